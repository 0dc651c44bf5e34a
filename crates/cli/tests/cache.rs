//! The cache of the command: a second run compiles nothing, and no state of the folder keeps a program from
//! running.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("purlin-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn purlin(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_purlin"));
    command.args(args).env_remove("PURLIN_STRESS").env_remove("PURLIN_CACHE");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A number of `--stats --json`.
fn number(output: &Output, name: &str) -> u64 {
    let text = text(&output.stderr);
    let (_, rest) = text.split_once(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} in {text}"));
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

const PROGRAM: &str = "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc fib(n int) int {\n\tif n < 2 {\n\t\treturn n\n\t}\n\treturn fib(n-1) + fib(n-2)\n}\n\nfunc main() { fmt.Println(strings.Repeat(\"x\", 3), fib(20)) }\n";

fn program(dir: &Path) -> String {
    let file = dir.join("main.go");
    fs::write(&file, PROGRAM).unwrap();
    file.to_string_lossy().into_owned()
}

#[test]
fn a_warm_run_compiles_nothing() {
    let scratch = Scratch::new("warm");
    let file = program(&scratch.0);
    let cache = format!("--cache={}", scratch.0.join("cache").display());
    for tier in ["interp", "native"] {
        let run = || {
            let output = purlin(&["run", &cache, "--tier", tier, "--stats", "--json", "--counts", &file]);
            { output }.output().unwrap()
        };
        let (cold, warm) = (run(), run());
        assert_eq!(text(&cold.stdout), "xxx 6765\n");
        assert_eq!(cold.stdout, warm.stdout);
        assert!(number(&cold, "prepare_ns") > 0);
        assert_eq!(number(&cold, "compiled") > 0, tier == "native");
        for name in
            ["prepare_ns", "compiled", "compile_failures", "compiled_ops", "compile_ns", "optimise_ns"]
        {
            assert_eq!(number(&warm, name), 0, "{name}");
        }
        assert_eq!(number(&cold, "gas"), number(&warm, "gas"));
    }
    let times = || purlin(&["run", &cache, "--time-passes", &file]).output().unwrap();
    assert!(text(&times().stderr).contains("front end"));
    let warm = text(&times().stderr);
    assert!(warm.starts_with("cache ") && warm.lines().count() == 1, "{warm}");
    // A trace of a warm run is that of a cold one.
    let crash = "package main\n\nfunc f(n int) int { return 10 / n }\n\nfunc main() { println(f(0)) }\n";
    fs::write(&file, crash).unwrap();
    for tier in ["interp", "native", "auto"] {
        let run = || purlin(&["run", &cache, "--tier", tier, &file]).output().unwrap();
        let (cold, warm) = (run(), run());
        assert!(text(&cold.stderr).contains("main.go:3"), "{}", text(&cold.stderr));
        assert_eq!((cold.stderr, cold.status), (warm.stderr, warm.status));
    }
}

#[test]
fn folders_that_are_of_no_use() {
    let scratch = Scratch::new("folders");
    let file = program(&scratch.0);
    let shared = scratch.0.join("shared");
    fs::create_dir(&shared).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o777)).unwrap();
    fs::write(scratch.0.join("file"), "").unwrap();
    for (dir, why) in [("shared", "others may write"), ("file/below", "ot a directory"), ("file", "")] {
        let dir = scratch.0.join(dir);
        let ran = purlin(&["run", &format!("--cache={}", dir.display()), &file]).output().unwrap();
        assert_eq!((text(&ran.stdout).as_str(), ran.status.code()), ("xxx 6765\n", Some(0)));
        let told = text(&ran.stderr);
        assert!(told.starts_with("purlin: no cache in ") && told.contains(why), "{told}");
    }
    assert_eq!(fs::read_dir(&shared).unwrap().count(), 0);
    // The user's own folder is used without being named, and left alone without a word.
    let own = || purlin(&["run", &file]);
    let ran = own().env("XDG_CACHE_HOME", scratch.0.join("caches")).output().unwrap();
    assert_eq!((text(&ran.stdout).as_str(), ran.stderr.len()), ("xxx 6765\n", 0));
    assert_eq!(fs::read_dir(scratch.0.join("caches/purlin")).unwrap().count(), 1);
    let ran = own().env("XDG_CACHE_HOME", scratch.0.join("file")).output().unwrap();
    assert_eq!((text(&ran.stdout).as_str(), ran.stderr.len()), ("xxx 6765\n", 0));
    let ran = own().env("HOME", &scratch.0).env_remove("XDG_CACHE_HOME").output().unwrap();
    assert!(ran.status.success() && scratch.0.join(".cache/purlin").is_dir());
    for off in [&["run", "--cache=off", &file][..], &["run", &file]] {
        let mut command = purlin(off);
        let ran = command.env("XDG_CACHE_HOME", scratch.0.join("none")).env("PURLIN_CACHE", "off").output();
        assert!(ran.unwrap().status.success() && !scratch.0.join("none").exists());
    }
}

#[test]
fn many_processes_at_once_and_damage() {
    let scratch = Scratch::new("processes");
    let file = program(&scratch.0);
    let cache = scratch.0.join("cache");
    let run = || {
        let mut command = purlin(&["run", "--tier=native", &file]);
        command.env("PURLIN_CACHE", &cache).stdout(std::process::Stdio::piped());
        command.spawn().unwrap()
    };
    let good = |child: std::process::Child| {
        let ran = child.wait_with_output().unwrap();
        assert_eq!((text(&ran.stdout).as_str(), ran.status.code()), ("xxx 6765\n", Some(0)));
    };
    for _ in 0..3 {
        let children: Vec<_> = (0..4).map(|_| run()).collect();
        children.into_iter().for_each(good);
        let entries: Vec<_> = fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
        let [entry] = &entries[..] else { panic!("{entries:?}") };
        let mut bytes = fs::read(entry).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(entry, &bytes).unwrap();
        good(run());
        assert_ne!(fs::read(entry).unwrap(), bytes, "it is written anew");
    }
}
