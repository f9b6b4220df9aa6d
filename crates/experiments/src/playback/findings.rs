//! Contacts, and cubes of the face octree, as a page draws them.

use super::PlaybackLimits;
use super::drawing::Drawing;
use crate::participant::Participant;
use crate::timing::Measured;
use anyhow::{Context, Result};
use catalog::{FaceOctree, Options};
use collision::{BodyFinding, Detector, Findings};
use geometry::Aabb;
use records::playback::{Packed, PlaybackContact};
use scenes::Scene;

/// Returns a detector of the catalog with its defaults, as a participant.
pub(super) fn source(name: &'static str) -> Participant {
    Participant::new(name, move || {
        let built = catalog::build(name, &Options::none());
        built.expect("it is in the catalog")
    })
}

/// Contacts of all frames.
pub(super) struct Contacts {
    pub(super) by_frame: Vec<Vec<PlaybackContact>>,
    /// Sentence on what is left out.
    pub(super) note: Option<String>,
}

impl Contacts {
    /// Returns the contacts in checked answers, with at most as many face pairs as the limits
    /// allow.
    pub(super) fn of(measured: &Measured, limits: &PlaybackLimits) -> Contacts {
        let frames = || measured.frames.iter().map(|frame| &frame.found);
        let kept = |most: usize| -> usize {
            let pairs = frames().flat_map(|found| found.bodies.iter().map(move |b| (found, b)));
            let counts = pairs.map(|(found, b)| found.contacts_of(b.pair).len().min(most));
            counts.sum()
        };
        // Some of each pair of bodies, so that no contact is invisible.
        let mut most = limits.face_pairs;
        while most > 1 && kept(most) > limits.all_face_pairs {
            most /= 2;
        }
        let of_frame = |found: &Findings| {
            let bodies = found.bodies.iter();
            bodies.map(|body| contact(found, body, most)).collect()
        };
        let all: usize = frames().map(|found| found.contacts.len()).sum();
        let note = (kept(most) < all).then(|| {
            format!(
                "Of the faces in contact at most {most} pairs of two bodies are shown in a frame, \
                 spread evenly over all of them."
            )
        });
        Contacts {
            by_frame: frames().map(of_frame).collect(),
            note,
        }
    }
}

/// Returns two bodies that collide, with at most `most` of their face pairs, spread evenly.
fn contact(found: &Findings, body: &BodyFinding, most: usize) -> PlaybackContact {
    let contacts = found.contacts_of(body.pair);
    let total = contacts.len();
    let kept = total.min(most);
    let faces = (0..kept).flat_map(|i| {
        let pair = contacts[i * total / kept].pair;
        [pair.face_a, pair.face_b]
    });
    PlaybackContact {
        a: body.pair.a.0,
        b: body.pair.b.0,
        faces: faces.collect::<Vec<u32>>().into(),
        total,
        contained: body.contained().is_some(),
    }
}

/// Returns the cubes that the published face octree splits in each frame, with a sentence on those
/// that are left out: the smallest ones, if all are more than `most`.
pub(super) fn split_cubes(
    scene: &Scene,
    drawing: &Drawing<'_>,
    most: usize,
) -> Result<(Vec<Packed<f32>>, Option<String>)> {
    let mut octree = FaceOctree::published().keeping_split_cubes();
    octree.prepare(&scene.bodies).context("face-octree")?;
    let mut found = Findings::default();
    let mut cubes: Vec<Vec<Aabb>> = Vec::new();
    for i in 0..scene.frames.len() {
        octree.detect(&scene.frame(i), &scene.query(), &mut found)?;
        cubes.push(octree.split_cubes().to_vec());
    }
    let side = |cube: &Aabb| cube.size().max_element();
    let all: usize = cubes.iter().map(Vec::len).sum();
    let mut left = all;
    let mut least = 0.0;
    while left > most {
        let sides = cubes.iter().flatten().map(side);
        let smallest = sides.fold(f64::INFINITY, f64::min);
        // Sides of one level differ by rounding, and those of the next by a factor of two.
        least = 1.5 * smallest;
        cubes
            .iter_mut()
            .for_each(|cubes| cubes.retain(|cube| side(cube) > least));
        left = cubes.iter().map(Vec::len).sum();
    }
    let note = (left < all).then(|| {
        let left_out = all - left;
        format!(
            "Cubes of the octree with sides below {least:.3e} are left out: {left_out} of {all}."
        )
    });
    let packed = |cubes: &Vec<Aabb>| {
        let numbers = cubes.iter().flat_map(|cube| {
            let [x, y, z] = drawing.drawn(cube.min);
            [x, y, z, side(cube) as f32]
        });
        numbers.collect::<Vec<f32>>().into()
    };
    Ok((cubes.iter().map(packed).collect(), note))
}
