//! Local transforms of nodes at an instant.

use super::document::Document;
use crate::import_error::{LocatedFault, known_names};
use crate::rotation;
use geometry::{Quat, Vec3};
use gltf::json::animation::{Channel, Interpolation, Property, Sampler};
use gltf::json::validation::Checked;
use std::collections::BTreeMap;

/// Translation, rotation and scale of a node, in the space of its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Local {
    pub(super) translation: Vec3,
    pub(super) rotation: Quat,
    pub(super) scale: Vec3,
}

/// Keys of one property of a node.
struct PropertyTrack {
    times: Vec<f64>,
    /// One value per key; for cubic keys the tangent before, the value and the tangent behind.
    values: Vec<[f64; 4]>,
    interpolation: Interpolation,
}

/// Animation of a file.
pub(super) struct Animated {
    /// By node and property.
    tracks: BTreeMap<(usize, u8), PropertyTrack>,
    /// Latest key, in seconds.
    end: f64,
    others: Vec<String>,
}

/// Properties as keys of [`Animated::tracks`].
const TRANSLATION: u8 = 0;
const ROTATION: u8 = 1;
const SCALE: u8 = 2;

impl Animated {
    /// Reads the animation of that name or index, or the first one.
    pub(super) fn new(document: &Document, wanted: Option<&str>) -> Result<Animated, LocatedFault> {
        let animations = &document.root.animations;
        let names = animations
            .iter()
            .enumerate()
            .map(|(i, a)| a.name.clone().unwrap_or_else(|| i.to_string()));
        let names: Vec<String> = names.collect();
        let mut animated = Animated {
            tracks: BTreeMap::new(),
            end: 0.0,
            others: Vec::new(),
        };
        let chosen = match wanted {
            None if animations.is_empty() => return Ok(animated),
            None => 0,
            Some(wanted) => {
                let named = names.iter().position(|name| name == wanted);
                let numbered = || wanted.parse().ok().filter(|i| *i < animations.len());
                named.or_else(numbered).ok_or_else(|| {
                    let known = known_names(wanted, names.iter().map(String::as_str));
                    let reason = format!("there is no animation `{wanted}`{known}");
                    ("animations".to_owned(), reason)
                })?
            }
        };
        let animation = &animations[chosen];
        for (c, channel) in animation.channels.iter().enumerate() {
            let place = format!("animations[{chosen}].channels[{c}]");
            let sampler = &animation.samplers[channel.sampler.value()];
            let in_place = |reason: String| (place.clone(), reason);
            animated
                .add(document, channel, sampler)
                .map_err(|fault| match fault {
                    AddFault::Here(reason) => in_place(reason),
                    AddFault::There(fault) => fault,
                })?;
        }
        if wanted.is_none() {
            animated.others = names[1..].to_vec();
        }
        Ok(animated)
    }

    /// Adds the keys of a channel.
    fn add(
        &mut self,
        document: &Document,
        channel: &Channel,
        sampler: &Sampler,
    ) -> Result<(), AddFault> {
        let (node, property) = target(document, channel)?;
        let Checked::Valid(interpolation) = sampler.interpolation else {
            return Err(AddFault::here(
                "has an unknown interpolation; export it again",
            ));
        };
        let times = key_times(document, sampler)?;
        let output = sampler.output.value();
        let values: Vec<[f64; 4]> = match property {
            ROTATION => document.numbers::<4>(output)?,
            _ => {
                let values = document.numbers::<3>(output)?;
                values.into_iter().map(|[x, y, z]| [x, y, z, 0.0]).collect()
            }
        };
        let per_key = match interpolation {
            Interpolation::CubicSpline => 3,
            _ => 1,
        };
        if Some(values.len()) != times.len().checked_mul(per_key) {
            return Err(AddFault::Here(format!(
                "has {} values for {} keys, and {per_key} each are needed; export it again",
                values.len(),
                times.len()
            )));
        }
        if let Some(bad) = values.iter().flatten().find(|x| !x.is_finite()) {
            return Err(AddFault::Here(format!(
                "has the value {bad}; export it again"
            )));
        }
        self.end = self.end.max(times.last().copied().unwrap_or_default());
        let track = PropertyTrack {
            times,
            values,
            interpolation,
        };
        match self.tracks.insert((node, property), track) {
            None => Ok(()),
            Some(_) => Err(AddFault::here(
                "moves a node's property a second time; remove one channel",
            )),
        }
    }

