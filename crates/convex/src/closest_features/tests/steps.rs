//! Single steps between features of two cubes from −1 to 1. The first is at the origin.
//!
//! Bit `i` of a corner's index is its side of axis `i`. Facets: −x, +x, −y, +y, −z, +z.

use super::super::*;
use super::bodies::cuboid;
use FeatureStep::{Apart, Penetrating, To};
use HullFeature::{Edge, Facet, Vertex};
use geometry::{Pose, Quat, Vec3};
use std::f64::consts::FRAC_PI_4;

type Step = fn(&HullPair, FeaturePair, &mut ConvexWork) -> FeatureStep;
const BOTH: [Step; 2] = [v_clip::step, lin_canny::step];

fn edge(ends: [u32; 2]) -> HullFeature {
    let cube = cuboid(Vec3::ONE);
    let found = cube.edges.iter().position(|e| e.vertices == ends);
    Edge(found.expect("corners of one edge") as u32)
}

/// Checks the step of some searches, also with the bodies exchanged.
fn check(steps: &[Step], poses: [Pose; 2], pair: FeaturePair, expected: FeatureStep) {
    let cube = FeatureModel::new(cuboid(Vec3::ONE));
    let maps = poses.map(|pose| pose.world_map());
    let swapped = |[a, b]: FeaturePair| [b, a];
    for step in steps {
        let mut work = ConvexWork::default();
        let hulls = HullPair::new([&cube, &cube], [&maps[0], &maps[1]]);
        assert_eq!(step(&hulls, pair, &mut work), expected, "{pair:?}");
        let hulls = HullPair::new([&cube, &cube], [&maps[1], &maps[0]]);
        let expected = match expected {
            To(pair) => To(swapped(pair)),
            end => end,
        };
        assert_eq!(
            step(&hulls, swapped(pair), &mut work),
            expected,
            "{pair:?} swapped"
        );
    }
}

fn at(x: f64, y: f64, z: f64) -> [Pose; 2] {
    [Pose::IDENTITY, Pose::at(Vec3::new(x, y, z))]
}

/// A cube standing on an edge along x, and above it one on an edge along y, moved by `offset`.
fn crossed(offset: Vec3) -> [Pose; 2] {
    let above = offset + 4.0 * Vec3::Z;
    [
        Pose::new(Vec3::ZERO, Quat::from_rotation_x(FRAC_PI_4)),
        Pose::new(above, Quat::from_rotation_y(FRAC_PI_4)),
    ]
}

#[test]
fn vertex_and_vertex() {
    check(&BOTH, at(3.0, 3.0, 3.0), [Vertex(7), Vertex(0)], Apart);
    let beyond = To([Vertex(7), edge([0, 1])]);
    check(&BOTH, at(3.0, 3.0, 3.0), [Vertex(7), Vertex(1)], beyond);
}

#[test]
fn vertex_and_edge() {
    let upright = edge([0, 4]);
    check(&BOTH, at(3.0, 3.0, 0.5), [Vertex(7), upright], Apart);
    // Beyond the end of the edge, also if beyond its side.
    let end = To([Vertex(7), Vertex(0)]);
    check(&BOTH, at(3.0, 3.0, 3.0), [Vertex(7), upright], end);
    check(&BOTH, at(3.0, 0.0, 3.0), [Vertex(7), upright], end);
    // Beyond its side.
    let side = To([Vertex(7), Facet(0)]);
    check(&BOTH, at(3.0, 0.0, 0.5), [Vertex(7), upright], side);
    // The edge is nearer to another point of the vertex's body.
    let down = To([edge([3, 7]), upright]);
    check(
        &BOTH,
        at(3.0, 3.0, -0.5),
        [Vertex(7), edge([0, 4])],
        To([Vertex(7), Vertex(4)]),
    );
    let leaning = [Pose::IDENTITY, leaning_edge()];
    check(&BOTH, leaning, [Vertex(7), upright], down);
}

