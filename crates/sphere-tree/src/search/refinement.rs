//! One refinement step for two colliding spheres [Hubbard96 §4.1, Fig. 3].
//!
//! Good for pruning: one test of a child against the other parent removes up to eight pairs. With
//! `m` and `n` children of which `m'` and `n'` remain: `m + n + m' n'` sphere tests. The essence,
//! in the symbols of Fig. 3:
//! 1. `S_1` ← children of `s_1` that intersect `s_2`.
//! 2. `S_2` ← children of `s_2` that intersect `s_1`.
//! 3. For each pair `(s'_1, s'_2)` of `S_1 × S_2`: if the spheres intersect, add the pair to `S`.
//! 4. List each separated pair with its gap, if the search keeps a frontier (D12), or keep the
//!    least gap (D19).
//!
//! Body A has `s_1`, body B has `s_2`. All centers are in A's local space, and tests are in the
//! unit of [`geometry::RelativePose::unit_sized`]. The pairs of `S` and the separated pairs of
//! steps 1 to 3 partition the pairs of children: each pair of children is in `S` or below exactly
//! one separated pair. That partition is the frontier's invariant.

use crate::SphereTree;
use crate::counters::SphereWork;
use crate::search::tree_pair::{FrontierPair, PairBounds, SeparatedPairs, SphereTest, TreePair};
use collision::SphereContact;
use geometry::{Vec3, VisitedSet};
use std::ops::Range;

/// Output lists of a step.
#[derive(Debug)]
pub(super) struct PairLists<'a> {
    /// Colliding pairs.
    pub colliding: &'a mut Vec<SphereContact>,
    /// Separated pairs, as far as the next frame needs them.
    pub apart: &'a mut SeparatedPairs,
}

/// Buffers of the refinement step.
#[derive(Clone, Debug, Default)]
pub(super) struct Refinement {
    /// `S_1` of Fig. 3.
    near_a: Vec<NearSphere>,
    /// `S_2` of Fig. 3.
    near_b: Vec<NearSphere>,
    centers: CentersOfB,
}

/// Centers of B's spheres in A's space and the unit of the pair, computed on first use and kept for
/// one step.
#[derive(Clone, Debug, Default)]
struct CentersOfB {
    centers: Vec<Vec3>,
    computed: VisitedSet,
}

/// Sphere of one body that intersects the parent sphere of the other, in A's space and the unit of
/// the pair.
#[derive(Clone, Copy, Debug)]
struct NearSphere {
    node: u32,
    center: Vec3,
    radius: f64,
    /// Squared distance to the center of the other parent.
    distance_squared: f64,
}

impl Refinement {
    /// Reserves buffers for trees of up to `spheres` nodes.
    pub(super) fn reserve(&mut self, spheres: usize) {
        self.centers.centers.resize(spheres, Vec3::ZERO);
        self.centers.computed.reset(spheres);
    }

    /// Drops the centers of the last step, which belong to another pair of bodies or another frame.
    pub(super) fn begin_step(&mut self) {
        self.centers.computed.clear();
    }

    /// Replaces two colliding spheres by the colliding pairs of their children: Fig. 3.
    ///
    /// Conservative: spheres are closed, and tests add
    /// [`geometry::RelativePose::distance_margin`] (D10). Under strict coverage no interfering face
    /// pair is lost. A leaf replaces its missing children, and a pair of two leaves stays as it is
    /// (D8).
    ///
    /// # Cost
    /// One sphere test per child, and one per pair of `S_1 × S_2`.
    pub(super) fn refine(
        &mut self,
        trees: &TreePair,
        contact: SphereContact,
        known: &mut PairBounds,
        lists: &mut PairLists,
        work: &mut SphereWork,
    ) {
        let [a, b] = contact.spheres;
        let (leaf_a, leaf_b) = (trees.a.is_leaf(a), trees.b.is_leaf(b));
        if leaf_a && leaf_b {
            lists.colliding.push(contact);
            return;
        }
        self.list_near(trees, [a, b], known, lists, work);
        // "for each pair (s1', s2') … if (s1' intersects s2') add (s1', s2') to S"
        let pad = trees.b_in_a.distance_margin();
        if !leaf_a && !leaf_b {
            work.sphere_tests += (self.near_a.len() * self.near_b.len()) as u64;
        }
        for p in &self.near_a {
            for q in &self.near_b {
                // A leaf is in place of its children. `list_near` tested it against each child of
                // the other sphere, so that distance is known.
                let distance_squared = if leaf_a {
                    q.distance_squared
                } else if leaf_b {
                    p.distance_squared
                } else {
                    p.center.distance_squared(q.center)
                };
                let radii = p.radius + q.radius;
                let spheres = [p.node, q.node];
                if distance_squared <= (radii + pad) * (radii + pad) {
                    let contact = known.update(trees, spheres, distance_squared);
                    lists.colliding.push(contact);
                } else {
                    lists.apart.add(trees, spheres, distance_squared, radii);
                }
            }
        }
    }

