//! The claims of Smith, Kitamura, Takemura and Kishino 1995, in the order of the paper.

use super::evidence::{exponent, median, ratio, reaches};
use super::{Claim, Evidence, FACTOR, Judgement, Missing, agrees, by_steps, on_ratio};
use crate::curves::Line;
use crate::format;
use records::Unit;
use records::statistics::growth_exponent;

/// The paper's own method, as published.
const OCTREE: &str = "face-octree";

/// Figure 6: faces of each sphere, and milliseconds at the last cycle.
const FIG6: [(f64, f64); 4] = [(168.0, 11.0), (528.0, 16.0), (960.0, 24.0), (3968.0, 70.0)];

/// Figure 10: spheres, and milliseconds of the face octree and of separating planes.
const FIG10: [(f64, f64, f64); 4] = [
    (10.0, 16.0, 10.0),
    (20.0, 21.0, 35.0),
    (30.0, 22.0, 76.0),
    (40.0, 41.0, 140.0),
];

/// What the paper calls negligible, as a share of the largest contact that it measures: 10 of
/// 70 ms.
const CALM_SHARE: f64 = 10.0 / 70.0;

/// All claims that rows can speak to.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "sec2.2-deformation",
        experiment: "smith95-deformation",
        place: "§2.2.1",
        says: "Keeping precomputed structures up to date while bodies deform is expensive; \
               the face octree has none to keep.",
        paper: "no number",
        paper_normalised: "above 1",
        rule: "Time of parry3d's hierarchy divided by the face octree's, largest size of each \
               scene. Reproduced: above 1 both for refitting and for rebuilding, in every scene. \
               Trend only: above 1 for rebuilding, which is what the paper speaks of. \
               Contradicted: otherwise.",
        caveat: "The paper measures no deformation. Refitting a hierarchy of boxes was not usual \
                 in 1995.",
        judge: deformation,
    },
    Claim {
        id: "sec2.3-exact-face-test",
        experiment: "smith95-sec23-face-test",
        place: "§2.3",
        says: "The exact test of a face against a cube is better in the whole time than the test \
               of the face's box, because it leaves fewer pairs.",
        paper: "no number",
        paper_normalised: "time above 1, pairs above 1",
        rule: "Box test divided by exact test, at the largest size of the paper that was \
               measured. Reproduced: pairs and the whole interval of the time are above 1. Trend \
               only: pairs are, the time is not. Contradicted: not even pairs.",
        caveat: "Arithmetic and memory have sped up by different factors since 1995, so that the \
                 price of the exact test against that of a pair is another.",
        judge: exact_face_test,
    },
    Claim {
        id: "fig6-faces",
        experiment: "smith95-fig6",
        place: "Figure 6",
        says: "Time at the colliding cycle for spheres of 168, 528, 960 and 3968 faces.",
        paper: "11 / 16 / 24 / 70 ms",
        paper_normalised: "1 / 1.45 / 2.18 / 6.36",
        rule: "Times divided by that of the smallest sphere measured. Reproduced: each within a \
               factor 1.5 of the paper's. Trend only: each size takes longer than the one before. \
               Contradicted: otherwise.",
        caveat: "The paper does not tell how deep its spheres overlap at the last cycle; the \
                 number of colliding faces depends on it.",
        judge: fig6_faces,
    },
    Claim {
        id: "fig6-rise",
        experiment: "smith95-fig6",
        place: "Figure 6",
        says: "Time rises only as contact comes near.",
        paper: "the curves are flat at first; no number",
        paper_normalised: "below 1",
        rule: "Largest sphere measured: the median over the first half of the cycles divided by \
               the last cycle's time. Reproduced: at most one third. Trend only: below 1. \
               Contradicted: otherwise.",
        caveat: "The paths of the paper's spheres are not given; ours approach evenly.",
        judge: fig6_rise,
    },
    Claim {
        id: "fig7-growth",
        experiment: "smith95-fig7",
        place: "Figure 7",
        says: "Time of the colliding cycle grows slowly with the number of faces.",
        paper: "11 ms at 168 faces, 70 ms at 3968",
        paper_normalised: "exponent 0.596",
        rule: "Growth exponent from 168 to 3968 faces. Reproduced: within 0.2 of that of the \
               paper's four numbers. Trend only: at most 1.1, linear. Contradicted: above.",
        caveat: "Small bodies are dominated by costs that do not depend on faces, which differ \
                 between machines.",
        judge: fig7_growth,
    },
    Claim {
        id: "fig7-extrapolation",
        experiment: "smith95-fig7",
        place: "§5, Figure 7",
        says: "Extrapolated, 5936 faces take 100 ms.",
        paper: "5936 faces, 10/7 of the time at 3968 faces",
        paper_normalised: "1.50 times the faces",
        rule: "Where our curve reaches 10/7 of its own time at 3968 faces, in multiples of 3968. \
               Reproduced: within 0.25 of the paper's. Trend only: above 1. Contradicted: \
               otherwise.",
        caveat: "100 ms itself is reached elsewhere on every machine; the shape of the curve is \
                 compared.",
        judge: fig7_extrapolation,
    },
    Claim {
        id: "fig8-shuttles",
        experiment: "smith95-fig8",
        place: "Figure 8",
        says: "Thirteen further shuttles about double the time of the two that collide.",
        paper: "31 ms against 16 ms",
        paper_normalised: "1.94",
        rule: "Time of the colliding cycle with 15 shuttles divided by that with 2. Reproduced: \
               within a factor 1.5 of the paper's. Trend only: above 1. Contradicted: below 1.",
        caveat: "The shuttle is modelled on the paper's face count, its paths are ours; how many \
                 boxes overlap decides the ratio.",
        judge: fig8_shuttles,
    },
    Claim {
        id: "fig10-even",
        experiment: "smith95-fig10",
        place: "Figure 10",
        says: "With 10 spheres the face octree takes roughly as long as separating planes.",
        paper: "16 ms against about 10 ms",
        paper_normalised: "1.6",
        rule: "Face octree divided by separating planes. Reproduced: between 1/2 and 2. \
               Contradicted: otherwise.",
        caveat: "Separating planes answer less: convex bodies only, no faces.",
        judge: fig10_even,
    },
    Claim {
        id: "fig10-overtakes",
        experiment: "smith95-fig10",
        place: "Figure 10",
        says: "From 20 spheres on the face octree is faster than separating planes.",
        paper: "21 / 22 / 41 ms against about 35 / 76 / 140 ms",
        paper_normalised: "1.67 / 3.45 / 3.41",
        rule: "Separating planes divided by face octree, at 20, 30 and 40 spheres. Reproduced: \
               above 1 with the whole interval at all three. Trend only: the ratio grows with the \
               number of spheres. Contradicted: otherwise.",
        caveat: "Separating planes answer less. The paper tells their time per cycle, ours is that of \
                 the last one.",
        judge: fig10_overtakes,
    },
    Claim {
        id: "fig10-quadratic",
        experiment: "smith95-fig10",
        place: "Figure 10, §2.2.4",
        says: "Separating planes cost the square of the number of bodies.",
        paper: "about 10 / 35 / 76 / 140 ms: 0.17 to 0.22 ms a pair",
        paper_normalised: "exponent 1.89",
        rule: "Growth exponent from 10 to 40 spheres. Reproduced: 1.7 to 2.3. Trend only: above \
               that of the face octree. Contradicted: otherwise.",
        caveat: "The paper's numbers are read off its figure, \"approximately\".",
        judge: fig10_quadratic,
    },
    Claim {
        id: "fig10-more-bodies",
        experiment: "smith95-fig10",
        place: "§5, Figure 10",
        says: "Adding bodies raises the time of the face octree only slightly, as long as two \
               collide.",
        paper: "16 ms with 10 spheres, 41 ms with 40",
        paper_normalised: "2.56",
        rule: "Time with 40 spheres divided by that with 10. Reproduced: at most the paper's, with \
               a factor 1.5 of tolerance. Trend only: below 4, less than in proportion. \
               Contradicted: otherwise.",
        caveat: "Every body's vertices are moved and its box taken in each cycle: a cost in \
                 proportion that no method of this kind avoids.",
        judge: fig10_more_bodies,
    },
    Claim {
        id: "fig11-update",
        experiment: "smith95-fig11",
        place: "Figure 11",
        says: "At the colliding cycle the face octree is roughly 16 times as fast as updating \
               precomputed octrees.",
        paper: "11 ms against 161 ms",
        paper_normalised: "14.6",
        rule: "Octree update divided by face octree. Reproduced: within a factor 1.5 of the \
               quotient of the paper's times. Trend only: above 1. Contradicted: below 1.",
        caveat: "Our chair and head have the paper's face counts, not its shapes. It does not give \
                 the depth of the precomputed octrees, on which their time depends.",
        judge: fig11_update,
    },
    Claim {
        id: "fig11-every-cycle",
        experiment: "smith95-fig11",
        place: "Figure 11",
        says: "The face octree is faster at every cycle once boxes overlap.",
        paper: "all cycles after 17",
        paper_normalised: "100 % of the cycles",
        rule: "Share of the cycles, from the first overlap region on, in which the face octree is \
               faster. Reproduced: all. Trend only: three quarters. Contradicted: fewer.",
        caveat: "Boxes first overlap at another cycle on our paths.",
        judge: fig11_every_cycle,
    },
    Claim {
        id: "sec5-calm",
        experiment: "smith95-fig6",
        place: "§5",
        says: "A cycle in which nothing interferes takes rarely more than 10 ms.",
        paper: "10 ms, one seventh of the largest contact measured",
        paper_normalised: "at most 0.143",
        rule: "Share of all cycles before contact, of all sizes, that take at most one seventh of \
               the largest sphere's last cycle. Reproduced: 95 %. Trend only: half. Contradicted: \
               fewer.",
        caveat: "\"Rarely\" is read as one in twenty.",
        judge: sec5_calm,
    },
    Claim {
        id: "sec5-calm-bodies",
        experiment: "smith95-sec5-calm",
        place: "§5",
        says: "Adding bodies that touch nothing costs slightly.",
        paper: "no number",
        paper_normalised: "exponent at most 1",
        rule: "Growth exponent of the mean cycle over the number of bodies. Reproduced: at most \
               1.1, in proportion. Trend only: below 1.5. Contradicted: from 1.5 on, as the \
               quadratic number of box pairs takes over.",
        caveat: "The boxes of all pairs are compared, as the paper does.",
        judge: sec5_calm_bodies,
    },
    Claim {
        id: "sec6-level",
        experiment: "smith95-levels",
        place: "§4, §6",
        says: "Level 6 is used throughout; which level is best is left open.",
        paper: "level 6",
        paper_normalised: "1",
        rule: "Time at level 6 divided by that of the best level, for each size. Reproduced (6 is \
               a good choice): at most 1.5 for every size. Trend only: at most 3. Contradicted: \
               above.",
        caveat: "The best level depends on how large bodies are in the world cube.",
        judge: sec6_level,
    },
];

