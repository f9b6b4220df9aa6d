use super::*;

#[test]
fn every_name_parses_with_defaults_and_comes_back_from_its_display() {
    for name in GENERATOR_NAMES {
        let generator: Generator = name.parse().unwrap();
        let text = generator.to_string();
        assert!(text.starts_with(name));
        assert_eq!(text.parse::<Generator>().unwrap(), generator);
    }
}

#[test]
fn a_table_of_an_experiment_file_is_a_generator() {
    let json = r#"{ "generator": "sphere-swarm", "faces": 80, "bodies": 20, "seed": 7 }"#;
    let generator: Generator = serde_json::from_str(json).unwrap();
    assert_eq!(
        generator,
        Generator::SphereSwarm {
            bodies: 20,
            faces: 80,
            seed: 7
        }
    );
    let unknown = r#"{ "generator": "two-spheres", "face": 80 }"#;
    let error = serde_json::from_str::<Generator>(unknown)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("`face`") && error.contains("`faces`"),
        "{error}"
    );
}

#[test]
fn faulty_texts_say_what_is_wrong() {
    for (text, expected) in [
        ("two-sphere", "no generator `two-sphere`"),
        ("", "no generator ``"),
        ("two-spheres:faces", "`faces` is not KEY=VALUE"),
        ("two-spheres:faces=-8", "is not KEY=VALUE"),
        ("two-spheres:faces=8,faces=8", "`faces` is given twice"),
        (
            "two-spheres:bodies=8",
            "two-spheres has no `bodies`, but faces, seed",
        ),
        ("two-spheres:face=8", "no `face` (did you mean `faces`?)"),
        (
            "two-spheres:faces=lamp",
            "is not KEY=VALUE with a whole number",
        ),
        ("ships:body=7", "there is no body `7`"),
        ("ships:body=truk", "did you mean `truck`?"),
        ("two-spheres:faces=99999999999", "invalid value"),
        ("two-spheres:generator=8", "`generator` is given twice"),
        (
            "polytopes:response=never",
            "unknown variant `never`, expected `always` or `approaching`",
        ),
        ("polytopes:density=1", "did you mean `density-permille`?"),
        ("kitchen:hand=left", "expected `pieces` or `whole`"),
        ("cnc-cell:pair=hand", "unknown variant `hand`"),
    ] {
        let error = text.parse::<Generator>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn parameters_out_of_range_are_errors() {
    for text in [
        "two-spheres:faces=100",
        "two-spheres:faces=4000000000",
        "sphere-swarm:bodies=1",
        "shuttles:bodies=2001",
        "calm:bodies=0",
        "near-stones:faces=7",
        "stone-in-mold:gap=0",
        "crowded-stones:bodies=1",
        "bending-tubes:faces=3",
        "ships:ships=1",
        "polytopes:faces=37",
        "polytopes:bodies=1",
        "polytopes:height-percent=101",
        "kitchen:frames=1",
        "cnc-cell:frames=9",
        "csg-drilled:primitives=1",
        "csg-crossed:frames=9",
        "aligned-solids:frames=0",
    ] {
        assert!(
            text.parse::<Generator>().unwrap().generate().is_err(),
            "{text}"
        );
    }
}
