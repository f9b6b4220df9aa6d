//! The list of detectors. To add one of a listed family, add its entry.

use crate::options::{self, OptionDoc, OptionValue, Values, read};
use crate::{CatalogError, Options};
use baselines::BruteForce;
use collision::{Detector, Profile};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Every detector that is compiled in, the ground truth first.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry::of::<NoOptions>("brute-force", None, &[], |_| Box::new(BruteForce::new())),
    #[cfg(feature = "face-octree")]
    Entry::of::<face_octree::FaceOctreeOptions>(
        "face-octree",
        Some("face-octree"),
        &[
            LEVEL,
            OptionDoc::words(
                "face-test",
                "a face against a cube: the paper's clipping, separating axes, or the face's box",
            ),
            OptionDoc::words(
                "checklist",
                "pairs of faces in a voxel that are listed: those whose boxes overlap, or all",
            ),
        ],
        |given| Box::new(face_octree::FaceOctree::with_options(read(given))),
    ),
    #[cfg(feature = "face-octree")]
    Entry::of::<NoOptions>("face-octree-tuned", Some("face-octree"), &[], |_| {
        Box::new(face_octree::TunedFaceOctree::new())
    }),
    #[cfg(feature = "face-octree")]
    Entry::of::<face_octree::OctreeUpdateOptions>(
        "octree-update",
        Some("face-octree"),
        &[
            LEVEL,
            OptionDoc::numbers(
                "local-level",
                (0, face_octree::MAX_LOCAL_LEVEL),
                "how often the cube of a body's own octree is halved",
            ),
        ],
        |given| Box::new(face_octree::OctreeUpdate::with_options(read(given))),
    ),
    #[cfg(feature = "face-octree")]
    Entry::of::<face_octree::SweptOptions>(
        "face-octree-swept",
        Some("face-octree"),
        &[
            SWEPT_MODE,
            LEVEL,
            OptionDoc::words("times", "proved intervals of first contacts, or none"),
        ],
        |given| Box::new(face_octree::SweptFaceOctree::with_options(read(given))),
    ),
    #[cfg(feature = "face-octree")]
    Entry::of::<face_octree::ParallelOptions>(
        "face-octree-parallel",
        Some("face-octree"),
        &[
            OptionDoc::words(
                "distribution",
                "who checks which pair of faces: every n-th, the next of a queue, or stolen chunks",
            ),
            OptionDoc::numbers(
                "workers",
                (1, collision::workers::MAX_WORKERS),
                "number of threads, if the query does not ask for more",
            ),
            SWEPT_MODE,
            LEVEL,
        ],
        |given| Box::new(face_octree::SweptFaceOctree::parallel(read(given))),
    ),
    #[cfg(feature = "convex")]
    Entry::of::<convex::SeparatingPlaneOptions>(
        "separating-plane",
        Some("convex"),
        &[
            OptionDoc::words(
                "support",
                "extreme vertices of a body: by a scan of all, or by climbing from the last one",
            ),
            BROAD_PHASE,
        ],
        |given| Box::new(convex::SeparatingPlane::with_options(read(given))),
    ),
    #[cfg(feature = "convex")]
    Entry::of::<convex::ICollideOptions>(
        "i-collide",
        Some("convex"),
        &[
            OptionDoc::words(
                "boxes",
                "box of a body: a cube for any orientation, or the smallest box, tracked",
            ),
            OptionDoc::words(
                "features",
                "walk to the closest features: as published, or without tolerances",
            ),
            BROAD_PHASE,
        ],
        |given| Box::new(convex::ICollide::with_options(read(given))),
    ),
    #[cfg(feature = "sphere-tree")]
    Entry::of::<sphere_tree::SphereTreeOptions>(
        sphere_tree::SphereTreeOptions::NAME,
        Some("sphere-tree"),
        &[
            OptionDoc::words(
                "balls",
                "the spheres about points: the smallest, or Ritter's as published",
            ),
            OptionDoc::words(
                "coverage",
                "what spheres cover: each its region, each what its parent covers, or a level the body",
            ),
            OptionDoc::numbers(
                "samples",
                (1, sphere_tree::build::MAX_SAMPLES as u32),
                "points on a surface, from which its medial axis is made",
            ),
            SCHEDULE,
            START,
            LAST_LEVEL,
            INNER,
            BROAD_PHASE,
        ],
        |given| Box::new(read::<sphere_tree::SphereTreeOptions>(given).detector()),
    ),
    #[cfg(feature = "sphere-tree")]
    Entry::of::<sphere_tree::SphereTreeOctreeOptions>(
        sphere_tree::SphereTreeOctreeOptions::NAME,
        Some("sphere-tree"),
        &[SCHEDULE, START, LAST_LEVEL, INNER, BROAD_PHASE],
        |given| Box::new(read::<sphere_tree::SphereTreeOctreeOptions>(given).detector()),
    ),
    #[cfg(feature = "bsp-tree")]
    Entry::of::<bsp_tree::BspTreeOptions>(
        "bsp-tree",
        Some("bsp-tree"),
        &[
            OptionDoc::words(
                "query",
                "every pair of faces, or whether two solids collide",
            ),
            OptionDoc::words(
                "cull",
                "faces pushed down the other body's tree: those near its bounding ball, or all",
            ),
            OptionDoc::words(
                "planes",
                "which face's plane cuts: the one that splits fewest faces, or the first face's",
            ),
            BROAD_PHASE,
        ],
        |given| Box::new(bsp_tree::BspTree::with_options(read(given))),
    ),
    #[cfg(feature = "csg-hybrid")]
    Entry::of::<csg_hybrid::CsgHybridOptions>(
        "csg-hybrid",
        Some("csg-hybrid"),
        &[
            OptionDoc::words(
                "mode",
                "exact faces after the decision tables, or the tables alone",
            ),
            OptionDoc::words(
                "volumes",
                "bounding volumes of CSG nodes: chosen for each pair, or of one type",
            ),
            OptionDoc::words(
                "freezing",
                "whether operators freeze sub-trees; only with mode=verified and localization=on",
            ),
            OptionDoc::words(
                "localization",
                "search for leaves that may touch: down both trees, none, or by S-bounds; only \
                 with mode=verified",
            ),
            OptionDoc::words(
                "shortcuts",
                "boxes of nodes before their volumes, and no search that found nothing lately; \
                 only with mode=verified",
            ),
            OptionDoc::words(
                "rows",
                "whether work counts say how often each row of the tables is wrong; only with \
                 mode=published",
            ),
            BROAD_PHASE,
        ],
        |given| Box::new(csg_hybrid::CsgHybrid::with_options(read(given))),
    ),
    #[cfg(feature = "bvh")]
    Entry::of::<bvh::PreparedBvhOptions>("bvh", Some("bvh"), &[BROAD_PHASE], |given| {
        Box::new(bvh::PreparedBvh::with_options(read(given)))
    }),
    Entry::of::<baselines::ObbTreeOptions>("obb-tree", None, &[BROAD_PHASE], |given| {
        Box::new(baselines::ObbTree::with_options(read(given)))
    }),
    Entry::of::<baselines::KDopTreeOptions>(
        "k-dop-tree",
        None,
        &[
            OptionDoc::words("k", "number of sides of a bounding polytope"),
            BROAD_PHASE,
        ],
        |given| read::<baselines::KDopTreeOptions>(given).detector(),
    ),
    #[cfg(feature = "parry")]
    Entry::of::<baselines::Parry3dOptions>(
        "parry3d",
        Some("parry"),
        &[OptionDoc::words(
            "update",
            "what happens to the hierarchy of a body that deforms",
        )],
        |given| {
            Box::new(baselines::Parry3d::new(
                read::<baselines::Parry3dOptions>(given).update,
            ))
        },
    ),
    #[cfg(feature = "parry")]
    Entry::of::<baselines::Parry3dTriMeshOptions>(
        "parry3d-trimesh",
        Some("parry"),
        &[OptionDoc::words(
            "precision",
            "floating-point numbers of parry3d",
        )],
        |given| Box::new(baselines::Parry3dTriMesh::new(read(given))),
    ),
    #[cfg(feature = "parry")]
    Entry::of::<NoOptions>("parry3d-gjk", Some("parry"), &[], |_| {
        Box::new(baselines::Parry3dGjk::new())
    }),
];

