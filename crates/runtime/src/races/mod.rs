//! Finding data races: two accesses to the same memory by different fibers, at least one of them a write and
//! not both atomic, neither of which happens before the other. As ThreadSanitizer does, with vector clocks
//! (Serebryany, Iskhodzhanov 2009), but exactly: what was accessed is kept until a later access covers it, so
//! a race that the schedule allows is found whenever both accesses are made, however far apart.
//!
//! Knows nothing of the scheduler and of memory: it is told which fiber does what to which address.
//!
//! A *thread* is the place of a fiber in clocks. A fiber gets that of one that has ended if the end happens
//! before its start, so that clocks stay short.

mod clock;
mod shadow;

use purlin_base::map::{HashMap, HashSet};

use crate::fiber::FiberId;
use crate::trap::Frame;
use crate::vm::Sync;
use clock::Clock;
use shadow::{Access, WORD, Word};

pub use shadow::Kind;

/// Words of memory that are remembered at most; before there would be more, all is forgotten.
const MOST_WORDS: usize = 1 << 22;
/// Places of fibers that have ended which are looked at for a new one.
const LOOKED_AT: usize = 64;

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Racing {
    /// How memory was accessed.
    pub kind: Kind,
    /// The number of the fiber, as people are told it.
    pub fiber: u64,
    /// The calls of the access, innermost first.
    pub frames: Vec<Frame>,
    /// The calls where the fiber was started, innermost first; none if no fiber started it.
    pub created: Vec<Frame>,
    /// Whether the fiber has ended.
    pub ended: bool,
}

/// A data race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The address, as the guest may see it.
    pub address: u64,
    /// The access that was made last, and the earlier one.
    pub accesses: [Racing; 2],
}

/// A fiber that has not ended.
struct Running {
    thread: usize,
    number: u64,
}

/// The place of a fiber in clocks.
#[derive(Default)]
struct Thread {
    clock: Clock,
    /// How far the thread itself has come; never goes back.
    moment: u64,
}

/// What is known of the accesses and the order of an isolate's run.
#[derive(Default)]
pub(crate) struct Races {
    threads: Vec<Thread>,
    /// Threads of fibers that have ended.
    free: Vec<usize>,
    running: HashMap<FiberId, Running>,
    words: HashMap<usize, Word>,
    /// What happens before who acquires at an address.
    places: HashMap<usize, Clock>,
    stacks: Vec<Vec<Frame>>,
    stack_numbers: HashMap<Vec<Frame>, u32>,
    /// The stacks where fibers were started, by their numbers.
    created: HashMap<u64, u32>,
    /// The pairs of stacks of races that were reported.
    reported: HashSet<(u32, u32)>,
    found: u64,
}

/// An access that is new to a word, to be told of with its stack.
pub(crate) struct Unknown {
    thread: usize,
    moment: u64,
    fiber: u64,
}

impl Races {
    /// How many races were found.
    pub(crate) fn found(&self) -> u64 {
        self.found
    }

    fn stack(&mut self, frames: Vec<Frame>) -> u32 {
        if let Some(number) = self.stack_numbers.get(&frames) {
            return *number;
        }
        let number = self.stacks.len() as u32;
        self.stacks.push(frames.clone());
        self.stack_numbers.insert(frames, number);
        number
    }

    // --- order

    /// A fiber is made: by another one, by what has released at `place`, or by the host, after all that ran
    /// before. `frames` is where.
    pub(crate) fn start(&mut self, fiber: FiberId, number: u64, maker: Maker, frames: Vec<Frame>) {
        let clock = match maker {
            Maker::Fiber(maker) => self.release_all(maker),
            Maker::Place(place) => self.places.get(&place).cloned().unwrap_or_default(),
            Maker::Host => self.everything(),
        };
        let thread = self.thread(&clock);
        let own = &mut self.threads[thread];
        own.moment += 1;
        own.clock = clock;
        own.clock.set(thread, own.moment);
        self.running.insert(fiber, Running { thread, number });
        if !frames.is_empty() {
            let stack = self.stack(frames);
            self.created.insert(number, stack);
        }
    }

    /// A place in clocks for a fiber that starts with `clock`.
    fn thread(&mut self, clock: &Clock) -> usize {
        let threads = &self.threads;
        let is_before = |thread: &usize| clock.of(*thread) >= threads[*thread].moment;
        let looked_at = self.free.iter().rev().take(LOOKED_AT);
        match looked_at.enumerate().find(|(_, thread)| is_before(thread)) {
            Some((from_end, _)) => self.free.swap_remove(self.free.len() - 1 - from_end),
            None => {
                self.threads.push(Thread::default());
                self.threads.len() - 1
            }
        }
    }

    /// A fiber has ended.
    pub(crate) fn end(&mut self, fiber: FiberId) {
        if let Some(running) = self.running.remove(&fiber) {
            self.free.push(running.thread);
        }
    }

    /// All fibers have ended.
    pub(crate) fn end_all(&mut self) {
        let mut threads: Vec<usize> = self.running.drain().map(|(_, running)| running.thread).collect();
        // In an order that is the same in every run.
        threads.sort_unstable();
        self.free.extend(threads);
    }

