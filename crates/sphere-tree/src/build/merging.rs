//! Many spheres become few: the cheapest pair of adjacent spheres merges, again and again [§8].

use geometry::{Ball, Csr, Vec3};
use rayon::prelude::*;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// What merging starts from: the spheres at interior Voronoi vertices, and their forming points.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    /// The spheres.
    pub balls: Vec<Ball>,
    /// For each sphere the points that form it, as indices into `points`.
    pub forming: Csr,
    /// For each sphere those that are adjacent to it.
    pub neighbours: Csr,
    /// Points of the surface.
    pub points: Vec<Vec3>,
    /// For each point the unit normal of the face it was put on.
    pub normals: Vec<Vec3>,
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

/// All mergers, from the seeds to one sphere. Spheres have numbers: first the seeds, then what two of
/// them merged to, in the order of the mergers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mergers {
    balls: Vec<Ball>,
    /// For each sphere that is no seed the two that merged to it.
    merged: Vec<[u32; 2]>,
    /// For each sphere the lowest seed in it.
    lowest: Vec<u32>,
}

impl Mergers {
    /// Merges the seeds until one sphere remains.
    ///
    /// At each repetition the pair of adjacent spheres merges whose merger costs least ([`cost`]);
    /// ties go to the lowest numbers. Where no two of the remaining spheres are adjacent, any two may
    /// merge (D1). `before_each` merger may stop it.
    ///
    /// # Cost
    /// A queue of all adjacent pairs; each merger looks at the forming points of the new sphere once
    /// for every neighbour.
    ///
    /// # Errors
    /// That of `before_each`.
    pub(crate) fn of<E>(
        seeds: &Seeds,
        around: Around,
        mut before_each: impl FnMut() -> Result<(), E>,
    ) -> Result<Mergers, E> {
        let mut merging = Merging::new(seeds, around);
        while merging.alive > 1 {
            match merging.pop() {
                Some(pair) => {
                    before_each()?;
                    merging.join(pair);
                }
                None => merging.propose_all(),
            }
        }
        Ok(merging.done)
    }

    /// The sphere that all seeds merged to; `None` without seeds.
    pub(crate) fn whole(&self) -> Option<u32> {
        (self.balls.len() as u32).checked_sub(1)
    }

    /// A sphere.
    pub(crate) fn ball(&self, sphere: u32) -> Ball {
        self.balls[sphere as usize]
    }

