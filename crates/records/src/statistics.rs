//! Medians, quantiles, bootstrap intervals and growth exponents.
//!
//! All intervals cover 95 %. All results are deterministic: the bootstrap uses a random generator
//! with a fixed seed, whose stream does not change between releases.
//!
//! Samples of one process are more alike than those of different processes. So a resample draws
//! processes first, and then repeats of each drawn process (`bootstrap`).

mod bootstrap;

use crate::Samples;
use bootstrap::{Picks, interval};

/// Order statistics of repeated measurements, and the interval of their median.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of samples.
    pub n: u32,
    /// Minimum, in the unit of the samples, as all that follows.
    pub min: f64,
    /// First quartile.
    pub q1: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub q3: f64,
    /// Maximum.
    pub max: f64,
    /// Lower end of the 95 % interval of the median.
    pub ci_low: f64,
    /// Upper end of the 95 % interval of the median.
    pub ci_high: f64,
}

/// Value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Estimated value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Returns an exact value, with an interval of zero width.
    pub const fn exact(value: f64) -> Estimate {
        Estimate {
            value,
            low: value,
            high: value,
        }
    }
}

impl Samples {
    /// Returns the median of all samples, or `None` without samples.
    pub fn median(&self) -> Option<f64> {
        median(&self.pooled())
    }
}

/// Returns the summary of repeated measurements.
///
/// Returns `None` if there is no sample, or one is not finite.
pub fn summarize(samples: &Samples) -> Option<Summary> {
    let interval = median_interval(samples)?;
    summary(&samples.pooled(), |_| [interval.low, interval.high])
}

/// Returns the summary of many cases, like [`summarize`], with one sort instead of a thousand.
///
/// The interval of the median is given by the samples of ranks `n/2 ± 0.98 √n`, where `n` is the
/// number of cases: each process has the same ones. For thousands of samples of one process it
/// equals the bootstrap interval. With several processes it is at least as wide, on both sides of
/// the median of all, as the interval of the mean of their medians.
pub fn summarize_many(samples: &Samples) -> Option<Summary> {
    let pooled = samples.pooled();
    let medians: Vec<f64> = samples.processes().iter().flat_map(|p| median(p)).collect();
    let between = mean_interval(&medians);
    let cases = samples.processes().iter().map(Vec::len).max();
    summary(&pooled, |sorted| {
        let half_width = 0.98 / (cases.unwrap_or(1) as f64).sqrt();
        let [low, high] =
            [0.5 - half_width, 0.5 + half_width].map(|p| quantile_of_sorted(sorted, p));
        let median = quantile_of_sorted(sorted, 0.5);
        match between {
            // No median of any cases lies outside of them.
            Some(b) => [
                low.min(median + b.low - b.value).max(sorted[0]),
                high.max(median + b.high - b.value)
                    .min(sorted[sorted.len() - 1]),
            ],
            None => [low, high],
        }
    })
}

/// Returns the mean of numbers, one of each process, with its bootstrap interval. `None` for fewer
/// than two processes, which show no spread.
fn mean_interval(numbers: &[f64]) -> Option<Estimate> {
    let mean =
        |picks: &[usize]| picks.iter().map(|i| numbers[*i]).sum::<f64>() / picks.len() as f64;
    let all: Vec<usize> = (0..numbers.len()).collect();
    (all.len() > 1).then(|| interval(all.len(), mean(&all), |rng| mean(&rng.picks(all.len()))))
}

/// Returns the summary of samples that were drawn again. The interval is the median alone.
pub(crate) fn resampled_summary(samples: &[f64]) -> Option<Summary> {
    summary(samples, |sorted| [quantile_of_sorted(sorted, 0.5); 2])
}

/// Returns the summary of samples, whose `interval` is computed from the sorted samples.
fn summary(samples: &[f64], interval: impl Fn(&[f64]) -> [f64; 2]) -> Option<Summary> {
    let sorted = sorted(samples)?;
    let [ci_low, ci_high] = interval(&sorted);
    Some(Summary {
        n: u32::try_from(sorted.len()).ok()?,
        min: sorted[0],
        q1: quantile_of_sorted(&sorted, 0.25),
        median: quantile_of_sorted(&sorted, 0.5),
        q3: quantile_of_sorted(&sorted, 0.75),
        max: sorted[sorted.len() - 1],
        ci_low,
        ci_high,
    })
}

/// Returns the quantile at `p` in 0..=1, interpolated linearly between the two nearest samples.
///
/// This is type 7 of Hyndman and Fan. Returns `None` if there is no sample, or one is not finite.
pub fn quantile(samples: &[f64], p: f64) -> Option<f64> {
    Some(quantile_of_sorted(&sorted(samples)?, p))
}

/// Returns the median, or `None` if there is no sample, or one is not finite.
pub fn median(samples: &[f64]) -> Option<f64> {
    quantile(samples, 0.5)
}