fn deformation(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let experiment = "smith95-deformation";
    let (mut ours, mut normalised) = (Vec::new(), Vec::new());
    let (mut beats_both, mut beats_rebuild) = (true, true);
    for scene in ["waving-spheres", "bending-tubes"] {
        let series = format!("generator={scene}");
        let octree = evidence.times(experiment, OCTREE, &series)?.last();
        let refit = evidence.time_at(experiment, "parry3d", &series, octree.key.x)?;
        let rebuild =
            evidence.time_at(experiment, "parry3d update=rebuild", &series, octree.key.x)?;
        let (refit, rebuild) = (ratio(refit, octree)?, ratio(rebuild, octree)?);
        beats_both &= refit.value > 1.0 && rebuild.value > 1.0;
        beats_rebuild &= rebuild.value > 1.0;
        let faces = format::number(octree.key.x);
        ours.push(format!(
            "{} of {faces} faces: {}",
            format::series(&series),
            time_of(median(octree))
        ));
        normalised.push(format!(
            "{}: refit {}, rebuild {}",
            format::series(&series),
            format::estimate(&refit),
            format::estimate(&rebuild)
        ));
    }
    Ok(Judgement {
        ours: ours.join("; "),
        normalised: normalised.join("; "),
        verdict: by_steps(beats_both, beats_rebuild),
    })
}

