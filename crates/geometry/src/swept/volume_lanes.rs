//! Corners of swept volumes in single precision, and eight pairs of volumes side by side.
//!
//! Corners are offsets from the first corner of their volume, so that digits are those of the faces
//! and not of the bodies. They are taken from eight faces at once, whose corners are in scene space
//! in double precision.

use crate::lanes::{Instructions, Point4, Register, WIDTH, plus};

/// Eight swept faces by corner, coordinate and lane, in double precision, scene space.
#[derive(Clone, Copy, Debug, Default)]
pub struct EightSweeps {
    /// The three corners at the first instant, then at the next.
    pub corners: [[[[f64; WIDTH]; 3]; 3]; 2],
}

impl EightSweeps {
    /// Returns the volumes of the faces, their corners as offsets from the first. `scale` is a
    /// power of two; with it, no offset has a coordinate above 1.
    #[inline(always)]
    pub fn volumes<I: Instructions>(&self, on: I, scale: f64) -> EightVolumes<I::Register> {
        let zero = on.splat(0.0);
        let mut volumes = EightVolumes {
            now: [[zero; 3]; 3],
            next: [[zero; 3]; 3],
            reach: zero,
        };
        let instants = [&mut volumes.now, &mut volumes.next];
        for (volume, face) in instants.into_iter().zip(&self.corners) {
            for (offset, corner) in volume.iter_mut().zip(face) {
                for axis in 0..3 {
                    let mut lanes = [0.0; WIDTH];
                    for k in 0..WIDTH {
                        let first = self.corners[0][0][axis][k];
                        lanes[k] = ((corner[axis][k] - first) * scale) as f32;
                    }
                    offset[axis] = on.load(&lanes);
                    volumes.reach = volumes.reach.max(offset[axis].abs());
                }
            }
        }
        volumes
    }

    /// Stores the corners of the first faces, up to [`WIDTH`], given their volumes
    /// ([`EightSweeps::volumes`]) and the scale of these.
    #[inline(always)]
    pub fn store_offsets<I: Instructions>(
        &self,
        on: I,
        volumes: &EightVolumes<I::Register>,
        scale: f64,
        to: &mut [SweptOffsets],
    ) {
        let [x, y, z] = &self.corners[0][0];
        for (k, to) in to.iter_mut().enumerate() {
            to.first = [x[k], y[k], z[k], scale];
        }
        for (instant, corners) in [volumes.now, volumes.next].iter().enumerate() {
            for (i, [x, y, z]) in corners.iter().enumerate() {
                let points = on.store_points([*x, *y, *z, volumes.reach]);
                for (to, point) in to.iter_mut().zip(&points) {
                    to.corners[instant][i] = *point;
                }
            }
        }
    }
}

/// Corners of a swept volume, as offsets from its first corner in single precision.
#[derive(Clone, Copy, Debug)]
pub struct SweptOffsets {
    /// First corner at the first instant, in scene space, and the power of two by which offsets are
    /// multiplied.
    first: [f64; 4],
    /// Offsets of the three corners at the first instant, then at the next. The fourth coordinate
    /// is the largest of all offsets, in absolute value.
    corners: [[Point4; 3]; 2],
}

impl SweptOffsets {
    /// A point in the origin: filler for arrays.
    pub const NONE: SweptOffsets = SweptOffsets {
        first: [0.0, 0.0, 0.0, 1.0],
        corners: [[[0.0; 4]; 3]; 2],
    };

    /// Returns false only if the volumes are apart along an axis of the scene, with the digits of
    /// the faces: if their first corners are farther apart than both reach. Both have one scale.
    #[inline]
    pub fn may_meet(&self, other: &SweptOffsets) -> bool {
        let [from, to] = [self, other].map(|face| &face.first);
        let reach = self.corners[0][0][3] + other.corners[0][0][3];
        // A reach, their sum and a difference round by four half ulps of single precision at most.
        let reach = f64::from(reach * (1.0 + 4.0 * f32::EPSILON) + f32::MIN_POSITIVE);
        (0..3).all(|axis| ((to[axis] - from[axis]) * from[3]).abs() <= reach)
    }
}

/// Returns a mask with a bit for each of some lanes, at most [`WIDTH`].
#[inline]
pub(super) fn bits_of(lanes: usize) -> u32 {
    (1 << lanes) - 1
}

/// Up to eight pairs of volumes, in lanes. The last lanes repeat a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairLanes<'a>([[&'a SweptOffsets; 2]; WIDTH]);

