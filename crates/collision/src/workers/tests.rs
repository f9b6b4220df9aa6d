//! Pieces of work on several threads.

use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn results_of_pieces_are_joined_in_order() {
    for count in [1, 2, 5] {
        let pieces = Workers::default().run(count, true, |team| {
            let piece = |range: Range<usize>| vec![range];
            team.fold(3..1000, 64, &piece, &|low: Vec<_>, high| {
                [low, high].concat()
            })
        });
        assert_eq!(pieces.len() == 1, count == 1);
        assert!(count == 1 || pieces.iter().all(|piece| piece.len() <= 64));
        assert!(pieces.into_iter().flatten().eq(3..1000), "{count} threads");
    }
}

#[test]
fn each_item_is_written_once_at_its_index() {
    for count in [1, 2, 5] {
        let mut items = vec![0; 1001];
        let mut more = vec![7];
        let mut fewer = vec![7; 600];
        let written = Workers::default().run(count, true, |team| {
            team.overwrite(&mut more, 500, 16, |i| i);
            team.overwrite(&mut fewer, 500, 16, |i| i);
            let write = |first: usize, items: &mut [usize]| {
                (first..).zip(&mut *items).for_each(|(i, item)| *item += i);
                items.len()
            };
            team.fold_mut(&mut items, 8, &write, &|low, high| low + high)
        });
        assert_eq!(written, items.len());
        assert!(items.into_iter().eq(0..1001), "{count} threads");
        assert!(more.into_iter().eq(0..500) && fewer.into_iter().eq(0..500));
    }
}

#[test]
fn pieces_of_two_lists_belong_together() {
    for count in [1, 2, 5] {
        let (mut items, mut others) = (vec![0; 1001], vec![0; 1001]);
        let most = Mutex::new(0);
        let and = |low: Range<usize>, high: Range<usize>| {
            assert_eq!(low.end, high.start);
            low.start..high.end
        };
        let written = Workers::default().run(count, true, |team| {
            let task = |first: usize, items: &mut [usize], others: &mut [usize]| {
                assert_eq!(items.len(), others.len());
                let number = items.len();
                let mut most = most.lock().unwrap();
                *most = items.len().max(*most);
                for (k, (item, other)) in items.iter_mut().zip(others).enumerate() {
                    *item += first + k;
                    *other += 2 * (first + k);
                }
                first..first + number
            };
            team.fold_both(&mut items, &mut others, 8, &task, &and)
        });
        assert_eq!(written, 0..1001, "the lower first");
        assert_eq!(most.into_inner().unwrap() == 1001, count == 1);
        assert!(items.into_iter().eq(0..1001), "{count} threads");
        assert!(
            others.into_iter().eq((0..1001).map(|i| 2 * i)),
            "{count} threads"
        );
    }
}

#[test]
fn an_offer_is_taken_once_another_thread_has_begun_the_task() {
    let alone = Team::ALONE.join_offered(Offer::is_taken, || 7);
    assert_eq!(alone, (false, 7));
    let shared = Workers::default().run(2, true, |team| {
        let wait = |offer: &Offer| {
            while !offer.is_taken() {
                std::thread::yield_now();
            }
            offer.is_taken()
        };
        team.join_offered(wait, || 7)
    });
    assert_eq!(shared, (true, 7));
}

#[test]
fn lists_are_sorted() {
    let list: Vec<u32> = (0..10_000)
        .map(|i: u32| i.wrapping_mul(2_654_435_761))
        .collect();
    let mut sorted = list.clone();
    sorted.sort_unstable_by_key(|x| !x);
    for count in [1, 2, 5] {
        for grain in [1, 5000, 20_000] {
            let mut list = list.clone();
            Workers::default().run(count, true, |team| {
                team.sort_by_key(&mut list, grain, &|x: &u32| !x);
            });
            assert_eq!(list, sorted, "{count} threads, grain {grain}");
        }
    }
}

#[test]
fn equal_items_are_sorted_on_threads() {
    let mut list: Vec<u32> = vec![3; 500];
    list.extend(vec![1; 500]);
    Workers::default().run(3, true, |team| {
        team.sort_by_key(&mut list, 0, &|x: &u32| *x)
    });
    assert_eq!(list, [vec![1; 500], vec![3; 500]].concat());
}

#[test]
fn a_thread_takes_the_spare_that_it_gave_back_last() {
    let (spares, mut workers) = (Spares::<usize>::default(), Workers::default());
    workers.fork(3, |thread, _| spares.give(thread));
    for _ in 0..100 {
        workers.fork(3, |thread, _| {
            let own = spares.take();
            assert_eq!(own, thread);
            spares.give(own);
        });
    }
    // Another thread has none, but need not make one.
    let others: Vec<usize> = (0..3).map(|_| spares.take()).collect();
    assert_eq!(others.iter().sum::<usize>(), 3);
    assert_eq!(spares.take(), 0, "a new one");
}

#[test]
fn pieces_have_lists_of_their_own_in_order() {
    for threads in [1, 2, 5] {
        let mut lists = vec![vec![99]; 3];
        for (count, grain) in [(50, 8), (0, 8), (48, 8), (7, 8)] {
            Workers::default().run(threads, true, |team| {
                let fill = |range: Range<usize>, list: &mut Vec<usize>| {
                    list.clear();
                    list.extend(range);
                };
                let lists = team.for_pieces(&mut lists, count, grain, &fill);
                let pieces = if threads == 1 {
                    count.min(1)
                } else {
                    count.div_ceil(grain)
                };
                assert_eq!(lists.len(), pieces, "{count} items on {threads} threads");
                assert_eq!(lists.concat(), (0..count).collect::<Vec<_>>());
            });
        }
    }
}

#[test]
fn the_caller_works_alone_if_threads_do_not_pay() {
    let mut workers = Workers::default();
    assert!(workers.run(3, false, |team| !team.shares()));
    assert!(workers.pools.is_empty(), "no thread is started");
    assert!(workers.run(3, true, |team| {
        team.shares() && !team.for_size(9, 10).shares() && team.for_size(10, 10).shares()
    }));
}

#[test]
fn a_number_of_threads_that_alternates_starts_no_threads_again() {
    let mut workers = Workers::default();
    let mut ids = |count: usize| {
        let ids = Mutex::new(Vec::new());
        workers.fork(count, |i, _| {
            ids.lock().unwrap().push((i, std::thread::current().id()));
        });
        let mut ids = ids.into_inner().unwrap();
        ids.sort_by_key(|(i, _)| *i);
        ids
    };
    let (two, three) = (ids(2), ids(3));
    assert_eq!((two.len(), three.len()), (2, 3));
    assert!(ids(2) == two && ids(3) == three && ids(2) == two);
}

#[test]
fn a_panic_of_any_piece_reaches_the_caller() {
    let mut workers = Workers::default();
    let mut run = |bad: usize| {
        catch_unwind(AssertUnwindSafe(|| {
            workers.run(3, true, |team| {
                let piece = |range: Range<usize>| assert!(!range.contains(&bad));
                team.fold(0..100, 1, &piece, &|(), ()| ());
            });
        }))
    };
    assert!(run(0).is_err() && run(99).is_err() && run(100).is_ok());
}
