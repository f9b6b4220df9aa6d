//! How well the levels of a tree fit their body: the quantities of the paper's Fig. 14.

use crate::accuracy::{self, Effort, Enclosure, Over, Target};
use crate::surface::Surface;
use crate::tree::SphereTree;
use geometry::{Ball, Mesh};
use rayon::prelude::*;

/// The fit of the spheres that stand for a body at one level. Lengths are in the mesh's unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelFit {
    /// The level.
    pub level: u8,
    /// How many spheres there are.
    pub spheres: usize,
    /// The mean over all spheres of how far each reaches beyond the body.
    pub mean: Enclosure,
    /// The largest over all spheres.
    pub max: Enclosure,
}

/// The fit of every level by the bounds that the tree holds: how far each ball reaches beyond the
/// solid. Lower ends are 0, as a tree stores upper bounds only.
pub fn stored_fit(tree: &SphereTree) -> Vec<LevelFit> {
    let of = |node: u32| Enclosure {
        lower: 0.0,
        upper: tree.reach[node as usize],
    };
    (0..=tree.depth())
        .map(|level| summed(level, tree.at_level(level).map(of)))
        .collect()
}

/// The fit of every level, measured: over the balls or the spheres alone, to the solid or to the
/// surface [§9.2, §10].
///
/// # Cost
/// Some hundred nearest faces for each sphere, on all cores.
pub fn measured_fit(
    mesh: &Mesh,
    tree: &SphereTree,
    over: Over,
    target: Target,
    effort: Effort,
) -> Vec<LevelFit> {
    let surface = Surface::new(mesh);
    let scale = surface.scale();
    let measure = |node: u32| {
        let ball = tree.ball(node);
        let ball = Ball::new(ball.center * scale, ball.radius * scale);
        let found = accuracy::inaccuracy(&surface, &ball, over, target, effort);
        Enclosure {
            lower: found.lower / scale,
            upper: found.upper / scale,
        }
    };
    let all: Vec<Enclosure> = (0..tree.len() as u32)
        .into_par_iter()
        .map(measure)
        .collect();
    let level = |level| summed(level, tree.at_level(level).map(|node| all[node as usize]));
    (0..=tree.depth()).map(level).collect()
}

/// The paper's own estimate of every level: the distance of twenty points of each sphere to the
/// surface, `lower` without and `upper` with the correction that makes it a bound [§9.2].
pub fn dodecahedron_fit(mesh: &Mesh, tree: &SphereTree) -> Vec<LevelFit> {
    let surface = Surface::new(mesh);
    let scale = surface.scale();
    let measure = |node: u32| {
        let ball = tree.ball(node);
        let ball = Ball::new(ball.center * scale, ball.radius * scale);
        let (estimate, correction) = accuracy::by_dodecahedron(&surface, &ball);
        Enclosure {
            lower: estimate / scale,
            upper: (estimate + correction) / scale,
        }
    };
    let all: Vec<Enclosure> = (0..tree.len() as u32)
        .into_par_iter()
        .map(measure)
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
