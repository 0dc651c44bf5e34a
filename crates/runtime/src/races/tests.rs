//! Races of small histories.

use purlin_base::{EntityRef as _, Pos};

use super::{Kind, Maker, Race, Races, words};
use crate::fiber::FiberId;
use crate::trap::Frame;

const ATOMIC: Kind = Kind { write: true, atomic: true };

/// A history of fibers 0 to `n - 1`, which the first has started.
fn started(n: usize) -> Races {
    let mut races = Races::default();
    for fiber in 0..n {
        let maker = if fiber == 0 { Maker::Host } else { Maker::Fiber(FiberId::new(0)) };
        races.start(FiberId::new(fiber), fiber as u64 + 1, maker, Vec::new());
    }
    races
}

fn access(races: &mut Races, fiber: usize, address: usize, size: usize, kind: Kind) -> Option<Race> {
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
    assert_eq!(words(20, 0).count(), 0);
}

#[test]
fn writes_that_are_not_ordered_race() {
    let mut races = started(3);
    assert!(access(&mut races, 1, 64, 8, Kind::WRITE).is_none());
    let race = access(&mut races, 2, 64, 8, Kind::WRITE).expect("a race");
    assert_eq!(race.accesses.map(|a| a.fiber), [3, 2]);
    assert!(access(&mut races, 1, 72, 4, Kind::WRITE).is_none());
    assert!(access(&mut races, 2, 76, 4, Kind::WRITE).is_none(), "other bytes of the word");
    assert!(access(&mut races, 1, 80, 8, Kind::READ).is_none());
    assert!(access(&mut races, 2, 80, 8, Kind::READ).is_none(), "both read");
    assert!(access(&mut races, 0, 80, 1, Kind::WRITE).is_some());
    assert_eq!(races.found(), 2);
}

#[test]
fn a_race_is_reported_once() {
    let mut races = started(2);
    assert!(access(&mut races, 1, 64, 8, Kind::WRITE).is_none());
    assert!(access(&mut races, 0, 64, 8, Kind::WRITE).is_some());
    races.release(FiberId::new(0), 8);
    assert!(access(&mut races, 0, 64, 8, Kind::WRITE).is_none());
}

#[test]
fn releases_order_what_acquires() {
    let mut races = started(3);
    access(&mut races, 1, 64, 8, Kind::WRITE);
    races.release(FiberId::new(1), 8);
    access(&mut races, 1, 72, 8, Kind::WRITE);
    races.acquire(FiberId::new(2), 8);
    assert!(access(&mut races, 2, 64, 8, Kind::WRITE).is_none());
    assert!(access(&mut races, 2, 72, 8, Kind::READ).is_some(), "after the release");
}

#[test]
fn atomic_accesses_race_with_plain_ones_only() {
    let mut races = started(3);
    assert!(access(&mut races, 1, 64, 4, ATOMIC).is_none());
    assert!(access(&mut races, 2, 64, 4, ATOMIC).is_none());
    assert!(access(&mut races, 0, 64, 4, Kind::READ).is_some());
}

#[test]
fn an_early_read_is_kept_beside_later_ones() {
    let mut races = started(3);
    access(&mut races, 1, 64, 8, Kind::READ);
    races.hand_over(FiberId::new(2), FiberId::new(0));
    access(&mut races, 0, 64, 8, Kind::READ);
    assert!(access(&mut races, 0, 64, 8, Kind::WRITE).is_some(), "fiber 2's read is not ordered");
}

#[test]
fn the_place_of_a_fiber_that_has_ended_is_used_after_it_only() {
    let mut races = started(2);
    access(&mut races, 1, 64, 8, Kind::WRITE);
    races.end(FiberId::new(1));
    // Nothing says that the first one is done.
    races.start(FiberId::new(1), 3, Maker::Fiber(FiberId::new(0)), Vec::new());
    assert!(access(&mut races, 1, 64, 8, Kind::WRITE).is_some());

    let mut races = started(2);
    access(&mut races, 1, 64, 8, Kind::WRITE);
    races.hand_over(FiberId::new(1), FiberId::new(0));
    races.end(FiberId::new(1));
    races.hand_over(FiberId::new(0), FiberId::new(0));
    let threads = races.threads.len();
    races.start(FiberId::new(1), 3, Maker::Fiber(FiberId::new(0)), Vec::new());
    assert!(access(&mut races, 1, 64, 8, Kind::WRITE).is_none());
    assert!(races.threads.len() <= threads + 1);
}

#[test]
fn what_is_forgotten_happened_before() {
    let mut races = started(3);
    access(&mut races, 1, 64, 8, Kind::WRITE);
    races.forget();
    assert!(access(&mut races, 2, 64, 8, Kind::WRITE).is_none());
    assert!(access(&mut races, 1, 64, 8, Kind::WRITE).is_some());
    races.retain(|address| address != 64);
    assert!(access(&mut races, 0, 64, 8, Kind::WRITE).is_none(), "another object");
}
