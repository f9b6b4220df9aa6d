//! Narrow phase: tests the cached plane of each pair, else searches for a new one.
//!
//! Good for convex bodies that are apart and move little: a plane that separated them in one frame
//! mostly does in the next. The essence, for each pair [Smith95 §4.3.1]:
//! 1. If the cached plane still separates the bodies, they are apart (`cached_plane`).
//! 2. Otherwise search for their closest points, and so for another plane between them (`gjk`).
//! 3. If the gap along it exceeds all rounding, they are apart, and the plane is cached. If they
//!    overlap by more than rounding, they collide. Exact arithmetic decides the rest
//!    (`pair_verdict`).
//!
//! Two disjoint convex bodies have a separating plane across the line between their closest points,
//! so steps 2 and 3 find one unless rounding hides the gap.

use crate::cached_plane::CachedPlane;
use crate::convexity::{self, NotAPolytope};
use crate::counters::ConvexWork;
use crate::gjk::{CachedSimplex, GjkOutcome, SupportSlab, closest_points};
use crate::pair_verdict::{PairProof, PairVerdict};
use crate::posed_body::PosedBody;
use crate::support::{SupportBody, SupportSearch, SupportedPolytope, farthest_vertex};
use broad_phase::{BroadPhaseKind, NoCulling};
use collision::{
    Accepts, ActivePairs, Body, BodyId, BroadPhase, NarrowPhase, PairContext, PairThreads,
    Pairwise, PlaceContext, PosedBodies, Profile, Reason, SharedPair, Unsupported,
};
use geometry::Aabb;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct SeparatingPlaneOptions {
    /// Search for extreme vertices. Default: all vertices, as published.
    pub support: SupportSearch,
    /// Broad phase before it. Default: none, as published.
    pub broad_phase: BroadPhaseKind,
}

impl Default for SeparatingPlaneOptions {
    fn default() -> SeparatingPlaneOptions {
        SeparatingPlaneOptions {
            support: SupportSearch::Scan,
            broad_phase: BroadPhaseKind::NoCulling,
        }
    }
}

/// Narrow phase with separating planes cached between frames [Smith95 §4.3.1].
///
/// With [`collision::Query::workers`] above one, threads share the pairs of bodies.
#[derive(Debug, Default)]
pub struct SeparatingPlane {
    support: SupportSearch,
    threads: PairThreads<PairVerdict, ConvexWork>,
}

/// State kept for a pair of bodies between frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlaneCache {
    /// Plane that separated the pair last. `None` if the pair collided.
    plane: Option<CachedPlane>,
    /// Last simplex of the search for closest points.
    simplex: CachedSimplex,
    /// Vertices from which the next climbs start: the last extreme ones.
    extreme: [u32; 2],
}

impl SeparatingPlane {
    /// Returns the published detector: all pairs of bodies without a box test.
    pub fn published() -> Pairwise<NoCulling, SeparatingPlane> {
        SeparatingPlane::with_broad_phase(NoCulling::default())
    }

    /// Returns the detector with these options.
    pub fn with_options(
        options: SeparatingPlaneOptions,
    ) -> Pairwise<Box<dyn BroadPhase>, SeparatingPlane> {
        let narrow_phase = SeparatingPlane::new(options.support);
        Pairwise::new(options.broad_phase.build(), narrow_phase)
    }

    /// Returns the pair test with this search for extreme vertices.
    pub fn new(support: SupportSearch) -> SeparatingPlane {
        SeparatingPlane {
            support,
            threads: PairThreads::default(),
        }
    }

    /// Returns the published pair test behind another broad phase.
    pub fn with_broad_phase<B: BroadPhase>(broad_phase: B) -> Pairwise<B, SeparatingPlane> {
        Pairwise::new(broad_phase, SeparatingPlane::default())
    }
}

impl NarrowPhase for SeparatingPlane {
    type Model = SupportedPolytope;
    type Posed = PosedBody;
    type Cache = PlaneCache;

