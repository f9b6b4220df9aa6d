//! Reader of a `scene.json` that keeps chosen frames only.

use super::{FrameChoice, Object, SceneFile, cannot, in_csg, object_of};
use crate::{SceneError, csg_file, mesh_file, regular_file};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Reads a file with the chosen frames, and returns the number of all frames with it.
pub(super) fn parse(path: &Path, choice: &FrameChoice) -> Result<(SceneFile, usize), SceneError> {
    let unreadable = |source| cannot("read", path, source);
    let mut reader = BufReader::new(regular_file::open(path).map_err(unreadable)?);
    // A mark of the byte order, as some editors write it.
    let beginning = reader.fill_buf().map_err(unreadable)?;
    let mark = beginning.len() - mesh_file::without_mark(beginning).len();
    reader.consume(mark);
    let mut json = serde_json::Deserializer::from_reader(reader);
    let fault = |place: String, source| SceneError::Json {
        path: path.to_owned(),
        place: csg_file::shortened(&place),
        source,
    };
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    let read = FileSeed(choice).deserialize(tracked);
    let file = read.map_err(|error| {
        let place = track.path().to_string();
        match object_of(&place).filter(|_| csg_file::exceeds_depth(&error)) {
            Some(object) => in_csg(object)(csg_file::too_deep(path.to_owned(), &place)),
            None => fault(place, error),
        }
    })?;
    json.end().map_err(|source| fault(String::new(), source))?;
    Ok(file)
}

/// Reads a file, and the number of its frames.
struct FileSeed<'a>(&'a FrameChoice);

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = (SceneFile, usize);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_struct("File", FIELDS, self)
    }
}

const FIELDS: &[&str] = &["name", "objects", "frames"];

impl<'de> Visitor<'de> for FileSeed<'_> {
    type Value = (SceneFile, usize);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the keys name, objects and frames")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut name, mut objects, mut frames) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let is_second = match &*key {
                "name" => name.replace(map.next_value()?).is_some(),
                "objects" => objects.replace(map.next_value::<Vec<Object>>()?).is_some(),
                "frames" => frames
                    .replace(map.next_value_seed(FramesSeed(self.0))?)
                    .is_some(),
                other => return Err(A::Error::unknown_field(other, FIELDS)),
            };
            if is_second {
                return Err(A::Error::custom(format!("duplicate field `{key}`")));
            }
        }
        let missing = A::Error::missing_field;
        let (frames, count) = frames.ok_or_else(|| missing("frames"))?;
        let file = SceneFile {
            name: name.ok_or_else(|| missing("name"))?,
            objects: objects.ok_or_else(|| missing("objects"))?,
            frames,
        };
        Ok((file, count))
    }
}

/// Poses of the objects, by frame.
type Poses = Vec<Vec<[f64; 7]>>;

/// Reads the chosen frames, and the number of all.
struct FramesSeed<'a>(&'a FrameChoice);

impl<'de> DeserializeSeed<'de> for FramesSeed<'_> {
    type Value = (Poses, usize);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for FramesSeed<'_> {
    type Value = (Poses, usize);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of frames")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let (mut chosen, mut count) = (Vec::new(), 0);
        loop {
            if self.0.contains(count) {
                match list.next_element()? {
                    Some(frame) => chosen.push(frame),
                    None => return Ok((chosen, count)),
                }
            } else if list.next_element::<IgnoredAny>()?.is_none() {
                return Ok((chosen, count));
            }
            count += 1;
        }
    }
}
