//! Rules and results in words.

mod asked;
mod conditions;
mod sources;

pub(super) use sources::names_of;

use super::evaluate::{ClaimValue, Measured, SourcePoint};
use super::{Assessed, At, Claim, Kind, Measure, Pick, Source, Span, Verdict};
use crate::curves::distinct;
use crate::format::{self, capital, join};
use crate::names;
use crate::papers::{Paper, stated};
use asked::Asked;
use conditions::all;
use records::Unit;
use records::statistics::growth_exponent;
use sources::measured_words;
use std::iter::repeat;

/// Longest list that is printed whole in a cell.
pub(super) const LONGEST: usize = 4;

/// Returns the rule of a claim: its date, its measures, the conditions of each verdict in the order
/// in which they are asked, and its control.
pub(crate) fn rule(assessed: &Assessed<'_>) -> String {
    let Assessed { claim, paper, .. } = *assessed;
    let measured = |measure: &Measure| {
        let text = measured_words(measure, paper);
        match measure.name.as_str() {
            "" => capital(&text),
            name => format!("{}: {text}", capital(name)),
        }
    };
    let mut sentences: Vec<String> = claim.ruling().map(measured).collect();
    if let Some(testable) = &claim.testable {
        let when = all(assessed, &testable.when);
        sentences.push(format!("Testable: {when}, which needs {}", testable.needs));
    }
    let own = |verdict| Verdict::of(verdict, paper).words();
    let verdicts = claim.outcomes().map(|(verdict, conditions)| {
        let name = match (&claim.depends_on, verdict) {
            (Some(dependence), Verdict::DependsOn) => format!("depends on {}", dependence.what),
            _ => own(verdict).to_owned(),
        };
        format!("{}: {}", capital(&name), all(assessed, conditions))
    });
    sentences.extend(verdicts);
    sentences.push(format!("{}: otherwise", capital(own(claim.otherwise()))));
    let control = claim.control_in_words(&assessed.units);
    sentences.push(format!("Control, which must not pass: {control}"));
    sentences.push(claim.control.why.trim_end_matches('.').to_owned());
    if let Some(reason) = &claim.control.no_row {
        sentences.push("No recorded row can serve instead".to_owned());
        sentences.push(reason.trim_end_matches('.').to_owned());
    }
    sentences.push(dates(claim));
    sentences.join(". ") + "."
}

/// Returns the date of a rule: "Rule of 2026-11-21, changed on 2026-11-23".
fn dates(claim: &Claim) -> String {
    let mut days: Vec<&str> = claim.changed.iter().map(|c| c.date.as_str()).collect();
    days.dedup();
    if days.is_empty() {
        format!("Rule of {}", claim.rule_of)
    } else {
        format!(
            "Rule of {}, changed on {}",
            claim.rule_of,
            days.join(" and ")
        )
    }
}

/// Returns the paper's numbers of a claim, and the same normalized.
pub(crate) fn paper(assessed: &Assessed<'_>) -> (String, String) {
    let Assessed { claim, paper, .. } = *assessed;
    let text = |source: &Source, list: &[f64]| {
        let path = source.paper.as_deref().unwrap_or_default();
        match paper.figure_of(path) {
            Ok(figure) if list.len() <= LONGEST => figure.text(list),
            _ => listed(list),
        }
    };
    let (mut numbers, mut free) = (Vec::new(), Vec::new());
    for measure in claim.ruling() {
        let of = numbers_of(&measure.of, paper);
        if of.is_empty() {
            continue;
        }
        let by = measure.by.as_ref().map(|by| by.within(&measure.of));
        let theirs = by.as_ref().map_or(Vec::new(), |by| numbers_of(by, paper));
        let mut both = vec![text(&measure.of, &of)];
        if !theirs.is_empty() {
            both.extend(measure.by.as_ref().map(|by| text(by, &theirs)));
        }
        numbers.push(both.join(" against "));
        let normalized = free_of_machine(measure, &of, &theirs, paper);
        free.push(named(measure, &normalized));
    }
    if numbers.is_empty() {
        (claim.stated.clone(), all(assessed, &claim.reproduced))
    } else {
        (numbers.join("; "), free.join("; "))
    }
}

