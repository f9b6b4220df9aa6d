//! Races of made-up rows.

use super::*;
use crate::tests::samples::{key, label, papers};
use records::{Row, Unit};

const RACE: &str = r#"
    question = "Who is fastest?"
    [measure]
    jobs = [
        { title = "two spheres", scene = { generator = "two-spheres" } },
        { title = "a swarm", scene = { generator = "sphere-swarm" } },
        { title = "not measured", scene = { generator = "calm" } },
    ]
    detectors = [{ name = "parry3d" }, { name = "face-octree" }, { name = "brute-force" }]
    [page]
    race = "all contacts"
"#;

fn rows() -> Rows {
    let row = |job: &str, detector: &str, seconds: f64| {
        let key = key("lab-race", detector, job, 0.0);
        Row::from_samples(&key, "time", Unit::Seconds, &[seconds; 3])
    };
    let refused = key("lab-race", "face-octree", "a swarm", 0.0);
    let wrong = key("lab-race", "brute-force", "two spheres", 0.0);
    [
        row("two spheres", "parry3d", 2e-6),
        row("two spheres", "face-octree", 8e-6),
        row("two spheres", "brute-force", 1e-6),
        Row::count(&wrong, "missed-collisions", 2),
        row("a swarm", "parry3d", 3e-6),
        Row::failure(&refused, "time", Unit::Seconds, "not convex"),
    ]
    .into_iter()
    .collect()
}

#[test]
fn jobs_that_intervals_do_not_decide_have_several_winners() {
    let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
    let row = |detector: &str, seconds: [f64; 5]| {
        let key = key("lab-race", detector, "a swarm", 0.0);
        Row::from_samples(&key, "time", Unit::Seconds, &seconds)
    };
    let noisy = [2.0, 2.9, 3.0, 3.1, 9.0].map(|us| us * 1e-6);
    let rows: Rows = [row("parry3d", [3.1e-6; 5]), row("face-octree", noisy)]
        .into_iter()
        .collect();
    let race = Race::of(&rows, &page).unwrap();
    let first = race.first();
    let both =
        "face octree (1995) and parry3d BVH + exact test are each the fastest, or one of the";
    assert!(first.starts_with(both), "{first}");
    let standing = race.standing();
    let lines: Vec<&str> = standing.lines().skip(2).collect();
    assert!(
        lines[0].starts_with("| face octree (1995) | 1 | 0 | 1: a swarm | 1 |"),
        "{standing}"
    );
    assert!(
        lines[1].starts_with("| parry3d BVH + exact test | 1 | 0 | 1: a swarm | 1.03 |"),
        "{standing}"
    );
}

#[test]
fn one_slow_sample_of_the_fastest_makes_no_tie() {
    let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
    let row = |detector: &str, microseconds: [f64; 5]| {
        let key = key("lab-race", detector, "a swarm", 0.0);
        let seconds = microseconds.map(|us| us * 1e-6);
        Row::from_samples(&key, "time", Unit::Seconds, &seconds)
    };
    let rows: Rows = [
        row("parry3d", [1.0, 1.0, 1.0, 1.0, 9.0]),
        row("face-octree", [3.0; 5]),
        row("brute-force", [1.4; 5]),
    ]
    .into_iter()
    .collect();
    let race = Race::of(&rows, &page).unwrap();
    for cell in &race.jobs[0].cells {
        let Cell::Measured { ratio, .. } = cell else {
            panic!("all are measured");
        };
        let ratio = ratio.as_ref().unwrap();
        assert!(ratio.low <= 1.0, "an interval that excludes 1: {ratio:?}");
    }
    assert_eq!(race.jobs[0].fastest(), [0, 2]);
    assert_eq!(
        race.winners(),
        "parry3d BVH + exact test is one of the fastest in 1, brute force is one of the \
         fastest in 1"
    );
    let matrix = race.matrix();
    assert!(
        matrix.ends_with("| a swarm | **1** | 3 | **1.40** | 1 |\n"),
        "{matrix}"
    );
    let is_best = |slowdown: &Slowdown| matches!(slowdown, Slowdown::Times { best: true, .. });
    let best: Vec<bool> = race.picture().rows[0].cells.iter().map(is_best).collect();
    assert_eq!(best, [true, true, false]);
    let octree = &race.results_of("face-octree")[0];
    assert!(octree.ratio.is_some_and(|ratio| ratio > 1.0));
}

#[test]
fn the_picture_has_the_winner_first_and_marks_wrong_answers() {
    let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
    let rows = rows();
    let picture = Race::of(&rows, &page).unwrap().picture();
    assert_eq!(
        picture.columns,
        ["parry3d + exact", "octree ’95", "brute force"]
    );
    let times = |ratio, best, wrong| Slowdown::Times { ratio, best, wrong };
    let cells: Vec<_> = picture.rows.iter().map(|row| row.cells.clone()).collect();
    let spheres = vec![
        times(1.0, true, false),
        times(4.0, false, false),
        times(0.5, false, true),
    ];
    let swarm = vec![
        times(1.0, true, false),
        Slowdown::Refused,
        Slowdown::NotMeasured,
    ];
    assert_eq!(cells, [spheres, swarm]);
    assert_eq!(picture.rows[0].remark, "2 µs");
}

