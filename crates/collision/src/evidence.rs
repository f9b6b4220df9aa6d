//! Reports of families of detectors beyond contacts, one table per family.

use crate::{BodyPair, FacePair};
use geometry::Vec3;
use geometry::swept::ContactTime;
use serde::{Deserialize, Serialize};

/// Reports of a detector beyond its contacts: bodies, bounds and, for drawing, the indices of
/// spheres in the detector's own hierarchy. Each family of detectors fills its own tables and
/// leaves the others empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Evidence {
    /// Certificates of a time-critical detector [Hubbard96 §4]: one for each body pair of its broad
    /// phase, sorted by pair.
    pub certificates: Vec<Certificate>,
    /// Colliding pairs of spheres in the order in which the search listed them. Those that a
    /// certificate refers to are one run ([`Evidence::spheres_of`]). The others are of levels that
    /// the search refined further: they explain no answer, and another order of the search lists
    /// others.
    pub spheres: Vec<SphereContact>,
    /// Pairs of faces that may meet between the frame's instant and the next one, sorted by pair:
    /// the findings of a detector of swept faces [Kitamura95 §3.5]. Contains the contacts.
    pub swept: Vec<SweptContact>,
    /// Closest features of pairs of convex pieces [Cohen95 §3.2], sorted by pair, one for each body
    /// pair: for colliding pairs, and for every active pair if the query asks for distances.
    pub closest: Vec<ClosestFeatures>,
}

impl Evidence {
    /// Removes everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.certificates.clear();
        self.spheres.clear();
        self.swept.clear();
        self.closest.clear();
    }

    /// Moves all of `later` behind the own tables. Certificates keep naming their spheres.
    pub(crate) fn append(&mut self, later: &mut Evidence) {
        let first = self.spheres.len() as u32;
        for certificate in &mut later.certificates {
            certificate.spheres = certificate.spheres.map(|i| i + first);
        }
        self.certificates.append(&mut later.certificates);
        self.spheres.append(&mut later.spheres);
        self.swept.append(&mut later.swept);
        self.closest.append(&mut later.closest);
    }

    /// Returns the sphere pairs on which the search for a pair of bodies stopped. Empty for bodies
    /// that are apart.
    ///
    /// # Panics
    /// If the certificate belongs to other evidence.
    pub fn spheres_of(&self, certificate: &Certificate) -> &[SphereContact] {
        let [first, end] = certificate.spheres.map(|i| i as usize);
        &self.spheres[first..end]
    }
}

/// Two faces that may meet between the frame's instant and the next one [Kitamura95 §3.5].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SweptContact {
    /// One face of each body, in the order of body ids.
    pub pair: FacePair,
    /// Proved interval of the first contact, if the detector was asked for it. `None`: the volumes
    /// that the faces sweep meet, which is necessary for a contact, but not sufficient.
    pub time: Option<ContactTime>,
}

impl SweptContact {
    /// Returns a possible contact, with the interval of time in which it begins if it is known.
    pub fn new(pair: FacePair, time: Option<ContactTime>) -> SweptContact {
        SweptContact { pair, time }
    }
}

/// Closest features of two bodies, or of their closest convex pieces [Cohen95 §3.2].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestFeatures {
    /// The bodies.
    pub pair: BodyPair,
    /// Feature of each body that contains its closest point, that of `pair.a` first. For bodies
    /// that collide: the features at which the search that found the collision ended.
    pub features: [Feature; 2],
    /// Closest points in world space, that of `pair.a` first. `None` if the bodies collide.
    pub points: Option<[Vec3; 2]>,
    /// Distance of the bodies in scene units, rounded. Zero if and only if they collide.
    pub distance: f64,
}

impl ClosestFeatures {
    /// Returns the features of two bodies that collide.
    pub fn colliding(pair: BodyPair, features: [Feature; 2]) -> ClosestFeatures {
        ClosestFeatures {
            pair,
            features,
            points: None,
            distance: 0.0,
        }
    }

    /// Returns the features of two bodies that are apart, with their closest points in world space
    /// and the distance in scene units.
    pub fn apart(
        pair: BodyPair,
        features: [Feature; 2],
        points: [Vec3; 2],
        distance: f64,
    ) -> ClosestFeatures {
        ClosestFeatures {
            pair,
            features,
            points: Some(points),
            distance,
        }
    }
}