    /// Returns the number of frames at a rate.
    pub(super) fn frame_count(&self, rate: f64) -> usize {
        // Saturates: too many frames are refused.
        ((self.end * rate).floor() as usize).saturating_add(1)
    }

    /// Returns true if the animation moves the node itself.
    pub(super) fn moves(&self, node: usize) -> bool {
        (TRANSLATION..=SCALE).any(|property| self.tracks.contains_key(&(node, property)))
    }

    /// Returns true if the animation scales the node.
    pub(super) fn scales(&self, node: usize) -> bool {
        self.tracks.contains_key(&(node, SCALE))
    }

    /// Returns the local transforms of all nodes.
    pub(super) fn transforms(&self, document: &Document, time: f64) -> Vec<Local> {
        let nodes = document.root.nodes.iter().enumerate();
        nodes
            .map(|(node, _)| self.local(document, node, time))
            .collect()
    }

    /// Returns the transform of a node without a matrix.
    fn local(&self, document: &Document, node: usize, time: f64) -> Local {
        let at = |property| {
            Some(
                self.tracks
                    .get(&(node, property))?
                    .at(time, property == ROTATION),
            )
        };
        let mut local = document.local(node);
        if let Some([x, y, z, _]) = at(TRANSLATION) {
            local.translation = Vec3::new(x, y, z);
        }
        if let Some([x, y, z, w]) = at(ROTATION) {
            local.rotation = direction(Quat::from_xyzw(x, y, z, w));
        }
        if let Some([x, y, z, _]) = at(SCALE) {
            local.scale = Vec3::new(x, y, z);
        }
        local
    }

    /// Describes animations that are not played.
    pub(super) fn note(&self) -> Option<String> {
        let names: Vec<String> = self.others.iter().map(|name| format!("`{name}`")).collect();
        let note = format!(
            "other animations, which are not played: {}",
            names.join(", ")
        );
        (!names.is_empty()).then_some(note)
    }
}

/// Fault of a channel, or of an accessor.
enum AddFault {
    Here(String),
    There(LocatedFault),
}

impl AddFault {
    fn here(reason: &str) -> AddFault {
        AddFault::Here(reason.to_owned())
    }
}

impl From<LocatedFault> for AddFault {
    fn from(fault: LocatedFault) -> AddFault {
        AddFault::There(fault)
    }
}

/// Returns the node and the property that a channel moves.
fn target(document: &Document, channel: &Channel) -> Result<(usize, u8), AddFault> {
    let node = channel.target.node.value();
    // Indices of the other elements are checked by the crate `gltf`.
    if node >= document.root.nodes.len() {
        let reason = format!("moves node {node}, which does not exist; export it again");
        return Err(AddFault::Here(reason));
    }
    let property = match channel.target.path {
        Checked::Valid(Property::Translation) => TRANSLATION,
        Checked::Valid(Property::Rotation) => ROTATION,
        Checked::Valid(Property::Scale) => SCALE,
        _ => {
            let name = document.node_name(node);
            return Err(AddFault::Here(format!(
                "moves the morph targets of node `{name}`, which are not supported; bake the \
                 deformation to a recording, or remove the channel"
            )));
        }
    };
    if document.root.nodes[node].matrix.is_some() {
        let name = document.node_name(node);
        return Err(AddFault::Here(format!(
            "moves node `{name}`, which has a matrix; give the node translation, rotation and scale"
        )));
    }
    Ok((node, property))
}

