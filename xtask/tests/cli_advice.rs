//! Advice on scenes of the user: `compare --scene`, `compare --scenes`.

use crate::commands::{fails, nested, recording, result, scene, succeeds, table_fits, text, write};
use serde_json::{Value, json};

#[test]
fn compare_replays_a_users_scene() {
    let folder = nested();
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let scene = text(folder.path());
    let table = succeeds(&["compare", "--scene", scene, "--quick", "--out", text(&out)]);
    for name in ["brute-force", "face-octree", "separating-plane", "parry3d"] {
        assert!(table.contains(name), "{table}");
    }
    let written = std::fs::read_to_string(out.join("advice.md")).unwrap();
    assert!(written.contains("| all contacts | `"), "{written}");
    assert!(written.contains("| yes or no | `"), "{written}");
    for heading in ["for  ", "detector  ", "exact detector  ", "bodies  "] {
        table_fits(&table, heading);
    }
    assert!(table.contains("checked against `brute-force`"), "{table}");
    assert!(table.contains("cargo xtask detect"), "{table}");
    // The rules of other experiments are no matter of this scene.
    assert!(!table.contains("Rules that were changed"), "{table}");
    for name in ["lab-user-scene.csv", "lab-user-trial.csv"] {
        assert!(recording(&out).join(name).is_file(), "{name}");
    }
    let advice = std::fs::read_to_string(out.join("advice.json")).unwrap();
    let advice: Value = serde_json::from_str(&advice).unwrap();
    assert_eq!(advice["format"], "collision-lab advice 2");
    assert_eq!(advice["verified"], json!([1, "brute-force"]));
    let all = &advice["questions"][0];
    assert_eq!(all["question"], "all contacts");
    assert_eq!(all["take"]["exact"], true);
    let dependency = all["take"]["dependency"].as_str().unwrap();
    assert!(
        dependency.starts_with("catalog = { path = "),
        "{dependency}"
    );
    let take = &advice["deadline"]["take"];
    assert_eq!(
        (&take["in-time"], &take["raced"]),
        (&json!(1), &json!(true))
    );
    assert!(take["call"]["rust"].as_str().unwrap().contains("fn detect"));
    let mut standings = all["standings"].as_array().unwrap().iter();
    let taken = standings.find(|one| one["detector"] == all["take"]["label"]);
    assert_eq!(taken.unwrap()["exact"], true);
    let played = std::fs::read_to_string(out.join("lab/scene.html")).unwrap();
    assert!(played.contains("collision-lab playback 1"));
    let interactive = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        interactive.contains("data-name=\"lab-user-scene\""),
        "the interactive page does not play the scene"
    );
    // The definition is stored beside the rows, so the page can be drawn again.
    let page = out.join("lab/README.md");
    std::fs::remove_file(&page).unwrap();
    succeeds(&["report", "--out", text(&out)]);
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("lab-user-scene"), "{page}");
}

#[test]
fn advice_on_a_broken_scene_without_contacts_says_so_and_escapes_names() {
    let folder = tempfile::tempdir().unwrap();
    // A fan of two faces of which one is twice there, and one has no area: open, not convex.
    let mesh = "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 1\n2 0 0\n3 0 1 2\n3 0 1 2\n3 1 0 2\n3 0 1 3\n";
    write(folder.path(), "a|b.off", mesh);
    scene(folder.path(), &json!([[[0, 0, 0]]]), &["a|b.off"]);
    let json = std::fs::read_to_string(folder.path().join("scene.json")).unwrap();
    let name = "<img src=x onerror=alert(1)>|x";
    write(
        folder.path(),
        "scene.json",
        &json.replace("\"test\"", &format!("\"{name}\"")),
    );
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let scene = [
        "compare",
        "--scene",
        text(folder.path()),
        "--quick",
        "--out",
        text(&out),
    ];
    let table = succeeds(&[&scene[..], &["--deadline", "1"]].concat());
    // Cells of tables break on a terminal.
    let written = std::fs::read_to_string(out.join("advice.md")).unwrap();
    for words in [
        "one body meets no other",
        "one frame",
        "The race replays the only frame.",
        "zero-area faces: 1",
        "duplicate faces: 2",
        "Detectors that refuse the scene",
        "1 ms a frame",
    ] {
        assert!(written.contains(words), "{words}: {written}");
    }
    assert!(!table.contains("bodies that are apart"), "{table}");
    assert!(!table.contains("<img"), "{table}");
    for page in ["advice.md", "lab/README.md", "README.md"] {
        let page = std::fs::read_to_string(out.join(page)).unwrap();
        assert!(!page.contains("<img"), "{page}");
    }
    // The page that plays it names the detectors that do not answer.
    let played = std::fs::read_to_string(out.join("lab/scene.html")).unwrap();
    assert!(
        played.contains("these bodies: body 0"),
        "no refusal in the page"
    );
    let error = fails(&["compare", "--scene", text(folder.path()), "--deadline", "0"]);
    assert!(error.contains("milliseconds"), "{error}");
    let error = fails(&["compare", "--deadline", "5"]);
    assert!(error.contains("--scene"), "{error}");
}

