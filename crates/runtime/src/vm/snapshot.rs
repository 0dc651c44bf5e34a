//! Snapshots: the state of an isolate whose packages are initialised, and nothing else, from which others
//! begin. Each then continues exactly as if it had initialised itself: memory, gas, time, chance and
//! counters.
//!
//! A snapshot is made of two isolates that have both initialised their packages: `../heap/image.rs` tells why
//! two. An isolate begins from it only where its own initialisation would have gone the same way: its limits
//! are wide enough, and what else was asked for is the same. Otherwise it is a fresh one, which initialises
//! itself. Knows nothing of pools.

use std::any::Any;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::addresses::Shown;
use super::{Counters, Limits, Outcome, Vm};
use crate::border::Setup;
use crate::heap::{Bases, Comparison, Image, MemoryFile, Word};
use crate::map::rehash::{HashedWords, hashed_words, map_rehash};
use crate::stack::STRIDE;
use crate::trap::Trap;

/// Why there is no snapshot.
#[derive(Debug)]
pub enum NoSnapshot {
    /// The initialisation ended otherwise than well.
    Ended(Trap),
    /// What the initialisation does that two isolates cannot have in common, to follow "the initialisation".
    Does(String),
}

/// See the file's header. Immutable; shared by the isolates that begin from it, on any threads.
pub struct Snapshot {
    image: Arc<Image>,
    globals: Vec<(u64, Word)>,
    /// Where isolates map their globals from, if they are many.
    globals_file: Option<Arc<MemoryFile>>,
    /// Maps that hash addresses: their offsets in the heap, and their types.
    maps: Vec<(usize, u32)>,
    /// The objects whose addresses were shown.
    shown: Shown,
    /// Units of gas used, and how many of them when limits were last looked at.
    gas: (u64, u64),
    counters: Counters,
    timers: (u64, i64),
    choices: u64,
    needs: Needs,
    /// The arguments of the program.
    args: Vec<String>,
    /// Names the form of the module: code of other forms is another.
    tiers: Arc<dyn Any + Send + Sync>,
}

/// What an isolate must have so that its own initialisation would have gone the same way.
struct Needs {
    alloc_bytes: u64,
    heap_bytes: usize,
    exact_heap_bytes: Option<usize>,
    stack_bytes: usize,
    call_depth: Option<u64>,
    same_args: bool,
}

/// A snapshot in one Vm.
pub(super) struct Start {
    snapshot: Arc<Snapshot>,
    globals: Vec<u64>,
}

fn does(what: impl Into<String>) -> NoSnapshot {
    NoSnapshot::Does(what.into())
}

impl Vm {
    /// Notes what a run that ends well leaves, before it is dropped: fibers, and whether timers are set.
    pub(super) fn note_left(&mut self, fibers: usize, timers_are_set: bool) {
        self.left = (fibers, timers_are_set);
    }

    /// Initialises the packages of a fresh isolate, to make a snapshot of it.
    ///
    /// # Errors
    /// The initialisation does what no snapshot can hold.
    pub fn initialise(&mut self, init: Option<u32>) -> Result<(), NoSnapshot> {
        self.recorded_maps = Some(Vec::new());
        self.setup = Setup::Begun;
        if let Some(init) = init
            // SAFETY: what initialises a module takes nothing.
            && let Outcome::Trap(trap) = unsafe { self.run(init, Vec::new()) }
        {
            return Err(match self.world.contact {
                Some(what) => does(what),
                None => NoSnapshot::Ended(trap),
            });
        }
        self.setup = Setup::Done;
        if let Some(what) = self.world.contact {
            return Err(does(what));
        }
        if !self.dynamic.is_empty() {
            return Err(does("makes behaviours or symbols"));
        }
        if !self.world.native_state.is_empty() {
            return Err(does("keeps state in the library that belongs to one run"));
        }
        match std::mem::take(&mut self.left) {
            (0, false) => Ok(()),
            (0, true) => Err(does("leaves a timer that is set")),
            (1, _) => Err(does("leaves a fiber that has not ended")),
            (n, _) => Err(does(format!("leaves {n} fibers that have not ended"))),
        }
    }

    fn bases(&self) -> Bases {
        Bases { heap: self.heap.zero_size_address(), globals: self.roots.globals() as usize }
    }

    /// Whether the isolate begins from a snapshot, and nothing has run in it yet.
    pub fn is_at_start(&self) -> bool {
        let begun = |start: &Start| self.counters.fibers == start.snapshot.counters.fibers;
        self.setup == Setup::Done && self.start.as_ref().is_some_and(begun)
    }

