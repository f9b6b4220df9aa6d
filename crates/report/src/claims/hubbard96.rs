//! The claims of Hubbard 1996, in the order of the paper.

use super::evidence::{exponent, median};
use super::{Claim, Evidence, Judgement, Missing, agrees, by_steps};
use crate::format;
use records::Unit;

/// The paper's own trees, built as it says: Ritter's balls, and every level covering the body.
const PUBLISHED: &str = "sphere-tree balls=ritter coverage=level";

/// The same method with the smallest balls, each covering its region: what the detector has unless
/// told otherwise. Growth and budgets are measured with it.
const TUNED: &str = "sphere-tree";

/// The trees of octants.
const OCTREE: &str = "sphere-tree-octree";

/// The paper's rival.
const BSP: &str = "bsp-tree cull=none query=boolean";

/// Figure 14: body, and at levels 1 to 3 the average and the maximum inaccuracy as a fraction of the
/// octree's.
const FIG14: [(&str, [(f64, f64); 3]); 4] = [
    ("lamp", [(0.442, 0.494), (0.220, 0.485), (0.164, 0.433)]),
    ("faucet", [(0.492, 0.552), (0.358, 0.439), (0.377, 0.687)]),
    ("rocket", [(0.654, 0.728), (0.546, 0.690), (0.379, 0.979)]),
    ("truck", [(0.571, 0.671), (0.389, 0.450), (0.286, 0.531)]),
];

/// Section 10: faces, and minutes of building.
const BUILDING: [(f64, f64); 4] = [
    (626.0, 12.4),
    (1288.0, 14.2),
    (1420.0, 21.8),
    (10_171.0, 162.0),
];

/// Rows of Figure 14 that have to be kept, of twelve.
const KEPT: usize = 10;

