//! Packages `sync` and `time`: goroutines that wait for each other or for the virtual clock, and misuse that
//! ends the run.

use purlin_base::gas;
use purlin_runtime::native::{Answer, Caller, Opaque, OpaqueRef, Stop, Str, StrRef, TimerPtr, TimerRef};
use purlin_runtime::natives;
use purlin_runtime::natives::{QueuePtr, QueueRef};
use purlin_runtime::trap::{Trap, TrapKind};

natives! {
    /// Errors that cannot be recovered from.
    pub(super) FATAL in "internal/rt" {
        /// Ends the run with a text.
        heavy "Fatal"(text: Str) = fatal; [READS ENDS] "nothing more";
    }
}

natives! {
    /// Queues of goroutines that wait for a lock.
    pub(super) SYNC in "sync" {
        /// Waits in the queue of a mutex.
        light "waitMutex"(q: QueuePtr) = wait_mutex; [WRITES ALLOCATES PARKS RAISES] "nothing more";
        /// Waits in the queue of readers.
        light "waitReader"(q: QueuePtr) = wait_reader; [WRITES ALLOCATES PARKS RAISES] "nothing more";
        /// Waits in the queue of writers.
        light "waitWriter"(q: QueuePtr) = wait_writer; [WRITES ALLOCATES PARKS RAISES] "nothing more";
        /// Waits for a group.
        light "waitGroup"(q: QueuePtr) = wait_group; [WRITES ALLOCATES PARKS RAISES] "nothing more";
        /// Waits for a condition.
        light "waitCond"(q: QueuePtr) = wait_cond; [WRITES ALLOCATES PARKS RAISES] "nothing more";
        /// Wakes the goroutine that has waited longest; false if none waits.
        light "wake"(q: QueuePtr) -> (bool) = wake; [WRITES] "nothing more";
        /// Wakes all that wait: how many.
        light "wakeAll"(q: QueuePtr) -> (i64) = wake_all; [WRITES] "WAKE a goroutine";
    }
}

natives! {
    /// The virtual clock.
    pub(super) CLOCK in "time" {
        /// Virtual nanoseconds since 1970.
        light "now"() -> (i64) = now; [OUTSIDE] "nothing more";
        /// Waits for so many nanoseconds.
        light "Sleep"(d: i64) = sleep; [ALLOCATES PARKS OUTSIDE] "a timer";
        /// A timer that is not set, which calls `f` in a goroutine of its own.
        light "newTimer"(f: Opaque) -> (TimerPtr) = new_timer; [ALLOCATES] "an allocation";
        /// Sets a timer that is not set.
        light "setTimer"(t: TimerPtr, delay: i64, period: i64) = set_timer; [WRITES RAISES OUTSIDE] "TIMER_SET";
        /// Takes a timer back: whether it was set, and how often it has gone off.
        light "stopTimer"(t: TimerPtr) -> (bool, u64) = stop_timer; [WRITES RAISES OUTSIDE] "TIMER_SET";
    }
}

natives! {
    /// Tests in virtual time.
    pub(super) SYNCTEST in "testing/synctest" {
        /// Lets the clock stand still but for jumps to the next timer, which happen when every goroutine
        /// waits; or lets it run again.
        light "holdClock"(still: bool) = hold_clock; [OUTSIDE] "nothing more";
        /// Whether goroutines wait for their turn to run.
        light "othersRun"() -> (bool) = others_run; [OUTSIDE] "nothing more";
    }
}

fn fatal<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Answer {
    let message = format!("fatal error: {}", caller.text(text));
    let frames = caller.traceback();
    Err(Stop::end(Trap { frames, ..Trap::new(TrapKind::Uncaught, message) }))
}

fn wait_mutex<'c>(caller: &mut Caller<'c>, q: QueueRef<'c>) -> Answer {
    caller.wait_in_queue(q, "sync.Mutex.Lock")
}

fn wait_reader<'c>(caller: &mut Caller<'c>, q: QueueRef<'c>) -> Answer {
    caller.wait_in_queue(q, "sync.RWMutex.RLock")
}

fn wait_writer<'c>(caller: &mut Caller<'c>, q: QueueRef<'c>) -> Answer {
    caller.wait_in_queue(q, "sync.RWMutex.Lock")
}

fn wait_group<'c>(caller: &mut Caller<'c>, q: QueueRef<'c>) -> Answer {
    caller.wait_in_queue(q, "sync.WaitGroup.Wait")
}

fn wait_cond<'c>(caller: &mut Caller<'c>, q: QueueRef<'c>) -> Answer {
    caller.wait_in_queue(q, "sync.Cond.Wait")
}

fn wake<'c>(caller: &mut Caller<'c>, q: QueueRef<'c>) -> Result<bool, Stop> {
    Ok(caller.wake_in_queue(q))
}

fn wake_all<'c>(caller: &mut Caller<'c>, q: QueueRef<'c>) -> Result<i64, Stop> {
    let mut woken = 0;
    while caller.wake_in_queue(q) {
        woken += 1;
    }
    caller.charge(gas::WAKE * woken);
    Ok(woken)
}

fn now(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    Ok(caller.shown_clock())
}

fn hold_clock(caller: &mut Caller<'_>, still: bool) -> Answer {
    caller.hold_clock(still);
    Ok(())
}

fn others_run(caller: &mut Caller<'_>) -> Result<bool, Stop> {
    Ok(caller.others_run())
}

fn sleep(caller: &mut Caller<'_>, d: i64) -> Answer {
    caller.sleep(d, "sleep")
}

fn new_timer<'c>(caller: &mut Caller<'c>, f: OpaqueRef<'c>) -> Result<TimerRef<'c>, Stop> {
    caller.new_timer(f)
}

fn set_timer<'c>(caller: &mut Caller<'c>, t: TimerRef<'c>, delay: i64, period: i64) -> Answer {
    caller.set_timer(t, delay, period)
}

fn stop_timer<'c>(caller: &mut Caller<'c>, t: TimerRef<'c>) -> Result<(bool, u64), Stop> {
    caller.stop_timer(t)
}
