//! Channels. A channel and its queues live in the guest heap; a value goes directly from the one who sends to
//! the one who waits for it, or through the buffer.

use super::Entry;
use super::raises::raise_text;
use super::waiters::{self, Outcome, Queue, Waiter};
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
pub struct Chan {
    len: usize,
    cap: usize,
    pub elem: usize,
    buffer: *mut u8,
    head: usize,
    closed: usize,
    pub receivers: Queue,
    pub senders: Queue,
}

impl Chan {
    /// # Safety
    /// `n < cap`.
    unsafe fn slot(&self, n: usize) -> *mut u8 {
        // SAFETY: inside the buffer.
        unsafe { self.buffer.add((self.head + n) % self.cap * self.elem) }
    }

    /// Whether a send does not wait.
    pub fn can_send(&self) -> bool {
        self.closed != 0 || self.len < self.cap || !self.receivers.is_empty()
    }

    /// Whether a receive does not wait.
    pub fn can_receive(&self) -> bool {
        self.closed != 0 || self.len > 0 || !self.senders.is_empty()
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

/// What a send on a closed channel raises.
pub fn closed_send(call: &mut Call<'_>) -> Stop {
    raise_text(call, "send on closed channel")
}

/// Sends without waiting; `None` if it would have to wait.
///
/// # Safety
/// A live channel; `value` has its element's size.
pub unsafe fn try_send(call: &mut Call<'_>, chan: *mut Chan, value: *const u8) -> Option<Outcome> {
    // SAFETY: the caller's promise; waiters and buffer belong to the channel.
    unsafe {
        if (*chan).closed != 0 {
            return Some(Outcome::Closed);
        }
        if let Some(receiver) = (*chan).receivers.first() {
            std::ptr::copy_nonoverlapping(value, (*receiver).value, (*chan).elem);
            Waiter::wake(receiver, call.vm, Outcome::Done);
            return Some(Outcome::Done);
        }
        if (*chan).len < (*chan).cap {
            std::ptr::copy_nonoverlapping(value, (*chan).slot((*chan).len), (*chan).elem);
            (*chan).len += 1;
            return Some(Outcome::Done);
        }
    }
    None
}

/// Receives without waiting; `None` if it would have to wait.
///
/// # Safety
/// A live channel; `to` has its element's size.
pub unsafe fn try_receive(call: &mut Call<'_>, chan: *mut Chan, to: *mut u8) -> Option<Outcome> {
    // SAFETY: the caller's promise; waiters and buffer belong to the channel.
    unsafe {
        let elem = (*chan).elem;
        if (*chan).len > 0 {
            let slot = (*chan).slot(0);
            std::ptr::copy_nonoverlapping(slot, to, elem);
            std::ptr::write_bytes(slot, 0, elem);
            (*chan).head = ((*chan).head + 1) % (*chan).cap;
            (*chan).len -= 1;
            if let Some(sender) = (*chan).senders.first() {
                std::ptr::copy_nonoverlapping((*sender).value, (*chan).slot((*chan).len), elem);
                (*chan).len += 1;
                Waiter::wake(sender, call.vm, Outcome::Done);
            }
            return Some(Outcome::Done);
        }
        if let Some(sender) = (*chan).senders.first() {
            std::ptr::copy_nonoverlapping((*sender).value, to, elem);
            Waiter::wake(sender, call.vm, Outcome::Done);
            return Some(Outcome::Done);
        }
        if (*chan).closed != 0 {
            std::ptr::write_bytes(to, 0, elem);
            return Some(Outcome::Closed);
        }
    }
    None
}

fn chan_send(call: &mut Call<'_>) -> Answer {
    let (chan, value) = (call.word(0) as *mut Chan, call.word(1) as *mut u8);
    if chan.is_null() {
        return Err(waiters::park(call, "chan send (nil chan)"));
    }
    let done = match waiters::outcome(call.vm) {
        Some((Outcome::Waiting, _)) => return Err(Stop::Park),
        Some((outcome, _)) => Some(outcome),
        None => {
            // SAFETY: a live channel, and a value of its element's size.
            unsafe {
                call.charge_bytes((*chan).elem);
                try_send(call, chan, value)
            }
        }
    };
    match done {
        Some(Outcome::Closed) => Err(closed_send(call)),
        Some(_) => Ok(()),
        None => {
            // SAFETY: the channel is kept alive by its queue's waiters, the value by the fiber.
            unsafe {
                let case = (&raw mut (*chan).senders, value, 0);
                Err(waiters::wait(call, 1, std::iter::once(case), "chan send"))
            }
        }
    }
}

fn chan_recv(call: &mut Call<'_>) -> Answer {
    let (chan, to) = (call.word(0) as *mut Chan, call.word(1) as *mut u8);
    if chan.is_null() {
        return Err(waiters::park(call, "chan receive (nil chan)"));
    }
    let done = match waiters::outcome(call.vm) {
        Some((Outcome::Waiting, _)) => return Err(Stop::Park),
        Some((outcome, _)) => Some(outcome),
        None => {
            // SAFETY: a live channel, and memory of its element's size.
            unsafe {
                call.charge_bytes((*chan).elem);
                try_receive(call, chan, to)
            }
        }
    };
    match done {
        Some(outcome) => {
            call.ret_bool(0, outcome == Outcome::Done);
            Ok(())
        }
        None => {
            // SAFETY: as in `chan_send`.
            unsafe {
                let case = (&raw mut (*chan).receivers, to, 0);
                Err(waiters::wait(call, 1, std::iter::once(case), "chan receive"))
            }
        }
    }
}

fn chan_close(call: &mut Call<'_>) -> Answer {
    let chan = call.word(0) as *mut Chan;
    if chan.is_null() {
        return Err(raise_text(call, "close of nil channel"));
    }
    // SAFETY: a live channel, whose waiters live.
    unsafe {
        if (*chan).closed != 0 {
            return Err(raise_text(call, "close of closed channel"));
        }
        (*chan).closed = 1;
        while let Some(receiver) = (*chan).receivers.first() {
            std::ptr::write_bytes((*receiver).value, 0, (*chan).elem);
            Waiter::wake(receiver, call.vm, Outcome::Closed);
        }
        while let Some(sender) = (*chan).senders.first() {
            Waiter::wake(sender, call.vm, Outcome::Closed);
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
