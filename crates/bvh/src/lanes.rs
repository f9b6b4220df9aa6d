//! Eight numbers side by side, with the vector instructions of the processor at hand.
//!
//! Each operation rounds as IEEE 754 says, and none is fused, so that results are the same with all
//! instructions.

use geometry::{Mat3, Vec3};
use std::ops::{Add, Mul, Sub};

/// Number of boxes of a node, and of triangles of a cluster.
pub(crate) const WIDTH: usize = 8;

/// One number of each lane, in memory.
pub(crate) type Lanes = [f32; WIDTH];

/// A vector of each lane, by coordinate, in memory.
pub(crate) type VecLanes = [Lanes; 3];

/// Half a unit in the last place of 1: the largest relative error of one rounding to `f32`.
pub(crate) const UNIT_ROUNDOFF: f64 = f32::EPSILON as f64 / 2.0;

/// One number of each lane, in registers.
pub(crate) trait Register:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// Returns the lesser of two numbers in each lane, that of `other` if one is NaN.
    fn min(self, other: Self) -> Self;
    /// Returns the greater of two numbers in each lane, that of `other` if one is NaN.
    fn max(self, other: Self) -> Self;
    fn abs(self) -> Self;
    /// Returns a bit for each lane in which this number is greater than the other.
    fn above(self, other: Self) -> u32;
    fn store(self) -> Lanes;
}

/// Instructions of a processor.
pub(crate) trait Instructions: Copy {
    type Register: Register;
    fn load(self, lanes: &Lanes) -> Self::Register;
    fn splat(self, x: f32) -> Self::Register;

    #[inline(always)]
    fn load3(self, v: &VecLanes) -> [Self::Register; 3] {
        [self.load(&v[0]), self.load(&v[1]), self.load(&v[2])]
    }

    #[inline(always)]
    fn splat3(self, [x, y, z]: [f32; 3]) -> [Self::Register; 3] {
        [self.splat(x), self.splat(y), self.splat(z)]
    }

    /// Returns `rows · v + t` in each lane.
    #[inline(always)]
    fn mapped(
        self,
        rows: &[[f32; 3]; 3],
        t: &[f32; 3],
        v: &[Self::Register; 3],
    ) -> [Self::Register; 3] {
        let mut result = *v;
        for (i, lanes) in result.iter_mut().enumerate() {
            *lanes = dot(&self.splat3(rows[i]), v) + self.splat(t[i]);
        }
        result
    }
}

/// Returns the differences of coordinates.
#[inline(always)]
pub(crate) fn minus<R: Register>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

/// Returns the sums of coordinates.
#[inline(always)]
pub(crate) fn plus<R: Register>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

/// Returns `p · v` in each lane.
#[inline(always)]
pub(crate) fn dot<R: Register>(p: &[R; 3], v: &[R; 3]) -> R {
    p[0] * v[0] + p[1] * v[1] + p[2] * v[2]
}

/// Returns `p × q` in each lane.
#[inline(always)]
pub(crate) fn cross<R: Register>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ]
}

/// Eight numbers for whatever instructions the compiler is allowed to use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Register of [`Portable`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array(Lanes);

impl Array {
    #[inline(always)]
    fn zip(mut self, other: Array, combine: impl Fn(f32, f32) -> f32) -> Array {
        for k in 0..WIDTH {
            self.0[k] = combine(self.0[k], other.0[k]);
        }
        self
    }
}

impl Add for Array {
    type Output = Array;

    #[inline(always)]
    fn add(self, other: Array) -> Array {
        self.zip(other, |x, y| x + y)
    }
}

impl Sub for Array {
    type Output = Array;

    #[inline(always)]
    fn sub(self, other: Array) -> Array {
        self.zip(other, |x, y| x - y)
    }
}

impl Mul for Array {
    type Output = Array;

    #[inline(always)]
    fn mul(self, other: Array) -> Array {
        self.zip(other, |x, y| x * y)
    }
}

impl Register for Array {
    #[inline(always)]
    fn min(self, other: Array) -> Array {
        self.zip(other, |x, y| if x < y { x } else { y })
    }

    #[inline(always)]
    fn max(self, other: Array) -> Array {
        self.zip(other, |x, y| if x > y { x } else { y })
    }

    #[inline(always)]
    fn abs(self) -> Array {
        self.zip(self, |x, _| x.abs())
    }

