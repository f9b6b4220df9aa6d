//! The line of a detector in the table of a question.

use super::{AdviceOutcome, Standing};
use crate::escape::inline;
use crate::format::{self, NOTHING};
use crate::names::command;
use records::statistics::Estimate;
use records::{Unit, counted};

pub(super) fn seconds(ends: &[f64; 3]) -> String {
    let [value, low, high] = *ends;
    format::estimate_in(&Estimate { value, low, high }, Unit::Seconds)
}

pub(super) fn ratio(ends: &[f64; 3]) -> String {
    let [value, low, high] = *ends;
    format::estimate(&Estimate { value, low, high })
}

/// Returns the line of a detector in the table of a question. `until_next` is that of
/// [`EntrantFacts`].
pub(super) fn line(standing: &Standing, until_next: bool) -> [String; 7] {
    let differing = if until_next {
        later_answers
    } else {
        wrong_answers
    };
    let (time, times, remark) = match &standing.outcome {
        AdviceOutcome::Raced { time, times, wrong } => {
            let times = times.as_ref().map(ratio).unwrap_or(NOTHING.to_owned());
            (seconds(time), times, differing(*wrong))
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
            (format::value(*time, Unit::Seconds), times, remark)
        }
        AdviceOutcome::Refused { .. } => nothing("refuses the bodies"),
        AdviceOutcome::Failed { reason } => nothing(reason),
        AdviceOutcome::LeftOut => nothing("did not take part"),
    };
    let value =
        |value: Option<f64>, unit| value.map_or(NOTHING.to_owned(), |v| format::value(v, unit));
    [
        format!("`{}`", command(&standing.detector)),
        time,
        times,
        value(standing.worst_frame, Unit::Seconds),
        value(standing.preparation, Unit::Seconds),
        value(standing.memory, Unit::Bytes),
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
