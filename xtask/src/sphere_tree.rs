//! `sphere-tree`: builds the sphere-tree of a mesh, stores it, and tells how well it fits.

use crate::output::Output;
use crate::terminal;
use anyhow::{Context, Result, anyhow, ensure};
use geometry::{Mesh, Vec3};
use indicatif::{ProgressBar, ProgressStyle};
use records::{Columns, TextTable};
use scenes::bodies::Model;
use serde::Serialize;
use sphere_tree::accuracy::{Over, Target, USUAL};
use sphere_tree::file::Stored;
use sphere_tree::fit::{LevelFit, measured_fit, stored_fit};
use sphere_tree::merging::Around;
use sphere_tree::{BuildOptions, Builder, Built, Coverage, SphereTree, build};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What `sphere-tree` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    /// An OBJ, STL, PLY or OFF file, or a body of the papers: lamp, faucet, rocket, truck, shuttle,
    /// chair, head.
    mesh: String,
    /// Store the tree in a new file, for --from; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<Output>,
    /// Write the spheres of every level as JSON to a new file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    spheres: Option<Output>,
    /// Read the tree that was stored for this mesh instead of building one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "published", "builder", "coverage", "around", "samples", "depth", "branching", "seed", "remove_redundant", "no_gaps"])]
    from: Option<PathBuf>,
    /// Start from the options of the paper (Ritter's balls, every level covers the body) instead of
    /// smallest balls and covering by regions.
    #[arg(long)]
    published: bool,
    /// What the tree is made from: spheres of the medial axis, or octants, which have none of the
    /// options of the former.
    #[arg(long, value_parser = ["medial", "octree"])]
    builder: Option<String>,
    /// Which part of the surface spheres have to cover.
    #[arg(long, value_parser = ["level", "strict", "regions"])]
    coverage: Option<String>,
    /// The ball around the points that form it.
    #[arg(long, value_parser = ["ritter", "minimal"])]
    around: Option<String>,
    /// Points on the surface, 1 to 20000.
    #[arg(long, value_name = "N")]
    samples: Option<usize>,
    /// The deepest level, 0 to 6.
    #[arg(long, value_name = "N")]
    depth: Option<u8>,
    /// Children of a sphere, at most, 2 to 64.
    #[arg(long, value_name = "N")]
    branching: Option<usize>,
    /// The seed of the points.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Leave out spheres of the deepest level that the others make redundant.
    #[arg(long)]
    remove_redundant: bool,
    /// Do not add points where gaps are narrow and necks are thin.
    #[arg(long)]
    no_gaps: bool,
    /// Replace the files of --out and --spheres if they exist.
    #[arg(long)]
    force: bool,
}

/// Builds or reads the tree, writes what is asked for, and prints the fit of each level: to standard
/// error when standard output is taken.
///
/// # Errors
/// Bad arguments, a mesh or tree that cannot be read, a file that cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    ensure_all_options_count(arguments)?;
    ensure_nothing_is_lost(arguments)?;
    let (name, mesh) = mesh(&arguments.mesh)?;
    let (tree, told) = match &arguments.from {
        Some(file) => {
            let stored = Stored::read(file, &mesh)?;
            let told = format!(
                "{name}: {} faces; tree read from {}\n",
                mesh.face_count(),
                file.display()
            );
            (stored.tree, told)
        }
        None => {
            let options = options(arguments);
            let built = build_shown(&mesh, &options)?;
            if let Some(out) = &arguments.out {
                out.write(&Stored::new(&mesh, &options, built.tree.clone()).to_json())?;
            }
            let told = told(&name, &mesh, &options, &built);
            (built.tree, told)
        }
    };
    if let Some(spheres) = &arguments.spheres {
        let json = serde_json::to_string(&exported(&name, &tree))?;
        spheres.write(&(json + "\n"))?;
    }
    let told = format!("{told}\n{}", fit_table(&mesh, &tree));
    match outputs(arguments).any(Output::is_stdout) {
        true => terminal::print_aside(&told),
        false => terminal::print(&told),
    }
}

fn outputs(arguments: &Arguments) -> impl Iterator<Item = &Output> {
    arguments.out.iter().chain(&arguments.spheres)
}

