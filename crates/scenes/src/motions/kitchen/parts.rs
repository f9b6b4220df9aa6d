//! Convex parts with names and poses, separated by gaps.

use crate::bodies::block;
use crate::rotation::unit;
use geometry::angle::sin_cos;
use geometry::hull::ConvexHull;
use geometry::{Mesh, Pose, Vec3};
use std::sync::Arc;

/// Half of the gap between two parts that are described as adjacent, in meters (D7).
pub(super) const HALF_GAP: f64 = 0.002;

/// Convex part of the kitchen.
pub(super) struct KitchenPart {
    pub(super) name: String,
    pub(super) mesh: Arc<Mesh>,
    pub(super) pose: Pose,
}

/// Parts added so far.
#[derive(Default)]
pub(super) struct KitchenParts {
    parts: Vec<KitchenPart>,
    /// Pose of the group to which the next parts belong.
    group: Option<Pose>,
}

impl KitchenParts {
    /// Adds the parts of one group. Their coordinates are in the space of the group.
    pub(super) fn group(&mut self, pose: Pose, add: impl FnOnce(&mut KitchenParts)) {
        self.group = Some(pose);
        add(self);
        self.group = None;
    }

    /// Adds the block between two corners, smaller by half a gap on each side, 12 faces.
    pub(super) fn block(&mut self, name: impl Into<String>, min: [f64; 3], max: [f64; 3]) {
        let [min, max] = [min, max].map(Vec3::from_array);
        let mesh = block(max - min - Vec3::splat(2.0 * HALF_GAP));
        self.add(name, 0.5 * (min + max), mesh);
    }

    /// Adds a vertical frustum, half a gap above `base` and below the top.
    ///
    /// `radii` are those of the circles around the polygons at bottom and top.
    pub(super) fn frustum(
        &mut self,
        name: impl Into<String>,
        base: [f64; 3],
        radii: [f64; 2],
        height: f64,
        sides: u32,
    ) {
        let half = 0.5 * height - HALF_GAP;
        let bottom = polygon(radii[0], sides).map(|[x, y]| Vec3::new(x, y, -half));
        let top = polygon(radii[1], sides).map(|[x, y]| Vec3::new(x, y, half));
        let mesh = hull(&bottom.chain(top).collect::<Vec<_>>());
        let center = Vec3::from_array(base) + Vec3::Z * (0.5 * height);
        self.add(name, center, mesh);
    }

    /// Adds the hull of points around `center`.
    pub(super) fn hull(&mut self, name: impl Into<String>, center: [f64; 3], points: &[Vec3]) {
        self.add(name, Vec3::from_array(center), hull(points));
    }

    fn add(&mut self, name: impl Into<String>, center: Vec3, mesh: Mesh) {
        let pose = Pose::at(center);
        self.parts.push(KitchenPart {
            name: name.into(),
            mesh: Arc::new(mesh),
            pose: self.group.map_or(pose, |group| composed(&group, &pose)),
        });
    }

    /// Returns all parts in the order in which they were added.
    pub(super) fn into_vec(self) -> Vec<KitchenPart> {
        self.parts
    }
}

/// Returns the corners of a regular polygon around the origin.
pub(super) fn polygon(radius: f64, sides: u32) -> impl Iterator<Item = [f64; 2]> {
    (0..sides).map(move |i| {
        let (sin, cos) = sin_cos(f64::from(i) / f64::from(sides));
        [radius * cos, radius * sin]
    })
}

/// Returns the hull of points that span a volume, exactly convex.
pub(super) fn hull(points: &[Vec3]) -> Mesh {
    let hull = ConvexHull::of_points(points).expect("the points of a part span a volume");
    hull.mesh()
}

/// Returns the pose that applies `inner`, then `outer`.
pub(super) fn composed(outer: &Pose, inner: &Pose) -> Pose {
    Pose::new(
        outer.rotation * inner.translation + outer.translation,
        unit(outer.rotation * inner.rotation),
    )
}

/// Returns the pose that undoes `pose`.
pub(super) fn inverse(pose: &Pose) -> Pose {
    let rotation = pose.rotation.conjugate();
    Pose::new(rotation * -pose.translation, rotation)
}
