//! Edges clipped by the planes of a Voronoi region [Mirtich 1998 §3].

use super::features::{HullFeature, RegionPlane};
use geometry::Vec3;

/// Part `[lo, hi]` of an edge `tail + λ (head − tail)`, `0 ≤ λ ≤ 1`, inside some planes. Empty if
/// `lo > hi`: each plane cuts off a part, and the parts overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EdgeClip {
    pub lo: f64,
    pub hi: f64,
    /// Feature beyond the plane that cuts at `lo`. `None` if no plane does.
    pub before: Option<HullFeature>,
    /// Feature beyond the plane that cuts at `hi`.
    pub after: Option<HullFeature>,
}

/// Feature to step to from a region that an edge crosses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ClipExit {
    /// The point of the edge nearest to the feature lies in the region.
    Stay,
    /// That point lies beyond a plane, toward this feature.
    To(HullFeature),
    /// The edge touches the feature.
    Contact,
}

/// Clips an edge by planes, each moved outward by `slack`.
///
/// # Errors
/// The feature beyond a plane that has the whole edge on its outer side.
#[inline]
pub(super) fn clip(
    [tail, head]: [Vec3; 2],
    planes: impl IntoIterator<Item = RegionPlane>,
    slack: f64,
) -> Result<EdgeClip, HullFeature> {
    let mut part = EdgeClip {
        lo: 0.0,
        hi: 1.0,
        before: None,
        after: None,
    };
    for plane in planes {
        let (at_tail, at_head) = (plane.at(tail) + slack, plane.at(head) + slack);
        if at_tail < 0.0 {
            // The plane has the whole edge beyond it: the walk goes to its neighbor.
            if at_head < 0.0 {
                return Err(plane.neighbor);
            }
            let cut = at_tail / (at_tail - at_head);
            // Strict: of planes that cut at one point, the first names the neighbor.
            if cut > part.lo {
                (part.lo, part.before) = (cut, Some(plane.neighbor));
            }
        } else if at_head < 0.0 {
            let cut = at_tail / (at_tail - at_head);
            if cut < part.hi {
                (part.hi, part.after) = (cut, Some(plane.neighbor));
            }
        }
    }
    Ok(part)
}

impl EdgeClip {
    pub(super) fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    /// Returns the exit of the edge from the region, given the derivative of the distance along the
    /// edge at `λ`, seen from the neighbor there. The derivative is `None` at distance zero.
    ///
    /// Distance is convex along an edge: where it grows at `lo`, the nearest point comes before.
    #[inline]
    pub(super) fn exit(&self, derivative: impl Fn(f64, HullFeature) -> Option<f64>) -> ClipExit {
        if let Some(before) = self.before {
            match derivative(self.lo, before) {
                None => return ClipExit::Contact,
                Some(slope) if slope > 0.0 => return ClipExit::To(before),
                Some(_) => {}
            }
        }
        if let Some(after) = self.after {
            match derivative(self.hi, after) {
                None => return ClipExit::Contact,
                Some(slope) if slope < 0.0 => return ClipExit::To(after),
                Some(_) => {}
            }
        }
        // Of an empty part, convexity sends the edge one way or the other. Rounding may deny both.
        match self.before {
            Some(before) if self.is_empty() => ClipExit::To(before),
            _ => ClipExit::Stay,
        }
    }
}

/// Returns the point `tail + λ (head − tail)`, the ends themselves for 0 and 1.
#[inline]
pub(super) fn point_at([tail, head]: [Vec3; 2], lambda: f64) -> Vec3 {
    if lambda == 1.0 {
        head
    } else {
        tail + (head - tail) * lambda
    }
}
