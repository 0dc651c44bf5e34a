//! The binding for C: the header's example, the cases under AddressSanitizer, the list of exported symbols.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Bench, Judged, Verdict, cases, example, is_there};
use crate::Outcome;
use crate::toolchain::succeed;

const FOLDER: &str = "crates/purlin-c";

/// The compiler: `CC`, or the first that is there.
fn compiler() -> Option<String> {
    let named = std::env::var("CC").ok();
    named.into_iter().chain(["cc", "gcc", "clang"].map(String::from)).find(|program| is_there(program))
}

pub fn test(bench: &Bench<'_>) -> Judged {
    let Some(cc) = compiler() else { return Ok(Verdict::Skipped("there is no C compiler".into())) };
    header(bench)?;
    let library = bench.library()?;
    symbols(bench, &library)?;
    let readme = bench.root.join(FOLDER).join("README.md");
    let main = bench.scratch.join("example.c");
    let includes = "#include <purlin.h>\n#include <stdio.h>\n#include <string.h>\n";
    let program = format!("{includes}int main(void) {{\n{}\nreturn 0;\n}}\n", example(&readme, "c")?);
    fs::write(&main, program).map_err(|e| e.to_string())?;
    // The static library for one, the shared one for the other.
    let alone = compile(bench, &cc, "example", &[main], &bench.target().join("libpurlin_c.a"), &["-O1"])?;
    let output = Command::new(&alone).output().map_err(|e| e.to_string())?;
    if output.stdout != b"42\n" {
        return Err(format!(
            "the example of the README printed {:?}",
            String::from_utf8_lossy(&output.stdout)
        ));
    }
    let lines = bench.scratch.join("cases.txt");
    fs::write(&lines, cases::lines(bench.root)?).map_err(|e| e.to_string())?;
    let sources = ["cases.c", "host.c"].map(|name| bench.root.join(FOLDER).join("tests/c").join(name));
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1"];
    let program = compile(bench, &cc, "cases", &sources, &library, &options)?;
    succeed(Command::new(program).arg(lines))?;
    Ok(Verdict::Passed)
}

/// Compiles a program with warnings as errors, and links it.
fn compile(
    bench: &Bench<'_>,
    cc: &str,
    name: &str,
    sources: &[PathBuf],
    library: &Path,
    options: &[&str],
) -> Result<PathBuf, String> {
    let program = bench.scratch.join(name);
    let mut command = Command::new(cc);
    command.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pthread"]).args(options);
    command.arg("-I").arg(bench.root.join(FOLDER).join("include"));
    command.args(sources).arg("-o").arg(&program).arg(library);
    command.arg(format!("-Wl,-rpath,{}", bench.target().display())).args(["-lm", "-ldl"]);
    succeed(&mut command)?;
    Ok(program)
}

/// The header is what the sources say. `PURLIN_BLESS=1` writes it. cbindgen is built in a folder of its own:
/// the features that it asks of its dependencies would have Cranelift built anew.
fn header(bench: &Bench<'_>) -> Outcome {
    let mut command = Command::new("cargo");
    let manifest = bench.root.join("bindings/header/Cargo.toml");
    command.args(["run", "--release", "--quiet", "--locked", "--manifest-path"]).arg(manifest);
    command.arg("--target-dir").arg(bench.scratch.with_file_name("header")).arg("--");
    let output = command.arg(bench.root.join(FOLDER)).output().map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err(format!("no header: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let path = bench.root.join(FOLDER).join("include/purlin.h");
    if std::env::var_os("PURLIN_BLESS").is_some() {
        return fs::write(&path, &output.stdout).map_err(|e| e.to_string());
    }
    match fs::read(&path) {
        Ok(checked_in) if checked_in == output.stdout => Ok(()),
        _ => Err("include/purlin.h is not what the sources say: PURLIN_BLESS=1 renews it".into()),
    }
}

/// What the shared library exports is what the list says. `PURLIN_BLESS=1` writes the list.
fn symbols(bench: &Bench<'_>, library: &Path) -> Outcome {
    if !is_there("nm") {
        println!("binding c: symbols SKIPPED, there is no nm");
        return Ok(());
    }
    let output = Command::new("nm").args(["-D", "--defined-only"]).arg(library).output();
    let output = output.map_err(|e| format!("nm: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut found: Vec<&str> = text.lines().filter_map(|line| line.split(' ').nth(2)).collect();
    found.sort_unstable();
    let found = found.join("\n") + "\n";
    let list = bench.root.join(FOLDER).join("symbols.txt");
    if std::env::var_os("PURLIN_BLESS").is_some() {
        return fs::write(&list, found).map_err(|e| e.to_string());
    }
    let listed = fs::read_to_string(&list).unwrap_or_default();
    let missing = listed.lines().filter(|name| !found.lines().any(|other| other == *name));
    let new = found.lines().filter(|name| !listed.lines().any(|other| other == *name));
    let differences: Vec<String> =
        missing.map(|name| format!("-{name}")).chain(new.map(|name| format!("+{name}"))).collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("the library exports other symbols than symbols.txt has: {}", differences.join(" ")))
}

/// What a call takes.
pub fn figures(bench: &Bench<'_>) -> Judged {
    let Some(cc) = compiler() else { return Ok(Verdict::Skipped("there is no C compiler".into())) };
    let library = bench.library()?;
    let source = bench.root.join(FOLDER).join("tests/c/figures.c");
    succeed(&mut Command::new(compile(bench, &cc, "figures", &[source], &library, &["-O2"])?))?;
    Ok(Verdict::Passed)
}
