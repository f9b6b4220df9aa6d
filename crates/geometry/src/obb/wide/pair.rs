//! Two trees of nodes of eight boxes: the walk, and one box against eight, with a proved margin.
//!
//! # The bound
//! Both trees are seen in one unit, a power of two near `S = ρ_a + ρ_b + |t|`, in which `S <= 1`;
//! `ρ` are the radii, `t` is the translation between the centers, `u = 2⁻²⁴`. Let box a be the
//! slabs `|q_i · (y − c_a)| <= e_i`, box b the slabs `|p_j · (y' − c_b)| <= f_j`. Points of faces
//! that coincide in world space obey `y = M y' + t` up to `m` in each coordinate, and `y' = Mᵀ (y −
//! t)` likewise, as in the crate `bvh`: `m` is a bound by [`RelativePose::distance_margin`], whose
//! eightfold has room for the subtraction of centers, the rounding of `t` and defects of `M`. Let
//! `d = M c_b + t − c_a`, `R_ij = q_i · M p_j`. Were all axes orthonormal and nothing rounded,
//! `|q_i · d| <= e_i + Σ_j |R_ij| f_j` and `|M p_j · d| <= f_j + Σ_i |R_ij| e_i` would hold
//! wherever the boxes share a point, and an axis on which this fails separates. `|c|` is at most
//! `√3 ρ`, and so is the length of the half sides. Errors, of the axes of a and, in braces, of b:
//! 1. Axes are rounded by `u` of their length, so `P Pᵀ` is off the identity by at most `6 u`, and
//!    `Σ τ_j p_j` for the true coordinates `τ` is off `y' − c_b` by `6 u √3 ρ_b`: `11 u ρ_b` {`11 u
//!    ρ_a`}.
//! 2. `M p_j` rounds the matrix, products and two sums, `4 u` in each coordinate, as those of a row
//!    times a unit vector sum up to at most 1, and `7 u` in length. `R_ij` rounds by `3 u` more.
//!    Times half sides, that is `30 u ρ_b` {`30 u ρ_a`}.
//! 3. `d` is off by `u (11 ρ_b + 2 ρ_a + 3 |t|)` in each coordinate, in length by `u (19 ρ_b + 4
//!    ρ_a + 6 |t|)`, and its product with an axis rounds by `3 u √3 S`. {`M p_j` is off by `7 u`,
//!    times `|d| <= √3 S`: `13 u S`.}
//! 4. Sums of half sides round by `8 u ρ_b + 4 u ρ_a` {the reverse}, that of the margin by `2 u S`.
//!
//! In total less than `80 u S` {`75 u S`} `+ √3 m`. The margin is `128 u S + 8` distance margins.
//! What underflows is below `2⁻¹⁴⁰`; `2⁻¹⁰⁰` is added. In the other direction, a box of A is mapped
//! to B's space by `Mᵀ` and `−t` is added before: `|t|` takes the place of a center in 3, and a
//! further `4 u |t|` per coordinate is within the room that is left.

use super::{WideBoxNode, WideBoxTree};
use crate::bvh::Walk;
use crate::lanes::{
    Dispatch, Instructions, Lanes, Register, SINGLE_ROUNDOFF, VecLanes, WIDTH, dispatch, dot, lane,
    minus, plus, set_bits,
};
use crate::obb::ObbWork;
use crate::{Mat3, RelativePose, Vec3, unit_scale};

/// Bound on what underflows, in the unit of a pair.
const SINGLE_UNDERFLOW: f64 = f64::from_bits((1023 - 100) << 52);

impl WideBoxTree {
    /// Calls `visit` with the positions of every two faces, one of each tree, whose boxes and those
    /// of all nodes above them overlap on the six normals of their faces; until it returns
    /// [`Walk::Stop`]. Returns true if it did. The boxes of the whole trees are taken to overlap.
    ///
    /// `b_in_a` is the pose of the second body in the space of the first, for reaches at least
    /// those of the faces. No two faces that share a point in world space are left out, all
    /// rounding included. The vector instructions of this processor are chosen here: results are
    /// the same with all.
    ///
    /// # Cost
    /// Some 170 vector operations to compare a box with eight. The contents of `stack` do not
    /// matter; it grows to at most one more than the [`WideBoxTree::stack_depth`] of both trees.
    pub fn pairs(
        &self,
        other: &WideBoxTree,
        b_in_a: &RelativePose,
        stack: &mut Vec<[u32; 2]>,
        work: &mut ObbWork,
        visit: impl FnMut(u32, u32) -> Walk,
    ) -> bool {
        let mut stopped = false;
        dispatch(WideWalk {
            trees: [self, other],
            frames: SpaceFrame::of_pair([self, other], b_in_a),
            stack,
            work,
            visit,
            stopped: &mut stopped,
        });
        stopped
    }
}

