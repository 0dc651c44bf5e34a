//! Fibers and whose turn it is. Knows nothing of what fibers run, nor of why one waits.

use std::collections::VecDeque;
use std::io;

use purlin_base::{PrimaryMap, gas};
use smallvec::SmallVec;

use super::Vm;
use crate::arch;
use crate::fiber::{Fiber, FiberId, State};
use crate::queue::give_up;
use crate::races::FiberOrigin;
use crate::stack::{STRIDE, Segment, Stacks};
use crate::trap::{Trap, TrapKind, Waiting};

/// Interpreter slots that lie on top of a fiber's first machine stack.
const FIRST_SLOTS: usize = 128;

/// See [`Scheduler::kept`].
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub id: FiberId,
    /// Where machine frames begin on its stack.
    pub top: usize,
    /// The limit of its stack pointer.
    pub limit: usize,
}

/// The fibers of an isolate, their stacks, and how its run is to end.
#[derive(Default)]
pub struct Scheduler {
    pub(crate) fibers: PrimaryMap<FiberId, Box<Fiber>>,
    free_fibers: Vec<FiberId>,
    pub(super) queue: VecDeque<FiberId>,
    pub(super) current: Option<FiberId>,
    pub(super) main: Option<FiberId>,
    pub(super) stacks: Stacks,
    /// A fiber that has ended and has kept its first stack, for the next call by the host. Then there is no
    /// other.
    pub(super) kept: Option<Kept>,
    /// Whether the running fiber was begun by a call that is still on the host's stack, so that it returns
    /// there when it ends.
    pub(super) returns: bool,
    /// The stack pointer of the scheduler while a fiber runs, and of the fiber while a native runs on the
    /// host's stack.
    pub(crate) host_sp: usize,
    pub(crate) fiber_sp: usize,
    /// Whether the host's stack is in use: by the scheduler, or by a native.
    pub(crate) on_host: bool,
    pub(super) ending: Option<Trap>,
    pub(super) out_of_gas: bool,
    /// How many raises the running fiber had before its host function began one.
    pub(crate) host_raise: Option<usize>,
    /// The running fiber has stopped at the end of its slice, so that the executor has a turn.
    pub(super) paused: bool,
    /// State of the generator behind [`Vm::choose`].
    pub(super) choices: u64,
    /// See [`Vm::set_schedule`].
    schedule: Option<Schedule>,
    /// Whether an uncaught raise shows all fibers, not only the one that it left.
    pub(crate) shows_all: bool,
    /// Whether a fiber has had to ask for more than its first stack.
    pub(super) has_grown: bool,
}

/// Whose turn it is, and for how long, by chance.
#[derive(Clone, Copy)]
struct Schedule {
    seed: u64,
    state: u64,
}

/// The longest slice by chance is so many powers of two, in units of gas.
const LONGEST: u32 = 17;

