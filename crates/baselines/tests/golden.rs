//! Work counts of some scenes, over all frames and in the last, so that a change of behavior
//! shows in the diff of `tests/golden/work.txt`. On a difference the test prints what it should
//! hold now.

use baselines::{BruteForce, DopSides, KDopTreeOptions, ObbTree, Parry3d, Update};
use collision::Detector;
use oracle::golden;
use scenes::Generator;
use std::fmt::Write;

const SCENES: [&str; 4] = [
    "two-spheres:faces=168,seed=1995",
    "four-bodies:seed=1995",
    "waving-spheres:faces=168,seed=1995",
    "calm:bodies=10,faces=168,seed=1995",
];

#[test]
fn work_counts_are_as_recorded() {
    let mut text = String::new();
    for name in SCENES {
        let scene = name.parse::<Generator>().unwrap().generate().unwrap();
        let detectors: [(&str, Box<dyn Detector>); 3] = [
            ("brute-force", Box::new(BruteForce::new())),
            ("parry3d", Box::new(Parry3d::default())),
            (
                "parry3d update=rebuild",
                Box::new(Parry3d::new(Update::Rebuild)),
            ),
        ];
        let rigid: Vec<(String, Box<dyn Detector>)> = if scene.bodies[0].deforms {
            Vec::new()
        } else {
            let k_dops = DopSides::ALL.map(|k| {
                let options = KDopTreeOptions {
                    k,
                    ..KDopTreeOptions::default()
                };
                (format!("k-dop-tree k={}", k.name()), options.detector())
            });
            let obb = ("obb-tree".to_owned(), Box::new(ObbTree::new()) as _);
            std::iter::once(obb).chain(k_dops).collect()
        };
        let detectors = detectors.map(|(label, detector)| (label.to_owned(), detector));
        let detectors = detectors.into_iter().chain(rigid);
        for (label, mut detector) in detectors {
            let counts = golden::counts(&mut *detector, &scene);
            write!(text, "# {name} {label}\n{counts}").unwrap();
        }
    }
    assert!(
        text == include_str!("golden/work.txt"),
        "tests/golden/work.txt should be:\n{text}"
    );
}
