//! Round trips and faults of playback files.

use super::*;

/// Returns two tetrahedra in two frames. The second deforms, and touches the first at the end.
fn playback() -> Playback {
    let corners = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [0.0, 0.0, -4.0],
    ];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let (low, high) = extent(&corners);
    let body = |name: &str, deformed| PlaybackBody {
        name: name.into(),
        mesh: 0,
        deformed,
        low,
        high,
    };
    let both: Vec<[f64; 3]> = corners.iter().chain(&corners).copied().collect();
    Playback {
        format: Playback::FORMAT.into(),
        name: "two".into(),
        title: "Two <b>tetrahedra</b>".into(),
        frames: 2,
        meshes: vec![PlaybackMesh::new("tetrahedron", &corners, &faces)],
        bodies: vec![
            body("a", None),
            body("b", Some(quantized(&both, low, high))),
        ],
        poses: vec![0.5; 2 * 2 * 7].into(),
        contacts: vec![
            Vec::new(),
            vec![PlaybackContact {
                a: 0,
                b: 1,
                faces: vec![3, 0].into(),
                total: 2,
                contained: false,
            }],
        ],
        budgets: Some(PlaybackBudgets {
            values: vec![10.0],
            certificates: vec![vec![
                Vec::new(),
                vec![PlaybackCertificate(0, 1, 2, Some(0.5))],
            ]],
            ..PlaybackBudgets::default()
        }),
        times: PlaybackTimes {
            detectors: vec![PlaybackDetector {
                name: "bvh".into(),
                ns: vec![1.5, 2.5].into(),
                counts: [("face-pair-tests".to_owned(), vec![0, 7].into())].into(),
                ..PlaybackDetector::default()
            }],
            ..PlaybackTimes::default()
        },
        ..Playback::default()
    }
}

#[test]
fn a_written_file_is_read_back_and_positions_are_half_a_step_off_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let written = playback();
    written.write(folder.path()).unwrap();
    let path = folder.path().join("two.playback.json");
    assert_eq!(Playback::read(&path).unwrap(), written);
    let points = [[0.1, 7.0, -1e300], [0.7, 7.0, 1e300], [0.3, 7.0, 3e299]];
    let (low, high) = extent(&points);
    let packed = quantized(&points, low, high);
    for (point, near) in points.iter().zip(unquantized(&packed, low, high)) {
        for k in 0..3 {
            let step = (high[k] / 65535.0 - low[k] / 65535.0) * 0.5001;
            assert!((near[k] - point[k]).abs() <= step, "{near:?} {point:?}");
        }
    }
    assert_eq!(written.meshes[0].triangles()[3], [1, 2, 3]);
    let many: Vec<[f64; 3]> = (0..70_000).map(|i| [f64::from(i), 0.0, 0.0]).collect();
    let large = PlaybackMesh::new("large", &many, &[[69_999, 1, 2]]);
    assert_eq!(
        (large.index_bytes, large.triangles()[0]),
        (4, [69_999, 1, 2])
    );
}

#[test]
fn a_file_whose_parts_do_not_fit_is_an_error_with_file_and_part() {
    let folder = tempfile::tempdir().unwrap();
    let error_of = |change: &dyn Fn(&mut Playback)| {
        let mut playback = playback();
        change(&mut playback);
        playback.write(folder.path()).unwrap();
        let read = Playback::read(&folder.path().join("two.playback.json"));
        read.unwrap_err().to_string()
    };
    type Change = dyn Fn(&mut Playback);
    let changes: [(&str, &Change); 9] = [
        ("format `collision-lab playback 2`", &|p| {
            p.format.replace_range(23.., "2")
        }),
        ("poses: 28", &|p| p.frames = 3),
        ("meshes[0] positions", &|p| p.meshes[0].vertices = 3),
        ("indices of 3 bytes", &|p| p.meshes[0].index_bytes = 3),
        ("vertex 255, of 4", &|p| {
            let mut bytes = p.meshes[0].indices.to_vec();
            bytes[0] = 255;
            p.meshes[0].indices = bytes.into();
        }),
        ("bodies[0] has no mesh 1", &|p| p.bodies[0].mesh = 1),
        ("contacts[1] have a face", &|p| {
            p.contacts[1][0].faces = vec![4, 0].into()
        }),
        ("contacts[1] name no body", &|p| p.contacts[1][0].b = 2),
        ("ns of a detector: 1", &|p| {
            p.times.detectors[0].ns = vec![1.0].into()
        }),
    ];
    for (part, change) in changes {
        let error = error_of(change);
        assert!(
            error.contains("two.playback.json, line 1") && error.contains(part),
            "{error}"
        );
    }
    let path = folder.path().join("two.playback.json");
    let good = playback().to_json();
    let (cut, key) = (&good[..100], good.replace("\"notes\"", "\"noes\""));
    let odd = good.replace("\"ns\":\"", "\"ns\":\"AAAA");
    for (text, problem) in [(cut, "EOF"), (&key, "noes"), (&odd, "numbers of 4 bytes")] {
        std::fs::write(&path, text).unwrap();
        let error = Playback::read(&path).unwrap_err().to_string();
        assert!(
            error.contains("two.playback.json") && error.contains(problem),
            "{error}"
        );
    }
}
