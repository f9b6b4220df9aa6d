//! Tables under plots, as Markdown.

mod breakdown;
mod speed;

pub(crate) use breakdown::numbers;
pub(crate) use speed::{process_spread, slow_repeats, speed};

use crate::claims::ratio;
use crate::curves::{Line, distinct, group, lines, lines_of_plot, names};
use crate::draw::rows::positions_of;
use crate::escape;
use crate::format::{self, NOTHING, UnitScale};
use crate::page::{Checked, PaperCurve, PlotShape};
use crate::quotients::drawn;
use crate::{Page, Plot};
use records::{Row, Rows, Selection, TextTable, Unit, Value};

/// Detector that the others are divided by, if it takes part.
const REFERENCE: &str = "face-octree";

/// Maximum number of rows of a table. Longer curves are represented by a few of their points.
const LONGEST: usize = 20;

/// Transposes a table.
fn turned(table: TextTable) -> TextTable {
    let mut lines: Vec<Vec<String>> = vec![table.head];
    lines.extend(table.rows);
    let column = |i: usize| lines.iter().map(|line| line[i].clone()).collect::<Vec<_>>();
    let mut columns = (0..lines[0].len()).map(column);
    TextTable {
        head: columns.next().unwrap_or_default(),
        rows: columns.collect(),
    }
}

/// Returns the numbers that `plot` draws, with their intervals.
pub(crate) fn under_plot(rows: &Rows, page: &Page, plot: &Plot) -> String {
    // Each point is a job of its own: the table of jobs has the numbers.
    if plot.against.is_some() {
        return String::new();
    }
    let divided = drawn(rows, &page.id, plot);
    let lines = lines_of_plot(&divided, &page.id, plot, plot.quantity());
    let Some(first) = lines.first() else {
        return String::new();
    };
    use PlotShape::{Cumulative, Dumbbells, Exceedance, Histograms, Quartiles, Steps};
    match plot.shape {
        Histograms | Cumulative | Exceedance | Quartiles => return spread(rows, page, plot),
        Dumbbells => return side_by_side(rows, page, plot),
        // Those of the last position stand under "Times and work counts".
        Steps => return String::new(),
        _ => {}
    }
    let table = if let Some(table) = grid(&lines).filter(|_| plot.paper.is_empty()) {
        table
    } else if lines.iter().any(|line| line.rows.len() > LONGEST) {
        // The rows of all samples, if points are the worst of groups of them.
        let wholes = lines_of_plot(rows, &page.id, plot, &plot.worst_of);
        few_points(&lines, &wholes, group(plot, &lines))
    } else {
        // The label of the axis says more than the rows' name.
        let x_name = format::or(&plot.x, &first.rows[0].key.x_name);
        every_point(&lines, x_name, &plot.paper)
    };
    table.markdown()
}

/// Returns a sentence on the paper's numbers in a plot and its table. Empty without any.
pub(crate) fn note(plot: &Plot) -> String {
    let scaled = plot.paper.iter().find_map(|curve| curve.at);
    let scaled = scaled.map(|at| {
        let at = format::number(at);
        format!(
            "\"Scaled\": the paper's numbers, multiplied by one factor for each curve, so that they \
             meet ours at {at}. Only the shapes compare."
        )
    });
    let bound = plot.paper.iter().any(|curve| curve.bound);
    let bound = bound.then(|| "Kept: ours is at most the paper's.".to_owned());
    let divided = plot.divided_by.is_some() && !plot.paper.is_empty();
    let divided = divided.then(|| {
        "The paper's ratios are quotients of its own numbers, on the same scale as ours.".to_owned()
    });
    format::join(
        &[scaled, bound, divided].map(Option::unwrap_or_default),
        " ",
    )
}

