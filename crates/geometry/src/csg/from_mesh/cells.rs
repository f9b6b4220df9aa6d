//! Route BSP: cells of a BSP tree over the planes of the faces, as a formula.
//!
//! A cell is a convex polyhedron with the pieces of faces within it. The steps for a cell:
//! 1. A plane with no piece in front of it only cuts off space outside the solid. All such planes
//!    bound the cell from now on. If no piece is left, the cell is the solid within it: the whole
//!    chain of intersections is one convex leaf.
//! 2. If no piece lies behind the plane of another, the space in front of all pieces is convex.
//!    The result is the difference of two convex leaves.
//! 3. Otherwise the plane of a piece splits the cell. The result is the union of both parts.
//!
//! Every decision is the exact side of an exact corner.

use super::super::half_space::main_axis;
use super::super::polygon::{Corner, Cut, PlaneSide, PolygonStore};
use super::super::{CsgOperation, HalfSpace};
use super::exact_point::{ExactPoint, ExactPolygon};
use super::formula::Formula;
use super::plane_table::PlaneTable;
use super::split_plane::best_plane;
use super::{BspLimits, ConversionError};
use crate::topology::across_edges;
use crate::{Aabb, Sign, Vec3};
use std::rc::Rc;

/// Convex cell of space.
struct ConvexCell {
    /// Its facets. The cell is behind the plane of each.
    facets: Vec<ExactPolygon>,
    /// Pieces of faces that are inside, up to their borders.
    pieces: Vec<ExactPolygon>,
}

/// Work that is left.
enum CellTask {
    Visit(ConvexCell),
    /// A cell outside the solid.
    Outside,
    /// Unites the last two results.
    Unite,
}

/// Planes of one solid, for its BSP tree.
struct Bsp<'a, 'w> {
    formula: &'a mut Formula<'w>,
    table: PlaneTable,
    /// Planes of the box of the solid: least and greatest x, y and z.
    sides: [[PlaneSide; 2]; 3],
    limits: BspLimits,
    /// Side tests of the formula that this tree may not use.
    spared: u64,
    faces: usize,
    pieces: usize,
}

/// Adds the solid that closed faces bound, and returns its node: `None` if it is empty. The side
/// tests of all trees of a formula together are limited, so that many small ones end as well.
///
/// # Errors
/// [`ConversionError::TooLarge`], or [`ConversionError::TooManyLeaves`].
pub(super) fn convert(
    formula: &mut Formula<'_>,
    points: &[Vec3],
    triangles: &[[u32; 3]],
    limits: BspLimits,
) -> Result<Option<u32>, ConversionError> {
    let (mut bsp, root) = Bsp::new(formula, points, triangles, limits);
    let mut tasks = vec![CellTask::Visit(root)];
    let mut results: Vec<Option<u32>> = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            CellTask::Unite => {
                let (right, left) = (results.pop().flatten(), results.pop().flatten());
                results.push(match (left, right) {
                    (Some(left), Some(right)) => {
                        Some(bsp.formula.branch(CsgOperation::Union, left, right))
                    }
                    (one, other) => one.or(other),
                });
            }
            CellTask::Outside => results.push(None),
            CellTask::Visit(cell) => {
                bsp.visit(cell, &mut tasks, &mut results)?;
                let left = bsp.table.tests_left();
                bsp.formula.show(bsp.spared + left);
            }
        }
    }
    let left = bsp.spared + bsp.table.tests_left();
    formula.set_side_tests_left(left);
    Ok(results.pop().flatten())
}

