//! `cargo xtask bench columns`: what a row of a batch takes of the same function's time in Rust. Knows of the
//! functions only the rows of the example `columns_bench` of the crate `purlin`, and of `bench/columns`, a
//! workspace of its own, since what it measures is large: there they run with arrow-udf.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, bars, toolchain};

/// The target of arrow-udf's guests.
const WASM: &str = "wasm32-wasip1";

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut strict, mut beside, mut batches) = (false, false, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--strict" => strict = true,
            "--peers" => beside = true,
            "--batches" => batches = Some(args.next().ok_or("--batches needs a number")?.clone()),
            other => {
                return Err(format!("bench columns takes --batches N, --peers and --strict, not `{other}`"));
            }
        }
    }
    let rows = ours(root, batches)?;
    let peers = if beside { peers(root)? } else { Vec::new() };
    print!("{:<8} {:>14} {:>12} {:>6}", "function", "Purlin, ns/row", "Rust, ns/row", "ratio");
    if beside {
        print!(" {:>12} {:>6} {:>14} {:>6}", "wasm, ns/row", "ratio", "Python, ns/row", "ratio");
    }
    println!("  bar");
    let mut missed = Vec::new();
    for Row { name, ours, theirs } in &rows {
        let (ratio, bar) = (ours / theirs, bar(name));
        let verdict = bar.map_or(String::new(), |bar| bars::verdict(ratio, bar));
        print!("{name:<8} {ours:>14.2} {theirs:>12.2} {ratio:>6.2}");
        if beside {
            print!(" {} {}", cells(&peers, name, "wasm", 12), cells(&peers, name, "python", 14));
        }
        println!("  {verdict}");
        if bar.is_some_and(|bar| ratio > bar) {
            missed.push(name.as_str());
        }
    }
    if !peers.is_empty() {
        println!("wasm and Python: arrow-udf, unmetered, over the same function in Rust in its own process");
    }
    match strict && !missed.is_empty() {
        true => Err(format!("over the bar: {}", missed.join(", "))),
        false => Ok(()),
    }
}

/// What is asked of a function.
fn bar(name: &str) -> Option<f64> {
    ["Gcd", "Price"].contains(&name).then_some(bars::COLUMNS)
}

/// Nanoseconds a row.
struct Row {
    name: String,
    ours: f64,
    theirs: f64,
}

/// What the example says.
fn ours(root: &Path, batches: Option<String>) -> Result<Vec<Row>, String> {
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "-p", "purlin", "--features", "arrow"]);
    command.args(["--example", "columns_bench", "--"]).args(batches).current_dir(root);
    rows(&said(&mut command, "columns_bench")?)
}

/// The output of a program, which is an error if it fails.
fn said(command: &mut Command, name: &str) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{:?}: {e}", command.get_program()))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn rows(text: &str) -> Result<Vec<Row>, String> {
    let row = |line: &str| {
        let wrong = || format!("columns_bench says `{line}`");
        let [name, ours, theirs] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let number = |text: &str| text.parse().map_err(|_| wrong());
        Ok(Row { name: name.to_owned(), ours: number(ours)?, theirs: number(theirs)? })
    };
    text.lines().map(row).collect()
}

/// Nanoseconds a row of a function in an engine of arrow-udf, or in Rust beside them.
#[derive(Debug, PartialEq)]
struct Peer {
    function: String,
    engine: String,
    nanos: f64,
}

/// What `bench/columns` says. An engine that cannot be had on this machine is named, and has no rows.
fn peers(root: &Path) -> Result<Vec<Peer>, String> {
    let folder = root.join("bench/columns");
    let target = toolchain::target_dir(root).join("columns");
    for workspace in [&folder, &folder.join("udf")] {
        let mut fetch = cargo("fetch", workspace);
        if let Err(why) = toolchain::fetched(fetch.current_dir(root)) {
            println!("bench columns: SKIPPED: arrow-udf, whose crates cannot be fetched: {why}");
            return Ok(Vec::new());
        }
    }
    let guest = match wasm_target(root) {
        Ok(()) => Some(guest(root, &folder.join("udf"), &target)?),
        Err(why) => {
            println!("bench columns: SKIPPED: arrow-udf in wasm, as there is no target {WASM}: {why}");
            None
        }
    };
    let python = Python::find();
    match &python {
        Ok(python) => println!("arrow-udf in Python: CPython {}", python.version),
        Err(why) => println!("bench columns: SKIPPED: arrow-udf in Python: {why}"),
    }
    if guest.is_none() && python.is_err() {
        return Ok(Vec::new());
    }
    let mut build = cargo("build", &folder);
    build.args(["--release", "--quiet", "--target-dir"]).arg(&target).current_dir(root);
    let mut bench = Command::new(target.join("release/columns"));
    bench.args(guest);
    match python {
        Ok(python) => python.embed(&mut build, &mut bench),
        Err(_) => {
            build.arg("--no-default-features");
        }
    }
    toolchain::succeed(&mut build)?;
    parsed(&said(&mut bench, "bench/columns")?)
}

/// A command of Cargo for a workspace, as its lock file says.
fn cargo(command: &str, workspace: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args([command, "--locked", "--manifest-path"]).arg(workspace.join("Cargo.toml"));
    cargo
}

/// Adds the target of guests to the toolchain unless it is there.
fn wasm_target(root: &Path) -> Outcome {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", WASM]).current_dir(root);
    if said(&mut rustc, "rustc").is_ok_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    toolchain::fetched(Command::new("rustup").args(["target", "add", WASM]).current_dir(root))
}

