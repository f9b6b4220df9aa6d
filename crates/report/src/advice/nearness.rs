//! Distance of advice to the best detector: recommendation and guess, beside what was measured.

use super::Advice;
use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde_json::Value;

/// Recommendation and guess for one question on one scene, against the best detector.
///
/// `advice.json` of one run is compared with that of another run of the same scene, whose samples
/// had no part in it, or with its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Nearness {
    /// Name of the scene.
    pub scene: String,
    /// "all contacts" or "yes or no".
    pub question: String,
    /// Detector that takes the least time, of those with a proof and without a wrong answer.
    pub best: String,
    /// Detector that was recommended. None if there was none.
    pub take: Option<String>,
    /// Its time over that of the best one. None if it was not measured.
    pub times: Option<f64>,
    /// Detector that was guessed before anything was timed.
    pub guess: Option<String>,
    /// Its time over that of the best one.
    pub guess_times: Option<f64>,
}

impl Nearness {
    /// Largest time over that of the best detector that counts as near.
    pub const NEAR: f64 = 1.1;

    /// Compares the advice with what another run measured, for each question that it answers.
    ///
    /// # Errors
    /// A value that is no advice of [`Advice::FORMAT`].
    pub fn of(scene: &str, advice: &Value, measured: &Value) -> Result<Vec<Nearness>> {
        for value in [advice, measured] {
            let format = value["format"].as_str().unwrap_or_default();
            ensure!(
                format == Advice::FORMAT,
                "the advice on {scene} has the format {format:?}, not {:?}; \
                 run `compare --scene` again",
                Advice::FORMAT
            );
        }
        let questions = measured["questions"].as_array();
        let questions =
            questions.with_context(|| format!("the advice on {scene} has no questions"))?;
        let asked = questions.iter().filter_map(|answered| {
            let question = answered["question"].as_str()?;
            Nearness::of_question(scene, question, advice, answered)
        });
        Ok(asked.collect())
    }

    fn of_question(
        scene: &str,
        question: &str,
        advice: &Value,
        measured: &Value,
    ) -> Option<Nearness> {
        let times = Times::of(measured);
        let (best, least) = times.best()?;
        let over_best = |name: &String| Some(times.of_detector(name)? / least);
        let advised = advice["questions"].as_array()?.iter();
        let mut advised = advised.filter(|q| q["question"] == question);
        let take = advised.find_map(|q| text(&q["take"]["label"]));
        let guesses = advice["scene"]["guesses"].as_array();
        let mut guesses = guesses.into_iter().flatten();
        let guess = guesses.find(|guess| guess["question"] == question);
        let guess = guess.and_then(|guess| text(&guess["detector"]));
        Some(Nearness {
            scene: scene.to_owned(),
            question: question.to_owned(),
            best: best.to_owned(),
            times: take.as_ref().and_then(over_best),
            take,
            guess_times: guess.as_ref().and_then(over_best),
            guess,
        })
    }

    /// Returns true if the recommended detector is near the best one.
    pub fn is_near(&self) -> bool {
        self.times.is_some_and(|times| times <= Nearness::NEAR)
    }

    /// Returns true if the guessed detector is near the best one.
    pub fn guess_is_near(&self) -> bool {
        self.guess_times
            .is_some_and(|times| times <= Nearness::NEAR)
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Times of the detectors that answered a question without a wrong answer, over that of the one
/// that the same advice recommends, and if they have a proof.
struct Times<'a>(Vec<DetectorTime<'a>>);

/// Time of a detector over that of the recommended one.
struct DetectorTime<'a> {
    name: &'a str,
    times: f64,
    exact: bool,
}