/// The next number of a generator, and its state: splitmix64.
fn next_number(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number below `n`, each as likely as the others.
fn below(number: u64, n: usize) -> usize {
    ((u128::from(number) * n as u128) >> 64) as usize
}

impl Scheduler {
    pub(super) fn reset_choices(&mut self) {
        self.choices = self.schedule.map_or(0, |schedule| schedule.seed);
        if let Some(schedule) = &mut self.schedule {
            // Another sequence than that of choices.
            schedule.state = !schedule.seed;
        }
    }

    /// Units of gas until the running fiber lets others have a turn. By chance they are a few as often as
    /// many, so that fibers change in loops of any length.
    pub(super) fn slice(&mut self) -> i64 {
        let Some(schedule) = &mut self.schedule else { return gas::SLICE };
        let most = 1 << below(next_number(&mut schedule.state), LONGEST as usize + 1);
        1 + below(next_number(&mut schedule.state), most) as i64
    }

    /// Takes the fiber whose turn it is from the queue.
    #[inline(always)]
    pub(super) fn take_next(&mut self) -> Option<FiberId> {
        if self.schedule.is_some() { self.take_by_schedule() } else { self.queue.pop_front() }
    }

    #[cold]
    fn take_by_schedule(&mut self) -> Option<FiberId> {
        match &mut self.schedule {
            Some(schedule) if self.queue.len() > 1 => {
                let at = below(next_number(&mut schedule.state), self.queue.len());
                self.queue.swap_remove_back(at)
            }
            Some(_) | None => self.queue.pop_front(),
        }
    }

    /// A run begins, or nothing is left of one.
    pub(super) fn forget_ending(&mut self) {
        (self.ending, self.out_of_gas, self.paused) = (None, false, false);
    }

    /// Whether a run has stopped for want of gas and can be resumed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.out_of_gas
    }

    /// The fiber that runs. Panics on the host's side of a run, where there is none.
    #[inline]
    pub fn fiber(&mut self) -> &mut Fiber {
        let id = self.fiber_id();
        &mut self.fibers[id]
    }

    /// The number of the running fiber in the Vm. Panics where none runs.
    #[inline]
    pub fn fiber_id(&self) -> FiberId {
        self.current.expect("a fiber runs")
    }

    /// How many fibers have not ended.
    pub fn fiber_count(&self) -> usize {
        self.fibers.len() - self.free_fibers.len()
    }

    fn add(&mut self, number: u64, func: u32, values: Vec<u64>) -> FiberId {
        let id = match self.free_fibers.pop() {
            Some(id) => {
                *self.fibers[id] = Fiber::new(id, number, func, values);
                id
            }
            None => {
                let id = self.fibers.next_key();
                self.fibers.push(Box::new(Fiber::new(id, number, func, values)))
            }
        };
        self.queue.push_back(id);
        id
    }

    /// Puts a parked fiber into the run queue.
    pub fn ready(&mut self, id: FiberId) {
        if self.fibers[id].state == State::Parked {
            self.fibers[id].state = State::Runnable;
            self.queue.push_back(id);
        }
    }

    /// One of `n` alternatives, below `n` and as likely as the others. Fresh isolates choose alike.
    pub fn choose(&mut self, n: usize) -> usize {
        below(next_number(&mut self.choices), n)
    }

    fn free_stacks(&mut self, segments: SmallVec<[Segment; 1]>, spare: Option<Segment>) {
        for (n, segment) in segments.into_iter().enumerate() {
            if n == 0 { self.stacks.give(segment) } else { self.stacks.shrink(segment) }
        }
        spare.into_iter().for_each(|s| self.stacks.shrink(s));
    }

    /// Makes all stacks zero, when no fiber has one.
    pub(super) fn scrub(&mut self) {
        self.stacks.scrub();
    }

    /// The fibers that wait, in the order of their numbers.
    pub(super) fn parked(&self) -> Vec<(u64, FiberId)> {
        let waiting = self.fibers.values().filter(|f| f.state == State::Parked);
        let mut parked: Vec<(u64, FiberId)> = waiting.map(|f| (f.number, f.id)).collect();
        parked.sort_unstable();
        parked
    }
}

/// Where machine frames begin on a fiber's first stack.
fn frames_top(first: &Segment) -> usize {
    first.hi - FIRST_SLOTS * 8
}

impl Vm {
    /// The fiber that runs. Panics on the host's side of a run, where there is none.
    #[inline]
    pub fn fiber(&mut self) -> &mut Fiber {
        self.scheduler.fiber()
    }

    /// Whether fibers wait for their turn, besides the one that runs.
    pub fn others_run(&self) -> bool {
        !self.scheduler.queue.is_empty()
    }

    /// Lets chance decide which fiber runs next, for how long, and what is chosen where several alternatives
    /// are ready. The same seed gives the same run; without one, fibers take turns. Takes effect when nothing
    /// runs.
    pub fn set_schedule(&mut self, seed: Option<u64>) {
        self.leave_start();
        self.scheduler.schedule = seed.map(|seed| Schedule { seed, state: 0 });
        self.scheduler.reset_choices();
    }

    /// Makes a fiber that will run `func`, after those that wait to run.
    pub fn spawn(&mut self, func: u32, values: Vec<u64>) -> FiberId {
        let id = self.make_fiber(func, values);
        self.note_start(id, None);
        id
    }

    fn make_fiber(&mut self, func: u32, mut values: Vec<u64>) -> FiberId {
        self.counters.fibers += 1;
        if self.shared.counts_calls {
            values.push(self.limits.nested_calls());
        }
        self.scheduler.add(self.counters.fibers, func, values)
    }

    /// [`Vm::spawn`] for a timer, after what was done before it was set.
    pub(crate) fn spawn_by_timer(&mut self, func: u32, values: Vec<u64>, timer: usize) -> FiberId {
        let id = self.make_fiber(func, values);
        self.note_start(id, Some(FiberOrigin::Place(timer)));
        id
    }

