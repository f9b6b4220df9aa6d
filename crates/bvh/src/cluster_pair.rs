//! Step 4: the faces of two leaves against each other's slabs.
//!
//! A face lies in a slab about its plane. If all corners of another face lie on one side of the
//! slab, beyond the margin, the two are apart.
//!
//! If two triangles are apart and do not lie in one plane, one of eleven axes separates them. The
//! two normals are those that cost least, six products for a pair, eight pairs side by side. The
//! other nine are those of [`geometry::edge_axes`]. Slabs contain the faces as they are, and the
//! margin has room for the rounding of the corners compared with them (`pair_frame`, 3).

use crate::hierarchy::Cluster;
use crate::pair_frame::PairFrame;
use geometry::lanes::{Instructions, Register, VecLanes, dot, lane};

/// Corners of the faces of a cluster of B in A's space.
pub(crate) type MovedCorners = [VecLanes; 3];

/// Two clusters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterPair<'a> {
    pub(crate) a: &'a Cluster,
    pub(crate) b: &'a Cluster,
    pub(crate) b_in_a: &'a MovedCorners,
    pub(crate) frame: &'a PairFrame,
}

impl ClusterPair<'_> {
    /// Returns, of the faces of A in `mask`, those that neither their slab nor that of face `j` of
    /// B proves to be apart from face `j`.
    #[inline(always)]
    pub(crate) fn in_slabs_of<I: Instructions>(&self, on: I, j: usize, mask: u32) -> u32 {
        let normal = on.load3(&self.a.normal);
        let [p, q, r] = self.b_in_a;
        let along = [
            dot(&normal, &on.splat3(lane(p, j))),
            dot(&normal, &on.splat3(lane(q, j))),
            dot(&normal, &on.splat3(lane(r, j))),
        ];
        let (offset, width) = (on.load(&self.a.offset), on.load(&self.a.width));
        let mask = mask & !self.beyond(on, along, offset, width);
        if mask == 0 {
            return 0;
        }
        // The slab of face `j` along its own normal, which is mapped to A's space.
        let (normal, offset) = self
            .frame
            .plane_to_a(lane(&self.b.normal, j), self.b.offset[j]);
        let normal = on.splat3(normal);
        let [p, q, r] = &self.a.corners;
        let along = [
            dot(&normal, &on.load3(p)),
            dot(&normal, &on.load3(q)),
            dot(&normal, &on.load3(r)),
        ];
        let width = on.splat(self.frame.ratio * self.b.width[j]);
        mask & !self.beyond(on, along, on.splat(offset), width)
    }

    /// Returns a bit for each lane in which all three corners are on one side of the slab.
    #[inline(always)]
    fn beyond<I: Instructions>(
        &self,
        on: I,
        [p, q, r]: [I::Register; 3],
        offset: I::Register,
        width: I::Register,
    ) -> u32 {
        let low = p.min(q.min(r)) - offset;
        let high = offset - p.max(q.max(r));
        low.max(high).above(width + on.splat(self.frame.margin))
    }

    /// Returns the corners of face `i` of A and face `j` of B, both in A's space.
    #[inline(always)]
    pub(crate) fn corners(&self, i: usize, j: usize) -> [[[f32; 3]; 3]; 2] {
        let ([p, q, r], [u, v, w]) = (&self.a.corners, self.b_in_a);
        [
            [lane(p, i), lane(q, i), lane(r, i)],
            [lane(u, j), lane(v, j), lane(w, j)],
        ]
    }
}
