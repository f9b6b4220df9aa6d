//! Picture of a descent: the pairs of nodes on the way from the roots to two leaves in contact,
//! each with the two volumes that were chosen for it.

use super::style::{EDGE, FAINTEST, INK, scale_bar};
use super::{leaves, leaves_below, symbol, volumes};
use crate::picture::{Anchor, Canvas, Color, DepthBuffer, Font, SAMPLES, View, width};
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Context, Result, bail, ensure};
use collision::{Detector, Findings, Shape};
use csg_hybrid::{
    BoundingVolume, CsgHybrid, HybridModel, NodeTest, TestOutcome, VolumeChoice, VolumeKind,
    descent,
};
use geometry::csg::{CsgNode, CsgSolid};
use geometry::{Ball, Mesh, Pose, Vec3};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Width and height of a panel without its texts, in pixels.
pub(super) const PANEL: [usize; 2] = [340, 310];

/// Height of the texts of a panel, of both, and of one line of text.
const TEXTS: usize = 126;
const ROW: usize = PANEL[1] + TEXTS;
const LINE: f64 = 24.0;

/// Number of panels in a row.
const COLUMNS: usize = 4;

/// Heights of the heading and of the legend.
const HEADING: usize = 116;
const LEGEND: usize = 56;

/// Fonts of texts and titles.
const TEXT: Font = Font::plain(17.0);
const BOLD: Font = Font::bold(17.0);

/// Share of light that a volume takes.
const GLASS: f64 = 0.2;

/// Colors of the bodies, and of what lies on the leaves of the nodes.
const PALE: [Color; 2] = [[0xf3, 0xec, 0xe2], [0xe9, 0xec, 0xf1]];
const STRONG: [Color; 2] = [[0xdc, 0xb0, 0x76], [0x9f, 0xb0, 0xc6]];

/// Tests of volumes of two bodies in contact.
#[derive(Debug)]
pub(super) struct Descent {
    names: [String; 2],
    solids: [Arc<CsgSolid>; 2],
    models: [HybridModel; 2],
    poses: [Pose; 2],
    tests: Vec<NodeTest>,
    /// Tests from the roots to two leaves with faces in contact, the longest way of all.
    path: Vec<usize>,
    step: usize,
    steps: usize,
}

impl Descent {
    /// Repeats the tests of one step of a scene.
    ///
    /// # Errors
    /// A scene that is not of two CSG bodies, or a step that does not exist or has no contact.
    pub(super) fn of(scene: &SceneSpec, step: NonZeroUsize) -> Result<Descent> {
        let loaded = scene.load()?;
        let [a, b] = &loaded.bodies[..] else {
            bail!("{scene} has {} bodies instead of two", loaded.bodies.len());
        };
        let solid = |shape: &Shape| match shape {
            Shape::Csg(solid) => Ok(Arc::clone(solid)),
            _ => bail!("a body of {scene} is no CSG tree"),
        };
        let solids = [solid(&a.shape)?, solid(&b.shape)?];
        let steps = loaded.frames.len();
        ensure!(step.get() <= steps, "{scene} has no step {step}");
        let frame = loaded.frame(step.get() - 1);
        let mut detector = CsgHybrid::verified();
        detector.prepare(&loaded.bodies)?;
        let mut found = Findings::default();
        detector.detect(&frame, &loaded.query(), &mut found)?;
        let models = [0, 1].map(|i| HybridModel::of_solid(Arc::clone(&solids[i])));
        let poses = [frame.poses()[0], frame.poses()[1]];
        let tests = descent([&models[0], &models[1]], &poses, VolumeChoice::Adaptive);
        let path = path_to_contact(&tests, &solids, &found);
        let path = path.with_context(|| format!("{scene} has no contact in step {step}"))?;
        Ok(Descent {
            names: [a.name.clone(), b.name.clone()],
            solids,
            models,
            poses,
            tests,
            path,
            step: step.get(),
            steps,
        })
    }

    /// Returns the names of the bodies: "hand and fixture".
    pub(super) fn title(&self) -> String {
        self.names.join(" and ")
    }

    /// Returns the part of the picture's file name after the experiment.
    pub(super) fn file_name(&self) -> String {
        format!("volumes-{}", self.names.join("-"))
    }

