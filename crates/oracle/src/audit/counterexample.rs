//! Counterexamples: the simplest input on which an audited test errs, as Rust source to paste.
//!
//! Greedy reduction. The essence:
//! 1. For a triangle test, keep one pair of faces that still fails.
//! 2. Replace a coordinate by zero or by a value with fewer binary digits if the error stays.
//! 3. Repeat step 2 over all coordinates until none can be shortened.
//!
//! Each attempt runs the audited test and brute force once. Every accepted attempt shortens a
//! coordinate, so the loop ends.

use super::{AnswerFaults, AuditCase, AuditedTest, Class, Placement, TestKind};
use geometry::{Mesh, Vec3};
use serde::Serialize;
use std::sync::Arc;

/// Kind of error of a triangle test, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Error {
    /// Misses a pair.
    Miss,
    /// Reports a pair that is apart.
    FalseAlarm,
    /// Confuses touching, crossing and overlapping.
    WrongKind,
}

impl Error {
    pub(super) const ALL: [Error; 3] = [Error::Miss, Error::FalseAlarm, Error::WrongKind];

    pub(super) fn is_in(self, verdict: &AnswerFaults) -> bool {
        match self {
            Error::Miss => verdict.missing,
            Error::FalseAlarm => verdict.extra,
            Error::WrongKind => verdict.wrong_kind,
        }
    }

    /// Returns the predicate of a sentence that continues with the title of a class.
    pub const fn verb(self) -> &'static str {
        match self {
            Error::Miss => "misses a contact of",
            Error::FalseAlarm => "invents a contact of",
            Error::WrongKind => "mixes up kinds of contact of",
        }
    }
}

/// Simplest input found on which an audited test makes one kind of error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Example {
    /// Name of the audited test.
    pub audited: String,
    /// Difference of its answer from the exact one.
    pub error: Error,
    /// Class of the input.
    pub class: Class,
    /// Scale and position of the input.
    pub placement: Placement,
    /// Number of faces of both bodies together.
    pub faces: usize,
    /// Rust source of a test that fails while the error exists. It uses this workspace's crates.
    pub test: String,
    #[serde(skip)]
    meshes: [Arc<Mesh>; 2],
}

impl Example {
    pub(super) fn new(
        audited: &str,
        error: Error,
        class: Class,
        placement: Placement,
        case: &AuditCase,
    ) -> Example {
        let meshes = case.bodies.each_ref().map(|body| body.mesh().clone());
        let faces = meshes.iter().map(|mesh| mesh.face_count()).sum();
        Example {
            audited: audited.to_string(),
            error,
            class,
            placement,
            faces,
            test: String::new(),
            meshes,
        }
    }

    /// Simplifies the input while `audited` makes the same error, then writes the test.
    pub(super) fn simplify(&mut self, audited: &mut AuditedTest) {
        // A triangle test sees one pair of faces at a time, so one pair shows the error.
        if let TestKind::Triangles(_) = audited.kind {
            self.keep_one_pair(audited);
        }
        // Shortening one coordinate may allow another to be shortened, hence the repetition.
        let mut changed = true;
        while changed {
            changed = false;
            for body in 0..2 {
                for vertex in 0..self.meshes[body].vertices().len() {
                    for axis in 0..3 {
                        changed |= self.simplify_coordinate(audited, body, vertex, axis);
                    }
                }
            }
        }
        self.faces = self.meshes.iter().map(|mesh| mesh.face_count()).sum();
        self.test = test_source(self, audited);
    }

    /// Reduces the bodies to the first pair of faces that shows the error.
    fn keep_one_pair(&mut self, audited: &mut AuditedTest) {
        let [a, b] = self.meshes.clone();
        for face_a in 0..a.face_count() {
            for face_b in 0..b.face_count() {
                let pair = [(&a, face_a), (&b, face_b)].map(|(mesh, face)| {
                    let corners = mesh.triangle(face).corners().to_vec();
                    Arc::new(Mesh::new(corners, vec![[0, 1, 2]]).expect("a face is a mesh"))
                });
                if self.errs(audited, &pair) {
                    self.meshes = pair;
                    return;
                }
            }
        }
    }

