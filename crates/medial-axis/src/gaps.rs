//! Additional samples at narrow gaps and necks [Hubbard96 §7, end].
//!
//! With too few samples, Voronoi cells reach across narrow gaps and through narrow necks: "a low
//! density of points from P … can cause the medial-axis surface to disconnect or bridge a gap". The
//! paper intersects "Voronoi-cell faces and the polyhedron, in particular … parts of the polyhedron
//! that are not adjacent to the point p ∈ P contained in the cell. For each such intersection, P
//! gets an additional point p', the projection of p onto the region of intersection". It refers to
//! a thesis for the details.
//!
//! Good for thin bodies, poor for bodies full of gaps, which reach the limit of samples. With `n`
//! samples and `m` faces: `16n + m` nearest samples per round. The essence:
//! 1. Scatter probes over the surface.
//! 2. Find the nearest sample `p` of each probe: the probe is in the Voronoi cell of `p`.
//! 3. If `p` is *adjacent* to the probe, the cell is fine there.
//! 4. Otherwise the cell meets another part. Propose `p'`, the projection of `p` onto the part of
//!    the surface around the probe.
//! 5. Add the proposals with the largest empty balls first, except those near a sample of the same
//!    part.
//! 6. Repeat, because new samples uncover further gaps.
//!
//! # Departures
//! Probes replace the intersection with cell faces (D5). They also find parts that lie wholly
//! inside a cell. The paper does not define *adjacent*. Here `p` is adjacent to a probe if the
//! surface joins both inside the ball about the probe through `p`. That is true of all near samples
//! on a smooth part, and of samples on both faces of an edge. The ball may also contain surface
//! that faces the other way: a whole neck, or the tip of a wedge. Then only samples that face the
//! same way are adjacent. Two rules make the process end: a sample is added only if none of the
//! same part is near (`APART`), and the number of samples is limited. [`Refined::left`] is the
//! number of remaining proposals.

use crate::grid::Grid;
use crate::sampling::{Sample, scatter};
use geometry::{Mesh, Vec3, VisitedSet, topology};
use rayon::prelude::*;

/// Number of probes per sample, besides one at the centroid of each face. With 8, twice as many
/// gaps keep bridges. With more, few others are found.
const PROBES: usize = 16;
/// Maximum number of rounds. New samples uncover further gaps, but few after some rounds.
const ROUNDS: usize = 10;
/// Minimum distance of samples of one part, in widths of the gap or neck. Far enough not to repeat
/// each other, and near enough that cells end within the gap, as between exact projections.
const APART: f64 = 0.5;
/// Limits of that distance, in sides of the square that each sample has for itself. Without the
/// lower one, parts that touch or intersect would get samples without end.
const APART_LIMITS: [f64; 2] = [0.05, 0.25];
/// Cosine of 60°. Up to 60° faces face the same way, from 120° the other way.
const SAME_WAY: f64 = 0.5;
/// Relative slack for rounding in the radius of the ball that joins a probe to its sample.
const SLACK: f64 = 1.0 + 1e-9;

/// Result of [`refine`].
#[derive(Clone, Debug)]
pub struct Refined {
    /// Given samples, then the added ones.
    pub samples: Vec<Sample>,
    /// Number of proposals left at the end. It is positive only if the limit of samples or the last
    /// round was reached.
    pub left: usize,
}

/// Returns `samples` with additional samples that keep gaps open and necks connected. The total is
/// at most `limit`. Proposals with the largest empty balls come first.
///
/// Deterministic for equal input and any number of threads.
///
/// # Cost
/// Sixteen probes per sample and one per face. Each round finds the nearest sample of each probe,
/// and visits the faces around it if that sample is a new one.
pub fn refine(mesh: &Mesh, mut samples: Vec<Sample>, limit: usize) -> Refined {
    let area = (0..mesh.face_count()).map(|f| mesh.triangle(f).area_vector().length() / 2.0);
    let spacing = (area.sum::<f64>() / samples.len().max(1) as f64).sqrt();
    if samples.is_empty() || !(spacing > 0.0 && spacing.is_finite()) {
        return Refined { samples, left: 0 };
    }
    let surface = Joined::of(mesh);
    let mut probes = probes(mesh, PROBES * samples.len());
    for _ in 0..ROUNDS {
        let proposals = proposals(&surface, &samples, &mut probes, spacing);
        let room = limit.saturating_sub(samples.len());
        if proposals.is_empty() || room == 0 {
            let left = proposals.len();
            return Refined { samples, left };
        }
        samples.extend(chosen(&surface, proposals, spacing, room));
    }
    let left = proposals(&surface, &samples, &mut probes, spacing).len();
    Refined { samples, left }
}

/// Point of the surface that detects gaps.
struct SurfaceProbe {
    at: Sample,
    /// Sample that was nearest to the probe and adjacent to it.
    settled: Option<u32>,
}

