//! Place where a detector without a race does worst, beside the other detectors of its experiments.

use crate::claims::ratio;
use crate::names::{self, FIRST_CONTACT, look_of};
use crate::papers::key_of;
use crate::{Page, Plot, format};
use records::statistics::Estimate;
use records::{Newest, Row, Selection};

/// Place in an experiment with a detector's time over the least one of another there.
struct Place<'a> {
    own: &'a Row,
    other: &'a Row,
    times: Estimate,
}

/// Returns a sentence on the place where a detector takes longest beside another one, with default
/// options. Empty if it stands beside no other.
pub(super) fn loses_most(newest: &Newest, pages: &[Page], command: &str) -> String {
    let places = newest.rows.iter().filter(|row| {
        let key = &row.key;
        row.quantity == Plot::TIME && key.frame.is_none() && key.detector == command
    });
    let places = places.filter_map(|own| Place::of(newest, own));
    let worst = places.max_by(|a, b| a.times.value.total_cmp(&b.times.value));
    worst.map_or(String::new(), |worst| worst.sentence(pages))
}

impl<'a> Place<'a> {
    fn of(newest: &'a Newest, own: &'a Row) -> Option<Place<'a>> {
        let there = newest.rows.select(&Selection {
            experiment: Some(&own.key.experiment),
            series: Some(&own.key.series),
            quantity: Some(Plot::TIME),
            x: Some(own.key.x),
            frame: Some(None),
            ..Selection::default()
        });
        let others = there.into_iter().filter(|row| {
            let (key, detector) = (&row.key, row.key.detector.as_str());
            let is_alike = key.scene == own.key.scene && key.x_name == own.key.x_name;
            is_alike && detector != own.key.detector && is_asked_alike(detector)
        });
        let timed = others.filter_map(|row| Some((row, row.median()?)));
        let (other, _) = timed
            .filter(|(_, time)| *time > 0.0)
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        let times = ratio(own, other).ok()?;
        Some(Place { own, other, times })
    }

    fn sentence(&self, pages: &[Page]) -> String {
        let id = &self.own.key.experiment;
        let page = pages.iter().find(|page| page.id == *id);
        let heading = page.map_or(id.as_str(), Page::heading);
        let link = format!("[{heading}](../{}/README.md#{id})", key_of(id));
        let position = format::position(&self.own.key.series, self.own);
        let (times, other) = (
            format::estimate(&self.times),
            names::name(&self.other.key.detector),
        );
        if self.times.value > 1.0 {
            format!(
                "Beside others it loses most in {link}, {position}: it takes {times} times as long \
                 as {other}."
            )
        } else {
            format!(
                "Beside others it loses nowhere. It is nearest in {link}, {position}: {times} times \
                 the time of {other}."
            )
        }
    }
}

/// Returns true for a detector that is asked for all contacts, alone and on one thread.
fn is_asked_alike(detector: &str) -> bool {
    let is_other = |option: &str| option.starts_with("threads=") || option.starts_with("copies=");
    look_of(detector).is_some()
        && !detector.ends_with(FIRST_CONTACT)
        && !detector.split(' ').any(is_other)
}
