//! Step 3: pairs of nodes, from the roots down.
//!
//! Good for bodies of which few nodes overlap: a step compares up to 64 pairs of boxes and prunes
//! all that is below those that are apart. A step costs one comparison along three axes with all
//! children of B side by side, and one along six for each of those that are left, with all children
//! of A side by side. The essence:
//! 1. Take the newest pair of nodes. Leave out the children of B outside the box of A's node, and
//!    compare the boxes of the others with those of A's children, all with all.
//! 2. Put the pairs that overlap on a stack. A leaf waits until the other side has come to leaves,
//!    too. So does a node whose children are below the margin, as nothing separates them; two such
//!    nodes are left to `world_walk`.
//! 3. Compare the faces of two leaves with each other's slabs (`cluster_pair`).
//! 4. Collect the pairs of faces that are left. Compare eight at once along the axes of edges, and
//!    visit those that may meet.
//! 5. Stop at a limit of pairs of nodes. The walk goes on later, or gives half of its stack away.
//!
//! For a first contact and for a reach, the pair of children whose boxes overlap most comes next
//! (`Deepest`), in the first pairs of nodes (`DIVES`): a walk then goes straight down to where the
//! bodies are deepest in each other. That pair is taken out of its run, so a node of B may be
//! mapped once more.
//!
//! A pair of nodes is replaced by pairs below it, and one is dropped only if an axis separates its
//! boxes by more than the margin (`pair_frame`). So when a search ends at a limit, two faces that
//! may meet have come to the visitor, or are below exactly one pair on the stack: the walk can go
//! on later, or be divided between threads, without a loss, and no pair of faces comes twice. The
//! newest pair is taken first, which keeps the stack short: a step adds at most 64 pairs.
//!
//! Where a body lies on a copy of itself, a node is compared with itself, and its children in one
//! order: child `k` of A with children `j >= k` of B. What is below the other pairs is the mirror
//! image of what is below these, so half of all is compared. Two different nodes that the walk
//! comes to are never one below the other, so only a node and itself have both orders below them.

use crate::cluster_pair::{ClusterPair, MovedCorners};
use crate::counters::BvhWork;
use crate::hierarchy::{Cluster, WideNode};
use crate::hierarchy_pair::{Candidate, HierarchyPair};
use crate::pair_frame::{MovedBoxes, PairFrame};
use crate::world_walk::WorldWalk;
use geometry::bvh::Walk;
use geometry::edge_axes::EdgeBatch;
use geometry::lanes::{Dispatch, Instructions, Register, WIDTH, dispatch, set_bits};

/// Walk through two hierarchies: what is still to be compared, and buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairWalk {
    /// Pairs of nodes.
    stack: Vec<[u32; 2]>,
    /// Pairs of nodes that are still compared deepest first, if the order asks.
    dives: u32,
    batch: EdgeBatch,
    world: WorldWalk,
}

/// Pairs of nodes that a walk compares deepest first: most first contacts are found within as many.
/// Bodies that have none are compared whole, and each pair takes up to twice as long in that order.
const DIVES: u32 = 12;

/// Order in which a walk compares the pairs of children of two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkOrder {
    /// As they are stored: those with one node of B in a row.
    AsStored,
    /// The pair that overlaps most first, for a walk that ends at the first faces it finds: of the
    /// first [`DIVES`] pairs of nodes.
    DeepestFirst,
}

impl WalkOrder {
    /// Returns the order for one contact or for all.
    pub(crate) fn of_query(first_only: bool) -> WalkOrder {
        if first_only {
            WalkOrder::DeepestFirst
        } else {
            WalkOrder::AsStored
        }
    }
}

/// Reason why a walk returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkEnd {
    /// All pairs of faces are compared.
    Done,
    /// The visitor stopped, or the frame has a reach, which nodes that rounding hides leave open.
    Stopped,
    /// Some pairs of nodes are still to be compared.
    Limit,
}

/// Pairs of nodes that there is room for before the first walk, 4 KiB: more than walks of bodies of
/// some thousand faces need.
const STACK_ROOM: usize = 512;

impl PairWalk {
    /// Makes room for walks. It is written once: a page of memory that is new takes longer than a
    /// walk of few nodes.
    pub(crate) fn reserve(&mut self) {
        self.stack.resize(STACK_ROOM, [0; 2]);
        self.stack.clear();
    }

    /// Begins with the roots.
    pub(crate) fn start(&mut self) {
        self.stack.clear();
        self.stack.push([0, 0]);
        self.dives = DIVES;
    }

