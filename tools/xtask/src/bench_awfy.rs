//! `cargo xtask bench awfy SOM AWFY`: the programs of Are We Fast Yet beside node, from copies of the public
//! repositories of SOM and of the benchmarks. What an iteration takes is the CPU time of many iterations by
//! what more of them take, so that neither starting nor compiling counts; in tier auto whole processes are
//! compared. Both sides take turns. Knows nothing of how either is made fast.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::toolchain::{self, ScratchDir};
use crate::{Outcome, release};

/// The suite whose limit a process has here.
const SUITE: &str = "bench.awfy";

/// The programs, each with the inner size at which it knows its result.
const PROGRAMS: [(&str, &str); 14] = [
    ("Richards", "1"),
    ("DeltaBlue", "100"),
    ("Json", "1"),
    ("CD", "10"),
    ("Havlak", "1"),
    ("Bounce", "10"),
    ("List", "10"),
    ("Permute", "10"),
    ("Queens", "10"),
    ("Sieve", "10"),
    ("Storage", "10"),
    ("Towers", "10"),
    ("Mandelbrot", "500"),
    ("NBody", "250000"),
];

/// A tier, the options of node that it is compared with, and its bars: of the geometric mean, and of each.
struct Rival {
    tier: &'static str,
    flags: &'static [&'static str],
    mean: f64,
    each: f64,
    /// Whether whole processes are compared.
    whole: bool,
}

const RIVALS: [Rival; 3] = [
    Rival { tier: "interp", flags: &["--jitless"], mean: 1.2, each: f64::INFINITY, whole: false },
    Rival { tier: "native", flags: &[], mean: 5.0, each: 12.0, whole: false },
    Rival { tier: "auto", flags: &[], mean: 6.0, each: f64::INFINITY, whole: true },
];

/// Seconds that node's part of a measurement takes at least, and iterations at most.
const SECONDS: f64 = 0.5;
const MOST_ITERATIONS: u32 = 1 << 16;

struct Options {
    folders: Vec<PathBuf>,
    tier: Option<String>,
    filter: Option<String>,
    runs: usize,
    strict: bool,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let (folders, runs) = (Vec::new(), 3);
    let mut o = Options { folders, tier: None, filter: None, runs, strict: false, purlin: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--tier" => o.tier = Some(value()?),
            "--filter" => o.filter = Some(value()?),
            "--runs" => o.runs = value()?.parse().map_err(|e| format!("--runs: {e}"))?,
            "--strict" => o.strict = true,
            "--purlin" => o.purlin = Some(value()?.into()),
            other if other.starts_with('-') => return Err(format!("bench awfy does not know `{other}`")),
            folder => o.folders.push(folder.into()),
        }
    }
    Ok(o)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let [som, awfy] = options.folders.as_slice() else {
        return Err("bench awfy takes a copy of SOM's repository and one of Are We Fast Yet's".into());
    };
    if Command::new("node").arg("--version").output().is_err() {
        println!("SKIPPED: there is no node here");
        return Ok(());
    }
    let purlin = match &options.purlin {
        Some(path) => path.clone(),
        None => release::program(root, "purlin")?,
    };
    let harness = awfy.join("benchmarks/JavaScript/harness.js");
    let path = class_path(som, awfy);
    if !harness.exists() || !som.join("Smalltalk").exists() {
        return Err(format!("{} and {} are no such copies", som.display(), awfy.display()));
    }
    let bench = Bench { purlin, harness, path, scratch: ScratchDir::new("awfy")?, runs: options.runs.max(1) };
    let mut missed = Vec::new();
    for rival in &RIVALS {
        if options.tier.as_ref().is_none_or(|tier| tier == rival.tier) {
            missed.extend(bench.tier(rival, options.filter.as_deref())?);
        }
    }
    missed.iter().for_each(|line| println!("{line}"));
    if options.strict && !missed.is_empty() {
        return Err(format!("{} bars are missed", missed.len()));
    }
    Ok(())
}

/// The class path of the benchmarks, with SOM's own library.
fn class_path(som: &Path, awfy: &Path) -> String {
    let folders = ["", "Core", "CD", "DeltaBlue", "Havlak", "Json", "NBody", "Richards"];
    let mut all: Vec<PathBuf> = folders.iter().map(|f| awfy.join("benchmarks/SOM").join(f)).collect();
    all.push(som.join("Smalltalk"));
    all.iter().map(|folder| folder.to_string_lossy()).collect::<Vec<_>>().join(":")
}

struct Bench {
    purlin: PathBuf,
    harness: PathBuf,
    path: String,
    scratch: ScratchDir,
    runs: usize,
}

