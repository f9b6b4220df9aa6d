//! Modules of a crate form no import cycle. What counts are its top modules, with all files below.

use super::{files, none, read};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Modules that import each other on purpose, as "crate: module module".
const CYCLES: &[&str] = &[
    // A paper is read with its claims, which refer to its numbers and sections.
    "report: claims inventory papers",
];

/// Modules that a module imports, by its name.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the code of a file without comments and without its tests.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| *line != "mod tests {");
    let lines = lines.map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the top modules that code names by their paths: `crate::name`, also in a list.
fn named(code: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let names = match rest.strip_prefix('{') {
            Some(list) => top_level(list),
            None => vec![rest],
        };
        for name in names {
            let is_end = |c: char| !c.is_alphanumeric() && c != '_';
            let name = name.trim_start();
            all.insert(name.split(is_end).next().unwrap_or_default().to_owned());
        }
    }
    all
}

/// Splits a list in braces at its own commas, up to its end.
fn top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (i, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&list[start..i]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts
}

/// Returns the imports of a package's top modules. Files of tests are left out.
fn imports(package: &str) -> Imports {
    let folder = format!("{package}/src/");
    let mut imports = Imports::new();
    for file in files(&format!("{package}/src"), &["rs"]) {
        let path = file.strip_prefix(&folder).expect("it lies in the folder");
        let top = path.split('/').next().unwrap_or_default();
        let is_root = ["lib.rs", "main.rs"].contains(&top);
        let is_test = path.split(['/', '.']).any(|part| part == "tests");
        if !is_root && !is_test {
            let module = top.trim_end_matches(".rs").to_owned();
            imports
                .entry(module)
                .or_default()
                .extend(named(&code(&read(&file))));
        }
    }
    let modules: BTreeSet<String> = imports.keys().cloned().collect();
    for (module, named) in &mut imports {
        named.retain(|name| name != module && modules.contains(name));
    }
    imports
}

/// Returns the modules that a module imports, and those that these import, and so on.
fn reached<'a>(imports: &'a Imports, module: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&str> = imports[module].iter().map(String::as_str).collect();
    while let Some(next) = left.pop() {
        if reached.insert(next) {
            left.extend(imports[next].iter().map(String::as_str));
        }
    }
    reached
}

/// Returns the groups of modules that import each other.
fn cycles(imports: &Imports) -> BTreeSet<Vec<&str>> {
    let group = |module: &str| -> Vec<&str> {
        let of_module = reached(imports, module);
        let back = |other: &&str| reached(imports, other).contains(module);
        of_module.into_iter().filter(back).collect()
    };
    let groups = imports.keys().map(|module| group(module));
    groups.filter(|group| group.len() > 1).collect()
}

#[test]
fn modules_form_no_import_cycle() {
    let mut complaints = String::new();
    for manifest in files("", &["toml"]) {
        let Some(package) = manifest.strip_suffix("/Cargo.toml") else {
            continue;
        };
        if !super::root().join(package).join("src").is_dir() {
            continue;
        }
        let name = package.rsplit('/').next().unwrap_or(package);
        for cycle in cycles(&imports(package)) {
            let cycle = format!("{name}: {}", cycle.join(" "));
            if !CYCLES.contains(&cycle.as_str()) {
                writeln!(complaints, "{cycle} import each other; move what both need").unwrap();
            }
        }
    }
    none(&complaints);
}

#[test]
fn cycles_are_found_by_what_code_names() {
    let text = "//! [`crate::a`]
        use crate::{b::{X, Y}, c};
        fn f() { crate::d::g(); }\nmod tests {\nuse crate::e;";
    let names = named(&code(text));
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["b", "c", "d"]);
    let imports = |edges: &[(&str, &[&str])]| -> Imports {
        let names = |to: &[&str]| to.iter().map(|name| (*name).to_owned()).collect();
        let edges = edges.iter();
        edges
            .map(|(from, to)| ((*from).to_owned(), names(to)))
            .collect()
    };
    let round = imports(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"])]);
    assert_eq!(cycles(&round), BTreeSet::from([vec!["a", "b", "c"]]));
    let straight = imports(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]);
    assert_eq!(cycles(&straight), BTreeSet::new());
}
