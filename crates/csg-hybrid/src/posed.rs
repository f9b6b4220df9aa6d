//! Body in the current frame: its pose, and the vertices that have been moved.

use geometry::relative_pose::LazyMatrixBounds;
use geometry::{Mesh, Pose, PosedExtent, Triangle, Vec3, WorldMap};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Body in the current frame. Threads that test pairs of bodies share it.
#[derive(Debug)]
pub struct HybridPosed {
    pub(crate) map: WorldMap,
    /// Bounds of the map's matrix, once a pair has needed them.
    matrix: LazyMatrixBounds,
    vertices: Vec<LazyVertex>,
    /// Number of the frame, from 1.
    frame: u32,
}

/// World vertex, moved by the first pair that needs it.
#[derive(Debug, Default)]
struct LazyVertex {
    /// Bits of the coordinates, valid in the frame `moved`.
    bits: [AtomicU64; 3],
    /// Frame in which it was moved last. 0 before the first.
    moved: AtomicU32,
}

impl LazyVertex {
    /// Returns the vertex in this frame, by `compute` if no pair has needed it. Counts it once in a
    /// frame, whatever the number of threads: if several compute it, all get the same bits.
    #[inline]
    fn get(&self, frame: u32, moved: &mut u64, compute: impl FnOnce() -> Vec3) -> Vec3 {
        if self.moved.load(Ordering::Acquire) == frame {
            let bits = self
                .bits
                .each_ref()
                .map(|bits| bits.load(Ordering::Relaxed));
            return Vec3::from_array(bits.map(f64::from_bits));
        }
        let vertex = compute();
        for (bits, x) in self.bits.iter().zip(vertex.to_array()) {
            bits.store(x.to_bits(), Ordering::Relaxed);
        }
        *moved += u64::from(self.moved.swap(frame, Ordering::AcqRel) != frame);
        vertex
    }
}

impl HybridPosed {
    pub(crate) fn new(vertex_count: usize) -> HybridPosed {
        HybridPosed {
            map: Pose::IDENTITY.world_map(),
            matrix: LazyMatrixBounds::default(),
            vertices: (0..vertex_count).map(|_| LazyVertex::default()).collect(),
            frame: 1,
        }
    }

    pub(crate) fn place(&mut self, pose: &Pose) {
        self.map = pose.world_map();
        self.matrix.reset();
        self.frame = self.frame.wrapping_add(1);
        if self.frame == 0 {
            // The vertices of 2³² frames ago would count as new ones.
            self.vertices.fill_with(LazyVertex::default);
            self.frame = 1;
        }
    }

    pub(crate) fn extent(&self, reach: f64) -> PosedExtent {
        self.matrix.extent(&self.map, reach)
    }

    /// Returns a face in world space, and counts the vertices that are moved for it.
    #[inline]
    pub(crate) fn triangle(&self, mesh: &Mesh, face: u32, moved: &mut u64) -> Triangle {
        let [a, b, c] = mesh.triangles()[face as usize].map(|i| {
            let i = i as usize;
            self.vertices[i].get(self.frame, moved, || self.map.apply(mesh.vertices()[i]))
        });
        Triangle::new(a, b, c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Quat;

    #[test]
    fn bounds_are_those_of_the_pose_of_the_frame() {
        let mut posed = HybridPosed::new(0);
        for length in [1.0 + 9e-7, 1.0, 1.0 - 5e-7] {
            let pose = Pose::new(Vec3::X, Quat::from_rotation_y(0.3) * length);
            posed.place(&pose);
            let expected = PosedExtent::new(pose.world_map(), 1.0).distance_margin();
            assert_eq!(
                posed.extent(1.0).distance_margin(),
                expected,
                "length {length}"
            );
        }
    }

    #[test]
    fn a_vertex_is_moved_and_counted_once_in_a_frame_by_any_number_of_threads() {
        let mesh = scenes::bodies::sphere(528).unwrap();
        let mut posed = HybridPosed::new(mesh.vertices().len());
        for frame in 0..20 {
            // Also across the end of the numbers.
            if frame == 10 {
                posed.frame = u32::MAX;
            }
            let pose = Pose::at(Vec3::splat(f64::from(frame)));
            posed.place(&pose);
            let map = pose.world_map();
            let move_all = || {
                let mut moved = 0;
                for face in 0..mesh.face_count() {
                    let expected = mesh.triangle(face).corners().map(|p| map.apply(p));
                    let got = posed.triangle(&mesh, face as u32, &mut moved).corners();
                    assert_eq!(got, expected);
                }
                moved
            };
            let sum: u64 = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(move_all)).collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap())
                    .sum()
            });
            assert_eq!(sum, mesh.vertices().len() as u64);
        }
    }
}
