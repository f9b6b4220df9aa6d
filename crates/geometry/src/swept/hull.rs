//! Convex hull of six points, and the intersection of two hulls [Kitamura95 §3.5].
//!
//! Good for six points only: every triple is a candidate for a facet. At most fifteen signs for
//! the hull. For two hulls that meet or nearly meet: the sides of 6 points of each for the facets
//! of the other, at most 8 in general position and 20 if all lie in a plane, and three signs for
//! each edge that changes sides. The essence:
//! 1. A triple is a facet if no two other points lie strictly on different sides of its plane.
//! 2. Test each edge of one hull against each facet of the other, both ways.
//! 3. If none meet, one hull may contain the other: test one point of each.
//!
//! It allocates nothing, for many faces in each frame. [`crate::hull`] is for any number of points,
//! with the adjacency of features, and allocates.
//!
//! Hulls may be flat. Facets with four or more points in one plane consist of all triples of these
//! points, which overlap and together cover the facet.

use crate::interference::segment_meets_triangle;
use crate::predicates::{Plane, Sign, orient3d_counted};
use crate::{Interference, Triangle, Vec3, interference_counted};

/// Relation of an edge of one hull to a facet of another: the paper's three cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeRelation {
    /// Edge 1: "both endpoints of an edge lie on the same side of the plane containing the face".
    SameSide,
    /// Edge 2: "an edge intersects the outside of the face plane".
    Outside,
    /// Edge 3: "an edge intersects the inside of the face plane", its border included.
    Inside,
}

/// Convex hull of six points: its facets and its edges. Exact.
#[derive(Clone, Copy, Debug)]
pub struct Hull {
    /// Different points first; `count` of them.
    points: [Vec3; 6],
    count: usize,
    /// Corners of the facets, as indices of points. Counter-clockwise from outside if the hull is
    /// solid.
    facets: [[u8; 3]; 20],
    facet_count: usize,
    /// True if the hull has a volume.
    solid: bool,
    /// True if the facets have areas.
    has_area: bool,
}

impl Hull {
    /// Finds the hull of six points, which may coincide or lie in a plane, on a line or in a point.
    pub fn new(points: [Vec3; 6], exact: &mut u64) -> Hull {
        let mut hull = Hull {
            points,
            count: 0,
            facets: [[0; 3]; 20],
            facet_count: 0,
            solid: false,
            has_area: false,
        };
        // "a_0, a_1, a_2, … at t_i and t_i+1": a corner that does not move is one point.
        for p in points {
            if !hull.points[..hull.count].contains(&p) {
                hull.points[hull.count] = p;
                hull.count += 1;
            }
        }
        hull.find_facets(exact);
        hull
    }

    /// Returns the different points.
    pub fn points(&self) -> &[Vec3] {
        &self.points[..self.count]
    }

    /// Returns true if the hull has a volume.
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// Returns the facets. Those of a solid hull have their front outside. Facets in one plane
    /// overlap if they have more than three corners together.
    pub fn facets(&self) -> impl Iterator<Item = Triangle> {
        (0..self.facet_count).map(|f| self.facet(f))
    }

    fn facet(&self, index: usize) -> Triangle {
        let [a, b, c] = self.facets[index].map(|i| self.points[usize::from(i)]);
        Triangle::new(a, b, c)
    }

