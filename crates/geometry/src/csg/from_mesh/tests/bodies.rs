//! Meshes to convert.

use crate::{Mesh, Vec3};

/// Returns the surface of unit cubes of a lattice. Layer `z` is `layers[z]`, its rows are along y,
/// and `#` is a cube.
pub(super) fn cubes(layers: &[&[&str]]) -> Mesh {
    let full = |p: [i32; 3]| {
        let [x, y, z] = p.map(|i| usize::try_from(i).ok());
        let cube = || {
            let row = layers.get(z?)?.get(y?)?;
            row.as_bytes().get(x?)
        };
        cube() == Some(&b'#')
    };
    let extent = [
        layers[0][0].len() as i32,
        layers[0].len() as i32,
        layers.len() as i32,
    ];
    surface_of(extent, full)
}

pub(super) fn surface_of(extent: [i32; 3], full: impl Fn([i32; 3]) -> bool) -> Mesh {
    let corners = extent.map(|n| n + 1);
    let index = |p: [i32; 3]| ((p[2] * corners[1] + p[1]) * corners[0] + p[0]) as u32;
    let mut vertices = Vec::new();
    for z in 0..corners[2] {
        for y in 0..corners[1] {
            vertices.extend((0..corners[0]).map(|x| Vec3::new(x.into(), y.into(), z.into())));
        }
    }
    let mut triangles = Vec::new();
    for z in 0..extent[2] {
        for y in 0..extent[1] {
            for x in 0..extent[0] {
                let p = [x, y, z];
                for k in (0..3).filter(|_| full(p)) {
                    let (u, v) = ((k + 1) % 3, (k + 2) % 3);
                    let step = |mut p: [i32; 3], axis: usize, by: i32| {
                        p[axis] += by;
                        p
                    };
                    for above in [false, true] {
                        if full(step(p, k, if above { 1 } else { -1 })) {
                            continue;
                        }
                        let a = step(p, k, above.into());
                        let (b, c) = (step(a, u, 1), step(a, v, 1));
                        let mut quad = [a, b, step(b, v, 1), c].map(index);
                        if !above {
                            quad.reverse();
                        }
                        let [a, b, c, d] = quad;
                        triangles.extend([[a, b, c], [a, c, d]]);
                    }
                }
            }
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

pub(super) fn moved(mesh: &Mesh, map: impl Fn(Vec3) -> Vec3) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| map(*p)).collect();
    mesh.with_vertices(vertices).unwrap()
}

/// Turns, and shears by whole numbers, which is exact.
pub(super) fn askew(mesh: &Mesh) -> Mesh {
    moved(mesh, |p| {
        Vec3::new(p.x + 2.0 * p.y - p.z, 3.0 * p.y + p.z, p.x + 5.0 * p.z)
    })
}

pub(super) fn joined(a: &Mesh, b: &Mesh) -> Mesh {
    let offset = a.vertices().len() as u32;
    let vertices = [a.vertices(), b.vertices()].concat();
    let further = b.triangles().iter().map(|t| t.map(|v| v + offset));
    let triangles = a.triangles().iter().copied().chain(further).collect();
    Mesh::new(vertices, triangles).unwrap()
}

pub(super) fn inverted(mesh: &Mesh) -> Mesh {
    let turned = mesh.triangles().iter().map(|[a, b, c]| [*a, *c, *b]);
    Mesh::new(mesh.vertices().to_vec(), turned.collect()).unwrap()
}

/// Returns an octasphere with `1 << level` edges along each of its edges. Each vertex is scaled by
/// `radius` of its index.
pub(super) fn sphere(level: u32, radius: impl Fn(usize) -> f64) -> Mesh {
    let mut vertices = vec![
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::NEG_X,
        Vec3::NEG_Y,
        Vec3::NEG_Z,
    ];
    let mut triangles = vec![
        [0, 1, 2],
        [1, 3, 2],
        [3, 4, 2],
        [4, 0, 2],
        [1, 0, 5],
        [3, 1, 5],
        [4, 3, 5],
        [0, 4, 5],
    ];
    for _ in 0..level {
        let mut middles: Vec<([u32; 2], u32)> = Vec::new();
        for [a, b, c] in &triangles {
            for (u, v) in [(a, b), (b, c), (c, a)] {
                if u < v {
                    let middle = vertices[*u as usize] + vertices[*v as usize];
                    middles.push(([*u, *v], vertices.len() as u32));
                    vertices.push(middle.normalize());
                }
            }
        }
        middles.sort_unstable();
        let middle = |u: u32, v: u32| {
            let at = middles.binary_search_by_key(&[u.min(v), u.max(v)], |(edge, _)| *edge);
            middles[at.unwrap()].1
        };
        let split = |[a, b, c]: [u32; 3]| {
            let [d, e, f] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
        };
        triangles = triangles.into_iter().flat_map(split).collect();
    }
    for (i, p) in vertices.iter_mut().enumerate() {
        *p *= radius(i);
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Pseudorandom number in [0, 1).
pub(super) fn noise(i: usize) -> f64 {
    let mixed = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as f64 / (1u64 << 24) as f64
}

/// Torus with a bumpy tube of `m · n` quadrangles.
pub(super) fn torus(m: usize, n: usize) -> Mesh {
    let vertex = |i: usize| {
        let turn = std::f64::consts::TAU;
        let (a, b) = (i / n, i % n);
        let (a, b) = (a as f64 / m as f64 * turn, b as f64 / n as f64 * turn);
        let r = 1.0 + 0.3 * noise(i);
        let ring = 3.0 + r * b.cos();
        Vec3::new(ring * a.cos(), ring * a.sin(), r * b.sin())
    };
    let index = |a: usize, b: usize| (a % m * n + b % n) as u32;
    let quad = |i: usize| {
        let (a, b) = (i / n, i % n);
        let [p, q, r, s] = [
            index(a, b),
            index(a + 1, b),
            index(a + 1, b + 1),
            index(a, b + 1),
        ];
        [[p, q, r], [p, r, s]]
    };
    Mesh::new(
        (0..m * n).map(vertex).collect(),
        (0..m * n).flat_map(quad).collect(),
    )
    .unwrap()
}

/// Solid between the plane z = 0 and heights over a square grid of `n · n` vertices.
pub(super) fn terrain(n: usize, height: impl Fn(usize) -> f64) -> Mesh {
    let ground = |i: usize| Vec3::new((i % n) as f64, (i / n) as f64, 0.0);
    let above = (0..n * n).map(|i| ground(i) + Vec3::Z * height(i));
    let vertices: Vec<Vec3> = (0..n * n).map(ground).chain(above).collect();
    let top = |i: usize| (i + n * n) as u32;
    let mut triangles = Vec::new();
    for x in 0..n - 1 {
        for y in 0..n - 1 {
            let i = y * n + x;
            let [a, b, c, d] = [i, i + 1, i + n + 1, i + n];
            triangles.extend([[a, b, c], [a, c, d]].map(|t| t.map(top)));
            triangles.extend([[a, c, b], [a, d, c]].map(|t| t.map(|v| v as u32)));
        }
        let last = n * n - 1;
        for (a, b) in [
            (x, x + 1),
            (last - x, last - x - 1),
            (x * n + n - 1, x * n + 2 * n - 1),
            (last - n + 1 - x * n, last - n + 1 - x * n - n),
        ] {
            let (c, d) = (a as u32, b as u32);
            triangles.extend([[c, d, top(b)], [c, top(b), top(a)]]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}
