//! Construction of a certified sphere-tree from a mesh [Hubbard96 §7–§9].
//!
//! 1. Normalize the mesh and report its faults (`normalized_mesh.rs`).
//! 2. Arrange spheres in a hierarchy: merge those of the medial axis [§7, §8], or circumscribe
//!    octants [§6.1].
//! 3. Remove redundant spheres, if asked for [§12].
//! 4. Prove coverage, and repair it [§9.1].
//! 5. Measure the accuracy of each sphere, and store proved bounds [§9.2].

use crate::TreeBuilder;
use crate::tree::{Coverage, MAX_DEPTH, SphereTree};
use accuracy::{Effort, Over, Target};
use geometry::{Ball, Csr, Mesh, Vec3};
use hierarchy::SphereHierarchy;
use merging::{MergeTree, Seeds};
use octree::octree;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

pub mod accuracy;
mod coverage;
mod hierarchy;
pub(crate) mod merging;
mod normalized_mesh;
mod octree;
mod options;
mod redundancy;
mod seeds;
mod verify;
mod winding;

pub use normalized_mesh::{MeshReport, NormalizedMesh};
pub use options::{BuildOptions, Builder, Departures};
pub use verify::verify;

/// Maximum number of initial samples. More would refine spheres below the deepest level.
pub const MAX_SAMPLES: usize = 20_000;

/// Builds for a detector, without reporting progress.
impl TreeBuilder for BuildOptions {
    /// # Panics
    /// If an option is out of range.
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let built = build(mesh, self, &Unwatched);
        built.expect("the options are in range").tree
    }

    fn coverage(&self) -> Coverage {
        self.coverage
    }
}

/// Receiver of a build's progress, which may stop the build.
pub trait Progress: Sync {
    /// Reports the start of a stage.
    fn stage(&self, name: &'static str);

    /// Reports the start of part `number` of `of` parts. Stages with a known number of parts call
    /// it, from any thread.
    fn part(&self, number: usize, of: usize) {
        let _ = (number, of);
    }

    /// Returns true to stop. Called before each stage, each merger and each measured sphere,
    /// from any thread.
    fn canceled(&self) -> bool;
}

/// No-op progress, which never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn stage(&self, _: &'static str) {}

    fn canceled(&self) -> bool {
        false
    }
}

/// Tree with the statistics of its build.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// Certified tree.
    pub tree: SphereTree,
    /// Faults of the mesh.
    pub mesh_report: MeshReport,
    /// Number of samples, including those at gaps and necks.
    pub samples: usize,
    /// Number of samples still missing at gaps and necks after the limit was reached. If it is not
    /// 0, spheres may bridge some gaps.
    pub gaps_left: usize,
    /// Number of medial spheres before merging.
    pub medial_spheres: usize,
    /// Number of enlargements by the repair of coverage. 0 for regions, which fit every sphere.
    pub repairs: usize,
    /// Number of removed redundant spheres.
    pub removed: usize,
}

/// Reason why no tree was built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BuildError {
    /// An option is out of range.
    #[error("`{option}` is {value}; it has to be {range}")]
    OutOfRange {
        /// Name of the option.
        option: &'static str,
        /// Rejected value.
        value: usize,
        /// Accepted values in words.
        range: &'static str,
    },
    /// [`Progress::canceled`] returned true.
    #[error("the building was stopped")]
    Stopped,
}

/// Builds a certified tree of any mesh. [`Built::mesh_report`] lists the faults of the mesh. Equal
/// meshes and options give equal trees on any number of threads.
///
/// # Errors
/// Options out of range, and [`BuildError::Stopped`] if `progress` stops the build.
pub fn build(
    mesh: &Mesh,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Built, BuildError> {
    check(options)?;
    let stage = |name| {
        check_canceled(progress)?;
        progress.stage(name);
        Ok(())
    };
    stage("reading the surface")?;
    let surface = NormalizedMesh::new(mesh);
    let (mut hierarchy, octants, medial) = match options.builder {
        Builder::Octree => {
            stage("splitting octants")?;
            let (hierarchy, faces) = octree(&surface, options.depth);
            (hierarchy, Some(faces), MedialCounts::default())
        }
        Builder::Medial => {
            let (seeds, gaps_left) = seeds::of(&surface, options, &stage)?;
            stage("merging spheres")?;
            let hierarchy = merged_hierarchy(&surface, &seeds, options, progress)?;
            (hierarchy, None, MedialCounts::new(&seeds, gaps_left))
        }
    };
    let mut removed = 0;
    if options.remove_redundant {
        stage("removing redundant spheres")?;
        removed = redundancy::remove(&surface, &mut hierarchy);
    }
    stage("proving coverage")?;
    let (repairs, faces) = match octants {
        // The regions of octants are covered by construction.
        Some(faces) if options.coverage == Coverage::Regions && removed == 0 => (0, faces),
        _ => covered(&surface, &mut hierarchy, options.coverage),
    };
    stage("measuring accuracy")?;
    let tree = certified(&surface, &hierarchy, faces, options.coverage, progress)?;
    Ok(Built {
        tree,
        mesh_report: surface.report().clone(),
        samples: medial.samples,
        gaps_left: medial.gaps_left,
        medial_spheres: medial.spheres,
        repairs,
        removed,
    })
}

/// Statistics of the medial axis. Zero for octants.
#[derive(Default)]
struct MedialCounts {
    samples: usize,
    gaps_left: usize,
    spheres: usize,
}

impl MedialCounts {
    fn new(seeds: &Seeds, gaps_left: usize) -> MedialCounts {
        MedialCounts {
            samples: seeds.points.len(),
            gaps_left,
            spheres: seeds.balls.iter().filter(|b| b.radius > 0.0).count(),
        }
    }
}

/// Counter of a stage's parts, shared by all threads.
struct StageParts<'a> {
    progress: &'a dyn Progress,
    begun: AtomicUsize,
    of: usize,
}

