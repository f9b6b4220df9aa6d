//! Options of the detector, and the detector of a number of directions.

use super::KDopTree;
use broad_phase::BroadPhaseKind;
use collision::Detector;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct KDopTreeOptions {
    /// Sides of a polytope.
    pub k: DopSides,
    /// Broad phase before it (D6). Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for KDopTreeOptions {
    fn default() -> KDopTreeOptions {
        KDopTreeOptions {
            k: DopSides::default(),
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

impl KDopTreeOptions {
    /// Returns the detector with these options.
    pub fn detector(self) -> Box<dyn Detector> {
        let broad_phase = self.broad_phase.build();
        match self.k {
            DopSides::Six => Box::new(KDopTree::<3>::with_broad_phase(broad_phase)),
            DopSides::Fourteen => Box::new(KDopTree::<7>::with_broad_phase(broad_phase)),
            DopSides::Eighteen => Box::new(KDopTree::<9>::with_broad_phase(broad_phase)),
            DopSides::TwentySix => Box::new(KDopTree::<13>::with_broad_phase(broad_phase)),
        }
    }
}

/// Number of sides of a polytope, two for each direction. In text: the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DopSides {
    /// The axes: a box.
    Six,
    /// The axes and the diagonals of a cube.
    Fourteen,
    /// The axes and the diagonals of the sides of a cube.
    #[default]
    Eighteen,
    /// The axes and all of these diagonals.
    TwentySix,
}

impl DopSides {
    /// All numbers of sides, ascending.
    pub const ALL: [DopSides; 4] = [
        DopSides::Six,
        DopSides::Fourteen,
        DopSides::Eighteen,
        DopSides::TwentySix,
    ];

    const NAMES: &[&str] = &["6", "14", "18", "26"];

    /// Returns the number in digits.
    pub const fn name(self) -> &'static str {
        DopSides::NAMES[self as usize]
    }
}

impl Serialize for DopSides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Takes the number, or its digits as a word.
impl<'de> Deserialize<'de> for DopSides {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DopSides, D::Error> {
        deserializer.deserialize_any(DopSidesVisitor)
    }
}

struct DopSidesVisitor;

impl Visitor<'_> for DopSidesVisitor {
    type Value = DopSides;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("6, 14, 18 or 26")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<DopSides, E> {
        let mut all = DopSides::ALL.into_iter();
        all.find(|sides| sides.name() == text)
            .ok_or_else(|| E::unknown_variant(text, DopSides::NAMES))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<DopSides, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<DopSides, E> {
        self.visit_str(&number.to_string())
    }
}
