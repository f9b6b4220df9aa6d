//! Discrete orientation polytopes: intervals along fixed directions.

use geometry::Vec3;

/// All directions: the axes, the diagonals of the sides of a cube, the diagonals of a cube.
const DIRECTIONS: [[i8; 3]; 13] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [1, 0, -1],
    [0, 1, 1],
    [0, 1, -1],
    [1, 1, 1],
    [1, 1, -1],
    [1, -1, 1],
    [1, -1, -1],
];

/// Polytope `{p : low_i <= n_i · p <= high_i}` with `N = k / 2` fixed directions `n_i`, whose
/// coordinates are −1, 0 and 1. `N` is 3, 7, 9 or 13.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dop<const N: usize> {
    pub(super) low: [f64; N],
    pub(super) high: [f64; N],
}

/// Index of a direction, and −1 for its opposite, else 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Signed {
    pub(super) index: usize,
    pub(super) sign: f64,
}

impl<const N: usize> Dop<N> {
    /// The polytope without points.
    pub(super) const EMPTY: Dop<N> = Dop {
        low: [f64::INFINITY; N],
        high: [f64::NEG_INFINITY; N],
    };

    /// The directions `n_i`. The first three are the axes.
    pub(super) const NORMALS: [Vec3; N] = Dop::<N>::normals();

    /// For each vector of −1, 0 and 1 with a direction, that direction, by [`code`].
    const BY_CODE: [Option<Signed>; 27] = Dop::<N>::by_code();

    /// Returns the direction in the list of all that has index `i`.
    const fn direction(i: usize) -> [i8; 3] {
        assert!(N == 3 || N == 7 || N == 9 || N == 13, "no such k-DOP");
        // With 7, the diagonals of the cube follow the axes.
        let skipped = if N == 7 && i >= 3 { 6 } else { 0 };
        DIRECTIONS[i + skipped]
    }

    const fn normals() -> [Vec3; N] {
        let mut normals = [Vec3::ZERO; N];
        let mut i = 0;
        while i < N {
            let [x, y, z] = Dop::<N>::direction(i);
            normals[i] = Vec3::new(x as f64, y as f64, z as f64);
            i += 1;
        }
        normals
    }

    const fn by_code() -> [Option<Signed>; 27] {
        let mut by_code = [None; 27];
        let mut index = 0;
        while index < N {
            let [x, y, z] = Dop::<N>::direction(index);
            by_code[code([x, y, z])] = Some(Signed { index, sign: 1.0 });
            by_code[code([-x, -y, -z])] = Some(Signed { index, sign: -1.0 });
            index += 1;
        }
        by_code
    }

    /// Returns a vector of −1, 0 and 1 as a direction.
    ///
    /// # Panics
    /// If it is none.
    pub(super) fn signed(vector: [i8; 3]) -> Signed {
        Dop::<N>::BY_CODE[code(vector)].expect("a combination names directions only")
    }

    /// Returns the least polytope with these points, up to the rounding of two sums.
    pub(super) fn of_points(points: impl IntoIterator<Item = Vec3>) -> Dop<N> {
        let mut dop = Dop::EMPTY;
        for p in points {
            for (i, n) in Dop::<N>::NORMALS.iter().enumerate() {
                let along = n.dot(p);
                dop.low[i] = dop.low[i].min(along);
                dop.high[i] = dop.high[i].max(along);
            }
        }
        dop
    }

    /// Returns the least polytope that contains both.
    pub(super) fn union(&self, other: &Dop<N>) -> Dop<N> {
        Dop {
            low: std::array::from_fn(|i| self.low[i].min(other.low[i])),
            high: std::array::from_fn(|i| self.high[i].max(other.high[i])),
        }
    }

    /// Returns true if no direction separates the closed polytopes.
    #[inline]
    pub(super) fn overlaps(&self, other: &Dop<N>) -> bool {
        let mut overlaps = true;
        for i in 0..N {
            overlaps &= (self.low[i] <= other.high[i]) & (other.low[i] <= self.high[i]);
        }
        overlaps
    }

