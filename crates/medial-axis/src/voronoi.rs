//! The medial-axis surface: Voronoi vertices inside of the body, and which of them are adjacent
//! [§7, third step].
//!
//! A tetrahedron's circumsphere is the sphere about a Voronoi vertex, its corners are the vertex's
//! forming points, and the tetrahedra across its faces are the ends of the Voronoi edges from it.
//!
//! # Departures
//! Adjacent are the ends of a Voronoi edge, not all vertices of a Voronoi face: a face of many
//! vertices would offer mergers across all of it, which chains of edges reach anyway (D3). A vertex is left out, and its neighbours made adjacent instead, when its sphere sees all
//! its forming points within 15 degrees: that is a sliver between points of one smooth patch of
//! surface, whose center can be anywhere along the normal however dense the points are (D4). So is
//! one whose tetrahedron is so nearly flat that rounding hides where its center is.

use crate::delaunay::{Delaunay, NONE};
use crate::grid::Grid;
use crate::sampling::Sample;
use geometry::ball::circumball;
use geometry::{Aabb, Ball, Csr, Vec3};
use rayon::prelude::*;

/// Spheres about the interior Voronoi vertices of samples of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct MedialAxis {
    /// The samples, in the mesh's local space.
    pub samples: Vec<Sample>,
    /// The spheres, in the mesh's local space; none holds a sample inside, up to rounding and
    /// [`COINCIDENT`]. Their order is that of the samples' places in space.
    pub spheres: Vec<Ball>,
    /// For each sphere the samples on it, at least four; sorted.
    pub forming: Csr,
    /// For each sphere those adjacent to it; sorted, symmetric, without itself.
    pub neighbours: Csr,
    /// For each sample those that are its neighbours: their Voronoi cells touch, or, where all
    /// samples lie in a plane, some of the nearest. Sorted, symmetric, without itself.
    pub sample_neighbours: Csr,
}

/// Voronoi vertices nearer than this are one, relative to the diagonal of the samples' box: far
/// above the rounding of a center, and far below the distance of samples.
pub const COINCIDENT: f64 = 1e-7;

/// A sphere is a sliver's when no two forming points are farther apart, seen from its center:
/// 2 sin(15° / 2), the chord of that angle in a unit sphere.
const SLIVER_CHORD: f64 = 0.261_052_384;

/// Neighbours of a sample among samples in a plane: a hexagon's and a few.
const NEAREST: usize = 8;

impl MedialAxis {
    /// The medial axis of a body that `inside` describes. Samples that span no volume have no
    /// sphere, and only their neighbours.
    ///
    /// # Cost
    /// The Delaunay triangulation, and one call of `inside` for each tetrahedron; some seven
    /// tetrahedra for each sample, a third of them inside.
    pub fn of(samples: Vec<Sample>, inside: &(dyn Fn(Vec3) -> bool + Sync)) -> MedialAxis {
        let points: Vec<Vec3> = samples.iter().map(|s| s.point).collect();
        let Ok(delaunay) = Delaunay::new(&points) else {
            return MedialAxis {
                samples,
                spheres: Vec::new(),
                forming: Csr::default(),
                neighbours: Csr::default(),
                sample_neighbours: nearest_samples(&points),
            };
        };
        let diagonal = Aabb::of_points(&points).size().length();
        let vertices = voronoi_vertices(&delaunay, &points, diagonal, inside);
        let centers: Vec<Vec3> = vertices.kept.iter().map(|(_, ball)| ball.center).collect();
        let (cluster, count) = coincident(&centers, COINCIDENT * diagonal);
        let forming = forming(&delaunay, &vertices, &cluster, count);
        MedialAxis {
            spheres: joined(&points, &vertices, &cluster, &forming),
            neighbours: adjacency(&delaunay, &vertices, &cluster, count),
            sample_neighbours: sample_neighbours(&delaunay, points.len()),
            samples,
            forming,
        }
    }
}

/// What becomes of each Voronoi vertex.
struct Vertices {
    /// The tetrahedra whose vertices are kept, and their spheres.
    kept: Vec<(u32, Ball)>,
    /// For each tetrahedron its place in `kept`, or one of the two below.
    place: Vec<u32>,
}

/// The place of a vertex outside of the body, or hardly inside a huge sphere.
const OUTSIDE: u32 = u32::MAX;
/// The place of a sliver's vertex inside.
const SLIVER: u32 = u32::MAX - 1;

