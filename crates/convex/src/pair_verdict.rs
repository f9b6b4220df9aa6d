//! Verdict on two convex pieces, proved (D3).
//!
//! Features and simplices are as good as floating point: they suggest a direction or a depth. A
//! gap along the direction that exceeds all rounding proves two pieces apart, and a depth that
//! exceeds rounding and dents proves that they overlap. Exact arithmetic on faces decides the rest.
//! [`PairVerdict::decide`] applies these three proofs for both detectors.

use crate::compound::{Compound, CompoundNode};
use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::exact_fallback::{ExactFallback, PosedSurface};
use crate::gjk::{CachedSimplex, GjkOutcome, SupportSlab, closest_points};
use crate::posed_body::PosedBody;
use crate::posed_compound::{HEIGHT_DIFFERENCE_ROUNDING, PosedCompound, highest};
use crate::support::SupportBody;
use collision::Contained;
use geometry::Vec3;
use geometry::unit_scale::length;

/// Bound on the rounding of a gap, relative to `|direction| · (reach of A + reach of B)`.
///
/// In half ulps: world vertices of both bodies 16, the direction in local space 16, each dot
/// product 8, differences and sums 8. That is less than 64, and the constant is twice that.
const HULL_GAP_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Returns true if the world vertices of two hulls are certainly apart along `direction`, which
/// leads from the first to the second, in world space and of about unit length.
///
/// # Cost
/// A climb on each hull, from the vertices `extreme`, where the last extreme ones are stored. A
/// scan of all vertices only if the proved bound of the climb is too loose for the gap.
pub(crate) fn gap_is_proved(
    [(hull_a, a), (hull_b, b)]: [(&CompoundNode, &PosedCompound); 2],
    extreme: &mut [u32; 2],
    direction: Vec3,
    work: &mut ConvexWork,
) -> bool {
    // max over A of n · (R p + t) = max of (Rᵀ n) · p, plus n · t; likewise −min over B.
    let along_a = a.map.linear.transpose() * direction;
    let along_b = b.map.linear.transpose() * -direction;
    let between = direction.dot(b.map.translation - a.map.translation);
    let size = direction.length() * (a.reach + b.reach);
    let rounding = HULL_GAP_ROUNDING * size + f64::MIN_POSITIVE;
    let climb = |hull: &CompoundNode, extreme: &mut u32, along: Vec3, work: &mut ConvexWork| {
        let climb = hull.climber.climb(along, *extreme);
        *extreme = climb.vertex;
        work.support_vertices += u64::from(climb.visited);
        let error = HEIGHT_DIFFERENCE_ROUNDING * along.length() * hull.reach + f64::MIN_POSITIVE;
        (
            climb.height,
            climb.height + hull.climber.excess(climb.vertex, error),
        )
    };
    let (low_a, high_a) = climb(hull_a, &mut extreme[0], along_a, work);
    let (low_b, high_b) = climb(hull_b, &mut extreme[1], along_b, work);
    if between - low_a - low_b <= rounding {
        return false;
    }
    if between - high_a - high_b > rounding {
        return true;
    }
    let [all_a, all_b] = [(hull_a, along_a), (hull_b, along_b)]
        .map(|(hull, along)| highest(hull.climber.vertices(), along, work));
    between - all_a - all_b > rounding
}

/// Returns true if each piece of `inner` lies inside one of `outer`. No surfaces meet.
fn lies_inside<'a>(
    mut inner: impl Iterator<Item = PosedSurface<'a>>,
    outer: impl Iterator<Item = PosedSurface<'a>> + Clone,
    work: &mut ConvexWork,
) -> bool {
    inner.all(|piece| {
        outer
            .clone()
            .any(|around| around.encloses_all_parts_of(&piece, work))
    })
}

/// Proof that decided on two convex bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairProof {
    /// The slab shows a gap that exceeds all rounding: the bodies are apart.
    Gap,
    /// The hulls overlap by more than rounding and dents: the bodies share a point.
    Overlap,
    /// Exact arithmetic found that the bodies share a point, or that they do not.
    Exact { meet: bool },
}

/// Decisions on pairs of convex bodies. Keeps only buffers between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairVerdict {
    exact: ExactFallback,
}

impl PairVerdict {
    /// Allocates buffers for pieces of at most `faces` faces.
    pub(crate) fn with_capacity(faces: usize) -> PairVerdict {
        PairVerdict {
            exact: ExactFallback::with_capacity(faces),
        }
    }

    /// Returns which of two colliding bodies contains the other, if one does: no surfaces of pieces
    /// meet, and each piece of one lies inside a piece of the other. Exact (D7).
    pub(crate) fn contained(
        &mut self,
        bodies: [&Compound; 2],
        posed: [&PosedCompound; 2],
        work: &mut ConvexWork,
    ) -> Option<Contained> {
        let [a, b] = posed;
        a.move_vertices(bodies[0], work);
        b.move_vertices(bodies[1], work);
        let (a, b) = (a.surfaces(bodies[0]), b.surfaces(bodies[1]));
        for (piece_a, piece_b) in a.clone().flat_map(|a| b.clone().map(move |b| (a, b))) {
            let everywhere = &SupportSlab::EVERYTHING;
            if self
                .exact
                .surfaces_meet(&piece_a, &piece_b, everywhere, work)
            {
                return None;
            }
        }
        Contained::if_any(|order| match order {
            Contained::AInB => lies_inside(a.clone(), b.clone(), work),
            Contained::BInA => lies_inside(b.clone(), a.clone(), work),
        })
    }

