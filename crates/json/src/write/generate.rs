//! A document as text: one walk over its tape, compiled for each set of vector instructions so that the
//! string kernel is part of it. Anything but compact text goes through the [`Writer`], call by call.

use super::escape::{self, Progress, SLACK, STANDARD};
use super::number;
use super::writer::{Memory, Writer};
use crate::error::WriteError;
use crate::level::Level;
use crate::options::{FloatLayout, WriteOptions};
use crate::read::Number;
use crate::tape::{self, Tag, Tape};

/// The value at `at` and all that it holds.
pub(crate) fn value(
    tape: &Tape<'_>,
    at: usize,
    out: &mut Vec<u8>,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let length = out.len();
    let result = if options.is_plain() {
        compact(tape, at, out, options)
    } else {
        let mut writer = Writer::append(std::mem::take(out), WriteOptions { many: false, ..options.clone() });
        let written = through_writer(tape, at, &mut writer);
        *out = writer.into_buffer();
        written
    };
    if result.is_err() {
        out.truncate(length);
    }
    result
}

/// Containers that are open: where each ends, and whether it is an object.
type Open = Vec<(usize, bool)>;

fn through_writer(tape: &Tape<'_>, start: usize, writer: &mut Writer<Memory>) -> Result<(), WriteError> {
    let mut open = Open::new();
    let mut at = start;
    loop {
        at = key_or_ends(tape, at, &mut open, writer)?;
        if open.is_empty() && at != start {
            return Ok(());
        }
        at = value_or_begin(tape, at, &mut open, writer)?;
    }
}

/// Writes the key that stands at `at`, or the ends of the containers that end there; where the next value
/// stands.
fn key_or_ends(
    tape: &Tape<'_>,
    at: usize,
    open: &mut Open,
    writer: &mut Writer<Memory>,
) -> Result<usize, WriteError> {
    while let Some((end, object)) = open.last().copied() {
        if at < end {
            if object {
                // SAFETY: an object holds keys, which are strings, and values in turn.
                let (key, value) = unsafe { tape.text(at) };
                writer.key(key)?;
                return Ok(value);
            }
            break;
        }
        if object {
            writer.end_object()?;
        } else {
            writer.end_array()?;
        }
        open.pop();
    }
    Ok(at)
}

/// Writes the value at `at`, or the begin of the container there; where the tape continues.
fn value_or_begin(
    tape: &Tape<'_>,
    at: usize,
    open: &mut Open,
    writer: &mut Writer<Memory>,
) -> Result<usize, WriteError> {
    let word = tape.word(at);
    let next = at + tape.size(word);
    match word.tag() {
        Tag::Simple => match word.payload() {
            tape::NULL => writer.null()?,
            which => writer.bool(which == tape::TRUE)?,
        },
        Tag::Small => writer.number(Number::Signed(word.small()))?,
        Tag::Signed => writer.number(Number::Signed(tape.bits(at) as i64))?,
        Tag::Unsigned => writer.number(Number::Unsigned(tape.bits(at)))?,
        Tag::Float | Tag::NonFinite => writer.number(Number::Float(f64::from_bits(tape.bits(at))))?,
        Tag::NegativeZero => writer.number(Number::Float(-0.0))?,
        Tag::TextDigits | Tag::OwnDigits | Tag::TextString | Tag::OwnString | Tag::Aside => {
            // SAFETY: the tag says that it has a text.
            let (text, _) = unsafe { tape.text(at) };
            if tape.is_digits(word) {
                writer.number(Number::Digits(text))?;
            } else {
                writer.string(text)?;
            }
        }
        Tag::Array | Tag::LongArray => {
            writer.begin_array()?;
            open.push((next, false));
            return Ok(at + 1);
        }
        Tag::Object | Tag::LongObject => {
            writer.begin_object()?;
            open.push((next, true));
            return Ok(at + 1);
        }
    }
    Ok(next)
}

fn compact(tape: &Tape<'_>, at: usize, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
    match Level::get() {
        // SAFETY: `Level::get` found the instructions of AVX-512 on this machine.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { avx512(tape, at, out, options) },
        // SAFETY: `Level::get` found the instructions of AVX2 on this machine.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { avx2(tape, at, out, options) },
        #[cfg(target_arch = "x86_64")]
        Level::Sse2 => walk(tape, at, out, options, |src, n, dst, spare| {
            // SAFETY: every x86-64 has SSE2; `walk` keeps the contract.
            unsafe { super::vectors_x86::sse2::kernel::<false>(src, n, dst, spare, &STANDARD) }
        }),
        #[cfg(target_arch = "aarch64")]
        Level::Neon => walk(tape, at, out, options, |src, n, dst, spare| {
            // SAFETY: every 64-bit Arm has NEON; `walk` keeps the contract.
            unsafe { super::vectors_neon::neon::kernel::<false>(src, n, dst, spare, &STANDARD) }
        }),
        _ => walk(tape, at, out, options, |src, n, dst, spare| {
            // SAFETY: `walk` keeps the contract.
            unsafe { escape::scalar::<false>(src, n, dst, spare, &STANDARD) }
        }),
    }
}

