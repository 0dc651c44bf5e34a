//! What instrumented code tells of its accesses and of how fibers synchronise (`purlin_opt::races`). In an
//! isolate that looks for no data races these natives do nothing.

use crate::native::{Answer, Caller, Opaque, OpaqueRef, Stop};
use crate::natives;
use crate::races::Kind;
use crate::vm::Sync;

natives! {
    /// Data races.
    pub(super) RACES in "rt" {
        /// So many bytes are read, so far from an address.
        light RACE_READ "race_read"(at: Opaque, offset: i64, size: i64) = read; [ALLOCATES OUTSIDE] "no more than the call, which is not charged";
        /// They are written.
        light RACE_WRITE "race_write"(at: Opaque, offset: i64, size: i64) = write; [ALLOCATES OUTSIDE] "no more than the call, which is not charged";
        /// They are read by a synchronising operation, which acquires.
        light RACE_LOAD "race_load"(at: Opaque, offset: i64, size: i64) = load; [ALLOCATES OUTSIDE] "no more than the call, which is not charged";
        /// They are written by a synchronising operation, which releases.
        light RACE_STORE "race_store"(at: Opaque, offset: i64, size: i64) = store; [ALLOCATES OUTSIDE] "no more than the call, which is not charged";
        /// What was released at the address happens before what follows.
        light RACE_ACQUIRE "race_acquire"(at: Opaque) = acquire; [OUTSIDE] "nothing more";
        /// What was done happens before what follows where the address is acquired.
        light RACE_RELEASE "race_release"(at: Opaque) = release; [OUTSIDE] "nothing more";
        /// How many data races were found.
        light RACE_COUNT "race_count"() -> (i64) = count; [OUTSIDE] "nothing more";
    }
}

fn access(caller: &mut Caller<'_>, at: OpaqueRef<'_>, offset: i64, size: i64, kind: Kind) -> Answer {
    let address = at.word.wrapping_add_signed(offset) as usize;
    if at.word == 0 || size <= 0 {
        return Ok(());
    }
    caller.vm().note_access(address, size as usize, kind)
}

fn read<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, Kind::READ)
}

fn write<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, Kind::WRITE)
}

fn load<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, Kind { write: false, atomic: true })?;
    sync(caller, at.word.wrapping_add_signed(offset), Sync::Acquire)
}

fn store<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, offset: i64, size: i64) -> Answer {
    access(caller, at, offset, size, Kind { write: true, atomic: true })?;
    sync(caller, at.word.wrapping_add_signed(offset), Sync::Release)
}

fn sync(caller: &mut Caller<'_>, place: u64, how: Sync) -> Answer {
    caller.vm().note_sync(place as usize, how);
    Ok(())
}

fn acquire<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>) -> Answer {
    sync(caller, at.word, Sync::Acquire)
}

fn release<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>) -> Answer {
    sync(caller, at.word, Sync::Release)
}

fn count(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    Ok(caller.vm().races_found() as i64)
}
