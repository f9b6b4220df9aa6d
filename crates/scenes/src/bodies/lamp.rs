//! Desktop lamp of 626 faces [Hubbard96 Figures 1 and 4].

use super::loft::Loft;
use super::parts::{centered, ring};
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};
use serde::Deserialize;

/// Number of vertices around base, arms and shade.
const SLICES: u32 = 11;

const SECTIONS: &str = include_str!("../../assets/lamp.toml");

/// Sections of the surface.
#[derive(Deserialize)]
struct LampSections {
    /// x, z, heading in turns from +z toward +x, and radius, from foot to neck.
    arms: Vec<LampSection>,
    /// Distance from the neck along its heading, and radius, from there to the bulb.
    shade: Vec<(f64, f64)>,
}

type LampSection = (f64, f64, f64, f64);

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
    let LampSections { mut arms, shade } = toml::from_str(SECTIONS).expect("an included file");
    let neck = arms[arms.len() - 1];
    arms.extend(shade.iter().map(|ring| beyond(neck, *ring)));
    let rings: Vec<Vec<Vec3>> = arms.into_iter().map(section).collect();
    let (tip_x, tip_z, ..) = beyond(neck, (TIP, 0.0));
    let mut skin = Loft::new(Vec3::ZERO, &rings, Vec3::new(tip_x, 0.0, tip_z));
    for from in SCREWS {
        let [neck, head] = [0.5, 1.4].map(|size| screw(&rings, from, size));
        skin.draw_out(SCREW_SLICE, from, from + 1, &[neck, head]);
    }
    centered(&skin.into_mesh(), 2.4)
}

fn beyond((x, z, heading, _): LampSection, (along, radius): (f64, f64)) -> LampSection {
    let (sin, cos) = sin_cos(heading);
    (x + along * sin, z + along * cos, heading, radius)
}

fn section((x, z, heading, radius): LampSection) -> Vec<Vec3> {
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
