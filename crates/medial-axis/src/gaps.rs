//! More points where the body is thin, or two of its parts are close [§7, end].
//!
//! With few points, cells of the Voronoi diagram reach across narrow gaps and through narrow necks:
//! spheres then bridge the gap, or the medial axis falls apart. The paper adds, where the faces of
//! a point's cell meet a part of the polyhedron that is not adjacent to the point, the projection
//! of the point onto that part, and leaves the details to a thesis.
//!
//! # Departures
//! Here a cell is tested by places strewn over the surface, not by its faces (D5): a
//! place whose nearest point is not *adjacent* is one where that point's cell meets another part.
//! It also finds parts that lie in a cell wholly. *Adjacent* are those that the surface joins
//! inside of the ball about the place through the point: on a smooth part all near points are, and
//! at an edge those on both faces. But where the ball also holds surface that looks the other way, it
//! holds a whole neck or the tip of a wedge, and only those that look the same way are adjacent. So
//! that the process ends, a point is only added where no point of the same part is near
//! (`APART`); and what it may add is limited, so that a body full of gaps cannot take all of its
//! points for them: [`Refined::left`] tells what is left undone.

use crate::grid::Grid;
use crate::sampling::{Sample, scatter};
use geometry::{Mesh, Vec3, VisitedSet, topology};
use rayon::prelude::*;

/// Places looked at for each point, besides one in the middle of each face. With 8, gaps keep twice as
/// many bridges; more find few others.
const PLACES: usize = 16;
/// Rounds at most: points that were added uncover further gaps, but few after some rounds.
const ROUNDS: usize = 10;
/// Points of one part stay this far apart, in widths of the gap or neck: far enough not to repeat each
/// other, near enough that cells end within the gap, as they do between exact projections.
const APART: f64 = 0.5;
/// But at least and at most this far, in sides of the square that each point has for itself: parts
/// that touch or run through each other would get points without end.
const APART_LIMITS: [f64; 2] = [0.05, 0.25];
/// Faces look the same way up to 60°, and the other way from 120°: cosine of the first.
const SAME_WAY: f64 = 0.5;
/// How much farther than the nearest point surface may join a place to it, for rounding.
const SLACK: f64 = 1.0 + 1e-9;

/// What [`refine`] gives.
#[derive(Clone, Debug)]
pub struct Refined {
    /// The points given, and those added.
    pub samples: Vec<Sample>,
    /// Places that asked for a point when it ended; not 0 where it came to the limit, or to the last
    /// of its rounds.
    pub left: usize,
}

/// `samples`, and points that keep gaps open and necks joined; `limit` in all at most, those in the
/// widest empty places first.
///
/// Deterministic for equal input, whatever the threads.
///
/// # Cost
/// Some sixteen places for each sample and one for each face; in each round the nearest sample of
/// each, and the faces around it where that is a new one.
pub fn refine(mesh: &Mesh, mut samples: Vec<Sample>, limit: usize) -> Refined {
    let area = (0..mesh.face_count()).map(|f| mesh.triangle(f).area_vector().length() / 2.0);
    let spacing = (area.sum::<f64>() / samples.len().max(1) as f64).sqrt();
    if samples.is_empty() || !(spacing > 0.0 && spacing.is_finite()) {
        return Refined { samples, left: 0 };
    }
    let surface = Joined::of(mesh);
    let mut places = places(mesh, PLACES * samples.len());
    for _ in 0..ROUNDS {
        let proposals = proposals(&surface, &samples, &mut places, spacing);
        let room = limit.saturating_sub(samples.len());
        if proposals.is_empty() || room == 0 {
            let left = proposals.len();
            return Refined { samples, left };
        }
        samples.extend(chosen(&surface, proposals, spacing, room));
    }
    let left = proposals(&surface, &samples, &mut places, spacing).len();
    Refined { samples, left }
}

/// A place on the surface, and the sample found nearest and adjacent.
struct Place {
    at: Sample,
    settled: Option<u32>,
}

fn places(mesh: &Mesh, count: usize) -> Vec<Place> {
    let middle = |face: usize| {
        let t = mesh.triangle(face);
        let vector = t.area_vector();
        (vector != Vec3::ZERO).then(|| Sample {
            point: t.nearest_point(t.a / 3.0 + t.b / 3.0 + t.c / 3.0),
            face: face as u32,
            normal: vector.normalize_or_zero(),
        })
    };
    let middles = (0..mesh.face_count()).filter_map(middle);
    let all = scatter(mesh, count, 1).into_iter().chain(middles);
    all.map(|at| Place { at, settled: None }).collect()
}