impl<'a> StageParts<'a> {
    fn of(progress: &'a dyn Progress, of: usize) -> StageParts<'a> {
        StageParts {
            progress,
            begun: AtomicUsize::new(0),
            of,
        }
    }

    /// Begins the next part, unless the build should stop.
    fn begin(&self) -> Result<(), BuildError> {
        check_canceled(self.progress)?;
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        self.progress.part(number, self.of);
        Ok(())
    }
}

/// Returns an error if the build should stop.
fn check_canceled(progress: &dyn Progress) -> Result<(), BuildError> {
    if progress.canceled() {
        Err(BuildError::Stopped)
    } else {
        Ok(())
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
    for (option, value, range, words) in ranges {
        if !range.contains(&value) {
            return Err(BuildError::OutOfRange {
                option,
                value,
                range: words,
            });
        }
    }
    Ok(())
}

/// Builds the hierarchy level by level: the children of a node are the spheres that its own seeds
/// merge to [§8].
fn merged_hierarchy(
    surface: &NormalizedMesh,
    seeds: &Seeds,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<SphereHierarchy, BuildError> {
    let corners: Vec<Vec3> = surface
        .mesh()
        .triangles()
        .iter()
        .flatten()
        .map(|v| surface.mesh().vertices()[*v as usize])
        .collect();
    let mut hierarchy = SphereHierarchy::root(options.around.ball(&corners));
    let each = StageParts::of(progress, seeds.balls.len().saturating_sub(1));
    let mergers = MergeTree::of(seeds, options.around, || each.begin())?;
    // Nodes of the merge tree that the spheres of the current level stand for, in their order.
    let mut nodes: Vec<u32> = mergers.whole().into_iter().collect();
    for _ in 0..options.depth {
        let parts = |node: &u32| mergers.parts(*node, options.branching);
        let families: Vec<Vec<u32>> = nodes.iter().map(parts).collect();
        let balls = |family: &Vec<u32>| family.iter().map(|n| mergers.ball(*n)).collect();
        hierarchy.push_level(&families.iter().map(balls).collect::<Vec<_>>());
        nodes = families.concat();
    }
    Ok(hierarchy)
}

/// Makes the policy hold. Returns the number of repairs, and the faces of each leaf.
fn covered(
    surface: &NormalizedMesh,
    hierarchy: &mut SphereHierarchy,
    policy: Coverage,
) -> (usize, Vec<Vec<u32>>) {
    match policy {
        Coverage::Level => (
            coverage::cover_levels(surface, hierarchy),
            met(surface, hierarchy),
        ),
        Coverage::Strict => (
            coverage::cover_strictly(surface, hierarchy),
            met(surface, hierarchy),
        ),
        Coverage::Regions => (0, coverage::cover_regions(surface, hierarchy)),
    }
}

/// Returns the faces that each leaf's sphere meets: "leaf spheres store the object's polygons they
/// intersect" [§9.1].
fn met(surface: &NormalizedMesh, hierarchy: &SphereHierarchy) -> Vec<Vec<u32>> {
    let faces = |node: usize| {
        let mut faces = Vec::new();
        if hierarchy.is_leaf(node) {
            surface
                .tree()
                .faces_near(&hierarchy.balls[node], &mut faces);
        }
        faces
    };
    (0..hierarchy.balls.len())
        .into_par_iter()
        .map(faces)
        .collect()
}

/// Adds the proved bounds, and converts all lengths to the unit of the mesh.
fn certified(
    surface: &NormalizedMesh,
    hierarchy: &SphereHierarchy,
    faces: Vec<Vec<u32>>,
    coverage: Coverage,
    progress: &dyn Progress,
) -> Result<SphereTree, BuildError> {
    // The scale is a power of two, and so is its inverse.
    let back = 1.0 / surface.scale();
    let spheres = StageParts::of(progress, hierarchy.balls.len());
    let fits: Vec<SphereFit> = hierarchy
        .balls
        .par_iter()
        .map(|ball| {
            spheres.begin()?;
            Ok(SphereFit::of(surface, ball))
        })
        .collect::<Result<_, _>>()?;
    let (face_start, faces) = Csr::from_lists(faces).into_parts();
    Ok(SphereTree {
        centers: hierarchy.balls.iter().map(|b| b.center * back).collect(),
        radii: hierarchy.balls.iter().map(|b| b.radius * back).collect(),
        levels: hierarchy.levels.clone(),
        children: hierarchy.children.clone(),
        reach: fits.iter().map(|f| f.reach * back).collect(),
        surface_reach: fits.iter().map(|f| f.surface_reach * back).collect(),
        inner: fits.iter().map(|f| f.inner * back).collect(),
        face_start,
        faces,
        coverage,
    })
}

/// Proved bounds of one sphere.
struct SphereFit {
    reach: f64,
    surface_reach: f64,
    inner: f64,
}

impl SphereFit {
    fn of(surface: &NormalizedMesh, ball: &Ball) -> SphereFit {
        let bound =
            |over, target, effort| accuracy::inaccuracy(surface, ball, over, target, effort).upper;
        SphereFit {
            reach: bound(Over::Ball, Target::Solid, Effort::BUILD),
            surface_reach: bound(Over::Sphere, Target::Surface, Effort::LOW),
            inner: accuracy::inner_radius(surface, ball.center),
        }
    }
}

#[cfg(test)]
mod tests;
