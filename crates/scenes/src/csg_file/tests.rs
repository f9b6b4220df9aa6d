//! Tests of reading files. Of faults and of writing: see the modules.

use super::*;
use geometry::csg::{CsgNode, CsgOperation, Membership, Primitive};
use geometry::{Pose, Quat, Vec3};

mod faults;
mod written;

/// Unit cube.
const BLOCK: &str = r#"{"box": {"size": [1, 1, 1]}}"#;

/// Returns a file with one tree.
fn csg(root: &str) -> String {
    format!(r#"{{"version": 1, "csg": {root}}}"#)
}

/// Returns a file with a list of nodes.
fn nodes(list: &str) -> String {
    format!(r#"{{"version": 1, "nodes": [{list}]}}"#)
}

fn parsed(text: &str) -> CsgFile {
    from_bytes(Path::new("a.csg.json"), text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))
}

fn fault(text: &str) -> String {
    let error = from_bytes(Path::new("a.csg.json"), text.as_bytes());
    let error = error.map(|file| file.tree).unwrap_err().to_string();
    assert!(error.contains("a.csg.json"), "{error}");
    error
}

#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
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
    let cubes = r#"{"box": {"size": [4, 4, 4]}}, {"box": {"size": [3, 3, 3]}},
        {"box": {"size": [2, 2, 2]}}"#;
    let nested = parsed(&csg(&format!(r#"{{"difference": [{cubes}]}}"#)));
    let flat = parsed(&nodes(&format!(r#"{cubes}, {{"difference": [0, 1, 2]}}"#)));
    let expected = cube(4.0).difference(cube(3.0)).difference(cube(2.0));
    assert_eq!(nested.tree, expected);
    assert_eq!(flat.tree.depth(), 3);
    assert_eq!(flat.tree.membership(Vec3::ZERO), Membership::Outside);
    assert_eq!(flat.tree.membership(Vec3::X * 1.75), Membership::Inside);
}

#[test]
fn nodes_have_their_places() {
    let text = r#"{"union": [{"box": {"size": [1, 1, 1]}}, {"difference": [
        {"box": {"size": [2, 2, 2]}}, {"box": {"size": [1, 2, 1]}}, {"box": {"size": [1, 1, 2]}}]}]}"#;
    let file = parsed(&csg(text));
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
            let file = parsed(&csg(leaf));
            assert_eq!(parsed(&to_json(&file.tree).unwrap()).tree, file.tree);
            file.tree.leaves()[0].primitive.kind()
        })
        .collect();
    assert_eq!(kinds, node::KINDS);
}

#[test]
fn nodes_in_any_order_are_numbered_from_left_to_right() {
    let text = r#"{"box": {"size": [3, 3, 3]}, "name": "right"},
        {"box": {"size": [1, 1, 1]}}, {"box": {"size": [2, 2, 2]}, "name": "left"},
        {"union": [2, 1], "name": "both"}, {"difference": [3, 0]}"#;
    let file = parsed(&nodes(text));
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
    let first = vec![
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
    let tree = CsgTree::from_nodes(leaves, [first, vec![union]].concat()).unwrap();
    let expected = cube(2.0).difference(cube(3.0)).union(cube(1.0));
    assert!(parsed(&to_json(&tree).unwrap()).tree == expected);
}
