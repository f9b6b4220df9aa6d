//! Eight numbers in `f32` side by side, with the vector instructions of the processor at hand.
//!
//! A kernel is written once, for any [`Instructions`], and [`dispatch`] runs it with the best that
//! the processor has. Each operation rounds as IEEE 754 says, and none is fused, so results are the
//! same with all instructions. What a kernel calls has to be inlined (`#[inline(always)]`), also
//! closures: a function of its own is compiled without the instructions.

mod box4;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use box4::{Box4, Point4, greater, lesser};
use std::ops::{Add, Mul, Sub};

/// Number of `f32` in a register of eight, the widest that every kernel uses.
pub const WIDTH: usize = 8;

/// Half a unit in the last place of 1: the largest relative error of one rounding to `f32`, single
/// precision.
pub const SINGLE_ROUNDOFF: f64 = f32::EPSILON as f64 / 2.0;

/// One number of each lane, in memory.
pub type Lanes = [f32; WIDTH];

/// A vector of each lane, by coordinate, in memory.
pub type VecLanes = [Lanes; 3];

/// One number of each lane, in registers.
pub trait Register: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// Returns the lesser of two numbers in each lane, that of `other` if one is NaN.
    #[must_use]
    fn min(self, other: Self) -> Self;
    /// Returns the greater of two numbers in each lane, that of `other` if one is NaN.
    #[must_use]
    fn max(self, other: Self) -> Self;
    /// Returns the absolute value of each number.
    #[must_use]
    fn abs(self) -> Self;
    /// Returns a bit for each lane in which this number is greater than the other. False if one is
    /// NaN.
    fn above(self, other: Self) -> u32;
    /// Returns `yes` in each lane in which this number is greater than the other, else `no`, also
    /// if one is NaN.
    #[must_use]
    fn select_above(self, other: Self, yes: Self, no: Self) -> Self;
    /// Returns the numbers.
    fn store(self) -> Lanes;
}

/// Instructions of a processor.
pub trait Instructions: Copy {
    /// Name of the instruction set.
    const NAME: &'static str;

    /// Register, or registers, of eight numbers.
    type Register: Register;

    /// Takes the numbers.
    fn load(self, lanes: &Lanes) -> Self::Register;

    /// Takes the same number for each lane.
    fn splat(self, x: f32) -> Self::Register;

    /// Takes the coordinates of eight points, one for each lane.
    #[inline(always)]
    fn load_points(self, points: [&Point4; WIDTH]) -> [Self::Register; 4] {
        let mut lanes = [[0.0; WIDTH]; 4];
        for (k, point) in points.into_iter().enumerate() {
            for (lanes, x) in lanes.iter_mut().zip(point) {
                lanes[k] = *x;
            }
        }
        let [x, y, z, w] = &lanes;
        [self.load(x), self.load(y), self.load(z), self.load(w)]
    }

    /// Returns the eight points of these coordinates.
    #[inline(always)]
    fn store_points(self, coordinates: [Self::Register; 4]) -> [Point4; WIDTH] {
        let [x, y, z, w] = coordinates.map(Register::store);
        let mut points = [[0.0; 4]; WIDTH];
        for (k, point) in points.iter_mut().enumerate() {
            *point = [x[k], y[k], z[k], w[k]];
        }
        points
    }

    /// Takes the vectors.
    #[inline(always)]
    fn load3(self, v: &VecLanes) -> [Self::Register; 3] {
        [self.load(&v[0]), self.load(&v[1]), self.load(&v[2])]
    }

    /// Takes the same vector for each lane.
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
pub fn minus<R: Register>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

/// Returns the sums of coordinates.
#[inline(always)]
pub fn plus<R: Register>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

/// Returns `yes` in each lane in which `x` is greater than `y`, else `no`.
#[inline(always)]
pub fn select3_above<R: Register>(x: R, y: R, yes: &[R; 3], no: &[R; 3]) -> [R; 3] {
    [
        x.select_above(y, yes[0], no[0]),
        x.select_above(y, yes[1], no[1]),
        x.select_above(y, yes[2], no[2]),
    ]
}

/// Returns `p · v` in each lane.
#[inline(always)]
pub fn dot<R: Register>(p: &[R; 3], v: &[R; 3]) -> R {
    p[0] * v[0] + p[1] * v[1] + p[2] * v[2]
}

/// Returns `p × q` in each lane.
#[inline(always)]
pub fn cross<R: Register>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ]
}

/// Eight numbers for whatever instructions the compiler is allowed to use.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// Register of [`Portable`].
#[derive(Clone, Copy, Debug)]
pub struct Array(Lanes);

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
        let mut bytes = [0u8; WIDTH];
        for (byte, (x, y)) in bytes.iter_mut().zip(self.0.iter().zip(&other.0)) {
            *byte = u8::from(x > y);
        }
        (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    #[inline(always)]
    fn select_above(self, other: Array, yes: Array, no: Array) -> Array {
        let mut chosen = no;
        for k in 0..WIDTH {
            if self.0[k] > other.0[k] {
                chosen.0[k] = yes.0[k];
            }
        }
        chosen
    }

    #[inline(always)]
    fn store(self) -> Lanes {
        self.0
    }
}