    /// Lets a fresh isolate begin from a snapshot of its module, if its own initialisation would have gone
    /// the same way, and every isolate that this Vm is renewed for.
    ///
    /// # Errors
    /// The system refuses memory.
    pub fn begin_from(&mut self, snapshot: &Arc<Snapshot>) -> io::Result<()> {
        if self.start.as_ref().is_some_and(|start| Arc::ptr_eq(&start.snapshot, snapshot)) {
            return Ok(());
        }
        self.world.args.clone_from(&snapshot.args);
        if !snapshot.is_for(self) {
            return Ok(());
        }
        if self.start.is_some() {
            self.discard_start();
        }
        let (bases, types) = (self.bases(), &*self.shared.types);
        self.heap.install(&snapshot.image, bases.globals, |heap| snapshot.rehash(heap, types))?;
        let globals = snapshot.globals_at(bases);
        self.roots.begin_from(&globals, snapshot.globals_file.as_ref());
        self.start = Some(Start { snapshot: snapshot.clone(), globals });
        self.go_to_start();
        Ok(())
    }

    /// Arguments that the isolate has if the host says nothing else: those of the snapshot.
    pub(super) fn set_usual_args(&mut self) {
        if let Some(start) = &self.start {
            self.world.args.clone_from(&start.snapshot.args);
        }
    }

    /// Continues where the snapshot ends, if there is one and it fits; the memory is the snapshot's, and all
    /// else is as in a fresh isolate. If it does not fit, the isolate is a fresh one from now on.
    pub(super) fn go_to_start(&mut self) {
        let Some(start) = &self.start else { return };
        let snapshot = start.snapshot.clone();
        if !snapshot.is_for(self) {
            self.discard_start();
            return;
        }
        self.meter.continue_at(snapshot.gas.0, snapshot.gas.1);
        self.addresses.continue_at(&snapshot.shown, self.heap.zero_size_address());
        self.account_outside();
        self.counters = snapshot.counters;
        self.timers.continue_at(snapshot.timers);
        self.scheduler.choices = snapshot.choices;
        self.setup = Setup::Done;
    }

    /// Lets an isolate in which nothing has run yet initialise itself instead of beginning from a snapshot.
    /// Does nothing to others.
    pub fn leave_start(&mut self) {
        if let Some(start) = self.start.as_ref().filter(|_| self.is_at_start()) {
            let more = self.refuelled(start);
            self.discard_start();
            self.meter.refuel(more);
        }
    }

    /// A fresh isolate, of which no snapshot is left.
    fn discard_start(&mut self) {
        self.start = None;
        self.drop_fibers();
        self.roots.begin_anew();
        self.addresses = Default::default();
        (self.counters, self.setup) = Default::default();
        self.refuel_all();
        self.heap.uninstall();
    }

    /// Units that were added to what the limit of gas and the snapshot leave.
    fn refuelled(&self, start: &Start) -> u64 {
        let (Some(limit), Some(left)) = (self.limits.gas, self.gas_left()) else { return 0 };
        u64::try_from(left).unwrap_or(0).saturating_sub(limit.saturating_sub(start.snapshot.gas.0))
    }

    /// What the program may see of its surroundings has changed: an isolate whose initialisation would have
    /// seen it initialises itself.
    pub fn surroundings_changed(&mut self) {
        if self.is_at_start() && self.start.as_ref().is_some_and(|start| !start.snapshot.is_for(self)) {
            self.leave_start();
        }
    }

    /// The memory of the snapshot that the isolate begins from, or fresh memory.
    pub(super) fn restore_memory(&mut self, keep: usize) {
        if !self.heap.restore(keep) {
            self.start = None;
            self.roots.begin_anew();
        }
        self.roots.reset(self.start.as_ref().map(|start| &*start.globals));
    }
}

impl Snapshot {
    /// The snapshot of two isolates with the same limits, in which [`Vm::initialise`] has ended well.
    ///
    /// # Errors
    /// Their state depends on where their memory lies.
    pub fn of(a: &Vm, b: &mut Vm) -> Result<Snapshot, NoSnapshot> {
        let differ = || does("has other results each time, as its state depends on addresses");
        let mut odd = Vec::new();
        let (a_bases, b_bases) = (a.bases(), b.bases());
        // SAFETY: nothing runs in the two isolates.
        let image = unsafe { Image::of((&a.heap, a_bases), (&b.heap, b_bases), &mut odd) };
        let image = image.map_err(|_| differ())?;
        let comparison = Comparison::new(a_bases, b_bases).ok_or_else(differ)?;
        let words = a.roots.words().iter().zip(b.roots.words());
        let globals: Vec<(u64, Word)> = words.map(|(a, b)| (*a, comparison.word(*a, *b))).collect();
        let counters =
            |vm: &Vm| (vm.meter.used(), vm.meter.checked(), vm.counters.fibers, vm.timers.numbers());
        let same = counters(a) == counters(b) && a.scheduler.choices == b.scheduler.choices;
        if !same || globals.iter().any(|(_, word)| *word == Word::Odd) {
            return Err(differ());
        }
        let maps = maps_of(a, b, &odd).ok_or_else(differ)?;
        let shown = a.addresses.shown(a_bases.heap);
        if shown != b.addresses.shown(b_bases.heap) {
            return Err(differ());
        }
        let stats = image.stats();
        let peak = stats.peak_bytes + a.counters.fibers as usize * 2 * STRIDE + (1 << 20);
        Ok(Snapshot {
            needs: Needs {
                alloc_bytes: a.heap.allocated_bytes(),
                // What stacks may take depends on what the heap leaves them.
                heap_bytes: if a.scheduler.has_grown { usize::MAX } else { peak }.min(a.limits.heap_bytes),
                exact_heap_bytes: a.world.reads_heap_limit.then_some(a.limits.heap_bytes),
                // A fiber that had to ask for more stack may have got all that there was.
                stack_bytes: if a.scheduler.has_grown { a.limits.stack_bytes } else { 0 },
                call_depth: a.limits.call_depth,
                same_args: a.world.reads_args,
            },
            args: a.world.args.clone(),
            image: Arc::new(image),
            globals,
            globals_file: a.roots.file(),
            maps,
            shown,
            gas: (a.meter.used(), a.meter.checked()),
            counters: a.counters,
            timers: a.timers.numbers(),
            choices: a.scheduler.choices,
            tiers: a.shared.tiers.clone(),
        })
    }

