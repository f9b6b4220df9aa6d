//! `sphere-tree`: builds the sphere-tree of a mesh, stores it, and reports its fit.

mod fit;

use crate::output::Output;
use crate::result::OutputForm;
use crate::{mesh_argument, terminal};
use anyhow::{Result, ensure};
use fit::{LevelOutput, fit_table, levels};
use geometry::{Mesh, Vec3};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sphere_tree::file::Stored;
use sphere_tree::{
    BoundingBallKind, BuildOptions, Builder, Built, Coverage, Departures, SphereTree, build,
};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `sphere-tree`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// An OBJ, STL, PLY or OFF file, or a body of the papers: lamp, faucet, rocket, truck, shuttle,
    /// chair, head.
    mesh: String,
    /// Store the tree in a new file, for --from; `-` is standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    out: Option<Output>,
    /// Write the spheres of every level as JSON to a new file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    spheres: Option<Output>,
    /// Read the tree that was stored for this mesh instead of building one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Building", "Medial"])]
    from: Option<PathBuf>,
    #[command(flatten)]
    building: Building,
    #[command(flatten)]
    medial: Medial,
    /// Replace the files of --out and --spheres if they exist.
    #[arg(long)]
    force: bool,
}

/// Options of any tree that is built.
#[derive(clap::Args)]
struct Building {
    /// Make the tree from octants instead of spheres of the medial axis.
    #[arg(long, conflicts_with = "Medial")]
    octree: bool,
    /// Part of the surface that spheres cover: level, strict, regions.
    #[arg(long, value_parser = catalog::word::<Coverage>)]
    coverage: Option<Coverage>,
    /// Deepest level, 0 to 6.
    #[arg(long, value_name = "N")]
    depth: Option<u8>,
}

/// Options of trees from the medial axis. Octants have none of them.
#[derive(clap::Args)]
struct Medial {
    /// Start from the options of the paper (Ritter's balls, every level covers the body) instead of
    /// smallest balls and covering by regions.
    #[arg(long)]
    published: bool,
    /// Ball around the points that form it: ritter, minimal.
    #[arg(long, value_parser = catalog::word::<BoundingBallKind>)]
    balls: Option<BoundingBallKind>,
    /// Points on the surface, 1 to 20000.
    #[arg(long, value_name = "N")]
    samples: Option<usize>,
    /// Maximum number of children of a sphere, 2 to 64.
    #[arg(long, value_name = "N")]
    branching: Option<usize>,
    /// Seed of the points.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Leave out spheres of the deepest level that the others make redundant.
    #[arg(long)]
    remove_redundant: bool,
    /// Do not add points where gaps are narrow and necks are thin.
    #[arg(long)]
    no_gaps: bool,
}

// Clap leaves the group of a struct that flattens another one empty, so the two lie side by side.
impl Arguments {
    fn build_options(&self) -> BuildOptions {
        let Arguments {
            building, medial, ..
        } = self;
        let base = if building.octree {
            BuildOptions::octree()
        } else if medial.published {
            BuildOptions::published()
        } else {
            BuildOptions::tuned()
        };
        BuildOptions {
            builder: base.builder,
            coverage: building.coverage.unwrap_or(base.coverage),
            depth: building.depth.unwrap_or(base.depth),
            around: medial.balls.unwrap_or(base.around),
            samples: medial.samples.unwrap_or(base.samples),
            branching: medial.branching.unwrap_or(base.branching),
            seed: medial.seed.unwrap_or(base.seed),
            remove_redundant: medial.remove_redundant,
            gaps: base.gaps && !medial.no_gaps,
            departures: Departures::ALL,
        }
    }
}

/// Builds or reads the tree, writes the requested files, and prints the fit of each level: to
/// standard error if standard output is taken.
///
/// # Errors
/// Bad arguments, a mesh or tree that cannot be read, a file that cannot be written.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    for output in outputs(arguments) {
        output.ensure_apart_from(form)?;
    }
    ensure_nothing_is_lost(arguments)?;
    let name = &arguments.mesh;
    let mesh = mesh_argument::mesh(name)?.mesh;
    let (tree, text, built) = read_or_build(arguments, &mesh)?;
    if let Some(spheres) = &arguments.spheres {
        let json = serde_json::to_string(&exported(name, &tree))?;
        spheres.write(json + "\n")?;
    }
    let progress = terminal::spinner("measuring the fit");
    let levels = levels(&mesh, &tree);
    progress.finish_and_clear();
    let text = || format!("{text}\n{}", fit_table(&tree, &levels));
    if outputs(arguments).any(Output::is_stdout) {
        return terminal::print_aside(&text());
    }
    form.print(text, || TreeResult {
        mesh: name,
        faces: mesh.face_count(),
        spheres: tree.len(),
        leaves: leaf_count(&tree),
        radius: tree.radii[0],
        built,
        levels: &levels,
    })
}

