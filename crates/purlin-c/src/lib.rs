//! The C border of Purlin: opaque handles, values, errors, calls, host functions, futures. `include/purlin.h`
//! is generated from these files; what the functions promise and ask for is said there, in their comments.
//! Knows nothing that the crate `purlin` does not offer to every host in Rust.
//!
//! **What every function asks of its caller.** A pointer to a handle is null or one that a function of this
//! library gave and that was not freed; a pointer with a length leads to so many bytes that nothing writes
//! during the call; a pointer to a result is null or leads to room for one. Null is an error where something
//! is needed. Handles may be used from any thread. An isolate runs on one thread at a time: its handle
//! holds a state that makes another use meanwhile an error.
//!
//! **What every function promises.** A panic ends here, as an error of kind `PURLIN_PANIC`; nothing unwinds
//! into C. Callbacks must return: a `longjmp` or an exception out of one is undefined.

// The names are those of the header.
#![allow(non_camel_case_types)]
// What is asked of a caller is the same for all functions, and stands above.
#![allow(clippy::missing_safety_doc)]
// What C calls is reached by its symbol, and cbindgen reads what is public.
#![allow(unreachable_pub)]

mod engine;
mod error;
mod function;
mod future;
mod guard;
mod host;
mod isolate;
mod limits;
mod module;
mod status;
mod streams;
mod value;
mod wire;

/// The version of the binary interface: what a program compares with `PURLIN_ABI_VERSION` of the header that
/// it was compiled with. It grows when a function is added; the library of a greater version has all
/// functions of the lesser ones, unless the upper 16 bits differ.
pub const PURLIN_ABI_VERSION: u32 = 0x0001_0000;

/// The version of the library's binary interface.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_abi_version() -> u32 {
    PURLIN_ABI_VERSION
}
