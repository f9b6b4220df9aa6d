//! Face pairs of two bodies by the boxes of the faces, part by part, for a first contact (D10).
//!
//! Good for any bodies, because nothing is precomputed. With `f` faces of both bodies, of which `k`
//! meet the overlap region: `f` comparisons, then about `2 k` to reach the first pairs. The
//! essence:
//! 1. List the faces whose boxes meet the overlap region.
//! 2. Halve the region, and go into the half with more pairs, until few pairs are left.
//! 3. Test these pairs, and stop at a contact. Only then visit the next part.

use crate::counters::OctreeWork;
use crate::face_bintree::FaceBintree;
use crate::face_pair_check::check_face_pair;
use collision::{BodyPair, FacePair, Findings, World};
use geometry::{Aabb, Interference};

/// Faces of two bodies near each other, with their boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FacePairsByBoxes {
    faces: [Vec<u32>; 2],
    boxes: [Vec<Aabb>; 2],
    bintree: FaceBintree,
}

impl FacePairsByBoxes {
    /// Lists the faces whose boxes meet the overlap region of the two bodies, which were moved in
    /// this frame.
    pub(crate) fn list(&mut self, world: &World, pair: BodyPair, work: &mut OctreeWork) {
        let [of_a, of_b] = [pair.a, pair.b].map(|body| world.boxes()[body.index()]);
        let region = of_a.intersection(&of_b);
        for (k, body) in [pair.a, pair.b].into_iter().enumerate() {
            let (faces, boxes) = (&mut self.faces[k], &mut self.boxes[k]);
            faces.clear();
            boxes.clear();
            for face in 0..world.face_count(body) {
                let bounds = world.triangle(body, face).aabb();
                if region.is_some_and(|region| bounds.overlaps(&region)) {
                    faces.push(face);
                    boxes.push(bounds);
                }
            }
            work.region_tests += u64::from(world.face_count(body));
            work.listed += faces.len() as u64;
        }
    }

    /// Tests the listed pairs whose boxes overlap, each once, and adds the first contact.
    pub(crate) fn find_contact(
        &mut self,
        world: &World,
        bodies: BodyPair,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        let [boxes_a, boxes_b] = &self.boxes;
        let [faces_a, faces_b] = &self.faces;
        let mut test = |[i, j]: [u32; 2], work: &mut OctreeWork| {
            let (face_a, face_b) = (faces_a[i as usize], faces_b[j as usize]);
            let a = world.triangle(bodies.a, face_a);
            let b = world.triangle(bodies.b, face_b);
            let kind = check_face_pair(&a, &b, work);
            found.add_contact(
                FacePair {
                    bodies,
                    face_a,
                    face_b,
                },
                kind,
            );
            kind != Interference::Apart
        };
        self.bintree
            .run_until(boxes_a, boxes_b, work, |pairs, work| {
                pairs.iter().any(|pair| test(*pair, work))
            });
    }
}
