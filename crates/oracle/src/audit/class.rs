//! Classes of input, and the generators of their cases.

use geometry::{Mesh, Sign, Vec3, orient3d};
use rand::{Rng, RngExt};
use scenes::bodies::hexahedron;
use serde::Serialize;

/// Class of input. Bodies have about unit size and lie near the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Two triangles with random corners.
    Generic,
    /// Two triangles with corners on a lattice of 5 × 5 × 5 points.
    Lattice,
    /// Two triangles with random corners, one in common.
    SharedVertex,
    /// Two triangles with random corners, two in common.
    SharedEdge,
    /// Two triangles exactly in one tilted plane.
    Coplanar,
    /// A triangle with nearly collinear corners, and a random triangle or a nearby sliver.
    Sliver,
    /// A triangle of exactly zero area, and one that may have area.
    ZeroArea,
    /// A triangle, and one with a corner a few ulps above, on or below it.
    NearTouching,
    /// Two convex, closed tetrahedra with random corners.
    Tetrahedra,
    /// Two convex, closed boxes with lattice corners: mostly touching or nested.
    Boxes,
}

impl Class {
    /// All classes, in the order of the report.
    pub const ALL: [Class; 10] = [
        Class::Generic,
        Class::Lattice,
        Class::SharedVertex,
        Class::SharedEdge,
        Class::Coplanar,
        Class::Sliver,
        Class::ZeroArea,
        Class::NearTouching,
        Class::Tetrahedra,
        Class::Boxes,
    ];

    /// Returns the title of the class in tables.
    pub const fn title(self) -> &'static str {
        match self {
            Class::Generic => "triangles in generic position",
            Class::Lattice => "triangles on a lattice",
            Class::SharedVertex => "triangles that share a vertex",
            Class::SharedEdge => "triangles that share an edge",
            Class::Coplanar => "triangles in one plane",
            Class::Sliver => "slivers",
            Class::ZeroArea => "triangles of zero area",
            Class::NearTouching => "triangles that nearly touch",
            Class::Tetrahedra => "tetrahedra in generic position",
            Class::Boxes => "boxes on a lattice",
        }
    }

    /// Returns a value that gives each class its own random stream.
    pub(super) const fn salt(self) -> u64 {
        (self as u64 + 1) << 32
    }

    /// Draws the next case.
    pub(super) fn make(self, rng: &mut impl Rng) -> [Mesh; 2] {
        match self {
            Class::Tetrahedra => [tetrahedron(rng), tetrahedron(rng)],
            Class::Boxes => [lattice_box(rng), lattice_box(rng)],
            _ => self.corners(rng).map(|t| mesh(t.to_vec(), vec![[0, 1, 2]])),
        }
    }

    fn corners(self, rng: &mut impl Rng) -> [[Vec3; 3]; 2] {
        let mut random = || [point(rng), point(rng), point(rng)];
        let (a, mut b) = (random(), random());
        match self {
            Class::SharedVertex => b[0] = a[0],
            Class::SharedEdge => (b[0], b[1]) = (a[1], a[0]),
            Class::Lattice => return [a, b].map(|t| t.map(|p| on_lattice(p, 4.0))),
            Class::Coplanar => return [a, b].map(|t| t.map(in_tilted_plane)),
            Class::Sliver => return slivers(a, b, rng),
            Class::ZeroArea => return zero_area(a, b, rng),
            Class::NearTouching => b[0] = near(a, rng),
            _ => {}
        }
        [a, b]
    }
}

fn point(rng: &mut impl Rng) -> Vec3 {
    Vec3::new(rng.random(), rng.random(), rng.random())
}

fn on_lattice(p: Vec3, cells: f64) -> Vec3 {
    (p * cells).round() / cells
}

/// Moves `p` to the plane `z = x / 2 + y / 4`.
///
/// The lattice is coarse enough for `z` to be exact, also after an offset of 2²⁰.
fn in_tilted_plane(p: Vec3) -> Vec3 {
    let p = on_lattice(p, 256.0);
    Vec3::new(p.x, p.y, 0.5 * p.x + 0.25 * p.y)
}

/// Makes the first triangle a sliver.
///
/// In half of the cases, both are slivers, and their long edges pass each other within their
/// widths.
fn slivers(a: [Vec3; 3], b: [Vec3; 3], rng: &mut impl Rng) -> [[Vec3; 3]; 2] {
    let width = 2f64.powi(-rng.random_range(10..=40));
    let a = sliver(a, width, rng);
    if rng.random_bool(0.5) {
        return [a, b];
    }
    let b = sliver(b, width, rng);
    let apart = 0.5 * (a[0] + a[2]) - 0.5 * (b[0] + b[2]) + width * (point(rng) - point(rng));
    [a, b.map(|p| p + apart)]
}

