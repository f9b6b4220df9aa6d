//! Parts of a piece in front of and behind which a subtree has one truth value each.

use super::arena::Arena;
use super::facets::LeafFacets;
use super::piece::Piece;
use crate::Aabb;
use crate::csg::polygon::{Cut, PlaneSide};
use crate::csg::{CsgNode, CsgOperation};

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

/// The part of a subtree near a piece: a formula of the leaves whose boxes the piece touches.
#[derive(Debug, Default)]
pub(super) struct LocalFormula {
    /// In postfix order.
    terms: Vec<Term>,
    /// Index of the first term of each operand.
    operands: Vec<usize>,
    stack: Vec<Walk>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Term {
    Outside,
    Leaf(u32),
    Operation(CsgOperation),
}

#[derive(Clone, Copy, Debug)]
enum Walk {
    Enter(u32),
    Leave(CsgOperation),
}

/// Value of a formula in which some leaves are not known.
#[derive(Clone, Copy, Debug)]
struct Known {
    front: Option<bool>,
    back: Option<bool>,
    /// A leaf on which the value may depend.
    open: Option<u32>,
}

impl LocalFormula {
    /// Collects the leaves of the subtree that the piece may touch.
    pub(super) fn collect(&mut self, nodes: &[CsgNode], bounds: &[Aabb], root: u32, piece: &Aabb) {
        self.terms.clear();
        self.operands.clear();
        self.stack.clear();
        self.stack.push(Walk::Enter(root));
        while let Some(step) = self.stack.pop() {
            let node = match step {
                Walk::Leave(operation) => {
                    self.join(operation);
                    continue;
                }
                Walk::Enter(node) => node,
            };
            if !bounds[node as usize].overlaps(piece) {
                self.operand(Term::Outside);
                continue;
            }
            match nodes[node as usize] {
                CsgNode::Leaf(leaf) => self.operand(Term::Leaf(leaf)),
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => {
                    self.stack.push(Walk::Leave(operation));
                    self.stack.push(Walk::Enter(right));
                    self.stack.push(Walk::Enter(left));
                }
            }
        }
    }

    fn operand(&mut self, term: Term) {
        self.operands.push(self.terms.len());
        self.terms.push(term);
    }

    /// Adds an operation on the last two operands, without those that lie elsewhere. The formula
    /// grows with the leaves near the piece, not with the subtree.
    fn join(&mut self, operation: CsgOperation) {
        let right = self.operands.pop().expect("postfix order");
        let left = *self.operands.last().expect("postfix order");
        let left_outside = self.terms[left..right] == [Term::Outside];
        let right_outside = self.terms[right..] == [Term::Outside];
        match operation {
            CsgOperation::Union if left_outside => _ = self.terms.remove(left),
            CsgOperation::Intersection | CsgOperation::Difference if left_outside => {
                self.terms.truncate(right);
            }
            CsgOperation::Union | CsgOperation::Difference if right_outside => {
                self.terms.truncate(right);
            }
            CsgOperation::Intersection if right_outside => _ = self.terms.drain(left..right),
            _ => self.terms.push(Term::Operation(operation)),
        }
    }

    /// Returns true if the subtree does not reach the piece.
    pub(super) fn is_outside(&self) -> bool {
        matches!(self.terms[..], [Term::Outside])
    }

    /// Evaluates the formula on a piece, with the values of some leaves. Leaves whose boxes it does
    /// not touch are outside.
    fn evaluate(
        &self,
        leaves: &[LeafFacets],
        piece: &Aabb,
        known: &[(u32, Neighborhood)],
        values: &mut Vec<Known>,
    ) -> Known {
        values.clear();
        for term in &self.terms {
            let value = match *term {
                Term::Outside => Known::of(Neighborhood::OUTSIDE),
                Term::Leaf(leaf) if !leaves[leaf as usize].bounds.overlaps(piece) => {
                    Known::of(Neighborhood::OUTSIDE)
                }
                Term::Leaf(leaf) => match known.iter().find(|(l, _)| *l == leaf) {
                    Some((_, value)) => Known::of(*value),
                    None => Known {
                        front: None,
                        back: None,
                        open: Some(leaf),
                    },
                },
                Term::Operation(operation) => {
                    let right = values.pop().expect("postfix order");
                    let left = values.pop().expect("postfix order");
                    left.joined(operation, right)
                }
            };
            values.push(value);
        }
        values.pop().expect("one value is left")
    }
}

impl Known {
    fn of(value: Neighborhood) -> Known {
        Known {
            front: Some(value.front),
            back: Some(value.back),
            open: None,
        }
    }

