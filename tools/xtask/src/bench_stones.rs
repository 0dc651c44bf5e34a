//! `cargo xtask bench stones`: the classic benchmarks of Smalltalk in tier native beside ports for node, and
//! a loop that sums integers beside Go. What is compared is the CPU time of a large run less that of a small
//! one, so that neither starting nor compiling counts. Both sides print the same. Knows nothing of how either
//! is made fast.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::toolchain::{self, ScratchDir};
use crate::{Outcome, release};

/// The suite whose limit a process has here.
const SUITE: &str = "bench.stones";

/// What is run by both sides.
struct Stone {
    title: &'static str,
    /// The file of bench/smalltalk without its ending.
    program: &'static str,
    /// The arguments of the small run and of the large one.
    sizes: [&'static [&'static str]; 2],
    peer: Peer,
    /// At most so many times the peer's CPU time.
    bar: f64,
    /// How much the large run does more than the small one, in units that the page names.
    work: (f64, &'static str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Peer {
    Node,
    Go,
}

/// Bytecodes that a run of the sieve stands for.
const SIEVE: f64 = 500_000.0;

const STONES: &[Stone] = &[
    Stone {
        title: "tinyBenchmarks, sends",
        program: "tiny",
        sizes: [&["1", "26"], &["1", "38"]],
        peer: Peer::Node,
        bar: 1.25,
        // benchmarkSends answers how many it took.
        work: (126_491_971.0 - 392_835.0, "sends"),
    },
    Stone {
        title: "tinyBenchmarks, sieve",
        program: "tiny",
        sizes: [&["100", "10"], &["4100", "10"]],
        peer: Peer::Node,
        bar: f64::INFINITY,
        work: (4000.0 * SIEVE, "bytecodes"),
    },
    Stone {
        title: "Slopstone",
        program: "slopstone",
        sizes: [&["1000"], &["201000"]],
        peer: Peer::Node,
        bar: 1.5,
        work: (200_000.0, "iterations"),
    },
    Stone {
        title: "Smopstone",
        program: "smopstone",
        sizes: [&["80", "20"], &["80", "1020"]],
        peer: Peer::Node,
        bar: 1.5,
        work: (1000.0, "iterations"),
    },
    Stone {
        title: "sum of integers",
        program: "sum",
        sizes: [&["1000000"], &["1001000000"]],
        peer: Peer::Go,
        bar: 2.0,
        work: (1e9, "turns"),
    },
];

/// Bytecodes a second by sends a second, at least.
const PRIMITIVES: f64 = 10.0;

struct Options {
    filter: Option<String>,
    runs: usize,
    strict: bool,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options { filter: None, runs: 5, strict: false, purlin: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--filter" => o.filter = Some(value()?),
            "--runs" => o.runs = value()?.parse().map_err(|e| format!("--runs: {e}"))?,
            "--strict" => o.strict = true,
            "--purlin" => o.purlin = Some(value()?.into()),
            other => return Err(format!("bench stones does not know `{other}`")),
        }
    }
    Ok(o)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let purlin = match &options.purlin {
        Some(path) => path.clone(),
        None => release::program(root, "purlin")?,
    };
    let folder = root.join("bench/smalltalk");
    let bench = Bench { purlin, folder, scratch: ScratchDir::new("stones")?, runs: options.runs.max(1) };
    let (mut missed, mut rates) = (Vec::new(), Vec::new());
    for stone in STONES.iter().filter(|s| options.filter.as_ref().is_none_or(|part| s.title.contains(part))) {
        let Some(peer) = bench.peer(stone)? else {
            println!("SKIPPED: {}: its peer is not here", stone.title);
            continue;
        };
        let [ours, theirs] = bench.seconds(stone, &peer)?;
        let (ratio, (work, unit)) = (ours / theirs.max(1e-9), stone.work);
        println!(
            "{:22} {:9.3} ms, peer {:9.3} ms   {ratio:7.2}   {:.4e} {unit} a second, peer {:.4e}",
            stone.title,
            ours * 1e3,
            theirs * 1e3,
            work / ours,
            work / theirs
        );
        if ratio > stone.bar {
            missed.push(format!("MISSED: {}: {ratio:.2} of its peer, asked {}", stone.title, stone.bar));
        }
        rates.push((unit, work / ours));
    }
    let rate = |unit: &str| rates.iter().find(|(of, _)| *of == unit).map(|(_, rate)| *rate);
    if let Some((bytecodes, sends)) = rate("bytecodes").zip(rate("sends"))
        && bytecodes < PRIMITIVES * sends
    {
        let times = bytecodes / sends;
        missed.push(format!(
            "MISSED: {times:.1} times as many bytecodes as sends a second, asked {PRIMITIVES}"
        ));
    }
    missed.iter().for_each(|line| println!("{line}"));
    match options.strict && !missed.is_empty() {
        true => Err(format!("{} bars are missed", missed.len())),
        false => Ok(()),
    }
}

