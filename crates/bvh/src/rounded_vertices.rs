//! Vertices of a body, in the unit of a hierarchy: the fourth coordinate is 0.

use crate::hierarchy::{FaceVertices, UnitSpace};
use geometry::lanes::Point4;

impl UnitSpace {
    /// Puts all vertices of a body into `rounded`, each coordinate within 2⁻²⁵.
    pub(crate) fn round_vertices(&self, faces: &FaceVertices<'_>, rounded: &mut Vec<Point4>) {
        rounded.clear();
        rounded.extend(faces.vertices.iter().map(|v| {
            let [x, y, z] = self.of_point(*v).to_array();
            [x as f32, y as f32, z as f32, 0.0]
        }));
    }
}
