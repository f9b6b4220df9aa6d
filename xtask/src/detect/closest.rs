//! Closest features of pairs of bodies, as JSON and in the summary.

use crate::terminal::WIDTH;
use catalog::{ClosestFeatures, Feature, Findings};
use records::{Columns, TextTable};
use serde::Serialize;
use std::fmt::Write;

/// Closest features of two bodies whose boxes overlap.
#[derive(Serialize)]
pub(super) struct ClosestOutput {
    a: u32,
    b: u32,
    /// By kind, with vertices of the bodies' meshes: `{"edge": [3, 7]}`.
    features: [Feature; 2],
    /// Closest points in world space; `null` if the bodies collide.
    points: Option<[[f64; 3]; 2]>,
    /// In scene units; 0 if and only if the bodies collide.
    distance: f64,
}

impl ClosestOutput {
    pub(super) fn new(closest: &ClosestFeatures) -> ClosestOutput {
        ClosestOutput {
            a: closest.pair.a.0,
            b: closest.pair.b.0,
            features: closest.features,
            points: closest.points.map(|points| points.map(|p| p.to_array())),
            distance: closest.distance,
        }
    }
}

/// Formats the least distance, and the nearest pairs. Without distances, only the number of pairs
/// that collide is known.
pub(super) fn summary(answers: &[Findings], distances: bool) -> String {
    /// Maximum number of pairs in the summary: more would hide the rest of it.
    const SHOWN: usize = 10;
    let of_frame = |(frame, found): (usize, &Findings)| {
        let closest = found.evidence.closest.iter();
        closest.map(|c| (frame, *c)).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = answers.iter().enumerate().flat_map(of_frame).collect();
    let collisions = all.iter().filter(|(_, c)| c.points.is_none()).count();
    let mut text = format!("\nclosest features: {collisions} pairs that collide");
    if distances {
        _ = write!(text, ", {} apart", all.len() - collisions);
    }
    // A stable sort: pairs at one distance stay in the order of frames and bodies.
    all.sort_by(|(_, p), (_, q)| p.distance.total_cmp(&q.distance));
    if let (true, Some((frame, nearest))) = (distances, all.first()) {
        let (a, b, distance) = (nearest.pair.a.0, nearest.pair.b.0, nearest.distance);
        _ = write!(
            text,
            "; least distance {distance:.6e}, of bodies {a} and {b} in frame {frame}"
        );
    }
    text.push('\n');
    let mut table = TextTable::new(["frame", "bodies", "distance", "features"]);
    table.rows.extend(all.iter().take(SHOWN).map(|(frame, c)| {
        let [p, q] = c.features.map(name);
        vec![
            frame.to_string(),
            format!("{} {}", c.pair.a.0, c.pair.b.0),
            format!("{:.6e}", c.distance),
            format!("{p}, {q}"),
        ]
    }));
    if !all.is_empty() {
        text.push_str(&table.text_within(Columns::Numbers, WIDTH));
    }
    if all.len() > SHOWN {
        _ = writeln!(text, "… and {} more, which --out lists", all.len() - SHOWN);
    }
    text
}

fn name(feature: Feature) -> String {
    match feature {
        Feature::Vertex(v) => format!("vertex {v}"),
        Feature::Edge([a, b]) => format!("edge {a} {b}"),
        Feature::Face([a, b, c]) => format!("face {a} {b} {c}"),
    }
}
