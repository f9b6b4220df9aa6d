//! Two whole frames of a scene in turns, so that nothing is remembered from the same frame.

use catalog::{Findings, Options};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId};
use scenes::Scene;

/// Times a detector of the catalog with frames `first` and `first + 1`.
pub(crate) fn bench_turns(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: BenchmarkId,
    name: &str,
    scene: &Scene,
    first: usize,
) {
    let frames = [scene.frame(first), scene.frame(first + 1)];
    let mut detector = catalog::build(name, &Options::none()).expect("it is listed");
    detector.prepare(&scene.bodies).expect("it takes any body");
    let (mut found, query) = (Findings::default(), scene.query());
    group.bench_function(id, |b| {
        b.iter(|| {
            for frame in &frames {
                detector
                    .detect(frame, &query, &mut found)
                    .expect("it is valid");
            }
        });
    });
}
