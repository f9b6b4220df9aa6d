//! Convex polygons of a node's boundary in world space, each corner mapped once.

use geometry::{Aabb, Triangle, Vec3, WorldMap};
use std::ops::Range;

/// Polygons in world space. Keeps its memory from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldPolygons {
    corners: Vec<Vec3>,
    polygons: Vec<WorldPolygon>,
}

/// Box and corners of one polygon.
#[derive(Clone, Debug)]
pub(crate) struct WorldPolygon {
    pub bounds: Aabb,
    corners: Range<u32>,
}

impl WorldPolygons {
    /// Replaces the polygons by those with these local corners whose boxes overlap `region`. Counts
    /// the corners that are moved, also those of other polygons.
    pub(crate) fn fill<C: Iterator<Item = Vec3>>(
        &mut self,
        map: &WorldMap,
        polygons: impl Iterator<Item = C>,
        region: Option<&Aabb>,
        moved: &mut u64,
    ) {
        self.corners.clear();
        self.polygons.clear();
        for local in polygons {
            let first = self.corners.len();
            self.corners.extend(local.map(|p| map.apply(p)));
            let corners = &self.corners[first..];
            *moved += corners.len() as u64;
            let bounds = corners.iter().copied().fold(Aabb::EMPTY, Aabb::with_point);
            if region.is_some_and(|region| !bounds.overlaps(region)) {
                self.corners.truncate(first);
                continue;
            }
            self.polygons.push(WorldPolygon {
                bounds,
                corners: first as u32..self.corners.len() as u32,
            });
        }
    }

    pub(crate) fn polygons(&self) -> &[WorldPolygon] {
        &self.polygons
    }

    /// Returns the box of all polygons.
    pub(crate) fn bounds(&self) -> Aabb {
        let boxes = self.polygons.iter().map(|polygon| polygon.bounds);
        boxes.fold(Aabb::EMPTY, Aabb::union)
    }

    /// Returns the fan of triangles of a polygon.
    pub(crate) fn triangles(&self, of: &WorldPolygon) -> impl Iterator<Item = Triangle> + '_ {
        let corners = &self.corners[of.corners.start as usize..of.corners.end as usize];
        let pairs = corners.windows(2).skip(1);
        pairs.map(move |pair| Triangle::new(corners[0], pair[0], pair[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Pose;

    #[test]
    fn polygons_are_moved_once_and_those_beyond_the_region_are_dropped() {
        let square = |x: f64| {
            let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            corners.map(|[u, v]| Vec3::new(x + u, v, 0.0)).into_iter()
        };
        let map = Pose::at(Vec3::Z).world_map();
        let (mut polygons, mut moved) = (WorldPolygons::default(), 0);
        polygons.fill(
            &map,
            [0.0, 4.0, 8.0].map(square).into_iter(),
            None,
            &mut moved,
        );
        assert_eq!((polygons.polygons().len(), moved), (3, 12));
        let (low, high) = (Vec3::Z, Vec3::new(9.0, 1.0, 1.0));
        assert_eq!(polygons.bounds(), Aabb::new(low, high));
        let region = Aabb::new(Vec3::new(4.5, 0.0, 0.0), Vec3::new(5.0, 1.0, 1.0));
        let squares = [0.0, 4.0, 8.0].map(square).into_iter();
        polygons.fill(&map, squares, Some(&region), &mut moved);
        assert_eq!((polygons.polygons().len(), moved), (1, 24));
        let fan: Vec<[Vec3; 3]> = polygons
            .triangles(&polygons.polygons()[0])
            .map(|t| t.corners())
            .collect();
        let corner = |x, y| Vec3::new(x, y, 1.0);
        let [a, b, c, d] = [
            corner(4.0, 0.0),
            corner(5.0, 0.0),
            corner(5.0, 1.0),
            corner(4.0, 1.0),
        ];
        assert_eq!(fan, [[a, b, c], [a, c, d]]);
    }
}
