//! Merging of adjacent spheres, cheapest pair first [Hubbard96 §8].
//!
//! Good for tight levels of detail: adjacency follows the skeleton of the body. Greedy, so "it does
//! not guarantee that the final result will have the tightest possible fit". With `n` seeds,
//! `k` neighbors and `p` forming points per sphere: `n` mergers, each with one queue update of
//! `O(k log n)` and a cost of `O(k p)`. The essence, in the paper's symbols:
//! 1. Queue every pair of adjacent spheres `s_1`, `s_2` by the cost of their merger.
//! 2. Pop the cheapest pair whose spheres both still exist.
//! 3. Replace it by `s_12`, the bounding ball of the forming points of both. It is adjacent to all
//!    neighbors of `s_1` and `s_2`. Queue these pairs.
//! 4. If the queue is empty but spheres remain, propose pairs that are not adjacent (D1).
//!
//! The paper merges the seeds of every node from the start. One run over all seeds gives the same
//! spheres, because mergers inside a node do not depend on seeds outside ([`MergeTree::parts`]).

use geometry::{Ball, Csr, Ordered, Vec3};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Initial spheres of the merging: those at interior Voronoi vertices, and their forming points.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    pub balls: Vec<Ball>,
    /// Forming points of each sphere, as indices into `points`.
    pub forming: Csr,
    /// Adjacent spheres of each sphere.
    pub neighbors: Csr,
    /// Samples of the surface: the paper's `P`.
    pub points: Vec<Vec3>,
    /// Unit normal of the face that each point was sampled on.
    pub normals: Vec<Vec3>,
}

/// Bounding ball of forming points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoundingBallKind {
    /// Ritter's ball, as in the paper.
    Ritter,
    /// Smallest enclosing ball.
    Minimal,
}

impl BoundingBallKind {
    /// Returns a ball that contains `points`.
    ///
    /// # Panics
    /// Without points.
    pub fn ball(self, points: &[Vec3]) -> Ball {
        match self {
            BoundingBallKind::Ritter => Ball::ritter(points),
            BoundingBallKind::Minimal => Ball::minimal(points),
        }
        .expect("every sphere has a forming point")
    }
}

/// Record of all mergers, from the seeds to one sphere. Indices of spheres: first the seeds, then
/// the merged spheres in the order of their mergers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MergeTree {
    balls: Vec<Ball>,
    /// The two spheres `s_1`, `s_2` of each merged sphere `s_12`.
    merged: Vec<[u32; 2]>,
    /// Lowest seed in each sphere.
    lowest: Vec<u32>,
}

impl MergeTree {
    /// Merges the seeds until one sphere remains.
    ///
    /// Each repetition merges the adjacent pair of least [`cost`]. Ties go to the lowest indices.
    /// If no two remaining spheres are adjacent, others may merge (D1). `before_each` runs before
    /// each merger and may stop the clustering.
    ///
    /// # Cost
    /// Each merger evaluates the forming points of the new sphere once per neighbor.
    ///
    /// # Errors
    /// The error of `before_each`.
    pub(crate) fn of<E>(
        seeds: &Seeds,
        around: BoundingBallKind,
        mut before_each: impl FnMut() -> Result<(), E>,
    ) -> Result<MergeTree, E> {
        let mut clustering = Clustering::new(seeds, around);
        while clustering.alive > 1 {
            match clustering.pop() {
                Some(pair) => {
                    before_each()?;
                    clustering.join(pair);
                }
                None => clustering.propose_all(),
            }
        }
        Ok(clustering.done)
    }

    /// Returns the sphere that all seeds merged to; `None` without seeds.
    pub(crate) fn whole(&self) -> Option<u32> {
        (self.balls.len() as u32).checked_sub(1)
    }

    /// Returns the ball of a sphere.
    pub(crate) fn ball(&self, sphere: u32) -> Ball {
        self.balls[sphere as usize]
    }

    /// Returns at most `count` spheres that merged to `sphere`, in the order of their lowest seeds;
    /// none for a seed. It undoes the last `count - 1` mergers inside the sphere.
    ///
    /// The paper "starts over with all the Voronoi vertices whose spheres merged to form the
    /// parent" and merges until `count` remain [§8]. The result is the same: the pairs among these
    /// seeds and the order of their mergers do not depend on other seeds. Exceptions are the rows
    /// of D1, which depend on the number of remaining spheres, and the hubs of D16.
    pub(crate) fn parts(&self, sphere: u32, count: usize) -> Vec<u32> {
        let mut parts = BinaryHeap::from([sphere]);
        while parts.len() < count {
            // Undo the latest merger first: it has the highest index. A seed at the top means that
            // only seeds are left.
            let Some(two) = parts.peek().and_then(|last| self.merged(*last)) else {
                break;
            };
            parts.pop();
            parts.extend(two);
        }
        let mut parts = parts.into_vec();
        parts.retain(|part| *part != sphere);
        parts.sort_unstable_by_key(|part| self.lowest[*part as usize]);
        parts
    }

