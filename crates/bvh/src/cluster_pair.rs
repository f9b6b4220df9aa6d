//! Step 4: the faces of two leaves against each other's slabs.
//!
//! A face lies in a slab about its plane. If all corners of another face lie on one side of the
//! slab, beyond the margin, the two are apart.

use crate::hierarchy::Cluster;
use crate::lanes::{Lanes, VecLanes, WIDTH, bits, dots, lane, max, min};
use crate::pair_frame::PairFrame;

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
    /// Returns, of the faces of A in `mask`, those that neither their slab nor that of face `j` of B
    /// proves to be apart from face `j`.
    #[inline(always)]
    pub(crate) fn in_slabs_of(&self, j: usize, mask: u32) -> u32 {
        let corners = self.b_in_a.each_ref().map(|corner| lane(corner, j));
        let along = corners.map(|corner| dots(&self.a.normal, &corner.map(|x| [x; WIDTH])));
        let mask = mask & !self.beyond(along, &self.a.offset, &self.a.width);
        if mask == 0 {
            return 0;
        }
        // The slab of face `j` along its own normal, which is mapped to A's space.
        let (normal, offset) = self
            .frame
            .plane_to_a(lane(&self.b.normal, j), self.b.offset[j]);
        let normal = normal.map(|x| [x; WIDTH]);
        let along = self
            .a
            .corners
            .each_ref()
            .map(|corner| dots(&normal, corner));
        let width = [self.frame.ratio * self.b.width[j]; WIDTH];
        mask & !self.beyond(along, &[offset; WIDTH], &width)
    }

    /// Returns a bit for each lane in which all three corners are on one side of the slab.
    #[inline(always)]
    fn beyond(&self, along: [Lanes; 3], offset: &Lanes, width: &Lanes) -> u32 {
        let [p, q, r] = along;
        bits(|k| {
            let low = min(p[k], min(q[k], r[k])) - offset[k];
            let high = max(p[k], max(q[k], r[k])) - offset[k];
            let reach = width[k] + self.frame.margin;
            (low > reach) | (high < -reach)
        })
    }

    /// Returns the corners of face `i` of A and face `j` of B, both in A's space.
    #[inline(always)]
    pub(crate) fn corners(&self, i: usize, j: usize) -> [[[f32; 3]; 3]; 2] {
        [
            self.a.corners.each_ref().map(|corner| lane(corner, i)),
            self.b_in_a.each_ref().map(|corner| lane(corner, j)),
        ]
    }
}