/// Moves the second corner next to the first (a needle) or next to the opposite edge (a cap).
fn sliver([a, _, c]: [Vec3; 3], width: f64, rng: &mut impl Rng) -> [Vec3; 3] {
    let at = if rng.random_bool(0.5) {
        a
    } else {
        0.5 * (a + c)
    };
    [a, at + width * (point(rng) - point(rng)), c]
}

/// Returns a segment or point on a lattice, and a triangle whose first corner often lies on it.
fn zero_area(a: [Vec3; 3], b: [Vec3; 3], rng: &mut impl Rng) -> [[Vec3; 3]; 2] {
    let [start, step] = [a[0], a[1]].map(|p| on_lattice(p, 4.0));
    let step = if rng.random_bool(0.2) {
        Vec3::ZERO
    } else {
        step - Vec3::splat(0.5)
    };
    let segment = [start, start + 2.0 * step, start + step];
    let mut other = b.map(|p| on_lattice(p, 4.0));
    if rng.random_bool(0.5) {
        other[0] = start + 0.5 * step;
    }
    if rng.random_bool(0.2) {
        other[2] = 2.0 * other[1] - other[0];
    }
    [segment, other]
}

/// Returns a rounded point of the triangle, moved by at most 4 ε along one axis.
fn near([a, b, c]: [Vec3; 3], rng: &mut impl Rng) -> Vec3 {
    let (u, v): (f64, f64) = (rng.random(), rng.random());
    let (u, v) = if u + v > 1.0 {
        (1.0 - u, 1.0 - v)
    } else {
        (u, v)
    };
    let mut p = a + u * (b - a) + v * (c - a);
    let axis = rng.random_range(0..3);
    p[axis] += f64::from(rng.random_range(-4..=4)) * f64::EPSILON;
    p
}

fn tetrahedron(rng: &mut impl Rng) -> Mesh {
    let mut corners = [point(rng), point(rng), point(rng), point(rng)];
    // Outward: the fourth corner lies behind the first three.
    if orient3d(corners[0], corners[1], corners[2], corners[3]) == Sign::Positive {
        corners.swap(0, 1);
    }
    mesh(
        corners.to_vec(),
        vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]],
    )
}

fn lattice_box(rng: &mut impl Rng) -> Mesh {
    let mut side = |_| {
        let low = rng.random_range(0..6);
        [low, rng.random_range(low + 1..=6)].map(f64::from)
    };
    let sides = [0, 1, 2].map(&mut side);
    hexahedron(std::array::from_fn(|i| {
        Vec3::from_array([0, 1, 2].map(|axis| sides[axis][i >> axis & 1])) / 8.0
    }))
}

fn mesh(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(vertices, triangles).expect("cases are meshes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::topology::Topology;
    use geometry::{Interference, interference};
    use scenes::random::SceneRng;

    fn cases(class: Class) -> impl Iterator<Item = [Mesh; 2]> {
        let mut rng = SceneRng::new(7);
        (0..200).map(move |_| class.make(&mut rng))
    }

    fn kinds(class: Class) -> Vec<Interference> {
        cases(class)
            .map(|[a, b]| interference(&a.triangle(0), &b.triangle(0)))
            .collect()
    }

    fn share(kinds: &[Interference], wanted: Interference) -> f64 {
        kinds.iter().filter(|kind| **kind == wanted).count() as f64 / kinds.len() as f64
    }

    #[test]
    fn every_class_matches_its_name() {
        use Interference::{Apart, CoplanarOverlap, Crossing, Touching};
        let generic = kinds(Class::Generic);
        assert!(share(&generic, Crossing) > 0.1 && share(&generic, Apart) > 0.5);
        assert!(share(&kinds(Class::Lattice), Touching) > 0.1);
        assert_eq!(share(&kinds(Class::SharedVertex), Apart), 0.0);
        assert_eq!(share(&kinds(Class::SharedEdge), Touching), 1.0);
        let coplanar = kinds(Class::Coplanar);
        assert!(share(&coplanar, CoplanarOverlap) > 0.3 && share(&coplanar, Crossing) == 0.0);
        assert!(cases(Class::ZeroArea).all(|[a, _]| a.triangle(0).is_flat()));
        let near = kinds(Class::NearTouching);
        assert!(
            [Apart, Crossing]
                .into_iter()
                .all(|kind| share(&near, kind) > 0.1),
            "{near:?}"
        );
        let slivers = kinds(Class::Sliver);
        assert!(
            [Apart, Crossing]
                .into_iter()
                .all(|kind| share(&slivers, kind) > 0.1)
        );
    }

    #[test]
    fn solids_are_closed_and_face_outward() {
        for class in [Class::Tetrahedra, Class::Boxes] {
            assert!(
                cases(class)
                    .flatten()
                    .all(|mesh| Topology::of(&mesh).is_clean()),
                "{class:?}"
            );
        }
    }
}
