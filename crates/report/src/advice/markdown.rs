//! Advice as Markdown. Names of a scene and its bodies are escaped: they may be anything.

use super::{Advice, AdviceOutcome, FIRST_CONTACT, QuestionAdvice, Standing};
use crate::format::{self, NOTHING};
use records::statistics::Estimate;
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
            .map(|guess| format!("`{}` for {}", detector(&guess.detector), guess.question));
        let guessed = format::join(&guessed.collect::<Vec<_>>(), ", ");
        let jobs = format::join(&first.jobs, "; ");
        format!(
            "Before anything is timed, the guess is {guessed}: these are fast in the recorded jobs that \
             are most like this scene ({jobs}). {quality}\n"
        )
    }

    fn head(&self) -> String {
        let scene = &self.scene;
        let quick = match scene.quick {
            true => "> A quick run: few repeats. Do not draw conclusions from it.\n\n",
            false => "",
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
            "# Which detector for {}\n\n{quick}{facts}{notes}",
            inline(&scene.name)
        )
    }

    /// Returns the table of answers.
    fn answers(&self) -> String {
        let mut table = TextTable::new(["for", "take", "time of a frame", "next", "what decides"]);
        for question in &self.questions {
            let Some(take) = &question.take else {
                if !question.standings.is_empty() {
                    let none = "no detector with a proof answers in time";
                    table.push([question.question.clone(), none.to_owned()]);
                }
                continue;
            };
            let own = question.standings.iter().find(|s| s.detector == take.label);
            let time = own.and_then(|standing| match &standing.outcome {
                AdviceOutcome::Raced { time, .. } => Some(seconds(time)),
                _ => None,
            });
            let next = question
                .next
                .as_ref()
                .map(|(next, times)| match question.tied {
                    true => format!("`{}` is as fast, within the interval", detector(next)),
                    false => format!("`{}`, {} times as long", detector(next), ratio(times)),
                });
            let why = question.why.as_ref().map(|why| {
                let [own, other] = [why.own, why.other].map(format::number);
                format!("{}: {own} instead of {other}", why.count)
            });
            table.push([
                question.question.clone(),
                format!("`{}`", detector(&take.label)),
                time.unwrap_or(NOTHING.to_owned()),
                next.unwrap_or(NOTHING.to_owned()),
                why.unwrap_or(NOTHING.to_owned()),
            ]);
        }
        if let Some(deadline) = &self.deadline {
            let limit = format::value(deadline.deadline, Unit::Seconds);
            let worst = format::value(deadline.worst_frame, Unit::Seconds);
            let (take, question) = (detector(&deadline.take), &deadline.question);
            let in_time = match deadline.in_time == deadline.frames {
                true => format!("each of {} frames in time", deadline.frames),
                false => format!("{} of {} frames in time", deadline.in_time, deadline.frames),
            };
            table.push([
                format!("{limit} a frame"),
                format!("`{take}`, {question}"),
                format!("at most {worst}"),
                in_time,
            ]);
        }
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
            table.push(line(standing));
        }
        text += &table.markdown();
        if !question.faster_without_proof.is_empty() {
            let names = question.faster_without_proof.iter();
            let names: Vec<String> = names.map(|name| format!("`{}`", detector(name))).collect();
            text += &format!(
                "\nFaster, without a wrong answer in the frames that were checked, but without a proof: {}.\n",
                names.join(", ")
            );
        }
        if let [first, later @ ..] = &question.in_total[..] {
            let mut words = format!("`{}` from the first frame on", detector(&first.detector));
            for one in later {
                let (name, frames) = (detector(&one.detector), format::number(one.frames as f64));
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

    fn deadline(&self) -> String {
        let Some(deadline) = &self.deadline else {
            return String::new();
        };
        let limit = format::value(deadline.deadline, Unit::Seconds);
        let worst = format::value(deadline.worst_frame, Unit::Seconds);
        let take = detector(&deadline.take);
        let mut text = format!(
            "## A deadline of {limit} a frame\n\nThe slowest frame of `{take}` takes {worst} ({}): it \
             answers {} of {} frames in time.\n",
            deadline.question, deadline.in_time, deadline.frames
        );
        let stoppable = deadline
            .stoppable
            .iter()
            .map(|name| format!("`{}`", detector(name)));
        let stoppable: Vec<String> = stoppable.collect();
        text += &match (deadline.in_time == deadline.frames, stoppable.is_empty()) {
            (true, _) => "No detector needs to be stopped.\n".to_owned(),
            (false, false) => format!(
                "Where an answer is needed at the deadline, {} can be stopped there, and states for each \
                 pair of bodies what is proved until then.\n",
                stoppable.join(", ")
            ),
            (false, true) => "No detector that can be stopped accepts these bodies.\n".to_owned(),
        };
        text
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
        text += match has_faults {
            true => {
                "The meshes are used as they are: faces that interfere are reported in any case.\n"
            }
            false => "The meshes have no faults that edges and areas show.\n",
        };
        let refused = self
            .questions
            .iter()
            .flat_map(|question| &question.standings);
        let refused = refused.filter_map(|standing| match &standing.outcome {
            AdviceOutcome::Refused { reason } if !standing.detector.ends_with(FIRST_CONTACT) => {
                let facts = self
                    .scene
                    .entrants
                    .iter()
                    .find(|e| e.label == standing.detector);
                let accepts = facts.map_or("", |facts| facts.accepts.as_str());
                let name = detector(&standing.detector);
                Some(format!(
                    "- `{name}` takes bodies that are {accepts}: {}\n",
                    inline(reason)
                ))
            }
            _ => None,
        });
        let refused: String = refused.collect();
        if !refused.is_empty() {
            text += &format!("\nDetectors that refuse the scene:\n\n{refused}");
        }
        text
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

/// Returns a detector's name without the question that it is asked.
fn detector(label: &str) -> &str {
    label.strip_suffix(FIRST_CONTACT).unwrap_or(label)
}

fn seconds(ends: &[f64; 3]) -> String {
    let [value, low, high] = *ends;
    format::estimate_in(&Estimate { value, low, high }, Unit::Seconds)
}

fn ratio(ends: &[f64; 3]) -> String {
    let [value, low, high] = *ends;
    format::estimate(&Estimate { value, low, high })
}

/// Returns the line of a detector in the table of a question.
fn line(standing: &Standing) -> [String; 7] {
    let (time, times, remark) = match &standing.outcome {
        AdviceOutcome::Raced { time, times, wrong } => {
            let times = times.as_ref().map(ratio).unwrap_or(NOTHING.to_owned());
            (seconds(time), times, wrong_answers(*wrong))
        }
        AdviceOutcome::Tried {
            time,
            times,
            frames,
            wrong,
        } => {
            let wrong = wrong_answers(*wrong);
            let times = times.map_or(NOTHING.to_owned(), format::number);
            let tried = format!(
                "tried on {frames} {}",
                if *frames == 1 { "frame" } else { "frames" }
            );
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
        format!("`{}`", detector(&standing.detector)),
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
    match wrong > 0.0 {
        true => format!("{} wrong answers", format::number(wrong)),
        false => String::new(),
    }
}

/// Returns the first names of a list, escaped, and the number of the others.
fn listed(names: &[String]) -> String {
    /// Number of names that are listed.
    const LISTED: usize = 4;
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| inline(name)).collect();
    let others = names.len().saturating_sub(LISTED);
    match others {
        0 => shown.join(", "),
        _ => format!("{} and {others} more", shown.join(", ")),
    }
}

/// Escapes a text of any origin for a line of Markdown: neither HTML nor marks of Markdown act. Bars
/// are left to the tables.
fn inline(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\\' | '*' | '[' | ']' | '#' | '!' | '~' => escaped.extend(['\\', c]),
            '`' => escaped += "'",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns a block of code. The fence is longer than any in the text.
fn fenced(language: &str, text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}
