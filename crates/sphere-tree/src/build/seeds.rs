//! Initial spheres of the merging: those of the medial axis, and samples that form none.
//!
//! The essence [Hubbard96 §7, §8]:
//! 1. Spread samples over the surface. Add vertices that are far from all of them (D4), and samples
//!    in narrow gaps and necks, where the Voronoi diagram of the others is wrong.
//! 2. Take a sphere at each interior Voronoi vertex. It touches the samples that form it, so it is
//!    about as large as fits into the body there.
//! 3. Take a sphere of radius 0 at each sample that forms none (D2). So each sample forms a sphere,
//!    and a merged sphere contains its forming points: no sample is lost, whatever is merged.
//! 4. Join the components of the medial axis where they are near each other (D1, stage a), so that
//!    merging can compare them before each has become one sphere.

use super::merging::Seeds;
use super::{BuildError, BuildOptions};
use crate::build::normalized_mesh::NormalizedMesh;
use geometry::{Ball, Csr, Vec3};
use medial_axis::gaps;
use medial_axis::grid::Grid;
use medial_axis::sampling::{Sample, sample};
use medial_axis::voronoi::{MedialAxis, MedialOptions};

/// Distance to all samples above which a vertex becomes a sample, relative to their mean spacing
/// (D4).
const VERTEX_APART: f64 = 0.5;

/// Maximum number of samples after the refinement of gaps and necks, relative to the number before.
const GAPS_LIMIT: usize = 2;

