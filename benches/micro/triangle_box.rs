//! A triangle against a box: the paper's clipping, and separating axes [Smith95 §3.7].

use criterion::{Criterion, criterion_group, criterion_main};
use geometry::{Aabb, Triangle, Vec3, triangle_box};
use std::hint::black_box;

fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
    let [a, b, c] = corners.map(Vec3::from_array);
    Triangle::new(a, b, c)
}

fn triangle_boxes(criterion: &mut Criterion) {
    let cube = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let cases = [
        (
            "inside",
            [[0.1, 0.2, 0.3], [0.9, 0.2, 0.5], [0.3, 0.8, 0.7]],
        ),
        (
            "beside",
            [[1.1, 0.2, 0.3], [1.9, 0.2, 0.5], [1.3, 0.8, 0.7]],
        ),
        (
            "through",
            [[-1.0, -1.0, 0.5], [3.0, -1.0, 0.6], [-1.0, 3.0, 0.4]],
        ),
        (
            "past-corner",
            [[2.2, 0.1, 0.5], [0.1, 2.2, 0.5], [2.2, 2.2, 0.5]],
        ),
        (
            "past-edge",
            [[1.3, 0.8, 0.2], [0.8, 1.3, 0.8], [1.6, 1.6, 0.5]],
        ),
    ];
    let mut group = criterion.benchmark_group("triangle-box");
    for (name, corners) in cases {
        let face = triangle(corners);
        group.bench_function(format!("clip/{name}"), |b| {
            let mut exact = 0;
            b.iter(|| {
                triangle_box::intersects_by_clipping(black_box(&face), black_box(&cube), &mut exact)
            });
        });
        group.bench_function(format!("axes/{name}"), |b| {
            let mut exact = 0;
            b.iter(|| {
                triangle_box::intersects_by_sat(black_box(&face), black_box(&cube), &mut exact)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, triangle_boxes);
criterion_main!(benches);