/// All claims that rows can speak to.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "sec2-complexity",
        experiment: "hubbard96-growth",
        place: "§2",
        says: "Under a budget the time of approximations does not grow with the complexity of the \
               objects; that of traditional algorithms must.",
        paper: "no number",
        paper_normalised: "exponent 0, above 0",
        rule: "Growth exponents of the time of a frame over the faces of each body, the shapes \
               being the same. Reproduced: at most 0.1 for sphere-trees, above 0.1 for BSP trees. \
               Trend only: smaller for sphere-trees. Contradicted: otherwise.",
        caveat: "Sphere-trees spend what they are given, so that their time says little without \
                 the certainty that it buys, which the page shows. Trees with the smallest balls, \
                 each covering its region: under the paper's policy few pairs can be certified.",
        judge: complexity,
    },
    Claim {
        id: "sec3-cubes",
        experiment: "hubbard96-sec3-cubes",
        place: "§3",
        says: "The box around a randomly turned unit cube has 3.4 times its volume on the \
               average, 4.7 times in the worst case of 500,000.",
        paper: "3.4 and 4.7",
        paper_normalised: "3.4 and 4.7",
        rule: "Reproduced: both within 5 %. Trend only: both above 1. Contradicted: otherwise.",
        caveat: "No rotation gives more than 125/27 = 4.63: the absolute entries of a rotation's \
                 matrix add up to at most 5, and the volume is the product of three row sums.",
        judge: cubes,
    },
    Claim {
        id: "fig14-average",
        experiment: "hubbard96-fig14",
        place: "Figure 14",
        says: "The average inaccuracy of medial-axis trees is only a fraction of that of \
               octrees, at levels 1 to 3 of four bodies.",
        paper: "0.164 to 0.654, 12 rows",
        paper_normalised: "12 of 12 rows",
        rule: "Inaccuracy to the solid, proved from both sides. Reproduced: at or below the \
               paper's fraction in at least 10 of 12 rows. Trend only: below 1 in as many. \
               Contradicted: otherwise.",
        caveat: "The bodies have the paper's face counts, not its shapes, but for the faucet. The \
                 paper estimates the distance to the surface at twenty points of a sphere, and \
                 leaves open whether the correction that makes a bound of it is in its numbers: \
                 how many rows keep to the paper by this estimate, with the correction and \
                 without, stands beside ours and does not enter the verdict.",
        judge: fig14_average,
    },
    Claim {
        id: "fig14-maximum",
        experiment: "hubbard96-fig14",
        place: "Figure 14",
        says: "So is the maximum inaccuracy.",
        paper: "0.433 to 0.979, 12 rows",
        paper_normalised: "12 of 12 rows",
        rule: "As for the average.",
        caveat: "One sphere decides the maximum of a level. The paper's own estimate, with its \
                 correction and without, is counted as for the average.",
        judge: fig14_maximum,
    },
    Claim {
        id: "sec10-build",
        experiment: "hubbard96-fig14",
        place: "§10",
        says: "Building takes 12.4 minutes for the lamp, 14.2 for the faucet, 21.8 for the rocket \
               and 2.7 hours for the truck.",
        paper: "12.4 / 14.2 / 21.8 / 162 min",
        paper_normalised: "1 / 1.15 / 1.76 / 13.1",
        rule: "Times divided by the lamp's. Reproduced: the truck's within a factor 1.5 of the \
               paper's. Trend only: the truck takes longest. Contradicted: otherwise.",
        caveat: "The number of points that trees start from is not stated; ours is the same for \
                 all bodies.",
        judge: building,
    },
    Claim {
        id: "fig15-levels",
        experiment: "hubbard96-fig15",
        place: "Figure 15",
        says: "Down to level 4 sphere-trees are significantly faster than BSP trees.",
        paper: "histograms to the right of 1; no number",
        paper_normalised: "above 1",
        rule: "Reproduced: at each of levels 1 to 4 the sphere-tree is faster in at least 90 % of \
               the calls. Trend only: in more than half. Contradicted: otherwise.",
        caveat: "The rival is as published: all faces are pushed down the tree, without a look at \
                 the bounding sphere first, until one is inside. Its tree only leads to exact \
                 tests, which the published one does not make. Trees as published.",
        judge: fig15_levels,
    },
    Claim {
        id: "fig15-falls",
        experiment: "hubbard96-fig15",
        place: "Figure 15, §11.2",
        says: "The speed-up is greater where the algorithm has not descended so far.",
        paper: "histograms; no number",
        paper_normalised: "falls from level to level",
        rule: "Median speed-up over BSP trees, level by level, that of the faces included. \
               Reproduced: smaller at each level than at the one before. Trend only: smaller at \
               the last than at the first. Contradicted: otherwise.",
        caveat: "Trees as published. A call that is over at a level costs nothing more at deeper \
                 ones: where most calls are over, medians of deeper levels are those of the same \
                 calls.",
        judge: fig15_falls,
    },
    Claim {
        id: "fig15-surface",
        experiment: "hubbard96-fig15",
        place: "Figure 15",
        says: "Even at level 5, where faces are compared, sphere-trees are faster in 75.1 % of the \
               calls.",
        paper: "75.1 % of 86,083 calls",
        paper_normalised: "0.751",
        rule: "Reproduced: the share is within a factor 1.5 of the paper's. Contradicted: less.",
        caveat: "How many calls are of bodies that are far apart within their bounding spheres \
                 depends on the flights, which are ours. Trees as published.",
        judge: fig15_surface,
    },
    Claim {
        id: "fig16-inaccuracy",
        experiment: "hubbard96-fig15",
        place: "Figure 16",
        says: "Inaccuracy improves for deeper levels.",
        paper: "histograms; no number",
        paper_normalised: "falls from level to level",
        rule: "Median of the proved bound over the undecided calls whose spheres still collide at a level. \
               Reproduced: smaller at each level than at the one before. Trend only: smaller at \
               level 4 than at level 1. Contradicted: otherwise.",
        caveat: "The calls whose spheres still collide differ from level to level. The paper's \
                 measure subtracts the overlap of the spheres, which is no bound. Trees as \
                 published.",
        judge: fig16_inaccuracy,
    },
    Claim {
        id: "sec11.2-collisions",
        experiment: "hubbard96-fig15",
        place: "§11.2",
        says: "At level 5 sphere-trees find the same collisions as BSP trees, although only each \
               level as a whole covers the body.",
        paper: "804 of 804",
        paper_normalised: "all",
        rule: "Trees as published. Reproduced: both find the same \
               collisions, and at least one. Contradicted: otherwise.",
        caveat: "A conjecture in the paper: the policy does not ensure it.",
        judge: same_collisions,
    },
    Claim {
        id: "fig17-bsp",
        experiment: "hubbard96-fig17",
        place: "Figures 17, 19; abstract",
        says: "Detection is consistently 10 to 100 times better than with BSP trees.",
        paper: "mean detection of a frame 5.825 s against 0.019 s",
        paper_normalised: "307; 10 to 100",
        rule: "Mean detection time of a frame with BSP trees divided by that with medial-axis \
               trees. Reproduced: at least 10. Trend only: above 1. Contradicted: otherwise.",
        caveat: "Trees as published. On this machine both end before the paper's budget is spent, and \
                 the sphere-trees then have compared faces, too: they answer more than they did in \
                 the paper. The flights differ once a response does.",
        judge: fig17_bsp,
    },
    Claim {
        id: "sec11.3-octree",
        experiment: "hubbard96-budget",
        place: "§11.3",
        says: "With octrees the accuracy is poor: when the time is over, objects far apart still \
               have colliding spheres.",
        paper: "no number",
        paper_normalised: "above 1",
        rule: "Mean bound of the separation with octrees divided by that with medial-axis trees, \
               budget by budget, as long as octrees leave pairs undecided. Reproduced: above 1 at \
               every budget. Trend only: at the \
               smallest. Contradicted: otherwise.",
        caveat: "More lamps than in the paper, so that there is something to decide on this \
                 machine. Medial-axis trees with the smallest balls, each covering its region, as \
                 the octree's cover theirs: pairs without colliding spheres are then certified.",
        judge: octree_bounds,
    },
    Claim {
        id: "fig18-levels",
        experiment: "hubbard96-fig17",
        place: "Figure 18",
        says: "About half of the responses are invoked at the deepest level.",
        paper: "82 / 25 / 26 / 141 at levels 1 to 4",
        paper_normalised: "0.515 at the deepest",
        rule: "Share of the responses at the deepest level at which there are any. Reproduced: \
               within a factor 1.5 of the paper's. Trend only: more. Contradicted: less.",
        caveat: "A faster machine goes deeper in the same time. Ours has a level more, that of \
                 the faces. Trees as published.",
        judge: fig18_levels,
    },
    Claim {
        id: "fig19-frames",
        experiment: "hubbard96-fig17",
        place: "Figure 19",
        says: "The frame meets its target at most frames, and deviations are small.",
        paper: "target 0.1 s; mean 0.101, largest 0.116 s",
        paper_normalised: "largest 1.16 of the target",
        rule: "Largest detection time of a frame divided by the detection's budget, 0.019 s. \
               Reproduced: at most 1.16. Trend only: at most 5 % of the frames take more than \
               one and a half times the budget. Contradicted: otherwise.",
        caveat: "Nothing is rendered here: only detection is held to its share of the frame. An \
                 interruption by the operating system counts against it. Trees as published.",
        judge: fig19_frames,
    },
    Claim {
        id: "fig21-complexity",
        experiment: "hubbard96-fig21",
        place: "Figure 21",
        says: "With nine trucks, fifteen times as many triangles, detection takes no longer.",
        paper: "mean 0.018 s against 0.019 s with ten lamps",
        paper_normalised: "0.947",
        rule: "Mean detection time with trucks divided by that with lamps. Reproduced: within a \
               factor 1.5 of the paper's, or less. Trend only: less than for BSP trees. \
               Contradicted: otherwise.",
        caveat: "The paper gives trucks 1 s a frame, and we 0.1 s. Where time is left, \
                 sphere-trees go on to compare faces. Trees as published.",
        judge: fig21_complexity,
    },
];

