//! The parts of the prepared library of Go, by import path.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The length of a part, and where it lies compressed in [`BYTES`].
type PackedPart = (usize, Range<usize>);

/// Import paths in order, and the parts of each package.
static PACKAGES: &[(&str, &[PackedPart])] = include!(concat!(env!("OUT_DIR"), "/packages.rs"));

/// All parts, each compressed by itself, unless that would make it no shorter or almost every program loads
/// it.
static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/packages"));

/// What precedes each compressed part in its stream, and is not written there.
static DICTIONARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/dictionary"));

/// A part of the prepared form of the package with an import path, in bytes that the crate `purlin-lang-go`
/// of this version reads. None if the library has no such package, or the package no such part.
pub fn package(path: &str, part: usize) -> Option<Cow<'static, [u8]>> {
    let at = PACKAGES.binary_search_by_key(&path, |package| package.0).ok()?;
    let (length, range) = PACKAGES[at].1.get(part)?;
    let compressed = BYTES.get(range.clone())?;
    if compressed.len() == *length {
        return Some(compressed.into());
    }
    UNPACKER.with_borrow_mut(|unpacker| unpacker.unpack(compressed, *length)).map(Cow::Owned)
}

thread_local! {
    /// Kept, since a program reads a hundred parts: each would have its own copy of the dictionary otherwise.
    static UNPACKER: RefCell<Unpacker> = RefCell::new(Unpacker::new());
}

/// What decompresses parts.
struct Unpacker {
    state: Box<DecompressorOxide>,
    /// The dictionary, and room for what follows it.
    stream: Vec<u8>,
}

impl Unpacker {
    fn new() -> Unpacker {
        Unpacker { state: Box::default(), stream: DICTIONARY.to_vec() }
    }

    fn unpack(&mut self, compressed: &[u8], length: usize) -> Option<Vec<u8>> {
        let (from, end) = (DICTIONARY.len(), DICTIONARY.len() + length);
        if self.stream.len() < end {
            self.stream.resize(end, 0);
        }
        self.state.init();
        let (stream, flags) = (&mut self.stream[..end], TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
        let (status, _, written) = decompress(&mut self.state, compressed, stream, from, flags);
        (status == TINFLStatus::Done && written == length).then(|| stream[from..].to_vec())
    }
}
