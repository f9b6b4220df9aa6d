//! Variants of the query: detail, candidates, workers, world cube, budget.

use super::{Failure, Suite, each_frame};
use crate::truth::{Truth, compare_first_contact, detect};
use crate::{Separator, check_budgets};
use collision::{BodyPair, Budget, Claim, Contact, Detail, Findings, Meaning, Sharing};
use geometry::Aabb;
use scenes::Scene;
use std::num::NonZeroUsize;

impl Suite<'_> {
    pub(super) fn check_first_contact(
        &self,
        scene: &Scene,
        truths: &[Truth],
    ) -> Result<(), Failure> {
        let variant = "asked for first contacts";
        let mut detector = self.prepared(variant, scene)?;
        let query = scene.query().with_detail(Detail::FirstContact);
        each_frame(&mut *detector, scene, &query, |i, found| {
            compare_first_contact(&self.profile, &truths[i], &found)
                .map_err(|disagreement| self.failure(variant, disagreement))
        })
    }

    /// Checks queries with candidate pairs.
    ///
    /// The true pairs as candidates give the full answer, fewer candidates give no other pairs, and
    /// a query without candidates gives the full answer again.
    pub(super) fn check_candidates(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with candidate pairs from outside";
        let mut detector = self.prepared(variant, scene)?;
        for (i, truth) in truths.iter().enumerate() {
            let (frame, query) = (scene.frame(i), scene.query());
            let pairs: Vec<BodyPair> = truth.bodies(Meaning::Solids).map(|b| b.pair).collect();
            let found = detect(&mut *detector, &frame, &query.with_candidates(&pairs));
            self.compare(variant, truth, &found)?;
            // Every second true pair alone: the pairs left out still overlap in space.
            let some: Vec<BodyPair> = pairs.iter().copied().step_by(2).collect();
            for candidates in [&some[..], &[]] {
                let found = detect(&mut *detector, &frame, &query.with_candidates(candidates));
                let contacts = found.contacts.iter().map(|c| c.pair.bodies);
                let mut reported = contacts.chain(found.bodies.iter().map(|b| b.pair));
                if reported.any(|pair| !candidates.contains(&pair)) {
                    return Err(self.failure(variant, "it finds pairs that are no candidates"));
                }
                let asked = truth.bodies(self.profile.meaning).map(|b| b.pair);
                let mut asked = asked.filter(|pair| candidates.contains(pair));
                let exact = self.profile.claim == Claim::Exact;
                if exact && asked.any(|pair| found.bodies.iter().all(|b| b.pair != pair)) {
                    return Err(self.failure(variant, "it misses a candidate that collides"));
                }
            }
            let found = detect(&mut *detector, &frame, &query);
            self.compare(variant, truth, &found)?;
        }
        Ok(())
    }

    /// Checks that findings do not depend on the number of workers.
    pub(super) fn check_workers(&self, scene: &Scene, base: &[Findings]) -> Result<(), Failure> {
        for workers in [2, 3, 5, 8].map(|n| NonZeroUsize::new(n).expect("it is not zero")) {
            let variant = format!("with {workers} workers");
            let mut detector = self.prepared(&variant, scene)?;
            // Most frames of these scenes are too small for threads to gain.
            let query = scene.query().with_workers(workers);
            let query = query.with_sharing(Sharing::Always);
            each_frame(&mut *detector, scene, &query, |i, found| {
                if found == base[i] {
                    return Ok(());
                }
                let what = format!("other findings in frame {i} of `{}`", scene.name);
                Err(self.failure(&variant, what))
            })?;
        }
        Ok(())
    }

    pub(super) fn check_world_cubes(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let Aabb { min, max } = scene.world_cube;
        let too_small = Aabb::new(min, min + (max - min) / 16.0);
        for (variant, world_cube) in [
            ("without a world cube", None),
            ("with too small a world cube", Some(too_small)),
        ] {
            let mut detector = self.prepared(variant, scene)?;
            let query = scene.query().with_world(world_cube);
            each_frame(&mut *detector, scene, &query, |i, found| {
                self.compare(variant, &truths[i], &found)
            })?;
        }
        Ok(())
    }

    pub(super) fn check_certificates(
        &self,
        scene: &Scene,
        truths: &[Truth],
    ) -> Result<(), Failure> {
        let variant = "under growing budgets";
        let mut detector = self.prepared(variant, scene)?;
        let mut separator = Separator::new(&scene.bodies);
        for (i, truth) in truths.iter().enumerate() {
            let frame = scene.frame(i);
            let query = scene.query();
            let least = query.with_budget(Budget::Steps(0));
            let found = detect(&mut *detector, &frame, &least);
            let certifies = !found.evidence.certificates.is_empty();
            self.certifies.set(self.certifies.get() || certifies);
            if !self.certifies.get() {
                continue;
            }
            separator.place(&frame);
            let mut invented = None;
            let no_contact = |c: &&Contact| truth.contacts().binary_search(c).is_err();
            let checked = check_budgets(
                &mut *detector,
                &frame,
                &query,
                &separator.separations(),
                |found| {
                    invented = invented.or(found.contacts.iter().find(no_contact).copied());
                },
            );
            let reason = |what: String| format!("frame {i} of `{}`: {what}", scene.name);
            checked.map_err(|(budget, fault)| {
                let steps = budget.map_or("no limit".to_string(), |n| format!("{n} steps"));
                self.failure(variant, reason(format!("with {steps}: {fault}")))
            })?;
            if let Some(contact) = invented {
                let what = format!("it reports {contact:?}, which is none");
                return Err(self.failure(variant, reason(what)));
            }
        }
        Ok(())
    }
}
