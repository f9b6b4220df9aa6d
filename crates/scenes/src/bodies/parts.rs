//! Bodies assembled from closed parts: boxes, surfaces of revolution, pipes and strips.

use super::generated;
use super::loft::Loft;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Closed parts with outward faces. Parts may intersect each other.
#[derive(Default)]
pub(super) struct Parts {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Parts {
    /// Adds the hexahedron with these corners, 12 faces.
    ///
    /// Bit `k` of a corner's index selects the upper end of axis `k`. The axes are right-handed.
    pub(super) fn hexahedron(&mut self, corners: [Vec3; 8]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        for [a, b, c, d] in [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ] {
            let halves = [[a, b, c], [a, c, d]];
            self.triangles.extend(halves.map(|t| t.map(|i| i + first)));
        }
    }

    /// Adds the box around `center` with sides of `size`, 12 faces.
    pub(super) fn block(&mut self, center: Vec3, size: Vec3) {
        let corner = |i: usize| {
            let pick = |bit: usize| if i & bit == 0 { -0.5 } else { 0.5 };
            center + size * Vec3::new(pick(1), pick(2), pick(4))
        };
        self.hexahedron(std::array::from_fn(corner));
    }

    /// Adds a surface of revolution, `2 · slices · rings` faces.
    ///
    /// Its axis starts at `origin` and has the unit vector `axis`. `profile` has a position on the
    /// axis and a radius for each ring. The points of the axis at `first` and `last` close the
    /// surface. A profile that turns back makes the part hollow.
    pub(super) fn turned(
        &mut self,
        origin: Vec3,
        axis: Vec3,
        slices: u32,
        first: f64,
        profile: &[(f64, f64)],
        last: f64,
    ) {
        let (u, v) = across(axis);
        let at = |along: f64| origin + axis * along;
        let rings: Vec<Vec<Vec3>> = profile
            .iter()
            .map(|&(along, radius)| ring(at(along), u * radius, v * radius, slices))
            .collect();
        self.join(Loft::new(at(first), &rings, at(last)));
    }

    /// Adds the pipe of `radius` along the points of `path`, `2 · slices · points` faces.
    ///
    /// The joints are mitered.
    pub(super) fn pipe(&mut self, path: &[Vec3], radius: f64, slices: u32) {
        let along = |i: usize| (path[i + 1] - path[i]).normalize();
        let last = path.len() - 1;
        let mut u = across(along(0)).0;
        let rings: Vec<Vec<Vec3>> = (0..path.len())
            .map(|i| {
                let tangent = match i {
                    0 => along(0),
                    i if i == last => along(last - 1),
                    i => (along(i - 1) + along(i)).normalize(),
                };
                // The transverse direction follows the path without twisting about it.
                u = (u - tangent * u.dot(tangent)).normalize();
                ring(path[i], u * radius, tangent.cross(u) * radius, slices)
            })
            .collect();
        self.join(Loft::new(path[0], &rings, path[last]));
    }

    /// Adds a strip of rectangular section along the points of `path`, `8 · points` faces.
    ///
    /// The path lies in a plane with the unit normal `side`. `width` is half of the size along
    /// `side`, `thickness` half of the size across it.
    pub(super) fn strip(&mut self, path: &[Vec3], side: Vec3, width: f64, thickness: f64) {
        let last = path.len() - 1;
        let rings: Vec<Vec<Vec3>> = (0..path.len())
            .map(|i| {
                let tangent = (path[last.min(i + 1)] - path[i.saturating_sub(1)]).normalize();
                let (u, v) = (side * width, tangent.cross(side) * thickness);
                vec![
                    path[i] - u - v,
                    path[i] + u - v,
                    path[i] + u + v,
                    path[i] - u + v,
                ]
            })
            .collect();
        self.join(Loft::new(path[0], &rings, path[last]));
    }

    /// Adds a face that is collapsed to an edge of the first face.
    pub(super) fn collapsed(&mut self) {
        let [a, b, _] = self.triangles[0];
        self.triangles.push([a, b, b]);
    }

    fn join(&mut self, loft: Loft) {
        let mesh = loft.into_mesh();
        let first = self.vertices.len() as u32;
        self.vertices.extend(mesh.vertices());
        let moved = mesh.triangles().iter().map(|t| t.map(|i| i + first));
        self.triangles.extend(moved);
    }

    /// Returns the body, centered at the origin and scaled to `length` along its longest side.
    pub(super) fn into_mesh(self, length: f64) -> Mesh {
        centered(self.vertices, self.triangles, length)
    }
}

/// Returns the mesh, with its box centered at the origin and the box's longest side scaled to
/// `length`.
pub(super) fn centered(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>, length: f64) -> Mesh {
    let bounds = geometry::Aabb::of_points(&vertices);
    let (center, scale) = (bounds.center(), length / bounds.size().max_element());
    let vertices = vertices.iter().map(|p| (*p - center) * scale);
    generated(vertices.collect(), triangles)
}

/// Returns points around `center`, from `u` toward `v`.
pub(super) fn ring(center: Vec3, u: Vec3, v: Vec3, slices: u32) -> Vec<Vec3> {
    (0..slices)
        .map(|s| {
            let (sin, cos) = sin_cos(f64::from(s) / f64::from(slices));
            center + u * cos + v * sin
        })
        .collect()
}

/// Returns two unit vectors that form a right-handed basis with the unit vector `axis`.
fn across(axis: Vec3) -> (Vec3, Vec3) {
    let helper = if axis.z.abs() < 0.9 { Vec3::Z } else { Vec3::X };
    let u = (helper - axis * helper.dot(axis)).normalize();
    (u, axis.cross(u))
}