    /// [`Vm::spawn`] for the fiber that runs, whose place is noted.
    pub(crate) fn spawn_here(&mut self, func: u32, values: Vec<u64>) -> FiberId {
        let origin = self.origin();
        let id = self.spawn(func, values);
        self.scheduler.fibers[id].origin = origin;
        id
    }

    pub(super) fn drop_fibers(&mut self) {
        self.pending.clear();
        self.note_end_of_all();
        if let Some(kept) = self.scheduler.kept.take() {
            self.retire(kept.id);
        }
        let scheduler = &mut self.scheduler;
        // The place of a single fiber that has ended is kept for the next run.
        if scheduler.fibers.len() != 1 || scheduler.free_fibers.len() != 1 {
            for (_, fiber) in std::mem::take(&mut scheduler.fibers) {
                scheduler.stacks.held -= fiber.held;
                // SAFETY: nothing was done to the heap since the fiber ran last, but collections.
                unsafe { give_up(fiber.queued) };
                scheduler.free_stacks(fiber.segments.clone(), fiber.spare);
            }
            scheduler.free_fibers.clear();
        }
        scheduler.queue.clear();
        (scheduler.current, scheduler.main) = (None, None);
        self.account_outside();
        // SAFETY: the timers that are set lie in the heap, and keep what is linked to them; nothing but
        // collections was done to it since they were set.
        unsafe { self.timers.clear() };
    }

    /// The main fiber has returned: keeps it with its first stack for the next call, unless there are other
    /// fibers or stacks. Nothing is left of the run then.
    pub(super) fn keep(&mut self, id: FiberId) -> bool {
        let Some(first) = self.scheduler.fibers[id].segments.first() else { return false };
        let kept = Kept { id, top: frames_top(first), limit: first.limit() };
        let is_kept = self.keep_again(kept);
        if is_kept {
            self.scheduler.fibers[id].renew();
        }
        is_kept
    }

    /// [`Vm::keep`] for a fiber that was kept before the call that has returned, and has not switched.
    #[inline]
    pub(super) fn keep_again(&mut self, kept: Kept) -> bool {
        let scheduler = &mut self.scheduler;
        let alone = scheduler.fibers.len() == 1;
        let fiber = &mut scheduler.fibers[kept.id];
        if !alone || !fiber.is_clean() || self.finder.is_some() {
            return false;
        }
        scheduler.stacks.held -= fiber.held;
        fiber.renew_unswitched();
        debug_assert!(scheduler.queue.is_empty(), "the only fiber has ended");
        (scheduler.current, scheduler.main, scheduler.kept) = (None, None, Some(kept));
        self.account_outside();
        // SAFETY: the timers that are set live in the heap, to which nothing was done since the fiber ran
        // last.
        unsafe { self.timers.clear() };
        true
    }

    /// A fiber has ended: its stacks are free again, and its place.
    pub(super) fn retire(&mut self, id: FiberId) {
        self.note_end(id);
        let scheduler = &mut self.scheduler;
        let fiber = &mut scheduler.fibers[id];
        let segments = std::mem::take(&mut fiber.segments);
        let spare = fiber.spare.take();
        fiber.sp = 0;
        scheduler.stacks.held -= std::mem::take(&mut fiber.held);
        fiber.slots = crate::slots::SlotStack::default();
        fiber.raises.clear();
        (fiber.wait, fiber.queued, fiber.idle_wait) = (0, 0, 0);
        scheduler.free_stacks(segments, spare);
        scheduler.free_fibers.push(id);
        scheduler.current = None;
    }

    /// Brings the account of a fiber's stacks up to date: what they take is not there for the heap.
    pub(super) fn account(&mut self, id: FiberId, sp: Option<usize>) {
        let scheduler = &mut self.scheduler;
        let fiber = &mut scheduler.fibers[id];
        let now = fiber.occupied(sp);
        if now != fiber.held {
            scheduler.stacks.held = scheduler.stacks.held - fiber.held + now;
            fiber.held = now;
            self.account_outside();
        }
    }

