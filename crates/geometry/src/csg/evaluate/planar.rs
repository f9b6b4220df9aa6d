//! Triangulation of a region with holes, from rounded coordinates, checked exactly.

use super::arena::{Arena, PointIx};
use crate::csg::half_space::main_axis;
use crate::csg::polygon::PlaneSide;
use crate::{Sign, unit_scale};
use spade::handles::{FixedDirectedEdgeHandle, FixedVertexHandle};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::collections::BTreeMap;

/// Returns triangles that cover the region within a border, counterclockwise seen from outside, or
/// `None` if rounding does not allow it.
///
/// The result is checked: each edge of the border belongs to one triangle, on its left, each other
/// edge to two, and each triangle is counterclockwise by the exact coordinates of its corners. The
/// triangles therefore cover the region once.
pub(super) fn triangles(
    arena: &Arena,
    support: PlaneSide,
    border: &[[PointIx; 2]],
) -> Option<Vec<[PointIx; 3]>> {
    let plane = Projection::new(arena, support);
    let mut ids: BTreeMap<PointIx, FixedVertexHandle> = BTreeMap::new();
    let mut points: Vec<PointIx> = Vec::new();
    let mut mesh = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
    let scale = scale(&plane, border);
    for [from, _] in border {
        if ids.contains_key(from) {
            continue;
        }
        let [x, y] = plane.rounded(*from).map(|x| x * scale);
        let id = mesh.insert(Point2::new(x, y)).ok()?;
        // Equal points after rounding get the same vertex.
        if id.index() != points.len() {
            return None;
        }
        ids.insert(*from, id);
        points.push(*from);
    }
    for [from, to] in border {
        let (from, to) = (*ids.get(from)?, *ids.get(to)?);
        if !mesh.can_add_constraint(from, to) {
            return None;
        }
        mesh.add_constraint(from, to);
        // A constraint through another vertex becomes several.
        mesh.get_edge_from_neighbors(from, to)?;
    }
    let mut triangles = inner_triangles(&mesh, &ids, border, &points)?;
    plane.unfold(&mut triangles, border);
    plane.cover(&triangles, border).then_some(triangles)
}

/// Returns a power of two that brings the coordinates to at most 1, which the library accepts down
/// to 1e-43.
fn scale(plane: &Projection<'_>, border: &[[PointIx; 2]]) -> f64 {
    let largest = border
        .iter()
        .flat_map(|[from, _]| plane.rounded(*from))
        .fold(0.0, |largest: f64, x| largest.max(x.abs()));
    unit_scale(largest)
}

/// Returns the triangles that are connected to the left of the border without crossing it.
fn inner_triangles(
    mesh: &ConstrainedDelaunayTriangulation<Point2<f64>>,
    ids: &BTreeMap<PointIx, FixedVertexHandle>,
    border: &[[PointIx; 2]],
    points: &[PointIx],
) -> Option<Vec<[PointIx; 3]>> {
    let mut seen = vec![false; mesh.num_all_faces()];
    let mut open: Vec<FixedDirectedEdgeHandle> = Vec::new();
    for [from, to] in border {
        open.push(mesh.get_edge_from_neighbors(ids[from], ids[to])?.fix());
    }
    let mut triangles = Vec::new();
    while let Some(edge) = open.pop() {
        let edge = mesh.directed_edge(edge);
        let face = edge.face();
        if std::mem::replace(&mut seen[face.index()], true) {
            continue;
        }
        // The outer face is not within a border.
        let face = face.as_inner()?;
        triangles.push(face.vertices().map(|v| points[v.index()]));
        for edge in face.adjacent_edges() {
            if !edge.is_constraint_edge() {
                open.push(edge.rev().fix());
            }
        }
    }
    Some(triangles)
}

/// Plane without one axis, seen from outside.
struct Projection<'a> {
    arena: &'a Arena,
    axes: [usize; 2],
}

impl<'a> Projection<'a> {
    fn new(arena: &'a Arena, support: PlaneSide) -> Projection<'a> {
        let normal = arena.normal(support);
        let axis = main_axis(normal);
        let mut axes = [(axis + 1) % 3, (axis + 2) % 3];
        if normal[axis] < 0.0 {
            axes.reverse();
        }
        Projection { arena, axes }
    }

    fn rounded(&self, p: PointIx) -> [f64; 2] {
        let p = self.arena.rounded(p);
        self.axes.map(|axis| p[axis])
    }

    /// Returns the direction of a turn, positive if counterclockwise. Exact.
    fn turn(&self, [a, b, c]: [PointIx; 3]) -> Sign {
        let [a, b, c] = [a, b, c].map(|p| self.arena.exact(p));
        a.turn(b, c, self.axes)
    }

    /// Replaces triangles whose corners lie on one line: each with its neighbor across its longest
    /// edge by two triangles.
    fn unfold(&self, triangles: &mut [[PointIx; 3]], border: &[[PointIx; 2]]) {
        for i in 0..triangles.len() {
            if self.turn(triangles[i]) != Sign::Zero {
                continue;
            }
            // The corner between the other two, and the edge opposite to it.
            let flips = [0, 1, 2].into_iter().find_map(|k| {
                let corner = |j: usize| triangles[i][(k + j) % 3];
                let [middle, from, to] = [corner(0), corner(1), corner(2)];
                let crosses = !border.contains(&[from, to]);
                let neighbor = triangles.iter().position(|t| {
                    let edges = [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
                    edges.contains(&[to, from])
                })?;
                let apex = triangles[neighbor]
                    .into_iter()
                    .find(|p| *p != from && *p != to)?;
                let halves = [[middle, from, apex], [to, middle, apex]];
                let fine = halves.iter().all(|t| self.turn(*t) == Sign::Positive);
                (crosses && fine).then_some((neighbor, halves))
            });
            if let Some((neighbor, halves)) = flips {
                (triangles[i], triangles[neighbor]) = (halves[0], halves[1]);
            }
        }
    }

    /// Returns true if the triangles cover the region within the border once.
    fn cover(&self, triangles: &[[PointIx; 3]], border: &[[PointIx; 2]]) -> bool {
        let mut edges: BTreeMap<[PointIx; 2], i32> = BTreeMap::new();
        for edge in border {
            *edges.entry([edge[1], edge[0]]).or_default() += 1;
        }
        for t in triangles {
            if self.turn(*t) != Sign::Positive {
                return false;
            }
            for edge in [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]] {
                *edges.entry(edge).or_default() += 1;
            }
        }
        let once = |(edge, count): (&[PointIx; 2], &i32)| {
            *count == 1 && edges.get(&[edge[1], edge[0]]) == Some(&1)
        };
        edges.iter().all(once)
    }
}
