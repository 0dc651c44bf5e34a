//! `purlin run` and others in a pipe whose reader goes away, and what shells and `man` are given.

use std::io::Read as _;
use std::process::{Command, Stdio};

fn purlin(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_purlin"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli")).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Reads a few bytes and closes the pipe: the exit code, and what was said.
fn looked_at(args: &[&str]) -> (Option<i32>, String) {
    let mut child = purlin(args).spawn().expect("purlin starts");
    let mut from = child.stdout.take().expect("it is piped");
    from.read_exact(&mut [0; 4]).expect("it writes");
    drop(from);
    let output = child.wait_with_output().expect("purlin ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn who_closes_the_pipe_has_seen_enough() {
    for tier in ["--tier=interp", "--tier=native", "--tier=auto"] {
        assert_eq!(looked_at(&["run", tier, "programs/yes.go"]), (Some(141), String::new()), "{tier}");
    }
    for args in [&["help", "run"][..], &["inspect", "--stage=ir", "programs/hello.go"]] {
        let (code, said) = looked_at(args);
        assert_eq!((code, said.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_closed_standard_output_is_no_closed_pipe() {
    // What cannot be written is still an error.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device that is full");
    let output = purlin(&["run", "programs/hello.go"]).stdout(full).output().expect("purlin ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("standard output: No space left"), "{said}");
}

#[test]
#[cfg(feature = "shells")]
fn shells_and_man_get_the_whole_command_line() {
    let printed = |args: &[&str]| {
        let output = purlin(args).output().expect("purlin ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = printed(&["completions", shell]);
        for word in ["run", "check", "call-depth", "allow-read", "relaxed"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let page = printed(&["man"]);
    assert!(page.contains(".TH purlin 1") && page.contains("purlin\\-run(1)"), "{page}");
    let page = printed(&["man", "run"]);
    assert!(page.contains(".TH purlin-run 1") && page.contains("\\-\\-gas"), "{page}");
    assert!(page.contains("purlin run words.go"), "the examples: {page}");
    assert!(printed(&["man", "json", "check"]).contains("\\-\\-lines"));
}
