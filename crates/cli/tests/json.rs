//! `purlin json` in a pipe: input in pieces, more of it than a block, errors far into it, and a reader that
//! has seen enough.

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_purlin"));
    command.arg("json").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("purlin starts")
}

/// Runs with this input, written in pieces by a thread of its own.
fn run(args: &[&str], input: Vec<u8>, piece: usize) -> Output {
    let mut child = start(args);
    let mut to = child.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || {
        for piece in input.chunks(piece) {
            // It may end before it has read all.
            if to.write_all(piece).is_err() {
                return;
            }
        }
    });
    let output = child.wait_with_output().expect("purlin ends");
    writer.join().expect("no panic");
    output
}

/// Lines of objects, several blocks of them.
fn lines(count: usize) -> (Vec<u8>, Vec<u8>) {
    let (mut input, mut minified) = (Vec::new(), Vec::new());
    for i in 0..count {
        let text = "é\\n\\u0041 ".repeat(i % 40);
        input.extend_from_slice(
            format!("{{ \"id\" : {i}, \"text\": \"{text}\", \"list\":[1 , 2.50]}}\r\n").as_bytes(),
        );
        minified
            .extend_from_slice(format!("{{\"id\":{i},\"text\":\"{text}\",\"list\":[1,2.50]}}\n").as_bytes());
    }
    (input, minified)
}

#[test]
fn more_than_a_block_in_pieces_of_any_size() {
    let (input, minified) = lines(10_000);
    assert!(input.len() > 2 << 20, "{} bytes are not four blocks", input.len());
    for piece in [1 << 20, 65_537, 4093] {
        let output = run(&["min", "-"], input.clone(), piece);
        assert!(output.status.success() && output.stdout == minified, "pieces of {piece}");
    }
    // The other way through, by the reader and the writer.
    let output = run(&["min", "--relaxed"], input.clone(), 10_000);
    assert!(output.status.success() && output.stdout == minified);
    let output = run(&["lines"], input.clone(), 10_000);
    assert!(output.status.success() && output.stdout == minified);
    let output = run(&["check", "--lines"], input.clone(), 10_000);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
    // Formatted and minified again it is the same.
    let pretty = run(&["fmt"], input, 10_000);
    let output = run(&["min"], pretty.stdout, 10_000);
    assert!(output.status.success() && output.stdout == minified);
    // One value that is longer than a block, in one line; and its elements as lines.
    let mut list = b"[".to_vec();
    for line in minified.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
        if list.len() > 1 {
            list.push(b',');
        }
        list.extend_from_slice(line);
    }
    list.push(b']');
    let output = run(&["min"], list.clone(), 50_000);
    assert!(output.status.success() && output.stdout[..output.stdout.len() - 1] == list);
    let output = run(&["lines"], list, 50_000);
    assert!(output.status.success() && output.stdout == minified);
}

#[test]
fn an_error_far_into_the_input_has_its_line() {
    let (mut input, _) = lines(10_000);
    input.extend_from_slice(b"{\"id\": 1,\n  \"text\": tru }\n");
    for what in [&["min"][..], &["fmt"], &["check", "--lines"], &["lines"]] {
        let output = run(what, input.clone(), 100_000);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{what:?}: {said}");
        assert_eq!(
            said,
            "-: line 10002, column 11: a word that JSON does not know\n    \"text\": tru }\n            ^\n",
            "{what:?}"
        );
    }
}

#[test]
fn who_closes_the_pipe_has_seen_enough() {
    let (input, minified) = lines(20_000);
    for what in ["min", "fmt", "lines"] {
        let mut child = start(&[what, "-"]);
        let mut to = child.stdin.take().expect("it is piped");
        let input = input.clone();
        let writer = std::thread::spawn(move || _ = to.write_all(&input));
        let mut first = [0; 2];
        let mut from = child.stdout.take().expect("it is piped");
        from.read_exact(&mut first).expect("it writes");
        drop(from);
        let output = child.wait_with_output().expect("purlin ends");
        writer.join().expect("no panic");
        assert_eq!(output.status.code(), Some(0), "{what}");
        assert!(output.stderr.is_empty(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(first[0], minified[0]);
    }
}

/// A value of many megabytes goes through in the memory of a few blocks.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_small() {
    let mut child = start(&["min"]);
    let mut to = child.stdin.take().expect("it is piped");
    let mut from = child.stdout.take().expect("it is piped");
    let reader = std::thread::spawn(move || {
        let (mut seen, mut buffer) = (0, vec![0; 1 << 16]);
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            seen += count;
        }
        seen
    });
    let piece = "[1, 22, \"three and four\"], ".repeat(4000);
    to.write_all(b"[").expect("it reads");
    for _ in 0..400 {
        to.write_all(piece.as_bytes()).expect("it reads");
    }
    // The most it has held so far, which is most of what it will.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let most = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).expect("Linux tells");
    let kilobytes: usize = most.trim().trim_end_matches(" kB").parse().expect("a number");
    to.write_all(b"0]").expect("it reads");
    drop(to);
    assert!(child.wait().expect("purlin ends").success());
    assert_eq!(reader.join().expect("no panic"), 400 * 4000 * 24 + 4);
    assert!(kilobytes < 32 << 10, "{kilobytes} kB");
}
