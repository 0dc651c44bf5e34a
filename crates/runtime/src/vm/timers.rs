//! The virtual clock and what waits for it.
//!
//! Time passes with the work that is done ([`gas::NANOS_PER_UNIT`]), and when every fiber waits it jumps to
//! the next timer: nothing ever sleeps in earnest, and every run sees the same times. Timers lie in guest
//! memory as a pairing heap (Fredman and others 1986); those due at the same moment go off in the order in
//! which they were set.

use purlin_base::{EntityRef as _, gas};

use super::Vm;
use crate::fiber::{FiberId, State};
use crate::heap::LayoutId;
use crate::native::Stop;
use crate::races::Order;

/// Where the clock begins, in nanoseconds since 1970: 2009-11-10 23:00:00 UTC.
const EPOCH: i64 = 1_257_894_000_000_000_000;

/// A timer in guest memory.
#[repr(C)]
pub struct Timer {
    /// The first of those below it, the next beside it, and its elder sibling or else its parent.
    child: *mut Timer,
    next: *mut Timer,
    prev: *mut Timer,
    /// What a new fiber runs when it goes off, or null for one that wakes a fiber.
    closure: u64,
    fiber: usize,
    when: i64,
    /// Nanoseconds until it goes off again, or 0.
    period: i64,
    /// Counts up; 0 if it is not set.
    seq: u64,
    /// How often it has gone off.
    fired: u64,
    /// The number of the fiber that it made last, whose place is `fiber`.
    made: u64,
}

/// The timers of an isolate.
#[derive(Default)]
pub(crate) struct Timers {
    root: u64,
    set: u64,
    /// Nanoseconds that were jumped over.
    skipped: i64,
    /// While the clock stands still but for jumps: the gas that counts as spent, and when that began.
    still: Option<(u64, i64)>,
}

/// Midnight of 2000-01-01 in UTC: what a clock that stands still begins with.
const STILL_EPOCH: i64 = 946_684_800 * 1_000_000_000;

impl Timers {
    /// The word that keeps all set timers alive.
    pub(crate) fn root(&self) -> u64 {
        self.root
    }

    /// How many were set so far, and the nanoseconds that were jumped over.
    pub(crate) fn numbers(&self) -> (u64, i64) {
        (self.set, self.skipped)
    }

    /// Continues at these numbers, with no timer set.
    pub(crate) fn continue_at(&mut self, (set, skipped): (u64, i64)) {
        *self = Timers { root: 0, set, skipped, still: None };
    }

    /// Takes all timers back; the clock keeps running. The guest may keep them, and stop or set them later.
    ///
    /// # Safety
    /// The heap that the set timers lie in is as it was when they were set.
    #[inline]
    pub(crate) unsafe fn clear(&mut self) {
        self.still = None;
        // Each call of the host's ends here, and most have set none.
        if self.root != 0 {
            // SAFETY: the caller's promise.
            unsafe { self.clear_set() };
        }
    }

    /// [`Timers::clear`] where some are set.
    ///
    /// # Safety
    /// As there.
    #[cold]
    unsafe fn clear_set(&mut self) {
        let null = std::ptr::null_mut();
        let mut set = vec![std::mem::take(&mut self.root) as *mut Timer];
        while let Some(timer) = set.pop() {
            // SAFETY: the caller's promise; the root and what is linked to set timers is set and lives.
            let Some(timer) = (unsafe { timer.as_mut() }) else { continue };
            set.extend([timer.child, timer.next]);
            (timer.child, timer.next, timer.prev, timer.seq) = (null, null, null, 0);
        }
    }
}

/// # Safety
/// Null, or timers that are set.
unsafe fn meld(a: *mut Timer, b: *mut Timer) -> *mut Timer {
    if a.is_null() || b.is_null() {
        return if a.is_null() { b } else { a };
    }
    // SAFETY: the caller's promise.
    unsafe {
        let (top, low) = if ((*b).when, (*b).seq) < ((*a).when, (*a).seq) { (b, a) } else { (a, b) };
        (*low).next = (*top).child;
        if let Some(sibling) = (*low).next.as_mut() {
            sibling.prev = low;
        }
        ((*low).prev, (*top).child) = (top, low);
        top
    }
}

