//! Verdicts: their words, and the order in which the conditions of a rule are asked.

use super::evaluate::{ClaimValue, Measured};
use super::points::ClaimInput;
use super::rule::Rule;
use super::{Assessed, Claim, Condition};
use crate::papers::Paper;
use anyhow::{Result, ensure};

/// Verdict on a claim, by its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Ours agrees with the claim, within the bounds that its rule names.
    Reproduced,
    /// The shape agrees; a crossing or a size is elsewhere.
    Shifted,
    /// The cause that the paper gives is confirmed, its conclusion is not.
    MechanismOnly,
    /// The claim holds for some values of a quantity that the rule names, and fails for others.
    DependsOn,
    /// Ours lies on the other side of what the paper says.
    Contradicted,
    /// The intervals are too wide to decide.
    Undecided,
    /// Rows are missing or failed, the claim's condition is not met here, or the rule holds for its
    /// control as well.
    NotTestable,
    /// The statement is proved to be wrong.
    ErrorInPaper,
    /// An own hypothesis that holds.
    Held,
    /// An own hypothesis that does not hold.
    Failed,
}

impl Verdict {
    /// All verdicts, in the order in which pages count them.
    pub(crate) const ALL: [Verdict; 10] = [
        Verdict::Reproduced,
        Verdict::Shifted,
        Verdict::MechanismOnly,
        Verdict::DependsOn,
        Verdict::Contradicted,
        Verdict::ErrorInPaper,
        Verdict::Held,
        Verdict::Failed,
        Verdict::Undecided,
        Verdict::NotTestable,
    ];

    /// Returns the verdict in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Shifted => "shifted",
            Verdict::MechanismOnly => "mechanism only",
            Verdict::DependsOn => "depends on …",
            Verdict::Contradicted => "contradicted",
            Verdict::Undecided => "undecided",
            Verdict::NotTestable => "not testable here",
            Verdict::ErrorInPaper => "error in the paper",
            Verdict::Held => "held",
            Verdict::Failed => "failed",
        }
    }
}

impl Verdict {
    /// Returns a square for a strip of verdicts: full if a claim holds, hatched if it holds in
    /// part, empty if it does not, a dot if it cannot be decided here.
    pub(crate) const fn square(self) -> char {
        match self {
            Verdict::Reproduced | Verdict::Held => '■',
            Verdict::Shifted | Verdict::MechanismOnly | Verdict::DependsOn => '▨',
            Verdict::Contradicted | Verdict::ErrorInPaper | Verdict::Failed => '□',
            Verdict::Undecided | Verdict::NotTestable => '·',
        }
    }
}

impl Assessed<'_> {
    /// Returns the verdict with the quantity that it depends on, and with its stability:
    /// "depends on the number of faces (97 %, 2 of 2 runs)".
    pub(crate) fn words(&self) -> String {
        match (&self.claim.depends_on, self.verdict) {
            (Some(dependence), Verdict::DependsOn) => {
                format!("depends on {}{}", dependence.what, self.share())
            }
            _ => self.short_words(),
        }
    }

    /// Returns the verdict without the quantity that it depends on: "reproduced (97 %, 2 of 2
    /// runs)".
    pub(crate) fn short_words(&self) -> String {
        format!("{}{}", self.verdict.words(), self.share())
    }

    /// Returns the stability in words, with a space before it: over draws, and over recorded runs.
    fn share(&self) -> String {
        // That most draws are undecided says nothing.
        let decided = |_: &f64| self.verdict != Verdict::Undecided;
        let share = self
            .stability
            .filter(decided)
            .map(|share| format!("{:.0} %", 100.0 * share));
        let runs = self.runs.map(|[same, all]| format!("{same} of {all} runs"));
        let parts: Vec<String> = share.into_iter().chain(runs).collect();
        if parts.is_empty() {
            String::new()
        } else {
            format!(" ({})", parts.join(", "))
        }
    }
}

/// Returns the claims of the papers, or the laboratory's own hypotheses, which are counted apart.
pub(crate) fn of_papers<'a>(
    assessed: &'a [Assessed<'a>],
    papers: bool,
) -> impl Iterator<Item = &'a Assessed<'a>> {
    assessed.iter().filter(move |a| a.paper.is_own() != papers)
}

