//! One update of each broad phase: bodies that move a little, few bodies that move, and teleports.

use broad_phase::BroadPhaseKind;
use collision::{BroadPhase, Work};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use geometry::{Aabb, Vec3};
use std::hint::black_box;

/// Unit cubes on a shaken grid with gaps, at time `t`: about one in ten overlaps another. The first
/// `moving` of them swing by `amplitude`.
fn swarm(bodies: usize, moving: usize, amplitude: f64, t: f64, boxes: &mut Vec<Aabb>) {
    let edge = (bodies as f64).cbrt().ceil() as usize;
    boxes.clear();
    boxes.extend((0..bodies).map(|i| {
        let cell = [i % edge, i / edge % edge, i / edge / edge].map(|k| 1.5 * k as f64);
        // Fractions of multiples of irrational numbers are spread evenly.
        let phase = [0.618, 0.755, 0.570].map(|c| (i as f64 * c).fract());
        let swing = if i < moving {
            amplitude * (t + i as f64).sin()
        } else {
            0.0
        };
        let corner = Vec3::from_array([0, 1, 2].map(|k| cell[k] + phase[k] + swing));
        Aabb::new(corner, corner + Vec3::ONE)
    }));
}

fn broad_phases(criterion: &mut Criterion) {
    let cases = [
        ("all-move", 1.0, 0.1),
        ("one-in-fifty-moves", 0.02, 0.1),
        ("teleports", 1.0, 1e3),
    ];
    for (case, part, amplitude) in cases {
        let mut group = criterion.benchmark_group(format!("broad-phase/{case}"));
        for kind in BroadPhaseKind::ALL
            .iter()
            .filter(|k| **k != BroadPhaseKind::NoCulling)
        {
            for bodies in [100, 1000, 10_000] {
                // Quadratic: seconds for each update.
                if *kind == BroadPhaseKind::AllPairs && bodies > 1000 {
                    continue;
                }
                let moving = (part * bodies as f64) as usize;
                group.bench_function(BenchmarkId::new(kind.name(), bodies), |b| {
                    let mut phase = kind.build();
                    let (mut boxes, mut t) = (Vec::new(), 0.0);
                    b.iter(|| {
                        t += 0.1;
                        swarm(bodies, moving, amplitude, t, &mut boxes);
                        phase.update(black_box(&boxes), &mut Work::default());
                        black_box(phase.pairs().len())
                    });
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, broad_phases);
criterion_main!(benches);
