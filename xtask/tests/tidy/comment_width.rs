//! No comment is wider than a line of code. rustfmt wraps code only.

use super::no_line_of_sources;

/// Number of columns of a line, as in `rustfmt.toml`.
const COLUMNS: usize = 100;

/// Returns true for a line of a comment that is too wide, and could be broken. A row of a table
/// cannot, and neither can a single word, such as a link.
fn is_too_wide(line: &str) -> bool {
    let Some(comment) = line.trim_start().strip_prefix("//") else {
        return false;
    };
    let comment = comment.trim_start_matches(['/', '!']).trim();
    line.chars().count() > COLUMNS && !comment.starts_with('|') && comment.contains(' ')
}

/// Returns the numbers of lines whose comment is too wide.
fn too_wide(text: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    let found = lines.filter(|(_, line)| is_too_wide(line));
    found.map(|(i, _)| i + 1).collect()
}

#[test]
fn no_comment_is_wider_than_a_line() {
    let remedy = format!("break the comment within {COLUMNS} columns");
    no_line_of_sources(too_wide, &remedy);
}

#[test]
fn wide_comments_are_found_by_their_columns() {
    let words = |columns: usize| format!("    /// {} b", "é".repeat(columns - 10));
    let text = [
        words(COLUMNS),
        words(COLUMNS + 1),
        format!("//! | {} |", words(COLUMNS)),
        format!("// https://{}", "a".repeat(COLUMNS)),
        format!("let _ = {};", words(COLUMNS)),
        format!("// {}", words(COLUMNS)),
    ];
    assert_eq!(too_wide(&text.join("\n")), [2, 6]);
}
