//! The detector as published: one call per step.

use crate::face_checklist::{FaceChecklist, ListedFaces};
use crate::face_pair_check::check_face_pair;
use crate::overlap_regions::OverlapRegions;
use crate::subdivision::{MAX_LEVEL, Subdivision};
use crate::world_cube::world_cube;
use broad_phase::{AllPairs, BroadPhase};
use collision::ContainmentSearch;
use collision::{
    Accepts, Body, Claim, Detector, FacePair, Findings, Frame, Grain, Instant, Meaning, Profile,
    Step, Unsupported, World,
};
use serde::{Deserialize, Serialize};

/// What the paper leaves to its user, and what it was compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct FaceOctreeOptions {
    /// How often the world cube is halved: level 6 gives voxels of side L / 64 [§4]. At most
    /// [`MAX_LEVEL`].
    pub level: u32,
    /// How a face is tested against a box.
    pub face_test: FaceTest,
}

impl Default for FaceOctreeOptions {
    fn default() -> Self {
        FaceOctreeOptions {
            level: 6,
            face_test: FaceTest::Clip,
        }
    }
}

/// How a face is tested against an overlap region or a cube [§2.3, §3.7].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaceTest {
    /// The paper's clipping [§3.7].
    #[default]
    Clip,
    /// Thirteen separating axes: the same answers.
    Sat,
    /// The face's box instead of the face, as the works that the paper extends advocate [§2.3].
    Box,
}

/// The face octree as published [Smith95 §3]; remembers nothing between frames but its buffers.
pub struct FaceOctree {
    options: FaceOctreeOptions,
    broad_phase: Box<dyn BroadPhase>,
    containment: ContainmentSearch,
    world: World,
    regions: OverlapRegions,
    faces: FaceChecklist,
    subdivision: Subdivision,
}

impl std::fmt::Debug for FaceOctree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("FaceOctree");
        shown
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl FaceOctree {
    /// The paper's settings: level 6, clipping, boxes of all pairs.
    pub fn published() -> FaceOctree {
        FaceOctree::with_options(FaceOctreeOptions::default())
    }

    /// The paper's method with other settings.
    ///
    /// # Panics
    /// When the level exceeds [`MAX_LEVEL`].
    pub fn with_options(options: FaceOctreeOptions) -> FaceOctree {
        assert!(
            options.level <= MAX_LEVEL,
            "level {} exceeds {MAX_LEVEL}",
            options.level
        );
        FaceOctree {
            options,
            broad_phase: Box::new(AllPairs),
            containment: ContainmentSearch::default(),
            world: World::default(),
            regions: OverlapRegions::default(),
            faces: FaceChecklist::default(),
            subdivision: Subdivision::default(),
        }
    }

    /// The same with another broad phase than all pairs of boxes.
    #[must_use]
    pub fn with_broad_phase(mut self, broad_phase: Box<dyn BroadPhase>) -> FaceOctree {
        self.broad_phase = broad_phase;
        self
    }
}

impl Detector for FaceOctree {
    fn profile(&self) -> Profile {
        Profile {
            name: "face-octree",
            source: "Smith95 §3",
            summary: "overlap regions of boxes, faces in them, octree down to voxels, exact check",
            grain: Grain::FacePairs,
            meaning: Meaning::Surfaces,
            instant: Instant::Now,
            accepts: Accepts::ANYTHING,
            claim: Claim::Exact,
            supports_budgets: false,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.world = World::new(bodies);
        self.containment.prepare(bodies);
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.clear();
        frame.probe.begin(Step::Update);
        self.world.update(frame, &mut found.work);

        frame.probe.begin(Step::OverlapRegions);
        let boxes = self.world.boxes();
        self.regions
            .find(&mut *self.broad_phase, boxes, &mut found.work);

        frame.probe.begin(Step::FaceChecklist);
        let test = self.options.face_test;
        self.faces
            .list(&self.world, &self.regions, test, &mut found.work);

        if self.faces.has_two_bodies() {
            frame.probe.begin(Step::Subdivision);
            let cube = world_cube(frame, &self.world, &mut found.work);
            let faces = self.faces.faces();
            let listed = ListedFaces { faces, test };
            self.subdivision
                .run(&listed, cube, self.options.level, &mut found.work);

            frame.probe.begin(Step::FacePairs);
            for (i, j) in self.subdivision.pairs() {
                let (a, b) = (&faces[i as usize], &faces[j as usize]);
                let kind = check_face_pair(&a.triangle, &b.triangle, &mut found.work);
                found.add_contact(FacePair::new(a.id, b.id), kind);
            }
        }
        self.containment.find(frame, &self.world, found);
        found.finish();
    }
}
