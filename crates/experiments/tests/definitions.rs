//! The definitions that ship with the project.

use experiments::{Definition, Experiment, Kind};
use scenes::Generator;
use std::path::Path;

fn all() -> Vec<Definition> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/experiments");
    let races = |experiment: Experiment| match experiment.kind {
        Kind::Race(definition) => Some(*definition),
        _ => None,
    };
    let all = Experiment::read_folder(&root).unwrap();
    all.into_iter().filter_map(races).collect()
}

#[test]
fn every_point_names_a_scene_that_can_be_generated() {
    let definitions = all();
    assert!(definitions.len() >= 10);
    for definition in definitions {
        for quick in [false, true] {
            for point in definition.points(quick).unwrap() {
                let generator: Result<Generator, _> = point.scene.clone().try_into();
                assert!(generator.is_ok(), "{}: {:?}", definition.id, generator);
            }
        }
    }
}

#[test]
fn a_quick_run_is_never_more_than_a_full_one() {
    for definition in all() {
        let points = |quick| definition.points(quick).unwrap().len();
        assert!(points(true) <= points(false), "{}", definition.id);
        assert!(
            definition.repeats(true) < definition.repeats(false),
            "{}",
            definition.id
        );
        assert!(
            definition.repeats(true) >= 2,
            "{}: spread needs two",
            definition.id
        );
    }
}

#[test]
fn every_scene_is_checked_for_what_it_should_show() {
    for definition in all() {
        let expect = &definition.expect;
        let checked = expect.colliding_body_pairs_in_last_frame.is_some()
            || expect.colliding_body_pairs_at_least.is_some();
        assert!(checked, "{} expects nothing", definition.id);
    }
}
