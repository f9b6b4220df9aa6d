//! Tests of whole searches. Those of single steps are in `steps`.

mod bodies;
mod brute_force;

use super::*;
use bodies::{Numbers, POSE_FAMILIES, poses, scaled, zoo};
use geometry::hull::ConvexHull;
use geometry::{Pose, Vec3};

/// Pair of bodies in one place, with everything that a check needs.
struct Case {
    hulls: [ConvexHull; 2],
    models: [FeatureModel; 2],
    poses: [Pose; 2],
}

impl Case {
    fn new(hulls: [&ConvexHull; 2], poses: [Pose; 2]) -> Case {
        Case {
            hulls: hulls.map(Clone::clone),
            models: hulls.map(|hull| FeatureModel::new(hull.clone())),
            poses,
        }
    }

    fn models(&self) -> [&FeatureModel; 2] {
        [&self.models[0], &self.models[1]]
    }

    fn pair(&self) -> HullPair<'_> {
        let maps = self.poses.map(|pose| pose.world_map());
        HullPair::new(self.models(), [&maps[0], &maps[1]])
    }

    fn world(&self, body: usize) -> Vec<Vec3> {
        let map = self.poses[body].world_map();
        let vertices = self.hulls[body].vertices.iter();
        vertices.map(|p| map.apply(*p)).collect()
    }

    fn distance(&self) -> f64 {
        let world = [self.world(0), self.world(1)];
        brute_force::distance([&self.hulls[0], &self.hulls[1]], [&world[0], &world[1]])
    }

    /// Largest coordinate, relative to which everything rounds.
    fn size(&self) -> f64 {
        let world = [self.world(0), self.world(1)].concat();
        world.iter().fold(0.0, |x, p| x.max(p.abs().max_element()))
    }

    /// Returns the error of an outcome. Infinite if it gave up.
    fn error(&self, outcome: FeatureOutcome, truth: f64) -> f64 {
        match outcome {
            FeatureOutcome::Apart(closest) => (closest.distance - truth).abs(),
            FeatureOutcome::Penetrating => truth,
            FeatureOutcome::GaveUp(_) => f64::INFINITY,
        }
    }
}

/// Returns case `i` of a family: two bodies of the zoo, poses and sizes.
fn case(zoo: &[ConvexHull], family: &str, numbers: &mut Numbers) -> Case {
    let picked = [0, 1].map(|_| numbers.below(zoo.len()));
    let same = numbers.below(4) == 0;
    let [a, b] = if same { [picked[0]; 2] } else { picked };
    let poses = poses(family, numbers);
    let size = numbers.pick(&[1.0, 1.0, 1e-3, 1e3, 1e-30, 1e20]);
    let ratio = numbers.pick(&[1.0, 1.0, 1.0, 0.1, 1e-3]);
    let (a, b) = (scaled(&zoo[a], size), scaled(&zoo[b], size * ratio));
    let poses = poses.map(|pose| Pose::new(pose.translation * size, pose.rotation));
    Case::new([&a, &b], poses)
}

#[derive(Debug, Default)]
struct Tally {
    cases: u64,
    v_clip_cycles: u64,
    v_clip_wrong: u64,
    lin_canny_cycles: u64,
    lin_canny_wrong: u64,
    most_steps: [u64; 2],
    largest_error: f64,
}

#[test]
fn survey() {
    let count: u64 = std::env::var("FEATURE_CASES").map_or(2_000, |s| s.parse().unwrap());
    let zoo = zoo(7);
    for family in POSE_FAMILIES {
        let mut numbers = Numbers(1995);
        let mut tally = Tally::default();
        for i in 0..count / POSE_FAMILIES.len() as u64 {
            let mut case = case(&zoo, family, &mut numbers);
            let mut truth = case.distance();
            if numbers.below(4) == 0 && truth > 0.0 {
                // Touching, up to rounding.
                let mut work = ConvexWork::default();
                let found = v_clip(&case.pair(), FIRST_FEATURES, &mut work);
                if let FeatureOutcome::Apart(closest) = found.outcome {
                    let by = closest.points[0] - closest.points[1];
                    let turn = case.poses[0].world_map().linear;
                    case.poses[1].translation += turn * by;
                    truth = case.distance();
                }
            }
            let start = numbers.features(case.models());
            let bound = 1e-9 * truth + 1e-12 * case.size();
            let mut work = ConvexWork::default();
            let robust = v_clip(&case.pair(), start, &mut work);
            tally.cases += 1;
            tally.v_clip_cycles += work.feature_cycles;
            let error = case.error(robust.outcome, truth);
            tally.largest_error = tally.largest_error.max(error / case.size());
            if error > bound {
                tally.v_clip_wrong += 1;
            }
            if (error > bound || work.feature_cycles > 0)
                && tally.v_clip_wrong + tally.v_clip_cycles < 4
            {
                eprintln!(
                    "{family} {i}: {robust:?} cycles {} truth {truth} size {} v {:?}",
                    work.feature_cycles,
                    case.size(),
                    case.hulls.each_ref().map(|h| h.vertices.len())
                );
            }
            if work.feature_cycles > 0 && tally.v_clip_cycles < 4 {
                let mut pair = start;
                let hulls = case.pair();
                let mut n = 0;
                while let FeatureStep::To(next) = v_clip::step(&hulls, pair, &mut work) {
                    pair = next;
                    n += 1;
                    if n > 200 {
                        eprintln!("   {pair:?} {:e}", hulls.closest(pair).distance);
                    }
                    if n > 208 {
                        break;
                    }
                }
            }
            tally.most_steps[0] = tally.most_steps[0].max(robust.steps);
            let mut work = ConvexWork::default();
            let published = lin_canny(&case.pair(), start, &mut work);
            tally.most_steps[1] = tally.most_steps[1].max(published.steps);
            tally.lin_canny_cycles += work.feature_cycles;
            if work.feature_cycles == 0
                && case.error(published.outcome, truth) > 1e-9 * (truth + case.size())
            {
                tally.lin_canny_wrong += 1;
            }
        }
        eprintln!("{family}: {tally:?}");
    }
}
