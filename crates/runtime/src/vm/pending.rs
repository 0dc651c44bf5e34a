//! Calls of asynchronous host functions: which fibers wait for one, which futures were woken, when answers
//! become visible, and what a run does that has nothing else to do. Knows nothing of what crosses.
//!
//! The guest sees an answer at a *point* only: when a fiber gives up its turn, and at the end of a time
//! slice. Futures are polled there, on the host's stack. Points are the same in every tier, so that a
//! recording that says at which one an answer came says all.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Instant;

use purlin_base::EntityRef as _;

use super::alarm::Alarm;
use super::{Outcome, Vm};
use crate::border::{Log, Next, Tape};
use crate::fiber::FiberId;
use crate::native::panic_text;
use crate::trap::{Trap, TrapKind};

/// Units between two returns to the executor, unless the host says otherwise.
pub const YIELD_INTERVAL: u64 = 1_000_000;

/// The future of a call, of whatever type.
pub(crate) trait HostCall: Send {
    /// Polls the future, and keeps its answer.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()>;

    /// The value itself, for the code of the function, which knows its type.
    fn as_any(&mut self) -> &mut dyn Any;
}

/// Which call a waker is for: the place of its fiber, and the number of the call.
type Key = (usize, u64);

/// A call that has begun: it waits for its answer, or its fiber has not taken it yet.
struct Entry {
    /// Calls are counted from 0, anew with each recording.
    number: u64,
    /// `None` in a replay.
    future: Option<(Box<dyn HostCall>, Arc<CallWaker>)>,
    /// Bytes of arguments that the host holds.
    bytes: u64,
    answer: Option<Answered>,
}

/// What a fiber finds when it resumes.
pub(crate) struct Answered {
    /// The future with its answer; `None` in a replay.
    pub(crate) call: Option<Box<dyn HostCall>>,
    /// What the future panicked with.
    pub(crate) panic: Option<String>,
    /// Which of the recorded answers it is, if there is a recording.
    pub(crate) event: Option<usize>,
}

/// What became of the running fiber's call.
pub(crate) enum Waiting {
    /// There is none.
    NoCall,
    /// The call waits.
    Still,
    Answered(Answered),
}

/// The calls of an isolate, and who drives its run.
pub(crate) struct Pending {
    /// By the place of the fiber, which waits for one call at most.
    entries: Vec<Option<Entry>>,
    /// Calls without an answer.
    live: usize,
    /// Bytes of arguments that the host holds for the calls.
    bytes: u64,
    calls: u64,
    hub: Arc<Hub>,
    /// A waker that no future holds.
    spare: Option<Arc<CallWaker>>,
    /// Room for keys.
    woken: Vec<Key>,
    /// Points since the recording began.
    pub(crate) points: u64,
    pub(crate) log: Log,
    /// What is written for an answer, where it is recorded.
    pub(crate) tape: Option<Tape>,
    /// The bytes of the packed value that is being written.
    pub(crate) packed: Vec<u8>,
    /// Whether an executor drives the run; else the thread waits.
    driven: bool,
    /// The gas that was used when the run returns to the executor.
    pause_at: u64,
    /// Whether the run has stopped where it waits for the host.
    waiting: bool,
    /// Units between two returns to the executor.
    pub(crate) interval: Option<u64>,
    alarm: Option<Alarm>,
    signal: Option<(Arc<Signal>, Waker)>,
}

impl Default for Pending {
    fn default() -> Pending {
        Pending {
            entries: Vec::new(),
            live: 0,
            bytes: 0,
            calls: 0,
            hub: Arc::default(),
            spare: None,
            woken: Vec::new(),
            points: 0,
            log: Log::Off,
            tape: None,
            packed: Vec::new(),
            driven: false,
            pause_at: u64::MAX,
            waiting: false,
            interval: Some(YIELD_INTERVAL),
            alarm: None,
            signal: None,
        }
    }
}

impl Pending {
    /// Bytes of arguments that the host holds for calls without an answer.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether any call has begun and not returned.
    pub(crate) fn has_calls(&self) -> bool {
        self.entries.iter().any(Option::is_some)
    }

