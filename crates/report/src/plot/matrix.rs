//! A matrix of slow-downs: jobs by detectors, the darker the slower.

use super::text::{self, width, wrap};
use super::{
    Canvas, HEADING, HEADING_LINE, LINE, MARGIN, NAME_LINE, SMALL, TEXT, WIDEST, draw_lines,
};
use crate::format;
use plotters::prelude::{Color, FontTransform, IntoDrawingArea, RGBColor, Rectangle, SVGBackend};
use plotters::style::text_anchor::HPos;

/// Size of a cell in pixels, unless many columns leave less width.
const CELL: (i32, i32) = (47, 30);

/// Widest line of a job's name, if the name would leave cells less width.
const ROW_NAME: i32 = 165;

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
    /// First rows of groups, with the names of these above them. Empty without groups.
    pub(crate) groups: Vec<(usize, String)>,
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

/// Time of a detector over that of the fastest.
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
        let layout = MatrixLayout::of(self);
        let size = layout.size();
        let mut svg = String::new();
        let canvas_size = (u32::try_from(size.0)?, u32::try_from(size.1)?);
        let canvas = SVGBackend::with_string(&mut svg, canvas_size).into_drawing_area();
        let bold = text::style(HEADING, true, HPos::Left);
        let first = (MARGIN, MARGIN + HEADING / 2);
        draw_lines(&canvas, &layout.heading, &bold, first, (0, HEADING_LINE))?;
        self.draw_columns(&canvas, &layout)?;
        self.draw_rows(&canvas, &layout)?;
        for (i, samples) in layout.legend.iter().enumerate() {
            let y = layout.bottom + GAP + LINE / 2 + i as i32 * 2 * LINE;
            draw_legend(&canvas, samples, (MARGIN, y))?;
        }
        canvas.present()?;
        drop(canvas);
        let heading = layout.heading.join(" ");
        let texts = [heading, "detectors".to_owned(), "jobs".to_owned()];
        Ok(super::svg::finished(&svg, &texts))
    }

    /// Draws the upright names of the columns.
    fn draw_columns(&self, canvas: &Canvas<'_>, layout: &MatrixLayout) -> anyhow::Result<()> {
        for (name, i) in layout.columns.iter().zip(0..) {
            let upwards = text::style(SMALL, false, HPos::Left).transform(FontTransform::Rotate270);
            let cell = layout.left + i * layout.cell.0 + layout.cell.0 / 2;
            let middle = cell - (name.len() as i32 - 1) * LINE / 2;
            draw_lines(
                canvas,
                name,
                &upwards,
                (middle, layout.top - GAP),
                (LINE, 0),
            )?;
        }
        Ok(())
    }

    /// Draws the jobs with their names, cells and remarks.
    fn draw_rows(&self, canvas: &Canvas<'_>, layout: &MatrixLayout) -> anyhow::Result<()> {
        let (left, cell) = (layout.left, layout.cell);
        for (first, name) in &self.groups {
            let at = (MARGIN, layout.rows[*first] - LINE / 2 - 1);
            canvas.draw_text(name, &text::style(SMALL, true, HPos::Left), at)?;
        }
        for ((row, name), i) in self.rows.iter().zip(&layout.names).zip(0usize..) {
            let y = layout.rows[i];
            let first = y + cell.1 / 2 - (name.len() as i32 - 1) * NAME_LINE / 2;
            let style = text::style(SMALL, false, HPos::Right);
            draw_lines(canvas, name, &style, (left - GAP, first), (0, NAME_LINE))?;
            for (slowdown, j) in row.cells.iter().zip(0..) {
                slowdown.draw(canvas, (left + j * cell.0, y), cell)?;
            }
            let remark = text::style(SMALL, true, HPos::Left);
            let beside = left + row.cells.len() as i32 * cell.0 + GAP;
            canvas.draw_text(&row.remark, &remark, (beside, y + cell.1 / 2))?;
        }
        Ok(())
    }
}

