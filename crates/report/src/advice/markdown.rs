//! Advice as Markdown. Names of a scene and its bodies are escaped: they may be anything.

use super::escape::{fenced, inline, listed, short};
use super::line::{line, ratio, seconds};
use super::{
    Advice, AdviceOutcome, CertifiedAtDeadline, CertifiedPairs, DeadlineAdvice, EntrantFacts,
    QuestionAdvice,
};
use crate::format::{self, NOTHING};
use crate::names::{FIRST_CONTACT, command};
use records::{TextTable, Unit};

impl Advice {
    /// Returns the advice as a Markdown page.
    pub fn markdown(&self) -> String {
        let parts = [self.head(), self.answers(), self.guessed()];
        let questions = self
            .questions
            .iter()
            .map(|question| self.question(question));
        let parts = parts.into_iter().chain(questions);
        let rest = [self.deadline(), self.meshes(), self.method()];
        let parts: Vec<String> = parts.chain(rest).filter(|part| !part.is_empty()).collect();
        parts.join("\n")
    }

    /// Returns what was guessed before anything was timed, as a paragraph. Empty without a guess.
    pub fn guess_words(guesses: &[crate::Guess], quality: &str) -> String {
        let Some(first) = guesses.first() else {
            return String::new();
        };
        let guessed = guesses
            .iter()
            .map(|guess| format!("`{}` for {}", command(&guess.detector), guess.question));
        let guessed = format::join(&guessed.collect::<Vec<_>>(), ", ");
        let jobs = format::join(&first.jobs, "; ");
        format!(
            "Before anything is timed, the guess is {guessed}: these are fast in the recorded jobs that \
             are most like this scene ({jobs}). {quality}\n"
        )
    }

    fn head(&self) -> String {
        let scene = &self.scene;
        let quick = if scene.quick {
            "> A quick run: few repeats. Do not draw conclusions from it.\n\n"
        } else {
            ""
        };
        let facts: String = scene
            .facts
            .iter()
            .map(|fact| format!("- {}\n", inline(fact)))
            .collect();
        let notes: String = scene
            .notes
            .iter()
            .map(|note| format!("- {}\n", inline(note)))
            .collect();
        format!(
            "# Which detector for {}\n\n{quick}- scene: {}\n{facts}{notes}",
            inline(short(&scene.name)),
            inline(&scene.name)
        )
    }

    /// Returns the table of answers.
    fn answers(&self) -> String {
        let mut table = TextTable::new(["for", "take", "time of a frame", "next", "what decides"]);
        for question in &self.questions {
            if question.take.is_some() {
                table.push(answer(question));
            } else if !question.standings.is_empty() {
                let none = "no detector with a proof answers in time";
                table.push([question.question.clone(), none.to_owned()]);
            }
        }
        table.rows.extend(self.deadline.as_ref().map(in_time));
        for row in &mut table.rows {
            row.resize(table.head.len(), String::new());
        }
        table.markdown()
    }

    fn guessed(&self) -> String {
        let scene = &self.scene;
        let mut words = Advice::guess_words(&scene.guesses, &scene.guess_quality);
        for guess in &scene.guesses {
            let same = self.questions.iter().find(|q| q.question == guess.question);
            let standing = same.and_then(|question| {
                question
                    .standings
                    .iter()
                    .find(|s| s.detector == guess.detector)
            });
            let times = standing.and_then(|standing| match &standing.outcome {
                AdviceOutcome::Raced { times, .. } => times.as_ref().map(|t| t[0]),
                AdviceOutcome::Tried { times, .. } => *times,
                _ => None,
            });
            let question = &guess.question;
            words += &match times {
                Some(times) if times <= 1.1 => format!("For {question} the race confirms it.\n"),
                Some(times) => format!(
                    "For {question} it takes {} times as long as the recommended one.\n",
                    format::number(times)
                ),
                None => format!("For {question} it has no right answer in time.\n"),
            };
        }
        words
    }

