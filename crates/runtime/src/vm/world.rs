//! What an isolate has of the world outside: streams, arguments, grants, and state that belongs to its host,
//! to its guest's front end and to natives.

use std::any::Any;
use std::io::ErrorKind;
use std::sync::Arc;

use super::{Streams, Vm};
use crate::grants::{Grants, NativeState};
use crate::native::{Answer, Stop};
use crate::trap::{Trap, TrapKind};

/// The isolate's surroundings.
pub struct World {
    pub streams: Streams,
    /// The arguments of the program, its own name first.
    pub args: Vec<String>,
    pub grants: Grants,
    /// The host's own state: whatever the isolate was made with.
    pub host: Box<dyn Any + Send>,
    /// What the guest's front end attached to the module, for its own natives.
    pub guest: Arc<dyn Any + Send + Sync>,
    /// What natives keep during a run.
    pub native_state: NativeState,
    /// Whether the program has written to its output since that was flushed.
    unflushed: bool,
    /// Memory that natives keep for their next call.
    pub(crate) scratch: NativeState,
    /// The first thing that the program has had to do with the world outside.
    pub(crate) contact: Option<&'static str>,
    /// Whether the next call of a host function is to be noted: the program has called none yet, or there is
    /// a timeline.
    pub(crate) notes_calls: bool,
    /// Whether it has asked for its arguments, and for the limit of its heap.
    pub(crate) reads_args: bool,
    pub(crate) reads_heap_limit: bool,
}

impl World {
    pub(super) fn new(
        streams: Streams,
        host: Box<dyn Any + Send>,
        guest: Arc<dyn Any + Send + Sync>,
    ) -> World {
        World {
            streams,
            args: Vec::new(),
            grants: Grants::none(),
            host,
            guest,
            unflushed: false,
            native_state: NativeState::default(),
            scratch: NativeState::default(),
            contact: None,
            notes_calls: true,
            reads_args: false,
            reads_heap_limit: false,
        }
    }

    /// Notes that the program has to do with the world outside: what it does, to follow "it".
    #[inline]
    pub(crate) fn note(&mut self, what: &'static str) {
        if self.contact.is_none() {
            self.contact = Some(what);
        }
    }

    pub(super) fn reset(&mut self) {
        self.native_state.clear();
        self.scratch.clear();
        (self.contact, self.reads_args, self.reads_heap_limit) = (None, false, false);
        self.notes_calls = true;
    }
}

fn failed(what: &str, error: &std::io::Error) -> Stop {
    Stop::end(Trap::new(TrapKind::Io, format!("{what}: {error}")))
}

impl Vm {
    /// Writes to stream 1 (output) or 2 (errors), as much as the limit allows.
    pub(crate) fn write_output(&mut self, stream: i64, bytes: &[u8]) -> Answer {
        self.world.note("writes to its output");
        let limit = self.limits.output_bytes;
        let room = limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.counters.output_bytes));
        let fits = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        self.counters.output_bytes += fits as u64;
        let (name, out) = match stream {
            1 => ("standard output", &mut self.world.streams.output),
            _ => ("standard error", &mut self.world.streams.errors),
        };
        self.world.unflushed |= stream == 1;
        out.write_all(&bytes[..fits]).map_err(|e| failed(name, &e))?;
        self.in_time()?;
        if fits < bytes.len() {
            return Err(Stop::end(Trap::new(TrapKind::OutputLimit, "the program wrote more than it may")));
        }
        Ok(())
    }

    /// Writes what is to be said of a data race to the stream for errors. It is not the program's own output,
    /// and no limit holds for it: there is at most one text for each pair of stacks.
    pub(super) fn write_race(&mut self, text: &[u8]) -> Answer {
        self.world.streams.errors.write_all(text).map_err(|e| failed("standard error", &e))
    }

    /// Flushes the output stream, which the host may buffer, if the program has written to it since.
    ///
    /// # Errors
    /// A trap of kind `Io`; then it counts as not flushed.
    #[inline]
    pub fn flush_output(&mut self) -> Result<(), Trap> {
        if self.world.unflushed {
            let flushed = self.world.streams.output.flush();
            flushed.map_err(|e| Trap::new(TrapKind::Io, format!("writing standard output: {e}")))?;
            self.world.unflushed = false;
        }
        Ok(())
    }

    /// Whether the run may continue after a stream of the host's, which may have taken any time.
    fn in_time(&self) -> Answer {
        self.called_off().map_or(Ok(()), |trap| Err(Stop::end(trap)))
    }

    /// One read of standard input: how many bytes, 0 at the end.
    pub(crate) fn read_input(&mut self, buffer: &mut [u8]) -> Result<usize, Stop> {
        self.world.note("reads its input");
        loop {
            match self.world.streams.input.read(buffer) {
                Ok(n) if n > buffer.len() => {
                    let error = std::io::Error::other("it says that it has read more than it was to");
                    return Err(failed("standard input", &error));
                }
                Ok(n) => {
                    self.in_time()?;
                    return Ok(n);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => self.in_time()?,
                Err(error) => return Err(failed("standard input", &error)),
            }
        }
    }
}
