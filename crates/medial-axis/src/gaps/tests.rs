use super::*;
use crate::sampling::sample;
use crate::voronoi::MedialAxis;
use geometry::TriangleBvh;
use scenes::bodies;

fn axis(mesh: &Mesh, samples: Vec<Sample>) -> MedialAxis {
    let tree = TriangleBvh::new(mesh.vertices(), mesh.triangles());
    MedialAxis::of(samples, &|p| tree.winding(p) != 0)
}

/// Two plates of thickness 0.3, a gap of 0.03 between them.
fn plates() -> Mesh {
    let plate = bodies::block(Vec3::new(2.0, 2.0, 0.3));
    let count = plate.vertices().len() as u32;
    let raised = |z: f64| plate.vertices().iter().map(move |v| *v + Vec3::Z * z);
    let vertices = raised(0.0).chain(raised(0.33)).collect();
    let again = plate.triangles().iter().map(|t| t.map(|v| v + count));
    let triangles = plate.triangles().iter().copied().chain(again).collect();
    Mesh::new(vertices, triangles).unwrap()
}

/// Two blocks of side 1, and a strip of length 1.2, width 1 and thickness `thin` between them.
fn dumbbell(thin: f64) -> Mesh {
    let (t, x) = (thin / 2.0, 0.6);
    // Counter-clockwise, the left block first, then the bar's ends on the right one.
    let outline = [
        (-x - 1.0, -0.5),
        (-x, -0.5),
        (-x, -t),
        (-x, t),
        (-x, 0.5),
        (-x - 1.0, 0.5),
        (x + 1.0, 0.5),
        (x, 0.5),
        (x, t),
        (x, -t),
        (x, -0.5),
        (x + 1.0, -0.5),
    ];
    let caps: [[u32; 3]; 10] = [
        [0, 1, 2],
        [0, 2, 3],
        [0, 3, 5],
        [3, 4, 5],
        [2, 9, 8],
        [2, 8, 3],
        [6, 7, 8],
        [6, 8, 9],
        [6, 9, 11],
        [9, 10, 11],
    ];
    let around = [0, 1, 2, 9, 10, 11, 6, 7, 8, 3, 4, 5];
    let level = |z: f64| outline.map(|(x, y)| Vec3::new(x, y, z));
    let vertices = [level(-0.5), level(0.5)].concat();
    let mut triangles = Vec::new();
    for [a, b, c] in caps {
        triangles.extend([[a, c, b], [a + 12, b + 12, c + 12]]);
    }
    for (i, a) in around.iter().enumerate() {
        let b = around[(i + 1) % 12];
        triangles.extend([[*a, b, b + 12], [*a, b + 12, a + 12]]);
    }
    Mesh::new(vertices, triangles).unwrap()
}

fn pieces(axis: &MedialAxis) -> usize {
    let mut seen = vec![false; axis.spheres.len()];
    let mut pieces = 0;
    for start in 0..seen.len() {
        let mut reached = vec![start as u32];
        while let Some(i) = reached.pop() {
            if !std::mem::replace(&mut seen[i as usize], true) {
                pieces += usize::from(i as usize == start);
                reached.extend(axis.neighbors.get(i as usize));
            }
        }
    }
    pieces
}

/// Returns the number of spheres with forming points on both plates.
fn bridges(axis: &MedialAxis) -> usize {
    let plate = |v: &u32| axis.samples[*v as usize].face < 12;
    let is_bridge = |i: &usize| {
        let forming = axis.forming.get(*i);
        forming.iter().any(plate) && !forming.iter().all(plate)
    };
    (0..axis.spheres.len()).filter(is_bridge).count()
}

#[test]
fn spheres_no_longer_bridge_a_gap() {
    let mesh = plates();
    let few = sample(&mesh, 400, 1);
    let before = bridges(&axis(&mesh, few.clone()));
    let refined = refine(&mesh, few.clone(), 4000);
    let more = refined.samples;
    assert_eq!(more[..400], few);
    let after = axis(&mesh, more);
    assert!(before > 100);
    assert!(bridges(&after) < before / 20, "{}", bridges(&after));
}

#[test]
fn a_thin_neck_hangs_together() {
    let mesh = dumbbell(0.05);
    assert!(topology::Topology::of(&mesh).is_clean());
    let few = sample(&mesh, 150, 3);
    let before = pieces(&axis(&mesh, few.clone()));
    let after = axis(&mesh, refine(&mesh, few, 4000).samples);
    assert!(before > 1);
    assert_eq!(pieces(&after), 1);
}

#[test]
fn a_body_without_gaps_needs_no_more_points() {
    let torus = bodies::torus(1.0, 0.4, 48, 24);
    let samples = sample(&torus, 600, 1);
    let refined = refine(&torus, samples.clone(), 4000);
    assert_eq!((refined.samples, refined.left), (samples, 0));
    let cube = bodies::cube(1.0);
    let samples = sample(&cube, 300, 1);
    let refined = refine(&cube, samples.clone(), 4000);
    assert_eq!((refined.samples, refined.left), (samples, 0));
}

#[test]
fn points_added_are_on_the_surface_apart_and_no_more_than_asked() {
    let mesh = plates();
    let few = sample(&mesh, 200, 1);
    let all = refine(&mesh, few.clone(), 10_000).samples;
    assert!(all.len() > 300 && all.len() < 1000, "{}", all.len());
    for (i, s) in all.iter().enumerate() {
        let t = mesh.triangle(s.face as usize);
        assert!(t.nearest_point(s.point).distance(s.point) < 1e-14);
        assert!(s.normal.dot(t.area_vector().normalize()) > 1.0 - 1e-12);
        assert!(all[..i].iter().all(|q| q.point != s.point));
    }
    let limited = refine(&mesh, few.clone(), 250);
    assert_eq!(limited.samples.len(), 250);
    assert_eq!(refine(&mesh, few.clone(), 100).samples, few);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let alone = alone.unwrap().install(|| refine(&mesh, few, 250));
    assert_eq!(alone.samples, limited.samples);
}

#[test]
fn proposals_left_at_the_limit_are_counted() {
    let mesh = plates();
    let few = sample(&mesh, 200, 1);
    let left = |limit| refine(&mesh, few.clone(), limit).left;
    let [none, some, all] = [100, 250, 10_000].map(left);
    assert!(none > some && some > all, "{none} {some} {all}");
    assert_eq!(all, 0);
}

#[test]
fn bodies_without_area_and_without_points() {
    let line = Mesh::new(vec![Vec3::ZERO, Vec3::X], vec![[0, 1, 1]]).unwrap();
    let samples = sample(&line, 5, 1);
    assert_eq!(refine(&line, samples.clone(), 50).samples, samples);
    assert!(refine(&plates(), vec![], 50).samples.is_empty());
}