struct Bench {
    purlin: PathBuf,
    folder: PathBuf,
    scratch: ScratchDir,
    runs: usize,
}

impl Bench {
    /// What runs the peer's side, before the arguments; none if it is not here.
    fn peer(&self, stone: &Stone) -> Result<Option<Vec<PathBuf>>, String> {
        let source = self.folder.join(stone.program);
        match stone.peer {
            Peer::Node => {
                let is_here = Command::new("node").arg("--version").output().is_ok();
                Ok(is_here.then(|| vec!["node".into(), source.with_extension("js")]))
            }
            Peer::Go => {
                let program = self.scratch.path().join(stone.program);
                let source = source.with_extension("go");
                let built = Command::new("go").arg("build").arg("-o").arg(&program).arg(source).output();
                match built {
                    Err(_) => Ok(None),
                    Ok(output) if output.status.success() => Ok(Some(vec![program])),
                    Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
                }
            }
        }
    }

    /// Seconds of CPU of the large run more than of the small one, of ours and of the peer: of the least of
    /// alternating runs.
    fn seconds(&self, stone: &Stone, peer: &[PathBuf]) -> Result<[f64; 2], String> {
        let source = self.folder.join(stone.program).with_extension("st");
        let mut least = [[f64::INFINITY; 2]; 2];
        for _ in 0..self.runs {
            for (n, arguments) in stone.sizes.iter().enumerate() {
                let mut ours = Command::new(&self.purlin);
                ours.env("PURLIN_CACHE", "off")
                    .args(["run", "--tier", "native"])
                    .arg(&source)
                    .args(*arguments);
                let mut theirs = Command::new(&peer[0]);
                theirs.args(&peer[1..]).args(*arguments);
                let (seconds, said) = self.once(&mut ours, stone.title)?;
                let (other, told) = self.once(&mut theirs, stone.title)?;
                if said != told {
                    return Err(format!("{}: {said} here, {told} there", stone.title));
                }
                least[0][n] = least[0][n].min(seconds);
                least[1][n] = least[1][n].min(other);
            }
        }
        Ok(least.map(|[small, large]| large - small))
    }

    /// The CPU seconds of a process, and what it prints.
    fn once(&self, command: &mut Command, title: &str) -> Result<(f64, String), String> {
        let [out, err] = ["out", "err"].map(|name| self.scratch.path().join(name));
        let usage =
            toolchain::measure(command, None, &out, &err, SUITE).map_err(|e| format!("{title}: {e}"))?;
        let text = std::fs::read_to_string(&out).map_err(|e| e.to_string())?;
        match usage.exit {
            Some(0) => Ok((usage.cpu.as_secs_f64(), text)),
            _ => Err(format!("{title} does not end well: {}", text.trim_end())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let args: Vec<String> = ["--runs", "2", "--filter", "Slop", "--strict"].map(String::from).into();
        let options = options(&args).unwrap();
        assert_eq!((options.runs, options.filter.as_deref(), options.strict), (2, Some("Slop"), true));
        assert!(super::options(&["--fast".into()]).is_err());
    }

    /// What a call answers is how many it took.
    #[test]
    fn the_work_of_sends_is_what_they_count() {
        fn sends(n: u64) -> u64 {
            (2..=n).fold((1, 1), |(a, b), _| (b, a + b + 1)).1
        }
        assert_eq!(STONES[0].work.0, (sends(38) - sends(26)) as f64);
        assert_eq!(sends(16), 3193);
    }
}
