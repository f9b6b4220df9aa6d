//! The claim of each mode, on every shared scene.

use collision::Detector;
use csg_hybrid::{CsgHybrid, CsgHybridOptions, Freezing, Localization, Volumes};

fn conforms(options: CsgHybridOptions) {
    let boxed = || Box::new(CsgHybrid::with_options(options)) as Box<dyn Detector>;
    oracle::conformance::check(boxed, &scenes::shared::shared_scenes());
}

#[test]
fn verified() {
    conforms(CsgHybridOptions::default());
}

#[test]
fn verified_without_freezing_or_localization() {
    for localization in [Localization::On, Localization::Off] {
        let mut options = CsgHybridOptions::default();
        (options.freezing, options.localization) = (Freezing::Off, localization);
        conforms(options);
    }
}

#[test]
fn verified_with_one_type_of_volume() {
    for volumes in [Volumes::Sphere, Volumes::Cone, Volumes::Hull] {
        let mut options = CsgHybridOptions::default();
        options.volumes = volumes;
        conforms(options);
    }
}
