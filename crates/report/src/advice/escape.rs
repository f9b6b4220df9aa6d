//! Texts of any origin for Markdown.

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

/// Escapes a text of any origin for a line of Markdown: neither HTML nor marks of Markdown act.
/// Bars are left to the tables, and a bare address may become a link to itself.
pub(super) fn inline(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\\' | '*' | '_' | '[' | ']' | '#' | '!' | '~' => escaped.extend(['\\', c]),
            '`' => escaped += "'",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns a block of code. The fence is longer than any in the text.
pub(super) fn fenced(language: &str, text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}
