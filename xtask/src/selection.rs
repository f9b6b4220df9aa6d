//! Selection by the arguments `--filter` and `--detectors`.

use regex::Regex;

/// Returns true for a name that the expression matches, and for every name without an expression.
pub(crate) fn matches(regex: &Option<Regex>, name: &str) -> bool {
    regex.as_ref().is_none_or(|regex| regex.is_match(name))
}