impl<'a> Times<'a> {
    fn of(question: &'a Value) -> Times<'a> {
        let take = question["take"]["label"].as_str();
        let standings = question["standings"].as_array().into_iter().flatten();
        let time = |standing: &'a Value| {
            let name = standing["detector"].as_str()?;
            if standing["wrong"].as_f64() != Some(0.0) {
                return None;
            }
            // Of the race with their interval, of the trial without.
            let times = &standing["times"];
            let value = times.as_f64().or_else(|| times[0].as_f64());
            let value = if Some(name) == take { Some(1.0) } else { value };
            Some(DetectorTime {
                name,
                times: value?,
                exact: standing["exact"] == true,
            })
        };
        Times(standings.filter_map(time).collect())
    }

    /// Returns the fastest detector with a proof.
    fn best(&self) -> Option<(&'a str, f64)> {
        let proved = self.0.iter().filter(|one| one.exact);
        let best = proved.min_by(|a, b| a.times.total_cmp(&b.times))?;
        Some((best.name, best.times))
    }

    fn of_detector(&self, wanted: &str) -> Option<f64> {
        let found = self.0.iter().find(|one| one.name == wanted);
        found.map(|one| one.times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn advice(take: &str, standings: Value, guess: &str) -> Value {
        json!({
            "format": Advice::FORMAT,
            "scene": { "guesses": [{ "question": "all contacts", "detector": guess }] },
            "questions": [{
                "question": "all contacts",
                "take": { "label": take },
                "standings": standings,
            }],
        })
    }

    fn measured() -> Value {
        let standing = |detector: &str, exact: bool, times: Value, wrong: f64| {
            let outcome = if times.is_f64() { "tried" } else { "raced" };
            json!({
                "detector": detector, "exact": exact, "outcome": outcome, "times": times,
                "wrong": wrong,
            })
        };
        json!([
            standing("f32", false, json!([0.5, 0.4, 0.6]), 0.0),
            // Faster by its median alone, so that it is in no list of faster ones.
            standing("f64", false, json!([0.7, 0.6, 1.1]), 0.0),
            standing("a", true, Value::Null, 0.0),
            standing("b", true, json!([1.05, 1.0, 1.1]), 0.0),
            standing("c", true, json!(0.8), 0.0),
            standing("d", true, json!([0.1, 0.1, 0.1]), 3.0),
            { "detector": "e", "exact": true, "outcome": "refused", "reason": "deforms" },
        ])
    }

    #[test]
    fn the_best_has_a_proof_and_no_wrong_answer() {
        let own = advice("a", measured(), "b");
        let near = Nearness::of("s", &own, &own).unwrap();
        assert_eq!(near.len(), 1);
        assert_eq!(near[0].best, "c", "it was only tried, and is faster");
        assert_eq!(near[0].take.as_deref(), Some("a"));
        let times = [near[0].times, near[0].guess_times].map(Option::unwrap);
        assert!((times[0] - 1.25).abs() < 1e-9 && (times[1] - 1.3125).abs() < 1e-9);
        assert!(!near[0].is_near() && !near[0].guess_is_near());
    }

    #[test]
    fn another_run_decides() {
        let first = advice("b", json!([]), "c");
        let near = &Nearness::of("s", &first, &advice("a", measured(), "")).unwrap()[0];
        assert!((near.times.unwrap() - 1.3125).abs() < 1e-9);
        assert_eq!(near.guess_times, Some(1.0));
        assert!(near.guess_is_near() && !near.is_near());
        let unknown = advice("not measured", json!([]), "e");
        let near = &Nearness::of("s", &unknown, &advice("a", measured(), "")).unwrap()[0];
        assert_eq!((near.times, near.guess_times), (None, None));
        assert!(!near.is_near());
    }

    #[test]
    fn another_format_is_refused() {
        let good = advice("a", measured(), "b");
        for other in ["other", "collision-lab advice 1"] {
            let error = Nearness::of("s", &json!({ "format": other }), &good).unwrap_err();
            let words = format!("the advice on s has the format {other:?}");
            assert!(error.to_string().contains(&words), "{error}");
        }
    }
}
