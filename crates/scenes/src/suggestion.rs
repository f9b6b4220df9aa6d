//! The name that was probably meant.

/// Jaro-Winkler likeness, 0 to 1; two swapped or missing letters of a short name stay above.
const ALIKE: f64 = 0.75;

/// ` (did you mean …?)` with the candidate most like `name`, or nothing when none is alike enough to
/// be a slip of the keyboard.
pub(crate) fn did_you_mean(name: &str, candidates: &[&str]) -> String {
    let likeness = |candidate: &&&str| strsim::jaro_winkler(name, candidate);
    let best = candidates
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    best.filter(|candidate| likeness(candidate) >= ALIKE)
        .map_or_else(String::new, |best| format!(" (did you mean `{best}`?)"))
}
