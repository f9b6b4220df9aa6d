//! Work counts on scenes of the papers, so that a change of behavior shows in the diff.

use collision::{Body, Detector, Findings, Frame, Profile, Query, Unsupported, World};
use convex::{Boxes, FeatureWalk, ICollide, ICollideOptions, SeparatingPlane};

fn counts_of(detector: &mut dyn Detector, scene: &str) -> String {
    let generator: scenes::Generator = scene.parse().unwrap();
    oracle::golden::counts(detector, &generator.generate().unwrap())
}

fn counts(scene: &str) -> String {
    counts_of(&mut SeparatingPlane::published(), scene)
}

#[test]
fn two_spheres_of_figure_6() {
    insta::assert_snapshot!(counts("two-spheres:faces=528,seed=1995"), @r"
    closest-point-iterations 38 3
    closest-point-searches 6 1
    overlap-regions 72 1
    plane-tests 18426 215
    support-vertices 19684 1064
    vertices-moved 3192 532
    contacts 0 0
    bodies 1 1
    ");
}

#[test]
fn ten_spheres_of_figure_10() {
    insta::assert_snapshot!(counts("sphere-swarm:bodies=10,faces=528,seed=1995"), @r"
    closest-point-iterations 347 3
    closest-point-searches 94 1
    overlap-regions 3240 45
    plane-tests 842042 11919
    support-vertices 184072 1064
    vertices-moved 26334 532
    contacts 0 0
    bodies 1 1
    ");
}

/// I-COLLIDE, asked for distances.
#[derive(Debug)]
struct WithDistances(Box<dyn Detector>);

impl Detector for WithDistances {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn world(&self) -> &World {
        self.0.world()
    }

    fn world_mut(&mut self) -> &mut World {
        self.0.world_mut()
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.0.prepare(bodies)
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        self.0.find(frame, &query.with_distances(true), found);
    }
}

fn i_collide(boxes: Boxes, features: FeatureWalk) -> Box<dyn Detector> {
    let options = ICollideOptions {
        boxes,
        features,
        ..ICollideOptions::default()
    };
    Box::new(ICollide::with_options(options))
}

const POLYTOPES: &str = "polytopes:bodies=40,frames=36,density-permille=50,seed=1995";

#[test]
fn i_collide_on_polytopes() {
    let mut detector = i_collide(Boxes::Fixed, FeatureWalk::Robust);
    insta::assert_snapshot!(counts_of(&mut *detector, POLYTOPES), @r"
    axis-overlaps 9432 260
    body-box-tests 1036 25
    closest-point-iterations 447 9
    closest-point-searches 166 4
    endpoint-swaps 1768 43
    feature-searches 35 0
    feature-steps 469 0
    full-sorts 1 0
    interior-facets 792 0
    overlap-regions 931 27
    pair-visits 931 27
    support-vertices 19817 346
    vertices-moved 8320 204
    contacts 0 0
    bodies 352 10
    ");
}

#[test]
fn i_collide_with_distances_on_polytopes() {
    let mut detector = WithDistances(i_collide(Boxes::Fixed, FeatureWalk::Robust));
    insta::assert_snapshot!(counts_of(&mut detector, POLYTOPES), @r"
    axis-overlaps 9432 260
    body-box-tests 1036 25
    closest-point-iterations 447 9
    closest-point-searches 166 4
    endpoint-swaps 1768 43
    feature-searches 604 17
    feature-steps 2806 61
    full-sorts 1 0
    interior-facets 2160 36
    overlap-regions 931 27
    pair-visits 931 27
    support-vertices 21376 466
    vertices-moved 8320 204
    contacts 0 0
    bodies 352 10
    ");
}

#[test]
fn i_collide_as_published_with_dynamic_boxes_on_polytopes() {
    let mut detector = i_collide(Boxes::Dynamic, FeatureWalk::LinCanny);
    insta::assert_snapshot!(counts_of(&mut *detector, POLYTOPES), @r"
    axis-overlaps 8624 240
    body-box-tests 1126 23
    closest-point-iterations 407 9
    closest-point-searches 151 4
    endpoint-swaps 2020 52
    feature-searches 660 23
    feature-steps 2274 73
    full-sorts 1 0
    interior-facets 522 6
    overlap-regions 660 23
    pair-visits 660 23
    support-vertices 84957 2282
    vertices-moved 7756 204
    contacts 0 0
    bodies 352 10
    ");
}

/// The bodies of the kitchen have several parts.
#[test]
fn i_collide_in_the_kitchen() {
    let mut detector = i_collide(Boxes::Fixed, FeatureWalk::Robust);
    insta::assert_snapshot!(counts_of(&mut *detector, "kitchen:frames=12,hand=whole"), @r"
    axis-overlaps 70015 5805
    body-box-tests 4541 135
    closest-point-iterations 19 0
    closest-point-searches 4 0
    endpoint-swaps 1927 243
    feature-searches 329 0
    feature-steps 1754 0
    full-sorts 1 0
    interior-facets 2062 0
    overlap-regions 16469 1369
    pair-visits 1524 6
    pairs-at-rest 14945 1363
    support-vertices 50587 96
    vertices-moved 140 0
    contacts 0 0
    bodies 4 0
    ");
}

#[test]
fn i_collide_with_distances_in_the_kitchen() {
    let mut detector = WithDistances(i_collide(Boxes::Fixed, FeatureWalk::Robust));
    insta::assert_snapshot!(counts_of(&mut detector, "kitchen:frames=12,hand=whole"), @r"
    axis-overlaps 70015 5805
    body-box-tests 4541 135
    closest-point-iterations 19 0
    closest-point-searches 4 0
    endpoint-swaps 1927 243
    feature-searches 3896 132
    feature-steps 24062 502
    full-sorts 1 0
    interior-facets 14077 486
    overlap-regions 16469 1369
    pair-visits 16469 1369
    pairs-at-rest 14945 1363
    support-vertices 26087 668
    vertices-moved 140 0
    contacts 0 0
    bodies 4 0
    ");
}