    /// Takes about half of what another walk has still to compare, in place of its own: of the
    /// oldest pairs of nodes, which are those highest in the hierarchies.
    pub(crate) fn take_half(&mut self, other: &mut PairWalk) {
        self.stack.clear();
        let half = other.stack.len() / 2;
        self.stack.extend(other.stack.drain(..half));
    }

    /// Calls `visit` with all pairs of faces that are not proved to be apart, by the reach of the
    /// frame if it has one, until it returns [`Walk::Stop`], or `limit` pairs of nodes are
    /// compared: with a reach, a [`BvhWork::cost`] of `limit`. The vector instructions of this
    /// processor are chosen here: results are the same with all.
    pub(crate) fn search(
        &mut self,
        pair: &HierarchyPair<'_>,
        order: WalkOrder,
        limit: u64,
        work: &mut BvhWork,
        visit: impl FnMut(Candidate, &mut BvhWork) -> Walk,
    ) -> WalkEnd {
        let mut end = WalkEnd::Done;
        dispatch(Search {
            walk: self,
            pair,
            order,
            limit,
            work,
            visit,
            end: &mut end,
        });
        end
    }
}

/// A walk with instructions that are chosen at run time.
struct Search<'a, V> {
    walk: &'a mut PairWalk,
    pair: &'a HierarchyPair<'a>,
    order: WalkOrder,
    limit: u64,
    work: &'a mut BvhWork,
    visit: V,
    end: &'a mut WalkEnd,
}

impl<V: FnMut(Candidate, &mut BvhWork) -> Walk> Dispatch for Search<'_, V> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let PairWalk {
            stack,
            dives,
            batch,
            world,
        } = self.walk;
        batch.clear();
        world.clear();
        let walker = Walker {
            on,
            pair: self.pair,
            order: self.order,
            dives,
            stack,
            world,
            faces: FacePairs {
                on,
                frame: self.pair.frame,
                batch,
                work: self.work,
                visit: self.visit,
            },
            boxes: Default::default(),
            corners: Default::default(),
        };
        *self.end = walker.run(self.limit);
    }
}

/// A walk under way.
struct Walker<'a, I, V> {
    on: I,
    pair: &'a HierarchyPair<'a>,
    order: WalkOrder,
    dives: &'a mut u32,
    stack: &'a mut Vec<[u32; 2]>,
    world: &'a mut WorldWalk,
    faces: FacePairs<'a, I, V>,
    /// The node of B mapped last, and the cluster: pairs that follow each other often share them.
    boxes: (Option<u32>, MovedBoxes),
    corners: (Option<u32>, MovedCorners),
}

