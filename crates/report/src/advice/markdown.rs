//! Advice as Markdown. Names of a scene and its bodies are escaped: they may be anything.
//!
//! | module | sections |
//! |---|---|
//! | `answers` | table of all answers |
//! | `guessed` | guess before anything was timed |
//! | `asked` | table of a question, and how to call the detector |
//! | `until` | deadline |

mod answers;
mod asked;
mod guessed;
mod until;

use super::scene_names::{listed, short};
use super::tables::TableForm;
use super::{Advice, AdviceOutcome, EntrantFacts};
use crate::escape::inline;
use crate::names::{FIRST_CONTACT, command};
use records::{Columns, TextTable};

impl Advice {
    /// Returns the advice as a Markdown page.
    pub fn markdown(&self) -> String {
        self.page(TableForm::Markdown)
    }

    /// Returns the advice for a terminal: the same page, with tables in lines of at most `width`
    /// characters.
    pub fn text(&self, width: usize) -> String {
        self.page(TableForm::Aligned(width))
    }

    fn page(&self, form: TableForm) -> String {
        let parts = [self.head(), self.answers(form), self.guessed()];
        let questions = self
            .questions
            .iter()
            .map(|question| self.question(question, form));
        let parts = parts.into_iter().chain(questions);
        let rest = [
            self.deadline_section(form),
            self.meshes(form),
            self.method(),
        ];
        let parts: Vec<String> = parts.chain(rest).filter(|part| !part.is_empty()).collect();
        parts.join("\n")
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

    /// Returns the facts about a detector, by its name in rows.
    fn facts(&self, label: &str) -> Option<&EntrantFacts> {
        self.scene.entrants.iter().find(|e| e.label == label)
    }

    fn meshes(&self, form: TableForm) -> String {
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
        let table = form.table(&table, Columns::Texts(&[]));
        let mut text = format!("## Meshes\n\n{table}\n");
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
        format!(
            "## How this was measured\n\n{} Each detector was tried for a moment first; those that \
             are many times slower than the fastest keep the numbers of their trial. Times are \
             medians with 95 % intervals in square brackets.\n\n{}\n",
            self.replayed(),
            inline(&self.scene.circumstances)
        )
    }

    /// Returns which frames the race replays, and how many of its answers are checked.
    fn replayed(&self) -> String {
        let all = self.scene.frames;
        let raced = match self.scene.window {
            // No answer, no race, and nothing to check.
            None => {
                return "There was no race, as no detector answered a frame in its trial without a \
                        fault."
                    .to_owned();
            }
            Some([0, 1]) if all == 1 => "The race replays the only frame.".to_owned(),
            Some([first, behind]) if first + 1 == behind => {
                format!("The race replays frame {behind} of {all}.")
            }
            Some([first, behind]) => {
                format!(
                    "The race replays frames {} to {behind} of {all}.",
                    first + 1
                )
            }
        };
        let verified = match &self.verified {
            Some((count, by)) => format!(
                "Answers to {count} of its frames are checked against `{by}`, which is exact."
            ),
            None => "No answer of it is checked: the exact answers would take too long.".to_owned(),
        };
        format!("{raced} {verified}")
    }
}
