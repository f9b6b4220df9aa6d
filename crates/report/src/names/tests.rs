use super::*;
use crate::curves::distinct;
use crate::tests::samples::committed;
use std::collections::BTreeMap;

#[test]
fn names_and_options_read_as_words() {
    let cases = [
        ("face-octree", "face octree (1995)"),
        ("face-octree-tuned", "face octree (tuned)"),
        ("face-octree threads=2", "face octree (1995), 2 threads"),
        (
            "face-octree copies=2",
            "face octree (1995), 2 copies at once",
        ),
        ("bvh first-contact", "BVH, yes or no"),
        ("bvh broad-phase=sweep-and-prune", "BVH, sweep and prune"),
        ("bvh broad-phase=aabb-tree", "BVH, AABB tree"),
        (
            "sphere-tree balls=ritter coverage=level inner=off last-level=leaves",
            "sphere-tree (1996)",
        ),
        (
            "bsp-tree query=boolean",
            "BSP tree (with cull), yes or no of solids",
        ),
        ("face-octree level=5", "face octree (1995), level 5"),
        ("one thread", "one thread"),
    ];
    for (label, words) in cases {
        assert_eq!(name(label), words);
    }
    assert_eq!(
        short("face-octree-tuned first-contact"),
        "octree tuned, yes or no"
    );
}

/// Two labels with one name would be one column or curve for a reader.
#[test]
fn all_recorded_detectors_have_different_names_in_words() {
    let (_, pages, rows) = committed();
    let of_rows = rows.iter().map(|row| row.key.detector.as_str());
    let of_pages = pages.iter().flat_map(|page| &page.detectors);
    let labels = distinct(of_rows.chain(of_pages.map(String::as_str)));
    for form in [name, short] {
        let mut seen = BTreeMap::new();
        // A builder of trees has the name of its detector, and is in no race with it.
        let detectors = labels.iter().filter(|label| detector_of(label) == **label);
        for label in detectors.filter(|label| look_of(label).is_some()) {
            let words = form(label);
            assert!(!words.contains('='), "{label}: {words}");
            let other = seen.insert(words, label);
            assert_eq!(other, None, "{label}");
        }
    }
}

/// Goes red if a detector or an option has another name in the catalog: its words would then be
/// those of no row.
#[test]
fn names_and_options_are_those_of_the_catalog() {
    let label = |text: &str| {
        let (name, options) = text.split_once(' ').unwrap_or((text, ""));
        let mut table = toml::Table::from_iter([("name".to_owned(), name.into())]);
        for option in options.split_whitespace() {
            let (key, value) = option.split_once('=').unwrap();
            let number = value.parse::<i64>().map(toml::Value::from);
            table.insert(key.to_owned(), number.unwrap_or(value.into()));
        }
        experiments::label(&table)
    };
    // Tests of triangles are in the audit alone.
    let detectors = NAMES.iter().filter(|(known, ..)| look_of(known).is_some());
    for (known, ..) in detectors {
        assert_eq!(label(known).unwrap(), *known);
    }
    // The question is no option.
    let options = OPTIONS.iter().filter(|(option, _)| option.contains('='));
    for (option, words) in options {
        let is_known = |look: &DetectorLook| {
            let label = label(&format!("{} {option}", look.command));
            label.is_ok_and(|label| label.ends_with(option))
        };
        assert!(LOOKS.iter().any(is_known), "{option}: {words}");
    }
}

#[test]
fn every_look_has_a_name_and_differs_from_the_others() {
    for look in LOOKS {
        assert!(NAMES.iter().any(|(label, ..)| *label == look.command));
    }
    let looks = LOOKS.map(|look| (look.hue, look.marker, look.published));
    let different: std::collections::BTreeSet<_> = looks.into_iter().collect();
    assert_eq!(different.len(), LOOKS.len());
}

type Linear = [f64; 3];

fn linear(color: [u8; 3]) -> Linear {
    color.map(|c| match f64::from(c) / 255.0 {
        c if c <= 0.040_45 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    })
}

