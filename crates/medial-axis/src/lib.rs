//! The medial axis of a mesh: spheres about the interior Voronoi vertices of points on its surface,
//! as P. M. Hubbard builds it in "Approximating polyhedra with spheres for time-critical collision
//! detection" (1996), §7.
//!
//! Good for any soup of triangles: what is inside is a question that the caller answers. The cost
//! is that of a Delaunay triangulation of the points, and one such question for each tetrahedron.
//!
//! # The paper, step by step
//! | step | section | module |
//! |---|---|---|
//! | points on the surface, evenly spread | §7, first step | [`sampling`] |
//! | Voronoi diagram of the points, by its dual | §7, second step | [`delaunay`] |
//! | interior Voronoi vertices, coincident ones joined | §7, third step | [`voronoi`] |
//! | gaps and necks get more points | §7, end | [`gaps`] |
//!
//! # Departures
//! - D1. [§7] The paper chooses between topologies of the Voronoi diagram by estimated accuracy; exact
//!   signs leave nothing to choose ([`delaunay`]).
//! - D2. [§7] Relaxation starts from one random point in each equal share of the area ([`sampling`]).
//! - D3. [§7] Spheres are adjacent at the two ends of a Voronoi edge; the paper says on one Voronoi
//!   face ([`voronoi`]).
//! - D4. [§7] Spheres of slivers, whose forming points are all seen in one direction, are left out,
//!   and their neighbors made adjacent ([`voronoi`]).
//! - D5. [§7] Gaps and necks are found by places strewn over the surface, and *adjacent* is defined
//!   for them; the paper intersects Voronoi faces, and refers to a thesis ([`gaps`]). They get points
//!   up to a limit; [`gaps::Refined::left`] is what that leaves.
//!
//! ```
//! use geometry::{TriangleBvh, Mesh, Vec3};
//! use medial_axis::sampling::sample;
//! use medial_axis::voronoi::MedialAxis;
//!
//! let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
//! let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
//! let faces = TriangleBvh::new(mesh.vertices(), mesh.triangles());
//! let axis = MedialAxis::of(sample(&mesh, 200, 1), &|p| faces.winding(p) != 0);
//! // No sphere is larger than the one in the tetrahedron, but for the gaps between points.
//! let largest = axis.spheres.iter().map(|ball| ball.radius).fold(0.0, f64::max);
//! assert!((0.2..0.3).contains(&largest));
//! # Ok::<(), geometry::MeshError>(())
//! ```

pub mod delaunay;
pub mod gaps;
pub mod grid;
pub mod sampling;
pub mod voronoi;
