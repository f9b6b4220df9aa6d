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

/// Boxes of all sizes, some equal, some points, some infinite.
fn mixed_boxes(rng: &mut Pcg64Mcg, n: usize) -> Vec<Aabb> {
    let mut boxes: Vec<Aabb> = (0..n)
        .map(|i| {
            let at = Vec3::from_array([0; 3].map(|_: i32| rng.random::<f64>() * 20.0));
            Aabb::new(at, at + Vec3::splat((i % 4) as f64))
        })
        .collect();
    for i in (0..n).step_by(7) {
        boxes[i] = boxes[0];
    }
    for i in (3..n).step_by(50) {
        boxes[i] = Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY);
    }
    boxes
}

#[test]
fn a_built_tree_is_whole_and_finds_each_pair_once() {
    let mut rng = Pcg64Mcg::seed_from_u64(12);
    let mut tree = FatTree::default();
    for n in [0, 1, 2, 3, 50, 300] {
        let boxes = mixed_boxes(&mut rng, n);
        let mut leaves = vec![NO_NODE; n];
        let bodies = (0..).zip(boxes.iter().copied());
        tree.build(bodies, |body, leaf| leaves[body as usize] = leaf);
        assert_eq!(tree.check(), n);
        for (leaf, bounds) in leaves.iter().zip(&boxes) {
            assert_eq!(tree.bounds(*leaf), bounds);
        }
        let mut pairs = Vec::new();
        tree.all_pairs(|a, b| pairs.push((a.min(b), a.max(b))));
        pairs.sort_unstable();
        let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let overlaps = |(a, b): &(usize, usize)| boxes[*a].overlaps(&boxes[*b]);
        let expected = all.filter(overlaps).map(|(a, b)| (a as u32, b as u32));
        assert_eq!(pairs, expected.collect::<Vec<_>>());
        // Leaves come and go as before.
        for leaf in leaves.drain(..n / 2) {
            tree.remove(leaf);
        }
        assert_eq!(tree.check(), n - n / 2);
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
