//! Narrow phase: localizes contacts in two CSG trees [Su07 §3].

use crate::counters::HybridWork;
use crate::hybrid::HybridModel;
use crate::pair::{HybridPair, PairCache};
use crate::selection::Volumes;
use crate::{published, verified};
use broad_phase::BroadPhaseKind;
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, Claim, NarrowPhase, PairContext, Pairwise, PlaceContext,
    PosedBodies, Profile, Reason, Shape, Unsupported,
};
use geometry::csg::{ConversionError, CsgSolid, CsgTree};
use geometry::relative_pose::world_box;
use geometry::{Aabb, Mesh, Pose, PosedExtent, Triangle, Vec3, WorldMap};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct CsgHybridOptions {
    /// Use of the decision tables.
    pub mode: HybridMode,
    /// Bounding volumes to test.
    pub volumes: Volumes,
    /// Sub-tree freezing by operators.
    pub freezing: Freezing,
    /// Descent into the CSG trees.
    pub localization: Localization,
    /// Broad phase before it. Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for CsgHybridOptions {
    fn default() -> CsgHybridOptions {
        CsgHybridOptions {
            mode: HybridMode::default(),
            volumes: Volumes::default(),
            freezing: Freezing::default(),
            localization: Localization::default(),
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Use of the decision tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HybridMode {
    /// Tables 1 and 2 to the letter. Reports colliding bodies, some of them wrongly (D6).
    Published,
    /// The tables localize, the faces of the remaining pairs of leaves decide. Exact.
    #[default]
    Verified,
}

/// Sub-tree freezing [Su07 §3], in [`HybridMode::Verified`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Freezing {
    /// By the operators.
    #[default]
    On,
    /// Each child is tested on its own, as below a union.
    Off,
}

/// Descent into the CSG trees, in [`HybridMode::Verified`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Localization {
    /// By the trees.
    #[default]
    On,
    /// Only the volumes of the roots are tested, then all pairs of leaves.
    Off,
    /// By S-bounds (Cameron 1991), computed again in each frame, instead of bounding volumes. The
    /// options `volumes` and `freezing` have no effect.
    SBounds,
}

/// Hybrid CSG and B-rep detector (Su07). Keeps buffers between frames, and for each active pair the
/// choices of volumes and the last separating directions.
#[derive(Debug, Default)]
pub struct CsgHybrid {
    options: CsgHybridOptions,
    scratch: crate::pair::Scratch,
    /// Caches of pairs that have ended, for pairs that begin.
    spare: Vec<PairCache>,
}

/// Body in the current frame.
#[derive(Debug)]
pub struct HybridPosed {
    pub(crate) map: WorldMap,
    /// The pose with the bound on its rounding, once a pair has needed it.
    extent: Option<PosedExtent>,
    /// World vertices, valid where the stamp is that of the frame.
    vertices: Vec<Vec3>,
    stamps: Vec<u32>,
    frame: u32,
}

impl HybridPosed {
    pub(crate) fn place(&mut self, pose: &Pose) {
        self.map = pose.world_map();
        self.extent = None;
        self.frame = self.frame.wrapping_add(1);
        if self.frame == 0 {
            self.stamps.fill(0);
            self.frame = 1;
        }
    }

    pub(crate) fn extent(&mut self, reach: f64) -> PosedExtent {
        let map = self.map;
        *self
            .extent
            .get_or_insert_with(|| PosedExtent::new(map, reach))
    }

    /// Returns a face in world space, and counts the vertices that are moved for it.
    #[inline]
    pub(crate) fn triangle(&mut self, mesh: &Mesh, face: u32, moved: &mut u64) -> Triangle {
        let [a, b, c] = mesh.triangles()[face as usize].map(|i| {
            let i = i as usize;
            if self.stamps[i] != self.frame {
                self.stamps[i] = self.frame;
                self.vertices[i] = self.map.apply(mesh.vertices()[i]);
                *moved += 1;
            }
            self.vertices[i]
        });
        Triangle::new(a, b, c)
    }
}

impl CsgHybrid {
    /// Returns the exact detector with adaptive volumes, behind sort and sweep.
    pub fn verified() -> Pairwise<Box<dyn BroadPhase>, CsgHybrid> {
        CsgHybrid::with_options(CsgHybridOptions::default())
    }

    /// Returns the detector that follows Tables 1 and 2.
    pub fn published() -> Pairwise<Box<dyn BroadPhase>, CsgHybrid> {
        CsgHybrid::with_options(CsgHybridOptions {
            mode: HybridMode::Published,
            ..CsgHybridOptions::default()
        })
    }

    /// Returns a detector with other options.
    pub fn with_options(options: CsgHybridOptions) -> Pairwise<Box<dyn BroadPhase>, CsgHybrid> {
        CsgHybrid::with_broad_phase(options, options.broad_phase.build())
    }

    /// Returns a detector with other options behind this broad phase, whichever the options name.
    pub fn with_broad_phase<B: BroadPhase>(
        options: CsgHybridOptions,
        broad_phase: B,
    ) -> Pairwise<B, CsgHybrid> {
        let narrow_phase = CsgHybrid {
            options,
            ..CsgHybrid::default()
        };
        Pairwise::new(broad_phase, narrow_phase)
    }
}

impl NarrowPhase for CsgHybrid {
    type Model = HybridModel;
    type Posed = HybridPosed;
    type Cache = PairCache;

    fn profile(&self) -> Profile {
        let mut profile = Profile::new(
            "csg-hybrid",
            "Su07",
            "contacts localized in two CSG trees by adaptive bounding volumes, decided on faces",
        )
        .for_rigid_bodies();
        profile.accepts.open = false;
        match self.options.mode {
            HybridMode::Verified => profile,
            HybridMode::Published => {
                profile.claim = Claim::Unproved;
                profile.for_solids()
            }
        }
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<HybridModel, Unsupported> {
        if body.deforms {
            return Err(Unsupported::NotRigid {
                body: id,
                name: body.name.clone(),
            });
        }
        match &body.shape {
            Shape::Csg(solid) => {
                check_polygons(solid).map_err(|reason| refused(id, body, reason))?;
                Ok(HybridModel::of_solid(solid.clone()))
            }
            _ => converted(id, body),
        }
    }

    fn posed(&self, model: &HybridModel) -> HybridPosed {
        let count = model.mesh.vertices().len();
        HybridPosed {
            map: Pose::IDENTITY.world_map(),
            extent: None,
            vertices: vec![Vec3::ZERO; count],
            stamps: vec![0; count],
            frame: 0,
        }
    }

    fn reset(&mut self, models: &[Arc<HybridModel>]) {
        // Each level of either tree leaves at most one pair on the stack.
        let depth = models.iter().map(|model| model.depth_of_faces()).max();
        self.scratch.boxes = Vec::with_capacity(2 * depth.unwrap_or(0) + 2);
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &HybridModel,
        posed: &mut HybridPosed,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        posed.place(&cx.frame.poses()[body.index()]);
        world_box(
            &posed.map,
            model.local_box.max_abs_coordinate(),
            &model.local_box,
        )
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<PairCache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let mut work = HybridWork::default();
        let options = &self.options;
        let (scratch, spare) = (&mut self.scratch, &mut self.spare);
        bodies.for_each_pair(pairs, |pair, cache| {
            cache.reuse(spare);
            let first = cx.query.is_first_contact();
            let mut pair = HybridPair::new(options, pair, cache, &mut work);
            match options.mode {
                HybridMode::Verified => verified::find(&mut pair, scratch, first, cx.found),
                HybridMode::Published => {
                    if published::collide(&mut pair, scratch) {
                        let bodies = pair.bodies;
                        cx.found.add_bodies(bodies, Reason::Solids);
                    }
                }
            }
        });
        work.add_to(&mut cx.found.work);
    }

    fn end_pair(&mut self, cache: PairCache) {
        self.spare.push(cache);
    }

    /// Returns true in [`HybridMode::Published`], whose tests of leaves are of solids.
    fn finds_contained(&self) -> bool {
        self.options.mode == HybridMode::Published
    }
}

/// Largest number of polygons of all nodes of a tree together, those in common counted for each: a
/// node's volumes are fitted to all its polygons, which takes minutes for so large a number.
const MAX_NODE_POLYGONS: usize = 30_000_000;

/// Returns the fault and the remedy if the nodes of a tree have too many polygons.
fn check_polygons(solid: &CsgSolid) -> Result<(), String> {
    let nodes = 0..solid.tree().nodes().len();
    let count: usize = nodes.map(|node| solid.surface(node).len()).sum();
    if count > MAX_NODE_POLYGONS {
        return Err(format!(
            "its nodes have {count} polygons together, and at most {MAX_NODE_POLYGONS} are \
             supported; join the operands of a long chain in pairs instead of one after another"
        ));
    }
    Ok(())
}

fn refused(body: BodyId, of: &Body, reason: String) -> Unsupported {
    Unsupported::NoCsgTree {
        body,
        name: of.name.clone(),
        reason,
    }
}

/// Returns the model of a mesh, by conversion to a CSG tree [Su07 §2.1].
fn converted(id: BodyId, body: &Body) -> Result<HybridModel, Unsupported> {
    let refused = |reason| refused(id, body, reason);
    let not_closed = |error: ConversionError| match error {
        ConversionError::Open { edge }
        | ConversionError::Crowded { edge }
        | ConversionError::Miswound { edge } => Unsupported::NotClosed {
            body: id,
            name: body.name.clone(),
            edge,
        },
        error => refused(error.to_string()),
    };
    let tree = CsgTree::from_mesh(body.mesh(), crate::CONVERSION).map_err(not_closed)?;
    let solid = CsgSolid::new(tree).map_err(|e| refused(e.to_string()))?;
    check_polygons(&solid).map_err(refused)?;
    Ok(HybridModel::of_mesh(Arc::new(solid), body.mesh().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::Detector;
    use geometry::csg::Primitive;

    #[test]
    fn a_chain_of_thousands_is_refused() {
        let link = |i: u32| {
            let pose = Pose::at(Vec3::X * (2.0 * f64::from(i)));
            CsgTree::leaf_at(Primitive::Box { size: [1.0; 3] }, pose).unwrap()
        };
        let chain = (1..3200).map(link).fold(link(0), CsgTree::union);
        let solid = Arc::new(CsgSolid::new(chain).unwrap());
        let bodies = [Body::rigid_csg("chain", solid)];
        let error = CsgHybrid::verified().prepare(&bodies).unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("chain") && message.contains("in pairs"),
            "{message}"
        );
    }
}
