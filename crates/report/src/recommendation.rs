//! Which detector to take for a scene, and which work count decides.

use crate::Page;
use crate::curves::distinct;
use crate::format;
use records::statistics::{Pairing, ratio_interval};
use records::{Row, Rows, Samples, Selection, Unit};

/// End of the name, in rows, of a detector that is asked for first contacts.
pub(crate) const FIRST_CONTACT: &str = " first-contact";

/// Least work count that can explain a difference.
const LEAST_COUNT: f64 = 10.0;

/// Time of a detector over all frames.
#[derive(Clone)]
struct Total<'a> {
    detector: &'a str,
    /// Sums over the frames, repeat by repeat.
    samples: Samples,
}

impl Total<'_> {
    fn median(&self) -> f64 {
        self.samples.median().unwrap_or(f64::INFINITY)
    }
}

/// Returns the fastest detector of an experiment on one scene, for all contacts and for first
/// contacts, with the next one, and the work count in which they differ most. Empty without times.
///
/// The times are sums over all frames that are recorded. A detector of bodies answers what first
/// contacts answer, and so do all contacts, which some detectors find as fast or faster. Detectors
/// with wrong answers are left out.
pub fn recommendation<'a>(rows: &'a Rows, page: &Page) -> String {
    let times = rows.select(&Selection {
        quantity: Some("time"),
        ..Selection::of(&page.id)
    });
    let detectors = distinct(times.iter().map(|row| row.key.detector.as_str()));
    // Detectors of faces are asked for both, also if the rows have only one of them.
    let asks_for_all = |detector: &&str| {
        let first = format!("{detector}{FIRST_CONTACT}");
        detectors.contains(&first.as_str()) || page.detectors.contains(&first)
    };
    let (all, first): (Vec<&str>, Vec<&str>) = detectors.iter().partition(|d| asks_for_all(d));
    let totals_of = |detectors: &[&'a str]| -> Vec<Total<'a>> {
        let totals = detectors.iter().filter_map(|detector| {
            let of_detector = times.iter().filter(|row| row.key.detector == *detector);
            let samples = total(of_detector.copied())?;
            let is_right = wrong_answers(rows, &page.id, detector) == 0.0;
            is_right.then_some(Total { detector, samples })
        });
        totals.collect()
    };
    let of_all = totals_of(&all);
    let of_first = with_faster(totals_of(&first), &of_all);
    let of_question = |question: &str, asked: &[&str], totals: Vec<Total<'_>>| {
        if asked.is_empty() {
            return String::new();
        }
        let line = line(rows, &page.id, question, totals);
        let none = || format!("For {question}: no detector answers without a failure.\n");
        line.unwrap_or_else(none)
    };
    let of_all = of_question("all contacts", &all, of_all);
    of_all + &of_question("whether bodies collide", &first, of_first)
}

/// Replaces the times of first contacts by those of all contacts where the same detector is faster
/// at these.
fn with_faster<'a>(mut first: Vec<Total<'a>>, all: &[Total<'a>]) -> Vec<Total<'a>> {
    for total in &mut first {
        let twin = total.detector.strip_suffix(FIRST_CONTACT);
        let twin = all.iter().find(|all| Some(all.detector) == twin);
        if let Some(twin) = twin.filter(|twin| twin.median() < total.median()) {
            *total = twin.clone();
        }
    }
    first
}

/// Returns the sums of samples over the frames of a detector, unless a frame failed.
fn total<'a>(frames: impl Iterator<Item = &'a Row>) -> Option<Samples> {
    let mut sum: Option<Samples> = None;
    for frame in frames {
        frame.median()?;
        sum = Some(match sum {
            None => frame.samples.clone(),
            Some(sum) => sum.plus(&frame.samples)?,
        });
    }
    sum
}

/// Returns the number of body pairs that a detector reports wrongly or misses.
fn wrong_answers(rows: &Rows, experiment: &str, detector: &str) -> f64 {
    let errors = ["false-collisions", "missed-collisions"];
    let counts = errors
        .iter()
        .filter_map(|name| count(rows, experiment, detector, name));
    counts.sum()
}

/// Returns the last number of a quantity of a detector.
fn count(rows: &Rows, experiment: &str, detector: &str, quantity: &str) -> Option<f64> {
    let selection = Selection {
        detector: Some(detector),
        quantity: Some(quantity),
        ..Selection::of(experiment)
    };
    rows.select(&selection).last()?.median()
}

fn line(
    rows: &Rows,
    experiment: &str,
    question: &str,
    mut totals: Vec<Total<'_>>,
) -> Option<String> {
    totals.sort_by(|a, b| a.median().total_cmp(&b.median()));
    let best = totals.first()?;
    let time = format::value(best.median(), Unit::Seconds);
    let mut line = format!("For {question}: `{}`, {time} for all frames", best.detector);
    if let Some(next) = totals.get(1) {
        // None if the clock was too coarse for one of them.
        let ratio = ratio_interval(&next.samples, &best.samples, Pairing::Repeats);
        let Some((ratio, _)) = ratio else {
            return Some(line + ", less than the clock can tell.\n");
        };
        let (is_tied, ratio) = (ratio.low <= 1.0, format::estimate(&ratio));
        line += &format!("; `{}` takes {ratio} times as long", next.detector);
        if is_tied {
            // Nothing to explain.
            return Some(line + ": either, as their times are equal within the interval.\n");
        }
        line += &match deciding_count(rows, experiment, [best.detector, next.detector]) {
            Some((name, counts)) => {
                let [ours, theirs] = counts.map(format::number);
                format!(" (in the last frame, {name}: {theirs} instead of {ours})")
            }
            None => " (no work count of both is larger)".to_owned(),
        };
    }
    Some(line + ".\n")
}

