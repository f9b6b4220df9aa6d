//! Medial-axis surface: interior Voronoi vertices and their adjacency [Hubbard96 §7, third step].
//!
//! Good for closed bodies with dense samples. With `n` samples: about `7n` tetrahedra, one inside
//! test each, a third of them inside. The essence:
//! 1. Triangulate the samples. The center of a tetrahedron's circumsphere is a Voronoi vertex, and
//!    its corners are the "four points thus associated with a vertex", its forming points.
//! 2. "Only the Voronoi vertices interior to the polyhedron lie on the medial-axis surface." Keep
//!    those, except slivers (D4).
//! 3. "treat a set of coincident vertices as one vertex that inherits the adjacency of the set".
//! 4. Make the vertices of neighboring tetrahedra adjacent (D3), also across slivers.
//!
//! # Departures
//! Two medial spheres are adjacent if a Voronoi *edge* joins their centers. In the paper they are
//! if they share a Voronoi *face*. Face adjacency only adds pairs that a path of edges already
//! connects, but many of them (D3).
//!
//! A vertex is left out if all its forming points lie within 15 degrees of each other, seen from
//! the center (D4). Such a sliver joins points of one smooth patch of the surface. Its center can
//! lie anywhere along the normal, however dense the samples are. A vertex is also left out if its
//! tetrahedron is too flat to compute the center. The neighbors of such a vertex become adjacent to
//! each other.

use crate::delaunay::{Delaunay, NONE};
use crate::grid::Grid;
use crate::sampling::Sample;
use geometry::ball::circumball;
use geometry::{Aabb, Ball, Csr, Vec3};
use rayon::prelude::*;

/// Spheres about the interior Voronoi vertices of samples of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct MedialAxis {
    /// Samples in the mesh's local space: the paper's `P`.
    pub samples: Vec<Sample>,
    /// Spheres in the mesh's local space. None contains a sample in its interior, up to rounding
    /// and [`COINCIDENT`]. Their order depends on the positions of the samples only.
    pub spheres: Vec<Ball>,
    /// Forming points of each sphere: at least four samples on it, sorted.
    pub forming: Csr,
    /// Adjacent spheres of each sphere: sorted, symmetric, without itself.
    pub neighbors: Csr,
    /// Neighbors of each sample: those whose Voronoi cells touch, or some of the nearest if all
    /// samples lie in a plane. Sorted, symmetric, without itself.
    pub sample_neighbors: Csr,
}

/// Distance below which Voronoi vertices coincide, relative to the diagonal of the samples' box. It
/// is far above the rounding of a center and far below the distance of samples.
pub const COINCIDENT: f64 = 1e-7;

/// Largest chord between forming points of a sliver in a unit sphere: `2 sin(15° / 2)`.
const SLIVER_CHORD: f64 = 0.261_052_384;

/// Number of neighbors of a sample if all samples lie in a plane: those of a hexagonal grid and two
/// more.
const NEAREST: usize = 8;

/// Two departures from the paper. Without them the medial axis is that of its text, to measure what
/// they buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MedialOptions {
    /// Spheres are adjacent if a Voronoi edge joins them (D3). Otherwise if they are on one Voronoi
    /// face, as in the paper.
    pub edge_adjacency: bool,
    /// Leaves out slivers (D4). Otherwise only vertices whose position cannot be computed are left
    /// out.
    pub drops_slivers: bool,
}

impl Default for MedialOptions {
    fn default() -> MedialOptions {
        MedialOptions {
            edge_adjacency: true,
            drops_slivers: true,
        }
    }
}

impl MedialAxis {
    /// Returns the medial axis of a body, with all departures. `inside` decides which points are in
    /// the body. Samples that span no volume have no spheres, only neighbors.
    ///
    /// # Cost
    /// The Delaunay triangulation, and one call of `inside` per tetrahedron. There are about seven
    /// tetrahedra per sample, a third of them inside.
    pub fn of(samples: Vec<Sample>, inside: &(dyn Fn(Vec3) -> bool + Sync)) -> MedialAxis {
        MedialAxis::with(samples, inside, MedialOptions::default())
    }

