//! Headers: objects with the words that a string, a slice or an interface is made of. Front ends whose
//! programs take those apart through a pointer (`(*reflect.SliceHeader)(unsafe.Pointer(&s))`) make one, renew
//! its words before they read them, and hand over what was assigned. Only what the words can be shown to
//! describe is carried over: bytes of objects without pointers, as copies. A number is an address again only
//! if it is that of one of the latest sources.

use std::marker::PhantomData;

use purlin_base::gas;

use crate::heap::LayoutId;
use crate::native::{Answer, Caller, Opaque, OpaqueRef, Stop};
use crate::natives;
use crate::types::{Desc, TypeKind, TypeNo};

natives! {
    /// Headers of strings, slices and interfaces.
    pub(super) HEADERS in "rt" {
        /// A header of the string, slice or interface at an address, which `of` tells (`HeaderOf`); null for
        /// null. Its address may be a number for the guest.
        light HEADER_OF "header_of"(at: Opaque, of: i64, shows_number: bool) -> (Opaque) = header_of; [READS WRITES ALLOCATES OUTSIDE] "an allocation";
        /// Renews the words of a header, if the object is one.
        light HEADER_READ "header_read"(at: Opaque) = header_read; [READS WRITES ALLOCATES OUTSIDE] "an allocation for a number in an interface";
        /// Changes what a header stands for as its words say, if the object is one. Words that describe no
        /// memory change nothing yet: others of the header may follow. Answers whether it is refused for
        /// good.
        light HEADER_WRITTEN "header_written"(at: Opaque) -> (bool) = header_written; [READS WRITES ALLOCATES OUTSIDE] "an allocation and 1 a 16 bytes where bytes are copied";
        /// Lets the number of an address, which the guest has been shown, be assigned to headers.
        light HEADER_SOURCE "header_source"(at: Opaque) = header_source; [WRITES ALLOCATES OUTSIDE] "nothing more";
    }
}

/// What a header stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeaderOf {
    /// A string: its address and length.
    String,
    /// A slice of elements of so many bytes, not 0, without pointers: its address, length and capacity.
    Slice(u32),
    /// A slice whose words are only read.
    References,
    /// An interface: what stands for its type, and the address of its value.
    Interface,
}

impl HeaderOf {
    /// The number by which [`rows::HEADER_OF`](super::rows::HEADER_OF) knows it.
    pub fn number(self) -> i64 {
        match self {
            HeaderOf::String => -1,
            HeaderOf::References => -2,
            HeaderOf::Interface => -3,
            HeaderOf::Slice(size) => i64::from(size),
        }
    }

    fn from_number(number: i64) -> HeaderOf {
        match number {
            -1 => HeaderOf::String,
            -3 => HeaderOf::Interface,
            1..=0xffff_ffff => HeaderOf::Slice(number as u32),
            _ => HeaderOf::References,
        }
    }
}

/// What a reference to a header leads to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Header {
    /// What the guest sees.
    words: [u64; 3],
    /// The string, slice or interface.
    at: *mut u64,
    /// The number of its [`HeaderOf`].
    of: i64,
    /// Of a string or slice: its address when it was last looked at. Of an interface: its type's number.
    seen: u64,
    /// Of a string or slice: the address that the guest sees for `seen`; they differ if that is a copy. Of an
    /// interface: its data word.
    source: u64,
    /// 1 if the guest has assigned words that could not be carried over yet.
    pending: u64,
    /// 1 if the guest sees a number instead of the address.
    shows_number: u64,
    /// The number of `source`, if so.
    number: u64,
}

/// What became of words that the guest assigned.
enum Carried {
    Done,
    /// The words describe no memory; others may be assigned next.
    Pending,
    Refused,
}

