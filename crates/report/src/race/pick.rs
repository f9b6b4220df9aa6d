//! Choice of a detector for each need: groups of the jobs of races.

use super::{Cell, Race, jobs_of};
use crate::format;
use crate::names::{self, FIRST_CONTACT, command};
use minijinja::context;
use minijinja::value::Value;
use serde::Deserialize;

/// The needs, as data: titles of jobs are those of the definitions.
const NEEDS: &str = include_str!("../../templates/needs.toml");

/// Needs of users.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Needs {
    need: Vec<Need>,
}

/// Need of a user, and the jobs that stand for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Need {
    /// Name in links: "bodies-overlap".
    id: String,
    /// In words: "all contacts of two bodies that overlap".
    says: String,
    /// Question of the race.
    race: String,
    /// Titles of jobs.
    jobs: Vec<String>,
    /// Sentence on what the jobs do not show, with links of the pages in `reports`.
    #[serde(default)]
    note: String,
}

/// Slow-down up to which a detector is close behind the fastest in words, without the job.
const CLOSE_BEHIND: f64 = 1.02;

/// Ratio of two means below which the picks are about equal in words: jobs of other frames change
/// their order.
const ABOUT_EQUAL: f64 = 1.1;

/// A detector over the jobs of a need.
struct Candidate<'a> {
    detector: &'a str,
    /// Geometric mean of its times over those of the best of each job.
    mean: f64,
    /// The largest of these, and its job.
    worst: (f64, &'a str),
    /// Number of jobs in which it is one of the fastest.
    first_in: usize,
}

