//! Child processes with a time limit, bounded output and their peak memory. This module knows nothing of what
//! they run.
//!
//! The peak is the kernel's `ru_maxrss`. A child starts as a copy of its parent, and its peak as the
//! parent's, so this process must stay smaller than what it measures.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Exit(i32),
    Signal(i32),
    TimedOut,
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub ending: Ending,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Peak resident memory, in bytes.
    pub peak: u64,
}

impl Outcome {
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// Output beyond this many bytes is read but not kept.
const KEPT: usize = 8 << 20;

/// Runs a command to its end, or kills it after `limit` of wall time.
pub fn run(command: &mut Command, limit: Duration) -> std::io::Result<Outcome> {
    run_with(command, Stdio::null(), limit, KEPT)
}

/// Runs a command with a standard input.
pub fn run_reading(command: &mut Command, stdin: Stdio, limit: Duration) -> std::io::Result<Outcome> {
    run_with(command, stdin, limit, KEPT)
}

/// Runs a command without input, and keeps at most so many bytes of each output, so that this process stays
/// small.
pub fn run_keeping(command: &mut Command, limit: Duration, kept: usize) -> std::io::Result<Outcome> {
    run_with(command, Stdio::null(), limit, kept)
}

fn run_with(command: &mut Command, stdin: Stdio, limit: Duration, kept: usize) -> std::io::Result<Outcome> {
    let mut child = command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().map(|pipe| thread::spawn(move || drain(pipe, kept)));
    let stderr = child.stderr.take().map(|pipe| thread::spawn(move || drain(pipe, kept)));
    let start = Instant::now();
    let mut pause = Duration::from_micros(300);
    let mut timed_out = false;
    let ended = loop {
        if let Some(ended) = child.try_wait4()? {
            break ended;
        }
        if !timed_out && start.elapsed() > limit {
            timed_out = true;
            child.kill()?;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(8));
    };
    let join =
        |handle: Option<thread::JoinHandle<Vec<u8>>>| handle.and_then(|h| h.join().ok()).unwrap_or_default();
    let ending = match (timed_out, ended.status.code()) {
        (true, _) => Ending::TimedOut,
        (false, Some(code)) => Ending::Exit(code),
        (false, None) => Ending::Signal(ended.status.signal().unwrap_or_default()),
    };
    Ok(Outcome { ending, stdout: join(stdout), stderr: join(stderr), peak: ended.rusage.maxrss })
}

fn drain(mut pipe: impl Read, most: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0; 1 << 16];
    while let Ok(n) = pipe.read(&mut buffer) {
        if n == 0 {
            break;
        }
        let room = most.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..n.min(room)]);
    }
    kept
}

/// Writes a line to stderr, whole, so that workers' lines do not mix.
pub fn say(line: &str) {
    let mut err = std::io::stderr().lock();
    // A closed stderr is no reason to stop a long run.
    let _ = err.write_all(format!("{line}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::{Ending, run};
    use std::process::Command;
    use std::time::Duration;

    fn shell(script: &str) -> super::Outcome {
        run(Command::new("sh").args(["-c", script]), Duration::from_millis(500)).expect("sh runs")
    }

    #[test]
    fn endings_are_told_apart() {
        assert_eq!(shell("exit 3").ending, Ending::Exit(3));
        assert_eq!(shell("kill -9 $$").ending, Ending::Signal(9));
        assert_eq!(shell("exec sleep 5").ending, Ending::TimedOut);
        let out = shell("echo a; echo b >&2");
        assert_eq!((out.stdout.as_slice(), out.stderr.as_slice()), (&b"a\n"[..], &b"b\n"[..]));
        assert!(out.peak > 0);
    }
}
