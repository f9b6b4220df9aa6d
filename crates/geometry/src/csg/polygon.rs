//! Convex polygons with exact corners, cut by planes.
//!
//! A polygon is its plane and the planes of its sides. A corner is a point that was given, or the
//! point where three of these planes meet. Cutting adds planes and never computes with a computed
//! corner, so numbers do not grow from cut to cut.

use crate::Sign;

/// Half-space of a [`PolygonStore`] by number: one side of a stored plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlaneSide(u32);

impl PlaneSide {
    /// Returns the side as stored of the plane with an index.
    pub(super) fn of_plane(plane: u32) -> PlaneSide {
        PlaneSide(plane << 1)
    }

    /// Returns the other side of the same plane.
    pub(super) fn complement(self) -> PlaneSide {
        PlaneSide(self.0 ^ 1)
    }

    /// Returns the index of the plane.
    pub(super) fn plane(self) -> u32 {
        self.0 >> 1
    }

    /// Returns true for the side opposite to the one stored.
    pub(super) fn is_turned(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns a number for each side: twice the index of the plane, 1 more if it is turned.
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// Planes and points of polygons.
pub(super) trait PolygonStore {
    /// Point, or its index.
    type Point: Clone;

    /// Returns the side of a point: positive outside. Exact.
    fn side(&self, of: PlaneSide, point: &Self::Point) -> Sign;

    /// Returns the point where three planes meet, or `None` if it is not one point.
    fn meet(&mut self, planes: [PlaneSide; 3]) -> Option<Self::Point>;
}

/// Convex polygon with an area. No three corners are collinear.
#[derive(Clone, Debug)]
pub(super) struct ConvexPolygon<P> {
    /// Its plane. The polygon's back is inside.
    pub(super) plane: PlaneSide,
    /// Corners in order around the polygon.
    pub(super) corners: Vec<Corner<P>>,
}

/// Corner of a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner<P> {
    /// The point.
    pub(super) point: P,
    /// Plane through the edge to the next corner. Where [`ConvexPolygon::between`] or a cut made
    /// the edge, the polygon is inside.
    pub(super) edge: PlaneSide,
}

/// Position of a polygon relative to a half-space. `T` is what is known of the parts on both sides.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cut<T> {
    /// No point strictly outside, some inside.
    Inside,
    /// No point strictly inside, some outside.
    Outside,
    /// In the plane. True if the polygon's own half-space is the same.
    InPlane(bool),
    /// Points strictly inside and strictly outside.
    Both(T),
}

/// Sides of the corners of a polygon, and the points where its edges cross the plane.
struct Crossing<P> {
    sides: Vec<Sign>,
    /// In the order of the edges.
    points: Vec<P>,
}

impl<P: Clone> ConvexPolygon<P> {
    /// Returns the part of a plane between two pairs of parallel planes that cross it, given in the
    /// order around the polygon.
    pub(super) fn between<S: PolygonStore<Point = P>>(
        store: &mut S,
        plane: PlaneSide,
        around: [PlaneSide; 4],
    ) -> Option<ConvexPolygon<P>> {
        let corner = |i: usize| {
            let point = store.meet([plane, around[i], around[(i + 3) % 4]])?;
            Some(Corner {
                point,
                edge: around[i],
            })
        };
        let corners = (0..4).map(corner).collect::<Option<_>>()?;
        Some(ConvexPolygon { plane, corners })
    }

    /// Returns the position relative to a half-space. Stops at the first corner that decides.
    pub(super) fn position<S: PolygonStore<Point = P>>(&self, store: &S, of: PlaneSide) -> Cut<()> {
        if of.plane() == self.plane.plane() {
            return Cut::InPlane(of == self.plane);
        }
        let (mut inside, mut outside) = (false, false);
        for side in self.sides(store, of) {
            inside |= side == Sign::Negative;
            outside |= side == Sign::Positive;
            if inside && outside {
                return Cut::Both(());
            }
        }
        // Two planes share a line at most, so some corner is off the plane.
        if outside { Cut::Outside } else { Cut::Inside }
    }

