//! Meshes and balls as small pictures for the report, on white paper.
//!
//! A picture is a grid of square cells; a cell shows one thing from one direction, in parallel
//! projection: the faces of a mesh, or balls. What is nearest is seen, by a buffer of depths; it is
//! shaded by one light near the eye, and a dark line follows every step in depth. Four samples a
//! pixel; a few shades, so that the file stays small. Only additions, multiplications, divisions and
//! square roots: the same picture is the same bytes on every platform.
//!
//! | module | what |
//! |---|---|
//! | [`view`] | where one looks from, and what lies where in a cell |
//! | [`cell`](mod@cell) | the samples of one cell: depths, shades, outlines |
//!
//! ```
//! use geometry::{Ball, Vec3};
//! use picture::{Picture, Shape, View};
//!
//! let balls = [Ball::new(Vec3::ZERO, 1.0), Ball::new(Vec3::X, 0.5)];
//! let view = View::around(&[balls[0]], Vec3::new(-1.0, 2.0, -1.0), Vec3::Z);
//! let mut picture = Picture::new(1, 1, 64);
//! picture.draw(0, 0, &view, &Shape::Balls(&balls));
//! assert!(picture.png().starts_with(b"\x89PNG"));
//! ```

pub mod cell;
pub mod view;

pub use cell::Shape;
pub use view::View;

use cell::{Cell, Sample};

/// Shades of each colour, from dark to bright.
const SHADES: u8 = 28;

/// Colours of faces and of balls at their brightest, red, green and blue.
const COLOURS: [[u8; 3]; 2] = [[0xf2, 0xd6, 0xa8], [0xb4, 0xd8, 0xf4]];

/// Colour of outlines: the sample that stands for it is darker than any shade.
const OUTLINE: [u8; 3] = [0x30, 0x30, 0x38];

/// A grid of square cells.
#[derive(Clone, Debug)]
pub struct Picture {
    columns: usize,
    rows: usize,
    side: usize,
    /// One palette entry for each pixel.
    pixels: Vec<u8>,
}

impl Picture {
    /// White paper of so many cells; a cell's side is in pixels.
    pub fn new(columns: usize, rows: usize, side: usize) -> Picture {
        Picture {
            columns,
            rows,
            side,
            pixels: vec![0; columns * rows * side * side],
        }
    }

    /// Draws a shape into a cell, over what was there.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn draw(&mut self, column: usize, row: usize, view: &View, shape: &Shape<'_>) {
        assert!(column < self.columns && row < self.rows, "the cell exists");
        let cell = Cell::of(shape, view, 2 * self.side);
        for y in 0..self.side {
            for x in 0..self.side {
                let samples = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let samples = samples.map(|(i, j)| cell.sample(2 * x + i, 2 * y + j));
                let place = (row * self.side + y) * self.columns * self.side;
                self.pixels[place + column * self.side + x] = entry(samples);
            }
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.columns * self.side, self.rows * self.side)
    }

    /// How many pixels are not white.
    pub fn drawn(&self) -> usize {
        self.pixels.iter().filter(|entry| **entry != 0).count()
    }

    /// The picture as a PNG file.
    ///
    /// # Panics
    /// When it has no pixel.
    pub fn png(&self) -> Vec<u8> {
        let (width, height) = self.size();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette().concat());
        encoder.set_compression(png::Compression::High);
        // Entries of a palette are names, not heights: differences between them compress worse.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("memory does not fail");
        writer
            .write_image_data(&self.pixels)
            .expect("as many pixels as the header says");
        writer.finish().expect("memory does not fail");
        bytes
    }
}

/// Four steps of ink, from white paper to an outline: how much of a pixel is covered.
const COVERS: usize = 4;

/// White, then for each colour its shades at each cover.
fn palette() -> Vec<[u8; 3]> {
    let mut palette = vec![[255; 3]];
    for colour in COLOURS {
        for cover in 1..=COVERS {
            for shade in 0..SHADES {
                let light = 0.25 + 0.75 * f64::from(shade) / f64::from(SHADES - 1);
                let cover = cover as f64 / COVERS as f64;
                palette.push(std::array::from_fn(|i| {
                    let (dark, bright) = (f64::from(OUTLINE[i]), f64::from(colour[i]));
                    let ink = dark + (bright - dark) * (light - 0.25) / 0.75;
                    (255.0 + (ink - 255.0) * cover).round() as u8
                }));
            }
        }
    }
    palette
}

/// The entry that is nearest to the mean of four samples.
fn entry(samples: [Option<Sample>; 4]) -> u8 {
    let inked: Vec<Sample> = samples.into_iter().flatten().collect();
    let Some(first) = inked.first() else { return 0 };
    let light = inked.iter().map(|s| s.light).sum::<f64>() / inked.len() as f64;
    let shade = (light * f64::from(SHADES - 1)).round() as usize;
    let colour = usize::from(first.ball);
    let shades = usize::from(SHADES);
    (1 + (colour * COVERS + inked.len() - 1) * shades + shade) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Ball, Mesh, Vec3};

    fn view() -> View {
        View::around(&[Ball::new(Vec3::ZERO, 1.0)], -Vec3::Y, Vec3::Z)
    }

    #[test]
    fn a_ball_covers_the_share_of_its_disc() {
        let mut picture = Picture::new(2, 1, 100);
        picture.draw(1, 0, &view(), &Shape::Balls(&[Ball::new(Vec3::ZERO, 1.0)]));
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
    fn what_is_nearer_hides_what_is_behind() {
        // The eye looks along -y.
        let near = Ball::new(0.5 * Vec3::Y, 0.3);
        let far = Ball::new(-0.5 * Vec3::Y, 0.2);
        let drawn = |balls: &[Ball]| {
            let mut picture = Picture::new(1, 1, 60);
            picture.draw(0, 0, &view(), &Shape::Balls(balls));
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
            let mut picture = Picture::new(1, 1, 100);
            picture.draw(0, 0, &view(), &Shape::Faces(&mesh));
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
