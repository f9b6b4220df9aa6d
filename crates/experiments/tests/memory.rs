//! Memory of detectors.

use collision::{Body, Detector, Findings, Frame, Profile, Query, Unsupported, World};
use experiments::Participant;
use experiments::timing::memory::Memory;
use experiments::timing::{Outcome, Plan, replay};
use scenes::Generator;
use scenes::random::SceneRng;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Bytes that [`Keeper`] keeps from preparation on.
const KEPT: usize = 12_345;

/// Bytes that it takes and returns in each frame.
const FOR_A_FRAME: usize = 50_000;

/// Brute force that keeps bytes, and takes others for a frame.
#[derive(Debug)]
struct Keeper {
    inner: Box<dyn Detector>,
    kept: Vec<u8>,
}

impl Detector for Keeper {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn world(&self) -> &World {
        self.inner.world()
    }

    fn world_mut(&mut self) -> &mut World {
        self.inner.world_mut()
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.kept = Vec::with_capacity(KEPT);
        self.inner.prepare(bodies)
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        drop(std::hint::black_box(Vec::<u8>::with_capacity(FOR_A_FRAME)));
        self.inner.find(frame, query, found);
    }
}

fn memory(participants: &[Participant]) -> Vec<Memory> {
    let scene: Generator = "two-spheres:faces=24,seed=7".parse().unwrap();
    let plan = Plan {
        memory: true,
        ..Plan::of_frames(69..72, 2)
    };
    let (mut random, bar) = (SceneRng::new(1), experiments::RunProgress::hidden());
    let scene = scene.generate().unwrap();
    let replayed = replay(&scene, participants, &plan, &mut random, &bar).unwrap();
    let memory = |outcome: &Outcome| match outcome {
        Outcome::Measured(measured) => **measured.memory.as_ref().expect("it was asked for"),
        other => panic!("{other:?}"),
    };
    replayed.outcomes.iter().map(memory).collect()
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let brute_force = || catalog::build("brute-force", &catalog::Options::none()).unwrap();
    let keeper = move || -> Box<dyn Detector> {
        Box::new(Keeper {
            inner: brute_force(),
            kept: Vec::new(),
        })
    };
    let participants = [
        Participant::new("plain", brute_force),
        Participant::new("keeper", keeper),
    ];
    let of_both = memory(&participants);
    assert_eq!(memory(&participants), of_both, "it repeats");
    let [plain, keeper] = of_both[..] else {
        panic!("{of_both:?}");
    };
    let more = (KEPT + size_of::<Keeper>()) as f64;
    assert_eq!(keeper.prepared - plain.prepared, more);
    assert_eq!(keeper.warm - plain.warm, more);
    assert_eq!(keeper.peak[0] - plain.peak[0], more);
    let with_frame = more + FOR_A_FRAME as f64;
    assert_eq!(keeper.peak[1] - plain.peak[1], with_frame);
    // One for each of the three frames.
    assert_eq!((plain.requests, keeper.requests), (0.0, 3.0));
    // 14 vertices of 24 bytes at least, twice.
    assert!(plain.warm >= 600.0 && plain.peak[0] >= plain.warm);
}