impl<I: Instructions, V: FnMut(Candidate, &mut BvhWork) -> Walk> Walker<'_, I, V> {
    /// Walks until `limit` more is spent.
    #[inline(always)]
    fn run(mut self, limit: u64) -> WalkEnd {
        let limit = self.spent().saturating_add(limit);
        let mut end = WalkEnd::Done;
        while let Some(nodes) = self.stack.pop() {
            if self.spent() >= limit {
                // It is still to be compared, by the walk that goes on.
                self.stack.push(nodes);
                end = WalkEnd::Limit;
                break;
            }
            if self.compare(nodes) == Walk::Stop {
                self.stack.clear();
                return WalkEnd::Stopped;
            }
        }
        // Faces that wait for a full batch are below no pair on the stack, so not even a limit
        // leaves them to another walk.
        if self.faces.finish() == Walk::Stop {
            self.stack.clear();
            return WalkEnd::Stopped;
        }
        end
    }

    /// Returns what counts against the limit.
    #[inline(always)]
    fn spent(&self) -> u64 {
        if self.pair.frame.has_reach {
            self.faces.work.cost()
        } else {
            self.faces.work.node_pairs
        }
    }

    /// Compares the children of two nodes, and puts on the stack, or visits, what overlaps.
    #[inline(always)]
    fn compare(&mut self, [i, j]: [u32; 2]) -> Walk {
        let HierarchyPair {
            hierarchies: [a, b],
            faces,
            frame,
            ..
        } = self.pair;
        let node_a = a.node(i, faces[0].triangles);
        let node_b = b.node(j, faces[1].triangles);
        if self.boxes.0 != Some(j) {
            self.boxes.0 = Some(j);
            frame.move_boxes(self.on, node_b, &mut self.boxes.1);
        }
        let (mut overlaps, deepest) = self.overlaps(node_a);
        if self.pair.coincide && i == j {
            overlaps &= ONE_ORDER;
        }
        self.faces.work.node_pairs += 1;
        // Rounding hides what is below a leaf from this walk, too: it does not go down there.
        let is_hidden = [
            node_a.cluster.is_some() || frame.hides(self.on, node_a),
            node_b.cluster.is_some() || self.boxes.1.are_hidden,
        ];
        let stack = &mut *self.stack;
        let begin = stack.len();
        match (node_a.cluster, node_b.cluster) {
            (Some(_), Some(_)) => return self.compare_leaves([node_a, node_b], j, overlaps),
            _ if is_hidden == [true; 2] && overlaps != 0 => return self.search_world([i, j]),
            // B waits: a child of A that overlaps any child of B goes on with B's node itself.
            _ if is_hidden[1] => {
                for k in set_bits(all_bytes(overlaps)) {
                    stack.push([node_a.children[k], j]);
                }
            }
            _ if is_hidden[0] => {
                for k in set_bits(first_bits(overlaps)) {
                    stack.push([i, node_b.children[k / WIDTH]]);
                }
            }
            _ => {
                // Bits are in the order of B's children: pairs with one node of B follow each
                // other, so that its boxes are mapped once.
                for k in set_bits(overlaps) {
                    stack.push([node_a.children[k % WIDTH], node_b.children[k / WIDTH]]);
                }
            }
        }
        if let Some([k, l]) = deepest {
            let child_a = if is_hidden[0] { i } else { node_a.children[k] };
            let child_b = if is_hidden[1] { j } else { node_b.children[l] };
            make_newest(&mut stack[begin..], [child_a, child_b]);
        }
        Walk::Skip
    }

    /// Returns which children of a node of A overlap those of the node of B that was mapped last
    /// ([`PairFrame::overlaps`]), and which two overlap most, if the order asks.
    #[inline(always)]
    fn overlaps(&mut self, node_a: &WideNode) -> (u64, Option<[usize; 2]>) {
        let (on, frame, boxes_b) = (self.on, self.pair.frame, &self.boxes.1);
        let tests = &mut self.faces.work.box_tests;
        if self.order == WalkOrder::AsStored || *self.dives == 0 {
            let overlaps = frame.overlaps(on, node_a, boxes_b, tests, |_, _| ());
            return (overlaps, None);
        }
        *self.dives -= 1;
        let mut deepest = Deepest::none(on);
        let add = |child, separations| deepest.add(on, child, separations);
        let overlaps = frame.overlaps(on, node_a, boxes_b, tests, add);
        (overlaps, deepest.children(node_a.len))
    }

    /// Compares the faces of two leaves whose boxes overlap, of which that of B is node `j`.
    #[inline(always)]
    fn compare_leaves(&mut self, leaves: [&WideNode; 2], j: u32, overlaps: u64) -> Walk {
        if overlaps == 0 {
            return Walk::Skip;
        }
        let HierarchyPair {
            hierarchies: [a, b],
            faces,
            frame,
            ..
        } = *self.pair;
        let work = &mut *self.faces.work;
        work.leaf_pairs += 1;
        work.slab_tests += u64::from(overlaps.count_ones());
        let cluster = b.cluster(leaves[1], &faces[1]);
        if self.corners.0 != Some(j) {
            self.corners.0 = Some(j);
            move_corners(self.on, frame, cluster, &mut self.corners.1);
        }
        let pair = ClusterPair {
            a: a.cluster(leaves[0], &faces[0]),
            b: cluster,
            b_in_a: &self.corners.1,
            frame,
        };
        for j in set_bits(first_bits(overlaps)) {
            let j = j / WIDTH;
            let mask = (overlaps >> (WIDTH * j)) as u32 & 0xff;
            for k in set_bits(u64::from(pair.in_slabs_of(self.on, j, mask))) {
                let faces = [leaves[0].children[k], leaves[1].children[j]];
                if self.faces.push(faces, pair.corners(k, j)) == Walk::Stop {
                    return Walk::Stop;
                }
            }
        }
        Walk::Skip
    }

    /// Searches the faces below two nodes in world space.
    #[inline(always)]
    fn search_world(&mut self, nodes: [u32; 2]) -> Walk {
        // World boxes are compared without the reach, so they cannot prove it.
        if self.pair.frame.has_reach {
            return Walk::Stop;
        }
        // First, so that the first contact does not depend on the limit.
        if self.faces.finish() == Walk::Stop {
            return Walk::Stop;
        }
        let FacePairs { work, visit, .. } = &mut self.faces;
        self.world.search(self.pair, nodes, work, visit)
    }
}

