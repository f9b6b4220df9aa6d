//! Phases of an approach, shaded under curves over frames: apart, boxes overlap, contact.

use crate::curves::{Line, lines_of_plot};
use crate::plot::Chart;
use crate::{Page, Plot};
use records::Rows;

/// Quantities that begin a phase, with the name of its first position.
const BEGINS: [(&str, &str); 2] = [
    ("overlap-regions", "first overlap of boxes"),
    ("contacts", "first contact"),
];

/// Shades the phases of a chart by the rows of `plot.phases`, a detector, and marks where each
/// begins: where the drawn series have something to count, if they do so within one frame. A
/// quantity that is recorded at one position alone begins none.
pub(super) fn shade(chart: &mut Chart, rows: &Rows, page: &Page, plot: &Plot) {
    let Some(detector) = &plot.phases else {
        return;
    };
    let of_detector = Plot {
        detectors: vec![detector.clone()],
        ..plot.clone()
    };
    let positions = chart.curves.iter().flat_map(|c| &c.points).map(|p| p.x);
    let (first, last) = positions.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    for (quantity, name) in BEGINS {
        let lines = lines_of_plot(rows, &page.id, &of_detector, quantity);
        let begins = common_begin(lines.iter().filter_map(begin));
        let Some(begins) = begins.filter(|x| (first..=last).contains(x)) else {
            continue;
        };
        chart.bands.push((begins, last));
        if begins > first {
            chart.marks.push(begins);
            chart.mark_names.push(name.to_owned());
        } else {
            // A line on the axis would not be seen.
            chart.x_label += &format!("; {name}: {begins}");
        }
    }
}

/// Returns where lines begin, if they do so within one frame.
fn common_begin(begins: impl Iterator<Item = f64>) -> Option<f64> {
    let span = |(low, high): (f64, f64), x: f64| (low.min(x), high.max(x));
    let (low, high) = begins.fold((f64::INFINITY, f64::NEG_INFINITY), span);
    (0.0..=1.0).contains(&(high - low)).then_some(low)
}

/// Returns the first position at which a line of counts is not zero.
fn begin(line: &Line<'_>) -> Option<f64> {
    let points = line.points();
    let counted = |point: &&(f64, f64)| point.1 > 0.0;
    points
        .iter()
        .filter(|_| points.len() > 1)
        .find(counted)
        .map(|(x, _)| *x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::chart;
    use crate::tests::samples::{key, time};
    use records::{Row, Unit};

    /// Returns the chart of an approach in five cycles.
    fn approach(overlaps: [f64; 5], contacts: [f64; 5], phases: Option<&str>) -> Chart {
        let mut rows = Rows::default();
        let cycles = [1.0, 2.0, 3.0, 4.0, 5.0];
        for ((x, overlap), contact) in cycles.into_iter().zip(overlaps).zip(contacts) {
            rows.push(time("e", "a", "", x, &[1e-3 * x]));
            let count =
                |quantity, value| Row::exact(&key("e", "a", "", x), quantity, Unit::Count, value);
            rows.push(count("overlap-regions", overlap));
            rows.push(count("contacts", contact));
        }
        let page = Page {
            id: "e".into(),
            ..Page::default()
        };
        let plot = Plot {
            phases: phases.map(str::to_owned),
            ..Plot::default()
        };
        chart(&rows, &page, &plot).unwrap()
    }

    #[test]
    fn phases_begin_at_the_first_overlap_and_at_the_first_contact() {
        let (overlaps, contacts) = ([0.0, 0.0, 1.0, 1.0, 2.0], [0.0, 0.0, 0.0, 0.0, 7.0]);
        let shaded = approach(overlaps, contacts, Some("a"));
        assert_eq!(shaded.bands, [(3.0, 5.0), (5.0, 5.0)]);
        assert_eq!(shaded.marks, [3.0, 5.0]);
        assert_eq!(
            shaded.mark_names,
            ["first overlap of boxes", "first contact"]
        );
        for none in [None, Some("b")] {
            let plain = approach(overlaps, contacts, none);
            assert!(plain.bands.is_empty() && plain.marks.is_empty());
        }
        let throughout = approach([1.0; 5], contacts, Some("a"));
        assert_eq!(throughout.bands, [(1.0, 5.0), (5.0, 5.0)]);
        assert_eq!(throughout.marks, [5.0]);
        assert_eq!(throughout.x_label, "faces; first overlap of boxes: 1");
        let apart = approach([0.0; 5], [0.0; 5], Some("a"));
        assert!(apart.bands.is_empty());
    }

    #[test]
    fn scenes_whose_phases_begin_apart_have_none() {
        assert_eq!(common_begin([1.0, 31.0].into_iter()), None);
        assert_eq!(common_begin([52.0, 51.0].into_iter()), Some(51.0));
        assert_eq!(common_begin([].into_iter()), None);
    }

    #[test]
    fn bands_lie_under_the_curves() {
        let (overlaps, contacts) = ([0.0, 0.0, 1.0, 1.0, 2.0], [0.0, 0.0, 0.0, 0.0, 7.0]);
        let svg = |phases| {
            let chart = approach(overlaps, contacts, phases);
            let styles = crate::plot::Styles::new(&chart.names());
            chart.draw(&styles).unwrap()
        };
        let shaded = svg(Some("a"));
        assert!(shaded.contains("first overlap of boxes") && shaded.contains("first contact"));
        let rectangles = |svg: &str| svg.matches("<rect").count();
        assert_eq!(
            rectangles(&shaded),
            rectangles(&svg(None)) + 1,
            "one has a width"
        );
    }
}