/// Returns the tree with a text on its origin. A tree that is built also has counts, and is stored
/// if requested.
fn read_or_build(
    arguments: &Arguments,
    mesh: &Mesh,
) -> Result<(SphereTree, String, Option<BuildOutput>)> {
    let name = &arguments.mesh;
    if let Some(file) = &arguments.from {
        let stored = Stored::read(file, mesh)?;
        let (faces, file) = (mesh.face_count(), file.display());
        let text = format!("{name}: {faces} faces; tree read from {file}\n");
        return Ok((stored.tree, text, None));
    }
    let options = arguments.build_options();
    let built = build_shown(mesh, &options)?;
    if let Some(out) = &arguments.out {
        out.write(Stored::new(mesh, &options, built.tree.clone()).to_json())?;
    }
    let text = summary(name, mesh, &options, &built);
    let output = BuildOutput {
        points: built.samples,
        gaps_left: built.gaps_left,
        enlargements: built.repairs,
        removed: built.removed,
    };
    Ok((built.tree, text, Some(output)))
}

/// Result of `sphere-tree`.
#[derive(Serialize)]
struct TreeResult<'a> {
    mesh: &'a str,
    faces: usize,
    spheres: usize,
    leaves: usize,
    /// Radius of the bounding sphere, in units of the mesh.
    radius: f64,
    /// Absent for a tree that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    built: Option<BuildOutput>,
    levels: &'a [LevelOutput],
}

/// Counts of building a tree.
#[derive(Serialize)]
struct BuildOutput {
    /// Points on the surface; 0 for octants.
    points: usize,
    /// Places that still ask for a point.
    gaps_left: usize,
    /// Spheres that were enlarged to cover.
    enlargements: usize,
    /// Spheres that were left out, as others made them redundant.
    removed: usize,
}

fn leaf_count(tree: &SphereTree) -> usize {
    (0..tree.len() as u32).filter(|n| tree.is_leaf(*n)).count()
}

fn outputs(arguments: &Arguments) -> impl Iterator<Item = &Output> {
    arguments.out.iter().chain(&arguments.spheres)
}

/// Refuses to overwrite an existing file, a file that is read, or the other output.
fn ensure_nothing_is_lost(arguments: &Arguments) -> Result<()> {
    if let (Some(out), Some(spheres)) = (&arguments.out, &arguments.spheres) {
        ensure!(
            !out.is_same_as(spheres),
            "--out and --spheres both go to {out}; give them two files"
        );
    }
    for output in outputs(arguments) {
        let mesh = Some(PathBuf::from(&arguments.mesh));
        output.ensure_not_read(mesh.iter().chain(&arguments.from))?;
        output.ensure_new(arguments.force)?;
    }
    Ok(())
}

/// Builds with a progress line on the terminal.
fn build_shown(mesh: &Mesh, options: &BuildOptions) -> Result<Built> {
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(100));
    let shown = BuildProgress(bar);
    let built = build(mesh, options, &shown);
    shown.0.finish_and_clear();
    Ok(built?)
}

/// Progress of a build on the terminal. Ctrl-C ends the program: files appear whole or not at all.
struct BuildProgress(ProgressBar);

impl BuildProgress {
    fn style(&self, template: &str) {
        let style = ProgressStyle::with_template(template).expect("a fixed template");
        self.0.set_style(style);
    }
}

impl sphere_tree::build::Progress for BuildProgress {
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

    fn canceled(&self) -> bool {
        false
    }
}

/// Describes the mesh and the building of its tree.
fn summary(name: &str, mesh: &Mesh, options: &BuildOptions, built: &Built) -> String {
    let mut text = format!(
        "{name}: {} faces; {}\n",
        mesh.face_count(),
        built.mesh_report
    );
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
    let tree = &built.tree;
    let leaves = leaf_count(tree);
    text += &format!(
        "{} spheres, {leaves} leaves hold {} faces; coverage proved, {} enlargements",
        tree.len(),
        tree.faces.len(),
        built.repairs
    );
    if options.remove_redundant {
        text += &format!(", {} redundant spheres removed", built.removed);
    }
    text + "\n"
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
    fn a_stage_of_parts_is_a_bar() {
        use sphere_tree::build::Progress;
        let shown = BuildProgress(ProgressBar::hidden());
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
