//! Bytes views: bytes that are seen without being copied. Natives that any front end, or IR text, may use;
//! `docs/views.md` tells about them.
//!
//! A view is an object of 32 bytes. One that was made by `bytes_new` owns its bytes; a slice of it, and a
//! view of bytes from elsewhere, do not, and keep what they were made of alive. Only owners are written to.
//! Knows nothing of strings or arrays beyond an address and a length, which the front end vouches for, as it
//! does for every reference to a view.

use std::marker::PhantomData;

use purlin_base::{TrapCode, gas};

use crate::heap::LayoutId;
use crate::native::{Answer, Caller, Opaque, OpaqueRef, Ptr, PtrRef, SliceRef, Stop, StrRef};
use crate::natives;

natives! {
    /// Bytes views. Heavy ones wait for the host's streams, on its stack.
    pub(super) VIEWS in "rt" {
        /// A view of `len` zeros, which it owns. Raises on a bad length.
        light "bytes_new"(len: i64) -> (Ptr<View>) = new; [ALLOCATES RAISES] "two allocations";
        /// How many bytes it shows. All of these raise on null.
        light "bytes_len"(view: Ptr<View>) -> (u64) = len; [READS RAISES] "nothing more";
        /// The byte at an index. Raises where there is none.
        light "bytes_get"(view: Ptr<View>, index: u64) -> (u64) = get; [READS RAISES] "nothing more";
        /// Stores the low eight bits at an index of an owner. Raises where there is no such byte, or the view
        /// does not own.
        light "bytes_set"(view: Ptr<View>, index: u64, byte: u64) = set; [WRITES RAISES] "nothing more";
        /// A view of a part, which does not own.
        light "bytes_slice"(view: Ptr<View>, from: u64, to: u64) -> (Ptr<View>) = slice; [READS ALLOCATES RAISES] "an allocation";
        /// Whether two views show the same bytes.
        light "bytes_equal"(a: Ptr<View>, b: Ptr<View>) -> (bool) = equal; [READS RAISES] "1 a 16 bytes where lengths are equal";
        /// FNV-1a of 64 bits.
        light "bytes_hash"(view: Ptr<View>) -> (u64) = hash; [READS RAISES] "1 a 4 bytes";
        /// A view of `len` of an array's bytes from `offset` on.
        light "bytes_from_array"(array: Opaque, offset: i64, len: i64) -> (Ptr<View>) = from_array; [ALLOCATES RAISES] "an allocation";
        /// A view of a string.
        light "bytes_from_string"(at: Opaque, len: i64) -> (Ptr<View>) = from_string; [ALLOCATES RAISES] "an allocation";
        /// One read of standard input into a part of an owner: how many bytes, 0 at the end.
        heavy "bytes_read_stdin"(view: Ptr<View>, from: u64, to: u64) -> (i64) = read_stdin;
            [WRITES RAISES ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// All of it to standard output, at once.
        heavy "bytes_write_stdout"(view: Ptr<View>) = write_stdout; [READS RAISES ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
    }
}

/// What a reference to a view leads to.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct View {
    data: usize,
    len: u64,
    /// What the bytes are part of: the data of an empty view may lie at the end of it.
    parent: usize,
    owner: u64,
}

const _: () = assert!(size_of::<View>() <= 48);

/// The view that a reference leads to; null raises as every use of it does.
fn view<'c>(caller: &mut Caller<'c>, view: PtrRef<'c, View>) -> Result<View, Stop> {
    if view.at.is_null() {
        return Err(caller.raise_trap(TrapCode::NilDereference, 0, 0));
    }
    // SAFETY: a reference to a view, which only these natives make and nothing else writes.
    Ok(unsafe { *view.at })
}

/// The bytes that a view shows.
fn shown<'c>(caller: &mut Caller<'c>, of: PtrRef<'c, View>) -> Result<StrRef<'c>, Stop> {
    let view = view(caller, of)?;
    Ok(StrRef { at: view.data as *const u8, len: view.len as usize, brand: PhantomData })
}

fn make<'c>(caller: &Caller<'c>, view: View) -> Result<PtrRef<'c, View>, Stop> {
    caller.charge(gas::ALLOC + gas::bytes_allocated(size_of::<View>() as u64));
    let at = caller.allocate(|heap| heap.alloc_sized(LayoutId::ALL, size_of::<View>()))? as *mut View;
    // SAFETY: a fresh object of the size of a view.
    unsafe { *at = view };
    Ok(PtrRef { at, brand: PhantomData })
}

fn new<'c>(caller: &mut Caller<'c>, len: i64) -> Result<PtrRef<'c, View>, Stop> {
    let Some(bytes) = usize::try_from(len).ok().filter(|len| *len < 1 << 47) else {
        return Err(caller.raise_trap(TrapCode::BadLength, len, 0));
    };
    let data = caller.new_buffer(bytes)?;
    make(caller, View { data, len: len as u64, parent: data, owner: 1 })
}