/// Returns the quantiles of histograms: those of the quantity whose bins they draw, `quantity` for
/// `quantity/share`.
fn spread(rows: &Rows, page: &Page, plot: &Plot) -> String {
    let whole = match plot.shape {
        PlotShape::Exceedance | PlotShape::Quartiles => plot.quantity(),
        _ => plot.quantity().rsplit_once('/').map_or("", |(q, _)| q),
    };
    let lines = lines_of_plot(rows, &page.id, plot, whole);
    // One unit for all: that of the largest median.
    let medians = lines.iter().filter_map(|line| line.last().median());
    let largest = medians.fold(0.0, f64::max);
    let unit = lines.first().map_or(Unit::Ratio, |line| line.last().unit);
    let scale = UnitScale::of(largest, unit);
    let quantiles = |(line, name): (&Line<'_>, String)| {
        let row = line.last();
        let s = row.outcome.as_ref().ok()?.summary()?;
        let numbers = [s.min, s.q1, s.median, s.q3, s.max];
        let mut cells = vec![name, format::number(f64::from(s.n))];
        cells.extend(numbers.map(|v| scale.number(v)));
        Some(cells)
    };
    // Rows of bins without their samples have the median alone.
    let exact = |line: &Line<'_>| {
        let outcome = line.last().outcome.as_ref();
        outcome.is_ok_and(|value| matches!(value, Value::Exact(_)))
    };
    if lines.iter().all(exact) {
        let mut table = TextTable::new(["", "median"]);
        for (line, name) in lines.iter().zip(names(&lines)) {
            table.push([name, cell(Some(line.last()))]);
        }
        return table.markdown();
    }
    let measured = match scale.symbol {
        "" => plot.x.clone(),
        symbol => format!("in {symbol}"),
    };
    let head = [
        measured.as_str(),
        "samples",
        "least",
        "first quartile",
        "median",
        "third quartile",
        "largest",
    ];
    let mut table = TextTable::new(head);
    let named = lines.iter().zip(names(&lines));
    table.rows.extend(named.filter_map(quantiles));
    table.markdown()
}

/// Returns the positions of dumbbells against their quantities and the paper's numbers.
fn side_by_side(rows: &Rows, page: &Page, plot: &Plot) -> String {
    let lines = lines_of_plot(rows, &page.id, plot, plot.quantity());
    let scale = table_scale(&lines);
    let own = (plot.quantity(), format::or(&plot.name, plot.quantity()));
    let beside = plot
        .beside
        .iter()
        .map(|b| (b.quantity.as_str(), b.name.as_str()));
    let quantities: Vec<_> = [own].into_iter().chain(beside).collect();
    let mut table = TextTable::new([corner("", scale)]);
    table
        .head
        .extend(quantities.iter().map(|(_, name)| (*name).to_owned()));
    let paper = plot.paper.first();
    let label = paper.and_then(|paper| paper.label.split(", ").next());
    table.head.extend(label.map(str::to_owned));
    for place in positions_of(&lines, plot) {
        let mut cells = vec![place.name.clone()];
        let of = |quantity: &str| {
            let lines = lines_of_plot(rows, &page.id, plot, quantity);
            let line = lines
                .into_iter()
                .find(|line| (line.detector, line.series) == place.of);
            line.and_then(|line| line.at(place.x))
        };
        cells.extend(
            quantities
                .iter()
                .map(|(quantity, _)| cell_in(of(quantity), scale)),
        );
        if paper.is_some() {
            let line = lines
                .iter()
                .find(|line| (line.detector, line.series) == place.of);
            let stated = line.and_then(|line| plot.paper.iter().find(|p| line.is_beside(p)));
            // Which quantity keeps to it is seen in the row.
            let stated = stated.and_then(|p| p.points.iter().find(|(x, _)| *x == place.x));
            let text = stated.map(|(_, y)| format::number(*y));
            cells.push(text.unwrap_or_else(|| NOTHING.to_owned()));
        }
        table.push(cells);
    }
    table.markdown()
}

