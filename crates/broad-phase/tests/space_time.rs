//! Space-time bounds miss no pair of overlapping bounding spheres and test far fewer than all
//! pairs.

use broad_phase::{Motion, SpaceTimeBound, SpaceTimeBounds, SpaceTimeOptions};
use collision::{BodyId, BodyPair, Work};
use geometry::Vec3;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Bodies that accelerate within their bounds, half of them at random and half straight at a
/// neighbor. In a periodic box: a body that leaves it jumps to the other side and is renewed.
struct Swarm {
    motions: Vec<Motion>,
    rng: Pcg64Mcg,
    half: f64,
    /// Number of jumps.
    jumps: usize,
}

impl Swarm {
    fn new(seed: u64, bodies: usize, half: f64, speed: f64, acceleration: f64) -> Swarm {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut vector = |scale: f64| {
            let mut one = || scale * (2.0 * rng.random::<f64>() - 1.0);
            Vec3::new(one(), one(), one())
        };
        let motion = |i: usize| Motion {
            center: vector(half),
            velocity: vector(speed),
            radius: if i.is_multiple_of(5) { 0.0 } else { 1.0 },
            acceleration: if i.is_multiple_of(7) {
                0.0
            } else {
                acceleration
            },
        };
        let motions = (0..bodies).map(motion).collect();
        Swarm {
            motions,
            rng,
            half,
            jumps: 0,
        }
    }

    /// Everything moves for `dt`, in three pieces of constant acceleration at its bound.
    fn advance(&mut self, dt: f64, bounds: &mut SpaceTimeBounds) {
        for i in 0..self.motions.len() {
            let neighbor = self.motions[(i ^ 2).min(self.motions.len() - 1)].center;
            let motion = &mut self.motions[i];
            for _ in 0..3 {
                let mut one = || 2.0 * self.rng.random::<f64>() - 1.0;
                let at_random = Vec3::new(one(), one(), one());
                let at_neighbor = neighbor - motion.center;
                let direction = if i & 1 == 0 { at_neighbor } else { at_random };
                let direction = direction.normalize_or(Vec3::X);
                let (h, pull) = (dt / 3.0, direction * motion.acceleration);
                motion.center += motion.velocity * h + pull * (0.5 * h * h);
                motion.velocity += pull * h;
            }
            if motion.center.abs().max_element() > self.half {
                motion.center = -0.9 * motion.center;
                bounds.renew(BodyId(i as u32));
                self.jumps += 1;
            }
        }
    }

    /// Lets some overlapping bodies bounce, so that their velocities jump.
    fn respond(&mut self, pairs: &[BodyPair], bounds: &mut SpaceTimeBounds) {
        for pair in pairs {
            if self.rng.random::<f64>() < 0.5 {
                for body in [pair.a, pair.b] {
                    let velocity = &mut self.motions[body.index()].velocity;
                    *velocity = -2.0 * *velocity;
                    *velocity = velocity.clamp_length_max(20.0);
                    bounds.renew(body);
                    self.jumps += 1;
                }
            }
        }
    }

    fn overlapping(&self) -> Vec<BodyPair> {
        let n = self.motions.len() as u32;
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (BodyId(a), BodyId(b))));
        let overlap = |pair: &BodyPair| {
            let (a, b) = (&self.motions[pair.a.index()], &self.motions[pair.b.index()]);
            a.overlaps(b)
        };
        pairs
            .map(|(a, b)| BodyPair::new(a, b))
            .filter(overlap)
            .collect()
    }
}

/// Result of a run: instants with overlaps, and the work of all instants.
struct Run {
    overlaps: usize,
    jumps: usize,
    work: Work,
}

fn run(mut swarm: Swarm, options: SpaceTimeOptions, instants: usize) -> Run {
    let mut bounds = SpaceTimeBounds::new(options);
    bounds.start(swarm.motions.len());
    let (mut pairs, mut work, mut overlaps) = (Vec::new(), Work::default(), 0);
    let mut t = 7.0;
    for instant in 0..instants {
        bounds.pairs_at(t, &swarm.motions, &mut pairs, &mut work);
        assert_eq!(pairs, swarm.overlapping(), "instant {instant}");
        overlaps += pairs.len();
        swarm.respond(&pairs, &mut bounds);
        swarm.advance(options.resolution, &mut bounds);
        t += options.resolution;
    }
    let jumps = swarm.jumps;
    Run {
        overlaps,
        jumps,
        work,
    }
}

