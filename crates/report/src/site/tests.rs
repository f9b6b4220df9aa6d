//! The interactive page of made-up rows, and of those of the repository.

use super::*;
use crate::tests::samples;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;

/// Returns the texts of the blocks of a type and class in a page.
fn blocks<'a>(page: &'a str, kind: &str, class: &str) -> Vec<&'a str> {
    let start = format!("<script type=\"application/{kind}\" class=\"{class}\"");
    let parts = page.split(&start).skip(1);
    let block = |part: &'a str| {
        let block = part.split("</script>").next().unwrap();
        block.split_once('>').unwrap().1
    };
    parts.map(block).collect()
}

/// Returns the text of a packed block.
fn unpacked(block: &str) -> String {
    let bytes = STANDARD.decode(block).unwrap();
    let mut text = String::new();
    GzDecoder::new(&bytes[..])
        .read_to_string(&mut text)
        .unwrap();
    text
}

#[test]
fn a_page_of_scenes_contains_no_markup_of_its_data() {
    let name = "</script><img src=x onerror=alert(1)><!--";
    let scene = serde_json::json!({ "name": name }).to_string();
    let page = playback_page("<b>&\"mine\"", &[scene]);
    assert!(page.contains("<title>&lt;b&gt;&amp;&quot;mine&quot;</title>"));
    assert!(!page.contains("<img src=x"));
    let [scene] = blocks(&page, "json", "playback")[..] else {
        panic!("one block");
    };
    let read: Value = serde_json::from_str(scene).unwrap();
    assert_eq!(read["name"], name);
    assert!(blocks(&page, "gzip", "data").is_empty());
}

#[test]
fn a_page_of_scenes_shows_what_changes_the_order_of_letters() {
    let scene = serde_json::json!({ "name": "a\u{202e}\\b" }).to_string();
    let page = playback_page("\u{2066}mine", &[scene]);
    assert!(page.contains("<title>\\u{2066}mine</title>"));
    let read: Value = serde_json::from_str(blocks(&page, "json", "playback")[0]).unwrap();
    assert_eq!(read["name"], "a\\u{202e}\\b");
    let packed = html::packed("data", "[\"\u{202e}\"]", &[("name", "\u{202e}")]).unwrap();
    assert!(packed.contains(" data-name=\"\\u{202e}\""), "{packed}");
    assert_eq!(
        unpacked(blocks(&packed, "gzip", "data")[0]),
        "[\"\\\\u{202e}\"]"
    );
}

#[test]
fn a_page_of_scenes_has_the_colors_of_the_plots() {
    let scene = r#"{"times":{"detectors":[{"name":"bvh","ns":""},{"name":"parry3d"}]}}"#;
    let page = playback_page("scenes", &[scene.to_owned(), "{".to_owned()]);
    let looks: Value = serde_json::from_str(blocks(&page, "json", "looks")[0]).unwrap();
    let styles = Styles::new(&[vec!["bvh", "parry3d"]]);
    let colors = styles.plain().map(|(name, plain)| (name, plain.color));
    let colors: Vec<_> = colors.collect();
    let looks = looks.as_array().unwrap().iter();
    let looks = looks.map(|l| (text(&l["name"]), text(&l["color"]).to_owned()));
    assert_eq!(looks.collect::<Vec<_>>(), colors);
    assert_eq!(colors.len(), 2);
}

#[test]
fn a_page_loads_nothing_and_runs_one_script() {
    let page = playback_page("scenes", &[]);
    for from_elsewhere in ["src=\"", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(from_elsewhere), "{from_elsewhere}");
    }
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    assert_eq!(page.matches("<script>").count(), 1);
    // That of the script, and that of the looks, which are data.
    assert_eq!(page.matches("</script>").count(), 2);
}

/// Returns the page of the repository's rows, and its data.
fn committed() -> (String, Value) {
    let out = samples::committed_folder("reports");
    let newest = samples::committed_newest();
    let (papers, pages, rows) = samples::committed();
    let ledger = crate::claims::ledger(rows, papers, pages);
    let ledgers = crate::Ledgers::of(newest, papers, pages);
    let about = About {
        detectors: vec![crate::DetectorFacts {
            name: "bvh".into(),
            ..crate::DetectorFacts::default()
        }],
        jobs: Vec::new(),
    };
    let input = SiteInput {
        newest,
        papers,
        pages,
        ledger: &ledger,
        runs: &ledgers.runs,
        drawings: &Drawings::of(rows, pages),
        about: &about,
    };
    let page = page(&input, &out).unwrap();
    let [data] = blocks(&page, "gzip", "data")[..] else {
        panic!("one block");
    };
    let data = serde_json::from_str(&unpacked(data)).unwrap();
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
    let mut claims = data["claims"].as_array().unwrap().iter();
    let has_runs = |claim: &Value| !claim["others"].as_array().unwrap().is_empty();
    assert!(claims.any(|claim| has_runs(claim) && claim["newest"][0] == 1.0));
    marks_the_fastest_as_the_pages_do(&data);
    let styles = data["styles"].as_array().unwrap().iter();
    let styled: Vec<&str> = styles.map(|style| text(&style["name"])).collect();
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
        assert!(
            texts.contains(&detector) && styled.contains(&detector),
            "{detector}"
        );
    }
}

