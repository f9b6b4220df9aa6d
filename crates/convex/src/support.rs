//! Support points of bodies: by a scan, as published, or by hill climbing [Cohen95 §4.1].
//!
//! A scan visits every vertex. A climb starts at the last extreme vertex and visits its neighbors,
//! so it costs a constant number of dot products while bodies move little. It works in local space
//! on the hull of the vertices and moves only the vertices that it returns. A rounded climb is not
//! quite extreme, and [`SupportBody::excess`] bounds by how much.

use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::posed_body::{POSE_ERROR, PosedBody};
use geometry::hull::HullClimber;
use geometry::{ConvexHull, Vec3};
use serde::{Deserialize, Serialize};

/// Search for the extreme vertex of a body along a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SupportSearch {
    /// All vertices, as published.
    #[default]
    Scan,
    /// From neighbor to neighbor, starting at the last extreme vertex [Cohen95 §4.1].
    Climb,
}

/// Convex body, prepared for separating planes.
#[derive(Clone, Debug, PartialEq)]
pub struct SupportedPolytope {
    /// Body in local space.
    pub polytope: Polytope,
    /// Hull of its vertices. `None` under [`SupportSearch::Scan`], and for a flat body, which has
    /// no hull.
    pub climber: Option<HullClimber>,
}

impl SupportedPolytope {
    /// Prepares a body for a search. Its dents lie within the hull, so climbs cover them.
    pub(crate) fn new(polytope: Polytope, search: SupportSearch) -> SupportedPolytope {
        let climber = match search {
            SupportSearch::Scan => None,
            SupportSearch::Climb => {
                let hull = ConvexHull::of_points(&polytope.vertices).ok();
                hull.map(|hull| HullClimber::of(&hull))
            }
        };
        SupportedPolytope { polytope, climber }
    }
}

/// Bound on the rounding of a height in local space, relative to `|normal| · radius`, for a normal
/// that was mapped from world space.
///
/// In half ulps: the mapped normal 6, the dot product 4. The constant is more than one and a half
/// times that.
const CLIMB_ERROR: f64 = 8.0 * f64::EPSILON;

/// Posed body whose support points are wanted. Vertices have the indices of the hull if the body
/// climbs, else those of the polytope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SupportBody<'a> {
    /// Body at the current pose. Its vertices are moved unless the body climbs.
    pub posed: &'a PosedBody,
    climb: Option<ClimbStart<'a>>,
}

/// Hull in local space, and the vertex from which the next climb starts.
#[derive(Clone, Copy, Debug)]
struct ClimbStart<'a> {
    climber: &'a HullClimber,
    radius: f64,
    start: u32,
}

impl<'a> SupportBody<'a> {
    /// Returns a body whose vertices are scanned. They are moved already.
    pub(crate) fn scanned(posed: &'a PosedBody) -> SupportBody<'a> {
        SupportBody { posed, climb: None }
    }

    /// Returns a body that climbs from `start` if it can, else moves its vertices.
    pub(crate) fn of(
        body: &'a SupportedPolytope,
        posed: &'a PosedBody,
        start: u32,
        work: &mut ConvexWork,
    ) -> SupportBody<'a> {
        let radius = body.polytope.radius;
        let climb = body.climber.as_ref().map(|climber| ClimbStart {
            climber,
            radius,
            start,
        });
        if climb.is_none() {
            posed.move_vertices(&body.polytope, work);
        }
        SupportBody { posed, climb }
    }

    /// Returns the vertex from which the next climb starts. Zero for a body that is scanned.
    pub(crate) fn start(&self) -> u32 {
        self.climb.map_or(0, |climb| climb.start)
    }

    /// World vertex `i`: the stored bits that decide verdicts.
    pub(crate) fn point(&self, i: u32, work: &mut ConvexWork) -> Vec3 {
        match &self.climb {
            None => self.posed.vertices()[i as usize],
            Some(climb) => {
                work.vertices_moved += 1;
                self.posed.map.apply(climb.climber.vertices()[i as usize])
            }
        }
    }

    /// Returns the vertex found farthest along `normal`, in world space, with its height
    /// `normal · p`. A climb starts from the last one found.
    pub(crate) fn support(&mut self, normal: Vec3, work: &mut ConvexWork) -> (u32, f64) {
        let Some(climb) = &mut self.climb else {
            work.support_vertices += self.posed.vertices().len() as u64;
            return farthest_vertex(self.posed.vertices(), normal);
        };
        let local_normal = self.posed.map.linear.transpose() * normal;
        let end = climb.climber.climb(local_normal, climb.start);
        climb.start = end.vertex;
        work.support_vertices += u64::from(end.visited);
        (end.vertex, self.point(end.vertex, work).dot(normal))
    }

