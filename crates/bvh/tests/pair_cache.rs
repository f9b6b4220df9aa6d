//! The cache of a pair of bodies spares work and changes no answer: work counts of the frames
//! after.

use bvh::PreparedBvh;
use collision::{Body, BodyId, Detector, Findings, Frame, Query, Snapshot};
use geometry::{Mesh, Pose, Quat, Vec3};
use scenes::bodies;
use std::sync::Arc;

fn ring() -> Arc<Mesh> {
    Arc::new(bodies::torus(1.0, 0.3, 24, 12))
}

/// Two rings, of which the first deforms if asked.
fn rings(deforms: bool) -> impl Detector {
    let first = if deforms {
        Body::deforming("ring", ring())
    } else {
        Body::rigid("ring", ring())
    };
    let mut detector = PreparedBvh::new();
    let bodies = [first, Body::rigid("upright ring", ring())];
    detector.prepare(&bodies).unwrap();
    detector
}

/// Poses of two links of a chain. With an offset of 0 they are 0.4 apart, all around.
fn links(offset: f64) -> [Pose; 2] {
    let upright = Quat::from_rotation_x(0.5 * std::f64::consts::PI);
    [
        Pose::new(Vec3::X * offset, Quat::IDENTITY),
        Pose::new(Vec3::X, upright),
    ]
}

/// Answer to a frame, and what was done for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    contacts: usize,
    ball_tests: u64,
    node_pairs: u64,
    witness_tests: u64,
    face_pair_tests: u64,
}

impl Answer {
    /// Answer with this number of contacts for which nothing was done.
    const fn cached(contacts: usize) -> Answer {
        Answer {
            contacts,
            ball_tests: 0,
            node_pairs: 0,
            witness_tests: 0,
            face_pair_tests: 0,
        }
    }

    /// Returns true if the hierarchies were walked.
    fn is_searched(&self) -> bool {
        self.ball_tests == 1 && self.node_pairs > 1
    }
}

fn answer(detector: &mut dyn Detector, frame: &Frame<'_>, query: &Query<'_>) -> Answer {
    let mut found = Findings::default();
    detector.detect(frame, query, &mut found).unwrap();
    assert_eq!(
        found.work.count("overlap-regions"),
        1,
        "their boxes overlap"
    );
    let count = |name| found.work.count(name);
    Answer {
        contacts: found.contacts.len(),
        ball_tests: count("ball-tests"),
        node_pairs: count("node-pairs"),
        witness_tests: count("witness-tests"),
        face_pair_tests: count("face-pair-tests"),
    }
}

/// Answer with the links at this offset.
fn at(detector: &mut dyn Detector, offset: f64, query: &Query<'_>) -> Answer {
    let poses = links(offset);
    answer(detector, &Frame::new(&poses).unwrap(), query)
}

#[test]
fn bodies_that_were_apart_and_have_not_moved_are_not_searched() {
    for query in [Query::all_contacts(), Query::first_contact()] {
        let mut detector = rings(false);
        let first = at(&mut detector, 0.0, &query);
        assert!(first.is_searched() && first.contacts == 0, "{first:?}");
        for _ in 0..3 {
            assert_eq!(at(&mut detector, 0.0, &query), Answer::cached(0));
        }
        let moved = at(&mut detector, 0.01, &query);
        assert!(moved.is_searched() && moved.contacts == 0, "{moved:?}");
        assert_eq!(at(&mut detector, 0.01, &query), Answer::cached(0));
        let meeting = at(&mut detector, 0.5, &query);
        assert!(meeting.is_searched() && meeting.contacts > 0, "{meeting:?}");
        let back = at(&mut detector, 0.0, &query);
        assert!(back.is_searched() && back.contacts == 0, "{back:?}");
    }
}

