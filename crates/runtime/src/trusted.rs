//! Compiled modules as bytes, with the promise that they come from where machine code may come from.
//!
//! Knows nothing of what is in them. The promise is made at one place, so that reading a module
//! (`Engine::deserialize`) is a safe function: what it takes cannot be had without it.

use std::sync::Arc;

/// The bytes of a compiled module, from a source that is trusted as the host's own code is.
///
/// A compiled module holds machine code and bytecode, which run without further checks: who can choose these
/// bytes can do in the process whatever the process can. The digest in them shows accidents, no intent.
#[derive(Clone, Debug)]
pub struct Trusted(Arc<Vec<u8>>);

impl Trusted {
    /// Bytes that the caller vouches for. They are not copied.
    ///
    /// # Safety
    /// Whoever could choose the bytes is trusted to run code in this process: they are what
    /// `Module::serialize` returned, here or in another process, or else they are so by accident (cut short,
    /// damaged, of another build), which is noticed when they are read.
    pub unsafe fn new(bytes: Vec<u8>) -> Trusted {
        Trusted(Arc::new(bytes))
    }

    /// The bytes themselves.
    pub fn bytes(&self) -> &Arc<Vec<u8>> {
        &self.0
    }
}
