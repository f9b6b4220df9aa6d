//! Every detector, under every value of its options, agrees with brute force on hostile scenes.
//!
//! `HOSTILE_SCENES=100000 cargo test -p catalog hostile` checks more scenes than the usual 1,000
//! (fewer of detectors that build long), `HOSTILE_FIRST=SEED` begins with another seed, and
//! `HOSTILE_DETECTOR=NAME` checks only one detector. A failure names detector, options and seed. It
//! stores the scene as a recording, reduced to a smaller one that still fails.

use catalog::{Detector, Entry, OptionDoc, OptionValue, Options, Values};
use oracle::hostile::{self, Cases, Fault};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Time limit for one scene. Most take a millisecond, and the longest 4 s of a processor without
/// optimization, which a machine with other work stretches.
const TIME_LIMIT: Duration = Duration::from_secs(90);

/// Scenes of all configurations.
static CASES: LazyLock<Cases> = LazyLock::new(Cases::default);

/// Divisor of the number of scenes for each value of an option.
const SHARE_OF_OPTIONS: u64 = 30;

#[test]
fn every_detector_agrees_with_brute_force() {
    let configurations = catalog::entries().iter().map(|entry| Configuration {
        entry,
        options: quick_options(entry),
    });
    check(configurations, scene_count());
}

#[test]
fn every_value_of_every_option_agrees_with_brute_force() {
    let mut configurations = Vec::new();
    for entry in catalog::entries() {
        for info in entry.options {
            for value in values(entry, info) {
                let options = quick_options(entry).with(info.name, value);
                configurations.push(Configuration { entry, options });
            }
        }
    }
    check(configurations, scene_count() / SHARE_OF_OPTIONS);
}

/// Detector with its options.
#[derive(Clone)]
struct Configuration {
    entry: &'static Entry,
    options: Options,
}

impl Configuration {
    fn make(&self) -> Box<dyn Detector> {
        let built = self.entry.build(&self.options);
        built.expect("a value that the list has")
    }

    /// Returns true if the octree of a body, or what is listed of it, has thousands of nodes.
    fn has_deep_octrees(&self) -> bool {
        let exceeds = |name: &str, most: i64| {
            let mut options = self.options.iter();
            options.any(|(n, value)| {
                n == name && matches!(value, OptionValue::Number(number) if *number > most)
            })
        };
        self.entry.name == "octree-update" && (exceeds("level", 7) || exceeds("local-level", 6))
    }

    /// Describes the fault, and the folder in which its scene is stored.
    fn describe(&self, fault: &Fault) -> String {
        let label = self.entry.label(&self.options);
        let folder = format!("hostile-{}-{}", label.replace(' ', "-"), fault.seed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let stored = match fault.store(&folder) {
            Ok(()) => format!("stored in {}", folder.display()),
            Err(error) => error.to_string(),
        };
        format!("{label}: {fault}\n  {stored}")
    }
}

/// Returns the default options, with few points on surfaces and coarse octrees of bodies: a body of
/// the scenes has some ten faces, and a medial axis of thousands of points takes hours.
fn quick_options(entry: &Entry) -> Options {
    let quick = [("samples", 12), ("local-level", 3)];
    let has = |name: &str| entry.options.iter().any(|info| info.name == name);
    let known = quick.into_iter().filter(|(name, _)| has(name));
    known.fold(Options::none(), |options, (name, value)| {
        options.with(name, value)
    })
}

/// Divisor of the number of scenes for detectors with sphere-trees or CSG trees.
const SHARE_OF_LONG_BUILDS: u64 = 20;

/// Divisor of the number of scenes for octrees of whole bodies with thousands of nodes.
const SHARE_OF_DEEP_OCTREES: u64 = 8;

/// Returns all values of an option; some if there are thousands.
fn values(entry: &Entry, info: &OptionDoc) -> Vec<OptionValue> {
    match entry.values(info) {
        Values::Words(words) => words.iter().map(|word| (*word).into()).collect(),
        Values::Numbers(first, last) => {
            let few = last - first <= 16;
            let asked = |n: &u32| few || [first, 2, 30].contains(n);
            let some = (first..=last).filter(asked);
            some.map(|n| i64::from(n).into()).collect()
        }
    }
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

fn scene_count() -> u64 {
    variable("HOSTILE_SCENES").unwrap_or(1000)
}

/// Checks each configuration on its own thread, and fails with the first fault of each.
fn check(configurations: impl IntoIterator<Item = Configuration>, count: u64) {
    let first = variable("HOSTILE_FIRST").unwrap_or(0);
    let only = std::env::var("HOSTILE_DETECTOR").ok();
    let asked = |c: &Configuration| only.as_ref().is_none_or(|name| name == c.entry.name);
    let mut faults = Vec::new();
    for configuration in configurations.into_iter().filter(asked) {
        // Sphere-trees and CSG trees take up to a tenth of a second for each scene.
        let entry = &configuration.entry;
        let builds_long = entry.profile().supports_budgets || entry.name == "csg-hybrid";
        let count = if builds_long {
            count.div_ceil(SHARE_OF_LONG_BUILDS)
        } else if configuration.has_deep_octrees() {
            count.div_ceil(SHARE_OF_DEEP_OCTREES)
        } else {
            count
        };
        let (alive, beats) = channel();
        let checked = configuration.clone();
        let worker = std::thread::spawn(move || {
            (first..first + count).find_map(|seed| {
                // The receiver is dropped once this thread has exceeded its time.
                CASES.find(&|| checked.make(), seed, || {
                    alive.send(seed).ok();
                })
            })
        });
        let mut last = first;
        let fault = loop {
            match beats.recv_timeout(TIME_LIMIT) {
                Ok(seed) => last = seed,
                Err(RecvTimeoutError::Disconnected) => {
                    break worker.join().expect("panics of detectors are caught");
                }
                // A thread cannot be stopped. It ends with this test.
                Err(RecvTimeoutError::Timeout) => {
                    let scene = hostile::scene(&|| configuration.make(), last);
                    let reason = format!("no answer within {TIME_LIMIT:?}");
                    break Some(Fault::new(last, scene, reason));
                }
            }
        };
        faults.extend(fault.map(|fault| configuration.describe(&fault)));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
