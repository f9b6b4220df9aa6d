//! Exact signs of orientation determinants.
use crate::Vec3;
/// The sign of an exact determinant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// Below zero.
    Negative,
    /// Exactly zero.
    Zero,
    /// Above zero.
    Positive,
}
/// STUB
pub fn orient3d(_a: Vec3, _b: Vec3, _c: Vec3, _d: Vec3) -> Sign { Sign::Zero }
/// STUB
pub fn orient2d(_axis: usize, _a: Vec3, _b: Vec3, _c: Vec3) -> Sign { Sign::Zero }
