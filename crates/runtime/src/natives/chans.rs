//! Channels. A channel and its queues live in the guest heap; a value goes directly from the one who sends to
//! the one who waits for it, or through the buffer.

use std::marker::PhantomData;

use purlin_base::gas;

use super::waiters::{self, Outcome, Queue, Waiter};
use crate::fiber::FiberId;
use crate::heap::LayoutId;
use crate::native::{Answer, Caller, Class, ClassRef, Opaque, OpaqueRef, Ptr, PtrRef, Stop};
use crate::natives;
use crate::races::{AccessKind, Order};
use crate::trap::Fault;
use crate::vm::Vm;

natives! {
    /// Channels of values of one size. Null channels are allowed: sending to one and receiving from one wait
    /// for ever.
    pub(super) CHANNELS in "rt" {
        /// A channel of elements of a class, with room for so many. Raises on a bad size.
        light CHAN_MAKE "chan_make"(class: Class, room: i64) -> (Ptr<Chan>) = chan_make; [ALLOCATES RAISES] "the bytes of the buffer";
        /// A channel of elements of so many bytes, any words of which may be pointers. Raises on a bad size.
        light CHAN_OF "chan_of"(size: i64, room: i64) -> (Ptr<Chan>) = chan_of; [ALLOCATES RAISES] "the bytes of the buffer";
        /// Sends the value at an address.
        light CHAN_SEND "chan_send"(channel: Ptr<Chan>, value: Opaque) = chan_send;
            [READS WRITES ALLOCATES RAISES PARKS] "1 a 16 bytes of the element";
        /// Receives into memory at an address; false if the channel is closed and empty.
        light CHAN_RECV "chan_recv"(channel: Ptr<Chan>, to: Opaque) -> (bool) = chan_recv;
            [READS WRITES ALLOCATES PARKS] "1 a 16 bytes of the element";
        /// Closes a channel. Raises if it is closed, or null.
        light CHAN_CLOSE "chan_close"(channel: Ptr<Chan>) = chan_close; [WRITES RAISES] "nothing more";
        /// How many elements wait in the buffer.
        light CHAN_LEN "chan_len"(channel: Ptr<Chan>) -> (i64) = chan_len; [READS] "nothing more";
        /// How many elements the buffer has room for.
        light CHAN_CAP "chan_cap"(channel: Ptr<Chan>) -> (i64) = chan_cap; [READS] "nothing more";
    }
}

/// A channel in guest memory.
#[repr(C)]
pub(super) struct Chan {
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
        unsafe { self.buffer.add(self.wrapped(self.head + n) * self.elem) }
    }

    /// A place in the buffer, of a number below twice its capacity. Not by a remainder, which would take
    /// longer than all else that a send does.
    #[inline]
    fn wrapped(&self, n: usize) -> usize {
        if n >= self.cap { n - self.cap } else { n }
    }

    /// Fibers that pass a value through slot `n` of the buffer, each in its turn, are ordered there. Slots of
    /// values without size share a place.
    ///
    /// # Safety
    /// A live channel, and `n < cap`.
    #[inline(always)]
    unsafe fn pass(chan: *mut Chan, n: usize, vm: &mut Vm, fiber: Option<FiberId>) {
        // SAFETY: the caller's promise.
        let place = unsafe { if (*chan).elem == 0 { chan as usize } else { (*chan).slot(n) as usize } };
        vm.note_pass(place, fiber);
    }

    /// A value goes from one fiber to another, one of which runs and the other is `waiter`.
    ///
    /// # Safety
    /// A live channel, and a waiter in a queue of it.
    unsafe fn meet(chan: *mut Chan, waiter: *mut Waiter, vm: &mut Vm) {
        // SAFETY: the caller's promise.
        unsafe {
            if !vm.finds_races() {
                return;
            }
            let fiber = Waiter::fiber(waiter);
            if (*chan).cap == 0 {
                vm.note_receipt(fiber);
            } else {
                // As if the value went through the buffer, the next one through the next slot.
                Chan::pass(chan, 0, vm, None);
                Chan::pass(chan, 0, vm, Some(fiber));
                (*chan).head = ((*chan).head + 1) % (*chan).cap;
            }
        }
    }

    /// Whether a send does not wait.
    pub(super) fn can_send(&self) -> bool {
        self.closed != 0 || self.len < self.cap || !self.receivers.is_empty()
    }

    /// Whether a receive does not wait.
    pub(super) fn can_receive(&self) -> bool {
        self.closed != 0 || self.len > 0 || !self.senders.is_empty()
    }
}

