//! Races of small histories.

use purlin_base::{EntityRef as _, Pos};

use super::{AccessKind, Bounds, FiberOrigin, Order, Race, Races, words};
use crate::fiber::FiberId;
use crate::trap::Frame;

const ATOMIC: AccessKind = AccessKind { write: true, atomic: true };

/// A history of fibers 0 to `n - 1`, which the first has started.
fn started(n: usize) -> Races {
    let mut races = Races::default();
    for fiber in 0..n {
        let maker = if fiber == 0 { FiberOrigin::Host } else { FiberOrigin::Fiber(FiberId::new(0)) };
        races.start(FiberId::new(fiber), fiber as u64 + 1, maker, &[]);
    }
    races
}

fn access(races: &mut Races, fiber: usize, address: usize, size: usize, kind: AccessKind) -> Option<Race> {
    let frames = [Frame { func: fiber as u32, pos: Pos((address * 2) as u32 + u32::from(kind.write)) }];
    let mut found = None;
    for (word, bytes) in words(address, size) {
        if let Some(unknown) = races.unknown(FiberId::new(fiber), word, bytes, kind) {
            found = found.or(races.access(&unknown, (word, bytes), kind, &frames));
        }
    }
    found
}

#[test]
fn words_and_their_bytes() {
    assert_eq!(words(16, 8).collect::<Vec<_>>(), [(16, 0xff)]);
    assert_eq!(words(19, 2).collect::<Vec<_>>(), [(16, 0b1_1000)]);
    assert_eq!(words(20, 12).collect::<Vec<_>>(), [(16, 0xf0), (24, 0xff)]);
    assert_eq!(words(16, 0).count(), 0);
}

#[test]
fn writes_that_are_not_ordered_race() {
    let mut races = started(3);
    assert!(access(&mut races, 1, 64, 8, AccessKind::WRITE).is_none());
    let race = access(&mut races, 2, 64, 8, AccessKind::WRITE).expect("a race");
    assert_eq!(race.accesses.map(|a| a.fiber), [3, 2]);
    assert!(access(&mut races, 1, 72, 4, AccessKind::WRITE).is_none());
    assert!(access(&mut races, 2, 76, 4, AccessKind::WRITE).is_none(), "other bytes of the word");
    assert!(access(&mut races, 1, 80, 8, AccessKind::READ).is_none());
    assert!(access(&mut races, 2, 80, 8, AccessKind::READ).is_none(), "both read");
    assert!(access(&mut races, 0, 80, 1, AccessKind::WRITE).is_some());
    assert_eq!(races.found(), 2);
}

#[test]
fn a_race_is_reported_once() {
    let mut races = started(2);
    assert!(access(&mut races, 1, 64, 8, AccessKind::WRITE).is_none());
    assert!(access(&mut races, 0, 64, 8, AccessKind::WRITE).is_some());
    races.synchronise(FiberId::new(0), 8, Order::Release);
    assert!(access(&mut races, 0, 64, 8, AccessKind::WRITE).is_none());
}

#[test]
fn releases_order_what_acquires() {
    let mut races = started(3);
    access(&mut races, 1, 64, 8, AccessKind::WRITE);
    races.synchronise(FiberId::new(1), 8, Order::Release);
    access(&mut races, 1, 72, 8, AccessKind::WRITE);
    races.synchronise(FiberId::new(2), 8, Order::Acquire);
    assert!(access(&mut races, 2, 64, 8, AccessKind::WRITE).is_none());
    assert!(access(&mut races, 2, 72, 8, AccessKind::READ).is_some(), "after the release");
}

#[test]
fn atomic_accesses_race_with_plain_ones_only() {
    let mut races = started(3);
    assert!(access(&mut races, 1, 64, 4, ATOMIC).is_none());
    assert!(access(&mut races, 2, 64, 4, ATOMIC).is_none());
    assert!(access(&mut races, 0, 64, 4, AccessKind::READ).is_some());
}

#[test]
fn an_early_read_is_kept_beside_later_ones() {
    let mut races = started(3);
    access(&mut races, 1, 64, 8, AccessKind::READ);
    races.hand_over(FiberId::new(2), FiberId::new(0));
    access(&mut races, 0, 64, 8, AccessKind::READ);
    assert!(access(&mut races, 0, 64, 8, AccessKind::WRITE).is_some(), "fiber 2's read is not ordered");
}

