//! Playback files: a scene with its findings, frame by frame, for the page that plays it.
//!
//! A file `NAME.playback.json` lies beside the rows of a recording. Numbers of drawings are packed:
//! little-endian bytes as base64 texts.

mod packed;

pub use packed::{Packed, PackedNumber};

use crate::{RecordsError, write_atomically};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// A scene with its findings, for drawing. Lengths are scene units, in world space unless a field
/// states otherwise.
///
/// Positions are rounded, so nothing about contact can be decided from them: contacts and
/// certificates are those of detectors, which saw the stored coordinates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playback {
    /// Version of the format: [`Playback::FORMAT`].
    pub format: String,
    /// Name of the file, without its ending.
    pub name: String,
    /// Heading.
    pub title: String,
    /// Generator or file of the scene.
    pub source: String,
    /// Machine that measured the times: "AMD EPYC, 2 cores".
    pub machine: String,
    /// Day: "2026-11-24".
    pub date: String,
    /// Revision of the sources that measured.
    pub revision: String,
    /// Number of frames.
    pub frames: usize,
    /// Meshes, which bodies may share.
    pub meshes: Vec<PlaybackMesh>,
    /// Bodies, in the order of the scene.
    pub bodies: Vec<PlaybackBody>,
    /// Poses by frame and body: translation x y z, quaternion x y z w.
    pub poses: Packed<f32>,
    /// Bounding boxes by frame and body: least and largest corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boxes: Option<Packed<f32>>,
    /// Bodies that collide, by frame.
    pub contacts: Vec<Vec<PlaybackContact>>,
    /// Cubes of the published face octree that were split, by frame: least corner and side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub octree: Option<Vec<Packed<f32>>>,
    /// Sphere-trees of meshes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spheres: Option<Vec<PlaybackSpheres>>,
    /// Certificates under budgets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budgets: Option<PlaybackBudgets>,
    /// Times and work counts of detectors.
    pub times: PlaybackTimes,
    /// Sentences under the title.
    pub notes: Vec<String>,
}

/// Mesh at rest, in its local space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaybackMesh {
    /// Name.
    pub name: String,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of faces.
    pub faces: usize,
    /// Least coordinates.
    pub low: [f64; 3],
    /// Largest coordinates.
    pub high: [f64; 3],
    /// Three numbers for each vertex: 0 is the least coordinate of its axis, 65535 the largest.
    pub positions: Packed<u16>,
    /// Three vertices for each face, each of [`PlaybackMesh::index_bytes`] bytes.
    pub indices: Packed<u8>,
    /// 2 or 4.
    pub index_bytes: u8,
}

/// Body of a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaybackBody {
    /// Name.
    pub name: String,
    /// Index of its mesh.
    pub mesh: usize,
    /// Vertices of a body that deforms, by frame, in local space and packed as those of meshes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deformed: Option<Packed<u16>>,
    /// Least local coordinates in all frames.
    pub low: [f64; 3],
    /// Largest local coordinates in all frames.
    pub high: [f64; 3],
}

/// Two bodies that collide in a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaybackContact {
    /// Body with the lower index.
    pub a: u32,
    /// The other body.
    pub b: u32,
    /// Pairs of faces, that of `a` first. May be some of all.
    pub faces: Packed<u32>,
    /// Number of all pairs of faces in contact.
    pub total: usize,
    /// True if one body lies inside the other, and their surfaces are apart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contained: bool,
}

/// Spheres of a mesh by level, the bounding sphere first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaybackSpheres {
    /// Index of the mesh.
    pub mesh: usize,
    /// Center in the mesh's space and radius of each sphere, by level.
    pub levels: Vec<Packed<f32>>,
}

/// Certificates of a detector under budgets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaybackBudgets {
    /// Name of the detector.
    pub detector: String,
    /// Unit of the budgets: "steps".
    pub unit: String,
    /// Budgets of a frame, in this unit.
    pub values: Vec<f64>,
    /// Certificates by budget and frame.
    pub certificates: Vec<Vec<Vec<PlaybackCertificate>>>,
}

/// Bodies `a` and `b`, the kind (0 apart, 1 interfering, 2 undecided), and for undecided bodies a
/// proved upper bound of their distance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaybackCertificate(pub u32, pub u32, pub u8, pub Option<f64>);

/// Times of detectors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaybackTimes {
    /// Unit of the times: "ns".
    pub unit: String,
    /// Sentence on how they were taken.
    pub note: String,
    /// One entry for each detector.
    pub detectors: Vec<PlaybackDetector>,
}

