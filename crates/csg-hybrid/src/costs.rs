//! Relative complexity `c` of testing each pair of types [Su07 §3].
//!
//! "For all possible pairs of BVs, a term c (0 < c ≤ 1) is defined to express the relative degree
//! of complexity in computing the distance between two objects in a pair." The paper gives no
//! values (D5).
//!
//! Ours are measured: the experiment `su07-costs` times [`CostSample::test`] for each pair of types
//! (`relative-cost`), and the table keeps the means of both orders, as of 2026-11-23 on two cores
//! of an AMD EPYC. The experiment writes the table's values beside new ones (`stored-cost`). On a
//! machine with other ratios, other volumes may be chosen; what is found does not depend on them.
//! They are constants, not a file of each machine: with equal choices, work counts are equal
//! everywhere.

use crate::counters::HybridWork;
use crate::overlap::{SeparatingDirection, surely_apart};
use crate::volumes::{BoundingVolume, SolidPoints, VolumeKind};
use geometry::{Pose, PosedExtent, Quat, RelativePose, Vec3};

/// Costs `c` by [`VolumeKind::ALL`], relative to the most expensive pair. Symmetric.
#[rustfmt::skip]
const COSTS: [[f64; 6]; 6] = [
    // box sphere cyl. cone wedge hull
    [0.62, 0.21, 0.68, 0.81, 0.81, 0.79], // box
    [0.21, 0.18, 0.28, 0.39, 0.31, 0.52], // sphere
    [0.68, 0.28, 0.67, 0.79, 0.79, 0.80], // cylinder
    [0.81, 0.39, 0.79, 1.00, 0.94, 0.99], // cone
    [0.81, 0.31, 0.79, 0.94, 0.98, 0.94], // wedge
    [0.79, 0.52, 0.80, 0.99, 0.94, 0.90], // hull
];

/// Golden angle, in turns. Its multiples spread directions evenly.
const GOLDEN_TURN: f64 = 0.381_966_011_250_105;

/// Returns `c` for a pair of types: above 0, at most 1, and the same for both orders.
pub fn relative_cost(a: VolumeKind, b: VolumeKind) -> f64 {
    COSTS[a as usize][b as usize]
}

/// Returns `c` for two volumes: [`relative_cost`] of their types, times the number of vertices of
/// their hulls together over that of the hulls of [`CostSample`], if that is above 1. So it may
/// exceed 1: a hull of a round part has thousands of vertices, and each step of a search visits
/// those of both.
pub(crate) fn pair_cost(a: &BoundingVolume, b: &BoundingVolume) -> f64 {
    let hulls = [a, b].into_iter().filter_map(|volume| match volume {
        BoundingVolume::Hull(it) => Some(it.hull().vertices.len()),
        _ => None,
    });
    let (count, vertices) = hulls.fold((0, 0), |(count, sum), more| (count + 1, sum + more));
    let measured = (count * CostSample::HULL_VERTICES).max(1);
    relative_cost(a.kind(), b.kind()) * (vertices as f64 / measured as f64).max(1.0)
}

/// Pairs of volumes of each type in fixed poses, to count or time tests of a pair of types.
///
/// Two bodies, each with a volume of each type around the same points. The poses range from
/// overlapping to far apart. Equal for all types, so that only the types differ.
#[derive(Debug)]
pub struct CostSample {
    /// By [`VolumeKind::ALL`].
    volumes: Vec<BoundingVolume>,
    poses: Vec<RelativePose>,
}

impl Default for CostSample {
    fn default() -> CostSample {
        CostSample::new()
    }
}

impl CostSample {
    /// Number of poses in which each pair of volumes is timed.
    pub const POSES: usize = 64;

    /// Number of vertices of the hulls.
    pub const HULL_VERTICES: usize = 32;