/// Builds the guest for WebAssembly: its file.
fn guest(root: &Path, workspace: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut build = cargo("build", workspace);
    build.args(["--release", "--quiet", "--target", WASM, "--target-dir"]).arg(target);
    toolchain::succeed(build.current_dir(root))?;
    Ok(target.join(WASM).join("release/columns_udf.wasm"))
}

/// A Python that can be embedded.
struct Python {
    version: String,
    program: String,
    /// Where its shared library is.
    library: String,
    /// Where its own library in Python is.
    home: String,
}

impl Python {
    /// What an interpreter says of itself if arrow-udf takes it and it has a shared library.
    const CHECK: &str = "import sys, sysconfig\n\
        v = sysconfig.get_config_var\n\
        fits = sys.version_info >= (3, 12) and v('Py_ENABLE_SHARED') and not v('Py_GIL_DISABLED')\n\
        print(sys.version.split()[0], sys.executable, v('LIBDIR'), sys.base_prefix, sep='\\t')\n\
        sys.exit(not fits)";

    /// `PYO3_PYTHON`, or the first on the path or among the versions of pyenv that can be embedded. The error
    /// is what is missing on this machine.
    fn find() -> Result<Python, String> {
        let missing = "no Python 3.12 or newer with a shared library was found";
        if let Some(named) = std::env::var_os("PYO3_PYTHON") {
            return Python::asked(&named).ok_or(format!("{missing}: PYO3_PYTHON is {}", named.display()));
        }
        let versions = std::env::var_os("PYENV_ROOT").map(|root| PathBuf::from(root).join("versions"));
        let folders = versions.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
        let mut further: Vec<PathBuf> =
            folders.filter_map(|folder| Some(folder.ok()?.path().join("bin/python3"))).collect();
        // The newest that fits comes first.
        further.sort();
        further.reverse();
        let path = ["python3", "python", "python3.14", "python3.13", "python3.12"];
        let all = path.into_iter().map(PathBuf::from).chain(further);
        all.map(PathBuf::into_os_string)
            .find_map(|program| Python::asked(&program))
            .ok_or(format!("{missing}; PYO3_PYTHON may name one"))
    }

    fn asked(program: &OsStr) -> Option<Python> {
        let text = said(Command::new(program).args(["-c", Python::CHECK]), "python").ok()?;
        Python::read(&text)
    }

    fn read(text: &str) -> Option<Python> {
        let [version, program, library, home] = text.trim().split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        let [version, program, library, home] = [version, program, library, home].map(str::to_owned);
        Some(Python { version, program, library, home })
    }

    /// Has a program be built with this Python, and find it when it runs.
    fn embed(&self, build: &mut Command, run: &mut Command) {
        build.env("PYO3_PYTHON", &self.program);
        let libraries = if cfg!(target_os = "macos") { "DYLD_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };
        run.env(libraries, &self.library).env("PYTHONHOME", &self.home);
    }
}

fn parsed(text: &str) -> Result<Vec<Peer>, String> {
    let peer = |line: &str| {
        let wrong = || format!("bench/columns says `{line}`");
        let [function, engine, nanos] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let nanos = nanos.parse().map_err(|_| wrong())?;
        Ok(Peer { function: function.to_owned(), engine: engine.to_owned(), nanos })
    };
    text.lines().map(peer).collect()
}

/// A function's time in an engine, and that over the time in Rust in the same process.
fn cells(peers: &[Peer], function: &str, engine: &str, width: usize) -> String {
    let nanos = |engine: &str| {
        let mut of_function = peers.iter().filter(|peer| peer.function == function);
        of_function.find(|peer| peer.engine == engine).map(|peer| peer.nanos)
    };
    match (nanos(engine), nanos("rust")) {
        (Some(nanos), Some(rust)) => format!("{nanos:>width$.2} {:>6.2}", nanos / rust),
        _ => format!("{:>width$} {:>6}", "-", "-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_or_refused() {
        let read = rows("Gcd\t150.25\t100.5\n").unwrap();
        assert_eq!((read[0].name.as_str(), read[0].ours, read[0].theirs), ("Gcd", 150.25, 100.5));
        assert!(rows("Gcd\t150.25").is_err() && rows("Gcd\t1\tx").is_err());
        assert_eq!((bar("Price"), bar("Add")), (Some(bars::COLUMNS), None));
    }

    #[test]
    fn peers_are_read_or_refused() {
        let read = parsed("Gcd\trust\t100\nGcd\twasm\t150.5\n").unwrap();
        assert_eq!(read[1], Peer { function: "Gcd".into(), engine: "wasm".into(), nanos: 150.5 });
        assert!(parsed("Gcd\twasm").is_err() && parsed("Gcd\twasm\tx").is_err());
        assert_eq!(cells(&read, "Gcd", "wasm", 8), "  150.50   1.50");
        // Python was not there, and peers have not all functions.
        assert_eq!(cells(&read, "Gcd", "python", 8), "       -      -");
        assert_eq!(cells(&read, "Add", "wasm", 8), "       -      -");
    }

    #[test]
    fn a_python_says_what_it_takes_to_embed_it() {
        let python = Python::read("3.13.0\t/p/bin/python3\t/p/lib\t/p\n").unwrap();
        assert_eq!((python.version.as_str(), python.home.as_str()), ("3.13.0", "/p"));
        assert_eq!((python.program.as_str(), python.library.as_str()), ("/p/bin/python3", "/p/lib"));
        assert!(Python::read("3.13.0\n").is_none());
    }
}
