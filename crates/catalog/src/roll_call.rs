//! The list.

use crate::options::{OptionInfo, Values};
use crate::{CatalogError, Checked, Entry, Options};
use baselines::{BruteForce, Parry3d, Update};
use bsp_tree::{BspTree, BspTreeOptions, Cull, Planes, Query};
use collision::Detector;
use convex::SeparatingPlane;
use face_octree::subdivision::MAX_LEVEL;
use face_octree::{
    FaceOctree, FaceOctreeOptions, FaceTest, OctreeUpdate, OctreeUpdateOptions, TunedFaceOctree,
};
use sphere_tree::build::MAX_SAMPLES;
use sphere_tree::{Around, BuildOptions, Coverage, Schedule, Start, TimeCritical, TreeBuilder};

/// Every detector, the judge first.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        name: "brute-force",
        options: &[],
        build: |_| Box::new(BruteForce::new()),
    },
    Entry {
        name: "face-octree",
        options: &[LEVEL, FACE_TEST],
        build: face_octree,
    },
    Entry {
        name: "face-octree-tuned",
        options: &[],
        build: |_| Box::new(TunedFaceOctree::new()),
    },
    Entry {
        name: "octree-update",
        options: &[LEVEL, LOCAL_LEVEL],
        build: octree_update,
    },
    Entry {
        name: "separating-plane",
        options: &[],
        build: |_| Box::new(SeparatingPlane::published()),
    },
    Entry {
        name: "sphere-tree",
        options: &[BALLS, COVERAGE, SAMPLES, SCHEDULE, START],
        build: sphere_tree,
    },
    Entry {
        name: "sphere-tree-octree",
        options: &[SCHEDULE, START],
        build: sphere_tree_octree,
    },
    Entry {
        name: "bsp-tree",
        options: &[QUERY, CULL, PLANES],
        build: bsp_tree,
    },
    Entry {
        name: "parry3d",
        options: &[UPDATE],
        build: parry3d,
    },
];

const LEVEL: OptionInfo = OptionInfo {
    name: "level",
    values: Values::Numbers(0, MAX_LEVEL),
    default: "6",
    what: "how often the world cube is halved",
};

const FACE_TEST: OptionInfo = OptionInfo {
    name: "face-test",
    values: Values::Words(&["clip", "sat", "box"]),
    default: "clip",
    what: "a face against a cube: the paper's clipping, separating axes, or the face's box",
};

const LOCAL_LEVEL: OptionInfo = OptionInfo {
    name: "local-level",
    values: Values::Numbers(0, MAX_LEVEL),
    default: "4",
    what: "how often the cube of a body's own octree is halved",
};

const QUERY: OptionInfo = OptionInfo {
    name: "query",
    values: Values::Words(&["all", "boolean"]),
    default: "all",
    what: "every pair of faces, or whether two solids collide",
};

const CULL: OptionInfo = OptionInfo {
    name: "cull",
    values: Values::Words(&["sphere", "none"]),
    default: "sphere",
    what: "faces pushed down the other body's tree: those near its bounding ball, or all",
};

const PLANES: OptionInfo = OptionInfo {
    name: "planes",
    values: Values::Words(&["fewest-splits", "first"]),
    default: "fewest-splits",
    what: "which face's plane cuts: the one that splits fewest faces, or the first face's",
};

const COVERAGE: OptionInfo = OptionInfo {
    name: "coverage",
    values: Values::Words(&["regions", "strict", "level"]),
    default: "regions",
    what: "what spheres cover: each its region, each what its parent covers, or a level the body",
};

const BALLS: OptionInfo = OptionInfo {
    name: "balls",
    values: Values::Words(&["minimal", "ritter"]),
    default: "minimal",
    what: "the spheres about points: the smallest, or Ritter's as published",
};

const SAMPLES: OptionInfo = OptionInfo {
    name: "samples",
    values: Values::Numbers(1, MAX_SAMPLES as u32),
    default: "3000",
    what: "points on a surface, from which its medial axis is made",
};

const SCHEDULE: OptionInfo = OptionInfo {
    name: "schedule",
    values: Values::Words(&["round-robin", "widest-first"]),
    default: "round-robin",
    what: "which body pair is refined next",
};

const START: OptionInfo = OptionInfo {
    name: "start",
    values: Values::Words(&["root", "frontier"]),
    default: "root",
    what: "where the search of a frame starts: at the roots, or where the last one stopped",
};

