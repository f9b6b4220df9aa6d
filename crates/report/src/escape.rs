//! Texts of any origin for Markdown.

use records::{escape_bidi, is_bidi_control};

/// Escapes a text of any origin for a line of Markdown: neither HTML nor marks of Markdown act, and
/// nothing changes the order of letters. Bars are left to the tables, and a bare address may become
/// a link to itself.
pub(crate) fn inline(text: &str) -> String {
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
    escape_bidi(&escaped)
}

/// Returns an error, in which names may be code, for a line of Markdown. One that quotes a tag or a
/// link, as a user's name of a body may be, is a text without code: an apostrophe cannot end what a
/// grave accent began.
pub(crate) fn error(text: &str) -> String {
    let acts = |c: char| matches!(c, '<' | '[') || c.is_control() || is_bidi_control(c);
    if text.contains(acts) {
        inline(text)
    } else {
        text.to_owned()
    }
}

/// Returns code within a line. It is between more grave accents than follow each other in the text.
pub(crate) fn code(text: &str) -> String {
    let spaced = |c: char| if c.is_control() { ' ' } else { c };
    let text = escape_bidi(&text.chars().map(spaced).collect::<String>());
    let fence = "`".repeat(longest_accents(&text) + 1);
    // A reader of Markdown takes one space away from each side.
    let side = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{side}{text}{side}{fence}")
}

/// Returns the text in place of a picture, for an image of Markdown: square brackets, which would
/// end it, are round, and nothing in it is code or HTML.
pub(crate) fn alt(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '[' => plain.push('('),
            ']' => plain.push(')'),
            '<' => plain += "&lt;",
            // For pictures that are written in HTML.
            '"' => plain += "&quot;",
            '`' => {}
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    escape_bidi(&plain)
}

/// Returns a block of code. The fence is longer than any in the text.
pub(crate) fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat(3.max(longest_accents(text) + 1));
    let text = escape_bidi(text.trim_end());
    format!("{fence}{language}\n{text}\n{fence}\n")
}

/// Returns the largest number of grave accents that follow each other.
fn longest_accents(text: &str) -> usize {
    let runs = text.split(|c: char| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_in_an_error_does_not_act() {
        let plain = "body 0 (`left_hand`) is open";
        assert_eq!(error(plain), plain);
        assert_eq!(
            error("body 0 (`a` [x](javascript:alert(1)) `b`) is open"),
            "body 0 ('a' \\[x\\](javascript:alert(1)) 'b') is open"
        );
        assert_eq!(error("body <b>"), "body &lt;b&gt;");
        assert_eq!(error("a\n# b"), "a \\# b");
        assert_eq!(error("body `a\u{202e}b`"), "body 'a\\u{202e}b'");
    }

    #[test]
    fn a_text_in_place_of_a_picture_has_no_marks() {
        assert_eq!(
            alt("`bvh`: 2.0 [1.9, 2.1]\n<b> \"all\""),
            "bvh: 2.0 (1.9, 2.1) &lt;b> &quot;all&quot;"
        );
    }

    #[test]
    fn code_ends_where_its_text_ends() {
        assert_eq!(code("detect a"), "`detect a`");
        assert_eq!(code("detect 'a`b``c'"), "```detect 'a`b``c'```");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code("a\n\nb\u{2066}"), "`a  b\\u{2066}`");
        assert_eq!(
            fenced("sh", "a\u{202e}```\n"),
            "````sh\na\\u{202e}```\n````\n"
        );
    }
}
