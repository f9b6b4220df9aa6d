//! Step 0: the check that a mesh is closed and convex (D5).
//!
//! Good for any closed mesh; cost about `n log n` for `n` faces. A test edge by edge is not enough:
//! the bipyramid over a pentagram is convex along every edge and has the Euler characteristic of a
//! sphere, but winds twice about its axis. Two facts together make a closed surface the border of
//! a convex body. The essence:
//! 1. Every edge has exactly two faces of opposite direction.
//! 2. Every vertex lies behind the plane of every face, so the surface lies on the border of its
//!    convex hull. A BVH over the vertices finds the highest vertex above each plane.
//! 3. Seen from a point inside, the faces fill the full solid angle 4π exactly once.

use geometry::bvh::{Bvh, Walk};
use geometry::topology::{Topology, weld};
use geometry::unit_scale::length;
use geometry::{Aabb, Mesh, Triangle, Vec3, unit_scale};
use thiserror::Error;

/// Largest accepted height of a vertex above the plane of a face, relative to the longest side of
/// the body's box.
///
/// Rounded coordinates dent a quad that is cut into two triangles. In a file with
/// single-precision coordinates, dents are about 1e-7 of the size. No verdict depends on this
/// number: [`Polytope::dent`] measures the dents, and pairs for which they could matter go to
/// exact arithmetic.
pub(crate) const DENT_TOLERANCE: f64 = 1e-6;

/// Bound on the relative rounding of a height above a plane. Differences, cross product and dot
/// product add less than 32 half ulps of the product of the lengths.
const PLANE_HEIGHT_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Closed convex body, in local space.
#[derive(Clone, Debug, PartialEq)]
pub struct Polytope {
    /// Vertices that faces use, each once.
    pub vertices: Vec<Vec3>,
    /// Faces in the mesh's order, as indices into `vertices`.
    pub triangles: Vec<[u32; 3]>,
    /// One vertex of each edge-connected part. A body as thin as its dents may have several.
    pub part_vertices: Vec<u32>,
    /// Largest distance of a vertex from the local origin, rounded up.
    pub radius: f64,
    /// Upper bound on the distance of two vertices.
    pub diameter: f64,
    /// Radius of a ball inside the body. Zero or less if the body encloses no volume that floating
    /// point can resolve.
    pub inner_radius: f64,
    /// Center of that ball: the mean of the vertices, rounded.
    pub inner_center: Vec3,
    /// Upper bound on the distance of any point of the surface from the border of its hull. At
    /// least the rounding of the measurement, at most about `DENT_TOLERANCE` of the size.
    pub dent: f64,
}

/// Reason to reject a mesh as a closed convex body. Of equal vertices, the message names the one
/// with the lowest index.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum NotAPolytope {
    /// Edge without exactly two faces of opposite direction.
    #[error(
        "the surface is not closed: the edge between vertices {} and {} does not have exactly \
         two faces of opposite direction", .0[0], .0[1]
    )]
    NotClosed([u32; 2]),
    /// Edge along which the surface bends inward most. If it bends inward nowhere, an edge of a
    /// face that has other parts of the surface in front of it.
    #[error(
        "the body is not convex: see the edge between vertices {} and {}", .0[0], .0[1]
    )]
    NotConvex([u32; 2]),
}

/// Checks that `mesh` is the surface of a convex body and measures it. Local space.
///
/// Accepts a body turned inside out, which bounds the same points. Accepts faces of zero area,
/// which enclose nothing. Accepts a closed surface without volume, such as a polygon with two
/// sides: floating point then never claims a collision, and exact arithmetic decides.
///
/// # Errors
/// [`NotAPolytope`] with the edge at fault.
///
/// # Cost
/// One BVH walk for each face, into the boxes that reach the face's plane.
pub(crate) fn check(mesh: &Mesh) -> Result<Polytope, NotAPolytope> {
    // 1. Closed: every edge has two faces of opposite direction.
    let topology = Topology::of(mesh);
    if !topology.closed {
        let edge = topology.unclosed_edge().unwrap_or_default();
        return Err(NotAPolytope::NotClosed(edge));
    }
    let welded = WeldedMesh::of(mesh); // D6
    let frame = Normalized::of(&welded.vertices);
    // 2. Behind every face. The highest vertex above any plane is the dent.
    let faces = FacePlanes::of(&frame.vertices, &welded.triangles, &topology.flat);
    let heights = faces.heights(&frame.vertices);
    let inside = 1.0 / frame.vertices.len() as f64 * frame.vertices.iter().sum::<Vec3>();
    let (worst, dent) = heights.iter().copied().enumerate().fold((0, 0.0), deeper);
    let inner_radius = faces.distance_behind(inside);
    // 3. A surface that winds k times around `inside` covers k full spheres, so 1.5 separates one
    // winding from two. The sum is meaningful only if `inside` lies behind every face.
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
        inner_center: frame.original_point(inside),
        dent: frame.original_length(dent),
        part_vertices: welded.new_indices(&topology.part_vertices),
        vertices: welded.vertices,
        triangles: welded.triangles,
    })
}

