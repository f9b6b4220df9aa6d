//! Small pictures of meshes and balls.
//!
//! A picture is a grid of square cells. A cell shows one subject from one direction, in parallel
//! projection. A depth buffer finds what is nearest, one light near the eye shades it, and a dark
//! line follows every step in depth. There are four samples per pixel, and few shades, so that the
//! file stays small.

use crate::picture::{Color, DepthBuffer, OUTLINE, View, png_file};
use geometry::{Ball, Mesh};

/// Number of shades of each color, from dark to bright.
const SHADES: u8 = 28;

/// Colors of faces and of balls at their brightest, red, green and blue.
const COLORS: [Color; 2] = [[0xf2, 0xd6, 0xa8], [0xb4, 0xd8, 0xf4]];

/// Grid of square cells.
#[derive(Clone, Debug)]
pub(super) struct CellGrid {
    columns: usize,
    rows: usize,
    side: usize,
    /// Palette entry of each pixel.
    pixels: Vec<u8>,
}

impl CellGrid {
    /// Returns a white picture. `side` is the side of a cell in pixels.
    pub(super) fn new(columns: usize, rows: usize, side: usize) -> CellGrid {
        CellGrid {
            columns,
            rows,
            side,
            pixels: vec![0; columns * rows * side * side],
        }
    }

    /// Draws a subject into a cell and replaces what was there.
    ///
    /// # Panics
    /// Panics if the cell is out of range.
    pub(super) fn draw(&mut self, column: usize, row: usize, view: &View, subject: &Subject<'_>) {
        assert!(column < self.columns && row < self.rows, "the cell exists");
        let (cell, color) = (subject.rendered(view, 2 * self.side), subject.color());
        for y in 0..self.side {
            for x in 0..self.side {
                let samples = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let lights = samples.map(|(i, j)| brightness(&cell, 2 * x + i, 2 * y + j));
                let start = (row * self.side + y) * self.columns * self.side;
                self.pixels[start + column * self.side + x] = entry(lights, color);
            }
        }
    }

    /// Returns width and height in pixels.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.columns * self.side, self.rows * self.side)
    }

    /// Returns the number of pixels that are not white.
    #[cfg(test)]
    fn drawn(&self) -> usize {
        self.pixels.iter().filter(|entry| **entry != 0).count()
    }

    /// Returns the picture as a PNG file.
    ///
    /// # Panics
    /// Panics if the picture has no pixel.
    pub(super) fn png(&self) -> Vec<u8> {
        let (width, height) = self.size();
        png_file([width, height], Some(&palette()), &self.pixels)
    }
}

/// Number of steps of coverage: a pixel has four samples.
const COVERS: usize = 4;

/// Returns white, then for each color its shades at each coverage.
fn palette() -> Vec<Color> {
    let mut palette = vec![[255; 3]];
    for color in COLORS {
        for cover in 1..=COVERS {
            for shade in 0..SHADES {
                let light = 0.25 + 0.75 * f64::from(shade) / f64::from(SHADES - 1);
                let cover = cover as f64 / COVERS as f64;
                palette.push(std::array::from_fn(|i| {
                    let (dark, bright) = (f64::from(OUTLINE[i]), f64::from(color[i]));
                    let ink = dark + (bright - dark) * (light - 0.25) / 0.75;
                    (255.0 + (ink - 255.0) * cover).round() as u8
                }));
            }
        }
    }
    palette
}

/// Returns the palette entry of a color that is nearest to the mean of four samples.
fn entry(lights: [Option<f64>; 4], color: usize) -> u8 {
    let inked: Vec<f64> = lights.into_iter().flatten().collect();
    if inked.is_empty() {
        return 0;
    }
    let light = inked.iter().sum::<f64>() / inked.len() as f64;
    let shade = (light * f64::from(SHADES - 1)).round() as usize;
    let shades = usize::from(SHADES);
    (1 + (color * COVERS + inked.len() - 1) * shades + shade) as u8
}

/// Subject of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    /// Faces of a mesh, each flat, seen from both sides.
    Faces(&'a Mesh),
    /// Balls.
    Balls(&'a [Ball]),
}

/// Light of an outline, as a share of the light of the subject.
const OUTLINE_LIGHT: f64 = 0.35;

impl Subject<'_> {
    /// Renders the subject with `side` samples along each side.
    fn rendered(&self, view: &View, side: usize) -> DepthBuffer {
        let mut buffer = DepthBuffer::new(view, [side; 2]);
        match self {
            Subject::Balls(balls) => balls.iter().for_each(|ball| buffer.add_ball(ball, 0)),
            Subject::Faces(mesh) => buffer.add_mesh(mesh, |_| 0),
        }
        buffer
    }

    /// Returns the index of its color in [`COLORS`].
    fn color(&self) -> usize {
        usize::from(matches!(self, Subject::Balls(_)))
    }
}

/// Returns the brightness of a sample, if it is covered.
fn brightness(buffer: &DepthBuffer, x: usize, y: usize) -> Option<f64> {
    let (light, ..) = buffer.at(x, y)?;
    let outline = buffer.is_outline(x, y, 1);
    Some(if outline {
        OUTLINE_LIGHT * light
    } else {
        light
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    fn view() -> View {
        View::around(&[Ball::new(Vec3::ZERO, 1.0)], -Vec3::Y, Vec3::Z, 1.0)
    }

    #[test]
    fn a_ball_covers_the_share_of_its_disc() {
        let mut picture = CellGrid::new(2, 1, 100);
        picture.draw(
            1,
            0,
            &view(),
            &Subject::Balls(&[Ball::new(Vec3::ZERO, 1.0)]),
        );
        let side = 100.0 * View::FILLED;
        let disc = std::f64::consts::PI / 4.0 * side * side;
        let drawn = picture.drawn() as f64;
        assert!((drawn / disc - 1.0).abs() < 0.04, "{drawn} for {disc}");
        let left = |i: &usize| i % 200 < 100;
        assert!((0..100 * 200).filter(left).all(|i| picture.pixels[i] == 0));
        assert_eq!(picture.png(), picture.clone().png());
        assert!(palette().len() <= 256);
    }

    #[test]
    fn the_nearer_ball_hides_the_one_behind() {
        // The eye looks along -y.
        let near = Ball::new(0.5 * Vec3::Y, 0.3);
        let far = Ball::new(-0.5 * Vec3::Y, 0.2);
        let drawn = |balls: &[Ball]| {
            let mut picture = CellGrid::new(1, 1, 60);
            picture.draw(0, 0, &view(), &Subject::Balls(balls));
            picture.pixels
        };
        assert!(drawn(&[near, far]) == drawn(&[near]));
        assert!(drawn(&[far, near]) == drawn(&[near]));
        assert!(drawn(&[far]) != drawn(&[near]));
    }

    #[test]
    fn faces_are_seen_from_both_sides_and_flat_ones_are_no_fault() {
        let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X];
        let share = |triangles: Vec<[u32; 3]>| {
            let mesh = Mesh::new(vertices.clone(), triangles).unwrap();
            let mut picture = CellGrid::new(1, 1, 100);
            picture.draw(0, 0, &view(), &Subject::Faces(&mesh));
            picture.drawn() as f64
        };
        let unit = 100.0 * View::FILLED / 2.0;
        let expected = unit * unit / 2.0;
        for drawn in [share(vec![[0, 1, 2]]), share(vec![[0, 2, 1]])] {
            assert!(
                (drawn / expected - 1.0).abs() < 0.08,
                "{drawn} for {expected}"
            );
        }
        assert!(share(vec![[0, 1, 3]]) < 100.0);
    }
}
