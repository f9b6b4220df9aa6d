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
    spheres: Vec<Option<Sphere>>,
    /// Union-find parents: the sphere that each one merged to, or itself.
    became: Vec<u32>,
    queue: BinaryHeap<Reverse<Candidate>>,
    alive: usize,
}

struct Sphere {
    /// Forming points, sorted.
    points: Vec<u32>,
    /// Cost of a hub's own ball; `None` if the sphere is no hub.
    hub: Option<f64>,
    /// Adjacent spheres. Some may have merged since.
    neighbors: Vec<u32>,
}

/// Queued pair. Entries are never removed early, so `pop` skips pairs of merged spheres.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    cost: Ordered,
    pair: [u32; 2],
}

/// Buffers for the points and normals of one candidate.
#[derive(Default)]
struct Scratch {
    points: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl<'a> Clustering<'a> {
    fn new(seeds: &'a Seeds, around: BoundingBallKind) -> Clustering<'a> {
        let count = seeds.balls.len() as u32;
        let sphere = |s: u32| {
            Some(Sphere {
                points: seeds.forming.get(s as usize).to_vec(),
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

    fn sphere(&self, i: u32) -> &Sphere {
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
        // Neighbors that merged since are replaced by their merged sphere. `s_1` and `s_2` map to
        // `new`, which is removed.
        let mut neighbors = Vec::with_capacity(a.neighbors.len() + b.neighbors.len());
        let mut merged = Vec::new();
        for n in [a.neighbors, b.neighbors].concat() {
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
        let mut scratch = Scratch::default();
        scratch.gather(self.seeds, &[&points]);
        let ball = self.around.ball(&scratch.points);
        self.done.balls.push(ball);
        self.done.merged.push(pair);
        let [i, j] = pair.map(|i| self.done.lowest[i as usize]);
        self.done.lowest.push(i.min(j));
        let mut proposed = neighbors.clone();
        let mut hub = None;
        // D16. The adjacency stays complete. Only the proposals are limited.
        if neighbors.len() > HUB {
            hub = Some(cost(&ball, &scratch.points, &scratch.normals));
            self.keep_nearest(&ball, &mut proposed);
        }
        let pairs: Vec<[u32; 2]> = proposed.iter().map(|n| [*n, new]).collect();
        self.spheres.push(Some(Sphere {
            points,
            hub,
            neighbors,
        }));
        self.alive -= 1;
        self.propose(&pairs);
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
    fn hub_cost(&self, scratch: &mut Scratch, pair: [u32; 2]) -> Option<f64> {
        let (hub, by_itself, other) = match pair.map(|i| self.sphere(i).hub) {
            [Some(by_itself), _] => (pair[0], by_itself, pair[1]),
            [None, Some(by_itself)] => (pair[1], by_itself, pair[0]),
            [None, None] => return None,
        };
        scratch.gather(self.seeds, &[&self.sphere(other).points]);
        let ball = grown(self.done.ball(hub), &scratch.points);
        Some(by_itself.max(cost(&ball, &scratch.points, &scratch.normals)))
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
        let price = |scratch: &mut Scratch, pair: &[u32; 2]| {
            if let Some(cost) = self.hub_cost(scratch, *pair) {
                let cost = Ordered(cost);
                return Reverse(Candidate { cost, pair: *pair });
            }
            // The ball of `s_12`, and its cost at the forming points of `s_1` and `s_2`.
            let [a, b] = pair.map(|i| self.sphere(i));
            scratch.gather(self.seeds, &[&a.points, &b.points]);
            let ball = self.around.ball(&scratch.points);
            Reverse(Candidate {
                cost: Ordered(cost(&ball, &scratch.points, &scratch.normals)),
                pair: *pair,
            })
        };
        let candidates: Vec<_> = if pairs.len() < FEW {
            let mut scratch = Scratch::default();
            pairs.iter().map(|pair| price(&mut scratch, pair)).collect()
        } else {
            pairs.par_iter().map_init(Scratch::default, price).collect()
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
        let reach = if alive.len() <= ALL_PAIRS {
            alive.len()
        } else {
            ROW
        };
        if reach == ROW {
            let x = |i: &u32| self.done.ball(*i).center.x;
            alive.sort_by(|i, j| x(i).total_cmp(&x(j)).then(i.cmp(j)));
        }
        let mut pairs = Vec::new();
        for (k, i) in alive.iter().enumerate() {
            let others = alive[k + 1..].iter().take(reach);
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

impl Scratch {
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
mod tests {
    use super::*;

    /// Spheres of radius 1 at the given x, each formed by its poles along y and adjacent to the
    /// next.
    fn row(places: &[f64]) -> Seeds {
        let n = places.len() as u32;
        let poles = |x: &f64| [Vec3::new(*x, 1.0, 0.0), Vec3::new(*x, -1.0, 0.0)];
        Seeds {
            balls: places
                .iter()
                .map(|x| Ball::new(Vec3::X * *x, 1.0))
                .collect(),
            forming: Csr::from_lists((0..n).map(|i| vec![2 * i, 2 * i + 1])),
            neighbors: Csr::from_lists((0..n).map(|i| {
                let sides = [i.checked_sub(1), (i + 1 < n).then_some(i + 1)];
                sides.into_iter().flatten().collect()
            })),
            points: places.iter().flat_map(poles).collect(),
            normals: places.iter().flat_map(|_| [Vec3::Y, -Vec3::Y]).collect(),
        }
    }

    fn merged(seeds: &Seeds, around: BoundingBallKind) -> MergeTree {
        let each = || Ok::<_, std::convert::Infallible>(());
        let Ok(mergers) = MergeTree::of(seeds, around, each);
        mergers
    }

    /// The seeds of each part of all.
    fn members(mergers: &MergeTree, count: usize) -> Vec<Vec<u32>> {
        let parts = mergers.parts(mergers.whole().unwrap(), count);
        parts.iter().map(|part| of(mergers, *part)).collect()
    }

    /// The seeds of a sphere.
    fn of(mergers: &MergeTree, sphere: u32) -> Vec<u32> {
        match mergers.merged(sphere) {
            None => vec![sphere],
            Some(_) => mergers.parts(sphere, usize::MAX),
        }
    }

    /// If all spheres are adjacent, a merger proposes only the nearest `HUB` pairs. The last sphere
    /// contains all points.
    #[test]
    fn a_hub_merges_with_the_nearest() {
        let places: Vec<f64> = (0..300).map(|i| f64::from(i) * 0.01).collect();
        let others = |i: u32| (0..300).filter(move |j| *j != i).collect();
        let seeds = Seeds {
            neighbors: Csr::from_lists((0..300).map(others)),
            ..row(&places)
        };
        let mut clustering = Clustering::new(&seeds, BoundingBallKind::Minimal);
        let before = clustering.queue.len();
        let pair = clustering.pop().unwrap();
        let popped = before - clustering.queue.len();
        clustering.join(pair);
        assert_eq!(clustering.queue.len(), before - popped + HUB);
        let hub = clustering.spheres.len() as u32 - 1;
        let mut proposed = clustering.sphere(hub).neighbors.clone();
        assert_eq!(proposed.len(), 298);
        let ball = clustering.done.ball(hub);
        clustering.keep_nearest(&ball, &mut proposed);
        let near = |i: &u32| (places[*i as usize] - ball.center.x).abs();
        let farthest = proposed.iter().map(near).fold(0.0, f64::max);
        assert!(farthest < 1.29, "{farthest} with 128 in steps of 0.01");
        let mergers = merged(&seeds, BoundingBallKind::Minimal);
        let all = mergers.ball(mergers.whole().unwrap());
        assert!(
            seeds
                .points
                .iter()
                .all(|p| p.distance(all.center) <= all.radius + 1e-12)
        );
    }

    #[test]
    fn a_ball_grows_by_no_more_than_needed() {
        let ball = Ball::new(Vec3::ZERO, 1.0);
        assert_eq!(grown(ball, &[Vec3::X * 0.5]), ball);
        assert_eq!(grown(ball, &[Vec3::X * 3.0]), Ball::new(Vec3::X, 2.0));
    }

    #[test]
    fn the_cost_is_the_distance_along_the_normal_to_the_sphere() {
        let ball = Ball::new(Vec3::ZERO, 2.0);
        // Center behind the face: 2 - 1. Center in front of it: 2 + 1.
        assert_eq!(cost(&ball, &[Vec3::Y], &[Vec3::Y]), 1.0);
        assert_eq!(cost(&ball, &[Vec3::Y], &[-Vec3::Y]), 3.0);
        // Aside: √(4 - 1) - 0.
        let aside = cost(&ball, &[Vec3::X], &[Vec3::Y]);
        assert!((aside - 3f64.sqrt()).abs() < 1e-15);
        assert_eq!(
            cost(&ball, &[Vec3::Y * 2.0], &[Vec3::X]),
            0.0,
            "on the sphere, aside"
        );
        assert_eq!(
            cost(&ball, &[Vec3::Y * 3.0], &[Vec3::X]),
            0.0,
            "outside by more than rounding"
        );
    }

    #[test]
    fn near_neighbors_merge_first() {
        let seeds = row(&[0.0, 0.1, 5.0, 5.2, 9.0]);
        for around in [BoundingBallKind::Ritter, BoundingBallKind::Minimal] {
            let mergers = merged(&seeds, around);
            assert_eq!(
                members(&mergers, 4),
                [vec![0, 1], vec![2], vec![3], vec![4]]
            );
            assert_eq!(members(&mergers, 3), [vec![0, 1], vec![2, 3], vec![4]]);
            assert_eq!(members(&mergers, 2), [vec![0, 1], vec![2, 3, 4]]);
            let whole = mergers.whole().unwrap();
            assert_eq!(whole, 8);
            let ball = mergers.ball(whole);
            assert!(seeds.points.iter().all(|p| ball.contains(*p)));
            let pair = mergers.ball(mergers.parts(whole, 4)[0]);
            assert!((0..4).all(|p| pair.contains(seeds.points[p])));
            assert!(!pair.contains(seeds.points[4]));
        }
    }

    #[test]
    fn seeds_have_no_parts_and_few_seeds_are_parts_themselves() {
        let seeds = row(&[0.0, 0.1, 5.0]);
        let mergers = merged(&seeds, BoundingBallKind::Ritter);
        for seed in 0..3 {
            assert!(mergers.parts(seed, 8).is_empty());
            assert_eq!(mergers.ball(seed), seeds.balls[seed as usize]);
        }
        assert_eq!(mergers.parts(mergers.whole().unwrap(), 8), [0, 1, 2]);
        let one = merged(&row(&[7.0]), BoundingBallKind::Ritter);
        assert_eq!(one.whole(), Some(0));
        assert_eq!(merged(&row(&[]), BoundingBallKind::Ritter).whole(), None);
    }

    #[test]
    fn merging_can_be_stopped() {
        let seeds = row(&[0.0, 0.1, 5.0, 5.2]);
        let mut before = 0;
        let stopped = MergeTree::of(&seeds, BoundingBallKind::Ritter, || {
            before += 1;
            if before == 3 { Err("enough") } else { Ok(()) }
        });
        assert_eq!(stopped, Err("enough"));
        let ended = MergeTree::of(&seeds, BoundingBallKind::Ritter, || {
            before += 1;
            Ok::<_, ()>(())
        });
        assert!(ended.is_ok());
        assert_eq!(before, 6, "three mergers make one of four");
    }

    /// The chosen seeds alone, with new indices.
    fn alone(seeds: &Seeds, chosen: &[u32]) -> Seeds {
        let number = |s: &u32| chosen.binary_search(s).ok().map(|i| i as u32);
        let own = |lists: &Csr| {
            chosen
                .iter()
                .map(|s| lists.get(*s as usize).to_vec())
                .collect()
        };
        let forming: Vec<Vec<u32>> = own(&seeds.forming);
        let neighbors: Vec<Vec<u32>> = own(&seeds.neighbors);
        Seeds {
            balls: chosen.iter().map(|s| seeds.balls[*s as usize]).collect(),
            forming: Csr::from_lists(forming),
            neighbors: Csr::from_lists(
                neighbors
                    .iter()
                    .map(|list| list.iter().filter_map(number).collect()),
            ),
            ..seeds.clone()
        }
    }

    /// The paper merges the seeds of each node separately. The row has two components and many
    /// equal costs.
    #[test]
    fn the_parts_of_a_sphere_are_what_its_own_seeds_merge_to() {
        let places: Vec<f64> = (0..60).map(|i| f64::from(i * i % 41)).collect();
        let mut seeds = row(&places);
        for around in [BoundingBallKind::Ritter, BoundingBallKind::Minimal] {
            let mut lists: Vec<Vec<u32>> =
                (0..60).map(|i| seeds.neighbors.get(i).to_vec()).collect();
            lists[29].retain(|n| *n != 30);
            lists[30].retain(|n| *n != 29);
            seeds.neighbors = Csr::from_lists(lists);
            let mergers = merged(&seeds, around);
            let mut level = vec![mergers.whole().unwrap()];
            let mut compared = 0;
            while let Some(sphere) = level.pop() {
                let parts = mergers.parts(sphere, 4);
                level.extend(&parts);
                let own = of(&mergers, sphere);
                let again = merged(&alone(&seeds, &own), around);
                let expected = again.parts(again.whole().unwrap(), 4);
                assert_eq!(parts.len(), expected.len());
                for (part, other) in parts.iter().zip(expected) {
                    assert_eq!(mergers.ball(*part), again.ball(other));
                    let named = of(&again, other).into_iter().map(|s| own[s as usize]);
                    assert_eq!(of(&mergers, *part), named.collect::<Vec<_>>());
                    compared += 1;
                }
            }
            assert!(compared > 60);
        }
    }

    #[test]
    fn disconnected_spheres_merge_after_all_adjacent_pairs() {
        let mut seeds = row(&[0.0, 1.0, 7.0, 20.0]);
        seeds.neighbors = Csr::from_lists(vec![vec![]; 4]);
        let mergers = merged(&seeds, BoundingBallKind::Ritter);
        assert_eq!(members(&mergers, 3), [vec![0, 1], vec![2], vec![3]]);
        // More spheres than are proposed in all pairs.
        let many: Vec<f64> = (0..1500).map(|i| f64::from(i * 7919 % 1500)).collect();
        let mut seeds = row(&many);
        seeds.neighbors = Csr::from_lists(vec![vec![]; many.len()]);
        let mergers = merged(&seeds, BoundingBallKind::Ritter);
        let parts = members(&mergers, 8);
        assert_eq!(parts.len(), 8);
        assert_eq!(parts.concat().len(), many.len());
    }
}
