//! Expansion of a sweep into scenes with their participants.

use super::{Expect, Frames, Job, Replay, Sweep};
use crate::participant::{DetectorSpec, Participant};
use crate::scene_spec::SceneSpec;
use anyhow::{Context, Result, bail, ensure};
use std::num::NonZeroUsize;

/// One scene of a replay, with its participants.
#[derive(Clone, Debug)]
pub struct SweepPoint {
    /// The scene with all its parameters.
    pub scene: SceneSpec,
    /// Curve of the point; empty if there is only one.
    pub series: String,
    /// Swept value; `None` without a sweep, or if the cycle is on the horizontal axis.
    pub x: Option<f64>,
    /// Number of last frames to replay, if the point has one of its own.
    pub replay: Option<NonZeroUsize>,
    /// Facts about the scene, if the point has its own.
    pub expect: Option<Expect>,
    /// The detectors with all their options.
    pub participants: Vec<Participant>,
}

impl Replay {
    /// Returns every scene with its participants, in the order of series, then sweep, or of jobs.
    ///
    /// # Errors
    /// Fails for an unknown detector or option, or an invalid swept value.
    pub fn points(&self) -> Result<Vec<SweepPoint>> {
        if !self.jobs.is_empty() {
            return self.jobs_to_replay().map(|job| self.job(job)).collect();
        }
        let mut points = Vec::new();
        for curve in settings(&self.series) {
            for swept in settings(&self.sweep) {
                points.push(self.point(curve, swept)?);
            }
        }
        Ok(points)
    }

    fn job(&self, job: &Job) -> Result<SweepPoint> {
        job.scene.check().with_context(|| job.title.clone())?;
        let participants = self.detectors.iter().map(|spec| spec.resolve(&[]));
        let mut participants: Vec<Participant> = participants.collect::<Result<_, _>>()?;
        for label in &job.without {
            let known = participants.iter().any(|p| p.label == *label);
            ensure!(
                known,
                "{}: `without` names `{label}`, which takes no part",
                job.title
            );
        }
        participants.retain(|p| !job.without.contains(&p.label));
        Ok(SweepPoint {
            scene: job.scene.clone(),
            series: job.title.clone(),
            x: None,
            replay: job.replay,
            expect: job.expect.clone(),
            participants,
        })
    }

    fn point(&self, curve: Option<Setting<'_>>, swept: Option<Setting<'_>>) -> Result<SweepPoint> {
        let mut scene = self.scene.clone();
        let mut detectors = self.detectors.clone();
        for setting in curve.into_iter().chain(swept) {
            setting.apply(&mut scene, &mut detectors)?;
        }
        scene.check()?;
        let mut x = None;
        let mut series: Vec<String> = curve.iter().map(Setting::text).collect();
        if let Some(setting) = swept {
            match self.frames {
                Frames::Every => series.push(setting.text()),
                Frames::Last | Frames::Mean => x = Some(setting.number()?),
            }
        }
        // A swept option is the `x` of a row, not a part of the detector's name.
        let swept = swept.as_ref().map(|setting| setting.key);
        let resolve = |spec: &DetectorSpec| spec.resolve(swept.as_slice());
        Ok(SweepPoint {
            scene,
            series: series.join(" "),
            x,
            replay: None,
            expect: None,
            participants: detectors.iter().map(resolve).collect::<Result<_, _>>()?,
        })
    }
}

/// Swept key with one of its values.
#[derive(Clone, Copy)]
struct Setting<'a> {
    key: &'a str,
    value: &'a toml::Value,
}

impl Setting<'_> {
    /// Sets an option of the detectors that have it, or else a parameter of the scene.
    fn apply(&self, scene: &mut SceneSpec, detectors: &mut [DetectorSpec]) -> Result<()> {
        let mut applied = false;
        for spec in detectors {
            if spec.has_option(self.key)? {
                let value: catalog::OptionValue = self.value.clone().try_into()?;
                spec.options = std::mem::take(&mut spec.options).with(self.key, value);
                applied = true;
            }
        }
        if !applied {
            scene.set(self.key, self.value.clone());
        }
        Ok(())
    }

    fn text(&self) -> String {
        match self.value {
            toml::Value::String(s) => format!("{}={s}", self.key),
            value => format!("{}={value}", self.key),
        }
    }

    fn number(&self) -> Result<f64> {
        match self.value {
            toml::Value::Integer(n) => Ok(*n as f64),
            toml::Value::Float(x) => Ok(*x),
            other => bail!(
                "`sweep` gives `{}` the value {other}, which is not a number",
                self.key
            ),
        }
    }
}

