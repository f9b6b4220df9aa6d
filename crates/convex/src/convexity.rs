//! Preparation: is a mesh closed and convex, and how far from perfectly so?
//!
//! Convexity is checked globally, not edge by edge: a surface that winds twice about an axis (a
//! bipyramid over a pentagram) is convex along every edge and has the Euler characteristic of a
//! sphere. Two facts together make a closed surface the border of a convex body: every vertex lies
//! behind the plane of every face, so that the surface lies on the border of its hull; and, seen
//! from a point inside, the faces fill the full solid angle 4π once.

use geometry::bvh::{Bvh, Walk};
use geometry::topology::{Topology, weld};
use geometry::unit_scale::length;
use geometry::{Aabb, Mesh, Triangle, Vec3, unit_scale};
use thiserror::Error;

/// How far a vertex may lie in front of the plane of a face, as a part of the body's size: of the
/// longest side of its box.
///
/// A quad of a generated sphere, cut in two triangles, is dented by a rounding of its
/// coordinates; in a file with single-precision coordinates that is about 1e-7 of the size. No
/// verdict depends on this number: what the dents are is measured ([`Polytope::dent`]), and pairs
/// for which they could matter are left to exact arithmetic on the faces themselves.
pub(crate) const DENT_TOLERANCE: f64 = 1e-6;

/// Bound on the relative rounding of a height above a plane: differences, cross and dot product
/// make less than 32 half ulps of the product of the lengths that enter.
const HEIGHT_ERROR: f64 = 16.0 * f64::EPSILON;

/// A closed convex body, in local space.
#[derive(Clone, Debug, PartialEq)]
pub struct Polytope {
    /// Its vertices: those that faces use, each once.
    pub vertices: Vec<Vec3>,
    /// Its faces, in the mesh's order, as indices into `vertices`.
    pub triangles: Vec<[u32; 3]>,
    /// The largest distance of a vertex from the local origin.
    pub radius: f64,
    /// An upper bound on the distance of two vertices.
    pub diameter: f64,
    /// The radius of a ball inside the body; zero or less when the body encloses no volume that
    /// floating point can tell.
    pub inner_radius: f64,
    /// An upper bound on the distance of any point of the surface from the border of its hull: at
    /// least what rounding leaves unknown, at most about [`DENT_TOLERANCE`] of the size.
    pub dent: f64,
}

/// Why a mesh is not a closed convex body. Vertices are named by the lowest index that has their
/// coordinates.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum NotAPolytope {
    /// This edge does not have exactly two faces of opposite direction.
    #[error(
        "the surface is not closed: the edge between vertices {} and {} does not have exactly \
         two faces of opposite direction", .0[0], .0[1]
    )]
    NotClosed([u32; 2]),
    /// The surface bends inward along this edge; or, when it bends inward nowhere, this is an edge
    /// of a face in front of which other parts of the surface lie.
    #[error(
        "the body is not convex: see the edge between vertices {} and {}", .0[0], .0[1]
    )]
    NotConvex([u32; 2]),
}

