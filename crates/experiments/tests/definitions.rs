//! Definitions of the project.

use experiments::Experiment;
use experiments::models::replay::Replay;
use serde::Deserialize;
use std::path::Path;

/// Part of a definition that the tests read.
#[derive(Deserialize)]
struct Definition {
    measure: toml::Table,
}

fn all() -> Vec<Experiment> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/experiments");
    Experiment::read_folder(&root).unwrap()
}

/// Returns all replays, in full and in a quick run.
fn replays() -> Vec<(String, Replay, Replay)> {
    let mut replays = Vec::new();
    for experiment in all() {
        let Definition { mut measure } = toml::from_str(&experiment.page).unwrap();
        if measure.remove("model").unwrap().as_str() != Some("replay") {
            continue;
        }
        let instead = measure.remove("quick").expect("a quick run does less");
        let full = measure.clone().try_into().unwrap();
        measure.extend(instead.as_table().unwrap().clone());
        replays.push((experiment.id, full, measure.try_into().unwrap()));
    }
    assert!(replays.len() >= 10);
    replays
}

#[test]
fn a_quick_run_does_less_than_a_full_one() {
    for experiment in all() {
        let [full, quick] = [false, true].map(|quick| experiment.steps(quick));
        assert!(0 < quick && quick <= full, "{}", experiment.id);
    }
    for (id, full, quick) in replays() {
        assert!(quick.repeats < full.repeats, "{id}");
        assert!(quick.repeats.get() >= 2, "{id}: spread needs two");
    }
}

#[test]
fn every_scene_is_checked_for_what_it_should_show() {
    for (id, full, _) in replays() {
        let expect = &full.expect;
        let checked = expect.colliding_body_pairs_in_last_frame.is_some()
            || expect.colliding_body_pairs_at_least.is_some();
        assert!(checked, "{id} expects nothing");
    }
}
