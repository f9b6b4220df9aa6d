//! The walk of two hierarchies of one pair of bodies: near each other, in close fit, and
//! overlapping.

mod turns;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use geometry::bvh::Walk;
use geometry::{Aabb, Bvh, PosedExtent, RelativePose};
use scenes::{Generator, Scene};
use std::hint::black_box;
use turns::bench_turns;

/// Detectors that walk hierarchies which were built before motion starts.
const DETECTORS: [&str; 4] = ["bvh", "obb-tree", "k-dop-tree", "parry3d"];

/// Scenes of two bodies, by names.
fn scenes() -> [(&'static str, Scene); 3] {
    let (faces, seed) = (9800, 1995);
    let generators = [
        ("near", Generator::NearStones { faces, seed }),
        (
            "close-fit",
            Generator::StoneInMold {
                faces,
                gap: 40,
                seed,
            },
        ),
        ("overlap", Generator::DeepSpheres { faces, seed }),
    ];
    generators.map(|(name, g)| (name, g.generate().expect("the faces are in range")))
}

/// Two whole frames in turns.
fn detectors(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pair-walk");
    for (case, scene) in scenes() {
        for name in DETECTORS {
            bench_turns(&mut group, BenchmarkId::new(name, case), name, &scene, 4);
        }
    }
    group.finish();
}

/// The walk of two binary hierarchies of boxes alone: pairs of leaves are counted, not tested.
fn binary_walk(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("binary-walk");
    for (case, scene) in scenes() {
        let hierarchies = [0, 1].map(|i| {
            let boxes: Vec<Aabb> = scene.bodies[i].mesh().face_boxes().collect();
            Bvh::new(&boxes, 4)
        });
        let extents = [0, 1].map(|i| {
            let lengths = scene.bodies[i].mesh().vertices().iter();
            let radius = lengths.map(|p| p.length()).fold(0.0, f64::max);
            PosedExtent::new(scene.frames[4].poses[i].world_map(), radius)
        });
        let b_in_a = RelativePose::new(&extents[0], &extents[1]);
        group.bench_function(case, |b| {
            b.iter(|| {
                let mut pairs = 0_u64;
                hierarchies[0].overlapping_leaves(
                    &hierarchies[1],
                    |a, b| {
                        let overlap = a.overlaps(&black_box(&b_in_a).apply_box(b));
                        overlap.then_some(0.0)
                    },
                    |a, b| {
                        pairs += (a.len() * b.len()) as u64;
                        Walk::Enter
                    },
                );
                pairs
            });
        });
    }
    group.finish();
}

criterion_group!(benches, detectors, binary_walk);
criterion_main!(benches);