#[test]
fn that_they_were_apart_is_cached_whatever_was_asked() {
    let mut detector = rings(false);
    assert!(at(&mut detector, 0.0, &Query::all_contacts()).is_searched());
    let first = at(&mut detector, 0.0, &Query::first_contact());
    assert_eq!(first, Answer::cached(0));
    let all = at(&mut detector, 0.0, &Query::all_contacts());
    assert_eq!(all, Answer::cached(0));
}

#[test]
fn bodies_whose_balls_were_apart_are_not_compared_again() {
    let mut detector = rings(false);
    // Their boxes overlap, their balls of radius 1.3 do not.
    let turn = Quat::from_axis_angle(Vec3::new(1.0, -1.0, 0.0).normalize(), 0.25);
    let poses = [
        Pose::new(Vec3::ZERO, turn),
        Pose::new(Vec3::new(1.9, 1.9, 0.0), turn),
    ];
    let frame = Frame::new(&poses).unwrap();
    let first = answer(&mut detector, &frame, &Query::all_contacts());
    assert_eq!((first.ball_tests, first.node_pairs), (1, 0));
    let again = answer(&mut detector, &frame, &Query::all_contacts());
    assert_eq!(again, Answer::cached(0));
}

#[test]
fn bodies_that_have_deformed_are_searched_again() {
    let mesh = ring();
    let taller = |factor: f64| -> Vec<Vec3> {
        let stretch = Vec3::new(1.0, 1.0, factor);
        mesh.vertices().iter().map(|p| p * stretch).collect()
    };
    let poses = links(0.0);
    for query in [Query::all_contacts(), Query::first_contact()] {
        let mut detector = rings(true);
        let mut shaped = |vertices: Option<&[Vec3]>| {
            let deformed = [vertices, None];
            let snapshot = Snapshot::with_deformed(&poses, &deformed[..]).unwrap();
            answer(&mut detector, &Frame::at(snapshot), &query)
        };
        for factor in [1.1, 1.2] {
            let vertices = taller(factor);
            let first = shaped(Some(&vertices));
            assert!(first.is_searched() && first.contacts == 0, "{first:?}");
            // Equal vertices, though another list of them.
            assert_eq!(shaped(Some(&taller(factor))), Answer::cached(0));
        }
        assert!(shaped(None).is_searched(), "it is at rest again");
        assert_eq!(shaped(None), Answer::cached(0));
        let wider: Vec<Vec3> = mesh.vertices().iter().map(|p| 1.5 * p).collect();
        assert!(shaped(Some(&wider)).contacts > 0);
    }
}

#[test]
fn the_last_contact_spares_the_search_for_another() {
    let query = Query::first_contact();
    let mut detector = rings(false);
    let first = at(&mut detector, 0.5, &query);
    assert!(first.is_searched() && first.contacts == 1, "{first:?}");
    for offset in [0.501, 0.502] {
        let next = at(&mut detector, offset, &query);
        let witness_only = Answer {
            witness_tests: 1,
            face_pair_tests: 1,
            ..Answer::cached(1)
        };
        assert_eq!(next, witness_only, "{offset}");
    }
    assert_eq!(at(&mut detector, 0.502, &query), Answer::cached(1));
    // On the other side other faces meet: the last contact is tested, and another is searched for.
    let other_side = at(&mut detector, -0.5, &query);
    assert_eq!(other_side.witness_tests, 1);
    assert!(other_side.is_searched() && other_side.contacts == 1);
    assert_eq!(at(&mut detector, -0.5, &query), Answer::cached(1));
    // Apart: no contact is left to be tested first.
    let apart = at(&mut detector, 0.0, &query);
    assert_eq!((apart.witness_tests, apart.contacts), (1, 0));
    assert!(apart.is_searched());
    let again = at(&mut detector, 0.01, &query);
    assert_eq!((again.witness_tests, again.contacts), (0, 0));
    assert!(again.is_searched());
}

