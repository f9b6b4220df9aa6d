use super::*;
use geometry::{Mesh, Triangle};

/// A square of two faces, from 0 to 1.
fn square() -> NormalizedMesh {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
    NormalizedMesh::new(&Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap())
}

fn pieces(balls: &[Ball]) -> Vec<(u32, FacePiece)> {
    let surface = square();
    assert_eq!(surface.scale(), 0.5);
    let near = NearBalls::of(&surface, balls);
    let divided = [0, 1].map(|face| divide(&surface, &near, balls, face));
    let divided = divided.concat();
    let area = |p: &FacePiece| {
        let [a, b, c] = p.corners;
        Triangle::new(a, b, c).area_vector().length() / 2.0
    };
    let whole: f64 = divided.iter().map(|(_, piece)| area(piece)).sum();
    assert!((whole - 0.25).abs() < 1e-12, "the pieces are the faces");
    divided
}

#[test]
fn each_piece_goes_to_the_sphere_that_grows_least() {
    let ball = |x, y, radius| Ball::new(Vec3::new(x, y, 0.0), radius);
    // All meet both faces.
    let balls = [
        ball(0.0, 0.0, 0.2),
        ball(0.45, 0.4, 0.1),
        ball(0.25, 0.25, 0.0),
    ];
    let mut seen = [0; 3];
    for (leaf, piece) in pieces(&balls) {
        let growth = |b: &Ball| piece.reach(b.center) - b.radius;
        let own = growth(&balls[leaf as usize]);
        assert!(balls.iter().all(|b| own <= growth(b) + 1e-12));
        let (_, longest) = piece.halved();
        let fine = longest <= (SMALL * balls[leaf as usize].radius).max(FINEST);
        // Or all corners prefer this sphere.
        let gap = |b: &Ball, p: Vec3| p.distance(b.center) - b.radius;
        let prefers = |p: &Vec3| {
            let own = gap(&balls[leaf as usize], *p);
            balls.iter().all(|b| own <= gap(b, *p) + 1e-12)
        };
        assert!(own <= 0.0 || fine || piece.corners.iter().all(prefers));
        seen[leaf as usize] += 1;
    }
    assert!(seen.iter().all(|n| *n > 10), "{seen:?}");
}

/// If all pieces were of the smallest size, there would be 2 · 2¹⁵.
#[test]
fn points_share_the_surface_in_few_pieces() {
    let at = |x, y| Ball::new(Vec3::new(x, y, 0.0), 0.0);
    let four = [at(0.1, 0.1), at(0.4, 0.1), at(0.1, 0.4), at(0.4, 0.4)];
    let count = pieces(&four).len();
    assert!((100..5000).contains(&count), "{count}");
    assert_eq!(pieces(&four[..1]).len(), 2);
    // One point twice, up to rounding.
    let twice = [four.to_vec(), vec![at(0.1 + 1e-17, 0.1)]].concat();
    assert_eq!(pieces(&twice).len(), count);
}

#[test]
fn every_node_fits_its_region_and_nodes_without_one_are_removed() {
    let surface = square();
    let ball = |x: f64, y: f64| Ball::new(Vec3::new(x, y, 0.0), 0.01);
    let mut hierarchy = SphereHierarchy::root(ball(9.0, 9.0));
    hierarchy.push_level(&[vec![ball(9.0, 9.0); 3]]);
    let leaves = |x: f64| vec![ball(x, x), ball(x, x + 0.05)];
    hierarchy.push_level(&[
        leaves(0.1),
        leaves(7.0),
        [leaves(0.4), leaves(5.0)].concat(),
    ]);
    let faces = cover_regions(&surface, &mut hierarchy);
    let nodes = |level| hierarchy.level(level).len();
    assert!(
        nodes(1) == 2 && (2..=4).contains(&nodes(2)),
        "{hierarchy:?}"
    );
    assert!(
        faces[..3].iter().all(Vec::is_empty),
        "inner nodes list none"
    );
    let mut listed = [0; 2];
    for leaf in hierarchy.level(2) {
        assert!(faces[leaf].is_sorted_by(|f, g| f < g) && !faces[leaf].is_empty());
        faces[leaf].iter().for_each(|f| listed[*f as usize] += 1);
    }
    assert!(listed.iter().all(|n| *n > 0));
    assert_eq!(check_regions(&surface, &hierarchy, &faces), Ok(()));
    for node in 0..hierarchy.balls.len() {
        let mut hierarchy = hierarchy.clone();
        hierarchy.balls[node].radius /= 1000.0;
        assert!(
            check_regions(&surface, &hierarchy, &faces).is_err(),
            "{node}"
        );
    }
    // The radius exceeds the corners by the margin, and by little more.
    let corners = surface.mesh().vertices();
    let tight = Ball::minimal(corners).expect("a square has corners");
    let beyond = hierarchy.balls[0].radius - tight.radius;
    assert!((0.9 * MARGIN..1.1 * MARGIN).contains(&beyond), "{beyond}");
    let holds = |b: &Ball, p: &Vec3| b.center.distance(*p) <= b.radius - 0.9 * MARGIN;
    for level in 0..=2 {
        for p in corners {
            let mut balls = hierarchy.level(level).map(|n| &hierarchy.balls[n]);
            assert!(balls.any(|b| holds(b, p)), "level {level}, {p}");
        }
    }
}
