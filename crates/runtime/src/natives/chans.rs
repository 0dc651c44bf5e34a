//! Channels. A channel and its queues live in the guest heap; a value goes directly from the one who sends to
//! the one who waits for it, or through the buffer.

use purlin_base::EntityRef as _;

use super::Entry;
use super::raises::raise_text;
use crate::fiber::FiberId;
use crate::heap::{ClassId, LayoutId};
use crate::native::{Answer, Call, Stop};

pub const NATIVES: &[Entry] = &[
    ("rt.chan_make", chan_make),
    ("rt.chan_send", chan_send),
    ("rt.chan_recv", chan_recv),
    ("rt.chan_close", chan_close),
    ("rt.chan_len", chan_len),
    ("rt.chan_cap", chan_cap),
];

/// A channel in guest memory.
#[repr(C)]
struct Chan {
    len: usize,
    cap: usize,
    elem: usize,
    buffer: *mut u8,
    head: usize,
    closed: usize,
    receivers: Queue,
    senders: Queue,
}

/// Fibers that wait, first come first served.
#[repr(C)]
struct Queue {
    first: *mut Waiter,
    last: *mut Waiter,
}

/// One that waits, in guest memory; kept alive by its queue and its fiber.
#[repr(C)]
struct Waiter {
    next: *mut Waiter,
    fiber: usize,
    /// Where the value is taken from or put: memory of the waiting fiber.
    value: *mut u8,
    outcome: Outcome,
}

#[repr(usize)]
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Waiting = 0,
    Done = 1,
    Closed = 2,
}

impl Queue {
    /// # Safety
    /// The queue's waiters are alive.
    unsafe fn pop(&mut self) -> Option<&'static mut Waiter> {
        // SAFETY: the caller's promise; queues hold no other pointers.
        let waiter = unsafe { self.first.as_mut() }?;
        self.first = waiter.next;
        if self.first.is_null() {
            self.last = std::ptr::null_mut();
        }
        waiter.next = std::ptr::null_mut();
        Some(waiter)
    }

    /// # Safety
    /// As for `pop`; `waiter` is in no queue.
    unsafe fn push(&mut self, waiter: *mut Waiter) {
        // SAFETY: the caller's promise.
        match unsafe { self.last.as_mut() } {
            Some(last) => last.next = waiter,
            None => self.first = waiter,
        }
        self.last = waiter;
    }
}

impl Chan {
    /// # Safety
    /// `n < cap`.
    unsafe fn slot(&self, n: usize) -> *mut u8 {
        // SAFETY: inside the buffer.
        unsafe { self.buffer.add((self.head + n) % self.cap * self.elem) }
    }
}

fn chan_make(call: &mut Call<'_>) -> Answer {
    let (class, cap) = (ClassId(call.word(0) as u32), call.int(1));
    let elem = call.vm.heap.class_size(class);
    let bytes = usize::try_from(cap).ok().and_then(|n| n.checked_mul(elem.max(1))).filter(|b| *b < 1 << 47);
    if bytes.is_none() {
        return Err(raise_text(call, "makechan: size out of range"));
    }
    let buffer = if cap == 0 { 0 } else { call.vm.new_array(class, cap as usize)? };
    let chan = call.vm.allocate(|heap| heap.alloc_sized(LayoutId::ALL, size_of::<Chan>()))? as *mut Chan;
    // SAFETY: a fresh object of that size; zero is right for the rest.
    unsafe {
        (*chan).cap = cap as usize;
        (*chan).elem = elem;
        (*chan).buffer = buffer as *mut u8;
    }
    call.ret(0, chan as u64);
    Ok(())
}

/// What became of the running fiber's own wait, if it has been waiting.
fn outcome(call: &mut Call<'_>) -> Option<Outcome> {
    let fiber = call.vm.fiber();
    let waiter = std::mem::take(&mut fiber.wait) as *const Waiter;
    // SAFETY: `wait` is null or the waiter that this fiber made, which it keeps alive.
    let outcome = unsafe { waiter.as_ref() }?.outcome;
    if outcome == Outcome::Waiting {
        fiber.wait = waiter as u64;
    }
    Some(outcome)
}

/// Queues the running fiber.
fn wait(call: &mut Call<'_>, queue: fn(&mut Chan) -> &mut Queue, what: &'static str) -> Stop {
    let (chan, value) = (call.word(0) as *mut Chan, call.word(1) as *mut u8);
    let waiter = match call.vm.allocate(|heap| heap.alloc_sized(LayoutId::ALL, size_of::<Waiter>())) {
        Ok(at) => at as *mut Waiter,
        Err(stop) => return stop,
    };
    let id = call.vm.fiber_id().index();
    // SAFETY: a fresh object of that size, and a live channel.
    unsafe {
        (*waiter).fiber = id;
        (*waiter).value = value;
        queue(&mut *chan).push(waiter);
    }
    call.vm.fiber().wait = waiter as u64;
    park(call, what)
}

