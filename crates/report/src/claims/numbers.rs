//! Numbers and conditions that the text of a page refers to: measures and conditions of claims,
//! without a verdict.

use super::evaluate::Measured;
use super::points::ClaimInput;
use super::rule::{Rule, position};
use super::{Condition, Kind, Measure, Number, check_measure};
use crate::Page;
use crate::format;
use crate::papers::Paper;
use anyhow::{Context, Result, bail, ensure};
use records::{Rows, Unit};
use serde::Deserialize;

/// Number of a text: a measure of rows, and the form in which it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "toml::Table")]
pub(crate) struct PageNumber {
    measure: Measure,
    form: Form,
}

/// Form of a number: the key `as` beside the keys of its measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Form {
    /// Times and sizes in their unit to three digits, all others to two: "1.23 ms", "3.4".
    #[default]
    Plain,
    /// A share of one: "59 %".
    Percent,
    /// The part above one: 1.12 is "12 %". A value that is not above one is an error.
    PercentMore,
    /// The part below one: 0.88 is "12 %". A value that is not below one is an error.
    PercentLess,
}

impl TryFrom<toml::Table> for PageNumber {
    type Error = toml::de::Error;

    fn try_from(mut table: toml::Table) -> Result<PageNumber, toml::de::Error> {
        // Apart, because a flattened struct cannot reject unknown keys.
        let form = table
            .remove("as")
            .map_or(Ok(Form::default()), Form::deserialize)?;
        let measure = table.try_into()?;
        Ok(PageNumber { measure, form })
    }
}

impl PageNumber {
    /// Returns the measured values in words: "3.4", "12 to 72 %". A crossing is the two positions
    /// between which it lies.
    fn words(&self, measured: &Measured<'_>) -> Result<String> {
        let mut values: Vec<f64> = match self.measure.measure {
            // It is known only to lie between two positions.
            Kind::Crossing => {
                let ends = measured.values.iter().map(|v| [v.ours.low, v.ours.high]);
                ends.flatten().collect()
            }
            _ => measured.values.iter().map(|v| v.ours.value).collect(),
        };
        values.sort_by(f64::total_cmp);
        if self.form == Form::PercentLess {
            values.reverse();
        }
        let unit = match self.measure.measure {
            Kind::Value | Kind::Slope => measured.of[0].unit,
            _ => Unit::Ratio,
        };
        let is_exponent = self.measure.measure == Kind::Exponent && self.form == Form::Plain;
        let written = |value: &f64| {
            if is_exponent {
                Ok((format::exponent(*value), String::new()))
            } else {
                self.form.written(*value, unit)
            }
        };
        let ends =
            [values.first(), values.last()].map(|v| written(v.expect("measures have values")));
        let [low, high] = ends;
        let ((low, unit_of_low), (high, unit_of_high)) = (low?, high?);
        if (&low, &unit_of_low) == (&high, &unit_of_high) {
            return Ok(format::join(&[low, unit_of_low], " "));
        }
        // The unit stands once if both have the same.
        let unit_of_low = Some(unit_of_low).filter(|unit| *unit != unit_of_high);
        let low = format::join(&[low, unit_of_low.unwrap_or_default()], " ");
        Ok(format!(
            "{low} to {}",
            format::join(&[high, unit_of_high], " ")
        ))
    }
}

impl Form {
    /// Returns a value and its unit in words.
    fn written(self, value: f64, unit: Unit) -> Result<(String, String)> {
        let percent = |share: f64| (format::two_digits(100.0 * share), "%".to_owned());
        Ok(match self {
            Form::Percent => percent(value),
            Form::PercentMore if value > 1.0 => percent(value - 1.0),
            Form::PercentLess if value < 1.0 => percent(1.0 - value),
            Form::PercentMore | Form::PercentLess => {
                bail!("{} lies on the other side of 1", format::number(value))
            }
            Form::Plain => match unit {
                Unit::Ratio | Unit::Count => (format::two_digits(value), String::new()),
                Unit::Seconds | Unit::Bytes => {
                    let text = format::value(value, unit);
                    let (number, unit) = text.rsplit_once(' ').unwrap_or((&text, ""));
                    (number.to_owned(), unit.to_owned())
                }
            },
        })
    }
}

/// Numbers of a page with the values that follow from rows.
pub(crate) struct Numbers<'a> {
    page: &'a Page,
    paper: &'a Paper,
    /// In the order of the page's numbers, with their names.
    measures: Vec<Measure>,
    /// The values of each, or the reason why rows do not suffice.
    values: Vec<Result<Measured<'a>, String>>,
}