impl Instructions for Portable {
    const NAME: &'static str = "no vector instructions";
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

/// Work that is compiled for several processors.
pub trait Dispatch {
    /// Does the work with these instructions. Has to be inlined, as all that it calls.
    fn run(self, on: impl Instructions);
}

/// Does some work with the instructions of the processor at hand.
///
/// # Cost
/// One look at a flag that is set once, and a call: work that takes a microsecond is worth it.
#[inline]
pub fn dispatch(work: impl Dispatch) {
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
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V1::try_new() {
        return work.run(simd);
    }
    work.run(Portable);
}

/// Returns the name of the instructions that [`dispatch`] chooses on this processor.
pub fn chosen() -> &'static str {
    struct NameOf<'a>(&'a mut &'static str);
    impl Dispatch for NameOf<'_> {
        #[inline(always)]
        fn run(self, on: impl Instructions) {
            *self.0 = name(on);
        }
    }
    let mut name = "";
    dispatch(NameOf(&mut name));
    name
}

/// Returns the name of some instructions.
#[inline(always)]
fn name<I: Instructions>(_: I) -> &'static str {
    I::NAME
}

/// Returns lane `k`.
#[inline(always)]
pub fn lane(v: &VecLanes, k: usize) -> [f32; 3] {
    [v[0][k], v[1][k], v[2][k]]
}

/// Iterates over the set bits of a mask, ascending.
#[inline(always)]
pub fn set_bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_lanes() -> impl Strategy<Value = Lanes> {
        let special = [
            0.0,
            -0.0,
            f32::NAN,
            f32::INFINITY,
            -1.0,
            1.0,
            f32::MIN_POSITIVE,
            1e-45,
        ];
        let number =
            prop_oneof![2 => -2.0f32..2.0, 1 => proptest::sample::select(special.to_vec())];
        proptest::collection::vec(number, WIDTH).prop_map(|v| v.try_into().unwrap())
    }

    /// All operations, with one set of instructions: the bits of numbers, and masks.
    fn results(on: impl Instructions, x: &Lanes, y: &Lanes) -> (Vec<Option<u32>>, u32) {
        let (a, b) = (on.load(x), on.load(y));
        let turned = on.mapped(
            &[[0.5, -1.0, 3.0]; 3],
            &[1.0, 2.0, 4.0],
            &[a, b, on.splat(0.1)],
        );
        let [p, q, r] = cross(&plus(&turned, &[a, b, a]), &minus(&[b, a, b], &turned));
        let chosen = a.select_above(b, p, q);
        let numbers = [
            a + b,
            a - b,
            a * b,
            a.min(b),
            a.max(b),
            a.abs(),
            p,
            q,
            r,
            chosen,
        ];
        // The payload of NaN may differ.
        let bits = |x: f32| (!x.is_nan()).then_some(x.to_bits());
        let numbers = numbers.iter().flat_map(|v| v.store().map(bits));
        (
            numbers.collect(),
            a.above(b) | dot(&[a; 3], &[b; 3]).above(on.splat(0.25)) << WIDTH,
        )
    }

    proptest! {
        #[test]
        fn all_instructions_give_the_same_numbers(x in any_lanes(), y in any_lanes()) {
            let expected = results(Portable, &x, &y);
            let above = (0..WIDTH).filter(|k| x[*k] > y[*k]).fold(0, |all, k| all | 1 << k);
            prop_assert_eq!(expected.1 & 0xff, above);
            let (a, b) = (Portable.load(&x), Portable.load(&y));
            let chosen = a.select_above(b, Portable.splat(1.0), Portable.splat(2.0)).store();
            prop_assert!((0..WIDTH).all(|k| (chosen[k] == 1.0) == (x[k] > y[k])));
            #[cfg(target_arch = "x86_64")]
            {
                let on = pulp::x86::V1::try_new().unwrap();
                prop_assert_eq!(&results(on, &x, &y), &expected);
                if let Some(on) = pulp::x86::V3::try_new() {
                    prop_assert_eq!(&results(on, &x, &y), &expected);
                }
            }
        }
    }

    /// Loads points, and stores them again. Returns their coordinates.
    fn coordinates(on: impl Instructions, points: &[Point4; WIDTH]) -> [Lanes; 4] {
        let loaded = on.load_points(points.each_ref());
        assert_eq!(on.store_points(loaded), *points);
        loaded.map(Register::store)
    }

    #[test]
    fn points_are_loaded_by_coordinate_and_stored_again() {
        let number = |k: usize, axis: usize| (10 * k + axis) as f32;
        let points = std::array::from_fn(|k| std::array::from_fn(|axis| number(k, axis)));
        let expected = std::array::from_fn(|axis| std::array::from_fn(|k| number(k, axis)));
        assert_eq!(coordinates(Portable, &points), expected);
        #[cfg(target_arch = "x86_64")]
        {
            let on = pulp::x86::V1::try_new().unwrap();
            assert_eq!(coordinates(on, &points), expected);
            if let Some(on) = pulp::x86::V3::try_new() {
                assert_eq!(coordinates(on, &points), expected);
            }
        }
    }

    #[test]
    fn bits_are_listed_in_order() {
        assert_eq!(set_bits(0).count(), 0);
        assert_eq!(set_bits(1 << 63 | 0b1010).collect::<Vec<_>>(), [1, 3, 63]);
        assert_eq!(set_bits(u64::MAX).count(), 64);
    }
}
