//! The last cycle of two colliding spheres, warm: every detector of face pairs but brute force.

use catalog::{Findings, Grain, Options};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use scenes::Generator;

fn last_cycle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("last-cycle");
    for faces in [528, 3968] {
        let scene = Generator::TwoSpheres { faces, seed: 1995 }
            .generate()
            .expect("a scene of the paper");
        let (last, query) = (scene.frame(scene.frames.len() - 1), scene.query());
        for entry in catalog::entries() {
            if entry.name == "brute-force" || entry.profile().grain != Grain::FacePairs {
                continue;
            }
            let mut detector = entry.build(&Options::none()).expect("defaults are right");
            detector.prepare(&scene.bodies).expect("it takes spheres");
            let mut found = Findings::default();
            group.bench_function(BenchmarkId::new(entry.name, faces), |b| {
                b.iter(|| detector.detect(&last, &query, &mut found));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, last_cycle);
criterion_main!(benches);
