//! Tables of curves: one number of each, all points, or a few of them.

use super::{cell_in, corner};
use crate::curves::{Line, distinct, names};
use crate::format::{self, NOTHING, UnitScale};
use crate::page::PaperCurve;
use records::{Row, TextTable};

/// Returns detectors against series, the longer of both downwards, if several of each have one
/// number. `None` for any other lines.
pub(super) fn grid(lines: &[Line<'_>], scale: UnitScale) -> Option<TextTable> {
    let detectors = distinct(lines.iter().map(|line| line.detector));
    let series = distinct(lines.iter().map(|line| line.series));
    let single = lines.iter().all(|line| line.rows.len() == 1);
    if !single || detectors.len() < 2 || series.len() < 2 {
        return None;
    }
    let row = lines[0].last();
    let everywhere = lines.iter().all(|line| line.last().key.x == row.key.x);
    let at = Some(format::position("", row)).filter(|_| everywhere && row.key.x != 0.0);
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
pub(super) fn every_point(
    lines: &[Line<'_>],
    x_name: &str,
    paper: &[PaperCurve],
    scale: UnitScale,
) -> TextTable {
    let points = lines.iter().flat_map(|line| &line.rows);
    let mut positions: Vec<f64> = points.map(|row| row.key.x).collect();
    positions.sort_by(f64::total_cmp);
    positions.dedup();
    // A single position at zero is that of the whole scene.
    let whole = positions == [0.0];
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
            row.extend(stated(line).map(|p| beside(p, x, line.at(x), scale)));
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
fn beside(paper: &PaperCurve, x: f64, ours: Option<&Row>, scale: UnitScale) -> String {
    let Some((_, theirs)) = paper.points.iter().find(|(at, _)| *at == x) else {
        return NOTHING.to_owned();
    };
    let text = scale.number(*theirs);
    match ours.and_then(Row::median).filter(|_| paper.bound) {
        Some(ours) if ours <= *theirs => format!("{text} (kept)"),
        Some(_) => format!("{text} (exceeded)"),
        None => text,
    }
}

/// Returns first, median, highest and last of long curves. If points are the worst of groups of
/// `group` samples, the median is that of all samples, from `wholes`.
pub(super) fn few_points(
    (lines, wholes): (&[Line<'_>], &[Line<'_>]),
    scale: UnitScale,
    group: Option<f64>,
) -> TextTable {
    let axis = &lines[0].rows[0].key.x_name;
    let of_group = |which: &str| match group {
        Some(n) => format!("{which}, worst of {} {axis}s", format::number(n)),
        None => which.to_owned(),
    };
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
