//! From a mesh to a certified sphere-tree.

use crate::TreeBuilder;
use crate::tree::{Coverage, MAX_DEPTH, SphereTree};
use accuracy::{Over, Target};
use draft::Draft;
use geometry::{Ball, Csr, Mesh, Vec3};
use merging::{Around, Mergers, Seeds};
use octree::octree;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

pub mod accuracy;
mod coverage;
mod draft;
pub(crate) mod merging;
mod octree;
mod redundancy;
mod seeds;
mod surface;
mod verify;
mod winding;

pub use surface::{Diagnosis, Surface};
pub use verify::verify;

/// The most points that a surface is given: more would refine spheres that nobody sees.
pub const MAX_SAMPLES: usize = 20_000;

/// What a tree is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Builder {
    /// Merged spheres of the medial axis [§7, §8].
    Medial,
    /// Circumscribed octants [§6.1].
    Octree,
}

/// How a tree is built. Octants have no use for `samples`, `branching`, `around`, `gaps` and `seed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BuildOptions {
    /// What it is made from.
    pub builder: Builder,
    /// Points on the surface, before gaps and necks get more [§7]. The paper leaves it to the user.
    pub samples: usize,
    /// The deepest level [§11.1: 4].
    pub depth: u8,
    /// Children of a node, at most [§8: 8].
    pub branching: usize,
    /// The ball around forming points [§8: Ritter's].
    pub around: Around,
    /// The policy of coverage [§9.1].
    pub coverage: Coverage,
    /// Whether gaps and necks get more points [§7].
    pub gaps: bool,
    /// Whether redundant spheres are removed [§12]. Covering by regions then fits what stays anew, so
    /// that octants would be octants no longer.
    pub remove_redundant: bool,
    /// The seed of the points.
    pub seed: u64,
}

impl BuildOptions {
    /// As published, where the paper says how: Ritter's balls, eight children, four levels, every
    /// level covers the body.
    pub fn published() -> BuildOptions {
        BuildOptions {
            builder: Builder::Medial,
            samples: 3000,
            depth: 4,
            branching: 8,
            around: Around::Ritter,
            coverage: Coverage::Level,
            gaps: true,
            remove_redundant: false,
            seed: 1996,
        }
    }

    /// The octree's spheres, as published.
    pub fn octree() -> BuildOptions {
        BuildOptions {
            builder: Builder::Octree,
            coverage: Coverage::Regions,
            ..BuildOptions::published()
        }
    }

    /// What one would do today: smallest balls, and covering by regions, so that a search from the
    /// root misses nothing.
    pub fn tuned() -> BuildOptions {
        BuildOptions {
            around: Around::Minimal,
            coverage: Coverage::Regions,
            ..BuildOptions::published()
        }
    }
}

/// Builds for a detector, with nobody watching.
impl TreeBuilder for BuildOptions {
    /// # Panics
    /// When an option is out of range.
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let built = build(mesh, self, &Unwatched);
        built.expect("the options are in range").tree
    }

    fn coverage(&self) -> Coverage {
        self.coverage
    }
}

/// Follows a build, and may stop it.
pub trait Progress: Sync {
    /// A stage begins.
    fn stage(&self, name: &'static str);

    /// A part of the stage begins, the one with this number of so many; told by stages that know
    /// their parts, from any thread.
    fn part(&self, number: usize, of: usize) {
        let _ = (number, of);
    }

    /// Whether the build should stop. Asked when a stage begins, and before each merger and each sphere
    /// that is measured; from any thread.
    fn cancelled(&self) -> bool;
}

/// Nobody follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn stage(&self, _: &'static str) {}

    fn cancelled(&self) -> bool {
        false
    }
}

/// A tree, and what is to be said of its building.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// The tree.
    pub tree: SphereTree,
    /// What is to be said of the mesh.
    pub diagnosis: Diagnosis,
    /// Points on the surface, with those that gaps and necks got.
    pub samples: usize,
    /// Places that still asked for a point when gaps and necks had got all that they may (D5 of `medial_axis`): some
    /// gaps may be bridged.
    pub gaps_left: usize,
    /// Spheres of the medial axis that merging started from.
    pub medial_spheres: usize,
    /// How often coverage made a sphere grow; by regions no sphere grows, as each is fitted anew.
    pub repairs: usize,
    /// Redundant spheres that were removed.
    pub removed: usize,
}

