//! Sessions: inputs one after the other have equal output and gas in every tier and stress, what fails leaves
//! what the documents say, and damaged inputs are errors or run.

#![cfg(feature = "smalltalk")]

mod helpers;

use std::path::Path;

use helpers::Capture;
use purlin::repl::{Failure, Repl};
use purlin::smalltalk::Smalltalk;
use purlin::{Config, Engine, Guest as _, Limits, SourceMap, Streams, Stress, Tier, TrapKind};

/// Units of gas that an input gets.
const GAS: u64 = 1_000_000;

fn limits() -> Limits {
    Limits { heap_bytes: 32 << 20, stack_bytes: 1 << 20, output_bytes: Some(1 << 20), ..Limits::default() }
}

/// A session, and what it prints.
fn begin(tier: Tier, stress: &str) -> (Repl, Capture) {
    let stress = Stress::parse(stress).expect("a stress");
    let engine = Engine::bare(Config { tier, stress, ..Config::default() }).with_guest(Box::new(Smalltalk));
    let output = Capture::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    (Repl::new(&engine, "smalltalk", limits(), streams).expect("a session"), output)
}

/// What an input came to: the trap's name or the errors.
fn evaluate(repl: &mut Repl, input: &str) -> String {
    match repl.input(input, Some(GAS)) {
        Ok(()) => String::new(),
        Err(Failure::Compile(error)) => error.lines().join("\n"),
        Err(Failure::Ended(trap)) => {
            assert!(trap.kind != TrapKind::Internal, "{input}: {trap:?}");
            trap.kind.name().to_owned()
        }
    }
}

/// The inputs of a text, which a line each or several are.
fn inputs(text: &str) -> Vec<String> {
    let session = Smalltalk.session().expect("sessions");
    let (mut all, mut input) = (Vec::new(), String::new());
    for line in text.lines() {
        input += line;
        if session.is_unfinished(&input) {
            input.push('\n');
        } else {
            all.push(std::mem::take(&mut input));
        }
    }
    all.push(input);
    all
}

/// The inputs of the command's transcripts.
fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/repl");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = files.map(|file| file.expect("an entry").path()).collect();
    files.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text)
    };
    files.into_iter().map(read).collect()
}

fn ways() -> Vec<(Tier, &'static str)> {
    let mut ways = vec![(Tier::Interp, ""), (Tier::Interp, "gc,poison")];
    if cfg!(feature = "native") {
        ways.extend([(Tier::Native, ""), (Tier::Auto, ""), (Tier::Auto, "osr,eager,deopt")]);
    }
    ways
}

#[test]
fn tiers_agree_on_output_and_gas() {
    // Where the heap is full depends on when it is collected.
    for (name, text) in corpus().into_iter().filter(|(name, _)| name != "memory.st") {
        let mut first: Option<Vec<(String, u64)>> = None;
        for (tier, stress) in ways() {
            let (mut repl, output) = begin(tier, stress);
            let mut seen = Vec::new();
            for input in inputs(&text) {
                let came_to = evaluate(&mut repl, &input);
                seen.push((format!("{input}\n{}{came_to}", output.text()), repl.isolate().stats().gas));
            }
            let wanted = first.get_or_insert_with(|| seen.clone());
            for (wanted, seen) in wanted.iter().zip(&seen) {
                assert_eq!(wanted, seen, "{name} in {tier:?} with {stress}");
            }
        }
    }
}

#[test]
fn what_does_not_compile_changes_nothing() {
    let (mut repl, output) = begin(Tier::Interp, "");
    assert_eq!(evaluate(&mut repl, "a := 3. Object subclass: Foo [ bar [ ^1 ] ]"), "");
    let completed = |repl: &Repl| ["b", "B", "F"].map(|begun| repl.complete(begun));
    let before = completed(&repl);
    for wrong in [
        "a := 4. )",
        "b := 1. Object subclass: Bar [ foo [ ^zork ] ]",
        "Foo extend [ baz [ ^(1 ] ]",
        "a := 5. thisContext",
        "Object subclass: Foo [ | x | bar [ ^x ] ] Bar extend [ ]",
    ] {
        assert!(evaluate(&mut repl, wrong).contains("<repl>:1:"), "{wrong}");
        assert_eq!(completed(&repl), before, "{wrong}");
    }
    assert_eq!(evaluate(&mut repl, "{a. Foo new bar. Bar}"), "");
    assert!(output.text().ends_with("(3 1 nil )\n"), "{}", output.text());
}

#[test]
fn a_cancelled_input_leaves_the_session() {
    let (mut repl, output) = begin(Tier::Interp, "");
    assert_eq!(evaluate(&mut repl, "a := 3"), "");
    repl.isolate().canceller().cancel();
    assert_eq!(evaluate(&mut repl, "a := 4"), "Cancelled");
    repl.clear_cancellation();
    assert_eq!(evaluate(&mut repl, "a"), "");
    assert_eq!(output.text(), "3\n3\n");
}

#[test]
fn words_are_completed() {
    let (mut repl, _) = begin(Tier::Interp, "");
    assert_eq!(evaluate(&mut repl, "answer := 42. Object subclass: Answerer [ answerThis: x [ ^x ] ]"), "");
    let completed = |line: &str| repl.complete(line);
    assert_eq!(completed("3 + answ"), (4, vec!["answer".into(), "answerThis:".into()]));
    assert_eq!(completed("Answ"), (0, vec!["Answerer".into()]));
    assert!(completed("#(1) inject").1.contains(&"inject:into:".to_string()));
    assert!(completed("SystemExceptions.Not").1.contains(&"SystemExceptions.NotFound".to_string()));
    assert_eq!(completed("3 + "), (4, vec![]));
    assert_eq!(completed("é"), (0, vec![]));
    assert_eq!((completed("Sess").1, completed("Running.").1), (vec![], vec![]));
}

/// Damaged inputs: pieces of the corpus that are cut and joined anew.
#[test]
fn damaged_inputs_are_errors_or_run() {
    let (mut repl, _) = begin(Tier::Interp, "");
    let mut seed = 12_345u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below.max(1) as u64) as usize
    };
    let all: Vec<String> = corpus().into_iter().flat_map(|(_, text)| inputs(&text)).collect();
    let (mut wrong, mut right) = (0, 0);
    for _ in 0..400 {
        let (a, b) = (&all[random(all.len())], &all[random(all.len())]);
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let (cut, from) = (random(a.len()), random(b.len()));
        let input: String = a[..cut].iter().chain(&b[from..]).collect();
        match repl.input(&input, Some(20_000)) {
            Err(Failure::Compile(_)) => wrong += 1,
            Err(Failure::Ended(trap)) => assert!(trap.kind != TrapKind::Internal, "{input}: {trap:?}"),
            Ok(()) => right += 1,
        }
    }
    assert!(wrong > 0 && right > 0, "{wrong} {right}");
}

#[test]
fn languages_without_sessions_say_so() {
    let engine = Engine::new(Config::default());
    let error = Repl::new(&engine, "ir", Limits::default(), Streams::default()).err().expect("IR has none");
    assert_eq!(error.to_string(), "there is no repl for IR\n");
    let mut session = Smalltalk.session().expect("sessions");
    assert!(session.read(&mut SourceMap::new(), "<repl>", "3").is_err(), "it has not begun");
}
