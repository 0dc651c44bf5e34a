//! `select`: one of several sends and receives, whichever can go on. Where several can, the isolate's own generator
//! chooses, so that each gets its turn and every run takes the same ones.

use super::Entry;
use super::chans::{Chan, closed_send, try_receive, try_send};
use super::waiters::{self, Outcome};
use crate::native::{Answer, Call, Stop};

pub const NATIVES: &[Entry] = &[("rt.select", select)];

/// Bytes of one case in the memory that `rt.select` gets.
pub const CASE_BYTES: u32 = size_of::<Case>() as u32;

/// Gas for looking at a case.
const CASE: i64 = 3;

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

/// `(cases, n, wait) -> chosen, received`: -1 is chosen if none can go on and it must not wait.
fn select(call: &mut Call<'_>) -> Answer {
    let n = call.int(1) as usize;
    let cases: &[Case] = if n == 0 {
        &[]
    } else {
        // SAFETY: memory of the calling frame, with so many cases; it stays as it is while the fiber waits.
        unsafe { std::slice::from_raw_parts(call.word(0) as *const Case, n) }
    };
    match waiters::outcome(call.vm) {
        Some((Outcome::Waiting, _)) => return Err(Stop::Park),
        Some((outcome, chosen)) => return finish(call, &cases[chosen], chosen, outcome),
        None => {}
    }
    call.vm.charge(CASE * n as i64);
    let ready = cases.iter().filter(|c| c.is_ready()).count();
    if ready > 0 {
        let nth = if ready == 1 { 0 } else { call.vm.choose(ready) };
        let mut candidates = cases.iter().enumerate().filter(|(_, c)| c.is_ready());
        let Some((chosen, case)) = candidates.nth(nth) else { return Err(Stop::Park) };
        // SAFETY: what is ready has a channel, and values have its element's size.
        let outcome = unsafe {
            call.charge_bytes((*case.chan).elem);
            if case.send != 0 {
                try_send(call, case.chan, case.value)
            } else {
                try_receive(call, case.chan, case.value)
            }
        };
        // It was ready, so it was done.
        return finish(call, case, chosen, outcome.unwrap_or(Outcome::Done));
    }
    if !call.bool(2) {
        call.ret_int(0, -1);
        call.ret_bool(1, false);
        return Ok(());
    }
    call.vm.charge(CASE * n as i64);
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
        return Err(waiters::park(call, what));
    }
    // SAFETY: channels are kept alive by the waiters in them, values by the frame that waits.
    Err(unsafe { waiters::wait(call, n, waiting, what) })
}

fn finish(call: &mut Call<'_>, case: &Case, chosen: usize, outcome: Outcome) -> Answer {
    if case.send != 0 && outcome == Outcome::Closed {
        return Err(closed_send(call));
    }
    call.ret_int(0, chosen as i64);
    call.ret_bool(1, case.send == 0 && outcome == Outcome::Done);
    Ok(())
}