/// A cube whose edge 0–4 passes corner 7 of the other and comes nearer to the edge below it.
fn leaning_edge() -> Pose {
    let lean = Quat::from_rotation_arc(Vec3::Z, Vec3::new(0.5, 0.5, 1.0).normalize());
    // The middle of the edge comes to (1.3, 1.3, 0.7).
    Pose::new(
        Vec3::new(1.3, 1.3, 0.7) - lean * Vec3::new(-1.0, -1.0, 0.0),
        lean,
    )
}

#[test]
fn edge_and_edge() {
    let (along_x, along_y) = (edge([6, 7]), edge([1, 3]));
    check(&BOTH, crossed(Vec3::ZERO), [along_x, along_y], Apart);
    let end = To([along_x, Vertex(1)]);
    check(&BOTH, crossed(1.5 * Vec3::Y), [along_x, along_y], end);
    let end = To([Vertex(7), along_y]);
    check(&BOTH, crossed(1.5 * Vec3::X), [along_x, along_y], end);
    // The other edge comes down over the facet beside the edge.
    let down = Quat::from_rotation_x(0.1) * Quat::from_rotation_y(FRAC_PI_4);
    let above = Pose::new(Vec3::new(0.0, 0.5, 4.0), down);
    let side = To([Facet(5), along_y]);
    check(&BOTH, [Pose::IDENTITY, above], [along_x, along_y], side);
}

#[test]
fn vertex_and_facet() {
    let over = [Pose::IDENTITY, diamond(Vec3::new(0.2, 0.3, 3.0))];
    check(&BOTH, over, [Facet(5), Vertex(0)], Apart);
    // Outside two sides of the prism, +x by more.
    let beside = [Pose::IDENTITY, diamond(Vec3::new(3.0, 2.0, 3.0))];
    let most = To([edge([5, 7]), Vertex(0)]);
    check(&BOTH, beside, [Facet(5), Vertex(0)], most);
    // Corner 1 over the facet: from it an edge leads down, out of the prism.
    let mut pose = diamond(Vec3::new(0.2, 0.3, 3.0));
    let arm = pose.rotation * (2.0 * Vec3::X);
    pose.translation -= Vec3::new(arm.x, arm.y, 0.0);
    let lower = To([Facet(5), edge([0, 1])]);
    check(&BOTH, [Pose::IDENTITY, pose], [Facet(5), Vertex(1)], lower);
}

/// A cube standing on corner 0, at `lowest`.
fn diamond(lowest: Vec3) -> Pose {
    let up = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::Z);
    Pose::new(lowest + up * Vec3::ONE, up)
}

#[test]
fn a_vertex_below_a_facet_is_inside_or_over_another() {
    let inside = [Pose::IDENTITY, diamond(Vec3::new(0.2, 0.3, 0.9))];
    // Corner 7 is highest: no edge leads from it toward the top.
    let upside_down = |p: Vec3| {
        let turn = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::Z);
        [Pose::IDENTITY, Pose::new(p - turn * Vec3::ONE, turn)]
    };
    check(
        &BOTH,
        upside_down(Vec3::new(0.2, 0.3, -0.5)),
        [Facet(5), Vertex(7)],
        Penetrating,
    );
    let bottom = To([Facet(4), Vertex(7)]);
    check(
        &BOTH,
        upside_down(Vec3::new(0.2, 0.3, -2.0)),
        [Facet(5), Vertex(7)],
        bottom,
    );
    // V-Clip first follows an edge up to the plane.
    let result = v_clip_step(inside, [Facet(5), Vertex(0)]);
    assert!(matches!(result, To([Facet(5), Edge(_)])), "{result:?}");
    check(&BOTH[1..], inside, [Facet(5), Vertex(0)], Penetrating);
}

fn v_clip_step(poses: [Pose; 2], pair: FeaturePair) -> FeatureStep {
    let cube = FeatureModel::new(cuboid(Vec3::ONE));
    let maps = poses.map(|pose| pose.world_map());
    let hulls = HullPair::new([&cube, &cube], [&maps[0], &maps[1]]);
    v_clip::step(&hulls, pair, &mut ConvexWork::default())
}

