//! Points in closed meshes.

use crate::exact;
use crate::inputs::{self, cases};
use geometry::{Vec3, solid};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Solid {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Solid {
    fn contains(&self, p: Vec3) -> bool {
        solid::contains(&self.vertices, &self.triangles, p)
    }

    /// Adds a triangle with vertices of its own.
    fn add(&mut self, corners: [Vec3; 3]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.triangles.push([first, first + 1, first + 2]);
    }

    /// Returns a point of the mesh itself: a vertex, a point of an edge, a point of a face.
    fn surface_point(&self, face: usize, kind: usize) -> Vec3 {
        let t = self.triangles[face % self.triangles.len()];
        let [a, b, c] = t.map(|i| self.vertices[i as usize]);
        match kind % 3 {
            0 => a,
            1 => 0.5 * (a + b),
            _ => 0.5 * a + 0.25 * (b + c),
        }
    }
}

/// Up to four tetrahedra, turned either way, disjoint, nested or overlapping, and faces without
/// area, which bound nothing.
fn tetrahedra(point: BoxedStrategy<Vec3>) -> impl Strategy<Value = Solid> {
    let bodies = prop::collection::vec(prop::array::uniform4(point.clone()), 1..=4);
    let flat = prop::collection::vec((point.clone(), point, 0..3usize), 0..3);
    (bodies, flat).prop_map(|(bodies, flat)| {
        let mut solid = Solid {
            vertices: Vec::new(),
            triangles: Vec::new(),
        };
        for [a, b, c, d] in bodies {
            for t in [[a, c, b], [a, b, d], [b, c, d], [c, a, d]] {
                solid.add(t);
            }
        }
        for (p, q, kind) in flat {
            solid.add([[p, p, p], [p, q, q], [p, q, 0.5 * (p + q)]][kind]);
        }
        solid
    })
}

/// Returns a solid and a point that is likely to lie on it, or to see its edges and vertices in
/// line.
fn solid_and_point() -> impl Strategy<Value = (Solid, Vec3)> {
    let on_lattice = tetrahedra(inputs::lattice_point(4).boxed());
    let anywhere = tetrahedra(inputs::random_point().boxed());
    let free = prop_oneof![inputs::lattice_point(4), inputs::random_point()];
    let choice = (
        any::<bool>(),
        0..64usize,
        0..3usize,
        prop::array::uniform3(-1i64..=1),
    );
    let scale = prop::sample::select(vec![-1060, -400, -30, 0, 0, 0, 0, 90]);
    (prop_oneof![on_lattice, anywhere], free, choice, scale).prop_map(
        |(mut solid, free, (on, face, kind, nudge), scale)| {
            let on_surface = inputs::nudged(solid.surface_point(face, kind), nudge);
            let p = if on { on_surface } else { free };
            let at = |p: Vec3| inputs::scaled_point(p, scale);
            solid.vertices.iter_mut().for_each(|v| *v = at(*v));
            (solid, at(p))
        },
    )
}

/// Returns the border of a set of unit cubes out of 3 × 3 × 3: solids with holes, hollows, tunnels,
/// and edges and corners where cubes merely meet.
fn border_of_cubes(filled: &[[[bool; 3]; 3]; 3], inward: bool) -> Solid {
    let holds = |at: [i32; 3]| {
        let inside = at.iter().all(|x| (0..3).contains(x));
        inside && filled[at[0] as usize][at[1] as usize][at[2] as usize]
    };
    let mut solid = Solid {
        vertices: Vec::new(),
        triangles: Vec::new(),
    };
    for cell in 0..27i32 {
        let at = [cell / 9, cell / 3 % 3, cell % 3];
        for (axis, side) in (0..6).map(|i| (i / 2, (i % 2) as i32)) {
            let mut beyond = at;
            beyond[axis] += 2 * side - 1;
            if !holds(at) || holds(beyond) {
                continue;
            }
            let corner = |i: i32, j: i32| {
                let mut p = at;
                p[axis] += side;
                p[(axis + 1) % 3] += i;
                p[(axis + 2) % 3] += j;
                Vec3::from_array(p.map(f64::from))
            };
            let (mut low, mut high) = (corner(1, 0), corner(0, 1));
            if (side == 0) != inward {
                std::mem::swap(&mut low, &mut high);
            }
            solid.add([corner(0, 0), low, corner(1, 1)]);
            solid.add([corner(0, 0), corner(1, 1), high]);
        }
    }
    solid
}

fn in_a_cube(filled: &[[[bool; 3]; 3]; 3], p: Vec3) -> bool {
    (0..27usize).any(|cell| {
        let at = [cell / 9, cell / 3 % 3, cell % 3];
        let within = |k: usize| at[k] as f64 <= p[k] && p[k] <= at[k] as f64 + 1.0;
        filled[at[0]][at[1]][at[2]] && (0..3).all(within)
    })
}

proptest! {
    #![proptest_config(cases(700))]

    #[test]
    fn solids_of_tetrahedra((solid, p) in solid_and_point()) {
        let expected = exact::contains(&solid.vertices, &solid.triangles, p);
        prop_assert_eq!(solid.contains(p), expected);
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn solids_of_cubes(
        filled in prop::array::uniform3(prop::array::uniform3([any::<bool>(), any::<bool>(), any::<bool>()])),
        inward in any::<bool>(),
    ) {
        let solid = border_of_cubes(&filled, inward);
        // Corners, midpoints of edges, centers of faces and cubes, and points outside, on one grid.
        for i in 0..729 {
            let steps = [i / 81, i / 9 % 9, i % 9];
            let p = Vec3::from_array(steps.map(|x| 0.5 * f64::from(x) - 0.5));
            prop_assert_eq!(solid.contains(p), in_a_cube(&filled, p), "{}", p);
        }
    }
}
