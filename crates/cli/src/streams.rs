//! The standard streams of the process as those of a program, without the buffers that Rust puts before them:
//! guests buffer as they see fit.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use purlin::Streams;

/// A stream that a program writes to.
struct Output {
    file: File,
    /// Whether a stream of the program has no reader any longer.
    closed: Arc<AtomicBool>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        if written.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            self.closed.store(true, Ordering::Relaxed);
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The three streams. `closed` tells when one that is written to has no reader any longer.
///
/// # Errors
/// The process has no more file descriptors, or one of its streams is closed.
pub(crate) fn standard(closed: &Arc<AtomicBool>) -> io::Result<Streams> {
    let output = |file: File| Box::new(Output { file, closed: closed.clone() });
    Ok(Streams {
        input: Box::new(unbuffered(io::stdin().as_fd())?),
        output: output(unbuffered(io::stdout().as_fd())?),
        errors: output(unbuffered(io::stderr().as_fd())?),
    })
}

fn unbuffered(fd: BorrowedFd<'_>) -> io::Result<File> {
    Ok(File::from(fd.try_clone_to_owned()?))
}
