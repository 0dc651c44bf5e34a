//! Bytes as digits and letters: whole groups of them. What is left at the ends, and all errors, are the
//! caller's.
//!
//! Source and destination may overlap, so they are cells, and bytes are taken and given in order.

pub mod base64;
pub mod hex;
