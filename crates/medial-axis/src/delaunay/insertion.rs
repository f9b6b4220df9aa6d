//! Incremental insertion of points (Bowyer 1981, Watson 1981).
//!
//! The essence, for a point `p`:
//! 1. Walk from the tetrahedron that was made last to the one that contains `p`, each step through
//!    a face that has `p` beyond it.
//! 2. From there collect the hole, neighbor by neighbor: the tetrahedra whose circumspheres contain
//!    `p`. They are connected, so that none is left out.
//! 3. Replace them by the tetrahedra of `p` with each face of the hole's rim. From `p` all of the
//!    rim is seen from inside, so these fill the hole, and all circumspheres are empty again.
//!
//! Both facts hold if no five points lie on a sphere. The perturbation decides as if none did, and
//! all signs are exact, so each insertion leaves a Delaunay triangulation. A step of the walk costs
//! up to four orientations, the hole one sphere test for each tetrahedron in it and next to it.

use super::NONE;
use geometry::{Sign, Vec3, orient3d, predicates::insphere};

/// The vertex at infinity.
const INFINITY: u32 = u32::MAX;
/// Marks a neighbor entry as the new tetrahedron behind a face of the hole.
const NEW: u32 = 1 << 31;
/// Verdict of an insertion: the circumsphere contains the point.
const HELD: u32 = 1;
/// Verdict of an insertion: the circumsphere contains the point, and the tetrahedron is in the
/// hole.
const DUG: u32 = 2;

/// Returns the tetrahedra of distinct points, and their neighbors. The first four points span a
/// tetrahedron. `ranks` is the order of the perturbation.
pub(super) fn triangulate(points: &[Vec3], ranks: &[u32]) -> (Vec<[u32; 4]>, Vec<[u32; 4]>) {
    let mut growing = Growing::new(points, ranks);
    for point in 4..points.len() as u32 {
        growing.insert(point);
    }
    growing.finite()
}

/// Triangulation of the inserted points and a vertex at infinity. Tetrahedra fill all of space, and
/// each has four neighbors. Those at infinity are oriented as if that vertex were far outside the
/// hull.
struct Growing<'a> {
    points: &'a [Vec3],
    ranks: &'a [u32],
    tets: Vec<[u32; 4]>,
    neighbors: Vec<[u32; 4]>,
    /// Last insertion that visited each tetrahedron, times four, plus its verdict.
    verdicts: Vec<u32>,
    /// Indices of removed tetrahedra.
    free: Vec<u32>,
    /// A tetrahedron near the last point.
    last: u32,
    /// State of the generator that chooses the first face of each step of a walk.
    turn: u32,
    hole: Vec<u32>,
    rim: Vec<(u32, usize)>,
}

