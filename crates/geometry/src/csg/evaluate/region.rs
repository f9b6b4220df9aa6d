//! Regions of the surface: all pieces of one leaf in one plane, and their common border.
//!
//! The cuts that made the pieces do not matter to the surface. The essence:
//! 1. Group the pieces by leaf and plane, and merge neighbors while they stay convex.
//! 2. Divide each edge at the corners of other pieces that lie on it. Two pieces side by side then
//!    have equal edges in opposite directions, which cancel. What is left is the border.
//! 3. Keep a point of the border if it turns there, or passes it more than once.

use super::SurfacePolygon;
use super::arena::{Arena, PointIx};
use super::close::{BorderEdge, EdgePoints};
use super::merge::{SurfacePiece, merge_group};
use super::piece::FacetPiece;
use crate::Sign;
use crate::csg::polygon::{PlaneSide, PolygonStore};
use std::collections::BTreeMap;

/// Pieces of the surface in one plane and of one leaf, and the edges around them.
#[derive(Debug)]
pub(super) struct PlaneRegion {
    pub leaf: u32,
    /// Plane with the normal out of the solid.
    pub support: PlaneSide,
    /// Convex parts.
    pub pieces: Vec<SurfacePiece>,
    /// Edges with the region on their left, seen from outside.
    pub border: Vec<BorderEdge>,
}

/// Returns the regions of a surface.
pub(super) fn regions(
    arena: &Arena,
    pieces: &[FacetPiece],
    surface: &[SurfacePolygon],
) -> Vec<PlaneRegion> {
    let mut groups: BTreeMap<(u32, PlaneSide), Vec<SurfacePiece>> = BTreeMap::new();
    for p in surface {
        let piece = SurfacePiece::of(&pieces[p.polygon as usize], p.reversed);
        groups
            .entry((piece.leaf, piece.support))
            .or_default()
            .push(piece);
    }
    let region = |((leaf, support), group): ((u32, PlaneSide), Vec<SurfacePiece>)| {
        let pieces = merge_group(arena, group);
        PlaneRegion {
            border: border(arena, support, &pieces),
            leaf,
            support,
            pieces,
        }
    };
    groups.into_iter().map(region).collect()
}

/// Returns the edges of the pieces that are not edges of another piece in reverse.
fn border(arena: &Arena, support: PlaneSide, pieces: &[SurfacePiece]) -> Vec<BorderEdge> {
    let corners = pieces.iter().flat_map(|piece| &piece.corners);
    let points = EdgePoints::new(arena, corners.map(|c| c.point).collect());
    let mut edges: BTreeMap<[PointIx; 2], BorderEdge> = BTreeMap::new();
    let mut between = Vec::new();
    for piece in pieces {
        for edge in piece.edges() {
            points.between(arena, support, edge, &mut between);
            let ends = between.iter().copied().chain([edge.to]);
            let mut from = edge.from;
            for to in ends {
                // An edge within the region: the piece on its other side has it in reverse.
                if edges.remove(&[to, from]).is_none() {
                    edges.insert([from, to], BorderEdge { from, to, ..edge });
                }
                from = to;
            }
        }
    }
    edges.into_values().collect()
}

impl PlaneRegion {
    /// Returns the points at which the border turns, or which it passes more than once.
    pub(super) fn corners<'a>(&'a self, arena: &'a Arena) -> impl Iterator<Item = PointIx> + 'a {
        let passes = self.passes();
        passes.into_iter().filter_map(|(point, pass)| match pass {
            Pass::Once(before, after) => {
                let (before, after) = (self.border[before], self.border[after]);
                let straight = arena.side(before.line, &after.to) == Sign::Zero;
                (!straight).then_some(point)
            }
            Pass::Often => Some(point),
        })
    }

    /// Returns how the border passes each of its points.
    fn passes(&self) -> BTreeMap<PointIx, Pass> {
        let mut before: BTreeMap<PointIx, (usize, u32)> = BTreeMap::new();
        let mut after = before.clone();
        for (i, edge) in self.border.iter().enumerate() {
            before.entry(edge.to).or_insert((i, 0)).1 += 1;
            after.entry(edge.from).or_insert((i, 0)).1 += 1;
        }
        let pass = |(point, (i, count)): (PointIx, (usize, u32))| {
            let pass = match after.get(&point) {
                Some((k, 1)) if count == 1 => Pass::Once(i, *k),
                _ => Pass::Often,
            };
            (point, pass)
        };
        before.into_iter().map(pass).collect()
    }

    /// Returns the border with exactly those of its points that are `needed`.
    pub(super) fn border_through(
        &self,
        arena: &Arena,
        needed: &[bool],
        points: &EdgePoints,
    ) -> Vec<[PointIx; 2]> {
        let passes = self.passes();
        let mut edges = Vec::with_capacity(self.border.len());
        let mut between = Vec::new();
        for edge in &self.border {
            if !needed[edge.from as usize] {
                continue;
            }
            // Straight on to the next point that is needed: the plane through the edge stays.
            let mut whole = *edge;
            while !needed[whole.to as usize] {
                match passes[&whole.to] {
                    Pass::Once(_, next) => whole.to = self.border[next].to,
                    Pass::Often => break,
                }
            }
            points.between(arena, self.support, whole, &mut between);
            let mut from = whole.from;
            for to in between.iter().copied().chain([whole.to]) {
                edges.push([from, to]);
                from = to;
            }
        }
        edges
    }
}

/// Way in which a border passes a point.
#[derive(Clone, Copy, Debug)]
enum Pass {
    /// From one edge to another.
    Once(usize, usize),
    /// More than once.
    Often,
}
