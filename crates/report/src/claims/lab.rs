//! What this laboratory claims of its own detectors.

use super::evidence::{median, ratio};
use super::{Claim, Evidence, Judgement, Missing, Verdict, by_steps};
use crate::format;
use records::{Row, Unit};

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
    Claim {
        id: "lab-certificates",
        experiment: "hubbard96-states",
        place: "random states",
        says: "Over 10,000 random states of two lamps the separation lies in the certified interval \
               every time, and no interval widens with the budget.",
        paper: "–",
        paper_normalised: "0 faults",
        rule: "Reproduced: no fault of any detector. Contradicted: one.",
        caveat: "Two bodies of one shape. The separation is computed with a bound on its rounding.",
        judge: certificates,
    },
    Claim {
        id: "lab-deadline",
        experiment: "hubbard96-budget",
        place: "deadlines",
        says: "A frame exceeds its budget by at most one refinement step.",
        paper: "–",
        paper_normalised: "1 of the stopped frames",
        rule: "Share of the frames that were told to stop in which the time beyond the budget, with \
               the reporting of findings, is at most the frame's own longest step; over all \
               budgets. Reproduced: at least 99 % of at least 1,000 frames. Contradicted: less \
               than 90 %. Not testable: between, where interruptions may be the reason.",
        caveat: "Every pair is refined once whatever the budget, as in the paper: frames in which that \
                 alone took the budget are told as overdue, and not counted.",
        judge: deadline,
    },
    Claim {
        id: "lab-scaled",
        experiment: "hubbard96-scaled",
        place: "sixty trucks, 60 Hz",
        says: "Given 1 ms of a 60 Hz frame, sphere-trees keep to it, where exact detectors miss the \
               whole frame.",
        paper: "–",
        paper_normalised: "at most 0.05 late; at least 0.05 missed",
        rule: "Sphere-trees: share of the frames that take more than one and a half times the \
               budget. Exact detectors: share that exceed the whole frame. Reproduced: at most 5 % \
               late, and every exact detector misses at least 5 %. Trend only: fewer late than any \
               exact detector misses. Contradicted: otherwise.",
        caveat: "Flights differ once a response does. A step that has begun is ended: for two trucks \
                 a step takes up to a third of the budget.",
        judge: scaled,
    },
];

fn certificates(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let experiment = "hubbard96-states";
    let detectors = evidence.detectors(experiment, "faults")?;
    // Everybody is asked about the same states.
    let (mut faults, mut states) = (0.0, f64::INFINITY);
    for detector in &detectors {
        let of = |quantity| {
            let line = evidence.curve(experiment, quantity, detector, "")?;
            Ok(median(line.last()))
        };
        faults += of("faults")?;
        states = of("states")?.min(states);
    }
    Ok(Judgement {
        ours: format!(
            "{} states, {} detectors, growing budgets",
            format::number(states),
            detectors.len()
        ),
        normalised: format!("{} faults", format::number(faults)),
        verdict: on_bound(faults == 0.0, faults > 0.0),
    })
}

fn deadline(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let of = |quantity| evidence.curve("hubbard96-budget", quantity, "sphere-tree", "");
    let (shares, frames) = (of("within-a-step")?, of("frames-stopped-in-time")?);
    let all: f64 = frames.rows.iter().map(|row| median(row)).sum();
    let share_of = |frames: &&Row| {
        let share = shares.rows.iter().find(|s| s.key.x == frames.key.x);
        share.map_or(0.0, |share| median(share) * median(frames))
    };
    let share = frames.rows.iter().map(share_of).sum::<f64>() / all.max(1.0);
    let typical = |quantity| {
        let line = of(quantity)?;
        Ok(format::value(median(line.last()), Unit::Seconds))
    };
    let enough = all >= 1000.0;
    Ok(Judgement {
        ours: format!(
            "{} frames; at the largest budget half of them: {} beyond, longest step {}",
            format::number(all),
            typical("overrun")?,
            typical("longest-step")?
        ),
        normalised: format!("{} of the stopped frames", format::number(share)),
        verdict: on_bound(enough && share >= 0.99, share < 0.9),
    })
}

