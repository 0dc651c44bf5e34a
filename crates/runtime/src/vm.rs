//! The isolate from inside: heap, fibers, scheduler, streams, limits. The scheduler runs on the host's stack and
//! switches to fibers; everything that ends or pauses a run switches back to it.

use std::any::Any;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use purlin_base::{PrimaryMap, TrapCode, gas};

use crate::abi::{self, RegFile, Shape};
use crate::arch;
use crate::fiber::{Fiber, FiberId, Raise, State};
use crate::grants::{Grants, NativeState};
use crate::heap::{Heap, HeapConfig, HeapError, HeapStress, LayoutTable, Marker};
use crate::hooks::{CodeSite, Hooks, Stress};
use crate::native::{Native, Stop};
use crate::stack::{HEADROOM, Stacks};
use crate::timers::Timers;
use crate::trap::{Frame, Raised, Trap, TrapKind};
use crate::types::Types;
use crate::vmctx::{DEOPT_VALUES, SPILL, VmCtx};

/// Interpreter slots that lie on top of a fiber's first machine stack.
const FIRST_SLOTS: usize = 128;

/// Frames that a trap keeps.
pub const TRACE_FRAMES: usize = 100;
/// Raises of a fiber that are on their way at once.
const RAISES: usize = 1 << 16;

/// What an isolate may use. `None` is no limit of its own.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Units of gas.
    pub gas: Option<u64>,
    /// Bytes ever allocated, exact and deterministic; looked at when a time slice ends.
    pub alloc_bytes: Option<u64>,
    /// Bytes of heap at once; stacks are kept within what the heap leaves of it.
    pub heap_bytes: usize,
    /// Bytes of stack of one fiber: machine stack, and interpreter frames likewise.
    pub stack_bytes: usize,
    /// Guest calls that are active at once on one fiber.
    pub call_depth: Option<u64>,
    /// Bytes written to both output streams together.
    pub output_bytes: Option<u64>,
    /// When to stop by the clock.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            gas: None,
            alloc_bytes: None,
            heap_bytes: 1 << 30,
            stack_bytes: 256 << 20,
            call_depth: None,
            output_bytes: None,
            deadline: None,
        }
    }
}

/// What an isolate shares with others of its module.
#[derive(Clone)]
pub struct Shared {
    pub layouts: Arc<LayoutTable>,
    pub data: Arc<[u64]>,
    pub dispatch: Arc<[u32]>,
    /// See [`VmCtx::implements`].
    pub implements: Arc<[u8]>,
    pub natives: Arc<[Native]>,
    /// Parameters and results by function.
    pub shapes: Arc<[Shape]>,
    pub globals_bytes: usize,
    pub hooks: Hooks,
    pub stress: Stress,
    /// Run-time types, with their maps laid out.
    pub types: Arc<Types>,
    /// The guest front end's own tables.
    pub guest: Arc<dyn Any + Send + Sync>,
    /// What the tiers need: programs, code, counters. Hooks find it here.
    pub tiers: Arc<dyn Any + Send + Sync>,
    /// Addresses of the tables of code; kept alive by `tiers`.
    pub entries: *const usize,
    pub compiled: *const usize,
}

// SAFETY: the two addresses lead to tables of atomics that `tiers` keeps alive.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// The three standard streams.
pub struct Streams {
    pub input: Box<dyn Read + Send>,
    pub output: Box<dyn Write + Send>,
    pub errors: Box<dyn Write + Send>,
}

impl Default for Streams {
    fn default() -> Streams {
        Streams { input: Box::new(io::empty()), output: Box::new(io::sink()), errors: Box::new(io::sink()) }
    }
}

/// Stops a running isolate from another thread, at the end of its time slice.
#[derive(Clone, Default, Debug)]
pub struct Canceller(Arc<AtomicBool>);

impl Canceller {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Exact counters of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub fibers: u64,
    pub switches: u64,
    pub output_bytes: u64,
    pub compiled: u64,
    pub deopts: u64,
    pub osr_entries: u64,
}

