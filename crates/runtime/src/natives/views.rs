//! Bytes views: bytes that are seen without being copied. Natives that any front end, or IR text, may use; `docs/views.md` tells
//! about them.
//!
//! A view is an object of 32 bytes. One that was made by `bytes_new` owns its bytes; a slice of it, and a view of bytes from
//! elsewhere, do not, and keep what they were made of alive. Only owners are written to. Knows nothing of strings or arrays beyond
//! an address and a length, which the front end vouches for, as it does for every reference to a view.

use std::io::ErrorKind;

use purlin_base::{TrapCode, gas};

use super::{DirectEntry, Entry};
use crate::heap::LayoutId;
use crate::native::{Answer, Call, Stop, direct};
use crate::trap::{Trap, TrapKind};

pub const DIRECT: &[DirectEntry] = &[
    ("rt.bytes_new", new, direct(new)),
    ("rt.bytes_len", len, direct(len)),
    ("rt.bytes_get", get, direct(get)),
    ("rt.bytes_set", set, direct(set)),
    ("rt.bytes_slice", slice, direct(slice)),
    ("rt.bytes_equal", equal, direct(equal)),
    ("rt.bytes_hash", hash, direct(hash)),
    ("rt.bytes_from_array", from_array, direct(from_array)),
    ("rt.bytes_from_string", from_string, direct(from_string)),
];

/// They wait for the host's streams, on its stack.
pub const HEAVY: &[Entry] = &[("rt.bytes_read_stdin", read_stdin), ("rt.bytes_write_stdout", write_stdout)];

/// What a reference to a view leads to.
#[repr(C)]
#[derive(Clone, Copy)]
struct View {
    data: usize,
    len: u64,
    /// What the bytes are part of: the data of an empty view may lie behind the end of it.
    parent: usize,
    owner: u64,
}

const _: () = assert!(size_of::<View>() <= 48);

/// The view in argument `n`; null raises as every use of it does.
fn view(call: &mut Call<'_>, n: usize) -> Result<View, Stop> {
    match call.word(n) as *const View {
        view if view.is_null() => Err(call.vm.raise_trap(TrapCode::NilDereference, 0, 0)),
        // SAFETY: a reference to a view, by the front end's promise.
        view => Ok(unsafe { *view }),
    }
}

/// The bytes of the view in argument `n`, for natives of guests too. Good until the program goes on.
pub fn view_bytes<'a>(call: &mut Call<'a>, n: usize) -> Result<&'a [u8], Stop> {
    let view = view(call, n)?;
    Ok(call.view(view.data as u64, view.len as usize))
}

/// Answers a view of `len` bytes.
fn make(call: &mut Call<'_>, view: View) -> Answer {
    call.vm.charge(gas::ALLOC + gas::bytes_allocated(size_of::<View>() as u64));
    let at = call.vm.allocate(|heap| heap.alloc_sized(LayoutId::ALL, size_of::<View>()))?;
    // SAFETY: a fresh object of the size of a view.
    unsafe { *(at as *mut View) = view };
    call.ret(0, at as u64);
    Ok(())
}

/// `(len) -> view`: zeros that it owns.
fn new(call: &mut Call<'_>) -> Answer {
    let len = call.int(0);
    let Some(bytes) = usize::try_from(len).ok().filter(|len| *len < 1 << 47) else {
        return Err(call.vm.raise_trap(TrapCode::BadLength, len, 0));
    };
    let data = call.vm.new_buffer(bytes)?;
    make(call, View { data, len: len as u64, parent: data, owner: 1 })
}

/// `(view) -> len`
fn len(call: &mut Call<'_>) -> Answer {
    let view = view(call, 0)?;
    call.ret(0, view.len);
    Ok(())
}

fn out_of_range(call: &mut Call<'_>, index: i64, len: u64) -> Stop {
    call.vm.raise_trap(TrapCode::IndexOutOfRange, index, len as i64)
}

/// `(view, index) -> byte`
fn get(call: &mut Call<'_>) -> Answer {
    let (view, index) = (view(call, 0)?, call.word(1));
    if index >= view.len {
        return Err(out_of_range(call, index as i64, view.len));
    }
    let byte = call.view(view.data as u64, view.len as usize)[index as usize];
    call.ret(0, u64::from(byte));
    Ok(())
}

/// Only owners are written to, in the given range of theirs.
fn owned<'a>(call: &mut Call<'a>, view: View, from: u64, to: u64) -> Result<&'a mut [u8], Stop> {
    if view.owner == 0 {
        return Err(call.vm.raise_trap(TrapCode::ViewNotOwned, 0, 0));
    }
    if to > view.len {
        return Err(out_of_range(call, to as i64, view.len));
    }
    if from > to {
        return Err(out_of_range(call, from as i64, to));
    }
    Ok(call.view_mut(view.data as u64 + from, (to - from) as usize))
}

