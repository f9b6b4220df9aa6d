//! The interactive page of made-up rows, and of those of the repository.

use super::*;
use crate::tests::samples;
use serde_json::Value;

/// Returns the texts of the blocks of a class in a page.
fn blocks<'a>(page: &'a str, class: &str) -> Vec<&'a str> {
    let start = format!("<script type=\"application/json\" class=\"{class}\">");
    let parts = page.split(&start).skip(1);
    parts
        .map(|p| p.split("</script>").next().unwrap())
        .collect()
}

#[test]
fn a_page_of_scenes_contains_no_markup_of_its_data() {
    let name = "</script><img src=x onerror=alert(1)><!--";
    let scene = serde_json::json!({ "name": name }).to_string();
    let page = playback_page("<b>&\"mine\"", &[scene]);
    assert!(page.contains("<title>&lt;b&gt;&amp;&quot;mine&quot;</title>"));
    assert!(!page.contains("<img src=x"));
    let [scene] = blocks(&page, "playback")[..] else {
        panic!("one block");
    };
    let read: Value = serde_json::from_str(scene).unwrap();
    assert_eq!(read["name"], name);
    assert!(blocks(&page, "data").is_empty());
}

#[test]
fn a_page_loads_nothing_and_runs_one_script() {
    let page = playback_page("scenes", &[]);
    for from_elsewhere in ["src=\"", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(from_elsewhere), "{from_elsewhere}");
    }
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
}

/// Returns the page of the repository's rows, and its data.
fn committed() -> (String, Value) {
    let out = samples::committed_folder("reports");
    let newest = Newest::read(&out).unwrap();
    let (papers, pages, rows) = samples::committed();
    let ledger = crate::claims::ledger(&rows, &papers, &pages);
    let about = About {
        detectors: vec![DetectorFacts {
            name: "bvh".into(),
            ..DetectorFacts::default()
        }],
        jobs: Vec::new(),
    };
    let input = SiteInput {
        newest: &newest,
        papers: &papers,
        pages: &pages,
        ledger: &ledger,
        drawings: &Drawings::of(&rows, &pages),
        about: &about,
    };
    let page = page(&input, &out).unwrap();
    let data = serde_json::from_str(blocks(&page, "data")[0]).unwrap();
    (page, data)
}

#[test]
fn the_page_has_every_claim_detector_and_row_of_the_repository() {
    let (page, data) = committed();
    assert!(page.len() <= LARGEST, "{} bytes", page.len());
    let (papers, _, rows) = samples::committed();
    let claims = papers.0.iter().flat_map(|paper| &paper.claims);
    let ids: Vec<&str> = claims.map(|claim| claim.id.as_str()).collect();
    let written = data["claims"].as_array().unwrap();
    let written: Vec<&str> = written.iter().map(|c| c["id"].as_str().unwrap()).collect();
    assert_eq!(written, ids);
    let texts: Vec<&str> = data["texts"].as_array().unwrap().iter().map(text).collect();
    let mut points = 0;
    for experiment in data["experiments"].as_array().unwrap() {
        points += experiment["errors"].as_array().unwrap().len();
        for line in experiment["lines"].as_array().unwrap() {
            let numbers = line["p"].as_array().unwrap().len();
            let of_point = line["n"].as_u64().unwrap() as usize;
            assert_eq!(numbers % of_point, 0);
            points += numbers / of_point;
        }
    }
    let is_shown = |row: &&records::Row| row.quantity != records::CALIBRATION;
    assert_eq!(points, rows.iter().filter(is_shown).count());
    for row in rows.iter().filter(is_shown).filter(|r| r.error().is_none()) {
        let detector = row.key.detector.as_str();
        assert!(texts.contains(&detector), "{detector}");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn rows_that_are_too_many_are_an_error_and_scenes_are_left_out() {
    let scene = |name: &str, size| scenes::SceneFile {
        name: name.into(),
        text: "x".repeat(size),
    };
    let (fitting, left_out) = scenes::fitting(
        vec![scene("large", 2_000_000), scene("small", 1_000)],
        1_500_000,
    );
    assert_eq!(fitting, ["x".repeat(1_000)]);
    assert_eq!(left_out, ["large, 2.0 MB"]);
}

#[test]
fn the_newest_playback_file_of_a_name_counts() {
    let out = tempfile::tempdir().unwrap();
    for (day, text) in [(20, "old"), (21, "new")] {
        let run = records::Run {
            date: format!("2026-11-{day}T06:20:00Z"),
            ..samples::run()
        };
        let recording = records::Recording::create(out.path(), run).unwrap();
        std::fs::write(recording.folder.join("two.playback.json"), text).unwrap();
    }
    let found = scenes::of(out.path()).unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|s| (s.name.as_str(), s.text.as_str()))
        .collect();
    assert_eq!(found, [("two", "new")]);
}

#[test]
fn numbers_keep_four_digits_and_counts_keep_all() {
    assert_eq!(data::short(1.234_56e-6), 1.235e-6);
    assert_eq!(data::short(123_456.0), 123_456.0);
    assert_eq!(data::short(0.0), 0.0);
}
