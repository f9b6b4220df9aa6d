//! One step down for two spheres that collide [Hubbard96 §4.1, Fig. 3].

use crate::SphereTree;
use crate::counters::SphereWork;
use collision::SphereContact;
use geometry::{RelativePose, Vec3, VisitedSet};
use std::ops::Range;

/// Two sphere-trees where a frame puts their bodies; everything is seen from the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting<'a> {
    /// The tree of body A, whose local space is used.
    pub a: &'a SphereTree,
    /// The tree of body B.
    pub b: &'a SphereTree,
    /// B seen from A.
    pub b_in_a: &'a RelativePose,
    /// For each sphere of A its parent; for the root itself.
    pub parents: &'a [u32],
    /// For each sphere of A, how far it reaches out of its parent, in scene units.
    pub outside_parent: &'a [f64],
}

impl Meeting<'_> {
    /// What two spheres say that collide, and whose centers are so far from each other.
    ///
    /// The common point of the two balls is no further than their reaches from the solids, but for
    /// rounding: the sum of these bounds the separation.
    #[inline]
    fn contact(&self, spheres: [u32; 2], distance_squared: f64) -> SphereContact {
        let [a, b] = spheres.map(|node| node as usize);
        let reach = self.a.reach[a] + self.b.reach[b];
        let overlap = self.a.radii[a] + self.b.radii[b] - distance_squared.sqrt();
        SphereContact {
            spheres,
            level: self.a.levels[a].max(self.b.levels[b]),
            bound: reach + 4.0 * self.b_in_a.distance_margin(),
            estimate: reach - overlap,
        }
    }

    /// Whether two balls that lie in the solids share more than rounding could undo.
    #[inline]
    fn solids_overlap(&self, [a, b]: [u32; 2], distance_squared: f64) -> bool {
        let margin = 4.0 * self.b_in_a.distance_margin();
        let (inner_a, inner_b) = (self.a.inner[a as usize], self.b.inner[b as usize]);
        let shared = inner_a + inner_b - margin;
        inner_a > margin && inner_b > margin && distance_squared < shared * shared
    }
}

/// Two spheres on which a search has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FrontierPair {
    /// The spheres.
    pub spheres: [u32; 2],
    /// How far they are apart.
    pub gap: Gap,
}

/// How far two spheres are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gap {
    /// They collide.
    None,
    /// At least this far, in scene units; rounded. Below 0, they may collide.
    AtLeast(f64),
}

impl FrontierPair {
    /// Two spheres that are apart.
    pub(crate) fn apart(spheres: [u32; 2], gap: f64) -> FrontierPair {
        let gap = Gap::AtLeast(gap);
        FrontierPair { spheres, gap }
    }
}

/// Where a step lists the pairs of spheres that it looks at.
#[derive(Debug)]
pub(super) struct Lists<'a> {
    /// Those that collide, to be refined or to be reported.
    pub colliding: &'a mut Vec<SphereContact>,
    /// Those that do not, when somebody wants to remember them.
    pub apart: Option<&'a mut Vec<FrontierPair>>,
}

/// What a look at two spheres shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Look {
    /// They collide.
    Collide(SphereContact),
    /// They are apart, by this gap; rounded.
    Apart(f64),
}

/// What is known of two bodies so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Knowledge {
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
    pub(crate) const NOTHING: Knowledge = Knowledge {
        bound: f64::INFINITY,
        nearest: [0, 0],
        inside: None,
        interfering: false,
        level: 0,
    };

    /// What two colliding spheres say of the bodies.
    #[inline]
    fn learn(
        &mut self,
        meeting: &Meeting,
        spheres: [u32; 2],
        distance_squared: f64,
    ) -> SphereContact {
        let contact = meeting.contact(spheres, distance_squared);
        if contact.bound < self.bound {
            self.bound = contact.bound;
            self.nearest = spheres;
        }
        if self.inside.is_none() && meeting.solids_overlap(spheres, distance_squared) {
            self.inside = Some(spheres);
            self.interfering = true;
        }
        contact
    }
}

/// Goes down the hierarchies of two bodies. Holds buffers only.
#[derive(Clone, Debug, Default)]
pub(super) struct Refinement {
    near_a: Vec<Near>,
    near_b: Vec<Near>,
    centers: CentersOfB,
}

