//! Results of one job of a race.

use crate::Page;
use crate::format::{self, NOTHING};
use crate::names::{self, command};
use crate::plot::Slowdown;
use records::statistics::Estimate;
use records::{Row, Rows, Selection};

/// Largest ratio of medians at which a detector counts as fast as another one.
///
/// The interval alone does not decide: a run has few processes, and a single slow sample of the
/// fastest can bring the lower end of a ratio of seven to 1, while no median follows one sample.
/// In the races of 2026-11-26 the ratios whose intervals reach 1 are at most 1.48, or at least 2.1:
/// the bound, which is also that within which a number of a paper is reproduced, lies between.
pub(crate) const MAX_TIE: f64 = 1.5;

/// Returns true if a detector is as fast as another one as far as can be measured, by its time over
/// that of the other: the interval reaches 1, and the ratio of medians is at most [`MAX_TIE`].
pub(crate) fn is_as_fast(ratio: &Estimate) -> bool {
    ratio.low <= 1.0 && ratio.value <= MAX_TIE
}

/// Results of one job.
pub(crate) struct JobResults<'a> {
    pub(crate) title: &'a str,
    /// One for each detector of the definition.
    pub(crate) cells: Vec<Cell<'a>>,
    /// Position of the fastest detector without wrong answers.
    pub(super) best: Option<usize>,
}

/// Result of one detector in one job.
pub(crate) enum Cell<'a> {
    /// It takes no part.
    Absent,
    /// It does not accept the bodies, or failed.
    Refused,
    Measured {
        time: &'a Row,
        /// Time over that of the best one.
        ratio: Option<Estimate>,
        /// Wrong answers over all frames: pairs reported or missed.
        wrong: f64,
    },
}

impl<'a> JobResults<'a> {
    pub(super) fn of(rows: &'a Rows, page: &'a Page, title: &'a str) -> Option<JobResults<'a>> {
        let cell = |detector: &String| Cell::of(rows, page, title, detector);
        let mut cells: Vec<Cell<'a>> = page.detectors.iter().map(cell).collect();
        let time = |cell: &Cell<'a>| match cell {
            Cell::Measured { time, wrong, .. } if *wrong == 0.0 => time.median(),
            _ => None,
        };
        let right = cells
            .iter()
            .enumerate()
            .filter_map(|(i, c)| Some((i, time(c)?)));
        let best = right.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i);
        let of_best = best.and_then(|i| match &cells[i] {
            Cell::Measured { time, .. } => Some(*time),
            _ => None,
        });
        for cell in &mut cells {
            if let (Cell::Measured { time, ratio, .. }, Some(best)) = (cell, of_best) {
                *ratio = crate::claims::ratio(time, best).ok();
            }
        }
        let measured = cells.iter().any(|cell| !matches!(cell, Cell::Absent));
        measured.then_some(JobResults { title, cells, best })
    }

    /// Returns the best detector with its time in microseconds, and those that are as fast: "BVH 4;
    /// face octree (tuned)".
    pub(super) fn winners(&self, detectors: &[String]) -> String {
        let Some((best, Cell::Measured { time, .. })) = self.best.map(|i| (i, &self.cells[i]))
        else {
            return NOTHING.to_owned();
        };
        let time = format::number(1e6 * time.median().unwrap_or(f64::NAN));
        let others = self.fastest().into_iter().filter(|i| *i != best);
        let others: Vec<String> = others
            .map(|i| format!("; {}", names::name(command(&detectors[i]))))
            .collect();
        format!(
            "{} {time}{}",
            names::name(command(&detectors[best])),
            others.concat()
        )
    }

    /// Returns the detectors without wrong answers that are as fast as the best one, itself
    /// included.
    pub(super) fn fastest(&self) -> Vec<usize> {
        let cells = self.cells.iter().enumerate();
        let fastest = cells.filter(|(_, cell)| cell.is_fastest());
        fastest.map(|(i, _)| i).collect()
    }
}

impl<'a> Cell<'a> {
    /// Returns the result of a detector in a job, without its ratio.
    pub(super) fn of(rows: &'a Rows, page: &Page, title: &str, detector: &str) -> Cell<'a> {
        let select = |quantity| {
            let selection = Selection {
                detector: Some(detector),
                series: Some(title),
                quantity: Some(quantity),
                ..Selection::of(&page.id)
            };
            rows.select(&selection).into_iter().next()
        };
        let wrong = ["false-collisions", "missed-collisions"].map(select);
        match select("time") {
            None => Cell::Absent,
            Some(row) if row.median().is_none() => Cell::Refused,
            Some(time) => Cell::Measured {
                time,
                ratio: None,
                wrong: wrong.into_iter().flatten().filter_map(Row::median).sum(),
            },
        }
    }

    /// Returns true for the best detector of the job, and for those without wrong answers that are
    /// as fast.
    pub(crate) fn is_fastest(&self) -> bool {
        match self {
            Cell::Measured {
                ratio: Some(ratio),
                wrong,
                ..
            } => *wrong == 0.0 && is_as_fast(ratio),
            _ => false,
        }
    }

    /// Returns the cell for the picture. Without a right answer there is no fastest, and no ratio.
    pub(super) fn slowdown(&self) -> Slowdown {
        match self {
            Cell::Absent | Cell::Measured { ratio: None, .. } => Slowdown::NotMeasured,
            Cell::Refused => Slowdown::Refused,
            Cell::Measured {
                ratio: Some(ratio),
                wrong,
                ..
            } => Slowdown::Times {
                ratio: ratio.value,
                best: self.is_fastest(),
                wrong: *wrong > 0.0,
            },
        }
    }

    /// Returns the time of a frame in microseconds.
    pub(super) fn microseconds(&self) -> String {
        let median = match self {
            Cell::Measured { time, .. } => time.median(),
            _ => None,
        };
        median.map_or(NOTHING.to_owned(), |seconds| format::number(1e6 * seconds))
    }

    /// Returns how many times slower than the best it is, which is 1 for the best, or a dash, with
    /// the number of wrong answers. In bold are the fastest.
    pub(super) fn times(&self) -> String {
        match self {
            Cell::Measured { ratio, wrong, .. } => {
                let times = ratio.as_ref().map(|ratio| format::number(ratio.value));
                let times = times.unwrap_or(NOTHING.to_owned());
                match (self.is_fastest(), *wrong > 0.0) {
                    (true, _) => format!("**{times}**"),
                    (false, true) => format!("{times} ({} wrong)", format::number(*wrong)),
                    (false, false) => times,
                }
            }
            Cell::Refused => "refused".to_owned(),
            Cell::Absent => NOTHING.to_owned(),
        }
    }
}