    /// Records the tests, and the volumes that were chosen for them, by type.
    pub(super) fn record(&self) -> Recorder {
        let mut recorder = Recorder::default();
        for kind in VolumeKind::ALL {
            let name = format!("chosen-volumes/{}", kind.name());
            recorder.count(&name, self.chosen(kind) as u64);
        }
        let ended = |outcome| self.tests.iter().filter(|t| t.outcome == outcome).count() as u64;
        recorder.count("node-pairs/tested", self.tests.len() as u64);
        recorder.count("node-pairs/apart", ended(TestOutcome::Apart));
        recorder.count("node-pairs/leaves", ended(TestOutcome::Leaves));
        recorder.count("node-pairs/shown", self.path.len() as u64);
        recorder
    }

    /// Returns the number of volumes of a type in all tests.
    fn chosen(&self, kind: VolumeKind) -> usize {
        let all = self.tests.iter().filter_map(|test| self.volumes(test));
        all.flatten().filter(|volume| volume.kind() == kind).count()
    }

    /// Returns the volumes of a test, if it had any.
    fn volumes(&self, test: &NodeTest) -> Option<[&BoundingVolume; 2]> {
        let choice = test.volumes?;
        Some([0, 1].map(|i| {
            let list = self.models[i].volumes(test.nodes[i] as usize);
            &list.expect("a list to choose from").nodes()[choice[i]].volume
        }))
    }

    /// Draws the descent.
    pub(super) fn picture(&self) -> Vec<u8> {
        self.canvas().png()
    }

    /// Draws the picture before it becomes a file.
    pub(super) fn canvas(&self) -> Canvas {
        let rows = self.path.len().div_ceil(COLUMNS);
        let mut canvas = Canvas::new(COLUMNS * PANEL[0], HEADING + rows * ROW + LEGEND);
        self.heading(&mut canvas);
        let meshes = [0, 1].map(|i| placed(self.solids[i].mesh(), &self.poses[i]));
        let view = self.view(&meshes);
        for i in 0..self.path.len() {
            let corner = [i % COLUMNS * PANEL[0], HEADING + i / COLUMNS * ROW];
            self.paint(&mut canvas, corner, i, &view, &meshes);
            let below = [
                corner[0] as f64 + 16.0,
                (corner[1] + PANEL[1]) as f64 + 14.0,
            ];
            self.describe(&mut canvas, below, i);
        }
        let y = (HEADING + rows * ROW) as f64 + 0.5 * LEGEND as f64;
        self.legend(&mut canvas, y);
        let unit = view.samples_per_unit(PANEL);
        let right = (COLUMNS * PANEL[0]) as f64 - 70.0;
        scale_bar(&mut canvas, [right - unit, 28.0], unit);
        canvas
    }

    /// Returns the picture, and the rows of pixels with texts of panels.
    #[cfg(test)]
    pub(super) fn canvas_and_text_rows(&self) -> (Canvas, Vec<std::ops::Range<usize>>) {
        let rows = 0..self.path.len().div_ceil(COLUMNS);
        let band = |row| HEADING + row * ROW + PANEL[1]..HEADING + (row + 1) * ROW;
        (self.canvas(), rows.map(band).collect())
    }

    /// Returns the view of both bodies and of all volumes that are shown.
    fn view(&self, meshes: &[Mesh; 2]) -> View {
        let points = meshes.iter().flat_map(|mesh| mesh.vertices());
        let mut shown: Vec<Ball> = points.map(|p| Ball::new(*p, 0.0)).collect();
        for test in &self.path {
            let chosen = self.volumes(&self.tests[*test]);
            for (volume, pose) in chosen.iter().flatten().zip(&self.poses) {
                shown.extend(volumes::extent(volume, pose));
            }
        }
        let aspect = PANEL[0] as f64 / PANEL[1] as f64;
        View::around(&shown, Vec3::new(-0.65, 1.0, -0.6), Vec3::Z, aspect)
    }