    /// Builds the volumes and poses. Always the same ones.
    pub fn new() -> CostSample {
        let points = egg();
        let solid = SolidPoints::new(&points, &[]).expect("points");
        let fitted = VolumeKind::ALL.map(|kind| solid.smallest(kind));
        let extent = |pose: &Pose| PosedExtent::new(pose.world_map(), 2.0);
        let pose = |i: usize| {
            let t = i as f64;
            let (turn, height) = (
                GOLDEN_TURN * t,
                (2.0 * t + 1.0) / CostSample::POSES as f64 - 1.0,
            );
            let (sine, cosine) = geometry::angle::sin_cos(turn);
            let flat = (1.0 - height * height).sqrt();
            let direction = Vec3::new(flat * cosine, flat * sine, height);
            let distance =
                0.5 + 4.5 * ((i * 37) % CostSample::POSES) as f64 / CostSample::POSES as f64;
            let rotation = Quat::from_xyzw(sine, height, cosine, 0.5).normalize();
            let b = Pose::new(direction * distance, rotation);
            RelativePose::new(&extent(&Pose::IDENTITY), &extent(&b))
        };
        CostSample {
            volumes: fitted.into_iter().flatten().collect(),
            poses: (0..CostSample::POSES).map(pose).collect(),
        }
    }

    /// Tests a pair of types in pose `i`, modulo the number of poses, without a cached direction.
    /// Returns true if the volumes are proved apart.
    pub fn test(&self, kinds: [VolumeKind; 2], i: usize, work: &mut HybridWork) -> bool {
        let [a, b] = kinds.map(|kind| &self.volumes[kind as usize]);
        let pose = &self.poses[i % CostSample::POSES];
        surely_apart(a, b, pose, &mut SeparatingDirection::default(), work)
    }
}

/// Returns the points of an egg without symmetry, some of its vertices shared by all volumes.
fn egg() -> Vec<Vec3> {
    let point = |i: usize| {
        let t = i as f64;
        let (sine, cosine) = geometry::angle::sin_cos(GOLDEN_TURN * t);
        let height = (2.0 * t + 1.0) / CostSample::HULL_VERTICES as f64 - 1.0;
        let flat = (1.0 - height * height).sqrt() * (1.0 - 0.3 * height);
        Vec3::new(flat * cosine, 0.7 * flat * sine, 1.2 * height)
    };
    (0..CostSample::HULL_VERTICES).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_relative_and_two_spheres_are_the_cheapest() {
        let least = relative_cost(VolumeKind::Sphere, VolumeKind::Sphere);
        let mut largest: f64 = 0.0;
        for a in VolumeKind::ALL {
            for b in VolumeKind::ALL {
                let c = relative_cost(a, b);
                assert!(c > 0.0 && c <= 1.0 && c >= least);
                assert_eq!(c, relative_cost(b, a));
                let cheapest = [a, b] == [VolumeKind::Sphere; 2];
                assert!(cheapest || c > least, "{a:?} {b:?}");
                largest = largest.max(c);
            }
        }
        assert_eq!(largest, 1.0);
    }

    #[test]
    fn the_cost_of_hulls_grows_with_the_vertices_of_both() {
        let ball = |count: usize| {
            let point = |i: usize| {
                let (sine, cosine) = geometry::angle::sin_cos(GOLDEN_TURN * i as f64);
                let z = (2.0 * i as f64 + 1.0) / count as f64 - 1.0;
                let flat = (1.0 - z * z).sqrt();
                Vec3::new(flat * cosine, flat * sine, z)
            };
            let points: Vec<Vec3> = (0..count).map(point).collect();
            let solid = SolidPoints::new(&points, &[]).expect("points");
            [VolumeKind::Hull, VolumeKind::Box].map(|kind| solid.smallest(kind).expect("a volume"))
        };
        let ([small, in_box], [large, _]) = (ball(32), ball(96));
        let times = |a: &BoundingVolume, b: &BoundingVolume| {
            pair_cost(a, b) / relative_cost(a.kind(), b.kind())
        };
        assert_eq!(times(&small, &small), 1.0);
        assert_eq!(times(&small, &large), 2.0);
        assert_eq!(times(&large, &large), 3.0);
        assert_eq!(times(&large, &in_box), 3.0);
        assert_eq!(times(&in_box, &in_box), 1.0);
    }

    #[test]
    fn the_sample_has_pairs_that_overlap_and_pairs_that_are_apart() {
        let sample = CostSample::new();
        for kind in VolumeKind::ALL {
            let mut work = HybridWork::default();
            let apart = (0..CostSample::POSES).filter(|i| sample.test([kind; 2], *i, &mut work));
            let apart = apart.count();
            assert!((8..=56).contains(&apart), "{kind:?}: {apart}");
        }
    }
}
