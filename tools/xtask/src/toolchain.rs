//! Running other programs: whether Go is installed, temporary directories,
//! and a child's CPU time, memory and output. Knows nothing of kernels or expectations.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::{Outcome, limits};

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

/// Runs a command that fetches packages: what it says last if it fails, as they may be out of reach.
pub fn fetched(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| format!("cannot run {:?}: {e}", command.get_program()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it failed").trim().to_string())
}

/// Runs a command, and fails as it does.
pub fn succeed(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|e| format!("cannot run {:?}: {e}", command.get_program()))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
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

/// Runs `command` with its input from `stdin` (or nothing) and its outputs into files, as a process of
/// `suite`, whose limit is in `bench/perf/limits.json`.
pub fn measure(
    command: &mut Command,
    stdin: Option<&Path>,
    stdout: &Path,
    stderr: &Path,
    suite: &str,
) -> Result<Usage, String> {
    let usage = within(command, stdin, stdout, stderr, limits::of(suite)?).map_err(|e| e.to_string())?;
    limits::took(suite, usage.cpu);
    Ok(usage)
}

/// Runs `command`, and ends it when it has taken so much CPU time.
fn within(
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

/// How often a child's CPU time is looked at.
const LOOKED_AT: Duration = Duration::from_millis(200);

/// The CPU time that a process and the children that it has waited for have taken; `None` if it has ended.
///
/// The four times stand in `/proc/PID/stat` in hundredths of a second, whatever the kernel's own clock is.
fn cpu_of(pid: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program, in brackets, may contain spaces.
    let fields = text.rsplit_once(')')?.1;
    let times = fields.split_whitespace().skip(11).take(4).map(str::parse::<u64>);
    let hundredths: u64 = times.collect::<Result<Vec<_>, _>>().ok()?.iter().sum();
    Some(Duration::from_millis(hundredths * 10))
}

/// Ends a child that takes more CPU time than its limit. It goes through the `kill` program because the child
/// itself is borrowed by the thread that waits for it.
struct Watchdog {
    done: std::sync::mpsc::Sender<()>,
    thread: std::thread::JoinHandle<bool>,
}

impl Watchdog {
    fn start(pid: u32, limit: Duration) -> Self {
        let (done, wait) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let begun = Instant::now();
            while wait.recv_timeout(LOOKED_AT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                let over = cpu_of(pid).is_some_and(|cpu| cpu > limit);
                if over || begun.elapsed() > limit * limits::BY_THE_CLOCK {
                    // If it cannot be killed it has just ended by itself.
                    let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
                    return true;
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Usage {
        let scratch = ScratchDir::new(&format!("toolchain-{}", script.len())).unwrap();
        let (out, err) = (scratch.path().join("out"), scratch.path().join("err"));
        within(Command::new("sh").args(["-c", script]), None, &out, &err, limit).unwrap()
    }

    #[test]
    fn a_process_ends_at_its_limit_of_cpu_time() {
        let busy = shell("while :; do :; done", Duration::from_millis(500));
        assert!(busy.timed_out && busy.exit.is_none());
        assert!(busy.cpu >= Duration::from_millis(500), "{busy:?}");
        // One that sleeps takes no CPU time, and ends by itself.
        let idle = shell("sleep 1; exit 3", Duration::from_millis(500));
        assert_eq!((idle.timed_out, idle.exit), (false, Some(3)));
        // One that sleeps for ever ends by the clock.
        assert!(shell("exec sleep 60", Duration::from_millis(100)).timed_out);
    }
}
