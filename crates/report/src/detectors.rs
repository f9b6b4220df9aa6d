//! One page for each detector: what it is, how it does in the races, what it costs, how to call it.

mod unraced;

use crate::curves::distinct;
use crate::format::{self, NOTHING, UnitScale};
use crate::names;
use crate::papers::key_of;
use crate::race::{JobResult, Race};
use crate::{Page, markdown};
use anyhow::Result;
use minijinja::{Value, context};
use records::{Newest, Row, Selection, TextTable, Unit};
use serde::{Deserialize, Serialize};

/// Facts on a detector that its rows do not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DetectorFacts {
    /// Name on the command line and in rows: "face-octree".
    pub name: String,
    /// Paper with its sections, or library.
    pub source: String,
    /// One sentence on the method.
    pub summary: String,
    /// Its findings: "face pairs of surfaces".
    pub finds: String,
    /// Bodies that it accepts.
    pub accepts: String,
    /// Its guarantee.
    pub claim: String,
    /// Reports distances on request.
    pub distances: bool,
    /// Supports budgets.
    pub budgets: bool,
    /// Reports pairs of faces.
    pub face_pairs: bool,
    /// Accepts bodies that deform.
    pub deforming: bool,
    /// Accepts bodies that are not convex.
    pub concave: bool,
    /// Options.
    pub options: Vec<OptionFacts>,
}

/// An option of a detector.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionFacts {
    /// Name: "level".
    pub name: String,
    /// Value without the option.
    pub default: String,
    /// Effect.
    pub effect: String,
    /// Values that it can have.
    pub values: String,
}

/// Detector that looks ahead to the next frame without any option.
const SWEPT: &str = "face-octree-swept";

/// Returns when the claim of a detector holds; empty if always.
fn condition(detector: &str) -> &'static str {
    match detector {
        SWEPT => {
            "if corners move along straight lines until the next frame; with `mode=rotation`, if \
             bodies turn steadily"
        }
        "face-octree-parallel" => {
            "at the instant of the frame; with `mode=swept`, until the next one, if corners move \
             along straight lines"
        }
        "csg-hybrid" => "`mode=published` claims nothing",
        "sphere-tree" | "sphere-tree-octree" => "without a budget",
        _ => "",
    }
}

/// Most jobs that are named as the best or the worst.
const MOST_NAMED: usize = 3;

/// Most experiments that are listed.
const MOST_EXPERIMENTS: usize = 12;

