//! Dumbbells: one row for each value, with a second one to compare it with.

use super::scale::Scale;
use super::text::{self, widest, width, wrap};
use super::{
    AXIS, Canvas, HEADING, HEADING_LINE, INK, Layout, MARGIN, NUMBERS, Plane, SMALL, TEXT, TICK,
    WIDTH, draw_lines,
};
use crate::format;
use crate::names::Hue;
use plotters::element::DashedPathElement;
use plotters::prelude::{
    Circle, Color, DrawingBackend, DynElement, EmptyElement, IntoDynElement, PathElement, Polygon,
    RGBColor, Rectangle, WHITE,
};
use plotters::style::text_anchor::HPos;

/// Height of a row.
const ROW: i32 = 24;

/// Least width of the part with the values.
const LEAST_WIDTH: i32 = 260;

/// Widest name of a row.
const NAME: i32 = 300;

/// Free space between the values and the remarks.
const GAP: i32 = 12;

/// Factor by which an interval may reach beyond all values before it is cut.
const INTERVAL_ROOM: f64 = 3.0;

/// Length of an arrow at the end of the axis.
const ARROW: i32 = 8;

/// Color of the values that are compared with.
const OTHER: RGBColor = RGBColor(0x77, 0x77, 0x77);

/// Picture of values, each beside another one.
#[derive(Clone, Debug)]
pub(crate) struct Dumbbell {
    /// Text above the picture.
    pub(crate) heading: String,
    /// Label of the axis.
    pub(crate) x_label: String,
    /// Makes the axis logarithmic.
    pub(crate) log: bool,
    /// Value that is marked by a line.
    pub(crate) mark: Option<f64>,
    /// Values to which the axis reaches at most. Compared values beyond are an arrow at its end
    /// with their numbers, so that they do not squeeze the others. The axis has all values if
    /// absent.
    pub(crate) limits: Option<[f64; 2]>,
    /// Names of the filled marker, of the open circle, of the open square and of the bar.
    pub(crate) legend: [String; 4],
    pub(crate) rows: Vec<DumbbellRow>,
}

/// One row of a [`Dumbbell`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DumbbellRow {
    /// Text to the left; empty if the row continues the one above.
    pub(crate) name: String,
    /// The value with its interval: low, value, high.
    pub(crate) value: [f64; 3],
    /// The values that it is compared with: open circles.
    pub(crate) others: Vec<f64>,
    /// Further ones, of another origin: open squares.
    pub(crate) elsewhere: Vec<f64>,
    /// Numbers that the value has to lie above, below or between: bars.
    pub(crate) bounds: Vec<f64>,
    /// Text to the right.
    pub(crate) remark: String,
    /// Color of the value.
    pub(crate) hue: usize,
}

impl Dumbbell {
    /// Draws the picture as SVG.
    ///
    /// # Errors
    /// An error of the drawing library.
    pub(crate) fn draw(&self) -> anyhow::Result<String> {
        let layout = self.layout();
        let plot = layout.size.0;
        let own = self.rows.iter().map(|row| row.value[1]);
        let others = self.rows.iter().flat_map(DumbbellRow::compared);
        let [first, last] = self.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let is_on_axis = move |x: &f64| (first..=last).contains(x);
        let bounds = self.rows.iter().flat_map(|row| row.bounds.iter().copied());
        let values = own.chain(others).chain(bounds);
        let values = values.filter(is_on_axis).chain(self.mark);
        let least = values.clone().fold(f64::INFINITY, f64::min) / INTERVAL_ROOM;
        let most = values.clone().fold(f64::NEG_INFINITY, f64::max) * INTERVAL_ROOM;
        let ends = self
            .rows
            .iter()
            .flat_map(|row| [row.value[0], row.value[2]]);
        let ends = ends
            .filter(|end| end.is_finite())
            .map(|end| end.clamp(least, most));
        let all: Vec<f64> = values.chain(ends).collect();
        let room = |label: &str| width(label, SMALL, false) + 20;
        let x = Scale::new(all.iter().copied(), self.log, !self.log, plot, room);
        let y = Scale::of_rows(self.rows.len());
        layout.picture(|canvas| {
            self.draw_legend(canvas, &layout)?;
            let ends = (layout.top, layout.top + layout.size.1);
            let mut plane = layout.plane(canvas, ends, NUMBERS, (x, y))?;
            if let Some(mark) = self.mark {
                let (x, _) = plane.backend_coord(&(mark, 0.0));
                let line = vec![(x, ends.0), (x, ends.1)];
                canvas.draw(&PathElement::new(line, AXIS.stroke_width(2)))?;
            }
            for (i, row) in self.rows.iter().enumerate() {
                row.draw(canvas, &mut plane, &layout, i as f64 + 0.5)?;
            }
            layout.draw_axis_labels(canvas)
        })
    }

