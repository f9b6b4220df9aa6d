//! Direction that certainly separates two small sets of points.
//!
//! Good for sets of a few points that are mostly apart, such as two faces. With `n` points: about
//! four iterations of `n` dot products each. A direction that is returned is proved; none is
//! returned where rounding leaves the question open, so the caller decides such sets exactly. The
//! essence:
//! 1. Move both sets into a cube of side 1; scaling by a power of two is exact.
//! 2. Take the difference of the sets' points that is nearest to the origin so far (GJK).
//! 3. End if the planes across it separate the sets by more than all rounding.
//! 4. Otherwise add the farthest points along it, until nothing new is found.

use crate::simplex::{Reduction, Simplex};
use crate::{Vec3, unit_scale};

/// Maximum number of iterations.
const MAX_ITERATIONS: usize = 16;

/// Maximum number of points of a set.
pub const MOST_POINTS: usize = 8;

/// Bound on the rounding of the difference of two projections, in units in which coordinates are at
/// most 1/2 and a direction's are at most 1.
///
/// Each of three terms of at most 1/2 takes at most four half ulps: the move of the point, the
/// product and two sums. That is 6 half ulps of 1 for a projection, 12 for two, 2 for their
/// difference and 2 for the sum that it is compared with. The constant is 32, which exceeds what
/// underflow can add.
pub(crate) const POINT_GAP_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Relation of the convex hulls of two sets of points, as far as it is proved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HullRelation {
    /// A direction `d` with `d · q − d · p > margin |d|` for all points `p` of the first set and
    /// `q` of the second. With a margin of 0 the hulls share no point.
    Apart(Vec3),
    /// The hulls share a point.
    Meet,
    /// Not proved: they touch or nearly touch, or are flat.
    Unknown,
}

/// Returns a direction `d` with `d · q − d · p > margin |d|` for all points `p` of `a` and `q` of
/// `b`, if one is found. The inequality is proved, for the exact values.
///
/// `margin` is in scene units, at least 0. Coordinates are at most [`crate::MAX_COORDINATE`] in
/// absolute value. `None` proves nothing.
///
/// # Panics
/// If a set is empty or has more than [`MOST_POINTS`].
pub fn separating_direction(a: &[Vec3], b: &[Vec3], margin: f64) -> Option<Vec3> {
    match hull_relation(a, b, margin) {
        HullRelation::Apart(direction) => Some(direction),
        HullRelation::Meet | HullRelation::Unknown => None,
    }
}

/// Returns what a search of a few iterations proves about two hulls.
///
/// `margin` is in scene units, at least 0.
///
/// # Panics
/// If a set is empty or has more than [`MOST_POINTS`].
pub fn hull_relation(a: &[Vec3], b: &[Vec3], margin: f64) -> HullRelation {
    let unit = NormalizedSets::around(a, b);
    // The direction between the centers separates most pairs that are apart. Its length does not
    // matter, but a short direction would be lost in rounding.
    let mut direction = unitary(unit.b.center() - unit.a.center());
    let mut simplex: Option<Simplex> = None;
    for _ in 0..MAX_ITERATIONS {
        let (gap, pair) = unit.gap(direction);
        if gap > unit.least_gap(direction, margin) {
            return HullRelation::Apart(direction);
        }
        let point = unit.difference(pair);
        match &mut simplex {
            None => simplex = Some(Simplex::of(point, pair)),
            Some(simplex) if simplex.pairs().contains(&pair) => break,
            Some(simplex) => simplex.push(point, pair),
        }
        match simplex.as_mut().map(Simplex::reduce) {
            Some(Reduction::Point(nearest)) if nearest != Vec3::ZERO => {
                direction = unitary(-nearest)
            }
            // A ball around the origin that fits into four differences of points stays there if
            // rounding moves each of them by less than its radius.
            Some(Reduction::Inside(depth)) if depth > POINT_GAP_ROUNDING => {
                return HullRelation::Meet;
            }
            _ => break,
        }
    }
    HullRelation::Unknown
}

/// Returns true if `direction` separates the sets by more than `margin`, as
/// [`separating_direction`] states, proved.
///
/// # Panics
/// If a set is empty or has more than [`MOST_POINTS`].
pub fn separates(direction: Vec3, a: &[Vec3], b: &[Vec3], margin: f64) -> bool {
    let (unit, direction) = (NormalizedSets::around(a, b), unitary(direction));
    unit.gap(direction).0 > unit.least_gap(direction, margin)
}

/// Returns a vector times a power of two, so that its largest coordinate is between 1/2 and 1.
fn unitary(v: Vec3) -> Vec3 {
    v * unit_scale(v.abs().max_element())
}

/// Two sets, moved and scaled into a cube of side 1 around one of their points.
struct NormalizedSets {
    a: PointLanes,
    b: PointLanes,
    /// Power of two.
    scale: f64,
}

/// Points by coordinate, filled up with copies of the first, so that all are tested at once.
struct PointLanes([[f64; MOST_POINTS]; 3]);

impl PointLanes {
    fn new(points: &[Vec3], local: impl Fn(Vec3) -> Vec3) -> PointLanes {
        let first = local(points[0]);
        let mut lanes = first.to_array().map(|x| [x; MOST_POINTS]);
        for (i, point) in points.iter().enumerate().skip(1) {
            let p = local(*point);
            (lanes[0][i], lanes[1][i], lanes[2][i]) = (p.x, p.y, p.z);
        }
        PointLanes(lanes)
    }

