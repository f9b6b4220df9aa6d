use super::*;
use crate::process::Process;
use crate::progress::RunProgress;
use collision::{Body, Frame, Profile, Query, Rejected, Unsupported, World};

const TEXT: &str = r#"
        scene = { generator = "two-spheres", faces = 48, seed = 1995 }
        window = [70, 72]
        seconds = 5.0
        detectors = [{ name = "bvh" }, { name = "parry3d-gjk" },
            { name = "bvh", first-contact = true }]
    "#;

fn session(process: Process, progress: &RunProgress) -> Session<'_> {
    Session {
        id: "x",
        revision: "abc",
        workers: NonZeroUsize::MIN,
        process,
        detectors: None,
        progress,
    }
}

fn run(trial: &Trial, process: Process) -> Results {
    let progress = RunProgress::hidden();
    trial.run(&session(process, &progress)).unwrap()
}

#[test]
fn each_process_tries_one_detector_with_its_questions() {
    let trial: Trial = toml::from_str(TEXT).unwrap();
    assert_eq!(trial.max_processes().get(), 2);
    let all: Vec<Process> = Process::all(trial.max_processes()).collect();
    let detectors = |results: &Results| {
        let mut names: Vec<String> = results
            .rows
            .iter()
            .map(|row| row.key.detector.clone())
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let first = run(&trial, all[0]);
    assert_eq!(detectors(&first), ["bvh", "bvh first-contact"]);
    assert_eq!(detectors(&run(&trial, all[1])), ["parry3d-gjk"]);
    let count = |quantity: &str| {
        first
            .rows
            .iter()
            .filter(|r| r.quantity == quantity)
            .map(|r| r.median())
            .collect::<Vec<_>>()
    };
    assert_eq!(count(TRIED_TIME).len(), 4);
    assert_eq!(count(TRIED_PREPARATION).len(), 2);
    assert_eq!(count("frames-verified/brute-force"), [Some(2.0); 2]);
    assert_eq!(first.failures, [""; 0]);
}

#[test]
fn a_refusal_is_a_row_and_no_failure() {
    let text = TEXT.replace("two-spheres\", faces = 48", "waving-spheres\", faces = 48");
    let text = text.replace("[70, 72]", "[0, 2]");
    let trial: Trial = toml::from_str(&text).unwrap();
    let results = run(&trial, Process::ONLY);
    assert_eq!(results.failures, [""; 0]);
    let of = |quantity: &str| {
        let rows = results
            .rows
            .iter()
            .filter(|row| row.key.detector == "parry3d-gjk");
        rows.filter(|row| row.quantity == quantity)
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(of(ACCEPTS)[0].median(), Some(0.0));
    assert!(of(TRIED_TIME)[0].error().is_some());
}

/// A test of certificates: each active pair is counted once, as what is proved of it, and bounds
/// shrink as the deadline grows.
#[test]
fn a_detector_that_can_be_stopped_has_rows_of_what_it_certifies_at_the_deadline() {
    let at = |deadline: &str| {
        let text = format!(
            r#"
            scene = {{ generator = "two-spheres", faces = 528, seed = 1995 }}
            window = [68, 72]
            seconds = 5.0
            deadline = {deadline}
            detectors = [{{ name = "sphere-tree" }}, {{ name = "bvh" }}]"#
        );
        let results = run(&toml::from_str(&text).unwrap(), Process::ONLY);
        assert_eq!(results.failures, [""; 0]);
        [
            "apart",
            "interfering",
            "undecided",
            "bound",
            "bound-in-radii",
        ]
        .map(|name| {
            let quantity = format!("deadline/{name}");
            let rows = results.rows.iter();
            let rows: Vec<&Row> = rows.filter(|row| row.quantity == quantity).collect();
            assert_eq!(rows.len(), 4, "one for each frame: {name}");
            assert!(rows.iter().all(|row| row.key.detector == "sphere-tree"));
            rows.iter().filter_map(|row| row.median()).sum::<f64>()
        })
    };
    let [apart, interfering, undecided, bound, radii] = at("1e-9");
    assert!(
        apart + interfering + undecided > 0.0,
        "some pairs are active"
    );
    assert!(undecided > 0.0 && bound > 0.0 && radii > 0.0);
    let late = at("10.0");
    assert_eq!(
        late[0] + late[1] + late[2],
        apart + interfering + undecided,
        "the same pairs are active"
    );
    assert_eq!(&late[2..], [0.0; 3], "there is time to decide all pairs");
}

/// The call ends before the deadline of a frame, which is then not counted and is no wrong answer.
#[test]
fn a_frame_is_not_counted_that_the_end_of_the_call_stops() {
    let text = r#"
        scene = { generator = "two-spheres", faces = 528, seed = 1995 }
        window = [68, 72]
        seconds = 5.0
        deadline = 10.0
        call-limit = 1e-9
        detectors = [{ name = "sphere-tree" }]"#;
    let results = run(&toml::from_str(text).unwrap(), Process::ONLY);
    assert_eq!(results.failures, [""; 0]);
    let rows = results.rows.iter();
    let counted = rows.filter(|row| row.quantity == DEADLINE_TIME && row.median().is_some());
    let counted = counted.count();
    assert!(counted < 4, "some pairs are not decided at once: {counted}");
    let mut rows = results.rows.iter();
    assert!(
        rows.all(|row| row.quantity != DEADLINE_FAULT),
        "no time is no fault"
    );
}

/// Sphere-trees without certificates, which says that all pairs are apart.
#[derive(Debug)]
struct Uncertified(Box<dyn Detector>);

impl Detector for Uncertified {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn world(&self) -> &World {
        self.0.world()
    }

    fn world_mut(&mut self) -> &mut World {
        self.0.world_mut()
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.0.prepare(bodies)
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        self.0.find(frame, query, found);
    }

    fn detect(
        &mut self,
        frame: &Frame<'_>,
        query: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        self.0.detect(frame, query, found)?;
        found.evidence.certificates.clear();
        Ok(())
    }
}

/// Goes red if a wrong certificate is in no row but that of its words.
#[test]
fn a_wrong_certificate_fails_the_run_and_has_a_row() {
    let trial: Trial = toml::from_str(&format!("{TEXT}\ndeadline = 10.0")).unwrap();
    let scene = trial.scene.load().unwrap();
    let truth = truth(&scene, 70..72);
    let silent = Participant::new("silent", || {
        let honest = catalog::build("sphere-tree", &catalog::Options::none());
        Box::new(Uncertified(honest.unwrap()))
    });
    let progress = RunProgress::hidden();
    let session = session(Process::ONLY, &progress);
    let mut results = Results::default();
    let group = [silent.with_budgets()];
    trial.try_group(&group, &scene, &truth, &session, &mut results);
    let [failure] = &results.failures[..] else {
        panic!("{:?}", results.failures);
    };
    assert!(failure.contains("have no certificate"), "{failure}");
    let faults = results
        .rows
        .iter()
        .filter(|row| row.quantity == DEADLINE_FAULT);
    let faults: Vec<Option<f64>> = faults.map(Row::median).collect();
    assert_eq!(faults, [Some(1.0)]);
}

#[test]
fn frames_beyond_the_scene_are_an_error() {
    let trial: Trial = toml::from_str(&TEXT.replace("72]", "73]")).unwrap();
    let progress = RunProgress::hidden();
    let session = session(Process::ONLY, &progress);
    let error = trial.run(&session).unwrap_err().to_string();
    assert!(error.contains("ends at 73"), "{error}");
    let trial: Trial = toml::from_str(&TEXT.replace("72]", "70]")).unwrap();
    assert!(trial.check().is_err());
}