    /// Returns the layout, whose heading ends with a free line for the legend.
    fn layout(&self) -> Layout {
        let names = self.rows.iter().map(|row| row.name.as_str());
        let before = widest(names, SMALL, false).min(NAME);
        let remarks = self.rows.iter().map(|row| row.remark.as_str());
        let beside = GAP + widest(remarks, SMALL, false);
        let left = MARGIN + before + 2 * TICK;
        let plot = (WIDTH - MARGIN - left - beside).max(LEAST_WIDTH);
        let mut heading = wrap(&self.heading, HEADING, true, WIDTH - 2 * MARGIN);
        heading.push(String::new());
        let x_label = wrap(&self.x_label, TEXT, false, plot);
        let size = (plot, self.rows.len() as i32 * ROW);
        Layout::new([heading, x_label, Vec::new()], size, before, beside)
    }

    fn draw_legend(&self, canvas: &Canvas<'_>, layout: &Layout) -> anyhow::Result<()> {
        let lines = layout.heading.len() as i32;
        let middle = MARGIN + (lines - 1) * HEADING_LINE + HEADING / 2;
        let style = text::style(TEXT, false, HPos::Left);
        let mut x = MARGIN + 6;
        for (i, name) in self
            .legend
            .iter()
            .enumerate()
            .filter(|(_, name)| !name.is_empty())
        {
            match i {
                0 => canvas.draw(&Circle::new((x, middle), 5, INK.filled()))?,
                1 => canvas.draw(&circle((x, middle)))?,
                3 => canvas.draw(&bar((x, middle)))?,
                _ => canvas.draw(&square((x, middle)))?,
            }
            canvas.draw_text(name, &style, (x + 12, middle))?;
            x += 12 + width(name, TEXT, false) + 30;
        }
        Ok(())
    }
}

/// Returns an open circle.
fn circle<'a, DB: DrawingBackend + 'a, C: Clone + 'a>(at: C) -> DynElement<'a, DB, C> {
    let open = EmptyElement::at(at)
        + Circle::new((0, 0), 5, WHITE.filled())
        + Circle::new((0, 0), 5, OTHER.stroke_width(2));
    open.into_dyn()
}

/// Returns an open square.
fn square<'a, DB: DrawingBackend + 'a, C: Clone + 'a>(at: C) -> DynElement<'a, DB, C> {
    let corners = [(-4, -4), (4, 4)];
    let open = EmptyElement::at(at)
        + Rectangle::new(corners, WHITE.filled())
        + Rectangle::new(corners, OTHER.stroke_width(2));
    open.into_dyn()
}

/// Returns an upright bar.
fn bar<'a, DB: DrawingBackend + 'a, C: Clone + 'a>(at: C) -> DynElement<'a, DB, C> {
    let corners = [(-1, -8), (1, 8)];
    let bar = EmptyElement::at(at) + Rectangle::new(corners, INK.filled());
    bar.into_dyn()
}

impl DumbbellRow {
    /// Returns the values that its own is compared with.
    fn compared(&self) -> impl Iterator<Item = f64> + Clone {
        self.others.iter().chain(&self.elsewhere).copied()
    }