/// Returns the deeper dent, the earlier face if both are equal.
fn deeper(best: (usize, f64), (face, height): (usize, f64)) -> (usize, f64) {
    if height > best.1 {
        (face, height)
    } else {
        best
    }
}

/// Returns the largest length, rounded up by four ulps.
fn farthest(lengths: impl Iterator<Item = f64>) -> f64 {
    lengths.fold(0.0, f64::max) * (1.0 + 4.0 * f64::EPSILON)
}

/// Mesh whose vertices are all used and all different.
struct WeldedMesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// Lowest index in the original mesh, for each vertex. Ascending.
    original: Vec<u32>,
}

impl WeldedMesh {
    fn of(mesh: &Mesh) -> WeldedMesh {
        let same = weld(mesh.vertices());
        let corners = mesh.triangles().iter().flatten();
        let mut original: Vec<u32> = corners.map(|v| same[*v as usize]).collect();
        original.sort_unstable();
        original.dedup();
        // `original` ascends, so the rank of a vertex in it is its new index.
        let new_index = |v: u32| original.partition_point(|o| *o < same[v as usize]) as u32;
        WeldedMesh {
            vertices: original
                .iter()
                .map(|v| mesh.vertices()[*v as usize])
                .collect(),
            triangles: mesh.triangles().iter().map(|t| t.map(new_index)).collect(),
            original,
        }
    }

    /// Returns the new indices of vertices of the mesh, of equal ones the lowest.
    fn new_indices(&self, lowest: &[u32]) -> Vec<u32> {
        let index = |v: &u32| self.original.partition_point(|o| o < v) as u32;
        lowest.iter().map(index).collect()
    }

    fn original_edge(&self, edge: [u32; 2]) -> [u32; 2] {
        let [a, b] = edge.map(|v| self.original[v as usize]);
        [a.min(b), a.max(b)]
    }
}

/// Vertices relative to the center of their box, scaled by a power of two so that the largest
/// coordinate lies between 1/2 and 1. Squares then neither overflow nor underflow.
struct Normalized {
    vertices: Vec<Vec3>,
    /// Two factors, because a single factor for a subnormal body exceeds the range of `f64`.
    scales: [f64; 2],
    /// Longest side of the box, scaled.
    size: f64,
    /// Center of the box, in local space.
    center: Vec3,
}

impl Normalized {
    fn of(vertices: &[Vec3]) -> Normalized {
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
        Normalized {
            vertices: vertices.iter().map(scaled).collect(),
            scales: [first, second],
            size: size * first * second,
            center,
        }
    }

    /// Converts a point to local space, rounded.
    fn original_point(&self, scaled: Vec3) -> Vec3 {
        let [first, second] = self.scales;
        self.center + scaled / second / first
    }

    /// Converts a scaled length to local space.
    fn original_length(&self, scaled: f64) -> f64 {
        let [first, second] = self.scales;
        scaled / second / first
    }
}

/// Plane of a face with area, in normalized space.
struct FacePlane {
    corners: [u32; 3],
    origin: Vec3,
    /// Outward unit normal.
    normal: Vec3,
    /// Bound on the rounding of a height above the plane. Large for slivers, whose normals are
    /// ill-conditioned.
    error: f64,
}

impl FacePlane {
    /// Returns the plane of the triangle with these corners, or `None` if its normal vanishes.
    ///
    /// Takes the cross product at the corner between the two shorter edges. A long thin triangle
    /// has its largest angle there, so the normal has the least rounding.
    fn of(corners: [u32; 3], vertices: &[Vec3]) -> Option<FacePlane> {
        let [p, q, r] = corners.map(|v| vertices[v as usize]);
        let turned = [[p, q, r], [q, r, p], [r, p, q]];
        let opposite = |t: &[Vec3; 3]| t[1].distance_squared(t[2]);
        let [a, b, c] = turned
            .into_iter()
            .max_by(|s, t| opposite(s).total_cmp(&opposite(t)))?;
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        // Points of the normalized body are at most 2√3 away from `a`, and 3.5 exceeds that.
        let spread = 3.5 * (b - a).length() * (c - a).length() / length;
        (length > 0.0).then(|| FacePlane {
            corners,
            origin: a,
            normal: normal / length,
            error: PLANE_HEIGHT_ROUNDING * (1.0 + spread),
        })
    }

