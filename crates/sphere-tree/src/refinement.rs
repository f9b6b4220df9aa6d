//! One step down for two spheres that collide [Hubbard96 §4.1, Fig. 3].

use crate::SphereTree;
use crate::placement::Relative;
use detector::Work;
use geometry::Vec3;

/// Two sphere-trees where a frame puts their bodies; everything is seen from the first.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// The tree of body A, whose local space is used.
    pub a: &'a SphereTree,
    /// The tree of body B.
    pub b: &'a SphereTree,
    /// B seen from A.
    pub b_in_a: &'a Relative,
    /// For each sphere of A, how far it reaches out of its parent, in scene units.
    pub outside_parent: &'a [f64],
}

impl Meeting<'_> {
    /// Proved upper bound of the separation of two solids, whose spheres collide: the common point
    /// of the two balls is no further than their reaches from the solids, but for rounding.
    #[inline]
    pub fn bound(&self, [a, b]: [u32; 2]) -> f64 {
        let slack = 4.0 * self.b_in_a.pad;
        self.a.reach[a as usize] + self.b.reach[b as usize] + slack
    }

    /// Whether two balls that lie in the solids share more than rounding could undo.
    #[inline]
    fn solids_overlap(&self, [a, b]: [u32; 2], distance_squared: f64) -> bool {
        let margin = 4.0 * self.b_in_a.pad;
        let (inner_a, inner_b) = (self.a.inner[a as usize], self.b.inner[b as usize]);
        let shared = inner_a + inner_b - margin;
        inner_a > margin && inner_b > margin && distance_squared < shared * shared
    }
}

/// Two spheres that do not collide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// The spheres.
    pub spheres: [u32; 2],
    /// A lower bound on how far they are apart, in scene units; rounded. Below 0, they may collide.
    pub gap: f64,
}

/// What the steps find out about two bodies.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Pairs of spheres that collide, to be refined or to be reported.
    pub colliding: Vec<[u32; 2]>,
    /// Pairs of spheres that do not, when somebody wants to remember them.
    pub apart: Option<Vec<Apart>>,
}

/// What is known of two bodies so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// Least of the proved upper bounds of the separation, in scene units.
    pub bound: f64,
    /// The spheres that give it.
    pub nearest: [u32; 2],
    /// Spheres with balls inside them that show that the solids share a point.
    pub inside: Option<[u32; 2]>,
    /// Whether the solids are known to share a point.
    pub interfering: bool,
    /// The deepest level of spheres that were compared.
    pub level: u8,
}

impl Knowledge {
    /// Nothing yet.
    pub const NOTHING: Knowledge = Knowledge {
        bound: f64::INFINITY,
        nearest: [0, 0],
        inside: None,
        interfering: false,
        level: 0,
    };
}

/// Goes down the hierarchies of two bodies. Holds buffers only: centers of B's spheres in A's space
/// are computed when first needed, and kept for one step.
#[derive(Clone, Debug, Default)]
pub struct Refinement {
    near_a: Vec<Near>,
    near_b: Vec<Near>,
    centers: Vec<Vec3>,
    computed_in: Vec<u32>,
    step: u32,
}

/// A sphere of one body that meets the parent sphere of the other, in A's space.
#[derive(Clone, Copy, Debug)]
struct Near {
    node: u32,
    center: Vec3,
    radius: f64,
    /// To the center of the other's parent.
    distance_squared: f64,
}

impl Refinement {
    /// Makes room for trees of so many spheres.
    pub fn reserve(&mut self, spheres: usize) {
        self.centers.resize(spheres, Vec3::ZERO);
        self.computed_in.clear();
        self.computed_in.resize(spheres, 0);
        self.step = 0;
    }

    /// Forgets the centers of the last step, which were of another pair of bodies, or another frame.
    pub fn begin_step(&mut self) {
        self.step = self.step.wrapping_add(1);
        if self.step == 0 {
            self.computed_in.fill(0);
            self.step = 1;
        }
    }

