//! Binary tree of fat boxes whose leaves come and go.

use geometry::Aabb;

/// Index of a node. Stays valid until its leaf is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeIx(u32);

const NO_NODE: NodeIx = NodeIx(u32::MAX);

/// Leaf with a body, or inner node with two children.
#[derive(Clone, Copy, Debug)]
struct TreeNode {
    bounds: Aabb,
    /// Parent; the next free node if this one is free.
    parent: NodeIx,
    content: NodeContent,
    /// Zero for a leaf, else one more than the larger of the children's.
    height: u32,
}

#[derive(Clone, Copy, Debug)]
enum NodeContent {
    Leaf(u32),
    Inner([NodeIx; 2]),
}

/// Tree of fat boxes. The heights of two siblings differ by one at most.
#[derive(Clone, Debug)]
pub(super) struct FatTree {
    nodes: Vec<TreeNode>,
    root: NodeIx,
    free: NodeIx,
}

impl Default for FatTree {
    fn default() -> FatTree {
        FatTree {
            nodes: Vec::new(),
            root: NO_NODE,
            free: NO_NODE,
        }
    }
}

/// Half the surface area of a box.
fn half_area(b: &Aabb) -> f64 {
    let s = b.size();
    s.x * s.y + s.y * s.z + s.z * s.x
}

/// Upper bound of the number of nodes that wait in a search from the root down: one for each level
/// but the last, and two for that. A balanced tree of 2^31 leaves has fewer than 46 levels.
const MAX_WAITING: usize = 64;

impl FatTree {
    /// Returns the box of a node.
    pub(super) fn bounds(&self, node: NodeIx) -> &Aabb {
        &self.node(node).bounds
    }

    fn node(&self, node: NodeIx) -> &TreeNode {
        &self.nodes[node.0 as usize]
    }

    fn node_mut(&mut self, node: NodeIx) -> &mut TreeNode {
        &mut self.nodes[node.0 as usize]
    }

    fn children(&self, node: NodeIx) -> Option<[NodeIx; 2]> {
        match self.node(node).content {
            NodeContent::Leaf(_) => None,
            NodeContent::Inner(children) => Some(children),
        }
    }

    /// Takes a free node, or adds one.
    fn new_node(&mut self, node: TreeNode) -> NodeIx {
        if self.free == NO_NODE {
            self.nodes.push(node);
            return NodeIx(self.nodes.len() as u32 - 1);
        }
        let index = self.free;
        self.free = self.node(index).parent;
        *self.node_mut(index) = node;
        index
    }

    fn free_node(&mut self, node: NodeIx) {
        self.node_mut(node).parent = self.free;
        self.free = node;
    }

    /// Adds a leaf.
    pub(super) fn insert(&mut self, body: u32, bounds: Aabb) -> NodeIx {
        let leaf = self.new_node(TreeNode {
            bounds,
            parent: NO_NODE,
            content: NodeContent::Leaf(body),
            height: 0,
        });
        if self.root == NO_NODE {
            self.root = leaf;
            return leaf;
        }
        let sibling = self.best_sibling(&bounds);
        let parent = self.node(sibling).parent;
        let inner = self.new_node(TreeNode {
            bounds,
            parent,
            content: NodeContent::Inner([sibling, leaf]),
            height: 1,
        });
        self.replace_child(parent, sibling, inner);
        self.node_mut(sibling).parent = inner;
        self.node_mut(leaf).parent = inner;
        self.refit(inner);
        leaf
    }

    /// Removes a leaf. Its sibling takes the place of their parent.
    pub(super) fn remove(&mut self, leaf: NodeIx) {
        let parent = self.node(leaf).parent;
        self.free_node(leaf);
        if parent == NO_NODE {
            self.root = NO_NODE;
            return;
        }
        let children = self.children(parent).expect("a parent has children");
        let sibling = children[usize::from(children[0] == leaf)];
        let above = self.node(parent).parent;
        self.node_mut(sibling).parent = above;
        self.replace_child(above, parent, sibling);
        self.free_node(parent);
        self.refit(above);
    }

    /// Puts `new` where `old` is a child of `parent`, or the root.
    fn replace_child(&mut self, parent: NodeIx, old: NodeIx, new: NodeIx) {
        if parent == NO_NODE {
            self.root = new;
            return;
        }
        if let NodeContent::Inner(children) = &mut self.node_mut(parent).content {
            children[usize::from(children[1] == old)] = new;
        }
    }

    /// Returns the leaf beside which a box makes the surface areas of nodes grow least, as far as a
    /// descent into the better child finds it.
    ///
    /// It ends at a leaf always. Beside an inner node areas could grow less, but one rotation for
    /// each level would not restore the balance then.
    fn best_sibling(&self, bounds: &Aabb) -> NodeIx {
        let mut node = self.root;
        while let Some(children) = self.children(node) {
            let growth = |child: &NodeIx| {
                let own = self.bounds(*child);
                let with = half_area(&own.union(*bounds));
                match self.node(*child).content {
                    // A new node of this area.
                    NodeContent::Leaf(_) => with,
                    NodeContent::Inner(_) => with - half_area(own),
                }
            };
            let [first, second] = children.map(|child| growth(&child));
            // Areas of infinite boxes are not comparable: then the first child is as good.
            node = children[usize::from(second < first)];
        }
        node
    }

    /// Restores bounds, heights and balance from a node to the root.
    fn refit(&mut self, mut node: NodeIx) {
        while node != NO_NODE {
            self.update_node(node);
            node = self.balance(node);
            node = self.node(node).parent;
        }
    }

