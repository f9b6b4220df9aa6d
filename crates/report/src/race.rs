//! Races: several detectors on several jobs, and which one to take for which.

mod job;
pub(crate) mod pick;

use crate::Page;
use crate::curves::distinct;
use crate::format::{self, NOTHING};
use crate::names::{self, command};
use crate::papers;
use crate::plot::{Matrix, MatrixRow, Slowdown};
use crate::scenes;
pub(crate) use job::{Cell, JobResults, MAX_TIE, is_as_fast};
use records::{Rows, TextTable};

/// Result of one detector in one job, for its page.
pub(crate) struct JobResult<'a> {
    pub(crate) title: &'a str,
    /// Time of a frame in microseconds.
    pub(crate) time: String,
    /// Time over that of the fastest, or the reason why there is none.
    pub(crate) times: String,
    /// Time over that of the fastest; 1 if it is as fast, as far as can be measured. `None` with
    /// wrong answers, or without a time.
    pub(crate) ratio: Option<f64>,
}

/// Results of all detectors in all jobs of a race.
pub(crate) struct Race<'a> {
    page: &'a Page,
    /// Jobs that have rows: those of a kind together, in the order of the definition.
    pub(crate) jobs: Vec<JobResults<'a>>,
}

impl<'a> Race<'a> {
    /// Returns the race of a page, or `None` if it is none or has no rows.
    pub(crate) fn of(rows: &'a Rows, page: &'a Page) -> Option<Race<'a>> {
        if page.race.is_empty() {
            return None;
        }
        let jobs = page
            .jobs()
            .filter_map(|title| JobResults::of(rows, page, title));
        let mut jobs: Vec<JobResults<'a>> = jobs.collect();
        jobs.sort_by_cached_key(|job| pick::kind_of(&page.race, job.title).0);
        (!jobs.is_empty()).then_some(Race { page, jobs })
    }

    /// Returns the question of the race: "all contacts".
    pub(crate) fn asks_for(&self) -> &str {
        &self.page.race
    }

    /// Returns how many times slower than the best each detector without wrong answers is: job,
    /// detector, times.
    pub(crate) fn slowdowns(&self) -> Vec<(&'a str, &'a str, f64)> {
        let of_job = |job: &JobResults<'a>| {
            let cells = self.page.detectors.iter().zip(&job.cells);
            let right = cells.filter_map(|(detector, cell)| match cell {
                Cell::Measured {
                    ratio: Some(ratio),
                    wrong,
                    ..
                } if *wrong == 0.0 => Some((job.title, detector.as_str(), ratio.value)),
                _ => None,
            });
            right.collect::<Vec<_>>()
        };
        self.jobs.iter().flat_map(of_job).collect()
    }

    /// Returns the number of jobs that were measured, in words, "4 of 15 jobs": a quick run leaves
    /// some out.
    pub(crate) fn extent(&self) -> String {
        match (self.jobs.len(), self.page.jobs().count()) {
            (measured, all) if measured < all => format!("{measured} of {all} jobs"),
            (_, all) => format!("{all} jobs"),
        }
    }

    /// Returns true if jobs of the definition were not measured.
    pub(crate) fn is_partial(&self) -> bool {
        self.jobs.len() < self.page.jobs().count()
    }

    /// Returns in how many jobs each detector is the fastest, in words, without those that never
    /// are.
    pub(crate) fn winners(&self) -> String {
        let ranking = self.ranking();
        let lines = ranking.iter().filter_map(|line| {
            let detector = names::name(command(line.detector));
            match (line.wins.len(), line.ties.len()) {
                (0, 0) => None,
                (wins, 0) => Some(format!("{detector} is the fastest in {wins}")),
                (0, ties) => Some(format!("{detector} is one of the fastest in {ties}")),
                (wins, ties) => Some(format!(
                    "{detector} is the fastest in {wins} and one of the fastest in {ties}"
                )),
            }
        });
        format::join(&lines.collect::<Vec<_>>(), ", ")
    }

    /// Returns the detector that is most often the fastest, or all that are so equally often, in
    /// words; empty without one.
    pub(crate) fn first(&self) -> String {
        let ranking = self.ranking();
        let first_in = |line: &Standing<'_>| line.wins.len() + line.ties.len();
        let most = ranking.iter().map(first_in).max().unwrap_or(0);
        let equal = ranking.iter().filter(|line| first_in(line) == most);
        let of_all = |line: &Standing<'_>| match line.jobs {
            jobs if jobs < self.jobs.len() => format!(" (enters {jobs})"),
            _ => String::new(),
        };
        let names = equal.map(|line| names::name(command(line.detector)) + &of_all(line));
        let of_jobs = format!(
            "the fastest, or one of the fastest, in {most} of {} jobs",
            self.jobs.len()
        );
        match &names.collect::<Vec<_>>()[..] {
            _ if most == 0 => String::new(),
            [name] => format!("{name} is {of_jobs}"),
            names => format!("{} are each {of_jobs}", format::listed(names)),
        }
    }

    /// Returns a note on the detectors that take something of `parry3d`; empty if none has rows.
    pub(crate) fn footnote(&self) -> String {
        let is_measured = |i: &usize| {
            let cell = |job: &JobResults<'_>| matches!(job.cells[*i], Cell::Measured { .. });
            self.jobs.iter().any(cell)
        };
        let measured = (0..self.page.detectors.len()).filter(is_measured);
        let measured: Vec<&str> = measured.map(|i| self.page.detectors[i].as_str()).collect();
        let Some(ours) = measured.iter().find(|d| command(d) == PARRY) else {
            return String::new();
        };
        let its_own = measured.iter().filter(|d| d.starts_with("parry3d-"));
        let its_own: Vec<String> = its_own.map(|d| names::name(d)).collect();
        let its_own = if its_own.is_empty() {
            String::new()
        } else {
            format!(" Its own queries, as they come: {}.", its_own.join(", "))
        };
        format!(
            "{} is the hierarchy of the library parry3d with our exact test of faces in its \
             leaves.{its_own}",
            names::name(command(ours))
        )
    }

    /// Returns the results of a detector without other options, job by job.
    pub(crate) fn results_of(&self, wanted: &str) -> Vec<JobResult<'_>> {
        let of_command = |d: &String| command(d) == wanted;
        let Some(i) = self.page.detectors.iter().position(of_command) else {
            return Vec::new();
        };
        let measured = self
            .jobs
            .iter()
            .filter(|job| !matches!(job.cells[i], Cell::Absent));
        let result = |job: &JobResults<'a>| JobResult {
            title: job.title,
            time: job.cells[i].microseconds(),
            times: job.cells[i].times(),
            ratio: match job.cells[i].slowdown() {
                Slowdown::Times { best: true, .. } => Some(1.0),
                Slowdown::Times { ratio, wrong, .. } if !wrong => Some(ratio),
                _ => None,
            },
        };
        measured.map(result).collect()
    }

    /// Returns how many times slower than the best each detector is, job by job, and the time of
    /// the best.
    pub(crate) fn matrix(&self) -> String {
        self.matrix_of(&self.jobs.iter().collect::<Vec<_>>())
    }

    /// Returns [`Race::matrix`] of some jobs.
    fn matrix_of(&self, jobs: &[&JobResults<'_>]) -> String {
        let mut table = TextTable::new(["job"]);
        let columns = self.page.detectors.iter();
        table.head.extend(columns.map(|d| names::short(command(d))));
        table.head.push("fastest, in µs".to_owned());
        for job in jobs {
            let cells = job.cells.iter().map(Cell::times);
            let best = job.best.map(|i| job.cells[i].microseconds());
            let best = best.unwrap_or(NOTHING.to_owned());
            let named = [job.title.to_owned()].into_iter();
            table.push(named.chain(cells).chain([best]));
        }
        table.markdown()
    }

    /// Returns the file of the picture, in the folder of the page's paper.
    pub(crate) fn file(&self) -> String {
        format!("{}-matrix.svg", self.page.id)
    }

    /// Returns the key of the paper.
    pub(crate) fn folder(&self) -> &str {
        papers::key_of(&self.page.id)
    }

    /// Returns what the picture shows, in words.
    pub(crate) fn picture_words(&self) -> String {
        let cells = "The darker a cell, the slower; bold is as fast as the fastest";
        let words = format::join(&[self.first(), cells.to_owned()], ". ");
        format::sentence(&format::capital(&words))
    }

    /// Returns the matrix as a picture: detectors from left to right as in the standing.
    pub(crate) fn picture(&self) -> Matrix {
        let order: Vec<usize> = self.ranking().iter().map(|line| line.position).collect();
        let row = |job: &JobResults<'_>| {
            let best = job.best.map(|i| &job.cells[i]);
            let remark = match best {
                Some(Cell::Measured { time, .. }) => time.median(),
                _ => None,
            };
            MatrixRow {
                name: format::with_one_separator(job.title),
                cells: order.iter().map(|i| job.cells[*i].slowdown()).collect(),
                remark: remark.map_or(String::new(), |t| format!("{} µs", format::number(1e6 * t))),
            }
        };
        let columns = order
            .iter()
            .map(|i| names::short(command(&self.page.detectors[*i])));
        let question = self.asks_for();
        let kinds = self
            .jobs
            .iter()
            .map(|job| pick::kind_of(question, job.title).1);
        let mut groups: Vec<(usize, String)> = kinds.enumerate().collect();
        groups.dedup_by(|later, earlier| later.1 == earlier.1);
        if groups.len() == 1 {
            groups.clear(); // It needs no name.
        }
        Matrix {
            groups,
            heading: format!(
                "{}: how many times slower than the fastest, whose time is at the right",
                format::capital(question)
            ),
            columns: columns.collect(),
            rows: self.jobs.iter().map(row).collect(),
        }
    }

    /// Returns one line for each detector: jobs that it enters, wins and shares, how many times
    /// slower than the best it is in the geometric mean and at worst, its wrong answers. The most
    /// wins first.
    pub(crate) fn standing(&self) -> String {
        let head = [
            "detector",
            "jobs",
            "fastest in",
            "one of the fastest in",
            "times the best, mean",
            "at worst",
            "wrong",
        ];
        let mut table = TextTable::new(head);
        for line in self.ranking() {
            let wrong = if line.wrong > 0.0 {
                format::number(line.wrong)
            } else {
                "0".to_owned()
            };
            let listed = |jobs: &[&str]| match jobs {
                [] => "0".to_owned(),
                jobs => format!("{}: {}", jobs.len(), jobs.join("; ")),
            };
            table.push([
                names::name(command(line.detector)),
                line.jobs.to_string(),
                listed(&line.wins),
                listed(&line.ties),
                format::number(line.mean),
                match line.worst.1 {
                    "" => NOTHING.to_owned(),
                    job => format!("{} ({job})", format::number(line.worst.0)),
                },
                wrong,
            ]);
        }
        table.markdown()
    }

    /// Returns the detectors that took part, the most wins first, shared ones included.
    fn ranking(&self) -> Vec<Standing<'_>> {
        let detectors = 0..self.page.detectors.len();
        let mut lines: Vec<Standing<'_>> = detectors.filter_map(|i| self.standing_of(i)).collect();
        lines.sort_by(|a, b| {
            let mean = a.mean.total_cmp(&b.mean);
            let wins = |line: &Standing<'_>| line.wins.len() + line.ties.len();
            wins(b).cmp(&wins(a)).then(mean)
        });
        lines
    }

    fn standing_of(&self, i: usize) -> Option<Standing<'_>> {
        let mut standing = Standing {
            position: i,
            detector: &self.page.detectors[i],
            jobs: 0,
            wins: Vec::new(),
            ties: Vec::new(),
            mean: 0.0,
            worst: (0.0, ""),
            wrong: 0.0,
        };
        let mut right = 0.0;
        for job in &self.jobs {
            let Cell::Measured { ratio, wrong, .. } = &job.cells[i] else {
                continue;
            };
            standing.jobs += 1;
            standing.wrong += wrong;
            // Wrong answers have no time that counts.
            let Some(ratio) = ratio.filter(|_| *wrong == 0.0) else {
                continue;
            };
            right += 1.0;
            standing.mean += ratio.value.ln();
            if ratio.value > standing.worst.0 {
                standing.worst = (ratio.value, job.title);
            }
            match job.fastest() {
                fastest if fastest == [i] => standing.wins.push(job.title),
                fastest if fastest.contains(&i) => standing.ties.push(job.title),
                _ => {}
            }
        }
        standing.mean = if right > 0.0 {
            (standing.mean / right).exp()
        } else {
            f64::NAN
        };
        (standing.jobs > 0).then_some(standing)
    }
}

