//! From the nodes of a file to a tree.

use super::node::{Content, Node};
use super::places::Places;
use super::{CsgFileError, MAX_CORNERS, MAX_LEAVES};
use geometry::csg::{CsgFault, CsgLeaf, CsgNode, CsgOperation, CsgTree, Primitive, SEGMENTS};
use geometry::{MAX_COORDINATE, Pose};
use std::path::Path;

/// Fault at a place.
pub(super) struct Problem {
    place: String,
    fault: Result<CsgFault, String>,
}

impl Problem {
    pub(super) fn in_file(self, path: &Path) -> CsgFileError {
        let (path, place) = (path.to_owned(), self.place);
        match self.fault {
            Ok(fault) => CsgFileError::Node { path, place, fault },
            Err(reason) => CsgFileError::Malformed {
                path,
                place,
                reason,
            },
        }
    }
}

/// Returns the tree of nodes, children before their parents. The last one is the root.
pub(super) fn assemble(nodes: Vec<Node<u32>>, places: &mut Places) -> Result<CsgTree, Problem> {
    let mut parts = TreeParts {
        places,
        leaves: Vec::new(),
        nodes: Vec::new(),
        names: Vec::new(),
        corners: 0,
        tree_nodes: Vec::with_capacity(nodes.len()),
        parents: vec![None; nodes.len()],
    };
    for (i, node) in (0..).zip(nodes) {
        let place = |parts: &TreeParts<'_>| parts.places.of_file_node(i);
        match node.content {
            Content::Leaf(primitive, pose) => {
                let added = parts.add_leaf(i, primitive, pose);
                added.map_err(|(key, fault)| Problem {
                    place: format!("{}.{key}", place(&parts)),
                    fault,
                })?;
            }
            Content::Operation(operation, children) => {
                let added = parts.add_operation(i, operation, &children);
                added.map_err(|(position, reason)| Problem {
                    place: match position {
                        None => format!("{}.{}", place(&parts), operation.name()),
                        Some(k) => format!("{}.{}[{k}]", place(&parts), operation.name()),
                    },
                    fault: Err(reason),
                })?;
            }
        }
        let tree_node = parts.nodes.len() - 1;
        parts.tree_nodes.push(tree_node as u32);
        parts.names.extend(node.name.map(|name| (tree_node, name)));
    }
    parts.finish()
}

/// Tree that is being assembled.
struct TreeParts<'a> {
    places: &'a mut Places,
    leaves: Vec<CsgLeaf>,
    nodes: Vec<CsgNode>,
    names: Vec<(usize, String)>,
    /// Number of corners and planes of the leaves.
    corners: usize,
    /// Node of the tree by node of the file.
    tree_nodes: Vec<u32>,
    /// Parent of each node of the file that has one.
    parents: Vec<Option<u32>>,
}

