//! A detector that is prepared and asked once.

use collision::{Body, Detector, Findings, Frame, Query};

/// Frame with its query.
pub(crate) type FrameAndQuery<'a> = (&'a Frame<'a>, &'a Query<'a>);

/// Prepares the detector for the bodies, and returns its findings in the frame.
pub(crate) fn detect(
    detector: &mut dyn Detector,
    bodies: &[Body],
    (frame, query): FrameAndQuery<'_>,
) -> Findings {
    let mut found = Findings::default();
    detector.prepare(bodies).unwrap();
    detector.detect(frame, query, &mut found).unwrap();
    found
}
