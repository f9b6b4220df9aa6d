//! Measures and their sources in words.

use super::numbers_of;
use crate::claims::{
    At, Kind, Measure, Number, OneOrMany, Pick, Series, Source, Span, Statistic, evaluate,
};
use crate::format;
use crate::names;
use crate::papers::{Paper, stated};

/// Returns a measure in words: "growth exponent of time of face octree (1995)".
pub(super) fn measured_words(measure: &Measure, paper: &Paper) -> String {
    let of = source_words(&measure.of, "time", paper);
    let by = measure.by.as_ref();
    let goal = by.map_or(Vec::new(), |by| numbers_of(by, paper));
    // The second source is described by the keys in which it differs from the first.
    let by = by.map_or(String::new(), |by| source_words(by, "that", paper));
    match measure.measure {
        Kind::Value => of,
        Kind::Ratio => format!("{of}, divided by {by}"),
        Kind::Relative => format!("{of}, divided by the first"),
        Kind::Exponent => format!("growth exponent of {of}"),
        Kind::Slope => format!("rise of {of} for a step of one"),
        Kind::SameGrowth => {
            let base = stated(&numbers_of(&measure.of, paper));
            let goal = stated(&goal);
            format!("multiple of the point at which {of} has grown {goal} / {base} fold")
        }
        Kind::Reaches => {
            let height = format::number(measure.height.unwrap_or_default());
            format!("point at which {of} reaches {height}")
        }
        Kind::Crossing => format!("point at which {by} becomes less than {of}"),
        Kind::WeightedMean => format!("mean of {of}, weighted by {by}"),
    }
}

/// Formats a source. Without a quantity it is called `otherwise`.
fn source_words(source: &Source, otherwise: &str, paper: &Paper) -> String {
    if let Some(parameter) = &source.parameter {
        return format!("the experiment's `{parameter}`");
    }
    let mut text = quantity_words(source.quantity.as_deref().unwrap_or(otherwise));
    match source.statistic {
        Some(Statistic::Largest) => text = format!("largest {text}"),
        Some(Statistic::Least) => text = format!("least {text}"),
        Some(Statistic::Median) | None => {}
    }
    if !source.detectors().is_empty() {
        text += &format!(" of {}", detector_words(source.detectors()));
    }
    text += &choice_words(source, paper);
    if let Some(experiment) = &source.experiment {
        text += &format!(" in {experiment}");
    }
    text
}

/// Returns a quantity in words: "step-time update". The quotient of two counts keeps its stroke.
fn quantity_words(quantity: &str) -> String {
    match quantity.split_once('/') {
        Some((count, by)) if count.ends_with('s') && by.ends_with('s') => {
            format!("{count} / {by}")
        }
        _ => quantity.replace('/', " "),
    }
}

fn detector_words(detectors: &[String]) -> String {
    match detectors {
        [each] if each == "each" => "each detector".to_owned(),
        list => {
            let names: Vec<String> = list.iter().map(|d| names::name(d)).collect();
            names.join("; ")
        }
    }
}

/// Returns the names of series in words.
pub(in crate::claims) fn names_of(series: &OneOrMany<String>) -> String {
    let names = series.as_slice().iter().map(|name| format::series(name));
    names.collect::<Vec<_>>().join(" / ")
}

/// Returns the series and positions of a source in words, each after a comma.
fn choice_words(source: &Source, paper: &Paper) -> String {
    let series = source.series.as_ref().map_or(String::new(), series_words);
    let at = source.at.as_ref();
    series + &at.map_or(String::new(), |at| at_words(at, paper))
}

fn series_words(series: &Series) -> String {
    match series {
        Series::Names(names) => format!(", {}", names_of(names)),
        Series::Setting(setting) => {
            let words = setting.iter().map(|(key, values)| match values.as_slice() {
                [word] if word == "measured" => format!(", each {key}"),
                [word] if word == "largest-measured" => format!(", most {key}"),
                list => {
                    let list = list.iter().map(|v| format::series(&format!("{key}={v}")));
                    format!(", {}", list.collect::<Vec<_>>().join(" / "))
                }
            });
            words.collect()
        }
    }
}

fn at_words(at: &At, paper: &Paper) -> String {
    match at {
        At::Rule(rule) => match rule {
            Pick::Last => ", at the last point",
            Pick::All => ", at each point",
            Pick::BeforeLast => ", at each point before the last",
            Pick::FirstHalf => ", median over the first half of the points",
            Pick::Least => ", least of all points",
            Pick::Sum => ", summed over all points",
        }
        .to_owned(),
        At::Span(span) => span_words(span, paper),
        listed => {
            let positions = listed.positions(paper).unwrap_or_default();
            format!(", at {}", stated(positions))
        }
    }
}

fn span_words(span: &Span, paper: &Paper) -> String {
    let number = |n: &Number, upper| {
        evaluate::number(n, paper, upper).map_or(String::new(), |n| n.to_string())
    };
    let mut text = String::new();
    for (bound, upper, word) in [
        (&span.from, false, "from"),
        (&span.to, true, "to"),
        (&span.up_to, true, "at the last point up to"),
    ] {
        if let Some(n) = bound {
            text += &format!(" {word} {}", number(n, upper));
        }
    }
    if let Some(quantity) = &span.from_first {
        text += &format!(" from the first point with {quantity} on");
    }
    format!(",{text}")
}
