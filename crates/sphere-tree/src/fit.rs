//! Fit of a tree's levels: the quantities of Fig. 14 [Hubbard96 §10].

use crate::build::NormalizedMesh;
use crate::build::accuracy::{self, Effort, Enclosure, Over, Target};
use crate::tree::SphereTree;
use geometry::{Ball, Mesh};
use rayon::prelude::*;

/// Fit of the spheres that represent a body at one level. Lengths are in the mesh's unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelFit {
    /// Level in the tree. The root's is 0.
    pub level: u8,
    /// Number of spheres, including leaves above the level.
    pub spheres: usize,
    /// Mean inaccuracy of the spheres.
    pub mean: Enclosure,
    /// Maximum inaccuracy of the spheres.
    pub max: Enclosure,
}

/// Returns the fit of every level by the tree's stored bounds of each ball to the solid. Lower ends
/// are 0, because a tree stores upper bounds only.
pub fn stored_fit(tree: &SphereTree) -> Vec<LevelFit> {
    let of = |node: u32| Enclosure {
        lower: 0.0,
        upper: tree.reach[node as usize],
    };
    (0..=tree.depth())
        .map(|level| summed(level, tree.at_level(level).map(of)))
        .collect()
}

/// Measures the fit of every level: over the balls or the spheres, to the solid or to the surface
/// [§9.2, §10]. No upper end exceeds a bound that the tree stores for the same measure.
///
/// # Cost
/// About a hundred nearest faces per sphere, on all cores.
pub fn measured_fit(
    mesh: &Mesh,
    tree: &SphereTree,
    over: Over,
    target: Target,
    effort: Effort,
) -> Vec<LevelFit> {
    each(mesh, tree, |surface, node, ball| {
        let found = accuracy::inaccuracy(surface, ball, over, target, effort);
        let held = held(tree, node, over, target) * surface.scale();
        Enclosure {
            lower: found.lower.min(held),
            upper: found.upper.min(held),
        }
    })
}

/// Returns the paper's own estimate of every level by twenty points of each sphere: `lower`
/// without, and `upper` with the correction that makes it a bound [§9.2].
pub fn dodecahedron_fit(mesh: &Mesh, tree: &SphereTree) -> Vec<LevelFit> {
    each(mesh, tree, |surface, _, ball| {
        let (estimate, correction) = accuracy::by_dodecahedron(surface, ball);
        Enclosure {
            lower: estimate,
            upper: estimate + correction,
        }
    })
}

/// Returns the bound that the tree stores for a sphere; infinite if there is none.
fn held(tree: &SphereTree, node: u32, over: Over, target: Target) -> f64 {
    match (over, target) {
        (_, Target::Solid) => tree.reach[node as usize],
        (Over::Sphere, Target::Surface) => tree.surface_reach[node as usize],
        (Over::Ball, Target::Surface) => f64::INFINITY,
    }
}

/// Measures each sphere in the scaled space of the surface. Returns the levels in the mesh's unit.
fn each(
    mesh: &Mesh,
    tree: &SphereTree,
    measure: impl Fn(&NormalizedMesh, u32, &Ball) -> Enclosure + Sync,
) -> Vec<LevelFit> {
    let surface = NormalizedMesh::new(mesh);
    let scale = surface.scale();
    let measured = |node: u32| {
        let ball = tree.ball(node);
        let ball = Ball::new(ball.center * scale, ball.radius * scale);
        let found = measure(&surface, node, &ball);
        Enclosure {
            lower: found.lower / scale,
            upper: found.upper / scale,
        }
    };
    let all: Vec<Enclosure> = (0..tree.len() as u32)
        .into_par_iter()
        .map(measured)
        .collect();
    let level = |level| summed(level, tree.at_level(level).map(|node| all[node as usize]));
    (0..=tree.depth()).map(level).collect()
}

fn summed(level: u8, spheres: impl Iterator<Item = Enclosure>) -> LevelFit {
    let zero = Enclosure {
        lower: 0.0,
        upper: 0.0,
    };
    let (mut sum, mut max, mut count) = (zero, zero, 0);
    for sphere in spheres {
        sum.lower += sphere.lower;
        sum.upper += sphere.upper;
        max.lower = max.lower.max(sphere.lower);
        max.upper = max.upper.max(sphere.upper);
        count += 1;
    }
    LevelFit {
        level,
        spheres: count,
        mean: Enclosure {
            lower: sum.lower / count as f64,
            upper: sum.upper / count as f64,
        },
        max,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuildError, BuildOptions, build};
    use scenes::bodies;

    #[test]
    fn no_measured_bound_is_above_one_that_the_tree_holds() -> Result<(), BuildError> {
        let mesh = bodies::lamp();
        let options = BuildOptions {
            depth: 2,
            ..BuildOptions::octree()
        };
        let mut tree = build(&mesh, &options, &crate::build::Unwatched)?.tree;
        let solid = |tree: &SphereTree, effort| {
            measured_fit(&mesh, tree, Over::Ball, Target::Solid, effort)
        };
        // Hardly any effort: what is found is looser than what is held.
        let hasty = Effort {
            tolerance: 1.0,
            pieces: 0,
        };
        for (hasty, held) in solid(&tree, hasty).iter().zip(stored_fit(&tree)) {
            assert_eq!(hasty.mean.upper, held.mean.upper);
            assert_eq!(hasty.max.upper, held.max.upper);
        }
        // With no bounds to fall back on it is measured.
        let usual = solid(&tree, Effort::REPORT);
        tree.reach.fill(f64::MAX);
        for (alone, usual) in solid(&tree, Effort::REPORT).iter().zip(usual) {
            assert!(alone.mean.upper > 0.0 && alone.mean.upper < 1.1 * usual.mean.upper);
            assert!(alone.mean.upper >= usual.mean.upper);
        }
        Ok(())
    }
}
