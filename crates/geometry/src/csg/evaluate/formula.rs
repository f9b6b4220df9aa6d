//! The part of a subtree near a piece: a formula of the leaves whose boxes the piece touches.

use super::classify::Neighborhood;
use super::facets::LeafFacets;
use crate::Aabb;
use crate::csg::{CsgNode, CsgOperation};

/// Formula without what is known: an operand with a value is left only where the value alone
/// neither decides the operation nor leaves the other operand's value as it is.
///
/// Leaves get their values one after another, and none is looked at twice: with `n` leaves, the
/// value takes `n` steps besides the leaves' own.
#[derive(Debug, Default)]
pub(super) struct LocalFormula {
    /// In postfix order.
    terms: Vec<Term>,
    /// Index of the first term of each operand.
    operands: Vec<usize>,
    walk: Vec<Walk>,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Term {
    Known(Neighborhood),
    Leaf(u32),
    /// Operation on the operands before it. The right one has this number of terms.
    Operation(CsgOperation, usize),
}

/// Step of the walk over a subtree.
#[derive(Clone, Copy, Debug)]
enum Walk {
    Enter(u32),
    Leave(CsgOperation),
}

/// Step of the evaluation. Sides on which the value does not matter are `needed` no more.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Evaluates the operand whose last term is `at`.
    Enter { at: usize, needed: Neighborhood },
    /// Continues the operation `at` after its left operand.
    Right { at: usize, needed: Neighborhood },
    /// Completes an operation.
    Join(CsgOperation, Neighborhood),
}

/// Effect of one operand with a value on an operation.
enum Effect {
    /// The operation has this value, whatever the other operand's.
    Decides(Neighborhood),
    /// The operation has the other operand's value.
    None,
    Some,
}

impl LocalFormula {
    /// Collects the leaves of the subtree that the piece may touch.
    pub(super) fn collect(&mut self, nodes: &[CsgNode], bounds: &[Aabb], root: u32, piece: &Aabb) {
        self.terms.clear();
        self.operands.clear();
        self.walk.clear();
        self.walk.push(Walk::Enter(root));
        while let Some(step) = self.walk.pop() {
            let node = match step {
                Walk::Leave(operation) => {
                    self.join(operation);
                    continue;
                }
                Walk::Enter(node) => node,
            };
            if !bounds[node as usize].overlaps(piece) {
                self.operand(Term::Known(Neighborhood::OUTSIDE));
                continue;
            }
            match nodes[node as usize] {
                CsgNode::Leaf(leaf) => self.operand(Term::Leaf(leaf)),
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => {
                    self.walk.push(Walk::Leave(operation));
                    self.walk.push(Walk::Enter(right));
                    self.walk.push(Walk::Enter(left));
                }
            }
        }
    }

    /// Takes over the terms of a formula. Leaves whose boxes the piece does not touch are outside.
    pub(super) fn restrict(&mut self, terms: &[Term], leaves: &[LeafFacets], piece: &Aabb) {
        self.terms.clear();
        self.operands.clear();
        for term in terms {
            match *term {
                Term::Operation(operation, _) => self.join(operation),
                Term::Leaf(leaf) if !leaves[leaf as usize].bounds.overlaps(piece) => {
                    self.operand(Term::Known(Neighborhood::OUTSIDE));
                }
                operand => self.operand(operand),
            }
        }
    }

    fn operand(&mut self, term: Term) {
        self.operands.push(self.terms.len());
        self.terms.push(term);
    }

    /// Adds an operation on the last two operands.
    fn join(&mut self, operation: CsgOperation) {
        let right = self.operands.pop().expect("postfix order");
        let left = *self.operands.last().expect("postfix order");
        let known = |terms: &[Term]| match terms {
            [Term::Known(value)] => Some(*value),
            _ => None,
        };
        let of_left = known(&self.terms[left..right]);
        let of_right = known(&self.terms[right..]);
        let effect = match (of_left, of_right) {
            (Some(value), _) => Effect::of(|other| value.joined(operation, other)),
            (None, Some(value)) => Effect::of(|other| other.joined(operation, value)),
            (None, None) => Effect::Some,
        };
        match effect {
            Effect::Decides(value) => {
                self.terms.truncate(left);
                self.terms.push(Term::Known(value));
            }
            Effect::None if of_left.is_some() => _ = self.terms.remove(left),
            Effect::None => self.terms.truncate(right),
            Effect::Some => match (of_left, of_right) {
                (Some(left_value), Some(right_value)) => {
                    self.terms.truncate(left);
                    let value = left_value.joined(operation, right_value);
                    self.terms.push(Term::Known(value));
                }
                _ => {
                    let count = self.terms.len() - right;
                    self.terms.push(Term::Operation(operation, count));
                }
            },
        }
    }

    /// Returns true if the subtree does not reach the piece.
    pub(super) fn is_outside(&self) -> bool {
        self.terms == [Term::Known(Neighborhood::OUTSIDE)]
    }

    pub(super) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the formula's value. Asks for the values of leaves from left to right, as far as it
    /// depends on them.
    ///
    /// # Errors
    /// The index of the first leaf among the terms that has no value.
    pub(super) fn value(
        &mut self,
        mut of_leaf: impl FnMut(u32) -> Option<Neighborhood>,
    ) -> Result<Neighborhood, usize> {
        self.steps.clear();
        self.steps.push(Step::Enter {
            at: self.terms.len() - 1,
            needed: Neighborhood::INSIDE,
        });
        let mut last = Neighborhood::OUTSIDE;
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Enter { at, needed } => match self.terms[at] {
                    Term::Known(value) => last = value,
                    Term::Leaf(leaf) => {
                        last = of_leaf(leaf).ok_or(at)?;
                        self.terms[at] = Term::Known(last);
                    }
                    Term::Operation(_, count) => {
                        self.steps.push(Step::Right { at, needed });
                        let at = at - 1 - count;
                        self.steps.push(Step::Enter { at, needed });
                    }
                },
                Step::Right { at, needed } => {
                    let Term::Operation(operation, _) = self.terms[at] else {
                        unreachable!("a step of an operation");
                    };
                    let without = last.joined(operation, Neighborhood::OUTSIDE);
                    let with = last.joined(operation, Neighborhood::INSIDE);
                    let needed = Neighborhood {
                        front: needed.front && without.front != with.front,
                        back: needed.back && without.back != with.back,
                    };
                    if needed == Neighborhood::OUTSIDE {
                        last = without;
                    } else {
                        self.steps.push(Step::Join(operation, last));
                        let at = at - 1;
                        self.steps.push(Step::Enter { at, needed });
                    }
                }
                Step::Join(operation, left) => last = left.joined(operation, last),
            }
        }
        Ok(last)
    }
}

impl Effect {
    fn of(value: impl Fn(Neighborhood) -> Neighborhood) -> Effect {
        let without = value(Neighborhood::OUTSIDE);
        let with = value(Neighborhood::INSIDE);
        if without == with {
            Effect::Decides(without)
        } else if without == Neighborhood::OUTSIDE && with == Neighborhood::INSIDE {
            Effect::None
        } else {
            Effect::Some
        }
    }
}
