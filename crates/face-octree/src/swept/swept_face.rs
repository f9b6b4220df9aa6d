//! Face at both instants, as step 2 lists it [Kitamura95 §3.3].

use crate::face_checklist::ListedFace;
use collision::FaceId;
use geometry::SweptTriangle;

/// Face near another body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptFace {
    /// Body and face.
    pub id: FaceId,
    /// Corners at both instants, world space.
    pub sweep: SweptTriangle,
}

impl SweptFace {
    /// Returns the face at the first instant, as the face octree lists it.
    pub(super) fn listed(&self) -> ListedFace {
        let (id, triangle) = (self.id, self.sweep.now);
        let bounds = triangle.aabb();
        ListedFace {
            id,
            triangle,
            bounds,
        }
    }
}