fn park(call: &mut Call<'_>, what: &'static str) -> Stop {
    call.vm.fiber().waits_for = what;
    Stop::Park
}

fn finish(call: &mut Call<'_>, waiter: &mut Waiter, outcome: Outcome) {
    waiter.outcome = outcome;
    call.vm.ready(FiberId::new(waiter.fiber));
}

fn closed_send(call: &mut Call<'_>) -> Stop {
    raise_text(call, "send on closed channel")
}

fn chan_send(call: &mut Call<'_>) -> Answer {
    // SAFETY: null or a live channel; waiters and buffer belong to it; values have its element size.
    unsafe {
        let Some(chan) = (call.word(0) as *mut Chan).as_mut() else {
            return Err(park(call, "chan send (nil chan)"));
        };
        match outcome(call) {
            Some(Outcome::Done) => return Ok(()),
            Some(Outcome::Closed) => return Err(closed_send(call)),
            Some(Outcome::Waiting) => return Err(Stop::Park),
            None => {}
        }
        if chan.closed != 0 {
            return Err(closed_send(call));
        }
        let value = call.word(1) as *const u8;
        call.charge_bytes(chan.elem);
        if let Some(receiver) = chan.receivers.pop() {
            std::ptr::copy_nonoverlapping(value, receiver.value, chan.elem);
            finish(call, receiver, Outcome::Done);
            return Ok(());
        }
        if chan.len < chan.cap {
            std::ptr::copy_nonoverlapping(value, chan.slot(chan.len), chan.elem);
            chan.len += 1;
            return Ok(());
        }
        Err(wait(call, |chan| &mut chan.senders, "chan send"))
    }
}

fn chan_recv(call: &mut Call<'_>) -> Answer {
    // SAFETY: as in `chan_send`.
    unsafe {
        let Some(chan) = (call.word(0) as *mut Chan).as_mut() else {
            return Err(park(call, "chan receive (nil chan)"));
        };
        let to = call.word(1) as *mut u8;
        match outcome(call) {
            Some(Outcome::Waiting) => return Err(Stop::Park),
            Some(done) => {
                call.ret_bool(0, done == Outcome::Done);
                return Ok(());
            }
            None => {}
        }
        call.charge_bytes(chan.elem);
        if chan.len > 0 {
            let slot = chan.slot(0);
            std::ptr::copy_nonoverlapping(slot, to, chan.elem);
            std::ptr::write_bytes(slot, 0, chan.elem);
            chan.head = (chan.head + 1) % chan.cap;
            chan.len -= 1;
            if let Some(sender) = chan.senders.pop() {
                std::ptr::copy_nonoverlapping(sender.value, chan.slot(chan.len), chan.elem);
                chan.len += 1;
                finish(call, sender, Outcome::Done);
            }
            call.ret_bool(0, true);
            return Ok(());
        }
        if let Some(sender) = chan.senders.pop() {
            std::ptr::copy_nonoverlapping(sender.value, to, chan.elem);
            finish(call, sender, Outcome::Done);
            call.ret_bool(0, true);
            return Ok(());
        }
        if chan.closed != 0 {
            std::ptr::write_bytes(to, 0, chan.elem);
            call.ret_bool(0, false);
            return Ok(());
        }
        Err(wait(call, |chan| &mut chan.receivers, "chan receive"))
    }
}

fn chan_close(call: &mut Call<'_>) -> Answer {
    // SAFETY: null or a live channel.
    unsafe {
        let Some(chan) = (call.word(0) as *mut Chan).as_mut() else {
            return Err(raise_text(call, "close of nil channel"));
        };
        if chan.closed != 0 {
            return Err(raise_text(call, "close of closed channel"));
        }
        chan.closed = 1;
        while let Some(receiver) = chan.receivers.pop() {
            std::ptr::write_bytes(receiver.value, 0, chan.elem);
            finish(call, receiver, Outcome::Closed);
        }
        while let Some(sender) = chan.senders.pop() {
            finish(call, sender, Outcome::Closed);
        }
    }
    Ok(())
}

fn chan_len(call: &mut Call<'_>) -> Answer {
    // SAFETY: null or a live channel.
    let len = unsafe { (call.word(0) as *const Chan).as_ref() }.map_or(0, |c| c.len);
    call.ret_int(0, len as i64);
    Ok(())
}

fn chan_cap(call: &mut Call<'_>) -> Answer {
    // SAFETY: null or a live channel.
    let cap = unsafe { (call.word(0) as *const Chan).as_ref() }.map_or(0, |c| c.cap);
    call.ret_int(0, cap as i64);
    Ok(())
}