/// Returns file names and texts: the list, and a page for each detector.
pub(crate) fn pages(
    newest: &Newest,
    races: &[Race<'_>],
    pages: &[Page],
    facts: &[DetectorFacts],
) -> Result<Vec<(String, String)>> {
    let list: Vec<Value> = facts.iter().map(of_facts).collect();
    let text = markdown::render(
        "detectors.md",
        include_str!("../templates/detectors.md"),
        context! { detectors => list },
    )?;
    let mut written = vec![("README.md".to_owned(), text)];
    for facts in facts {
        let costs = costs(newest, races, &facts.name);
        let trees = tree_times(newest, &facts.name);
        let content = context! {
            ..in_races(races, &facts.name),
            ..context! {
                cost => cost_heading(&costs, &trees),
                costs => cost_tables(&costs, &trees),
                loses => loses(newest, races, pages, &facts.name),
                measured_in => measured_in(newest, pages, &facts.name),
            },
            ..of_facts(facts)
        };
        let template = include_str!("../templates/detector.md");
        let text = markdown::render("detector.md", template, content)?;
        written.push((format!("{}.md", facts.name), text));
    }
    Ok(written)
}

/// Returns where a detector that is in no race loses; empty for others.
fn loses(newest: &Newest, races: &[Race<'_>], pages: &[Page], command: &str) -> String {
    if races.iter().all(|race| race.results_of(command).is_empty()) {
        unraced::loses_most(newest, pages, command)
    } else {
        String::new()
    }
}

fn of_facts(facts: &DetectorFacts) -> Value {
    let option = |o: &OptionFacts| {
        context! {
            name => o.name.as_str(),
            default => o.default.as_str(),
            effect => o.effect.as_str(),
            values => o.values.as_str(),
        }
    };
    context! {
        title => names::title(&facts.name),
        name => names::name(&facts.name),
        command => facts.name.as_str(),
        source => facts.source.as_str(),
        summary => facts.summary.as_str(),
        finds => facts.finds.as_str(),
        accepts => facts.accepts.as_str(),
        claim => facts.claim.as_str(),
        condition => condition(&facts.name),
        sweeps => facts.name == SWEPT,
        distances => facts.distances,
        budgets => facts.budgets,
        face_pairs => facts.face_pairs,
        options => facts.options.iter().map(option).collect::<Vec<_>>(),
    }
}

/// Returns how a detector does in the races: its table, and the jobs in which it does best and
/// worst.
fn in_races(races: &[Race<'_>], command: &str) -> Value {
    let results: Vec<RaceResults<'_>> = races
        .iter()
        .map(|race| (race.asks_for(), race.results_of(command)))
        .filter(|(_, results)| !results.is_empty())
        .collect();
    let mut all: Vec<(f64, String)> = Vec::new();
    for (question, results) in &results {
        for result in results {
            let title = || format!("{} ({question})", result.title);
            all.extend(result.ratio.map(|ratio| (ratio, title())));
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let named = |(ratio, title): &(f64, String)| {
        format!("{title}, {} times the fastest", format::number(*ratio))
    };
    let first_in = all.iter().filter(|(ratio, _)| *ratio <= 1.0).count();
    let wins = match (first_in, all.len()) {
        (_, 0) => String::new(),
        (0, all) => format!("among the fastest in none of {all} races of a job"),
        (first, all) => format!("among the fastest in {first} of {all} races of a job"),
    };
    let slower = all.iter().filter(|(ratio, _)| *ratio > 1.0);
    let best: Vec<String> = match first_in {
        0 => all.iter().take(MOST_NAMED).map(named).collect(),
        _ => Vec::new(),
    };
    let worst: Vec<String> = slower.rev().take(MOST_NAMED).map(named).collect();
    // Of few jobs, the best are the worst.
    let worst = if all.len() <= best.len() {
        Vec::new()
    } else {
        worst
    };
    context! {
        jobs => jobs_table(&results),
        wins,
        best => best.join("; "),
        worst => worst.join("; "),
    }
}

/// Question of a race, with a detector's results in its jobs.
type RaceResults<'a> = (&'a str, Vec<JobResult<'a>>);

/// Returns the table of a detector's times, a column for each race. Empty without any.
fn jobs_table(results: &[RaceResults<'_>]) -> String {
    let mut table = TextTable::new(["job"]);
    table.head.extend(results.iter().flat_map(|(question, _)| {
        [
            format!("{question}: time in µs"),
            "times the fastest".to_owned(),
        ]
    }));
    let titles = results
        .iter()
        .flat_map(|(_, results)| results.iter().map(|r| r.title));
    for title in distinct(titles) {
        let cell = |(_, results): &RaceResults<'_>| {
            let result = results.iter().find(|result| result.title == title);
            result.map_or([NOTHING.to_owned(), NOTHING.to_owned()], |result| {
                [result.time.clone(), result.times.clone()]
            })
        };
        let cells = results.iter().flat_map(cell);
        table.push([title.to_owned()].into_iter().chain(cells));
    }
    if table.rows.is_empty() {
        return String::new();
    }
    table.markdown()
}

/// Quantities of rows that are costs.
const PREPARE: &str = "prepare-time";
const MEMORY: &str = "memory/warm";

/// Most scenes whose costs are listed, of a detector in no race.
const MOST_SCENES: usize = 8;

/// Returns the times to build the trees of a detector with its default options, of some bodies.
fn tree_times<'a>(newest: &'a Newest, command: &str) -> Vec<&'a Row> {
    let Some(builder) = names::builder_of(command) else {
        return Vec::new();
    };
    let wanted = |row: &&Row| row.key.detector == builder && row.quantity == "build-time";
    newest
        .rows
        .iter()
        .filter(wanted)
        .take(MOST_SCENES)
        .collect()
}

/// Returns the time to build the tree of each body; empty without any.
fn tree_costs(trees: &[&Row]) -> String {
    let times = trees.iter().filter_map(|row| row.median());
    let scale = UnitScale::common(times, Unit::Seconds);
    let head = format!("time to build its tree in {}", scale.symbol);
    let mut table = TextTable::new(["body", "faces", &head]);
    for row in trees {
        if let Some(seconds) = row.median() {
            let faces = format::number(row.key.x);
            table.push([format!("`{}`", row.key.scene), faces, scale.number(seconds)]);
        }
    }
    if table.rows.is_empty() {
        String::new()
    } else {
        table.markdown()
    }
}

/// Experiment that shows costs by the number of faces.
const BY_SIZE: &str = "lab-large";

/// Costs of a detector in one job or scene.
struct Costs {
    /// Title of the job, or definition of the scene.
    of: String,
    /// Seconds before the first frame.
    preparation: Option<f64>,
    /// Bytes after the frames.
    memory: Option<f64>,
}

/// Returns times of preparation and memory: by job in the races and by size, or by scene for a
/// detector that has neither.
fn costs(newest: &Newest, races: &[Race<'_>], command: &str) -> Vec<Costs> {
    let is_cost = |row: &&Row| {
        names::command(&row.key.detector) == command
            && row.key.experiment.starts_with("lab-")
            && [PREPARE, MEMORY].contains(&row.quantity.as_str())
    };
    let rows: Vec<&Row> = newest.rows.iter().filter(is_cost).collect();
    let of = |of: String, is_of: &dyn Fn(&Row) -> bool| {
        let value = |quantity: &str| {
            let mut wanted = rows
                .iter()
                .filter(|row| row.quantity == quantity && is_of(row));
            wanted.find_map(|row| row.median())
        };
        let costs = Costs {
            of,
            preparation: value(PREPARE),
            memory: value(MEMORY),
        };
        (costs.preparation.is_some() || costs.memory.is_some()).then_some(costs)
    };
    let jobs = races.iter().flat_map(|race| &race.jobs);
    let jobs = distinct(jobs.map(|job| job.title)).into_iter();
    let by_job = |title: &str| of(title.to_owned(), &|row| row.key.series == title);
    let mut costs: Vec<Costs> = jobs.filter_map(by_job).collect();
    let is_raced = !costs.is_empty();
    let others = rows
        .iter()
        .filter(|row| !is_raced || row.key.experiment == BY_SIZE);
    let scenes = distinct(others.map(|row| row.key.scene.as_str())).into_iter();
    let by_scene = |scene: &str| of(format!("`{scene}`"), &|row| row.key.scene == scene);
    let most = if is_raced { usize::MAX } else { MOST_SCENES };
    costs.extend(scenes.filter_map(by_scene).take(most));
    costs
}

/// Returns the result of the costs: "Preparation takes 142 µs to 891 ms, memory 58.8 kB to 208 MB".
fn cost_heading(costs: &[Costs], trees: &[&Row]) -> String {
    let preparation = costs.iter().filter_map(|costs| costs.preparation);
    let memory = costs.iter().filter_map(|costs| costs.memory);
    let trees = trees.iter().filter_map(|row| row.median());
    let parts = [
        (
            "preparation takes",
            range_in_words(preparation, Unit::Seconds),
        ),
        (
            "the tree of a body takes",
            range_in_words(trees, Unit::Seconds),
        ),
        ("memory", range_in_words(memory, Unit::Bytes)),
    ];
    let parts = parts.into_iter().filter(|(_, range)| !range.is_empty());
    let parts: Vec<String> = parts
        .map(|(what, range)| format!("{what} {range}"))
        .collect();
    format::capital(format::or(&parts.join(", "), "Preparation and memory"))
}

/// Returns the least and the largest value: "142 µs to 891 ms". Empty without any.
fn range_in_words(values: impl Iterator<Item = f64>, unit: Unit) -> String {
    let span = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), span);
    match (least, most) {
        (least, most) if least > most => String::new(),
        (least, most) if least == most => format::value(least, unit),
        (least, most) => format!(
            "{} to {}",
            format::value(least, unit),
            format::value(most, unit)
        ),
    }
}

/// Returns the tables of costs; empty without any.
fn cost_tables(costs: &[Costs], trees: &[&Row]) -> String {
    let mut table = TextTable::new([
        "job, or scene",
        "preparation in ms",
        "memory after the frames in kB",
    ]);
    for costs in costs {
        let cell = |value: Option<f64>, factor: f64| {
            value.map_or(NOTHING.to_owned(), |v| format::number(factor * v))
        };
        table.push([
            costs.of.clone(),
            cell(costs.preparation, 1e3),
            cell(costs.memory, 1e-3),
        ]);
    }
    let trees = tree_costs(trees);
    match (table.rows.is_empty(), trees.is_empty()) {
        (true, _) => trees,
        (false, true) => table.markdown(),
        (false, false) => format!("{}\n{trees}", table.markdown()),
    }
}

/// Returns links to the experiments in which a detector takes part, with any options.
fn measured_in(newest: &Newest, pages: &[Page], command: &str) -> String {
    let takes_part = |page: &&Page| {
        let rows = newest.rows.select(&Selection::of(&page.id));
        rows.iter()
            .any(|row| row.key.detector.split(' ').next() == Some(command))
    };
    let links = pages.iter().filter(takes_part).map(|page| {
        format!(
            "[{}](../{}/README.md#{})",
            page.heading(),
            key_of(&page.id),
            page.id
        )
    });
    let links: Vec<String> = links.collect();
    let more = links.len().saturating_sub(MOST_EXPERIMENTS);
    let mut text = links[..links.len().min(MOST_EXPERIMENTS)].join(" · ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_of_costs_has_their_ranges() {
        let costs = |preparation, memory| Costs {
            of: String::new(),
            preparation,
            memory,
        };
        let both = [costs(Some(1e-3), Some(2e6)), costs(Some(2e-6), None)];
        let heading = cost_heading(&both, &[]);
        assert_eq!(heading, "Preparation takes 2 µs to 1 ms, memory 2 MB");
        assert_eq!(cost_heading(&[], &[]), "Preparation and memory");
    }
    use crate::tests::samples::{newest, pages as made, rows};

    #[test]
    fn a_page_has_facts_options_and_experiments() {
        let facts = DetectorFacts {
            name: "face-octree".into(),
            summary: "faces in an octree".into(),
            source: "Smith95 §3".into(),
            face_pairs: true,
            options: vec![OptionFacts {
                name: "level".into(),
                default: "6".into(),
                effect: "depth | width".into(),
                values: "0 to 10".into(),
            }],
            ..DetectorFacts::default()
        };
        let written = pages(&newest(&rows()), &[], &made(), &[facts]).unwrap();
        let [list, page] = &written[..] else {
            panic!("{written:?}")
        };
        assert_eq!(
            (list.0.as_str(), page.0.as_str()),
            ("README.md", "face-octree.md")
        );
        for text in [
            "# Face octree (1995)",
            "Faces in an octree. Source: Smith95 §3.",
            "&Query::first_contact(), &mut found)?; // yes or no",
            "| `level` | `6` | depth \\| width | 0 to 10 |",
            "It takes no part in a race. Beside others it loses most in [",
            "../made/README.md#made-fig10), 10 faces: it takes 1.60 times as long as separating planes.",
            "## Preparation and memory\n\nNot measured.\n",
            "catalog::build(\"face-octree\"",
            "../made/README.md#made-fig10",
        ] {
            assert!(page.1.contains(text), "{text}: {}", page.1);
        }
        assert!(
            list.1.contains("[face octree (1995)](face-octree.md)"),
            "{}",
            list.1
        );
    }
}