fn scaled(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let share = |quantity, detector| {
        let line = evidence.curve("hubbard96-scaled", quantity, detector, "")?;
        Ok(median(line.last()))
    };
    let late = share("frames-late", "sphere-tree")?;
    let rivals = ["bsp-tree query=boolean", "parry3d", "face-octree-tuned"];
    let mut missed = Vec::new();
    for rival in rivals {
        missed.push(share("frames-missed", rival)?);
    }
    let told = rivals.iter().zip(&missed);
    let told: Vec<String> = told
        .map(|(rival, share)| format!("{rival} misses {}", format::number(*share)))
        .collect();
    let least = missed.iter().copied().fold(1.0, f64::min);
    Ok(Judgement {
        ours: told.join("; "),
        normalised: format!(
            "{} late; at least {} missed",
            format::number(late),
            format::number(least)
        ),
        verdict: by_steps(late <= 0.05 && least >= 0.05, late < least),
    })
}

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

    #[test]
    fn certificates_deadlines_and_frames_are_judged() {
        let exact = |experiment: &str, detector: &str, quantity: &str, value: f64| {
            let key = crate::testing::key(experiment, detector, "", 1.0);
            records::Row::exact(&key, quantity, Unit::Ratio, value)
        };
        let states = |faults: f64| -> Rows {
            [("sphere-tree", 0.0), ("sphere-tree-octree", faults)]
                .into_iter()
                .flat_map(|(detector, faults)| {
                    [("states", 1e4), ("faults", faults)]
                        .map(|(quantity, v)| exact("hubbard96-states", detector, quantity, v))
                })
                .collect()
        };
        let of_states = |faults| {
            certificates(&Evidence::of(&states(faults)))
                .unwrap()
                .verdict
        };
        assert_eq!(of_states(0.0), Verdict::Reproduced);
        assert_eq!(of_states(1.0), Verdict::Contradicted);
        let told = certificates(&Evidence::of(&states(0.0))).unwrap().ours;
        assert!(told.contains("10\u{202f}000 states, 2 detectors"), "{told}");

        let budget = |share: f64| -> Rows {
            [
                ("within-a-step", share),
                ("frames-stopped-in-time", 2000.0),
                ("overrun", 1e-6),
                ("longest-step", 1e-5),
            ]
            .map(|(quantity, v)| exact("hubbard96-budget", "sphere-tree", quantity, v))
            .into_iter()
            .collect()
        };
        let of_budget = |share| deadline(&Evidence::of(&budget(share))).unwrap().verdict;
        assert_eq!(of_budget(1.0), Verdict::Reproduced);
        assert_eq!(of_budget(0.95), Verdict::NotTestable);
        assert_eq!(of_budget(0.5), Verdict::Contradicted);

        let flights = |late: f64, missed: [f64; 3]| -> Rows {
            let rivals = ["bsp-tree query=boolean", "parry3d", "face-octree-tuned"];
            let rivals = rivals.into_iter().zip(missed);
            let rows =
                rivals.map(|(rival, v)| exact("hubbard96-scaled", rival, "frames-missed", v));
            rows.chain([exact(
                "hubbard96-scaled",
                "sphere-tree",
                "frames-late",
                late,
            )])
            .collect()
        };
        let of_flights = |late, missed| {
            scaled(&Evidence::of(&flights(late, missed)))
                .unwrap()
                .verdict
        };
        assert_eq!(of_flights(0.0, [0.5, 0.2, 1.0]), Verdict::Reproduced);
        assert_eq!(of_flights(0.06, [0.5, 0.2, 1.0]), Verdict::TrendOnly);
        assert_eq!(of_flights(0.0, [0.5, 0.0, 1.0]), Verdict::Contradicted);
    }
}
