//! Closest features of two polytopes [Cohen95 §3.2]: from those of the last frame, and from the
//! first vertices.

use catalog::{Findings, OptionValue, Options};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use scenes::Generator;

fn closest_features(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("closest-features");
    for faces in [80, 960] {
        let scene = Generator::TwoSpheres { faces, seed: 1995 };
        let scene = scene.generate().expect("a scene of the paper");
        // Cycles near the end: the boxes overlap, so the pair is tested.
        let near = [scene.frame(68), scene.frame(69)];
        for walk in ["robust", "lin-canny"] {
            let options = Options::none()
                .with("features", OptionValue::from(walk))
                .with("broad-phase", OptionValue::from("no-culling"));
            let build = || {
                let mut detector = catalog::build("i-collide", &options).expect("both are options");
                detector.prepare(&scene.bodies).expect("spheres are convex");
                detector
            };
            let (mut found, query) = (Findings::default(), scene.query());
            let mut detector = build();
            let name = |case: &str| BenchmarkId::new(format!("{walk}/{case}"), faces);
            group.bench_function(name("coherent"), |b| {
                b.iter(|| {
                    for frame in &near {
                        detector
                            .detect(frame, &query, &mut found)
                            .expect("it is valid");
                    }
                });
            });
            group.bench_function(name("from-the-first-vertices"), |b| {
                b.iter_batched_ref(
                    build,
                    |detector| detector.detect(&near[0], &query, &mut found),
                    criterion::BatchSize::SmallInput,
                );
            });
        }
    }
    group.finish();
}

criterion_group!(benches, closest_features);
criterion_main!(benches);
