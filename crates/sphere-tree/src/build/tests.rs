//! Tests of progress reports and cancellation.

use super::*;
use scenes::bodies;
use std::sync::Mutex;

/// Stage with its reported parts: number and total.
type Stage = (&'static str, Vec<[usize; 2]>);

/// Records the progress, and cancels after a number of parts of a stage.
struct Follower {
    stop: Option<(&'static str, usize)>,
    seen: Mutex<Vec<Stage>>,
}

impl Follower {
    fn new(stop: Option<(&'static str, usize)>) -> Follower {
        Follower {
            stop,
            seen: Mutex::new(Vec::new()),
        }
    }

    /// Returns the parts of a stage, in the order of their numbers.
    fn parts(&self, stage: &str) -> Vec<[usize; 2]> {
        let seen = self.seen.lock().unwrap();
        let (_, parts) = seen.iter().find(|(name, _)| *name == stage).unwrap();
        let mut parts = parts.clone();
        parts.sort_unstable();
        parts
    }
}

impl Progress for Follower {
    fn stage(&self, name: &'static str) {
        self.seen.lock().unwrap().push((name, Vec::new()));
    }

    fn part(&self, number: usize, of: usize) {
        let mut seen = self.seen.lock().unwrap();
        seen.last_mut().unwrap().1.push([number, of]);
    }

    fn canceled(&self) -> bool {
        let seen = self.seen.lock().unwrap();
        let now = seen.last().map(|(name, parts)| (*name, parts.len()));
        self.stop.is_some() && now >= self.stop && now.map(|n| n.0) == self.stop.map(|s| s.0)
    }
}

fn options() -> BuildOptions {
    BuildOptions {
        samples: 150,
        depth: 2,
        ..BuildOptions::tuned()
    }
}

#[test]
fn every_merger_and_every_sphere_is_reported_once() {
    let follower = Follower::new(None);
    let built = build(&bodies::lamp(), &options(), &follower).unwrap();
    let numbered = |of| (0..of).map(|number| [number, of]).collect::<Vec<_>>();
    let mergers = follower.parts("merging spheres");
    assert_eq!(mergers, numbered(mergers.len()));
    assert!(mergers.len() + 1 >= built.medial_spheres);
    let spheres = numbered(built.tree.len());
    assert_eq!(follower.parts("measuring accuracy"), spheres);
}

#[test]
fn a_build_stops_before_the_next_merger_and_the_next_sphere() {
    for (stage, begun) in [("merging spheres", 1), ("measuring accuracy", 5)] {
        let follower = Follower::new(Some((stage, begun)));
        let stopped = build(&bodies::lamp(), &options(), &follower);
        assert_eq!(stopped, Err(BuildError::Stopped), "{stage}");
        let parts = follower.parts(stage).len();
        // Each thread may be about to begin a part when the build is canceled.
        let threads = rayon::current_num_threads();
        assert!(
            (begun..begun + threads).contains(&parts),
            "{stage}: {parts}"
        );
    }
}

#[test]
fn gaps_that_the_limit_leaves_are_reported() {
    // A stack of thin plates: gaps and necks everywhere, and as many points again are not enough.
    let plate = bodies::block(Vec3::new(2.0, 2.0, 0.02));
    let raised = |i: u32| {
        let up = Vec3::Z * (0.04 * f64::from(i));
        plate.vertices().iter().map(move |v| *v + up)
    };
    let count = plate.vertices().len() as u32;
    let again = |i: u32| {
        plate
            .triangles()
            .iter()
            .map(move |t| t.map(|v| v + i * count))
    };
    let (vertices, faces) = ((0..6).flat_map(raised), (0..6).flat_map(again));
    let stack = Mesh::new(vertices.collect(), faces.collect()).unwrap();
    let seen = |gaps| {
        let options = BuildOptions { gaps, ..options() };
        let built = build(&stack, &options, &Unwatched).unwrap();
        (built.samples, built.gaps_left)
    };
    let (points, none) = seen(false);
    let (limit, left) = seen(true);
    assert_eq!((limit, none), (2 * points, 0));
    assert!(left > 0);
}

/// Each departure changes the tree of some body, and no departure is needed for coverage or bounds.
#[test]
fn trees_without_departures_differ_and_keep_their_promises() {
    let lamp = bodies::lamp();
    let departures = |change: fn(&mut Departures)| {
        let mut departures = Departures::ALL;
        change(&mut departures);
        departures
    };
    let each = [
        departures(|d| d.joined_components = false),
        departures(|d| d.isolated_vertices = false),
        departures(|d| d.edge_adjacency = false),
        Departures::NONE,
    ];
    for coverage in [Coverage::Level, Coverage::Strict, Coverage::Regions] {
        let with = |departures| BuildOptions {
            coverage,
            departures,
            ..options()
        };
        let all = build(&lamp, &with(Departures::ALL), &Unwatched).unwrap();
        for departures in each {
            let options = with(departures);
            let built = build(&lamp, &options, &Unwatched).unwrap();
            assert!(built.tree != all.tree, "{departures:?}");
            assert_eq!(verify(&lamp, &options, &built.tree), Ok(()));
        }
    }
    // Only round bodies have slivers, and these merge before the levels of the tree.
    let round = bodies::sphere_near(2000);
    let with = |drops_slivers| BuildOptions {
        samples: 600,
        depth: 1,
        departures: Departures {
            drops_slivers,
            ..Departures::ALL
        },
        ..options()
    };
    let built = [true, false].map(|drops| build(&round, &with(drops), &Unwatched).unwrap());
    assert!(built[0].medial_spheres < built[1].medial_spheres);
    assert_eq!(verify(&round, &with(false), &built[1].tree), Ok(()));
}

#[test]
fn options_of_stored_trees_name_departures_only_if_one_is_left_out() {
    let text = serde_json::to_string(&options()).unwrap();
    assert!(!text.contains("departures"), "{text}");
    assert_eq!(
        serde_json::from_str::<BuildOptions>(&text).unwrap(),
        options()
    );
    let none = BuildOptions {
        departures: Departures::NONE,
        ..options()
    };
    let text = serde_json::to_string(&none).unwrap();
    assert_eq!(serde_json::from_str::<BuildOptions>(&text).unwrap(), none);
}
