//! Formula of the leaves of a subtree whose boxes a piece touches.
//!
//! Good for large trees of which a piece touches few leaves: what the boxes decide is not looked at
//! again. The essence:
//! 1. Walk down the subtree. A node whose box is apart from that of a group of pieces is false
//!    around them: its value is known.
//! 2. Write what is left in postfix order. An operation with a known operand is dropped if that
//!    operand decides it, or leaves the other operand's value as it is.
//! 3. For one piece, do the same again with its own box, on the terms that are left.
//! 4. Evaluate from left to right for the sides in front of the piece and behind it at once. Ask a
//!    leaf only if the value depends on it.
//!
//! The walk costs a step for each node whose parent's box is near, and each further step one for
//! each term that is left.

use super::classify::Neighborhood;
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
    terms: Vec<FormulaTerm>,
    /// Those that were collected.
    collected: Vec<FormulaTerm>,
    /// Index of the first term of each operand.
    operands: Vec<usize>,
    walk: Vec<SubtreeStep>,
    steps: Vec<EvaluationStep>,
}

/// Term of a formula. Leaves and operations have the index of their node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FormulaTerm {
    Known(Neighborhood),
    Leaf {
        leaf: u32,
        node: u32,
    },
    /// Operation on the operands before it.
    Operation {
        operation: CsgOperation,
        node: u32,
        /// Number of terms of the right operand.
        right: usize,
    },
}

/// Step of the walk over a subtree.
#[derive(Clone, Copy, Debug)]
enum SubtreeStep {
    Enter(u32),
    Leave(CsgOperation, u32),
}

/// Step of the evaluation. `needed` are the sides on which the operand's value matters.
#[derive(Clone, Copy, Debug)]
enum EvaluationStep {
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
    Neutral,
    /// The value depends on both.
    Joins,
}

impl LocalFormula {
    /// Collects the leaves of the subtree that pieces in a box may touch. `bounds` are the boxes of
    /// all nodes.
    pub(super) fn collect(&mut self, nodes: &[CsgNode], bounds: &[Aabb], root: u32, near: &Aabb) {
        self.terms.clear();
        self.operands.clear();
        self.walk.clear();
        self.walk.push(SubtreeStep::Enter(root));
        while let Some(step) = self.walk.pop() {
            let node = match step {
                SubtreeStep::Leave(operation, node) => {
                    self.join(operation, node);
                    continue;
                }
                SubtreeStep::Enter(node) => node,
            };
            // Nothing of the subtree is near: its whole value is known, and none of its leaves is
            // asked.
            if !bounds[node as usize].overlaps(near) {
                self.operand(FormulaTerm::Known(Neighborhood::OUTSIDE));
                continue;
            }
            match nodes[node as usize] {
                CsgNode::Leaf(leaf) => self.operand(FormulaTerm::Leaf { leaf, node }),
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => {
                    // A stack takes steps in reverse: left, then right, then the operation on both.
                    self.walk.push(SubtreeStep::Leave(operation, node));
                    self.walk.push(SubtreeStep::Enter(right));
                    self.walk.push(SubtreeStep::Enter(left));
                }
            }
        }
        std::mem::swap(&mut self.terms, &mut self.collected);
    }

    /// Takes the collected terms for a piece.
    pub(super) fn restrict(&mut self, bounds: &[Aabb], piece: &Aabb) {
        let collected = std::mem::take(&mut self.collected);
        self.resume(&collected, bounds, piece);
        self.collected = collected;
    }

    /// Takes terms for a piece. Nodes whose boxes it does not touch are outside.
    pub(super) fn resume(&mut self, terms: &[FormulaTerm], bounds: &[Aabb], piece: &Aabb) {
        self.terms.clear();
        self.operands.clear();
        let is_near = |node: u32| bounds[node as usize].overlaps(piece);
        for term in terms {
            match *term {
                FormulaTerm::Operation {
                    operation, node, ..
                } => {
                    self.join(operation, node);
                    if !is_near(node) {
                        let first = self.operands.last().expect("postfix order");
                        self.terms.truncate(*first);
                        self.terms.push(FormulaTerm::Known(Neighborhood::OUTSIDE));
                    }
                }
                FormulaTerm::Leaf { node, .. } if !is_near(node) => {
                    self.operand(FormulaTerm::Known(Neighborhood::OUTSIDE));
                }
                operand => self.operand(operand),
            }
        }
    }