/// Moves a pair of nodes to the end of a list, so that it is the next to be compared. It is not in
/// the list if the bodies coincide and [`ONE_ORDER`] left the mirrored pair only.
#[inline(always)]
fn make_newest(pairs: &mut [[u32; 2]], pair: [u32; 2]) {
    if let Some(at) = pairs.iter().position(|other| *other == pair) {
        let newest = pairs.len() - 1;
        pairs.swap(at, newest);
    }
}

/// Search for the children of two nodes whose boxes overlap most: by the least depth along any
/// axis.
#[derive(Clone, Copy, Debug)]
struct Deepest<R> {
    /// Least separation so far of each child of A, negative where it overlaps.
    separations: R,
    /// Index of the child of B at that separation, as a number: lanes are `f32`.
    child: R,
}

impl<R: Register> Deepest<R> {
    #[inline(always)]
    fn none(on: impl Instructions<Register = R>) -> Deepest<R> {
        Deepest {
            separations: on.splat(f32::INFINITY),
            child: on.splat(0.0),
        }
    }

    /// Takes how far the children of A are from a child of B.
    #[inline(always)]
    fn add(&mut self, on: impl Instructions<Register = R>, child: usize, separations: R) {
        let (least, child) = (self.separations, on.splat(child as f32));
        self.child = least.select_above(separations, child, self.child);
        self.separations = least.select_above(separations, separations, least);
    }

    /// Returns the children of A and B that overlap most, if any do. The first `len` lanes are
    /// children of A.
    #[inline(always)]
    fn children(&self, len: u32) -> Option<[usize; 2]> {
        let (separations, children) = (self.separations.store(), self.child.store());
        let lanes = 0..(len as usize).min(WIDTH);
        let by_depth = |k: &usize, l: &usize| separations[*k].total_cmp(&separations[*l]);
        let deepest = lanes.min_by(by_depth)?;
        (separations[deepest] <= 0.0).then_some([deepest, children[deepest] as usize])
    }
}

/// Steps 5 and 6: pairs of faces that are left, eight at a time.
struct FacePairs<'a, I, V> {
    on: I,
    frame: &'a PairFrame,
    batch: &'a mut EdgeBatch,
    work: &'a mut BvhWork,
    visit: V,
}

impl<I: Instructions, V: FnMut(Candidate, &mut BvhWork) -> Walk> FacePairs<'_, I, V> {
    /// Adds a pair, with its corners in A's space.
    #[inline(always)]
    fn push(&mut self, faces: [u32; 2], corners: [[[f32; 3]; 3]; 2]) -> Walk {
        self.batch.push(faces, corners);
        if self.batch.is_full() {
            self.finish()
        } else {
            Walk::Skip
        }
    }

    /// Compares the pairs, visits those that may meet, and drops all.
    #[inline(always)]
    fn finish(&mut self) -> Walk {
        if self.batch.faces().is_empty() {
            return Walk::Skip;
        }
        let verdicts = self.batch.verdicts(self.on, &self.frame.edges());
        self.work.edge_tests += self.batch.faces().len() as u64;
        for (k, faces) in self.batch.faces().iter().enumerate() {
            if verdicts.apart >> k & 1 == 1 {
                continue;
            }
            let candidate = Candidate {
                faces: *faces,
                crosses: verdicts.crossing >> k & 1 == 1,
            };
            if (self.visit)(candidate, self.work) == Walk::Stop {
                return Walk::Stop;
            }
        }
        self.batch.clear();
        Walk::Skip
    }
}

/// Of the pairs of a node's children with themselves, those in which that of A is not after that of
/// B.
const ONE_ORDER: u64 = 0xff7f_3f1f_0f07_0301;

/// Returns the lowest bit of each byte that is not zero.
#[inline(always)]
fn first_bits(bytes: u64) -> u64 {
    let halves = bytes | bytes >> 4;
    let quarters = halves | halves >> 2;
    (quarters | quarters >> 1) & 0x0101_0101_0101_0101
}

/// Returns the bits that any byte has.
#[inline(always)]
fn all_bytes(bytes: u64) -> u64 {
    let halves = bytes | bytes >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) & 0xff
}

/// Moves the corners of a cluster of B to A's space, in place: a result would be copied.
#[inline(always)]
fn move_corners(
    on: impl Instructions,
    frame: &PairFrame,
    cluster: &Cluster,
    moved: &mut MovedCorners,
) {
    for (corner, moved) in cluster.corners.iter().zip(moved) {
        let [x, y, z] = frame.points_to_a(on, &on.load3(corner));
        *moved = [x.store(), y.store(), z.store()];
    }
}

#[cfg(test)]
mod tests;