    /// Tests two spheres, and lists them as colliding or separated.
    pub(super) fn compare(
        &mut self,
        trees: &TreePair,
        spheres: [u32; 2],
        known: &mut PairBounds,
        lists: &mut PairLists,
        work: &mut SphereWork,
    ) {
        match self.test_spheres(trees, spheres, known, work) {
            SphereTest::Collide(contact) => lists.colliding.push(contact),
            SphereTest::Apart(gap) => lists.apart.push(trees, spheres, gap),
        }
    }

    /// Tests two spheres that were separated in the previous frame, and lists them.
    ///
    /// If they collide but the second misses the parent of the first, they count as separated, as
    /// in step 2. A search from the roots also compares the first with the parent of the second
    /// (step 1). That test is left out here: a pair may count as colliding that such a search
    /// separates, which costs tests and loses nothing.
    pub(super) fn compare_again(
        &mut self,
        trees: &TreePair,
        spheres: [u32; 2],
        known: &mut PairBounds,
        lists: &mut PairLists,
        work: &mut SphereWork,
    ) {
        let [a, b] = spheres;
        let gap = match self.test_spheres(trees, spheres, known, work) {
            SphereTest::Apart(gap) => gap,
            SphereTest::Collide(contact) => {
                let parent = trees.parents[a as usize];
                // The child is within `outside_parent` of its parent's ball, so the gap to the
                // parent less that distance is a lower bound for the child.
                match self.test_spheres(trees, [parent, b], known, work) {
                    SphereTest::Apart(gap) => gap - out_of_parent(trees, parent, a),
                    SphereTest::Collide(_) => {
                        lists.colliding.push(contact);
                        return;
                    }
                }
            }
        };
        lists.apart.push(trees, spheres, gap);
    }

    /// Tests two spheres and improves the bounds, but does not list the spheres.
    #[inline]
    pub(super) fn test_spheres(
        &mut self,
        trees: &TreePair,
        [a, b]: [u32; 2],
        known: &mut PairBounds,
        work: &mut SphereWork,
    ) -> SphereTest {
        let (of_a, of_b) = (
            NearSphere::of_a(trees, a),
            self.centers.near(trees, b, work),
        );
        let radii = of_a.radius + of_b.radius;
        let distance_squared = of_a.center.distance_squared(of_b.center);
        let padded = radii + trees.b_in_a.distance_margin();
        work.sphere_tests += 1;
        if distance_squared <= padded * padded {
            SphereTest::Collide(known.update(trees, [a, b], distance_squared))
        } else {
            SphereTest::Apart(trees.gap(distance_squared, radii))
        }
    }

    /// Lists `S_1` and `S_2`: the first two lines of Fig. 3.
    ///
    /// Adds the pairs that these two lines reject to the separated pairs.
    fn list_near(
        &mut self,
        trees: &TreePair,
        [a, b]: [u32; 2],
        known: &mut PairBounds,
        lists: &mut PairLists,
        work: &mut SphereWork,
    ) {
        self.near_a.clear();
        self.near_b.clear();
        self.list_near_a(trees, [a, b], known, lists, work);
        // Without `S_1` there are no pairs: its entries in `apart` cover all children of `s_2`.
        if !self.near_a.is_empty() {
            self.list_near_b(trees, [a, b], known, lists, work);
        }
    }

    /// Lists `S_1`.
    #[inline]
    fn list_near_a(
        &mut self,
        trees: &TreePair,
        [a, b]: [u32; 2],
        known: &mut PairBounds,
        lists: &mut PairLists,
        work: &mut SphereWork,
    ) {
        // "S1 ← children of s1 that intersect s2"
        if trees.a.is_leaf(a) {
            self.near_a.push(NearSphere::of_a(trees, a));
        } else {
            let whole_b = self.centers.near(trees, b, work);
            let children = compared_children(trees.a, a, known, work);
            let children = children.map(|i| NearSphere::of_a(trees, i));
            let pad = trees.b_in_a.distance_margin();
            whole_b.list_intersecting(children, pad, &mut self.near_a, |node, square, radii| {
                // One entry covers this child and all children of `s_2`.
                lists.apart.add(trees, [node, b], square, radii);
            });
        }
    }

