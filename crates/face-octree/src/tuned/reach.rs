//! Region that a body B may reach in the local space of a body A, in the unit of A's patches.
//!
//! # Rounding
//! Coordinates of A's patches are kept as `r(x) = f32((x − c) s)` ([`super::patches`]). Let
//! `u = 2⁻²⁴`.
//! - **Box along A's axes.** [`RelativePose::apply_box`] includes all rounding of poses. `r` is
//!   monotone, so comparing what it returns for the sides loses nothing.
//! - **Ball.** [`RelativePose::distance_margin`] includes the rounding of poses. Let `C` be the
//!   largest coordinate of the center in the unit. Sides of boxes are at most 1 and off by `u`, and
//!   the center by `u C`. The gap along an axis is then off by `3 u (1 + C)`, the distance by `√3`
//!   as much, and its computed square by five roundings. A radius grown by `8 u (1 + C)` and then
//!   by `8 u` of itself has room for that. What underflows in the squares makes a distance smaller,
//!   which loses nothing, and the square of the radius is at least `(8 u)²`.
//! - **Box along B's axes.** A local point `y` of A that is also one of B has there the coordinate
//!   `n · y + t`, up to [`RelativePose::coordinate_margin`], where `n` is a row of A's pose in B's
//!   space, with coordinates up to `1 + 10⁻⁵`. The margin is taken twice, as it has room for
//!   mapping one point, here `c`. The rest is in the unit, where coordinates are at most 1:
//!   rounding `n`, `y`, the three products and the two sums is off by `3 u + 3 u + 3 u + 5 u`, and
//!   rounding a side `v` of B's box by `u |v|`. `16 u (1 + |v|)` has room for both.
//! - **Line of centers.** The same, with half its direction as seen from A in place of a row, and
//!   with the margin of [`super::pair_unit::PairUnit::line`].

use super::moving_body::MovingBody;
use super::patches::Unit;
use geometry::lanes::{Instructions, Register, SINGLE_ROUNDOFF, VecLanes, dot};
use geometry::{Aabb, Ball, PosedExtent, RelativePose, Vec3};

/// Body in the local space of another, in scene units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Box that contains every point that the body may share with the other.
    region: Aabb,
    /// Ball that contains them, too.
    ball: Ball,
    /// Pose of the other body in the space of this one, and this one's box there.
    axes: (RelativePose, Aabb),
    /// Interval that contains their positions on the line of centers, if not all count.
    on_line: Option<(LineAxis, [f64; 2])>,
}

/// The line of centers of a pair of bodies in the local space of one of them. The position of a
/// local point `y` is `normal · y + origin`: a length in scene units, times that of the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineAxis {
    /// Half of `d` of the pair ([`super::pair_unit`]), shorter than 1.
    pub(super) normal: Vec3,
    pub(super) origin: f64,
    /// Bound on the rounding of the position of a world vertex of the body.
    pub(super) margin: f64,
}

/// [`Reach`] in the unit of the other body's patches.
#[derive(Clone, Debug)]
pub(crate) struct RoundedReach {
    low: [f32; 3],
    high: [f32; 3],
    center: [f32; 3],
    square: f32,
    axes: [AxisReach; 3],
    line: Option<AxisReach>,
}

/// Interval along an axis of the body, or along the line of centers.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisReach {
    normal: [f32; 3],
    /// True for a coordinate of the normal that is negative.
    falls: [bool; 3],
    low: f32,
    high: f32,
}

/// The reach in registers, with what instructions fill them.
pub(super) struct ReachLanes<I: Instructions> {
    on: I,
    low: [I::Register; 3],
    high: [I::Register; 3],
    center: [I::Register; 3],
    square: I::Register,
    axes: [AxisReach; 3],
    line: Option<AxisReach>,
}

impl Reach {
    /// Returns where body `b` reaches in the local space of body `a`: everywhere, or only in a
    /// world box. `poses` are that of `b` in the space of `a`, and the reverse.
    pub(crate) fn of(
        [a, b]: [&MovingBody; 2],
        poses: [&RelativePose; 2],
        within: Option<&Aabb>,
    ) -> Reach {
        let [b_in_a, a_in_b] = poses;
        let unit = b_in_a.unit_sized();
        let margin = unit.in_scene_units(unit.distance_margin());
        let ball = b.local_ball();
        let region = match within {
            None => b_in_a.apply_box(b.local_box()),
            Some(region) => {
                let world = PosedExtent::world(region.max_abs_coordinate());
                RelativePose::new(a.posed(), &world).apply_box(region)
            }
        };
        Reach {
            region,
            ball: Ball::new(b_in_a.apply(ball.center), ball.radius + margin),
            axes: (*a_in_b, *b.local_box()),
            on_line: None,
        }
    }

