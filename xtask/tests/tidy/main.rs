//! Checks of the repository's rules: the map of the crates, the README's detector table, the
//! numbers of departures, the names of public types, the words to avoid, the width of comments, and
//! the imports of modules. Each failure names the change to make.

mod comment_width;
mod modules;
mod summaries;

use catalog::{Accepts, Claim, Grain};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Files that quote words to avoid on purpose.
const QUOTING: &[&str] = &["xtask/tests/tidy/main.rs"];

/// Beginnings of words to avoid, each with its replacement.
const AVOIDED: &[(&str, &str)] = &[
    ("told", "reported, recorded, labeled, distinguished"),
    ("judge*", "ground truth, decide"),
    ("rival*", "baseline"),
    ("roll call", "registry"),
    ("swallow*", "contained, `contains`"),
    ("so many", "number of, `count`, at most"),
    ("so much", "amount of, at most"),
    ("nobody*", "no-op, no caller"),
    ("whoever*", "caller"),
    ("heed*", "supports budgets"),
    ("dice", "random generator"),
    ("nought", "zero"),
    ("anew", "again"),
    ("neighbour*", "neighbor (US spelling)"),
    ("behaviour*", "behavior (US spelling)"),
    ("colour*", "color (US spelling)"),
    ("normalis*", "normalize (US spelling)"),
    ("optimis*", "optimize (US spelling)"),
    ("travell*", "traveled, traveler (US spelling)"),
    ("cancelled", "canceled (US spelling)"),
    ("cancelling", "canceling (US spelling)"),
    ("centre*", "center (US spelling)"),
    ("labelled", "labeled (US spelling)"),
    ("labelling", "labeling (US spelling)"),
    ("returns whether", "Returns true if"),
];

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest
        .parent()
        .expect("xtask lies in the root")
        .to_owned()
}

fn read(path: &str) -> String {
    let file = root().join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// Returns sources and pages below a folder, relative to the root, sorted. Recorded rows are left
/// out.
fn files(folder: &str, extensions: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                // Builds, hidden folders and recorded runs are no sources.
                if !name.starts_with('.')
                    && !["target", "data", "record", "node_modules"].contains(&&*name)
                {
                    folders.push(path);
                }
            } else if extensions.iter().any(|e| name.ends_with(&format!(".{e}"))) {
                let relative = path.strip_prefix(root()).unwrap();
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// Fails with all complaints at once.
#[track_caller]
fn none(complaints: &str) {
    assert!(complaints.is_empty(), "\n{complaints}");
}

/// Fails with the lines of Rust sources that `find` returns, and what to do about them.
fn no_line_of_sources(find: impl Fn(&str) -> Vec<usize>, remedy: &str) {
    let mut complaints = String::new();
    for file in files("", &["rs"]) {
        for line in find(&read(&file)) {
            writeln!(complaints, "{file}:{line}: {remedy}").unwrap();
        }
    }
    none(&complaints);
}

// Tests.

/// Files of tests that a package leaves out: it lists its programs of tests, and the first of them
/// lists modules.
fn forgotten(package: &str) -> Vec<String> {
    let manifest: toml::Table = read(&format!("{package}/Cargo.toml")).parse().unwrap();
    let is_listed = manifest["package"].get("autotests").is_some();
    if !is_listed {
        return Vec::new();
    }
    let programs = manifest["test"].as_array().expect("it lists tests");
    let programs = programs
        .iter()
        .map(|t| t["name"].as_str().unwrap().to_owned());
    let suite = read(&format!("{package}/tests/suite.rs"));
    let modules = suite
        .lines()
        .filter_map(|l| l.strip_prefix("mod ")?.strip_suffix(';'));
    let built: BTreeSet<String> = programs.chain(modules.map(str::to_owned)).collect();
    let folder = format!("{package}/tests/");
    let files = files(&format!("{package}/tests"), &["rs"]);
    let top = files
        .iter()
        .filter_map(|f| f.strip_prefix(&folder)?.strip_suffix(".rs"));
    let top = top.filter(|name| !name.contains('/') && !built.contains(*name));
    top.map(str::to_owned).collect()
}

#[test]
fn every_file_of_tests_is_built() {
    let manifests = files("", &["toml"]);
    let packages = manifests
        .iter()
        .filter_map(|f| f.strip_suffix("/Cargo.toml"));
    let mut complaints = String::new();
    for package in packages {
        for name in forgotten(package) {
            let add = format!("add `mod {name};` to {package}/tests/suite.rs");
            writeln!(complaints, "{package}/tests/{name}.rs is not built: {add}").unwrap();
        }
    }
    none(&complaints);
}

// The map.

/// Returns every package with the packages of this repository that it uses outside tests, sorted.
fn packages() -> BTreeMap<String, Vec<String>> {
    let manifests = files("", &["toml"]);
    let manifests = manifests.iter().filter(|f| f.ends_with("/Cargo.toml"));
    let parsed: Vec<toml::Table> = manifests.map(|f| read(f).parse().unwrap()).collect();
    let name = |table: &toml::Table| table["package"]["name"].as_str().unwrap().to_owned();
    let names: BTreeSet<String> = parsed.iter().map(name).collect();
    let uses = |table: &toml::Table| {
        let dependencies = table.get("dependencies").and_then(|d| d.as_table());
        let used = dependencies.into_iter().flat_map(|d| d.keys()).cloned();
        let used: BTreeSet<String> = used.filter(|d| names.contains(d)).collect();
        used.into_iter().collect()
    };
    parsed.iter().map(|t| (name(t), uses(t))).collect()
}

/// Row of the map's drawing.
struct Row {
    packages: Vec<String>,
    /// Pairs of packages: the first uses the second.
    arrows: Vec<[String; 2]>,
}

fn drawn_rows(map: &str) -> Vec<Row> {
    let drawing = map
        .split("```")
        .nth(1)
        .expect("the map begins with a drawing");
    let rows = drawing
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty());
    // The first word names the row.
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let packages = words.iter().filter(|w| **w != "──►");
        let packages = packages.map(|w| (*w).to_owned());
        let arrows = words.windows(3).filter(|w| w[1] == "──►");
        let arrows = arrows.map(|w| [w[0].to_owned(), w[2].to_owned()]);
        Row {
            packages: packages.collect(),
            arrows: arrows.collect(),
        }
    };
    rows.map(row).collect()
}

