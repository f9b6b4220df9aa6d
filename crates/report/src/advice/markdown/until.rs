//! Section of the deadline: exact detectors that keep it, and what others prove until then.

use super::asked::{call, with_dependency};
use crate::advice::tables::{ColumnUnit, TableForm};
use crate::advice::{
    Advice, CertifiedAtDeadline, CertifiedPairs, DeadlineAdvice, ExactAtDeadline, TakeAtDeadline,
};
use crate::escape::{fenced, inline};
use crate::format::{self, NOTHING};
use crate::names::command;
use records::{Columns, TextTable, Unit, counted};

impl Advice {
    pub(super) fn deadline_section(&self, form: TableForm) -> String {
        let deadline = &self.deadline;
        let limit = format::value(deadline.deadline, Unit::Seconds);
        let mut text = format!("## A deadline of {limit} a frame\n\n");
        match &deadline.take {
            Some(take) => text += &taken(take),
            None => {
                text += "No exact detector is known to keep this deadline: none with a proof has a \
                         right answer to a whole frame here. The tables above have the reasons.\n";
            }
        }
        text += &self.certificates(form);
        if !deadline.exact.is_empty() {
            text += &format!("\n{}", exact_answers(&deadline.exact, form));
        }
        text + &self.deadline_calls()
    }

    /// Returns what detectors that can be stopped certify at the deadline, and which of them
    /// failed.
    fn certificates(&self, form: TableForm) -> String {
        let deadline = &self.deadline;
        let failed = deadline.failed.iter().map(|one| {
            let (name, reason) = (command(&one.detector), inline(&one.reason));
            let words = format!("`{name}` failed in the trial under this deadline: {reason}");
            format::sentence(&words) + "\n"
        });
        let failed: String = failed.collect();
        if !deadline.certified.is_empty() {
            let words = self.certified_words().join("\n");
            return format!("{words}\n{failed}{}", stopped(&deadline.certified, form));
        }
        if deadline.stoppable.is_empty() && failed.is_empty() {
            return "No detector that can be stopped accepts these bodies.\n".to_owned();
        }
        if deadline.stoppable.is_empty() {
            return failed;
        }
        let stoppable = deadline.stoppable.iter();
        let stoppable: Vec<String> = stoppable
            .map(|name| format!("`{}`", command(name)))
            .collect();
        let unanswered = if failed.is_empty() {
            "No frame of the trial was answered under this deadline: `detect --steps N` shows what \
             is proved after a number of steps.\n"
        } else {
            failed.as_str()
        };
        format!(
            "Where an answer is needed at the deadline, these detectors can be stopped there, and \
             state for each pair of bodies what is proved until then: {}.\n{unanswered}",
            stoppable.join(", ")
        )
    }

    /// Returns in a sentence each what detectors that can be stopped certify at the deadline. Empty
    /// without any.
    pub(crate) fn certified_words(&self) -> Vec<String> {
        let limit = format::value(self.deadline.deadline, Unit::Seconds);
        let certified = self.deadline.certified.iter();
        certified.map(|one| words(one, &limit)).collect()
    }

    /// Returns how to call the detector that keeps the deadline, or else one that is stopped there.
    fn deadline_calls(&self) -> String {
        let mut text = String::new();
        if let Some(take) = &self.deadline.take {
            let is_same = |label: &String| *label == take.call.label;
            let mut questions = self.questions.iter();
            let above = questions.find(|q| q.take.as_ref().is_some_and(|t| is_same(&t.label)));
            text += &match above {
                Some(question) => {
                    let (name, question) = (command(&take.call.label), &question.question);
                    format!("\n`{name}` is called as above, for {question}.\n")
                }
                None => call(&take.call),
            };
            if take.answers.in_time == take.answers.frames {
                return text;
            }
        }
        let DeadlineAdvice {
            certified,
            stoppable,
            ..
        } = &self.deadline;
        let certified = certified.iter().map(|one| &one.detector);
        let stopped = certified.chain(stoppable).find_map(|label| {
            let facts = self.facts(label)?;
            Some((facts, facts.rust_until.as_ref()?))
        });
        if let Some((facts, program)) = stopped {
            text += &format!(
                "\n`{}` from Rust, stopped at the deadline:\n\n{}",
                command(&facts.label),
                fenced("rust", &with_dependency(facts, program))
            );
        }
        text
    }
}

impl ExactAtDeadline {
    /// Returns " of the trial" for frames that are not those of the race.
    pub(super) const fn of_trial(&self) -> &'static str {
        if self.raced { "" } else { " of the trial" }
    }
}

/// Returns sentences on the detector that keeps the deadline best.
fn taken(take: &TakeAtDeadline) -> String {
    let answers = &take.answers;
    let worst = format::value(answers.worst_frame, Unit::Seconds);
    let mut text = format!(
        "The slowest frame of `{}` takes {worst} ({}): it answers {} of {}{} in time.\n",
        command(&answers.detector),
        answers.question,
        answers.in_time,
        counted(answers.frames, "frame"),
        answers.of_trial()
    );
    text += if answers.raced {
        "Compared are the slowest frames of the race, each the median of its repeats.\n"
    } else {
        "Compared are the slowest frames of the trial, each the least of its passes, and of two \
         detectors those frames that both have answered.\n"
    };
    if let Some((next, times)) = &take.next {
        let (next, times) = (command(next), format::number(*times));
        text +=
            &format!("The slowest frame of the next one, `{next}`, takes {times} times as long.\n");
    }
    if let Some(why) = &take.why {
        let [own, other] = [why.own, why.other].map(format::number);
        let name = &why.count;
        text +=
            &format!("In the mean of a frame it does less: {name}, {own} instead of {other}.\n");
    }
    if let Some(seconds) = take.preparation {
        let time = format::value(seconds, Unit::Seconds);
        text += &format!("Its preparation takes {time}, once before the motion.\n");
    }
    if answers.in_time == answers.frames {
        text += "No detector needs to be stopped.\n";
    }
    text
}