/// Joins siblings to one tree, in two passes.
///
/// # Safety
/// `first` is null or the first of siblings that no other node points to.
unsafe fn join(mut first: *mut Timer) -> *mut Timer {
    let null = std::ptr::null_mut();
    let mut pairs: *mut Timer = null;
    // SAFETY: the caller's promise; links lead to set timers only.
    unsafe {
        while !first.is_null() {
            let second = (*first).next;
            let rest = if second.is_null() { null } else { (*second).next };
            for timer in [first, second] {
                if let Some(timer) = timer.as_mut() {
                    (timer.prev, timer.next) = (null, null);
                }
            }
            let pair = meld(first, second);
            (*pair).next = pairs;
            pairs = pair;
            first = rest;
        }
        let mut all = null;
        while !pairs.is_null() {
            let rest = std::mem::replace(&mut (*pairs).next, null);
            all = meld(all, pairs);
            pairs = rest;
        }
        all
    }
}

impl Vm {
    /// Virtual nanoseconds since 1970.
    pub fn clock(&self) -> i64 {
        let used = self.timers.still.map_or_else(|| self.meter.used(), |(used, _)| used);
        let spent = i64::try_from(used).unwrap_or(i64::MAX).saturating_mul(gas::NANOS_PER_UNIT);
        EPOCH.saturating_add(self.timers.skipped).saturating_add(spent)
    }

    /// Virtual nanoseconds since the beginning.
    pub fn elapsed(&self) -> i64 {
        self.clock().saturating_sub(EPOCH)
    }

    /// What programs are told of the clock: one that stands still begins anew.
    pub fn shown_clock(&self) -> i64 {
        let clock = self.clock();
        self.timers.still.map_or(clock, |(_, began)| STILL_EPOCH.saturating_add(clock - began))
    }

    /// Lets the clock stand still: from then on only jumps to the next timer move it, which happen when
    /// every fiber waits. Or lets it run again.
    pub fn hold_clock(&mut self, still: bool) {
        let began = self.clock();
        self.timers.still = still.then(|| (self.meter.used(), began));
    }

    /// A timer that is not set, which lets a new fiber run `closure`.
    pub fn new_timer(&mut self, closure: u64) -> Result<u64, Stop> {
        let size = size_of::<Timer>();
        self.charge(gas::ALLOC + gas::bytes_allocated(size as u64));
        let timer = self.allocate(|heap| heap.alloc_sized(LayoutId::ALL, size))? as *mut Timer;
        // SAFETY: a fresh object of that size; zero is right for the rest.
        unsafe { (*timer).closure = closure };
        Ok(timer as u64)
    }

    /// Sets a timer that is not set, to go off in so many nanoseconds and, if `period` is not 0, again and
    /// again.
    ///
    /// # Safety
    /// `timer` is from [`Vm::new_timer`], and lives.
    pub(crate) unsafe fn set_timer(&mut self, timer: u64, delay: i64, period: i64) {
        self.charge(gas::TIMER_SET);
        self.note_sync(timer as usize, Order::Release);
        let when = self.clock().saturating_add(delay.max(0));
        // SAFETY: the caller's promise; a timer that is set is taken out before it is set anew.
        unsafe {
            if (*(timer as *mut Timer)).seq != 0 {
                self.remove(timer as *mut Timer);
            }
            self.insert(timer as *mut Timer, when, period.max(0));
        }
    }

    /// # Safety
    /// A live timer that is not set.
    unsafe fn insert(&mut self, timer: *mut Timer, when: i64, period: i64) {
        self.timers.set += 1;
        // SAFETY: the caller's promise.
        unsafe {
            ((*timer).when, (*timer).period, (*timer).seq) = (when, period, self.timers.set);
            self.timers.root = meld(self.timers.root as *mut Timer, timer) as u64;
        }
    }

    /// Takes a timer back: whether it was set, and how often it has gone off so far.
    ///
    /// # Safety
    /// `timer` is from [`Vm::new_timer`], and lives.
    pub(crate) unsafe fn stop_timer(&mut self, timer: u64) -> (bool, u64) {
        self.charge(gas::TIMER_SET);
        let timer = timer as *mut Timer;
        // SAFETY: the caller's promise; what is linked to a timer is set.
        unsafe {
            let was_set = (*timer).seq != 0;
            if was_set {
                self.remove(timer);
            }
            (was_set, (*timer).fired)
        }
    }

