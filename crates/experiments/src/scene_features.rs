//! Measured properties of a scene, before any detector is timed.
//!
//! A guess at the best detector starts from them: [`SceneFeatures::named`] gives the numbers that
//! rows of jobs and a user's scene have in common. Nothing here depends on the machine, unless a
//! limit of time cuts the search for contacts short.

use crate::clock::Stopwatch;
use crate::isolation::isolated;
use broad_phase::BroadPhaseKind;
use catalog::Entry;
use collision::{Accepts, Body, Findings, Query, Work};
use geometry::topology::{Orientation, Topology};
use geometry::{Aabb, Mesh};
use scenes::Scene;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Measured properties of a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SceneFeatures {
    /// Number of bodies.
    pub bodies: usize,
    /// Number of faces of all bodies.
    pub faces: usize,
    /// Number of frames.
    pub frames: usize,
    /// Number of bodies that deform.
    pub deforming: usize,
    /// Number of rigid bodies that are closed and convex.
    pub convex: usize,
    /// Number of bodies whose surface is closed.
    pub closed: usize,
    /// Mean number of pairs of bodies whose boxes overlap in a frame.
    pub overlaps: f64,
    /// Mean number of pairs of faces in contact in a frame. None if no frame was searched.
    pub contacts: Option<f64>,
    /// Mean number of pairs of bodies in contact in a frame.
    pub colliding: Option<f64>,
    /// Share of the searched frames with a contact.
    pub in_contact: Option<f64>,
    /// Mean way of a point of a body from one frame to the next, in diagonals of the body's box.
    pub motion: f64,
    /// Number of frames whose boxes were compared.
    pub sampled: usize,
    /// Number of frames in which contacts were searched.
    pub searched: usize,
    /// Number of rigid bodies that are closed, and convex or of convex parts.
    #[serde(skip)]
    of_convex_parts: usize,
    /// Number of bodies whose surface bounds a solid, as far as its edges and faces show.
    #[serde(skip)]
    sound: usize,
    #[serde(skip)]
    samples: Vec<FrameSample>,
}

/// Frame whose boxes were compared.
#[derive(Clone, Debug, PartialEq)]
struct FrameSample {
    frame: usize,
    overlaps: usize,
    contacts: Option<usize>,
}

/// Maximum number of frames whose boxes are compared.
const MAX_SAMPLED_FRAMES: usize = 32;

/// Maximum number of vertices of these frames together: a fraction of a second.
const MAX_SAMPLED_VERTICES: usize = 20_000_000;

/// Number of points of a body whose ways are measured.
const MOTION_POINTS: usize = 8;

/// Maximum number of faces of a body that is tested for convexity.
const MAX_TESTED_FACES: usize = 200_000;

impl SceneFeatures {
    /// Measures a scene. Contacts are searched for by `bvh` until `seconds` have passed.
    pub fn of(scene: &Scene, seconds: f64) -> SceneFeatures {
        SceneFeatures::of_frames(scene, 0..scene.frames.len(), Some(seconds))
    }

    /// Measures some frames of a scene. Without a limit, the result is the same on each machine.
    pub(crate) fn of_frames(
        scene: &Scene,
        frames: Range<usize>,
        limit: Option<f64>,
    ) -> SceneFeatures {
        let bodies = &scene.bodies;
        let kinds = BodyKinds::of(bodies);
        let mut samples = compared(scene, &frames);
        let searched = isolated(|| Ok(search(scene, &mut samples, limit))).unwrap_or_default();
        let mean = |count: fn(&Searched) -> usize| {
            let sum: usize = searched.iter().map(count).sum();
            (!searched.is_empty()).then(|| sum as f64 / searched.len() as f64)
        };
        let overlaps: usize = samples.iter().map(|sample| sample.overlaps).sum();
        SceneFeatures {
            bodies: bodies.len(),
            faces: scene.face_count(),
            frames: frames.len(),
            deforming: bodies.iter().filter(|body| body.deforms).count(),
            convex: kinds.convex,
            closed: kinds.closed,
            overlaps: overlaps as f64 / samples.len() as f64,
            contacts: mean(|s| s.contacts),
            colliding: mean(|s| s.colliding),
            in_contact: mean(|s| usize::from(s.colliding > 0)),
            motion: motion(scene, &frames, samples.iter().map(|sample| sample.frame)),
            sampled: samples.len(),
            searched: searched.len(),
            of_convex_parts: kinds.of_convex_parts,
            sound: kinds.sound,
            samples,
        }
    }

