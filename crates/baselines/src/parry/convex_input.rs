//! Convex bodies as polyhedra of parry3d, and the refusal of all others.

use collision::{Body, BodyId, Unsupported};
use geometry::hull::ConvexHull;
use geometry::topology::Topology;
use geometry::{Mesh, Vec3};
use parry3d_f64::shape::ConvexPolyhedron;

/// Maximum depth of a face below the hull of a body, relative to the longest side of its box.
///
/// Files with single-precision coordinates have dents of 1e-7. GJK sees the hull. Its answers are
/// not exact (D4), so no exact verdict depends on this number.
const DENT_TOLERANCE: f64 = 1e-6;

/// Returns the body as parry3d builds it, from the triangles of its hull.
///
/// # Errors
/// [`Unsupported`] if the body deforms, is not closed, or is not convex. A body without volume is
/// not convex here.
pub(super) fn convex_polyhedron(id: BodyId, body: &Body) -> Result<ConvexPolyhedron, Unsupported> {
    let (mesh, name) = (body.mesh(), body.name.clone());
    Unsupported::unless_rigid_body(id, body)?;
    let topology = Topology::of(mesh);
    if !topology.closed {
        // Faces without area have no edge to name.
        let first = mesh.triangles().first().map_or([0, 0], |t| [t[0], t[1]]);
        let edge = topology.unclosed_edge().unwrap_or(first);
        let body = id;
        return Err(Unsupported::NotClosed { body, name, edge });
    }
    polyhedron_of_hull(mesh).map_err(|edge| {
        let body = id;
        Unsupported::NotConvex { body, name, edge }
    })
}

/// Returns the hull of a closed mesh as a polyhedron.
///
/// # Errors
/// An edge of a face that is not on the hull, or of the first face if there is no polyhedron.
fn polyhedron_of_hull(mesh: &Mesh) -> Result<ConvexPolyhedron, [u32; 2]> {
    let first = mesh.triangles().first().map_or([0, 0], |t| [t[0], t[1]]);
    let mut used = mesh.triangles().as_flattened().to_vec();
    used.sort_unstable();
    used.dedup();
    let points: Vec<Vec3> = used.iter().map(|v| mesh.vertices()[*v as usize]).collect();
    let hull = ConvexHull::of_points(&points).map_err(|_| first)?;
    // A body turned inside out bounds the same points.
    let outward = volume(mesh).signum();
    let limit = DENT_TOLERANCE * mesh.aabb().size().max_element();
    let mut start = 0;
    for (face, corners) in mesh.triangles().iter().enumerate() {
        let triangle = mesh.triangle(face);
        let normal = outward * triangle.area_vector().normalize_or_zero();
        start = highest(&hull, normal, start);
        if normal.dot(hull.vertices[start] - triangle.a) > limit {
            return Err([corners[0], corners[1]]);
        }
    }
    let surface = hull.mesh();
    let triangles = surface.triangles();
    ConvexPolyhedron::from_convex_mesh(surface.vertices().to_vec(), triangles).ok_or(first)
}

/// Returns the hull's vertex farthest along `direction`, found by a walk from `start` to ever
/// higher neighbors.
fn highest(hull: &ConvexHull, direction: Vec3, start: usize) -> usize {
    let height = |v: usize| direction.dot(hull.vertices[v]);
    let mut vertex = start;
    loop {
        let neighbors = hull.vertex_neighbors.get(vertex).iter();
        let next = neighbors
            .map(|v| *v as usize)
            .find(|v| height(*v) > height(vertex));
        match next {
            Some(next) => vertex = next,
            None => return vertex,
        }
    }
}

/// Returns six times the signed volume of a closed mesh.
fn volume(mesh: &Mesh) -> f64 {
    let origin = mesh.aabb().center();
    let faces = (0..mesh.face_count()).map(|i| mesh.triangle(i));
    let tetrahedra = faces.map(|t| (t.a - origin).dot((t.b - origin).cross(t.c - origin)));
    tetrahedra.sum()
}
