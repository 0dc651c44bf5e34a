//! `cargo xtask bench`: every kernel of bench/go under `purlin run` and as compiled Go, results compared before
//! any time counts. The two sides run in turn (A B A B), CPU time is user plus system of each child, and the
//! fastest of several runs stands for each side. Knows nothing of Purlin but its command line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Outcome;
use crate::kernels::{Group, Input, KERNELS, Kernel};
use crate::toolchain::{self, ScratchDir, Usage};

/// A run that takes longer than this is given up: no kernel is meant to take more than seconds.
const LIMIT: Duration = Duration::from_secs(300);

const TIERS: [&str; 3] = ["interp", "native", "auto"];

#[derive(Debug)]
struct Options {
    tiers: Vec<&'static str>,
    kernels: Vec<String>,
    group: Option<Group>,
    runs: u32,
    quick: bool,
    json: Option<PathBuf>,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options {
        tiers: vec!["auto"],
        kernels: vec![],
        group: None,
        runs: 5,
        quick: false,
        json: None,
        purlin: None,
    };
    let mut words = args.iter().flat_map(|a| match a.split_once('=') {
        Some((name, value)) if name.starts_with("--") => vec![name.to_owned(), value.to_owned()],
        _ => vec![a.clone()],
    });
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--tier" => {
                let name = value()?;
                o.tiers = match (name.as_str(), TIERS.iter().find(|t| **t == name)) {
                    ("all", _) => TIERS.to_vec(),
                    (_, Some(tier)) => vec![*tier],
                    (_, None) => return Err(format!("no tier `{name}`: interp, native, auto or all")),
                };
            }
            "--kernel" => o.kernels.push(value()?),
            "--group" => o.group = Some(Group::parse(&value()?)?),
            "--runs" => o.runs = value()?.parse().map_err(|_| "--runs needs a number")?,
            "--json" => o.json = Some(value()?.into()),
            "--purlin" => o.purlin = Some(value()?.into()),
            "--quick" => o.quick = true,
            other => return Err(format!("bench does not know `{other}`")),
        }
    }
    if let Some(unknown) = o.kernels.iter().find(|k| !KERNELS.iter().any(|known| known.name == **k)) {
        let names: Vec<&str> = KERNELS.iter().map(|k| k.name).collect();
        return Err(format!("no kernel `{unknown}`; there are {}", names.join(", ")));
    }
    if o.quick {
        o.runs = 1;
    }
    o.runs = o.runs.max(1);
    Ok(o)
}

/// One side of a comparison: how it is started, and the best it has done.
struct Side {
    label: &'static str,
    program: PathBuf,
    before: Vec<String>,
    best: Option<Usage>,
}

impl Side {
    fn new(label: &'static str, program: PathBuf, before: Vec<String>) -> Self {
        Side { label, program, before, best: None }
    }

    /// Runs once; the standard output stays in the returned file.
    fn run(&mut self, kernel_args: &[String], input: Option<&Path>, dir: &Path) -> Result<PathBuf, String> {
        let out = dir.join(format!("out-{}", self.label));
        let err = dir.join(format!("err-{}", self.label));
        let mut command = Command::new(&self.program);
        command.args(&self.before).args(kernel_args).env("GOMAXPROCS", "1");
        let usage = toolchain::measure(&mut command, input, &out, &err, LIMIT)
            .map_err(|e| format!("cannot run {}: {e}", self.program.display()))?;
        if usage.timed_out {
            return Err(format!("{} was still running after {} s", self.label, LIMIT.as_secs()));
        }
        if usage.exit != Some(0) {
            let text = std::fs::read_to_string(&err).unwrap_or_default();
            let first = text.lines().next().unwrap_or("no message").to_owned();
            let status = usage.exit.map_or("a signal".to_owned(), |c| format!("status {c}"));
            return Err(format!("{} ended with {status}: {first}", self.label));
        }
        if self.best.is_none_or(|b| usage.cpu < b.cpu) {
            self.best = Some(usage);
        }
        Ok(out)
    }
}