fn voronoi_vertices(
    delaunay: &Delaunay,
    points: &[Vec3],
    diagonal: f64,
    inside: &(dyn Fn(Vec3) -> bool + Sync),
) -> Vertices {
    let sphere = |tet: &[u32; 4]| {
        let corners = tet.map(|v| points[v as usize]);
        // Nearly flat tetrahedra have their centers far away, or nowhere.
        let ball = circumball(&corners).filter(|ball| ball.radius <= diagonal)?;
        inside(ball.center).then(|| (ball, is_sliver(&ball, &corners, diagonal)))
    };
    let spheres: Vec<_> = delaunay.tets.par_iter().map(sphere).collect();
    let mut kept = Vec::new();
    let place = (0u32..).zip(spheres).map(|(tet, sphere)| match sphere {
        None => OUTSIDE,
        Some((_, true)) => SLIVER,
        Some((ball, false)) => {
            kept.push((tet, ball));
            (kept.len() - 1) as u32
        }
    });
    let place = place.collect();
    Vertices { kept, place }
}

/// Whether the forming points are all seen in one direction, or the center is not known to within a
/// tenth of what makes vertices coincident.
fn is_sliver(ball: &Ball, corners: &[Vec3; 4], diagonal: f64) -> bool {
    let [u, v, w] = [1, 2, 3].map(|k| corners[k] - corners[0]);
    let edges = [u, v, w, v - u, w - v, u - w];
    let longest = edges.iter().map(|e| e.length()).fold(0.0, f64::max);
    // The center is a sum of products of four edges, over twice this.
    let six_volumes = u.dot(v.cross(w)).abs();
    let doubt = 16.0 * f64::EPSILON * longest * longest * (longest * longest / six_volumes);
    longest < SLIVER_CHORD * ball.radius || doubt > 0.1 * COINCIDENT * diagonal
}

/// For each point the number of its cluster, points nearer than `tolerance` being in one, and how
/// many clusters there are. Numbered in the order of their first points.
fn coincident(points: &[Vec3], tolerance: f64) -> (Vec<u32>, usize) {
    let mut leader: Vec<u32> = (0..points.len() as u32).collect();
    let root = |leader: &[u32], mut i: u32| {
        while leader[i as usize] != i {
            i = leader[i as usize];
        }
        i
    };
    if tolerance > 0.0 {
        let grid = Grid::new(points, tolerance);
        for i in 0..points.len() as u32 {
            let p = points[i as usize];
            grid.near(p, |j| {
                if j < i && points[j as usize].distance(p) <= tolerance {
                    let (a, b) = (root(&leader, i), root(&leader, j));
                    leader[a.max(b) as usize] = a.min(b);
                }
            });
            // Later searches are short.
            leader[i as usize] = root(&leader, i);
        }
    }
    let mut number = vec![0; points.len()];
    let mut count = 0;
    for i in 0..points.len() {
        let of = root(&leader, i as u32) as usize;
        if of == i {
            number[i] = count;
            count += 1;
        } else {
            number[i] = number[of];
        }
    }
    (number, count as usize)
}

fn forming(delaunay: &Delaunay, vertices: &Vertices, cluster: &[u32], count: usize) -> Csr {
    let corners = vertices.kept.iter().zip(cluster);
    let pairs = corners.flat_map(|((tet, _), c)| delaunay.tets[*tet as usize].map(|v| [*c, v]));
    Csr::from_pairs(pairs.collect(), count)
}

/// The sphere of each cluster: about its first vertex, through the farthest forming point.
fn joined(points: &[Vec3], vertices: &Vertices, cluster: &[u32], forming: &Csr) -> Vec<Ball> {
    let mut spheres: Vec<Ball> = Vec::with_capacity(forming.len());
    for ((_, ball), c) in vertices.kept.iter().zip(cluster) {
        if *c as usize == spheres.len() {
            let mut ball = *ball;
            for v in forming.get(*c as usize) {
                let distance = ball.center.distance(points[*v as usize]);
                ball.radius = ball.radius.max(distance);
            }
            spheres.push(ball);
        }
    }
    spheres
}

