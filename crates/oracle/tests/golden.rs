//! Work counts of some scenes, summed over all frames, so that a change of behaviour shows in the diff.
//! `tests/golden/work.txt` holds them; on a difference the test prints what it should hold now.

use detector::{Detector, Findings, Work};
use oracle::{BruteForce, Parry3d, Update};
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
        for (label, mut detector) in detectors {
            detector.prepare(&scene.bodies).unwrap();
            let (mut found, mut work, mut contacts) = (Findings::default(), Work::default(), 0);
            for i in 0..scene.frames.len() {
                detector.detect(&scene.frame(i), &mut found);
                work += found.work;
                contacts += found.contacts.len();
            }
            write!(text, "{name} {label}: contacts={contacts}").unwrap();
            for (counter, count) in work.entries().filter(|(_, count)| *count > 0) {
                write!(text, " {counter}={count}").unwrap();
            }
            text.push('\n');
        }
    }
    assert!(
        text == include_str!("golden/work.txt"),
        "tests/golden/work.txt should be:\n{text}"
    );
}
