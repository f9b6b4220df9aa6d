//! Pictures of scenes.

use crate::model::{Model, PictureFile, Results, Session, non_empty};
use crate::picture::{Canvas, Color, DepthBuffer, SAMPLES, View};
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

/// One picture of one frame of each scene, in parallel projection. Nothing is timed.
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
    /// Frame, counted from 1; the last one if absent.
    pub frame: Option<NonZeroUsize>,
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
            let frame = spec.index(scene.frames.len())?;
            let meshes = meshes(&scene, frame)
                .with_context(|| format!("frame {} of {}", frame + 1, spec.scene))?;
            results.pictures.push(PictureFile {
                name: format!("{}-{}.png", session.id, spec.file),
                bytes: picture(&meshes).png(),
            });
            let faces: usize = meshes.iter().map(Mesh::face_count).sum();
            let mut recorder = Recorder::default();
            recorder.count("bodies", meshes.len() as u64);
            recorder.count("faces", faces as u64);
            recorder.count("frame", frame as u64 + 1);
            let key = session.key(&spec.scene.to_string(), "picture", "");
            results.rows.extend(recorder.rows(&key));
            session.advance();
        }
        Ok(results)
    }
}

impl ScenePicture {
    /// Returns the index of the frame.
    fn index(&self, frames: usize) -> Result<usize> {
        let frame = self.frame.map_or(frames, NonZeroUsize::get);
        ensure!(
            (1..=frames).contains(&frame),
            "`{}` asks for frame {frame}, and {} has {frames}; name one of them",
            self.file,
            self.scene
        );
        Ok(frame - 1)
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
    let points = meshes.iter().flat_map(Mesh::vertices);
    let points: Vec<Ball> = points.map(|p| Ball::new(*p, 0.0)).collect();
    let view = View::around(&points, AWAY, Vec3::Z, SIZE[0] as f64 / SIZE[1] as f64);
    let mut buffer = DepthBuffer::new(&view, SIZE.map(|n| n * SAMPLES));
    for (i, mesh) in meshes.iter().enumerate() {
        buffer.add_mesh(mesh, |_| i as u32);
    }
    let edged = |mesh: &&Mesh| mesh.face_count() * meshes.len() <= EDGED_FACES;
    for mesh in meshes.iter().filter(edged) {
        buffer.add_edges(mesh, EDGE, FAINTEST);
    }
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    canvas.paint([0, 0], &buffer, |body| BODIES[body as usize % BODIES.len()]);
    canvas
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
        let last = of.pictures[0].index(scene.frames.len()).unwrap();
        assert_eq!(last, scene.frames.len() - 1);
        let canvas = picture(&meshes(&scene, last).unwrap());
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
    fn a_frame_beyond_the_scene_and_two_files_of_one_name_are_errors() {
        let beyond =
            spec("pictures = [{ file = 'a', scene = { generator = 'two-spheres' }, frame = 9 }]");
        let message = beyond.pictures[0].index(8).unwrap_err().to_string();
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
