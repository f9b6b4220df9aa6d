//! Exact tests of a closed triangle against a closed box.
//!
//! Both tests give the same answer by different methods, so each checks the other and both can be
//! compared in time.
//!
//! | test | method | source |
//! |---|---|---|
//! | [`intersects_by_clipping`] | clip against four sides of the box | Smith95 §3.7 |
//! | [`intersects_by_sat`] | thirteen separating axes | Akenine-Möller 2001 |
//!
//! Both begin with the boxes. The forms `…_after_boxes` are for callers that keep the triangle's
//! box and have compared it already.

mod axes;
mod clipping;

pub use axes::{intersects_by_sat, intersects_by_sat_after_boxes};
pub use clipping::{
    ClippingCounts, intersects_by_clipping, intersects_by_clipping_after_boxes,
    intersects_by_clipping_counted,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aabb, Triangle, Vec3};

    fn tri(corners: [[f64; 3]; 3]) -> Triangle {
        let [a, b, c] = corners.map(Vec3::from_array);
        Triangle::new(a, b, c)
    }

    fn check(t: [[f64; 3]; 3], expected: bool) {
        let cube = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        for offset in [Vec3::ZERO, Vec3::new(1048576.0, -3.0, 64.0)] {
            let moved = tri(t.map(|p| (Vec3::from_array(p) + offset).to_array()));
            let cube = Aabb::new(cube.min + offset, cube.max + offset);
            assert_eq!(
                intersects_by_clipping(&moved, &cube, &mut 0),
                expected,
                "clipping {moved:?}"
            );
            assert_eq!(
                intersects_by_sat(&moved, &cube, &mut 0),
                expected,
                "axes {moved:?}"
            );
        }
    }

    #[test]
    fn a_corner_inside_or_on_the_border_meets() {
        check([[0.0; 3], [5.0, 5.0, 5.0], [5.0, 6.0, 5.0]], true);
        check([[1.0, 1.0, 1.0], [5.0, 5.0, 5.0], [5.0, 6.0, 5.0]], true);
        check([[1.0, 0.0, 0.0], [5.0, 5.0, 5.0], [5.0, 6.0, 5.0]], true);
    }

    #[test]
    fn a_triangle_through_the_box_without_a_corner_in_it_meets() {
        // A plane through the center, an edge through opposite sides, a stab through z only.
        check([[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.5]], true);
        check([[-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 9.0]], true);
        check([[0.0, 0.0, -9.0], [0.1, 0.0, 9.0], [0.0, 0.1, 9.0]], true);
        // Cuts one corner of the box off.
        check([[2.5, 0.0, 0.0], [0.0, 2.5, 0.0], [0.0, 0.0, 2.5]], true);
    }

    #[test]
    fn clipped_triangles_are_counted_and_those_that_need_four_sides() {
        let cube = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        let counted = |corners| {
            let mut counts = ClippingCounts::default();
            intersects_by_clipping_counted(&tri(corners), &cube, &mut counts);
            [counts.clipped, counts.clipped_at_four]
        };
        // A corner inside, an edge through the first side, a plane through the center, and a
        // triangle of which the third side leaves nothing.
        assert_eq!(counted([[0.0; 3], [5.0; 3], [5.0, 6.0, 5.0]]), [0, 0]);
        let edge = [[-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], [-9.0, 9.0, 0.5]];
        assert_eq!(counted(edge), [1, 0]);
        let plane = [[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.5]];
        assert_eq!(counted(plane), [1, 1]);
        let beside = [[2.5, 0.0, 0.0], [0.0, 2.5, 0.0], [2.5, 2.5, 0.0]];
        assert_eq!(counted(beside), [1, 0]);
    }

    #[test]
    fn a_triangle_whose_box_overlaps_may_still_miss() {
        check([[3.5, 0.0, 0.0], [0.0, 3.5, 0.0], [0.0, 0.0, 3.5]], false);
        check([[2.5, 0.0, 0.0], [0.0, 2.5, 0.0], [2.5, 2.5, 0.0]], false);
        check([[0.0, 2.5, 0.0], [0.0, 0.0, 2.5], [0.0, 2.5, 2.5]], false);
    }

    #[test]
    fn touching_is_meeting_and_one_ulp_less_is_not() {
        // The plane x + y + z = 3 touches the corner (1, 1, 1); x + y = 2 touches an edge.
        check([[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]], true);
        check([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]], true);
        check([[1.0, -5.0, 0.0], [1.0, 5.0, -5.0], [1.0, 5.0, 5.0]], true);
        let cube = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        let more = 3.0f64.next_up();
        let missing = tri([[more, 0.0, 0.0], [0.0, more, 0.0], [0.0, 0.0, more]]);
        let mut exact = 0;
        assert!(!intersects_by_clipping(&missing, &cube, &mut exact));
        assert!(exact > 0, "closer than rounding: exact signs decide");
        assert!(!intersects_by_sat(&missing, &cube, &mut 0));
    }

    #[test]
    fn segments_points_and_flat_boxes() {
        check([[-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], [-9.0, 0.0, 0.0]], true);
        check([[0.5; 3]; 3], true);
        check([[1.5, 0.0, 0.0]; 3], false);
        check([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 0.0, 0.0]], true);
        check([[2.5, 0.0, 0.0], [0.0, 2.5, 0.0], [2.5, 0.0, 0.0]], false);
        let flat = Aabb::new(Vec3::new(-1.0, -1.0, 0.0), Vec3::new(1.0, 1.0, 0.0));
        let across = tri([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [5.0, 5.0, 1.0]]);
        let beside = tri([[1.5, 0.0, -1.0], [1.5, 0.0, 1.0], [0.0, 5.0, 1.0]]);
        for test in [intersects_by_clipping, intersects_by_sat] {
            assert!(test(&across, &flat, &mut 0));
            assert!(!test(&beside, &flat, &mut 0));
        }
    }
}
