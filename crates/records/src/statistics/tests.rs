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

/// Medians of the processes lie far apart, so that the interval around the median of all cases
/// would begin below zero.
#[test]
fn an_interval_of_cases_lies_within_the_cases() {
    let process = |level: f64| vec![0.1 * level, level, 1.1 * level];
    let processes: Vec<Vec<f64>> = [1.0, 2.0, 2.0, 40.0, 50.0].map(process).to_vec();
    let summary = summarize_many(&Samples::of_processes(processes)).unwrap();
    assert!(
        summary.ci_low >= summary.min && summary.min > 0.0,
        "{summary:?}"
    );
    assert!(summary.ci_high <= summary.max, "{summary:?}");
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