/// Checks that `mesh` is the surface of a convex body, and measures it.
///
/// A body turned inside out is accepted: it bounds the same points. Faces of zero area are
/// accepted: they enclose nothing. So is a closed surface without volume, a polygon with two
/// sides; floating point then never claims that it collides, and exact arithmetic answers.
///
/// # Errors
/// [`NotAPolytope`] with a witness.
///
/// # Cost
/// A walk for each face through a tree of the vertices' boxes, into those that reach the face's
/// plane.
pub(crate) fn check(mesh: &Mesh) -> Result<Polytope, NotAPolytope> {
    let topology = Topology::of(mesh);
    if !topology.closed {
        let edge = topology.unclosed_edge().unwrap_or_default();
        return Err(NotAPolytope::NotClosed(edge));
    }
    let welded = Welded::of(mesh);
    let frame = Normalised::of(&welded.vertices);
    let faces = Faces::of(&frame.vertices, &welded.triangles, &topology.flat);
    let heights = faces.heights(&frame.vertices);
    let inside = 1.0 / frame.vertices.len() as f64 * frame.vertices.iter().sum::<Vec3>();
    let (worst, dent) = heights.iter().copied().enumerate().fold((0, 0.0), deeper);
    let inner_radius = faces.distance_behind(inside);
    let winds_twice = inner_radius > 0.0 && faces.solid_angle(inside, &frame.vertices) > 1.5;
    let tolerance = DENT_TOLERANCE * frame.size;
    if dent > tolerance || winds_twice {
        let dented = faces.deepest_dent(&frame.vertices, tolerance);
        let edge = dented.unwrap_or(faces.0[worst].edge());
        return Err(NotAPolytope::NotConvex(welded.original_edge(edge)));
    }
    let from_inside = frame.vertices.iter().map(|p| p.distance(inside));
    Ok(Polytope {
        radius: farthest(welded.vertices.iter().map(|p| length(*p))),
        diameter: frame.original_length(2.0 * farthest(from_inside)),
        inner_radius: frame.original_length(inner_radius),
        dent: frame.original_length(dent),
        vertices: welded.vertices,
        triangles: welded.triangles,
    })
}

fn deeper(best: (usize, f64), (face, height): (usize, f64)) -> (usize, f64) {
    if height > best.1 {
        (face, height)
    } else {
        best
    }
}

/// The largest of some lengths, rounded up.
fn farthest(lengths: impl Iterator<Item = f64>) -> f64 {
    lengths.fold(0.0, f64::max) * (1.0 + 4.0 * f64::EPSILON)
}

/// A mesh whose vertices are all used and all different.
struct Welded {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// For each vertex its lowest index in the mesh.
    original: Vec<u32>,
}

impl Welded {
    fn of(mesh: &Mesh) -> Welded {
        let same = weld(mesh.vertices());
        let corners = mesh.triangles().iter().flatten();
        let mut original: Vec<u32> = corners.map(|v| same[*v as usize]).collect();
        original.sort_unstable();
        original.dedup();
        // `original` ascends, so a vertex's place in it is its new index.
        let place = |v: u32| original.partition_point(|o| *o < same[v as usize]) as u32;
        Welded {
            vertices: original
                .iter()
                .map(|v| mesh.vertices()[*v as usize])
                .collect(),
            triangles: mesh.triangles().iter().map(|t| t.map(place)).collect(),
            original,
        }
    }

    fn original_edge(&self, edge: [u32; 2]) -> [u32; 2] {
        let [a, b] = edge.map(|v| self.original[v as usize]);
        [a.min(b), a.max(b)]
    }
}

/// The vertices about the centre of their box, scaled by a power of two so that the largest
/// coordinate is between 1/2 and 1: no size of body leaves the range of squares.
struct Normalised {
    vertices: Vec<Vec3>,
    /// Two factors, because the one that brings a subnormal body to unit size is no number.
    scales: [f64; 2],
    /// The longest side of the box, scaled.
    size: f64,
}

impl Normalised {
    fn of(vertices: &[Vec3]) -> Normalised {
        let bounds = Aabb::of_points(vertices);
        let center = bounds.center();
        let size = bounds.size().max_element();
        let first = if size < f64::MIN_POSITIVE / f64::EPSILON {
            (1u128 << 100) as f64
        } else {
            1.0
        };
        let second = unit_scale(0.5 * size * first);
        let scaled = |p: &Vec3| (*p - center) * first * second;
        Normalised {
            vertices: vertices.iter().map(scaled).collect(),
            scales: [first, second],
            size: size * first * second,
        }
    }

    /// A length in local space.
    fn original_length(&self, scaled: f64) -> f64 {
        let [first, second] = self.scales;
        scaled / second / first
    }
}

/// The plane of a face that is not flat, in normalised space.
struct FacePlane {
    corners: [u32; 3],
    origin: Vec3,
    /// The unit normal, outward.
    normal: Vec3,
    /// Bound on the rounding of a height above the plane: large for slivers, whose planes are
    /// known badly.
    error: f64,
}