    /// Returns the side along axis `i`.
    pub(super) fn side(&self, i: usize) -> f64 {
        self.high[i] - self.low[i]
    }

    /// Returns an estimate of the volume (D9): that of the box, less what each other plane cuts
    /// off of it. Exact as long as no two of these parts overlap. Lengths are multiplied by
    /// `scale`.
    pub(super) fn volume(&self, scale: f64) -> f64 {
        let side = [0, 1, 2].map(|i| self.side(i) * scale);
        let mut volume = side[0] * side[1] * side[2];
        for (i, n) in Dop::<N>::NORMALS.iter().enumerate().skip(3) {
            let n = n.to_array();
            // The most that the box reaches along n, and against it.
            let (mut most, mut least) = (0.0, 0.0);
            for (axis, n) in n.iter().enumerate() {
                let ends = [n * self.low[axis], n * self.high[axis]];
                most += ends[0].max(ends[1]);
                least += ends[0].min(ends[1]);
            }
            for depth in [most - self.high[i], self.low[i] - least] {
                let depth = depth.max(0.0) * scale;
                let straight = (0..3).find(|axis| n[*axis] == 0.0);
                volume -= match straight {
                    Some(axis) => depth * depth / 2.0 * side[axis],
                    None => depth * depth * depth / 6.0,
                };
            }
        }
        volume.max(0.0)
    }
}

/// Returns a number below 27 for a vector of −1, 0 and 1.
const fn code([x, y, z]: [i8; 3]) -> usize {
    ((x + 1) * 9 + (y + 1) * 3 + (z + 1)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube_corners(side: f64) -> impl Iterator<Item = Vec3> {
        let bit = move |i: u32, k: u32| f64::from(i >> k & 1) * side;
        (0..8).map(move |i| Vec3::new(bit(i, 0), bit(i, 1), bit(i, 2)))
    }

    fn touching_is_overlapping<const N: usize>() {
        let a = Dop::<N>::of_points(cube_corners(1.0));
        let at = |offset: Vec3| Dop::<N>::of_points(cube_corners(1.0).map(|p| p + offset));
        assert!(a.overlaps(&at(Vec3::ONE)), "corner on corner");
        assert!(a.overlaps(&at(Vec3::new(1.0, -1.0, 0.0))), "edge on edge");
        for n in Dop::<N>::NORMALS {
            assert!(!a.overlaps(&at(n * (1.0 + 4.0 * f64::EPSILON))), "{n}");
        }
        assert!(!a.overlaps(&Dop::EMPTY));
        assert_eq!(a.union(&Dop::EMPTY), a);
    }

    #[test]
    fn polytopes_that_touch_overlap() {
        touching_is_overlapping::<3>();
        touching_is_overlapping::<7>();
        touching_is_overlapping::<9>();
        touching_is_overlapping::<13>();
    }

    /// Two segments along parallel diagonals, whose boxes are the same.
    #[test]
    fn a_diagonal_separates_what_a_box_does_not() {
        let points =
            |offset: f64| [Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0)].map(|p| p + Vec3::X * offset);
        let apart = |offset: f64| {
            [
                !Dop::<3>::of_points(points(0.0)).overlaps(&Dop::of_points(points(offset))),
                !Dop::<9>::of_points(points(0.0)).overlaps(&Dop::of_points(points(offset))),
            ]
        };
        assert_eq!(apart(0.0), [false, false]);
        assert_eq!(apart(0.25), [false, true]);
        assert_eq!(apart(1.25), [true, true]);
    }

    #[test]
    fn volumes_are_exact_for_single_cuts() {
        let cube = Dop::<9>::of_points(cube_corners(2.0));
        assert_eq!(cube.volume(1.0), 8.0);
        assert_eq!(cube.volume(0.5), 1.0);
        let mut cut = cube;
        cut.high[3] = 3.0; // x + y: a prism with legs of 1
        assert_eq!(cut.volume(1.0), 7.0);
        let mut cut = Dop::<7>::of_points(cube_corners(2.0));
        cut.low[3] = 1.0; // x + y + z: a corner with edges of 1
        assert_eq!(cut.volume(1.0), 8.0 - 1.0 / 6.0);
    }
}