#[test]
fn the_place_of_a_fiber_that_has_ended_is_used_after_it_only() {
    let mut races = started(2);
    access(&mut races, 1, 64, 8, AccessKind::WRITE);
    races.end(FiberId::new(1));
    // Nothing says that the first one is done.
    races.start(FiberId::new(1), 3, FiberOrigin::Fiber(FiberId::new(0)), &[]);
    assert!(access(&mut races, 1, 64, 8, AccessKind::WRITE).is_some());

    let mut races = started(2);
    access(&mut races, 1, 64, 8, AccessKind::WRITE);
    races.hand_over(FiberId::new(1), FiberId::new(0));
    races.end(FiberId::new(1));
    races.hand_over(FiberId::new(0), FiberId::new(0));
    let threads = races.threads.len();
    races.start(FiberId::new(1), 3, FiberOrigin::Fiber(FiberId::new(0)), &[]);
    assert!(access(&mut races, 1, 64, 8, AccessKind::WRITE).is_none());
    assert!(races.threads.len() <= threads + 1);
}

#[test]
fn what_is_forgotten_happened_before() {
    let mut races = started(3);
    access(&mut races, 1, 64, 8, AccessKind::WRITE);
    races.forget();
    assert!(access(&mut races, 2, 64, 8, AccessKind::WRITE).is_none());
    assert!(access(&mut races, 1, 64, 8, AccessKind::WRITE).is_some());
    races.retain(|address| address != 64);
    assert!(access(&mut races, 0, 64, 8, AccessKind::WRITE).is_none(), "another object");
}

#[test]
fn a_release_that_replaces_forgets_earlier_ones_and_another_adds() {
    for (how, races_with_first) in [(Order::Release, true), (Order::ReleaseMore, false)] {
        let mut races = started(4);
        access(&mut races, 1, 64, 8, AccessKind::WRITE);
        access(&mut races, 2, 72, 8, AccessKind::WRITE);
        races.synchronise(FiberId::new(1), 8, how);
        races.synchronise(FiberId::new(2), 8, how);
        races.synchronise(FiberId::new(3), 8, Order::Acquire);
        assert_eq!(access(&mut races, 3, 64, 8, AccessKind::READ).is_some(), races_with_first, "{how:?}");
        assert!(access(&mut races, 3, 72, 8, AccessKind::READ).is_none());
    }
}

/// Bounds that small histories reach.
const SMALL: Bounds = Bounds { words: 100, accesses: 150, stacks: 60, fibers: 40, entries: 200, threads: 8 };

#[test]
fn what_is_remembered_stays_within_its_bounds() {
    let mut races = Races::within(SMALL);
    races.start(FiberId::new(0), 1, FiberOrigin::Host, &[]);
    for n in 0..10_000usize {
        let fiber = n % 20;
        if fiber > 0 {
            let created = [Frame { func: 7, pos: Pos(n as u32) }];
            races.end(FiberId::new(fiber));
            races.start(FiberId::new(fiber), n as u64 + 2, FiberOrigin::Fiber(FiberId::new(0)), &created);
        }
        races.stay_in_bounds();
        access(&mut races, fiber, n * 8, 8, AccessKind::WRITE);
        access(&mut races, fiber, 8, 8, AccessKind::READ);
        races.synchronise(FiberId::new(fiber), n * 16, Order::ReleaseMore);
        assert!(races.words.len() <= SMALL.words + 1 && races.accesses <= SMALL.accesses + 2);
        assert!(races.stacks.len() <= SMALL.stacks + 2 && races.created.len() <= SMALL.fibers + 20);
        assert!(races.entries <= SMALL.entries + SMALL.threads && races.threads.len() <= SMALL.threads);
        let words: usize = races.words.values().map(super::Word::len).sum();
        assert_eq!(words, races.accesses);
    }
}

#[test]
fn an_access_takes_little() {
    assert!(size_of::<super::Word>() <= 56, "{}", size_of::<super::Word>());
}