    fn profile(&self) -> Profile {
        let profile = Profile::new(
            "separating-plane",
            "Smith95 §4.3.1, after Rabbitz 1994 (Graphics Gems IV)",
            "the plane that separated two convex bodies last is tested first; when it fails, \
             closest points give a new plane or a collision",
        );
        let mut profile = profile.for_solids();
        profile.accepts = Accepts::CONVEX;
        profile
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<SupportedPolytope, Unsupported> {
        let name = || body.name.clone();
        Unsupported::unless_rigid_body(id, body)?;
        let polytope = convexity::check(body.mesh()).map_err(|reason| match reason {
            NotAPolytope::NotClosed(edge) => Unsupported::NotClosed {
                body: id,
                name: name(),
                edge,
            },
            NotAPolytope::NotConvex(edge) => Unsupported::NotConvex {
                body: id,
                name: name(),
                edge,
            },
        })?;
        Ok(SupportedPolytope::new(polytope, self.support))
    }

    fn posed(&self, body: &SupportedPolytope) -> PosedBody {
        PosedBody::new(&body.polytope)
    }

    fn reset(&mut self, bodies: &[Arc<SupportedPolytope>]) {
        let faces = bodies.iter().map(|body| body.polytope.triangles.len());
        let faces = faces.max();
        let verdict = PairVerdict::with_capacity(faces.unwrap_or(0));
        self.threads.reset(verdict);
    }

    fn place(
        &mut self,
        id: BodyId,
        body: &SupportedPolytope,
        posed: &mut PosedBody,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        posed.place(&body.polytope, &cx.frame.poses()[id.index()]);
        posed.bounds
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<PlaneCache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let asked = cx.query.containment;
        let threads = &mut self.threads;
        let work = threads.test(pairs, bodies, cx, |pair, cache, verdict, output| {
            if collide(&pair, cache, verdict, output.work) {
                let polytopes = pair.models.map(|body| &body.polytope);
                let contained = || verdict.contained_piece(polytopes, pair.posed, output.work);
                let contained = asked.then(contained).flatten();
                let reason = contained.map_or(Reason::Solids, Reason::Contained);
                output.found.add_bodies(pair.pair, reason);
            }
        });
        work.add_to(&mut cx.found.work);
    }

    /// Returns true: [`SeparatingPlane::test`] adds contained bodies itself.
    fn finds_contained(&self) -> bool {
        true
    }
}

/// Returns true if two bodies share a point.
fn collide(
    pair: &SharedPair<'_, SeparatingPlane>,
    cache: &mut PlaneCache,
    verdict: &mut PairVerdict,
    work: &mut ConvexWork,
) -> bool {
    let (bodies, posed) = (pair.models, pair.posed);
    // "the previous time instant's separating plane is checked at the current time instant to see
    // if it still separates the two objects"
    if cached_plane_separates(bodies, posed, cache, work) {
        return false;
    }
    // "if it no longer separates then an attempt is made to find a new separating plane, which is
    // then cached"
    // D1. Between the closest points, not the closest vertices.
    let (outcome, slab) = search(bodies, posed, cache, work);
    let polytopes = bodies.map(|body| &body.polytope);
    let proof = verdict.decide(polytopes, posed, outcome, &slab, work);
    cache.plane = match proof {
        PairProof::Gap => Some(CachedPlane::of(&slab, polytopes[0], posed[0])),
        PairProof::Overlap | PairProof::Exact { .. } => None,
    };
    // "If no new separating plane can be found then there is collision": certain only if the hulls
    // overlap by more than rounding and dents (D3). Exact arithmetic decides the rest.
    matches!(proof, PairProof::Overlap | PairProof::Exact { meet: true })
}

/// Step 1: returns true if there is a cached plane, and it separates the bodies.
fn cached_plane_separates(
    bodies: [&SupportedPolytope; 2],
    [first, second]: [&PosedBody; 2],
    cache: &mut PlaneCache,
    work: &mut ConvexWork,
) -> bool {
    let Some(plane) = cache.plane else {
        return false;
    };
    let [body_1, body_2] = bodies.map(|body| &body.polytope);
    let (first, second) = ((body_1, first), (body_2, second));
    match &bodies[1].climber {
        None => plane.separates(first, second, work),
        Some(climber) => {
            let extreme = &mut cache.extreme[1];
            plane.separates_by_climbing(first, second, climber, extreme, work)
        }
    }
}

/// Step 2: searches for closest points. Returns the end of the search, and a slab whose support
/// values are no less extreme than those of the world vertices, up to rounding.
fn search(
    bodies: [&SupportedPolytope; 2],
    [first, second]: [&PosedBody; 2],
    cache: &mut PlaneCache,
    work: &mut ConvexWork,
) -> (GjkOutcome, SupportSlab) {
    let [i, j] = cache.extreme;
    let mut pair = [
        SupportBody::of(bodies[0], first, i, work),
        SupportBody::of(bodies[1], second, j, work),
    ];
    let search = closest_points(&mut pair, &mut cache.simplex, work);
    cache.extreme = pair.each_ref().map(SupportBody::start);
    let found = search.slab;
    let [excess_a, excess_b] = pair.map(|body| body.excess(found.normal));
    let proved = SupportSlab {
        max_a: found.max_a + excess_a,
        min_b: found.min_b - excess_b,
        ..found
    };
    let rounding = found.rounding(first, second);
    let separates = |slab: &SupportSlab| slab.min_b - slab.max_a > rounding;
    if separates(&proved) || !separates(&found) {
        return (search.outcome, proved);
    }
    // The bound of a climb is too loose to show the gap. A scan of all vertices needs none.
    first.move_vertices(&bodies[0].polytope, work);
    second.move_vertices(&bodies[1].polytope, work);
    let farthest = |posed: &PosedBody, normal| farthest_vertex(posed.vertices(), normal).1;
    work.support_vertices += (first.vertices().len() + second.vertices().len()) as u64;
    let scanned = SupportSlab {
        normal: found.normal,
        max_a: farthest(first, found.normal),
        min_b: -farthest(second, -found.normal),
    };
    (search.outcome, scanned)
}

#[cfg(test)]
mod tests;
