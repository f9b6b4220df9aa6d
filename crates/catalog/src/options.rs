//! Options of a detector by name, and the way from them into its options struct.

use crate::{CatalogError, Entry, did_you_mean};
use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::iter::Once;

/// Value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// A whole number.
    Number(i64),
    /// A word.
    Word(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(n) => write!(f, "{n}"),
            OptionValue::Word(w) => f.write_str(w),
        }
    }
}

impl From<i64> for OptionValue {
    fn from(n: i64) -> OptionValue {
        OptionValue::Number(n)
    }
}

impl From<&str> for OptionValue {
    fn from(w: &str) -> OptionValue {
        OptionValue::Word(w.to_owned())
    }
}

/// Options by name. An option that is not given has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Options(BTreeMap<String, OptionValue>);

impl Options {
    /// Returns no options: the detector then has its defaults.
    pub const fn none() -> Options {
        Options(BTreeMap::new())
    }

    /// Adds one option, or replaces its value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OptionValue>) -> Options {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the given options, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Reads `key=value` texts. A value of digits is a number, any other a word.
    ///
    /// # Errors
    /// [`CatalogError::NotAnOption`] for a text without `=` or without a key, and for a repeated
    /// key.
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
            let value = value
                .parse()
                .map_or_else(|_| value.into(), OptionValue::Number);
            options.0.insert(name.to_owned(), value);
        }
        Ok(options)
    }
}

/// Documentation of an option. Its words and its default are those of the options struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionDoc {
    /// Its name, as in `--option level=6`.
    pub name: &'static str,
    /// Its effect, in one phrase.
    pub effect: &'static str,
    /// First and last number that it takes. `None` for an option of words.
    numbers: Option<(u32, u32)>,
}

impl OptionDoc {
    /// Documents an option that takes words.
    pub const fn words(name: &'static str, effect: &'static str) -> OptionDoc {
        let numbers = None;
        OptionDoc {
            name,
            effect,
            numbers,
        }
    }

    /// Documents an option that takes numbers, from the first to the last.
    pub const fn numbers(
        name: &'static str,
        (first, last): (u32, u32),
        effect: &'static str,
    ) -> OptionDoc {
        let numbers = Some((first, last));
        OptionDoc {
            name,
            effect,
            numbers,
        }
    }
}

/// Values that an option takes.
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

/// Checks one option against its documentation and the options struct `T`.
///
/// # Errors
/// The values that the option takes.
pub(crate) fn check<T: DeserializeOwned>(
    doc: &OptionDoc,
    value: &OptionValue,
) -> Result<(), Values> {
    // Every options struct has defaults, so that one option alone makes a whole struct, and an
    // error concerns this option.
    let read = match (doc.numbers, value) {
        (None, word) => T::deserialize(single(doc.name, word.to_string())),
        (Some((first, last)), OptionValue::Number(n))
            if (i64::from(first)..=i64::from(last)).contains(n) =>
        {
            T::deserialize(single(doc.name, *n))
        }
        (Some((first, last)), _) => return Err(Values::Numbers(first, last)),
    };
    let words = |fault: ValueFault| Values::Words(fault.words);
    read.map(drop).map_err(words)
}

/// Returns the deserializer of a struct with one field.
fn single<'a, V: IntoDeserializer<'a, ValueFault>>(
    name: &'a str,
    value: V,
) -> MapDeserializer<'a, Once<(&'a str, V)>, ValueFault> {
    MapDeserializer::new(std::iter::once((name, value)))
}

/// Returns the default of one option of the options struct `T`.
pub(crate) fn default<T: Default + Serialize>(doc: &OptionDoc) -> String {
    let defaults = serde_json::to_value(T::default()).expect("options are numbers and words");
    match &defaults[doc.name] {
        serde_json::Value::String(word) => word.clone(),
        number => number.to_string(),
    }
}

/// Reads a struct from checked options.
pub(crate) fn read<T: DeserializeOwned>(options: &Options) -> T {
    let read = serde_json::to_value(&options.0).and_then(serde_json::from_value);
    read.unwrap_or_else(|fault| panic!("each option was checked alone: {fault}"))
}

/// Reads one word of an option, for example for a command line: `word::<Coverage>("level")`.
///
/// # Errors
/// The accepted words, and the nearest one.
pub fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    T::deserialize(StrDeserializer::new(text)).map_err(|fault: ValueFault| {
        let hint = did_you_mean(text, fault.words.iter().copied());
        format!("it has to be one of {}{hint}", fault.words.join(", "))
    })
}

/// Returns the error for an option that a detector does not have.
pub(crate) fn unknown_option(entry: &Entry, option: &str) -> CatalogError {
    let describe = |doc: &OptionDoc| format!("{} ({})", doc.name, entry.values(doc));
    let listed: Vec<_> = entry.options.iter().map(describe).collect();
    let listed = if listed.is_empty() {
        "it has no options".to_owned()
    } else {
        format!("its options are {}", listed.join("; "))
    };
    CatalogError::UnknownOption {
        detector: entry.name,
        option: option.to_owned(),
        hint: did_you_mean(option, entry.options.iter().map(|doc| doc.name)),
        listed,
    }
}

/// Returns the error for a value that an option does not take.
pub(crate) fn bad_value(
    entry: &Entry,
    doc: &OptionDoc,
    value: &OptionValue,
    values: Values,
) -> CatalogError {
    let value = value.to_string();
    let hint = match values {
        Values::Numbers(..) => String::new(),
        Values::Words(words) => did_you_mean(&value, words.iter().copied()),
    };
    CatalogError::BadValue {
        detector: entry.name,
        option: doc.name,
        value,
        hint,
        values,
    }
}

/// Error for a value that its field does not take.
#[derive(Debug)]
struct ValueFault {
    message: String,
    /// Words that the field takes.
    words: &'static [&'static str],
}

impl fmt::Display for ValueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValueFault {}

impl de::Error for ValueFault {
    fn custom<T: fmt::Display>(message: T) -> ValueFault {
        let words: &[&str] = &[];
        ValueFault {
            message: message.to_string(),
            words,
        }
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> ValueFault {
        let message = format!("`{word}` is not one of {}", words.join(", "));
        ValueFault { message, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Speed {
        Slow,
        VeryFast,
    }

    #[test]
    fn a_word_is_read_and_a_wrong_one_gets_the_nearest() {
        assert_eq!(word::<Speed>("very-fast"), Ok(Speed::VeryFast));
        let error = word::<Speed>("very-fsat").unwrap_err();
        assert!(
            error.contains("slow, very-fast (did you mean `very-fast`?)"),
            "{error}"
        );
        assert!(word::<Speed>("7").is_err());
    }
}