impl<'a, 'w> Bsp<'a, 'w> {
    fn new(
        formula: &'a mut Formula<'w>,
        points: &[Vec3],
        triangles: &[[u32; 3]],
        limits: BspLimits,
    ) -> (Bsp<'a, 'w>, ConvexCell) {
        let at = |t: &[u32; 3]| t.map(|v| points[v as usize]);
        let used = triangles.as_flattened().iter();
        let bounds = Aabb::of_points(used.map(|v| &points[*v as usize]));
        let mut all: Vec<[Vec3; 3]> = triangles.iter().map(at).collect();
        // The planes of the box come last, and are no faces: the first cell is the box.
        all.extend(box_planes(&bounds));
        let side_tests = limits.side_tests.min(formula.side_tests_left());
        let spared = formula.side_tests_left() - side_tests;
        let (mut table, planes) = PlaneTable::of(&all, side_tests);
        let (face_planes, box_planes) = planes.split_at(triangles.len());
        let sides = [0, 1, 2].map(|k| [box_planes[2 * k], box_planes[2 * k + 1]]);
        let pieces = pieces_of_faces(&mut table, points, triangles, face_planes);
        let facets = (0..3).flat_map(|k| sides[k].map(|plane| between(&table, sides, k, plane)));
        let cell = ConvexCell {
            facets: facets.collect(),
            pieces,
        };
        let bsp = Bsp {
            formula,
            table,
            sides,
            limits,
            spared,
            faces: triangles.len(),
            pieces: triangles.len(),
        };
        (bsp, cell)
    }

    /// Turns a cell into a node, or splits it.
    fn visit(
        &mut self,
        mut cell: ConvexCell,
        tasks: &mut Vec<CellTask>,
        results: &mut Vec<Option<u32>>,
    ) -> Result<(), ConversionError> {
        // Step 1.
        let supporting = take_supporting(&self.table, &mut cell.pieces);
        self.check_limits()?;
        if cell.pieces.is_empty() {
            results.push(Some(self.leaf(&cell.facets, &supporting)));
            return Ok(());
        }
        self.bound(&mut cell, &supporting);
        self.check_limits()?;
        // Step 2.
        let planes = planes_of(&cell.pieces);
        let corners = Corners::of(&cell.pieces);
        let turned: Vec<PlaneSide> = planes.iter().map(|plane| plane.complement()).collect();
        if turned
            .iter()
            .all(|plane| corners.none_in_front(&self.table, *plane))
        {
            let whole: Vec<PlaneSide> = cell.facets.iter().map(|facet| facet.plane).collect();
            let whole = self.formula.planes(&self.table, &whole);
            let removed = self.leaf(&cell.facets, &turned);
            let difference = CsgOperation::Difference;
            results.push(Some(self.formula.branch(difference, whole, removed)));
            return Ok(());
        }
        // Step 3.
        let plane = best_plane(&self.table, &planes, &cell.pieces);
        let [back, front] = self.split(cell, plane)?;
        tasks.push(CellTask::Unite);
        // A piece lies in the plane: without pieces, the front is outside and the back is solid.
        // The back is visited first, so leaves are in order from left to right.
        tasks.push(if front.pieces.is_empty() {
            CellTask::Outside
        } else {
            CellTask::Visit(front)
        });
        tasks.push(CellTask::Visit(back));
        Ok(())
    }

    /// Checks the work so far. Loops over planes end early when it is too much, so their results do
    /// not count after an error.
    fn check_limits(&self) -> Result<(), ConversionError> {
        if self.pieces > self.limits.pieces || self.table.is_exhausted() {
            return Err(ConversionError::TooLarge { faces: self.faces });
        }
        self.formula.check_limit()
    }

    /// Adds the leaf of a cell behind further planes, each of which bounds it.
    fn leaf(&mut self, facets: &[ExactPolygon], further: &[PlaneSide]) -> u32 {
        let mut planes: Vec<PlaneSide> = further.to_vec();
        let needed = facets.iter().filter(|facet| {
            !further.contains(&facet.plane) && self.clipped((*facet).clone(), further).is_some()
        });
        planes.extend(needed.map(|facet| facet.plane));
        self.formula.planes(&self.table, &planes)
    }

    /// Cuts off what is in front of further planes. Drops facets that no longer bound the cell.
    fn bound(&self, cell: &mut ConvexCell, further: &[PlaneSide]) {
        let old: Vec<PlaneSide> = cell.facets.iter().map(|facet| facet.plane).collect();
        // Planes of neighbors follow each other. In mixed order, each cuts more at once.
        let mut further = further.to_vec();
        further.sort_by_key(|plane| plane.number().wrapping_mul(0x9E37_79B1));
        let further = further.as_slice();
        let kept = std::mem::take(&mut cell.facets).into_iter();
        let kept = kept.filter_map(|facet| self.clipped(facet, further));
        let new = further.iter().filter(|plane| !old.contains(plane));
        let new = new.filter_map(|plane| {
            let facet = self.clipped(self.in_box(*plane)?, &old)?;
            self.clipped(facet, further)
        });
        cell.facets = kept.chain(new).collect();
    }

