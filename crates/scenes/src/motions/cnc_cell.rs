//! Scenes of a training cell for a CNC machine [Su07 Table 3], of a drilled plate, and of a die.

use super::check_range;
use super::meeting::Surface;
use super::visits::{Access, VisitPlan, visits};
use crate::bodies::{CncBody, die, drilled_plate, fork, pin};
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::Pose;
use geometry::csg::CsgSolid;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

const CELL: &str = "cnc-cell";
const DRILLED: &str = "csg-drilled";
const CROSSED: &str = "csg-crossed";

/// Number of steps in the experiments of Su07.
const STEPS: u32 = 1000;

/// Parameters of [`cnc_cell`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CncCell {
    /// Bodies of the scene, tool and workpiece.
    pub pair: CncPair,
    /// Number of frames.
    pub frames: u32,
    /// Seed of the motion.
    pub seed: u64,
}

impl Default for CncCell {
    fn default() -> CncCell {
        CncCell {
            pair: CncPair::HandFixture,
            frames: STEPS,
            seed: 1995,
        }
    }
}

/// Pair of bodies, a column of the paper's Table 3.
///
/// The paper lists hand and probe in both orders, with different numbers of contacts. In ours, the
/// first moves in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CncPair {
    /// The hand visits the fixture.
    #[default]
    HandFixture,
    /// The hand visits the probe.
    HandProbe,
    /// The hand visits the tool.
    HandTool,
    /// The panel is visited by the hand.
    PanelHand,
    /// The workpiece is visited by the probe.
    WorkpieceProbe,
    /// The probe visits the hand.
    ProbeHand,
    /// The probe visits the tool.
    ProbeTool,
}

impl CncPair {
    /// All pairs, in the order of the table.
    pub const ALL: [CncPair; 7] = [
        CncPair::HandFixture,
        CncPair::HandProbe,
        CncPair::HandTool,
        CncPair::PanelHand,
        CncPair::WorkpieceProbe,
        CncPair::ProbeHand,
        CncPair::ProbeTool,
    ];

    /// Returns the bodies, in the order of the name.
    pub fn bodies(self) -> [CncBody; 2] {
        match self {
            CncPair::HandFixture => [CncBody::Hand, CncBody::Fixture],
            CncPair::HandProbe => [CncBody::Hand, CncBody::Probe],
            CncPair::HandTool => [CncBody::Hand, CncBody::Tool],
            CncPair::PanelHand => [CncBody::Panel, CncBody::Hand],
            CncPair::WorkpieceProbe => [CncBody::Workpiece, CncBody::Probe],
            CncPair::ProbeHand => [CncBody::Probe, CncBody::Hand],
            CncPair::ProbeTool => [CncBody::Probe, CncBody::Tool],
        }
    }

    /// Returns the number of steps with contact among 1000 [Su07 Table 3].
    pub fn contacts(self) -> u32 {
        match self {
            CncPair::HandFixture => 323,
            CncPair::HandProbe => 360,
            CncPair::HandTool => 320,
            CncPair::PanelHand => 186,
            CncPair::WorkpieceProbe => 162,
            CncPair::ProbeHand => 356,
            CncPair::ProbeTool => 279,
        }
    }

    /// Returns the index of the body that moves.
    fn moving(self) -> usize {
        usize::from(matches!(self, CncPair::PanelHand | CncPair::WorkpieceProbe))
    }

    fn access(self) -> Access {
        match self {
            CncPair::HandFixture | CncPair::PanelHand | CncPair::WorkpieceProbe => Access::Above,
            _ => Access::Around,
        }
    }
}

/// Writes the generator's text with every parameter.
impl fmt::Display for CncCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.pair.bodies();
        write!(
            f,
            "{CELL}:pair={a}-{b},frames={},seed={}",
            self.frames, self.seed
        )
    }
}

/// Generates two bodies of the cell, one of which visits the other [Su07 Table 3].
///
/// Lengths are decimeters. The visitor approaches, touches, slides while it turns, withdraws and
/// travels on, seven times. The number of frames in which the surfaces meet is that of the table,
/// scaled from 1000 steps to `frames`, or within 2 % of it (D8).
///
/// # Cost
/// Tests all frames for about a dozen depths. The bodies are evaluated once in a process.
///
/// # Errors
/// Fails unless there are 10 to 20,000 frames, or if no motion of this seed has that number.
pub fn cnc_cell(parameters: &CncCell) -> Result<Scene, SceneError> {
    let CncCell { pair, frames, seed } = *parameters;
    check_range(CELL, "frames", frames, 10..=20_000)?;
    let plan = VisitPlan {
        generator: CELL,
        access: pair.access(),
        frames,
        contacts: (pair.contacts() * frames + STEPS / 2) / STEPS,
    };
    let bodies = pair.bodies().map(|body| (body.name(), body.solid()));
    visiting(parameters.to_string(), bodies, pair.moving(), &plan, seed)
}

/// Generates a plate with holes and a pin that dips into them, for growth with the number of
/// primitives.
///
/// The plate has `primitives` leaves, all but one of which are holes. The surfaces meet in three of
/// ten frames, or within 2 % of it.
///
/// # Errors
/// Fails unless there are 2 to 1000 primitives and 10 to 20,000 frames, or if no motion of this
/// seed has that number.
pub fn csg_drilled(primitives: u32, frames: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(DRILLED, "primitives", primitives, 2..=1000)?;
    check_range(DRILLED, "frames", frames, 10..=20_000)?;
    let plan = VisitPlan::three_in_ten(DRILLED, Access::Down, frames);
    let name = format!("{DRILLED}:primitives={primitives},frames={frames},seed={seed}");
    let bodies = [("plate", drilled_plate(primitives)), ("pin", pin())];
    visiting(name, bodies, 1, &plan, seed)
}

/// Generates a die and a fork that visits it, both with intersections, so that each row of the
/// decision tables is reached [Su07 Tables 1 and 2].
///
/// The surfaces meet in three of ten frames, or within 2 % of it.
///
/// # Errors
/// Fails unless there are 10 to 20,000 frames, or if no motion of this seed has that number.
pub fn csg_crossed(frames: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(CROSSED, "frames", frames, 10..=20_000)?;
    let plan = VisitPlan::three_in_ten(CROSSED, Access::Around, frames);
    let name = format!("{CROSSED}:frames={frames},seed={seed}");
    visiting(name, [("die", die()), ("fork", fork())], 1, &plan, seed)
}

/// Returns the scene of two bodies, of which `moving` visits the other.
fn visiting(
    name: String,
    bodies: [(&str, Arc<CsgSolid>); 2],
    moving: usize,
    plan: &VisitPlan,
    seed: u64,
) -> Result<Scene, SceneError> {
    let surfaces = [0, 1].map(|i| Surface::new(bodies[i].1.mesh()));
    let poses = visits(plan, &surfaces[1 - moving], &surfaces[moving], seed)?;
    let frames = poses.into_iter().map(|pose| {
        let mut both = [Pose::IDENTITY; 2];
        both[moving] = pose;
        SceneFrame::rigid(both.into())
    });
    let frames = frames.collect();
    let bodies = bodies.map(|(name, solid)| Body::rigid_csg(name, solid));
    Scene::new(name, bodies.into(), frames)
}

#[cfg(test)]
mod tests;
