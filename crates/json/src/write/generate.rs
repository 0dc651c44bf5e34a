//! A document as text: one walk over its tape, compiled for each set of vector instructions so that the
//! string kernel is part of it. Anything but compact text goes through the [`Writer`], call by call.

use super::escape::{self, Progress, SLACK, STANDARD};
use super::number;
use super::writer::{Memory, Writer};
use crate::error::WriteError;
use crate::level::Level;
use crate::options::{FloatLayout, NonFinite, WriteOptions};
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

fn through_writer(tape: &Tape<'_>, start: usize, writer: &mut Writer<Memory>) -> Result<(), WriteError> {
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut at = start;
    loop {
        while let Some((end, object)) = open.last().copied() {
            if at < end {
                if object {
                    // SAFETY: an object holds keys, which are strings, and values in turn.
                    let (key, value) = unsafe { tape.text(at) };
                    writer.key(key)?;
                    at = value;
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
        if open.is_empty() && at != start {
            return Ok(());
        }
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
                at += 1;
                continue;
            }
            Tag::Object | Tag::LongObject => {
                writer.begin_object()?;
                open.push((next, true));
                at += 1;
                continue;
            }
        }
        at = next;
    }
}

fn compact(tape: &Tape<'_>, at: usize, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
    match Level::get() {
        // SAFETY: the level is available on this machine.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { avx512(tape, at, out, options) },
        // SAFETY: as above.
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

#[inline(always)]
fn walk(
    tape: &Tape<'_>,
    start: usize,
    buffer: &mut Vec<u8>,
    options: &WriteOptions,
    kernel: impl Fn(*const u8, usize, *mut u8, usize) -> Progress,
) -> Result<(), WriteError> {
    let length = buffer.len();
    let mut out = Out { buffer, length };
    // Outside all containers: one that never ends.
    let (mut end, mut object) = (usize::MAX, false);
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut at = start;
    loop {
        let word = tape.word(at);
        out.ensure(number::LONGEST + AROUND);
        match word.tag() {
            Tag::TextString | Tag::OwnString => {
                // SAFETY: the tag says that it has a text.
                out.string(unsafe { tape.text(at) }.0, 0, &kernel);
                at += 2;
            }
            Tag::Small => {
                // SAFETY: there is room for the longest number.
                unsafe { out.length += number::signed(out.end(), word.small()) };
                at += 1;
            }
            Tag::Float => {
                finite(&mut out, f64::from_bits(tape.bits(at)), options);
                at += 3;
            }
            Tag::Simple => {
                const WORDS: [([u8; 8], usize); 4] =
                    [(*b"null    ", 4), (*b"false   ", 5), (*b"true    ", 4), (*b"null    ", 4)];
                let (bytes, length) = &WORDS[(word.payload() & 3) as usize];
                out.bytes(bytes);
                out.length -= 8 - length;
                at += 1;
            }
            Tag::Signed => {
                // SAFETY: there is room for the longest number.
                unsafe { out.length += number::signed(out.end(), tape.bits(at) as i64) };
                at += 3;
            }
            Tag::Unsigned => {
                // SAFETY: there is room for the longest number.
                unsafe { out.length += number::unsigned(out.end(), tape.bits(at)) };
                at += 3;
            }
            Tag::NegativeZero => {
                finite(&mut out, -0.0, options);
                at += 1;
            }
            Tag::NonFinite => {
                non_finite(&mut out, f64::from_bits(tape.bits(at)), options)?;
                at += 3;
            }
            Tag::Aside if !tape.is_digits(word) => {
                // SAFETY: the tag says that it has a text.
                out.string(unsafe { tape.text(at) }.0, 0, &kernel);
                at += 1;
            }
            Tag::TextDigits | Tag::OwnDigits | Tag::Aside => {
                // SAFETY: the tag says that it has a text.
                digits(&mut out, unsafe { tape.text(at) }.0);
                at += tape.size(word);
            }
            tag @ (Tag::Array | Tag::Object | Tag::LongArray | Tag::LongObject) => {
                if open.len() >= options.depth {
                    // SAFETY: what has been written.
                    unsafe { out.buffer.set_len(out.length) };
                    return Err(WriteError::TooDeep);
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
            break;
        }
        out.byte(b',');
        if object {
            at = key(&mut out, tape, at, &kernel);
        }
    }
    let length = out.length;
    // SAFETY: `length` bytes have been written.
    unsafe { buffer.set_len(length) };
    Ok(())
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

#[cold]
fn digits(out: &mut Out<'_>, digits: &str) {
    out.grow(digits.len() + AROUND);
    out.buffer.extend_from_slice(digits.as_bytes());
    out.length = out.buffer.len();
    out.ensure(AROUND);
}

#[inline(always)]
fn finite(out: &mut Out<'_>, value: f64, options: &WriteOptions) {
    // SAFETY: there is room for the longest number.
    out.length += unsafe {
        match options.floats {
            FloatLayout::Rust => number::float(out.end(), value, FloatLayout::Rust),
            layout => other_layout(out.end(), value, layout),
        }
    };
}

/// # Safety
/// Room for the longest number.
#[inline(never)]
unsafe fn other_layout(dst: *mut u8, value: f64, layout: FloatLayout) -> usize {
    // SAFETY: by the caller.
    unsafe { number::float(dst, value, layout) }
}

#[cold]
fn non_finite(out: &mut Out<'_>, value: f64, options: &WriteOptions) -> Result<(), WriteError> {
    let text = non_finite_text(value, options.non_finite)?;
    // SAFETY: `length` bytes have been written.
    unsafe { out.buffer.set_len(out.length) };
    out.buffer.extend_from_slice(text.as_bytes());
    out.length = out.buffer.len();
    out.ensure(AROUND);
    Ok(())
}

/// What stands for NaN or an infinity.
pub(super) fn non_finite_text(value: f64, policy: NonFinite) -> Result<&'static str, WriteError> {
    match policy {
        NonFinite::Error => Err(WriteError::NonFinite),
        NonFinite::Null => Ok("null"),
        NonFinite::Literal if value.is_nan() => Ok("NaN"),
        NonFinite::Literal if value > 0.0 => Ok("Infinity"),
        NonFinite::Literal => Ok("-Infinity"),
    }
}