#[test]
fn the_map_has_the_edges_of_the_manifests() {
    let map = read("crates/README.md");
    let packages = packages();
    let mut complaints = String::new();
    // The table: | [`name`](…) | … | `a`, `b` |
    let rows = map.lines().filter(|line| line.starts_with("| [`"));
    let mut listed = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let name = row.split('`').nth(1).unwrap().to_owned();
        let uses = cells.last().unwrap().split('`').skip(1).step_by(2);
        let uses: Vec<String> = uses.map(str::to_owned).collect();
        if listed.insert(name.clone(), uses).is_some() {
            _ = writeln!(complaints, "`{name}` has two rows in crates/README.md");
        }
    }
    for (name, uses) in &packages {
        if listed.get(name) != Some(uses) {
            let uses: Vec<String> = uses.iter().map(|u| format!("`{u}`")).collect();
            let uses = if uses.is_empty() {
                "–".to_owned()
            } else {
                uses.join(", ")
            };
            _ = writeln!(
                complaints,
                "the row of `{name}` in crates/README.md has to end: | {uses} |"
            );
        }
    }
    for name in listed.keys().filter(|name| !packages.contains_key(*name)) {
        _ = writeln!(
            complaints,
            "crates/README.md lists `{name}`, which is no package"
        );
    }
    none(&complaints);
}

#[test]
fn each_edge_of_the_map_leads_to_an_earlier_row() {
    let drawn = drawn_rows(&read("crates/README.md"));
    let floor = |name: &str| {
        drawn
            .iter()
            .position(|row| row.packages.iter().any(|p| p == name))
    };
    let mut complaints = String::new();
    for (name, uses) in packages() {
        let Some(own) = floor(&name) else {
            _ = writeln!(complaints, "the drawing in crates/README.md lacks `{name}`");
            continue;
        };
        for used in &uses {
            let arrow = drawn[own].arrows.contains(&[name.clone(), used.clone()]);
            if floor(used).is_some_and(|theirs| theirs > own || theirs == own && !arrow) {
                _ = writeln!(
                    complaints,
                    "`{name}` uses `{used}`, which is not in an earlier row"
                );
            }
        }
        for [from, to] in drawn[own].arrows.iter().filter(|[from, _]| *from == name) {
            if !uses.contains(to) {
                _ = writeln!(
                    complaints,
                    "the drawing has an arrow {from} ──► {to}, unused"
                );
            }
        }
    }
    none(&complaints);
}

// The README.

