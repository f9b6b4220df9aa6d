//! Parallel projection.

use geometry::{Ball, Vec3};

/// Parallel projection onto a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// Unit vectors to the right, down, and away from the eye.
    right: Vec3,
    down: Vec3,
    away: Vec3,
    /// Point at the center of the cell.
    center: Vec3,
    /// Half of the width that is seen, in scene units.
    half: f64,
}

impl View {
    /// Share of a cell's width or height that is filled.
    pub(crate) const FILLED: f64 = 0.94;

    /// Returns the view along `away` that shows all of `balls`, with `up` toward the top, in a cell
    /// of this width divided by its height. Points are balls without radius.
    ///
    /// # Panics
    /// Panics if there is no ball, or `up` is parallel to `away`.
    pub(crate) fn around(balls: &[Ball], away: Vec3, up: Vec3, aspect: f64) -> View {
        let away = away / away.length();
        let right = away.cross(up);
        assert!(right.length() > 0.0, "up does not lie along the view");
        let right = right / right.length();
        let down = away.cross(right);
        let span = |axis: Vec3| {
            let low = balls.iter().map(|b| b.center.dot(axis) - b.radius);
            let high = balls.iter().map(|b| b.center.dot(axis) + b.radius);
            let low = low.fold(f64::INFINITY, f64::min);
            (low, high.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, end), (top, bottom)) = (span(right), span(down));
        assert!(left <= end, "there is something to see");
        let center = right * (0.5 * (left + end)) + down * (0.5 * (top + bottom));
        let half = 0.5 * (end - left).max((bottom - top) * aspect) / View::FILLED;
        View {
            right,
            down,
            away,
            center,
            half: if half > 0.0 { half } else { 1.0 },
        }
    }

    /// Maps a point to samples: to the right, down and away, in a cell of this size in samples.
    pub(crate) fn map(&self, p: Vec3, size: [usize; 2]) -> Vec3 {
        let from = p - self.center;
        let unit = self.samples_per_unit(size);
        Vec3::new(
            0.5 * size[0] as f64 + unit * from.dot(self.right),
            0.5 * size[1] as f64 + unit * from.dot(self.down),
            unit * from.dot(self.away),
        )
    }

    /// Returns the number of samples per scene unit.
    pub(crate) fn samples_per_unit(&self, size: [usize; 2]) -> f64 {
        0.5 * size[0] as f64 / self.half
    }
}
