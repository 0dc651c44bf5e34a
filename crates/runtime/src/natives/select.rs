//! `select`: one of several sends and receives that can proceed. Where several can, the isolate's own
//! generator chooses, so that each gets its turn and every run takes the same ones.

use purlin_base::gas;

use super::chans::{Chan, closing, try_receive, try_send};
use super::waiters::{self, Outcome};
use crate::native::{Caller, Opaque, OpaqueRef, Stop};
use crate::natives;
use crate::races::AccessKind;
use crate::trap::Fault;

natives! {
    /// Several channels at once.
    pub(super) SELECTS in "rt" {
        /// Does one of `n` sends and receives that lie in memory: which, and whether something was received.
        /// -1 if none can be done at once and it must not wait.
        light SELECT "select"(cases: Opaque, n: i64, wait: bool) -> (i64, bool) = select;
            [READS WRITES ALLOCATES RAISES PARKS OUTSIDE] "SELECT_CASE a case, twice if it waits; 1 a 16 bytes of the element";
    }
}

/// Bytes of one case in the memory that `rt.select` gets.
pub const CASE_BYTES: u32 = size_of::<Case>() as u32;

/// A case, as the guest lays it out.
#[repr(C)]
struct Case {
    chan: *mut Chan,
    /// What is sent, or where to put what is received.
    value: *mut u8,
    /// 1 for a send, 0 for a receive.
    send: u64,
}

impl Case {
    fn is_ready(&self) -> bool {
        // SAFETY: null or a live channel.
        let Some(chan) = (unsafe { self.chan.as_ref() }) else { return false };
        if self.send != 0 { chan.can_send() } else { chan.can_receive() }
    }
}

/// The case that was chosen, and whether something was received.
type Chosen = (i64, bool);

fn select<'c>(caller: &mut Caller<'c>, cases: OpaqueRef<'c>, n: i64, wait: bool) -> Result<Chosen, Stop> {
    let n = n.max(0) as usize;
    let cases: &[Case] = if n == 0 {
        &[]
    } else {
        // SAFETY: memory of the calling frame, with so many cases; it stays as it is while the fiber waits.
        unsafe { std::slice::from_raw_parts(cases.word as *const Case, n) }
    };
    match waiters::outcome(caller.vm()) {
        Some((Outcome::Waiting, _)) => return Err(Stop::Park),
        Some((outcome, chosen)) => return finish(caller, &cases[chosen], chosen, outcome),
        None => {}
    }
    caller.charge(gas::SELECT_CASE * n as i64);
    let ready = cases.iter().filter(|c| c.is_ready()).count();
    if ready > 0 {
        return choose(caller, cases, ready);
    }
    if !wait {
        return Ok((-1, false));
    }
    caller.charge(gas::SELECT_CASE * n as i64);
    let waiting = cases.iter().enumerate().filter(|(_, c)| !c.chan.is_null());
    let waiting = waiting.map(|(index, case)| {
        // SAFETY: a live channel.
        let queue = unsafe {
            if case.send != 0 { &raw mut (*case.chan).senders } else { &raw mut (*case.chan).receivers }
        };
        (queue, case.value, index)
    });
    let what = if n == 0 { "select (no cases)" } else { "select" };
    if waiting.clone().next().is_none() {
        return Err(waiters::park(caller, what));
    }
    // SAFETY: channels are kept alive by the waiters in them, values by the frame that waits.
    Err(unsafe { waiters::wait(caller, n, waiting, what) })
}

/// Does one of the cases of which so many are ready.
fn choose(caller: &mut Caller<'_>, cases: &[Case], ready: usize) -> Result<Chosen, Stop> {
    let nth = if ready == 1 { 0 } else { caller.choose(ready) };
    let mut candidates = cases.iter().enumerate().filter(|(_, c)| c.is_ready());
    let Some((chosen, case)) = candidates.nth(nth) else { return Err(Stop::Park) };
    // SAFETY: what is ready has a channel, and values have its element's size.
    let outcome = unsafe {
        caller.charge_bytes((*case.chan).elem);
        if case.send != 0 {
            caller.vm().note_access(closing(case.chan), 1, AccessKind::READ)?;
            try_send(caller, case.chan, case.value)
        } else {
            try_receive(caller, case.chan, case.value)
        }
    };
    // It was ready, so it was done.
    finish(caller, case, chosen, outcome.unwrap_or(Outcome::Done))
}

fn finish(caller: &mut Caller<'_>, case: &Case, chosen: usize, outcome: Outcome) -> Result<Chosen, Stop> {
    if case.send != 0 && outcome == Outcome::Closed {
        return Err(caller.fault(Fault::SendOnClosed));
    }
    Ok((chosen as i64, case.send == 0 && outcome == Outcome::Done))
}