/// Refuses what says nothing about octants, instead of ignoring it.
fn ensure_all_options_count(arguments: &Arguments) -> Result<()> {
    if arguments.builder.as_deref() != Some("octree") {
        return Ok(());
    }
    let medial = [
        ("--published", arguments.published),
        ("--around", arguments.around.is_some()),
        ("--branching", arguments.branching.is_some()),
        ("--samples", arguments.samples.is_some()),
        ("--seed", arguments.seed.is_some()),
        ("--no-gaps", arguments.no_gaps),
        ("--remove-redundant", arguments.remove_redundant),
    ];
    let given = medial.iter().filter(|(_, given)| *given);
    let given: Vec<&str> = given.map(|(option, _)| *option).collect();
    ensure!(
        given.is_empty(),
        "--builder octree has no use for {}: its spheres stand around octants as they are; leave that \
         out, or ask for --builder medial",
        given.join(", ")
    );
    Ok(())
}

/// Refuses to write over what is there, what is read, or what is written beside.
fn ensure_nothing_is_lost(arguments: &Arguments) -> Result<()> {
    if let (Some(out), Some(spheres)) = (&arguments.out, &arguments.spheres) {
        ensure!(
            !out.is_same_as(spheres),
            "--out and --spheres both go to {out}; give them two files"
        );
    }
    for output in outputs(arguments) {
        output.ensure_not_read(
            [Some(arguments.mesh.clone().into()), arguments.from.clone()]
                .into_iter()
                .flatten(),
        )?;
        output.ensure_new(arguments.force)?;
    }
    Ok(())
}

/// The mesh of a file, or of a body of the papers.
fn mesh(argument: &str) -> Result<(String, Mesh)> {
    let path = Path::new(argument);
    if path.exists() {
        let read = catalog::read_mesh(path).with_context(|| format!("cannot use {argument}"))?;
        return Ok((argument.to_owned(), read.mesh));
    }
    let model: Model = argument
        .parse()
        .map_err(|e| anyhow!("there is no file `{argument}`, and {e}"))?;
    Ok((argument.to_owned(), model.mesh()))
}

fn options(arguments: &Arguments) -> BuildOptions {
    let octree = arguments.builder.as_deref() == Some("octree");
    let mut options = match (octree, arguments.published) {
        (true, _) => BuildOptions::octree(),
        (false, true) => BuildOptions::published(),
        (false, false) => BuildOptions::tuned(),
    };
    options.builder = if octree {
        Builder::Octree
    } else {
        Builder::Medial
    };
    match arguments.coverage.as_deref() {
        Some("level") => options.coverage = Coverage::Level,
        Some("strict") => options.coverage = Coverage::Strict,
        Some("regions") => options.coverage = Coverage::Regions,
        _ => {}
    }
    match arguments.around.as_deref() {
        Some("ritter") => options.around = Around::Ritter,
        Some("minimal") => options.around = Around::Minimal,
        _ => {}
    }
    options.samples = arguments.samples.unwrap_or(options.samples);
    options.depth = arguments.depth.unwrap_or(options.depth);
    options.branching = arguments.branching.unwrap_or(options.branching);
    options.seed = arguments.seed.unwrap_or(options.seed);
    options.remove_redundant = arguments.remove_redundant;
    options.gaps &= !arguments.no_gaps;
    options
}

/// Builds with a line on the terminal that says what is going on.
fn build_shown(mesh: &Mesh, options: &BuildOptions) -> Result<Built> {
    let shown = Shown::new();
    let built = build(mesh, options, &shown);
    shown.0.finish_and_clear();
    Ok(built?)
}

/// A build followed on the terminal. Ctrl-C ends the program: files appear whole or not at all.
struct Shown(ProgressBar);

impl Shown {
    fn new() -> Shown {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(100));
        Shown(bar)
    }

    fn style(&self, template: &str) {
        let style = ProgressStyle::with_template(template).expect("a fixed template");
        self.0.set_style(style);
    }
}

impl sphere_tree::build::Progress for Shown {
    fn stage(&self, name: &'static str) {
        self.style("{spinner} {elapsed} {msg}");
        self.0.set_message(name);
    }

    fn part(&self, number: usize, of: usize) {
        if number == 0 {
            self.0.set_length(of as u64);
            self.style("{spinner} {elapsed} {msg} {bar:30} {pos} of {len}");
        }
        self.0.set_position(number as u64);
    }

    fn cancelled(&self) -> bool {
        false
    }
}

