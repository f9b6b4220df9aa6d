//! Calls of a detector: as a program, and on the command line.

use crate::{Entry, Options};
use collision::{Detail, Grain, Instant};

/// A detector with its options and its question, ready to be called.
///
/// ```
/// use catalog::{Detail, Options, Usage};
///
/// let options = Options::none().with("level", 5);
/// let usage = Usage::new("face-octree", &options, Detail::FirstContact)?;
/// assert_eq!(
///     usage.command("my scene"),
///     "cargo xtask detect 'my scene' --detector face-octree --option level=5 --first-contact"
/// );
/// assert!(usage.function("collide").contains("with(\"level\", 5)"));
/// # Ok::<(), catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Usage {
    entry: &'static Entry,
    options: Options,
    detail: Detail,
}

impl Usage {
    /// Finds a detector, and checks its options.
    ///
    /// # Errors
    /// An unknown detector or option, or a value that the option does not take.
    pub fn new(
        name: &str,
        options: &Options,
        detail: Detail,
    ) -> Result<Usage, crate::CatalogError> {
        let entry = crate::entry(name)?;
        entry.build(options)?;
        Ok(Usage {
            entry,
            options: options.clone(),
            detail,
        })
    }

    /// Returns the detector in the list.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Returns the command that runs the detector over a scene, for a shell.
    pub fn command(&self, scene: &str) -> String {
        let name = self.entry.name;
        let mut words = format!("cargo xtask detect {} --detector {name}", quoted(scene));
        for (name, value) in self.options.iter() {
            words += &match name {
                Entry::BROAD_PHASE => format!(" --broad-phase {value}"),
                _ => format!(" --option {name}={value}"),
            };
        }
        if self.asks_for_first() {
            words += " --first-contact";
        }
        words
    }

    /// Returns the line of a `Cargo.toml` that makes the detector available. `folder` is that of the
    /// crate `catalog`.
    pub fn dependency(&self, folder: &str) -> String {
        let features = match self.entry.feature() {
            Some(feature) => format!("[\"{feature}\"]"),
            None => "[]".to_owned(),
        };
        // A path may have characters that TOML escapes.
        let folder = serde_json::to_string(folder).expect("a text is JSON");
        format!("catalog = {{ path = {folder}, default-features = false, features = {features} }}")
    }

    /// Returns a Rust function of this name that asks the detector in each instant of a motion, as it
    /// is formatted by rustfmt. The example `every_detector` has one for each detector.
    pub fn function(&self, name: &str) -> String {
        let options = self.options.iter();
        let options: String = options
            .map(|(name, value)| match value {
                crate::OptionValue::Number(n) => format!(".with(\"{name}\", {n})"),
                crate::OptionValue::Word(word) => format!(".with(\"{name}\", \"{word}\")"),
            })
            .collect();
        let detector = self.entry.name;
        let profile = self.entry.profile();
        let query = if self.asks_for_first() {
            "first_contact"
        } else {
            "all_contacts"
        };
        let detect = match profile.instant {
            Instant::Now => {
                "    for now in motion {\n        \
                 detector.detect(&Frame::at(*now), &query, &mut found)?;\n"
            }
            Instant::UntilNext => {
                "    for instants in motion.windows(2) {\n        \
                 let frame = Frame::at(instants[0]).before(instants[1], 1.0 / 60.0);\n        \
                 detector.detect(&frame, &query, &mut found)?;\n"
            }
        };
        let per_finding = match (profile.instant, profile.grain, self.asks_for_first()) {
            (Instant::UntilNext, _, false) => {
                "        for swept in &found.evidence.swept {\n            \
                 println!(\"may meet until the next instant: {:?}\", swept.pair);\n"
            }
            (_, Grain::FacePairs, false) => {
                "        for contact in &found.contacts {\n            \
                 println!(\"{:?}: {:?}\", contact.kind, contact.pair);\n"
            }
            (_, Grain::FacePairs | Grain::BodyPairs, _) => {
                "        for collision in &found.bodies {\n            \
                 println!(\"these bodies collide: {:?}\", collision.pair);\n"
            }
        };
        format!(
            "fn {name}(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {{\n    \
             let options = Options::none(){options};\n    \
             let mut detector = catalog::build(\"{detector}\", &options)?;\n    \
             detector.prepare(bodies)?; // Once, before the motion.\n\n    \
             let query = Query::{query}();\n    \
             let mut found = Findings::default(); // Reused from frame to frame.\n\
             {detect}{per_finding}        }}\n    }}\n    Ok(())\n}}\n"
        )
    }