/// Returns in words how many of the claims that can be decided hold: "14 of the 18 claims that can
/// be decided here hold as stated, 3 in part, and 1 does not". Empty if none can be.
pub(crate) fn standing<'a>(assessed: impl Iterator<Item = &'a Assessed<'a>>) -> String {
    standing_of(&assessed.map(|a| a.verdict).collect::<Vec<_>>())
}

fn standing_of(verdicts: &[Verdict]) -> String {
    let count = |of: &[Verdict]| verdicts.iter().filter(|v| of.contains(v)).count();
    let all = verdicts.len() - count(&[Verdict::Undecided, Verdict::NotTestable]);
    let held = count(&[Verdict::Reproduced, Verdict::Held]);
    let not = count(&[
        Verdict::Contradicted,
        Verdict::Failed,
        Verdict::ErrorInPaper,
    ]);
    let hold = if held == 1 { "holds" } else { "hold" };
    let mut words = format!("{held} of the {all} claims that can be decided here {hold} as stated");
    if all > held + not {
        words += &format!(", {} in part", all - held - not);
    }
    match (all, not) {
        (0, _) => String::new(),
        (_, 0) => words,
        (_, 1) => words + ", and 1 does not",
        (_, not) => format!("{words}, and {not} do not"),
    }
}

/// Counts the verdicts, with `untested` sentences without a rule as not testable: "18 reproduced,
/// 3 contradicted".
pub(crate) fn counted<'a>(
    assessed: impl Iterator<Item = &'a Assessed<'a>>,
    untested: usize,
) -> String {
    let verdicts = assessed.map(|a| a.verdict);
    let verdicts = verdicts.chain(std::iter::repeat_n(Verdict::NotTestable, untested));
    let verdicts: Vec<Verdict> = verdicts.collect();
    let count = |v: &Verdict| verdicts.iter().filter(|verdict| *verdict == v).count();
    let counts = Verdict::ALL.iter().filter(|v| count(v) > 0);
    let counts = counts.map(|v| format!("{} {}", count(v), v.words()));
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() {
        "no claims".to_owned()
    } else {
        counts.join(", ")
    }
}