/// Copies an element. Most have one word, for which a call would be most of the work.
///
/// # Safety
/// As for [`std::ptr::copy_nonoverlapping`].
#[inline(always)]
unsafe fn copy_element(from: *const u8, to: *mut u8, elem: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match elem {
            8 => to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned()),
            _ => std::ptr::copy_nonoverlapping(from, to, elem),
        }
    }
}

/// Makes an element zero, which then keeps nothing alive.
///
/// # Safety
/// As for [`std::ptr::write_bytes`].
#[inline(always)]
unsafe fn clear_element(at: *mut u8, elem: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match elem {
            8 => at.cast::<u64>().write_unaligned(0),
            _ => std::ptr::write_bytes(at, 0, elem),
        }
    }
}

fn chan_make<'c>(caller: &mut Caller<'c>, class: ClassRef<'c>, room: i64) -> Result<PtrRef<'c, Chan>, Stop> {
    let class = class.class;
    let elem = caller.vm().heap.class_size(class);
    let bytes = usize::try_from(room).ok().and_then(|n| n.checked_mul(elem.max(1))).filter(|b| *b < 1 << 47);
    if bytes.is_none() {
        return Err(caller.fault(Fault::ChannelSize));
    }
    let buffer = if room == 0 { 0 } else { caller.vm().new_array(class, room as usize)? };
    new_chan(caller, elem, room, buffer)
}

fn chan_of<'c>(caller: &mut Caller<'c>, size: i64, room: i64) -> Result<PtrRef<'c, Chan>, Stop> {
    let elem = size.max(0) as usize;
    let bytes = usize::try_from(room).ok().and_then(|n| n.checked_mul(elem.max(1))).filter(|b| *b < 1 << 47);
    let Some(bytes) = bytes else { return Err(caller.fault(Fault::ChannelSize)) };
    caller.charge(gas::bytes_allocated(bytes as u64));
    let buffer =
        if room == 0 { 0 } else { caller.allocate(|heap| heap.alloc_sized(LayoutId::ALL, bytes))? };
    new_chan(caller, elem, room, buffer)
}

/// A channel with a buffer for `room` elements.
fn new_chan<'c>(
    caller: &mut Caller<'c>,
    elem: usize,
    room: i64,
    buffer: usize,
) -> Result<PtrRef<'c, Chan>, Stop> {
    caller.keep(buffer);
    let at = caller.allocate(|heap| heap.alloc_sized(LayoutId::ALL, size_of::<Chan>()))? as *mut Chan;
    // SAFETY: a fresh object of that size; zero is right for the rest.
    unsafe {
        (*at).cap = room as usize;
        (*at).elem = elem;
        (*at).buffer = buffer as *mut u8;
    }
    Ok(PtrRef { at, brand: PhantomData })
}

