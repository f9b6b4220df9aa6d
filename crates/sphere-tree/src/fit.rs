//! Fit of a tree's levels: the quantities of Fig. 14 [Hubbard96 §10].

use crate::build::NormalizedMesh;
use crate::build::accuracy::{self, Effort, Enclosure, Over, Target};
use crate::tree::SphereTree;
use geometry::{Ball, Mesh, Vec3};
use medial_axis::sampling::scatter;
use rayon::prelude::*;

/// Fit of the spheres that represent a body at one level. Lengths are in the mesh's unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelFit {
    /// Level in the tree. The root's is 0.
    pub level: u8,
    /// Number of spheres, including leaves above the level.
    pub spheres: usize,
    /// Mean inaccuracy of the spheres, as in the paper. Spheres deep inside the body count as much
    /// as those that cover its surface.
    pub mean: Enclosure,
    /// Mean inaccuracy, weighted by the surface that each sphere answers for ([`FitMeter`]).
    pub weighted: Enclosure,
    /// Maximum inaccuracy of the spheres.
    pub max: Enclosure,
}

/// Number of points of the surface that weigh the spheres of a level. A share of the surface is off
/// by at most some tenths of a percent.
const WEIGHING_POINTS: usize = 10_000;

/// Seed of these points.
const WEIGHING_SEED: u64 = 14;

/// Measures the fit of one tree's levels.
///
/// At each level a point of the surface belongs to the sphere that contains it most deeply: of
/// least `|p − c| − r`, the first of several. A sphere *answers for* the part of the surface that
/// belongs to it, and this part's share of the area weighs its inaccuracy. So a sphere that touches
/// no surface, or only such that others cover better, counts for nothing.
#[derive(Debug)]
pub struct FitMeter<'a> {
    tree: &'a SphereTree,
    surface: NormalizedMesh,
    /// Spheres of each level with their shares of the surface, which add up to one.
    levels: Vec<Vec<(u32, f64)>>,
}

impl FitMeter<'_> {
    /// Prepares the measuring of a tree of `mesh`.
    ///
    /// # Cost
    /// One distance for each sphere and each of ten thousand points of the surface.
    pub fn new<'a>(mesh: &Mesh, tree: &'a SphereTree) -> FitMeter<'a> {
        let points: Vec<Vec3> = scatter(mesh, WEIGHING_POINTS, WEIGHING_SEED)
            .iter()
            .map(|sample| sample.point)
            .collect();
        FitMeter {
            tree,
            surface: NormalizedMesh::new(mesh),
            levels: (0..=tree.depth())
                .map(|level| shares(tree, tree.at_level(level).collect(), &points))
                .collect(),
        }
    }

    /// Returns the fit of every level by the tree's stored bounds of each ball to the solid. Lower
    /// ends are 0, because a tree stores upper bounds only.
    pub fn stored(&self) -> Vec<LevelFit> {
        let of = |reach: &f64| Enclosure {
            lower: 0.0,
            upper: *reach,
        };
        let all: Vec<Enclosure> = self.tree.reach.iter().map(of).collect();
        self.levels(&all)
    }

    /// Measures the fit of every level: over the balls or the spheres, to the solid or to the
    /// surface [§9.2, §10]. No upper end exceeds a bound that the tree stores for the same measure.
    ///
    /// # Cost
    /// About a hundred nearest faces per sphere, on all cores.
    pub fn measured(&self, over: Over, target: Target, effort: Effort) -> Vec<LevelFit> {
        self.each(|surface, node, ball| {
            let found = accuracy::inaccuracy(surface, ball, over, target, effort);
            let held = held(self.tree, node, over, target) * surface.scale();
            Enclosure {
                lower: found.lower.min(held),
                upper: found.upper.min(held),
            }
        })
    }

    /// Returns the paper's own estimate of every level by twenty points of each sphere: `lower`
    /// without, and `upper` with the correction that makes it a bound [§9.2].
    pub fn by_dodecahedron(&self) -> Vec<LevelFit> {
        self.each(|surface, _, ball| {
            let (estimate, correction) = accuracy::by_dodecahedron(surface, ball);
            Enclosure {
                lower: estimate,
                upper: estimate + correction,
            }
        })
    }

    /// Measures each sphere in the scaled space of the surface. Returns the levels in the mesh's
    /// unit.
    fn each(
        &self,
        measure: impl Fn(&NormalizedMesh, u32, &Ball) -> Enclosure + Sync,
    ) -> Vec<LevelFit> {
        let scale = self.surface.scale();
        let measured = |node: u32| {
            let ball = self.tree.ball(node);
            let ball = Ball::new(ball.center * scale, ball.radius * scale);
            let found = measure(&self.surface, node, &ball);
            Enclosure {
                lower: found.lower / scale,
                upper: found.upper / scale,
            }
        };
        let nodes = (0..self.tree.len() as u32).into_par_iter();
        self.levels(&nodes.map(measured).collect::<Vec<_>>())
    }

    /// Returns the fit of each level, from the inaccuracies of all spheres.
    fn levels(&self, all: &[Enclosure]) -> Vec<LevelFit> {
        let fit = |(level, nodes): (u8, &Vec<(u32, f64)>)| fit(level, nodes, all);
        (0..).zip(&self.levels).map(fit).collect()
    }
}

