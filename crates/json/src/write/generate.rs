//! A document as text: one walk over its nodes, compiled for each set of vector instructions so that the string kernel is part of
//! it. Anything but compact text goes through the [`Writer`], call by call.

use super::escape::{self, Progress, SLACK, STANDARD};
use super::number;
use super::writer::{Memory, Writer};
use crate::document::{Node, Tag};
use crate::error::WriteError;
use crate::level::Level;
use crate::options::{FloatLayout, NonFinite, WriteOptions};
use crate::read::Number;

pub(crate) fn document(nodes: &[Node], out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
    value(nodes, 0, out, options)
}

/// The value at `at` and all that it holds.
pub(crate) fn value(
    nodes: &[Node],
    at: usize,
    out: &mut Vec<u8>,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let length = out.len();
    let result = if options.is_plain() {
        compact(nodes, at, out, options)
    } else {
        let mut writer = Writer::append(std::mem::take(out), WriteOptions { many: false, ..options.clone() });
        let written = through_writer(nodes, at, &mut writer);
        *out = writer.into_buffer();
        written
    };
    if result.is_err() {
        out.truncate(length);
    }
    result
}

fn through_writer(nodes: &[Node], start: usize, writer: &mut Writer<Memory>) -> Result<(), WriteError> {
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut at = start;
    loop {
        while let Some((end, object)) = open.last().copied() {
            if at < end {
                if object {
                    // SAFETY: an object's nodes alternate between keys, which are strings, and values.
                    writer.key(unsafe { nodes[at].text() })?;
                    at += 1;
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
        let node = nodes[at];
        at += 1;
        match node.tag() {
            Tag::Null => writer.null()?,
            Tag::False => writer.bool(false)?,
            Tag::True => writer.bool(true)?,
            Tag::Signed => writer.number(Number::Signed(node.data() as i64))?,
            Tag::Unsigned => writer.number(Number::Unsigned(node.data()))?,
            Tag::Float => writer.number(Number::Float(f64::from_bits(node.data())))?,
            // SAFETY: the tag says that it has a text.
            Tag::Digits => writer.number(Number::Digits(unsafe { node.text() }))?,
            // SAFETY: the tag says that it has a text.
            Tag::String => writer.string(unsafe { node.text() })?,
            Tag::Array => {
                writer.begin_array()?;
                open.push((node.data() as usize, false));
            }
            Tag::Object => {
                writer.begin_object()?;
                open.push((node.data() as usize, true));
            }
        }
    }
}

fn compact(nodes: &[Node], at: usize, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
    match Level::get() {
        // SAFETY: the level is available on this machine.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { avx512(nodes, at, out, options) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { avx2(nodes, at, out, options) },
        #[cfg(target_arch = "x86_64")]
        Level::Sse2 => walk(nodes, at, out, options, |src, n, dst, spare| {
            // SAFETY: every x86-64 has SSE2; `walk` keeps the contract.
            unsafe { super::vectors_x86::sse2::kernel::<false>(src, n, dst, spare, &STANDARD) }
        }),
        #[cfg(target_arch = "aarch64")]
        Level::Neon => walk(nodes, at, out, options, |src, n, dst, spare| {
            // SAFETY: every 64-bit Arm has NEON; `walk` keeps the contract.
            unsafe { super::vectors_neon::neon::kernel::<false>(src, n, dst, spare, &STANDARD) }
        }),
        _ => walk(nodes, at, out, options, |src, n, dst, spare| {
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
            nodes: &[Node],
            at: usize,
            out: &mut Vec<u8>,
            options: &WriteOptions,
        ) -> Result<(), WriteError> {
            walk(nodes, at, out, options, |src, n, dst, spare| {
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
    nodes: &[Node],
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
        let node = nodes[at];
        at += 1;
        out.ensure(number::LONGEST + AROUND);
        match node.tag() {
            // SAFETY: the tag says that it has a text.
            Tag::String => out.string(unsafe { node.text() }, 0, &kernel),
            // SAFETY: there is room for the longest number.
            Tag::Signed => unsafe { out.length += number::signed(out.end(), node.data() as i64) },
            Tag::Float => float(&mut out, f64::from_bits(node.data()), options)?,
            Tag::Null => out.bytes(b"null"),
            Tag::False => out.bytes(b"false"),
            Tag::True => out.bytes(b"true"),
            // SAFETY: there is room for the longest number.
            Tag::Unsigned => unsafe { out.length += number::unsigned(out.end(), node.data()) },
            Tag::Digits => {
                // SAFETY: the tag says that it has a text.
                let digits: &str = unsafe { node.text() };
                out.grow(digits.len() + AROUND);
                out.buffer.extend_from_slice(digits.as_bytes());
                out.length = out.buffer.len();
                out.ensure(AROUND);
            }
            tag @ (Tag::Array | Tag::Object) => {
                if open.len() >= options.depth {
                    // SAFETY: what has been written.
                    unsafe { out.buffer.set_len(out.length) };
                    return Err(WriteError::TooDeep);
                }
                let is_object = tag == Tag::Object;
                if node.length() > 0 {
                    out.byte(if is_object { b'{' } else { b'[' });
                    open.push((end, object));
                    (end, object) = (node.data() as usize, is_object);
                    if object {
                        // SAFETY: an object's nodes alternate between keys, which are strings, and values.
                        out.string(unsafe { nodes[at].text() }, b':', &kernel);
                        at += 1;
                    }
                    continue;
                }
                out.bytes(if is_object { b"{}" } else { b"[]" });
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
            // SAFETY: as above.
            out.string(unsafe { nodes[at].text() }, b':', &kernel);
            at += 1;
        }
    }
    let length = out.length;
    // SAFETY: `length` bytes have been written.
    unsafe { buffer.set_len(length) };
    Ok(())
}

#[inline(always)]
fn float(out: &mut Out<'_>, value: f64, options: &WriteOptions) -> Result<(), WriteError> {
    if !value.is_finite() {
        return non_finite(out, value, options);
    }
    // SAFETY: there is room for the longest number.
    out.length += unsafe {
        match options.floats {
            FloatLayout::Rust => number::float(out.end(), value, FloatLayout::Rust),
            layout => other_layout(out.end(), value, layout),
        }
    };
    Ok(())
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
