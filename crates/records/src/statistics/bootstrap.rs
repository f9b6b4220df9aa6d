//! Hierarchical bootstrap (Kalibera and Jones, Rigorous benchmarking in reasonable time, ISMM
//! 2013): a resample draws processes, and then repeats of each of them.

use super::{Estimate, quantile_of_sorted};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Number of resamples. 25 of them lie beyond each end of a 95 % interval.
const RESAMPLES: usize = 1000;

/// Seed of every bootstrap.
const SEED: u64 = 1995;

/// Random choices of a bootstrap.
pub(super) trait Picks {
    /// Draws `n` of `n` indices, with replacement.
    fn picks(&mut self, n: usize) -> Vec<usize>;

    /// Draws as many of `samples` as there are, with replacement, and adds them to `drawn`.
    fn repeats_of(&mut self, samples: &[f64], drawn: &mut Vec<f64>);

    /// Draws as many pairs of samples of one index as `above` has, with replacement, and adds them
    /// to `drawn`. `below` has at least as many.
    fn pairs_of(&mut self, above: &[f64], below: &[f64], drawn: [&mut Vec<f64>; 2]);
}

impl Picks for Pcg32 {
    fn picks(&mut self, n: usize) -> Vec<usize> {
        (0..n).map(|_| index(self, n)).collect()
    }

    fn repeats_of(&mut self, samples: &[f64], drawn: &mut Vec<f64>) {
        drawn.extend((0..samples.len()).map(|_| samples[index(self, samples.len())]));
    }

    fn pairs_of(&mut self, above: &[f64], below: &[f64], [top, bottom]: [&mut Vec<f64>; 2]) {
        for _ in above {
            let i = index(self, above.len());
            top.push(above[i]);
            bottom.push(below[i]);
        }
    }
}

/// Draws an index. As 32 bits, so that the stream is the same on every machine.
fn index(rng: &mut Pcg32, n: usize) -> usize {
    let n = u32::try_from(n).expect("fewer than 2^32 samples");
    rng.random_range(0..n) as usize
}

/// Returns `value` with the interval of a statistic over resamples of this many processes.
pub(super) fn interval(
    processes: usize,
    value: f64,
    mut statistic: impl FnMut(&mut Pcg32) -> f64,
) -> Estimate {
    let mut rng = Pcg32::seed_from_u64(SEED);
    let mut drawn: Vec<f64> = (0..RESAMPLES).map(|_| statistic(&mut rng)).collect();
    drawn.sort_by(f64::total_cmp);
    let tail = tail(processes);
    Estimate {
        value,
        low: quantile_of_sorted(&drawn, tail).min(value),
        high: quantile_of_sorted(&drawn, 1.0 - tail).max(value),
    }
}

/// Returns the share of resamples beyond each end of a 95 % interval.
///
/// With few processes, resamples spread less than the statistic does: by `√((n − 1) / n)`, and as a
/// normal distribution instead of Student's t. The expanded percentile interval of Hesterberg (What
/// teachers should know about the bootstrap, 2015) has `Φ(−t √(n / (n − 1)))` beyond each end, for
/// the 97.5 % quantile `t` of `n − 1` degrees of freedom. From eleven processes on, the share for
/// ten, which is too wide. One process says nothing about others: its repeats alone count.
fn tail(processes: usize) -> f64 {
    const TAILS: [f64; 9] = [
        0.0, 6.8e-8, 1.2e-4, 9.6e-4, 2.4e-3, 4.1e-3, 5.7e-3, 7.2e-3, 8.6e-3,
    ];
    match processes {
        0 | 1 => 0.025,
        n => TAILS[(n - 2).min(TAILS.len() - 1)],
    }
}