/// A point to add, and how far the nearest sample is from the place that asked for it.
struct Proposal {
    sample: Sample,
    emptiness: f64,
    /// How far the next point of the same part has to be.
    apart: f64,
}

/// For each place that the cell of a sample reaches from another part: the projection of that
/// sample, if no sample is near it.
fn proposals(
    surface: &Joined,
    samples: &[Sample],
    places: &mut [Place],
    spacing: f64,
) -> Vec<Proposal> {
    let points: Vec<Vec3> = samples.iter().map(|s| s.point).collect();
    let targets: Vec<Vec3> = places.iter().map(|p| p.at.point).collect();
    let nearest = nearest(&points, &targets, spacing);
    let grid = Grid::new(&points, APART_LIMITS[1] * spacing);
    let seen = || VisitedSet::new(surface.runs.len());
    let asked = places
        .par_iter_mut()
        .zip(nearest)
        .map_init(seen, |seen, (place, found)| {
            let sample = &samples[found as usize];
            if place.settled == Some(found) {
                return None;
            }
            let distance = place.at.point.distance(sample.point);
            let around = surface.around(seen, place.at.face, place.at.point, distance * SLACK);
            if surface.are_adjacent(&place.at, sample, &around) {
                place.settled = Some(found);
                return None;
            }
            let projected = surface.projection(&around, &place.at, sample.point);
            let width = projected.point.distance(sample.point);
            let [least, most] = APART_LIMITS.map(|part| part * spacing);
            let apart = (APART * width).clamp(least, most);
            let others = |i: u32| Some(&samples[i as usize]);
            let free = surface.is_free(seen, &projected, apart, &grid, others);
            free.then_some(Proposal {
                sample: projected,
                emptiness: distance,
                apart,
            })
        });
    asked.flatten_iter().collect()
}

/// Of the proposals, in the order of emptiness, those that have no earlier one of the same part
/// near; `room` at most.
fn chosen(
    surface: &Joined,
    mut proposals: Vec<Proposal>,
    spacing: f64,
    room: usize,
) -> Vec<Sample> {
    // Stable: equals stay in the order of their places.
    proposals.sort_by(|a, b| b.emptiness.total_cmp(&a.emptiness));
    let points: Vec<Vec3> = proposals.iter().map(|p| p.sample.point).collect();
    let grid = Grid::new(&points, APART_LIMITS[1] * spacing);
    let mut seen = VisitedSet::new(surface.runs.len());
    let mut taken = vec![false; proposals.len()];
    let mut added = Vec::new();
    for (i, proposal) in proposals.iter().enumerate() {
        if added.len() == room {
            break;
        }
        let (s, apart) = (&proposal.sample, proposal.apart);
        let others = |j: u32| taken[j as usize].then(|| &proposals[j as usize].sample);
        let free = surface.is_free(&mut seen, s, apart, &grid, others);
        if free {
            taken[i] = true;
            added.push(*s);
        }
    }
    added
}

/// The nearest of `points`, not none, for each target; of equally near ones the first.
fn nearest(points: &[Vec3], targets: &[Vec3], spacing: f64) -> Vec<u32> {
    let mut found = vec![u32::MAX; targets.len()];
    let mut open: Vec<u32> = (0..targets.len() as u32).collect();
    let size = points.iter().chain(targets);
    let size = size.fold(0.0, |size: f64, p| size.max(p.distance(points[0])));
    let mut reach = spacing;
    while !open.is_empty() {
        let all = reach >= 2.0 * size;
        let grid = Grid::new(points, if all { f64::MAX } else { reach });
        let best = |target: &u32| {
            let p = targets[*target as usize];
            let mut best = (f64::INFINITY, u32::MAX);
            grid.near(p, |i| {
                let distance = points[i as usize].distance(p);
                if (distance, i) < best {
                    best = (distance, i);
                }
            });
            (*target, best)
        };
        let round: Vec<_> = open.par_iter().map(best).collect();
        open.clear();
        for (target, (distance, i)) in round {
            if all || distance <= reach {
                found[target as usize] = i;
            } else {
                open.push(target);
            }
        }
        reach *= 2.0;
    }
    found
}

