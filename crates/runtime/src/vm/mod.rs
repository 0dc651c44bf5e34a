//! The isolate from inside, in parts: each part has one owner, and a file that says what may happen to it.
//!
//! | part | file | what |
//! |---|---|---|
//! | [`Scheduler`] | `scheduler.rs` | fibers, their stacks, who runs next, how a run ends |
//! | [`Meter`] | `meter.rs` | gas: what was used, what is left, where a slice ends |
//! | [`Roots`] | `roots.rs` | globals, and words that hosts and natives hold on to |
//! | [`World`] | `world.rs` | streams, arguments, grants, state of the host and of natives |
//! | `Pending` | `pending.rs` | calls of asynchronous host functions, and who drives the run |
//! | `Timers` | `timers.rs` | the virtual clock, and what waits for it |
//! | `Addresses` | `addresses.rs` | the numbers of objects whose addresses the guest has seen |
//! | `Finder` | `races.rs` | what finds data races, if anything looks for them |
//! | `Objects` | `../border/objects.rs` | the objects of the host's that the guest has handles of |
//! | `Dynamic` | `../dynamic` | behaviours, symbols and sites of a dynamic guest |
//! | [`Heap`] | `../heap` | guest memory |
//!
//! The scheduler runs on the host's stack and switches to fibers; everything that ends or pauses a run
//! switches back to it.
//!
//! **References.** While guest code runs there is no reference to the Vm, to a part of it, or to its context,
//! but for the scheduler's own `&mut Vm`, which is suspended in [`Vm::run`] or [`Vm::resume`]: before each
//! switch to a fiber it stores a pointer that is derived from itself in [`VmCtx::vm`], and what runs on
//! fibers derives short references from that. Nothing holds such a reference across a switch: what may switch
//! (`Vm::poll`, `Vm::stop`, …) takes the context's address and reads the pointer again afterwards.
//! `docs/unsafe.md` tells the rest.

mod addresses;
mod alarm;
mod canceller;
mod kept;
mod meter;
mod pending;
mod profiling;
mod races;
mod raising;
mod recycle;
mod roots;
mod run;
mod scheduler;
mod snapshot;
mod timers;
mod world;

use std::any::Any;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Instant;

use crate::abi::{RegFile, Shape};
use crate::heap::{Heap, HeapConfig, HeapError, HeapStress, LayoutTable};
use crate::hooks::{Activation, CodeSite, Stress};
use crate::native::Stop;
use crate::table::{Full, Table};
use crate::tables::Tables;
use crate::trap::Frame;
use crate::types::Types;
use crate::vmctx::{VmAddress, VmCtx};
use crate::words::Words;

pub use canceller::Canceller;
pub(crate) use kept::{Called, KEPT_SLOTS};
pub use meter::Meter;
pub use pending::YIELD_INTERVAL;
pub(crate) use pending::{Answered, HostCall, Waiting};
pub use races::OnRace;
pub use raising::TRACE_FRAMES;
pub use recycle::Leftovers;
pub use roots::Roots;
pub use run::Outcome;
pub use scheduler::Scheduler;
pub use snapshot::{NoSnapshot, Snapshot};
pub use timers::Timer;
pub use world::World;

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
    /// Calls that may be nested in the outermost function of a fiber, as the source has them: an inlined call
    /// counts, a generated wrapper does not. Whether they are counted at all is decided when the isolate is
    /// made, since its code does the counting.
    pub call_depth: Option<u64>,
    /// Bytes written to both output streams together.
    pub output_bytes: Option<u64>,
    /// When to stop by the clock.
    pub deadline: Option<Instant>,
    /// Objects of the host's that there may be at once: see [`crate::border::Object`].
    pub host_objects: usize,
}

impl Limits {
    /// How many calls may be nested in the first function of a fiber and itself, as code counts them.
    pub(crate) fn nested_calls(&self) -> u64 {
        self.call_depth.unwrap_or(u64::MAX).saturating_add(1).min(i64::MAX as u64)
    }
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
            host_objects: 10_000,
        }
    }
}

