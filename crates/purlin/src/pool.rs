//! Pools of isolates: their address space, stacks and tables are used again, so that an isolate that lives
//! for one call costs no system call. Knows nothing of what isolates run; what makes the inside of one as
//! good as new is `Vm::recycle`.

use std::any::Any;
use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use purlin_runtime::vm::{Limits, Streams, Vm};

use crate::form::Form;
use crate::isolate::Isolate;
use crate::module::Module;
use crate::slot::{Home, Slot};
use crate::snapshot::Snapshot;

/// What a [`Pool`] keeps.
///
/// ```
/// use purlin::PoolConfig;
///
/// // At most 1,000 isolates at once, so that requests beyond that are refused instead of taking memory.
/// let config = PoolConfig { most: Some(1_000), ..PoolConfig::default() };
/// assert_eq!((config.idle, config.idle_bytes), (64, 1 << 20));
/// ```
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

/// A Vm is large, and is moved from list to isolate and back.
#[allow(clippy::vec_box)]
type Slots = Vec<Box<Vm>>;

/// Each on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
struct Shard(Mutex<Slots>);

impl Shard {
    fn lock(&self) -> MutexGuard<'_, Slots> {
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
    ///
    /// The example of [`Pool`] makes one.
    pub fn pool(&self, config: PoolConfig) -> Pool {
        Pool::new(self.clone(), None, config)
    }
}

impl Snapshot {
    /// A pool of isolates that begin from the snapshot. Each slot has the state relocated once; after that,
    /// only pages that an isolate has written to are written again for the next.
    ///
    /// The example of [`Snapshot`] makes one.
    pub fn pool(&self, config: PoolConfig) -> Pool {
        Pool::new(self.module().clone(), Some(self.clone()), config)
    }
}

impl Pool {
    fn new(module: Module, snapshot: Option<Snapshot>, config: PoolConfig) -> Pool {
        Pool(Arc::new(Inner {
            module,
            snapshot,
            config,
            shards: Default::default(),
            idle: AtomicUsize::new(0),
            alive: AtomicUsize::new(0),
        }))
    }

    /// A fresh isolate, as from [`Module::isolate`], or of a snapshot's pool one that begins from the
    /// snapshot (see [`Snapshot`]). When it is dropped, its slot goes back to the pool.
    ///
    /// A slot serves isolates with the same limit of heap, and with or without limits of call depth and of
    /// bytes allocated, as the one that it was made for.
    ///
    /// # Errors
    /// One of kind `WouldBlock` if as many isolates live as the pool may have; else the system gives no
    /// address space, or limits of call depth or allocation ask for code that cannot be made.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, PoolConfig, SourceFile, Streams};
    ///
    /// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let pool = module.pool(PoolConfig { most: Some(1), ..PoolConfig::default() });
    /// assert!(pool.module().has_main());
    /// let only = pool.isolate((), Limits::default(), Streams::default())?;
    /// let refused = pool.isolate((), Limits::default(), Streams::default()).err().unwrap();
    /// assert_eq!(refused.kind(), std::io::ErrorKind::WouldBlock);
    /// drop(only);
    /// assert_eq!(pool.idle(), 1);
    /// pool.clear();
    /// assert_eq!(pool.idle(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn isolate<T: Send + 'static>(
        &self,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> io::Result<Isolate<T>> {
        let inner = &self.0;
        inner.enter()?;
        let vm = inner.slot(Box::new(host), limits, streams).inspect_err(|_| inner.leave())?;
        Ok(Isolate::in_slot(Slot::new(vm, Some(inner.clone())), inner.module.clone()))
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

    /// Counts one more isolate.
    fn enter(&self) -> io::Result<()> {
        let Some(most) = self.config.most else { return Ok(()) };
        let more = |n: usize| (n < most).then_some(n + 1);
        self.alive.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).map(|_| ()).map_err(|_| {
            let message = format!("the pool has {most} isolates already, which is its limit");
            io::Error::new(io::ErrorKind::WouldBlock, message)
        })
    }

    /// Counts one isolate less.
    fn leave(&self) {
        if self.config.most.is_some() {
            self.alive.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// A slot, used before or new, for an isolate.
    fn slot(&self, host: Box<dyn Any + Send>, limits: Limits, streams: Streams) -> io::Result<Box<Vm>> {
        let form = self.module.0.forms.for_limits(&limits, false)?;
        let mut vm = match self.take(form, &limits) {
            Some(mut vm) => {
                vm.renew(limits, streams, host);
                vm
            }
            None => Vm::new(form.shared.clone(), limits, streams, host)?,
        };
        form.tiers.prepare(&mut vm)?;
        if let Some(snapshot) = &self.snapshot {
            snapshot.begin(&mut vm)?;
        }
        Ok(vm)
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

impl Home for Inner {
    fn take_back(&self, mut vm: Box<Vm>) {
        let leftovers = vm.recycle(self.config.idle_bytes);
        self.keep(vm);
        self.leave();
        // Last, as it may panic, or make isolates of this pool.
        drop(leftovers);
    }
}