#[test]
fn all_contacts_are_searched_for_again_and_leave_one_for_first_contacts() {
    let mut detector = rings(false);
    let all = at(&mut detector, 0.5, &Query::all_contacts());
    assert!(all.is_searched() && all.contacts > 1, "{all:?}");
    assert_eq!(at(&mut detector, 0.5, &Query::all_contacts()), all);
    let first = at(&mut detector, 0.5, &Query::first_contact());
    assert_eq!(first, Answer::cached(1));
    assert_eq!(at(&mut detector, 0.5, &Query::all_contacts()), all);
}

/// Frames in which nothing has changed have the first contacts of the last one. Each case changes
/// one thing else than a pose, and back.
#[test]
fn a_frame_is_kept_only_while_nothing_changes() {
    let mut detector = rings(true);
    let first = Query::first_contact();
    assert_eq!(at(&mut detector, 0.5, &first).contacts, 1);
    assert_eq!(at(&mut detector, 0.5, &first), Answer::cached(1));

    let poses = links(0.5);
    let frame = Frame::new(&poses).unwrap();
    let found = |detector: &mut dyn Detector, frame: &Frame<'_>, query: &Query<'_>| {
        let mut found = Findings::default();
        detector.detect(frame, query, &mut found).unwrap();
        found.contacts.len()
    };
    assert_eq!(found(&mut detector, &frame, &first.with_candidates(&[])), 0);
    assert_eq!(found(&mut detector, &frame, &first), 1);
    assert!(found(&mut detector, &frame, &Query::all_contacts()) > 1);
    assert_eq!(found(&mut detector, &frame, &first), 1);

    let far: Vec<Vec3> = ring()
        .vertices()
        .iter()
        .map(|p| p + 9.0 * Vec3::Z)
        .collect();
    let deformed = [Some(far.as_slice()), None];
    let away = Frame::at(Snapshot::with_deformed(&poses, &deformed[..]).unwrap());
    assert_eq!(found(&mut detector, &away, &first), 0);
    assert_eq!(found(&mut detector, &frame, &first), 1);
    assert_eq!(found(&mut detector, &frame, &first), 1);

    detector.insert(Body::rigid("third", ring())).unwrap();
    let poses = [poses[0], poses[1], Pose::at(9.0 * Vec3::Y)];
    let frame = Frame::new(&poses).unwrap();
    assert_eq!(found(&mut detector, &frame, &first), 1);
    assert!(detector.remove(BodyId(1)));
    assert_eq!(found(&mut detector, &frame, &first), 0);
    assert_eq!(found(&mut detector, &frame, &first), 0);

    let small = Arc::new(bodies::torus(0.1, 0.01, 24, 12));
    let others = ["small", "other", "third"].map(|name| Body::rigid(name, small.clone()));
    for (bodies, contacts) in [
        (&others, 0),
        (&["a", "b", "c"].map(|n| Body::rigid(n, ring())), 1),
    ] {
        detector.prepare(bodies).unwrap();
        assert_eq!(found(&mut detector, &frame, &first), contacts);
    }
}

/// Where a third body moves, no frame is kept, but the pair is answered from its cache.
#[test]
fn a_pair_that_has_not_moved_is_not_searched_while_another_body_moves() {
    for (offset, contacts) in [(0.0, 0), (0.5, 1)] {
        let mut detector = rings(false);
        detector.insert(Body::rigid("third", ring())).unwrap();
        let mut with_third_at = |height: f64| {
            let [first, second] = links(offset);
            let poses = [first, second, Pose::at(height * Vec3::Y)];
            let frame = Frame::new(&poses).unwrap();
            answer(&mut detector, &frame, &Query::first_contact())
        };
        let first = with_third_at(8.0);
        assert!(
            first.is_searched() && first.contacts == contacts,
            "{first:?}"
        );
        for height in [9.0, 10.0] {
            assert_eq!(with_third_at(height), Answer::cached(contacts));
        }
    }
}