    /// The lanes are packed into the bytes of a number; the product moves the lowest bit of byte
    /// `k` to bit `56 + k`, and no two bits to the same place.
    #[inline(always)]
    fn above(self, other: Array) -> u32 {
        let mut bytes = [0; WIDTH];
        for k in 0..WIDTH {
            bytes[k] = u8::from(self.0[k] > other.0[k]);
        }
        (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    #[inline(always)]
    fn store(self) -> Lanes {
        self.0
    }
}

impl Instructions for Portable {
    type Register = Array;

    #[inline(always)]
    fn load(self, lanes: &Lanes) -> Array {
        Array(*lanes)
    }

    #[inline(always)]
    fn splat(self, x: f32) -> Array {
        Array([x; WIDTH])
    }
}

/// Instructions of x86 processors since 2013: AVX2 and what came with it.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Instructions, Lanes, Register};
    use pulp::x86::V3;
    use std::arch::x86_64::{__m256, _CMP_GT_OQ};
    use std::ops::{Add, Mul, Sub};

    /// Register of [`V3`].
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Ymm(V3, __m256);

    impl Add for Ymm {
        type Output = Ymm;

        #[inline(always)]
        fn add(self, other: Ymm) -> Ymm {
            Ymm(self.0, self.0.avx._mm256_add_ps(self.1, other.1))
        }
    }

    impl Sub for Ymm {
        type Output = Ymm;

        #[inline(always)]
        fn sub(self, other: Ymm) -> Ymm {
            Ymm(self.0, self.0.avx._mm256_sub_ps(self.1, other.1))
        }
    }

    impl Mul for Ymm {
        type Output = Ymm;

        #[inline(always)]
        fn mul(self, other: Ymm) -> Ymm {
            Ymm(self.0, self.0.avx._mm256_mul_ps(self.1, other.1))
        }
    }

    impl Register for Ymm {
        #[inline(always)]
        fn min(self, other: Ymm) -> Ymm {
            Ymm(self.0, self.0.avx._mm256_min_ps(self.1, other.1))
        }

        #[inline(always)]
        fn max(self, other: Ymm) -> Ymm {
            Ymm(self.0, self.0.avx._mm256_max_ps(self.1, other.1))
        }

        #[inline(always)]
        fn abs(self) -> Ymm {
            let sign = self.0.avx._mm256_set1_ps(-0.0);
            Ymm(self.0, self.0.avx._mm256_andnot_ps(sign, self.1))
        }

        #[inline(always)]
        fn above(self, other: Ymm) -> u32 {
            let is_above = self.0.avx._mm256_cmp_ps::<_CMP_GT_OQ>(self.1, other.1);
            self.0.avx._mm256_movemask_ps(is_above) as u32
        }

        #[inline(always)]
        fn store(self) -> Lanes {
            pulp::cast(self.1)
        }
    }

    impl Instructions for V3 {
        type Register = Ymm;

        #[inline(always)]
        fn load(self, lanes: &Lanes) -> Ymm {
            Ymm(self, pulp::cast(*lanes))
        }

        #[inline(always)]
        fn splat(self, x: f32) -> Ymm {
            Ymm(self, self.avx._mm256_set1_ps(x))
        }
    }
}

/// Work that is compiled for several processors.
pub(crate) trait Dispatch {
    /// Does the work with these instructions. Has to be inlined, as all that it calls.
    fn run(self, on: impl Instructions);
}

/// Does some work with the instructions of the processor at hand.
#[inline]
pub(crate) fn dispatch(work: impl Dispatch) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        struct OnV3<W>(pulp::x86::V3, W);
        impl<W: Dispatch> pulp::NullaryFnOnce for OnV3<W> {
            type Output = ();

            #[inline(always)]
            fn call(self) {
                self.1.run(self.0);
            }
        }
        return simd.vectorize(OnV3(simd, work));
    }
    work.run(Portable);
}

/// Rounds to `f32` and never below the number.
pub(crate) fn up(x: f64) -> f32 {
    (x as f32).next_up()
}

/// Rounds the coordinates to `f32`.
pub(crate) fn rounded(v: Vec3) -> [f32; 3] {
    v.to_array().map(|x| x as f32)
}

/// Rounds the entries to `f32`. Returns the rows.
pub(crate) fn rounded_rows(m: &Mat3) -> [[f32; 3]; 3] {
    [0, 1, 2].map(|i| rounded(m.row(i)))
}

/// Returns lane `k`.
#[inline(always)]
pub(crate) fn lane(v: &VecLanes, k: usize) -> [f32; 3] {
    [v[0][k], v[1][k], v[2][k]]
}

/// Iterates over the set bits of a mask, ascending.
#[inline(always)]
pub(crate) fn set_bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