    /// The number of a call that begins.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.calls += 1;
        self.calls - 1
    }

    /// Begins to record or to replay: calls and points are counted from 0.
    pub(crate) fn set_log(&mut self, log: Log) {
        (self.log, self.points, self.calls) = (log, 0, 0);
    }

    /// A waker for a call that begins.
    pub(crate) fn waker(&mut self, fiber: FiberId, number: u64) -> Arc<CallWaker> {
        let key = (fiber.index(), number);
        if let Some(mut spare) = self.spare.take()
            && let Some(waker) = Arc::get_mut(&mut spare)
        {
            waker.key = key;
            *waker.queued.get_mut() = false;
            return spare;
        }
        Arc::new(CallWaker { hub: self.hub.clone(), key, queued: AtomicBool::new(false) })
    }

    /// Keeps a waker for another call, if no future holds it.
    pub(crate) fn give_back(&mut self, mut waker: Arc<CallWaker>) {
        if Arc::get_mut(&mut waker).is_some() {
            self.spare = Some(waker);
        }
    }

    /// A fiber waits for the answer of a call from now on.
    pub(crate) fn insert(
        &mut self,
        fiber: FiberId,
        number: u64,
        future: Option<(Box<dyn HostCall>, Arc<CallWaker>)>,
        bytes: u64,
    ) {
        let place = fiber.index();
        if self.entries.len() <= place {
            self.entries.resize_with(place + 1, || None);
        }
        self.entries[place] = Some(Entry { number, future, bytes, answer: None });
        self.live += 1;
        self.bytes += bytes;
    }

    /// What became of the call that a fiber waits for. An answer is given once.
    pub(crate) fn take(&mut self, fiber: FiberId) -> Waiting {
        let Some(place) = self.entries.get_mut(fiber.index()) else { return Waiting::NoCall };
        let Some(entry) = place else { return Waiting::NoCall };
        if entry.answer.is_none() {
            return Waiting::Still;
        }
        let answer = place.take().and_then(|entry| entry.answer);
        answer.map_or(Waiting::NoCall, Waiting::Answered)
    }

    /// The answer of a fiber's call is there.
    fn answered(&mut self, place: usize, panic: Option<String>, event: Option<usize>) {
        let Some(Some(entry)) = self.entries.get_mut(place) else { return };
        let (call, waker) = entry.future.take().unzip();
        self.bytes -= entry.bytes;
        self.live -= 1;
        entry.answer = Some(Answered { call, panic, event });
        if let Some(waker) = waker {
            self.give_back(waker);
        }
    }

    /// Whether the fiber at a place waits for a call.
    fn waits(&self, place: usize, number: u64) -> bool {
        let entry = self.entries.get(place).and_then(Option::as_ref);
        entry.is_some_and(|entry| entry.number == number && entry.answer.is_none())
    }

    /// Nothing runs any more: all futures are dropped. What panics then is none of the guest's.
    pub(crate) fn clear(&mut self) {
        (self.live, self.bytes, self.waiting) = (0, 0, false);
        (self.tape, self.alarm) = (None, None);
        if self.entries.is_empty() {
            return;
        }
        for entry in std::mem::take(&mut self.entries) {
            let _ = catch_unwind(AssertUnwindSafe(|| drop(entry)));
        }
        self.hub.forget();
    }
}

/// The waker of one call.
pub(crate) struct CallWaker {
    hub: Arc<Hub>,
    key: Key,
    /// Whether the hub knows already.
    queued: AtomicBool,
}

impl Wake for CallWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.queued.swap(true, Ordering::AcqRel) {
            self.hub.note(self.key);
        }
    }
}

/// Where wakers of any thread leave word.
#[derive(Default)]
struct Hub {
    state: Mutex<HubState>,
    /// Whether any call was woken since they were taken last.
    news: AtomicBool,
}

