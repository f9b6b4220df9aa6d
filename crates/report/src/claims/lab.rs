//! What this laboratory claims of its own detectors.

use super::evidence::{median, ratio};
use super::{Claim, Evidence, Judgement, Missing, Verdict};
use crate::format;
use records::Unit;

/// All claims that rows can speak to.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "lab-no-preparation",
        experiment: "lab-modern",
        place: "colliding cycle, 3968 faces",
        says: "The tuned face octree, with no preparation at all, answers all face pairs of two \
               colliding spheres in at most the time of parry3d's prebuilt hierarchy with the \
               same exact test.",
        paper: "–",
        paper_normalised: "at most 1, aim 0.5",
        rule: "Tuned face octree divided by parry3d, at the largest size up to 3968 faces. \
               Reproduced: the whole interval is at most 1. Contradicted: all of it is above. Not \
               testable: otherwise.",
        caveat: "One scene; both speak f64 and the same exact test of face pairs. The \
                 preparation of parry3d is not counted.",
        judge: no_preparation,
    },
    Claim {
        id: "lab-deformation",
        experiment: "smith95-deformation",
        place: "deforming scenes",
        says: "On deforming bodies the tuned face octree is ahead of parry3d's refit and query.",
        paper: "–",
        paper_normalised: "below 1",
        rule: "Tuned face octree divided by parry3d with refit, at the largest size of each \
               scene. Reproduced: every interval is below 1. Contradicted: one is above. Not \
               testable: otherwise.",
        caveat: "Two scenes, in which every vertex moves in every frame.",
        judge: deformation,
    },
];

fn no_preparation(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let line = evidence.times("lab-modern", "face-octree-tuned", "")?;
    let largest = line.rows.iter().rev().find(|row| row.key.x <= 3968.0);
    let tuned = largest.copied().unwrap_or(line.rows[0]);
    let rival = evidence.time_at("lab-modern", "parry3d", "", tuned.key.x)?;
    let ours = ratio(tuned, rival)?;
    Ok(Judgement {
        ours: format!(
            "{} faces: {} against {}",
            format::number(tuned.key.x),
            format::value(median(tuned), Unit::Seconds),
            format::value(median(rival), Unit::Seconds)
        ),
        normalised: format::estimate(&ours),
        verdict: on_bound(ours.high <= 1.0, ours.low > 1.0),
    })
}

fn deformation(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let experiment = "smith95-deformation";
    let (mut ours, mut ratios) = (Vec::new(), Vec::new());
    for series in ["generator=waving-spheres", "generator=bending-tubes"] {
        let tuned = evidence
            .times(experiment, "face-octree-tuned", series)?
            .last();
        let refit = evidence.time_at(experiment, "parry3d", series, tuned.key.x)?;
        ours.push(format!(
            "{} of {} faces: {} against {}",
            format::series(series),
            format::number(tuned.key.x),
            format::value(median(tuned), Unit::Seconds),
            format::value(median(refit), Unit::Seconds)
        ));
        ratios.push(ratio(tuned, refit)?);
    }
    let normalised: Vec<String> = ratios.iter().map(format::estimate).collect();
    Ok(Judgement {
        ours: ours.join("; "),
        normalised: normalised.join(" / "),
        verdict: on_bound(
            ratios.iter().all(|r| r.high < 1.0),
            ratios.iter().any(|r| r.low > 1.0),
        ),
    })
}

/// The verdict on a bound of our own: there is no trend of a paper to follow.
fn on_bound(kept: bool, broken: bool) -> Verdict {
    match (kept, broken) {
        (true, _) => Verdict::Reproduced,
        (false, true) => Verdict::Contradicted,
        (false, false) => Verdict::NotTestable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{around, time};
    use records::Rows;

    #[test]
    fn the_bound_is_judged_on_both_sides_and_between() {
        let verdict = |tuned: &[f64], rival: &[f64]| {
            let rows: Rows = [
                time("lab-modern", "face-octree-tuned", "", 3968.0, tuned),
                time("lab-modern", "parry3d", "", 3968.0, rival),
                time(
                    "lab-modern",
                    "face-octree-tuned",
                    "",
                    10_000.0,
                    &around(99.0),
                ),
            ]
            .into_iter()
            .collect();
            no_preparation(&Evidence::of(&rows)).unwrap().verdict
        };
        assert_eq!(verdict(&around(0.1), &around(0.2)), Verdict::Reproduced);
        assert_eq!(verdict(&around(0.3), &around(0.2)), Verdict::Contradicted);
        let even: Vec<f64> = around(0.2).into_iter().rev().collect();
        assert_eq!(verdict(&around(0.2), &even), Verdict::NotTestable);
    }

    #[test]
    fn one_scene_that_is_slower_breaks_the_claim() {
        let experiment = "smith95-deformation";
        let rows = |tuned_tubes: f64| -> Rows {
            [
                time(
                    experiment,
                    "face-octree-tuned",
                    "generator=waving-spheres",
                    960.0,
                    &around(1.0),
                ),
                time(
                    experiment,
                    "parry3d",
                    "generator=waving-spheres",
                    960.0,
                    &around(2.0),
                ),
                time(
                    experiment,
                    "face-octree-tuned",
                    "generator=bending-tubes",
                    960.0,
                    &around(tuned_tubes),
                ),
                time(
                    experiment,
                    "parry3d",
                    "generator=bending-tubes",
                    960.0,
                    &around(2.0),
                ),
            ]
            .into_iter()
            .collect()
        };
        let verdict = |rows: &Rows| deformation(&Evidence::of(rows)).unwrap().verdict;
        assert_eq!(verdict(&rows(1.5)), Verdict::Reproduced);
        assert_eq!(verdict(&rows(2.5)), Verdict::Contradicted);
    }
}