    /// Replaces two colliding spheres by the pairs of their children that collide: Fig. 3.
    ///
    /// A leaf stands for itself [§4.1 is silent; D10]. Spheres are closed, and compared
    /// with [`Relative::pad`] to spare: under strict coverage no face pair that interferes is lost.
    /// Two leaves are passed on as they are.
    ///
    /// # Cost
    /// One sphere test per child, and one per pair of children that meet the other's parent.
    pub fn refine(
        &mut self,
        meeting: &Meeting,
        [a, b]: [u32; 2],
        known: &mut Knowledge,
        found: &mut Found,
        work: &mut Work,
    ) {
        let (leaf_a, leaf_b) = (meeting.a.is_leaf(a), meeting.b.is_leaf(b));
        if leaf_a && leaf_b {
            found.colliding.push([a, b]);
            return;
        }
        // "S1 ← children of s1 that intersect s2"
        self.list_near_a(meeting, [a, b], known, found, work);
        // "S2 ← children of s2 that intersect s1"
        self.list_near_b(meeting, [a, b], known, found, work);
        // "for each pair (s1', s2') … if (s1' intersects s2') add (s1', s2') to S"
        let pad = meeting.b_in_a.pad;
        if !leaf_a && !leaf_b {
            work.sphere_tests += (self.near_a.len() * self.near_b.len()) as u64;
        }
        for p in &self.near_a {
            for q in &self.near_b {
                // The parent was compared with each child of the other.
                let distance_squared = if leaf_a {
                    q.distance_squared
                } else if leaf_b {
                    p.distance_squared
                } else {
                    p.center.distance_squared(q.center)
                };
                let reach = p.radius + q.radius;
                let pair = [p.node, q.node];
                if distance_squared <= (reach + pad) * (reach + pad) {
                    learn(meeting, pair, distance_squared, known);
                    found.colliding.push(pair);
                } else {
                    remember(found, pair, distance_squared, reach);
                }
            }
        }
    }

    /// Compares two spheres, which collide or are apart.
    pub fn compare(
        &mut self,
        meeting: &Meeting,
        spheres: [u32; 2],
        known: &mut Knowledge,
        found: &mut Found,
        work: &mut Work,
    ) {
        match self.look(meeting, spheres, known, work) {
            None => found.colliding.push(spheres),
            Some(gap) => {
                if let Some(apart) = &mut found.apart {
                    apart.push(Apart { spheres, gap });
                }
            }
        }
    }

    /// Compares two spheres: the gap between them, or `None` when they collide. Learns from them, but
    /// does not list them.
    pub fn look(
        &mut self,
        meeting: &Meeting,
        [a, b]: [u32; 2],
        known: &mut Knowledge,
        work: &mut Work,
    ) -> Option<f64> {
        let center = self.center_of_b(meeting, b, work);
        let reach = meeting.a.radii[a as usize] + meeting.b.radii[b as usize];
        let distance_squared = meeting.a.centers[a as usize].distance_squared(center);
        let padded = reach + meeting.b_in_a.pad;
        work.sphere_tests += 1;
        if distance_squared <= padded * padded {
            learn(meeting, [a, b], distance_squared, known);
            None
        } else {
            Some(distance_squared.sqrt() - reach)
        }
    }

    fn list_near_a(
        &mut self,
        meeting: &Meeting,
        [a, b]: [u32; 2],
        known: &mut Knowledge,
        found: &mut Found,
        work: &mut Work,
    ) {
        let Meeting {
            a: tree, b_in_a, ..
        } = *meeting;
        self.near_a.clear();
        if tree.is_leaf(a) {
            let (center, radius) = (tree.centers[a as usize], tree.radii[a as usize]);
            self.near_a.push(Near {
                node: a,
                center,
                radius,
                distance_squared: 0.0,
            });
            return;
        }
        let other = self.center_of_b(meeting, b, work);
        let other_radius = meeting.b.radii[b as usize];
        let children = tree.children(a);
        work.sphere_tests += u64::from(children.end - children.start);
        known.level = known.level.max(tree.levels[children.start as usize]);
        for node in children {
            let (center, radius) = (tree.centers[node as usize], tree.radii[node as usize]);
            let distance_squared = center.distance_squared(other);
            let reach = radius + other_radius;
            let padded = reach + b_in_a.pad;
            if distance_squared <= padded * padded {
                self.near_a.push(Near {
                    node,
                    center,
                    radius,
                    distance_squared,
                });
            } else {
                remember(found, [node, b], distance_squared, reach);
            }
        }
    }

