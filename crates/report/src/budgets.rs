//! Choice of a detector where a frame has a budget.

use crate::curves::distinct;
use crate::format::{self, NOTHING};
use crate::names::builder_of;
use crate::{Page, names, papers};
use records::{Row, Rows, Selection, TextTable, Value};

/// Name of the axis of budgets, which are in microseconds.
const AXIS: &str = "budget";

/// Share of the pairs that a detector has decided with certainty when the budget ends.
const CERTIFIED: &str = "certified";

/// Share of the stopped frames whose budget has passed before the search may stop.
const OVERDUE: &str = "overdue";

/// Certified shares of all detectors under several budgets.
pub(crate) struct Budgets<'a> {
    page: &'a Page,
    overdue: Vec<&'a Row>,
    scene: &'a str,
    /// Time to build the trees of the best detector, in words; empty if unknown.
    build: String,
    /// In microseconds, from the smallest.
    budgets: Vec<f64>,
    /// The best first.
    standings: Vec<Standing<'a>>,
}

/// One detector under all budgets.
struct Standing<'a> {
    detector: &'a str,
    /// Number of budgets under which no other detector certifies more, as far as intervals decide.
    best_in: usize,
    shares: Vec<&'a Row>,
}

impl<'a> Budgets<'a> {
    /// Returns the results of a page, or `None` if it has none over budgets.
    pub(crate) fn of(rows: &'a Rows, page: &'a Page) -> Option<Budgets<'a>> {
        let select = |quantity| {
            let mut rows = rows.select(&Selection {
                quantity: Some(quantity),
                ..Selection::of(&page.id)
            });
            rows.retain(|row| row.key.x_name == AXIS && row.median().is_some());
            rows
        };
        let certified = select(CERTIFIED);
        let mut budgets: Vec<f64> = certified.iter().map(|row| row.key.x).collect();
        budgets.sort_by(f64::total_cmp);
        budgets.dedup();
        let detectors = distinct(certified.iter().map(|row| row.key.detector.as_str()));
        let standing = |detector: &&'a str| {
            let of_detector = certified.iter().filter(|row| row.key.detector == *detector);
            let shares: Vec<&Row> = of_detector.copied().collect();
            let is_best = |row: &&&Row| is_best(row, &certified);
            let best_in = shares.iter().filter(is_best).count();
            Standing {
                detector,
                best_in,
                shares,
            }
        };
        let mut standings: Vec<Standing<'a>> = detectors.iter().map(standing).collect();
        standings.sort_by_key(|standing| std::cmp::Reverse(standing.best_in));
        Some(Budgets {
            page,
            overdue: select(OVERDUE),
            build: build_words(rows, standings.first()?.detector),
            scene: &certified.first()?.key.scene,
            budgets,
            standings,
        })
    }

    /// Returns the best detector without its options.
    pub(crate) fn command(&self) -> &'a str {
        let best = self.standings[0].detector;
        best.split_once(' ').map_or(best, |(command, _)| command)
    }

    /// Returns the pick, the words and the table for the templates.
    pub(crate) fn content(&self) -> minijinja::Value {
        /// Share of the pairs from which on a budget is enough.
        const ENOUGH: f64 = 0.99;
        let best = &self.standings[0];
        let share = |row: &&&Row| row.median().is_some_and(|share| share >= ENOUGH);
        let enough = best.shares.iter().find(share).or(best.shares.last());
        let mind = enough.map_or(String::new(), |row| {
            let share = format::number(100.0 * row.median().unwrap_or(f64::NAN));
            let budget = format::number(row.key.x);
            let scene = scene_words(self.scene);
            format!("with {budget} µs a frame it decides {share} % of the pairs of {scene}")
        });
        let options = best.detector.split(' ').skip(1);
        minijinja::context! {
            pick => names::name(best.detector),
            command => self.command(),
            options => options.map(|option| format!(" --option {option}")).collect::<String>(),
            mind,
            build => self.build.as_str(),
            words => self.words(),
            table => self.table(),
        }
    }

    /// Returns in a paragraph which detector certifies most.
    pub(crate) fn words(&self) -> String {
        let Budgets { page, budgets, .. } = self;
        let (best, others) = self.standings.split_first().expect("rows have a detector");
        let others = others.iter().filter(|other| other.best_in > 0);
        let others = others.map(|other| {
            let noun = if other.best_in == 1 {
                "budget"
            } else {
                "budgets"
            };
            // In brackets: a name has commas.
            format!(
                "{} (under {} {noun})",
                names::name(other.detector),
                other.best_in
            )
        });
        let others = match &others.collect::<Vec<String>>()[..] {
            [] => String::new(),
            others => format!(" Also among the best: {}.", others.join("; ")),
        };
        format!(
            "{} decides the most pairs of bodies for certain under {} of {} budgets, alone or as \
             one of several.{others} Measured on {}: [{}]({}/README.md#{}).",
            names::name(best.detector),
            best.best_in,
            budgets.len(),
            scene_words(self.scene),
            page.heading(),
            papers::key_of(&page.id),
            page.id,
        )
    }

    /// Returns what the pick decides under each budget, and how often it is late.
    fn table(&self) -> String {
        let best = &self.standings[0];
        let percent = |rows: &[&Row], budget: f64| {
            let mut of_best = rows.iter().filter(|r| r.key.detector == best.detector);
            let share = of_best.find(|row| row.key.x == budget);
            let share = share.and_then(|row| row.median());
            share.map_or(NOTHING.to_owned(), |share| format::number(100.0 * share))
        };
        let mut table = TextTable::new([
            "budget of a frame in µs",
            "pairs decided in %",
            "stopped frames that are late before the search may stop, in %",
        ]);
        for budget in &self.budgets {
            let shares = [&best.shares, &self.overdue].map(|rows| percent(rows, *budget));
            table.push([format::number(*budget)].into_iter().chain(shares));
        }
        table.markdown()
    }
}