fn complexity(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    const FLAT: f64 = 0.1;
    let experiment = "hubbard96-growth";
    let of = |detector| {
        let line = evidence.times(experiment, detector, "")?;
        exponent(&line, 0.0, f64::INFINITY)
    };
    let (tree, bsp) = (of(TUNED)?, of("bsp-tree query=boolean")?);
    Ok(Judgement {
        ours: "the lamp, its faces cut into four again and again".to_owned(),
        normalised: format!(
            "exponent {}; BSP trees {}",
            format::estimate(&tree),
            format::estimate(&bsp)
        ),
        verdict: by_steps(
            tree.value <= FLAT && bsp.value > FLAT,
            tree.value < bsp.value,
        ),
    })
}

fn cubes(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let of = |quantity, series| {
        let experiment = "hubbard96-sec3-cubes";
        let line = evidence.curve(experiment, quantity, "axis-aligned box", series)?;
        Ok(line.last())
    };
    let mean = median(of("growth", "mean")?);
    let worst = median(of("growth", "worst")?);
    let near = |paper: f64, ours: f64| (ours / paper - 1.0).abs() <= 0.05;
    Ok(Judgement {
        ours: format!("{} rotations", format::number(of("volume", "")?.key.x)),
        normalised: format!("{} and {}", format::number(mean), format::number(worst)),
        verdict: by_steps(
            near(3.4, mean) && near(4.7, worst),
            mean > 1.0 && worst > 1.0,
        ),
    })
}

