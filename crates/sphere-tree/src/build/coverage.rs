//! Coverage of the surface by spheres: proof and repair [Hubbard96 §9.1].
//!
//! | module | content |
//! |---|---|
//! | [`lemma`] | coverage of a triangle, or its part in a clipping sphere, by a union of spheres |
//! | this one | the paper's two policies, and enlarging spheres until they hold |
//! | `regions` | coverage by regions (D6) |
//!
//! All lengths are in the scaled space of [`NormalizedMesh`], whose coordinates are at most 1.
//!
//! A change of any proof here or in [`crate::build::accuracy`] raises
//! [`crate::file::CERTIFICATES`].
//!
//! Coverage is proved for radii that are smaller by [`MARGIN`] than the stored ones (D5). So
//! neither the rounding of the proof nor that of a later search can lose a point.

pub(super) mod lemma;
mod regions;

use crate::build::hierarchy::SphereHierarchy;
use crate::build::normalized_mesh::NormalizedMesh;
use geometry::{Ball, Csr, Triangle};
use lemma::uncovered;
use rayon::prelude::*;

pub(crate) use regions::{check_regions, cover_regions};

/// Shrinkage of every sphere in the proof, in units of the scaled body, whose coordinates have
/// absolute values of at most one. It is far above the rounding of the proof: about 10⁻¹⁴, and its
/// root 10⁻⁷ if circles are nearly tangent. It is far below any sphere that matters.
pub(super) const MARGIN: f64 = 1e-6;

/// Number of enlargements for one triangle after which one sphere is made to contain all of it.
const MAX_GROWTHS: usize = 1000;

/// Makes the spheres of each level cover every face, and returns the number of enlargements.
///
/// "We thus chose to apply the sphere-DAG policy to sphere-trees, which at least guarantees that
/// every polygon is fully covered by some set of spheres" [§9.1].
pub(super) fn cover_levels(surface: &NormalizedMesh, hierarchy: &mut SphereHierarchy) -> usize {
    let mut repairs = hold_all(surface, &mut hierarchy.balls[0]);
    for level in 1..=hierarchy.depth() {
        let nodes: Vec<usize> = hierarchy.at_level(level).collect();
        let mut balls: Vec<Ball> = nodes.iter().map(|n| hierarchy.balls[*n]).collect();
        let faces = 0..surface.mesh().face_count() as u32;
        repairs += cover(surface, &mut balls, faces, None);
        for (node, ball) in nodes.into_iter().zip(balls) {
            hierarchy.balls[node] = ball;
        }
    }
    repairs
}

/// Makes the children of each sphere cover every surface point that it covers, and returns the
/// number of enlargements: "For a sphere-tree, the safest policy is for children to collectively
/// cover everything their parent covers" [§9.1].
pub(super) fn cover_strictly(surface: &NormalizedMesh, hierarchy: &mut SphereHierarchy) -> usize {
    let mut repairs = hold_all(surface, &mut hierarchy.balls[0]);
    for level in 0..hierarchy.depth() {
        let parents: Vec<usize> = hierarchy
            .level(level)
            .filter(|n| !hierarchy.is_leaf(*n))
            .collect();
        let families: Vec<(Vec<Ball>, usize)> = parents
            .par_iter()
            .map(|parent| {
                // "the disks need only cover the part of the triangle inside another 'clipping
                // disk,' corresponding to the parent sphere"
                let clip = hierarchy.balls[*parent];
                let mut faces = Vec::new();
                surface.tree().faces_near(&clip, &mut faces);
                let mut balls = hierarchy.balls[hierarchy.children(*parent)].to_vec();
                let repairs = cover(surface, &mut balls, faces, Some(&clip));
                (balls, repairs)
            })
            .collect();
        for (parent, (balls, count)) in parents.into_iter().zip(families) {
            let children = hierarchy.children(parent);
            hierarchy.balls[children].copy_from_slice(&balls);
            repairs += count;
        }
    }
    repairs
}

/// Checks that the spheres of each level cover every face.
///
/// # Errors
/// The first level with an uncovered face, and that face.
pub(super) fn check_levels(
    surface: &NormalizedMesh,
    hierarchy: &SphereHierarchy,
) -> Result<(), (u8, u32)> {
    for level in 0..=hierarchy.depth() {
        let balls: Vec<Ball> = hierarchy
            .at_level(level)
            .map(|n| hierarchy.balls[n])
            .collect();
        let near = NearBalls::of(surface, &balls);
        let open = (0..surface.mesh().face_count() as u32)
            .into_par_iter()
            .find_first(|face| near.uncovered(surface, &balls, *face, None).is_some());
        if let Some(face) = open {
            return Err((level, face));
        }
    }
    Ok(())
}

