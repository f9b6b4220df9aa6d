//! Hulls and poses for tests of closest features.

use crate::closest_features::{FeatureModel, FeaturePair, HullFeature};
use crate::testing;
use geometry::hull::ConvexHull;
use geometry::{Pose, Quat, Vec3};
use std::f64::consts::TAU;

/// Fixed sequence of numbers.
pub(super) struct Numbers(pub u64);

impl Numbers {
    fn bits(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number in `[-1, 1)`.
    pub(super) fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(super) fn point(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    pub(super) fn direction(&mut self) -> Vec3 {
        loop {
            let p = self.point();
            if (0.01..1.0).contains(&p.length_squared()) {
                return p.normalize();
            }
        }
    }

    pub(super) fn rotation(&mut self) -> Quat {
        let axis = self.direction();
        Quat::from_axis_angle(axis, self.signed() * TAU)
    }

    /// Returns one of the 24 rotations of a cube, up to rounding.
    fn quarter_turns(&mut self) -> Quat {
        let quarters = [0.0, 0.25, 0.5, 0.75];
        let mut turn = |axis| Quat::from_axis_angle(axis, TAU * self.pick(&quarters));
        turn(Vec3::X) * turn(Vec3::Y) * turn(Vec3::Z)
    }

    pub(super) fn feature(&mut self, model: &FeatureModel) -> HullFeature {
        let hull = &model.hull;
        match self.below(3) {
            0 => HullFeature::Vertex(self.below(hull.vertices.len()) as u32),
            1 => HullFeature::Edge(self.below(hull.edges.len()) as u32),
            _ => HullFeature::Facet(self.below(hull.facets.len()) as u32),
        }
    }

    pub(super) fn features(&mut self, models: [&FeatureModel; 2]) -> FeaturePair {
        models.map(|model| self.feature(model))
    }
}

/// Returns the hull with these facets. Its vertices are numbered as given.
pub(super) fn from_loops(vertices: Vec<Vec3>, loops: Vec<Vec<u32>>) -> ConvexHull {
    let original = (0..vertices.len() as u32).collect();
    ConvexHull::from_facets(vertices, original, loops)
}

/// Returns a box from `-half` to `half`.
pub(super) fn cuboid(half: Vec3) -> ConvexHull {
    let corner = |i: u32| {
        let side = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        Vec3::new(side(0), side(1), side(2)) * half
    };
    let loops = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    from_loops((0..8).map(corner).collect(), loops.map(Vec::from).to_vec())
}

/// Returns a turned box whose sides are cut into two triangles each: facets that are coplanar but
/// for the rounding of their corners.
fn cut_cuboid(half: Vec3, turn: Quat) -> ConvexHull {
    let hull = cuboid(half);
    let vertices = hull.vertices.iter().map(|p| turn * *p).collect();
    let halves = (0..6).flat_map(|f| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| hull.facet_vertices.get(f)[i]);
        [vec![a, b, c], vec![a, c, d]]
    });
    from_loops(vertices, halves.collect())
}

/// Returns a prism over a regular polygon.
pub(super) fn prism(sides: u32, half_height: f64) -> ConvexHull {
    let ring = |z: f64| {
        (0..sides).map(move |i| {
            let (y, x) = (TAU * f64::from(i) / f64::from(sides)).sin_cos();
            Vec3::new(x, y, z)
        })
    };
    let vertices = ring(-half_height).chain(ring(half_height)).collect();
    let mut loops = vec![
        (0..sides).rev().collect::<Vec<_>>(),
        (sides..2 * sides).collect(),
    ];
    for i in 0..sides {
        let next = (i + 1) % sides;
        loops.push(vec![i, next, next + sides, i + sides]);
    }
    from_loops(vertices, loops)
}

/// Returns a ball of rings of trapezoids between two poles.
pub(super) fn ball(rings: u32, around: u32) -> ConvexHull {
    let mut vertices = vec![-Vec3::Z, Vec3::Z];
    for ring in 0..rings {
        let latitude = TAU / 2.0 * f64::from(ring + 1) / f64::from(rings + 1);
        for i in 0..around {
            let (y, x) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
            let (r, z) = (latitude.sin(), -latitude.cos());
            vertices.push(Vec3::new(r * x, r * y, z));
        }
    }
    let at = |ring: u32, i: u32| 2 + ring * around + i % around;
    let mut loops = Vec::new();
    for i in 0..around {
        loops.push(vec![0, at(0, i + 1), at(0, i)]);
        loops.push(vec![1, at(rings - 1, i), at(rings - 1, i + 1)]);
        for ring in 1..rings {
            let [low, high] = [ring - 1, ring];
            loops.push(vec![
                at(low, i),
                at(low, i + 1),
                at(high, i + 1),
                at(high, i),
            ]);
        }
    }
    from_loops(vertices, loops)
}

