//! Definitions, and the order of turns.

use super::*;
use crate::process::Process;

#[test]
fn a_control_can_be_stopped() {
    let model = |control: &str| -> FrameBudget {
        let text = r#"
            scene = { generator = "two-spheres", faces = 24, seed = 7 }
            microseconds = [1000]
            repeats = 1
            detectors = [{ name = "parry3d" }]"#;
        toml::from_str(&format!("{text}\ncontrol = {{ name = \"{control}\" }}")).unwrap()
    };
    assert_eq!(model("sphere-tree").timed_participants().count(), 2);
    model("sphere-tree").check().unwrap();
    let error = model("bvh").check().unwrap_err().to_string();
    assert!(error.contains("`control` is bvh"), "{error}");
}

#[test]
fn each_repeat_visits_all_sides_in_an_order_of_its_own() {
    let turns = |process: Process| {
        let (mut sides, mut turns) = ([0, 1, 2, 3, 4, 5, 6], Vec::new());
        let mut random = process.random("a");
        take_turns(&mut sides, 3, &mut random, |side| turns.push(*side));
        assert_eq!(sides, [0, 1, 2, 3, 4, 5, 6]);
        turns
    };
    let first = turns("1/2".parse().unwrap());
    let repeats: Vec<&[usize]> = first.chunks(7).collect();
    assert!(repeats[0] != repeats[1] && repeats[1] != repeats[2] && repeats[0] != repeats[2]);
    for repeat in repeats {
        let mut sorted = repeat.to_vec();
        sorted.sort();
        assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6]);
    }
    assert_ne!(first, turns("2/2".parse().unwrap()));
    assert_eq!(first, turns("1/2".parse().unwrap()));
}
