//! The detector: for each pair of bodies the cached plane, else a search for a new one.

use crate::cached_plane::CachedPlane;
use crate::convexity::{self, NotAPolytope, Polytope};
use crate::gjk::{CachedSimplex, End, closest_points};
use crate::placed::Placed;
use crate::thin_band::{Surface, ThinBand};
use detector::{
    Accepts, Body, BodyId, BodyPair, Claim, Contained, Detector, Findings, Frame, Grain, Instant,
    Meaning, Profile, Step, Unsupported, Work,
};

/// Separating planes between convex bodies, cached from frame to frame [Smith95 §4.3.1].
#[derive(Clone, Debug, Default)]
pub struct SeparatingPlane {
    bodies: Vec<Polytope>,
    placed: Vec<Placed>,
    /// One for each pair of bodies, in the order of [`SeparatingPlane::pairs`].
    pairs: Vec<PairCache>,
    band: ThinBand,
}

/// What is remembered of a pair of bodies between frames.
#[derive(Clone, Copy, Debug, Default)]
struct PairCache {
    /// The plane that separated them last; none when they collided.
    plane: Option<CachedPlane>,
    /// Where the last search for closest points ended.
    simplex: CachedSimplex,
}

impl SeparatingPlane {
    /// The algorithm as published: all pairs of bodies without a box test, support points by
    /// linear scan.
    pub fn published() -> SeparatingPlane {
        SeparatingPlane::default()
    }
}

impl Detector for SeparatingPlane {
    fn profile(&self) -> Profile {
        Profile {
            name: "separating-plane",
            source: "Smith95 §4.3.1, after Rabbitz 1994 (Graphics Gems IV)",
            summary: "the plane that separated two convex bodies last is tested first; when it \
                      fails, closest points give a new plane or a collision",
            grain: Grain::BodyPairs,
            meaning: Meaning::Solids,
            instant: Instant::Now,
            accepts: Accepts { concave: false, deforming: false, open: false },
            claim: Claim::Exact,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        *self = SeparatingPlane::default();
        let polytopes = bodies.iter().map(polytope).collect::<Result<Vec<_>, _>>()?;
        let faces = polytopes.iter().map(|body| body.triangles.len()).max();
        self.band = ThinBand::with_capacity(faces.unwrap_or(0));
        self.placed = polytopes.iter().map(Placed::new).collect();
        let count = polytopes.len();
        self.pairs = vec![PairCache::default(); count * count.saturating_sub(1) / 2];
        self.bodies = polytopes;
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.clear();
        assert_eq!(frame.poses.len(), self.bodies.len(), "a frame has one pose per body");
        frame.probe.begin(Step::Update);
        for ((placed, body), pose) in self.placed.iter_mut().zip(&self.bodies).zip(frame.poses) {
            placed.place(body, pose);
        }
        frame.probe.begin(Step::BodyPairs);
        let count = self.bodies.len();
        let mut cache = 0;
        for a in 0..count {
            for b in a + 1..count {
                if self.collide(a, b, cache, &mut found.work) {
                    let pair = BodyPair::new(BodyId(a as u32), BodyId(b as u32));
                    found.add_bodies(pair, None);
                }
                cache += 1;
            }
        }
        if frame.containment {
            frame.probe.begin(Step::Containment);
            for i in 0..found.bodies.len() {
                let BodyPair { a, b } = found.bodies[i].pair;
                found.bodies[i].contained = self.contained(a.index(), b.index(), &mut found.work);
            }
        }
        found.finish();
    }
}

impl SeparatingPlane {
    /// Whether bodies `a < b` collide. Their cache has the index `cache`.
    fn collide(&mut self, a: usize, b: usize, cache: usize, work: &mut Work) -> bool {
        let known = &mut self.pairs[cache];
        let (body_a, body_b) = (&self.bodies[a], &self.bodies[b]);
        if let Some(plane) = known.plane {
            let (first, second) = (&self.placed[a], &self.placed[b]);
            if plane.separates((body_a, first), (body_b, second), work) {
                return false;
            }
        }
        self.placed[a].move_vertices(body_a, work);
        self.placed[b].move_vertices(body_b, work);
        let (first, second) = (&self.placed[a], &self.placed[b]);
        let search = closest_points(first, second, &mut known.simplex, work);
        let rounding = search.slab.rounding(first, second);
        if search.slab.min_b - search.slab.max_a > rounding {
            known.plane = Some(CachedPlane::of(&search.slab, body_a, first));
            return false;
        }
        known.plane = None;
        let slack = first.slack(body_a) + second.slack(body_b);
        if matches!(search.end, End::Inside(depth) if depth > slack) {
            return true;
        }
        work.exact_fallbacks += 1;
        let (a, b) = (surface(body_a, first), surface(body_b, second));
        self.band.solids_meet(&a, &b, &search.slab, work)
    }

    /// Which of two colliding bodies the other has swallowed, if any.
    fn contained(&mut self, a: usize, b: usize, work: &mut Work) -> Option<Contained> {
        let surface_a = surface(&self.bodies[a], &self.placed[a]);
        let surface_b = surface(&self.bodies[b], &self.placed[b]);
        if self.band.swallows(&surface_b, &surface_a, work) {
            Some(Contained::AInB)
        } else if self.band.swallows(&surface_a, &surface_b, work) {
            Some(Contained::BInA)
        } else {
            None
        }
    }
}

fn surface<'a>(
    body: &'a Polytope,
    placed: &'a Placed,
) -> Surface<'a> {
    Surface { body, placed }
}

fn polytope(body: &Body) -> Result<Polytope, Unsupported> {
    let name = || body.name.clone();
    if body.deforms {
        return Err(Unsupported::NotRigid { body: body.id, name: name() });
    }
    convexity::check(&body.mesh).map_err(|reason| match reason {
        NotAPolytope::NotClosed(edge) => Unsupported::NotClosed { body: body.id, name: name(), edge },
        NotAPolytope::NotConvex(edge) => Unsupported::NotConvex { body: body.id, name: name(), edge },
    })
}