    /// Returns the part of the reach with positions in an interval on the line of centers, both at
    /// one instant: [`Reach::widened`] comes after it.
    #[must_use]
    pub(crate) fn on_line(mut self, line: LineAxis, interval: [f64; 2]) -> Reach {
        self.on_line = Some((line, interval));
        self
    }

    /// Returns the region of all points within a world distance of the other body.
    ///
    /// The distance is that of two points of the bodies' faces, so it adds one vector to the
    /// equation of [`RelativePose`]. In local space, and along the other body's axes, it is longer
    /// by a factor of at most `1 + 10⁻⁵`, as poses are rotations up to a few millionths.
    #[must_use]
    pub(crate) fn widened(mut self, distance: f64) -> Reach {
        let by = distance * (1.0 + 1e-5);
        self.region = self.region.expanded(by);
        self.ball.radius += by;
        self.axes.1 = self.axes.1.expanded(by);
        // The normal is shorter than 1.
        if let Some((_, [low, high])) = &mut self.on_line {
            (*low, *high) = (*low - by, *high + by);
        }
        self
    }

    /// Returns the reach in a unit.
    pub(super) fn rounded(&self, unit: &Unit) -> RoundedReach {
        let center = unit.of(self.ball.center);
        let radius = self.ball.radius * unit.scale;
        let radius = radius + 8.0 * SINGLE_ROUNDOFF * (1.0 + center.abs().max_element());
        let radius = (radius * (1.0 + 8.0 * SINGLE_ROUNDOFF)) as f32;
        let (pose, bounds) = &self.axes;
        let origin = pose.apply(unit.center);
        let margin = 2.0 * pose.coordinate_margin();
        let axes = [0, 1, 2].map(|axis| {
            let [low, high] = [bounds.min[axis] - margin, bounds.max[axis] + margin];
            let normal = pose.linear().row(axis);
            AxisReach::new(unit, normal, origin[axis], [low, high])
        });
        let line = self.on_line.map(|(line, [low, high])| {
            let interval = [low - line.margin, high + line.margin];
            AxisReach::new(unit, line.normal, line.at(unit.center), interval)
        });
        RoundedReach {
            low: unit.rounded(self.region.min),
            high: unit.rounded(self.region.max),
            center: center.to_array().map(|x| x as f32),
            square: radius * radius,
            axes,
            line,
        }
    }
}

impl LineAxis {
    /// Returns the position of a local point.
    fn at(&self, p: Vec3) -> f64 {
        self.normal.dot(p) + self.origin
    }

    /// Returns the axis for boxes in a unit, with an interval that has all of them.
    pub(super) fn rounded(&self, unit: &Unit) -> AxisReach {
        let everywhere = [f64::NEG_INFINITY, f64::INFINITY];
        AxisReach::new(unit, self.normal, self.at(unit.center), everywhere)
    }

    /// Returns an interval that contains the positions of all world vertices whose boxes in a unit
    /// have an interval, all rounding included.
    pub(super) fn interval(&self, unit: &Unit, [low, high]: [f32; 2]) -> [f64; 2] {
        let at = |x: f64| x / unit.scale + self.at(unit.center);
        let error = 16.0 * SINGLE_ROUNDOFF;
        let [low, high] = [f64::from(low) - error, f64::from(high) + error];
        [at(low) - self.margin, at(high) + self.margin]
    }
}

impl AxisReach {
    /// Returns the interval from `low` to `high`, in scene units, along an axis on which the center
    /// of the unit is at `origin`.
    fn new(unit: &Unit, normal: Vec3, origin: f64, interval: [f64; 2]) -> AxisReach {
        let [low, high] = interval.map(|x| (x - origin) * unit.scale);
        let error = |v: f64| 16.0 * SINGLE_ROUNDOFF * (1.0 + v.abs());
        let normal = normal.to_array().map(|x| x as f32);
        AxisReach {
            normal,
            falls: normal.map(|x| x < 0.0),
            low: (low - error(low)) as f32,
            high: (high + error(high)) as f32,
        }
    }

