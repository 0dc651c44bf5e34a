//! `cargo xtask bless-go`: runs the corpus under the installed Go and writes down what it said, so that Go is
//! the oracle and no expectation is typed by hand. Leaves alone what Go cannot know: tests/go/limits and
//! tests/go/purlin. Programs in tests/go/errors are only compared: their `// ERROR` comments are written by
//! hand and must match Go's errors line by line.

use std::path::{Path, PathBuf};
use std::process::Command;

use regex_lite::Regex;

use crate::Outcome;
use crate::corpus::{self, Case, Expectation};
use crate::toolchain::{self, ScratchDir};

/// The suite whose limit a process has here.
const SUITE: &str = "bless-go";

/// One program of the corpus: the file with the expectation, and the files Go compiles.
struct Program {
    main: PathBuf,
    sources: Vec<PathBuf>,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let version = toolchain::go_version().ok_or("no `go` on the path: there is no oracle to ask")?;
    let check = args.iter().any(|a| a == "--check");
    let wanted: Vec<&String> = args.iter().filter(|a| !a.starts_with("--")).collect();
    let scratch = ScratchDir::new("bless")?;
    let (mut same, mut changed, mut failures) = (0, 0, Vec::new());
    for program in programs(&root.join("tests/go"))? {
        let name = program.main.strip_prefix(root).unwrap_or(&program.main).display().to_string();
        if !wanted.is_empty() && !wanted.iter().any(|w| name.contains(w.as_str())) {
            continue;
        }
        match bless(&program, &name, scratch.path(), check) {
            Ok(false) => same += 1,
            Ok(true) => {
                changed += 1;
                println!("{} {name}", if check { "differs:" } else { "wrote" });
            }
            Err(message) => failures.push(format!("{name}: {message}")),
        }
    }
    println!("{version}: {same} programs agree, {changed} {}", if check { "differ" } else { "written" });
    if !failures.is_empty() {
        return Err(failures.join("\n"));
    }
    if check && changed > 0 { Err("expectations differ from Go".to_owned()) } else { Ok(()) }
}

/// A directory directly below tests/go is one program, except the three that hold programs of their own kind.
fn programs(dir: &Path) -> Result<Vec<Program>, String> {
    let mut list = Vec::new();
    for file in corpus::go_files(dir)? {
        let parts: Vec<String> = file
            .strip_prefix(dir)
            .unwrap_or(&file)
            .components()
            .map(|c| c.as_os_str().to_string_lossy().into_owned())
            .collect();
        match parts[0].as_str() {
            "limits" | "purlin" => {}
            "errors" => list.push(Program { main: file.clone(), sources: vec![file] }),
            _ if parts.len() == 1 => list.push(Program { main: file.clone(), sources: vec![file] }),
            _ if parts[1] == "main.go" => {
                let sources = corpus::go_files(file.parent().unwrap_or(dir))?;
                list.push(Program { main: file, sources });
            }
            _ => {}
        }
    }
    Ok(list)
}

/// Returns whether the expectation differed.
fn bless(program: &Program, name: &str, scratch: &Path, check: bool) -> Result<bool, String> {
    let text = std::fs::read_to_string(&program.main).map_err(|e| e.to_string())?;
    let binary = scratch.join("program");
    let build = Command::new("go")
        .args(["build", "-gcflags=-e", toolchain::GO_TAGS, "-o"])
        .arg(&binary)
        .args(&program.sources)
        // Outside any module: inside one, or in GOPATH mode, Go may take an older language version.
        .current_dir(scratch)
        .output()
        .map_err(|e| format!("cannot run go: {e}"))?;
    let messages = String::from_utf8_lossy(&build.stderr).into_owned();
    if name.contains("go/errors/") {
        return check_errors(&text, &messages).map(|()| false);
    }
    if !build.status.success() {
        return Err(format!("Go does not compile it:\n{messages}"));
    }
    let mut case = corpus::parse(&text)?;
    let actual = ask_go(&case.expected, &binary, scratch)?;
    case.expected = actual;
    let blessed = corpus::print(&case);
    debug_assert_eq!(corpus::parse(&blessed).as_ref().map(|c: &Case| &c.expected), Ok(&case.expected));
    if blessed == text {
        return Ok(false);
    }
    if !check {
        std::fs::write(&program.main, blessed).map_err(|e| e.to_string())?;
    }
    Ok(true)
}

