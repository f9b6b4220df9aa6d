//! Trajectories: values of all joints in each frame, from CSV or JSON.

use super::tree::{JointValues, RobotTree, Variables};
use crate::import_error::{ImportError, LocatedFault, known_names, load, malformed};
use crate::mesh_file::without_mark;
use serde::Deserialize;
use std::path::Path;
use urdf_rs::JointType;

/// Name of the column of times.
const TIME: &str = "time";

/// Most values of all frames together: a gigabyte of them.
const MAX_VALUES: usize = 1 << 27;

/// Values of every joint in each frame.
pub(super) struct JointMotion {
    pub(super) frames: Vec<Vec<JointValues>>,
    pub(super) notes: Vec<String>,
}

/// Lines and columns of a trajectory, before they are compared with the joints.
struct Table {
    columns: Vec<String>,
    /// Values of each frame, with its line or index for messages.
    rows: Vec<(String, Vec<f64>)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Json {
    joints: Vec<String>,
    frames: Vec<Vec<f64>>,
    time: Option<Vec<f64>>,
}

/// Meaning of a column.
enum Column {
    Time,
    /// Variable of a joint.
    Value(usize, usize),
    /// Mimic joint, whose column is not used.
    Follows,
}

impl JointMotion {
    /// Returns one frame with all joints at rest.
    pub(super) fn at_rest(tree: &RobotTree<'_>) -> JointMotion {
        let frames = vec![at_rest(tree)];
        let notes = beyond_limits(tree, &frames);
        JointMotion { frames, notes }
    }

    /// Reads a trajectory of the robot's joints.
    pub(super) fn read(path: &Path, tree: &RobotTree<'_>) -> Result<JointMotion, ImportError> {
        let fault = malformed(path);
        let bytes = load(path, "the trajectory")?;
        let text = without_mark(&bytes);
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let table = match extension.to_str().unwrap_or_default() {
            "csv" => from_csv(text),
            "json" => from_json(text),
            _ => {
                let reason = "a trajectory is a .csv or a .json file; name it so";
                return Err(fault("as a whole", reason.into()));
            }
        };
        let table = table.map_err(|(place, reason)| fault(&place, reason))?;
        JointMotion::new(&table, tree).map_err(|(place, reason)| fault(&place, reason))
    }

    fn new(table: &Table, tree: &RobotTree<'_>) -> Result<JointMotion, LocatedFault> {
        let columns = table.columns.iter().enumerate();
        let columns: Result<Vec<Column>, LocatedFault> = columns
            .map(|(i, name)| {
                if table.columns[..i].contains(name) {
                    Err((column(name), "is there twice; remove one".into()))
                } else {
                    meaning(name, tree)
                }
            })
            .collect();
        let columns = columns?;
        if table.rows.is_empty() {
            let reason = "there is no frame; give at least one line of values";
            return Err(("at its end".into(), reason.into()));
        }
        let width: usize = tree.variables.iter().map(|v| v.columns().len()).sum();
        if table.rows.len().saturating_mul(width.max(1)) > MAX_VALUES {
            let reason = format!("more than {MAX_VALUES} values; leave out some frames");
            return Err(("as a whole".into(), reason));
        }
        let mut frames = Vec::new();
        let mut time = f64::NEG_INFINITY;
        for (place, row) in &table.rows {
            let mut frame = at_rest(tree);
            for (column, value) in columns.iter().zip(row) {
                match column {
                    Column::Time if *value <= time => {
                        let reason = format!(
                            "the time {value} is not later than {time}, of the frame before; sort \
                             the frames, and remove repeated ones"
                        );
                        return Err((place.clone(), reason));
                    }
                    Column::Time => time = *value,
                    Column::Value(joint, k) => frame[*joint][*k] = *value,
                    Column::Follows => {}
                }
            }
            check_rotations(tree, &frame).map_err(|reason| (place.clone(), reason))?;
            frames.push(frame);
        }
        let mut notes = beyond_limits(tree, &frames);
        notes.extend(column_notes(table, &columns, tree));
        Ok(JointMotion { frames, notes })
    }
}

fn column(name: &str) -> String {
    format!("column `{}`", name.chars().take(60).collect::<String>())
}

fn at_rest(tree: &RobotTree<'_>) -> Vec<JointValues> {
    let of_joint = |v: &Variables| v.columns().iter().map(|(_, rest)| *rest).collect();
    tree.variables.iter().map(of_joint).collect()
}

/// Returns which variable a column names.
fn meaning(name: &str, tree: &RobotTree<'_>) -> Result<Column, LocatedFault> {
    for (j, joint) in tree.joints().iter().enumerate() {
        let Some(ending) = name.strip_prefix(joint.name.as_str()) else {
            continue;
        };
        let mut columns = tree.variables[j].columns().iter();
        if let Some(k) = columns.position(|(end, _)| *end == ending) {
            return Ok(Column::Value(j, k));
        }
        if ending.is_empty() {
            return match &tree.variables[j] {
                Variables::Mimic { .. } => Ok(Column::Follows),
                Variables::None => {
                    let reason = "is a fixed joint, which does not move; remove the column";
                    Err((column(name), reason.into()))
                }
                own => {
                    let names = own
                        .columns()
                        .iter()
                        .map(|(end, _)| format!("`{name}{end}`"));
                    let names = names.collect::<Vec<_>>().join(", ");
                    Err((column(name), format!("the joint has the columns {names}")))
                }
            };
        }
    }
    if name == TIME {
        return Ok(Column::Time);
    }
    let joints = || tree.joints().iter().zip(&tree.variables);
    let names: Vec<String> = joints()
        .flat_map(|(j, v)| v.columns().iter().map(|(end, _)| j.name.clone() + end))
        .collect();
    let known = known_names(name, names.iter().map(String::as_str));
    Err((column(name), format!("is no joint of the robot{known}")))
}

fn from_csv(text: &[u8]) -> Result<Table, LocatedFault> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(text);
    let broken = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        (
            format!("line {line}"),
            format!("{error}; each line has one value per column"),
        )
    };
    let head = reader.headers().map_err(broken)?;
    let columns: Vec<String> = head.iter().map(str::to_owned).collect();
    if columns.iter().all(String::is_empty) {
        let reason = "the first line names no joint; write their names, separated by commas";
        return Err(("line 1".into(), reason.into()));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(broken)?;
        let place = format!("line {}", record.position().map_or(0, csv::Position::line));
        let mut row = Vec::new();
        for (name, cell) in columns.iter().zip(&record) {
            let value = cell.parse().ok().filter(|value: &f64| value.is_finite());
            row.push(value.ok_or_else(|| {
                let cell: String = cell.chars().take(40).collect();
                let reason = format!("`{cell}` is no finite number; correct it");
                (format!("{place}, {}", column(name)), reason)
            })?);
        }
        rows.push((place, row));
    }
    Ok(Table { columns, rows })
}

