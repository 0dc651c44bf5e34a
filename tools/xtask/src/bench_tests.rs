//! `cargo xtask bench tests`: the runner of tests on suites that are made for it. One worker against two; a
//! hundred small packages and one that computes much against `go test`; what coverage costs; ten thousand
//! trivial golden files. Runs alternate, and the least of several counts. On a machine that does other things
//! wall time says little, which is said.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::toolchain::{self, ScratchDir, Usage, measure};
use crate::{Outcome, bars, release};

/// The suite whose limit a process has here.
const SUITE: &str = "bench.tests";
/// Small packages that are compared with `go test`.
const SMALL: usize = 100;
/// Trivial golden files.
const MANY: usize = 10_000;

struct Options {
    filter: String,
    runs: u32,
    packages: usize,
    strict: bool,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options { filter: String::new(), runs: 3, packages: 200, strict: false, purlin: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        let number = |text: String| text.parse::<u32>().ok().filter(|n| *n > 0);
        match arg.as_str() {
            "--filter" => o.filter = value()?,
            "--runs" => o.runs = number(value()?).ok_or("--runs needs a number")?,
            "--packages" => o.packages = number(value()?).ok_or("--packages needs a number")? as usize,
            "--strict" => o.strict = true,
            "--purlin" => o.purlin = Some(value()?.into()),
            other => return Err(format!("bench tests does not know `{other}`")),
        }
    }
    Ok(o)
}

/// A part of the benchmark.
type Part = fn(&mut Bench) -> Outcome;

/// What runs things, and what has been missed so far.
struct Bench {
    options: Options,
    purlin: PathBuf,
    scratch: ScratchDir,
    missed: usize,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let purlin = match &options.purlin {
        Some(path) => std::path::absolute(path).map_err(|e| e.to_string())?,
        None => release::program(root, "purlin")?,
    };
    let mut bench = Bench { options, purlin, scratch: ScratchDir::new("bench-tests")?, missed: 0 };
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let load: f64 = load.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    println!("{processors} processors, load {load:.1} before the first run");
    if load > 0.5 {
        println!("THE MACHINE IS BUSY: wall time and idle shares say little; see CPU time.");
    }
    let go = toolchain::go_version();
    if go.is_none() {
        println!("NO GO ON THE PATH: nothing to compare with.");
    }
    let parts: [(&str, Part, bool); 5] = [
        ("scaling", Bench::scaling, false),
        ("small", Bench::small, true),
        ("heavy", Bench::heavy, true),
        ("cover", Bench::cover, false),
        ("many", Bench::many, false),
    ];
    for (name, part, needs_go) in parts {
        if name.contains(&bench.options.filter) && (go.is_some() || !needs_go) {
            part(&mut bench)?;
        }
    }
    match bench.missed {
        n if n > 0 && bench.options.strict => Err(format!("{n} bars are missed")),
        _ => Ok(()),
    }
}

impl Bench {
    /// Runs commands in turns, each in a folder; the least wall and CPU time and memory of each.
    fn least(&self, dir: &Path, commands: &[(&Path, &[&str])]) -> Result<Vec<Usage>, String> {
        let (out, err) = (self.scratch.path().join("out"), self.scratch.path().join("err"));
        let mut best: Vec<Option<Usage>> = vec![None; commands.len()];
        for _ in 0..self.options.runs {
            for ((program, args), best) in commands.iter().zip(&mut best) {
                let mut command = Command::new(program);
                command.args(*args).current_dir(dir).env_remove("PURLIN_STRESS");
                command.env("PURLIN_CACHE", self.scratch.path().join("cache"));
                let used = measure(&mut command, None, &out, &err, SUITE)?;
                if used.exit != Some(0) {
                    let text = [&out, &err].map(|path| fs::read_to_string(path).unwrap_or_default());
                    return Err(format!("{} {}:\n{}", program.display(), args.join(" "), text.concat()));
                }
                let old = best.unwrap_or(used);
                *best = Some(Usage {
                    cpu: old.cpu.min(used.cpu),
                    wall: old.wall.min(used.wall),
                    rss_kib: old.rss_kib.min(used.rss_kib),
                    ..used
                });
            }
        }
        Ok(best.into_iter().flatten().collect())
    }

    /// Prints a figure beside its bar.
    fn judge(&mut self, what: &str, figure: f64, bar: f64, detail: &str) {
        let verdict = bars::verdict(figure, bar);
        self.missed += usize::from(figure > bar);
        println!("  {what:<42} {figure:>8.3}  {verdict}  {detail}");
    }

    fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let dir = self.scratch.path().join(name);
        write(&dir.join("go.mod"), "module bench\n\ngo 1.26\n")?;
        Ok(dir)
    }

    /// One worker and two, each compiling what it needs.
    fn scaling(&mut self) -> Outcome {
        let (dir, count) = (self.folder("scaling")?, self.options.packages);
        (0..count).try_for_each(|n| package(&dir, n))?;
        println!("scaling: {count} packages, nothing in the cache");
        let purlin = self.purlin.clone();
        let args = |j: &'static str| ["test", "-cache", "off", "-count=1", "-j", j, "./..."];
        let (one, two) = (args("1"), args("2"));
        // Two processes share nothing: what they take more than one is the machine's, not the runner's.
        let half = "\"$0\" test -cache off -count=1 -j 1 -partition";
        let script = format!("{half} 1/2 ./... & {half} 2/2 ./... & wait");
        let name = purlin.display().to_string();
        let apart: [&str; 3] = ["-c", &script, &name];
        let used = self.least(&dir, &[(&purlin, &one), (&purlin, &two), (Path::new("sh"), &apart)])?;
        let single = self.least(&dir, &[(&purlin, &["test", "-cache", "off", "-count=1", "./p000"])])?;
        let (one, two) = (used[0], used[1]);
        let (wall, cpu) = (ratio(two.wall, one.wall), ratio(two.cpu, one.cpu));
        let seconds =
            |a: Duration, b: Duration| format!("{:.2} s and {:.2} s", a.as_secs_f64(), b.as_secs_f64());
        self.judge("wall time of -j 2 over -j 1", wall, bars::TESTS_WALL, &seconds(one.wall, two.wall));
        self.judge("CPU time of -j 2 over -j 1", cpu, bars::TESTS_CPU, &seconds(one.cpu, two.cpu));
        println!(
            "  CPU time of two processes with a half each over -j 1 {:.3}, of -j 2 over theirs {:.3}",
            ratio(used[2].cpu, one.cpu),
            ratio(two.cpu, used[2].cpu)
        );
        let idle = 1.0 - two.cpu.as_secs_f64() / (2.0 * two.wall.as_secs_f64());
        self.judge("share of two processors not used at -j 2", idle, bars::TESTS_IDLE, "whoever used it");
        let grown = (two.rss_kib as f64 - one.rss_kib as f64) / single[0].rss_kib as f64;
        let detail = format!("{} KiB and {} KiB, alone {} KiB", one.rss_kib, two.rss_kib, single[0].rss_kib);
        self.judge("memory of the second worker, in packages", grown, 1.0, &detail);
        Ok(())
    }

    /// A hundred small packages, against `go test`.
    fn small(&mut self) -> Outcome {
        let dir = self.folder("small")?;
        (0..SMALL).try_for_each(|n| package(&dir, n))?;
        println!("small: {SMALL} packages, warm caches, -count=1");
        self.against_go(&dir, bars::TESTS_SMALL)
    }

    /// One package that computes much, against `go test`.
    fn heavy(&mut self) -> Outcome {
        let dir = self.folder("heavy")?;
        compute(&dir)?;
        println!("heavy: one package that computes, warm caches, -count=1");
        self.against_go(&dir, bars::TESTS_HEAVY)
    }

    fn against_go(&mut self, dir: &Path, bar: f64) -> Outcome {
        let (purlin, go) = (self.purlin.clone(), PathBuf::from("go"));
        let args: [&str; 3] = ["test", "-count=1", "./..."];
        let both: [(&Path, &[&str]); 2] = [(&purlin, &args), (&go, &args)];
        // What the first runs leave in the caches is there for those that count.
        self.least(dir, &both)?;
        let used = self.least(dir, &both)?;
        let (ours, peer) = (used[0], used[1]);
        let detail =
            |a: Duration, b: Duration| format!("{:.3} s, go {:.3} s", a.as_secs_f64(), b.as_secs_f64());
        self.judge("wall time over go test", ratio(ours.wall, peer.wall), bar, &detail(ours.wall, peer.wall));
        println!("  CPU time over go test {:.3} ({})", ratio(ours.cpu, peer.cpu), detail(ours.cpu, peer.cpu));
        Ok(())
    }

    /// What `-cover` costs.
    fn cover(&mut self) -> Outcome {
        let dir = self.folder("cover")?;
        compute(&dir)?;
        println!("cover: one package that computes, CPU time");
        let purlin = self.purlin.clone();
        let plain: [&str; 3] = ["test", "-count=1", "./..."];
        let covered: [&str; 4] = ["test", "-count=1", "-cover", "./..."];
        let both: [(&Path, &[&str]); 2] = [(&purlin, &plain), (&purlin, &covered)];
        self.least(&dir, &both)?;
        let used = self.least(&dir, &both)?;
        let cost = ratio(used[1].cpu, used[0].cpu);
        self.judge("CPU time with -cover over without", cost, bars::TESTS_COVER, "");
        Ok(())
    }

    /// Ten thousand golden files.
    fn many(&mut self) -> Outcome {
        let dir = self.scratch.path().join("many");
        for n in 0..MANY {
            let text = format!("package main\n\nfunc main() {{ println({n}) }}\n\n// Stderr:\n// {n}\n");
            write(&dir.join(format!("g{:02}/f{n:05}.go", n % 100)), &text)?;
        }
        println!("many: {MANY} trivial golden files, nothing in the cache");
        let purlin = self.purlin.clone();
        let used = self.least(&dir, &[(&purlin, &["test", "-cache", "off", "./..."])])?;
        self.judge("seconds of CPU time", used[0].cpu.as_secs_f64(), bars::TESTS_MANY, "");
        Ok(())
    }
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn write(path: &Path, text: &str) -> Outcome {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(failed)?;
    fs::write(path, text).map_err(failed)
}

