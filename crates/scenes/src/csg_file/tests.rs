use super::*;
use crate::random::SceneRng;
use geometry::csg::{CsgNode, CsgOperation, Membership, Primitive};
use geometry::{Pose, Quat, Vec3};
use rand::RngExt;

fn parsed(text: &str) -> CsgFile {
    from_bytes(Path::new("a.csg.json"), text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))
}

fn fault(text: &str) -> String {
    let error = from_bytes(Path::new("a.csg.json"), text.as_bytes());
    let error = error.map(|file| file.tree).unwrap_err().to_string();
    assert!(error.contains("a.csg.json"), "{error}");
    error
}

fn cube(size: f64) -> CsgTree {
    CsgTree::leaf(Primitive::Box { size: [size; 3] }).unwrap()
}

#[test]
fn the_examples_of_the_manual_are_files() {
    let manual = include_str!("../csg_file.rs").replace("//! ", "");
    let examples: Vec<&str> = manual.split("```json\n").skip(1).collect();
    assert_eq!(examples.len(), 2);
    let example = |i: usize| parsed(examples[i].split("```").next().unwrap());
    let nested = example(0);
    assert_eq!(nested.tree.leaves().len(), 4);
    let inside = |x: f64| nested.tree.membership(Vec3::new(x, 0.1, 0.2));
    assert_eq!(inside(1.9), Membership::Inside);
    assert_eq!(inside(-1.1), Membership::Outside, "in the left hole");
    assert_eq!(inside(0.1), Membership::Outside, "in the sphere");
    let names: Vec<&str> = (0..7).filter_map(|i| nested.tree.name(i)).collect();
    assert_eq!(names, ["left hole"]);
    let flat = example(1);
    assert_eq!(flat.tree.membership(Vec3::splat(0.1)), Membership::Inside);
    assert_eq!(flat.tree.membership(Vec3::splat(0.2)), Membership::Outside);
}

#[test]
fn lists_are_taken_from_left_to_right() {
    let expected = cube(4.0).difference(cube(3.0)).difference(cube(2.0));
    let text = r#"{"version": 1, "csg": {"difference": [
        {"box": {"size": [4, 4, 4]}}, {"box": {"size": [3, 3, 3]}}, {"box": {"size": [2, 2, 2]}}]}}"#;
    assert_eq!(parsed(text).tree, expected);
    let text = r#"{"version": 1, "nodes": [
        {"box": {"size": [4, 4, 4]}}, {"box": {"size": [3, 3, 3]}}, {"box": {"size": [2, 2, 2]}},
        {"difference": [0, 1, 2]}]}"#;
    assert_eq!(parsed(text).tree.depth(), 3);
    assert_eq!(
        parsed(text).tree.membership(Vec3::ZERO),
        Membership::Outside
    );
    assert_eq!(
        parsed(text).tree.membership(Vec3::X * 1.75),
        Membership::Inside
    );
}

#[test]
fn nodes_have_their_places() {
    let text = r#"{"version": 1, "csg": {"union": [{"box": {"size": [1, 1, 1]}}, {"difference": [
        {"box": {"size": [2, 2, 2]}}, {"box": {"size": [1, 2, 1]}}, {"box": {"size": [1, 1, 2]}}]}]}}"#;
    let file = parsed(text);
    let places: Vec<String> = (0..7).map(|i| file.place(i)).collect();
    let expected = [
        "csg.union[0]",
        "csg.union[1].difference[0]",
        "csg.union[1].difference[1]",
        "csg.union[1]",
        "csg.union[1].difference[2]",
        "csg.union[1]",
        "csg",
    ];
    assert_eq!(places, expected);
    let later = file.located(CsgError {
        node: 2,
        name: None,
        fault: CsgFault::FlatHalfSpace,
    });
    let start = "a.csg.json, csg.union[1].difference[1]: a half-space has no plane";
    assert!(later.to_string().starts_with(start), "{later}");
}