fn exact_face_test(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let experiment = "smith95-sec23-face-test";
    let with_box = "face-octree face-test=box";
    let exact = evidence.times(experiment, OCTREE, "")?;
    let largest = exact.rows.iter().rev().find(|row| row.key.x <= 3968.0);
    let exact = largest.copied().unwrap_or(exact.last());
    let faces = exact.key.x;
    let boxes = evidence.time_at(experiment, with_box, "", faces)?;
    let pairs = |detector| {
        let line = evidence.curve(experiment, "face-box-tests", detector, "")?;
        let row = line
            .at(faces)
            .ok_or_else(|| Missing(format!("{experiment}: no pairs counted")));
        row.map(median)
    };
    let (exact_pairs, box_pairs) = (pairs(OCTREE)?, pairs(with_box)?);
    let time = ratio(boxes, exact)?;
    Ok(Judgement {
        ours: format!(
            "{} faces: {} against {}; {} pairs against {}",
            format::number(faces),
            time_of(median(exact)),
            time_of(median(boxes)),
            format::number(exact_pairs),
            format::number(box_pairs)
        ),
        normalised: format!(
            "time {}, pairs {}",
            format::estimate(&time),
            format::number(box_pairs / exact_pairs.max(1.0))
        ),
        verdict: by_steps(
            box_pairs > exact_pairs && time.low > 1.0,
            box_pairs > exact_pairs,
        ),
    })
}

