//! Pieces of the facets of leaves.

use super::arena::{Arena, PointIx};
use crate::Aabb;
use crate::csg::polygon::{self, ConvexPolygon, PlaneSide};

/// Part of a facet of a leaf.
#[derive(Clone, Debug)]
pub(super) struct FacetPiece {
    /// Index of the leaf.
    pub leaf: u32,
    /// Its plane with the normal out of the leaf, and its corners, counterclockwise seen from
    /// outside of the leaf. It is inside of the planes of its edges.
    pub polygon: ConvexPolygon<PointIx>,
    /// Box of the rounded corners. Rounding is monotone, so boxes that are apart are of pieces that
    /// are apart.
    pub bounds: Aabb,
}

/// Corner of a piece.
pub(super) type PieceCorner = polygon::Corner<PointIx>;

impl FacetPiece {
    pub(super) fn new(arena: &Arena, leaf: u32, polygon: ConvexPolygon<PointIx>) -> FacetPiece {
        let points = polygon.corners.iter().map(|c| arena.rounded(c.point));
        let bounds = points.fold(Aabb::EMPTY, Aabb::with_point);
        FacetPiece {
            leaf,
            polygon,
            bounds,
        }
    }

    /// Returns its half-space. The normal points out of the leaf.
    pub(super) fn support(&self) -> PlaneSide {
        self.polygon.plane
    }

    pub(super) fn corners(&self) -> &[PieceCorner] {
        &self.polygon.corners
    }
}
