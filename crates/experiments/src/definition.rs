//! A race as data: the part `[measure]` of a definition that names no other kind.

use crate::race::Entrant;
use anyhow::{Result, bail, ensure};
use catalog::Options;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A race of several detectors: one figure, table or statement of a paper.
///
/// ```toml
/// [measure]
/// scene      = { generator = "sphere-swarm", faces = 528, seed = 1995 }
/// sweep      = { bodies = [10, 20, 30, 40, 100, 400] }
/// detectors  = [{ name = "face-octree", level = 6 }, { name = "separating-plane" }]
/// measure    = ["time", "face-pair-tests"]
/// record     = "last"
/// replay     = 8
/// repeats    = 15
/// expect     = { colliding-body-pairs-in-last-frame = 1, colliding-body-pairs-before = 0 }
/// quick      = { sweep = [10, 20, 30, 40], repeats = 3 }
/// ```
///
/// Any other key is an error.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Definition {
    /// The file's name without its ending.
    #[serde(skip)]
    pub id: String,
    /// The scene's generator with its parameters, swept ones left out.
    pub scene: toml::Table,
    /// One key with its values: a parameter of the scene, or an option of those detectors that
    /// have an option of that name. Gives `x`, unless every frame is recorded.
    #[serde(default)]
    pub sweep: BTreeMap<String, Vec<toml::Value>>,
    /// One more key with its values: a curve of its own for each.
    #[serde(default)]
    pub series: BTreeMap<String, Vec<toml::Value>>,
    /// Who takes part.
    pub detectors: Vec<Contender>,
    /// Quantities to record: "time", "prepare-time", "cold-time", "step-time", "contacts",
    /// "colliding-bodies", work counts by name, or "work" for all counts that are not zero.
    pub measure: Vec<String>,
    /// Which frames become rows.
    pub record: Record,
    /// How many of the last frames are replayed; all of them when not given.
    pub replay: Option<usize>,
    /// How often each frame is timed.
    pub repeats: usize,
    /// What must hold before anything is timed.
    #[serde(default)]
    pub expect: Expect,
    /// What a quick run does less.
    #[serde(default)]
    pub quick: Quick,
}

/// A detector that takes part, with its options.
#[derive(Clone, Debug, Deserialize)]
pub struct Contender {
    /// Its name in the catalog.
    pub name: String,
    /// Its options.
    #[serde(flatten)]
    pub options: Options,
}

/// Which frames become rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// The last frame.
    Last,
    /// Each frame by itself; `x` is the cycle, counted from 1.
    Every,
    /// The mean over all frames.
    Mean,
}

/// What must hold before anything is timed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Expect {
    /// Colliding body pairs in the last frame.
    pub colliding_body_pairs_in_last_frame: Option<usize>,
    /// Colliding body pairs in each replayed frame before the last.
    pub colliding_body_pairs_before: Option<usize>,
    /// The fewest colliding body pairs over all replayed frames together.
    pub colliding_body_pairs_at_least: Option<usize>,
}

/// What a quick run does less; what is not given stays as in a full run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Quick {
    /// The values of the sweep.
    pub sweep: Option<Vec<toml::Value>>,
    /// The values of the series.
    pub series: Option<Vec<toml::Value>>,
    /// How many of the last frames are replayed.
    pub replay: Option<usize>,
    /// How often each frame is timed.
    pub repeats: Option<usize>,
}

/// The name in rows of a detector that is given as a table `{ name = "…", option = … }`.
///
/// # Errors
/// A table without a name, an unknown detector or option.
pub fn label(detector: &toml::Table) -> Result<String> {
    let contender: Contender = detector.clone().try_into()?;
    Ok(contender.named()?.label)
}

impl Contender {
    /// The detector with these options, under its name in rows.
    ///
    /// # Errors
    /// An unknown detector or option.
    pub fn named(&self) -> Result<Named> {
        Named::new(self.clone(), &[])
    }
}

impl Definition {
    /// Reads the part `[measure]` of a definition.
    ///
    /// # Errors
    /// A table that lacks a key, has one too many, or contradicts itself.
    pub fn parse(id: &str, measure: toml::Table) -> Result<Definition> {
        let mut definition: Definition = measure.try_into()?;
        definition.id = id.to_owned();
        definition.check()?;
        Ok(definition)
    }