    /// Derives the box and the height of an inner node from its children.
    fn update_node(&mut self, node: NodeIx) {
        if let Some([a, b]) = self.children(node) {
            let bounds = self.bounds(a).union(*self.bounds(b));
            let height = 1 + self.node(a).height.max(self.node(b).height);
            let node = self.node_mut(node);
            node.bounds = bounds;
            node.height = height;
        }
    }

    /// Moves the higher child of a node up if it is higher than its sibling by two. Returns the
    /// node that is then at the top.
    fn balance(&mut self, node: NodeIx) -> NodeIx {
        let Some([a, b]) = self.children(node) else {
            return node;
        };
        let (height_a, height_b) = (self.node(a).height, self.node(b).height);
        if height_a.abs_diff(height_b) < 2 {
            return node;
        }
        let (high, low) = if height_a > height_b { (a, b) } else { (b, a) };
        let [c, d] = self.children(high).expect("its height is not zero");
        // The higher grandchild stays up. Of equals, the one whose departure costs less area.
        let cost = |moved: NodeIx| half_area(&self.bounds(low).union(*self.bounds(moved)));
        let (height_c, height_d) = (self.node(c).height, self.node(d).height);
        let moves_c = match height_c.cmp(&height_d) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => cost(c) < cost(d),
            std::cmp::Ordering::Greater => false,
        };
        let (stays, moved) = if moves_c { (d, c) } else { (c, d) };
        let above = self.node(node).parent;
        self.replace_child(above, node, high);
        self.node_mut(high).parent = above;
        self.node_mut(high).content = NodeContent::Inner([node, stays]);
        self.node_mut(node).parent = high;
        self.node_mut(node).content = NodeContent::Inner([low, moved]);
        self.node_mut(moved).parent = node;
        self.update_node(node);
        self.update_node(high);
        high
    }

    /// Reports the bodies of all other leaves whose boxes overlap that of `leaf`. Returns the
    /// number of boxes compared.
    pub(super) fn query(&self, leaf: NodeIx, mut report: impl FnMut(u32)) -> u64 {
        let bounds = *self.bounds(leaf);
        let mut waiting = [NO_NODE; MAX_WAITING];
        waiting[0] = self.root;
        let (mut count, mut tests) = (1, 0);
        while count > 0 {
            count -= 1;
            let index = waiting[count];
            let node = self.node(index);
            tests += 1;
            if !node.bounds.overlaps(&bounds) {
                continue;
            }
            match node.content {
                NodeContent::Leaf(body) if index != leaf => report(body),
                NodeContent::Leaf(_) => {}
                NodeContent::Inner(children) => {
                    waiting[count..count + 2].copy_from_slice(&children);
                    count += 2;
                }
            }
        }
        tests
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    impl FatTree {
        /// Checks links, boxes, heights and balance. Returns the number of leaves.
        fn check(&self) -> usize {
            if self.root == NO_NODE {
                return 0;
            }
            assert_eq!(self.node(self.root).parent, NO_NODE);
            self.check_below(self.root)
        }

        fn check_below(&self, index: NodeIx) -> usize {
            let node = self.node(index);
            let Some([a, b]) = self.children(index) else {
                assert_eq!(node.height, 0);
                return 1;
            };
            assert!(self.node(a).parent == index && self.node(b).parent == index);
            assert_eq!(node.bounds, self.bounds(a).union(*self.bounds(b)));
            let heights = [a, b].map(|child| self.node(child).height);
            assert_eq!(node.height, 1 + heights[0].max(heights[1]));
            assert!(heights[0].abs_diff(heights[1]) <= 1, "{heights:?}");
            self.check_below(a) + self.check_below(b)
        }
    }

    #[test]
    fn the_tree_stays_balanced_and_whole() {
        let mut rng = Pcg64Mcg::seed_from_u64(11);
        let mut tree = FatTree::default();
        let mut leaves = Vec::new();
        for step in 0..3000 {
            let grows = step % 1000 < 600;
            if leaves.is_empty() || rng.random_bool(if grows { 0.8 } else { 0.1 }) {
                // Equal boxes, boxes on a line, and boxes anywhere.
                let at = match step / 1000 {
                    0 => Vec3::ZERO,
                    1 => Vec3::X * f64::from(step),
                    _ => Vec3::from_array([0; 3].map(|_: i32| rng.random::<f64>() * 50.0)),
                };
                leaves.push(tree.insert(step as u32, Aabb::new(at, at + Vec3::ONE)));
            } else {
                let i = rng.random_range(0..leaves.len());
                tree.remove(leaves.swap_remove(i));
            }
            assert_eq!(tree.check(), leaves.len());
        }
    }

    #[test]
    fn equal_boxes_do_not_make_a_list() {
        let mut tree = FatTree::default();
        let one = Aabb::new(Vec3::ZERO, Vec3::ONE);
        (0..1000).for_each(|i| _ = tree.insert(i, one));
        let height = tree.node(tree.root).height;
        assert!(height <= 14, "{height}");
    }

    #[test]
    fn a_query_compares_few_boxes() {
        let mut tree = FatTree::default();
        let at = |i: u32| {
            let corner = Vec3::new(f64::from(i % 32), f64::from(i / 32), 0.0) * 3.0;
            Aabb::new(corner, corner + Vec3::ONE)
        };
        let leaves: Vec<_> = (0..1024).map(|i| tree.insert(i, at(i))).collect();
        for leaf in leaves {
            let tests = tree.query(leaf, |_| panic!("boxes are apart"));
            assert!(tests < 100, "{tests}");
        }
    }
}
