//! Picture of bodies, shaded, with a color for each leaf of their CSG trees.

use super::style::{EDGE, FAINTEST, INK, scale_bar};
use super::{leaf_color, leaves};
use crate::picture::{Anchor, Canvas, DepthBuffer, Font, SAMPLES, View};
use geometry::csg::CsgSolid;
use geometry::{Ball, Vec3};
use scenes::bodies::CncBody;

/// Width and height of a body, in pixels.
const CELL: [usize; 2] = [400, 370];

/// Height of scale bar and caption below it.
const CAPTION: usize = 112;

/// Number of cells in a row.
const COLUMNS: usize = 3;

/// Draws the bodies, each as large as its cell, with name, counts and a scale bar.
pub(super) fn picture(bodies: &[CncBody]) -> Vec<u8> {
    canvas(bodies).png()
}

/// Draws the picture before it becomes a file.
pub(super) fn canvas(bodies: &[CncBody]) -> Canvas {
    let rows = bodies.len().div_ceil(COLUMNS);
    let columns = COLUMNS.min(bodies.len());
    let height = CELL[1] + CAPTION;
    let mut canvas = Canvas::new(columns * CELL[0], rows * height);
    for (i, body) in bodies.iter().enumerate() {
        let corner = [i % COLUMNS * CELL[0], i / COLUMNS * height];
        let solid = body.solid();
        let unit = draw(&mut canvas, corner, CELL, &solid);
        let middle = corner[0] as f64 + 0.5 * CELL[0] as f64;
        let below = (corner[1] + CELL[1]) as f64;
        let triangles = solid.mesh().face_count();
        let leaves = leaves(solid.tree().leaves().len());
        canvas.text(
            body.name(),
            Font::bold(24.0),
            Anchor::Middle,
            [middle, below + 46.0],
            INK,
        );
        let counts = format!("{triangles} triangles, {leaves}");
        canvas.text(
            &counts,
            Font::plain(19.0),
            Anchor::Middle,
            [middle, below + 76.0],
            INK,
        );
        scale_bar(&mut canvas, [middle - 0.5 * unit, below + 10.0], unit);
    }
    canvas
}

/// Draws a solid into a cell, with a color for each leaf, and returns the pixels of a scene unit.
pub(super) fn draw(
    canvas: &mut Canvas,
    corner: [usize; 2],
    size: [usize; 2],
    solid: &CsgSolid,
) -> f64 {
    let mesh = solid.mesh();
    let points = mesh.vertices().iter();
    let points: Vec<Ball> = points.map(|p| Ball::new(*p, 0.0)).collect();
    let away = Vec3::new(-0.65, 1.0, -0.75);
    let view = View::around(&points, away, Vec3::Z, size[0] as f64 / size[1] as f64);
    let mut buffer = DepthBuffer::new(&view, size.map(|n| n * SAMPLES));
    buffer.add_mesh(mesh, |face| solid.leaf_of_face()[face]);
    buffer.add_edges(mesh, EDGE, FAINTEST);
    canvas.paint(corner, &buffer, leaf_color);
    view.samples_per_unit(size)
}