    /// Returns the numbers by which scenes are compared, by name. Those that are not known are
    /// missing.
    pub fn named(&self) -> BTreeMap<&'static str, f64> {
        let (bodies, faces) = (self.bodies as f64, self.faces as f64);
        let known = [
            ("bodies", Some(bodies)),
            ("faces", Some(faces)),
            ("deforming", Some(self.deforming as f64 / bodies)),
            ("convex", Some(self.convex as f64 / bodies)),
            ("closed", Some(self.closed as f64 / bodies)),
            ("overlaps-per-body", Some(self.overlaps / bodies)),
            ("contacts-per-face", self.contacts.map(|n| n / faces)),
            ("colliding-per-body", self.colliding.map(|n| n / bodies)),
            ("frames-in-contact", self.in_contact),
            ("motion", Some(self.motion)),
        ];
        let known = known.into_iter();
        known.filter_map(|(name, n)| Some((name, n?))).collect()
    }

    /// Returns true if a detector with these accepted bodies takes all bodies of the scene, as far
    /// as edges and faces show. It may still refuse a surface that intersects itself.
    pub fn fits(&self, accepts: &Accepts) -> bool {
        let all = |count: usize| count == self.bodies;
        let shapes =
            accepts.concave || all(self.convex) || accepts.compounds && all(self.of_convex_parts);
        shapes
            && (accepts.deforming || self.deforming == 0)
            && (accepts.open || all(self.closed))
            && (accepts.self_intersecting || all(self.sound) || all(self.convex))
    }

    /// Returns the names of the detectors that take all bodies, as [`SceneFeatures::fits`].
    pub fn fitting(&self) -> Vec<&'static str> {
        let entries = catalog::entries().iter();
        let fitting = entries.filter(|entry| self.fits(&entry.profile().accepts));
        fitting.map(|entry: &Entry| entry.name).collect()
    }

    /// Returns `count` frames that follow each other, of which the boxes and contacts are most like
    /// those of all frames. All frames if there are no more.
    pub fn window(&self, count: usize) -> Range<usize> {
        /// Number of windows that are compared.
        const WINDOWS: usize = 64;
        let all = self.frames;
        if count >= all {
            return 0..all;
        }
        let last = all - count;
        let step = last.div_ceil(WINDOWS - 1).max(1);
        let starts = (0..last).step_by(step).chain([last]);
        let difference = |start: &usize| {
            let inside = |sample: &&FrameSample| (*start..start + count).contains(&sample.frame);
            let ratio = |number: fn(&FrameSample) -> Option<usize>| {
                let of_all = mean(self.samples.iter().filter_map(number));
                let of_window = mean(self.samples.iter().filter(inside).filter_map(number));
                match (of_window, of_all) {
                    (Some(n), Some(all)) => ((n + 1.0) / (all + 1.0)).ln().abs(),
                    (None, Some(_)) => f64::INFINITY,
                    _ => 0.0,
                }
            };
            ratio(|sample| Some(sample.overlaps)) + ratio(|sample| sample.contacts)
        };
        let best = starts.min_by(|a, b| difference(a).total_cmp(&difference(b)));
        let start = best.unwrap_or(0);
        start..start + count
    }
}

