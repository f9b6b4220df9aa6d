//! Two sphere-trees in one space: gaps, contacts and proved bounds of their spheres [Hubbard96
//! §9.2].

use crate::SphereTree;
use collision::SphereContact;
use geometry::RelativePose;

/// Two sphere-trees with their relative pose. All coordinates are in the space of the first.
///
/// Centers and radii to test are in the unit of `b_in_a`, results are in scene units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreePair<'a> {
    /// Tree of body A, whose local space is used.
    pub a: &'a SphereTree,
    /// Tree of body B.
    pub b: &'a SphereTree,
    /// Map from B's local space to A's, with a unit in which squares of lengths do not vanish.
    pub b_in_a: &'a RelativePose,
    /// Parent of each sphere of A. The root is its own parent.
    pub parents: &'a [u32],
    /// Distance by which each sphere of A extends beyond its parent, in scene units.
    pub outside_parent: &'a [f64],
}

impl TreePair<'_> {
    /// Returns the bound on the rounding of the distance of two spheres, in scene units.
    #[inline]
    pub(crate) fn margin(&self) -> f64 {
        self.b_in_a.in_scene_units(self.b_in_a.distance_margin())
    }

    /// Returns the gap of two separated spheres in scene units.
    #[inline]
    pub(super) fn gap(&self, distance_squared: f64, radii: f64) -> f64 {
        self.b_in_a.in_scene_units(distance_squared.sqrt() - radii)
    }

    /// Returns the contact of two colliding spheres, from the squared distance of their centers.
    ///
    /// A common point of the two balls lies within the `reach` of each solid. The sum of both
    /// therefore bounds the separation, up to rounding: "the sum of their Hausdorff distances is an
    /// upper bound" [§9.2]. The estimate is that sum "minus the overlap of the spheres" (D13).
    #[inline]
    pub(super) fn contact(&self, spheres: [u32; 2], distance_squared: f64) -> SphereContact {
        let [a, b] = spheres.map(|node| node as usize);
        let reach = self.a.reach[a] + self.b.reach[b];
        let distance = self.b_in_a.in_scene_units(distance_squared.sqrt());
        let overlap = self.a.radii[a] + self.b.radii[b] - distance;
        let level = self.a.levels[a].max(self.b.levels[b]);
        let bound = reach + 4.0 * self.margin();
        SphereContact::new(spheres, level, bound, reach - overlap)
    }

    /// Returns true if the inner balls, which lie in the solids, overlap by more than rounding
    /// (D18).
    #[inline]
    pub(super) fn solids_overlap(&self, [a, b]: [u32; 2], distance_squared: f64) -> bool {
        let margin = 4.0 * self.margin();
        let (inner_a, inner_b) = (self.a.inner[a as usize], self.b.inner[b as usize]);
        let shared = (inner_a + inner_b - margin) * self.b_in_a.scale();
        inner_a > margin && inner_b > margin && distance_squared < shared * shared
    }
}

/// Pair of spheres at which a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FrontierPair {
    pub spheres: [u32; 2],
    pub gap: Gap,
}

/// Distance between the surfaces of two spheres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gap {
    /// The spheres collide.
    None,
    /// Lower bound of the distance in scene units, up to rounding. Below 0, they may collide.
    AtLeast(f64),
}

impl FrontierPair {
    /// Returns a separated pair.
    pub(crate) fn apart(spheres: [u32; 2], gap: f64) -> FrontierPair {
        let gap = Gap::AtLeast(gap);
        FrontierPair { spheres, gap }
    }
}

/// Separated pairs of spheres at which a search ended, as far as the next frame needs them.
#[derive(Debug, Default)]
pub(crate) enum SeparatedPairs {
    /// None is kept.
    #[default]
    Dropped,
    /// All, each with its gap, for a start at the frontier (D12).
    Listed(Vec<FrontierPair>),
    /// Only the least gap, in the unit of the pair, for a start from witnesses (D19). Infinite
    /// while no pair is separated.
    LeastGap(f64),
}

