//! The medial axis of a mesh: spheres about the interior Voronoi vertices of points on its surface,
//! as P. M. Hubbard builds it in "Approximating polyhedra with spheres for time-critical collision
//! detection" (1996), §7.
//!
//! Good for any set of triangles: the caller decides which points are inside. The cost is that of a
//! Delaunay triangulation of the samples, and one inside test per tetrahedron.
//!
//! # The paper, step by step
//! | step | section | module |
//! |---|---|---|
//! | evenly spread points on the surface | §7, first step | [`sampling`] |
//! | Voronoi diagram of the points, by its dual | §7, second step | [`delaunay`] |
//! | interior Voronoi vertices, coincident ones joined | §7, third step | [`voronoi`] |
//! | more points at gaps and necks | §7, end | [`gaps`] |
//!
//! # Departures
//! - D1. **Exact topology.** [§7] The paper chooses between topologies of the Voronoi diagram by
//!   estimated accuracy. Exact signs leave no choice ([`delaunay`]).
//! - D2. **Start of the relaxation.** [§7] The paper refers to Turk's random start. Ours has one
//!   random point in each equal share of the area, so no part stays empty by chance ([`sampling`]).
//! - D3. **Adjacency by Voronoi edges.** [§7] In the paper, vertices of one Voronoi face are
//!   adjacent. Ours are adjacent if a Voronoi edge joins them ([`voronoi`]).
//! - D4. **Slivers.** [§7] The paper keeps all interior vertices. Ours leaves out those whose
//!   forming points all lie in one direction from the center, and makes their neighbors adjacent
//!   ([`voronoi`]).
//! - D5. **Probes for gaps.** [§7] The paper intersects Voronoi faces with the surface and refers
//!   to a thesis. Ours tests probes on the surface, defines *adjacent* for them, and adds samples
//!   up to a limit. [`gaps::Refined::left`] counts the remaining proposals ([`gaps`]).
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
//! // Gaps between samples make spheres slightly larger than the inscribed one.
//! let largest = axis.spheres.iter().map(|ball| ball.radius).fold(0.0, f64::max);
//! assert!((0.2..0.3).contains(&largest));
//! # Ok::<(), geometry::MeshError>(())
//! ```

pub mod delaunay;
pub mod gaps;
pub mod grid;
pub mod sampling;
pub mod voronoi;
