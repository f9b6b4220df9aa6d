//! Work counts of some scenes, over all frames and in the last, so that a change of behavior
//! shows in the diff of `tests/golden/work.txt`. On a difference the test prints what it should
//! hold now.

use bvh::PreparedBvh;
use oracle::golden;
use scenes::Generator;
use std::fmt::Write;

const SCENES: [&str; 5] = [
    "two-spheres:faces=168,seed=1995",
    "two-spheres:faces=3968,seed=1995",
    "four-bodies:seed=1995",
    "calm:bodies=10,faces=168,seed=1995",
    "waving-spheres:faces=168,seed=1995",
];

#[test]
fn work_counts_are_as_recorded() {
    let mut text = String::new();
    for name in SCENES {
        let scene = name.parse::<Generator>().unwrap().generate().unwrap();
        let counts = golden::counts(&mut PreparedBvh::new(), &scene);
        write!(text, "# {name}\n{counts}").unwrap();
    }
    assert!(
        text == include_str!("golden/work.txt"),
        "tests/golden/work.txt should be:\n{text}"
    );
}
