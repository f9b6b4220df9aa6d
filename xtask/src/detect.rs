//! `detect`: one detector over one scene.

mod closest;
mod json;
mod stored_trees;
mod summary;
mod table;

use crate::output::Output;
use crate::result::OutputForm;
use crate::scene_argument::SceneOptions;
use crate::{scene_argument, terminal};
use anyhow::{Context, Result, anyhow, bail, ensure};
use catalog::{BodyPair, Budget, Detail, Detector, Entry, Findings, Options, Profile};
use scenes::Scene;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use table::FindingsFormat;

/// Arguments of `detect`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(help = scene_argument::HELP, value_hint = clap::ValueHint::AnyPath)]
    scene: String,
    /// Name of the detector; `cargo xtask list` prints all.
    #[arg(long, value_name = "NAME")]
    detector: String,
    /// An option of the detector, for example level=7; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Broad phase of a pairwise detector: no-culling, all-pairs, sort-and-sweep, sweep-and-prune,
    /// interval-tree or aabb-tree. Short for --option broad-phase=KIND. The answers do not depend
    /// on it.
    #[arg(long, value_name = "KIND")]
    broad_phase: Option<String>,
    /// Take the sphere-tree of a mesh from this file of `cargo xtask sphere-tree --out`, for
    /// detectors with sphere-trees; may be repeated. The trees of other meshes are built. It is
    /// proved again, which takes about as long as building it.
    #[arg(long = "tree", value_name = "FILE")]
    trees: Vec<PathBuf>,
    /// Write all pairs to a new file: .json, .csv or .npy; `-` is standard output.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<Output>,
    /// Format of `--out`, instead of that of its extension.
    #[arg(long, value_enum, requires = "out")]
    format: Option<FindingsFormat>,
    /// Replace the file of `--out` if it exists.
    #[arg(long, requires = "out")]
    force: bool,
    /// Maximum number of refinement steps in each frame, for detectors that support budgets.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Also find bodies that lie wholly inside closed bodies.
    #[arg(long)]
    contained: bool,
    /// Ask only whether each pair of bodies collides, with one face pair as evidence.
    #[arg(long)]
    first_contact: bool,
    /// Also report the distance and the closest points of bodies whose boxes overlap, for detectors
    /// of closest features; with --broad-phase no-culling, of all bodies.
    #[arg(long)]
    distances: bool,
    /// Number of threads at most. Sphere-trees and parry3d use one, others if a frame has enough
    /// work. The answers do not depend on it.
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::compare::workers)]
    workers: NonZeroUsize,
    #[command(flatten)]
    scene_options: SceneOptions,
}

/// Runs the detector over the scene.
///
/// # Errors
/// Bad arguments, a scene that cannot be read, a body that the detector does not take, a file
/// that cannot be written, and pairs that the detector left undecided.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    // Errors in the arguments are found before any work is done.
    let entry = catalog::entry(&arguments.detector)?;
    let options = options(arguments, entry)?;
    let mut detector = entry.build(&options)?;
    let budget = budget(arguments.steps, entry)?;
    if arguments.distances {
        ensure_supported(entry, "distances", "--distances", |p| p.supports_distances)?;
    }
    stored_trees::ensure_used(&arguments.trees, entry)?;
    let mut format = FindingsFormat::Json;
    if let Some(out) = &arguments.out {
        out.ensure_apart_from(form)?;
        format = FindingsFormat::of(arguments.format, out)?;
        out.ensure_new(arguments.force)?;
    }
    let mut scene = scene_argument::scene(&arguments.scene, &arguments.scene_options)?;
    if let Some(out) = &arguments.out {
        out.ensure_not_read(&scene.files)?;
        out.ensure_not_read(&arguments.trees)?;
    }
    if !arguments.trees.is_empty() {
        detector = stored_trees::detector(&arguments.trees, entry, &options, &scene)?;
    }
    scene.containment |= arguments.contained;
    detector
        .prepare(&scene.bodies)
        .map_err(|e| anyhow!("{}: {e}", entry.name))?;
    let answers = answers(detector.as_mut(), &scene, budget, arguments)?;
    let run = DetectRun {
        scene: &scene,
        label: entry.label(&options),
        steps: arguments.steps,
        certifies: entry.profile().supports_budgets,
        measures: entry.profile().supports_distances,
        distances: arguments.distances,
        answers: &answers,
    };
    if let Some(out) = &arguments.out {
        match format {
            FindingsFormat::Json => out.write(serde_json::to_string(&run.output())? + "\n")?,
            FindingsFormat::Csv => out.write(run.csv())?,
            FindingsFormat::Npy => out.write(run.npy())?,
        }
    }
    if !arguments.out.as_ref().is_some_and(Output::is_stdout) {
        form.print(|| run.summary(), || run.result())?;
    }
    ensure_decided(&answers, arguments.steps.is_some())
}

