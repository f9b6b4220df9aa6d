//! `csg`: evaluates a CSG tree to a mesh, or converts a mesh to a CSG tree.

use crate::output::Output;
use crate::result::OutputForm;
use crate::{mesh_argument, terminal};
use anyhow::{Context, Result, bail, ensure};
use geometry::csg::{ConversionWork, CsgTree, Route, compare_by_points};
use geometry::{Mesh, Vec3};
use scenes::{csg_file, mesh_file};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Arguments of `csg`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A tree (.csg.json), which is evaluated; or a mesh that is converted: an OBJ, STL, PLY or OFF
    /// file, or a body of the papers (lamp, faucet, rocket, truck, shuttle, chair, head).
    file: String,
    /// Write the mesh (.obj) or the tree (.csg.json) to a new file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<Output>,
    /// Replace the file of `--out` if it exists.
    #[arg(long, requires = "out")]
    force: bool,
    /// Way from a mesh to a tree: bsp (cells of a BSP tree) or pockets (convex hull minus pockets,
    /// the default).
    #[arg(long, value_parser = catalog::word::<RouteName>)]
    route: Option<RouteName>,
    /// Number of random points of the check. Points beside faces are always checked: beside each
    /// one, if faces and half-spaces are not too many.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    points: u32,
    /// Seed of the random points.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Name of a [`Route`].
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RouteName {
    Bsp,
    Pockets,
}

/// Extension of trees. The form of input and output follows from it.
const TREE: &str = ".csg.json";

/// Evaluates or converts, compares the result with the input, writes it, and prints a summary: to
/// standard error if standard output is taken.
///
/// # Errors
/// Bad arguments, a tree or mesh that cannot be read or has no solid, a result that differs from
/// the input, a file that cannot be written.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    let input = PathBuf::from(&arguments.file);
    let is_tree = is_json(&input);
    if let Some(out) = &arguments.out {
        out.ensure_apart_from(form)?;
        out.ensure_not_read([&input])?;
    }
    ensure_fit(arguments, is_tree)?;
    if let Some(out) = &arguments.out {
        out.ensure_new(arguments.force)?;
    }
    let both = if is_tree {
        evaluated(&input)?
    } else {
        converted(arguments)?
    };
    let progress = terminal::spinner("comparing tree and mesh by points");
    let check = checked(&both, arguments);
    progress.finish_and_clear();
    let check = check?;
    if let Some(out) = &arguments.out {
        let text = if is_tree {
            mesh_file::to_obj(&both.mesh)
        } else {
            csg_file::to_json(&both.tree)?
        };
        out.write(text)?;
    }
    let result = CsgResult {
        input: &arguments.file,
        form: if is_tree { "tree" } else { "mesh" },
        tree: TreeOutput::of(&both.tree),
        mesh: MeshOutput {
            faces: both.mesh.face_count(),
            volume: volume(&both.mesh),
        },
        check,
        notes: &both.notes,
    };
    if arguments.out.as_ref().is_some_and(Output::is_stdout) {
        terminal::print_aside(&result.text())
    } else {
        form.print(|| result.text(), || &result)
    }
}

/// Result of `csg`.
#[derive(Serialize)]
struct CsgResult<'a> {
    input: &'a str,
    /// Form of the input: `tree` or `mesh`. The other one was made from it.
    form: &'static str,
    tree: TreeOutput,
    mesh: MeshOutput,
    check: Check,
    notes: &'a [String],
}

#[derive(Serialize)]
struct TreeOutput {
    leaves: usize,
    half_spaces: usize,
    levels: usize,
}

#[derive(Serialize)]
struct MeshOutput {
    faces: usize,
    volume: f64,
}

/// Points at which formula and mesh were compared.
#[derive(Serialize)]
struct Check {
    agreed: u64,
    faces: usize,
    skipped: u64,
}

impl TreeOutput {
    fn of(tree: &CsgTree) -> TreeOutput {
        TreeOutput {
            leaves: tree.leaves().len(),
            half_spaces: tree.leaves().iter().map(|l| l.half_spaces.len()).sum(),
            levels: tree.depth(),
        }
    }

    fn text(&self) -> String {
        let counted =
            |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        [
            counted(self.leaves, "leaf", "leaves"),
            counted(self.half_spaces, "half-space", "half-spaces"),
            counted(self.levels, "level", "levels"),
        ]
        .join(", ")
    }
}

impl CsgResult<'_> {
    fn text(&self) -> String {
        let (input, tree) = (self.input, self.tree.text());
        let volume = shown_number(self.mesh.volume);
        let mesh = format!("{} faces, closed, volume {volume}", self.mesh.faces);
        let [first, second] = match self.form {
            "tree" => [format!("{input}: {tree}\n"), format!("mesh: {mesh}\n")],
            _ => [format!("{input}: {mesh}\n"), format!("tree: {tree}\n")],
        };
        let notes: String = self
            .notes
            .iter()
            .map(|note| format!("note: {note}\n"))
            .collect();
        let Check {
            agreed,
            faces,
            skipped,
        } = &self.check;
        format!(
            "{first}{notes}{second}check: formula and mesh agree at {agreed} points, beside \
             {faces} faces and at random; {skipped} skipped, on a leaf's boundary or within the \
             rounding of corners\n"
        )
    }
}

