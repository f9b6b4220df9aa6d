//! Precomputed models, bodies of the frame, and which faces are pushed.

use crate::tree::Tree;
use geometry::{Ball, SolidInterior, WorldMap};
use serde::{Deserialize, Serialize};

/// Precomputed model of a mesh.
#[derive(Clone, Debug)]
pub struct BspModel {
    /// BSP tree of the faces.
    pub tree: Tree,
    /// Interior in tree space, under [`crate::BspQuery::Boolean`] only.
    pub(crate) inside: Option<SolidInterior>,
    /// Bounding ball in local space.
    pub(crate) ball: Ball,
}

/// Body in the current frame.
#[derive(Clone, Copy, Debug)]
pub struct BspPosed {
    pub(crate) map: WorldMap,
    /// Bounding ball of the world vertices. Without [`Cull::Sphere`], only its center is valid.
    pub(crate) ball: Ball,
}

/// Faces to push (D5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cull {
    /// Faces whose box meets the other body's bounding ball.
    #[default]
    Sphere,
    /// All faces, as published.
    None,
}
