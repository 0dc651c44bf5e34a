//! Finding data races: two accesses to the same memory by different fibers, at least one of them a write and
//! not both atomic, neither of which happens before the other. As ThreadSanitizer does, with vector clocks
//! (Serebryany, Iskhodzhanov 2009), but exactly: what was accessed is kept until a later access covers it, so
//! a race that the schedule allows is found whenever both accesses are made, however far apart. Only a
//! program that reaches one of the [`Bounds`] loses what was accessed before.
//!
//! Knows nothing of the scheduler and of memory: it is told which fiber does what to which address.
//!
//! A *thread* is the place of a fiber in clocks. A fiber gets that of one that has ended if the end happens
//! before its start, so that clocks stay short.

mod clock;
mod shadow;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use purlin_base::map::{HashMap, HashSet};

use crate::fiber::FiberId;
use crate::trap::Frame;
use clock::Clock;
use shadow::{Access, WORD, Word};

pub use shadow::AccessKind;

/// How much is remembered at most. Before there would be more, all accesses are forgotten, as if they had
/// happened before all that follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Words of memory.
    pub words: usize,
    /// Accesses to all of them.
    pub accesses: usize,
    /// Different stacks of calls.
    pub stacks: usize,
    /// Fibers that were started.
    pub fibers: usize,
    /// Entries of clocks at addresses.
    pub entries: usize,
    /// Threads. Fibers for which there are none are not watched.
    pub threads: usize,
}

impl Bounds {
    /// The bounds of an isolate: no more than about 350 MB.
    pub(crate) const USUAL: Bounds = Bounds {
        // What fills a table of two million entries.
        words: (1 << 21) / 8 * 7,
        accesses: 3 << 20,
        stacks: 1 << 16,
        fibers: 1 << 18,
        entries: 1 << 23,
        threads: 2048,
    };
}

/// Places of fibers that have ended which are looked at for a new one.
const LOOKED_AT: usize = 64;
/// Frames that are kept of a stack.
pub(crate) const STACK_FRAMES: usize = 32;

/// What fibers synchronise by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// What the running fiber has done, and nothing else, happens before what follows an acquire there.
    Release,
    /// What it has done happens before what follows an acquire there, as does what was released before.
    ReleaseMore,
    /// What was released there happens before what the running fiber does.
    Acquire,
    /// All that any fiber has done happens before what the running fiber does.
    AcquireAll,
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Racing {
    /// How memory was accessed.
    pub kind: AccessKind,
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
    thread: u32,
    number: u32,
}

/// The place of a fiber in clocks.
#[derive(Default)]
struct Thread {
    clock: Clock,
    /// How far the thread itself has come.
    moment: u32,
}

/// What is known of the accesses and the order of an isolate's run.
pub(crate) struct Races {
    bounds: Bounds,
    threads: Vec<Thread>,
    /// Threads of fibers that have ended.
    free: Vec<u32>,
    running: HashMap<FiberId, Running>,
    words: HashMap<usize, Word>,
    /// Accesses in all words.
    accesses: usize,
    /// What happens before an acquire at an address.
    places: HashMap<usize, Clock>,
    /// Entries in all of those clocks.
    entries: usize,
    stacks: Vec<Vec<Frame>>,
    stack_numbers: HashMap<Vec<Frame>, u32>,
    /// The stacks where fibers were started, by their numbers.
    created: HashMap<u32, u32>,
    /// Digests of the pairs of stacks that were reported, and the words: of each one race is enough.
    reported: HashSet<u64>,
    reported_words: HashSet<usize>,
    found: u64,
}

/// An access that is new to a word, to be told of with its stack.
pub(crate) struct Unknown {
    thread: u32,
    moment: u32,
    fiber: u32,
}

impl Default for Races {
    fn default() -> Races {
        Races::within(Bounds::USUAL)
    }
}

impl Races {
    pub(crate) fn within(bounds: Bounds) -> Races {
        Races {
            bounds,
            threads: Vec::new(),
            free: Vec::new(),
            running: HashMap::default(),
            words: HashMap::default(),
            accesses: 0,
            places: HashMap::default(),
            entries: 0,
            stacks: Vec::new(),
            stack_numbers: HashMap::default(),
            created: HashMap::default(),
            reported: HashSet::default(),
            reported_words: HashSet::default(),
            found: 0,
        }
    }

    /// How many races were found.
    pub(crate) fn found(&self) -> u64 {
        self.found
    }

