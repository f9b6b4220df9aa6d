//! Tree of links, and their poses for given values of the joints.

use super::parse::Parsed;
use crate::import_error::{ImportError, LocatedFault, known_names, malformed};
use crate::rotation;
use geometry::{Pose, Quat, Vec3};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::Path;
use urdf_rs::{Joint, JointType};

/// Links and joints. Joints are in an order in which each follows that of its parent link.
pub(super) struct RobotTree<'a> {
    robot: &'a Parsed,
    /// Index of the joint above each link, in the file's order. `None` for the root.
    above: Vec<Option<usize>>,
    /// Parent and child link of each joint.
    ends: Vec<[usize; 2]>,
    /// Joints from the root outward.
    order: Vec<usize>,
    /// Variables of each joint.
    pub(super) variables: Vec<Variables>,
}

/// Degrees of freedom of a joint.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Variables {
    /// A fixed joint has none.
    None,
    /// One value.
    Own,
    /// multiplier × value of another joint + offset.
    Mimic {
        joint: usize,
        multiplier: f64,
        offset: f64,
    },
    /// x, y, theta.
    Planar,
    /// Translation, and rotation as a quaternion x, y, z, w.
    Floating,
}

impl Variables {
    /// Returns endings of the columns, and their values at rest.
    pub(super) fn columns(&self) -> &'static [(&'static str, f64)] {
        match self {
            Variables::None | Variables::Mimic { .. } => &[],
            Variables::Own => &[("", 0.0)],
            Variables::Planar => &[("/x", 0.0), ("/y", 0.0), ("/theta", 0.0)],
            Variables::Floating => &[
                ("/trans_x", 0.0),
                ("/trans_y", 0.0),
                ("/trans_z", 0.0),
                ("/rot_x", 0.0),
                ("/rot_y", 0.0),
                ("/rot_z", 0.0),
                ("/rot_w", 1.0),
            ],
        }
    }
}

/// Values of one joint's variables in a frame.
pub(super) type JointValues = Vec<f64>;

impl<'a> RobotTree<'a> {
    /// Checks that links and joints form one tree.
    pub(super) fn new(path: &Path, robot: &'a Parsed) -> Result<RobotTree<'a>, ImportError> {
        let fault = malformed(path);
        let (links, joints) = (&robot.model.links, &robot.model.joints);
        let names = links.iter().map(|link| link.name.as_str());
        let index: BTreeMap<&str, usize> = names.clone().zip(0..).collect();
        let mut above = vec![None; links.len()];
        let mut ends = Vec::new();
        for (j, joint) in joints.iter().enumerate() {
            let find = |role: &str, name: &str| {
                index.get(name).copied().ok_or_else(|| {
                    let known = known_names(name, names.clone());
                    let reason = format!("its {role} `{name}` is no link of the file{known}");
                    fault(&robot.joint(&joint.name), reason)
                })
            };
            let parent = find("parent", &joint.parent.link)?;
            let child = find("child", &joint.child.link)?;
            if let Some(other) = above[child].replace(j) {
                let other: &Joint = &joints[other];
                let reason = format!(
                    "joint `{}` and joint `{}` both have it as their child; a URDF is a tree: \
                     remove one joint, or split the link",
                    other.name, joint.name
                );
                return Err(fault(&robot.link(&joint.child.link), reason));
            }
            ends.push([parent, child]);
        }
        let order =
            ordered(robot, &above, &ends).map_err(|(place, reason)| fault(&place, reason))?;
        let variables = variables(robot).map_err(|(place, reason)| fault(&place, reason))?;
        Ok(RobotTree {
            robot,
            above,
            ends,
            order,
            variables,
        })
    }

    pub(super) fn joints(&self) -> &'a [Joint] {
        &self.robot.model.joints
    }

    pub(super) fn link_count(&self) -> usize {
        self.above.len()
    }

    /// Returns the parent of a link.
    pub(super) fn parent(&self, link: usize) -> Option<usize> {
        self.above[link].map(|joint| self.ends[joint][0])
    }

    /// Returns the value of a joint of one degree of freedom. Mimic joints follow others.
    pub(super) fn value(&self, joint: usize, values: &[JointValues]) -> f64 {
        // The joint's value is `factor × value of j + rest`. Chains are checked to end.
        let (mut j, mut factor, mut rest) = (joint, 1.0, 0.0);
        while let Variables::Mimic {
            joint,
            multiplier,
            offset,
        } = &self.variables[j]
        {
            rest += factor * offset;
            factor *= multiplier;
            j = *joint;
        }
        factor * values[j].first().copied().unwrap_or_default() + rest
    }

    /// Returns the pose of each link in the world, where the root is at the origin.
    pub(super) fn poses(&self, values: &[JointValues]) -> Vec<Pose> {
        let mut poses = vec![Pose::IDENTITY; self.above.len()];
        for &j in &self.order {
            let joint = &self.joints()[j];
            let [parent, child] = self.ends[j];
            let at_joint = composed(&poses[parent], &origin(&joint.origin));
            poses[child] = composed(&at_joint, &self.moved(j, joint, values));
        }
        poses
    }

    /// Returns the motion of a joint in its own space.
    fn moved(&self, j: usize, joint: &Joint, values: &[JointValues]) -> Pose {
        let axis = Vec3::from_array(joint.axis.xyz.0).normalize_or(Vec3::X);
        let own = &values[j];
        match (&joint.joint_type, &self.variables[j]) {
            (_, Variables::None) => Pose::IDENTITY,
            (_, Variables::Planar) => Pose::new(
                Vec3::new(own[0], own[1], 0.0),
                rotation::about(Vec3::Z, own[2] / TAU),
            ),
            (_, Variables::Floating) => {
                let q = Quat::from_xyzw(own[3], own[4], own[5], own[6]);
                Pose::new(Vec3::new(own[0], own[1], own[2]), rotation::unit(q))
            }
            (JointType::Prismatic, _) => Pose::at(axis * self.value(j, values)),
            _ => Pose::new(
                Vec3::ZERO,
                rotation::about(axis, self.value(j, values) / TAU),
            ),
        }
    }
}

