//! Ends of all boxes on three axes, each as one number of 64 bits that sorts.

use crate::endpoints::{key_value, order_key};
use crate::presence::is_present;
use geometry::{Aabb, Vec3};

/// Minimum or maximum of a body's box on one axis (D5).
///
/// From the top: the first bits of [`order_key`], one bit that is set for a maximum, and the body's
/// index in as many bits as the bodies need. Equal values have equal bits, and larger values do not
/// have smaller ones. At equal bits a minimum is less than a maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BoxEnd(u64);

/// Ends of a body that is not there: its minimum is above all others, its maximum below them.
const ABSENT: [BoxEnd; 2] = [BoxEnd(u64::MAX), BoxEnd(0)];

/// Number of bodies that may come before all ends get one bit more for their bodies.
const SPARE_BODIES: usize = 8;

/// Ends of the boxes in one update, by body.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    /// On each axis the minima of all bodies, then their maxima: an end is at its [`Ends::slot`].
    axes: [Vec<BoxEnd>; 3],
    /// Number of bodies that have room, a power of two. Zero before the first update.
    room: usize,
    /// Number of bodies that were written. Those behind are absent.
    count: usize,
}

/// Bodies that came and went between two updates.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrivals {
    pub(super) appeared: Vec<u32>,
    pub(super) removed: Vec<u32>,
}

impl Ends {
    /// Returns the number of bodies that have room.
    pub(super) fn room(&self) -> usize {
        self.room
    }

    /// Removes all bodies, and makes room for this many and some more.
    pub(super) fn make_room(&mut self, bodies: usize) {
        self.room = (bodies + SPARE_BODIES).next_power_of_two();
        self.count = 0;
        for axis in &mut self.axes {
            axis.clear();
            axis.resize(self.room, ABSENT[0]);
            axis.resize(2 * self.room, ABSENT[1]);
        }
    }

    /// Replaces the ends by those of these boxes, which have room. Notes the bodies that were not
    /// there in the `last` update, and those that are gone.
    pub(super) fn fill(&mut self, boxes: &[Aabb], last: &Ends, arrivals: &mut Arrivals) {
        arrivals.appeared.clear();
        arrivals.removed.clear();
        let room = self.room;
        let [x, y, z] = &mut self.axes;
        set_axis(x, room, boxes, |b| [b.min.x, b.max.x]);
        set_axis(y, room, boxes, |b| [b.min.y, b.max.y]);
        set_axis(z, room, boxes, |b| [b.min.z, b.max.z]);
        let was_there = |body: usize| last.contains(body);
        for (body, bounds) in boxes.iter().enumerate() {
            let is_there = is_present(bounds);
            if !is_there {
                self.remove(body);
            }
            match (was_there(body), is_there) {
                (false, true) => arrivals.appeared.push(body as u32),
                (true, false) => arrivals.removed.push(body as u32),
                _ => {}
            }
        }
        for body in boxes.len()..self.count.max(last.count) {
            self.remove(body);
            if was_there(body) {
                arrivals.removed.push(body as u32);
            }
        }
        self.count = boxes.len();
    }

    fn remove(&mut self, body: usize) {
        for axis in &mut self.axes {
            [axis[body], axis[self.room + body]] = ABSENT;
        }
    }

    /// Returns true if a body is there.
    #[inline]
    pub(super) fn contains(&self, body: usize) -> bool {
        self.axes[0].get(body).is_some_and(|min| *min != ABSENT[0])
    }

    /// Returns both ends of a body on an axis.
    pub(super) fn of(&self, body: u32, axis: usize) -> [BoxEnd; 2] {
        let list = &self.axes[axis];
        [list[body as usize], list[self.room + body as usize]]
    }

    /// Returns the bodies that are there.
    pub(super) fn bodies(&self) -> impl Iterator<Item = u32> {
        (0..self.count)
            .filter(|body| self.contains(*body))
            .map(|body| body as u32)
    }

    /// Returns a table of the ends on an axis by slot.
    pub(super) fn on(&self, axis: usize) -> &[BoxEnd] {
        &self.axes[axis]
    }

    /// Returns the body of an end.
    #[inline]
    pub(super) fn body(&self, end: BoxEnd) -> usize {
        end.0 as usize & (self.room - 1)
    }

    /// Returns the bit that is set for a maximum.
    #[inline]
    pub(super) fn max_bit(&self) -> MaxBit {
        MaxBit(self.room as u64)
    }

