//! Pairs of bodies that are apart and move little are not compared, and no contact is lost by it.

use bvh::PreparedBvh;
use collision::{Body, Detector, Findings, Query, Snapshot};
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use proptest::prelude::*;
use scenes::{Scene, SceneFrame, bodies};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Motion of two links of a chain, of which the first may deform.
#[derive(Clone, Debug)]
struct Links {
    scale: f64,
    /// Offset of the first along X, in radii. With 0 they are 0.4 apart, with 0.4 they touch.
    offset: f64,
    /// Offset that a frame adds.
    speed: f64,
    /// Angle that a frame adds.
    turn: f64,
    /// Length of the quaternions.
    length: f64,
    /// Part of its size by which the first waves. None if it is rigid.
    wave: Option<f64>,
    /// Frame in which the first is somewhere else.
    teleport: Option<u32>,
}

const SLOW: Links = Links {
    scale: 1.0,
    offset: 0.0,
    speed: 0.001,
    turn: 0.0005,
    length: 1.0,
    wave: None,
    teleport: None,
};

impl Links {
    fn bodies(&self) -> Vec<Body> {
        let ring = Arc::new(bodies::scaled(&bodies::torus(1.0, 0.3, 24, 12), self.scale));
        let first = match self.wave {
            Some(_) => Body::deforming("link", ring.clone()),
            None => Body::rigid("link", ring.clone()),
        };
        vec![first, Body::rigid("upright link", ring)]
    }

    fn frame(&self, mesh: &Mesh, k: u32) -> SceneFrame {
        let t = f64::from(k);
        let jump = if self.teleport == Some(k) { 0.45 } else { 0.0 };
        let offset = self.offset + self.speed * t + jump;
        let turn = Quat::from_rotation_z(self.turn * t) * self.length;
        let poses = vec![
            Pose::new(Vec3::X * offset * self.scale, turn),
            Pose::new(Vec3::X * self.scale, Quat::from_rotation_x(FRAC_PI_2)),
        ];
        let Some(wave) = self.wave else {
            return SceneFrame::rigid(poses);
        };
        let taller = |p: &Vec3| Vec3::new(p.x, p.y, p.z * (1.0 + wave * (0.3 * t).sin()));
        let vertices = mesh.vertices().iter().map(taller).collect();
        SceneFrame {
            poses,
            deformed: vec![Some(vertices), None],
        }
    }

    fn scene(&self, frames: u32) -> Scene {
        let bodies = self.bodies();
        let mesh = bodies[0].mesh().clone();
        let frames = (0..frames).map(|k| self.frame(&mesh, k)).collect();
        Scene::new("links", bodies, frames).unwrap()
    }
}

fn detector(scene: &Scene) -> impl Detector + use<> {
    let mut detector = PreparedBvh::new();
    detector.prepare(&scene.bodies).unwrap();
    detector
}

