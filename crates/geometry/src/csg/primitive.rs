//! Primitives of CSG trees: convex polyhedra with parameters.

use super::{CsgFault, HalfSpace};
use crate::angle::sin_cos;
use crate::hull::ConvexHull;
use crate::{MAX_COORDINATE, Pose, Vec3};
use serde::{Deserialize, Serialize};

/// Least and largest number of facets around a curved primitive.
pub const SEGMENTS: std::ops::RangeInclusive<u32> = 3..=1024;

/// Convex solid with its parameters, in its own space. Lengths are scene units.
///
/// Curved primitives are the polyhedra inscribed in the curved solid, with `segments` corners
/// around the axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Primitive {
    /// Points with `normal · p ≤ offset`. Not bounded.
    HalfSpace {
        /// Outward normal of any length but zero.
        normal: [f64; 3],
        /// Largest `normal · p`.
        offset: f64,
    },
    /// Box around the origin.
    Box {
        /// Edge lengths along x, y and z.
        size: [f64; 3],
    },
    /// Cylinder around the z axis, centered at the origin.
    Cylinder {
        /// Radius of the corners.
        radius: f64,
        /// Height along z.
        height: f64,
        /// Number of sides.
        segments: u32,
    },
    /// Cone around the z axis. Its base is centered at the origin, its apex is above.
    Cone {
        /// Radius of the base's corners.
        radius: f64,
        /// Height of the apex.
        height: f64,
        /// Number of sides.
        segments: u32,
    },
    /// Sphere around the origin. Its corners lie on circles of latitude.
    Sphere {
        /// Radius of the corners.
        radius: f64,
        /// Number of corners on a circle of latitude.
        segments: u32,
        /// Number of bands from pole to pole, at least 2.
        bands: u32,
    },
    /// Half of a box around the origin: the half below the plane from the edge at `−x`, `+z` to
    /// the edge at `+x`, `−z`.
    Wedge {
        /// Edge lengths of the box along x, y and z.
        size: [f64; 3],
    },
    /// Prism over a convex polygon in the plane z = 0.
    Prism {
        /// Corners `[x, y]`, in any order. Their convex hull is the base.
        profile: Vec<[f64; 2]>,
        /// Height along z.
        height: f64,
    },
    /// Convex hull of points.
    Hull {
        /// The points.
        points: Vec<[f64; 3]>,
    },
    /// Intersection of the half-spaces behind planes through three points each, as those of
    /// triangles seen counterclockwise from outside. It may be empty or not bounded.
    Planes {
        /// Three points of each plane.
        points: Vec<[[f64; 3]; 3]>,
    },
}