/// Returns the largest number of faces of a body in the titles of jobs, "39600"; empty without one.
pub(crate) fn largest(races: &[Race<'_>]) -> String {
    let faces = |title: &str| {
        let words: Vec<&str> = title.split(' ').collect();
        let faces = words.iter().position(|word| *word == "faces")?;
        words.get(faces.checked_sub(1)?)?.parse::<u64>().ok()
    };
    let titles = races
        .iter()
        .flat_map(|race| race.jobs.iter().map(|job| job.title));
    titles
        .filter_map(faces)
        .max()
        .map_or(String::new(), |faces| faces.to_string())
}

/// Returns the kind of a job in a race, the position and the words of its need; those of no need
/// are the last.
pub(super) fn kind_of(race: &str, title: &str) -> (usize, String) {
    let needs: Needs = toml::from_str(NEEDS).expect("a file of this crate");
    let of_race = needs.need.into_iter().enumerate();
    let mut of_race = of_race.filter(|(_, need)| need.race == race);
    let found = of_race.find(|(_, need)| need.jobs.iter().any(|job| job == title));
    found.map_or((usize::MAX, "other jobs".to_owned()), |(i, need)| {
        // The question is that of the race.
        let question = [format!("{race} of "), format!("{race}: ")];
        let mut bodies = question
            .iter()
            .filter_map(|q| need.says.strip_prefix(q.as_str()));
        (i, bodies.next().unwrap_or(&need.says).to_owned())
    })
}

/// Returns the picks for all needs whose jobs were measured, for the templates.
pub(crate) fn picks(races: &[Race<'_>]) -> Vec<Value> {
    let needs: Needs = toml::from_str(NEEDS).expect("a file of this crate");
    let pick = |need: &Need| {
        let race = races.iter().find(|race| race.asks_for() == need.race)?;
        race.pick(need)
    };
    needs.need.iter().filter_map(pick).collect()
}

impl<'a> Race<'a> {
    /// Returns the detectors that answer in all jobs of a need, that of the least mean first.
    fn candidates(&self, need: &Need) -> Vec<Candidate<'_>> {
        let jobs: Vec<_> = jobs_of(self, &need.jobs).collect();
        let positions = 0..self.page.detectors.len();
        let candidate = |i: usize| self.candidate(i, &jobs);
        let mut candidates: Vec<Candidate<'_>> = positions.filter_map(candidate).collect();
        candidates.sort_by(|a, b| a.mean.total_cmp(&b.mean));
        candidates
    }

    /// Returns the pick for a need, or `None` without a detector that answers in all its jobs.
    fn pick(&self, need: &Need) -> Option<Value> {
        let jobs: Vec<_> = jobs_of(self, &need.jobs).collect();
        let candidates = self.candidates(need);
        let (best, others) = candidates.split_first()?;
        let next = others.first().map(|next| {
            let ratio = next.mean / best.mean;
            let equal = if ratio < ABOUT_EQUAL {
                "about equal, "
            } else {
                ""
            };
            format!(
                "{}: {equal}{} times as long",
                names::name(command(next.detector)),
                format::number(ratio)
            )
        });
        let mind = match best.worst {
            (times, _) if times <= 1.0 => "fastest or tied in each job".to_owned(),
            (times, _) if times <= CLOSE_BEHIND => format!(
                "at most {} % behind the fastest in each job",
                format::number(100.0 * (CLOSE_BEHIND - 1.0))
            ),
            (times, job) => format!("{} times the fastest ({job})", format::number(times)),
        };
        Some(context! {
            id => need.id.as_str(),
            says => need.says.as_str(),
            note => need.note.as_str(),
            question => need.race.as_str(),
            pick => names::name(command(best.detector)),
            command => command(best.detector),
            first_contact => best.detector.ends_with(FIRST_CONTACT),
            first_in => best.first_in,
            jobs => jobs.len(),
            next => next.unwrap_or_default(),
            mind,
            leads => best.worst.0 <= 1.0,
            is_worst => best.worst.0 > CLOSE_BEHIND,
            table => self.matrix_of(&jobs),
            folder => self.folder(),
            experiment => self.page.id.as_str(),
        })
    }

    /// Returns a detector over `jobs`, or `None` if it does not answer them all without an error.
    fn candidate(&self, i: usize, jobs: &[&super::JobResults<'a>]) -> Option<Candidate<'_>> {
        let mut candidate = Candidate {
            detector: &self.page.detectors[i],
            mean: 0.0,
            worst: (0.0, ""),
            first_in: 0,
        };
        for job in jobs {
            let Cell::Measured { ratio, wrong, .. } = &job.cells[i] else {
                return None;
            };
            let ratio = ratio.as_ref().filter(|_| *wrong == 0.0)?.value;
            candidate.mean += ratio.ln() / jobs.len() as f64;
            if ratio > candidate.worst.0 {
                candidate.worst = (ratio, job.title);
            }
            candidate.first_in += usize::from(job.fastest().contains(&i));
        }
        candidate.mean = candidate.mean.exp();
        (!jobs.is_empty()).then_some(candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Page;
    use crate::budgets::Budgets;
    use crate::tests::samples::{committed, committed_folder, key, label, papers};
    use records::{Row, Rows, Unit};

    #[test]
    fn every_job_of_the_races_is_in_one_need_of_its_race_at_most() {
        let (_, pages, _) = committed();
        let needs: Needs = toml::from_str(NEEDS).unwrap();
        for need in &needs.need {
            let race = pages.iter().find(|page| page.race == need.race);
            let race = race.unwrap_or_else(|| panic!("no race of {}", need.race));
            for title in &need.jobs {
                assert!(race.jobs().any(|job| job == title), "{}: {title}", need.id);
                let same = needs.need.iter().filter(|n| n.race == need.race);
                let listed = same.filter(|n| n.jobs.contains(title)).count();
                assert_eq!(listed, 1, "{title}");
            }
        }
        let all = pages.iter().filter(|page| !page.race.is_empty());
        for page in all {
            for job in page.jobs() {
                let mut of_race = needs.need.iter().filter(|n| n.race == page.race);
                assert!(of_race.any(|n| n.jobs.iter().any(|j| j == job)), "{job}");
            }
        }
    }

    /// Returns the detectors that a line of the table of the first page names for the need of a
    /// link `reports/choose.md#ID`: names in backticks of its second column, without settings.
    fn named_for<'a>(table: &'a str, need: &str) -> Vec<&'a str> {
        let link = format!("(reports/choose.md#{need})");
        let lines: Vec<&str> = table.lines().filter(|line| line.contains(&link)).collect();
        let [line] = lines[..] else {
            panic!("{} lines link to {link}", lines.len());
        };
        let column = line.split('|').nth(2).unwrap_or_default();
        let quoted = column.split('`').skip(1).step_by(2);
        quoted.filter(|text| !text.contains('=')).collect()
    }

    /// The first page names one detector for each need by hand. Where two are about equal, machines
    /// and runs differ on which is ahead, and either may stand there.
    #[test]
    fn the_first_page_picks_what_the_rows_pick() {
        let (_, pages, rows) = committed();
        let table = std::fs::read_to_string(committed_folder("README.md")).unwrap();
        let races: Vec<Race<'_>> = pages.iter().filter_map(|p| Race::of(rows, p)).collect();
        let needs: Needs = toml::from_str(NEEDS).unwrap();
        for need in &needs.need {
            let race = races.iter().find(|race| race.asks_for() == need.race);
            let candidates = race.unwrap().candidates(need);
            let equal = candidates
                .iter()
                .filter(|other| other.mean < ABOUT_EQUAL * candidates[0].mean);
            let equal: Vec<&str> = equal.map(|other| command(other.detector)).collect();
            let named = named_for(&table, &need.id);
            assert!(
                !named.is_empty() && named.iter().all(|name| equal.contains(name)),
                "{}: README.md has {named:?}, the rows pick {equal:?}",
                need.id
            );
        }
        let mut budgets = pages.iter().filter_map(|p| Budgets::of(rows, p));
        let pick = budgets.next().unwrap();
        assert_eq!(named_for(&table, "deadline"), [pick.command()]);
    }

    #[test]
    fn a_pick_that_is_the_fastest_in_each_job_is_not_said_to_be_behind() {
        const JOBS: &str = r#"
            question = "Who is fastest?"
            [measure]
            jobs = [
                { title = "2 spheres deform", scene = { generator = "two-spheres" } },
                { title = "2 tubes deform", scene = { generator = "two-spheres" } },
            ]
            detectors = [{ name = "parry3d" }, { name = "face-octree" }]
            [page]
            race = "all contacts"
        "#;
        let page = Page::parse("lab-race", JOBS, &papers(), &label).unwrap();
        let mind = |tubes: f64| {
            let row = |job: &str, detector: &str, microseconds: f64| {
                let key = key("lab-race", detector, job, 0.0);
                Row::from_samples(&key, "time", Unit::Seconds, &[microseconds * 1e-6; 3])
            };
            let rows: Rows = [
                row("2 spheres deform", "parry3d", 1.0),
                row("2 spheres deform", "face-octree", 3.0),
                row("2 tubes deform", "parry3d", tubes),
                row("2 tubes deform", "face-octree", 1.0),
            ]
            .into_iter()
            .collect();
            let picks = picks(&[Race::of(&rows, &page).unwrap()]);
            picks[0].get_attr("mind").unwrap().to_string()
        };
        assert_eq!(mind(1.0), "fastest or tied in each job");
        assert_eq!(mind(1.015), "at most 2 % behind the fastest in each job");
        assert_eq!(mind(1.03), "1.03 times the fastest (2 tubes deform)");
    }

    #[test]
    fn the_pick_answers_every_job_and_has_the_least_mean() {
        let (_, pages, rows) = committed();
        let races: Vec<Race<'_>> = pages.iter().filter_map(|p| Race::of(rows, p)).collect();
        let picks = picks(&races);
        assert!(picks.len() >= 5, "{}", picks.len());
        for pick in picks {
            let name = pick.get_attr("pick").unwrap().to_string();
            let mind = pick.get_attr("mind").unwrap().to_string();
            assert!(
                !name.contains("parry3d meshes") && !mind.is_empty(),
                "{pick}"
            );
        }
    }
}
