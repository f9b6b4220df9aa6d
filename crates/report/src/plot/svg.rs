//! A small SVG writer that knows how wide text is.

use super::{INK, LINE};
use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _};
use std::fmt::Write;
use std::sync::LazyLock;

/// The fonts asked for: the one that widths are taken from, then its like.
const FAMILY: &str = "DejaVu Sans, Verdana, Geneva, sans-serif";

static REGULAR: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(dejavu::sans::regular()).expect("the embedded font"));

static BOLD: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(dejavu::sans::bold()).expect("the embedded font"));

/// The width of `text` in pixels, in DejaVu Sans of `size` pixels.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let font = if bold { &*BOLD } else { &*REGULAR };
    // A size in CSS is that of the em; ab_glyph's scale is the height of a line.
    let em = font.units_per_em().unwrap_or(2048.0);
    let scale = PxScale::from(size as f32 * font.height_unscaled() / em);
    let font = font.as_scaled(scale);
    text.chars()
        .map(|c| f64::from(font.h_advance(font.glyph_id(c))))
        .sum()
}

/// Breaks `text` at spaces into lines no wider than `limit`, as far as its words allow.
pub(super) fn wrap(text: &str, size: f64, bold: bool, limit: f64) -> Vec<String> {
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

/// Which point of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A text's looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) anchor: Anchor,
}

/// A picture that is being drawn, in pixels, y downwards.
#[derive(Clone, Debug)]
pub(super) struct Svg {
    body: String,
}

impl Svg {
    /// A white canvas; `about` is what a screen reader says.
    pub(super) fn new(width: f64, height: f64, about: &str) -> Svg {
        let (w, h) = (width.ceil(), height.ceil());
        let mut body = String::new();
        let _ = writeln!(
            body,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"{FAMILY}\" fill=\"none\">"
        );
        let _ = writeln!(body, "<title>{}</title>", escape(about));
        let _ = writeln!(
            body,
            "<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>"
        );
        Svg { body }
    }

    /// Any element, as its text.
    pub(super) fn element(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), looks: &str) {
        let ends = format!(
            "x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"",
            px(from.0),
            px(from.1),
            px(to.0),
            px(to.1)
        );
        self.element(&format!("<line {ends} {looks}/>"));
    }

    /// A line through points, or the polygon of their hull when `looks` fills it.
    pub(super) fn path(&mut self, points: &[(f64, f64)], closed: bool, looks: &str) {
        let mut d = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let _ = write!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, px(*x), px(*y));
        }
        if closed {
            d.push('Z');
        }
        self.element(&format!("<path d=\"{d}\" {looks}/>"));
    }

    /// A rectangle.
    pub(super) fn rectangle(&mut self, from: (f64, f64), to: (f64, f64), looks: &str) {
        let corner = format!("x=\"{}\" y=\"{}\"", px(from.0), px(from.1));
        let size = format!(
            "width=\"{}\" height=\"{}\"",
            px(to.0 - from.0),
            px(to.1 - from.1)
        );
        self.element(&format!("<rect {corner} {size} {looks}/>"));
    }

    /// A text whose baseline and anchor are at `at`.
    pub(super) fn text(&mut self, text: &str, at: (f64, f64), font: Font) {
        let place = format!("x=\"{}\" y=\"{}\"", px(at.0), px(at.1));
        self.element(&format!(
            "<text {place} {}>{}</text>",
            looks(font),
            escape(text)
        ));
    }

    /// Lines of text that read upwards, their block's middle at `at`.
    pub(super) fn upward_text(&mut self, lines: &[String], at: (f64, f64), size: f64) {
        let font = Font {
            size,
            bold: false,
            anchor: Anchor::Middle,
        };
        for (i, line) in lines.iter().enumerate() {
            let x = at.0 + (i as f64 - (lines.len() - 1) as f64 / 2.0) * LINE;
            let (x, y) = (px(x + 0.26 * size), px(at.1));
            self.element(&format!(
                "<text transform=\"translate({x} {y}) rotate(-90)\" {}>{}</text>",
                looks(font),
                escape(line)
            ));
        }
    }

    /// The text of the finished picture.
    pub(super) fn finish(mut self) -> String {
        self.body.push_str("</svg>\n");
        self.body
    }
}

/// A coordinate, to a tenth of a pixel.
pub(super) fn px(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

fn looks(font: Font) -> String {
    let anchor = match font.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if font.bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    format!(
        "font-size=\"{}\"{weight}{anchor} fill=\"{INK}\"",
        px(font.size)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