    fn draw(
        &self,
        canvas: &Canvas<'_>,
        plane: &mut Plane<'_, '_>,
        layout: &Layout,
        row: f64,
    ) -> anyhow::Result<()> {
        let [r, g, b] = Hue::ALL[self.hue % Hue::ALL.len()];
        let color = RGBColor(r, g, b);
        let [low, value, high] = self.value;
        let holds = |x: &f64| plane.plotting_area().as_coord_spec().x_spec().holds(*x);
        let has_interval = low < high && holds(&low) && holds(&high);
        let on_axis = |values: &[f64]| values.iter().copied().filter(holds).collect::<Vec<_>>();
        let (others, elsewhere) = (on_axis(&self.others), on_axis(&self.elsewhere));
        let bounds = on_axis(&self.bounds);
        let beyond: Vec<f64> = self.compared().filter(|x| !holds(x)).collect();
        // Positions beyond the axis are at its ends.
        for other in self.compared() {
            let line = vec![(other, row), (value, row)];
            let between = DashedPathElement::new(line, 3, 3, OTHER.stroke_width(1));
            plane.draw_series([between])?;
        }
        if has_interval {
            let interval = vec![(low, row), (high, row)];
            plane.draw_series([PathElement::new(interval, color.stroke_width(3))])?;
        }
        for bound in &bounds {
            plane.plotting_area().draw(&bar((*bound, row)))?;
        }
        for other in &elsewhere {
            plane.plotting_area().draw(&square((*other, row)))?;
        }
        for other in &others {
            plane.plotting_area().draw(&circle((*other, row)))?;
        }
        let filled = EmptyElement::at((value, row)) + Circle::new((0, 0), 5, color.filled());
        plane.plotting_area().draw(&filled)?;
        let (above, below): (Vec<f64>, Vec<f64>) = beyond.into_iter().partition(|x| *x > value);
        let end = |x: f64| plane.backend_coord(&(x, row));
        draw_beyond(canvas, end(f64::NEG_INFINITY), -1, &below)?;
        draw_beyond(canvas, end(f64::INFINITY), 1, &above)?;
        let (_, middle) = plane.backend_coord(&(value, row));
        let style = text::style(SMALL, false, HPos::Right);
        let name = wrap(&self.name, SMALL, false, NAME);
        let first = name.into_iter().take(1).collect::<Vec<_>>();
        let at = (layout.left - 2 * TICK, middle);
        draw_lines(canvas, &first, &style, at, (0, ROW))?;
        let style = text::style(SMALL, false, HPos::Left);
        let beside = layout.left + layout.size.0 + GAP;
        canvas.draw_text(&self.remark, &style, (beside, middle))?;
        Ok(())
    }
}

/// Draws an arrow to the right (`side` is 1) or left (-1) at an end of the axis, with the numbers
/// of the values that lie beyond it. Nothing without values.
fn draw_beyond(
    canvas: &Canvas<'_>,
    (end, middle): (i32, i32),
    side: i32,
    values: &[f64],
) -> anyhow::Result<()> {
    let ends = [
        values.iter().copied().reduce(f64::min),
        values.iter().copied().reduce(f64::max),
    ];
    let [Some(least), Some(most)] = ends else {
        return Ok(());
    };
    let [least, most] = [least, most].map(format::number);
    let text = if least == most {
        least
    } else {
        format!("{least} to {most}")
    };
    let base = end - side * ARROW;
    let corners = vec![(end, middle), (base, middle - 5), (base, middle + 5)];
    canvas.draw(&Polygon::new(corners, OTHER.filled()))?;
    let wide = width(&text, SMALL, false);
    let left = if side > 0 { base - 4 - wide } else { base + 4 };
    // Over the line that leads to the arrow.
    let free = [
        (left - 2, middle - SMALL / 2),
        (left + wide + 2, middle + SMALL / 2),
    ];
    canvas.draw(&Rectangle::new(free, WHITE.filled()))?;
    let style = text::style(SMALL, false, HPos::Left);
    canvas.draw_text(&text, &style, (left, middle))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(limits: Option<[f64; 2]>) -> String {
        let row = |name: &str, others: &[f64]| DumbbellRow {
            name: name.to_owned(),
            value: [0.95, 1.0, 1.05],
            others: others.to_vec(),
            elsewhere: Vec::new(),
            bounds: Vec::new(),
            remark: String::new(),
            hue: 0,
        };
        let picture = Dumbbell {
            heading: "Made up".to_owned(),
            x_label: "ratio".to_owned(),
            log: true,
            mark: Some(1.0),
            limits,
            legend: ["newest", "", "", ""].map(str::to_owned),
            rows: vec![
                row("calm", &[0.9, 1.2]),
                row("far", &[228.0, 2.0, 206.0]),
                row("low", &[0.01]),
            ],
        };
        picture.draw().unwrap()
    }

    #[test]
    fn values_beyond_the_limits_are_arrows_with_their_numbers() {
        let circles = |svg: &str| svg.matches("fill=\"none\" stroke=\"#777777\"").count();
        let free = drawn(None);
        assert_eq!((circles(&free), free.matches("<polygon").count()), (6, 0));
        assert!(free.contains("\n100\n"), "a tick far from the others");
        let limited = drawn(Some([0.1, 10.0]));
        assert_eq!(
            (circles(&limited), limited.matches("<polygon").count()),
            (3, 2)
        );
        assert!(!limited.contains("\n100\n"), "{limited}");
        for number in ["\n206 to 228\n", "\n0.0100\n"] {
            assert!(limited.contains(number), "{number}: {limited}");
        }
    }
}
