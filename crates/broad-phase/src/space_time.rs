//! Space-time bounds: earliest times at which bodies with bounded acceleration can meet.
//!
//! "We use bounds on maximum acceleration to derive space-time bounds, four-dimensional structures
//! whose intersections predict bounding-sphere collisions" [Hubbard96 §3]. The paper refers to
//! other work for their construction. Ours has these parts:
//!
//! | step | module |
//! |---|---|
//! | parabolic horns and hypertrapezoids of a pair, and the time at which they meet | [`meeting`] |
//! | queue of pairs by the time at which they may meet | [`events`] |
//! | at an instant: sphere tests of the due pairs, and their next event | [`SpaceTimeBounds`] |
//!
//! # Departures
//! [Hubbard96 §3]:
//! - D1 (bounds per pair). Hubbard builds the bounds of all bodies at one time and renews them
//!   together. Here the bounds of a pair begin at the instant of its last test, so far pairs do not
//!   pay for near ones. A collision response invalidates only the pairs of that body
//!   ([`SpaceTimeBounds::renew`]).
//! - D2 (amount of acceleration only). Hubbard may cut bounds by known directions of acceleration.
//!   We use only a bound on its amount.

pub mod events;
pub mod meeting;

use collision::{BodyId, BodyPair, Counter, Work};
use events::Events;
use geometry::Vec3;
use meeting::RelativeMotion;

/// Pairs of bounding spheres compared.
pub const SPHERE_TESTS: Counter = Counter::new("sphere-tests");
/// Pairs of space-time bounds intersected [Hubbard96 §3].
pub const SPACE_TIME_TESTS: Counter = Counter::new("space-time-tests");

/// Motion of a body at an instant, with a bound on its acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Center of its bounding sphere, in world space. The sphere holds the body however it turns,
    /// and the center is the point that `velocity` and `acceleration` speak of.
    pub center: Vec3,
    /// Velocity of the center, in scene units per unit of time.
    pub velocity: Vec3,
    /// Radius of the bounding sphere.
    pub radius: f64,
    /// Bound on the acceleration of the center from now on, until its pairs are renewed.
    pub acceleration: f64,
}

/// Options of space-time bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceTimeOptions {
    /// Length of the bounds, in units of time, more than 0. A pair that cannot meet within it is
    /// tested again at its end.
    pub horizon: f64,
    /// Minimum temporal resolution Δt_d [Hubbard96 §3]: predictions need not be finer, as no
    /// two instants of detection are nearer to each other.
    pub resolution: f64,
    /// Shape of the bounds.
    pub bound: SpaceTimeBound,
}

/// Four-dimensional structures whose intersections are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceTimeBound {
    /// Boxes whose sides move linearly: six linear inequalities.
    Hypertrapezoid,
    /// Hypertrapezoids first. If they meet, balls that grow with the square of time.
    Horn,
}

impl Default for SpaceTimeOptions {
    /// Δt_d = 0.05 as in the paper's tests [Hubbard96 §11.3], a horizon forty times as long, and
    /// horns.
    fn default() -> Self {
        SpaceTimeOptions {
            horizon: 2.0,
            resolution: 0.05,
            bound: SpaceTimeBound::Horn,
        }
    }
}

/// Broad phase that Hubbard96 uses (§11.1): a queue of the pairs of bodies, ordered by when they
/// may meet.
///
/// Conservative: as long as no acceleration exceeds its bound, and bodies whose motion jumps are
/// renewed, no pair whose bounding spheres overlap at an instant is left out. Rounding is accounted
/// for, also that of centers which drift from their true places by some roundings at each instant.
/// Deterministic; allocates in [`SpaceTimeBounds::start`] only.
#[derive(Clone, Debug)]
pub struct SpaceTimeBounds {
    options: SpaceTimeOptions,
    events: Events,
    /// Last instant of detection.
    now: f64,
}

impl SpaceTimeBounds {
    /// Bounds of no bodies yet.
    ///
    /// # Panics
    /// If the horizon is not a positive number, or the resolution is below 0.
    pub fn new(options: SpaceTimeOptions) -> SpaceTimeBounds {
        assert!(
            options.horizon > 0.0 && options.horizon.is_finite() && options.resolution >= 0.0,
            "space-time bounds look ahead: {options:?}"
        );
        SpaceTimeBounds {
            options,
            events: Events::default(),
            now: f64::NEG_INFINITY,
        }
    }