/// Checks that cells of races are marked by the rule of the pages, which the matrix states.
fn marks_the_fastest_as_the_pages_do(data: &Value) {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let jobs = list(&data["races"])
        .into_iter()
        .flat_map(|race| list(&race["cells"]));
    let cells = jobs.flat_map(|job| list(&job));
    let fastest = cells.filter(|cell| cell["fastest"] == true);
    let ratios: Vec<f64> = fastest.map(|c| c["ratio"][0].as_f64().unwrap()).collect();
    let most = crate::race::MAX_TIE;
    let ties = ratios.iter().all(|ratio| (1.0..=most).contains(ratio));
    assert!(ties && ratios.contains(&1.0), "{ratios:?}");
    let matrix = include_str!("../../app/src/tabs/matrix.js");
    assert!(matrix.contains(&format!("ratio is at most {most}.")));
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn scenes_that_do_not_fit_are_named() {
    let scene = |name: &str, size| scenes::SceneBlock {
        name: name.into(),
        block: name.repeat(size),
    };
    let all = vec![scene("c", 2_000_000), scene("b", 1_000), scene("a", 2_000)];
    let (fitting, left_out) = scenes::fitting(all, 1_500_000);
    assert_eq!(fitting, ["a".repeat(2_000), "b".repeat(1_000)]);
    assert_eq!(left_out, ["c, 2.0 MB"]);
}

#[test]
fn the_newest_playback_file_of_a_name_counts() {
    let out = tempfile::tempdir().unwrap();
    let record = |day: u32, text: &str| {
        let run = records::Run {
            date: format!("2026-11-{day}T06:20:00Z"),
            ..samples::run()
        };
        let recording = records::Recording::create(out.path(), run).unwrap();
        std::fs::write(recording.folder.join("two.playback.json"), text).unwrap();
    };
    let (old, new) = (r#"{"title":"old"}"#, r#"{"title":"<new>"}"#);
    record(20, old);
    record(21, new);
    let found = scenes::of(out.path(), &Newest::default()).unwrap();
    assert_eq!(found.len(), 1);
    assert!(
        found[0]
            .block
            .contains("data-name=\"two\" data-title=\"&lt;new&gt;\" data-picture=\"\"")
    );
    assert_eq!(
        unpacked(blocks(&found[0].block, "gzip", "playback")[0]),
        new
    );
    record(22, "{");
    let error = format!(
        "{:#}",
        scenes::of(out.path(), &Newest::default()).err().unwrap()
    );
    assert!(
        error.contains("two.playback.json") && error.contains("record it again"),
        "{error}"
    );
}

#[test]
fn a_scene_that_was_drawn_has_its_picture() {
    let out = tempfile::tempdir().unwrap();
    let recording = records::Recording::create(out.path(), samples::run()).unwrap();
    let write = |name: &str, text: &str| std::fs::write(recording.folder.join(name), text).unwrap();
    write("two.playback.json", "{}");
    write("three.playback.json", "{}");
    write("lab-scenes-two.png", "a PNG");
    let folder = recording.folder.strip_prefix(out.path()).unwrap();
    let drawn = Newest {
        recordings: vec![records::NewestOf {
            folder: folder.to_str().unwrap().to_owned(),
            run: samples::run(),
            experiments: vec!["lab-scenes".to_owned()],
        }],
        ..Newest::default()
    };
    let found = scenes::of(out.path(), &drawn).unwrap();
    let picture = format!("data:image/png;base64,{}", STANDARD.encode("a PNG"));
    let has = |i: usize| found[i].block.contains(&picture);
    assert_eq!(
        found.iter().map(|s| &s.name[..]).collect::<Vec<_>>(),
        ["three", "two"]
    );
    assert_eq!([has(0), has(1)], [false, true]);
}

#[test]
fn numbers_keep_six_digits_and_counts_keep_all() {
    assert_eq!(data::short(1.234_567_8e-6), 1.234_57e-6);
    assert_eq!(data::short(123_456.0), 123_456.0);
    assert_eq!(data::short(0.0), 0.0);
}
