//! Solids of one surface: connected parts, each with the cavities within it.

use crate::big::on_one_scale;
use crate::topology::Forest;
use crate::{Aabb, Sign, Vec3, solid};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Face of a solid or a pocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SolidFace {
    pub(super) corners: [u32; 3],
    /// True if it closes the mouth of a pocket: it lies on the hull, not on the solid.
    pub(super) lid: bool,
}

/// Surface that this route cannot separate into solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unclean;

/// Directed edge of a face.
pub(super) struct LidSide {
    edge: [u32; 2],
    /// True if the face runs from the lower vertex index to the higher.
    upward: bool,
    lid: bool,
    face: u32,
}

impl LidSide {
    /// Returns an undirected edge, the lower index first.
    pub(super) fn edge_of(a: u32, b: u32) -> [u32; 2] {
        [a.min(b), a.max(b)]
    }
}

/// Coordinates of points as integers on one scale.
pub(super) struct Integers(Vec<[BigInt; 3]>);

impl Integers {
    pub(super) fn of(points: &[Vec3]) -> Integers {
        let numbers: Vec<f64> = points.iter().flat_map(|p| p.to_array()).collect();
        let scaled = on_one_scale(&numbers);
        let triples = scaled.chunks_exact(3);
        Integers(
            triples
                .map(|c| [c[0].clone(), c[1].clone(), c[2].clone()])
                .collect(),
        )
    }

    /// Returns six times the volume that closed faces bound, on the scale of the integers. Exact.
    fn volume<'a>(&self, triangles: impl IntoIterator<Item = &'a [u32; 3]>) -> BigInt {
        let terms = triangles.into_iter().map(|t| {
            let [a, b, c] = t.map(|v| &self.0[v as usize]);
            &a[0] * (&b[1] * &c[2] - &b[2] * &c[1])
                + &a[1] * (&b[2] * &c[0] - &b[0] * &c[2])
                + &a[2] * (&b[0] * &c[1] - &b[1] * &c[0])
        });
        terms.sum()
    }

    pub(super) fn volume_sign<'a>(
        &self,
        triangles: impl IntoIterator<Item = &'a [u32; 3]>,
    ) -> Sign {
        match self.volume(triangles).sign() {
            num_bigint::Sign::Minus => Sign::Negative,
            num_bigint::Sign::NoSign => Sign::Zero,
            num_bigint::Sign::Plus => Sign::Positive,
        }
    }
}

/// Returns the faces of each solid, in the order of their first faces. A part that faces inward is
/// a cavity and belongs to the smallest solid around it.
///
/// Where two pockets touch along an edge of the solid, the edge has two lids and two faces of the
/// solid. The solid lies between its faces, so each pocket lies between a lid and a face.
pub(super) fn solids(
    points: &[Vec3],
    integers: &Integers,
    faces: &[SolidFace],
) -> Result<Vec<Vec<SolidFace>>, Unclean> {
    let parts = connected(faces)?;
    let corners =
        |part: &[SolidFace]| -> Vec<[u32; 3]> { part.iter().map(|f| f.corners).collect() };
    let (mut solids, mut cavities) = (Vec::new(), Vec::new());
    for part in parts {
        let triangles = corners(&part);
        let volume = integers.volume(&triangles);
        match volume.sign() {
            num_bigint::Sign::Plus => solids.push((part, triangles, volume)),
            num_bigint::Sign::Minus => cavities.push((part, triangles)),
            num_bigint::Sign::NoSign => return Err(Unclean),
        }
    }
    // Once for all cavities.
    let outlines = if cavities.is_empty() {
        &[]
    } else {
        &solids[..]
    };
    let outlines = outlines
        .iter()
        .map(|(_, outer, _)| Outline::of(points, outer));
    let outlines: Vec<Outline> = outlines.collect();
    for (part, triangles) in cavities {
        let mut around: Option<usize> = None;
        for (at, ((_, outer, volume), outline)) in solids.iter().zip(&outlines).enumerate() {
            let mut own = triangles.as_flattened().iter();
            let v = own.find(|v| !outline.corners.contains(v)).ok_or(Unclean)?;
            let p = points[*v as usize];
            let smaller = around.is_none_or(|other| *volume < solids[other].2);
            if smaller && outline.bounds.contains(p) && solid::contains(points, outer, p) {
                around = Some(at);
            }
        }
        solids[around.ok_or(Unclean)?].0.extend(part);
    }
    Ok(solids.into_iter().map(|(part, ..)| part).collect())
}

/// Corners of a solid, and the box around them.
struct Outline {
    corners: BTreeSet<u32>,
    bounds: Aabb,
}

impl Outline {
    fn of(points: &[Vec3], triangles: &[[u32; 3]]) -> Outline {
        let corners: BTreeSet<u32> = triangles.as_flattened().iter().copied().collect();
        Outline {
            bounds: Aabb::of_points(corners.iter().map(|v| &points[*v as usize])),
            corners,
        }
    }
}

/// Returns the faces of each connected part.
fn connected(faces: &[SolidFace]) -> Result<Vec<Vec<SolidFace>>, Unclean> {
    let mut sides = Vec::with_capacity(3 * faces.len());
    for (face, SolidFace { corners, lid }) in (0u32..).zip(faces) {
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            sides.push(LidSide {
                edge: LidSide::edge_of(a, b),
                upward: a < b,
                lid: *lid,
                face,
            });
        }
    }
    sides.sort_unstable_by_key(|s| (s.edge, s.lid, s.upward, s.face));
    let mut forest = Forest::new(faces.len());
    for at_edge in sides.chunk_by(|s, t| s.edge == t.edge) {
        match at_edge {
            [s, t] if s.upward != t.upward => forest.join(s.face, t.face),
            // Sorted: downward face, upward face, downward lid, upward lid.
            [down, up, lid_down, lid_up]
                if !up.lid
                    && lid_down.lid
                    && [down, up, lid_down, lid_up].map(|s| s.upward)
                        == [false, true, false, true] =>
            {
                forest.join(down.face, lid_up.face);
                forest.join(up.face, lid_down.face);
            }
            _ => return Err(Unclean),
        }
    }
    let mut part_of_root = vec![usize::MAX; faces.len()];
    let mut parts: Vec<Vec<SolidFace>> = Vec::new();
    for (i, face) in (0u32..).zip(faces) {
        let part = &mut part_of_root[forest.root(i) as usize];
        if *part == usize::MAX {
            *part = parts.len();
            parts.push(Vec::new());
        }
        parts[*part].push(*face);
    }
    Ok(parts)
}
