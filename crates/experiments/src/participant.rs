//! Detectors that take part in a run.

use crate::tree_cache;
use anyhow::{Result, ensure};
use catalog::{CatalogError, Entry, Options};
use collision::{Detail, Detector, Query};
use geometry::Mesh;
use scenes::Scene;
use serde::Deserialize;
use sphere_tree::SphereTree;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Detector in a definition: its name in the catalog, its options, and what it is asked.
#[derive(Clone, Debug, Deserialize)]
pub struct DetectorSpec {
    /// Name in the catalog.
    pub name: String,
    /// True to ask for first contacts: yes or no for each pair of bodies. Only the model `replay`
    /// supports it.
    #[serde(default, rename = "first-contact")]
    pub first_contact: bool,
    /// Number of threads that the detector may use, if the run does not give more. Only the model
    /// `replay` supports it.
    #[serde(default)]
    pub threads: Option<NonZeroUsize>,
    /// Number of independent copies that answer each frame at once, each on one thread, instead of
    /// one detector. Only the model `replay` supports it.
    #[serde(default)]
    pub copies: Option<NonZeroUsize>,
    /// Options that differ from the defaults.
    #[serde(flatten)]
    pub options: Options,
}

/// Detector that takes part, ready to be built.
#[derive(Clone, Deserialize)]
#[serde(try_from = "DetectorSpec")]
pub struct Participant {
    /// Name in rows: the detector's name with the options that differ from its defaults,
    /// `first-contact` if it is asked for no more, and its numbers of threads and of copies if they
    /// are given.
    pub label: String,
    /// True if the detector supports budgets.
    pub(crate) supports_budgets: bool,
    /// All contacts, or the first of each body pair.
    pub(crate) detail: Detail,
    /// Least number of threads that the detector may use.
    threads: NonZeroUsize,
    /// Number of copies that answer each frame at once, if not one detector alone.
    copies: Option<NonZeroUsize>,
    source: DetectorSource,
}

/// Source of a participant's detector.
#[derive(Clone)]
enum DetectorSource {
    /// The catalog, with options that were checked.
    Catalog(&'static Entry, Options),
    /// A function, for detectors that are not in the catalog.
    Function(Arc<dyn Fn() -> Box<dyn Detector> + Send + Sync>),
}

/// Returns the name in rows of a detector that is given as a table
/// `{ name = "…", option = … }`.
///
/// # Errors
/// Fails for a table without a name, and for an unknown detector or option.
pub fn label(detector: &toml::Table) -> Result<String> {
    let spec: DetectorSpec = detector.clone().try_into()?;
    Ok(spec.resolve(&[])?.label)
}

impl DetectorSpec {
    /// Finds the detector in the catalog.
    ///
    /// The label omits options named in `swept`, because they are the `x` of a row.
    ///
    /// # Errors
    /// Fails for an unknown detector or option.
    pub fn resolve(&self, swept: &[&str]) -> Result<Participant, CatalogError> {
        let entry = catalog::entry(&self.name)?;
        let options = self.options.clone();
        let profile = entry.build(&options)?.profile();
        let named = options.iter().filter(|(name, _)| !swept.contains(name));
        let named = named.fold(Options::none(), |all, (name, value)| {
            all.with(name, value.clone())
        });
        let (detail, mut suffix) = if self.first_contact {
            (Detail::FirstContact, " first-contact".to_owned())
        } else {
            (Detail::AllContacts, String::new())
        };
        if let Some(threads) = self.threads {
            suffix.push_str(&format!(" threads={threads}"));
        }
        if let Some(copies) = self.copies {
            suffix.push_str(&format!(" copies={copies}"));
        }
        Ok(Participant {
            label: entry.label(&named) + &suffix,
            supports_budgets: profile.supports_budgets,
            detail,
            threads: self.threads.unwrap_or(NonZeroUsize::MIN),
            copies: self.copies,
            source: DetectorSource::Catalog(entry, options),
        })
    }

    /// Returns true if the detector has an option of this name.
    pub(crate) fn has_option(&self, name: &str) -> Result<bool, CatalogError> {
        let entry = catalog::entry(&self.name)?;
        Ok(entry.options.iter().any(|info| info.name == name))
    }
}

impl TryFrom<DetectorSpec> for Participant {
    type Error = anyhow::Error;

    fn try_from(spec: DetectorSpec) -> Result<Participant> {
        ensure!(
            !spec.first_contact,
            "`first-contact` is for the model `replay`; `{}` cannot have it here",
            spec.name
        );
        ensure!(
            spec.threads.is_none(),
            "`threads` is for the model `replay`; `{}` cannot have it here",
            spec.name
        );
        ensure!(
            spec.copies.is_none(),
            "`copies` is for the model `replay`; `{}` cannot have it here",
            spec.name
        );
        Ok(spec.resolve(&[])?)
    }
}

impl Participant {
    /// Creates a participant of any detector, with a name for rows.
    pub fn new(
        label: &str,
        build: impl Fn() -> Box<dyn Detector> + Send + Sync + 'static,
    ) -> Participant {
        Participant {
            label: label.to_owned(),
            supports_budgets: false,
            detail: Detail::AllContacts,
            threads: NonZeroUsize::MIN,
            copies: None,
            source: DetectorSource::Function(Arc::new(build)),
        }
    }

    /// Returns the same participant as one that supports budgets, which [`Participant::new`] does
    /// not ask.
    #[must_use]
    pub fn with_budgets(mut self) -> Participant {
        self.supports_budgets = true;
        self
    }

    /// Returns the query that the detector is asked in each frame of a scene.
    pub(crate) fn query<'a>(&self, scene: &'a Scene, workers: NonZeroUsize) -> Query<'a> {
        let query = scene.query().with_detail(self.detail);
        query.with_workers(workers.max(self.threads))
    }

    /// Returns the number of copies that answer each frame at once, if not one detector alone.
    pub(crate) fn copies(&self) -> Option<NonZeroUsize> {
        self.copies
    }

    /// Builds the unprepared detector.
    pub fn build(&self) -> Box<dyn Detector> {
        match &self.source {
            DetectorSource::Catalog(entry, options) => {
                entry.build(options).expect("they were checked")
            }
            DetectorSource::Function(build) => build(),
        }
    }

    /// Builds the unprepared detector, with sphere-trees from the cache of this run.
    ///
    /// No time of its preparation may be recorded.
    pub(crate) fn build_with_cached_trees(&self) -> Box<dyn Detector> {
        let cached = match &self.source {
            DetectorSource::Catalog(entry, options) => tree_cache::detector(entry, options),
            DetectorSource::Function(_) => None,
        };
        cached.unwrap_or_else(|| self.build())
    }

    /// Returns true if the detector has sphere-trees, which the cache of this run keeps.
    pub(crate) fn has_sphere_trees(&self) -> bool {
        match &self.source {
            DetectorSource::Catalog(entry, options) => tree_cache::has_trees(entry, options),
            DetectorSource::Function(_) => false,
        }
    }

    /// Returns the sphere-tree that the detector has for a mesh, if it has sphere-trees.
    pub(crate) fn sphere_tree(&self, mesh: &Mesh) -> Option<SphereTree> {
        match &self.source {
            DetectorSource::Catalog(entry, options) => tree_cache::tree(entry, options, mesh),
            DetectorSource::Function(_) => None,
        }
    }
}

impl fmt::Debug for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Participant").field(&self.label).finish()
    }
}
