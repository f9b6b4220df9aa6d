use super::*;
use records::{Key, Row, Unit};
use scenes::Generator;

fn race(text: &str, quick: bool) -> SceneRace {
    let generator: Generator = text.parse().unwrap();
    let (scene, spec) = (
        generator.generate().unwrap(),
        SceneSpec::generator(&generator),
    );
    let features = SceneFeatures::of(&scene, 0.0);
    SceneRace::new(&spec.unwrap(), &scene, &features, None, quick).unwrap()
}

/// Rows of a trial: label, seconds of preparation, seconds of each frame.
fn rows(tried: &[(&str, f64, &[f64])]) -> Rows {
    let mut rows = Rows::default();
    for (label, preparation, frames) in tried {
        let key = Key {
            experiment: "t".to_owned(),
            detector: (*label).to_owned(),
            ..Key::default()
        };
        rows.push(Row::exact(
            &key,
            TRIED_PREPARATION,
            Unit::Seconds,
            *preparation,
        ));
        for (i, time) in (1..).zip(*frames) {
            let key = Key {
                frame: Some(i),
                x: f64::from(i),
                ..key.clone()
            };
            rows.push(Row::exact(&key, TRIED_TIME, Unit::Seconds, *time));
        }
    }
    rows
}

#[test]
fn the_race_has_those_near_the_fastest_on_common_frames() {
    let race = race("two-spheres:faces=48", false);
    let plan = race.plan(
        "t",
        &rows(&[
            ("bvh", 1e-3, &[1e-6, 1e-4]),
            ("face-octree", 0.0, &[7e-6, 7e-4]),
            // One frame only, in which it is nine times slower.
            ("octree-update", 0.0, &[9e-6]),
            ("obb-tree", 1e-3, &[2e-6, 2e-4]),
            ("bvh first-contact", 1e-3, &[1e-6, 1e-4]),
        ]),
    );
    assert_eq!(
        plan.finalists,
        ["bvh", "bvh first-contact", "obb-tree", "face-octree"]
    );
    assert_eq!((plan.window, plan.verify), (0..72, 72));
    assert!(plan.preparations);
}

#[test]
fn an_unproved_detector_sets_no_pace() {
    let race = race("two-spheres:faces=48", false);
    let plan = race.plan(
        "t",
        &rows(&[
            ("parry3d-gjk", 0.0, &[1e-9]),
            ("bvh first-contact", 0.0, &[1e-6]),
            ("obb-tree first-contact", 0.0, &[5e-6]),
            ("face-octree first-contact", 0.0, &[6e-6]),
        ]),
    );
    assert_eq!(plan.finalists.len(), 4);
}

#[test]
fn slow_frames_are_fewer_and_the_slowest_detectors_leave() {
    let race = race("two-spheres:faces=48", true);
    let slow: &[f64] = &[0.05; 4];
    let slower: &[f64] = &[0.3; 4];
    let all = [
        ("bvh", 0.0, slow),
        ("obb-tree", 0.0, slow),
        ("k-dop-tree", 0.0, slow),
        ("parry3d", 0.0, slow),
        ("bvh first-contact", 0.0, slow),
        ("obb-tree first-contact", 0.0, slow),
        ("k-dop-tree first-contact", 0.0, slow),
        ("face-octree", 9.0, slower),
    ];
    let plan = race.plan("t", &rows(&all));
    assert!(
        !plan.finalists.contains(&"face-octree".to_owned()),
        "{plan:?}"
    );
    assert!(
        plan.window.len() < 72 && !plan.window.is_empty(),
        "{plan:?}"
    );
    let few = race.plan("t", &rows(&[("bvh", 100.0, &[100.0])]));
    assert_eq!((few.window.len(), few.preparations), (1, false));
    let none = race.plan("t", &Rows::default());
    assert!(none.finalists.is_empty());
}

#[test]
fn definitions_of_trial_and_race_are_read_again() {
    let race = race("polytopes:bodies=60,faces=36", true);
    let labels: Vec<&str> = race.entrants().iter().map(|e| e.label.as_str()).collect();
    for label in [
        "i-collide boxes=dynamic",
        "bvh first-contact",
        "brute-force",
    ] {
        assert!(labels.contains(&label), "{labels:?}");
    }
    assert!(
        labels
            .iter()
            .any(|label| label.starts_with("bvh broad-phase="))
    );
    let trial = race.trial("t", 0.01, 10.0).unwrap();
    assert!(trial.has_detector(true, &regex::Regex::new("^obb-tree$").unwrap()));
    let plan = race.plan(
        "t",
        &rows(&[("bvh", 0.0, &[1e-6]), ("i-collide", 0.0, &[1e-6])]),
    );
    let race = race.race("r", &plan).unwrap();
    assert!(!race.has_detector(true, &regex::Regex::new("obb-tree").unwrap()));
    assert!(race.has_detector(true, &regex::Regex::new("^i-collide$").unwrap()));
}

/// Goes red if the slowest leave whatever their question is, or if none with a proof stays.
#[test]
fn a_question_keeps_detectors_and_one_with_a_proof() {
    let race = race("two-spheres:faces=48", true);
    let slow: &[f64] = &[0.3; 4];
    let slower: &[f64] = &[0.4; 4];
    let fast: &[f64] = &[1e-6; 4];
    let yes_or_no = [
        ("parry3d-trimesh", 0.0, slow),
        ("parry3d-gjk", 0.0, slow),
        ("face-octree-swept first-contact", 0.0, slow),
        ("bvh first-contact", 0.0, slower),
    ];
    let all_contacts = [
        ("bvh", 0.0, fast),
        ("obb-tree", 0.0, fast),
        ("k-dop-tree", 0.0, fast),
        ("parry3d", 0.0, fast),
        ("face-octree", 0.0, fast),
    ];
    let plan = race.plan("t", &rows(&[&yes_or_no[..], &all_contacts[..]].concat()));
    let is_slow = |label: &&String| yes_or_no.iter().any(|(other, ..)| other == label);
    let slow: Vec<&String> = plan.finalists.iter().filter(is_slow).collect();
    assert_eq!(slow.len(), FEWEST, "{plan:?}");
    assert_eq!(slow[FEWEST - 1], "bvh first-contact", "{plan:?}");
}

#[test]
fn a_heading_has_no_characters_that_act() {
    assert_eq!(title("my_scene"), "my_scene");
    assert_eq!(title("<img src=x>\n![a](b) | `c\\`"), "img src=x ! a (b) c");
}

/// Goes red if a detector with a wrong certificate takes the place of one that may be recommended.
#[test]
fn a_detector_with_a_wrong_certificate_does_not_race() {
    let race = race("two-spheres:faces=48", true);
    let mut rows = rows(&[
        ("sphere-tree", 0.0, &[1e-6]),
        ("sphere-tree first-contact", 0.0, &[1e-6]),
        ("bvh", 0.0, &[1e-4]),
        ("bvh first-contact", 0.0, &[1e-4]),
    ]);
    assert_eq!(race.plan("t", &rows).finalists.len(), 4);
    let key = Key {
        experiment: "t".to_owned(),
        detector: "sphere-tree".to_owned(),
        ..Key::default()
    };
    rows.push(Row::count(&key, DEADLINE_FAULT, 1));
    let plan = race.plan("t", &rows);
    assert_eq!(plan.finalists, ["bvh", "bvh first-contact"]);
}
