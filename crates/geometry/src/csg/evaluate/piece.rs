//! Convex polygons given by planes, and their parts on both sides of a plane.

use super::arena::{Arena, PlaneSide, PointIx};
use crate::{Aabb, Sign};

/// Convex polygon in a plane, of positive area: part of a facet of a leaf. No three corners are
/// collinear.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Index of the leaf.
    pub leaf: u32,
    /// Its plane. The normal points out of the leaf.
    pub support: PlaneSide,
    /// Corners, counterclockwise seen from outside of the leaf.
    pub corners: Vec<Corner>,
    /// Box of the rounded corners. Rounding is monotone, so boxes that are apart are of pieces that
    /// are apart.
    pub bounds: Aabb,
}

/// Corner of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// The point.
    pub point: PointIx,
    /// Plane through the edge to the next corner. The piece lies inside.
    pub edge: PlaneSide,
}

/// Sides of the corners of a piece, and the points where its edges cross the plane.
struct Sides<'a> {
    sides: &'a [Sign],
    crossings: &'a [PointIx],
}

/// Position of a piece relative to a half-space. `O` is the part outside.
#[derive(Debug)]
pub(super) enum Cut<O> {
    /// No point strictly outside, some inside.
    Inside,
    /// No point strictly inside, some outside.
    Outside,
    /// In the plane. True if both normals agree.
    InPlane(bool),
    /// Parts inside and outside.
    Both(Piece, O),
}

impl Piece {
    /// Returns a piece of at least three corners.
    pub(super) fn new(arena: &Arena, leaf: u32, support: PlaneSide, corners: Vec<Corner>) -> Piece {
        let points = corners.iter().map(|c| arena.rounded(c.point));
        let bounds = points.fold(Aabb::EMPTY, Aabb::with_point);
        Piece {
            leaf,
            support,
            corners,
            bounds,
        }
    }

    /// Returns the sides of all corners. Corners on their own edges' planes need no arithmetic.
    fn sides(&self, arena: &Arena, of: PlaneSide, sides: &mut Vec<Sign>) {
        sides.clear();
        let plane = of.plane();
        let mut before = self.corners[self.corners.len() - 1].edge.plane();
        for corner in &self.corners {
            let here = corner.edge.plane();
            sides.push(if plane == here || plane == before {
                Sign::Zero
            } else {
                arena.side(of, corner.point)
            });
            before = here;
        }
    }

    /// Returns the position relative to a half-space, and the parts on both sides.
    pub(super) fn cut(&self, arena: &mut Arena, by: PlaneSide) -> Cut<Piece> {
        self.cut_with(arena, by, |arena, sides| {
            self.part(arena, by.complement(), sides, Sign::Positive)
        })
    }

    /// Returns the position relative to a half-space, and the part inside.
    pub(super) fn inner_cut(&self, arena: &mut Arena, by: PlaneSide) -> Cut<()> {
        self.cut_with(arena, by, |_, _| ())
    }

    fn cut_with<O>(
        &self,
        arena: &mut Arena,
        by: PlaneSide,
        outside: impl FnOnce(&Arena, &Sides<'_>) -> O,
    ) -> Cut<O> {
        if by.plane() == self.support.plane() {
            return Cut::InPlane(by == self.support);
        }
        let mut sides = Vec::with_capacity(self.corners.len());
        self.sides(arena, by, &mut sides);
        if !sides.contains(&Sign::Positive) {
            return Cut::Inside;
        }
        if !sides.contains(&Sign::Negative) {
            return Cut::Outside;
        }
        let crossings = self.crossings(arena, by, &sides);
        let cut = Sides {
            sides: &sides,
            crossings: &crossings,
        };
        let inside = self.part(arena, by, &cut, Sign::Negative);
        let outside = outside(arena, &cut);
        Cut::Both(inside, outside)
    }

    /// Returns the points where edges cross a plane, in the order of the edges.
    fn crossings(&self, arena: &mut Arena, by: PlaneSide, sides: &[Sign]) -> Vec<PointIx> {
        let count = self.corners.len();
        let crosses =
            |i: &usize| sides[*i] != Sign::Zero && sides[(*i + 1) % count] == sides[*i].flipped();
        let mut meet = |i: usize| {
            let point = arena.meet([self.support, self.corners[i].edge, by]);
            point.expect("an edge that crosses a plane meets it in one point")
        };
        let edges = (0..count).filter(crosses);
        edges.map(&mut meet).collect()
    }

    /// Returns the part on the side `keep` of a plane, whose inside that is.
    fn part(&self, arena: &Arena, by: PlaneSide, cut: &Sides<'_>, keep: Sign) -> Piece {
        let sides = cut.sides;
        let mut crossings = cut.crossings.iter();
        let count = self.corners.len();
        let mut corners = Vec::with_capacity(count + 1);
        for i in 0..count {
            let (corner, next) = (self.corners[i], (i + 1) % count);
            if sides[i] == keep {
                corners.push(corner);
            } else if sides[i] == Sign::Zero {
                // No three corners are collinear, so its neighbors lie on different sides.
                let edge = if sides[next] == keep { corner.edge } else { by };
                corners.push(Corner { edge, ..corner });
            }
            if sides[i] != Sign::Zero && sides[next] == sides[i].flipped() {
                let point = *crossings
                    .next()
                    .expect("a point for each edge that crosses");
                let edge = if sides[i] == keep { by } else { corner.edge };
                corners.push(Corner { point, edge });
            }
        }
        Piece::new(arena, self.leaf, self.support, corners)
    }
}
