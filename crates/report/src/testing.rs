//! Rows that tests make up.

use records::{Key, Machine, Row, Rows, Run, Unit};
use std::sync::LazyLock;

/// What a made-up row measures.
pub(crate) fn key(experiment: &str, detector: &str, series: &str, x: f64) -> Key {
    Key {
        experiment: experiment.into(),
        scene: "two-spheres seed=1995".into(),
        detector: detector.into(),
        series: series.into(),
        x_name: "faces".into(),
        x,
        frame: None,
        revision: "0123456".into(),
    }
}

/// A made-up row of times in seconds.
pub(crate) fn time(experiment: &str, detector: &str, series: &str, x: f64, samples: &[f64]) -> Row {
    Row::from_samples(
        &key(experiment, detector, series, x),
        "time",
        Unit::Seconds,
        samples,
    )
}

/// Nine samples around `milliseconds`, up to 4 % away.
pub(crate) fn around(milliseconds: f64) -> Vec<f64> {
    (0..9)
        .map(|i| milliseconds * 1e-3 * (0.96 + 0.01 * f64::from(i * 7 % 9)))
        .collect()
}

/// A run whose times are the paper's: what the paper states as it states it, the rest made up so
/// that its words hold.
pub(crate) fn as_in_the_paper() -> Rows {
    static ROWS: LazyLock<Rows> = LazyLock::new(make_up);
    ROWS.clone()
}

fn make_up() -> Rows {
    let mut rows = Rows::default();
    deformation(&mut rows);
    face_test(&mut rows);
    approaching_spheres(&mut rows);
    shuttles(&mut rows);
    swarm(&mut rows);
    four_bodies(&mut rows);
    calm(&mut rows);
    levels(&mut rows);
    modern(&mut rows);
    rows
}

/// The run of [`as_in_the_paper`], with the times of those rows that `chosen` picks multiplied.
pub(crate) fn slowed(factor: f64, chosen: impl Fn(&Key) -> bool) -> Rows {
    let slow = |row: &Row| {
        if row.quantity != "time" || !chosen(&row.key) {
            return row.clone();
        }
        let samples: Vec<f64> = row.samples.iter().map(|s| s * factor).collect();
        Row::from_samples(&row.key, "time", Unit::Seconds, &samples)
    };
    as_in_the_paper().iter().map(slow).collect()
}

/// The circumstances of a made-up run.
pub(crate) fn run() -> Run {
    Run {
        format: Run::FORMAT,
        revision: "0123456".into(),
        dirty: false,
        machine: Machine {
            cpu: "a processor".into(),
            cores: 2,
            memory: 8 << 30,
            os: "an operating system".into(),
            rustc: "rustc 1.95.0".into(),
        },
        profile: "release".into(),
        command: "cargo xtask compare".into(),
        quick: false,
    }
}

fn deformation(rows: &mut Rows) {
    for series in ["generator=waving-spheres", "generator=bending-tubes"] {
        let times = [
            ("face-octree", 1.0),
            ("face-octree-tuned", 0.4),
            ("parry3d", 1.5),
            ("parry3d update=rebuild", 9.0),
        ];
        for (detector, ms) in times {
            rows.push(time(
                "smith95-deformation",
                detector,
                series,
                960.0,
                &around(ms),
            ));
        }
    }
}

fn face_test(rows: &mut Rows) {
    let experiment = "smith95-sec23-face-test";
    for (detector, ms, pairs) in [
        ("face-octree", 10.0, 300),
        ("face-octree face-test=box", 13.0, 900),
    ] {
        rows.push(time(experiment, detector, "", 960.0, &around(ms)));
        rows.push(Row::count(
            &key(experiment, detector, "", 960.0),
            "face-box-tests",
            pairs,
        ));
    }
}

/// Figures 6 and 7: 72 cycles that rise over the last twelve; then the last ones alone.
fn approaching_spheres(rows: &mut Rows) {
    let last = [
        (168.0, 11.0),
        (528.0, 16.0),
        (960.0, 24.0),
        (3968.0, 70.0),
        (5936.0, 100.0),
    ];
    for (faces, ms) in last {
        rows.push(time("smith95-fig7", "face-octree", "", faces, &around(ms)));
        if faces > 3968.0 {
            continue;
        }
        for cycle in 1..=72 {
            let share = (f64::from(cycle - 66) / 6.0).max(0.05);
            let series = format!("faces={faces}");
            let mut row = time(
                "smith95-fig6",
                "face-octree",
                &series,
                f64::from(cycle),
                &around(ms * share),
            );
            row.key.x_name = "cycle".into();
            row.key.frame = Some(cycle as u32);
            rows.push(row);
        }
    }
}

