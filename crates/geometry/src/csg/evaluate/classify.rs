//! Parts of a piece in front of and behind which a subtree has one truth value each: neighborhood
//! classification (A. A. G. Requicha, H. B. Voelcker, "Boolean operations in solid modeling:
//! boundary evaluation and merging algorithms", Proceedings of the IEEE 73(1), 1985).
//!
//! The essence, for one piece:
//! 1. Evaluate the formula of the leaves near it, with a value for each of both sides. Ask a leaf
//!    only if the result depends on it.
//! 2. A leaf is convex. Cut the piece by its half-spaces one after the other: each part beyond one
//!    is outside of the leaf, what is left is inside. If the piece lies in the plane of a
//!    half-space, the leaf is on one side of it only.
//! 3. If the leaf splits the piece, go on with each part, whose value for this leaf is known.
//!
//! All cuts and sides are exact. A part is never asked for the same leaf again, so the depth of
//! splits is at most the number of leaves near the piece.

use super::arena::{Arena, PointIx};
use super::facets::LeafFacets;
use super::formula::{FormulaTerm, LocalFormula};
use super::piece::FacetPiece;
use crate::Aabb;
use crate::csg::CsgOperation;
use crate::csg::polygon::{ConvexPolygon, Cut, PlaneSide};

/// Truth values of a solid just in front of a piece and just behind it. The piece is a part of the
/// solid's boundary if they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighborhood {
    /// In front, where the normal of the piece points.
    pub front: bool,
    /// Behind.
    pub back: bool,
}

impl Neighborhood {
    pub(super) const OUTSIDE: Neighborhood = Neighborhood {
        front: false,
        back: false,
    };

    pub(super) const INSIDE: Neighborhood = Neighborhood {
        front: true,
        back: true,
    };

    /// Returns true if the solid's boundary contains the piece.
    pub(super) fn is_boundary(self) -> bool {
        self.front != self.back
    }

    /// Returns the truth values of an operation's result.
    pub(super) fn joined(self, operation: CsgOperation, right: Neighborhood) -> Neighborhood {
        Neighborhood {
            front: operation.apply(self.front, right.front),
            back: operation.apply(self.back, right.back),
        }
    }
}

/// Part of a piece that is not classified yet.
#[derive(Debug)]
struct Open {
    piece: FacetPiece,
    /// The formula, with the values of some leaves.
    terms: Vec<FormulaTerm>,
}

/// Neighborhoods of a formula on a piece.
#[derive(Debug)]
pub(super) enum Classified {
    Whole(Neighborhood),
    /// Parts with one neighborhood each, not all the same.
    Parts(Vec<(FacetPiece, Neighborhood)>),
}

/// Leaves with their planes, and boxes of nodes.
#[derive(Debug)]
pub(super) struct Surroundings<'a> {
    pub arena: &'a mut Arena,
    pub leaves: &'a [LeafFacets],
    pub bounds: &'a [Aabb],
}

impl Surroundings<'_> {
    /// Classifies a piece by a formula that was collected near it.
    pub(super) fn classify(
        &mut self,
        formula: &mut LocalFormula,
        piece: &FacetPiece,
    ) -> Classified {
        formula.restrict(self.bounds, &piece.bounds);
        let mut open: Vec<Open> = Vec::new();
        if let Some(value) = self.value(formula, piece, &mut open) {
            return Classified::Whole(value);
        }
        let mut parts: Vec<(FacetPiece, Neighborhood)> = Vec::new();
        while let Some(Open { piece, terms }) = open.pop() {
            formula.resume(&terms, self.bounds, &piece.bounds);
            if let Some(value) = self.value(formula, &piece, &mut open) {
                parts.push((piece, value));
            }
        }
        // Parts that agree are one piece again: cuts that change nothing would only add pieces.
        let first = parts[0].1;
        if parts.iter().all(|(_, value)| *value == first) {
            return Classified::Whole(first);
        }
        Classified::Parts(parts)
    }

    /// Returns the value of a formula on a piece. If a leaf splits the piece, adds the parts.
    fn value(
        &mut self,
        formula: &mut LocalFormula,
        piece: &FacetPiece,
        open: &mut Vec<Open>,
    ) -> Option<Neighborhood> {
        let mut split = Vec::new();
        let value = formula.value(|leaf| {
            let sides = &self.leaves[leaf as usize].sides;
            split_by_leaf(self.arena, sides, &piece.polygon, &mut split)
        });
        let at = match value {
            Ok(value) => return Some(value),
            Err(at) => at,
        };
        open.extend(split.into_iter().map(|(polygon, value)| {
            let mut terms = formula.terms().to_vec();
            terms[at] = FormulaTerm::Known(value);
            Open {
                piece: FacetPiece::new(self.arena, piece.leaf, polygon),
                terms,
            }
        }));
        None
    }
}

/// Returns the neighborhood of a leaf on a polygon. If it is not the same everywhere, returns
/// `None` and lists parts with one neighborhood each. If no part is inside, the polygon stays
/// whole.
fn split_by_leaf(
    arena: &mut Arena,
    sides: &[PlaneSide],
    polygon: &ConvexPolygon<PointIx>,
    parts: &mut Vec<(ConvexPolygon<PointIx>, Neighborhood)>,
) -> Option<Neighborhood> {
    let mut inner = Neighborhood::INSIDE;
    let mut rest: Option<ConvexPolygon<PointIx>> = None;
    for side in sides {
        match rest.as_ref().unwrap_or(polygon).cut(arena, *side) {
            Cut::Inside => {}
            Cut::InPlane(true) => inner.front = false,
            Cut::InPlane(false) => inner.back = false,
            // The rest is outside, and so are the parts cut off before: no cut was needed.
            Cut::Outside => {
                parts.clear();
                return Some(Neighborhood::OUTSIDE);
            }
            Cut::Both([inside, beyond]) => {
                parts.push((beyond, Neighborhood::OUTSIDE));
                rest = Some(inside);
            }
        }
    }
    match rest {
        Some(rest) if inner != Neighborhood::OUTSIDE => {
            parts.push((rest, inner));
            None
        }
        _ => {
            parts.clear();
            Some(inner)
        }
    }
}
