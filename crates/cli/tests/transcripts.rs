//! The command, as a person sees it: scripted transcripts in `tests/cli`, played again and compared.
//!
//! A line `$ purlin …` is a command, run in `tests/cli`; words are separated by spaces, `NAME=value` before
//! the command sets a variable, `in DIR` runs it in a folder below, `< file` at the end is its input, and
//! `interrupt MS` before it sends SIGINT after so many milliseconds. What follows is standard output; lines
//! of standard error begin with `! `; `[exit N]` stands last where the code is not 0. `...` in a line stands
//! for anything, and a line `! ...` for any lines. Lines before the first command are prose.
//! `PURLIN_BLESS=1 cargo test -p purlin-cli` writes what the commands print.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

struct Step {
    command: String,
    expected: String,
}

fn parse(text: &str) -> (String, Vec<Step>) {
    let (mut prose, mut steps) = (String::new(), Vec::<Step>::new());
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_owned(), expected: String::new() });
        } else {
            let into = steps.last_mut().map_or(&mut prose, |s| &mut s.expected);
            into.push_str(line);
            into.push('\n');
        }
    }
    (prose, steps)
}

fn play(dir: &Path, step: &str) -> String {
    let (line, input) = match step.split_once(" < ") {
        Some((line, input)) => (line, Some(input)),
        None => (step, None),
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_purlin"));
    command.current_dir(dir).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PURLIN_STRESS"] {
        command.env_remove(name);
    }
    command
        .stdin(input.map_or(Stdio::null(), |name| File::open(dir.join(name)).expect("an input file").into()));
    let mut words = line.split_whitespace();
    let mut interrupt = None;
    while let Some(word) = words.next() {
        match word.split_once('=') {
            _ if word == "purlin" => break,
            _ if word == "in" => _ = command.current_dir(dir.join(words.next().unwrap_or_default())),
            _ if word == "interrupt" => interrupt = words.next().and_then(|n| n.parse().ok()),
            Some((name, value)) => _ = command.env(name, value),
            None => panic!("`{step}`: {word}?"),
        }
    }
    let child = command.args(words).spawn().expect("purlin starts");
    if let Some(after) = interrupt {
        std::thread::sleep(Duration::from_millis(after));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    }
    let output = child.wait_with_output().expect("purlin ends");
    let mut seen = String::from_utf8_lossy(&output.stdout).into_owned();
    if !seen.is_empty() && !seen.ends_with('\n') {
        seen.push('\n');
    }
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        seen.push_str(format!("! {line}").trim_end());
        seen.push('\n');
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => seen.push_str(&format!("[exit {code}]\n")),
        None => seen.push_str("[ended by a signal]\n"),
    }
    seen.replace('\x1b', "\\e")
}

/// Whether a line is as expected, where `...` stands for anything.
fn matches(expected: &str, seen: &str) -> bool {
    let Some((first, rest)) = expected.split_once("...") else { return expected == seen };
    let Some(mut left) = seen.strip_prefix(first) else { return false };
    let parts: Vec<&str> = rest.split("...").collect();
    let (last, middle) = parts.split_last().expect("split gives at least one");
    for part in middle {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

fn same(expected: &str, seen: &str) -> bool {
    let lines = |text: &str| text.trim_end().lines().map(str::to_owned).collect::<Vec<_>>();
    lines_match(&lines(expected), &lines(seen))
}

fn lines_match(expected: &[String], seen: &[String]) -> bool {
    match expected.split_first() {
        None => seen.is_empty(),
        Some((first, rest)) if first == "! ..." => (0..=seen.len()).any(|n| lines_match(rest, &seen[n..])),
        Some((first, rest)) => {
            seen.split_first().is_some_and(|(s, left)| matches(first, s) && lines_match(rest, left))
        }
    }
}

#[test]
fn transcripts() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli");
    let mut paths: Vec<PathBuf> = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    assert!(paths.len() > 4, "the transcripts are missing");
    let bless = std::env::var_os("PURLIN_BLESS").is_some();
    let mut wrong = String::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (mut again, steps) = parse(&fs::read_to_string(&path).unwrap());
        for step in steps {
            let seen = play(&dir, &step.command);
            let holds = same(&step.expected, &seen);
            if !holds && !bless {
                wrong +=
                    &format!("{name}: $ {}\n--- expected\n{}--- seen\n{seen}\n", step.command, step.expected);
            }
            let kept = if holds { format!("{}\n", step.expected.trim_end()) } else { seen };
            again += &format!("$ {}\n{}\n", step.command, kept.trim_start_matches('\n'));
        }
        if bless {
            fs::write(&path, format!("{}\n", again.trim_end())).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn dots_stand_for_anything() {
    assert!(matches("a...c", "abbc") && matches("...", "") && matches("x...y...", "x12y3"));
    assert!(!matches("a...c", "abbd") && !matches("a", "ab"));
}

/// A closed pipe is no reason to complain, or to end otherwise than with an open one.
#[test]
fn a_closed_pipe_changes_no_exit_code() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli");
    let cases: [(&[&str], i32); 4] = [
        (&["check", "broken"], 1),
        (&["check", "--json", "broken"], 1),
        (&["run", "broken"], 1),
        (&["run", "--no-such-switch"], 64),
    ];
    for (args, code) in cases {
        let mut child = Command::new(env!("CARGO_BIN_EXE_purlin"))
            .current_dir(&dir)
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("purlin starts");
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(child.wait().expect("purlin ends").code(), Some(code), "purlin {}", args.join(" "));
    }
}
