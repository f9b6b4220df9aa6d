//! Bodies of a training cell for a CNC machine, as CSG trees [Su07 Table 3].
//!
//! Lengths are decimeters. Hand, probe and tool point toward −z, the others lie in the plane z = 0
//! with their top toward +z.
//!
//! The paper names the bodies and states their triangle counts. Ours have exactly these counts,
//! their shapes are ours. Its table is inconsistent: the hand has 86 triangles in four columns and
//! 186 in one, the probe has 1268 in two columns and 3268 in two others, and the tool has "11294 i"
//! in one. Ours have 86, 3268 and 11294 (D8).

mod flat;
mod hand;
mod parts;
mod probe;
mod tool;

pub use parts::{die, drilled_plate, fork, pin};

use geometry::csg::{CsgSolid, CsgTree};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// Body of the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CncBody {
    /// Fingers, palm, thumb and wrist: 86 triangles.
    Hand,
    /// Base plate with holes, slots and clamps: 1120 triangles.
    Fixture,
    /// Touch probe with a ball on its stylus: 3268 triangles.
    Probe,
    /// Ball-nose cutter in its holder: 11294 triangles.
    Tool,
    /// Control panel with buttons: 524 triangles.
    Panel,
    /// Block with a pocket and holes: 164 triangles.
    Workpiece,
}

impl CncBody {
    /// All bodies.
    pub const ALL: [CncBody; 6] = [
        CncBody::Hand,
        CncBody::Fixture,
        CncBody::Probe,
        CncBody::Tool,
        CncBody::Panel,
        CncBody::Workpiece,
    ];

    /// Returns the name, as in scenes.
    pub fn name(self) -> &'static str {
        match self {
            CncBody::Hand => "hand",
            CncBody::Fixture => "fixture",
            CncBody::Probe => "probe",
            CncBody::Tool => "tool",
            CncBody::Panel => "panel",
            CncBody::Workpiece => "workpiece",
        }
    }

    /// Returns the solid. Each is evaluated once in a process.
    pub fn solid(self) -> Arc<CsgSolid> {
        static SOLIDS: [LazyLock<Arc<CsgSolid>>; 6] = [
            LazyLock::new(|| evaluated(hand::hand())),
            LazyLock::new(|| evaluated(flat::fixture())),
            LazyLock::new(|| evaluated(probe::probe())),
            LazyLock::new(|| evaluated(tool::tool())),
            LazyLock::new(|| evaluated(flat::panel())),
            LazyLock::new(|| evaluated(flat::workpiece())),
        ];
        Arc::clone(&SOLIDS[self as usize])
    }
}

impl fmt::Display for CncBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn evaluated(tree: CsgTree) -> Arc<CsgSolid> {
    Arc::new(CsgSolid::new(tree).expect("trees of this module are solids"))
}

#[cfg(test)]
mod tests;