    /// Returns the part of a plane in the box of the solid.
    fn in_box(&self, plane: PlaneSide) -> Option<ExactPolygon> {
        let k = main_axis(self.table.get(plane).normal());
        let whole = between(&self.table, self.sides, k, plane);
        self.clipped(whole, &self.sides[k])
    }

    fn clipped(&self, polygon: ExactPolygon, planes: &[PlaneSide]) -> Option<ExactPolygon> {
        let mut planes = planes.iter();
        planes.try_fold(polygon, |polygon, plane| {
            polygon.clipped(&mut &self.table, *plane)
        })
    }

    /// Returns the parts of a cell behind and in front of the plane of a piece.
    fn split(
        &mut self,
        cell: ConvexCell,
        plane: PlaneSide,
    ) -> Result<[ConvexCell; 2], ConversionError> {
        let table = &self.table;
        let old: Vec<PlaneSide> = cell.facets.iter().map(|facet| facet.plane).collect();
        let mut facets = parted(table, cell.facets, plane);
        if let Some(cut) = self.in_box(plane).and_then(|cut| self.clipped(cut, &old)) {
            let mut turned = cut.clone();
            turned.plane = plane.complement();
            facets[0].push(cut);
            facets[1].push(turned);
        }
        let count = cell.pieces.len();
        let pieces = parted(table, cell.pieces, plane);
        let added = (pieces[0].len() + pieces[1].len()).saturating_sub(count);
        self.pieces += added;
        self.check_limits()?;
        let ([back, front], [back_pieces, front_pieces]) = (facets, pieces);
        let cell = |facets, pieces| ConvexCell { facets, pieces };
        Ok([cell(back, back_pieces), cell(front, front_pieces)])
    }
}

/// Returns the part of a plane between the planes of a box along the axes other than `k`.
fn between(
    mut table: &PlaneTable,
    sides: [[PlaneSide; 2]; 3],
    k: usize,
    plane: PlaneSide,
) -> ExactPolygon {
    let ([a, b], [c, d]) = (sides[(k + 1) % 3], sides[(k + 2) % 3]);
    let part = ExactPolygon::between(&mut table, plane, [c, b, d, a]);
    part.expect("the planes cross each other")
}

/// Returns the parts of polygons behind and in front of a plane, without those in the plane.
fn parted(
    mut table: &PlaneTable,
    polygons: Vec<ExactPolygon>,
    plane: PlaneSide,
) -> [Vec<ExactPolygon>; 2] {
    let [mut back, mut front] = [Vec::new(), Vec::new()];
    for polygon in polygons {
        match polygon.cut(&mut table, plane) {
            Cut::InPlane(_) => {}
            Cut::Inside => back.push(polygon),
            Cut::Outside => front.push(polygon),
            Cut::Both([inside, outside]) => {
                back.push(inside);
                front.push(outside);
            }
        }
    }
    [back, front]
}

/// Returns the six planes of a box as triangles seen from outside: least and greatest x, y and z.
fn box_planes(bounds: &Aabb) -> Vec<[Vec3; 3]> {
    let (low, high) = (bounds.min, bounds.max);
    let mut planes = Vec::with_capacity(6);
    for k in 0..3 {
        let (u, v) = ((k + 1) % 3, (k + 2) % 3);
        let corner = |at: Vec3, u_high: bool, v_high: bool| {
            let mut p = at;
            p[u] = if u_high { high[u] } else { low[u] };
            p[v] = if v_high { high[v] } else { low[v] };
            p
        };
        let at = |p: Vec3| {
            [
                corner(p, false, false),
                corner(p, true, false),
                corner(p, false, true),
            ]
        };
        let [a, b, c] = at(low);
        planes.push([a, c, b]);
        planes.push(at(high));
    }
    planes
}

