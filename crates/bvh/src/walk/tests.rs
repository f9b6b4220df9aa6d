use super::*;
use crate::hierarchy::{FaceVertices, WideHierarchy};
use geometry::{
    Interference, Mesh, Pose, PosedExtent, Quat, RelativePose, Triangle, Vec3, interference,
    power_of_two,
};
use proptest::prelude::*;

fn any_vec() -> impl Strategy<Value = Vec3> {
    let part = || prop_oneof![5 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(0.5)];
    [part(), part(), part()].prop_map(Vec3::from_array)
}

fn any_quat() -> impl Strategy<Value = Quat> {
    let part = -1.0..1.0;
    let length = prop_oneof![Just(1.0), 1.0 - 1e-6..1.0 + 1e-6];
    let generic = ([part.clone(), part.clone(), part.clone(), part], length)
        .prop_filter("a direction", |(q, _)| {
            q.iter().map(|x| x * x).sum::<f64>() > 0.01
        })
        .prop_map(|(q, length)| Quat::from_array(q).normalize() * length);
    prop_oneof![3 => generic, 1 => Just(Quat::IDENTITY)]
}

/// Faces with corners of their own: large ones, or small ones spread out, and some slivers, whose
/// third corner is off the line of the others by a part of what it was.
fn any_mesh() -> impl Strategy<Value = Vec<Vec3>> {
    let size = prop_oneof![Just(1.0), Just(0.1), Just(1e-3), Just(0.0)];
    let part = prop_oneof![6 => Just(None), 1 => Just(Some(1e-6f64)), 1 => Just(Some(1e-9))];
    let face = (any_vec(), [any_vec(), any_vec(), any_vec()], size, part).prop_map(
        |(at, [p, q, r], size, part)| {
            let third = match part {
                Some(part) => p + (q - p) * 0.625 + (r - p) * part,
                None => r,
            };
            [p, q, third].map(|corner| at + corner * size)
        },
    );
    proptest::collection::vec(face, 1..40).prop_map(|faces| faces.concat())
}