fn from_json(text: &[u8]) -> Result<Table, LocatedFault> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let read: Json = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let place = error.path().to_string();
        let expected =
            "{\"joints\": [NAME, …], \"frames\": [[value, …], …], \"time\": [seconds, …]}";
        (place, format!("{}; expected {expected}", error.inner()))
    })?;
    json.end()
        .map_err(|error| ("at its end".into(), error.to_string()))?;
    let (mut columns, mut rows) = (read.joints, Vec::new());
    let count = read.frames.len();
    if let Some(time) = read.time.as_ref().filter(|time| time.len() != count) {
        let reason = format!(
            "has {} values for {count} frames; give one each",
            time.len()
        );
        return Err(("time".into(), reason));
    }
    for (i, mut row) in read.frames.into_iter().enumerate() {
        let place = format!("frames[{i}]");
        if row.len() != columns.len() {
            let (values, joints) = (row.len(), columns.len());
            let reason = format!("has {values} values for {joints} joints; give one each");
            return Err((place, reason));
        }
        row.extend(read.time.as_ref().map(|time| time[i]));
        rows.push((place, row));
    }
    columns.extend(read.time.map(|_| TIME.to_owned()));
    Ok(Table { columns, rows })
}

/// Checks that quaternions have a direction. They are normalized.
fn check_rotations(tree: &RobotTree<'_>, frame: &[JointValues]) -> Result<(), String> {
    for (j, joint) in tree.joints().iter().enumerate() {
        if tree.variables[j] != Variables::Floating {
            continue;
        }
        let length: f64 = frame[j][3..].iter().map(|x| x * x).sum();
        if !length.is_normal() {
            return Err(format!(
                "the quaternion of joint `{}` has the length {}; give x, y, z and w of a rotation",
                joint.name,
                length.sqrt()
            ));
        }
    }
    Ok(())
}

/// Describes joints whose values leave their limits.
fn beyond_limits(tree: &RobotTree<'_>, frames: &[Vec<JointValues>]) -> Vec<String> {
    let limited = |j: &usize| {
        let kind = &tree.joints()[*j].joint_type;
        matches!(kind, JointType::Revolute | JointType::Prismatic)
    };
    let joints = (0..tree.joints().len()).filter(limited);
    let note = |j: usize| {
        let (joint, limit) = (&tree.joints()[j], &tree.joints()[j].limit);
        let values = frames.iter().map(|frame| tree.value(j, frame)).enumerate();
        let mut beyond = values.filter(|(_, value)| !(limit.lower..=limit.upper).contains(value));
        let (frame, value) = beyond.next()?;
        Some(format!(
            "joint `{}` is beyond its limits, {} to {}, in {} frames, first {value} in frame \
             {frame}",
            joint.name,
            limit.lower,
            limit.upper,
            1 + beyond.count()
        ))
    };
    joints.filter_map(note).collect()
}

/// Describes columns that are not used, and joints without a column.
fn column_notes(table: &Table, columns: &[Column], tree: &RobotTree<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let unused = table.columns.iter().zip(columns);
    for (name, _) in unused.filter(|(_, column)| matches!(column, Column::Follows)) {
        notes.push(format!(
            "joint `{name}` follows another one; its column is not used"
        ));
    }
    let is_given = |j: usize| {
        let of_joint = |column: &Column| matches!(column, Column::Value(joint, _) if *joint == j);
        tree.variables[j].columns().is_empty() || columns.iter().any(of_joint)
    };
    let joints = tree.joints().iter().enumerate();
    let still = joints
        .filter(|(j, _)| !is_given(*j))
        .map(|(_, joint)| joint);
    let names: Vec<String> = still.map(|joint| format!("`{}`", joint.name)).collect();
    if !names.is_empty() {
        notes.push(format!(
            "joints without a column stay at 0: {}",
            names.join(", ")
        ));
    }
    notes
}
