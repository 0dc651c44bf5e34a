//! Values that follow each other without the white space in and between them: the fast way through files of lines. Checks them
//! by the walk over the index, then keeps the bytes that are not white space outside strings, 64 at a time.

use super::fast::{self, Handler};
use super::index::{self, Block, with_level};
use super::reader::Number;
use crate::level::Level;
use crate::options::ReadOptions;

/// Appends each value of `text`, without white space, and a newline after it. Their count; or nothing, and nothing is appended, if
/// they are not all good by strict JSON or the text ends within one: a [`Reader`](crate::Reader) says what and where.
pub fn squeeze(text: &[u8], out: &mut Vec<u8>, depth: usize) -> Option<usize> {
    let mut starts = Starts(Vec::with_capacity(64));
    // The first value's white space before it goes like all other.
    starts.0.push(0);
    let options = ReadOptions { depth, ..ReadOptions::default() };
    if !fast::walk_many(text, &options, &mut starts) {
        return None;
    }
    let starts = starts.0;
    out.reserve(text.len() + starts.len() + 64);
    for (i, start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).map_or(text.len(), |next| *next as usize);
        let value = &text[*start as usize..end];
        with_level!(Level::get(), entry, (value, out));
        out.push(b'\n');
    }
    Some(starts.len())
}

/// Where values start.
struct Starts(Vec<u32>);

impl Handler for Starts {
    fn begin_object(&mut self) {}
    fn end_object(&mut self) {}
    fn begin_array(&mut self) {}
    fn end_array(&mut self) {}
    fn key(&mut self, _: &str) {}
    fn string(&mut self, _: &str) {}
    fn number(&mut self, _: Number<'_>) {}
    fn bool(&mut self, _: bool) {}
    fn null(&mut self) {}
    fn next_value(&mut self, place: u32) {
        self.0.push(place);
    }
    fn restart(&mut self) {}
}

/// [`one`], compiled for each set of vector instructions.
mod entry {
    use super::*;

    /// # Safety
    /// None.
    pub(super) unsafe fn scalar(value: &[u8], out: &mut Vec<u8>) {
        // SAFETY: needs no vector instructions.
        unsafe { one::<index::Plain>(value, out) }
    }

    /// # Safety
    /// None: every x86-64 has SSE2.
    #[cfg(target_arch = "x86_64")]
    pub(super) unsafe fn sse2(value: &[u8], out: &mut Vec<u8>) {
        // SAFETY: every x86-64 has SSE2.
        unsafe { one::<index::x86::Sse2>(value, out) }
    }

    /// # Safety
    /// The instructions named.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
    pub(super) unsafe fn avx2(value: &[u8], out: &mut Vec<u8>) {
        // SAFETY: by the caller.
        unsafe { one::<index::x86::Avx2>(value, out) }
    }

    /// # Safety
    /// The instructions named.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
    pub(super) unsafe fn avx512(value: &[u8], out: &mut Vec<u8>) {
        // SAFETY: by the caller.
        unsafe { one::<index::x86::Avx512>(value, out) }
    }

    /// # Safety
    /// None: every 64-bit Arm has NEON.
    #[cfg(target_arch = "aarch64")]
    pub(super) unsafe fn neon(value: &[u8], out: &mut Vec<u8>) {
        // SAFETY: every 64-bit Arm has NEON.
        unsafe { one::<index::arm::Neon>(value, out) }
    }
}

/// One value, known to be good, without its white space.
///
/// # Safety
/// The vector instructions of `B`.
#[inline(always)]
unsafe fn one<B: Block>(value: &[u8], out: &mut Vec<u8>) {
    out.reserve(value.len() + 64);
    let mut quotes = index::Quotes::default();
    for block in value.chunks(64) {
        let mut padded = [b' '; 64];
        let bytes = if block.len() == 64 {
            block.as_ptr()
        } else {
            padded[..block.len()].copy_from_slice(block);
            padded.as_ptr()
        };
        // SAFETY: 64 bytes, and room for as many: what has been kept is no longer than what has been read.
        unsafe {
            let masks = B::masks(bytes);
            let (_, string) = quotes.step::<B>(&masks);
            let keep = !(masks.white & !string);
            B::squeeze(bytes, keep, out.as_mut_ptr().add(out.len()));
            out.set_len(out.len() + keep.count_ones() as usize);
        }
    }
}