impl FacePlane {
    /// The plane of the triangle with these corners; `None` when its normal vanishes.
    ///
    /// Taken at the corner between the two shorter edges, where a long thin triangle has its
    /// largest angle and its normal the least rounding.
    fn of(corners: [u32; 3], vertices: &[Vec3]) -> Option<FacePlane> {
        let [p, q, r] = corners.map(|v| vertices[v as usize]);
        let turned = [[p, q, r], [q, r, p], [r, p, q]];
        let opposite = |t: &[Vec3; 3]| t[1].distance_squared(t[2]);
        let [a, b, c] = turned
            .into_iter()
            .max_by(|s, t| opposite(s).total_cmp(&opposite(t)))?;
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        // Heights are taken of points at most 2√3 away.
        let spread = 3.5 * (b - a).length() * (c - a).length() / length;
        (length > 0.0).then(|| FacePlane {
            corners,
            origin: a,
            normal: normal / length,
            error: HEIGHT_ERROR * (1.0 + spread),
        })
    }

    fn edge(&self) -> [u32; 2] {
        [self.corners[0], self.corners[1]]
    }

    fn height(&self, p: Vec3) -> f64 {
        self.normal.dot(p - self.origin)
    }
}

/// The faces of a closed mesh that have a plane.
struct Faces(Vec<FacePlane>);

impl Faces {
    /// The planes of all faces but the `flat` ones, an ascending list. When they look inward, as
    /// the sign of the volume tells, they are turned.
    fn of(vertices: &[Vec3], triangles: &[[u32; 3]], flat: &[u32]) -> Faces {
        let volume = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| vertices[v as usize]);
            a.dot(b.cross(c))
        };
        let inside_out = triangles.iter().map(volume).sum::<f64>() < 0.0;
        let planes = triangles
            .iter()
            .enumerate()
            .filter_map(|(face, &[a, b, c])| {
                let corners = if inside_out { [a, c, b] } else { [a, b, c] };
                let has_plane = flat.binary_search(&(face as u32)).is_err();
                has_plane
                    .then(|| FacePlane::of(corners, vertices))
                    .flatten()
            });
        Faces(planes.collect())
    }

    /// For each plane a bound on how far the highest vertex lies in front of it.
    fn heights(&self, vertices: &[Vec3]) -> Vec<f64> {
        let tree = VertexTree::of(vertices);
        let height = |face: &FacePlane| tree.highest(face).max(0.0) + face.error;
        self.0.iter().map(height).collect()
    }

    /// A lower bound on the distance of `p` from the planes, positive behind all of them.
    fn distance_behind(&self, p: Vec3) -> f64 {
        let distances = self.0.iter().map(|f| -f.height(p) - f.error);
        distances.reduce(f64::min).unwrap_or(0.0)
    }

    /// The sum of the solid angles in which the faces are seen from `p`, which lies behind all of
    /// them, in units of the full sphere: 1 for each time that the surface winds around `p`.
    fn solid_angle(&self, p: Vec3, vertices: &[Vec3]) -> f64 {
        let angle = |face: &FacePlane| {
            let [a, b, c] = face.corners.map(|v| vertices[v as usize]);
            Triangle::new(a, b, c).solid_angle(p).abs()
        };
        self.0.iter().map(angle).sum()
    }

    /// The edge along which the surface bends inward most: whose opposite corner across lies
    /// highest above the plane of a face beside it, higher than `tolerance`.
    fn deepest_dent(&self, vertices: &[Vec3], tolerance: f64) -> Option<[u32; 2]> {
        let mut sides: Vec<([u32; 2], usize, u32)> = Vec::with_capacity(3 * self.0.len());
        for (f, face) in self.0.iter().enumerate() {
            let [a, b, c] = face.corners;
            for (p, q, opposite) in [(a, b, c), (b, c, a), (c, a, b)] {
                sides.push(([p.min(q), p.max(q)], f, opposite));
            }
        }
        sides.sort_unstable();
        let mut deepest = (None, tolerance);
        for pair in sides.windows(2).filter(|w| w[0].0 == w[1].0) {
            for (here, across) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                let height = self.0[here.1].height(vertices[across.2 as usize]);
                if height > deepest.1 {
                    deepest = (Some(here.0), height);
                }
            }
        }
        deepest.0
    }
}