/// Returns the measured jobs of these titles, in the order of the race.
fn jobs_of<'a, 'r>(
    race: &'r Race<'a>,
    titles: &'r [String],
) -> impl Iterator<Item = &'r JobResults<'a>> {
    let wanted = |job: &&JobResults<'_>| titles.iter().any(|title| title == job.title);
    race.jobs.iter().filter(wanted)
}

/// Detector with the hierarchy of the library parry3d, and an exact test of ours.
const PARRY: &str = "parry3d";

/// Returns the fastest detectors of each job with the time of the first: one column for each race.
/// Jobs link to their scenes. Empty without races.
pub(crate) fn fastest(races: &[Race<'_>]) -> String {
    if races.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new(["job"]);
    table.head.extend(
        races
            .iter()
            .map(|race| format!("{}, in µs", race.asks_for())),
    );
    let titles = races
        .iter()
        .flat_map(|race| race.jobs.iter().map(|job| job.title));
    for title in distinct(titles) {
        let cell = |race: &Race<'_>| {
            let job = race.jobs.iter().find(|job| job.title == title);
            job.map_or(NOTHING.to_owned(), |job| job.winners(&race.page.detectors))
        };
        let generator = races.iter().find_map(|race| race.page.generator_of(title));
        let job = match generator.filter(|name| scenes::is_described(name)) {
            Some(name) => format!("[{title}](scenes.md#{name})"),
            None => title.to_owned(),
        };
        table.push([job].into_iter().chain(races.iter().map(cell)));
    }
    table.markdown()
}

/// Returns what the short names of detectors at columns stand for, with links to their pages.
pub(crate) fn legend(races: &[Race<'_>]) -> String {
    let detectors = races.iter().flat_map(|race| &race.page.detectors);
    let mut entries = Vec::new();
    for label in distinct(detectors.map(|detector| command(detector))) {
        let (short, name) = (names::short(label), names::name(label));
        let page = label.split(' ').next().unwrap_or(label);
        if short != name {
            entries.push(format!("{short} is [{name}](detectors/{page}.md)"));
        }
    }
    format::join(&entries, "; ")
}

/// Results of one detector in all jobs.
struct Standing<'a> {
    /// Index in the definition.
    position: usize,
    detector: &'a str,
    jobs: usize,
    /// Jobs in which it is the fastest.
    wins: Vec<&'a str>,
    /// Jobs in which it is one of several that are the fastest, as far as can be measured.
    ties: Vec<&'a str>,
    /// Geometric mean of the time over that of the best, in jobs without a wrong answer; NaN if
    /// there is none.
    mean: f64,
    /// The largest such ratio, and its job.
    worst: (f64, &'a str),
    wrong: f64,
}

#[cfg(test)]
mod tests;
