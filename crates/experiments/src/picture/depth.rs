//! Depth buffer: what is nearest at each sample, with its light, its mark and its lines.

use super::View;
use geometry::{Ball, Mesh, Vec3};
use std::ops::Range;

/// Samples of a cell.
#[derive(Clone, Debug)]
pub(crate) struct DepthBuffer {
    view: View,
    /// Width and height in samples.
    size: [usize; 2],
    /// Distance from the eye, in samples; infinite for the background.
    depths: Vec<f64>,
    /// Brightness from 0 (dark) to 1 (facing the light).
    lights: Vec<f64>,
    /// Number that the nearest face was added with.
    marks: Vec<u32>,
    /// Darkness of lines from 0 (none) to 1.
    lines: Vec<f64>,
}

/// Direction to the light as right, down, away: above the eye's left.
const LIGHT: Vec3 = Vec3::new(-0.46, -0.58, -0.67);

/// Light of a surface that faces away from it.
const SHADOW: f64 = 0.3;

/// Least step in depth to a neighbor, in samples, that is an outline.
const STEP: f64 = 7.0;

/// Depth, in samples, by which a line may be behind a face and still be drawn: it lies on faces.
const LIFT: f64 = 5.0;

impl DepthBuffer {
    /// Returns an empty cell of this size in samples.
    pub(crate) fn new(view: &View, size: [usize; 2]) -> DepthBuffer {
        let count = size[0] * size[1];
        DepthBuffer {
            view: *view,
            size,
            depths: vec![f64::INFINITY; count],
            lights: vec![0.0; count],
            marks: vec![0; count],
            lines: vec![0.0; count],
        }
    }

    /// Returns width and height in samples.
    pub(crate) fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Adds a ball.
    pub(crate) fn add_ball(&mut self, ball: &Ball, mark: u32) {
        let radius = ball.radius * self.view.samples_per_unit(self.size);
        let center = self.view.map(ball.center, self.size);
        let columns = self.samples(0, center.x - radius, center.x + radius);
        let rows = self.samples(1, center.y - radius, center.y + radius);
        for row in rows {
            for column in columns.clone() {
                let (x, y) = (column as f64 + 0.5 - center.x, row as f64 + 0.5 - center.y);
                let square = radius * radius - x * x - y * y;
                if square >= 0.0 && radius > 0.0 {
                    let z = -square.sqrt();
                    let normal = Vec3::new(x, y, z) / radius;
                    self.put(column, row, center.z + z, light(normal), mark);
                }
            }
        }
    }

    /// Adds all faces of a mesh, each flat, seen from both sides. `mark` gives the mark of a face.
    pub(crate) fn add_mesh(&mut self, mesh: &Mesh, mark: impl Fn(usize) -> u32) {
        for face in 0..mesh.face_count() {
            self.add_face(mesh.triangle(face).corners(), mark(face));
        }
    }