/// `(view, index, byte)`: of the byte the low eight bits.
fn set(call: &mut Call<'_>) -> Answer {
    let (view, index, byte) = (view(call, 0)?, call.word(1), call.word(2) as u8);
    if view.owner != 0 && index >= view.len {
        return Err(out_of_range(call, index as i64, view.len));
    }
    owned(call, view, index, index.saturating_add(1))?.fill(byte);
    Ok(())
}

/// `(view, from, to) -> view`, which does not own.
fn slice(call: &mut Call<'_>) -> Answer {
    let (view, from, to) = (view(call, 0)?, call.word(1), call.word(2));
    if to > view.len {
        return Err(out_of_range(call, to as i64, view.len));
    }
    if from > to {
        return Err(out_of_range(call, from as i64, to));
    }
    make(call, View { data: view.data + from as usize, len: to - from, owner: 0, ..view })
}

/// `(view, view) -> 1 or 0`
fn equal(call: &mut Call<'_>) -> Answer {
    let (a, b) = (view_bytes(call, 0)?, view_bytes(call, 1)?);
    if a.len() == b.len() {
        call.charge_bytes(a.len());
    }
    call.ret_bool(0, a == b);
    Ok(())
}

/// `(view) -> hash`: FNV-1a of 64 bits.
fn hash(call: &mut Call<'_>) -> Answer {
    let bytes = view_bytes(call, 0)?;
    // A product for each byte waits for the one before.
    call.charge_bytes(bytes.len().saturating_mul(4));
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    call.ret(0, bytes.iter().fold(0xcbf2_9ce4_8422_2325, step));
    Ok(())
}

/// `(array, offset, len) -> view` of so many of an array's bytes.
fn from_array(call: &mut Call<'_>) -> Answer {
    let (parent, offset, len) = (call.word(0) as usize, call.int(1), call.int(2));
    if offset < 0 || len < 0 {
        return Err(call.vm.raise_trap(TrapCode::BadLength, offset.min(len), 0));
    }
    if parent == 0 && len > 0 {
        return Err(call.vm.raise_trap(TrapCode::NilDereference, 0, 0));
    }
    make(call, View { data: parent.wrapping_add(offset as usize), len: len as u64, parent, owner: 0 })
}

/// `(address, len) -> view` of a string.
fn from_string(call: &mut Call<'_>) -> Answer {
    let (data, len) = (call.word(0) as usize, call.int(1));
    if len < 0 {
        return Err(call.vm.raise_trap(TrapCode::BadLength, len, 0));
    }
    make(call, View { data, len: len as u64, parent: data, owner: 0 })
}

/// `(view, from, to) -> n`: one read of standard input into that part of an owner; 0 at the end.
fn read_stdin(call: &mut Call<'_>) -> Answer {
    let (view, from, to) = (view(call, 0)?, call.word(1), call.word(2));
    let buffer = owned(call, view, from, to)?;
    let n = read_input(call, buffer)?;
    call.ret_int(0, n as i64);
    Ok(())
}

/// `(view)`: all of it to standard output, at once.
fn write_stdout(call: &mut Call<'_>) -> Answer {
    let bytes = view_bytes(call, 0)?;
    write_output(call, 1, bytes)
}

fn failed(what: &str, error: &std::io::Error) -> Stop {
    Stop::End(Trap::new(TrapKind::Io, format!("{what}: {error}")))
}

/// Writes to stream 1 or 2, as much as the limit allows.
pub fn write_output(call: &mut Call<'_>, stream: i64, bytes: &[u8]) -> Answer {
    call.charge_bytes(bytes.len());
    let vm = &mut *call.vm;
    vm.charge(gas::TRANSFER);
    let room =
        vm.limits.output_bytes.map_or(u64::MAX, |limit| limit.saturating_sub(vm.counters.output_bytes));
    let fits = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
    vm.counters.output_bytes += fits as u64;
    let (name, out) = match stream {
        1 => ("standard output", &mut vm.streams.output),
        _ => ("standard error", &mut vm.streams.errors),
    };
    out.write_all(&bytes[..fits]).map_err(|e| failed(name, &e))?;
    if fits < bytes.len() {
        return Err(Stop::End(Trap::new(TrapKind::OutputLimit, "the program wrote more than it may")));
    }
    Ok(())
}

/// One read of standard input, into memory of the guest: how many bytes, 0 at the end.
pub fn read_input(call: &mut Call<'_>, buffer: &mut [u8]) -> Result<usize, Stop> {
    let n = loop {
        match call.vm.streams.input.read(buffer) {
            Ok(n) => break n,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(failed("standard input", &error)),
        }
    };
    call.charge_bytes(n);
    call.vm.charge(gas::TRANSFER);
    Ok(n)
}