/// Sends without waiting; `None` if it would have to wait.
///
/// # Safety
/// A live channel; `value` has its element's size.
#[inline(always)]
pub(super) unsafe fn try_send(caller: &mut Caller<'_>, chan: *mut Chan, value: *const u8) -> Option<Outcome> {
    // SAFETY: the caller's promise; waiters and buffer belong to the channel.
    unsafe {
        if (*chan).closed != 0 {
            return Some(Outcome::Closed);
        }
        if let Some(receiver) = (*chan).receivers.first() {
            copy_element(value, (*receiver).value, (*chan).elem);
            Chan::meet(chan, receiver, caller.vm());
            Waiter::wake(receiver, caller.vm(), Outcome::Done);
            return Some(Outcome::Done);
        }
        if (*chan).len < (*chan).cap {
            copy_element(value, (*chan).slot((*chan).len), (*chan).elem);
            Chan::pass(chan, (*chan).len, caller.vm(), None);
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
#[inline(always)]
pub(super) unsafe fn try_receive(caller: &mut Caller<'_>, chan: *mut Chan, to: *mut u8) -> Option<Outcome> {
    // SAFETY: the caller's promise; waiters and buffer belong to the channel.
    unsafe {
        let elem = (*chan).elem;
        if (*chan).len > 0 {
            let slot = (*chan).slot(0);
            copy_element(slot, to, elem);
            clear_element(slot, elem);
            Chan::pass(chan, 0, caller.vm(), None);
            (*chan).head = (*chan).wrapped((*chan).head + 1);
            (*chan).len -= 1;
            if let Some(sender) = (*chan).senders.first() {
                copy_element((*sender).value, (*chan).slot((*chan).len), elem);
                Chan::pass(chan, (*chan).len, caller.vm(), Some(Waiter::fiber(sender)));
                (*chan).len += 1;
                Waiter::wake(sender, caller.vm(), Outcome::Done);
            }
            return Some(Outcome::Done);
        }
        if let Some(sender) = (*chan).senders.first() {
            copy_element((*sender).value, to, elem);
            Chan::meet(chan, sender, caller.vm());
            Waiter::wake(sender, caller.vm(), Outcome::Done);
            return Some(Outcome::Done);
        }
        if (*chan).closed != 0 {
            clear_element(to, elem);
            caller.vm().note_sync(closing(chan), Order::Acquire);
            return Some(Outcome::Closed);
        }
    }
    None
}

/// Where a channel's closing orders fibers, and where it races with sends.
pub(super) fn closing(chan: *const Chan) -> usize {
    chan as usize + std::mem::offset_of!(Chan, closed)
}

fn chan_send<'c>(caller: &mut Caller<'c>, channel: PtrRef<'c, Chan>, value: OpaqueRef<'c>) -> Answer {
    let (chan, value) = (channel.at, value.word as *mut u8);
    if chan.is_null() {
        return Err(waiters::park(caller, "chan send (nil chan)"));
    }
    let done = match waiters::outcome(caller.vm()) {
        Some((Outcome::Waiting, _)) => return Err(Stop::Park),
        Some((outcome, _)) => Some(outcome),
        None => {
            caller.vm().note_access(closing(chan), 1, AccessKind::READ)?;
            // SAFETY: a live channel, and a value of its element's size.
            unsafe {
                caller.charge_bytes((*chan).elem);
                try_send(caller, chan, value)
            }
        }
    };
    match done {
        Some(Outcome::Closed) => Err(caller.fault(Fault::SendOnClosed)),
        Some(Outcome::Done | Outcome::Waiting) => Ok(()),
        None => {
            // SAFETY: the channel is kept alive by its queue's waiters, the value by the fiber.
            unsafe {
                let case = (&raw mut (*chan).senders, value, 0);
                Err(waiters::wait(caller, 1, std::iter::once(case), "chan send"))
            }
        }
    }
}

fn chan_recv<'c>(
    caller: &mut Caller<'c>,
    channel: PtrRef<'c, Chan>,
    to: OpaqueRef<'c>,
) -> Result<bool, Stop> {
    let (chan, to) = (channel.at, to.word as *mut u8);
    if chan.is_null() {
        return Err(waiters::park(caller, "chan receive (nil chan)"));
    }
    let done = match waiters::outcome(caller.vm()) {
        Some((Outcome::Waiting, _)) => return Err(Stop::Park),
        Some((outcome, _)) => Some(outcome),
        None => {
            // SAFETY: a live channel, and memory of its element's size.
            unsafe {
                caller.charge_bytes((*chan).elem);
                try_receive(caller, chan, to)
            }
        }
    };
    match done {
        Some(outcome) => Ok(outcome == Outcome::Done),
        None => {
            // SAFETY: the channel is kept alive by its queue's waiters, the memory by the fiber.
            unsafe {
                let case = (&raw mut (*chan).receivers, to, 0);
                Err(waiters::wait(caller, 1, std::iter::once(case), "chan receive"))
            }
        }
    }
}

fn chan_close<'c>(caller: &mut Caller<'c>, channel: PtrRef<'c, Chan>) -> Answer {
    let chan = channel.at;
    if chan.is_null() {
        return Err(caller.fault(Fault::CloseOfNull));
    }
    caller.vm().note_access(closing(chan), 1, AccessKind::WRITE)?;
    caller.vm().note_sync(closing(chan), Order::Release);
    // SAFETY: a live channel, whose waiters live.
    unsafe {
        if (*chan).closed != 0 {
            return Err(caller.fault(Fault::CloseOfClosed));
        }
        (*chan).closed = 1;
        while let Some(receiver) = (*chan).receivers.first() {
            clear_element((*receiver).value, (*chan).elem);
            Waiter::wake(receiver, caller.vm(), Outcome::Closed);
        }
        while let Some(sender) = (*chan).senders.first() {
            Waiter::wake(sender, caller.vm(), Outcome::Closed);
        }
    }
    Ok(())
}

fn chan_len<'c>(_: &mut Caller<'c>, channel: PtrRef<'c, Chan>) -> Result<i64, Stop> {
    // SAFETY: null or a live channel.
    Ok(unsafe { channel.at.as_ref() }.map_or(0, |c| c.len as i64))
}

fn chan_cap<'c>(_: &mut Caller<'c>, channel: PtrRef<'c, Chan>) -> Result<i64, Stop> {
    // SAFETY: null or a live channel.
    Ok(unsafe { channel.at.as_ref() }.map_or(0, |c| c.cap as i64))
}
