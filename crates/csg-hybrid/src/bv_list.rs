//! List of the bounding volumes of a node [Su07 §2.4].
//!
//! "The nodes of the BV list are linked in ascending order according to the degree of fitness."
//! As the fitness, "for simplicity, the volume of BV is stored". A `Vec` in that order is the list:
//! its order is the link field.

use crate::volumes::{BoundingVolume, SolidPoints, VolumeKind, solid_volume};
use geometry::Vec3;

/// Volume of a BV list: type and parameters, and its degree of fitness.
#[derive(Clone, Debug, PartialEq)]
pub struct BvNode {
    /// Type and parameters, in local space.
    pub volume: BoundingVolume,
    /// Fitness degree: the volume in cubic scene units, rounded. Zero if it underflows.
    pub fitness: f64,
    /// `f = 1 − V_object / V_BV`, from 0 for an exact fit to 1 [Su07 §3].
    pub emptiness: f64,
}

/// Bounding volumes of a node of a CSG tree, the smallest first: one of each type.
#[derive(Clone, Debug, PartialEq)]
pub struct BvList {
    nodes: Vec<BvNode>,
}

impl BvList {
    /// Builds the list from the vertices and triangles of a node's B-rep, in local space. `None`
    /// without points, or if a coordinate is not finite or too large to be bounded.
    ///
    /// Each volume contains all points, proved despite rounding. The list of flat points lacks the
    /// hull. The volume of the object is that of the closed surface.
    ///
    /// # Panics
    /// If a triangle names a point that is not there.
    ///
    /// # Cost
    /// That of the convex hull, and some thousand passes over its vertices. Meant for
    /// preprocessing.
    pub fn new(points: &[Vec3], triangles: &[[u32; 3]]) -> Option<BvList> {
        let solid = SolidPoints::new(points, triangles)?;
        let scale = solid.scale();
        let object = solid_volume(points, triangles, scale);
        let volumes = VolumeKind::ALL
            .into_iter()
            .filter_map(|kind| solid.smallest(kind));
        // At unit size, where volumes of small bodies do not underflow.
        let mut sized: Vec<(f64, BoundingVolume)> = volumes
            .map(|volume| (volume.scaled_volume(scale), volume))
            .collect();
        sized.sort_by(|a, b| a.0.total_cmp(&b.0));
        let node = |(size, volume): (f64, BoundingVolume)| BvNode {
            fitness: volume.volume(),
            emptiness: emptiness(object, size),
            volume,
        };
        (!sized.is_empty()).then(|| BvList {
            nodes: sized.into_iter().map(node).collect(),
        })
    }

    /// Returns a list of these volumes, as they are.
    #[cfg(test)]
    pub(crate) fn of_nodes(nodes: Vec<BvNode>) -> BvList {
        BvList { nodes }
    }

    /// Returns the volumes, the smallest first.
    pub fn nodes(&self) -> &[BvNode] {
        &self.nodes
    }

    /// Returns the index of the volume of a type. `None` for the hull of flat points.
    pub fn index_of(&self, kind: VolumeKind) -> Option<usize> {
        self.nodes
            .iter()
            .position(|node| node.volume.kind() == kind)
    }
}

/// Returns `f = 1 − V_object / V_BV`, or 0 for a volume without contents, which fits exactly.
fn emptiness(object: f64, volume: f64) -> f64 {
    if volume > 0.0 {
        (1.0 - object / volume).clamp(0.0, 1.0)
    } else {
        0.0
    }
}