fn fig6_faces(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let sizes = fig6_sizes(evidence)?;
    let smallest = sizes.first().ok_or_else(too_few_spheres)?;
    if sizes.len() < 2 {
        return Err(too_few_spheres());
    }
    let times: Vec<f64> = sizes.iter().map(|s| median(s.line.last())).collect();
    let relative: Vec<f64> = times.iter().map(|t| t / times[0]).collect();
    let paper = sizes.iter().map(|s| s.paper / smallest.paper);
    let all_agree = paper
        .zip(&relative)
        .all(|(paper, ours)| agrees(paper, *ours));
    let faces: Vec<f64> = sizes.iter().map(|s| s.faces).collect();
    Ok(Judgement {
        ours: format!("{} for {} faces", times_of(&times), format::numbers(&faces)),
        normalised: format::numbers(&relative),
        verdict: by_steps(all_agree, times.windows(2).all(|w| w[0] < w[1])),
    })
}

fn fig6_rise(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let sizes = fig6_sizes(evidence)?;
    let largest = sizes.last().ok_or_else(too_few_spheres)?;
    let times: Vec<f64> = largest.line.points().iter().map(|p| p.1).collect();
    let calm = records::statistics::median(&times[..times.len().div_ceil(2)]);
    let (calm, last) = (
        calm.expect("half of at least one cycle"),
        median(largest.line.last()),
    );
    let share = calm / last;
    Ok(Judgement {
        ours: format!(
            "{} faces: {} at first, {} at the last cycle",
            format::number(largest.faces),
            time_of(calm),
            time_of(last)
        ),
        normalised: format::number(share),
        verdict: by_steps(share <= 1.0 / 3.0, share < 1.0),
    })
}