/// The isolate's inside.
pub struct Vm {
    pub ctx: Box<VmCtx>,
    pub heap: Heap,
    pub shared: Shared,
    pub natives: Arc<[Native]>,
    /// What [`VmCtx::direct`] points to.
    _direct: Box<[usize]>,
    pub guest: Arc<dyn Any + Send + Sync>,
    pub host: Box<dyn Any + Send>,
    pub streams: Streams,
    pub limits: Limits,
    pub canceller: Canceller,
    pub counters: Counters,
    pub args: Vec<String>,
    pub grants: Grants,
    /// What natives keep during a run.
    pub native_state: NativeState,
    /// State of the tiers that belongs to this isolate.
    pub tier_state: Box<dyn Any + Send>,
    pub(crate) fibers: PrimaryMap<FiberId, Box<Fiber>>,
    free_fibers: Vec<FiberId>,
    queue: VecDeque<FiberId>,
    current: Option<FiberId>,
    main: Option<FiberId>,
    stacks: Stacks,
    pub(crate) host_sp: usize,
    pub(crate) fiber_sp: usize,
    pub(crate) on_host: bool,
    ending: Option<Trap>,
    out_of_gas: bool,
    /// Units left beyond the current slice; `None` without a limit.
    reserve: Option<i64>,
    /// Units of the current slice that were not given to `ctx.gas`, because there was not so much left, or so that a
    /// sample is taken before its end.
    withheld: i64,
    /// Where polls that find no gas are samples of what is hot (tier `auto`): what the next distance is drawn from.
    /// At a fixed distance, loops whose rounds cost the same could be sampled in the same few places for ever.
    pub samples: Option<u32>,
    /// What `ctx.gas` was when it was last filled, and what was used before.
    filled: i64,
    used: u64,
    globals: Box<[u64]>,
    pub(crate) timers: Timers,
    /// What was used when limits were last looked at.
    checked: u64,
    /// State of the generator behind [`Vm::choose`].
    choices: u64,
    /// Words that a host holds on to. Roots.
    pub handles: Vec<u64>,
}

// SAFETY: all raw addresses in a Vm lead to memory that it owns, or to what `Shared` keeps alive and shares between
// threads; nothing of it stays on a thread between two runs.
unsafe impl Send for Vm {}

impl Drop for Vm {
    fn drop(&mut self) {
        self.drop_fibers();
    }
}

/// The isolate that a context belongs to.
pub fn of(ctx: &mut VmCtx) -> &mut Vm {
    // SAFETY: `vm` is set for good when the isolate is made, and the context lives in it.
    unsafe { &mut *ctx.vm }
}

/// The same, to look at.
pub fn of_ref(ctx: &VmCtx) -> &Vm {
    // SAFETY: as above.
    unsafe { &*ctx.vm }
}

/// How a run stopped.
#[derive(Debug)]
pub enum Outcome {
    /// The function returned; its results.
    Done(Vec<u64>),
    /// It ended otherwise. Only `OutOfGas` can be resumed.
    Trap(Trap),
}

impl Vm {
    /// A fresh isolate. Fails only if the system gives no address space.
    pub fn new(
        shared: Shared,
        limits: Limits,
        streams: Streams,
        host: Box<dyn Any + Send>,
    ) -> io::Result<Box<Vm>> {
        let stress = HeapStress { gc: shared.stress.gc, poison: shared.stress.poison };
        let config = HeapConfig { limit: limits.heap_bytes, stress };
        let mut heap = Heap::new(config, shared.layouts.clone())?;
        let mut globals = vec![0u64; shared.globals_bytes.div_ceil(8)].into_boxed_slice();
        let direct: Box<[usize]> = shared.natives.iter().map(Native::direct_address).collect();
        let ctx = Box::new(VmCtx {
            gas: 0,
            stack_limit: 0,
            bumps: heap.bumps_ptr(),
            entries: shared.entries,
            globals: globals.as_mut_ptr().cast(),
            data: shared.data.as_ptr().cast(),
            dispatch: shared.dispatch.as_ptr(),
            implements: shared.implements.as_ptr(),
            callee: 0,
            more_target: 0,
            deopt_state: 0,
            deopt_mem: 0,
            exit_fp: 0,
            exit_pc: 0,
            unwind_sp: 0,
            unwind_fp: 0,
            unwind_pc: 0,
            compiled: shared.compiled,
            direct: direct.as_ptr(),
            maps: shared.types.maps.as_ptr(),
            map_count: shared.types.maps.len() as u64,
            stress: 0,
            vm: std::ptr::null_mut(),
            spill: [0; SPILL],
            deopt_values: [0; DEOPT_VALUES],
        });
        let mut vm = Box::new(Vm {
            ctx,
            heap,
            natives: shared.natives.clone(),
            _direct: direct,
            guest: shared.guest.clone(),
            shared,
            host,
            streams,
            limits,
            canceller: Canceller::default(),
            counters: Counters::default(),
            args: Vec::new(),
            grants: Grants::none(),
            native_state: NativeState::default(),
            tier_state: Box::new(()),
            fibers: PrimaryMap::new(),
            free_fibers: Vec::new(),
            queue: VecDeque::new(),
            current: None,
            main: None,
            stacks: Stacks::default(),
            host_sp: 0,
            fiber_sp: 0,
            on_host: true,
            ending: None,
            out_of_gas: false,
            reserve: None,
            withheld: 0,
            samples: None,
            filled: 0,
            used: 0,
            globals,
            timers: Timers::default(),
            checked: 0,
            choices: 0,
            handles: Vec::new(),
        });
        vm.ctx.vm = &raw mut *vm;
        vm.refuel_all();
        Ok(vm)
    }

