//! `compare --scenes`: advice for each scene of a folder, and how near it comes to the best
//! detector.

use super::Arguments;
use super::scene::DATA;
use crate::paths::ensure_parent;
use crate::result::OutputForm;
use crate::terminal::{self, WIDTH};
use anyhow::{Context, Result, bail, ensure};
use records::{Columns, TextTable};
use report::Nearness;
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Ends of the names of files that are scenes.
const SCENE_FILES: [&str; 4] = ["urdf", "xacro", "gltf", "glb"];

/// Advises on each scene of a folder, in a process of its own, and prints how near recommendations
/// and guesses come to the best detector. A scene that has its advice already is not measured
/// again, whatever the options were.
///
/// # Errors
/// A folder without scenes, advice that cannot be read; and, after all are advised on, any scene
/// without advice, or with wrong answers.
pub(super) fn run(folder: &Path, arguments: &Arguments, form: &OutputForm) -> Result<()> {
    let out = arguments.out.as_ref().context("--scenes needs --out DIR")?;
    let scenes = scenes_in(folder)?;
    ensure_can_advise(&scenes, folder, arguments)?;
    ensure_parent(out)?;
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let result = advise_on_all(&scenes, out, arguments)?;
    form.print(|| text(&result), || &result)?;
    result.ensure_no_failure()
}

/// Result of `compare --scenes`.
#[derive(Serialize)]
struct ScenesResult {
    /// Number of questions whose recommended detector is near the best one.
    near: usize,
    /// Number of questions whose guessed detector is.
    guessed_near: usize,
    /// Number of questions.
    of: usize,
    /// Scenes without advice.
    failures: Vec<String>,
    /// Scenes whose comparison ended with an error, among them those with wrong answers.
    wrong: Vec<String>,
    scenes: Vec<Nearness>,
}

impl ScenesResult {
    /// Fails if a scene of the folder did.
    ///
    /// # Errors
    /// Scenes without advice, or whose comparison ended with an error.
    fn ensure_no_failure(&self) -> Result<()> {
        ensure!(
            self.failures.is_empty(),
            "no advice on {}; run `compare --scene` on it to see why",
            self.failures.join(", ")
        );
        ensure!(
            self.wrong.is_empty(),
            "the comparison of {} ended with an error; run `compare --scene` on it to see which",
            self.wrong.join(", ")
        );
        Ok(())
    }
}

/// Refuses scenes and options before anything is measured.
///
/// # Errors
/// No scenes, options that none of them takes, and scenes without advice in the folder of
/// `--against`.
fn ensure_can_advise(
    scenes: &[(String, PathBuf)],
    folder: &Path,
    arguments: &Arguments,
) -> Result<()> {
    ensure!(
        !scenes.is_empty(),
        "{} has no scenes: folders with scene.json, or files .urdf, .xacro, .gltf, .glb",
        folder.display()
    );
    let paths: Vec<&Path> = scenes.iter().map(|(_, path)| path.as_path()).collect();
    arguments.scene_options.ensure_one_takes_each(&paths)?;
    if let Some(against) = &arguments.against {
        for (name, _) in scenes {
            read(&against.join(name))?;
        }
    }
    Ok(())
}

/// Advises on each scene, and compares what is recommended and guessed with what was measured.
///
/// # Errors
/// Advice that cannot be read.
fn advise_on_all(
    scenes: &[(String, PathBuf)],
    out: &Path,
    arguments: &Arguments,
) -> Result<ScenesResult> {
    let (mut failures, mut wrong) = (Vec::new(), Vec::new());
    let mut all: Vec<Nearness> = Vec::new();
    for (name, scene) in scenes {
        let own = out.join(name);
        if !keep_or_advise(scene, &own, arguments)? {
            wrong.push(name.clone());
        }
        if !own.join(DATA).is_file() {
            failures.push(name.clone());
            continue;
        }
        let advice = read(&own)?;
        let measured = match &arguments.against {
            Some(folder) => read(&folder.join(name))?,
            None => advice.clone(),
        };
        all.extend(Nearness::of(name, &advice, &measured)?);
    }
    Ok(ScenesResult {
        near: all.iter().filter(|n| n.is_near()).count(),
        guessed_near: all.iter().filter(|n| n.guess_is_near()).count(),
        of: all.len(),
        failures,
        wrong,
        scenes: all,
    })
}

