//! Step 2: two oriented boxes against the fifteen axes that may separate them, with a proved margin
//! (D3).
//!
//! Two boxes are apart if and only if they are apart along the normal of a face of one of them, or
//! along the cross product of two edges.
//!
//! # The bound
//! Lengths are in units of A's tree. Let box a have the axes `Q_a` and half sides `e`, box b the
//! axes `Q_b` and half sides `f`; let `M`, `t` be the pose of B in A's space and
//! `R = Q_aᵀ M Q_b`, `T = Q_aᵀ (M c_b + t − c_a)`. A point of faces in both is, up to rounding,
//! `s = T + R s'` in the frame of box a, with `|s_i| <= e_i` and `|s'_j| <= f_j`. So for any `l`,
//! `|l · T| <= Σ |l_i| e_i + Σ |l · R_j| f_j`, and an axis `l` on which this fails separates. Let
//! `S` be the size of the pair, `n_a`, `n_b` the norms and `d = d_a + d_b` the defects as in
//! [`crate::relative_pose`], `u = 2⁻⁵³`:
//! 1. Each coordinate of `s − T − R s'` is at most `760 u n_a n_b S + 2 d S`: `111 u` and `2 d`
//!    from the margin of coordinates, `222 u` from what a box leaves out (`Obb`), `167 u` and
//!    `210 u` from the axes' defects and the rounding of `R`, and `50 u` from that of `T`.
//! 2. For an axis of a, that is all. The others have `|l_x| + |l_y| + |l_z| <= 2`, and replace
//!    `R_j · R_k` and `R_j × R_k` by those of orthonormal axes. As the defect of `R` is at most
//!    `1.01 d + 150 u`, that is off by at most `1600 u n_a n_b S + 11 d S`.
//! 3. The sums themselves round by at most `64 u n_a n_b S`.
//!
//! In total `3,200 u n_a n_b S + 15 d S`, where `d S` stands for `d` times the local coordinates.
//! The margin is 32 times that of [`RelativePose`], `4,096 u n_a n_b S + 224 d S`.

use super::Obb;
use crate::{Mat3, RelativePose, Vec3};

/// Margin of an axis, relative to the rounding of a relative pose, as derived above.
const MARGIN_FACTOR: f64 = 32.0;

/// Size of a pair, in units of A's tree, above which lengths might overflow. Such bodies differ in
/// size by more than 2⁸⁰⁰.
const LARGEST_SIZE: f64 = f64::from_bits((1023 + 900) << 52);

/// Upper bound on the size of a pair relative to its margin: `1 / (4096 u)`.
const SIZE_OF_MARGIN: f64 = f64::from_bits((1023 + 41) << 52);

/// Pose of the boxes of a body B in the space of a body A, in units of A's tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFrame {
    linear: Mat3,
    translation: Vec3,
    /// Number of units of A's tree in one of B's, a power of two.
    ratio: f64,
    margin: f64,
}

/// Box of B in A's space, in units of A's tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovedBox {
    axes: Mat3,
    center: Vec3,
    pub(super) half: Vec3,
}

impl BoxFrame {
    pub(super) fn new(b_in_a: &RelativePose, [scale_a, scale_b]: [f64; 2]) -> BoxFrame {
        // The bound without what squares of lengths would lose, as no length is squared here.
        let unit_sized = b_in_a.unit_sized();
        let rounding = unit_sized.in_scene_units(unit_sized.distance_margin());
        let margin = MARGIN_FACTOR * rounding * scale_a;
        // Without an overflow, or else with a margin that lets every pair of boxes overlap.
        let in_range = margin * SIZE_OF_MARGIN <= LARGEST_SIZE;
        BoxFrame {
            linear: b_in_a.linear(),
            translation: b_in_a.translation() * scale_a,
            ratio: scale_a / scale_b,
            margin: if in_range { margin } else { f64::INFINITY },
        }
    }

    /// Maps a box of B to A's space.
    #[inline]
    pub(super) fn moved(&self, b: &Obb) -> MovedBox {
        MovedBox {
            axes: self.linear * b.axes,
            center: self.linear * (b.center * self.ratio) + self.translation,
            half: b.half * self.ratio,
        }
    }

