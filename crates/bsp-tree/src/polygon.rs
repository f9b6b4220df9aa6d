//! Step 3: convex polygons in buffers of a fixed size, and the planes that cut them.
//!
//! A cut is that of Sutherland and Hodgman 1974, for one plane: go around the polygon, keep the
//! corners on the wanted side, and add one where an edge crosses the plane. A convex polygon has at
//! most two such edges and gains at most one corner. New corners are rounded. No contact depends on
//! them: planes are thickened by the rounding of all cuts (`query`), and faces that come near each
//! other are tested whole, as they are in world space (D1).

use geometry::lanes::{greater, lesser};
use geometry::{Triangle, Vec3};

/// Maximum number of corners of a polygon. A cut adds at most one. Triangles cut by the planes of a
/// tree usually have three to six.
pub(crate) const MAX_CORNERS: usize = 10;

/// Convex polygon, up to the rounding of its corners. Never empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polygon {
    corners: [Vec3; MAX_CORNERS],
    count: usize,
}

/// Plane of the points `p` with `normal · p = offset`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutPlane {
    /// Unit normal, up to rounding. Points to the front.
    pub normal: Vec3,
    /// Distance from the origin along the normal.
    pub offset: f64,
}

impl CutPlane {
    /// Returns the plane of a triangle, or `None` if its area is zero up to rounding.
    pub(crate) fn of(t: &Triangle) -> Option<CutPlane> {
        let normal = t.area_vector().try_normalize()?;
        let offset = normal.dot(t.a);
        Some(CutPlane { normal, offset })
    }

    /// Returns the signed distance of `p`, positive in front.
    #[inline]
    pub(crate) fn distance(&self, p: Vec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// Signed distances of the corners of a polygon from a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distances {
    each: [f64; MAX_CORNERS],
    /// Least distance.
    pub low: f64,
    /// Greatest distance.
    pub high: f64,
}

/// Side of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Side that the normal points to.
    Front,
    /// Other side.
    Back,
}

impl Polygon {
    /// Returns the polygon of a triangle.
    #[inline]
    pub(crate) fn triangle(t: &Triangle) -> Polygon {
        let mut corners = [t.a; MAX_CORNERS];
        (corners[1], corners[2]) = (t.b, t.c);
        Polygon { corners, count: 3 }
    }

    /// Returns the corners in order.
    #[inline]
    pub(crate) fn corners(&self) -> &[Vec3] {
        &self.corners[..self.count]
    }

    /// Returns the mean of the corners, a point of the polygon.
    pub(crate) fn center(&self) -> Vec3 {
        self.corners().iter().sum::<Vec3>() / self.count as f64
    }

    /// Returns the least and greatest signed distance of the corners from a plane.
    #[inline]
    pub(crate) fn extent(&self, plane: &CutPlane) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for p in self.corners() {
            let d = plane.distance(*p);
            low = lesser(d, low);
            high = greater(d, high);
        }
        (low, high)
    }

    /// Returns the signed distances of the corners from a plane.
    #[inline]
    pub(crate) fn distances(&self, plane: &CutPlane) -> Distances {
        let mut each = [0.0; MAX_CORNERS];
        for (d, p) in each.iter_mut().zip(self.corners()) {
            *d = plane.distance(*p);
        }
        let (low, high) = self.extent(plane);
        Distances { each, low, high }
    }

    /// Returns the part on one side of the plane moved by `shift` along its normal, border
    /// included. Returns the whole polygon if there is no room for another corner (D8).
    ///
    /// `distances` are those of this polygon, possibly snapped to zero. At least one corner must
    /// remain.
    ///
    /// A new corner lies on an edge up to rounding. It lies in the moved plane up to the rounding
    /// of the distances, even if the edge is nearly parallel to the plane.
    pub(crate) fn beyond(&self, distances: &Distances, shift: f64, side: Side) -> Polygon {
        let sign = match side {
            Side::Front => 1.0,
            Side::Back => -1.0,
        };
        let height = |i: usize| sign * (distances.each[i] - shift);
        let mut corners = [Vec3::ZERO; MAX_CORNERS];
        let mut count = 0;
        let mut previous = self.count - 1;
        for i in 0..self.count {
            let (before, here) = (height(previous), height(i));
            if (before < 0.0 && here > 0.0) || (before > 0.0 && here < 0.0) {
                let (p, q) = (self.corners[previous], self.corners[i]);
                if count == MAX_CORNERS {
                    return *self;
                }
                // Intersection of the edge with the moved plane, by linear interpolation.
                corners[count] = p + (q - p) * (before / (before - here));
                count += 1;
            }
            if here >= 0.0 {
                if count == MAX_CORNERS {
                    return *self;
                }
                corners[count] = self.corners[i];
                count += 1;
            }
            previous = i;
        }
        Polygon { corners, count }
    }
}