/// Checks that the root covers everything, and the children of each sphere what it covers.
///
/// # Errors
/// A node, and a face that its children, or the root itself, leave uncovered.
pub(super) fn check_strictly(
    surface: &NormalizedMesh,
    hierarchy: &SphereHierarchy,
) -> Result<(), (usize, u32)> {
    let open = |balls: &[Ball], faces: &[u32], clip: Option<&Ball>| {
        let near = NearBalls::of(surface, balls);
        let open = |face: &&u32| near.uncovered(surface, balls, **face, clip).is_some();
        faces.iter().find(open).copied()
    };
    let all: Vec<u32> = (0..surface.mesh().face_count() as u32).collect();
    if let Some(face) = open(&hierarchy.balls[..1], &all, None) {
        return Err((0, face));
    }
    for parent in (0..hierarchy.balls.len()).filter(|n| !hierarchy.is_leaf(*n)) {
        let clip = hierarchy.balls[parent];
        let mut faces = Vec::new();
        surface.tree().faces_near(&clip, &mut faces);
        if let Some(face) = open(
            &hierarchy.balls[hierarchy.children(parent)],
            &faces,
            Some(&clip),
        ) {
            return Err((parent, face));
        }
    }
    Ok(())
}

/// Enlarges a sphere to contain the whole surface, and returns the number of enlargements: 0 or 1.
pub(crate) fn hold_all(surface: &NormalizedMesh, ball: &mut Ball) -> usize {
    let vertices = surface.mesh().triangles().iter().flatten();
    let mut needed = 0.0f64;
    for v in vertices {
        needed = needed.max(ball.center.distance(surface.mesh().vertices()[*v as usize]));
    }
    needed += 2.0 * MARGIN;
    let short = needed > ball.radius;
    ball.radius = ball.radius.max(needed);
    usize::from(short)
}

/// Enlarges spheres until the given faces, or their parts within `clip`, are covered. Returns the
/// number of enlargements.
///
/// "the simplest remedy is to iteratively enlarge the spheres that intersect the face until there
/// is coverage" [§9.1]. The paper does not say which sphere. This enlarges the one nearest to an
/// uncovered point (D5). It terminates: after [`MAX_GROWTHS`] steps a sphere contains the whole
/// face.
fn cover(
    surface: &NormalizedMesh,
    balls: &mut [Ball],
    faces: impl IntoIterator<Item = u32>,
    clip: Option<&Ball>,
) -> usize {
    let near = NearBalls::of(surface, balls);
    let mut repairs = 0;
    for face in faces {
        let mut asked = 0;
        while let Some(open) = near.uncovered(surface, balls, face, clip) {
            asked += 1;
            let candidates = near.or_all(face, balls.len());
            let gap =
                |i: &u32| balls[*i as usize].center.distance(open) - balls[*i as usize].radius;
            let best = candidates
                .into_iter()
                .min_by(|i, j| gap(i).total_cmp(&gap(j)).then(i.cmp(j)))
                .expect("a level has a sphere");
            let ball = &mut balls[best as usize];
            // Slightly beyond the point, and farther with each repetition, so the number of steps
            // stays small.
            let step = 1e-3 * (asked as f64) * ball.radius + 2.0 * MARGIN;
            ball.radius = ball.center.distance(open) + step;
            if asked == MAX_GROWTHS {
                let whole = surface.mesh().triangle(face as usize).corners();
                let reach = whole
                    .map(|p| p.distance(ball.center))
                    .into_iter()
                    .fold(0.0, f64::max);
                ball.radius = ball.radius.max(reach + 2.0 * MARGIN);
            }
            repairs += 1;
        }
    }
    repairs
}

/// Spheres that meet each face. Enlarged spheres may meet more faces. Leaving them out is
/// conservative: it can only leave more uncovered.
pub(crate) struct NearBalls {
    of_face: Csr,
}

impl NearBalls {
    pub(crate) fn of(surface: &NormalizedMesh, balls: &[Ball]) -> NearBalls {
        let met = |ball: &Ball| {
            let mut faces = Vec::new();
            surface.tree().faces_near(ball, &mut faces);
            faces
        };
        let met: Vec<Vec<u32>> = balls.par_iter().map(met).collect();
        NearBalls {
            of_face: Csr::inverse_of(&met, surface.mesh().face_count()),
        }
    }

    pub(crate) fn get(&self, face: u32) -> &[u32] {
        self.of_face.get(face as usize)
    }

    /// Returns the spheres near a face, or all of them if there are none.
    fn or_all(&self, face: u32, count: usize) -> Vec<u32> {
        match self.get(face) {
            [] => (0..count as u32).collect(),
            near => near.to_vec(),
        }
    }

