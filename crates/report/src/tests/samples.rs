//! Rows, papers and definitions for tests: made-up ones, and those of the repository.

use crate::papers::Paper;
use crate::{Page, Papers};
/// Names a detector as rows do.
pub(crate) use experiments::label;
use records::{Key, Machine, Newest, NewestOf, Row, Rows, Run, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Returns the key of a made-up row.
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

/// Returns a made-up row of times in seconds.
pub(crate) fn time(experiment: &str, detector: &str, series: &str, x: f64, samples: &[f64]) -> Row {
    Row::from_samples(
        &key(experiment, detector, series, x),
        "time",
        Unit::Seconds,
        samples,
    )
}

/// Returns nine samples around `milliseconds`, up to 4 % away.
pub(crate) fn around(milliseconds: f64) -> Vec<f64> {
    (0..9)
        .map(|i| milliseconds * 1e-3 * (0.96 + 0.01 * f64::from(i * 7 % 9)))
        .collect()
}

/// Returns made-up rows of three experiments: one with a crossing, one with steps and a failure,
/// one of a single detector.
pub(crate) fn rows() -> Rows {
    let mut rows = Rows::default();
    for (faces, octree, planes) in [(10.0, 16.0, 10.0), (20.0, 20.0, 40.0), (40.0, 40.0, 160.0)] {
        let mut push = |experiment, detector, ms| {
            rows.push(time(experiment, detector, "", faces, &around(ms)));
        };
        push("made-fig10", "face-octree", octree);
        push("made-fig10", "separating-plane", planes);
        push("made-fig7", "face-octree", octree);
    }
    for x in [39.0, 40.0] {
        rows.push(time("made-fig11", "face-octree", "", x, &around(11.0)));
        rows.push(time("made-fig11", "octree-update", "", x, &around(150.0)));
    }
    let at = |detector| key("made-fig11", detector, "", 40.0);
    for (step, ms) in [
        ("face-checklist", 2.0),
        ("subdivision", 6.0),
        ("face-pairs", 3.0),
    ] {
        rows.push(Row::from_samples(
            &at("face-octree"),
            &format!("step-time/{step}"),
            Unit::Seconds,
            around(ms),
        ));
    }
    rows.push(Row::from_samples(
        &at("octree-update"),
        "prepare-time",
        Unit::Seconds,
        around(900.0),
    ));
    rows.push(Row::failure(
        &at("separating-plane"),
        "time",
        Unit::Seconds,
        "body 1 (shuttle) is not convex",
    ));
    for (detector, ms) in [("face-octree-tuned", 0.1), ("parry3d", 0.2)] {
        rows.push(time("lab-modern", detector, "", 3968.0, &around(ms)));
    }
    rows
}

/// Returns the circumstances of a made-up run.
pub(crate) fn run() -> Run {
    Run {
        format: Run::FORMAT,
        date: "2026-11-23T06:20:00Z".into(),
        revision: "0123456".into(),
        dirty: false,
        machine: Machine {
            cpu: "a processor".into(),
            model: "family 1, model 2, stepping 3".into(),
            caches: "L1d 48 KiB, L2 1 MiB".into(),
            hypervisor: "none".into(),
            cores: 2,
            memory: 8 << 30,
            os: "an operating system".into(),
            rustc: "rustc 1.95.0".into(),
            flags: "none".into(),
            load: "0.25".into(),
            clock: "tsc".into(),
            governor: "performance".into(),
        },
        profile: "release".into(),
        command: "cargo xtask compare".into(),
        quick: false,
        workers: std::num::NonZeroUsize::MIN,
        processes: std::num::NonZeroUsize::MIN,
        selected: false,
        detectors: None,
        experiments: BTreeMap::new(),
        failures: Vec::new(),
    }
}

/// Returns rows as if they were of one recording.
pub(crate) fn newest(rows: &Rows) -> Newest {
    let experiments = rows.iter().map(|row| row.key.experiment.clone());
    let experiments: BTreeSet<String> = experiments.collect();
    Newest {
        rows: rows.clone(),
        recordings: vec![NewestOf {
            folder: "record/a-processor-2-cores/2026-11-23-0123456".into(),
            run: run(),
            experiments: experiments.into_iter().collect(),
        }],
        elsewhere: Vec::new(),
        earlier: Vec::new(),
        others: Vec::new(),
    }
}

/// Returns a made-up paper with the laboratory's own hypotheses.
pub(crate) fn papers() -> Papers {
    let paper = |(key, text)| Paper::parse(key, text, &label).unwrap();
    Papers([("made", MADE), ("lab", LAB)].map(paper).to_vec())
}

/// The text of a made-up paper.
pub(crate) const MADE: &str = r#"
    [paper]
    title = "A made-up paper"
    year = 1999
    claimed = "The octree is fast."
    errors = ["§2: one and one are not three."]
    [figure.10]
    axis = "faces"
    x = [10, 20]
    unit = "ms"
    curves = [
        { name = "octree", label = "Made", detector = "face-octree", y = [16, 21.5] },
        { name = "planes", label = "Made planes", detector = "separating-plane", y = [12, 43] },
    ]
    [figure.11]
    unit = "ms"
    curves = [{ name = "octree", y = [10] }, { name = "update", y = [500] }]
    [[section]]
    name = "§1"
    title = "Introduction"
    [[not-testable]]
    place = "§1"
    says = "It takes {figure.11.octree} in 1999."
    why = "No clock of 1999."
    [[section]]
    name = "§2"
    title = "Other work"
    no-claim = "Related work."
    [[section]]
    name = "§3"
    title = "Results"
    figures = ["Figure 10"]
    [[section]]
    name = "§3.1"
    title = "Updates"
    figures = ["Figure 11"]
    [says]
    made-fig10 = "From {figure.10.octree} at {figure.10}."
    [[claim]]
    id = "overtakes"
    experiment = "made-fig10"
    place = "Figure 10"
    says = "With {figure.10} faces the octree overtakes."
    measures = [{ measure = "ratio", of = { detector = "separating-plane", at = [10, 20], paper = "figure.10.planes" }, by = { detector = "face-octree", paper = "figure.10.octree" } }]
    reproduced = [{ is = { above = 1 }, interval = true, in = "last" }, { is = { within-factor = 1.5 } }]
    control = { alike = true, why = "Neither overtakes.", no-row = "There is none." }
    rule-of = "2026-11-21"
    caveat = "Made up."
    [[claim]]
    id = "update"
    experiment = "made-fig11"
    place = "Figure 11"
    says = "The octree is faster than updating."
    measures = [{ measure = "ratio", of = { detector = "octree-update", paper = "figure.11.update" }, by = { detector = { name = "face-octree", level = 6 }, paper = "figure.11.octree" } }]
    reproduced = [{ is = { within-factor = 1.5 } }]
    contradicted = [{ is = { below = 1 }, interval = true }]
    shifted = [{ is = { above = 1 }, interval = true }]
    control = { detector = "face-octree", instead-of = "octree-update", why = "Nothing is updated." }
    rule-of = "2026-11-21"
    changed = [{ date = "2026-11-23", was = "Reproduced: above 1", why = "Too | wide." }]
    caveat = "Made up."
"#;

const LAB: &str = r#"
    [paper]
    title = "Our own"
    [[claim]]
    id = "lab-faster"
    experiment = "lab-modern"
    place = "today"
    says = "The tuned one is faster."
    measures = [{ measure = "ratio", of = { detector = "face-octree-tuned" }, by = { detector = "parry3d" } }]
    held = [{ is = { below = 1 }, interval = true }]
    control = { swap = true, why = "The other one is not faster.", no-row = "There is none." }
    rule-of = "2026-11-22"
    caveat = "Made up."
"#;

/// Returns the definitions of the made-up experiments.
pub(crate) fn pages() -> Vec<Page> {
    let page = |(id, text): (&str, &str)| {
        let text = format!("question = \"Why?\"\n{text}");
        Page::parse(id, &text, &papers(), &label).unwrap()
    };
    [
        ("made-fig7", ""),
        ("made-fig10", FIG10),
        ("made-fig11", FIG11),
        ("lab-modern", ""),
    ]
    .map(page)
    .to_vec()
}

pub(crate) const FIG10: &str = r#"
    [measure]
    detectors = [{ name = "face-octree", level = 6 }, { name = "separating-plane" }]
    [[page.plot]]
    log = "xy"
    paper = "figure.10"
    meets = 10
    [[page.plot]]
    quantity = "plane-tests"
"#;

const FIG11: &str = r#"
    [page]
    title = "Figure 11: against octree update"
    analysis = "Each node brings *all* its faces. {slower: Updating takes {slower} times as long.} {fast: It is fast.}"
    [page.numbers]
    slower = { measure = "ratio", of = { detector = "octree-update" }, by = { detector = "face-octree" } }
    [page.conditions]
    slower = [{ is = { above = 1 }, interval = true }]
    fast = [{ is = { below = 1 } }]
    [[page.plot]]
    x = "cycle"
    y = "time per cycle"
    log = "y"
"#;

/// Returns a folder of the repository.
pub(crate) fn committed_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

/// Returns the papers, definitions and rows of the repository, which are read once.
pub(crate) fn committed() -> (&'static Papers, &'static Vec<Page>, &'static Rows) {
    static DEFINITIONS: OnceLock<(Papers, Vec<Page>)> = OnceLock::new();
    let (papers, pages) = DEFINITIONS.get_or_init(|| {
        let papers = Papers::read(&committed_folder("benches/papers"), &label).unwrap();
        let folder = std::fs::read_dir(committed_folder("benches/experiments")).unwrap();
        let pages = folder.map(|entry| {
            let path = entry.unwrap().path();
            let id = path.file_stem().unwrap().to_string_lossy();
            let text = std::fs::read_to_string(&path).unwrap();
            Page::parse(&id, &text, &papers, &label).unwrap()
        });
        let pages = pages.collect();
        (papers, pages)
    });
    (papers, pages, &committed_newest().rows)
}

/// Returns the newest rows of the repository, which are read once.
pub(crate) fn committed_newest() -> &'static Newest {
    static NEWEST: OnceLock<Newest> = OnceLock::new();
    NEWEST.get_or_init(|| Newest::read(&committed_folder("reports")).unwrap())
}
