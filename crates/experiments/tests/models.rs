//! End-to-end tests of every model except for the replay, on bodies of a few faces.

use crate::common;
use experiments::{Experiment, Process, Results, RunSettings};
use records::{Row, Rows};
use std::num::NonZeroUsize;

fn run(text: &str) -> Results {
    run_as(false, text)
}

fn run_as(quick: bool, text: &str) -> Results {
    let text = format!("question = \"?\"\n[measure]\n{text}");
    let experiment = Experiment::parse("x", &text).unwrap();
    let settings = RunSettings {
        quick,
        ..RunSettings::of("abc")
    };
    let results = experiment.run(&settings).unwrap();
    assert_eq!(results.failures, Vec::<String>::new());
    results
}

fn rows<'a>(results: &'a Results, detector: &str, quantity: &str) -> Vec<&'a Row> {
    common::rows(&results.rows, detector, quantity)
}

fn value(results: &Results, detector: &str, quantity: &str) -> f64 {
    let rows = rows(results, detector, quantity);
    assert_eq!(rows.len(), 1, "{detector} {quantity}");
    rows[0].median().unwrap()
}

const OCTREE: &str = "sphere-tree-octree";

#[test]
fn boxes_have_a_mean_and_a_worst_growth() {
    let results = run(r#"
        model = "box-growth"
        rotations = 2000
        seed = 1
        quick = { rotations = 10 }
    "#);
    let growth = rows(&results, "axis-aligned box", "growth");
    let [mean, worst] = [0, 1].map(|i| growth[i].median().unwrap());
    assert!((3.3..3.5).contains(&mean), "{mean}");
    assert!((4.3..4.63).contains(&worst), "{worst}");
}

#[test]
fn each_pair_of_volumes_has_a_cost_relative_to_the_largest() {
    let results = run(r#"
        model = "volume-costs"
        passes = 2
        repeats = 3
        quick = { passes = 1 }
    "#);
    let kinds = ["box", "sphere", "cylinder", "cone", "wedge", "hull"];
    let costs = |quantity| {
        let rows = kinds.map(|kind| rows(&results, kind, quantity));
        rows.map(|rows| rows.iter().map(|r| r.median().unwrap()).collect::<Vec<_>>())
    };
    let measured = costs("relative-cost");
    assert!(measured.iter().all(|row| row.len() == 6));
    let measured: Vec<f64> = measured.concat();
    assert_eq!(measured.iter().copied().fold(0.0, f64::max), 1.0);
    assert!(measured.iter().all(|c| *c > 0.0));
    // The walk of two hulls against one subtraction, in any build.
    let spheres = rows(&results, "sphere", "relative-cost");
    let spheres = spheres.iter().find(|r| r.key.series == "with=sphere");
    assert!(spheres.unwrap().median().unwrap() < 0.8);
    assert_eq!(costs("stored-cost").concat().len(), 36);
}

#[test]
fn each_row_of_the_tables_has_its_share_of_wrong_answers() {
    let results = run(r#"
        model = "table-rows"
        scenes = [{ name = "die and fork", scene = { generator = "csg-crossed", frames = 200 } }]
    "#);
    assert_eq!(results.failures, [""; 0]);
    let of = |row, quantity| rows(&results, row, quantity)[0].median().unwrap();
    let intersections = [0, 1].map(|i| of("INTERSECTION yes yes", ["yes", "wrong"][i]));
    assert!(intersections[1] > 0.0 && intersections[1] < intersections[0]);
    assert_eq!(
        of("INTERSECTION yes yes", "wrong-share"),
        intersections[1] / intersections[0]
    );
    assert_eq!(of("UNION with a yes", "wrong"), 0.0);
}

#[test]
fn each_evaluated_body_has_a_time() {
    let results = run(r#"
        model = "csg-evaluation"
        bodies = ["panel", "workpiece"]
        repeats = 2
    "#);
    for (body, faces) in [("panel", 524.0), ("workpiece", 164.0)] {
        let time = &rows(&results, body, "time")[0];
        assert_eq!((time.samples.len(), time.key.x), (2, faces));
        assert!(time.median().unwrap() > 0.0);
    }
}

#[test]
fn bodies_trees_and_chosen_volumes_have_pictures_and_rows() {
    let results = run_as(
        true,
        r#"
        model = "csg-pictures"
        bodies = ["hand", "tool"]
        trees = []
        descents = [{ scene = { generator = "cnc-cell", pair = "hand-fixture", frames = 100 }, step = 91 }]
        quick = { bodies = ["hand", "workpiece"], trees = ["workpiece"] }
    "#,
    );
    let names: Vec<&str> = results.pictures.iter().map(|p| &p.name[..]).collect();
    let expected = [
        "x-bodies.png",
        "x-tree-workpiece.png",
        "x-volumes-hand-fixture.png",
    ];
    assert_eq!(names, expected);
    assert!(
        results
            .pictures
            .iter()
            .all(|p| p.bytes.starts_with(b"\x89PNG"))
    );
    assert_eq!(value(&results, "workpiece", "triangles"), 164.0);
    assert_eq!(value(&results, "hand", "tree/leaves"), 6.0);
    let tested = value(&results, "hand and fixture", "node-pairs/tested");
    assert!(tested > 10.0, "{tested}");
}

#[test]
fn the_fit_of_each_level_has_rows_and_a_picture() {
    let results = run_as(
        true,
        r#"
        model = "tree-fit"
        bodies = ["lamp"]
        levels = 2
        quick = { bodies = ["chair"], samples = 300 }
    "#,
    );
    for detector in [OCTREE.trim_start_matches("sphere-tree-"), "medial"] {
        let fits = rows(&results, detector, "inaccuracy/solid/average");
        let fits: Vec<f64> = fits.iter().map(|r| r.median().unwrap()).collect();
        assert!(fits.len() == 2 && fits[1] < fits[0], "{detector}: {fits:?}");
    }
    let fractions = rows(&results, "medial", "fraction/solid/average");
    assert!(fractions.iter().all(|r| r.median().unwrap() < 1.0));
    assert_eq!(results.pictures.len(), 1);
    assert_eq!(results.pictures[0].name, "x-chair.png");
}

#[test]
fn calls_are_answered_alike_and_bounds_fall() {
    let results = run(r#"
        model = "narrow-phase-calls"
        flight = { body = "chair", ships = 5, seeds = [1996], pilot = { name = "parry3d" } }
        baselines = [{ name = "bsp-tree", query = "boolean" }, { name = "parry3d" }]
        trees = [{ name = "sphere-tree-octree" }]
        levels = 4
        calls = 200
        repeats = 1
        quick = { calls = 10 }
    "#);
    let [tree, baseline, both] = ["collisions", "collisions/baseline", "collisions/both"]
        .map(|quantity| value(&results, OCTREE, quantity));
    assert!(tree > 0.0 && tree < 200.0 && tree == baseline && both == baseline);
    let undecided = rows(&results, OCTREE, "undecided");
    let undecided: Vec<f64> = undecided.iter().map(|r| r.median().unwrap()).collect();
    assert!(undecided.len() == 5 && undecided[4] == 0.0, "{undecided:?}");
    assert!(undecided.is_sorted_by(|a, b| a >= b), "{undecided:?}");
    let bounds = rows(&results, OCTREE, "inaccuracy");
    let bounds: Vec<f64> = bounds.iter().map(|r| r.median().unwrap()).collect();
    assert!(bounds.len() == 4 && bounds[3] < bounds[0], "{bounds:?}");
    for quantity in ["speed-up", "speed-up/parry3d"] {
        assert_eq!(rows(&results, OCTREE, quantity).len(), 5, "{quantity}");
    }
    let [colliding, shown] = ["colliding", "inaccuracy/share"].map(|q| rows(&results, OCTREE, q));
    assert!(colliding.len() == 4 && shown.len() > 4);
}

/// Returns the rows of each of five processes.
fn five_processes(text: &str) -> Vec<Rows> {
    let text = format!("question = \"?\"\n[measure]\n{text}");
    let experiment = Experiment::parse("x", &text).unwrap();
    let wanted = NonZeroUsize::new(5).unwrap();
    assert_eq!(experiment.processes(false, wanted), wanted);
    let run = |process| {
        let settings = RunSettings {
            process,
            ..RunSettings::of("abc")
        };
        let results = experiment.run(&settings).unwrap();
        assert_eq!(results.failures, Vec::<String>::new());
        results.rows
    };
    Process::all(wanted).map(run).collect()
}

/// Returns the numbers of a row in each process that has it.
fn of_processes(processes: &[Rows], detector: &str, quantity: &str) -> Vec<f64> {
    let of = |rows: &Rows| {
        common::rows(rows, detector, quantity)
            .first()
            .and_then(|r| r.median())
    };
    processes.iter().filter_map(of).collect()
}

#[test]
fn processes_share_out_the_calls_of_flights_with_seeds_of_their_own() {
    const TEXT: &str = r#"
        model = "narrow-phase-calls"
        flight = { body = "chair", ships = 5, seeds = [1996, 1997], pilot = { name = "parry3d" } }
        baselines = [{ name = "bsp-tree", query = "boolean" }]
        trees = [{ name = "sphere-tree-octree" }]
        levels = 2
        calls = 402
        repeats = 1
    "#;
    let processes = five_processes(TEXT);
    let of = |quantity| of_processes(&processes, OCTREE, quantity);
    assert_eq!(of("calls"), [81.0, 81.0, 80.0, 80.0, 80.0]);
    // The same flight again, and another.
    let nodes = of_processes(&processes, "bsp-tree query=boolean", "bsp-nodes");
    assert!(nodes[2] == nodes[4] && nodes[1] != nodes[0], "{nodes:?}");
    let text = format!("question = \"?\"\n[measure]\n{TEXT}");
    let experiment = Experiment::parse("x", &text).unwrap();
    let merged = records::merge_shares(&processes, experiment.shared_counts(false)).rows;
    let sum = |quantity| common::rows(&merged, OCTREE, quantity)[0].median();
    assert_eq!(sum("calls"), Some(402.0));
    assert_eq!(sum("collisions"), Some(of("collisions").iter().sum()));
    assert!(sum("collisions") > Some(0.0));
    let shares = common::rows(&merged, OCTREE, "inaccuracy/share");
    let of_first = shares.iter().filter(|row| row.key.series == "level=1");
    let all: f64 = of_first.filter_map(|row| row.median()).sum();
    assert!(
        (all - 1.0).abs() < 1e-9,
        "the calls of all processes: {all}"
    );
    assert!(
        shares[0].key.scene.contains("seeds=1996,1997 "),
        "{}",
        shares[0].key.scene
    );
}

#[test]
fn processes_fly_with_seeds_of_their_own_and_frames_are_those_of_the_first() {
    let processes = five_processes(
        r#"
        model = "flight"
        user = "chair"
        drone = "chair"
        ships = 6
        seeds = [1996, 1997, 1998]
        until = 4
        render = 0.1
        detect = 0.05
        frame = 1.0
        budget = 0.9
        detectors = [{ name = "parry3d" }]
    "#,
    );
    let tests = of_processes(&processes, "parry3d", "face-pair-tests");
    assert_eq!(tests.len(), 5);
    // Processes 1 and 4 fly alike, and 2 and 5.
    assert!(tests[0] == tests[3] && tests[1] == tests[4], "{tests:?}");
    assert!(
        tests[0] != tests[1] && tests[1] != tests[2] && tests[0] != tests[2],
        "{tests:?}"
    );
    let frames = processes
        .iter()
        .map(|rows| common::rows(rows, "parry3d", "frame-time").len());
    assert_eq!(frames.collect::<Vec<_>>(), [40, 0, 0, 40, 0]);
    let merged = records::merge(&processes).rows;
    let frames = common::rows(&merged, "parry3d", "frame-time");
    assert!(frames.len() == 40 && frames.iter().all(|row| row.error().is_none()));
    // Two frames may take equal nanoseconds: then they are one number.
    assert!(frames.iter().any(|row| row.samples.len() == 2));
}

/// Runs a flight of six chairs.
fn flight(detectors: &str) -> Results {
    run(&format!(
        r#"
        model = "flight"
        user = "chair"
        drone = "chair"
        ships = 6
        seeds = [1996, 1997]
        until = 20
        render = 0.1
        detect = 0.05
        frame = 1.0
        budget = 0.9
        quick = {{ until = 1 }}
        {detectors}"#
    ))
}

#[test]
fn a_flight_is_verified_where_ships_bounce() {
    let results = flight(
        r#"
        detectors = [{ name = "sphere-tree-octree" }, { name = "parry3d" }]
    "#,
    );
    for detector in [OCTREE, "parry3d"] {
        assert!(value(&results, detector, "responses") > 0.0, "{detector}");
        assert!(value(&results, detector, "frames-verified/separations") > 0.0);
        assert_eq!(value(&results, detector, "frames-missed"), 0.0);
        assert_eq!(rows(&results, detector, "frame-time").len(), 100);
    }
    for quantity in ["responses", "collisions"] {
        let at_levels = rows(&results, OCTREE, &format!("{quantity}-at-level"));
        let at_levels: f64 = at_levels.iter().map(|r| r.median().unwrap()).sum();
        assert_eq!(at_levels, value(&results, OCTREE, quantity));
    }
    assert!(value(&results, OCTREE, "sphere-tests") > 10.0);
    assert!(value(&results, "parry3d", "face-pair-tests") > 1.0);
    assert!(rows(&results, "parry3d", "sphere-tests").is_empty());
    // Nothing is late: the frame waits for its target.
    assert_eq!(value(&results, OCTREE, "frame-length/deviation"), 0.0);
    assert_eq!(value(&results, OCTREE, "frame-length/largest"), 1.0);
    assert!(value(&results, OCTREE, "detection-time/deviation") > 0.0);
}

/// Trees as published: the last level is that of the leaves, 4, and no face is tested.
#[test]
fn a_published_flight_ends_at_the_leaves() {
    let results = flight(
        r#"
        detectors = [{ name = "sphere-tree-octree", inner = "off", last-level = "leaves" }]
    "#,
    );
    let detector = "sphere-tree-octree inner=off last-level=leaves";
    let at_levels = rows(&results, detector, "collisions-at-level");
    let at_levels: Vec<(f64, f64)> = at_levels
        .iter()
        .map(|r| (r.key.x, r.median().unwrap()))
        .collect();
    let collisions = value(&results, detector, "collisions");
    assert!(collisions > 20.0, "{collisions}");
    let expected = [(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, collisions)];
    assert_eq!(at_levels, expected);
    assert!(rows(&results, detector, "face-pair-tests").is_empty());
    let responses = value(&results, detector, "responses");
    assert!((1.0..collisions).contains(&responses), "{responses}");
}

#[test]
fn a_calibration_scales_the_frame_and_its_budget() {
    let times = |mean: f64| {
        let results = flight(&format!(
            r#"
            detectors = [{{ name = "sphere-tree-octree" }}, {{ name = "parry3d" }}]
            response = "tuned"
            calibration = {{ user = "chair", drone = "chair", detector = {{ name = "parry3d" }}, mean = {mean} }}
        "#
        ));
        let of = |detector| {
            ["frame", "budget", "frame-length/mean"]
                .map(|quantity| value(&results, detector, quantity))
        };
        let [frame, budget, length] = of("parry3d");
        assert!((budget / frame - 0.9).abs() < 1e-9);
        assert_eq!(of(OCTREE)[..2], [frame, budget]);
        assert!(length > 0.999 * frame);
        let missed = value(&results, "parry3d", "frames-missed");
        let stopped = value(&results, OCTREE, "instants-stopped");
        let rows = rows(&results, OCTREE, "frame-time-in-budgets");
        assert_eq!(rows.len(), 100);
        (missed, stopped)
    };
    // A thousandth of the mean of a frame, and a thousand times the mean.
    let tight = times(1000.0);
    assert!(tight.0 > 0.9 && tight.1 > 0.2, "{tight:?}");
    let loose = times(0.001);
    assert_eq!(loose, (0.0, 0.0));
}

/// Checks that all detectors see the same frames with a pilot.
#[test]
fn a_pilot_decides_for_all() {
    let results = flight(
        r#"
        detectors = [{ name = "sphere-tree-octree" }, { name = "bsp-tree" }, { name = "parry3d" }]
        pilot = { name = "parry3d" }
    "#,
    );
    let flown = |detector| {
        ["responses", "collisions", "space-time-tests/mean"]
            .map(|quantity| value(&results, detector, quantity))
    };
    let parry3d = flown("parry3d");
    assert!(parry3d[0] > 0.0 && parry3d[1] >= parry3d[0], "{parry3d:?}");
    assert_eq!(flown(OCTREE), parry3d);
    assert_eq!(flown("bsp-tree"), parry3d);
}

#[test]
fn a_larger_budget_buys_more() {
    let results = run(r#"
        model = "frame-budget"
        scene = { generator = "ships", body = "chair", user = "chair", ships = 12, frames = 120 }
        microseconds = [1, 1000000]
        every = 10
        repeats = 1
        detectors = [{ name = "sphere-tree-octree" }, { name = "parry3d" }]
        quick = { every = 60, repeats = 1 }
    "#);
    let certified = rows(&results, OCTREE, "certified");
    let certified: Vec<_> = certified
        .iter()
        .map(|r| (r.key.x, r.median().unwrap()))
        .collect();
    assert_eq!(certified[1], (1e6, 1.0));
    assert!(certified[0].1 < 1.0, "{certified:?}");
    let stopped = rows(&results, OCTREE, "stopped");
    assert_eq!(stopped[1].median(), Some(0.0));
    let left = rows(&results, OCTREE, "still-colliding");
    let left: Vec<f64> = left.iter().map(|r| r.median().unwrap()).collect();
    assert!(left[0] > 0.0 && left[1] == 0.0, "{left:?}");
    let bound = rows(&results, OCTREE, "bound/colliding");
    assert!(bound.len() == 1 && bound[0].median() > Some(0.0));
    let tests = rows(&results, OCTREE, "sphere-tests");
    assert!(tests[0].median() < tests[1].median());
    assert!(rows(&results, "parry3d", "certified").is_empty());
    assert_eq!(rows(&results, "parry3d", "time").len(), 2);
}

#[test]
fn processes_have_budgets_and_sizes_in_orders_of_their_own() {
    let text = r#"
        question = "?"
        [measure]
        model = "frame-budget"
        scene = { generator = "ships", body = "chair", user = "chair", ships = 2, frames = 2 }
        microseconds = [1, 2, 3, 4, 5]
        subdivisions = [0, 1, 2]
        repeats = 2
        detectors = [{ name = "parry3d" }]
        quick = { repeats = 1 }
    "#;
    let experiment = Experiment::parse("x", text).unwrap();
    let points = |process: &str| {
        let settings = RunSettings {
            process: process.parse().unwrap(),
            ..RunSettings::of("abc")
        };
        let rows = experiment.run(&settings).unwrap().rows;
        let times = rows.iter().filter(|row| row.quantity == "time");
        let points = times.map(|row| (row.key.x as u64, row.key.series.clone()));
        points.collect::<Vec<_>>()
    };
    let (first, second) = (points("1/2"), points("2/2"));
    let sorted = |mut points: Vec<_>| {
        points.sort();
        points
    };
    assert_eq!(sorted(first.clone()).len(), 15);
    assert_eq!(sorted(first.clone()), sorted(second.clone()));
    let sizes = |points: &[(u64, String)]| points.iter().map(|p| p.0).collect::<Vec<_>>();
    let budgets = |points: &[(u64, String)]| points.iter().map(|p| p.1.clone()).collect::<Vec<_>>();
    assert_ne!(sizes(&first), sizes(&second));
    assert_ne!(budgets(&first), budgets(&second));
}

#[test]
fn states_lie_on_both_sides_of_touching() {
    let results = run(r#"
        model = "random-states"
        bodies = ["chair", "shuttle"]
        states = 60
        seed = 3
        detectors = [{ name = "sphere-tree-octree" }]
        quick = { states = 5 }
    "#);
    assert_eq!(value(&results, OCTREE, "faults"), 0.0);
    let interfering = value(&results, OCTREE, "interfering");
    assert!((10.0..50.0).contains(&interfering), "{interfering}");
    let certified = rows(&results, OCTREE, "certified");
    let certified: Vec<f64> = certified.iter().map(|r| r.median().unwrap()).collect();
    assert!(certified.is_sorted() && certified[0] < 1.0, "{certified:?}");
}