fn fig14_average(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    fig14(evidence, "average", |row| row.0)
}

fn fig14_maximum(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    fig14(evidence, "maximum", |row| row.1)
}

/// By the distance to the solid; by the paper's estimate it is only told how many rows keep to it.
fn fig14(
    evidence: &Evidence<'_>,
    which: &str,
    of_row: impl Fn(&(f64, f64)) -> f64,
) -> Result<Judgement, Missing> {
    let of = |measure| kept_rows(evidence, &format!("fraction/{measure}/{which}"), &of_row);
    let solid = of("solid")?;
    let (corrected, plain) = (of("corrected-estimate")?, of("estimate")?);
    let all = solid.rows;
    Ok(Judgement {
        ours: format!(
            "{}; by the paper's estimate {} of {all} rows, without its correction {}",
            solid.told.join("; "),
            corrected.kept,
            plain.kept
        ),
        normalised: format!("{} of {all} rows", solid.kept),
        verdict: by_steps(solid.kept >= KEPT, solid.below >= KEPT),
    })
}

/// How the fractions of one measure stand against those of the paper.
struct Fractions {
    rows: usize,
    /// At or below the paper's.
    kept: usize,
    /// Below 1.
    below: usize,
    /// Body by body.
    told: Vec<String>,
}

fn kept_rows(
    evidence: &Evidence<'_>,
    quantity: &str,
    of_row: impl Fn(&(f64, f64)) -> f64,
) -> Result<Fractions, Missing> {
    let mut found = Fractions {
        rows: 0,
        kept: 0,
        below: 0,
        told: Vec::new(),
    };
    for (body, rows) in &FIG14 {
        let series = format!("body={body}");
        let line = evidence.curve("hubbard96-fig14", quantity, "medial", &series)?;
        let mut fractions = Vec::new();
        for (level, row) in (1..).zip(rows) {
            let level = f64::from(level);
            let missing = || Missing(format!("hubbard96-fig14: no level {level} of {body}"));
            let ours = median(line.at(level).ok_or_else(missing)?);
            found.rows += 1;
            found.kept += usize::from(ours <= of_row(row));
            found.below += usize::from(ours < 1.0);
            fractions.push(ours);
        }
        found
            .told
            .push(format!("{body} {}", format::numbers(&fractions)));
    }
    Ok(found)
}

fn building(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let line = evidence.curve("hubbard96-fig14", "build-time", "medial", "")?;
    let mut times = Vec::new();
    for (faces, _) in BUILDING {
        let missing = || Missing(format!("hubbard96-fig14: no building of {faces} faces"));
        times.push(median(line.at(faces).ok_or_else(missing)?));
    }
    let told: Vec<String> = times
        .iter()
        .map(|t| format::value(*t, Unit::Seconds))
        .collect();
    let relative: Vec<f64> = times.iter().map(|t| t / times[0]).collect();
    let longest = times.iter().all(|t| *t <= times[3]);
    Ok(Judgement {
        ours: told.join(" / "),
        normalised: format::numbers(&relative),
        verdict: by_steps(
            agrees(BUILDING[3].1 / BUILDING[0].1, relative[3]) && longest,
            longest,
        ),
    })
}

