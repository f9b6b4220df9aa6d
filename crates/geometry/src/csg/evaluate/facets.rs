//! Facets of a leaf: convex polygons in the planes of its half-spaces.

use super::arena::{Arena, PointIx};
use super::piece::FacetPiece;
use crate::csg::half_space::main_axis;
use crate::csg::polygon::{ConvexPolygon, PlaneSide};
use crate::csg::{CsgLeaf, HalfSpace};
use crate::{Aabb, Vec3};
use std::collections::BTreeSet;

/// Half the edge length of the cube that bounds unbounded leaves, in scene units: 2¹⁰¹. Twice the
/// largest coordinate of a mesh.
const UNIVERSE: f64 = 2.0 * crate::MAX_COORDINATE;

/// Planes and facets of a leaf.
#[derive(Debug)]
pub(super) struct LeafFacets {
    /// Its half-spaces, each once.
    pub sides: Vec<PlaneSide>,
    /// Its facets. None if the leaf has no volume.
    pub pieces: Vec<FacetPiece>,
    /// Box of the leaf. Empty if it has no volume, infinite if the leaf is not bounded.
    pub bounds: Aabb,
    /// True if one of its planes lies between the leaf and the whole cube: the leaf is empty, or
    /// beyond the cube.
    pub is_beyond: bool,
}

/// Cube of the coordinates that a mesh may have, and more.
#[derive(Debug)]
pub(super) struct Universe {
    sides: [PlaneSide; 6],
}

impl Universe {
    pub(super) fn new(arena: &mut Arena) -> Universe {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let normals = [axes, axes.map(|n| -n)];
        let plane = |n: &Vec3| HalfSpace::new(*n, UNIVERSE).expect("a unit normal");
        let planes: Vec<HalfSpace> = normals.as_flattened().iter().map(plane).collect();
        let sides = [0, 1, 2, 3, 4, 5].map(|i: usize| arena.side_of_plane(&planes[i]));
        Universe { sides }
    }

    /// Returns true if a piece reaches the border.
    pub(super) fn bounds_piece(&self, piece: &FacetPiece) -> bool {
        let mut edges = piece.corners().iter();
        edges.any(|c| self.sides.contains(&c.edge))
    }

    /// Returns the part of a plane in the cube, or `None` if there is none.
    fn section(&self, arena: &mut Arena, support: PlaneSide) -> Option<ConvexPolygon<PointIx>> {
        let normal = arena.normal(support);
        // The four planes that are steepest to this one, around its normal: they bound a polygon
        // that the other two may cut.
        let axis = main_axis(normal);
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut around = [u, v, u + 3, v + 3].map(|i| self.sides[i]);
        if normal[axis] < 0.0 {
            around.reverse();
        }
        let whole = ConvexPolygon::between(arena, support, around)?;
        let mut others = [axis, axis + 3].into_iter();
        others.try_fold(whole, |part, i| part.clipped(arena, self.sides[i]))
    }
}

impl LeafFacets {
    /// Returns the facets of a leaf.
    ///
    /// # Cost
    /// A few cuts for each facet of a primitive with corners. For `f` other half-spaces `f²` cuts,
    /// of which most change nothing. Stops once the arena has more than `limit` points: then some
    /// facets are missing.
    pub(super) fn of(
        arena: &mut Arena,
        universe: &Universe,
        leaf: u32,
        of: &CsgLeaf,
        limit: usize,
    ) -> LeafFacets {
        let all = of.half_spaces.iter().map(|h| arena.side_of_plane(h));
        let all: Vec<PlaneSide> = all.collect();
        let neighbors = of.primitive.neighbors(all.len());
        let mut seen = BTreeSet::new();
        let (mut sides, mut pieces) = (Vec::with_capacity(all.len()), Vec::new());
        let mut is_beyond = false;
        for (i, support) in all.iter().enumerate() {
            if arena.point_count() > limit {
                break;
            }
            if !seen.insert(*support) {
                continue;
            }
            sides.push(*support);
            let section = universe.section(arena, *support);
            is_beyond |= section.is_none() && !arena.contains_origin(*support);
            let first = neighbors.of(i).iter().map(|i| &all[*i as usize]);
            let rest = if neighbors.are_exact() { &[][..] } else { &all };
            let mut cuts = first.chain(rest).filter(|side| *side != support);
            let facet = section.and_then(|section| {
                cuts.try_fold(section, |part, side| part.clipped(arena, *side))
            });
            pieces.extend(facet.map(|polygon| FacetPiece::new(arena, leaf, polygon)));
        }
        // A leaf without facets is empty, or contains the whole cube.
        let everything = pieces.is_empty() && sides.iter().all(|s| arena.contains_origin(*s));
        let cut_off = pieces.iter().any(|piece| universe.bounds_piece(piece));
        let bounded = !everything && !cut_off;
        let bounds = if bounded {
            let boxes = pieces.iter().map(|piece| piece.bounds);
            boxes.fold(Aabb::EMPTY, Aabb::union)
        } else {
            Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY)
        };
        LeafFacets {
            sides,
            pieces,
            bounds,
            is_beyond,
        }
    }
}
