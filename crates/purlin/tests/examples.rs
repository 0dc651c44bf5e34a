//! The programs of `examples/go` print in every tier what they state, and so they do under Go where it is
//! installed.

mod helpers;

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};

use helpers::Capture;

/// The lines after `// Stdin:` or `// Output:` at the end of a program.
fn section(text: &str, name: &str) -> String {
    let Some((_, rest)) = text.split_once(&format!("\n// {name}:\n")) else { return String::new() };
    let lines = rest.lines().take_while(|l| !matches!(*l, "// Output:" | "// Stdin:"));
    lines.map(|l| l.strip_prefix("// ").unwrap_or_default().to_owned() + "\n").collect()
}

fn examples() -> Vec<(PathBuf, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/go");
    let mut all: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    all.sort();
    all.into_iter().map(|p| (p.clone(), fs::read_to_string(p).unwrap())).collect()
}

#[test]
fn examples_print_what_they_state() {
    let examples = examples();
    assert!(examples.len() >= 5);
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let engine = Engine::new(Config { tier, ..Config::default() });
        for (path, text) in &examples {
            let name = path.display().to_string();
            let module = engine.compile(&[SourceFile { name: name.clone(), text: text.as_str().into() }]);
            let module = module.unwrap_or_else(|e| panic!("{e}"));
            let output = Capture::default();
            let input = Box::new(Cursor::new(section(text, "Stdin").into_bytes()));
            let streams = Streams { input, output: Box::new(output.clone()), ..Streams::default() };
            let limits = Limits { gas: Some(100_000_000), ..Limits::default() };
            let mut isolate = module.isolate((), limits, streams).unwrap();
            isolate.set_args(vec![name.clone()]);
            isolate.run().unwrap_or_else(|t| panic!("{name}: {t:?}"));
            let seen = output.text();
            assert_eq!(seen, section(text, "Output"), "{name} ({tier})");
        }
    }
}

#[test]
fn go_prints_the_same() {
    if Command::new("go").arg("version").output().is_err() {
        eprintln!("SKIPPED: Go is not installed, so the examples' output is not held against it");
        return;
    }
    for (path, text) in examples() {
        let mut child = Command::new("go")
            .arg("run")
            .arg(&path)
            .env("GOFLAGS", "-mod=mod")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), section(&text, "Stdin").as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), section(&text, "Output"), "{}", path.display());
    }
}
