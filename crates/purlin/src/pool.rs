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

/// Each isolate counts a reference to its shard, and to nothing that other shards use too: threads that make
/// isolates of one pool would wait for each other's counts.
struct Inner {
    common: Arc<Common>,
    shards: [Arc<Shard>; SHARDS],
}

/// What all shards of a pool have in common.
struct Common {
    module: Module,
    /// What its isolates begin from, if not from nothing.
    snapshot: Option<Snapshot>,
    config: PoolConfig,
    /// How many more slots may be kept than shards have permits for.
    permits: AtomicUsize,
    /// Isolates that live; counted only where there is a limit.
    alive: AtomicUsize,
}

/// On cache lines of its own.
#[repr(align(128))]
struct Shard {
    common: Arc<Common>,
    kept: Mutex<Kept>,
    /// As many as are kept, for those that look without waiting.
    count: AtomicUsize,
}

/// A Vm is large, and is moved from list to isolate and back.
#[allow(clippy::vec_box)]
#[derive(Default)]
struct Kept {
    slots: Vec<Box<Vm>>,
    /// How many slots may be here. All permits of a pool are as many as it may keep.
    permits: usize,
}

impl Shard {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for an isolate of this form with these limits, the one that was used last.
    fn take(&self, form: &Form, limits: &Limits) -> Option<Box<Vm>> {
        if self.count.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let mut kept = self.lock();
        let at = kept.slots.iter().rposition(|vm| is_of(vm, form) && vm.fits(limits))?;
        let vm = kept.slots.remove(at);
        self.count.store(kept.slots.len(), Ordering::Relaxed);
        self.common.take_permits(&mut kept);
        Some(vm)
    }

    /// Keeps a slot for the next isolate. If there are enough, one goes: of this shard's the one that was
    /// used least recently, so that slots of which nothing fits any more do not stay.
    fn keep(&self, vm: Box<Vm>) {
        let mut kept = self.lock();
        if kept.permits == kept.slots.len() && self.common.give_permit() {
            kept.permits += 1;
        }
        kept.slots.push(vm);
        let surplus = (kept.slots.len() > kept.permits).then(|| kept.slots.remove(0));
        self.count.store(kept.slots.len(), Ordering::Relaxed);
        drop(kept);
        drop(surplus);
    }

    fn clear(&self) {
        let mut kept = self.lock();
        let slots = std::mem::take(&mut kept.slots);
        self.count.store(0, Ordering::Relaxed);
        self.common.take_permits(&mut kept);
        drop(kept);
        drop(slots);
    }
}

impl Common {
    /// Takes back the permits of a shard that it does not need, but for a few, so that a thread whose slot
    /// comes and goes does not change what all share.
    fn take_permits(&self, kept: &mut Kept) {
        let spare = self.config.idle / (2 * SHARDS);
        let surplus = kept.permits.saturating_sub(kept.slots.len() + spare);
        if surplus > 0 {
            kept.permits -= surplus;
            self.permits.fetch_add(surplus, Ordering::Relaxed);
        }
    }

    /// Whether there was a permit.
    fn give_permit(&self) -> bool {
        let less = |n: usize| n.checked_sub(1);
        self.permits.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
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
        let (permits, alive) = (AtomicUsize::new(config.idle), AtomicUsize::new(0));
        let common = Arc::new(Common { module, snapshot, config, permits, alive });
        let shard = |_| Shard { common: common.clone(), kept: Mutex::default(), count: AtomicUsize::new(0) };
        let shards = std::array::from_fn(|n| Arc::new(shard(n)));
        Pool(Arc::new(Inner { common, shards }))
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
        let (inner, own) = (&self.0, own_shard());
        inner.common.enter()?;
        let vm = inner.slot(own, Box::new(host), limits, streams);
        let vm = vm.inspect_err(|_| inner.common.leave())?;
        Ok(Isolate::in_slot(Slot::of(vm, inner.shards[own].clone())))
    }

    /// The module whose isolates these are.
    pub fn module(&self) -> &Module {
        &self.0.common.module
    }

    /// Slots that wait for an isolate.
    pub fn idle(&self) -> usize {
        self.0.shards.iter().map(|shard| shard.count.load(Ordering::Relaxed)).sum()
    }

    /// Frees the slots that wait for an isolate.
    pub fn clear(&self) {
        self.0.shards.iter().for_each(|shard| shard.clear());
    }
}

impl Inner {
    /// A slot, used before or new, for an isolate; one of the thread's own shard rather than of others.
    fn slot(
        &self,
        own: usize,
        host: Box<dyn Any + Send>,
        limits: Limits,
        streams: Streams,
    ) -> io::Result<Box<Vm>> {
        let form = self.common.module.0.forms.for_limits(&limits, false)?;
        let mut shards = (own..own + SHARDS).map(|n| &self.shards[n % SHARDS]);
        let mut vm = match shards.find_map(|shard| shard.take(form, &limits)) {
            Some(mut vm) => {
                vm.renew(limits, streams, host);
                vm
            }
            None => Vm::new(form.shared.clone(), limits, streams, host)?,
        };
        form.tiers.prepare(&mut vm)?;
        if let Some(snapshot) = &self.common.snapshot {
            snapshot.begin(&mut vm)?;
        }
        Ok(vm)
    }
}

impl Home for Shard {
    fn module(&self) -> &Module {
        &self.common.module
    }

    fn take_back(&self, mut vm: Box<Vm>) {
        let leftovers = vm.recycle(self.common.config.idle_bytes);
        self.keep(vm);
        self.common.leave();
        // Last, as it may panic, or make isolates of this pool.
        drop(leftovers);
    }
}
