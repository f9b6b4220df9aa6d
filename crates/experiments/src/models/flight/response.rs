//! Response to collisions [Hubbard96 §11.1]: ships that converge exchange their velocities along a
//! line of centers.
//!
//! "the response algorithm determines if the ships are converging by checking the relative
//! velocities of the colliding spheres (for BSP trees, it uses the bounding spheres). If they are
//! converging, it applies energy and momentum conservation to change the ships' velocities". The
//! spheres are several, and the paper does not say in which order they are checked, nor what
//! happens if one bounce makes the ships converge along another line. Here the order is that of the
//! search, and the spheres are checked again until the ships converge along no line, at most
//! [`MAX_SWEEPS`] times.

use broad_phase::Motion;
use collision::{BodyPair, Certificate, Contact, Findings, Known, SphereContact};
use geometry::{Mat3, Pose, Triangle, Vec3, WorldMap};
use scenes::ships::Ships;
use serde::Deserialize;
use sphere_tree::SphereTree;
use std::sync::Arc;

/// Rule by which ships bounce whose detector reports spheres. All others bounce upon their bounding
/// spheres, as in the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResponseRule {
    /// Along the line of centers of each pair of colliding spheres on which the ships converge.
    #[default]
    Published,
    /// Along one normal for the pair of ships: the mean of the lines of centers, each weighted by
    /// the overlap of its spheres and the smaller radius, or the mean normal of the faces that
    /// interfere.
    Tuned,
}

/// Maximum number of times that the spheres of two ships are checked. Lines in opposite directions
/// cannot all diverge: such ships would bounce to and fro forever.
const MAX_SWEEPS: usize = 16;

/// Length of a mean of unit vectors below which they have no common direction.
const NO_DIRECTION: f64 = 0.1;

/// Collision of two ships, with the certificate of a time-critical detector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collision {
    pub(super) pair: BodyPair,
    pub(super) certificate: Option<Certificate>,
}

/// Returns the collisions of an instant [Hubbard96 §4.1]: each pair that still has colliding
/// spheres or is known to interfere; of a detector without certificates each pair that it reports.
pub(super) fn collisions_of(found: &Findings) -> Vec<Collision> {
    if found.evidence.certificates.is_empty() {
        let pairs = found.bodies.iter().map(|body| body.pair);
        let certificate = None;
        return pairs.map(|pair| Collision { pair, certificate }).collect();
    }
    let certificates = found.evidence.certificates.iter();
    let colliding = certificates.filter(|c| c.known == Known::Interfering || c.centers.is_some());
    let collision = |certificate: &Certificate| Collision {
        pair: certificate.pair,
        certificate: Some(*certificate),
    };
    colliding.map(collision).collect()
}

/// Response of one flight.
#[derive(Debug)]
pub(super) struct Responder {
    rule: ResponseRule,
    /// Sphere-tree of each ship. Empty if the detector has none.
    trees: Vec<Arc<SphereTree>>,
}

/// State of an instant: what the detector found, and where the ships are.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlightInstant<'a> {
    pub(super) found: &'a Findings,
    pub(super) poses: &'a [Pose],
    pub(super) motions: &'a [Motion],
}

impl Responder {
    /// Returns the response of a detector with these sphere-trees, one for each ship, or none.
    pub(super) fn new(rule: ResponseRule, trees: Vec<Arc<SphereTree>>) -> Responder {
        Responder { rule, trees }
    }

    /// Changes the velocities of two ships that collide, and returns true if they converged.
    ///
    /// # Cost
    /// A few multiplications for each reported pair of spheres in each sweep; without spheres, one
    /// exchange.
    pub(super) fn respond(
        &self,
        of: &Collision,
        at: &FlightInstant<'_>,
        ships: &mut Ships,
    ) -> bool {
        let spheres = of
            .certificate
            .as_ref()
            .map(|c| at.found.evidence.spheres_of(c));
        let spheres = spheres.filter(|spheres| !spheres.is_empty() && !self.trees.is_empty());
        let Some(spheres) = spheres else {
            let [from, to] = bounding_centers(of.pair, at.motions);
            return ships.respond(of.pair, from, to);
        };
        let lines = CenterLines::new(self, of.pair, at.poses);
        match self.rule {
            ResponseRule::Published => lines.respond(spheres, ships),
            ResponseRule::Tuned => {
                let contacts = at.found.contacts_of(of.pair);
                let normal = if contacts.is_empty() {
                    lines.mean_line(spheres)
                } else {
                    mean_normal(contacts, at.poses, ships)
                };
                let [from, to] = match normal {
                    Some(normal) => [Vec3::ZERO, normal],
                    None => bounding_centers(of.pair, at.motions),
                };
                ships.respond(of.pair, from, to)
            }
        }
    }
}

fn bounding_centers(pair: BodyPair, motions: &[Motion]) -> [Vec3; 2] {
    [pair.a, pair.b].map(|body| motions[body.index()].center)
}

/// Lines of centers of the spheres of two ships.
struct CenterLines<'a> {
    pair: BodyPair,
    trees: [&'a SphereTree; 2],
    maps: [WorldMap; 2],
}

