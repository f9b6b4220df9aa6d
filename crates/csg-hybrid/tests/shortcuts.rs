//! Shortcuts change the work, never a finding: not in contact, not where bodies jump apart and
//! back.

use collision::{Detector, Findings};
use csg_hybrid::{CsgHybrid, CsgHybridOptions, Shortcuts};
use scenes::motions::{CncCell, CncPair, cnc_cell};

#[test]
fn shortcuts_save_tests_and_change_no_finding() {
    let cell = CncCell {
        pair: CncPair::HandFixture,
        frames: 200,
        ..CncCell::default()
    };
    let scene = cnc_cell(&cell).unwrap();
    let mut detectors = [Shortcuts::On, Shortcuts::Off].map(|shortcuts| {
        CsgHybrid::with_options(CsgHybridOptions {
            shortcuts,
            ..CsgHybridOptions::default()
        })
    });
    for detector in &mut detectors {
        detector.prepare(&scene.bodies).unwrap();
    }
    let counters = [
        "volume-tests",
        "volume-search-iterations",
        "face-box-tests",
        "node-tests",
    ];
    let mut work = [[0; 4]; 2];
    let (mut contacts, mut found) = (0, [Findings::default(), Findings::default()]);
    // In order, then in leaps, so that pairs that rest are far apart in the next frame.
    let leaps = (0..scene.frames.len()).map(|i| (i * 37) % scene.frames.len());
    for i in (0..scene.frames.len()).chain(leaps) {
        for (k, detector) in detectors.iter_mut().enumerate() {
            let query = scene.query();
            detector
                .detect(&scene.frame(i), &query, &mut found[k])
                .unwrap();
            for (sum, counter) in work[k].iter_mut().zip(counters) {
                *sum += found[k].work.count(counter);
            }
        }
        assert_eq!(found[0].contacts, found[1].contacts, "frame {i}");
        assert_eq!(found[0].bodies, found[1].bodies, "frame {i}");
        contacts += found[0].contacts.len();
    }
    assert!(contacts > 100, "{contacts}");
    let [
        [tests, iterations, faces, nodes],
        [all_tests, all_iterations, all_faces, all_nodes],
    ] = work;
    assert!(3 * tests < 2 * all_tests, "{work:?}");
    assert!(3 * iterations < 2 * all_iterations, "{work:?}");
    // Six axes of fifteen let more pairs of faces through (D11), and what rests costs little.
    assert!(faces < 2 * all_faces, "{work:?}");
    // So it is the other search: that of all fifteen axes makes fewer.
    assert!(faces > all_faces && nodes != all_nodes, "{work:?}");
}
