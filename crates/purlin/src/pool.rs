//! Pools of isolates: their address space, stacks and tables are used again, so that an isolate that lives
//! for one call costs no system call. Knows nothing of what isolates run; what makes the inside of one as good
//! as new is `Vm::recycle`.

use std::cell::Cell;
use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use purlin_runtime::vm::{Limits, Streams, Vm};

use crate::form::Form;
use crate::isolate::Isolate;
use crate::module::Module;
use crate::snapshot::Snapshot;

/// What a [`Pool`] keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// Slots that wait for an isolate, at most: those of isolates that were dropped beyond that are freed.
    pub idle: usize,
    /// Isolates that live at one time, at most; `None` is no limit.
    pub most: Option<usize>,
    /// Bytes of heap that each slot that waits may keep, by about.
    pub idle_bytes: usize,
}

impl Default for PoolConfig {
    /// 64 slots that wait with at most a MiB of heap each, and as many isolates as one likes.
    fn default() -> PoolConfig {
        PoolConfig { idle: 64, most: None, idle_bytes: 1 << 20 }
    }
}

/// Makes isolates of one module in slots that are used again and again: an isolate that is dropped leaves its
/// slot to the next one, which finds nothing of it. Cheap to clone; clones share the slots, on any threads.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, PoolConfig, SourceFile, Streams};
///
/// let text = "package main\nvar n int64\nfunc Next() int64 { n++; return n }\nfunc main() {}";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let pool = module.pool(PoolConfig::default());
/// for _ in 0..3 {
///     let mut isolate = pool.isolate((), Limits::default(), Streams::default())?;
///     assert_eq!(isolate.call::<_, i64>("Next", ())?, 1);
/// }
/// assert_eq!(pool.idle(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Pool(Arc<Inner>);

/// Lists of slots, so that threads seldom wait for each other, and find slots whose memory is in the caches
/// of their processor.
const SHARDS: usize = 16;

struct Inner {
    module: Module,
    /// What its isolates begin from, if not from nothing.
    snapshot: Option<Snapshot>,
    config: PoolConfig,
    shards: [Shard; SHARDS],
    /// Slots in all shards.
    idle: AtomicUsize,
    /// Isolates that live; counted only where there is a limit.
    alive: AtomicUsize,
}

/// Each on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
struct Shard(Mutex<Vec<Box<Vm>>>);

impl Shard {
    fn lock(&self) -> MutexGuard<'_, Vec<Box<Vm>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for an isolate of this form with these limits, the one that was used last.
    fn take(&self, form: &Form, limits: &Limits) -> Option<Box<Vm>> {
        let mut slots = self.lock();
        let at = slots.iter().rposition(|vm| is_of(vm, form) && vm.fits(limits))?;
        Some(slots.remove(at))
    }
}

/// Whether an isolate runs this form of its module.
fn is_of(vm: &Vm, form: &Form) -> bool {
    Arc::ptr_eq(&vm.shared.tiers, &form.shared.tiers)
}

/// The shard that this thread uses first.
fn own_shard() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local!(static OWN: Cell<Option<usize>> = const { Cell::new(None) });
    let own = OWN.try_with(|own| {
        own.get().unwrap_or_else(|| {
            let shard = NEXT.fetch_add(1, Ordering::Relaxed) % SHARDS;
            own.set(Some(shard));
            shard
        })
    });
    own.unwrap_or(0)
}

impl Module {
    /// A pool of isolates of this module.
    pub fn pool(&self, config: PoolConfig) -> Pool {
        Pool::new(self.clone(), None, config)
    }
}

impl Pool {
    pub(crate) fn new(module: Module, snapshot: Option<Snapshot>, config: PoolConfig) -> Pool {
        Pool(Arc::new(Inner {
            module,
            snapshot,
            config,
            shards: Default::default(),
            idle: AtomicUsize::new(0),
            alive: AtomicUsize::new(0),
        }))
    }