    fn question(&self, question: &QuestionAdvice) -> String {
        if question.standings.is_empty() {
            return String::new();
        }
        let mut text = format!("## {}\n\n", format::capital(&question.question));
        let mut table = TextTable::new([
            "detector",
            "time of a frame",
            "times the recommended",
            "slowest frame",
            "preparation",
            "memory",
            "remark",
        ]);
        for standing in &question.standings {
            let facts = self.facts(&standing.detector);
            table.push(line(standing, facts.is_some_and(|facts| facts.until_next)));
        }
        text += &table.markdown();
        if !question.faster_without_proof.is_empty() {
            let names = question.faster_without_proof.iter();
            let names: Vec<String> = names.map(|name| format!("`{}`", command(name))).collect();
            text += &format!(
                "\nFaster, without a wrong answer in the frames that were checked, but without a proof: {}.\n",
                names.join(", ")
            );
        }
        if let [first, later @ ..] = &question.in_total[..] {
            let mut words = format!("`{}` from the first frame on", command(&first.detector));
            for one in later {
                let (name, frames) = (command(&one.detector), format::number(one.frames as f64));
                words += &format!(", `{name}` from {frames} frames on");
            }
            text += &format!("\nThe least time in total, with preparation: {words}.\n");
        }
        if let Some(take) = &question.take {
            if take.solids {
                text += "\nIt answers for solids: a body inside another one collides with it.\n";
            }
            text += &format!(
                "\nOn the command line, and from Rust:\n\n{}\n{}",
                fenced("sh", &take.command),
                fenced("rust", &format!("// {}\n{}", take.dependency, take.rust))
            );
        }
        text
    }

    /// Returns the facts about a detector, by its name in rows.
    fn facts(&self, label: &str) -> Option<&EntrantFacts> {
        self.scene.entrants.iter().find(|e| e.label == label)
    }

    fn deadline(&self) -> String {
        let Some(deadline) = &self.deadline else {
            return String::new();
        };
        let limit = format::value(deadline.deadline, Unit::Seconds);
        let worst = format::value(deadline.worst_frame, Unit::Seconds);
        let take = command(&deadline.take);
        let mut text = format!(
            "## A deadline of {limit} a frame\n\nThe slowest frame of `{take}` takes {worst} ({}): it \
             answers {} of {} frames{} in time.\n",
            deadline.question,
            deadline.in_time,
            deadline.frames,
            of_trial(deadline)
        );
        if deadline.frames > 0 && deadline.in_time == deadline.frames {
            text += "No detector needs to be stopped.\n";
        }
        text += &self.certificates(deadline);
        if !deadline.exact.is_empty() {
            let mut table =
                TextTable::new(["exact detector", "for", "frames in time", "slowest frame"]);
            for exact in &deadline.exact {
                let share = format::number(100.0 * exact.share);
                let of_trial = if exact.raced { "" } else { ", in the trial" };
                table.push([
                    format!("`{}`", command(&exact.detector)),
                    exact.question.clone(),
                    format!(
                        "{share} % ({} of {}{of_trial})",
                        exact.in_time, exact.frames
                    ),
                    format::value(exact.worst_frame, Unit::Seconds),
                ]);
            }
            text += &format!("\n{}", table.markdown());
        }
        text
    }