#[test]
fn edge_and_facet() {
    let upright = edge([0, 4]);
    // The edge from (0.5, 0.5, z − 1) to (0.5, 0.5, z + 1).
    let over = |z: f64| at(1.5, 1.5, z);
    check(&BOTH, over(1.5), [Facet(5), upright], Penetrating);
    check(
        &BOTH,
        over(3.0),
        [Facet(5), upright],
        To([Facet(5), Vertex(0)]),
    );
    // One end exactly on the plane, the other above or below.
    check(&BOTH[..1], over(2.0), [Facet(5), upright], Penetrating);
    check(&BOTH[..1], over(0.0), [Facet(5), upright], Penetrating);
    // Beside the prism: the boundary, an edge or a corner.
    let beside = at(3.0, 0.5, 3.0);
    check(
        &BOTH,
        beside,
        [Facet(5), upright],
        To([edge([5, 7]), upright]),
    );
    check(
        &BOTH,
        at(3.0, 3.0, 3.0),
        [Facet(5), upright],
        To([Vertex(7), upright]),
    );
    // Reaching into the prism, lowest at its side.
    let lean = Quat::from_rotation_arc(Vec3::Z, Vec3::new(-1.0, 0.0, 0.5).normalize());
    let reaching = Pose::new(
        Vec3::new(1.5, 0.0, 2.0) - lean * Vec3::new(-1.0, -1.0, 0.0),
        lean,
    );
    let side = To([edge([5, 7]), upright]);
    check(&BOTH, [Pose::IDENTITY, reaching], [Facet(5), upright], side);
}

#[test]
fn an_edge_below_a_facet_steps_to_its_higher_end() {
    let along_x = edge([0, 1]);
    let end = To([Facet(5), Vertex(0)]);
    check(&BOTH[..1], at(0.5, 0.5, 0.5), [Facet(5), along_x], end);
    check(
        &BOTH[1..],
        at(0.5, 0.5, 0.5),
        [Facet(5), along_x],
        Penetrating,
    );
    // The edge runs along z = −2.5, below the bottom.
    let bottom = To([Facet(4), along_x]);
    check(&BOTH[..1], at(0.5, 0.5, -1.5), [Facet(5), along_x], end);
    check(&BOTH[1..], at(0.5, 0.5, -1.5), [Facet(5), along_x], bottom);
    // From z = −1.5 up to 0.5.
    let end = To([Facet(5), Vertex(4)]);
    check(
        &BOTH[..1],
        at(1.5, 1.5, -0.5),
        [Facet(5), edge([0, 4])],
        end,
    );
}

#[test]
fn an_edge_along_a_side_of_a_prism_is_in_it() {
    // Beyond the side by two ulps.
    let x = 2.0 + 4.0 * f64::EPSILON;
    let upright = [Facet(5), edge([0, 4])];
    let lower = To([Facet(5), Vertex(0)]);
    check(&BOTH[..1], at(x, 1.5, 3.0), upright, lower);
    let side = To([edge([5, 7]), edge([0, 4])]);
    check(&BOTH, at(2.001, 1.5, 3.0), upright, side);
}

#[test]
fn what_an_edge_sends_to_a_facet_from_inside_penetrates() {
    let top = edge([5, 7]);
    // Corner 0 comes to (0.9, 0.5, 0.5).
    let corner = at(1.9, 1.5, 1.5);
    check(&BOTH[..1], corner, [top, Vertex(0)], Penetrating);
    // The edge runs along y, whole beyond the side plane, at (0.9, 0.5).
    let along_y = at(1.9, 0.5, 1.5);
    assert_eq!(v_clip_step(along_y, [top, edge([0, 2])]), Penetrating);
    // Below the bottom, at z = −3.
    let step = v_clip_step(at(1.9, 1.5, -2.0), [top, Vertex(0)]);
    assert!(matches!(step, To([Facet(_), Vertex(0)])), "{step:?}");
}

/// Touching, up to rounding: two smaller features meet, and nothing is nearer.
#[test]
fn contact_of_any_two_features_penetrates() {
    // Corner 0 on the edge 3–7, and on the top.
    let corner = at(2.0, 2.0, 1.0);
    check(&BOTH[..1], corner, [edge([3, 7]), Vertex(0)], Penetrating);
    let above = at(1.25, 1.25, 2.0f64.next_up());
    check(&BOTH[..1], above, [Facet(5), Vertex(0)], Penetrating);
    // Crossed edges.
    let touching = crossed((8f64.sqrt() - 4.0) * Vec3::Z);
    let edges = [edge([6, 7]), edge([1, 3])];
    check(&BOTH[..1], touching, edges, Penetrating);
}

