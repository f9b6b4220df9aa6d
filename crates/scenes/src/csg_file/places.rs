//! Places of nodes in a file, for messages.

use geometry::csg::CsgOperation;

/// Place of each node of a file, and the node of the file for each node of the tree.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Place of the root, or `None` in the form `nodes`.
    root: Option<String>,
    /// Parent of each node of the file, in the nested form.
    parents: Vec<Option<Parent>>,
    /// Node of the file by node of the tree. A list of several children is several nodes of the
    /// tree.
    of_tree: Vec<u32>,
}

/// A node is child `position` of `node`.
#[derive(Clone, Copy, Debug)]
struct Parent {
    node: u32,
    operation: CsgOperation,
    position: u32,
}

impl Places {
    /// Returns the places of the form `nodes`.
    pub(super) fn flat() -> Places {
        Places {
            root: None,
            parents: Vec::new(),
            of_tree: Vec::new(),
        }
    }

    /// Returns the places of the nested form, without nodes.
    pub(super) fn nested(root: String) -> Places {
        Places {
            root: Some(root),
            ..Places::flat()
        }
    }

    /// Returns the place of the root in the nested form.
    pub(super) fn root(&self) -> &str {
        self.root.as_deref().unwrap_or("nodes")
    }

    /// Adds a node of the file.
    pub(super) fn push(&mut self) {
        self.parents.push(None);
    }

    /// Records the parent of nodes of the file.
    pub(super) fn set_parent(&mut self, node: u32, operation: CsgOperation, children: &[u32]) {
        for (position, child) in (0..).zip(children) {
            self.parents[*child as usize] = Some(Parent {
                node,
                operation,
                position,
            });
        }
    }

    /// Adds a node of the tree, which comes from this node of the file.
    pub(super) fn push_tree_node(&mut self, file_node: u32) {
        self.of_tree.push(file_node);
    }

    /// Numbers the nodes of the tree again, in this order of their numbers.
    pub(super) fn reorder(&mut self, order: &[u32]) {
        let file_node = |old: &u32| self.of_tree[*old as usize];
        self.of_tree = order.iter().map(file_node).collect();
    }

    /// Returns the place of a node of the tree.
    pub(super) fn of_tree_node(&self, node: usize) -> String {
        match self.of_tree.get(node) {
            Some(file_node) => self.of_file_node(*file_node),
            None => self.root().to_owned(),
        }
    }

    /// Returns the place of a node of the file.
    pub(super) fn of_file_node(&self, node: u32) -> String {
        let Some(root) = &self.root else {
            return format!("nodes[{node}]");
        };
        let mut steps = Vec::new();
        let mut at = node;
        while let Some(parent) = self.parents[at as usize] {
            steps.push(format!(".{}[{}]", parent.operation.name(), parent.position));
            at = parent.node;
        }
        steps.push(root.clone());
        steps.reverse();
        steps.concat()
    }
}