impl<'a> Growing<'a> {
    fn new(points: &'a [Vec3], ranks: &'a [u32]) -> Growing<'a> {
        let side = orient3d(points[0], points[1], points[2], points[3]);
        let first = match side {
            Sign::Positive => [0, 1, 2, 3],
            _ => [1, 0, 2, 3],
        };
        let mut tets = vec![first];
        let mut neighbors = vec![[1, 2, 3, 4]];
        for k in 0..4 {
            // The face opposite vertex k, seen from the other side: two vertices swapped.
            let mut tet = first;
            tet[k] = INFINITY;
            let (i, j) = ((k + 1) % 4, (k + 2) % 4);
            tet.swap(i, j);
            tets.push(tet);
            let opposite = |v: u32| 1 + first.iter().position(|w| *w == v).unwrap_or(0) as u32;
            neighbors.push(tet.map(|v| if v == INFINITY { 0 } else { opposite(v) }));
        }
        Growing {
            points,
            ranks,
            tets,
            neighbors,
            verdicts: vec![0; 5],
            free: Vec::new(),
            last: 0,
            turn: 0x9e37_79b9,
            hole: Vec::new(),
            rim: Vec::new(),
        }
    }

    fn insert(&mut self, point: u32) {
        let start = self.locate(point);
        self.dig(start, point);
        self.fill(point);
    }

    /// Returns a tetrahedron whose circumsphere contains the point: the one that contains the
    /// point, or one at infinity beyond a face that the point is outside of.
    fn locate(&mut self, point: u32) -> u32 {
        let mut tet = self.last;
        // A walk goes through finite tetrahedra, and this one lies beyond a face of the hull.
        if let Some(k) = place_of(&self.tets[tet as usize], INFINITY) {
            tet = self.neighbors[tet as usize][k];
        }
        let mut from = NONE;
        'walk: loop {
            let corners = self.tets[tet as usize];
            if place_of(&corners, INFINITY).is_some() {
                return tet;
            }
            // A random first face keeps the walk from going in circles.
            self.turn = self
                .turn
                .wrapping_mul(1_664_525)
                .wrapping_add(1_013_904_223);
            let start = (self.turn >> 30) as usize;
            for i in 0..4 {
                let k = (start + i) % 4;
                let next = self.neighbors[tet as usize][k];
                if next != from && self.side(corners, k, point) == Sign::Negative {
                    from = tet;
                    tet = next;
                    continue 'walk;
                }
            }
            return tet;
        }
    }

    /// Collects the hole, all tetrahedra whose circumspheres contain the point, and its rim, the
    /// faces between them and the others.
    fn dig(&mut self, start: u32, point: u32) {
        self.hole.clear();
        self.rim.clear();
        self.verdicts[start as usize] = 4 * point + DUG;
        self.hole.push(start);
        let mut next = 0;
        while next < self.hole.len() {
            let tet = self.hole[next];
            next += 1;
            for k in 0..4 {
                let other = self.neighbors[tet as usize][k];
                if !self.contains(other, point) {
                    self.rim.push((tet, k));
                } else if self.verdicts[other as usize] != 4 * point + DUG {
                    self.verdicts[other as usize] = 4 * point + DUG;
                    self.hole.push(other);
                }
            }
        }
    }

    /// Fills the hole with a tetrahedron from each face of its rim to the point.
    fn fill(&mut self, point: u32) {
        let rim = std::mem::take(&mut self.rim);
        // One new tetrahedron per face of the rim, joined to the tetrahedron outside. The removed
        // tetrahedron keeps a reference to the new one behind that face.
        for &(tet, k) in &rim {
            let outer = self.neighbors[tet as usize][k];
            let mut corners = self.tets[tet as usize];
            corners[k] = point;
            let new = self.add(corners);
            self.neighbors[new as usize][k] = outer;
            let back = place_of(&self.neighbors[outer as usize], tet);
            let back = back.expect("neighbors are so of each other");
            self.neighbors[outer as usize][back] = new;
            self.neighbors[tet as usize][k] = NEW | new;
        }
        // Join the new tetrahedra to each other across the edges of the rim.
        for &(tet, k) in &rim {
            let new = self.neighbors[tet as usize][k] & !NEW;
            for i in 0..4 {
                if i != k && self.neighbors[new as usize][i] == NONE {
                    let (other, j) = self.around_edge(tet, k, i);
                    self.neighbors[new as usize][i] = other;
                    self.neighbors[other as usize][j] = new;
                }
            }
            self.last = new;
        }
        self.rim = rim;
        self.free.append(&mut self.hole);
    }

    /// Returns the new tetrahedron across an edge of the rim, and the index of its face there.
    ///
    /// The edge belongs to the rim's face opposite vertex `k` of `tet`, and excludes vertex `i`.
    /// This rotates about the edge through the removed tetrahedra of the hole.
    fn around_edge(&self, tet: u32, k: usize, i: usize) -> (u32, usize) {
        let (mut tet, mut ahead) = (tet, i);
        let mut corners = self.tets[tet as usize];
        let all = |c: [u32; 4]| c[0] ^ c[1] ^ c[2] ^ c[3];
        let edge = all(corners) ^ corners[k] ^ corners[i];
        // XOR of vertex indices identifies a missing one. `behind` is the vertex that is neither on
        // the edge nor opposite the face ahead.
        let mut behind = corners[k];
        loop {
            let next = self.neighbors[tet as usize][ahead];
            if next & NEW != 0 {
                let j = place_of(&corners, behind).expect("a face has three vertices");
                return (next & !NEW, j);
            }
            tet = next;
            corners = self.tets[tet as usize];
            ahead = place_of(&corners, behind).expect("neighbors share a face");
            behind = all(corners) ^ edge ^ corners[ahead];
        }
    }

    fn add(&mut self, corners: [u32; 4]) -> u32 {
        if let Some(slot) = self.free.pop() {
            self.tets[slot as usize] = corners;
            self.neighbors[slot as usize] = [NONE; 4];
            self.verdicts[slot as usize] = 0;
            return slot;
        }
        self.tets.push(corners);
        self.neighbors.push([NONE; 4]);
        self.verdicts.push(0);
        (self.tets.len() - 1) as u32
    }

    /// Returns true if the perturbed circumsphere of a tetrahedron contains the point. Stores the
    /// verdict for this insertion.
    fn contains(&mut self, tet: u32, point: u32) -> bool {
        let verdict = self.verdicts[tet as usize];
        if verdict >> 2 == point {
            return verdict & 3 != 0;
        }
        let corners = self.tets[tet as usize];
        let holds = match place_of(&corners, INFINITY) {
            None => self.sphere_holds(corners, point),
            Some(k) => match self.side(corners, k, point) {
                Sign::Positive => true,
                Sign::Negative => false,
                // The point is in the plane of the hull's face. There the circumsphere of the
                // finite neighbor cuts the circle of that face.
                Sign::Zero => self.contains(self.neighbors[tet as usize][k], point),
            },
        };
        self.verdicts[tet as usize] = 4 * point + if holds { HELD } else { 0 };
        holds
    }

    fn sphere_holds(&self, corners: [u32; 4], point: u32) -> bool {
        let [a, b, c, d] = corners.map(|v| self.points[v as usize]);
        match insphere(a, b, c, d, self.points[point as usize]) {
            Sign::Positive => true,
            Sign::Negative => false,
            Sign::Zero => self.perturbed_sphere_holds(corners, point),
        }
    }

    /// Each point is farther out than it is, by an amount that is infinitely larger than those of
    /// the points before it in the order; so the last one that matters decides.
    fn perturbed_sphere_holds(&self, corners: [u32; 4], point: u32) -> bool {
        let [a, b, c, d] = corners;
        let mut all = [a, b, c, d, point];
        all.sort_unstable_by_key(|v| std::cmp::Reverse(self.ranks[*v as usize]));
        for v in all {
            let Some(k) = place_of(&corners, v) else {
                return false; // The point itself moves out.
            };
            // Moving a corner out grows the sphere on the corner's side of the opposite face, and
            // shrinks it beyond.
            match self.side(corners, k, point) {
                Sign::Positive => return true,
                Sign::Negative => return false,
                Sign::Zero => {}
            }
        }
        unreachable!("the point is one of the five")
    }

    /// Returns the orientation of the tetrahedron with vertex `k` replaced by the point.
    fn side(&self, corners: [u32; 4], k: usize, point: u32) -> Sign {
        let mut corners = corners;
        corners[k] = point;
        let [a, b, c, d] = corners.map(|v| self.points[v as usize]);
        orient3d(a, b, c, d)
    }

    /// Returns the tetrahedra without removed ones and those at infinity.
    fn finite(self) -> (Vec<[u32; 4]>, Vec<[u32; 4]>) {
        let mut dead = vec![false; self.tets.len()];
        for slot in &self.free {
            dead[*slot as usize] = true;
        }
        let mut number = vec![NONE; self.tets.len()];
        let mut tets = Vec::with_capacity(self.tets.len() - self.free.len());
        for (i, corners) in self.tets.iter().enumerate() {
            if !dead[i] && place_of(corners, INFINITY).is_none() {
                number[i] = tets.len() as u32;
                tets.push(*corners);
            }
        }
        let kept = (0..self.tets.len()).filter(|i| number[*i] != NONE);
        let renumbered = kept.map(|i| self.neighbors[i].map(|t| number[t as usize]));
        (tets, renumbered.collect())
    }
}

fn place_of(four: &[u32; 4], wanted: u32) -> Option<usize> {
    four.iter().position(|v| *v == wanted)
}
