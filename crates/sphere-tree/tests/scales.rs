//! Bodies of any size: trees and searches are those of unit size.

use crate::common::Halving;
use collision::{Body, Detector, Findings, Frame, Query};
use geometry::{Mesh, Pose, Vec3, power_of_two};
use scenes::bodies;
use sphere_tree::{BuildOptions, Coverage, SphereTree, Start, TimeCritical, TreeBuilder};
use std::sync::Arc;

fn scaled(mesh: &Mesh, scale: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|v| *v * scale).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

fn medial() -> BuildOptions {
    BuildOptions {
        samples: 100,
        depth: 2,
        ..BuildOptions::tuned()
    }
}

/// Multiplies all lengths of a tree.
fn times(mut tree: SphereTree, scale: f64) -> SphereTree {
    tree.centers.iter_mut().for_each(|c| *c *= scale);
    let lengths = [&mut tree.radii, &mut tree.reach, &mut tree.surface_reach];
    for lengths in lengths.into_iter().chain([&mut tree.inner]) {
        lengths.iter_mut().for_each(|x| *x *= scale);
    }
    tree
}

#[test]
fn the_tree_of_a_tiny_or_a_large_body_is_that_of_unit_size() {
    // An inner radius of -1 means that there is none, in the unit of the build.
    for mesh in [bodies::lamp(), bodies::torus(1.0, 0.25, 16, 8)] {
        for options in [BuildOptions::octree(), medial()] {
            let unit = options.clone().build(&mesh);
            for exponent in [-900, -300, 40] {
                let scale = power_of_two(exponent);
                let tree = options.clone().build(&scaled(&mesh, scale));
                assert!(times(tree, scale.recip()) == unit, "2^{exponent}");
            }
        }
    }
}

/// Returns the numbers of tests and contacts in frames from deep contact to none. Not counted are
/// tests for containment, which compare the one vertex of a tiny body with every face.
fn counts(search: TimeCritical, mesh: &Mesh, scale: f64, query: &Query<'_>) -> [u64; 2] {
    let body = Arc::new(scaled(mesh, scale));
    let bodies = [
        Body::rigid("a", body.clone()),
        Body::rigid("b", body.clone()),
    ];
    let mut detector = search.detector();
    detector.prepare(&bodies).unwrap();
    let (mut tests, mut contacts) = (0, 0);
    // In the last two, the boxes overlap and the bodies do not.
    let at = [0.9, 0.91, 1.4, 1.9, 1.99].map(|x| Vec3::new(x, 0.1, 0.05));
    let beside = [1.45, 1.5].map(|x| Vec3::new(x, 1.5, 0.05));
    for at in at.into_iter().chain(beside) {
        let poses = [Pose::IDENTITY, Pose::at(at * scale)];
        let mut found = Findings::default();
        let frame = Frame::new(&poses).unwrap();
        detector.detect(&frame, query, &mut found).unwrap();
        assert!(found.undecided.is_empty());
        contacts += found.contacts.len() as u64;
        let work = found.work.entries();
        let tests_of = work.filter(|(name, _)| {
            ["sphere-tests", "face-box-tests", "face-pair-tests"].contains(name)
        });
        tests += tests_of.map(|(_, n)| n).sum::<u64>();
    }
    [tests, contacts]
}

/// Squares of lengths below 1e-160 vanish. All spheres of tiny bodies seemed to touch, and every
/// face was compared with every face.
#[test]
fn a_search_of_tiny_bodies_takes_the_tests_of_unit_size() {
    let mesh = bodies::sphere(528).unwrap();
    let coverage = Coverage::Regions;
    let halving = || TimeCritical::new("halving", Halving { leaf: 4, coverage });
    let octree = || TimeCritical::new("octree", BuildOptions::octree());
    let detectors: [(&dyn Fn() -> TimeCritical, i32); 4] = [
        (&halving, -1044),
        (&|| halving().with_start(Start::Frontier), -1044),
        (&|| halving().with_start(Start::Witness), -1044),
        (&octree, -1020),
    ];
    for (search, least) in detectors {
        for query in [Query::all_contacts(), Query::first_contact()] {
            let [tests, contacts] = counts(search(), &mesh, 1.0, &query);
            assert!(contacts >= 4 && tests < 200_000, "{tests}, {contacts}");
            for exponent in [-900, -600, 60] {
                let scale = power_of_two(exponent);
                let of = counts(search(), &mesh, scale, &query);
                assert_eq!(of, [tests, contacts], "2^{exponent}");
            }
            // Subnormal vertices are rounded, and so are contacts.
            for exponent in [-1000, -1014, least] {
                let [n, found] = counts(search(), &mesh, power_of_two(exponent), &query);
                assert!(
                    n < tests + tests / 5 && 10 * found.abs_diff(contacts) <= contacts,
                    "2^{exponent}: {n} tests for {found} contacts instead of {tests} for {contacts}"
                );
            }
        }
    }
}