fn fig7_growth(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let line = evidence.times("smith95-fig7", OCTREE, "")?;
    let ours = exponent(&line, 168.0, 3968.0)?;
    let paper = growth_exponent(&FIG6)
        .expect("four points of the paper")
        .value;
    let beyond = exponent(&line, 3968.0, f64::INFINITY);
    let beyond = beyond.map_or(String::new(), |e| {
        format!(
            "; from 3968 to {} faces {}",
            format::number(line.last().key.x),
            format::estimate(&e)
        )
    });
    let ends: Vec<f64> = line.points().iter().map(|p| p.1).collect();
    Ok(Judgement {
        ours: format!(
            "{} at {} faces, {} at {}",
            time_of(ends[0]),
            format::number(line.rows[0].key.x),
            time_of(ends[ends.len() - 1]),
            format::number(line.last().key.x)
        ),
        normalised: format!("exponent {}{beyond}", format::estimate(&ours)),
        verdict: by_steps((ours.value - paper).abs() <= 0.2, ours.value <= 1.1),
    })
}

fn fig7_extrapolation(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let line = evidence.times("smith95-fig7", OCTREE, "")?;
    let at = evidence.time_at("smith95-fig7", OCTREE, "", 3968.0)?;
    let no_rise = || Missing("smith95-fig7: the curve does not rise".to_owned());
    let faces = reaches(&line.points(), median(at) * 100.0 / 70.0).ok_or_else(no_rise)?;
    let tenth = reaches(&line.points(), 0.1).ok_or_else(no_rise)?;
    let how = if tenth > line.last().key.x {
        ", by extrapolation"
    } else {
        ""
    };
    let multiple = faces / 3968.0;
    Ok(Judgement {
        ours: format!(
            "10/7 of the time at 3968 faces is reached at {} faces; 100 ms on this machine at {}{how}",
            format::number(faces),
            format::number(tenth)
        ),
        normalised: format!("{} times the faces", format::number(multiple)),
        verdict: by_steps((multiple - 5936.0 / 3968.0).abs() <= 0.25, multiple > 1.0),
    })
}

fn fig8_shuttles(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let last = |series| {
        evidence
            .times("smith95-fig8", OCTREE, series)
            .map(|line| line.last())
    };
    let (all, two) = (last("generator=shuttles")?, last("generator=shuttle-pair")?);
    let ours = ratio(all, two)?;
    Ok(Judgement {
        ours: format!("{} against {}", time_of(median(all)), time_of(median(two))),
        normalised: format::estimate(&ours),
        verdict: on_ratio(31.0 / 16.0, &ours),
    })
}

fn fig10_even(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let (octree, planes) = fig10_at(evidence, 10.0)?;
    let ours = ratio(octree, planes)?;
    Ok(Judgement {
        ours: format!(
            "{} against {}",
            time_of(median(octree)),
            time_of(median(planes))
        ),
        normalised: format::estimate(&ours),
        verdict: by_steps((0.5..=2.0).contains(&ours.value), false),
    })
}

