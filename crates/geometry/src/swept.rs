//! Faces in motion: the volume that a face sweeps between two instants, and the time at which two
//! faces meet first [Kitamura95 §3.5].
//!
//! Corners move along straight lines from one instant to the next, all with constant velocity. The
//! swept volume is the convex hull of the corners at both instants. It contains the face at every
//! instant between them. So two faces whose swept volumes are disjoint do not meet; the converse
//! does not hold, as they may pass the same place at different times.
//!
//! | module | contents |
//! |---|---|
//! | [`hull`] | convex hull of six points, flat or not, and the paper's test of edges against facets |
//! | [`contact_time`](mod@contact_time) | interval of time in which two faces meet first, proved |
//! | [`turn`] | rotation between two poses, and how far it leaves linear motion |
//! | `volume_lanes` | corners in single precision, of eight pairs of volumes side by side |
//! | `volume_axes` | axes of two faces, which decide half of the pairs of volumes, eight at once |
//! | `volume_portals` | portals of eight pairs at once, which decide nearly all of the others |
//! | `volume_relation` | a few directions, one after another, for a pair alone |

pub mod contact_time;
pub mod hull;
#[cfg(test)]
mod test_volumes;
pub mod turn;
mod volume_axes;
mod volume_lanes;
mod volume_portals;
mod volume_relation;

pub use contact_time::{ContactTime, FaceMotion, contact_time};
pub use hull::Hull;
pub use turn::{Turn, TurningTriangle};
pub use volume_axes::{AxisProofs, prove_by_axes};
pub use volume_lanes::{EightSweeps, EightVolumes, SweptOffsets};
pub use volume_portals::{PortalProofs, prove_by_portals};

use volume_relation::UnitCube;

use crate::hull_separation::{HullRelation, hull_relation, separating_direction};
use crate::{Aabb, Interference, Triangle, Vec3, interference_counted};

/// Face at two instants, world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptTriangle {
    /// The face at the frame's instant, `t_i`.
    pub now: Triangle,
    /// The face at the next instant, `t_i+1`.
    pub next: Triangle,
}

impl SweptTriangle {
    /// Returns the face that moves from `now` to `next`.
    #[inline]
    pub const fn new(now: Triangle, next: Triangle) -> SweptTriangle {
        SweptTriangle { now, next }
    }

    /// Returns the corners at both instants: `a_0`, `a_1`, `a_2` of `t_i`, then of `t_i+1`.
    #[inline]
    pub fn points(&self) -> [Vec3; 6] {
        let ([a, b, c], [d, e, f]) = (self.now.corners(), self.next.corners());
        [a, b, c, d, e, f]
    }

    /// Returns the box of the swept volume.
    #[inline]
    pub fn aabb(&self) -> Aabb {
        self.now.aabb().union(self.next.aabb())
    }

    /// Returns true if the face does not move.
    #[inline]
    pub fn is_still(&self) -> bool {
        self.now == self.next
    }

    /// Returns true if the two closed swept volumes share a point. Exact, for any positions: faces
    /// at rest, motion in the face's own plane, faces without area, one volume inside the other.
    ///
    /// # Cost
    /// About five directions, each of 12 dot products. For volumes that touch or nearly touch, and
    /// for flat ones that meet, that of [`Hull::meets`].
    pub fn meets(&self, other: &SweptTriangle, exact: &mut u64) -> bool {
        if self.is_still() && other.is_still() {
            return interference_counted(&self.now, &other.now, exact) != Interference::Apart;
        }
        let cube = UnitCube::around(&self.aabb().union(other.aabb()));
        let proved = cube.corners(self).meet(&cube.corners(other));
        proved.unwrap_or_else(|| self.meets_exactly(other, exact))
    }

    /// [`SweptTriangle::meets`] for volumes of which a few directions prove nothing.
    fn meets_exactly(&self, other: &SweptTriangle, exact: &mut u64) -> bool {
        let (a, b) = (self.points(), other.points());
        match hull_relation(&a, &b, 0.0) {
            HullRelation::Apart(_) => false,
            HullRelation::Meet => true,
            HullRelation::Unknown => Hull::new(a, exact).meets(&Hull::new(b, exact), exact),
        }
    }

    /// Returns false only if the two swept volumes are farther apart than `margin`, proved. May
    /// return true for volumes farther apart than `margin` by less than rounding.
    pub fn comes_within(&self, other: &SweptTriangle, margin: f64) -> bool {
        separating_direction(&self.points(), &other.points(), margin).is_none()
    }
}
