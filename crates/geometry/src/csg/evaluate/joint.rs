//! Step 2: the boundary of a node from those of its children.
//!
//! A point of the node's boundary is on that of a child: elsewhere each child has one truth value
//! on all sides, and so has the node. The essence:
//! 1. Keep or drop each part of a child's boundary as a whole that is beyond the box of the other
//!    child: there the other child is false on both sides.
//! 2. Split each other polygon until the other child has one truth value just in front of each part
//!    and one just behind (`classify`).
//! 3. Apply the node's operation to the values in front, and to those behind. Keep the part if the
//!    results differ, turned if the node is true in front.
//! 4. If a part is on the boundary of both children, only the left one keeps it.

use super::classify::{Classified, Neighborhood, Surroundings};
use super::formula::LocalFormula;
use super::{CsgOperation, Evaluation};
use crate::csg::surface::{NodeRuns, RunIx, RunParts, SurfacePolygon};

/// One child of a branch, next to the other.
struct Joint {
    operation: CsgOperation,
    is_left: bool,
    other: u32,
    formula: LocalFormula,
}

impl Joint {
    /// Returns the truth values of the node from those of the child and of the other one.
    fn value(&self, own: Neighborhood, other: Neighborhood) -> Neighborhood {
        if self.is_left {
            own.joined(self.operation, other)
        } else if other.is_boundary() {
            // The left child has the same piece.
            Neighborhood::OUTSIDE
        } else {
            other.joined(self.operation, own)
        }
    }

    /// Returns true if the node has the child's boundary where the other child is not.
    fn keeps_all(&self) -> bool {
        match self.operation {
            CsgOperation::Union => true,
            CsgOperation::Intersection => false,
            CsgOperation::Difference => self.is_left,
        }
    }
}

impl Evaluation {
    /// Returns the boundary of a branch.
    pub(super) fn joined_runs(
        &mut self,
        operation: CsgOperation,
        left: u32,
        right: u32,
    ) -> NodeRuns {
        let mut kept = |is_left, child: u32, other| {
            let mut joint = Joint {
                operation,
                is_left,
                other,
                formula: LocalFormula::default(),
            };
            let root = self.nodes[child as usize].root?;
            self.kept(root, &mut joint)
        };
        let [from_left, from_right] = [kept(true, left, right), kept(false, right, left)];
        NodeRuns {
            root: self.surfaces.joined(from_left, from_right),
            from_left: self.surfaces.count(from_left),
        }
    }

    /// Splits polygons of a child by the other child, and returns the parts on which the node's
    /// truth values differ. Recursion ends at the height of the run.
    fn kept(&mut self, run: RunIx, joint: &mut Joint) -> Option<RunIx> {
        let other = &self.bounds[joint.other as usize];
        if !other.overlaps(self.surfaces.bounds(run)) {
            return joint.keeps_all().then_some(run);
        }
        let polygons = match self.surfaces.parts(run) {
            RunParts::Polygons(polygons) => polygons.to_vec(),
            RunParts::Pair(parts) => {
                let kept = parts.map(|part| self.kept(part, joint));
                if kept == parts.map(Some) {
                    return Some(run);
                }
                return self.surfaces.joined(kept[0], kept[1]);
            }
        };
        // Once for all polygons: the walk is as long as the other child's chain.
        let (nodes, near) = (self.tree.nodes(), self.surfaces.bounds(run));
        joint
            .formula
            .collect(nodes, &self.bounds, joint.other, near);
        let mut kept = Vec::with_capacity(polygons.len());
        for polygon in &polygons {
            self.keep_parts(*polygon, joint, &mut kept);
        }
        if kept == polygons {
            return Some(run);
        }
        self.list(&kept)
    }

    /// Adds the parts of a polygon on which the node's truth values differ.
    fn keep_parts(
        &mut self,
        own: SurfacePolygon,
        joint: &mut Joint,
        kept: &mut Vec<SurfacePolygon>,
    ) {
        if self.exceeds_points() {
            // An error follows.
            return;
        }
        let own_value = Neighborhood {
            front: own.reversed,
            back: !own.reversed,
        };
        let mut keep = |polygon: u32, value: Neighborhood| {
            if value.is_boundary() {
                kept.push(SurfacePolygon {
                    polygon,
                    reversed: value.front,
                });
            }
        };
        let piece = &self.pieces[own.polygon as usize];
        let mut surroundings = Surroundings {
            arena: &mut self.arena,
            leaves: &self.leaves,
            bounds: &self.bounds,
        };
        let parts = match surroundings.classify(&mut joint.formula, piece) {
            Classified::Whole(value) => return keep(own.polygon, joint.value(own_value, value)),
            Classified::Parts(parts) => parts,
        };
        let values = parts
            .iter()
            .map(|(_, value)| joint.value(own_value, *value));
        let values: Vec<Neighborhood> = values.collect();
        if values.iter().all(|value| *value == values[0]) {
            // Whole again.
            return keep(own.polygon, values[0]);
        }
        for ((part, _), value) in parts.into_iter().zip(values) {
            if value.is_boundary() {
                keep(self.pieces.len() as u32, value);
                self.pieces.push(part);
            }
        }
    }
}