#[test]
fn compare_puts_a_broad_phase_before_pairwise_detectors() {
    let folder = nested();
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let scene = ["compare", "--scene", text(folder.path()), "--quick"];
    let chosen = ["--out", text(&out), "--broad-phase", "sweep-and-prune"];
    succeeds(&[&scene[..], &chosen].concat());
    let table = std::fs::read_to_string(out.join("advice.md")).unwrap();
    assert!(
        table.contains("separating-plane broad-phase=sweep-and-prune"),
        "{table}"
    );
    assert!(!table.contains("face-octree broad-phase"), "{table}");
    let run = std::fs::read_to_string(recording(&out).join("run.json")).unwrap();
    assert!(run.contains("--broad-phase sweep-and-prune"), "{run}");
    let error = fails(&[&scene[..], &["--broad-phase", "sweep-and-prun"]].concat());
    assert!(error.contains("did you mean `sweep-and-prune`?"), "{error}");
    // The definition of an experiment names its own.
    let error = fails(&["compare", "--quick", "--broad-phase", "all-pairs"]);
    assert!(error.contains("--scene"), "{error}");
}

/// Advice that is there already is not measured again, so only the counting is tested here.
#[test]
fn advice_on_a_folder_of_scenes_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let advice = |place: &str, take: &str, other_takes: f64| {
        let standing = |detector: &str, times: f64| {
            json!({
                "detector": detector, "exact": true, "outcome": "raced",
                "times": [times, times, times], "wrong": 0.0,
            })
        };
        let advice = json!({
            "format": "collision-lab advice 2",
            "scene": {"guesses": [{"question": "all contacts", "detector": "other"}]},
            "questions": [{"question": "all contacts", "take": {"label": take},
                "standings": [standing("own", 1.0), standing("other", other_takes)]}],
        });
        std::fs::create_dir_all(at(place)).unwrap();
        write(&at(place), "advice.json", &advice.to_string());
    };
    for name in ["a", "b"] {
        std::fs::create_dir_all(at("scenes").join(name)).unwrap();
        write(&at("scenes").join(name), "scene.json", "{}");
    }
    write(&at("scenes"), "notes.txt", "no scene");
    advice("out/a", "own", 1.05);
    advice("out/b", "own", 1.5);
    advice("later/a", "own", 0.8);
    advice("later/b", "own", 1.2);
    let (scenes, out, later) = (at("scenes"), at("out"), at("later"));
    let compare = ["compare", "--scenes", text(&scenes), "--out", text(&out)];
    let counted = result(&compare);
    assert_eq!(
        [&counted["near"], &counted["guessed_near"], &counted["of"]],
        [2, 1, 2]
    );
    let other = result(&[&compare[..], &["--against", text(&later)]].concat());
    assert_eq!(
        [&other["near"], &other["guessed_near"], &other["of"]],
        [1, 1, 2]
    );
    assert_eq!(other["scenes"][0]["best"], "other");
    let printed = succeeds(&compare);
    table_fits(&printed, "scene");
    assert!(printed.contains("the recommended one in 2 of 2 questions, the guessed one in 1"));

    let empty = at("out");
    let error = fails(&["compare", "--scenes", text(&empty), "--out", text(&later)]);
    assert!(error.contains("has no scenes"), "{error}");
    let error = fails(&["compare", "--scenes", text(&scenes)]);
    assert!(error.contains("--out"), "{error}");
    let error = fails(&[&compare[..], &["--against", text(&scenes)]].concat());
    assert!(
        error.contains("cannot read") && error.contains("--against"),
        "{error}"
    );
}