    /// Returns the ends on an axis for comparisons.
    #[inline]
    pub(super) fn intervals(&self, axis: usize) -> AxisIntervals<'_> {
        let (minima, maxima) = self.axes[axis].split_at(self.room);
        AxisIntervals { minima, maxima }
    }

    /// Returns true if two bodies share a coordinate on an axis, as rounded.
    pub(super) fn overlap_on(&self, axis: usize, a: usize, b: usize) -> bool {
        self.intervals(axis).overlap(a, b)
    }

    /// Returns a box of the rounded ends, so that such boxes overlap where the ends do.
    pub(super) fn rounded_box(&self, body: usize) -> Aabb {
        if !self.contains(body) {
            return Aabb::EMPTY;
        }
        let code = 2 * self.room as u64 - 1;
        let corner = |slot: usize| {
            let value = |axis: &Vec<BoxEnd>| key_value(axis[slot].0 & !code);
            Vec3::from_array(self.axes.each_ref().map(value))
        };
        Aabb::new(corner(body), corner(self.room + body))
    }

    /// Returns the bytes of its buffers.
    pub(super) fn bytes(&self) -> usize {
        self.axes.iter().map(Vec::capacity).sum::<usize>() * size_of::<BoxEnd>()
    }
}

/// Ends of all bodies on one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisIntervals<'a> {
    minima: &'a [BoxEnd],
    maxima: &'a [BoxEnd],
}

impl AxisIntervals<'_> {
    /// Returns true if two bodies share a coordinate, as rounded.
    #[inline]
    pub(super) fn overlap(&self, a: usize, b: usize) -> bool {
        // Never equal: one is a minimum and one a maximum.
        (self.minima[a] < self.maxima[b]) & (self.minima[b] < self.maxima[a])
    }
}

/// Bit of an end that is set for a maximum.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaxBit(u64);

impl MaxBit {
    /// Returns true if an end is a maximum.
    #[inline]
    pub(super) fn is_in(self, end: BoxEnd) -> bool {
        end.0 & self.0 != 0
    }

    /// Returns true if one end is a minimum and the other a maximum.
    #[inline]
    pub(super) fn differs(self, a: BoxEnd, b: BoxEnd) -> bool {
        (a.0 ^ b.0) & self.0 != 0
    }
}

/// Writes the ends of all boxes on one axis, on which `ends` gives their values.
fn set_axis(axis: &mut [BoxEnd], room: usize, boxes: &[Aabb], ends: impl Fn(&Aabb) -> [f64; 2]) {
    let code = 2 * room as u64 - 1;
    let end = |value: f64, slot: usize| BoxEnd(order_key(value) & !code | slot as u64);
    let (minima, maxima) = axis.split_at_mut(room);
    let slots = minima.iter_mut().zip(maxima);
    for (body, (bounds, (minimum, maximum))) in boxes.iter().zip(slots).enumerate() {
        let [min, max] = ends(bounds);
        *minimum = end(min, body);
        *maximum = end(max, room + body);
    }
}

impl BoxEnd {
    /// Returns where a table has this end.
    #[inline]
    pub(super) fn slot_in(self, table: &[BoxEnd]) -> usize {
        self.0 as usize & (table.len() - 1)
    }

    /// Returns the least number that every end behind this one exceeds, for bodies of this many:
    /// two minima, or two maxima, of equal value may have any order.
    #[inline]
    pub(super) fn ahead_of(self, room: usize) -> BoxEnd {
        BoxEnd(self.0 | (room as u64 - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that differ in bits that the bodies take have equal ends, and overlap.
    #[test]
    fn ends_keep_the_order_of_values_and_rounded_boxes_overlap_as_they_do() {
        let values = [
            f64::NEG_INFINITY,
            -f64::MAX,
            -1.0,
            -1.0 + f64::EPSILON,
            -5e-324,
            -0.0,
            5e-324,
            1.0,
            1.0 + f64::EPSILON,
            f64::MAX,
            f64::INFINITY,
        ];
        let boxes: Vec<Aabb> = values
            .map(|x| Aabb::new(Vec3::splat(x), Vec3::splat(x)))
            .into();
        let mut ends = Ends::default();
        ends.make_room(1 << 20);
        ends.fill(&boxes, &Ends::default(), &mut Arrivals::default());
        assert_eq!(ends.bodies().count(), values.len());
        let mut equal = 0;
        for (a, x) in values.iter().enumerate() {
            for (b, y) in values.iter().enumerate() {
                let overlap = ends.overlap_on(1, a, b);
                assert!(overlap || x != y, "{x} {y}");
                let [p, q] = [a, b].map(|body| ends.rounded_box(body));
                assert_eq!(p.overlaps(&q), overlap, "{x} {y}");
                let [p, q] = [a, b].map(|body| ends.of(body as u32, 2));
                assert!(x > y || overlap || p[1] < q[0], "{x} {y}");
                equal += usize::from(overlap);
            }
        }
        assert!(equal > values.len() && equal < 3 * values.len(), "{equal}");
        assert!(!ends.overlap_on(0, 0, values.len()), "an absent body");
    }
}