    fn stack(&mut self, frames: &[Frame]) -> u32 {
        if let Some(number) = self.stack_numbers.get(frames) {
            return *number;
        }
        let number = self.stacks.len() as u32;
        self.stacks.push(frames.to_vec());
        self.stack_numbers.insert(frames.to_vec(), number);
        number
    }

    /// Forgets what was accessed if there is too much of it.
    pub(crate) fn stay_in_bounds(&mut self) {
        let Bounds { words, accesses, stacks, fibers, entries, .. } = self.bounds;
        let is_full = self.words.len() >= words
            || self.accesses >= accesses
            || self.stacks.len() >= stacks
            || self.created.len() >= fibers
            || self.entries >= entries;
        if is_full {
            self.forget();
        }
    }

    // --- order

    /// A fiber is made: by another one, by what has released at `place`, or by the host, after all that ran
    /// before. `frames` is where.
    pub(crate) fn start(&mut self, fiber: FiberId, number: u64, maker: FiberOrigin, frames: &[Frame]) {
        self.stay_in_bounds();
        let clock = match maker {
            FiberOrigin::Fiber(maker) => self.release_all(maker),
            FiberOrigin::Place(place) => self.places.get(&place).cloned().unwrap_or_default(),
            FiberOrigin::Host => self.everything(),
        };
        let Some(thread) = self.thread(&clock) else { return };
        let own = &mut self.threads[thread as usize];
        own.moment += 1;
        own.clock = clock;
        own.clock.set(thread, own.moment);
        let number = number as u32;
        self.running.insert(fiber, Running { thread, number });
        if !frames.is_empty() {
            let stack = self.stack(frames);
            self.created.insert(number, stack);
        }
    }

    /// A place in clocks for a fiber that starts with `clock`, if there is one left.
    fn thread(&mut self, clock: &Clock) -> Option<u32> {
        let threads = &self.threads;
        let is_before = |thread: &u32| clock.of(*thread) >= threads[*thread as usize].moment;
        let looked_at = self.free.iter().rev().take(LOOKED_AT);
        if let Some((from_end, _)) = looked_at.enumerate().find(|(_, thread)| is_before(thread)) {
            return Some(self.free.swap_remove(self.free.len() - 1 - from_end));
        }
        if self.threads.len() == self.bounds.threads {
            // Those that have ended are in the way.
            self.forget();
            return self.free.pop();
        }
        self.threads.push(Thread::default());
        Some(self.threads.len() as u32 - 1)
    }

    /// A fiber has ended.
    pub(crate) fn end(&mut self, fiber: FiberId) {
        if let Some(running) = self.running.remove(&fiber) {
            self.free.push(running.thread);
        }
    }

    /// All fibers have ended.
    pub(crate) fn end_all(&mut self) {
        let mut threads: Vec<u32> = self.running.drain().map(|(_, running)| running.thread).collect();
        // In an order that is the same in every run.
        threads.sort_unstable();
        self.free.extend(threads);
    }

    /// What any thread has done so far; each then takes a step.
    fn everything(&mut self) -> Clock {
        let mut all = Clock::default();
        self.threads.iter().for_each(|thread| all.join(&thread.clock));
        let mut running: Vec<FiberId> = self.running.keys().copied().collect();
        running.sort_unstable();
        for fiber in running {
            self.release_all(fiber);
        }
        all
    }

    /// What happens before the next step of a fiber, which then takes one.
    fn release_all(&mut self, fiber: FiberId) -> Clock {
        let Some(thread) = self.running.get(&fiber).map(|f| f.thread) else { return Clock::default() };
        if self.threads[thread as usize].moment == u32::MAX {
            self.forget();
        }
        let own = &mut self.threads[thread as usize];
        let clock = own.clock.clone();
        own.moment += 1;
        own.clock.set(thread, own.moment);
        clock
    }

    /// Synchronises a fiber at a place.
    pub(crate) fn synchronise(&mut self, fiber: FiberId, place: usize, how: Order) {
        match how {
            Order::Release => self.release(fiber, place, false),
            Order::ReleaseMore => self.release(fiber, place, true),
            Order::AcquireAll => {
                let all = self.everything();
                if let Some(thread) = self.running.get(&fiber).map(|f| f.thread) {
                    self.threads[thread as usize].clock.join(&all);
                }
            }
            Order::Acquire => {
                let thread = self.running.get(&fiber).map(|f| f.thread);
                if let (Some(thread), Some(clock)) = (thread, self.places.get(&place)) {
                    self.threads[thread as usize].clock.join(clock);
                }
            }
        }
    }

