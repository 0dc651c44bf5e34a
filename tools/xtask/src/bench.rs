//! `cargo xtask bench`: every kernel of bench/go under `purlin run` and as compiled Go, results compared
//! before any time counts. The sides alternate (A B A B), CPU time is user plus system of each child, and the
//! fastest of several runs stands for each side. Each program is judged against the same source in Go; where
//! a kernel has a program written for speed, that one is judged against the faster of both in Go. Knows
//! nothing of Purlin but its command line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Outcome;
use crate::bars::{self, Mode};
use crate::bench_hello::{self, Greeting};
use crate::kernels::{Group, Input, KERNELS, Kernel, Size};
use crate::release;
use crate::toolchain::{self, ScratchDir, Usage};

/// The suite whose limit a run has.
const SUITE: &str = "bench";
/// The suite of a run at the sizes of the Benchmarks Game.
const FULL_SUITE: &str = "bench.full";

const TIERS: [&str; 3] = ["interp", "native", "auto"];

#[derive(Debug)]
struct Options {
    tiers: Vec<&'static str>,
    metered: bool,
    kernels: Vec<String>,
    group: Option<Group>,
    runs: u32,
    size: Option<Size>,
    strict: bool,
    json: Option<PathBuf>,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options {
        tiers: vec!["native"],
        metered: true,
        kernels: vec![],
        group: None,
        runs: 5,
        size: None,
        strict: false,
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
            "--quick" => o.size = Some(Size::Quick),
            "--full" => o.size = Some(Size::Full),
            "--unmetered" => o.metered = false,
            "--strict" => o.strict = true,
            other => return Err(format!("bench does not know `{other}`")),
        }
    }
    if let Some(unknown) = o.kernels.iter().find(|k| !KERNELS.iter().any(|known| known.name == **k)) {
        let names: Vec<&str> = KERNELS.iter().map(|k| k.name).collect();
        return Err(format!("no kernel `{unknown}`; there are {}", names.join(", ")));
    }
    if o.size == Some(Size::Quick) {
        o.runs = 1;
    }
    o.runs = o.runs.max(1);
    Ok(o)
}

impl Options {
    fn takes(&self, kernel: &Kernel) -> bool {
        (self.kernels.is_empty() || self.kernels.iter().any(|name| name == kernel.name))
            && self.group.is_none_or(|g| g == kernel.group)
    }

    /// Whether everything runs, so that small programs belong to it.
    fn all(&self) -> bool {
        self.kernels.is_empty() && self.group.is_none() && self.metered && self.size.is_none()
    }

    fn mode(&self, tier: &'static str) -> Mode {
        Mode { tier, metered: self.metered }
    }

    /// The interpreter takes some twenty times as long, so it gets less to do.
    fn size(&self, tier: &str) -> Size {
        self.size.unwrap_or(if tier == "interp" { Size::Small } else { Size::Second })
    }
}

/// One side of a comparison: how it is started, and the best it has done.
pub struct Side {
    label: String,
    program: PathBuf,
    before: Vec<String>,
    suite: &'static str,
    best: Option<Usage>,
}

impl Side {
    pub fn new(label: impl Into<String>, program: PathBuf, before: Vec<String>) -> Self {
        Side { label: label.into(), program, before, suite: SUITE, best: None }
    }

    /// The run that took the least CPU time.
    pub fn best(&self) -> Option<Usage> {
        self.best
    }