fn fig15_levels(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let shares = faster(evidence)?;
    let spheres = &shares[..shares.len() - 1];
    let speed_ups = &speed_ups(evidence)?[..spheres.len()];
    let at_least = |share: f64| spheres.iter().all(|s| *s >= share);
    Ok(Judgement {
        ours: format!(
            "faster in {} of the calls at levels 1 to {}",
            format::numbers(spheres),
            spheres.len()
        ),
        normalised: format!("median speed-up {}", format::numbers(speed_ups)),
        verdict: by_steps(at_least(0.9), at_least(0.5)),
    })
}

fn fig15_falls(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let speed_ups = speed_ups(evidence)?;
    let (first, last) = (speed_ups[0], speed_ups[speed_ups.len() - 1]);
    let relative: Vec<f64> = speed_ups.iter().map(|s| s / first).collect();
    Ok(Judgement {
        ours: format!(
            "median speed-up {} at levels 1 to {}",
            format::numbers(&speed_ups),
            speed_ups.len()
        ),
        normalised: format::numbers(&relative),
        verdict: by_steps(speed_ups.windows(2).all(|w| w[1] < w[0]), last < first),
    })
}

fn fig15_surface(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let shares = faster(evidence)?;
    let share = shares[shares.len() - 1];
    Ok(Judgement {
        ours: format!(
            "{} calls",
            format::number(calls(evidence, PUBLISHED, "calls")?)
        ),
        normalised: format::number(share),
        verdict: by_steps(agrees(0.751, share), false),
    })
}

/// The share of the calls in which the sphere-tree is faster, level by level.
fn faster(evidence: &Evidence<'_>) -> Result<Vec<f64>, Missing> {
    let line = evidence.curve("hubbard96-fig15", "faster", PUBLISHED, "")?;
    match line.rows.len() {
        0 | 1 => Err(Missing("hubbard96-fig15: one level alone".to_owned())),
        _ => Ok(line.rows.iter().map(|row| median(row)).collect()),
    }
}

/// The median speed-up, level by level.
fn speed_ups(evidence: &Evidence<'_>) -> Result<Vec<f64>, Missing> {
    let of = |level: usize| {
        let series = format!("level={level}");
        let line = evidence.curve("hubbard96-fig15", "speed-up", PUBLISHED, &series)?;
        Ok(median(line.last()))
    };
    (1..=faster(evidence)?.len()).map(of).collect()
}

fn fig16_inaccuracy(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let levels = faster(evidence)?.len() - 1;
    let mut medians = Vec::new();
    for level in 1..=levels {
        let series = format!("level={level}");
        let line = evidence.curve("hubbard96-fig15", "inaccuracy", PUBLISHED, &series)?;
        medians.push(median(line.last()));
    }
    Ok(Judgement {
        ours: format!("{} bounding radii", format::numbers(&medians)),
        normalised: format::numbers(&medians.iter().map(|m| m / medians[0]).collect::<Vec<_>>()),
        verdict: by_steps(
            medians.windows(2).all(|w| w[1] < w[0]),
            medians[levels - 1] < medians[0],
        ),
    })
}

fn same_collisions(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let of = |quantity| calls(evidence, PUBLISHED, quantity);
    let (tree, rival, both) = (
        of("collisions")?,
        of("collisions/rival")?,
        of("collisions/both")?,
    );
    Ok(Judgement {
        ours: format!(
            "{} by sphere-trees, {} by BSP trees, in {} calls",
            format::number(tree),
            format::number(rival),
            format::number(of("calls")?)
        ),
        normalised: format!("{} by both", format::number(both)),
        verdict: by_steps(tree == both && rival == both && both > 0.0, false),
    })
}

fn calls(evidence: &Evidence<'_>, detector: &str, quantity: &str) -> Result<f64, Missing> {
    let line = evidence.curve("hubbard96-fig15", quantity, detector, "")?;
    Ok(median(line.last()))
}