/// Returns the hull of points in general position.
pub(super) fn random(numbers: &mut Numbers, count: usize, stretch: Vec3) -> ConvexHull {
    loop {
        let points: Vec<Vec3> = (0..count).map(|_| numbers.point() * stretch).collect();
        let mesh = testing::hull(&points);
        if mesh.triangles().len() >= 4 {
            let loops = mesh.triangles().iter().map(|t| t.to_vec()).collect();
            return used_only(mesh.vertices(), loops);
        }
    }
}

/// Returns the hull with these facets, without the points that are not theirs.
pub(super) fn used_only(points: &[Vec3], mut loops: Vec<Vec<u32>>) -> ConvexHull {
    let mut used = vec![u32::MAX; points.len()];
    let mut vertices = Vec::new();
    for i in loops.iter_mut().flatten() {
        let index = &mut used[*i as usize];
        if *index == u32::MAX {
            *index = vertices.len() as u32;
            vertices.push(points[*i as usize]);
        }
        *i = *index;
    }
    from_loops(vertices, loops)
}

/// Returns bodies of all sorts, of about unit size.
pub(super) fn zoo(seed: u64) -> Vec<ConvexHull> {
    let mut numbers = Numbers(seed);
    let tetrahedron = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mut zoo = vec![
        cuboid(Vec3::ONE),
        cuboid(Vec3::new(1.0, 0.5, 0.25)),
        from_loops(tetrahedron, faces.map(Vec::from).to_vec()),
        prism(3, 0.7),
        prism(6, 0.3),
        prism(16, 1.0),
        cuboid(Vec3::new(1e-3, 1e-3, 1.0)),
        cuboid(Vec3::new(1.0, 1.0, 1e-4)),
        prism(5, 1e-4),
        ball(5, 8),
        cut_cuboid(Vec3::ONE, numbers.rotation()),
        cut_cuboid(Vec3::ONE, Quat::IDENTITY),
        cut_cuboid(Vec3::new(1.0, 0.1, 1e-3), numbers.rotation()),
    ];
    for count in [5, 8, 12, 16] {
        zoo.push(random(&mut numbers, count, Vec3::ONE));
    }
    zoo.push(random(&mut numbers, 8, Vec3::new(1.0, 0.01, 0.01)));
    zoo.push(random(&mut numbers, 10, Vec3::new(1.0, 1.0, 1e-3)));
    zoo
}

/// Returns the same hull in another size.
pub(super) fn scaled(hull: &ConvexHull, scale: f64) -> ConvexHull {
    let mut hull = hull.clone();
    hull.vertices.iter_mut().for_each(|p| *p *= scale);
    hull.facets.iter_mut().for_each(|f| f.offset *= scale);
    hull
}

/// Families of relative poses, for bodies of about unit size.
pub(super) const POSE_FAMILIES: [&str; 9] = [
    "any",
    "near",
    "deep",
    "same place",
    "parallel",
    "stacked",
    "almost parallel",
    "edges",
    "far",
];

/// Returns poses of two bodies of a family.
pub(super) fn poses(family: &str, numbers: &mut Numbers) -> [Pose; 2] {
    let halves = [-2.0, -1.5, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.25, 2.0, 2.5];
    let grid = |n: &mut Numbers| Vec3::new(n.pick(&halves), n.pick(&halves), n.pick(&halves));
    let turn = numbers.rotation();
    let (at, rotation) = match family {
        "any" => (3.0 * numbers.point(), numbers.rotation()),
        "near" => (1.5 * numbers.point(), numbers.rotation()),
        "deep" => (1e-3 * numbers.point(), numbers.rotation()),
        "same place" => {
            let turns = [Quat::IDENTITY, numbers.quarter_turns(), numbers.rotation()];
            (Vec3::ZERO, numbers.pick(&turns))
        }
        "parallel" => (3.0 * numbers.point(), numbers.quarter_turns()),
        "stacked" => (grid(numbers), numbers.quarter_turns()),
        "almost parallel" => {
            let angle = 10f64.powi(-4 - numbers.below(13) as i32);
            let lean = Quat::from_axis_angle(numbers.direction(), angle);
            (grid(numbers), lean * numbers.quarter_turns())
        }
        "edges" => {
            let axis = numbers.pick(&[Vec3::X, Vec3::Y, Vec3::Z]);
            let eighth = Quat::from_axis_angle(axis, TAU / 8.0);
            let gap = numbers.pick(&[2f64.sqrt(), 8f64.sqrt(), 1.0 + 2f64.sqrt(), 3.0]);
            let up = numbers.pick(&[Vec3::X, Vec3::Y, Vec3::Z]);
            (gap * up, eighth * numbers.quarter_turns())
        }
        _ => (1e3 * numbers.direction(), numbers.rotation()),
    };
    // Half of the pairs away from the origin and turned, so that nothing is exact any more.
    if numbers.below(2) == 0 {
        [Pose::IDENTITY, Pose::new(at, rotation)]
    } else {
        let origin = 5.0 * numbers.point();
        [
            Pose::new(origin, turn),
            Pose::new(origin + turn * at, turn * rotation),
        ]
    }
}