/// Adjacent clusters: across a face of two tetrahedra, or of one sliver or several joined by faces.
fn adjacency(delaunay: &Delaunay, vertices: &Vertices, cluster: &[u32], count: usize) -> Csr {
    let mut pairs = Vec::new();
    let mut join = |a: u32, b: u32| {
        if a != b {
            pairs.extend([[a, b], [b, a]]);
        }
    };
    for ((tet, _), c) in vertices.kept.iter().zip(cluster) {
        for place in inner_places(delaunay, vertices, *tet) {
            if place < SLIVER {
                join(*c, cluster[place as usize]);
            }
        }
    }
    let mut seen = vec![false; delaunay.tets.len()];
    for tet in 0..delaunay.tets.len() as u32 {
        let around = around_slivers(delaunay, vertices, tet, &mut seen);
        let around: Vec<u32> = around.iter().map(|p| cluster[*p as usize]).collect();
        // A chain connects them; with four or fewer, all pairs do not cost more.
        let all = around.len() <= 4;
        for (i, a) in around.iter().enumerate() {
            let later = &around[i + 1..];
            let later = if all {
                later
            } else {
                &later[..later.len().min(1)]
            };
            later.iter().for_each(|b| join(*a, *b));
        }
    }
    Csr::from_pairs(pairs, count)
}

/// The kept vertices around the slivers that hang together with this one; none for another
/// tetrahedron, or one that was seen.
fn around_slivers(
    delaunay: &Delaunay,
    vertices: &Vertices,
    tet: u32,
    seen: &mut [bool],
) -> Vec<u32> {
    let mut around = Vec::new();
    let mut slivers = vec![tet];
    while let Some(tet) = slivers.pop() {
        let is_sliver = vertices.place[tet as usize] == SLIVER;
        if !is_sliver || std::mem::replace(&mut seen[tet as usize], true) {
            continue;
        }
        around.extend(inner_places(delaunay, vertices, tet).filter(|p| *p < SLIVER));
        let beyond = delaunay.neighbours[tet as usize];
        slivers.extend(beyond.iter().filter(|t| **t != NONE));
    }
    around.sort_unstable();
    around.dedup();
    around
}

/// The places of the tetrahedra across the faces of one, those inside.
fn inner_places<'a>(
    delaunay: &'a Delaunay,
    vertices: &'a Vertices,
    tet: u32,
) -> impl Iterator<Item = u32> + 'a {
    let beyond = delaunay.neighbours[tet as usize].into_iter();
    let places = beyond.filter(|t| *t != NONE);
    let places = places.map(|t| vertices.place[t as usize]);
    places.filter(|place| *place != OUTSIDE)
}

/// The other ends of the Delaunay edges at each point; a repeated point has the first one there.
fn sample_neighbours(delaunay: &Delaunay, count: usize) -> Csr {
    let mut pairs = Vec::with_capacity(12 * delaunay.tets.len());
    for tet in &delaunay.tets {
        for (i, v) in tet.iter().enumerate() {
            let others = tet.iter().enumerate().filter(|(j, _)| *j != i);
            pairs.extend(others.map(|(_, w)| [*v, *w]));
        }
    }
    for (i, first) in (0u32..).zip(&delaunay.first) {
        if i != *first {
            pairs.extend([[i, *first], [*first, i]]);
        }
    }
    Csr::from_pairs(pairs, count)
}

/// The nearest points of each point, in both directions.
fn nearest_samples(points: &[Vec3]) -> Csr {
    let mut pairs = Vec::new();
    let mut lonely: Vec<u32> = (0..points.len() as u32).collect();
    let wanted = NEAREST.min(points.len().saturating_sub(1));
    let size = points
        .iter()
        .fold(0.0, |size: f64, p| size.max(p.distance(points[0])));
    // In a square, this is about half the distance that holds enough.
    let mut reach = size / (points.len().max(1) as f64).sqrt();
    while !lonely.is_empty() && wanted > 0 {
        let all = reach >= 2.0 * size;
        let grid = Grid::new(points, if all { f64::MAX } else { reach });
        lonely.retain(|i| {
            let mut near = Vec::new();
            let p = points[*i as usize];
            grid.near(p, |j| {
                let distance = p.distance(points[j as usize]);
                if j != *i && (all || distance <= reach) {
                    near.push((distance, j));
                }
            });
            let enough = near.len() >= wanted;
            if enough {
                near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                near.truncate(wanted);
                pairs.extend(near.iter().flat_map(|(_, j)| [[*i, *j], [*j, *i]]));
            }
            !enough
        });
        reach *= 2.0;
    }
    Csr::from_pairs(pairs, points.len())
}

#[cfg(test)]
mod tests;
