//! Text: its font, its width, its lines.

use super::{INK, TEXT};
use plotters::prelude::{FontDesc, FontFamily, FontStyle, TextStyle};
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::sync::LazyLock;

/// Font families: the one that widths are measured in, then similar ones.
const FAMILY: &str = "DejaVu Sans, Verdana, Geneva, sans-serif";

/// plotters divides a size by this factor to get the size in SVG, which is that of the em.
const PER_EM: f64 = 1.24;

/// Width of a line of a name, unless a word is wider.
const NAME_WIDTH: i32 = 220;

/// Registered fonts. plotters measures text only in fonts that are registered.
static FONTS: LazyLock<()> = LazyLock::new(|| {
    let regular = register_font(FAMILY, FontStyle::Normal, dejavu::sans::regular());
    let bold = register_font(FAMILY, FontStyle::Bold, dejavu::sans::bold());
    assert!(regular.is_ok() && bold.is_ok(), "the embedded fonts");
});

/// Returns the style of text of `size` pixels, anchored at half its height.
pub(super) fn style(size: i32, bold: bool, anchor: HPos) -> TextStyle<'static> {
    font(size, bold)
        .color(&INK)
        .pos(Pos::new(anchor, VPos::Center))
}

/// Returns the width of `text` in pixels, rounded up.
///
/// plotters takes a size for the height of a line, which is 1.16 em in this font. So widths are
/// about 6 % too large, which leaves room for viewers with another font.
pub(super) fn width(text: &str, size: i32, bold: bool) -> i32 {
    let (width, _) = font(size, bold).box_size(text).expect("a registered font");
    i32::try_from(width).unwrap_or(i32::MAX - 1) + 1
}

/// Returns the width of the widest of `texts`.
pub(super) fn widest<'a>(texts: impl Iterator<Item = &'a str>, size: i32, bold: bool) -> i32 {
    texts.map(|text| width(text, size, bold)).max().unwrap_or(0)
}

/// Breaks `text` at spaces into lines no wider than `limit`, unless a word is wider.
pub(super) fn wrap(text: &str, size: i32, bold: bool, limit: i32) -> Vec<String> {
    records::wrapped(text, |line| width(line, size, bold) <= limit)
}

/// Breaks the name of a curve or a bar into lines. Names with many settings would take half of the
/// picture.
pub(super) fn name_lines(name: &str) -> Vec<String> {
    wrap(name, TEXT, false, NAME_WIDTH)
}

/// Returns the width of the widest line of the names.
pub(super) fn widest_name<'a>(names: impl Iterator<Item = &'a str>) -> i32 {
    let lines: Vec<String> = names.flat_map(name_lines).collect();
    widest(lines.iter().map(String::as_str), TEXT, false)
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
