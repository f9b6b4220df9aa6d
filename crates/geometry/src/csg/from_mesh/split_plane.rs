//! Choice of the plane that splits a cell.

use super::super::polygon::{Cut, PlaneSide};
use super::exact_point::ExactPolygon;
use super::plane_table::PlaneTable;

/// Number of planes to compare for a split.
const CANDIDATES: usize = 48;

/// Number of pieces out of balance that weigh as much as one cut piece.
const SPLIT_WEIGHT: usize = 8;

/// Returns the plane that cuts few pieces and leaves as many on either side, among those of most
/// pieces and others evenly spread.
pub(super) fn best_plane(
    table: &PlaneTable,
    planes: &[PlaneSide],
    pieces: &[ExactPolygon],
) -> PlaneSide {
    let cost = |plane: PlaneSide, limit: usize| {
        let (mut back, mut front, mut both) = (0usize, 0usize, 0usize);
        for piece in pieces {
            match piece.position(&table, plane) {
                Cut::InPlane(_) => {}
                Cut::Inside => back += 1,
                Cut::Outside => front += 1,
                Cut::Both(()) => both += 1,
            }
            if SPLIT_WEIGHT * both > limit {
                return usize::MAX;
            }
        }
        SPLIT_WEIGHT * both + back.abs_diff(front)
    };
    let mut best = (usize::MAX, planes[0]);
    for plane in candidates(planes, pieces) {
        let cost = cost(plane, best.0);
        best = best.min((cost, plane));
    }
    best.1
}

fn candidates(planes: &[PlaneSide], pieces: &[ExactPolygon]) -> Vec<PlaneSide> {
    if planes.len() <= CANDIDATES {
        return planes.to_vec();
    }
    let mut counts = vec![0u32; planes.len()];
    for piece in pieces {
        let at = planes
            .binary_search(&piece.plane)
            .expect("a plane of a piece");
        counts[at] += 1;
    }
    let mut by_count: Vec<usize> = (0..planes.len()).collect();
    by_count.sort_by_key(|at| std::cmp::Reverse(counts[*at]));
    let (most, others) = by_count.split_at(CANDIDATES / 2);
    let step = others.len().div_ceil(CANDIDATES / 2);
    let spread = others.iter().step_by(step);
    most.iter().chain(spread).map(|at| planes[*at]).collect()
}