/// Why no tree was built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BuildError {
    /// An option is out of range.
    #[error("`{option}` is {value}; it has to be {range}")]
    OutOfRange {
        /// The option.
        option: &'static str,
        /// Its value.
        value: usize,
        /// What it can be.
        range: &'static str,
    },
    /// Somebody asked to stop.
    #[error("the building was stopped")]
    Stopped,
}

/// Builds a certified tree. Any mesh will do; what is wrong with it is told in
/// [`Built::diagnosis`]. The same mesh and options give the same tree on any number of threads.
///
/// # Errors
/// Options out of range, and [`BuildError::Stopped`] when `progress` says so.
pub fn build(
    mesh: &Mesh,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Built, BuildError> {
    check(options)?;
    let stage = |name| {
        go_on(progress)?;
        progress.stage(name);
        Ok(())
    };
    stage("reading the surface")?;
    let surface = Surface::new(mesh);
    let mut octants = None;
    let (mut draft, medial) = match options.builder {
        Builder::Octree => {
            stage("splitting octants")?;
            let (draft, faces) = octree(&surface, options.depth);
            octants = Some(faces);
            (draft, Medial::default())
        }
        Builder::Medial => {
            let (seeds, gaps_left) = seeds::of(&surface, options, &stage)?;
            stage("merging spheres")?;
            let draft = merged_draft(&surface, &seeds, options, progress)?;
            let medial = Medial {
                samples: seeds.points.len(),
                gaps_left,
                spheres: seeds.balls.iter().filter(|b| b.radius > 0.0).count(),
            };
            (draft, medial)
        }
    };
    let mut removed = 0;
    if options.remove_redundant {
        stage("removing redundant spheres")?;
        removed = redundancy::remove(&surface, &mut draft);
    }
    stage("proving coverage")?;
    let (repairs, faces) = match octants {
        // The regions of octants are covered by construction.
        Some(faces) if options.coverage == Coverage::Regions && removed == 0 => (0, faces),
        _ => covered(&surface, &mut draft, options.coverage),
    };
    stage("measuring accuracy")?;
    let tree = certified(&surface, &draft, faces, options.coverage, progress)?;
    Ok(Built {
        tree,
        diagnosis: surface.diagnosis().clone(),
        samples: medial.samples,
        gaps_left: medial.gaps_left,
        medial_spheres: medial.spheres,
        repairs,
        removed,
    })
}

/// What is to be said of the medial axis; nothing of octants.
#[derive(Default)]
struct Medial {
    samples: usize,
    gaps_left: usize,
    spheres: usize,
}

/// The parts of a stage, whichever thread takes them.
struct Parts<'a> {
    progress: &'a dyn Progress,
    begun: AtomicUsize,
    of: usize,
}