impl SeparatedPairs {
    /// Adds two spheres, from the squared distance of their centers and the sum of their radii in
    /// the unit of the pair.
    #[inline]
    pub(super) fn add(
        &mut self,
        trees: &TreePair,
        spheres: [u32; 2],
        distance_squared: f64,
        radii: f64,
    ) {
        match self {
            SeparatedPairs::Dropped => {}
            SeparatedPairs::Listed(list) => {
                let gap = trees.gap(distance_squared, radii);
                list.push(FrontierPair::apart(spheres, gap));
            }
            SeparatedPairs::LeastGap(least) => {
                // Squares compare without a root. Few pairs lower the least gap.
                let beyond = radii + *least;
                if distance_squared < beyond * beyond {
                    *least = distance_squared.sqrt() - radii;
                }
            }
        }
    }

    /// Adds two spheres whose gap is known, in scene units.
    pub(super) fn push(&mut self, trees: &TreePair, spheres: [u32; 2], gap: f64) {
        match self {
            SeparatedPairs::Dropped => {}
            SeparatedPairs::Listed(list) => list.push(FrontierPair::apart(spheres, gap)),
            SeparatedPairs::LeastGap(least) => *least = least.min(gap * trees.b_in_a.scale()),
        }
    }

    /// Returns the least gap in the unit of the pair, if the search keeps it. There is none while
    /// no pair is separated: an infinite gap would prove bodies apart that nothing has compared.
    pub(super) fn least_gap(&self) -> Option<f64> {
        match self {
            SeparatedPairs::LeastGap(least) if least.is_finite() => Some(*least),
            SeparatedPairs::Dropped | SeparatedPairs::Listed(_) | SeparatedPairs::LeastGap(_) => {
                None
            }
        }
    }

    /// Returns the number of listed pairs.
    pub(super) fn listed(&self) -> usize {
        match self {
            SeparatedPairs::Listed(list) => list.len(),
            SeparatedPairs::Dropped | SeparatedPairs::LeastGap(_) => 0,
        }
    }

    /// Removes all listed pairs but the first `count`. A least gap stays: at worst it is less than
    /// that of the remaining pairs.
    pub(super) fn truncate(&mut self, count: usize) {
        if let SeparatedPairs::Listed(list) = self {
            list.truncate(count);
        }
    }

    /// Moves the listed pairs out.
    pub(super) fn take_list(&mut self) -> Vec<FrontierPair> {
        match self {
            SeparatedPairs::Listed(list) => std::mem::take(list),
            SeparatedPairs::Dropped | SeparatedPairs::LeastGap(_) => Vec::new(),
        }
    }
}

/// Result of a sphere test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SphereTest {
    Collide(SphereContact),
    /// Gap between separated spheres, in scene units, up to rounding.
    Apart(f64),
}

/// Proved bounds of one pair of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairBounds {
    /// Smallest proved upper bound of the separation, in scene units.
    pub bound: f64,
    /// Spheres that prove `bound`.
    pub nearest: [u32; 2],
    /// Spheres whose inner balls prove that the solids share a point.
    pub inside: Option<[u32; 2]>,
    /// The solids are proved to share a point.
    pub interfering: bool,
    /// Deepest level of compared spheres.
    pub level: u8,
}

impl PairBounds {
    /// State before the first test.
    pub(crate) const NOTHING: PairBounds = PairBounds {
        bound: f64::INFINITY,
        nearest: [0, 0],
        inside: None,
        interfering: false,
        level: 0,
    };

    /// Returns the pairs of spheres that prove the bounds, each once.
    pub(super) fn proofs(self) -> impl Iterator<Item = [u32; 2]> {
        let inside = self.inside.filter(|inside| *inside != self.nearest);
        [Some(self.nearest), inside].into_iter().flatten()
    }

    /// Improves the bounds by two colliding spheres, and returns their contact.
    ///
    /// "the best estimate of the separation distance is the minimum of the upper bounds over all
    /// the pairs" [§9.2].
    #[inline]
    pub(super) fn update(
        &mut self,
        trees: &TreePair,
        spheres: [u32; 2],
        distance_squared: f64,
    ) -> SphereContact {
        let contact = trees.contact(spheres, distance_squared);
        if contact.bound < self.bound {
            self.bound = contact.bound;
            self.nearest = spheres;
        }
        if self.inside.is_none() && trees.solids_overlap(spheres, distance_squared) {
            self.inside = Some(spheres);
            self.interfering = true;
        }
        contact
    }
}

/// Returns the bound on the rounding of the distance of two spheres at a pose in scene units.
pub(super) fn rounding_at(pose: &RelativePose) -> f64 {
    let unit_pose = pose.unit_sized();
    unit_pose.in_scene_units(unit_pose.distance_margin())
}
