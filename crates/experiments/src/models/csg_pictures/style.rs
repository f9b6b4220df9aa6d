//! Lines, text and scale bar that all pictures of CSG bodies share.

use crate::picture::{Anchor, Canvas, Color, Font};

/// Color of text.
pub(super) const INK: Color = [0x22, 0x26, 0x2c];

/// Width of lines, in samples.
pub(super) const EDGE: f64 = 4.0;

/// Darkness below which edges are left out: below about one degree.
pub(super) const FAINTEST: f64 = 0.03;

/// Draws a bar of one decimeter, whose left end is at `at`.
pub(super) fn scale_bar(canvas: &mut Canvas, at: [f64; 2], unit: f64) {
    let end = [at[0] + unit, at[1]];
    canvas.line(at, end, 2.0, INK);
    for x in [at[0], end[0]] {
        canvas.line([x, at[1] - 5.0], [x, at[1] + 5.0], 2.0, INK);
    }
    let beside = [end[0] + 9.0, at[1]];
    canvas.text("1 dm", Font::plain(15.0), Anchor::Start, beside, INK);
}
