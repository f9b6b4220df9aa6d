//! Desktop lamp of 626 faces [Hubbard96 Figures 1 and 4].

use super::loft::Loft;
use super::parts::{centered, ring};
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Number of vertices around base, arms and shade.
const SLICES: u32 = 11;

/// Axis in the xz-plane, from the foot to the neck of the shade.
///
/// Each entry has x, z, the heading in turns from +z toward +x, and the radius.
const ARMS: [(f64, f64, f64, f64); 15] = [
    // Base and post.
    (0.00, 0.00, 0.00, 0.62),
    (0.00, 0.07, 0.00, 0.62),
    (0.00, 0.13, 0.00, 0.50),
    (0.00, 0.17, 0.00, 0.09),
    (0.00, 0.36, 0.00, 0.07),
    // Joint above the post, then the lower arm, which leans backward.
    (0.00, 0.48, -0.045, 0.11),
    (-0.065, 0.58, -0.09, 0.045),
    (-0.72, 1.545, -0.09, 0.045),
    // Elbow, then the upper arm, which leans forward.
    (-0.755, 1.625, -0.03, 0.10),
    (-0.715, 1.735, 0.10, 0.10),
    (-0.63, 1.78, 0.17, 0.045),
    (0.42, 2.35, 0.17, 0.045),
    // Joint above the shade, and the neck.
    (0.50, 2.385, 0.22, 0.09),
    (0.60, 2.365, 0.32, 0.09),
    NECK,
];

const NECK: (f64, f64, f64, f64) = (0.65, 2.30, 0.39, 0.06);

/// Distance from the neck along its heading, and radius, of each ring.
///
/// The outside of the shade to the rim, its inside back to the socket, then socket and bulb.
const SHADE: [(f64, f64); 12] = [
    (0.05, 0.19),
    (0.15, 0.25),
    (0.35, 0.36),
    (0.65, 0.62),
    (0.65, 0.585),
    (0.37, 0.335),
    (0.17, 0.21),
    (0.11, 0.09),
    (0.20, 0.085),
    (0.29, 0.15),
    (0.39, 0.16),
    (0.46, 0.10),
];

/// Distance of the tip of the bulb from the neck.
const TIP: f64 = 0.50;

/// Slice of the thumb screws of elbow and shade. [`SCREWS`] are their first rings.
const SCREW_SLICE: u32 = 2;
const SCREWS: [u32; 2] = [8, 12];

/// Returns the desktop lamp, 626 faces.
///
/// It has a round base, two thin arms with three joints, and a shade with a bulb that is open
/// below, in one closed surface without self-intersection and with deep concavities. It is 2.4
/// units high, centered at the origin, stands along z and faces +x. The surface has 594 faces (11
/// slices, 27 rings), and each of the two thumb screws 16.
pub fn lamp() -> Mesh {
    let shade = SHADE.map(|(along, radius)| beyond_neck(along, radius));
    let rings: Vec<Vec<Vec3>> = ARMS.into_iter().chain(shade).map(section).collect();
    let (tip_x, tip_z, ..) = beyond_neck(TIP, 0.0);
    let mut skin = Loft::new(Vec3::ZERO, &rings, Vec3::new(tip_x, 0.0, tip_z));
    for from in SCREWS {
        let [neck, head] = [0.5, 1.4].map(|size| screw(&rings, from, size));
        skin.draw_out(SCREW_SLICE, from, from + 1, &[neck, head]);
    }
    let mesh = skin.into_mesh();
    centered(mesh.vertices().to_vec(), mesh.triangles().to_vec(), 2.4)
}

fn beyond_neck(along: f64, radius: f64) -> (f64, f64, f64, f64) {
    let (x, z, heading, _) = NECK;
    let (sin, cos) = sin_cos(heading);
    (x + along * sin, z + along * cos, heading, radius)
}

fn section((x, z, heading, radius): (f64, f64, f64, f64)) -> Vec<Vec3> {
    let (sin, cos) = sin_cos(heading);
    let (ahead, left) = (Vec3::new(cos, 0.0, -sin), Vec3::Y);
    // Rotate so that the center of one slice faces +y.
    let (up, aside) = sin_cos(0.25 - (f64::from(SCREW_SLICE) + 0.5) / f64::from(SLICES));
    let (u, v) = (ahead * aside + left * up, left * aside - ahead * up);
    ring(Vec3::new(x, 0.0, z), u * radius, v * radius, SLICES)
}

/// Returns a layer of a thumb screw: the strip's vertices, scaled about their mean by `size` and
/// moved outward.
fn screw(rings: &[Vec<Vec3>], from: u32, size: f64) -> Vec<[Vec3; 2]> {
    let row = |ring: u32| {
        let ring = &rings[ring as usize];
        [SCREW_SLICE, SCREW_SLICE + 1].map(|s| ring[s as usize])
    };
    let rows = [row(from), row(from + 1)];
    let middle = (rows[0][0] + rows[0][1] + rows[1][0] + rows[1][1]) / 4.0;
    let outward = Vec3::Y * (0.04 + 0.05 * size);
    rows.map(|row| row.map(|p| middle + (p - middle) * size + outward))
        .to_vec()
}