/// Returns the spheres at interior Voronoi vertices, and the number of missing samples in gaps and
/// necks.
///
/// Samples that form no sphere, as on open or flat bodies, become spheres of radius 0, so that
/// merging covers them, too (D2).
pub(super) fn of(
    surface: &NormalizedMesh,
    options: &BuildOptions,
    stage: &dyn Fn(&'static str) -> Result<(), BuildError>,
) -> Result<(Seeds, usize), BuildError> {
    stage("spreading points")?;
    let mut samples = sample(surface.mesh(), options.samples, options.seed);
    let departures = options.departures;
    if departures.isolated_vertices {
        add_vertices(surface, &mut samples);
    }
    let mut left = 0;
    if options.gaps {
        stage("refining gaps and necks")?;
        let limit = GAPS_LIMIT * samples.len();
        let refined = gaps::refine(surface.mesh(), samples, limit);
        (samples, left) = (refined.samples, refined.left);
    }
    stage("finding the medial axis")?;
    let inside = |p: Vec3| surface.seems_to_contain(p);
    let of_axis = MedialOptions {
        edge_adjacency: departures.edge_adjacency,
        drops_slivers: departures.drops_slivers,
    };
    let axis = MedialAxis::with(samples, &inside, of_axis);
    Ok((joined(&axis, departures.joined_components), left))
}

/// Adds the vertices far from all samples: tips, and parts so small that no sample fell on them
/// (D4).
fn add_vertices(surface: &NormalizedMesh, samples: &mut Vec<Sample>) {
    let mesh = surface.mesh();
    let area: f64 = (0..mesh.face_count())
        .map(|face| mesh.triangle(face).area_vector().length() / 2.0)
        .sum();
    // The mean distance of samples is about the root of the area that each one has.
    let apart = VERTEX_APART * (area / samples.len() as f64).sqrt();
    if apart <= 0.0 {
        return;
    }
    let points: Vec<Vec3> = samples.iter().map(|s| s.point).collect();
    let grid = Grid::new(&points, apart);
    let mut seen = vec![false; mesh.vertices().len()];
    for (face, corners) in (0u32..).zip(mesh.triangles()) {
        let normal = mesh
            .triangle(face as usize)
            .area_vector()
            .normalize_or_zero();
        for vertex in corners.map(|v| v as usize) {
            // Only a face with an area gives a vertex its normal; a later face of the vertex may.
            if normal == Vec3::ZERO || std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            let point = mesh.vertices()[vertex];
            let mut alone = true;
            grid.near(point, |i| {
                alone &= points[i as usize].distance(point) > apart
            });
            if alone {
                samples.push(Sample {
                    point,
                    face,
                    normal,
                });
            }
        }
    }
}

/// Returns medial spheres and isolated samples with their adjacency. If `components`, those of the
/// medial axis become adjacent (D1, stage a).
fn joined(axis: &MedialAxis, components: bool) -> Seeds {
    let count = axis.samples.len();
    let mut formed: Vec<Vec<u32>> = vec![Vec::new(); count];
    for sphere in 0..axis.spheres.len() {
        for p in axis.forming.get(sphere) {
            formed[*p as usize].push(sphere as u32);
        }
    }
    // D2. The seed of each sample that forms no medial sphere.
    let mut own = vec![u32::MAX; count];
    let mut balls = axis.spheres.clone();
    for p in (0..count).filter(|p| formed[*p].is_empty()) {
        own[p] = balls.len() as u32;
        balls.push(Ball::new(axis.samples[p].point, 0.0));
    }
    let medial = 0..axis.spheres.len();
    let mut forming: Vec<Vec<u32>> = medial
        .clone()
        .map(|s| axis.forming.get(s).to_vec())
        .collect();
    let mut neighbors: Vec<Vec<u32>> = medial.map(|s| axis.neighbors.get(s).to_vec()).collect();
    for p in (0..count).filter(|p| own[*p] != u32::MAX) {
        forming.push(vec![p as u32]);
        add_isolated(
            axis.sample_neighbors.get(p),
            &formed,
            (&own, own[p]),
            &mut neighbors,
        );
    }
    if components {
        connect(&axis.sample_neighbors, &formed, &own, &mut neighbors);
    }
    for list in &mut neighbors {
        list.sort_unstable();
        list.dedup();
    }
    Seeds {
        balls,
        forming: Csr::from_lists(forming),
        neighbors: Csr::from_lists(neighbors),
        points: axis.samples.iter().map(|s| s.point).collect(),
        normals: axis.samples.iter().map(|s| s.normal).collect(),
    }
}

/// Adds the neighbors of the seed of an isolated sample. `near` are the Delaunay neighbors of the
/// sample, and `own` has the seed of each isolated sample.
fn add_isolated(
    near: &[u32],
    formed: &[Vec<u32>],
    (own, seed): (&[u32], u32),
    neighbors: &mut Vec<Vec<u32>>,
) {
    let mut adjacent = Vec::new();
    for q in near.iter().map(|q| *q as usize) {
        match own[q] {
            // The neighbor forms medial spheres. One of them becomes adjacent, both ways.
            u32::MAX => {
                let sphere = formed[q][0];
                adjacent.push(sphere);
                neighbors[sphere as usize].push(seed);
            }
            other => adjacent.push(other),
        }
    }
    neighbors.push(adjacent);
}

/// Makes spheres of different components adjacent if they share a forming point, or if their
/// forming points are Delaunay neighbors (D1, stage a).
///
/// Otherwise each component of a body with many parts, or with thin necks, would merge to one
/// sphere before any two of them are compared.
fn connect(near: &Csr, formed: &[Vec<u32>], own: &[u32], neighbors: &mut [Vec<u32>]) {
    let piece = pieces(neighbors);
    let seeds = |p: usize| match own[p] {
        u32::MAX => &formed[p][..],
        _ => &own[p..=p],
    };
    for p in 0..near.len() {
        let first = seeds(p)[0];
        let around = near.get(p).iter().map(|q| *q as usize);
        let others = around.filter(|q| p < *q).map(|q| seeds(q)[0]);
        for other in seeds(p).iter().copied().chain(others) {
            if piece[first as usize] != piece[other as usize] {
                neighbors[first as usize].push(other);
                neighbors[other as usize].push(first);
            }
        }
    }
}

/// Returns the component of the medial axis of each seed, named by its lowest seed.
fn pieces(neighbors: &[Vec<u32>]) -> Vec<u32> {
    let mut piece = vec![u32::MAX; neighbors.len()];
    for start in 0..neighbors.len() {
        if piece[start] != u32::MAX {
            continue;
        }
        piece[start] = start as u32;
        let mut stack = vec![start];
        while let Some(seed) = stack.pop() {
            for next in neighbors[seed].iter().map(|n| *n as usize) {
                if piece[next] == u32::MAX {
                    piece[next] = start as u32;
                    stack.push(next);
                }
            }
        }
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Departures;
    use scenes::bodies;

    /// Seeds of a body without samples in gaps.
    fn seeds(mesh: &geometry::Mesh, samples: usize, departures: Departures) -> Seeds {
        let options = BuildOptions {
            samples,
            gaps: false,
            departures,
            ..BuildOptions::published()
        };
        of(&NormalizedMesh::new(mesh), &options, &|_| Ok(()))
            .unwrap()
            .0
    }

    fn components(seeds: &Seeds) -> usize {
        let neighbors: Vec<Vec<u32>> = (0..seeds.balls.len())
            .map(|seed| seeds.neighbors.get(seed).to_vec())
            .collect();
        let mut pieces = pieces(&neighbors);
        pieces.sort_unstable();
        pieces.dedup();
        pieces.len()
    }

    #[test]
    fn components_of_the_medial_axis_stay_apart_without_that_departure() {
        let cube = bodies::cube(1.0);
        let two = bodies::joined(&[cube.clone(), bodies::moved(&cube, geometry::Vec3::X * 1.5)]);
        assert_eq!(components(&seeds(&two, 300, Departures::ALL)), 1);
        let apart = Departures {
            joined_components: false,
            ..Departures::ALL
        };
        assert!(components(&seeds(&two, 300, apart)) >= 2);
    }

    #[test]
    fn isolated_vertices_become_samples_only_with_that_departure() {
        let lamp = bodies::lamp();
        let none = Departures {
            isolated_vertices: false,
            ..Departures::ALL
        };
        assert_eq!(seeds(&lamp, 100, none).points.len(), 100);
        assert!(seeds(&lamp, 100, Departures::ALL).points.len() > 100);
    }
}