#[cfg(feature = "face-octree")]
const LEVEL: OptionDoc = OptionDoc::numbers(
    "level",
    (0, face_octree::MAX_LEVEL),
    "how often the world cube is halved",
);

#[cfg(feature = "face-octree")]
const SWEPT_MODE: OptionDoc = OptionDoc::words(
    "mode",
    "motion covered: as published, linear motion of corners, or rotation of bodies, too",
);

#[cfg(feature = "sphere-tree")]
const SCHEDULE: OptionDoc = OptionDoc::words("schedule", "which body pair is refined next");

#[cfg(feature = "sphere-tree")]
const START: OptionDoc = OptionDoc::words(
    "start",
    "where the search of a frame starts: at the roots, where the last one stopped, or at the roots \
     after a test of the spheres that proved most",
);

#[cfg(feature = "sphere-tree")]
const LAST_LEVEL: OptionDoc = OptionDoc::words(
    "last-level",
    "where a search ends: at the faces in colliding leaves, or at the leaves",
);

#[cfg(feature = "sphere-tree")]
const INNER: OptionDoc = OptionDoc::words(
    "inner",
    "whether balls inside the bodies prove interference",
);

const BROAD_PHASE: OptionDoc = OptionDoc::words(
    Entry::BROAD_PHASE,
    "how pairs of bodies with overlapping boxes are found",
);

