//! Sentences and numbers of the paper that need no clock [Hubbard96].

use collision::{Budget, Detector, Findings};
use geometry::{Ball, Mesh, Vec3};
use scenes::bodies::{chair, cube, lamp};
use sphere_tree::accuracy::{Effort, Over, Target, by_dodecahedron};
use sphere_tree::build::{NormalizedMesh, Unwatched};
use sphere_tree::fit::{FitMeter, LevelFit};
use sphere_tree::{BuildOptions, SphereTree, TimeCritical, build};

fn tree(mesh: &Mesh, options: BuildOptions) -> SphereTree {
    let options = BuildOptions {
        samples: 500,
        depth: 3,
        ..options
    };
    build(mesh, &options, &Unwatched)
        .expect("options in range")
        .tree
}

/// Both bodies of §10 that are cheap: the medial axis gives tighter levels than the octree, on
/// average and at worst, by the measure of §9.2 and by proved bounds.
#[test]
fn figure_14_levels_of_the_medial_axis_are_tighter_than_those_of_the_octree() {
    type Measure = fn(&Mesh, &SphereTree) -> Vec<LevelFit>;
    let proved: Measure =
        |mesh, tree| FitMeter::new(mesh, tree).measured(Over::Ball, Target::Solid, Effort::REPORT);
    let published: Measure = |mesh, tree| FitMeter::new(mesh, tree).by_dodecahedron();
    for mesh in [lamp(), chair()] {
        let medial = tree(&mesh, BuildOptions::published());
        let octree = tree(&mesh, BuildOptions::octree());
        for measure in [published, proved] {
            let (medial, octree) = (measure(&mesh, &medial), measure(&mesh, &octree));
            for (ours, theirs) in medial.iter().zip(&octree).skip(1) {
                assert!(ours.mean.upper < theirs.mean.upper, "{ours:?} {theirs:?}");
                assert!(ours.max.upper < theirs.max.upper, "{ours:?} {theirs:?}");
            }
            for levels in [&medial, &octree] {
                let falls = |w: &[LevelFit]| w[1].mean.upper < w[0].mean.upper;
                assert!(levels.windows(2).all(falls), "{levels:?}");
            }
        }
    }
}

/// §9.2: no point of a sphere is farther than this correction from one of the twenty vertices.
#[test]
fn section_9_2_the_correction_of_twenty_vertices() {
    let (_, correction) = by_dodecahedron(
        &NormalizedMesh::new(&cube(1.0)),
        &Ball::new(Vec3::ZERO, 1.0),
    );
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    let mut vertices = Vec::new();
    for x in [-1.0, 1.0] {
        for y in [-1.0, 1.0] {
            vertices.extend([Vec3::new(x, y, 1.0), Vec3::new(x, y, -1.0)]);
            let (short, long) = (x / golden, y * golden);
            vertices.push(Vec3::new(0.0, short, long));
            vertices.push(Vec3::new(short, long, 0.0));
            vertices.push(Vec3::new(long, 0.0, short));
        }
    }
    assert_eq!(vertices.len(), 20);
    let mut farthest = 0.0f64;
    for i in 0..200 {
        for j in 0..200 {
            let (up, turn) = (f64::from(i) / 199.0 * 2.0 - 1.0, f64::from(j) * 0.05);
            let out = (1.0 - up * up).sqrt();
            let p = Vec3::new(out * turn.cos(), out * turn.sin(), up);
            let distances = vertices.iter().map(|v| v.normalize().distance(p));
            farthest = farthest.max(distances.fold(f64::INFINITY, f64::min));
        }
    }
    assert!(
        (correction - 0.01..correction + 1e-9).contains(&farthest),
        "{farthest}"
    );
    assert!((correction - 0.64).abs() < 0.005, "the paper's number");
}

/// §4.2: "every collision be refined at least once", however small the budget.
#[test]
fn section_4_2_every_collision_is_refined_at_least_once() {
    let generator: scenes::Generator = "four-bodies:seed=1995".parse().unwrap();
    let scene = generator.generate().unwrap();
    let options = BuildOptions {
        samples: 100,
        depth: 2,
        ..BuildOptions::published()
    };
    let mut detector = TimeCritical::new("published", options).detector();
    detector.prepare(&scene.bodies).unwrap();
    let mut found = Findings::default();
    let mut collisions = 0;
    for frame in 0..scene.frames.len() {
        let none = scene.query().with_budget(Budget::Steps(0));
        detector
            .detect(&scene.frame(frame), &none, &mut found)
            .unwrap();
        let count = found.evidence.certificates.len();
        assert_eq!(found.work.count("refinement-steps"), count as u64);
        assert!(
            found.evidence.certificates.iter().all(|c| c.level == 1),
            "{found:?}"
        );
        collisions += count;
    }
    assert!(collisions > 0);
}