    /// Returns the medial axis of a body, with or without departures. See [`MedialAxis::of`].
    ///
    /// # Cost
    /// Adjacency on Voronoi faces has several times as many pairs.
    pub fn with(
        samples: Vec<Sample>,
        inside: &(dyn Fn(Vec3) -> bool + Sync),
        options: MedialOptions,
    ) -> MedialAxis {
        let points: Vec<Vec3> = samples.iter().map(|s| s.point).collect();
        let Ok(delaunay) = Delaunay::new(&points) else {
            return MedialAxis {
                samples,
                spheres: Vec::new(),
                forming: Csr::default(),
                neighbors: Csr::default(),
                sample_neighbors: nearest_samples(&points),
            };
        };
        let diagonal = Aabb::of_points(&points).size().length();
        let vertices = voronoi_vertices(&delaunay, &points, diagonal, inside, options);
        let centers: Vec<Vec3> = vertices.kept.iter().map(|(_, ball)| ball.center).collect();
        let (cluster, count) = coincident(&centers, COINCIDENT * diagonal);
        let forming = forming(&delaunay, &vertices, &cluster, count);
        MedialAxis {
            spheres: joined(&points, &vertices, &cluster, &forming),
            neighbors: adjacency(&delaunay, &vertices, &cluster, count, options),
            sample_neighbors: sample_neighbors(&delaunay, points.len()),
            samples,
            forming,
        }
    }
}

/// Classified Voronoi vertices.
struct Vertices {
    /// Tetrahedra whose vertices are kept, with their spheres.
    kept: Vec<(u32, Ball)>,
    /// Index in `kept` of each tetrahedron, or [`OUTSIDE`] or [`SLIVER`].
    index: Vec<u32>,
}

/// Index of a vertex outside the body, or of a sphere larger than the body.
const OUTSIDE: u32 = u32::MAX;
/// Index of a sliver's vertex inside the body.
const SLIVER: u32 = u32::MAX - 1;

/// Classifies the Voronoi vertex of each tetrahedron: step 2.
fn voronoi_vertices(
    delaunay: &Delaunay,
    points: &[Vec3],
    diagonal: f64,
    inside: &(dyn Fn(Vec3) -> bool + Sync),
    options: MedialOptions,
) -> Vertices {
    let sphere = |tet: &[u32; 4]| {
        let corners = tet.map(|v| points[v as usize]);
        // The center of a nearly flat tetrahedron is far away or undefined.
        let ball = circumball(&corners).filter(|ball| ball.radius <= diagonal)?;
        let is_left_out = || is_sliver(&ball, &corners, diagonal, options);
        inside(ball.center).then(|| (ball, is_left_out()))
    };
    let spheres: Vec<_> = delaunay.tets.par_iter().map(sphere).collect();
    let mut kept = Vec::new();
    let index = (0u32..).zip(spheres).map(|(tet, sphere)| match sphere {
        None => OUTSIDE,
        Some((_, true)) => SLIVER,
        Some((ball, false)) => {
            kept.push((tet, ball));
            (kept.len() - 1) as u32
        }
    });
    let index = index.collect();
    Vertices { kept, index }
}

/// Returns true if the vertex is a sliver (D4): all forming points lie in one direction from the
/// center, or the error of the center may exceed a tenth of [`COINCIDENT`].
fn is_sliver(ball: &Ball, corners: &[Vec3; 4], diagonal: f64, options: MedialOptions) -> bool {
    let [u, v, w] = [1, 2, 3].map(|k| corners[k] - corners[0]);
    let edges = [u, v, w, v - u, w - v, u - w];
    let longest = edges.iter().map(|e| e.length()).fold(0.0, f64::max);
    // The center is a sum of products of four edges, divided by `12 V`. Its error is that of the
    // sum, divided by the volume.
    let six_volumes = u.dot(v.cross(w)).abs();
    let doubt = 16.0 * f64::EPSILON * longest * longest * (longest * longest / six_volumes);
    let one_way = longest < SLIVER_CHORD * ball.radius;
    (options.drops_slivers && one_way) || doubt > 0.1 * COINCIDENT * diagonal
}