    /// # Safety
    /// A timer that is set.
    unsafe fn remove(&mut self, timer: *mut Timer) {
        let null = std::ptr::null_mut();
        // SAFETY: the caller's promise.
        unsafe {
            let below = join(std::mem::replace(&mut (*timer).child, null));
            if self.timers.root == timer as u64 {
                self.timers.root = below as u64;
            } else {
                let (prev, next) = ((*timer).prev, (*timer).next);
                if (*prev).child == timer {
                    (*prev).child = next;
                } else {
                    (*prev).next = next;
                }
                if let Some(next) = next.as_mut() {
                    next.prev = prev;
                }
                self.timers.root = meld(self.timers.root as *mut Timer, below) as u64;
            }
            ((*timer).prev, (*timer).next, (*timer).seq) = (null, null, 0);
        }
    }

    /// Sets a timer that wakes the running fiber. To be parked then.
    pub fn wake_after(&mut self, delay: i64) -> Result<(), Stop> {
        let timer = self.new_timer(0)?;
        let id = self.scheduler.fiber_id().index();
        // SAFETY: a timer that was just made.
        unsafe {
            (*(timer as *mut Timer)).fiber = id;
            self.set_timer(timer, delay, 0);
        }
        self.fiber().wait = timer;
        Ok(())
    }

    /// Whether the timer that the running fiber has set for itself has gone off; `None` if it has set none.
    pub fn woken(&mut self) -> Option<bool> {
        let timer = self.fiber().wait as *const Timer;
        // SAFETY: null or the timer that this fiber waits for, which `wait` keeps alive.
        let done = unsafe { timer.as_ref() }?.seq == 0;
        if done {
            self.fiber().wait = 0;
        }
        Some(done)
    }

    /// Lets the timers that are due go off; whether there were any. To be called when the slice's account is
    /// settled. Inline as far as nothing is set, as the scheduler asks before it runs a fiber.
    #[inline(always)]
    pub(crate) fn fire_due(&mut self) -> bool {
        self.timers.root != 0 && self.fire()
    }

    /// [`Vm::fire_due`] where timers are set.
    #[inline(never)]
    fn fire(&mut self) -> bool {
        let mut any = false;
        // Going off takes time, so that others come due meanwhile: they have to wait until a fiber has run.
        let now = self.clock();
        loop {
            let timer = self.timers.root as *mut Timer;
            // SAFETY: null or a timer that is set.
            let Some(due) = (unsafe { timer.as_ref() }).filter(|t| t.when <= now) else { break };
            let (closure, fiber, when, period) = (due.closure, due.fiber, due.when, due.period);
            // SAFETY: it is set; then it is not.
            unsafe {
                self.remove(timer);
                (*timer).fired += 1;
                if period > 0 {
                    // Moments that have passed meanwhile are left out.
                    let missed = self.clock().saturating_sub(when) / period;
                    let next = when.saturating_add(period.saturating_mul(missed.saturating_add(1)));
                    self.insert(timer, next, period);
                }
            }
            if closure == 0 {
                self.scheduler.ready(FiberId::new(fiber));
            } else if !self.is_waiting_to_start(timer) {
                let start = self.shared.start_func;
                let id = self.spawn_by_timer(start, vec![closure], timer as usize);
                // SAFETY: the timer was live when the loop took it, and nothing since then allocates in the
                // heap, so no collection has freed it.
                unsafe { ((*timer).fiber, (*timer).made) = (id.index(), self.scheduler.fibers[id].number) };
            }
            self.charge(gas::TIMER_FIRE);
            self.meter.settle();
            any = true;
        }
        any
    }

    /// Whether the fiber that `timer` made last has not begun yet: one tick that no fiber has
    /// received is enough.
    fn is_waiting_to_start(&self, timer: *const Timer) -> bool {
        // SAFETY: a live timer.
        let (fiber, made) = unsafe { ((*timer).fiber, (*timer).made) };
        let fiber = self.scheduler.fibers.get(FiberId::new(fiber)).filter(|f| made != 0 && f.number == made);
        fiber.is_some_and(|f| f.sp == 0 && f.state == State::Runnable)
    }

    /// Every fiber waits: lets time pass until the next timer goes off. False if there is none.
    pub(crate) fn skip_to_timer(&mut self) -> bool {
        // SAFETY: null or a timer that is set.
        let Some(next) = (unsafe { (self.timers.root as *const Timer).as_ref() }) else { return false };
        let ahead = next.when.saturating_sub(self.clock()).max(0);
        self.timers.skipped = self.timers.skipped.saturating_add(ahead);
        self.fire_due()
    }
}