    /// Returns the least and the greatest positions of boxes.
    #[inline(always)]
    pub(super) fn extents<I: Instructions>(
        &self,
        on: I,
        sides: &[VecLanes; 2],
    ) -> [I::Register; 2] {
        // The corner farthest along the normal has the upper side where that rises and the lower
        // one where it falls: the same corner of all boxes.
        let normal = on.splat3(self.normal);
        [false, true].map(|is_upper| {
            let side = |i: usize| usize::from(is_upper != self.falls[i]);
            let corner = [0, 1, 2].map(|i| on.load(&sides[side(i)][i]));
            dot(&normal, &corner)
        })
    }

    /// Returns by how much boxes are beyond one side, up to rounding: above zero exactly if they
    /// are.
    #[inline(always)]
    fn beyond<I: Instructions>(&self, on: I, sides: &[VecLanes; 2]) -> I::Register {
        let [least, greatest] = self.extents(on, sides);
        (least - on.splat(self.high)).max(on.splat(self.low) - greatest)
    }
}

impl RoundedReach {
    /// Returns the reach in registers.
    #[inline(always)]
    pub(super) fn lanes<I: Instructions>(&self, on: I) -> ReachLanes<I> {
        ReachLanes {
            on,
            low: on.splat3(self.low),
            high: on.splat3(self.high),
            center: on.splat3(self.center),
            square: on.splat(self.square),
            axes: self.axes,
            line: self.line,
        }
    }
}