fn mean(numbers: impl Iterator<Item = usize>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for n in numbers {
        (sum, count) = (sum + n as f64, count + 1);
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// Numbers of bodies by what detectors accept.
#[derive(Clone, Copy, Debug, Default)]
struct BodyKinds {
    convex: usize,
    of_convex_parts: usize,
    closed: usize,
    sound: usize,
}

impl BodyKinds {
    fn of(bodies: &[Body]) -> BodyKinds {
        let mut known: Vec<(&Arc<Mesh>, bool, BodyKinds)> = Vec::new();
        let mut all = BodyKinds::default();
        for body in bodies {
            let mut same = known.iter();
            let same = same.find(|(mesh, deforms, _)| {
                Arc::ptr_eq(mesh, body.mesh()) && *deforms == body.deforms
            });
            let kinds = same.map(|(_, _, kinds)| *kinds);
            let kinds = kinds.unwrap_or_else(|| {
                let kinds = BodyKinds::of_one(body);
                known.push((body.mesh(), body.deforms, kinds));
                kinds
            });
            all.convex += kinds.convex;
            all.of_convex_parts += kinds.of_convex_parts;
            all.closed += kinds.closed;
            all.sound += kinds.sound;
        }
        all
    }

    fn of_one(body: &Body) -> BodyKinds {
        let topology = Topology::of(body.mesh());
        let is_taken_by = |name: &str| {
            let is_small = body.mesh().face_count() <= MAX_TESTED_FACES;
            let may_be = topology.closed && !body.deforms && is_small;
            may_be
                && isolated(|| {
                    let mut detector = catalog::build(name, &catalog::Options::none())?;
                    Ok(detector.prepare(std::slice::from_ref(body)).is_ok())
                })
                .unwrap_or(false)
        };
        let convex = is_taken_by("separating-plane");
        BodyKinds {
            convex: usize::from(convex),
            of_convex_parts: usize::from(convex || is_taken_by("i-collide")),
            closed: usize::from(topology.closed),
            sound: usize::from(topology.is_clean()),
        }
    }
}

/// Compares the boxes of the bodies in frames that are spread over those given.
fn compared(scene: &Scene, frames: &Range<usize>) -> Vec<FrameSample> {
    let vertices: usize = scene.bodies.iter().map(|b| b.mesh().vertices().len()).sum();
    let most = (MAX_SAMPLED_VERTICES / vertices.max(1)).clamp(1, MAX_SAMPLED_FRAMES);
    let mut pairs = BroadPhaseKind::SortAndSweep.build();
    let sample = |frame: usize| {
        let bodies = scene.bodies.iter().enumerate();
        let aabb = |(i, body)| Aabb::of_points(&scene.frames[frame].world_vertices(i, body));
        let boxes: Vec<Aabb> = bodies.map(aabb).collect();
        pairs.update(&boxes, &mut Work::default());
        FrameSample {
            frame,
            overlaps: pairs.pairs().len(),
            contacts: None,
        }
    };
    spread(frames, most).map(sample).collect()
}

/// Returns at most `count` frames that are spread evenly, with the first and the last one.
pub(crate) fn spread(frames: &Range<usize>, count: usize) -> impl Iterator<Item = usize> + use<> {
    let (start, all) = (frames.start, frames.len());
    let count = count.min(all);
    (0..count).map(move |i| match count {
        1 => start + all - 1,
        _ => start + i * (all - 1) / (count - 1),
    })
}

/// Findings of a frame.
#[derive(Clone, Copy, Debug)]
struct Searched {
    contacts: usize,
    colliding: usize,
}

/// Searches for the contacts of sampled frames, until the time is over. The samples are visited in
/// strides, so that those that are left out are spread over the motion.
fn search(scene: &Scene, samples: &mut [FrameSample], limit: Option<f64>) -> Vec<Searched> {
    let watch = Stopwatch::start();
    let is_over = || limit.is_some_and(|limit| watch.seconds() > limit);
    let mut searched = Vec::new();
    let mut found = Findings::default();
    let Ok(mut detector) = catalog::build("bvh", &catalog::Options::none()) else {
        return searched;
    };
    if detector.prepare(&scene.bodies).is_err() {
        return searched;
    }
    /// Coprime to all numbers of samples below it, so that every sample is visited.
    const STRIDE: usize = 37;
    let count = samples.len();
    for k in 0..count {
        if is_over() {
            break;
        }
        let sample = &mut samples[k * STRIDE % count];
        let frame = scene.frame(sample.frame);
        if detector
            .detect(&frame, &Query::all_contacts(), &mut found)
            .is_err()
        {
            break;
        }
        sample.contacts = Some(found.contacts.len());
        searched.push(Searched {
            contacts: found.contacts.len(),
            colliding: found.bodies.len(),
        });
    }
    searched
}

/// Returns the mean way of points of the bodies to the next frame, in diagonals of their boxes.
fn motion(scene: &Scene, all: &Range<usize>, sampled: impl Iterator<Item = usize>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    let diagonals: Vec<f64> = scene
        .bodies
        .iter()
        .map(|b| b.mesh().aabb().size().length())
        .collect();
    for frame in sampled.filter(|frame| frame + 1 < all.end) {
        let [now, next] = [frame, frame + 1].map(|i| &scene.frames[i]);
        for (i, body) in scene.bodies.iter().enumerate() {
            let [from, to] =
                [now, next].map(|f| (f.poses[i].world_map(), f.local_vertices(i, body)));
            let step = from.1.len().div_ceil(MOTION_POINTS).max(1);
            for k in (0..from.1.len()).step_by(step) {
                let way = from.0.apply(from.1[k]).distance(to.0.apply(to.1[k]));
                if diagonals[i] > 0.0 {
                    (sum, count) = (sum + way / diagonals[i], count + 1.0);
                }
            }
        }
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Faults of a mesh that detectors work with as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MeshFaults {
    /// Names of the bodies with this mesh.
    pub bodies: Vec<String>,
    /// Number of faces.
    pub faces: usize,
    /// Number of parts that share no edge.
    pub parts: usize,
    /// True if the surface bounds a volume.
    pub closed: bool,
    /// True if it is closed, and its faces face inward.
    pub inside_out: bool,
    /// Number of edges with one face.
    pub open_edges: usize,
    /// Number of edges with three faces or more.
    pub non_manifold_edges: usize,
    /// Number of edges whose faces are wound in opposite ways.
    pub inverted_edges: usize,
    /// Number of faces of zero area.
    pub zero_area_faces: usize,
    /// Number of faces with the corners of an earlier one.
    pub duplicate_faces: usize,
}

impl MeshFaults {
    /// Returns the faults of each mesh of a scene, sound ones included.
    pub fn of_scene(scene: &Scene) -> Vec<MeshFaults> {
        let mut meshes: Vec<(&Arc<Mesh>, MeshFaults)> = Vec::new();
        for body in &scene.bodies {
            let known = meshes.iter_mut();
            let known = known.map(|(mesh, faults)| (Arc::ptr_eq(mesh, body.mesh()), faults));
            match known
                .filter(|(same, _)| *same)
                .map(|(_, faults)| faults)
                .next()
            {
                Some(faults) => faults.bodies.push(body.name.clone()),
                None => meshes.push((body.mesh(), MeshFaults::of(body))),
            }
        }
        meshes.into_iter().map(|(_, faults)| faults).collect()
    }

    fn of(body: &Body) -> MeshFaults {
        let topology = Topology::of(body.mesh());
        MeshFaults {
            bodies: vec![body.name.clone()],
            faces: topology.faces,
            parts: topology.part_count(),
            closed: topology.closed,
            inside_out: topology.orientation == Orientation::InsideOut,
            open_edges: topology.open_edges.len(),
            non_manifold_edges: topology.crowded_edges.len(),
            inverted_edges: topology.miswound_edges.len(),
            zero_area_faces: topology.flat.len(),
            duplicate_faces: topology.duplicates.len(),
        }
    }
}

#[cfg(test)]
mod tests;