impl Distances {
    /// Returns the distances with those of at most `thickness` set to zero: corners on the plane.
    #[must_use]
    pub(crate) fn snapped(mut self, thickness: f64) -> Distances {
        let snap = |d: f64| if d.abs() <= thickness { 0.0 } else { d };
        self.each = self.each.map(snap);
        (self.low, self.high) = (snap(self.low), snap(self.high));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor(height: f64) -> CutPlane {
        CutPlane {
            normal: Vec3::Z,
            offset: height,
        }
    }

    fn upright() -> Polygon {
        let (a, b, c) = (Vec3::ZERO, Vec3::new(4.0, 0.0, 0.0), Vec3::Z * 4.0);
        Polygon::triangle(&Triangle::new(a, b, c))
    }

    fn cut(polygon: &Polygon, height: f64, side: Side) -> Polygon {
        polygon.beyond(&polygon.distances(&floor(height)), 0.0, side)
    }

    #[test]
    fn a_cut_triangle_is_a_triangle_and_a_quadrangle() {
        let (above, below) = (
            cut(&upright(), 1.0, Side::Front),
            cut(&upright(), 1.0, Side::Back),
        );
        assert_eq!((above.corners().len(), below.corners().len()), (3, 4));
        assert!(above.corners().iter().all(|p| p.z >= 1.0));
        assert!(below.corners().iter().all(|p| p.z <= 1.0));
        assert!(above.corners().contains(&Vec3::new(3.0, 0.0, 1.0)));
        assert!(below.corners().contains(&Vec3::new(3.0, 0.0, 1.0)));
    }

    #[test]
    fn a_corner_on_the_plane_belongs_to_both_sides() {
        let (above, below) = (
            cut(&upright(), 4.0, Side::Front),
            cut(&upright(), 4.0, Side::Back),
        );
        assert_eq!(above.corners(), [Vec3::Z * 4.0]);
        assert_eq!(below.corners().len(), 3);
    }

    #[test]
    fn snapped_corners_count_as_on_the_plane() {
        let distances = upright().distances(&floor(1e-9)).snapped(1e-8);
        assert_eq!(distances.low, 0.0);
        assert_eq!(upright().beyond(&distances, 0.0, Side::Back).count, 2);
    }

    #[test]
    fn a_polygon_without_room_stays_whole() {
        let mut polygon = upright();
        polygon.count = MAX_CORNERS;
        for (i, p) in polygon.corners.iter_mut().enumerate() {
            let angle = i as f64 * std::f64::consts::TAU / MAX_CORNERS as f64;
            *p = Vec3::new(angle.cos(), 0.0, angle.sin());
        }
        // One corner would go, two would come.
        let tip = CutPlane {
            normal: Vec3::X,
            offset: 0.9,
        };
        let cut = polygon.beyond(&polygon.distances(&tip), 0.0, Side::Back);
        assert_eq!(cut.corners(), polygon.corners());
    }
}
