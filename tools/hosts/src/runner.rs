//! Runs hosts: one in this process, or all of them, each in a process of its own, so that what crashes, hangs
//! or keeps something of the system is named.

use std::io::Read;
use std::panic::catch_unwind;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::common::{Outcome, text_of};
use crate::hosts::{HOSTS, Host};
use crate::kept::Kept;

/// A host that is faster than this is repeated, and then may not keep more of the system than before.
const REPEATED: Duration = Duration::from_millis(1_500);

/// What an allocator may map besides: arenas of threads.
const MAPS: usize = 24;

/// Where and why the threads of this process have panicked.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Runs one host in this process.
pub(crate) fn one(name: &str) -> Outcome {
    let host =
        HOSTS.iter().find(|host| host.name == name).ok_or_else(|| format!("there is no host {name}"))?;
    std::panic::set_hook(Box::new(|info| {
        eprintln!("{info}");
        let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
        panics.push(info.to_string());
    }));
    let begun = Instant::now();
    attempt(host)?;
    if begun.elapsed() > REPEATED {
        return Ok(());
    }
    let before = Kept::now()?;
    for _ in 0..2 {
        attempt(host)?;
    }
    let after = Kept::now()?;
    if after.files > before.files || after.maps > before.maps + MAPS {
        return Err(format!("keeps something: {before:?} became {after:?} when it was run twice more"));
    }
    Ok(())
}

fn attempt(host: &Host) -> Outcome {
    catch_unwind(host.run).unwrap_or_else(|payload| {
        let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
        let all = panics.iter().rev().take(3).map(|text| format!("\n    {text}")).collect::<String>();
        Err(format!("panicked: {}{all}", text_of(payload)))
    })
}

struct Options {
    filter: String,
    jobs: usize,
    slow: u32,
    /// How long one host may take by the clock, before `slow` multiplies it.
    limit: Duration,
}

fn options(args: &[&str]) -> Result<Options, String> {
    let jobs = std::thread::available_parallelism().map_or(2, |n| n.get());
    let mut options = Options { filter: String::new(), jobs, slow: 1, limit: Duration::from_secs(120) };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let value = args.next().ok_or_else(|| format!("{arg} needs a value\n{}", crate::USAGE))?;
        let number = || value.parse::<u32>().map_err(|_| format!("{arg} takes a number, not `{value}`"));
        match *arg {
            "--filter" => options.filter = (*value).to_string(),
            "--jobs" => options.jobs = number()?.max(1) as usize,
            "--limit" => options.limit = Duration::from_secs(number()?.max(1).into()),
            "--slow" => options.slow = number()?.max(1),
            other => return Err(format!("unknown option `{other}`\n{}", crate::USAGE)),
        }
    }
    Ok(options)
}

/// Runs all hosts, and prints a line for each.
pub(crate) fn all(args: &[&str]) -> Outcome {
    let options = options(args)?;
    let hosts: Vec<&'static Host> = HOSTS.iter().filter(|host| host.name.contains(&options.filter)).collect();
    if hosts.is_empty() {
        return Err(format!("no host is named so: {}", options.filter));
    }
    // Threads that are joined, not scoped ones: ThreadSanitizer knows nothing of how the library ends those.
    let next = Arc::new((AtomicUsize::new(0), hosts.clone()));
    let worker = |_| {
        let next = next.clone();
        std::thread::spawn(move || some(&next.0, &next.1, options.limit * options.slow))
    };
    let workers: Vec<_> = (0..options.jobs).map(worker).collect();
    let ended = workers.into_iter().map(|worker| worker.join());
    let failures = ended.collect::<Result<Vec<_>, _>>().map_err(|_| "the runner panicked")?;
    let failures: Vec<&str> = failures.into_iter().flatten().collect();
    println!("{} hosts, {} failed", hosts.len(), failures.len());
    if failures.is_empty() {
        return Ok(());
    }
    Err(format!("failed: {}", failures.join(", ")))
}

/// Runs the hosts whose turn it is, until none is left; the names of those that failed.
fn some(next: &AtomicUsize, hosts: &[&'static Host], limit: Duration) -> Vec<&'static str> {
    let mut failures = Vec::new();
    while let Some(host) = hosts.get(next.fetch_add(1, Ordering::Relaxed)) {
        let begun = Instant::now();
        let outcome = in_process(host, limit);
        let took = begun.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!("ok     {:26} {took:6.1} s  {}", host.name, host.expects),
            Err(why) => {
                println!("FAILED {:26} {took:6.1} s  {}\n    {why}", host.name, host.expects);
                failures.push(host.name);
            }
        }
    }
    failures
}

/// Runs one host in a process of its own; why it ended otherwise than well.
fn in_process(host: &Host, limit: Duration) -> Outcome {
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut child = Command::new(this)
        .args(["run", host.name])
        .env("MALLOC_ARENA_MAX", "2")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot be started: {e}"))?;
    let errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut errors) = errors {
            let _ = errors.read_to_string(&mut text);
        }
        text
    });
    let status = wait(&mut child, limit)?;
    let text = reader.join().unwrap_or_default();
    // Most panics are meant: the last ones are those that count.
    let lines: Vec<&str> = text.trim().lines().collect();
    let text = lines[lines.len().saturating_sub(8)..].join("\n    ");
    match status {
        None => Err(format!("took longer than {} s and was killed\n    {}", limit.as_secs(), text)),
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("{status}: {text}")),
    }
}

/// How a process ended; `None` if it was killed after its time.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<std::process::ExitStatus>, String> {
    let end = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(Some(status));
        }
        if Instant::now() > end {
            child.kill().map_err(|e| e.to_string())?;
            child.wait().map_err(|e| e.to_string())?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
