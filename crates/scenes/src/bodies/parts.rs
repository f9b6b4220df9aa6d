//! Bodies assembled from closed parts, as a file lists them: rocket and truck (D3).
//!
//! A part has outward faces. Parts may intersect each other.

use super::loft::Loft;
use super::{block, generated, hexahedron, joined, moved};
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};
use serde::Deserialize;
use std::collections::BTreeMap;

const ROCKET: &str = include_str!("../../assets/rocket.toml");
const TRUCK: &str = include_str!("../../assets/truck.toml");

/// Returns the rocket, 1420 faces: three stages like Apollo's, with capsule and escape tower
/// [Hubbard96 Figure 12].
///
/// It is 3 units high along z, centered at the origin, and has fifteen closed parts that intersect.
/// The hull has 960 faces (20 slices, 24 rings), each of five engine bells 60, each of four fins
/// 12, each of the tower's four struts 12, and its motor 64.
pub fn rocket() -> Mesh {
    assembled(ROCKET)
}

/// Returns the truck chassis, 10171 faces [Hubbard96 Figure 13].
///
/// It has two long rails with cross members, three axles on leaf springs, ten wheels, an engine
/// with its pipes, shafts, tanks and brackets. It is 3 units long, centered at the origin, drives
/// toward +x, and up is +z.
///
/// 147 closed parts, many of them thin, intersect each other and have 10170 faces. A closed surface
/// has an even number of faces, so the last face is collapsed to a segment, as in exported files.
pub fn truck() -> Mesh {
    let mesh = assembled(TRUCK);
    let mut triangles = mesh.triangles().to_vec();
    let [a, b, _] = triangles[0];
    triangles.push([a, b, b]);
    generated(mesh.vertices().to_vec(), triangles)
}

/// Returns the body of a file, centered at the origin and 3 units long.
fn assembled(file: &str) -> Mesh {
    let file: Assembly = toml::from_str(file).expect("an included file lists parts");
    let parts: Vec<Mesh> = file.parts.iter().map(|p| p.mesh(&file.profiles)).collect();
    centered(&joined(&parts), 3.0)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Assembly {
    parts: Vec<Part>,
    profiles: BTreeMap<String, TurnedProfile>,
}

/// Closed part with outward faces.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Part {
    /// Box around `center` with sides of `size`, 12 faces.
    Block { center: Vec3, size: Vec3 },
    /// [`hexahedron`], 12 faces.
    Hexahedron { corners: [Vec3; 8] },
    /// Surface of revolution about the axis from `origin` along a unit vector.
    Turned {
        profile: String,
        axis: Vec3,
        origin: Vec3,
    },
    /// Pipe of `radius` along the points of `path`, `2 · slices · points` faces.
    ///
    /// The joints are mitered.
    Pipe {
        radius: f64,
        slices: u32,
        path: Vec<Vec3>,
    },
    /// Strip of rectangular section along the points of `path`, `8 · points` faces.
    ///
    /// The path lies in a plane with the unit normal `side`. `width` is half of the size along
    /// `side`, `thickness` half of the size across it.
    Strip {
        side: Vec3,
        width: f64,
        thickness: f64,
        path: Vec<Vec3>,
    },
}

/// Profile of a surface of revolution, `2 · slices · rings` faces.
///
/// Each ring has a position on the axis and a radius. The points of the axis at `first` and `last`
/// close the surface. A profile that turns back makes the part hollow.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnedProfile {
    slices: u32,
    first: f64,
    rings: Vec<(f64, f64)>,
    last: f64,
}

impl Part {
    fn mesh(&self, profiles: &BTreeMap<String, TurnedProfile>) -> Mesh {
        match self {
            Part::Block { center, size } => moved(&block(*size), *center),
            Part::Hexahedron { corners } => hexahedron(*corners),
            Part::Turned {
                profile,
                axis,
                origin,
            } => turned(&profiles[profile], *origin, *axis),
            Part::Pipe {
                radius,
                slices,
                path,
            } => pipe(path, *radius, *slices),
            Part::Strip {
                side,
                width,
                thickness,
                path,
            } => strip(path, *side, *width, *thickness),
        }
    }
}

fn turned(profile: &TurnedProfile, origin: Vec3, axis: Vec3) -> Mesh {
    let (u, v) = across(axis);
    let at = |along: f64| origin + axis * along;
    let section =
        |&(along, radius): &(f64, f64)| ring(at(along), u * radius, v * radius, profile.slices);
    let rings: Vec<Vec<Vec3>> = profile.rings.iter().map(section).collect();
    Loft::new(at(profile.first), &rings, at(profile.last)).into_mesh()
}

fn pipe(path: &[Vec3], radius: f64, slices: u32) -> Mesh {
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
    Loft::new(path[0], &rings, path[last]).into_mesh()
}

fn strip(path: &[Vec3], side: Vec3, width: f64, thickness: f64) -> Mesh {
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
    Loft::new(path[0], &rings, path[last]).into_mesh()
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
