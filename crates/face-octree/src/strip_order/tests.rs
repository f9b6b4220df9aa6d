use super::*;
use crate::workers::Workers;

fn faces(lows: impl Iterator<Item = [f32; 2]>) -> Vec<Box4> {
    let point = |[x, y]: [f32; 2]| [x, y, 0.0, 0.0];
    let bounds = lows.map(|low| Box4 {
        low: point(low),
        high: point(low),
    });
    bounds.collect()
}

/// Low-discrepancy numbers from 0 to 1.
fn scattered(count: u32) -> impl Iterator<Item = [f32; 2]> {
    let part = |i: u32, step: f64| ((f64::from(i) * step) % 1.0) as f32;
    (0..count).map(move |i| [part(i, 0.618_033_988_7), part(i, 0.754_877_666_2)])
}

#[test]
fn each_face_is_in_one_strip_and_strips_follow_the_second_axis() {
    for count in [0, 1, 7, 63, 64, 300, 5000] {
        let faces = faces(scattered(count));
        let mut order = StripOrder::default();
        let (strips, _) = order.fill(Team::ALONE, &faces[..], [0, 1]);
        let mut listed: Vec<u32> = (0..strips)
            .flat_map(|i| order.strip(i).flatten())
            .copied()
            .collect();
        let mut last = f32::NEG_INFINITY;
        for strip in 0..strips {
            let across = order
                .strip(strip)
                .flatten()
                .map(|i| faces[*i as usize].low[1]);
            assert!(
                across.clone().all(|y| y >= last),
                "{count} faces, strip {strip}"
            );
            last = across.fold(last, f32::max);
        }
        listed.sort_unstable();
        assert!(listed.into_iter().eq(0..count), "{count} faces");
    }
}

#[test]
fn a_strip_is_nearly_in_the_order_of_the_first_axis() {
    let faces = faces(scattered(5000));
    let mut order = StripOrder::default();
    let (strips, cells) = order.fill(Team::ALONE, &faces[..], [0, 1]);
    assert!(strips > 4);
    for strip in 0..strips {
        let mut sort = StripSort::default();
        let along = sort
            .sort(order.strip(strip), &faces[..], &cells)
            .iter()
            .map(|i| faces[*i as usize].low[0]);
        let mut greatest: f32 = 0.0;
        for x in along {
            assert!(x > greatest - 0.01, "{x} after {greatest}");
            greatest = greatest.max(x);
        }
    }
}

#[test]
fn strips_of_a_crowd_at_one_end_are_about_equal_in_faces() {
    // A tenth of the faces in a hundredth of the width.
    let crowd = scattered(20_000).map(|[x, y]| [x, y * y]);
    let faces = faces(crowd);
    let mut order = StripOrder::default();
    let (strips, _) = order.fill(Team::ALONE, &faces[..], [0, 1]);
    let mean = faces.len() / strips;
    assert!(strips > 10);
    let mut last = f32::NEG_INFINITY;
    for strip in 0..strips {
        let across = order.strip(strip).flatten();
        let across = across.map(|i| faces[*i as usize].low[1]);
        assert!(
            order.strip(strip).flatten().count() < (1 + MAX_UNEVEN) * mean,
            "{strip}"
        );
        assert!(across.clone().all(|y| y >= last), "strip {strip}");
        last = across.fold(last, f32::max);
    }
}

#[test]
fn threads_list_the_same_strips() {
    // In cells, and by rank.
    let even = faces(scattered(5000));
    let crowd = scattered(5000).map(|[x, y]| [x, if y < 0.9 { 0.5 } else { y }]);
    for faces in [even, faces(crowd)] {
        let strips = |workers: usize| {
            let mut order = StripOrder::default();
            let fill = |team| order.fill(team, &faces[..], [0, 1]).0;
            let strips = Workers::default().run(workers, true, fill);
            let strip = |i| order.strip(i).flatten().copied().collect::<Vec<u32>>();
            (0..strips).map(strip).collect::<Vec<_>>()
        };
        let alone = strips(1);
        assert!(alone.len() > 4 && alone.iter().all(|strip| strip.len() > 200));
        let across = alone.iter().map(|strip| {
            let across = strip.iter().map(|i| faces[*i as usize].low[1]);
            across.fold(Extent::EMPTY, |extent, y| extent.and(y, y))
        });
        let across: Vec<Extent> = across.collect();
        assert!(across.windows(2).all(|two| two[0].high <= two[1].low));
        assert_eq!(strips(2), alone);
        assert_eq!(strips(5), alone);
    }
}

/// Faces in runs with gaps between them.
struct Runs(Vec<Box4>, Vec<Range<u32>>);

impl BoxedFaces for Runs {
    type Face = Box4;

    fn count(&self) -> usize {
        self.1.iter().map(Range::len).sum()
    }

    fn face(&self, index: u32) -> &Box4 {
        &self.0[index as usize]
    }

    fn runs(&self) -> impl Iterator<Item = Range<u32>> + Clone {
        self.1.iter().cloned()
    }

    fn of_run(&self, run: Range<u32>) -> &[Box4] {
        &self.0[run.start as usize..run.end as usize]
    }
}

#[test]
fn all_faces_of_all_runs_are_in_a_strip() {
    let lengths = [1, 300, 1500, 2, 2500, 1].into_iter().cycle().take(12);
    let runs = lengths.scan(0, |start, length| {
        *start += length + 77;
        Some(*start - length..*start)
    });
    let faces = Runs(faces(scattered(20_000)), runs.collect());
    let parts: Vec<_> = faces.runs_up_to(400).collect();
    assert!(parts.iter().all(|part| (1..=400).contains(&part.len())));
    assert!(parts.into_iter().flatten().eq(faces.runs().flatten()));
    for workers in [1, 2, 5] {
        let mut order = StripOrder::default();
        let fill = |team| order.fill(team, &faces, [0, 1]);
        let (strips, cells) = Workers::default().run(workers, true, fill);
        assert!(strips > 10);
        let (mut listed, mut sort) = (Vec::new(), StripSort::default());
        for strip in 0..strips {
            listed.extend_from_slice(sort.sort(order.strip(strip), &faces, &cells));
        }
        listed.sort_unstable();
        assert!(listed.into_iter().eq(faces.runs().flatten()), "{workers}");
    }
}

#[test]
fn faces_that_share_a_cell_are_sorted_if_they_are_many() {
    // All but one in a corner of the space.
    let crowd = scattered(1000).map(|[x, y]| [x * 1e-6, y * 1e-6]);
    let faces = faces(crowd.chain([[1.0, 1.0]]));
    let mut order = StripOrder::default();
    let (strips, cells) = order.fill(Team::ALONE, &faces[..], [0, 1]);
    let mut sort = StripSort::default();
    for strip in 0..strips {
        assert!(
            order.strip(strip).flatten().count() < 400,
            "strips of equal size"
        );
        let along = sort
            .sort(order.strip(strip), &faces[..], &cells)
            .iter()
            .map(|i| faces[*i as usize].low[0]);
        assert!(along.is_sorted());
    }
}
