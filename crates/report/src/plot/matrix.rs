//! A matrix of slow-downs: jobs by detectors, the darker the slower.

use super::text::{self, width, wrap};
use super::{Canvas, HEADING, HEADING_LINE, LINE, MARGIN, SMALL, TEXT, draw_lines};
use crate::format;
use plotters::prelude::{Color, FontTransform, IntoDrawingArea, RGBColor, Rectangle, SVGBackend};
use plotters::style::text_anchor::HPos;

/// Size of a cell in pixels.
const CELL: (i32, i32) = (47, 30);

/// Widest name of a column, which stands upright, in pixels.
const COLUMN_NAME: i32 = 160;

/// Free space between names and cells.
const GAP: i32 = 8;

/// Slow-down that is drawn in the darkest color. The fastest has the lightest.
const DARKEST: f64 = 100.0;

/// From the lightest to the darkest color, in steps that are even to the eye.
const BLUES: [RGBColor; 5] = [
    RGBColor(0xf1, 0xf6, 0xfc),
    RGBColor(0xbd, 0xd7, 0xee),
    RGBColor(0x6b, 0xae, 0xd6),
    RGBColor(0x21, 0x71, 0xb5),
    RGBColor(0x08, 0x30, 0x6b),
];

/// Text on light and on dark cells, which keep their colors on dark pages.
const CELL_TEXT: [RGBColor; 2] = [RGBColor(0x11, 0x11, 0x11), RGBColor(0xfe, 0xfe, 0xfe)];

/// Share of the colors from which on text is white.
const DARK: f64 = 0.6;

/// Color of what cannot take part.
const REFUSED: RGBColor = RGBColor(0xd9, 0xd9, 0xd9);

/// Outline of a wrong detector.
const WRONG: RGBColor = RGBColor(0xd5, 0x5e, 0x00);

/// Slow-downs of all detectors in all jobs.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// Text above the picture.
    pub(crate) heading: String,
    /// Names of the detectors.
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<MatrixRow>,
}

/// One job.
#[derive(Clone, Debug)]
pub(crate) struct MatrixRow {
    pub(crate) name: String,
    /// One for each column.
    pub(crate) cells: Vec<Slowdown>,
    /// Text to the right: the time of the fastest.
    pub(crate) remark: String,
}

/// How many times slower than the fastest a detector is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Slowdown {
    NotMeasured,
    /// It does not accept the bodies, or failed.
    Refused,
    /// `best` if it is as fast as the fastest as far as can be measured.
    Times {
        ratio: f64,
        best: bool,
        wrong: bool,
    },
}

impl Matrix {
    /// Draws the matrix as SVG.
    ///
    /// # Errors
    /// An error of the drawing library.
    pub(crate) fn draw(&self) -> anyhow::Result<String> {
        let names = self.rows.iter().map(|row| row.name.as_str());
        let remarks = self.rows.iter().map(|row| row.remark.as_str());
        let before = text::widest(names, SMALL, false) + GAP;
        let cells = self.columns.len() as i32 * CELL.0;
        let legend = legend();
        let beside = GAP + text::widest(remarks, SMALL, true);
        let legend_width: i32 = legend.iter().map(|(_, text)| sample_width(text)).sum();
        let inner = (before + cells + beside).max(legend_width);
        let heading = wrap(&self.heading, HEADING, true, inner);
        let columns: Vec<Vec<String>> = self.columns.iter().map(|name| column(name)).collect();
        let lines = columns.iter().flatten().map(String::as_str);
        let above = text::widest(lines, SMALL, false) + GAP;
        let left = MARGIN + before;
        let top = MARGIN + heading.len() as i32 * HEADING_LINE + above + GAP;
        let bottom = top + self.rows.len() as i32 * CELL.1;
        let size = (inner + 2 * MARGIN, bottom + GAP + 2 * LINE + MARGIN);

        let mut svg = String::new();
        let canvas_size = (u32::try_from(size.0)?, u32::try_from(size.1)?);
        let canvas = SVGBackend::with_string(&mut svg, canvas_size).into_drawing_area();
        let bold = text::style(HEADING, true, HPos::Left);
        let first = (MARGIN, MARGIN + HEADING / 2);
        draw_lines(&canvas, &heading, &bold, first, (0, HEADING_LINE))?;
        for (name, i) in columns.iter().zip(0..) {
            let upwards = text::style(SMALL, false, HPos::Left).transform(FontTransform::Rotate270);
            let middle = left + i * CELL.0 + CELL.0 / 2 - (name.len() as i32 - 1) * LINE / 2;
            draw_lines(&canvas, name, &upwards, (middle, top - GAP), (LINE, 0))?;
        }
        for (row, i) in self.rows.iter().zip(0..) {
            let y = top + i * CELL.1;
            let name = text::style(SMALL, false, HPos::Right);
            canvas.draw_text(&row.name, &name, (left - GAP, y + CELL.1 / 2))?;
            for (cell, j) in row.cells.iter().zip(0..) {
                cell.draw(&canvas, (left + j * CELL.0, y))?;
            }
            let remark = text::style(SMALL, true, HPos::Left);
            let beside = left + cells + GAP;
            canvas.draw_text(&row.remark, &remark, (beside, y + CELL.1 / 2))?;
        }
        draw_legend(&canvas, &legend, (MARGIN, bottom + GAP + LINE / 2))?;
        canvas.present()?;
        drop(canvas);
        let texts = [heading.join(" "), "detectors".to_owned(), "jobs".to_owned()];
        Ok(super::svg::finished(&svg, &texts))
    }
}

