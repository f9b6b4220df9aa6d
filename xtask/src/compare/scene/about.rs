//! Facts about a user's scene and its detectors, for the advice.

use super::TRIAL;
use crate::compare::Arguments;
use crate::list;
use crate::redraw::USER_SCENE;
use anyhow::Result;
use catalog::Usage;
use collision::{Instant, Meaning};
use experiments::{MeshFaults, SceneFeatures, SceneRace};
use geometry::Vec3;
use records::counted;
use report::{BodyFaults, EntrantFacts, Features, SceneAbout};
use scenes::Scene;

/// Place of the library beside the reader's program, as in README.md.
const CATALOG: &str = "../collision-lab/crates/catalog";

/// A scene with what is known of it before anything is timed.
pub(super) struct KnownScene<'a> {
    /// The argument of `--scene`.
    pub(super) argument: &'a str,
    pub(super) arguments: &'a Arguments,
    pub(super) scene: &'a Scene,
    pub(super) features: &'a SceneFeatures,
    pub(super) race: &'a SceneRace,
    /// Seconds that a frame may take.
    pub(super) deadline: f64,
}

impl KnownScene<'_> {
    /// Returns the facts about the scene and its detectors.
    pub(super) fn about(&self) -> Result<SceneAbout> {
        let (scene, features) = (self.scene, self.features);
        let meshes = MeshFaults::of_scene(scene);
        let mut facts = facts(scene, features, &meshes);
        if self.race.lacks_brute_force() {
            let left_out = "brute force is left out: it would test too many pairs of faces";
            facts.push(left_out.to_owned());
        }
        Ok(SceneAbout {
            name: scene.name.clone(),
            source: self.argument.to_owned(),
            frames: scene.frames.len(),
            facts,
            features: named(features),
            meshes: meshes.iter().map(faults).collect(),
            notes: scene.notes.clone(),
            entrants: self.entrants()?,
            deadline: self.deadline,
            trial: TRIAL.to_owned(),
            race: USER_SCENE.to_owned(),
            ..SceneAbout::default()
        })
    }

    fn entrants(&self) -> Result<Vec<EntrantFacts>> {
        let options = self.arguments.scene_options.words();
        self.race
            .entrants()
            .iter()
            .map(|entrant| {
                let usage = Usage::new(entrant.name, &entrant.options, entrant.detail)?;
                let usage = usage.with_workers(self.arguments.workers);
                let profile = usage.entry().profile();
                Ok(EntrantFacts {
                    label: entrant.label.clone(),
                    asks_for_all: entrant.asks_for_all(),
                    exact: entrant.is_exact,
                    solids: profile.meaning == Meaning::Solids,
                    until_next: profile.instant != Instant::Now,
                    supports_budgets: profile.supports_budgets,
                    accepts: list::accepted(profile.accepts),
                    command: usage.command_with(self.argument, &options),
                    dependency: usage.dependency(CATALOG),
                    rust: format!("{}\n{}", Usage::imports(), usage.function("detect")),
                    rust_until: usage.function_until("detect", self.deadline),
                })
            })
            .collect()
    }
}

/// Returns the properties of a scene, by name.
pub(super) fn named(features: &SceneFeatures) -> Features {
    let named = features.named().into_iter();
    named
        .map(|(name, number)| (name.to_owned(), number))
        .collect()
}

/// Returns the features of a scene in words.
fn facts(scene: &Scene, features: &SceneFeatures, meshes: &[MeshFaults]) -> Vec<String> {
    let SceneFeatures {
        bodies,
        faces,
        frames,
        deforming,
        convex,
        closed,
        overlaps,
        sampled,
        ..
    } = features;
    let sampled = counted(*sampled, "frame");
    let mut facts = vec![
        format!(
            "bodies: {bodies}, of which {deforming} deform, {convex} are convex, {closed} closed"
        ),
        format!("faces: {faces}; frames: {frames}"),
        format!("pairs of bodies whose boxes overlap: {overlaps:.3} a frame, in {sampled}"),
        motion(scene, features),
    ];
    let flat = meshes.iter().filter(|m| m.zero_area_faces == m.faces);
    let flat: usize = flat.map(|mesh| mesh.bodies.len()).sum();
    if flat > 0 {
        facts.push(format!(
            "bodies without area: {flat}; their faces are tested as the points or segments that \
             they span"
        ));
    }
    facts.push(if *bodies == 1 {
        "one body meets no other: each detector has nothing to find".to_owned()
    } else {
        contacts(features)
    });
    facts
}