    /// Shortens one coordinate if the error stays, and returns true if it did.
    fn simplify_coordinate(
        &mut self,
        audited: &mut AuditedTest,
        body: usize,
        vertex: usize,
        axis: usize,
    ) -> bool {
        let old = self.meshes[body].vertices()[vertex][axis];
        let shorter = simpler_values(old).filter(|new| digits(*new) < digits(old));
        for new in shorter {
            let mut meshes = self.meshes.clone();
            let mut vertices = meshes[body].vertices().to_vec();
            vertices[vertex][axis] = new;
            let shortened = meshes[body].with_vertices(vertices);
            meshes[body] = Arc::new(shortened.expect("in range as before"));
            if self.errs(audited, &meshes) {
                self.meshes = meshes;
                return true;
            }
        }
        false
    }

    fn errs(&self, audited: &mut AuditedTest, meshes: &[Arc<Mesh>; 2]) -> bool {
        let verdict = audited.verdict(&AuditCase::new(meshes.clone()));
        verdict.is_some_and(|verdict| self.error.is_in(&verdict))
    }

    /// Returns the sort key of simplicity: number of faces, then number of digits.
    fn complexity(&self) -> (usize, usize) {
        let vertices = self.meshes.iter().flat_map(|mesh| mesh.vertices());
        (
            self.faces,
            vertices.flat_map(|p| p.to_array()).map(digits).sum(),
        )
    }
}

/// Replaces the kept example of the same kind of error if `example` is simpler.
pub(super) fn keep_simplest(examples: &mut Vec<Example>, example: Example) {
    let same = |kept: &&mut Example| kept.error == example.error;
    match examples.iter_mut().find(same) {
        None => examples.push(example),
        Some(kept) if example.complexity() < kept.complexity() => *kept = example,
        Some(_) => {}
    }
}

/// Returns the length of `x`: its binary digits plus the characters of its shortest literal.
fn digits(x: f64) -> usize {
    let binary = if x == 0.0 {
        0
    } else {
        53 - (x.to_bits() | 1 << 52).trailing_zeros()
    };
    binary as usize + format!("{x:?}").len()
}

/// Returns zero, then `x` rounded to 0, 2, 4, … binary digits after the leading one.
fn simpler_values(x: f64) -> impl Iterator<Item = f64> {
    let rounded = (0..52).step_by(2).map(move |kept| {
        let unit = 1u64 << (52 - kept);
        // Rounds the bit pattern half away from zero. A carry may raise the exponent, but a
        // finite `x` never carries into the sign bit.
        f64::from_bits((x.to_bits() + unit / 2) & !(unit - 1))
    });
    std::iter::once(0.0)
        .chain(rounded)
        .filter(|y| y.is_finite())
}

/// Returns a complete `#[test]` function that fails because of the error.
fn test_source(example: &Example, audited: &AuditedTest) -> String {
    let (verb, title) = (example.error.verb(), example.class.title());
    let name = format!("{} {verb} {title}", audited.name).to_ascii_lowercase();
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let body = match &audited.kind {
        TestKind::Triangles(test) => triangle_body(example, &test.source("a", "b")),
        TestKind::Detector(_) => detector_body(example),
    };
    format!("#[test]\nfn {name}() {{\n{body}}}\n")
}

fn triangle_body(example: &Example, verdict: &str) -> String {
    let mut text = String::new();
    for (name, mesh) in ["a", "b"].into_iter().zip(&example.meshes) {
        text += &format!("    let {name} = [\n");
        for corner in mesh.triangle(0).corners() {
            text += &format!("        {},\n", list(corner));
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
        text += &format!("    let {name} = mesh(\n        &[\n");
        for vertex in mesh.vertices() {
            text += &format!("            {},\n", list(*vertex));
        }
        text += &format!("        ],\n        &{:?},\n    );\n", mesh.triangles());
    }
    let mut words = example.audited.split(' ');
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

/// Returns the coordinates as literals that parse to exactly these numbers.
fn list(p: Vec3) -> String {
    format!("{:?}", p.to_array())
}
