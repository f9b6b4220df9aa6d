//! Check of a detector's decision to accept or refuse bodies.

use collision::{Accepts, Body, Unsupported};
use geometry::csg::{ConversionError, CsgTree, Route};
use geometry::topology::{Orientation, Topology};
use geometry::{Mesh, Sign, Vec3, orient3d};

/// Depth of a dent, relative to the body's size, above which a body is concave beyond doubt.
///
/// It is far above the rounding of generated coordinates, which is about 1e-16.
pub(crate) const CLEAR_DENT: f64 = 1e-6;

/// Checks the answer of [`collision::Detector::prepare`] against the bodies that a detector's
/// profile accepts.
///
/// A detector of convex bodies may accept or refuse a dent of less than [`CLEAR_DENT`], because
/// detectors allow for different rounding.
///
/// # Errors
/// Describes the fault of the answer.
pub(crate) fn check_admission(
    accepts: &Accepts,
    bodies: &[Body],
    answer: &Result<(), Unsupported>,
) -> Result<(), String> {
    match answer {
        Ok(()) => match bodies.iter().find_map(|body| clear_fault(accepts, body)) {
            None => Ok(()),
            Some(fault) => Err(format!("it accepts {fault}, against its own profile")),
        },
        Err(refusal) if is_justified(accepts, bodies, refusal) => Ok(()),
        Err(refusal) => Err(format!(
            "it refuses a body that its profile accepts: {refusal}"
        )),
    }
}

/// Returns the reason for which a body must be refused, if any.
fn clear_fault(accepts: &Accepts, body: &Body) -> Option<String> {
    let name = &body.name;
    if body.deforms && !accepts.deforming {
        return Some(format!("the deforming body `{name}`"));
    }
    let topology = Topology::of(body.mesh());
    if !topology.closed && !accepts.open {
        return Some(format!("the open body `{name}`"));
    }
    if !topology.closed {
        return None;
    }
    if accepts.concave {
        let is_fault = !accepts.self_intersecting && intersects_itself(body.mesh());
        return is_fault.then(|| format!("the body `{name}` that intersects itself"));
    }
    let dented = |mesh: &Mesh| is_clearly_dented(mesh, Topology::of(mesh).orientation);
    let concave = pieces(accepts, body.mesh()).iter().any(dented);
    concave.then(|| format!("the concave body `{name}`"))
}

fn is_justified(accepts: &Accepts, bodies: &[Body], refusal: &Unsupported) -> bool {
    let body = |id: collision::BodyId| bodies.get(id.index());
    match refusal {
        Unsupported::NotRigid { body: id, .. } => {
            !accepts.deforming && body(*id).is_some_and(|b| b.deforms)
        }
        Unsupported::NotClosed { body: id, .. } => {
            !accepts.open && body(*id).is_some_and(|b| !Topology::of(b.mesh()).closed)
        }
        Unsupported::NotConvex { body: id, .. } => {
            let all_convex = |b: &Body| pieces(accepts, b.mesh()).iter().all(is_exactly_convex);
            !accepts.concave && body(*id).is_some_and(|b| !all_convex(b))
        }
        Unsupported::Flat { body: id, .. } => {
            let clean = |mesh: &Mesh| Topology::of(mesh).is_clean();
            let all_clean = |b: &Body| pieces(accepts, b.mesh()).iter().all(clean);
            body(*id).is_some_and(|b| !all_clean(b))
        }
        Unsupported::NoCsgTree { body: id, .. } => {
            let is_simple = |b: &Body| {
                let clean = Topology::of(b.mesh()).is_clean();
                let convex = clean && is_exactly_convex(b.mesh());
                convex || CsgTree::from_mesh(b.mesh(), Route::Bsp).is_ok()
            };
            !accepts.self_intersecting && body(*id).is_some_and(|b| !is_simple(b))
        }
        // A reason unknown to this suite does not justify a refusal.
        _ => false,
    }
}

/// Returns the parts of the mesh that have to be convex: the whole mesh, unless the detector takes
/// compounds.
fn pieces(accepts: &Accepts, mesh: &Mesh) -> Vec<Mesh> {
    if !accepts.compounds {
        return vec![mesh.clone()];
    }
    let topology = Topology::of(mesh);
    let piece = |part: u32| {
        let faces = mesh.triangles().iter().zip(&topology.part_of_face);
        let faces = faces.filter(|(_, p)| **p == part).map(|(face, _)| *face);
        Mesh::new(mesh.vertices().to_vec(), faces.collect()).expect("a part of a mesh is one")
    };
    (0..topology.part_count() as u32).map(piece).collect()
}

/// Returns true if two faces meet beside the corners and edges that they share. The surface must be
/// closed.
fn intersects_itself(mesh: &Mesh) -> bool {
    let tree = CsgTree::from_mesh(mesh, Route::Bsp);
    matches!(tree, Err(ConversionError::Intersecting { .. }))
}