    /// Lists `S_2`.
    #[inline]
    fn list_near_b(
        &mut self,
        trees: &TreePair,
        [a, b]: [u32; 2],
        known: &mut PairBounds,
        lists: &mut PairLists,
        work: &mut SphereWork,
    ) {
        // "S2 ← children of s2 that intersect s1"
        if trees.b.is_leaf(b) {
            self.near_b.push(self.centers.near(trees, b, work));
        } else {
            let whole_a = NearSphere::of_a(trees, a);
            let children = compared_children(trees.b, b, known, work);
            let children = children.map(|i| self.centers.near(trees, i, work));
            let pad = trees.b_in_a.distance_margin();
            whole_a.list_intersecting(children, pad, &mut self.near_b, |node, square, radii| {
                match &mut *lists.apart {
                    SeparatedPairs::Listed(apart) => {
                        let gap = trees.gap(square, radii);
                        // One entry per child of `S_1`, not one for `s_1`: an entry for `s_1` would
                        // cover the rejected children of `s_1` a second time. The partition would
                        // be lost, and the next frame would test and list those pairs twice.
                        let for_each = self.near_a.iter().map(|p| {
                            let gap = gap - out_of_parent(trees, a, p.node);
                            FrontierPair::apart([p.node, node], gap)
                        });
                        apart.extend(for_each);
                    }
                    // A point that the search finds below a child of `s_1` lies in `s_1`, too, so
                    // the gap of `s_1` is a bound for it.
                    others => others.add(trees, [a, node], square, radii),
                }
            });
        }
    }
}

/// Returns the children of a sphere, and counts one test for each.
fn compared_children(
    tree: &SphereTree,
    node: u32,
    known: &mut PairBounds,
    work: &mut SphereWork,
) -> Range<u32> {
    let children = tree.children(node);
    work.sphere_tests += u64::from(children.end - children.start);
    known.level = known.level.max(tree.levels[children.start as usize]);
    children
}

impl CentersOfB {
    /// Returns the center of a sphere of B in A's space.
    #[inline]
    fn of(&mut self, trees: &TreePair, node: u32, work: &mut SphereWork) -> Vec3 {
        let i = node as usize;
        if self.computed.insert(node) {
            self.centers[i] = trees.b_in_a.apply(trees.b.centers[i]);
            work.spheres_moved += 1;
        }
        self.centers[i]
    }

    /// Returns a sphere of B in A's space.
    #[inline]
    fn near(&mut self, trees: &TreePair, node: u32, work: &mut SphereWork) -> NearSphere {
        let center = self.of(trees, node, work);
        NearSphere::of(trees.b, node, center, trees.b_in_a.scale())
    }
}

impl NearSphere {
    /// Returns a sphere of A.
    #[inline]
    fn of_a(trees: &TreePair, node: u32) -> NearSphere {
        let scale = trees.b_in_a.scale();
        NearSphere::of(trees.a, node, trees.a.centers[node as usize] * scale, scale)
    }

    #[inline]
    fn of(tree: &SphereTree, node: u32, center: Vec3, scale: f64) -> NearSphere {
        NearSphere {
            node,
            center,
            radius: tree.radii[node as usize] * scale,
            distance_squared: 0.0,
        }
    }

    /// Adds the spheres that intersect this one to `near`, with `pad` added to the sum of the
    /// radii. Passes each other sphere to `missed`, with the squared distance of the centers and
    /// that sum.
    #[inline]
    fn list_intersecting(
        &self,
        spheres: impl Iterator<Item = NearSphere>,
        pad: f64,
        near: &mut Vec<NearSphere>,
        mut missed: impl FnMut(u32, f64, f64),
    ) {
        for sphere in spheres {
            let distance_squared = sphere.center.distance_squared(self.center);
            let radii = sphere.radius + self.radius;
            if distance_squared <= (radii + pad) * (radii + pad) {
                near.push(NearSphere {
                    distance_squared,
                    ..sphere
                });
            } else {
                missed(sphere.node, distance_squared, radii);
            }
        }
    }
}

/// Returns the distance by which `node` extends beyond `parent`, which is its parent or itself.
fn out_of_parent(trees: &TreePair, parent: u32, node: u32) -> f64 {
    if node == parent {
        0.0
    } else {
        trees.outside_parent[node as usize]
    }
}

#[cfg(test)]
mod tests;