fn len<'c>(caller: &mut Caller<'c>, of: PtrRef<'c, View>) -> Result<u64, Stop> {
    Ok(view(caller, of)?.len)
}

fn out_of_range(caller: &mut Caller<'_>, index: i64, len: u64) -> Stop {
    caller.raise_trap(TrapCode::IndexOutOfRange, index, len as i64)
}

fn get<'c>(caller: &mut Caller<'c>, of: PtrRef<'c, View>, index: u64) -> Result<u64, Stop> {
    let view = view(caller, of)?;
    if index >= view.len {
        return Err(out_of_range(caller, index as i64, view.len));
    }
    // SAFETY: the view shows live bytes, and the index is one of them.
    Ok(u64::from(unsafe { *(view.data as *const u8).add(index as usize) }))
}

/// Only owners are written to, in the given range of theirs.
fn owned<'c>(caller: &mut Caller<'c>, view: View, from: u64, to: u64) -> Result<SliceRef<'c, u8>, Stop> {
    if view.owner == 0 {
        return Err(caller.raise_trap(TrapCode::ViewNotOwned, 0, 0));
    }
    if to > view.len {
        return Err(out_of_range(caller, to as i64, view.len));
    }
    if from > to {
        return Err(out_of_range(caller, from as i64, to));
    }
    let (at, len) = ((view.data + from as usize) as *mut u8, (to - from) as usize);
    Ok(SliceRef { at, len, cap: len, brand: PhantomData })
}

fn set<'c>(caller: &mut Caller<'c>, of: PtrRef<'c, View>, index: u64, byte: u64) -> Answer {
    let view = view(caller, of)?;
    if view.owner != 0 && index >= view.len {
        return Err(out_of_range(caller, index as i64, view.len));
    }
    let place = owned(caller, view, index, index.saturating_add(1))?;
    caller.slice_mut(place).fill(byte as u8);
    Ok(())
}

fn slice<'c>(
    caller: &mut Caller<'c>,
    of: PtrRef<'c, View>,
    from: u64,
    to: u64,
) -> Result<PtrRef<'c, View>, Stop> {
    let view = view(caller, of)?;
    if to > view.len {
        return Err(out_of_range(caller, to as i64, view.len));
    }
    if from > to {
        return Err(out_of_range(caller, from as i64, to));
    }
    make(caller, View { data: view.data + from as usize, len: to - from, owner: 0, ..view })
}

fn equal<'c>(caller: &mut Caller<'c>, a: PtrRef<'c, View>, b: PtrRef<'c, View>) -> Result<bool, Stop> {
    let (a, b) = (shown(caller, a)?, shown(caller, b)?);
    if a.len() == b.len() {
        caller.charge_bytes(a.len());
    }
    Ok(caller.bytes(a) == caller.bytes(b))
}

fn hash<'c>(caller: &mut Caller<'c>, of: PtrRef<'c, View>) -> Result<u64, Stop> {
    let bytes = shown(caller, of)?;
    // A product for each byte waits for the one before.
    caller.charge_bytes(bytes.len().saturating_mul(4));
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    Ok(caller.bytes(bytes).iter().fold(0xcbf2_9ce4_8422_2325, step))
}

fn from_array<'c>(
    caller: &mut Caller<'c>,
    array: OpaqueRef<'c>,
    offset: i64,
    len: i64,
) -> Result<PtrRef<'c, View>, Stop> {
    if offset < 0 || len < 0 {
        return Err(caller.raise_trap(TrapCode::BadLength, offset.min(len), 0));
    }
    if array.is_null() && len > 0 {
        return Err(caller.raise_trap(TrapCode::NilDereference, 0, 0));
    }
    let parent = array.word as usize;
    let data = parent.wrapping_add(offset as usize);
    make(caller, View { data, len: len as u64, parent, owner: 0 })
}

fn from_string<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, len: i64) -> Result<PtrRef<'c, View>, Stop> {
    if len < 0 {
        return Err(caller.raise_trap(TrapCode::BadLength, len, 0));
    }
    let data = at.word as usize;
    make(caller, View { data, len: len as u64, parent: data, owner: 0 })
}

fn read_stdin<'c>(caller: &mut Caller<'c>, of: PtrRef<'c, View>, from: u64, to: u64) -> Result<i64, Stop> {
    let view = view(caller, of)?;
    let buffer = owned(caller, view, from, to)?;
    Ok(caller.read(buffer)? as i64)
}

fn write_stdout<'c>(caller: &mut Caller<'c>, of: PtrRef<'c, View>) -> Answer {
    let bytes = shown(caller, of)?;
    caller.write(1, bytes)
}