/// Returns the median of all samples with its bootstrap interval.
pub fn median_interval(samples: &Samples) -> Option<Estimate> {
    let value = samples.median()?;
    if samples.len() == 1 {
        return Some(Estimate::exact(value));
    }
    let processes = samples.processes();
    let mut resample = Vec::with_capacity(samples.len());
    Some(interval(processes.len(), value, |rng| {
        resample.clear();
        for process in rng.picks(processes.len()) {
            rng.repeats_of(&processes[process], &mut resample);
        }
        median_in_place(&mut resample)
    }))
}

/// Relation of the samples of two rows: what they share is drawn together for their ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Samples of the same index come from the same repeat: a slowdown of the machine affects both.
    Repeats,
    /// Processes of the same index are the same, but the repeats are different ones.
    Processes,
    /// Nothing: they come from different runs.
    Apart,
}

/// Returns the ratio of the medians of `above` and `below` with its bootstrap interval, and the
/// pairing that was used: `pairing`, or a weaker one if the numbers of samples differ.
///
/// Returns `None` if there are no samples, or one of `below` is not positive.
pub fn ratio_interval(
    above: &Samples,
    below: &Samples,
    pairing: Pairing,
) -> Option<(Estimate, Pairing)> {
    let (a, b) = (above.processes(), below.processes());
    if below.pooled().iter().any(|b| *b <= 0.0) {
        return None;
    }
    let value = above.median()? / below.median()?;
    let pairing = match pairing {
        Pairing::Repeats if above.is_paired_with(below) => Pairing::Repeats,
        Pairing::Repeats | Pairing::Processes if a.len() == b.len() => Pairing::Processes,
        _ => Pairing::Apart,
    };
    let (mut top, mut bottom) = (
        Vec::with_capacity(above.len()),
        Vec::with_capacity(below.len()),
    );
    let estimate = interval(a.len().min(b.len()), value, |rng| {
        top.clear();
        bottom.clear();
        let of_a = rng.picks(a.len());
        let of_b = match pairing {
            Pairing::Apart => rng.picks(b.len()),
            _ => of_a.clone(),
        };
        if pairing == Pairing::Repeats {
            for process in of_a {
                rng.pairs_of(&a[process], &b[process], [&mut top, &mut bottom]);
            }
        } else {
            for process in of_a {
                rng.repeats_of(&a[process], &mut top);
            }
            for process in of_b {
                rng.repeats_of(&b[process], &mut bottom);
            }
        }
        median_in_place(&mut top) / median_in_place(&mut bottom)
    });
    Some((estimate, pairing))
}

/// Returns the exponent `k` of `y = c x^k`, by least squares on the logarithms.
///
/// The interval is that of Student's t for the scatter of the points. With two points it is
/// unbounded. Returns `None` with fewer than two different x, or a coordinate that is not positive.
pub fn growth_exponent(points: &[(f64, f64)]) -> Option<Estimate> {
    let positive = |v: f64| v > 0.0 && v.is_finite();
    if !points.iter().all(|(x, y)| positive(*x) && positive(*y)) {
        return None;
    }
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = logs.len() as f64;
    let mean_x = logs.iter().map(|p| p.0).sum::<f64>() / n;
    let mean_y = logs.iter().map(|p| p.1).sum::<f64>() / n;
    let spread: f64 = logs.iter().map(|p| (p.0 - mean_x).powi(2)).sum();
    let together: f64 = logs.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
    // Equal x have zero spread, and the mean of no points is NaN.
    if spread.is_nan() || spread <= 0.0 {
        return None;
    }
    let value = together / spread;
    let left = |p: &(f64, f64)| (p.1 - mean_y) - value * (p.0 - mean_x);
    let residual: f64 = logs.iter().map(|p| left(p).powi(2)).sum();
    let half_width = match points.len() {
        2 => f64::INFINITY,
        n => student_t(n - 2) * (residual / (n - 2) as f64 / spread).sqrt(),
    };
    Some(Estimate {
        value,
        low: value - half_width,
        high: value + half_width,
    })
}

/// Returns Student's t at 97.5 % for 1 to 30 degrees of freedom.
///
/// For more it returns the value at 30, which is at most 4 % too large.
fn student_t(degrees: usize) -> f64 {
    const T: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    T[degrees.clamp(1, T.len()) - 1]
}

/// Returns the median of at least one sample, and changes their order. The number is that of
/// [`quantile_of_sorted`], without sorting: a bootstrap asks for it a thousand times.
fn median_in_place(samples: &mut [f64]) -> f64 {
    let rank = 0.5 * (samples.len() - 1) as f64;
    let (_, below, above) = samples.select_nth_unstable_by(rank as usize, f64::total_cmp);
    let below = *below;
    if rank.fract() == 0.0 {
        below
    } else {
        let above = above.iter().copied().min_by(f64::total_cmp);
        let above = above.expect("an even number of samples has one above the middle");
        below + (above - below) * rank.fract()
    }
}

fn sorted(samples: &[f64]) -> Option<Vec<f64>> {
    if samples.is_empty() || samples.iter().any(|s| !s.is_finite()) {
        return None;
    }
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some(sorted)
}

fn quantile_of_sorted(sorted: &[f64], p: f64) -> f64 {
    let rank = p.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[rank.floor() as usize], sorted[rank.ceil() as usize]);
    below + (above - below) * rank.fract()
}

#[cfg(test)]
mod tests;