/// Positions of the parts of a matrix, in pixels, and texts in lines.
struct MatrixLayout {
    heading: Vec<String>,
    /// Names of the columns.
    columns: Vec<Vec<String>>,
    /// Names of the rows.
    names: Vec<Vec<String>>,
    /// Lines of samples.
    legend: Vec<Vec<(Slowdown, &'static str)>>,
    /// Width and height of a cell.
    cell: (i32, i32),
    /// Left and upper ends of the cells, and the lower one.
    left: i32,
    top: i32,
    bottom: i32,
    /// Upper ends of the rows.
    rows: Vec<i32>,
    /// Width of the picture without its margins.
    inner: i32,
}

impl MatrixLayout {
    fn of(matrix: &Matrix) -> MatrixLayout {
        let columns: Vec<_> = matrix.columns.iter().map(|name| column(name)).collect();
        let count = columns.len() as i32;
        let remarks = matrix.rows.iter().map(|row| row.remark.as_str());
        let beside = GAP + text::widest(remarks, SMALL, true);
        let named = |limit: i32| {
            let lines = matrix.rows.iter();
            let lines = lines.map(|row| wrap(&row.name, SMALL, false, limit));
            let names: Vec<Vec<String>> = lines.collect();
            let all = names.iter().flatten().map(String::as_str);
            let room = text::widest(all, SMALL, false) + GAP;
            (names, room)
        };
        let free = |before: i32| WIDEST - 2 * MARGIN - before - beside;
        // Names have one line each, unless the cells then have too little room.
        let (mut names, mut before) = named(WIDEST);
        if free(before) < count * CELL.0 {
            (names, before) = named(ROW_NAME);
        }
        let width = CELL.0.min(free(before) / count.max(1));
        let most_lines = names.iter().map(Vec::len).max().unwrap_or(1) as i32;
        let cell = (width, CELL.1.max(most_lines * NAME_LINE + 2));
        let mut cells = matrix.rows.iter().flat_map(|row| &row.cells);
        let has_thousands =
            cells.any(|cell| matches!(cell, Slowdown::Times { ratio, .. } if *ratio >= THOUSAND));
        let legend = legend_lines(has_thousands, WIDEST - 2 * MARGIN);
        let widths = legend.iter().map(|samples| line_width(samples));
        let inner = (before + count * width + beside).max(widths.max().unwrap_or(0));
        let heading = wrap(&matrix.heading, HEADING, true, inner);
        let lines = columns.iter().flatten().map(String::as_str);
        let above = text::widest(lines, SMALL, false) + GAP;
        let top = MARGIN + heading.len() as i32 * HEADING_LINE + above + GAP;
        let groups_before =
            |row: usize| matrix.groups.iter().filter(move |(first, _)| *first <= row);
        let group = LINE + GAP / 2;
        let row =
            |row: usize| top + row as i32 * cell.1 + groups_before(row).count() as i32 * group;
        let rows: Vec<i32> = (0..names.len()).map(row).collect();
        MatrixLayout {
            heading,
            columns,
            legend,
            cell,
            left: MARGIN + before,
            top,
            bottom: rows.last().map_or(top, |last| last + cell.1),
            rows,
            names,
            inner,
        }
    }

    /// Returns the size of the picture.
    fn size(&self) -> (i32, i32) {
        let legend = GAP + self.legend.len() as i32 * 2 * LINE;
        (self.inner + 2 * MARGIN, self.bottom + legend + MARGIN)
    }
}

impl Slowdown {
    /// Draws a cell of a size whose upper left corner is at `(x, y)`.
    fn draw(self, canvas: &Canvas<'_>, (x, y): (i32, i32), size: (i32, i32)) -> anyhow::Result<()> {
        let ends = [(x + 1, y + 1), (x + size.0 - 1, y + size.1 - 1)];
        let middle = (x + size.0 / 2, y + size.1 / 2);
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
                let text = short(ratio);
                let style = text::style(SMALL, best, HPos::Center).color(&color);
                canvas.draw_text(&text, &style, middle)?;
            }
        }
        Ok(())
    }
}

/// Returns the lines of a column's name.
fn column(name: &str) -> Vec<String> {
    wrap(name, SMALL, false, COLUMN_NAME)
}

/// Least multiple that is written in thousands: four digits are wider than a narrow cell.
const THOUSAND: f64 = 999.5;

/// Returns two digits, three from 1 to 2, or all before the point; thousands as "2.4k".
fn short(ratio: f64) -> String {
    if ratio < THOUSAND {
        format::two_digits(ratio)
    } else {
        short_thousands(ratio / 1000.0)
    }
}

