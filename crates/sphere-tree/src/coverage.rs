//! Spheres that together cover the surface: proof and repair [§9.1].
//!
//! | module | what |
//! |---|---|
//! | [`lemma`] | is a triangle, or the part of it in a sphere, covered by the union of spheres |
//! | this one | the two policies of the paper, and covering by regions; repair where coverage fails |
//!
//! All lengths are in the scaled space of [`Surface`], whose coordinates are at most 1.
//!
//! Coverage is proved for spheres whose radii are smaller by [`MARGIN`] than those that are stored. So
//! neither the rounding of the proof nor that of a later search can lose a point.

pub mod lemma;
mod regions;

use crate::draft::Draft;
use crate::surface::Surface;
use geometry::{Ball, Triangle};
use lemma::uncovered;
use rayon::prelude::*;

pub use regions::cover_regions;

/// By how much the proof shrinks every sphere, in units of the scaled body, whose coordinates are at
/// most 1. A millionth: far above all rounding of the proof (some 10⁻¹⁴), also where circles are
/// nearly tangent (its root, 10⁻⁷), and far below any sphere that matters.
pub const MARGIN: f64 = 1e-6;

/// How often one triangle may ask for a larger sphere before a sphere is made to hold all of it.
const PATIENCE: usize = 1000;

/// Makes the spheres of each level cover every face, as the paper does for its results: the policy of
/// sphere-DAGs applied to trees. Gives the number of times a sphere was enlarged.
pub fn cover_levels(surface: &Surface, draft: &mut Draft) -> usize {
    let mut repairs = hold_all(surface, &mut draft.balls[0]);
    for level in 1..=draft.depth() {
        let nodes: Vec<usize> = draft.at_level(level).collect();
        let mut balls: Vec<Ball> = nodes.iter().map(|n| draft.balls[*n]).collect();
        let faces = 0..surface.mesh().face_count() as u32;
        repairs += cover(surface, &mut balls, faces, None);
        for (node, ball) in nodes.into_iter().zip(balls) {
            draft.balls[node] = ball;
        }
    }
    repairs
}

/// Makes the children of each sphere cover every point of the surface that it covers: the paper's
/// safest policy. Gives the number of times a sphere was enlarged.
pub fn cover_strictly(surface: &Surface, draft: &mut Draft) -> usize {
    let mut repairs = hold_all(surface, &mut draft.balls[0]);
    for level in 0..draft.depth() {
        let parents: Vec<usize> = draft.level(level).filter(|n| !draft.is_leaf(*n)).collect();
        let families: Vec<(Vec<Ball>, usize)> = parents
            .par_iter()
            .map(|parent| {
                let clip = draft.balls[*parent];
                let mut faces = Vec::new();
                surface.tree().faces_near(&clip, &mut faces);
                let mut balls = draft.balls[draft.children(*parent)].to_vec();
                let repairs = cover(surface, &mut balls, faces, Some(&clip));
                (balls, repairs)
            })
            .collect();
        for (parent, (balls, count)) in parents.into_iter().zip(families) {
            let children = draft.children(parent);
            draft.balls[children].copy_from_slice(&balls);
            repairs += count;
        }
    }
    repairs
}

/// Whether the spheres of each level cover every face; if not, the first that is not covered, with
/// its level.
pub fn check_levels(surface: &Surface, draft: &Draft) -> Result<(), (u8, u32)> {
    for level in 0..=draft.depth() {
        let balls: Vec<Ball> = draft.at_level(level).map(|n| draft.balls[n]).collect();
        let near = Near::of(surface, &balls);
        let open = (0..surface.mesh().face_count() as u32)
            .into_par_iter()
            .find_first(|face| near.uncovered(surface, &balls, *face, None).is_some());
        if let Some(face) = open {
            return Err((level, face));
        }
    }
    Ok(())
}

/// Whether the root covers everything, and the children of each sphere what it covers; if not, a
/// node and a face that its children, or the root, leave open.
pub fn check_strictly(surface: &Surface, draft: &Draft) -> Result<(), (usize, u32)> {
    let open = |balls: &[Ball], faces: &[u32], clip: Option<&Ball>| {
        let near = Near::of(surface, balls);
        let open = |face: &&u32| near.uncovered(surface, balls, **face, clip).is_some();
        faces.iter().find(open).copied()
    };
    let all: Vec<u32> = (0..surface.mesh().face_count() as u32).collect();
    if let Some(face) = open(&draft.balls[..1], &all, None) {
        return Err((0, face));
    }
    for parent in (0..draft.balls.len()).filter(|n| !draft.is_leaf(*n)) {
        let clip = draft.balls[parent];
        let mut faces = Vec::new();
        surface.tree().faces_near(&clip, &mut faces);
        if let Some(face) = open(&draft.balls[draft.children(parent)], &faces, Some(&clip)) {
            return Err((parent, face));
        }
    }
    Ok(())
}

/// Enlarges a sphere to hold the whole surface.
pub(crate) fn hold_all(surface: &Surface, ball: &mut Ball) -> usize {
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

/// Enlarges spheres until the given faces, or the parts of them within `clip`, are covered.
fn cover(
    surface: &Surface,
    balls: &mut [Ball],
    faces: impl IntoIterator<Item = u32>,
    clip: Option<&Ball>,
) -> usize {
    let near = Near::of(surface, balls);
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
            // A little beyond the point, and more each time, so that few steps follow one another.
            let step = 1e-3 * (asked as f64) * ball.radius + 2.0 * MARGIN;
            ball.radius = ball.center.distance(open) + step;
            if asked == PATIENCE {
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

/// Which spheres are near which faces. Spheres that grew since may meet more faces; leaving them out
/// is on the safe side.
pub(crate) struct Near {
    /// Where the spheres of each face start, and where the last end.
    start: Vec<u32>,
    balls: Vec<u32>,
}

impl Near {
    pub(crate) fn of(surface: &Surface, balls: &[Ball]) -> Near {
        let met = |ball: &Ball| {
            let mut faces = Vec::new();
            surface.tree().faces_near(ball, &mut faces);
            faces
        };
        let met: Vec<Vec<u32>> = balls.par_iter().map(met).collect();
        let mut start = vec![0u32; surface.mesh().face_count() + 1];
        for face in met.iter().flatten() {
            start[*face as usize + 1] += 1;
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut place = start.clone();
        let mut list = vec![0; *start.last().expect("one more than faces") as usize];
        for (ball, faces) in (0u32..).zip(&met) {
            for face in faces {
                list[place[*face as usize] as usize] = ball;
                place[*face as usize] += 1;
            }
        }
        Near { start, balls: list }
    }

    pub(crate) fn get(&self, face: u32) -> &[u32] {
        let face = face as usize;
        &self.balls[self.start[face] as usize..self.start[face + 1] as usize]
    }

    /// The spheres near a face; all of them when there is none.
    fn or_all(&self, face: u32, count: usize) -> Vec<u32> {
        match self.get(face) {
            [] => (0..count as u32).collect(),
            near => near.to_vec(),
        }
    }

    /// A point of a face, within `clip`, that no sphere covers.
    fn uncovered(
        &self,
        surface: &Surface,
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
