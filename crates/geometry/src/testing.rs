//! Bodies and points for the tests of this crate.

use crate::Vec3;

/// Returns a cube from -1 to 1, faces outward.
pub(crate) fn cube() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let pick = |i: usize, bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
    let vertex = |i| Vec3::new(pick(i, 1), pick(i, 2), pick(i, 4));
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let halves = |q: &[u32; 4]| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]];
    (
        (0..8).map(vertex).collect(),
        quads.iter().flat_map(halves).collect(),
    )
}

/// Fixed sequence of points in the cube `[-1, 1]³`.
pub(crate) struct Points {
    state: u64,
}

impl Points {
    pub(crate) const fn new(seed: u64) -> Points {
        Points { state: seed }
    }

    fn coordinate(&mut self) -> f64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(crate) fn point(&mut self) -> Vec3 {
        Vec3::new(self.coordinate(), self.coordinate(), self.coordinate())
    }

    pub(crate) fn cloud(mut self, count: usize) -> Vec<Vec3> {
        (0..count).map(|_| self.point()).collect()
    }
}
