//! One box against a list of boxes: in blocks of several lanes, and one by one.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use geometry::soa::BoxList;
use geometry::{Aabb, Vec3};
use std::hint::black_box;

/// Number of boxes in a list.
const BOXES: usize = 1024;

/// Boxes of side 1 whose corners are spread evenly over a cube with sides of `side`.
fn boxes(side: f64) -> Vec<Aabb> {
    let corner = |i: usize| {
        // Fractions of multiples of irrational numbers are spread evenly.
        Vec3::from_array([0.618_034, 0.754_878, 0.569_840].map(|c| side * (i as f64 * c).fract()))
    };
    let cube = |corner| Aabb::new(corner, corner + Vec3::ONE);
    (0..BOXES).map(corner).map(cube).collect()
}

fn hits<const N: usize>(list: &BoxList<N>, query: &Aabb) -> usize {
    let mut sum = 0;
    list.for_each_overlap(query, 0, |i| sum += i);
    sum
}

fn box_blocks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("box-block");
    for (case, side) in [("few-overlap", 12.0), ("half-overlap", 1.5)] {
        let all = boxes(side);
        let query = Aabb::new(Vec3::splat(0.25 * side), Vec3::splat(0.25 * side + 1.0));
        let (mut four, mut eight) = (BoxList::<4>::default(), BoxList::<8>::default());
        for bounds in &all {
            four.push(bounds);
            eight.push(bounds);
        }
        group.bench_function(BenchmarkId::new("one-by-one", case), |b| {
            let one = |query: &Aabb| -> usize {
                let hits = all.iter().enumerate().filter(|(_, x)| x.overlaps(query));
                hits.map(|(i, _)| i).sum()
            };
            b.iter(|| one(black_box(&query)));
        });
        group.bench_function(BenchmarkId::new("4-lanes", case), |b| {
            b.iter(|| hits(&four, black_box(&query)));
        });
        group.bench_function(BenchmarkId::new("8-lanes", case), |b| {
            b.iter(|| hits(&eight, black_box(&query)));
        });
    }
    group.finish();
}

criterion_group!(benches, box_blocks);
criterion_main!(benches);