/// Returns `count` random probes, and one at the centroid of each face.
fn probes(mesh: &Mesh, count: usize) -> Vec<SurfaceProbe> {
    let centroid = |face: usize| {
        let t = mesh.triangle(face);
        let vector = t.area_vector();
        (vector != Vec3::ZERO).then(|| Sample {
            point: t.nearest_point(t.a / 3.0 + t.b / 3.0 + t.c / 3.0),
            face: face as u32,
            normal: vector.normalize_or_zero(),
        })
    };
    let centroids = (0..mesh.face_count()).filter_map(centroid);
    let all = scatter(mesh, count, 1).into_iter().chain(centroids);
    all.map(|at| SurfaceProbe { at, settled: None }).collect()
}

/// Sample to add.
struct Proposal {
    sample: Sample,
    /// Distance from the probe to its nearest sample: the radius of an empty ball.
    emptiness: f64,
    /// Minimum distance to other samples of the same part.
    apart: f64,
}

/// Returns a proposal for each probe in the cell of a sample that is not adjacent: steps 2 to 4.
///
/// Leaves out proposals near a sample of the same part.
fn proposals(
    surface: &Joined,
    samples: &[Sample],
    probes: &mut [SurfaceProbe],
    spacing: f64,
) -> Vec<Proposal> {
    let points: Vec<Vec3> = samples.iter().map(|s| s.point).collect();
    let targets: Vec<Vec3> = probes.iter().map(|p| p.at.point).collect();
    let nearest = nearest(&points, &targets, spacing);
    let grid = Grid::new(&points, APART_LIMITS[1] * spacing);
    let seen = || VisitedSet::new(surface.runs.len());
    let asked = probes
        .par_iter_mut()
        .zip(nearest)
        .map_init(seen, |seen, (probe, found)| {
            let sample = &samples[found as usize];
            // The nearest sample is the same as in an earlier round, and was adjacent.
            if probe.settled == Some(found) {
                return None;
            }
            let distance = probe.at.point.distance(sample.point);
            let around = surface.around(seen, probe.at.face, probe.at.point, distance * SLACK);
            if surface.are_adjacent(&probe.at, sample, &around) {
                probe.settled = Some(found);
                return None;
            }
            // "P gets an additional point p', the projection of p onto the region of intersection"
            let projected = surface.projection(&around, &probe.at, sample.point);
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

/// Selects at most `room` proposals in the order of emptiness. Skips a proposal near a selected one
/// of the same part: step 5.
fn chosen(
    surface: &Joined,
    mut proposals: Vec<Proposal>,
    spacing: f64,
    room: usize,
) -> Vec<Sample> {
    // The sort is stable, so ties keep the order of their probes.
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

/// Returns the index of the nearest point for each target. Ties go to the first point. There is at
/// least one point.
fn nearest(points: &[Vec3], targets: &[Vec3], spacing: f64) -> Vec<u32> {
    let mut found = vec![u32::MAX; targets.len()];
    let mut open: Vec<u32> = (0..targets.len() as u32).collect();
    let size = points.iter().chain(targets);
    let size = size.fold(0.0, |size: f64, p| size.max(p.distance(points[0])));
    let mut reach = spacing;
    // Search in a grid of growing cells. A nearest point within one cell side is final.
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

/// Faces with their connections across edges.
struct Joined<'a> {
    mesh: &'a Mesh,
    /// Unit normals; zero without area.
    normals: Vec<Vec3>,
    /// Run of `sides` at each edge of each face.
    runs: Vec<[[u32; 2]; 3]>,
    /// Faces at each edge.
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
        // Sorted by edge, so that the faces at each edge are neighbors in the list: one run serves
        // them all, however many they are.
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

    /// Returns the sorted faces that the surface joins to `face` inside a ball. `center` is on
    /// `face`.
    ///
    /// A flood fill that crosses an edge only if the edge meets the ball.
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

    /// Returns true if a probe and its nearest sample are adjacent: step 3. `around` are the faces
    /// joined to the probe inside the ball through the sample.
    fn are_adjacent(&self, probe: &Sample, sample: &Sample, around: &[u32]) -> bool {
        let looks_back =
            |n: &Vec3| n.dot(probe.normal) < -SAME_WAY || n.dot(sample.normal) < -SAME_WAY;
        around.binary_search(&sample.face).is_ok()
            && (probe.normal.dot(sample.normal) > SAME_WAY
                || !around
                    .iter()
                    .any(|f| looks_back(&self.normals[*f as usize])))
    }

    /// Returns true if no sample of the same part is closer than `apart`. `grid` holds the
    /// candidates, and `other` returns the sample of a candidate, or `None` to ignore it.
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

    /// Returns the point nearest to `p` on those faces of `around` that face the same way as the
    /// probe: `p'`.
    fn projection(&self, around: &[u32], probe: &Sample, p: Vec3) -> Sample {
        let mut best = *probe;
        for face in around {
            let normal = self.normals[*face as usize];
            let point = self.mesh.triangle(*face as usize).nearest_point(p);
            let nearer = point.distance_squared(p) < best.point.distance_squared(p);
            if nearer && normal.dot(probe.normal) > SAME_WAY {
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