    /// Returns the two spheres that merged to this one; `None` for a seed.
    fn merged(&self, sphere: u32) -> Option<[u32; 2]> {
        let seeds = self.balls.len() - self.merged.len();
        let merger = (sphere as usize).checked_sub(seeds)?;
        Some(self.merged[merger])
    }
}

/// Returns the cost of a merger to `ball`: an estimate of its Hausdorff distance to the polyhedron.
///
/// `max over p of √(r² − d_2²) ± d_1` [§8, Fig. 8]: "For each forming point of `s_1` or `s_2`, the
/// function measures the distance to `s_12`'s surface along the normal direction". `c'` is the
/// projection of the center `c` on the plane of the face of `p`, `d_1 = |c c'|` and `d_2 = |p c'|`.
/// `d_1` is subtracted if `c` lies behind the face and added if it lies in front.
pub(crate) fn cost(ball: &Ball, points: &[Vec3], normals: &[Vec3]) -> f64 {
    let mut most = 0.0f64;
    for (p, n) in points.iter().zip(normals) {
        // The sign of `d1` is positive if `c` lies behind the face, which is the paper's "±".
        let from_center = *p - ball.center;
        let d1 = n.dot(from_center);
        let d2_squared = from_center.length_squared() - d1 * d1;
        // Rounding may put a forming point outside the ball by an ulp. The root of a negative
        // number is NaN, which `max` ignores, so a bad merger would look free.
        let half_chord = (ball.radius * ball.radius - d2_squared).max(0.0).sqrt();
        most = most.max(half_chord - d1);
    }
    most
}

/// Returns [`cost`] at the points of a merger, and at least the radius of its ball if all of them
/// are samples that form no sphere (D2).
///
/// Such points lie on the ball at first, and on a plate their normals are across it: [`cost`] is 0
/// for any two of them, near or far, so that the lowest indices would merge. With the radius those
/// merge that are near each other.
fn merger_cost(ball: &Ball, at: &MergeScratch, of_samples: bool) -> f64 {
    let least = if of_samples { ball.radius } else { 0.0 };
    cost(ball, &at.points, &at.normals).max(least)
}

/// Number of neighbors above which a sphere is a hub (D16). A body close to a ball has one, because
/// all of its Voronoi vertices are near its center. Only the nearest `HUB` neighbors are proposed
/// to merge with a hub, and their cost evaluates the neighbor's points only. Otherwise each merger
/// would evaluate all points for all neighbors. The bodies of Fig. 14 have no hub.
const HUB: usize = 128;

/// State of the clustering.
struct Clustering<'a> {
    seeds: &'a Seeds,
    around: BoundingBallKind,
    done: MergeTree,
    /// Remaining spheres; `None` after a merger.
    spheres: Vec<Option<ClusterSphere>>,
    /// Union-find parents: the sphere that each one merged to, or itself.
    became: Vec<u32>,
    queue: BinaryHeap<Reverse<MergeCandidate>>,
    alive: usize,
}

struct ClusterSphere {
    /// Forming points, sorted.
    points: Vec<u32>,
    /// True if it has merged from samples that form no sphere alone (D2).
    of_samples: bool,
    /// Cost of a hub's own ball; `None` if the sphere is no hub.
    hub: Option<f64>,
    /// Adjacent spheres. Some may have merged since.
    neighbors: Vec<u32>,
}

/// Queued pair. Entries are never removed early, so `pop` skips pairs of merged spheres.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct MergeCandidate {
    cost: Ordered,
    pair: [u32; 2],
}

