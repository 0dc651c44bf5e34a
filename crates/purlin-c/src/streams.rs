//! What an isolate writes, gathered for the host, and what it reads. Knows nothing of isolates.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use purlin::Streams;

/// Bytes that were written and not taken yet.
#[derive(Clone, Default)]
pub(crate) struct Gathered(Arc<Mutex<Vec<u8>>>);

impl Gathered {
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Gathered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The streams of an isolate whose output is gathered.
pub(crate) fn gathering(input: Vec<u8>, output: &Gathered, errors: &Gathered) -> Streams {
    Streams {
        input: Box::new(Cursor::new(input)),
        output: Box::new(output.clone()),
        errors: Box::new(errors.clone()),
    }
}