    /// Returns the position relative to a half-space, and the parts inside and outside.
    pub(super) fn cut<S: PolygonStore<Point = P>>(
        &self,
        store: &mut S,
        by: PlaneSide,
    ) -> Cut<[ConvexPolygon<P>; 2]> {
        self.crossing(store, by).map(|crossing| {
            let inside = self.part(by, &crossing, Sign::Negative);
            [
                inside,
                self.part(by.complement(), &crossing, Sign::Positive),
            ]
        })
    }

    /// Returns the part inside a half-space, if it has an area. A polygon in the plane is inside if
    /// its own half-space is the same.
    pub(super) fn clipped<S: PolygonStore<Point = P>>(
        self,
        store: &mut S,
        by: PlaneSide,
    ) -> Option<ConvexPolygon<P>> {
        match self.crossing(store, by) {
            Cut::Inside | Cut::InPlane(true) => Some(self),
            Cut::Outside | Cut::InPlane(false) => None,
            Cut::Both(crossing) => Some(self.part(by, &crossing, Sign::Negative)),
        }
    }

    /// Returns the sides of all corners. Corners on their own edges' planes need no arithmetic.
    fn sides<'a, S: PolygonStore<Point = P>>(
        &'a self,
        store: &'a S,
        of: PlaneSide,
    ) -> impl Iterator<Item = Sign> + 'a {
        let mut before = self.corners[self.corners.len() - 1].edge.plane();
        self.corners.iter().map(move |corner| {
            let here = corner.edge.plane();
            let known = of.plane() == here || of.plane() == before;
            before = here;
            if known {
                Sign::Zero
            } else {
                store.side(of, &corner.point)
            }
        })
    }

    fn crossing<S: PolygonStore<Point = P>>(
        &self,
        store: &mut S,
        by: PlaneSide,
    ) -> Cut<Crossing<P>> {
        if by.plane() == self.plane.plane() {
            return Cut::InPlane(by == self.plane);
        }
        let count = self.corners.len();
        let mut sides = Vec::with_capacity(count);
        sides.extend(self.sides(store, by));
        if !sides.contains(&Sign::Positive) {
            return Cut::Inside;
        }
        if !sides.contains(&Sign::Negative) {
            return Cut::Outside;
        }
        let crosses = (0..count).filter(|i| crosses(sides[*i], sides[(*i + 1) % count]));
        let meet = |i: usize| {
            let point = store.meet([self.plane, self.corners[i].edge, by]);
            point.expect("an edge that crosses a plane meets it in one point")
        };
        let points = crosses.map(meet).collect();
        Cut::Both(Crossing { sides, points })
    }

    /// Returns the part on the side `keep` of a plane, whose inside that is.
    fn part(&self, by: PlaneSide, crossing: &Crossing<P>, keep: Sign) -> ConvexPolygon<P> {
        let sides = &crossing.sides;
        let mut points = crossing.points.iter();
        let count = self.corners.len();
        let mut corners = Vec::with_capacity(count + 1);
        for (i, corner) in self.corners.iter().enumerate() {
            let next = sides[(i + 1) % count];
            if sides[i] == keep {
                corners.push(corner.clone());
            } else if sides[i] == Sign::Zero {
                // No three corners are collinear, so its neighbors lie on different sides.
                let point = corner.point.clone();
                let edge = if next == keep { corner.edge } else { by };
                corners.push(Corner { point, edge });
            }
            if crosses(sides[i], next) {
                let point = points.next().expect("a point for each edge that crosses");
                let edge = if sides[i] == keep { by } else { corner.edge };
                let point = point.clone();
                corners.push(Corner { point, edge });
            }
        }
        ConvexPolygon {
            plane: self.plane,
            corners,
        }
    }
}

/// Returns true for strict sides that differ.
fn crosses(side: Sign, next: Sign) -> bool {
    side != Sign::Zero && next == side.flipped()
}

impl<T> Cut<T> {
    fn map<U>(self, both: impl FnOnce(T) -> U) -> Cut<U> {
        match self {
            Cut::Inside => Cut::Inside,
            Cut::Outside => Cut::Outside,
            Cut::InPlane(same) => Cut::InPlane(same),
            Cut::Both(parts) => Cut::Both(both(parts)),
        }
    }
}
