//! Many spheres become few: the cheapest pair of adjacent spheres merges, again and again [§8].

use geometry::{Ball, Vec3};
use rayon::prelude::*;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Lists of numbers, one after the other: list `i` is `items[start[i]..start[i + 1]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// Where each list starts, and where the last one ends.
    pub start: Vec<u32>,
    /// All lists.
    pub items: Vec<u32>,
}

impl Lists {
    /// Joins lists.
    pub fn of(lists: impl IntoIterator<Item = Vec<u32>>) -> Lists {
        let mut joined = Lists {
            start: vec![0],
            items: Vec::new(),
        };
        for list in lists {
            joined.items.extend(list);
            joined.start.push(joined.items.len() as u32);
        }
        joined
    }

    /// One list.
    pub fn get(&self, i: usize) -> &[u32] {
        &self.items[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// How many lists there are.
    pub fn len(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What merging starts from: the spheres at interior Voronoi vertices, and their forming points.
#[derive(Clone, Debug)]
pub struct Seeds {
    /// The spheres.
    pub balls: Vec<Ball>,
    /// For each sphere the points that form it, as indices into `points`.
    pub forming: Lists,
    /// For each sphere those that are adjacent to it.
    pub neighbours: Lists,
    /// Points of the surface.
    pub points: Vec<Vec3>,
    /// For each point the unit normal of the face it was put on.
    pub normals: Vec<Vec3>,
}

/// A sphere that stands for several.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// Holds the forming points of all members.
    pub ball: Ball,
    /// The seeds that merged to form it, sorted.
    pub members: Vec<u32>,
    /// Their forming points, sorted.
    pub points: Vec<u32>,
}

/// How the sphere around forming points is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Around {
    /// Ritter's ball, as in the paper.
    Ritter,
    /// The smallest one.
    Minimal,
}

impl Around {
    /// A ball around points; there is at least one.
    pub fn ball(self, points: &[Vec3]) -> Ball {
        match self {
            Around::Ritter => Ball::ritter(points),
            Around::Minimal => Ball::minimal(points),
        }
        .expect("every sphere has a forming point")
    }
}

/// Merges the chosen seeds until `target` spheres remain.
///
/// At each repetition the pair of adjacent spheres merges whose merger costs least ([`cost`]);
/// ties go to the lowest indices. Where no two of the remaining spheres are adjacent, any two may
/// merge (D3). The spheres come in the order of their first members.
///
/// # Cost
/// A queue of all adjacent pairs; each merger looks at the forming points of the new sphere once
/// for every neighbour.
pub fn merge(seeds: &Seeds, members: &[u32], target: usize, around: Around) -> Vec<Merged> {
    let mut merging = Merging::new(seeds, members, around);
    while merging.alive > target.max(1) {
        match merging.pop() {
            Some([i, j]) => merging.join(i, j),
            None => merging.propose_all(),
        }
    }
    merging.finish()
}

/// How far a sphere reaches beyond the surface at most, judged at its forming points: from each
/// along the normal of its face to the sphere, `√(r² − d₂²) ± d₁` [§8, Fig. 8].
///
/// `d₂` is the distance of the point from the projection `c′` of the center on the plane of the
/// face, `d₁` that of `c′` from the center: subtracted where the center lies behind the face, added
/// where it lies in front.
pub fn cost(ball: &Ball, points: &[Vec3], normals: &[Vec3]) -> f64 {
    let mut most = 0.0f64;
    for (p, n) in points.iter().zip(normals) {
        let from_center = *p - ball.center;
        let d1 = n.dot(from_center);
        let d2_squared = from_center.length_squared() - d1 * d1;
        // Rounding may put a forming point outside by an ulp: the root of a negative number would
        // make a bad merger look free.
        let half_chord = (ball.radius * ball.radius - d2_squared).max(0.0).sqrt();
        most = most.max(half_chord - d1);
    }
    most
}

/// The state of merging: spheres by index, the seeds first, then those that mergers made.
struct Merging<'a> {
    seeds: &'a Seeds,
    around: Around,
    spheres: Vec<Option<Sphere>>,
    /// For each sphere the one that it became part of, or itself.
    became: Vec<u32>,
    queue: BinaryHeap<Reverse<Candidate>>,
    alive: usize,
}

struct Sphere {
    ball: Ball,
    members: Vec<u32>,
    points: Vec<u32>,
    /// Adjacent spheres, or ones that meanwhile became part of those.
    neighbours: Vec<u32>,
}

#[derive(PartialEq)]
struct Candidate {
    cost: f64,
    pair: [u32; 2],
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        let by_cost = self.cost.total_cmp(&other.cost);
        by_cost.then(self.pair.cmp(&other.pair))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Points and normals of a sphere in question, gathered side by side.
#[derive(Default)]
struct Scratch {
    points: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl<'a> Merging<'a> {
    fn new(seeds: &'a Seeds, members: &[u32], around: Around) -> Merging<'a> {
        let mut place = vec![u32::MAX; seeds.balls.len()];
        for (i, seed) in (0..).zip(members) {
            place[*seed as usize] = i;
        }
        let sphere = |seed: &u32| {
            let s = *seed as usize;
            let neighbours = seeds.neighbours.get(s).iter().map(|n| place[*n as usize]);
            Some(Sphere {
                ball: seeds.balls[s],
                members: vec![*seed],
                points: seeds.forming.get(s).to_vec(),
                neighbours: neighbours.filter(|n| *n != u32::MAX).collect(),
            })
        };
        let spheres: Vec<_> = members.iter().map(sphere).collect();
        let mut merging = Merging {
            seeds,
            around,
            became: (0..spheres.len() as u32).collect(),
            alive: spheres.len(),
            spheres,
            queue: BinaryHeap::new(),
        };
        let mut pairs = Vec::new();
        for i in 0..members.len() as u32 {
            let neighbours = &merging.sphere(i).neighbours;
            pairs.extend(neighbours.iter().filter(|j| i < **j).map(|j| [i, *j]));
        }
        merging.propose(&pairs);
        merging
    }

    fn sphere(&self, i: u32) -> &Sphere {
        self.spheres[i as usize]
            .as_ref()
            .expect("the sphere is alive")
    }

    /// The cheapest pair of spheres that are both alive.
    fn pop(&mut self) -> Option<[u32; 2]> {
        while let Some(Reverse(candidate)) = self.queue.pop() {
            let alive = |i: u32| self.spheres[i as usize].is_some();
            if candidate.pair.into_iter().all(alive) {
                return Some(candidate.pair);
            }
        }
        None
    }

    /// Replaces two spheres by the one around the forming points of both; adjacent to it is what
    /// was adjacent to either.
    fn join(&mut self, i: u32, j: u32) {
        let new = self.spheres.len() as u32;
        let mut take = |k: u32| {
            self.became[k as usize] = new;
            self.spheres[k as usize].take().expect("both are alive")
        };
        let (a, b) = (take(i), take(j));
        let mut points = [a.points, b.points].concat();
        points.sort_unstable();
        points.dedup();
        self.became.push(new);
        let mut neighbours = [a.neighbours, b.neighbours].concat();
        for n in &mut neighbours {
            *n = self.now(*n);
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        neighbours.retain(|n| *n != new);
        let mut scratch = Scratch::default();
        scratch.gather(self.seeds, &[&points]);
        self.spheres.push(Some(Sphere {
            ball: self.around.ball(&scratch.points),
            members: [a.members, b.members].concat(),
            points,
            neighbours: neighbours.clone(),
        }));
        self.alive -= 1;
        let pairs: Vec<[u32; 2]> = neighbours.into_iter().map(|n| [n, new]).collect();
        self.propose(&pairs);
    }

    /// The sphere that `i` is part of now.
    fn now(&mut self, mut i: u32) -> u32 {
        while self.became[i as usize] != i {
            let up = self.became[self.became[i as usize] as usize];
            self.became[i as usize] = up;
            i = up;
        }
        i
    }

    /// Puts pairs into the queue, with what their merger would cost.
    fn propose(&mut self, pairs: &[[u32; 2]]) {
        /// Below this, threads would cost more than they bring.
        const FEW: usize = 256;
        let price = |scratch: &mut Scratch, pair: &[u32; 2]| {
            let [a, b] = pair.map(|i| self.sphere(i));
            scratch.gather(self.seeds, &[&a.points, &b.points]);
            let ball = self.around.ball(&scratch.points);
            Reverse(Candidate {
                cost: cost(&ball, &scratch.points, &scratch.normals),
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

    /// Proposes all pairs: the skeleton hangs together no longer (D3).
    fn propose_all(&mut self) {
        /// More spheres than this are proposed with their successors in a row along x only: all
        /// pairs of thousands would be millions.
        const ALL_PAIRS: usize = 600;
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
            let x = |i: &u32| self.sphere(*i).ball.center.x;
            alive.sort_by(|i, j| x(i).total_cmp(&x(j)).then(i.cmp(j)));
        }
        let mut pairs = Vec::new();
        for (k, i) in alive.iter().enumerate() {
            let others = alive[k + 1..].iter().take(reach);
            pairs.extend(others.map(|j| [*i.min(j), *i.max(j)]));
        }
        for [i, j] in &pairs {
            let sphere = self.spheres[*i as usize].as_mut();
            sphere.expect("alive").neighbours.push(*j);
            let sphere = self.spheres[*j as usize].as_mut();
            sphere.expect("alive").neighbours.push(*i);
        }
        self.propose(&pairs);
    }

    fn finish(self) -> Vec<Merged> {
        let merged = |s: Sphere| {
            let mut members = s.members;
            members.sort_unstable();
            Merged {
                ball: s.ball,
                members,
                points: s.points,
            }
        };
        let mut all: Vec<Merged> = self.spheres.into_iter().flatten().map(merged).collect();
        all.sort_unstable_by_key(|m| m.members[0]);
        all
    }
}

impl Scratch {
    fn gather(&mut self, seeds: &Seeds, lists: &[&[u32]]) {
        self.points.clear();
        self.normals.clear();
        for p in lists.iter().copied().flatten() {
            self.points.push(seeds.points[*p as usize]);
            self.normals.push(seeds.normals[*p as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spheres of radius 1 along x at the given places, each formed by its poles along y, adjacent
    /// to the next.
    fn row(places: &[f64]) -> Seeds {
        let n = places.len() as u32;
        let poles = |x: &f64| [Vec3::new(*x, 1.0, 0.0), Vec3::new(*x, -1.0, 0.0)];
        Seeds {
            balls: places
                .iter()
                .map(|x| Ball::new(Vec3::X * *x, 1.0))
                .collect(),
            forming: Lists::of((0..n).map(|i| vec![2 * i, 2 * i + 1])),
            neighbours: Lists::of((0..n).map(|i| {
                let sides = [i.checked_sub(1), (i + 1 < n).then_some(i + 1)];
                sides.into_iter().flatten().collect()
            })),
            points: places.iter().flat_map(poles).collect(),
            normals: places.iter().flat_map(|_| [Vec3::Y, -Vec3::Y]).collect(),
        }
    }

    fn members(merged: &[Merged]) -> Vec<Vec<u32>> {
        merged.iter().map(|m| m.members.clone()).collect()
    }

    #[test]
    fn the_cost_is_the_way_along_the_normal_to_the_sphere() {
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
    fn near_neighbours_merge_first() {
        let seeds = row(&[0.0, 0.1, 5.0, 5.2, 9.0]);
        let all = [0, 1, 2, 3, 4];
        for around in [Around::Ritter, Around::Minimal] {
            assert_eq!(
                members(&merge(&seeds, &all, 4, around)),
                [vec![0, 1], vec![2], vec![3], vec![4]]
            );
            assert_eq!(
                members(&merge(&seeds, &all, 3, around)),
                [vec![0, 1], vec![2, 3], vec![4]]
            );
            let one = &merge(&seeds, &all, 1, around)[0];
            assert_eq!(one.members, all);
            assert!(seeds.points.iter().all(|p| one.ball.holds(*p)));
        }
    }

    #[test]
    fn only_chosen_seeds_take_part_and_no_merger_is_needed_for_few() {
        let seeds = row(&[0.0, 0.1, 5.0, 5.2, 9.0]);
        assert_eq!(
            members(&merge(&seeds, &[1, 2, 3], 2, Around::Ritter)),
            [vec![1], vec![2, 3]]
        );
        let few = merge(&seeds, &[4, 2], 8, Around::Ritter);
        assert_eq!(members(&few), [vec![2], vec![4]]);
        assert_eq!(few[0].ball, seeds.balls[2]);
    }

    #[test]
    fn spheres_that_do_not_hang_together_merge_when_nothing_else_is_left() {
        let mut seeds = row(&[0.0, 1.0, 7.0, 20.0]);
        seeds.neighbours = Lists::of(vec![vec![]; 4]);
        let merged = merge(&seeds, &[0, 1, 2, 3], 3, Around::Ritter);
        assert_eq!(members(&merged), [vec![0, 1], vec![2], vec![3]]);
        // More than are proposed with all others.
        let many: Vec<f64> = (0..1500).map(|i| f64::from(i * 7919 % 1500)).collect();
        let mut seeds = row(&many);
        seeds.neighbours = Lists::of(vec![vec![]; many.len()]);
        let all: Vec<u32> = (0..many.len() as u32).collect();
        let merged = merge(&seeds, &all, 8, Around::Ritter);
        assert_eq!(merged.len(), 8);
        assert_eq!(
            merged.iter().map(|m| m.members.len()).sum::<usize>(),
            many.len()
        );
    }
}