#[test]
fn the_readme_lists_the_detectors_of_the_catalog() {
    let readme = read("README.md");
    let section = readme
        .split("## The detectors")
        .nth(1)
        .expect("a section on detectors");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<Vec<&str>> = rows
        .map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let names: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    assert_eq!(names, catalog::names().collect::<Vec<_>>());
    for (row, entry) in rows.iter().zip(catalog::entries()) {
        let profile = entry.profile();
        let finds = match profile.grain {
            Grain::FacePairs => "face pairs",
            Grain::BodyPairs => "body pairs",
        };
        let claim = match profile.claim {
            Claim::Exact => "exact",
            Claim::NoMisses => "no misses",
            Claim::WithinBound => "within a bound",
            Claim::Unproved => "none",
        };
        assert!(row[2].starts_with(finds), "{}: finds {finds}", entry.name);
        assert_eq!(row[3], accepted(profile.accepts), "{}", entry.name);
        assert!(row[4].starts_with(claim), "{}: claims {claim}", entry.name);
        let budgets = row.join(" ").contains("budget");
        assert_eq!(budgets, profile.supports_budgets, "{}: budgets", entry.name);
        let distances = row[2].contains("distances");
        let supported = profile.supports_distances;
        assert_eq!(distances, supported, "{}: distances", entry.name);
    }
}

/// Three screens of 900 pixels, where the page is 950 wide, have about that many lines.
#[test]
fn the_readme_has_at_most_three_screens() {
    const MOST: usize = 105;
    let lines = read("README.md").lines().count();
    assert!(
        lines <= MOST,
        "README.md has {lines} lines, and {MOST} fit three screens: move what other pages say better"
    );
}

fn accepted(accepts: Accepts) -> String {
    if accepts == Accepts::ANYTHING {
        return "anything".to_owned();
    }
    let words = [
        (!accepts.open, "closed"),
        (!accepts.concave, "convex"),
        (!accepts.deforming, "rigid"),
    ];
    let words: Vec<&str> = words
        .iter()
        .filter(|(yes, _)| *yes)
        .map(|(_, w)| *w)
        .collect();
    let parts = match accepts {
        Accepts {
            concave: false,
            compounds: true,
            ..
        } => ", or of parts that are",
        Accepts {
            concave: true,
            self_intersecting: false,
            ..
        } => " that do not intersect themselves",
        _ => "",
    };
    format!("{} bodies{parts}", words.join(", "))
}

// Departures.

/// Returns the number of the departure that begins in a line of a list: `//! - D7. …`.
fn departure(line: &str) -> Option<u32> {
    let rest = line.trim_start().strip_prefix("//! - D")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..digits].parse().ok()
}

/// Returns the departures that the comment of a line cites.
fn cited(line: &str) -> impl Iterator<Item = u32> {
    let comment = line.split_once("//").map_or("", |(_, comment)| comment);
    let words = comment.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.strip_prefix('D')?.parse().ok())
}

#[test]
fn departures_are_numbered_and_cited() {
    let mut complaints = String::new();
    let sources = files("crates", &["rs"]);
    let lists: Vec<&String> = sources
        .iter()
        .filter(|f| read(f).lines().any(|l| departure(l).is_some()))
        .collect();
    for list in &lists {
        let text = read(list);
        let mut numbers: Vec<u32> = text.lines().filter_map(departure).collect();
        // Lists are grouped by the paper's sections, numbers stay as they were given.
        numbers.sort_unstable();
        let expected: Vec<u32> = (1..=numbers.len() as u32).collect();
        if numbers != expected {
            _ = writeln!(complaints, "{list}: departures are numbered {numbers:?}");
        }
        // The list of a crate applies to all its files except those with a list of their own.
        let krate: Vec<&str> = list.split('/').take(2).collect();
        let whole_crate = list.ends_with("/lib.rs");
        let in_scope = |f: &&String| {
            *f == *list
                || whole_crate
                    && f.starts_with(&format!("{}/", krate.join("/")))
                    && !lists.contains(f)
        };
        let mut used = BTreeSet::new();
        for file in sources.iter().filter(in_scope) {
            let text = read(file);
            let mut in_list = false;
            for (number, line) in text.lines().enumerate() {
                // A departure ends with the next item, heading or empty line.
                in_list =
                    departure(line).is_some() || in_list && line.trim_start().starts_with("//!   ");
                for d in cited(line).filter(|_| !in_list) {
                    used.insert(d);
                    if !numbers.contains(&d) {
                        let at = number + 1;
                        _ = writeln!(complaints, "{file}:{at} cites D{d}, which {list} lacks");
                    }
                }
            }
        }
        for d in numbers.iter().filter(|d| !used.contains(d)) {
            _ = writeln!(complaints, "{list}: no code cites D{d}");
        }
    }
    none(&complaints);
}

// Names.

/// Crates of which only public types need a name of their own.
const PRIVATE_NAMES_REPEAT: &[&str] = &["bvh", "face-octree", "report"];

