//! Adaptive choice of bounding volumes [Su07 §3].
//!
//! "The BV selection is based on the criterion of minimizing S which is defined as the product of
//! the degree of complexity c and the degree of fitness of two BVs":
//! ```text
//! S = c (f1 + ε) (f2 + ε),   f = 1 − V_object / V_BV
//! ```
//! Good where a pair is tested more than once: the choice does not depend on the poses of rigid
//! bodies, so a caller makes it once per pair of nodes. Constant cost: at most 36 products.

use crate::bv_list::BvList;
use crate::costs::pair_cost;
use crate::volumes::VolumeKind;
use serde::{Deserialize, Serialize};

/// Addition `ε` to each fitness (D1). Without unit.
///
/// With `ε = 0`, a volume that fits exactly makes `S = 0` with any partner.
const FITNESS_OFFSET: f64 = 0.01;

/// Bounding volumes to test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VolumeChoice {
    /// For each pair of nodes, those of the least `S` [Su07 §3].
    #[default]
    Adaptive,
    /// Object-aligned boxes only.
    Box,
    /// Spheres only.
    Sphere,
    /// Cylinders only.
    Cylinder,
    /// Cones only.
    Cone,
    /// Wedges only.
    Wedge,
    /// Convex hulls only. A node without a hull uses its smallest volume instead.
    Hull,
}

impl VolumeChoice {
    /// Returns the index of the volume to test in each of two lists.
    ///
    /// Of pairs with the same `S`, the one of the least cost wins, then the one of the smallest
    /// volumes. The choice for swapped lists is the same, swapped, unless two pairs tie in all of
    /// these, as for two equal lists.
    ///
    /// # Panics
    /// If a list is empty, which [`BvList::new`] never returns.
    pub fn choose(self, lists: [&BvList; 2]) -> [usize; 2] {
        match self.fixed_kind() {
            Some(kind) => lists.map(|list| list.index_of(kind).unwrap_or(0)),
            None => adaptive(lists),
        }
    }

    /// Returns the type that is tested always. `None` for the adaptive choice.
    pub fn fixed_kind(self) -> Option<VolumeKind> {
        match self {
            VolumeChoice::Adaptive => None,
            VolumeChoice::Box => Some(VolumeKind::Box),
            VolumeChoice::Sphere => Some(VolumeKind::Sphere),
            VolumeChoice::Cylinder => Some(VolumeKind::Cylinder),
            VolumeChoice::Cone => Some(VolumeKind::Cone),
            VolumeChoice::Wedge => Some(VolumeKind::Wedge),
            VolumeChoice::Hull => Some(VolumeKind::Hull),
        }
    }
}

fn adaptive([first, second]: [&BvList; 2]) -> [usize; 2] {
    let mut best: Option<(Score, [usize; 2])> = None;
    for (i, a) in first.nodes().iter().enumerate() {
        for (j, b) in second.nodes().iter().enumerate() {
            let cost = pair_cost(&a.volume, &b.volume);
            let fit = (a.emptiness + FITNESS_OFFSET) * (b.emptiness + FITNESS_OFFSET);
            // The last two break ties alike for both orders of the lists.
            let score = Score([
                cost * fit,
                cost,
                a.fitness + b.fitness,
                a.fitness.max(b.fitness),
            ]);
            if best.as_ref().is_none_or(|(least, _)| score.is_less(least)) {
                best = Some((score, [i, j]));
            }
        }
    }
    best.expect("a BV list has a box").1
}

/// `S`, and what breaks ties, in order.
struct Score([f64; 4]);