#[derive(Default)]
struct HubState {
    /// In the order in which they were woken.
    woken: Vec<Key>,
    /// Who waits for that. While the run proceeds it is `None`.
    driver: Option<Waker>,
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, HubState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, key: Key) {
        let mut state = self.lock();
        state.woken.push(key);
        self.news.store(true, Ordering::Release);
        let driver = state.driver.take();
        drop(state);
        if let Some(driver) = driver {
            driver.wake();
        }
    }

    /// Exchanges what was woken for an empty list.
    fn take(&self, empty: &mut Vec<Key>) {
        let mut state = self.lock();
        self.news.store(false, Ordering::Release);
        std::mem::swap(&mut state.woken, empty);
    }

    /// Lets `driver` be woken with the next call. False if one was woken already.
    fn listen(&self, driver: &Waker) -> bool {
        let mut state = self.lock();
        if !state.woken.is_empty() {
            return false;
        }
        state.driver = Some(driver.clone());
        true
    }

    /// Takes back [`Hub::listen`].
    fn stop_listening(&self) {
        // A waker may drop its task, after the lock.
        let driver = self.lock().driver.take();
        drop(driver);
    }

    fn forget(&self) {
        let mut state = self.lock();
        self.news.store(false, Ordering::Release);
        state.woken.clear();
        drop(state);
        self.stop_listening();
    }
}

/// Wakes a thread that waits.
#[derive(Default)]
struct Signal {
    given: Mutex<bool>,
    changed: Condvar,
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        *self.given.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }
}