/// Buffers for the points and normals of one candidate.
#[derive(Default)]
struct MergeScratch {
    points: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl<'a> Clustering<'a> {
    fn new(seeds: &'a Seeds, around: BoundingBallKind) -> Clustering<'a> {
        let count = seeds.balls.len() as u32;
        let sphere = |s: u32| {
            Some(ClusterSphere {
                points: seeds.forming.get(s as usize).to_vec(),
                of_samples: seeds.balls[s as usize].radius == 0.0,
                hub: None,
                neighbors: seeds.neighbors.get(s as usize).to_vec(),
            })
        };
        let mut clustering = Clustering {
            seeds,
            around,
            done: MergeTree {
                balls: seeds.balls.clone(),
                merged: Vec::new(),
                lowest: (0..count).collect(),
            },
            spheres: (0..count).map(sphere).collect(),
            became: (0..count).collect(),
            queue: BinaryHeap::new(),
            alive: seeds.balls.len(),
        };
        // Each adjacent pair once.
        let mut pairs = Vec::new();
        for i in 0..count {
            let neighbors = seeds.neighbors.get(i as usize).iter();
            pairs.extend(neighbors.filter(|j| i < **j).map(|j| [i, *j]));
        }
        clustering.propose(&pairs);
        clustering
    }

    fn sphere(&self, i: u32) -> &ClusterSphere {
        self.spheres[i as usize]
            .as_ref()
            .expect("the sphere is alive")
    }

    /// Returns the cheapest pair whose spheres both remain.
    fn pop(&mut self) -> Option<[u32; 2]> {
        while let Some(Reverse(candidate)) = self.queue.pop() {
            let alive = |i: u32| self.spheres[i as usize].is_some();
            if candidate.pair.into_iter().all(alive) {
                return Some(candidate.pair);
            }
        }
        None
    }

    /// Replaces `s_1` and `s_2` by `s_12`.
    ///
    /// "`s_12` stores the union of the forming points from `s_1` and `s_2`" and "becomes adjacent
    /// to the spheres adjacent to `s_1` and `s_2`" [§8].
    fn join(&mut self, pair: [u32; 2]) {
        let new = self.spheres.len() as u32;
        let [a, b] = pair.map(|i| {
            self.became[i as usize] = new;
            self.spheres[i as usize].take().expect("both are alive")
        });
        let mut points = [a.points, b.points].concat();
        points.sort_unstable();
        points.dedup();
        self.became.push(new);
        let neighbors = self.joined_neighbors([a.neighbors, b.neighbors], new);
        let mut scratch = MergeScratch::default();
        scratch.gather(self.seeds, &[&points]);
        let ball = self.around.ball(&scratch.points);
        self.done.balls.push(ball);
        self.done.merged.push(pair);
        let [i, j] = pair.map(|i| self.done.lowest[i as usize]);
        self.done.lowest.push(i.min(j));
        let mut proposed = neighbors.clone();
        let mut hub = None;
        // D16. The adjacency stays complete. Only the proposals are limited.
        let of_samples = a.of_samples && b.of_samples;
        if neighbors.len() > HUB {
            hub = Some(merger_cost(&ball, &scratch, of_samples));
            self.keep_nearest(&ball, &mut proposed);
        }
        let pairs: Vec<[u32; 2]> = proposed.iter().map(|n| [*n, new]).collect();
        self.spheres.push(Some(ClusterSphere {
            points,
            of_samples,
            hub,
            neighbors,
        }));
        self.alive -= 1;
        self.propose(&pairs);
    }

    /// Returns the neighbors of `s_12`, number `new`, in ascending order: those of `s_1` and `s_2`.
    ///
    /// Neighbors that merged since are replaced by their merged sphere. `s_1` and `s_2` map to
    /// `new`, which is removed.
    fn joined_neighbors(&mut self, lists: [Vec<u32>; 2], new: u32) -> Vec<u32> {
        let mut neighbors = Vec::with_capacity(lists[0].len() + lists[1].len());
        let mut merged = Vec::new();
        for n in lists.concat() {
            match self.now(n) {
                same if same == n => neighbors.push(n),
                now if now != new => merged.push(now),
                _ => {}
            }
        }
        // Two sorted runs, but for proposed spheres at their ends, and the few that have merged:
        // the stable sort merges runs.
        merged.sort_unstable();
        neighbors.append(&mut merged);
        neighbors.sort();
        neighbors.dedup();
        neighbors
    }

    /// Keeps the [`HUB`] spheres for which `ball` would have to grow least, in ascending order.
    fn keep_nearest(&self, ball: &Ball, spheres: &mut Vec<u32>) {
        let growth = |i: u32| {
            let other = self.done.ball(i);
            ball.center.distance(other.center) + other.radius - ball.radius
        };
        // Distances are computed once for each sphere, not for each comparison.
        let growths = spheres.iter().map(|i| (Ordered(growth(*i)), *i));
        let mut nearest: Vec<(Ordered, u32)> = growths.collect();
        nearest.select_nth_unstable(HUB);
        spheres.clear();
        spheres.extend(nearest[..HUB].iter().map(|(_, i)| *i));
        spheres.sort_unstable();
    }

    /// Returns the cost of merging a hub with another sphere; `None` if neither is a hub.
    ///
    /// Estimate: moves and grows the hub's ball to contain the other's points, and evaluates the
    /// cost at these points. The hub's own points contribute the cost of its present ball.
    fn hub_cost(&self, scratch: &mut MergeScratch, pair: [u32; 2]) -> Option<f64> {
        let (hub, by_itself, other) = match pair.map(|i| self.sphere(i).hub) {
            [Some(by_itself), _] => (pair[0], by_itself, pair[1]),
            [None, Some(by_itself)] => (pair[1], by_itself, pair[0]),
            [None, None] => return None,
        };
        scratch.gather(self.seeds, &[&self.sphere(other).points]);
        let ball = grown(self.done.ball(hub), &scratch.points);
        let of_samples = pair.into_iter().all(|i| self.sphere(i).of_samples);
        Some(by_itself.max(merger_cost(&ball, scratch, of_samples)))
    }

    /// Returns the remaining sphere that contains `i`: union-find with path halving.
    fn now(&mut self, mut i: u32) -> u32 {
        while self.became[i as usize] != i {
            let up = self.became[self.became[i as usize] as usize];
            self.became[i as usize] = up;
            i = up;
        }
        i
    }

    /// Queues pairs with the cost of their merger.
    fn propose(&mut self, pairs: &[[u32; 2]]) {
        /// Number of pairs below which threads cost more time than they save.
        const FEW: usize = 256;
        let price = |scratch: &mut MergeScratch, pair: &[u32; 2]| {
            if let Some(cost) = self.hub_cost(scratch, *pair) {
                let cost = Ordered(cost);
                return Reverse(MergeCandidate { cost, pair: *pair });
            }
            // The ball of `s_12`, and its cost at the forming points of `s_1` and `s_2`.
            let [a, b] = pair.map(|i| self.sphere(i));
            scratch.gather(self.seeds, &[&a.points, &b.points]);
            let ball = self.around.ball(&scratch.points);
            Reverse(MergeCandidate {
                cost: Ordered(merger_cost(&ball, scratch, a.of_samples && b.of_samples)),
                pair: *pair,
            })
        };
        let candidates: Vec<_> = if pairs.len() < FEW {
            let mut scratch = MergeScratch::default();
            pairs.iter().map(|pair| price(&mut scratch, pair)).collect()
        } else {
            pairs
                .par_iter()
                .map_init(MergeScratch::default, price)
                .collect()
        };
        self.queue.extend(candidates);
    }

    /// Proposes pairs of spheres that are not adjacent, after every component of the medial axis
    /// has merged to one sphere (D1).
    fn propose_all(&mut self) {
        /// Number of spheres above which each is proposed only with its next [`ROW`] in x order.
        /// All pairs of thousands of spheres would be millions.
        const ALL_PAIRS: usize = 600;
        /// Number of successors in x order.
        const ROW: usize = 32;
        let mut alive: Vec<u32> = (0..self.spheres.len() as u32)
            .filter(|i| self.spheres[*i as usize].is_some())
            .collect();
        let successors = if alive.len() <= ALL_PAIRS {
            alive.len()
        } else {
            ROW
        };
        if successors == ROW {
            let x = |i: &u32| self.done.ball(*i).center.x;
            alive.sort_by(|i, j| x(i).total_cmp(&x(j)).then(i.cmp(j)));
        }
        let mut pairs = Vec::new();
        for (k, i) in alive.iter().enumerate() {
            let others = alive[k + 1..].iter().take(successors);
            pairs.extend(others.map(|j| [*i.min(j), *i.max(j)]));
        }
        // The proposed spheres count as adjacent from now on, so their mergers inherit the pairs.
        for [i, j] in &pairs {
            let sphere = self.spheres[*i as usize].as_mut();
            sphere.expect("alive").neighbors.push(*j);
            let sphere = self.spheres[*j as usize].as_mut();
            sphere.expect("alive").neighbors.push(*i);
        }
        self.propose(&pairs);
    }
}

/// Returns the ball grown to contain each point in turn, as in Ritter's second pass: the smallest
/// ball that contains the previous ball and the point.
fn grown(mut ball: Ball, points: &[Vec3]) -> Ball {
    for p in points {
        let distance = p.distance(ball.center);
        if distance > ball.radius {
            let radius = (ball.radius + distance) / 2.0;
            let center = ball.center + (*p - ball.center) * ((radius - ball.radius) / distance);
            ball = Ball::new(center, radius);
        }
    }
    ball
}

impl MergeScratch {
    fn gather(&mut self, seeds: &Seeds, lists: &[&[u32]]) {
        self.points.clear();
        self.normals.clear();
        for list in lists {
            let points = list.iter().map(|p| seeds.points[*p as usize]);
            self.points.extend(points);
            let normals = list.iter().map(|p| seeds.normals[*p as usize]);
            self.normals.extend(normals);
        }
    }
}

#[cfg(test)]
mod tests;