    /// Returns an upper bound on how much higher along `normal` another world vertex can be than
    /// the vertex last found with [`SupportBody::support`]. Zero after a scan.
    ///
    /// Let `L p + t` be the exact image of a local point, `m` the rounded `Lᵀ n`, and `v` the end
    /// of the climb. Rounded heights `m · p` are off from `n · L p` by at most
    /// `e = CLIMB_ERROR |n| r` with the radius `r`, so no neighbor `w` has `n · L (w − v) > 2 e`,
    /// and no point `u` of the hull has `n · L (u − v) > 2 e k` with the excess factor `k` of `v`.
    /// The world vertices are off from the images of `u` and `v` by at most [`POSE_ERROR`] each.
    pub(crate) fn excess(&self, normal: Vec3) -> f64 {
        let Some(climb) = &self.climb else {
            return 0.0;
        };
        let length = normal.length();
        // The smallest normal number covers underflow.
        let error = CLIMB_ERROR * length * climb.radius + f64::MIN_POSITIVE;
        let moved = 2.0 * POSE_ERROR * length * self.posed.reach + f64::MIN_POSITIVE;
        climb.climber.excess(climb.start, 2.0 * error) + moved
    }
}

/// Returns the index of the vertex farthest along `normal`, the first of several, and its support
/// value `normal · p`.
pub(crate) fn farthest_vertex(vertices: &[Vec3], normal: Vec3) -> (u32, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, vertex) in vertices.iter().enumerate() {
        let reach = vertex.dot(normal);
        if reach > best.1 {
            best = (i as u32, reach);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, mapped, posed};
    use geometry::{Mesh, Pose, Quat};
    use proptest::prelude::*;

    fn unit() -> impl Strategy<Value = Vec3> {
        [-1.0..1.0, -1.0..1.0, -1.0..1.0f64]
            .prop_map(|p| Vec3::from(p).try_normalize().unwrap_or(Vec3::X))
    }

    #[test]
    fn a_flat_body_is_scanned() {
        let climbs = |mesh: &Mesh| {
            let body = SupportedPolytope::new(body(mesh), SupportSearch::Climb);
            body.climber.is_some()
        };
        let thin = mapped(&cube(1.0), |p| p * Vec3::new(1.0, 1.0, 1e-12));
        let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
        let flat = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 1]]).unwrap();
        assert!(climbs(&cube(1.0)) && climbs(&thin) && !climbs(&flat));
        let scanned = SupportedPolytope::new(body(&cube(1.0)), SupportSearch::Scan);
        assert_eq!(scanned.climber, None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Directions along which whole faces are extreme up to rounding, on flat and long bodies
        /// too, far from the origin and with quaternions that are not of unit length.
        #[test]
        fn a_scan_finds_nothing_beyond_the_excess(
            stretch in prop::sample::select(vec![1.0, 1e-4, 1e4]),
            (axis, angle, drift) in (unit(), -3.0..3.0f64, -1e-6..1e-6f64),
            (direction, blend) in (unit(), prop::sample::select(vec![0.0, 1e-16, 1e-15, 1e-9, 1.0])),
            face in 0..3usize,
            far in prop::sample::select(vec![0.0, 1e6]),
            start in 0..8u32,
        ) {
            let polytope = body(&mapped(&cube(1.0), |p| p * Vec3::new(1.0, stretch, 1.0)));
            let body = SupportedPolytope::new(polytope, SupportSearch::Climb);
            let turn = Quat::from_axis_angle(axis, angle) * (1.0 + drift);
            let posed = posed(&body.polytope, &Pose::new(direction * far, turn));
            let across = posed.map.linear * Vec3::AXES[face];
            let normal = (across + direction * blend) * 0.7;
            let mut work = ConvexWork::default();
            let mut climbing = SupportBody::of(&body, &posed, start, &mut work);
            let (vertex, height) = climbing.support(normal, &mut work);
            let (_, highest) = farthest_vertex(posed.vertices(), normal);
            // Both heights are rounded products of world vertices.
            let error = 8.0 * f64::EPSILON * normal.length() * posed.reach;
            let excess = climbing.excess(normal);
            prop_assert!(highest - height <= excess + error, "{:e} above", highest - height);
            let loose = 1e-9 * stretch.max(1.0) * (1.0 + 1.0 / stretch) + 1e-14 * far;
            prop_assert!(excess < loose, "{excess:e}");
            prop_assert_eq!(climbing.point(vertex, &mut work).dot(normal), height);
        }
    }
}
