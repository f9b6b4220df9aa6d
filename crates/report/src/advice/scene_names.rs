//! Names of scenes and bodies in the advice.

use crate::escape::inline;

/// Returns the name of a scene, without the parameters of its generator if they make it long.
pub(super) fn short(name: &str) -> &str {
    /// Number of bytes that fit into a title.
    const TITLE: usize = 50;
    match name.split_once(':') {
        Some((generator, _)) if name.len() > TITLE => generator,
        _ => name,
    }
}

/// Returns the first names of a list, escaped, and the number of the others.
pub(super) fn listed(names: &[String]) -> String {
    /// Number of names that are listed.
    const LISTED: usize = 4;
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| inline(name)).collect();
    let others = names.len().saturating_sub(LISTED);
    match others {
        0 => shown.join(", "),
        _ => format!("{} and {others} more", shown.join(", ")),
    }
}