    fn heading(&self, canvas: &mut Canvas) {
        let (step, steps) = (self.step, self.steps);
        let heading = format!("{}, step {step} of {steps}", self.title());
        canvas.text(&heading, Font::bold(24.0), Anchor::Start, [20.0, 28.0], INK);
        let ended = |outcome| self.tests.iter().filter(|t| t.outcome == outcome).count();
        let pairs = |count: usize| match count {
            1 => "1 pair".to_owned(),
            _ => format!("{count} pairs"),
        };
        let text = format!(
            "Tested: {} of nodes, {} of them apart. Left: {} of leaves. Shown: the {} on the way to two \
             leaves in contact.",
            pairs(self.tests.len()),
            ended(TestOutcome::Apart),
            pairs(ended(TestOutcome::Leaves)),
            pairs(self.path.len()),
        );
        canvas.text(&text, TEXT, Anchor::Start, [20.0, 60.0], INK);
        let text = "Strong colors: faces below the two nodes. Glass: the volumes chosen for them. \
                    Outline without glass: the volume of the sibling of the node just entered.";
        canvas.text(text, TEXT, Anchor::Start, [20.0, 88.0], INK);
    }

    /// Draws the bodies and the volumes of a pair of nodes.
    fn paint(
        &self,
        canvas: &mut Canvas,
        corner: [usize; 2],
        number: usize,
        view: &View,
        meshes: &[Mesh; 2],
    ) {
        let test = &self.tests[self.path[number]];
        let size = PANEL.map(|n| n * SAMPLES);
        let mut both = DepthBuffer::new(view, size);
        let below = [0, 1].map(|i| leaves_below(self.solids[i].tree(), test.nodes[i]));
        for i in 0..2 {
            let leaf = self.solids[i].leaf_of_face();
            // Marks are 0 to 3: the body, and 2 more for faces on leaves of the node.
            both.add_mesh(&meshes[i], |face| {
                i as u32 + 2 * u32::from(below[i].contains(&leaf[face]))
            });
        }
        for mesh in meshes {
            both.add_edges(mesh, 0.7 * EDGE, FAINTEST);
        }
        let colors = [PALE, STRONG].concat();
        canvas.paint(corner, &both, |mark| colors[mark as usize]);
        let chosen = self.volumes(test);
        for (volume, pose) in chosen.iter().flatten().zip(&self.poses) {
            let mut glass = DepthBuffer::new(view, size);
            volumes::add(&mut glass, volume, pose);
            canvas.glaze(corner, &glass, volumes::color(volume.kind()), GLASS);
        }
        if let Some((body, _, [a, b])) = self.sibling(number) {
            let mut outline = DepthBuffer::new(view, size);
            let volume = [a, b][body];
            volumes::add(&mut outline, volume, &self.poses[body]);
            canvas.glaze(corner, &outline, volumes::color(volume.kind()), 0.0);
        }
    }

    /// Writes the texts of a pair of nodes.
    fn describe(&self, canvas: &mut Canvas, [left, mut y]: [f64; 2], number: usize) {
        let test = &self.tests[self.path[number]];
        let chosen = self.volumes(test);
        let title = format!("{}. {}", number + 1, self.consequence(test));
        canvas.text(&title, BOLD, Anchor::Start, [left, y], INK);
        for i in 0..2 {
            y += LINE;
            let node = self.node(i, test.nodes[i]);
            let text = format!("{}, {node}: ", self.names[i]);
            let kind = chosen.map(|volumes| volumes[i].kind());
            write(canvas, [left, y], &[(&text, None), ("", kind)]);
        }
        if let Some((_, outcome, kinds)) = self.sibling(number) {
            y += LINE;
            let [a, b] = kinds.map(BoundingVolume::kind);
            let end = match outcome {
                TestOutcome::Apart => " apart",
                _ => " overlap",
            };
            let words = [("sibling: ", Some(a)), (", ", Some(b)), (end, None)];
            write(canvas, [left, y], &words);
        }
    }

    /// Returns the test of the sibling of the node that a panel has entered: the body of the node,
    /// the outcome, and the volumes.
    fn sibling(&self, number: usize) -> Option<(usize, TestOutcome, [&BoundingVolume; 2])> {
        let shown = self.path[number];
        let parent = self.tests[shown].parent?;
        let TestOutcome::Descended(body) = self.tests[parent].outcome else {
            return None;
        };
        let mut all = self.tests.iter().enumerate();
        let other = all.find(|(i, test)| *i != shown && test.parent == Some(parent));
        let (_, other) = other?;
        Some((body, other.outcome, self.volumes(other)?))
    }

