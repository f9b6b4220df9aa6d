//! Scenes as data: faulty meshes and pairs of triangles, with the expected answers.
//!
//! A fixture file has meshes by name, and scenes of two bodies at rest:
//!
//! ```toml
//! [meshes.point]
//! vertices = [[1.0, 0.25, 0.5]]
//! faces = [[0, 0, 0]]
//!
//! [[scenes]]
//! name = "two points on each other"
//! bodies = ["point", "point"]
//! second-body-at = [0.0, 0.0, 0.0] # optional
//! expect = { touching = 1 }
//! ```

use crate::{Scene, SceneFrame};
use collision::Body;
use geometry::{Interference, Mesh, Pose, Vec3};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names and contents of the fixture files.
const FILES: [(&str, &str); 2] = [
    ("faulty.toml", include_str!("../fixtures/faulty.toml")),
    ("triangles.toml", include_str!("../fixtures/triangles.toml")),
];

/// Scene with its expected answer.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Scene of one frame.
    pub scene: Scene,
    /// Numbers of interfering face pairs.
    pub expect: Expected,
}

/// Numbers of interfering face pairs, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Expected {
    /// Number of [`Interference::Touching`] pairs.
    pub touching: u32,
    /// Number of [`Interference::Crossing`] pairs.
    pub crossing: u32,
    /// Number of [`Interference::CoplanarOverlap`] pairs.
    pub coplanar_overlap: u32,
}

impl Expected {
    /// Counts one face pair.
    pub fn add(&mut self, kind: Interference) {
        match kind {
            Interference::Apart => {}
            Interference::Touching => self.touching += 1,
            Interference::Crossing => self.crossing += 1,
            Interference::CoplanarOverlap => self.coplanar_overlap += 1,
        }
    }
}

/// Returns every fixture, in the order of the files.
///
/// # Panics
/// Panics if a file is not a fixture file. A test excludes this.
pub fn fixtures() -> Vec<Fixture> {
    let parse = |(name, text): (&str, &str)| {
        let file: FixtureFile = toml::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        file.fixtures()
    };
    FILES.into_iter().flat_map(parse).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FixtureFile {
    meshes: BTreeMap<String, MeshData>,
    scenes: Vec<SceneData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeshData {
    vertices: Vec<Vec3>,
    faces: Vec<[u32; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SceneData {
    name: String,
    bodies: [String; 2],
    #[serde(default)]
    second_body_at: Vec3,
    expect: Expected,
}

impl FixtureFile {
    fn fixtures(self) -> Vec<Fixture> {
        let mesh = |data: MeshData| Mesh::new(data.vertices, data.faces).map(Arc::new);
        let meshes: BTreeMap<String, Arc<Mesh>> = (self.meshes.into_iter())
            .map(|(name, data)| (name, mesh(data).expect("a fixture's mesh")))
            .collect();
        let fixture = |data: SceneData| {
            let bodies = data
                .bodies
                .iter()
                .map(|name| Body::rigid(name, Arc::clone(&meshes[name])));
            let poses = vec![Pose::IDENTITY, Pose::at(data.second_body_at)];
            let frames = vec![SceneFrame::rigid(poses)];
            let scene = Scene::new(data.name, bodies.collect(), frames);
            Fixture {
                scene: scene.expect("a fixture's scene"),
                expect: data.expect,
            }
        };
        self.scenes.into_iter().map(fixture).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Triangle, interference};

    #[test]
    fn every_pair_of_faces_interferes_as_expected() {
        let mut wrong = Vec::new();
        for Fixture { scene, expect } in fixtures() {
            let faces = |body: usize| {
                let vertices = scene.frames[0].world_vertices(body, &scene.bodies[body]);
                let body = &scene.bodies[body];
                let corners = body.mesh().triangles().iter();
                let corners = corners.map(|t| t.map(|v| vertices[v as usize]));
                let faces = corners.map(|[a, b, c]| Triangle::new(a, b, c));
                faces.collect::<Vec<_>>()
            };
            let mut found = Expected::default();
            for a in faces(0) {
                for b in faces(1) {
                    found.add(interference(&a, &b));
                }
            }
            if found != expect {
                wrong.push(format!("{}: {found:?} instead of {expect:?}", scene.name));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