/// Returns the pose of an `origin`: roll, pitch and yaw about the fixed axes x, y and z.
pub(super) fn origin(origin: &urdf_rs::Pose) -> Pose {
    let [roll, pitch, yaw] = origin.rpy.0.map(|angle| angle / TAU);
    let turns = rotation::about(Vec3::Z, yaw)
        * rotation::about(Vec3::Y, pitch)
        * rotation::about(Vec3::X, roll);
    Pose::new(Vec3::from_array(origin.xyz.0), rotation::unit(turns))
}

/// Returns the pose that applies `inner` first.
pub(super) fn composed(outer: &Pose, inner: &Pose) -> Pose {
    Pose::new(
        outer.world_map().apply(inner.translation),
        rotation::unit(outer.rotation * inner.rotation),
    )
}

/// Returns the joints from the root outward. Without two parents, a tree has one root, and what it
/// does not reach is a loop.
fn ordered(
    robot: &Parsed,
    above: &[Option<usize>],
    ends: &[[usize; 2]],
) -> Result<Vec<usize>, LocatedFault> {
    let link = |l: usize| robot.model.links[l].name.as_str();
    let mut roots = (0..above.len()).filter(|l| above[*l].is_none());
    if above.is_empty() {
        let reason = "there is no `link`; a robot has at least one";
        return Err(("`robot`".into(), reason.into()));
    }
    let root = roots.next();
    if let (Some(first), Some(second)) = (root, roots.next()) {
        let reason = format!(
            "neither it nor link `{}` is the child of a joint, and a URDF has one root; connect \
             them by a fixed joint",
            link(first)
        );
        return Err((robot.link(link(second)), reason));
    }
    let mut below = vec![Vec::new(); above.len()];
    for (joint, [parent, _]) in ends.iter().enumerate() {
        below[*parent].push(joint);
    }
    let (mut order, mut next) = (Vec::new(), Vec::from_iter(root));
    let mut reached = vec![false; above.len()];
    while let Some(l) = next.pop() {
        reached[l] = true;
        for joint in &below[l] {
            order.push(*joint);
            next.push(ends[*joint][1]);
        }
    }
    match reached.iter().position(|reached| !reached) {
        None => Ok(order),
        Some(l) => {
            let joint = above[l].map_or("", |j| robot.model.joints[j].name.as_str());
            let reason = format!(
                "it is in a loop, which joint `{joint}` closes; a URDF is a tree: remove that joint"
            );
            Err((robot.link(link(l)), reason))
        }
    }
}

fn variables(robot: &Parsed) -> Result<Vec<Variables>, LocatedFault> {
    let joints = &robot.model.joints;
    let all: Result<Vec<_>, LocatedFault> =
        joints.iter().map(|joint| of_joint(robot, joint)).collect();
    let all = all?;
    for (start, joint) in joints.iter().enumerate() {
        let (mut j, mut steps) = (start, 0);
        while let Variables::Mimic { joint: next, .. } = all[j] {
            (j, steps) = (next, steps + 1);
            if steps > joints.len() {
                let reason = "its mimic joints follow each other in a circle; remove one `mimic`";
                return Err((robot.joint(&joint.name), reason.into()));
            }
        }
        if steps > 0 && all[j] != Variables::Own {
            let reason = format!(
                "it mimics `{}`, which has no value of its own; name a revolute, continuous or \
                 prismatic joint",
                joints[j].name
            );
            return Err((robot.joint(&joint.name), reason));
        }
    }
    Ok(all)
}

fn of_joint(robot: &Parsed, joint: &Joint) -> Result<Variables, LocatedFault> {
    let fail = |reason: String| Err((robot.joint(&joint.name), reason));
    let axis = joint.axis.xyz.0;
    let is_single = matches!(
        joint.joint_type,
        JointType::Revolute | JointType::Continuous | JointType::Prismatic
    );
    let length = Vec3::from_array(axis).length();
    if is_single && !(length.is_normal() && length.is_finite()) {
        return fail(format!(
            "its axis {axis:?} has no direction; give a vector such as 0 0 1"
        ));
    }
    let Some(mimic) = joint.mimic.as_ref().filter(|_| is_single) else {
        return match joint.joint_type {
            JointType::Fixed => Ok(Variables::None),
            JointType::Floating => Ok(Variables::Floating),
            JointType::Planar if axis == [0.0, 0.0, 1.0] => Ok(Variables::Planar),
            JointType::Planar => fail(format!(
                "it is planar with the axis {axis:?}; x and y are defined for 0 0 1 only: turn its \
                 origin instead"
            )),
            JointType::Spherical => {
                fail("spherical joints are not supported; use three revolute joints".into())
            }
            _ => Ok(Variables::Own),
        };
    };
    let names = robot.model.joints.iter().map(|joint| joint.name.as_str());
    match names.clone().position(|name| name == mimic.joint) {
        Some(joint) => Ok(Variables::Mimic {
            joint,
            multiplier: mimic.multiplier.unwrap_or(1.0),
            offset: mimic.offset.unwrap_or(0.0),
        }),
        None => {
            let known = known_names(&mimic.joint, names);
            fail(format!(
                "it mimics `{}`, which is no joint{known}",
                mimic.joint
            ))
        }
    }
}
