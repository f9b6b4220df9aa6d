//! Bodies assembled from closed parts: boxes, surfaces of revolution, pipes and strips.

use super::loft::Loft;
use super::{block, generated, hexahedron, joined, moved};
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Closed parts with outward faces. Parts may intersect each other.
#[derive(Default)]
pub(super) struct Parts(Vec<Mesh>);

/// Profile of a surface of revolution, `2 · slices · rings` faces.
///
/// Each ring has a position on the axis and a radius. The points of the axis at `first` and `last`
/// close the surface. A profile that turns back makes the part hollow.
pub(super) struct TurnedProfile<'a> {
    pub(super) slices: u32,
    pub(super) first: f64,
    pub(super) rings: &'a [(f64, f64)],
    pub(super) last: f64,
}

impl Parts {
    /// Adds the [`hexahedron`] with these corners, 12 faces.
    pub(super) fn hexahedron(&mut self, corners: [Vec3; 8]) {
        self.0.push(hexahedron(corners));
    }

    /// Adds the box around `center` with sides of `size`, 12 faces.
    pub(super) fn block(&mut self, center: Vec3, size: Vec3) {
        self.0.push(moved(&block(size), center));
    }

    /// Adds the surface of revolution about the axis from `origin` along the unit vector `axis`.
    pub(super) fn turned(&mut self, profile: &TurnedProfile, origin: Vec3, axis: Vec3) {
        let (u, v) = across(axis);
        let at = |along: f64| origin + axis * along;
        let section =
            |&(along, radius): &(f64, f64)| ring(at(along), u * radius, v * radius, profile.slices);
        let rings: Vec<Vec<Vec3>> = profile.rings.iter().map(section).collect();
        self.0
            .push(Loft::new(at(profile.first), &rings, at(profile.last)).into_mesh());
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
        self.0
            .push(Loft::new(path[0], &rings, path[last]).into_mesh());
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
        self.0
            .push(Loft::new(path[0], &rings, path[last]).into_mesh());
    }

    /// Returns the parts as one body, centered at the origin and scaled to `length` along its
    /// longest side.
    pub(super) fn into_mesh(self, length: f64) -> Mesh {
        centered(&joined(&self.0), length)
    }
}

/// Returns the mesh, with its box centered at the origin and the box's longest side scaled to
/// `length`.
pub(super) fn centered(mesh: &Mesh, length: f64) -> Mesh {
    let bounds = mesh.aabb();
    let (center, scale) = (bounds.center(), length / bounds.size().max_element());
    let vertices = mesh.vertices().iter().map(|p| (*p - center) * scale);
    generated(vertices.collect(), mesh.triangles().to_vec())
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