    fn refuel_all(&mut self) {
        self.reserve = self.limits.gas.map(|g| i64::try_from(g).unwrap_or(i64::MAX));
        (self.ctx.gas, self.withheld, self.filled, self.used) = (0, 0, 0, 0);
        (self.timers, self.checked, self.choices) = (Timers::default(), 0, 0);
    }

    /// Back to the state of a fresh isolate, memory kept. Limits start again in full; `canceller` is a new one.
    pub fn reset(&mut self) {
        self.drop_fibers();
        self.heap.reset();
        self.globals.fill(0);
        self.handles.clear();
        self.native_state.clear();
        self.counters = Counters::default();
        self.canceller = Canceller::default();
        self.ctx.stress = 0;
        (self.ending, self.out_of_gas) = (None, false);
        self.refuel_all();
    }

    fn drop_fibers(&mut self) {
        for (_, fiber) in std::mem::take(&mut self.fibers) {
            self.stacks.held -= fiber.held;
            self.free_stacks(fiber.segments.clone(), fiber.spare);
        }
        self.heap.set_outside(self.stacks.used_bytes());
        self.free_fibers.clear();
        self.queue.clear();
        self.timers.clear();
        (self.current, self.main) = (None, None);
    }

    fn free_stacks(&mut self, segments: Vec<crate::stack::Segment>, spare: Option<crate::stack::Segment>) {
        for (n, segment) in segments.into_iter().enumerate() {
            if n == 0 { self.stacks.give(segment) } else { self.stacks.shrink(segment) }
        }
        spare.into_iter().for_each(|s| self.stacks.shrink(s));
    }

    // --- gas

    /// Units used so far.
    pub fn gas_used(&self) -> u64 {
        self.used.wrapping_add((self.filled - self.ctx.gas) as u64)
    }

    /// Units left, if there is a limit; negative after work that was not stopped in time.
    pub fn gas_left(&self) -> Option<i64> {
        self.reserve.map(|r| r.saturating_add(self.ctx.gas))
    }

    /// Adds to what is left.
    pub fn refuel(&mut self, units: u64) {
        if let Some(reserve) = &mut self.reserve {
            *reserve = reserve.saturating_add(i64::try_from(units).unwrap_or(i64::MAX));
        }
    }

    /// Units until a poll has something to do: while there are some, none does. Negative if the next one has.
    pub fn slice_left(&self) -> i64 {
        self.ctx.gas
    }

    /// Takes gas; the next poll notices.
    pub fn charge(&mut self, units: i64) {
        self.ctx.gas = self.ctx.gas.saturating_sub(units);
    }

    /// Ends the slice's account: what was used is used, what is left goes back.
    pub(crate) fn settle(&mut self) {
        self.used = self.gas_used();
        if let Some(reserve) = &mut self.reserve {
            *reserve = reserve.saturating_add(self.ctx.gas);
        }
        (self.filled, self.ctx.gas) = (0, 0);
    }

    /// Gives `units` of slice to run on, or as much as there is, or until a sample is to be taken; the rest is withheld.
    /// Where a slice ends, and whether gas is left, does not depend on how it is given.
    fn fill(&mut self, units: i64) {
        let wanted = units.min(self.until_sample());
        let given = self.reserve.map_or(wanted, |r| r.clamp(0, wanted));
        if let Some(reserve) = &mut self.reserve {
            *reserve -= given;
        }
        self.withheld = units - given;
        (self.filled, self.ctx.gas) = (given, given);
    }

    /// Half a slice to a whole one.
    fn until_sample(&mut self) -> i64 {
        let Some(state) = &mut self.samples else { return i64::MAX };
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        gas::SLICE / 2 + i64::from(*state >> 8) % (gas::SLICE / 2)
    }

    // --- the run

    /// Runs `func` with `values` as the main fiber of a new run. When it returns, other fibers are dropped.
    pub fn run(&mut self, func: u32, values: Vec<u64>) -> Outcome {
        self.drop_fibers();
        (self.ending, self.out_of_gas) = (None, false);
        let main = self.spawn(func, values);
        self.main = Some(main);
        self.settle();
        self.schedule()
    }

