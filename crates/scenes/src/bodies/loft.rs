//! Closed surface over rings of vertices. Strips of it can be extruded into wings and ears.

use super::generated;
use geometry::{Mesh, Vec3};

/// Quadrilaterals over rings with equal numbers of vertices, closed by a fan at each end.
///
/// Ring vertices run counterclockwise as seen from the last ring, so faces are outward if the rings
/// follow the axis. There are `2 · slices · rings` triangles, plus `4 · (length + 1)` for each
/// layer of each extruded strip.
pub(super) struct Loft {
    vertices: Vec<Vec3>,
    slices: u32,
    rings: u32,
    /// Outward quadrilaterals.
    quads: Vec<[u32; 4]>,
    /// Fans of the two ends.
    fans: Vec<[u32; 3]>,
}

impl Loft {
    /// Creates the surface from the point `first` over `rings` to the point `last`.
    pub(super) fn new(first: Vec3, rings: &[Vec<Vec3>], last: Vec3) -> Loft {
        let slices = rings[0].len() as u32;
        let mut vertices: Vec<Vec3> = rings.concat();
        vertices.extend([first, last]);
        let count = rings.len() as u32;
        let at = |ring: u32, slice: u32| ring * slices + slice % slices;
        let (first, last) = (count * slices, count * slices + 1);
        let mut quads = Vec::new();
        for ring in 0..count - 1 {
            let across = |s| {
                [
                    at(ring, s),
                    at(ring, s + 1),
                    at(ring + 1, s + 1),
                    at(ring + 1, s),
                ]
            };
            quads.extend((0..slices).map(across));
        }
        let mut fans = Vec::new();
        fans.extend((0..slices).map(|s| [first, at(0, s + 1), at(0, s)]));
        fans.extend((0..slices).map(|s| [last, at(count - 1, s), at(count - 1, s + 1)]));
        Loft {
            vertices,
            slices,
            rings: count,
            quads,
            fans,
        }
    }

    /// Extrudes the strip of quadrilaterals between two adjacent slices through `layers`.
    ///
    /// The strip lies between slices `slice` and `slice + 1`, from ring `from` to ring `to`. A
    /// layer lists the new positions of the strip's vertices, ring by ring: first on `slice`, then
    /// on `slice + 1`.
    pub(super) fn draw_out(&mut self, slice: u32, from: u32, to: u32, layers: &[Vec<[Vec3; 2]>]) {
        assert!(from < to && to < self.rings, "the strip lies on the rings");
        let on = |ring: u32, s: u32| ring * self.slices + s % self.slices;
        let strip = |rows: &[[u32; 2]]| -> Vec<[u32; 4]> {
            rows.windows(2)
                .map(|w| [w[0][0], w[0][1], w[1][1], w[1][0]])
                .collect()
        };
        let mut base: Vec<[u32; 2]> = (from..=to)
            .map(|ring| [on(ring, slice), on(ring, slice + 1)])
            .collect();
        let covered = strip(&base);
        self.quads.retain(|quad| !covered.contains(quad));
        for layer in layers {
            assert_eq!(layer.len(), base.len(), "a layer has the strip's vertices");
            let next: Vec<[u32; 2]> = layer
                .iter()
                .map(|pair| {
                    let index = self.vertices.len() as u32;
                    self.vertices.extend(pair);
                    [index, index + 1]
                })
                .collect();
            // Border of the strip, counterclockwise as seen from outside.
            let border = |rows: &[[u32; 2]]| -> Vec<u32> {
                let back = rows.iter().rev().map(|r| r[0]);
                rows.iter().map(|r| r[1]).chain(back).collect()
            };
            let (inner, outer) = (border(&base), border(&next));
            for i in 0..inner.len() {
                let j = (i + 1) % inner.len();
                self.quads.push([inner[i], inner[j], outer[j], outer[i]]);
            }
            base = next;
        }
        self.quads.extend(strip(&base));
    }

    /// Returns the mesh: the fans, then each quadrilateral split along its shorter diagonal.
    pub(super) fn into_mesh(self) -> Mesh {
        let mut triangles = self.fans;
        for [a, b, c, d] in self.quads {
            let [p, q, r, s] = [a, b, c, d].map(|i| self.vertices[i as usize]);
            if p.distance_squared(r) <= q.distance_squared(s) {
                triangles.extend([[a, b, c], [a, c, d]]);
            } else {
                triangles.extend([[a, b, d], [b, c, d]]);
            }
        }
        generated(self.vertices, triangles)
    }
}