/// A slope, a rise and a height that may be only rounding lead nowhere.
#[test]
fn rounding_leads_to_no_step() {
    // Edges along x, parallel up to 1e-15, of which each sticks out at one end.
    let tilt = Pose::new(Vec3::new(1.0, 2.5, 3.0), Quat::from_rotation_y(1e-15));
    let edges = [edge([6, 7]), edge([0, 1])];
    check(&BOTH[..1], [Pose::IDENTITY, tilt], edges, Apart);
    // From corner 0, the edge 0–2 falls by 2e-15 toward the top.
    let tilt = Pose::new(Vec3::new(1.25, 1.25, 3.0), Quat::from_rotation_x(-1e-15));
    check(
        &BOTH[..1],
        [Pose::IDENTITY, tilt],
        [Facet(5), Vertex(0)],
        Apart,
    );
    // Corner 7, the highest, is below the bottom by 2e-15.
    let turn = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::Z);
    let lowest = Vec3::new(0.2, 0.3, -1.0 - 2e-15);
    let poses = [Pose::IDENTITY, Pose::new(lowest - turn * Vec3::ONE, turn)];
    check(&BOTH[..1], poses, [Facet(5), Vertex(7)], Penetrating);
}

#[test]
fn two_facets_step_to_smaller_features() {
    let cube = FeatureModel::new(cuboid(Vec3::ONE));
    let maps = at(0.5, 0.25, 3.0).map(|pose| pose.world_map());
    let hulls = HullPair::new([&cube, &cube], [&maps[0], &maps[1]]);
    let facets = [Facet(5), Facet(4)];
    let after = |step: Step| match step(&hulls, facets, &mut ConvexWork::default()) {
        To(pair) => pair,
        end => panic!("{end:?}"),
    };
    assert!(matches!(after(v_clip::step), [Edge(_), Facet(4)]));
    // As near as the facets: 1, as these overlap.
    let published = after(lin_canny::step);
    assert!(matches!(published, [Edge(_), Edge(_)]), "{published:?}");
    assert_eq!(hulls.closest(published).distance, hulls.scale);
}

#[test]
fn side_planes_of_coplanar_facets_have_the_inside_between_them() {
    // The diagonal of a square: its side planes are one plane, below which is the inside.
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y, -Vec3::Z];
    let loops = [
        [0, 1, 2],
        [0, 2, 3],
        [0, 4, 1],
        [1, 4, 2],
        [2, 4, 3],
        [3, 4, 0],
    ];
    let pyramid = super::bodies::from_loops(corners, loops.map(Vec::from).to_vec());
    let diagonal = pyramid.edges.iter().position(|e| e.vertices == [0, 2]);
    let diagonal = Edge(diagonal.unwrap() as u32);
    let models = [
        FeatureModel::new(pyramid),
        FeatureModel::new(cuboid(Vec3::ONE)),
    ];
    // Corner 7 comes to (0.25, 0.25, −0.25), inside.
    let pose = Pose::at(Vec3::new(0.25, 0.25, -0.25) - Vec3::ONE);
    let maps = [Pose::IDENTITY, pose].map(|pose| pose.world_map());
    let hulls = HullPair::new([&models[0], &models[1]], [&maps[0], &maps[1]]);
    let step = v_clip::step(&hulls, [diagonal, Vertex(7)], &mut ConvexWork::default());
    assert_eq!(step, Penetrating);
    // The edge 3–7 comes to stand on that point, across both facets at once.
    let pose = Pose::at(Vec3::new(0.25, 0.25, -0.25) - Vec3::new(1.0, 1.0, -1.0));
    let maps = [Pose::IDENTITY, pose].map(|pose| pose.world_map());
    let hulls = HullPair::new([&models[0], &models[1]], [&maps[0], &maps[1]]);
    let pair = [diagonal, edge([3, 7])];
    let step = v_clip::step(&hulls, pair, &mut ConvexWork::default());
    assert_eq!(step, Penetrating);
}

