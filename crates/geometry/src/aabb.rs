//! Closed axis-aligned boxes.

use crate::Vec3;

/// Closed axis-aligned box: contains every point `p` with `min <= p <= max` on each axis.
///
/// Two boxes that share a point overlap. [`Aabb::EMPTY`] contains no point and overlaps nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Least coordinate on each axis.
    pub min: Vec3,
    /// Greatest coordinate on each axis.
    pub max: Vec3,
}

impl Aabb {
    /// Box of no points: the neutral element of [`Aabb::union`].
    pub const EMPTY: Aabb = Aabb {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// Returns the box between two corners, with `min <= max` on each axis.
    pub const fn new(min: Vec3, max: Vec3) -> Aabb {
        Aabb { min, max }
    }

    /// Returns the smallest box that contains all `points`.
    pub fn of_points<'a>(points: impl IntoIterator<Item = &'a Vec3>) -> Aabb {
        points
            .into_iter()
            .fold(Aabb::EMPTY, |b, p| b.with_point(*p))
    }

    /// Returns the smallest box that contains this one and `p`.
    #[must_use]
    pub fn with_point(self, p: Vec3) -> Aabb {
        Aabb::new(self.min.min(p), self.max.max(p))
    }

    /// Returns the smallest box that contains both.
    #[must_use]
    pub fn union(self, other: Aabb) -> Aabb {
        Aabb::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Returns the common part of both boxes, or `None` if they share no point.
    #[inline]
    pub fn intersection(&self, other: &Aabb) -> Option<Aabb> {
        self.overlaps(other)
            .then(|| Aabb::new(self.min.max(other.min), self.max.min(other.max)))
    }

    /// Returns true if the closed boxes share a point. Evaluates all six comparisons, without
    /// branches.
    #[inline]
    pub fn overlaps(&self, other: &Aabb) -> bool {
        (self.min.x <= other.max.x)
            & (other.min.x <= self.max.x)
            & (self.min.y <= other.max.y)
            & (other.min.y <= self.max.y)
            & (self.min.z <= other.max.z)
            & (other.min.z <= self.max.z)
    }

    /// Returns true if `p` lies inside or on the border.
    #[inline]
    pub fn contains(&self, p: Vec3) -> bool {
        (self.min.x <= p.x)
            & (p.x <= self.max.x)
            & (self.min.y <= p.y)
            & (p.y <= self.max.y)
            & (self.min.z <= p.z)
            & (p.z <= self.max.z)
    }

    /// Returns true if `other` lies inside this box, borders included. Every box contains the empty
    /// one.
    pub fn contains_box(&self, other: &Aabb) -> bool {
        other.is_empty() || (self.contains(other.min) && self.contains(other.max))
    }

    /// Returns true if the box contains no point.
    pub fn is_empty(&self) -> bool {
        !(self.min.cmple(self.max).all())
    }

    /// Returns the center, rounded. NaN for the empty box.
    pub fn center(&self) -> Vec3 {
        0.5 * (self.min + self.max)
    }

    /// Returns how far the box reaches from its center, rounded, along each axis.
    pub fn reach(&self) -> Vec3 {
        let center = self.center();
        (self.max - center).max(center - self.min)
    }

    /// Returns the edge lengths.
    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// Returns the axis of the longest side, the first one of equals: 0, 1 or 2.
    pub fn longest_axis(&self) -> usize {
        self.size().max_position()
    }

    /// Returns the largest absolute coordinate, or zero for the empty box.
    pub fn max_abs_coordinate(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        self.min.abs().max(self.max.abs()).max_element()
    }

    /// Returns the smallest box that contains all points of a slice, as [`Aabb::of_points`] does.
    ///
    /// Points take turns with two boxes: with one, each would wait for the one before. No
    /// coordinate is NaN: of those, this function and that one keep different ones.
    pub fn of_slice(points: &[Vec3]) -> Aabb {
        let (twos, rest) = points.as_chunks::<2>();
        let (mut low, mut high) = ([[f64::INFINITY; 3]; 2], [[f64::NEG_INFINITY; 3]; 2]);
        for two in twos {
            for (k, p) in two.iter().enumerate() {
                for (axis, x) in p.to_array().into_iter().enumerate() {
                    // One instruction each: `f64::min` looks for NaN.
                    let (least, most) = (low[k][axis], high[k][axis]);
                    low[k][axis] = if x < least { x } else { least };
                    high[k][axis] = if x > most { x } else { most };
                }
            }
        }
        let corners = low.into_iter().zip(high);
        let boxes = corners.map(|(low, high)| Aabb::new(low.into(), high.into()));
        boxes.fold(Aabb::of_points(rest), Aabb::union)
    }

    /// Returns the box with each side moved outward by `margin >= 0`.
    #[must_use]
    pub fn expanded(&self, margin: f64) -> Aabb {
        Aabb::new(
            self.min - Vec3::splat(margin),
            self.max + Vec3::splat(margin),
        )
    }

    /// Returns the smallest cube with the same center that contains this box. Rounding moves its
    /// corners only outward.
    #[must_use]
    pub fn bounding_cube(&self) -> Aabb {
        let center = self.center();
        let half = self.reach().max_element();
        let cube = Aabb::new(center - Vec3::splat(half), center + Vec3::splat(half));
        cube.union(*self)
    }

    /// Returns the eight children of a cube or box, in the order of [`Aabb::octant`].
    pub fn octants(&self) -> [Aabb; 8] {
        let center = self.center();
        std::array::from_fn(|i| self.octant(center, i))
    }

    /// Returns child `index` of this box split at `center`. Bit 0 of the index selects the upper
    /// half in x, bit 1 in y, bit 2 in z. Children are closed and share sides, so together they
    /// contain every point of the parent.
    #[inline]
    #[must_use]
    pub fn octant(&self, center: Vec3, index: usize) -> Aabb {
        let pick = |bit: usize, lo: f64, mid: f64, hi: f64| {
            if index & bit == 0 {
                (lo, mid)
            } else {
                (mid, hi)
            }
        };
        let (x0, x1) = pick(1, self.min.x, center.x, self.max.x);
        let (y0, y1) = pick(2, self.min.y, center.y, self.max.y);
        let (z0, z1) = pick(4, self.min.z, center.z, self.max.z);
        Aabb::new(Vec3::new(x0, y0, z0), Vec3::new(x1, y1, z1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_share_one_point_overlap() {
        let a = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let corner = Aabb::new(Vec3::ONE, Vec3::splat(2.0));
        assert!(a.overlaps(&corner));
        assert_eq!(
            a.intersection(&corner),
            Some(Aabb::new(Vec3::ONE, Vec3::ONE))
        );
        let beyond = Aabb::new(Vec3::splat(1.0f64.next_up()), Vec3::splat(2.0));
        assert!(!a.overlaps(&beyond));
        assert_eq!(a.intersection(&beyond), None);
    }

    #[test]
    fn the_empty_box_overlaps_nothing_and_adds_nothing() {
        let a = Aabb::new(Vec3::ZERO, Vec3::ONE);
        assert!(!Aabb::EMPTY.overlaps(&a));
        assert!(Aabb::EMPTY.is_empty() && !a.is_empty());
        assert_eq!(Aabb::EMPTY.union(a), a);
        assert!(a.contains_box(&Aabb::EMPTY));
        assert_eq!(Aabb::EMPTY.max_abs_coordinate(), 0.0);
    }

    #[test]
    fn the_box_of_a_slice_is_that_of_its_points() {
        let at = |i: usize, of: usize| ((37 * i + 11 * of) % 23) as f64 - 11.0;
        let points: Vec<Vec3> = (0..13)
            .map(|i| Vec3::new(at(i, 0), at(i, 1), at(i, 2)))
            .collect();
        for count in 0..=points.len() {
            let points = &points[..count];
            assert_eq!(Aabb::of_slice(points), Aabb::of_points(points), "{count}");
        }
        // The positions of the least and the greatest do not matter.
        for i in 0..points.len() {
            let mut points = points.clone();
            points[i] = Vec3::new(-50.0, 50.0, f64::INFINITY);
            assert_eq!(Aabb::of_slice(&points), Aabb::of_points(&points), "{i}");
        }
    }

    #[test]
    fn octants_cover_the_parent_and_share_their_sides() {
        let parent = Aabb::new(Vec3::new(-1.0, 0.0, 2.0), Vec3::new(3.0, 5.0, 2.5));
        let children = parent.octants();
        let all = children.iter().fold(Aabb::EMPTY, |b, c| b.union(*c));
        assert_eq!(all, parent);
        assert!(children.iter().all(|c| c.contains(parent.center())));
        assert_eq!(children[1].min.x, children[0].max.x);
        assert_eq!(children[2].min.y, children[0].max.y);
        assert_eq!(children[4].min.z, children[0].max.z);
    }

    #[test]
    fn a_bounding_cube_holds_its_box_and_is_a_cube() {
        let b = Aabb::new(Vec3::new(0.1, -0.3, 7.0), Vec3::new(0.7, 0.9, 7.1));
        let cube = b.bounding_cube();
        assert!(cube.contains_box(&b));
        assert!((cube.size() - Vec3::splat(1.2)).abs().max_element() < 1e-12);
    }
}
