//! Estimate of the faces of a body near another, before they are listed: decides which
//! body's faces are listed first.
//!
//! Bodies whose boxes overlap may have many faces and list few of them: 200 shuttles in 162 pairs
//! have 171,000 and list 3,000. So the faces of a body count by the share of its box in the overlap
//! region. Of a sphere, a plane cuts off as large a share of the surface as of the diameter
//! [Archimedes], so the estimate is right for spheres side by side, and too large for others.

use geometry::Aabb;

/// Returns about how many faces of each of two bodies meet the overlap region of their boxes, given
/// their numbers of faces. World space. Zero if the boxes do not overlap.
pub(crate) fn estimate_listed([a, b]: [&Aabb; 2], [faces_a, faces_b]: [usize; 2]) -> [usize; 2] {
    let Some(region) = a.intersection(b) else {
        return [0; 2];
    };
    let listed = |around: &Aabb, faces: usize| (share(&region, around) * faces as f64) as usize;
    [listed(a, faces_a), listed(b, faces_b)]
}

/// Returns the share of a box's volume in a part of it, from 0 to 1. Along an axis without extent,
/// the box counts as whole.
fn share(part: &Aabb, whole: &Aabb) -> f64 {
    let (part, whole) = (part.size(), whole.size());
    let along = |axis: usize| {
        if whole[axis] > 0.0 {
            (part[axis] / whole[axis]).min(1.0)
        } else {
            1.0
        }
    };
    along(0) * along(1) * along(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    fn cube(center: Vec3, half: f64) -> Aabb {
        Aabb::new(center - Vec3::splat(half), center + Vec3::splat(half))
    }

    fn listed(b: Aabb) -> usize {
        let [of_a, of_b] = estimate_listed([&cube(Vec3::ZERO, 1.0), &b], [1000, 400]);
        of_a + of_b
    }

    #[test]
    fn faces_count_by_the_share_of_their_box_in_the_region() {
        assert_eq!(listed(cube(Vec3::ZERO, 1.0)), 1400, "both whole");
        assert_eq!(listed(cube(Vec3::X * 2.0, 1.0)), 0, "boxes touch");
        assert_eq!(listed(cube(Vec3::X * 3.0, 1.0)), 0, "boxes apart");
        assert_eq!(listed(cube(Vec3::X * 1.5, 1.0)), 250 + 100, "a quarter");
        let corner = cube(Vec3::splat(1.5), 1.0);
        assert_eq!(listed(corner), 15 + 6, "a quarter along each axis");
        // A small body inside a large one: all of its faces, few of the other.
        assert_eq!(listed(cube(Vec3::ZERO, 0.25)), 15 + 400);
    }

    #[test]
    fn a_flat_box_counts_as_whole_along_its_normal() {
        let flat = Aabb::new(Vec3::new(-1.0, -1.0, 0.5), Vec3::new(1.0, 1.0, 0.5));
        assert_eq!(listed(flat), 400);
        let point = Aabb::new(Vec3::ONE, Vec3::ONE);
        assert_eq!(listed(point), 400);
    }
}