impl Primitive {
    /// Returns the name of the kind, as in files.
    pub fn kind(&self) -> &'static str {
        match self {
            Primitive::HalfSpace { .. } => "half-space",
            Primitive::Box { .. } => "box",
            Primitive::Cylinder { .. } => "cylinder",
            Primitive::Cone { .. } => "cone",
            Primitive::Sphere { .. } => "sphere",
            Primitive::Wedge { .. } => "wedge",
            Primitive::Prism { .. } => "prism",
            Primitive::Hull { .. } => "hull",
            Primitive::Planes { .. } => "planes",
        }
    }

    /// Returns the half-spaces whose intersection is the primitive, placed by a pose.
    ///
    /// # Errors
    /// The parameter that is not finite, not positive or out of range.
    pub(super) fn half_spaces(&self, pose: &Pose) -> Result<Vec<HalfSpace>, CsgFault> {
        self.check()?;
        let local = match self {
            Primitive::HalfSpace { normal, offset } => {
                let plane = HalfSpace::new(Vec3::from_array(*normal), *offset);
                vec![plane.ok_or(CsgFault::FlatHalfSpace)?]
            }
            Primitive::Planes { points } => points
                .iter()
                .map(|p| {
                    let [a, b, c] = p.map(Vec3::from_array);
                    HalfSpace::behind(a, b, c).ok_or(CsgFault::FlatHalfSpace)
                })
                .collect::<Result<_, _>>()?,
            _ => {
                let hull = ConvexHull::of_points(&self.corners()).map_err(CsgFault::NoVolume)?;
                facet_planes(&hull)
            }
        };
        if *pose == Pose::IDENTITY {
            return Ok(local);
        }
        let posed = local.iter().map(|h| h.posed(pose));
        posed.collect::<Option<_>>().ok_or(CsgFault::BadPose)
    }

    /// Checks the numbers.
    fn check(&self) -> Result<(), CsgFault> {
        let (lengths, segments): (Vec<(&str, f64)>, Option<u32>) = match self {
            Primitive::Box { size } | Primitive::Wedge { size } => {
                (size.map(|x| ("size", x)).to_vec(), None)
            }
            Primitive::Cylinder {
                radius,
                height,
                segments,
            }
            | Primitive::Cone {
                radius,
                height,
                segments,
            } => (
                vec![("radius", *radius), ("height", *height)],
                Some(*segments),
            ),
            Primitive::Sphere {
                radius,
                segments,
                bands,
            } => {
                if !(2..=*SEGMENTS.end()).contains(bands) {
                    return Err(CsgFault::Segments("bands", *bands));
                }
                (vec![("radius", *radius)], Some(*segments))
            }
            Primitive::Prism { height, .. } => (vec![("height", *height)], None),
            _ => (Vec::new(), None),
        };
        for (name, length) in lengths {
            if !(length > 0.0 && length <= MAX_COORDINATE) {
                return Err(CsgFault::Length(name, length));
            }
        }
        match segments {
            Some(n) if !SEGMENTS.contains(&n) => Err(CsgFault::Segments("segments", n)),
            _ => Ok(()),
        }
    }

    /// Returns points whose hull is the primitive, if it is bounded and not given by planes.
    pub(super) fn corners(&self) -> Vec<Vec3> {
        match self {
            Primitive::HalfSpace { .. } | Primitive::Planes { .. } => Vec::new(),
            Primitive::Box { size } => {
                let half = Vec3::from_array(*size) / 2.0;
                let sign = |i: u32, bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
                let corner = |i| half * Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2));
                (0..8).map(corner).collect()
            }
            Primitive::Wedge { size } => {
                let half = Vec3::from_array(*size) / 2.0;
                let profile = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)];
                let at = |y: f64| profile.map(|(x, z)| half * Vec3::new(x, y, z));
                [at(-1.0), at(1.0)].concat()
            }
            Primitive::Cylinder {
                radius,
                height,
                segments,
            } => {
                let z = height / 2.0;
                extruded(&scaled_circle(*radius, *segments), [-z, z])
            }
            Primitive::Cone {
                radius,
                height,
                segments,
            } => {
                let base = scaled_circle(*radius, *segments);
                let base = base.iter().map(|[x, y]| Vec3::new(*x, *y, 0.0));
                base.chain([Vec3::Z * *height]).collect()
            }
            Primitive::Sphere {
                radius,
                segments,
                bands,
            } => sphere(*radius, *segments, *bands),
            Primitive::Prism { profile, height } => extruded(profile, [0.0, *height]),
            Primitive::Hull { points } => points.iter().map(|p| Vec3::from_array(*p)).collect(),
        }
    }
}

/// Returns the corners of a profile at two heights.
fn extruded(profile: &[[f64; 2]], heights: [f64; 2]) -> Vec<Vec3> {
    let at = |z: f64| profile.iter().map(move |[x, y]| Vec3::new(*x, *y, z));
    let [low, high] = heights;
    at(low).chain(at(high)).collect()
}

/// Returns the poles of a sphere and the corners of its rings, pole to pole.
fn sphere(radius: f64, segments: u32, bands: u32) -> Vec<Vec3> {
    let circle = circle(segments);
    let mut points = vec![Vec3::Z * -radius, Vec3::Z * radius];
    // Points of a half circle from pole to pole.
    for band in 1..bands {
        let (r, z) = sin_cos(f64::from(band) / f64::from(2 * bands));
        let ring = circle.iter().map(|[x, y]| Vec3::new(x * r, y * r, z));
        points.extend(ring.map(|p| p * radius));
    }
    points
}

/// Returns corners on the circle of a radius, the first on the x axis, counterclockwise.
fn scaled_circle(radius: f64, segments: u32) -> Vec<[f64; 2]> {
    let corners = circle(segments).into_iter();
    corners.map(|[x, y]| [x * radius, y * radius]).collect()
}

/// Returns corners on the unit circle, the first at `[1, 0]`, counterclockwise.
fn circle(segments: u32) -> Vec<[f64; 2]> {
    let corner = |i| {
        let (sin, cos) = sin_cos(f64::from(i) / f64::from(segments));
        [cos, sin]
    };
    (0..segments).map(corner).collect()
}

/// Returns the half-spaces behind the facets of a hull, exactly.
pub(super) fn facet_planes(hull: &ConvexHull) -> Vec<HalfSpace> {
    let planes = (0..hull.facets.len()).map(|facet| {
        // No three corners of a facet are collinear.
        let corners = hull.facet_vertices.get(facet);
        let [a, b, c] = [0, 1, 2].map(|i| hull.vertices[corners[i] as usize]);
        HalfSpace::behind(a, b, c).expect("corners of a facet span a plane")
    });
    planes.collect()
}