    /// Returns false only if two boxes contain no points of faces that coincide in world space, all
    /// rounding included. A comparison with NaN does not separate.
    #[inline]
    pub(super) fn overlap(&self, a: &Obb, b: &MovedBox) -> bool {
        let to_a = a.axes.transpose();
        let t = to_a * (b.center - a.center);
        // Columns of `R` and their absolute values: the axes of box b, seen from box a.
        let r = [b.axes.x_axis, b.axes.y_axis, b.axes.z_axis].map(|axis| to_a * axis);
        let q = [r[0].abs(), r[1].abs(), r[2].abs()];
        let (e, f) = (a.half, b.half);
        let margin = Vec3::splat(self.margin);
        // The axes of a. Coordinates of `e + |R| f`.
        let radii = e + (q[0] * f.x + q[1] * f.y + q[2] * f.z);
        if t.abs().cmpgt(radii + margin).any() {
            return false;
        }
        // The axes of b. Coordinates of `f + |R|ᵀ e`.
        let along = Vec3::new(t.dot(r[0]), t.dot(r[1]), t.dot(r[2]));
        let radii = f + Vec3::new(q[0].dot(e), q[1].dot(e), q[2].dot(e));
        if along.abs().cmpgt(radii + margin).any() {
            return false;
        }
        // Edge `j` of b with each edge of a: `l = e_i × R_j`, so that `l · T` is a coordinate of
        // `R_j × T`. RAPID adds 1e-6 to the entries of `q` in place of the margin.
        let beyond_edges = |j: usize| {
            let (k, l) = OTHERS[j];
            let of_a = Vec3::new(
                e.y * q[j].z + e.z * q[j].y,
                e.z * q[j].x + e.x * q[j].z,
                e.x * q[j].y + e.y * q[j].x,
            );
            let of_b = q[l] * f[k] + q[k] * f[l];
            let along = r[j].cross(t);
            along.abs().cmpgt(of_a + of_b + margin).any()
        };
        !(beyond_edges(0) || beyond_edges(1) || beyond_edges(2))
    }
}

