//! Reads IR text back. (The inverse of [`crate::print`].)