/// Centers of B's spheres in A's space, computed when first needed, and kept for one step.
#[derive(Clone, Debug, Default)]
struct CentersOfB {
    centers: Vec<Vec3>,
    computed: VisitedSet,
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
    pub(super) fn reserve(&mut self, spheres: usize) {
        self.centers.centers.resize(spheres, Vec3::ZERO);
        self.centers.computed.reset(spheres);
    }

    /// Forgets the centers of the last step, which were of another pair of bodies, or another frame.
    pub(super) fn begin_step(&mut self) {
        self.centers.computed.clear();
    }

    /// Replaces two colliding spheres by the pairs of their children that collide: Fig. 3.
    ///
    /// A leaf stands for itself [§4.1 is silent; D8]. Spheres are closed, and compared
    /// with [`RelativePose::distance_margin`] to spare: under strict coverage no face pair that interferes is lost.
    /// Two leaves are passed on as they are.
    ///
    /// # Cost
    /// One sphere test per child, and one per pair of children that meet the other's parent.
    pub(super) fn refine(
        &mut self,
        meeting: &Meeting,
        contact: SphereContact,
        known: &mut Knowledge,
        lists: &mut Lists,
        work: &mut SphereWork,
    ) {
        let [a, b] = contact.spheres;
        let (leaf_a, leaf_b) = (meeting.a.is_leaf(a), meeting.b.is_leaf(b));
        if leaf_a && leaf_b {
            lists.colliding.push(contact);
            return;
        }
        self.list_near(meeting, [a, b], known, lists, work);
        // "for each pair (s1', s2') … if (s1' intersects s2') add (s1', s2') to S"
        let pad = meeting.b_in_a.distance_margin();
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
                let spheres = [p.node, q.node];
                if distance_squared <= (reach + pad) * (reach + pad) {
                    let contact = known.learn(meeting, spheres, distance_squared);
                    lists.colliding.push(contact);
                } else if let Some(apart) = &mut lists.apart {
                    let gap = distance_squared.sqrt() - reach;
                    apart.push(FrontierPair::apart(spheres, gap));
                }
            }
        }
    }

    /// Compares two spheres, and lists them.
    pub(super) fn compare(
        &mut self,
        meeting: &Meeting,
        spheres: [u32; 2],
        known: &mut Knowledge,
        lists: &mut Lists,
        work: &mut SphereWork,
    ) {
        match self.look(meeting, spheres, known, work) {
            Look::Collide(contact) => lists.colliding.push(contact),
            Look::Apart(gap) => {
                if let Some(apart) = &mut lists.apart {
                    apart.push(FrontierPair::apart(spheres, gap));
                }
            }
        }
    }

    /// Compares two spheres that were apart, and lists them.
    ///
    /// Where they collide, but the second misses the parent of the first, they count as apart: a
    /// search from the roots would not have come to them.
    pub(super) fn compare_again(
        &mut self,
        meeting: &Meeting,
        spheres: [u32; 2],
        known: &mut Knowledge,
        lists: &mut Lists,
        work: &mut SphereWork,
    ) {
        let [a, b] = spheres;
        let gap = match self.look(meeting, spheres, known, work) {
            Look::Apart(gap) => gap,
            Look::Collide(contact) => {
                let parent = meeting.parents[a as usize];
                match self.look(meeting, [parent, b], known, work) {
                    Look::Apart(gap) => gap - out_of_parent(meeting, parent, a),
                    Look::Collide(_) => {
                        lists.colliding.push(contact);
                        return;
                    }
                }
            }
        };
        if let Some(apart) = &mut lists.apart {
            apart.push(FrontierPair::apart(spheres, gap));
        }
    }

    /// Compares two spheres. Learns from them, but does not list them.
    pub(super) fn look(
        &mut self,
        meeting: &Meeting,
        [a, b]: [u32; 2],
        known: &mut Knowledge,
        work: &mut SphereWork,
    ) -> Look {
        let center = self.centers.of(meeting, b, work);
        let reach = meeting.a.radii[a as usize] + meeting.b.radii[b as usize];
        let distance_squared = meeting.a.centers[a as usize].distance_squared(center);
        let padded = reach + meeting.b_in_a.distance_margin();
        work.sphere_tests += 1;
        if distance_squared <= padded * padded {
            Look::Collide(known.learn(meeting, [a, b], distance_squared))
        } else {
            Look::Apart(distance_squared.sqrt() - reach)
        }
    }

    /// Lists the children of each sphere that meet the other: the first two lines of Fig. 3.
    fn list_near(
        &mut self,
        meeting: &Meeting,
        [a, b]: [u32; 2],
        known: &mut Knowledge,
        lists: &mut Lists,
        work: &mut SphereWork,
    ) {
        let pad = meeting.b_in_a.distance_margin();
        let (tree_a, tree_b) = (meeting.a, meeting.b);
        let whole_a = Near::of(tree_a, a, tree_a.centers[a as usize]);
        self.near_a.clear();
        self.near_b.clear();

        // "S1 ← children of s1 that intersect s2"
        if tree_a.is_leaf(a) {
            self.near_a.push(whole_a);
        } else {
            let whole_b = Near::of(tree_b, b, self.centers.of(meeting, b, work));
            let children = compared_children(tree_a, a, known, work);
            let children = children.map(|i| Near::of(tree_a, i, tree_a.centers[i as usize]));
            whole_b.list_near(children, pad, &mut self.near_a, |node, gap| {
                if let Some(apart) = &mut lists.apart {
                    let spheres = [node, b];
                    apart.push(FrontierPair::apart(spheres, gap));
                }
            });
        }
        if self.near_a.is_empty() {
            return;
        }

        // "S2 ← children of s2 that intersect s1"
        if tree_b.is_leaf(b) {
            let center = self.centers.of(meeting, b, work);
            self.near_b.push(Near::of(tree_b, b, center));
        } else {
            let children = compared_children(tree_b, b, known, work);
            let children = children.map(|i| Near::of(tree_b, i, self.centers.of(meeting, i, work)));
            whole_a.list_near(children, pad, &mut self.near_b, |node, gap| {
                if let Some(apart) = &mut lists.apart {
                    // Each child of A for itself: with A's sphere instead, the children of A that
                    // miss B's sphere would be covered twice, and again below.
                    let for_each = self.near_a.iter().map(|p| {
                        let gap = gap - out_of_parent(meeting, a, p.node);
                        FrontierPair::apart([p.node, node], gap)
                    });
                    apart.extend(for_each);
                }
            });
        }
    }
}