    fn get(&self, i: u32) -> Vec3 {
        let [x, y, z] = self.0.map(|axis| axis[i as usize]);
        Vec3::new(x, y, z)
    }

    /// Returns the mean of the points, the first of which may count several times.
    fn center(&self) -> Vec3 {
        let [x, y, z] = self
            .0
            .map(|axis| axis.iter().sum::<f64>() / MOST_POINTS as f64);
        Vec3::new(x, y, z)
    }

    /// Returns the least `direction · p`, rounded, with the index of the point.
    #[inline]
    fn least(&self, direction: Vec3) -> (f64, u32) {
        let [x, y, z] = &self.0;
        let mut values = [0.0; MOST_POINTS];
        for i in 0..MOST_POINTS {
            values[i] = direction.x * x[i] + direction.y * y[i] + direction.z * z[i];
        }
        // Two passes without a chain of indices: the second ends at the first hit.
        let least = values
            .into_iter()
            .fold(f64::INFINITY, |x, y| if y < x { y } else { x });
        let index = values.iter().position(|value| *value == least);
        (least, index.unwrap_or(0) as u32)
    }
}

impl NormalizedSets {
    fn around(a: &[Vec3], b: &[Vec3]) -> NormalizedSets {
        let center = a[0];
        let points = a.iter().chain(b);
        let extent = points.fold(Vec3::ZERO, |extent, p| extent.max((*p - center).abs()));
        // Half, so that differences of two points stay within 1.
        let scale = 0.5 * unit_scale(extent.max_element());
        let local = |p: Vec3| (p - center) * scale;
        NormalizedSets {
            a: PointLanes::new(a, local),
            b: PointLanes::new(b, local),
            scale,
        }
    }

    fn difference(&self, [i, j]: [u32; 2]) -> Vec3 {
        self.a.get(i) - self.b.get(j)
    }

    /// Returns the least projection of `b` minus the greatest of `a`, rounded, with the indices of
    /// these points of `a` and `b`.
    #[inline]
    fn gap(&self, direction: Vec3) -> (f64, [u32; 2]) {
        let (greatest, i) = self.a.least(-direction);
        let (least, j) = self.b.least(direction);
        (least + greatest, [i, j])
    }

    /// Returns the rounded gap above which the exact gap exceeds `margin`.
    fn least_gap(&self, direction: Vec3, margin: f64) -> f64 {
        let rounded_up = 1.0 + 8.0 * f64::EPSILON;
        POINT_GAP_ROUNDING + margin * self.scale * direction.length() * rounded_up
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power_of_two;

    const SQUARE: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];

    fn moved(by: Vec3) -> [Vec3; 4] {
        SQUARE.map(|p| p + by)
    }

    #[test]
    fn sets_apart_have_a_direction_and_others_have_none() {
        for by in [
            Vec3::Z,
            -Vec3::Z,
            1.001 * Vec3::X,
            Vec3::new(-1.01, -1.01, 0.5),
        ] {
            let direction = separating_direction(&SQUARE, &moved(by), 0.0).expect("apart");
            assert!(direction.dot(by) > 0.0);
        }
        // Solids that cross.
        let pyramid = |by: Vec3| [moved(by).as_slice(), &[Vec3::new(0.4, 0.6, 1.0) + by]].concat();
        let over = pyramid(Vec3::new(0.3, 0.2, 0.1));
        assert_eq!(
            hull_relation(&pyramid(Vec3::ZERO), &over, 0.0),
            HullRelation::Meet
        );
        // Touching, crossing, equal.
        for by in [
            Vec3::X,
            Vec3::new(1.0, 1.0, 0.0),
            Vec3::new(0.5, 0.0, 0.0),
            Vec3::ZERO,
        ] {
            assert_eq!(
                hull_relation(&SQUARE, &moved(by), 0.0),
                HullRelation::Unknown
            );
        }
    }

    #[test]
    fn a_margin_is_a_distance() {
        let over = moved(Vec3::new(0.0, 0.0, 0.125));
        assert!(separating_direction(&SQUARE, &over, 0.1249).is_some());
        assert_eq!(separating_direction(&SQUARE, &over, 0.125), None);
        // Diagonally, too: the corners are 5 apart.
        let across = moved(Vec3::new(4.0, 5.0, 0.0));
        assert!(separating_direction(&SQUARE, &across, 4.999).is_some());
        assert_eq!(separating_direction(&SQUARE, &across, 5.001), None);
    }

    #[test]
    fn scale_and_place_do_not_matter_and_rounding_is_never_a_proof() {
        for exponent in [-1060, -500, 0, 90] {
            let scale = power_of_two(exponent);
            let over = moved(Vec3::new(0.5, 0.5, 0.25)).map(|p| p * scale);
            let under = SQUARE.map(|p| p * scale);
            assert!(
                separating_direction(&under, &over, 0.0).is_some(),
                "{exponent}"
            );
        }
        // One ulp of the center apart: certain far from the origin only if the sets are small.
        let far = Vec3::splat(2f64.powi(50));
        let near = SQUARE.map(|p| p + far);
        let over = moved(Vec3::new(0.0, 0.0, 0.25)).map(|p| p + far);
        assert!(separating_direction(&near, &over, 0.0).is_some());
        let above = moved(Vec3::Z * 1e-17);
        assert_eq!(separating_direction(&SQUARE, &above, 0.0), None);
    }
}