/// Returns true for the name of a tree. Any JSON is read as one, so that errors are about its
/// content.
fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("json"))
}

/// Rejects arguments that do not fit the kind of the input, before any work is done.
fn ensure_fit(arguments: &Arguments, is_tree: bool) -> Result<()> {
    let file = &arguments.file;
    ensure!(
        !is_tree || arguments.route.is_none(),
        "--route is the way from a mesh to a tree, and {file} is a tree; drop --route"
    );
    let Some(Output::File(out)) = &arguments.out else {
        return Ok(());
    };
    let shown = out.display();
    let is_obj = out
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("obj"));
    if is_tree && !is_obj {
        bail!("a tree is evaluated to a mesh, which is written as OBJ; name {shown} *.obj");
    }
    ensure!(
        is_tree || out.to_string_lossy().ends_with(TREE),
        "a mesh is converted to a tree; name {shown} *{TREE}"
    );
    Ok(())
}

/// A solid as tree and mesh. One is made from the other.
struct Both {
    tree: CsgTree,
    mesh: Mesh,
    notes: Vec<String>,
    /// By how much corners of the mesh may differ from the tree.
    rounding: f64,
}

fn evaluated(input: &Path) -> Result<Both> {
    let file = csg_file::read(input)?;
    let progress = terminal::spinner("evaluating to a mesh");
    let solid = file.solid();
    progress.finish_and_clear();
    let solid = solid?;
    let mesh = Mesh::clone(solid.mesh());
    Ok(Both {
        // Three coordinates are off by half an ulp each: in all by √3/2 ulp. An ulp is at least the
        // smallest number.
        rounding: f64::EPSILON * mesh.max_abs_coordinate() + f64::from_bits(1),
        tree: file.tree,
        mesh,
        notes: Vec::new(),
    })
}

fn converted(arguments: &Arguments) -> Result<Both> {
    let name = &arguments.file;
    let read = mesh_argument::mesh(name)?;
    let route = match arguments.route {
        Some(RouteName::Bsp) => Route::Bsp,
        Some(RouteName::Pockets) | None => Route::default(),
    };
    let progress = terminal::spinner("converting to a CSG tree: checking the surface");
    let mut shown = 0;
    let tree = CsgTree::from_mesh_watched(&read.mesh, route, usize::MAX, &mut |work| {
        // Each message in turn: there are thousands of cells.
        if work.side_tests / SHOWN_SIDE_TESTS >= shown {
            shown = work.side_tests / SHOWN_SIDE_TESTS + 1;
            progress.set_message(conversion_message(&work));
        }
    });
    progress.finish_and_clear();
    let tree = tree.with_context(|| format!("cannot convert {name}"))?;
    Ok(Both {
        tree,
        mesh: read.mesh,
        notes: read.notes,
        rounding: 0.0,
    })
}

/// Number of side tests between two messages on a conversion.
const SHOWN_SIDE_TESTS: u64 = 1_000_000;

/// Returns the message on a conversion under way, with the limit at which it is given up.
fn conversion_message(work: &ConversionWork) -> String {
    let millions = |tests: u64| tests / 1_000_000;
    format!(
        "converting to a CSG tree: {} leaves, {} million side tests of at most {}",
        work.leaves,
        millions(work.side_tests),
        millions(ConversionWork::MOST_SIDE_TESTS)
    )
}

/// Compares tree and mesh by points.
///
/// # Errors
/// A point at which they differ by more than the rounding of corners.
fn checked(both: &Both, arguments: &Arguments) -> Result<Check> {
    let (points, seed) = (arguments.points as usize, arguments.seed);
    let found = compare_by_points(&both.tree, &both.mesh, points, seed, both.rounding);
    if let Some(p) = found.differing {
        bail!(
            "formula and mesh of {} differ at the point {}; nothing was written: report this file",
            arguments.file,
            shown(p)
        );
    }
    Ok(Check {
        agreed: found.agreed,
        faces: found.faces,
        skipped: found.skipped,
    })
}

fn shown(p: Vec3) -> String {
    let [x, y, z] = p.to_array();
    format!("[{x:?}, {y:?}, {z:?}]")
}

/// Returns a number with an exponent if it would be long without.
fn shown_number(x: f64) -> String {
    if x == 0.0 || (1e-6..1e15).contains(&x.abs()) {
        format!("{x}")
    } else {
        format!("{x:e}")
    }
}

/// Returns the volume of a closed mesh, rounded.
fn volume(mesh: &Mesh) -> f64 {
    let base = mesh.vertices()[0];
    let six = (0..mesh.face_count()).map(|face| {
        let [a, b, c] = mesh.triangle(face).corners().map(|p| p - base);
        a.dot(b.cross(c))
    });
    six.sum::<f64>() / 6.0
}
