//! Writing: trees come back bit for bit.

use super::*;
use crate::random::SceneRng;
use rand::RngExt;

#[test]
fn deep_trees_are_written_as_lists_of_nodes() {
    let mut tree = cube(1.0);
    for i in 0..5000 {
        let next = cube(1.0 + f64::from(i));
        tree = match i % 2 {
            0 => tree.difference(next),
            _ => tree.union(next),
        };
        if [47, 48, 4999].contains(&i) {
            let text = to_json(&tree).unwrap();
            assert_eq!(text.contains("nodes"), i > 47, "{i}");
            assert!(parsed(&text).tree == tree, "{i}");
        }
    }
    // One list, however long.
    let long = (0..3000).fold(cube(1.0), |tree, _| tree.union(cube(2.0)));
    let text = to_json(&long).unwrap();
    assert!(text.starts_with("{\"version\": 1, \"csg\": {\"union\": [\n"));
    assert!(parsed(&text).tree == long);
}

#[test]
fn a_leaf_that_was_posed_twice_is_not_written() {
    let turn = Pose::new(
        Vec3::new(0.1, 0.2, 0.3),
        Quat::from_xyzw(0.1, 0.2, 0.3, 0.9),
    );
    let once = CsgTree::leaf_at(Primitive::Box { size: [1.0; 3] }, turn).unwrap();
    assert!(to_json(&once).is_ok());
    let twice = cube(1.0).union(once).posed(&turn).unwrap();
    let error = to_json(&twice).unwrap_err().to_string();
    assert_contains(&error, &["leaf 1 (box)", "leaf_at"]);
}

fn below(rng: &mut SceneRng, end: usize) -> usize {
    rng.random_range(0..end)
}

fn random_leaf(rng: &mut SceneRng) -> CsgTree {
    let kind = below(rng, 7);
    let placing = below(rng, 3);
    let mut x = || rng.between(0.1, 3.0);
    let (a, b, c) = (x(), x(), x());
    let (translation, rotation) = (
        Vec3::new(x(), -x(), x()),
        Quat::from_xyzw(x(), -x(), x(), x()),
    );
    let segments = 3 + (4.0 * a) as u32;
    let primitive = match kind {
        0 => Primitive::Box { size: [a, b, c] },
        1 => Primitive::Cylinder {
            radius: a,
            height: b,
            segments,
        },
        2 => Primitive::Sphere {
            radius: a,
            segments,
            bands: 2 + (2.0 * b) as u32,
        },
        3 => Primitive::HalfSpace {
            normal: [a, -b, c],
            offset: -a,
        },
        4 => Primitive::Prism {
            profile: vec![[0.0, a], [b, 0.0], [-c, -a]],
            height: c,
        },
        5 => Primitive::Hull {
            points: vec![[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c], [-0.0; 3]],
        },
        _ => Primitive::Planes {
            points: vec![[[a, b, c], [b, c, a], [c, 1.0 + a, b]]],
        },
    };
    let pose = match placing {
        0 => Pose::IDENTITY,
        1 => Pose::at(translation),
        _ => Pose::new(translation, rotation),
    };
    CsgTree::leaf_at(primitive, pose).unwrap()
}

/// Joins random trees, so that chains to either side and balanced trees occur.
fn random_tree(rng: &mut SceneRng, leaves: usize) -> CsgTree {
    let mut trees: Vec<CsgTree> = (0..leaves).map(|_| random_leaf(rng)).collect();
    while trees.len() > 1 {
        let (i, chain) = (below(rng, trees.len()), below(rng, 3) == 0);
        let i = if chain { trees.len() - 1 } else { i };
        let right = trees.swap_remove(i);
        let j = below(rng, trees.len());
        let left = trees.swap_remove(j);
        let operation = node::OPERATIONS[below(rng, 3)];
        let mut tree = left.joined(operation, right);
        if below(rng, 4) == 0 {
            tree = tree.named(format!("node \"{i}\"\n"));
        }
        trees.push(tree);
    }
    trees.remove(0)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(60))]

    #[test]
    fn random_trees_come_back_bit_for_bit(seed in 0..u64::MAX, leaves in 1..90usize) {
        let mut rng = SceneRng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let text = to_json(&tree).unwrap();
        proptest::prop_assert!(parsed(&text).tree == tree, "{}", text);
    }
}