    /// Goes on after `OutOfGas`. Anything else that was not running stays an internal error.
    pub fn resume(&mut self) -> Outcome {
        if !std::mem::take(&mut self.out_of_gas) {
            return Outcome::Trap(Trap::new(TrapKind::Internal, "there is nothing to resume"));
        }
        self.ending = None;
        self.schedule()
    }

    fn schedule(&mut self) -> Outcome {
        loop {
            let id = match self.current.take() {
                // After out of gas the same fiber goes on, with what is left of its slice.
                Some(id) => id,
                None => match self.next_fiber() {
                    Ok(id) => id,
                    Err(trap) => return self.stopped(trap),
                },
            };
            self.current = Some(id);
            if let Err(error) = self.switch_to(id) {
                return self
                    .stopped(Trap::new(TrapKind::OutOfMemory, format!("no memory for a stack: {error}")));
            }
            if let Some(trap) = self.ending.take() {
                return self.stopped(trap);
            }
            let fiber = &mut self.fibers[id];
            if fiber.state == State::Done {
                let values = std::mem::take(&mut fiber.values);
                let raised = fiber.raised.then(|| fiber.raises.pop());
                let left = fiber.left;
                self.retire(id);
                if let Some(raise) = raised {
                    return self.stopped(uncaught(raise));
                }
                if self.main == Some(id) && left {
                    // The others go on, and the run does not end well.
                    self.main = None;
                } else if self.main == Some(id) {
                    self.settle();
                    self.drop_fibers();
                    return Outcome::Done(values);
                }
            }
            self.current = None;
        }
    }

    /// The fiber whose turn it is, with a fresh slice, or why there is none.
    fn next_fiber(&mut self) -> Result<FiberId, Trap> {
        self.settle();
        if self.used.wrapping_sub(self.checked) >= gas::SLICE as u64 {
            // Fibers that never use up a slice are stopped too.
            self.checked = self.used;
            if let Some(trap) = self.exceeded() {
                return Err(trap);
            }
        }
        self.fire_due();
        loop {
            if let Some(id) = self.queue.pop_front() {
                self.fill(gas::SLICE);
                return Ok(id);
            }
            if !self.skip_to_timer() {
                return Err(self.deadlock());
            }
        }
    }

    /// Says what the fibers wait for, in the order of their numbers.
    fn deadlock(&self) -> Trap {
        let mut parked: Vec<(u64, &str)> = self
            .fibers
            .values()
            .filter(|f| f.state == State::Parked)
            .map(|f| (f.number, f.waits_for))
            .collect();
        if parked.is_empty() {
            let text = "no goroutines (main called runtime.Goexit) - deadlock!";
            return Trap::new(TrapKind::Deadlock, text);
        }
        parked.sort_unstable();
        let mut text = String::from("all goroutines are asleep - deadlock!\n");
        for (number, what) in parked.iter().take(10) {
            text.push_str(&format!("\ngoroutine {number} [{what}]:"));
        }
        Trap::new(TrapKind::Deadlock, text)
    }

    fn stopped(&mut self, trap: Trap) -> Outcome {
        if trap.kind == TrapKind::OutOfGas {
            self.out_of_gas = true;
        } else {
            self.settle();
            self.drop_fibers();
        }
        Outcome::Trap(trap)
    }

    fn retire(&mut self, id: FiberId) {
        let fiber = &mut self.fibers[id];
        let segments = std::mem::take(&mut fiber.segments);
        let spare = fiber.spare.take();
        fiber.sp = 0;
        self.stacks.held -= std::mem::take(&mut fiber.held);
        fiber.slots = crate::slots::SlotStack::default();
        fiber.raises.clear();
        (fiber.wait, fiber.idle_wait) = (0, 0);
        self.free_stacks(segments, spare);
        self.free_fibers.push(id);
        self.current = None;
    }

    fn switch_to(&mut self, id: FiberId) -> io::Result<()> {
        self.counters.switches += 1;
        if self.fibers[id].sp == 0 {
            self.begin(id)?;
        }
        let fiber = &mut self.fibers[id];
        let to = fiber.sp;
        self.ctx.stack_limit = fiber.segments.last().map_or(usize::MAX, |s| s.limit());
        self.on_host = false;
        let save = &raw mut self.host_sp;
        // SAFETY: `to` was saved when the fiber was switched away from, or made by `begin`.
        unsafe { arch::switch(save, to, (&raw mut *self).cast()) };
        self.on_host = true;
        self.account(id, Some(self.fibers[id].sp));
        Ok(())
    }