    fn joined(self, operation: CsgOperation, right: Known) -> Known {
        let front = apply(operation, self.front, right.front);
        let back = apply(operation, self.back, right.back);
        let decided = front.is_some() && back.is_some();
        Known {
            front,
            back,
            open: if decided {
                None
            } else {
                self.open.or(right.open)
            },
        }
    }
}

/// Returns the operation's value, if it does not depend on what is not known.
fn apply(operation: CsgOperation, left: Option<bool>, right: Option<bool>) -> Option<bool> {
    let tries = |x: Option<bool>| x.map_or([false, true], |x| [x, x]);
    let results = tries(left).map(|l| tries(right).map(|r| operation.apply(l, r)));
    let first = results[0][0];
    let same = results.as_flattened().iter().all(|r| *r == first);
    same.then_some(first)
}

/// Part of a piece that is not classified yet: the values of some leaves.
#[derive(Debug)]
struct Open {
    piece: Piece,
    known: Vec<(u32, Neighborhood)>,
}

/// Splits a piece into parts with one neighborhood of the formula each. If all are the same, the
/// piece stays whole.
pub(super) fn classify(
    arena: &mut Arena,
    leaves: &[LeafFacets],
    formula: &LocalFormula,
    piece: &Piece,
) -> Vec<(Piece, Neighborhood)> {
    let mut values = Vec::new();
    let mut parts: Vec<(Piece, Neighborhood)> = Vec::new();
    let mut open = vec![Open {
        piece: piece.clone(),
        known: Vec::new(),
    }];
    while let Some(Open { piece, known }) = open.pop() {
        let value = formula.evaluate(leaves, &piece.bounds, &known, &mut values);
        if let (Some(front), Some(back)) = (value.front, value.back) {
            parts.push((piece, Neighborhood { front, back }));
            continue;
        }
        let leaf = value.open.expect("an open leaf");
        let sides = &leaves[leaf as usize].sides;
        split_by_leaf(arena, sides, piece, |part, value| {
            open.push(Open {
                piece: part,
                known: with(&known, leaf, value),
            });
        });
    }
    let first = parts[0].1;
    if parts.len() > 1 && parts.iter().all(|(_, value)| *value == first) {
        return vec![(piece.clone(), first)];
    }
    parts
}

fn with(known: &[(u32, Neighborhood)], leaf: u32, value: Neighborhood) -> Vec<(u32, Neighborhood)> {
    let mut all = known.to_vec();
    all.push((leaf, value));
    all
}

/// Splits a piece by the half-spaces of a leaf. If no part is inside, the piece stays whole.
fn split_by_leaf(
    arena: &mut Arena,
    sides: &[PlaneSide],
    piece: Piece,
    mut emit: impl FnMut(Piece, Neighborhood),
) {
    let mut inner = Neighborhood {
        front: true,
        back: true,
    };
    let mut outside = Vec::new();
    let mut rest = piece.polygon.clone();
    for side in sides {
        match rest.cut(arena, *side) {
            Cut::Inside => {}
            Cut::InPlane(true) => inner.front = false,
            Cut::InPlane(false) => inner.back = false,
            Cut::Outside => return emit(piece, Neighborhood::OUTSIDE),
            Cut::Both([inside, beyond]) => {
                outside.push(beyond);
                rest = inside;
            }
        }
    }
    if inner == Neighborhood::OUTSIDE {
        return emit(piece, inner);
    }
    if outside.is_empty() {
        return emit(piece, inner);
    }
    for part in outside {
        emit(Piece::new(arena, piece.leaf, part), Neighborhood::OUTSIDE);
    }
    emit(Piece::new(arena, piece.leaf, rest), inner);
}
