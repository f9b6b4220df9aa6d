//! Hand with extended fingers: 86 triangles.

use super::parts::{block, cone_down, placed};
use geometry::Quat;
use geometry::csg::{CsgTree, Primitive};

/// Returns a block with gaps between four fingers, a thumb, and the socket of the wrist.
pub(super) fn hand() -> CsgTree {
    let gap = |x: f64| block([0.06, 0.5, 1.0], [x, 0.0, -0.6]);
    let fingers = block([0.9, 0.24, 1.8], [0.0; 3])
        .difference(gap(-0.22))
        .difference(gap(0.0))
        .difference(gap(0.22));
    let thumb = Primitive::Wedge {
        size: [0.45, 0.16, 0.6],
    };
    let thumb = placed(thumb, [0.63, 0.0, 0.1], Quat::IDENTITY);
    let wrist = cone_down(0.1, 0.2, 6, [0.0, 0.0, 0.92]);
    fingers.union(thumb).difference(wrist)
}
