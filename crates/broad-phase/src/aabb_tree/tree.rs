//! Binary tree of fat boxes whose leaves come and go.
//!
//! The essence:
//! 1. A new leaf goes beside the leaf at the end of a descent, at each node into the child where
//!    less surface is added.
//! 2. On the way back to the root, boxes and heights are fitted. Where the heights of siblings
//!    differ by two, the higher one moves up, and gives one of its children to its old parent.
//! 3. The sibling of a leaf that goes takes the place of their parent, and so on as in 2.
//!
//! Children have no order, so the higher grandchild can always be the one that stays up. One
//! rotation then restores the balance, and what needs two in an AVL tree does not occur. With
//! heights of siblings that differ by one at most, a tree of `n` leaves has at most `1.45 log2 n`
//! levels below the root.

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
    /// Leaves that are to be built, with their boxes.
    items: Vec<BuildItem>,
    boxes: Vec<Aabb>,
    /// Pairs of nodes that a walk has still to visit.
    waiting: Vec<[NodeIx; 2]>,
}

/// Leaf that is to be built.
#[derive(Clone, Copy, Debug)]
struct BuildItem {
    /// Rounded. It only directs the building.
    center: [f32; 3],
    /// Index of its box.
    rank: u32,
    body: u32,
}

impl Default for FatTree {
    fn default() -> FatTree {
        FatTree {
            nodes: Vec::new(),
            root: NO_NODE,
            free: NO_NODE,
            items: Vec::new(),
            boxes: Vec::new(),
            waiting: Vec::new(),
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

    /// Replaces all leaves by those of `bodies`. Reports the leaf of each.
    ///
    /// Each node splits its leaves at the median of their centers, on the axis on which these are
    /// spread most: `O(n log n)`.
    pub(super) fn build(
        &mut self,
        bodies: impl Iterator<Item = (u32, Aabb)>,
        mut report: impl FnMut(u32, NodeIx),
    ) {
        self.nodes.clear();
        self.free = NO_NODE;
        self.root = NO_NODE;
        self.boxes.clear();
        let mut items = std::mem::take(&mut self.items);
        items.clear();
        for (rank, (body, bounds)) in (0..).zip(bodies) {
            // An infinite box has no center.
            let finite = |x: f64| if x.is_finite() { x as f32 } else { 0.0 };
            let center = bounds.center().to_array().map(finite);
            self.boxes.push(bounds);
            items.push(BuildItem { center, rank, body });
        }
        if !items.is_empty() {
            self.root = self.build_below(&mut items, NO_NODE, &mut report);
        }
        self.items = items;
    }

    fn build_below(
        &mut self,
        items: &mut [BuildItem],
        parent: NodeIx,
        report: &mut impl FnMut(u32, NodeIx),
    ) -> NodeIx {
        if let [item] = items {
            let leaf = self.new_node(TreeNode {
                bounds: self.boxes[item.rank as usize],
                parent,
                content: NodeContent::Leaf(item.body),
                height: 0,
            });
            report(item.body, leaf);
            return leaf;
        }
        let axis = widest_axis(items);
        let (half, order) = (items.len() / 2, |item: &BuildItem| item.center[axis]);
        items.select_nth_unstable_by(half, |a, b| {
            let order = order(a).total_cmp(&order(b));
            order.then(a.rank.cmp(&b.rank))
        });
        let inner = self.new_node(TreeNode {
            bounds: Aabb::EMPTY,
            parent,
            content: NodeContent::Inner([NO_NODE; 2]),
            height: 0,
        });
        let (first, second) = items.split_at_mut(half);
        let children = [first, second].map(|items| self.build_below(items, inner, report));
        self.node_mut(inner).content = NodeContent::Inner(children);
        self.update_node(inner);
        inner
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

    /// Reports each pair of bodies whose leaves overlap once. Returns the number of pairs of boxes
    /// compared.
    ///
    /// The tree is compared with itself: pairs of nodes that are far apart are excluded once for
    /// all leaves below, which a query for each leaf does again and again.
    pub(super) fn all_pairs(&mut self, mut report: impl FnMut(u32, u32)) -> u64 {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        if self.root != NO_NODE {
            waiting.push([self.root; 2]);
        }
        let mut tests = 0;
        while let Some([a, b]) = waiting.pop() {
            if a == b {
                // Pairs within a node are those within each child, and those between both.
                if let Some([c, d]) = self.children(a) {
                    waiting.extend([[c, c], [d, d], [c, d]]);
                }
                continue;
            }
            let nodes = [self.node(a), self.node(b)];
            tests += 1;
            if !nodes[0].bounds.overlaps(&nodes[1].bounds) {
                continue;
            }
            match nodes.map(|node| node.content) {
                [NodeContent::Leaf(a), NodeContent::Leaf(b)] => report(a, b),
                [NodeContent::Inner([c, d]), _] if nodes[0].height >= nodes[1].height => {
                    waiting.extend([[c, b], [d, b]]);
                }
                [_, NodeContent::Inner([c, d])] => waiting.extend([[a, c], [a, d]]),
                [NodeContent::Inner(_), NodeContent::Leaf(_)] => {
                    unreachable!("a leaf is not higher")
                }
            }
        }
        self.waiting = waiting;
        tests
    }
}

/// Returns the axis on which the centers are spread most.
fn widest_axis(items: &[BuildItem]) -> usize {
    let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for item in items {
        for axis in 0..3 {
            min[axis] = min[axis].min(item.center[axis]);
            max[axis] = max[axis].max(item.center[axis]);
        }
    }
    let spread = |axis: usize| max[axis] - min[axis];
    (1..3).fold(0, |widest, axis| {
        if spread(axis) > spread(widest) {
            axis
        } else {
            widest
        }
    })
}

#[cfg(test)]
mod tests;