/// A hierarchy over vertices, to find the highest above a plane without looking at all.
struct VertexTree {
    bvh: Bvh,
    /// In the order of the leaves.
    vertices: Vec<Vec3>,
}

impl VertexTree {
    /// Vertices in a leaf, at most.
    const LEAF: usize = 8;

    fn of(vertices: &[Vec3]) -> VertexTree {
        let boxes: Vec<Aabb> = vertices.iter().map(|p| Aabb::new(*p, *p)).collect();
        let bvh = Bvh::new(&boxes, Self::LEAF);
        VertexTree {
            vertices: bvh.items().iter().map(|v| vertices[*v as usize]).collect(),
            bvh,
        }
    }

    /// The height of the highest vertex above the plane, or some bound below zero when all lie
    /// behind it.
    fn highest(&self, face: &FacePlane) -> f64 {
        let mut highest = f64::NEG_INFINITY;
        self.bvh.visit(|at| {
            // The error of a vertex's height covers that of a box's.
            let half_size = 0.5 * at.bounds.size();
            let top = face.height(at.bounds.center()) + face.normal.abs().dot(half_size);
            if top + HEIGHT_ERROR <= highest.max(0.0) {
                return Walk::Skip;
            }
            let vertices = &self.vertices[at.leaf.unwrap_or_default()];
            highest = vertices
                .iter()
                .map(|p| face.height(*p))
                .fold(highest, f64::max);
            Walk::Enter
        });
        highest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cube, hull, mapped};
    use std::f64::consts::PI;

    fn mesh(vertices: &[(f64, f64, f64)], triangles: &[[u32; 3]]) -> Mesh {
        let vertices = vertices
            .iter()
            .map(|&(x, y, z)| Vec3::new(x, y, z))
            .collect();
        Mesh::new(vertices, triangles.to_vec()).unwrap()
    }

    fn both(a: &Mesh, b: &Mesh) -> Mesh {
        let shift = a.vertices().len() as u32;
        let vertices = [a.vertices(), b.vertices()].concat();
        let shifted = b.triangles().iter().map(|t| t.map(|v| v + shift));
        Mesh::new(
            vertices,
            a.triangles().iter().copied().chain(shifted).collect(),
        )
        .unwrap()
    }

    fn turned(mesh: &Mesh) -> Mesh {
        let triangles = mesh
            .triangles()
            .iter()
            .map(|&[a, b, c]| [a, c, b])
            .collect();
        Mesh::new(mesh.vertices().to_vec(), triangles).unwrap()
    }

    /// Two cones over a closed polygon.
    fn bipyramid(waist: &[Vec3]) -> Mesh {
        let count = waist.len() as u32;
        let side = |i| [[i, (i + 1) % count, count], [(i + 1) % count, i, count + 1]];
        let vertices = [waist, &[Vec3::Z, Vec3::NEG_Z]].concat();
        Mesh::new(vertices, (0..count).flat_map(side).collect()).unwrap()
    }

    fn star(count: u32, turns: u32) -> Vec<Vec3> {
        let angle = |i: u32| f64::from(i * turns) / f64::from(count) * 2.0 * PI;
        (0..count)
            .map(|i| Vec3::new(angle(i).cos(), angle(i).sin(), 0.0))
            .collect()
    }

    #[test]
    fn a_cube_is_measured() {
        let body = check(&mapped(&cube(2.0), |p| p + Vec3::X)).unwrap();
        assert!((body.inner_radius - 2.0).abs() < 1e-12);
        assert!((body.diameter - 48f64.sqrt()).abs() < 1e-12);
        assert!((body.radius - 17f64.sqrt()).abs() < 1e-12);
        assert!(body.dent > 0.0 && body.dent < 1e-13, "{}", body.dent);
        assert_eq!((body.vertices.len(), body.triangles.len()), (8, 12));
    }

