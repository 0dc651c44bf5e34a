//! The libraries of the guests, lowered when Purlin is built: programs link what they use of Go's instead of
//! compiling it, and begin with Smalltalk's. The crate exists since only a build script can run front ends
//! before programs that embed them are linked; `purlin_lang_go` and `purlin_lang_smalltalk` read and write
//! the forms (their modules `prepared`).

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

#[cfg(feature = "go")]
mod go;

#[cfg(feature = "go")]
pub use go::package;

/// The library of Smalltalk, in bytes that the crate `purlin-lang-smalltalk` of this version reads.
#[cfg(feature = "smalltalk")]
pub fn smalltalk() -> &'static [u8] {
    static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/smalltalk"));
    BYTES
}
