//! Suggestions for misspelled names.

/// Least Jaro-Winkler similarity, from 0 to 1, of a suggestion. Two swapped or missing letters of a
/// short name stay above it.
const MIN_SIMILARITY: f64 = 0.75;

/// Returns ` (did you mean …?)` with the candidate most similar to `name`, or nothing if none is
/// similar.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let similarity = |candidate: &str| strsim::jaro_winkler(name, candidate);
    candidates
        .into_iter()
        .max_by(|a, b| similarity(a).total_cmp(&similarity(b)))
        .filter(|best| similarity(best) >= MIN_SIMILARITY)
        .map_or_else(String::new, |best| format!(" (did you mean `{best}`?)"))
}
