//! Small pictures of meshes and balls.
//!
//! A picture is a grid of square cells. A cell shows one subject from one direction, in parallel
//! projection. A depth buffer finds what is nearest, one light near the eye shades it, and a dark
//! line follows every step in depth. There are four samples per pixel, and few shades, so that the
//! file stays small. Only sums, products, quotients and square roots are used, so that the picture
//! has the same bytes on every platform.

use geometry::{Ball, Mesh, Vec3};
use std::ops::Range;

/// Number of shades of each color, from dark to bright.
const SHADES: u8 = 28;

/// Colors of faces and of balls at their brightest, red, green and blue.
const COLORS: [[u8; 3]; 2] = [[0xf2, 0xd6, 0xa8], [0xb4, 0xd8, 0xf4]];

/// Color of outlines, darker than any shade.
const OUTLINE: [u8; 3] = [0x30, 0x30, 0x38];

/// Grid of square cells.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    columns: usize,
    rows: usize,
    side: usize,
    /// Palette entry of each pixel.
    pixels: Vec<u8>,
}

impl Picture {
    /// Returns a white picture. `side` is the side of a cell in pixels.
    pub(super) fn new(columns: usize, rows: usize, side: usize) -> Picture {
        Picture {
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
        let cell = Cell::new(subject, view, 2 * self.side);
        for y in 0..self.side {
            for x in 0..self.side {
                let samples = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let lights = samples.map(|(i, j)| cell.light(2 * x + i, 2 * y + j));
                let start = (row * self.side + y) * self.columns * self.side;
                self.pixels[start + column * self.side + x] = entry(lights, cell.color);
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
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette().concat());
        encoder.set_compression(png::Compression::High);
        // Row filters encode differences of palette entries, which compress worse.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("memory does not fail");
        writer
            .write_image_data(&self.pixels)
            .expect("as many pixels as the header says");
        writer.finish().expect("memory does not fail");
        bytes
    }
}

/// Number of steps of coverage: a pixel has four samples.
const COVERS: usize = 4;

/// Returns white, then for each color its shades at each coverage.
fn palette() -> Vec<[u8; 3]> {
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

/// Parallel projection onto a square cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Unit vectors to the right, down, and away from the eye.
    right: Vec3,
    down: Vec3,
    away: Vec3,
    /// Point at the center of the cell.
    center: Vec3,
    /// Half of the width that is seen, in scene units.
    half: f64,
}

impl View {
    /// Share of a cell's side that is filled.
    const FILLED: f64 = 0.94;

    /// Returns the view along `away` that shows all of `balls`, with `up` toward the top.
    ///
    /// # Panics
    /// Panics if there is no ball, or `up` is parallel to `away`.
    pub(super) fn around(balls: &[Ball], away: Vec3, up: Vec3) -> View {
        let away = away / away.length();
        let right = away.cross(up);
        assert!(right.length() > 0.0, "up does not lie along the view");
        let right = right / right.length();
        let down = away.cross(right);
        let span = |axis: Vec3| {
            let low = balls.iter().map(|b| b.center.dot(axis) - b.radius);
            let high = balls.iter().map(|b| b.center.dot(axis) + b.radius);
            let low = low.fold(f64::INFINITY, f64::min);
            (low, high.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, end), (top, bottom)) = (span(right), span(down));
        assert!(left <= end, "there is something to see");
        let center = right * (0.5 * (left + end)) + down * (0.5 * (top + bottom));
        let half = 0.5 * (end - left).max(bottom - top) / View::FILLED;
        View {
            right,
            down,
            away,
            center,
            half: if half > 0.0 { half } else { 1.0 },
        }
    }

    /// Maps a point to samples: to the right, down and away, in a cell of `side` samples.
    fn map(&self, p: Vec3, side: usize) -> Vec3 {
        let from = p - self.center;
        let unit = self.samples_per_unit(side);
        let center = 0.5 * side as f64;
        Vec3::new(
            center + unit * from.dot(self.right),
            center + unit * from.dot(self.down),
            unit * from.dot(self.away),
        )
    }

    /// Returns the number of samples per scene unit.
    fn samples_per_unit(&self, side: usize) -> f64 {
        0.5 * side as f64 / self.half
    }
}

/// Subject of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    /// Faces of a mesh, each flat, seen from both sides.
    Faces(&'a Mesh),
    /// Balls.
    Balls(&'a [Ball]),
}

/// Samples of a cell.
struct Cell {
    side: usize,
    /// Distance from the eye, in samples; infinite for the background.
    depths: Vec<f64>,
    /// Brightness from 0 (dark) to 1 (facing the light).
    lights: Vec<f64>,
    /// Index in [`COLORS`].
    color: usize,
}

/// Direction to the light as right, down, away: above the eye's left.
const LIGHT: Vec3 = Vec3::new(-0.46, -0.58, -0.67);

/// Light of a surface that faces away from it.
const SHADOW: f64 = 0.3;

/// Least step in depth to a neighbor, in samples, that is an outline.
const STEP: f64 = 7.0;

/// Light of an outline, as a share of the light of the subject.
const OUTLINE_LIGHT: f64 = 0.35;

impl Cell {
    /// Renders a subject with `side` samples along each side.
    fn new(subject: &Subject<'_>, view: &View, side: usize) -> Cell {
        let mut cell = Cell {
            side,
            depths: vec![f64::INFINITY; side * side],
            lights: vec![0.0; side * side],
            color: usize::from(matches!(subject, Subject::Balls(_))),
        };
        match subject {
            Subject::Balls(balls) => {
                for ball in *balls {
                    let radius = ball.radius * view.samples_per_unit(side);
                    cell.add_ball(view.map(ball.center, side), radius);
                }
            }
            Subject::Faces(mesh) => {
                for face in 0..mesh.face_count() {
                    let corners = mesh.triangle(face).corners();
                    cell.add_face(corners.map(|p| view.map(p, side)));
                }
            }
        }
        cell
    }

    /// Returns the brightness of the sample at `x`, `y`, if it is covered.
    fn light(&self, x: usize, y: usize) -> Option<f64> {
        let light = self.lights[y * self.side + x];
        let (x, y) = (x as i64, y as i64);
        let depth = self.depth(x, y);
        // Draw the line on the nearer side of a step, so that it belongs to the shape in front.
        let mut neighbors = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].into_iter();
        let edge = neighbors.any(|(x, y)| self.depth(x, y) > depth + STEP);
        let light = if edge { OUTLINE_LIGHT * light } else { light };
        depth.is_finite().then_some(light)
    }

    /// Returns the depth at a sample; infinite outside of the cell.
    fn depth(&self, x: i64, y: i64) -> f64 {
        let inside = 0..self.side as i64;
        match inside.contains(&x) && inside.contains(&y) {
            true => self.depths[y as usize * self.side + x as usize],
            false => f64::INFINITY,
        }
    }

    fn add_ball(&mut self, center: Vec3, radius: f64) {
        let columns = self.samples(center.x - radius, center.x + radius);
        let rows = self.samples(center.y - radius, center.y + radius);
        for row in rows {
            for column in columns.clone() {
                let (x, y) = (column as f64 + 0.5 - center.x, row as f64 + 0.5 - center.y);
                let square = radius * radius - x * x - y * y;
                if square >= 0.0 && radius > 0.0 {
                    let z = -square.sqrt();
                    let normal = Vec3::new(x, y, z) / radius;
                    self.put(column, row, center.z + z, light(normal));
                }
            }
        }
    }

    /// Adds a face, unless it is parallel to the view direction.
    fn add_face(&mut self, [a, b, c]: [Vec3; 3]) {
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        if normal.z == 0.0 || length == 0.0 {
            return;
        }
        // Orient the normal toward the eye.
        let normal = normal / if normal.z < 0.0 { length } else { -length };
        let light = light(normal);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let (columns, rows) = (self.samples(low.x, high.x), self.samples(low.y, high.y));
        let area = cross(b - a, c - a);
        for row in rows {
            for column in columns.clone() {
                let p = Vec3::new(column as f64 + 0.5, row as f64 + 0.5, 0.0);
                let u = cross(p - a, c - a) / area;
                let v = cross(b - a, p - a) / area;
                if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
                    let depth = a.z + u * (b.z - a.z) + v * (c.z - a.z);
                    self.put(column, row, depth, light);
                }
            }
        }
    }

    fn put(&mut self, column: usize, row: usize, depth: f64, light: f64) {
        let index = row * self.side + column;
        if depth < self.depths[index] {
            self.depths[index] = depth;
            self.lights[index] = light;
        }
    }

    /// Returns the samples of a row or column whose centers may lie between two coordinates.
    fn samples(&self, low: f64, high: f64) -> Range<usize> {
        let clamp = |x: f64| x.clamp(0.0, self.side as f64) as usize;
        clamp(low.floor())..clamp(high.ceil())
    }
}

fn light(normal: Vec3) -> f64 {
    SHADOW + (1.0 - SHADOW) * normal.dot(LIGHT).clamp(0.0, 1.0)
}

/// Returns twice the signed area that two vectors span in the picture.
fn cross(u: Vec3, v: Vec3) -> f64 {
    u.x * v.y - u.y * v.x
}

#[cfg(test)]
mod tests {
    use super::*;
    fn view() -> View {
        View::around(&[Ball::new(Vec3::ZERO, 1.0)], -Vec3::Y, Vec3::Z)
    }

    #[test]
    fn a_ball_covers_the_share_of_its_disc() {
        let mut picture = Picture::new(2, 1, 100);
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
            let mut picture = Picture::new(1, 1, 60);
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
            let mut picture = Picture::new(1, 1, 100);
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
