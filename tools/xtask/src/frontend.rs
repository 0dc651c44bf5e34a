//! `cargo xtask frontend`: how fast source is checked and lowered, on real packages. The installed Go's own
//! parser and type checker are copied into a module of their own, their imports rewritten, with a program on
//! top that uses them; nothing of it is kept.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::Outcome;
use crate::release;
use crate::toolchain::{self, ScratchDir};

/// Packages of the standard library, and what they need of it that we do not have.
const PACKAGES: &[&str] = &[
    "go/token",
    "go/scanner",
    "go/ast",
    "go/parser",
    "go/constant",
    "go/version",
    "go/build/constraint",
    "go/types",
    "go/internal/scannerhooks",
    "internal/types/errors",
    "internal/goversion",
    "internal/gover",
    "internal/lazyregexp",
];

/// In place of a package that is about the process's environment.
const GODEBUG: &str = "package godebug

type Setting struct{ name string }

func New(name string) *Setting    { return &Setting{name} }
func (s *Setting) Value() string  { return \"\" }
func (s *Setting) IncNonDefault() {}
";

const MAIN: &str = r#"package main

import (
	"fmt"
	"m/go/ast"
	"m/go/parser"
	"m/go/token"
	"m/go/types"
)

const src = `package p
type T[P any] struct { x P }
func (t T[P]) Get() P { return t.x }
func f() int { var t T[int]; return t.Get() + undefined }
var s string = f()
`

func main() {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	conf := types.Config{Error: func(err error) { fmt.Println("error:", err) }}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, nil)
	fmt.Println(pkg, err)
	for _, name := range pkg.Scope().Names() {
		fmt.Println(pkg.Scope().Lookup(name))
	}
}
"#;

/// What the paths of such packages begin with.
const PREFIXES: &[&str] = &["go/", "internal/"];

/// Runs of each command; the fastest counts.
const RUNS: u32 = 7;

/// The suite whose limit a process has here.
const SUITE: &str = "frontend";

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let purlin = match args {
        [flag, path] if flag == "--purlin" => PathBuf::from(path),
        [] => release::program(root, "purlin")?,
        _ => return Err("usage: cargo xtask frontend [--purlin PATH]".into()),
    };
    let Some(source) = toolchain::go_root() else {
        println!("SKIPPED: no Go installed, so none of its packages");
        return Ok(());
    };
    let scratch = ScratchDir::new("frontend")?;
    let dir = scratch.path();
    let lines = copy(&source.join("src"), dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let (ours, gos) = (printed(&purlin, &["run", "."], dir)?, printed(Path::new("go"), &["run", "."], dir)?);
    if ours != gos {
        return Err(format!("the program on top prints\n{ours}and with compiled Go\n{gos}"));
    }
    let (mut whole, mut start) = (f64::MAX, f64::MAX);
    for _ in 0..RUNS {
        whole = whole.min(cpu(&purlin, dir, ".")?);
        start = start.min(cpu(&purlin, dir, "./empty")?);
    }
    let rate = lines as f64 / (whole - start);
    println!(
        "{lines} lines checked and lowered in {:.1} ms of CPU ({:.1} ms of start-up taken off): {rate:.0} lines a second",
        (whole - start) * 1e3,
        start * 1e3,
    );
    Ok(())
}

/// Makes the module in `dir`; the lines of Go that are in it.
fn copy(source: &Path, dir: &Path) -> io::Result<usize> {
    let mut lines = 0;
    let mut put = |path: PathBuf, text: &str| {
        lines += text.lines().count();
        fs::create_dir_all(path.parent().unwrap_or(dir))?;
        fs::write(path, text)
    };
    for package in PACKAGES {
        for entry in fs::read_dir(source.join(package))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            if !name.ends_with(".go") || name.ends_with("_test.go") || name == "badlinkname.go" {
                continue;
            }
            let text: String = fs::read_to_string(&path)?.split_inclusive('\n').map(rewritten).collect();
            put(dir.join(package).join(name), &text)?;
        }
    }
    put(dir.join("internal/godebug/godebug.go"), GODEBUG)?;
    put(dir.join("main.go"), MAIN)?;
    put(dir.join("empty/main.go"), "package main\n\nfunc main() {}\n")?;
    fs::write(dir.join("go.mod"), "module m\n\ngo 1.26\n")?;
    Ok(lines)
}

/// A line, and if it imports one of the packages that are copied, by its new path.
fn rewritten(line: &str) -> String {
    let is_import = line.starts_with('\t') || line.starts_with("import ");
    match line.split_once('"') {
        Some((before, after)) if is_import && PREFIXES.iter().any(|p| after.starts_with(p)) => {
            let named = before.trim().trim_start_matches("import ").trim();
            let plain = named.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
            if plain { format!("{before}\"m/{after}") } else { line.to_string() }
        }
        _ => line.to_string(),
    }
}

fn printed(program: &Path, args: &[&str], dir: &Path) -> Result<String, String> {
    let mut command = Command::new(program);
    let output = command.args(args).current_dir(dir).output();
    let output = output.map_err(|e| format!("{}: {e}", program.display()))?;
    if !output.status.success() {
        return Err(format!("{}: {}", program.display(), String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// CPU seconds of one `purlin check`.
fn cpu(purlin: &Path, dir: &Path, what: &str) -> Result<f64, String> {
    let mut command = Command::new(purlin);
    command.arg("check").arg(what).current_dir(dir);
    let (out, err) = (dir.join("out.txt"), dir.join("err.txt"));
    let used = toolchain::measure(&mut command, None, &out, &err, SUITE)?;
    match used.exit {
        Some(0) => Ok(used.cpu.as_secs_f64()),
        _ => Err(format!("purlin check {what}: {}", fs::read_to_string(err).unwrap_or_default())),
    }
}
