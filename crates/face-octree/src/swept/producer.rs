//! Step 3: pairs of faces near each other [Kitamura95 §3.4].
//!
//! As published, by the octree of the world cube over the faces at the first instant. Otherwise by
//! a bintree of each overlap region over the boxes of both instants, as the tuned face octree does.

use super::faces::{MovingBodies, SweptFaces, SweptItems};
use crate::counters::OctreeWork;
use crate::overlap_regions::OverlapRegions;
use crate::subdivision::{Items, Subdivision};
use crate::tuned::face_bintree::FaceBintree;
use crate::world_cube::world_cube;
use collision::{BodyId, BodyPair};
use geometry::Aabb;
use std::collections::HashSet;

/// Source of the face pair checklist. Keeps only buffers.
#[derive(Debug, Default)]
pub(crate) struct PairProducer {
    subdivision: Subdivision,
    near: FacesOfPair,
    /// Pairs that were published: only looked up, never listed.
    published: HashSet<[u32; 2]>,
}

/// Faces of one frame, and what of them is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a> {
    pub faces: &'a SweptFaces,
    pub bodies: &'a MovingBodies,
    pub regions: &'a OverlapRegions,
    /// True for the paper's octree at the first instant.
    pub published: bool,
    /// Number of halvings of the world cube.
    pub level: u32,
}

impl PairProducer {
    /// Lists the pairs of faces near each other, each once, as indices into the listed faces.
    pub(crate) fn list(
        &mut self,
        listed: &Listed<'_>,
        world: Option<Aabb>,
        pairs: &mut Vec<[u32; 2]>,
        work: &mut OctreeWork,
    ) {
        pairs.clear();
        if listed.published {
            let cube = world_cube(world, listed.bodies.now(), work);
            let mut items = SweptItems {
                faces: listed.faces.faces(),
                regions: listed.regions,
            };
            self.subdivision.run(&mut items, cube, listed.level, work);
            pairs.extend(self.subdivision.pairs().map(|(i, j)| [i, j]));
            return;
        }
        for pair in listed.regions.pairs() {
            let near = self.near(listed.faces, listed.bodies, *pair);
            near.bintree.run(&near.boxes[0], &near.boxes[1], work);
            pairs.extend(near.pairs());
        }
    }

    /// Passes each pair to `publish` as soon as it is found, each once.
    pub(crate) fn publish(
        &mut self,
        listed: &Listed<'_>,
        world: Option<Aabb>,
        publish: &mut dyn FnMut([u32; 2]),
        work: &mut OctreeWork,
    ) {
        if listed.published {
            let cube = world_cube(world, listed.bodies.now(), work);
            self.published.clear();
            let mut items = PublishedItems {
                items: SweptItems {
                    faces: listed.faces.faces(),
                    regions: listed.regions,
                },
                published: &mut self.published,
                publish,
            };
            self.subdivision.run(&mut items, cube, listed.level, work);
            return;
        }
        for pair in listed.regions.pairs() {
            let near = self.near(listed.faces, listed.bodies, *pair);
            near.run_until(work, |pair, _| {
                publish(pair);
                false
            });
        }
    }

    /// Returns the listed faces of two bodies that meet their overlap region.
    pub(crate) fn near(
        &mut self,
        faces: &SweptFaces,
        bodies: &MovingBodies,
        pair: BodyPair,
    ) -> &mut FacesOfPair {
        self.near.list(faces, bodies, pair);
        &mut self.near
    }
}

/// Items that publish a pair when they first share a voxel: "a face pair is only included if it was
/// not previously put there". Sorting drops repetitions elsewhere (D2), but comes too late here.
struct PublishedItems<'a> {
    items: SweptItems<'a>,
    published: &'a mut HashSet<[u32; 2]>,
    publish: &'a mut dyn FnMut([u32; 2]),
}

impl Items for PublishedItems<'_> {
    fn count(&self) -> u32 {
        self.items.count()
    }

    fn body(&self, item: u32) -> BodyId {
        self.items.body(item)
    }

    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool {
        self.items.meets(item, cube, work)
    }

    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let near = self.items.near(a, b, work);
        if near && self.published.insert([a, b]) {
            (self.publish)([a, b]);
        }
        near
    }
}

/// Listed faces of two bodies, by index, with their boxes.
#[derive(Debug, Default)]
pub(crate) struct FacesOfPair {
    faces: [Vec<u32>; 2],
    boxes: [Vec<Aabb>; 2],
    bintree: FaceBintree,
}

impl FacesOfPair {
    /// Lists the faces of two bodies whose boxes meet the overlap region of the bodies.
    fn list(&mut self, faces: &SweptFaces, bodies: &MovingBodies, pair: BodyPair) {
        let [of_a, of_b] = [pair.a, pair.b].map(|body| bodies.bounds(body));
        let region = of_a.intersection(&of_b);
        for (k, body) in [pair.a, pair.b].into_iter().enumerate() {
            let (listed, boxes) = (&mut self.faces[k], &mut self.boxes[k]);
            listed.clear();
            boxes.clear();
            for (i, face) in faces.of(body) {
                if region.is_some_and(|region| face.bounds.overlaps(&region)) {
                    listed.push(i);
                    boxes.push(face.bounds);
                }
            }
        }
    }

    /// Returns the pairs of the last run of the bintree.
    fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        let [a, b] = &self.faces;
        let pairs = self.bintree.pairs().iter();
        pairs.map(|[i, j]| [a[*i as usize], b[*j as usize]])
    }

    /// Passes each pair of faces whose boxes overlap to `stop`, until it returns true.
    pub(crate) fn run_until(
        &mut self,
        work: &mut OctreeWork,
        mut stop: impl FnMut([u32; 2], &mut OctreeWork) -> bool,
    ) {
        let ([a, b], [boxes_a, boxes_b]) = (&self.faces, &self.boxes);
        self.bintree
            .run_until(boxes_a, boxes_b, work, |pairs, work| {
                let mut pairs = pairs.iter().map(|[i, j]| [a[*i as usize], b[*j as usize]]);
                pairs.any(|pair| stop(pair, work))
            });
    }
}