    /// Gives a fiber that has not run yet a stack that begins in `main`.
    pub(super) fn begin(&mut self, id: FiberId, main: extern "C" fn(usize) -> !) -> io::Result<()> {
        if self.heap.used_bytes() + self.scheduler.stacks.used_bytes() > self.limits.heap_bytes {
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, "the memory limit is reached"));
        }
        let segment = self.scheduler.stacks.take()?;
        let top = segment.hi;
        let slots_base = frames_top(&segment);
        let ctx = self.ctx() as usize;
        let fiber = &mut self.scheduler.fibers[id];
        fiber.segments.push(segment);
        // SAFETY: the top of a fresh stack, above where its machine frames begin.
        unsafe { fiber.slots.start(slots_base as *mut u64, FIRST_SLOTS) };
        // SAFETY: `slots_base` is aligned to 16 and has the rest of the stack below it.
        fiber.sp = unsafe { arch::prepare(slots_base, main, ctx) };
        self.account(id, Some(top - 1));
        Ok(())
    }

    // --- machine stacks

    /// Bytes of stack of one kind (machine stack or interpreter slots) that a fiber may have now, if it has
    /// `used`: its own limit, within what the heap and all stacks leave of the memory limit.
    fn stack_room(&self, used: usize) -> usize {
        let taken = self.heap.used_bytes() + self.scheduler.stacks.used_bytes();
        let left = self.limits.heap_bytes.saturating_sub(taken);
        self.limits.stack_bytes.min(used + left).max(STRIDE)
    }

    /// Bytes of interpreter slots that the running fiber may have now.
    pub fn slot_room(&mut self) -> usize {
        let id = self.scheduler.fiber_id();
        self.scheduler.has_grown = true;
        self.account(id, None);
        self.stack_room(self.scheduler.fibers[id].slots.bytes())
    }

    /// A larger segment for the running fiber, whose stack pointer is `sp`: the new stack pointer and limit.
    /// `None` if the limit does not allow one.
    pub(crate) fn grow_stack(&mut self, sp: usize) -> Option<(usize, usize)> {
        let id = self.scheduler.fiber_id();
        self.scheduler.has_grown = true;
        self.account(id, Some(sp));
        let used = self.scheduler.fibers[id].stack_bytes();
        let limit = self.stack_room(used);
        let scheduler = &mut self.scheduler;
        let fiber = &mut scheduler.fibers[id];
        if let Some(last) = fiber.segments.last_mut() {
            last.left_at = sp;
        }
        let segment = match fiber.spare.take() {
            Some(spare) => spare,
            None => scheduler.stacks.grow(used, limit)?,
        };
        fiber.segments.push(segment);
        self.account_outside();
        Some((segment.hi & !15, segment.limit()))
    }

    /// The running fiber's stack pointer is `sp` again: what lies in later segments has returned or was
    /// unwound. The new limit.
    pub(crate) fn shrink_stack(&mut self, sp: usize) -> usize {
        let scheduler = &mut self.scheduler;
        let id = scheduler.fiber_id();
        let fiber = &mut scheduler.fibers[id];
        for segment in fiber.pop_segments_to(sp) {
            if let Some(old) = fiber.spare.replace(segment) {
                scheduler.stacks.shrink(old);
            }
        }
        fiber.segments.last().map_or(usize::MAX, Segment::limit)
    }

    /// What a run ends with if no fiber can ever run again.
    pub(super) fn deadlock(&self) -> Trap {
        let parked = self.scheduler.parked();
        let message = (self.shared.words.deadlock)(parked.len());
        let waiting = parked.iter().take(Trap::WAITING).map(|(_, id)| self.shown(*id)).collect();
        Trap { waiting, ..Trap::new(TrapKind::Deadlock, message) }
    }

    /// The fibers besides the running one, by their numbers, if an uncaught raise is to show them; the first
    /// [`Trap::OTHERS`] of them.
    pub(crate) fn others(&self) -> Vec<Waiting> {
        if self.scheduler.shows_all { self.fibers_beside(Trap::OTHERS) } else { Vec::new() }
    }

    /// The first `most` fibers besides the running one, by their numbers.
    pub(crate) fn fibers_beside(&self, most: usize) -> Vec<Waiting> {
        let scheduler = &self.scheduler;
        let is_other = |f: &Fiber| f.state != State::Done && Some(f.id) != scheduler.current;
        let others = scheduler.fibers.values().filter(|f| is_other(f));
        let mut others: Vec<_> = others.map(|f| (f.number, f.id)).collect();
        others.sort_unstable();
        others.iter().take(most).map(|(_, id)| self.shown(*id)).collect()
    }

    /// A fiber that does not run, as a trap shows it.
    fn shown(&self, id: FiberId) -> Waiting {
        let fiber = &self.scheduler.fibers[id];
        let what = if fiber.state == State::Runnable { "runnable" } else { fiber.waits_for };
        Waiting { fiber: fiber.number, what, frames: self.frames_of(id), created: self.created(id) }
    }
}