    /// All that any thread has done.
    fn everything(&self) -> Clock {
        let mut all = Clock::default();
        self.threads.iter().for_each(|thread| all.join(&thread.clock));
        all
    }

    /// What happens before the next step of a fiber, which then takes one.
    fn release_all(&mut self, fiber: FiberId) -> Clock {
        let Some(thread) = self.running.get(&fiber).map(|f| f.thread) else { return Clock::default() };
        let own = &mut self.threads[thread];
        let clock = own.clock.clone();
        own.moment += 1;
        own.clock.set(thread, own.moment);
        clock
    }

    /// What the fiber has done happens before what those do who acquire at the place later.
    pub(crate) fn release(&mut self, fiber: FiberId, place: usize) {
        let clock = self.release_all(fiber);
        self.places.entry(place).or_default().join(&clock);
    }

    /// What was released at the place happens before what the fiber does from now on.
    pub(crate) fn acquire(&mut self, fiber: FiberId, place: usize) {
        let thread = self.running.get(&fiber).map(|f| f.thread);
        if let (Some(thread), Some(clock)) = (thread, self.places.get(&place)) {
            self.threads[thread].clock.join(clock);
        }
    }

    /// Synchronises a fiber at a place.
    pub(crate) fn synchronise(&mut self, fiber: FiberId, place: usize, how: Sync) {
        match how {
            Sync::Release => self.release(fiber, place),
            Sync::Acquire => self.acquire(fiber, place),
        }
    }

    /// What `from` has done happens before what `to` does from now on.
    pub(crate) fn hand_over(&mut self, from: FiberId, to: FiberId) {
        let clock = self.release_all(from);
        if let Some(thread) = self.running.get(&to).map(|f| f.thread) {
            self.threads[thread].clock.join(&clock);
        }
    }

    // --- accesses

    /// Whether a word is known to have been accessed so; if not, what is to be given to [`Races::access`].
    /// `bytes` is a mask.
    pub(crate) fn unknown(&self, fiber: FiberId, word: usize, bytes: u8, kind: Kind) -> Option<Unknown> {
        let running = self.running.get(&fiber)?;
        let (thread, moment) = (running.thread, self.threads[running.thread].moment);
        let is_known = self.words.get(&word).is_some_and(|w| w.knows(bytes, kind, thread, moment));
        (!is_known).then_some(Unknown { thread, moment, fiber: running.number })
    }

    /// An access to bytes of a word, with its calls: the race that it makes, if that has not been reported.
    pub(crate) fn access(
        &mut self,
        unknown: &Unknown,
        (word, bytes): (usize, u8),
        kind: Kind,
        frames: &[Frame],
    ) -> Option<Race> {
        if self.words.len() >= MOST_WORDS {
            self.forget();
        }
        let Unknown { thread, moment, fiber } = *unknown;
        let stack = self.stack(frames.to_vec());
        let access = Access { bytes, kind, thread, moment, fiber, stack };
        let clock = &self.threads[thread].clock;
        let earlier = self.words.entry(word).or_default().add(access, clock)?;
        let pair = (earlier.stack.min(stack), earlier.stack.max(stack));
        if !self.reported.insert(pair) {
            return None;
        }
        self.found += 1;
        Some(Race { address: word as u64, accesses: [self.racing(&access), self.racing(&earlier)] })
    }

    fn racing(&self, access: &Access) -> Racing {
        let created = self.created.get(&access.fiber).map(|stack| self.stacks[*stack as usize].clone());
        Racing {
            kind: access.kind,
            fiber: access.fiber,
            frames: self.stacks[access.stack as usize].clone(),
            created: created.unwrap_or_default(),
            ended: self.running.values().all(|f| f.number != access.fiber),
        }
    }

    // --- memory

    /// Forgets accesses and places of memory that is not alive any more: what lies there next is another
    /// object.
    pub(crate) fn retain(&mut self, is_alive: impl Fn(usize) -> bool) {
        self.words.retain(|word, _| is_alive(*word));
        self.places.retain(|place, _| is_alive(*place));
    }

    /// Lets all that was done happen before all that will be, so that no more need be known of it.
    fn forget(&mut self) {
        let all = self.everything();
        for (number, thread) in self.threads.iter_mut().enumerate() {
            thread.moment += 1;
            thread.clock = all.clone();
            thread.clock.set(number, thread.moment);
        }
        self.words = HashMap::default();
        self.places = HashMap::default();
    }
}

/// Who makes a fiber.
#[derive(Clone, Copy)]
pub(crate) enum Maker {
    /// The fiber that runs.
    Fiber(FiberId),
    /// Nobody that runs: whoever has released there has asked for it.
    Place(usize),
    /// The host.
    Host,
}

/// The words that `size` bytes at an address lie in, and which of their bytes those are.
pub(crate) fn words(address: usize, size: usize) -> impl Iterator<Item = (usize, u8)> {
    let end = address.saturating_add(size);
    let first = address & !(WORD - 1);
    (first..end).step_by(WORD).map(move |word| {
        let from = address.max(word) - word;
        let to = end.min(word + WORD) - word;
        (word, (((1u16 << to) - 1) & !((1u16 << from) - 1)) as u8)
    })
}

#[cfg(test)]
mod tests;