    /// Runs once; the standard output stays in the returned file.
    pub fn run(
        &mut self,
        kernel_args: &[String],
        input: Option<&Path>,
        dir: &Path,
    ) -> Result<PathBuf, String> {
        let out = dir.join(format!("out-{}", self.label));
        let err = dir.join(format!("err-{}", self.label));
        let mut command = Command::new(&self.program);
        command.args(&self.before).args(kernel_args).env("GOMAXPROCS", "1");
        let usage = toolchain::measure(&mut command, input, &out, &err, self.suite)
            .map_err(|e| format!("cannot run {}: {e}", self.program.display()))?;
        if usage.timed_out {
            return Err(format!("{} took longer than the limit of {}", self.label, self.suite));
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

/// A program of a kernel, compiled by Go.
#[derive(Clone, Copy)]
struct Peer {
    source: &'static str,
    level: &'static str,
    usage: Usage,
}

/// The result of one program of one kernel on one tier.
struct Row {
    kernel: &'static Kernel,
    source: &'static str,
    mode: Mode,
    size: Size,
    ours: Usage,
    /// What it is judged against: the same source, or for a program written for speed the fastest of all.
    peer: Option<Peer>,
    /// Where it is as written and the kernel has a program for speed: the fastest of all.
    fastest: Option<Peer>,
    /// In tier `auto`: the same program in tier `native`.
    native: Option<Usage>,
}

fn quotient(a: f64, b: f64) -> Option<f64> {
    (b > 0.0).then(|| a / b)
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        self.over(self.peer)
    }

    /// The ratio to the fastest program in Go, where that is another one than this is judged against.
    fn over_fastest(&self) -> Option<f64> {
        self.over(self.fastest)
    }

    fn over(&self, peer: Option<Peer>) -> Option<f64> {
        quotient(self.ours.cpu.as_secs_f64(), peer?.usage.cpu.as_secs_f64())
    }

    fn over_native(&self) -> Option<f64> {
        quotient(self.ours.cpu.as_secs_f64(), self.native?.cpu.as_secs_f64())
    }

    fn memory(&self) -> Option<f64> {
        quotient(self.ours.rss_kib as f64, self.peer?.usage.rss_kib as f64)
    }

    /// Whether the kernel has a program that is written for speed and this is the other one.
    fn is_improved_on(&self) -> bool {
        self.kernel.best.is_some_and(|best| best != self.source)
    }

    fn is_as_written(&self) -> bool {
        self.kernel.program == self.source
    }

    /// What is asked of this row and how it did: a name, the ratio, the bar.
    fn judged(&self) -> Vec<(&'static str, f64, f64)> {
        if self.size == Size::Quick {
            return Vec::new();
        }
        let auto = (self.mode.tier == "auto").then_some(bars::AUTO_OVER_NATIVE);
        [
            ("CPU", self.ratio(), bars::kernel(self.kernel, self.mode, self.size)),
            ("of native", self.over_native(), auto),
            ("memory", self.memory(), bars::memory(self.kernel, self.mode, self.size)),
        ]
        .into_iter()
        .filter_map(|(name, ratio, bar)| Some((name, ratio?, bar?)))
        .collect()
    }

    fn json(&self) -> Value {
        let peer = self.peer.map(|p| p.usage);
        json!({
            "kernel": self.kernel.name,
            "program": self.source,
            "group": self.kernel.group.name(),
            "tier": self.mode.tier,
            "metered": self.mode.metered,
            "cpu_ours": self.ours.cpu.as_secs_f64(),
            "cpu_peer": peer.map(|u| u.cpu.as_secs_f64()),
            "cpu_native": self.native.map(|u| u.cpu.as_secs_f64()),
            "cpu_fastest": self.fastest.map(|p| p.usage.cpu.as_secs_f64()),
            "ratio": self.ratio(),
            "ratio_fastest": self.over_fastest(),
            "bar": bars::kernel(self.kernel, self.mode, self.size),
            "wall_ours": self.ours.wall.as_secs_f64(),
            "wall_peer": peer.map(|u| u.wall.as_secs_f64()),
            "rss_ours": self.ours.rss_kib * 1024,
            "rss_peer": peer.map(|u| u.rss_kib * 1024),
            "peer": self.peer.map(|p| format!("{} {}", p.source, p.level)),
        })
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let scratch = ScratchDir::new("bench")?;
    let go = toolchain::go_version();
    print_peer(go.as_deref());
    let purlin = match &options.purlin {
        Some(path) => path.clone(),
        None => release::program(root, "purlin")?,
    };
    println!("{}", header());
    let bench = Bench { root, options: &options, purlin: &purlin, go: go.is_some(), dir: scratch.path() };
    let (rows, mut failures) = bench.compare_all();
    let greetings = if options.all() {
        bench_hello::greet(root, &purlin).unwrap_or_else(|e| {
            failures.push(e);
            Vec::new()
        })
    } else {
        Vec::new()
    };
    let missed = print_verdicts(&rows, &greetings, &options);
    if let Some(path) = &options.json {
        let text = json!({
            "peer": go,
            "size": options.size.map_or("second".to_owned(), |s| format!("{s:?}").to_lowercase()),
            "runs": options.runs,
            "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
            "hello": greetings.iter().map(Greeting::json).collect::<Vec<_>>(),
            "missed": missed,
            "failures": failures,
        });
        std::fs::write(path, format!("{text:#}\n"))
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    if !failures.is_empty() {
        return Err(format!("{} without a time:\n  {}", failures.len(), failures.join("\n  ")));
    }
    match missed.len() {
        n if n > 0 && options.strict => Err(format!("{n} bars are missed")),
        _ => Ok(()),
    }
}

/// Says which Go the rows are compared with, loudly if there is none.
fn print_peer(go: Option<&str>) {
    match go {
        Some(version) => println!(
            "peer: {version}, the faster of GOAMD64=v1 and v3, GOMAXPROCS=1; the same source, for *_best the faster \
             of both"
        ),
        None => {
            println!(
                "NO GO ON THE PATH: nothing to compare with. Times below are Purlin's alone and prove nothing."
            )
        }
    }
}

struct Bench<'a> {
    root: &'a Path,
    options: &'a Options,
    purlin: &'a Path,
    go: bool,
    dir: &'a Path,
}

impl Bench<'_> {
    /// How Purlin runs a program.
    fn side(&self, source: &str, tier: &str) -> Side {
        let mut before = vec!["run".to_owned(), format!("--tier={tier}")];
        if !self.options.metered {
            before.push("--no-metering".to_owned());
        }
        before.push(path_text(self.root, source));
        self.limited(Side::new(format!("purlin-{tier}-{source}"), self.purlin.to_owned(), before))
    }

    fn limited(&self, mut side: Side) -> Side {
        if self.options.size == Some(Size::Full) {
            side.suite = FULL_SUITE;
        }
        side
    }

    /// The compiled Go programs, or none without Go.
    fn peers(&self, kernel: &Kernel) -> Result<Vec<(&'static str, &'static str, Side)>, String> {
        let mut peers = Vec::new();
        if self.go {
            let levels: &[&'static str] = if cfg!(target_arch = "x86_64") { &["v1", "v3"] } else { &["v1"] };
            for (source, level) in kernel.sources().flat_map(|s| levels.iter().map(move |l| (s, l))) {
                let binary = go_build(self.root, source, level, self.dir)?;
                let side = self.limited(Side::new(format!("{source}-{level}"), binary, vec![]));
                peers.push((source, *level, side));
            }
        }
        Ok(peers)
    }

    fn input(&self, kernel: &Kernel, size: Size) -> Result<Option<PathBuf>, String> {
        match kernel.input {
            Input::None => Ok(None),
            Input::Fasta(sizes) => {
                fasta(self.root, sizes[size as usize], self.go, self.purlin, self.dir).map(Some)
            }
        }
    }

    /// Compares the kernels that the options name, and prints a line for each row. The rows, and what failed.
    fn compare_all(&self) -> (Vec<Row>, Vec<String>) {
        let (mut rows, mut failures) = (Vec::new(), Vec::new());
        for kernel in KERNELS.iter().filter(|k| self.options.takes(k)) {
            for tier in &self.options.tiers {
                match self.compare(kernel, tier) {
                    Ok(found) => {
                        found.iter().for_each(|row| println!("{}", line(row)));
                        rows.extend(found);
                    }
                    Err(e) => failures.push(format!("{} ({tier}): {e}", kernel.name)),
                }
            }
        }
        (rows, failures)
    }

    fn compare(&self, kernel: &'static Kernel, tier: &'static str) -> Result<Vec<Row>, String> {
        let size = self.options.size(tier);
        let args = words(kernel.args(size));
        let input = self.input(kernel, size)?;
        let input = input.as_deref();
        let mut peers = self.peers(kernel)?;
        let mut ours: Vec<(&'static str, Side, Option<Side>)> = kernel
            .sources()
            .map(|s| (s, self.side(s, tier), (tier == "auto").then(|| self.side(s, "native"))))
            .collect();
        for _ in 0..self.options.runs {
            let mut first: Option<PathBuf> = None;
            let peers = peers.iter_mut().map(|(.., side)| side);
            let own = ours.iter_mut().flat_map(|(_, side, native)| std::iter::once(side).chain(native));
            for side in peers.chain(own) {
                let output = side.run(&args, input, self.dir)?;
                match &first {
                    Some(first) => {
                        same_bytes(&output, first).map_err(|e| format!("{}: {e}", side.label))?;
                    }
                    None => first = Some(output),
                }
            }
        }
        let peers =
            peers.iter().filter_map(|(source, level, p)| Some(Peer { source, level, usage: p.best? }));
        let fastest = peers.clone().min_by_key(|p| p.usage.cpu);
        let row = |(source, side, native): (&'static str, Side, Option<Side>)| {
            Ok(Row {
                kernel,
                source,
                mode: self.options.mode(tier),
                size,
                ours: side.best.ok_or("no run")?,
                peer: match kernel.best {
                    Some(best) if best == source => fastest,
                    _ => peers.clone().filter(|p| p.source == source).min_by_key(|p| p.usage.cpu),
                },
                fastest: fastest.filter(|_| kernel.best.is_some_and(|best| best != source)),
                native: native.and_then(|n| n.best),
            })
        };
        ours.into_iter().map(row).collect()
    }
}

pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn source(root: &Path, name: &str) -> PathBuf {
    root.join("bench/go").join(format!("{name}.go"))
}

pub fn path_text(root: &Path, name: &str) -> String {
    source(root, name).to_string_lossy().into_owned()
}

fn go_build(root: &Path, name: &str, level: &str, dir: &Path) -> Result<PathBuf, String> {
    let binary = dir.join(format!("{name}-{level}"));
    if binary.exists() {
        return Ok(binary);
    }
    let output = Command::new("go")
        .args(["build", "-o"])
        .arg(&binary)
        .arg(source(root, name))
        .env("GOAMD64", level)
        .current_dir(dir)
        .output()
        .map_err(|e| format!("cannot run go: {e}"))?;
    if !output.status.success() {
        return Err(format!("Go does not compile it: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(binary)
}

/// Writes fasta's output once for each size; with Go by Go, so that a wrong fasta of ours cannot hide.
pub fn fasta(root: &Path, n: u64, go: bool, purlin: &Path, dir: &Path) -> Result<PathBuf, String> {
    let file = dir.join(format!("fasta-{n}"));
    if file.exists() {
        return Ok(file);
    }
    let mut side = if go {
        Side::new("fasta", go_build(root, "fasta", "v1", dir)?, vec![])
    } else {
        Side::new("fasta", purlin.to_owned(), vec!["run".into(), path_text(root, "fasta")])
    };
    let out = side.run(&[n.to_string()], None, dir)?;
    std::fs::rename(out, &file).map_err(|e| e.to_string())?;
    Ok(file)
}

/// Compares in small pieces: a child's memory peak starts at its parent's, so this program stays small.
pub fn same_bytes(ours: &Path, peer: &Path) -> Outcome {
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
        "{:<23} {:<10} {:<6} {:>7} {:>7} {:>6} {:<11} {:>7} {:>6} {:>7} {:>7} {:>7} {:>7}  {}",
        "program",
        "group",
        "tier",
        "cpu s",
        "Go s",
        "ratio",
        "bar",
        "of best",
        "of nat",
        "wall s",
        "Go wall",
        "MiB",
        "Go MiB",
        "peer"
    )
}

fn line(row: &Row) -> String {
    let mib = |u: &Usage| format!("{:.1}", u.rss_kib as f64 / 1024.0);
    let seconds = |d: Duration| format!("{:.3}", d.as_secs_f64());
    let show = |ratio: Option<f64>| ratio.map_or("-".to_owned(), |r| format!("{r:.2}"));
    let peer = row.peer.as_ref().map(|p| &p.usage);
    let of_peer = |f: &dyn Fn(&Usage) -> String| peer.map_or("-".to_owned(), f);
    let judged = row.judged();
    let bar = judged.iter().find(|j| j.0 == "CPU").map(|j| bars::verdict(j.1, j.2)).unwrap_or_default();
    let name = if row.is_as_written() { row.kernel.name } else { row.source };
    format!(
        "{name:<23} {:<10} {:<6} {:>7} {:>7} {:>6} {bar:<11} {:>7} {:>6} {:>7} {:>7} {:>7} {:>7}  {}",
        row.kernel.group.name(),
        row.mode.tier,
        seconds(row.ours.cpu),
        of_peer(&|u| seconds(u.cpu)),
        show(row.ratio()),
        show(row.over_fastest()),
        show(row.over_native()),
        seconds(row.ours.wall),
        of_peer(&|u| seconds(u.wall)),
        mib(&row.ours),
        of_peer(&mib),
        peer_name(row),
    )
}

/// What Go built: only the level where it is the row's own source.
fn peer_name(row: &Row) -> String {
    match row.peer {
        None => String::new(),
        Some(p) if p.source == row.source => p.level.to_owned(),
        Some(p) => format!("{} {}", p.level, p.source),
    }
}

/// Each group by itself, as one geomean over all would let a few allocation kernels hide the rest; then what
/// is missed.
fn print_verdicts(rows: &[Row], greetings: &[Greeting], options: &Options) -> Vec<String> {
    println!();
    let mut asked = greetings.iter().filter(|g| g.ratio().is_some()).count();
    let mut missed: Vec<String> = greetings.iter().flat_map(Greeting::missed).collect();
    for row in rows {
        for (name, ratio, bar) in row.judged() {
            asked += 1;
            if ratio > bar {
                missed.push(format!("{} ({}): {name} {ratio:.2}, asked {bar:.2}", row.source, row.mode.tier));
            }
        }
    }
    for tier in &options.tiers {
        for group in Group::ALL {
            let of = |row: &&Row| row.mode.tier == *tier && row.kernel.group == group;
            let written = rows.iter().filter(of).filter(|r| r.is_as_written());
            let best = rows.iter().filter(of).filter(|r| !r.is_improved_on());
            for (what, set) in [("as written", written.collect::<Vec<_>>()), ("for speed", best.collect())] {
                let ratios: Vec<f64> = set.iter().filter_map(|r| r.ratio()).collect();
                let differs = what == "as written" || set.iter().any(|r| !r.is_as_written());
                let Some(mean) = geomean(&ratios).filter(|_| differs) else { continue };
                // A part of a group says nothing about it, and small sizes say nothing at all.
                let whole = set.len() == KERNELS.iter().filter(|k| k.group == group).count();
                let judged = whole && options.size != Some(Size::Quick);
                let bar = bars::group(group, options.mode(tier)).filter(|_| judged);
                let verdict = bar.map(|bar| bars::verdict(mean, bar)).unwrap_or_default();
                println!(
                    "geomean {:<10} {what:<10} {tier:<7} {mean:>6.3}  {verdict:<11} ({} kernels)",
                    group.name(),
                    ratios.len()
                );
                asked += usize::from(bar.is_some());
                if let Some(bar) = bar.filter(|bar| mean > *bar) {
                    missed.push(format!(
                        "geomean of {} {what} ({tier}): {mean:.3}, asked {bar:.2}",
                        group.name()
                    ));
                }
            }
        }
    }
    println!("\n{} of {asked} bars met", asked - missed.len());
    missed.iter().for_each(|m| println!("  MISSED {m}"));
    missed
}

fn geomean(ratios: &[f64]) -> Option<f64> {
    let logs: f64 = ratios.iter().map(|r| r.ln()).sum();
    (!ratios.is_empty()).then(|| (logs / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let o = options(&words("--full --unmetered --strict")).unwrap();
        assert_eq!((o.size, o.metered, o.strict), (Some(Size::Full), false, true));
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
        let mut names: Vec<&str> = KERNELS.iter().flat_map(Kernel::sources).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(files, names);
    }
}