/// Map of the boxes of one tree to the space of the other, in the unit of the pair.
#[derive(Clone, Copy, Debug)]
struct SpaceFrame {
    /// Number of units of the pair in one of the tree whose boxes are mapped, at most 1.
    ratio: f32,
    /// That of the other tree.
    other_ratio: f32,
    rows: [[f32; 3]; 3],
    /// Added to centers before they are turned.
    before: [f32; 3],
    /// Added to centers after they are turned.
    after: [f32; 3],
    margin: f32,
}

impl SpaceFrame {
    /// Returns the frames of the first tree in the space of the second, and of the second in that
    /// of the first.
    fn of_pair([a, b]: [&WideBoxTree; 2], b_in_a: &RelativePose) -> [SpaceFrame; 2] {
        let linear = b_in_a.linear();
        let translation = b_in_a.apply(b.center) - a.center;
        let distance = translation.abs().element_sum();
        let size = a.radius / a.scale + b.radius / b.scale + distance;
        let scale = unit_scale(size);
        let unit_sized = b_in_a.unit_sized();
        let rounding = unit_sized.in_scene_units(unit_sized.distance_margin());
        let margin =
            128.0 * SINGLE_ROUNDOFF * (size * scale) + 8.0 * (rounding * scale) + SINGLE_UNDERFLOW;
        let single = |v: Vec3| v.to_array().map(|x| x as f32);
        let rows = |m: &Mat3| [0, 1, 2].map(|i| single(m.row(i)));
        let shift = single(translation * scale);
        let [ratio_a, ratio_b] = [a, b].map(|tree| (scale / tree.scale) as f32);
        let frame = SpaceFrame {
            ratio: ratio_b,
            other_ratio: ratio_a,
            rows: rows(&linear),
            before: [0.0; 3],
            after: shift,
            margin: (margin as f32).next_up(),
        };
        let back = SpaceFrame {
            ratio: ratio_a,
            other_ratio: ratio_b,
            rows: rows(&linear.transpose()),
            before: shift.map(|x| -x),
            after: [0.0; 3],
            margin: frame.margin,
        };
        [back, frame]
    }

    /// Maps the boxes of a node.
    #[inline(always)]
    fn moved<I: Instructions>(&self, on: I, node: &WideBoxNode, moved: &mut MovedNode) {
        let none = [0.0; 3];
        for (axis, into) in node.axes.iter().zip(&mut moved.axes) {
            store3(&on.mapped(&self.rows, &none, &on.load3(axis)), into);
        }
        let ratio = on.splat(self.ratio);
        let own = times(&on.load3(&node.center), ratio);
        let center = plus(&own, &on.splat3(self.before));
        store3(
            &on.mapped(&self.rows, &self.after, &center),
            &mut moved.center,
        );
        let half = on.load3(&node.half);
        store3(&times(&half, ratio), &mut moved.half);
    }

