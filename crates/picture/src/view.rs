//! Where one looks from, and what lies where in a cell.

use geometry::{Ball, Vec3};

/// A parallel projection onto a square cell.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// To the right, down, and away from the eye: unit vectors.
    right: Vec3,
    down: Vec3,
    away: Vec3,
    /// What lies at the middle of the cell.
    center: Vec3,
    /// Half of what is seen from side to side, in scene units.
    half: f64,
}

impl View {
    /// The share of a cell's side that is filled.
    pub const FILLED: f64 = 0.94;

    /// The view along `away` that shows all of `balls`, with `up` towards the top.
    ///
    /// # Panics
    /// When there is no ball, or `up` lies along `away`.
    pub fn around(balls: &[Ball], away: Vec3, up: Vec3) -> View {
        let away = away / away.length();
        let right = away.cross(up);
        assert!(right.length() > 0.0, "up does not lie along the view");
        let right = right / right.length();
        let down = away.cross(right);
        let span = |axis: Vec3| {
            let low = balls.iter().map(|b| b.center.dot(axis) - b.radius);
            let high = balls.iter().map(|b| b.center.dot(axis) + b.radius);
            (
                low.fold(f64::INFINITY, f64::min),
                high.fold(f64::NEG_INFINITY, f64::max),
            )
        };
        let ((left, end), (top, bottom)) = (span(right), span(down));
        assert!(left <= end, "there is something to see");
        let center = right * (0.5 * (left + end)) + down * (0.5 * (top + bottom));
        let half = 0.5 * (end - left).max(bottom - top) / View::FILLED;
        View {
            right,
            down,
            away,
            center,
            half: if half > 0.0 { half } else { 1.0 },
        }
    }

    /// Where `p` is seen: to the right and down in samples of a cell of `side` of them, and how far
    /// away, in the same unit.
    pub(crate) fn place(&self, p: Vec3, side: usize) -> Vec3 {
        let from = p - self.center;
        let unit = self.samples_per_unit(side);
        let middle = 0.5 * side as f64;
        Vec3::new(
            middle + unit * from.dot(self.right),
            middle + unit * from.dot(self.down),
            unit * from.dot(self.away),
        )
    }

    /// How many samples a scene unit takes.
    pub(crate) fn samples_per_unit(&self, side: usize) -> f64 {
        0.5 * side as f64 / self.half
    }
}