impl Claim {
    /// Returns each verdict that the rule names, with its conditions, in the order in which they
    /// are asked. Contradictions come before milder verdicts.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (Verdict, &[Condition])> {
        let depends = self.depends_on.as_ref().map_or(&[][..], |d| &d.when);
        let all = [
            (Verdict::ErrorInPaper, self.error_in_paper.as_slice()),
            (Verdict::Reproduced, &self.reproduced),
            (Verdict::Contradicted, &self.contradicted),
            (Verdict::Shifted, &self.shifted),
            (Verdict::MechanismOnly, &self.mechanism_only),
            (Verdict::DependsOn, depends),
        ];
        all.into_iter().filter(|(_, when)| !when.is_empty())
    }

    /// Returns the verdict if no condition holds.
    pub(super) fn otherwise(&self) -> Verdict {
        if self.contradicted.is_empty() {
            Verdict::Contradicted
        } else {
            Verdict::Undecided
        }
    }

    /// Returns the verdict, with the reason if the claim is not testable although it is measured,
    /// or if it is undecided because its control is shifted, or shows the mechanism, too. An error
    /// is the reason why a condition or the control cannot be computed.
    pub(super) fn decide(
        &self,
        measured: &[Option<Measured<'_>>],
        input: &ClaimInput<'_>,
    ) -> Result<(Verdict, String)> {
        let paper = input.paper;
        let values = measured
            .iter()
            .map(|m| m.as_ref().map(|m| m.values.clone()));
        let values: Vec<_> = values.collect();
        let rule = |values| Rule {
            measures: &self.measures,
            values,
            paper,
        };
        if let Some(testable) = &self.testable
            && !rule(&values).all_hold(&testable.when)?
        {
            return Ok((Verdict::NotTestable, format!("it needs {}", testable.needs)));
        }
        let controlled = self.control.values(self, measured, input)?;
        let of_control = self.control.conditions(self, &self.reproduced);
        if rule(&controlled).all_hold(&of_control)? {
            let control = self.control_in_words(&self.units(measured));
            let reason = format!("its control passes: {control}. {}", self.control.why);
            return Ok((Verdict::NotTestable, reason));
        }
        let verdict = self.verdict_of(&values, paper)?;
        // "Depends on" is not guarded: it states failures, too, and contradictions need no control.
        let guarded = match verdict {
            Verdict::Shifted => true,
            // A mechanism that reads nothing of the control is as it was.
            Verdict::MechanismOnly => {
                let mechanism = &self.mechanism_only;
                !self.control.conditions(self, mechanism).is_empty()
            }
            _ => false,
        };
        if guarded && self.verdict_of(&controlled, paper)? == verdict {
            let control = self.control_in_words(&self.units(measured));
            let reason = format!(
                "{}, as is its control: {control}. {}",
                verdict.words(),
                self.control.why
            );
            return Ok((Verdict::Undecided, reason));
        }
        Ok((verdict, String::new()))
    }

    /// Returns the verdict on values of the measures.
    pub(super) fn verdict_of(
        &self,
        values: &[Option<Vec<ClaimValue>>],
        paper: &Paper,
    ) -> Result<Verdict> {
        let rule = Rule {
            measures: &self.measures,
            values,
            paper,
        };
        for (verdict, conditions) in self.outcomes() {
            if rule.all_hold(conditions)? {
                return Ok(verdict.of(paper));
            }
        }
        Ok(self.otherwise().of(paper))
    }

    /// Checks that milder verdicts come after an explicit contradiction, and that own hypotheses
    /// hold or fail.
    pub(super) fn check_verdicts(&self, paper: &Paper) -> Result<()> {
        let milder = [Verdict::Shifted, Verdict::MechanismOnly, Verdict::DependsOn];
        let mild = self
            .outcomes()
            .find(|(verdict, _)| milder.contains(verdict));
        let Some((verdict, _)) = mild else {
            return Ok(());
        };
        let words = verdict.words();
        ensure!(
            !self.contradicted.is_empty(),
            "\"{words}\" needs conditions of `contradicted`, which are asked first"
        );
        ensure!(
            !paper.is_own(),
            "an own hypothesis holds or fails: it is not \"{words}\""
        );
        Ok(())
    }

    /// Checks that the dates of the rule are days, in their order.
    pub(super) fn check_dates(&self) -> Result<()> {
        let mut before = self.rule_of.as_str();
        for date in [before]
            .into_iter()
            .chain(self.changed.iter().map(|c| c.date.as_str()))
        {
            ensure!(
                is_day(date),
                "`{date}` is no day: it has to be like 2026-11-23"
            );
            // Days in this form are in the order of their texts.
            ensure!(before <= date, "`{date}` is before `{before}`");
            before = date;
        }
        Ok(())
    }
}

impl Verdict {
    /// Returns the verdict in the words for own hypotheses, if the paper is the laboratory's.
    pub(super) fn of(self, paper: &Paper) -> Verdict {
        match (self, paper.is_own()) {
            (Verdict::Reproduced, true) => Verdict::Held,
            (Verdict::Contradicted, true) => Verdict::Failed,
            (verdict, _) => verdict,
        }
    }
}

/// Returns true for a day in the form 2026-11-23.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let all = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| all)
    };
    match parts.as_slice() {
        [year, month, day] => {
            number(year, 4).is_some()
                && number(month, 2).is_some_and(|m| (1..=12).contains(&m))
                && number(day, 2).is_some_and(|d| (1..=31).contains(&d))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_stands_by_the_claims_that_can_be_decided() {
        use Verdict::*;
        let words = |verdicts: &[Verdict]| {
            let words = standing_of(verdicts);
            let rest = words.split_once(" claims that can be decided here ");
            rest.map(|(counts, rest)| format!("{counts} … {rest}"))
        };
        assert_eq!(words(&[Undecided, NotTestable]), None);
        let all = [Reproduced, Held, Shifted, MechanismOnly, DependsOn];
        assert_eq!(
            words(&all).unwrap(),
            "2 of the 5 … hold as stated, 3 in part"
        );
        let all = [Reproduced, Contradicted, Undecided, NotTestable];
        assert_eq!(
            words(&all).unwrap(),
            "1 of the 2 … holds as stated, and 1 does not"
        );
        let all = [Shifted, Contradicted, Failed, ErrorInPaper];
        assert_eq!(
            words(&all).unwrap(),
            "0 of the 4 … hold as stated, 1 in part, and 3 do not"
        );
    }
}