fn mesh(corners: &[Vec3], offset: Vec3, scale: f64) -> Mesh {
    let triangles = (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let vertices = corners.iter().map(|p| (*p + offset) * scale).collect();
    Mesh::new(vertices, triangles.collect()).unwrap()
}

/// Returns the hierarchy of a mesh, fitted to its vertices again if the body deforms.
fn hierarchy_of(mesh: &Mesh, deforms: bool) -> WideHierarchy {
    let mut hierarchy = WideHierarchy::of_mesh(mesh, false);
    if deforms {
        let faces = FaceVertices {
            triangles: mesh.triangles(),
            vertices: mesh.vertices(),
        };
        let (mut buffers, mut work) = (hierarchy.refit_buffers(&faces), BvhWork::default());
        hierarchy.refit(&faces, &mesh.aabb(), &mut buffers, &mut work);
    }
    hierarchy
}

/// Calls `test` with two bodies as they are walked, and the order in which they are.
fn with_pair<T>(
    meshes: [&Mesh; 2],
    deform: [bool; 2],
    poses: [&Pose; 2],
    test: impl FnOnce(&HierarchyPair<'_>, [usize; 2]) -> T,
) -> T {
    let mut order = [0, 1];
    let hierarchies = [0, 1].map(|k| hierarchy_of(meshes[k], deform[k]));
    if hierarchies[1].space.scale < hierarchies[0].space.scale {
        order = [1, 0];
    }
    let extents =
        [0, 1].map(|k| PosedExtent::new(poses[k].world_map(), meshes[k].max_abs_coordinate()));
    let pose = RelativePose::new(&extents[order[0]], &extents[order[1]]);
    let [a, b] = order.map(|k| &hierarchies[k]);
    let frame = PairFrame::new(a, b, &pose);
    let faces = order.map(|k| FaceVertices {
        triangles: meshes[k].triangles(),
        vertices: meshes[k].vertices(),
    });
    let maps = poses.map(|pose| pose.world_map());
    let pair = HierarchyPair {
        hierarchies: [a, b],
        faces,
        frame: &frame,
        maps: order.map(|k| &maps[k]),
        coincide: false,
    };
    test(&pair, order)
}

/// Returns a walk that begins with the roots.
fn started() -> PairWalk {
    let mut walk = PairWalk::default();
    walk.start();
    walk
}

/// Adds what a walk comes to, in the order as stored, with this limit.
fn search(
    walk: &mut PairWalk,
    pair: &HierarchyPair<'_>,
    limit: u64,
    candidates: &mut Vec<Candidate>,
) -> WalkEnd {
    search_by(WalkOrder::AsStored, walk, pair, limit, candidates)
}

/// Adds what a walk comes to with this limit.
fn search_by(
    order: WalkOrder,
    walk: &mut PairWalk,
    pair: &HierarchyPair<'_>,
    limit: u64,
    candidates: &mut Vec<Candidate>,
) -> WalkEnd {
    walk.search(pair, order, limit, &mut BvhWork::default(), |found, _| {
        candidates.push(found);
        Walk::Skip
    })
}

/// Returns the candidates of all pairs, and what each pair is.
fn compared(
    meshes: [&Mesh; 2],
    deform: [bool; 2],
    poses: [&Pose; 2],
) -> (Vec<Candidate>, impl Fn([u32; 2]) -> Interference) {
    let candidates = with_pair(meshes, deform, poses, |pair, order| {
        let all = |order: WalkOrder, limit: u64| {
            let (mut walk, mut candidates) = (started(), Vec::new());
            while search_by(order, &mut walk, pair, limit, &mut candidates) == WalkEnd::Limit {}
            candidates
        };
        let orders = [WalkOrder::DeepestFirst, WalkOrder::AsStored];
        let [mut deepest, mut candidates] = orders.map(|order| {
            let candidates = all(order, u64::MAX);
            assert_eq!(candidates, all(order, 1), "the order depends on the limit");
            candidates
        });
        for list in [&mut deepest, &mut candidates] {
            list.sort_by_key(|found| found.faces);
        }
        assert_eq!(deepest, candidates, "other pairs in another order");
        if order[0] == 1 {
            for found in &mut candidates {
                found.faces.swap(0, 1);
            }
        }
        candidates
    });
    let world = [0, 1].map(|k| {
        let map = poses[k].world_map();
        let face = |i| {
            let [p, q, r] = meshes[k].triangle(i).corners().map(|p| map.apply(p));
            Triangle::new(p, q, r)
        };
        (0..meshes[k].face_count()).map(face).collect::<Vec<_>>()
    });
    let exact = move |[i, j]: [u32; 2]| {
        let [a, b] = &world;
        interference(&a[i as usize], &b[j as usize])
    };
    (candidates, exact)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn faces_that_a_walk_with_a_reach_leaves_out_are_as_far_apart(
        corners in [any_mesh(), any_mesh()],
        turns in [any_quat(), any_quat()],
        at in [any_vec(), any_vec()],
        far in prop_oneof![3 => Just(0.0), 1 => Just(1e5)],
        exponent in prop_oneof![
            4 => Just(0), 1 => Just(-1060), 1 => Just(-900), 1 => Just(50)
        ],
        small in prop_oneof![4 => Just(0), 1 => Just(-20)],
        reach in prop_oneof![Just(1.0), Just(0.1), Just(1e-3), Just(1e-7)],
        deform in any::<[bool; 2]>(),
    ) {
        let scale = power_of_two(exponent);
        let sizes = [scale, scale * 2f64.powi(small)];
        let meshes = [0, 1].map(|k| mesh(&corners[k], Vec3::ZERO, sizes[k]));
        let reach = reach * sizes[1];
        let poses = [0, 1].map(|k| Pose::new((at[k] * 1.5 + Vec3::splat(far)) * scale, turns[k]));
        let (meshes, poses) = (meshes.each_ref(), poses.each_ref());
        let left = with_pair(meshes, deform, poses, |pair, order| {
            let mut pair = *pair;
            let frame = pair.frame.with_reach(reach, pair.hierarchies[0].space.scale);
            pair.frame = &frame;
            let mut left = Vec::new();
            let end = search(&mut started(), &pair, u64::MAX, &mut left);
            let faces = left.iter().map(|found| [0, 1].map(|k| found.faces[order[k]]));
            (end == WalkEnd::Done).then(|| faces.collect::<Vec<_>>())
        });
        let Some(left) = left else {
            // Rounding hides the bodies.
            return Ok(());
        };
        for i in 0..meshes[0].face_count() {
            for j in 0..meshes[1].face_count() {
                if left.contains(&[i as u32, j as u32]) {
                    continue;
                }
                let corners = [(0, i), (1, j)].map(|(k, i)| {
                    meshes[k].triangle(i).corners().map(|p| poses[k].world_map().apply(p))
                });
                // In a unit in which no square vanishes, about one of the corners.
                let [half, rest] = [exponent / 2, exponent - exponent / 2];
                let unit = |v: Vec3| v * power_of_two(-half) * power_of_two(-rest);
                let origin = corners[0][0];
                let least = least_distance(&corners.map(|face| face.map(|p| unit(p - origin))));
                let reach = unit(Vec3::X * reach).x;
                prop_assert!(least >= reach * (1.0 - 1e-9) - 1e-12, "{least:e} of {reach:e}");
            }
        }
    }
}

/// Returns about the distance of two triangles: an upper bound, near to it once points of the
/// two have been projected on each other again and again.
fn least_distance([a, b]: &[[Vec3; 3]; 2]) -> f64 {
    let [a, b] = [a, b].map(|[p, q, r]| Triangle::new(*p, *q, *r));
    let mut least = f64::INFINITY;
    for start in a.corners().into_iter().chain(b.corners()) {
        let mut on_a = a.nearest_point(start);
        for _ in 0..30 {
            let on_b = b.nearest_point(on_a);
            on_a = a.nearest_point(on_b);
            least = least.min((on_a - on_b).length());
        }
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn no_pair_that_meets_is_lost_and_those_that_are_said_to_cross_do(
        corners in [any_mesh(), any_mesh()],
        turns in [any_quat(), any_quat()],
        at in [any_vec(), any_vec()],
        far in prop_oneof![3 => Just(0.0), 1 => Just(1e5), 1 => Just(2f64.powi(40))],
        local in prop_oneof![3 => Just(0.0), 1 => Just(1e3), 1 => Just(1e9)],
        exponent in prop_oneof![
            4 => Just(0), 1 => Just(-1060), 1 => Just(-900), 1 => Just(-60), 1 => Just(50)
        ],
        small in prop_oneof![4 => Just(0), 1 => Just(-20), 1 => Just(-140)],
        deform in any::<[bool; 2]>(),
    ) {
        let scale = power_of_two(exponent);
        let offset = Vec3::splat(local);
        let meshes = [
            mesh(&corners[0], offset, scale),
            mesh(&corners[1], Vec3::ZERO, scale * 2f64.powi(small)),
        ];
        let place = |at: Vec3, turn: Quat| Pose::new(at * (1.0 + far) * scale, turn);
        // The first body lies off its origin, so that its pose brings it back.
        let back = Pose::new(Vec3::ZERO, turns[0]).world_map().apply(offset * scale);
        let first = Pose::new(place(at[0], turns[0]).translation - back, turns[0]);
        let second = place(at[0], turns[1]).translation + 0.3 * at[1] * scale;
        let second = Pose::new(second, turns[1]);
        let (candidates, exact) = compared(meshes.each_ref(), deform, [&first, &second]);
        let mut found = std::collections::BTreeMap::new();
        for candidate in &candidates {
            prop_assert_eq!(found.insert(candidate.faces, candidate.crosses), None, "twice");
        }
        for i in 0..meshes[0].face_count() as u32 {
            for j in 0..meshes[1].face_count() as u32 {
                let kind = exact([i, j]);
                match found.get(&[i, j]) {
                    None => prop_assert_eq!(kind, Interference::Apart),
                    Some(true) => prop_assert_eq!(kind, Interference::Crossing),
                    Some(false) => {}
                }
            }
        }
    }
}

/// Where rounding hides some nodes, and not others: [`compared`] checks the order.
#[test]
fn pairs_come_in_one_order_whatever_the_limit_is() {
    let stones = [1.0, 1e-9].map(|size| {
        let stone = scenes::bodies::stone(120, 1995);
        scenes::bodies::scaled(&stone, size)
    });
    let both = scenes::bodies::joined(&stones);
    let pose = Pose::new(Vec3::splat(1e-10), Quat::from_rotation_y(0.7));
    let (candidates, exact) = compared([&both; 2], [false; 2], [&Pose::IDENTITY, &pose]);
    let tiny = |c: &&Candidate| c.faces.iter().all(|face| *face >= 120);
    let meet = |c: &&Candidate| exact(c.faces) != Interference::Apart;
    assert!(candidates.iter().filter(tiny).filter(meet).count() > 100);
    assert!(candidates.iter().filter(meet).count() > 200);
}

#[test]
fn a_walk_and_the_half_that_another_takes_come_to_all_pairs_once() {
    let sphere = scenes::bodies::sphere(960).unwrap();
    let pose = Pose::new(Vec3::new(0.7, 0.3, -0.1), Quat::from_rotation_y(0.7));
    let poses = [&Pose::IDENTITY, &pose];
    with_pair([&sphere; 2], [false; 2], poses, |pair, _| {
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        search(&mut started(), pair, u64::MAX, &mut whole);
        // The other walk has pairs of its own, which it drops.
        let (mut walk, mut other) = (started(), started());
        assert_eq!(search(&mut walk, pair, 64, &mut parts), WalkEnd::Limit);
        other.take_half(&mut walk);
        for walk in [&mut walk, &mut other] {
            assert!(!walk.stack.is_empty(), "both have something to compare");
            assert_eq!(search(walk, pair, u64::MAX, &mut parts), WalkEnd::Done);
        }
        whole.sort_unstable_by_key(|found| found.faces);
        parts.sort_unstable_by_key(|found| found.faces);
        assert_eq!(parts, whole);
    });
}

#[test]
fn deepest_first_comes_to_faces_in_half_the_node_pairs() {
    let sphere = scenes::bodies::sphere(3968).unwrap();
    let mut node_pairs = [0; 2];
    for k in 0..12 {
        let turn = Quat::from_rotation_y(f64::from(k)) * Quat::from_rotation_x(0.7 * f64::from(k));
        let pose = Pose::new(turn * Vec3::new(0.0, 0.0, 1.98), turn);
        with_pair(
            [&sphere; 2],
            [false; 2],
            [&Pose::IDENTITY, &pose],
            |pair, _| {
                let orders = [WalkOrder::AsStored, WalkOrder::DeepestFirst];
                for (order, sum) in orders.into_iter().zip(&mut node_pairs) {
                    let mut work = BvhWork::default();
                    let visit = |_, _: &mut BvhWork| Walk::Stop;
                    let end = started().search(pair, order, u64::MAX, &mut work, visit);
                    assert_eq!(end, WalkEnd::Stopped, "they meet");
                    *sum += work.node_pairs;
                }
            },
        );
    }
    let [as_stored, deepest] = node_pairs;
    assert!(2 * deepest < as_stored, "{deepest} of {as_stored}");
}

#[test]
fn coincident_bodies_have_the_same_pairs_in_both_orders() {
    let sphere = scenes::bodies::sphere(528).unwrap();
    with_pair([&sphere; 2], [false; 2], [&Pose::IDENTITY; 2], |pair, _| {
        let pair = HierarchyPair {
            hierarchies: [pair.hierarchies[0]; 2],
            coincide: true,
            ..*pair
        };
        let orders = [WalkOrder::AsStored, WalkOrder::DeepestFirst];
        let [as_stored, deepest] = orders.map(|order| {
            let mut candidates = Vec::new();
            let end = search_by(order, &mut started(), &pair, u64::MAX, &mut candidates);
            assert_eq!(end, WalkEnd::Done);
            let one_order = |found: &Candidate| {
                let [f, g] = found.faces;
                [f.min(g), f.max(g)]
            };
            let mut pairs: Vec<_> = candidates.iter().map(one_order).collect();
            pairs.sort_unstable();
            pairs
        });
        assert!(as_stored.len() > 528);
        assert_eq!(as_stored, deepest);
        assert!(
            deepest.windows(2).all(|two| two[0] != two[1]),
            "each pair once"
        );
    });
}

/// In general position nearly every pair is decided without exact signs.
#[test]
fn single_precision_decides_nearly_all_pairs_in_general_position() {
    let sphere = scenes::bodies::sphere(960).unwrap();
    let poses = [
        Pose::IDENTITY,
        Pose::new(Vec3::new(0.7, 0.3, -0.1), Quat::from_rotation_y(0.7)),
    ];
    let (candidates, exact) = compared([&sphere; 2], [false; 2], poses.each_ref());
    let meeting = |c: &&Candidate| exact(c.faces) != Interference::Apart;
    let contacts = candidates.iter().filter(meeting).count();
    let certified = candidates.iter().filter(|c| c.crosses).count();
    assert!(contacts > 50, "{contacts}");
    assert!(
        candidates.len() <= contacts + contacts / 10,
        "{}",
        candidates.len()
    );
    assert!(10 * certified > 9 * contacts, "{certified} of {contacts}");
}