fn options(horizon: f64, bound: SpaceTimeBound) -> SpaceTimeOptions {
    SpaceTimeOptions {
        horizon,
        bound,
        ..SpaceTimeOptions::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_overlap_is_missed(
        seed: u64,
        bodies in 2..24usize,
        half in 2.0..25.0f64,
        speed in 0.0..9.0f64,
        acceleration in 0.0..9.0f64,
        horizon in 0.01..4.0f64,
        horns: bool,
    ) {
        let bound = if horns { SpaceTimeBound::Horn } else { SpaceTimeBound::Hypertrapezoid };
        run(Swarm::new(seed, bodies, half, speed, acceleration), options(horizon, bound), 160);
    }
}

#[test]
fn far_fewer_pairs_are_looked_at_than_there_are() {
    let work = |bound| {
        let swarm = Swarm::new(1996, 60, 30.0, 4.0, 1.0);
        let Run {
            overlaps,
            jumps,
            work,
        } = run(swarm, options(2.0, bound), 800);
        assert!(overlaps > 50 && jumps > 10, "{overlaps} {jumps}");
        assert!(work.count("space-time-tests") <= work.count("sphere-tests"));
        work.count("sphere-tests")
    };
    let all = 60 * 59 / 2 * 800;
    let (boxes, horns) = (
        work(SpaceTimeBound::Hypertrapezoid),
        work(SpaceTimeBound::Horn),
    );
    println!("{boxes} and {horns} of {all}");
    assert!(20 * boxes < all, "{boxes} of {all}");
    assert!(horns < boxes, "{horns} of {boxes}");
}

/// The test above would pass on bounds that are void, were renewing not needed.
#[test]
fn without_renewal_a_response_makes_bounds_void() {
    let still = |x: f64, speed: f64| Motion {
        center: Vec3::X * x,
        velocity: Vec3::X * speed,
        radius: 1.0,
        acceleration: 0.0,
    };
    let mut found = [true, false].map(|renewed| {
        let mut bounds = SpaceTimeBounds::new(options(2.0, SpaceTimeBound::Horn));
        bounds.start(2);
        let (mut pairs, mut work) = (Vec::new(), Work::default());
        bounds.pairs_at(
            0.0,
            &[still(0.0, 0.0), still(9.0, 1.0)],
            &mut pairs,
            &mut work,
        );
        assert!(pairs.is_empty());
        if renewed {
            bounds.renew(BodyId(1));
        }
        bounds.pairs_at(
            0.5,
            &[still(0.0, 0.0), still(1.0, 1.0)],
            &mut pairs,
            &mut work,
        );
        pairs.len()
    });
    found.sort_unstable();
    assert_eq!(found, [0, 1]);
}

#[test]
fn detection_may_sleep_until_the_next_instant() {
    let moving = |x: f64, speed: f64| Motion {
        center: Vec3::X * x,
        velocity: Vec3::X * speed,
        radius: 1.0,
        acceleration: 0.0,
    };
    let mut bounds = SpaceTimeBounds::new(SpaceTimeOptions::default());
    bounds.start(2);
    let (mut pairs, mut work) = (Vec::new(), Work::default());
    bounds.pairs_at(
        0.0,
        &[moving(0.0, 0.0), moving(6.0, -4.0)],
        &mut pairs,
        &mut work,
    );
    let next = bounds.next_instant();
    assert!(next <= 1.0 && next > 0.98, "{next}");
    bounds.pairs_at(
        1.0,
        &[moving(0.0, 0.0), moving(2.0, -4.0)],
        &mut pairs,
        &mut work,
    );
    assert_eq!(pairs.len(), 1, "they touch");
    assert_eq!(
        bounds.next_instant(),
        1.05,
        "one minimum temporal resolution later"
    );
    // Back in time: predictions are void.
    bounds.pairs_at(
        0.0,
        &[moving(0.0, 0.0), moving(1.0, 0.0)],
        &mut pairs,
        &mut work,
    );
    assert_eq!(pairs.len(), 1);
}

#[test]
fn one_body_and_none_have_no_pairs() {
    for bodies in [0, 1] {
        let mut bounds = SpaceTimeBounds::new(SpaceTimeOptions::default());
        bounds.start(bodies);
        let swarm = Swarm::new(1, bodies, 1.0, 1.0, 1.0);
        let (mut pairs, mut work) = (vec![BodyPair::new(BodyId(0), BodyId(1))], Work::default());
        bounds.pairs_at(0.0, &swarm.motions, &mut pairs, &mut work);
        assert!(pairs.is_empty());
        assert_eq!(bounds.next_instant(), f64::INFINITY);
    }
}