    fn release(&mut self, fiber: FiberId, place: usize, joins: bool) {
        self.stay_in_bounds();
        let clock = self.release_all(fiber);
        let there = self.places.entry(place).or_default();
        self.entries -= there.len();
        if joins {
            there.join(&clock);
        } else {
            *there = clock;
        }
        self.entries += there.len();
    }

    /// What `from` has done happens before what `to` does from now on.
    pub(crate) fn hand_over(&mut self, from: FiberId, to: FiberId) {
        let clock = self.release_all(from);
        if let Some(thread) = self.running.get(&to).map(|f| f.thread) {
            self.threads[thread as usize].clock.join(&clock);
        }
    }

    // --- accesses

    /// Whether a word is known to have been accessed so; if not, what is to be given to [`Races::access`].
    /// `bytes` is a mask.
    pub(crate) fn unknown(
        &self,
        fiber: FiberId,
        word: usize,
        bytes: u8,
        kind: AccessKind,
    ) -> Option<Unknown> {
        let running = self.running.get(&fiber)?;
        let (thread, moment) = (running.thread, self.threads[running.thread as usize].moment);
        let is_known = self.words.get(&word).is_some_and(|w| w.knows(bytes, kind, thread, moment));
        (!is_known).then_some(Unknown { thread, moment, fiber: running.number })
    }

    /// An access to bytes of a word, with its calls: the race that it makes, if that has not been reported.
    pub(crate) fn access(
        &mut self,
        unknown: &Unknown,
        (word, bytes): (usize, u8),
        kind: AccessKind,
        frames: &[Frame],
    ) -> Option<Race> {
        let Unknown { thread, moment, fiber } = *unknown;
        let stack = self.stack(frames);
        let access = Access { bytes, kind, thread, moment, fiber, stack };
        let clock = &self.threads[thread as usize].clock;
        let known = self.words.entry(word).or_default();
        let before = known.len();
        let earlier = known.add(access, clock);
        self.accesses = self.accesses + known.len() - before;
        let earlier = earlier?;
        let is_new_word = self.reported_words.insert(word);
        let is_new = self.reported.insert(self.digest(earlier.stack, stack));
        if !is_new_word || !is_new {
            return None;
        }
        self.found += 1;
        Some(Race { address: word as u64, accesses: [self.racing(&access), self.racing(&earlier)] })
    }

    /// The digest of two stacks, in either order.
    fn digest(&self, a: u32, b: u32) -> u64 {
        let of = |stack: u32| {
            let mut hasher = DefaultHasher::new();
            self.stacks[stack as usize].hash(&mut hasher);
            hasher.finish()
        };
        of(a).wrapping_add(of(b))
    }

    fn racing(&self, access: &Access) -> Racing {
        let created = self.created.get(&access.fiber).map(|stack| self.stacks[*stack as usize].clone());
        Racing {
            kind: access.kind,
            fiber: u64::from(access.fiber),
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
        self.reported_words.retain(|word| is_alive(*word));
        self.accesses = self.words.values().map(Word::len).sum();
        self.entries = self.places.values().map(Clock::len).sum();
    }

    /// Lets all that was done happen before all that will be, so that no more need be known of it.
    fn forget(&mut self) {
        for (number, thread) in self.threads.iter_mut().enumerate() {
            *thread = Thread { clock: Clock::default(), moment: 1 };
            thread.clock.set(number as u32, 1);
        }
        // No fiber has these, so there is nothing that any other could be after.
        for thread in &self.free {
            self.threads[*thread as usize] = Thread::default();
        }
        (self.words, self.accesses) = (HashMap::default(), 0);
        (self.places, self.entries) = (HashMap::default(), 0);
        self.reported_words = HashSet::default();
        let created = std::mem::take(&mut self.created);
        let stacks = std::mem::take(&mut self.stacks);
        self.stack_numbers = HashMap::default();
        let mut alive: Vec<u32> = self.running.values().map(|running| running.number).collect();
        alive.sort_unstable();
        for number in alive {
            if let Some(stack) = created.get(&number) {
                let stack = self.stack(&stacks[*stack as usize]);
                self.created.insert(number, stack);
            }
        }
    }
}

/// What makes a fiber.
#[derive(Clone, Copy)]
pub(crate) enum FiberOrigin {
    /// The fiber that runs.
    Fiber(FiberId),
    /// A timer: what was released there happens before.
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