    /// Returns what detectors that can be stopped certify at the deadline, and which of them failed.
    fn certificates(&self, deadline: &DeadlineAdvice) -> String {
        let failed = deadline.failed.iter().map(|one| {
            let (name, reason) = (command(&one.detector), inline(&one.reason));
            format!("`{name}` failed in the trial under this deadline: {reason}.\n")
        });
        let failed: String = failed.collect();
        if !deadline.certified.is_empty() {
            let words = self.certified_words().join("\n");
            return format!("{words}\n{failed}{}", stopped(&deadline.certified));
        }
        if deadline.stoppable.is_empty() {
            return format!("No detector that can be stopped accepts these bodies.\n{failed}");
        }
        let stoppable = deadline.stoppable.iter();
        let stoppable: Vec<String> = stoppable
            .map(|name| format!("`{}`", command(name)))
            .collect();
        let unanswered = if failed.is_empty() {
            "No frame of the trial was answered under this deadline: `detect --steps N` shows what is \
             proved after a number of steps.\n"
        } else {
            failed.as_str()
        };
        format!(
            "Where an answer is needed at the deadline, these detectors can be stopped there, and state \
             for each pair of bodies what is proved until then: {}.\n{unanswered}",
            stoppable.join(", ")
        )
    }

    /// Returns in a sentence each what detectors that can be stopped certify at the deadline. Empty
    /// without any.
    pub fn certified_words(&self) -> Vec<String> {
        let deadline = self.deadline.iter();
        let certified = deadline.flat_map(|deadline| {
            let limit = format::value(deadline.deadline, Unit::Seconds);
            let words = move |one: &CertifiedAtDeadline| words(one, &limit);
            deadline.certified.iter().map(words)
        });
        certified.collect()
    }

    fn meshes(&self) -> String {
        let mut table = TextTable::new(["bodies", "faces", "closed", "faults"]);
        for mesh in &self.scene.meshes {
            let faults = mesh.faults.iter();
            let faults: Vec<String> = faults.map(|(name, n)| format!("{name}: {n}")).collect();
            let faults = if faults.is_empty() {
                "none".to_owned()
            } else {
                faults.join(", ")
            };
            let closed = if mesh.closed { "yes" } else { "no" };
            table.push([
                listed(&mesh.bodies),
                mesh.faces.to_string(),
                closed.to_owned(),
                faults,
            ]);
        }
        let mut text = format!("## Meshes\n\n{}\n", table.markdown());
        let has_faults = self.scene.meshes.iter().any(|mesh| !mesh.faults.is_empty());
        text += if has_faults {
            "The meshes are used as they are: faces that interfere are reported in any case.\n"
        } else {
            "The meshes have no faults that edges and areas show.\n"
        };
        text + &self.refusals()
    }

    /// Returns the detectors that do not accept the bodies, with their reasons. Empty without any.
    fn refusals(&self) -> String {
        let standings = self.questions.iter().flat_map(|q| &q.standings);
        let refused = standings.filter_map(|standing| match &standing.outcome {
            AdviceOutcome::Refused { reason } if !standing.detector.ends_with(FIRST_CONTACT) => {
                let facts = self.facts(&standing.detector);
                let accepts = facts.map_or("", |facts| facts.accepts.as_str());
                let name = command(&standing.detector);
                let reason = inline(reason);
                Some(format!(
                    "- `{name}` takes bodies that are {accepts}: {reason}\n"
                ))
            }
            _ => None,
        });
        let refused: String = refused.collect();
        if refused.is_empty() {
            return refused;
        }
        format!("\nDetectors that refuse the scene:\n\n{refused}")
    }

    fn method(&self) -> String {
        let scene = &self.scene;
        let raced = match scene.window {
            Some([first, behind]) => format!(
                "The race replays frames {} to {behind} of {}. ",
                first + 1,
                scene.frames
            ),
            None => "No detector was fast enough for a race. ".to_owned(),
        };
        let verified = match &self.verified {
            Some((count, by)) => {
                format!("Answers to {count} of them are checked against `{by}`, which is exact.")
            }
            None => {
                "No answer of a race is checked: the exact answers would take too long.".to_owned()
            }
        };
        format!(
            "## How this was measured\n\n{raced}{verified} Each detector was tried for a moment first; \
             those that are many times slower than the fastest keep the numbers of their trial. Times are \
             medians with 95 % intervals in square brackets.\n\n{}\n",
            inline(&scene.circumstances)
        )
    }
}

