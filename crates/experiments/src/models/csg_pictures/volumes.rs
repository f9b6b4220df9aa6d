//! Meshes, lines and colors of bounding volumes.

use crate::picture::{Color, DepthBuffer};
use csg_hybrid::volumes::VolumeFrame;
use csg_hybrid::{BoundingVolume, VolumeKind};
use geometry::angle::sin_cos;
use geometry::{Ball, Mesh, Pose, Vec3};

/// Number of sides of round volumes.
const SIDES: u32 = 72;

/// Width of lines, in samples.
const LINE: f64 = 5.0;

/// Darkness from which an edge is drawn: facets of round volumes are fainter.
const SHARP: f64 = 0.5;

/// Returns the color of a type.
pub(super) fn color(kind: VolumeKind) -> Color {
    match kind {
        VolumeKind::Box => [0x1f, 0x62, 0xc0],
        VolumeKind::Sphere => [0xd0, 0x2a, 0x2e],
        VolumeKind::Cylinder => [0x2a, 0x8a, 0x35],
        VolumeKind::Cone => [0xdd, 0x7c, 0x0c],
        VolumeKind::Wedge => [0x8b, 0x43, 0xaf],
        VolumeKind::Hull => [0x00, 0x94, 0x9c],
    }
}

/// Adds a volume, placed by a pose, with its edges.
pub(super) fn add(buffer: &mut DepthBuffer, volume: &BoundingVolume, pose: &Pose) {
    let map = pose.world_map();
    if let BoundingVolume::Sphere(ball) = volume {
        let ball = Ball::new(map.apply(ball.center), ball.radius);
        buffer.add_ball(&ball, 0);
        add_circles(buffer, &ball);
        return;
    }
    let mesh = mesh(volume);
    let moved = mesh.vertices().iter().map(|p| map.apply(*p)).collect();
    let mesh = mesh.with_vertices(moved).expect("bodies are within range");
    buffer.add_mesh(&mesh, |_| 0);
    buffer.add_edges(&mesh, LINE, SHARP);
}

/// Returns what a view has to show of a volume, placed by a pose.
pub(super) fn extent(volume: &BoundingVolume, pose: &Pose) -> Vec<Ball> {
    let map = pose.world_map();
    match volume {
        BoundingVolume::Sphere(ball) => vec![Ball::new(map.apply(ball.center), ball.radius)],
        _ => {
            let mesh = mesh(volume);
            let points = mesh.vertices().iter();
            points.map(|p| Ball::new(map.apply(*p), 0.0)).collect()
        }
    }
}

/// Adds the equator of a ball and two meridians.
fn add_circles(buffer: &mut DepthBuffer, ball: &Ball) {
    for [e1, e2] in [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]] {
        let at = |i: u32| {
            let (sin, cos) = sin_cos(f64::from(i) / f64::from(SIDES));
            ball.center + (e1 * cos + e2 * sin) * ball.radius
        };
        for i in 0..SIDES {
            buffer.add_line([at(i), at(i + 1)], 0.5 * LINE, SHARP);
        }
    }
}

/// Returns the surface of a volume other than a sphere, in local space.
fn mesh(volume: &BoundingVolume) -> Mesh {
    match volume {
        BoundingVolume::Box(it) => {
            let half = it.size * 0.5;
            let base = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let base = base.map(|[x, y]| [x * half.x, y * half.y]);
            prism(&it.frame, &base, [-half.z, half.z])
        }
        BoundingVolume::Wedge(it) => {
            let half = it.size * 0.5;
            let base = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]];
            let base = base.map(|[x, y]| [x * half.x, y * half.y]);
            prism(&it.frame, &base, [-half.z, half.z])
        }
        BoundingVolume::Cylinder(it) => prism(&it.frame, &circle(it.radius), [0.0, it.height]),
        BoundingVolume::Cone(it) => {
            let base = circle(it.radius);
            let mut points = placed(&it.frame, base.iter().map(|[x, y]| [*x, *y, 0.0]));
            let apex = points.len() as u32;
            points.extend(placed(&it.frame, [[0.0, 0.0, it.height]].into_iter()));
            let side = |i: u32| [i, (i + 1) % apex, apex];
            let mut faces: Vec<[u32; 3]> = (0..apex).map(side).collect();
            faces.extend((1..apex - 1).map(|i| [0, i + 1, i]));
            surface(points, faces)
        }
        BoundingVolume::Hull(it) => it.hull().mesh(),
        BoundingVolume::Sphere(_) => unreachable!("balls are drawn as they are"),
    }
}

/// Returns the prism over a convex base between two heights along `e3`.
fn prism(frame: &VolumeFrame, base: &[[f64; 2]], heights: [f64; 2]) -> Mesh {
    let n = base.len() as u32;
    let corners = heights.map(|z| base.iter().map(move |[x, y]| [*x, *y, z]));
    let points = placed(frame, corners.into_iter().flatten());
    let mut faces = Vec::new();
    for i in 0..n {
        let j = (i + 1) % n;
        faces.extend([[i, j, n + j], [i, n + j, n + i]]);
    }
    for i in 1..n - 1 {
        faces.extend([[0, i + 1, i], [n, n + i, n + i + 1]]);
    }
    surface(points, faces)
}

fn placed(frame: &VolumeFrame, corners: impl Iterator<Item = [f64; 3]>) -> Vec<Vec3> {
    let [e1, e2, e3] = frame.axes;
    let place = |[x, y, z]: [f64; 3]| frame.center + e1 * x + e2 * y + e3 * z;
    corners.map(place).collect()
}

fn surface(points: Vec<Vec3>, faces: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(points, faces).expect("volumes of bodies are within range")
}

fn circle(radius: f64) -> Vec<[f64; 2]> {
    let at = |i: u32| {
        let (sin, cos) = sin_cos(f64::from(i) / f64::from(SIDES));
        [radius * cos, radius * sin]
    };
    (0..SIDES).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use csg_hybrid::BvList;
    use csg_hybrid::volumes::solid_volume;

    #[test]
    fn each_surface_has_the_volume_of_what_it_shows() {
        let corners = [Vec3::ZERO, Vec3::X * 3.0, Vec3::Y * 2.0, Vec3::Z];
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let list = BvList::new(&corners, &faces).unwrap();
        for node in list.nodes() {
            if node.volume.kind() != VolumeKind::Sphere {
                let mesh = mesh(&node.volume);
                let shown = solid_volume(mesh.vertices(), mesh.triangles(), 1.0);
                let share = shown / node.fitness;
                let kind = node.volume.kind();
                assert!((0.995..1.000_001).contains(&share), "{kind:?}: {share}");
            }
        }
    }

    #[test]
    fn each_type_has_its_own_color() {
        for (i, kind) in VolumeKind::ALL.into_iter().enumerate() {
            for other in &VolumeKind::ALL[..i] {
                assert_ne!(color(kind), color(*other));
            }
        }
    }
}