fn fig10_overtakes(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let (mut octrees, mut planes, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for (bodies, _, _) in &FIG10[1..] {
        let (octree, plane) = fig10_at(evidence, *bodies)?;
        octrees.push(median(octree));
        planes.push(median(plane));
        ratios.push(ratio(plane, octree)?);
    }
    let values: Vec<f64> = ratios.iter().map(|r| r.value).collect();
    let grows = values.windows(2).all(|w| w[0] < w[1]);
    Ok(Judgement {
        ours: format!("{} against {}", times_of(&octrees), times_of(&planes)),
        normalised: format!("{}{}", format::numbers(&values), crossing(evidence)?),
        verdict: by_steps(ratios.iter().all(|r| r.low > 1.0), grows),
    })
}

/// Between which numbers of spheres the face octree becomes the faster one, where it does.
fn crossing(evidence: &Evidence<'_>) -> Result<String, Missing> {
    let octree = evidence.times("smith95-fig10", OCTREE, "")?;
    let planes = evidence.times("smith95-fig10", "separating-plane", "")?;
    let wins: Vec<(f64, bool)> = octree
        .rows
        .iter()
        .filter_map(|row| Some((row.key.x, median(row) < median(planes.at(row.key.x)?))))
        .collect();
    let crossing = wins.windows(2).find(|w| !w[0].1 && w[1].1);
    Ok(match (crossing, wins.last()) {
        (Some(w), _) => format!("; crossing between {} and {} spheres", w[0].0, w[1].0),
        (None, Some((most, false))) => format!("; no crossing up to {most} spheres"),
        _ => String::new(),
    })
}

fn fig10_quadratic(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let planes = evidence.times("smith95-fig10", "separating-plane", "")?;
    let octree = evidence.times("smith95-fig10", OCTREE, "")?;
    let ours = exponent(&planes, 10.0, 40.0)?;
    let rival = exponent(&octree, 10.0, 40.0)?;
    let in_paper = planes.rows.iter().filter(|row| row.key.x <= 40.0);
    let a_pair = in_paper.map(|row| median(row) / (row.key.x * (row.key.x - 1.0) / 2.0));
    let a_pair: Vec<f64> = a_pair.collect();
    Ok(Judgement {
        ours: format!("{} a pair", times_of(&a_pair)),
        normalised: format!(
            "exponent {}; face octree {}",
            format::estimate(&ours),
            format::estimate(&rival)
        ),
        verdict: by_steps((1.7..=2.3).contains(&ours.value), ours.value > rival.value),
    })
}

fn fig10_more_bodies(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let few = evidence.time_at("smith95-fig10", OCTREE, "", 10.0)?;
    let many = evidence.time_at("smith95-fig10", OCTREE, "", 40.0)?;
    let ours = ratio(many, few)?;
    Ok(Judgement {
        ours: format!(
            "{} with 10, {} with 40",
            time_of(median(few)),
            time_of(median(many))
        ),
        normalised: format::estimate(&ours),
        verdict: by_steps(ours.value <= 41.0 / 16.0 * FACTOR, ours.value < 4.0),
    })
}

fn fig11_update(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let octree = evidence.times("smith95-fig11", OCTREE, "")?.last();
    let update = evidence.times("smith95-fig11", "octree-update", "")?.last();
    let ours = ratio(update, octree)?;
    Ok(Judgement {
        ours: format!(
            "{} against {}",
            time_of(median(octree)),
            time_of(median(update))
        ),
        normalised: format::estimate(&ours),
        verdict: on_ratio(161.0 / 11.0, &ours),
    })
}

fn fig11_every_cycle(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let octree = evidence.times("smith95-fig11", OCTREE, "")?;
    let update = evidence.times("smith95-fig11", "octree-update", "")?;
    let regions = evidence.curve("smith95-fig11", "overlap-regions", OCTREE, "")?;
    let first = regions.points().into_iter().find(|(_, count)| *count > 0.0);
    let first = first
        .ok_or_else(|| Missing("smith95-fig11: boxes never overlap".to_owned()))?
        .0;
    let both = octree.rows.iter().filter(|row| row.key.x >= first);
    let faster: Vec<bool> = both
        .filter_map(|row| Some(median(row) < median(update.at(row.key.x)?)))
        .collect();
    if faster.is_empty() {
        return Err(Missing(
            "smith95-fig11: no cycle of both methods".to_owned(),
        ));
    }
    let share = faster.iter().filter(|f| **f).count() as f64 / faster.len() as f64;
    Ok(Judgement {
        ours: format!("boxes overlap from cycle {first} on"),
        normalised: format!(
            "{} % of {} cycles",
            format::number(100.0 * share),
            faster.len()
        ),
        verdict: by_steps(share == 1.0, share >= 0.75),
    })
}

fn sec5_calm(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let sizes = fig6_sizes(evidence)?;
    let largest = sizes.last().ok_or_else(too_few_spheres)?;
    let last = median(largest.line.last());
    let calm = sizes
        .iter()
        .flat_map(|s| &s.line.rows[..s.line.rows.len() - 1]);
    let shares: Vec<f64> = calm.map(|row| median(row) / last).collect();
    let longest = shares.iter().copied().fold(0.0, f64::max);
    let negligible = shares.iter().filter(|share| **share <= CALM_SHARE).count();
    let part = negligible as f64 / shares.len().max(1) as f64;
    Ok(Judgement {
        ours: format!(
            "largest contact ({} faces) {}; longest cycle before contact {}",
            format::number(largest.faces),
            time_of(last),
            time_of(longest * last)
        ),
        normalised: format!(
            "{} % of the cycles at most 0.143; longest {}",
            format::number(100.0 * part),
            format::number(longest)
        ),
        verdict: by_steps(part >= 0.95, part >= 0.5),
    })
}

fn sec5_calm_bodies(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let line = evidence.times("smith95-sec5-calm", OCTREE, "")?;
    let ours = exponent(&line, 0.0, f64::INFINITY)?;
    let (few, many) = (line.rows[0], line.last());
    Ok(Judgement {
        ours: format!(
            "{} with {} bodies, {} with {}",
            time_of(median(few)),
            few.key.x,
            time_of(median(many)),
            many.key.x
        ),
        normalised: format!("exponent {}", format::estimate(&ours)),
        verdict: by_steps(ours.value <= 1.1, ours.value < 1.5),
    })
}

fn sec6_level(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let (mut ours, mut ratios) = (Vec::new(), Vec::new());
    for faces in ["528", "3968"] {
        let series = format!("faces={faces}");
        let Ok(line) = evidence.times("smith95-levels", OCTREE, &series) else {
            continue;
        };
        let six = evidence.time_at("smith95-levels", OCTREE, &series, 6.0)?;
        let best = line
            .rows
            .iter()
            .min_by(|a, b| median(a).total_cmp(&median(b)));
        let best = best.expect("a line has rows");
        ours.push(format!(
            "{}: level {} is best with {}, level 6 takes {}",
            format::series(&series),
            best.key.x,
            time_of(median(best)),
            time_of(median(six))
        ));
        ratios.push(median(six) / median(best));
    }
    if ratios.is_empty() {
        return Err(Missing(
            "smith95-levels: time of face-octree was not measured".to_owned(),
        ));
    }
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    Ok(Judgement {
        ours: ours.join("; "),
        normalised: format::numbers(&ratios),
        verdict: by_steps(worst <= 1.5, worst <= 3.0),
    })
}

/// One size of figure 6: faces, the paper's milliseconds at the last cycle, our cycles.
struct Size<'a> {
    faces: f64,
    paper: f64,
    line: Line<'a>,
}

