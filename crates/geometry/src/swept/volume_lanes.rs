//! Corners of swept volumes in single precision, and eight pairs of volumes side by side.
//!
//! Corners are offsets from the first corner of their volume, so that digits are those of the faces
//! and not of the bodies.

use crate::lanes::{Instructions, Point4, Register, VecLanes, WIDTH, greater, plus};
use crate::{SweptTriangle, Vec3};

/// Corners of a swept volume, as offsets from its first corner in single precision.
#[derive(Clone, Copy, Debug)]
pub struct SweptOffsets {
    /// First corner at the first instant, in scene space.
    first: Vec3,
    /// Power of two by which offsets are multiplied.
    scale: f64,
    /// Offsets of the three corners at the first instant, then at the next. The fourth coordinate
    /// is the largest of all offsets, in absolute value.
    corners: [[Point4; 3]; 2],
}

impl SweptOffsets {
    /// Takes the corners of a volume. `scale` is a power of two; with it, no side of a box around
    /// all volumes of that scale is longer than 1.
    pub(super) fn new(sweep: &SweptTriangle, scale: f64) -> SweptOffsets {
        let first = sweep.now.a;
        let mut corners = [[[0.0; 4]; 3]; 2];
        let mut largest = [0.0; 4];
        for (corners, face) in corners.iter_mut().zip([&sweep.now, &sweep.next]) {
            for (corner, p) in corners.iter_mut().zip(face.corners()) {
                let [x, y, z] = rounded(p - first, scale);
                *corner = [x, y, z, 0.0];
                for (largest, x) in largest.iter_mut().zip(corner) {
                    *largest = greater(x.abs(), *largest);
                }
            }
        }
        let [x, y, z, _] = largest;
        let reach = greater(greater(x, y), z);
        corners
            .as_flattened_mut()
            .iter_mut()
            .for_each(|corner| corner[3] = reach);
        SweptOffsets {
            first,
            scale,
            corners,
        }
    }
}

/// Returns a vector times a power of two, in single precision.
#[inline(always)]
fn rounded(v: Vec3, scale: f64) -> [f32; 3] {
    let Vec3 { x, y, z } = v * scale;
    [x as f32, y as f32, z as f32]
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
    /// Takes some pairs. Both volumes of a pair are of one [`super::UnitCube`].
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
        let mut between: VecLanes = [[0.0; WIDTH]; 3];
        for (k, [a, b]) in self.0.iter().enumerate() {
            // Subtracted before they are scaled, which could overflow.
            let offset = rounded(b.first - a.first, a.scale);
            for (lanes, x) in between.iter_mut().zip(&offset) {
                lanes[k] = *x;
            }
        }
        on.load3(&between)
    }
}

/// Corners of eight volumes: those of the faces at the first instant, and at the next.
#[derive(Clone, Copy)]
pub(super) struct EightVolumes<R> {
    pub(super) now: [[R; 3]; 3],
    pub(super) next: [[R; 3]; 3],
    /// Bounds on the coordinates.
    pub(super) reach: R,
}

impl<R: Register> EightVolumes<R> {
    /// Returns the corners at the first instant, then those at the next.
    #[inline(always)]
    pub(super) fn corners(&self) -> [[R; 3]; 6] {
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
