//! The scenes of the experiments.

use crate::Page;
use crate::curves::distinct;
use crate::format;
use crate::papers::key_of;
use minijinja::{Value, context};
use records::{Newest, Selection};
use serde::Deserialize;

/// Experiment that draws the scenes.
const PICTURES: &str = "lab-scenes";

/// Reason why a scene has no picture, if its description has none.
const NOT_DRAWN: &str = "none is in the recording yet";

/// Texts on the generators, as data.
const SCENES: &str = include_str!("../templates/scenes.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Descriptions {
    scene: Vec<Description>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Description {
    generator: String,
    /// Its name for readers, if it is not the generator's.
    title: Option<String>,
    /// In one or two sentences, with its source.
    says: String,
    /// Name of its picture, if it is not the generator's: alone, or behind another experiment that
    /// draws it, `su07-pictures/bodies`.
    picture: Option<String>,
    /// Content of the picture, if it is not the last frame.
    shows: Option<String>,
    /// Reason why there is none.
    no_picture: Option<String>,
}

/// Returns the path of the picture of a scene in the output folder, by its name or by that of the
/// experiment that draws it and its own. It may not be there.
pub(crate) fn picture(newest: &Newest, name: &str) -> Option<String> {
    let (experiment, name) = name.split_once('/').unwrap_or((PICTURES, name));
    let folder = &newest.of(experiment)?.folder;
    Some(format!("{folder}/{experiment}-{name}.png"))
}

/// Returns the generators of the recorded scenes with their parameters and experiments, for the
/// templates, in the order of the descriptions. `exists` returns true for a file of the output
/// folder that is there.
pub(crate) fn listed(newest: &Newest, pages: &[Page], exists: &dyn Fn(&str) -> bool) -> Vec<Value> {
    let known: Descriptions = toml::from_str(SCENES).expect("a file of this crate");
    let measured: Vec<(&Page, Vec<&str>)> = pages
        .iter()
        .map(|page| {
            let rows = newest.rows.select(&Selection::of(&page.id));
            (
                page,
                distinct(rows.into_iter().map(|row| row.key.scene.as_str())),
            )
        })
        .collect();
    let scene = |description: &Description| {
        let of = |scene: &&str| {
            let name = scene.split([':', ' ']).next();
            name == Some(description.generator.as_str())
        };
        let scenes = measured
            .iter()
            .flat_map(|(_, scenes)| scenes.iter().copied().filter(of));
        let scenes = distinct(scenes);
        let experiments = measured.iter().filter(|(_, scenes)| scenes.iter().any(&of));
        let links = experiments.map(|(page, _)| {
            let key = key_of(&page.id);
            format!("[{}]({key}/README.md#{})", page.heading(), page.id)
        });
        let links: Vec<String> = links.collect();
        let name = description.picture.as_ref();
        let picture = picture(newest, name.unwrap_or(&description.generator));
        (!links.is_empty()).then(|| {
            context! {
                picture => picture.filter(|file| exists(file)),
                shows => description.shows.as_deref().unwrap_or("the last frame"),
                no_picture => description.no_picture.as_deref().unwrap_or(NOT_DRAWN),
                id => description.generator.as_str(),
                title => title(description),
                says => description.says.as_str(),
                example => command_form(&scenes).or(scenes.first().copied()),
                runs => command_form(&scenes).is_some(),
                count => scenes.len(),
                links => links.join(" · "),
            }
        })
    };
    known.scene.iter().filter_map(scene).collect()
}

/// Returns the name of a scene for readers.
fn title(description: &Description) -> String {
    let name = description.title.as_ref().unwrap_or(&description.generator);
    format::capital(&name.replace('-', " "))
}

/// Returns true if the page has a chapter for the scenes of this generator.
pub(crate) fn is_described(generator: &str) -> bool {
    let known: Descriptions = toml::from_str(SCENES).expect("a file of this crate");
    known.scene.iter().any(|scene| scene.generator == generator)
}

/// Returns the first scene that the command line takes: a generator with its parameters. Cases of
/// the audit are no scene.
fn command_form<'a>(scenes: &[&'a str]) -> Option<&'a str> {
    let is_generated = |scene: &&str| scene.contains(':') && !scene.starts_with("audit:");
    scenes.iter().copied().find(is_generated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{committed, committed_newest};

    #[test]
    fn a_command_has_parameters_behind_a_colon() {
        let scenes = ["ships body=lamp ships=40", "ships:frames=200,seed=1995"];
        assert_eq!(command_form(&scenes), Some("ships:frames=200,seed=1995"));
        assert_eq!(command_form(&["lamp", "audit:cases=200,seed=1995"]), None);
    }

    #[test]
    fn a_scene_has_a_picture_or_the_reason_why_not() {
        let known: Descriptions = toml::from_str(SCENES).unwrap();
        for scene in known.scene {
            let both = scene.no_picture.is_some() && (scene.picture.or(scene.shows)).is_some();
            assert!(!both, "{}", scene.generator);
        }
        let newest = committed_newest();
        let file = picture(newest, "su07-pictures/bodies").unwrap();
        assert!(file.ends_with("/su07-pictures-bodies.png"), "{file}");
        let file = picture(newest, "swarm").unwrap();
        assert!(file.ends_with("/lab-scenes-swarm.png"), "{file}");
    }

    #[test]
    fn every_recorded_generator_is_described() {
        let (_, _, rows) = committed();
        let known: Descriptions = toml::from_str(SCENES).unwrap();
        let scenes = distinct(rows.iter().map(|row| row.key.scene.as_str()));
        for scene in scenes.into_iter().filter(|scene| scene.contains(':')) {
            let name = scene.split([':', ' ']).next().unwrap();
            let described = known.scene.iter().filter(|s| s.generator == name).count();
            assert_eq!(described, 1, "{scene}");
        }
    }
}
