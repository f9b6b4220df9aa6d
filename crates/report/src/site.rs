//! The interactive page: one offline HTML file, with its script, its style and its data inside.
//!
//! The script is bundled in `app/dist` from the sources in `app/src`. Building this crate needs no
//! JavaScript tools. Names that a user can choose reach the page as data only: the script shows
//! them as text, and the page's security policy forbids every other script.
//!
//! | module | content |
//! |---|---|
//! | `about` | facts on detectors and jobs, from the crates that know them |
//! | `data` | the data as the script reads them |
//! | `lines` | rows as lines of numbers |
//! | `ledger` | claims, races and plots |
//! | `glossary` | the terms of the pages |
//! | `scenes` | playback files of recordings |
//! | `html` | the frame of the page |

mod about;
mod data;
mod glossary;
mod html;
mod ledger;
mod lines;
mod scenes;

pub use about::{About, JobFacts};

use crate::claims::Assessed;
use crate::dumbbells::RunLedger;
use crate::plot::Styles;
use crate::{Drawings, Page, Papers, markdown};
use anyhow::{Context, Result};
use data::SiteData;
use lines::Texts;
use records::Newest;
use std::path::Path;

/// File of the page in the output folder.
pub const PAGE: &str = "index.html";
/// Maximum size of the page in bytes.
pub const LARGEST: usize = 6_000_000;
/// Place of the content for those who have no JavaScript.
const INSTEAD: &str = "The same results are in README.md beside it.";
/// Bytes that are left for the names of scenes that do not fit.
const NAMES: usize = 10_000;

/// Returns a page that plays scenes, from the texts of their playback files.
///
/// It needs no rows: only the tab of scenes is shown. A text that is not a playback file is
/// reported on the page, and the other scenes are shown.
pub fn playback_page(title: &str, playback: &[String]) -> String {
    let names = playback.iter().flat_map(|scene| scenes::detectors(scene));
    let names: Vec<String> = names.collect();
    let looks = Styles::new(&[names.iter().map(String::as_str).collect()]);
    let looks =
        serde_json::to_string(&ledger::styles(&looks)).expect("texts and numbers serialize");
    let looks = html::plain("looks", &looks);
    let scenes = playback.iter().map(|scene| html::plain("playback", scene));
    let blocks: Vec<String> = [looks].into_iter().chain(scenes).collect();
    let instead = "`cargo xtask detect` prints what a detector finds in the scene.";
    html::page(title, &blocks, instead)
}

/// Parts of the page.
pub(crate) struct SiteInput<'a> {
    pub(crate) newest: &'a Newest,
    pub(crate) papers: &'a Papers,
    pub(crate) pages: &'a [Page],
    pub(crate) ledger: &'a [Assessed<'a>],
    /// Claims by other recorded runs.
    pub(crate) runs: &'a [RunLedger<'a>],
    pub(crate) drawings: &'a Drawings<'a>,
    pub(crate) about: &'a About,
}

/// Returns the whole page, with the scenes of the recordings in `out` that fit.
///
/// # Errors
/// A playback file that cannot be read, or rows that are larger than the page may be without
/// scenes.
pub(crate) fn page(input: &SiteInput<'_>, out: &Path) -> Result<String> {
    let title = "collision-lab: results";
    let mut data = data(input);
    let block = packed_data(&data)?;
    let frame = html::page(title, &[block], INSTEAD).len();
    let room = LARGEST.checked_sub(frame + NAMES);
    let room = room.with_context(|| {
        format!(
            "the rows make a page of {frame} bytes, and {LARGEST} is the limit: leave out lines in \
             crates/report/src/site/lines.rs"
        )
    })?;
    let (mut blocks, left_out) = scenes::fitting(scenes::of(out, input.newest)?, room);
    data.scenes_left_out = left_out;
    blocks.insert(0, packed_data(&data)?);
    Ok(html::page(title, &blocks, INSTEAD))
}

fn packed_data(data: &SiteData<'_>) -> Result<String> {
    let json = serde_json::to_string(data).context("the data of the page")?;
    html::packed("data", &json, &[])
}

/// Returns everything but the scenes.
fn data<'a>(input: &SiteInput<'a>) -> SiteData<'a> {
    let mut texts = Texts::default();
    let measured = |page: &&Page| input.newest.of(&page.id).is_some();
    let measured = input.pages.iter().filter(measured);
    let experiments = measured.map(|page| ledger::experiment(input, page, &mut texts));
    let experiments = experiments.collect();
    // The last one is the newest of the pages' machine.
    let recordings = input
        .newest
        .elsewhere
        .iter()
        .chain(&input.newest.recordings);
    let recordings = recordings.map(|r| data::RecordingEntry {
        folder: &r.folder,
        experiments: &r.experiments,
        run: &r.run,
    });
    let claims = 0..input.ledger.len();
    let races = input.pages.iter();
    SiteData {
        format: SiteData::FORMAT,
        about: input.about,
        styles: ledger::all_styles(input),
        recordings: recordings.collect(),
        papers: ledger::papers(input),
        claims: claims.map(|i| ledger::claim(input, i)).collect(),
        races: races.filter_map(|p| ledger::race(input, p)).collect(),
        experiments,
        series: ledger::series(&texts.all),
        texts: texts.all,
        glossary: glossary::terms(),
        scenes_left_out: Vec::new(),
    }
}

/// Returns the command that measures an experiment again.
fn command(experiment: &str, newest: &Newest) -> String {
    markdown::command(experiment, newest)
}

#[cfg(test)]
mod tests;