/// Returns the answer to a question: what to take, its time, the next one, what decides.
fn answer(question: &QuestionAdvice) -> [String; 5] {
    let label = question.take.as_ref().map_or("", |take| &take.label);
    let own = question.standings.iter().find(|s| s.detector == label);
    let time = own.and_then(|standing| match &standing.outcome {
        AdviceOutcome::Raced { time, .. } => Some(seconds(time)),
        _ => None,
    });
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
    let or_nothing = |text: Option<String>| text.unwrap_or(NOTHING.to_owned());
    [
        question.question.clone(),
        format!("`{}`", command(label)),
        or_nothing(time),
        or_nothing(next),
        or_nothing(why),
    ]
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
    let of = format!("{frames} {}", if *frames == 1 { "frame" } else { "frames" });
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
        "{all} In the worst, frame {worst_frame}, {left} of {active} are undecided. Over all of these \
         frames, the largest bound on the separation of an undecided pair is {bound} scene units; in \
         bounding radii of the smaller body, the largest, maybe of another pair, is {radii}."
    )
}

/// Returns the largest bound in bounding radii, beside the one in scene units. Nothing if only pairs
/// with a body without extent have a bound.
fn in_radii(bound: f64, radii: f64) -> String {
    if radii == 0.0 && bound > 0.0 {
        return NOTHING.to_owned();
    }
    format::number(radii)
}

/// Returns sentences and a table of what is proved at the deadline. Empty if there is nothing to
/// decide.
fn stopped(all: &[CertifiedAtDeadline]) -> String {
    let mut table = TextTable::new([
        "stopped at the deadline",
        "pairs of bodies in",
        "proved apart",
        "proved interfering",
        "undecided",
        "largest bound",
        "in radii",
        "ends in time",
    ]);
    for one in all.iter().filter(|one| one.mean.active() > 0.0) {
        let name = format!("`{}`", command(&one.detector));
        let mut line = |of: String, pairs: &CertifiedPairs, in_time: String| {
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
            table.push([
                name.clone(),
                of,
                apart,
                interfering,
                undecided,
                bound,
                radii,
                in_time,
            ]);
        };
        let slowest = format::value(one.worst_time, Unit::Seconds);
        let in_time = format!("{} of {}, at most {slowest}", one.in_time, one.frames);
        line("a frame, mean".to_owned(), &one.mean, in_time);
        // Where each pair is decided, no frame is worse than another.
        if one.worst.undecided > 0.0 {
            let worst = format!("frame {}, the worst", one.worst_frame);
            line(worst, &one.worst, String::new());
        }
    }
    if table.rows.is_empty() {
        return String::new();
    }
    format!(
        "\n{}\nActive are pairs whose bounding spheres overlap. Bounds are those of the separations of \
         undecided pairs: of a frame, the largest in scene units and, maybe of another pair, the largest \
         in bounding radii of the smaller body.\n",
        table.markdown()
    )
}

/// Returns the answer for a deadline.
fn in_time(deadline: &DeadlineAdvice) -> Vec<String> {
    let limit = format::value(deadline.deadline, Unit::Seconds);
    let worst = format::value(deadline.worst_frame, Unit::Seconds);
    let (take, question) = (command(&deadline.take), &deadline.question);
    let (frames, of_trial) = (deadline.frames, of_trial(deadline));
    let in_time = if deadline.in_time == frames {
        format!("each of {frames} frames{of_trial} in time")
    } else {
        format!("{} of {frames} frames{of_trial} in time", deadline.in_time)
    };
    vec![
        format!("{limit} a frame"),
        format!("`{take}`, {question}"),
        format!("at most {worst}"),
        in_time,
        decided(deadline),
    ]
}

/// Returns " of the trial" for frames that are not those of the race.
const fn of_trial(deadline: &DeadlineAdvice) -> &'static str {
    if deadline.raced { "" } else { " of the trial" }
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