    /// Returns a point of a face, within `clip`, that no sphere covers.
    fn uncovered(
        &self,
        surface: &NormalizedMesh,
        balls: &[Ball],
        face: u32,
        clip: Option<&Ball>,
    ) -> Option<geometry::Vec3> {
        let t: Triangle = surface.mesh().triangle(face as usize);
        let near = self.or_all(face, balls.len());
        let near: Vec<Ball> = near.iter().map(|i| balls[*i as usize]).collect();
        uncovered(&t, &near, clip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    /// A block in the scaled space, and spheres at three levels that cover nothing of it.
    fn bare() -> (NormalizedMesh, SphereHierarchy) {
        let surface = NormalizedMesh::new(&scenes::bodies::block(Vec3::new(1.0, 0.5, 0.25)));
        let ball = |x: f64| Ball::new(Vec3::X * x, 0.05);
        let mut hierarchy = SphereHierarchy::root(ball(0.0));
        hierarchy.push_level(&[vec![ball(-0.3), ball(0.0), ball(0.3)]]);
        let pair = |x: f64| vec![ball(x - 0.1), ball(x + 0.1)];
        // The second node stays a leaf.
        hierarchy.push_level(&[pair(-0.3), Vec::new(), pair(0.3)]);
        (surface, hierarchy)
    }

    #[test]
    fn levels_are_covered_and_uncovered_levels_are_reported() {
        let (surface, mut hierarchy) = bare();
        assert_eq!(check_levels(&surface, &hierarchy), Err((0, 0)));
        let repairs = cover_levels(&surface, &mut hierarchy);
        assert!(repairs > 3, "{repairs}");
        assert_eq!(check_levels(&surface, &hierarchy), Ok(()));
        assert_eq!(
            cover_levels(&surface, &mut hierarchy),
            0,
            "nothing is left to do"
        );
        for (nodes, level) in [(0..1, 0), (1..4, 1), (4..8, 2)] {
            let mut hierarchy = hierarchy.clone();
            hierarchy.balls[nodes]
                .iter_mut()
                .for_each(|b| b.radius = 0.0);
            let found = check_levels(&surface, &hierarchy).map_err(|(level, _)| level);
            assert_eq!(found, Err(level));
        }
    }

    #[test]
    fn children_cover_what_their_parents_cover_and_no_more() {
        let (surface, mut hierarchy) = bare();
        assert_eq!(check_strictly(&surface, &hierarchy), Err((0, 0)));
        let repairs = cover_strictly(&surface, &mut hierarchy);
        assert!(repairs > 3, "{repairs}");
        assert_eq!(check_strictly(&surface, &hierarchy), Ok(()));
        assert_eq!(check_levels(&surface, &hierarchy), Ok(()));
        assert_eq!(
            cover_strictly(&surface, &mut hierarchy),
            0,
            "nothing is left to do"
        );
        for nodes in [0..1, 1..4] {
            let mut hierarchy = hierarchy.clone();
            hierarchy.balls[nodes]
                .iter_mut()
                .for_each(|b| b.radius = 0.0);
            let found = check_strictly(&surface, &hierarchy).map_err(|(node, _)| node);
            assert_eq!(found, Err(0));
        }
        // Children may leave uncovered what their parent does not cover.
        let (surface, mut hierarchy) = bare();
        let far = |x: f64, radius| Ball::new(Vec3::X * x, radius);
        hold_all(&surface, &mut hierarchy.balls[0]);
        hierarchy.balls[1..4].copy_from_slice(&[far(-0.25, 0.5), far(0.0, 0.1), far(0.25, 0.5)]);
        hierarchy.balls[4..8].copy_from_slice(&[
            far(-0.25, 0.6),
            far(0.0, 0.0),
            far(0.25, 0.6),
            far(0.0, 0.0),
        ]);
        assert_eq!(check_strictly(&surface, &hierarchy), Ok(()));
        for (nodes, parent) in [(4..6, 1), (6..8, 3)] {
            let mut hierarchy = hierarchy.clone();
            hierarchy.balls[nodes]
                .iter_mut()
                .for_each(|b| b.radius = 0.0);
            let found = check_strictly(&surface, &hierarchy).map_err(|(node, _)| node);
            assert_eq!(found, Err(parent));
        }
    }

    #[test]
    fn the_nearest_sphere_is_enlarged() {
        let (surface, mut hierarchy) = bare();
        hold_all(&surface, &mut hierarchy.balls[0]);
        let whole = hierarchy.balls[0];
        assert_eq!(hold_all(&surface, &mut hierarchy.balls[0]), 0);
        assert_eq!(hierarchy.balls[0], whole);
        let corner = surface.mesh().vertices()[0];
        let slack = whole.radius - whole.center.distance(corner);
        assert!((MARGIN..3.0 * MARGIN).contains(&slack), "{slack}");
        // A large sphere nearby, and a small one whose center is nearer.
        let mut balls = [
            Ball::new(Vec3::X * 2.0, 1.45),
            Ball::new(Vec3::X * 0.6, 0.0),
        ];
        let faces = 0..surface.mesh().face_count() as u32;
        let right = faces.filter(|f| {
            surface
                .mesh()
                .triangle(*f as usize)
                .corners()
                .iter()
                .all(|p| p.x == 0.5)
        });
        let repairs = cover(&surface, &mut balls, right, None);
        assert!(repairs > 0 && balls[0].radius > 1.5, "{balls:?}");
        assert_eq!(balls[1].radius, 0.0);
    }
}
