//! Step 4: the faces of two leaves against each other's slabs.
//!
//! A face lies in a slab about its plane. If all corners of another face lie on one side of the
//! slab, beyond the margin, the two are apart.

use crate::hierarchy::Cluster;
use crate::lanes::{Lanes, VecLanes, WIDTH, bits, dots, lane, max, min};
use crate::pair_frame::PairFrame;

/// Two clusters, and the corners of each in the space of the other.
#[derive(Debug)]
pub(crate) struct ClusterPair<'a> {
    a: &'a Cluster,
    b: &'a Cluster,
    frame: &'a PairFrame,
    /// Corners of A along the axes of B.
    a_in_b: [VecLanes; 3],
    /// Corners of B along the axes of A.
    b_in_a: [VecLanes; 3],
}

impl<'a> ClusterPair<'a> {
    #[inline(always)]
    pub(crate) fn new(a: &'a Cluster, b: &'a Cluster, frame: &'a PairFrame) -> ClusterPair<'a> {
        ClusterPair {
            a,
            b,
            frame,
            a_in_b: a.corners.each_ref().map(|c| frame.points_to_b(c)),
            b_in_a: b.corners.each_ref().map(|c| frame.points_to_a(c)),
        }
    }

    /// Returns a bit for each face of A that neither its slab nor that of face `j` of B proves to
    /// be apart from face `j`.
    #[inline(always)]
    pub(crate) fn in_slabs_of(&self, j: usize) -> u32 {
        let corners = self.b_in_a.each_ref().map(|corner| lane(corner, j));
        let [p, q, r] = corners.map(|corner| corner.map(|x| [x; WIDTH]));
        let along = [p, q, r].map(|corner| dots(&self.a.normal, &corner));
        let beyond_a = self.beyond(along, &self.a.offset, &self.a.width);

        let normal = lane(&self.b.normal, j).map(|x| [x; WIDTH]);
        let along = self.a_in_b.each_ref().map(|corner| dots(&normal, corner));
        let ratio = self.frame.ratio;
        let offset = [ratio * self.b.offset[j]; WIDTH];
        let width = [ratio * self.b.width[j]; WIDTH];
        let beyond_b = self.beyond(along, &offset, &width);
        !(beyond_a | beyond_b)
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
