//! Text in an embedded font, the one that plots are measured in.

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont, point};
use std::sync::LazyLock;

/// Weight of letters, and their size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Font {
    /// Size of the em in pixels.
    pub size: f32,
    /// If set, letters are bold.
    pub bold: bool,
}

/// Part of a text that its position names. The position is at half the height of its capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
}

/// Height of capitals of the font, in ems.
const CAPITAL: f32 = 0.73;

static REGULAR: LazyLock<FontRef<'static>> = LazyLock::new(|| embedded(dejavu::sans::regular()));
static BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| embedded(dejavu::sans::bold()));

fn embedded(data: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(data).expect("the embedded font")
}

impl Font {
    /// Returns letters of usual weight.
    pub(crate) const fn plain(size: f32) -> Font {
        Font { size, bold: false }
    }

    /// Returns bold letters.
    pub(crate) const fn bold(size: f32) -> Font {
        Font { size, bold: true }
    }

    fn face(self) -> &'static FontRef<'static> {
        if self.bold { &BOLD } else { &REGULAR }
    }

    /// Returns the scale of glyphs: the height of a line, of which the em is a part.
    fn scale(self) -> PxScale {
        let face = self.face();
        let em = face.units_per_em().expect("a scalable font");
        PxScale::from(self.size * face.height_unscaled() / em)
    }
}

/// Returns the width of a text in pixels.
pub(crate) fn width(text: &str, font: Font) -> f64 {
    let scaled = font.face().as_scaled(font.scale());
    let advance = |c| scaled.h_advance(scaled.glyph_id(c));
    text.chars().map(advance).sum::<f32>().into()
}

/// Calls `put` with the pixels of a text, column and row, and the share that its letters cover.
pub(super) fn draw(
    text: &str,
    font: Font,
    anchor: Anchor,
    at: [f64; 2],
    mut put: impl FnMut(i64, i64, f64),
) {
    let shift = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5 * width(text, font),
    };
    let (face, scale) = (font.face(), font.scale());
    let scaled = face.as_scaled(scale);
    let (mut x, baseline) = (
        (at[0] - shift) as f32,
        at[1] as f32 + 0.5 * CAPITAL * font.size,
    );
    for c in text.chars() {
        let glyph = scaled.glyph_id(c);
        assert!(glyph.0 != 0, "the font has the letter {c:?}");
        let placed = glyph.with_scale_and_position(scale, point(x, baseline));
        x += scaled.h_advance(glyph);
        let Some(outline) = face.outline_glyph(placed) else {
            continue; // A space.
        };
        let corner = outline.px_bounds().min;
        outline.draw(|column, row, share| {
            let (column, row) = (i64::from(column), i64::from(row));
            put(
                column + corner.x as i64,
                row + corner.y as i64,
                share.into(),
            );
        });
    }
}