/// Returns the share of the surface that each of these spheres answers for. Without points all
/// shares are equal.
fn shares(tree: &SphereTree, nodes: Vec<u32>, points: &[Vec3]) -> Vec<(u32, f64)> {
    if points.is_empty() {
        let equal = 1.0 / nodes.len() as f64;
        return nodes.into_iter().map(|node| (node, equal)).collect();
    }
    let balls: Vec<Ball> = nodes.iter().map(|node| tree.ball(*node)).collect();
    let owner = |p: &Vec3| {
        let outside = |ball: &Ball| ball.center.distance(*p) - ball.radius;
        let balls = balls.iter().map(outside).enumerate();
        let first = (0, f64::INFINITY);
        balls
            .fold(
                first,
                |best, ball| if ball.1 < best.1 { ball } else { best },
            )
            .0
    };
    let mut counts = vec![0u32; nodes.len()];
    let owners: Vec<usize> = points.par_iter().map(owner).collect();
    owners.into_iter().for_each(|i| counts[i] += 1);
    let share = |count: u32| f64::from(count) / points.len() as f64;
    nodes
        .into_iter()
        .zip(counts.into_iter().map(share))
        .collect()
}

/// Returns the fit of a level. `nodes` are its spheres with their shares, `all` the inaccuracies of
/// all spheres of the tree.
fn fit(level: u8, nodes: &[(u32, f64)], all: &[Enclosure]) -> LevelFit {
    let fold = |of: fn(&Enclosure) -> f64| {
        let (mut sum, mut weighted, mut max) = (0.0, 0.0, 0.0f64);
        for (node, share) in nodes {
            let length = of(&all[*node as usize]);
            sum += length;
            weighted += share * length;
            max = max.max(length);
        }
        [sum / nodes.len() as f64, weighted, max]
    };
    let (lower, upper) = (fold(|e| e.lower), fold(|e| e.upper));
    let [mean, weighted, max] = [0, 1, 2].map(|i| Enclosure {
        lower: lower[i],
        upper: upper[i],
    });
    LevelFit {
        level,
        spheres: nodes.len(),
        mean,
        weighted,
        max,
    }
}

/// Returns the bound that the tree stores for a sphere; infinite if there is none.
fn held(tree: &SphereTree, node: u32, over: Over, target: Target) -> f64 {
    match (over, target) {
        (_, Target::Solid) => tree.reach[node as usize],
        (Over::Sphere, Target::Surface) => tree.surface_reach[node as usize],
        (Over::Ball, Target::Surface) => f64::INFINITY,
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
            FitMeter::new(&mesh, tree).measured(Over::Ball, Target::Solid, effort)
        };
        // Hardly any effort: what is found is looser than what is held.
        let hasty = Effort {
            tolerance: 1.0,
            pieces: 0,
        };
        for (hasty, held) in solid(&tree, hasty)
            .iter()
            .zip(FitMeter::new(&mesh, &tree).stored())
        {
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
    /// A cube of side 2, and one sphere around each half; deep inside, another one.
    fn halves(deep: bool) -> SphereTree {
        let centers = [Vec3::ZERO, Vec3::X * -0.5, Vec3::X * 0.5, Vec3::X * 0.2];
        let radii = [2.0, 1.6, 1.6, 0.1];
        let count = if deep { 4 } else { 3 };
        let mut children = vec![[count as u32; 2]; count];
        children[0] = [1, count as u32];
        let mut levels = vec![1; count];
        levels[0] = 0;
        SphereTree {
            centers: centers[..count].to_vec(),
            radii: radii[..count].to_vec(),
            levels,
            children,
            reach: [9.0, 3.0, 5.0, 0.0][..count].to_vec(),
            surface_reach: vec![9.0; count],
            inner: vec![-1.0; count],
            face_start: vec![0; count + 1],
            faces: Vec::new(),
            coverage: crate::Coverage::Level,
        }
    }

    #[test]
    fn a_sphere_without_surface_has_no_weight_and_changes_no_weighted_mean() {
        let cube = bodies::cube(2.0);
        let [without, with] = [false, true].map(halves);
        let [without, with] = [&without, &with].map(|tree| FitMeter::new(&cube, tree));
        let weights: Vec<f64> = with.levels[1].iter().map(|(_, share)| *share).collect();
        assert_eq!(weights[2], 0.0);
        assert!((weights[0] - 0.5).abs() < 0.01 && weights[0] + weights[1] == 1.0);
        let [without, with] = [without.stored(), with.stored()];
        assert_eq!(without[1].weighted, with[1].weighted);
        assert!((with[1].weighted.upper - 4.0).abs() < 0.02, "{:?}", with[1]);
        assert_eq!(
            (without[1].mean.upper, with[1].mean.upper),
            (4.0, 8.0 / 3.0)
        );
        assert_eq!(
            (without[0].mean, without[0].max),
            (without[0].weighted, with[0].max)
        );
        assert_eq!((with[1].spheres, with[1].max.upper), (3, 5.0));
    }
}
