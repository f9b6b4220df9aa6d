//! Registers of x86 processors. All have 128 bits; those since 2013 have 256, with AVX2.

use super::{Instructions, Lanes, Point4, Register, WIDTH};
use pulp::x86::{V1, V3};
use std::arch::x86_64::{__m128, __m256, _CMP_GT_OQ};
use std::ops::{Add, Mul, Sub};

/// Register of [`V3`].
#[derive(Clone, Copy, Debug)]
pub struct Ymm(V3, __m256);

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
    fn select_above(self, other: Ymm, yes: Ymm, no: Ymm) -> Ymm {
        let is_above = self.0.avx._mm256_cmp_ps::<_CMP_GT_OQ>(self.1, other.1);
        Ymm(self.0, self.0.avx._mm256_blendv_ps(no.1, yes.1, is_above))
    }

    #[inline(always)]
    fn store(self) -> Lanes {
        pulp::cast(self.1)
    }
}

impl Instructions for V3 {
    const NAME: &'static str = "AVX2";
    type Register = Ymm;

    #[inline(always)]
    fn load(self, lanes: &Lanes) -> Ymm {
        Ymm(self, pulp::cast(*lanes))
    }

    #[inline(always)]
    fn splat(self, x: f32) -> Ymm {
        Ymm(self, self.avx._mm256_set1_ps(x))
    }

    #[inline(always)]
    fn load_points(self, [a, b, c, d, e, f, g, h]: [&Point4; WIDTH]) -> [Ymm; 4] {
        let rows = [
            beside(self, a, e),
            beside(self, b, f),
            beside(self, c, g),
            beside(self, d, h),
        ];
        let [x, y, z, w] = transposed(self, rows);
        [Ymm(self, x), Ymm(self, y), Ymm(self, z), Ymm(self, w)]
    }

    #[inline(always)]
    fn store_points(self, [x, y, z, w]: [Ymm; 4]) -> [Point4; WIDTH] {
        let rows = transposed(self, [x.1, y.1, z.1, w.1]);
        let [[a, e], [b, f], [c, g], [d, h]]: [[Point4; 2]; 4] = pulp::cast(rows);
        [a, b, c, d, e, f, g, h]
    }
}

/// Transposes two squares of four numbers, side by side.
#[inline(always)]
fn transposed(on: V3, rows: [__m256; 4]) -> [__m256; 4] {
    let low = [
        on.avx._mm256_unpacklo_ps(rows[0], rows[1]),
        on.avx._mm256_unpacklo_ps(rows[2], rows[3]),
    ];
    let high = [
        on.avx._mm256_unpackhi_ps(rows[0], rows[1]),
        on.avx._mm256_unpackhi_ps(rows[2], rows[3]),
    ];
    [
        on.avx._mm256_shuffle_ps::<FIRST_TWO>(low[0], low[1]),
        on.avx._mm256_shuffle_ps::<LAST_TWO>(low[0], low[1]),
        on.avx._mm256_shuffle_ps::<FIRST_TWO>(high[0], high[1]),
        on.avx._mm256_shuffle_ps::<LAST_TWO>(high[0], high[1]),
    ]
}

/// Numbers 0 and 1 of each of two operands.
const FIRST_TWO: i32 = 0b01_00_01_00;
/// Numbers 2 and 3 of each of two operands.
const LAST_TWO: i32 = 0b11_10_11_10;

/// Returns two points side by side.
#[inline(always)]
fn beside(on: V3, low: &Point4, high: &Point4) -> __m256 {
    let low = on.avx._mm256_castps128_ps256(pulp::cast(*low));
    on.avx._mm256_insertf128_ps::<1>(low, pulp::cast(*high))
}

/// Two registers of [`V1`].
#[derive(Clone, Copy, Debug)]
pub struct Xmms(V1, [__m128; 2]);

impl Xmms {
    #[inline(always)]
    fn zip(self, other: Xmms, combine: impl Fn(__m128, __m128) -> __m128) -> Xmms {
        let (Xmms(on, [x, y]), Xmms(_, [z, w])) = (self, other);
        Xmms(on, [combine(x, z), combine(y, w)])
    }
}

impl Add for Xmms {
    type Output = Xmms;

    #[inline(always)]
    fn add(self, other: Xmms) -> Xmms {
        self.zip(other, |x, y| self.0.sse._mm_add_ps(x, y))
    }
}

impl Sub for Xmms {
    type Output = Xmms;

    #[inline(always)]
    fn sub(self, other: Xmms) -> Xmms {
        self.zip(other, |x, y| self.0.sse._mm_sub_ps(x, y))
    }
}

impl Mul for Xmms {
    type Output = Xmms;

    #[inline(always)]
    fn mul(self, other: Xmms) -> Xmms {
        self.zip(other, |x, y| self.0.sse._mm_mul_ps(x, y))
    }
}

impl Register for Xmms {
    #[inline(always)]
    fn min(self, other: Xmms) -> Xmms {
        self.zip(other, |x, y| self.0.sse._mm_min_ps(x, y))
    }

    #[inline(always)]
    fn max(self, other: Xmms) -> Xmms {
        self.zip(other, |x, y| self.0.sse._mm_max_ps(x, y))
    }

    #[inline(always)]
    fn abs(self) -> Xmms {
        let sign = self.0.sse._mm_set1_ps(-0.0);
        self.zip(self, |x, _| self.0.sse._mm_andnot_ps(sign, x))
    }

    #[inline(always)]
    fn above(self, other: Xmms) -> u32 {
        let Xmms(on, [x, y]) = self.zip(other, |x, y| self.0.sse._mm_cmpgt_ps(x, y));
        let (low, high) = (on.sse._mm_movemask_ps(x), on.sse._mm_movemask_ps(y));
        (low | high << (WIDTH / 2)) as u32
    }

    #[inline(always)]
    fn select_above(self, other: Xmms, yes: Xmms, no: Xmms) -> Xmms {
        let is_above = self.zip(other, |x, y| self.0.sse._mm_cmpgt_ps(x, y));
        let yes = is_above.zip(yes, |mask, x| self.0.sse._mm_and_ps(mask, x));
        let no = is_above.zip(no, |mask, x| self.0.sse._mm_andnot_ps(mask, x));
        yes.zip(no, |x, y| self.0.sse._mm_or_ps(x, y))
    }

    #[inline(always)]
    fn store(self) -> Lanes {
        pulp::cast(self.1)
    }
}

impl Instructions for V1 {
    const NAME: &'static str = "SSE2";
    type Register = Xmms;

    #[inline(always)]
    fn load(self, lanes: &Lanes) -> Xmms {
        Xmms(self, pulp::cast(*lanes))
    }

    #[inline(always)]
    fn splat(self, x: f32) -> Xmms {
        Xmms(self, [self.sse._mm_set1_ps(x); 2])
    }
}