fn any_links() -> impl Strategy<Value = Links> {
    let scale = prop_oneof![3 => Just(0), 1 => Just(-1000), 1 => Just(-300), 1 => Just(60)];
    let wave = prop_oneof![2 => Just(None), 1 => Just(Some(0.0005)), 1 => Just(Some(0.05))];
    let motion = (
        prop_oneof![0.0..0.41, Just(0.39)],
        prop_oneof![
            Just(0.0),
            Just(0.0002),
            Just(0.003),
            Just(-0.003),
            Just(0.03)
        ],
        prop_oneof![Just(0.0), Just(0.0005), Just(0.2)],
    );
    let length = prop_oneof![Just(1.0), 1.0 - 1e-6..1.0 + 1e-6];
    let teleport = prop_oneof![Just(None), (12u32..30).prop_map(Some)];
    (scale, motion, length, wave, teleport).prop_map(
        |(exponent, (offset, speed, turn), length, wave, teleport)| Links {
            scale: power_of_two(exponent),
            offset,
            speed,
            turn,
            length,
            wave,
            teleport,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_detector_that_saw_the_frames_before_finds_what_a_new_one_finds(links in any_links()) {
        let scene = links.scene(36);
        for query in [Query::all_contacts(), Query::first_contact()] {
            let mut kept = detector(&scene);
            for k in 0..scene.frames.len() {
                let (mut found, mut expected) = (Findings::default(), Findings::default());
                kept.detect(&scene.frame(k), &query, &mut found).unwrap();
                detector(&scene).detect(&scene.frame(k), &query, &mut expected).unwrap();
                prop_assert_eq!(&found.bodies, &expected.bodies, "frame {}", k);
                // A first contact may be another one.
                if !query.is_first_contact() {
                    prop_assert_eq!(&found.contacts, &expected.contacts, "frame {}", k);
                }
            }
        }
    }
}

/// Counts of all frames, and the first frame with a contact.
fn counts(links: &Links, frames: u32, query: &Query<'_>) -> ([u64; 2], Option<usize>) {
    let scene = links.scene(frames);
    let mut detector = detector(&scene);
    let (mut sums, mut first) = ([0; 2], None);
    for k in 0..scene.frames.len() {
        let mut found = Findings::default();
        detector.detect(&scene.frame(k), query, &mut found).unwrap();
        let names = ["pairs-at-rest", "rest-walks"];
        for (sum, name) in sums.iter_mut().zip(names) {
            *sum += found.work.count(name);
        }
        if !found.contacts.is_empty() {
            first = first.or(Some(k));
        }
    }
    (sums, first)
}

#[test]
fn bodies_that_approach_slowly_are_compared_in_few_frames_until_they_touch() {
    for query in [Query::all_contacts(), Query::first_contact()] {
        let ([at_rest, walks], first) = counts(&SLOW, 420, &query);
        let first = first.expect("they touch");
        assert!((380..420).contains(&first), "{first}");
        assert!(
            at_rest > 300 && walks < 60,
            "{at_rest} of {first}, {walks} walks"
        );
    }
}

#[test]
fn a_body_that_waves_a_little_rests_too() {
    let waving = Links {
        wave: Some(0.0005),
        ..SLOW
    };
    let ([at_rest, walks], first) = counts(&waving, 200, &Query::all_contacts());
    assert_eq!(first, None);
    assert!(at_rest > 100, "{at_rest} of 200, {walks} walks");
}

/// Walks for a reach fail here, so there are fewer and fewer of them.
#[test]
fn bodies_that_are_too_near_or_too_fast_are_hardly_asked_for_a_reach() {
    for (offset, turn) in [(0.36, 0.03), (0.2, 0.3)] {
        let near = Links {
            offset,
            speed: 0.0,
            turn,
            ..SLOW
        };
        let ([at_rest, walks], first) = counts(&near, 200, &Query::all_contacts());
        assert_eq!((first, at_rest), (None, 0));
        assert!(walks < 12, "{walks} walks");
    }
}

#[test]
fn a_deforming_body_at_rest_that_is_shown_in_other_lists_is_at_rest() {
    let links = Links {
        wave: Some(0.01),
        ..SLOW
    };
    let scene = links.scene(1);
    let mut detector = detector(&scene);
    let mut at_rest = 0;
    for _ in 0..5 {
        let frame = scene.frames[0].clone();
        let deformed: Vec<Option<&[Vec3]>> =
            frame.deformed.iter().map(|list| list.as_deref()).collect();
        let snapshot = Snapshot::with_deformed(&frame.poses, &deformed[..]).unwrap();
        let mut found = Findings::default();
        let frame = collision::Frame::at(snapshot);
        detector
            .detect(&frame, &Query::all_contacts(), &mut found)
            .unwrap();
        at_rest += found.work.count("pairs-at-rest");
    }
    assert_eq!(at_rest, 4);
}

/// A sphere that approaches the inside of one that is little larger. Boxes of nearly all faces
/// overlap, so that the walk for a reach ends at its limit, mostly before the nearest faces.
#[test]
fn a_walk_for_a_reach_that_ends_at_its_limit_proves_nothing() {
    let sphere = bodies::sphere_near(20_000);
    let outer = Arc::new(bodies::scaled(&sphere, 1.01));
    let bodies = vec![
        Body::rigid("inner", Arc::new(sphere)),
        Body::rigid("outer", outer),
    ];
    let mut fresh = PreparedBvh::new();
    let (mut walks, mut met) = (0, 0);
    for direction in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Z] {
        let at = |k: i32| direction * (0.01 + 0.0005 * f64::from(k - 11));
        let frame = |k| SceneFrame::rigid(vec![Pose::at(at(k)), Pose::IDENTITY]);
        let scene = Scene::new("shells", bodies.clone(), (0..16).map(frame).collect()).unwrap();
        let mut kept = detector(&scene);
        for k in 0..scene.frames.len() {
            let (mut found, mut expected) = (Findings::default(), Findings::default());
            let (frame, query) = (scene.frame(k), Query::all_contacts());
            kept.detect(&frame, &query, &mut found).unwrap();
            walks += found.work.count("rest-walks");
            met += found.bodies.len();
            if k > 8 {
                fresh.prepare(&bodies).unwrap();
                fresh.detect(&frame, &query, &mut expected).unwrap();
                assert_eq!(found.contacts, expected.contacts, "{direction}, frame {k}");
            }
        }
    }
    assert!(
        walks >= 4 && met >= 4,
        "{walks} walks, {met} frames in contact"
    );
}