impl Bench {
    /// All programs in a tier: the bars that are missed.
    fn tier(&self, rival: &Rival, filter: Option<&str>) -> Result<Vec<String>, String> {
        let (mut sum, mut count, mut missed) = (0.0, 0, Vec::new());
        println!("{} beside node {}", rival.tier, rival.flags.join(" "));
        for (name, inner) in PROGRAMS {
            if filter.is_some_and(|part| !name.contains(part)) {
                continue;
            }
            let [node, ours] = self.program(rival, name, inner)?;
            let ratio = ours / node.max(1e-9);
            println!("  {name:12} {:10.3} ms, node {:10.3} ms   {ratio:6.2}", ours * 1e3, node * 1e3);
            if ratio > rival.each {
                missed.push(format!("MISSED: {name} in {}: {ratio:.2}, asked {}", rival.tier, rival.each));
            }
            sum += ratio.max(1e-9).ln();
            count += 1;
        }
        let mean = (sum / f64::from(count.max(1))).exp();
        println!("  geometric mean {mean:.2}, asked {}", rival.mean);
        if count > 0 && mean > rival.mean {
            missed.push(format!("MISSED: {} in geometric mean: {mean:.2}, asked {}", rival.tier, rival.mean));
        }
        Ok(missed)
    }

    /// Seconds an iteration, or a process, of node and of ours.
    fn program(&self, rival: &Rival, name: &str, inner: &str) -> Result<[f64; 2], String> {
        let mut iterations = 4;
        loop {
            let seconds = self.node(rival, name, inner, iterations)?;
            if seconds > SECONDS || iterations > MOST_ITERATIONS {
                break;
            }
            let more = (SECONDS * 1.3 / seconds.max(1e-3)).clamp(1.5, 8.0);
            iterations = (f64::from(iterations) * more) as u32;
        }
        let mut least = [[f64::INFINITY; 2]; 2];
        for _ in 0..self.runs {
            for (n, times) in [1, 2].into_iter().enumerate() {
                let both = [
                    self.node(rival, name, inner, times * iterations)?,
                    self.ours(rival, name, inner, times * iterations)?,
                ];
                for (least, seconds) in least.iter_mut().zip(both) {
                    least[n] = least[n].min(seconds);
                }
            }
        }
        Ok(least.map(|[once, twice]| match rival.whole {
            true => once,
            false => (twice - once) / f64::from(iterations),
        }))
    }

    fn node(&self, rival: &Rival, name: &str, inner: &str, iterations: u32) -> Result<f64, String> {
        let mut command = Command::new("node");
        command.args(rival.flags).arg(&self.harness);
        self.once(command.args([name, &iterations.to_string(), inner]), "node", name)
    }

    fn ours(&self, rival: &Rival, name: &str, inner: &str, iterations: u32) -> Result<f64, String> {
        let mut command = Command::new(&self.purlin);
        command.env("PURLIN_CACHE", "off").args(["run", "--tier", rival.tier, "-cp", &self.path, "Harness"]);
        self.once(command.args([name, &iterations.to_string(), inner]), "purlin", name)
    }

    /// The CPU seconds of a process, which must say that its result is right.
    fn once(&self, command: &mut Command, who: &str, name: &str) -> Result<f64, String> {
        let [out, err] = ["out", "err"].map(|name| self.scratch.path().join(name));
        let usage = toolchain::measure(command, None, &out, &err, SUITE)
            .map_err(|e| format!("cannot run {who}: {e}"))?;
        let text = std::fs::read_to_string(&out).map_err(|e| e.to_string())?;
        if usage.exit != Some(0) || !text.contains("Total Runtime") || text.contains("incorrect") {
            return Err(format!("{name} by {who} does not end well: {}", text.trim_end()));
        }
        Ok(usage.cpu.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_two_folders() {
        let args: Vec<String> = ["a", "b", "--runs", "2", "--tier", "native"].map(String::from).into();
        let options = options(&args).unwrap();
        assert_eq!(options.folders, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!((options.runs, options.tier.as_deref()), (2, Some("native")));
        assert!(super::options(&["--fast".into()]).is_err());
        assert!(run(Path::new("."), &["a".into()]).unwrap_err().contains("takes a copy"));
    }

    #[test]
    fn the_class_path_ends_with_the_library() {
        let path = class_path(Path::new("som"), Path::new("awfy"));
        assert!(path.starts_with("awfy/benchmarks/SOM/:") && path.ends_with(":som/Smalltalk"), "{path}");
    }
}
