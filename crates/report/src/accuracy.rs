//! Right and wrong answers: an audit of interference tests by class of input.

use crate::Page;
use crate::curves::distinct;
use crate::format::{self, NOTHING};
use crate::names;
use crate::papers::key_of;
use crate::plot::{Dumbbell, DumbbellRow};
use minijinja::{Value, context};
use records::{Row, Rows, Selection, TextTable};

/// Name of the model whose rows these are.
const MODEL: &str = "audit";

/// Rows of an audit.
pub(crate) struct Accuracy<'a> {
    page: &'a Page,
    rows: Vec<&'a Row>,
}

/// Errors over some cases.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Errors {
    cases: f64,
    interfering: f64,
    false_positives: f64,
    false_negatives: f64,
    wrong_kinds: f64,
    undecided: f64,
    /// Sum over the cases, in seconds.
    seconds: f64,
}

impl Errors {
    /// Returns the share of all cases in which a contact is reported that does not exist. A case
    /// may have other contacts.
    fn positives(&self) -> f64 {
        100.0 * self.false_positives / self.cases.max(1.0)
    }

    /// Returns the share of cases with a contact in which one is missed.
    fn negatives(&self) -> f64 {
        100.0 * self.false_negatives / self.interfering.max(1.0)
    }

    /// Returns true if an answer is wrong.
    fn any(&self) -> bool {
        self.false_positives + self.false_negatives + self.wrong_kinds > 0.0
    }
}

impl<'a> Accuracy<'a> {
    /// Returns the name of the experiment.
    pub(crate) fn experiment(&self) -> &str {
        &self.page.id
    }

    /// Returns the audit of a page, or `None` if it is none or has no rows.
    pub(crate) fn of(rows: &'a Rows, page: &'a Page) -> Option<Accuracy<'a>> {
        if page.model() != MODEL {
            return None;
        }
        let rows = rows.select(&Selection::of(&page.id));
        (!rows.is_empty()).then_some(Accuracy { page, rows })
    }

    /// Returns the content of the page.
    /// `elsewhere` names the machine, if it is another one than that of most pages.
    pub(crate) fn content(&self, elsewhere: Option<String>) -> Value {
        let all = |_: &Row| true;
        let tests = self.tests();
        let wrong: Vec<&str> = tests
            .iter()
            .copied()
            .filter(|t| self.errors(t, all).any())
            .collect();
        let right = tests.len() - wrong.len();
        let counted = self.rows.iter().filter(|row| row.quantity == "cases");
        let classes = distinct(counted.map(|row| row.key.series.as_str()));
        let mut positions: Vec<f64> = self.rows.iter().map(|row| row.key.x).collect();
        positions.sort_by(f64::total_cmp);
        positions.dedup();
        let by_class = self.table(
            "class of input",
            &wrong,
            classes.iter().map(|class| {
                ((*class).to_owned(), move |row: &Row| {
                    row.key.series == **class
                })
            }),
        );
        let by_place = self.table(
            "size and position",
            &wrong,
            positions
                .iter()
                .map(|x| (placement(*x), move |row: &Row| row.key.x == *x)),
        );
        let most = tests
            .iter()
            .map(|test| self.errors(test, all).cases)
            .fold(0.0, f64::max);
        context! {
            id => self.page.id.as_str(),
            result => self.result(),
            elsewhere,
            key => key_of(&self.page.id),
            right,
            count => tests.len(),
            cases => format::number(most),
            wrong => wrong.iter().map(|t| names::name(t)).collect::<Vec<_>>().join("; "),
            totals => self.totals(&tests),
            by_class,
            by_place,
        }
    }

    /// Returns how many tests make no error, in a sentence.
    pub(crate) fn result(&self) -> String {
        let tests = self.tests();
        let errors = |test: &&str| self.errors(test, |_| true);
        let right = tests.iter().filter(|test| !errors(test).any()).count();
        let most = tests.iter().map(|test| errors(test).cases);
        format!(
            "{right} of {} tests answer without an error in up to {} cases.",
            tests.len(),
            format::number(most.fold(0.0, f64::max))
        )
    }

    /// Returns the errors of all tests as a picture.
    pub(crate) fn picture(&self) -> Dumbbell {
        let row = |test: &str| {
            let errors = self.errors(test, |_| true);
            let (missed, invented) = (errors.negatives(), errors.positives());
            DumbbellRow {
                name: names::name(test),
                value: [missed; 3],
                others: vec![invented],
                elsewhere: Vec::new(),
                bounds: Vec::new(),
                remark: String::new(),
                hue: names::look_of(names::library_of(test)).map_or(0, |look| look.hue.index()),
            }
        };
        Dumbbell {
            heading: "Wrong answers over all classes of input: fewer is better".to_owned(),
            x_label: "in %: missed of the cases that have a contact, others of all cases"
                .to_owned(),
            log: false,
            mark: None,
            limits: None,
            legend: [
                "contacts that are missed".to_owned(),
                "contacts that do not exist".to_owned(),
                String::new(),
                String::new(),
            ],
            rows: self.tests().into_iter().map(row).collect(),
        }
    }

    /// Returns the tests, those with the fewest wrong answers first.
    fn tests(&self) -> Vec<&'a str> {
        let mut tests = distinct(self.rows.iter().map(|row| row.key.detector.as_str()));
        tests.retain(|test| self.errors(test, |_| true).cases > 0.0);
        let wrong = |test: &str| {
            let errors = self.errors(test, |_| true);
            errors.negatives() + errors.positives()
        };
        tests.sort_by(|a, b| wrong(a).total_cmp(&wrong(b)));
        tests
    }

    fn errors(&self, test: &str, wanted: impl Fn(&Row) -> bool) -> Errors {
        let mut errors = Errors::default();
        let rows = self
            .rows
            .iter()
            .filter(|row| row.key.detector == test && wanted(row));
        for row in rows {
            let value = row.median().unwrap_or(0.0);
            match row.quantity.as_str() {
                "cases" => errors.cases += value,
                "interfering" => errors.interfering += value,
                "false-positives" => errors.false_positives += value,
                "false-negatives" => errors.false_negatives += value,
                "wrong-kinds" => errors.wrong_kinds += value,
                "undecided" => errors.undecided += value,
                "query-time" => errors.seconds += value,
                _ => {}
            }
        }
        errors
    }

    /// Returns all tests with their errors over all classes.
    fn totals(&self, tests: &[&str]) -> String {
        let mut table = TextTable::new([
            "test",
            "cases",
            "false positives in %",
            "false negatives in %",
            "kinds mixed up",
            "undecided",
            "mean time in µs",
        ]);
        for test in tests {
            let errors = self.errors(test, |_| true);
            table.push([
                names::name(test),
                format::number(errors.cases),
                format::number(errors.positives()),
                format::number(errors.negatives()),
                format::number(errors.wrong_kinds),
                format::number(errors.undecided),
                format::number(1e6 * errors.seconds / errors.cases.max(1.0)),
            ]);
        }
        table.markdown()
    }

    /// Returns false positives and false negatives in percent of the `tests`, group by group.
    fn table<F: Fn(&Row) -> bool + Copy>(
        &self,
        head: &str,
        tests: &[&str],
        groups: impl Iterator<Item = (String, F)>,
    ) -> String {
        let mut table = TextTable::new([head]);
        table
            .head
            .extend(tests.iter().map(|test| names::name(test)));
        for (name, wanted) in groups {
            let cell = |test: &&str| {
                let errors = self.errors(test, wanted);
                if errors.cases > 0.0 {
                    format!(
                        "{} / {}",
                        format::number(errors.positives()),
                        format::number(errors.negatives())
                    )
                } else {
                    NOTHING.to_owned()
                }
            };
            table.push([name].into_iter().chain(tests.iter().map(cell)));
        }
        table.markdown()
    }
}