    fn operand(&mut self, term: FormulaTerm) {
        self.operands.push(self.terms.len());
        self.terms.push(term);
    }

    /// Adds an operation on the last two operands.
    fn join(&mut self, operation: CsgOperation, node: u32) {
        // Both operands are runs at the end of `terms`: left from `left` to `right`, right to the
        // end.
        let right = self.operands.pop().expect("postfix order");
        let left = *self.operands.last().expect("postfix order");
        let known = |terms: &[FormulaTerm]| match terms {
            [FormulaTerm::Known(value)] => Some(*value),
            _ => None,
        };
        let of_left = known(&self.terms[left..right]);
        let of_right = known(&self.terms[right..]);
        let effect = match (of_left, of_right) {
            (Some(left), Some(right)) => Effect::Decides(left.joined(operation, right)),
            (Some(value), None) => Effect::of(|other| value.joined(operation, other)),
            (None, Some(value)) => Effect::of(|other| other.joined(operation, value)),
            (None, None) => Effect::Joins,
        };
        match effect {
            Effect::Decides(value) => {
                self.terms.truncate(left);
                self.terms.push(FormulaTerm::Known(value));
            }
            // The known side changes nothing, so that the other one is the value.
            Effect::Neutral if of_left.is_some() => _ = self.terms.remove(left),
            Effect::Neutral => self.terms.truncate(right),
            Effect::Joins => {
                let right = self.terms.len() - right;
                self.terms.push(FormulaTerm::Operation {
                    operation,
                    node,
                    right,
                });
            }
        }
    }

    pub(super) fn terms(&self) -> &[FormulaTerm] {
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
        self.steps.push(EvaluationStep::Enter {
            at: self.terms.len() - 1,
            needed: Neighborhood::INSIDE,
        });
        let mut last = Neighborhood::OUTSIDE;
        while let Some(step) = self.steps.pop() {
            match step {
                EvaluationStep::Enter { at, needed } => match self.terms[at] {
                    FormulaTerm::Known(value) => last = value,
                    FormulaTerm::Leaf { leaf, .. } => {
                        // Kept, so that a second try after the missing leaf does not ask this one
                        // again.
                        last = of_leaf(leaf).ok_or(at)?;
                        self.terms[at] = FormulaTerm::Known(last);
                    }
                    FormulaTerm::Operation { right, .. } => {
                        self.steps.push(EvaluationStep::Right { at, needed });
                        // In postfix order an operation stands behind `right` terms of its right
                        // operand, and the left operand ends before those.
                        let at = at - 1 - right;
                        self.steps.push(EvaluationStep::Enter { at, needed });
                    }
                },
                EvaluationStep::Right { at, needed } => {
                    let FormulaTerm::Operation { operation, .. } = self.terms[at] else {
                        unreachable!("a step of an operation");
                    };
                    let needed = needed_right(operation, last, needed);
                    // The left value decides whatever the right one is, which any value may then
                    // stand for.
                    if needed == Neighborhood::OUTSIDE {
                        last = last.joined(operation, Neighborhood::OUTSIDE);
                    } else {
                        self.steps.push(EvaluationStep::Join(operation, last));
                        let at = at - 1;
                        self.steps.push(EvaluationStep::Enter { at, needed });
                    }
                }
                EvaluationStep::Join(operation, left) => last = left.joined(operation, last),
            }
        }
        Ok(last)
    }
}

/// Returns the needed sides on which the right operand matters.
fn needed_right(operation: CsgOperation, left: Neighborhood, needed: Neighborhood) -> Neighborhood {
    let without = left.joined(operation, Neighborhood::OUTSIDE);
    let with = left.joined(operation, Neighborhood::INSIDE);
    Neighborhood {
        front: needed.front && without.front != with.front,
        back: needed.back && without.back != with.back,
    }
}

impl Effect {
    fn of(value: impl Fn(Neighborhood) -> Neighborhood) -> Effect {
        let without = value(Neighborhood::OUTSIDE);
        let with = value(Neighborhood::INSIDE);
        if without == with {
            Effect::Decides(without)
        } else if without == Neighborhood::OUTSIDE && with == Neighborhood::INSIDE {
            Effect::Neutral
        } else {
            Effect::Joins
        }
    }
}
