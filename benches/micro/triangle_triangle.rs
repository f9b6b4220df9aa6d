//! The interference of two triangles, by how it is decided: exactly, and eight pairs at once along
//! the axes of their edges.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use geometry::edge_axes::{EdgeBatch, EdgeBounds};
use geometry::{Triangle, Vec3, interference};
use std::hint::black_box;

fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
    let [a, b, c] = corners.map(Vec3::from_array);
    Triangle::new(a, b, c)
}

/// Corners of the triangle that all others are compared with.
const FLOOR: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.2, 1.0, 0.0]];

/// Eight pairs of the floor and one other triangle.
fn batch(other: [[f64; 3]; 3]) -> EdgeBatch {
    let single = |corners: [[f64; 3]; 3]| corners.map(|corner| corner.map(|x| x as f32));
    let mut batch = EdgeBatch::default();
    while !batch.is_full() {
        batch.push([0, 0], [FLOOR, other].map(single));
    }
    batch
}

fn interferences(criterion: &mut Criterion) {
    let floor = triangle(FLOOR);
    let cases = [
        ("above", [[0.1, 0.2, 0.3], [0.9, 0.2, 0.5], [0.3, 0.8, 0.7]]),
        (
            "crossing",
            [[0.3, 0.3, -0.5], [0.4, 0.3, 0.5], [0.6, 0.7, 0.4]],
        ),
        (
            "planes-cross-apart",
            [[2.3, 0.3, -0.5], [2.4, 0.3, 0.5], [2.6, 0.7, 0.4]],
        ),
        (
            "shared-edge",
            [[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.3, 0.2, 0.9]],
        ),
        (
            "coplanar",
            [[0.3, 0.2, 0.0], [1.3, 0.3, 0.0], [0.4, 1.2, 0.0]],
        ),
        (
            "zero-area",
            [[0.3, 0.3, -0.5], [0.3, 0.3, 0.5], [0.3, 0.3, 0.25]],
        ),
    ];
    let mut group = criterion.benchmark_group("triangle-triangle");
    for (name, corners) in cases {
        let other = triangle(corners);
        group.bench_function(name, |b| {
            b.iter(|| interference(black_box(&floor), black_box(&other)))
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("edge-axes");
    // Some ulps of the coordinates.
    let bounds = EdgeBounds {
        margin: 1e-6,
        corner_error: 1e-6,
    };
    for (name, corners) in cases {
        let batch = batch(corners);
        group.bench_function(BenchmarkId::new("eight-pairs", name), |b| {
            b.iter(|| black_box(&batch).verdicts_by_dispatch(black_box(&bounds)))
        });
    }
    group.finish();
}

criterion_group!(benches, interferences);
criterion_main!(benches);