    /// Units of gas that the initialisation takes.
    pub fn gas(&self) -> u64 {
        self.gas.0
    }

    /// Bytes of heap that an isolate has which begins from the snapshot.
    pub fn bytes(&self) -> usize {
        self.image.bytes()
    }

    /// Whether the packages of this isolate would have been initialised to this state.
    fn is_for(&self, vm: &Vm) -> bool {
        let Limits { gas, alloc_bytes, heap_bytes, stack_bytes, call_depth, .. } = vm.limits;
        let needs = &self.needs;
        Arc::ptr_eq(&self.tiers, &vm.shared.tiers)
            && gas.is_none_or(|gas| gas >= self.gas.0)
            && alloc_bytes.is_none_or(|bytes| bytes >= needs.alloc_bytes)
            && heap_bytes >= needs.heap_bytes
            && needs.exact_heap_bytes.is_none_or(|bytes| bytes == heap_bytes)
            && stack_bytes >= needs.stack_bytes
            && call_depth >= needs.call_depth
            && (!needs.same_args || self.args == vm.world.args)
            && vm.heap.has_room_for(&self.image)
    }

    fn globals_at(&self, to: Bases) -> Vec<u64> {
        let from = self.image.bases();
        let moved = |(word, what): &(u64, Word)| match what {
            Word::InHeap => word.wrapping_sub(from.heap as u64).wrapping_add(to.heap as u64),
            Word::InGlobals => word.wrapping_sub(from.globals as u64).wrapping_add(to.globals as u64),
            Word::Plain | Word::Odd => *word,
        };
        self.globals.iter().map(moved).collect()
    }

    /// Puts what maps know of hashes right, where the image has been relocated.
    fn rehash(&self, heap: &crate::heap::Heap, types: &crate::types::Types) {
        for (offset, ty) in &self.maps {
            let map = &types.maps[*ty as usize];
            let Some(layout) = &map.layout else { continue };
            let at = (heap.zero_size_address() + offset) as *mut u8;
            // SAFETY: a map of this type was made there, and lives in the image, whose addresses are right by
            // now; nothing else uses the heap.
            unsafe { map_rehash(layout, at, &types.keys(map.key)) };
        }
    }
}

/// The maps that hash addresses: offsets in the heap, and types. `odd` are the offsets of the words that are
/// neither equal in both isolates nor addresses. `None` if such a word is alive and no hash of a map's.
fn maps_of(a: &Vm, b: &mut Vm, odd: &[usize]) -> Option<Vec<(usize, u32)>> {
    if odd.is_empty() {
        return Some(Vec::new());
    }
    // Which objects of the second are alive: those of the first lie at the same places.
    b.collect();
    let (a_base, b_base) = (a.heap.zero_size_address(), b.heap.zero_size_address());
    let mut holders: HashMap<usize, (usize, u32, HashedWords)> = HashMap::new();
    for (map, ty) in a.recorded_maps.as_deref().unwrap_or_default() {
        let Some(layout) = &a.shared.types.maps[*ty as usize].layout else { continue };
        if b.heap.was_alive(b_base + (map - a_base)) {
            // SAFETY: a map of this type that was made there, and is alive.
            let words = || unsafe { hashed_words(layout, *map as *const u8) };
            for object in words().objects() {
                holders.insert(object, (*map, *ty, words()));
            }
        }
    }
    let mut maps: HashMap<usize, u32> = HashMap::new();
    for offset in odd.iter().filter(|offset| b.heap.was_alive(b_base + **offset)) {
        let (object, _) = a.heap.object_start(a_base + offset)?;
        let (map, ty, words) = holders.get(&object)?;
        if !words.has(a_base + offset) {
            return None;
        }
        maps.insert(map - a_base, *ty);
    }
    Some(maps.into_iter().collect())
}