#[test]
fn the_summary_names_the_fastest_of_each_job_and_how_many_jobs_there_are() {
    let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
    let rows = rows();
    let race = Race::of(&rows, &page).unwrap();
    assert_eq!(
        (race.extent().as_str(), race.is_partial()),
        ("2 of 3 jobs", true)
    );
    assert_eq!(
        race.winners(),
        "parry3d BVH + exact test is the fastest in 2"
    );
    let first = RACE
        .replace("all contacts", "yes or no")
        .replace(r#""face-octree""#, r#""face-octree", first-contact = true"#);
    let first = Page::parse("lab-first", &first, &papers(), &label).unwrap();
    let row = |job: &str, detector: &str, seconds: &[f64]| {
        let key = key("lab-first", detector, job, 0.0);
        Row::from_samples(&key, "time", Unit::Seconds, seconds)
    };
    let rows: Rows = [
        row("a swarm", "parry3d", &[3.1e-6; 5]),
        row(
            "a swarm",
            "face-octree first-contact",
            &[2e-6, 2.9e-6, 3e-6, 3.1e-6, 9e-6],
        ),
        row("not measured", "face-octree first-contact", &[4e-6; 3]),
    ]
    .into_iter()
    .collect();
    let second = Race::of(&rows, &first).unwrap();
    assert_eq!(
        second.winners(),
        "face octree (1995) is the fastest in 1 and one of the fastest in 1, parry3d BVH + exact \
         test is one of the fastest in 1"
    );
    assert_eq!(
        fastest(&[race, second]),
        "| job | all contacts, in µs | yes or no, in µs |\n\
         | :-- | --: | --: |\n\
         | [two spheres](scenes.md#two-spheres) | parry3d BVH + exact test 2 | – |\n\
         | [a swarm](scenes.md#sphere-swarm) | parry3d BVH + exact test 3 | face octree (1995) 3; parry3d BVH + exact test |\n\
         | [not measured](scenes.md#calm) | – | face octree (1995) 4 |\n"
    );
    assert_eq!(fastest(&[]), "");
}

#[test]
fn the_note_on_parry3d_needs_its_rows() {
    let text = RACE.replace(
        r#"{ name = "brute-force" }"#,
        r#"{ name = "parry3d-gjk" }, { name = "parry3d-trimesh" }"#,
    );
    let page = Page::parse("lab-race", &text, &papers(), &label).unwrap();
    let note = |detectors: &[&str]| {
        let row = |detector: &&str| {
            let key = key("lab-race", detector, "a swarm", 0.0);
            Row::from_samples(&key, "time", Unit::Seconds, &[1e-6; 3])
        };
        let rows: Rows = detectors.iter().map(row).collect();
        Race::of(&rows, &page).unwrap().footnote()
    };
    let hierarchy = "parry3d BVH + exact test is the hierarchy of the library parry3d with our \
                     exact test of faces in its leaves.";
    assert_eq!(note(&["parry3d", "face-octree"]), hierarchy);
    assert_eq!(note(&["face-octree", "parry3d-gjk"]), "");
    assert_eq!(
        note(&["parry3d", "parry3d-gjk", "parry3d-trimesh"]),
        format!("{hierarchy} Its own queries, as they come: parry3d GJK, parry3d meshes (f64).")
    );
}

#[test]
fn jobs_of_a_kind_are_together_under_its_name() {
    let titles = [
        "2 spheres deform",
        "two spheres",
        "15 shuttles",
        "2 tubes deform",
    ];
    let jobs =
        titles.map(|t| format!("{{ title = \"{t}\", scene = {{ generator = \"two-spheres\" }} }}"));
    let text = RACE.split("jobs = [").next().unwrap().to_owned()
        + &format!(
            "jobs = [{}]\ndetectors = [{{ name = \"parry3d\" }}]\n",
            jobs.join(", ")
        )
        + "[page]\ntitle = \"All contacts\"\nrace = \"all contacts\"\n";
    let page = Page::parse("lab-race", &text, &papers(), &label).unwrap();
    let row = |title: &&str| {
        let key = key("lab-race", "parry3d", title, 0.0);
        Row::from_samples(&key, "time", Unit::Seconds, &[1e-6; 3])
    };
    let rows: Rows = titles.iter().map(row).collect();
    let picture = Race::of(&rows, &page).unwrap().picture();
    let names: Vec<&str> = picture.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "15 shuttles",
            "2 spheres deform",
            "2 tubes deform",
            "two spheres"
        ]
    );
    let groups: Vec<(usize, &str)> = picture
        .groups
        .iter()
        .map(|(i, n)| (*i, n.as_str()))
        .collect();
    assert_eq!(
        groups,
        [
            (0, "a few rigid bodies, mostly apart or concave"),
            (1, "bodies that deform (the same faces, other vertices)"),
            (3, "other jobs"),
        ]
    );
}

#[test]
fn a_wrong_detector_is_never_the_best() {
    let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
    let rows = rows();
    let race = Race::of(&rows, &page).unwrap();
    assert_eq!(
        race.matrix(),
        "| job | parry3d + exact | octree ’95 | brute force | fastest, in µs |\n\
         | :-- | --: | --: | --: | --: |\n\
         | two spheres | **1** | 4 | 0.500 (2 wrong) | 2 |\n\
         | a swarm | **1** | refused | – | 3 |\n"
    );
    let standing = race.standing();
    let lines: Vec<&str> = standing.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "| parry3d BVH + exact test | 2 | 2: two spheres; a swarm | 0 | 1 | 1 (two spheres) | 0 |",
            "| face octree (1995) | 1 | 0 | 0 | 4 | 4 (two spheres) | 0 |",
            "| brute force | 1 | 0 | 0 | – | – | 2 |",
        ]
    );
    assert!(Race::of(&Rows::default(), &page).is_none());
}