    /// Brings the account of a fiber's stacks up to date: what they take is not there for the heap.
    fn account(&mut self, id: FiberId, sp: Option<usize>) {
        let fiber = &mut self.fibers[id];
        let now = fiber.occupied(sp);
        if now != fiber.held {
            self.stacks.held = self.stacks.held - fiber.held + now;
            fiber.held = now;
            self.heap.set_outside(self.stacks.used_bytes());
        }
    }

    fn begin(&mut self, id: FiberId) -> io::Result<()> {
        if self.heap.used_bytes() + self.stacks.used_bytes() > self.limits.heap_bytes {
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, "the memory limit is reached"));
        }
        let segment = self.stacks.take()?;
        let top = segment.hi;
        let slots_base = segment.hi - FIRST_SLOTS * 8;
        let vm = &raw mut *self as usize;
        let fiber = &mut self.fibers[id];
        fiber.segments.push(segment);
        // SAFETY: the top of a fresh stack, above where its machine frames begin.
        unsafe { fiber.slots.start(slots_base as *mut u64, FIRST_SLOTS) };
        // SAFETY: `slots_base` is aligned to 16 and has the rest of the stack below it.
        fiber.sp = unsafe { arch::prepare(slots_base, fiber_main, vm) };
        self.account(id, Some(top - 1));
        Ok(())
    }

    /// Makes a fiber that will run `func`, behind those that wait to run.
    pub fn spawn(&mut self, func: u32, values: Vec<u64>) -> FiberId {
        self.counters.fibers += 1;
        let number = self.counters.fibers;
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

    /// The fiber that runs. Panics on the host's side of a run, where there is none.
    pub fn fiber(&mut self) -> &mut Fiber {
        let id = self.current.expect("a fiber runs");
        &mut self.fibers[id]
    }

    /// The number of the running fiber in the Vm.
    pub fn fiber_id(&self) -> FiberId {
        self.current.expect("a fiber runs")
    }

    /// How many fibers have not ended.
    pub fn fiber_count(&self) -> usize {
        self.fibers.len() - self.free_fibers.len()
    }

    /// Any fiber.
    pub fn fiber_at(&mut self, id: FiberId) -> &mut Fiber {
        &mut self.fibers[id]
    }

    /// Puts a parked fiber into the run queue.
    pub fn ready(&mut self, id: FiberId) {
        if self.fibers[id].state == State::Parked {
            self.fibers[id].state = State::Runnable;
            self.queue.push_back(id);
        }
    }

    /// Waits until somebody readies the running fiber.
    pub(crate) fn park(&mut self) {
        self.fiber().state = State::Parked;
        self.leave_to_scheduler();
    }

    /// Lets the others go first.
    pub(crate) fn yield_now(&mut self) {
        let id = self.fiber_id();
        self.queue.push_back(id);
        self.leave_to_scheduler();
    }

    /// Ends the running fiber without a result. Frames are left as they are.
    pub(crate) fn leave(&mut self) -> ! {
        let fiber = self.fiber();
        (fiber.state, fiber.left) = (State::Done, true);
        fiber.values.clear();
        self.leave_to_scheduler();
        unreachable!("a finished fiber went on");
    }

    /// Ends the run. Frames are left as they are.
    pub fn end(&mut self, mut trap: Trap) -> ! {
        if trap.frames.is_empty() && trap.kind != TrapKind::Internal {
            trap.frames = self.traceback();
        }
        self.ending = Some(trap);
        self.leave_to_scheduler();
        // Only out of gas is resumed, and that does not come through here.
        unreachable!("an ended fiber went on");
    }

    fn leave_to_scheduler(&mut self) {
        let to = self.host_sp;
        let exit = (self.ctx.exit_fp, self.ctx.exit_pc);
        let save = &raw mut self.fiber().sp;
        // SAFETY: the scheduler is suspended in `switch_to`.
        unsafe { arch::switch(save, to, (&raw mut *self).cast()) };
        (self.ctx.exit_fp, self.ctx.exit_pc) = exit;
    }

    // --- polls

    /// What a poll does when gas is negative.
    pub(crate) fn poll(&mut self) {
        // What would be left of the slice had it not been cut short for want of gas.
        let rest = self.withheld + self.ctx.gas;
        self.settle();
        while self.reserve.is_some_and(|r| r < 0) {
            let mut trap = Trap::new(TrapKind::OutOfGas, "out of gas");
            trap.frames = self.traceback();
            self.ending = Some(trap);
            self.leave_to_scheduler();
        }
        if rest >= 0 {
            self.fill(rest);
            return;
        }
        self.checked = self.used;
        if let Some(trap) = self.exceeded() {
            self.end(trap);
        }
        self.fire_due();
        if self.queue.is_empty() {
            self.fill(gas::SLICE);
        } else {
            self.yield_now();
        }
    }

    /// The limit that is exceeded, of those that are looked at now and then.
    fn exceeded(&self) -> Option<Trap> {
        if self.canceller.is_cancelled() {
            return Some(Trap::new(TrapKind::Cancelled, "cancelled"));
        }
        if self.limits.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Trap::new(TrapKind::Deadline, "deadline exceeded"));
        }
        if self.limits.alloc_bytes.is_some_and(|l| self.heap.allocated_bytes() > l) {
            return Some(Trap::new(TrapKind::AllocBytes, "allocation budget used up"));
        }
        None
    }

    /// One of `n` alternatives, below `n` and as likely as the others: splitmix64, from 0 on in a fresh isolate.
    pub fn choose(&mut self, n: usize) -> usize {
        self.choices = self.choices.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.choices;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * n as u128) >> 64) as usize
    }

    // --- memory

    /// Allocates, collecting if need be.
    pub fn allocate(
        &mut self,
        mut f: impl FnMut(&mut Heap) -> Result<*mut u8, HeapError>,
    ) -> Result<usize, Stop> {
        loop {
            match f(&mut self.heap) {
                Ok(at) => return Ok(at as usize),
                Err(HeapError::NeedsCollection) => self.collect(),
                Err(HeapError::OutOfMemory) => return Err(HeapError::OutOfMemory.into()),
            }
        }
    }

    /// Collects now, wherever the program is.
    pub fn collect(&mut self) {
        // SAFETY: `collect_from` gets the Vm and a stack pointer above which all registers lie.
        unsafe { arch::with_registers_on_stack(collect_from, &raw mut *self as usize) };
    }

    /// # Safety
    /// `sp` is the stack pointer, with every register that may hold a pointer saved above it.
    unsafe fn mark_roots(&mut self, sp: usize, marker: &mut Marker<'_>) {
        if self.on_host && self.host_sp != 0 && self.current.is_some() {
            // SAFETY: the part of the host's stack that natives run on, from here up to the scheduler.
            unsafe { marker.range(sp, self.host_sp) };
        }
        let running = if self.on_host { self.fiber_sp } else { sp };
        for (id, fiber) in self.fibers.iter() {
            let sp = if Some(id) == self.current && running != 0 { running } else { fiber.sp };
            mark_fiber(fiber, sp, marker);
        }
        let globals = self.globals.as_ptr_range();
        // SAFETY: the globals are ours.
        unsafe { marker.range(globals.start as usize, globals.end as usize) };
        self.handles.iter().for_each(|w| marker.word(*w as usize));
        marker.word(self.timers.root() as usize);
        self.ctx.spill.iter().chain(&self.ctx.deopt_values).for_each(|w| marker.word(*w as usize));
    }

    // --- raising

    /// Begins to raise a value of the guest's. To be returned by the native at once.
    pub fn raise_value(&mut self, a: u64, b: u64) -> Stop {
        self.begin_raise(Raised::Value { a, b })
    }

    /// Begins to end the running fiber after its deferred work.
    pub fn raise_leave(&mut self) -> Stop {
        self.begin_raise(Raised::Leave)
    }

    /// Begins to raise as a trapping op does.
    pub fn raise_trap(&mut self, code: TrapCode, a: i64, b: i64) -> Stop {
        self.begin_raise(Raised::Trap { code, a, b })
    }

    pub(crate) fn begin_raise(&mut self, what: Raised) -> Stop {
        let frames = self.traceback();
        self.charge(gas::RAISE + gas::FRAME * frames.len() as i64);
        let raises = &mut self.fiber().raises;
        if raises.len() >= RAISES {
            return Stop::End(Trap::new(TrapKind::StackOverflow, "too many raises within raises"));
        }
        raises.push(Raise { what, recovered: false, aborted: false, frames });
        Stop::Raise
    }

    /// A poll, if one is due: called behind each raise, as what handles it may raise again before it comes to a poll.
    pub(crate) fn poll_raise(&mut self) {
        if self.ctx.gas < 0 {
            self.poll();
        }
    }

    /// The guest frames of the running fiber, innermost first.
    pub fn traceback(&mut self) -> Vec<Frame> {
        let mut out = Vec::new();
        let Some(id) = self.current else { return out };
        let mut activation = self.fibers[id].activation;
        let (mut fp, mut pc) = (self.ctx.exit_fp, self.ctx.exit_pc);
        while out.len() < TRACE_FRAMES {
            if fp != 0 && !self.walk_native(fp, pc, &mut out) {
                break;
            }
            if activation.is_null() {
                break;
            }
            // SAFETY: activations are linked while their interpreter frames are on the fiber's stack.
            unsafe {
                (self.shared.hooks.interp_frames)(&self.ctx, activation, &mut out, TRACE_FRAMES);
                (fp, pc) = ((*activation).caller_fp, (*activation).caller_pc);
                activation = (*activation).prev;
            }
        }
        out.truncate(TRACE_FRAMES);
        out
    }

    /// Appends native frames outward, from the one at `fp` that called out at `pc`; false if nothing comes after.
    fn walk_native(&self, mut fp: usize, mut pc: usize, out: &mut Vec<Frame>) -> bool {
        while out.len() < TRACE_FRAMES {
            match (self.shared.hooks.find_code)(&self.ctx, pc) {
                CodeSite::Guest { frames, .. } => out.extend(frames),
                CodeSite::Enter { .. } => return true,
                CodeSite::Leave | CodeSite::MoreStack => {}
                CodeSite::Unknown => return false,
            }
            if fp == 0 {
                return false;
            }
            // SAFETY: frame pointers are kept in all our code: at `fp` lies the caller's, above it the return address.
            (fp, pc) = unsafe { (*(fp as *const usize), *((fp + 8) as *const usize)) };
        }
        true
    }

    // --- machine stacks

    /// Bytes of stack of one kind (machine stack or interpreter slots) that a fiber may have now, if it has `used`: its own
    /// limit, within what the heap and all stacks leave of the memory limit.
    fn stack_room(&self, used: usize) -> usize {
        let taken = self.heap.used_bytes() + self.stacks.used_bytes();
        let left = self.limits.heap_bytes.saturating_sub(taken);
        self.limits.stack_bytes.min(used + left).max(crate::stack::STRIDE)
    }

    /// Bytes of interpreter slots that the running fiber may have now.
    pub fn slot_room(&mut self) -> usize {
        let id = self.fiber_id();
        self.account(id, None);
        self.stack_room(self.fibers[id].slots.bytes())
    }

    /// A larger segment for the running fiber, whose stack pointer is `sp`: the new stack pointer. Ends the
    /// run if the limit does not allow one.
    pub(crate) fn grow_stack(&mut self, sp: usize) -> usize {
        let id = self.fiber_id();
        self.account(id, Some(sp));
        let used = self.fibers[id].stack_bytes();
        let limit = self.stack_room(used);
        let fiber = &mut self.fibers[id];
        if let Some(last) = fiber.segments.last_mut() {
            last.left_at = sp;
        }
        let segment = match fiber.spare.take() {
            Some(spare) => Some(spare),
            None => self.stacks.grow(used, limit),
        };
        match segment {
            Some(segment) => {
                fiber.segments.push(segment);
                self.ctx.stack_limit = segment.limit();
                self.heap.set_outside(self.stacks.used_bytes());
                segment.hi & !15
            }
            None => self.stack_overflow(),
        }
    }

    /// The running fiber's stack pointer is `sp` again: what lies in later segments has returned or was unwound.
    pub(crate) fn shrink_stack(&mut self, sp: usize) {
        let fiber = self.current.map(|id| &mut self.fibers[id]).expect("a fiber runs");
        for segment in fiber.pop_segments_to(sp) {
            if let Some(old) = fiber.spare.replace(segment) {
                self.stacks.shrink(old);
            }
        }
        self.ctx.stack_limit = fiber.segments.last().map_or(usize::MAX, |s| s.limit());
    }

    /// Ends the run.
    pub fn stack_overflow(&mut self) -> ! {
        self.end(Trap::new(TrapKind::StackOverflow, "stack overflow"))
    }

    /// Calls a function on the running fiber, in whichever tier has it. Status 0, or 1 if it raised.
    ///
    /// # Safety
    /// On the fiber's own stack; `slots` has room for arguments and results.
    unsafe fn call(&mut self, func: u32, slots: *mut u64) -> u32 {
        let ctx = &raw mut *self.ctx;
        let hooks = self.shared.hooks;
        let mut code = (hooks.on_cold_entry)(&mut self.ctx, func);
        if code == 0 && !self.ctx.compiled.is_null() {
            // SAFETY: the table has an entry for every function.
            code = unsafe { crate::vmctx::published_code(self.ctx.compiled, func as usize) };
        }
        if code == 0 {
            // SAFETY: the caller's promise.
            return unsafe { (hooks.interp_call)(ctx, func, slots) };
        }
        let shape = &self.shared.shapes[func as usize];
        let mut regs = RegFile::default();
        // SAFETY: `slots` holds arguments and results, and `code` is code of that shape.
        unsafe {
            abi::pack_args(
                &mut *ctx,
                &mut regs,
                shape,
                std::slice::from_raw_parts(slots, shape.params.len()),
            );
            let status = (hooks.enter)(ctx, code, &mut regs);
            if status == 0 {
                let results = std::slice::from_raw_parts_mut(slots, shape.results.len());
                abi::unpack_results(&mut *ctx, &regs, shape, results);
            }
            status
        }
    }
}

