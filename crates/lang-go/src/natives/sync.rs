//! Packages `sync` and `time`: goroutines that wait for each other or for the virtual clock, and misuse that ends
//! the run.

use purlin_runtime::native::{Answer, Call, Native, Stop};
use purlin_runtime::natives::{wait_in_queue, wake_in_queue};
use purlin_runtime::trap::{Trap, TrapKind};

pub const NATIVES: super::Table = &[
    ("internal/rt.Fatal", Native::Heavy(fatal)),
    ("sync.waitMutex", Native::Light(|call| wait_in_queue(call, "sync.Mutex.Lock"))),
    ("sync.waitReader", Native::Light(|call| wait_in_queue(call, "sync.RWMutex.RLock"))),
    ("sync.waitWriter", Native::Light(|call| wait_in_queue(call, "sync.RWMutex.Lock"))),
    ("sync.waitGroup", Native::Light(|call| wait_in_queue(call, "sync.WaitGroup.Wait"))),
    ("sync.waitCond", Native::Light(|call| wait_in_queue(call, "sync.Cond.Wait"))),
    ("sync.wake", Native::Light(wake)),
    ("sync.wakeAll", Native::Light(wake_all)),
    ("time.now", Native::Light(now)),
    ("time.Sleep", Native::Light(sleep)),
    ("time.newTimer", Native::Light(new_timer)),
    ("time.setTimer", Native::Light(set_timer)),
    ("time.stopTimer", Native::Light(stop_timer)),
];

/// Ends the run: an error that cannot be recovered from.
fn fatal(call: &mut Call<'_>) -> Answer {
    let text = String::from_utf8_lossy(call.bytes(0));
    let frames = call.vm.traceback();
    Err(Stop::End(Trap { frames, ..Trap::new(TrapKind::Uncaught, format!("fatal error: {text}")) }))
}

/// `(q *queue) bool`: false if nobody waits.
fn wake(call: &mut Call<'_>) -> Answer {
    let woken = wake_in_queue(call);
    call.ret_bool(0, woken);
    Ok(())
}

/// `(q *queue) int`: how many were waiting.
fn wake_all(call: &mut Call<'_>) -> Answer {
    let mut woken = 0;
    while wake_in_queue(call) {
        woken += 1;
    }
    call.vm.charge(4 * woken);
    call.ret_int(0, woken);
    Ok(())
}

/// Virtual nanoseconds since 1970.
fn now(call: &mut Call<'_>) -> Answer {
    let nanos = call.vm.clock();
    call.ret_int(0, nanos);
    Ok(())
}

fn sleep(call: &mut Call<'_>) -> Answer {
    match call.vm.woken() {
        Some(true) => Ok(()),
        Some(false) => Err(Stop::Park),
        None => {
            let delay = call.int(0);
            if delay <= 0 {
                return Ok(());
            }
            call.vm.wake_after(delay)?;
            call.vm.fiber().waits_for = "sleep";
            Err(Stop::Park)
        }
    }
}

/// `(f func()) *timer`
fn new_timer(call: &mut Call<'_>) -> Answer {
    let closure = call.word(0);
    let timer = call.vm.new_timer(closure)?;
    call.ret(0, timer);
    Ok(())
}

/// `(t *timer, delay, period int64)`; it must not be set.
fn set_timer(call: &mut Call<'_>) -> Answer {
    let (timer, delay, period) = (call.word(0), call.int(1), call.int(2));
    call.vm.set_timer(timer, delay, period);
    Ok(())
}

/// `(t *timer) (set bool, fired int)`: whether it was set, and how often it has gone off.
fn stop_timer(call: &mut Call<'_>) -> Answer {
    let timer = call.word(0);
    let (was_set, fired) = call.vm.stop_timer(timer);
    call.ret_bool(0, was_set);
    call.ret(1, fired);
    Ok(())
}
