//! The command `list`.

use crate::commands::{fails, succeeds};

#[test]
fn list_names_detectors_generators_and_experiments() {
    let list = succeeds(&["list"]);
    let unfolded = list.split_whitespace().collect::<Vec<_>>().join(" ");
    for name in [
        "face-octree-tuned",
        "separating-plane",
        "two-spheres",
        "smith95-fig10",
        "[Smith95",
        "takes convex, or of convex parts, rigid only, closed only",
        "rigid only, closed without self-intersections only",
        "--distances: distances and closest points",
    ] {
        assert!(unfolded.contains(name), "{list}");
    }
    let [detectors, experiments] = [["-e", "^bvh$"], ["-f", "fig10$"]];
    let some = succeeds(&[&["list"], &detectors[..]].concat());
    assert!(
        some.contains("  bvh  [") && !some.contains("parry3d  ["),
        "{some}"
    );
    assert!(!some.contains("smith95-fig10"), "{some}");
    let some = succeeds(&[&["list"], &experiments[..]].concat());
    assert!(some.starts_with("Experiments\n  smith95-fig10\n"), "{some}");
    let both = succeeds(&[&["list"], &detectors[..], &experiments[..]].concat());
    assert!(
        both.contains("  bvh  [") && both.contains("smith95-fig10"),
        "{both}"
    );
    let none = fails(&["list", "-e", "nothing", "-f", "nothing"]);
    assert!(none.contains("no detector and no experiment"), "{none}");
}
