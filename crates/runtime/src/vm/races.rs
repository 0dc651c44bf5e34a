//! Data races of an isolate whose code tells of its accesses (`natives/races.rs`): joins [`Races`] to the
//! scheduler, to memory and to the host. An isolate of other code has none, and each place here is then one
//! test of a pointer.

use super::Vm;
use crate::fiber::FiberId;
use crate::native::Answer;
use crate::races::{AccessKind, FiberOrigin, Order, Race, Races, STACK_FRAMES, words};

/// What is done with a race when it is found; the answer is written to the stream for errors.
pub type OnRace = Box<dyn FnMut(&Race) -> String + Send>;

/// See [`Vm::find_races`].
pub(super) struct Finder {
    races: Races,
    /// How many of them the guest has asked for, and how many it accounts for.
    asked: u64,
    accounted: u64,
    on_race: OnRace,
}

impl Vm {
    /// Lets data races be found, and told to `on_race`. Before the first run.
    pub fn find_races(&mut self, on_race: OnRace) {
        self.finder = Some(Box::new(Finder { races: Races::default(), asked: 0, accounted: 0, on_race }));
    }

    /// Whether data races are looked for.
    #[inline]
    pub(crate) fn finds_races(&self) -> bool {
        self.finder.is_some()
    }

    /// How many data races were found.
    pub fn races_found(&self) -> u64 {
        self.finder.as_ref().map_or(0, |finder| finder.races.found())
    }

    /// How many data races were found since the guest asked last, which is now.
    pub(crate) fn new_races(&mut self, accounted: bool) -> u64 {
        let Some(finder) = &mut self.finder else { return 0 };
        let found = finder.races.found();
        let new = found - std::mem::replace(&mut finder.asked, found);
        finder.accounted += if accounted { new } else { 0 };
        new
    }

    /// How many data races were found that the guest does not account for.
    pub fn races_not_accounted_for(&self) -> u64 {
        self.finder.as_ref().map_or(0, |finder| finder.races.found() - finder.accounted)
    }

    pub(super) fn forget_races(&mut self) {
        if let Some(finder) = &mut self.finder {
            (finder.races, finder.asked, finder.accounted) = (Races::default(), 0, 0);
        }
    }

    /// A fiber was made, by the running one if `maker` does not say otherwise.
    pub(super) fn note_start(&mut self, id: FiberId, maker: Option<FiberOrigin>) {
        if self.finder.is_none() {
            return;
        }
        let maker = maker.or(self.scheduler.current.map(FiberOrigin::Fiber)).unwrap_or(FiberOrigin::Host);
        let frames = if matches!(maker, FiberOrigin::Fiber(_)) {
            self.innermost_frames(STACK_FRAMES)
        } else {
            Vec::new()
        };
        let number = self.scheduler.fibers[id].number;
        if let Some(finder) = &mut self.finder {
            finder.races.start(id, number, maker, &frames);
        }
    }

    #[inline]
    pub(super) fn note_end(&mut self, id: FiberId) {
        if let Some(finder) = &mut self.finder {
            finder.races.end(id);
        }
    }

    pub(super) fn note_end_of_all(&mut self) {
        if let Some(finder) = &mut self.finder {
            finder.races.end_all();
        }
    }

    /// What the running fiber has done happens before what `to` does from now on.
    #[inline]
    pub(crate) fn note_hand_over(&mut self, to: FiberId) {
        if let (Some(finder), Some(from)) = (&mut self.finder, self.scheduler.current) {
            finder.races.hand_over(from, to);
        }
    }

    /// What `from` has done happens before what the running fiber does from now on.
    #[inline]
    pub(crate) fn note_receipt(&mut self, from: FiberId) {
        if let (Some(finder), Some(to)) = (&mut self.finder, self.scheduler.current) {
            finder.races.hand_over(from, to);
        }
    }

    /// The running fiber synchronises at an address.
    #[inline]
    pub(crate) fn note_sync(&mut self, place: usize, how: Order) {
        if let (Some(finder), Some(fiber)) = (&mut self.finder, self.scheduler.current) {
            finder.races.synchronise(fiber, place, how);
        }
    }

    /// A fiber passes through a place that one fiber at a time does, as through the slot of a buffer.
    #[inline]
    pub(crate) fn note_pass(&mut self, place: usize, fiber: Option<FiberId>) {
        if let (Some(finder), Some(fiber)) = (&mut self.finder, fiber.or(self.scheduler.current)) {
            finder.races.synchronise(fiber, place, Order::Acquire);
            finder.races.synchronise(fiber, place, Order::Release);
        }
    }

    /// The running fiber accesses `size` bytes of heap or globals. Other memory is its own.
    #[inline]
    pub(crate) fn note_access(&mut self, address: usize, size: usize, kind: AccessKind) -> Answer {
        if self.finder.is_some() { self.access(address, size, kind) } else { Ok(()) }
    }

    fn access(&mut self, address: usize, size: usize, kind: AccessKind) -> Answer {
        let Some(fiber) = self.scheduler.current else { return Ok(()) };
        let is_shared = self.heap.object_start(address).is_some() || self.roots.offset_of(address).is_some();
        if !is_shared {
            return Ok(());
        }
        if let Some(finder) = &mut self.finder {
            finder.races.stay_in_bounds();
        }
        let mut frames = None;
        for (word, bytes) in words(address, size) {
            let Some(finder) = &self.finder else { break };
            let Some(unknown) = finder.races.unknown(fiber, word, bytes, kind) else { continue };
            let frames = &*frames.get_or_insert_with(|| self.innermost_frames(STACK_FRAMES));
            let Some(finder) = &mut self.finder else { break };
            if let Some(race) = finder.races.access(&unknown, (word, bytes), kind, frames) {
                let address = self.shown_address(address.max(word) as u64)?;
                self.report(&Race { address, ..race })?;
            }
        }
        Ok(())
    }

    #[cold]
    fn report(&mut self, race: &Race) -> Answer {
        let Some(finder) = &mut self.finder else { return Ok(()) };
        let text = (finder.on_race)(race);
        self.write_race(text.as_bytes())
    }
}

impl Finder {
    /// A collection has ended.
    pub(super) fn retain_alive(&mut self, is_alive: impl Fn(usize) -> bool) {
        self.races.retain(is_alive);
    }
}
