//! Hierarchies of bodies that deform: built, fitted, and a frame of detectors that fit theirs.

mod turns;

use bvh::WideHierarchy;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use geometry::{Aabb, Bvh};
use scenes::{Generator, bodies};
use std::hint::black_box;
use turns::bench_turns;

/// Numbers of faces.
const FACES: [u32; 2] = [960, 39_600];

fn builds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    for faces in FACES {
        let mesh = bodies::stone(faces, 1995);
        let boxes: Vec<Aabb> = mesh.face_boxes().collect();
        group.bench_function(BenchmarkId::new("binary", faces), |b| {
            b.iter(|| Bvh::new(black_box(&boxes), 4));
        });
        group.bench_function(BenchmarkId::new("wide", faces), |b| {
            b.iter(|| WideHierarchy::new(black_box(&mesh)));
        });
    }
    group.finish();
}

fn refits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("refit");
    for faces in FACES {
        let mesh = bodies::stone(faces, 1995);
        let boxes: Vec<Aabb> = mesh.face_boxes().collect();
        let mut bvh = Bvh::new(&boxes, 4);
        group.bench_function(BenchmarkId::new("binary", faces), |b| {
            b.iter(|| bvh.refit(|item| black_box(&boxes)[item as usize]));
        });
    }
    group.finish();
}

/// Two frames in turns: the vertices of both bodies are new in each.
fn frames(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deforming-frame");
    for faces in FACES {
        let scene = Generator::WavingSpheres { faces, seed: 1995 };
        let scene = scene.generate().expect("a sphere has these faces");
        for name in ["bvh", "parry3d", "face-octree-tuned"] {
            bench_turns(&mut group, BenchmarkId::new(name, faces), name, &scene, 0);
        }
    }
    group.finish();
}

criterion_group!(benches, builds, refits, frames);
criterion_main!(benches);