fn times(matrix: [Linear; 3], color: Linear) -> Linear {
    matrix.map(|row| row.iter().zip(color).map(|(a, b)| a * b).sum())
}

/// CIELAB of a linear color, by the white point D65.
fn lab(color: Linear) -> Linear {
    const TO_XYZ: [Linear; 3] = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    let [x, y, z] = times(TO_XYZ, color.map(|c| c.clamp(0.0, 1.0)));
    let f = |t: f64| {
        if t > 216.0 / 24_389.0 {
            t.cbrt()
        } else {
            (24_389.0 / 27.0 * t + 16.0) / 116.0
        }
    };
    let [x, y, z] = [x / 0.950_47, y, z / 1.088_83].map(f);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let luminance = |color| -> f64 {
        let weights = [0.2126, 0.7152, 0.0722];
        linear(color).iter().zip(weights).map(|(c, w)| c * w).sum()
    };
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Full deuteranopia and protanopia as in Machado, Oliveira and Fernandes 2009, Table 1.
const DICHROMACY: [[Linear; 3]; 2] = [
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
];

/// Least distance of two colors in CIELAB, for full color vision and without red or green cones.
fn least_distance(a: [u8; 3], b: [u8; 3]) -> f64 {
    const FULL: [Linear; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let distance = |matrix: [Linear; 3]| {
        let [a, b] = [a, b].map(|color| lab(times(matrix, linear(color))));
        let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
        squares.sum::<f64>().sqrt()
    };
    let all = [FULL].into_iter().chain(DICHROMACY);
    all.map(distance).fold(f64::INFINITY, f64::min)
}

#[test]
fn colors_differ_for_every_color_vision() {
    assert!(
        least_distance([0, 0x9e, 0x73], [0xcc, 0x79, 0xa7]) < 25.0,
        "green and purple do not"
    );
    for palette in [&Hue::ALL[..], &Hue::OTHERS] {
        for (i, a) in palette.iter().enumerate() {
            for b in &palette[i + 1..] {
                let distance = least_distance(*a, *b);
                assert!(distance >= 25.0, "{a:?} and {b:?}: {distance:.1}");
            }
        }
    }
    let detectors = Hue::OTHERS.iter().filter(|c| Hue::ALL.contains(c));
    assert_eq!(detectors.count(), 0);
}

#[test]
fn colors_have_contrast_to_light_and_dark_pages() {
    let all = Hue::ALL.into_iter().chain(Hue::OTHERS);
    for color in all.chain(Hue::SHADES) {
        for page in [[0xff; 3], [0x0d, 0x11, 0x17]] {
            let contrast = contrast(color, page);
            assert!(contrast >= 3.0, "{color:?} on {page:?}: {contrast:.2}");
        }
    }
}

/// Goes red if the interactive page draws curves in colors that the tests above do not check.
#[test]
fn the_interactive_page_has_the_palette_of_the_plots() {
    let script = include_str!("../../app/src/palette.js");
    let color = |[r, g, b]: [u8; 3]| format!("\"#{r:02x}{g:02x}{b:02x}\"");
    let colors = Hue::OTHERS.map(color).join(", ");
    assert!(script.contains(&format!("[{colors}]")), "{colors}");
    let bundle = include_str!("../../app/dist/app.js");
    for color in Hue::OTHERS.map(color) {
        assert!(bundle.contains(&color), "{color}: run npm run build in app");
    }
    // Colors without contrast that both once had.
    for color in ["#e69f00", "#56b4e9"] {
        assert!(!bundle.contains(color), "{color}");
    }
}

#[test]
fn text_has_names_where_detectors_are_in_backticks() {
    for (typed, written) in [
        (
            "`bvh` and `face-octree-tuned`.",
            "BVH and face octree (tuned).",
        ),
        ("Two. `face-octree` wins.", "Two. Face octree (1995) wins."),
        ("It is `parry3d-gjk`", "It is parry3d GJK"),
        (
            "`lab-deform`, `cargo xtask list`",
            "`lab-deform`, `cargo xtask list`",
        ),
        ("a `bvh", "a `bvh"),
        ("", ""),
    ] {
        assert_eq!(in_text(typed), written);
    }
}
