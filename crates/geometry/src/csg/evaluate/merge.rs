//! Merges neighboring pieces of a facet while they stay convex.

use super::arena::{Arena, PointIx};
use super::close::BorderEdge;
use super::piece::{FacetPiece, PieceCorner};
use crate::Sign;
use crate::csg::polygon::{PlaneSide, PolygonStore};
use std::collections::BTreeMap;

/// Polygon of the surface, counterclockwise seen from outside of the solid.
#[derive(Clone, Debug)]
pub(super) struct SurfacePiece {
    pub leaf: u32,
    /// Plane with the normal out of the solid.
    pub support: PlaneSide,
    /// Corners. The inside of an edge's plane is on the piece's side.
    pub corners: Vec<PieceCorner>,
}

impl SurfacePiece {
    /// Returns a piece as part of the surface. If it is reversed, the solid is in front of the
    /// leaf's facet.
    pub(super) fn of(piece: &FacetPiece, reversed: bool) -> SurfacePiece {
        let mut corners = piece.corners().to_vec();
        let mut support = piece.support();
        if reversed {
            support = support.complement();
            let count = corners.len();
            let edges: Vec<PlaneSide> = corners.iter().map(|c| c.edge).collect();
            corners.reverse();
            // Corner i was corner count − 1 − i. The edge to its new successor began there.
            for (i, corner) in corners.iter_mut().enumerate() {
                corner.edge = edges[(2 * count - 2 - i) % count];
            }
        }
        SurfacePiece {
            leaf: piece.leaf,
            support,
            corners,
        }
    }

    /// Returns the edges in order.
    pub(super) fn edges(&self) -> impl Iterator<Item = BorderEdge> + '_ {
        (0..self.corners.len()).map(|i| {
            let [from, to] = ends(&self.corners, i);
            let line = self.corners[i].edge;
            BorderEdge { from, to, line }
        })
    }
}

/// Merges neighboring pieces of one leaf and plane where their union is convex.
pub(super) fn merge_group(arena: &Arena, pieces: Vec<SurfacePiece>) -> Vec<SurfacePiece> {
    let mut slots: Vec<Option<SurfacePiece>> = pieces.into_iter().map(Some).collect();
    let mut edges: BTreeMap<[PointIx; 2], usize> = BTreeMap::new();
    let mut next = 0;
    // Each merge adds one slot and frees two.
    while next < slots.len() {
        let at = next;
        next += 1;
        let Some(piece) = &slots[at] else { continue };
        let partner = (0..piece.corners.len()).find_map(|i| {
            let [from, to] = ends(&piece.corners, i);
            let other = *edges.get(&[to, from])?;
            let neighbor = slots[other].as_ref()?;
            let united = united(arena, piece, i, neighbor, [to, from])?;
            Some((other, united))
        });
        match partner {
            Some((other, united)) => {
                for slot in [at, other] {
                    let gone = slots[slot].take().expect("both pieces are there");
                    for i in 0..gone.corners.len() {
                        let key = ends(&gone.corners, i);
                        if edges.get(&key) == Some(&slot) {
                            edges.remove(&key);
                        }
                    }
                }
                slots.push(Some(united));
            }
            None => {
                for i in 0..piece.corners.len() {
                    edges.insert(ends(&piece.corners, i), at);
                }
            }
        }
    }
    slots.into_iter().flatten().collect()
}

fn ends(corners: &[PieceCorner], edge: usize) -> [PointIx; 2] {
    let next = (edge + 1) % corners.len();
    [corners[edge].point, corners[next].point]
}

/// Returns the union of two pieces along an edge, if it is convex. Corners that become straight
/// are dropped.
fn united(
    arena: &Arena,
    a: &SurfacePiece,
    edge: usize,
    b: &SurfacePiece,
    reversed: [PointIx; 2],
) -> Option<SurfacePiece> {
    let other = (0..b.corners.len()).find(|i| ends(&b.corners, *i) == reversed)?;
    // The border of `a` after the edge, then the border of `b` after it.
    let around = |corners: &[PieceCorner], edge: usize| {
        let count = corners.len();
        (1..count)
            .map(|k| corners[(edge + k) % count])
            .collect::<Vec<PieceCorner>>()
    };
    let (mut corners, seam) = (around(&a.corners, edge), a.corners.len() - 1);
    corners.extend(around(&b.corners, other));
    // Corners 0 and `seam` join edges of both pieces.
    let mut straight = Vec::new();
    for at in [seam, 0] {
        let count = corners.len();
        let before = corners[(at + count - 1) % count];
        let after = corners[(at + 1) % count];
        match arena.side(before.edge, &after.point) {
            Sign::Positive => return None,
            Sign::Negative => {}
            Sign::Zero => straight.push(at),
        }
    }
    for at in straight {
        corners.remove(at);
    }
    (corners.len() >= 3).then_some(SurfacePiece {
        leaf: a.leaf,
        support: a.support,
        corners,
    })
}