/// For each axis the two others.
const OTHERS: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obb::OrientedBoxTree;
    use crate::power_of_two;
    use crate::{Interference, Pose, PosedExtent, Quat, Triangle, interference};
    use proptest::prelude::*;

    fn reach(faces: &[Triangle]) -> f64 {
        let corners = faces.iter().flat_map(Triangle::corners);
        corners.fold(0.0, |reach, p| reach.max(p.abs().max_element()))
    }

    /// Returns the frame of the faces `b` in the space of `a`, with the roots of both.
    fn roots([a, b]: [&[Triangle]; 2], [at_a, at_b]: [&Pose; 2]) -> (BoxFrame, Obb, MovedBox) {
        let trees = [a, b].map(|faces| OrientedBoxTree::new(faces.iter().copied()));
        let extent = |pose: &Pose, faces| PosedExtent::new(pose.world_map(), reach(faces));
        let relative = RelativePose::new(&extent(at_a, a), &extent(at_b, b));
        let frame = BoxFrame::new(&relative, [trees[0].scale, trees[1].scale]);
        let [root_a, root_b] = trees.each_ref().map(|tree| tree.tree.nodes()[0].volume);
        (frame, root_a, frame.moved(&root_b))
    }

    fn world(faces: &[Triangle], pose: &Pose) -> Vec<Triangle> {
        let map = pose.world_map();
        let moved = |face: &Triangle| face.corners().map(|p| map.apply(p));
        let faces = faces.iter().map(moved);
        faces.map(|[a, b, c]| Triangle::new(a, b, c)).collect()
    }

    fn any_vec() -> impl Strategy<Value = Vec3> {
        let part =
            || prop_oneof![4 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(1.0)];
        [part(), part(), part()].prop_map(Vec3::from_array)
    }

    fn any_faces() -> impl Strategy<Value = Vec<Triangle>> {
        let face = [any_vec(), any_vec(), any_vec()].prop_map(|[a, b, c]| Triangle::new(a, b, c));
        proptest::collection::vec(face, 1..4)
    }

    fn any_quat() -> impl Strategy<Value = Quat> {
        let part = -1.0..1.0;
        let length = prop_oneof![Just(1.0), 1.0 - 1e-6..1.0 + 1e-6];
        let generic = ([part.clone(), part.clone(), part.clone(), part], length)
            .prop_filter("a direction", |(q, _)| {
                q.iter().map(|x| x * x).sum::<f64>() > 0.01
            })
            .prop_map(|(q, length)| Quat::from_array(q).normalize() * length);
        prop_oneof![3 => generic, 1 => Just(Quat::IDENTITY)]
    }

    fn scaled(faces: &[Triangle], scale: f64) -> Vec<Triangle> {
        let face = |t: &Triangle| Triangle::new(t.a * scale, t.b * scale, t.c * scale);
        faces.iter().map(face).collect()
    }

    /// Distance of two boxes in the frame of A's tree, by projecting a point on one and the other
    /// in turn: from above, and nearly exact.
    fn distance(a: &Obb, b: &MovedBox) -> f64 {
        let nearest = |axes: &Mat3, center: Vec3, half: Vec3, p: Vec3| {
            center + *axes * (axes.transpose() * (p - center)).clamp(-half, half)
        };
        let mut p = b.center;
        let mut distance = f64::INFINITY;
        for _ in 0..20_000 {
            let on_a = nearest(&a.axes, a.center, a.half, p);
            p = nearest(&b.axes, b.center, b.half, on_a);
            distance = (p - on_a).length();
        }
        distance
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// A corner of one face lies in another, up to rounding. Where the exact test finds that
        /// they touch, the boxes overlap.
        #[test]
        fn boxes_of_faces_that_meet_overlap(
            a in any_faces(),
            b in any_faces(),
            turns in [any_quat(), any_quat()],
            at in any_vec(),
            far in prop_oneof![Just(0.0), Just(1.0), Just(1e9), Just(2f64.powi(40))],
            exponent in prop_oneof![3 => Just(0), 1 => Just(-1060), 1 => Just(-900), 1 => Just(90)],
            small in prop_oneof![Just(0), Just(-30), Just(-200)],
        ) {
            let scale = power_of_two(exponent);
            let far = if exponent > 0 { 0.0 } else { far };
            let (a, b) = (scaled(&a, scale), scaled(&b, scale * power_of_two(small)));
            let pose_a = Pose::new(at * scale * far, turns[0]);
            let meeting = world(&a, &pose_a)[0].corners();
            let meeting = 0.5 * meeting[0] + 0.25 * (meeting[1] + meeting[2]);
            let corner = Pose::new(Vec3::ZERO, turns[1]).world_map().apply(b[0].a);
            let pose_b = Pose::new(meeting - corner, turns[1]);
            let (frame, node_a, moved) = roots([&a, &b], [&pose_a, &pose_b]);
            let meets = world(&a, &pose_a).iter().any(|s| {
                let b = world(&b, &pose_b);
                b.iter().any(|t| interference(s, t) != Interference::Apart)
            });
            // The corner itself is in the box as far as rounding allows, met or not.
            prop_assert!(frame.overlap(&node_a, &moved), "{}", meets);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// The test is neither too strict nor too loose: it agrees with the distance of the boxes.
        #[test]
        fn boxes_are_apart_if_and_only_if_they_have_a_distance(
            a in any_faces(),
            b in any_faces(),
            turn in any_quat(),
            at in any_vec(),
            far in 0.0..2.5f64,
        ) {
            let turn = turn.normalize();
            let pose = Pose::new(at * far, turn);
            let (frame, node_a, moved) = roots([&a, &b], [&Pose::IDENTITY, &pose]);
            let distance = distance(&node_a, &moved);
            let overlap = frame.overlap(&node_a, &moved);
            if distance < 1e-14 {
                prop_assert!(overlap, "they share a point");
            } else if distance > 1e-3 {
                prop_assert!(!overlap, "they are {distance} apart");
            }
        }
    }

    /// Two long thin boxes, crosswise and diagonal to each other: only the cross product of their
    /// edges separates them.
    #[test]
    fn the_axis_of_two_edges_separates() {
        let needle = |from: Vec3, to: Vec3| [Triangle::new(from, to, 0.5 * (from + to))];
        let a = needle(Vec3::new(-1.0, -1.0, 0.0), Vec3::new(1.0, 1.0, 0.0));
        let b = needle(Vec3::new(-1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0));
        let apart = |gap: f64| {
            let pose = Pose::at(Vec3::Z * gap);
            let (frame, node_a, moved) = roots([&a, &b], [&Pose::IDENTITY, &pose]);
            !frame.overlap(&node_a, &moved)
        };
        assert!(apart(1e-9) && apart(-1e-9));
        assert!(!apart(0.0));
    }

    #[test]
    fn bodies_of_sizes_whose_ratio_leaves_the_range_overlap() {
        let face = [Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y)];
        let (tiny, huge) = (
            scaled(&face, power_of_two(-1060)),
            scaled(&face, 2f64.powi(99)),
        );
        for [a, b] in [[&tiny, &huge], [&huge, &tiny]] {
            let (frame, node_a, moved) = roots([a, b], [&Pose::IDENTITY; 2]);
            assert!(frame.overlap(&node_a, &moved));
        }
    }
}