fn header_of<'c>(
    caller: &mut Caller<'c>,
    at: OpaqueRef<'c>,
    of: i64,
    shows_number: bool,
) -> Result<OpaqueRef<'c>, Stop> {
    if at.is_null() {
        return Ok(at);
    }
    let size = size_of::<Header>();
    caller.charge(gas::ALLOC + gas::bytes_allocated(size as u64));
    let header = caller.allocate(|heap| heap.alloc_sized(LayoutId::HEADER, size))? as *mut Header;
    let at = at.word as *mut u64;
    let (shows_number, number) = (u64::from(shows_number), 0);
    let mut made = Header { words: [0; 3], at, of, seen: 0, source: 0, pending: 0, shows_number, number };
    renew(caller, &mut made, true)?;
    // SAFETY: a fresh object of the size of a header.
    unsafe { *header = made };
    Ok(OpaqueRef { word: header as u64, brand: PhantomData })
}

/// The header that a reference leads to, if it leads to one.
fn found(caller: &mut Caller<'_>, at: OpaqueRef<'_>) -> Option<*mut Header> {
    caller.vm().heap.is_header(at.word as usize).then_some(at.word as *mut Header)
}

fn header_read<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>) -> Answer {
    let Some(header) = found(caller, at) else { return Ok(()) };
    // SAFETY: objects of the layout of headers are made here alone, and are headers as long as they live.
    let mut now = unsafe { *header };
    renew(caller, &mut now, false)?;
    // SAFETY: the same object, which the guest's reference has kept alive.
    unsafe { *header = now };
    Ok(())
}

fn header_written<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>) -> Result<bool, Stop> {
    let Some(header) = found(caller, at) else { return Ok(false) };
    // SAFETY: objects of the layout of headers are made here alone, and are headers as long as they live.
    let mut now = unsafe { *header };
    let carried = match HeaderOf::from_number(now.of) {
        HeaderOf::String => carry_elements(caller, &mut now, 1, true)?,
        HeaderOf::Slice(size) => carry_elements(caller, &mut now, size as usize, false)?,
        HeaderOf::References => Carried::Refused,
        HeaderOf::Interface => carry_interface(caller, &mut now)?,
    };
    now.pending = u64::from(matches!(carried, Carried::Pending));
    if matches!(carried, Carried::Done) {
        show_number(caller, &mut now)?;
    }
    // SAFETY: the same object, which the guest's reference has kept alive.
    unsafe { *header = now };
    Ok(matches!(carried, Carried::Refused))
}

/// The words of what a header stands for.
fn words_of(header: &Header) -> [u64; 3] {
    let third = match HeaderOf::from_number(header.of) {
        // SAFETY: the front end made the header of the address of a slice, which has three words; a reference
        // to it is in the header.
        HeaderOf::Slice(_) | HeaderOf::References => unsafe { *header.at.add(2) },
        HeaderOf::String | HeaderOf::Interface => 0,
    };
    // SAFETY: strings, slices and interfaces have two words; the front end made the header of the address of
    // one, and a reference to it is in the header.
    unsafe { [*header.at, *header.at.add(1), third] }
}

/// Renews the words that the guest sees.
fn renew(caller: &mut Caller<'_>, header: &mut Header, first: bool) -> Answer {
    let now = words_of(header);
    if HeaderOf::from_number(header.of) == HeaderOf::Interface {
        if first || (now[0], now[1]) != (header.seen, header.source) {
            let word = address_of_value(caller, now)?;
            header.words = [shown_type(now[0]), word, 0];
            (header.seen, header.source) = (now[0], now[1]);
        }
        return Ok(());
    }
    if first || now[0] != header.seen {
        // What was assigned to the header before the variable itself was is forgotten.
        (header.seen, header.source, header.pending) = (now[0], now[0], 0);
        header.words = now;
    } else if header.pending == 0 {
        header.words = [header.source, now[1], now[2]];
    }
    if header.pending == 0 { show_number(caller, header) } else { Ok(()) }
}

// --- numbers of addresses

fn header_source<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>) -> Answer {
    note_source(caller, at.word).map(drop)
}

/// Shows the guest the number of the address, if that is what its header has.
fn show_number(caller: &mut Caller<'_>, header: &mut Header) -> Answer {
    if header.shows_number != 0 {
        header.number = note_source(caller, header.source)?;
        header.words[0] = header.number;
    }
    Ok(())
}

