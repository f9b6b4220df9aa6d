//! Fit of a sphere-tree's levels, as a table and as JSON.

use crate::terminal;
use geometry::Mesh;
use records::{Columns, TextTable};
use serde::Serialize;
use sphere_tree::SphereTree;
use sphere_tree::accuracy::{Effort, Over, Target};
use sphere_tree::fit::{FitMeter, LevelFit};

/// Fit of a level: how far its spheres reach beyond the body, proved upper bounds in radii of the
/// bounding sphere.
#[derive(Serialize)]
pub(super) struct LevelOutput {
    level: u8,
    spheres: usize,
    /// Of balls to the solid.
    solid: MeanMax,
    /// Of spheres to the surface.
    surface: MeanMax,
    /// Bounds that the tree holds of the first.
    certified: MeanMax,
}

#[derive(Serialize)]
struct MeanMax {
    mean: f64,
    max: f64,
}

/// Measures the fit of each level, in units of the root's radius.
pub(super) fn levels(mesh: &Mesh, tree: &SphereTree) -> Vec<LevelOutput> {
    let meter = FitMeter::new(mesh, tree);
    let solid = meter.measured(Over::Ball, Target::Solid, Effort::REPORT);
    let surface = meter.measured(Over::Sphere, Target::Surface, Effort::REPORT);
    let radius = tree.radii[0].max(f64::MIN_POSITIVE);
    let both = |fit: &LevelFit| MeanMax {
        mean: fit.mean.upper / radius,
        max: fit.max.upper / radius,
    };
    let all = solid.iter().zip(&surface).zip(meter.stored());
    all.map(|((solid, surface), bound)| LevelOutput {
        level: solid.level,
        spheres: solid.spheres,
        solid: both(solid),
        surface: both(surface),
        certified: both(&bound),
    })
    .collect()
}

/// Formats the fit of each level.
pub(super) fn fit_table(tree: &SphereTree, levels: &[LevelOutput]) -> String {
    let heading = [
        "level",
        "spheres",
        "solid: mean",
        "max",
        "surface: mean",
        "max",
        "certified bound: mean",
        "max",
    ];
    let mut table = TextTable::new(heading);
    for fit in levels {
        let both = |fit: &MeanMax| [fit.mean, fit.max].map(|x| readable(x, 4));
        let mut line = vec![fit.level.to_string(), fit.spheres.to_string()];
        line.extend(
            [&fit.solid, &fit.surface, &fit.certified]
                .map(both)
                .concat(),
        );
        table.push(line);
    }
    format!(
        "How far spheres reach beyond the body, in radii of the bounding sphere\n\
         ({}); proved upper bounds: of balls to the solid, of spheres to the\n\
         surface, and what the tree holds of the first\n{}",
        readable(tree.radii[0], 6),
        table.text_within(Columns::Numbers, terminal::WIDTH)
    )
}

/// Formats a number with `decimals`, or with an exponent if these would show few digits.
fn readable(x: f64, decimals: usize) -> String {
    match x.abs() {
        y if y == 0.0 || (1e-3..1e6).contains(&y) => format!("{x:.decimals$}"),
        _ => format!("{x:.*e}", decimals - 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_readable_when_they_are_small() {
        let readable = |x| readable(x, 4);
        assert_eq!(readable(0.25), "0.2500");
        assert_eq!(readable(0.01), "0.0100");
        assert_eq!(readable(0.000_043_21), "4.32e-5");
        assert_eq!(readable(0.0), "0.0000");
        assert_eq!(readable(1.5e9), "1.50e9");
    }
}
