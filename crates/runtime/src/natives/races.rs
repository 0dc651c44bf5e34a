//! What code tells of its accesses and of how fibers synchronise (`purlin_ir::races` names the events,
//! `purlin_opt::races` adds the calls). In an isolate that looks for no data races these natives do nothing.
//!
//! None charges: a program uses the gas that it uses without.

use crate::native::{Answer, Caller, Opaque, OpaqueRef};
use crate::natives;
use crate::races::{AccessKind, Order};

natives! {
    /// Data races. Each is told an address, an offset from it, and how many bytes; a null address tells
    /// nothing.
    pub(super) RACES in "rt" {
        /// Bytes are read.
        light "race_read"(at: Opaque, offset: i64, size: i64) = read; [ALLOCATES OUTSIDE] "nothing, not even the call";
        /// Bytes are written.
        light "race_write"(at: Opaque, offset: i64, size: i64) = write; [ALLOCATES OUTSIDE] "nothing, not even the call";
        /// Bytes are read by a synchronising operation, which acquires.
        light "race_load"(at: Opaque, offset: i64, size: i64) = load; [ALLOCATES OUTSIDE] "nothing, not even the call";
        /// Bytes are written by a synchronising operation, which releases.
        light "race_store"(at: Opaque, offset: i64, size: i64) = store; [ALLOCATES OUTSIDE] "nothing, not even the call";
        /// Bytes are accessed by a synchronising operation that tells what it orders.
        light "race_touch"(at: Opaque, offset: i64, size: i64) = touch; [ALLOCATES OUTSIDE] "nothing, not even the call";
        /// What was released at the address happens before what follows.
        light "race_acquire"(at: Opaque, offset: i64, size: i64) = acquire; [OUTSIDE] "nothing, not even the call";
        /// What was done, and nothing else, happens before what follows an acquire there.
        light "race_release"(at: Opaque, offset: i64, size: i64) = release; [OUTSIDE] "nothing, not even the call";
        /// What was done happens before what follows an acquire there, as does what was released before.
        light "race_release_more"(at: Opaque, offset: i64, size: i64) = release_more; [OUTSIDE] "nothing, not even the call";
        /// Something goes out of the program.
        light "race_out"(at: Opaque, offset: i64, size: i64) = out; [OUTSIDE] "nothing, not even the call";
        /// Something comes in, which may be what went out before.
        light "race_in"(at: Opaque, offset: i64, size: i64) = come_in; [OUTSIDE] "nothing, not even the call";
        /// All that any fiber has done happens before what follows.
        light "race_acquire_all"(at: Opaque, offset: i64, size: i64) = acquire_all; [OUTSIDE] "nothing, not even the call";
    }
}

/// The place of the world outside, which is no address.
pub(crate) const OUTSIDE: usize = 1;

/// What a synchronising operation reads or writes.
const LOAD: AccessKind = AccessKind { write: false, atomic: true };
const STORE: AccessKind = AccessKind { write: true, atomic: true };

#[inline]
fn access(caller: &mut Caller<'_>, at: OpaqueRef<'_>, offset: i64, size: i64, kind: AccessKind) -> Answer {
    if at.word == 0 || size <= 0 {
        return Ok(());
    }
    caller.vm().note_access(at.word.wrapping_add_signed(offset) as usize, size as usize, kind)
}

fn sync(caller: &mut Caller<'_>, at: OpaqueRef<'_>, offset: i64, how: Order) -> Answer {
    if at.word != 0 {
        caller.vm().note_sync(at.word.wrapping_add_signed(offset) as usize, how);
    }
    Ok(())
}

fn read<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, AccessKind::READ)
}

fn write<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, AccessKind::WRITE)
}

fn load<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, LOAD)?;
    sync(caller, at, offset, Order::Acquire)
}

fn store<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, STORE)?;
    sync(caller, at, offset, Order::Release)
}

fn touch<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, STORE)
}

fn acquire<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, _size: i64) -> Answer {
    sync(caller, at, offset, Order::Acquire)
}

fn release<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, _size: i64) -> Answer {
    sync(caller, at, offset, Order::Release)
}

fn release_more<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, _size: i64) -> Answer {
    sync(caller, at, offset, Order::ReleaseMore)
}

fn out<'c>(caller: &mut Caller<'c>, _at: OpaqueRef<'c>, _offset: i64, _size: i64) -> Answer {
    caller.vm().note_sync(OUTSIDE, Order::ReleaseMore);
    Ok(())
}

fn come_in<'c>(caller: &mut Caller<'c>, _at: OpaqueRef<'c>, _offset: i64, _size: i64) -> Answer {
    caller.vm().note_sync(OUTSIDE, Order::Acquire);
    Ok(())
}

fn acquire_all<'c>(caller: &mut Caller<'c>, _at: OpaqueRef<'c>, _offset: i64, _size: i64) -> Answer {
    caller.vm().note_sync(OUTSIDE, Order::AcquireAll);
    Ok(())
}