/// The result of one kernel on one tier.
#[derive(Debug)]
struct Row {
    kernel: &'static str,
    group: Group,
    tier: &'static str,
    ours: Usage,
    peer: Option<(&'static str, Usage)>,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        let peer = self.peer?.1.cpu.as_secs_f64();
        (peer > 0.0).then(|| self.ours.cpu.as_secs_f64() / peer)
    }

    fn json(&self) -> Value {
        let peer = self.peer.map(|(_, usage)| usage);
        json!({
            "kernel": self.kernel,
            "group": self.group.name(),
            "tier": self.tier,
            "cpu_ours": self.ours.cpu.as_secs_f64(),
            "cpu_peer": peer.map(|u| u.cpu.as_secs_f64()),
            "ratio": self.ratio(),
            "wall_ours": self.ours.wall.as_secs_f64(),
            "wall_peer": peer.map(|u| u.wall.as_secs_f64()),
            "rss_ours": self.ours.rss_kib * 1024,
            "rss_peer": peer.map(|u| u.rss_kib * 1024),
            "peer": self.peer.map(|(label, _)| label),
        })
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let scratch = ScratchDir::new("bench")?;
    let go = toolchain::go_version();
    match &go {
        Some(version) => println!("peer: {version}, GOAMD64=v1 and v3, the faster counts; GOMAXPROCS=1"),
        None => {
            println!(
                "NO GO ON THE PATH: nothing to compare with. Times below are Purlin's alone and prove nothing."
            )
        }
    }
    let purlin = match &options.purlin {
        Some(path) => path.clone(),
        None => build_purlin(root)?,
    };
    let chosen = KERNELS.iter().filter(|k| {
        (options.kernels.is_empty() || options.kernels.iter().any(|name| name == k.name))
            && options.group.is_none_or(|g| g == k.group)
    });
    println!("{}", header());
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for kernel in chosen {
        let bench = Bench { root, options: &options, purlin: &purlin, go: go.is_some(), dir: scratch.path() };
        match bench.peers(kernel) {
            Ok((input, mut peers)) => {
                for tier in &options.tiers {
                    match bench.compare(kernel, tier, input.as_deref(), &mut peers) {
                        Ok(row) => {
                            println!("{}", line(&row));
                            rows.push(row);
                        }
                        Err(e) => failures.push(format!("{} ({tier}): {e}", kernel.name)),
                    }
                }
            }
            Err(e) => failures.push(format!("{}: {e}", kernel.name)),
        }
    }
    print_geomeans(&rows, &options.tiers);
    if let Some(path) = &options.json {
        let failed: Vec<&String> = failures.iter().collect();
        let text = json!({
            "peer": go,
            "quick": options.quick,
            "runs": options.runs,
            "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
            "failures": failed,
        });
        std::fs::write(path, format!("{text:#}\n"))
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(format!("{} without a time:\n  {}", failures.len(), failures.join("\n  ")))
}

/// Builds the program itself, and waits for it: a benchmark of a stale build is worse than none.
pub fn build_purlin(root: &Path) -> Result<PathBuf, String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--release", "--quiet", "--bin", "purlin", "--message-format=json"])
        .current_dir(root)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if !output.status.success() {
        return Err("purlin does not build".to_owned());
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|l| serde_json::from_str::<Value>(l).ok())
        .filter(|v| v["target"]["name"] == "purlin")
        .find_map(|v| v["executable"].as_str().map(PathBuf::from))
        .ok_or("cargo built no program named purlin".to_owned())
}

struct Bench<'a> {
    root: &'a Path,
    options: &'a Options,
    purlin: &'a Path,
    go: bool,
    dir: &'a Path,
}