/// Returns times divided by those of the detector that the experiment is about, with paired
/// intervals: at the last point of long curves, else at every point. Empty without other detectors.
pub(crate) fn ratios(rows: &Rows, page: &Page) -> String {
    let all = lines(rows, &page.id, "time");
    let detectors = distinct(all.iter().map(|line| line.detector));
    let usual = detectors.iter().find(|d| **d == REFERENCE);
    let Some(reference) = usual.or(detectors.first()).copied() else {
        return String::new();
    };
    let others: Vec<&str> = detectors.into_iter().filter(|d| *d != reference).collect();
    if others.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new([format!("divided by {}", crate::names::name(reference))]);
    table
        .head
        .extend(others.iter().map(|d| crate::names::name(d)));
    for base in all.iter().filter(|line| line.detector == reference) {
        let shown = if base.rows.len() > LONGEST {
            &base.rows[base.rows.len() - 1..]
        } else {
            &base.rows[..]
        };
        for below in shown {
            let cell = |detector: &&str| {
                let mut same_series = all.iter().filter(|line| line.series == base.series);
                let line = same_series.find(|line| line.detector == *detector)?;
                let ratio = ratio(line.at(below.key.x)?, below).ok()?;
                Some(format::estimate(&ratio))
            };
            let cell = |detector| cell(detector).unwrap_or_else(|| NOTHING.to_owned());
            let position = format::position(base.series, below);
            table.push([position].into_iter().chain(others.iter().map(cell)));
        }
    }
    table.markdown()
}

/// Returns the derivation of the intervals of [`ratios`]: repeat by repeat, if the samples of
/// repeats were kept.
pub(crate) fn pairing(rows: &Rows, page: &Page) -> &'static str {
    let all = lines(rows, &page.id, "time");
    let kept = |row: &&Row| row.samples.len() > 1;
    if all.iter().flat_map(|line| &line.rows).any(kept) {
        "samples of the same repeat are drawn together"
    } else {
        "medians over frames are compared, and the intervals are as wide as the ends of both allow"
    }
}

/// Returns the times of steps and the work counts at the last point of each series: one table for
/// each, with a heading. Counts of a sweep include their growth exponent.
pub(crate) fn breakdowns(rows: &Rows, page: &Page) -> Vec<(String, String)> {
    let selection = Selection::of(&page.id);
    let picked = rows.select(&selection);
    let series = distinct(picked.iter().map(|row| row.key.series.as_str()));
    series
        .into_iter()
        .filter_map(|series| breakdown::breakdown(rows, page, series))
        .collect()
}

/// Returns the rows that failed or took no part, with the reason. Detectors with the same reason
/// are together.
pub(crate) fn failures(rows: &Rows, page: &Page) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for row in rows.select(&Selection::of(&page.id)) {
        let Some(error) = row.error() else { continue };
        let position = format::position(&row.key.series, row);
        let reason = format!("{position}: {}", escape::error(error));
        let detector = row.key.detector.as_str();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, detectors)) => detectors.push(detector),
            None => reasons.push((reason, vec![detector])),
        }
    }
    let failure = |(reason, detectors): (String, Vec<&str>)| {
        let detectors = distinct(detectors.into_iter())
            .into_iter()
            .map(crate::names::name);
        format!("{}, {reason}", detectors.collect::<Vec<_>>().join("; "))
    };
    reasons.into_iter().map(failure).collect()
}

/// Returns a sentence on the checks: number, ground truth and stage, which depends on the model of
/// measuring. Empty if no row records a check.
pub(crate) fn verified(rows: &Rows, page: &Page) -> String {
    let picked = rows.select(&Selection::of(&page.id));
    fn truth<'a>(row: &&'a Row) -> Option<&'a str> {
        row.quantity.strip_prefix("frames-verified/")
    }
    let sum = |name: &str| {
        let same = picked.iter().filter(|row| truth(row) == Some(name));
        let frames: f64 = same.filter_map(|row| row.median()).sum();
        format!("{} against {name}", format::number(frames))
    };
    let truths = distinct(picked.iter().filter_map(truth)).into_iter();
    let checked: Vec<String> = truths.map(sum).collect();
    if checked.is_empty() {
        return String::new();
    }
    let checked = checked.join(", ");
    match page.checked {
        Checked::BeforeTiming => {
            format!(
                "Answers checked before anything was timed: {checked} (every detector and frame)."
            )
        }
        Checked::SomeFrames => format!(
            "Answers checked apart from what was timed: {checked} (some of the frames, every detector \
             under every budget)."
        ),
        Checked::SomeInstants => format!(
            "Answers checked on the way, while the clock stood: {checked} (some of the instants with \
             a response, every detector)."
        ),
        Checked::InPassing => format!("Answers checked: {checked}."),
    }
}