/// Returns how far bodies move, in words.
fn motion(scene: &Scene, features: &SceneFeatures) -> String {
    if features.frames == 1 {
        return "one frame: nothing follows for methods that use the frame before".to_owned();
    }
    let mut bodies = scene.bodies.iter();
    if bodies.all(|body| body.mesh().aabb().size() == Vec3::ZERO) {
        return "motion: not known, as each body is a point".to_owned();
    }
    let motion = features.motion;
    format!("motion from frame to frame: {motion:.4} of a body's diagonal")
}

/// Returns what was found before anything was timed, in words.
fn contacts(features: &SceneFeatures) -> String {
    let searched = features.searched;
    match (features.contacts, features.in_contact) {
        (Some(contacts), Some(share)) if contacts > 0.0 || share > 0.0 => format!(
            "contacts: {contacts:.2} pairs of faces a frame; frames with one: {:.0} % of \
             {searched}",
            100.0 * share
        ),
        (Some(_), _) => format!(
            "no contact in {}: the times are those of bodies that are apart",
            counted(searched, "frame")
        ),
        _ => "contacts: not known, as the search took too long".to_owned(),
    }
}

fn faults(mesh: &MeshFaults) -> BodyFaults {
    let faults = [
        ("open edges", mesh.open_edges),
        (
            "edges with three faces or more (non-manifold)",
            mesh.non_manifold_edges,
        ),
        (
            "edges of mixed winding (inverted faces)",
            mesh.inverted_edges,
        ),
        ("zero-area faces", mesh.zero_area_faces),
        ("duplicate faces", mesh.duplicate_faces),
        ("inside out", usize::from(mesh.inside_out)),
    ];
    let faults = faults.into_iter().filter(|(_, count)| *count > 0);
    BodyFaults {
        bodies: mesh.bodies.clone(),
        faces: mesh.faces,
        closed: mesh.closed,
        faults: faults
            .map(|(name, count)| (name.to_owned(), count))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Body, Mesh, Pose, Vec3};
    use scenes::SceneFrame;
    use std::sync::Arc;

    /// Returns the facts about one body of one face, which moves by 1 from frame to frame.
    fn facts_of(corners: [f64; 3], frames: usize) -> String {
        facts_of_bodies(1, corners, frames)
    }

    /// Returns the facts about such bodies, which are 10 apart.
    fn facts_of_bodies(count: usize, corners: [f64; 3], frames: usize) -> String {
        let corners = corners.map(|x| Vec3::new(x, 0.0, 0.0));
        let mesh = Arc::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap());
        let body = |k: usize| Body::rigid(format!("body {k}"), mesh.clone());
        let bodies = (0..count).map(body).collect();
        let frame = |i: usize| {
            let pose = |k: usize| Pose::at(Vec3::new(0.0, i as f64, 10.0 * k as f64));
            SceneFrame::rigid((0..count).map(pose).collect())
        };
        let scene = Scene::new("made", bodies, (0..frames).map(frame).collect()).unwrap();
        let features = SceneFeatures::of(&scene, 1e9);
        let facts = facts(&scene, &features, &MeshFaults::of_scene(&scene));
        facts.join("\n")
    }

    #[test]
    fn bodies_without_area_and_single_frames_have_plain_sentences() {
        let segment = facts_of([0.0, 1.0, 2.0], 1);
        for words in [
            "bodies without area: 1; their faces",
            "in 1 frame\none frame: nothing follows",
            "one body meets no other",
        ] {
            assert!(segment.contains(words), "{words}: {segment}");
        }
        for words in ["motion", "bodies that are apart"] {
            assert!(!segment.contains(words), "{words}: {segment}");
        }
        let moving = facts_of([0.0, 1.0, 2.0], 2);
        assert!(moving.contains("frame: 0.5000 of a body's"), "{moving}");
        let point = facts_of([1.0; 3], 2);
        assert!(point.contains("each body is a point"), "{point}");
        for facts in [segment, moving, point] {
            assert!(!facts.contains("NaN") && !facts.contains("inf"), "{facts}");
        }
    }

    #[test]
    fn bodies_that_never_meet_are_said_to_be_apart() {
        for (frames, words) in [
            (1, "no contact in 1 frame: "),
            (2, "no contact in 2 frames: "),
        ] {
            let apart = facts_of_bodies(2, [0.0, 1.0, 2.0], frames);
            let expected = format!("{words}the times are those of bodies that are apart");
            assert!(apart.ends_with(&expected), "{apart}");
        }
    }
}