impl Signal {
    /// Waits until it is given, or until a time.
    fn wait(&self, until: Option<Instant>) {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        while !*given {
            given = match until {
                None => self.changed.wait(given).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        break;
                    }
                    let woken = self.changed.wait_timeout(given, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        *given = false;
    }
}

impl Vm {
    /// Whether [`Vm::deliver`] may have something to do.
    #[inline]
    pub(super) fn may_deliver(&self) -> bool {
        self.pending.live > 0 || matches!(self.pending.log, Log::Replay(_))
    }

    /// A point at which answers become visible: those of futures that were woken and are ready now, or those
    /// that were recorded for this point. Their fibers are put into the run queue, in that order.
    ///
    /// # Errors
    /// How the run ends, where a recording does not fit it.
    pub(super) fn deliver(&mut self) -> Result<(), Trap> {
        if let Log::Replay(_) = &self.pending.log {
            return self.deliver_recorded();
        }
        if self.pending.live == 0 || !self.pending.hub.news.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut woken = std::mem::take(&mut self.pending.woken);
        self.pending.hub.take(&mut woken);
        for key in woken.drain(..) {
            self.poll_call(key);
        }
        self.pending.woken = woken;
        Ok(())
    }

    /// [`Vm::deliver`] at the end of a slice, on a fiber's stack, which has no room for futures.
    pub(super) fn deliver_on_host(&mut self) -> Result<(), Trap> {
        self.pending.points += 1;
        let news = self.pending.live > 0 && self.pending.hub.news.load(Ordering::Acquire);
        match &self.pending.log {
            Log::Replay(_) => self.deliver_recorded(),
            Log::Off | Log::Record(_) if news => self.with_host_stack(Vm::deliver),
            Log::Off | Log::Record(_) => Ok(()),
        }
    }

    /// Polls the future of a call that was woken, if it still waits.
    fn poll_call(&mut self, (place, number): Key) {
        let Some(Some(entry)) = self.pending.entries.get_mut(place) else { return };
        if entry.number != number || entry.answer.is_some() {
            return;
        }
        let Some((future, waker)) = &mut entry.future else { return };
        // What wakes it from here on is news.
        waker.queued.store(false, Ordering::Release);
        let task = Waker::from(waker.clone());
        let polled = catch_unwind(AssertUnwindSafe(|| future.poll(&mut Context::from_waker(&task))));
        drop(task);
        let panic = match polled {
            Ok(Poll::Pending) => return,
            Ok(Poll::Ready(())) => None,
            Err(panic) => Some(panic_text(&*panic)),
        };
        let now = self.moment();
        let point = self.pending.points;
        let event = self.pending.log.answers(number, Some(point), now);
        self.pending.answered(place, panic, event);
        self.scheduler.ready(FiberId::new(place));
    }

    fn deliver_recorded(&mut self) -> Result<(), Trap> {
        loop {
            let (now, point) = (self.moment(), self.pending.points);
            let Log::Replay(replay) = &mut self.pending.log else { return Ok(()) };
            let next = replay.next_at(point, now).map_err(host)?;
            let Some(Next { event, number, place }) = next else { return Ok(()) };
            if !self.pending.waits(place, number) {
                return Err(host(format!("the recording does not fit: call {number} does not wait")));
            }
            self.pending.answered(place, None, Some(event));
            self.scheduler.ready(FiberId::new(place));
        }
    }

    /// Gas that was used and virtual time, for a recording.
    pub(crate) fn moment(&self) -> (u64, i64) {
        (self.meter.used(), self.clock())
    }

    /// Nothing is runnable: whether a host call is pending, so that the run has to wait and no time passes.
    pub(super) fn waits_for_host(&self) -> bool {
        self.pending.live > 0
    }

    /// Waits for the host: the thread does, or else the run is to return to its executor, which is true.
    ///
    /// # Errors
    /// How the run ends: it was called off, or it is a replay and no answer is left.
    pub(super) fn wait_for_host(&mut self) -> Result<bool, Trap> {
        if let Some(trap) = self.called_off() {
            return Err(self.placed_waiting(trap));
        }
        if let Log::Replay(replay) = &self.pending.log {
            return Err(host(replay.nothing_left()));
        }
        if self.pending.driven {
            self.pending.waiting = true;
            return Ok(true);
        }
        let (signal, waker) = self.pending.signal.take().unwrap_or_else(|| {
            let signal = Arc::new(Signal::default());
            (signal.clone(), Waker::from(signal))
        });
        if self.pending.hub.listen(&waker) {
            self.canceller.listen(&waker);
            // A cancellation before this is seen here, a later one wakes.
            if self.called_off().is_none() {
                signal.wait(self.limits.deadline);
            }
            self.canceller.stop_listening();
        }
        self.pending.signal = Some((signal, waker));
        match self.called_off() {
            Some(trap) => Err(self.placed_waiting(trap)),
            None => Ok(false),
        }
    }

    /// Whether the run stopped where it waits; once.
    pub(super) fn take_waiting(&mut self) -> bool {
        std::mem::take(&mut self.pending.waiting)
    }

    /// Whether the run has to return to its executor for now.
    pub(super) fn is_pause_due(&self) -> bool {
        self.pending.pause_at != u64::MAX && self.meter.used() >= self.pending.pause_at
    }

    /// Runs a piece of a run that has begun, as the poll of a future: until it ends, waits for the host, or
    /// has used the gas after which the executor is to have a turn. `piece` runs it until then.
    pub(crate) fn drive(
        &mut self,
        waker: &Waker,
        piece: impl FnOnce(&mut Vm) -> Option<Outcome>,
    ) -> Poll<Outcome> {
        let interval = self.pending.interval.unwrap_or(u64::MAX);
        self.pending.pause_at = self.meter.used().saturating_add(interval.max(1));
        self.pending.driven = true;
        // What is woken while the run proceeds is seen without its executor.
        self.pending.hub.stop_listening();
        let outcome = piece(self);
        (self.pending.driven, self.pending.pause_at) = (false, u64::MAX);
        if let Some(outcome) = outcome {
            self.canceller.stop_listening();
            self.pending.alarm = None;
            return Poll::Ready(outcome);
        }
        if !self.pending.waiting {
            waker.wake_by_ref();
            return Poll::Pending;
        }
        self.canceller.listen(waker);
        match self.limits.deadline {
            Some(at) if !self.pending.alarm.as_ref().is_some_and(|a| a.is_for(at, waker)) => {
                self.pending.alarm = Some(Alarm::new(at, waker.clone()));
            }
            Some(_) => {}
            None => self.pending.alarm = None,
        }
        // A cancellation before this is seen here, a later one wakes.
        if self.called_off().is_some() || !self.pending.hub.listen(waker) {
            waker.wake_by_ref();
        }
        Poll::Pending
    }

    /// Ends a run that is given up: its fibers and the futures that they wait for are dropped.
    pub(crate) fn give_up(&mut self) {
        self.canceller.stop_listening();
        self.meter.settle();
        self.scheduler.forget_ending();
        self.drop_fibers();
        (self.pending.driven, self.pending.pause_at) = (false, u64::MAX);
    }
}

fn host(message: impl Into<String>) -> Trap {
    Trap::new(TrapKind::Host, message)
}