    fn find_facets(&mut self, exact: &mut u64) {
        let n = self.count;
        let sides = self.sides_of_quadruples(exact);
        self.solid = sides.iter().any(|side| *side != Sign::Zero);
        for i in 0..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    let (mut front, mut behind) = (false, false);
                    for l in (0..n).filter(|l| ![i, j, k].contains(l)) {
                        match side_of_triple([i, j, k], l, &sides) {
                            Sign::Positive => front = true,
                            Sign::Negative => behind = true,
                            Sign::Zero => {}
                        }
                    }
                    let facet = match (front, behind) {
                        (true, true) => continue,
                        (true, false) => [i, k, j],
                        (false, true) => [i, j, k],
                        // The triple spans no plane, or all points lie in its plane.
                        (false, false) if self.solid => continue,
                        (false, false) => [i, j, k],
                    };
                    self.push_facet(facet.map(|i| i as u8));
                }
            }
        }
        if !self.solid {
            self.keep_facets_with_area();
        }
        self.has_area = self.facet_count > 0;
        if !self.has_area {
            self.push_facet(self.ends_of_line());
        }
    }

    fn push_facet(&mut self, corners: [u8; 3]) {
        self.facets[self.facet_count] = corners;
        self.facet_count += 1;
    }

    /// Returns the side of the plane through the three points of the lowest indices on which the
    /// fourth lies, for each four points, by the set of their indices as bits.
    fn sides_of_quadruples(&self, exact: &mut u64) -> [Sign; 64] {
        let mut sides = [Sign::Zero; 64];
        for (set, side) in sides.iter_mut().enumerate() {
            if set.count_ones() == 4 && set >> self.count == 0 {
                let mut members = (0..6).filter(|i| set >> i & 1 == 1);
                let mut next = || self.points[members.next().expect("four of them")];
                *side = orient3d_counted(next(), next(), next(), next(), exact);
            }
        }
        sides
    }

    /// Drops the triples that lie on a line, of a flat hull.
    fn keep_facets_with_area(&mut self) {
        let mut kept = 0;
        for f in 0..self.facet_count {
            if !self.facet(f).is_flat() {
                self.facets[kept] = self.facets[f];
                kept += 1;
            }
        }
        self.facet_count = kept;
    }

    /// Returns the ends of a hull that is a segment or a point, as a triangle without area.
    fn ends_of_line(&self) -> [u8; 3] {
        // Lexicographic order of collinear points is their order along the line.
        let order = |i: &u8, j: &u8| {
            let [p, q] = [i, j].map(|i| self.points[usize::from(*i)].to_array());
            p.partial_cmp(&q).expect("coordinates are finite")
        };
        let indices = || 0..self.count as u8;
        let first = indices().min_by(order).expect("there is a point");
        let last = indices().max_by(order).expect("there is a point");
        [first, last, last]
    }

    /// Returns true if the two closed hulls share a point. Exact.
    pub fn meets(&self, other: &Hull, exact: &mut u64) -> bool {
        self.meets_counted(other, &mut 0, exact)
    }

    /// Returns [`Hull::meets`], and adds the number of edges tested against facets.
    pub fn meets_counted(&self, other: &Hull, edge_tests: &mut u64, exact: &mut u64) -> bool {
        let surfaces_meet = if self.has_area && other.has_area {
            self.an_edge_meets_facet(other, edge_tests, exact)
                || other.an_edge_meets_facet(self, edge_tests, exact)
        } else {
            self.a_triangle_meets(other, exact)
        };
        surfaces_meet
            || self.contains(other.points[0], exact)
            || other.contains(self.points[0], exact)
    }

    /// Returns true if an edge of this hull meets a facet of the other. Both have areas.
    ///
    /// "An intersection is detected by testing … all combinations of faces and edges."
    fn an_edge_meets_facet(&self, other: &Hull, edge_tests: &mut u64, exact: &mut u64) -> bool {
        let edges = self.edges();
        (0..other.facet_count).any(|f| {
            let facet = other.facet(f);
            let plane = Plane::of(&facet);
            let mut sides = [Sign::Zero; 6];
            for (side, p) in sides.iter_mut().zip(self.points()) {
                *side = plane.side(*p, exact);
            }
            edges_of(edges).any(|[i, j]| {
                *edge_tests += 1;
                let ends = [sides[i], sides[j]];
                let edge = [self.points[i], self.points[j]];
                relation(edge, ends, &facet, exact) == EdgeRelation::Inside
            })
        })
    }

    /// Returns true if a facet of this hull meets one of the other. One of them has no area.
    fn a_triangle_meets(&self, other: &Hull, exact: &mut u64) -> bool {
        self.facets().any(|s| {
            let mut of_other = other.facets();
            of_other.any(|t| interference_counted(&s, &t, exact) != Interference::Apart)
        })
    }

    /// Returns the sides of all facets: one bit for each pair of points, at [`bit_of_edge`].
    fn edges(&self) -> u64 {
        let sides = |[i, j, k]: [u8; 3]| [(i, j), (j, k), (i, k)].map(bit_of_edge);
        let facets = &self.facets[..self.facet_count];
        facets
            .iter()
            .flat_map(|f| sides(*f))
            .fold(0, |all, bit| all | 1 << bit)
    }

    /// Returns true if the closed hull, if it is solid, contains a point.
    fn contains(&self, p: Vec3, exact: &mut u64) -> bool {
        self.solid
            && self
                .facets()
                .all(|f| Plane::of(&f).side(p, exact) != Sign::Positive)
    }
}

/// Returns the index of the bit of an edge in a set of edges.
fn bit_of_edge((i, j): (u8, u8)) -> u8 {
    6 * i.min(j) + i.max(j)
}

/// Returns the edges of a set, as pairs of indices.
fn edges_of(set: u64) -> impl Iterator<Item = [usize; 2]> {
    let bits = (0..36usize).filter(move |bit| set >> bit & 1 == 1);
    bits.map(|bit| [bit / 6, bit % 6])
}

/// Returns the relation of an edge, whose ends lie on `ends` sides of the facet's plane, to a facet
/// with an area.
fn relation(edge: [Vec3; 2], ends: [Sign; 2], facet: &Triangle, exact: &mut u64) -> EdgeRelation {
    if ends[0] == ends[1] && ends[0] != Sign::Zero {
        EdgeRelation::SameSide
    } else if segment_meets_triangle(edge, ends, facet, exact) {
        EdgeRelation::Inside
    } else {
        EdgeRelation::Outside
    }
}

/// Returns the side of the plane through the points of a sorted triple on which point `l` lies.
fn side_of_triple(triple: [usize; 3], l: usize, sides: &[Sign; 64]) -> Sign {
    let set = triple.iter().fold(1 << l, |set: usize, i| set | 1 << i);
    // Moving `l` from the last position to its own past each larger index flips the sign.
    let larger = triple.iter().filter(|i| **i > l).count();
    match larger % 2 {
        0 => sides[set],
        _ => sides[set].flipped(),
    }
}

#[cfg(test)]
mod tests;
