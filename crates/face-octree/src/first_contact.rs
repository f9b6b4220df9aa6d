//! First contact: tests pairs as soon as they share a voxel, until their bodies are decided.

use crate::counters::OctreeWork;
use crate::subdivision::Items;
use collision::{BodyId, BodyPair};
use geometry::Aabb;

/// Items whose pairs are tested as soon as they share a voxel, instead of being listed. A pair of
/// bodies that is known to collide is not looked at again, nor is a cube that contains items of
/// such pairs only.
pub(crate) struct FirstContacts<'a, I, T> {
    /// Items of the subdivision.
    pub(crate) items: I,
    /// Test of two items of different bodies. Reports a contact and returns true if there is one.
    pub(crate) test: T,
    /// Pairs of bodies known to collide, sorted.
    pub(crate) decided: &'a mut Vec<BodyPair>,
}

impl<I: Items, T: FnMut(&I, u32, u32, &mut OctreeWork) -> bool> Items for FirstContacts<'_, I, T> {
    fn count(&self) -> u32 {
        self.items.count()
    }

    fn body(&self, item: u32) -> BodyId {
        self.items.body(item)
    }

    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool {
        self.items.meets(item, cube, work)
    }

    /// Never lists a pair: tests it here.
    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let pair = BodyPair::new(self.items.body(a), self.items.body(b));
        if let Err(index) = self.decided.binary_search(&pair)
            && self.items.near(a, b, work)
            && (self.test)(&self.items, a, b, work)
        {
            self.decided.insert(index, pair);
        }
        false
    }

    fn are_decided(&self, items: &[u32]) -> bool {
        // Items are sorted by body, so step from body to body.
        let body = |i: usize| self.items.body(items[i]);
        let next = |i: usize| i + items[i..].partition_point(|x| self.items.body(*x) == body(i));
        let mut i = 0;
        while i < items.len() {
            let mut j = next(i);
            while j < items.len() {
                let pair = BodyPair::new(body(i), body(j));
                if self.decided.binary_search(&pair).is_err() {
                    return false;
                }
                j = next(j);
            }
            i = next(i);
        }
        true
    }
}