impl<'a> CenterLines<'a> {
    fn new(responder: &'a Responder, pair: BodyPair, poses: &[Pose]) -> CenterLines<'a> {
        let bodies = [pair.a, pair.b].map(|body| body.index());
        CenterLines {
            pair,
            trees: bodies.map(|i| &*responder.trees[i]),
            maps: bodies.map(|i| poses[i].world_map()),
        }
    }

    /// Returns the centers of two spheres in world space.
    fn centers(&self, contact: &SphereContact) -> [Vec3; 2] {
        let [a, b] = contact.spheres.map(|node| node as usize);
        [
            self.maps[0].apply(self.trees[0].centers[a]),
            self.maps[1].apply(self.trees[1].centers[b]),
        ]
    }

    /// The published response.
    fn respond(&self, spheres: &[SphereContact], ships: &mut Ships) -> bool {
        let mut converged = false;
        for _ in 0..MAX_SWEEPS {
            let mut approach = ApproachVelocity::new(self, ships);
            let mut bounced = false;
            for contact in spheres {
                if approach.along(contact) > 0.0 {
                    let [from, to] = self.centers(contact);
                    if ships.respond(self.pair, from, to) {
                        bounced = true;
                        approach = ApproachVelocity::new(self, ships);
                    }
                }
            }
            if !bounced {
                break;
            }
            converged = true;
        }
        converged
    }

    /// Returns the mean direction from A to B, `n = Σ wᵢ (c_b − c_a)/|c_b − c_a|`, if there is one.
    /// A weight is the overlap of the spheres times the smaller radius.
    fn mean_line(&self, spheres: &[SphereContact]) -> Option<Vec3> {
        let (mut sum, mut weights) = (Vec3::ZERO, 0.0);
        for contact in spheres {
            let [from, to] = self.centers(contact);
            let [a, b] = contact.spheres.map(|node| node as usize);
            let radii = [self.trees[0].radii[a], self.trees[1].radii[b]];
            let overlap = (radii[0] + radii[1] - from.distance(to)).max(0.0);
            let weight = overlap * radii[0].min(radii[1]);
            sum += weight * (to - from).normalize_or_zero();
            weights += weight;
        }
        direction(sum, weights)
    }
}

/// Velocity of A relative to B, in both local spaces.
///
/// The ships converge along a line if `v · (c_b − c_a) > 0`. In local spaces this takes two
/// products with centers as they are stored, and no center is moved to world space.
struct ApproachVelocity<'a> {
    trees: [&'a SphereTree; 2],
    local: [Vec3; 2],
    /// `v` times the vector from the origin of A to that of B.
    of_origins: f64,
}

impl<'a> ApproachVelocity<'a> {
    fn new(lines: &CenterLines<'a>, ships: &Ships) -> ApproachVelocity<'a> {
        let CenterLines { pair, trees, maps } = lines;
        let [a, b] = [pair.a, pair.b].map(|body| ships.course(body.index()).velocity);
        let v = a - b;
        let transposed = |linear: &Mat3| linear.transpose() * v;
        ApproachVelocity {
            trees: *trees,
            local: [transposed(&maps[0].linear), transposed(&maps[1].linear)],
            of_origins: v.dot(maps[1].translation - maps[0].translation),
        }
    }

    /// Returns `v · (c_b − c_a)`: positive if the ships converge along the line.
    #[inline]
    fn along(&self, contact: &SphereContact) -> f64 {
        let [a, b] = contact.spheres.map(|node| node as usize);
        let of_b = self.local[1].dot(self.trees[1].centers[b]);
        of_b - self.local[0].dot(self.trees[0].centers[a]) + self.of_origins
    }
}

/// Returns the mean direction from A to B by the normals of interfering faces, if there is one:
/// outward normals of A less outward normals of B.
///
/// The weight of two faces is the diagonal of the box that their boxes share: about the length
/// along which they cross, so that a fine triangulation does not weigh more.
fn mean_normal(contacts: &[Contact], poses: &[Pose], ships: &Ships) -> Option<Vec3> {
    let (mut sum, mut weights) = (Vec3::ZERO, 0.0);
    for contact in contacts {
        let pair = contact.pair;
        let sides = [(pair.bodies.a, pair.face_a), (pair.bodies.b, pair.face_b)];
        let [of_a, of_b] = sides.map(|(body, face)| {
            let map = poses[body.index()].world_map();
            let corners = ships.bodies()[body.index()].mesh().triangle(face as usize);
            let [a, b, c] = corners.corners().map(|corner| map.apply(corner));
            Triangle::new(a, b, c)
        });
        let normals = [of_a, of_b].map(|Triangle { a, b, c }| (b - a).cross(c - a));
        let shared = of_a.aabb().intersection(&of_b.aabb());
        let weight = shared.map_or(0.0, |shared| shared.size().length());
        sum += weight * (normals[0].normalize_or_zero() - normals[1].normalize_or_zero());
        weights += 2.0 * weight;
    }
    direction(sum, weights)
}

/// Returns a weighted mean of unit vectors, unless they cancel each other.
fn direction(sum: Vec3, weights: f64) -> Option<Vec3> {
    (sum.length() > NO_DIRECTION * weights).then_some(sum)
}

#[cfg(test)]
mod tests;
