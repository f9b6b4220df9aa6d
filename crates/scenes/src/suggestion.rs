//! The name that was probably meant.

/// Jaro-Winkler likeness, 0 to 1; two swapped or missing letters of a short name stay above.
const ALIKE: f64 = 0.75;

/// The candidate most like `name`, unless none is alike enough to be a slip of the keyboard.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |candidate: &str| strsim::jaro_winkler(name, candidate);
    let best = candidates
        .into_iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    best.filter(|candidate| likeness(candidate) >= ALIKE)
}

/// ` (did you mean …?)` with the [`nearest`] candidate, or nothing.
pub(crate) fn did_you_mean(name: &str, candidates: &[&str]) -> String {
    let best = nearest(name, candidates.iter().copied());
    best.map_or_else(String::new, |best| format!(" (did you mean `{best}`?)"))
}
