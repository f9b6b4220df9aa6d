//! Two closed triangles.
use crate::Triangle;
use serde::{Deserialize, Serialize};
/// How two closed triangles lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interference {
    /// apart
    Apart,
    /// touching
    Touching,
    /// crossing
    Crossing,
    /// coplanar
    CoplanarOverlap,
}
/// STUB
pub fn interference(_a: &Triangle, _b: &Triangle) -> Interference { Interference::Apart }
/// STUB
pub fn interference_counted(_a: &Triangle, _b: &Triangle, _exact: &mut u64) -> Interference { Interference::Apart }
