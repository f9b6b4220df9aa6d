//! The pages, from templates.

use crate::claims::{self, Assessed, Verdict, words};
use crate::escape;
use crate::format;
use crate::inventory::{PaperSection, Untested};
use crate::page::Intervals;
use crate::papers::Paper;
use crate::race::{self, Race};
use crate::{Choice, Figure, Page, Section, Shown, glossary, names, scenes, tables};
use anyhow::{Context, Result};
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior, context, syntax::SyntaxConfig};
use records::{Machine, Newest, NewestOf, ProcessSpread, Run, Selection};

/// A page in the output folder.
pub(crate) struct RootPage {
    pub(crate) file: &'static str,
    pub(crate) text: String,
}

/// Returns the pages beside the papers' folders: the summary, the choice of a detector, all claims
/// and rules, the machine, the scenes and the terms. `exists` is true for a file of the output
/// folder.
pub(crate) fn root_pages(
    newest: &Newest,
    papers: &[&Paper],
    ledger: &[Assessed<'_>],
    choice: &Choice<'_>,
    exists: &dyn Fn(&str) -> bool,
) -> Result<Vec<RootPage>> {
    let content = root_content(newest, papers, ledger, choice, exists);
    let mut pages = vec![
        ("README.md", include_str!("../templates/summary.md")),
        ("choose.md", include_str!("../templates/choose.md")),
        ("claims.md", include_str!("../templates/claims.md")),
        ("rules.md", include_str!("../templates/rules.md")),
        ("scenes.md", include_str!("../templates/scenes.md")),
        ("glossary.md", include_str!("../templates/glossary.md")),
    ];
    // Without a recording nothing is known about the machine.
    if !newest.recordings.is_empty() {
        pages.push(("machine.md", include_str!("../templates/machine.md")));
    }
    let mut filled = Vec::new();
    for (file, template) in pages {
        let text = render(file, template, content.clone())?;
        filled.push(RootPage { file, text });
    }
    if let Some(accuracy) = &choice.accuracy {
        let template = include_str!("../templates/accuracy.md");
        let elsewhere = newest.other_machine(accuracy.experiment()).map(machine);
        let text = render("accuracy.md", template, accuracy.content(elsewhere))?;
        filled.push(RootPage {
            file: "accuracy.md",
            text,
        });
    }
    Ok(filled)
}

/// Returns what the templates of [`root_pages`] are filled with.
fn root_content(
    newest: &Newest,
    papers: &[&Paper],
    ledger: &[Assessed<'_>],
    choice: &Choice<'_>,
    exists: &dyn Fn(&str) -> bool,
) -> Value {
    // A paper without a year is the laboratory's own: its hypotheses are counted apart, so that
    // they do not improve the count of reproduced claims.
    let untested: usize = papers.iter().map(|paper| paper.not_testable.len()).sum();
    let counts =
        |of_papers: bool, untested| claims::counted(claims::of_papers(ledger, of_papers), untested);
    let changed = ledger.iter().filter(|a| !a.claim.changed.is_empty());
    let by_hand = ["METHOD.md", "HISTORY.md", "BIBLIOGRAPHY.md"];
    context! {
        counts => counts(true, untested),
        untested,
        own_counts => counts(false, 0),
        rules => ledger.len(),
        changed => changed.count(),
        chapters => papers.iter().map(|p| chapter(p, newest, ledger)).collect::<Vec<_>>(),
        run => circumstances(newest),
        errors => papers.iter().any(|paper| !paper.paper.errors.is_empty())
            || ledger.iter().any(|a| a.verdict == Verdict::ErrorInPaper),
        fastest => race::fastest(&choice.races),
        races => choice.races.iter().map(in_tables).collect::<Vec<_>>(),
        picks => race::pick::picks(&choice.races),
        partial => choice.races.iter().any(Race::is_partial),
        budgets => choice.budgets.iter().map(|b| b.content()).collect::<Vec<_>>(),
        by_hand => by_hand.into_iter().all(exists),
        distances => with_distances(choice),
        largest => race::pick::largest(&choice.races),
        large => is_measured(newest, "lab-large"),
        crowd => is_measured(newest, "lab-crowd"),
        fast => is_measured(newest, "kitamura95-spinning"),
        legend => race::legend(&choice.races),
        has_accuracy => choice.accuracy.is_some(),
        scenes => choice.scenes.as_slice(),
        terms => glossary::terms(),
    }
}

/// Returns true if there are rows of an experiment.
fn is_measured(newest: &Newest, experiment: &str) -> bool {
    !newest.rows.select(&Selection::of(experiment)).is_empty()
}

/// Returns the detectors that report distances: name on the command line, and for readers.
fn with_distances(choice: &Choice<'_>) -> Vec<(String, String)> {
    let able = choice.facts.iter().filter(|facts| facts.distances);
    able.map(|facts| (facts.name.clone(), names::name(&facts.name)))
        .collect()
}

/// Returns the chapter of a paper in the summary.
fn chapter(paper: &Paper, newest: &Newest, ledger: &[Assessed<'_>]) -> Value {
    let claims = ledger.iter().filter(|a| a.paper.key == paper.key);
    context! {
        key => paper.key.as_str(),
        name => format::capital(&paper.key),
        title => paper.paper.title.as_str(),
        authors => paper.paper.title.split(": ").next(),
        claimed => paper.paper.claimed.as_str(),
        standing => claims::standing(claims.clone()),
        strip => strip(claims.clone(), ""),
        errors => &paper.paper.errors,
        wrong => claims.clone().filter(|a| a.verdict == Verdict::ErrorInPaper)
            .map(|a| entry(a, newest)).collect::<Vec<_>>(),
        counts => claims::counted(claims.clone(), paper.not_testable.len()),
        claims => claims.clone().map(|a| entry(a, newest)).collect::<Vec<_>>(),
    }
}

/// Returns one square for each claim, which leads to its line of the table: those that hold first.
/// `root` is the path to the output folder.
fn strip<'a>(claims: impl Iterator<Item = &'a Assessed<'a>>, root: &str) -> String {
    let mut squares: Vec<(char, String)> = claims
        .map(|a| {
            let (key, id) = (&a.paper.key, &a.claim.id);
            let square = a.verdict.square();
            // Quotation marks would end the title of the link.
            let title = format!("{}: {}", a.claim.id, a.words()).replace('"', "");
            let link = format!("[{square}]({root}claims.md#{key}-{id} \"{title}\")");
            (square, link)
        })
        .collect();
    let rank = |square| "■▨□·".chars().position(|c| c == square);
    squares.sort_by_key(|(square, _)| rank(*square));
    squares.into_iter().map(|(_, link)| link).collect()
}

/// Returns a paper's page: its experiments with plots, tables and verdicts. `rendered` returns true
/// for a file of the output folder that exists. `figures` are those of the whole paper.
pub(crate) fn paper(
    newest: &Newest,
    paper: &Paper,
    sections: &[Section<'_>],
    rendered: &dyn Fn(&str) -> bool,
    (ledger, figures): (&[Assessed<'_>], &[Figure]),
) -> Result<String> {
    let first_of = |s: &Section<'_>| {
        let height = |shown: &Shown| {
            let strip = shown.plot.strip.as_ref().map_or(0, |_| STRIP);
            shown.height + strip
        };
        first_picture(s).map(height)
    };
    let heights = [figures.first().map(|figure| figure.height)].into_iter();
    let heights: Vec<_> = heights.chain(sections.iter().map(first_of)).collect();
    // One more lists the paper's own sections.
    let count = sections.len() + usize::from(!paper.sections.is_empty());
    let unfolded = unfolded(count, &heights);
    let section = |(s, shown): (&Section<'_>, &bool)| section(s, newest, rendered, ledger, *shown);
    let of_paper = ledger.iter().filter(|a| a.paper.key == paper.key);
    let content = context! {
        key => paper.key.as_str(),
        title => paper.paper.title.as_str(),
        claimed => paper.paper.claimed.as_str(),
        standing => claims::standing(of_paper.clone()),
        strip => strip(of_paper, "../"),
        figures => Serde(figures.iter().collect::<Vec<_>>()),
        open => usize::from(unfolded[0]),
        inventory => paper.sections.iter().map(|s| inventory(s, paper, ledger)).collect::<Vec<_>>(),
        sections => sections.iter().zip(&unfolded[1..]).map(section).collect::<Vec<_>>(),
        run => circumstances(newest),
    };
    render("paper.md", include_str!("../templates/paper.md"), content)
}

/// Height of an article of six screens, in pixels, where it is 950 wide.
const ARTICLE: usize = 6 * 900;

/// Height of an article above its sections, without its figures.
const ARTICLE_HEAD: usize = 580;

/// Height of a section whose pictures are folded.
const FOLDED_SECTION: usize = 175;

/// Height of the frames below a plot, in pixels.
const STRIP: usize = 150;

/// Free space below a picture.
const BELOW_PICTURE: usize = 16;

/// Returns which pictures of an article with this number of sections are outside of its folded
/// parts, from the heights of all of them in pixels: the first ones with which it has at most six
/// screens.
fn unfolded(sections: usize, heights: &[Option<usize>]) -> Vec<bool> {
    let mut left = ARTICLE.saturating_sub(ARTICLE_HEAD + sections * FOLDED_SECTION);
    let fits = |height: &Option<usize>| {
        let rest = height.and_then(|height| left.checked_sub(height + BELOW_PICTURE));
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    heights.iter().map(fits).collect()
}

/// Returns the first plot of a section that has a picture.
fn first_picture<'a>(section: &'a Section<'_>) -> Option<&'a Shown> {
    let mut pictures = section.pictures.iter();
    pictures.find(|picture| !picture.file.is_empty())
}

/// Returns the section of an experiment on its paper's page. `rendered` is that of [`paper`].
/// `shown` is true if its first picture is not folded.
fn section(
    section: &Section<'_>,
    newest: &Newest,
    rendered: &dyn Fn(&str) -> bool,
    ledger: &[Assessed<'_>],
    shown: bool,
) -> Value {
    let Section {
        page,
        analysis,
        guess,
        ..
    } = section;
    let claims = ledger.iter().filter(|a| a.claim.experiment == page.id);
    let result = analysis.heading();
    let lead = match &result {
        Some(_) => "",
        None => analysis.result.as_str(),
    };
    let measured = context! {
        ..section_pictures(section, newest, rendered, shown),
        ..section_tables(page, newest)
    };
    context! {
        id => page.id.as_str(),
        result,
        lead,
        heading => page.heading(),
        question => page.question.as_str(),
        paper_says => page.paper_says.as_str(),
        analysis => analysis.text.as_str(),
        left_out => analysis.left_out.len(),
        guess => guess.as_ref().map(|guess| {
            context! { words => guess.words.as_str(), table => guess.table.as_str() }
        }),
        elsewhere => measured_elsewhere(newest, page),
        claims => claims.map(|a| entry(a, newest)).collect::<Vec<_>>(),
        command => command(&page.id, newest),
        ..measured
    }
}

/// Returns the pictures of a section, and the one of them that is not folded. Parameters are those
/// of [`section`].
fn section_pictures(
    section: &Section<'_>,
    newest: &Newest,
    rendered: &dyn Fn(&str) -> bool,
    shown: bool,
) -> Value {
    let Section { page, pictures, .. } = section;
    // Without its file, a picture is omitted: a link to it would show nothing.
    let folder = newest.of(&page.id).map_or("", |r| r.folder.as_str());
    let there = page.pictures.iter();
    let there = there.filter(|p| rendered(&format!("{folder}/{}", p.file)));
    let shown = first_picture(section).filter(|_| shown);
    context! {
        folder,
        shown => shown.map(|shown| picture(newest, page, shown, rendered)),
        rendered => Serde(there.collect::<Vec<_>>()),
        pictures => pictures
            .iter()
            .map(|shown| picture(newest, page, shown, rendered))
            .collect::<Vec<_>>(),
    }
}

/// Returns the tables of a section, and what is said of their numbers.
fn section_tables(page: &Page, newest: &Newest) -> Value {
    let rows = &newest.rows;
    context! {
        // A race has its own.
        ratios => if page.race.is_empty() { tables::ratios(rows, page) } else { String::new() },
        pairing => tables::pairing(rows, page),
        numbers => tables::numbers(rows, page),
        breakdowns => Serde(tables::breakdowns(rows, page)),
        failures => tables::failures(rows, page),
        race => Race::of(rows, page).as_ref().map(in_tables),
        verified => tables::verified(rows, page),
        slow => tables::slow_repeats(newest, page),
        // Intervals are proved bounds, not confidence intervals.
        proved => page.intervals == Intervals::Proved,
    }
}

/// Returns a plot under its heading, with its sentence or its table. `rendered` is that of
/// [`paper`].
fn picture(newest: &Newest, page: &Page, shown: &Shown, rendered: &dyn Fn(&str) -> bool) -> Value {
    let rows = &newest.rows;
    let Shown {
        plot,
        file,
        sentence,
        alt,
        ..
    } = shown;
    context! {
        title => plot.heading(page),
        alt,
        file => file.as_str(),
        strip => plot.strip.as_ref().and_then(|name| scenes::picture(newest, name)).filter(|file| rendered(file)),
        sentence => sentence.as_str(),
        table => tables::under_plot(rows, page, plot),
        note => tables::note(plot),
    }
}

/// Returns a section of a paper, with its claims and its sentences without a rule.
fn inventory(section: &PaperSection, paper: &Paper, ledger: &[Assessed<'_>]) -> Value {
    let claim = |a: &Assessed<'_>| {
        context! {
            id => a.claim.id.as_str(),
            experiment => a.claim.experiment.as_str(),
            paper_key => a.claim.experiment.split('-').next(),
            verdict => a.short_words(),
        }
    };
    let sentence = |u: &Untested| context! { says => u.says.as_str(), why => u.why.as_str() };
    context! {
        name => section.name.as_str(),
        title => section.title.as_str(),
        claims => section.claims(paper, ledger).map(claim).collect::<Vec<_>>(),
        untested => section.untested(paper).map(sentence).collect::<Vec<_>>(),
        no_claim => section.no_claim.as_str(),
    }
}

/// Returns a race in tables.
fn in_tables(race: &Race<'_>) -> Value {
    context! {
        question => race.asks_for(),
        anchor => race.asks_for().replace(' ', "-"),
        first => race.first(),
        extent => race.extent(),
        winners => race.winners(),
        footnote => race.footnote(),
        standing => race.standing(),
        picture_words => race.picture_words(),
        matrix => race.matrix(),
        folder => race.folder(),
        file => race.file(),
    }
}

/// Fills a template. A misspelled name in the template is an error, not an empty text.
pub(crate) fn render(name: &str, template: &str, content: Value) -> Result<String> {
    let mut syntax = SyntaxConfig::builder();
    let syntax = syntax
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true);
    let mut environment = Environment::new();
    environment.set_syntax(syntax.build().context("blocks without delimiters")?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // A `|` in a claim would end its cell of the table.
    environment.add_filter("cell", |text: String| records::escape(&text));
    // Its brackets would end the text of a picture.
    environment.add_filter("alt", |text: String| escape::alt(&text));
    environment.add_filter("code", |text: String| escape::code(&text));
    environment.add_filter("capital", |text: String| format::capital(&text));
    environment.add_filter("sentence", |text: String| format::sentence(&text));
    environment.add_global("max_tie", race::MAX_TIE);
    environment
        .render_named_str(name, template, content)
        .map(|text| format::with_one_separator(&text))
        .with_context(|| format!("the template {name} cannot be filled"))
}

/// Returns the environment and the circumstances of the newest run, in words, and all recordings.
fn circumstances(newest: &Newest) -> Value {
    let in_words = |r: &NewestOf| recording(newest, r);
    let listed = |of: &[NewestOf]| of.iter().rev().map(in_words).collect::<Vec<Value>>();
    let recordings = listed(&newest.recordings);
    let elsewhere = listed(&newest.elsewhere);
    let Some(last) = newest.recordings.last() else {
        return context! { recordings, elsewhere, workers => 1, quick => false, dirty => false };
    };
    let run = &last.run;
    let memory = match run.machine.memory {
        0 => "unknown".to_owned(),
        bytes => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    };
    let all = || newest.recordings.iter().chain(&newest.elsewhere);
    let words = context! {
        memory,
        recordings,
        elsewhere,
        workers => run.workers.get(),
        speed => tables::speed(newest),
        disturbed_above => ProcessSpread::DISTURBED,
        // Of any of them.
        quick => all().any(|r| r.run.quick),
        dirty => all().any(|r| r.run.dirty),
    };
    // The first of equal names wins, so the memory in words replaces the number of bytes.
    context! { ..words, ..Serde(&run.machine), ..Serde(run) }
}

/// Returns a recording, in words.
fn recording(newest: &Newest, recording: &NewestOf) -> Value {
    let run = &recording.run;
    context! {
        folder => recording.folder.as_str(),
        date => run.date.as_str(),
        revision => run.revision.as_str(),
        dirty => run.dirty,
        command => run.command.as_str(),
        processes => run.processes.get(),
        load => run.machine.load.as_str(),
        spread => tables::process_spread(newest, recording),
        experiments => recording.experiments.len(),
        machine => machine(&run.machine),
    }
}

/// Returns a machine in words: "AMD EPYC (family 26, model 2, stepping 1), 2 cores".
/// Returns the machine of a page that was measured on another one than most, with a note on a
/// recording that was disturbed.
fn measured_elsewhere(newest: &Newest, page: &Page) -> Option<String> {
    let name = machine(newest.other_machine(&page.id)?);
    let recording = newest.of(&page.id)?;
    Some(if tables::is_disturbed(newest, recording) {
        format!(
            "{name}, in a recording that was [disturbed](../machine.md): its processes differ much"
        )
    } else {
        name
    })
}

fn machine(machine: &Machine) -> String {
    let cores = match machine.cores {
        1 => "1 core".to_owned(),
        n => format!("{n} cores"),
    };
    format!("{} ({}), {cores}", machine.cpu, machine.model)
}

/// Returns the command that measures an experiment again. Only the command of the run knows a scene
/// of the user's own.
pub(crate) fn command(experiment: &str, newest: &Newest) -> String {
    let run: Option<&Run> = newest.of(experiment).map(|r| &r.run);
    match run {
        Some(run) if run.command.contains("--scene") => run.command.clone(),
        Some(run) if run.workers.get() > 1 => {
            let workers = run.workers;
            format!("cargo xtask compare {experiment} --workers {workers} --out DIR")
        }
        _ => format!("cargo xtask compare {experiment}"),
    }
}

/// Returns an earlier form of a rule, in words.
fn change(change: &claims::Change) -> Value {
    let claims::Change { date, was, why } = change;
    context! { date, was, why }
}

/// Returns a claim with its verdict, in words.
fn entry(assessed: &Assessed<'_>, newest: &Newest) -> Value {
    let claim = assessed.claim;
    let (paper, paper_normalized) = words::paper(assessed);
    // The page of the experiment: the laboratory's claims refer to experiments of papers, too.
    let paper_key = claim.experiment.split('-').next();
    context! {
        id => claim.id.as_str(),
        experiment => claim.experiment.as_str(),
        paper_key,
        // On the page of another paper, or of the laboratory, its place needs its paper.
        elsewhere => Some(assessed.paper.key.as_str())
            .filter(|key| paper_key != Some(*key) && !assessed.paper.is_own()),
        place => claim.place.as_str(),
        says => claim.says.as_str(),
        paper,
        paper_normalized,
        ours => assessed.ours.as_str(),
        normalized => assessed.normalized.as_str(),
        details => assessed.details.as_str(),
        verdict => assessed.words(),
        reason => assessed.reason.as_str(),
        changes => claim.changed.iter().map(change).collect::<Vec<_>>(),
        rule => words::rule(assessed),
        caveat => claim.caveat.as_str(),
        command => command(&claim.experiment, newest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes red if the last section is not counted, or figures count with another height than
    /// theirs.
    #[test]
    fn an_article_has_at_most_six_screens() {
        let height = |sections: usize, heights: &[usize]| {
            let all: Vec<Option<usize>> = heights.iter().copied().map(Some).collect();
            let shown = unfolded(sections, &all);
            let pictures = heights.iter().zip(&shown).filter(|(_, shown)| **shown);
            let pictures: usize = pictures.map(|(height, _)| height + BELOW_PICTURE).sum();
            let count = shown.iter().filter(|shown| **shown).count();
            (ARTICLE_HEAD + sections * FOLDED_SECTION + pictures, count)
        };
        for sections in 1..28 {
            for first in [240, 782, 1526] {
                let mut heights = vec![420; sections];
                heights.insert(0, first);
                let (page, count) = height(sections, &heights);
                assert!(page <= ARTICLE, "{sections} sections, {first}: {page}");
                let rest = ARTICLE - page;
                assert!(count > sections || rest < 420 + BELOW_PICTURE, "{rest}");
            }
        }
        // A high figure is folded, and lower ones after it are not.
        let (_, count) = height(22, &[1526, 420, 420, 420]);
        assert_eq!(count, 2);
        assert_eq!(unfolded(3, &[None, Some(420)]), [false, true]);
    }
}