    #[test]
    fn size_does_not_matter() {
        let body = check(&cube(1.0)).unwrap();
        for exponent in [-900, -300, 90] {
            let scale = 2f64.powi(exponent);
            let scaled = check(&cube(scale)).unwrap();
            assert_eq!(scaled.inner_radius, body.inner_radius * scale);
            assert_eq!(scaled.dent, body.dent * scale);
        }
    }

    #[test]
    fn inside_out_is_the_same_body() {
        let points = [(0, 0, 0), (4, 1, 0), (1, 5, 0), (1, 1, 6), (3, 3, 3)];
        let mesh = hull(&points.map(|(x, y, z)| Vec3::new(x.into(), y.into(), z.into())));
        let (body, inverse) = (check(&mesh).unwrap(), check(&turned(&mesh)).unwrap());
        assert!((inverse.inner_radius - body.inner_radius).abs() < 1e-12 * body.diameter);
        assert!(body.inner_radius > 0.5);
    }

    #[test]
    fn vertices_are_welded_and_unused_ones_left_out() {
        let cube = cube(1.0);
        let soup: Vec<Vec3> = (0..12).flat_map(|f| cube.triangle(f).corners()).collect();
        let far = [soup.as_slice(), &[Vec3::splat(9.0)]].concat();
        let triangles = (0..12).map(|f| [3 * f, 3 * f + 1, 3 * f + 2]).collect();
        let body = check(&Mesh::new(far, triangles).unwrap()).unwrap();
        assert_eq!(body.vertices.len(), 8);
        assert!(body.radius < 2.0);
    }

    #[test]
    fn open_surfaces_are_refused_with_an_edge() {
        let cube = cube(1.0);
        let lid_off = Mesh::new(cube.vertices().to_vec(), cube.triangles()[1..].to_vec()).unwrap();
        let Err(NotAPolytope::NotClosed([a, b])) = check(&lid_off) else {
            panic!("the surface is open")
        };
        assert!(cube.triangles()[0].contains(&a) && cube.triangles()[0].contains(&b));
    }

    #[test]
    fn a_dent_is_refused_with_the_edge_that_bends_inward() {
        // A tetrahedron whose fourth face is pushed in to a point.
        let corners = [
            (0.0, 0.0, 0.0),
            (8.0, 0.0, 0.0),
            (0.0, 8.0, 0.0),
            (0.0, 0.0, 8.0),
        ];
        let pushed = |depth: f64| {
            let tip = (8.0 - depth) / 3.0;
            let vertices = [corners.as_slice(), &[(tip, tip, tip)]].concat();
            mesh(
                &vertices,
                &[
                    [0, 2, 1],
                    [0, 1, 3],
                    [0, 3, 2],
                    [1, 2, 4],
                    [2, 3, 4],
                    [3, 1, 4],
                ],
            )
        };
        let Err(NotAPolytope::NotConvex(edge)) = check(&pushed(1.0)) else {
            panic!("there is a dent")
        };
        assert_eq!(
            edge[1], 4,
            "the edges that bend inward end at the pushed vertex"
        );
        assert!(check(&pushed(1e-4)).is_err());
        // Within the tolerance, and measured.
        let body = check(&pushed(1e-6)).unwrap();
        assert!(body.dent > 1e-7 && body.dent < 1e-5, "{}", body.dent);
        assert!(check(&pushed(0.0)).unwrap().dent < 1e-12);
        assert!(check(&pushed(-1e-3)).unwrap().dent < 1e-10);
    }