    /// A fresh isolate, as from [`Module::isolate`], or of a snapshot's pool one that begins from the snapshot
    /// (see [`Snapshot`]). When it is dropped, its slot goes back to the pool.
    ///
    /// A slot serves isolates with the same limit of heap, and with or without limits of call depth and of
    /// bytes allocated, as the one that it was made for.
    ///
    /// # Errors
    /// One of kind `WouldBlock` if as many isolates live as the pool may have; else the system gives no
    /// address space, or limits of call depth or allocation ask for code that cannot be made.
    pub fn isolate<T: Send + 'static>(
        &self,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> io::Result<Isolate<T>> {
        let inner = &self.0;
        let form = inner.module.0.forms.for_limits(&limits)?;
        let place = Place::take(inner)?;
        let host = Box::new(host);
        let mut vm = match inner.take(form, &limits) {
            Some(mut vm) => {
                vm.renew(limits, streams, host);
                vm
            }
            None => Vm::new(form.shared.clone(), limits, streams, host)?,
        };
        form.tiers.prepare(&mut vm)?;
        if let Some(snapshot) = &inner.snapshot {
            snapshot.begin(&mut vm)?;
        }
        Ok(Isolate::in_slot(Slot { vm: Some(vm), place: Some(place) }, inner.module.clone()))
    }

    /// The module whose isolates these are.
    pub fn module(&self) -> &Module {
        &self.0.module
    }

    /// Slots that wait for an isolate.
    pub fn idle(&self) -> usize {
        self.0.idle.load(Ordering::Relaxed)
    }

    /// Frees the slots that wait for an isolate.
    pub fn clear(&self) {
        for shard in &self.0.shards {
            let slots = std::mem::take(&mut *shard.lock());
            self.0.idle.fetch_sub(slots.len(), Ordering::Relaxed);
        }
    }
}

impl Inner {
    fn take(&self, form: &Form, limits: &Limits) -> Option<Box<Vm>> {
        let own = own_shard();
        let mut shards = (own..own + SHARDS).map(|n| &self.shards[n % SHARDS]);
        let vm = shards.find_map(|shard| {
            // Without slots there is nothing to be found in the shards of others.
            (self.idle.load(Ordering::Relaxed) > 0).then(|| shard.take(form, limits))?
        })?;
        self.idle.fetch_sub(1, Ordering::Relaxed);
        Some(vm)
    }

    /// Keeps a slot for the next isolate. If there are enough, one goes: of this thread's the one that was
    /// used least recently, so that slots of which nothing fits any more do not stay.
    fn keep(&self, vm: Box<Vm>) {
        let mut slots = self.shards[own_shard()].lock();
        let full = self.idle.fetch_add(1, Ordering::Relaxed) >= self.config.idle;
        slots.push(vm);
        let surplus = full.then(|| slots.remove(0));
        drop(slots);
        if surplus.is_some() {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The right of one isolate to live.
struct Place(Arc<Inner>);

impl Place {
    fn take(inner: &Arc<Inner>) -> io::Result<Place> {
        if let Some(most) = inner.config.most {
            let more = |n: usize| (n < most).then_some(n + 1);
            inner.alive.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).map_err(|_| {
                let message = format!("the pool has {most} isolates already, which is its limit");
                io::Error::new(io::ErrorKind::WouldBlock, message)
            })?;
        }
        Ok(Place(inner.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.0.config.most.is_some() {
            self.0.alive.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The inside of an isolate, and the pool that it came from, if any.
pub(crate) struct Slot {
    /// There until the slot is dropped.
    vm: Option<Box<Vm>>,
    place: Option<Place>,
}

impl Slot {
    /// Of no pool.
    pub(crate) fn alone(vm: Box<Vm>) -> Slot {
        Slot { vm: Some(vm), place: None }
    }
}

impl Deref for Slot {
    type Target = Vm;

    fn deref(&self) -> &Vm {
        self.vm.as_ref().expect("the slot is not dropped")
    }
}

impl DerefMut for Slot {
    fn deref_mut(&mut self) -> &mut Vm {
        self.vm.as_mut().expect("the slot is not dropped")
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let (Some(mut vm), Some(place)) = (self.vm.take(), self.place.take()) {
            let leftovers = vm.recycle(place.0.config.idle_bytes);
            place.0.keep(vm);
            drop(place);
            // Last, as it may panic, or make isolates of this pool.
            drop(leftovers);
        }
    }
}
