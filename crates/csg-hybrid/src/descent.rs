//! Trace of one descent into two CSG trees, for pictures and explanations [Su07 §3].
//!
//! It runs the steps of mode `verified` without shortcuts, so its tests are those that the detector
//! then makes of a pair of bodies that has just come near, in the same order.

use crate::counters::HybridWork;
use crate::detector::CsgHybrid;
use crate::model::HybridModel;
use crate::options::{CsgHybridOptions, HybridMode, Shortcuts};
use crate::pair::{HybridPair, PairCache};
use crate::selection::VolumeChoice;
use crate::verified::{descend, to_descend};
use collision::{BodyId, BodyPair, NarrowPhase, SharedPair};
use geometry::Pose;

/// Test of two nodes by their chosen volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeTest {
    /// A node of each tree.
    pub nodes: [u32; 2],
    /// Index of the test whose nodes led here. `None` for the roots.
    pub parent: Option<usize>,
    /// Indices of the chosen volumes in the BV lists of the nodes. `None` if no volume of a node is
    /// known, so that nothing was tested.
    pub volumes: Option<[usize; 2]>,
    /// Next step of the descent with these nodes.
    pub outcome: TestOutcome,
}

/// Consequence of a [`NodeTest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// The volumes are apart, and so is all below the nodes.
    Apart,
    /// The volumes may overlap, but the other child is apart and the operator freezes both.
    Frozen,
    /// The volumes may overlap, but no face of a body lies on the leaves of its node.
    WithoutFaces,
    /// The node of this body, 0 or 1, is replaced by its children.
    Descended(usize),
    /// Two leaves, whose faces decide.
    Leaves,
}

/// Returns the tests of two bodies in these poses, in order, the roots first.
///
/// Poses must be finite.
///
/// # Cost
/// That of a frame without its faces. It allocates: meant for inspection.
pub fn descent(
    models: [&HybridModel; 2],
    poses: &[Pose; 2],
    volumes: VolumeChoice,
) -> Vec<NodeTest> {
    let options = CsgHybridOptions {
        mode: HybridMode::Verified,
        volumes,
        // The trace is of volumes, as in the paper.
        shortcuts: Shortcuts::Off,
        ..CsgHybridOptions::default()
    };
    let posed = [0, 1].map(|i| {
        let mut posed = CsgHybrid::default().posed(models[i]);
        posed.place(&poses[i]);
        posed
    });
    let [a, b] = &posed;
    let bodies = SharedPair::<CsgHybrid>::new(BodyPair::new(BodyId(0), BodyId(1)), models, [a, b]);
    let (mut cache, mut work) = (PairCache::default(), HybridWork::default());
    let mut pair = HybridPair::new(&options, bodies, &mut cache, &mut work);
    let roots = pair.roots();
    let apart = pair.apart(roots);
    let mut tests = vec![entry(&pair, roots, None, apart)];
    let mut open = if apart { Vec::new() } else { vec![0] };
    let (mut tested, mut remaining) = (Vec::new(), Vec::new());
    while let Some(at) = open.pop() {
        let nodes = tests[at].nodes;
        let Some(expansion) = to_descend(&pair, nodes) else {
            tests[at].outcome = TestOutcome::Leaves;
            continue;
        };
        tests[at].outcome = TestOutcome::Descended(expansion.body);
        tested.clear();
        remaining.clear();
        let watch = |nodes, apart| tested.push((nodes, apart));
        descend(&mut pair, &expansion, &mut remaining, watch);
        let first = tests.len();
        let entries = tested.iter();
        tests.extend(entries.map(|(nodes, apart)| entry(&pair, *nodes, Some(at), *apart)));
        let index = |nodes: &[u32; 2]| {
            let index = tests[first..].iter().position(|test| test.nodes == *nodes);
            first + index.expect("a pair that remains was tested")
        };
        open.extend(remaining.iter().map(index));
    }
    tests
}

/// Returns the trace of a test. The outcome of nodes that remain follows later.
fn entry(pair: &HybridPair<'_>, nodes: [u32; 2], parent: Option<usize>, apart: bool) -> NodeTest {
    let lists = [0, 1].map(|i| pair.models[i].volumes(nodes[i] as usize));
    let volumes = match lists {
        [Some(a), Some(b)] => Some(pair.options.volumes.choose([a, b])),
        _ => None,
    };
    NodeTest {
        nodes,
        parent,
        volumes,
        outcome: if apart {
            TestOutcome::Apart
        } else if pair.have_faces(nodes) {
            TestOutcome::Frozen
        } else {
            TestOutcome::WithoutFaces
        },
    }
}