fn short_thousands(thousands: f64) -> String {
    if thousands < 9.95 {
        format!("{thousands:.1}k")
    } else {
        format!("{thousands:.0}k")
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
fn legend(has_thousands: bool) -> [(Slowdown, &'static str); 5] {
    let times = |ratio, best, wrong| Slowdown::Times { ratio, best, wrong };
    let slower = if has_thousands {
        "times slower (k: thousands)"
    } else {
        "times slower"
    };
    [
        (times(1.0, true, false), "bold: as fast as the fastest"),
        (times(10.0, false, false), slower),
        (times(1.0, false, true), "wrong answers"),
        (Slowdown::Refused, "does not accept the bodies"),
        (Slowdown::NotMeasured, "not measured"),
    ]
}

/// Returns the width of a sample with its text.
fn sample_width(text: &str) -> i32 {
    CELL.0 + GAP + width(text, TEXT, false) + 2 * GAP
}

/// Returns the width of a line of samples.
fn line_width(samples: &[(Slowdown, &str)]) -> i32 {
    samples.iter().map(|(_, text)| sample_width(text)).sum()
}

/// Returns the samples in lines no wider than `limit`.
fn legend_lines(has_thousands: bool, limit: i32) -> Vec<Vec<(Slowdown, &'static str)>> {
    let mut lines: Vec<Vec<_>> = vec![Vec::new()];
    for sample in legend(has_thousands) {
        let last = lines.last_mut().expect("one line at least");
        if !last.is_empty() && line_width(last) + sample_width(sample.1) > limit {
            lines.push(vec![sample]);
        } else {
            last.push(sample);
        }
    }
    lines
}

fn draw_legend(
    canvas: &Canvas<'_>,
    samples: &[(Slowdown, &str)],
    (mut x, y): (i32, i32),
) -> anyhow::Result<()> {
    for (cell, meaning) in samples {
        cell.draw(canvas, (x, y), CELL)?;
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
    fn cells_have_few_digits_or_whole_numbers() {
        let texts = [1.0, 1.04, 1.996, 9.94, 9.96, 382.4, 999.6, 2392.0, 31_400.0].map(short);
        let written = [
            "1", "1.04", "2.0", "9.9", "10", "382", "1.0k", "2.4k", "31k",
        ];
        assert_eq!(texts, written);
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
            groups: vec![(0, "two bodies".into())],
        };
        let svg = matrix.draw().unwrap();
        let parts = ["parry3d", "first-contact", "two spheres", "183", "2 µs"];
        for part in parts.into_iter().chain(["two bodies"]) {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        let width: i32 = number_after(&svg, "width=\"");
        for x in svg.split(" x=\"").skip(1) {
            let x: i32 = x.split('"').next().unwrap().parse().unwrap();
            assert!((0..width).contains(&x), "{x} of {width}");
        }
    }

    #[test]
    fn many_columns_are_narrower_and_long_names_have_lines() {
        let times = |ratio| Slowdown::Times {
            ratio,
            best: false,
            wrong: false,
        };
        let matrix = Matrix {
            heading: "Yes or no".into(),
            columns: vec!["parry3d mesh f64".into(); 16],
            rows: vec![MatrixRow {
                name: "2 spheres of 39 600 faces overlap".into(),
                cells: vec![times(1188.0); 16],
                remark: "727 ns".into(),
            }],
            groups: Vec::new(),
        };
        let layout = MatrixLayout::of(&matrix);
        assert!(layout.size().0 <= WIDEST, "{:?}", layout.size());
        assert_eq!(layout.names[0].len(), 2, "{:?}", layout.names);
        // Measured widths are up to 6 % too large.
        let digits = width(&short(1188.0), SMALL, false);
        assert!(
            100 * digits <= 106 * layout.cell.0,
            "{digits} in {:?}",
            layout.cell
        );
        // Smaller text is hard to read where pages shrink the picture.
        let svg = matrix.draw().unwrap();
        assert!(
            svg.contains("\n1.2k\n") && svg.contains("k: thousands"),
            "{svg}"
        );
        for size in svg.split("font-size=\"").skip(1) {
            let size: f64 = size.split('"').next().unwrap().parse().unwrap();
            assert!(size.round() >= f64::from(SMALL), "{size}");
        }
    }

    #[test]
    fn names_of_groups_have_room_above_their_rows() {
        let row = |name: &str| MatrixRow {
            name: name.into(),
            cells: vec![Slowdown::NotMeasured],
            remark: String::new(),
        };
        let matrix = |groups: Vec<(usize, String)>| Matrix {
            heading: "All contacts".into(),
            columns: vec!["bvh".into()],
            rows: ["a", "b", "c"].map(row).to_vec(),
            groups,
        };
        let without = MatrixLayout::of(&matrix(Vec::new()));
        let groups = vec![(0, "two bodies".into()), (2, "many bodies".into())];
        let with = MatrixLayout::of(&matrix(groups));
        let moved = with.rows.iter().zip(&without.rows).map(|(a, b)| a - b);
        let moved: Vec<i32> = moved.collect();
        assert!(moved[0] >= LINE && moved[1] == moved[0], "{moved:?}");
        assert_eq!(moved[2], 2 * moved[0]);
        assert_eq!(with.bottom - without.bottom, moved[2]);
    }

    fn number_after(text: &str, name: &str) -> i32 {
        let rest = text.split(name).nth(1).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }
}
