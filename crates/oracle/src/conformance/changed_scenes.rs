//! Variants of a scene: other order of bodies, other scale, other position.

use super::{Failure, OFFSETS, Suite, each_frame, truths};
use crate::truth::Truth;
use collision::{BodyId, BodyPair, Contained, FacePair, Findings, Reason};
use geometry::{Vec3, power_of_two};
use scenes::Scene;

/// Least exponent at which scaling is exact. Below it, coordinates may have bits below 2^-1074.
const LEAST_EXACT_EXPONENT: i32 = -800;

impl Suite<'_> {
    pub(super) fn check_reversed(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with bodies in reverse order";
        let reversed = scene.reversed();
        let mut detector = self.prepared(variant, &reversed)?;
        each_frame(&mut *detector, &reversed, &reversed.query(), |i, found| {
            let found = mapped_back(&found, scene.bodies.len());
            self.compare(variant, &truths[i], &found)
        })
    }

    /// Checks a scaled scene.
    ///
    /// Scaling by a power of two changes no verdict unless coordinates underflow. In that case
    /// brute force computes the truth again, and the detector may refuse bodies that rounding made
    /// concave.
    pub(super) fn check_scaled(
        &self,
        scene: &Scene,
        exponent: i32,
        truths: &[Truth],
    ) -> Result<(), Failure> {
        // A large scene may leave the accepted range of coordinates.
        let Ok(scaled) = scene.scaled_by_power_of_two(exponent) else {
            return Ok(());
        };
        let variant = format!("scaled by 2^{exponent}");
        if exponent >= LEAST_EXACT_EXPONENT {
            return self.run(&variant, &scaled, truths).map(drop);
        }
        let Some(mut detector) = self.admitted(&scaled)? else {
            return Ok(());
        };
        let truths = self::truths(&scaled);
        let found = self.run_prepared(&mut *detector, &variant, &scaled, &truths);
        found.map(drop)
    }

    /// Checks moved scenes against their own truth, because moving rounds every coordinate.
    pub(super) fn check_moved(&self, scene: &Scene) -> Result<(), Failure> {
        let side = scene.world_cube.size().max_element().max(f64::MIN_POSITIVE);
        let unit = power_of_two(side.log2().ceil() as i32);
        for exponent in OFFSETS {
            let offset = unit * power_of_two(exponent) * Vec3::new(1.0, -0.5, 2.0);
            // The largest offset takes a large scene out of the accepted range.
            let Ok(moved) = scene.moved(offset) else {
                continue;
            };
            let variant = format!("moved by 2^{exponent} of its sizes");
            self.run(&variant, &moved, &truths(&moved))?;
        }
        Ok(())
    }
}

/// Maps the findings of a scene with `count` reversed bodies back to the original order.
fn mapped_back(found: &Findings, count: usize) -> Findings {
    let body = |id: BodyId| BodyId(count as u32 - 1 - id.0);
    let bodies = |pair: BodyPair| BodyPair::new(body(pair.a), body(pair.b));
    // The order of each pair was reversed, too.
    let mut mapped = found.clone();
    for contact in &mut mapped.contacts {
        let FacePair { face_a, face_b, .. } = contact.pair;
        contact.pair = FacePair {
            bodies: bodies(contact.pair.bodies),
            face_a: face_b,
            face_b: face_a,
        };
    }
    for finding in &mut mapped.bodies {
        finding.pair = bodies(finding.pair);
        finding.reason = match finding.reason {
            Reason::Contained(Contained::AInB) => Reason::Contained(Contained::BInA),
            Reason::Contained(Contained::BInA) => Reason::Contained(Contained::AInB),
            other => other,
        };
    }
    for pair in &mut mapped.undecided {
        *pair = bodies(*pair);
    }
    let evidence = &mut mapped.evidence;
    for certificate in &mut evidence.certificates {
        certificate.pair = bodies(certificate.pair);
        certificate.centers = certificate.centers.map(|[a, b]| [b, a]);
    }
    for contact in &mut evidence.spheres {
        contact.spheres.reverse();
    }
    evidence.certificates.sort_unstable_by_key(|c| c.pair);
    mapped.contacts.sort_unstable();
    mapped.bodies.sort_unstable();
    mapped.undecided.sort_unstable();
    mapped
}
