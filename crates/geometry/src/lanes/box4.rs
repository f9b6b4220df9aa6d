//! Boxes over four axes in single precision: each of their sides takes a register of four numbers.
//!
//! Three axes are those of a space, and what the fourth is, its user says: 0 for all points, or the
//! position along one more direction.

/// Point, or side of a box, along four axes.
pub type Point4 = [f32; 4];

/// Closed box along four axes. Coordinates are not NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box4 {
    /// Least coordinates.
    pub low: Point4,
    /// Greatest coordinates.
    pub high: Point4,
}

impl Box4 {
    /// Box of no points.
    pub const EMPTY: Box4 = Box4 {
        low: [f32::INFINITY; 4],
        high: [f32::NEG_INFINITY; 4],
    };

    /// Returns the box of three points.
    #[inline(always)]
    #[must_use]
    pub fn of([p, q, r]: [&Point4; 3]) -> Box4 {
        let axis = |i: usize| lesser(lesser(p[i], q[i]), r[i]);
        let low = [axis(0), axis(1), axis(2), axis(3)];
        let axis = |i: usize| greater(greater(p[i], q[i]), r[i]);
        let high = [axis(0), axis(1), axis(2), axis(3)];
        Box4 { low, high }
    }

    /// Grows the box to contain another.
    #[inline(always)]
    pub fn add(&mut self, other: &Box4) {
        for i in 0..4 {
            self.low[i] = lesser(other.low[i], self.low[i]);
            self.high[i] = greater(other.high[i], self.high[i]);
        }
    }

    /// Grows the box to contain a point.
    #[inline(always)]
    pub fn add_point(&mut self, point: &Point4) {
        self.add(&Box4 {
            low: *point,
            high: *point,
        });
    }

    /// Returns the box of both.
    #[inline(always)]
    #[must_use]
    pub fn union(mut self, other: &Box4) -> Box4 {
        self.add(other);
        self
    }

    /// Returns true if the closed boxes share a point.
    #[inline(always)]
    #[must_use]
    pub fn overlaps(&self, other: &Box4) -> bool {
        let mut both = true;
        for i in 0..4 {
            both &= (self.low[i] <= other.high[i]) & (other.low[i] <= self.high[i]);
        }
        both
    }

    /// Returns the sum of both sides, rounded: twice the center.
    #[inline(always)]
    #[must_use]
    pub fn doubled_center(&self) -> Point4 {
        std::array::from_fn(|axis| self.low[axis] + self.high[axis])
    }

    /// Returns half the surface along the first three axes, rounded, of the box of at least one
    /// point.
    #[inline(always)]
    #[must_use]
    pub fn half_surface(&self) -> f32 {
        let side = |axis: usize| self.high[axis] - self.low[axis];
        let [x, y, z] = [side(0), side(1), side(2)];
        x * (y + z) + y * z
    }

    /// Returns the box with both sides of the fourth axis moved outward, rounded.
    #[inline]
    #[must_use]
    pub fn widened_along_fourth(mut self, margin: f32) -> Box4 {
        self.low[3] -= margin;
        self.high[3] += margin;
        self
    }

    /// Returns the largest absolute coordinate along the first three axes.
    #[must_use]
    pub fn largest(&self) -> f32 {
        let sides = self.low[..3].iter().chain(&self.high[..3]);
        sides.fold(0.0, |largest, x| greater(x.abs(), largest))
    }
}

/// Returns the greater of two numbers, the second if they are equal or one is NaN. One instruction:
/// `f32::max` and `f64::max` look for NaN.
#[inline(always)]
#[must_use]
pub fn greater<T: PartialOrd>(x: T, y: T) -> T {
    if x > y { x } else { y }
}

/// Returns the lesser of two numbers, the second if they are equal or one is NaN. One instruction:
/// `f32::min` and `f64::min` look for NaN.
#[inline(always)]
#[must_use]
pub fn lesser<T: PartialOrd>(x: T, y: T) -> T {
    if x < y { x } else { y }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [Point4; 3] = [
        [1.0, -2.0, 0.0, 5.0],
        [0.5, 4.0, -0.25, 7.0],
        [0.75, 0.0, 1.0, 6.0],
    ];

    #[test]
    fn a_box_of_points_is_the_least_around_them() {
        let [p, q, r] = POINTS;
        let all = Box4::of([&p, &q, &r]);
        let expected = Box4 {
            low: [0.5, -2.0, -0.25, 5.0],
            high: [1.0, 4.0, 1.0, 7.0],
        };
        assert_eq!(all, expected);
        let mut grown = Box4::EMPTY;
        POINTS.iter().for_each(|point| grown.add_point(point));
        assert_eq!(grown, expected);
        assert_eq!(Box4::EMPTY.union(&all), expected);
        assert_eq!(all.doubled_center(), [1.5, 2.0, 0.75, 12.0]);
        assert_eq!(all.half_surface(), 0.5 * (6.0 + 1.25) + 6.0 * 1.25);
        assert_eq!(all.largest(), 4.0, "the fourth axis does not count");
    }

    #[test]
    fn a_number_that_is_nan_yields_to_the_other() {
        assert_eq!((greater(f32::NAN, 1.0), lesser(f32::NAN, 1.0)), (1.0, 1.0));
    }

    #[test]
    fn closed_boxes_overlap_unless_one_axis_of_four_separates_them() {
        let one = Box4 {
            low: [0.0; 4],
            high: [1.0; 4],
        };
        assert!(one.overlaps(&one) && !one.overlaps(&Box4::EMPTY));
        for axis in 0..4 {
            let moved = |by: f32| {
                let mut moved = one;
                moved.low[axis] += by;
                moved.high[axis] += by;
                moved
            };
            assert!(one.overlaps(&moved(1.0)) && one.overlaps(&moved(-1.0)));
            assert!(!one.overlaps(&moved(1.5)) && !one.overlaps(&moved(-1.5)));
            let wide = one.widened_along_fourth(0.5);
            assert_eq!(wide.overlaps(&moved(1.5)), axis == 3);
            assert_eq!(wide.overlaps(&moved(-1.5)), axis == 3);
        }
    }
}