impl TreeParts<'_> {
    fn push(&mut self, file_node: u32, node: CsgNode) -> u32 {
        self.places.push_tree_node(file_node);
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds a leaf. An error has its key.
    fn add_leaf(
        &mut self,
        file_node: u32,
        primitive: Primitive,
        pose: Pose,
    ) -> Result<(), (&'static str, Result<CsgFault, String>)> {
        let kind = primitive.kind();
        if self.leaves.len() == MAX_LEAVES {
            let reason = format!(
                "there are more than {MAX_LEAVES} leaves; split the solid into several files"
            );
            return Err((kind, Err(reason)));
        }
        self.corners = self.corners.saturating_add(corner_count(&primitive));
        if self.corners > MAX_CORNERS {
            let reason = format!(
                "up to this leaf there are {} corners and planes, and a file has at most \
                 {MAX_CORNERS}; use fewer segments or points",
                self.corners
            );
            return Err((kind, Err(reason)));
        }
        // Farther out there is no mesh, and the solid would seem to be empty.
        let largest = pose.translation.abs().max_element();
        if largest > MAX_COORDINATE {
            let reason = format!(
                "the translation has the number {largest:e}; move the leaf to within 2^100"
            );
            return Err(("at", Err(reason)));
        }
        let leaf = CsgTree::leaf_at(primitive, pose).map_err(|error| match error.fault {
            CsgFault::BadPose => ("at", Ok(CsgFault::BadPose)),
            fault => (kind, Ok(fault)),
        })?;
        let index = self.leaves.len() as u32;
        self.leaves.extend_from_slice(leaf.leaves());
        self.push(file_node, CsgNode::Leaf(index));
        Ok(())
    }

    /// Adds an operation on a list, from left to right. An error may have a position in the list.
    fn add_operation(
        &mut self,
        file_node: u32,
        operation: CsgOperation,
        children: &[u32],
    ) -> Result<(), (Option<usize>, String)> {
        if children.len() < 2 {
            let reason = match children {
                [] => "the list is empty; an operation takes two nodes or more",
                _ => "the list has one node; put this node in place of the operation, or add one",
            };
            return Err((None, reason.to_owned()));
        }
        for (k, child) in children.iter().enumerate() {
            self.adopt(file_node, *child)
                .map_err(|reason| (Some(k), reason))?;
        }
        let tree_node = |child: &u32| self.tree_nodes[*child as usize];
        let children: Vec<u32> = children.iter().map(tree_node).collect();
        let mut left = children[0];
        for right in children[1..].iter().copied() {
            let branch = CsgNode::Branch {
                operation,
                left,
                right,
            };
            left = self.push(file_node, branch);
        }
        Ok(())
    }

    /// Marks a node as child of another one.
    fn adopt(&mut self, parent: u32, child: u32) -> Result<(), String> {
        if child >= parent {
            return Err(match parent {
                0 => format!("is {child}, but there is no earlier node; children come first"),
                _ => format!(
                    "is {child}, but children come before their parents; give the index of an \
                     earlier node, 0 to {}",
                    parent - 1
                ),
            });
        }
        match self.parents[child as usize].replace(parent) {
            None => Ok(()),
            Some(other) => Err(format!(
                "is {child}, which is already a child of nodes[{other}]; a node has one parent: \
                 list it again as a node of its own"
            )),
        }
    }

    fn finish(self) -> Result<CsgTree, Problem> {
        let at_root = |fault| Problem {
            place: self.places.root().to_owned(),
            fault,
        };
        let Some((_root, others)) = self.parents.split_last() else {
            let reason = "the list is empty; a tree has at least one node";
            return Err(at_root(Err(reason.to_owned())));
        };
        if let Some(loose) = others.iter().position(Option::is_none) {
            let reason = "is the child of no node, and only the last node is the root; leave it \
                          out, or join it by an operation";
            return Err(Problem {
                place: self.places.of_file_node(loose as u32),
                fault: Err(reason.to_owned()),
            });
        }
        let order = left_to_right(&self.nodes);
        self.places.reorder(&order);
        let (leaves, nodes) = reordered(self.leaves, &self.nodes, &order);
        let mut new_index = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            new_index[*old as usize] = new;
        }
        let tree = CsgTree::from_nodes(leaves, nodes);
        let mut tree = tree.map_err(|error| Problem {
            place: self.places.of_tree_node(error.node),
            fault: Ok(error.fault),
        })?;
        for (node, name) in self.names {
            tree.set_name(new_index[node], name);
        }
        Ok(tree)
    }
}

/// Returns the nodes in the order in which [`CsgTree::joined`] has them: those of the left child,
/// those of the right one, the parent. Each node but the last must have one later parent.
fn left_to_right(nodes: &[CsgNode]) -> Vec<u32> {
    // From the root, parents before right children before left ones: the reverse order.
    let mut order = Vec::with_capacity(nodes.len());
    let mut open = vec![nodes.len() as u32 - 1];
    while let Some(node) = open.pop() {
        order.push(node);
        if let CsgNode::Branch { left, right, .. } = nodes[node as usize] {
            open.extend([left, right]);
        }
    }
    order.reverse();
    order
}

/// Returns leaves and nodes in another order of the nodes. Leaves are numbered in the order of
/// their nodes.
fn reordered(
    leaves: Vec<CsgLeaf>,
    nodes: &[CsgNode],
    order: &[u32],
) -> (Vec<CsgLeaf>, Vec<CsgNode>) {
    let mut leaves: Vec<Option<CsgLeaf>> = leaves.into_iter().map(Some).collect();
    let mut new_leaves = Vec::with_capacity(leaves.len());
    let mut new_nodes = Vec::with_capacity(nodes.len());
    let mut new_index = vec![0; nodes.len()];
    for old in order {
        new_index[*old as usize] = new_nodes.len() as u32;
        new_nodes.push(match nodes[*old as usize] {
            CsgNode::Leaf(leaf) => {
                new_leaves.extend(leaves[leaf as usize].take());
                CsgNode::Leaf(new_leaves.len() as u32 - 1)
            }
            CsgNode::Branch {
                operation,
                left,
                right,
            } => CsgNode::Branch {
                operation,
                left: new_index[left as usize],
                right: new_index[right as usize],
            },
        });
    }
    (new_leaves, new_nodes)
}

/// Returns the number of corners or planes that a leaf is made of. Segments out of range are an
/// error of their own.
pub(super) fn corner_count(primitive: &Primitive) -> usize {
    let in_range = |n: &u32| if SEGMENTS.contains(n) { *n as usize } else { 0 };
    match primitive {
        Primitive::Cylinder { segments, .. } => 2 * in_range(segments),
        Primitive::Cone { segments, .. } => 1 + in_range(segments),
        Primitive::Sphere {
            segments, bands, ..
        } => in_range(segments) * in_range(bands),
        Primitive::Prism { profile, .. } => 2 * profile.len(),
        Primitive::Hull { points } => points.len(),
        Primitive::Planes { points } => points.len(),
        Primitive::HalfSpace { .. } => 1,
        // Boxes and wedges.
        _ => 8,
    }
}
