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

    /// Returns in how many jobs each detector is the fastest, in words, without those that never are.
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

    /// Returns the detector that is most often the fastest, in words; empty without one.
    pub(crate) fn first(&self) -> String {
        let ranking = self.ranking();
        let best = ranking
            .iter()
            .find(|line| line.wins.len() + line.ties.len() > 0);
        best.map_or(String::new(), |line| {
            let (name, first_in) = (
                names::name(command(line.detector)),
                line.wins.len() + line.ties.len(),
            );
            let jobs = self.jobs.len();
            format!("{name} is the fastest, or one of the fastest, in {first_in} of {jobs} jobs")
        })
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

    /// Returns how many times slower than the best each detector is, job by job, and the time of the
    /// best.
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
                remark: remark.map_or(String::new(), |t| format::value(t, records::Unit::Seconds)),
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

    /// Returns one line for each detector: jobs that it enters, wins and shares, how many times slower
    /// than the best it is in the geometric mean and at worst, its wrong answers. The most wins first.
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
    /// Geometric mean of the time over that of the best, in jobs without a wrong answer; NaN if there
    /// is none.
    mean: f64,
    /// The largest such ratio, and its job.
    worst: (f64, &'a str),
    wrong: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{key, label, papers};
    use records::{Row, Unit};

    const RACE: &str = r#"
        question = "Who is fastest?"
        [measure]
        jobs = [
            { title = "two spheres", scene = { generator = "two-spheres" } },
            { title = "a swarm", scene = { generator = "sphere-swarm" } },
            { title = "not measured", scene = { generator = "calm" } },
        ]
        detectors = [{ name = "parry3d" }, { name = "face-octree" }, { name = "brute-force" }]
        [page]
        race = "all contacts"
    "#;

    fn rows() -> Rows {
        let row = |job: &str, detector: &str, seconds: f64| {
            let key = key("lab-race", detector, job, 0.0);
            Row::from_samples(&key, "time", Unit::Seconds, &[seconds; 3])
        };
        let refused = key("lab-race", "face-octree", "a swarm", 0.0);
        let wrong = key("lab-race", "brute-force", "two spheres", 0.0);
        [
            row("two spheres", "parry3d", 2e-6),
            row("two spheres", "face-octree", 8e-6),
            row("two spheres", "brute-force", 1e-6),
            Row::count(&wrong, "missed-collisions", 2),
            row("a swarm", "parry3d", 3e-6),
            Row::failure(&refused, "time", Unit::Seconds, "not convex"),
        ]
        .into_iter()
        .collect()
    }

    #[test]
    fn jobs_that_intervals_do_not_decide_have_several_winners() {
        let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
        let row = |detector: &str, seconds: [f64; 5]| {
            let key = key("lab-race", detector, "a swarm", 0.0);
            Row::from_samples(&key, "time", Unit::Seconds, &seconds)
        };
        let noisy = [2.0, 2.9, 3.0, 3.1, 9.0].map(|us| us * 1e-6);
        let rows: Rows = [row("parry3d", [3.1e-6; 5]), row("face-octree", noisy)]
            .into_iter()
            .collect();
        let standing = Race::of(&rows, &page).unwrap().standing();
        let lines: Vec<&str> = standing.lines().skip(2).collect();
        assert!(
            lines[0].starts_with("| face octree (1995) | 1 | 0 | 1: a swarm | 1 |"),
            "{standing}"
        );
        assert!(
            lines[1].starts_with("| parry3d BVH + exact test | 1 | 0 | 1: a swarm | 1.03 |"),
            "{standing}"
        );
    }

    #[test]
    fn one_slow_sample_of_the_fastest_makes_no_tie() {
        let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
        let row = |detector: &str, microseconds: [f64; 5]| {
            let key = key("lab-race", detector, "a swarm", 0.0);
            let seconds = microseconds.map(|us| us * 1e-6);
            Row::from_samples(&key, "time", Unit::Seconds, &seconds)
        };
        let rows: Rows = [
            row("parry3d", [1.0, 1.0, 1.0, 1.0, 9.0]),
            row("face-octree", [3.0; 5]),
            row("brute-force", [1.4; 5]),
        ]
        .into_iter()
        .collect();
        let race = Race::of(&rows, &page).unwrap();
        for cell in &race.jobs[0].cells {
            let Cell::Measured { ratio, .. } = cell else {
                panic!("all are measured");
            };
            let ratio = ratio.as_ref().unwrap();
            assert!(ratio.low <= 1.0, "an interval that excludes 1: {ratio:?}");
        }
        assert_eq!(race.jobs[0].fastest(), [0, 2]);
        assert_eq!(
            race.winners(),
            "parry3d BVH + exact test is one of the fastest in 1, brute force is one of the \
             fastest in 1"
        );
        let matrix = race.matrix();
        assert!(
            matrix.ends_with("| a swarm | **1** | 3 | **1.40** | 1 |\n"),
            "{matrix}"
        );
        let is_best = |slowdown: &Slowdown| matches!(slowdown, Slowdown::Times { best: true, .. });
        let best: Vec<bool> = race.picture().rows[0].cells.iter().map(is_best).collect();
        assert_eq!(best, [true, true, false]);
        let octree = &race.results_of("face-octree")[0];
        assert!(octree.ratio.is_some_and(|ratio| ratio > 1.0));
    }

    #[test]
    fn the_picture_has_the_winner_first_and_marks_wrong_answers() {
        let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
        let rows = rows();
        let picture = Race::of(&rows, &page).unwrap().picture();
        assert_eq!(
            picture.columns,
            ["parry3d + exact", "octree ’95", "brute force"]
        );
        let times = |ratio, best, wrong| Slowdown::Times { ratio, best, wrong };
        let cells: Vec<_> = picture.rows.iter().map(|row| row.cells.clone()).collect();
        let spheres = vec![
            times(1.0, true, false),
            times(4.0, false, false),
            times(0.5, false, true),
        ];
        let swarm = vec![
            times(1.0, true, false),
            Slowdown::Refused,
            Slowdown::NotMeasured,
        ];
        assert_eq!(cells, [spheres, swarm]);
        assert_eq!(picture.rows[0].remark, "2 µs");
    }

    #[test]
    fn the_summary_names_the_fastest_of_each_job_and_how_many_jobs_there_are() {
        let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
        let rows = rows();
        let race = Race::of(&rows, &page).unwrap();
        assert_eq!(
            (race.extent().as_str(), race.is_partial()),
            ("2 of 3 jobs", true)
        );
        assert_eq!(
            race.winners(),
            "parry3d BVH + exact test is the fastest in 2"
        );
        let first = RACE
            .replace("all contacts", "yes or no")
            .replace(r#""face-octree""#, r#""face-octree", first-contact = true"#);
        let first = Page::parse("lab-first", &first, &papers(), &label).unwrap();
        let row = |job: &str, detector: &str, seconds: &[f64]| {
            let key = key("lab-first", detector, job, 0.0);
            Row::from_samples(&key, "time", Unit::Seconds, seconds)
        };
        let rows: Rows = [
            row("a swarm", "parry3d", &[3.1e-6; 5]),
            row(
                "a swarm",
                "face-octree first-contact",
                &[2e-6, 2.9e-6, 3e-6, 3.1e-6, 9e-6],
            ),
            row("not measured", "face-octree first-contact", &[4e-6; 3]),
        ]
        .into_iter()
        .collect();
        let second = Race::of(&rows, &first).unwrap();
        assert_eq!(
            second.winners(),
            "face octree (1995) is the fastest in 1 and one of the fastest in 1, parry3d BVH + exact \
             test is one of the fastest in 1"
        );
        assert_eq!(
            fastest(&[race, second]),
            "| job | all contacts, in µs | yes or no, in µs |\n\
             | :-- | --: | --: |\n\
             | [two spheres](scenes.md#two-spheres) | parry3d BVH + exact test 2 | – |\n\
             | [a swarm](scenes.md#sphere-swarm) | parry3d BVH + exact test 3 | face octree (1995) 3; parry3d BVH + exact test |\n\
             | [not measured](scenes.md#calm) | – | face octree (1995) 4 |\n"
        );
        assert_eq!(fastest(&[]), "");
    }

    #[test]
    fn the_note_on_parry3d_needs_its_rows() {
        let text = RACE.replace(
            r#"{ name = "brute-force" }"#,
            r#"{ name = "parry3d-gjk" }, { name = "parry3d-trimesh" }"#,
        );
        let page = Page::parse("lab-race", &text, &papers(), &label).unwrap();
        let note = |detectors: &[&str]| {
            let row = |detector: &&str| {
                let key = key("lab-race", detector, "a swarm", 0.0);
                Row::from_samples(&key, "time", Unit::Seconds, &[1e-6; 3])
            };
            let rows: Rows = detectors.iter().map(row).collect();
            Race::of(&rows, &page).unwrap().footnote()
        };
        let hierarchy = "parry3d BVH + exact test is the hierarchy of the library parry3d with our \
                         exact test of faces in its leaves.";
        assert_eq!(note(&["parry3d", "face-octree"]), hierarchy);
        assert_eq!(note(&["face-octree", "parry3d-gjk"]), "");
        assert_eq!(
            note(&["parry3d", "parry3d-gjk", "parry3d-trimesh"]),
            format!(
                "{hierarchy} Its own queries, as they come: parry3d GJK, parry3d meshes (f64)."
            )
        );
    }

    #[test]
    fn jobs_of_a_kind_are_together_under_its_name() {
        let titles = [
            "2 spheres deform",
            "two spheres",
            "15 shuttles",
            "2 tubes deform",
        ];
        let jobs = titles
            .map(|t| format!("{{ title = \"{t}\", scene = {{ generator = \"two-spheres\" }} }}"));
        let text = RACE.split("jobs = [").next().unwrap().to_owned()
            + &format!(
                "jobs = [{}]\ndetectors = [{{ name = \"parry3d\" }}]\n",
                jobs.join(", ")
            )
            + "[page]\ntitle = \"All contacts\"\nrace = \"all contacts\"\n";
        let page = Page::parse("lab-race", &text, &papers(), &label).unwrap();
        let row = |title: &&str| {
            let key = key("lab-race", "parry3d", title, 0.0);
            Row::from_samples(&key, "time", Unit::Seconds, &[1e-6; 3])
        };
        let rows: Rows = titles.iter().map(row).collect();
        let picture = Race::of(&rows, &page).unwrap().picture();
        let names: Vec<&str> = picture.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "15 shuttles",
                "2 spheres deform",
                "2 tubes deform",
                "two spheres"
            ]
        );
        let groups: Vec<(usize, &str)> = picture
            .groups
            .iter()
            .map(|(i, n)| (*i, n.as_str()))
            .collect();
        assert_eq!(
            groups,
            [
                (0, "a few rigid bodies, mostly apart or concave"),
                (1, "bodies that deform"),
                (3, "other jobs"),
            ]
        );
    }

    #[test]
    fn a_wrong_detector_is_never_the_best() {
        let page = Page::parse("lab-race", RACE, &papers(), &label).unwrap();
        let rows = rows();
        let race = Race::of(&rows, &page).unwrap();
        assert_eq!(
            race.matrix(),
            "| job | parry3d + exact | octree ’95 | brute force | fastest, in µs |\n\
             | :-- | --: | --: | --: | --: |\n\
             | two spheres | **1** | 4 | 0.500 (2 wrong) | 2 |\n\
             | a swarm | **1** | refused | – | 3 |\n"
        );
        let standing = race.standing();
        let lines: Vec<&str> = standing.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| parry3d BVH + exact test | 2 | 2: two spheres; a swarm | 0 | 1 | 1 (two spheres) | 0 |",
                "| face octree (1995) | 1 | 0 | 0 | 4 | 4 (two spheres) | 0 |",
                "| brute force | 1 | 0 | 0 | – | – | 2 |",
            ]
        );
        assert!(Race::of(&Rows::default(), &page).is_none());
    }
}