/// Returns the findings of every frame.
fn answers(
    detector: &mut dyn Detector,
    scene: &Scene,
    budget: Budget<'_>,
    arguments: &Arguments,
) -> Result<Vec<Findings>> {
    let progress = terminal::progress("detecting");
    progress.set_length(scene.frames.len() as u64);
    let answer = |i: usize| {
        let mut found = Findings::default();
        let query = scene.query().with_budget(budget);
        let query = query.with_distances(arguments.distances);
        let mut query = query.with_workers(arguments.workers);
        if arguments.first_contact {
            query.detail = Detail::FirstContact;
        }
        detector
            .detect(&scene.frame(i), &query, &mut found)
            .with_context(|| format!("frame {i}"))?;
        progress.inc(1);
        Ok(found)
    };
    let answers = (0..scene.frames.len()).map(answer).collect();
    progress.finish_and_clear();
    answers
}

/// Returns the options of the detector, with the broad phase that is asked for.
fn options(arguments: &Arguments, entry: &Entry) -> Result<Options> {
    let options = Options::parse(&arguments.options)?;
    let Some(kind) = &arguments.broad_phase else {
        return Ok(options);
    };
    let pairwise = catalog::entries()
        .iter()
        .filter(|entry| entry.is_pairwise());
    ensure!(
        entry.is_pairwise(),
        "`{}` is not pairwise, so it has no choice of broad phase; drop --broad-phase or use one \
         of {}",
        entry.name,
        pairwise.map(|e| e.name).collect::<Vec<_>>().join(", ")
    );
    ensure!(
        options.iter().all(|(name, _)| name != Entry::BROAD_PHASE),
        "--broad-phase and --option {0}=… name the broad phase twice; drop one",
        Entry::BROAD_PHASE
    );
    Ok(options.with(Entry::BROAD_PHASE, kind.as_str()))
}

fn budget(steps: Option<u64>, entry: &Entry) -> Result<Budget<'static>> {
    let Some(steps) = steps else {
        return Ok(Budget::Unlimited);
    };
    ensure_supported(entry, "budgets", "--steps", |p| p.supports_budgets)?;
    Ok(Budget::Steps(steps))
}

/// Fails if the detector does not support what an argument asks for, and names those that do.
fn ensure_supported(
    entry: &Entry,
    feature: &str,
    argument: &str,
    supports: impl Fn(&Profile) -> bool,
) -> Result<()> {
    let others = catalog::entries().iter().filter(|e| supports(&e.profile()));
    ensure!(
        supports(&entry.profile()),
        "`{}` does not support {feature}; drop {argument} or use one of {}",
        entry.name,
        others.map(|e| e.name).collect::<Vec<_>>().join(", ")
    );
    Ok(())
}

/// Fails if a pair is undecided: the detector has not proved it apart. Under a budget that is no
/// error, because the certificates report it.
fn ensure_decided(answers: &[Findings], budgeted: bool) -> Result<()> {
    let is_undecided = |found: &Findings| !found.undecided.is_empty() && !budgeted;
    let mut undecided = (0..).zip(answers).filter(|(_, found)| is_undecided(found));
    let Some((frame, found)): Option<(usize, _)> = undecided.next() else {
        return Ok(());
    };
    let BodyPair { a, b } = found.undecided[0];
    bail!(
        "the detector gave up on body pairs in {} frames, first on bodies {} and {} in frame \
         {frame}; the output calls them undecided: ask another detector, for example brute-force",
        1 + undecided.count(),
        a.0,
        b.0
    )
}

/// Arguments of a run with the findings of each frame.
struct DetectRun<'a> {
    scene: &'a Scene,
    label: String,
    steps: Option<u64>,
    certifies: bool,
    /// The detector reports closest features.
    measures: bool,
    /// Distances are asked for.
    distances: bool,
    answers: &'a [Findings],
}