    fn list_near_b(
        &mut self,
        meeting: &Meeting,
        [a, b]: [u32; 2],
        known: &mut Knowledge,
        found: &mut Found,
        work: &mut Work,
    ) {
        self.near_b.clear();
        if self.near_a.is_empty() {
            return;
        }
        let Meeting {
            b: tree, b_in_a, ..
        } = *meeting;
        if tree.is_leaf(b) {
            let (center, radius) = (self.center_of_b(meeting, b, work), tree.radii[b as usize]);
            self.near_b.push(Near {
                node: b,
                center,
                radius,
                distance_squared: 0.0,
            });
            return;
        }
        let other = meeting.a.centers[a as usize];
        let other_radius = meeting.a.radii[a as usize];
        let children = tree.children(b);
        work.sphere_tests += u64::from(children.end - children.start);
        known.level = known.level.max(tree.levels[children.start as usize]);
        for node in children {
            let center = self.center_of_b(meeting, node, work);
            let radius = tree.radii[node as usize];
            let distance_squared = center.distance_squared(other);
            let reach = radius + other_radius;
            let padded = reach + b_in_a.pad;
            if distance_squared <= padded * padded {
                self.near_b.push(Near {
                    node,
                    center,
                    radius,
                    distance_squared,
                });
            } else if let Some(apart) = &mut found.apart {
                // Each child of A for itself: with A's sphere instead, the children of A that miss
                // B's sphere would be covered twice, and again below.
                let gap = distance_squared.sqrt() - reach;
                let for_each = self.near_a.iter().map(|p| Apart {
                    spheres: [p.node, node],
                    gap: gap - out_of_parent(meeting, a, p.node),
                });
                apart.extend(for_each);
            }
        }
    }

    #[inline]
    fn center_of_b(&mut self, meeting: &Meeting, node: u32, work: &mut Work) -> Vec3 {
        let i = node as usize;
        if self.computed_in[i] != self.step {
            self.computed_in[i] = self.step;
            self.centers[i] = meeting.b_in_a.apply(meeting.b.centers[i]);
            work.spheres_moved += 1;
        }
        self.centers[i]
    }
}

/// How far the sphere reaches out of sphere `parent`, which is its parent or itself.
fn out_of_parent(meeting: &Meeting, parent: u32, node: u32) -> f64 {
    if node == parent {
        0.0
    } else {
        meeting.outside_parent[node as usize]
    }
}

/// What two colliding spheres say of the bodies.
#[inline]
fn learn(meeting: &Meeting, pair: [u32; 2], distance_squared: f64, known: &mut Knowledge) {
    let bound = meeting.bound(pair);
    if bound < known.bound {
        known.bound = bound;
        known.nearest = pair;
    }
    if known.inside.is_none() && meeting.solids_overlap(pair, distance_squared) {
        known.inside = Some(pair);
        known.interfering = true;
    }
}