    /// Returns a node in words: "∪ of 13 leaves", or its primitive.
    fn node(&self, body: usize, node: u32) -> String {
        let tree = self.solids[body].tree();
        match tree.nodes()[node as usize] {
            CsgNode::Leaf(leaf) => {
                format!("leaf ({})", tree.leaves()[leaf as usize].primitive.kind())
            }
            CsgNode::Branch { operation, .. } => {
                let count = leaves_below(tree, node).len();
                format!("{} of {}", symbol(operation), leaves(count))
            }
        }
    }

    /// Returns what follows from a test that is shown.
    fn consequence(&self, test: &NodeTest) -> String {
        match test.outcome {
            TestOutcome::Descended(body) => format!("overlap: enter the {}", self.names[body]),
            TestOutcome::Leaves => "two leaves: faces decide".to_owned(),
            TestOutcome::Apart => "apart".to_owned(),
            TestOutcome::Frozen => "frozen".to_owned(),
            TestOutcome::WithoutFaces => "no faces".to_owned(),
        }
    }

    /// Explains the colors of volumes, with the number of each type in all tests.
    fn legend(&self, canvas: &mut Canvas, y: f64) {
        let font = TEXT;
        let text = "Chosen in all tests:";
        canvas.text(text, font, Anchor::Start, [20.0, y], INK);
        let mut x = 20.0 + width(text, font) + 22.0;
        for kind in VolumeKind::ALL {
            let color = volumes::color(kind);
            canvas.rectangle([x, y - 10.0], [x + 20.0, y + 10.0], 2.0, color);
            let pale = crate::picture::mixed([255; 3], color, GLASS);
            canvas.rectangle([x + 2.5, y - 7.5], [x + 17.5, y + 7.5], 1.0, pale);
            let text = format!("{} {}", self.chosen(kind), kind.name());
            canvas.text(&text, font, Anchor::Start, [x + 28.0, y], INK);
            x += 28.0 + width(&text, font) + 28.0;
        }
    }
}

/// Returns the tests from the roots to two leaves with faces in contact, the longest way of all.
fn path_to_contact(
    tests: &[NodeTest],
    solids: &[Arc<CsgSolid>; 2],
    found: &Findings,
) -> Option<Vec<usize>> {
    let touching = found.contacts.iter().map(|contact| {
        let faces = [contact.pair.face_a, contact.pair.face_b];
        [0, 1].map(|i| solids[i].leaf_of_face()[faces[i] as usize])
    });
    let touching: Vec<[u32; 2]> = touching.collect();
    let in_contact = |test: &NodeTest| {
        let leaf = |i: usize| match solids[i].tree().nodes()[test.nodes[i] as usize] {
            CsgNode::Leaf(leaf) => Some(leaf),
            CsgNode::Branch { .. } => None,
        };
        matches!([leaf(0), leaf(1)], [Some(a), Some(b)] if touching.contains(&[a, b]))
    };
    let ends = (0..tests.len()).filter(|i| in_contact(&tests[*i]));
    let paths = ends.map(|end| path_to(tests, end)).rev();
    paths.max_by_key(Vec::len)
}

/// Returns the tests from the roots to one.
fn path_to(tests: &[NodeTest], end: usize) -> Vec<usize> {
    let mut path: Vec<usize> = std::iter::successors(Some(end), |i| tests[*i].parent).collect();
    path.reverse();
    path
}

/// Writes words in a line, each followed by the name of a type in its color.
fn write(canvas: &mut Canvas, at: [f64; 2], words: &[(&str, Option<VolumeKind>)]) {
    let mut x = at[0];
    for (text, kind) in words {
        canvas.text(text, TEXT, Anchor::Start, [x, at[1]], INK);
        x += width(text, TEXT);
        if let Some(kind) = kind {
            let name = kind.name();
            canvas.text(name, BOLD, Anchor::Start, [x, at[1]], volumes::color(*kind));
            x += width(name, BOLD);
        }
    }
}

/// Returns a mesh in world space.
fn placed(mesh: &Mesh, pose: &Pose) -> Mesh {
    let map = pose.world_map();
    let moved = mesh.vertices().iter().map(|p| map.apply(*p)).collect();
    mesh.with_vertices(moved).expect("bodies are within range")
}
