//! The simplest input on which a judge errs, as a test to paste.

use super::{Case, Class, Judge, JudgeKind, Placement, Verdict};
use geometry::{Mesh, Vec3};
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;

/// A way to err.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Error {
    /// Misses a pair.
    Miss,
    /// Reports a pair that is apart.
    FalseAlarm,
    /// Mixes up touching, crossing and overlapping.
    WrongKind,
}

impl Error {
    pub(super) const ALL: [Error; 3] = [Error::Miss, Error::FalseAlarm, Error::WrongKind];

    pub(super) fn is_in(self, verdict: &Verdict) -> bool {
        match self {
            Error::Miss => verdict.missing,
            Error::FalseAlarm => verdict.extra,
            Error::WrongKind => verdict.wrong_kind,
        }
    }

    /// What the judge does, before the title of a class.
    pub const fn verb(self) -> &'static str {
        match self {
            Error::Miss => "misses a contact of",
            Error::FalseAlarm => "invents a contact of",
            Error::WrongKind => "mixes up kinds of contact of",
        }
    }
}

/// The simplest input found on which a judge errs in one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Example {
    /// The judge's name.
    pub judge: String,
    /// How it errs.
    pub error: Error,
    /// The class of the input.
    pub class: Class,
    /// Where the input is.
    pub placement: Placement,
    /// How many faces both bodies have.
    pub faces: usize,
    /// Rust source of a test that fails as long as the judge errs. Needs this workspace's crates.
    pub test: String,
    #[serde(skip)]
    meshes: [Arc<Mesh>; 2],
}

impl Example {
    pub(super) fn new(
        judge: &str,
        error: Error,
        class: Class,
        placement: Placement,
        case: &Case,
    ) -> Example {
        let meshes = case.bodies.each_ref().map(|body| body.mesh().clone());
        let faces = meshes.iter().map(|mesh| mesh.face_count()).sum();
        let (judge, test) = (judge.to_string(), String::new());
        Example {
            judge,
            error,
            class,
            placement,
            faces,
            test,
            meshes,
        }
    }

    /// Makes the input simpler as long as `judge` errs in the same way, and writes the test.
    ///
    /// A witness judges pairs of faces, so that one pair is enough. Then each coordinate is tried
    /// with fewer and fewer binary digits, until nothing can be left out.
    pub(super) fn simplify(&mut self, judge: &mut Judge) {
        if let JudgeKind::Witness(_) = judge.kind {
            self.keep_one_pair(judge);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for body in 0..2 {
                for vertex in 0..self.meshes[body].vertices().len() {
                    for axis in 0..3 {
                        changed |= self.simplify_coordinate(judge, body, vertex, axis);
                    }
                }
            }
        }
        self.faces = self.meshes.iter().map(|mesh| mesh.face_count()).sum();
        self.test = test_source(self, judge);
    }

    fn keep_one_pair(&mut self, judge: &mut Judge) {
        let [a, b] = self.meshes.clone();
        for face_a in 0..a.face_count() {
            for face_b in 0..b.face_count() {
                let pair = [(&a, face_a), (&b, face_b)].map(|(mesh, face)| {
                    let corners = mesh.triangle(face).corners().to_vec();
                    Arc::new(Mesh::new(corners, vec![[0, 1, 2]]).expect("a face is a mesh"))
                });
                if self.errs(judge, &pair) {
                    self.meshes = pair;
                    return;
                }
            }
        }
    }

    /// Whether a coordinate could be made shorter.
    fn simplify_coordinate(
        &mut self,
        judge: &mut Judge,
        body: usize,
        vertex: usize,
        axis: usize,
    ) -> bool {
        let old = self.meshes[body].vertices()[vertex][axis];
        let shorter = simpler_values(old).filter(|new| digits(*new) < digits(old));
        for new in shorter {
            let mut vertices = self.meshes[body].vertices().to_vec();
            vertices[vertex][axis] = new;
            let triangles = self.meshes[body].triangles().to_vec();
            let mut meshes = self.meshes.clone();
            meshes[body] = Arc::new(Mesh::new(vertices, triangles).expect("in range as before"));
            if self.errs(judge, &meshes) {
                self.meshes = meshes;
                return true;
            }
        }
        false
    }

    fn errs(&self, judge: &mut Judge, meshes: &[Arc<Mesh>; 2]) -> bool {
        let verdict = judge.verdict(&Case::new(meshes.clone()));
        verdict.is_some_and(|verdict| self.error.is_in(&verdict))
    }