fn fig17_bsp(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let (tree, bsp) = (
        mean_detection(evidence, "hubbard96-fig17", PUBLISHED)?,
        mean_detection(evidence, "hubbard96-fig17", BSP)?,
    );
    Ok(Judgement {
        ours: format!(
            "{} against {}",
            format::value(bsp, Unit::Seconds),
            format::value(tree, Unit::Seconds)
        ),
        normalised: format::number(bsp / tree),
        verdict: by_steps(bsp / tree >= 10.0, bsp > tree),
    })
}

fn mean_detection(
    evidence: &Evidence<'_>,
    experiment: &str,
    detector: &str,
) -> Result<f64, Missing> {
    let line = evidence.curve(experiment, "detection-time/mean", detector, "")?;
    Ok(median(line.last()))
}

fn octree_bounds(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let of = |detector| evidence.curve("hubbard96-budget", "bound", detector, "");
    let (medial, octree) = (of(TUNED)?, of(OCTREE)?);
    let common = medial.rows.iter().filter_map(|row| {
        let octree = octree.at(row.key.x)?.median()?;
        Some((median(row), octree)).filter(|(_, octree)| *octree > 0.0)
    });
    let pairs: Vec<(f64, f64)> = common.collect();
    let first = pairs.first();
    let (ours, theirs) =
        *first.ok_or_else(|| Missing("hubbard96-budget: octrees leave no bound".to_owned()))?;
    let ratios = pairs.iter().filter(|(medial, _)| *medial > 0.0);
    let ratios: Vec<f64> = ratios.map(|(medial, octree)| octree / medial).collect();
    Ok(Judgement {
        ours: format!(
            "{} against {} bounding radii under the smallest budget",
            format::number(theirs),
            format::number(ours)
        ),
        normalised: format::numbers(&ratios),
        verdict: by_steps(
            pairs.iter().all(|(medial, octree)| octree > medial),
            theirs > ours,
        ),
    })
}

fn fig18_levels(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let line = evidence.curve("hubbard96-fig17", "responses-at-level", PUBLISHED, "")?;
    let responses: Vec<f64> = line.rows.iter().map(|row| median(row)).collect();
    let all: f64 = responses.iter().sum();
    if all == 0.0 {
        return Err(Missing("hubbard96-fig17: no response".to_owned()));
    }
    let share = responses[responses.len() - 1] / all;
    Ok(Judgement {
        ours: format!(
            "{} at levels 1 to {}",
            format::numbers(&responses),
            responses.len()
        ),
        normalised: format!("{} at the deepest", format::number(share)),
        verdict: by_steps(agrees(0.515, share), share > 0.515),
    })
}

fn fig19_frames(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    const BUDGET: f64 = 0.019;
    let of = |quantity| evidence.curve("hubbard96-fig17", quantity, PUBLISHED, "");
    let worst = largest(of("detection-time")?.last());
    let late = median(of("frames-late")?.last());
    Ok(Judgement {
        ours: format!(
            "largest {}; late: {} of the frames",
            format::value(worst, Unit::Seconds),
            format::number(late)
        ),
        normalised: format!("largest {} of the budget", format::number(worst / BUDGET)),
        verdict: by_steps(worst / BUDGET <= 1.16, late <= 0.05),
    })
}

fn fig21_complexity(evidence: &Evidence<'_>) -> Result<Judgement, Missing> {
    let of = |detector| {
        let trucks = mean_detection(evidence, "hubbard96-fig21", detector)?;
        let lamps = mean_detection(evidence, "hubbard96-fig17", detector)?;
        Ok((trucks, trucks / lamps))
    };
    let ((tree, ours), (_, bsp)) = (of(PUBLISHED)?, of(BSP)?);
    Ok(Judgement {
        ours: format!("mean {} with trucks", format::value(tree, Unit::Seconds)),
        normalised: format!(
            "{}; BSP trees {}",
            format::number(ours),
            format::number(bsp)
        ),
        verdict: by_steps(agrees(0.947, ours) || ours < 0.947, ours < bsp),
    })
}

fn largest(row: &records::Row) -> f64 {
    row.outcome
        .as_ref()
        .map_or(f64::NAN, |value| value.largest())
}

#[cfg(test)]
mod tests;
