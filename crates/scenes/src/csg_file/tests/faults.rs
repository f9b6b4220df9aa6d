//! Faults of files: each names the node and the remedy.

use super::*;

/// Returns the columns of a table, separated by `|`. BLOCK is a leaf.
fn rows(table: &str) -> impl Iterator<Item = [String; 3]> + '_ {
    table.trim().lines().map(|line| {
        let mut columns = line
            .splitn(3, " | ")
            .map(|x| x.trim().replace("BLOCK", BLOCK));
        [0; 3].map(|_| columns.next().expect("three columns"))
    })
}

#[test]
fn faults_name_the_node_and_the_remedy() {
    let table = r#"
        {"box": {"size": [1, 0, 1]}} | [1].box | size is 0; it must be above 0
        {"box": {"size": [1, NaN, 1]}} | [1].box.size[1] | expected value
        {"box": {"size": [1, 1e999, 1]}} | [1].box.size[1] | out of range
        {"box": {"size": [1, null, 1]}} | [1].box.size[1] | null
        {"box": {"size": [1, 1]}} | [1].box.size | invalid length 2
        {"box": {"size": [1, 1, 1], "sice": 1}} | [1].box.sice | unknown field
        {"box": {"size": [1, 1, 1], "size": [1, 1, 1]}} | [1].box | duplicate
        {"cylinder": {"radius": 0, "height": 1, "segments": 8}} | [1].cylinder | radius is 0
        {"cylinder": {"radius": 1, "height": 1, "segments": 2}} | [1].cylinder | segments is 2
        {"cylinder": {"radius": 1, "height": 1}} | [1].cylinder | missing field `segments`
        {"sphere": {"radius": 1, "segments": 9999, "bands": 9999}} | [1].sphere | 9999
        {"half-space": {"normal": [0, 0, 0], "offset": 1}} | [1].half-space | normal is zero
        {"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}} | [1].hull | bounds no solid
        {"hull": {"points": []}} | [1].hull | bounds no solid
        {"bux": {"size": [1, 1, 1]}} | [1] | did you mean `box`?
        {"box": {"size": [1, 1, 1]}, "wedge": {"size": [1, 1, 1]}} | [1] | `box` and `wedge`; make
        {"name": "none"} | [1] | neither an operation nor a primitive; give it one of union
        {"box": {"size": [1, 1, 1]}, "at": {"rotation": [0, 0, 0, 0]}} | [1].at | quaternion is zero
        {"box": {"size": [1, 1, 1]}, "at": {"translation": [0, -1e300, 0]}} | [1].at | 1e300; move
        {"box": {"size": [1, 1, 1]}, "at": {"move": [0, 0, 0]}} | [1].at.move | unknown field
        {"box": {"size": [1, 1, 1]}, "at": {}, "at": {}} | [1] | duplicate field `at`
        {"box": {"size": [1, 1, 1]}, "name": "a", "name": "b"} | [1] | duplicate field `name`
        {"union": [BLOCK, BLOCK], "at": {}} | [1] | each leaf below it
        7 | [1] | a node: an object"#;
    let with = |second: &str| {
        csg(&format!(
            r#"{{"difference": [{BLOCK}, {{"union": [{second}]}}]}}"#
        ))
    };
    // The parser reports some faults of an object at the object itself.
    for [leaf, place, reason] in rows(table) {
        let place = format!("csg.difference[1].union{place}");
        assert_contains(
            &fault(&with(&format!("{BLOCK}, {leaf}"))),
            &[&place, &reason],
        );
    }
    for (list, reason) in [
        (
            "",
            "the list is empty; an operation takes two nodes or more",
        ),
        (BLOCK, "the list has one node; put this node in place"),
    ] {
        assert_contains(&fault(&with(list)), &["csg.difference[1].union", reason]);
    }
}

#[test]
fn faults_of_lists_name_the_index() {
    let table = r#"
        {"union": [0, 0]} | nodes[0].union[0]: | no earlier node
        BLOCK, {"union": [0, 1]} | nodes[1].union[1]: | 0 to 0
        BLOCK, {"union": [0, 4294967296]} | nodes[1].union[1]: | 0 to 0
        BLOCK, {"union": [0, 0]} | nodes[1].union[1]: | already a child of nodes[1]
        BLOCK, {"union": [0, -1]} | nodes[1].union[1]: | index of an earlier node
        BLOCK, {"union": [0, BLOCK]} | nodes[1].union[1]: | index of an earlier node
        BLOCK, BLOCK | nodes[0]: | is the child of no node
        BLOCK, BLOCK, {"union": [1]} | nodes[2].union: | one node"#;
    for [list, place, reason] in rows(table) {
        assert_contains(&fault(&nodes(&list)), &[&place, &reason]);
    }
    assert_contains(&fault(&nodes("")), &["nodes: ", "at least one node"]);
}

#[test]
fn a_file_has_one_version_and_one_tree() {
    for (text, reason) in [
        (r#"{"csg": BLOCK}"#, "missing field `version`"),
        (
            r#"{"version": 2, "solid": BLOCK}"#,
            "version: is 2, and this program reads version 1",
        ),
        (r#"{"version": 1, "solid": BLOCK}"#, "unknown field `solid`"),
        (r#"{"version": 1}"#, "neither `csg` nor `nodes`"),
        (
            r#"{"version": 1, "csg": BLOCK, "nodes": [BLOCK]}"#,
            "both `csg` and `nodes`",
        ),
        (r#"{"version": 1, "csg": BLOCK}}"#, "trailing characters"),
        ("", "EOF"),
        ("v 0 0 0", "expected value at line 1 column 1"),
    ] {
        assert_contains(&fault(&text.replace("BLOCK", BLOCK)), &[reason]);
    }
    let marked = format!("\u{feff}{}", csg(BLOCK));
    assert_eq!(parsed(&marked).tree, cube(1.0));
}

/// Returns levels of operations around a box.
fn nested_levels(levels: usize) -> String {
    let head = format!(r#"{{"union": [{BLOCK}, "#).repeat(levels);
    csg(&format!("{head}{BLOCK}{}", "]}".repeat(levels)))
}

#[test]
fn too_many_levels_lead_to_the_list_of_nodes() {
    assert_eq!(
        parsed(&nested_levels(MAX_NESTED)).tree.depth(),
        MAX_NESTED + 1
    );
    for levels in [MAX_NESTED + 1, 70, 10_000] {
        let error = fault(&nested_levels(levels));
        let parts = [
            "csg.union[1].union[1]",
            "more than 48 operations",
            "the form `nodes`",
        ];
        assert_contains(&error, &parts);
        assert!(error.len() < 500, "{error}");
    }
    let lists = "[".repeat(10_000);
    assert!(fault(&lists).len() < 500);
}

#[test]
fn sizes_are_limited() {
    let half_space = r#"{"half-space": {"normal": [1, 2, 3], "offset": 4}}"#;
    let many = vec![half_space; MAX_LEAVES + 1].join(",");
    let error = fault(&csg(&format!(r#"{{"union": [{many}]}}"#)));
    let place = "csg.union[100000].half-space";
    assert_contains(&error, &[place, "there are more than 100000 leaves"]);
    let sphere = r#"{"sphere": {"radius": 1, "segments": 501, "bands": 500}}"#;
    let expected = "csg.sphere: up to this leaf there are 250500 corners";
    assert_contains(&fault(&csg(sphere)), &[expected]);
    let long = (0..MAX_LEAVES).fold(cube(1.0), |tree, _| tree.union(cube(1.0)));
    let error = to_json(&long).unwrap_err().to_string();
    assert_contains(&error, &["it has 100001 leaves"]);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]

    /// Any change of a few bytes results in a tree or an error, not in a panic.
    #[test]
    fn damaged_files_never_panic(
        flat in proptest::prelude::any::<bool>(),
        places in proptest::collection::vec((0.0..1.0f64, proptest::prelude::any::<u8>()), 1..4),
        cut in 0.5..1.5f64,
    ) {
        let text = if flat {
            r#"{"version": 1, "nodes": [{"box": {"size": [1, 2, 3]}},
                {"half-space": {"normal": [1, 0, 0], "offset": 0}}, {"union": [0, 1]},
                {"planes": {"points": [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]}}, {"difference": [2, 3]}]}"#
        } else {
            r#"{"version": 1, "csg": {"union": [{"box": {"size": [1, 2, 3]}},
                {"cone": {"radius": 1, "height": 2, "segments": 5}, "at": {"translation": [1, 0, 0],
                "rotation": [0, 0, 0, 1]}, "name": "roof"}]}}"#
        };
        let mut bytes = text.as_bytes().to_vec();
        for (place, byte) in places {
            let at = (place * bytes.len() as f64) as usize;
            bytes[at] = byte;
        }
        bytes.truncate((cut * bytes.len() as f64) as usize);
        match from_bytes(Path::new("a.csg.json"), &bytes) {
            Ok(file) => proptest::prop_assert!(file.tree.leaves().len() <= 3),
            Err(error) => proptest::prop_assert!(!error.to_string().is_empty()),
        }
    }
}