/// Advises on a scene, unless its folder has advice already. Returns false as [`advise`] does.
fn keep_or_advise(scene: &Path, own: &Path, arguments: &Arguments) -> Result<bool> {
    if own.join(DATA).is_file() {
        terminal::print_aside(&format!("{}: kept, remove to measure\n", own.display()))?;
        return Ok(true);
    }
    terminal::print_aside(&format!("advice on {}\n", scene.display()))?;
    advise(scene, own, arguments)
}

/// Returns names and paths of the scenes in a folder, sorted by name.
fn scenes_in(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let list = || {
        let folder = folder.display();
        format!("cannot list {folder}: --scenes takes a folder that has a scene in each entry")
    };
    let mut scenes = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(list)? {
        let path = entry.with_context(list)?.path();
        let extension = path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default()
            .to_ascii_lowercase();
        let is_file = path.is_file() && SCENE_FILES.contains(&&*extension);
        if !is_file && !path.join("scene.json").is_file() {
            continue;
        }
        let stem = if is_file {
            path.file_stem()
        } else {
            path.file_name()
        };
        let Some(name) = stem.and_then(|name| name.to_str()) else {
            bail!("the name of {} is not UTF-8; rename it", path.display());
        };
        scenes.push((name.to_owned(), path.clone()));
    }
    scenes.sort();
    let twice = scenes.windows(2).find(|two| two[0].0 == two[1].0);
    if let Some([first, second]) = twice {
        let (first, second) = (first.1.display(), second.1.display());
        bail!("{first} and {second} would share a folder of --out; rename one");
    }
    Ok(scenes)
}

/// Runs `compare --scene` with the same options. Returns false if it ends with an error, as it does
/// after wrong answers, with its advice written.
fn advise(scene: &Path, out: &Path, arguments: &Arguments) -> Result<bool> {
    let program = std::env::current_exe().context("the path of this program")?;
    let mut command = Command::new(program);
    command.args(["compare", "--scene"]).arg(scene);
    command.arg("--out").arg(out);
    if arguments.quick {
        command.arg("--quick");
    }
    if let Some(regex) = &arguments.detectors {
        command.args(["--detectors", regex.as_str()]);
    }
    if let Some(processes) = arguments.processes {
        command.args(["--processes", &processes.to_string()]);
    }
    command.args(["--workers", &arguments.workers.to_string()]);
    if let Some(milliseconds) = arguments.deadline {
        command.args(["--deadline", &milliseconds.to_string()]);
    }
    if let Some(kind) = arguments.broad_phase {
        command.args(["--broad-phase", kind.name()]);
    }
    command.args(arguments.scene_options.words_of(scene));
    command.stdout(Stdio::null());
    let status = command.status();
    Ok(status.context("cannot start this program again")?.success())
}

fn read(folder: &Path) -> Result<Value> {
    let path = folder.join(DATA);
    let text = std::fs::read_to_string(&path);
    let text = text.with_context(|| {
        let remedy = "give --against the --out of an earlier `compare --scenes`";
        format!("cannot read {}; {remedy}", path.display())
    })?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))
}

/// Returns the table of all questions, and the number of those that are near.
fn text(result: &ScenesResult) -> String {
    let head = [
        "scene",
        "question",
        "take",
        "times the best",
        "guess",
        "times the best",
    ];
    let mut table = TextTable::new(head);
    let times = |times: Option<f64>| times.map_or("–".to_owned(), |t| format!("{t:.2}"));
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "–".to_owned());
    for near in &result.scenes {
        table.push([
            near.scene.clone(),
            near.question.clone(),
            name(&near.take),
            times(near.times),
            name(&near.guess),
            times(near.guess_times),
        ]);
    }
    let percent = 100.0 * (Nearness::NEAR - 1.0);
    format!(
        "{}\nAt most {percent:.0} % behind the best detector: the recommended one in {} of {} \
         questions, the guessed one in {}.\n",
        table.text_within(Columns::Numbers, WIDTH),
        result.near,
        result.of,
        result.guessed_near,
    )
}