/// Faces, and which of them edges join.
struct Joined<'a> {
    mesh: &'a Mesh,
    /// Unit normals; zero without area.
    normals: Vec<Vec3>,
    /// For each side of each face the run of `sides` at its edge.
    runs: Vec<[[u32; 2]; 3]>,
    /// The faces at each edge.
    sides: Vec<u32>,
}

impl<'a> Joined<'a> {
    fn of(mesh: &'a Mesh) -> Joined<'a> {
        let welded = topology::weld(mesh.vertices());
        let mut sides = Vec::with_capacity(3 * mesh.face_count());
        for (face, t) in (0u32..).zip(mesh.triangles()) {
            for side in 0..3 {
                let [u, v] = [t[side], t[(side + 1) % 3]].map(|v| welded[v as usize]);
                sides.push(([u.min(v), u.max(v)], face, side));
            }
        }
        sides.sort_unstable();
        let mut runs = vec![[[0; 2]; 3]; mesh.face_count()];
        let mut first = 0;
        for at_edge in sides.chunk_by(|s, t| s.0 == t.0) {
            let run = [first, first + at_edge.len() as u32];
            for (_, face, side) in at_edge {
                runs[*face as usize][*side] = run;
            }
            first = run[1];
        }
        let normal = |face| mesh.triangle(face).area_vector().normalize_or_zero();
        Joined {
            mesh,
            normals: (0..mesh.face_count()).map(normal).collect(),
            runs,
            sides: sides.iter().map(|s| s.1).collect(),
        }
    }

    /// The faces that the surface joins to `face`, which holds `center`, inside of a ball; sorted.
    fn around(&self, seen: &mut VisitedSet, face: u32, center: Vec3, radius: f64) -> Vec<u32> {
        seen.clear();
        seen.insert(face);
        let mut reached = vec![face];
        let mut next = 0;
        while let Some(face) = reached.get(next).copied() {
            next += 1;
            let corners = self.mesh.triangle(face as usize).corners();
            for side in 0..3 {
                let [first, end] = self.runs[face as usize][side];
                let beyond = &self.sides[first as usize..end as usize];
                if beyond.iter().all(|f| seen.contains(*f)) {
                    continue;
                }
                if distance_to_segment(corners[side], corners[(side + 1) % 3], center) <= radius {
                    reached.extend(beyond.iter().filter(|f| seen.insert(**f)));
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    /// Whether a place and its nearest sample are of one part, given the faces joined to the place
    /// inside of the ball through the sample.
    fn are_adjacent(&self, place: &Sample, sample: &Sample, around: &[u32]) -> bool {
        let looks_back =
            |n: &Vec3| n.dot(place.normal) < -SAME_WAY || n.dot(sample.normal) < -SAME_WAY;
        around.binary_search(&sample.face).is_ok()
            && (place.normal.dot(sample.normal) > SAME_WAY
                || !around
                    .iter()
                    .any(|f| looks_back(&self.normals[*f as usize])))
    }

    /// Whether none of the points of `grid` that `other` knows is nearer than `apart` and of one part.
    fn is_free<'s>(
        &self,
        seen: &mut VisitedSet,
        s: &Sample,
        apart: f64,
        grid: &Grid,
        other: impl Fn(u32) -> Option<&'s Sample>,
    ) -> bool {
        let joined = self.around(seen, s.face, s.point, apart);
        let mut free = true;
        grid.near(s.point, |i| {
            let close = other(i).filter(|o| o.point.distance(s.point) < apart);
            free &= close.is_none_or(|o| joined.binary_search(&o.face).is_err());
        });
        free
    }

    /// The point nearest to `p` of those faces around a place that look the same way as the place.
    fn projection(&self, around: &[u32], place: &Sample, p: Vec3) -> Sample {
        let mut best = *place;
        for face in around {
            let normal = self.normals[*face as usize];
            let point = self.mesh.triangle(*face as usize).nearest_point(p);
            let nearer = point.distance_squared(p) < best.point.distance_squared(p);
            if nearer && normal.dot(place.normal) > SAME_WAY {
                best = Sample {
                    point,
                    face: *face,
                    normal,
                };
            }
        }
        best
    }
}

fn distance_to_segment(a: Vec3, b: Vec3, p: Vec3) -> f64 {
    let along = b - a;
    let square = along.length_squared();
    let part = if square > 0.0 {
        ((p - a).dot(along) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (a + along * part).distance(p)
}

#[cfg(test)]
mod tests;