/// [`walk`] with the kernel of a level within it, compiled for that level.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled {
    ($name:ident, $features:literal) => {
        /// # Safety
        /// The vector instructions named.
        #[target_feature(enable = $features)]
        unsafe fn $name(
            tape: &Tape<'_>,
            at: usize,
            out: &mut Vec<u8>,
            options: &WriteOptions,
        ) -> Result<(), WriteError> {
            walk(tape, at, out, options, |src, n, dst, spare| {
                // SAFETY: by the caller; `walk` keeps the contract.
                unsafe { super::vectors_x86::$name::kernel::<false>(src, n, dst, spare, &STANDARD) }
            })
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled!(avx512, "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
compiled!(avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");

/// Where the next byte goes, in a buffer that grows.
struct Out<'o> {
    buffer: &'o mut Vec<u8>,
    length: usize,
}

impl Out<'_> {
    /// `size` more bytes can be written.
    #[inline(always)]
    fn ensure(&mut self, size: usize) {
        if self.buffer.capacity() - self.length < size {
            self.grow(size);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, size: usize) {
        // SAFETY: `length` bytes have been written.
        unsafe { self.buffer.set_len(self.length) };
        self.buffer.reserve(size);
    }

    /// The buffer gets the length of what has been written.
    #[inline(always)]
    fn finish(&mut self) {
        // SAFETY: `length` bytes have been written.
        unsafe { self.buffer.set_len(self.length) };
    }

    #[cold]
    fn too_deep(&mut self) -> Result<(), WriteError> {
        self.finish();
        Err(WriteError::TooDeep)
    }

    #[inline(always)]
    fn end(&mut self) -> *mut u8 {
        // SAFETY: `length` is at most the capacity.
        unsafe { self.buffer.as_mut_ptr().add(self.length) }
    }

    /// One byte; `ensure` has made room for it.
    #[inline(always)]
    fn byte(&mut self, byte: u8) {
        // SAFETY: by the caller's call of `ensure`.
        unsafe { *self.end() = byte };
        self.length += 1;
    }

    #[inline(always)]
    fn bytes<const N: usize>(&mut self, bytes: &[u8; N]) {
        // SAFETY: by the caller's call of `ensure`.
        unsafe { self.end().cast::<[u8; N]>().write_unaligned(*bytes) };
        self.length += N;
    }

    /// A string in quotes, then `last`, with room for more than one byte after it.
    #[inline(always)]
    fn string(
        &mut self,
        text: &str,
        last: u8,
        kernel: &impl Fn(*const u8, usize, *mut u8, usize) -> Progress,
    ) {
        let mut rest = text.as_bytes();
        self.ensure(rest.len() + AROUND + SLACK);
        self.byte(b'"');
        loop {
            let spare = self.buffer.capacity() - self.length - rest.len() - SLACK;
            let progress = kernel(rest.as_ptr(), rest.len(), self.end(), spare - CLOSING);
            self.length += progress.written;
            if progress.read >= rest.len() {
                break;
            }
            rest = &rest[progress.read..];
            self.grow(rest.len() + rest.len() / 4 + 2 * AROUND + SLACK);
        }
        self.bytes(&[b'"', last]);
        // What comes next may be a comma, a bracket: the slack is room enough.
        self.length -= (last == 0) as usize;
    }
}

/// What a string needs beside its bytes: quotes, colon, comma.
const AROUND: usize = 16;
const CLOSING: usize = 8;

/// The container that a walk is in: where it ends on the tape, and whether it is an object.
type Container = (usize, bool);

#[inline(always)]
fn walk(
    tape: &Tape<'_>,
    mut at: usize,
    buffer: &mut Vec<u8>,
    options: &WriteOptions,
    kernel: impl Fn(*const u8, usize, *mut u8, usize) -> Progress,
) -> Result<(), WriteError> {
    let mut out = Out { length: buffer.len(), buffer };
    // Outside all containers: one that never ends.
    let (mut end, mut object) = (usize::MAX, false);
    let mut open: Vec<Container> = Vec::new();
    loop {
        let word = tape.word(at);
        out.ensure(number::LONGEST + AROUND);
        match word.tag() {
            Tag::TextString | Tag::OwnString => string(&mut out, tape, &mut at, 2, &kernel),
            Tag::Small => signed(&mut out, word.small(), &mut at, 1),
            Tag::Float => finite(&mut out, f64::from_bits(tape.bits(at)), options, &mut at, 3),
            Tag::Simple => simple(&mut out, word, &mut at),
            Tag::Signed => signed(&mut out, tape.bits(at) as i64, &mut at, 3),
            Tag::Unsigned => unsigned(&mut out, tape.bits(at), &mut at),
            Tag::NegativeZero => finite(&mut out, -0.0, options, &mut at, 1),
            Tag::NonFinite => non_finite(&mut out, f64::from_bits(tape.bits(at)), options, &mut at)?,
            Tag::Aside if !tape.is_digits(word) => string(&mut out, tape, &mut at, 1, &kernel),
            Tag::TextDigits | Tag::OwnDigits | Tag::Aside => digits(&mut out, tape, &mut at),
            tag @ (Tag::Array | Tag::Object | Tag::LongArray | Tag::LongObject) => {
                if open.len() >= options.depth {
                    return out.too_deep();
                }
                let is_object = matches!(tag, Tag::Object | Tag::LongObject);
                let span = tape.span(word);
                if span > 1 {
                    out.byte(if is_object { b'{' } else { b'[' });
                    open.push((end, object));
                    (end, object) = (at + span, is_object);
                    at += 1;
                    if object {
                        at = key(&mut out, tape, at, &kernel);
                    }
                    continue;
                }
                out.bytes(if is_object { b"{}" } else { b"[]" });
                at += 1;
            }
        }
        while at >= end {
            out.ensure(AROUND);
            out.byte(if object { b'}' } else { b']' });
            (end, object) = open.pop().unwrap_or((usize::MAX, false));
        }
        if open.is_empty() {
            out.finish();
            return Ok(());
        }
        out.byte(b',');
        if object {
            at = key(&mut out, tape, at, &kernel);
        }
    }
}

/// Writes the text at `at`, which takes `words` on the tape, and moves `at` past it.
#[inline(always)]
fn string(
    out: &mut Out<'_>,
    tape: &Tape<'_>,
    at: &mut usize,
    words: usize,
    kernel: &impl Fn(*const u8, usize, *mut u8, usize) -> Progress,
) {
    // SAFETY: the tag at `at` says that there is a text.
    out.string(unsafe { tape.text(*at) }.0, 0, kernel);
    *at += words;
}

/// Writes an integer, which takes `words` on the tape, and moves `at` past it.
#[inline(always)]
fn signed(out: &mut Out<'_>, value: i64, at: &mut usize, words: usize) {
    // SAFETY: `walk` has made room for the longest number.
    unsafe { out.length += number::signed(out.end(), value) };
    *at += words;
}

/// Writes an integer that `i64` does not hold, and moves `at` past its three words.
#[inline(always)]
fn unsigned(out: &mut Out<'_>, value: u64, at: &mut usize) {
    // SAFETY: `walk` has made room for the longest number.
    unsafe { out.length += number::unsigned(out.end(), value) };
    *at += 3;
}

/// Writes `null`, `true` or `false`, and moves `at` past it.
#[inline(always)]
fn simple(out: &mut Out<'_>, word: tape::Word, at: &mut usize) {
    const WORDS: [([u8; 8], usize); 4] =
        [(*b"null    ", 4), (*b"false   ", 5), (*b"true    ", 4), (*b"null    ", 4)];
    let (bytes, length) = &WORDS[(word.payload() & 3) as usize];
    out.bytes(bytes);
    out.length -= 8 - length;
    *at += 1;
}

/// The key at `at` and its colon; where the value begins.
#[inline(always)]
fn key(
    out: &mut Out<'_>,
    tape: &Tape<'_>,
    at: usize,
    kernel: &impl Fn(*const u8, usize, *mut u8, usize) -> Progress,
) -> usize {
    // SAFETY: an object holds keys, which are strings, and values in turn.
    let (key, value) = unsafe { tape.text(at) };
    out.string(key, b':', kernel);
    value
}

/// Writes a number that the tape has as its digits, and moves `at` past it.
#[cold]
fn digits(out: &mut Out<'_>, tape: &Tape<'_>, at: &mut usize) {
    // SAFETY: the tag at `at` says that there is a text.
    let digits = unsafe { tape.text(*at) }.0;
    out.grow(digits.len() + AROUND);
    out.buffer.extend_from_slice(digits.as_bytes());
    out.length = out.buffer.len();
    out.ensure(AROUND);
    *at += tape.size(tape.word(*at));
}

/// Writes a finite float, which takes `words` on the tape, and moves `at` past it.
#[inline(always)]
fn finite(out: &mut Out<'_>, value: f64, options: &WriteOptions, at: &mut usize, words: usize) {
    // SAFETY: there is room for the longest number.
    out.length += unsafe {
        match options.floats {
            FloatLayout::Rust => number::float(out.end(), value, FloatLayout::Rust),
            layout => other_layout(out.end(), value, layout),
        }
    };
    *at += words;
}

/// # Safety
/// Room for the longest number.
#[inline(never)]
unsafe fn other_layout(dst: *mut u8, value: f64, layout: FloatLayout) -> usize {
    // SAFETY: by the caller.
    unsafe { number::float(dst, value, layout) }
}

/// Writes what stands for NaN or an infinity, and moves `at` past its three words.
#[cold]
fn non_finite(
    out: &mut Out<'_>,
    value: f64,
    options: &WriteOptions,
    at: &mut usize,
) -> Result<(), WriteError> {
    let text = number::non_finite(value, options.non_finite)?;
    // SAFETY: `length` bytes have been written.
    unsafe { out.buffer.set_len(out.length) };
    out.buffer.extend_from_slice(text.as_bytes());
    out.length = out.buffer.len();
    out.ensure(AROUND);
    *at += 3;
    Ok(())
}
