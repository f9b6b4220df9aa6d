//! Texts for readers: numbers with nouns, and characters that would change the order of letters.

/// Returns a number with the name of what is counted: "1 frame", "2 frames".
pub fn counted(number: usize, name: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {name}{end}")
}

/// Returns true for a character that is not seen itself, and changes the order in which the text
/// around it is shown: marks, embeddings, overrides and isolates of bidirectional text (Unicode
/// Standard Annex 9, section 2).
pub const fn is_bidi_control(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns a text in which these characters are seen as escapes, such as `\u{202e}`: a name from a
/// file may contain them, and would be read as another one.
pub fn escape_bidi(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_bidi_control(c) {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        let counts = [0, 1, 2].map(|n| counted(n, "frame"));
        assert_eq!(counts, ["0 frames", "1 frame", "2 frames"]);
    }

    #[test]
    fn characters_that_change_the_order_of_letters_are_seen() {
        assert_eq!(escape_bidi("a\u{202e}b\u{2069}"), "a\\u{202e}b\\u{2069}");
        // Letters of any direction, and marks on them, stay.
        let usual = "µ e\u{301} \u{5d0} \u{200b}\n";
        assert_eq!(escape_bidi(usual), usual);
    }
}