    /// Returns the `use` lines and the type that [`Usage::function`] needs.
    pub const fn imports() -> &'static str {
        "use catalog::{Body, Findings, Frame, Options, Query, Snapshot};\nuse std::error::Error;\n\n\
         type Outcome = Result<(), Box<dyn Error>>;\n"
    }

    /// Returns true for a detector of faces that is asked for first contacts. One of bodies answers
    /// no more in any case.
    fn asks_for_first(&self) -> bool {
        let has_faces = self.entry.profile().grain == Grain::FacePairs;
        has_faces && self.detail == Detail::FirstContact
    }
}

/// Returns a text as one word for a shell.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Returns the example `every_detector`: one function for each detector and question, which are all
/// run on two boxes that cross.
#[cfg(test)]
fn every_detector() -> String {
    let mut functions = String::new();
    let mut calls = String::new();
    for entry in crate::entries() {
        let has_faces = entry.profile().grain == Grain::FacePairs;
        for (detail, end) in [
            (Detail::AllContacts, ""),
            (Detail::FirstContact, "_first_contact"),
        ] {
            if end.is_empty() || has_faces {
                let name = entry.name.replace('-', "_") + end;
                let usage = Usage::new(entry.name, &Options::none(), detail).unwrap();
                functions += &format!("\n{}", usage.function(&name));
                calls += &format!("    {name}(&bodies, &motion)?;\n");
            }
        }
    }
    let imports = Usage::imports().replace("Options, Query", "Options, Pose, Query");
    let imports = imports.replace("Snapshot}", "Snapshot, Vec3}");
    format!(
        "//! Calls each detector as `compare --scene` advises. Written by a test of the crate:\n\
         //! `UPDATE_EXAMPLE=1 cargo test -p catalog every_detector`.\n\n\
         {imports}{functions}\n\
         fn main() -> Outcome {{\n    \
         let cube = std::sync::Arc::new(scenes::bodies::cube(1.0));\n    \
         let bodies = [Body::rigid(\"a\", cube.clone()), Body::rigid(\"b\", cube)];\n    \
         let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.9, 0.3, 0.1))];\n    \
         let motion = [Snapshot::new(&poses)?, Snapshot::new(&poses)?];\n{calls}    Ok(())\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example is compiled with the other tests, so what the template writes compiles.
    #[cfg(all(
        feature = "face-octree",
        feature = "convex",
        feature = "sphere-tree",
        feature = "bsp-tree",
        feature = "csg-hybrid",
        feature = "bvh",
        feature = "parry"
    ))]
    #[test]
    fn the_example_every_detector_is_what_the_template_writes() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/every_detector.rs");
        let written = every_detector();
        if std::env::var_os("UPDATE_EXAMPLE").is_some() {
            std::fs::write(path, &written).unwrap();
        }
        let example = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            example, written,
            "write it again with UPDATE_EXAMPLE=1 cargo test -p catalog every_detector"
        );
        for entry in crate::entries() {
            assert!(example.contains(&format!("build(\"{}\"", entry.name)));
        }
    }

    #[test]
    fn every_option_can_be_called_for() {
        for entry in crate::entries() {
            for doc in entry.options {
                let default = entry.default(doc);
                let options = Options::parse([format!("{}={default}", doc.name)]).unwrap();
                let usage = Usage::new(entry.name, &options, Detail::AllContacts).unwrap();
                let command = usage.command("a|b");
                let option = match doc.name {
                    Entry::BROAD_PHASE => format!("--broad-phase {default}"),
                    name => format!("--option {name}={default}"),
                };
                assert!(command.contains(&option), "{command}");
                assert!(
                    command.starts_with("cargo xtask detect 'a|b' "),
                    "{command}"
                );
                let function = usage.function("ask");
                let with = format!("with(\"{}\", ", doc.name);
                assert!(function.contains(&with), "{function}");
            }
            let usage = Usage::new(entry.name, &Options::none(), Detail::AllContacts).unwrap();
            assert!(
                usage
                    .dependency("a\"b")
                    .starts_with("catalog = { path = \"a\\\"b\",")
            );
        }
        assert!(
            Usage::new(
                "bvh",
                &Options::none().with("level", 1),
                Detail::AllContacts
            )
            .is_err()
        );
    }

    #[test]
    fn a_feature_of_the_crate_has_each_family() {
        let manifest = include_str!("../Cargo.toml");
        for entry in crate::entries() {
            if let Some(feature) = entry.feature() {
                let line = format!("\n{feature} = [");
                assert!(manifest.contains(&line), "{}: {feature}", entry.name);
            }
        }
        let without = crate::entries().iter().filter(|e| e.feature().is_none());
        let without: Vec<&str> = without.map(|entry| entry.name).collect();
        assert_eq!(without, ["brute-force", "obb-tree", "k-dop-tree"]);
    }
}