fn shuttles(rows: &mut Rows) {
    for (series, ms) in [
        ("generator=shuttles", 31.0),
        ("generator=shuttle-pair", 16.0),
    ] {
        for cycle in 1..=10 {
            let ms = ms * (0.5 + f64::from(cycle) / 20.0);
            rows.push(time(
                "smith95-fig8",
                "face-octree",
                series,
                f64::from(cycle),
                &around(ms),
            ));
        }
    }
}

fn swarm(rows: &mut Rows) {
    let times = [
        (10, 16.0, 10.0),
        (20, 21.0, 35.0),
        (30, 22.0, 76.0),
        (40, 41.0, 140.0),
    ];
    for (bodies, octree, planes) in times {
        let bodies = f64::from(bodies);
        rows.push(time(
            "smith95-fig10",
            "face-octree",
            "",
            bodies,
            &around(octree),
        ));
        rows.push(time(
            "smith95-fig10",
            "separating-plane",
            "",
            bodies,
            &around(planes),
        ));
    }
}

fn four_bodies(rows: &mut Rows) {
    for cycle in 1..=40u32 {
        let x = f64::from(cycle);
        let overlap = cycle > 17;
        let (octree, update) = if overlap {
            (x * 11.0 / 40.0, x * 161.0 / 40.0)
        } else {
            (1.0, 0.9)
        };
        rows.push(time("smith95-fig11", "face-octree", "", x, &around(octree)));
        rows.push(time(
            "smith95-fig11",
            "octree-update",
            "",
            x,
            &around(update),
        ));
        let regions = key("smith95-fig11", "face-octree", "", x);
        rows.push(Row::count(&regions, "overlap-regions", u64::from(overlap)));
    }
    let steps = key("smith95-fig11", "face-octree", "", 40.0);
    for (step, ms) in [
        ("face-checklist", 2.0),
        ("subdivision", 6.0),
        ("face-pairs", 3.0),
    ] {
        let quantity = format!("step-time/{step}");
        rows.push(Row::from_samples(
            &steps,
            &quantity,
            Unit::Seconds,
            &around(ms),
        ));
    }
    let prepared = key("smith95-fig11", "octree-update", "", 40.0);
    rows.push(Row::from_samples(
        &prepared,
        "prepare-time",
        Unit::Seconds,
        &around(900.0),
    ));
    let concave = key("smith95-fig11", "separating-plane", "", 40.0);
    rows.push(Row::failure(
        &concave,
        "time",
        Unit::Seconds,
        "body 1 (shuttle) is not convex",
    ));
}

fn calm(rows: &mut Rows) {
    for bodies in [2.0, 8.0, 32.0] {
        rows.push(time(
            "smith95-sec5-calm",
            "face-octree",
            "",
            bodies,
            &around(0.3 * bodies),
        ));
    }
}

fn levels(rows: &mut Rows) {
    for faces in [528, 3968] {
        for level in 3..=8 {
            let ms = 10.0 + 2.0 * f64::from(level - 5).powi(2);
            let series = format!("faces={faces}");
            let level = f64::from(level);
            rows.push(time(
                "smith95-levels",
                "face-octree",
                &series,
                level,
                &around(ms),
            ));
        }
    }
}

fn modern(rows: &mut Rows) {
    for (detector, ms) in [("face-octree-tuned", 0.1), ("parry3d", 0.2)] {
        rows.push(time("lab-modern", detector, "", 3968.0, &around(ms)));
    }
}

/// Names a detector by its options as they stand.
pub(crate) fn label(detector: &toml::Table) -> anyhow::Result<String> {
    let options = detector.iter().filter(|(key, _)| *key != "name");
    let options = options.map(|(key, value)| match value {
        toml::Value::String(word) => format!(" {key}={word}"),
        value => format!(" {key}={value}"),
    });
    let name = detector["name"].as_str().unwrap_or_default();
    anyhow::ensure!(name != "unknown", "there is no detector `unknown`");
    Ok(name.to_owned() + &options.collect::<String>())
}

/// A made-up paper, and one without a year.
pub(crate) fn papers() -> Papers {
    let papers = [("made", MADE), ("lab", LAB)];
    let papers = papers.map(|(key, text)| Paper::parse(key, text, &label).unwrap());
    Papers(papers.to_vec())
}
