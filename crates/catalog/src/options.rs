//! Options of a detector as a small typed map, from TOML tables or `key=value` on the command line.

use crate::{CatalogError, nearest};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A word.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => write!(f, "{n}"),
            Value::Word(w) => f.write_str(w),
        }
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Value {
        Value::Number(n)
    }
}

impl From<&str> for Value {
    fn from(w: &str) -> Value {
        Value::Word(w.to_owned())
    }
}

/// Options by name. What is not given has the default that [`OptionInfo`] states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Options(BTreeMap<String, Value>);

impl Options {
    /// No option: the detector as it is by default.
    pub const fn none() -> Options {
        Options(BTreeMap::new())
    }

    /// These options and one more; the last word on a name counts.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Options {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The options given, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Reads `key=value` texts; a value of digits is a number, any other a word.
    ///
    /// # Errors
    /// [`CatalogError::NotAnOption`] for a text without `=` or without a key, and for a key that
    /// is given twice.
    pub fn parse<S: AsRef<str>>(
        texts: impl IntoIterator<Item = S>,
    ) -> Result<Options, CatalogError> {
        let mut options = Options::none();
        for text in texts {
            let text = text.as_ref();
            let bad = || CatalogError::NotAnOption(text.to_owned());
            let (name, value) = text.split_once('=').ok_or_else(bad)?;
            let (name, value) = (name.trim(), value.trim());
            if name.is_empty() || value.is_empty() || options.0.contains_key(name) {
                return Err(bad());
            }
            let value = value.parse().map_or_else(|_| value.into(), Value::Number);
            options.0.insert(name.to_owned(), value);
        }
        Ok(options)
    }
}

/// An option that a detector has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, as in `--option level=6`.
    pub name: &'static str,
    /// The values it takes.
    pub values: Values,
    /// The value it has unless another is given.
    pub default: &'static str,
    /// What it does, in one phrase.
    pub what: &'static str,
}

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whole numbers from the first to the last.
    Numbers(u32, u32),
    /// One of these words.
    Words(&'static [&'static str]),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Numbers(first, last) => write!(f, "{first} to {last}"),
            Values::Words(words) => f.write_str(&words.join(", ")),
        }
    }
}

/// The options given to one detector, checked against those it has.
pub(crate) struct Checked<'a> {
    known: &'a [OptionInfo],
    given: &'a Options,
}

impl<'a> Checked<'a> {
    /// Checks names and values.
    pub(crate) fn new(
        detector: &'static str,
        known: &'a [OptionInfo],
        given: &'a Options,
    ) -> Result<Checked<'a>, CatalogError> {
        for (name, value) in given.iter() {
            let Some(info) = known.iter().find(|info| info.name == name) else {
                return Err(unknown_option(detector, known, name));
            };
            let fits = match (info.values, value) {
                (Values::Numbers(first, last), Value::Number(n)) => {
                    (i64::from(first)..=i64::from(last)).contains(n)
                }
                (Values::Words(words), Value::Word(w)) => words.contains(&w.as_str()),
                _ => false,
            };
            if !fits {
                let (option, value) = (info.name, value.to_string());
                return Err(CatalogError::BadValue {
                    detector,
                    option,
                    value,
                    values: info.values,
                });
            }
        }
        Ok(Checked { known, given })
    }

    /// The text of an option: as given, else its default.
    pub(crate) fn word(&self, name: &str) -> String {
        let info = self.known.iter().find(|info| info.name == name);
        let info = info.expect("a detector asks only for options that its entry lists");
        self.given
            .0
            .get(name)
            .map_or_else(|| info.default.to_owned(), Value::to_string)
    }

    /// The number of an option: as given, else its default.
    pub(crate) fn number(&self, name: &str) -> u32 {
        self.word(name)
            .parse()
            .expect("checked to be a number in range")
    }
}

fn unknown_option(detector: &'static str, known: &[OptionInfo], option: &str) -> CatalogError {
    let describe = |info: &OptionInfo| format!("{} ({})", info.name, info.values);
    let listed: Vec<_> = known.iter().map(describe).collect();
    let listed = match listed.is_empty() {
        true => "it has no options".to_owned(),
        false => format!("its options are {}", listed.join("; ")),
    };
    let nearest = nearest(option, known.iter().map(|info| info.name)).map(str::to_owned);
    CatalogError::UnknownOption {
        detector,
        option: option.to_owned(),
        listed,
        nearest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[OptionInfo] = &[
        OptionInfo {
            name: "level",
            values: Values::Numbers(0, 10),
            default: "6",
            what: "depth",
        },
        OptionInfo {
            name: "update",
            values: Values::Words(&["refit", "rebuild"]),
            default: "refit",
            what: "how",
        },
    ];

    #[test]
    fn texts_become_numbers_and_words() {
        let options = Options::parse(["level=7", "update = rebuild"]).unwrap();
        assert_eq!(
            options,
            Options::none().with("level", 7).with("update", "rebuild")
        );
        for bad in [
            vec!["level"],
            vec!["=7"],
            vec!["level="],
            vec!["a=1", "a=2"],
        ] {
            assert!(matches!(
                Options::parse(bad),
                Err(CatalogError::NotAnOption(_))
            ));
        }
    }

    #[test]
    fn what_is_not_given_has_its_default() {
        let given = Options::none().with("level", 3);
        let checked = Checked::new("x", KNOWN, &given).unwrap();
        assert_eq!(
            (checked.number("level"), checked.word("update")),
            (3, "refit".to_owned())
        );
    }

    #[test]
    fn a_wrong_value_or_name_is_refused_with_the_right_ones() {
        let refuse = |given: Options| Checked::new("x", KNOWN, &given).err().unwrap().to_string();
        for wrong in [
            refuse(Options::none().with("level", 11)),
            refuse(Options::none().with("level", "six")),
        ] {
            assert!(wrong.contains("0 to 10"), "{wrong}");
        }
        let word = refuse(Options::none().with("update", "never"));
        assert!(word.contains("refit, rebuild"), "{word}");
        let name = refuse(Options::none().with("levl", 6));
        assert!(
            name.contains("`level`") && name.contains("update (refit, rebuild)"),
            "{name}"
        );
    }
}