impl Score {
    fn is_less(&self, other: &Score) -> bool {
        let mut order = self.0.iter().zip(&other.0).map(|(x, y)| x.total_cmp(y));
        order
            .find(|order| order.is_ne())
            .is_some_and(|order| order.is_lt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv_list::BvNode;
    use crate::volumes::tests::{cube, cylinder_cloud, hull_of};
    use geometry::Vec3;

    fn list((points, triangles): &(Vec<Vec3>, Vec<[u32; 3]>)) -> BvList {
        BvList::new(points, triangles).unwrap()
    }

    fn kinds(choice: [usize; 2], lists: [&BvList; 2]) -> [VolumeKind; 2] {
        let kind = |k: usize| lists[k].nodes()[choice[k]].volume.kind();
        [kind(0), kind(1)]
    }

    fn with_emptiness(list: &BvList, emptiness: impl Fn(VolumeKind) -> f64) -> BvList {
        let change = |node: &BvNode| BvNode {
            emptiness: emptiness(node.volume.kind()),
            ..node.clone()
        };
        BvList::of_nodes(list.nodes().iter().map(change).collect())
    }

    #[test]
    fn equal_fits_choose_two_spheres_and_exact_fits_choose_themselves() {
        let cube = list(&cube(Vec3::ONE));
        let equal = with_emptiness(&cube, |_| 0.3);
        let lists = [&equal, &equal];
        let spheres = [VolumeKind::Sphere; 2];
        assert_eq!(kinds(VolumeChoice::Adaptive.choose(lists), lists), spheres);
        // All fit exactly: `S` is `c ε²`, so the least cost wins again (D1).
        let exact = with_emptiness(&cube, |_| 0.0);
        let lists = [&exact, &exact];
        assert_eq!(kinds(VolumeChoice::Adaptive.choose(lists), lists), spheres);
        // The same `S` for all pairs: the least cost breaks the tie.
        let tied = with_emptiness(&cube, |_| -FITNESS_OFFSET);
        let lists = [&tied, &tied];
        assert_eq!(kinds(VolumeChoice::Adaptive.choose(lists), lists), spheres);
        // One exact fit does not make any partner as good.
        let lists = [&cube, &with_emptiness(&cube, |_| 0.9)];
        let chosen = kinds(VolumeChoice::Adaptive.choose(lists), lists);
        assert_eq!(chosen, [VolumeKind::Box, VolumeKind::Sphere]);
    }

    /// A ball of 400 vertices: its hull fits exactly, but each step of a search visits all
    /// vertices.
    #[test]
    fn large_hulls_cost_more_than_small_ones() {
        let point = |i: usize| {
            let (sine, cosine) = geometry::angle::sin_cos(0.381_966 * i as f64);
            let z = (2.0 * i as f64 + 1.0) / 400.0 - 1.0;
            let flat = (1.0 - z * z).sqrt();
            Vec3::new(flat * cosine, flat * sine, z)
        };
        let ball: Vec<Vec3> = (0..400).map(point).collect();
        let few = ball.iter().copied().step_by(25).collect::<Vec<_>>();
        let kind = |points: &[Vec3]| {
            let lists = [list(&hull_of(points)), list(&cube(Vec3::ONE))];
            let lists = lists.each_ref();
            kinds(VolumeChoice::Adaptive.choose(lists), lists)[0]
        };
        assert_eq!(kind(&few), VolumeKind::Hull);
        assert_eq!(kind(&ball), VolumeKind::Sphere);
    }

    #[test]
    fn the_choice_minimizes_s_and_swaps_with_the_lists() {
        let lists = [
            list(&cube(Vec3::new(3.0, 1.0, 0.2))),
            list(&hull_of(&cylinder_cloud())),
        ];
        let s = |choice: [usize; 2]| {
            let nodes = [0, 1].map(|k| &lists[k].nodes()[choice[k]]);
            let [f, g] = nodes.map(|node| node.emptiness + 0.01);
            pair_cost(&nodes[0].volume, &nodes[1].volume) * f * g
        };
        let chosen = VolumeChoice::Adaptive.choose([&lists[0], &lists[1]]);
        for i in 0..6 {
            for j in 0..6 {
                assert!(s(chosen) <= s([i, j]), "{chosen:?} against {i} {j}");
            }
        }
        let [i, j] = VolumeChoice::Adaptive.choose([&lists[1], &lists[0]]);
        assert_eq!([j, i], chosen);
    }

    #[test]
    fn a_fixed_type_is_used_where_it_exists() {
        let solid = list(&cube(Vec3::ONE));
        let square = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];
        let flat = BvList::new(&square, &[[0, 1, 2], [1, 3, 2]]).unwrap();
        for (volumes, kind) in [
            (VolumeChoice::Box, VolumeKind::Box),
            (VolumeChoice::Sphere, VolumeKind::Sphere),
            (VolumeChoice::Cylinder, VolumeKind::Cylinder),
            (VolumeChoice::Cone, VolumeKind::Cone),
            (VolumeChoice::Wedge, VolumeKind::Wedge),
        ] {
            let lists = [&solid, &flat];
            assert_eq!(kinds(volumes.choose(lists), lists), [kind; 2]);
        }
        let [hull, other] = VolumeChoice::Hull.choose([&solid, &flat]);
        assert_eq!(solid.nodes()[hull].volume.kind(), VolumeKind::Hull);
        assert_eq!((flat.index_of(VolumeKind::Hull), other), (None, 0));
    }

    #[test]
    fn options_are_named_in_kebab_case() {
        #[derive(Deserialize, Serialize)]
        struct Options {
            volumes: VolumeChoice,
        }
        for (name, volumes) in [
            ("adaptive", VolumeChoice::Adaptive),
            ("box", VolumeChoice::Box),
        ] {
            let text = format!("volumes = \"{name}\"\n");
            assert_eq!(toml::from_str::<Options>(&text).unwrap().volumes, volumes);
            assert_eq!(toml::to_string(&Options { volumes }).unwrap(), text);
        }
    }
}