    /// How often each frame is timed.
    pub fn repeats(&self, quick: bool) -> usize {
        self.quick.repeats.filter(|_| quick).unwrap_or(self.repeats)
    }

    /// How many of the last frames are replayed.
    pub fn replay(&self, quick: bool) -> Option<usize> {
        self.quick.replay.filter(|_| quick).or(self.replay)
    }

    /// Every scene with its detectors, in the order of series, then sweep.
    ///
    /// # Errors
    /// An unknown detector or option, a swept value that does not fit.
    pub fn points(&self, quick: bool) -> Result<Vec<Point>> {
        let series = values(&self.series, self.quick.series.as_ref().filter(|_| quick));
        let sweep = values(&self.sweep, self.quick.sweep.as_ref().filter(|_| quick));
        let mut points = Vec::new();
        for curve in &series {
            for place in &sweep {
                points.push(self.point(curve.as_ref(), place.as_ref())?);
            }
        }
        Ok(points)
    }

    fn point(&self, curve: Option<&Setting>, place: Option<&Setting>) -> Result<Point> {
        let mut scene = self.scene.clone();
        let mut contenders = self.detectors.clone();
        for setting in curve.into_iter().chain(place) {
            setting.apply(&mut scene, &mut contenders)?;
        }
        let mut x = None;
        let mut series: Vec<String> = curve.iter().map(|s| s.text()).collect();
        if let Some(setting) = place {
            match self.record {
                Record::Every => series.push(setting.text()),
                Record::Last | Record::Mean => x = Some(setting.number()?),
            }
        }
        // A swept option is where the row stands, not part of the detector's name.
        let swept: Vec<&str> = place.iter().map(|s| s.key).collect();
        let contenders = contenders
            .into_iter()
            .map(|c| Named::new(c, &swept))
            .collect::<Result<_>>()?;
        Ok(Point {
            scene,
            series: series.join(" "),
            x,
            contenders,
        })
    }

    fn check(&self) -> Result<()> {
        ensure!(
            !self.detectors.is_empty(),
            "`detectors` is empty: name at least one"
        );
        ensure!(
            self.sweep.len() <= 1,
            "`sweep` has more than one key: put one under `series`"
        );
        ensure!(self.series.len() <= 1, "`series` has more than one key");
        ensure!(
            self.repeats > 0 && self.quick.repeats != Some(0),
            "`repeats` is 0: at least 1"
        );
        ensure!(
            self.replay != Some(0) && self.quick.replay != Some(0),
            "`replay` is 0: at least 1"
        );
        for quantity in &self.measure {
            let known = QUANTITIES.iter().chain(collision::Work::NAMES);
            if !known.clone().any(|name| name == quantity) {
                let listed = known.copied().collect::<Vec<_>>().join(", ");
                bail!("`measure` names the unknown quantity `{quantity}`; it can name {listed}");
            }
        }
        for quick in [false, true] {
            self.points(quick)?;
        }
        Ok(())
    }
}

/// What `measure` can name beside work counts.
const QUANTITIES: &[&str] = &[
    "time",
    "prepare-time",
    "cold-time",
    "step-time",
    "contacts",
    "colliding-bodies",
    "work",
];

/// One scene of an experiment, with those who take part.
#[derive(Clone, Debug)]
pub struct Point {
    /// The scene's generator with all its parameters.
    pub scene: toml::Table,
    /// The curve that it belongs to, empty when there is one alone.
    pub series: String,
    /// The swept value; `None` where the cycle is on the horizontal axis, or nothing is swept.
    pub x: Option<f64>,
    /// Who takes part.
    pub contenders: Vec<Named>,
}

/// A contender, with its name in rows.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name in rows: the name with the options that are not default.
    pub label: String,
    /// Its entry in the catalog.
    pub entry: &'static catalog::Entry,
    /// Its options.
    pub options: Options,
}

impl Named {
    /// A detector of the catalog with its default options.
    pub fn default_of(entry: &'static catalog::Entry) -> Named {
        Named {
            label: entry.name.to_owned(),
            entry,
            options: Options::none(),
        }
    }

    /// The same as a race takes it.
    pub fn entrant(&self) -> Entrant {
        let Named {
            label,
            entry,
            options,
        } = self.clone();
        let build = move || entry.build(&options).expect("its options were checked");
        Entrant {
            label,
            build: Box::new(build),
        }
    }