    /// Returns a bit for each box of a node that may share a point with mapped box `k`. A
    /// comparison with NaN does not separate.
    #[inline(always)]
    fn overlaps<I: Instructions>(
        &self,
        on: I,
        node: &WideBoxNode,
        moved: &MovedNode,
        k: usize,
    ) -> u32 {
        let ratio = on.splat(self.other_ratio);
        let margin = on.splat(self.margin);
        let center = times(&on.load3(&node.center), ratio);
        let offset = minus(&on.splat3(lane(&moved.center, k)), &center);
        let half = times(&on.load3(&node.half), ratio);
        let moved_half = on.splat3(lane(&moved.half, k));
        // `f_j + Σ_i |R_ij| e_i`.
        let mut moved_radii = plus(&moved_half, &[margin; 3]);
        let moved_axes = [
            on.splat3(lane(&moved.axes[0], k)),
            on.splat3(lane(&moved.axes[1], k)),
            on.splat3(lane(&moved.axes[2], k)),
        ];
        let mut excess = on.splat(0.0);
        for (axis, half) in node.axes.iter().zip(&half) {
            let axis = on.load3(axis);
            let mut radius = *half + margin;
            for j in 0..3 {
                let turned = dot(&axis, &moved_axes[j]).abs();
                radius = radius + turned * moved_half[j];
                moved_radii[j] = moved_radii[j] + turned * *half;
            }
            excess = (dot(&axis, &offset).abs() - radius).max(excess);
        }
        for j in 0..3 {
            excess = (dot(&moved_axes[j], &offset).abs() - moved_radii[j]).max(excess);
        }
        let present = (1 << node.len) - 1;
        present & !excess.above(on.splat(0.0))
    }
}

/// Returns the products of coordinates with a number.
#[inline(always)]
fn times<R: Register>(v: &[R; 3], factor: R) -> [R; 3] {
    [v[0] * factor, v[1] * factor, v[2] * factor]
}

#[inline(always)]
fn store3<R: Register>(v: &[R; 3], into: &mut VecLanes) {
    for (register, lanes) in v.iter().zip(into) {
        *lanes = register.store();
    }
}

/// Boxes of a node in the space of the other tree, in the unit of the pair.
#[derive(Clone, Copy, Debug, Default)]
struct MovedNode {
    axes: [VecLanes; 3],
    center: VecLanes,
    half: VecLanes,
}

/// A walk with instructions that are chosen at run time.
struct WideWalk<'a, V> {
    trees: [&'a WideBoxTree; 2],
    frames: [SpaceFrame; 2],
    /// Pairs of lanes: eight times the node, plus the lane.
    stack: &'a mut Vec<[u32; 2]>,
    work: &'a mut ObbWork,
    visit: V,
    stopped: &'a mut bool,
}

impl<V: FnMut(u32, u32) -> Walk> Dispatch for WideWalk<'_, V> {
    #[inline(always)]
    fn run(mut self, on: impl Instructions) {
        // The nodes mapped last: consecutive pairs often share them.
        let mut moved = [MovedNode::default(); 2];
        let mut moved_nodes = [u32::MAX; 2];
        self.stack.clear();
        self.stack.push([0, 0]);
        while let Some(lanes) = self.stack.pop() {
            let at = lanes.map(|it| ((it / WIDTH as u32) as usize, it as usize % WIDTH));
            let nodes = [0, 1].map(|k| &self.trees[k].nodes[at[k].0]);
            let is_face = [0, 1].map(|k| nodes[k].faces >> at[k].1 & 1 == 1);
            let children = [0, 1].map(|k| nodes[k].children[at[k].1]);
            // The box with the longer leading side is opened, the other one stays.
            let open = match is_face {
                [true, true] => {
                    if (self.visit)(children[0], children[1]) == Walk::Stop {
                        *self.stopped = true;
                        return;
                    }
                    continue;
                }
                [false, false] => {
                    let length = |k: usize| {
                        let half: &Lanes = &nodes[k].half[0];
                        half[at[k].1] * self.frames[k].ratio
                    };
                    usize::from(length(0) <= length(1))
                }
                [of_a, _] => usize::from(of_a),
            };
            let stays = 1 - open;
            if moved_nodes[stays] != at[stays].0 as u32 {
                moved_nodes[stays] = at[stays].0 as u32;
                self.frames[stays].moved(on, nodes[stays], &mut moved[stays]);
                self.work.boxes_moved += u64::from(nodes[stays].len);
            }
            let child = children[open];
            let node = &self.trees[open].nodes[child as usize];
            self.work.box_tests += u64::from(node.len);
            let overlaps = self.frames[stays].overlaps(on, node, &moved[stays], at[stays].1);
            for lane in set_bits(u64::from(overlaps)) {
                let mut pair = lanes;
                pair[open] = child * WIDTH as u32 + lane as u32;
                self.stack.push(pair);
            }
        }
    }
}