    /// Forgets everything; every pair of `bodies` bodies is due at the first instant.
    ///
    /// # Cost
    /// Memory for every pair, some 24 bytes each.
    pub fn start(&mut self, bodies: usize) {
        self.events.reset(bodies);
        self.now = f64::NEG_INFINITY;
    }

    /// Replaces `pairs` by the pairs whose closed bounding spheres overlap at time `t`, sorted.
    ///
    /// `motions[i]` is the motion of body `i` at `t`. Only the pairs that are due are looked at:
    /// their spheres are compared ([`SPHERE_TESTS`]), and where those are apart, their bounds from
    /// `t` on are intersected ([`SPACE_TIME_TESTS`]) for their next event. A `t` before that of the
    /// last call starts over.
    ///
    /// # Panics
    /// If there are not as many motions as bodies, or a motion is not finite.
    pub fn pairs_at(
        &mut self,
        t: f64,
        motions: &[Motion],
        pairs: &mut Vec<BodyPair>,
        work: &mut Work,
    ) {
        assert_eq!(
            motions.len(),
            self.events.bodies(),
            "there is a motion for each body"
        );
        assert!(t.is_finite() && motions.iter().all(Motion::is_finite));
        if t < self.now {
            self.start(motions.len());
        }
        self.now = t;
        pairs.clear();
        let (mut sphere_tests, mut space_time_tests) = (0, 0);
        while let Some(pair) = self.events.due_at(t) {
            let (a, b) = (&motions[pair.a.index()], &motions[pair.b.index()]);
            sphere_tests += 1;
            let next = if a.overlaps(b) {
                pairs.push(pair);
                t
            } else {
                space_time_tests += 1;
                self.next_event(t, a, b)
            };
            // Later than now, so that it comes once in this instant, and not later than any other.
            self.events.postpone(next.max(t.next_up()));
        }
        pairs.sort_unstable();
        work.add(SPHERE_TESTS, sphere_tests);
        work.add(SPACE_TIME_TESTS, space_time_tests);
    }

    /// Makes every pair of `body` due at the next instant: after its motion was changed by more
    /// than its acceleration bound allows, as by a collision response, and when that bound was
    /// raised.
    pub fn renew(&mut self, body: BodyId) {
        self.events.hasten(body);
    }

    /// Returns the next instant at which detection has something to do: the first event, but not
    /// before one minimum temporal resolution has passed [Hubbard96 §3]. At instants before, no
    /// spheres overlap.
    pub fn next_instant(&self) -> f64 {
        self.events.first().max(self.now + self.options.resolution)
    }

    /// Returns the time of the next test of a pair whose spheres are apart at `t`.
    fn next_event(&self, t: f64, a: &Motion, b: &Motion) -> f64 {
        let horizon = self.options.horizon;
        // D1. The bounds begin now. D2. They grow in all directions alike.
        let approach = RelativeMotion::between(a, b, horizon);
        let mut after = approach.hypertrapezoids_meet();
        if self.options.bound == SpaceTimeBound::Horn && after < horizon {
            after = approach.horns_meet(after, self.options.resolution);
        }
        let next = t + after;
        next - TIME_ROUNDING * (t.abs() + after)
    }
}

/// Bound on the rounding of a sum of times and of the quotient before it, relative to the times.
const TIME_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Bound on the rounding of a squared distance, relative to it: some six half-ulps, with a margin.
const DISTANCE_ROUNDING: f64 = 8.0 * f64::EPSILON;

impl Motion {
    /// Returns true unless the bounding spheres certainly share no point at this instant, rounding
    /// included.
    pub fn overlaps(&self, other: &Motion) -> bool {
        let reach = self.radius + other.radius;
        let square = reach * reach * (1.0 + DISTANCE_ROUNDING) + f64::MIN_POSITIVE;
        self.center.distance_squared(other.center) <= square
    }

    fn is_finite(&self) -> bool {
        self.center.is_finite()
            && self.velocity.is_finite()
            && self.radius.is_finite()
            && self.acceleration.is_finite()
    }
}