/// Options of a detector that has none.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoOptions {}

/// Detector in the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name on the command line, in definitions and in rows.
    pub name: &'static str,
    /// Feature of the crate `catalog` with which the detector is compiled. `None`: it always is.
    pub feature: Option<&'static str>,
    /// Options that it takes, with their values and defaults.
    pub options: &'static [OptionDoc],
    build: fn(&Options) -> Box<dyn Detector>,
    // Answers of the options struct about one option.
    check: fn(&OptionDoc, &OptionValue) -> Result<(), Values>,
    default: fn(&OptionDoc) -> String,
}

impl Entry {
    /// Name of the option that all pairwise detectors have. Its values are those of
    /// [`crate::BroadPhaseKind`].
    pub const BROAD_PHASE: &str = "broad-phase";

    /// Returns the entry of a detector whose options are a `T`. `build` gets checked options.
    const fn of<T: Default + Serialize + DeserializeOwned>(
        name: &'static str,
        feature: Option<&'static str>,
        options: &'static [OptionDoc],
        build: fn(&Options) -> Box<dyn Detector>,
    ) -> Entry {
        Entry {
            name,
            feature,
            options,
            build,
            check: options::check::<T>,
            default: options::default::<T>,
        }
    }

    /// Returns the detector's profile.
    pub fn profile(&self) -> Profile {
        (self.build)(&Options::none()).profile()
    }

    /// Returns true if the detector tests pairs of bodies behind a broad phase of one's choice: it
    /// has the option `broad-phase`.
    pub fn is_pairwise(&self) -> bool {
        let mut docs = self.options.iter();
        docs.any(|doc| doc.name == Entry::BROAD_PHASE)
    }

    /// Builds the detector with these options.
    ///
    /// # Errors
    /// An option that the detector does not have, or a value that the option does not take.
    pub fn build(&self, options: &Options) -> Result<Box<dyn Detector>, CatalogError> {
        self.check(options)?;
        Ok((self.build)(options))
    }

    /// Returns the options as the detector's own options struct, such as `FaceOctreeOptions`.
    ///
    /// # Errors
    /// As [`Entry::build`].
    ///
    /// # Panics
    /// If `T` is not this detector's options struct.
    pub fn read<T: DeserializeOwned>(&self, options: &Options) -> Result<T, CatalogError> {
        self.check(options)?;
        Ok(read(options))
    }

    fn check(&self, options: &Options) -> Result<(), CatalogError> {
        for (name, value) in options.iter() {
            let Some(doc) = self.options.iter().find(|doc| doc.name == name) else {
                return Err(options::unknown_option(self, name));
            };
            (self.check)(doc, value)
                .map_err(|values| options::bad_value(self, doc, value, values))?;
        }
        Ok(())
    }

    /// Returns the values that an option takes.
    pub fn values(&self, doc: &OptionDoc) -> Values {
        // No option takes the empty word.
        (self.check)(doc, &"".into()).expect_err("the empty word is no value")
    }

    /// Returns the default of an option.
    pub fn default(&self, doc: &OptionDoc) -> String {
        (self.default)(doc)
    }

    /// Returns the name, followed by every option whose value is not its default:
    /// `face-octree level=5`.
    pub fn label(&self, options: &Options) -> String {
        let mut label = self.name.to_owned();
        for (name, value) in options.iter() {
            let value = value.to_string();
            let mut docs = self.options.iter();
            if !docs.any(|doc| doc.name == name && self.default(doc) == value) {
                label.push_str(&format!(" {name}={value}"));
            }
        }
        label
    }
}
