//! `cargo xtask bench hello`: how long a small program takes from source to exit: wall time of `purlin run`
//! against `go run` with a warm cache, in alternating runs, the least of several. Both start as they do from
//! a command line: no tier is named, and Go may use every processor. Beside it, the CPU time of `purlin run
//! --cache off`, which compiles the program each time.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::toolchain::{self, ScratchDir, Usage};
use crate::{Outcome, bars, release};

/// The suite whose limit a process has here.
const SUITE: &str = "bench.hello";
/// Runs of each side: such short times are scattered widely.
const RUNS: u32 = 15;
/// In bench/hello.
pub const PROGRAMS: [&str; 4] = ["plain", "hello", "words", "thirty"];

/// One small program and the best times of both sides.
pub struct Greeting {
    program: &'static str,
    ours: Usage,
    /// Without a cache.
    cold: Usage,
    peer: Option<Usage>,
}

impl Greeting {
    pub fn ratio(&self) -> Option<f64> {
        Some(self.ours.wall.as_secs_f64() / self.peer?.wall.as_secs_f64())
    }

    /// What the program may take without a cache, if that has a bar.
    fn cold_bar(&self) -> Option<Duration> {
        let bar = bars::COLD.iter().find(|(program, _)| *program == self.program)?;
        Some(Duration::from_millis(bar.1))
    }

    /// The complaints if the program takes too long.
    pub fn missed(&self) -> Vec<String> {
        let warm = self.ratio().filter(|ratio| *ratio > bars::HELLO);
        let warm =
            warm.map(|ratio| format!("{} (hello): wall {ratio:.3}, asked {:.2}", self.program, bars::HELLO));
        let cold = self.cold_bar().filter(|bar| self.cold.cpu > *bar);
        let cold = cold.map(|bar| {
            format!("{} (hello): cpu {} without a cache, asked {}", self.program, ms(self.cold.cpu), ms(bar))
        });
        warm.into_iter().chain(cold).collect()
    }

    pub fn json(&self) -> Value {
        json!({
            "program": self.program,
            "wall_ours": self.ours.wall.as_secs_f64(),
            "wall_peer": self.peer.map(|u| u.wall.as_secs_f64()),
            "cpu_ours": self.ours.cpu.as_secs_f64(),
            "cpu_cold": self.cold.cpu.as_secs_f64(),
            "ratio": self.ratio(),
            "bar": bars::HELLO,
        })
    }

    fn line(&self) -> String {
        let wall = ms(self.ours.wall);
        let of_peer = match (self.peer, self.ratio()) {
            (Some(peer), Some(ratio)) => {
                format!(", go run {:>9}: {ratio:.3}  {}", ms(peer.wall), bars::verdict(ratio, bars::HELLO))
            }
            _ => String::new(),
        };
        let cold = match self.cold_bar() {
            Some(bar) if self.cold.cpu > bar => {
                format!(", without a cache cpu {}  MISSED", ms(self.cold.cpu))
            }
            Some(_) | None => format!(", without a cache cpu {}", ms(self.cold.cpu)),
        };
        let cpu = ms(self.ours.cpu);
        format!("hello {:<8} purlin run {wall:>9} (cpu {cpu}){cold}{of_peer}", self.program)
    }
}

fn ms(d: Duration) -> String {
    format!("{:.1} ms", d.as_secs_f64() * 1e3)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut purlin, mut strict) = (None, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--purlin" => purlin = Some(args.next().ok_or("--purlin needs a value")?.into()),
            "--strict" => strict = true,
            other => return Err(format!("bench hello does not know `{other}`")),
        }
    }
    let purlin = match purlin {
        Some(path) => path,
        None => release::program(root, "purlin")?,
    };
    let found = greet(root, &purlin)?;
    let missed: Vec<String> = found.iter().flat_map(Greeting::missed).collect();
    match missed.len() {
        n if n > 0 && strict => Err(format!("{n} bars are missed")),
        _ => Ok(()),
    }
}

/// Runs all of them and prints a line for each.
pub fn greet(root: &Path, purlin: &Path) -> Result<Vec<Greeting>, String> {
    let scratch = ScratchDir::new("hello")?;
    let go = toolchain::go_version().is_some();
    if !go {
        println!("NO GO ON THE PATH: nothing to compare with.");
    }
    let mut all = Vec::new();
    for program in PROGRAMS {
        let file = root.join("bench/hello").join(format!("{program}.go"));
        let once = |tool: &Path, options: &[&str], label: &str| -> Result<Usage, String> {
            let [out, err] = ["out", "err"].map(|n| scratch.path().join(format!("{n}-{label}")));
            let mut command = Command::new(tool);
            command.arg("run").args(options).arg(&file).current_dir(scratch.path());
            let usage = toolchain::measure(&mut command, None, &out, &err, SUITE)
                .map_err(|e| format!("cannot run {}: {e}", tool.display()))?;
            match usage.exit {
                Some(0) => Ok(usage),
                _ => Err(format!("{label} run {program}.go does not end well")),
            }
        };
        let (mut ours, mut cold, mut peer): (Option<Usage>, Option<Usage>, Option<Usage>) =
            (None, None, None);
        // The first pair of runs warms the caches; its times are not counted.
        for round in 0..=RUNS {
            let mine = once(purlin, &[], "purlin")?;
            let uncached = once(purlin, &["--cache", "off"], "cold")?;
            let theirs = if go { Some(once(Path::new("go"), &[], "go")?) } else { None };
            if round == 0 {
                same_output(scratch.path(), go).map_err(|e| format!("{program}: {e}"))?;
                continue;
            }
            ours = ours.into_iter().chain([mine]).min_by_key(|u| u.wall);
            cold = cold.into_iter().chain([uncached]).min_by_key(|u| u.cpu);
            peer = peer.into_iter().chain(theirs).min_by_key(|u| u.wall);
        }
        let greeting = Greeting { program, ours: ours.ok_or("no run")?, cold: cold.ok_or("no run")?, peer };
        println!("{}", greeting.line());
        all.push(greeting);
    }
    Ok(all)
}

fn same_output(dir: &Path, go: bool) -> Outcome {
    let read = |name: &str| std::fs::read(dir.join(name)).map_err(|e| e.to_string());
    for stream in ["out", "err"] {
        if go && read(&format!("{stream}-purlin"))? != read(&format!("{stream}-go"))? {
            return Err("WRONG RESULT, no time given".into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_its_file() {
        let dir = crate::root().join("bench/hello");
        let mut files: Vec<String> = std::fs::read_dir(dir)
            .unwrap()
            .map(|e| e.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut names = PROGRAMS.to_vec();
        names.sort_unstable();
        assert_eq!(files, names);
    }

    #[test]
    fn what_takes_too_long_is_named() {
        let usage = |ms| Usage {
            cpu: Duration::from_millis(ms),
            wall: Duration::from_millis(ms),
            rss_kib: 0,
            exit: Some(0),
            timed_out: false,
        };
        let greeting = |ours, peer| {
            let (cold, peer) = (usage(9), Some(usage(peer)));
            Greeting { program: "x", ours: usage(ours), cold, peer }
        };
        assert!(greeting(30, 100).missed().is_empty());
        assert!(greeting(31, 100).missed()[0].contains("0.310"));
        assert!(Greeting { peer: None, ..greeting(31, 100) }.missed().is_empty());
        let cold = Greeting { program: "hello", ..greeting(30, 100) }.missed();
        assert!(cold[0].contains("cpu 9.0 ms without a cache, asked 8.0 ms"), "{cold:?}");
    }
}