/// Returns the settings of a sweep, or a single `None` without a sweep.
fn settings(sweep: &Sweep) -> Vec<Option<Setting<'_>>> {
    match sweep.first_key_value() {
        None => vec![None],
        Some((key, values)) => {
            let setting = |value| Some(Setting { key, value });
            values.iter().map(setting).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    const TEXT: &str = r#"
        scene = { generator = "two-spheres", seed = 1995 }
        sweep = { level = [5, 6] }
        series = { faces = [528, 3968] }
        detectors = [{ name = "face-octree", face-test = "box" }, { name = "brute-force" }]
        record = ["time", "voxels"]
        frames = "last"
        repeats = 9
    "#;

    fn parse(text: &str) -> Result<Replay> {
        let replay: Replay = toml::from_str(text)?;
        replay.check()?;
        Ok(replay)
    }

    #[test]
    fn a_sweep_sets_options_where_they_exist_and_the_scene_elsewhere() {
        let replay = parse(TEXT).unwrap();
        let points = replay.points().unwrap();
        assert_eq!(points.len(), replay.steps());
        let seen: Vec<_> = points.iter().map(|p| (p.series.as_str(), p.x)).collect();
        let expected = [
            ("faces=528", 5.0),
            ("faces=528", 6.0),
            ("faces=3968", 5.0),
            ("faces=3968", 6.0),
        ];
        assert_eq!(seen, expected.map(|(s, x)| (s, Some(x))));
        let first = &points[0];
        assert_eq!(first.scene.to_string(), "two-spheres faces=528 seed=1995");
        let labels = first.participants.iter().map(|p| p.label.as_str());
        let labels: Vec<&str> = labels.collect();
        assert_eq!(labels, ["face-octree face-test=box", "brute-force"]);
    }

    #[test]
    fn a_swept_option_reaches_the_detector() {
        let mut detectors = parse(TEXT).unwrap().detectors;
        let mut scene = SceneSpec::recording("folder".as_ref());
        let value = toml::Value::Integer(5);
        let key = "level";
        let setting = Setting { key, value: &value };
        setting.apply(&mut scene, &mut detectors).unwrap();
        let level = detectors[0].options.iter().find(|(name, _)| *name == key);
        assert_eq!(level.unwrap().1, &catalog::OptionValue::Number(5));
        assert_eq!(scene.to_string(), "folder");
    }

    #[test]
    fn jobs_have_scenes_frames_and_detectors_of_their_own() {
        let text = r#"
            jobs = [
                { title = "two", scene = { generator = "two-spheres" }, without = ["brute-force"] },
                { title = "calm", scene = { generator = "calm", bodies = 3 }, replay = 2 },
            ]
            detectors = [{ name = "face-octree" }, { name = "brute-force" }]
            record = ["time"]
            frames = "mean"
            repeats = 9
        "#;
        let replay = parse(text).unwrap();
        let points = replay.points().unwrap();
        assert_eq!((points.len(), replay.steps()), (2, 2));
        assert_eq!(points[1].scene.to_string(), "calm bodies=3");
        assert_eq!(points[1].replay, NonZeroUsize::new(2));
        let labels = |p: &SweepPoint| {
            p.participants
                .iter()
                .map(|p| p.label.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(labels(&points[0]), ["face-octree"]);
        assert_eq!(labels(&points[1]), ["face-octree", "brute-force"]);
        for (good, bad, word) in [
            (
                "without = [\"brute-force\"]",
                "without = [\"brute\"]",
                "takes no part",
            ),
            (
                "frames = \"mean\"",
                "frames = \"last\"",
                "means over frames",
            ),
            ("bodies = 3", "body = 3", "calm"),
        ] {
            let error = format!("{:#}", parse(&text.replace(good, bad)).unwrap_err());
            assert!(error.contains(word), "{bad}: {error}");
        }
    }

    #[test]
    fn where_cycles_are_on_the_axis_the_sweep_makes_curves() {
        let text = TEXT.replace("\"last\"", "\"every\"");
        let points = parse(&text).unwrap().points().unwrap();
        assert_eq!(
            (points[0].series.as_str(), points[0].x),
            ("faces=528 level=5", None)
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (good, bad, word) in [
            ("repeats = 9", "repeets = 9", "repeets"),
            ("repeats = 9", "repeats = 0", "nonzero"),
            ("\"voxels\"", "\"voxel\"", "unknown quantity `voxel`"),
            (
                "\"brute-force\"",
                "\"brute-farce\"",
                "did you mean `brute-force`?",
            ),
            (
                "face-test = \"box\"",
                "face-test = \"ball\"",
                "cannot be `ball`",
            ),
            ("[5, 6]", "[5, 60]", "0 to"),
            ("faces = [528", "facets = [528", "facets"),
            ("seed = 1995", "seeds = 1995", "seeds"),
        ] {
            let text = TEXT.replace(good, bad);
            assert_ne!(text, TEXT);
            let error = format!("{:#}", parse(&text).unwrap_err());
            assert!(error.contains(word), "{bad}: {error}");
        }
    }
}
