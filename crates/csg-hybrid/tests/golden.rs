//! Work counts of some scenes, over all frames and in the last, so that a change of behavior
//! shows in the diff of `tests/golden/work.txt`. On a difference the test prints what it should
//! hold now.

use csg_hybrid::{CsgHybrid, CsgHybridOptions, HybridMode, Localization};
use oracle::golden;
use scenes::Generator;
use std::fmt::Write;

const SCENES: [&str; 2] = [
    "cnc-cell:pair=hand-fixture,frames=40,seed=1995",
    "csg-drilled:primitives=10,frames=40,seed=1995",
];

#[test]
fn work_counts_are_as_recorded() {
    let options = |mode, localization| CsgHybridOptions {
        mode,
        localization,
        ..CsgHybridOptions::default()
    };
    let detectors = [
        ("", CsgHybridOptions::default()),
        (
            " mode=published",
            options(HybridMode::Published, Localization::On),
        ),
        (
            " localization=s-bounds",
            options(HybridMode::Verified, Localization::SBounds),
        ),
    ];
    let mut text = String::new();
    for name in SCENES {
        let scene = name.parse::<Generator>().unwrap().generate().unwrap();
        for (label, options) in detectors {
            let counts = golden::counts(&mut CsgHybrid::with_options(options), &scene);
            write!(text, "# {name}{label}\n{counts}").unwrap();
        }
    }
    assert!(
        text == include_str!("golden/work.txt"),
        "tests/golden/work.txt should be:\n{text}"
    );
}
