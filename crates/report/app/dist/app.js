(()=>{var Mr=["#14a078","#c80a32","#1e50fa","#1e96be","#d27814","#1e82f0"];var Gf=" first-contact",O0="#777777",Ao=[[],[8,4],[3,4],[16,4],[6,10]],Co=new Map,Wf={};function Xf(i){Wf=i}function _a(i){return Wf[i]??i}function $f(i){Co=new Map(i.map(t=>[t.name,t]))}function Xe(i){let t=i.endsWith(Gf)?i.slice(0,-Gf.length):i;return An(t)}function An(i){return Co.get(i)?.display??i}function Ds(i){return i.split(" ")[0]}function _c(i){let t=Ao[1+i%(Ao.length-1)];return{color:O0,marker:i,filled:!1,dash:t}}function xa(i,t){if(t===0)return i;let e=Ao.findIndex(n=>String(n)===String(i.dash));return{...i,filled:!1,dash:Ao[(e+2*t)%Ao.length]}}function Bi(i){let t=Co.get(i);if(t)return t;let e=Co.get(Ds(i));return e?{...e,filled:!1,dash:[8,4]}:{color:Mr[F0(i)%Mr.length],marker:0,filled:!0,dash:[]}}function ya(i){return Co.has(i)}function F0(i){return[...i].reduce((t,e)=>(t*31+e.codePointAt(0))%65521,7)}function ls(i){return Ro()&&i==="#000000"?"#f0f0f0":i}function Ro(){return window.matchMedia("(prefers-color-scheme: dark)").matches}function br(i){window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change",i)}function vc(i){let t=atob(i??""),e=new Uint8Array(t.length);for(let n=0;n<t.length;n+=1)e[n]=t.charCodeAt(n);return e}var Mc=i=>t=>{let e=vc(t);return new i(e.buffer,0,Math.floor(e.length/i.BYTES_PER_ELEMENT))},Po=Mc(Float32Array),xc=Mc(Uint16Array),yc=Mc(Uint32Array);function qf(i,t,e,n=0,s=i.length){let r=new Float32Array(s),o=[0,1,2].map(a=>(e[a]-t[a])/65535);for(let a=0;a<s;a+=1)r[a]=t[a%3]+i[n+a]*o[a%3];return r}var va=class{constructor(t){this.file=t,this.frames=t.frames,this.meshes=t.meshes.map(k0),this.bodies=t.bodies.map(e=>({...e,deformed:e.deformed?xc(e.deformed):null})),this.poses=Po(t.poses),this.boxes=t.boxes?Po(t.boxes):null,this.spheres=(t.spheres??[]).map(({mesh:e,levels:n})=>({mesh:e,levels:n.map(Po)})),this.detectors=(t.times?.detectors??[]).map(e=>({name:e.name,query:e.query,ns:Po(e.ns),counts:Object.entries(e.counts??{}).map(([n,s])=>[n,yc(s)])})),this.faces=Ma(this.bodies.map(e=>this.meshes[e.mesh].faces)),this.checkLengths()}checkLengths(){let{frames:t,bodies:e}=this,n=(s,r,o)=>{if(s&&s.length<r)throw new Error(`${o} has ${s.length} numbers where ${r} are needed`)};if(!(Number.isInteger(t)&&t>0))throw new Error("`frames` is no positive number");for(let s of e){if(!this.meshes[s.mesh])throw new Error(`the body "${s.name}" has no mesh`);n(s.deformed,t*this.meshes[s.mesh].vertices*3,"`deformed`")}n(this.poses,t*e.length*7,"`poses`"),n(this.boxes,t*e.length*6,"`boxes`");for(let s of this.detectors)n(s.ns,t,`\`ns\` of ${s.name}`)}pose(t,e){let n=(t*this.bodies.length+e)*7;return this.poses.subarray(n,n+7)}vertices(t,e){let{deformed:n,mesh:s,low:r,high:o}=this.bodies[e],{positions:a}=this.meshes[s];return n?qf(n,r,o,t*a.length,a.length):a}box(t,e){if(this.boxes){let n=(t*this.bodies.length+e)*6;return this.boxes.subarray(n,n+6)}return this.computedBox(t,e)}computedBox(t,e){let n=new Float32Array([1/0,1/0,1/0,-1/0,-1/0,-1/0]),s=this.vertices(t,e),r=Sr(this.pose(t,e)),o=[0,0,0];for(let a=0;a<s.length;a+=3){r(s,a,o);for(let l=0;l<3;l+=1)n[l]=Math.min(n[l],o[l]),n[l+3]=Math.max(n[l+3],o[l])}return n}contacts(t){let e=this.file.contacts?.[t]??[];for(let n of e)n.list??(n.list=yc(n.faces));return e}contactCount(t){return Ma(this.contacts(t).map(e=>e.total??e.list.length/2))}cubes(t){let e=this.file.octree?.[t];return e==null?null:Po(e)}certificates(t,e){return this.file.budgets?.certificates?.[t]?.[e]??[]}regions(t){let e=this.bodies.map((r,o)=>this.box(t,o)),n=e.map((r,o)=>o).sort((r,o)=>e[r][0]-e[o][0]),s=[];for(let[r,o]of n.entries())for(let a=r+1;a<n.length;a+=1){let l=n[a];if(e[l][0]>e[o][3])break;let c=B0(e[o],e[l]);c&&s.push({a:Math.min(o,l),b:Math.max(o,l),region:c})}return s}};function B0(i,t){let e=new Float32Array(6);for(let n=0;n<3;n+=1)if(e[n]=Math.max(i[n],t[n]),e[n+3]=Math.min(i[n+3],t[n+3]),e[n]>e[n+3])return null;return e}function Sr([i,t,e,n,s,r,o]){return(a,l,c)=>{let[h,f,u]=[a[l],a[l+1],a[l+2]],d=2*(s*u-r*f),g=2*(r*h-n*u),x=2*(n*f-s*h);c[0]=h+o*d+(s*x-r*g)+i,c[1]=f+o*g+(r*d-n*x)+t,c[2]=u+o*x+(n*g-s*d)+e}}function k0(i){let t=xc(i.positions),e=i.index_bytes===2?xc(i.indices):yc(i.indices);if(t.length<i.vertices*3||e.length<i.faces*3)throw new Error(`the mesh "${i.name}" is cut off`);let n=qf(t,i.low,i.high,0,i.vertices*3);return{...i,positions:n,indices:e}}function Ma(i){return i.reduce((t,e)=>t+e,0)}function Yf(i,t){let e=0;for(let n=1;n<t;n+=1)i[n]>i[e]&&(e=n);return e}function A(i,t,...e){return Jf(document.createElement(i),t,e)}function Ne(i,t,...e){return Jf(document.createElementNS("http://www.w3.org/2000/svg",i),t,e)}function Jf(i,t,e){for(let[n,s]of Object.entries(t??{}))s===!1||s===null||s===void 0||(typeof s=="function"?i.addEventListener(n,s):n==="style"?Object.assign(i.style,s):n==="value"||n==="checked"||n==="selected"?i[n]=s:i.setAttribute(n,s===!0?"":String(s)));return i.append(...e.flat(1/0).filter(n=>n!=null&&n!==!1)),i}function Gt(i,...t){return i.replaceChildren(...t.flat(1/0).filter(e=>e!=null&&e!==!1)),i}var Zf=0;function ki(i){return Zf+=1,`${i}-${Zf}`}function Le(i,t,e,n,s={}){let r=ki("select"),o=([c,h])=>A("option",{value:c,selected:c===e},h),a=c=>Array.isArray(c)?o(c):A("optgroup",{label:c.label},c.options.map(o)),l=A("select",{id:r,change:c=>n(c.target.value),...s},t.map(a));return l.value=e,A("span",{class:"field"},A("label",{for:r},i),l)}function Cn(i,t,e,n={}){let s=A("input",{type:"checkbox",checked:t,change:r=>e(r.target.checked)});return A("label",{class:"check",...n},s," ",i)}function hn(i,t,e={}){return A("button",{type:"button",click:t,...e},i)}function un(i,t,e,n={}){let s=(r,o)=>o===0?A("th",{scope:"row"},r):A("td",{},r);return A("div",{class:"scroll",tabindex:0,role:"region","aria-label":i},A("table",n,A("caption",{class:"hidden"},i),A("thead",{},A("tr",{},t.map(r=>A("th",{scope:"col"},r)))),A("tbody",{},e.map(r=>A("tr",{},r.map(s))))))}function Ns(i,t){let e=A("span",{class:"note",role:"status"});return A("span",{},hn(i,async()=>{let s=t();try{await navigator.clipboard.writeText(s),e.textContent="copied"}catch{e.textContent=z0(s)?"copied":"cannot copy: select the text by hand"}setTimeout(()=>e.textContent="",2e3)})," ",e)}function z0(i){let t=A("textarea",{class:"hidden"});t.value=i,document.body.append(t),t.select();let e=document.execCommand("copy");return t.remove(),e}var bc=null,Sc=new Map,zi=null;function Kf(i){for(let{term:n,also:s,means:r}of i)for(let o of[n,...s])Sc.set(o.toLowerCase(),{term:n,means:r});let t=[...Sc.keys()].sort((n,s)=>s.length-n.length),e=t.map(n=>n.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"));bc=t.length?new RegExp(`(?<![\\w-])(${e.join("|")})(?![\\w-])`,"gi"):null,zi=A("div",{id:"tip",role:"tooltip",class:"tip",hidden:!0}),document.body.append(zi),document.addEventListener("keydown",n=>n.key==="Escape"&&wc())}function fi(i){let t=new Set;return i.split("`").flatMap((e,n)=>n%2?A("code",{},e):V0(e,t))}function V0(i,t){if(!bc)return[i];let e=[],n=0;for(let s of i.matchAll(bc)){let{term:r,means:o}=Sc.get(s[0].toLowerCase());t.has(r)||(t.add(r),e.push(i.slice(n,s.index),H0(s[0],o)),n=s.index+s[0].length)}return e.push(i.slice(n)),e}function H0(i,t){let e=n=>G0(n.currentTarget,t);return A("span",{class:"term",tabindex:0,mouseenter:e,focus:e,mouseleave:wc,blur:wc},i)}function G0(i,t){zi.textContent=t,zi.hidden=!1,i.setAttribute("aria-describedby","tip");let e=i.getBoundingClientRect(),n=zi.offsetWidth,s=Math.min(Math.max(8,e.left),document.documentElement.clientWidth-n-8);zi.style.left=`${s+scrollX}px`,zi.style.top=`${e.bottom+6+scrollY}px`}function wc(){zi&&(zi.hidden=!0)}var jf=1,Qf="collision-lab playback 1";async function Ec(i){if(i.type==="application/json")return JSON.parse(i.textContent);if(typeof DecompressionStream>"u")throw new Error("this browser cannot unpack gzip: it needs Firefox 113, Chrome 80, Safari 16.4, or a newer one");let t=new Blob([vc(i.textContent)]).stream();return new Response(t.pipeThrough(new DecompressionStream("gzip"))).json()}async function td(){let i=document.querySelector("script.data"),t=i?await Ec(i):null;if(t&&t.format!==jf)throw new Error(`the data have format ${t.format}, and this page reads ${jf}`);let e=document.querySelector("script.looks");return $f(t?.styles??(e?await Ec(e):[])),Xf(t?.series??{}),Kf(t?.glossary??[]),t}function ed(){return[...document.querySelectorAll("script.playback")].map((t,e)=>{let n=async()=>W0(await Ec(t)),s=t.dataset.name?{name:t.dataset.name,title:t.dataset.title}:X0(t),r=s.name||`scene ${e+1}`,o=t.dataset.picture||null;return{name:r,title:s.title||r,picture:o,load:n}})}function W0(i){if(i.format===Qf)return i;throw new Error(`its format is "${i.format}", and this page plays "${Qf}"`)}function X0(i){try{return JSON.parse(i.textContent)}catch{return{}}}function $0(i,t){let[e,n,s,r]=[t.d,t.s,t.q,t.x].map(o=>i.texts[o]);return{detector:e,series:n,quantity:s,axis:r}}function q0(i){let t=[];for(let e=0;e<i.p.length;e+=i.n){let[n,s,r=null,o=null,a=null,l=null]=i.p.slice(e,e+i.n);t.push({x:n,value:s,low:r,high:o,largest:a,n:l})}return t}function Vi(i,t){return t.named??(t.named=Y0(i,t)),t.named}function Y0(i,t){let e=new Map;for(let n of t.lines){let s=[n.d,n.s,n.q,n.x].join(" ");e.has(s)||e.set(s,{...$0(i,n),unit:n.u,points:[]}),e.get(s).points.push(...q0(n))}for(let n of e.values())n.points.sort((s,r)=>s.x-r.x);return[...e.values()]}function Rn(i){return[...new Set(i)]}function nd(){let[i,t=""]=location.hash.slice(1).split("?");return{tab:i,parameters:new URLSearchParams(t)}}var id=0;function sd(i,t){Tc(),id=setTimeout(()=>Z0(i,t),200)}function Tc(){clearTimeout(id)}function Z0(i,t){let e=Object.entries(t).filter(([,r])=>r!==""&&r!==null&&r!==void 0),n=new URLSearchParams(e).toString(),s=`#${i}${n?`?${n}`:""}`;location.hash!==s&&history.replaceState(null,"",s)}function ba(i,t){let e=i.get(t);return e===null?null:e.split("~").filter(Boolean)}function Sa(i){return i.join("~")}var J0=" ";function At(i,t=3){if(i==null||Number.isNaN(i))return"–";if(i<0)return`−${At(-i,t)}`;if(!Number.isFinite(i))return"∞";let e=Math.abs(i),n=Math.abs(i-Math.round(i))<=1e-9*e;if(e>=10**t-.5||n)return ad(Math.round(i));let s=i.toExponential(t-1),r=Number(s);if(Math.abs(r)<1e-4)return s.replace("e-","·10⁻").replace(/⁻(\d+)/,(a,l)=>"⁻"+K0(l));let o=Math.floor(Math.log10(Math.abs(r)))+1;return r.toFixed(Math.min(Math.max(t-o,0),8))}function K0(i){return[...i].map(t=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[t]).join("")}function ad(i){return Math.abs(i)<1e4?String(i):String(i).replace(/\B(?=(\d{3})+(?!\d))/g,J0)}function Io(i){return i.replace(/(?<![\w.,-])\d{5,9}(?![\w.,-]*\w)/g,ad)}var rd=[[1,"s"],[.001,"ms"],[1e-6,"µs"],[0,"ns"]],od=[[1e6,"MB"],[1e3,"kB"],[0,"B"]];function wr(i,t){let e=Math.abs(t??0);if(i==="s"){let[n,s]=rd.find(([r])=>e>=r*.9995)??rd[3];return{factor:1/(n||1e-9),symbol:s}}if(i==="byte"){let[n,s]=od.find(([r])=>e>=r*.9995)??od[2];return{factor:1/(n||1),symbol:s}}return{factor:1,symbol:""}}function ni(i,t){if(i==null)return"–";let{factor:e,symbol:n}=wr(t,i),s=At(i*e);return n?`${s} ${n}`:s}function Ac(i,t){return t!=="s"||i===null||i===void 0?ni(i,t):`${At(i*1e6)} µs`}function Lo(i,t,e,n){let s=ni(i,n);if(t==null||e-t<=1e-12*Math.abs(i))return s;let{factor:r}=wr(n,i);return`${s} [${At(t*r)}, ${At(e*r)}]`}function cs(i){return i==null?"–":`${At(i)}×`}function mn(i,t,e=`${t}s`){return`${At(i)} ${i===1?t:e}`}function ld(i){return i.length===0?null:Math.exp(i.reduce((t,e)=>t+Math.log(e),0)/i.length)}function j0(i){return i.charAt(0).toUpperCase()+i.slice(1)}function Us(i){return i?`${j0(i).replace(/\.$/,"")}.`:""}var Cc=new Map([["time","time of a frame"],["prepare-time","preparation"],["cold-time","first frame after preparation"],["warm-time","the same frame, warm"],["memory/prepared","memory after preparation"],["memory/warm","memory after the frames"],["memory/per-face","memory for each face"],["memory/peak","memory, most at once"],["memory/requests","requests to the heap in a frame"]]);function Os(i){return Cc.get(i)??i}var Er=class{constructor(t,e){this.data=t,this.race=e,this.experiment=t.experiments.find(n=>n.id===e.experiment),this.rows=new Map;for(let n of this.experiment?Vi(t,this.experiment):[]){let s=`${n.quantity}
${n.series}
${n.detector}`;this.rows.has(s)||this.rows.set(s,{...n.points[0],unit:n.unit})}}quantities(){let t=new Map;for(let[s,r]of this.rows){let o=s.split(`
`)[0];!/^(false|missed|frames-verified)/.test(o)&&this.race.jobs.includes(s.split(`
`)[1])&&t.set(o,r.unit)}let e=[...Cc.keys()],n=([s,r])=>Cc.has(s)?e.indexOf(s):e.length+{s:1,byte:2,ratio:3,count:4}[r];return[...t].sort((s,r)=>n(s)-n(r)||s[0].localeCompare(r[0]))}comparable(){let t=[...this.race.detectors.keys()],e=[...this.race.jobs.keys()];return this.quantities().filter(([n])=>e.some(s=>this.best(n,s,t)>0))}row(t,e,n){return this.rows.get(`${t}
${this.race.jobs[e]}
${this.race.detectors[n]}`)}cell(t,e,n){let s=this.race.cells[e][n],r=this.row(t,e,n);return{kind:s.kind==="measured"&&!r?"absent":s.kind,entry:s,row:r,value:r?.value??null,wrong:s.wrong??0}}without(t,e,n){let s=o=>e.map(a=>this.race.cells[a][o].kind),r=o=>e.some(a=>this.row(t,a,o));return n.filter(o=>s(o).includes("measured")&&!r(o))}best(t,e,n){let s=n.map(r=>this.cell(t,e,r)).filter(r=>r.value!==null&&!r.wrong);return s.length?Math.min(...s.map(r=>r.value)):null}mean(t,e,n,s){let r=e.flatMap(o=>{let{value:a,wrong:l}=this.cell(t,o,n),c=s(o);return a>0&&c>0&&!l?[a/c]:[]});return{mean:ld(r),jobs:r.length}}divisor(t,e,n){return s=>n===null?this.best(t,s,e):this.cell(t,s,n).value}};function cd(i,t){for(let e of i.experiments){if(!i.races.some(s=>s.experiment===e.id))continue;let n=Vi(i,e).find(s=>s.quantity==="contacts"&&s.series===t);if(n)return n.points[0].value}return null}var Q0=3,t_=1,e_=10,n_=.5,i_=10;function hd(i){return i.about.jobs.map(t=>{let e=cd(i,t.title);return{...t,contacts:e,touch:s_(e,t.bodies),convex:r_(i,t)}})}function s_(i,t){return i===null?null:i<1?"apart":i<t*e_?"few":"many"}function r_(i,{title:t}){let e=new Set(i.about.detectors.filter(n=>!n.concave).map(n=>n.name));return i.races.some(n=>{let s=n.jobs.indexOf(t);return s>=0&&n.detectors.some((r,o)=>e.has(Ds(r))&&n.cells[s][o].kind==="measured")})}function ud(i,t,e){let n=new Er(i,i.races.find(u=>u.experiment===e.ask)),r=t.filter(u=>n.race.jobs.includes(u.title)).filter(u=>u.deforms===(e.motion==="deform")),o=r.filter(u=>u.convex),c=(e.shape==="convex"&&o.length>0?o:r).map(u=>({job:u,...o_(u,e)})).sort((u,d)=>u.distance-d.distance).slice(0,Q0).map(u=>({...u,weight:1/(.15+u.distance)**2})),h=n.race.detectors.flatMap((u,d)=>l_(i,n,c,d,e)??[]);h.sort((u,d)=>d.covers-u.covers||u.mean-d.mean||d.jobs-u.jobs);let f=h.map((u,d)=>({...u,reason:c_(n,c,u,h[d===0?1:0],d===0)}));return{race:n,nearest:c,ranking:f,far:a_(c,e)}}function o_(i,{bodies:t,faces:e,contact:n}){let s={bodies:Math.abs(Math.log10(i.bodies/Number(t))),faces:Math.abs(Math.log10(i.faces/i.bodies/Number(e))),contacts:n===i.touch?0:n==="apart"||i.touch==="apart"?.8:.5};return{parts:s,distance:Math.hypot(...Object.values(s))}}function a_(i,{motion:t}){if(i.length===0)return`Nothing with ${t==="deform"?"bodies that deform":"rigid bodies"} was measured.`;let{parts:e,job:n,distance:s}=i[0];return s<=t_?"":`The nearest job has ${e.bodies>e.faces?`${At(n.bodies)} bodies`:`${At(Math.round(n.faces/n.bodies))} faces a body`}.`}function l_(i,t,e,n,{shape:s}){let r=t.race.detectors[n],o=i.about.detectors.find(d=>d.name===Ds(r));if(o&&!o.concave&&s!=="convex")return null;let a=[...t.race.detectors.keys()].filter(d=>{let g=i.about.detectors.find(x=>x.name===Ds(t.race.detectors[d]));return!g||g.concave||s==="convex"}),l=e.flatMap(({job:d,weight:g})=>{let x=t.race.jobs.indexOf(d.title),m=t.cell("time",x,n);return m.value===null?[]:[{job:d,index:x,weight:g,...m,ratio:m.value/t.best("time",x,a)}]});if(l.length===0||l.some(d=>d.wrong))return null;let c=l.reduce((d,g)=>d+g.weight,0),h=Math.exp(l.reduce((d,g)=>d+g.weight*Math.log(g.ratio),0)/c),f=l.map(d=>d.value),u=Math.max(...l.map(d=>d.row.largest??d.value));return{detector:r,d:n,results:l,mean:h,jobs:l.length,covers:c>=n_*e.reduce((d,g)=>d+g.weight,0),least:Math.min(...f),most:Math.max(...f),slowest:u}}function c_(i,t,e,n,s){if(!n)return"It is the only one that answers here.";let o=t.map(({job:d})=>i.race.jobs.indexOf(d.title)).flatMap(d=>{let[g,x]=[e,n].map(m=>m.results.find(p=>p.index===d));return g&&x?[{job:d,weight:g.weight,ratio:g.value/x.value}]:[]});if(o.length===0)return`It and ${Xe(n.detector)} have no job of these in common.`;let a=o.reduce((d,g)=>d+g.weight,0),l=o.reduce((d,g)=>d+g.weight*Math.log(g.ratio),0),c=Math.exp(l/a),h=c<1?`It is ${At(1/c)} times as fast as`:`It takes ${cs(c)} the time of`,f=o.filter(d=>d.ratio<1==c<1),u=f.length?h_(i,f[0].job,e.d,n.d):"";return`${h} ${Xe(n.detector)}, ${s?"the next":"the first"}, in the jobs that both have.${u}`}function h_(i,t,e,n){let[s,r]=[e,n].map(l=>i.cell("time",t,l).value),o=null;for(let[l,c]of i.quantities()){if(c!=="count"||l==="contacts"||l==="colliding-bodies")continue;let[h,f]=[e,n].map(d=>i.cell(l,t,d).value);if(h===null||f===null||Math.min(h,f)<=0||Math.max(h,f)<i_)continue;let u=h/f;u<1==s<r&&(!o||Math.abs(Math.log(u))>Math.abs(Math.log(o.ratio)))&&(o={quantity:l,ratio:u})}if(!o||Math.abs(Math.log(o.ratio))<Math.log(1.1))return"";let a=o.ratio<1?`${u_(o.ratio)} of the`:`${At(o.ratio)} times as many`;return` In “${i.race.jobs[t]}” it makes ${a} ${f_(o.quantity)}.`}function u_(i){if(i>.1)return`${At(100*i,2)} %`;let t=Number((1/i).toPrecision(2)),n=Math.floor(t/10)%10===1?"th":["th","st","nd","rd"][t%10]??"th";return`${/^(8|11$|18$)/.test(t)?"an":"a"} ${At(t)}${n}`}function f_(i){return i.replace(/-/g," ")}var d_=6;function dd(i,t,e){let{data:n}=t;if(n.races.length===0||n.about.jobs.length===0)return Gt(i,A("h2",{},"Pick a detector"),A("p",{},"No race is recorded here, so there is nothing to pick from.")),{show(){}};let s=hd(n),r={ask:n.races[0].experiment,motion:"rigid",shape:"any",bodies:"10",faces:"1000",contact:"few",deadline:""},o=A("div",{"aria-live":"polite"}),a=A("div",{class:"questions"}),l=()=>{Gt(o,m_(t,s,r)),e(r)},c=f=>u=>{r[f]=u,l()},h=()=>{let u=[...n.races.map(d=>[d.experiment,p_[d.asks]??d.asks]),["distance","distances of bodies"],["bound","a proved bound at a deadline"]];Gt(a,Le("1. What do you need?",u,r.ask,c("ask")),Le("2. Do bodies deform?",[["rigid","no, they are rigid"],["deform","yes, vertices move"]],r.motion,c("motion")),Le("3. Are all bodies convex?",[["any","no, or not known"],["convex","yes, closed and convex"]],r.shape,c("shape")),A("div",{},Rc("4. How many bodies?",r.bodies,c("bodies"),2),Rc("with how many faces each?",r.faces,c("faces"),4)),Le("5. How much do they touch?",[["apart","hardly ever"],["few","in a few pairs of faces a body"],["many","widely: ten or more pairs of faces a body"]],r.contact,c("contact")),Rc("6. Deadline in ms, if any",r.deadline,c("deadline"),0))};return Gt(i,A("h2",{},"Pick a detector"),A("p",{},"Answers come from the nearest measured jobs on the machine of this report. Your own scene is better: ",A("code",{},"cargo xtask compare --scene PATH"),"."),a,o),{show(f){for(let u of Object.keys(r))f.has(u)&&(r[u]=f.get(u));h(),l()}}}var p_={"all contacts":"all pairs of faces that touch","yes or no":"yes or no for each pair of bodies"};function Rc(i,t,e,n){let s=ki("input"),r=A("input",{type:"number",id:s,min:n,step:"any",value:t,input:o=>e(o.target.value)});return A("span",{class:"field"},A("label",{for:s},i),r)}function m_(i,t,e){let{data:n,go:s}=i;if(e.ask==="distance")return fd(n,l=>l.distances&&(Pc(l,e)||e.motion==="rigid"&&y_(l)),"reports distances",`No race measures distances.${e.shape==="convex"?"":" A body that is not convex has to be given as convex parts."}`);if(e.ask==="bound")return fd(n,h=>h.budgets&&Pc(h,e),"can be stopped after any step, and then certifies what it has proved","What a budget buys is under Curves, in the experiments on budgets.");let r=[e.bodies,e.faces].map(Number);if(!(r[0]>=2&&r[1]>=1))return A("p",{class:"warning"},"Fill in at least two bodies, and at least one face a body.");let o=ud(n,t,e);if(o.ranking.length===0)return A("p",{class:"warning"},"No measured detector answers this question for such bodies. No data near your job.");let a=o.nearest.map(l=>A("li",{},A("a",{href:`#matrix?race=${o.race.race.experiment}`,click:()=>s("matrix",new URLSearchParams({race:o.race.race.experiment}))},l.job.title),` (${g_(l)})`));return[o.far&&A("p",{class:"warning"},A("strong",{},"No data near your job. "),o.far," Take this order as a guess, and measure your own scene."),A("h3",{},"Nearest measured jobs"),A("ul",{},a),o.ranking.slice(0,d_).map((l,c)=>__(l,c,o,e,n)),x_(o,e,n)]}function g_({job:i}){return`${At(i.bodies)} bodies, ${At(Math.round(i.faces/i.bodies))} faces each, ${At(i.contacts)} contacts${i.deforms?", deforming":""}`}function __(i,t,{nearest:e},n,s){let r=s.about.detectors.find(c=>c.name===Ds(i.detector)),o=Number(n.deadline)*.001,a=o>0&&`Its slowest repeat took ${ni(i.slowest,"s")} a frame, ${i.slowest<=o?"within":"beyond"} your deadline.`,l=i.least===i.most?ni(i.least,"s"):`${ni(i.least,"s")} to ${ni(i.most,"s")}`;return A("div",{class:t===0?"answer best":"answer"},A("h3",{},`${t+1}. `,pd(i.detector)),A("p",{},A("strong",{},`Expected: ${l} a frame`),` in ${i.jobs} of the ${e.length} nearest jobs.`,t===0&&i.results.every(c=>c.ratio<=1)&&" It is the fastest in each.",a&&` ${a}`),A("p",{},i.reason),r&&A("p",{class:"note"},`${Us(r.summary)} Accepts ${r.accepts}; claim: ${r.claim}.`))}function pd(i){let t=Xe(i),e=i.replace(/ first-contact$/,"");return t===e?t:[t," ",A("code",{},e)]}function x_({ranking:i},t,e){let n=Number(t.deadline)*.001;if(!(n>0)||i.some(o=>o.slowest<=n))return null;let s=e.about.detectors.filter(o=>o.budgets&&Pc(o,t)).map(o=>Xe(o.name)),r=s.length?` Detectors that can be stopped, and certify what they have proved: ${s.join(", ")}.`:"";return A("p",{class:"warning"},`No detector was within ${t.deadline} ms in all of these jobs.${r}`)}function Pc(i,{motion:t,shape:e}){return(t==="rigid"||i.deforming)&&(e==="convex"||i.concave)}function y_(i){return i.accepts.includes("parts that are")}function fd(i,t,e,n){let s=i.about.detectors.filter(t);return s.length===0?A("p",{class:"warning"},"No detector here does this for such bodies. No data near your job."):[s.map((r,o)=>A("div",{class:o===0?"answer best":"answer"},A("h3",{},pd(r.name)),A("p",{},`It ${e}. ${Us(r.summary)}`),A("p",{class:"note"},`Accepts ${r.accepts}; claim: ${r.claim}; source: ${r.source}.`))),A("p",{class:"note"},n)]}var wa=600,Do=24;function md(i,t,e,n,s){let r=i.cell(t,e,n),o=i.race.detectors[n],a=document.activeElement,l=A("dialog",{"aria-labelledby":"cell-title",close:()=>{l.remove(),a?.focus()}});l.append(A("h3",{id:"cell-title",tabindex:-1,autofocus:!0},`${Xe(o)}: ${i.race.jobs[e]}`),...v_(i,t,e,n,s,r),A("p",{},hn("Close",()=>l.close()))),document.body.append(l),l.showModal()}function v_(i,t,e,n,s,r){if(r.kind==="refused")return[A("p",{},`It takes no part: ${r.entry.why||"it does not accept the bodies"}.`)];let{row:o,entry:a}=r,l=i.race.detectors[n],c=o&&[`${Os(t)}: ${Lo(o.value,o.low,o.high,o.unit)}`,o.n?`${At(o.n)} repeats, the largest ${ni(o.largest,o.unit)}`:null,s!==null?`${cs(s)} the value that the job is divided by`:null,r.wrong?`${At(r.wrong)} wrong answers`:"no wrong answer"],h=i.quantities().filter(([f])=>f!==t).map(([f])=>[f,i.row(f,e,n)]).filter(([,f])=>f).map(([f,u])=>[Os(f),ni(u.value,u.unit)]);return[Xe(l)!==l&&A("p",{},A("code",{},l)),c&&A("ul",{},c.filter(Boolean).map(f=>A("li",{},f))),t==="time"&&a.samples?.length>0&&M_(a.samples,Bi(l)),A("p",{class:"note"},"Scene: ",A("code",{},a.scene)),h.length>0&&un("Other quantities of the row",["quantity","value"],h)].filter(Boolean)}function M_(i,t){let e=i.flat(),[n,s]=[Math.min(...e),Math.max(...e)],r=(s-n||s)*.05,{factor:o,symbol:a}=wr("s",s),l=u=>90+(u-n+r)/(s-n+2*r)*(wa-110),c=i.length*Do+30,h=ls(t.color),f=[n,s].map(u=>`${At(u*o)} ${a}`);return A("figure",{style:{margin:"0.4em 0"}},Ne("svg",{viewBox:`0 0 ${wa} ${c}`,width:wa,class:"dumbbell",role:"img","aria-label":`Samples of ${i.length} processes, from ${f.join(" to ")}`},i.map((u,d)=>[Ne("text",{x:4,y:18+d*Do},`process ${d+1}`),Ne("line",{x1:90,x2:wa-20,y1:14+d*Do,y2:14+d*Do,stroke:"var(--grid)"}),u.map(g=>Ne("circle",{cx:l(g),cy:14+d*Do,r:4,fill:h,"fill-opacity":.8}))]),Ne("text",{x:l(n),y:c-6,"text-anchor":"middle"},f[0]),n<s&&Ne("text",{x:l(s),y:c-6,"text-anchor":"end"},f[1])),A("figcaption",{class:"note"},"Time of a frame in each repeat."))}function xd(i,{data:t},e){let n=t.races.map(r=>new Er(t,r));if(n.length===0)return Gt(i,A("h2",{},"Matrix"),A("p",{},"No race is recorded here.")),{show(){}};let s=new Ic(i,n,e);return br(()=>s.draw()),{show:r=>s.show(r)}}var Ic=class{constructor(t,e,n){Object.assign(this,{races:e,save:n}),this.controls=A("div",{}),this.body=A("div",{}),this.reset(e[0]),Gt(t,A("h2",{},"Matrix"),A("p",{},fi("How many times the least of all detectors each takes, job by job: of the time of a frame, or of the quantity that you choose. The best of a job has its value; in bold are also those that are as fast: the interval of the ratio reaches 1, and the ratio is at most 1.5. Wrong answers are marked, and are never the best. A cell opens its samples.")),this.controls,this.body)}reset(t){this.race=t,this.jobs=new Set(t.race.jobs.keys()),this.detectors=new Set(t.race.detectors.keys()),this.quantity="time",this.reference=null,this.sort="mean"}show(t){let e=this.races.find(n=>n.race.experiment===t.get("race"))??this.race;if([...t.keys()].length){this.reset(e);let{jobs:n,detectors:s}=e.race,r=(l,c)=>{let h=ba(t,l)?.map(Number).filter(f=>f in c);return h?.length?new Set(h):new Set(c.keys())};this.jobs=r("jobs",n),this.detectors=r("detectors",s);let o=t.get("quantity");e.comparable().some(([l])=>l===o)&&(this.quantity=o);let a=s.indexOf(t.get("by"));this.reference=a<0?null:a,this.sort=t.get("sort")??"mean"}this.drawControls(),this.draw()}address(){let{race:t,jobs:e,detectors:n,quantity:s,reference:r,sort:o}=this,a=(l,c)=>l.size===c.length?"":Sa([...l].sort((h,f)=>h-f));return{race:t.race.experiment,jobs:a(e,t.race.jobs),detectors:a(n,t.race.detectors),quantity:s==="time"?"":s,by:r===null?"":t.race.detectors[r],sort:o==="mean"?"":o}}drawControls(){let{race:t}=this,e=t.race.detectors,n=c=>h=>{c(h),this.draw()},s=this.races.map(c=>[c.race.experiment,c.race.asks]),r=t.comparable().map(([c])=>[c,Os(c)]),o=[["",this.leastInWords()],...e.map(c=>[c,Xe(c)])],a=[["mean","geometric mean"],["given","given order"],...t.race.jobs.map((c,h)=>[String(h),Io(c)])],l=Le("Divided by",o,this.reference===null?"":e[this.reference],n(c=>this.reference=c?e.indexOf(c):null));Gt(this.controls,A("div",{class:"row"},Le("Question",s,t.race.experiment,c=>{this.reset(this.races.find(h=>h.race.experiment===c)),this.drawControls(),this.draw()}),Le("Quantity",r,this.quantity,n(c=>{this.quantity=c,l.querySelector("option").textContent=this.leastInWords()})),l,Le("Columns by",a,this.sort,n(c=>this.sort=c))),A("details",{},A("summary",{},"Choose jobs and detectors"),this.ticks("Jobs",t.race.jobs.map(Io),this.jobs),this.ticks("Detectors",e.map(Xe),this.detectors)),A("div",{class:"row"},Ns("Copy as Markdown",()=>this.markdown()),Ns("Copy as CSV",()=>this.csv())))}leastInWords(){let[,t]=this.race.comparable().find(([e])=>e===this.quantity)??[];return t==="s"?"the fastest":"the least"}ticks(t,e,n){let s=o=>()=>{n.clear(),o&&e.forEach((a,l)=>n.add(l)),this.drawControls(),this.controls.querySelector("details").open=!0,this.draw()},r=e.map((o,a)=>Cn(o,n.has(a),l=>{n[l?"add":"delete"](a),this.draw()}));return A("fieldset",{},A("legend",{},t),A("div",{class:"row"},r),hn("all",s(!0),{class:"small"})," ",hn("none",s(!1),{class:"small"}))}shown(){let{race:t,quantity:e}=this,n=[...this.jobs].sort((c,h)=>c-h),s=c=>n.some(h=>t.cell(e,h,c).kind!=="absent"),r=[...this.detectors].filter(s).sort((c,h)=>c-h),o=t.divisor(e,r,this.reference),a=r.map(c=>({detector:c,...t.mean(e,n,c,o)})),l=c=>(this.sort==="mean"?c.mean:t.cell(e,Number(this.sort),c.detector).value)??1/0;return this.sort!=="given"&&a.sort((c,h)=>l(c)-l(h)||c.detector-h.detector),{jobs:n,columns:a,divisor:o}}draw(){let{race:t,quantity:e}=this,{jobs:n,columns:s,divisor:r}=this.shown(),o=t.without(e,n,[...this.detectors]).map(f=>Xe(t.race.detectors[f]));if(n.length===0||s.length===0){Gt(this.body,A("p",{},"Tick a job and a detector."));return}let a=s.map(({detector:f})=>A("th",{scope:"col"},Xe(t.race.detectors[f]))),l=n.map(f=>A("tr",{},A("th",{scope:"row","aria-sort":this.sort===String(f)?"ascending":!1},A("button",{type:"button",class:"link",title:"Sort columns by this job",click:()=>this.sortBy(String(f))},Io(t.race.jobs[f]))),s.map(u=>this.cell(f,u.detector,r(f))))),c=s.map(({mean:f,jobs:u})=>A("td",{style:_d(f)},A("span",{style:{display:"block",padding:"0.3em 0.4em"}},cs(f),A("br"),A("span",{class:"quiet"},mn(u,"job"))))),h=A("tr",{},A("th",{scope:"row"},A("button",{type:"button",class:"link",click:()=>this.sortBy("mean")},"geometric mean")),c);Gt(this.body,A("div",{class:"scroll",tabindex:0,role:"region","aria-label":"Matrix of detectors and jobs"},A("table",{class:"matrix"},A("caption",{class:"hidden"},`${Os(this.quantity)}: multiples of the best`),A("thead",{},A("tr",{},A("th",{scope:"col"},"job"),a)),A("tbody",{},l,h))),A("p",{class:"note"},fi("Each geometric mean is over the jobs that a detector enters and answers without an error, which are not the same for all. – : takes no part, or not recorded; refused: does not accept the bodies."),o.length>0&&` Without a row of "${Os(e)}": ${o.join(", ")}.`+(e==="prepare-time"?" The page of the race says why.":""))),this.save(this.address())}sortBy(t){this.sort=t,this.drawControls(),this.draw()}cell(t,e,n){let s=this.race.cell(this.quantity,t,e),r=s.value!==null&&n>0?s.value/n:null,o=this.quantity==="time"&&this.reference===null&&s.entry.ratio,a=o&&Math.abs(o[0]/r-1)<.01?o[0]:r,l=a===1||o&&a===o[0]&&s.entry.fastest,c=gd(s,a,this.reference===null),h=`${Xe(this.race.race.detectors[e])}, ${Io(this.race.race.jobs[t])}: ${c}`,f=()=>md(this.race,this.quantity,t,e,a),u=s.wrong?{}:_d(a);return s.kind==="absent"?A("td",{},A("span",{style:{display:"block",padding:"0.3em 0.4em"}},"–")):A("td",{style:u,class:l?"best":!1},A("button",{type:"button","aria-label":h,click:f},c))}texts(t){let{race:e,quantity:n}=this,{jobs:s,columns:r,divisor:o}=this.shown(),a=r.map(({detector:c})=>e.race.detectors[c]),l=s.map(c=>[e.race.jobs[c],...r.map(({detector:h})=>t(e.cell(n,c,h),o(c)))]);return{names:a,rows:l,means:["geometric mean",...r.map(({mean:c})=>c)]}}markdown(){let t=(o,a)=>gd(o,o.value!==null&&a>0?o.value/a:null,!0),{names:e,rows:n,means:s}=this.texts(t),r=o=>`| ${o.map(a=>String(a).replace(/\|/g,"\\|")).join(" | ")} |`;return[r(["job",...e]),r([":--",...e.map(()=>"--:")]),...n.map(r),r([s[0],...s.slice(1).map(cs)])].join(`
`)}csv(){let{names:t,rows:e}=this.texts(s=>s.value??""),n=s=>/[",\n]/.test(s)?`"${String(s).replace(/"/g,'""')}"`:String(s);return[["job",...t],...e].map(s=>s.map(n).join(",")).join(`
`)}};function gd(i,t,e){if(i.kind==="refused")return"refused";if(i.value===null)return"–";let n=i.wrong?` (${At(i.wrong)} wrong)`:"";return t===null?Ac(i.value,i.row.unit)+n:(t===1&&e?Ac(i.value,i.row.unit):cs(t))+n}function _d(i){if(i===null||!Number.isFinite(i))return{};let t=Math.min(Math.max(Math.log10(i)/2,0),1),e=(o,a)=>o.map((l,c)=>Math.round(l+(a[c]-l)*t)),n=Ro()?[[21,24,28],[94,169,255]]:[[240,246,254],[8,64,140]],s=e(...n),r=(.299*s[0]+.587*s[1]+.114*s[2])/255;return{background:`rgb(${s.join(" ")})`,color:r>.48?"#0c1116":"#ffffff"}}var b_={width:640,left:150,most:260,right:150},S_={width:340,left:84,most:116,right:104},Md=26,Dc=10,bd=4,w_=12,Tr="#d55e00",Fs="#0072b2",yd=10,vd=["undecided","not testable here"];function Sd({values:i,says:t}){let e=i.filter(c=>c.ours.every(Number.isFinite)).slice(0,w_);if(e.length===0)return null;let n=e.map(c=>c.name),s=wd(n),r=e.flatMap(c=>[...c.ours,...c.paper===null?[]:[c.paper]]),o=r.every(c=>c>0)&&Math.max(...r)/Math.min(...r)>3,a=Pd(o?[...r,1]:[...r,...r.every(c=>c>.2&&c<5)?[1]:[]],o,s),l=`Values of the claim "${t}": ours filled, the paper's open`;return Td(`${l}. ${e.map(C_).join("; ")}`,{x:a,size:s},Cd(n,s).map((c,h)=>R_(e[h],c,a,Ed(h),s)),[A("span",{style:{color:Tr}},"●")," ours, with its interval ",e.some(c=>c.paper!==null)&&[A("span",{style:{color:Fs}},"○")," the paper's "],a.has(1)&&"┆ the line at 1 ",i.length>e.length&&`(${e.length} of ${i.length} values)`])}function wd(i){let t=innerWidth<600?S_:b_,e=Math.ceil(Math.max(...i.map(Rd)))+Dc+bd;return{...t,left:Math.min(Math.max(t.left,e),t.most)}}function Ed(i){return 16+i*Md}function Td(i,{x:t,size:e},n,s){let r=Md*n.length+34,o=r-22;return A("figure",{style:{margin:"0.4em 0"}},Ne("svg",{viewBox:`0 0 ${e.width} ${r}`,width:e.width,class:"dumbbell",role:"img","aria-label":i},t.ticks.map(a=>[Ne("line",{x1:t.at(a),x2:t.at(a),y1:4,y2:o,stroke:"var(--grid)"}),Ne("text",{x:t.at(a),y:r-6,"text-anchor":"middle"},At(a))]),t.has(1)&&Ne("line",{x1:t.at(1),x2:t.at(1),y1:0,y2:o,stroke:"var(--quiet)","stroke-dasharray":"4 3"}),n),A("figcaption",{class:"note"},s))}function Ea(i){let t=i.filter(({newest:c,others:h})=>c&&h.length>0);if(t.length===0)return null;let e=t.map(({id:c})=>c),n=wd(e),s=t.flatMap(({newest:c,others:h})=>[...c,...h.map(f=>f.times)]),r=c=>c>=1/yd&&c<=yd,o=Pd([...s.filter(r),1],!0,n),a=t.some(({others:c})=>c.some(h=>!o.has(h.times))),l=c=>t.some(({others:h})=>h.some(f=>f.here===c));return Td(`Values in other recorded runs over the newest. ${t.map(E_).join("; ")}`,{x:o,size:n},Cd(e,n).map((c,h)=>T_(t[h],c,o,Ed(h),n)),[A("span",{style:{color:Tr}},"●")," the newest run, with its interval ",l(!0)&&[A("span",{style:{color:Fs}},"○")," earlier runs of this machine "],l(!1)&&[A("span",{style:{color:Fs}},"□")," other machines "],a&&[A("span",{style:{color:Fs}},"▸")," values beyond the axis "],"┆ the line at 1. At the right: decided runs with the verdict of the newest."])}function E_({id:i,others:t}){let e=t.map(n=>n.times);return`${i} ${At(Math.min(...e))} to ${At(Math.max(...e))}`}function T_({verdict:i,newest:t,others:e},n,s,r,{width:o,left:a,right:l}){let[c,h]=[t[1],t[2]].map(g=>s.at(g>0?g:t[0])),f={fill:"var(--back)",stroke:Fs,"stroke-width":2},u=e.filter(g=>!vd.includes(g.verdict)),d=u.filter(g=>g.verdict===i).length;return[Ad(n,r,a),Ne("line",{x1:c,x2:h,y1:r,y2:r,stroke:Tr,"stroke-width":4,"stroke-opacity":.45}),e.filter(g=>s.has(g.times)).map(({times:g,here:x})=>x?Ne("circle",{cx:s.at(g),cy:r,r:4.5,...f}):Ne("rect",{x:s.at(g)-4,y:r-4,width:8,height:8,...f})),[1,-1].map(g=>A_(e,g,s,r)),Ne("circle",{cx:s.at(1),cy:r,r:5.5,fill:Tr}),!vd.includes(i)&&u.length>0&&Ne("text",{x:o-l+12,y:r+4},`${d} of ${u.length}`)]}function A_(i,t,e,n){let s=i.map(c=>c.times).filter(c=>!e.has(c)&&c>1==t>0);if(s.length===0)return[];let r=e.at(s[0]),o=r-t*8,a=[Math.min(...s),Math.max(...s)].map(c=>At(c)),l=a[0]===a[1]?a[0]:a.join(" to ");return[Ne("path",{d:`M${r} ${n}L${o} ${n-5}L${o} ${n+5}Z`,fill:Fs}),Ne("text",{x:o-t*4,y:n+4,"text-anchor":t>0?"end":"start"},l)]}function C_(i){return`${i.name||"value"} ${At(i.ours[0])}${i.paper===null?"":`, paper ${At(i.paper)}`}`}function R_(i,t,e,n,{width:s,left:r,right:o}){let[a,l,c]=i.ours.map(e.at),h=i.paper===null?null:e.at(i.paper),f=i.paper===null?At(i.ours[0]):`${At(i.ours[0])} (${At(i.paper)})`;return[Ad(t,n,r),h!==null&&Ne("line",{x1:h,x2:a,y1:n,y2:n,stroke:"var(--quiet)","stroke-width":2}),Ne("line",{x1:l,x2:c,y1:n,y2:n,stroke:Tr,"stroke-width":4,"stroke-opacity":.45}),Ne("circle",{cx:a,cy:n,r:5.5,fill:Tr}),h!==null&&Ne("circle",{cx:h,cy:n,r:5.5,fill:"var(--back)",stroke:Fs,"stroke-width":2.2}),Ne("text",{x:s-o+12,y:n+4},f)]}function Ad({whole:i,text:t},e,n){let s=Ne("text",{x:n-Dc,y:e+4,"text-anchor":"end"},t);return t!==i&&s.prepend(Ne("title",{},i)),s}function Cd(i,{left:t}){let e=t-Dc-bd,n=c=>Rd(c)<=e,s=i.map(c=>c.split(/(?<=[\s-])/)),r=[0,0],o=c=>`${r[0]?"…":""}${c.join("").trim()}${r[1]?"…":""}`.replace(/[,:;]…$/,"…"),a=c=>s.every(h=>h.length>1&&h.at(c)===s[0].at(c)),l=new Set(i).size>1;for(let c of[0,1])for(;l&&!s.map(o).every(n)&&a(-c);)s=s.map(h=>c===0?h.slice(1):h.slice(0,-1)),r[c]+=1;return s.map((c,h)=>({whole:i[h],text:P_(o(c),n)}))}function P_(i,t){let e=[...i],n=i;for(let s=e.length-1;s>1&&!t(n);s-=1){let r=Math.ceil(s/2),[o,a]=[e.slice(0,r),e.slice(r-s)];n=`${o.join("").trimEnd()}…${a.join("").trimStart()}`}return n}var Lc=null;function Rd(i){return Lc??(Lc=A("canvas").getContext("2d")),Lc.font=`13px ${getComputedStyle(document.body).fontFamily}`,Lc.measureText(i).width}function Pd(i,t,{width:e,left:n,right:s}){let r=t?Math.log10:u=>u,[o,a]=[Math.min(...i.map(r)),Math.max(...i.map(r))],l=(a-o||Math.abs(o)||1)*.08;[o,a]=[o-l,a+l];let c=u=>Math.min(Math.max(r(u),o),a),h=u=>n+(c(u)-o)/(a-o)*(e-n-s),f=u=>r(u)>=o&&r(u)<=a;return{at:h,ticks:(t?I_(o,a):L_(o,a)).filter(f),has:f}}function I_(i,t){let e=[];for(let r=Math.floor(i);r<=Math.ceil(t);r+=1)e.push(r);let n=Math.max(1,Math.ceil(e.length/7)),s=e.filter(r=>r%n===0).map(r=>10**r);return t-i>1.7?s:s.flatMap(r=>[r,2*r,5*r])}function L_(i,t){let e=(t-i)/5,n=10**Math.floor(Math.log10(e)),s=[1,2,5,10].find(o=>o*n>=e)*n,r=[];for(let o=Math.ceil(i/s)*s;o<=t;o+=s)r.push(Number(o.toPrecision(10)));return r}var No={reproduced:["#1a7f4b","#ffffff","✓"],held:["#1a7f4b","#ffffff","✓"],shifted:["#8ecae6","#10222b","≈"],"mechanism only":["#8ecae6","#10222b","m"],"depends on …":["#8ecae6","#10222b","…"],contradicted:["#b3261e","#ffffff","✗"],failed:["#b3261e","#ffffff","✗"],"error in the paper":["#6a3d9a","#ffffff","!"],undecided:["#e9c46a","#2b2210","?"],"not testable here":["#9aa4ad","#10161b","–"]},D_=40,N_=[["","any"],["sure","95 % of draws or more"],["unsure","less than 95 % of draws"],["none","not drawn"]];function Id(i,{data:t,go:e},n){let s={paper:"",verdict:"",stability:"",text:"",id:""},r=A("div",{class:"row"}),o=A("div",{}),a=A("p",{class:"note",role:"status"}),l=d=>(!s.paper||d.paper===s.paper)&&(!s.verdict||d.verdict===s.verdict)&&U_(d,s.stability)&&`${d.id} ${d.says} ${d.place} ${d.caveat}`.toLowerCase().includes(s.text.toLowerCase()),c=()=>{let d=t.claims.filter(l);a.textContent=`${mn(d.length,"claim")} of ${t.claims.length}`,Gt(o,O_(d,t).map(([g,x])=>A("details",{open:d.length<=D_||x.some(m=>m.id===s.id)},A("summary",{},`${g}: ${mn(x.length,"claim")}`),x.map(m=>B_(m,t,e))))),n(s)},h=d=>g=>{s[d]=g,s.id="",c()},f=()=>{let d=t.papers.map(p=>[p.key,p.year?`${p.key}`:"our own hypotheses"]),g=[...new Set(t.claims.map(p=>p.verdict))].map(p=>[p,p]),x=ki("search"),m=A("input",{type:"search",id:x,value:s.text,input:p=>h("text")(p.target.value)});Gt(r,Le("Paper",[["","all"],...d],s.paper,h("paper")),Le("Verdict",[["","all"],...g],s.verdict,h("verdict")),Le("Stability",N_,s.stability,h("stability")),A("span",{class:"field"},A("label",{for:x},"Text"),m))},u=d=>{Object.assign(s,{paper:"",verdict:"",stability:"",text:"",id:d}),f(),c();let g=document.getElementById(`claim-${d}`);g&&(g.open=!0,g.scrollIntoView({block:"start"}),g.querySelector("summary").focus())};return Gt(i,A("h2",{},"Claims"),F_(t,u),r,a,o),{show(d){if([...d.keys()].length)for(let g of Object.keys(s))s[g]=d.get(g)??"";f(),s.id?u(s.id):c()}}}function U_({stability:i},t){return t?t==="none"?i===null:i!==null&&i>=.95==(t==="sure"):!0}function O_(i,t){let e=({key:n,year:s,title:r})=>[s?r:"Our own hypotheses",i.filter(o=>o.paper===n)];return t.papers.map(e).filter(([,n])=>n.length>0)}function F_(i,t){let e=r=>{let o=i.claims.filter(a=>a.paper===r.key).map(a=>{let[l,c,h]=No[a.verdict]??No.undecided,f=`${a.id}, ${a.place}: ${a.words}`;return A("button",{type:"button",title:f,"aria-label":f,style:{background:l,color:c},click:()=>t(a.id)},h)});return o.length>0&&A("div",{},A("h3",{},r.year?`${r.title}`:"Our own hypotheses"),r.claimed&&A("p",{},A("em",{},r.claimed),r.standing&&` ${r.standing[0].toUpperCase()}${r.standing.slice(1)}.`),A("div",{class:"strip"},o))},s=Object.entries(No).filter(([r])=>i.claims.some(o=>o.verdict===r)).map(([r])=>A("span",{class:"key"},Ld(r,r)));return[A("div",{class:"row"},s),i.papers.map(e)]}function Ld(i,t){let[e,n,s]=No[i]??No.undecided;return A("span",{class:"badge",style:{background:e,color:n}},`${s} ${t}`)}function B_(i,t,e){let n=A("div",{}),s=A("details",{class:"claim",id:`claim-${i.id}`,toggle:()=>s.open&&!n.firstChild&&Gt(n,k_(i,t,e))},A("summary",{},Ld(i.verdict,i.words),A("span",{class:"note"},`${i.id} · ${i.paper}, ${i.place} · `),A("span",{class:"says"},i.says)),n);return s}function k_(i,t,e){let n=(a,...l)=>[A("dt",{},a),A("dd",{},l)],s=([a,l])=>[a,l&&a!==l&&[A("br"),A("strong",{},l)]],r=t.experiments.some(a=>a.id===i.experiment),o=()=>e("curves",new URLSearchParams({e:i.experiment}));return[Sd(i),A("dl",{},n("paper",s(i.stated)),n("ours",s(i.found)),i.reason&&n("reason",fi(i.reason)),n("rule",fi(i.rule)),i.changes.map(([a,l,c])=>n("changed",`${a}. Before: ${l}. ${c}`)),n("stability",z_(i)),i.others.length>0&&n("other runs",Ea([i])),n("caveat",fi(i.caveat)),n("again",A("code",{},i.command)," ",Ns("Copy",()=>i.command)),n("more",A("a",{href:i.link},"its section in the pages"),r&&[" · ",A("a",{href:`#curves?e=${i.experiment}`,click:o},"its curves")]))]}function z_({stability:i,runs:t}){return`${[i!==null?`${Math.round(i*100)} % of the draws of the samples have this verdict`:"not drawn: only counts, or not decided",t&&`${t[0]} of ${mn(t[1],"recorded run")} of this machine on its scenes agree`].filter(Boolean).join("; ")}.`}var tn="u-",V_="uplot",H_=tn+"hz",G_=tn+"vt",W_=tn+"title",X_=tn+"wrap",$_=tn+"under",q_=tn+"over",Y_=tn+"axis",zs=tn+"off",Z_=tn+"select",J_=tn+"cursor-x",K_=tn+"cursor-y",j_=tn+"cursor-pt",Q_=tn+"legend",tx=tn+"live",ex=tn+"inline",nx=tn+"series",ix=tn+"marker",Dd=tn+"label",sx=tn+"value",Fo="width",Bo="height",Uo="top",Nd="bottom",Ar="left",Nc="right",Jc="#000",Ud=Jc+"0",Od="mousemove",Fd="mousedown",Uc="mouseup",Bd="mouseenter",kd="mouseleave",zd="dblclick",rx="resize",ox="scroll",Vd="change",Pa="dppxchange",Kc="--",Ur=typeof window<"u",zc=Ur?document:null,Rr=Ur?window:null,ax=Ur?navigator:null,ye,Ta;function Vc(){let i=devicePixelRatio;ye!=i&&(ye=i,Ta&&Gc(Vd,Ta,Vc),Ta=matchMedia(`(min-resolution: ${ye-.001}dppx) and (max-resolution: ${ye+.001}dppx)`),Vs(Vd,Ta,Vc),Rr.dispatchEvent(new CustomEvent(Pa)))}function Gn(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function Hc(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Be(i,t,e){i.style[t]=e+"px"}function di(i,t,e,n){let s=zc.createElement(i);return t!=null&&Gn(s,t),e?.insertBefore(s,n),s}function ii(i,t){return di("div",i,t)}var Hd=new WeakMap;function Ai(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Hd.get(i);r!=o&&(i.style.transform=r,Hd.set(i,r),t<0||e<0||t>n||e>s?Gn(i,zs):Hc(i,zs))}var Gd=new WeakMap;function Wd(i,t,e){let n=t+e,s=Gd.get(i);n!=s&&(Gd.set(i,n),i.style.background=t,i.style.borderColor=e)}var Xd=new WeakMap;function $d(i,t,e,n){let s=t+""+e,r=Xd.get(i);s!=r&&(Xd.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var jc={passive:!0},lx={...jc,capture:!0};function Vs(i,t,e,n){t.addEventListener(i,e,n?lx:jc)}function Gc(i,t,e,n){t.removeEventListener(i,e,jc)}Ur&&Vc();function pi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Wn((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Pr(i,t,e,n){for(let s=n==1?t:e;s>=t&&s<=e;s+=n)if(i[s]!=null)return s;return-1}function cx(i,t,e,n){let s=fe,r=-fe;if(n==1)s=i[t],r=i[e];else if(n==-1)s=i[e],r=i[t];else for(let o=t;o<=e;o++){let a=i[o];a!=null&&(a<s&&(s=a),a>r&&(r=a))}return[s,r]}function hx(i,t,e){let n=fe,s=-fe;for(let r=t;r<=e;r++){let o=i[r];o!=null&&o>0&&(o<n&&(n=o),o>s&&(s=o))}return[n,s]}function Da(i,t,e,n){let s=Zd(i),r=Zd(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Hi:vp,a=s==1?Wn:si,l=r==1?si:Wn,c=a(o(Qe(i))),h=l(o(Qe(t))),f=Ir(e,c),u=Ir(e,h);return e==10&&(c<0&&(f=De(f,-c)),h<0&&(u=De(u,-h))),n||e==2?(i=f*s,t=u*r):(i=Sp(i,f),t=Na(t,u)),[i,t]}function Qc(i,t,e,n){let s=Da(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var th=.1,qd={mode:3,pad:th},zo={pad:0,soft:null,mode:0},ux={min:zo,max:zo};function Ia(i,t,e,n){return Ua(e)?Yd(i,t,e):(zo.pad=e,zo.soft=n?0:null,zo.mode=n?3:0,Yd(i,t,ux))}function _e(i,t){return i??t}function fx(i,t,e){for(t=_e(t,0),e=_e(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Yd(i,t,e){let n=e.min,s=e.max,r=_e(n.pad,0),o=_e(s.pad,0),a=_e(n.hard,-fe),l=_e(s.hard,fe),c=_e(n.soft,fe),h=_e(s.soft,-fe),f=_e(n.mode,0),u=_e(s.mode,0),d=t-i,g=Hi(d),x=_n(Qe(i),Qe(t)),m=Hi(x),p=Qe(m-g);(d<1e-24||p>10)&&(d=0,(i==0||t==0)&&(d=1e-24,f==2&&c!=fe&&(r=0),u==2&&h!=-fe&&(o=0)));let T=d||x||1e3,S=Hi(T),b=Ir(10,Wn(S)),N=T*(d==0?i==0?.1:1:r),D=De(Sp(i-N,b/10),24),I=i>=c&&(f==1||f==3&&D<=c||f==2&&D>=c)?c:fe,U=_n(a,D<I&&i>=I?I:ri(I,D)),E=T*(d==0?t==0?.1:1:o),v=De(Na(t+E,b/10),24),C=t<=h&&(u==1||u==3&&v>=h||u==2&&v<=h)?h:-fe,W=ri(l,v>C&&t<=C?C:_n(C,v));return U==W&&U==0&&(W=100),[U,W]}var dx=new Intl.NumberFormat(Ur?ax.language:"en-US"),eh=i=>dx.format(i),Xn=Math,Ra=Xn.PI,Qe=Xn.abs,Wn=Xn.floor,je=Xn.round,si=Xn.ceil,ri=Xn.min,_n=Xn.max,Ir=Xn.pow,Zd=Xn.sign,Hi=Xn.log10,vp=Xn.log2,px=(i,t=1)=>Xn.sinh(i)*t,Oc=(i,t=1)=>Xn.asinh(i/t),fe=1/0;function Jd(i){return(Hi((i^i>>31)-(i>>31))|0)+1}function Wc(i,t,e){return ri(_n(i,t),e)}function ue(i){return typeof i=="function"?i:()=>i}var mx=()=>{},Mp=i=>i,bp=(i,t)=>t,gx=i=>null,Kd=i=>!0,jd=(i,t)=>i==t,_x=/\.\d*?(?=9{6,}|0{6,})/gm,Hs=i=>{if(Ep(i)||us.has(i))return i;let t=`${i}`,e=t.match(_x);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Hs(s)}e${r}`}return De(i,n)};function Bs(i,t){return Hs(De(Hs(i/t))*t)}function Na(i,t){return Hs(si(Hs(i/t))*t)}function Sp(i,t){return Hs(Wn(Hs(i/t))*t)}function De(i,t=0){if(Ep(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return je(n)/e}var us=new Map;function wp(i){return((""+i).split(".")[1]||"").length}function Ho(i,t,e,n){let s=[],r=n.map(wp);for(let o=t;o<e;o++){let a=Qe(o),l=De(Ir(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,f=(o>=0?0:a)+(o>=r[c]?0:r[c]),u=i==10?h:De(h,f);s.push(u),us.set(u,f)}}return s}var Vo={},nh=[],Lr=[null,null],hs=Array.isArray,Ep=Number.isInteger,xx=i=>i===void 0;function Qd(i){return typeof i=="string"}function Ua(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function yx(i){return i!=null&&typeof i=="object"}var vx=Object.getPrototypeOf(Uint8Array),Tp="__proto__";function Dr(i,t=Ua){let e;if(hs(i)){let n=i.find(s=>s!=null);if(hs(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Dr(i[s],t)}else e=i.slice()}else if(i instanceof vx)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Tp&&(e[n]=Dr(i[n],t))}else e=i;return e}function Ze(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Tp&&(Ua(i[s])?Ze(i[s],Dr(n[s])):i[s]=Dr(n[s]))}return i}var Mx=0,bx=1,Sx=2;function wx(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function Ex(i,t){if(Cx(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return Rx(o[0])||(o=Ax(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],f=Array(s).fill(void 0),u=t?t[o][c]:bx,d=[];for(let g=0;g<h.length;g++){let x=h[g],m=r.get(l[g]);x===null?u!=Mx&&(f[m]=x,u==Sx&&d.push(m)):f[m]=x}wx(f,d,s),n.push(f)}}return n}var Tx=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function Ax(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function Cx(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function Rx(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=_n(1,Wn((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Ap=["January","February","March","April","May","June","July","August","September","October","November","December"],Cp=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Rp(i){return i.slice(0,3)}var Px=Cp.map(Rp),Ix=Ap.map(Rp),Lx={MMMM:Ap,MMM:Ix,WWWW:Cp,WWW:Px};function Oo(i){return(i<10?"0":"")+i}function Dx(i){return(i<10?"00":i<100?"0":"")+i}var Nx={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>Oo(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Oo(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>Oo(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Oo(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Oo(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>Dx(i.getMilliseconds())};function ih(i,t){t=t||Lx;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?Nx[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Ux=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Ox(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==Ux?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var Pp=i=>i%1==0,La=[1,2,2.5,5],Fx=Ho(10,-32,0,La),Ip=Ho(10,0,32,La),Bx=Ip.filter(Pp),ks=Fx.concat(Ip),sh=`
`,Lp="{YYYY}",tp=sh+Lp,Dp="{M}/{D}",ko=sh+Dp,Aa=ko+"/{YY}",Np="{aa}",kx="{h}:{mm}",Cr=kx+Np,ep=sh+Cr,np=":{ss}",be=null;function Up(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ho(10,0,3,La).filter(Pp):Ho(10,-3,0,La)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Lp,be,be,be,be,be,be,1],[s*28,"{MMM}",tp,be,be,be,be,be,1],[s,Dp,tp,be,be,be,be,be,1],[n,"{h}"+Np,Aa,be,ko,be,be,be,1],[e,Cr,Aa,be,ko,be,be,be,1],[t,np,Aa+" "+Cr,be,ko+" "+Cr,be,ep,be,1],[i,np+".{fff}",Aa+" "+Cr,be,ko+" "+Cr,be,ep,be,1]];function h(f){return(u,d,g,x,m,p)=>{let T=[],S=m>=o,b=m>=r&&m<o,N=f(g),D=De(N*i,3),I=Fc(N.getFullYear(),S?0:N.getMonth(),b||S?1:N.getDate()),U=De(I*i,3);if(b||S){let E=b?m/r:0,v=S?m/o:0,C=D==U?D:De(Fc(I.getFullYear()+v,I.getMonth()+E,1)*i,3),W=new Date(je(C/i)),G=W.getFullYear(),q=W.getMonth();for(let j=0;C<=x;j++){let Y=Fc(G+v*j,q+E*j,1),tt=Y-f(De(Y*i,3));C=De((+Y+tt)*i,3),C<=x&&T.push(C)}}else{let E=m>=s?s:m,v=Wn(g)-Wn(D),C=U+v+Na(D-U,E);T.push(C);let W=f(C),G=W.getHours()+W.getMinutes()/e+W.getSeconds()/n,q=m/n,j=u.axes[d]._space,Y=p/j;for(;C=De(C+m,i==1?0:3),!(C>x);)if(q>1){let tt=Wn(De(G+q,6))%24,ot=f(C).getHours()-tt;ot>1&&(ot=-1),C-=ot*n,G=(G+q)%24;let mt=T[T.length-1];De((C-mt)/m,3)*Y>=.7&&T.push(C)}else T.push(C)}return T}}return[l,c,h]}var[zx,Vx,Hx]=Up(1),[Gx,Wx,Xx]=Up(.001);Ho(2,-53,53,[1]);function ip(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function sp(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,h,f,u,d;return n.map(g=>{let x=i(g),m=x.getFullYear(),p=x.getMonth(),T=x.getDate(),S=x.getHours(),b=x.getMinutes(),N=x.getSeconds(),D=m!=l&&a[2]||p!=c&&a[3]||T!=h&&a[4]||S!=f&&a[5]||b!=u&&a[6]||N!=d&&a[7]||a[1];return l=m,c=p,h=T,f=S,u=b,d=N,D(x)})}}function $x(i,t){let e=ih(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function Fc(i,t,e){return new Date(i,t,e)}function rp(i,t){return t(i)}var qx="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function op(i,t){return(e,n,s,r)=>r==null?Kc:t(i(n))}function Yx(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function Zx(i,t){return i.series[t].fill(i,t)}var Jx={show:!0,live:!0,isolate:!1,mount:mx,markers:{show:!0,width:2,stroke:Yx,fill:Zx,dash:"solid"},idx:null,idxs:null,values:[]};function Kx(i,t){let e=i.cursor.points,n=ii(),s=e.size(i,t);Be(n,Fo,s),Be(n,Bo,s);let r=s/-2;Be(n,"marginLeft",r),Be(n,"marginTop",r);let o=e.width(i,t,s);return o&&Be(n,"borderWidth",o),n}function jx(i,t){let e=i.series[t].points;return e._fill||e._stroke}function Qx(i,t){let e=i.series[t].points;return e._stroke||e._fill}function ty(i,t){return i.series[t].points.size}var Bc=[0,0];function ey(i,t,e){return Bc[0]=t,Bc[1]=e,Bc}function Ca(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function kc(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var ny={show:!0,x:!0,y:!0,lock:!1,move:ey,points:{one:!1,show:Kx,size:ty,width:0,stroke:Qx,fill:jx},bind:{mousedown:Ca,mouseup:Ca,click:Ca,dblclick:Ca,mousemove:kc,mouseleave:kc,mouseenter:kc},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Op={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},rh=Ze({},Op,{filter:bp}),Fp=Ze({},rh,{size:10}),Bp=Ze({},Op,{show:!1}),oh='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',kp="bold "+oh,zp=1.5,ap={show:!0,scale:"x",stroke:Jc,space:50,gap:5,size:50,labelGap:0,labelSize:30,labelFont:kp,side:2,grid:rh,ticks:Fp,border:Bp,font:oh,lineGap:zp,rotate:0},iy="Value",sy="Time",lp={show:!0,scale:"x",auto:!1,sorted:1,min:fe,max:-fe,idxs:[]};function ry(i,t,e,n,s){return t.map(r=>r==null?"":eh(r))}function oy(i,t,e,n,s,r,o){let a=[],l=us.get(s)||0;e=o?e:De(Na(e,s),l);for(let c=e;c<=n;c=De(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Xc(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Hi:vp,h=Wn(c(e));s=Ir(l,h),l==10&&(s=ks[pi(s,ks)]);let f=e,u=s*l;l==10&&(u=ks[pi(u,ks)]);do a.push(f),f=f+s,l==10&&!us.has(f)&&(f=De(f,us.get(s))),f>=u&&(s=f,u=s*l,l==10&&(u=ks[pi(u,ks)]));while(f<=n);return a}function ay(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?Xc(i,t,_n(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?Xc(i,t,_n(l,-n),-e,s):[l]).reverse().map(u=>-u).concat(h,c)}var Vp=/./,ly=/[12357]/,cy=/[125]/,cp=/1/,$c=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function hy(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),f=l(9,o)-h>=c?Vp:l(7,o)-h>=c?ly:l(5,o)-h>=c?cy:cp;if(f==cp){let u=Qe(l(1,o)-h);if(u<c)return $c(t.slice().reverse(),a.distr,f,si(c/u)).reverse()}return $c(t,a.distr,f,1)}function uy(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=Qe(l(1,o)-l(2,o));return c<a?$c(t.slice().reverse(),3,Vp,si(a/c)).reverse():t}function fy(i,t,e,n){return n==null?Kc:t==null?"":eh(t)}var hp={show:!0,scale:"y",stroke:Jc,space:30,gap:5,size:50,labelGap:0,labelSize:30,labelFont:kp,side:3,grid:rh,ticks:Fp,border:Bp,font:oh,lineGap:zp,rotate:0};function dy(i,t){let e=3+(i||1)*2;return De(e*t,3)}function py(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=Qe(o-r),l=i.series[t],c=a/(l.points.space*ye);return n[1]-n[0]<=c}var up={scale:null,auto:!0,sorted:0,min:fe,max:-fe},Hp=(i,t,e,n,s)=>s,fp={show:!0,auto:!0,sorted:0,gaps:Hp,alpha:1,facets:[Ze({},up,{scale:"x"}),Ze({},up,{scale:"y"})]},dp={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Hp,alpha:1,points:{show:py,filter:null},values:null,min:fe,max:-fe,idxs:[],path:null,clip:null};function my(i,t,e,n,s){return e/10}var Gp={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},gy=Ze({},Gp,{time:!1,ori:1}),pp={};function Wp(i,t){let e=pp[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(pp[i]=e)),e}var Nr=1,qc=2;function Gs(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],f=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,d=a.top,g=a.width,x=a.height,m=i.valToPosH,p=i.valToPosV;return h.ori==0?e(s,l,c,h,f,m,p,u,d,g,x,Fa,Or,ka,$p,Yp):e(s,l,c,h,f,p,m,d,u,x,g,Ba,Fr,ch,qp,Zp)}function ah(i,t){let e=0,n=0,s=_e(i.bands,nh);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function _y(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Gi(i,t,e,n,s,r){return Gs(i,t,(o,a,l,c,h,f,u,d,g,x,m)=>{let p=o.pxRound,T=c.dir*(c.ori==0?1:-1),S=c.ori==0?Or:Fr,b,N;T==1?(b=e,N=n):(b=n,N=e);let D=p(f(a[b],c,x,d)),I=p(u(l[b],h,m,g)),U=p(f(a[N],c,x,d)),E=p(u(r==1?h.max:h.min,h,m,g)),v=new Path2D(s);return S(v,U,E),S(v,D,E),S(v,D,I),v})}function Oa(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?ka:ch,l=e;for(let f=0;f<i.length;f++){let u=i[f];if(u[1]>u[0]){let d=u[0]-l;d>0&&a(o,l,n,d,n+r),l=u[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function xy(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function lh(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let f=c,u=c;if(s==1)for(;++c<=n&&t[c]===null;)u=c;else for(;--c>=e&&t[c]===null;)u=c;let d=r(i[f]),g=u==f?d:r(i[u]),x=f-s;d=o<=0&&x>=0&&x<l?r(i[x]):d;let p=u+s;g=o>=0&&p>=0&&p<l?r(i[p]):g,g>=d&&a.push([d,g])}return a}function mp(i){return i==0?Mp:i==1?je:t=>Bs(t,i)}function Xp(i){let t=i==0?Fa:Ba,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=ri(c,a/2,l/2),h=ri(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var Fa=(i,t,e)=>{i.moveTo(t,e)},Ba=(i,t,e)=>{i.moveTo(e,t)},Or=(i,t,e)=>{i.lineTo(t,e)},Fr=(i,t,e)=>{i.lineTo(e,t)},ka=Xp(0),ch=Xp(1),$p=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},qp=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},Yp=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},Zp=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Jp(i){return(t,e,n,s,r)=>Gs(t,e,(o,a,l,c,h,f,u,d,g,x,m)=>{let{pxRound:p,points:T}=o,S,b;c.ori==0?(S=Fa,b=$p):(S=Ba,b=qp);let N=De(T.width*ye,3),D=(T.size-T.width)/2*ye,I=De(D*2,3),U=new Path2D,E=new Path2D,{left:v,top:C,width:W,height:G}=t.bbox;ka(E,v-I,C-I,W+I*2,G+I*2);let q=j=>{if(l[j]!=null){let Y=p(f(a[j],c,x,d)),tt=p(u(l[j],h,m,g));S(U,Y+D,tt),b(U,Y,tt,D,0,Ra*2)}};if(r)r.forEach(q);else for(let j=n;j<=s;j++)q(j);return{stroke:N>0?U:null,fill:U,clip:E,flags:Nr|qc}})}function Kp(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var yy=Kp(Or),vy=Kp(Fr);function jp(i){let t=_e(i?.alignGaps,0);return(e,n,s,r)=>Gs(e,n,(o,a,l,c,h,f,u,d,g,x,m)=>{let p=o.pxRound,T=dt=>p(f(dt,c,x,d)),S=dt=>p(u(dt,h,m,g)),b,N;c.ori==0?(b=Or,N=yy):(b=Fr,N=vy);let D=c.dir*(c.ori==0?1:-1),I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Nr},U=I.stroke,E=fe,v=-fe,C,W,G,q=T(a[D==1?s:r]),j=Pr(l,s,r,1*D),Y=Pr(l,s,r,-1*D),tt=T(a[j]),Q=T(a[Y]),ht=!1;for(let dt=D==1?s:r;dt>=s&&dt<=r;dt+=D){let Xt=T(a[dt]),J=l[dt];Xt==q?J!=null?(W=S(J),E==fe&&(b(U,Xt,W),C=W),E=ri(W,E),v=_n(W,v)):J===null&&(ht=!0):(E!=fe&&(N(U,q,E,v,C,W),G=q),J!=null?(W=S(J),b(U,Xt,W),E=v=C=W):(E=fe,v=-fe,J===null&&(ht=!0)),q=Xt)}E!=fe&&E!=v&&G!=q&&N(U,q,E,v,C,W);let[ot,mt]=ah(e,n);if(o.fill!=null||ot!=0){let dt=I.fill=new Path2D(U),Xt=o.fillTo(e,n,o.min,o.max,ot),J=S(Xt);b(dt,Q,J),b(dt,tt,J)}if(!o.spanGaps){let dt=[];ht&&dt.push(...lh(a,l,s,r,D,T,t)),I.gaps=dt=o.gaps(e,n,s,r,dt),I.clip=Oa(dt,c.ori,d,g,x,m)}return mt!=0&&(I.band=mt==2?[Gi(e,n,s,r,U,-1),Gi(e,n,s,r,U,1)]:Gi(e,n,s,r,U,mt)),I})}function My(i){let t=_e(i.align,1),e=_e(i.ascDesc,!1),n=_e(i.alignGaps,0),s=_e(i.extend,!1);return(r,o,a,l)=>Gs(r,o,(c,h,f,u,d,g,x,m,p,T,S)=>{let b=c.pxRound,{left:N,width:D}=r.bbox,I=ot=>b(g(ot,u,T,m)),U=ot=>b(x(ot,d,S,p)),E=u.ori==0?Or:Fr,v={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Nr},C=v.stroke,W=u.dir*(u.ori==0?1:-1);a=Pr(f,a,l,1),l=Pr(f,a,l,-1);let G=U(f[W==1?a:l]),q=I(h[W==1?a:l]),j=q,Y=q;s&&t==-1&&(Y=N,E(C,Y,G)),E(C,q,G);for(let ot=W==1?a:l;ot>=a&&ot<=l;ot+=W){let mt=f[ot];if(mt==null)continue;let dt=I(h[ot]),Xt=U(mt);t==1?E(C,dt,G):E(C,j,Xt),E(C,dt,Xt),G=Xt,j=dt}let tt=j;s&&t==1&&(tt=N+D,E(C,tt,G));let[Q,ht]=ah(r,o);if(c.fill!=null||Q!=0){let ot=v.fill=new Path2D(C),mt=c.fillTo(r,o,c.min,c.max,Q),dt=U(mt);E(ot,tt,dt),E(ot,Y,dt)}if(!c.spanGaps){let ot=[];ot.push(...lh(h,f,a,l,W,I,n));let mt=c.width*ye/2,dt=e||t==1?mt:-mt,Xt=e||t==-1?-mt:mt;ot.forEach(J=>{J[0]+=dt,J[1]+=Xt}),v.gaps=ot=c.gaps(r,o,a,l,ot),v.clip=Oa(ot,u.ori,m,p,T,S)}return ht!=0&&(v.band=ht==2?[Gi(r,o,a,l,C,-1),Gi(r,o,a,l,C,1)]:Gi(r,o,a,l,C,ht)),v})}function gp(i,t,e,n,s,r,o=fe){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=Qe(i[l]-i[a]);h<c&&(c=h,o=Qe(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function by(i){i=i||Vo;let t=_e(i.size,[.6,fe,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ue(s),o=1-t[0],a=_e(t[1],fe),l=_e(t[2],1),c=_e(i.disp,Vo),h=_e(i.each,d=>{}),{fill:f,stroke:u}=c;return(d,g,x,m)=>Gs(d,g,(p,T,S,b,N,D,I,U,E,v,C)=>{let W=p.pxRound,G=e,q=n*ye,j=a*ye,Y=l*ye,tt,Q;b.ori==0?[tt,Q]=r(d,g):[Q,tt]=r(d,g);let ht=b.dir*(b.ori==0?1:-1),ot=b.ori==0?ka:ch,mt=b.ori==0?h:(K,nt,It,gt,vt,qt,at)=>{h(K,nt,It,vt,gt,at,qt)},dt=_e(d.bands,nh).find(K=>K.series[0]==g),Xt=dt!=null?dt.dir:0,J=p.fillTo(d,g,p.min,p.max,Xt),ct=W(I(J,N,C,E)),Lt,ut,Nt,Wt=v,Vt=W(p.width*ye),oe=!1,ee=null,we=null,V=null,Ke=null;f!=null&&(Vt==0||u!=null)&&(oe=!0,ee=f.values(d,g,x,m),we=new Map,new Set(ee).forEach(K=>{K!=null&&we.set(K,new Path2D)}),Vt>0&&(V=u.values(d,g,x,m),Ke=new Map,new Set(V).forEach(K=>{K!=null&&Ke.set(K,new Path2D)})));let{x0:se,size:jt}=c;if(se!=null&&jt!=null){G=1,T=se.values(d,g,x,m),se.unit==2&&(T=T.map(It=>d.posToVal(U+It*v,b.key,!0)));let K=jt.values(d,g,x,m);jt.unit==2?ut=K[0]*v:ut=D(K[0],b,v,U)-D(0,b,v,U),Wt=gp(T,S,D,b,v,U,Wt),Nt=Wt-ut+q}else Wt=gp(T,S,D,b,v,U,Wt),Nt=Wt*o+q,ut=Wt-Nt;Nt<1&&(Nt=0),Vt>=ut/2&&(Vt=0),Nt<5&&(W=Mp);let Ut=Nt>0,ve=Wt-Nt-(Ut?Vt:0);ut=W(Wc(ve,Y,j)),Lt=(G==0?ut/2:G==ht?0:ut)-G*ht*((G==0?q/2:0)+(Ut?Vt/2:0));let Bt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},R=oe?null:new Path2D,y=null;if(dt!=null)y=d.data[dt.series[1]];else{let{y0:K,y1:nt}=c;K!=null&&nt!=null&&(S=nt.values(d,g,x,m),y=K.values(d,g,x,m))}let k=tt*ut,it=Q*ut;for(let K=ht==1?x:m;K>=x&&K<=m;K+=ht){let nt=S[K];if(nt==null)continue;if(y!=null){let Ht=y[K]??0;if(nt-Ht==0)continue;ct=I(Ht,N,C,E)}let It=b.distr!=2||c!=null?T[K]:K,gt=D(It,b,v,U),vt=I(_e(nt,J),N,C,E),qt=W(gt-Lt),at=W(_n(vt,ct)),_t=W(ri(vt,ct)),kt=at-_t;if(nt!=null){let Ht=nt<0?it:k,bt=nt<0?k:it;oe?(Vt>0&&V[K]!=null&&ot(Ke.get(V[K]),qt,_t+Wn(Vt/2),ut,_n(0,kt-Vt),Ht,bt),ee[K]!=null&&ot(we.get(ee[K]),qt,_t+Wn(Vt/2),ut,_n(0,kt-Vt),Ht,bt)):ot(R,qt,_t+Wn(Vt/2),ut,_n(0,kt-Vt),Ht,bt),mt(d,g,K,qt-Vt/2,_t,ut+Vt,kt)}}return Vt>0?Bt.stroke=oe?Ke:R:oe||(Bt._fill=p.width==0?p._fill:p._stroke??p._fill,Bt.width=0),Bt.fill=oe?we:R,Bt})}function Sy(i,t){let e=_e(t?.alignGaps,0);return(n,s,r,o)=>Gs(n,s,(a,l,c,h,f,u,d,g,x,m,p)=>{let T=a.pxRound,S=tt=>T(u(tt,h,m,g)),b=tt=>T(d(tt,f,p,x)),N,D,I;h.ori==0?(N=Fa,I=Or,D=Yp):(N=Ba,I=Fr,D=Zp);let U=h.dir*(h.ori==0?1:-1);r=Pr(c,r,o,1),o=Pr(c,r,o,-1);let E=S(l[U==1?r:o]),v=E,C=[],W=[];for(let tt=U==1?r:o;tt>=r&&tt<=o;tt+=U)if(c[tt]!=null){let ht=l[tt],ot=S(ht);C.push(v=ot),W.push(b(c[tt]))}let G={stroke:i(C,W,N,I,D,T),fill:null,clip:null,band:null,gaps:null,flags:Nr},q=G.stroke,[j,Y]=ah(n,s);if(a.fill!=null||j!=0){let tt=G.fill=new Path2D(q),Q=a.fillTo(n,s,a.min,a.max,j),ht=b(Q);I(tt,v,ht),I(tt,E,ht)}if(!a.spanGaps){let tt=[];tt.push(...lh(l,c,r,o,U,S,e)),G.gaps=tt=a.gaps(n,s,r,o,tt),G.clip=Oa(tt,h.ori,g,x,m,p)}return Y!=0&&(G.band=Y==2?[Gi(n,s,r,o,q,-1),Gi(n,s,r,o,q,1)]:Gi(n,s,r,o,q,Y)),G})}function wy(i){return Sy(Ey,i)}function Ey(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),f=Array(o-1);for(let u=0;u<o-1;u++)h[u]=t[u+1]-t[u],f[u]=i[u+1]-i[u],c[u]=h[u]/f[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(f[u-1]+f[u])/((2*f[u]+f[u-1])/c[u-1]+(f[u]+2*f[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+f[u]/3,t[u]+l[u]*f[u]/3,i[u+1]-f[u]/3,t[u+1]-l[u+1]*f[u]/3,i[u+1],t[u+1])}return a}var Yc=new Set;function _p(){for(let i of Yc)i.syncRect(!0)}Ur&&(Vs(rx,Rr,_p),Vs(ox,Rr,_p,!0),Vs(Pa,Rr,()=>{gn.pxRatio=ye}));var Ty=jp(),Ay=Jp();function xp(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Zc(r,o,t,e))}function Cy(i,t){return i.map((e,n)=>n==0?{}:Ze({},t,e))}function Zc(i,t,e,n){return Ze({},t==0?e:n,i)}function Qp(i,t,e){return t==null?Lr:[t,e]}var Ry=Qp;function Py(i,t,e){return t==null?Lr:Ia(t,e,th,!0)}function tm(i,t,e,n){return t==null?Lr:Da(t,e,i.scales[n].log,!1)}var Iy=tm;function em(i,t,e,n){return t==null?Lr:Qc(t,e,i.scales[n].log,!1)}var Ly=em;function Dy(i,t,e,n,s){let r=_n(Jd(i),Jd(t)),o=t-i,a=pi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?us.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function yp(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=je((e=+s)*ye))+"px"),[i,t,e]}function Ny(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=De(t[2]*ye,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function gn(i,t,e){let n={mode:_e(i.mode,1)},s=n.mode;function r(_,M){return((M.distr==3?Hi(_>0?_:M.clamp(n,_,M.min,M.max,M.key)):M.distr==4?Oc(_,M.asinh):M.distr==100?M.fwd(_):_)-M._min)/(M._max-M._min)}function o(_,M,P,L){let B=r(_,M);return L+P*(M.dir==-1?1-B:B)}function a(_,M,P,L){let B=r(_,M);return L+P*(M.dir==-1?B:1-B)}function l(_,M,P,L){return M.ori==0?o(_,M,P,L):a(_,M,P,L)}n.valToPosH=o,n.valToPosV=a;let c=!1;n.status=0;let h=n.root=ii(V_);if(i.id!=null&&(h.id=i.id),Gn(h,i.class),i.title){let _=ii(W_,h);_.textContent=i.title}let f=di("canvas"),u=n.ctx=f.getContext("2d"),d=ii(X_,h);Vs("click",d,_=>{_.target===x&&(Ue!=mr||ze!=gr)&&pn.click(n,_)},!0);let g=n.under=ii($_,d);d.appendChild(f);let x=n.over=ii(q_,d);i=Dr(i);let m=+_e(i.pxAlign,1),p=mp(m);(i.plugins||[]).forEach(_=>{_.opts&&(i=_.opts(n,i)||i)});let T=i.ms||.001,S=n.series=s==1?xp(i.series||[],lp,dp,!1):Cy(i.series||[null],fp),b=n.axes=xp(i.axes||[],ap,hp,!0),N=n.scales={},D=n.bands=i.bands||[];D.forEach(_=>{_.fill=ue(_.fill||null),_.dir=_e(_.dir,-1)});let I=s==2?S[1].facets[0].scale:S[0].scale,U={axes:M0,series:Pe},E=(i.drawOrder||["axes","series"]).map(_=>U[_]);function v(_){let M=N[_];if(M==null){let P=(i.scales||Vo)[_]||Vo;if(P.from!=null)v(P.from),N[_]=Ze({},N[P.from],P,{key:_});else{M=N[_]=Ze({},_==I?Gp:gy,P),M.key=_;let L=M.time,B=M.range,$=hs(B);if((_!=I||s==2&&!L)&&($&&(B[0]==null||B[1]==null)&&(B={min:B[0]==null?qd:{mode:1,hard:B[0],soft:B[0]},max:B[1]==null?qd:{mode:1,hard:B[1],soft:B[1]}},$=!1),!$&&Ua(B))){let st=B;B=(lt,pt,Et)=>pt==null?Lr:Ia(pt,Et,st)}M.range=ue(B||(L?Ry:_==I?M.distr==3?Iy:M.distr==4?Ly:Qp:M.distr==3?tm:M.distr==4?em:Py)),M.auto=ue($?!1:M.auto),M.clamp=ue(M.clamp||my),M._min=M._max=null}}}v("x"),v("y"),s==1&&S.forEach(_=>{v(_.scale)}),b.forEach(_=>{v(_.scale)});for(let _ in i.scales)v(_);let C=N[I],W=C.distr,G,q;C.ori==0?(Gn(h,H_),G=o,q=a):(Gn(h,G_),G=a,q=o);let j={};for(let _ in N){let M=N[_];(M.min!=null||M.max!=null)&&(j[_]={min:M.min,max:M.max},M.min=M.max=null)}let Y=i.tzDate||(_=>new Date(je(_/T))),tt=i.fmtDate||ih,Q=T==1?Hx(Y):Xx(Y),ht=sp(Y,ip(T==1?Vx:Wx,tt)),ot=op(Y,rp(qx,tt)),mt=[],dt=n.legend=Ze({},Jx,i.legend),Xt=dt.show,J=dt.markers;dt.idxs=mt,J.width=ue(J.width),J.dash=ue(J.dash),J.stroke=ue(J.stroke),J.fill=ue(J.fill);let ct,Lt,ut,Nt=[],Wt=[],Vt,oe=!1,ee={};if(dt.live){let _=S[1]?S[1].values:null;oe=_!=null,Vt=oe?_(n,1,0):{_:0};for(let M in Vt)ee[M]=Kc}if(Xt)if(ct=di("table",Q_,h),ut=di("tbody",null,ct),dt.mount(n,ct),oe){Lt=di("thead",null,ct,ut);let _=di("tr",null,Lt);di("th",null,_);for(var we in Vt)di("th",Dd,_).textContent=we}else Gn(ct,ex),dt.live&&Gn(ct,tx);let V={show:!0},Ke={show:!1};function se(_,M){if(M==0&&(oe||!dt.live||s==2))return Lr;let P=[],L=di("tr",nx,ut,ut.childNodes[M]);Gn(L,_.class),_.show||Gn(L,zs);let B=di("th",null,L);if(J.show){let lt=ii(ix,B);if(M>0){let pt=J.width(n,M);pt&&(lt.style.border=pt+"px "+J.dash(n,M)+" "+J.stroke(n,M)),lt.style.background=J.fill(n,M)}}let $=ii(Dd,B);$.textContent=_.label,M>0&&(J.show||($.style.color=_.width>0?J.stroke(n,M):J.fill(n,M)),Ut("click",B,lt=>{if(Ct._lock)return;ae(lt);let pt=S.indexOf(_);if((lt.ctrlKey||lt.metaKey)!=dt.isolate){let Et=S.some((Tt,Pt)=>Pt>0&&Pt!=pt&&Tt.show);S.forEach((Tt,Pt)=>{Pt>0&&wi(Pt,Et?Pt==pt?V:Ke:V,!0,qe.setSeries)})}else wi(pt,{show:!_.show},!0,qe.setSeries)},!1),Di&&Ut(Bd,B,lt=>{Ct._lock||(ae(lt),wi(S.indexOf(_),xr,!0,qe.setSeries))},!1));for(var st in Vt){let lt=di("td",sx,L);lt.textContent="--",P.push(lt)}return[L,P]}let jt=new Map;function Ut(_,M,P,L=!0){let B=jt.get(M)||{},$=Ct.bind[_](n,M,P,L);$&&(Vs(_,M,B[_]=$),jt.set(M,B))}function ve(_,M,P){let L=jt.get(M)||{};for(let B in L)(_==null||B==_)&&(Gc(B,M,L[B]),delete L[B]);_==null&&jt.delete(M)}let Bt=0,R=0,y=0,k=0,it=0,K=0,nt=it,It=K,gt=y,vt=k,qt=0,at=0,_t=0,kt=0;n.bbox={};let Ht=!1,bt=!1,ne=!1,Yt=!1,xe=!1,O=!1;function xt(_,M,P){(P||_!=n.width||M!=n.height)&&et(_,M),ur(!1),ne=!0,bt=!0,fr()}function et(_,M){n.width=Bt=y=_,n.height=R=k=M,it=K=0,Qt(),ke();let P=n.bbox;qt=P.left=Bs(it*ye,.5),at=P.top=Bs(K*ye,.5),_t=P.width=Bs(y*ye,.5),kt=P.height=Bs(k*ye,.5)}let rt=3;function wt(){let _=!1,M=0;for(;!_;){M++;let P=y0(M),L=v0(M);_=M==rt||P&&L,_||(et(n.width,n.height),bt=!0)}}function St({width:_,height:M}){xt(_,M)}n.setSize=St;function Qt(){let _=!1,M=!1,P=!1,L=!1;b.forEach((B,$)=>{if(B.show&&B._show){let{side:st,_size:lt}=B,pt=st%2,Et=B.label!=null?B.labelSize:0,Tt=lt+Et;Tt>0&&(pt?(y-=Tt,st==3?(it+=Tt,L=!0):P=!0):(k-=Tt,st==0?(K+=Tt,_=!0):M=!0))}}),bi[0]=_,bi[1]=P,bi[2]=M,bi[3]=L,y-=Si[1]+Si[3],it+=Si[3],k-=Si[2]+Si[0],K+=Si[0]}function ke(){let _=it+y,M=K+k,P=it,L=K;function B($,st){switch($){case 1:return _+=st,_-st;case 2:return M+=st,M-st;case 3:return P-=st,P+st;case 0:return L-=st,L+st}}b.forEach(($,st)=>{if($.show&&$._show){let lt=$.side;$._pos=B(lt,$._size),$.label!=null&&($._lpos=B(lt,$.labelSize))}})}let Ct=n.cursor=Ze({},ny,{drag:{y:s==2}},i.cursor);if(Ct.dataIdx==null){let _=Ct.hover,M=_.skip=new Set(_.skip??[]);M.add(void 0);let P=_.prox=ue(_.prox),L=_.bias??(_.bias=0);Ct.dataIdx=(B,$,st,lt)=>{if($==0)return st;let pt=st,Et=P(B,$,st,lt)??fe,Tt=Et>=0&&Et<fe,Pt=C.ori==0?y:k,Jt=Ct.left,Ie=t[0],de=t[$];if(M.has(de[st])){pt=null;let le=null,te=null,zt;if(L==0||L==-1)for(zt=st;le==null&&zt-- >0;)M.has(de[zt])||(le=zt);if(L==0||L==1)for(zt=st;te==null&&zt++<de.length;)M.has(de[zt])||(te=zt);if(le!=null||te!=null)if(Tt){let Te=le==null?-1/0:G(Ie[le],C,Pt,0),We=te==null?1/0:G(Ie[te],C,Pt,0),He=Jt-Te,Fe=We-Jt;He<=Fe?He<=Et&&(pt=le):Fe<=Et&&(pt=te)}else pt=te==null?le:le==null?te:st-le<=te-st?le:te}else Tt&&Qe(Jt-G(Ie[st],C,Pt,0))>Et&&(pt=null);return pt}}let ae=_=>{Ct.event=_};Ct.idxs=mt,Ct._lock=!1;let Ee=Ct.points;Ee.show=ue(Ee.show),Ee.size=ue(Ee.size),Ee.stroke=ue(Ee.stroke),Ee.width=ue(Ee.width),Ee.fill=ue(Ee.fill);let rn=n.focus=Ze({},i.focus||{alpha:.3},Ct.focus),Di=rn.prox>=0,Ni=Di&&Ee.one,$e=[],Mi=[],Ui=[];function Mo(_,M){let P=Ee.show(n,M);if(P)return Gn(P,j_),Gn(P,_.class),Ai(P,-10,-10,y,k),x.insertBefore(P,$e[M]),P}function As(_,M){if(s==1||M>0){let P=s==1&&N[_.scale].time,L=_.value;_.value=P?Qd(L)?op(Y,rp(L,tt)):L||ot:L||fy,_.label=_.label||(P?sy:iy)}if(Ni||M>0){_.width=_.width==null?1:_.width,_.paths=_.paths||Ty||gx,_.fillTo=ue(_.fillTo||_y),_.pxAlign=+_e(_.pxAlign,m),_.pxRound=mp(_.pxAlign),_.stroke=ue(_.stroke||null),_.fill=ue(_.fill||null),_._stroke=_._fill=_._paths=_._focus=null;let P=dy(_n(1,_.width),1),L=_.points=Ze({},{size:P,width:_n(1,P*.2),stroke:_.stroke,space:P*2,paths:Ay,_stroke:null,_fill:null},_.points);L.show=ue(L.show),L.filter=ue(L.filter),L.fill=ue(L.fill),L.stroke=ue(L.stroke),L.paths=ue(L.paths),L.pxAlign=_.pxAlign}if(Xt){let P=se(_,M);Nt.splice(M,0,P[0]),Wt.splice(M,0,P[1]),dt.values.push(null)}if(Ct.show){mt.splice(M,0,null);let P=null;Ni?M==0&&(P=Mo(_,M)):M>0&&(P=Mo(_,M)),$e.splice(M,0,P),Mi.splice(M,0,0),Ui.splice(M,0,0)}cn("addSeries",M)}function ca(_,M){M=M??S.length,_=s==1?Zc(_,M,lp,dp):Zc(_,M,{},fp),S.splice(M,0,_),As(S[M],M)}n.addSeries=ca;function hr(_){if(S.splice(_,1),Xt){dt.values.splice(_,1),Wt.splice(_,1);let M=Nt.splice(_,1)[0];ve(null,M.firstChild),M.remove()}Ct.show&&(mt.splice(_,1),$e.splice(_,1)[0].remove(),Mi.splice(_,1),Ui.splice(_,1)),cn("delSeries",_)}n.delSeries=hr;let bi=[!1,!1,!1,!1];function ha(_,M){if(_._show=_.show,_.show){let P=_.side%2,L=N[_.scale];L==null&&(_.scale=P?S[1].scale:I,L=N[_.scale]);let B=L.time;_.size=ue(_.size),_.space=ue(_.space),_.rotate=ue(_.rotate),hs(_.incrs)&&_.incrs.forEach(st=>{!us.has(st)&&us.set(st,wp(st))}),_.incrs=ue(_.incrs||(L.distr==2?Bx:B?T==1?zx:Gx:ks)),_.splits=ue(_.splits||(B&&L.distr==1?Q:L.distr==3?Xc:L.distr==4?ay:oy)),_.stroke=ue(_.stroke),_.grid.stroke=ue(_.grid.stroke),_.ticks.stroke=ue(_.ticks.stroke),_.border.stroke=ue(_.border.stroke);let $=_.values;_.values=hs($)&&!hs($[0])?ue($):B?hs($)?sp(Y,ip($,tt)):Qd($)?$x(Y,$):$||ht:$||ry,_.filter=ue(_.filter||(L.distr>=3&&L.log==10?hy:L.distr==3&&L.log==2?uy:bp)),_.font=yp(_.font),_.labelFont=yp(_.labelFont),_._size=_.size(n,null,M,0),_._space=_._rotate=_._incrs=_._found=_._splits=_._values=null,_._size>0&&(bi[M]=!0,_._el=ii(Y_,d))}}function Cs(_,M,P,L){let[B,$,st,lt]=P,pt=M%2,Et=0;return pt==0&&(lt||$)&&(Et=M==0&&!B||M==2&&!st?je(ap.size/3):0),pt==1&&(B||st)&&(Et=M==1&&!$||M==3&&!lt?je(hp.size/2):0),Et}let ua=n.padding=(i.padding||[Cs,Cs,Cs,Cs]).map(_=>ue(_e(_,Cs))),Si=n._padding=ua.map((_,M)=>_(n,M,bi,0)),w,F=null,X=null,Z=s==1?S[0].idxs:null,z=null,ft=!1;function Mt(_,M){if(t=_??[],n.data=n._data=t,s==2){w=0;for(let P=1;P<S.length;P++)w+=t[P][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),z=t[0],w=z.length;let P=t;if(W==2){P=t.slice();let L=P[0]=Array(w);for(let B=0;B<w;B++)L[B]=B}n._data=t=P}if(ur(!0),cn("setData"),W==2&&(ne=!0),M!==!1){let P=C;P.auto(n,ft)?Ot():ss(I,P.min,P.max),Yt=Yt||Ct.left>=0,O=!0,fr()}}n.setData=Mt;function Ot(){ft=!0;let _,M;s==1&&(w>0?(F=Z[0]=0,X=Z[1]=w-1,_=t[0][F],M=t[0][X],W==2?(_=F,M=X):_==M&&(W==3?[_,M]=Da(_,_,C.log,!1):W==4?[_,M]=Qc(_,_,C.log,!1):C.time?M=_+je(86400/T):[_,M]=Ia(_,M,th,!0))):(F=Z[0]=_=null,X=Z[1]=M=null)),ss(I,_,M)}let Dt,$t,Zt,Ft,he,Me,Se,on,pe,Rt;function jn(_,M,P,L,B,$){_??(_=Ud),P??(P=nh),L??(L="butt"),B??(B=Ud),$??($="round"),_!=Dt&&(u.strokeStyle=Dt=_),B!=$t&&(u.fillStyle=$t=B),M!=Zt&&(u.lineWidth=Zt=M),$!=he&&(u.lineJoin=he=$),L!=Me&&(u.lineCap=Me=L),P!=Ft&&u.setLineDash(Ft=P)}function me(_,M,P,L){M!=$t&&(u.fillStyle=$t=M),_!=Se&&(u.font=Se=_),P!=on&&(u.textAlign=on=P),L!=pe&&(u.textBaseline=pe=L)}function bn(_,M,P,L,B=0){if(L.length>0&&_.auto(n,ft)&&(M==null||M.min==null)){let $=_e(F,0),st=_e(X,L.length-1),lt=P.min==null?_.distr==3?hx(L,$,st):cx(L,$,st,B):[P.min,P.max];_.min=ri(_.min,P.min=lt[0]),_.max=_n(_.max,P.max=lt[1])}}let Oi={min:null,max:null};function Sn(){for(let L in N){let B=N[L];j[L]==null&&(B.min==null||j[I]!=null&&B.auto(n,ft))&&(j[L]=Oi)}for(let L in N){let B=N[L];j[L]==null&&B.from!=null&&j[B.from]!=null&&(j[L]=Oi)}j[I]!=null&&ur(!0);let _={};for(let L in j){let B=j[L];if(B!=null){let $=_[L]=Dr(N[L],yx);if(B.min!=null)Ze($,B);else if(L!=I||s==2)if(w==0&&$.from==null){let st=$.range(n,null,null,L);$.min=st[0],$.max=st[1]}else $.min=fe,$.max=-fe}}if(w>0){S.forEach((L,B)=>{if(s==1){let $=L.scale,st=j[$];if(st==null)return;let lt=_[$];if(B==0){let pt=lt.range(n,lt.min,lt.max,$);lt.min=pt[0],lt.max=pt[1],F=pi(lt.min,t[0]),X=pi(lt.max,t[0]),X-F>1&&(t[0][F]<lt.min&&F++,t[0][X]>lt.max&&X--),L.min=z[F],L.max=z[X]}else L.show&&L.auto&&bn(lt,st,L,t[B],L.sorted);L.idxs[0]=F,L.idxs[1]=X}else if(B>0&&L.show&&L.auto){let[$,st]=L.facets,lt=$.scale,pt=st.scale,[Et,Tt]=t[B],Pt=_[lt],Jt=_[pt];Pt!=null&&bn(Pt,j[lt],$,Et,$.sorted),Jt!=null&&bn(Jt,j[pt],st,Tt,st.sorted),L.min=st.min,L.max=st.max}});for(let L in _){let B=_[L],$=j[L];if(B.from==null&&($==null||$.min==null)){let st=B.range(n,B.min==fe?null:B.min,B.max==-fe?null:B.max,L);B.min=st[0],B.max=st[1]}}}for(let L in _){let B=_[L];if(B.from!=null){let $=_[B.from];if($.min==null)B.min=B.max=null;else{let st=B.range(n,$.min,$.max,L);B.min=st[0],B.max=st[1]}}}let M={},P=!1;for(let L in _){let B=_[L],$=N[L];if($.min!=B.min||$.max!=B.max){$.min=B.min,$.max=B.max;let st=$.distr;$._min=st==3?Hi($.min):st==4?Oc($.min,$.asinh):st==100?$.fwd($.min):$.min,$._max=st==3?Hi($.max):st==4?Oc($.max,$.asinh):st==100?$.fwd($.max):$.max,M[L]=P=!0}}if(P){S.forEach((L,B)=>{s==2?B>0&&M.y&&(L._paths=null):M[L.scale]&&(L._paths=null)});for(let L in M)ne=!0,cn("setScale",L);Ct.show&&Ct.left>=0&&(Yt=O=!0)}for(let L in j)j[L]=null}function Rs(_){let M=Wc(F-1,0,w-1),P=Wc(X+1,0,w-1);for(;_[M]==null&&M>0;)M--;for(;_[P]==null&&P<w-1;)P++;return[M,P]}function Pe(){w>0&&(S.forEach((_,M)=>{if(M>0&&_.show&&(Vn(M,!1),Vn(M,!0),_._paths==null)){Rt!=_.alpha&&(u.globalAlpha=Rt=_.alpha);let P=s==2?[0,t[M][0].length-1]:Rs(t[M]);_._paths=_.paths(n,M,P[0],P[1]),Rt!=1&&(u.globalAlpha=Rt=1)}}),S.forEach((_,M)=>{if(M>0&&_.show){Rt!=_.alpha&&(u.globalAlpha=Rt=_.alpha),_._paths!=null&&ns(M,!1);{let P=_._paths!=null?_._paths.gaps:null,L=_.points.show(n,M,F,X,P),B=_.points.filter(n,M,L,P);(L||B)&&(_.points._paths=_.points.paths(n,M,F,X,B),ns(M,!0))}Rt!=1&&(u.globalAlpha=Rt=1),cn("drawSeries",M)}}))}function Vn(_,M){let P=M?S[_].points:S[_];P._stroke=P.stroke(n,_),P._fill=P.fill(n,_)}function ns(_,M){let P=M?S[_].points:S[_],{stroke:L,fill:B,clip:$,flags:st,_stroke:lt=P._stroke,_fill:pt=P._fill,_width:Et=P.width}=P._paths;Et=De(Et*ye,3);let Tt=null,Pt=Et%2/2;M&&pt==null&&(pt=Et>0?"#fff":lt);let Jt=P.pxAlign==1&&Pt>0;if(Jt&&u.translate(Pt,Pt),!M){let Ie=qt-Et/2,de=at-Et/2,le=_t+Et,te=kt+Et;Tt=new Path2D,Tt.rect(Ie,de,le,te)}M?Qn(lt,Et,P.dash,P.cap,pt,L,B,st,$):Un(_,lt,Et,P.dash,P.cap,pt,L,B,st,Tt,$),Jt&&u.translate(-Pt,-Pt)}function Un(_,M,P,L,B,$,st,lt,pt,Et,Tt){let Pt=!1;pt!=0&&D.forEach((Jt,Ie)=>{if(Jt.series[0]==_){let de=S[Jt.series[1]],le=t[Jt.series[1]],te=(de._paths||Vo).band;hs(te)&&(te=Jt.dir==1?te[0]:te[1]);let zt,Te=null;de.show&&te&&fx(le,F,X)?(Te=Jt.fill(n,Ie)||$,zt=de._paths.clip):te=null,Qn(M,P,L,B,Te,st,lt,pt,Et,Tt,zt,te),Pt=!0}}),Pt||Qn(M,P,L,B,$,st,lt,pt,Et,Tt)}let ci=Nr|qc;function Qn(_,M,P,L,B,$,st,lt,pt,Et,Tt,Pt){jn(_,M,P,L,B),(pt||Et||Pt)&&(u.save(),pt&&u.clip(pt),Et&&u.clip(Et)),Pt?(lt&ci)==ci?(u.clip(Pt),Tt&&u.clip(Tt),fa(B,st),Ps(_,$,M)):lt&qc?(fa(B,st),u.clip(Pt),Ps(_,$,M)):lt&Nr&&(u.save(),u.clip(Pt),Tt&&u.clip(Tt),fa(B,st),u.restore(),Ps(_,$,M)):(fa(B,st),Ps(_,$,M)),(pt||Et||Pt)&&u.restore()}function Ps(_,M,P){P>0&&(M instanceof Map?M.forEach((L,B)=>{u.strokeStyle=Dt=B,u.stroke(L)}):M!=null&&_&&u.stroke(M))}function fa(_,M){M instanceof Map?M.forEach((P,L)=>{u.fillStyle=$t=L,u.fill(P)}):M!=null&&_&&u.fill(M)}function x0(_,M,P,L){let B=b[_],$;if(L<=0)$=[0,0];else{let st=B._space=B.space(n,_,M,P,L),lt=B._incrs=B.incrs(n,_,M,P,L,st);$=Dy(M,P,lt,L,st)}return B._found=$}function ac(_,M,P,L,B,$,st,lt,pt,Et){let Tt=st%2/2;m==1&&u.translate(Tt,Tt),jn(lt,st,pt,Et,lt),u.beginPath();let Pt,Jt,Ie,de,le=B+(L==0||L==3?-$:$);P==0?(Jt=B,de=le):(Pt=B,Ie=le);for(let te=0;te<_.length;te++)M[te]!=null&&(P==0?Pt=Ie=_[te]:Jt=de=_[te],u.moveTo(Pt,Jt),u.lineTo(Ie,de));u.stroke(),m==1&&u.translate(-Tt,-Tt)}function y0(_){let M=!0;return b.forEach((P,L)=>{if(!P.show)return;let B=N[P.scale];if(B.min==null){P._show&&(M=!1,P._show=!1,ur(!1));return}else P._show||(M=!1,P._show=!0,ur(!1));let $=P.side,st=$%2,{min:lt,max:pt}=B,[Et,Tt]=x0(L,lt,pt,st==0?y:k);if(Tt==0)return;let Pt=B.distr==2,Jt=P._splits=P.splits(n,L,lt,pt,Et,Tt,Pt),Ie=B.distr==2?Jt.map(zt=>z[zt]):Jt,de=B.distr==2?z[Jt[1]]-z[Jt[0]]:Et,le=P._values=P.values(n,P.filter(n,Ie,L,Tt,de),L,Tt,de);P._rotate=$==2?P.rotate(n,le,L,Tt):0;let te=P._size;P._size=si(P.size(n,le,L,_)),te!=null&&P._size!=te&&(M=!1)}),M}function v0(_){let M=!0;return ua.forEach((P,L)=>{let B=P(n,L,bi,_);B!=Si[L]&&(M=!1),Si[L]=B}),M}function M0(){for(let _=0;_<b.length;_++){let M=b[_];if(!M.show||!M._show)continue;let P=M.side,L=P%2,B,$,st=M.stroke(n,_),lt=P==0||P==3?-1:1;if(M.label){let Tn=M.labelGap*lt,Hn=je((M._lpos+Tn)*ye);me(M.labelFont[0],st,"center",P==2?Uo:Nd),u.save(),L==1?(B=$=0,u.translate(Hn,je(at+kt/2)),u.rotate((P==3?-Ra:Ra)/2)):(B=je(qt+_t/2),$=Hn),u.fillText(M.label,B,$),u.restore()}let[pt,Et]=M._found;if(Et==0)continue;let Tt=N[M.scale],Pt=L==0?_t:kt,Jt=L==0?qt:at,Ie=je(M.gap*ye),de=M._splits,le=Tt.distr==2?de.map(Tn=>z[Tn]):de,te=Tt.distr==2?z[de[1]]-z[de[0]]:pt,zt=M.ticks,Te=M.border,We=zt.show?je(zt.size*ye):0,He=M._rotate*-Ra/180,Fe=p(M._pos*ye),Ye=(We+Ie)*lt,On=Fe+Ye;$=L==0?On:0,B=L==1?On:0;let Fn=M.font[0],ti=M.align==1?Ar:M.align==2?Nc:He>0?Ar:He<0?Nc:L==0?"center":P==3?Nc:Ar,hi=He||L==1?"middle":P==2?Uo:Nd;me(Fn,st,ti,hi);let ui=M.font[1]*M.lineGap,wn=de.map(Tn=>p(l(Tn,Tt,Pt,Jt))),Ti=M._values;for(let Tn=0;Tn<Ti.length;Tn++){let Hn=Ti[Tn];if(Hn!=null){L==0?B=wn[Tn]:$=wn[Tn],Hn=""+Hn;let vr=Hn.indexOf(`
`)==-1?[Hn]:Hn.split(/\n/gm);for(let as=0;as<vr.length;as++){let ei=vr[as];He?(u.save(),u.translate(B,$+as*ui),u.rotate(He),u.fillText(ei,0,0),u.restore()):u.fillText(ei,B,$+as*ui)}}}zt.show&&ac(wn,zt.filter(n,le,_,Et,te),L,P,Fe,We,De(zt.width*ye,3),zt.stroke(n,_),zt.dash,zt.cap);let En=M.grid;En.show&&ac(wn,En.filter(n,le,_,Et,te),L,L==0?2:1,L==0?at:qt,L==0?kt:_t,De(En.width*ye,3),En.stroke(n,_),En.dash,En.cap),Te.show&&ac([Fe],[1],L==0?1:0,L==0?1:2,L==1?at:qt,L==1?kt:_t,De(Te.width*ye,3),Te.stroke(n,_),Te.dash,Te.cap)}cn("drawAxes")}function ur(_){S.forEach((M,P)=>{P>0&&(M._paths=null,_&&(s==1?(M.min=null,M.max=null):M.facets.forEach(L=>{L.min=null,L.max=null})))})}let da=!1,lc=!1,bo=[];function b0(){lc=!1;for(let _=0;_<bo.length;_++)cn(...bo[_]);bo.length=0}function fr(){da||(Tx(Ef),da=!0)}function S0(_,M=!1){da=!0,lc=M,_(n),Ef(),M&&bo.length>0&&queueMicrotask(b0)}n.batch=S0;function Ef(){if(Ht&&(Sn(),Ht=!1),ne&&(wt(),ne=!1),bt){if(Be(g,Ar,it),Be(g,Uo,K),Be(g,Fo,y),Be(g,Bo,k),Be(x,Ar,it),Be(x,Uo,K),Be(x,Fo,y),Be(x,Bo,k),Be(d,Fo,Bt),Be(d,Bo,R),f.width=je(Bt*ye),f.height=je(R*ye),b.forEach(({_el:_,_show:M,_size:P,_pos:L,side:B})=>{if(_!=null)if(M){let $=B===3||B===0?P:0,st=B%2==1;Be(_,st?"left":"top",L-$),Be(_,st?"width":"height",P),Be(_,st?"top":"left",st?K:it),Be(_,st?"height":"width",st?k:y),Hc(_,zs)}else Gn(_,zs)}),Dt=$t=Zt=he=Me=Se=on=pe=Ft=null,Rt=1,Eo(!0),it!=nt||K!=It||y!=gt||k!=vt){ur(!1);let _=y/gt,M=k/vt;if(Ct.show&&!Yt&&Ct.left>=0){Ct.left*=_,Ct.top*=M,dr&&Ai(dr,je(Ct.left),0,y,k),pr&&Ai(pr,0,je(Ct.top),y,k);for(let P=0;P<$e.length;P++){let L=$e[P];L!=null&&(Mi[P]*=_,Ui[P]*=M,Ai(L,si(Mi[P]),si(Ui[P]),y,k))}}if(Oe.show&&!xe&&Oe.left>=0&&Oe.width>0){Oe.left*=_,Oe.width*=_,Oe.top*=M,Oe.height*=M;for(let P in pc)Be(_r,P,Oe[P])}nt=it,It=K,gt=y,vt=k}cn("setSize"),bt=!1}Bt>0&&R>0&&(u.clearRect(0,0,f.width,f.height),cn("drawClear"),E.forEach(_=>_()),cn("draw")),Oe.show&&xe&&(pa(Oe),xe=!1),Ct.show&&Yt&&(Ls(null,!0,!1),Yt=!1),dt.show&&dt.live&&O&&(fc(),O=!1),c||(c=!0,n.status=1,cn("ready")),ft=!1,da=!1}n.redraw=(_,M)=>{ne=M||!1,_!==!1?ss(I,C.min,C.max):fr()};function cc(_,M){let P=N[_];if(P.from==null){if(w==0){let L=P.range(n,M.min,M.max,_);M.min=L[0],M.max=L[1]}if(M.min>M.max){let L=M.min;M.min=M.max,M.max=L}if(w>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;_==I&&P.distr==2&&w>0&&(M.min=pi(M.min,t[0]),M.max=pi(M.max,t[0]),M.min==M.max&&M.max++),j[_]=M,Ht=!0,fr()}}n.setScale=cc;let hc,uc,dr,pr,Tf,Af,mr,gr,Cf,Rf,Ue,ze,is=!1,pn=Ct.drag,an=pn.x,ln=pn.y;Ct.show&&(Ct.x&&(hc=ii(J_,x)),Ct.y&&(uc=ii(K_,x)),C.ori==0?(dr=hc,pr=uc):(dr=uc,pr=hc),Ue=Ct.left,ze=Ct.top);let Oe=n.select=Ze({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),_r=Oe.show?ii(Z_,Oe.over?x:g):null;function pa(_,M){if(Oe.show){for(let P in _)Oe[P]=_[P],P in pc&&Be(_r,P,_[P]);M!==!1&&cn("setSelect")}}n.setSelect=pa;function w0(_,M){let P=S[_],L=Xt?Nt[_]:null;if(P.show)L&&Hc(L,zs);else{L&&Gn(L,zs);let B=Ni?$e[0]:$e[_];Ai(B,-10,-10,y,k)}}function ss(_,M,P){cc(_,{min:M,max:P})}function wi(_,M,P,L){M.focus!=null&&R0(_),M.show!=null&&S.forEach((B,$)=>{$>0&&(_==$||_==null)&&(B.show=M.show,w0($,M.show),s==2?(ss(B.facets[0].scale,null,null),ss(B.facets[1].scale,null,null)):ss(B.scale,null,null),fr())}),P!==!1&&cn("setSeries",_,M),L&&To("setSeries",n,_,M)}n.setSeries=wi;function E0(_,M){Ze(D[_],M)}function T0(_,M){_.fill=ue(_.fill||null),_.dir=_e(_.dir,-1),M=M??D.length,D.splice(M,0,_)}function A0(_){_==null?D.length=0:D.splice(_,1)}n.addBand=T0,n.setBand=E0,n.delBand=A0;function C0(_,M){S[_].alpha=M,Ct.show&&$e[_]&&($e[_].style.opacity=M),Xt&&Nt[_]&&(Nt[_].style.opacity=M)}let Fi,rs,Is,xr={focus:!0};function R0(_){if(_!=Is){let M=_==null,P=rn.alpha!=1;S.forEach((L,B)=>{if(s==1||B>0){let $=M||B==0||B==_;L._focus=M?null:$,P&&C0(B,$?1:rn.alpha)}}),Is=_,P&&fr()}}Xt&&Di&&Ut(kd,ct,_=>{Ct._lock||(ae(_),Is!=null&&wi(null,xr,!0,qe.setSeries))});function Ei(_,M,P){let L=N[M];P&&(_=_/ye-(L.ori==1?K:it));let B=y;L.ori==1&&(B=k,_=B-_),L.dir==-1&&(_=B-_);let $=L._min,st=L._max,lt=_/B,pt=$+(st-$)*lt,Et=L.distr;return Et==3?Ir(10,pt):Et==4?px(pt,L.asinh):Et==100?L.bwd(pt):pt}function P0(_,M){let P=Ei(_,I,M);return pi(P,t[0],F,X)}n.valToIdx=_=>pi(_,t[0]),n.posToIdx=P0,n.posToVal=Ei,n.valToPos=(_,M,P)=>N[M].ori==0?o(_,N[M],P?_t:y,P?qt:0):a(_,N[M],P?kt:k,P?at:0),n.setCursor=(_,M,P)=>{Ue=_.left,ze=_.top,Ls(null,M,P)};function Pf(_,M){Be(_r,Ar,Oe.left=_),Be(_r,Fo,Oe.width=M)}function If(_,M){Be(_r,Uo,Oe.top=_),Be(_r,Bo,Oe.height=M)}let So=C.ori==0?Pf:If,wo=C.ori==1?Pf:If;function I0(){if(Xt&&dt.live)for(let _=s==2?1:0;_<S.length;_++){if(_==0&&oe)continue;let M=dt.values[_],P=0;for(let L in M)Wt[_][P++].firstChild.nodeValue=M[L]}}function fc(_,M){if(_!=null&&(_.idxs?_.idxs.forEach((P,L)=>{mt[L]=P}):xx(_.idx)||mt.fill(_.idx),dt.idx=mt[0]),Xt&&dt.live){for(let P=0;P<S.length;P++)(P>0||s==1&&!oe)&&L0(P,mt[P]);I0()}O=!1,M!==!1&&cn("setLegend")}n.setLegend=fc;function L0(_,M){let P=S[_],L=_==0&&W==2?z:t[_],B;oe?B=P.values(n,_,M)??ee:(B=P.value(n,M==null?null:L[M],_,M),B=B==null?ee:{_:B}),dt.values[_]=B}function Ls(_,M,P){Cf=Ue,Rf=ze,[Ue,ze]=Ct.move(n,Ue,ze),Ct.left=Ue,Ct.top=ze,Ct.show&&(dr&&Ai(dr,je(Ue),0,y,k),pr&&Ai(pr,0,je(ze),y,k));let L,B=F>X;Fi=fe,rs=null;let $=C.ori==0?y:k,st=C.ori==1?y:k;if(Ue<0||w==0||B){L=Ct.idx=null;for(let lt=0;lt<S.length;lt++){let pt=$e[lt];pt!=null&&Ai(pt,-10,-10,y,k)}Di&&wi(null,xr,!0,_==null&&qe.setSeries),dt.live&&(mt.fill(L),O=!0)}else{let lt,pt,Et;s==1&&(lt=C.ori==0?Ue:ze,pt=Ei(lt,I),L=Ct.idx=pi(pt,t[0],F,X),Et=G(t[0][L],C,$,0));let Tt=-10,Pt=-10,Jt=0,Ie=0,de=!0,le="",te="";for(let zt=s==2?1:0;zt<S.length;zt++){let Te=S[zt],We=mt[zt],He=We==null?null:s==1?t[zt][We]:t[zt][1][We],Fe=Ct.dataIdx(n,zt,L,pt),Ye=Fe==null?null:s==1?t[zt][Fe]:t[zt][1][Fe];O=O||Ye!=He||Fe!=We,mt[zt]=Fe;let On=Fe==L?Et:G(s==1?t[0][Fe]:t[zt][0][Fe],C,$,0);if(zt>0&&Te.show){let Fn=Ye==null?-10:q(Ye,s==1?N[Te.scale]:N[Te.facets[1].scale],st,0);if(Di&&Ye!=null){let ti=C.ori==1?Ue:ze,hi=Qe(rn.dist(n,zt,Fe,Fn,ti));if(hi<Fi){let ui=rn.bias;if(ui!=0){let wn=Ei(ti,Te.scale),Ti=Ye>=0?1:-1,En=wn>=0?1:-1;En==Ti&&(En==1?ui==1?Ye>=wn:Ye<=wn:ui==1?Ye<=wn:Ye>=wn)&&(Fi=hi,rs=zt)}else Fi=hi,rs=zt}}if(O||Ni){let ti,hi;C.ori==0?(ti=On,hi=Fn):(ti=Fn,hi=On);let ui,wn,Ti,En,Tn,Hn,vr=!0,as=Ee.bbox;if(as!=null){vr=!1;let ei=as(n,zt);Ti=ei.left,En=ei.top,ui=ei.width,wn=ei.height}else Ti=ti,En=hi,ui=wn=Ee.size(n,zt);if(Hn=Ee.fill(n,zt),Tn=Ee.stroke(n,zt),Ni)zt==rs&&Fi<=rn.prox&&(Tt=Ti,Pt=En,Jt=ui,Ie=wn,de=vr,le=Hn,te=Tn);else{let ei=$e[zt];ei!=null&&(Mi[zt]=Ti,Ui[zt]=En,$d(ei,ui,wn,vr),Wd(ei,Hn,Tn),Ai(ei,si(Ti),si(En),y,k))}}}}if(Ni){let zt=rn.prox,Te=Is==null?Fi<=zt:Fi>zt||rs!=Is;if(O||Te){let We=$e[0];Mi[0]=Tt,Ui[0]=Pt,$d(We,Jt,Ie,de),Wd(We,le,te),Ai(We,si(Tt),si(Pt),y,k)}}}if(Oe.show&&is)if(_!=null){let[lt,pt]=qe.scales,[Et,Tt]=qe.match,[Pt,Jt]=_.cursor.sync.scales,Ie=_.cursor.drag;if(an=Ie._x,ln=Ie._y,an||ln){let{left:de,top:le,width:te,height:zt}=_.select,Te=_.scales[Pt].ori,We=_.posToVal,He,Fe,Ye,On,Fn,ti=lt!=null&&Et(lt,Pt),hi=pt!=null&&Tt(pt,Jt);ti&&an?(Te==0?(He=de,Fe=te):(He=le,Fe=zt),Ye=N[lt],On=G(We(He,Pt),Ye,$,0),Fn=G(We(He+Fe,Pt),Ye,$,0),So(ri(On,Fn),Qe(Fn-On))):So(0,$),hi&&ln?(Te==1?(He=de,Fe=te):(He=le,Fe=zt),Ye=N[pt],On=q(We(He,Jt),Ye,st,0),Fn=q(We(He+Fe,Jt),Ye,st,0),wo(ri(On,Fn),Qe(Fn-On))):wo(0,st)}else ma()}else{let lt=Qe(Cf-Tf),pt=Qe(Rf-Af);if(C.ori==1){let Jt=lt;lt=pt,pt=Jt}an=pn.x&&lt>=pn.dist,ln=pn.y&&pt>=pn.dist;let Et=pn.uni;Et!=null?an&&ln&&(an=lt>=Et,ln=pt>=Et,!an&&!ln&&(pt>lt?ln=!0:an=!0)):pn.x&&pn.y&&(an||ln)&&(an=ln=!0);let Tt,Pt;an&&(C.ori==0?(Tt=mr,Pt=Ue):(Tt=gr,Pt=ze),So(ri(Tt,Pt),Qe(Pt-Tt)),ln||wo(0,st)),ln&&(C.ori==1?(Tt=mr,Pt=Ue):(Tt=gr,Pt=ze),wo(ri(Tt,Pt),Qe(Pt-Tt)),an||So(0,$)),!an&&!ln&&(So(0,0),wo(0,0))}if(pn._x=an,pn._y=ln,_==null){if(P){if(Hf!=null){let[lt,pt]=qe.scales;qe.values[0]=lt!=null?Ei(C.ori==0?Ue:ze,lt):null,qe.values[1]=pt!=null?Ei(C.ori==1?Ue:ze,pt):null}To(Od,n,Ue,ze,y,k,L)}if(Di){let lt=P&&qe.setSeries,pt=rn.prox;Is==null?Fi<=pt&&wi(rs,xr,!0,lt):Fi>pt?wi(null,xr,!0,lt):rs!=Is&&wi(rs,xr,!0,lt)}}O&&(dt.idx=L,fc()),M!==!1&&cn("setCursor")}let os=null;Object.defineProperty(n,"rect",{get(){return os==null&&Eo(!1),os}});function Eo(_=!1){_?os=null:(os=x.getBoundingClientRect(),cn("syncRect",os))}function Lf(_,M,P,L,B,$,st){Ct._lock||is&&_!=null&&_.movementX==0&&_.movementY==0||(dc(_,M,P,L,B,$,st,!1,_!=null),_!=null?Ls(null,!0,!0):Ls(M,!0,!1))}function dc(_,M,P,L,B,$,st,lt,pt){if(os==null&&Eo(!1),ae(_),_!=null)P=_.clientX-os.left,L=_.clientY-os.top;else{if(P<0||L<0){Ue=-10,ze=-10;return}let[Et,Tt]=qe.scales,Pt=M.cursor.sync,[Jt,Ie]=Pt.values,[de,le]=Pt.scales,[te,zt]=qe.match,Te=M.axes[0].side%2==1,We=C.ori==0?y:k,He=C.ori==1?y:k,Fe=Te?$:B,Ye=Te?B:$,On=Te?L:P,Fn=Te?P:L;if(de!=null?P=te(Et,de)?l(Jt,N[Et],We,0):-10:P=We*(On/Fe),le!=null?L=zt(Tt,le)?l(Ie,N[Tt],He,0):-10:L=He*(Fn/Ye),C.ori==1){let ti=P;P=L,L=ti}}pt&&((P<=1||P>=y-1)&&(P=Bs(P,y)),(L<=1||L>=k-1)&&(L=Bs(L,k))),lt?(Tf=P,Af=L,[mr,gr]=Ct.move(n,P,L)):(Ue=P,ze=L)}let pc={width:0,height:0,left:0,top:0};function ma(){pa(pc,!1)}let Df,Nf,Uf,Of;function Ff(_,M,P,L,B,$,st){is=!0,an=ln=pn._x=pn._y=!1,dc(_,M,P,L,B,$,st,!0,!1),_!=null&&(Ut(Uc,zc,Bf,!1),To(Fd,n,mr,gr,y,k,null));let{left:lt,top:pt,width:Et,height:Tt}=Oe;Df=lt,Nf=pt,Uf=Et,Of=Tt,ma()}function Bf(_,M,P,L,B,$,st){is=pn._x=pn._y=!1,dc(_,M,P,L,B,$,st,!1,!0);let{left:lt,top:pt,width:Et,height:Tt}=Oe,Pt=Et>0||Tt>0,Jt=Df!=lt||Nf!=pt||Uf!=Et||Of!=Tt;if(Pt&&Jt&&pa(Oe),pn.setScale&&Pt&&Jt){let Ie=lt,de=Et,le=pt,te=Tt;if(C.ori==1&&(Ie=pt,de=Tt,le=lt,te=Et),an&&ss(I,Ei(Ie,I),Ei(Ie+de,I)),ln)for(let zt in N){let Te=N[zt];zt!=I&&Te.from==null&&Te.min!=fe&&ss(zt,Ei(le+te,zt),Ei(le,zt))}ma()}else Ct.lock&&(Ct._lock=!Ct._lock,Ls(null,!0,!1));_!=null&&(ve(Uc,zc),To(Uc,n,Ue,ze,y,k,null))}function D0(_,M,P,L,B,$,st){if(Ct._lock)return;ae(_);let lt=is;if(is){let pt=!0,Et=!0,Tt=10,Pt,Jt;C.ori==0?(Pt=an,Jt=ln):(Pt=ln,Jt=an),Pt&&Jt&&(pt=Ue<=Tt||Ue>=y-Tt,Et=ze<=Tt||ze>=k-Tt),Pt&&pt&&(Ue=Ue<mr?0:y),Jt&&Et&&(ze=ze<gr?0:k),Ls(null,!0,!0),is=!1}Ue=-10,ze=-10,Ls(null,!0,!0),lt&&(is=lt)}function kf(_,M,P,L,B,$,st){Ct._lock||(ae(_),Ot(),ma(),_!=null&&To(zd,n,Ue,ze,y,k,null))}function zf(){b.forEach(Ny),xt(n.width,n.height,!0)}Vs(Pa,Rr,zf);let yr={};yr.mousedown=Ff,yr.mousemove=Lf,yr.mouseup=Bf,yr.dblclick=kf,yr.setSeries=(_,M,P,L)=>{let B=qe.match[2];P=B(n,M,P),P!=-1&&wi(P,L,!0,!1)},Ct.show&&(Ut(Fd,x,Ff),Ut(Od,x,Lf),Ut(Bd,x,_=>{ae(_),Eo(!1)}),Ut(kd,x,D0),Ut(zd,x,kf),Yc.add(n),n.syncRect=Eo);let ga=n.hooks=i.hooks||{};function cn(_,M,P){lc?bo.push([_,M,P]):_ in ga&&ga[_].forEach(L=>{L.call(null,n,M,P)})}(i.plugins||[]).forEach(_=>{for(let M in _.hooks)ga[M]=(ga[M]||[]).concat(_.hooks[M])});let Vf=(_,M,P)=>P,qe=Ze({key:null,setSeries:!1,filters:{pub:Kd,sub:Kd},scales:[I,S[1]?S[1].scale:null],match:[jd,jd,Vf],values:[null,null]},Ct.sync);qe.match.length==2&&qe.match.push(Vf),Ct.sync=qe;let Hf=qe.key,mc=Wp(Hf);function To(_,M,P,L,B,$,st){qe.filters.pub(_,M,P,L,B,$,st)&&mc.pub(_,M,P,L,B,$,st)}mc.sub(n);function N0(_,M,P,L,B,$,st){qe.filters.sub(_,M,P,L,B,$,st)&&yr[_](null,M,P,L,B,$,st)}n.pub=N0;function U0(){mc.unsub(n),Yc.delete(n),jt.clear(),Gc(Pa,Rr,zf),h.remove(),ct?.remove(),cn("destroy")}n.destroy=U0;function gc(){cn("init",i,t),Mt(t||i.data,!1),j[I]?cc(I,j[I]):Ot(),xe=Oe.show&&(Oe.width>0||Oe.height>0),Yt=O=!0,xt(i.width,i.height)}return S.forEach(As),b.forEach(ha),e?e instanceof HTMLElement?(e.appendChild(h),gc()):e(n,gc):gc(),n}gn.assign=Ze;gn.fmtNum=eh;gn.rangeNum=Ia;gn.rangeLog=Da;gn.rangeAsinh=Qc;gn.orient=Gs;gn.pxRatio=ye;gn.join=Ex;gn.fmtDate=ih,gn.tzDate=Ox;gn.sync=Wp;{gn.addGap=xy,gn.clipGaps=Oa;let i=gn.paths={points:Jp};i.linear=jp,i.stepped=My,i.bars=by,i.spline=wy}var nm=[null,[[-4,-4],[4,-4],[4,4],[-4,4]],[[0,-6],[5,4],[-5,4]],[[0,-6],[5,0],[0,6],[-5,0]],[[0,6],[5,-4],[-5,-4]],[[-6,-3],[6,-3],[6,3],[-6,3]],[[-3,-6],[3,-6],[3,6],[-3,6]]];function rm(i,t,e,n,s,r,o){let a=new Path2D,l=nm[n%nm.length];l?l.forEach(([c,h],f)=>a[f?"lineTo":"moveTo"](t+c*o,e+h*o)):a.arc(t,e,4.5*o,0,2*Math.PI),a.closePath(),i.setLineDash([]),i.lineWidth=1.6*o,i.strokeStyle=r,i.fillStyle=s?r:getComputedStyle(document.body).backgroundColor,i.fill(a),i.stroke(a)}function Va(i){let t=A("canvas",{width:52,height:24,class:"swatch","aria-hidden":"true"}),e=t.getContext("2d"),n=ls(i.color);return e.strokeStyle=n,e.lineWidth=4,e.setLineDash(i.dash.map(s=>s*1.5)),e.beginPath(),e.moveTo(2,12),e.lineTo(50,12),e.stroke(),i.marker!==null&&rm(e,26,12,i.marker,i.filled,n,1.6),t}var za=()=>getComputedStyle(document.body).color,im=()=>getComputedStyle(document.documentElement).getPropertyValue("--grid");function sm(i,t){return{label:i,stroke:za,grid:{stroke:im,width:1},ticks:{stroke:im},font:"13px system-ui, sans-serif",labelFont:"13px system-ui, sans-serif",values:(e,n)=>n.map(s=>s===null?"":Oy(s)),...t?{splits:(e,n,s,r)=>Fy(s,r,e.width<Uy),filter:(e,n)=>n}:{}}}var Uy=500;function Oy(i){return At(i).replace(/(\.\d*?)0+(?=·|$)/,"$1").replace(/\.(?=·|$)/,"").replace(/^1·/,"")}function Fy(i,t,e){if(!(i>0&&t<1/0))return[];let n=Math.log10(t/i)*(e?2:1),s=n>2.5?[1]:n>.7?[1,2,5]:[1,1.5,2,3,4,5,6,7,8,9],r=Math.ceil(n/8),o=[];for(let a=Math.floor(Math.log10(i));a<=Math.log10(t);a+=1)a%r===0&&o.push(...s.map(l=>Number((l*10**a).toPrecision(3))));return o.filter(a=>a>=i&&a<=t)}function Ha(i,t,e){let n=c=>!e.logX||c.x>0,s=t.map(c=>({...c,points:c.points.filter(n)})),r=[...new Set(s.flatMap(c=>c.points.map(h=>h.x)))].sort((c,h)=>c-h),o=new Map(r.map((c,h)=>[c,h])),a=s.map(c=>{let h=new Array(r.length).fill(null);for(let f of c.points)h[o.get(f.x)]=f.value;return h}),l=new gn({width:Math.max(280,i.clientWidth),height:e.height??380,legend:{show:!1},scales:{x:{time:!1,distr:e.logX?3:1,range:zy(r,e.logX)},y:{distr:e.logY?3:1,range:Vy(s,e)}},axes:[sm(e.xLabel,e.logX),{...sm(e.yLabel,e.logY),size:68}],cursor:{drag:{x:!1,y:!1},points:{show:!1},y:!1},series:[{},...s.map(ky)],hooks:{draw:[c=>Hy(c,s,e),()=>e.drawn?.()],setCursor:[c=>e.select?.(qy(c,s))],ready:[c=>e.click&&c.over.addEventListener("click",()=>By(c,e))]}},[r,...a],i);return l.root.setAttribute("role","img"),l.root.setAttribute("aria-label",`${e.yLabel} over ${e.xLabel}: ${s.map(c=>c.label).join(", ")}`),l}function By(i,t){let{idx:e}=i.cursor;e!=null&&t.click(i.data[0][e])}function ky(i){return{label:i.label,stroke:()=>ls(i.look.color),width:i.thin?1.2:2,dash:i.look.dash,spanGaps:!0,points:{show:!1},paths:i.noLine?()=>null:void 0}}function zy(i,t){let[e,n]=[i[0],i.at(-1)];if(e===void 0)return t?[.1,1]:[0,1];if(t)return[e/1.08,n*1.08];let s=(n-e||Math.abs(e)||1)*.02;return[e-s,n+s]}function Vy(i,{logY:t,line:e}){let s=[...i.flatMap(a=>a.points.flatMap(l=>[l.value,l.low??l.value,l.high??l.value])),...e===void 0?[]:[e]].filter(a=>!t||a>0);if(s.length===0)return t?[.1,1]:[0,1];let r=s.reduce((a,l)=>Math.min(a,l)),o=s.reduce((a,l)=>Math.max(a,l));return t?[r/1.15,o*1.15]:[Math.min(0,r*1.05),o*1.05||1]}function Hy(i,t,e){let{ctx:n}=i,s=devicePixelRatio||1;n.save(),n.beginPath(),n.rect(i.bbox.left,i.bbox.top,i.bbox.width,i.bbox.height),n.clip();for(let[r,o]of e.bands??[])Gy(i,r,o);for(let[r,o]of e.marks??[])Wy(i,r,o,s);e.line!==void 0&&Xy(i,e.line,s);for(let r of t)$y(i,r,s);n.restore()}function Gy(i,t,e){let[n,s]=[t,e].map(r=>i.valToPos(r,"x",!0));i.ctx.fillStyle="rgba(128, 128, 128, 0.12)",i.ctx.fillRect(n,i.bbox.top,s-n,i.bbox.height)}function Wy(i,t,e,n){let s=i.valToPos(t,"x",!0),{ctx:r}=i;r.strokeStyle=za(),r.fillStyle=za(),r.lineWidth=n,r.setLineDash([4*n,4*n]),r.beginPath(),r.moveTo(s,i.bbox.top),r.lineTo(s,i.bbox.top+i.bbox.height),r.stroke(),r.setLineDash([]),r.font=`${12*n}px sans-serif`,r.textBaseline="top";let o=s+r.measureText(e).width+4*n>i.bbox.left+i.bbox.width;r.textAlign=o?"right":"left",r.fillText(e,s+(o?-4:4)*n,i.bbox.top+2*n)}function Xy(i,t,e){let n=i.valToPos(t,"y",!0);i.ctx.strokeStyle=za(),i.ctx.lineWidth=e,i.ctx.setLineDash([4*e,4*e]),i.ctx.beginPath(),i.ctx.moveTo(i.bbox.left,n),i.ctx.lineTo(i.bbox.left+i.bbox.width,n),i.ctx.stroke()}function $y(i,t,e){if(t.thin)return;let n=ls(t.look.color),s=Math.max(1,Math.ceil(t.points.length/(t.isDense?8:40)));t.points.forEach((r,o)=>{if(om(i,r))return;let a=i.valToPos(r.x,"x",!0);if(r.low!==null&&r.low!==void 0&&r.high>r.low){let[l,c]=[r.low,r.high].map(h=>i.valToPos(h,"y",!0));i.ctx.setLineDash([]),i.ctx.strokeStyle=n,i.ctx.lineWidth=1.2*e,i.ctx.beginPath(),i.ctx.moveTo(a,Number.isFinite(l)?l:i.bbox.top+i.bbox.height),i.ctx.lineTo(a,c),i.ctx.stroke()}o%s===0&&t.look.marker!==null&&rm(i.ctx,a,i.valToPos(r.value,"y",!0),t.look.marker,t.look.filled,n,e)})}function om(i,t){return i.scales.y.distr===3&&!(t.value>0)}function qy(i,t){let{left:e,top:n,idx:s}=i.cursor;if(e<0||s===null||s===void 0)return null;let r=null;for(let o of t)for(let a of o.points){if(om(i,a))continue;let l=i.valToPos(a.x,"x")-e,c=i.valToPos(a.value,"y")-n,h=Math.hypot(l,c);(!r||h<r.distance)&&(r={curve:o,point:a,distance:h,left:l+e,top:c+n})}return r}function am(i,t,e,n){let s=Rn(i.map(o=>o.detector)),r=new Map;return i.map(o=>{let a=r.get(o.detector)??0;return r.set(o.detector,a+1),{label:n(o),line:o,look:Yy(o,a,s.length===1&&i.length>1),points:Zy(o,t,e),thin:o.points.length>400}})}function lm(i,t,e,n){return Rn(i.map(r=>r.detector)).map(r=>{let o=i.filter(a=>a.detector===r).flatMap(a=>{let l=t.find(h=>h.quantity===e&&h.detector===r&&h.series===a.series),c=new Map((l?.points??[]).map(h=>[h.x,h.value]));return a.points.flatMap(h=>c.has(h.x)?[{...h,x:c.get(h.x),of:a.series}]:[])});return o.sort((a,l)=>a.x-l.x),{label:n({detector:r,series:""}),look:Bi(r),points:o,noLine:!0}})}function Yy({detector:i,series:t},e,n){if(!n)return xa(Bi(i),e);if(ya(t))return Bi(t);let s=Mr.length,r={color:Mr[e%s],marker:e,filled:!0,dash:[]};return xa(r,Math.floor(e/s))}function cm(i){let t=(e,n)=>({x:e,value:n,low:null,high:null,n:null,largest:null});return i.curves.map(({label:e,name:n,rank:s,points:r})=>({label:e,look:n?xa(Bi(n),s):_c(s),points:r.map(([o,a])=>t(o,a)),isDense:!0}))}function Zy(i,t,e){if(!e)return i.points;let n=t.find(r=>r.detector===e&&r.series===i.series),s=new Map((n?.points??[]).map(r=>[r.x,r.value]));return i.points.flatMap(r=>s.get(r.x)>0?[{x:r.x,value:r.value/s.get(r.x),low:null,high:null,n:r.n,largest:null}]:[])}function hm(i){return i[0]?.unit??"ratio"}function um(i,t,e){if(e)return Jy(i,e);let n=Ky(i,t),s=n!==1?", paper, scaled":", paper";return i.map((r,o)=>fm(r,o,a=>a*n,s))}function fm({label:i,points:t},e,n,s){return{label:`${i}${s}`,look:_c(e),points:t.map(([r,o])=>({x:r,value:n(o),low:null,high:null,n:null,largest:null}))}}function Jy(i){return i.map((t,e)=>fm(t,e,n=>n,", paper"))}function Ky(i,t){for(let{detector:e,series:n,points:s,meets:r}of i){if(r===null)continue;let o=t.find(c=>c.line?.detector===e&&c.line?.series===n),[a,l]=[o?.points.find(c=>c.x===r),s.find(([c])=>c===r)];if(a&&l)return a.value/l[1]}return 1}var hh=6;function mm(i,{data:t},e){if(t.experiments.length===0)return Gt(i,A("h2",{},"Curves"),A("p",{},"No experiment is recorded here.")),{show(){}};let n=new uh(i,t,e);return br(()=>n.draw()),new ResizeObserver(()=>n.resized()).observe(n.chart),{show:s=>n.show(s)}}var uh=class{constructor(t,e,n){Object.assign(this,{data:e,save:n}),this.chart=A("div",{class:"chart"}),this.tip=A("div",{class:"chart-tip",hidden:!0,"aria-hidden":"true"}),this.head=A("div",{}),this.controls=A("div",{}),this.legend=A("div",{class:"legend"}),this.numbers=A("div",{});let s=r=>r.plots[0]?.quantity==="time";this.choose((e.experiments.find(s)??e.experiments[0]).id),Gt(t,A("h2",{},"Curves"),this.head,this.controls,this.chart,this.legend,this.numbers)}choose(t){this.experiment=this.data.experiments.find(o=>o.id===t)??this.data.experiments[0],this.lines=Vi(this.data,this.experiment);let e=o=>o.points.length>1,n=o=>this.lines.some(a=>a.quantity===o.quantity),s=this.experiment.plots.findIndex(n),r=this.lines.find(o=>o.quantity==="time"&&e(o))??this.lines.find(o=>o.quantity==="time")??this.lines.find(e)??this.lines[0];this.plot=-1,s>=0?this.takePlot(s):this.takeQuantity(r?.quantity??"",r?.axis??"")}takePlot(t){let e=this.experiment.plots[t],n=this.lines.find(a=>a.quantity===e.quantity)?.axis??"";this.takeQuantity(e.quantity,n),this.plot=t;let s=(a,l)=>a.length===0||a.includes(l),r=a=>s(e.detectors,a.detector)&&s(e.series,a.series),o=e.against?this.available().filter(r).map(fs):e.lines.map(([a,l])=>fs({detector:a,series:l}));this.ticked=new Set(o),[this.logX,this.logY]=this.isDrawn()?e.chart.log:e.log,this.divisor=e.divided_by??"",this.against=e.against??"",this.paper=e.paper.length>0}takeQuantity(t,e){Object.assign(this,{quantity:t,axis:e,divisor:"",against:"",paper:!1,plot:-1});let n=this.available();this.ticked=new Set(n.slice(0,n.length>2*hh?hh:n.length).map(fs));let s=n.flatMap(a=>a.points.map(l=>l.value)).filter(a=>a>0),r=n.flatMap(a=>a.points.map(l=>l.x)),o=a=>a.length>0&&Math.min(...a)>0&&a.reduce((l,c)=>Math.max(l,c))/a.reduce((l,c)=>Math.min(l,c))>15;[this.logX,this.logY]=[o(r),o(s)]}picture(){return this.experiment.plots[this.plot]?.chart??null}isDrawn(){return(this.picture()?.curves.length??0)>0}available(){return this.lines.filter(t=>t.quantity===this.quantity&&t.axis===this.axis)}show(t){if(t.has("e")){this.choose(t.get("e"));let e=Number(t.get("plot")??NaN);this.experiment.plots[e]&&this.takePlot(e),t.has("q")&&this.takeQuantity(t.get("q"),t.get("x")??"");let n=ba(t,"lines");n&&(this.ticked=new Set(this.available().map(fs).filter((s,r)=>n.includes(String(r))))),t.has("against")&&(this.against=t.get("against")),t.has("by")&&(this.divisor=t.get("by")),t.has("log")&&([this.logX,this.logY]=["x","y"].map(s=>t.get("log").includes(s)))}this.drawControls(),this.draw()}address(){let t=this.available().flatMap((e,n)=>this.ticked.has(fs(e))?[n]:[]);return{e:this.experiment.id,plot:this.plot>=0?this.plot:"",q:this.plot<0?this.quantity:"",x:this.plot<0?this.axis:"",lines:Sa(t),by:this.divisor,against:this.plot<0?this.against:"",log:`${this.logX?"x":""}${this.logY?"y":""}`||"none"}}drawControls(){let{data:t,experiment:e}=this,n=t.papers.map(h=>({label:h.year?h.title.slice(0,70):"Our own",options:t.experiments.filter(f=>f.id.startsWith(`${h.key}-`)).map(f=>[f.id,f.title])})),s=h=>f=>{h(f),this.drawControls(),this.draw()},r=[["-1","my own choice"],...e.plots.map((h,f)=>[String(f),h.title])],o=Rn(this.lines.map(h=>h.quantity)).sort(ev).map(h=>[h,h]),a=Rn(this.lines.filter(h=>h.quantity===this.quantity).map(h=>h.axis)).map(h=>[h,h||"no axis"]),l=h=>this.lines.find(f=>f.quantity===h)?.axis??"",c=Rn(this.available().map(h=>h.detector));Gt(this.head,A("p",{class:"row"},Le("Experiment",n.filter(h=>h.options.length),e.id,s(h=>this.choose(h)))),A("p",{},fi(e.question)," ",A("a",{href:e.link},"Its section in the pages"))),Gt(this.controls,A("div",{class:"row"},r.length>1&&Le("Plot",r,String(this.plot),s(h=>Number(h)>=0?this.takePlot(Number(h)):this.plot=-1)),Le("Quantity",o,this.quantity,s(h=>this.takeQuantity(h,l(h)))),a.length>1&&Le("over",a,this.axis,s(h=>this.takeQuantity(this.quantity,h))),!this.isDrawn()&&Le("against",[["","its axis"],...o.filter(([h])=>h!==this.quantity)],this.against,s(h=>Object.assign(this,{against:h,divisor:""}))),!this.against&&!this.isDrawn()&&Le("Divided by",[["","nothing"],...c.map(h=>[h,An(h)])],this.divisor,s(h=>this.divisor=h)),Cn("log x",this.logX,s(h=>this.logX=h)),Cn("log y",this.logY,s(h=>this.logY=h)),this.hasPaper()&&Cn("the paper's numbers",this.paper,s(h=>this.paper=h))),!this.isDrawn()&&this.ticks())}hasPaper(){return this.plot>=0&&this.experiment.plots[this.plot].paper.length>0}ticks(){let t=this.available(),e=pm(t),n=t.map(s=>Cn(e(s),this.ticked.has(fs(s)),r=>{this.ticked[r?"add":"delete"](fs(s)),this.draw()}));return A("details",{open:t.length<=2*hh},A("summary",{},`Choose curves (${t.length})`),A("div",{class:"row"},n))}shown(){if(this.isDrawn()){let u=cm(this.picture()),d=g=>({...g,points:g.points.map(x=>dm(x,1))});return{curves:u.map(d),unit:"ratio",symbol:""}}let t=this.available().filter(u=>this.ticked.has(fs(u))),e=pm(t),n=this.against?lm(t,this.lines,this.against,({detector:u})=>An(u)):am(t,this.available(),this.divisor,e),s=this.divisor?"ratio":hm(t),r=Math.max(0,...n.flatMap(u=>u.points.map(d=>d.value)).slice(0,4e3)),a=this.experiment.plots[this.plot]?.percent&&!this.divisor&&s==="ratio",{factor:l,symbol:c}=a?{factor:100,symbol:"%"}:wr(s,r),h=this.paper&&this.hasPaper()?um(this.experiment.plots[this.plot].paper,n,this.divisor):[];return{curves:[...n,...h].map(u=>({...u,unit:s,points:u.points.map(d=>dm(d,l))})).filter(u=>u.points.length>0),unit:s,symbol:c}}draw(){this.plotted?.destroy(),this.plotted=null,Gt(this.chart);let{curves:t,symbol:e,unit:n}=this.shown();if(this.chart.clientWidth===0)return;if(t.length===0){Gt(this.chart,A("p",{},"Tick a curve.")),Gt(this.legend),Gt(this.numbers);return}if(jy(t)){Gt(this.chart,Qy(t,e)),Gt(this.legend),this.drawNumbers(t,e),this.save(this.address()),this.width=this.chart.clientWidth;return}let s=this.experiment.plots[this.plot]?.y||this.quantity,r=this.divisor?`${s} / that of ${An(this.divisor)}`:s,o=this.picture(),a=this.isDrawn(),l=e?`${r} (${e})`:r;this.plotted=Ha(this.chart,t,{xLabel:this.xName(),yLabel:a?o.y:l,marks:o?.marks,bands:o?.bands,logX:this.logX,logY:this.logY,line:this.divisor?1:void 0,select:c=>this.showTip(c,e==="%"?e:n)}),this.chart.append(this.tip),Gt(this.legend,t.map(c=>A("span",{class:"key"},Va(c.look),c.label))),this.drawNumbers(t,e),this.save(this.address()),this.width=this.chart.clientWidth}xName(){return this.isDrawn()?this.picture().x:this.experiment.plots[this.plot]?.x||this.against||this.axis||"position"}resized(){this.chart.clientWidth>0&&this.chart.clientWidth!==this.width&&this.draw()}showTip(t,e){if(this.tip.hidden=!t||t.distance>40,this.tip.hidden)return;let{curve:n,point:s}=t,r=this.experiment.proved?"proved bounds":"95 % interval",o=e==="%"?`${Lo(s.value,s.low,s.high,"ratio")} %`:Lo(s.raw.value,s.raw.low,s.raw.high,e);this.tip.textContent=[n.label,_a(s.raw.of),`${this.xName()} ${At(s.x)}`,o,s.raw.low!==null&&s.raw.low!==void 0&&r,s.raw.n&&`${At(s.raw.n)} samples, the largest ${ni(s.raw.largest,e)}`].filter(Boolean).join(`
`);let a=this.plotted.over,l=a.offsetLeft+t.left;this.tip.style.top=`${a.offsetTop+t.top+14}px`,this.tip.style.left=`${Math.max(0,Math.min(l+10,this.chart.clientWidth-this.tip.offsetWidth-4))}px`}drawNumbers(t,e){let n=Rn(t.flatMap(u=>u.points.map(d=>d.x))).sort((u,d)=>u-d),s=(u,d)=>u.points.find(g=>g.x===d),r=Math.max(1,Math.ceil(n.length/200)),o=()=>n.filter((u,d)=>d%r===0).map(u=>[At(u),...t.map(d=>At(s(d,u)?.value))]),a=[this.xName(),...t.map(u=>e?`${u.label}, ${e}`:u.label)],l=()=>[a,...n.map(u=>[u,...t.map(d=>s(d,u)?.value??"")])].map(u=>u.map(tv).join(",")).join(`
`),c=A("div",{}),h=A("details",{toggle:()=>h.open&&!c.firstChild&&Gt(c,un("Numbers of the curves",a,o()))},A("summary",{},"Numbers"),c),f=this.experiment.errors;Gt(this.numbers,A("div",{class:"row"},Ns("Copy as CSV",l),A("code",{},this.experiment.command)),h,f.length>0&&A("details",{},A("summary",{},`Not measured (${f.length})`),A("ul",{},f.slice(0,100).map(u=>A("li",{},`${An(u.detector)}, ${_a(u.series)||"–"}, ${u.quantity}: ${u.error}`)))))}};function jy(i){return Rn(i.flatMap(t=>t.points.map(e=>e.x))).length===1}function Qy(i,t){let e=Math.max(...i.map(o=>o.points[0].value)),s=[...i].sort((o,a)=>o.points[0].value-a.points[0].value).map(o=>{let{value:a,low:l,high:c}=o.points[0],h=e>0?100*a/e:0,f={width:`${Math.max(h,.5)}%`,background:ls(o.look.color)},u=l==null?"":` [${At(l)}, ${At(c)}]`;return[o.label,`${At(a)}${u}`,A("div",{class:"bar","aria-hidden":"true"},A("div",{style:f}))]});return un("One value each",["curve",t||"value","share of the largest"],s,{class:"bars"})}function fs({detector:i,series:t}){return`${i}
${t}`}function tv(i){return/[",\n]/.test(i)?`"${String(i).replace(/"/g,'""')}"`:String(i)}function ev(i,t){let e=n=>n==="time"?0:/time/.test(n)?1:2;return e(i)-e(t)||i.localeCompare(t)}function dm(i,t){let e=n=>n==null?n:n*t;return{x:i.x,value:i.value*t,low:e(i.low),high:e(i.high),raw:i}}function pm(i){let t=Rn(i.map(n=>n.detector)).length===1,e=Rn(i.map(n=>n.series)).length===1;return({detector:n,series:s})=>{if(e)return An(n)||"all";let r=_a(s)||"all";return t?r:`${An(n)}, ${r}`}}var Br=[9414856,12102026,9679012,11115456,12759680,9282470],Go=14680096,Wi=[1742928,14102567,16098048];var nv=5,ds=320,Ws=240,iv=.94,fh=vm([.55,-.75,.45]),sv=[244,246,248],gm=.45;function rv(i){let t=i.frames-1,e=new Map,n=(o,a)=>{if(o<0)return;let l=e.get(o);e.set(o,l?`${l}, ${a}`:a)},s=Array.from({length:i.frames},(o,a)=>i.contactCount(a));n(0,"first frame"),n(s.findIndex(o=>o>0),"first with a contact");let r=Math.max(...s);for(r>0&&n(s.indexOf(r),"most contacts"),t>0&&n(t,"last frame");e.size<Math.min(nv,i.frames);){let o=[...e.keys(),i.frames].sort((c,h)=>c-h),[a,l]=[0,0];for(let c=0;c+1<o.length;c+=1)o[c+1]-o[c]>l&&([a,l]=[o[c],o[c+1]-o[c]]);n(a+Math.floor(l/2),"")}return[...e].sort(([o],[a])=>o-a).map(([o,a])=>({frame:o,reason:a,contacts:s[o]}))}function ym(i){let t=ov(i),e=rv(i).map(({frame:r,reason:o,contacts:a})=>{let l=mn(i.contacts(r).length,"colliding pair"),h=`${[`Frame ${At(r+1)}`,o].filter(Boolean).join(", ")}: ${l}, ${mn(a,"contact")}`,f=A("canvas",{class:"still",width:ds,height:Ws,role:"img","aria-label":h});return{frame:r,canvas:f,figure:A("figure",{},f,A("figcaption",{},h))}}),n=A("div",{class:"stills"},e.map(({figure:r})=>r)),s=r=>{r!==e.length&&(av(e[r].canvas,i,e[r].frame,t),e[r].canvas.dataset.drawn="",setTimeout(()=>s(r+1),0))};return setTimeout(()=>s(0),0),n}function ov(i){let t=vm(xm([0,0,1],fh)),e=[t,xm(fh,t),fh],[n,s]=[[1/0,1/0],[-1/0,-1/0]],r=Math.max(1,Math.floor(i.frames/12));for(let l=0;l<i.frames;l+=r)for(let c=0;c<i.bodies.length;c+=1){let h=i.box(l,c);for(let f=0;f<8;f+=1){let u=[0,1,2].map(d=>h[d+(f&1<<d?3:0)]);for(let d=0;d<2;d+=1){let g=Ga(e[d],u);n[d]=Math.min(n[d],g),s[d]=Math.max(s[d],g)}}}let o=[0,1].map(l=>Math.max(s[l]-n[l],1e-9)),a=iv*Math.min(ds/o[0],Ws/o[1]);return{axes:e,center:[0,1].map(l=>(n[l]+s[l])/2),scale:a}}function av(i,t,e,n){let s=i.getContext("2d"),r=s.createImageData(ds,Ws);for(let h=0;h<ds*Ws;h+=1)r.data.set([...sv,255],h*4);let o=new Float32Array(ds*Ws).fill(-1/0),a=t.bodies.map((h,f)=>lv(t.vertices(e,f),Sr(t.pose(e,f)),n)),l=(h,f,u)=>{let{indices:d}=t.meshes[t.bodies[h].mesh];cv(r.data,o,a[h],d,f*3,u)};t.bodies.forEach((h,f)=>{let u=_m(Br[f%Br.length]),{faces:d}=t.meshes[h.mesh];for(let g=0;g<d;g+=1)l(f,g,u)}),o.fill(-1/0);let c=_m(Go);for(let{a:h,b:f,list:u}of t.contacts(e))for(let d=0;d+1<u.length;d+=2)l(h,u[d],c),l(f,u[d+1],c);s.putImageData(r,0,0)}function lv(i,t,{axes:e,center:n,scale:s}){let r=new Float32Array(i.length),o=[0,0,0];for(let a=0;a<i.length;a+=3)t(i,a,o),r[a]=ds/2+(Ga(e[0],o)-n[0])*s,r[a+1]=Ws/2-(Ga(e[1],o)-n[1])*s,r[a+2]=Ga(e[2],o)*s;return r}function cv(i,t,e,n,s,r){let[o,a,l]=[n[s]*3,n[s+1]*3,n[s+2]*3],[c,h,f]=[e[o],e[o+1],e[o+2]],[u,d,g]=[e[a]-c,e[a+1]-h,e[a+2]-f],[x,m,p]=[e[l]-c,e[l+1]-h,e[l+2]-f],T=u*m-d*x;if(T===0)return;let S=Math.hypot(d*p-g*m,g*x-u*p,T),b=gm+(1-gm)*(Math.abs(T)/S),N=Math.max(0,Math.ceil(Math.min(c,c+u,c+x)-.5)),D=Math.min(ds-1,Math.floor(Math.max(c,c+u,c+x)-.5)),I=Math.max(0,Math.ceil(Math.min(h,h+d,h+m)-.5)),U=Math.min(Ws-1,Math.floor(Math.max(h,h+d,h+m)-.5));for(let E=I;E<=U;E+=1)for(let v=N;v<=D;v+=1){let[C,W]=[v+.5-c,E+.5-h],G=(C*m-W*x)/T,q=(u*W-d*C)/T;if(G<0||q<0||G+q>1)continue;let j=f+G*g+q*p,Y=E*ds+v;if(!(j<=t[Y])){t[Y]=j;for(let tt=0;tt<3;tt+=1)i[Y*4+tt]=r[tt]*b}}}function _m(i){return[i>>16,i>>8&255,i&255]}function Ga(i,t){return i[0]*t[0]+i[1]*t[1]+i[2]*t[2]}function xm(i,t){return[0,1,2].map(e=>i[(e+1)%3]*t[(e+2)%3]-i[(e+2)%3]*t[(e+1)%3])}function vm(i){let t=Math.hypot(...i);return i.map(e=>e/t)}var hv=40,uv=2e3;function Mm({name:i,query:t}){let e=/^first/.test(t)&&!i.endsWith(" first-contact");return Bi(e?`${i} first-contact`:i)}var Wa=class{constructor(t,e){this.scene=t,this.go=e,this.ticked=new Set(t.detectors.map((n,s)=>s)),this.log=!0,this.chart=A("div",{class:"chart"}),this.cursor=A("div",{class:"frame-cursor","aria-hidden":"true"}),this.note=A("p",{class:"note"},Us(t.file.times?.note??"")),this.element=A("div",{},this.choices(),this.chart,this.note),t.detectors.length===0&&Gt(this.element,A("p",{},"No detection times were recorded with this scene."))}choices(){let t=this.scene.detectors.map((n,s)=>{let r=a=>{this.ticked[a?"add":"delete"](s),this.draw(),this.changed?.()},o=[Va({...Mm(n),marker:null})," ",this.label(n)];return A("div",{class:"row"},Cn(o,!0,r),this.worstButton(n))}),e=Cn("logarithmic",!0,n=>{this.log=n,this.draw()});return A("fieldset",{},A("legend",{},"Detection time of a frame"),t,e)}label(t){let e=Xe(t.name);return this.scene.detectors.some(s=>s!==t&&Xe(s.name)===e)?`${e}, ${t.query}`:e}worstButton(t){return hn("worst frame",()=>this.go(Yf(t.ns,this.scene.frames)),{class:"small","aria-label":`Go to the worst frame of ${this.label(t)}`})}draw(){this.plot?.destroy(),this.plot=null,Gt(this.chart);let t=this.scene.detectors.filter((n,s)=>this.ticked.has(s));if(t.length===0||this.chart.clientWidth===0)return;let e=t.map(n=>({label:this.label(n),look:Mm(n),points:this.pointsOf(n),thin:this.scene.frames>hv}));this.plot=Ha(this.chart,e,{xLabel:"frame",yLabel:"time, µs",logY:this.log,height:240,click:n=>this.go(n-1),drawn:()=>this.moveTo(this.frame??0)}),this.plot.over.append(this.cursor)}pointsOf(t){let{frames:e}=this.scene,n=Math.ceil(e/uv),s=[];for(let r=0;r<e;r+=n){let o=r;for(let a=r;a<Math.min(r+n,e);a+=1)t.ns[a]>t.ns[o]&&(o=a);s.push({x:o+1,value:t.ns[o]*.001})}return s}moveTo(t){if(this.frame=t,!this.plot)return;let e=this.plot.valToPos(t+1,"x");this.cursor.style.transform=`translateX(${e}px)`}rows(t){return this.scene.detectors.filter((e,n)=>this.ticked.has(n)).map(e=>[this.label(e),At(e.ns[t]*.001),e.counts.map(([n,s])=>`${n} ${At(s[t])}`).join(", ")||"–"])}};var af="170",lr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},cr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},fv=0,bm=1,dv=2;var Ig=1,pv=2,Ji=3,Ss=0,Bn=1,Yn=2,Ms=0,io=1,Sm=2,wm=3,Em=4,mv=5,js=100,gv=101,_v=102,xv=103,yv=104,vv=200,Mv=201,bv=202,Sv=203,Gh=204,Wh=205,wv=206,Ev=207,Tv=208,Av=209,Cv=210,Rv=211,Pv=212,Iv=213,Lv=214,Xh=0,$h=1,qh=2,ao=3,Yh=4,Zh=5,Jh=6,Kh=7,lf=0,Dv=1,Nv=2,bs=0,Uv=1,Ov=2,Fv=3,Bv=4,kv=5,zv=6,Vv=7;var Lg=300,lo=301,co=302,jh=303,Qh=304,ql=306,tu=1e3,er=1001,eu=1002,Zn=1003,Hv=1004;var Xa=1005;var Ri=1006,dh=1007;var nr=1008;var Qi=1009,Dg=1010,Ng=1011,na=1012,cf=1013,ir=1014,Pi=1015,la=1016,hf=1017,uf=1018,ho=1020,Ug=35902,Og=1021,Fg=1022,yi=1023,Bg=1024,kg=1025,so=1026,uo=1027,ff=1028,df=1029,zg=1030,pf=1031;var mf=1033,gl=33776,_l=33777,xl=33778,yl=33779,nu=35840,iu=35841,su=35842,ru=35843,ou=36196,au=37492,lu=37496,cu=37808,hu=37809,uu=37810,fu=37811,du=37812,pu=37813,mu=37814,gu=37815,_u=37816,xu=37817,yu=37818,vu=37819,Mu=37820,bu=37821,vl=36492,Su=36494,wu=36495,Vg=36283,Eu=36284,Tu=36285,Au=36286;var Ml=2300,Cu=2301,ph=2302,Tm=2400,Am=2401,Cm=2402;var Gv=3200,Wv=3201;var Hg=0,Xv=1,vs="",ai="srgb",xo="srgb-linear",Yl="linear",Ae="srgb";var kr=7680;var Rm=519,$v=512,qv=513,Yv=514,Gg=515,Zv=516,Jv=517,Kv=518,jv=519,Pm=35044,Wg=35048;var Im="300 es",Ki=2e3,bl=2001,ts=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){if(this._listeners===void 0)return!1;let n=this._listeners;return n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){if(this._listeners===void 0)return;let s=this._listeners[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){if(this._listeners===void 0)return;let n=this._listeners[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},xn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Lm=1234567,Qo=Math.PI/180,ia=180/Math.PI;function yo(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(xn[i&255]+xn[i>>8&255]+xn[i>>16&255]+xn[i>>24&255]+"-"+xn[t&255]+xn[t>>8&255]+"-"+xn[t>>16&15|64]+xn[t>>24&255]+"-"+xn[e&63|128]+xn[e>>8&255]+"-"+xn[e>>16&255]+xn[e>>24&255]+xn[n&255]+xn[n>>8&255]+xn[n>>16&255]+xn[n>>24&255]).toLowerCase()}function vn(i,t,e){return Math.max(t,Math.min(e,i))}function gf(i,t){return(i%t+t)%t}function Qv(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function tM(i,t,e){return i!==t?(e-i)/(t-i):0}function ta(i,t,e){return(1-e)*i+e*t}function eM(i,t,e,n){return ta(i,t,1-Math.exp(-e*n))}function nM(i,t=1){return t-Math.abs(gf(i,t*2)-t)}function iM(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function sM(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function rM(i,t){return i+Math.floor(Math.random()*(t-i+1))}function oM(i,t){return i+Math.random()*(t-i)}function aM(i){return i*(.5-Math.random())}function lM(i){i!==void 0&&(Lm=i);let t=Lm+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function cM(i){return i*Qo}function hM(i){return i*ia}function uM(i){return(i&i-1)===0&&i!==0}function fM(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function dM(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function pM(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),f=r((t-n)/2),u=o((t-n)/2),d=r((n-t)/2),g=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*f,l*u,a*c);break;case"YZY":i.set(l*u,a*h,l*f,a*c);break;case"ZXZ":i.set(l*f,l*u,a*h,a*c);break;case"XZX":i.set(a*h,l*g,l*d,a*c);break;case"YXY":i.set(l*d,a*h,l*g,a*c);break;case"ZYZ":i.set(l*g,l*d,a*h,a*c);break;default:console.warn("THREE.MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function to(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return i/4294967295;case Uint16Array:return i/65535;case Uint8Array:return i/255;case Int32Array:return Math.max(i/2147483647,-1);case Int16Array:return Math.max(i/32767,-1);case Int8Array:return Math.max(i/127,-1);default:throw new Error("Invalid component type.")}}function Pn(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return Math.round(i*4294967295);case Uint16Array:return Math.round(i*65535);case Uint8Array:return Math.round(i*255);case Int32Array:return Math.round(i*2147483647);case Int16Array:return Math.round(i*32767);case Int8Array:return Math.round(i*127);default:throw new Error("Invalid component type.")}}var Xg={DEG2RAD:Qo,RAD2DEG:ia,generateUUID:yo,clamp:vn,euclideanModulo:gf,mapLinear:Qv,inverseLerp:tM,lerp:ta,damp:eM,pingpong:nM,smoothstep:iM,smootherstep:sM,randInt:rM,randFloat:oM,randFloatSpread:aM,seededRandom:lM,degToRad:cM,radToDeg:hM,isPowerOfTwo:uM,ceilPowerOfTwo:fM,floorPowerOfTwo:dM,setQuaternionFromProperEuler:pM,normalize:Pn,denormalize:to},Kt=class i{constructor(t=0,e=0){i.prototype.isVector2=!0,this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(vn(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ie=class i{constructor(t,e,n,s,r,o,a,l,c){i.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],f=n[7],u=n[2],d=n[5],g=n[8],x=s[0],m=s[3],p=s[6],T=s[1],S=s[4],b=s[7],N=s[2],D=s[5],I=s[8];return r[0]=o*x+a*T+l*N,r[3]=o*m+a*S+l*D,r[6]=o*p+a*b+l*I,r[1]=c*x+h*T+f*N,r[4]=c*m+h*S+f*D,r[7]=c*p+h*b+f*I,r[2]=u*x+d*T+g*N,r[5]=u*m+d*S+g*D,r[8]=u*p+d*b+g*I,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],f=h*o-a*c,u=a*l-h*r,d=c*r-o*l,g=e*f+n*u+s*d;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let x=1/g;return t[0]=f*x,t[1]=(s*c-h*n)*x,t[2]=(a*n-s*o)*x,t[3]=u*x,t[4]=(h*e-s*l)*x,t[5]=(s*r-a*e)*x,t[6]=d*x,t[7]=(n*l-c*e)*x,t[8]=(o*e-n*r)*x,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return this.premultiply(mh.makeScale(t,e)),this}rotate(t){return this.premultiply(mh.makeRotation(-t)),this}translate(t,e){return this.premultiply(mh.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},mh=new ie;function $g(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Sl(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function mM(){let i=Sl("canvas");return i.style.display="block",i}var Dm={};function Ko(i){i in Dm||(Dm[i]=!0,console.warn(i))}function gM(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}function _M(i){let t=i.elements;t[2]=.5*t[2]+.5*t[3],t[6]=.5*t[6]+.5*t[7],t[10]=.5*t[10]+.5*t[11],t[14]=.5*t[14]+.5*t[15]}function xM(i){let t=i.elements;t[11]===-1?(t[10]=-t[10]-1,t[14]=-t[14]):(t[10]=-t[10],t[14]=-t[14]+1)}var ge={enabled:!0,workingColorSpace:xo,spaces:{},convert:function(i,t,e){return this.enabled===!1||t===e||!t||!e||(this.spaces[t].transfer===Ae&&(i.r=ji(i.r),i.g=ji(i.g),i.b=ji(i.b)),this.spaces[t].primaries!==this.spaces[e].primaries&&(i.applyMatrix3(this.spaces[t].toXYZ),i.applyMatrix3(this.spaces[e].fromXYZ)),this.spaces[e].transfer===Ae&&(i.r=ro(i.r),i.g=ro(i.g),i.b=ro(i.b))),i},fromWorkingColorSpace:function(i,t){return this.convert(i,this.workingColorSpace,t)},toWorkingColorSpace:function(i,t){return this.convert(i,t,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===vs?Yl:this.spaces[i].transfer},getLuminanceCoefficients:function(i,t=this.workingColorSpace){return i.fromArray(this.spaces[t].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,t,e){return i.copy(this.spaces[t].toXYZ).multiply(this.spaces[e].fromXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace}};function ji(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function ro(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Nm=[.64,.33,.3,.6,.15,.06],Um=[.2126,.7152,.0722],Om=[.3127,.329],Fm=new ie().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Bm=new ie().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);ge.define({[xo]:{primaries:Nm,whitePoint:Om,transfer:Yl,toXYZ:Fm,fromXYZ:Bm,luminanceCoefficients:Um,workingColorSpaceConfig:{unpackColorSpace:ai},outputColorSpaceConfig:{drawingBufferColorSpace:ai}},[ai]:{primaries:Nm,whitePoint:Om,transfer:Ae,toXYZ:Fm,fromXYZ:Bm,luminanceCoefficients:Um,outputColorSpaceConfig:{drawingBufferColorSpace:ai}}});var zr,Ru=class{static getDataURL(t){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let e;if(t instanceof HTMLCanvasElement)e=t;else{zr===void 0&&(zr=Sl("canvas")),zr.width=t.width,zr.height=t.height;let n=zr.getContext("2d");t instanceof ImageData?n.putImageData(t,0,0):n.drawImage(t,0,0,t.width,t.height),e=zr}return e.width>2048||e.height>2048?(console.warn("THREE.ImageUtils.getDataURL: Image converted to jpg for performance reasons",t),e.toDataURL("image/jpeg",.6)):e.toDataURL("image/png")}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Sl("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ji(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(ji(e[n]/255)*255):e[n]=ji(e[n]);return{data:e,width:t.width,height:t.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},yM=0,wl=class{constructor(t=null){this.isSource=!0,Object.defineProperty(this,"id",{value:yM++}),this.uuid=yo(),this.data=t,this.dataReady=!0,this.version=0}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(gh(s[o].image)):r.push(gh(s[o]))}else r=gh(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function gh(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Ru.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}var vM=0,Jn=class i extends ts{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=er,s=er,r=Ri,o=nr,a=yi,l=Qi,c=i.DEFAULT_ANISOTROPY,h=vs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:vM++}),this.uuid=yo(),this.name="",this.source=new wl(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Kt(0,0),this.repeat=new Kt(1,1),this.center=new Kt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ie,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.version=0,this.onUpdate=null,this.isRenderTargetTexture=!1,this.pmremVersion=0}get image(){return this.source.data}set image(t=null){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.6,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Lg)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case tu:t.x=t.x-Math.floor(t.x);break;case er:t.x=t.x<0?0:1;break;case eu:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case tu:t.y=t.y-Math.floor(t.y);break;case er:t.y=t.y<0?0:1;break;case eu:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Jn.DEFAULT_IMAGE=null;Jn.DEFAULT_MAPPING=Lg;Jn.DEFAULT_ANISOTROPY=1;var Ge=class i{constructor(t=0,e=0,n=0,s=1){i.prototype.isVector4=!0,this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],f=l[8],u=l[1],d=l[5],g=l[9],x=l[2],m=l[6],p=l[10];if(Math.abs(h-u)<.01&&Math.abs(f-x)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+u)<.1&&Math.abs(f+x)<.1&&Math.abs(g+m)<.1&&Math.abs(c+d+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let S=(c+1)/2,b=(d+1)/2,N=(p+1)/2,D=(h+u)/4,I=(f+x)/4,U=(g+m)/4;return S>b&&S>N?S<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(S),s=D/n,r=I/n):b>N?b<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(b),n=D/s,r=U/s):N<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(N),n=I/r,s=U/r),this.set(n,s,r,e),this}let T=Math.sqrt((m-g)*(m-g)+(f-x)*(f-x)+(u-h)*(u-h));return Math.abs(T)<.001&&(T=1),this.x=(m-g)/T,this.y=(f-x)/T,this.z=(u-h)/T,this.w=Math.acos((c+d+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this.z=Math.max(t.z,Math.min(e.z,this.z)),this.w=Math.max(t.w,Math.min(e.w,this.w)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this.z=Math.max(t,Math.min(e,this.z)),this.w=Math.max(t,Math.min(e,this.w)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Pu=class extends ts{constructor(t=1,e=1,n={}){super(),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=1,this.scissor=new Ge(0,0,t,e),this.scissorTest=!1,this.viewport=new Ge(0,0,t,e);let s={width:t,height:e,depth:1};n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Ri,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1},n);let r=new Jn(s,n.mapping,n.wrapS,n.wrapT,n.magFilter,n.minFilter,n.format,n.type,n.anisotropy,n.colorSpace);r.flipY=!1,r.generateMipmaps=n.generateMipmaps,r.internalFormat=n.internalFormat,this.textures=[];let o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0;this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.depthTexture=n.depthTexture,this.samples=n.samples}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n;this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let n=0,s=t.textures.length;n<s;n++)this.textures[n]=t.textures[n].clone(),this.textures[n].isRenderTargetTexture=!0;let e=Object.assign({},t.texture.image);return this.texture.source=new wl(e),this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,t.depthTexture!==null&&(this.depthTexture=t.depthTexture.clone()),this.samples=t.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}},es=class extends Pu{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},El=class extends Jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Zn,this.minFilter=Zn,this.wrapR=er,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Iu=class extends Jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Zn,this.minFilter=Zn,this.wrapR=er,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Kn=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],f=n[s+3],u=r[o+0],d=r[o+1],g=r[o+2],x=r[o+3];if(a===0){t[e+0]=l,t[e+1]=c,t[e+2]=h,t[e+3]=f;return}if(a===1){t[e+0]=u,t[e+1]=d,t[e+2]=g,t[e+3]=x;return}if(f!==x||l!==u||c!==d||h!==g){let m=1-a,p=l*u+c*d+h*g+f*x,T=p>=0?1:-1,S=1-p*p;if(S>Number.EPSILON){let N=Math.sqrt(S),D=Math.atan2(N,p*T);m=Math.sin(m*D)/N,a=Math.sin(a*D)/N}let b=a*T;if(l=l*m+u*b,c=c*m+d*b,h=h*m+g*b,f=f*m+x*b,m===1-a){let N=1/Math.sqrt(l*l+c*c+h*h+f*f);l*=N,c*=N,h*=N,f*=N}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=f}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],f=r[o],u=r[o+1],d=r[o+2],g=r[o+3];return t[e]=a*g+h*f+l*d-c*u,t[e+1]=l*g+h*u+c*f-a*d,t[e+2]=c*g+h*d+a*u-l*f,t[e+3]=h*g-a*f-l*u-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),f=a(r/2),u=l(n/2),d=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=u*h*f+c*d*g,this._y=c*d*f-u*h*g,this._z=c*h*g+u*d*f,this._w=c*h*f-u*d*g;break;case"YXZ":this._x=u*h*f+c*d*g,this._y=c*d*f-u*h*g,this._z=c*h*g-u*d*f,this._w=c*h*f+u*d*g;break;case"ZXY":this._x=u*h*f-c*d*g,this._y=c*d*f+u*h*g,this._z=c*h*g+u*d*f,this._w=c*h*f-u*d*g;break;case"ZYX":this._x=u*h*f-c*d*g,this._y=c*d*f+u*h*g,this._z=c*h*g-u*d*f,this._w=c*h*f+u*d*g;break;case"YZX":this._x=u*h*f+c*d*g,this._y=c*d*f+u*h*g,this._z=c*h*g-u*d*f,this._w=c*h*f-u*d*g;break;case"XZY":this._x=u*h*f-c*d*g,this._y=c*d*f-u*h*g,this._z=c*h*g+u*d*f,this._w=c*h*f+u*d*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],f=e[10],u=n+a+f;if(u>0){let d=.5/Math.sqrt(u+1);this._w=.25/d,this._x=(h-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>f){let d=2*Math.sqrt(1+n-a-f);this._w=(h-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>f){let d=2*Math.sqrt(1+a-n-f);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+h)/d}else{let d=2*Math.sqrt(1+f-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<Number.EPSILON?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(vn(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){if(e===0)return this;if(e===1)return this.copy(t);let n=this._x,s=this._y,r=this._z,o=this._w,a=o*t._w+n*t._x+s*t._y+r*t._z;if(a<0?(this._w=-t._w,this._x=-t._x,this._y=-t._y,this._z=-t._z,a=-a):this.copy(t),a>=1)return this._w=o,this._x=n,this._y=s,this._z=r,this;let l=1-a*a;if(l<=Number.EPSILON){let d=1-e;return this._w=d*o+e*this._w,this._x=d*n+e*this._x,this._y=d*s+e*this._y,this._z=d*r+e*this._z,this.normalize(),this}let c=Math.sqrt(l),h=Math.atan2(c,a),f=Math.sin((1-e)*h)/c,u=Math.sin(e*h)/c;return this._w=o*f+this._w*u,this._x=n*f+this._x*u,this._y=s*f+this._y*u,this._z=r*f+this._z*u,this._onChangeCallback(),this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},H=class i{constructor(t=0,e=0,n=0){i.prototype.isVector3=!0,this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(km.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(km.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),f=2*(r*n-o*e);return this.x=e+l*c+o*f-a*h,this.y=n+l*h+a*c-r*f,this.z=s+l*f+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this.z=Math.max(t.z,Math.min(e.z,this.z)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this.z=Math.max(t,Math.min(e,this.z)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return _h.copy(this).projectOnVector(t),this.sub(_h)}reflect(t){return this.sub(_h.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(vn(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},_h=new H,km=new Kn,li=class{constructor(t=new H(1/0,1/0,1/0),e=new H(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(mi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(mi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=mi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,mi):mi.fromBufferAttribute(r,o),mi.applyMatrix4(t.matrixWorld),this.expandByPoint(mi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),$a.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),$a.copy(n.boundingBox)),$a.applyMatrix4(t.matrixWorld),this.union($a)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,mi),mi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Wo),qa.subVectors(this.max,Wo),Vr.subVectors(t.a,Wo),Hr.subVectors(t.b,Wo),Gr.subVectors(t.c,Wo),ps.subVectors(Hr,Vr),ms.subVectors(Gr,Hr),Xs.subVectors(Vr,Gr);let e=[0,-ps.z,ps.y,0,-ms.z,ms.y,0,-Xs.z,Xs.y,ps.z,0,-ps.x,ms.z,0,-ms.x,Xs.z,0,-Xs.x,-ps.y,ps.x,0,-ms.y,ms.x,0,-Xs.y,Xs.x,0];return!xh(e,Vr,Hr,Gr,qa)||(e=[1,0,0,0,1,0,0,0,1],!xh(e,Vr,Hr,Gr,qa))?!1:(Ya.crossVectors(ps,ms),e=[Ya.x,Ya.y,Ya.z],xh(e,Vr,Hr,Gr,qa))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,mi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(mi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(Xi[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),Xi[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),Xi[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),Xi[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),Xi[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),Xi[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),Xi[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),Xi[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(Xi),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}},Xi=[new H,new H,new H,new H,new H,new H,new H,new H],mi=new H,$a=new li,Vr=new H,Hr=new H,Gr=new H,ps=new H,ms=new H,Xs=new H,Wo=new H,qa=new H,Ya=new H,$s=new H;function xh(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){$s.fromArray(i,r);let a=s.x*Math.abs($s.x)+s.y*Math.abs($s.y)+s.z*Math.abs($s.z),l=t.dot($s),c=e.dot($s),h=n.dot($s);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var MM=new li,Xo=new H,yh=new H,ws=class{constructor(t=new H,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):MM.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Xo.subVectors(t,this.center);let e=Xo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(Xo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(yh.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Xo.copy(t.center).add(yh)),this.expandByPoint(Xo.copy(t.center).sub(yh))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}},$i=new H,vh=new H,Za=new H,gs=new H,Mh=new H,Ja=new H,bh=new H,fo=class{constructor(t=new H,e=new H(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,$i)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=$i.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):($i.copy(this.origin).addScaledVector(this.direction,e),$i.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){vh.copy(t).add(e).multiplyScalar(.5),Za.copy(e).sub(t).normalize(),gs.copy(this.origin).sub(vh);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Za),a=gs.dot(this.direction),l=-gs.dot(Za),c=gs.lengthSq(),h=Math.abs(1-o*o),f,u,d,g;if(h>0)if(f=o*l-a,u=o*a-l,g=r*h,f>=0)if(u>=-g)if(u<=g){let x=1/h;f*=x,u*=x,d=f*(f+o*u+2*a)+u*(o*f+u+2*l)+c}else u=r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;else u=-r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;else u<=-g?(f=Math.max(0,-(-o*r+a)),u=f>0?-r:Math.min(Math.max(-r,-l),r),d=-f*f+u*(u+2*l)+c):u<=g?(f=0,u=Math.min(Math.max(-r,-l),r),d=u*(u+2*l)+c):(f=Math.max(0,-(o*r+a)),u=f>0?r:Math.min(Math.max(-r,-l),r),d=-f*f+u*(u+2*l)+c);else u=o>0?-r:r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,f),s&&s.copy(vh).addScaledVector(Za,u),d}intersectSphere(t,e){$i.subVectors(t.center,this.origin);let n=$i.dot(this.direction),s=$i.dot($i)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,f=1/this.direction.z,u=this.origin;return c>=0?(n=(t.min.x-u.x)*c,s=(t.max.x-u.x)*c):(n=(t.max.x-u.x)*c,s=(t.min.x-u.x)*c),h>=0?(r=(t.min.y-u.y)*h,o=(t.max.y-u.y)*h):(r=(t.max.y-u.y)*h,o=(t.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),f>=0?(a=(t.min.z-u.z)*f,l=(t.max.z-u.z)*f):(a=(t.max.z-u.z)*f,l=(t.min.z-u.z)*f),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,$i)!==null}intersectTriangle(t,e,n,s,r){Mh.subVectors(e,t),Ja.subVectors(n,t),bh.crossVectors(Mh,Ja);let o=this.direction.dot(bh),a;if(o>0){if(s)return null;a=1}else if(o<0)a=-1,o=-o;else return null;gs.subVectors(this.origin,t);let l=a*this.direction.dot(Ja.crossVectors(gs,Ja));if(l<0)return null;let c=a*this.direction.dot(Mh.cross(gs));if(c<0||l+c>o)return null;let h=-a*gs.dot(bh);return h<0?null:this.at(h/o,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Ce=class i{constructor(t,e,n,s,r,o,a,l,c,h,f,u,d,g,x,m){i.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,f,u,d,g,x,m)}set(t,e,n,s,r,o,a,l,c,h,f,u,d,g,x,m){let p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=f,p[14]=u,p[3]=d,p[7]=g,p[11]=x,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){let e=this.elements,n=t.elements,s=1/Wr.setFromMatrixColumn(t,0).length(),r=1/Wr.setFromMatrixColumn(t,1).length(),o=1/Wr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),f=Math.sin(r);if(t.order==="XYZ"){let u=o*h,d=o*f,g=a*h,x=a*f;e[0]=l*h,e[4]=-l*f,e[8]=c,e[1]=d+g*c,e[5]=u-x*c,e[9]=-a*l,e[2]=x-u*c,e[6]=g+d*c,e[10]=o*l}else if(t.order==="YXZ"){let u=l*h,d=l*f,g=c*h,x=c*f;e[0]=u+x*a,e[4]=g*a-d,e[8]=o*c,e[1]=o*f,e[5]=o*h,e[9]=-a,e[2]=d*a-g,e[6]=x+u*a,e[10]=o*l}else if(t.order==="ZXY"){let u=l*h,d=l*f,g=c*h,x=c*f;e[0]=u-x*a,e[4]=-o*f,e[8]=g+d*a,e[1]=d+g*a,e[5]=o*h,e[9]=x-u*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let u=o*h,d=o*f,g=a*h,x=a*f;e[0]=l*h,e[4]=g*c-d,e[8]=u*c+x,e[1]=l*f,e[5]=x*c+u,e[9]=d*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let u=o*l,d=o*c,g=a*l,x=a*c;e[0]=l*h,e[4]=x-u*f,e[8]=g*f+d,e[1]=f,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=d*f+g,e[10]=u-x*f}else if(t.order==="XZY"){let u=o*l,d=o*c,g=a*l,x=a*c;e[0]=l*h,e[4]=-f,e[8]=c*h,e[1]=u*f+x,e[5]=o*h,e[9]=d*f-g,e[2]=g*f-d,e[6]=a*h,e[10]=x*f+u}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(bM,t,SM)}lookAt(t,e,n){let s=this.elements;return $n.subVectors(t,e),$n.lengthSq()===0&&($n.z=1),$n.normalize(),_s.crossVectors(n,$n),_s.lengthSq()===0&&(Math.abs(n.z)===1?$n.x+=1e-4:$n.z+=1e-4,$n.normalize(),_s.crossVectors(n,$n)),_s.normalize(),Ka.crossVectors($n,_s),s[0]=_s.x,s[4]=Ka.x,s[8]=$n.x,s[1]=_s.y,s[5]=Ka.y,s[9]=$n.y,s[2]=_s.z,s[6]=Ka.z,s[10]=$n.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],f=n[5],u=n[9],d=n[13],g=n[2],x=n[6],m=n[10],p=n[14],T=n[3],S=n[7],b=n[11],N=n[15],D=s[0],I=s[4],U=s[8],E=s[12],v=s[1],C=s[5],W=s[9],G=s[13],q=s[2],j=s[6],Y=s[10],tt=s[14],Q=s[3],ht=s[7],ot=s[11],mt=s[15];return r[0]=o*D+a*v+l*q+c*Q,r[4]=o*I+a*C+l*j+c*ht,r[8]=o*U+a*W+l*Y+c*ot,r[12]=o*E+a*G+l*tt+c*mt,r[1]=h*D+f*v+u*q+d*Q,r[5]=h*I+f*C+u*j+d*ht,r[9]=h*U+f*W+u*Y+d*ot,r[13]=h*E+f*G+u*tt+d*mt,r[2]=g*D+x*v+m*q+p*Q,r[6]=g*I+x*C+m*j+p*ht,r[10]=g*U+x*W+m*Y+p*ot,r[14]=g*E+x*G+m*tt+p*mt,r[3]=T*D+S*v+b*q+N*Q,r[7]=T*I+S*C+b*j+N*ht,r[11]=T*U+S*W+b*Y+N*ot,r[15]=T*E+S*G+b*tt+N*mt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],f=t[6],u=t[10],d=t[14],g=t[3],x=t[7],m=t[11],p=t[15];return g*(+r*l*f-s*c*f-r*a*u+n*c*u+s*a*d-n*l*d)+x*(+e*l*d-e*c*u+r*o*u-s*o*d+s*c*h-r*l*h)+m*(+e*c*f-e*a*d-r*o*f+n*o*d+r*a*h-n*c*h)+p*(-s*a*h-e*l*f+e*a*u+s*o*f-n*o*u+n*l*h)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],f=t[9],u=t[10],d=t[11],g=t[12],x=t[13],m=t[14],p=t[15],T=f*m*c-x*u*c+x*l*d-a*m*d-f*l*p+a*u*p,S=g*u*c-h*m*c-g*l*d+o*m*d+h*l*p-o*u*p,b=h*x*c-g*f*c+g*a*d-o*x*d-h*a*p+o*f*p,N=g*f*l-h*x*l-g*a*u+o*x*u+h*a*m-o*f*m,D=e*T+n*S+s*b+r*N;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let I=1/D;return t[0]=T*I,t[1]=(x*u*r-f*m*r-x*s*d+n*m*d+f*s*p-n*u*p)*I,t[2]=(a*m*r-x*l*r+x*s*c-n*m*c-a*s*p+n*l*p)*I,t[3]=(f*l*r-a*u*r-f*s*c+n*u*c+a*s*d-n*l*d)*I,t[4]=S*I,t[5]=(h*m*r-g*u*r+g*s*d-e*m*d-h*s*p+e*u*p)*I,t[6]=(g*l*r-o*m*r-g*s*c+e*m*c+o*s*p-e*l*p)*I,t[7]=(o*u*r-h*l*r+h*s*c-e*u*c-o*s*d+e*l*d)*I,t[8]=b*I,t[9]=(g*f*r-h*x*r-g*n*d+e*x*d+h*n*p-e*f*p)*I,t[10]=(o*x*r-g*a*r+g*n*c-e*x*c-o*n*p+e*a*p)*I,t[11]=(h*a*r-o*f*r-h*n*c+e*f*c+o*n*d-e*a*d)*I,t[12]=N*I,t[13]=(h*x*s-g*f*s+g*n*u-e*x*u-h*n*m+e*f*m)*I,t[14]=(g*a*s-o*x*s-g*n*l+e*x*l+o*n*m-e*a*m)*I,t[15]=(o*f*s-h*a*s+h*n*l-e*f*l-o*n*u+e*a*u)*I,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,f=a+a,u=r*c,d=r*h,g=r*f,x=o*h,m=o*f,p=a*f,T=l*c,S=l*h,b=l*f,N=n.x,D=n.y,I=n.z;return s[0]=(1-(x+p))*N,s[1]=(d+b)*N,s[2]=(g-S)*N,s[3]=0,s[4]=(d-b)*D,s[5]=(1-(u+p))*D,s[6]=(m+T)*D,s[7]=0,s[8]=(g+S)*I,s[9]=(m-T)*I,s[10]=(1-(u+x))*I,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements,r=Wr.set(s[0],s[1],s[2]).length(),o=Wr.set(s[4],s[5],s[6]).length(),a=Wr.set(s[8],s[9],s[10]).length();this.determinant()<0&&(r=-r),t.x=s[12],t.y=s[13],t.z=s[14],gi.copy(this);let c=1/r,h=1/o,f=1/a;return gi.elements[0]*=c,gi.elements[1]*=c,gi.elements[2]*=c,gi.elements[4]*=h,gi.elements[5]*=h,gi.elements[6]*=h,gi.elements[8]*=f,gi.elements[9]*=f,gi.elements[10]*=f,e.setFromRotationMatrix(gi),n.x=r,n.y=o,n.z=a,this}makePerspective(t,e,n,s,r,o,a=Ki){let l=this.elements,c=2*r/(e-t),h=2*r/(n-s),f=(e+t)/(e-t),u=(n+s)/(n-s),d,g;if(a===Ki)d=-(o+r)/(o-r),g=-2*o*r/(o-r);else if(a===bl)d=-o/(o-r),g=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return l[0]=c,l[4]=0,l[8]=f,l[12]=0,l[1]=0,l[5]=h,l[9]=u,l[13]=0,l[2]=0,l[6]=0,l[10]=d,l[14]=g,l[3]=0,l[7]=0,l[11]=-1,l[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Ki){let l=this.elements,c=1/(e-t),h=1/(n-s),f=1/(o-r),u=(e+t)*c,d=(n+s)*h,g,x;if(a===Ki)g=(o+r)*f,x=-2*f;else if(a===bl)g=r*f,x=-1*f;else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return l[0]=2*c,l[4]=0,l[8]=0,l[12]=-u,l[1]=0,l[5]=2*h,l[9]=0,l[13]=-d,l[2]=0,l[6]=0,l[10]=x,l[14]=-g,l[3]=0,l[7]=0,l[11]=0,l[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Wr=new H,gi=new Ce,bM=new H(0,0,0),SM=new H(1,1,1),_s=new H,Ka=new H,$n=new H,zm=new Ce,Vm=new Kn,Ii=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],f=s[2],u=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(vn(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-vn(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-f,r),this._z=0);break;case"ZXY":this._x=Math.asin(vn(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-f,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-vn(f,-1,1)),Math.abs(f)<.9999999?(this._x=Math.atan2(u,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(vn(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-f,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-vn(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return zm.makeRotationFromQuaternion(t),this.setFromRotationMatrix(zm,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Vm.setFromEuler(this),this.setFromQuaternion(Vm,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ii.DEFAULT_ORDER="XYZ";var Tl=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},wM=0,Hm=new H,Xr=new Kn,qi=new Ce,ja=new H,$o=new H,EM=new H,TM=new Kn,Gm=new H(1,0,0),Wm=new H(0,1,0),Xm=new H(0,0,1),$m={type:"added"},AM={type:"removed"},$r={type:"childadded",child:null},Sh={type:"childremoved",child:null},Mn=class i extends ts{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:wM++}),this.uuid=yo(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new H,e=new Ii,n=new Kn,s=new H(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ce},normalMatrix:{value:new ie}}),this.matrix=new Ce,this.matrixWorld=new Ce,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Tl,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Xr.setFromAxisAngle(t,e),this.quaternion.multiply(Xr),this}rotateOnWorldAxis(t,e){return Xr.setFromAxisAngle(t,e),this.quaternion.premultiply(Xr),this}rotateX(t){return this.rotateOnAxis(Gm,t)}rotateY(t){return this.rotateOnAxis(Wm,t)}rotateZ(t){return this.rotateOnAxis(Xm,t)}translateOnAxis(t,e){return Hm.copy(t).applyQuaternion(this.quaternion),this.position.add(Hm.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Gm,t)}translateY(t){return this.translateOnAxis(Wm,t)}translateZ(t){return this.translateOnAxis(Xm,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(qi.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?ja.copy(t):ja.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),$o.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?qi.lookAt($o,ja,this.up):qi.lookAt(ja,$o,this.up),this.quaternion.setFromRotationMatrix(qi),s&&(qi.extractRotation(s.matrixWorld),Xr.setFromRotationMatrix(qi),this.quaternion.premultiply(Xr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent($m),$r.child=t,this.dispatchEvent($r),$r.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(AM),Sh.child=t,this.dispatchEvent(Sh),Sh.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),qi.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),qi.multiply(t.parent.matrixWorld)),t.applyMatrix4(qi),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent($m),$r.child=t,this.dispatchEvent($r),$r.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose($o,t,EM),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose($o,TM,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e){let n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),e===!0){let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].updateWorldMatrix(!1,!0)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.6,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,this.name!==""&&(s.name=this.name),this.castShadow===!0&&(s.castShadow=!0),this.receiveShadow===!0&&(s.receiveShadow=!0),this.visible===!1&&(s.visible=!1),this.frustumCulled===!1&&(s.frustumCulled=!1),this.renderOrder!==0&&(s.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(s.matrixAutoUpdate=!1),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.visibility=this._visibility,s.active=this._active,s.bounds=this._bounds.map(a=>({boxInitialized:a.boxInitialized,boxMin:a.box.min.toArray(),boxMax:a.box.max.toArray(),sphereInitialized:a.sphereInitialized,sphereRadius:a.sphere.radius,sphereCenter:a.sphere.center.toArray()})),s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.geometryCount=this._geometryCount,s.matricesTexture=this._matricesTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere={center:s.boundingSphere.center.toArray(),radius:s.boundingSphere.radius}),this.boundingBox!==null&&(s.boundingBox={min:s.boundingBox.min.toArray(),max:s.boundingBox.max.toArray()}));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let f=l[c];r(t.shapes,f)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),f=o(t.shapes),u=o(t.skeletons),d=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),f.length>0&&(n.shapes=f),u.length>0&&(n.skeletons=u),d.length>0&&(n.animations=d),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}};Mn.DEFAULT_UP=new H(0,1,0);Mn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Mn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var _i=new H,Yi=new H,wh=new H,Zi=new H,qr=new H,Yr=new H,qm=new H,Eh=new H,Th=new H,Ah=new H,Ch=new Ge,Rh=new Ge,Ph=new Ge,Qs=class i{constructor(t=new H,e=new H,n=new H){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),_i.subVectors(t,e),s.cross(_i);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){_i.subVectors(s,e),Yi.subVectors(n,e),wh.subVectors(t,e);let o=_i.dot(_i),a=_i.dot(Yi),l=_i.dot(wh),c=Yi.dot(Yi),h=Yi.dot(wh),f=o*c-a*a;if(f===0)return r.set(0,0,0),null;let u=1/f,d=(c*l-a*h)*u,g=(o*h-a*l)*u;return r.set(1-d-g,g,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,Zi)===null?!1:Zi.x>=0&&Zi.y>=0&&Zi.x+Zi.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,Zi)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Zi.x),l.addScaledVector(o,Zi.y),l.addScaledVector(a,Zi.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Ch.setScalar(0),Rh.setScalar(0),Ph.setScalar(0),Ch.fromBufferAttribute(t,e),Rh.fromBufferAttribute(t,n),Ph.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Ch,r.x),o.addScaledVector(Rh,r.y),o.addScaledVector(Ph,r.z),o}static isFrontFacing(t,e,n,s){return _i.subVectors(n,e),Yi.subVectors(t,e),_i.cross(Yi).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return _i.subVectors(this.c,this.b),Yi.subVectors(this.a,this.b),_i.cross(Yi).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;qr.subVectors(s,n),Yr.subVectors(r,n),Eh.subVectors(t,n);let l=qr.dot(Eh),c=Yr.dot(Eh);if(l<=0&&c<=0)return e.copy(n);Th.subVectors(t,s);let h=qr.dot(Th),f=Yr.dot(Th);if(h>=0&&f<=h)return e.copy(s);let u=l*f-h*c;if(u<=0&&l>=0&&h<=0)return o=l/(l-h),e.copy(n).addScaledVector(qr,o);Ah.subVectors(t,r);let d=qr.dot(Ah),g=Yr.dot(Ah);if(g>=0&&d<=g)return e.copy(r);let x=d*c-l*g;if(x<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Yr,a);let m=h*g-d*f;if(m<=0&&f-h>=0&&d-g>=0)return qm.subVectors(r,s),a=(f-h)/(f-h+(d-g)),e.copy(s).addScaledVector(qm,a);let p=1/(m+x+u);return o=x*p,a=u*p,e.copy(n).addScaledVector(qr,o).addScaledVector(Yr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},qg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},xs={h:0,s:0,l:0},Qa={h:0,s:0,l:0};function Ih(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var ce=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=ai){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,ge.toWorkingColorSpace(this,e),this}setRGB(t,e,n,s=ge.workingColorSpace){return this.r=t,this.g=e,this.b=n,ge.toWorkingColorSpace(this,s),this}setHSL(t,e,n,s=ge.workingColorSpace){if(t=gf(t,1),e=vn(e,0,1),n=vn(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Ih(o,r,t+1/3),this.g=Ih(o,r,t),this.b=Ih(o,r,t-1/3)}return ge.toWorkingColorSpace(this,s),this}setStyle(t,e=ai){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,e);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:console.warn("THREE.Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);console.warn("THREE.Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=ai){let n=qg[t.toLowerCase()];return n!==void 0?this.setHex(n,e):console.warn("THREE.Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ji(t.r),this.g=ji(t.g),this.b=ji(t.b),this}copyLinearToSRGB(t){return this.r=ro(t.r),this.g=ro(t.g),this.b=ro(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=ai){return ge.fromWorkingColorSpace(yn.copy(this),t),Math.round(vn(yn.r*255,0,255))*65536+Math.round(vn(yn.g*255,0,255))*256+Math.round(vn(yn.b*255,0,255))}getHexString(t=ai){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=ge.workingColorSpace){ge.fromWorkingColorSpace(yn.copy(this),e);let n=yn.r,s=yn.g,r=yn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let f=o-a;switch(c=h<=.5?f/(o+a):f/(2-o-a),o){case n:l=(s-r)/f+(s<r?6:0);break;case s:l=(r-n)/f+2;break;case r:l=(n-s)/f+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=ge.workingColorSpace){return ge.fromWorkingColorSpace(yn.copy(this),e),t.r=yn.r,t.g=yn.g,t.b=yn.b,t}getStyle(t=ai){ge.fromWorkingColorSpace(yn.copy(this),t);let e=yn.r,n=yn.g,s=yn.b;return t!==ai?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(xs),this.setHSL(xs.h+t,xs.s+e,xs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(xs),t.getHSL(Qa);let n=ta(xs.h,Qa.h,e),s=ta(xs.s,Qa.s,e),r=ta(xs.l,Qa.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},yn=new ce;ce.NAMES=qg;var CM=0,Es=class extends ts{static get type(){return"Material"}get type(){return this.constructor.type}set type(t){}constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:CM++}),this.uuid=yo(),this.name="",this.blending=io,this.side=Ss,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Gh,this.blendDst=Wh,this.blendEquation=js,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ce(0,0,0),this.blendAlpha=0,this.depthFunc=ao,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Rm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=kr,this.stencilZFail=kr,this.stencilZPass=kr,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){console.warn(`THREE.Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.6,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==io&&(n.blending=this.blending),this.side!==Ss&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==Gh&&(n.blendSrc=this.blendSrc),this.blendDst!==Wh&&(n.blendDst=this.blendDst),this.blendEquation!==js&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==ao&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==Rm&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==kr&&(n.stencilFail=this.stencilFail),this.stencilZFail!==kr&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==kr&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}onBuild(){console.warn("Material: onBuild() has been removed.")}},sr=class extends Es{static get type(){return"MeshBasicMaterial"}constructor(t){super(),this.isMeshBasicMaterial=!0,this.color=new ce(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ii,this.combine=lf,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}};var Je=new H,tl=new Kt,dn=class{constructor(t,e,n=!1){if(Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Pm,this.updateRanges=[],this.gpuType=Pi,this.version=0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)tl.fromBufferAttribute(this,e),tl.applyMatrix3(t),this.setXY(e,tl.x,tl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyMatrix3(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyMatrix4(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyNormalMatrix(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.transformDirection(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=to(n,this.array)),n}setComponent(t,e,n){return this.normalized&&(n=Pn(n,this.array)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=to(e,this.array)),e}setX(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=to(e,this.array)),e}setY(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=to(e,this.array)),e}setZ(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=to(e,this.array)),e}setW(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=Pn(e,this.array),n=Pn(n,this.array)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=Pn(e,this.array),n=Pn(n,this.array),s=Pn(s,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=Pn(e,this.array),n=Pn(n,this.array),s=Pn(s,this.array),r=Pn(r,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(t.name=this.name),this.usage!==Pm&&(t.usage=this.usage),t}};var Al=class extends dn{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Cl=class extends dn{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var kn=class extends dn{constructor(t,e,n){super(new Float32Array(t),e,n)}},RM=0,oi=new Ce,Lh=new Mn,Zr=new H,qn=new li,qo=new li,fn=new H,Nn=class i extends ts{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:RM++}),this.uuid=yo(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new($g(t)?Cl:Al)(t,1):this.index=t,this}setIndirect(t){return this.indirect=t,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ie().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(t){return oi.makeRotationFromQuaternion(t),this.applyMatrix4(oi),this}rotateX(t){return oi.makeRotationX(t),this.applyMatrix4(oi),this}rotateY(t){return oi.makeRotationY(t),this.applyMatrix4(oi),this}rotateZ(t){return oi.makeRotationZ(t),this.applyMatrix4(oi),this}translate(t,e,n){return oi.makeTranslation(t,e,n),this.applyMatrix4(oi),this}scale(t,e,n){return oi.makeScale(t,e,n),this.applyMatrix4(oi),this}lookAt(t){return Lh.lookAt(t),Lh.updateMatrix(),this.applyMatrix4(Lh.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Zr).negate(),this.translate(Zr.x,Zr.y,Zr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new kn(n,3))}else{for(let n=0,s=e.count;n<s;n++){let r=t[n];e.setXYZ(n,r.x,r.y,r.z||0)}t.length>e.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new li);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new H(-1/0,-1/0,-1/0),new H(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];qn.setFromBufferAttribute(r),this.morphTargetsRelative?(fn.addVectors(this.boundingBox.min,qn.min),this.boundingBox.expandByPoint(fn),fn.addVectors(this.boundingBox.max,qn.max),this.boundingBox.expandByPoint(fn)):(this.boundingBox.expandByPoint(qn.min),this.boundingBox.expandByPoint(qn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new ws);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new H,1/0);return}if(t){let n=this.boundingSphere.center;if(qn.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];qo.setFromBufferAttribute(a),this.morphTargetsRelative?(fn.addVectors(qn.min,qo.min),qn.expandByPoint(fn),fn.addVectors(qn.max,qo.max),qn.expandByPoint(fn)):(qn.expandByPoint(qo.min),qn.expandByPoint(qo.max))}qn.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)fn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(fn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)fn.fromBufferAttribute(a,c),l&&(Zr.fromBufferAttribute(t,c),fn.add(Zr)),s=Math.max(s,n.distanceToSquared(fn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new dn(new Float32Array(4*n.count),4));let o=this.getAttribute("tangent"),a=[],l=[];for(let U=0;U<n.count;U++)a[U]=new H,l[U]=new H;let c=new H,h=new H,f=new H,u=new Kt,d=new Kt,g=new Kt,x=new H,m=new H;function p(U,E,v){c.fromBufferAttribute(n,U),h.fromBufferAttribute(n,E),f.fromBufferAttribute(n,v),u.fromBufferAttribute(r,U),d.fromBufferAttribute(r,E),g.fromBufferAttribute(r,v),h.sub(c),f.sub(c),d.sub(u),g.sub(u);let C=1/(d.x*g.y-g.x*d.y);isFinite(C)&&(x.copy(h).multiplyScalar(g.y).addScaledVector(f,-d.y).multiplyScalar(C),m.copy(f).multiplyScalar(d.x).addScaledVector(h,-g.x).multiplyScalar(C),a[U].add(x),a[E].add(x),a[v].add(x),l[U].add(m),l[E].add(m),l[v].add(m))}let T=this.groups;T.length===0&&(T=[{start:0,count:t.count}]);for(let U=0,E=T.length;U<E;++U){let v=T[U],C=v.start,W=v.count;for(let G=C,q=C+W;G<q;G+=3)p(t.getX(G+0),t.getX(G+1),t.getX(G+2))}let S=new H,b=new H,N=new H,D=new H;function I(U){N.fromBufferAttribute(s,U),D.copy(N);let E=a[U];S.copy(E),S.sub(N.multiplyScalar(N.dot(E))).normalize(),b.crossVectors(D,E);let C=b.dot(l[U])<0?-1:1;o.setXYZW(U,S.x,S.y,S.z,C)}for(let U=0,E=T.length;U<E;++U){let v=T[U],C=v.start,W=v.count;for(let G=C,q=C+W;G<q;G+=3)I(t.getX(G+0)),I(t.getX(G+1)),I(t.getX(G+2))}}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new dn(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let u=0,d=n.count;u<d;u++)n.setXYZ(u,0,0,0);let s=new H,r=new H,o=new H,a=new H,l=new H,c=new H,h=new H,f=new H;if(t)for(let u=0,d=t.count;u<d;u+=3){let g=t.getX(u+0),x=t.getX(u+1),m=t.getX(u+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,x),o.fromBufferAttribute(e,m),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,x),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(x,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let u=0,d=e.count;u<d;u+=3)s.fromBufferAttribute(e,u+0),r.fromBufferAttribute(e,u+1),o.fromBufferAttribute(e,u+2),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)fn.fromBufferAttribute(t,e),fn.normalize(),t.setXYZ(e,fn.x,fn.y,fn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,f=a.normalized,u=new c.constructor(l.length*h),d=0,g=0;for(let x=0,m=l.length;x<m;x++){a.isInterleavedBufferAttribute?d=l[x]*a.data.stride+a.offset:d=l[x]*h;for(let p=0;p<h;p++)u[g++]=c[d++]}return new dn(u,h,f)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,f=c.length;h<f;h++){let u=c[h],d=t(u,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.6,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.type,this.name!==""&&(t.name=this.name),Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let f=0,u=c.length;f<u;f++){let d=c[f];h.push(d.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere={center:a.center.toArray(),radius:a.radius}),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone(e));let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],f=r[c];for(let u=0,d=f.length;u<d;u++)h.push(f[u].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let f=o[c];this.addGroup(f.start,f.count,f.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}},Ym=new Ce,qs=new fo,el=new ws,Zm=new H,nl=new H,il=new H,sl=new H,Dh=new H,rl=new H,Jm=new H,ol=new H,Dn=class extends Mn{constructor(t=new Nn,e=new sr){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=t.morphTargetInfluences.slice()),t.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary)),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){rl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],f=r[l];h!==0&&(Dh.fromBufferAttribute(f,t),o?rl.addScaledVector(Dh,h):rl.addScaledVector(Dh.sub(e),h))}e.add(rl)}return e}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),el.copy(n.boundingSphere),el.applyMatrix4(r),qs.copy(t.ray).recast(t.near),!(el.containsPoint(qs.origin)===!1&&(qs.intersectSphere(el,Zm)===null||qs.origin.distanceToSquared(Zm)>(t.far-t.near)**2))&&(Ym.copy(r).invert(),qs.copy(t.ray).applyMatrix4(Ym),!(n.boundingBox!==null&&qs.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,qs)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,f=r.attributes.normal,u=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,x=u.length;g<x;g++){let m=u[g],p=o[m.materialIndex],T=Math.max(m.start,d.start),S=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let b=T,N=S;b<N;b+=3){let D=a.getX(b),I=a.getX(b+1),U=a.getX(b+2);s=al(this,p,t,n,c,h,f,D,I,U),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),x=Math.min(a.count,d.start+d.count);for(let m=g,p=x;m<p;m+=3){let T=a.getX(m),S=a.getX(m+1),b=a.getX(m+2);s=al(this,o,t,n,c,h,f,T,S,b),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,x=u.length;g<x;g++){let m=u[g],p=o[m.materialIndex],T=Math.max(m.start,d.start),S=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let b=T,N=S;b<N;b+=3){let D=b,I=b+1,U=b+2;s=al(this,p,t,n,c,h,f,D,I,U),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),x=Math.min(l.count,d.start+d.count);for(let m=g,p=x;m<p;m+=3){let T=m,S=m+1,b=m+2;s=al(this,o,t,n,c,h,f,T,S,b),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function PM(i,t,e,n,s,r,o,a){let l;if(t.side===Bn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===Ss,a),l===null)return null;ol.copy(a),ol.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(ol);return c<e.near||c>e.far?null:{distance:c,point:ol.clone(),object:i}}function al(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,nl),i.getVertexPosition(l,il),i.getVertexPosition(c,sl);let h=PM(i,t,e,n,nl,il,sl,Jm);if(h){let f=new H;Qs.getBarycoord(Jm,nl,il,sl,f),s&&(h.uv=Qs.getInterpolatedAttribute(s,a,l,c,f,new Kt)),r&&(h.uv1=Qs.getInterpolatedAttribute(r,a,l,c,f,new Kt)),o&&(h.normal=Qs.getInterpolatedAttribute(o,a,l,c,f,new H),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new H,materialIndex:0};Qs.getNormal(nl,il,sl,u.normal),h.face=u,h.barycoord=f}return h}var rr=class i extends Nn{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],f=[],u=0,d=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new kn(c,3)),this.setAttribute("normal",new kn(h,3)),this.setAttribute("uv",new kn(f,2));function g(x,m,p,T,S,b,N,D,I,U,E){let v=b/I,C=N/U,W=b/2,G=N/2,q=D/2,j=I+1,Y=U+1,tt=0,Q=0,ht=new H;for(let ot=0;ot<Y;ot++){let mt=ot*C-G;for(let dt=0;dt<j;dt++){let Xt=dt*v-W;ht[x]=Xt*T,ht[m]=mt*S,ht[p]=q,c.push(ht.x,ht.y,ht.z),ht[x]=0,ht[m]=0,ht[p]=D>0?1:-1,h.push(ht.x,ht.y,ht.z),f.push(dt/I),f.push(1-ot/U),tt+=1}}for(let ot=0;ot<U;ot++)for(let mt=0;mt<I;mt++){let dt=u+mt+j*ot,Xt=u+mt+j*(ot+1),J=u+(mt+1)+j*(ot+1),ct=u+(mt+1)+j*ot;l.push(dt,Xt,ct),l.push(Xt,J,ct),Q+=6}a.addGroup(d,Q,E),d+=Q,u+=tt}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};function po(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)?s.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone():Array.isArray(s)?t[e][n]=s.slice():t[e][n]=s}}return t}function In(i){let t={};for(let e=0;e<i.length;e++){let n=po(i[e]);for(let s in n)t[s]=n[s]}return t}function IM(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Yg(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:ge.workingColorSpace}var LM={clone:po,merge:In},DM=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,NM=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Li=class extends Es{static get type(){return"ShaderMaterial"}constructor(t){super(),this.isShaderMaterial=!0,this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=DM,this.fragmentShader=NM,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=po(t.uniforms),this.uniformsGroups=IM(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}},Rl=class extends Mn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ce,this.projectionMatrix=new Ce,this.projectionMatrixInverse=new Ce,this.coordinateSystem=Ki}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(t,e){super.updateWorldMatrix(t,e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}},ys=new H,Km=new Kt,jm=new Kt,Ln=class extends Rl{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=ia*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Qo*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return ia*2*Math.atan(Math.tan(Qo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){ys.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(ys.x,ys.y).multiplyScalar(-t/ys.z),ys.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(ys.x,ys.y).multiplyScalar(-t/ys.z)}getViewSize(t,e){return this.getViewBounds(t,Km,jm),e.subVectors(jm,Km)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Qo*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}},Jr=-90,Kr=1,Lu=class extends Mn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Ln(Jr,Kr,t,e);s.layers=this.layers,this.add(s);let r=new Ln(Jr,Kr,t,e);r.layers=this.layers,this.add(r);let o=new Ln(Jr,Kr,t,e);o.layers=this.layers,this.add(o);let a=new Ln(Jr,Kr,t,e);a.layers=this.layers,this.add(a);let l=new Ln(Jr,Kr,t,e);l.layers=this.layers,this.add(l);let c=new Ln(Jr,Kr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Ki)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===bl)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,f=t.getRenderTarget(),u=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let x=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,t.setRenderTarget(n,0,s),t.render(e,r),t.setRenderTarget(n,1,s),t.render(e,o),t.setRenderTarget(n,2,s),t.render(e,a),t.setRenderTarget(n,3,s),t.render(e,l),t.setRenderTarget(n,4,s),t.render(e,c),n.texture.generateMipmaps=x,t.setRenderTarget(n,5,s),t.render(e,h),t.setRenderTarget(f,u,d),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},Pl=class extends Jn{constructor(t,e,n,s,r,o,a,l,c,h){t=t!==void 0?t:[],e=e!==void 0?e:lo,super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},Du=class extends es{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new Pl(s,e.mapping,e.wrapS,e.wrapT,e.magFilter,e.minFilter,e.format,e.type,e.anisotropy,e.colorSpace),this.texture.isRenderTargetTexture=!0,this.texture.generateMipmaps=e.generateMipmaps!==void 0?e.generateMipmaps:!1,this.texture.minFilter=e.minFilter!==void 0?e.minFilter:Ri}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new rr(5,5,5),r=new Li({name:"CubemapFromEquirect",uniforms:po(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Bn,blending:Ms});r.uniforms.tEquirect.value=e;let o=new Dn(s,r),a=e.minFilter;return e.minFilter===nr&&(e.minFilter=Ri),new Lu(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e,n,s){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},Nh=new H,UM=new H,OM=new ie,xi=class{constructor(t=new H(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Nh.subVectors(n,e).cross(UM.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e){let n=t.delta(Nh),s=this.normal.dot(n);if(s===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let r=-(t.start.dot(this.normal)+this.constant)/s;return r<0||r>1?null:e.copy(t.start).addScaledVector(n,r)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||OM.getNormalMatrix(t),s=this.coplanarPoint(Nh).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}},Ys=new ws,ll=new H,sa=class{constructor(t=new xi,e=new xi,n=new xi,s=new xi,r=new xi,o=new xi){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Ki){let n=this.planes,s=t.elements,r=s[0],o=s[1],a=s[2],l=s[3],c=s[4],h=s[5],f=s[6],u=s[7],d=s[8],g=s[9],x=s[10],m=s[11],p=s[12],T=s[13],S=s[14],b=s[15];if(n[0].setComponents(l-r,u-c,m-d,b-p).normalize(),n[1].setComponents(l+r,u+c,m+d,b+p).normalize(),n[2].setComponents(l+o,u+h,m+g,b+T).normalize(),n[3].setComponents(l-o,u-h,m-g,b-T).normalize(),n[4].setComponents(l-a,u-f,m-x,b-S).normalize(),e===Ki)n[5].setComponents(l+a,u+f,m+x,b+S).normalize();else if(e===bl)n[5].setComponents(a,f,x,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Ys.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Ys.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Ys)}intersectsSprite(t){return Ys.center.set(0,0,0),Ys.radius=.7071067811865476,Ys.applyMatrix4(t.matrixWorld),this.intersectsSphere(Ys)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(ll.x=s.normal.x>0?t.max.x:t.min.x,ll.y=s.normal.y>0?t.max.y:t.min.y,ll.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(ll)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};function Zg(){let i=null,t=!1,e=null,n=null;function s(r,o){e(r,o),n=i.requestAnimationFrame(s)}return{start:function(){t!==!0&&e!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function FM(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,f=c.byteLength,u=i.createBuffer();i.bindBuffer(l,u),i.bufferData(l,c,h),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:f}}function n(a,l,c){let h=l.array,f=l.updateRanges;if(i.bindBuffer(c,a),f.length===0)i.bufferSubData(c,0,h);else{f.sort((d,g)=>d.start-g.start);let u=0;for(let d=1;d<f.length;d++){let g=f[u],x=f[d];x.start<=g.start+g.count+1?g.count=Math.max(g.count,x.start+x.count-g.start):(++u,f[u]=x)}f.length=u+1;for(let d=0,g=f.length;d<g;d++){let x=f[d];i.bufferSubData(c,x.start*h.BYTES_PER_ELEMENT,h,x.start,x.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Il=class i extends Nn{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,f=t/a,u=e/l,d=[],g=[],x=[],m=[];for(let p=0;p<h;p++){let T=p*u-o;for(let S=0;S<c;S++){let b=S*f-r;g.push(b,-T,0),x.push(0,0,1),m.push(S/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let T=0;T<a;T++){let S=T+c*p,b=T+c*(p+1),N=T+1+c*(p+1),D=T+1+c*p;d.push(S,b,D),d.push(b,N,D)}this.setIndex(d),this.setAttribute("position",new kn(g,3)),this.setAttribute("normal",new kn(x,3)),this.setAttribute("uv",new kn(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}},BM=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,kM=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,zM=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,VM=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,HM=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,GM=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,WM=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,XM=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,$M=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec3 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 ).rgb;
	}
#endif`,qM=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,YM=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,ZM=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,JM=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,KM=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,jM=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,QM=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,tb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,eb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,nb=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,ib=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,sb=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,rb=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,ob=`#if defined( USE_COLOR_ALPHA )
	vColor = vec4( 1.0 );
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec3( 1.0 );
#endif
#ifdef USE_COLOR
	vColor *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.xyz *= instanceColor.xyz;
#endif
#ifdef USE_BATCHING_COLOR
	vec3 batchingColor = getBatchingColor( getIndirectIndex( gl_DrawID ) );
	vColor.xyz *= batchingColor.xyz;
#endif`,ab=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
vec3 inverseTransformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( vec4( dir, 0.0 ) * matrix ).xyz );
}
mat3 transposeMat3( const in mat3 m ) {
	mat3 tmp;
	tmp[ 0 ] = vec3( m[ 0 ].x, m[ 1 ].x, m[ 2 ].x );
	tmp[ 1 ] = vec3( m[ 0 ].y, m[ 1 ].y, m[ 2 ].y );
	tmp[ 2 ] = vec3( m[ 0 ].z, m[ 1 ].z, m[ 2 ].z );
	return tmp;
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,lb=`#ifdef ENVMAP_TYPE_CUBE_UV
	#define cubeUV_minMipLevel 4.0
	#define cubeUV_minTileSize 16.0
	float getFace( vec3 direction ) {
		vec3 absDirection = abs( direction );
		float face = - 1.0;
		if ( absDirection.x > absDirection.z ) {
			if ( absDirection.x > absDirection.y )
				face = direction.x > 0.0 ? 0.0 : 3.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		} else {
			if ( absDirection.z > absDirection.y )
				face = direction.z > 0.0 ? 2.0 : 5.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		}
		return face;
	}
	vec2 getUV( vec3 direction, float face ) {
		vec2 uv;
		if ( face == 0.0 ) {
			uv = vec2( direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 1.0 ) {
			uv = vec2( - direction.x, - direction.z ) / abs( direction.y );
		} else if ( face == 2.0 ) {
			uv = vec2( - direction.x, direction.y ) / abs( direction.z );
		} else if ( face == 3.0 ) {
			uv = vec2( - direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 4.0 ) {
			uv = vec2( - direction.x, direction.z ) / abs( direction.y );
		} else {
			uv = vec2( direction.x, direction.y ) / abs( direction.z );
		}
		return 0.5 * ( uv + 1.0 );
	}
	vec3 bilinearCubeUV( sampler2D envMap, vec3 direction, float mipInt ) {
		float face = getFace( direction );
		float filterInt = max( cubeUV_minMipLevel - mipInt, 0.0 );
		mipInt = max( mipInt, cubeUV_minMipLevel );
		float faceSize = exp2( mipInt );
		highp vec2 uv = getUV( direction, face ) * ( faceSize - 2.0 ) + 1.0;
		if ( face > 2.0 ) {
			uv.y += faceSize;
			face -= 3.0;
		}
		uv.x += face * faceSize;
		uv.x += filterInt * 3.0 * cubeUV_minTileSize;
		uv.y += 4.0 * ( exp2( CUBEUV_MAX_MIP ) - faceSize );
		uv.x *= CUBEUV_TEXEL_WIDTH;
		uv.y *= CUBEUV_TEXEL_HEIGHT;
		#ifdef texture2DGradEXT
			return texture2DGradEXT( envMap, uv, vec2( 0.0 ), vec2( 0.0 ) ).rgb;
		#else
			return texture2D( envMap, uv ).rgb;
		#endif
	}
	#define cubeUV_r0 1.0
	#define cubeUV_m0 - 2.0
	#define cubeUV_r1 0.8
	#define cubeUV_m1 - 1.0
	#define cubeUV_r4 0.4
	#define cubeUV_m4 2.0
	#define cubeUV_r5 0.305
	#define cubeUV_m5 3.0
	#define cubeUV_r6 0.21
	#define cubeUV_m6 4.0
	float roughnessToMip( float roughness ) {
		float mip = 0.0;
		if ( roughness >= cubeUV_r1 ) {
			mip = ( cubeUV_r0 - roughness ) * ( cubeUV_m1 - cubeUV_m0 ) / ( cubeUV_r0 - cubeUV_r1 ) + cubeUV_m0;
		} else if ( roughness >= cubeUV_r4 ) {
			mip = ( cubeUV_r1 - roughness ) * ( cubeUV_m4 - cubeUV_m1 ) / ( cubeUV_r1 - cubeUV_r4 ) + cubeUV_m1;
		} else if ( roughness >= cubeUV_r5 ) {
			mip = ( cubeUV_r4 - roughness ) * ( cubeUV_m5 - cubeUV_m4 ) / ( cubeUV_r4 - cubeUV_r5 ) + cubeUV_m4;
		} else if ( roughness >= cubeUV_r6 ) {
			mip = ( cubeUV_r5 - roughness ) * ( cubeUV_m6 - cubeUV_m5 ) / ( cubeUV_r5 - cubeUV_r6 ) + cubeUV_m5;
		} else {
			mip = - 2.0 * log2( 1.16 * roughness );		}
		return mip;
	}
	vec4 textureCubeUV( sampler2D envMap, vec3 sampleDir, float roughness ) {
		float mip = clamp( roughnessToMip( roughness ), cubeUV_m0, CUBEUV_MAX_MIP );
		float mipF = fract( mip );
		float mipInt = floor( mip );
		vec3 color0 = bilinearCubeUV( envMap, sampleDir, mipInt );
		if ( mipF == 0.0 ) {
			return vec4( color0, 1.0 );
		} else {
			vec3 color1 = bilinearCubeUV( envMap, sampleDir, mipInt + 1.0 );
			return vec4( mix( color0, color1, mipF ), 1.0 );
		}
	}
#endif`,cb=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
	#ifdef FLIP_SIDED
		transformedTangent = - transformedTangent;
	#endif
#endif`,hb=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,ub=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,fb=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,db=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,pb="gl_FragColor = linearToOutputTexel( gl_FragColor );",mb=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,gb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * vec3( flipEnvMap * reflectVec.x, reflectVec.yz ) );
	#else
		vec4 envColor = vec4( 0.0 );
	#endif
	#ifdef ENVMAP_BLENDING_MULTIPLY
		outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_MIX )
		outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_ADD )
		outgoingLight += envColor.xyz * specularStrength * reflectivity;
	#endif
#endif`,_b=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,xb=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,yb=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,vb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Mb=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,bb=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Sb=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,wb=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Eb=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Tb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Ab=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Cb=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Rb=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif`,Pb=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * worldNormal, 1.0 );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, roughness * roughness) );
			reflectVec = inverseTransformDirection( reflectVec, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * reflectVec, roughness );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_CUBE_UV
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
#endif`,Ib=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Lb=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Db=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Nb=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Ub=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb * ( 1.0 - metalnessFactor );
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.0525 );material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = mix( min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.0525 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.07, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Ob=`struct PhysicalMaterial {
	vec3 diffuseColor;
	float roughness;
	vec3 specularColor;
	float specularF90;
	float dispersion;
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		float v = 0.5 / ( gv + gl );
		return saturate(v);
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = material.clearcoatRoughness;
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColor;
	float f90 = material.specularF90;
	float roughness = material.roughness;
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float V = V_GGX_SmithCorrelated_Anisotropic( material.alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( material.alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transposeMat3( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float a = roughness < 0.25 ? -339.2 * r2 + 161.4 * roughness - 25.9 : -8.48 * r2 + 14.3 * roughness - 9.95;
	float b = roughness < 0.25 ? 44.0 * r2 - 23.7 * roughness + 3.26 : 1.97 * r2 - 3.27 * roughness + 0.72;
	float DG = exp( a * dotNV + b ) + ( roughness < 0.25 ? 0.0 : 0.1 * ( roughness - 0.25 ) );
	return saturate( DG * RECIPROCAL_PI );
}
vec2 DFGApprox( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	const vec4 c0 = vec4( - 1, - 0.0275, - 0.572, 0.022 );
	const vec4 c1 = vec4( 1, 0.0425, 1.04, - 0.04 );
	vec4 r = roughness * c0 + c1;
	float a004 = min( r.x * r.x, exp2( - 9.28 * dotNV ) ) * r.x + r.y;
	vec2 fab = vec2( - 1.04, 1.04 ) * a004 + r.zw;
	return fab;
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColor * t2.x + ( vec3( 1.0 ) - material.specularColor ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseColor * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
	#endif
	reflectedLight.directSpecular += irradiance * BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
	#endif
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.iridescence, material.iridescenceFresnel, material.roughness, singleScattering, multiScattering );
	#else
		computeMultiscattering( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.roughness, singleScattering, multiScattering );
	#endif
	vec3 totalScattering = singleScattering + multiScattering;
	vec3 diffuse = material.diffuseColor * ( 1.0 - max( max( totalScattering.r, totalScattering.g ), totalScattering.b ) );
	reflectedLight.indirectSpecular += radiance * singleScattering;
	reflectedLight.indirectSpecular += multiScattering * cosineWeightedIrradiance;
	reflectedLight.indirectDiffuse += diffuse * cosineWeightedIrradiance;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Fb=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		material.iridescenceFresnel = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		material.iridescenceF0 = Schlick_to_F0( material.iridescenceFresnel, 1.0, dotNVi );
	}
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Bb=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD ) && defined( ENVMAP_TYPE_CUBE_UV )
		iblIrradiance += getIBLIrradiance( geometryNormal );
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		radiance += getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		radiance += getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,kb=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,zb=`#if defined( USE_LOGDEPTHBUF )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Vb=`#if defined( USE_LOGDEPTHBUF )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Hb=`#ifdef USE_LOGDEPTHBUF
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Gb=`#ifdef USE_LOGDEPTHBUF
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Wb=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Xb=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,$b=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,qb=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Yb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Zb=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Jb=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Kb=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,jb=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Qb=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,tS=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,eS=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,nS=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,iS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,sS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,rS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,oS=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,aS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,lS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,cS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,hS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,uS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,fS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return depth * ( near - far ) - near;
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return ( near * far ) / ( ( far - near ) * depth - far );
}`,dS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,pS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,mS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,gS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,_S=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,xS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,yS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform sampler2D pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	float texture2DCompare( sampler2D depths, vec2 uv, float compare ) {
		return step( compare, unpackRGBAToDepth( texture2D( depths, uv ) ) );
	}
	vec2 texture2DDistribution( sampler2D shadow, vec2 uv ) {
		return unpackRGBATo2Half( texture2D( shadow, uv ) );
	}
	float VSMShadow (sampler2D shadow, vec2 uv, float compare ){
		float occlusion = 1.0;
		vec2 distribution = texture2DDistribution( shadow, uv );
		float hard_shadow = step( compare , distribution.x );
		if (hard_shadow != 1.0 ) {
			float distance = compare - distribution.x ;
			float variance = max( 0.00000, distribution.y * distribution.y );
			float softness_probability = variance / (variance + distance * distance );			softness_probability = clamp( ( softness_probability - 0.3 ) / ( 0.95 - 0.3 ), 0.0, 1.0 );			occlusion = clamp( max( hard_shadow, softness_probability ), 0.0, 1.0 );
		}
		return occlusion;
	}
	float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
		float shadow = 1.0;
		shadowCoord.xyz /= shadowCoord.w;
		shadowCoord.z += shadowBias;
		bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
		bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
		if ( frustumTest ) {
		#if defined( SHADOWMAP_TYPE_PCF )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx0 = - texelSize.x * shadowRadius;
			float dy0 = - texelSize.y * shadowRadius;
			float dx1 = + texelSize.x * shadowRadius;
			float dy1 = + texelSize.y * shadowRadius;
			float dx2 = dx0 / 2.0;
			float dy2 = dy0 / 2.0;
			float dx3 = dx1 / 2.0;
			float dy3 = dy1 / 2.0;
			shadow = (
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy1 ), shadowCoord.z )
			) * ( 1.0 / 17.0 );
		#elif defined( SHADOWMAP_TYPE_PCF_SOFT )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx = texelSize.x;
			float dy = texelSize.y;
			vec2 uv = shadowCoord.xy;
			vec2 f = fract( uv * shadowMapSize + 0.5 );
			uv -= f * texelSize;
			shadow = (
				texture2DCompare( shadowMap, uv, shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( dx, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( 0.0, dy ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + texelSize, shadowCoord.z ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, 0.0 ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 0.0 ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, dy ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( 0.0, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 0.0, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( texture2DCompare( shadowMap, uv + vec2( dx, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( dx, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( mix( texture2DCompare( shadowMap, uv + vec2( -dx, -dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, -dy ), shadowCoord.z ),
						  f.x ),
					 mix( texture2DCompare( shadowMap, uv + vec2( -dx, 2.0 * dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 2.0 * dy ), shadowCoord.z ),
						  f.x ),
					 f.y )
			) * ( 1.0 / 9.0 );
		#elif defined( SHADOWMAP_TYPE_VSM )
			shadow = VSMShadow( shadowMap, shadowCoord.xy, shadowCoord.z );
		#else
			shadow = texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z );
		#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	vec2 cubeToUV( vec3 v, float texelSizeY ) {
		vec3 absV = abs( v );
		float scaleToCube = 1.0 / max( absV.x, max( absV.y, absV.z ) );
		absV *= scaleToCube;
		v *= scaleToCube * ( 1.0 - 2.0 * texelSizeY );
		vec2 planar = v.xy;
		float almostATexel = 1.5 * texelSizeY;
		float almostOne = 1.0 - almostATexel;
		if ( absV.z >= almostOne ) {
			if ( v.z > 0.0 )
				planar.x = 4.0 - v.x;
		} else if ( absV.x >= almostOne ) {
			float signX = sign( v.x );
			planar.x = v.z * signX + 2.0 * signX;
		} else if ( absV.y >= almostOne ) {
			float signY = sign( v.y );
			planar.x = v.x + 2.0 * signY + 2.0;
			planar.y = v.z * signY - 2.0;
		}
		return vec2( 0.125, 0.25 ) * planar + vec2( 0.375, 0.75 );
	}
	float getPointShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		
		float lightToPositionLength = length( lightToPosition );
		if ( lightToPositionLength - shadowCameraFar <= 0.0 && lightToPositionLength - shadowCameraNear >= 0.0 ) {
			float dp = ( lightToPositionLength - shadowCameraNear ) / ( shadowCameraFar - shadowCameraNear );			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			vec2 texelSize = vec2( 1.0 ) / ( shadowMapSize * vec2( 4.0, 2.0 ) );
			#if defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_PCF_SOFT ) || defined( SHADOWMAP_TYPE_VSM )
				vec2 offset = vec2( - 1, 1 ) * shadowRadius * texelSize.y;
				shadow = (
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxx, texelSize.y ), dp )
				) * ( 1.0 / 9.0 );
			#else
				shadow = texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp );
			#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
#endif`,vS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,MS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	vec3 shadowWorldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,bS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,SS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,wS=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,ES=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,TS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,AS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,CS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,RS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,PS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,IS=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = inverseTransformDirection( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseColor, material.specularColor, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,LS=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
		
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
		
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		
		#else
		
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,DS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,NS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,US=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,OS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,FS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,BS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,kS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,zS=`#ifdef ENVMAP_TYPE_CUBE
	uniform samplerCube envMap;
#elif defined( ENVMAP_TYPE_CUBE_UV )
	uniform sampler2D envMap;
#endif
uniform float flipEnvMap;
uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <cube_uv_reflection_fragment>
void main() {
	#ifdef ENVMAP_TYPE_CUBE
		vec4 texColor = textureCube( envMap, backgroundRotation * vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) );
	#elif defined( ENVMAP_TYPE_CUBE_UV )
		vec4 texColor = textureCubeUV( envMap, backgroundRotation * vWorldDirection, backgroundBlurriness );
	#else
		vec4 texColor = vec4( 0.0, 0.0, 0.0, 1.0 );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,VS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,HS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,GS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,WS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	float fragCoordZ = 0.5 * vHighPrecisionZW[0] / vHighPrecisionZW[1] + 0.5;
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,XS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,$S=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main () {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = packDepthToRGBA( dist );
}`,qS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,YS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,ZS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,JS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,KS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,jS=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,QS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,tw=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ew=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,nw=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,iw=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,sw=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <packing>
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( packNormalToRGB( normal ), diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,rw=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,ow=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,aw=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,lw=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <cube_uv_reflection_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
		float sheenEnergyComp = 1.0 - 0.157 * max3( material.sheenColor );
		outgoingLight = outgoingLight * sheenEnergyComp + sheenSpecularDirect + sheenSpecularIndirect;
	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,cw=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,hw=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,uw=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,fw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,dw=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,pw=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,mw=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,gw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,re={alphahash_fragment:BM,alphahash_pars_fragment:kM,alphamap_fragment:zM,alphamap_pars_fragment:VM,alphatest_fragment:HM,alphatest_pars_fragment:GM,aomap_fragment:WM,aomap_pars_fragment:XM,batching_pars_vertex:$M,batching_vertex:qM,begin_vertex:YM,beginnormal_vertex:ZM,bsdfs:JM,iridescence_fragment:KM,bumpmap_pars_fragment:jM,clipping_planes_fragment:QM,clipping_planes_pars_fragment:tb,clipping_planes_pars_vertex:eb,clipping_planes_vertex:nb,color_fragment:ib,color_pars_fragment:sb,color_pars_vertex:rb,color_vertex:ob,common:ab,cube_uv_reflection_fragment:lb,defaultnormal_vertex:cb,displacementmap_pars_vertex:hb,displacementmap_vertex:ub,emissivemap_fragment:fb,emissivemap_pars_fragment:db,colorspace_fragment:pb,colorspace_pars_fragment:mb,envmap_fragment:gb,envmap_common_pars_fragment:_b,envmap_pars_fragment:xb,envmap_pars_vertex:yb,envmap_physical_pars_fragment:Pb,envmap_vertex:vb,fog_vertex:Mb,fog_pars_vertex:bb,fog_fragment:Sb,fog_pars_fragment:wb,gradientmap_pars_fragment:Eb,lightmap_pars_fragment:Tb,lights_lambert_fragment:Ab,lights_lambert_pars_fragment:Cb,lights_pars_begin:Rb,lights_toon_fragment:Ib,lights_toon_pars_fragment:Lb,lights_phong_fragment:Db,lights_phong_pars_fragment:Nb,lights_physical_fragment:Ub,lights_physical_pars_fragment:Ob,lights_fragment_begin:Fb,lights_fragment_maps:Bb,lights_fragment_end:kb,logdepthbuf_fragment:zb,logdepthbuf_pars_fragment:Vb,logdepthbuf_pars_vertex:Hb,logdepthbuf_vertex:Gb,map_fragment:Wb,map_pars_fragment:Xb,map_particle_fragment:$b,map_particle_pars_fragment:qb,metalnessmap_fragment:Yb,metalnessmap_pars_fragment:Zb,morphinstance_vertex:Jb,morphcolor_vertex:Kb,morphnormal_vertex:jb,morphtarget_pars_vertex:Qb,morphtarget_vertex:tS,normal_fragment_begin:eS,normal_fragment_maps:nS,normal_pars_fragment:iS,normal_pars_vertex:sS,normal_vertex:rS,normalmap_pars_fragment:oS,clearcoat_normal_fragment_begin:aS,clearcoat_normal_fragment_maps:lS,clearcoat_pars_fragment:cS,iridescence_pars_fragment:hS,opaque_fragment:uS,packing:fS,premultiplied_alpha_fragment:dS,project_vertex:pS,dithering_fragment:mS,dithering_pars_fragment:gS,roughnessmap_fragment:_S,roughnessmap_pars_fragment:xS,shadowmap_pars_fragment:yS,shadowmap_pars_vertex:vS,shadowmap_vertex:MS,shadowmask_pars_fragment:bS,skinbase_vertex:SS,skinning_pars_vertex:wS,skinning_vertex:ES,skinnormal_vertex:TS,specularmap_fragment:AS,specularmap_pars_fragment:CS,tonemapping_fragment:RS,tonemapping_pars_fragment:PS,transmission_fragment:IS,transmission_pars_fragment:LS,uv_pars_fragment:DS,uv_pars_vertex:NS,uv_vertex:US,worldpos_vertex:OS,background_vert:FS,background_frag:BS,backgroundCube_vert:kS,backgroundCube_frag:zS,cube_vert:VS,cube_frag:HS,depth_vert:GS,depth_frag:WS,distanceRGBA_vert:XS,distanceRGBA_frag:$S,equirect_vert:qS,equirect_frag:YS,linedashed_vert:ZS,linedashed_frag:JS,meshbasic_vert:KS,meshbasic_frag:jS,meshlambert_vert:QS,meshlambert_frag:tw,meshmatcap_vert:ew,meshmatcap_frag:nw,meshnormal_vert:iw,meshnormal_frag:sw,meshphong_vert:rw,meshphong_frag:ow,meshphysical_vert:aw,meshphysical_frag:lw,meshtoon_vert:cw,meshtoon_frag:hw,points_vert:uw,points_frag:fw,shadow_vert:dw,shadow_frag:pw,sprite_vert:mw,sprite_frag:gw},yt={common:{diffuse:{value:new ce(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ie}},envmap:{envMap:{value:null},envMapRotation:{value:new ie},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ie}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ie}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ie},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ie},normalScale:{value:new Kt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ie},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ie}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ie}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ie}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ce(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new ce(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0},uvTransform:{value:new ie}},sprite:{diffuse:{value:new ce(16777215)},opacity:{value:1},center:{value:new Kt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}}},Ci={basic:{uniforms:In([yt.common,yt.specularmap,yt.envmap,yt.aomap,yt.lightmap,yt.fog]),vertexShader:re.meshbasic_vert,fragmentShader:re.meshbasic_frag},lambert:{uniforms:In([yt.common,yt.specularmap,yt.envmap,yt.aomap,yt.lightmap,yt.emissivemap,yt.bumpmap,yt.normalmap,yt.displacementmap,yt.fog,yt.lights,{emissive:{value:new ce(0)}}]),vertexShader:re.meshlambert_vert,fragmentShader:re.meshlambert_frag},phong:{uniforms:In([yt.common,yt.specularmap,yt.envmap,yt.aomap,yt.lightmap,yt.emissivemap,yt.bumpmap,yt.normalmap,yt.displacementmap,yt.fog,yt.lights,{emissive:{value:new ce(0)},specular:{value:new ce(1118481)},shininess:{value:30}}]),vertexShader:re.meshphong_vert,fragmentShader:re.meshphong_frag},standard:{uniforms:In([yt.common,yt.envmap,yt.aomap,yt.lightmap,yt.emissivemap,yt.bumpmap,yt.normalmap,yt.displacementmap,yt.roughnessmap,yt.metalnessmap,yt.fog,yt.lights,{emissive:{value:new ce(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:re.meshphysical_vert,fragmentShader:re.meshphysical_frag},toon:{uniforms:In([yt.common,yt.aomap,yt.lightmap,yt.emissivemap,yt.bumpmap,yt.normalmap,yt.displacementmap,yt.gradientmap,yt.fog,yt.lights,{emissive:{value:new ce(0)}}]),vertexShader:re.meshtoon_vert,fragmentShader:re.meshtoon_frag},matcap:{uniforms:In([yt.common,yt.bumpmap,yt.normalmap,yt.displacementmap,yt.fog,{matcap:{value:null}}]),vertexShader:re.meshmatcap_vert,fragmentShader:re.meshmatcap_frag},points:{uniforms:In([yt.points,yt.fog]),vertexShader:re.points_vert,fragmentShader:re.points_frag},dashed:{uniforms:In([yt.common,yt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:re.linedashed_vert,fragmentShader:re.linedashed_frag},depth:{uniforms:In([yt.common,yt.displacementmap]),vertexShader:re.depth_vert,fragmentShader:re.depth_frag},normal:{uniforms:In([yt.common,yt.bumpmap,yt.normalmap,yt.displacementmap,{opacity:{value:1}}]),vertexShader:re.meshnormal_vert,fragmentShader:re.meshnormal_frag},sprite:{uniforms:In([yt.sprite,yt.fog]),vertexShader:re.sprite_vert,fragmentShader:re.sprite_frag},background:{uniforms:{uvTransform:{value:new ie},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:re.background_vert,fragmentShader:re.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ie}},vertexShader:re.backgroundCube_vert,fragmentShader:re.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:re.cube_vert,fragmentShader:re.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:re.equirect_vert,fragmentShader:re.equirect_frag},distanceRGBA:{uniforms:In([yt.common,yt.displacementmap,{referencePosition:{value:new H},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:re.distanceRGBA_vert,fragmentShader:re.distanceRGBA_frag},shadow:{uniforms:In([yt.lights,yt.fog,{color:{value:new ce(0)},opacity:{value:1}}]),vertexShader:re.shadow_vert,fragmentShader:re.shadow_frag}};Ci.physical={uniforms:In([Ci.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ie},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ie},clearcoatNormalScale:{value:new Kt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ie},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ie},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ie},sheen:{value:0},sheenColor:{value:new ce(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ie},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ie},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ie},transmissionSamplerSize:{value:new Kt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ie},attenuationDistance:{value:0},attenuationColor:{value:new ce(0)},specularColor:{value:new ce(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ie},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ie},anisotropyVector:{value:new Kt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ie}}]),vertexShader:re.meshphysical_vert,fragmentShader:re.meshphysical_frag};var cl={r:0,b:0,g:0},Zs=new Ii,_w=new Ce;function xw(i,t,e,n,s,r,o){let a=new ce(0),l=r===!0?0:1,c,h,f=null,u=0,d=null;function g(T){let S=T.isScene===!0?T.background:null;return S&&S.isTexture&&(S=(T.backgroundBlurriness>0?e:t).get(S)),S}function x(T){let S=!1,b=g(T);b===null?p(a,l):b&&b.isColor&&(p(b,1),S=!0);let N=i.xr.getEnvironmentBlendMode();N==="additive"?n.buffers.color.setClear(0,0,0,1,o):N==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(i.autoClear||S)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function m(T,S){let b=g(S);b&&(b.isCubeTexture||b.mapping===ql)?(h===void 0&&(h=new Dn(new rr(1,1,1),new Li({name:"BackgroundCubeMaterial",uniforms:po(Ci.backgroundCube.uniforms),vertexShader:Ci.backgroundCube.vertexShader,fragmentShader:Ci.backgroundCube.fragmentShader,side:Bn,depthTest:!1,depthWrite:!1,fog:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(N,D,I){this.matrixWorld.copyPosition(I.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),s.update(h)),Zs.copy(S.backgroundRotation),Zs.x*=-1,Zs.y*=-1,Zs.z*=-1,b.isCubeTexture&&b.isRenderTargetTexture===!1&&(Zs.y*=-1,Zs.z*=-1),h.material.uniforms.envMap.value=b,h.material.uniforms.flipEnvMap.value=b.isCubeTexture&&b.isRenderTargetTexture===!1?-1:1,h.material.uniforms.backgroundBlurriness.value=S.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(_w.makeRotationFromEuler(Zs)),h.material.toneMapped=ge.getTransfer(b.colorSpace)!==Ae,(f!==b||u!==b.version||d!==i.toneMapping)&&(h.material.needsUpdate=!0,f=b,u=b.version,d=i.toneMapping),h.layers.enableAll(),T.unshift(h,h.geometry,h.material,0,0,null)):b&&b.isTexture&&(c===void 0&&(c=new Dn(new Il(2,2),new Li({name:"BackgroundMaterial",uniforms:po(Ci.background.uniforms),vertexShader:Ci.background.vertexShader,fragmentShader:Ci.background.fragmentShader,side:Ss,depthTest:!1,depthWrite:!1,fog:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),s.update(c)),c.material.uniforms.t2D.value=b,c.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,c.material.toneMapped=ge.getTransfer(b.colorSpace)!==Ae,b.matrixAutoUpdate===!0&&b.updateMatrix(),c.material.uniforms.uvTransform.value.copy(b.matrix),(f!==b||u!==b.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,f=b,u=b.version,d=i.toneMapping),c.layers.enableAll(),T.unshift(c,c.geometry,c.material,0,0,null))}function p(T,S){T.getRGB(cl,Yg(i)),n.buffers.color.setClear(cl.r,cl.g,cl.b,S,o)}return{getClearColor:function(){return a},setClearColor:function(T,S=1){a.set(T),l=S,p(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(T){l=T,p(a,l)},render:x,addToRenderList:m}}function yw(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(v,C,W,G,q){let j=!1,Y=f(G,W,C);r!==Y&&(r=Y,c(r.object)),j=d(v,G,W,q),j&&g(v,G,W,q),q!==null&&t.update(q,i.ELEMENT_ARRAY_BUFFER),(j||o)&&(o=!1,b(v,C,W,G),q!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(q).buffer))}function l(){return i.createVertexArray()}function c(v){return i.bindVertexArray(v)}function h(v){return i.deleteVertexArray(v)}function f(v,C,W){let G=W.wireframe===!0,q=n[v.id];q===void 0&&(q={},n[v.id]=q);let j=q[C.id];j===void 0&&(j={},q[C.id]=j);let Y=j[G];return Y===void 0&&(Y=u(l()),j[G]=Y),Y}function u(v){let C=[],W=[],G=[];for(let q=0;q<e;q++)C[q]=0,W[q]=0,G[q]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:C,enabledAttributes:W,attributeDivisors:G,object:v,attributes:{},index:null}}function d(v,C,W,G){let q=r.attributes,j=C.attributes,Y=0,tt=W.getAttributes();for(let Q in tt)if(tt[Q].location>=0){let ot=q[Q],mt=j[Q];if(mt===void 0&&(Q==="instanceMatrix"&&v.instanceMatrix&&(mt=v.instanceMatrix),Q==="instanceColor"&&v.instanceColor&&(mt=v.instanceColor)),ot===void 0||ot.attribute!==mt||mt&&ot.data!==mt.data)return!0;Y++}return r.attributesNum!==Y||r.index!==G}function g(v,C,W,G){let q={},j=C.attributes,Y=0,tt=W.getAttributes();for(let Q in tt)if(tt[Q].location>=0){let ot=j[Q];ot===void 0&&(Q==="instanceMatrix"&&v.instanceMatrix&&(ot=v.instanceMatrix),Q==="instanceColor"&&v.instanceColor&&(ot=v.instanceColor));let mt={};mt.attribute=ot,ot&&ot.data&&(mt.data=ot.data),q[Q]=mt,Y++}r.attributes=q,r.attributesNum=Y,r.index=G}function x(){let v=r.newAttributes;for(let C=0,W=v.length;C<W;C++)v[C]=0}function m(v){p(v,0)}function p(v,C){let W=r.newAttributes,G=r.enabledAttributes,q=r.attributeDivisors;W[v]=1,G[v]===0&&(i.enableVertexAttribArray(v),G[v]=1),q[v]!==C&&(i.vertexAttribDivisor(v,C),q[v]=C)}function T(){let v=r.newAttributes,C=r.enabledAttributes;for(let W=0,G=C.length;W<G;W++)C[W]!==v[W]&&(i.disableVertexAttribArray(W),C[W]=0)}function S(v,C,W,G,q,j,Y){Y===!0?i.vertexAttribIPointer(v,C,W,q,j):i.vertexAttribPointer(v,C,W,G,q,j)}function b(v,C,W,G){x();let q=G.attributes,j=W.getAttributes(),Y=C.defaultAttributeValues;for(let tt in j){let Q=j[tt];if(Q.location>=0){let ht=q[tt];if(ht===void 0&&(tt==="instanceMatrix"&&v.instanceMatrix&&(ht=v.instanceMatrix),tt==="instanceColor"&&v.instanceColor&&(ht=v.instanceColor)),ht!==void 0){let ot=ht.normalized,mt=ht.itemSize,dt=t.get(ht);if(dt===void 0)continue;let Xt=dt.buffer,J=dt.type,ct=dt.bytesPerElement,Lt=J===i.INT||J===i.UNSIGNED_INT||ht.gpuType===cf;if(ht.isInterleavedBufferAttribute){let ut=ht.data,Nt=ut.stride,Wt=ht.offset;if(ut.isInstancedInterleavedBuffer){for(let Vt=0;Vt<Q.locationSize;Vt++)p(Q.location+Vt,ut.meshPerAttribute);v.isInstancedMesh!==!0&&G._maxInstanceCount===void 0&&(G._maxInstanceCount=ut.meshPerAttribute*ut.count)}else for(let Vt=0;Vt<Q.locationSize;Vt++)m(Q.location+Vt);i.bindBuffer(i.ARRAY_BUFFER,Xt);for(let Vt=0;Vt<Q.locationSize;Vt++)S(Q.location+Vt,mt/Q.locationSize,J,ot,Nt*ct,(Wt+mt/Q.locationSize*Vt)*ct,Lt)}else{if(ht.isInstancedBufferAttribute){for(let ut=0;ut<Q.locationSize;ut++)p(Q.location+ut,ht.meshPerAttribute);v.isInstancedMesh!==!0&&G._maxInstanceCount===void 0&&(G._maxInstanceCount=ht.meshPerAttribute*ht.count)}else for(let ut=0;ut<Q.locationSize;ut++)m(Q.location+ut);i.bindBuffer(i.ARRAY_BUFFER,Xt);for(let ut=0;ut<Q.locationSize;ut++)S(Q.location+ut,mt/Q.locationSize,J,ot,mt*ct,mt/Q.locationSize*ut*ct,Lt)}}else if(Y!==void 0){let ot=Y[tt];if(ot!==void 0)switch(ot.length){case 2:i.vertexAttrib2fv(Q.location,ot);break;case 3:i.vertexAttrib3fv(Q.location,ot);break;case 4:i.vertexAttrib4fv(Q.location,ot);break;default:i.vertexAttrib1fv(Q.location,ot)}}}}T()}function N(){U();for(let v in n){let C=n[v];for(let W in C){let G=C[W];for(let q in G)h(G[q].object),delete G[q];delete C[W]}delete n[v]}}function D(v){if(n[v.id]===void 0)return;let C=n[v.id];for(let W in C){let G=C[W];for(let q in G)h(G[q].object),delete G[q];delete C[W]}delete n[v.id]}function I(v){for(let C in n){let W=n[C];if(W[v.id]===void 0)continue;let G=W[v.id];for(let q in G)h(G[q].object),delete G[q];delete W[v.id]}}function U(){E(),o=!0,r!==s&&(r=s,c(r.object))}function E(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:U,resetDefaultState:E,dispose:N,releaseStatesOfGeometry:D,releaseStatesOfProgram:I,initAttributes:x,enableAttribute:m,disableUnusedAttributes:T}}function vw(i,t,e){let n;function s(c){n=c}function r(c,h){i.drawArrays(n,c,h),e.update(h,n,1)}function o(c,h,f){f!==0&&(i.drawArraysInstanced(n,c,h,f),e.update(h,n,f))}function a(c,h,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,h,0,f);let d=0;for(let g=0;g<f;g++)d+=h[g];e.update(d,n,1)}function l(c,h,f,u){if(f===0)return;let d=t.get("WEBGL_multi_draw");if(d===null)for(let g=0;g<c.length;g++)o(c[g],h[g],u[g]);else{d.multiDrawArraysInstancedWEBGL(n,c,0,h,0,u,0,f);let g=0;for(let x=0;x<f;x++)g+=h[x]*u[x];e.update(g,n,1)}}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function Mw(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let I=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(I.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(I){return!(I!==yi&&n.convert(I)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(I){let U=I===la&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(I!==Qi&&n.convert(I)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE)&&I!==Pi&&!U)}function l(I){if(I==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";I="mediump"}return I==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let f=e.logarithmicDepthBuffer===!0,u=e.reverseDepthBuffer===!0&&t.has("EXT_clip_control"),d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),x=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),T=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),S=i.getParameter(i.MAX_VARYING_VECTORS),b=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),N=g>0,D=i.getParameter(i.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:f,reverseDepthBuffer:u,maxTextures:d,maxVertexTextures:g,maxTextureSize:x,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:T,maxVaryings:S,maxFragmentUniforms:b,vertexTextures:N,maxSamples:D}}function bw(i){let t=this,e=null,n=0,s=!1,r=!1,o=new xi,a=new ie,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(f,u){let d=f.length!==0||u||n!==0||s;return s=u,n=f.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(f,u){e=h(f,u,0)},this.setState=function(f,u,d){let g=f.clippingPlanes,x=f.clipIntersection,m=f.clipShadows,p=i.get(f);if(!s||g===null||g.length===0||r&&!m)r?h(null):c();else{let T=r?0:n,S=T*4,b=p.clippingState||null;l.value=b,b=h(g,u,S,d);for(let N=0;N!==S;++N)b[N]=e[N];p.clippingState=b,this.numIntersection=x?this.numPlanes:0,this.numPlanes+=T}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(f,u,d,g){let x=f!==null?f.length:0,m=null;if(x!==0){if(m=l.value,g!==!0||m===null){let p=d+x*4,T=u.matrixWorldInverse;a.getNormalMatrix(T),(m===null||m.length<p)&&(m=new Float32Array(p));for(let S=0,b=d;S!==x;++S,b+=4)o.copy(f[S]).applyMatrix4(T,a),o.normal.toArray(m,b),m[b+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=x,t.numIntersection=0,m}}function Sw(i){let t=new WeakMap;function e(o,a){return a===jh?o.mapping=lo:a===Qh&&(o.mapping=co),o}function n(o){if(o&&o.isTexture){let a=o.mapping;if(a===jh||a===Qh)if(t.has(o)){let l=t.get(o).texture;return e(l,o.mapping)}else{let l=o.image;if(l&&l.height>0){let c=new Du(l.height);return c.fromEquirectangularTexture(i,o),t.set(o,c),o.addEventListener("dispose",s),e(c.texture,o.mapping)}else return null}}return o}function s(o){let a=o.target;a.removeEventListener("dispose",s);let l=t.get(a);l!==void 0&&(t.delete(a),l.dispose())}function r(){t=new WeakMap}return{get:n,dispose:r}}var Ll=class extends Rl{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},eo=4,Qm=[.125,.215,.35,.446,.526,.582],tr=20,Uh=new Ll,tg=new ce,Oh=null,Fh=0,Bh=0,kh=!1,Ks=(1+Math.sqrt(5))/2,jr=1/Ks,eg=[new H(-Ks,jr,0),new H(Ks,jr,0),new H(-jr,0,Ks),new H(jr,0,Ks),new H(0,Ks,-jr),new H(0,Ks,jr),new H(-1,1,-1),new H(1,1,-1),new H(-1,1,1),new H(1,1,1)],Dl=class{constructor(t){this._renderer=t,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(t,e=0,n=.1,s=100){Oh=this._renderer.getRenderTarget(),Fh=this._renderer.getActiveCubeFace(),Bh=this._renderer.getActiveMipmapLevel(),kh=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(256);let r=this._allocateTargets();return r.depthBuffer=!0,this._sceneToCubeUV(t,n,s,r),e>0&&this._blur(r,0,0,e),this._applyPMREM(r),this._cleanup(r),r}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=sg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=ig(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(t){this._lodMax=Math.floor(Math.log2(t)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let t=0;t<this._lodPlanes.length;t++)this._lodPlanes[t].dispose()}_cleanup(t){this._renderer.setRenderTarget(Oh,Fh,Bh),this._renderer.xr.enabled=kh,t.scissorTest=!1,hl(t,0,0,t.width,t.height)}_fromTexture(t,e){t.mapping===lo||t.mapping===co?this._setSize(t.image.length===0?16:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4),Oh=this._renderer.getRenderTarget(),Fh=this._renderer.getActiveCubeFace(),Bh=this._renderer.getActiveMipmapLevel(),kh=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;let n=e||this._allocateTargets();return this._textureToCubeUV(t,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){let t=3*Math.max(this._cubeSize,112),e=4*this._cubeSize,n={magFilter:Ri,minFilter:Ri,generateMipmaps:!1,type:la,format:yi,colorSpace:xo,depthBuffer:!1},s=ng(t,e,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==t||this._pingPongRenderTarget.height!==e){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=ng(t,e,n);let{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=ww(r)),this._blurMaterial=Ew(r,t,e)}return s}_compileMaterial(t){let e=new Dn(this._lodPlanes[0],t);this._renderer.compile(e,Uh)}_sceneToCubeUV(t,e,n,s){let a=new Ln(90,1,e,n),l=[1,-1,1,1,1,1],c=[1,1,1,-1,-1,-1],h=this._renderer,f=h.autoClear,u=h.toneMapping;h.getClearColor(tg),h.toneMapping=bs,h.autoClear=!1;let d=new sr({name:"PMREM.Background",side:Bn,depthWrite:!1,depthTest:!1}),g=new Dn(new rr,d),x=!1,m=t.background;m?m.isColor&&(d.color.copy(m),t.background=null,x=!0):(d.color.copy(tg),x=!0);for(let p=0;p<6;p++){let T=p%3;T===0?(a.up.set(0,l[p],0),a.lookAt(c[p],0,0)):T===1?(a.up.set(0,0,l[p]),a.lookAt(0,c[p],0)):(a.up.set(0,l[p],0),a.lookAt(0,0,c[p]));let S=this._cubeSize;hl(s,T*S,p>2?S:0,S,S),h.setRenderTarget(s),x&&h.render(g,a),h.render(t,a)}g.geometry.dispose(),g.material.dispose(),h.toneMapping=u,h.autoClear=f,t.background=m}_textureToCubeUV(t,e){let n=this._renderer,s=t.mapping===lo||t.mapping===co;s?(this._cubemapMaterial===null&&(this._cubemapMaterial=sg()),this._cubemapMaterial.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=ig());let r=s?this._cubemapMaterial:this._equirectMaterial,o=new Dn(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=t;let l=this._cubeSize;hl(e,0,0,3*l,2*l),n.setRenderTarget(e),n.render(o,Uh)}_applyPMREM(t){let e=this._renderer,n=e.autoClear;e.autoClear=!1;let s=this._lodPlanes.length;for(let r=1;r<s;r++){let o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=eg[(s-r-1)%eg.length];this._blur(t,r-1,r,o,a)}e.autoClear=n}_blur(t,e,n,s,r){let o=this._pingPongRenderTarget;this._halfBlur(t,o,e,n,s,"latitudinal",r),this._halfBlur(o,t,n,n,s,"longitudinal",r)}_halfBlur(t,e,n,s,r,o,a){let l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");let h=3,f=new Dn(this._lodPlanes[s],c),u=c.uniforms,d=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*d):2*Math.PI/(2*tr-1),x=r/g,m=isFinite(r)?1+Math.floor(h*x):tr;m>tr&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${tr}`);let p=[],T=0;for(let I=0;I<tr;++I){let U=I/x,E=Math.exp(-U*U/2);p.push(E),I===0?T+=E:I<m&&(T+=2*E)}for(let I=0;I<p.length;I++)p[I]=p[I]/T;u.envMap.value=t.texture,u.samples.value=m,u.weights.value=p,u.latitudinal.value=o==="latitudinal",a&&(u.poleAxis.value=a);let{_lodMax:S}=this;u.dTheta.value=g,u.mipInt.value=S-n;let b=this._sizeLods[s],N=3*b*(s>S-eo?s-S+eo:0),D=4*(this._cubeSize-b);hl(e,N,D,3*b,2*b),l.setRenderTarget(e),l.render(f,Uh)}};function ww(i){let t=[],e=[],n=[],s=i,r=i-eo+1+Qm.length;for(let o=0;o<r;o++){let a=Math.pow(2,s);e.push(a);let l=1/a;o>i-eo?l=Qm[o-i+eo-1]:o===0&&(l=0),n.push(l);let c=1/(a-2),h=-c,f=1+c,u=[h,h,f,h,f,f,h,h,f,f,h,f],d=6,g=6,x=3,m=2,p=1,T=new Float32Array(x*g*d),S=new Float32Array(m*g*d),b=new Float32Array(p*g*d);for(let D=0;D<d;D++){let I=D%3*2/3-1,U=D>2?0:-1,E=[I,U,0,I+2/3,U,0,I+2/3,U+1,0,I,U,0,I+2/3,U+1,0,I,U+1,0];T.set(E,x*g*D),S.set(u,m*g*D);let v=[D,D,D,D,D,D];b.set(v,p*g*D)}let N=new Nn;N.setAttribute("position",new dn(T,x)),N.setAttribute("uv",new dn(S,m)),N.setAttribute("faceIndex",new dn(b,p)),t.push(N),s>eo&&s--}return{lodPlanes:t,sizeLods:e,sigmas:n}}function ng(i,t,e){let n=new es(i,t,e);return n.texture.mapping=ql,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function hl(i,t,e,n,s){i.viewport.set(t,e,n,s),i.scissor.set(t,e,n,s)}function Ew(i,t,e){let n=new Float32Array(tr),s=new H(0,1,0);return new Li({name:"SphericalGaussianBlur",defines:{n:tr,CUBEUV_TEXEL_WIDTH:1/t,CUBEUV_TEXEL_HEIGHT:1/e,CUBEUV_MAX_MIP:`${i}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:s}},vertexShader:_f(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;
			uniform int samples;
			uniform float weights[ n ];
			uniform bool latitudinal;
			uniform float dTheta;
			uniform float mipInt;
			uniform vec3 poleAxis;

			#define ENVMAP_TYPE_CUBE_UV
			#include <cube_uv_reflection_fragment>

			vec3 getSample( float theta, vec3 axis ) {

				float cosTheta = cos( theta );
				// Rodrigues' axis-angle rotation
				vec3 sampleDirection = vOutputDirection * cosTheta
					+ cross( axis, vOutputDirection ) * sin( theta )
					+ axis * dot( axis, vOutputDirection ) * ( 1.0 - cosTheta );

				return bilinearCubeUV( envMap, sampleDirection, mipInt );

			}

			void main() {

				vec3 axis = latitudinal ? poleAxis : cross( poleAxis, vOutputDirection );

				if ( all( equal( axis, vec3( 0.0 ) ) ) ) {

					axis = vec3( vOutputDirection.z, 0.0, - vOutputDirection.x );

				}

				axis = normalize( axis );

				gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 );
				gl_FragColor.rgb += weights[ 0 ] * getSample( 0.0, axis );

				for ( int i = 1; i < n; i++ ) {

					if ( i >= samples ) {

						break;

					}

					float theta = dTheta * float( i );
					gl_FragColor.rgb += weights[ i ] * getSample( -1.0 * theta, axis );
					gl_FragColor.rgb += weights[ i ] * getSample( theta, axis );

				}

			}
		`,blending:Ms,depthTest:!1,depthWrite:!1})}function ig(){return new Li({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:_f(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;

			#include <common>

			void main() {

				vec3 outputDirection = normalize( vOutputDirection );
				vec2 uv = equirectUv( outputDirection );

				gl_FragColor = vec4( texture2D ( envMap, uv ).rgb, 1.0 );

			}
		`,blending:Ms,depthTest:!1,depthWrite:!1})}function sg(){return new Li({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:_f(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:Ms,depthTest:!1,depthWrite:!1})}function _f(){return`

		precision mediump float;
		precision mediump int;

		attribute float faceIndex;

		varying vec3 vOutputDirection;

		// RH coordinate system; PMREM face-indexing convention
		vec3 getDirection( vec2 uv, float face ) {

			uv = 2.0 * uv - 1.0;

			vec3 direction = vec3( uv, 1.0 );

			if ( face == 0.0 ) {

				direction = direction.zyx; // ( 1, v, u ) pos x

			} else if ( face == 1.0 ) {

				direction = direction.xzy;
				direction.xz *= -1.0; // ( -u, 1, -v ) pos y

			} else if ( face == 2.0 ) {

				direction.x *= -1.0; // ( -u, v, 1 ) pos z

			} else if ( face == 3.0 ) {

				direction = direction.zyx;
				direction.xz *= -1.0; // ( -1, v, -u ) neg x

			} else if ( face == 4.0 ) {

				direction = direction.xzy;
				direction.xy *= -1.0; // ( -u, -1, v ) neg y

			} else if ( face == 5.0 ) {

				direction.z *= -1.0; // ( u, v, -1 ) neg z

			}

			return direction;

		}

		void main() {

			vOutputDirection = getDirection( uv, faceIndex );
			gl_Position = vec4( position, 1.0 );

		}
	`}function Tw(i){let t=new WeakMap,e=null;function n(a){if(a&&a.isTexture){let l=a.mapping,c=l===jh||l===Qh,h=l===lo||l===co;if(c||h){let f=t.get(a),u=f!==void 0?f.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==u)return e===null&&(e=new Dl(i)),f=c?e.fromEquirectangular(a,f):e.fromCubemap(a,f),f.texture.pmremVersion=a.pmremVersion,t.set(a,f),f.texture;if(f!==void 0)return f.texture;{let d=a.image;return c&&d&&d.height>0||h&&d&&s(d)?(e===null&&(e=new Dl(i)),f=c?e.fromEquirectangular(a):e.fromCubemap(a),f.texture.pmremVersion=a.pmremVersion,t.set(a,f),a.addEventListener("dispose",r),f.texture):null}}}return a}function s(a){let l=0,c=6;for(let h=0;h<c;h++)a[h]!==void 0&&l++;return l===c}function r(a){let l=a.target;l.removeEventListener("dispose",r);let c=t.get(l);c!==void 0&&(t.delete(l),c.dispose())}function o(){t=new WeakMap,e!==null&&(e.dispose(),e=null)}return{get:n,dispose:o}}function Aw(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s;switch(n){case"WEBGL_depth_texture":s=i.getExtension("WEBGL_depth_texture")||i.getExtension("MOZ_WEBGL_depth_texture")||i.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":s=i.getExtension("EXT_texture_filter_anisotropic")||i.getExtension("MOZ_EXT_texture_filter_anisotropic")||i.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":s=i.getExtension("WEBGL_compressed_texture_s3tc")||i.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":s=i.getExtension("WEBGL_compressed_texture_pvrtc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:s=i.getExtension(n)}return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&Ko("THREE.WebGLRenderer: "+n+" extension not supported."),s}}}function Cw(i,t,e,n){let s={},r=new WeakMap;function o(f){let u=f.target;u.index!==null&&t.remove(u.index);for(let g in u.attributes)t.remove(u.attributes[g]);for(let g in u.morphAttributes){let x=u.morphAttributes[g];for(let m=0,p=x.length;m<p;m++)t.remove(x[m])}u.removeEventListener("dispose",o),delete s[u.id];let d=r.get(u);d&&(t.remove(d),r.delete(u)),n.releaseStatesOfGeometry(u),u.isInstancedBufferGeometry===!0&&delete u._maxInstanceCount,e.memory.geometries--}function a(f,u){return s[u.id]===!0||(u.addEventListener("dispose",o),s[u.id]=!0,e.memory.geometries++),u}function l(f){let u=f.attributes;for(let g in u)t.update(u[g],i.ARRAY_BUFFER);let d=f.morphAttributes;for(let g in d){let x=d[g];for(let m=0,p=x.length;m<p;m++)t.update(x[m],i.ARRAY_BUFFER)}}function c(f){let u=[],d=f.index,g=f.attributes.position,x=0;if(d!==null){let T=d.array;x=d.version;for(let S=0,b=T.length;S<b;S+=3){let N=T[S+0],D=T[S+1],I=T[S+2];u.push(N,D,D,I,I,N)}}else if(g!==void 0){let T=g.array;x=g.version;for(let S=0,b=T.length/3-1;S<b;S+=3){let N=S+0,D=S+1,I=S+2;u.push(N,D,D,I,I,N)}}else return;let m=new($g(u)?Cl:Al)(u,1);m.version=x;let p=r.get(f);p&&t.remove(p),r.set(f,m)}function h(f){let u=r.get(f);if(u){let d=f.index;d!==null&&u.version<d.version&&c(f)}else c(f);return r.get(f)}return{get:a,update:l,getWireframeAttribute:h}}function Rw(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,g){g!==0&&(i.drawElementsInstanced(n,d,r,u*o,g),e.update(d,n,g))}function h(u,d,g){if(g===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,g);let m=0;for(let p=0;p<g;p++)m+=d[p];e.update(m,n,1)}function f(u,d,g,x){if(g===0)return;let m=t.get("WEBGL_multi_draw");if(m===null)for(let p=0;p<u.length;p++)c(u[p]/o,d[p],x[p]);else{m.multiDrawElementsInstancedWEBGL(n,d,0,r,u,0,x,0,g);let p=0;for(let T=0;T<g;T++)p+=d[T]*x[T];e.update(p,n,1)}}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h,this.renderMultiDrawInstances=f}function Pw(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function Iw(i,t,e){let n=new WeakMap,s=new Ge;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,f=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==f){let E=function(){I.dispose(),n.delete(a),a.removeEventListener("dispose",E)};u!==void 0&&u.texture.dispose();let d=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,x=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],T=a.morphAttributes.color||[],S=0;d===!0&&(S=1),g===!0&&(S=2),x===!0&&(S=3);let b=a.attributes.position.count*S,N=1;b>t.maxTextureSize&&(N=Math.ceil(b/t.maxTextureSize),b=t.maxTextureSize);let D=new Float32Array(b*N*4*f),I=new El(D,b,N,f);I.type=Pi,I.needsUpdate=!0;let U=S*4;for(let v=0;v<f;v++){let C=m[v],W=p[v],G=T[v],q=b*N*4*v;for(let j=0;j<C.count;j++){let Y=j*U;d===!0&&(s.fromBufferAttribute(C,j),D[q+Y+0]=s.x,D[q+Y+1]=s.y,D[q+Y+2]=s.z,D[q+Y+3]=0),g===!0&&(s.fromBufferAttribute(W,j),D[q+Y+4]=s.x,D[q+Y+5]=s.y,D[q+Y+6]=s.z,D[q+Y+7]=0),x===!0&&(s.fromBufferAttribute(G,j),D[q+Y+8]=s.x,D[q+Y+9]=s.y,D[q+Y+10]=s.z,D[q+Y+11]=G.itemSize===4?s.w:1)}}u={count:f,texture:I,size:new Kt(b,N)},n.set(a,u),a.addEventListener("dispose",E)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let x=0;x<c.length;x++)d+=c[x];let g=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function Lw(i,t,e,n){let s=new WeakMap;function r(l){let c=n.render.frame,h=l.geometry,f=t.get(l,h);if(s.get(f)!==c&&(t.update(f),s.set(f,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),s.get(l)!==c&&(e.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,i.ARRAY_BUFFER),s.set(l,c))),l.isSkinnedMesh){let u=l.skeleton;s.get(u)!==c&&(u.update(),s.set(u,c))}return f}function o(){s=new WeakMap}function a(l){let c=l.target;c.removeEventListener("dispose",a),e.remove(c.instanceMatrix),c.instanceColor!==null&&e.remove(c.instanceColor)}return{update:r,dispose:o}}var Nl=class extends Jn{constructor(t,e,n,s,r,o,a,l,c,h=so){if(h!==so&&h!==uo)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");n===void 0&&h===so&&(n=ir),n===void 0&&h===uo&&(n=ho),super(null,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.image={width:t,height:e},this.magFilter=a!==void 0?a:Zn,this.minFilter=l!==void 0?l:Zn,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return this.compareFunction!==null&&(e.compareFunction=this.compareFunction),e}},Jg=new Jn,rg=new Nl(1,1),Kg=new El,jg=new Iu,Qg=new Pl,og=[],ag=[],lg=new Float32Array(16),cg=new Float32Array(9),hg=new Float32Array(4);function vo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=og[s];if(r===void 0&&(r=new Float32Array(s),og[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function en(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function nn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function Zl(i,t){let e=ag[t];e===void 0&&(e=new Int32Array(t),ag[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function Dw(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function Nw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(en(e,t))return;i.uniform2fv(this.addr,t),nn(e,t)}}function Uw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(en(e,t))return;i.uniform3fv(this.addr,t),nn(e,t)}}function Ow(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(en(e,t))return;i.uniform4fv(this.addr,t),nn(e,t)}}function Fw(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(en(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),nn(e,t)}else{if(en(e,n))return;hg.set(n),i.uniformMatrix2fv(this.addr,!1,hg),nn(e,n)}}function Bw(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(en(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),nn(e,t)}else{if(en(e,n))return;cg.set(n),i.uniformMatrix3fv(this.addr,!1,cg),nn(e,n)}}function kw(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(en(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),nn(e,t)}else{if(en(e,n))return;lg.set(n),i.uniformMatrix4fv(this.addr,!1,lg),nn(e,n)}}function zw(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function Vw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(en(e,t))return;i.uniform2iv(this.addr,t),nn(e,t)}}function Hw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(en(e,t))return;i.uniform3iv(this.addr,t),nn(e,t)}}function Gw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(en(e,t))return;i.uniform4iv(this.addr,t),nn(e,t)}}function Ww(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function Xw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(en(e,t))return;i.uniform2uiv(this.addr,t),nn(e,t)}}function $w(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(en(e,t))return;i.uniform3uiv(this.addr,t),nn(e,t)}}function qw(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(en(e,t))return;i.uniform4uiv(this.addr,t),nn(e,t)}}function Yw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?(rg.compareFunction=Gg,r=rg):r=Jg,e.setTexture2D(t||r,s)}function Zw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||jg,s)}function Jw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTextureCube(t||Qg,s)}function Kw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Kg,s)}function jw(i){switch(i){case 5126:return Dw;case 35664:return Nw;case 35665:return Uw;case 35666:return Ow;case 35674:return Fw;case 35675:return Bw;case 35676:return kw;case 5124:case 35670:return zw;case 35667:case 35671:return Vw;case 35668:case 35672:return Hw;case 35669:case 35673:return Gw;case 5125:return Ww;case 36294:return Xw;case 36295:return $w;case 36296:return qw;case 35678:case 36198:case 36298:case 36306:case 35682:return Yw;case 35679:case 36299:case 36307:return Zw;case 35680:case 36300:case 36308:case 36293:return Jw;case 36289:case 36303:case 36311:case 36292:return Kw}}function Qw(i,t){i.uniform1fv(this.addr,t)}function t1(i,t){let e=vo(t,this.size,2);i.uniform2fv(this.addr,e)}function e1(i,t){let e=vo(t,this.size,3);i.uniform3fv(this.addr,e)}function n1(i,t){let e=vo(t,this.size,4);i.uniform4fv(this.addr,e)}function i1(i,t){let e=vo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function s1(i,t){let e=vo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function r1(i,t){let e=vo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function o1(i,t){i.uniform1iv(this.addr,t)}function a1(i,t){i.uniform2iv(this.addr,t)}function l1(i,t){i.uniform3iv(this.addr,t)}function c1(i,t){i.uniform4iv(this.addr,t)}function h1(i,t){i.uniform1uiv(this.addr,t)}function u1(i,t){i.uniform2uiv(this.addr,t)}function f1(i,t){i.uniform3uiv(this.addr,t)}function d1(i,t){i.uniform4uiv(this.addr,t)}function p1(i,t,e){let n=this.cache,s=t.length,r=Zl(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTexture2D(t[o]||Jg,r[o])}function m1(i,t,e){let n=this.cache,s=t.length,r=Zl(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||jg,r[o])}function g1(i,t,e){let n=this.cache,s=t.length,r=Zl(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTextureCube(t[o]||Qg,r[o])}function _1(i,t,e){let n=this.cache,s=t.length,r=Zl(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Kg,r[o])}function x1(i){switch(i){case 5126:return Qw;case 35664:return t1;case 35665:return e1;case 35666:return n1;case 35674:return i1;case 35675:return s1;case 35676:return r1;case 5124:case 35670:return o1;case 35667:case 35671:return a1;case 35668:case 35672:return l1;case 35669:case 35673:return c1;case 5125:return h1;case 36294:return u1;case 36295:return f1;case 36296:return d1;case 35678:case 36198:case 36298:case 36306:case 35682:return p1;case 35679:case 36299:case 36307:return m1;case 35680:case 36300:case 36308:case 36293:return g1;case 36289:case 36303:case 36311:case 36292:return _1}}var Nu=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=jw(e.type)}},Uu=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=x1(e.type)}},Ou=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},zh=/(\w+)(\])?(\[|\.)?/g;function ug(i,t){i.seq.push(t),i.map[t.id]=t}function y1(i,t,e){let n=i.name,s=n.length;for(zh.lastIndex=0;;){let r=zh.exec(n),o=zh.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){ug(e,c===void 0?new Nu(a,i,t):new Uu(a,i,t));break}else{let f=e.map[a];f===void 0&&(f=new Ou(a),ug(e,f)),e=f}}}var oo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let s=0;s<n;++s){let r=t.getActiveUniform(e,s),o=t.getUniformLocation(e,r.name);y1(r,o,this)}}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function fg(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var v1=37297,M1=0;function b1(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var dg=new ie;function S1(i){ge._getMatrix(dg,ge.workingColorSpace,i);let t=`mat3( ${dg.elements.map(e=>e.toFixed(4))} )`;switch(ge.getTransfer(i)){case Yl:return[t,"LinearTransferOETF"];case Ae:return[t,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function pg(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),s=i.getShaderInfoLog(t).trim();if(n&&s==="")return"";let r=/ERROR: 0:(\d+)/.exec(s);if(r){let o=parseInt(r[1]);return e.toUpperCase()+`

`+s+`

`+b1(i.getShaderSource(t),o)}else return s}function w1(i,t){let e=S1(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( value.rgb * ${e[0]}, value.a ) );`,"}"].join(`
`)}function E1(i,t){let e;switch(t){case Uv:e="Linear";break;case Ov:e="Reinhard";break;case Fv:e="Cineon";break;case Bv:e="ACESFilmic";break;case zv:e="AgX";break;case Vv:e="Neutral";break;case kv:e="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",t),e="Linear"}return"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var ul=new H;function T1(){ge.getLuminanceCoefficients(ul);let i=ul.x.toFixed(4),t=ul.y.toFixed(4),e=ul.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function A1(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(jo).join(`
`)}function C1(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function R1(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function jo(i){return i!==""}function mg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows)}function gg(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var P1=/^[ \t]*#include +<([\w\d./]+)>/gm;function Fu(i){return i.replace(P1,L1)}var I1=new Map;function L1(i,t){let e=re[t];if(e===void 0){let n=I1.get(t);if(n!==void 0)e=re[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',t,n);else throw new Error("Can not resolve #include <"+t+">")}return Fu(e)}var D1=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function _g(i){return i.replace(D1,N1)}function N1(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function xg(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}function U1(i){let t="SHADOWMAP_TYPE_BASIC";return i.shadowMapType===Ig?t="SHADOWMAP_TYPE_PCF":i.shadowMapType===pv?t="SHADOWMAP_TYPE_PCF_SOFT":i.shadowMapType===Ji&&(t="SHADOWMAP_TYPE_VSM"),t}function O1(i){let t="ENVMAP_TYPE_CUBE";if(i.envMap)switch(i.envMapMode){case lo:case co:t="ENVMAP_TYPE_CUBE";break;case ql:t="ENVMAP_TYPE_CUBE_UV";break}return t}function F1(i){let t="ENVMAP_MODE_REFLECTION";if(i.envMap)switch(i.envMapMode){case co:t="ENVMAP_MODE_REFRACTION";break}return t}function B1(i){let t="ENVMAP_BLENDING_NONE";if(i.envMap)switch(i.combine){case lf:t="ENVMAP_BLENDING_MULTIPLY";break;case Dv:t="ENVMAP_BLENDING_MIX";break;case Nv:t="ENVMAP_BLENDING_ADD";break}return t}function k1(i){let t=i.envMapCubeUVHeight;if(t===null)return null;let e=Math.log2(t)-2,n=1/t;return{texelWidth:1/(3*Math.max(Math.pow(2,e),7*16)),texelHeight:n,maxMip:e}}function z1(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=U1(e),c=O1(e),h=F1(e),f=B1(e),u=k1(e),d=A1(e),g=C1(r),x=s.createProgram(),m,p,T=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(jo).join(`
`),m.length>0&&(m+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(jo).join(`
`),p.length>0&&(p+=`
`)):(m=[xg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reverseDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(jo).join(`
`),p=[xg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+f:"",u?"#define CUBEUV_TEXEL_WIDTH "+u.texelWidth:"",u?"#define CUBEUV_TEXEL_HEIGHT "+u.texelHeight:"",u?"#define CUBEUV_MAX_MIP "+u.maxMip+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor||e.batchingColor?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reverseDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==bs?"#define TONE_MAPPING":"",e.toneMapping!==bs?re.tonemapping_pars_fragment:"",e.toneMapping!==bs?E1("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",re.colorspace_pars_fragment,w1("linearToOutputTexel",e.outputColorSpace),T1(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(jo).join(`
`)),o=Fu(o),o=mg(o,e),o=gg(o,e),a=Fu(a),a=mg(a,e),a=gg(a,e),o=_g(o),a=_g(a),e.isRawShaderMaterial!==!0&&(T=`#version 300 es
`,m=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,p=["#define varying in",e.glslVersion===Im?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Im?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let S=T+m+o,b=T+p+a,N=fg(s,s.VERTEX_SHADER,S),D=fg(s,s.FRAGMENT_SHADER,b);s.attachShader(x,N),s.attachShader(x,D),e.index0AttributeName!==void 0?s.bindAttribLocation(x,0,e.index0AttributeName):e.morphTargets===!0&&s.bindAttribLocation(x,0,"position"),s.linkProgram(x);function I(C){if(i.debug.checkShaderErrors){let W=s.getProgramInfoLog(x).trim(),G=s.getShaderInfoLog(N).trim(),q=s.getShaderInfoLog(D).trim(),j=!0,Y=!0;if(s.getProgramParameter(x,s.LINK_STATUS)===!1)if(j=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,x,N,D);else{let tt=pg(s,N,"vertex"),Q=pg(s,D,"fragment");console.error("THREE.WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(x,s.VALIDATE_STATUS)+`

Material Name: `+C.name+`
Material Type: `+C.type+`

Program Info Log: `+W+`
`+tt+`
`+Q)}else W!==""?console.warn("THREE.WebGLProgram: Program Info Log:",W):(G===""||q==="")&&(Y=!1);Y&&(C.diagnostics={runnable:j,programLog:W,vertexShader:{log:G,prefix:m},fragmentShader:{log:q,prefix:p}})}s.deleteShader(N),s.deleteShader(D),U=new oo(s,x),E=R1(s,x)}let U;this.getUniforms=function(){return U===void 0&&I(this),U};let E;this.getAttributes=function(){return E===void 0&&I(this),E};let v=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return v===!1&&(v=s.getProgramParameter(x,v1)),v},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(x),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=M1++,this.cacheKey=t,this.usedTimes=1,this.program=x,this.vertexShader=N,this.fragmentShader=D,this}var V1=0,Bu=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t){let e=t.vertexShader,n=t.fragmentShader,s=this._getShaderStage(e),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(t);return o.has(s)===!1&&(o.add(s),s.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderID(t){return this._getShaderStage(t.vertexShader).id}getFragmentShaderID(t){return this._getShaderStage(t.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new ku(t),e.set(t,n)),n}},ku=class{constructor(t){this.id=V1++,this.code=t,this.usedTimes=0}};function H1(i,t,e,n,s,r,o){let a=new Tl,l=new Bu,c=new Set,h=[],f=s.logarithmicDepthBuffer,u=s.vertexTextures,d=s.precision,g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function x(E){return c.add(E),E===0?"uv":`uv${E}`}function m(E,v,C,W,G){let q=W.fog,j=G.geometry,Y=E.isMeshStandardMaterial?W.environment:null,tt=(E.isMeshStandardMaterial?e:t).get(E.envMap||Y),Q=tt&&tt.mapping===ql?tt.image.height:null,ht=g[E.type];E.precision!==null&&(d=s.getMaxPrecision(E.precision),d!==E.precision&&console.warn("THREE.WebGLProgram.getParameters:",E.precision,"not supported, using",d,"instead."));let ot=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,mt=ot!==void 0?ot.length:0,dt=0;j.morphAttributes.position!==void 0&&(dt=1),j.morphAttributes.normal!==void 0&&(dt=2),j.morphAttributes.color!==void 0&&(dt=3);let Xt,J,ct,Lt;if(ht){let ae=Ci[ht];Xt=ae.vertexShader,J=ae.fragmentShader}else Xt=E.vertexShader,J=E.fragmentShader,l.update(E),ct=l.getVertexShaderID(E),Lt=l.getFragmentShaderID(E);let ut=i.getRenderTarget(),Nt=i.state.buffers.depth.getReversed(),Wt=G.isInstancedMesh===!0,Vt=G.isBatchedMesh===!0,oe=!!E.map,ee=!!E.matcap,we=!!tt,V=!!E.aoMap,Ke=!!E.lightMap,se=!!E.bumpMap,jt=!!E.normalMap,Ut=!!E.displacementMap,ve=!!E.emissiveMap,Bt=!!E.metalnessMap,R=!!E.roughnessMap,y=E.anisotropy>0,k=E.clearcoat>0,it=E.dispersion>0,K=E.iridescence>0,nt=E.sheen>0,It=E.transmission>0,gt=y&&!!E.anisotropyMap,vt=k&&!!E.clearcoatMap,qt=k&&!!E.clearcoatNormalMap,at=k&&!!E.clearcoatRoughnessMap,_t=K&&!!E.iridescenceMap,kt=K&&!!E.iridescenceThicknessMap,Ht=nt&&!!E.sheenColorMap,bt=nt&&!!E.sheenRoughnessMap,ne=!!E.specularMap,Yt=!!E.specularColorMap,xe=!!E.specularIntensityMap,O=It&&!!E.transmissionMap,xt=It&&!!E.thicknessMap,et=!!E.gradientMap,rt=!!E.alphaMap,wt=E.alphaTest>0,St=!!E.alphaHash,Qt=!!E.extensions,ke=bs;E.toneMapped&&(ut===null||ut.isXRRenderTarget===!0)&&(ke=i.toneMapping);let Ct={shaderID:ht,shaderType:E.type,shaderName:E.name,vertexShader:Xt,fragmentShader:J,defines:E.defines,customVertexShaderID:ct,customFragmentShaderID:Lt,isRawShaderMaterial:E.isRawShaderMaterial===!0,glslVersion:E.glslVersion,precision:d,batching:Vt,batchingColor:Vt&&G._colorsTexture!==null,instancing:Wt,instancingColor:Wt&&G.instanceColor!==null,instancingMorph:Wt&&G.morphTexture!==null,supportsVertexTextures:u,outputColorSpace:ut===null?i.outputColorSpace:ut.isXRRenderTarget===!0?ut.texture.colorSpace:xo,alphaToCoverage:!!E.alphaToCoverage,map:oe,matcap:ee,envMap:we,envMapMode:we&&tt.mapping,envMapCubeUVHeight:Q,aoMap:V,lightMap:Ke,bumpMap:se,normalMap:jt,displacementMap:u&&Ut,emissiveMap:ve,normalMapObjectSpace:jt&&E.normalMapType===Xv,normalMapTangentSpace:jt&&E.normalMapType===Hg,metalnessMap:Bt,roughnessMap:R,anisotropy:y,anisotropyMap:gt,clearcoat:k,clearcoatMap:vt,clearcoatNormalMap:qt,clearcoatRoughnessMap:at,dispersion:it,iridescence:K,iridescenceMap:_t,iridescenceThicknessMap:kt,sheen:nt,sheenColorMap:Ht,sheenRoughnessMap:bt,specularMap:ne,specularColorMap:Yt,specularIntensityMap:xe,transmission:It,transmissionMap:O,thicknessMap:xt,gradientMap:et,opaque:E.transparent===!1&&E.blending===io&&E.alphaToCoverage===!1,alphaMap:rt,alphaTest:wt,alphaHash:St,combine:E.combine,mapUv:oe&&x(E.map.channel),aoMapUv:V&&x(E.aoMap.channel),lightMapUv:Ke&&x(E.lightMap.channel),bumpMapUv:se&&x(E.bumpMap.channel),normalMapUv:jt&&x(E.normalMap.channel),displacementMapUv:Ut&&x(E.displacementMap.channel),emissiveMapUv:ve&&x(E.emissiveMap.channel),metalnessMapUv:Bt&&x(E.metalnessMap.channel),roughnessMapUv:R&&x(E.roughnessMap.channel),anisotropyMapUv:gt&&x(E.anisotropyMap.channel),clearcoatMapUv:vt&&x(E.clearcoatMap.channel),clearcoatNormalMapUv:qt&&x(E.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:at&&x(E.clearcoatRoughnessMap.channel),iridescenceMapUv:_t&&x(E.iridescenceMap.channel),iridescenceThicknessMapUv:kt&&x(E.iridescenceThicknessMap.channel),sheenColorMapUv:Ht&&x(E.sheenColorMap.channel),sheenRoughnessMapUv:bt&&x(E.sheenRoughnessMap.channel),specularMapUv:ne&&x(E.specularMap.channel),specularColorMapUv:Yt&&x(E.specularColorMap.channel),specularIntensityMapUv:xe&&x(E.specularIntensityMap.channel),transmissionMapUv:O&&x(E.transmissionMap.channel),thicknessMapUv:xt&&x(E.thicknessMap.channel),alphaMapUv:rt&&x(E.alphaMap.channel),vertexTangents:!!j.attributes.tangent&&(jt||y),vertexColors:E.vertexColors,vertexAlphas:E.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,pointsUvs:G.isPoints===!0&&!!j.attributes.uv&&(oe||rt),fog:!!q,useFog:E.fog===!0,fogExp2:!!q&&q.isFogExp2,flatShading:E.flatShading===!0,sizeAttenuation:E.sizeAttenuation===!0,logarithmicDepthBuffer:f,reverseDepthBuffer:Nt,skinning:G.isSkinnedMesh===!0,morphTargets:j.morphAttributes.position!==void 0,morphNormals:j.morphAttributes.normal!==void 0,morphColors:j.morphAttributes.color!==void 0,morphTargetsCount:mt,morphTextureStride:dt,numDirLights:v.directional.length,numPointLights:v.point.length,numSpotLights:v.spot.length,numSpotLightMaps:v.spotLightMap.length,numRectAreaLights:v.rectArea.length,numHemiLights:v.hemi.length,numDirLightShadows:v.directionalShadowMap.length,numPointLightShadows:v.pointShadowMap.length,numSpotLightShadows:v.spotShadowMap.length,numSpotLightShadowsWithMaps:v.numSpotLightShadowsWithMaps,numLightProbes:v.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:E.dithering,shadowMapEnabled:i.shadowMap.enabled&&C.length>0,shadowMapType:i.shadowMap.type,toneMapping:ke,decodeVideoTexture:oe&&E.map.isVideoTexture===!0&&ge.getTransfer(E.map.colorSpace)===Ae,decodeVideoTextureEmissive:ve&&E.emissiveMap.isVideoTexture===!0&&ge.getTransfer(E.emissiveMap.colorSpace)===Ae,premultipliedAlpha:E.premultipliedAlpha,doubleSided:E.side===Yn,flipSided:E.side===Bn,useDepthPacking:E.depthPacking>=0,depthPacking:E.depthPacking||0,index0AttributeName:E.index0AttributeName,extensionClipCullDistance:Qt&&E.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Qt&&E.extensions.multiDraw===!0||Vt)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:E.customProgramCacheKey()};return Ct.vertexUv1s=c.has(1),Ct.vertexUv2s=c.has(2),Ct.vertexUv3s=c.has(3),c.clear(),Ct}function p(E){let v=[];if(E.shaderID?v.push(E.shaderID):(v.push(E.customVertexShaderID),v.push(E.customFragmentShaderID)),E.defines!==void 0)for(let C in E.defines)v.push(C),v.push(E.defines[C]);return E.isRawShaderMaterial===!1&&(T(v,E),S(v,E),v.push(i.outputColorSpace)),v.push(E.customProgramCacheKey),v.join()}function T(E,v){E.push(v.precision),E.push(v.outputColorSpace),E.push(v.envMapMode),E.push(v.envMapCubeUVHeight),E.push(v.mapUv),E.push(v.alphaMapUv),E.push(v.lightMapUv),E.push(v.aoMapUv),E.push(v.bumpMapUv),E.push(v.normalMapUv),E.push(v.displacementMapUv),E.push(v.emissiveMapUv),E.push(v.metalnessMapUv),E.push(v.roughnessMapUv),E.push(v.anisotropyMapUv),E.push(v.clearcoatMapUv),E.push(v.clearcoatNormalMapUv),E.push(v.clearcoatRoughnessMapUv),E.push(v.iridescenceMapUv),E.push(v.iridescenceThicknessMapUv),E.push(v.sheenColorMapUv),E.push(v.sheenRoughnessMapUv),E.push(v.specularMapUv),E.push(v.specularColorMapUv),E.push(v.specularIntensityMapUv),E.push(v.transmissionMapUv),E.push(v.thicknessMapUv),E.push(v.combine),E.push(v.fogExp2),E.push(v.sizeAttenuation),E.push(v.morphTargetsCount),E.push(v.morphAttributeCount),E.push(v.numDirLights),E.push(v.numPointLights),E.push(v.numSpotLights),E.push(v.numSpotLightMaps),E.push(v.numHemiLights),E.push(v.numRectAreaLights),E.push(v.numDirLightShadows),E.push(v.numPointLightShadows),E.push(v.numSpotLightShadows),E.push(v.numSpotLightShadowsWithMaps),E.push(v.numLightProbes),E.push(v.shadowMapType),E.push(v.toneMapping),E.push(v.numClippingPlanes),E.push(v.numClipIntersection),E.push(v.depthPacking)}function S(E,v){a.disableAll(),v.supportsVertexTextures&&a.enable(0),v.instancing&&a.enable(1),v.instancingColor&&a.enable(2),v.instancingMorph&&a.enable(3),v.matcap&&a.enable(4),v.envMap&&a.enable(5),v.normalMapObjectSpace&&a.enable(6),v.normalMapTangentSpace&&a.enable(7),v.clearcoat&&a.enable(8),v.iridescence&&a.enable(9),v.alphaTest&&a.enable(10),v.vertexColors&&a.enable(11),v.vertexAlphas&&a.enable(12),v.vertexUv1s&&a.enable(13),v.vertexUv2s&&a.enable(14),v.vertexUv3s&&a.enable(15),v.vertexTangents&&a.enable(16),v.anisotropy&&a.enable(17),v.alphaHash&&a.enable(18),v.batching&&a.enable(19),v.dispersion&&a.enable(20),v.batchingColor&&a.enable(21),E.push(a.mask),a.disableAll(),v.fog&&a.enable(0),v.useFog&&a.enable(1),v.flatShading&&a.enable(2),v.logarithmicDepthBuffer&&a.enable(3),v.reverseDepthBuffer&&a.enable(4),v.skinning&&a.enable(5),v.morphTargets&&a.enable(6),v.morphNormals&&a.enable(7),v.morphColors&&a.enable(8),v.premultipliedAlpha&&a.enable(9),v.shadowMapEnabled&&a.enable(10),v.doubleSided&&a.enable(11),v.flipSided&&a.enable(12),v.useDepthPacking&&a.enable(13),v.dithering&&a.enable(14),v.transmission&&a.enable(15),v.sheen&&a.enable(16),v.opaque&&a.enable(17),v.pointsUvs&&a.enable(18),v.decodeVideoTexture&&a.enable(19),v.decodeVideoTextureEmissive&&a.enable(20),v.alphaToCoverage&&a.enable(21),E.push(a.mask)}function b(E){let v=g[E.type],C;if(v){let W=Ci[v];C=LM.clone(W.uniforms)}else C=E.uniforms;return C}function N(E,v){let C;for(let W=0,G=h.length;W<G;W++){let q=h[W];if(q.cacheKey===v){C=q,++C.usedTimes;break}}return C===void 0&&(C=new z1(i,v,E,r),h.push(C)),C}function D(E){if(--E.usedTimes===0){let v=h.indexOf(E);h[v]=h[h.length-1],h.pop(),E.destroy()}}function I(E){l.remove(E)}function U(){l.dispose()}return{getParameters:m,getProgramCacheKey:p,getUniforms:b,acquireProgram:N,releaseProgram:D,releaseShaderCache:I,programs:h,dispose:U}}function G1(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function W1(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.z!==t.z?i.z-t.z:i.id-t.id}function yg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function vg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(f,u,d,g,x,m){let p=i[t];return p===void 0?(p={id:f.id,object:f,geometry:u,material:d,groupOrder:g,renderOrder:f.renderOrder,z:x,group:m},i[t]=p):(p.id=f.id,p.object=f,p.geometry=u,p.material=d,p.groupOrder=g,p.renderOrder=f.renderOrder,p.z=x,p.group=m),t++,p}function a(f,u,d,g,x,m){let p=o(f,u,d,g,x,m);d.transmission>0?n.push(p):d.transparent===!0?s.push(p):e.push(p)}function l(f,u,d,g,x,m){let p=o(f,u,d,g,x,m);d.transmission>0?n.unshift(p):d.transparent===!0?s.unshift(p):e.unshift(p)}function c(f,u){e.length>1&&e.sort(f||W1),n.length>1&&n.sort(u||yg),s.length>1&&s.sort(u||yg)}function h(){for(let f=t,u=i.length;f<u;f++){let d=i[f];if(d.id===null)break;d.id=null,d.object=null,d.geometry=null,d.material=null,d.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:a,unshift:l,finish:h,sort:c}}function X1(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new vg,i.set(n,[o])):s>=r.length?(o=new vg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function $1(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={direction:new H,color:new ce};break;case"SpotLight":e={position:new H,direction:new H,color:new ce,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new H,color:new ce,distance:0,decay:0};break;case"HemisphereLight":e={direction:new H,skyColor:new ce,groundColor:new ce};break;case"RectAreaLight":e={color:new ce,position:new H,halfWidth:new H,halfHeight:new H};break}return i[t.id]=e,e}}}function q1(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Kt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Kt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Kt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Y1=0;function Z1(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function J1(i){let t=new $1,e=q1(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new H);let s=new H,r=new Ce,o=new Ce;function a(c){let h=0,f=0,u=0;for(let E=0;E<9;E++)n.probe[E].set(0,0,0);let d=0,g=0,x=0,m=0,p=0,T=0,S=0,b=0,N=0,D=0,I=0;c.sort(Z1);for(let E=0,v=c.length;E<v;E++){let C=c[E],W=C.color,G=C.intensity,q=C.distance,j=C.shadow&&C.shadow.map?C.shadow.map.texture:null;if(C.isAmbientLight)h+=W.r*G,f+=W.g*G,u+=W.b*G;else if(C.isLightProbe){for(let Y=0;Y<9;Y++)n.probe[Y].addScaledVector(C.sh.coefficients[Y],G);I++}else if(C.isDirectionalLight){let Y=t.get(C);if(Y.color.copy(C.color).multiplyScalar(C.intensity),C.castShadow){let tt=C.shadow,Q=e.get(C);Q.shadowIntensity=tt.intensity,Q.shadowBias=tt.bias,Q.shadowNormalBias=tt.normalBias,Q.shadowRadius=tt.radius,Q.shadowMapSize=tt.mapSize,n.directionalShadow[d]=Q,n.directionalShadowMap[d]=j,n.directionalShadowMatrix[d]=C.shadow.matrix,T++}n.directional[d]=Y,d++}else if(C.isSpotLight){let Y=t.get(C);Y.position.setFromMatrixPosition(C.matrixWorld),Y.color.copy(W).multiplyScalar(G),Y.distance=q,Y.coneCos=Math.cos(C.angle),Y.penumbraCos=Math.cos(C.angle*(1-C.penumbra)),Y.decay=C.decay,n.spot[x]=Y;let tt=C.shadow;if(C.map&&(n.spotLightMap[N]=C.map,N++,tt.updateMatrices(C),C.castShadow&&D++),n.spotLightMatrix[x]=tt.matrix,C.castShadow){let Q=e.get(C);Q.shadowIntensity=tt.intensity,Q.shadowBias=tt.bias,Q.shadowNormalBias=tt.normalBias,Q.shadowRadius=tt.radius,Q.shadowMapSize=tt.mapSize,n.spotShadow[x]=Q,n.spotShadowMap[x]=j,b++}x++}else if(C.isRectAreaLight){let Y=t.get(C);Y.color.copy(W).multiplyScalar(G),Y.halfWidth.set(C.width*.5,0,0),Y.halfHeight.set(0,C.height*.5,0),n.rectArea[m]=Y,m++}else if(C.isPointLight){let Y=t.get(C);if(Y.color.copy(C.color).multiplyScalar(C.intensity),Y.distance=C.distance,Y.decay=C.decay,C.castShadow){let tt=C.shadow,Q=e.get(C);Q.shadowIntensity=tt.intensity,Q.shadowBias=tt.bias,Q.shadowNormalBias=tt.normalBias,Q.shadowRadius=tt.radius,Q.shadowMapSize=tt.mapSize,Q.shadowCameraNear=tt.camera.near,Q.shadowCameraFar=tt.camera.far,n.pointShadow[g]=Q,n.pointShadowMap[g]=j,n.pointShadowMatrix[g]=C.shadow.matrix,S++}n.point[g]=Y,g++}else if(C.isHemisphereLight){let Y=t.get(C);Y.skyColor.copy(C.color).multiplyScalar(G),Y.groundColor.copy(C.groundColor).multiplyScalar(G),n.hemi[p]=Y,p++}}m>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=yt.LTC_FLOAT_1,n.rectAreaLTC2=yt.LTC_FLOAT_2):(n.rectAreaLTC1=yt.LTC_HALF_1,n.rectAreaLTC2=yt.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=f,n.ambient[2]=u;let U=n.hash;(U.directionalLength!==d||U.pointLength!==g||U.spotLength!==x||U.rectAreaLength!==m||U.hemiLength!==p||U.numDirectionalShadows!==T||U.numPointShadows!==S||U.numSpotShadows!==b||U.numSpotMaps!==N||U.numLightProbes!==I)&&(n.directional.length=d,n.spot.length=x,n.rectArea.length=m,n.point.length=g,n.hemi.length=p,n.directionalShadow.length=T,n.directionalShadowMap.length=T,n.pointShadow.length=S,n.pointShadowMap.length=S,n.spotShadow.length=b,n.spotShadowMap.length=b,n.directionalShadowMatrix.length=T,n.pointShadowMatrix.length=S,n.spotLightMatrix.length=b+N-D,n.spotLightMap.length=N,n.numSpotLightShadowsWithMaps=D,n.numLightProbes=I,U.directionalLength=d,U.pointLength=g,U.spotLength=x,U.rectAreaLength=m,U.hemiLength=p,U.numDirectionalShadows=T,U.numPointShadows=S,U.numSpotShadows=b,U.numSpotMaps=N,U.numLightProbes=I,n.version=Y1++)}function l(c,h){let f=0,u=0,d=0,g=0,x=0,m=h.matrixWorldInverse;for(let p=0,T=c.length;p<T;p++){let S=c[p];if(S.isDirectionalLight){let b=n.directional[f];b.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),b.direction.sub(s),b.direction.transformDirection(m),f++}else if(S.isSpotLight){let b=n.spot[d];b.position.setFromMatrixPosition(S.matrixWorld),b.position.applyMatrix4(m),b.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),b.direction.sub(s),b.direction.transformDirection(m),d++}else if(S.isRectAreaLight){let b=n.rectArea[g];b.position.setFromMatrixPosition(S.matrixWorld),b.position.applyMatrix4(m),o.identity(),r.copy(S.matrixWorld),r.premultiply(m),o.extractRotation(r),b.halfWidth.set(S.width*.5,0,0),b.halfHeight.set(0,S.height*.5,0),b.halfWidth.applyMatrix4(o),b.halfHeight.applyMatrix4(o),g++}else if(S.isPointLight){let b=n.point[u];b.position.setFromMatrixPosition(S.matrixWorld),b.position.applyMatrix4(m),u++}else if(S.isHemisphereLight){let b=n.hemi[x];b.direction.setFromMatrixPosition(S.matrixWorld),b.direction.transformDirection(m),x++}}}return{setup:a,setupView:l,state:n}}function Mg(i){let t=new J1(i),e=[],n=[];function s(h){c.camera=h,e.length=0,n.length=0}function r(h){e.push(h)}function o(h){n.push(h)}function a(){t.setup(e)}function l(h){t.setupView(e,h)}let c={lightsArray:e,shadowsArray:n,camera:null,lights:t,transmissionRenderTarget:{}};return{init:s,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function K1(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Mg(i),t.set(s,[a])):r>=o.length?(a=new Mg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var zu=class extends Es{static get type(){return"MeshDepthMaterial"}constructor(t){super(),this.isMeshDepthMaterial=!0,this.depthPacking=Gv,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Vu=class extends Es{static get type(){return"MeshDistanceMaterial"}constructor(t){super(),this.isMeshDistanceMaterial=!0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}},j1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Q1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
#include <packing>
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = unpackRGBATo2Half( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ) );
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = unpackRGBAToDepth( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ) );
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( squared_mean - mean * mean );
	gl_FragColor = pack2HalfToRGBA( vec2( mean, std_dev ) );
}`;function tE(i,t,e){let n=new sa,s=new Kt,r=new Kt,o=new Ge,a=new zu({depthPacking:Wv}),l=new Vu,c={},h=e.maxTextureSize,f={[Ss]:Bn,[Bn]:Ss,[Yn]:Yn},u=new Li({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Kt},radius:{value:4}},vertexShader:j1,fragmentShader:Q1}),d=u.clone();d.defines.HORIZONTAL_PASS=1;let g=new Nn;g.setAttribute("position",new dn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let x=new Dn(g,u),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ig;let p=this.type;this.render=function(D,I,U){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||D.length===0)return;let E=i.getRenderTarget(),v=i.getActiveCubeFace(),C=i.getActiveMipmapLevel(),W=i.state;W.setBlending(Ms),W.buffers.color.setClear(1,1,1,1),W.buffers.depth.setTest(!0),W.setScissorTest(!1);let G=p!==Ji&&this.type===Ji,q=p===Ji&&this.type!==Ji;for(let j=0,Y=D.length;j<Y;j++){let tt=D[j],Q=tt.shadow;if(Q===void 0){console.warn("THREE.WebGLShadowMap:",tt,"has no shadow.");continue}if(Q.autoUpdate===!1&&Q.needsUpdate===!1)continue;s.copy(Q.mapSize);let ht=Q.getFrameExtents();if(s.multiply(ht),r.copy(Q.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ht.x),s.x=r.x*ht.x,Q.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ht.y),s.y=r.y*ht.y,Q.mapSize.y=r.y)),Q.map===null||G===!0||q===!0){let mt=this.type!==Ji?{minFilter:Zn,magFilter:Zn}:{};Q.map!==null&&Q.map.dispose(),Q.map=new es(s.x,s.y,mt),Q.map.texture.name=tt.name+".shadowMap",Q.camera.updateProjectionMatrix()}i.setRenderTarget(Q.map),i.clear();let ot=Q.getViewportCount();for(let mt=0;mt<ot;mt++){let dt=Q.getViewport(mt);o.set(r.x*dt.x,r.y*dt.y,r.x*dt.z,r.y*dt.w),W.viewport(o),Q.updateMatrices(tt,mt),n=Q.getFrustum(),b(I,U,Q.camera,tt,this.type)}Q.isPointLightShadow!==!0&&this.type===Ji&&T(Q,U),Q.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(E,v,C)};function T(D,I){let U=t.update(x);u.defines.VSM_SAMPLES!==D.blurSamples&&(u.defines.VSM_SAMPLES=D.blurSamples,d.defines.VSM_SAMPLES=D.blurSamples,u.needsUpdate=!0,d.needsUpdate=!0),D.mapPass===null&&(D.mapPass=new es(s.x,s.y)),u.uniforms.shadow_pass.value=D.map.texture,u.uniforms.resolution.value=D.mapSize,u.uniforms.radius.value=D.radius,i.setRenderTarget(D.mapPass),i.clear(),i.renderBufferDirect(I,null,U,u,x,null),d.uniforms.shadow_pass.value=D.mapPass.texture,d.uniforms.resolution.value=D.mapSize,d.uniforms.radius.value=D.radius,i.setRenderTarget(D.map),i.clear(),i.renderBufferDirect(I,null,U,d,x,null)}function S(D,I,U,E){let v=null,C=U.isPointLight===!0?D.customDistanceMaterial:D.customDepthMaterial;if(C!==void 0)v=C;else if(v=U.isPointLight===!0?l:a,i.localClippingEnabled&&I.clipShadows===!0&&Array.isArray(I.clippingPlanes)&&I.clippingPlanes.length!==0||I.displacementMap&&I.displacementScale!==0||I.alphaMap&&I.alphaTest>0||I.map&&I.alphaTest>0){let W=v.uuid,G=I.uuid,q=c[W];q===void 0&&(q={},c[W]=q);let j=q[G];j===void 0&&(j=v.clone(),q[G]=j,I.addEventListener("dispose",N)),v=j}if(v.visible=I.visible,v.wireframe=I.wireframe,E===Ji?v.side=I.shadowSide!==null?I.shadowSide:I.side:v.side=I.shadowSide!==null?I.shadowSide:f[I.side],v.alphaMap=I.alphaMap,v.alphaTest=I.alphaTest,v.map=I.map,v.clipShadows=I.clipShadows,v.clippingPlanes=I.clippingPlanes,v.clipIntersection=I.clipIntersection,v.displacementMap=I.displacementMap,v.displacementScale=I.displacementScale,v.displacementBias=I.displacementBias,v.wireframeLinewidth=I.wireframeLinewidth,v.linewidth=I.linewidth,U.isPointLight===!0&&v.isMeshDistanceMaterial===!0){let W=i.properties.get(v);W.light=U}return v}function b(D,I,U,E,v){if(D.visible===!1)return;if(D.layers.test(I.layers)&&(D.isMesh||D.isLine||D.isPoints)&&(D.castShadow||D.receiveShadow&&v===Ji)&&(!D.frustumCulled||n.intersectsObject(D))){D.modelViewMatrix.multiplyMatrices(U.matrixWorldInverse,D.matrixWorld);let G=t.update(D),q=D.material;if(Array.isArray(q)){let j=G.groups;for(let Y=0,tt=j.length;Y<tt;Y++){let Q=j[Y],ht=q[Q.materialIndex];if(ht&&ht.visible){let ot=S(D,ht,E,v);D.onBeforeShadow(i,D,I,U,G,ot,Q),i.renderBufferDirect(U,null,G,ot,D,Q),D.onAfterShadow(i,D,I,U,G,ot,Q)}}}else if(q.visible){let j=S(D,q,E,v);D.onBeforeShadow(i,D,I,U,G,j,null),i.renderBufferDirect(U,null,G,j,D,null),D.onAfterShadow(i,D,I,U,G,j,null)}}let W=D.children;for(let G=0,q=W.length;G<q;G++)b(W[G],I,U,E,v)}function N(D){D.target.removeEventListener("dispose",N);for(let U in c){let E=c[U],v=D.target.uuid;v in E&&(E[v].dispose(),delete E[v])}}}var eE={[Xh]:$h,[qh]:Jh,[Yh]:Kh,[ao]:Zh,[$h]:Xh,[Jh]:qh,[Kh]:Yh,[Zh]:ao};function nE(i,t){function e(){let O=!1,xt=new Ge,et=null,rt=new Ge(0,0,0,0);return{setMask:function(wt){et!==wt&&!O&&(i.colorMask(wt,wt,wt,wt),et=wt)},setLocked:function(wt){O=wt},setClear:function(wt,St,Qt,ke,Ct){Ct===!0&&(wt*=ke,St*=ke,Qt*=ke),xt.set(wt,St,Qt,ke),rt.equals(xt)===!1&&(i.clearColor(wt,St,Qt,ke),rt.copy(xt))},reset:function(){O=!1,et=null,rt.set(-1,0,0,0)}}}function n(){let O=!1,xt=!1,et=null,rt=null,wt=null;return{setReversed:function(St){if(xt!==St){let Qt=t.get("EXT_clip_control");xt?Qt.clipControlEXT(Qt.LOWER_LEFT_EXT,Qt.ZERO_TO_ONE_EXT):Qt.clipControlEXT(Qt.LOWER_LEFT_EXT,Qt.NEGATIVE_ONE_TO_ONE_EXT);let ke=wt;wt=null,this.setClear(ke)}xt=St},getReversed:function(){return xt},setTest:function(St){St?ut(i.DEPTH_TEST):Nt(i.DEPTH_TEST)},setMask:function(St){et!==St&&!O&&(i.depthMask(St),et=St)},setFunc:function(St){if(xt&&(St=eE[St]),rt!==St){switch(St){case Xh:i.depthFunc(i.NEVER);break;case $h:i.depthFunc(i.ALWAYS);break;case qh:i.depthFunc(i.LESS);break;case ao:i.depthFunc(i.LEQUAL);break;case Yh:i.depthFunc(i.EQUAL);break;case Zh:i.depthFunc(i.GEQUAL);break;case Jh:i.depthFunc(i.GREATER);break;case Kh:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}rt=St}},setLocked:function(St){O=St},setClear:function(St){wt!==St&&(xt&&(St=1-St),i.clearDepth(St),wt=St)},reset:function(){O=!1,et=null,rt=null,wt=null,xt=!1}}}function s(){let O=!1,xt=null,et=null,rt=null,wt=null,St=null,Qt=null,ke=null,Ct=null;return{setTest:function(ae){O||(ae?ut(i.STENCIL_TEST):Nt(i.STENCIL_TEST))},setMask:function(ae){xt!==ae&&!O&&(i.stencilMask(ae),xt=ae)},setFunc:function(ae,Ee,rn){(et!==ae||rt!==Ee||wt!==rn)&&(i.stencilFunc(ae,Ee,rn),et=ae,rt=Ee,wt=rn)},setOp:function(ae,Ee,rn){(St!==ae||Qt!==Ee||ke!==rn)&&(i.stencilOp(ae,Ee,rn),St=ae,Qt=Ee,ke=rn)},setLocked:function(ae){O=ae},setClear:function(ae){Ct!==ae&&(i.clearStencil(ae),Ct=ae)},reset:function(){O=!1,xt=null,et=null,rt=null,wt=null,St=null,Qt=null,ke=null,Ct=null}}}let r=new e,o=new n,a=new s,l=new WeakMap,c=new WeakMap,h={},f={},u=new WeakMap,d=[],g=null,x=!1,m=null,p=null,T=null,S=null,b=null,N=null,D=null,I=new ce(0,0,0),U=0,E=!1,v=null,C=null,W=null,G=null,q=null,j=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),Y=!1,tt=0,Q=i.getParameter(i.VERSION);Q.indexOf("WebGL")!==-1?(tt=parseFloat(/^WebGL (\d)/.exec(Q)[1]),Y=tt>=1):Q.indexOf("OpenGL ES")!==-1&&(tt=parseFloat(/^OpenGL ES (\d)/.exec(Q)[1]),Y=tt>=2);let ht=null,ot={},mt=i.getParameter(i.SCISSOR_BOX),dt=i.getParameter(i.VIEWPORT),Xt=new Ge().fromArray(mt),J=new Ge().fromArray(dt);function ct(O,xt,et,rt){let wt=new Uint8Array(4),St=i.createTexture();i.bindTexture(O,St),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Qt=0;Qt<et;Qt++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(xt,0,i.RGBA,1,1,rt,0,i.RGBA,i.UNSIGNED_BYTE,wt):i.texImage2D(xt+Qt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,wt);return St}let Lt={};Lt[i.TEXTURE_2D]=ct(i.TEXTURE_2D,i.TEXTURE_2D,1),Lt[i.TEXTURE_CUBE_MAP]=ct(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Lt[i.TEXTURE_2D_ARRAY]=ct(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Lt[i.TEXTURE_3D]=ct(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),ut(i.DEPTH_TEST),o.setFunc(ao),se(!1),jt(bm),ut(i.CULL_FACE),V(Ms);function ut(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function Nt(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function Wt(O,xt){return f[O]!==xt?(i.bindFramebuffer(O,xt),f[O]=xt,O===i.DRAW_FRAMEBUFFER&&(f[i.FRAMEBUFFER]=xt),O===i.FRAMEBUFFER&&(f[i.DRAW_FRAMEBUFFER]=xt),!0):!1}function Vt(O,xt){let et=d,rt=!1;if(O){et=u.get(xt),et===void 0&&(et=[],u.set(xt,et));let wt=O.textures;if(et.length!==wt.length||et[0]!==i.COLOR_ATTACHMENT0){for(let St=0,Qt=wt.length;St<Qt;St++)et[St]=i.COLOR_ATTACHMENT0+St;et.length=wt.length,rt=!0}}else et[0]!==i.BACK&&(et[0]=i.BACK,rt=!0);rt&&i.drawBuffers(et)}function oe(O){return g!==O?(i.useProgram(O),g=O,!0):!1}let ee={[js]:i.FUNC_ADD,[gv]:i.FUNC_SUBTRACT,[_v]:i.FUNC_REVERSE_SUBTRACT};ee[xv]=i.MIN,ee[yv]=i.MAX;let we={[vv]:i.ZERO,[Mv]:i.ONE,[bv]:i.SRC_COLOR,[Gh]:i.SRC_ALPHA,[Cv]:i.SRC_ALPHA_SATURATE,[Tv]:i.DST_COLOR,[wv]:i.DST_ALPHA,[Sv]:i.ONE_MINUS_SRC_COLOR,[Wh]:i.ONE_MINUS_SRC_ALPHA,[Av]:i.ONE_MINUS_DST_COLOR,[Ev]:i.ONE_MINUS_DST_ALPHA,[Rv]:i.CONSTANT_COLOR,[Pv]:i.ONE_MINUS_CONSTANT_COLOR,[Iv]:i.CONSTANT_ALPHA,[Lv]:i.ONE_MINUS_CONSTANT_ALPHA};function V(O,xt,et,rt,wt,St,Qt,ke,Ct,ae){if(O===Ms){x===!0&&(Nt(i.BLEND),x=!1);return}if(x===!1&&(ut(i.BLEND),x=!0),O!==mv){if(O!==m||ae!==E){if((p!==js||b!==js)&&(i.blendEquation(i.FUNC_ADD),p=js,b=js),ae)switch(O){case io:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Sm:i.blendFunc(i.ONE,i.ONE);break;case wm:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Em:i.blendFuncSeparate(i.ZERO,i.SRC_COLOR,i.ZERO,i.SRC_ALPHA);break;default:console.error("THREE.WebGLState: Invalid blending: ",O);break}else switch(O){case io:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Sm:i.blendFunc(i.SRC_ALPHA,i.ONE);break;case wm:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Em:i.blendFunc(i.ZERO,i.SRC_COLOR);break;default:console.error("THREE.WebGLState: Invalid blending: ",O);break}T=null,S=null,N=null,D=null,I.set(0,0,0),U=0,m=O,E=ae}return}wt=wt||xt,St=St||et,Qt=Qt||rt,(xt!==p||wt!==b)&&(i.blendEquationSeparate(ee[xt],ee[wt]),p=xt,b=wt),(et!==T||rt!==S||St!==N||Qt!==D)&&(i.blendFuncSeparate(we[et],we[rt],we[St],we[Qt]),T=et,S=rt,N=St,D=Qt),(ke.equals(I)===!1||Ct!==U)&&(i.blendColor(ke.r,ke.g,ke.b,Ct),I.copy(ke),U=Ct),m=O,E=!1}function Ke(O,xt){O.side===Yn?Nt(i.CULL_FACE):ut(i.CULL_FACE);let et=O.side===Bn;xt&&(et=!et),se(et),O.blending===io&&O.transparent===!1?V(Ms):V(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let rt=O.stencilWrite;a.setTest(rt),rt&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),ve(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?ut(i.SAMPLE_ALPHA_TO_COVERAGE):Nt(i.SAMPLE_ALPHA_TO_COVERAGE)}function se(O){v!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),v=O)}function jt(O){O!==fv?(ut(i.CULL_FACE),O!==C&&(O===bm?i.cullFace(i.BACK):O===dv?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Nt(i.CULL_FACE),C=O}function Ut(O){O!==W&&(Y&&i.lineWidth(O),W=O)}function ve(O,xt,et){O?(ut(i.POLYGON_OFFSET_FILL),(G!==xt||q!==et)&&(i.polygonOffset(xt,et),G=xt,q=et)):Nt(i.POLYGON_OFFSET_FILL)}function Bt(O){O?ut(i.SCISSOR_TEST):Nt(i.SCISSOR_TEST)}function R(O){O===void 0&&(O=i.TEXTURE0+j-1),ht!==O&&(i.activeTexture(O),ht=O)}function y(O,xt,et){et===void 0&&(ht===null?et=i.TEXTURE0+j-1:et=ht);let rt=ot[et];rt===void 0&&(rt={type:void 0,texture:void 0},ot[et]=rt),(rt.type!==O||rt.texture!==xt)&&(ht!==et&&(i.activeTexture(et),ht=et),i.bindTexture(O,xt||Lt[O]),rt.type=O,rt.texture=xt)}function k(){let O=ot[ht];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function it(){try{i.compressedTexImage2D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function K(){try{i.compressedTexImage3D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function nt(){try{i.texSubImage2D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function It(){try{i.texSubImage3D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function gt(){try{i.compressedTexSubImage2D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function vt(){try{i.compressedTexSubImage3D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function qt(){try{i.texStorage2D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function at(){try{i.texStorage3D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function _t(){try{i.texImage2D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function kt(){try{i.texImage3D.apply(i,arguments)}catch(O){console.error("THREE.WebGLState:",O)}}function Ht(O){Xt.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),Xt.copy(O))}function bt(O){J.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),J.copy(O))}function ne(O,xt){let et=c.get(xt);et===void 0&&(et=new WeakMap,c.set(xt,et));let rt=et.get(O);rt===void 0&&(rt=i.getUniformBlockIndex(xt,O.name),et.set(O,rt))}function Yt(O,xt){let rt=c.get(xt).get(O);l.get(xt)!==rt&&(i.uniformBlockBinding(xt,rt,O.__bindingPointIndex),l.set(xt,rt))}function xe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),h={},ht=null,ot={},f={},u=new WeakMap,d=[],g=null,x=!1,m=null,p=null,T=null,S=null,b=null,N=null,D=null,I=new ce(0,0,0),U=0,E=!1,v=null,C=null,W=null,G=null,q=null,Xt.set(0,0,i.canvas.width,i.canvas.height),J.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:ut,disable:Nt,bindFramebuffer:Wt,drawBuffers:Vt,useProgram:oe,setBlending:V,setMaterial:Ke,setFlipSided:se,setCullFace:jt,setLineWidth:Ut,setPolygonOffset:ve,setScissorTest:Bt,activeTexture:R,bindTexture:y,unbindTexture:k,compressedTexImage2D:it,compressedTexImage3D:K,texImage2D:_t,texImage3D:kt,updateUBOMapping:ne,uniformBlockBinding:Yt,texStorage2D:qt,texStorage3D:at,texSubImage2D:nt,texSubImage3D:It,compressedTexSubImage2D:gt,compressedTexSubImage3D:vt,scissor:Ht,viewport:bt,reset:xe}}function bg(i,t,e,n){let s=iE(n);switch(e){case Og:return i*t;case Bg:return i*t;case kg:return i*t*2;case ff:return i*t/s.components*s.byteLength;case df:return i*t/s.components*s.byteLength;case zg:return i*t*2/s.components*s.byteLength;case pf:return i*t*2/s.components*s.byteLength;case Fg:return i*t*3/s.components*s.byteLength;case yi:return i*t*4/s.components*s.byteLength;case mf:return i*t*4/s.components*s.byteLength;case gl:case _l:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case xl:case yl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case iu:case ru:return Math.max(i,16)*Math.max(t,8)/4;case nu:case su:return Math.max(i,8)*Math.max(t,8)/2;case ou:case au:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case lu:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case cu:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case hu:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case uu:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case fu:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case du:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case pu:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case mu:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case gu:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case _u:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case xu:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case yu:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case vu:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Mu:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case bu:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case vl:case Su:case wu:return Math.ceil(i/4)*Math.ceil(t/4)*16;case Vg:case Eu:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Tu:case Au:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function iE(i){switch(i){case Qi:case Dg:return{byteLength:1,components:1};case na:case Ng:case la:return{byteLength:2,components:1};case hf:case uf:return{byteLength:2,components:4};case ir:case cf:case Pi:return{byteLength:4,components:1};case Ug:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${i}.`)}function sE(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Kt,h=new WeakMap,f,u=new WeakMap,d=!1;try{d=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,y){return d?new OffscreenCanvas(R,y):Sl("canvas")}function x(R,y,k){let it=1,K=Bt(R);if((K.width>k||K.height>k)&&(it=k/Math.max(K.width,K.height)),it<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let nt=Math.floor(it*K.width),It=Math.floor(it*K.height);f===void 0&&(f=g(nt,It));let gt=y?g(nt,It):f;return gt.width=nt,gt.height=It,gt.getContext("2d").drawImage(R,0,0,nt,It),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+K.width+"x"+K.height+") to ("+nt+"x"+It+")."),gt}else return"data"in R&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+K.width+"x"+K.height+")."),R;return R}function m(R){return R.generateMipmaps}function p(R){i.generateMipmap(R)}function T(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function S(R,y,k,it,K=!1){if(R!==null){if(i[R]!==void 0)return i[R];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let nt=y;if(y===i.RED&&(k===i.FLOAT&&(nt=i.R32F),k===i.HALF_FLOAT&&(nt=i.R16F),k===i.UNSIGNED_BYTE&&(nt=i.R8)),y===i.RED_INTEGER&&(k===i.UNSIGNED_BYTE&&(nt=i.R8UI),k===i.UNSIGNED_SHORT&&(nt=i.R16UI),k===i.UNSIGNED_INT&&(nt=i.R32UI),k===i.BYTE&&(nt=i.R8I),k===i.SHORT&&(nt=i.R16I),k===i.INT&&(nt=i.R32I)),y===i.RG&&(k===i.FLOAT&&(nt=i.RG32F),k===i.HALF_FLOAT&&(nt=i.RG16F),k===i.UNSIGNED_BYTE&&(nt=i.RG8)),y===i.RG_INTEGER&&(k===i.UNSIGNED_BYTE&&(nt=i.RG8UI),k===i.UNSIGNED_SHORT&&(nt=i.RG16UI),k===i.UNSIGNED_INT&&(nt=i.RG32UI),k===i.BYTE&&(nt=i.RG8I),k===i.SHORT&&(nt=i.RG16I),k===i.INT&&(nt=i.RG32I)),y===i.RGB_INTEGER&&(k===i.UNSIGNED_BYTE&&(nt=i.RGB8UI),k===i.UNSIGNED_SHORT&&(nt=i.RGB16UI),k===i.UNSIGNED_INT&&(nt=i.RGB32UI),k===i.BYTE&&(nt=i.RGB8I),k===i.SHORT&&(nt=i.RGB16I),k===i.INT&&(nt=i.RGB32I)),y===i.RGBA_INTEGER&&(k===i.UNSIGNED_BYTE&&(nt=i.RGBA8UI),k===i.UNSIGNED_SHORT&&(nt=i.RGBA16UI),k===i.UNSIGNED_INT&&(nt=i.RGBA32UI),k===i.BYTE&&(nt=i.RGBA8I),k===i.SHORT&&(nt=i.RGBA16I),k===i.INT&&(nt=i.RGBA32I)),y===i.RGB&&k===i.UNSIGNED_INT_5_9_9_9_REV&&(nt=i.RGB9_E5),y===i.RGBA){let It=K?Yl:ge.getTransfer(it);k===i.FLOAT&&(nt=i.RGBA32F),k===i.HALF_FLOAT&&(nt=i.RGBA16F),k===i.UNSIGNED_BYTE&&(nt=It===Ae?i.SRGB8_ALPHA8:i.RGBA8),k===i.UNSIGNED_SHORT_4_4_4_4&&(nt=i.RGBA4),k===i.UNSIGNED_SHORT_5_5_5_1&&(nt=i.RGB5_A1)}return(nt===i.R16F||nt===i.R32F||nt===i.RG16F||nt===i.RG32F||nt===i.RGBA16F||nt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function b(R,y){let k;return R?y===null||y===ir||y===ho?k=i.DEPTH24_STENCIL8:y===Pi?k=i.DEPTH32F_STENCIL8:y===na&&(k=i.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):y===null||y===ir||y===ho?k=i.DEPTH_COMPONENT24:y===Pi?k=i.DEPTH_COMPONENT32F:y===na&&(k=i.DEPTH_COMPONENT16),k}function N(R,y){return m(R)===!0||R.isFramebufferTexture&&R.minFilter!==Zn&&R.minFilter!==Ri?Math.log2(Math.max(y.width,y.height))+1:R.mipmaps!==void 0&&R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?y.mipmaps.length:1}function D(R){let y=R.target;y.removeEventListener("dispose",D),U(y),y.isVideoTexture&&h.delete(y)}function I(R){let y=R.target;y.removeEventListener("dispose",I),v(y)}function U(R){let y=n.get(R);if(y.__webglInit===void 0)return;let k=R.source,it=u.get(k);if(it){let K=it[y.__cacheKey];K.usedTimes--,K.usedTimes===0&&E(R),Object.keys(it).length===0&&u.delete(k)}n.remove(R)}function E(R){let y=n.get(R);i.deleteTexture(y.__webglTexture);let k=R.source,it=u.get(k);delete it[y.__cacheKey],o.memory.textures--}function v(R){let y=n.get(R);if(R.depthTexture&&(R.depthTexture.dispose(),n.remove(R.depthTexture)),R.isWebGLCubeRenderTarget)for(let it=0;it<6;it++){if(Array.isArray(y.__webglFramebuffer[it]))for(let K=0;K<y.__webglFramebuffer[it].length;K++)i.deleteFramebuffer(y.__webglFramebuffer[it][K]);else i.deleteFramebuffer(y.__webglFramebuffer[it]);y.__webglDepthbuffer&&i.deleteRenderbuffer(y.__webglDepthbuffer[it])}else{if(Array.isArray(y.__webglFramebuffer))for(let it=0;it<y.__webglFramebuffer.length;it++)i.deleteFramebuffer(y.__webglFramebuffer[it]);else i.deleteFramebuffer(y.__webglFramebuffer);if(y.__webglDepthbuffer&&i.deleteRenderbuffer(y.__webglDepthbuffer),y.__webglMultisampledFramebuffer&&i.deleteFramebuffer(y.__webglMultisampledFramebuffer),y.__webglColorRenderbuffer)for(let it=0;it<y.__webglColorRenderbuffer.length;it++)y.__webglColorRenderbuffer[it]&&i.deleteRenderbuffer(y.__webglColorRenderbuffer[it]);y.__webglDepthRenderbuffer&&i.deleteRenderbuffer(y.__webglDepthRenderbuffer)}let k=R.textures;for(let it=0,K=k.length;it<K;it++){let nt=n.get(k[it]);nt.__webglTexture&&(i.deleteTexture(nt.__webglTexture),o.memory.textures--),n.remove(k[it])}n.remove(R)}let C=0;function W(){C=0}function G(){let R=C;return R>=s.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+R+" texture units while this GPU supports only "+s.maxTextures),C+=1,R}function q(R){let y=[];return y.push(R.wrapS),y.push(R.wrapT),y.push(R.wrapR||0),y.push(R.magFilter),y.push(R.minFilter),y.push(R.anisotropy),y.push(R.internalFormat),y.push(R.format),y.push(R.type),y.push(R.generateMipmaps),y.push(R.premultiplyAlpha),y.push(R.flipY),y.push(R.unpackAlignment),y.push(R.colorSpace),y.join()}function j(R,y){let k=n.get(R);if(R.isVideoTexture&&Ut(R),R.isRenderTargetTexture===!1&&R.version>0&&k.__version!==R.version){let it=R.image;if(it===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(it.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{J(k,R,y);return}}e.bindTexture(i.TEXTURE_2D,k.__webglTexture,i.TEXTURE0+y)}function Y(R,y){let k=n.get(R);if(R.version>0&&k.__version!==R.version){J(k,R,y);return}e.bindTexture(i.TEXTURE_2D_ARRAY,k.__webglTexture,i.TEXTURE0+y)}function tt(R,y){let k=n.get(R);if(R.version>0&&k.__version!==R.version){J(k,R,y);return}e.bindTexture(i.TEXTURE_3D,k.__webglTexture,i.TEXTURE0+y)}function Q(R,y){let k=n.get(R);if(R.version>0&&k.__version!==R.version){ct(k,R,y);return}e.bindTexture(i.TEXTURE_CUBE_MAP,k.__webglTexture,i.TEXTURE0+y)}let ht={[tu]:i.REPEAT,[er]:i.CLAMP_TO_EDGE,[eu]:i.MIRRORED_REPEAT},ot={[Zn]:i.NEAREST,[Hv]:i.NEAREST_MIPMAP_NEAREST,[Xa]:i.NEAREST_MIPMAP_LINEAR,[Ri]:i.LINEAR,[dh]:i.LINEAR_MIPMAP_NEAREST,[nr]:i.LINEAR_MIPMAP_LINEAR},mt={[$v]:i.NEVER,[jv]:i.ALWAYS,[qv]:i.LESS,[Gg]:i.LEQUAL,[Yv]:i.EQUAL,[Kv]:i.GEQUAL,[Zv]:i.GREATER,[Jv]:i.NOTEQUAL};function dt(R,y){if(y.type===Pi&&t.has("OES_texture_float_linear")===!1&&(y.magFilter===Ri||y.magFilter===dh||y.magFilter===Xa||y.magFilter===nr||y.minFilter===Ri||y.minFilter===dh||y.minFilter===Xa||y.minFilter===nr)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,ht[y.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,ht[y.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,ht[y.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,ot[y.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,ot[y.minFilter]),y.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,mt[y.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(y.magFilter===Zn||y.minFilter!==Xa&&y.minFilter!==nr||y.type===Pi&&t.has("OES_texture_float_linear")===!1)return;if(y.anisotropy>1||n.get(y).__currentAnisotropy){let k=t.get("EXT_texture_filter_anisotropic");i.texParameterf(R,k.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(y.anisotropy,s.getMaxAnisotropy())),n.get(y).__currentAnisotropy=y.anisotropy}}}function Xt(R,y){let k=!1;R.__webglInit===void 0&&(R.__webglInit=!0,y.addEventListener("dispose",D));let it=y.source,K=u.get(it);K===void 0&&(K={},u.set(it,K));let nt=q(y);if(nt!==R.__cacheKey){K[nt]===void 0&&(K[nt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,k=!0),K[nt].usedTimes++;let It=K[R.__cacheKey];It!==void 0&&(K[R.__cacheKey].usedTimes--,It.usedTimes===0&&E(y)),R.__cacheKey=nt,R.__webglTexture=K[nt].texture}return k}function J(R,y,k){let it=i.TEXTURE_2D;(y.isDataArrayTexture||y.isCompressedArrayTexture)&&(it=i.TEXTURE_2D_ARRAY),y.isData3DTexture&&(it=i.TEXTURE_3D);let K=Xt(R,y),nt=y.source;e.bindTexture(it,R.__webglTexture,i.TEXTURE0+k);let It=n.get(nt);if(nt.version!==It.__version||K===!0){e.activeTexture(i.TEXTURE0+k);let gt=ge.getPrimaries(ge.workingColorSpace),vt=y.colorSpace===vs?null:ge.getPrimaries(y.colorSpace),qt=y.colorSpace===vs||gt===vt?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,y.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,y.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,y.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,qt);let at=x(y.image,!1,s.maxTextureSize);at=ve(y,at);let _t=r.convert(y.format,y.colorSpace),kt=r.convert(y.type),Ht=S(y.internalFormat,_t,kt,y.colorSpace,y.isVideoTexture);dt(it,y);let bt,ne=y.mipmaps,Yt=y.isVideoTexture!==!0,xe=It.__version===void 0||K===!0,O=nt.dataReady,xt=N(y,at);if(y.isDepthTexture)Ht=b(y.format===uo,y.type),xe&&(Yt?e.texStorage2D(i.TEXTURE_2D,1,Ht,at.width,at.height):e.texImage2D(i.TEXTURE_2D,0,Ht,at.width,at.height,0,_t,kt,null));else if(y.isDataTexture)if(ne.length>0){Yt&&xe&&e.texStorage2D(i.TEXTURE_2D,xt,Ht,ne[0].width,ne[0].height);for(let et=0,rt=ne.length;et<rt;et++)bt=ne[et],Yt?O&&e.texSubImage2D(i.TEXTURE_2D,et,0,0,bt.width,bt.height,_t,kt,bt.data):e.texImage2D(i.TEXTURE_2D,et,Ht,bt.width,bt.height,0,_t,kt,bt.data);y.generateMipmaps=!1}else Yt?(xe&&e.texStorage2D(i.TEXTURE_2D,xt,Ht,at.width,at.height),O&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,at.width,at.height,_t,kt,at.data)):e.texImage2D(i.TEXTURE_2D,0,Ht,at.width,at.height,0,_t,kt,at.data);else if(y.isCompressedTexture)if(y.isCompressedArrayTexture){Yt&&xe&&e.texStorage3D(i.TEXTURE_2D_ARRAY,xt,Ht,ne[0].width,ne[0].height,at.depth);for(let et=0,rt=ne.length;et<rt;et++)if(bt=ne[et],y.format!==yi)if(_t!==null)if(Yt){if(O)if(y.layerUpdates.size>0){let wt=bg(bt.width,bt.height,y.format,y.type);for(let St of y.layerUpdates){let Qt=bt.data.subarray(St*wt/bt.data.BYTES_PER_ELEMENT,(St+1)*wt/bt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,et,0,0,St,bt.width,bt.height,1,_t,Qt)}y.clearLayerUpdates()}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,et,0,0,0,bt.width,bt.height,at.depth,_t,bt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,et,Ht,bt.width,bt.height,at.depth,0,bt.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else Yt?O&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,et,0,0,0,bt.width,bt.height,at.depth,_t,kt,bt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,et,Ht,bt.width,bt.height,at.depth,0,_t,kt,bt.data)}else{Yt&&xe&&e.texStorage2D(i.TEXTURE_2D,xt,Ht,ne[0].width,ne[0].height);for(let et=0,rt=ne.length;et<rt;et++)bt=ne[et],y.format!==yi?_t!==null?Yt?O&&e.compressedTexSubImage2D(i.TEXTURE_2D,et,0,0,bt.width,bt.height,_t,bt.data):e.compressedTexImage2D(i.TEXTURE_2D,et,Ht,bt.width,bt.height,0,bt.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):Yt?O&&e.texSubImage2D(i.TEXTURE_2D,et,0,0,bt.width,bt.height,_t,kt,bt.data):e.texImage2D(i.TEXTURE_2D,et,Ht,bt.width,bt.height,0,_t,kt,bt.data)}else if(y.isDataArrayTexture)if(Yt){if(xe&&e.texStorage3D(i.TEXTURE_2D_ARRAY,xt,Ht,at.width,at.height,at.depth),O)if(y.layerUpdates.size>0){let et=bg(at.width,at.height,y.format,y.type);for(let rt of y.layerUpdates){let wt=at.data.subarray(rt*et/at.data.BYTES_PER_ELEMENT,(rt+1)*et/at.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,rt,at.width,at.height,1,_t,kt,wt)}y.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,at.width,at.height,at.depth,_t,kt,at.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,Ht,at.width,at.height,at.depth,0,_t,kt,at.data);else if(y.isData3DTexture)Yt?(xe&&e.texStorage3D(i.TEXTURE_3D,xt,Ht,at.width,at.height,at.depth),O&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,at.width,at.height,at.depth,_t,kt,at.data)):e.texImage3D(i.TEXTURE_3D,0,Ht,at.width,at.height,at.depth,0,_t,kt,at.data);else if(y.isFramebufferTexture){if(xe)if(Yt)e.texStorage2D(i.TEXTURE_2D,xt,Ht,at.width,at.height);else{let et=at.width,rt=at.height;for(let wt=0;wt<xt;wt++)e.texImage2D(i.TEXTURE_2D,wt,Ht,et,rt,0,_t,kt,null),et>>=1,rt>>=1}}else if(ne.length>0){if(Yt&&xe){let et=Bt(ne[0]);e.texStorage2D(i.TEXTURE_2D,xt,Ht,et.width,et.height)}for(let et=0,rt=ne.length;et<rt;et++)bt=ne[et],Yt?O&&e.texSubImage2D(i.TEXTURE_2D,et,0,0,_t,kt,bt):e.texImage2D(i.TEXTURE_2D,et,Ht,_t,kt,bt);y.generateMipmaps=!1}else if(Yt){if(xe){let et=Bt(at);e.texStorage2D(i.TEXTURE_2D,xt,Ht,et.width,et.height)}O&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,_t,kt,at)}else e.texImage2D(i.TEXTURE_2D,0,Ht,_t,kt,at);m(y)&&p(it),It.__version=nt.version,y.onUpdate&&y.onUpdate(y)}R.__version=y.version}function ct(R,y,k){if(y.image.length!==6)return;let it=Xt(R,y),K=y.source;e.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+k);let nt=n.get(K);if(K.version!==nt.__version||it===!0){e.activeTexture(i.TEXTURE0+k);let It=ge.getPrimaries(ge.workingColorSpace),gt=y.colorSpace===vs?null:ge.getPrimaries(y.colorSpace),vt=y.colorSpace===vs||It===gt?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,y.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,y.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,y.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,vt);let qt=y.isCompressedTexture||y.image[0].isCompressedTexture,at=y.image[0]&&y.image[0].isDataTexture,_t=[];for(let rt=0;rt<6;rt++)!qt&&!at?_t[rt]=x(y.image[rt],!0,s.maxCubemapSize):_t[rt]=at?y.image[rt].image:y.image[rt],_t[rt]=ve(y,_t[rt]);let kt=_t[0],Ht=r.convert(y.format,y.colorSpace),bt=r.convert(y.type),ne=S(y.internalFormat,Ht,bt,y.colorSpace),Yt=y.isVideoTexture!==!0,xe=nt.__version===void 0||it===!0,O=K.dataReady,xt=N(y,kt);dt(i.TEXTURE_CUBE_MAP,y);let et;if(qt){Yt&&xe&&e.texStorage2D(i.TEXTURE_CUBE_MAP,xt,ne,kt.width,kt.height);for(let rt=0;rt<6;rt++){et=_t[rt].mipmaps;for(let wt=0;wt<et.length;wt++){let St=et[wt];y.format!==yi?Ht!==null?Yt?O&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt,0,0,St.width,St.height,Ht,St.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt,ne,St.width,St.height,0,St.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Yt?O&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt,0,0,St.width,St.height,Ht,bt,St.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt,ne,St.width,St.height,0,Ht,bt,St.data)}}}else{if(et=y.mipmaps,Yt&&xe){et.length>0&&xt++;let rt=Bt(_t[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,xt,ne,rt.width,rt.height)}for(let rt=0;rt<6;rt++)if(at){Yt?O&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,0,0,_t[rt].width,_t[rt].height,Ht,bt,_t[rt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,ne,_t[rt].width,_t[rt].height,0,Ht,bt,_t[rt].data);for(let wt=0;wt<et.length;wt++){let Qt=et[wt].image[rt].image;Yt?O&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt+1,0,0,Qt.width,Qt.height,Ht,bt,Qt.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt+1,ne,Qt.width,Qt.height,0,Ht,bt,Qt.data)}}else{Yt?O&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,0,0,Ht,bt,_t[rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,ne,Ht,bt,_t[rt]);for(let wt=0;wt<et.length;wt++){let St=et[wt];Yt?O&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt+1,0,0,Ht,bt,St.image[rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,wt+1,ne,Ht,bt,St.image[rt])}}}m(y)&&p(i.TEXTURE_CUBE_MAP),nt.__version=K.version,y.onUpdate&&y.onUpdate(y)}R.__version=y.version}function Lt(R,y,k,it,K,nt){let It=r.convert(k.format,k.colorSpace),gt=r.convert(k.type),vt=S(k.internalFormat,It,gt,k.colorSpace),qt=n.get(y),at=n.get(k);if(at.__renderTarget=y,!qt.__hasExternalTextures){let _t=Math.max(1,y.width>>nt),kt=Math.max(1,y.height>>nt);K===i.TEXTURE_3D||K===i.TEXTURE_2D_ARRAY?e.texImage3D(K,nt,vt,_t,kt,y.depth,0,It,gt,null):e.texImage2D(K,nt,vt,_t,kt,0,It,gt,null)}e.bindFramebuffer(i.FRAMEBUFFER,R),jt(y)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,it,K,at.__webglTexture,0,se(y)):(K===i.TEXTURE_2D||K>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&K<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,it,K,at.__webglTexture,nt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ut(R,y,k){if(i.bindRenderbuffer(i.RENDERBUFFER,R),y.depthBuffer){let it=y.depthTexture,K=it&&it.isDepthTexture?it.type:null,nt=b(y.stencilBuffer,K),It=y.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,gt=se(y);jt(y)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,gt,nt,y.width,y.height):k?i.renderbufferStorageMultisample(i.RENDERBUFFER,gt,nt,y.width,y.height):i.renderbufferStorage(i.RENDERBUFFER,nt,y.width,y.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,It,i.RENDERBUFFER,R)}else{let it=y.textures;for(let K=0;K<it.length;K++){let nt=it[K],It=r.convert(nt.format,nt.colorSpace),gt=r.convert(nt.type),vt=S(nt.internalFormat,It,gt,nt.colorSpace),qt=se(y);k&&jt(y)===!1?i.renderbufferStorageMultisample(i.RENDERBUFFER,qt,vt,y.width,y.height):jt(y)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,qt,vt,y.width,y.height):i.renderbufferStorage(i.RENDERBUFFER,vt,y.width,y.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function Nt(R,y){if(y&&y.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(e.bindFramebuffer(i.FRAMEBUFFER,R),!(y.depthTexture&&y.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");let it=n.get(y.depthTexture);it.__renderTarget=y,(!it.__webglTexture||y.depthTexture.image.width!==y.width||y.depthTexture.image.height!==y.height)&&(y.depthTexture.image.width=y.width,y.depthTexture.image.height=y.height,y.depthTexture.needsUpdate=!0),j(y.depthTexture,0);let K=it.__webglTexture,nt=se(y);if(y.depthTexture.format===so)jt(y)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,K,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,K,0);else if(y.depthTexture.format===uo)jt(y)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,K,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,K,0);else throw new Error("Unknown depthTexture format")}function Wt(R){let y=n.get(R),k=R.isWebGLCubeRenderTarget===!0;if(y.__boundDepthTexture!==R.depthTexture){let it=R.depthTexture;if(y.__depthDisposeCallback&&y.__depthDisposeCallback(),it){let K=()=>{delete y.__boundDepthTexture,delete y.__depthDisposeCallback,it.removeEventListener("dispose",K)};it.addEventListener("dispose",K),y.__depthDisposeCallback=K}y.__boundDepthTexture=it}if(R.depthTexture&&!y.__autoAllocateDepthBuffer){if(k)throw new Error("target.depthTexture not supported in Cube render targets");Nt(y.__webglFramebuffer,R)}else if(k){y.__webglDepthbuffer=[];for(let it=0;it<6;it++)if(e.bindFramebuffer(i.FRAMEBUFFER,y.__webglFramebuffer[it]),y.__webglDepthbuffer[it]===void 0)y.__webglDepthbuffer[it]=i.createRenderbuffer(),ut(y.__webglDepthbuffer[it],R,!1);else{let K=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,nt=y.__webglDepthbuffer[it];i.bindRenderbuffer(i.RENDERBUFFER,nt),i.framebufferRenderbuffer(i.FRAMEBUFFER,K,i.RENDERBUFFER,nt)}}else if(e.bindFramebuffer(i.FRAMEBUFFER,y.__webglFramebuffer),y.__webglDepthbuffer===void 0)y.__webglDepthbuffer=i.createRenderbuffer(),ut(y.__webglDepthbuffer,R,!1);else{let it=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,K=y.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,K),i.framebufferRenderbuffer(i.FRAMEBUFFER,it,i.RENDERBUFFER,K)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Vt(R,y,k){let it=n.get(R);y!==void 0&&Lt(it.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),k!==void 0&&Wt(R)}function oe(R){let y=R.texture,k=n.get(R),it=n.get(y);R.addEventListener("dispose",I);let K=R.textures,nt=R.isWebGLCubeRenderTarget===!0,It=K.length>1;if(It||(it.__webglTexture===void 0&&(it.__webglTexture=i.createTexture()),it.__version=y.version,o.memory.textures++),nt){k.__webglFramebuffer=[];for(let gt=0;gt<6;gt++)if(y.mipmaps&&y.mipmaps.length>0){k.__webglFramebuffer[gt]=[];for(let vt=0;vt<y.mipmaps.length;vt++)k.__webglFramebuffer[gt][vt]=i.createFramebuffer()}else k.__webglFramebuffer[gt]=i.createFramebuffer()}else{if(y.mipmaps&&y.mipmaps.length>0){k.__webglFramebuffer=[];for(let gt=0;gt<y.mipmaps.length;gt++)k.__webglFramebuffer[gt]=i.createFramebuffer()}else k.__webglFramebuffer=i.createFramebuffer();if(It)for(let gt=0,vt=K.length;gt<vt;gt++){let qt=n.get(K[gt]);qt.__webglTexture===void 0&&(qt.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&jt(R)===!1){k.__webglMultisampledFramebuffer=i.createFramebuffer(),k.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,k.__webglMultisampledFramebuffer);for(let gt=0;gt<K.length;gt++){let vt=K[gt];k.__webglColorRenderbuffer[gt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,k.__webglColorRenderbuffer[gt]);let qt=r.convert(vt.format,vt.colorSpace),at=r.convert(vt.type),_t=S(vt.internalFormat,qt,at,vt.colorSpace,R.isXRRenderTarget===!0),kt=se(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,kt,_t,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,k.__webglColorRenderbuffer[gt])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(k.__webglDepthRenderbuffer=i.createRenderbuffer(),ut(k.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(nt){e.bindTexture(i.TEXTURE_CUBE_MAP,it.__webglTexture),dt(i.TEXTURE_CUBE_MAP,y);for(let gt=0;gt<6;gt++)if(y.mipmaps&&y.mipmaps.length>0)for(let vt=0;vt<y.mipmaps.length;vt++)Lt(k.__webglFramebuffer[gt][vt],R,y,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+gt,vt);else Lt(k.__webglFramebuffer[gt],R,y,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+gt,0);m(y)&&p(i.TEXTURE_CUBE_MAP),e.unbindTexture()}else if(It){for(let gt=0,vt=K.length;gt<vt;gt++){let qt=K[gt],at=n.get(qt);e.bindTexture(i.TEXTURE_2D,at.__webglTexture),dt(i.TEXTURE_2D,qt),Lt(k.__webglFramebuffer,R,qt,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,0),m(qt)&&p(i.TEXTURE_2D)}e.unbindTexture()}else{let gt=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(gt=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(gt,it.__webglTexture),dt(gt,y),y.mipmaps&&y.mipmaps.length>0)for(let vt=0;vt<y.mipmaps.length;vt++)Lt(k.__webglFramebuffer[vt],R,y,i.COLOR_ATTACHMENT0,gt,vt);else Lt(k.__webglFramebuffer,R,y,i.COLOR_ATTACHMENT0,gt,0);m(y)&&p(gt),e.unbindTexture()}R.depthBuffer&&Wt(R)}function ee(R){let y=R.textures;for(let k=0,it=y.length;k<it;k++){let K=y[k];if(m(K)){let nt=T(R),It=n.get(K).__webglTexture;e.bindTexture(nt,It),p(nt),e.unbindTexture()}}}let we=[],V=[];function Ke(R){if(R.samples>0){if(jt(R)===!1){let y=R.textures,k=R.width,it=R.height,K=i.COLOR_BUFFER_BIT,nt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,It=n.get(R),gt=y.length>1;if(gt)for(let vt=0;vt<y.length;vt++)e.bindFramebuffer(i.FRAMEBUFFER,It.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+vt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,It.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+vt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,It.__webglMultisampledFramebuffer),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,It.__webglFramebuffer);for(let vt=0;vt<y.length;vt++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(K|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(K|=i.STENCIL_BUFFER_BIT)),gt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,It.__webglColorRenderbuffer[vt]);let qt=n.get(y[vt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,qt,0)}i.blitFramebuffer(0,0,k,it,0,0,k,it,K,i.NEAREST),l===!0&&(we.length=0,V.length=0,we.push(i.COLOR_ATTACHMENT0+vt),R.depthBuffer&&R.resolveDepthBuffer===!1&&(we.push(nt),V.push(nt),i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,V)),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,we))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),gt)for(let vt=0;vt<y.length;vt++){e.bindFramebuffer(i.FRAMEBUFFER,It.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+vt,i.RENDERBUFFER,It.__webglColorRenderbuffer[vt]);let qt=n.get(y[vt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,It.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+vt,i.TEXTURE_2D,qt,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,It.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.resolveDepthBuffer===!1&&l){let y=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[y])}}}function se(R){return Math.min(s.maxSamples,R.samples)}function jt(R){let y=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&y.__useRenderToTexture!==!1}function Ut(R){let y=o.render.frame;h.get(R)!==y&&(h.set(R,y),R.update())}function ve(R,y){let k=R.colorSpace,it=R.format,K=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||k!==xo&&k!==vs&&(ge.getTransfer(k)===Ae?(it!==yi||K!==Qi)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",k)),y}function Bt(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=G,this.resetTextureUnits=W,this.setTexture2D=j,this.setTexture2DArray=Y,this.setTexture3D=tt,this.setTextureCube=Q,this.rebindTextures=Vt,this.setupRenderTarget=oe,this.updateRenderTargetMipmap=ee,this.updateMultisampleRenderTarget=Ke,this.setupDepthRenderbuffer=Wt,this.setupFrameBufferTexture=Lt,this.useMultisampledRTT=jt}function rE(i,t){function e(n,s=vs){let r,o=ge.getTransfer(s);if(n===Qi)return i.UNSIGNED_BYTE;if(n===hf)return i.UNSIGNED_SHORT_4_4_4_4;if(n===uf)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Ug)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Dg)return i.BYTE;if(n===Ng)return i.SHORT;if(n===na)return i.UNSIGNED_SHORT;if(n===cf)return i.INT;if(n===ir)return i.UNSIGNED_INT;if(n===Pi)return i.FLOAT;if(n===la)return i.HALF_FLOAT;if(n===Og)return i.ALPHA;if(n===Fg)return i.RGB;if(n===yi)return i.RGBA;if(n===Bg)return i.LUMINANCE;if(n===kg)return i.LUMINANCE_ALPHA;if(n===so)return i.DEPTH_COMPONENT;if(n===uo)return i.DEPTH_STENCIL;if(n===ff)return i.RED;if(n===df)return i.RED_INTEGER;if(n===zg)return i.RG;if(n===pf)return i.RG_INTEGER;if(n===mf)return i.RGBA_INTEGER;if(n===gl||n===_l||n===xl||n===yl)if(o===Ae)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===gl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===_l)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===xl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===yl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===gl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===_l)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===xl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===yl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===nu||n===iu||n===su||n===ru)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===nu)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===iu)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===su)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===ru)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===ou||n===au||n===lu)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===ou||n===au)return o===Ae?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===lu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===cu||n===hu||n===uu||n===fu||n===du||n===pu||n===mu||n===gu||n===_u||n===xu||n===yu||n===vu||n===Mu||n===bu)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===cu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===hu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===uu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===fu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===du)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===pu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===mu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===gu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===_u)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===xu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===yu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===vu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Mu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===bu)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===vl||n===Su||n===wu)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===vl)return o===Ae?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Su)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===wu)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Vg||n===Eu||n===Tu||n===Au)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===vl)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Eu)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Tu)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Au)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===ho?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var Hu=class extends Ln{constructor(t=[]){super(),this.isArrayCamera=!0,this.cameras=t}},no=class extends Mn{constructor(){super(),this.isGroup=!0,this.type="Group"}},oE={type:"move"},ea=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new no,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new no,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new H,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new H),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new no,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new H,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new H),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let x of t.hand.values()){let m=e.getJointPose(x,n),p=this._getHandJoint(c,x);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.rotation,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],f=c.joints["thumb-tip"],u=h.position.distanceTo(f.position),d=.02,g=.005;c.inputState.pinching&&u>d+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&u<=d-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(oE)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new no;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},aE=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,lE=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Gu=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e,n){if(this.texture===null){let s=new Jn,r=t.properties.get(s);r.__webglTexture=e.texture,(e.depthNear!=n.depthNear||e.depthFar!=n.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=s}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Li({vertexShader:aE,fragmentShader:lE,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Dn(new Il(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Wu=class extends ts{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,f=null,u=null,d=null,g=null,x=new Gu,m=e.getContextAttributes(),p=null,T=null,S=[],b=[],N=new Kt,D=null,I=new Ln;I.viewport=new Ge;let U=new Ln;U.viewport=new Ge;let E=[I,U],v=new Hu,C=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(J){let ct=S[J];return ct===void 0&&(ct=new ea,S[J]=ct),ct.getTargetRaySpace()},this.getControllerGrip=function(J){let ct=S[J];return ct===void 0&&(ct=new ea,S[J]=ct),ct.getGripSpace()},this.getHand=function(J){let ct=S[J];return ct===void 0&&(ct=new ea,S[J]=ct),ct.getHandSpace()};function G(J){let ct=b.indexOf(J.inputSource);if(ct===-1)return;let Lt=S[ct];Lt!==void 0&&(Lt.update(J.inputSource,J.frame,c||o),Lt.dispatchEvent({type:J.type,data:J.inputSource}))}function q(){s.removeEventListener("select",G),s.removeEventListener("selectstart",G),s.removeEventListener("selectend",G),s.removeEventListener("squeeze",G),s.removeEventListener("squeezestart",G),s.removeEventListener("squeezeend",G),s.removeEventListener("end",q),s.removeEventListener("inputsourceschange",j);for(let J=0;J<S.length;J++){let ct=b[J];ct!==null&&(b[J]=null,S[J].disconnect(ct))}C=null,W=null,x.reset(),t.setRenderTarget(p),d=null,u=null,f=null,s=null,T=null,Xt.stop(),n.isPresenting=!1,t.setPixelRatio(D),t.setSize(N.width,N.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(J){r=J,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(J){a=J,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(J){c=J},this.getBaseLayer=function(){return u!==null?u:d},this.getBinding=function(){return f},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(J){if(s=J,s!==null){if(p=t.getRenderTarget(),s.addEventListener("select",G),s.addEventListener("selectstart",G),s.addEventListener("selectend",G),s.addEventListener("squeeze",G),s.addEventListener("squeezestart",G),s.addEventListener("squeezeend",G),s.addEventListener("end",q),s.addEventListener("inputsourceschange",j),m.xrCompatible!==!0&&await e.makeXRCompatible(),D=t.getPixelRatio(),t.getSize(N),s.renderState.layers===void 0){let ct={antialias:m.antialias,alpha:!0,depth:m.depth,stencil:m.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,ct),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),T=new es(d.framebufferWidth,d.framebufferHeight,{format:yi,type:Qi,colorSpace:t.outputColorSpace,stencilBuffer:m.stencil})}else{let ct=null,Lt=null,ut=null;m.depth&&(ut=m.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,ct=m.stencil?uo:so,Lt=m.stencil?ho:ir);let Nt={colorFormat:e.RGBA8,depthFormat:ut,scaleFactor:r};f=new XRWebGLBinding(s,e),u=f.createProjectionLayer(Nt),s.updateRenderState({layers:[u]}),t.setPixelRatio(1),t.setSize(u.textureWidth,u.textureHeight,!1),T=new es(u.textureWidth,u.textureHeight,{format:yi,type:Qi,depthTexture:new Nl(u.textureWidth,u.textureHeight,Lt,void 0,void 0,void 0,void 0,void 0,void 0,ct),stencilBuffer:m.stencil,colorSpace:t.outputColorSpace,samples:m.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1})}T.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),Xt.setContext(s),Xt.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return x.getDepthTexture()};function j(J){for(let ct=0;ct<J.removed.length;ct++){let Lt=J.removed[ct],ut=b.indexOf(Lt);ut>=0&&(b[ut]=null,S[ut].disconnect(Lt))}for(let ct=0;ct<J.added.length;ct++){let Lt=J.added[ct],ut=b.indexOf(Lt);if(ut===-1){for(let Wt=0;Wt<S.length;Wt++)if(Wt>=b.length){b.push(Lt),ut=Wt;break}else if(b[Wt]===null){b[Wt]=Lt,ut=Wt;break}if(ut===-1)break}let Nt=S[ut];Nt&&Nt.connect(Lt)}}let Y=new H,tt=new H;function Q(J,ct,Lt){Y.setFromMatrixPosition(ct.matrixWorld),tt.setFromMatrixPosition(Lt.matrixWorld);let ut=Y.distanceTo(tt),Nt=ct.projectionMatrix.elements,Wt=Lt.projectionMatrix.elements,Vt=Nt[14]/(Nt[10]-1),oe=Nt[14]/(Nt[10]+1),ee=(Nt[9]+1)/Nt[5],we=(Nt[9]-1)/Nt[5],V=(Nt[8]-1)/Nt[0],Ke=(Wt[8]+1)/Wt[0],se=Vt*V,jt=Vt*Ke,Ut=ut/(-V+Ke),ve=Ut*-V;if(ct.matrixWorld.decompose(J.position,J.quaternion,J.scale),J.translateX(ve),J.translateZ(Ut),J.matrixWorld.compose(J.position,J.quaternion,J.scale),J.matrixWorldInverse.copy(J.matrixWorld).invert(),Nt[10]===-1)J.projectionMatrix.copy(ct.projectionMatrix),J.projectionMatrixInverse.copy(ct.projectionMatrixInverse);else{let Bt=Vt+Ut,R=oe+Ut,y=se-ve,k=jt+(ut-ve),it=ee*oe/R*Bt,K=we*oe/R*Bt;J.projectionMatrix.makePerspective(y,k,it,K,Bt,R),J.projectionMatrixInverse.copy(J.projectionMatrix).invert()}}function ht(J,ct){ct===null?J.matrixWorld.copy(J.matrix):J.matrixWorld.multiplyMatrices(ct.matrixWorld,J.matrix),J.matrixWorldInverse.copy(J.matrixWorld).invert()}this.updateCamera=function(J){if(s===null)return;let ct=J.near,Lt=J.far;x.texture!==null&&(x.depthNear>0&&(ct=x.depthNear),x.depthFar>0&&(Lt=x.depthFar)),v.near=U.near=I.near=ct,v.far=U.far=I.far=Lt,(C!==v.near||W!==v.far)&&(s.updateRenderState({depthNear:v.near,depthFar:v.far}),C=v.near,W=v.far),I.layers.mask=J.layers.mask|2,U.layers.mask=J.layers.mask|4,v.layers.mask=I.layers.mask|U.layers.mask;let ut=J.parent,Nt=v.cameras;ht(v,ut);for(let Wt=0;Wt<Nt.length;Wt++)ht(Nt[Wt],ut);Nt.length===2?Q(v,I,U):v.projectionMatrix.copy(I.projectionMatrix),ot(J,v,ut)};function ot(J,ct,Lt){Lt===null?J.matrix.copy(ct.matrixWorld):(J.matrix.copy(Lt.matrixWorld),J.matrix.invert(),J.matrix.multiply(ct.matrixWorld)),J.matrix.decompose(J.position,J.quaternion,J.scale),J.updateMatrixWorld(!0),J.projectionMatrix.copy(ct.projectionMatrix),J.projectionMatrixInverse.copy(ct.projectionMatrixInverse),J.isPerspectiveCamera&&(J.fov=ia*2*Math.atan(1/J.projectionMatrix.elements[5]),J.zoom=1)}this.getCamera=function(){return v},this.getFoveation=function(){if(!(u===null&&d===null))return l},this.setFoveation=function(J){l=J,u!==null&&(u.fixedFoveation=J),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=J)},this.hasDepthSensing=function(){return x.texture!==null},this.getDepthSensingMesh=function(){return x.getMesh(v)};let mt=null;function dt(J,ct){if(h=ct.getViewerPose(c||o),g=ct,h!==null){let Lt=h.views;d!==null&&(t.setRenderTargetFramebuffer(T,d.framebuffer),t.setRenderTarget(T));let ut=!1;Lt.length!==v.cameras.length&&(v.cameras.length=0,ut=!0);for(let Wt=0;Wt<Lt.length;Wt++){let Vt=Lt[Wt],oe=null;if(d!==null)oe=d.getViewport(Vt);else{let we=f.getViewSubImage(u,Vt);oe=we.viewport,Wt===0&&(t.setRenderTargetTextures(T,we.colorTexture,u.ignoreDepthValues?void 0:we.depthStencilTexture),t.setRenderTarget(T))}let ee=E[Wt];ee===void 0&&(ee=new Ln,ee.layers.enable(Wt),ee.viewport=new Ge,E[Wt]=ee),ee.matrix.fromArray(Vt.transform.matrix),ee.matrix.decompose(ee.position,ee.quaternion,ee.scale),ee.projectionMatrix.fromArray(Vt.projectionMatrix),ee.projectionMatrixInverse.copy(ee.projectionMatrix).invert(),ee.viewport.set(oe.x,oe.y,oe.width,oe.height),Wt===0&&(v.matrix.copy(ee.matrix),v.matrix.decompose(v.position,v.quaternion,v.scale)),ut===!0&&v.cameras.push(ee)}let Nt=s.enabledFeatures;if(Nt&&Nt.includes("depth-sensing")){let Wt=f.getDepthInformation(Lt[0]);Wt&&Wt.isValid&&Wt.texture&&x.init(t,Wt,s.renderState)}}for(let Lt=0;Lt<S.length;Lt++){let ut=b[Lt],Nt=S[Lt];ut!==null&&Nt!==void 0&&Nt.update(ut,ct,c||o)}mt&&mt(J,ct),ct.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:ct}),g=null}let Xt=new Zg;Xt.setAnimationLoop(dt),this.setAnimationLoop=function(J){mt=J},this.dispose=function(){}}},Js=new Ii,cE=new Ce;function hE(i,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,Yg(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,T,S,b){p.isMeshBasicMaterial||p.isMeshLambertMaterial?r(m,p):p.isMeshToonMaterial?(r(m,p),f(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p)):p.isMeshStandardMaterial?(r(m,p),u(m,p),p.isMeshPhysicalMaterial&&d(m,p,b)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),x(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,T,S):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Bn&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Bn&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let T=t.get(p),S=T.envMap,b=T.envMapRotation;S&&(m.envMap.value=S,Js.copy(b),Js.x*=-1,Js.y*=-1,Js.z*=-1,S.isCubeTexture&&S.isRenderTargetTexture===!1&&(Js.y*=-1,Js.z*=-1),m.envMapRotation.value.setFromMatrix4(cE.makeRotationFromEuler(Js)),m.flipEnvMap.value=S.isCubeTexture&&S.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,T,S){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*T,m.scale.value=S*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function f(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function u(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function d(m,p,T){m.ior.value=p.ior,p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Bn&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=p.iridescenceThicknessRange[1],p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=T.texture,m.transmissionSamplerSize.value.set(T.width,T.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function x(m,p){let T=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(T.matrixWorld),m.nearDistance.value=T.shadow.camera.near,m.farDistance.value=T.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function uE(i,t,e,n){let s={},r={},o=[],a=i.getParameter(i.MAX_UNIFORM_BUFFER_BINDINGS);function l(T,S){let b=S.program;n.uniformBlockBinding(T,b)}function c(T,S){let b=s[T.id];b===void 0&&(g(T),b=h(T),s[T.id]=b,T.addEventListener("dispose",m));let N=S.program;n.updateUBOMapping(T,N);let D=t.render.frame;r[T.id]!==D&&(u(T),r[T.id]=D)}function h(T){let S=f();T.__bindingPointIndex=S;let b=i.createBuffer(),N=T.__size,D=T.usage;return i.bindBuffer(i.UNIFORM_BUFFER,b),i.bufferData(i.UNIFORM_BUFFER,N,D),i.bindBuffer(i.UNIFORM_BUFFER,null),i.bindBufferBase(i.UNIFORM_BUFFER,S,b),b}function f(){for(let T=0;T<a;T++)if(o.indexOf(T)===-1)return o.push(T),T;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function u(T){let S=s[T.id],b=T.uniforms,N=T.__cache;i.bindBuffer(i.UNIFORM_BUFFER,S);for(let D=0,I=b.length;D<I;D++){let U=Array.isArray(b[D])?b[D]:[b[D]];for(let E=0,v=U.length;E<v;E++){let C=U[E];if(d(C,D,E,N)===!0){let W=C.__offset,G=Array.isArray(C.value)?C.value:[C.value],q=0;for(let j=0;j<G.length;j++){let Y=G[j],tt=x(Y);typeof Y=="number"||typeof Y=="boolean"?(C.__data[0]=Y,i.bufferSubData(i.UNIFORM_BUFFER,W+q,C.__data)):Y.isMatrix3?(C.__data[0]=Y.elements[0],C.__data[1]=Y.elements[1],C.__data[2]=Y.elements[2],C.__data[3]=0,C.__data[4]=Y.elements[3],C.__data[5]=Y.elements[4],C.__data[6]=Y.elements[5],C.__data[7]=0,C.__data[8]=Y.elements[6],C.__data[9]=Y.elements[7],C.__data[10]=Y.elements[8],C.__data[11]=0):(Y.toArray(C.__data,q),q+=tt.storage/Float32Array.BYTES_PER_ELEMENT)}i.bufferSubData(i.UNIFORM_BUFFER,W,C.__data)}}}i.bindBuffer(i.UNIFORM_BUFFER,null)}function d(T,S,b,N){let D=T.value,I=S+"_"+b;if(N[I]===void 0)return typeof D=="number"||typeof D=="boolean"?N[I]=D:N[I]=D.clone(),!0;{let U=N[I];if(typeof D=="number"||typeof D=="boolean"){if(U!==D)return N[I]=D,!0}else if(U.equals(D)===!1)return U.copy(D),!0}return!1}function g(T){let S=T.uniforms,b=0,N=16;for(let I=0,U=S.length;I<U;I++){let E=Array.isArray(S[I])?S[I]:[S[I]];for(let v=0,C=E.length;v<C;v++){let W=E[v],G=Array.isArray(W.value)?W.value:[W.value];for(let q=0,j=G.length;q<j;q++){let Y=G[q],tt=x(Y),Q=b%N,ht=Q%tt.boundary,ot=Q+ht;b+=ht,ot!==0&&N-ot<tt.storage&&(b+=N-ot),W.__data=new Float32Array(tt.storage/Float32Array.BYTES_PER_ELEMENT),W.__offset=b,b+=tt.storage}}}let D=b%N;return D>0&&(b+=N-D),T.__size=b,T.__cache={},this}function x(T){let S={boundary:0,storage:0};return typeof T=="number"||typeof T=="boolean"?(S.boundary=4,S.storage=4):T.isVector2?(S.boundary=8,S.storage=8):T.isVector3||T.isColor?(S.boundary=16,S.storage=12):T.isVector4?(S.boundary=16,S.storage=16):T.isMatrix3?(S.boundary=48,S.storage=48):T.isMatrix4?(S.boundary=64,S.storage=64):T.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",T),S}function m(T){let S=T.target;S.removeEventListener("dispose",m);let b=o.indexOf(S.__bindingPointIndex);o.splice(b,1),i.deleteBuffer(s[S.id]),delete s[S.id],delete r[S.id]}function p(){for(let T in s)i.deleteBuffer(s[T]);o=[],s={},r={}}return{bind:l,update:c,dispose:p}}var Ul=class{constructor(t={}){let{canvas:e=mM(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:f=!1,reverseDepthBuffer:u=!1}=t;this.isWebGLRenderer=!0;let d;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");d=n.getContextAttributes().alpha}else d=o;let g=new Uint32Array(4),x=new Int32Array(4),m=null,p=null,T=[],S=[];this.domElement=e,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this._outputColorSpace=ai,this.toneMapping=bs,this.toneMappingExposure=1;let b=this,N=!1,D=0,I=0,U=null,E=-1,v=null,C=new Ge,W=new Ge,G=null,q=new ce(0),j=0,Y=e.width,tt=e.height,Q=1,ht=null,ot=null,mt=new Ge(0,0,Y,tt),dt=new Ge(0,0,Y,tt),Xt=!1,J=new sa,ct=!1,Lt=!1,ut=new Ce,Nt=new Ce,Wt=new H,Vt=new Ge,oe={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},ee=!1;function we(){return U===null?Q:1}let V=n;function Ke(w,F){return e.getContext(w,F)}try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:f};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${af}`),e.addEventListener("webglcontextlost",rt,!1),e.addEventListener("webglcontextrestored",wt,!1),e.addEventListener("webglcontextcreationerror",St,!1),V===null){let F="webgl2";if(V=Ke(F,w),V===null)throw Ke(F)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(w){throw console.error("THREE.WebGLRenderer: "+w.message),w}let se,jt,Ut,ve,Bt,R,y,k,it,K,nt,It,gt,vt,qt,at,_t,kt,Ht,bt,ne,Yt,xe,O;function xt(){se=new Aw(V),se.init(),Yt=new rE(V,se),jt=new Mw(V,se,t,Yt),Ut=new nE(V,se),jt.reverseDepthBuffer&&u&&Ut.buffers.depth.setReversed(!0),ve=new Pw(V),Bt=new G1,R=new sE(V,se,Ut,Bt,jt,Yt,ve),y=new Sw(b),k=new Tw(b),it=new FM(V),xe=new yw(V,it),K=new Cw(V,it,ve,xe),nt=new Lw(V,K,it,ve),Ht=new Iw(V,jt,R),at=new bw(Bt),It=new H1(b,y,k,se,jt,xe,at),gt=new hE(b,Bt),vt=new X1,qt=new K1(se),kt=new xw(b,y,k,Ut,nt,d,l),_t=new tE(b,nt,jt),O=new uE(V,ve,jt,Ut),bt=new vw(V,se,ve),ne=new Rw(V,se,ve),ve.programs=It.programs,b.capabilities=jt,b.extensions=se,b.properties=Bt,b.renderLists=vt,b.shadowMap=_t,b.state=Ut,b.info=ve}xt();let et=new Wu(b,V);this.xr=et,this.getContext=function(){return V},this.getContextAttributes=function(){return V.getContextAttributes()},this.forceContextLoss=function(){let w=se.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=se.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return Q},this.setPixelRatio=function(w){w!==void 0&&(Q=w,this.setSize(Y,tt,!1))},this.getSize=function(w){return w.set(Y,tt)},this.setSize=function(w,F,X=!0){if(et.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}Y=w,tt=F,e.width=Math.floor(w*Q),e.height=Math.floor(F*Q),X===!0&&(e.style.width=w+"px",e.style.height=F+"px"),this.setViewport(0,0,w,F)},this.getDrawingBufferSize=function(w){return w.set(Y*Q,tt*Q).floor()},this.setDrawingBufferSize=function(w,F,X){Y=w,tt=F,Q=X,e.width=Math.floor(w*X),e.height=Math.floor(F*X),this.setViewport(0,0,w,F)},this.getCurrentViewport=function(w){return w.copy(C)},this.getViewport=function(w){return w.copy(mt)},this.setViewport=function(w,F,X,Z){w.isVector4?mt.set(w.x,w.y,w.z,w.w):mt.set(w,F,X,Z),Ut.viewport(C.copy(mt).multiplyScalar(Q).round())},this.getScissor=function(w){return w.copy(dt)},this.setScissor=function(w,F,X,Z){w.isVector4?dt.set(w.x,w.y,w.z,w.w):dt.set(w,F,X,Z),Ut.scissor(W.copy(dt).multiplyScalar(Q).round())},this.getScissorTest=function(){return Xt},this.setScissorTest=function(w){Ut.setScissorTest(Xt=w)},this.setOpaqueSort=function(w){ht=w},this.setTransparentSort=function(w){ot=w},this.getClearColor=function(w){return w.copy(kt.getClearColor())},this.setClearColor=function(){kt.setClearColor.apply(kt,arguments)},this.getClearAlpha=function(){return kt.getClearAlpha()},this.setClearAlpha=function(){kt.setClearAlpha.apply(kt,arguments)},this.clear=function(w=!0,F=!0,X=!0){let Z=0;if(w){let z=!1;if(U!==null){let ft=U.texture.format;z=ft===mf||ft===pf||ft===df}if(z){let ft=U.texture.type,Mt=ft===Qi||ft===ir||ft===na||ft===ho||ft===hf||ft===uf,Ot=kt.getClearColor(),Dt=kt.getClearAlpha(),$t=Ot.r,Zt=Ot.g,Ft=Ot.b;Mt?(g[0]=$t,g[1]=Zt,g[2]=Ft,g[3]=Dt,V.clearBufferuiv(V.COLOR,0,g)):(x[0]=$t,x[1]=Zt,x[2]=Ft,x[3]=Dt,V.clearBufferiv(V.COLOR,0,x))}else Z|=V.COLOR_BUFFER_BIT}F&&(Z|=V.DEPTH_BUFFER_BIT),X&&(Z|=V.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),V.clear(Z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){e.removeEventListener("webglcontextlost",rt,!1),e.removeEventListener("webglcontextrestored",wt,!1),e.removeEventListener("webglcontextcreationerror",St,!1),vt.dispose(),qt.dispose(),Bt.dispose(),y.dispose(),k.dispose(),nt.dispose(),xe.dispose(),O.dispose(),It.dispose(),et.dispose(),et.removeEventListener("sessionstart",Di),et.removeEventListener("sessionend",Ni),$e.stop()};function rt(w){w.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),N=!0}function wt(){console.log("THREE.WebGLRenderer: Context Restored."),N=!1;let w=ve.autoReset,F=_t.enabled,X=_t.autoUpdate,Z=_t.needsUpdate,z=_t.type;xt(),ve.autoReset=w,_t.enabled=F,_t.autoUpdate=X,_t.needsUpdate=Z,_t.type=z}function St(w){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function Qt(w){let F=w.target;F.removeEventListener("dispose",Qt),ke(F)}function ke(w){Ct(w),Bt.remove(w)}function Ct(w){let F=Bt.get(w).programs;F!==void 0&&(F.forEach(function(X){It.releaseProgram(X)}),w.isShaderMaterial&&It.releaseShaderCache(w))}this.renderBufferDirect=function(w,F,X,Z,z,ft){F===null&&(F=oe);let Mt=z.isMesh&&z.matrixWorld.determinant()<0,Ot=Cs(w,F,X,Z,z);Ut.setMaterial(Z,Mt);let Dt=X.index,$t=1;if(Z.wireframe===!0){if(Dt=K.getWireframeAttribute(X),Dt===void 0)return;$t=2}let Zt=X.drawRange,Ft=X.attributes.position,he=Zt.start*$t,Me=(Zt.start+Zt.count)*$t;ft!==null&&(he=Math.max(he,ft.start*$t),Me=Math.min(Me,(ft.start+ft.count)*$t)),Dt!==null?(he=Math.max(he,0),Me=Math.min(Me,Dt.count)):Ft!=null&&(he=Math.max(he,0),Me=Math.min(Me,Ft.count));let Se=Me-he;if(Se<0||Se===1/0)return;xe.setup(z,Z,Ot,X,Dt);let on,pe=bt;if(Dt!==null&&(on=it.get(Dt),pe=ne,pe.setIndex(on)),z.isMesh)Z.wireframe===!0?(Ut.setLineWidth(Z.wireframeLinewidth*we()),pe.setMode(V.LINES)):pe.setMode(V.TRIANGLES);else if(z.isLine){let Rt=Z.linewidth;Rt===void 0&&(Rt=1),Ut.setLineWidth(Rt*we()),z.isLineSegments?pe.setMode(V.LINES):z.isLineLoop?pe.setMode(V.LINE_LOOP):pe.setMode(V.LINE_STRIP)}else z.isPoints?pe.setMode(V.POINTS):z.isSprite&&pe.setMode(V.TRIANGLES);if(z.isBatchedMesh)if(z._multiDrawInstances!==null)pe.renderMultiDrawInstances(z._multiDrawStarts,z._multiDrawCounts,z._multiDrawCount,z._multiDrawInstances);else if(se.get("WEBGL_multi_draw"))pe.renderMultiDraw(z._multiDrawStarts,z._multiDrawCounts,z._multiDrawCount);else{let Rt=z._multiDrawStarts,jn=z._multiDrawCounts,me=z._multiDrawCount,bn=Dt?it.get(Dt).bytesPerElement:1,Oi=Bt.get(Z).currentProgram.getUniforms();for(let Sn=0;Sn<me;Sn++)Oi.setValue(V,"_gl_DrawID",Sn),pe.render(Rt[Sn]/bn,jn[Sn])}else if(z.isInstancedMesh)pe.renderInstances(he,Se,z.count);else if(X.isInstancedBufferGeometry){let Rt=X._maxInstanceCount!==void 0?X._maxInstanceCount:1/0,jn=Math.min(X.instanceCount,Rt);pe.renderInstances(he,Se,jn)}else pe.render(he,Se)};function ae(w,F,X){w.transparent===!0&&w.side===Yn&&w.forceSinglePass===!1?(w.side=Bn,w.needsUpdate=!0,hr(w,F,X),w.side=Ss,w.needsUpdate=!0,hr(w,F,X),w.side=Yn):hr(w,F,X)}this.compile=function(w,F,X=null){X===null&&(X=w),p=qt.get(X),p.init(F),S.push(p),X.traverseVisible(function(z){z.isLight&&z.layers.test(F.layers)&&(p.pushLight(z),z.castShadow&&p.pushShadow(z))}),w!==X&&w.traverseVisible(function(z){z.isLight&&z.layers.test(F.layers)&&(p.pushLight(z),z.castShadow&&p.pushShadow(z))}),p.setupLights();let Z=new Set;return w.traverse(function(z){if(!(z.isMesh||z.isPoints||z.isLine||z.isSprite))return;let ft=z.material;if(ft)if(Array.isArray(ft))for(let Mt=0;Mt<ft.length;Mt++){let Ot=ft[Mt];ae(Ot,X,z),Z.add(Ot)}else ae(ft,X,z),Z.add(ft)}),S.pop(),p=null,Z},this.compileAsync=function(w,F,X=null){let Z=this.compile(w,F,X);return new Promise(z=>{function ft(){if(Z.forEach(function(Mt){Bt.get(Mt).currentProgram.isReady()&&Z.delete(Mt)}),Z.size===0){z(w);return}setTimeout(ft,10)}se.get("KHR_parallel_shader_compile")!==null?ft():setTimeout(ft,10)})};let Ee=null;function rn(w){Ee&&Ee(w)}function Di(){$e.stop()}function Ni(){$e.start()}let $e=new Zg;$e.setAnimationLoop(rn),typeof self<"u"&&$e.setContext(self),this.setAnimationLoop=function(w){Ee=w,et.setAnimationLoop(w),w===null?$e.stop():$e.start()},et.addEventListener("sessionstart",Di),et.addEventListener("sessionend",Ni),this.render=function(w,F){if(F!==void 0&&F.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(N===!0)return;if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),F.parent===null&&F.matrixWorldAutoUpdate===!0&&F.updateMatrixWorld(),et.enabled===!0&&et.isPresenting===!0&&(et.cameraAutoUpdate===!0&&et.updateCamera(F),F=et.getCamera()),w.isScene===!0&&w.onBeforeRender(b,w,F,U),p=qt.get(w,S.length),p.init(F),S.push(p),Nt.multiplyMatrices(F.projectionMatrix,F.matrixWorldInverse),J.setFromProjectionMatrix(Nt),Lt=this.localClippingEnabled,ct=at.init(this.clippingPlanes,Lt),m=vt.get(w,T.length),m.init(),T.push(m),et.enabled===!0&&et.isPresenting===!0){let ft=b.xr.getDepthSensingMesh();ft!==null&&Mi(ft,F,-1/0,b.sortObjects)}Mi(w,F,0,b.sortObjects),m.finish(),b.sortObjects===!0&&m.sort(ht,ot),ee=et.enabled===!1||et.isPresenting===!1||et.hasDepthSensing()===!1,ee&&kt.addToRenderList(m,w),this.info.render.frame++,ct===!0&&at.beginShadows();let X=p.state.shadowsArray;_t.render(X,w,F),ct===!0&&at.endShadows(),this.info.autoReset===!0&&this.info.reset();let Z=m.opaque,z=m.transmissive;if(p.setupLights(),F.isArrayCamera){let ft=F.cameras;if(z.length>0)for(let Mt=0,Ot=ft.length;Mt<Ot;Mt++){let Dt=ft[Mt];Mo(Z,z,w,Dt)}ee&&kt.render(w);for(let Mt=0,Ot=ft.length;Mt<Ot;Mt++){let Dt=ft[Mt];Ui(m,w,Dt,Dt.viewport)}}else z.length>0&&Mo(Z,z,w,F),ee&&kt.render(w),Ui(m,w,F);U!==null&&(R.updateMultisampleRenderTarget(U),R.updateRenderTargetMipmap(U)),w.isScene===!0&&w.onAfterRender(b,w,F),xe.resetDefaultState(),E=-1,v=null,S.pop(),S.length>0?(p=S[S.length-1],ct===!0&&at.setGlobalState(b.clippingPlanes,p.state.camera)):p=null,T.pop(),T.length>0?m=T[T.length-1]:m=null};function Mi(w,F,X,Z){if(w.visible===!1)return;if(w.layers.test(F.layers)){if(w.isGroup)X=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(F);else if(w.isLight)p.pushLight(w),w.castShadow&&p.pushShadow(w);else if(w.isSprite){if(!w.frustumCulled||J.intersectsSprite(w)){Z&&Vt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Nt);let Mt=nt.update(w),Ot=w.material;Ot.visible&&m.push(w,Mt,Ot,X,Vt.z,null)}}else if((w.isMesh||w.isLine||w.isPoints)&&(!w.frustumCulled||J.intersectsObject(w))){let Mt=nt.update(w),Ot=w.material;if(Z&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),Vt.copy(w.boundingSphere.center)):(Mt.boundingSphere===null&&Mt.computeBoundingSphere(),Vt.copy(Mt.boundingSphere.center)),Vt.applyMatrix4(w.matrixWorld).applyMatrix4(Nt)),Array.isArray(Ot)){let Dt=Mt.groups;for(let $t=0,Zt=Dt.length;$t<Zt;$t++){let Ft=Dt[$t],he=Ot[Ft.materialIndex];he&&he.visible&&m.push(w,Mt,he,X,Vt.z,Ft)}}else Ot.visible&&m.push(w,Mt,Ot,X,Vt.z,null)}}let ft=w.children;for(let Mt=0,Ot=ft.length;Mt<Ot;Mt++)Mi(ft[Mt],F,X,Z)}function Ui(w,F,X,Z){let z=w.opaque,ft=w.transmissive,Mt=w.transparent;p.setupLightsView(X),ct===!0&&at.setGlobalState(b.clippingPlanes,X),Z&&Ut.viewport(C.copy(Z)),z.length>0&&As(z,F,X),ft.length>0&&As(ft,F,X),Mt.length>0&&As(Mt,F,X),Ut.buffers.depth.setTest(!0),Ut.buffers.depth.setMask(!0),Ut.buffers.color.setMask(!0),Ut.setPolygonOffset(!1)}function Mo(w,F,X,Z){if((X.isScene===!0?X.overrideMaterial:null)!==null)return;p.state.transmissionRenderTarget[Z.id]===void 0&&(p.state.transmissionRenderTarget[Z.id]=new es(1,1,{generateMipmaps:!0,type:se.has("EXT_color_buffer_half_float")||se.has("EXT_color_buffer_float")?la:Qi,minFilter:nr,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:ge.workingColorSpace}));let ft=p.state.transmissionRenderTarget[Z.id],Mt=Z.viewport||C;ft.setSize(Mt.z,Mt.w);let Ot=b.getRenderTarget();b.setRenderTarget(ft),b.getClearColor(q),j=b.getClearAlpha(),j<1&&b.setClearColor(16777215,.5),b.clear(),ee&&kt.render(X);let Dt=b.toneMapping;b.toneMapping=bs;let $t=Z.viewport;if(Z.viewport!==void 0&&(Z.viewport=void 0),p.setupLightsView(Z),ct===!0&&at.setGlobalState(b.clippingPlanes,Z),As(w,X,Z),R.updateMultisampleRenderTarget(ft),R.updateRenderTargetMipmap(ft),se.has("WEBGL_multisampled_render_to_texture")===!1){let Zt=!1;for(let Ft=0,he=F.length;Ft<he;Ft++){let Me=F[Ft],Se=Me.object,on=Me.geometry,pe=Me.material,Rt=Me.group;if(pe.side===Yn&&Se.layers.test(Z.layers)){let jn=pe.side;pe.side=Bn,pe.needsUpdate=!0,ca(Se,X,Z,on,pe,Rt),pe.side=jn,pe.needsUpdate=!0,Zt=!0}}Zt===!0&&(R.updateMultisampleRenderTarget(ft),R.updateRenderTargetMipmap(ft))}b.setRenderTarget(Ot),b.setClearColor(q,j),$t!==void 0&&(Z.viewport=$t),b.toneMapping=Dt}function As(w,F,X){let Z=F.isScene===!0?F.overrideMaterial:null;for(let z=0,ft=w.length;z<ft;z++){let Mt=w[z],Ot=Mt.object,Dt=Mt.geometry,$t=Z===null?Mt.material:Z,Zt=Mt.group;Ot.layers.test(X.layers)&&ca(Ot,F,X,Dt,$t,Zt)}}function ca(w,F,X,Z,z,ft){w.onBeforeRender(b,F,X,Z,z,ft),w.modelViewMatrix.multiplyMatrices(X.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),z.onBeforeRender(b,F,X,Z,w,ft),z.transparent===!0&&z.side===Yn&&z.forceSinglePass===!1?(z.side=Bn,z.needsUpdate=!0,b.renderBufferDirect(X,F,Z,z,w,ft),z.side=Ss,z.needsUpdate=!0,b.renderBufferDirect(X,F,Z,z,w,ft),z.side=Yn):b.renderBufferDirect(X,F,Z,z,w,ft),w.onAfterRender(b,F,X,Z,z,ft)}function hr(w,F,X){F.isScene!==!0&&(F=oe);let Z=Bt.get(w),z=p.state.lights,ft=p.state.shadowsArray,Mt=z.state.version,Ot=It.getParameters(w,z.state,ft,F,X),Dt=It.getProgramCacheKey(Ot),$t=Z.programs;Z.environment=w.isMeshStandardMaterial?F.environment:null,Z.fog=F.fog,Z.envMap=(w.isMeshStandardMaterial?k:y).get(w.envMap||Z.environment),Z.envMapRotation=Z.environment!==null&&w.envMap===null?F.environmentRotation:w.envMapRotation,$t===void 0&&(w.addEventListener("dispose",Qt),$t=new Map,Z.programs=$t);let Zt=$t.get(Dt);if(Zt!==void 0){if(Z.currentProgram===Zt&&Z.lightsStateVersion===Mt)return ha(w,Ot),Zt}else Ot.uniforms=It.getUniforms(w),w.onBeforeCompile(Ot,b),Zt=It.acquireProgram(Ot,Dt),$t.set(Dt,Zt),Z.uniforms=Ot.uniforms;let Ft=Z.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Ft.clippingPlanes=at.uniform),ha(w,Ot),Z.needsLights=Si(w),Z.lightsStateVersion=Mt,Z.needsLights&&(Ft.ambientLightColor.value=z.state.ambient,Ft.lightProbe.value=z.state.probe,Ft.directionalLights.value=z.state.directional,Ft.directionalLightShadows.value=z.state.directionalShadow,Ft.spotLights.value=z.state.spot,Ft.spotLightShadows.value=z.state.spotShadow,Ft.rectAreaLights.value=z.state.rectArea,Ft.ltc_1.value=z.state.rectAreaLTC1,Ft.ltc_2.value=z.state.rectAreaLTC2,Ft.pointLights.value=z.state.point,Ft.pointLightShadows.value=z.state.pointShadow,Ft.hemisphereLights.value=z.state.hemi,Ft.directionalShadowMap.value=z.state.directionalShadowMap,Ft.directionalShadowMatrix.value=z.state.directionalShadowMatrix,Ft.spotShadowMap.value=z.state.spotShadowMap,Ft.spotLightMatrix.value=z.state.spotLightMatrix,Ft.spotLightMap.value=z.state.spotLightMap,Ft.pointShadowMap.value=z.state.pointShadowMap,Ft.pointShadowMatrix.value=z.state.pointShadowMatrix),Z.currentProgram=Zt,Z.uniformsList=null,Zt}function bi(w){if(w.uniformsList===null){let F=w.currentProgram.getUniforms();w.uniformsList=oo.seqWithValue(F.seq,w.uniforms)}return w.uniformsList}function ha(w,F){let X=Bt.get(w);X.outputColorSpace=F.outputColorSpace,X.batching=F.batching,X.batchingColor=F.batchingColor,X.instancing=F.instancing,X.instancingColor=F.instancingColor,X.instancingMorph=F.instancingMorph,X.skinning=F.skinning,X.morphTargets=F.morphTargets,X.morphNormals=F.morphNormals,X.morphColors=F.morphColors,X.morphTargetsCount=F.morphTargetsCount,X.numClippingPlanes=F.numClippingPlanes,X.numIntersection=F.numClipIntersection,X.vertexAlphas=F.vertexAlphas,X.vertexTangents=F.vertexTangents,X.toneMapping=F.toneMapping}function Cs(w,F,X,Z,z){F.isScene!==!0&&(F=oe),R.resetTextureUnits();let ft=F.fog,Mt=Z.isMeshStandardMaterial?F.environment:null,Ot=U===null?b.outputColorSpace:U.isXRRenderTarget===!0?U.texture.colorSpace:xo,Dt=(Z.isMeshStandardMaterial?k:y).get(Z.envMap||Mt),$t=Z.vertexColors===!0&&!!X.attributes.color&&X.attributes.color.itemSize===4,Zt=!!X.attributes.tangent&&(!!Z.normalMap||Z.anisotropy>0),Ft=!!X.morphAttributes.position,he=!!X.morphAttributes.normal,Me=!!X.morphAttributes.color,Se=bs;Z.toneMapped&&(U===null||U.isXRRenderTarget===!0)&&(Se=b.toneMapping);let on=X.morphAttributes.position||X.morphAttributes.normal||X.morphAttributes.color,pe=on!==void 0?on.length:0,Rt=Bt.get(Z),jn=p.state.lights;if(ct===!0&&(Lt===!0||w!==v)){let Un=w===v&&Z.id===E;at.setState(Z,w,Un)}let me=!1;Z.version===Rt.__version?(Rt.needsLights&&Rt.lightsStateVersion!==jn.state.version||Rt.outputColorSpace!==Ot||z.isBatchedMesh&&Rt.batching===!1||!z.isBatchedMesh&&Rt.batching===!0||z.isBatchedMesh&&Rt.batchingColor===!0&&z.colorTexture===null||z.isBatchedMesh&&Rt.batchingColor===!1&&z.colorTexture!==null||z.isInstancedMesh&&Rt.instancing===!1||!z.isInstancedMesh&&Rt.instancing===!0||z.isSkinnedMesh&&Rt.skinning===!1||!z.isSkinnedMesh&&Rt.skinning===!0||z.isInstancedMesh&&Rt.instancingColor===!0&&z.instanceColor===null||z.isInstancedMesh&&Rt.instancingColor===!1&&z.instanceColor!==null||z.isInstancedMesh&&Rt.instancingMorph===!0&&z.morphTexture===null||z.isInstancedMesh&&Rt.instancingMorph===!1&&z.morphTexture!==null||Rt.envMap!==Dt||Z.fog===!0&&Rt.fog!==ft||Rt.numClippingPlanes!==void 0&&(Rt.numClippingPlanes!==at.numPlanes||Rt.numIntersection!==at.numIntersection)||Rt.vertexAlphas!==$t||Rt.vertexTangents!==Zt||Rt.morphTargets!==Ft||Rt.morphNormals!==he||Rt.morphColors!==Me||Rt.toneMapping!==Se||Rt.morphTargetsCount!==pe)&&(me=!0):(me=!0,Rt.__version=Z.version);let bn=Rt.currentProgram;me===!0&&(bn=hr(Z,F,z));let Oi=!1,Sn=!1,Rs=!1,Pe=bn.getUniforms(),Vn=Rt.uniforms;if(Ut.useProgram(bn.program)&&(Oi=!0,Sn=!0,Rs=!0),Z.id!==E&&(E=Z.id,Sn=!0),Oi||v!==w){Ut.buffers.depth.getReversed()?(ut.copy(w.projectionMatrix),_M(ut),xM(ut),Pe.setValue(V,"projectionMatrix",ut)):Pe.setValue(V,"projectionMatrix",w.projectionMatrix),Pe.setValue(V,"viewMatrix",w.matrixWorldInverse);let ci=Pe.map.cameraPosition;ci!==void 0&&ci.setValue(V,Wt.setFromMatrixPosition(w.matrixWorld)),jt.logarithmicDepthBuffer&&Pe.setValue(V,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Z.isMeshPhongMaterial||Z.isMeshToonMaterial||Z.isMeshLambertMaterial||Z.isMeshBasicMaterial||Z.isMeshStandardMaterial||Z.isShaderMaterial)&&Pe.setValue(V,"isOrthographic",w.isOrthographicCamera===!0),v!==w&&(v=w,Sn=!0,Rs=!0)}if(z.isSkinnedMesh){Pe.setOptional(V,z,"bindMatrix"),Pe.setOptional(V,z,"bindMatrixInverse");let Un=z.skeleton;Un&&(Un.boneTexture===null&&Un.computeBoneTexture(),Pe.setValue(V,"boneTexture",Un.boneTexture,R))}z.isBatchedMesh&&(Pe.setOptional(V,z,"batchingTexture"),Pe.setValue(V,"batchingTexture",z._matricesTexture,R),Pe.setOptional(V,z,"batchingIdTexture"),Pe.setValue(V,"batchingIdTexture",z._indirectTexture,R),Pe.setOptional(V,z,"batchingColorTexture"),z._colorsTexture!==null&&Pe.setValue(V,"batchingColorTexture",z._colorsTexture,R));let ns=X.morphAttributes;if((ns.position!==void 0||ns.normal!==void 0||ns.color!==void 0)&&Ht.update(z,X,bn),(Sn||Rt.receiveShadow!==z.receiveShadow)&&(Rt.receiveShadow=z.receiveShadow,Pe.setValue(V,"receiveShadow",z.receiveShadow)),Z.isMeshGouraudMaterial&&Z.envMap!==null&&(Vn.envMap.value=Dt,Vn.flipEnvMap.value=Dt.isCubeTexture&&Dt.isRenderTargetTexture===!1?-1:1),Z.isMeshStandardMaterial&&Z.envMap===null&&F.environment!==null&&(Vn.envMapIntensity.value=F.environmentIntensity),Sn&&(Pe.setValue(V,"toneMappingExposure",b.toneMappingExposure),Rt.needsLights&&ua(Vn,Rs),ft&&Z.fog===!0&&gt.refreshFogUniforms(Vn,ft),gt.refreshMaterialUniforms(Vn,Z,Q,tt,p.state.transmissionRenderTarget[w.id]),oo.upload(V,bi(Rt),Vn,R)),Z.isShaderMaterial&&Z.uniformsNeedUpdate===!0&&(oo.upload(V,bi(Rt),Vn,R),Z.uniformsNeedUpdate=!1),Z.isSpriteMaterial&&Pe.setValue(V,"center",z.center),Pe.setValue(V,"modelViewMatrix",z.modelViewMatrix),Pe.setValue(V,"normalMatrix",z.normalMatrix),Pe.setValue(V,"modelMatrix",z.matrixWorld),Z.isShaderMaterial||Z.isRawShaderMaterial){let Un=Z.uniformsGroups;for(let ci=0,Qn=Un.length;ci<Qn;ci++){let Ps=Un[ci];O.update(Ps,bn),O.bind(Ps,bn)}}return bn}function ua(w,F){w.ambientLightColor.needsUpdate=F,w.lightProbe.needsUpdate=F,w.directionalLights.needsUpdate=F,w.directionalLightShadows.needsUpdate=F,w.pointLights.needsUpdate=F,w.pointLightShadows.needsUpdate=F,w.spotLights.needsUpdate=F,w.spotLightShadows.needsUpdate=F,w.rectAreaLights.needsUpdate=F,w.hemisphereLights.needsUpdate=F}function Si(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return D},this.getActiveMipmapLevel=function(){return I},this.getRenderTarget=function(){return U},this.setRenderTargetTextures=function(w,F,X){Bt.get(w.texture).__webglTexture=F,Bt.get(w.depthTexture).__webglTexture=X;let Z=Bt.get(w);Z.__hasExternalTextures=!0,Z.__autoAllocateDepthBuffer=X===void 0,Z.__autoAllocateDepthBuffer||se.has("WEBGL_multisampled_render_to_texture")===!0&&(console.warn("THREE.WebGLRenderer: Render-to-texture extension was disabled because an external texture was provided"),Z.__useRenderToTexture=!1)},this.setRenderTargetFramebuffer=function(w,F){let X=Bt.get(w);X.__webglFramebuffer=F,X.__useDefaultFramebuffer=F===void 0},this.setRenderTarget=function(w,F=0,X=0){U=w,D=F,I=X;let Z=!0,z=null,ft=!1,Mt=!1;if(w){let Dt=Bt.get(w);if(Dt.__useDefaultFramebuffer!==void 0)Ut.bindFramebuffer(V.FRAMEBUFFER,null),Z=!1;else if(Dt.__webglFramebuffer===void 0)R.setupRenderTarget(w);else if(Dt.__hasExternalTextures)R.rebindTextures(w,Bt.get(w.texture).__webglTexture,Bt.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let Ft=w.depthTexture;if(Dt.__boundDepthTexture!==Ft){if(Ft!==null&&Bt.has(Ft)&&(w.width!==Ft.image.width||w.height!==Ft.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");R.setupDepthRenderbuffer(w)}}let $t=w.texture;($t.isData3DTexture||$t.isDataArrayTexture||$t.isCompressedArrayTexture)&&(Mt=!0);let Zt=Bt.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(Zt[F])?z=Zt[F][X]:z=Zt[F],ft=!0):w.samples>0&&R.useMultisampledRTT(w)===!1?z=Bt.get(w).__webglMultisampledFramebuffer:Array.isArray(Zt)?z=Zt[X]:z=Zt,C.copy(w.viewport),W.copy(w.scissor),G=w.scissorTest}else C.copy(mt).multiplyScalar(Q).floor(),W.copy(dt).multiplyScalar(Q).floor(),G=Xt;if(Ut.bindFramebuffer(V.FRAMEBUFFER,z)&&Z&&Ut.drawBuffers(w,z),Ut.viewport(C),Ut.scissor(W),Ut.setScissorTest(G),ft){let Dt=Bt.get(w.texture);V.framebufferTexture2D(V.FRAMEBUFFER,V.COLOR_ATTACHMENT0,V.TEXTURE_CUBE_MAP_POSITIVE_X+F,Dt.__webglTexture,X)}else if(Mt){let Dt=Bt.get(w.texture),$t=F||0;V.framebufferTextureLayer(V.FRAMEBUFFER,V.COLOR_ATTACHMENT0,Dt.__webglTexture,X||0,$t)}E=-1},this.readRenderTargetPixels=function(w,F,X,Z,z,ft,Mt){if(!(w&&w.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ot=Bt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Mt!==void 0&&(Ot=Ot[Mt]),Ot){Ut.bindFramebuffer(V.FRAMEBUFFER,Ot);try{let Dt=w.texture,$t=Dt.format,Zt=Dt.type;if(!jt.textureFormatReadable($t)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!jt.textureTypeReadable(Zt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}F>=0&&F<=w.width-Z&&X>=0&&X<=w.height-z&&V.readPixels(F,X,Z,z,Yt.convert($t),Yt.convert(Zt),ft)}finally{let Dt=U!==null?Bt.get(U).__webglFramebuffer:null;Ut.bindFramebuffer(V.FRAMEBUFFER,Dt)}}},this.readRenderTargetPixelsAsync=async function(w,F,X,Z,z,ft,Mt){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ot=Bt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Mt!==void 0&&(Ot=Ot[Mt]),Ot){let Dt=w.texture,$t=Dt.format,Zt=Dt.type;if(!jt.textureFormatReadable($t))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!jt.textureTypeReadable(Zt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");if(F>=0&&F<=w.width-Z&&X>=0&&X<=w.height-z){Ut.bindFramebuffer(V.FRAMEBUFFER,Ot);let Ft=V.createBuffer();V.bindBuffer(V.PIXEL_PACK_BUFFER,Ft),V.bufferData(V.PIXEL_PACK_BUFFER,ft.byteLength,V.STREAM_READ),V.readPixels(F,X,Z,z,Yt.convert($t),Yt.convert(Zt),0);let he=U!==null?Bt.get(U).__webglFramebuffer:null;Ut.bindFramebuffer(V.FRAMEBUFFER,he);let Me=V.fenceSync(V.SYNC_GPU_COMMANDS_COMPLETE,0);return V.flush(),await gM(V,Me,4),V.bindBuffer(V.PIXEL_PACK_BUFFER,Ft),V.getBufferSubData(V.PIXEL_PACK_BUFFER,0,ft),V.deleteBuffer(Ft),V.deleteSync(Me),ft}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")}},this.copyFramebufferToTexture=function(w,F=null,X=0){w.isTexture!==!0&&(Ko("WebGLRenderer: copyFramebufferToTexture function signature has changed."),F=arguments[0]||null,w=arguments[1]);let Z=Math.pow(2,-X),z=Math.floor(w.image.width*Z),ft=Math.floor(w.image.height*Z),Mt=F!==null?F.x:0,Ot=F!==null?F.y:0;R.setTexture2D(w,0),V.copyTexSubImage2D(V.TEXTURE_2D,X,0,0,Mt,Ot,z,ft),Ut.unbindTexture()},this.copyTextureToTexture=function(w,F,X=null,Z=null,z=0){w.isTexture!==!0&&(Ko("WebGLRenderer: copyTextureToTexture function signature has changed."),Z=arguments[0]||null,w=arguments[1],F=arguments[2],z=arguments[3]||0,X=null);let ft,Mt,Ot,Dt,$t,Zt,Ft,he,Me,Se=w.isCompressedTexture?w.mipmaps[z]:w.image;X!==null?(ft=X.max.x-X.min.x,Mt=X.max.y-X.min.y,Ot=X.isBox3?X.max.z-X.min.z:1,Dt=X.min.x,$t=X.min.y,Zt=X.isBox3?X.min.z:0):(ft=Se.width,Mt=Se.height,Ot=Se.depth||1,Dt=0,$t=0,Zt=0),Z!==null?(Ft=Z.x,he=Z.y,Me=Z.z):(Ft=0,he=0,Me=0);let on=Yt.convert(F.format),pe=Yt.convert(F.type),Rt;F.isData3DTexture?(R.setTexture3D(F,0),Rt=V.TEXTURE_3D):F.isDataArrayTexture||F.isCompressedArrayTexture?(R.setTexture2DArray(F,0),Rt=V.TEXTURE_2D_ARRAY):(R.setTexture2D(F,0),Rt=V.TEXTURE_2D),V.pixelStorei(V.UNPACK_FLIP_Y_WEBGL,F.flipY),V.pixelStorei(V.UNPACK_PREMULTIPLY_ALPHA_WEBGL,F.premultiplyAlpha),V.pixelStorei(V.UNPACK_ALIGNMENT,F.unpackAlignment);let jn=V.getParameter(V.UNPACK_ROW_LENGTH),me=V.getParameter(V.UNPACK_IMAGE_HEIGHT),bn=V.getParameter(V.UNPACK_SKIP_PIXELS),Oi=V.getParameter(V.UNPACK_SKIP_ROWS),Sn=V.getParameter(V.UNPACK_SKIP_IMAGES);V.pixelStorei(V.UNPACK_ROW_LENGTH,Se.width),V.pixelStorei(V.UNPACK_IMAGE_HEIGHT,Se.height),V.pixelStorei(V.UNPACK_SKIP_PIXELS,Dt),V.pixelStorei(V.UNPACK_SKIP_ROWS,$t),V.pixelStorei(V.UNPACK_SKIP_IMAGES,Zt);let Rs=w.isDataArrayTexture||w.isData3DTexture,Pe=F.isDataArrayTexture||F.isData3DTexture;if(w.isRenderTargetTexture||w.isDepthTexture){let Vn=Bt.get(w),ns=Bt.get(F),Un=Bt.get(Vn.__renderTarget),ci=Bt.get(ns.__renderTarget);Ut.bindFramebuffer(V.READ_FRAMEBUFFER,Un.__webglFramebuffer),Ut.bindFramebuffer(V.DRAW_FRAMEBUFFER,ci.__webglFramebuffer);for(let Qn=0;Qn<Ot;Qn++)Rs&&V.framebufferTextureLayer(V.READ_FRAMEBUFFER,V.COLOR_ATTACHMENT0,Bt.get(w).__webglTexture,z,Zt+Qn),w.isDepthTexture?(Pe&&V.framebufferTextureLayer(V.DRAW_FRAMEBUFFER,V.COLOR_ATTACHMENT0,Bt.get(F).__webglTexture,z,Me+Qn),V.blitFramebuffer(Dt,$t,ft,Mt,Ft,he,ft,Mt,V.DEPTH_BUFFER_BIT,V.NEAREST)):Pe?V.copyTexSubImage3D(Rt,z,Ft,he,Me+Qn,Dt,$t,ft,Mt):V.copyTexSubImage2D(Rt,z,Ft,he,Me+Qn,Dt,$t,ft,Mt);Ut.bindFramebuffer(V.READ_FRAMEBUFFER,null),Ut.bindFramebuffer(V.DRAW_FRAMEBUFFER,null)}else Pe?w.isDataTexture||w.isData3DTexture?V.texSubImage3D(Rt,z,Ft,he,Me,ft,Mt,Ot,on,pe,Se.data):F.isCompressedArrayTexture?V.compressedTexSubImage3D(Rt,z,Ft,he,Me,ft,Mt,Ot,on,Se.data):V.texSubImage3D(Rt,z,Ft,he,Me,ft,Mt,Ot,on,pe,Se):w.isDataTexture?V.texSubImage2D(V.TEXTURE_2D,z,Ft,he,ft,Mt,on,pe,Se.data):w.isCompressedTexture?V.compressedTexSubImage2D(V.TEXTURE_2D,z,Ft,he,Se.width,Se.height,on,Se.data):V.texSubImage2D(V.TEXTURE_2D,z,Ft,he,ft,Mt,on,pe,Se);V.pixelStorei(V.UNPACK_ROW_LENGTH,jn),V.pixelStorei(V.UNPACK_IMAGE_HEIGHT,me),V.pixelStorei(V.UNPACK_SKIP_PIXELS,bn),V.pixelStorei(V.UNPACK_SKIP_ROWS,Oi),V.pixelStorei(V.UNPACK_SKIP_IMAGES,Sn),z===0&&F.generateMipmaps&&V.generateMipmap(Rt),Ut.unbindTexture()},this.copyTextureToTexture3D=function(w,F,X=null,Z=null,z=0){return w.isTexture!==!0&&(Ko("WebGLRenderer: copyTextureToTexture3D function signature has changed."),X=arguments[0]||null,Z=arguments[1]||null,w=arguments[2],F=arguments[3],z=arguments[4]||0),Ko('WebGLRenderer: copyTextureToTexture3D function has been deprecated. Use "copyTextureToTexture" instead.'),this.copyTextureToTexture(w,F,X,Z,z)},this.initRenderTarget=function(w){Bt.get(w).__webglFramebuffer===void 0&&R.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?R.setTextureCube(w,0):w.isData3DTexture?R.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?R.setTexture2DArray(w,0):R.setTexture2D(w,0),Ut.unbindTexture()},this.resetState=function(){D=0,I=0,U=null,Ut.reset(),xe.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ki}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorspace=ge._getDrawingBufferColorSpace(t),e.unpackColorSpace=ge._getUnpackColorSpace()}};var Ol=class extends Mn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ii,this.environmentIntensity=1,this.environmentRotation=new Ii,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),t.background!==null&&(this.background=t.background.clone()),t.environment!==null&&(this.environment=t.environment.clone()),t.fog!==null&&(this.fog=t.fog.clone()),this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),t.overrideMaterial!==null&&(this.overrideMaterial=t.overrideMaterial.clone()),this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(e.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(e.object.backgroundIntensity=this.backgroundIntensity),e.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(e.object.environmentIntensity=this.environmentIntensity),e.object.environmentRotation=this.environmentRotation.toArray(),e}};var Xu=class extends Jn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Zn,h=Zn,f,u){super(null,o,a,l,c,h,s,r,f,u),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Fl=class extends dn{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Qr=new Ce,Sg=new Ce,fl=[],wg=new li,fE=new Ce,Yo=new Dn,Zo=new ws,mo=class extends Dn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Fl(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,fE)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new li),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Qr),wg.copy(t.boundingBox).applyMatrix4(Qr),this.boundingBox.union(wg)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new ws),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Qr),Zo.copy(t.boundingSphere).applyMatrix4(Qr),this.boundingSphere.union(Zo)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),t.morphTexture!==null&&(this.morphTexture=t.morphTexture.clone()),t.instanceColor!==null&&(this.instanceColor=t.instanceColor.clone()),this.count=t.count,t.boundingBox!==null&&(this.boundingBox=t.boundingBox.clone()),t.boundingSphere!==null&&(this.boundingSphere=t.boundingSphere.clone()),this}getColorAt(t,e){e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Yo.geometry=this.geometry,Yo.material=this.material,Yo.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Zo.copy(this.boundingSphere),Zo.applyMatrix4(n),t.ray.intersectsSphere(Zo)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Qr),Sg.multiplyMatrices(n,Qr),Yo.matrixWorld=Sg,Yo.raycast(t,fl);for(let o=0,a=fl.length;o<a;o++){let l=fl[o];l.instanceId=r,l.object=this,e.push(l)}fl.length=0}}setColorAt(t,e){this.instanceColor===null&&(this.instanceColor=new Fl(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3)}setMatrixAt(t,e){e.toArray(this.instanceMatrix.array,t*16)}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Xu(new Float32Array(s*this.count),s,this.count,ff,Pi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;r[l]=a,r.set(n,l+1)}updateMorphTargets(){}dispose(){return this.dispatchEvent({type:"dispose"}),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null),this}};var ra=class extends Es{static get type(){return"LineBasicMaterial"}constructor(t){super(),this.isLineBasicMaterial=!0,this.color=new ce(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Bl=new H,kl=new H,Eg=new Ce,Jo=new fo,dl=new ws,Vh=new H,Tg=new H,$u=class extends Mn{constructor(t=new Nn,e=new ra){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)Bl.fromBufferAttribute(e,s-1),kl.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=Bl.distanceTo(kl);t.setAttribute("lineDistance",new kn(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),dl.copy(n.boundingSphere),dl.applyMatrix4(s),dl.radius+=r,t.ray.intersectsSphere(dl)===!1)return;Eg.copy(s).invert(),Jo.copy(t.ray).applyMatrix4(Eg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,u=n.attributes.position;if(h!==null){let d=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let x=d,m=g-1;x<m;x+=c){let p=h.getX(x),T=h.getX(x+1),S=pl(this,t,Jo,l,p,T);S&&e.push(S)}if(this.isLineLoop){let x=h.getX(g-1),m=h.getX(d),p=pl(this,t,Jo,l,x,m);p&&e.push(p)}}else{let d=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let x=d,m=g-1;x<m;x+=c){let p=pl(this,t,Jo,l,x,x+1);p&&e.push(p)}if(this.isLineLoop){let x=pl(this,t,Jo,l,g-1,d);x&&e.push(x)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function pl(i,t,e,n,s,r){let o=i.geometry.attributes.position;if(Bl.fromBufferAttribute(o,s),kl.fromBufferAttribute(o,r),e.distanceSqToSegment(Bl,kl,Vh,Tg)>n)return;Vh.applyMatrix4(i.matrixWorld);let l=t.ray.origin.distanceTo(Vh);if(!(l<t.near||l>t.far))return{distance:l,point:Tg.clone().applyMatrix4(i.matrixWorld),index:s,face:null,faceIndex:null,barycoord:null,object:i}}var Ag=new H,Cg=new H,zl=class extends $u{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)Ag.fromBufferAttribute(e,s),Cg.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Ag.distanceTo(Cg);t.setAttribute("lineDistance",new kn(n,1))}else console.warn("THREE.LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var qu=class i extends Nn{constructor(t=[],e=[],n=1,s=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:t,indices:e,radius:n,detail:s};let r=[],o=[];a(s),c(n),h(),this.setAttribute("position",new kn(r,3)),this.setAttribute("normal",new kn(r.slice(),3)),this.setAttribute("uv",new kn(o,2)),s===0?this.computeVertexNormals():this.normalizeNormals();function a(T){let S=new H,b=new H,N=new H;for(let D=0;D<e.length;D+=3)d(e[D+0],S),d(e[D+1],b),d(e[D+2],N),l(S,b,N,T)}function l(T,S,b,N){let D=N+1,I=[];for(let U=0;U<=D;U++){I[U]=[];let E=T.clone().lerp(b,U/D),v=S.clone().lerp(b,U/D),C=D-U;for(let W=0;W<=C;W++)W===0&&U===D?I[U][W]=E:I[U][W]=E.clone().lerp(v,W/C)}for(let U=0;U<D;U++)for(let E=0;E<2*(D-U)-1;E++){let v=Math.floor(E/2);E%2===0?(u(I[U][v+1]),u(I[U+1][v]),u(I[U][v])):(u(I[U][v+1]),u(I[U+1][v+1]),u(I[U+1][v]))}}function c(T){let S=new H;for(let b=0;b<r.length;b+=3)S.x=r[b+0],S.y=r[b+1],S.z=r[b+2],S.normalize().multiplyScalar(T),r[b+0]=S.x,r[b+1]=S.y,r[b+2]=S.z}function h(){let T=new H;for(let S=0;S<r.length;S+=3){T.x=r[S+0],T.y=r[S+1],T.z=r[S+2];let b=m(T)/2/Math.PI+.5,N=p(T)/Math.PI+.5;o.push(b,1-N)}g(),f()}function f(){for(let T=0;T<o.length;T+=6){let S=o[T+0],b=o[T+2],N=o[T+4],D=Math.max(S,b,N),I=Math.min(S,b,N);D>.9&&I<.1&&(S<.2&&(o[T+0]+=1),b<.2&&(o[T+2]+=1),N<.2&&(o[T+4]+=1))}}function u(T){r.push(T.x,T.y,T.z)}function d(T,S){let b=T*3;S.x=t[b+0],S.y=t[b+1],S.z=t[b+2]}function g(){let T=new H,S=new H,b=new H,N=new H,D=new Kt,I=new Kt,U=new Kt;for(let E=0,v=0;E<r.length;E+=9,v+=6){T.set(r[E+0],r[E+1],r[E+2]),S.set(r[E+3],r[E+4],r[E+5]),b.set(r[E+6],r[E+7],r[E+8]),D.set(o[v+0],o[v+1]),I.set(o[v+2],o[v+3]),U.set(o[v+4],o[v+5]),N.copy(T).add(S).add(b).divideScalar(3);let C=m(N);x(D,v+0,T,C),x(I,v+2,S,C),x(U,v+4,b,C)}}function x(T,S,b,N){N<0&&T.x===1&&(o[S]=T.x-1),b.x===0&&b.z===0&&(o[S]=N/2/Math.PI+.5)}function m(T){return Math.atan2(T.z,-T.x)}function p(T){return Math.atan2(-T.y,Math.sqrt(T.x*T.x+T.z*T.z))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.vertices,t.indices,t.radius,t.details)}};var Vl=class i extends qu{constructor(t=1,e=0){let n=(1+Math.sqrt(5))/2,s=[-1,n,0,1,n,0,-1,-n,0,1,-n,0,0,-1,n,0,1,n,0,-1,-n,0,1,-n,n,0,-1,n,0,1,-n,0,-1,-n,0,1],r=[0,11,5,0,5,1,0,1,7,0,7,10,0,10,11,1,5,9,5,11,4,11,10,2,10,7,6,7,1,8,3,9,4,3,4,2,3,2,6,3,6,8,3,8,9,4,9,5,2,4,11,6,2,10,8,6,7,9,8,1];super(s,r,t,e),this.type="IcosahedronGeometry",this.parameters={radius:t,detail:e}}static fromJSON(t){return new i(t.radius,t.detail)}};var go=class extends Es{static get type(){return"MeshLambertMaterial"}constructor(t){super(),this.isMeshLambertMaterial=!0,this.color=new ce(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ce(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Hg,this.normalScale=new Kt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ii,this.combine=lf,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};function ml(i,t,e){return!i||!e&&i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function dE(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}var _o=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("call to abstract method")}intervalChanged_(){}},Yu=class extends _o{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Tm,endingEnd:Tm}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Am:r=t,a=2*e-n;break;case Cm:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Am:o=t,l=2*n-e;break;case Cm:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,f=this._offsetNext,u=this._weightPrev,d=this._weightNext,g=(n-e)/(s-e),x=g*g,m=x*g,p=-u*m+2*u*x-u*g,T=(1+u)*m+(-1.5-2*u)*x+(-.5+u)*g+1,S=(-1-d)*m+(1.5+d)*x+.5*g,b=d*m-d*x;for(let N=0;N!==a;++N)r[N]=p*o[h+N]+T*o[c+N]+S*o[l+N]+b*o[f+N];return r}},Zu=class extends _o{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),f=1-h;for(let u=0;u!==a;++u)r[u]=o[c+u]*f+o[l+u]*h;return r}},Ju=class extends _o{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},vi=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=ml(e,this.TimeBufferType),this.values=ml(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:ml(t.times,Array),values:ml(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s)}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new Ju(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Zu(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Yu(this.times,this.values,this.getValueSize(),t)}setInterpolation(t){let e;switch(t){case Ml:e=this.InterpolantFactoryMethodDiscrete;break;case Cu:e=this.InterpolantFactoryMethodLinear;break;case ph:e=this.InterpolantFactoryMethodSmooth;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return console.warn("THREE.KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ml;case this.InterpolantFactoryMethodLinear:return Cu;case this.InterpolantFactoryMethodSmooth:return ph}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(console.error("THREE.KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(console.error("THREE.KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){console.error("THREE.KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){console.error("THREE.KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&dE(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){console.error("THREE.KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===ph,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let f=a*n,u=f-n,d=f+n;for(let g=0;g!==n;++g){let x=e[f+g];if(x!==e[u+g]||x!==e[d+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let f=a*n,u=o*n;for(let d=0;d!==n;++d)e[u+d]=e[f+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,s}};vi.prototype.TimeBufferType=Float32Array;vi.prototype.ValueBufferType=Float32Array;vi.prototype.DefaultInterpolation=Cu;var or=class extends vi{constructor(t,e,n){super(t,e,n)}};or.prototype.ValueTypeName="bool";or.prototype.ValueBufferType=Array;or.prototype.DefaultInterpolation=Ml;or.prototype.InterpolantFactoryMethodLinear=void 0;or.prototype.InterpolantFactoryMethodSmooth=void 0;var Ku=class extends vi{};Ku.prototype.ValueTypeName="color";var ju=class extends vi{};ju.prototype.ValueTypeName="number";var Qu=class extends _o{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Kn.slerpFlat(r,0,o,c-a,o,c,l);return r}},Hl=class extends vi{InterpolantFactoryMethodLinear(t){return new Qu(this.times,this.values,this.getValueSize(),t)}};Hl.prototype.ValueTypeName="quaternion";Hl.prototype.InterpolantFactoryMethodSmooth=void 0;var ar=class extends vi{constructor(t,e,n){super(t,e,n)}};ar.prototype.ValueTypeName="string";ar.prototype.ValueBufferType=Array;ar.prototype.DefaultInterpolation=Ml;ar.prototype.InterpolantFactoryMethodLinear=void 0;ar.prototype.InterpolantFactoryMethodSmooth=void 0;var tf=class extends vi{};tf.prototype.ValueTypeName="vector";var ef=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,f){return c.push(h,f),this},this.removeHandler=function(h){let f=c.indexOf(h);return f!==-1&&c.splice(f,2),this},this.getHandler=function(h){for(let f=0,u=c.length;f<u;f+=2){let d=c[f],g=c[f+1];if(d.global&&(d.lastIndex=0),d.test(h))return g}return null}}},pE=new ef,nf=class{constructor(t){this.manager=t!==void 0?t:pE,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={}}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}};nf.DEFAULT_MATERIAL_NAME="__DEFAULT";var oa=class extends Mn{constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new ce(t),this.intensity=e}dispose(){}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,this.groundColor!==void 0&&(e.object.groundColor=this.groundColor.getHex()),this.distance!==void 0&&(e.object.distance=this.distance),this.angle!==void 0&&(e.object.angle=this.angle),this.decay!==void 0&&(e.object.decay=this.decay),this.penumbra!==void 0&&(e.object.penumbra=this.penumbra),this.shadow!==void 0&&(e.object.shadow=this.shadow.toJSON()),this.target!==void 0&&(e.object.target=this.target.uuid),e}},Gl=class extends oa{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Mn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ce(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}},Hh=new Ce,Rg=new H,Pg=new H,sf=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Kt(512,512),this.map=null,this.mapPass=null,this.matrix=new Ce,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new sa,this._frameExtents=new Kt(1,1),this._viewportCount=1,this._viewports=[new Ge(0,0,1,1)]}getViewportCount(){return this._viewportCount}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera,n=this.matrix;Rg.setFromMatrixPosition(t.matrixWorld),e.position.copy(Rg),Pg.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Pg),e.updateMatrixWorld(),Hh.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),this._frustum.setFromProjectionMatrix(Hh),n.set(.5,0,0,.5,0,.5,0,.5,0,0,.5,.5,0,0,0,1),n.multiply(Hh)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.mapSize.copy(t.mapSize),this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return this.intensity!==1&&(t.intensity=this.intensity),this.bias!==0&&(t.bias=this.bias),this.normalBias!==0&&(t.normalBias=this.normalBias),this.radius!==1&&(t.radius=this.radius),(this.mapSize.x!==512||this.mapSize.y!==512)&&(t.mapSize=this.mapSize.toArray()),t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}};var rf=class extends sf{constructor(){super(new Ll(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Wl=class extends oa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Mn.DEFAULT_UP),this.updateMatrix(),this.target=new Mn,this.shadow=new rf}dispose(){this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}},Xl=class extends oa{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var xf="\\[\\]\\.:\\/",mE=new RegExp("["+xf+"]","g"),yf="[^"+xf+"]",gE="[^"+xf.replace("\\.","")+"]",_E=/((?:WC+[\/:])*)/.source.replace("WC",yf),xE=/(WCOD+)?/.source.replace("WCOD",gE),yE=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",yf),vE=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",yf),ME=new RegExp("^"+_E+xE+yE+vE+"$"),bE=["material","materials","bones","map"],of=class{constructor(t,e,n){let s=n||Ve.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},Ve=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(mE,"")}static parseTrackName(t){let e=ME.exec(t);if(e===null)throw new Error("PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);bE.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){console.warn("THREE.PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){console.error("THREE.PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){console.error("THREE.PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){console.error("THREE.PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){console.error("THREE.PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){console.error("THREE.PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;console.error("THREE.PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.needsUpdate!==void 0?a=this.Versioning.NeedsUpdate:t.matrixWorldNeedsUpdate!==void 0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Ve.Composite=of;Ve.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Ve.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Ve.prototype.GetterByBindingType=[Ve.prototype._getValue_direct,Ve.prototype._getValue_array,Ve.prototype._getValue_arrayElement,Ve.prototype._getValue_toArray];Ve.prototype.SetterByBindingTypeAndVersioning=[[Ve.prototype._setValue_direct,Ve.prototype._setValue_direct_setNeedsUpdate,Ve.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Ve.prototype._setValue_array,Ve.prototype._setValue_array_setNeedsUpdate,Ve.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Ve.prototype._setValue_arrayElement,Ve.prototype._setValue_arrayElement_setNeedsUpdate,Ve.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Ve.prototype._setValue_fromArray,Ve.prototype._setValue_fromArray_setNeedsUpdate,Ve.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var FA=new Float32Array(1);var aa=class{constructor(t=1,e=0,n=0){return this.radius=t,this.phi=e,this.theta=n,this}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=Math.max(1e-6,Math.min(Math.PI-1e-6,this.phi)),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(vn(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var $l=class extends ts{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(){}disconnect(){}dispose(){}update(){}};typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:af}}));typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__=af);var t0={type:"change"},Mf={type:"start"},n0={type:"end"},Jl=new fo,e0=new xi,SE=Math.cos(70*Xg.DEG2RAD),sn=new H,zn=2*Math.PI,Re={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},vf=1e-6,Kl=class extends $l{constructor(t,e=null){super(t,e),this.state=Re.NONE,this.enabled=!0,this.target=new H,this.cursor=new H,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:lr.ROTATE,MIDDLE:lr.DOLLY,RIGHT:lr.PAN},this.touches={ONE:cr.ROTATE,TWO:cr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._domElementKeyEvents=null,this._lastPosition=new H,this._lastQuaternion=new Kn,this._lastTargetPosition=new H,this._quat=new Kn().setFromUnitVectors(t.up,new H(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new aa,this._sphericalDelta=new aa,this._scale=1,this._panOffset=new H,this._rotateStart=new Kt,this._rotateEnd=new Kt,this._rotateDelta=new Kt,this._panStart=new Kt,this._panEnd=new Kt,this._panDelta=new Kt,this._dollyStart=new Kt,this._dollyEnd=new Kt,this._dollyDelta=new Kt,this._dollyDirection=new H,this._mouse=new Kt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=EE.bind(this),this._onPointerDown=wE.bind(this),this._onPointerUp=TE.bind(this),this._onContextMenu=DE.bind(this),this._onMouseWheel=RE.bind(this),this._onKeyDown=PE.bind(this),this._onTouchStart=IE.bind(this),this._onTouchMove=LE.bind(this),this._onMouseDown=AE.bind(this),this._onMouseMove=CE.bind(this),this._interceptControlDown=NE.bind(this),this._interceptControlUp=UE.bind(this),this.domElement!==null&&this.connect(),this.update()}connect(){this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.getRootNode().addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.getRootNode().removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.style.touchAction="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(t0),this.update(),this.state=Re.NONE}update(t=null){let e=this.object.position;sn.copy(e).sub(this.target),sn.applyQuaternion(this._quat),this._spherical.setFromVector3(sn),this.autoRotate&&this.state===Re.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=zn:n>Math.PI&&(n-=zn),s<-Math.PI?s+=zn:s>Math.PI&&(s-=zn),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(sn.setFromSpherical(this._spherical),sn.applyQuaternion(this._quatInverse),e.copy(this.target).add(sn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=sn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new H(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new H(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=sn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Jl.origin.copy(this.object.position),Jl.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Jl.direction))<SE?this.object.lookAt(this.target):(e0.setFromNormalAndCoplanarPoint(this.object.up,this.target),Jl.intersectPlane(e0,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>vf||8*(1-this._lastQuaternion.dot(this.object.quaternion))>vf||this._lastTargetPosition.distanceToSquared(this.target)>vf?(this.dispatchEvent(t0),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?zn/60*this.autoRotateSpeed*t:zn/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){sn.setFromMatrixColumn(e,0),sn.multiplyScalar(-t),this._panOffset.add(sn)}_panUp(t,e){this.screenSpacePanning===!0?sn.setFromMatrixColumn(e,1):(sn.setFromMatrixColumn(e,0),sn.crossVectors(this.object.up,sn)),sn.multiplyScalar(t),this._panOffset.add(sn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;sn.copy(s).sub(this.target);let r=sn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientX),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(zn*this._rotateDelta.x/e.clientHeight),this._rotateUp(zn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateUp(zn*this.rotateSpeed/this.domElement.clientHeight):this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateUp(-zn*this.rotateSpeed/this.domElement.clientHeight):this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateLeft(zn*this.rotateSpeed/this.domElement.clientHeight):this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateLeft(-zn*this.rotateSpeed/this.domElement.clientHeight):this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(zn*this._rotateDelta.x/e.clientHeight),this._rotateUp(zn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new Kt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function wE(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.addEventListener("pointermove",this._onPointerMove),this.domElement.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i)))}function EE(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function TE(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(n0),this.state=Re.NONE;break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function AE(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case lr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Re.DOLLY;break;case lr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Re.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Re.ROTATE}break;case lr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Re.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Re.PAN}break;default:this.state=Re.NONE}this.state!==Re.NONE&&this.dispatchEvent(Mf)}function CE(i){switch(this.state){case Re.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Re.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Re.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function RE(i){this.enabled===!1||this.enableZoom===!1||this.state!==Re.NONE||(i.preventDefault(),this.dispatchEvent(Mf),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(n0))}function PE(i){this.enabled===!1||this.enablePan===!1||this._handleKeyDown(i)}function IE(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case cr.ROTATE:if(this.enableRotate===!1)return;this._handleTouchStartRotate(i),this.state=Re.TOUCH_ROTATE;break;case cr.PAN:if(this.enablePan===!1)return;this._handleTouchStartPan(i),this.state=Re.TOUCH_PAN;break;default:this.state=Re.NONE}break;case 2:switch(this.touches.TWO){case cr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Re.TOUCH_DOLLY_PAN;break;case cr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Re.TOUCH_DOLLY_ROTATE;break;default:this.state=Re.NONE}break;default:this.state=Re.NONE}this.state!==Re.NONE&&this.dispatchEvent(Mf)}function LE(i){switch(this._trackPointer(i),this.state){case Re.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Re.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Re.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Re.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Re.NONE}}function DE(i){this.enabled!==!1&&i.preventDefault()}function NE(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.getRootNode().addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function UE(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.getRootNode().removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var OE=[96,64,48,36,28,22,17,13,10,8];function i0({positions:i,indices:t},e){let n={positions:i,indices:t};for(let s of OE){if(n.indices.length/3<=e)break;let r=FE(i,t,s);r.indices.length>0&&(n=r)}return n}function FE(i,t,e){let{of:n,sums:s}=BE(i,e),r=[],o=new Set,a=s.length/4;for(let c=0;c+2<t.length;c+=3){let h=[n[t[c]],n[t[c+1]],n[t[c+2]]],[f,u,d]=h.slice().sort((x,m)=>x-m);if(f===u||u===d)continue;let g=(f*a+u)*a+d;o.has(g)||(o.add(g),r.push(...h))}let l=new Float32Array(a*3);for(let c=0;c<a*3;c+=1){let h=Math.floor(c/3);l[c]=s[h*4+c%3]/s[h*4+3]}return{positions:l,indices:Uint32Array.from(r)}}function BE(i,t){let[e,n]=[[1/0,1/0,1/0],[-1/0,-1/0,-1/0]];for(let l=0;l<i.length;l+=1)e[l%3]=Math.min(e[l%3],i[l]),n[l%3]=Math.max(n[l%3],i[l]);let s=Math.max(...e.map((l,c)=>n[c]-l))/t||1,[r,o,a]=[new Map,[],[]];for(let l=0;l+2<i.length;l+=3){let c=[i[l],i[l+1],i[l+2]],[h,f,u]=c.map((x,m)=>Math.floor((x-e[m])/s)),d=(h*(t+1)+f)*(t+1)+u;r.has(d)||(r.set(d,r.size),a.push(0,0,0,0));let g=r.get(d);o.push(g),c.forEach((x,m)=>a[g*4+m]+=x),a[g*4+3]+=1}return{of:o,sums:a}}var s0=2e4,jl=class{constructor(t){this.object=t,this.object.frustumCulled=!1,this.array=new Float32Array(3*1024),this.length=0,this.attach()}attach(){let t=new dn(this.array,3);t.setUsage(Wg),this.object.geometry.dispose(),this.object.geometry=new Nn,this.object.geometry.setAttribute("position",t)}begin(){this.length=0}add([t,e,n]){if(this.length+3>this.array.length){let s=new Float32Array(this.array.length*2);s.set(this.array),this.array=s,this.attach()}this.array[this.length]=t,this.array[this.length+1]=e,this.array[this.length+2]=n,this.length+=3}end(){this.object.geometry.setDrawRange(0,this.length/3),this.object.geometry.attributes.position.needsUpdate=!0,this.object.visible=this.length>0}},Ql=class extends jl{constructor(t,e){let n=new sr({color:e,side:Yn,polygonOffset:!0,polygonOffsetFactor:-2,polygonOffsetUnits:-2});super(new Dn(new Nn,n)),t.add(this.object)}},kE=[0,1,1,3,3,2,2,0,4,5,5,7,7,6,6,4,0,4,1,5,2,6,3,7],Ts=class extends jl{constructor(t,e){super(new zl(new Nn,new ra({color:e}))),t.add(this.object)}setSegments(t){this.begin();for(let e of t)this.add(e);this.end()}setBoxes(t){this.begin();for(let e of t)this.addBox(e);this.end()}setCubes(t){this.begin();let e=Math.min(t.length/4,s0);for(let n=0;n<e;n+=1){let[s,r,o,a]=t.subarray(n*4,n*4+4);this.addBox([s,r,o,s+a,r+a,o+a])}this.end()}addBox(t){for(let e of kE)this.add([t[e&1?3:0],t[e&2?4:1],t[e&4?5:2]])}},tc=class{constructor(t,e,n){Object.assign(this,{stage:t,geometry:e,material:n}),this.grow(64)}grow(t){this.object&&(this.stage.remove(this.object),this.object.dispose()),this.object=new mo(this.geometry,this.material,t),this.object.frustumCulled=!1,this.capacity=t,this.stage.add(this.object)}place(t,e){let n=Math.min(t,s0);n>this.capacity&&this.grow(Math.max(n,2*this.capacity));for(let s=0;s<n;s+=1)this.object.setMatrixAt(s,e(s));this.object.count=n,this.object.visible=n>0,this.object.instanceMatrix.needsUpdate=!0}},r0=new Kn,ec=class{constructor(t,e){let n=new sr({color:e,transparent:!0,opacity:.25,depthWrite:!1});this.solid=new tc(t,new rr(1,1,1),n),this.edges=new Ts(t,e)}set(t){let e=new Ce,[n,s]=[new H,new H];this.solid.place(t.length,r=>{let o=t[r];return n.set((o[0]+o[3])/2,(o[1]+o[4])/2,(o[2]+o[5])/2),s.set(o[3]-o[0]||1e-9,o[4]-o[1]||1e-9,o[5]-o[2]||1e-9),e.compose(n,r0,s)}),this.edges.setBoxes(t)}},nc=class extends tc{constructor(t,e){let n=new go({color:e,transparent:!0,opacity:.35,depthWrite:!1});super(t,new Vl(1,2),n)}set(t){let e=new Ce,[n,s]=[new H,new H];this.place(t.length/4,r=>(n.fromArray(t,r*4),e.compose(n,r0,s.setScalar(t[r*4+3]))))}};var zE=.4,bf=6e4,o0={software:.04,graphics:.3},VE=new Map,HE=new ce,ic=class{constructor(t,e){this.canvas=t,this.scene=e,this.software=GE(),this.renderer=new Ul({canvas:t,antialias:!this.software,alpha:!1}),this.setSharpness(1),this.stage=new Ol,this.camera=new Ln(40,1,.01,1e3),this.camera.up.set(0,0,1),this.controls=new Kl(this.camera,t),this.controls.addEventListener("change",()=>this.request()),this.addLights(),this.addBodies(),this.addLayers(),this.shown={contacts:!0,boxes:!1,regions:!1,octree:!1,spheres:-1,sphereMesh:0,budget:-1},this.setTheme(),this.fit(),this.isTooLarge()&&(this.preparing=setTimeout(()=>this.groups.forEach(n=>this.coarseOf(n))))}isTooLarge(){return this.software&&this.scene.faces>bf}addLights(){let t=new Wl(16777215,1.6);t.position.set(.5,.8,1),this.camera.add(t),this.stage.add(this.camera,new Gl(16777215,7829384,1.3),new Xl(16777215,.3))}addBodies(){let{scene:t}=this;this.groups=[],t.meshes.forEach((e,n)=>{let s=t.bodies.flatMap((r,o)=>r.mesh===n&&!r.deformed?[o]:[]);s.length&&this.addGroup(Sf(e.positions,e.indices),s,!1),t.bodies.forEach((r,o)=>{r.mesh===n&&r.deformed&&this.addGroup(Sf(t.vertices(0,o).slice(),e.indices),[o],!0)})})}addGroup(t,e,n){let s=new go({flatShading:!0,side:Yn}),r=new mo(t,s,e.length);r.frustumCulled=!1,this.stage.add(r),this.groups.push({object:r,bodies:e,deforms:n,full:t,colors:[]})}addLayers(){this.contacts=new Ql(this.stage,Go),this.contained=new Ts(this.stage,Go),this.boxes=new Ts(this.stage,8423568),this.regions=new ec(this.stage,3112912),this.octree=new Ts(this.stage,10120144),this.spheres=new nc(this.stage,4169888),this.certificates=Wi.map(t=>new Ts(this.stage,t))}setTheme(){this.renderer.setClearColor(Ro()?1382428:16054008),this.request()}fit(){let{scene:t}=this,e=new li,n=Math.max(1,Math.floor(t.frames/12));for(let s=0;s<t.frames;s+=n)for(let r=0;r<t.bodies.length;r+=1){let o=t.box(s,r);e.expandByPoint(new H(...o.subarray(0,3))),e.expandByPoint(new H(...o.subarray(3,6)))}this.frameBox(e)}fitContacts(t){let e=this.scene.contacts(t);if(e.length===0)return this.fit();let n=new li;for(let s of e.flatMap(({a:r,b:o})=>[r,o])){let r=this.scene.box(t,s);n.expandByPoint(new H(...r.subarray(0,3))),n.expandByPoint(new H(...r.subarray(3,6)))}return this.frameBox(n)}frameBox(t){let e=t.getCenter(new H),n=Math.max(t.getSize(new H).length()/2,1e-9),s=new H(.55,-.75,.45).normalize(),r=Math.max(this.distanceOf(t,e,s),n*.1);this.camera.near=n/100,this.camera.far=r*20,this.camera.position.copy(e).addScaledVector(s,r),this.camera.updateProjectionMatrix(),this.controls.target.copy(e),this.controls.update(),this.request()}distanceOf(t,e,n){let s=this.camera.up.clone().cross(n).normalize(),r=n.clone().cross(s),o=Math.tan(this.camera.fov*Math.PI/360)*.94,a=o*(this.camera.aspect||1),l=0;for(let c=0;c<8;c+=1){let h=new H(...["x","y","z"].map((g,x)=>(c&1<<x?t.max:t.min)[g])).sub(e),[f,u,d]=[s,r,n].map(g=>Math.abs(h.dot(g))*(g===n?Math.sign(h.dot(g)):1));l=Math.max(l,f/a+d,u/o+d)}return l}orbit(t,e,n=1){let s=this.camera.position.clone().sub(this.controls.target);s.applyAxisAngle(new H(0,0,1),t);let r=s.clone().cross(this.camera.up).normalize(),o=s.clone().applyAxisAngle(r,e);Math.abs(o.clone().normalize().z)<.98&&s.copy(o),this.camera.position.copy(this.controls.target).add(s.multiplyScalar(n)),this.controls.update(),this.request()}draw(t,e=this.shown){this.frame=t,this.shown=e,this.placeBodies(t),this.drawContacts(t,e.contacts);let{scene:n}=this;this.boxes.setBoxes(e.boxes?n.bodies.map((r,o)=>n.box(t,o)):[]),this.regions.set(e.regions?n.regions(t).map(r=>r.region):[]);let s=e.octree?n.cubes(t):null;this.octree.setCubes(s??[]),this.drawSpheres(t,e),this.drawCertificates(t,e.budget),this.request()}placeBodies(t){let{scene:e}=this,n=this.tints(t);for(let{object:s,bodies:r,deforms:o,colors:a}of this.groups){let l=s.instanceMatrix.array,c=!1;r.forEach((h,f)=>{WE(e.poses,(t*e.bodies.length+h)*7,l,f*16);let u=n.get(h)??Br[h%Br.length];a[f]!==u&&(a[f]=u,s.setColorAt(f,HE.set(u)),c=!0),o&&XE(s.geometry,e.vertices(t,h))}),s.instanceMatrix.needsUpdate=!0,c&&(s.instanceColor.needsUpdate=!0)}}tints(t){if(this.shown.budget<0)return VE;let e=new Map,n=s=>[Wi[0],Wi[2],Wi[1]].indexOf(s);for(let[s,r,o]of this.scene.certificates(this.shown.budget,t))if(o!==0)for(let a of[s,r])n(Wi[o])>n(e.get(a))&&e.set(a,Wi[o]);return e}drawContacts(t,e){let{scene:n}=this,s=new Map,r=[];for(let{a:o,b:a,list:l,contained:c}of e?n.contacts(t):[]){c&&r.push(n.box(t,o),n.box(t,a));for(let[h,f]of[[o,0],[a,1]]){s.has(h)||s.set(h,new Set);for(let u=f;u<l.length;u+=2)s.get(h).add(l[u])}}this.contacts.begin();for(let[o,a]of s)this.addFaces(t,o,a);this.contacts.end(),this.contained.setBoxes(r)}addFaces(t,e,n){let{scene:s}=this,r=s.vertices(t,e),{indices:o,faces:a}=s.meshes[s.bodies[e].mesh],l=Sr(s.pose(t,e)),c=[0,0,0];for(let h of n)if(!(h>=a))for(let f=0;f<3;f+=1)l(r,o[h*3+f]*3,c),this.contacts.add(c)}drawSpheres(t,{spheres:e,sphereMesh:n}){let{scene:s}=this,r=e<0?null:s.spheres[n];if(!r)return this.spheres.set([]);let o=r.levels[Math.min(e,r.levels.length-1)],a=[],l=[0,0,0];return s.bodies.forEach((c,h)=>{if(c.mesh!==r.mesh||c.deformed)return;let f=Sr(s.pose(t,h));for(let u=0;u<o.length;u+=4)f(o,u,l),a.push(l[0],l[1],l[2],o[u+3])}),this.spheres.set(a)}drawCertificates(t,e){let{scene:n}=this,s=[[],[],[]];for(let[r,o,a]of e<0?[]:n.certificates(e,t))s[a]?.push(a0(n.box(t,r)),a0(n.box(t,o)));s.forEach((r,o)=>this.certificates[o].setSegments(r))}setSharpness(t){this.sharpness=t,this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)*t),this.camera&&this.resize()}begin(){this.isTooLarge()&&this.setCoarse(!0)}adapt(t){t<=(this.software?o0.software:o0.graphics)||(!this.coarse&&this.scene.faces>bf?this.setCoarse(!0):this.sharpness>zE&&this.setSharpness(this.sharpness*.75))}setCoarse(t){if(t===this.coarse)return;this.coarse=t;for(let n of this.groups)n.object.geometry=t?this.coarseOf(n):n.full;this.contacts.object.material.depthTest=!t;let e=({object:n,bodies:s})=>n.geometry.index.count/3*s.length;this.coarseChanged?.(t?Ma(this.groups.map(e)):null,this.scene.faces),this.request()}coarseOf(t){if(t.deforms)return t.full;if(!t.fewer){let{position:e}=t.full.attributes,n=t.full.index,s=n.count/3*bf/this.scene.faces,r=i0({positions:e.array,indices:n.array},s);t.fewer=Sf(r.positions,r.indices)}return t.fewer}resize(){let{clientWidth:t,clientHeight:e}=this.canvas;t===0||e===0||(this.renderer.setSize(t,e,!1),this.camera.aspect=t/e,this.camera.updateProjectionMatrix(),this.request())}request(){this.pending||(this.pending=requestAnimationFrame(()=>this.now()))}now(){cancelAnimationFrame(this.pending),this.pending=0,this.renderer.render(this.stage,this.camera)}dispose(){cancelAnimationFrame(this.pending),clearTimeout(this.preparing),this.controls.dispose(),this.renderer.dispose(),this.renderer.forceContextLoss()}};function GE(){let i=document.createElement("canvas").getContext("webgl2");if(!i)throw new Error("there is no WebGL 2");let t=i.getExtension("WEBGL_debug_renderer_info"),e=t?i.getParameter(t.UNMASKED_RENDERER_WEBGL):"";return i.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(e)}function a0(i){return[0,1,2].map(t=>(i[t]+i[t+3])/2)}function Sf(i,t){let e=new Nn;return e.setAttribute("position",new dn(i,3)),e.setIndex(new dn(t,1)),e}function WE(i,t,e,n){let[s,r,o,a]=[i[t+3],i[t+4],i[t+5],i[t+6]];e[n]=1-2*(r*r+o*o),e[n+1]=2*(s*r+a*o),e[n+2]=2*(s*o-a*r),e[n+3]=0,e[n+4]=2*(s*r-a*o),e[n+5]=1-2*(s*s+o*o),e[n+6]=2*(r*o+a*s),e[n+7]=0,e[n+8]=2*(s*o+a*r),e[n+9]=2*(r*o-a*s),e[n+10]=1-2*(s*s+r*r),e[n+11]=0,e[n+12]=i[t],e[n+13]=i[t+1],e[n+14]=i[t+2],e[n+15]=1}function XE(i,t){i.attributes.position.array.set(t),i.attributes.position.needsUpdate=!0}var l0=[1,5,10,20,30,60],$E=200,c0=8,qE=2e3,YE=.95,h0=["apart","interfering","undecided"],sc=class{constructor(t,e,n){this.scene=t,this.save=n,this.frame=0,this.speed=Math.min(30,Math.max(5,Math.round(t.frames/6))),this.speed=l0.reduce((s,r)=>Math.abs(r-this.speed)<Math.abs(s-this.speed)?r:s),this.shown={contacts:!0,boxes:!1,regions:!1,octree:!1,spheres:-1,sphereMesh:0,budget:-1},this.times=new Wa(t,s=>this.go(s)),this.times.changed=()=>this.describe(!0),this.live=A("p",{class:"hidden","aria-live":"polite"}),this.pairs=A("div",{}),this.counts=A("div",{}),this.certificates=A("div",{}),this.canvas=A("canvas",{class:"view",tabindex:0,role:"img","aria-label":`Picture of ${t.file.title??t.file.name}. Arrow keys turn it, plus and minus zoom, 0 fits it.`,keydown:s=>this.key(s)}),this.picture=A("div",{class:"picture"},this.canvas),this.coarseNote=A("p",{class:"note",hidden:!0}),this.rateNote=A("p",{class:"note rate",hidden:!0}),this.readParameters(e),this.element=A("div",{class:"player"},A("div",{class:"left"},this.picture,this.coarseNote,this.rateNote,this.keysNote=this.keys(),this.timeLine(),this.layerControls=this.layers()),A("div",{class:"right"},this.times.element,this.counts,this.certificates,this.pairs),this.live)}readParameters(t){let e=Number(t.get("frame")??1)-1;e>=0&&e<this.scene.frames&&(this.frame=Math.floor(e))}start(){try{this.view=new ic(this.canvas,this.scene),this.view.shown=this.shown,this.view.coarseChanged=(t,e)=>this.sayCoarse(t,e)}catch(t){this.withoutPicture(t)}this.observer=new ResizeObserver(()=>this.resized()),this.observer.observe(this.picture),br(()=>this.view?.setTheme()),this.resized(),this.go(this.frame),this.view?.fit()}resized(){this.view?.resize();let t=this.times.chart.clientWidth;t!==this.chartWidth&&(this.chartWidth=t,this.times.draw())}sayCoarse(t,e){this.coarseNote.hidden=t===null,t!==null&&(this.coarseNote.textContent=`All ${At(e)} faces are too slow to draw here: while it plays, bodies are drawn coarsely with ${At(t)}, and contacts show through them. Paused, every face is drawn.`)}countShown(t){this.shownFrames+=1;let e=t-this.countedFrom;if(e<qE)return;let n=1e3*this.shownFrames/e,s=n<YE*this.speed;this.rateNote.hidden=!s,s&&(this.rateNote.textContent=this.rateWords(n)),[this.countedFrom,this.shownFrames]=[t,0]}rateWords(t){let e=`Shows ${t.toFixed(1)} of ${this.speed} frames a second, and skips the others. `,n=this.view&&`${At(this.canvas.width)} by ${At(this.canvas.height)} pixels`;return this.view?this.view.software?`${e}The processor draws each, ${n}, as this browser uses no graphics processor.`:`${e}Each has ${n}.`:e}withoutPicture(t){this.view=null,this.hideControlsOfPicture();let e=[];for(let n=0;n<Math.min(this.scene.frames,500);n+=1){let s=this.scene.contacts(n),r=s.map(({a:o,b:a})=>`${this.name(o)} and ${this.name(a)}`);e.push([At(n+1),At(s.length),At(this.scene.contactCount(n)),r.slice(0,4).join("; ")])}Gt(this.picture,A("p",{class:"warning"},`This browser draws no three-dimensional picture that can be played and turned (${t.message}). These still pictures are drawn without WebGL from the same frames, with colliding faces in red, also where a body hides them. All frames follow as a table.`),ym(this.scene),A("div",{class:"frames"},un("Frames",["frame","colliding pairs","contacts","bodies"],e)))}hideControlsOfPicture(){this.keysNote.hidden=!0;for(let t of this.layerControls.querySelectorAll(".of-picture"))t.hidden=!0;this.layerControls.hidden=!this.scene.file.budgets}name(t){return this.scene.bodies[t]?.name??`body ${t}`}timeLine(){let t=this.scene.frames-1;this.slider=A("input",{type:"range",min:0,max:t,step:1,value:this.frame,"aria-label":"Frame",input:n=>{this.pause(),this.go(Number(n.target.value))}}),this.playButton=hn("Play",()=>this.playing?this.pause():this.play(),{class:"play"}),this.frameLabel=A("span",{class:"frame-label"});let e=l0.map(n=>[String(n),`${n} frames/s`]);return A("div",{class:"time-line",role:"group","aria-label":"Playback"},this.playButton,hn("◀",()=>this.step(-1),{"aria-label":"Previous frame"}),hn("▶",()=>this.step(1),{"aria-label":"Next frame"}),this.slider,this.frameLabel,Le("Speed",e,String(this.speed),n=>this.speed=Number(n)))}keys(){return A("p",{class:"note"},"Drag to turn, wheel or pinch to zoom. ","Keys in the picture: arrows, + and -, 0 to fit, space to play, comma and period to step.")}layers(){let{scene:t}=this,e=s=>r=>this.show({[s]:r}),n=[Cn("contacts (red)",!0,e("contacts")),Cn("boxes of bodies",!1,e("boxes")),Cn("overlap regions",!1,e("regions")),t.file.octree&&Cn("split cubes of the face octree",!1,e("octree")),hn("Fit all",()=>this.view?.fit(),{class:"small"}),hn("Fit contacts",()=>this.view?.fitContacts(this.frame),{class:"small"})];return A("fieldset",{},A("legend",{},"Shown"),A("div",{class:"row of-picture"},n),this.sphereControls(),this.budgetControls())}sphereControls(){let{spheres:t,meshes:e}=this.scene;if(t.length===0)return null;let n=Math.max(...t.map(o=>o.levels.length))-1,s=[["-1","none"],...Array.from({length:n+1},(o,a)=>[String(a),`level ${a}`])],r=t.map((o,a)=>[String(a),e[o.mesh]?.name??`mesh ${o.mesh}`]);return A("div",{class:"row of-picture"},Le("Sphere-tree",s,"-1",o=>this.show({spheres:Number(o)})),t.length>1&&Le("of",r,"0",o=>this.show({sphereMesh:Number(o)})))}budgetControls(){let{budgets:t}=this.scene.file;if(!t)return null;let e=A("output",{}),n=ki("budget"),s=l=>{e.textContent=l<0?"off":`${At(t.values[l])} ${t.unit}`,o.setAttribute("aria-valuetext",e.textContent)},r=l=>{let c=Number(l.target.value);s(c),this.show({budget:c})},o=A("input",{type:"range",id:n,min:-1,max:t.values.length-1,step:1,value:-1,input:r});s(-1);let a=h0.map((l,c)=>A("span",{class:"key of-picture"},A("i",{style:{background:ZE(Wi[c])}}),l));return A("div",{class:"row"},A("label",{for:n},`Certificates of ${t.detector} after a budget of`),o,e,a)}show(t){Object.assign(this.shown,t),this.view?.draw(this.frame,this.shown),this.describe(!0)}step(t){this.pause(),this.go(this.frame+t)}go(t){let e=this.scene.frames-1;this.frame=Math.min(Math.max(t,0),e),this.frameLabel.textContent=`${this.frame+1} / ${e+1}`,this.view?.draw(this.frame,this.shown),this.describe(!this.playing)}describe(t){let e=performance.now();if(!t&&e-(this.described??0)<$E)return;this.described=e,this.slider.value=this.frame,this.slider.setAttribute("aria-valuetext",`frame ${this.frame+1} of ${this.scene.frames}`),this.times.moveTo(this.frame);let n=this.scene.contacts(this.frame),s=this.scene.contactCount(this.frame),r=`Frame ${this.frame+1}: ${mn(n.length,"colliding pair")}, ${mn(s,"contact")}`;t&&(this.live.textContent=r,this.save({frame:this.frame+1})),Gt(this.counts,A("h4",{},r),un("Times and counts of the frame",["detector","time in µs","work counts"],this.times.rows(this.frame))),this.describeCertificates();let o=n.slice(0,c0).map(l=>[this.name(l.a),this.name(l.b),l.contained?"contained":At(l.total??l.list.length/2)]),a=n.length-o.length;Gt(this.pairs,n.length>0&&un("Colliding pairs",["body","body","contacts"],o),a>0&&A("p",{class:"note"},`and ${mn(a,"more pair")}`))}describeCertificates(){let{budget:t}=this.shown;if(t<0)return Gt(this.certificates);let e=this.scene.certificates(t,this.frame),n=h0.map((a,l)=>`${At(e.filter(([,,c])=>c===l).length)} ${a}`),s=e.filter(([,,a])=>a===2).slice(0,c0),r=a=>a==null?"no bound":`at most ${At(a)}`,o=s.map(([a,l,,c])=>[this.name(a),this.name(l),r(c)]);return Gt(this.certificates,A("h4",{},`Certificates: ${n.join(", ")}`),o.length>0&&un("Undecided pairs",["body","body","distance"],o))}play(){if(this.scene.frames<2)return;this.playing=!0,this.view?.begin(),this.playButton.textContent="Pause",this.frame===this.scene.frames-1&&this.go(0);let t=performance.now(),e=this.frame,n=this.speed,s=r=>{if(!this.playing)return;n!==this.speed&&([t,e,n]=[r,this.frame,this.speed],[this.countedFrom,this.shownFrames]=[r,0]);let o=(e+Math.floor((r-t)/1e3*n))%this.scene.frames;o!==this.frame&&(this.noteSkipped((o-this.frame+this.scene.frames)%this.scene.frames),this.go(o),this.view?.now(),this.countShown(r)),this.timer=requestAnimationFrame(s)};this.steps=this.skipped=this.shownFrames=0,this.countedFrom=t,this.timer=requestAnimationFrame(s)}noteSkipped(t){this.steps+=1,this.skipped+=t-1,!(this.steps<8)&&(this.speed<=30&&this.view?.adapt(this.skipped/(this.steps+this.skipped)),this.steps=this.skipped=0)}pause(){this.playing&&(this.playing=!1,cancelAnimationFrame(this.timer),this.playButton.textContent="Play",this.rateNote.hidden=!0,this.view?.setSharpness(1),this.view?.setCoarse(!1),this.view?.draw(this.frame,this.shown),this.describe(!0))}resume(t){return t.has("frame")?(this.readParameters(t),this.go(this.frame)):this.save({frame:this.frame+1})}key(t){let n={ArrowLeft:()=>this.view?.orbit(-.12,0),ArrowRight:()=>this.view?.orbit(.12,0),ArrowUp:()=>this.view?.orbit(0,.12),ArrowDown:()=>this.view?.orbit(0,-.12),"+":()=>this.view?.orbit(0,0,.87),"-":()=>this.view?.orbit(0,0,1.15),0:()=>this.view?.fit()," ":()=>this.playing?this.pause():this.play(),",":()=>this.step(-1),".":()=>this.step(1)};n[t.key]&&(t.preventDefault(),n[t.key]())}dispose(){this.pause(),this.observer?.disconnect(),this.times.plot?.destroy(),this.view?.dispose()}};function ZE(i){return`#${i.toString(16).padStart(6,"0")}`}function u0(i,t,e){let n=t.scenes(),s=t.data?.scenes_left_out??[],r=A("div",{}),o=null,a=null,l=async(p,T)=>{o?.dispose(),o=null,a=p;let S=n.find(b=>b.name===p)??n[0];try{let b=new va(await S.load());if(a!==p)return;o=new sc(b,T,N=>e({scene:S.name,...N})),Gt(r,JE(b),o.element),o.start()}catch(b){Gt(r,A("p",{class:"error"},`The scene "${S.name}" cannot be played: ${b.message}.`))}},c=n.map(({name:p,title:T})=>[p,T]),h=A("div",{class:"row"}),u=n.filter(({picture:p})=>p?.startsWith("data:image/png;")).map(({name:p,title:T,picture:S})=>[p,hn([A("img",{src:S,alt:"",width:180,height:120}),T],()=>d(p),{class:"card"})]),d=p=>{p!==a&&(g(p),l(p,new URLSearchParams))},g=p=>{let T=h.querySelector("select");T?T.value=p:Gt(h,Le("Scene",c,p,S=>d(S)));for(let[S,b]of u)b.setAttribute("aria-pressed",S===p)},x=s.length>0&&A("p",{class:"note"},`Left out, to keep this page small: ${s.join("; ")}.`);if(n.length===0)return Gt(i,A("h2",{},"Scenes"),A("p",{},"No scene is recorded here. ",A("code",{},"cargo xtask view SCENE")," plays any scene in a page of its own."),x),{show(){}};let m=u.length>0&&A("div",{class:"cards"},...u.map(([,p])=>p));return Gt(i,A("h2",{},"Scenes"),m,h,x,r),{show(p){let T=p.get("scene")??a??n[0].name,S=n.some(b=>b.name===T)?T:n[0].name;g(S),S!==a?l(S,p):o?.resume(p)},hide(){o?.pause()}}}function JE(i){let{file:t}=i,e=[mn(i.bodies.length,"body","bodies"),mn(i.faces,"face"),mn(i.frames,"frame"),t.machine,t.date,t.revision&&`revision ${t.revision}`];return A("div",{},A("h3",{},t.title??t.name),A("p",{class:"note"},e.filter(Boolean).join(" · ")),(t.notes??[]).map(n=>A("p",{},KE(n))),t.source&&A("p",{class:"note"},"Source: ",A("code",{},t.source)))}function KE(i){let t=e=>e.replace(/[a-z0-9]+(-[a-z0-9]+)*(?! [a-z-]+=)\b/g,n=>ya(n)?An(n):n);return i.split("`").map((e,n)=>n%2?`“${e}”`:t(e)).join("")}var rc=["false-positives","false-collisions","false-contacts"],oc=["false-negatives","missed-collisions","missed-contacts","missed"];function f0(i,{data:t,go:e}){let n=({id:a})=>/accuracy|audit/.test(a),s=a=>Vi(t,a).some(l=>[...rc,...oc].includes(l.quantity)),r=t.experiments.filter(n),o=t.experiments.filter(a=>!n(a)&&s(a));return Gt(i,A("h2",{},"Accuracy"),A("p",{},"Every answer is compared with exact arithmetic. Wrong are pairs that are reported though they are apart, and pairs that are missed though they meet."),r.length===0&&A("p",{class:"note"},"No audit by class of input is recorded here. ",A("code",{},"cargo xtask audit")," prints one."),r.map(a=>jE(t,a,e)),o.length>0&&A("h3",{},"Wrong answers in other experiments"),o.map(a=>tT(t,a,e))),{show(){}}}function d0(i,t,e,n){let s=i.filter(r=>t.includes(r.quantity)&&r.detector===e&&(n===null||r.series===n));return s.length?s.reduce((r,o)=>r+o.points.reduce((a,l)=>a+l.value,0),0):null}function jE(i,t,e){let n=Vi(i,t),s=Rn(n.filter(d=>d.quantity==="cases").map(d=>d.detector)),r=Rn(n.filter(d=>d.quantity==="cases").map(d=>d.series)),o=(d,g)=>{let[x,m,p,T,S,b]=[["cases"],["interfering"],rc,oc,["wrong-kinds"],["query-time"]].map(D=>d0(n,D,d,g)),N=p+T+S>0;return{cases:x,meeting:m,invented:p,missed:T,seconds:b,wrong:N}},a=(d,g)=>g>0?At(100*d/g):"–",l=({cases:d,meeting:g,invented:x,missed:m})=>x/Math.max(d,1)+m/Math.max(g,1);s.sort((d,g)=>l(o(d,null))-l(o(g,null)));let c=s.filter(d=>o(d,null).wrong),h=s.map(d=>{let{cases:g,meeting:x,invented:m,missed:p,seconds:T}=o(d,null);return[An(d),At(g),a(m,g),a(p,x),T===null?"–":At(T/g*1e6)]}),f=r.map(d=>[d,...c.map(g=>{let{cases:x,meeting:m,invented:p,missed:T}=o(g,d);return x?`${a(p,x)} / ${a(T,m)}`:"–"})]),u=["test","cases","false positives in % of the cases","false negatives in % of the cases that meet","mean time of a query in µs"];return[p0(t,e,"h3"),A("p",{},t.question),QE(i,t),un(t.title,u,h),c.length>0&&A("h4",{},"False positives / false negatives in %, by class of input"),c.length>0&&un("By class of input",["class of input",...c.map(An)],f)]}function QE(i,t){let{machine:e}=i.recordings.at(-1)?.run??{},n=i.recordings.findLast(r=>r.experiments.includes(t.id));if(!n||n.run.machine.cpu+n.run.machine.model===e.cpu+e.model)return null;let s=`${n.run.machine.cpu} (${n.run.machine.model})`;return A("p",{class:"note"},`Measured on another machine than most pages: ${s}.`)}function p0(i,t,e){let n=()=>t("curves",new URLSearchParams({e:i.id}));return A(e,{},A("a",{href:`#curves?e=${i.id}`,click:n},i.title))}function tT(i,t,e){let n=Vi(i,t),s=n.filter(c=>[...rc,...oc].includes(c.quantity)),r=Rn(s.map(c=>c.detector)).map(c=>({detector:c,wrong:[rc,oc].map(h=>d0(n,h,c,null))})),o=r.filter(c=>c.wrong.some(h=>h>0)),a=r.filter(c=>!o.includes(c)),l=o.map(c=>[An(c.detector),...c.wrong.map(h=>At(h))]);return[p0(t,e,"h4"),A("p",{},t.question),o.length>0&&un(t.title,["detector","reported though apart","missed"],l),a.length>0&&A("p",{class:"note"},`Without a wrong answer: ${a.map(c=>An(c.detector)).join("; ")}.`)]}var eT={cpu:"processor",model:"model",caches:"caches",hypervisor:"virtual machine",cores:"cores",memory:"memory",os:"operating system",rustc:"compiler",flags:"compiler's flags",load:"load before the run"};function m0(i,{data:t}){let e=t.recordings.at(-1);return Gt(i,A("h2",{},"Machine and runs"),e?nT(t.recordings):A("p",{},"No run is recorded."),A("h3",{},"Recordings"),A("p",{},"Rows of an experiment come from its newest recording that has it in full; some recordings are of selected experiments."),iT(t.recordings),sT(t),t.recordings.some(n=>n.run.failures?.length)&&rT(t.recordings),A("h3",{},"Detectors"),oT(t.about.detectors)),{show(){}}}function nT(i){let t=[...new Map(i.map(({run:r})=>[`${r.machine.cpu} ${r.machine.model} ${r.machine.cores}`,r.machine])).values()],e=(r,o)=>r==="memory"?o?`${At(o/2**30)} GiB`:"unknown":String(o),[n,...s]=Object.entries(eT).map(([r,o])=>[o,...t.map(a=>fi(e(r,a[r])))]);return un("Machine",n,s,{class:"texts"})}function iT(i){let t=[...i].reverse().map(({folder:n,run:s,experiments:r})=>[s.date.replace("T"," ").replace("Z"," UTC"),s.machine.cpu,s.dirty?`${s.revision}, changed`:s.revision,s.quick?"quick":s.selected?"selected":"full",At(s.processes),At(r.length),A("code",{},s.command),A("a",{href:n},"rows")]);return un("Recordings",["date","processor","revision","extent","processes","experiments","command","files"],t,{class:"texts"})}function sT({papers:i,claims:t}){let e=i.map(({key:n,year:s,title:r})=>{let o=Ea(t.filter(l=>l.paper===n));return o&&A("details",{},A("summary",{},s?r:"Our own hypotheses"),o)});return e.some(Boolean)&&[A("h3",{},"How stable the values of claims are"),A("p",{},"Values in other recorded runs over the newest. Other runs may be of other code."),e]}function rT(i){let t=i.flatMap(({run:e})=>e.failures??[]);return[A("h3",{},"Wrong answers, panics and refused bodies"),A("ul",{},t.map(e=>A("li",{},e)))]}function oT(i){let t=s=>s?"yes":"–",e=i.map(s=>[[Xe(s.name),Xe(s.name)!==s.name?[" ",A("code",{},s.name)]:null],Us(s.summary),s.source,s.finds,s.accepts,s.claim,t(s.budgets),t(s.distances)]);return un("Detectors",["detector","method","source","finds","accepts","claim","budgets","distances"],e,{class:"texts"})}function g0(i,{data:t}){let e=ki("search"),n=A("dl",{}),s=A("p",{class:"note",role:"status"}),r=l=>{let c=l.trim().toLowerCase(),h=u=>`${u.term} ${u.also.join(" ")} ${u.means}`.toLowerCase().includes(c),f=t.glossary.filter(h);Gt(n,f.map(u=>[A("dt",{},A("strong",{},u.term)),A("dd",{},u.means)])),s.textContent=`${f.length} of ${t.glossary.length} terms`},o=A("input",{type:"search",id:e,input:l=>r(l.target.value)}),a=A("div",{class:"field"},A("label",{for:e},"Find"),o);return Gt(i,A("h2",{},"Glossary"),a,s,n),r(""),{show(){}}}var _0=[["pick","Pick",dd],["matrix","Matrix",xd],["claims","Claims",Id],["curves","Curves",mm],["scenes","Scenes",u0],["accuracy","Accuracy",f0],["machine","Machine and runs",m0],["glossary","Glossary",g0]],aT=_0.filter(([i])=>i==="scenes"),wf=class{constructor(t,e){this.context=t,this.entries=e,this.current=null,this.panels=new Map,this.buttons=e.map(([n,s])=>this.tabButton(n,s)),this.list=A("div",{role:"tablist","aria-label":"Parts of the report",keydown:n=>this.move(n)},this.buttons),this.main=A("main",{id:"main"})}tabButton(t,e){return A("button",{type:"button",role:"tab",id:`tab-${t}`,"aria-controls":`panel-${t}`,click:()=>this.go(t)},e)}go(t,e=new URLSearchParams){let n=e.toString(),s=`#${t}${n?`?${n}`:""}`;location.hash===s?this.show(t,e):location.hash=s}move(t){let e=this.entries.findIndex(([r])=>r===this.current),n=this.entries.length-1,s={ArrowRight:e===n?0:e+1,ArrowLeft:e===0?n:e-1,Home:0,End:n}[t.key];s!==void 0&&(t.preventDefault(),this.go(this.entries[s][0]),this.buttons[s].focus())}follow(){let{tab:t,parameters:e}=nd(),n=this.entries.some(([s])=>s===t);this.show(n?t:this.entries[0][0],e)}show(t,e){Tc(),t!==this.current&&this.panels.get(this.current)?.hide?.(),this.current=t;for(let[r,[o]]of this.entries.entries()){let a=o===t;this.buttons[r].setAttribute("aria-selected",a),this.buttons[r].tabIndex=a?0:-1}let s=this.panel(t);for(let{element:r}of this.panels.values())r.hidden=r!==s.element;s.show(e)}panel(t){if(!this.panels.has(t)){let e=A("section",{role:"tabpanel",id:`panel-${t}`,"aria-labelledby":`tab-${t}`,tabindex:-1}),n=this.entries.find(([r])=>r===t)[2],s=r=>this.current===t&&sd(t,r);this.main.append(e),this.panels.set(t,{element:e,...lT(e,()=>n(e,this.context,s))})}return this.panels.get(t)}};function lT(i,t){try{return t()}catch(e){return console.error(e),Gt(i,A("p",{class:"error"},`This tab cannot be shown: ${e.message}`)),{show(){}}}}function cT(i){let t=i?.recordings.at(-1),e=t&&`${t.run.machine.cpu}, ${t.run.machine.cores} cores · ${t.run.date.slice(0,10)} · ${t.run.revision}`,n=i&&A("a",{href:"README.md"},"the pages in text form");return A("header",{},A("h1",{},document.title),t&&A("p",{class:"note"},`Measured on ${e}. See also `,n,"."),t?.run.quick&&A("p",{class:"warning"},"A quick run: fewer repeats and smaller sweeps. Do not draw conclusions from it."))}function hT(){let i=document.getElementById("notice"),t=A("pre",{hidden:!0},i?.content.textContent??""),e=hn("Licenses of the libraries in this page",()=>t.hidden=!t.hidden);return A("footer",{},e,t)}async function uT(){let i=document.getElementById("app"),t;try{t=await td()}catch(o){Gt(i,A("p",{class:"error"},`The data of this page cannot be read: ${o.message}.`));return}let e={data:t,scenes:dT(ed)},n=new wf(e,t?_0:aT);e.go=(o,a)=>n.go(o,a);let s=A("a",{class:"skip",href:"#",click:o=>fT(o,n)},"Skip to the content"),r=A("nav",{hidden:!t},n.list);Gt(i,s,cT(t),r,n.main,hT()),addEventListener("hashchange",()=>n.follow()),n.follow(),document.documentElement.dataset.ready=String(Math.round(performance.now()))}function fT(i,t){i.preventDefault(),t.panels.get(t.current).element.focus()}function dT(i){let t;return()=>t??(t=i())}uT();})();