fn uncaught(raise: Option<Raise>) -> Trap {
    match raise {
        Some(raise) => Trap {
            kind: TrapKind::Uncaught,
            code: match raise.what {
                Raised::Trap { code, .. } => Some(code),
                Raised::Value { .. } | Raised::Leave => None,
            },
            message: match raise.what {
                Raised::Trap { code, a, b } => describe_trap(code, a, b),
                Raised::Value { .. } => "uncaught value".to_string(),
                Raised::Leave => "a fiber that was to end".to_string(),
            },
            frames: raise.frames,
        },
        None => Trap::new(TrapKind::Internal, "a fiber raised nothing"),
    }
}

/// What a trapping op complains of, in the words of Go's run time.
pub fn describe_trap(code: TrapCode, a: i64, b: i64) -> String {
    match code {
        TrapCode::NilDereference => "invalid memory address or nil pointer dereference".into(),
        TrapCode::IndexOutOfRange if a < 0 => format!("index out of range [{a}]"),
        TrapCode::IndexOutOfRange => format!("index out of range [{a}] with length {b}"),
        TrapCode::DivideByZero => "integer divide by zero".into(),
        TrapCode::NegativeShift => "negative shift amount".into(),
        TrapCode::BadLength => "makeslice: len out of range".into(),
        TrapCode::Unreachable => "unreachable code was reached".into(),
        TrapCode::ViewNotOwned => "set on bytes that the view does not own".into(),
        TrapCode::User => "trap".into(),
    }
}

