//! Proof of a stored tree: repeats all proofs of [`build`](super::build).

use super::{BuildOptions, Builder, SphereFit, check, met};
use crate::build::coverage::{check_levels, check_regions, check_strictly};
use crate::build::hierarchy::SphereHierarchy;
use crate::build::normalized_mesh::NormalizedMesh;
use crate::build::octree::octree;
use crate::tree::{Coverage, SphereTree};
use geometry::{Ball, Mesh};
use rayon::prelude::*;

/// Proves that a tree keeps its policy of coverage and that its bounds hold.
///
/// # Cost
/// About that of the last two stages of a build: every sphere is measured again.
///
/// # Errors
/// The first claim that does not hold.
pub fn verify(mesh: &Mesh, options: &BuildOptions, tree: &SphereTree) -> Result<(), String> {
    check(options).map_err(|error| error.to_string())?;
    if options.coverage != tree.coverage {
        return Err("its coverage is not that of its options".to_owned());
    }
    tree.check(mesh)?;
    let surface = NormalizedMesh::new(mesh);
    let hierarchy = hierarchy_of(tree, surface.scale());
    verify_coverage(&surface, options, tree, &hierarchy)?;
    let back = 1.0 / surface.scale();
    let broken = (0..tree.len()).into_par_iter().find_map_first(|node| {
        let fit = SphereFit::of(&surface, &hierarchy.balls[node]);
        let claims = [
            ("reach", tree.reach[node] >= fit.reach * back),
            (
                "surface_reach",
                tree.surface_reach[node] >= fit.surface_reach * back,
            ),
            ("inner", tree.inner[node] <= fit.inner * back),
        ];
        let (name, _) = claims.into_iter().find(|(_, holds)| !holds)?;
        Some(format!("the `{name}` of sphere {node} does not hold"))
    });
    broken.map_or(Ok(()), Err)
}

fn hierarchy_of(tree: &SphereTree, scale: f64) -> SphereHierarchy {
    let ball =
        |(center, radius): (&geometry::Vec3, &f64)| Ball::new(*center * scale, radius * scale);
    SphereHierarchy {
        balls: tree.centers.iter().zip(&tree.radii).map(ball).collect(),
        levels: tree.levels.clone(),
        children: tree.children.clone(),
    }
}

fn verify_coverage(
    surface: &NormalizedMesh,
    options: &BuildOptions,
    tree: &SphereTree,
    hierarchy: &SphereHierarchy,
) -> Result<(), String> {
    let lists: Vec<Vec<u32>> = (0..tree.len() as u32)
        .map(|node| tree.faces(node).to_vec())
        .collect();
    if tree.coverage == Coverage::Regions {
        // Spheres of octants meet in single points at the corners of octants, where halving a face
        // does not end. Splitting the octants again proves their coverage.
        if options.builder == Builder::Octree {
            let (octants, faces) = octree(surface, options.depth);
            if (hierarchy, &lists) == (&octants, &faces) {
                return Ok(());
            }
        }
        return check_regions(surface, hierarchy, &lists)
            .map_err(|face| format!("the spheres that list face {face} do not cover it"));
    }
    if lists != met(surface, hierarchy) {
        return Err("its leaves do not list the faces that they meet".to_owned());
    }
    if tree.coverage == Coverage::Strict {
        return check_strictly(surface, hierarchy).map_err(|(node, face)| match node {
            0 => format!("the root or its children leave face {face} open"),
            node => format!("the children of sphere {node} leave face {face} open"),
        });
    }
    check_levels(surface, hierarchy)
        .map_err(|(level, face)| format!("level {level} leaves face {face} open"))
}