const UPDATE: OptionInfo = OptionInfo {
    name: "update",
    values: Values::Words(&["refit", "rebuild"]),
    default: "refit",
    what: "what happens to the hierarchy of a body that deforms",
};

fn face_octree(options: &Checked<'_>) -> Box<dyn Detector> {
    let face_test = match options.word("face-test").as_str() {
        "box" => FaceTest::Box,
        "sat" => FaceTest::Axes,
        _ => FaceTest::Clip,
    };
    let level = options.number("level");
    Box::new(FaceOctree::with_options(FaceOctreeOptions {
        level,
        face_test,
    }))
}

fn octree_update(options: &Checked<'_>) -> Box<dyn Detector> {
    let (level, local_level) = (options.number("level"), options.number("local-level"));
    Box::new(OctreeUpdate::with_options(OctreeUpdateOptions {
        level,
        local_level,
    }))
}

fn sphere_tree(options: &Checked<'_>) -> Box<dyn Detector> {
    let plan = TimeCriticalPlan::medial(options);
    Box::new(plan.with_trees(plan.building.clone()))
}

fn sphere_tree_octree(options: &Checked<'_>) -> Box<dyn Detector> {
    let plan = TimeCriticalPlan::octree(options);
    Box::new(plan.with_trees(plan.building.clone()))
}

/// What the options of `sphere-tree` and `sphere-tree-octree` ask for, for who has the trees already.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeCriticalPlan {
    /// The detector's name.
    pub name: &'static str,
    /// How its trees are built.
    pub building: BuildOptions,
    /// Which body pair is refined next.
    pub schedule: Schedule,
    /// Where the search of a frame starts.
    pub start: Start,
}

impl TimeCriticalPlan {
    /// The plan of a detector of the catalog with these options; `None` when it has no trees of
    /// spheres.
    ///
    /// # Errors
    /// As [`Entry::build`].
    pub fn of(entry: &Entry, options: &Options) -> Result<Option<TimeCriticalPlan>, CatalogError> {
        let checked = Checked::new(entry.name, entry.options, options)?;
        Ok(match entry.name {
            "sphere-tree" => Some(TimeCriticalPlan::medial(&checked)),
            "sphere-tree-octree" => Some(TimeCriticalPlan::octree(&checked)),
            _ => None,
        })
    }

    /// The detector, with trees of this builder.
    pub fn with_trees(&self, builder: impl TreeBuilder + 'static) -> TimeCritical {
        let detector = TimeCritical::new(self.name, builder);
        detector.with_schedule(self.schedule).with_start(self.start)
    }

    fn medial(options: &Checked<'_>) -> TimeCriticalPlan {
        let building = BuildOptions {
            coverage: match options.word("coverage").as_str() {
                "strict" => Coverage::Strict,
                "level" => Coverage::Level,
                _ => Coverage::Regions,
            },
            around: match options.word("balls").as_str() {
                "ritter" => Around::Ritter,
                _ => Around::Minimal,
            },
            samples: options.number("samples") as usize,
            ..BuildOptions::tuned()
        };
        TimeCriticalPlan::scheduled("sphere-tree", building, options)
    }

    fn octree(options: &Checked<'_>) -> TimeCriticalPlan {
        TimeCriticalPlan::scheduled("sphere-tree-octree", BuildOptions::octree(), options)
    }

    fn scheduled(
        name: &'static str,
        building: BuildOptions,
        options: &Checked<'_>,
    ) -> TimeCriticalPlan {
        TimeCriticalPlan {
            name,
            building,
            schedule: match options.word("schedule").as_str() {
                "widest-first" => Schedule::WidestFirst,
                _ => Schedule::RoundRobin,
            },
            start: match options.word("start").as_str() {
                "frontier" => Start::Frontier,
                _ => Start::Root,
            },
        }
    }
}

fn bsp_tree(options: &Checked<'_>) -> Box<dyn Detector> {
    let query = match options.word("query").as_str() {
        "boolean" => Query::Boolean,
        _ => Query::All,
    };
    let cull = match options.word("cull").as_str() {
        "none" => Cull::None,
        _ => Cull::Sphere,
    };
    let planes = match options.word("planes").as_str() {
        "first" => Planes::First,
        _ => Planes::FewestSplits,
    };
    Box::new(BspTree::with_options(BspTreeOptions {
        query,
        cull,
        planes,
    }))
}

fn parry3d(options: &Checked<'_>) -> Box<dyn Detector> {
    Box::new(Parry3d::new(match options.word("update").as_str() {
        "rebuild" => Update::Rebuild,
        _ => Update::Refit,
    }))
}