/// Returns the times of a sampler's keys: at least one, from 0 on, increasing.
fn key_times(document: &Document, sampler: &Sampler) -> Result<Vec<f64>, AddFault> {
    let times = document.numbers::<1>(sampler.input.value())?;
    let times: Vec<f64> = times.into_iter().map(|[time]| time).collect();
    let starts = times.first().is_some_and(|t| *t >= 0.0);
    let ends = times.last().is_some_and(|t| t.is_finite());
    if starts && ends && times.windows(2).all(|two| two[0] < two[1]) {
        Ok(times)
    } else {
        Err(AddFault::here(
            "has key times that do not start at 0 or later and increase; export it again",
        ))
    }
}

impl Document {
    /// Returns the transform of a node at rest. A matrix is not part of it.
    pub(super) fn local(&self, node: usize) -> Local {
        let node = &self.root.nodes[node];
        let vector = |v: Option<[f32; 3]>, default: Vec3| {
            v.map_or(default, |v| Vec3::from_array(v.map(f64::from)))
        };
        let [x, y, z, w] = node.rotation.unwrap_or_default().0.map(f64::from);
        Local {
            translation: vector(node.translation, Vec3::ZERO),
            rotation: direction(Quat::from_xyzw(x, y, z, w)),
            scale: vector(node.scale, Vec3::ONE),
        }
    }
}

/// Returns the rotation of a quaternion's direction, none if it has none.
fn direction(q: Quat) -> Quat {
    if q.length_squared().is_normal() {
        rotation::unit(q)
    } else {
        Quat::IDENTITY
    }
}

impl PropertyTrack {
    /// Returns the value at a time. Before the first and after the last key it stays.
    fn at(&self, time: f64, turns: bool) -> [f64; 4] {
        let next = self.times.partition_point(|key| *key <= time);
        let value = |key: usize| match self.interpolation {
            Interpolation::CubicSpline => self.values[3 * key + 1],
            _ => self.values[key],
        };
        if next == 0 || next == self.times.len() || self.interpolation == Interpolation::Step {
            return value(next.saturating_sub(1));
        }
        let (a, b) = (next - 1, next);
        let span = self.times[b] - self.times[a];
        let t = (time - self.times[a]) / span;
        if self.interpolation == Interpolation::CubicSpline {
            let (out, into) = (self.values[3 * a + 2], self.values[3 * b]);
            let (p, q) = (value(a), value(b));
            return std::array::from_fn(|i| {
                let (t2, t3) = (t * t, t * t * t);
                (2.0 * t3 - 3.0 * t2 + 1.0) * p[i]
                    + span * (t3 - 2.0 * t2 + t) * out[i]
                    + (3.0 * t2 - 2.0 * t3) * q[i]
                    + span * (t3 - t2) * into[i]
            });
        }
        let (p, q) = (value(a), value(b));
        if turns {
            slerp(p, q, t)
        } else {
            std::array::from_fn(|i| p[i] + t * (q[i] - p[i]))
        }
    }
}

/// Interpolates directions of quaternions on the shorter arc, at constant speed.
fn slerp(p: [f64; 4], q: [f64; 4], t: f64) -> [f64; 4] {
    let [p, q] = [p, q].map(|[x, y, z, w]| direction(Quat::from_xyzw(x, y, z, w)));
    let dot = p.dot(q);
    let q = if dot < 0.0 { -q } else { q };
    // The angle from its half: tan(α/2) = |p − q| / |p + q|.
    let turns = 2.0 * geometry::angle::angle_of((p - q).length(), (p + q).length());
    let (all, _) = geometry::angle::sin_cos(turns);
    if all == 0.0 {
        return p.to_array();
    }
    let (from, _) = geometry::angle::sin_cos((1.0 - t) * turns);
    let (to, _) = geometry::angle::sin_cos(t * turns);
    (p * (from / all) + q * (to / all)).to_array()
}
