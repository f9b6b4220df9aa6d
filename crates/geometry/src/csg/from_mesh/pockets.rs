//! Route hull minus pockets: the convex hull, less what it has in excess, and so on.

use super::super::CsgOperation;
use super::super::primitive::facet_planes;
use super::check::CheckedMesh;
use super::formula::Formula;
use super::lids::InHull;
use super::parts::{Integers, SolidFace, solids};
use super::{BspLimits, ConversionError, cells};
use crate::Vec3;
use crate::hull::ConvexHull;

/// Largest depth that is used.
pub(super) const MAX_DEPTH: u32 = 64;

/// Conversion of one mesh.
struct Pockets<'a, 'w> {
    formula: &'a mut Formula<'w>,
    points: &'a [Vec3],
    integers: Integers,
}

/// Adds the solid of a mesh, and returns its node.
///
/// # Errors
/// [`ConversionError::TooLarge`] from route BSP, or [`ConversionError::TooManyLeaves`].
pub(super) fn convert(
    formula: &mut Formula<'_>,
    mesh: &CheckedMesh,
    depth: u32,
) -> Result<Option<u32>, ConversionError> {
    let face = |corners: &[u32; 3]| SolidFace {
        corners: *corners,
        lid: false,
    };
    let faces: Vec<SolidFace> = mesh.triangles.iter().map(face).collect();
    let mut pockets = Pockets {
        formula,
        points: &mesh.points,
        integers: Integers::of(&mesh.points),
    };
    pockets.region(&faces, depth.min(MAX_DEPTH))
}

impl Pockets<'_, '_> {
    /// Adds the solids of closed faces. Recursion ends with `depth`, at most [`MAX_DEPTH`].
    fn region(&mut self, faces: &[SolidFace], depth: u32) -> Result<Option<u32>, ConversionError> {
        let Ok(solids) = solids(self.points, &self.integers, faces) else {
            return self.bsp(faces);
        };
        let mut nodes = Vec::with_capacity(solids.len());
        for solid in solids {
            nodes.extend(self.solid(&solid, depth)?);
        }
        Ok(self.formula.union(nodes))
    }

    /// Adds one solid.
    fn solid(&mut self, faces: &[SolidFace], depth: u32) -> Result<Option<u32>, ConversionError> {
        self.formula.check_limit()?;
        self.formula.show(self.formula.side_tests_left());
        let mut used: Vec<u32> = faces.iter().flat_map(|face| face.corners).collect();
        used.sort_unstable();
        used.dedup();
        let corners: Vec<Vec3> = used.iter().map(|v| self.points[*v as usize]).collect();
        // Without a hull, as of flat corners, planes of faces divide the space instead.
        let Ok(hull) = ConvexHull::of_points(&corners) else {
            return self.bsp(faces);
        };
        let half_spaces = facet_planes(&hull);
        let in_hull = InHull {
            points: self.points,
            faces,
            used: &used,
            hull: &hull,
            half_spaces: &half_spaces,
        };
        let facets = in_hull.facets_of_faces();
        // Every face lies in a facet: the solid is its hull.
        if facets.iter().all(Option::is_some) {
            return Ok(Some(self.formula.hull(&hull, half_spaces)));
        }
        if depth == 0 {
            return self.bsp(faces);
        }
        let Ok(pockets) = in_hull.pocket_faces(&facets) else {
            return self.bsp(faces);
        };
        // The solid is its hull without its pockets, which are solids again.
        let whole = self.formula.hull(&hull, half_spaces);
        Ok(match self.region(&pockets, depth - 1)? {
            Some(removed) => {
                let difference = CsgOperation::Difference;
                Some(self.formula.branch(difference, whole, removed))
            }
            None => Some(whole),
        })
    }

    fn bsp(&mut self, faces: &[SolidFace]) -> Result<Option<u32>, ConversionError> {
        let triangles: Vec<[u32; 3]> = faces.iter().map(|face| face.corners).collect();
        cells::convert(self.formula, self.points, &triangles, BspLimits::MOST)
    }
}
