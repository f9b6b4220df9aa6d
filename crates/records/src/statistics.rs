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
    /// Minimum.
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
/// number of cases: each process has the same ones. For thousands of samples of one process it equals
/// the bootstrap interval. With several processes it is at least as wide, on both sides of the median
/// of all, as the interval of the mean of their medians.
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
            Some(b) => [
                low.min(median + b.low - b.value),
                high.max(median + b.high - b.value),
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
    Some(interval(processes.len(), value, |rng| {
        let mut resample = Vec::with_capacity(samples.len());
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
    let estimate = interval(a.len().min(b.len()), value, |rng| {
        let (mut top, mut bottom) = (Vec::new(), Vec::new());
        let of_a = rng.picks(a.len());
        let of_b = match pairing {
            Pairing::Apart => rng.picks(b.len()),
            _ => of_a.clone(),
        };
        if pairing == Pairing::Repeats {
            for process in of_a {
                for i in rng.picks(a[process].len()) {
                    top.push(a[process][i]);
                    bottom.push(b[process][i]);
                }
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the samples of one process.
    fn one(samples: &[f64]) -> Samples {
        samples.into()
    }

    /// Returns the summary of one exact value.
    fn exact(value: f64) -> Summary {
        Summary {
            n: 1,
            min: value,
            q1: value,
            median: value,
            q3: value,
            max: value,
            ci_low: value,
            ci_high: value,
        }
    }

    #[test]
    fn many_samples_have_the_interval_that_resampling_gives() {
        let samples: Vec<f64> = (0..2001).map(|i| f64::from(i * 7919 % 2001)).collect();
        let samples = Samples::of_process(samples);
        let (fast, slow) = (
            summarize_many(&samples).unwrap(),
            summarize(&samples).unwrap(),
        );
        assert_eq!(
            (fast.n, fast.median, fast.q1, fast.max),
            (slow.n, slow.median, slow.q1, slow.max)
        );
        assert!(fast.ci_low < fast.median && fast.median < fast.ci_high);
        assert!(
            (fast.ci_low - slow.ci_low).abs() < 10.0,
            "{fast:?} {slow:?}"
        );
        assert!(
            (fast.ci_high - slow.ci_high).abs() < 10.0,
            "{fast:?} {slow:?}"
        );
        assert_eq!(summarize_many(&Samples::default()), None);
        assert_eq!(summarize_many(&one(&[3.0])), Some(exact(3.0)));
    }

    proptest! {
        #[test]
        fn the_median_without_sorting_is_that_of_sorted_samples(
            samples in prop::collection::vec(prop::sample::select(vec![0.5, 1.0, 3.0, 7.0, 1e-9]), 1..60),
        ) {
            let of_sorted = quantile(&samples, 0.5);
            prop_assert_eq!(Some(median_in_place(&mut samples.clone())), of_sorted);
        }
    }

    #[test]
    fn quantiles_interpolate_between_samples() {
        let samples = [4.0, 1.0, 3.0, 2.0];
        assert_eq!(quantile(&samples, 0.0), Some(1.0));
        assert_eq!(quantile(&samples, 0.25), Some(1.75));
        assert_eq!(median(&samples), Some(2.5));
        assert_eq!(quantile(&samples, 1.0), Some(4.0));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[1.0, f64::NAN]), None);
    }

    #[test]
    fn one_sample_is_its_own_summary() {
        assert_eq!(summarize(&one(&[3.0])), Some(exact(3.0)));
        assert_eq!(summarize(&Samples::default()), None);
    }

    /// Compares with the exact interval of the binomial distribution for n = 25: the 8th and 18th
    /// samples cover the median with 95.7 %.
    #[test]
    fn the_interval_of_the_median_is_near_the_exact_one() {
        let samples = Samples::of_process((1..=25).map(f64::from).collect());
        let interval = median_interval(&samples).unwrap();
        assert_eq!(interval.value, 13.0);
        assert!((7.0..=9.0).contains(&interval.low), "{interval:?}");
        assert!((17.0..=19.0).contains(&interval.high), "{interval:?}");
        assert_eq!(median_interval(&samples), median_interval(&samples));
    }

    #[test]
    fn a_drift_that_both_share_does_not_widen_their_ratio() {
        let below: Vec<f64> = (0..15).map(|i| 1.0 + 0.1 * f64::from(i)).collect();
        let above: Vec<f64> = below.iter().map(|b| 3.0 * b).collect();
        let width = |above: &Samples, below: &Samples, pairing| {
            let (ratio, used) = ratio_interval(above, below, pairing).unwrap();
            assert!((ratio.value - 3.0).abs() < 1e-12, "{ratio:?}");
            (ratio.high - ratio.low, used)
        };
        let [above, below] = [above, below].map(Samples::of_process);
        let (paired, used) = width(&above, &below, Pairing::Repeats);
        assert!(paired < 1e-12 && used == Pairing::Repeats);
        let (loose, used) = width(&above, &below, Pairing::Processes);
        assert!(loose > 0.5 && used == Pairing::Processes);
        // A different number of repeats cannot be paired.
        let fewer = Samples::of_process(above.pooled()[1..14].to_vec());
        assert_eq!(
            width(&fewer, &below, Pairing::Repeats).1,
            Pairing::Processes
        );
        assert_eq!(
            ratio_interval(&above, &one(&[0.0; 15]), Pairing::Repeats),
            None
        );
        assert_eq!(
            ratio_interval(&above, &Samples::default(), Pairing::Apart),
            None
        );
    }

    /// Two machines' states: each process is fast or slow as a whole.
    #[test]
    fn processes_that_differ_widen_intervals_and_repeats_do_not_hide_it() {
        let process = |level: f64| (0..9).map(|i| level + 0.01 * f64::from(i)).collect();
        let processes = |levels: &[f64]| {
            Samples::of_processes(
                levels
                    .iter()
                    .map(|level| process(*level))
                    .collect::<Vec<_>>(),
            )
        };
        let alike = median_interval(&processes(&[1.0; 5])).unwrap();
        assert!(alike.high - alike.low < 0.09, "{alike:?}");
        let different = median_interval(&processes(&[1.0, 1.4, 1.0, 1.4, 1.0])).unwrap();
        assert!(different.low < 1.1 && different.high > 1.4, "{different:?}");
        // As many cases, pooled as if of one process, look certain.
        let cases = processes(&[1.0, 1.4, 1.0, 1.4, 1.0]);
        let pooled = summarize_many(&Samples::of_process(cases.pooled())).unwrap();
        let apart = summarize_many(&cases).unwrap();
        assert!(apart.ci_low < pooled.ci_low - 0.01, "{apart:?} {pooled:?}");
        // A process is slow for both: their ratio is known.
        let twice = cases.map(|x| 2.0 * x);
        let (joint, _) = ratio_interval(&twice, &cases, Pairing::Processes).unwrap();
        let (apart, _) = ratio_interval(&twice, &cases, Pairing::Apart).unwrap();
        assert!(joint.high - joint.low < 0.2 && apart.high - apart.low > 0.8);
    }

    #[test]
    fn exponents_of_power_laws_come_back() {
        let quadratic: Vec<_> = (1..9).map(f64::from).map(|x| (x, 0.3 * x * x)).collect();
        let fit = growth_exponent(&quadratic).unwrap();
        assert!(
            (fit.value - 2.0).abs() < 1e-12 && fit.high - fit.low < 1e-6,
            "{fit:?}"
        );
        assert_eq!(growth_exponent(&quadratic[..1]), None);
        assert_eq!(growth_exponent(&[]), None);
        assert_eq!(growth_exponent(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(growth_exponent(&[(1.0, 1.0), (2.0, 0.0)]), None);
        let two = growth_exponent(&quadratic[..2]).unwrap();
        assert!((two.value - 2.0).abs() < 1e-12 && two.high.is_infinite());
    }

    /// ln x = 0, 1, 2, 3 and ln y = 0, 1, 1, 2: slope 0.6, residual 0.2, so the standard error is
    /// sqrt(0.1 / 5) and t with two degrees of freedom 4.303.
    #[test]
    fn the_exponent_of_scattered_points_has_the_textbook_interval() {
        let e = std::f64::consts::E;
        let points = [(1.0, 1.0), (e, e), (e.powi(2), e), (e.powi(3), e.powi(2))];
        let fit = growth_exponent(&points).unwrap();
        assert!((fit.value - 0.6).abs() < 1e-12, "{fit:?}");
        let half_width = 4.303 * 0.02f64.sqrt();
        assert!((fit.high - 0.6 - half_width).abs() < 1e-9, "{fit:?}");
        assert!((0.6 - fit.low - half_width).abs() < 1e-9, "{fit:?}");
    }

    proptest! {
        #[test]
        fn a_summary_is_in_order(samples in prop::collection::vec(-1e9..1e9f64, 1..40)) {
            let s = summarize(&Samples::of_process(samples)).unwrap();
            prop_assert!(s.min <= s.q1 && s.q1 <= s.median);
            prop_assert!(s.median <= s.q3 && s.q3 <= s.max);
            prop_assert!(s.min <= s.ci_low && s.ci_low <= s.median);
            prop_assert!(s.median <= s.ci_high && s.ci_high <= s.max);
        }
    }
}