/// Times and work counts of one detector.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaybackDetector {
    /// Name in rows.
    pub name: String,
    /// Its question: "all contacts", "first contacts".
    pub query: String,
    /// Time of each frame.
    pub ns: Packed<f32>,
    /// Work counts by name, each by frame.
    pub counts: BTreeMap<String, Packed<u32>>,
}

/// Version of a file, whatever else it has.
#[derive(Deserialize)]
struct PlaybackVersion {
    format: String,
}

impl Playback {
    /// Version of the format that this crate reads and writes.
    pub const FORMAT: &'static str = "collision-lab playback 1";
    /// End of the names of files.
    pub const ENDING: &'static str = ".playback.json";

    /// Returns the name of the file, with its ending.
    pub fn file_name(&self) -> String {
        format!("{}{}", self.name, Playback::ENDING)
    }

    /// Returns the text of the file: JSON without line breaks.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text and numbers serialize")
    }

    /// Writes the file into a folder, whole or not at all.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), RecordsError> {
        write_atomically(&folder.join(self.file_name()), self.to_json().as_bytes())
    }

    /// Reads a file, and checks that its parts fit together.
    ///
    /// # Errors
    /// A file that cannot be read, another version, an unknown key, a list of a wrong length, an
    /// index out of range.
    pub fn read(path: &Path) -> Result<Playback, RecordsError> {
        let text = std::fs::read_to_string(path).map_err(RecordsError::file("read", path))?;
        let content = |line: usize, problem| RecordsError::content(path, line as u64, problem);
        let fault = |error: serde_json::Error| content(error.line(), error.to_string());
        // The version first: another one has other keys.
        let PlaybackVersion { format } = serde_json::from_str(&text).map_err(fault)?;
        if format != Playback::FORMAT {
            let problem = format!(
                "format `{format}` is not `{}`; measure the scene again, or read it with the \
                 version that wrote it",
                Playback::FORMAT
            );
            return Err(content(1, problem));
        }
        let playback: Playback = serde_json::from_str(&text).map_err(fault)?;
        playback.check().map_err(|problem| content(1, problem))?;
        Ok(playback)
    }

    /// Checks that all parts fit together.
    ///
    /// # Errors
    /// States the part, what it has, and what it should have.
    pub fn check(&self) -> Result<(), String> {
        let (frames, bodies) = (self.frames, self.bodies.len());
        for (i, mesh) in self.meshes.iter().enumerate() {
            mesh.check()
                .map_err(|problem| format!("meshes[{i}] {problem}"))?;
        }
        for (i, body) in self.bodies.iter().enumerate() {
            let mesh = self.meshes.get(body.mesh);
            let mesh = mesh.ok_or_else(|| format!("bodies[{i}] has no mesh {}", body.mesh))?;
            if let Some(deformed) = &body.deformed {
                let name = format!("bodies[{i}].deformed");
                has(&name, deformed.len(), frames * mesh.vertices * 3)?;
            }
        }
        has("poses", self.poses.len(), frames * bodies * 7)?;
        if let Some(boxes) = &self.boxes {
            has("boxes", boxes.len(), frames * bodies * 6)?;
        }
        has("contacts", self.contacts.len(), frames)?;
        self.check_contacts()?;
        if let Some(octree) = &self.octree {
            has("octree", octree.len(), frames)?;
        }
        if let Some(budgets) = &self.budgets {
            let certificates = &budgets.certificates;
            has(
                "budgets.certificates",
                certificates.len(),
                budgets.values.len(),
            )?;
            for of_budget in certificates {
                has("certificates of a budget", of_budget.len(), frames)?;
            }
        }
        for detector in &self.times.detectors {
            has("ns of a detector", detector.ns.len(), frames)?;
            for counts in detector.counts.values() {
                has("counts of a detector", counts.len(), frames)?;
            }
        }
        Ok(())
    }

    /// Checks that all bodies and faces in contact exist.
    fn check_contacts(&self) -> Result<(), String> {
        for (frame, contacts) in self.contacts.iter().enumerate() {
            for contact in contacts {
                let faces = |body: u32| {
                    let body = self.bodies.get(body as usize);
                    let body = body.ok_or_else(|| format!("contacts[{frame}] name no body"))?;
                    Ok::<u32, String>(self.meshes[body.mesh].faces as u32)
                };
                let faces = [faces(contact.a)?, faces(contact.b)?];
                let pairs = contact.faces.chunks_exact(2);
                let is_face = |pair: &[u32]| pair[0] < faces[0] && pair[1] < faces[1];
                let whole = contact.faces.len() % 2 == 0 && pairs.len() <= contact.total;
                if !whole || !pairs.clone().all(is_face) {
                    let (a, b) = (contact.a, contact.b);
                    return Err(format!(
                        "contacts[{frame}] have a face that bodies {a} and {b} lack, or more pairs \
                         than `total`"
                    ));
                }
            }
        }
        Ok(())
    }
}