/// What an isolate shares with others of its module.
#[derive(Clone)]
pub struct Shared {
    pub layouts: Arc<LayoutTable>,
    pub data: Arc<[u64]>,
    pub tables: Arc<Tables>,
    /// Parameters and results by function.
    pub shapes: Arc<Table<Shape>>,
    /// Every function takes, as its last parameter, how many calls may be nested in it.
    pub counts_calls: bool,
    pub globals_bytes: usize,
    pub hooks: Hooks,
    pub stress: Stress,
    /// Run-time types, with their maps laid out.
    pub types: Arc<Types>,
    /// The function that fibers made by natives begin with; it takes a closure.
    pub start_func: u32,
    /// The guest's words for what ends a run.
    pub words: Words,
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
// SAFETY: the two addresses are only read, and what they lead to is atomics.
unsafe impl Sync for Shared {}

/// What the tiers give to the runtime: function pointers, filled in by the crate that joins tiers and
/// runtime.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// Runs a function in the interpreter: arguments in `slots`, results in `slots`. Status 0 or 1; native
    /// code may also get 2: a tail call leads to `VmCtx::callee`, which has code, with the arguments in
    /// `deopt_values`; it gives the results. Safety: `slots` has room for those of `func`, which exists; the
    /// caller is on a fiber's stack.
    pub interp_call: unsafe extern "C" fn(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32,
    /// Resumes in the interpreter at `VmCtx::deopt_state` of `func` with `deopt_values`; results in `slots`.
    pub interp_resume: unsafe extern "C" fn(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32,
    /// `enter`: calls native code with and into a register file. Status 0 or 1.
    pub enter: unsafe extern "C" fn(ctx: *mut VmCtx, code: usize, regs: *mut RegFile) -> u32,
    /// Native code is about to call `func`, which has none yet. Its code, or 0 to interpret.
    pub on_cold_entry: fn(vm: &mut Vm, func: u32) -> usize,
    /// The interpreter calls `func` often. Its code if there is some by now, or 0.
    pub on_hot_call: fn(vm: &mut Vm, func: u32) -> usize,
    /// The interpreter passes the poll `state` of `func` often. Code to continue in, or 0.
    pub on_hot_loop: fn(vm: &mut Vm, func: u32, state: u32) -> usize,
    /// Native code of `func` left at a guard.
    pub on_deopt: fn(vm: &mut Vm, func: u32, state: u32),
    /// A native that is not light has stopped: it may have added functions and types to the module, or told
    /// of some. Takes the state of the tiers that belongs to the isolate.
    pub catch_up: fn(tier_state: &dyn Any) -> Result<(), Full>,
    /// Appends the frames of the interpreter activation that began with `record`, innermost first.
    pub interp_frames: unsafe fn(record: *const Activation, out: &mut Vec<Frame>, limit: usize),
    /// What machine code at `pc` (a return address) is.
    pub find_code: fn(shared: &Shared, pc: usize) -> CodeSite,
}

/// The three standard streams.
pub struct Streams {
    /// Standard input.
    pub input: Box<dyn Read + Send>,
    /// Standard output.
    pub output: Box<dyn Write + Send>,
    /// Standard error.
    pub errors: Box<dyn Write + Send>,
}

impl Default for Streams {
    fn default() -> Streams {
        Streams { input: Box::new(io::empty()), output: Box::new(io::sink()), errors: Box::new(io::sink()) }
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

impl VmAddress {
    #[inline(always)]
    pub fn new(vm: *mut Vm) -> VmAddress {
        VmAddress(vm.cast())
    }

    #[inline(always)]
    pub fn get(self) -> *mut Vm {
        self.0.cast()
    }
}

/// The isolate's inside.
pub struct Vm {
    /// Owned; only ever reached through this pointer and its copies in running code.
    ctx: *mut VmCtx,
    pub heap: Heap,
    pub shared: Shared,
    pub limits: Limits,
    pub counters: Counters,
    pub canceller: Canceller,
    pub meter: Meter,
    pub scheduler: Scheduler,
    pub roots: Roots,
    /// The objects whose addresses the guest has seen.
    pub(crate) addresses: addresses::Addresses,
    /// The objects of the host's that the guest has handles of. They are dropped before the host's own state.
    pub(crate) objects: crate::border::Objects,
    pub world: World,
    /// Behaviours, symbols and sites of a dynamic guest.
    pub(crate) dynamic: crate::dynamic::Dynamic,
    pub(crate) timers: timers::Timers,
    pub(crate) pending: pending::Pending,
    /// What is to be known of the call of an exported function while it is interrupted.
    pub(crate) awaited: crate::border::Awaited,
    /// How far the packages of the isolate are initialised.
    pub(crate) setup: crate::border::Setup,
    /// State of the tiers that belongs to this isolate.
    pub tier_state: Box<dyn Any + Send>,
    /// How often the module had grown when the tiers were told last.
    pub(crate) caught_up: usize,
    /// The snapshot that the isolate begins from, as it is in this Vm.
    start: Option<snapshot::Start>,
    /// What happened and when, if a host asked for it.
    pub timeline: Option<Box<crate::timeline::Timeline>>,
    /// What takes samples, if the isolate is profiled.
    pub(crate) sampler: Option<Box<crate::profile::Sampler>>,
    /// What takes samples for the guest itself, if it has asked for a profile.
    own_sampler: Option<Box<crate::profile::Sampler>>,
    /// Maps that were made and not collected, with their types, while a snapshot is taken.
    pub(crate) recorded_maps: Option<Vec<(usize, u32)>>,
    /// The module's types, or `own_types`.
    pub(crate) types: *const Types,
    /// The types of an isolate that has made some: those of the module, and them.
    own_types: Option<Arc<Types>>,
    /// Finds data races, in an isolate whose code tells of its accesses.
    finder: Option<Box<races::Finder>>,
    /// What the last run has left that ended well: fibers, and whether timers were set.
    left: (usize, bool),
}

// SAFETY: all raw addresses in a Vm lead to memory that it owns, or to what `Shared` keeps alive and shares
// between threads; nothing of it stays on a thread between two runs.
unsafe impl Send for Vm {}

impl Drop for Vm {
    fn drop(&mut self) {
        self.drop_fibers();
        // SAFETY: the context was made by `Box::into_raw`, nothing runs any more, and no part of the Vm reads
        // it when dropped.
        drop(unsafe { Box::from_raw(self.ctx) });
    }
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
        let roots = Roots::new(shared.globals_bytes)?;
        let tables = &shared.tables;
        let ctx = Box::into_raw(Box::new(VmCtx {
            bumps: heap.bumps_ptr(),
            entries: shared.entries,
            globals: roots.globals(),
            data: shared.data.as_ptr().cast(),
            dispatch: tables.rows.dispatch(),
            implements: tables.rows.implements(),
            compiled: shared.compiled,
            direct: tables.direct.base(),
            natives: tables.natives.base().cast(),
            maps: shared.types.maps.as_ptr(),
            map_count: shared.types.maps.len() as u64,
            ..VmCtx::default()
        }));
        let mut vm = Box::new(Vm {
            ctx,
            heap,
            world: World::new(streams, host, shared.guest.clone()),
            limits,
            counters: Counters::default(),
            canceller: Canceller::default(),
            // SAFETY: the context lives until the Vm is dropped, and the meter with it.
            meter: unsafe { Meter::new(ctx) },
            scheduler: Scheduler::default(),
            roots,
            addresses: addresses::Addresses::default(),
            objects: crate::border::Objects::default(),
            dynamic: crate::dynamic::Dynamic::default(),
            timers: timers::Timers::default(),
            pending: pending::Pending::default(),
            awaited: crate::border::Awaited::default(),
            setup: crate::border::Setup::default(),
            tier_state: Box::new(()),
            caught_up: 0,
            start: None,
            sampler: None,
            own_sampler: None,
            timeline: None,
            recorded_maps: None,
            finder: None,
            left: (0, false),
            types: Arc::as_ptr(&shared.types),
            own_types: None,
            shared,
        });
        vm.refuel_all();
        vm.attach();
        Ok(vm)
    }

    /// The address of the context: running code holds it for as long as the isolate lives.
    pub fn ctx(&self) -> *mut VmCtx {
        self.ctx
    }

    /// Lets the context lead to this Vm, by a pointer that is derived from `self`: to be done whenever the Vm
    /// was borrowed otherwise since, and code is about to run that finds the Vm through the context.
    #[inline]
    pub fn attach(&mut self) -> *mut VmCtx {
        let vm: *mut Vm = self;
        // SAFETY: the context is owned, and no reference to it is ever held.
        unsafe { (*self.ctx).vm = VmAddress::new(vm) };
        self.ctx
    }

    /// The address of the context of a Vm that is only known by its address.
    ///
    /// # Safety
    /// `vm` leads to a live Vm.
    #[inline(always)]
    pub(crate) unsafe fn context(vm: *mut Vm) -> *mut VmCtx {
        // SAFETY: the caller's promise; the field never changes.
        unsafe { (*vm).ctx }
    }

    /// Native code for calls from the interpreter: the table in use, or null in tier `interp`.
    pub fn set_compiled(&mut self, table: *const usize) {
        // SAFETY: the context is owned, and no reference to it is ever held.
        unsafe { (*self.ctx).compiled = table };
    }

    fn refuel_all(&mut self) {
        self.meter.reset(self.limits.gas);
        self.scheduler.reset_choices();
        self.timers = timers::Timers::default();
    }

    /// Back to the state of a fresh isolate, memory kept. Limits start again in full; `canceller` is a new
    /// one.
    ///
    /// An isolate that began from a snapshot begins from it again, if its limits still allow that.
    pub fn reset(&mut self) {
        self.clear(crate::heap::KEPT);
        self.go_to_start();
    }

    /// [`Vm::reset`], with at most about `keep` bytes of heap kept.
    fn clear(&mut self, keep: usize) {
        self.drop_fibers();
        self.objects.clear();
        self.addresses = addresses::Addresses::default();
        self.forget_races();
        let _ = self.end_own_profile();
        self.dynamic = self.dynamic.renewed();
        self.account_outside();
        self.restore_memory(keep);
        self.world.reset();
        self.counters = Counters::default();
        self.canceller = Canceller::default();
        self.pending.set_log(crate::border::Log::Off);
        (self.awaited, self.setup) = Default::default();
        (self.types, self.own_types) = (Arc::as_ptr(&self.shared.types), None);
        // SAFETY: the context is owned, and no reference to it is ever held.
        unsafe { (*self.ctx).stress = 0 };
        self.scheduler.forget_ending();
        self.scheduler.has_grown = false;
        self.scheduler.shows_all = false;
        self.refuel_all();
    }

    /// Gives the isolate types of its own, if it has none.
    pub(crate) fn own_types(&mut self) {
        if self.own_types.is_none() {
            self.world.note("makes types while it runs");
            let own = Arc::new(Types::clone(&self.shared.types));
            self.types = Arc::as_ptr(&own);
            self.own_types = Some(own);
        }
    }

    /// Sets how much sends keep of what they found, which a reset does not change, and the functions of the
    /// guest that look up where nothing is kept. What was kept before is forgotten.
    pub fn set_dispatch(&mut self, dispatch: crate::dynamic::Dispatch, askers: Vec<u32>) {
        self.dynamic.set_dispatch(dispatch, askers);
        self.forget_sends(None);
    }

    /// Keeps counters of single sites from now on, which makes sends slower, or keeps none.
    pub fn count_sends(&mut self, yes: bool) {
        self.forget_sends(None);
        self.dynamic.counting = yes.then(Default::default);
    }

    /// The counters of single sites, in the order in which they lie in memory.
    pub fn site_counts(&self) -> Vec<crate::dynamic::SiteCounts> {
        self.dynamic.site_counts()
    }

    /// Empties the sites of a selector, by its serial, or all, and what the table and the methods keep.
    pub(crate) fn forget_sends(&mut self, selector: Option<u32>) {
        for at in self.dynamic.forget(selector) {
            // SAFETY: the list has only sites that lie in the globals, or in an object of the heap which the
            // list has kept alive since; no other view of guest memory is held, as the Vm is borrowed
            // mutably.
            crate::dynamic::empty(unsafe { &mut *(at as *mut [u64; crate::dynamic::SITE_WORDS]) });
        }
    }

    /// The counters of sends.
    pub fn send_counts(&self) -> crate::dynamic::SendCounts {
        self.dynamic.sites.counts
    }

    /// Units used so far.
    pub fn gas_used(&self) -> u64 {
        self.meter.used()
    }

    /// Units left, if there is a limit; negative after work that was not stopped in time.
    pub fn gas_left(&self) -> Option<i64> {
        self.meter.left()
    }

    /// Sets the limit of gas, and what is left to it, while nothing runs.
    pub fn set_gas(&mut self, limit: Option<u64>) {
        self.limits.gas = limit;
        if self.is_at_start() {
            // It holds for the initialisation, too, as in an isolate that is still to initialise itself.
            self.meter.reset(limit);
            self.setup = Default::default();
            self.go_to_start();
        } else {
            self.meter.set_left(limit);
        }
    }

    /// Takes a cancellation back.
    pub fn clear_cancellation(&mut self) {
        self.canceller.clear();
    }

    /// Adds to what is left.
    pub fn refuel(&mut self, units: u64) {
        self.meter.refuel(units);
    }

    /// Takes gas; the next poll notices.
    pub fn charge(&mut self, units: i64) {
        self.meter.charge(units);
    }

    // --- memory

    /// Allocates, collecting if need be.
    pub fn allocate(
        &mut self,
        f: impl FnMut(&mut Heap) -> Result<*mut u8, HeapError>,
    ) -> Result<usize, Stop> {
        // SAFETY: `&mut self`: no other reference to a part of the Vm is in use.
        unsafe { Vm::allocate_in(self, f) }
    }

    /// Allocates, collecting if need be, while other parts of the Vm than its heap may be borrowed.
    ///
    /// # Safety
    /// `vm` leads to a live Vm of which neither the heap nor the roots nor the scheduler are borrowed
    /// mutably.
    #[inline(always)]
    pub(crate) unsafe fn allocate_in(
        vm: *mut Vm,
        mut f: impl FnMut(&mut Heap) -> Result<*mut u8, HeapError>,
    ) -> Result<usize, Stop> {
        loop {
            // SAFETY: the caller's promise; the borrow of the heap ends with the call of `f`.
            match f(unsafe { &mut (*vm).heap }) {
                Ok(at) => return Ok(at as usize),
                // SAFETY: the caller's promise.
                Err(HeapError::NeedsCollection) => unsafe { Vm::collect_in(vm) },
                Err(HeapError::OutOfMemory) => return Err(HeapError::OutOfMemory.into()),
            }
        }
    }

    /// Collects now, wherever the program is.
    pub fn collect(&mut self) {
        // SAFETY: `&mut self`: no other reference to a part of the Vm is in use.
        unsafe { Vm::collect_in(self) };
    }

    /// A zeroed object, collecting if need be. It charges nothing.
    pub fn new_object(&mut self, class: crate::heap::ClassId) -> Result<usize, Stop> {
        self.allocate(|heap| heap.alloc(class))
    }

    /// `n` zeroed objects of a class in a row, charged. `n` is not negative.
    pub fn new_array(&mut self, class: crate::heap::ClassId, n: usize) -> Result<usize, Stop> {
        use purlin_base::gas;
        if let Some((at, bytes)) = self.heap.alloc_array_at_hand(class, n as u64) {
            self.charge(gas::bytes_allocated(bytes as u64));
            return Ok(at as usize);
        }
        self.charge(gas::bytes_allocated((n as u64).saturating_mul(self.heap.class_size(class) as u64)));
        self.allocate(|heap| heap.alloc_array_of(class, n))
    }

    /// A copy of `bytes` without pointers, charged.
    #[inline]
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Result<usize, Stop> {
        use purlin_base::gas;
        self.charge(gas::ALLOC + gas::bytes_allocated(bytes.len() as u64));
        let at = self.allocate(|heap| heap.alloc_bytes(bytes.len()))?;
        // SAFETY: a fresh object of that size.
        unsafe { crate::bytes::move_bytes(at as *mut u8, bytes.as_ptr(), bytes.len()) };
        Ok(at)
    }
}
