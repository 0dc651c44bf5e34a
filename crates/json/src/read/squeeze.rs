//! Values that follow each other without the white space in and between them: the fast way through files of
//! lines. Checks them by the walk over the index, then keeps the bytes that are not white space outside
//! strings, 64 at a time.

use super::fast::{self, Handler};
use super::index::{self, Block, entries, with_level};
use super::reader::Number;
use crate::level::Level;
use crate::options::ReadOptions;

/// Appends each value of `text`, without white space, and a newline after it. Their count; or nothing, and
/// nothing is appended, if they are not all good by strict JSON or the text ends within one: a
/// [`Reader`](crate::Reader) says what and where.
///
/// ```
/// use purlin_json::squeeze;
///
/// let mut lines = Vec::new();
/// assert_eq!(squeeze(b"[1, 2] {\n\"a\": 3\n}", &mut lines, 512), Some(2));
/// assert_eq!(lines, b"[1,2]\n{\"a\":3}\n");
/// assert_eq!(squeeze(b"[1, 2", &mut lines, 512), None);
/// ```
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

entries!(one[][](value: &[u8], out: &mut Vec<u8>) -> ());

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
