//! Pictures of CSG bodies, of their trees, and of the volumes that a descent chooses [Su07 §2, §3].
//!
//! | module | picture |
//! |---|---|
//! | `bodies` | the bodies, with a color for each leaf |
//! | `trees` | one CSG tree, in the same colors |
//! | `descents` | the way down to two leaves in contact, with the volumes on it |
//! | `volumes` | meshes and colors of bounding volumes |
//! | `style` | lines, text and scale bar of all pictures |
//!
//! The rows have the numbers that the pictures state.

mod bodies;
mod descents;
mod style;
mod trees;
mod volumes;

use crate::model::{Model, PictureFile, Results, Session, non_empty};
use crate::picture::{Color, mixed};
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Result, bail};
use descents::Descent;
use geometry::csg::{CsgNode, CsgOperation, CsgTree};
use scenes::bodies::CncBody;
use serde::Deserialize;
use std::num::NonZeroUsize;

/// Pictures of bodies of the CNC cell.
///
/// ```toml
/// model    = "csg-pictures"
/// bodies   = ["hand", "workpiece"]
/// trees    = ["workpiece"]
/// descents = [{ scene = { generator = "cnc-cell", pair = "hand-fixture" }, step = 100 }]
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CsgPictures {
    /// Bodies of the first picture.
    #[serde(deserialize_with = "non_empty")]
    pub bodies: Vec<CncBody>,
    /// Bodies whose tree has a picture.
    pub trees: Vec<CncBody>,
    /// Steps with a picture of the chosen volumes.
    pub descents: Vec<DescentSpec>,
}

/// Step of a scene of two CSG bodies in contact.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DescentSpec {
    /// The scene.
    pub scene: SceneSpec,
    /// The step, counted from 1.
    pub step: NonZeroUsize,
}

impl Model for CsgPictures {
    fn check(&self) -> Result<()> {
        for (i, spec) in self.descents.iter().enumerate() {
            spec.scene.check()?;
            // Files are named after the bodies, which follow from these keys.
            let bodies = |spec: &DescentSpec| {
                ["generator", "pair", "recording"].map(|key| spec.scene.table().get(key).cloned())
            };
            let named_alike = |other: &&DescentSpec| bodies(other) == bodies(spec);
            if let Some(other) = self.descents[..i].iter().find(named_alike) {
                let steps = [other, spec].map(|spec| spec.step);
                bail!(
                    "steps {} and {} of {} have the same file name; keep one of them",
                    steps[0],
                    steps[1],
                    spec.scene
                );
            }
        }
        Ok(())
    }

    fn steps(&self) -> usize {
        1 + self.trees.len() + self.descents.len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        let mut add = |name: &str, bytes: Vec<u8>| {
            let name = format!("{}-{name}.png", session.id);
            results.pictures.push(PictureFile { name, bytes });
            session.advance();
        };
        session.say("drawing bodies");
        add("bodies", bodies::picture(&self.bodies));
        for body in &self.trees {
            session.say(format!("drawing the tree of {body}"));
            add(&format!("tree-{body}"), trees::picture(*body));
        }
        let mut rows = Vec::new();
        for body in &self.bodies {
            let key = session.key("bodies of the CNC cell", body.name(), "");
            rows.extend(record_body(*body).rows(&key));
        }
        for spec in &self.descents {
            session.say(format!("drawing {} step {}", spec.scene, spec.step));
            let descent = Descent::of(&spec.scene, spec.step)?;
            add(&descent.file_name(), descent.picture());
            let scene = format!("{} step={}", spec.scene, spec.step);
            let key = session.key(&scene, &descent.title(), "");
            rows.extend(descent.record().rows(&key));
        }
        results.rows.extend(rows);
        Ok(results)
    }
}

/// Records the size of a body and of its tree.
fn record_body(body: CncBody) -> Recorder {
    let solid = body.solid();
    let tree = solid.tree();
    let mut recorder = Recorder::default();
    recorder.count("triangles", solid.mesh().face_count() as u64);
    recorder.count("tree/leaves", tree.leaves().len() as u64);
    recorder.count("tree/nodes", tree.nodes().len() as u64);
    recorder.count("tree/depth", tree.depth() as u64);
    for (operation, name) in [
        (CsgOperation::Union, "unions"),
        (CsgOperation::Intersection, "intersections"),
        (CsgOperation::Difference, "differences"),
    ] {
        let of = |node: &&CsgNode| matches!(node, CsgNode::Branch { operation: o, .. } if *o == operation);
        let count = tree.nodes().iter().filter(of).count();
        recorder.count(&format!("tree/{name}"), count as u64);
    }
    recorder
}

/// Returns the muted color of a leaf, different for the first sixty.
fn leaf_color(leaf: u32) -> Color {
    const HUES: [Color; 12] = [
        [0x8f, 0xa9, 0xcc],
        [0xe2, 0xb3, 0x86],
        [0x9c, 0xc0, 0x92],
        [0xd3, 0x97, 0x97],
        [0xb4, 0xa2, 0xcc],
        [0xd9, 0xcb, 0x7c],
        [0x82, 0xbd, 0xb7],
        [0xdb, 0xab, 0xc6],
        [0xad, 0x9c, 0x80],
        [0xa6, 0xcf, 0xdb],
        [0xbf, 0xcf, 0x86],
        [0x9e, 0xa2, 0xac],
    ];
    const VARIANTS: [(u8, f64); 5] = [(255, 0.0), (255, 0.42), (0, 0.2), (255, 0.7), (0, 0.38)];
    let (hue, variant) = (leaf as usize % 12, leaf as usize / 12 % 5);
    let (toward, share) = VARIANTS[variant];
    mixed(HUES[hue], [toward; 3], share)
}

/// Returns the symbol of an operation.
fn symbol(operation: CsgOperation) -> &'static str {
    match operation {
        CsgOperation::Union => "∪",
        CsgOperation::Intersection => "∩",
        CsgOperation::Difference => "−",
    }
}

/// Returns the leaves below a node, from left to right.
fn leaves_below(tree: &CsgTree, node: u32) -> Vec<u32> {
    let (mut found, mut open) = (Vec::new(), vec![node]);
    while let Some(node) = open.pop() {
        match tree.nodes()[node as usize] {
            CsgNode::Leaf(leaf) => found.push(leaf),
            CsgNode::Branch { left, right, .. } => open.extend([right, left]),
        }
    }
    found
}

/// Returns a count with its noun: "1 leaf", "27 leaves".
fn leaves(count: usize) -> String {
    format!("{count} {}", if count == 1 { "leaf" } else { "leaves" })
}

#[cfg(test)]
mod tests;