/// Returns a pose of the second cube in which its edge along x, 0–1, has this middle and direction.
fn along_x_to(middle: Vec3, turn: Quat) -> [Pose; 2] {
    let pose = Pose::new(middle - turn * Vec3::new(0.0, -1.0, -1.0), turn);
    [Pose::IDENTITY, pose]
}

/// Within rounding of an edge, the side planes say nothing: the corner is above one facet by an ulp
/// and below the other by one.
#[test]
fn a_corner_on_an_edge_up_to_rounding_touches_it() {
    let ulp = 2.0 * f64::EPSILON;
    let poses = at(2.0 + ulp, 2.0 - ulp, 1.0);
    check(&BOTH[..1], poses, [edge([3, 7]), Vertex(0)], Penetrating);
}

/// An edge in the plane of the diagonal of two coplanar facets, below both.
#[test]
fn an_edge_between_coplanar_side_planes_may_be_below_them() {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y, -Vec3::Z];
    let loops = [
        [0, 1, 2],
        [0, 2, 3],
        [0, 4, 1],
        [1, 4, 2],
        [2, 4, 3],
        [3, 4, 0],
    ];
    let pyramid = super::bodies::from_loops(corners, loops.map(Vec::from).to_vec());
    let diagonal = pyramid.edges.iter().position(|e| e.vertices == [0, 2]);
    let diagonal = Edge(diagonal.unwrap() as u32);
    let models = [
        FeatureModel::new(pyramid),
        FeatureModel::new(cuboid(Vec3::ONE)),
    ];
    // The edge 3–7 leads from (0.25, 0.25, −2.25), outside, up to (0.25, 0.25, −0.25), inside.
    let pose = Pose::at(Vec3::new(0.25, 0.25, -0.25) - Vec3::ONE);
    let maps = [Pose::IDENTITY, pose].map(|pose| pose.world_map());
    let hulls = HullPair::new([&models[0], &models[1]], [&maps[0], &maps[1]]);
    let pair = [diagonal, edge([3, 7])];
    let step = v_clip::step(&hulls, pair, &mut ConvexWork::default());
    assert!(matches!(step, To([Facet(_), Edge(_)])), "{step:?}");
}

/// From the region beyond one facet to that beyond the other, an edge passes inside the corner.
#[test]
fn an_edge_that_cuts_the_corner_below_another_edge_penetrates() {
    let poses = along_x_to(
        Vec3::new(0.85, 0.25, 0.85),
        Quat::from_rotation_y(FRAC_PI_4),
    );
    assert_eq!(
        v_clip_step(poses, [edge([5, 7]), edge([0, 1])]),
        Penetrating
    );
}

/// Each point of the edge is outside one side of the prism, though it crosses both sides' planes.
#[test]
fn an_edge_across_the_corner_of_a_prism_misses_it() {
    let turn = Quat::from_rotation_z(3.0 * FRAC_PI_4);
    let poses = along_x_to(Vec3::new(1.25, 1.25, 3.0), turn);
    let along = edge([0, 1]);
    check(&BOTH[..1], poses, [Facet(5), along], To([Vertex(7), along]));
}

/// A parallel edge over a facet steps to its first end, which is in the prism, not out of it.
#[test]
fn a_parallel_edge_over_a_facet_steps_to_its_first_end() {
    let along = edge([0, 1]);
    let end = To([Facet(5), Vertex(0)]);
    check(&BOTH[..1], at(0.5, 0.5, 3.0), [Facet(5), along], end);
}

/// If slopes deny both ways out of an empty part, the first one is taken: staying would be wrong.
#[test]
fn an_empty_part_of_an_edge_is_always_left() {
    use super::super::clip::{ClipExit, EdgeClip};
    let part = |lo, hi| EdgeClip {
        lo,
        hi,
        before: Some(Vertex(1)),
        after: Some(Vertex(2)),
    };
    let flat = |_, _| Some(0.0);
    assert_eq!(part(0.75, 0.25).exit(flat), ClipExit::To(Vertex(1)));
    assert_eq!(part(0.25, 0.75).exit(flat), ClipExit::Stay);
}