impl<'a> Numbers<'a> {
    /// Computes the numbers of `page`, one of `pages`.
    pub(crate) fn of(
        page: &'a Page,
        rows: &'a Rows,
        paper: &'a Paper,
        pages: &'a [Page],
    ) -> Numbers<'a> {
        let input = ClaimInput {
            rows,
            earlier: &[],
            paper,
            pages,
        };
        let measures = named(page);
        let values = measures.iter().map(|measure| {
            let measured = input.measure(&page.id, measure);
            measured.map_err(|reason| format!("{reason:#}"))
        });
        Numbers {
            page,
            paper,
            values: values.collect(),
            measures,
        }
    }

    /// Returns a number of the page in words.
    ///
    /// # Errors
    /// The reason why rows do not suffice.
    pub(crate) fn words(&self, name: &str) -> Result<String> {
        let number = &self.page.numbers[name];
        let words = number.words(self.measured(name)?);
        words.with_context(|| format!("`{name}`"))
    }

    /// Checks a condition of the page.
    ///
    /// # Errors
    /// The values for which it does not hold, or the reason why rows do not suffice.
    pub(crate) fn require(&self, name: &str) -> Result<()> {
        let conditions = &self.page.conditions[name];
        for condition in conditions {
            for measure in referred(condition, &self.measures) {
                self.measured(measure)?;
            }
        }
        let values = self.values.iter();
        let values = values.map(|v| v.as_ref().ok().map(|v| v.values.clone()));
        let rule = Rule {
            measures: &self.measures,
            values: &values.collect::<Vec<_>>(),
            paper: self.paper,
        };
        for condition in conditions {
            if !rule.all_hold(std::slice::from_ref(condition))? {
                let names = referred(condition, &self.measures).into_iter();
                let values = names.map(|name| {
                    let values = &self.measured(name)?.values;
                    let values: Vec<f64> = values.iter().map(|v| v.ours.value).collect();
                    Ok(format!("{name} {}", format::numbers(&values)))
                });
                let values = values.collect::<Result<Vec<String>>>()?;
                bail!("`{name}` does not hold for {}", values.join(", "));
            }
        }
        Ok(())
    }

    fn measured(&self, name: &str) -> Result<&Measured<'a>> {
        let i = position(&self.measures, name).expect("pages are checked");
        let reason = |reason: &String| anyhow::Error::msg(reason.clone());
        self.values[i].as_ref().map_err(reason)
    }
}

/// Returns the measures of a page's numbers with their names.
fn named(page: &Page) -> Vec<Measure> {
    let measure = |(name, number): (&String, &PageNumber)| Measure {
        name: name.clone(),
        ..number.measure.clone()
    };
    page.numbers.iter().map(measure).collect()
}

/// Returns the names of the numbers that the conditions of a page refer to.
pub(crate) fn tested(page: &Page) -> Vec<String> {
    let measures = named(page);
    let conditions = page.conditions.values().flatten();
    let tested = conditions.flat_map(|c| referred(c, &measures));
    tested.map(str::to_owned).collect()
}

/// Returns the names of the measures that a condition refers to.
fn referred<'c>(condition: &'c Condition, measures: &'c [Measure]) -> Vec<&'c str> {
    let bound = match condition.is.bound() {
        Some(Number::Named(name)) => position(measures, name).map(|_| name.as_str()),
        _ => None,
    };
    let tested = condition.measures().map(|name| match name {
        "" => measures[0].name.as_str(),
        name => name,
    });
    tested.chain(bound).collect()
}

/// Checks that everything exists to which the numbers and conditions of a page refer.
pub(crate) fn check(page: &Page, paper: &Paper, pages: &[Page]) -> Result<()> {
    let measures = named(page);
    for measure in &measures {
        let context = || format!("number `{}`", measure.name);
        check_measure(&page.id, measure, paper, pages).with_context(context)?;
    }
    for (name, conditions) in &page.conditions {
        ensure!(!conditions.is_empty(), "the condition `{name}` is empty");
        for measure in conditions.iter().flat_map(Condition::measures) {
            let known = match measure {
                // "The first" of several would depend on the order of their names.
                "" => measures.len() == 1,
                name => position(&measures, name).is_some(),
            };
            ensure!(
                known,
                "the condition `{name}`: there is no number `{measure}`"
            );
        }
        for condition in conditions {
            let context = || format!("the condition `{name}`");
            condition.check().with_context(context)?;
            if let Some(Number::Named(bound)) = condition.is.bound()
                && bound != "paper"
                && position(&measures, bound.as_str()).is_none()
            {
                paper.curve(bound).with_context(context)?;
            }
        }
    }
    Ok(())
}
