//! Black node of a precomputed octree in world space [Smith95 §4.3.2].

use crate::SUM_UNDERFLOW;
use collision::BodyId;
use geometry::{Aabb, Vec3, WorldMap};

/// Black node in world space: a cube rotated by the body's pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldNode {
    /// Body of the node.
    pub body: BodyId,
    /// Index in the body's octree.
    pub index: u32,
    center: Vec3,
    /// Vectors from the center to the centers of three adjacent sides.
    half_edges: [Vec3; 3],
    /// Half sizes of the node's box along the world axes: the sums of its half edges.
    reach: Vec3,
}

impl WorldNode {
    /// Returns a black node moved to world space.
    pub(crate) fn new(body: BodyId, index: u32, cube: &Aabb, map: &WorldMap) -> WorldNode {
        let half = 0.5 * cube.size();
        let half_edges = [0, 1, 2].map(|k| map.linear.col(k) * half[k]);
        let [u, v, w] = half_edges.map(Vec3::abs);
        WorldNode {
            body,
            index,
            center: map.apply(cube.center()),
            half_edges,
            reach: u + v + w,
        }
    }

    /// Returns true unless a separating axis clears the transformed node from a closed box by more
    /// than `margin` (D6). Tests the three axes of the box, the three of the node, and their nine
    /// cross products.
    ///
    /// Any axis that separates is a proof, so a rotation that is not exactly orthogonal needs no
    /// other test.
    pub(crate) fn meets(&self, b: &Aabb, margin: f64) -> bool {
        // The margin widens the box, so it enters each axis with the size of the axis.
        let half = 0.5 * b.size() + Vec3::splat(margin);
        let apart = self.center - b.center();
        if apart.abs().cmpgt(self.reach + half).any() {
            return false;
        }
        // |axis · (c_node − c_box)| > reach of the node + reach of the box.
        let [u, v, w] = self.half_edges;
        let separates = |axis: Vec3| {
            let node = axis.dot(u).abs() + axis.dot(v).abs() + axis.dot(w).abs();
            axis.dot(apart).abs() > node + axis.abs().dot(half) + SUM_UNDERFLOW
        };
        // Cross products of an edge `e` with the three box axes: each has one component of zero.
        let [u, v, w] = self.half_edges.map(|e| e.to_array());
        let (half, apart) = (half.to_array(), apart.to_array());
        let across = |e: [f64; 3]| {
            [[1, 2], [2, 0], [0, 1]].into_iter().any(|[i, j]| {
                let along = |p: [f64; 3]| (e[i] * p[j] - e[j] * p[i]).abs();
                let size = e[j].abs() * half[i] + e[i].abs() * half[j];
                along(apart) > along(u) + along(v) + along(w) + size + SUM_UNDERFLOW
            })
        };
        !self.half_edges.into_iter().any(separates) && ![u, v, w].into_iter().any(across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Pose, Quat};

    fn node(pose: Pose) -> WorldNode {
        let cube = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        WorldNode::new(BodyId(0), 0, &cube, &pose.world_map())
    }

    #[test]
    fn a_rotated_cube_meets_a_box_that_its_corner_reaches() {
        let unit = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        // Turned by 45 degrees about z, a corner reaches √2 along x.
        let turned = |x: f64| {
            node(Pose::new(
                Vec3::X * x,
                Quat::from_rotation_z(std::f64::consts::FRAC_PI_4),
            ))
        };
        assert!(turned(2.41).meets(&unit, 1e-12));
        assert!(!turned(2.42).meets(&unit, 1e-12));
        // Touching counts: side to side.
        assert!(node(Pose::at(Vec3::X * 2.0)).meets(&unit, 1e-15));
        assert!(!node(Pose::at(Vec3::X * 2.001)).meets(&unit, 1e-15));
    }

    #[test]
    fn edge_against_edge_is_separated_by_the_cross_product() {
        // Turned about z, then about y: an edge faces an edge of the box diagonally.
        let quarter = std::f64::consts::FRAC_PI_4;
        let rotation = Quat::from_rotation_y(quarter) * Quat::from_rotation_z(quarter);
        let at = |d: f64| node(Pose::new(d * Vec3::new(1.0, 1.0, 0.0), rotation));
        let unit = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        assert!(at(0.5).meets(&unit, 1e-12));
        assert!(!at(2.5).meets(&unit, 1e-12));
    }
}
