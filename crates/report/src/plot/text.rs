//! Text: its font, its width, its lines.

use super::INK;
use plotters::prelude::{FontDesc, FontFamily, FontStyle, TextStyle};
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::sync::LazyLock;

/// The fonts asked for: the one that widths are taken from, then its like.
const FAMILY: &str = "DejaVu Sans, Verdana, Geneva, sans-serif";

/// plotters divides a size by this to get that of SVG, which is of the em.
const PER_EM: f64 = 1.24;

/// plotters measures no text in a font that it was not given.
static FONTS: LazyLock<()> = LazyLock::new(|| {
    let regular = register_font(FAMILY, FontStyle::Normal, dejavu::sans::regular());
    let bold = register_font(FAMILY, FontStyle::Bold, dejavu::sans::bold());
    assert!(regular.is_ok() && bold.is_ok(), "the embedded fonts");
});

/// Which point of a text, halfway up, is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// Its left end.
    Left,
    /// Its middle.
    Middle,
}

/// The looks of text of `size` pixels.
pub(super) fn style(size: i32, bold: bool, align: Align) -> TextStyle<'static> {
    let h_pos = match align {
        Align::Left => HPos::Left,
        Align::Middle => HPos::Center,
    };
    font(size, bold)
        .color(&INK)
        .pos(Pos::new(h_pos, VPos::Center))
}

/// The width of `text` in pixels, rounded up.
///
/// plotters takes a size for the height of a line, which is 1.16 em in this font: widths come out
/// about 6 % too large, which is room for viewers with another font.
pub(super) fn width(text: &str, size: i32, bold: bool) -> i32 {
    let (width, _) = font(size, bold).box_size(text).expect("a registered font");
    i32::try_from(width).unwrap_or(i32::MAX - 1) + 1
}

/// The width of the widest of `texts`.
pub(super) fn widest<'a>(texts: impl Iterator<Item = &'a str>, size: i32, bold: bool) -> i32 {
    texts.map(|text| width(text, size, bold)).max().unwrap_or(0)
}

/// Breaks `text` at spaces into lines no wider than `limit`, as far as its words allow.
pub(super) fn wrap(text: &str, size: i32, bold: bool, limit: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, bold) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn font(size: i32, bold: bool) -> FontDesc<'static> {
    LazyLock::force(&FONTS);
    let style = if bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    };
    FontDesc::new(FontFamily::Name(FAMILY), f64::from(size) * PER_EM, style)
}
