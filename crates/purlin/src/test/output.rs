//! What a program has printed on its two streams, in the order in which it did: in memory as long as that is
//! little, and then in a file without a name.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of output that all captures together may keep in memory.
const MOST_IN_MEMORY: usize = 32 << 20;
/// Bytes that one capture keeps in memory whatever others have.
const ALWAYS_IN_MEMORY: usize = 16 << 10;
/// Bytes of one record at most.
const MOST_IN_RECORD: usize = 64 << 10;

/// A stream of a program's.
///
/// The example of [`PackageReport`](super::PackageReport) reads one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// Called with whatever is printed, as soon as it is, by the thread that runs the test.
///
/// ```
/// use purlin::test::{Live, Options, Stream};
///
/// let live = Live::new(|stream, bytes| {
///     if stream == Stream::Errors {
///         eprint!("{}", String::from_utf8_lossy(bytes));
///     }
/// });
/// assert!(Options { live: Some(live), ..Options::default() }.live.is_some());
/// ```
#[derive(Clone)]
pub struct Live(Arc<Tell>);

type Tell = dyn Fn(Stream, &[u8]) + Send + Sync;

impl Live {
    /// What calls a function.
    ///
    /// The example of [`Live`] makes one.
    pub fn new(tell: impl Fn(Stream, &[u8]) + Send + Sync + 'static) -> Live {
        Live(Arc::new(tell))
    }
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Live")
    }
}

/// What was printed.
///
/// ```
/// let output = purlin::test::Output::default();
/// assert_eq!(output.to_bytes()?, b"");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Output(Arc<Mutex<Captured>>);

#[derive(Debug, Default)]
struct Captured {
    /// Records: a stream, a length, and so many bytes. The last one is still open.
    memory: Vec<u8>,
    /// The stream of the last record, and where its length stands in memory.
    open: Option<(Stream, usize)>,
    /// What was moved out of memory.
    file: Option<File>,
    /// Bytes that all captures have in memory.
    shared: Arc<AtomicUsize>,
    printed: u64,
    live: Option<Live>,
}

const HEAD: usize = 5;

impl Output {
    /// An empty one, which shares a bound on memory with others.
    pub(super) fn new(shared: &Arc<AtomicUsize>) -> Output {
        let output = Output::default();
        output.captured().shared = shared.clone();
        output
    }

    /// Lets a listener know of what is printed from now on.
    pub(super) fn set_live(&self, live: Option<Live>) {
        self.captured().live = live;
    }

    fn captured(&self) -> MutexGuard<'_, Captured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A writer for one of the streams.
    pub(super) fn writer(&self, stream: Stream) -> Box<dyn Write + Send> {
        self.writer_unless(stream, &Arc::default())
    }

    /// A writer for one of the streams, which drops what comes while `muted` is set.
    pub(super) fn writer_unless(&self, stream: Stream, muted: &Arc<AtomicBool>) -> Box<dyn Write + Send> {
        Box::new(Writer { output: self.clone(), stream, muted: muted.clone() })
    }

    /// Adds to what was printed.
    pub(super) fn add(&self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        bytes.chunks(MOST_IN_RECORD).try_for_each(|chunk| self.captured().add(stream, chunk))
    }

    /// How many bytes were printed.
    ///
    /// The example of [`PackageReport`](super::PackageReport) asks for it.
    pub fn len(&self) -> u64 {
        self.captured().printed
    }

    /// Whether nothing was printed.
    ///
    /// The example of [`PackageReport`](super::PackageReport) asks for it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Hands over what was printed, in pieces.
    ///
    /// The example of [`PackageReport`](super::PackageReport) reads it.
    ///
    /// # Errors
    /// What `piece` says, or what the system says if the file cannot be read.
    pub fn read(&self, mut piece: impl FnMut(Stream, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut captured = self.captured();
        let Captured { memory, file, .. } = &mut *captured;
        if let Some(file) = file {
            file.seek(SeekFrom::Start(0))?;
            pieces(BufReader::with_capacity(MOST_IN_RECORD, &*file), &mut piece)?;
            file.seek(SeekFrom::End(0))?;
        }
        pieces(&memory[..], &mut piece)
    }

    /// All that was printed on both streams.
    ///
    /// # Errors
    /// What the system says if the file cannot be read.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        self.read(|_, bytes| {
            all.extend_from_slice(bytes);
            Ok(())
        })?;
        Ok(all)
    }
}