    /// Fewer faces, then fewer digits, are simpler.
    fn complexity(&self) -> (usize, usize) {
        let vertices = self.meshes.iter().flat_map(|mesh| mesh.vertices());
        (
            self.faces,
            vertices.flat_map(|p| p.to_array()).map(digits).sum(),
        )
    }
}

/// Keeps `example` in place of the one of the same error, if it is simpler.
pub(super) fn keep_simplest(examples: &mut Vec<Example>, example: Example) {
    let same = |kept: &&mut Example| kept.error == example.error;
    match examples.iter_mut().find(same) {
        None => examples.push(example),
        Some(kept) if example.complexity() < kept.complexity() => *kept = example,
        Some(_) => {}
    }
}

/// How much there is to read in `x`: binary digits, and characters of its shortest literal.
fn digits(x: f64) -> usize {
    let binary = if x == 0.0 {
        0
    } else {
        53 - (x.to_bits() | 1 << 52).trailing_zeros()
    };
    binary as usize + format!("{x:?}").len()
}

/// Zero, then `x` rounded to more and more binary digits.
fn simpler_values(x: f64) -> impl Iterator<Item = f64> {
    let rounded = (0..52).step_by(2).map(move |kept| {
        let unit = 1u64 << (52 - kept);
        // Half a unit up, then the rest cut off; the sign bit is not reached.
        f64::from_bits((x.to_bits() + unit / 2) & !(unit - 1))
    });
    std::iter::once(0.0)
        .chain(rounded)
        .filter(|y| y.is_finite())
}

fn test_source(example: &Example, judge: &Judge) -> String {
    let name = format!(
        "{} {} {}",
        judge.name,
        example.error.verb(),
        example.class.title()
    );
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    let body = match &judge.kind {
        JudgeKind::Witness(witness) => witness_body(example, &witness.source("a", "b")),
        JudgeKind::Detector(_) => detector_body(example),
    };
    format!("#[test]\nfn {name}() {{\n{body}}}\n")
}

fn witness_body(example: &Example, verdict: &str) -> String {
    let mut text = String::new();
    for (name, mesh) in ["a", "b"].into_iter().zip(&example.meshes) {
        writeln!(text, "    let {name} = [").expect("strings take everything");
        for corner in mesh.triangle(0).corners() {
            writeln!(text, "        {},", list(corner)).expect("strings take everything");
        }
        text.push_str("    ];\n");
    }
    text += "    let triangle = |t: [[f64; 3]; 3]| {
        let [a, b, c] = t.map(geometry::Vec3::from_array);
        geometry::Triangle::new(a, b, c)
    };
    let truth = geometry::interference(&triangle(a), &triangle(b));
";
    text += &format!("    let said = {verdict};\n");
    text +=
        "    assert_eq!(said, truth != geometry::Interference::Apart, \"they are {truth:?}\");\n";
    text
}

fn detector_body(example: &Example) -> String {
    let mut text = String::new();
    text += "    let mesh = |vertices: &[[f64; 3]], triangles: &[[u32; 3]]| {
        let vertices = vertices.iter().map(|p| geometry::Vec3::from_array(*p)).collect();
        std::sync::Arc::new(geometry::Mesh::new(vertices, triangles.to_vec()).unwrap())
    };
";
    for (name, mesh) in ["a", "b"].into_iter().zip(&example.meshes) {
        writeln!(text, "    let {name} = mesh(\n        &[").expect("strings take everything");
        for vertex in mesh.vertices() {
            writeln!(text, "            {},", list(*vertex)).expect("strings take everything");
        }
        writeln!(text, "        ],\n        &{:?},\n    );", mesh.triangles())
            .expect("strings take everything");
    }
    let mut words = example.judge.split(' ');
    let name = words.next().unwrap_or_default();
    let options: Vec<&str> = words.collect();
    text += &format!(
        "    let bodies = vec![collision::Body::rigid(\"a\", a), collision::Body::rigid(\"b\", b)];
    let frame = scenes::SceneFrame::rigid(vec![geometry::Pose::IDENTITY; 2]);
    let scene = scenes::Scene::new(\"audit\", bodies, vec![frame]).unwrap().with_containment(true);
    let options = catalog::Options::parse::<&str>({options:?}).unwrap();
    let mut detector = catalog::build({name:?}, &options).unwrap();
    detector.prepare(&scene.bodies).unwrap();
    let mut found = collision::Findings::default();
    detector.detect(&scene.frame(0), &scene.query(), &mut found).unwrap();
    oracle::compare(&detector.profile(), &oracle::truth(&scene, 0), &found).unwrap();
"
    );
    text
}

/// A list of literals that are read as exactly these numbers.
fn list(p: Vec3) -> String {
    format!("{:?}", p.to_array())
}