/// The sizes of figure 6 that were measured; an error when none was.
fn fig6_sizes<'a>(evidence: &Evidence<'a>) -> Result<Vec<Size<'a>>, Missing> {
    let mut sizes = Vec::new();
    let mut missing = None;
    for (faces, paper) in FIG6 {
        match evidence.times("smith95-fig6", OCTREE, &format!("faces={faces}")) {
            Ok(line) => sizes.push(Size { faces, paper, line }),
            Err(why) => missing = Some(why),
        }
    }
    match missing {
        Some(why) if sizes.is_empty() => Err(why),
        _ => Ok(sizes),
    }
}

fn too_few_spheres() -> Missing {
    Missing("smith95-fig6: fewer than two sizes of spheres were measured".to_owned())
}

/// The face octree and the separating planes with so many spheres.
fn fig10_at<'a>(
    evidence: &Evidence<'a>,
    bodies: f64,
) -> Result<(&'a records::Row, &'a records::Row), Missing> {
    let at = |detector| evidence.time_at("smith95-fig10", detector, "", bodies);
    Ok((at(OCTREE)?, at("separating-plane")?))
}

fn time_of(seconds: f64) -> String {
    format::value(seconds, Unit::Seconds)
}

fn times_of(seconds: &[f64]) -> String {
    let times: Vec<String> = seconds.iter().map(|s| time_of(*s)).collect();
    times.join(" / ")
}

#[cfg(test)]
mod tests;
