use super::super::pair_unit::PairUnit;
use super::super::patches::Patches;
use super::*;
use crate::workers::Team;
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use proptest::prelude::*;
use std::sync::Arc;

fn posed(mesh: Mesh, pose: &Pose) -> MovingBody {
    let mesh = Arc::new(mesh);
    let patches = Arc::new(Patches::new(&mesh));
    let mut body = MovingBody::new(mesh, patches);
    body.place(&pose.world_map(), None);
    body
}

/// Returns a mesh of faces that are points, each a patch of its own.
fn points(points: &[Vec3]) -> Mesh {
    let vertices = points.iter().flat_map(|p| [*p; 3]).collect();
    let faces = (0..points.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Mesh::new(vertices, faces.collect()).unwrap()
}

/// Returns the points of body `a` that body `b` may reach, ascending.
fn found(bodies: [&MovingBody; 2], within: Option<&Aabb>) -> Vec<u32> {
    let [a, b] = bodies;
    let b_in_a = RelativePose::new(a.posed(), b.posed());
    let a_in_b = RelativePose::new(b.posed(), a.posed());
    let reach = Reach::of(bodies, [&b_in_a, &a_in_b], within);
    let patches = a.patches(None).patches;
    let mut found = Vec::new();
    find_all(patches, &reach, &mut found);
    found
}

/// Lists the faces of the patches in reach, ascending.
fn find_all(patches: &Patches, reach: &Reach, found: &mut Vec<u32>) {
    let reach = patches.rounded(reach);
    let mut near = Vec::new();
    for piece in 0..patches.piece_count() {
        patches.find(&reach, piece, &mut near);
    }
    let faces = near.iter().flat_map(|patch| patches.faces(*patch));
    found.extend(faces.map(|face| face.face));
    found.sort_unstable();
}

/// Returns the points of body `a` that body `b` may reach where its patches, in reach of those
/// of `a`, are on the line of centers.
fn found_on_line(bodies: [&MovingBody; 2], boxes: &[Aabb; 2], region: &Aabb) -> Vec<u32> {
    let [a, b] = bodies;
    let b_in_a = RelativePose::new(a.posed(), b.posed());
    let a_in_b = RelativePose::new(b.posed(), a.posed());
    let unit = PairUnit::new([&boxes[0], &boxes[1]], region);
    let [line_a, line_b] = bodies.map(|body| unit.line(body.posed()));
    let reach_of_b = Reach::of([a, b], [&b_in_a, &a_in_b], None);
    let reach_of_a = Reach::of([b, a], [&a_in_b, &b_in_a], None);
    let [patches_a, patches_b] = bodies.map(|body| body.patches(None).patches);
    let interval = patches_a.interval(Team::ALONE, &reach_of_b, &line_a, &mut 0);
    let interval = interval.and_then(|of_a| {
        let reach = reach_of_a.on_line(line_b, of_a);
        patches_b.interval(Team::ALONE, &reach, &line_b, &mut 0)
    });
    let mut found = Vec::new();
    if let Some(of_b) = interval {
        let reach = reach_of_b.on_line(line_a, of_b);
        find_all(patches_a, &reach, &mut found);
    }
    found
}

fn vector() -> impl Strategy<Value = Vec3> {
    let part = || prop_oneof![4 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(1.0)];
    [part(), part(), part()].prop_map(Vec3::from_array)
}

/// Rotations as far from unit length as frames may contain.
fn rotation() -> impl Strategy<Value = Quat> {
    let part = -1.0..1.0f64;
    let turned = (
        [part.clone(), part.clone(), part],
        0.1..1.0f64,
        1.0 - 9e-7..1.0 + 9e-7,
    );
    let turned =
        turned.prop_map(|([x, y, z], w, length)| Quat::from_xyzw(x, y, z, w).normalize() * length);
    prop_oneof![3 => turned, 1 => Just(Quat::IDENTITY)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// A group leaves out no patch that passes: what is found is what is found without
    /// groups. Also at any scale, in flat spaces, where a region is infinite in the unit of
    /// the patches, and after the body has deformed.
    #[test]
    fn groups_of_patches_change_only_the_number_of_boxes_compared(
        faces in prop::collection::vec((vector(), [vector(), vector(), vector()]), 70..600),
        size in prop_oneof![Just(0.0), Just(0.01), Just(0.3), Just(1e-30)],
        space in prop::sample::select(vec![Vec3::ONE, Vec3::X, Vec3::ZERO, Vec3::new(1.0, 1e-20, 1.0)]),
        deforms in any::<bool>(),
        rotations in [rotation(), rotation()],
        (at, far) in ([vector(), vector()], prop_oneof![2 => Just(0.0), 1 => Just(1e7)]),
        exponent in prop::sample::select(vec![-1070, -900, -140, 0, 0, 50]),
        other in prop::sample::select(vec![-150, -20, -1, 0, 1, 40]),
        motion in prop::sample::select(vec![0.0, 0.1, 1e10]),
    ) {
        let scale = power_of_two(exponent);
        let vertices = faces.iter().flat_map(|(at, corners)| {
            corners.map(|corner| (*at + corner * size) * space * scale)
        });
        let vertices: Vec<Vec3> = vertices.collect();
        let triangles = (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        let mesh = Arc::new(Mesh::new(vertices.clone(), triangles.collect()).unwrap());
        let mut a = MovingBody::new(mesh.clone(), Arc::new(Patches::new(&mesh)));
        // Other faces come to be near each other.
        let shape = (0..7).cycle().zip(&vertices).map(|(i, p)| f64::from(i - 3) * *p);
        let shape: Option<Vec<Vec3>> = deforms.then(|| shape.collect());
        let pose = |k: usize| Pose::new((at[k] + Vec3::splat(far)) * scale, rotations[k]);
        a.place(&pose(0).world_map(), shape.as_deref());
        a.mark_near();
        prop_assert_eq!(a.fit(shape.as_deref()) > 0, deforms);
        let sphere = scenes::bodies::sphere(80).unwrap();
        let radius = scale * power_of_two(other);
        let sphere = sphere.with_vertices(sphere.vertices().iter().map(|p| *p * radius).collect());
        let b = posed(sphere.unwrap(), &pose(1));
        let poses = [RelativePose::new(a.posed(), b.posed()), RelativePose::new(b.posed(), a.posed())];
        let boxes = [&a, &b].map(|body| body.world().around);
        let Some(region) = boxes[0].intersection(&boxes[1]) else {
            return Ok(());
        };
        let line = PairUnit::new([&boxes[0], &boxes[1]], &region).line(a.posed());
        let patches = a.patches(None).patches;
        let flat = patches.clone().without_groups();
        for within in [None, Some(&region)] {
            let reach = Reach::of([&a, &b], poses.each_ref(), within).widened(motion * scale);
            let [mut tests, mut flat_tests] = [0, 0];
            let interval = patches.interval(Team::ALONE, &reach, &line, &mut tests);
            let of_flat = flat.interval(Team::ALONE, &reach, &line, &mut flat_tests);
            prop_assert_eq!(interval, of_flat);
            prop_assert!(tests <= flat_tests);
            let part = interval.map(|[low, high]| [low, low + 0.3 * (high - low)]);
            let part = part.map(|part| reach.on_line(line, part).widened(motion * scale));
            for reach in part.into_iter().chain([reach]) {
                let [mut found, mut expected] = [Vec::new(), Vec::new()];
                find_all(patches, &reach, &mut found);
                find_all(&flat, &reach, &mut expected);
                prop_assert_eq!(found, expected);
            }
        }
    }

    /// B is an octahedron, which touches its ball and its box, so some points are at the
    /// sides of both.
    #[test]
    fn points_in_the_other_body_are_found(
        weights in prop::collection::vec(vector(), 1..20),
        others in prop::collection::vec(vector(), 1..4),
        size in vector(),
        rotations in [rotation(), rotation()],
        at in [vector(), vector()],
        far in prop_oneof![2 => Just(0.0), 1 => Just(1e3), 1 => Just(1e7), 1 => Just(1e12)],
        exponent in prop::sample::select(vec![-900, -140, -20, 0, 0, 50]),
    ) {
        let scale = power_of_two(exponent);
        let sides = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * size * scale);
        let corners = sides.iter().flat_map(|side| [*side, -*side]).collect();
        let b = Mesh::new(corners, vec![[0, 2, 4], [1, 3, 5]]).unwrap();
        let inside = weights.iter().map(|w| {
            let sum = w.abs().element_sum().max(1.0);
            *w / sum * size * scale
        });
        // On the first face.
        let on_face = weights.iter().map(|w| {
            let [x, y, z] = w.abs().to_array();
            let sum = x + y + z;
            let w = if sum > 0.0 { Vec3::new(x, y, z) / sum } else { Vec3::X };
            w * size * scale
        });
        let inside = inside.chain(on_face);
        let pose = |k: usize| Pose::new((at[k] + Vec3::splat(far)) * scale, rotations[k]);
        let b = posed(b, &pose(1));
        let map = pose(0).world_map();
        let inverse = map.linear.inverse();
        let to_world = b.posed().map;
        let world: Vec<Vec3> = inside.map(|p| to_world.apply(p)).collect();
        let in_a = world.iter().map(|p| inverse * (*p - map.translation));
        let count = world.len() as u32;
        let in_a: Vec<Vec3> = in_a.chain(others.iter().map(|p| *p * 3.0 * scale)).collect();
        let a = posed(points(&in_a), &pose(0));
        let all = found([&a, &b], None);
        prop_assert!((0..count).all(|i| all.contains(&i)), "{all:?} of {count}");
        // Intervals on the line of centers, of the patches of A that are in reach, and of B's
        // near those.
        let boxes = [&a, &b].map(|body| body.world().around);
        if let Some(region) = boxes[0].intersection(&boxes[1]) {
            let on_line = found_on_line([&a, &b], &boxes, &region);
            let mut on_face = count / 2..count;
            prop_assert!(on_face.all(|i| on_line.contains(&i)), "{on_line:?} of {count}");
            prop_assert!(on_line.iter().all(|i| all.contains(i)));
        } else {
            prop_assert_eq!(count, 0);
        }
        let part = &world[..world.len().div_ceil(2)];
        let part_found = found([&a, &b], Some(&Aabb::of_points(part)));
        let count = part.len() as u32;
        prop_assert!((0..count).all(|i| part_found.contains(&i)), "{part_found:?} of {count}");
    }
}

/// Of the patches of a sphere that touches a small one, most are in groups that are left out.
#[test]
fn few_boxes_are_compared_where_few_patches_are_near() {
    let a = posed(scenes::bodies::sphere(39_600).unwrap(), &Pose::IDENTITY);
    let b = posed(
        scenes::bodies::sphere(168).unwrap(),
        &Pose::at(Vec3::X * 1.9),
    );
    let b_in_a = RelativePose::new(a.posed(), b.posed());
    let a_in_b = RelativePose::new(b.posed(), a.posed());
    let patches = a.patches(None).patches;
    let reach = Reach::of([&a, &b], [&b_in_a, &a_in_b], None);
    let (reach, mut found) = (patches.rounded(&reach), Vec::new());
    let pieces = 0..patches.piece_count();
    let tests: u64 = pieces
        .map(|piece| patches.find(&reach, piece, &mut found))
        .sum();
    assert!(
        !found.is_empty() && found.len() < patches.len() / 20,
        "{}",
        found.len()
    );
    assert!(
        tests < patches.len() as u64 / 5,
        "{tests} of {}",
        patches.len()
    );
}

/// Each of the tests leaves out a point that the others keep.
#[test]
fn points_beyond_a_box_or_the_ball_are_left_out() {
    let half_turn = Quat::from_rotation_z(std::f64::consts::FRAC_PI_4);
    let cube = posed(scenes::bodies::cube(1.0), &Pose::new(Vec3::ZERO, half_turn));
    let sphere = posed(scenes::bodies::sphere(960).unwrap(), &Pose::IDENTITY);
    let radius = sphere.local_ball().radius;
    let low = Aabb::new(Vec3::splat(-1.0), Vec3::new(1.0, 1.0, 0.2));
    let corner = Vec3::new(0.7, 0.7, 0.7) * radius;
    for (b, within, beyond, name) in [
        (&cube, None, Vec3::new(0.4, 0.4, 0.0), "box along B's axes"),
        (&sphere, None, corner, "ball"),
        (
            &cube,
            Some(&low),
            Vec3::new(0.0, 0.0, 0.4),
            "box along A's axes",
        ),
    ] {
        let a = posed(points(&[Vec3::ZERO, beyond]), &Pose::IDENTITY);
        assert_eq!(found([&a, b], within), [0], "{name}");
    }
}

/// Spheres of radius 1, of which the second is 1 away along a diagonal: half of the faces of
/// each are in the other's ball, and the surfaces meet half way.
#[test]
fn positions_on_the_line_of_centers_leave_out_what_is_deep_inside() {
    let sphere = || scenes::bodies::sphere(39_600).unwrap();
    let at = Vec3::splat(1.0 / 3f64.sqrt());
    let radius = Aabb::of_points(sphere().vertices()).size().x / 2.0;
    let turned = Quat::from_rotation_x(0.3);
    let a = posed(sphere(), &Pose::IDENTITY);
    let b = posed(sphere(), &Pose::new(at * radius, turned));
    let boxes = [&a, &b].map(|body| body.world().around);
    let region = boxes[0].intersection(&boxes[1]).unwrap();
    let [all, on_line] = [
        found([&a, &b], None),
        found_on_line([&a, &b], &boxes, &region),
    ];
    let mesh = sphere();
    let count = mesh.face_count();
    assert!(all.len() > count / 5, "{} of {count}", all.len());
    assert!(
        on_line.len() < all.len() / 2,
        "{} of {}",
        on_line.len(),
        all.len()
    );
    // All at the circle, and none far from it: boxes are longer along a diagonal.
    let position = |face: u32| {
        let corners = mesh.triangles()[face as usize].iter();
        let along = corners.map(|v| mesh.vertices()[*v as usize].dot(at) / radius);
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        })
    };
    for face in all {
        let [low, high] = position(face);
        let is_found = on_line.binary_search(&face).is_ok();
        assert!(is_found || low > 0.5 || high < 0.5, "{low} to {high}");
        assert!(!is_found || low < 0.7, "{low} to {high}");
    }
}
