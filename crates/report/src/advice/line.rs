//! The line of a detector in the table of a question.

use super::tables::ColumnUnit;
use super::{AdviceOutcome, Standing};
use crate::escape::inline;
use crate::format::{self, NOTHING};
use crate::names::command;
use records::statistics::Estimate;
use records::{Unit, counted};

/// Units of the columns of a question's table.
pub(super) struct StandingUnits {
    time: ColumnUnit,
    worst_frame: ColumnUnit,
    preparation: ColumnUnit,
    memory: ColumnUnit,
}

impl StandingUnits {
    pub(super) fn of(standings: &[Standing]) -> StandingUnits {
        let column = |value: fn(&Standing) -> Option<f64>, unit| {
            ColumnUnit::of(standings.iter().filter_map(value), unit)
        };
        StandingUnits {
            time: column(time_of, Unit::Seconds),
            worst_frame: column(|standing| standing.worst_frame, Unit::Seconds),
            preparation: column(|standing| standing.preparation, Unit::Seconds),
            memory: column(|standing| standing.memory, Unit::Bytes),
        }
    }

    /// Returns the headings of the columns.
    pub(super) fn head(&self) -> [String; 7] {
        [
            "detector".to_owned(),
            self.time.head("time of a frame"),
            "times the recommended".to_owned(),
            self.worst_frame.head("slowest frame"),
            self.preparation.head("preparation"),
            self.memory.head("memory"),
            "remark".to_owned(),
        ]
    }
}

/// Returns the time of a frame in race or trial.
fn time_of(standing: &Standing) -> Option<f64> {
    match &standing.outcome {
        AdviceOutcome::Raced { time, .. } => Some(time[0]),
        AdviceOutcome::Tried { time, .. } => Some(*time),
        _ => None,
    }
}

pub(super) fn ratio(ends: &[f64; 3]) -> String {
    let [value, low, high] = *ends;
    format::estimate(&Estimate { value, low, high })
}

/// Returns the line of a detector in the table of a question. `until_next` is that of
/// [`EntrantFacts`](super::EntrantFacts).
pub(super) fn line(standing: &Standing, until_next: bool, units: &StandingUnits) -> [String; 7] {
    let differing = if until_next {
        later_answers
    } else {
        wrong_answers
    };
    let (time, times, remark) = match &standing.outcome {
        AdviceOutcome::Raced { time, times, wrong } => {
            let times = times.as_ref().map(ratio).unwrap_or(NOTHING.to_owned());
            (units.time.estimate(time), times, differing(*wrong))
        }
        AdviceOutcome::Tried {
            time,
            times,
            frames,
            wrong,
        } => {
            let wrong = differing(*wrong);
            let times = times.map_or(NOTHING.to_owned(), format::number);
            let tried = format!("tried on {}", counted(*frames, "frame"));
            let remark = format::join(&[tried, wrong], "; ");
            (units.time.number(*time), times, remark)
        }
        AdviceOutcome::Refused { .. } => nothing("refuses the bodies"),
        AdviceOutcome::Failed { reason } => nothing(reason),
        AdviceOutcome::LeftOut => nothing("did not take part"),
    };
    [
        format!("`{}`", command(&standing.detector)),
        time,
        times,
        units.worst_frame.number_or_dash(standing.worst_frame),
        units.preparation.number_or_dash(standing.preparation),
        units.memory.number_or_dash(standing.memory),
        inline(&remark),
    ]
}

fn nothing(remark: &str) -> (String, String, String) {
    (NOTHING.to_owned(), NOTHING.to_owned(), remark.to_owned())
}

fn wrong_answers(wrong: f64) -> String {
    match format::number(wrong) {
        _ if wrong == 0.0 => String::new(),
        one if one == "1" => "1 wrong answer".to_owned(),
        more => format!("{more} wrong answers"),
    }
}

/// Returns how many answers differ of a detector that looks ahead to the next frame.
fn later_answers(differing: f64) -> String {
    if differing == 0.0 {
        return String::new();
    }
    let answers = if differing == 1.0 {
        "1 answer differs".to_owned()
    } else {
        format!("{} answers differ", format::number(differing))
    };
    format!("another question: what may meet until the next frame ({answers})")
}
