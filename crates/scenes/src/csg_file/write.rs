//! Writing of CSG files.

use super::assemble::corner_count;
use super::node::FilePose;
use super::{CsgFileError, MAX_CORNERS, MAX_LEAVES, MAX_NESTED, VERSION};
use geometry::csg::{CsgLeaf, CsgNode, CsgOperation, CsgTree, HalfSpace, Primitive};
use serde::Serialize;

/// Returns the text of a `.csg.json` file.
///
/// The form is nested, with operations of the same kind in one list. Trees with more than
/// [`MAX_NESTED`] lists inside each other are a list of nodes. Numbers are read back bit for bit.
/// Leaves are numbered again in the order of their nodes.
///
/// # Errors
/// [`CsgFileError::Unwritable`] for a tree beyond the limits of a file, and for a leaf whose
/// half-spaces are not those of its primitive and pose: its exact half-spaces would be lost.
pub fn to_json(tree: &CsgTree) -> Result<String, CsgFileError> {
    check(tree)?;
    let levels = levels(tree);
    let body = if levels[tree.root()] <= MAX_NESTED {
        format!("\"csg\": {}", nested(tree, tree.root(), 0))
    } else {
        let lines: Vec<String> = (0..tree.nodes().len())
            .map(|node| match &tree.nodes()[node] {
                CsgNode::Leaf(leaf) => leaf_text(tree, node, *leaf),
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => branch_text(tree, node, *operation, &format!("{left}, {right}")),
            })
            .collect();
        format!("\"nodes\": [\n{}\n]", lines.join(",\n"))
    };
    Ok(format!("{{\"version\": {VERSION}, {body}}}\n"))
}

fn check(tree: &CsgTree) -> Result<(), CsgFileError> {
    let unwritable = |reason| Err(CsgFileError::Unwritable { reason });
    let leaves = tree.leaves();
    if leaves.len() > MAX_LEAVES {
        return unwritable(format!(
            "it has {} leaves, and a file has at most {MAX_LEAVES}; split the solid",
            leaves.len()
        ));
    }
    let corners: usize = leaves.iter().map(|l| corner_count(&l.primitive)).sum();
    if corners > MAX_CORNERS {
        return unwritable(format!(
            "its leaves have {corners} corners and planes, and a file has at most {MAX_CORNERS}; \
             split the solid"
        ));
    }
    match leaves.iter().position(|leaf| !is_as_stated(leaf)) {
        None => Ok(()),
        Some(i) => unwritable(format!(
            "leaf {i} ({}) has other half-spaces than its primitive and its one pose; pose each \
             leaf once, with `CsgTree::leaf_at`",
            leaves[i].primitive.kind()
        )),
    }
}

/// Returns true if reading primitive and pose gives these half-spaces.
fn is_as_stated(leaf: &CsgLeaf) -> bool {
    let sorted = |planes: &[HalfSpace]| {
        let mut planes = planes.to_vec();
        planes.sort();
        planes.dedup();
        planes
    };
    CsgTree::leaf_at(leaf.primitive.clone(), leaf.pose)
        .is_ok_and(|tree| sorted(&tree.leaves()[0].half_spaces) == sorted(&leaf.half_spaces))
}

/// Returns the number of lists inside each other of each node, 0 for a leaf.
fn levels(tree: &CsgTree) -> Vec<usize> {
    let mut levels: Vec<usize> = Vec::with_capacity(tree.nodes().len());
    for node in tree.nodes() {
        levels.push(match *node {
            CsgNode::Leaf(_) => 0,
            CsgNode::Branch {
                operation,
                left,
                right,
            } => {
                let [below_left, below_right] = [left, right].map(|i| levels[i as usize]);
                if continues(tree, operation, left) {
                    below_left.max(below_right + 1)
                } else {
                    below_left.max(below_right) + 1
                }
            }
        });
    }
    levels
}

/// Returns true if the left child of an operation is part of the same list.
fn continues(tree: &CsgTree, operation: CsgOperation, left: u32) -> bool {
    let same =
        |node: &CsgNode| matches!(node, CsgNode::Branch { operation: o, .. } if *o == operation);
    tree.name(left as usize).is_none() && same(&tree.nodes()[left as usize])
}

/// Returns the nested form of a node. Its depth is that of [`levels`], at most [`MAX_NESTED`].
fn nested(tree: &CsgTree, node: usize, level: usize) -> String {
    let (mut children, mut at) = (Vec::new(), node);
    let operation = loop {
        match tree.nodes()[at] {
            CsgNode::Leaf(leaf) => return leaf_text(tree, node, leaf),
            CsgNode::Branch {
                operation,
                left,
                right,
            } => {
                children.push(right);
                if !continues(tree, operation, left) {
                    children.push(left);
                    break operation;
                }
                at = left as usize;
            }
        }
    };
    let indent = "  ".repeat(level + 1);
    let lines = children.iter().rev().map(|child| {
        let text = nested(tree, *child as usize, level + 1);
        format!("\n{indent}{text}")
    });
    let list = lines.collect::<Vec<_>>().join(",");
    branch_text(tree, node, operation, &list)
}

fn branch_text(tree: &CsgTree, node: usize, operation: CsgOperation, list: &str) -> String {
    let name = tree
        .name(node)
        .map(|name| format!(", \"name\": {}", json(name)));
    let name = name.unwrap_or_default();
    format!("{{\"{}\": [{list}]{name}}}", operation.name())
}

fn leaf_text(tree: &CsgTree, node: usize, leaf: u32) -> String {
    let leaf = &tree.leaves()[leaf as usize];
    json(&LeafLine {
        primitive: &leaf.primitive,
        at: FilePose::of(&leaf.pose),
        name: tree.name(node),
    })
}

#[derive(Serialize)]
struct LeafLine<'a> {
    #[serde(flatten)]
    primitive: &'a Primitive,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<FilePose>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("keys are strings and numbers are finite")
}
