//! Calls of a detector: as a program, and on the command line.

use crate::{Entry, Options};
use collision::{Detail, Grain, Instant};
use std::num::NonZeroUsize;

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
    workers: NonZeroUsize,
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
            workers: NonZeroUsize::MIN,
        })
    }

    /// Returns the same call with another maximum number of threads.
    #[must_use]
    pub fn with_workers(mut self, workers: NonZeroUsize) -> Usage {
        self.workers = workers;
        self
    }

    /// Returns the detector in the list.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Returns the command that runs the detector over a scene, for a shell.
    pub fn command(&self, scene: &str) -> String {
        self.command_with(scene, &[])
    }

    /// Returns the command as [`Usage::command`], with more words, such as options of the scene's
    /// reader.
    pub fn command_with(&self, scene: &str, more: &[String]) -> String {
        // A word that begins with a dash is an option, except behind two dashes.
        let (first, last) = match shell_word(scene) {
            word if scene.starts_with('-') => (String::new(), format!(" -- {word}")),
            word => (format!(" {word}"), String::new()),
        };
        let name = self.entry.name;
        let mut words = format!("cargo xtask detect{first} --detector {name}");
        for (name, value) in self.options.iter() {
            words += &match name {
                Entry::BROAD_PHASE => format!(" --broad-phase {value}"),
                _ => format!(" --option {name}={value}"),
            };
        }
        if self.asks_for_first() {
            words += " --first-contact";
        }
        if self.workers.get() > 1 {
            words += &format!(" --workers {}", self.workers);
        }
        for word in more {
            words += &format!(" {}", shell_word(word));
        }
        words + &last
    }

    /// Returns the line of a `Cargo.toml` that makes the detector available. `folder` is that of
    /// the crate `catalog`.
    pub fn dependency(&self, folder: &str) -> String {
        let features = match self.entry.feature {
            Some(feature) => format!("[\"{feature}\"]"),
            None => "[]".to_owned(),
        };
        // A path may have characters that TOML escapes.
        let folder = serde_json::to_string(folder).expect("a text is JSON");
        format!("catalog = {{ path = {folder}, default-features = false, features = {features} }}")
    }

    /// Returns a Rust function of this name that asks the detector in each instant of a motion, as
    /// it is formatted by rustfmt. The example `every_detector` has one for each detector.
    pub fn function(&self, name: &str) -> String {
        let profile = self.entry.profile();
        let mut query = if self.asks_for_first() {
            "first_contact()".to_owned()
        } else {
            "all_contacts()".to_owned()
        };
        if self.workers.get() > 1 {
            query += &format!(".with_workers({}_usize.try_into()?)", self.workers);
        }
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
            "{}    let query = Query::{query};\n    \
             let mut found = Findings::default(); // Reused from frame to frame.\n\
             {detect}{per_finding}        }}\n    }}\n    Ok(())\n}}\n",
            self.prepared(name)
        )
    }

    /// Returns the beginning of a Rust function of this name, up to the prepared detector.
    fn prepared(&self, name: &str) -> String {
        let options = self.options.iter();
        let options: String = options
            .map(|(name, value)| match value {
                crate::OptionValue::Number(n) => format!(".with(\"{name}\", {n})"),
                crate::OptionValue::Word(word) => format!(".with(\"{name}\", \"{word}\")"),
            })
            .collect();
        let detector = self.entry.name;
        format!(
            "fn {name}(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {{\n    \
             let options = Options::none(){options};\n    \
             let mut detector = catalog::build(\"{detector}\", &options)?;\n    \
             detector.prepare(bodies)?; // Once, before the motion.\n\n"
        )
    }

    /// Returns a Rust function of this name that stops the detector when an instant of the motion
    /// has taken `seconds`, and reads what is proved until then, with its imports. None if the
    /// detector cannot be stopped. The example `stop_at_deadline` is one.
    ///
    /// All pairs are searched on one thread.
    pub fn function_until(&self, name: &str, seconds: f64) -> Option<String> {
        if !self.entry.profile().supports_budgets {
            return None;
        }
        Some(format!(
            "use catalog::{{Body, Budget, Deadline, Findings, Frame, Options, Query, Snapshot}};\n\
             use std::error::Error;\n\
             use std::time::{{Duration, Instant}};\n\n\
             type Outcome = Result<(), Box<dyn Error>>;\n\n\
             /// Instant at which the time of a frame is over.\n\
             struct At(Instant);\n\n\
             impl Deadline for At {{\n    \
             fn passed(&self) -> bool {{\n        \
             Instant::now() >= self.0\n    }}\n}}\n\n\
             {}    let mut found = Findings::default(); // Reused from frame to frame.\n    \
             for now in motion {{\n        \
             let deadline = At(Instant::now() + Duration::from_secs_f64({seconds:?}));\n        \
             let query = Query::all_contacts().with_budget(Budget::Until(&deadline));\n        \
             let query = query.with_containment(true);\n        \
             detector.detect(&Frame::at(*now), &query, &mut found)?;\n        \
             for certificate in &found.evidence.certificates {{\n            \
             println!(\"{{:?}}: {{:?}}\", certificate.pair, certificate.known);\n        \
             }}\n    }}\n    Ok(())\n}}\n",
            self.prepared(name)
        ))
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
pub fn shell_word(text: &str) -> String {
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

/// Returns the example `stop_at_deadline`: the function of a detector that can be stopped, which is
/// run on two boxes that cross.
#[cfg(all(test, feature = "sphere-tree"))]
fn stop_at_deadline() -> String {
    let options = Options::none().with("schedule", "widest-first");
    let usage = Usage::new("sphere-tree", &options, Detail::AllContacts).unwrap();
    let function = usage.function_until("detect", 0.01).unwrap();
    let function = function.replace("Options, Query", "Options, Pose, Query");
    let function = function.replace("Snapshot};", "Snapshot, Vec3};");
    format!(
        "//! Stops a search at a deadline, as `compare --scene` advises. Written by a test:\n\
         //! `UPDATE_EXAMPLE=1 cargo test -p catalog stop_at_deadline`.\n\n\
         #![expect(\n    clippy::disallowed_methods,\n    \
         reason = \"a program with a deadline reads the clock\"\n)]\n\n\
         {function}\n\
         fn main() -> Outcome {{\n    \
         let cube = std::sync::Arc::new(scenes::bodies::cube(1.0));\n    \
         let bodies = [Body::rigid(\"a\", cube.clone()), Body::rigid(\"b\", cube)];\n    \
         let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.9, 0.3, 0.1))];\n    \
         detect(&bodies, &[Snapshot::new(&poses)?])\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a file of examples against its template, or writes it if the environment says so.
    #[cfg(feature = "sphere-tree")]
    #[track_caller]
    fn is_example(name: &str, written: &str) {
        let path = format!("{}/examples/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_EXAMPLE").is_some() {
            std::fs::write(&path, written).unwrap();
        }
        let example = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            example, written,
            "write it again with UPDATE_EXAMPLE=1 cargo test -p catalog {name}"
        );
    }

    #[cfg(feature = "sphere-tree")]
    #[test]
    fn the_example_stop_at_deadline_is_what_the_template_writes() {
        is_example("stop_at_deadline", &stop_at_deadline());
        let endless = Usage::new("brute-force", &Options::none(), Detail::AllContacts).unwrap();
        assert_eq!(endless.function_until("detect", 0.01), None);
    }

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        let plain = "calm:bodies=3,faces=528";
        assert_eq!(shell_word(plain), plain);
        assert_eq!(shell_word("my scene"), "'my scene'");
        assert_eq!(shell_word("^a|b's"), "'^a|b'\\''s'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn the_command_has_the_arguments_of_the_scene() {
        let usage = Usage::new("brute-force", &Options::none(), Detail::AllContacts).unwrap();
        let more = ["--motion", "my joints.csv"].map(str::to_owned);
        assert_eq!(
            usage.command_with("a.urdf", &more),
            "cargo xtask detect a.urdf --detector brute-force --motion 'my joints.csv'"
        );
        assert_eq!(
            usage.command_with("-a b.urdf", &more),
            "cargo xtask detect --detector brute-force --motion 'my joints.csv' -- '-a b.urdf'"
        );
    }

    #[test]
    fn threads_are_in_the_command_and_in_the_function() {
        let usage = Usage::new("brute-force", &Options::none(), Detail::AllContacts).unwrap();
        assert!(!usage.command("a").contains("--workers"));
        let usage = usage.with_workers(NonZeroUsize::new(4).unwrap());
        let command = "cargo xtask detect a --detector brute-force --workers 4";
        assert_eq!(usage.command("a"), command);
        let query = "let query = Query::all_contacts().with_workers(4_usize.try_into()?);";
        assert!(usage.function("ask").contains(query));
    }

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
        let written = every_detector();
        is_example("every_detector", &written);
        for entry in crate::entries() {
            assert!(written.contains(&format!("build(\"{}\"", entry.name)));
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
            if let Some(feature) = entry.feature {
                let line = format!("\n{feature} = [");
                assert!(manifest.contains(&line), "{}: {feature}", entry.name);
            }
        }
        let without = crate::entries().iter().filter(|e| e.feature.is_none());
        let without: Vec<&str> = without.map(|entry| entry.name).collect();
        assert_eq!(without, ["brute-force", "obb-tree", "k-dop-tree"]);
    }
}
