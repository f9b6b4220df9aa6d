//! One ball against a list of balls, and the first steps of two sphere-trees under a budget
//! [Hubbard96 §7].

use catalog::{Findings, Options};
use collision::Budget;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use geometry::{Ball, Vec3};
use scenes::Generator;
use std::hint::black_box;

/// Number of balls in a list.
const BALLS: usize = 1024;

fn ball_lists(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sphere-block");
    for (case, side) in [("few-overlap", 12.0), ("half-overlap", 1.5)] {
        // Fractions of multiples of irrational numbers are spread evenly.
        let center = |i: usize| [0.618_034, 0.754_878, 0.569_840].map(|c| (i as f64 * c).fract());
        let ball = |i: usize| Ball {
            center: Vec3::from_array(center(i)) * side,
            radius: 0.5,
        };
        let all: Vec<Ball> = (0..BALLS).map(ball).collect();
        let query = Ball {
            center: Vec3::splat(0.4 * side),
            radius: 0.5,
        };
        group.bench_function(BenchmarkId::new("one-by-one", case), |b| {
            let count = |query: &Ball| all.iter().filter(|x| x.overlaps(query)).count();
            b.iter(|| count(black_box(&query)));
        });
    }
    group.finish();
}

fn tree_steps(criterion: &mut Criterion) {
    let scene = Generator::DeepSpheres {
        faces: 168,
        seed: 1995,
    };
    let scene = scene.generate().expect("a sphere of the paper");
    let frame = scene.frame(0);
    let mut detector = catalog::build("sphere-tree", &Options::none()).expect("it is listed");
    detector.prepare(&scene.bodies).expect("it takes spheres");
    let mut found = Findings::default();
    let mut group = criterion.benchmark_group("sphere-tree-steps");
    for steps in [1, 16, 256] {
        let query = scene.query().with_budget(Budget::Steps(steps));
        group.bench_function(BenchmarkId::from_parameter(steps), |b| {
            b.iter(|| detector.detect(&frame, &query, &mut found));
        });
    }
    group.finish();
}

criterion_group!(benches, ball_lists, tree_steps);
criterion_main!(benches);
