//! The detector keeps its claims.

use bvh::PreparedBvh;
use oracle::conformance;
use scenes::shared::shared_scenes;

#[test]
fn bvh_conforms() {
    conformance::check(|| Box::new(PreparedBvh::new()), &shared_scenes());
}