    /// Adds a face, unless it is parallel to the view direction.
    fn add_face(&mut self, corners: [Vec3; 3], mark: u32) {
        let [a, b, c] = corners.map(|p| self.view.map(p, self.size));
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        if normal.z == 0.0 || length == 0.0 {
            return;
        }
        // Orient the normal toward the eye.
        let normal = normal / if normal.z < 0.0 { length } else { -length };
        let light = light(normal);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let columns = self.samples(0, low.x, high.x);
        let area = cross(b - a, c - a);
        for row in self.samples(1, low.y, high.y) {
            for column in columns.clone() {
                let p = Vec3::new(column as f64 + 0.5, row as f64 + 0.5, 0.0);
                let u = cross(p - a, c - a) / area;
                let v = cross(b - a, p - a) / area;
                if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
                    let depth = a.z + u * (b.z - a.z) + v * (c.z - a.z);
                    self.put(column, row, depth, light, mark);
                }
            }
        }
    }

    /// Draws a line of this `width` in samples where no face is before it. All faces have to be
    /// there.
    pub(crate) fn add_line(&mut self, ends: [Vec3; 2], width: f64, darkness: f64) {
        let [a, b] = ends.map(|p| self.view.map(p, self.size));
        let along = b - a;
        let square = along.x * along.x + along.y * along.y;
        let half = 0.5 * width;
        let columns = self.samples(0, a.x.min(b.x) - half, a.x.max(b.x) + half);
        for row in self.samples(1, a.y.min(b.y) - half, a.y.max(b.y) + half) {
            for column in columns.clone() {
                let (x, y) = (column as f64 + 0.5 - a.x, row as f64 + 0.5 - a.y);
                let share = if square > 0.0 {
                    ((x * along.x + y * along.y) / square).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let (off_x, off_y) = (x - share * along.x, y - share * along.y);
                if off_x * off_x + off_y * off_y > half * half {
                    continue;
                }
                let index = row * self.size[0] + column;
                if a.z + share * along.z <= self.depths[index] + LIFT {
                    self.lines[index] = self.lines[index].max(darkness);
                }
            }
        }
    }

    /// Draws the edges between faces that are not coplanar, the darker the sharper, and all as dark
    /// as possible from an angle of 30 degrees on. Edges that are fainter than `least` are left
    /// out.
    pub(crate) fn add_edges(&mut self, mesh: &Mesh, width: f64, least: f64) {
        for (edge, darkness) in sharp_edges(mesh) {
            if darkness >= least {
                let ends = edge.map(|i| mesh.vertices()[i as usize]);
                self.add_line(ends, width, darkness);
            }
        }
    }

    /// Returns brightness, mark and darkness of the line at a sample, if it is covered.
    pub(crate) fn at(&self, x: usize, y: usize) -> Option<(f64, u32, f64)> {
        let index = y * self.size[0] + x;
        let covered = self.depths[index].is_finite();
        covered.then(|| (self.lights[index], self.marks[index], self.lines[index]))
    }

    /// Returns true where depth steps back within `reach` samples: on the nearer side, so that the
    /// outline belongs to the shape in front.
    pub(crate) fn is_outline(&self, x: usize, y: usize, reach: i64) -> bool {
        let (x, y) = (x as i64, y as i64);
        let depth = self.depth(x, y);
        let neighbors = [
            (x - reach, y),
            (x + reach, y),
            (x, y - reach),
            (x, y + reach),
        ];
        let mut neighbors = neighbors.into_iter();
        neighbors.any(|(x, y)| self.depth(x, y) > depth + STEP)
    }

    /// Returns true if something within `reach` samples is not covered: the outline of a convex
    /// shape, whose depth may be steep without a step.
    pub(crate) fn is_silhouette(&self, x: usize, y: usize, reach: i64) -> bool {
        let (x, y) = (x as i64, y as i64);
        let mut around = (-reach..=reach).flat_map(|j| (-reach..=reach).map(move |i| (i, j)));
        let near = |(i, j): (i64, i64)| i * i + j * j <= reach * reach;
        around.any(|offset| near(offset) && self.depth(x + offset.0, y + offset.1).is_infinite())
    }

    /// Returns the depth at a sample; infinite outside of the cell.
    fn depth(&self, x: i64, y: i64) -> f64 {
        let [width, height] = self.size.map(|n| n as i64);
        if (0..width).contains(&x) && (0..height).contains(&y) {
            self.depths[y as usize * self.size[0] + x as usize]
        } else {
            f64::INFINITY
        }
    }

    fn put(&mut self, column: usize, row: usize, depth: f64, light: f64, mark: u32) {
        let index = row * self.size[0] + column;
        if depth < self.depths[index] {
            self.depths[index] = depth;
            self.lights[index] = light;
            self.marks[index] = mark;
        }
    }

    /// Returns the samples of a column (0) or row (1) whose centers may lie between two
    /// coordinates.
    fn samples(&self, axis: usize, low: f64, high: f64) -> Range<usize> {
        let clamp = |x: f64| x.clamp(0.0, self.size[axis] as f64) as usize;
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

/// Returns the edges of faces in different planes, with their sharpness: the sine of half the angle
/// between the normals, as a share of that at 30 degrees.
fn sharp_edges(mesh: &Mesh) -> Vec<([u32; 2], f64)> {
    /// Square of the sine of 15 degrees.
    const SHARP: f64 = 0.066_987_298;
    let mut sides: Vec<([u32; 2], usize)> = Vec::with_capacity(3 * mesh.face_count());
    for (face, corners) in mesh.triangles().iter().enumerate() {
        for i in 0..3 {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            sides.push(([a.min(b), a.max(b)], face));
        }
    }
    sides.sort_unstable();
    let normal = |face: usize| {
        let [a, b, c] = mesh.triangle(face).corners();
        let normal = (b - a).cross(c - a);
        normal / normal.length().max(f64::MIN_POSITIVE)
    };
    let sharpness = |same: &[([u32; 2], usize)]| match same {
        // Half of the squared difference of unit vectors is `1 − cos`, twice the square of the
        // sine of half the angle.
        [(_, f), (_, g)] => {
            let square = 0.25 * (normal(*f) - normal(*g)).length_squared();
            (square / SHARP).sqrt().min(1.0)
        }
        _ => 1.0,
    };
    let same_edge = sides.chunk_by(|a, b| a.0 == b.0);
    same_edge.map(|same| (same[0].0, sharpness(same))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_as_dark_as_they_are_sharp() {
        // Two faces that meet along the y axis, at an angle whose tangent is `rise`.
        let darkness = |rise: f64| {
            let corners = [Vec3::ZERO, Vec3::Y, -Vec3::X, Vec3::new(1.0, 0.0, rise)];
            let mesh = Mesh::new(corners.into(), vec![[0, 1, 2], [0, 3, 1]]).unwrap();
            let edges = sharp_edges(&mesh);
            assert_eq!(edges.len(), 5);
            edges[0].1
        };
        assert_eq!(darkness(0.0), 0.0);
        assert!((darkness(1.0 / 3f64.sqrt()) - 1.0).abs() < 1e-8);
        assert_eq!(darkness(5.0), 1.0);
        // Seven degrees.
        assert!((darkness(0.122_784_56) - 0.2358).abs() < 1e-3);
    }

    #[test]
    fn a_line_is_drawn_where_no_face_hides_it() {
        let balls = [Ball::new(Vec3::ZERO, 2.0)];
        let view = View::around(&balls, -Vec3::Y, Vec3::Z, 1.0);
        let mut cell = DepthBuffer::new(&view, [100, 100]);
        let (low, high) = (-1.0, 1.0);
        let corners = [(low, low), (high, low), (high, high), (low, high)];
        let corners = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
        let wall = Mesh::new(corners.into(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
        cell.add_mesh(&wall, |_| 7);
        // The eye looks along -y, so that y = 1 is before the wall.
        let drawn = |y: f64| {
            let mut cell = cell.clone();
            let ends = [Vec3::new(-1.0, y, 0.0), Vec3::new(1.0, y, 0.0)];
            cell.add_line(ends, 2.0, 1.0);
            let inked = |x: &usize| {
                cell.at(*x, 50)
                    .is_some_and(|(_, mark, line)| mark == 7 && line > 0.0)
            };
            (0..100).filter(inked).count()
        };
        assert!(drawn(1.0) > 40 && drawn(0.0) > 40);
        assert_eq!(drawn(-1.0), 0);
    }
}