/// The number of an address, which may be assigned to headers from now on if it leads to bytes, or is that of
/// all objects without size.
fn note_source(caller: &mut Caller<'_>, address: u64) -> Result<u64, Stop> {
    let number = caller.shown_address(address)?;
    if room(caller, address, true) > 0 || address == caller.vm().heap.zero_size_address() as u64 {
        caller.vm().roots.sources.push(address, number);
    }
    Ok(number)
}

/// The address that the guest has assigned to a header; `None` if that is a number which none of the latest
/// sources has.
fn assigned_address(caller: &mut Caller<'_>, header: &Header) -> Option<u64> {
    let word = header.words[0];
    if header.shows_number == 0 || word == 0 {
        return Some(word);
    }
    if word == header.number {
        return Some(header.source);
    }
    let sources = caller.vm().roots.sources.latest();
    let addresses: Vec<_> =
        sources.map(|(address, number)| (address, address.wrapping_add(word.wrapping_sub(number)))).collect();
    let found = addresses.into_iter().find(|(known, address)| are_in_one(caller, *known, *address));
    found.map(|(_, address)| address)
}

/// Whether two addresses lie in one object, or both in the module's data.
fn are_in_one(caller: &mut Caller<'_>, known: u64, address: u64) -> bool {
    if known == address {
        return true;
    }
    let vm = caller.vm();
    match vm.heap.plain_object(known as usize) {
        Some((start, size)) => (start..start + size).contains(&(address as usize)),
        None => {
            let data = vm.shared.data.as_ptr_range();
            [known, address].iter().all(|at| data.contains(&(*at as *const u64)))
        }
    }
}

// --- strings and slices

/// Makes the string or slice what the words say. What lies at another address than before is copied.
fn carry_elements(
    caller: &mut Caller<'_>,
    header: &mut Header,
    size: usize,
    is_string: bool,
) -> Result<Carried, Stop> {
    let now = words_of(header);
    let Some(mut data) = assigned_address(caller, header) else { return Ok(Carried::Refused) };
    if now[0] != header.seen {
        // The guest has assigned to the variable itself since the words were last renewed.
        if data == header.source {
            data = now[0];
        }
        (header.seen, header.source) = (now[0], now[0]);
    }
    let [_, len, cap] = header.words;
    let most = if is_string { len } else { cap };
    let bytes = usize::try_from(most).ok().and_then(|most| most.checked_mul(size));
    let Some(bytes) = bytes.filter(|bytes| len <= most && *bytes <= isize::MAX as usize) else {
        return Ok(Carried::Pending);
    };
    let had = if is_string { now[1] } else { now[2] };
    if data == header.source && (most <= had || bytes <= room(caller, header.seen, is_string)) {
        return Ok(write(header, [header.seen, len, cap], is_string));
    }
    if data == 0 {
        return Ok(if most == 0 { write(header, [0; 3], is_string) } else { Carried::Pending });
    }
    let there = room(caller, data, true);
    if bytes > there {
        return Ok(if there == 0 { Carried::Refused } else { Carried::Pending });
    }
    caller.charge_bytes(bytes);
    let copy = caller.new_buffer_to_fill(bytes, bytes)?;
    // SAFETY: so many bytes without pointers are at the address, of one object or of the module's data, and
    // the copy, another object, has room for them.
    unsafe { std::ptr::copy_nonoverlapping(data as *const u8, copy as *mut u8, bytes) };
    let carried = write(header, [copy as u64, len, cap], is_string);
    header.source = data;
    Ok(carried)
}

/// Writes the words of the string or slice.
fn write(header: &mut Header, words: [u64; 3], is_string: bool) -> Carried {
    if header.seen != words[0] {
        (header.seen, header.source) = (words[0], words[0]);
    }
    // SAFETY: the front end made the header of the address of a string or slice, which has so many words; a
    // reference to it is in the header.
    unsafe {
        header.at.write(words[0]);
        header.at.add(1).write(words[1]);
        if !is_string {
            header.at.add(2).write(words[2]);
        }
    }
    Carried::Done
}