impl<'a> PairLanes<'a> {
    /// Takes some pairs. Both volumes of a pair are of one scale, at which no two of their points
    /// differ by more than 1 in a coordinate.
    ///
    /// # Panics
    /// If there is no pair, or more than [`WIDTH`].
    #[inline]
    pub(super) fn new(pairs: &[[&'a SweptOffsets; 2]]) -> PairLanes<'a> {
        let count = pairs.len();
        assert!((1..=WIDTH).contains(&count), "{count} pairs");
        PairLanes(std::array::from_fn(|k| pairs[k.min(count - 1)]))
    }

    /// Returns the first or the second volume of each pair.
    #[inline(always)]
    pub(super) fn volumes<I: Instructions>(&self, on: I, side: usize) -> EightVolumes<I::Register> {
        let (first, reach) = self.corner(on, side, (0, 0));
        let second = self.corner(on, side, (0, 1)).0;
        let third = self.corner(on, side, (0, 2)).0;
        let now = [first, second, third];
        let first = self.corner(on, side, (1, 0)).0;
        let second = self.corner(on, side, (1, 1)).0;
        let third = self.corner(on, side, (1, 2)).0;
        let next = [first, second, third];
        EightVolumes { now, next, reach }
    }

    /// Returns one corner of the first or the second volume of each pair, and the largest
    /// coordinates of these volumes.
    #[inline(always)]
    fn corner<I: Instructions>(
        &self,
        on: I,
        side: usize,
        (instant, corner): (usize, usize),
    ) -> ([I::Register; 3], I::Register) {
        let mut points = [&[0.0; 4]; WIDTH];
        for (point, pair) in points.iter_mut().zip(&self.0) {
            *point = &pair[side].corners[instant][corner];
        }
        let [x, y, z, reach] = on.load_points(points);
        ([x, y, z], reach)
    }

    /// Returns the offsets from the first corners of the first volumes to those of the second,
    /// scaled.
    #[inline(always)]
    pub(super) fn between<I: Instructions>(&self, on: I) -> [I::Register; 3] {
        let mut between = [[0.0; 4]; WIDTH];
        for (offset, [a, b]) in between.iter_mut().zip(&self.0) {
            let (from, to) = (&a.first, &b.first);
            let scale = from[3];
            for (i, x) in offset.iter_mut().enumerate() {
                // Subtracted before they are scaled, which could overflow.
                *x = ((to[i] - from[i]) * scale) as f32;
            }
        }
        // The fourth coordinate is the difference of two equal scales.
        let [x, y, z, _] = on.load_points(between.each_ref());
        [x, y, z]
    }
}

/// Corners of eight volumes: those of the faces at the first instant, and at the next.
#[derive(Clone, Copy, Debug)]
pub struct EightVolumes<R> {
    pub(super) now: [[R; 3]; 3],
    pub(super) next: [[R; 3]; 3],
    /// Bounds on the coordinates, in absolute value.
    pub reach: R,
}

impl<R: Register> EightVolumes<R> {
    /// Returns the corners at the first instant, then those at the next.
    #[inline(always)]
    pub fn corners(&self) -> [[R; 3]; 6] {
        let ([a, b, c], [d, e, f]) = (self.now, self.next);
        [a, b, c, d, e, f]
    }

    /// Moves all corners.
    #[inline(always)]
    pub(super) fn move_by(&mut self, offset: &[R; 3]) {
        for i in 0..3 {
            self.now[i] = plus(offset, &self.now[i]);
            self.next[i] = plus(offset, &self.next[i]);
        }
        let farthest = offset[0].abs().max(offset[1].abs()).max(offset[2].abs());
        self.reach = farthest + self.reach;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SweptTriangle;
    use crate::lanes::Portable;
    use crate::swept::UnitCube;
    use crate::swept::test_volumes::{offsets, offsets_in, pairs, touching};
    use proptest::prelude::*;

    proptest! {
        /// With all instructions: what [`SweptOffsets`] says of its fields.
        #[test]
        fn offsets_are_those_of_each_corner(pairs in pairs()) {
            for sweep in pairs.iter().flatten() {
                let cube = UnitCube::around(&sweep.aabb());
                let found = offsets_in(&cube, sweep);
                check(&found, sweep, cube.scale());
                let mut eight = EightSweeps::default();
                for (i, p) in sweep.points().iter().enumerate() {
                    eight.corners[i / 3][i % 3] = p.to_array().map(|x| [x; WIDTH]);
                }
                let volumes = eight.volumes(Portable, cube.scale());
                let mut found = [SweptOffsets::NONE; WIDTH];
                eight.store_offsets(Portable, &volumes, cube.scale(), &mut found);
                check(&found[7], sweep, cube.scale());
            }
        }
    }

    proptest! {
        /// Volumes that share a single point, however it is rounded.
        #[test]
        fn volumes_that_touch_may_meet(pair in touching()) {
            let [a, b] = offsets(&pair);
            prop_assert!(a.may_meet(&b) && b.may_meet(&a));
        }
    }

    fn check(found: &SweptOffsets, sweep: &SweptTriangle, scale: f64) {
        let points = sweep.points();
        let [x, y, z] = points[0].to_array();
        assert_eq!(found.first, [x, y, z, scale]);
        let expected = points.map(|p| ((p - points[0]) * scale).to_array().map(|x| x as f32));
        let largest = expected
            .iter()
            .flatten()
            .fold(0.0f32, |most, x| most.max(x.abs()));
        for (corner, [x, y, z]) in found.corners.as_flattened().iter().zip(expected) {
            assert_eq!(*corner, [x, y, z, largest]);
        }
    }
}