fn ask_go(stated: &Expectation, binary: &Path, scratch: &Path) -> Result<Expectation, String> {
    let [input, out, err] = ["in", "out", "err"].map(|n| scratch.join(n));
    let stdin: String = stated.stdin.iter().map(|l| format!("{l}\n")).collect();
    std::fs::write(&input, stdin).map_err(|e| e.to_string())?;
    let mut command = Command::new(binary);
    command.args(&stated.args).env("GOTRACEBACK", "single");
    let usage = toolchain::measure(&mut command, Some(&input), &out, &err, SUITE)?;
    if usage.timed_out {
        return Err("takes longer under Go than the suite's limit".to_owned());
    }
    let exit = usage.exit.ok_or("ended by a signal under Go")?;
    let read = |p: &Path| std::fs::read(p).map_err(|e| e.to_string());
    let output = String::from_utf8(read(&out)?).map_err(|_| "prints bytes that are not UTF-8")?;
    let stderr = String::from_utf8_lossy(&read(&err)?).into_owned();
    if !output.is_empty() && !output.ends_with('\n') {
        return Err("its output does not end with a newline, which `// Output:` cannot say".to_owned());
    }
    let mut expected = stated.clone();
    expected.exit = exit;
    expected.output = output.lines().map(str::to_owned).collect();
    if expected.output.iter().any(|l| l.ends_with([' ', '\t'])) {
        return Err("prints a line that ends in white space, which editors and gofmt remove".to_owned());
    }
    let holds = |line: &String| stderr.lines().any(|l| l.contains(line.as_str()));
    if stated.stderr.is_empty() || !stated.stderr.iter().all(holds) {
        expected.stderr = telling_lines(&stderr);
    }
    Ok(expected)
}

/// The lines of standard error that do not depend on addresses: all up to the first goroutine's header.
fn telling_lines(stderr: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in stderr.lines() {
        if line.starts_with("[signal ") {
            lines.push("[signal SIGSEGV: segmentation violation".to_owned());
        } else if line.starts_with("goroutine ") {
            // A fatal error inside the runtime prints addresses here.
            if line.starts_with("goroutine 1 ") && !line.contains("gp=") {
                lines.push(line.to_owned());
            }
            break;
        } else if !line.is_empty() {
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

/// Compares Go's `file:line:column: message` lines with the `// ERROR` comments, both ways.
fn check_errors(text: &str, messages: &str) -> Outcome {
    let place = Regex::new(r"\.go:(\d+):\d+: (.*)$").map_err(|e| e.to_string())?;
    let mut reported: Vec<(usize, String)> = Vec::new();
    for line in messages.lines() {
        // A line that begins with a tab continues the one before: "other declaration of x".
        if let Some(found) = place.captures(line).filter(|_| !line.starts_with('\t')) {
            let number = found[1].parse().map_err(|_| "a line number that is none")?;
            reported.push((number, found[2].to_owned()));
        }
    }
    let mut wrong = Vec::new();
    let patterns = corpus::error_patterns(text);
    if patterns.is_empty() {
        wrong.push("has no // ERROR comment".to_owned());
    }
    for (line, list) in &patterns {
        for pattern in list {
            let regex = Regex::new(pattern).map_err(|e| format!("line {line}: {e}"))?;
            if !reported.iter().any(|(l, m)| l == line && regex.is_match(m)) {
                wrong.push(format!("line {line}: Go reports nothing that matches \"{pattern}\""));
            }
        }
    }
    for (line, message) in &reported {
        if !patterns.iter().any(|(l, _)| l == line) {
            wrong.push(format!("line {line}: Go also says: {message}"));
        } else if !wrong.is_empty() {
            wrong.push(format!("line {line}: Go says: {message}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n  ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_compared_both_ways() {
        let text = "package main\nvar x int = \"a\" // ERROR \"cannot use\"\n";
        assert!(check_errors(text, "./x.go:2:13: cannot use \"a\" as int value\n").is_ok());
        assert!(check_errors(text, "./x.go:3:1: cannot use \"a\"\n").is_err());
        assert!(check_errors("package main\n", "").is_err());
    }

    #[test]
    fn addresses_are_left_out() {
        let stderr = "panic: boom\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]\n\n\
                      goroutine 1 [running]:\nmain.main()\n";
        assert_eq!(
            telling_lines(stderr),
            ["panic: boom", "[signal SIGSEGV: segmentation violation", "goroutine 1 [running]:"]
        );
    }
}