/// Returns the cluster of each point, and the number of clusters: step 3.
///
/// Points closer than `tolerance` are in one cluster. Clusters are numbered in the order of their
/// first points.
fn coincident(points: &[Vec3], tolerance: f64) -> (Vec<u32>, usize) {
    // Union-find. The root of a cluster is its lowest index.
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
            // Path compression keeps later searches short.
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

/// Returns the forming points of each cluster: the corners of its tetrahedra.
fn forming(delaunay: &Delaunay, vertices: &Vertices, cluster: &[u32], count: usize) -> Csr {
    let corners = vertices.kept.iter().zip(cluster);
    let pairs = corners.flat_map(|((tet, _), c)| delaunay.tets[*tet as usize].map(|v| [*c, v]));
    Csr::from_pairs(pairs.collect(), count)
}

/// Returns the sphere of each cluster: about its first vertex, through the farthest forming point.
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

/// Returns the adjacent clusters of each cluster: step 4.
///
/// Clusters are adjacent if two of their tetrahedra share a face, or if a component of slivers
/// joins them.
fn adjacency(
    delaunay: &Delaunay,
    vertices: &Vertices,
    cluster: &[u32],
    count: usize,
    options: MedialOptions,
) -> Csr {
    let mut pairs = if options.edge_adjacency {
        Vec::new()
    } else {
        on_one_face(delaunay, vertices, cluster)
    };
    let mut join = |a: u32, b: u32| {
        if a != b {
            pairs.extend([[a, b], [b, a]]);
        }
    };
    for ((tet, _), c) in vertices.kept.iter().zip(cluster) {
        for index in inner_indices(delaunay, vertices, *tet) {
            if index < SLIVER {
                join(*c, cluster[index as usize]);
            }
        }
    }
    let mut seen = vec![false; delaunay.tets.len()];
    for tet in 0..delaunay.tets.len() as u32 {
        let around = around_slivers(delaunay, vertices, tet, &mut seen);
        let around: Vec<u32> = around.iter().map(|p| cluster[*p as usize]).collect();
        // The clusters around a component of slivers become adjacent. A chain is enough to connect
        // many. For four or fewer, all pairs cost little and offer more mergers.
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

/// Returns the pairs of clusters on one Voronoi face, both ways: "Vertices in the Voronoi diagram
/// are adjacent to each other if they lie on the same face of a Voronoi cell" [§7].
///
/// The vertices of a face are those of the tetrahedra around one edge.
fn on_one_face(delaunay: &Delaunay, vertices: &Vertices, cluster: &[u32]) -> Vec<[u32; 2]> {
    let mut around: Vec<([u32; 2], u32)> = Vec::with_capacity(6 * vertices.kept.len());
    for ((tet, _), c) in vertices.kept.iter().zip(cluster) {
        let mut corners = delaunay.tets[*tet as usize];
        corners.sort_unstable();
        for (i, v) in corners.iter().enumerate() {
            around.extend(corners[..i].iter().map(|u| ([*u, *v], *c)));
        }
    }
    around.sort_unstable();
    around.dedup();
    let mut pairs = Vec::new();
    for face in around.chunk_by(|s, t| s.0 == t.0) {
        for (i, (_, a)) in face.iter().enumerate() {
            pairs.extend(face[..i].iter().flat_map(|(_, b)| [[*a, *b], [*b, *a]]));
        }
    }
    pairs
}

/// Returns the kept vertices around the component of slivers that contains `tet`. Returns none if
/// `tet` is no sliver, or was seen.
fn around_slivers(
    delaunay: &Delaunay,
    vertices: &Vertices,
    tet: u32,
    seen: &mut [bool],
) -> Vec<u32> {
    let mut around = Vec::new();
    let mut slivers = vec![tet];
    while let Some(tet) = slivers.pop() {
        let is_sliver = vertices.index[tet as usize] == SLIVER;
        if !is_sliver || std::mem::replace(&mut seen[tet as usize], true) {
            continue;
        }
        around.extend(inner_indices(delaunay, vertices, tet).filter(|p| *p < SLIVER));
        let beyond = delaunay.neighbors[tet as usize];
        slivers.extend(beyond.iter().filter(|t| **t != NONE));
    }
    around.sort_unstable();
    around.dedup();
    around
}

/// Returns the indices of the neighbors of a tetrahedron that are not outside.
fn inner_indices<'a>(
    delaunay: &'a Delaunay,
    vertices: &'a Vertices,
    tet: u32,
) -> impl Iterator<Item = u32> + 'a {
    let beyond = delaunay.neighbors[tet as usize].into_iter();
    let indices = beyond.filter(|t| *t != NONE);
    let indices = indices.map(|t| vertices.index[t as usize]);
    indices.filter(|index| *index != OUTSIDE)
}

/// Returns the Delaunay neighbors of each point. The neighbor of a repeated point is its first
/// copy.
fn sample_neighbors(delaunay: &Delaunay, count: usize) -> Csr {
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

/// Returns the nearest points of each point, made symmetric.
fn nearest_samples(points: &[Vec3]) -> Csr {
    let mut pairs = Vec::new();
    let mut lonely: Vec<u32> = (0..points.len() as u32).collect();
    let wanted = NEAREST.min(points.len().saturating_sub(1));
    let size = points
        .iter()
        .fold(0.0, |size: f64, p| size.max(p.distance(points[0])));
    // Search in a grid of growing cells. In a square of points, the first radius is about half of
    // what is needed.
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
