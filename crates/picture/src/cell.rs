//! The samples of one cell: depths, shades, outlines.

use crate::view::View;
use geometry::{Ball, Mesh, Vec3};

/// What a cell shows.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// The faces of a mesh, each flat, seen from both sides.
    Faces(&'a Mesh),
    /// Balls.
    Balls(&'a [Ball]),
}

/// A place of a cell that something covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    /// From 0, an outline, to 1, facing the light.
    pub(crate) light: f64,
    /// Whether it shows a ball.
    pub(crate) ball: bool,
}

/// The samples of a cell.
pub(crate) struct Cell {
    side: usize,
    /// How far away, in samples; infinite where nothing is.
    depths: Vec<f64>,
    lights: Vec<f64>,
    ball: bool,
}

/// Where the light comes from: right, down, away; it shines from above the eye's left.
const LIGHT: Vec3 = Vec3::new(-0.46, -0.58, -0.67);

/// The light of what faces away from it.
const SHADOW: f64 = 0.3;

/// A step in depth of at least so many samples to a neighbour is an outline.
const STEP: f64 = 7.0;

/// The light of an outline, as a share of what is there.
const OUTLINE: f64 = 0.35;

impl Cell {
    /// What is seen of a shape, with `side` samples along each side.
    pub(crate) fn of(shape: &Shape<'_>, view: &View, side: usize) -> Cell {
        let mut cell = Cell {
            side,
            depths: vec![f64::INFINITY; side * side],
            lights: vec![0.0; side * side],
            ball: matches!(shape, Shape::Balls(_)),
        };
        match shape {
            Shape::Balls(balls) => {
                for ball in *balls {
                    let radius = ball.radius * view.samples_per_unit(side);
                    cell.add_ball(view.place(ball.center, side), radius);
                }
            }
            Shape::Faces(mesh) => {
                for face in 0..mesh.face_count() {
                    let corners = mesh.triangle(face).corners();
                    cell.add_face(corners.map(|p| view.place(p, side)));
                }
            }
        }
        cell
    }

    /// What is seen at a sample.
    pub(crate) fn sample(&self, x: usize, y: usize) -> Option<Sample> {
        let depth = self.depth(x as i64, y as i64);
        if depth == f64::INFINITY {
            return None;
        }
        // The nearer side of a step carries the line, so that it lies on the shape in front.
        let neighbours = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let (x, y) = (x as i64, y as i64);
        let edge = neighbours
            .iter()
            .any(|(i, j)| self.depth(x + i, y + j) > depth + STEP);
        let light = self.lights[y as usize * self.side + x as usize];
        Some(Sample {
            light: if edge { OUTLINE * light } else { light },
            ball: self.ball,
        })
    }

    /// Infinite beyond the cell.
    fn depth(&self, x: i64, y: i64) -> f64 {
        let inside = 0..self.side as i64;
        if inside.contains(&x) && inside.contains(&y) {
            self.depths[y as usize * self.side + x as usize]
        } else {
            f64::INFINITY
        }
    }

    fn add_ball(&mut self, center: Vec3, radius: f64) {
        let (columns, rows) = (
            self.samples(center.x - radius, center.x + radius),
            self.samples(center.y - radius, center.y + radius),
        );
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

    /// A face of which nothing is seen, as it stands on its edge, is left out.
    fn add_face(&mut self, [a, b, c]: [Vec3; 3]) {
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        if normal.z == 0.0 || length == 0.0 {
            return;
        }
        // Towards the eye.
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
        let place = row * self.side + column;
        if depth < self.depths[place] {
            self.depths[place] = depth;
            self.lights[place] = light;
        }
    }

    /// The samples of a row or column whose middles may lie between two places.
    fn samples(&self, low: f64, high: f64) -> std::ops::Range<usize> {
        let clamp = |x: f64| x.clamp(0.0, self.side as f64) as usize;
        clamp(low.floor())..clamp(high.ceil())
    }
}

fn light(normal: Vec3) -> f64 {
    SHADOW + (1.0 - SHADOW) * normal.dot(LIGHT).clamp(0.0, 1.0)
}

/// Twice the signed area that two vectors span as they are seen.
fn cross(u: Vec3, v: Vec3) -> f64 {
    u.x * v.y - u.y * v.x
}