/// Feature of a convex piece of a body, by the vertices of the body's mesh that span it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// A vertex.
    Vertex(u32),
    /// The edge between two vertices, the lower index first.
    Edge([u32; 2]),
    /// The face through three vertices that are not collinear. Coplanar triangles of the mesh are
    /// one face.
    Face([u32; 3]),
}

/// Proof of a time-critical detector about two bodies at the end of a frame. A pair without a
/// certificate is apart, by proof of the broad phase.
///
/// It is about solids. The solid of a closed body ([`geometry::topology::Topology::closed`]) is its
/// surface with all points that the surface winds around. That of any other body is its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Certificate {
    /// The bodies.
    pub pair: BodyPair,
    /// Relation of the two solids that is proved, with its bound.
    pub known: Known,
    /// Deepest level of the hierarchies whose spheres were compared; one more than the
    /// hierarchies have if faces were compared, too [Hubbard96 §4.1, §11.2].
    pub level: u8,
    /// First of the sphere pairs on which the search stopped, and one past the last, in
    /// [`Evidence::spheres`].
    pub spheres: [u32; 2],
    /// Centers, in world space, of the sphere pair with the smallest
    /// [`SphereContact::estimate`], that of `pair.a` first: one point of each body for callers that
    /// need no more. The paper's response looks at all pairs of [`Certificate::spheres`]
    /// [Hubbard96 §11.1]. `None` if no spheres collide, or if they would not explain the answer.
    pub centers: Option<[Vec3; 2]>,
}

impl Certificate {
    /// Returns a certificate that refers to no spheres.
    pub fn new(pair: BodyPair, known: Known, level: u8) -> Certificate {
        Certificate {
            pair,
            known,
            level,
            spheres: [0; 2],
            centers: None,
        }
    }
}

/// Proved relation of two solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// They share no point.
    Apart,
    /// They share a point.
    Interfering,
    /// Their separation lies in `[0, bound]`, in scene units.
    Undecided {
        /// Proved upper bound of the separation; at least 0, finite.
        bound: f64,
    },
}

/// Two colliding spheres at which a time-critical detector stopped: its substitute for a contact of
/// faces [Hubbard96 §4.1].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SphereContact {
    /// The sphere of each body, as an index into its hierarchy; `pair.a` of the certificate
    /// first.
    pub spheres: [u32; 2],
    /// Level of the deeper of the two.
    pub level: u8,
    /// Upper bound of the separation of the solids, proved by these two spheres, in scene units.
    pub bound: f64,
    /// The paper's tighter estimate of the separation: the sum of the two inaccuracies minus the
    /// overlap of the spheres [Hubbard96 §9.2]. It is rounded and no bound. It is negative if the
    /// overlap is larger.
    pub estimate: f64,
}

impl SphereContact {
    /// Returns the contact of two spheres, with the proved bound and the estimate of the
    /// separation, in scene units.
    #[inline]
    pub fn new(spheres: [u32; 2], level: u8, bound: f64, estimate: f64) -> SphereContact {
        SphereContact {
            spheres,
            level,
            bound,
            estimate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyId;

    #[test]
    fn certificates_name_their_spheres_after_evidence_is_joined() {
        let evidence = |b: u32, levels: &[u8]| {
            let sphere = |level: &u8| SphereContact::new([0, 0], *level, 0.0, 0.0);
            let mut certificate =
                Certificate::new(BodyPair::new(BodyId(0), BodyId(b)), Known::Interfering, 1);
            certificate.spheres = [0, levels.len() as u32];
            Evidence {
                certificates: vec![certificate],
                spheres: levels.iter().map(sphere).collect(),
                ..Evidence::default()
            }
        };
        let mut all = evidence(1, &[3, 4]);
        all.append(&mut evidence(2, &[5]));
        let levels = all.certificates.iter().map(|certificate| {
            let spheres = all.spheres_of(certificate).iter();
            spheres.map(|sphere| sphere.level).collect::<Vec<_>>()
        });
        assert_eq!(levels.collect::<Vec<_>>(), [vec![3, 4], vec![5]]);
    }
}