/// Bytes from an address to the end of its object, which has no pointers; of the module's data, too, if they
/// are only read.
pub(super) fn room(caller: &mut Caller<'_>, address: u64, reads: bool) -> usize {
    let vm = caller.vm();
    let address = address as usize;
    let data = vm.shared.data.as_ptr_range();
    let (start, end) = (data.start as usize, data.end as usize);
    match vm.heap.plain_object(address) {
        Some((start, size)) => start + size - address,
        None if reads && (start..end).contains(&address) => end - address,
        None => 0,
    }
}

// --- interfaces

/// What the guest sees for a type: no address of anything.
fn shown_type(ty: u64) -> u64 {
    ty << 4
}

/// Whether a data word is a number, not a reference.
fn is_number(desc: &Desc) -> bool {
    match desc.kind {
        TypeKind::Bool | TypeKind::Int(..) | TypeKind::Uintptr | TypeKind::F32 | TypeKind::F64 => true,
        TypeKind::Nil
        | TypeKind::C64
        | TypeKind::C128
        | TypeKind::String
        | TypeKind::Pointer(_)
        | TypeKind::Slice(_)
        | TypeKind::Array(..)
        | TypeKind::Struct(_)
        | TypeKind::Interface { .. }
        | TypeKind::Map { .. }
        | TypeKind::Chan(_)
        | TypeKind::Func
        | TypeKind::UnsafePointer => false,
    }
}

/// The address of the value in an interface; a number gets an object of its own.
fn address_of_value(caller: &mut Caller<'_>, [ty, word, _]: [u64; 3]) -> Result<u64, Stop> {
    if !is_number(caller.types().desc(ty as TypeNo)) {
        return Ok(word);
    }
    let at = caller.new_buffer(size_of::<u64>())?;
    // SAFETY: a fresh object of eight bytes. Machines are little-endian: its low bytes are the number's.
    unsafe { *(at as *mut u64) = word };
    Ok(at as u64)
}

/// Makes the value of an interface the one that the second word leads to, which has the type of the value
/// before. Types with pointers are refused: nothing tells what the word leads to.
fn carry_interface(caller: &mut Caller<'_>, header: &mut Header) -> Result<Carried, Stop> {
    let now = words_of(header);
    let [shown, word, _] = header.words;
    if (now[0], now[1]) == (header.seen, header.source) && shown != shown_type(now[0]) {
        return Ok(Carried::Refused);
    }
    if word == now[1] && !is_number(caller.types().desc(now[0] as TypeNo)) {
        return Ok(Carried::Done);
    }
    let desc = caller.types().desc(now[0] as TypeNo);
    let size = desc.size as usize;
    let holds_plain_value = is_number(desc) || (!desc.is_direct() && !caller.has_pointers(desc.class));
    if now[0] == 0 || !holds_plain_value || room(caller, word, true) < size {
        return Ok(Carried::Refused);
    }
    let value = if is_number(desc) {
        number_at(desc, word)
    } else {
        let copy = caller.new_value(now[0] as TypeNo)?;
        caller.charge(gas::ALLOC + gas::bytes_allocated(desc.size));
        // SAFETY: so many bytes without pointers are at the address, and the copy, another object, has the
        // type's size.
        unsafe { std::ptr::copy_nonoverlapping(word as *const u8, copy as *mut u8, size) };
        copy as u64
    };
    // SAFETY: the front end made the header of the address of an interface, whose second word this is; a
    // reference to it is in the header.
    unsafe { header.at.add(1).write(value) };
    (header.seen, header.source) = (now[0], value);
    header.words = [shown_type(now[0]), word, 0];
    Ok(Carried::Done)
}

/// A number in memory as a data word.
fn number_at(desc: &Desc, at: u64) -> u64 {
    let mut bytes = [0; 8];
    let size = (desc.size as usize).min(bytes.len());
    // SAFETY: the caller has found so many bytes there.
    unsafe { std::ptr::copy_nonoverlapping(at as *const u8, bytes.as_mut_ptr(), size) };
    let bits = u64::from_le_bytes(bytes);
    match desc.kind {
        TypeKind::Bool => u64::from(bits != 0),
        TypeKind::Int(_, true) => {
            let unused = 64 - 8 * size as u32;
            ((bits << unused) as i64 >> unused) as u64
        }
        _ => bits,
    }
}