    fn edge(&self) -> [u32; 2] {
        [self.corners[0], self.corners[1]]
    }

    fn height(&self, p: Vec3) -> f64 {
        self.normal.dot(p - self.origin)
    }
}

/// Planes of the faces of a closed mesh, without faces of zero area.
struct FacePlanes(Vec<FacePlane>);

impl FacePlanes {
    /// Returns the planes of all faces except `flat`, an ascending list. Turns all of them if the
    /// sign of the volume shows that they face inward.
    fn of(vertices: &[Vec3], triangles: &[[u32; 3]], flat: &[u32]) -> FacePlanes {
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
        FacePlanes(planes.collect())
    }

    /// Returns for each plane an upper bound on the height of the highest vertex in front of it.
    fn heights(&self, vertices: &[Vec3]) -> Vec<f64> {
        let tree = VertexTree::of(vertices);
        let height = |face: &FacePlane| tree.highest(face) + face.error;
        self.0.iter().map(height).collect()
    }

    /// Returns a lower bound on the distance of `p` from the planes, positive behind all of them.
    fn distance_behind(&self, p: Vec3) -> f64 {
        let distances = self.0.iter().map(|f| -f.height(p) - f.error);
        distances.reduce(f64::min).unwrap_or(0.0)
    }

    /// Returns the sum of the solid angles of the faces seen from `p`, in full spheres: 1 for each
    /// time that the surface winds around `p`. The point lies behind every face.
    fn solid_angle(&self, p: Vec3, vertices: &[Vec3]) -> f64 {
        let angle = |face: &FacePlane| {
            let [a, b, c] = face.corners.map(|v| vertices[v as usize]);
            Triangle::new(a, b, c).solid_angle(p).abs()
        };
        self.0.iter().map(angle).sum()
    }

    /// Returns the edge along which the surface bends inward most, if by more than `tolerance`.
    ///
    /// The measure is the height of the opposite corner of one adjacent face above the plane of
    /// the other.
    fn deepest_dent(&self, vertices: &[Vec3], tolerance: f64) -> Option<[u32; 2]> {
        let mut sides: Vec<([u32; 2], usize, u32)> = Vec::with_capacity(3 * self.0.len());
        for (f, face) in self.0.iter().enumerate() {
            let [a, b, c] = face.corners;
            for (p, q, opposite) in [(a, b, c), (b, c, a), (c, a, b)] {
                sides.push(([p.min(q), p.max(q)], f, opposite));
            }
        }
        // Sorting puts the two faces of an edge next to each other.
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

/// BVH over vertices that finds the highest vertex above a plane.
struct VertexTree {
    bvh: Bvh,
    /// Vertices in leaf order.
    vertices: Vec<Vec3>,
}

impl VertexTree {
    /// Maximum number of vertices in a leaf.
    const LEAF: usize = 8;

    fn of(vertices: &[Vec3]) -> VertexTree {
        let boxes: Vec<Aabb> = vertices.iter().map(|p| Aabb::new(*p, *p)).collect();
        let bvh = Bvh::new(&boxes, Self::LEAF);
        VertexTree {
            vertices: bvh.items().iter().map(|v| vertices[*v as usize]).collect(),
            bvh,
        }
    }

    /// Returns the height of the highest vertex above the plane, or zero if all vertices lie behind
    /// it.
    fn highest(&self, face: &FacePlane) -> f64 {
        let upward = face.normal.cmpge(Vec3::ZERO);
        // Vertices behind the plane do not matter, so zero is the least useful height.
        let mut highest = 0.0;
        self.bvh.visit(|at| {
            // Each operation of the height is monotonic, also when rounded, so no vertex in the box
            // has a greater height than this corner.
            let corner = Vec3::select(upward, at.bounds.max, at.bounds.min);
            if face.height(corner) <= highest {
                return Walk::Skip;
            }
            if let Some(leaf) = at.leaf {
                for p in &self.vertices[leaf] {
                    highest = face.height(*p).max(highest);
                }
            }
            Walk::Enter
        });
        highest
    }
}

#[cfg(test)]
mod tests;