/// Returns our numbers, and the same normalized.
pub(super) fn found(
    claim: &Claim,
    paper: &Paper,
    measured: &[Option<Measured<'_>>],
) -> (String, String) {
    let asked = Asked::of(claim, paper, measured);
    let (mut ours, mut normalized) = (Vec::new(), Vec::new());
    for (measure, measured) in claim.measures.iter().zip(measured) {
        let Some(measured) = measured else { continue };
        let values = || values_words(measure, measured, &asked);
        let raw = match measure.measure {
            // A long list is counted against the paper's numbers.
            Kind::Value if measure.shown && measured.of.len() <= LONGEST => {
                named(measure, &points_words(&measured.of, true))
            }
            Kind::Value if measure.shown => named(measure, &values()),
            // Values are in the other column. Those of several detectors need names.
            Kind::Value => {
                let detectors = distinct(measured.of.iter().map(|p| p.detector));
                let detectors: Vec<String> = detectors.into_iter().map(names::name).collect();
                let detectors = detectors.join(" / ");
                let several = Some(detectors).filter(|d| d.contains(" / "));
                join(
                    &[several.unwrap_or_default(), positions_words(&measured.of)],
                    ", ",
                )
            }
            _ if measure.shown => named(measure, &values()),
            Kind::Ratio if !measured.by.is_empty() => named(measure, &compared_words(measured)),
            Kind::Exponent | Kind::Slope => {
                let ends = [measured.of.first(), measured.of.last()];
                let ends: Vec<SourcePoint<'_>> = ends.into_iter().flatten().cloned().collect();
                named(measure, &points_words(&ends, true))
            }
            _ => named(measure, &points_words(&measured.of, true)),
        };
        ours.push(raw);
        if !measure.shown {
            normalized.push(named(measure, &values()));
        }
    }
    // Several values at one position need its words once.
    let ours = distinct(
        ours.iter()
            .map(String::as_str)
            .filter(|text| !text.is_empty()),
    );
    (ours.join("; "), normalized.join("; "))
}

fn named(measure: &Measure, text: &str) -> String {
    join(&[measure.name.clone(), text.to_owned()], " ")
}

/// Formats numbers as the paper prints them, a long list by its ends.
fn listed(numbers: &[f64]) -> String {
    if numbers.len() <= LONGEST {
        return stated(numbers);
    }
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!("{least} to {largest}, {} numbers", numbers.len())
}

/// Returns the paper's numbers of a source.
fn numbers_of(source: &Source, paper: &Paper) -> Vec<f64> {
    let Some(path) = &source.paper else {
        return Vec::new();
    };
    let Ok((figure, curve)) = paper.curve(path) else {
        let figure = paper.figure(path).expect("papers are checked");
        return figure.curves.iter().flat_map(|c| c.y.clone()).collect();
    };
    let at = |x: &f64| figure.number(curve, *x);
    match &source.at {
        Some(At::Positions(positions)) => positions.as_slice().iter().filter_map(at).collect(),
        Some(At::Rule(Pick::Sum)) => vec![curve.y.iter().sum()],
        Some(At::Rule(Pick::Last) | At::Span(Span { up_to: Some(_), .. })) => {
            curve.y.last().copied().into_iter().collect()
        }
        _ => curve.y.clone(),
    }
}

fn free_of_machine(measure: &Measure, of: &[f64], by: &[f64], paper: &Paper) -> String {
    let path = measure.of.paper.as_deref().unwrap_or_default();
    let divided = |by: &mut dyn Iterator<Item = &f64>| {
        let ratios: Vec<f64> = of.iter().zip(by).map(|(a, b)| a / b).collect();
        format::numbers(&ratios)
    };
    match (measure.measure, by) {
        (Kind::Ratio, [below]) => divided(&mut repeat(below)),
        (Kind::Ratio, by) => divided(&mut by.iter()),
        (Kind::Relative, _) => divided(&mut repeat(&of[0])),
        (Kind::Exponent, _) => {
            let (figure, curve) = paper.curve(path).expect("papers are checked");
            let growth = growth_exponent(&curve.points(figure));
            growth.map_or(String::new(), |e| {
                format!("exponent {}", format::number(e.value))
            })
        }
        (Kind::SameGrowth, _) => {
            let goal = measure.by.as_ref().and_then(|by| by.paper.as_deref());
            let last_x = |path: &str| paper.curve(path).ok()?.0.x.last().copied();
            match (last_x(path), goal.and_then(last_x)) {
                (Some(base), Some(goal)) => format!("{} times", format::number(goal / base)),
                _ => String::new(),
            }
        }
        _ => listed(of),
    }
}

/// Formats values with their intervals, a long list by its ends and by how many pass what the claim
/// asks of the measure.
fn values_words(measure: &Measure, measured: &Measured<'_>, asked: &Asked<'_>) -> String {
    let values = &measured.values;
    let per_count = seconds_per_count(measure, measured).then_some(Unit::Seconds);
    let unit = measured.unit(measure).or(per_count);
    let unit = unit.unwrap_or(Unit::Ratio);
    if values.len() > LONGEST {
        let mut ours: Vec<f64> = values.iter().map(|v| v.ours.value).collect();
        ours.sort_by(f64::total_cmp);
        let ends = [ours[0], ours[ours.len() - 1]].map(|value| format::value(value, unit));
        let span = format!("from {} to {}", ends[0], ends[1]);
        return match asked.counted(measure, values) {
            Some(counted) => format!("{counted}; {span}"),
            None => format!("{span} ({} values)", values.len()),
        };
    }
    let text = |value: &ClaimValue| match measure.measure {
        Kind::Exponent => format!("exponent {}", format::fitted(&value.ours)),
        Kind::Slope => {
            let axis = measured
                .of
                .first()
                .map_or("the axis", |p| format::axis(p.axis));
            let step = match axis {
                "rotation" => "degree",
                _ => "unit",
            };
            format!(
                "{} per {step} of {axis}",
                format::estimate_in(&value.ours, unit)
            )
        }
        _ => format::estimate_in(&value.ours, unit),
    };
    values.iter().map(text).collect::<Vec<_>>().join(" / ")
}

/// Returns true for times divided by counts.
fn seconds_per_count(measure: &Measure, measured: &Measured<'_>) -> bool {
    let unit = |points: &[SourcePoint<'_>]| points.first().map(|p| p.unit);
    let units = [unit(&measured.of), unit(&measured.by)];
    measure.measure == Kind::Ratio && units == [Some(Unit::Seconds), Some(Unit::Count)]
}

/// Formats the values of both sides of a ratio with their positions, which stand once if both have
/// the same: "20 bodies: 3 ms against 1 ms", "workers 1: 3 ms against workers 12: 1 ms".
fn compared_words(measured: &Measured<'_>) -> String {
    let [of, by] = [&measured.of, &measured.by];
    let alike = positions_words(of) == positions_words(by);
    let [of, by] = [points_words(of, true), points_words(by, !alike)];
    format!("{of} against {by}")
}

/// Formats positions of points: "20 / 30 / 40 bodies", "waving spheres / bending tubes".
fn positions_words(points: &[SourcePoint<'_>]) -> String {
    words_among(points, points)
}

/// Formats the position of one of the points of a measure.
pub(super) fn position_words(points: &[SourcePoint<'_>], i: usize) -> String {
    words_among(&points[i..=i], points)
}

/// Formats the positions of `points`, which are some of `all`. Values of a whole scene are at 0 of
/// an axis on which they have no position, so that 0 is a position only beside another one.
fn words_among(points: &[SourcePoint<'_>], all: &[SourcePoint<'_>]) -> String {
    if points.len() > LONGEST {
        return format!("{} points", points.len());
    }
    let series = distinct(points.iter().map(|p| p.series));
    let series: Vec<String> = series.into_iter().map(format::series).collect();
    let mut positions: Vec<f64> = points.iter().map(|p| p.x).collect();
    positions.dedup();
    let axis = points.first().map_or("", |p| p.axis);
    let named = points
        .iter()
        .any(|p| p.series.starts_with(&format!("{axis}=")));
    let positions = if axis.is_empty() || named || all.iter().all(|p| p.x == 0.0) {
        String::new()
    } else {
        format::positions(axis, &positions)
    };
    join(&[series.join(" / "), positions], ", ")
}

/// Formats values of points with their unit, a long list by its least and largest, and with their
/// positions if requested.
fn points_words(points: &[SourcePoint<'_>], positions: bool) -> String {
    let text = |p: &SourcePoint<'_>| format::value(p.value.value, p.unit);
    let by_value =
        |p: &&SourcePoint<'_>, q: &&SourcePoint<'_>| p.value.value.total_cmp(&q.value.value);
    let ends = (
        points.iter().min_by(by_value),
        points.iter().max_by(by_value),
    );
    let mut values = match ends {
        (Some(least), Some(largest)) if points.len() > LONGEST => {
            format!("{} to {}", text(least), text(largest))
        }
        _ => points.iter().map(text).collect::<Vec<_>>().join(" / "),
    };
    let detectors = distinct(points.iter().map(|p| p.detector));
    if detectors.len() > 1 {
        let detectors: Vec<String> = detectors.into_iter().map(names::name).collect();
        values += &format!(" ({})", detectors.join(" / "));
    }
    if positions {
        join(&[positions_words(points), values], ": ")
    } else {
        values
    }
}