impl Slowdown {
    /// Draws a cell whose upper left corner is at `corner`.
    fn draw(self, canvas: &Canvas<'_>, (x, y): (i32, i32)) -> anyhow::Result<()> {
        let ends = [(x + 1, y + 1), (x + CELL.0 - 1, y + CELL.1 - 1)];
        let middle = (x + CELL.0 / 2, y + CELL.1 / 2);
        match self {
            Slowdown::NotMeasured => {
                let style = text::style(SMALL, false, HPos::Center);
                canvas.draw_text(format::NOTHING, &style, middle)?;
            }
            Slowdown::Refused => canvas.draw(&Rectangle::new(ends, REFUSED.filled()))?,
            Slowdown::Times { ratio, best, wrong } => {
                let share = darkness(ratio);
                canvas.draw(&Rectangle::new(ends, blue(share).filled()))?;
                if wrong {
                    canvas.draw(&Rectangle::new(ends, WRONG.stroke_width(3)))?;
                }
                let color = CELL_TEXT[usize::from(share > DARK)];
                let style = text::style(SMALL, best, HPos::Center).color(&color);
                canvas.draw_text(&short(ratio), &style, middle)?;
            }
        }
        Ok(())
    }
}

/// Returns the lines of a column's name.
fn column(name: &str) -> Vec<String> {
    wrap(name, SMALL, false, COLUMN_NAME)
}

/// Returns two digits, or all before the point.
fn short(ratio: f64) -> String {
    match ratio {
        1.0 => "1".to_owned(),
        r if r < 9.95 => format!("{r:.1}"),
        r => format!("{r:.0}"),
    }
}

/// Returns the position of a slow-down in the colors, from 0 to 1, logarithmically.
fn darkness(ratio: f64) -> f64 {
    (ratio.max(1.0).ln() / DARKEST.ln()).min(1.0)
}

/// Returns the color at `share` of the way from the lightest to the darkest.
fn blue(share: f64) -> RGBColor {
    let position = share * (BLUES.len() - 1) as f64;
    let i = (position as usize).min(BLUES.len() - 2);
    let part = position - i as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (BLUES[i], BLUES[i + 1]);
    RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Returns samples of cells with what they mean.
fn legend() -> [(Slowdown, &'static str); 5] {
    let times = |ratio, best, wrong| Slowdown::Times { ratio, best, wrong };
    [
        (times(1.0, true, false), "as fast as the fastest"),
        (times(10.0, false, false), "times slower"),
        (times(1.0, false, true), "wrong answers"),
        (Slowdown::Refused, "does not accept the bodies"),
        (Slowdown::NotMeasured, "not measured"),
    ]
}

/// Returns the width of a sample with its text.
fn sample_width(text: &str) -> i32 {
    CELL.0 + GAP + width(text, TEXT, false) + 2 * GAP
}

fn draw_legend(
    canvas: &Canvas<'_>,
    samples: &[(Slowdown, &str)],
    (mut x, y): (i32, i32),
) -> anyhow::Result<()> {
    for (cell, meaning) in samples {
        cell.draw(canvas, (x, y))?;
        let style = text::style(TEXT, false, HPos::Left);
        canvas.draw_text(meaning, &style, (x + CELL.0 + GAP, y + CELL.1 / 2))?;
        x += sample_width(meaning);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_is_dark_and_the_fastest_light() {
        assert_eq!(blue(darkness(1.0)), BLUES[0]);
        assert_eq!(blue(darkness(0.5)), BLUES[0], "a wrong one may be faster");
        assert_eq!(blue(darkness(10.0)), BLUES[2]);
        assert_eq!(blue(darkness(100.0)), BLUES[4]);
        assert_eq!(blue(darkness(1e9)), BLUES[4]);
    }

    #[test]
    fn cells_have_at_most_two_digits_or_whole_numbers() {
        let texts = [1.0, 1.04, 9.94, 9.96, 382.4].map(short);
        assert_eq!(texts, ["1", "1.0", "9.9", "10", "382"]);
    }

    #[test]
    fn every_text_is_within_the_picture() {
        let times = |ratio, wrong| Slowdown::Times {
            ratio,
            best: ratio == 1.0,
            wrong,
        };
        let matrix = Matrix {
            heading: "All contacts: how many times slower than the fastest".into(),
            columns: vec!["parry3d".into(), "face-octree-tuned first-contact".into()],
            rows: vec![MatrixRow {
                name: "two spheres".into(),
                cells: vec![times(1.0, false), times(183.0, true)],
                remark: "2 µs".into(),
            }],
        };
        let svg = matrix.draw().unwrap();
        for part in ["parry3d", "first-contact", "two spheres", "183", "2 µs"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        let width: i32 = number_after(&svg, "width=\"");
        for x in svg.split(" x=\"").skip(1) {
            let x: i32 = x.split('"').next().unwrap().parse().unwrap();
            assert!((0..width).contains(&x), "{x} of {width}");
        }
    }

    fn number_after(text: &str, name: &str) -> i32 {
        let rest = text.split(name).nth(1).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }
}
