//! Hierarchy of spheres and children, before coverage and accuracy are proved.

use geometry::Ball;

/// Spheres in breadth-first order, in the scaled space of [`crate::build::NormalizedMesh`].
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SphereHierarchy {
    /// Spheres, the root first. Each level is one run.
    pub balls: Vec<Ball>,
    /// Their levels.
    pub levels: Vec<u8>,
    /// First child and end; equal for a leaf.
    pub children: Vec<[u32; 2]>,
}

impl SphereHierarchy {
    /// Returns a root without children.
    pub(super) fn root(ball: Ball) -> SphereHierarchy {
        SphereHierarchy {
            balls: vec![ball],
            levels: vec![0],
            children: vec![[1, 1]],
        }
    }

    /// Adds the next level: the children of each node of the deepest level, in order.
    pub(super) fn push_level(&mut self, children: &[Vec<Ball>]) {
        let level = self.levels.last().expect("there is a root") + 1;
        let parents = self.balls.len() - children.len()..self.balls.len();
        for (parent, children) in parents.zip(children) {
            let first = self.balls.len() as u32;
            for ball in children {
                self.balls.push(*ball);
                self.levels.push(level);
                // Replaced below by an empty range at the end of this level.
                self.children.push([u32::MAX; 2]);
            }
            self.children[parent] = [first, self.balls.len() as u32];
        }
        let end = self.balls.len() as u32;
        for range in self.children.iter_mut().filter(|c| c[0] == u32::MAX) {
            *range = [end, end];
        }
    }

    /// Returns the children of a node.
    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        let [first, end] = self.children[node];
        first as usize..end as usize
    }

    /// Returns true if a node has no children.
    pub(super) fn is_leaf(&self, node: usize) -> bool {
        self.children(node).is_empty()
    }

    /// Returns the deepest level.
    pub(super) fn depth(&self) -> u8 {
        self.levels.last().copied().unwrap_or(0)
    }

    /// Returns the nodes of a level, without the leaves above it.
    pub(super) fn level(&self, level: u8) -> std::ops::Range<usize> {
        let first = self.levels.partition_point(|l| *l < level);
        first..self.levels.partition_point(|l| *l <= level)
    }

    /// Returns the nodes that represent the body at a level: those of that level, and the leaves
    /// above.
    pub(super) fn at_level(&self, level: u8) -> impl Iterator<Item = usize> {
        (0..self.level(level).end)
            .filter(move |node| self.levels[*node] == level || self.is_leaf(*node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    #[test]
    fn levels_are_runs_and_leaves_stand_for_themselves_below() {
        let ball = |r: f64| Ball::new(Vec3::ZERO, r);
        let mut hierarchy = SphereHierarchy::root(ball(9.0));
        hierarchy.push_level(&[vec![ball(4.0), ball(5.0)]]);
        hierarchy.push_level(&[vec![], vec![ball(1.0), ball(2.0), ball(3.0)]]);
        assert_eq!(hierarchy.levels, [0, 1, 1, 2, 2, 2]);
        assert_eq!(hierarchy.children(0), 1..3);
        assert!(hierarchy.is_leaf(1) && hierarchy.is_leaf(4));
        assert_eq!(hierarchy.children(2), 3..6);
        assert_eq!(hierarchy.level(1), 1..3);
        assert_eq!(hierarchy.at_level(2).collect::<Vec<_>>(), [1, 3, 4, 5]);
        assert_eq!(hierarchy.at_level(0).collect::<Vec<_>>(), [0]);
    }
}
