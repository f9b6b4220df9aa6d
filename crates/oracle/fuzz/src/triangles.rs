//! Two triangles: the signs of the predicates, with rational arithmetic.

#[allow(dead_code, reason = "the tests of the predicates use the other items")]
#[path = "../../../geometry/tests/property/exact.rs"]
mod exact;

use crate::Case;
use anyhow::{Result, ensure};
use geometry::{Triangle, Vec3, interference};
use scenes::hostile::{self, Bodies};

/// Compares the faces of the first two bodies of a hostile scene.
pub(crate) fn check(case: &mut Case) -> Result<()> {
    let scene = hostile::scene(Bodies::Any, case.seed);
    let faces = |index: usize| -> Vec<Triangle> {
        let body = &scene.bodies[index];
        let vertices: Vec<Vec3> = scene.frames[0].world_vertices(index, body);
        let corners = body
            .mesh()
            .triangles()
            .iter()
            .map(|t| t.map(|v| vertices[v as usize]));
        corners.map(|[a, b, c]| Triangle::new(a, b, c)).collect()
    };
    for a in faces(0).iter().take(4) {
        for b in faces(1).iter().take(4) {
            case.files = vec![("triangles.txt".to_owned(), format!("{a:?}\n{b:?}\n").into())];
            let expected = exact::interference_of(a, b);
            let found = [interference(a, b), interference(b, a)];
            ensure!(found == [expected; 2], "{found:?} for {expected:?}");
        }
    }
    Ok(())
}