impl Bench<'_> {
    fn source(&self, name: &str) -> PathBuf {
        self.root.join("bench/go").join(format!("{name}.go"))
    }

    fn args(&self, kernel: &Kernel) -> Vec<String> {
        let text = if self.options.quick { kernel.quick } else { kernel.args };
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// The kernel's input and the compiled Go programs, or none without Go.
    fn peers(&self, kernel: &Kernel) -> Result<(Option<PathBuf>, Vec<Side>), String> {
        let input = match kernel.input {
            Input::None => None,
            Input::Fasta { n, quick } => Some(self.fasta(if self.options.quick { quick } else { n })?),
        };
        let mut peers = Vec::new();
        if self.go {
            let levels: &[&'static str] = if cfg!(target_arch = "x86_64") { &["v1", "v3"] } else { &["v1"] };
            for level in levels {
                peers.push(Side::new(level, self.go_build(kernel.name, level)?, vec![]));
            }
        }
        Ok((input, peers))
    }

    fn go_build(&self, name: &str, level: &str) -> Result<PathBuf, String> {
        let binary = self.dir.join(format!("{name}-{level}"));
        if binary.exists() {
            return Ok(binary);
        }
        let output = Command::new("go")
            .args(["build", "-o"])
            .arg(&binary)
            .arg(self.source(name))
            .env("GOAMD64", level)
            .current_dir(self.dir)
            .output()
            .map_err(|e| format!("cannot run go: {e}"))?;
        if !output.status.success() {
            return Err(format!("Go does not compile it: {}", String::from_utf8_lossy(&output.stderr)));
        }
        Ok(binary)
    }

    /// Writes fasta's output once for each size; with Go by Go, so that a wrong fasta of ours cannot hide.
    fn fasta(&self, n: u64) -> Result<PathBuf, String> {
        let file = self.dir.join(format!("fasta-{n}"));
        if file.exists() {
            return Ok(file);
        }
        let mut side = if self.go {
            Side::new("fasta", self.go_build("fasta", "v1")?, vec![])
        } else {
            Side::new("fasta", self.purlin.to_owned(), vec!["run".into(), self.path_text("fasta")])
        };
        let out = side.run(&[n.to_string()], None, self.dir)?;
        std::fs::rename(out, &file).map_err(|e| e.to_string())?;
        Ok(file)
    }

    fn path_text(&self, name: &str) -> String {
        self.source(name).to_string_lossy().into_owned()
    }

    fn compare(
        &self,
        kernel: &Kernel,
        tier: &'static str,
        input: Option<&Path>,
        peers: &mut [Side],
    ) -> Result<Row, String> {
        let args = self.args(kernel);
        let before = vec!["run".to_owned(), format!("--tier={tier}"), self.path_text(kernel.name)];
        let mut ours = Side::new("purlin", self.purlin.to_owned(), before);
        for _ in 0..self.options.runs {
            let our_output = ours.run(&args, input, self.dir)?;
            for peer in peers.iter_mut() {
                let peer_output = peer.run(&args, input, self.dir)?;
                same_bytes(&our_output, &peer_output)?;
            }
        }
        let best = ours.best.ok_or("no run")?;
        let peer = peers.iter().filter_map(|p| Some((p.label, p.best?))).min_by_key(|(_, usage)| usage.cpu);
        Ok(Row { kernel: kernel.name, group: kernel.group, tier, ours: best, peer })
    }
}

/// Compares in small pieces: a child's memory peak starts at its parent's, so this program stays small.
fn same_bytes(ours: &Path, peer: &Path) -> Outcome {
    let open = |p: &Path| File::open(p).map_err(|e| format!("cannot read {}: {e}", p.display()));
    let (mut a, mut b) = (BufReader::new(open(ours)?), BufReader::new(open(peer)?));
    let mut at = 0;
    loop {
        let (x, y) = (a.fill_buf().map_err(|e| e.to_string())?, b.fill_buf().map_err(|e| e.to_string())?);
        let n = x.len().min(y.len());
        if x[..n] != y[..n] || (n == 0 && x.len() != y.len()) {
            let here = x.iter().zip(y).position(|(p, q)| p != q).unwrap_or(n);
            let show = |bytes: &[u8]| {
                String::from_utf8_lossy(&bytes[here..(here + 30).min(bytes.len())]).into_owned()
            };
            let (x, y) = (show(x), show(y));
            return Err(format!(
                "WRONG RESULT, no time given: differs from Go at byte {} (ours {x:?}, Go's {y:?})",
                at + here
            ));
        }
        if n == 0 {
            return Ok(());
        }
        at += n;
        a.consume(n);
        b.consume(n);
    }
}

fn header() -> String {
    format!(
        "{:<20} {:<10} {:<7} {:>9} {:>9} {:>7} {:>9} {:>9} {:>9} {:>9}",
        "kernel", "group", "tier", "cpu s", "Go s", "ratio", "wall s", "Go wall", "MiB", "Go MiB"
    )
}

fn line(row: &Row) -> String {
    let mib = |u: &Usage| u.rss_kib as f64 / 1024.0;
    let (cpu, ratio, wall, rss) = match &row.peer {
        Some((_, u)) => (
            format!("{:.3}", u.cpu.as_secs_f64()),
            row.ratio().map_or("-".to_owned(), |r| format!("{r:.2}")),
            format!("{:.3}", u.wall.as_secs_f64()),
            format!("{:.1}", mib(u)),
        ),
        None => ("-".into(), "-".into(), "-".into(), "-".into()),
    };
    format!(
        "{:<20} {:<10} {:<7} {:>9.3} {:>9} {:>7} {:>9.3} {:>9} {:>9.1} {:>9}",
        row.kernel,
        row.group.name(),
        row.tier,
        row.ours.cpu.as_secs_f64(),
        cpu,
        ratio,
        row.ours.wall.as_secs_f64(),
        wall,
        mib(&row.ours),
        rss
    )
}

/// Each group by itself: one geomean over all would let a few allocation kernels hide the rest.
fn print_geomeans(rows: &[Row], tiers: &[&'static str]) {
    println!();
    for tier in tiers {
        for group in Group::ALL {
            let ratios: Vec<f64> =
                rows.iter().filter(|r| r.tier == *tier && r.group == group).filter_map(Row::ratio).collect();
            if let Some(mean) = geomean(&ratios) {
                println!("geomean {:<10} {tier:<7} {mean:.3}  ({} kernels)", group.name(), ratios.len());
            }
        }
    }
}

fn geomean(ratios: &[f64]) -> Option<f64> {
    let logs: f64 = ratios.iter().map(|r| r.ln()).sum();
    (!ratios.is_empty()).then(|| (logs / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_take_both_spellings() {
        let o = options(&words("--tier=all --kernel fib --kernel=sort --runs 3 --group numeric")).unwrap();
        assert_eq!(o.tiers, TIERS);
        assert_eq!(o.kernels, ["fib", "sort"]);
        assert_eq!((o.runs, o.group), (3, Some(Group::Numeric)));
        assert!(options(&words("--tier warp")).is_err());
        assert!(options(&words("--kernel none")).is_err());
        assert!(options(&words("--runs")).is_err());
        assert_eq!(options(&words("--quick")).unwrap().runs, 1);
    }

    #[test]
    fn geomeans_are_of_the_ratios() {
        assert_eq!(geomean(&[]), None);
        assert!((geomean(&[0.5, 2.0]).unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn results_are_compared_to_the_last_byte() {
        let scratch = ScratchDir::new("compare").unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = scratch.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        };
        let long = vec![b'x'; 100_000];
        let mut other = long.clone();
        other[99_999] = b'y';
        assert!(same_bytes(&file("a", &long), &file("b", &long)).is_ok());
        let message = same_bytes(&file("a", &long), &file("b", &other)).unwrap_err();
        assert!(message.contains("byte 99999"), "{message}");
        assert!(same_bytes(&file("a", &long), &file("b", &long[..99_999])).is_err());
        assert!(same_bytes(&file("a", b""), &file("b", b"x")).is_err());
    }

    #[test]
    fn every_kernel_has_its_file_and_every_file_its_kernel() {
        let dir = crate::root().join("bench/go");
        let mut files: Vec<String> = std::fs::read_dir(dir)
            .unwrap()
            .map(|e| e.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut names: Vec<&str> = KERNELS.iter().map(|k| k.name).collect();
        names.sort_unstable();
        assert_eq!(files, names);
    }
}
