//! Closed forms for pairs with a sphere [Su07 §3].
//!
//! "If a bounding sphere is selected as a BV from the BV list, a simple and fast method for
//! calculating exactly the distance of a pair of primitives" applies: the distance of the center
//! from the other volume, less the radius (`volumes::nearest`). Constant cost. The paper omits its
//! formulas. A hull has none: closest points by GJK, with the center of the sphere as a point.

use super::PosedVolumes;
use crate::volumes::BoundingVolume;
use geometry::{Vec3, unit_scale};

/// Returns the direction from A to B along which a sphere is farthest from the other volume, in the
/// local space of A. Inner `None` if the center is in the other volume; outer `None` if no formula
/// applies.
pub(super) fn direction(pair: &PosedVolumes<'_>) -> Option<Option<Vec3>> {
    let direction = match (pair.a, pair.b) {
        (BoundingVolume::Sphere(_), BoundingVolume::Sphere(_)) => pair.between,
        (other, BoundingVolume::Sphere(_)) => {
            other.offset_from_nearest(pair.between, pair.scale)?
        }
        (BoundingVolume::Sphere(_), other) => {
            // The transpose is the inverse but for the scale and rounding.
            let center = pair.direction_in_b(-pair.between);
            let offset = other.offset_from_nearest(center, pair.scale)?;
            -pair.b_in_a.apply_vector(offset)
        }
        _ => return None,
    };
    let length = direction.abs().max_element();
    Some((length > 0.0).then(|| direction * unit_scale(length)))
}