/// Returns the work count by which the faster of two detectors does the least work, in proportion.
fn deciding_count<'a>(
    rows: &'a Rows,
    experiment: &str,
    [best, next]: [&str; 2],
) -> Option<(&'a str, [f64; 2])> {
    let selection = Selection {
        detector: Some(best),
        ..Selection::of(experiment)
    };
    let of_best = rows.select(&selection).into_iter();
    let of_best = of_best.filter(|row| row.unit == Unit::Count);
    let names = distinct(of_best.map(|row| row.quantity.as_str()));
    let counts = names.into_iter().filter_map(|name| {
        let counts = [best, next].map(|detector| count(rows, experiment, detector, name));
        let [ours, theirs] = counts;
        let (ours, theirs) = (ours?, theirs?);
        (ours > 0.0 && theirs >= LEAST_COUNT && theirs > ours).then_some((name, [ours, theirs]))
    });
    counts.max_by(|(_, a), (_, b)| (a[1] / a[0]).total_cmp(&(b[1] / b[0])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{key, label, papers};

    #[test]
    fn the_fastest_is_named_for_both_questions_with_the_count_that_decides() {
        let page = Page::parse("lab-scene", "question = \"?\"", &papers(), &label).unwrap();
        let time = |detector: &str, seconds: f64| {
            let key = key("lab-scene", detector, "", 1.0);
            Row::from_samples(&key, "time", Unit::Seconds, &[seconds; 3])
        };
        let count = |detector: &str, quantity, n| {
            Row::count(&key("lab-scene", detector, "", 1.0), quantity, n)
        };
        let rows: Rows = [
            time("parry3d", 3e-6),
            time("face-octree", 2e-6),
            time("parry3d first-contact", 1e-6),
            time("face-octree first-contact", 2e-6),
            time("parry3d-gjk", 1e-7),
            count("parry3d-gjk", "missed-collisions", 1),
            count("parry3d", "node-tests", 5000),
            count("parry3d", "vertices-moved", 300),
            count("face-octree", "vertices-moved", 100),
        ]
        .into_iter()
        .collect();
        assert_eq!(
            recommendation(&rows, &page),
            "For all contacts: `face-octree`, 2 µs for all frames; `parry3d` takes 1.50 times as \
             long (in the last frame, vertices-moved: 300 instead of 100).\n\
             For whether bodies collide: `parry3d first-contact`, 1 µs for all frames; `face-octree \
             first-contact` takes 2 times as long (no work count of both is larger).\n"
        );
        assert_eq!(recommendation(&Rows::default(), &page), "");
        let failed = Row::failure(
            &key("lab-scene", "parry3d", "", 1.0),
            "time",
            Unit::Seconds,
            "?",
        );
        assert_eq!(
            recommendation(&[failed].into_iter().collect(), &page),
            "For whether bodies collide: no detector answers without a failure.\n"
        );
    }

    #[test]
    fn detectors_whose_times_overlap_are_both_named_and_nothing_is_explained() {
        let definition = r#"
            question = "?"
            [measure]
            detectors = [{ name = "face-octree" }, { name = "parry3d" },
                { name = "face-octree", first-contact = true }, { name = "parry3d", first-contact = true }]
        "#;
        let page = Page::parse("lab-scene", definition, &papers(), &label).unwrap();
        let row = |detector: &str, times: &[f64]| {
            let key = key("lab-scene", detector, "", 1.0);
            let time = Row::from_samples(&key, "time", Unit::Seconds, times);
            [
                time,
                Row::count(&key, "node-tests", 10 * times.len() as u64),
            ]
        };
        // Selected: their answers to the other question have no rows.
        let rows = [
            row("parry3d", &[1e-6, 2e-6, 3e-6]),
            row("face-octree", &[3e-6, 1e-6, 2.5e-6, 2e-6]),
        ];
        let rows: Rows = rows.into_iter().flatten().collect();
        let words = recommendation(&rows, &page);
        assert!(
            words.starts_with("For all contacts: `parry3d`, 2 µs")
                && words.contains(": either, as"),
            "{words}"
        );
        assert!(!words.contains("node-tests"), "{words}");
        assert_eq!(words.lines().count(), 1, "{words}");
    }

    #[test]
    fn all_contacts_answer_whether_bodies_collide_if_they_are_found_faster() {
        let page = Page::parse("lab-scene", "question = \"?\"", &papers(), &label).unwrap();
        let time = |detector: &str, seconds: f64| {
            let key = key("lab-scene", detector, "", 1.0);
            Row::from_samples(&key, "time", Unit::Seconds, &[seconds; 3])
        };
        let rows: Rows = [
            time("face-octree", 1e-6),
            time("face-octree first-contact", 4e-6),
            time("parry3d", 3e-6),
            time("parry3d first-contact", 2e-6),
        ]
        .into_iter()
        .collect();
        let text = recommendation(&rows, &page);
        assert!(
            text.ends_with(
                "For whether bodies collide: `face-octree`, 1 µs for all frames; `parry3d \
                 first-contact` takes 2 times as long (no work count of both is larger).\n"
            ),
            "{text}"
        );
    }
}
