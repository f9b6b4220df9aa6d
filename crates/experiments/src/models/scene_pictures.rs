//! Pictures of scenes.

use crate::model::{Model, PictureFile, Results, Session, non_empty};
use crate::picture::{Anchor, Canvas, Color, DepthBuffer, Font, OUTLINE, SAMPLES, View};
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Context, Result, ensure};
use geometry::{Ball, Mesh, Vec3};
use scenes::Scene;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// Width and height of a picture, in pixels.
const SIZE: [usize; 2] = [360, 240];

/// Width and height of a picture in a strip, in pixels: five are as wide as a plot.
const SIZE_IN_STRIP: [usize; 2] = [172, 120];

/// Height of the text below a picture in a strip, and its font.
const BELOW: usize = 22;
const FONT: Font = Font::plain(14.0);

/// Direction of the view: from the front, the right and above.
const AWAY: Vec3 = Vec3::new(-0.65, 1.0, -0.6);

/// Width of edges, in samples.
const EDGE: f64 = 2.0;

/// Faintest edge that is drawn: fainter ones would make round bodies dark.
const FAINTEST: f64 = 0.5;

/// Maximum number of faces whose edges are drawn: more would cover the picture with lines.
const EDGED_FACES: usize = 3000;

/// Colors of bodies, by turns.
const BODIES: [Color; 6] = [
    [0x8f, 0xb4, 0xd8],
    [0xe0, 0xc0, 0x88],
    [0x9c, 0xc8, 0xae],
    [0xc0, 0xa8, 0xd4],
    [0xd8, 0xcc, 0x84],
    [0xa8, 0xbc, 0xc4],
];

/// One picture of each scene, in parallel projection: of one frame, or a strip of several. Nothing
/// is timed.
///
/// ```toml
/// model    = "scene-pictures"
/// pictures = [{ file = "two-spheres", scene = { generator = "two-spheres" } }]
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenePictures {
    /// The pictures.
    #[serde(deserialize_with = "non_empty")]
    pub pictures: Vec<ScenePicture>,
}

/// One picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenePicture {
    /// End of the file's name: small letters, digits and dashes. The experiment's name begins it.
    pub file: String,
    /// The scene.
    pub scene: SceneSpec,
    /// Frames, counted from 1: several side by side, from one view. The last one if there are none.
    #[serde(default)]
    pub frames: Vec<NonZeroUsize>,
    /// Word before the number of each frame of a strip.
    #[serde(default = "frame")]
    pub each: String,
}

fn frame() -> String {
    "frame".to_owned()
}

impl Model for ScenePictures {
    fn check(&self) -> Result<()> {
        let mut names = BTreeSet::new();
        for ScenePicture { file, scene, .. } in &self.pictures {
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            ensure!(
                !file.is_empty() && file.chars().all(is_plain),
                "`{file}` names a file: use small letters, digits and dashes"
            );
            ensure!(names.insert(file), "two pictures are named `{file}`");
            scene.check()?;
        }
        Ok(())
    }

    fn steps(&self) -> usize {
        self.pictures.len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        for spec in &self.pictures {
            session.say(format!("drawing {}", spec.scene));
            let scene = spec.scene.load()?;
            let frames = spec.indices(scene.frames.len())?;
            let of_frame = |frame: &usize| {
                let context = || format!("frame {} of {}", frame + 1, spec.scene);
                meshes(&scene, *frame).with_context(context)
            };
            let meshes = frames.iter().map(of_frame).collect::<Result<Vec<_>>>()?;
            let canvas = match &meshes[..] {
                [meshes] => picture(meshes),
                several => strip(several, &spec.labels(&frames)),
            };
            results.pictures.push(PictureFile {
                name: format!("{}-{}.png", session.id, spec.file),
                bytes: canvas.png(),
            });
            let mut recorder = Recorder::default();
            recorder.count("bodies", meshes[0].len() as u64);
            let faces: usize = meshes[0].iter().map(Mesh::face_count).sum();
            recorder.count("faces", faces as u64);
            recorder.count("frames", frames.len() as u64);
            let key = session.key(&spec.scene.to_string(), "picture", &spec.file);
            results.rows.extend(recorder.rows(&key));
            session.advance();
        }
        Ok(results)
    }
}

impl ScenePicture {
    /// Returns the indices of the frames in a scene of `count`.
    fn indices(&self, count: usize) -> Result<Vec<usize>> {
        for frame in &self.frames {
            ensure!(
                frame.get() <= count,
                "`{}` asks for frame {frame}, and {} has {count}; name one of them",
                self.file,
                self.scene
            );
        }
        let last = self.frames.is_empty().then_some(count - 1);
        let named = self.frames.iter().map(|frame| frame.get() - 1);
        Ok(named.chain(last).collect())
    }

    /// Returns the texts below the pictures of a strip.
    fn labels(&self, frames: &[usize]) -> Vec<String> {
        let label = |frame: &usize| format!("{} {}", self.each, frame + 1);
        frames.iter().map(label).collect()
    }
}

/// Returns the meshes of all bodies of a frame, in world space.
fn meshes(scene: &Scene, frame: usize) -> Result<Vec<Mesh>> {
    let frame = &scene.frames[frame];
    let bodies = scene.bodies.iter().enumerate();
    let meshes = bodies.map(|(i, b)| Ok(b.mesh().with_vertices(frame.world_vertices(i, b))?));
    meshes.collect()
}