#[inline]
fn remember(found: &mut Found, spheres: [u32; 2], distance_squared: f64, reach: f64) {
    if let Some(apart) = &mut found.apart {
        let gap = distance_squared.sqrt() - reach;
        apart.push(Apart {
            spheres,
            gap: gap.max(0.0),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Coverage;
    use crate::placement::Placed;
    use geometry::{Pose, Quat};

    /// A root with four children on a line, each of radius 0.5 and reach `i + 1`; the second has two
    /// children of its own.
    fn tree(root_radius: f64) -> SphereTree {
        let count = 4;
        let mut centers = vec![Vec3::ZERO];
        centers.extend((0..count).map(|i| Vec3::X * i as f64));
        centers.extend([Vec3::new(1.0, 0.2, 0.0), Vec3::new(1.0, -0.2, 0.0)]);
        let n = centers.len();
        let mut radii = vec![0.5; n];
        (radii[0], radii[n - 2], radii[n - 1]) = (root_radius, 0.25, 0.25);
        let mut levels = vec![1; n];
        (levels[0], levels[n - 2], levels[n - 1]) = (0, 2, 2);
        let end = count as u32 + 1;
        let mut children = vec![[end, end]; n];
        children[0] = [1, end];
        children[2] = [end, end + 2];
        children[n - 2] = [end + 2; 2];
        children[n - 1] = [end + 2; 2];
        SphereTree {
            radii,
            levels,
            children,
            reach: (0..n).map(|i| i as f64).collect(),
            surface_reach: vec![9.0; n],
            inner: vec![0.25; n],
            face_start: vec![0; n + 1],
            faces: Vec::new(),
            coverage: Coverage::Regions,
            centers,
        }
    }

    struct Ran {
        found: Found,
        known: Knowledge,
        work: Work,
    }

    fn run(pose: &Pose, spheres: [u32; 2], root_radius: f64) -> Ran {
        let tree = tree(root_radius);
        let placed = |pose| Placed::new(pose, 8.0);
        let b_in_a = Relative::between(&placed(&Pose::IDENTITY), &placed(pose));
        let outside_root = |c: &Vec3| (c.length() + 0.5 - root_radius).max(0.0);
        let outside_parent: Vec<f64> = tree.centers.iter().map(outside_root).collect();
        let meeting = Meeting {
            a: &tree,
            b: &tree,
            b_in_a: &b_in_a,
            outside_parent: &outside_parent,
        };
        let mut ran = Ran {
            found: Found {
                apart: Some(Vec::new()),
                ..Found::default()
            },
            known: Knowledge::NOTHING,
            work: Work::default(),
        };
        let mut refinement = Refinement::default();
        refinement.reserve(tree.len());
        refinement.begin_step();
        let Ran { found, known, work } = &mut ran;
        refinement.refine(&meeting, spheres, known, found, work);
        ran
    }

    #[test]
    fn the_children_that_collide_replace_their_parents() {
        // B's spheres lie at x = 2.5 + i, so that A's last two touch or overlap B's first two.
        let ran = run(&Pose::at(Vec3::X * 2.5), [0, 0], 4.0);
        assert_eq!(ran.found.colliding, [[3, 1], [4, 1], [4, 2]]);
        assert_eq!((ran.known.level, ran.known.bound.floor()), (1, 4.0));
        assert_eq!(ran.known.nearest, [3, 1]);
        // Four children of each against the other's root, and those that meet it in pairs: B's last
        // does not.
        assert_eq!(ran.work.sphere_tests, 4 + 4 + 4 * 3);
        // B's root and four children were moved once each.
        assert_eq!(ran.work.spheres_moved, 5);
    }

    /// Each pair of children is either colliding or covered by one pair that is apart.
    #[test]
    fn what_is_left_and_what_is_apart_are_a_partition() {
        // Children reach out of the root, and collide only if they meet the other's root.
        let tree = tree(2.0);
        for i in 0..400 {
            let t = f64::from(i) * 0.37;
            let away = Vec3::new(t.sin(), (1.7 * t).cos(), (0.3 * t).sin()).normalize();
            let turn = Quat::from_rotation_z(t) * Quat::from_rotation_x(0.5 * t);
            let pose = Pose::new(away * f64::from(i % 23) * 0.3, turn);
            let Ran { found, known, .. } = run(&pose, [0, 0], 2.0);
            let map = pose.world_map();
            let gap = |[a, b]: [u32; 2]| {
                let (a, b) = (a as usize, b as usize);
                let d = tree.centers[a].distance(map.apply(tree.centers[b]));
                d - tree.radii[a] - tree.radii[b]
            };
            let below = |node: u32, child: u32| node == child || node == 0;
            let apart = found.apart.unwrap();
            for a in 1..5 {
                for b in 1..5 {
                    let over = |s: &[u32; 2]| below(s[0], a) && below(s[1], b);
                    let apart = apart.iter().filter(|p| over(&p.spheres)).count();
                    let colliding = found.colliding.iter().filter(|s| over(s)).count();
                    assert_eq!(apart + colliding, 1, "{a} {b} at {pose:?}");
                }
            }
            assert!(apart.iter().all(|p| gap(p.spheres) >= p.gap - 1e-12));
            assert!(found.colliding.iter().all(|s| gap(*s) < 1e-12));
            let overlap = |s: &[u32; 2]| gap(*s) < -0.5 - 1e-9;
            assert_eq!(known.interfering, found.colliding.iter().any(overlap));
        }
    }

    #[test]
    fn a_leaf_stands_for_itself() {
        // Sphere 2 has two children, sphere 1 has none.
        let near = Pose::at(Vec3::new(-0.5, 0.45, 0.0));
        let ran = run(&near, [1, 2], 4.0);
        assert_eq!(ran.found.colliding, [[1, 6]]);
        assert_eq!(ran.work.sphere_tests, 2);
        let ran = run(&Pose::at(Vec3::new(0.5, 0.45, 0.0)), [2, 1], 4.0);
        assert_eq!(ran.found.colliding, [[5, 1]]);
        assert_eq!((ran.work.sphere_tests, ran.known.level), (2, 2));
        let ran = run(&near, [1, 1], 4.0);
        assert_eq!(ran.found.colliding, [[1, 1]]);
        assert_eq!(ran.work, Work::default());
    }
}