fn cell(row: Option<&Row>) -> String {
    match row.map(|row| (&row.outcome, row.unit)) {
        Some((Ok(value), unit)) => format::summary(value, unit),
        _ => NOTHING.to_owned(),
    }
}

/// Returns a number with its interval in the unit of a table, which its corner names.
fn cell_in(row: Option<&Row>, scale: UnitScale) -> String {
    match row.map(|row| &row.outcome) {
        Some(Ok(value)) => format::summary_in(value, scale),
        _ => NOTHING.to_owned(),
    }
}

/// Returns one unit for all numbers of a table: that of their geometric mean.
fn table_scale(lines: &[Line<'_>]) -> UnitScale {
    let values = lines.iter().flat_map(Line::points).map(|(_, y)| y);
    let logarithms: Vec<f64> = values.filter(|y| *y > 0.0).map(f64::ln).collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64;
    UnitScale::of(mean.exp(), lines[0].rows[0].unit)
}

/// Adds the unit of a table to the text in its corner.
fn corner(text: &str, scale: UnitScale) -> String {
    match (text, scale.symbol) {
        (text, "") => text.to_owned(),
        ("", symbol) => format!("in {symbol}"),
        (text, symbol) => format!("{text}; in {symbol}"),
    }
}

/// Returns detectors against series, the longer of both downwards, if several of each have one
/// number. `None` for any other lines.
fn grid(lines: &[Line<'_>]) -> Option<TextTable> {
    let detectors = distinct(lines.iter().map(|line| line.detector));
    let series = distinct(lines.iter().map(|line| line.series));
    let single = lines.iter().all(|line| line.rows.len() == 1);
    if !single || detectors.len() < 2 || series.len() < 2 {
        return None;
    }
    let row = lines[0].last();
    let everywhere = lines.iter().all(|line| line.last().key.x == row.key.x);
    let at = Some(format::position("", row)).filter(|_| everywhere && row.key.x != 0.0);
    let scale = table_scale(lines);
    let mut table = TextTable::new([corner(&at.unwrap_or_default(), scale)]);
    table.head.extend(series.iter().map(|s| format::series(s)));
    for detector in &detectors {
        let of = |series: &&str| {
            let same = |line: &&Line<'_>| line.detector == *detector && line.series == *series;
            cell_in(lines.iter().find(same).map(Line::last), scale)
        };
        table.push(
            [crate::names::name(detector)]
                .into_iter()
                .chain(series.iter().map(of)),
        );
    }
    Some(if detectors.len() < series.len() {
        turned(table)
    } else {
        table
    })
}

/// Returns all points: positions on the axis against curves, the longer of both downwards. Numbers
/// of the paper that are not scaled are beside ours.
fn every_point(lines: &[Line<'_>], x_name: &str, paper: &[PaperCurve]) -> TextTable {
    let points = lines.iter().flat_map(|line| &line.rows);
    let mut positions: Vec<f64> = points.map(|row| row.key.x).collect();
    positions.sort_by(f64::total_cmp);
    positions.dedup();
    // A single position at zero is that of the whole scene.
    let whole = positions == [0.0];
    let scale = table_scale(lines);
    let mut table = TextTable::new([corner(if whole { "" } else { x_name }, scale)]);
    let stated = |line: &Line<'_>| {
        let stated = |p: &&PaperCurve| p.at.is_none() && line.is_beside(p);
        paper.iter().find(stated)
    };
    for (line, name) in lines.iter().zip(names(lines)) {
        table.head.push(name);
        table.head.extend(stated(line).map(|p| p.label.clone()));
    }
    for x in positions {
        let mut row = vec![if whole {
            lines[0].rows[0].quantity.clone()
        } else {
            format::number(x)
        }];
        for line in lines {
            row.push(cell_in(line.at(x), scale));
            row.extend(stated(line).map(|p| beside(p, x, line.at(x))));
        }
        table.rows.push(row);
    }
    if table.rows.len() < lines.len() {
        turned(table)
    } else {
        table
    }
}

/// Returns the paper's number at `x`, and for a bound the comparison with ours.
fn beside(paper: &PaperCurve, x: f64, ours: Option<&Row>) -> String {
    let Some((_, theirs)) = paper.points.iter().find(|(at, _)| *at == x) else {
        return NOTHING.to_owned();
    };
    let text = format::number(*theirs);
    match ours.and_then(Row::median).filter(|_| paper.bound) {
        Some(ours) if ours <= *theirs => format!("{text} (kept)"),
        Some(_) => format!("{text} (exceeded)"),
        None => text,
    }
}

/// Returns first, median, highest and last of long curves. If points are the worst of groups of
/// `group` samples, the median is that of all samples, from `wholes`.
fn few_points(lines: &[Line<'_>], wholes: &[Line<'_>], group: Option<f64>) -> TextTable {
    let axis = &lines[0].rows[0].key.x_name;
    let of_group = |which: &str| match group {
        Some(n) => format!("{which}, worst of {} {axis}s", format::number(n)),
        None => which.to_owned(),
    };
    let scale = table_scale(lines);
    let head = [
        corner("", scale),
        of_group("first"),
        "median of all".to_owned(),
    ];
    let mut head = head.to_vec();
    head.extend(["highest".to_owned(), of_group("last")]);
    let row = |(line, name): (&Line<'_>, String)| {
        let by_height = |a: &&&Row, b: &&&Row| a.median().partial_cmp(&b.median()).expect("finite");
        let highest = line.rows.iter().max_by(by_height).expect("a line has rows");
        vec![
            name,
            cell_in(line.rows.first().copied(), scale),
            median_of(line, wholes, scale),
            format!(
                "{} ({})",
                cell_in(Some(highest), scale),
                span(highest, group)
            ),
            format!(
                "{} ({})",
                cell_in(Some(line.last()), scale),
                span(line.last(), group)
            ),
        ]
    };
    TextTable {
        head,
        rows: lines.iter().zip(names(lines)).map(row).collect(),
    }
}

/// Returns the median of all samples behind a curve: from their row in `wholes`, or of its points.
fn median_of(line: &Line<'_>, wholes: &[Line<'_>], scale: UnitScale) -> String {
    let same = |w: &&Line<'_>| w.detector == line.detector && w.series == line.series;
    if let Some(whole) = wholes.iter().find(same) {
        return cell_in(Some(whole.last()), scale);
    }
    let heights: Vec<f64> = line.points().into_iter().map(|(_, y)| y).collect();
    let median = records::statistics::median(&heights).unwrap_or(0.0);
    scale.number(median)
}

/// Returns the position of a point, "frame 156", or the samples of its group, "frames 153 to 156".
fn span(row: &Row, group: Option<f64>) -> String {
    let (axis, last) = (&row.key.x_name, row.key.x);
    match group {
        // The last group may be smaller. It begins at the end of the one before.
        Some(n) => {
            let first = ((last / n).ceil() - 1.0) * n + 1.0;
            let ends = [first, last].map(format::number);
            format!("{axis}s {} to {}", ends[0], ends[1])
        }
        None => format!("{axis} {}", format::number(last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Picture;
    use crate::tests::samples::{around, key, rows, time};
    use records::Unit;

    fn page(id: &str) -> Page {
        Page {
            id: id.into(),
            ..Page::default()
        }
    }

    #[test]
    fn one_number_for_each_detector_and_series_is_in_a_grid() {
        let number = |detector: &str, pair: &str, seconds| {
            time("e", detector, &format!("pair={pair}"), 8.0, &[seconds])
        };
        let mut rows: Rows = [
            number("a", "hand-tool", 1.0),
            number("a", "probe-tool", 2.0),
            number("b", "hand-tool", 3.0),
        ]
        .into_iter()
        .collect();
        let table = |rows: &Rows| under_plot(rows, &page("e"), &Plot::default());
        assert_eq!(
            table(&rows),
            "| 8 faces; in s | hand and tool | probe and tool |\n| :-- | --: | --: |\n\
             | a | 1 | 2 |\n| b | 3 | – |\n"
        );
        rows.push(number("c", "hand-tool", 4.0));
        assert!(table(&rows).contains("| c | 4 | – |"), "{}", table(&rows));
        rows.push(time("e", "c", "pair=hand-tool", 9.0, &[5.0]));
        assert!(
            !table(&rows).contains("8 faces"),
            "a curve needs its positions"
        );
    }

    #[test]
    fn detectors_that_failed_for_one_reason_are_listed_together() {
        let failed = |detector: &str, reason: &str| {
            Row::failure(&key("e", detector, "", 8.0), "time", Unit::Seconds, reason)
        };
        let rows: Rows = [
            failed("a", "deforms"),
            failed("b", "deforms"),
            failed("c", "open"),
        ]
        .into_iter()
        .collect();
        assert_eq!(
            failures(&rows, &page("e")),
            ["a; b, 8 faces: deforms", "c, 8 faces: open"]
        );
    }

    #[test]
    fn the_longer_side_of_a_table_goes_down() {
        let lines: Vec<Row> = (0..3)
            .flat_map(|d| (1..=2).map(move |x| (d, x)))
            .map(|(d, x)| time("e", &format!("d{d}"), "", f64::from(x), &[f64::from(x)]))
            .collect();
        let rows: Rows = lines.into_iter().collect();
        let table = under_plot(&rows, &page("e"), &Plot::default());
        assert!(
            table.starts_with("| faces; in s | 1 | 2 |\n| :-- | --: | --: |\n| d0 | 1 | 2 |\n"),
            "{table}"
        );
        let narrow = Plot {
            detectors: vec!["d1".into()],
            ..Plot::default()
        };
        let table = under_plot(&rows, &page("e"), &narrow);
        assert!(
            table.starts_with("| faces; in s | d1 |\n| :-- | --: |\n| 1 | 1 |"),
            "{table}"
        );
        assert_eq!(under_plot(&rows, &page("other"), &narrow), "");
    }

    #[test]
    fn plain_numbers_of_the_paper_stand_beside_ours() {
        let rows: Rows = [1.0, 2.0]
            .map(|x| Row::exact(&key("e", "a", "", x), "fit", Unit::Ratio, 0.3))
            .into_iter()
            .collect();
        let paper = PaperCurve {
            label: "Hubbard96".into(),
            points: vec![(1.0, 0.4), (2.0, 0.2)],
            detector: "a".into(),
            series: String::new(),
            at: None,
            bound: true,
        };
        let plot = Plot {
            quantity: "fit".into(),
            paper: vec![paper],
            ..Plot::default()
        };
        let table = under_plot(&rows, &page("e"), &plot);
        assert!(table.contains("| 1 | 0.300 | 0.400 (kept) |"), "{table}");
        assert!(
            table.contains("| 2 | 0.300 | 0.200 (exceeded) |"),
            "{table}"
        );
    }

    #[test]
    fn histograms_are_reported_by_quantiles() {
        let first = key("e", "a", "", 1.0);
        let rows: Rows = [
            Row::exact(&first, "speed-up/share", Unit::Ratio, 1.0),
            Row::distribution(&first, "speed-up", Unit::Ratio, &[1.0, 2.0, 3.0, 4.0, 5.0]),
        ]
        .into_iter()
        .collect();
        let plot = Plot {
            quantity: "speed-up/share".into(),
            shape: PlotShape::Histograms,
            ..Plot::default()
        };
        let table = under_plot(&rows, &page("e"), &plot);
        assert!(table.contains("| 5 | 1 | 2 | 3 | 4 | 5 |"), "{table}");
        let at = |level| key("e", "a", &format!("level={level}"), 1.0);
        let medians = [(1, 0.7), (2, 0.25)]
            .map(|(level, median)| Row::exact(&at(level), "speed-up", Unit::Ratio, median));
        let bins = [1, 2].map(|level| Row::exact(&at(level), "speed-up/share", Unit::Ratio, 1.0));
        let rows: Rows = medians.into_iter().chain(bins).collect();
        assert_eq!(
            under_plot(&rows, &page("e"), &plot),
            "|  | median |\n| :-- | --: |\n| level 1 | 0.700 |\n| level 2 | 0.250 |\n"
        );
    }

    #[test]
    fn ratios_are_to_the_face_octree() {
        let rows = rows();
        let table = ratios(&rows, &page("made-fig10"));
        assert!(
            table.starts_with("| divided by face octree (1995) | separating planes |"),
            "{table}"
        );
        assert!(table.contains("| 10 faces | 0.625"), "{table}");
        assert_eq!(ratios(&rows, &page("made-fig7")), "");
    }

    #[test]
    fn a_breakdown_has_shares_and_growth() {
        let rows = rows();
        let (heading, table) = breakdowns(&rows, &page("made-fig11")).remove(0);
        assert_eq!(heading, "40 faces");
        assert!(
            table.contains("| step-time: subdivision | 6 (55 %) | – |"),
            "{table}"
        );
        assert!(table.starts_with("| in ms | face octree"), "{table}");
        assert!(table.contains("| prepare-time | – | 900 ["), "{table}");
        let counts =
            [8.0, 16.0, 32.0].map(|x| Row::count(&key("e", "a", "", x), "voxels", (x * x) as u64));
        let times = [8.0, 16.0, 32.0].map(|x| time("e", "a", "", x, &[x]));
        let rows: Rows = counts.into_iter().chain(times).collect();
        let (_, table) = breakdowns(&rows, &page("e")).remove(0);
        let apart = "| in s | a |\n| :-- | --: |\n| time | 32 |\n\n\
                     |  | a |\n| :-- | --: |\n| voxels | 1024 (~faces^2.00) |\n";
        assert_eq!(table, apart, "no column mixes times and counts");
    }

    #[test]
    fn numbers_stand_for_plots_where_nothing_is_timed() {
        let count = |detector, quantity, n| Row::count(&key("e", detector, "", 6.0), quantity, n);
        let counts = [count("a", "missed", 0), count("b", "missed", 7)];
        let untimed: Rows = counts.iter().cloned().collect();
        assert_eq!(
            numbers(&untimed, &page("e")),
            "|  | a | b |\n| :-- | --: | --: |\n| missed | 0 | 7 |\n"
        );
        let timed: Rows = counts
            .into_iter()
            .chain([time("e", "a", "", 6.0, &[1.0])])
            .collect();
        assert_eq!(numbers(&timed, &page("e")), "");
        let mut rendered = page("e");
        rendered.pictures.push(Picture {
            file: "e.png".into(),
            title: "A body".into(),
        });
        assert!(numbers(&untimed, &rendered).contains("| missed | 0 | 7 |"));
        let mut drawn = page("e");
        drawn.plots.push(Plot::default());
        assert_eq!(numbers(&untimed, &drawn), "");
        // The cases of one class would stand for all: an audit has a page of its own.
        let mut audit = page("e");
        audit
            .measure
            .insert("model".into(), toml::Value::String("audit".into()));
        assert_eq!(numbers(&untimed, &audit), "");
    }

    #[test]
    fn failures_and_checks_are_listed() {
        let mut rows = rows();
        let failed = failures(&rows, &page("made-fig11"));
        assert_eq!(
            failed,
            ["separating planes, 40 faces: body 1 (shuttle) is not convex"]
        );
        let tag = "body 0 (`a` <img src=x> [y](javascript:z) `b`) is open";
        rows.push(Row::failure(
            &key("tags", "a", "", 1.0),
            "time",
            Unit::Seconds,
            tag,
        ));
        let failed = failures(&rows, &page("tags"));
        assert!(
            failed[0].ends_with("('a' &lt;img src=x&gt; \\[y\\](javascript:z) 'b') is open"),
            "{failed:?}"
        );
        for x in [1.0, 2.0] {
            rows.push(Row::count(
                &key("e", "a", "", x),
                "frames-verified/brute-force",
                4,
            ));
        }
        let text = |checked| {
            let page = Page {
                checked,
                ..page("e")
            };
            verified(&rows, &page)
        };
        let race = text(Checked::BeforeTiming);
        assert_eq!(
            race,
            "Answers checked before anything was timed: 8 against brute-force (every detector and \
             frame)."
        );
        for checked in [
            Checked::SomeFrames,
            Checked::SomeInstants,
            Checked::InPassing,
        ] {
            let text = text(checked);
            assert!(
                text.contains("8 against brute-force") && !text.contains("before"),
                "{text}"
            );
        }
        assert_eq!(verified(&rows, &page("other")), "");
    }

    #[test]
    fn repeats_are_compared_only_where_they_were_kept() {
        let row = time("e", "a", "", 1.0, &around(1.0));
        let pairing = |row: Row| super::pairing(&[row].into_iter().collect(), &page("e"));
        assert!(pairing(row.clone()).contains("same repeat"));
        assert!(!pairing(row.without_samples()).contains("repeat"));
    }

    /// 22 frames in groups of two: half of all frames take 1 s, the worst of each group 3 s.
    #[test]
    fn the_median_is_that_of_all_frames_where_points_are_the_worst_of_groups() {
        let at = |x: f64| {
            let mut key = key("e", "a", "", x);
            key.x_name = "frame".into();
            key
        };
        let worst = |i: i32| {
            let x = (2.0 * f64::from(i)).min(43.0);
            Row::exact(&at(x), "frame-time", Unit::Seconds, 3.0)
        };
        let mut rows: Rows = (1..=22).map(worst).collect();
        rows.push(Row::distribution(
            &at(0.0),
            "detection-time",
            Unit::Seconds,
            &[1.0, 1.0, 3.0],
        ));
        let plot = |worst_of: &str| Plot {
            quantity: "frame-time".into(),
            worst_of: worst_of.into(),
            ..Plot::default()
        };
        let table = under_plot(&rows, &page("e"), &plot("detection-time"));
        assert!(
            table.contains("| first, worst of 2 frames | median of all |"),
            "{table}"
        );
        assert!(table.contains("| 3 | 1 ["), "{table}");
        assert!(table.contains("3 (frames 43 to 43)"), "{table}");
        let alone = under_plot(&rows, &page("e"), &plot(""));
        assert!(alone.contains("| 3 | 3 | 3 (frame"), "{alone}");
    }

    #[test]
    fn what_stands_for_the_whole_scene_is_reported_without_a_place() {
        let row = |detector: &str, n| Row::count(&key("e", detector, "", 0.0), "responses", n);
        let rows: Rows = [row("a", 3), row("b", 5)].into_iter().collect();
        let plot = Plot {
            quantity: "responses".into(),
            ..Plot::default()
        };
        let table = under_plot(&rows, &page("e"), &plot);
        assert_eq!(
            table,
            "|  | responses |\n| :-- | --: |\n| a | 3 |\n| b | 5 |\n"
        );
    }
}