fn mark_fiber(fiber: &Fiber, sp: usize, marker: &mut Marker<'_>) {
    fiber.values.iter().for_each(|w| marker.word(*w as usize));
    marker.word(fiber.wait as usize);
    marker.word(fiber.idle_wait as usize);
    for raise in &fiber.raises {
        if let Raised::Value { a, b } = raise.what {
            marker.word(a as usize);
            marker.word(b as usize);
        }
    }
    // Fibers that have not begun, or have ended, have no stack.
    let Some(last) = fiber.segments.len().checked_sub(1).filter(|_| fiber.sp != 0) else { return };
    for (n, segment) in fiber.segments.iter().enumerate() {
        // SAFETY: the used part of a stack that stays mapped as long as its fiber.
        unsafe { marker.range(if n == last { sp } else { segment.left_at } & !7, segment.hi) };
    }
    // SAFETY: slots that the stack owns.
    fiber.slots.used().for_each(|(lo, hi)| unsafe { marker.range(lo, hi) });
}

/// # Safety
/// `vm` is the address of the Vm that asked, with nothing else using it.
unsafe extern "C" fn collect_from(vm: usize, sp: usize) {
    // SAFETY: the caller's promise.
    let vm = unsafe { &mut *(vm as *mut Vm) };
    let vm_again = &raw mut *vm;
    // SAFETY: marking reads fibers, globals and handles, and never the heap's own tables, which `collect` borrows.
    vm.heap.collect(|marker| unsafe { (*vm_again).mark_roots(sp, marker) });
}

/// The first function on every fiber's stack.
extern "C" fn fiber_main(vm: usize) -> ! {
    // SAFETY: the address that `begin` passed; the Vm outlives its fibers.
    let vm = unsafe { &mut *(vm as *mut Vm) };
    // What another fiber left there is not this one's.
    (vm.ctx.exit_fp, vm.ctx.exit_pc) = (0, 0);
    let fiber = vm.fiber();
    let func = fiber.func;
    let shape = &vm.shared.shapes[func as usize];
    let room = shape.params.len().max(shape.results.len()).max(1);
    let (results, fiber) = (shape.results.len(), vm.fiber());
    fiber.values.resize(room, 0);
    let slots = fiber.values.as_mut_ptr();
    // SAFETY: this is the fiber's stack, and `values` has the room; nobody else resizes it while it runs.
    let status = unsafe { vm.call(func, slots) };
    let fiber = vm.fiber();
    fiber.values.truncate(results);
    fiber.raised = status != 0;
    fiber.state = State::Done;
    vm.leave_to_scheduler();
    unreachable!("a finished fiber went on");
}

const _: () = assert!(HEADROOM > 16 << 10);