/// Returns the name of the type that a line declares, outside of modules in braces.
fn declared_type(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.trim_start_matches(|c| c != ' ').trim_start(),
        None => line,
    };
    let (keyword, rest) = line.split_once(' ')?;
    let declares = ["struct", "enum", "trait", "type", "union"].contains(&keyword);
    let name = rest
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    name.filter(|_| declares)
}

/// Returns true for a file of a crate's `src` that is not of its tests.
fn is_code(file: &str) -> bool {
    let mut parts = file.split('/').skip(2);
    parts.next() == Some("src") && parts.all(|part| !part.starts_with("test"))
}

#[test]
fn no_two_types_have_the_same_name() {
    let sources = files("crates", &["rs"]);
    let mut declared: BTreeMap<String, &str> = BTreeMap::new();
    let mut complaints = String::new();
    for file in sources.iter().filter(|file| is_code(file)) {
        let repeats = PRIVATE_NAMES_REPEAT.contains(&file.split('/').nth(1).unwrap());
        let text = read(file);
        let lines = text
            .lines()
            .filter(|line| !repeats || line.starts_with("pub "));
        for name in lines.filter_map(declared_type) {
            // In one file: alternatives for systems.
            if let Some(other) = declared.insert(name.to_owned(), file)
                && other != file
            {
                _ = writeln!(
                    complaints,
                    "{file} and {other} declare `{name}`: rename one"
                );
            }
        }
    }
    none(&complaints);
    assert!(declared.contains_key("Detector") && declared.contains_key("ClippedPolygon"));
}

#[test]
fn types_are_found_by_their_declaration() {
    assert_eq!(declared_type("pub struct Csr<T = u32> {"), Some("Csr"));
    assert_eq!(
        declared_type("pub trait Detector: Send {"),
        Some("Detector")
    );
    assert_eq!(declared_type("pub(crate) enum Private {"), Some("Private"));
    assert_eq!(declared_type("struct Own;"), Some("Own"));
    for other in [
        "pub fn struct_of()",
        "    pub struct Inner;",
        "public struct",
    ] {
        assert_eq!(declared_type(other), None);
    }
    assert!(is_code("crates/a/src/b.rs"));
    for test in [
        "crates/a/tests/b.rs",
        "crates/a/src/b/tests/c.rs",
        "crates/a/src/testing.rs",
    ] {
        assert!(!is_code(test));
    }
}

// Words.

/// Returns the words of a text in lower case. `camelCase` and `snake_case` are several words.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in line.chars() {
        if !c.is_alphabetic() || c.is_uppercase() && before.is_lowercase() {
            words.push(String::new());
        }
        if c.is_alphabetic() {
            words.last_mut().unwrap().extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns true if `words` begin with the words of `avoided`, which may end in `*`.
fn begins(words: &[(usize, String)], avoided: &str) -> bool {
    // Most words differ from most of those to avoid in their first letter.
    let first = |text: &str| text.bytes().next();
    if words
        .first()
        .is_none_or(|(_, word)| first(word) != first(avoided))
    {
        return false;
    }
    let mut parts = avoided.split(' ').zip(words);
    words.len() >= avoided.split(' ').count()
        && parts.all(|(part, (_, word))| match part.strip_suffix('*') {
            Some(start) => word.starts_with(start),
            None => word == part,
        })
}

#[test]
fn no_word_to_avoid_is_left() {
    let all = files("", &["rs", "md", "toml", "j2"]);
    let mut complaints = String::new();
    for file in all.iter().filter(|file| !QUOTING.contains(&file.as_str())) {
        let text = read(file);
        let numbered = text.lines().enumerate();
        // Phrases may go on in the next line.
        let words: Vec<(usize, String)> = numbered
            .flat_map(|(i, line)| words(line).into_iter().map(move |word| (i + 1, word)))
            .collect();
        for (i, (line, _)) in words.iter().enumerate() {
            for (avoided, instead) in AVOIDED.iter().filter(|(a, _)| begins(&words[i..], a)) {
                _ = writeln!(
                    complaints,
                    "{file}:{line} says `{avoided}`; write: {instead}"
                );
            }
        }
    }
    none(&complaints);
}

#[test]
fn words_are_found_in_names_and_across_lines() {
    let found = |text: &str, avoided: &str| {
        let words: Vec<_> = words(text).into_iter().map(|w| (0, w)).collect();
        (0..words.len()).any(|i| begins(&words[i..], avoided))
    };
    assert!(found("fn is_told(x: u32)", "told"));
    assert!(found("struct BestRival;", "rival*"));
    assert!(found("/// So\n/// many steps", "so many"));
    assert!(!found("arrival of the stolder", "rival*"));
    assert!(!found("also many", "so many"));
}
