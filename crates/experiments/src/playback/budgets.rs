//! Spheres of sphere-trees, and certificates under budgets.

use super::drawing::distinct_meshes;
use super::{PlaybackRun, PlaybackSettings};
use crate::isolation::isolated;
use crate::participant::Participant;
use crate::progress::RunProgress;
use anyhow::{Result, anyhow};
use collision::{BodyPair, Budget, Certificate, Findings, Known};
use oracle::{Separation, Separator, check_certificates};
use records::playback::{PlaybackBudgets, PlaybackCertificate, PlaybackSpheres};
use scenes::Scene;

/// Maximum number of frames whose certificates are checked against exact separations.
const MAX_CHECKED_FRAMES: usize = 20;

/// Maximum number of faces in the checked frames together.
const MAX_CHECKED_FACES: usize = 2_000_000;

/// Adds spheres and certificates, if the settings ask for them and the bodies are rigid.
///
/// # Errors
/// A frame that the detector rejects.
pub(super) fn add(
    scene: &Scene,
    settings: &PlaybackSettings,
    progress: &RunProgress,
    run: &mut PlaybackRun,
) -> Result<()> {
    let Some(participant) = &settings.time_critical else {
        return Ok(());
    };
    let label = &participant.label;
    if scene.deforms() {
        let note = format!("Without certificates: {label} needs rigid bodies.");
        run.playback.notes.push(note);
        return Ok(());
    }
    progress.say(format!("{label}: building sphere-trees"));
    match isolated(|| certified(scene, participant, &settings.steps, progress)) {
        Ok((budgets, faults)) => {
            let levels = settings.limits.sphere_levels;
            run.playback.spheres = Some(spheres(scene, participant, levels));
            run.playback.budgets = Some(budgets);
            // All are failures. One sentence is enough below the scene.
            if let Some(first) = faults.first() {
                let count = faults.len();
                let note = format!("Wrong certificates of {label}: {count}; the first: {first}.");
                run.playback.notes.push(note);
            }
            let faults = faults.into_iter().map(|fault| (label.clone(), fault));
            run.failures.extend(faults);
        }
        Err(error) => {
            let note = format!("Without certificates: {label} failed: {error}.");
            run.playback.notes.push(note);
            run.failures.push((label.clone(), error));
        }
    }
    Ok(())
}

/// Returns the spheres of each mesh, down to a number of levels.
fn spheres(scene: &Scene, participant: &Participant, levels: u8) -> Vec<PlaybackSpheres> {
    let meshes = distinct_meshes(scene).0.into_iter().enumerate();
    let of_mesh = |(mesh, body): (usize, usize)| {
        let tree = participant.sphere_tree(scene.bodies[body].mesh())?;
        let level = |level: u8| {
            let balls = tree.at_level(level).map(|node| tree.ball(node));
            let numbers = balls.flat_map(|ball| {
                let [x, y, z] = ball.center.to_array();
                [x, y, z, ball.radius].map(|number| number as f32)
            });
            numbers.collect::<Vec<f32>>().into()
        };
        let depth = tree.depth().min(levels.saturating_sub(1));
        Some(PlaybackSpheres {
            mesh,
            levels: (0..=depth).map(level).collect(),
        })
    };
    meshes.filter_map(of_mesh).collect()
}

/// Returns the certificates of all frames under each budget, and the faults of those checked.
fn certified(
    scene: &Scene,
    participant: &Participant,
    steps: &[u64],
    progress: &RunProgress,
) -> Result<(PlaybackBudgets, Vec<String>)> {
    let mut detector = participant.build_with_cached_trees();
    detector
        .prepare(&scene.bodies)
        .map_err(|error| anyhow!("{error}"))?;
    progress.say("measuring separations");
    let checked = separations(scene);
    let (mut found, mut faults) = (Findings::default(), Vec::new());
    let mut certificates = Vec::new();
    for budget in steps {
        progress.say(format!("{}: {budget} steps", participant.label));
        let query = scene.query().with_containment(true);
        let query = query.with_budget(Budget::Steps(*budget));
        let mut by_frame = Vec::new();
        for frame in 0..scene.frames.len() {
            detector.detect(&scene.frame(frame), &query, &mut found)?;
            if let Some((_, exact)) = checked.iter().find(|(of, _)| *of == frame)
                && let Err(fault) = check_certificates(&found, exact)
            {
                faults.push(format!("{budget} steps: frame {}: {fault}", frame + 1));
            }
            let of_frame = found.evidence.certificates.iter().map(packed);
            by_frame.push(of_frame.collect());
        }
        certificates.push(by_frame);
    }
    let budgets = PlaybackBudgets {
        detector: participant.label.clone(),
        unit: "steps".into(),
        values: steps.iter().map(|steps| *steps as f64).collect(),
        certificates,
    };
    Ok((budgets, faults))
}

/// Returns the exact separations of some frames.
fn separations(scene: &Scene) -> Vec<(usize, Vec<(BodyPair, Separation)>)> {
    let mut separator = Separator::new(&scene.bodies);
    let most = MAX_CHECKED_FACES / scene.face_count().max(1);
    let most = most.clamp(1, MAX_CHECKED_FRAMES);
    let count = scene.frames.len();
    let checked = (0..count).step_by(count.div_ceil(most));
    let of_frame = |frame: usize| {
        separator.place(&scene.frame(frame));
        (frame, separator.separations())
    };
    checked.map(of_frame).collect()
}

fn packed(certificate: &Certificate) -> PlaybackCertificate {
    let (kind, bound) = match certificate.known {
        Known::Apart => (0, None),
        Known::Interfering => (1, None),
        Known::Undecided { bound } => (2, Some(rounded_up(bound))),
    };
    let BodyPair { a, b } = certificate.pair;
    PlaybackCertificate(a.0, b.0, kind, bound)
}

/// Returns the least number with four digits that is at least `bound`, which stays a bound.
fn rounded_up(bound: f64) -> f64 {
    /// Half of the last of four digits, relative to the least number with them, is `5e-4`.
    const MORE: f64 = 1.0 + 5e-4;
    let text = |x: f64| format!("{x:.3e}").parse::<f64>().unwrap_or(x);
    let near = text(bound);
    if near >= bound {
        near
    } else {
        text(bound * MORE).max(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_bound_is_a_bound_with_four_digits() {
        for bound in [
            0.0, 1.0, 1.2344, 1.23449, 1.23451, 9.9991, 9.99951, 1e-300, 5.0005e200,
        ] {
            let rounded = rounded_up(bound);
            assert!(rounded >= bound, "{bound} {rounded}");
            assert!(rounded <= bound * 1.0011, "{bound} {rounded}");
            assert!(
                format!("{rounded:e}").split('e').next().unwrap().len() <= 5,
                "{rounded}"
            );
        }
    }
}