/// Returns each face as a polygon. The plane of a neighbor bounds it, or one along an axis where
/// the neighbor is coplanar.
fn pieces_of_faces(
    table: &mut PlaneTable,
    points: &[Vec3],
    triangles: &[[u32; 3]],
    planes: &[PlaneSide],
) -> Vec<ExactPolygon> {
    // A corner is on the planes of all faces around it. They give its exact sides of cuts.
    let mut planes_at: Vec<Vec<PlaneSide>> = vec![Vec::new(); points.len()];
    for (corners, plane) in triangles.iter().zip(planes) {
        for v in corners {
            planes_at[*v as usize].push(*plane);
        }
    }
    let identity: Vec<u32> = (0..points.len() as u32).collect();
    let across = across_edges(triangles, &identity);
    let corner = |v: usize| {
        let planes = &planes_at[v];
        (!planes.is_empty()).then(|| Rc::new(ExactPoint::at(points[v], planes.iter().copied())))
    };
    let corners: Vec<Option<Rc<ExactPoint>>> = (0..points.len()).map(corner).collect();
    let largest = points.iter().map(|p| p.abs().max_element());
    let far = 2.0 * largest.fold(0.0, f64::max);
    let mut pieces = Vec::with_capacity(triangles.len());
    for ((t, plane), across) in triangles.iter().zip(planes).zip(across) {
        let axis = main_axis(table.get(*plane).normal());
        let side = |k: usize, table: &mut PlaneTable| {
            // An edge is where the plane of its face meets another one: that of the face across it.
            if let Some(neighbor) = across[k].map(|face| planes[face as usize])
                && neighbor.plane() != plane.plane()
            {
                return neighbor;
            }
            // A coplanar neighbor has no other plane. Any plane through the edge serves: here the
            // one along the axis to which the face is most perpendicular.
            let (u, v) = (points[t[k] as usize], points[t[(k + 1) % 3] as usize]);
            let mut w = u;
            w[axis] += far;
            let half_space = HalfSpace::behind(u, v, w).expect("the edge lies across the axis");
            table.push(half_space, [u, v, w])
        };
        let corner = |k: usize| corners[t[k] as usize].clone().expect("a corner of a face");
        let corners = [0, 1, 2].map(|k| Corner {
            point: corner(k),
            edge: side(k, table),
        });
        pieces.push(ExactPolygon {
            plane: *plane,
            corners: corners.to_vec(),
        });
    }
    pieces
}

/// Different corners of polygons, in an order without pattern, so that a point in front of a plane
/// is found soon.
struct Corners(Vec<Rc<ExactPoint>>);

impl Corners {
    fn of(pieces: &[ExactPolygon]) -> Corners {
        let corners = pieces.iter().flat_map(|p| &p.corners);
        let mut all: Vec<Rc<ExactPoint>> = corners.map(|c| c.point.clone()).collect();
        all.sort_unstable_by_key(|point| point.rank());
        all.dedup_by(|a, b| Rc::ptr_eq(a, b));
        Corners(all)
    }

    /// Returns true if no corner is strictly outside a half-space.
    fn none_in_front(&self, table: &PlaneTable, plane: PlaneSide) -> bool {
        let mut corners = self.0.iter();
        corners.all(|point| table.side(plane, point) != Sign::Positive)
    }
}

/// Returns the planes of pieces, each once.
fn planes_of(pieces: &[ExactPolygon]) -> Vec<PlaneSide> {
    let mut planes: Vec<PlaneSide> = pieces.iter().map(|piece| piece.plane).collect();
    planes.sort_unstable();
    planes.dedup();
    planes
}

/// Removes the pieces in planes that no piece is in front of, and returns these planes.
fn take_supporting(table: &PlaneTable, pieces: &mut Vec<ExactPolygon>) -> Vec<PlaneSide> {
    let corners = Corners::of(pieces);
    let mut found = planes_of(pieces);
    found.retain(|plane| !table.is_exhausted() && corners.none_in_front(table, *plane));
    pieces.retain(|piece| found.binary_search(&piece.plane).is_err());
    found
}