/// Returns the table of exact detectors with the frames that they answer in time.
fn exact_answers(all: &[ExactAtDeadline], form: TableForm) -> String {
    let unit = ColumnUnit::of(all.iter().map(|one| one.worst_frame), Unit::Seconds);
    let slowest = unit.head("slowest frame");
    let mut table = TextTable::new(["exact detector", "for", "frames in time", slowest.as_str()]);
    for exact in all {
        let share = format::number(100.0 * exact.share);
        let of_trial = if exact.raced { "" } else { ", in the trial" };
        table.push([
            format!("`{}`", command(&exact.detector)),
            exact.question.clone(),
            format!(
                "{share} % ({} of {}{of_trial})",
                exact.in_time, exact.frames
            ),
            unit.number(exact.worst_frame),
        ]);
    }
    form.table(&table, Columns::Numbers)
}

/// Returns in a sentence what a detector certifies that is stopped at the deadline.
fn words(certified: &CertifiedAtDeadline, limit: &str) -> String {
    let CertifiedAtDeadline {
        detector,
        frames,
        mean,
        worst,
        worst_frame,
        ..
    } = certified;
    let name = command(detector);
    let of = counted(*frames, "frame");
    if mean.active() == 0.0 {
        return format!(
            "`{name}` has nothing to decide: in {of} of the trial, the bounding spheres of no two \
             bodies overlap."
        );
    }
    let [active, apart, interfering, undecided] =
        [mean.active(), mean.apart, mean.interfering, mean.undecided].map(format::number);
    let all = format!(
        "Stopped at {limit}, `{name}` proves {apart} of {active} active pairs of bodies apart and \
         {interfering} interfering, and leaves {undecided} undecided: means of {of} of the trial."
    );
    if worst.undecided == 0.0 {
        return format!("{all} Each pair is decided in each of these frames.");
    }
    let [left, active] = [worst.undecided, worst.active()].map(format::number);
    let bound = format::number(certified.largest_bound);
    let radii = in_radii(certified.largest_bound, certified.largest_bound_in_radii);
    format!(
        "{all} In the worst, frame {worst_frame}, {left} of {active} are undecided. Over all of \
         these frames, the largest bound on the separation of an undecided pair is {bound} scene \
         units; in bounding radii of the smaller body, the largest, maybe of another pair, is \
         {radii}."
    )
}

/// Returns the largest bound in bounding radii, beside the one in scene units. Nothing if only
/// pairs with a body without extent have a bound.
fn in_radii(bound: f64, radii: f64) -> String {
    if radii == 0.0 && bound > 0.0 {
        return NOTHING.to_owned();
    }
    format::number(radii)
}

/// Returns sentences and a table of what is proved at the deadline. Empty if there is nothing to
/// decide.
fn stopped(all: &[CertifiedAtDeadline], form: TableForm) -> String {
    let unit = ColumnUnit::of(all.iter().map(|one| one.worst_time), Unit::Seconds);
    let in_time = unit.head("frames in time; slowest");
    let mut table = TextTable::new([
        "stopped at the deadline",
        "pairs of bodies in",
        "proved apart",
        "proved interfering",
        "undecided",
        "largest bound",
        "in radii",
        in_time.as_str(),
    ]);
    for one in all.iter().filter(|one| one.mean.active() > 0.0) {
        let slowest = unit.number(one.worst_time);
        let in_time = format!("{} of {}; {slowest}", one.in_time, one.frames);
        let mean = "a frame, mean".to_owned();
        table.push(proofs(&one.detector, mean, &one.mean, in_time));
        // If each pair is decided, no frame is worse than another.
        if one.worst.undecided > 0.0 {
            let worst = format!("frame {}, the worst", one.worst_frame);
            table.push(proofs(&one.detector, worst, &one.worst, String::new()));
        }
    }
    if table.rows.is_empty() {
        return String::new();
    }
    format!(
        "\n{}\nActive are pairs whose bounding spheres overlap. Bounds are those of the \
         separations of undecided pairs: of a frame, the largest in scene units and, maybe of \
         another pair, the largest in bounding radii of the smaller body.\n",
        form.table(&table, Columns::Numbers)
    )
}

/// Returns a line of the table of what is proved at the deadline.
fn proofs(detector: &str, of: String, pairs: &CertifiedPairs, in_time: String) -> [String; 8] {
    let CertifiedPairs {
        apart,
        interfering,
        undecided,
        bound,
        bound_in_radii,
    } = *pairs;
    let radii = in_radii(bound, bound_in_radii);
    let numbers = [apart, interfering, undecided, bound];
    let [apart, interfering, undecided, bound] = numbers.map(format::number);
    let name = format!("`{}`", command(detector));
    [
        name,
        of,
        apart,
        interfering,
        undecided,
        bound,
        radii,
        in_time,
    ]
}