    /// The spheres, `count` at most, that were left of the seeds of a sphere before its last mergers, in
    /// the order of their lowest seeds; none for a seed.
    ///
    /// Merging the seeds of this sphere by themselves until so many remain would give the same, as
    /// the paper does for each node [§8, end]: the pairs among them were the same, and merged in
    /// the same order. Only the rows of D1, where hundreds of spheres hang together no longer, and the
    /// hubs of D16 would be others.
    pub(crate) fn parts(&self, sphere: u32, count: usize) -> Vec<u32> {
        let mut parts = BinaryHeap::from([sphere]);
        while parts.len() < count {
            // The last merger has the highest number; seeds have the lowest.
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

    /// The two spheres that merged to this one; `None` for a seed.
    fn merged(&self, sphere: u32) -> Option<[u32; 2]> {
        let seeds = self.balls.len() - self.merged.len();
        let merger = (sphere as usize).checked_sub(seeds)?;
        Some(self.merged[merger])
    }
}

/// How far a sphere reaches beyond the surface at most, judged at its forming points: from each
/// along the normal of its face to the sphere, `√(r² − d₂²) ± d₁` [§8, Fig. 8].
///
/// `d₂` is the distance of the point from the projection `c′` of the center on the plane of the
/// face, `d₁` that of `c′` from the center: subtracted where the center lies behind the face, added
/// where it lies in front.
pub(crate) fn cost(ball: &Ball, points: &[Vec3], normals: &[Vec3]) -> f64 {
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

/// A sphere with more neighbours than this is a hub, as on a body that is nearly a ball, where every
/// Voronoi vertex lies near its center. Of its neighbours only so many, the nearest, are proposed to
/// merge with it, and at a price that looks at their own points only: else each merger would look at
/// all points for all neighbours (D16). The bodies of Fig. 14 have no hub.
const HUB: usize = 128;

/// The state of merging.
struct Merging<'a> {
    seeds: &'a Seeds,
    around: Around,
    done: Mergers,
    /// The spheres that did not merge yet.
    spheres: Vec<Option<Sphere>>,
    /// For each sphere the one that it became part of, or itself.
    became: Vec<u32>,
    queue: BinaryHeap<Reverse<Candidate>>,
    alive: usize,
}

struct Sphere {
    points: Vec<u32>,
    /// Of a hub, what it costs by itself.
    hub: Option<f64>,
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
    fn new(seeds: &'a Seeds, around: Around) -> Merging<'a> {
        let count = seeds.balls.len() as u32;
        let sphere = |s: u32| {
            Some(Sphere {
                points: seeds.forming.get(s as usize).to_vec(),
                hub: None,
                neighbours: seeds.neighbours.get(s as usize).to_vec(),
            })
        };
        let mut merging = Merging {
            seeds,
            around,
            done: Mergers {
                balls: seeds.balls.clone(),
                merged: Vec::new(),
                lowest: (0..count).collect(),
            },
            spheres: (0..count).map(sphere).collect(),
            became: (0..count).collect(),
            queue: BinaryHeap::new(),
            alive: seeds.balls.len(),
        };
        let mut pairs = Vec::new();
        for i in 0..count {
            let neighbours = seeds.neighbours.get(i as usize).iter();
            pairs.extend(neighbours.filter(|j| i < **j).map(|j| [i, *j]));
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
        let mut neighbours = [a.neighbours, b.neighbours].concat();
        for n in &mut neighbours {
            *n = self.now(*n);
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        neighbours.retain(|n| *n != new);
        let mut scratch = Scratch::default();
        scratch.gather(self.seeds, &[&points]);
        let ball = self.around.ball(&scratch.points);
        self.done.balls.push(ball);
        self.done.merged.push(pair);
        let [i, j] = pair.map(|i| self.done.lowest[i as usize]);
        self.done.lowest.push(i.min(j));
        let mut proposed = neighbours.clone();
        let mut hub = None;
        if neighbours.len() > HUB {
            hub = Some(cost(&ball, &scratch.points, &scratch.normals));
            self.keep_nearest(&ball, &mut proposed);
        }
        let pairs: Vec<[u32; 2]> = proposed.iter().map(|n| [*n, new]).collect();
        self.spheres.push(Some(Sphere {
            points,
            hub,
            neighbours,
        }));
        self.alive -= 1;
        self.propose(&pairs);
    }

    /// Keeps those [`HUB`] spheres for which `ball` would have to grow least, in their order.
    fn keep_nearest(&self, ball: &Ball, spheres: &mut Vec<u32>) {
        let growth = |i: &u32| {
            let other = self.done.ball(*i);
            ball.center.distance(other.center) + other.radius - ball.radius
        };
        let nearer = |i: &u32, j: &u32| growth(i).total_cmp(&growth(j)).then(i.cmp(j));
        spheres.select_nth_unstable_by(HUB, nearer);
        spheres.truncate(HUB);
        spheres.sort_unstable();
    }

    /// What it costs that a hub takes in another sphere: its ball is moved and grown to hold that
    /// one's points, and judged at these. `None` when neither is a hub.
    fn price_of_hub(&self, scratch: &mut Scratch, pair: [u32; 2]) -> Option<f64> {
        let (hub, by_itself, other) = match pair.map(|i| self.sphere(i).hub) {
            [Some(by_itself), _] => (pair[0], by_itself, pair[1]),
            [None, Some(by_itself)] => (pair[1], by_itself, pair[0]),
            [None, None] => return None,
        };
        scratch.gather(self.seeds, &[&self.sphere(other).points]);
        let ball = grown(self.done.ball(hub), &scratch.points);
        Some(by_itself.max(cost(&ball, &scratch.points, &scratch.normals)))
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
            if let Some(cost) = self.price_of_hub(scratch, *pair) {
                return Reverse(Candidate { cost, pair: *pair });
            }
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

    /// Proposes all pairs: the skeleton hangs together no longer (D1).
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
            let x = |i: &u32| self.done.ball(*i).center.x;
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
}

/// The ball, moved and grown by no more than it takes for one point after the other, as in Ritter's second
/// pass.
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
            forming: Csr::from_lists((0..n).map(|i| vec![2 * i, 2 * i + 1])),
            neighbours: Csr::from_lists((0..n).map(|i| {
                let sides = [i.checked_sub(1), (i + 1 < n).then_some(i + 1)];
                sides.into_iter().flatten().collect()
            })),
            points: places.iter().flat_map(poles).collect(),
            normals: places.iter().flat_map(|_| [Vec3::Y, -Vec3::Y]).collect(),
        }
    }

    fn merged(seeds: &Seeds, around: Around) -> Mergers {
        let each = || Ok::<_, std::convert::Infallible>(());
        let Ok(mergers) = Mergers::of(seeds, around, each);
        mergers
    }

    /// The seeds of each part of all.
    fn members(mergers: &Mergers, count: usize) -> Vec<Vec<u32>> {
        let parts = mergers.parts(mergers.whole().unwrap(), count);
        parts.iter().map(|part| of(mergers, *part)).collect()
    }

    /// The seeds of a sphere.
    fn of(mergers: &Mergers, sphere: u32) -> Vec<u32> {
        match mergers.merged(sphere) {
            None => vec![sphere],
            Some(_) => mergers.parts(sphere, usize::MAX),
        }
    }

    /// Where everybody is adjacent to everybody, a merger proposes no more pairs than a hub has, the
    /// nearest, and all end in one sphere that holds all points.
    #[test]
    fn a_hub_takes_in_the_nearest() {
        let places: Vec<f64> = (0..300).map(|i| f64::from(i) * 0.01).collect();
        let others = |i: u32| (0..300).filter(move |j| *j != i).collect();
        let seeds = Seeds {
            neighbours: Csr::from_lists((0..300).map(others)),
            ..row(&places)
        };
        let mut merging = Merging::new(&seeds, Around::Minimal);
        let before = merging.queue.len();
        let pair = merging.pop().unwrap();
        let popped = before - merging.queue.len();
        merging.join(pair);
        assert_eq!(merging.queue.len(), before - popped + HUB);
        let hub = merging.spheres.len() as u32 - 1;
        let mut proposed = merging.sphere(hub).neighbours.clone();
        assert_eq!(proposed.len(), 298);
        let ball = merging.done.ball(hub);
        merging.keep_nearest(&ball, &mut proposed);
        let near = |i: &u32| (places[*i as usize] - ball.center.x).abs();
        let farthest = proposed.iter().map(near).fold(0.0, f64::max);
        assert!(farthest < 1.29, "{farthest} with 128 in steps of 0.01");
        let mergers = merged(&seeds, Around::Minimal);
        let all = mergers.ball(mergers.whole().unwrap());
        assert!(
            seeds
                .points
                .iter()
                .all(|p| p.distance(all.center) <= all.radius + 1e-12)
        );
    }

    #[test]
    fn a_ball_grows_by_no_more_than_it_takes() {
        let ball = Ball::new(Vec3::ZERO, 1.0);
        assert_eq!(grown(ball, &[Vec3::X * 0.5]), ball);
        assert_eq!(grown(ball, &[Vec3::X * 3.0]), Ball::new(Vec3::X, 2.0));
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
        for around in [Around::Ritter, Around::Minimal] {
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
        let mergers = merged(&seeds, Around::Ritter);
        for seed in 0..3 {
            assert!(mergers.parts(seed, 8).is_empty());
            assert_eq!(mergers.ball(seed), seeds.balls[seed as usize]);
        }
        assert_eq!(mergers.parts(mergers.whole().unwrap(), 8), [0, 1, 2]);
        let one = merged(&row(&[7.0]), Around::Ritter);
        assert_eq!(one.whole(), Some(0));
        assert_eq!(merged(&row(&[]), Around::Ritter).whole(), None);
    }

    #[test]
    fn merging_can_be_stopped() {
        let seeds = row(&[0.0, 0.1, 5.0, 5.2]);
        let mut before = 0;
        let stopped = Mergers::of(&seeds, Around::Ritter, || {
            before += 1;
            if before == 3 { Err("enough") } else { Ok(()) }
        });
        assert_eq!(stopped, Err("enough"));
        let ended = Mergers::of(&seeds, Around::Ritter, || {
            before += 1;
            Ok::<_, ()>(())
        });
        assert!(ended.is_ok());
        assert_eq!(before, 6, "three mergers make one of four");
    }

    /// Some of the seeds by themselves, with the numbers that they have among these.
    fn alone(seeds: &Seeds, chosen: &[u32]) -> Seeds {
        let number = |s: &u32| chosen.binary_search(s).ok().map(|i| i as u32);
        let own = |lists: &Csr| {
            chosen
                .iter()
                .map(|s| lists.get(*s as usize).to_vec())
                .collect()
        };
        let forming: Vec<Vec<u32>> = own(&seeds.forming);
        let neighbours: Vec<Vec<u32>> = own(&seeds.neighbours);
        Seeds {
            balls: chosen.iter().map(|s| seeds.balls[*s as usize]).collect(),
            forming: Csr::from_lists(forming),
            neighbours: Csr::from_lists(
                neighbours
                    .iter()
                    .map(|list| list.iter().filter_map(number).collect()),
            ),
            ..seeds.clone()
        }
    }

    /// What the paper says: the seeds of a node are merged by themselves. The row falls apart in two,
    /// and has many equal costs.
    #[test]
    fn the_parts_of_a_sphere_are_what_its_own_seeds_merge_to() {
        let places: Vec<f64> = (0..60).map(|i| f64::from(i * i % 41)).collect();
        let mut seeds = row(&places);
        for around in [Around::Ritter, Around::Minimal] {
            let mut lists: Vec<Vec<u32>> =
                (0..60).map(|i| seeds.neighbours.get(i).to_vec()).collect();
            lists[29].retain(|n| *n != 30);
            lists[30].retain(|n| *n != 29);
            seeds.neighbours = Csr::from_lists(lists);
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
    fn spheres_that_do_not_hang_together_merge_when_nothing_else_is_left() {
        let mut seeds = row(&[0.0, 1.0, 7.0, 20.0]);
        seeds.neighbours = Csr::from_lists(vec![vec![]; 4]);
        let mergers = merged(&seeds, Around::Ritter);
        assert_eq!(members(&mergers, 3), [vec![0, 1], vec![2], vec![3]]);
        // More than are proposed with all others.
        let many: Vec<f64> = (0..1500).map(|i| f64::from(i * 7919 % 1500)).collect();
        let mut seeds = row(&many);
        seeds.neighbours = Csr::from_lists(vec![vec![]; many.len()]);
        let mergers = merged(&seeds, Around::Ritter);
        let parts = members(&mergers, 8);
        assert_eq!(parts.len(), 8);
        assert_eq!(parts.concat().len(), many.len());
    }
}
