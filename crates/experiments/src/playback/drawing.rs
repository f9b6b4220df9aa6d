//! Meshes, motion and boxes of a scene, as a page draws them.

use super::{PlaybackSettings, place_and_day};
use anyhow::{Result, ensure};
use geometry::{Aabb, Mesh, Vec3};
use records::playback::{Packed, Playback, PlaybackBody, PlaybackMesh, extent, quantized};
use scenes::Scene;
use std::sync::Arc;

/// Least extent of a scene that single precision can draw, in scene units.
const LEAST_EXTENT: f64 = 1e-30;

/// Number of extents from the origin beyond which coordinates are drawn relative to the scene's
/// center: single precision has seven digits.
const FAR: f64 = 100.0;

/// A scene as it is drawn.
pub(super) struct Drawing<'a> {
    scene: &'a Scene,
    /// World vertices' boxes, by frame and body.
    boxes: Vec<Vec<Aabb>>,
    /// Point of world space that is drawn at the origin.
    origin: Vec3,
}

/// Returns the first body of each distinct mesh, and the index of each body's mesh among them.
pub(super) fn distinct_meshes(scene: &Scene) -> (Vec<usize>, Vec<usize>) {
    let mut first: Vec<usize> = Vec::new();
    let mesh = |body: usize| -> &Arc<Mesh> { scene.bodies[body].mesh() };
    let of_body = (0..scene.bodies.len()).map(|body| {
        let known = first.iter().position(|k| Arc::ptr_eq(mesh(*k), mesh(body)));
        known.unwrap_or_else(|| {
            first.push(body);
            first.len() - 1
        })
    });
    let of_body = of_body.collect();
    (first, of_body)
}

impl<'a> Drawing<'a> {
    /// # Errors
    /// A scene that is too small to be drawn.
    pub(super) fn of(scene: &'a Scene) -> Result<Drawing<'a>> {
        let bodies = || scene.bodies.iter().enumerate();
        let boxes = scene.frames.iter().map(|frame| {
            let of_body = bodies().map(|(i, b)| Aabb::of_points(&frame.world_vertices(i, b)));
            of_body.collect::<Vec<Aabb>>()
        });
        let boxes: Vec<Vec<Aabb>> = boxes.collect();
        let all = boxes.iter().flatten().copied().reduce(Aabb::union);
        let all = all.filter(|all| !all.is_empty());
        let all = all.unwrap_or(Aabb::new(Vec3::ZERO, Vec3::ZERO));
        let size = all.size().max_element();
        ensure!(
            size == 0.0 || size >= LEAST_EXTENT,
            "the scene `{}` has an extent of {size:e}, and {LEAST_EXTENT:e} is the least that can \
             be drawn; scale its meshes and poses by a power of two",
            scene.name
        );
        let is_far = all.max_abs_coordinate() > FAR * size;
        Ok(Drawing {
            scene,
            boxes,
            origin: if is_far { all.center() } else { Vec3::ZERO },
        })
    }

    /// Returns a point of world space as it is drawn.
    pub(super) fn drawn(&self, p: Vec3) -> [f32; 3] {
        (p - self.origin).to_array().map(|x| x as f32)
    }

    /// Returns the playback with motion, and without findings.
    pub(super) fn playback(&self, settings: &PlaybackSettings) -> Playback {
        let scene = self.scene;
        let (machine, date) = place_and_day();
        let (first, of_body) = distinct_meshes(scene);
        let mesh = |body: &usize| {
            let body = &scene.bodies[*body];
            let mesh = body.mesh();
            PlaybackMesh::new(&body.name, &arrays(mesh.vertices()), mesh.triangles())
        };
        let mut notes = settings.notes.clone();
        if self.origin != Vec3::ZERO {
            let [x, y, z] = self.origin.to_array();
            notes.push(format!("Coordinates are relative to ({x}, {y}, {z})."));
        }
        Playback {
            format: Playback::FORMAT.into(),
            name: settings.name.clone(),
            title: settings.title.clone(),
            source: settings.source.clone(),
            machine,
            date,
            revision: settings.revision.clone(),
            frames: scene.frames.len(),
            meshes: first.iter().map(mesh).collect(),
            bodies: (0..scene.bodies.len())
                .map(|i| self.body(i, of_body[i]))
                .collect(),
            poses: self.poses(),
            boxes: Some(self.packed_boxes()),
            notes,
            ..Playback::default()
        }
    }

    fn body(&self, index: usize, mesh: usize) -> PlaybackBody {
        let body = &self.scene.bodies[index];
        if !body.deforms {
            let (low, high) = extent(&arrays(body.mesh().vertices()));
            let name = body.name.clone();
            return PlaybackBody {
                name,
                mesh,
                deformed: None,
                low,
                high,
            };
        }
        let frames = self.scene.frames.iter();
        let points: Vec<[f64; 3]> = frames
            .flat_map(|frame| arrays(frame.local_vertices(index, body)))
            .collect();
        let (low, high) = extent(&points);
        PlaybackBody {
            name: body.name.clone(),
            mesh,
            deformed: Some(quantized(&points, low, high)),
            low,
            high,
        }
    }

    fn poses(&self) -> Packed<f32> {
        let poses = self.scene.frames.iter().flat_map(|frame| &frame.poses);
        let numbers = poses.flat_map(|pose| {
            let [x, y, z] = self.drawn(pose.translation);
            let [i, j, k, w] = pose.rotation.to_array().map(|q| q as f32);
            [x, y, z, i, j, k, w]
        });
        numbers.collect::<Vec<f32>>().into()
    }

    fn packed_boxes(&self) -> Packed<f32> {
        let numbers = self.boxes.iter().flatten().flat_map(|bounds| {
            // Of a body without vertices nothing is drawn.
            let empty = bounds.is_empty();
            let corners = [bounds.min, bounds.max];
            let corners = corners.map(|p| if empty { [0.0; 3] } else { self.drawn(p) });
            corners.into_iter().flatten()
        });
        numbers.collect::<Vec<f32>>().into()
    }
}

fn arrays(points: &[Vec3]) -> Vec<[f64; 3]> {
    points.iter().map(|p| p.to_array()).collect()
}