/// A small package with a few functions, three tests, and parts of one of them.
fn package(dir: &Path, n: usize) -> Outcome {
    let name = format!("p{n:03}");
    let mut code = format!("package {name}\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n\t\"strings\"\n)\n");
    for f in 0..6 {
        let _ = write!(
            code,
            "\nfunc Sum{f}(values []int) (sum int) {{\n\tfor i, v := range values {{\n\t\tif v%{} == 0 {{\n\t\t\t\
             sum += v * i\n\t\t}} else {{\n\t\t\tsum -= v\n\t\t}}\n\t}}\n\treturn sum + {n}\n}}\n",
            f + 2
        );
    }
    code += "\nfunc Words(text string) string {\n\tcounts := map[string]int{}\n\
             \tfor _, word := range strings.Fields(text) {\n\t\tcounts[strings.ToLower(word)]++\n\t}\n\
             \tvar lines []string\n\tfor word, n := range counts {\n\
             \t\tlines = append(lines, fmt.Sprintf(\"%s %d\", word, n))\n\t}\n\tsort.Strings(lines)\n\
             \treturn strings.Join(lines, \",\")\n}\n";
    let tests = format!(
        "package {name}\n\nimport \"testing\"\n\nfunc TestSums(t *testing.T) {{\n\
         \tvalues := make([]int, 1000)\n\tfor i := range values {{\n\t\tvalues[i] = i * 7 % 1000\n\t}}\n\
         \tfor name, f := range map[string]func([]int) int{{\"a\": Sum0, \"b\": Sum1, \"c\": Sum2, \"d\": Sum3, \
         \"e\": Sum4, \"f\": Sum5}} {{\n\t\tt.Run(name, func(t *testing.T) {{\n\t\t\tif f(values) != f(values) {{\n\
         \t\t\t\tt.Error(\"not the same\")\n\t\t\t}}\n\t\t}})\n\t}}\n}}\n\n\
         func TestWords(t *testing.T) {{\n\tif got := Words(\"b A a\"); got != \"a 2,b 1\" {{\n\
         \t\tt.Error(got)\n\t}}\n}}\n\nfunc TestEmpty(t *testing.T) {{\n\tif Words(\"\") != \"\" {{\n\
         \t\tt.Fail()\n\t}}\n}}\n"
    );
    write(&dir.join(&name).join("p.go"), &code)?;
    write(&dir.join(&name).join("p_test.go"), &tests)
}

/// A package whose test computes for about a second: matrices, a sieve, and a map.
fn compute(dir: &Path) -> Outcome {
    let code = "package heavy\n\nfunc Matrix(n int) float64 {\n\ta, b, c := make([]float64, n*n), make([]float64, n*n), \
                make([]float64, n*n)\n\tfor i := range a {\n\t\ta[i], b[i] = float64(i%7), float64(i%5)\n\t}\n\
                \tfor i := 0; i < n; i++ {\n\t\tfor k := 0; k < n; k++ {\n\t\t\tx := a[i*n+k]\n\
                \t\t\tfor j := 0; j < n; j++ {\n\t\t\t\tc[i*n+j] += x * b[k*n+j]\n\t\t\t}\n\t\t}\n\t}\n\
                \treturn c[n+1]\n}\n\nfunc Primes(n int) (count int) {\n\tcomposite := make([]bool, n)\n\
                \tfor i := 2; i < n; i++ {\n\t\tif composite[i] {\n\t\t\tcontinue\n\t\t}\n\t\tcount++\n\
                \t\tfor j := i * i; j < n; j += i {\n\t\t\tcomposite[j] = true\n\t\t}\n\t}\n\treturn count\n}\n\n\
                func Count(n int) int {\n\tcounts := map[int]int{}\n\tx := 1\n\tfor range n {\n\
                \t\tx = x * 1103515245 % 1000003\n\t\tcounts[x%5000]++\n\t}\n\treturn len(counts)\n}\n";
    let tests = "package heavy\n\nimport \"testing\"\n\nfunc TestMatrix(t *testing.T) {\n\
                 \tif Matrix(700) == 0 {\n\t\tt.Fail()\n\t}\n}\n\nfunc TestPrimes(t *testing.T) {\n\
                 \tif n := Primes(20_000_000); n != 1270607 {\n\t\tt.Error(n)\n\t}\n}\n\n\
                 func TestCount(t *testing.T) {\n\tif Count(10_000_000) == 0 {\n\t\tt.Fail()\n\t}\n}\n";
    write(&dir.join("heavy.go"), code)?;
    write(&dir.join("heavy_test.go"), tests)
}