impl<'a> Parts<'a> {
    fn of(progress: &'a dyn Progress, of: usize) -> Parts<'a> {
        Parts {
            progress,
            begun: AtomicUsize::new(0),
            of,
        }
    }

    /// Begins the next part, unless the build should stop.
    fn begin(&self) -> Result<(), BuildError> {
        go_on(self.progress)?;
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        self.progress.part(number, self.of);
        Ok(())
    }
}

fn go_on(progress: &dyn Progress) -> Result<(), BuildError> {
    match progress.cancelled() {
        true => Err(BuildError::Stopped),
        false => Ok(()),
    }
}

fn check(options: &BuildOptions) -> Result<(), BuildError> {
    let ranges = [
        (
            "samples",
            options.samples,
            1..=MAX_SAMPLES,
            "from 1 to 20000",
        ),
        (
            "depth",
            usize::from(options.depth),
            0..=usize::from(MAX_DEPTH),
            "from 0 to 6",
        ),
        ("branching", options.branching, 2..=64, "from 2 to 64"),
    ];
    for (option, value, range, told) in ranges {
        if !range.contains(&value) {
            return Err(BuildError::OutOfRange {
                option,
                value,
                range: told,
            });
        }
    }
    Ok(())
}

/// Level by level: the children of a node are what the node's own seeds merge to [§8].
fn merged_draft(
    surface: &Surface,
    seeds: &Seeds,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Draft, BuildError> {
    let corners: Vec<Vec3> = surface
        .mesh()
        .triangles()
        .iter()
        .flatten()
        .map(|v| surface.mesh().vertices()[*v as usize])
        .collect();
    let mut draft = Draft::root(options.around.ball(&corners));
    let each = Parts::of(progress, seeds.balls.len().saturating_sub(1));
    let mergers = Mergers::of(seeds, options.around, || each.begin())?;
    let mut nodes: Vec<u32> = mergers.whole().into_iter().collect();
    for _ in 0..options.depth {
        let parts = |node: &u32| mergers.parts(*node, options.branching);
        let families: Vec<Vec<u32>> = nodes.iter().map(parts).collect();
        let balls = |family: &Vec<u32>| family.iter().map(|n| mergers.ball(*n)).collect();
        draft.push_level(&families.iter().map(balls).collect::<Vec<_>>());
        nodes = families.concat();
    }
    Ok(draft)
}

/// Makes the policy hold; gives the repairs, and the faces of leaves where the policy knows them.
fn covered(surface: &Surface, draft: &mut Draft, policy: Coverage) -> (usize, Vec<Vec<u32>>) {
    match policy {
        Coverage::Level => (coverage::cover_levels(surface, draft), met(surface, draft)),
        Coverage::Strict => (
            coverage::cover_strictly(surface, draft),
            met(surface, draft),
        ),
        Coverage::Regions => (0, coverage::cover_regions(surface, draft)),
    }
}

/// The faces that each leaf's sphere meets [§9.1].
fn met(surface: &Surface, draft: &Draft) -> Vec<Vec<u32>> {
    let faces = |node: usize| {
        let mut faces = Vec::new();
        if draft.is_leaf(node) {
            surface.tree().faces_near(&draft.balls[node], &mut faces);
        }
        faces
    };
    (0..draft.balls.len()).into_par_iter().map(faces).collect()
}

/// Adds the proved bounds, and goes back to the mesh's own unit of length.
fn certified(
    surface: &Surface,
    draft: &Draft,
    faces: Vec<Vec<u32>>,
    coverage: Coverage,
    progress: &dyn Progress,
) -> Result<SphereTree, BuildError> {
    let back = 1.0 / surface.scale();
    let spheres = Parts::of(progress, draft.balls.len());
    let fits: Vec<Fit> = draft
        .balls
        .par_iter()
        .map(|ball| {
            spheres.begin()?;
            Ok(Fit::of(surface, ball))
        })
        .collect::<Result<_, _>>()?;
    let (face_start, faces) = Csr::from_lists(faces).into_parts();
    Ok(SphereTree {
        centers: draft.balls.iter().map(|b| b.center * back).collect(),
        radii: draft.balls.iter().map(|b| b.radius * back).collect(),
        levels: draft.levels.clone(),
        children: draft.children.clone(),
        reach: fits.iter().map(|f| f.reach * back).collect(),
        surface_reach: fits.iter().map(|f| f.surface_reach * back).collect(),
        inner: fits.iter().map(|f| f.inner * back).collect(),
        face_start,
        faces,
        coverage,
    })
}

/// The proved bounds of one sphere.
struct Fit {
    reach: f64,
    surface_reach: f64,
    inner: f64,
}

impl Fit {
    fn of(surface: &Surface, ball: &Ball) -> Fit {
        let bound =
            |over, target, effort| accuracy::inaccuracy(surface, ball, over, target, effort).upper;
        Fit {
            reach: bound(Over::Ball, Target::Solid, accuracy::QUICK),
            surface_reach: bound(Over::Sphere, Target::Surface, accuracy::ROUGH),
            inner: accuracy::inner_radius(surface, ball.center),
        }
    }
}

#[cfg(test)]
mod tests;