#[test]
fn every_primitive_is_read_and_written() {
    let leaves = r#"{"half-space": {"normal": [1, 2, 3], "offset": 4}}
        {"box": {"size": [1, 2, 3]}}
        {"cylinder": {"radius": 1, "height": 2, "segments": 5}}
        {"cone": {"radius": 1, "height": 2, "segments": 5}}
        {"sphere": {"radius": 1, "segments": 5, "bands": 4}}
        {"wedge": {"size": [1, 2, 3]}}
        {"prism": {"profile": [[0, 0], [1, 0], [0, 1]], "height": 2}}
        {"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}
        {"planes": {"points": [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]}}"#;
    let kinds: Vec<&str> = leaves
        .lines()
        .map(|leaf| {
            let file = parsed(&format!(r#"{{"version": 1, "csg": {leaf}}}"#));
            assert_eq!(parsed(&to_json(&file.tree).unwrap()).tree, file.tree);
            file.tree.leaves()[0].primitive.kind()
        })
        .collect();
    assert_eq!(kinds, node::KINDS);
}

#[test]
fn faults_name_the_node_and_the_remedy() {
    let block = r#"{"box": {"size": [1, 1, 1]}}"#;
    let with = |second: &str| {
        format!(r#"{{"version": 1, "csg": {{"difference": [{block}, {{"union": [{second}]}}]}}}}"#)
    };
    let pair = |leaf: &str| with(&format!("{block}, {leaf}"));
    let node = "csg.difference[1].union";
    for (text, place, reason) in [
        (
            pair(r#"{"box": {"size": [1, 0, 1]}}"#),
            "[1].box",
            "size is 0; it must be above 0",
        ),
        (
            pair(r#"{"box": {"size": [1, NaN, 1]}}"#),
            "[1].box.size[1]",
            "expected value",
        ),
        (
            pair(r#"{"box": {"size": [1, 1e999, 1]}}"#),
            "[1].box.size[1]",
            "out of range",
        ),
        (
            pair(r#"{"box": {"size": [1, null, 1]}}"#),
            "[1].box.size[1]",
            "null",
        ),
        (
            pair(r#"{"box": {"size": [1, 1]}}"#),
            "[1].box.size",
            "invalid length 2",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1], "sice": 1}}"#),
            "[1].box.sice",
            "unknown field",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1], "size": [1, 1, 1]}}"#),
            "[1].box",
            "duplicate",
        ),
        (
            pair(r#"{"cylinder": {"radius": 0, "height": 1, "segments": 8}}"#),
            "[1].cylinder",
            "radius is 0",
        ),
        (
            pair(r#"{"cylinder": {"radius": 1, "height": 1, "segments": 2}}"#),
            "[1].cylinder",
            "segments is 2",
        ),
        (
            pair(r#"{"cylinder": {"radius": 1, "height": 1}}"#),
            "[1].cylinder",
            "missing field `segments`",
        ),
        (
            pair(r#"{"sphere": {"radius": 1, "segments": 9999, "bands": 9999}}"#),
            "[1].sphere",
            "9999",
        ),
        (
            pair(r#"{"half-space": {"normal": [0, 0, 0], "offset": 1}}"#),
            "[1].half-space",
            "normal is zero",
        ),
        (
            pair(r#"{"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}}"#),
            "[1].hull",
            "flat",
        ),
        (pair(r#"{"hull": {"points": []}}"#), "[1].hull", "flat"),
        (
            pair(r#"{"bux": {"size": [1, 1, 1]}}"#),
            "[1]",
            "did you mean `box`?",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1]}, "wedge": {"size": [1, 1, 1]}}"#),
            "[1]",
            "`box` and `wedge`; make",
        ),
        (
            pair(r#"{"name": "none"}"#),
            "[1]",
            "neither an operation nor a primitive; give it one of union",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1]}, "at": {"rotation": [0, 0, 0, 0]}}"#),
            "[1].at",
            "quaternion is zero",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1]}, "at": {"translation": [0, -1e300, 0]}}"#),
            "[1].at",
            "number 1e300; move the leaf to within 2^100",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1]}, "at": {"move": [0, 0, 0]}}"#),
            "[1].at.move",
            "unknown field",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1]}, "at": {}, "at": {}}"#),
            "[1]",
            "duplicate field `at`",
        ),
        (
            pair(r#"{"box": {"size": [1, 1, 1]}, "name": "a", "name": "b"}"#),
            "[1]",
            "duplicate field `name`",
        ),
        (
            pair(&format!(r#"{{"union": [{block}, {block}], "at": {{}}}}"#)),
            "[1]",
            "each leaf below it",
        ),
        (pair("7"), "[1]", "a node: an object"),
        (
            with(""),
            "",
            "the list is empty; an operation takes two nodes or more",
        ),
        (
            with(block),
            "",
            "the list has one node; put this node in place",
        ),
    ] {
        let error = fault(&text);
        let at = format!("{node}{place}");
        // The parser reports some faults of an object at the object itself.
        assert!(
            error.contains(&at) && error.contains(reason),
            "{at}, {reason}: {error}"
        );
    }
}

#[test]
fn faults_of_lists_name_the_index() {
    let block = r#"{"box": {"size": [1, 1, 1]}}"#;
    let list = |nodes: &str| fault(&format!(r#"{{"version": 1, "nodes": [{nodes}]}}"#));
    for (nodes, place, reason) in [
        (String::new(), "nodes: ", "at least one node"),
        (
            r#"{"union": [0, 0]}"#.into(),
            "nodes[0].union[0]: ",
            "no earlier node",
        ),
        (
            format!(r#"{block}, {{"union": [0, 1]}}"#),
            "nodes[1].union[1]: ",
            "0 to 0",
        ),
        (
            format!(r#"{block}, {{"union": [0, 4294967296]}}"#),
            "nodes[1].union[1]: ",
            "0 to 0",
        ),
        (
            format!(r#"{block}, {{"union": [0, 0]}}"#),
            "nodes[1].union[1]: ",
            "already a child of nodes[1]",
        ),
        (
            format!(r#"{block}, {{"union": [0, -1]}}"#),
            "nodes[1].union[1]: ",
            "index of an earlier node",
        ),
        (
            format!(r#"{block}, {{"union": [0, {block}]}}"#),
            "nodes[1].union[1]: ",
            "index of an earlier node",
        ),
        (
            format!(r#"{block}, {block}"#),
            "nodes[0]: ",
            "is the child of no node",
        ),
        (
            format!(r#"{block}, {block}, {{"union": [1]}}"#),
            "nodes[2].union: ",
            "one node",
        ),
    ] {
        let error = list(&nodes);
        assert!(
            error.contains(place) && error.contains(reason),
            "{nodes}: {error}"
        );
    }
}

#[test]
fn a_file_has_one_version_and_one_tree() {
    let block = r#"{"box": {"size": [1, 1, 1]}}"#;
    for (text, reason) in [
        (format!(r#"{{"csg": {block}}}"#), "missing field `version`"),
        (
            format!(r#"{{"version": 2, "solid": {block}}}"#),
            "version: is 2, and this program reads version 1",
        ),
        (
            format!(r#"{{"version": 1, "solid": {block}}}"#),
            "unknown field `solid`",
        ),
        (r#"{"version": 1}"#.into(), "neither `csg` nor `nodes`"),
        (
            format!(r#"{{"version": 1, "csg": {block}, "nodes": [{block}]}}"#),
            "both `csg` and `nodes`",
        ),
        (
            format!(r#"{{"version": 1, "csg": {block}}}}}"#),
            "trailing characters",
        ),
        (String::new(), "EOF"),
        ("v 0 0 0".into(), "expected value at line 1 column 1"),
    ] {
        let error = fault(&text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert_eq!(
        parsed(&format!("\u{feff}{{\"version\": 1, \"csg\": {block}}}")).tree,
        cube(1.0)
    );
}

/// Returns levels of operations around a box.
fn nested_levels(levels: usize) -> String {
    let block = r#"{"box": {"size": [1, 1, 1]}}"#;
    let head = format!(r#"{{"union": [{block}, "#).repeat(levels);
    format!(
        r#"{{"version": 1, "csg": {head}{block}{}}}"#,
        "]}".repeat(levels)
    )
}

#[test]
fn too_many_levels_lead_to_the_list_of_nodes() {
    assert_eq!(
        parsed(&nested_levels(MAX_NESTED)).tree.depth(),
        MAX_NESTED + 1
    );
    for levels in [MAX_NESTED + 1, 70, 10_000] {
        let error = fault(&nested_levels(levels));
        for part in [
            "csg.union[1].union[1]",
            "more than 48 operations",
            "the form `nodes`",
        ] {
            assert!(error.contains(part), "{levels}, {part}: {error}");
        }
        assert!(error.len() < 500, "{error}");
    }
    let lists = "[".repeat(10_000);
    assert!(fault(&lists).len() < 500);
}

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
fn nodes_in_any_order_are_numbered_from_left_to_right() {
    let text = r#"{"version": 1, "nodes": [{"box": {"size": [3, 3, 3]}, "name": "right"},
        {"box": {"size": [1, 1, 1]}}, {"box": {"size": [2, 2, 2]}, "name": "left"},
        {"union": [2, 1], "name": "both"}, {"difference": [3, 0]}]}"#;
    let file = parsed(text);
    let left = cube(2.0).named("left").union(cube(1.0)).named("both");
    assert!(file.tree == left.difference(cube(3.0).named("right")));
    let places: Vec<String> = (0..5).map(|i| file.place(i)).collect();
    assert_eq!(places, [2, 1, 3, 0, 4].map(|i| format!("nodes[{i}]")));
    // The writer takes any order, too.
    let leaves = file.tree.leaves().to_vec();
    let difference = CsgNode::Branch {
        operation: CsgOperation::Difference,
        left: 1,
        right: 0,
    };
    let nodes = vec![
        CsgNode::Leaf(2),
        CsgNode::Leaf(0),
        difference,
        CsgNode::Leaf(1),
    ];
    let union = CsgNode::Branch {
        operation: CsgOperation::Union,
        left: 2,
        right: 3,
    };
    let tree = CsgTree::from_nodes(leaves, [nodes, vec![union]].concat()).unwrap();
    let expected = cube(2.0).difference(cube(3.0)).union(cube(1.0));
    assert!(parsed(&to_json(&tree).unwrap()).tree == expected);
}

#[test]
fn sizes_are_limited() {
    let half_space = r#"{"half-space": {"normal": [1, 2, 3], "offset": 4}}"#;
    let many = vec![half_space; MAX_LEAVES + 1].join(",");
    let error = fault(&format!(
        r#"{{"version": 1, "csg": {{"union": [{many}]}}}}"#
    ));
    let expected = "csg.union[100000].half-space: there are more than 100000 leaves";
    assert!(error.contains(expected), "{error}");
    let sphere = r#"{"sphere": {"radius": 1, "segments": 501, "bands": 500}}"#;
    let error = fault(&format!(r#"{{"version": 1, "csg": {sphere}}}"#));
    let expected = "csg.sphere: up to this leaf there are 250500 corners";
    assert!(error.contains(expected), "{error}");
    let long = (0..MAX_LEAVES).fold(cube(1.0), |tree, _| tree.union(cube(1.0)));
    let error = to_json(&long).unwrap_err().to_string();
    assert!(error.contains("it has 100001 leaves"), "{error}");
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
    assert!(
        error.contains("leaf 1 (box)") && error.contains("leaf_at"),
        "{error}"
    );
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

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]

    /// Any change of a few bytes results in a tree or an error, not in a panic.
    #[test]
    fn damaged_files_never_panic(
        flat in proptest::prelude::any::<bool>(),
        places in proptest::collection::vec((0.0..1.0f64, proptest::prelude::any::<u8>()), 1..4),
        cut in 0.5..1.5f64,
    ) {
        let text = match flat {
            true => r#"{"version": 1, "nodes": [{"box": {"size": [1, 2, 3]}},
                {"half-space": {"normal": [1, 0, 0], "offset": 0}}, {"union": [0, 1]},
                {"planes": {"points": [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]}}, {"difference": [2, 3]}]}"#,
            false => r#"{"version": 1, "csg": {"union": [{"box": {"size": [1, 2, 3]}},
                {"cone": {"radius": 1, "height": 2, "segments": 5}, "at": {"translation": [1, 0, 0],
                "rotation": [0, 0, 0, 1]}, "name": "roof"}]}}"#,
        };
        let mut bytes = text.as_bytes().to_vec();
        for (place, byte) in places {
            let at = (place * bytes.len() as f64) as usize;
            bytes[at] = byte;
        }
        bytes.truncate((cut * bytes.len() as f64) as usize);
        match from_bytes(Path::new("a.csg.json"), &bytes) {
            Ok(file) => proptest::prop_assert!(file.tree.leaves().len() <= 3),
            Err(error) => proptest::prop_assert!(!error.to_string().is_empty()),
        }
    }
}
