//! Every detector, under every value of its options, agrees with brute force on hostile scenes.
//!
//! `HOSTILE_SCENES=100000 cargo test -p catalog --test hostile` looks at more scenes than the usual
//! 2,000, `HOSTILE_FIRST=SEED` begins with another seed, and `HOSTILE_DETECTOR=NAME` asks one
//! detector only. A failure names detector, options and seed, and stores the scene, reduced as long
//! as it fails, as a recording.

use catalog::{Detector, Entry, OptionDoc, Options, Value, Values};
use oracle::hostile::{self, Fault};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The longest time that one scene may take: some ten thousand times what most take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many times fewer scenes than the default each value of an option gets.
const SHARE_OF_OPTIONS: u64 = 40;

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

/// A detector with its options.
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

    /// Describes the fault, and where its scene is stored for another look.
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

/// The default options, with few points on surfaces: a body of the scenes has some ten faces, and a
/// medial axis of thousands of points takes hours.
fn quick_options(entry: &Entry) -> Options {
    match entry.options.iter().any(|info| info.name == "samples") {
        true => Options::none().with("samples", 12),
        false => Options::none(),
    }
}

/// How many times fewer scenes detectors with sphere-trees get.
const SHARE_OF_SPHERE_TREES: u64 = 20;

/// The highest level asked for: at level 10, one pair of coplanar faces takes seconds.
const HIGHEST_LEVEL: u32 = 7;

/// All values of an option, apart from the highest levels; some where there are thousands.
fn values(entry: &Entry, info: &OptionDoc) -> Vec<Value> {
    match entry.values(info) {
        Values::Words(words) => words.iter().map(|word| (*word).into()).collect(),
        Values::Numbers(first, last) => {
            let level = last - first <= 16;
            let asked = |n: &u32| match level {
                true => *n <= HIGHEST_LEVEL,
                false => [first, 2, 30].contains(n),
            };
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
    variable("HOSTILE_SCENES").unwrap_or(2000)
}

/// Checks each configuration on a thread of its own, and fails with the first fault of each.
fn check(configurations: impl IntoIterator<Item = Configuration>, count: u64) {
    let first = variable("HOSTILE_FIRST").unwrap_or(0);
    let only = std::env::var("HOSTILE_DETECTOR").ok();
    let asked = |c: &Configuration| only.as_ref().is_none_or(|name| name == c.entry.name);
    let mut faults = Vec::new();
    for configuration in configurations.into_iter().filter(asked) {
        // Building sphere-trees takes a tenth of a second for each scene.
        let count = match configuration.entry.profile().supports_budgets {
            true => count.div_ceil(SHARE_OF_SPHERE_TREES),
            false => count,
        };
        let (alive, beats) = channel();
        let checked = configuration.clone();
        let worker = std::thread::spawn(move || {
            (first..first + count).find_map(|seed| {
                // The receiver is gone once the test has given up on this thread.
                hostile::find(&|| checked.make(), seed, || {
                    alive.send(seed).ok();
                })
            })
        });
        let mut last = first;
        let fault = loop {
            match beats.recv_timeout(PATIENCE) {
                Ok(seed) => last = seed,
                Err(RecvTimeoutError::Disconnected) => {
                    break worker.join().expect("panics of detectors are caught");
                }
                // The thread cannot be stopped; it ends with this test.
                Err(RecvTimeoutError::Timeout) => {
                    let scene = hostile::scene(&|| configuration.make(), last);
                    let reason = format!("no answer within {PATIENCE:?}");
                    break Some(Fault::new(last, scene, reason));
                }
            }
        };
        faults.extend(fault.map(|fault| configuration.describe(&fault)));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
