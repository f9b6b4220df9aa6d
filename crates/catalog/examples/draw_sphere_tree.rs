//! Writes one level of a sphere-tree as SVG: `--example draw_sphere_tree -- mesh.obj > tree.svg`.
//! Without a file it takes the lamp of Hubbard96. The view is along the y axis.

use catalog::{Body, BodyId, Detector, SphereTreeOptions};
use scenes::bodies::BodyModel;

/// Levels are numbered from 0, the bounding sphere.
const LEVEL: u8 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mesh = match std::env::args().nth(1) {
        Some(file) => catalog::read_mesh(&file)?.mesh,
        None => BodyModel::Lamp.mesh(),
    };
    let options = SphereTreeOptions {
        samples: 500,
        ..SphereTreeOptions::default()
    };
    let mut detector = options.detector();
    detector.prepare(&[Body::rigid("body", mesh.into())])?;
    let tree = &detector.model(BodyId(0)).tree;

    let root = tree.ball(0);
    let (left, top) = (root.center.x - root.radius, -root.center.z - root.radius);
    let (side, line) = (2.0 * root.radius, root.radius / 300.0);
    println!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='{left} {top} {side} {side}'>");
    println!("<g fill='steelblue' fill-opacity='0.1' stroke='black' stroke-width='{line}'>");
    for node in tree.at_level(LEVEL) {
        let ball = tree.ball(node);
        // SVG's vertical axis points down.
        let (x, y, r) = (ball.center.x, -ball.center.z, ball.radius);
        println!("<circle cx='{x}' cy='{y}' r='{r}'/>");
    }
    println!("</g></svg>");
    Ok(())
}
