//! Delaunay tetrahedra of lattice points, points one ulp apart, and points at every scale.

use crate::Case;
use anyhow::{Result, anyhow};
use geometry::Vec3;
use medial_axis::delaunay::Delaunay;
use scenes::hostile::{self, Bodies};

/// Triangulates the vertices of a hostile scene. Coplanar points are refused.
pub(crate) fn check(case: &mut Case) -> Result<()> {
    let scene = hostile::scene(Bodies::Rigid, case.seed);
    let vertices = scene.bodies.iter().zip(&scene.frames[0].poses);
    let points: Vec<Vec3> = vertices
        .flat_map(|(body, pose)| {
            let map = pose.world_map();
            body.mesh().vertices().iter().map(move |p| map.apply(*p))
        })
        .collect();
    let text: String = points
        .iter()
        .map(|p| format!("{:?}\n", p.to_array()))
        .collect();
    case.files = vec![("points.txt".to_owned(), text.into())];
    match Delaunay::new(&points) {
        Ok(delaunay) => delaunay.check(&points).map_err(|fault| anyhow!(fault)),
        Err(_) => Ok(()),
    }
}