    #[test]
    fn parts_apart_nested_and_in_one_place_are_refused() {
        let small = cube(1.0);
        let apart = both(&small, &mapped(&small, |p| p + 3.0 * Vec3::X));
        let nested = both(&small, &cube(2.0));
        for mesh in [apart, nested] {
            assert!(matches!(check(&mesh), Err(NotAPolytope::NotConvex(_))));
        }
        // Every vertex is behind every face, but the surface is there twice.
        let corners = [
            (0.0, 0.0, 0.0),
            (2.0, 0.0, 0.0),
            (0.0, 2.0, 0.0),
            (0.0, 0.0, 2.0),
        ];
        let middles = [
            (1.0, 0.0, 0.0),
            (0.0, 1.0, 0.0),
            (0.0, 0.0, 1.0),
            (1.0, 1.0, 0.0),
            (1.0, 0.0, 1.0),
            (0.0, 1.0, 1.0),
        ];
        let whole = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let quartered = [
            [0, 5, 4],
            [5, 2, 7],
            [4, 7, 1],
            [4, 5, 7],
            [0, 4, 6],
            [4, 1, 8],
            [6, 8, 3],
            [4, 8, 6],
            [0, 6, 5],
            [6, 3, 9],
            [5, 9, 2],
            [5, 6, 9],
            [1, 7, 8],
            [7, 2, 9],
            [8, 9, 3],
            [7, 9, 8],
        ];
        let vertices = [corners.as_slice(), &middles].concat();
        assert!(check(&mesh(&vertices, &quartered)).is_ok());
        let twice = [whole.as_slice(), &quartered].concat();
        assert!(matches!(
            check(&mesh(&vertices, &twice)),
            Err(NotAPolytope::NotConvex(_))
        ));
    }

    #[test]
    fn a_surface_that_winds_twice_is_refused_though_no_edge_bends_inward() {
        assert!(check(&bipyramid(&star(5, 1))).is_ok());
        let twice = bipyramid(&star(5, 2));
        let topology = Topology::of(&twice);
        assert!(topology.closed && topology.part_count() == 1);
        assert!(matches!(check(&twice), Err(NotAPolytope::NotConvex(_))));
    }

    #[test]
    fn a_ring_is_refused() {
        let angle = |i: u32, n: u32| 2.0 * PI * f64::from(i) / f64::from(n);
        let point = |i: u32| {
            let (around, across) = (angle(i / 4, 6), angle(i % 4, 4));
            let out = 3.0 + across.cos();
            Vec3::new(out * around.cos(), out * around.sin(), across.sin())
        };
        let quad = |i: u32| {
            let at = |di: u32, dj: u32| (i / 4 + di) % 6 * 4 + (i % 4 + dj) % 4;
            [
                [at(0, 0), at(1, 0), at(1, 1)],
                [at(0, 0), at(1, 1), at(0, 1)],
            ]
        };
        let ring = Mesh::new(
            (0..24).map(point).collect(),
            (0..24).flat_map(quad).collect(),
        );
        assert!(matches!(
            check(&ring.unwrap()),
            Err(NotAPolytope::NotConvex(_))
        ));
    }

    #[test]
    fn bodies_without_volume_are_accepted_and_known_as_such() {
        let two_sided = mesh(
            &[(0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (0.0, 1.0, 1.0)],
            &[[0, 1, 2], [0, 2, 1]],
        );
        let body = check(&two_sided).unwrap();
        assert!(body.inner_radius <= 0.0);
    }

    #[test]
    fn the_tree_finds_the_highest_vertex() {
        let points: Vec<Vec3> = (0..500u32)
            .map(|i| {
                Vec3::new(
                    (i * 37 % 101) as f64,
                    (i * 53 % 97) as f64,
                    (i * 71 % 89) as f64,
                ) / 128.0
            })
            .collect();
        let tree = VertexTree::of(&points);
        for corners in [[0, 1, 2], [3, 77, 200], [400, 250, 9]] {
            let plane = FacePlane::of(corners, &points).unwrap();
            let highest = points
                .iter()
                .map(|p| plane.height(*p))
                .fold(f64::MIN, f64::max);
            assert_eq!(tree.highest(&plane), highest);
        }
    }
}