/// The children of a sphere, each of which is about to be compared.
fn compared_children(
    tree: &SphereTree,
    node: u32,
    known: &mut Knowledge,
    work: &mut SphereWork,
) -> Range<u32> {
    let children = tree.children(node);
    work.sphere_tests += u64::from(children.end - children.start);
    known.level = known.level.max(tree.levels[children.start as usize]);
    children
}

impl CentersOfB {
    #[inline]
    fn of(&mut self, meeting: &Meeting, node: u32, work: &mut SphereWork) -> Vec3 {
        let i = node as usize;
        if self.computed.insert(node) {
            self.centers[i] = meeting.b_in_a.apply(meeting.b.centers[i]);
            work.spheres_moved += 1;
        }
        self.centers[i]
    }
}

impl Near {
    #[inline]
    fn of(tree: &SphereTree, node: u32, center: Vec3) -> Near {
        Near {
            node,
            center,
            radius: tree.radii[node as usize],
            distance_squared: 0.0,
        }
    }

    /// Lists those that meet this sphere, `pad` included; `missed` is told the others, each with the
    /// gap.
    #[inline]
    fn list_near(
        &self,
        spheres: impl Iterator<Item = Near>,
        pad: f64,
        near: &mut Vec<Near>,
        mut missed: impl FnMut(u32, f64),
    ) {
        for sphere in spheres {
            let distance_squared = sphere.center.distance_squared(self.center);
            let reach = sphere.radius + self.radius;
            if distance_squared <= (reach + pad) * (reach + pad) {
                near.push(Near {
                    distance_squared,
                    ..sphere
                });
            } else {
                missed(sphere.node, distance_squared.sqrt() - reach);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Coverage;
    use geometry::{Pose, PosedExtent, Quat};

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
        colliding: Vec<SphereContact>,
        apart: Vec<FrontierPair>,
        known: Knowledge,
        work: SphereWork,
    }

    impl Ran {
        fn spheres(&self) -> Vec<[u32; 2]> {
            self.colliding.iter().map(|c| c.spheres).collect()
        }
    }

    fn run(pose: &Pose, spheres: [u32; 2], root_radius: f64) -> Ran {
        let tree = tree(root_radius);
        let placed = |pose: &Pose| PosedExtent::new(pose.world_map(), 8.0);
        let b_in_a = RelativePose::new(&placed(&Pose::IDENTITY), &placed(pose));
        let outside_root = |c: &Vec3| (c.length() + 0.5 - root_radius).max(0.0);
        let outside_parent: Vec<f64> = tree.centers.iter().map(outside_root).collect();
        let meeting = Meeting {
            a: &tree,
            b: &tree,
            b_in_a: &b_in_a,
            parents: &[0, 0, 0, 0, 0, 2, 2],
            outside_parent: &outside_parent,
        };
        let mut ran = Ran {
            colliding: Vec::new(),
            apart: Vec::new(),
            known: Knowledge::NOTHING,
            work: SphereWork::default(),
        };
        let mut refinement = Refinement::default();
        refinement.reserve(tree.len());
        refinement.begin_step();
        let mut lists = Lists {
            colliding: &mut ran.colliding,
            apart: Some(&mut ran.apart),
        };
        let contact = meeting.contact(spheres, 0.0);
        refinement.refine(&meeting, contact, &mut ran.known, &mut lists, &mut ran.work);
        ran
    }

    #[test]
    fn the_children_that_collide_replace_their_parents() {
        // B's spheres lie at x = 2.5 + i, so that A's last two touch or overlap B's first two.
        let ran = run(&Pose::at(Vec3::X * 2.5), [0, 0], 4.0);
        assert_eq!(ran.spheres(), [[3, 1], [4, 1], [4, 2]]);
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
            let ran = run(&pose, [0, 0], 2.0);
            let (apart, colliding) = (&ran.apart, ran.spheres());
            let map = pose.world_map();
            let gap = |[a, b]: [u32; 2]| {
                let (a, b) = (a as usize, b as usize);
                let d = tree.centers[a].distance(map.apply(tree.centers[b]));
                d - tree.radii[a] - tree.radii[b]
            };
            let below = |node: u32, child: u32| node == child || node == 0;
            for a in 1..5 {
                for b in 1..5 {
                    let over = |s: &[u32; 2]| below(s[0], a) && below(s[1], b);
                    let apart = apart.iter().filter(|p| over(&p.spheres)).count();
                    let colliding = colliding.iter().filter(|s| over(s)).count();
                    assert_eq!(apart + colliding, 1, "{a} {b} at {pose:?}");
                }
            }
            assert!(apart.iter().all(|p| match p.gap {
                Gap::AtLeast(least) => gap(p.spheres) >= least - 1e-12,
                Gap::None => false,
            }));
            assert!(colliding.iter().all(|s| gap(*s) < 1e-12));
            let overlap = |s: &[u32; 2]| gap(*s) < -0.5 - 1e-9;
            assert_eq!(ran.known.interfering, colliding.iter().any(overlap));
            for contact in &ran.colliding {
                let reach: f64 = contact.spheres.iter().map(|i| f64::from(*i)).sum();
                let estimate = reach + gap(contact.spheres);
                assert!((contact.estimate - estimate).abs() < 1e-12 && contact.level == 1);
                assert!(contact.bound >= reach && contact.bound < reach + 1e-9);
            }
        }
    }

    #[test]
    fn a_leaf_stands_for_itself() {
        // Sphere 2 has two children, sphere 1 has none.
        let near = Pose::at(Vec3::new(-0.5, 0.45, 0.0));
        let ran = run(&near, [1, 2], 4.0);
        assert_eq!(ran.spheres(), [[1, 6]]);
        assert_eq!(ran.work.sphere_tests, 2);
        let ran = run(&Pose::at(Vec3::new(0.5, 0.45, 0.0)), [2, 1], 4.0);
        assert_eq!(ran.spheres(), [[5, 1]]);
        assert_eq!((ran.work.sphere_tests, ran.known.level), (2, 2));
        let ran = run(&near, [1, 1], 4.0);
        assert_eq!(ran.spheres(), [[1, 1]]);
        assert_eq!(ran.work, SphereWork::default());
    }
}
