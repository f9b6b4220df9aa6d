//! Nodes as they are written in files.

use super::MAX_NESTED;
use super::places::Places;
use crate::did_you_mean;
use geometry::csg::{CsgOperation, Primitive};
use geometry::{Pose, Quat, Vec3};
use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// Operation or leaf. `C` is the type of children.
#[derive(Clone, Debug)]
pub(crate) struct Node<C> {
    pub(super) content: Content<C>,
    pub(super) name: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) enum Content<C> {
    Operation(CsgOperation, Vec<C>),
    Leaf(Primitive, Pose),
}

/// Node with its children inside.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Nested(Node<Nested>);

/// Index of an earlier node of the list.
#[derive(Debug)]
pub(super) struct NodeIndex(u32);

pub(super) const OPERATIONS: [CsgOperation; 3] = [
    CsgOperation::Union,
    CsgOperation::Intersection,
    CsgOperation::Difference,
];

/// Names of the primitives, as [`Primitive::kind`].
pub(super) const KINDS: [&str; 9] = [
    "half-space",
    "box",
    "cylinder",
    "cone",
    "sphere",
    "wedge",
    "prism",
    "hull",
    "planes",
];

/// `at`: a pose.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FilePose {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    translation: Option<[f64; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<[f64; 4]>,
}

impl FilePose {
    fn pose(&self) -> Pose {
        let translation = self.translation.map_or(Vec3::ZERO, Vec3::from_array);
        let rotation = self.rotation.map_or(Quat::IDENTITY, Quat::from_array);
        Pose::new(translation, rotation)
    }

    /// Returns a pose for a file, or `None` for the identity.
    pub(super) fn of(pose: &Pose) -> Option<FilePose> {
        let (t, q) = (pose.translation, pose.rotation);
        (*pose != Pose::IDENTITY).then(|| FilePose {
            translation: (t != Vec3::ZERO).then(|| t.to_array()),
            rotation: (q != Quat::IDENTITY).then(|| q.to_array()),
        })
    }
}

impl Node<NodeIndex> {
    /// Returns the node with plain indices.
    pub(super) fn indexed(self) -> Node<u32> {
        let content = match self.content {
            Content::Leaf(primitive, pose) => Content::Leaf(primitive, pose),
            Content::Operation(operation, children) => {
                Content::Operation(operation, children.into_iter().map(|c| c.0).collect())
            }
        };
        Node {
            content,
            name: self.name,
        }
    }
}

impl Nested {
    /// Returns the nodes as a list, children before their parents, and their places below `root`.
    ///
    /// # Errors
    /// The place of a node that has too many operations around it.
    pub(super) fn flattened(self, root: String) -> Result<(Vec<Node<u32>>, Places), String> {
        let mut nodes = Vec::new();
        let mut places = Places::nested(root.clone());
        match self.append(0, &mut nodes, &mut places) {
            Ok(_) => Ok((nodes, places)),
            Err(below) => Err(root + &below),
        }
    }

    /// Appends the nodes below this one, then itself, and returns its index. An error is a place
    /// below this node.
    fn append(
        self,
        level: usize,
        nodes: &mut Vec<Node<u32>>,
        places: &mut Places,
    ) -> Result<u32, String> {
        let content = match self.0.content {
            Content::Leaf(primitive, pose) => Content::Leaf(primitive, pose),
            Content::Operation(operation, children) => {
                if level == MAX_NESTED {
                    return Err(String::new());
                }
                let mut indices = Vec::with_capacity(children.len());
                for (k, child) in children.into_iter().enumerate() {
                    let index = child.append(level + 1, nodes, places);
                    let step = |below| format!(".{}[{k}]{below}", operation.name());
                    indices.push(index.map_err(step)?);
                }
                Content::Operation(operation, indices)
            }
        };
        let index = nodes.len() as u32;
        places.push();
        if let Content::Operation(operation, children) = &content {
            places.set_parent(index, *operation, children);
        }
        nodes.push(Node {
            content,
            name: self.0.name,
        });
        Ok(index)
    }
}

impl<'de> Deserialize<'de> for NodeIndex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NodeIndex, D::Error> {
        struct IndexVisitor;
        impl Visitor<'_> for IndexVisitor {
            type Value = NodeIndex;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the index of an earlier node, as this is the form `nodes`")
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<NodeIndex, E> {
                // An index out of range gets the message of any other index without a node.
                Ok(NodeIndex(u32::try_from(index).unwrap_or(u32::MAX)))
            }
        }
        deserializer.deserialize_u64(IndexVisitor)
    }
}

impl<'de, C: Deserialize<'de>> Deserialize<'de> for Node<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node<C>, D::Error> {
        deserializer.deserialize_map(NodeVisitor(PhantomData))
    }
}

struct NodeVisitor<C>(PhantomData<C>);

impl<'de, C: Deserialize<'de>> Visitor<'de> for NodeVisitor<C> {
    type Value = Node<C>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node: an object with one operation or one primitive")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<C>, A::Error> {
        let (mut first, mut content, mut at, mut name) = (String::new(), None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "at" if at.is_some() => return Err(Error::duplicate_field("at")),
                "at" => at = Some(map.next_value::<FilePose>()?),
                "name" if name.is_some() => return Err(Error::duplicate_field("name")),
                "name" => name = Some(map.next_value::<String>()?),
                _ => {
                    let next = content_of(&key, &mut map)?;
                    if content.replace(next).is_some() {
                        return Err(Error::custom(format!(
                            "a node is one operation or one primitive, and this one has `{first}` \
                             and `{key}`; make a node of each"
                        )));
                    }
                    first = key;
                }
            }
        }
        let content = match (content, at) {
            (None, _) => {
                return Err(Error::custom(format!(
                    "the node has neither an operation nor a primitive; give it one of {}",
                    all_keys().collect::<Vec<_>>().join(", ")
                )));
            }
            (Some(Content::Operation(..)), Some(_)) => {
                return Err(Error::custom(format!(
                    "`at` places a primitive, and `{first}` is an operation; give each leaf below \
                     it its own `at`"
                )));
            }
            (Some(Content::Leaf(primitive, _)), Some(at)) => Content::Leaf(primitive, at.pose()),
            (Some(content), None) => content,
        };
        Ok(Node { content, name })
    }
}

/// Reads the value of an operation or a primitive.
fn content_of<'de, C: Deserialize<'de>, A: MapAccess<'de>>(
    key: &str,
    map: &mut A,
) -> Result<Content<C>, A::Error> {
    if let Some(operation) = OPERATIONS.into_iter().find(|o| o.name() == key) {
        return Ok(Content::Operation(operation, map.next_value()?));
    }
    if KINDS.contains(&key) {
        let entry = OneEntry {
            key: Some(key.to_owned()),
            map,
        };
        let primitive = Primitive::deserialize(MapAccessDeserializer::new(entry))?;
        return Ok(Content::Leaf(primitive, Pose::IDENTITY));
    }
    let known = all_keys().chain(["at", "name"]);
    let hint = did_you_mean(key, known.clone());
    Err(Error::custom(format!(
        "unknown key `{key}`{hint}; a node has one of {}",
        known.collect::<Vec<_>>().join(", ")
    )))
}

fn all_keys() -> impl Iterator<Item = &'static str> + Clone {
    OPERATIONS.map(CsgOperation::name).into_iter().chain(KINDS)
}

/// The entry of a map whose key has been read, as a map of its own.
struct OneEntry<'a, A> {
    key: Option<String>,
    map: &'a mut A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OneEntry<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let Some(key) = self.key.take() else {
            return Ok(None);
        };
        let key: StringDeserializer<A::Error> = key.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