    /// Decides whether two bodies share a point, given the end of a search for closest points and a
    /// slab that no world vertex exceeds by more than [`SupportSlab::rounding`]. Exact.
    ///
    /// # Cost
    /// Moves the vertices, and visits faces, only if the slab and the depth leave the pair open.
    pub(crate) fn decide(
        &mut self,
        bodies: [&Polytope; 2],
        [a, b]: [&PosedBody; 2],
        outcome: GjkOutcome,
        slab: &SupportSlab,
        work: &mut ConvexWork,
    ) -> PairProof {
        if slab.min_b - slab.max_a > slab.rounding(a, b) {
            return PairProof::Gap;
        }
        let slack = a.slack(bodies[0]) + b.slack(bodies[1]);
        if matches!(outcome, GjkOutcome::Inside(depth) if depth > slack) {
            return PairProof::Overlap;
        }
        work.exact_fallbacks += 1;
        let [a, b] = surfaces(bodies, [a, b], work);
        let meet = self.exact.solids_meet(&a, &b, slab, work);
        PairProof::Exact { meet }
    }

    /// Returns which of two colliding convex bodies contains the other, if one does. Exact (D7).
    pub(crate) fn contained_piece(
        &mut self,
        bodies: [&Polytope; 2],
        posed: [&PosedBody; 2],
        work: &mut ConvexWork,
    ) -> Option<Contained> {
        let [a, b] = surfaces(bodies, posed, work);
        Contained::if_any(|order| match order {
            Contained::AInB => self.exact.contains(&b, &a, work),
            Contained::BInA => self.exact.contains(&a, &b, work),
        })
    }

    /// Returns the distance of two pieces in scene units, rounded and positive, or `None` if the
    /// solids share a point. Exact in that.
    pub(crate) fn distance(
        &mut self,
        pieces: [&Polytope; 2],
        [a, b]: [&PosedBody; 2],
        simplex: &mut CachedSimplex,
        work: &mut ConvexWork,
    ) -> Option<f64> {
        a.move_vertices(pieces[0], work);
        b.move_vertices(pieces[1], work);
        let mut pair = [SupportBody::scanned(a), SupportBody::scanned(b)];
        let search = closest_points(&mut pair, simplex, work);
        match self.decide(pieces, [a, b], search.outcome, &search.slab, work) {
            PairProof::Overlap | PairProof::Exact { meet: true } => None,
            PairProof::Gap | PairProof::Exact { meet: false } => {
                Some(length(search.closest).max(f64::from_bits(1)))
            }
        }
    }
}

/// Returns the surfaces of two bodies, their vertices moved.
fn surfaces<'a>(
    bodies: [&'a Polytope; 2],
    [a, b]: [&'a PosedBody; 2],
    work: &mut ConvexWork,
) -> [PosedSurface<'a>; 2] {
    a.move_vertices(bodies[0], work);
    b.move_vertices(bodies[1], work);
    let surface = |body, posed| PosedSurface { body, posed };
    [surface(bodies[0], a), surface(bodies[1], b)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bodies_at_a_stopping_climb, cube};
    use collision::{Body, BodyId};
    use geometry::{Mesh, Pose};
    use std::sync::Arc;

    fn posed_compound(mesh: &Mesh) -> (Compound, PosedCompound) {
        let body = Body::rigid("body", Arc::new(mesh.clone()));
        let compound = Compound::new(BodyId(0), &body).unwrap();
        let mut posed = PosedCompound::new(&compound);
        let work = &mut ConvexWork::default();
        posed.place(&compound, &Pose::IDENTITY, Default::default(), work);
        (compound, posed)
    }

    fn gap(bodies: [&Mesh; 2], direction: Vec3) -> (bool, [u32; 2]) {
        let sides = bodies.map(posed_compound);
        let sides = sides.each_ref().map(|(body, posed)| (body.root(), posed));
        let mut extreme = [0; 2];
        let apart = gap_is_proved(sides, &mut extreme, direction, &mut ConvexWork::default());
        (apart, extreme)
    }

    #[test]
    fn a_climb_that_stops_below_the_extreme_vertex_proves_no_gap() {
        let ([roof, cover], n) = bodies_at_a_stopping_climb();
        let (apart, extreme) = gap([&roof, &cover], n);
        assert_eq!(extreme, [0, 0], "the climb stops where it starts");
        assert!(!apart, "the bodies overlap");
        // From the other side, the second body's climb stops.
        let (apart, extreme) = gap([&cover, &roof], -n);
        assert!(!apart && extreme == [0, 0]);
        let lifted = crate::testing::mapped(&cover, |p| p + 1e-11 * Vec3::Z);
        assert!(gap([&roof, &lifted], n).0, "the scan shows the gap");
        assert!(!gap([&cube(1.0), &cube(1.0)], n).0);
    }
}