/// Reads records to the end.
fn pieces(mut from: impl Read, piece: &mut impl FnMut(Stream, &[u8]) -> io::Result<()>) -> io::Result<()> {
    let (mut head, mut bytes) = ([0; HEAD], Vec::new());
    loop {
        if from.read(&mut head[..1])? == 0 {
            return Ok(());
        }
        from.read_exact(&mut head[1..])?;
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        bytes.resize(length, 0);
        from.read_exact(&mut bytes)?;
        piece(if head[0] == 0 { Stream::Output } else { Stream::Errors }, &bytes)?;
    }
}

impl Captured {
    fn add(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        self.printed += bytes.len() as u64;
        if let Some(Live(tell)) = &self.live {
            tell(stream, bytes);
        }
        let grown = match self.open {
            Some((open, at)) if open == stream && self.record(at) + bytes.len() <= MOST_IN_RECORD => {
                let length = (self.record(at) + bytes.len()) as u32;
                self.memory[at..at + 4].copy_from_slice(&length.to_le_bytes());
                bytes.len()
            }
            Some(_) | None => {
                self.memory.push(u8::from(stream == Stream::Errors));
                self.open = Some((stream, self.memory.len()));
                self.memory.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
                HEAD + bytes.len()
            }
        };
        self.memory.extend_from_slice(bytes);
        let all = self.shared.fetch_add(grown, Ordering::Relaxed) + grown;
        if self.memory.len() > ALWAYS_IN_MEMORY && (all > MOST_IN_MEMORY || self.file.is_some()) {
            self.spill()?;
        }
        Ok(())
    }

    /// The length of the record whose length stands there.
    fn record(&self, at: usize) -> usize {
        self.memory[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
    }

    /// Moves what is in memory to the file, which the system removes with the process.
    fn spill(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(tempfile::tempfile()?),
        };
        file.write_all(&self.memory)?;
        self.release();
        Ok(())
    }

    fn release(&mut self) {
        self.shared.fetch_sub(self.memory.len(), Ordering::Relaxed);
        self.memory = Vec::new();
        self.open = None;
    }
}

impl Drop for Captured {
    fn drop(&mut self) {
        self.release();
    }
}

struct Writer {
    output: Output,
    stream: Stream,
    muted: Arc<AtomicBool>,
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.muted.load(Ordering::Relaxed) {
            self.output.add(self.stream, bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_printed_comes_back_in_order() {
        for full in [false, true] {
            let shared = Arc::new(AtomicUsize::new(if full { MOST_IN_MEMORY } else { 0 }));
            let before = shared.load(Ordering::Relaxed);
            let output = Output::new(&shared);
            let (mut expected, mut state) = (Vec::new(), 1u32);
            for _ in 0..2000 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let stream = if state & 0x1_0000 == 0 { Stream::Output } else { Stream::Errors };
                let bytes = vec![(state >> 24) as u8; (state >> 20) as usize % 300];
                output.add(stream, &bytes).unwrap();
                expected.extend(bytes.iter().map(|byte| (stream, *byte)));
            }
            assert_eq!(output.0.lock().unwrap().file.is_some(), full);
            for _ in 0..2 {
                let mut found = Vec::new();
                let read = output.read(|stream, bytes| {
                    found.extend(bytes.iter().map(|byte| (stream, *byte)));
                    Ok(())
                });
                read.unwrap();
                assert!(found == expected);
            }
            assert_eq!(output.len(), expected.len() as u64);
            drop(output);
            assert_eq!(shared.load(Ordering::Relaxed), before);
        }
    }
}