fn told(name: &str, mesh: &Mesh, options: &BuildOptions, built: &Built) -> String {
    let mut text = format!("{name}: {} faces; {}\n", mesh.face_count(), built.diagnosis);
    if options.builder == Builder::Medial {
        text += &format!(
            "{} points on the surface, {} spheres on the medial axis\n",
            built.samples, built.medial_spheres
        );
    }
    if built.gaps_left > 0 {
        text += &format!(
            "gaps and necks got all the points they may, and {} places still ask for one: spheres may \
             bridge gaps there; more --samples leave fewer\n",
            built.gaps_left
        );
    }
    text += &format!(
        "{} spheres, {} leaves hold {} faces; coverage proved, {} enlargements",
        built.tree.len(),
        (0..built.tree.len() as u32)
            .filter(|n| built.tree.is_leaf(*n))
            .count(),
        built.tree.faces.len(),
        built.repairs
    );
    if options.remove_redundant {
        text += &format!(", {} redundant spheres removed", built.removed);
    }
    text + "\n"
}

/// The fit of each level, in units of the root's radius.
fn fit_table(mesh: &Mesh, tree: &SphereTree) -> String {
    let heading = [
        "level",
        "spheres",
        "solid: mean",
        "max",
        "surface: mean",
        "max",
        "certified bound: mean",
        "max",
    ];
    let mut table = TextTable::new(heading);
    let solid = measured_fit(mesh, tree, Over::Ball, Target::Solid, USUAL);
    let surface = measured_fit(mesh, tree, Over::Sphere, Target::Surface, USUAL);
    let radius = tree.radii[0].max(f64::MIN_POSITIVE);
    let number = |x: f64| readable(x / radius, 4);
    for ((solid, surface), bound) in solid.iter().zip(&surface).zip(stored_fit(tree)) {
        let both = |fit: &LevelFit| [number(fit.mean.upper), number(fit.max.upper)];
        let mut line = vec![solid.level.to_string(), solid.spheres.to_string()];
        line.extend([both(solid), both(surface), both(&bound)].concat());
        table.push(line);
    }
    format!(
        "How far spheres reach beyond the body, in radii of the bounding sphere ({}); proved upper \
         bounds: of balls to the solid, of spheres to the surface, and what the tree holds of the \
         first\n{}",
        readable(tree.radii[0], 6),
        table.text(Columns::Numbers)
    )
}

/// A number with so many decimals, or with an exponent where these would show little of it.
fn readable(x: f64, decimals: usize) -> String {
    match x.abs() {
        y if y == 0.0 || (1e-3..1e6).contains(&y) => format!("{x:.decimals$}"),
        _ => format!("{x:.*e}", decimals - 2),
    }
}

/// The JSON of `--spheres`.
#[derive(Serialize)]
struct Exported<'a> {
    format: &'static str,
    version: u32,
    mesh: &'a str,
    levels: Vec<Vec<Sphere>>,
}

#[derive(Serialize)]
struct Sphere {
    center: Vec3,
    radius: f64,
}

fn exported<'a>(mesh: &'a str, tree: &SphereTree) -> Exported<'a> {
    let sphere = |node: u32| Sphere {
        center: tree.centers[node as usize],
        radius: tree.radii[node as usize],
    };
    Exported {
        format: "collision-lab spheres",
        version: 1,
        mesh,
        levels: (0..=tree.depth())
            .map(|level| tree.at_level(level).map(sphere).collect())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::ensure;

    #[test]
    fn an_unknown_body_gets_the_nearest_name() {
        let error = mesh("lmap").unwrap_err().to_string();
        assert!(
            error.contains("no file `lmap`") && error.contains("`lamp`"),
            "{error}"
        );
    }

    #[test]
    fn numbers_stay_readable_when_they_are_small() {
        let readable = |x| readable(x, 4);
        assert_eq!(readable(0.25), "0.2500");
        assert_eq!(readable(0.01), "0.0100");
        assert_eq!(readable(0.000_043_21), "4.32e-5");
        assert_eq!(readable(0.0), "0.0000");
        assert_eq!(readable(1.5e9), "1.50e9");
    }

    #[test]
    fn a_stage_of_parts_is_a_bar() {
        use sphere_tree::build::Progress;
        let shown = Shown(ProgressBar::hidden());
        shown.stage("counting");
        shown.part(0, 7);
        shown.part(3, 7);
        assert_eq!((shown.0.length(), shown.0.position()), (Some(7), 3));
    }

    #[test]
    fn spheres_are_listed_level_by_level_with_leaves_repeated() -> Result<()> {
        let mesh = scenes::bodies::cube(2.0);
        let options = BuildOptions {
            depth: 2,
            ..BuildOptions::octree()
        };
        let tree = build(&mesh, &options, &sphere_tree::build::Unwatched)?.tree;
        let levels = exported("cube", &tree).levels;
        let counts: Vec<usize> = levels.iter().map(Vec::len).collect();
        ensure!(counts == [1, 8, 56], "{counts:?}");
        Ok(())
    }
}
