//! Step 2b, tuned: vertices of patches, moved to the unit of a pair of bodies in lanes.
//!
//! The vertices of all patches form one list, of which 64 are moved at once, so that few lanes are
//! empty: a patch has about nine. Loops over them in double precision are left to the compiler.
//! The bits are those of [`PairUnit::point`] for what [`WorldMap::apply`] returns, as each lane
//! rounds what these round, in the same order.

use super::near_faces::PosedPatches;
use super::pair_unit::PairUnit;
use super::patches::MAX_VERTICES;
use geometry::Vec3;
use geometry::lanes::{Dispatch, Instructions, Point4, WIDTH, dispatch};

/// Number of vertices that are moved at once, a multiple of [`WIDTH`]: 1.5 KiB of coordinates.
const AT_ONCE: usize = 8 * WIDTH;

/// Number of vertices that may wait: the last patch may exceed what is moved at once.
const MOST_WAITING: usize = (AT_ONCE + MAX_VERTICES).next_multiple_of(WIDTH);

/// Appends the vertices of some patches at all instants, in the unit of a pair, those of each patch
/// on their own.
pub(super) fn move_vertices<const INSTANTS: usize>(
    body: &PosedPatches<'_, INSTANTS>,
    unit: &PairUnit,
    patches: &[u32],
    points: &mut Vec<[Point4; INSTANTS]>,
) {
    // As in most pieces of a large body: the lists that wait would be cleared for nothing.
    if patches.is_empty() {
        return;
    }
    dispatch(MoveVertices {
        body,
        unit,
        patches,
        points,
    });
}

/// A move with instructions that are chosen at run time.
struct MoveVertices<'a, const INSTANTS: usize> {
    body: &'a PosedPatches<'a, INSTANTS>,
    unit: &'a PairUnit,
    patches: &'a [u32],
    points: &'a mut Vec<[Point4; INSTANTS]>,
}

impl<const INSTANTS: usize> Dispatch for MoveVertices<'_, INSTANTS> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let MoveVertices {
            body,
            unit,
            patches,
            points,
        } = self;
        let mut waiting = WaitingVertices::NONE;
        for patch in patches {
            for vertex in body.patches.vertices(*patch) {
                waiting.add(body.vertices[*vertex as usize]);
            }
            if waiting.count >= AT_ONCE {
                waiting.move_first(on, AT_ONCE, (body, unit), points);
            }
        }
        let count = points.len() + waiting.count;
        let whole = waiting.count.next_multiple_of(WIDTH);
        waiting.move_first(on, whole, (body, unit), points);
        points.truncate(count);
    }
}

/// Local vertices that wait until enough can be moved at once.
struct WaitingVertices {
    /// By coordinate.
    local: [[f64; MOST_WAITING]; 3],
    count: usize,
}

impl WaitingVertices {
    const NONE: WaitingVertices = WaitingVertices {
        local: [[0.0; MOST_WAITING]; 3],
        count: 0,
    };

    #[inline(always)]
    fn add(&mut self, vertex: Vec3) {
        let [x, y, z] = &mut self.local;
        let k = self.count;
        (x[k], y[k], z[k]) = (vertex.x, vertex.y, vertex.z);
        self.count += 1;
    }

    /// Appends the images of the first vertices, in the unit of the pair. `count` is a multiple of
    /// [`WIDTH`]; if fewer wait, the last images mean nothing, and the caller drops them.
    #[inline(always)]
    fn move_first<const INSTANTS: usize>(
        &mut self,
        on: impl Instructions,
        count: usize,
        (body, unit): (&PosedPatches<'_, INSTANTS>, &PairUnit),
        points: &mut Vec<[Point4; INSTANTS]>,
    ) {
        let mut along = [[[0.0; AT_ONCE]; 3]; INSTANTS];
        for (along, map) in along.iter_mut().zip(body.maps) {
            for (axis, along) in along.iter_mut().enumerate() {
                let local = self.local.each_ref().map(|list| &list[..count]);
                unit.move_along(axis, map, local, &mut along[..count]);
            }
        }
        for first in (0..count).step_by(WIDTH) {
            let mut moved = [[[0.0; 4]; INSTANTS]; WIDTH];
            for (instant, along) in along.iter().enumerate() {
                let eight = unit.points(on, along, first);
                for k in 0..WIDTH {
                    moved[k][instant] = eight[k];
                }
            }
            points.extend_from_slice(&moved);
        }
        // What is left is less than a patch.
        for list in &mut self.local {
            list.copy_within(count..count + MAX_VERTICES, 0);
        }
        self.count = self.count.saturating_sub(count);
    }
}
