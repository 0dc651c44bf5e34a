//! The binding for Go: its tests without cgo, and with it and the race detector; the programs of the
//! README and of the guide.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Bench, Judged, Verdict, example, is_there};
use crate::Outcome;
use crate::toolchain::{fetched, succeed};

const FOLDER: &str = "bindings/go";

/// A command of Go's in a folder, with the library; without cgo unless it is asked for.
fn go(folder: &Path, library: &Path, cgo: bool, args: &[&str]) -> Command {
    let mut command = Command::new("go");
    command.args(args).current_dir(folder).env("PURLIN_LIBRARY", library);
    command.env("CGO_ENABLED", if cgo { "1" } else { "0" }).env("GOFLAGS", "-mod=mod -buildvcs=false");
    command
}

/// The folder of the binding and the library, or what is missing.
fn prepared(bench: &Bench<'_>) -> Result<Result<(PathBuf, PathBuf), String>, String> {
    if !is_there("go") {
        return Ok(Err("there is no Go".into()));
    }
    let (folder, none) = (bench.root.join(FOLDER), PathBuf::new());
    if let Err(why) = fetched(&mut go(&folder, &none, false, &["mod", "download"])) {
        return Ok(Err(format!("modules cannot be fetched: {why}")));
    }
    Ok(Ok((folder, bench.library()?)))
}

pub fn test(bench: &Bench<'_>) -> Judged {
    let (folder, library) = match prepared(bench)? {
        Ok(prepared) => prepared,
        Err(missing) => return Ok(Verdict::Skipped(missing)),
    };
    succeed(&mut go(&folder, &library, false, &["vet", "./..."]))?;
    formatted(&folder)?;
    succeed(&mut go(&folder, &library, false, &["test", "-count=1", "./..."]))?;
    if is_there("cc") || is_there("gcc") {
        succeed(&mut go(&folder, &library, true, &["test", "-count=1", "-race", "./..."]))?;
    } else {
        println!("binding go: -race SKIPPED, there is no C compiler");
    }
    documents(bench, &folder, &library)?;
    Ok(Verdict::Passed)
}

fn formatted(folder: &Path) -> Outcome {
    let output = Command::new("gofmt").arg("-l").arg(folder).output();
    match output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()) {
        Ok(files) if files.is_empty() => Ok(()),
        Ok(files) => Err(format!("gofmt would change {files}")),
        Err(_) => Ok(()),
    }
}

/// Runs the example of the README, and the program of the guide, which says what it prints.
fn documents(bench: &Bench<'_>, folder: &Path, library: &Path) -> Outcome {
    let body = example(&folder.join("README.md"), "go")?;
    let imports = "import (\n\t\"context\"\n\t\"fmt\"\n\n\t\"purlin\"\n)\n";
    let check = "func check(err error) {\n\tif err != nil {\n\t\tpanic(err)\n\t}\n}\n";
    let main = format!("package main\n\n{imports}\n{check}\nfunc main() {{\n{body}}}\n");
    program(bench, folder, library, &main, "360 <nil>\n")?;

    let guide = fs::read_to_string(bench.root.join("docs/embedding.md")).map_err(|e| e.to_string())?;
    let block = guide.split_once("```go\n").and_then(|(_, rest)| rest.split_once("```"));
    let (main, _) = block.ok_or("docs/embedding.md has no program in Go")?;
    let (_, output) = main.split_once("// Output:\n").ok_or("the program says what it prints")?;
    let lines = output.lines().filter_map(|line| line.trim().strip_prefix("// "));
    program(bench, folder, library, main, &lines.map(|line| format!("{line}\n")).collect::<String>())
}

/// Runs a program in a module of its own.
fn program(bench: &Bench<'_>, folder: &Path, library: &Path, main: &str, expected: &str) -> Outcome {
    let place = bench.scratch.join("go-example");
    fs::create_dir_all(&place).map_err(|e| e.to_string())?;
    let module = fs::read_to_string(folder.join("go.mod")).map_err(|e| e.to_string())?;
    let module = module.replacen("module purlin", "module example", 1);
    let module = format!("{module}\nrequire purlin v0.0.0\n\nreplace purlin => {}\n", folder.display());
    let write = |name: &str, text: &str| fs::write(place.join(name), text).map_err(|e| e.to_string());
    write("main.go", main)?;
    write("go.mod", &module)?;
    fs::copy(folder.join("go.sum"), place.join("go.sum")).map_err(|e| e.to_string())?;
    let output = go(&place, library, false, &["run", "."]).output().map_err(|e| format!("go: {e}"))?;
    if output.stdout == expected.as_bytes() {
        return Ok(());
    }
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("a program of the documents printed {out:?} {err}"))
}

/// What a call takes.
pub fn figures(bench: &Bench<'_>) -> Judged {
    let (folder, library) = match prepared(bench)? {
        Ok(prepared) => prepared,
        Err(missing) => return Ok(Verdict::Skipped(missing)),
    };
    let args = ["test", "-count=1", "-run", "TestFigures", "-bench", ".", "-v", "./..."];
    succeed(go(&folder, &library, false, &args).env("PURLIN_FIGURES", "1"))?;
    Ok(Verdict::Passed)
}
