//! Whole pages of made-up runs.

pub(crate) mod samples;

use super::*;
use crate::tests::samples::{label, newest, pages, papers, rows};
use records::Rows;
use std::fs;

fn write_run(rows: &Rows, out: &Path) -> Vec<PathBuf> {
    write_all(
        &newest(rows),
        &papers(),
        &pages(),
        &site::About::default(),
        out,
    )
    .unwrap()
    .files
}

#[test]
fn the_pages_of_a_run() {
    let out = tempfile::tempdir().unwrap();
    let written = write_run(&rows(), out.path());
    let names: Vec<_> = written
        .iter()
        .map(|p| p.strip_prefix(out.path()).unwrap())
        .collect();
    assert_eq!(
        names
            .iter()
            .map(|p| p.to_str().unwrap())
            .collect::<Vec<_>>(),
        [
            "made/made-fig10-1.svg",
            "made/made-fig11-1.svg",
            "made/made-fig7-1.svg",
            "made/made-claims.svg",
            "made/README.md",
            "lab/lab-modern-1.svg",
            "lab/lab-claims.svg",
            "lab/README.md",
            "README.md",
            "choose.md",
            "claims.md",
            "rules.md",
            "scenes.md",
            "glossary.md",
            "machine.md",
            "index.html",
        ]
    );
    insta::assert_snapshot!(
        "summary",
        fs::read_to_string(out.path().join("README.md")).unwrap()
    );
    for (name, file) in [
        ("paper", "made/README.md"),
        ("claims", "claims.md"),
        ("rules", "rules.md"),
    ] {
        let text = fs::read_to_string(out.path().join(file)).unwrap();
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn drawing_again_gives_the_same_bytes_and_removes_stale_pictures() {
    let out = tempfile::tempdir().unwrap();
    let written = write_run(&rows(), out.path());
    let read = || {
        written
            .iter()
            .map(|path| fs::read(path).unwrap())
            .collect::<Vec<_>>()
    };
    let before = read();
    let stale = out.path().join("made/made-fig10-2.svg");
    let note = out.path().join("made/note.txt");
    for path in [&stale, &note] {
        fs::write(path, "x").unwrap();
    }
    let again = write_run(&rows(), out.path());
    assert_eq!((again, read()), (written.clone(), before));
    assert!(!stale.exists() && note.exists());
}

#[test]
fn hardly_any_rows_still_make_pages() {
    let out = tempfile::tempdir().unwrap();
    write_run(&Rows::default(), out.path());
    let claims = fs::read_to_string(out.path().join("claims.md")).unwrap();
    assert!(claims.contains("2 not testable"), "{claims}");
    let first = |row: &&records::Row| row.key.experiment == "made-fig10" && row.key.x == 10.0;
    let few: Rows = rows().iter().filter(first).cloned().collect();
    write_run(&few, out.path());
    let paper = fs::read_to_string(out.path().join("made/README.md")).unwrap();
    assert!(
        paper.contains("made-fig10-1.svg") && !paper.contains("Figure 11"),
        "{paper}"
    );
}

/// Returns a page beside the folders of papers, of these rows with these definitions.
fn summary(newest: &Newest, pages: &[Page], file: &str) -> String {
    let out = tempfile::tempdir().unwrap();
    write_all(
        newest,
        &papers(),
        pages,
        &site::About::default(),
        out.path(),
    )
    .unwrap();
    fs::read_to_string(out.path().join(file)).unwrap()
}

#[test]
fn the_first_screen_has_detectors_papers_and_scope_before_the_tables() {
    let mut pages = pages();
    let race = r#"
        question = "Who is fastest?"
        [measure]
        jobs = [{ title = "a swarm" }, { title = "shuttles" }, { title = "lamps" }]
        detectors = [{ name = "parry3d" }, { name = "face-octree" }]
        [page]
        race = "all contacts"
    "#;
    pages.push(Page::parse("lab-race", race, &papers(), &label).unwrap());
    let title = "title = \"Budgets\"";
    let budgets = format!("question = \"?\"\n[page]\n{title}");
    pages.push(Page::parse("lab-budget", &budgets, &papers(), &label).unwrap());
    let mut rows = rows();
    for (detector, seconds) in [("parry3d", 3e-6), ("face-octree", 2e-6)] {
        rows.push(samples::time(
            "lab-race",
            detector,
            "a swarm",
            0.0,
            &[seconds; 3],
        ));
    }
    let mut key = samples::key("lab-budget", "sphere-tree", "", 50.0);
    key.x_name = "budget".into();
    let certified = &[0.8];
    rows.push(records::Row::from_samples(
        &key,
        "certified",
        records::Unit::Ratio,
        certified,
    ));
    let mut newest = newest(&rows);
    let full = summary(&newest, &pages, "README.md");
    let order = [
        "**Not here:**",
        "**Your own meshes:**",
        "## Pick a detector",
        "| [an answer with proof at a deadline](choose.md#deadline), if no exact detector is in time | [**sphere-tree (tuned)**]",
        "](lab/lab-race-matrix.svg)",
        "*The octree is fast.*",
        "1 of the 2 claims",
        "Findings about the papers themselves",
        "## Machine and further pages",
    ];
    let places = order.map(|text| full.find(text).unwrap_or_else(|| panic!("{text}: {full}")));
    assert!(places.is_sorted(), "{places:?}");
    assert!(
        full.contains("measured: 1 of 3 jobs of \"all contacts\".\n"),
        "{full}"
    );
    let choose = summary(&newest, &pages, "choose.md");
    let order = [
        "| a swarm | face octree (1995) 2 |",
        "sphere-tree (tuned) decides the most pairs",
        "1 of 3 jobs: face octree (1995) is the fastest in 1.",
    ];
    let places = order.map(|text| {
        choose
            .find(text)
            .unwrap_or_else(|| panic!("{text}: {choose}"))
    });
    assert!(places.is_sorted(), "{places:?}");
    newest.recordings[0].run.quick = true;
    let quick = summary(&newest, &pages, "README.md");
    let left_out = "1 of 3 jobs of \"all contacts\". A quick run leaves the others out.\n";
    assert!(quick.contains(left_out), "{quick}");
}

#[test]
fn a_section_states_slow_repeats() {
    let mut rows = rows();
    let mut push = |experiment, seconds: &[f64]| {
        let key = samples::key(experiment, records::CALIBRATION, "", 40.0);
        let unit = records::Unit::Seconds;
        rows.push(records::Row::from_samples(
            &key,
            records::CALIBRATION,
            unit,
            seconds,
        ));
    };
    push("made-fig10", &[1e-4; 9]);
    push("made-fig11", &[1e-4, 1e-4, 1.2e-4]);
    let out = tempfile::tempdir().unwrap();
    write_run(&rows, out.path());
    let paper = fs::read_to_string(out.path().join("made/README.md")).unwrap();
    assert_eq!(paper.matches("slow").count(), 1, "{paper}");
    let after = paper.split("made-fig11\"></a>").nth(1).unwrap();
    assert!(after.contains("\n1 of 3 repeats was slow."), "{paper}");
}

#[test]
fn a_section_of_another_machine_says_so() {
    let mut newest = newest(&rows());
    let is_fig11 = |name: &String| name == "made-fig11";
    let mut other = newest.recordings[0].clone();
    other.experiments.retain(is_fig11);
    other.run.machine.cores = 64;
    newest.recordings[0]
        .experiments
        .retain(|name| !is_fig11(name));
    newest.elsewhere.push(other);
    let out = tempfile::tempdir().unwrap();
    write_all(
        &newest,
        &papers(),
        &pages(),
        &site::About::default(),
        out.path(),
    )
    .unwrap();
    let read = |name: &str| fs::read_to_string(out.path().join(name)).unwrap();
    let says = "> Measured on another machine than the other sections: a processor (family 1, \
                model 2, stepping 3), 64 cores.\n";
    let sections = read("made/README.md");
    let sections: Vec<&str> = sections.split("<a id=\"made-").collect();
    let of = |id: &str| sections.iter().find(|text| text.starts_with(id)).unwrap();
    assert!(of("fig11").contains(says), "{}", of("fig11"));
    assert!(!of("fig10").contains("another machine"), "{}", of("fig10"));
    let summary = read("machine.md");
    assert!(
        summary.contains("Experiments that this machine lacks"),
        "{summary}"
    );
    assert!(
        summary.contains("| 1 |  | a processor (family 1,"),
        "{summary}"
    );
}

/// An expression that selects several experiments has bars, which end a cell.
#[test]
fn a_command_with_bars_stays_in_its_cell() {
    let mut newest = newest(&rows());
    newest.recordings[0].run.command = "cargo xtask compare --filter='a|b'".to_owned();
    let out = tempfile::tempdir().unwrap();
    let about = site::About::default();
    write_all(&newest, &papers(), &pages(), &about, out.path()).unwrap();
    let machine = fs::read_to_string(out.path().join("machine.md")).unwrap();
    let cell = r"| `cargo xtask compare --filter='a\|b'` |";
    assert!(machine.contains(cell), "{machine}");
}

/// A file may have any name.
#[test]
fn a_command_with_grave_accents_is_code_to_its_end() {
    let mut newest = newest(&rows());
    newest.recordings[0].run.command = "cargo xtask compare --scene '`<b>``'".to_owned();
    let out = tempfile::tempdir().unwrap();
    let about = site::About::default();
    write_all(&newest, &papers(), &pages(), &about, out.path()).unwrap();
    let code = "```cargo xtask compare --scene '`<b>``'```";
    for (page, words) in [
        ("machine.md", format!("| {code} |")),
        ("made/README.md", format!("Reproduce with {code}; rows")),
        ("rules.md", code.to_owned()),
    ] {
        let text = fs::read_to_string(out.path().join(page)).unwrap();
        assert!(text.contains(&words), "{page}: {text}");
    }
}

#[test]
fn pictures_of_one_page_have_different_titles() {
    let (papers, pages, _) = samples::committed();
    for paper in &papers.0 {
        let of_paper = pages.iter().filter(|page| paper.owns(&page.id));
        let titles = of_paper.flat_map(|page| {
            let plots = page.plots().into_iter();
            plots.map(|plot| plot.heading(page).to_owned())
        });
        let mut titles: Vec<String> = titles.collect();
        titles.sort();
        let twice: Vec<_> = titles.windows(2).filter(|two| two[0] == two[1]).collect();
        assert!(twice.is_empty(), "{}: {twice:?}", paper.key);
    }
}

/// Pages show pictures at a width of about 860 pixels. Wider ones have smaller text there.
#[test]
fn every_picture_is_at_most_900_pixels_wide() {
    let width = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let after = text.split("<svg width=\"").nth(1).unwrap();
        let digits = after.split('"').next().unwrap();
        digits.parse::<u32>().unwrap()
    };
    let folders = fs::read_dir(samples::committed_folder("reports")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| {
        let files = fs::read_dir(folder).unwrap();
        files.map(|entry| entry.unwrap().path())
    });
    let is_picture = |path: &PathBuf| path.extension().is_some_and(|ext| ext == "svg");
    let pictures: Vec<PathBuf> = files.filter(is_picture).collect();
    assert!(pictures.len() > 100, "{}", pictures.len());
    let wide: Vec<_> = pictures.iter().filter(|path| width(path) > 900).collect();
    assert!(wide.is_empty(), "{wide:?}");
}

/// More curves over two axes cannot be distinguished at half size.
#[test]
fn pictures_of_curves_have_at_most_six_series() {
    let (_, pages, rows) = samples::committed();
    let drawings = Drawings::of(rows, pages);
    let crowded = drawings.charts.iter().filter(|(_, _, plot, chart)| {
        let is_drawn = plot.shape != PlotShape::Table && chart.constant().is_none();
        is_drawn && chart.measured_curves() > 6
    });
    let files: Vec<&str> = crowded.map(|(_, file, ..)| file.as_str()).collect();
    assert_eq!(files, [""; 0]);
}

#[test]
fn an_experiment_of_no_paper_is_an_error() {
    let out = tempfile::tempdir().unwrap();
    let stray = Page::parse("jones99-fig1", "question = \"?\"", &papers(), &label).unwrap();
    let none = Newest::default();
    let error = write_all(
        &none,
        &papers(),
        &[stray],
        &site::About::default(),
        out.path(),
    )
    .unwrap_err();
    assert!(error.to_string().contains("jones99-fig1"), "{error}");
}