impl<I: Instructions> ReachLanes<I> {
    /// Returns a bit for each box that the body may reach. `sides` are the lower and the upper
    /// ones.
    ///
    /// A difference of two numbers is above zero exactly if the first is greater, so that nothing
    /// is lost where differences stand for comparisons.
    #[inline(always)]
    pub(super) fn near(&self, sides: &[VecLanes; 2]) -> u32 {
        let ReachLanes { on, axes, line, .. } = self;
        let zero = on.splat(0.0);
        let [low, high] = [on.load3(&sides[0]), on.load3(&sides[1])];
        let (mut gap, mut square) = (zero, zero);
        for axis in 0..3 {
            let apart = (low[axis] - self.high[axis]).max(self.low[axis] - high[axis]);
            gap = gap.max(apart);
            let center = self.center[axis];
            let away = (low[axis] - center).max(center - high[axis]).max(zero);
            square = square + away * away;
        }
        let near = !(gap.above(zero) | square.above(self.square)) & 0xff;
        // The axes of the other body take six products, so they wait for what is left.
        if near == 0 {
            return 0;
        }
        let mut gap = zero;
        for axis in axes.iter().chain(line) {
            gap = gap.max(axis.beyond(*on, sides));
        }
        near & !gap.above(zero)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair_unit::PairUnit;
    use super::super::patches::Patches;
    use super::*;
    use crate::workers::Team;
    use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn posed(mesh: Mesh, pose: &Pose) -> MovingBody {
        let mesh = Arc::new(mesh);
        let patches = Arc::new(Patches::new(&mesh));
        let mut body = MovingBody::new(mesh, patches);
        body.place(&pose.world_map(), None);
        body
    }

    /// Returns a mesh of faces that are points, each a patch of its own.
    fn points(points: &[Vec3]) -> Mesh {
        let vertices = points.iter().flat_map(|p| [*p; 3]).collect();
        let faces = (0..points.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        Mesh::new(vertices, faces.collect()).unwrap()
    }

    /// Returns the points of body `a` that body `b` may reach, ascending.
    fn found(bodies: [&MovingBody; 2], within: Option<&Aabb>) -> Vec<u32> {
        let [a, b] = bodies;
        let b_in_a = RelativePose::new(a.posed(), b.posed());
        let a_in_b = RelativePose::new(b.posed(), a.posed());
        let reach = Reach::of(bodies, [&b_in_a, &a_in_b], within);
        let patches = a.patches(None).patches;
        let mut found = Vec::new();
        find_all(patches, &reach, &mut found);
        found
    }

    /// Lists the faces of the patches in reach, ascending.
    fn find_all(patches: &Patches, reach: &Reach, found: &mut Vec<u32>) {
        let reach = patches.rounded(reach);
        let mut near = Vec::new();
        for piece in 0..patches.piece_count() {
            patches.find(&reach, piece, &mut near);
        }
        let faces = near.iter().flat_map(|patch| patches.faces(*patch));
        found.extend(faces.map(|face| face.face));
        found.sort_unstable();
    }

    /// Returns the points of body `a` that body `b` may reach where its patches, in reach of those
    /// of `a`, are on the line of centers.
    fn found_on_line(bodies: [&MovingBody; 2], boxes: &[Aabb; 2], region: &Aabb) -> Vec<u32> {
        let [a, b] = bodies;
        let b_in_a = RelativePose::new(a.posed(), b.posed());
        let a_in_b = RelativePose::new(b.posed(), a.posed());
        let unit = PairUnit::new([&boxes[0], &boxes[1]], region);
        let [line_a, line_b] = bodies.map(|body| unit.line(body.posed()));
        let reach_of_b = Reach::of([a, b], [&b_in_a, &a_in_b], None);
        let reach_of_a = Reach::of([b, a], [&a_in_b, &b_in_a], None);
        let [patches_a, patches_b] = bodies.map(|body| body.patches(None).patches);
        let interval = patches_a.interval(Team::ALONE, &reach_of_b, &line_a, &mut 0);
        let interval = interval.and_then(|of_a| {
            let reach = reach_of_a.on_line(line_b, of_a);
            patches_b.interval(Team::ALONE, &reach, &line_b, &mut 0)
        });
        let mut found = Vec::new();
        if let Some(of_b) = interval {
            let reach = reach_of_b.on_line(line_a, of_b);
            find_all(patches_a, &reach, &mut found);
        }
        found
    }

    fn vector() -> impl Strategy<Value = Vec3> {
        let part = || prop_oneof![4 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(1.0)];
        [part(), part(), part()].prop_map(Vec3::from_array)
    }

    /// Rotations as far from unit length as frames may contain.
    fn rotation() -> impl Strategy<Value = Quat> {
        let part = -1.0..1.0f64;
        let turned = (
            [part.clone(), part.clone(), part],
            0.1..1.0f64,
            1.0 - 9e-7..1.0 + 9e-7,
        );
        let turned = turned
            .prop_map(|([x, y, z], w, length)| Quat::from_xyzw(x, y, z, w).normalize() * length);
        prop_oneof![3 => turned, 1 => Just(Quat::IDENTITY)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        /// A group leaves out no patch that passes: what is found is what is found without
        /// groups. Also at any scale, in flat spaces, where a region is infinite in the unit of
        /// the patches, and after the body has deformed.
        #[test]
        fn groups_of_patches_change_only_the_number_of_boxes_compared(
            faces in prop::collection::vec((vector(), [vector(), vector(), vector()]), 70..600),
            size in prop_oneof![Just(0.0), Just(0.01), Just(0.3), Just(1e-30)],
            space in prop::sample::select(vec![Vec3::ONE, Vec3::X, Vec3::ZERO, Vec3::new(1.0, 1e-20, 1.0)]),
            deforms in any::<bool>(),
            rotations in [rotation(), rotation()],
            (at, far) in ([vector(), vector()], prop_oneof![2 => Just(0.0), 1 => Just(1e7)]),
            exponent in prop::sample::select(vec![-1070, -900, -140, 0, 0, 50]),
            other in prop::sample::select(vec![-150, -20, -1, 0, 1, 40]),
            motion in prop::sample::select(vec![0.0, 0.1, 1e10]),
        ) {
            let scale = power_of_two(exponent);
            let vertices = faces.iter().flat_map(|(at, corners)| {
                corners.map(|corner| (*at + corner * size) * space * scale)
            });
            let vertices: Vec<Vec3> = vertices.collect();
            let triangles = (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
            let mesh = Arc::new(Mesh::new(vertices.clone(), triangles.collect()).unwrap());
            let mut a = MovingBody::new(mesh.clone(), Arc::new(Patches::new(&mesh)));
            // Other faces come to be near each other.
            let shape = (0..7).cycle().zip(&vertices).map(|(i, p)| f64::from(i - 3) * *p);
            let shape: Option<Vec<Vec3>> = deforms.then(|| shape.collect());
            let pose = |k: usize| Pose::new((at[k] + Vec3::splat(far)) * scale, rotations[k]);
            a.place(&pose(0).world_map(), shape.as_deref());
            a.mark_near();
            prop_assert_eq!(a.fit(shape.as_deref()) > 0, deforms);
            let sphere = scenes::bodies::sphere(80).unwrap();
            let radius = scale * power_of_two(other);
            let sphere = sphere.with_vertices(sphere.vertices().iter().map(|p| *p * radius).collect());
            let b = posed(sphere.unwrap(), &pose(1));
            let poses = [RelativePose::new(a.posed(), b.posed()), RelativePose::new(b.posed(), a.posed())];
            let boxes = [&a, &b].map(|body| body.world().around);
            let Some(region) = boxes[0].intersection(&boxes[1]) else {
                return Ok(());
            };
            let line = PairUnit::new([&boxes[0], &boxes[1]], &region).line(a.posed());
            let patches = a.patches(None).patches;
            let flat = patches.clone().without_groups();
            for within in [None, Some(&region)] {
                let reach = Reach::of([&a, &b], poses.each_ref(), within).widened(motion * scale);
                let [mut tests, mut flat_tests] = [0, 0];
                let interval = patches.interval(Team::ALONE, &reach, &line, &mut tests);
                let of_flat = flat.interval(Team::ALONE, &reach, &line, &mut flat_tests);
                prop_assert_eq!(interval, of_flat);
                prop_assert!(tests <= flat_tests);
                let part = interval.map(|[low, high]| [low, low + 0.3 * (high - low)]);
                let part = part.map(|part| reach.on_line(line, part).widened(motion * scale));
                for reach in part.into_iter().chain([reach]) {
                    let [mut found, mut expected] = [Vec::new(), Vec::new()];
                    find_all(patches, &reach, &mut found);
                    find_all(&flat, &reach, &mut expected);
                    prop_assert_eq!(found, expected);
                }
            }
        }

        /// B is an octahedron, which touches its ball and its box, so some points are at the
        /// sides of both.
        #[test]
        fn points_in_the_other_body_are_found(
            weights in prop::collection::vec(vector(), 1..20),
            others in prop::collection::vec(vector(), 1..4),
            size in vector(),
            rotations in [rotation(), rotation()],
            at in [vector(), vector()],
            far in prop_oneof![2 => Just(0.0), 1 => Just(1e3), 1 => Just(1e7), 1 => Just(1e12)],
            exponent in prop::sample::select(vec![-900, -140, -20, 0, 0, 50]),
        ) {
            let scale = power_of_two(exponent);
            let sides = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * size * scale);
            let corners = sides.iter().flat_map(|side| [*side, -*side]).collect();
            let b = Mesh::new(corners, vec![[0, 2, 4], [1, 3, 5]]).unwrap();
            let inside = weights.iter().map(|w| {
                let sum = w.abs().element_sum().max(1.0);
                *w / sum * size * scale
            });
            // On the first face.
            let on_face = weights.iter().map(|w| {
                let [x, y, z] = w.abs().to_array();
                let sum = x + y + z;
                let w = if sum > 0.0 { Vec3::new(x, y, z) / sum } else { Vec3::X };
                w * size * scale
            });
            let inside = inside.chain(on_face);
            let pose = |k: usize| Pose::new((at[k] + Vec3::splat(far)) * scale, rotations[k]);
            let b = posed(b, &pose(1));
            let map = pose(0).world_map();
            let inverse = map.linear.inverse();
            let to_world = b.posed().map;
            let world: Vec<Vec3> = inside.map(|p| to_world.apply(p)).collect();
            let in_a = world.iter().map(|p| inverse * (*p - map.translation));
            let count = world.len() as u32;
            let in_a: Vec<Vec3> = in_a.chain(others.iter().map(|p| *p * 3.0 * scale)).collect();
            let a = posed(points(&in_a), &pose(0));
            let all = found([&a, &b], None);
            prop_assert!((0..count).all(|i| all.contains(&i)), "{all:?} of {count}");
            // Intervals on the line of centers, of the patches of A that are in reach, and of B's
            // near those.
            let boxes = [&a, &b].map(|body| body.world().around);
            if let Some(region) = boxes[0].intersection(&boxes[1]) {
                let on_line = found_on_line([&a, &b], &boxes, &region);
                let mut on_face = count / 2..count;
                prop_assert!(on_face.all(|i| on_line.contains(&i)), "{on_line:?} of {count}");
                prop_assert!(on_line.iter().all(|i| all.contains(i)));
            } else {
                prop_assert_eq!(count, 0);
            }
            let part = &world[..world.len().div_ceil(2)];
            let part_found = found([&a, &b], Some(&Aabb::of_points(part)));
            let count = part.len() as u32;
            prop_assert!((0..count).all(|i| part_found.contains(&i)), "{part_found:?} of {count}");
        }
    }

    /// Of the patches of a sphere that touches a small one, most are in groups that are left out.
    #[test]
    fn few_boxes_are_compared_where_few_patches_are_near() {
        let a = posed(scenes::bodies::sphere(39_600).unwrap(), &Pose::IDENTITY);
        let b = posed(
            scenes::bodies::sphere(168).unwrap(),
            &Pose::at(Vec3::X * 1.9),
        );
        let b_in_a = RelativePose::new(a.posed(), b.posed());
        let a_in_b = RelativePose::new(b.posed(), a.posed());
        let patches = a.patches(None).patches;
        let reach = Reach::of([&a, &b], [&b_in_a, &a_in_b], None);
        let (reach, mut found) = (patches.rounded(&reach), Vec::new());
        let pieces = 0..patches.piece_count();
        let tests: u64 = pieces
            .map(|piece| patches.find(&reach, piece, &mut found))
            .sum();
        assert!(
            !found.is_empty() && found.len() < patches.len() / 20,
            "{}",
            found.len()
        );
        assert!(
            tests < patches.len() as u64 / 5,
            "{tests} of {}",
            patches.len()
        );
    }

    /// Each of the tests leaves out a point that the others keep.
    #[test]
    fn points_beyond_a_box_or_the_ball_are_left_out() {
        let half_turn = Quat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        let cube = posed(scenes::bodies::cube(1.0), &Pose::new(Vec3::ZERO, half_turn));
        let sphere = posed(scenes::bodies::sphere(960).unwrap(), &Pose::IDENTITY);
        let radius = sphere.local_ball().radius;
        let low = Aabb::new(Vec3::splat(-1.0), Vec3::new(1.0, 1.0, 0.2));
        let corner = Vec3::new(0.7, 0.7, 0.7) * radius;
        for (b, within, beyond, name) in [
            (&cube, None, Vec3::new(0.4, 0.4, 0.0), "box along B's axes"),
            (&sphere, None, corner, "ball"),
            (
                &cube,
                Some(&low),
                Vec3::new(0.0, 0.0, 0.4),
                "box along A's axes",
            ),
        ] {
            let a = posed(points(&[Vec3::ZERO, beyond]), &Pose::IDENTITY);
            assert_eq!(found([&a, b], within), [0], "{name}");
        }
    }

    /// Spheres of radius 1, of which the second is 1 away along a diagonal: half of the faces of
    /// each are in the other's ball, and the surfaces meet half way.
    #[test]
    fn positions_on_the_line_of_centers_leave_out_what_is_deep_inside() {
        let sphere = || scenes::bodies::sphere(39_600).unwrap();
        let at = Vec3::splat(1.0 / 3f64.sqrt());
        let radius = Aabb::of_points(sphere().vertices()).size().x / 2.0;
        let turned = Quat::from_rotation_x(0.3);
        let a = posed(sphere(), &Pose::IDENTITY);
        let b = posed(sphere(), &Pose::new(at * radius, turned));
        let boxes = [&a, &b].map(|body| body.world().around);
        let region = boxes[0].intersection(&boxes[1]).unwrap();
        let [all, on_line] = [
            found([&a, &b], None),
            found_on_line([&a, &b], &boxes, &region),
        ];
        let mesh = sphere();
        let count = mesh.face_count();
        assert!(all.len() > count / 5, "{} of {count}", all.len());
        assert!(
            on_line.len() < all.len() / 2,
            "{} of {}",
            on_line.len(),
            all.len()
        );
        // All at the circle, and none far from it: boxes are longer along a diagonal.
        let position = |face: u32| {
            let corners = mesh.triangles()[face as usize].iter();
            let along = corners.map(|v| mesh.vertices()[*v as usize].dot(at) / radius);
            along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                [low.min(x), high.max(x)]
            })
        };
        for face in all {
            let [low, high] = position(face);
            let is_found = on_line.binary_search(&face).is_ok();
            assert!(is_found || low > 0.5 || high < 0.5, "{low} to {high}");
            assert!(!is_found || low < 0.7, "{low} to {high}");
        }
    }
}