/// Returns size and position of the bodies in words. They are numbered in the order of the audit.
fn placement(x: f64) -> String {
    match x {
        0.0 => "size 2⁻³⁰",
        1.0 => "size 1",
        2.0 => "size 2³⁰",
        _ => "size 1, at 2²⁰",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{key, label, papers};

    #[test]
    fn shares_are_at_most_100_percent_and_right_tests_come_first() {
        let text = "question = \"Who is right?\"\n[measure]\nmodel = \"audit\"";
        let page = Page::parse("lab-accuracy", text, &papers(), &label).unwrap();
        let mut rows = Rows::default();
        let mut push = |test: &str, class: &str, quantity: &str, n: u64| {
            rows.push(Row::count(
                &key("lab-accuracy", test, class, 1.0),
                quantity,
                n,
            ));
        };
        for class in ["slivers", "boxes"] {
            for (test, wrong) in [("parry3d-gjk", 5), ("bvh", 0)] {
                push(test, class, "cases", 100);
                push(test, class, "interfering", 50);
                push(test, class, "false-negatives", wrong);
            }
        }
        push("parry3d-gjk", "boxes", "false-positives", 10);
        // A row of the whole experiment.
        push("parry3d-gjk", "", "checked", 1);
        let accuracy = Accuracy::of(&rows, &page).unwrap();
        assert_eq!(accuracy.tests(), ["bvh", "parry3d-gjk"]);
        let picture = accuracy.picture();
        assert_eq!(
            (picture.rows[1].value[1], picture.rows[1].others.clone()),
            (10.0, vec![5.0])
        );
        let content = accuracy.content(None);
        let by_class = content.get_attr("by_class").unwrap().to_string();
        assert!(
            by_class.contains("| boxes | 10.0 / 10.0 |")
                || by_class.contains("| boxes | 10 / 10 |"),
            "{by_class}"
        );
        assert_eq!(content.get_attr("right").unwrap().to_string(), "1");
        assert!(
            !by_class.contains("|  |"),
            "a class without a name: {by_class}"
        );
        let other = Page::parse("lab-x", "question = \"?\"", &papers(), &label).unwrap();
        assert!(Accuracy::of(&rows, &other).is_none());
    }
}
