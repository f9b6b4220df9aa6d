//! Preparation of a body: its hybrid model, or the reason why there is none [Su07 §2].

use crate::model::HybridModel;
use crate::options::HybridMode;
use collision::{Body, BodyId, Shape, Unsupported};
use geometry::csg::{ConversionError, CsgSolid, CsgTree, Route};
use std::sync::Arc;

/// Largest number of polygons of all nodes of a tree together, those in common counted for each: a
/// node's volumes are fitted to all its polygons. Fitting that many takes minutes.
const MAX_NODE_POLYGONS: usize = 30_000_000;

/// Largest number of leaves of a mesh that is converted in mode `verified`: that of any small one,
/// and else a share of its faces. A rougher mesh is one leaf (D17).
///
/// A leaf costs at least a test of volumes, about as much as five comparisons of oriented boxes,
/// and a tree over the faces itself compares some boxes for each face that is near. So leaves of
/// few faces localize at a higher price than the tree over all faces.
const ALWAYS_LEAVES: usize = 16;
const FACES_PER_LEAF: usize = 8;

/// Returns the model of a body.
///
/// # Errors
/// If the body deforms, its tree has too many polygons, or its mesh has no tree.
pub(crate) fn model(id: BodyId, body: &Body, mode: HybridMode) -> Result<HybridModel, Unsupported> {
    Unsupported::unless_rigid_body(id, body)?;
    match &body.shape {
        Shape::Csg(solid) => {
            check_polygons(solid).map_err(|reason| refused(id, body, reason))?;
            Ok(HybridModel::of_solid(solid.clone()))
        }
        _ => converted(id, body, mode),
    }
}

/// Returns the fault and the remedy if the nodes of a tree have too many polygons.
fn check_polygons(solid: &CsgSolid) -> Result<(), String> {
    let nodes = 0..solid.tree().nodes().len();
    let count: usize = nodes.map(|node| solid.surface(node).len()).sum();
    if count > MAX_NODE_POLYGONS {
        return Err(format!(
            "its nodes have {count} polygons together, and at most {MAX_NODE_POLYGONS} are \
             supported; join the operands of a long chain in pairs instead of one after another"
        ));
    }
    Ok(())
}

fn refused(body: BodyId, of: &Body, reason: String) -> Unsupported {
    Unsupported::NoCsgTree {
        body,
        name: of.name.clone(),
        reason,
    }
}

/// Returns the model of a mesh, by conversion to a CSG tree [Su07 §2.1].
fn converted(id: BodyId, body: &Body, mode: HybridMode) -> Result<HybridModel, Unsupported> {
    let refused = |reason| refused(id, body, reason);
    let not_closed = |error: ConversionError| match error {
        ConversionError::Open { edge }
        | ConversionError::Crowded { edge }
        | ConversionError::Miswound { edge } => Unsupported::NotClosed {
            body: id,
            name: body.name.clone(),
            edge,
        },
        error => refused(error.to_string()),
    };
    let mesh = body.mesh();
    let limit = match mode {
        HybridMode::Verified => ALWAYS_LEAVES.max(mesh.face_count() / FACES_PER_LEAF),
        // Its answers are those of the tree.
        HybridMode::Published => usize::MAX,
    };
    // D14. Hull minus pockets.
    let tree = match CsgTree::from_mesh_within(mesh, Route::default(), limit) {
        Err(ConversionError::TooManyLeaves { .. }) => {
            return HybridModel::of_rough_mesh(mesh.clone()).map_err(refused);
        }
        tree => tree.map_err(not_closed)?,
    };
    let solid = CsgSolid::new(tree).map_err(|e| refused(e.to_string()))?;
    check_polygons(&solid).map_err(refused)?;
    Ok(HybridModel::of_mesh(Arc::new(solid), mesh.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CsgHybrid;
    use collision::Detector;
    use geometry::csg::Primitive;
    use geometry::{Pose, Vec3};

    #[test]
    fn a_chain_of_thousands_is_refused() {
        let link = |i: u32| {
            let pose = Pose::at(Vec3::X * (2.0 * f64::from(i)));
            CsgTree::leaf_at(Primitive::Box { size: [1.0; 3] }, pose).unwrap()
        };
        let chain = (1..3200).map(link).fold(link(0), CsgTree::union);
        let solid = Arc::new(CsgSolid::new(chain).unwrap());
        let bodies = [Body::rigid_csg("rope", solid)];
        let error = CsgHybrid::verified().prepare(&bodies).unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("`rope`") && message.contains("in pairs"),
            "{message}"
        );
    }
}
