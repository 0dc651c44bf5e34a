//! Running other programs: whether Go is installed, temporary directories,
//! and a child's CPU time, memory and output. Knows nothing of kernels or expectations.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::Outcome;

/// With these tags Go takes the variants of a package that Purlin takes, so that both run the same source:
/// portable ones without package unsafe. Measurements do without them: they compare with Go at its fastest.
pub const GO_TAGS: &str = "-tags=purego,noasm,appengine,disableunsafe,safe";

/// The version line of the installed Go, if there is one.
pub fn go_version() -> Option<String> {
    let output = Command::new("go").arg("version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A directory that is removed with everything in it when the value is dropped.
pub struct ScratchDir(PathBuf);

impl ScratchDir {
    pub fn new(name: &str) -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("purlin-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|e| format!("cannot create {}: {e}", path.display()))?;
        Ok(ScratchDir(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        // A directory that cannot be removed is no reason to fail the command.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Where Cargo puts what it builds.
pub fn target_dir(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Runs Cargo in a folder.
pub fn cargo(root: &Path, args: &[&str]) -> Outcome {
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(args)
        .current_dir(root)
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", args.join(" "))) }
}

/// Where the installed Go has its sources and tests; `None` without Go.
pub fn go_root() -> Option<PathBuf> {
    let output = Command::new("go").args(["env", "GOROOT"]).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (output.status.success() && path.is_dir()).then_some(path)
}

/// What one run of a program cost.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub cpu: Duration,
    pub wall: Duration,
    /// Largest resident set in KiB.
    pub rss_kib: u64,
    pub exit: Option<i32>,
    pub timed_out: bool,
}

/// Runs `command` with its input from `stdin` (or nothing) and its outputs into files, and waits at most
/// `limit`.
pub fn measure(
    command: &mut Command,
    stdin: Option<&Path>,
    stdout: &Path,
    stderr: &Path,
    limit: Duration,
) -> io::Result<Usage> {
    let input = match stdin {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    command.stdin(input).stdout(File::create(stdout)?).stderr(File::create(stderr)?);
    let start = Instant::now();
    let mut child = command.spawn()?;
    let killer = Watchdog::start(child.id(), limit);
    let result = child.wait4()?;
    let wall = start.elapsed();
    let timed_out = killer.stop();
    Ok(Usage {
        cpu: result.rusage.utime + result.rusage.stime,
        wall,
        rss_kib: result.rusage.maxrss / 1024,
        exit: result.status.code(),
        timed_out,
    })
}

/// Ends a child that outlives its limit. It goes through the `kill` program because the child itself is
/// borrowed by the thread that waits for it.
struct Watchdog {
    done: std::sync::mpsc::Sender<()>,
    thread: std::thread::JoinHandle<bool>,
}

impl Watchdog {
    fn start(pid: u32, limit: Duration) -> Self {
        let (done, wait) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            if wait.recv_timeout(limit) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                // If it cannot be killed it has just ended by itself.
                let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
                return true;
            }
            false
        });
        Watchdog { done, thread }
    }

    fn stop(self) -> bool {
        // The receiver is gone only if the limit has passed, which the thread reports itself.
        let _ = self.done.send(());
        self.thread.join().unwrap_or(false)
    }
}