/// Draws meshes so that all of them are in the picture.
///
/// # Panics
/// Panics if no mesh has a vertex.
fn picture(meshes: &[Mesh]) -> Canvas {
    let view = view(meshes, SIZE);
    let mut buffer = buffer(&view, SIZE, meshes);
    let edged = |mesh: &&Mesh| mesh.face_count() * meshes.len() <= EDGED_FACES;
    for mesh in meshes.iter().filter(edged) {
        buffer.add_edges(mesh, EDGE, FAINTEST);
    }
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    canvas.paint([0, 0], &buffer, color);
    canvas
}

/// Draws frames side by side in one view of all of them, each above its label. Edges are not drawn:
/// they would cover the small pictures.
///
/// # Panics
/// Panics if no mesh has a vertex.
fn strip(frames: &[Vec<Mesh>], labels: &[String]) -> Canvas {
    let [width, height] = SIZE_IN_STRIP;
    let view = view(frames.iter().flatten(), SIZE_IN_STRIP);
    let mut canvas = Canvas::new(width * frames.len(), height + BELOW);
    for (i, (meshes, label)) in frames.iter().zip(labels).enumerate() {
        let left = i * width;
        canvas.paint([left, 0], &buffer(&view, SIZE_IN_STRIP, meshes), color);
        let center = [
            left as f64 + 0.5 * width as f64,
            height as f64 + 0.5 * BELOW as f64,
        ];
        canvas.text(label, FONT, Anchor::Middle, center, OUTLINE);
    }
    canvas
}

/// Returns the view of a picture of this size with all meshes in it.
fn view<'a>(meshes: impl IntoIterator<Item = &'a Mesh>, size: [usize; 2]) -> View {
    let points = meshes.into_iter().flat_map(Mesh::vertices);
    let points: Vec<Ball> = points.map(|p| Ball::new(*p, 0.0)).collect();
    View::around(&points, AWAY, Vec3::Z, size[0] as f64 / size[1] as f64)
}

/// Returns what is seen of the meshes, each with its index as its mark.
fn buffer(view: &View, size: [usize; 2], meshes: &[Mesh]) -> DepthBuffer {
    let mut buffer = DepthBuffer::new(view, size.map(|n| n * SAMPLES));
    for (i, mesh) in meshes.iter().enumerate() {
        buffer.add_mesh(mesh, |_| i as u32);
    }
    buffer
}

/// Returns the color of a body.
fn color(body: u32) -> Color {
    BODIES[body as usize % BODIES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> ScenePictures {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn every_body_of_the_frame_is_in_the_picture() {
        let of = spec("pictures = [{ file = 'a', scene = { generator = 'four-bodies' } }]");
        let scene = of.pictures[0].scene.load().unwrap();
        let last = of.pictures[0].indices(scene.frames.len()).unwrap();
        assert_eq!(last, [scene.frames.len() - 1]);
        let canvas = picture(&meshes(&scene, last[0]).unwrap());
        for color in &BODIES[..4] {
            // A body's pixels have its color, darkened: the same order of channels.
            let is_of = |p: &Color| {
                let near = |i: usize| {
                    let full = f64::from(color[i]) / f64::from(color[0]);
                    (f64::from(p[i]) / f64::from(p[0].max(1)) - full).abs() < 0.06
                };
                *p != [255; 3] && p[0] > 0x60 && near(1) && near(2)
            };
            let drawn = canvas.pixels().iter().filter(|p| is_of(p)).count();
            assert!(drawn > 20, "{color:?}: {drawn} pixels");
        }
        let corner = canvas.pixels()[0];
        assert_eq!(corner, [255; 3], "the background is white");
    }

    #[test]
    fn a_strip_shows_each_frame_in_one_view() {
        let of = "{ file = 'a', scene = { generator = 'two-spheres' }, frames = [1, 72], each = 'cycle' }";
        let of = spec(&format!("pictures = [{of}]"));
        let scene = of.pictures[0].scene.load().unwrap();
        let frames = of.pictures[0].indices(scene.frames.len()).unwrap();
        let labels = of.pictures[0].labels(&frames);
        assert_eq!(labels, ["cycle 1", "cycle 72"]);
        let drawn: Vec<_> = frames.iter().map(|f| meshes(&scene, *f).unwrap()).collect();
        let canvas = strip(&drawn, &labels);
        let [width, _] = SIZE_IN_STRIP;
        assert_eq!(canvas.width(), 2 * width);
        // Spheres that are apart cover more of the first half than those that meet of the second.
        let half = |half: usize| {
            let rows = canvas.pixels().chunks(2 * width).take(SIZE_IN_STRIP[1]);
            let columns = rows.flat_map(|row| &row[half * width..][..width]);
            columns.filter(|color| **color != [255; 3]).count()
        };
        assert!(
            half(0) > half(1) && half(1) > 100,
            "{} {}",
            half(0),
            half(1)
        );
    }

    #[test]
    fn a_frame_beyond_the_scene_and_two_files_of_one_name_are_errors() {
        let beyond = spec(
            "pictures = [{ file = 'a', scene = { generator = 'two-spheres' }, frames = [9] }]",
        );
        let message = beyond.pictures[0].indices(8).unwrap_err().to_string();
        assert!(
            message.contains("frame 9") && message.contains("has 8"),
            "{message}"
        );
        let one = "{ file = 'a', scene = { generator = 'two-spheres' } }";
        let twice = spec(&format!("pictures = [{one}, {one}]"));
        let message = twice.check().unwrap_err().to_string();
        assert_eq!(message, "two pictures are named `a`");
        let hidden = spec("pictures = [{ file = '../a', scene = { generator = 'two-spheres' } }]");
        assert!(hidden.check().is_err());
    }
}
