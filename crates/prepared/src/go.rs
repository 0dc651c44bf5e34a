//! The parts of the prepared library of Go, by import path.

use std::borrow::Cow;
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
    let mut bytes = Vec::with_capacity(DICTIONARY.len() + length);
    bytes.extend_from_slice(DICTIONARY);
    bytes.resize(DICTIONARY.len() + length, 0);
    let (mut state, flags) = (DecompressorOxide::new(), TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
    let (status, _, written) = decompress(&mut state, compressed, &mut bytes, DICTIONARY.len(), flags);
    bytes.drain(..DICTIONARY.len());
    (status == TINFLStatus::Done && written == *length).then(|| bytes.into())
}