/// Returns a scene of ships in words, "40 flying lamps of 626 faces", and another one as it is.
fn scene_words(scene: &str) -> String {
    let value = |name: &str| {
        let mut parts = scene.split([' ', ':', ',']);
        parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
    };
    match (value("ships"), value("body")) {
        (Some(ships), Some("lamp")) => format!("{ships} flying lamps of 626 faces"),
        (Some(ships), Some(body)) => format!("{ships} flying {body}s"),
        _ => format!("`{scene}`"),
    }
}

/// Returns how long the trees of a detector take to build, in words; empty without rows.
fn build_words(rows: &Rows, detector: &str) -> String {
    let builder = builder_of(detector.split(' ').next().unwrap_or_default());
    let of_builder = |row: &&Row| {
        builder.is_some_and(|builder| row.key.detector == builder) && row.quantity == "build-time"
    };
    let seconds: Vec<f64> = rows
        .iter()
        .filter(of_builder)
        .filter_map(Row::median)
        .collect();
    let least = seconds.iter().copied().reduce(f64::min);
    least
        .zip(seconds.iter().copied().reduce(f64::max))
        .map_or(String::new(), |(least, most)| {
            let (least, most) = (format::number(least), format::number(most));
            format!("before motion starts its trees take {least} to {most} s a body")
        })
}

/// Returns true if no detector certifies more under the same budget: the interval of the one that
/// certifies most begins at or below the end of this one's.
fn is_best(row: &Row, all: &[&Row]) -> bool {
    let same = all.iter().filter(|other| other.key.x == row.key.x);
    let ends = |row: &Row| row.outcome.as_ref().ok().map(Value::estimate);
    let estimates = same.filter_map(|row| ends(row));
    let most = estimates.max_by(|a, b| a.value.total_cmp(&b.value));
    most.zip(ends(row))
        .is_some_and(|(most, own)| own.high >= most.low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::key;
    use records::Unit;

    #[test]
    fn the_detector_that_certifies_most_is_named_with_its_shares() {
        let row = |detector: &str, budget: f64, quantity: &str, samples: &[f64]| {
            let mut key = key("made-budget", detector, "", budget);
            key.x_name = AXIS.to_owned();
            Row::from_samples(&key, quantity, Unit::Ratio, samples)
        };
        let rows: Rows = [
            row("spheres", 200.0, CERTIFIED, &[1.0]),
            row("spheres", 50.0, CERTIFIED, &[0.8, 0.81, 0.82]),
            row("spheres", 50.0, OVERDUE, &[0.02]),
            row("octree", 50.0, CERTIFIED, &[0.3, 0.31, 0.32]),
            row("octree", 200.0, CERTIFIED, &[1.0]),
            row("octree", 50.0, OVERDUE, &[0.9]),
            row("frontier", 50.0, CERTIFIED, &[0.2]),
            row("exact", 50.0, "time", &[1.0]),
        ]
        .into_iter()
        .collect();
        let page = Page {
            id: "made-budget".into(),
            title: "Budgets".into(),
            ..Page::default()
        };
        let budgets = Budgets::of(&rows, &page).unwrap();
        assert_eq!(
            budgets.words(),
            "spheres decides the most pairs of bodies for certain under 2 of 2 budgets, alone or \
             as one of several. Also among the best: sphere-tree of octants (tuned) (under 1 \
             budget). Measured on `two-spheres seed=1995`: [Budgets](made/README.md#made-budget)."
        );
        let lines: Vec<String> = budgets.table().lines().skip(2).map(str::to_owned).collect();
        assert_eq!(lines, ["| 50 | 81 | 2 |", "| 200 | 100 | – |"]);
        assert_eq!(
            scene_words("ships body=lamp user=lamp ships=40 frames=600 seed=1996"),
            "40 flying lamps of 626 faces"
        );
        assert_eq!(scene_words("ships body=truck ships=9"), "9 flying trucks");
        let other = Page {
            id: "made-fig10".into(),
            ..Page::default()
        };
        assert!(Budgets::of(&rows, &other).is_none());
    }
}
