//! Times of tests of two bounding volumes, by their types: the complexity `c` [Su07 §3].

use crate::clock::seconds;
use crate::model::{Model, Results, Session};
use crate::recorder::Recorder;
use anyhow::Result;
use csg_hybrid::{CostSample, HybridWork, VolumeKind, relative_cost};
use records::{Key, Unit, statistics};
use serde::Deserialize;
use std::hint::black_box;
use std::num::NonZeroUsize;

/// Number of types.
const KINDS: usize = VolumeKind::ALL.len();

/// Tests of two bounding volumes of each pair of types, in the poses of [`CostSample`].
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VolumeCosts {
    /// Number of times that one sample tests all poses.
    pub passes: NonZeroUsize,
    /// Number of samples of each pair of types.
    pub repeats: NonZeroUsize,
}

/// A value for each pair of types, by [`VolumeKind::ALL`].
type ByKinds<T> = [[T; KINDS]; KINDS];

impl Model for VolumeCosts {
    fn max_processes(&self) -> NonZeroUsize {
        self.repeats
    }

    fn steps(&self) -> usize {
        self.repeats.get()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        session.say("timing tests of volumes");
        let sample = CostSample::new();
        let mut times: ByKinds<Vec<f64>> = Default::default();
        let mut work: ByKinds<HybridWork> = Default::default();
        // The types take turns. Repeat 0 warms the caches.
        for repeat in 0..=session.process.repeats(self.repeats) {
            for (i, a) in VolumeKind::ALL.into_iter().enumerate() {
                for (j, b) in VolumeKind::ALL.into_iter().enumerate() {
                    let time = self.time(&sample, [a, b], &mut work[i][j]);
                    if repeat > 0 {
                        times[i][j].push(time);
                    }
                }
            }
            if repeat > 0 {
                session.advance();
            }
        }
        let costs = relative(&times);
        let mut results = Results::default();
        for (i, a) in VolumeKind::ALL.into_iter().enumerate() {
            for (j, b) in VolumeKind::ALL.into_iter().enumerate() {
                let mut recorder = Recorder::default();
                recorder.repeats("time", Unit::Seconds, &times[i][j]);
                recorder.exact("relative-cost", Unit::Ratio, costs[i][j]);
                recorder.exact("stored-cost", Unit::Ratio, relative_cost(a, b));
                let work = &work[i][j];
                let iterations = work.volume_search_iterations as f64 / work.volume_tests as f64;
                recorder.exact(
                    "volume-search-iterations/volume-tests",
                    Unit::Ratio,
                    iterations,
                );
                results.rows.extend(recorder.rows(&key(session, [a, b])));
            }
        }
        Ok(results)
    }
}

impl VolumeCosts {
    /// Returns the mean seconds of a test.
    fn time(&self, sample: &CostSample, kinds: [VolumeKind; 2], work: &mut HybridWork) -> f64 {
        let tests = self.passes.get() * CostSample::POSES;
        let all = || {
            for i in 0..tests {
                black_box(sample.test(black_box(kinds), i, work));
            }
        };
        seconds(all).1 / tests as f64
    }
}

/// Returns the median times of both orders of each pair of types, relative to the largest.
fn relative(times: &ByKinds<Vec<f64>>) -> ByKinds<f64> {
    let median = |i: usize, j: usize| statistics::median(&times[i][j]).expect("one repeat or more");
    let mut costs = ByKinds::default();
    for (i, row) in costs.iter_mut().enumerate() {
        for (j, cost) in row.iter_mut().enumerate() {
            *cost = median(i, j) + median(j, i);
        }
    }
    let largest = costs.iter().flatten().fold(0.0, |x: f64, y| x.max(*y));
    costs.map(|row| row.map(|cost| cost / largest))
}

fn key(session: &Session<'_>, [a, b]: [VolumeKind; 2]) -> Key {
    let key = session.key("volumes around one set of points", a.name(), "poses");
    let key = key.in_series(format!("with={}", b.name()));
    key.at("poses", CostSample::POSES as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_symmetric_and_relative_to_the_largest() {
        let times = |i: usize, j: usize| vec![(1 + i + 10 * j) as f64; 3];
        let times = std::array::from_fn(|i| std::array::from_fn(|j| times(i, j)));
        let costs = relative(&times);
        assert_eq!(costs[5][5], 1.0);
        assert_eq!(costs[0][0], 1.0 / 56.0);
        for (i, row) in costs.iter().enumerate() {
            for (j, cost) in row.iter().enumerate() {
                assert_eq!(*cost, costs[j][i]);
                assert_eq!(*cost, (2 + 11 * (i + j)) as f64 / 112.0);
            }
        }
    }
}