impl PlaybackMesh {
    /// Returns a mesh with packed positions and indices.
    pub fn new(name: &str, vertices: &[[f64; 3]], faces: &[[u32; 3]]) -> PlaybackMesh {
        let (low, high) = extent(vertices);
        let indices = faces.iter().flatten();
        let index_bytes = if vertices.len() <= 1 << 16 { 2 } else { 4 };
        let indices: Vec<u8> = match index_bytes {
            2 => indices.flat_map(|i| (*i as u16).to_le_bytes()).collect(),
            _ => indices.flat_map(|i| i.to_le_bytes()).collect(),
        };
        PlaybackMesh {
            name: name.to_owned(),
            vertices: vertices.len(),
            faces: faces.len(),
            positions: quantized(vertices, low, high),
            low,
            high,
            indices: indices.into(),
            index_bytes,
        }
    }

    /// Returns the vertices of each face.
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let index = |bytes: &[u8]| match bytes.try_into() {
            Ok(four) => u32::from_le_bytes(four),
            Err(_) => u32::from(u16::from_le_bytes([bytes[0], bytes[1]])),
        };
        let size = usize::from(self.index_bytes);
        let faces = self.indices.chunks_exact(3 * size);
        let face = |bytes: &[u8]| [0, 1, 2].map(|k| index(&bytes[k * size..][..size]));
        faces.map(face).collect()
    }

    fn check(&self) -> Result<(), String> {
        has("positions", self.positions.len(), 3 * self.vertices)?;
        if self.index_bytes != 2 && self.index_bytes != 4 {
            return Err(format!(
                "has indices of {} bytes, not 2 or 4",
                self.index_bytes
            ));
        }
        let bytes = 3 * self.faces * usize::from(self.index_bytes);
        has("indices", self.indices.len(), bytes)?;
        let triangles = self.triangles();
        let outside = triangles
            .iter()
            .flatten()
            .find(|i| **i as usize >= self.vertices);
        match outside {
            Some(i) => Err(format!("has a face with vertex {i}, of {}", self.vertices)),
            None => Ok(()),
        }
    }
}

fn has(what: &str, found: usize, expected: usize) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!(
            "{what}: {found} numbers or entries, and {expected} are expected"
        ))
    }
}

/// Returns the least and the largest coordinates of points. Zeros without points.
pub fn extent<'a>(points: impl IntoIterator<Item = &'a [f64; 3]>) -> ([f64; 3], [f64; 3]) {
    let mut points = points.into_iter();
    let Some(first) = points.next() else {
        return ([0.0; 3], [0.0; 3]);
    };
    points.fold((*first, *first), |(low, high), p| {
        let pick = |of: fn(f64, f64) -> f64, a: [f64; 3]| [0, 1, 2].map(|k| of(a[k], p[k]));
        (pick(f64::min, low), pick(f64::max, high))
    })
}

/// Returns points between two corners, packed: on each axis 0 is the low one, 65535 the high one.
/// The error is half a step, `(high − low) / 131070`, and rounding.
pub fn quantized(points: &[[f64; 3]], low: [f64; 3], high: [f64; 3]) -> Packed<u16> {
    let number = |p: &[f64; 3], k: usize| {
        // Halves, so that the extent of a large scene does not overflow.
        let (of, all) = (0.5 * p[k] - 0.5 * low[k], 0.5 * high[k] - 0.5 * low[k]);
        let share = if all > 0.0 { of / all } else { 0.0 };
        (share * 65535.0).round() as u16
    };
    let numbers = points.iter().flat_map(|p| [0, 1, 2].map(|k| number(p, k)));
    numbers.collect::<Vec<u16>>().into()
}

/// Returns the points that [`quantized`] packed.
pub fn unquantized(packed: &Packed<u16>, low: [f64; 3], high: [f64; 3]) -> Vec<[f64; 3]> {
    let coordinate = |k: usize, number: u16| {
        let share = f64::from(number) / 65535.0;
        low[k] * (1.0 - share) + high[k] * share
    };
    let points = packed.chunks_exact(3);
    points
        .map(|p| [0, 1, 2].map(|k| coordinate(k, p[k])))
        .collect()
}

#[cfg(test)]
mod tests;
