//! The type checker: syntax in, facts in [`crate::universe`] out.