    fn new(contender: Contender, swept: &[&str]) -> Result<Named> {
        let entry = catalog::entry(&contender.name)?;
        entry.build(&contender.options)?;
        let told = contender
            .options
            .iter()
            .filter(|(name, _)| !swept.contains(name));
        let told = told.fold(Options::none(), |o, (name, value)| {
            o.with(name, value.clone())
        });
        Ok(Named {
            label: entry.label(&told),
            entry,
            options: contender.options,
        })
    }
}

/// A swept key with one of its values.
struct Setting<'a> {
    key: &'a str,
    value: &'a toml::Value,
}

impl Setting<'_> {
    /// Sets an option of the detectors that have it; if none has, a parameter of the scene.
    fn apply(&self, scene: &mut toml::Table, contenders: &mut [Contender]) -> Result<()> {
        let mut applied = false;
        for contender in contenders {
            let entry = catalog::entry(&contender.name)?;
            if entry.options.iter().any(|info| info.name == self.key) {
                let value: catalog::Value = self.value.clone().try_into()?;
                contender.options = std::mem::take(&mut contender.options).with(self.key, value);
                applied = true;
            }
        }
        if !applied {
            scene.insert(self.key.to_owned(), self.value.clone());
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

/// The settings of a sweep, or none once when nothing is swept.
fn values<'a>(
    sweep: &'a BTreeMap<String, Vec<toml::Value>>,
    instead: Option<&'a Vec<toml::Value>>,
) -> Vec<Option<Setting<'a>>> {
    let Some((key, values)) = sweep.iter().next() else {
        return vec![None];
    };
    instead
        .unwrap_or(values)
        .iter()
        .map(|value| Some(Setting { key, value }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        scene = { generator = "two-spheres", seed = 1995 }
        sweep = { level = [5, 6] }
        series = { faces = [528, 3968] }
        detectors = [{ name = "face-octree", face-test = "box" }, { name = "brute-force" }]
        measure = ["time", "voxels"]
        record = "last"
        repeats = 9
        quick = { series = [48], repeats = 2 }
    "#;

    fn parse(text: &str) -> Result<Definition> {
        Definition::parse("x", toml::from_str(text)?)
    }

    #[test]
    fn a_sweep_sets_options_where_they_exist_and_the_scene_elsewhere() {
        let points = parse(TEXT).unwrap().points(false).unwrap();
        let seen: Vec<_> = points.iter().map(|p| (p.series.as_str(), p.x)).collect();
        let expected = [
            ("faces=528", 5.0),
            ("faces=528", 6.0),
            ("faces=3968", 5.0),
            ("faces=3968", 6.0),
        ];
        assert_eq!(seen, expected.map(|(s, x)| (s, Some(x))));
        let first = &points[0];
        assert_eq!(first.scene["faces"].as_integer(), Some(528));
        assert!(!first.scene.contains_key("level"));
        assert_eq!(first.contenders[0].label, "face-octree face-test=box");
        let level = first.contenders[0]
            .options
            .iter()
            .find(|(name, _)| *name == "level");
        assert_eq!(level.unwrap().1, &catalog::Value::Number(5));
        assert_eq!(first.contenders[1].label, "brute-force");
    }

    #[test]
    fn a_quick_run_takes_its_own_values() {
        let definition = parse(TEXT).unwrap();
        assert_eq!(
            (definition.repeats(false), definition.repeats(true)),
            (9, 2)
        );
        let quick = definition.points(true).unwrap();
        assert_eq!(
            quick.iter().map(|p| p.series.as_str()).collect::<Vec<_>>(),
            ["faces=48"; 2]
        );
    }

    #[test]
    fn where_cycles_are_on_the_axis_the_sweep_makes_curves() {
        let text = TEXT.replace("\"last\"", "\"every\"");
        let points = parse(&text).unwrap().points(false).unwrap();
        assert_eq!(
            (points[0].series.as_str(), points[0].x),
            ("faces=528 level=5", None)
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (good, bad, told) in [
            ("repeats = 9", "repeets = 9", "repeets"),
            ("repeats = 9", "repeats = 0", "at least 1"),
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
        ] {
            let text = TEXT.replace(good, bad);
            assert_ne!(text, TEXT);
            let error = format!("{:#}", parse(&text).unwrap_err());
            assert!(error.contains(told), "{bad}: {error}");
        }
    }
}
