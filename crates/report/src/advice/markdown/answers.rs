//! Table of all answers.

use crate::advice::line::ratio;
use crate::advice::tables::{ColumnUnit, TableForm};
use crate::advice::{Advice, AdviceOutcome, DeadlineAdvice, QuestionAdvice};
use crate::format::{self, NOTHING};
use crate::names::command;
use records::{Columns, TextTable, Unit, counted};

impl Advice {
    pub(super) fn answers(&self, form: TableForm) -> String {
        let times = self.questions.iter().filter_map(time_of_taken);
        let worst = self.deadline.take.iter();
        let worst = worst.map(|take| take.answers.worst_frame);
        let unit = ColumnUnit::of(times.map(|time| time[0]).chain(worst), Unit::Seconds);
        let time = unit.head("time of a frame");
        let mut table = TextTable::new(["for", "take", time.as_str(), "next", "what decides"]);
        for question in &self.questions {
            if question.take.is_some() {
                table.push(answer(question, unit));
            } else if !question.standings.is_empty() {
                let none = "no detector with a proof raced and answered right";
                table.push([question.question.clone(), none.to_owned()]);
            }
        }
        table.push(in_time(&self.deadline, unit));
        for row in &mut table.rows {
            row.resize(table.head.len(), String::new());
        }
        form.table(&table, Columns::Texts(&[]))
    }
}

/// Returns the answer to a question: what to take, its time, the next one, what decides.
fn answer(question: &QuestionAdvice, unit: ColumnUnit) -> [String; 5] {
    let label = question.take.as_ref().map_or("", |take| &take.label);
    let time = time_of_taken(question).map(|time| unit.estimate(time));
    let next = question.next.as_ref().map(|(next, times)| {
        let next = command(next);
        if question.tied {
            format!("`{next}` is as fast, within the interval")
        } else {
            format!("`{next}`, {} times as long", ratio(times))
        }
    });
    let why = question.why.as_ref().map(|why| {
        let [own, other] = [why.own, why.other].map(format::number);
        format!("{}: {own} instead of {other}", why.count)
    });
    let is_slower = question.next.is_some() && !question.tied;
    let why = why.or_else(|| is_slower.then(|| "no work count that both have says why".to_owned()));
    let or_nothing = |text: Option<String>| text.unwrap_or(NOTHING.to_owned());
    [
        question.question.clone(),
        format!("`{}`", command(label)),
        or_nothing(time),
        or_nothing(next),
        or_nothing(why),
    ]
}

/// Returns the mean seconds of a frame of the detector to take: value and 95 % interval.
fn time_of_taken(question: &QuestionAdvice) -> Option<&[f64; 3]> {
    let label = &question.take.as_ref()?.label;
    let own = question.standings.iter().find(|s| s.detector == *label)?;
    match &own.outcome {
        AdviceOutcome::Raced { time, .. } => Some(time),
        _ => None,
    }
}

/// Returns the answer for a deadline.
fn in_time(deadline: &DeadlineAdvice, unit: ColumnUnit) -> [String; 5] {
    let limit = format!(
        "{} a frame",
        format::value(deadline.deadline, Unit::Seconds)
    );
    let decided = decided(deadline);
    let Some(take) = &deadline.take else {
        let none = "no detector with a proof has answered a whole frame".to_owned();
        return [limit, none, NOTHING.to_owned(), NOTHING.to_owned(), decided];
    };
    let answers = &take.answers;
    let worst = unit.number(answers.worst_frame);
    let of_trial = answers.of_trial();
    let frames = counted(answers.frames, "frame");
    let in_time = match (answers.in_time, answers.frames) {
        (1, 1) => format!("the only frame{of_trial} in time"),
        (n, all) if n == all => format!("each of {frames}{of_trial} in time"),
        (n, _) => format!("{n} of {frames}{of_trial} in time"),
    };
    [
        limit,
        format!("`{}`, {}", command(&answers.detector), answers.question),
        format!("at most {worst}"),
        in_time,
        decided,
    ]
}

/// Returns how many pairs the first detector decides that is stopped at the deadline. Empty if none
/// is.
fn decided(deadline: &DeadlineAdvice) -> String {
    let Some(one) = deadline.certified.first() else {
        let failed = deadline.failed.first();
        return failed.map_or(String::new(), |one| {
            format!("under it, `{}` failed in the trial", command(&one.detector))
        });
    };
    let (name, active) = (command(&one.detector), one.mean.active());
    if active == 0.0 {
        return format!("`{name}` has nothing to decide");
    }
    let [decided, active] = [active - one.mean.undecided, active].map(format::number);
    format!("stopped there, `{name}` decides {decided} of {active} active pairs")
}