/// Returns true if some vertex lies far in front of some face. The surface must be closed.
fn is_clearly_dented(mesh: &Mesh, orientation: Orientation) -> bool {
    let outward = match orientation {
        Orientation::Outward => 1.0,
        Orientation::InsideOut => -1.0,
        Orientation::None => return false,
    };
    let limit = CLEAR_DENT * mesh.aabb().size().max_element();
    (0..mesh.face_count()).any(|face| {
        let triangle = mesh.triangle(face);
        let normal = outward * triangle.area_vector().normalize_or_zero();
        used_vertices(mesh).any(|p: Vec3| normal.dot(p - triangle.a) > limit)
    })
}

/// Returns true if no detector of convex bodies has a reason to refuse the body.
///
/// The body is closed and faces outward, no face has zero area, and exactly no vertex lies in front
/// of any face.
fn is_exactly_convex(mesh: &Mesh) -> bool {
    let topology = Topology::of(mesh);
    let behind_or_on = |face: usize| {
        let t = mesh.triangle(face);
        used_vertices(mesh).all(|p| orient3d(t.a, t.b, t.c, p) != Sign::Positive)
    };
    topology.is_clean() && (0..mesh.face_count()).all(behind_or_on)
}

fn used_vertices(mesh: &Mesh) -> impl Iterator<Item = Vec3> {
    let corners = mesh.triangles().as_flattened().iter();
    corners.map(|i| mesh.vertices()[*i as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cube, notched_cube, open_cube};
    use collision::BodyId;
    use std::sync::Arc;

    fn body(mesh: Arc<Mesh>) -> Vec<Body> {
        vec![Body::rigid("it", mesh)]
    }

    fn refusal(kind: &str) -> Result<(), Unsupported> {
        let (body, name, edge) = (BodyId(0), "it".to_string(), [0, 1]);
        Err(match kind {
            "convex" => Unsupported::NotConvex { body, name, edge },
            "closed" => Unsupported::NotClosed { body, name, edge },
            "tree" => {
                let reason = "it meets itself".to_owned();
                Unsupported::NoCsgTree { body, name, reason }
            }
            _ => Unsupported::NotRigid { body, name },
        })
    }

    #[test]
    fn what_a_profile_excludes_must_be_refused() {
        let deforming = vec![Body::deforming("it", cube(1.0))];
        for bodies in [body(notched_cube()), body(open_cube()), deforming] {
            assert!(check_admission(&Accepts::CONVEX, &bodies, &Ok(())).is_err());
            assert!(check_admission(&Accepts::ANYTHING, &bodies, &Ok(())).is_ok());
        }
        assert!(check_admission(&Accepts::CONVEX, &body(cube(1.0)), &Ok(())).is_ok());
    }

    /// Two cubes that overlap, as one body.
    fn crossing_cubes() -> Arc<Mesh> {
        let cube = cube(1.0);
        let moved = cube.vertices().iter().map(|p| *p + Vec3::splat(0.5));
        let vertices = cube.vertices().iter().copied().chain(moved).collect();
        let count = cube.vertices().len() as u32;
        let moved = cube.triangles().iter().map(|face| face.map(|v| v + count));
        let triangles = cube.triangles().iter().copied().chain(moved).collect();
        Arc::new(Mesh::new(vertices, triangles).unwrap())
    }

    #[test]
    fn a_profile_says_whether_bodies_may_intersect_themselves() {
        let mut sound = Accepts::ANYTHING;
        (sound.open, sound.self_intersecting) = (false, false);
        let check = |accepts: &Accepts, mesh: Arc<Mesh>, answer: &Result<(), Unsupported>| {
            check_admission(accepts, &body(mesh), answer).is_ok()
        };
        let refused = refusal("tree");
        for (mesh, is_sound) in [
            (cube(1.0), true),
            (notched_cube(), true),
            (crossing_cubes(), false),
        ] {
            assert_eq!(check(&sound, mesh.clone(), &Ok(())), is_sound);
            assert_eq!(check(&sound, mesh.clone(), &refused), !is_sound);
            assert!(check(&Accepts::ANYTHING, mesh.clone(), &Ok(())));
            assert!(!check(&Accepts::ANYTHING, mesh, &refused));
        }
    }

    #[test]
    fn a_refusal_needs_its_reason() {
        let justified = |mesh, kind: &str| {
            check_admission(&Accepts::CONVEX, &body(mesh), &refusal(kind)).is_ok()
        };
        assert!(justified(notched_cube(), "convex") && !justified(cube(1.0), "convex"));
        assert!(justified(open_cube(), "closed") && !justified(cube(1.0), "closed"));
        assert!(!justified(cube(1.0), "rigid"));
        let anything = Accepts::ANYTHING;
        assert!(check_admission(&anything, &body(notched_cube()), &refusal("convex")).is_err());
    }
}
