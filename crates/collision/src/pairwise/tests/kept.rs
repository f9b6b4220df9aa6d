//! First contacts that are kept, by a narrow phase that counts the bodies that it places.

use super::super::kept_frame::MOST_BODIES;
use super::AllBoxes;
use crate::{
    ActivePairs, Body, BodyId, Contact, Detector, FacePair, Findings, Frame, NarrowPhase,
    PairContext, Pairwise, PlaceContext, PosedBodies, Profile, Query, Unsupported,
};
use geometry::{Aabb, Interference, Mesh, Pose, Vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Bodies are in contact if they are at most 1 apart along x.
#[derive(Debug, Default)]
struct Counting {
    placed: usize,
    panics: bool,
}

impl NarrowPhase for Counting {
    type Model = ();
    type Posed = f64;
    type Cache = ();

    fn profile(&self) -> Profile {
        Profile::new("counting", "none", "counts the bodies that it places")
    }

    fn prepare(&mut self, _: BodyId, _: &Body) -> Result<(), Unsupported> {
        Ok(())
    }

    fn posed(&self, (): &()) -> f64 {
        f64::NAN
    }

    fn place(&mut self, id: BodyId, (): &(), posed: &mut f64, cx: &mut PlaceContext<'_>) -> Aabb {
        self.placed += 1;
        let center = cx.frame.poses()[id.index()].translation;
        *posed = center.x;
        Aabb::new(center - Vec3::splat(0.5), center + Vec3::splat(0.5))
    }

    fn keeps_first_contacts(&self) -> bool {
        true
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<()>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        assert!(!std::mem::take(&mut self.panics), "as asked");
        bodies.for_each_pair(pairs, |pair, ()| {
            if (*pair.posed[0] - *pair.posed[1]).abs() <= 1.0 {
                let faces = FacePair {
                    bodies: pair.pair,
                    face_a: 0,
                    face_b: 0,
                };
                let contact = Contact::new(faces, Interference::Crossing);
                cx.found.contacts.push(contact);
            }
        });
    }
}

type Detectors = Pairwise<AllBoxes, Counting>;

fn detector(count: usize) -> Detectors {
    let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
    let mesh = Arc::new(mesh);
    let bodies: Vec<Body> = (0..count)
        .map(|i| Body::rigid(format!("{i}"), mesh.clone()))
        .collect();
    let mut detector = Pairwise::new(AllBoxes::default(), Counting::default());
    detector.prepare(&bodies).unwrap();
    detector
}

/// Bodies in a row, the last one displaced.
fn row(count: usize, spacing: f64, last: f64) -> Vec<Pose> {
    let at = |i: usize| f64::from(i as u32) * spacing + if i + 1 == count { last } else { 0.0 };
    (0..count).map(|i| Pose::at(Vec3::X * at(i))).collect()
}

/// Returns the number of bodies placed, the contacts, and the pairs counted.
fn find(detector: &mut Detectors, poses: &[Pose], query: &Query<'_>) -> (usize, usize, u64) {
    let mut found = Findings::default();
    let before = detector.narrow_phase().placed;
    let frame = Frame::new(poses).unwrap();
    detector.detect(&frame, query, &mut found).unwrap();
    let placed = detector.narrow_phase().placed - before;
    (
        placed,
        found.contacts.len(),
        found.work.count("overlap-regions"),
    )
}

#[test]
fn up_to_64_bodies_that_have_not_moved_are_not_placed() {
    let first = Query::first_contact();
    for count in [2, MOST_BODIES, MOST_BODIES + 1] {
        let mut detector = detector(count);
        let (poses, moved) = (row(count, 0.9, 0.0), row(count, 0.9, 0.5));
        let pairs = count as u64 - 1;
        let searched = (count, count - 1, pairs);
        assert_eq!(find(&mut detector, &poses, &first), searched);
        let again = if count <= MOST_BODIES { 0 } else { count };
        let kept = (again, count - 1, pairs);
        assert_eq!(find(&mut detector, &poses, &first), kept);
        let apart = (count, count - 2, pairs - 1);
        assert_eq!(find(&mut detector, &moved, &first), apart);
        assert_eq!(find(&mut detector, &poses, &first), searched);
        // All contacts are searched for, and leave what is kept.
        let all = Query::all_contacts();
        assert_eq!(find(&mut detector, &poses, &all), searched);
        assert_eq!(find(&mut detector, &poses, &first), kept);
    }
}

#[test]
fn a_frame_counts_only_what_it_has_added() {
    let mut detector = detector(2);
    let (near, far) = (row(2, 0.9, 0.0), row(2, 9.0, 0.0));
    let (near, far) = (Frame::new(&near).unwrap(), Frame::new(&far).unwrap());
    let (first, mut found) = (Query::first_contact(), Findings::default());
    detector.find(&near, &first, &mut found);
    detector.find(&far, &first, &mut found);
    assert_eq!(find(&mut detector, far.poses(), &first), (2, 0, 0));
}

#[test]
fn a_removed_body_counts_whichever_it_is() {
    let mut detector = detector(3);
    let (poses, first) = (row(3, 0.9, 0.0), Query::first_contact());
    let whole = detector.world().clone();
    for removed in [0, 1, 2] {
        *detector.world_mut() = whole.clone();
        assert!(detector.remove(BodyId(removed)));
        let contacts = usize::from(removed != 1);
        assert_eq!(find(&mut detector, &poses, &first).1, contacts, "{removed}");
    }
}

#[test]
fn a_frame_that_panicked_is_not_kept() {
    let mut detector = detector(2);
    let (near, far) = (row(2, 0.9, 0.0), row(2, 9.0, 0.0));
    let first = Query::first_contact();
    assert_eq!(find(&mut detector, &far, &first), (2, 0, 0));
    detector.narrow_phase.panics = true;
    let panicked = catch_unwind(AssertUnwindSafe(|| find(&mut detector, &near, &first)));
    assert!(panicked.is_err());
    assert_eq!(find(&mut detector, &near, &first), (2, 1, 1));
    assert_eq!(find(&mut detector, &near, &first), (0, 1, 1));
}
