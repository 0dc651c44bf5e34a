//! Programs of Smalltalk that mean no good: each ends with an error of Smalltalk's or a trap at a limit, in
//! every tier and with every stress, with equal output and gas; and damaged sources, which are errors or run.

#![cfg(feature = "smalltalk")]

mod helpers;

use std::path::{Path, PathBuf};

use helpers::Capture;
use purlin::smalltalk::Smalltalk;
use purlin::{Config, Engine, Limits, SourceFile, Streams, Stress, Tier, TrapKind};

/// How a program ended.
#[derive(Debug, PartialEq)]
struct End {
    output: String,
    trap: Option<String>,
    gas: u64,
}

fn limits(gas: u64) -> Limits {
    Limits {
        gas: Some(gas),
        heap_bytes: 32 << 20,
        stack_bytes: 1 << 20,
        output_bytes: Some(1 << 20),
        ..Limits::default()
    }
}

/// Runs a program of one file in a tier with a stress; the errors of one that does not compile.
fn run(name: &str, text: &str, tier: Tier, stress: &str, gas: u64) -> Result<End, Vec<String>> {
    run_files(&[SourceFile { name: name.into(), text: text.into() }], tier, stress, gas)
}

/// Runs the program that the first file begins.
fn run_files(files: &[SourceFile], tier: Tier, stress: &str, gas: u64) -> Result<End, Vec<String>> {
    let name = &files[0].name;
    let stress = Stress::parse(stress).expect("a stress");
    let config = Config { tier, stress, compile_bytes: Some(256 << 20), ..Config::default() };
    let engine = Engine::bare(config).with_guest(Box::new(Smalltalk));
    let module = engine.compile(files).map_err(|error| error.lines())?;
    let output = Capture::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let mut isolate = module.isolate((), limits(gas), streams).expect("an isolate");
    // A program of SOM begins with the words of the command line, its name first.
    isolate.set_args(vec!["Main".into()]);
    let trap = isolate.run().err().map(|trap| {
        assert!(trap.kind != TrapKind::Internal, "{name}: {trap:?}");
        trap.kind.name().to_owned()
    });
    Ok(End { output: output.text(), trap, gas: isolate.stats().gas })
}

/// The tiers, each with the stresses that it is run with.
fn ways() -> Vec<(Tier, &'static str)> {
    let mut ways = vec![(Tier::Interp, ""), (Tier::Interp, "gc,poison")];
    if cfg!(feature = "native") {
        ways.extend([(Tier::Native, ""), (Tier::Auto, ""), (Tier::Auto, "gc,poison,osr,eager,deopt")]);
    }
    ways
}

/// How a program ends, the same in every tier.
fn everywhere(name: &str, text: &str, gas: u64) -> End {
    everywhere_files(&[SourceFile { name: name.into(), text: text.into() }], gas)
}

fn everywhere_files(files: &[SourceFile], gas: u64) -> End {
    let name = &files[0].name;
    let mut ends = ways().into_iter().map(|(tier, stress)| {
        let end = run_files(files, tier, stress, gas).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        (tier, stress, end)
    });
    let (_, _, first) = ends.next().expect("a tier");
    for (tier, stress, end) in ends {
        assert_eq!((&end.output, &end.trap), (&first.output, &first.trap), "{name} in {tier:?} {stress}");
        // Where the stack or the heap ends differs by tier and stress, and with it what was paid up to there.
        let is_at_a_size = matches!(first.trap.as_deref(), Some("StackOverflow" | "OutOfMemory"));
        assert!(is_at_a_size || end.gas == first.gas, "{name} in {tier:?} {stress}");
    }
    first
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/smalltalk-hostile")
}

fn program(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).expect("the program is there")
}

#[test]
fn primitives_at_their_borders() {
    let end = everywhere("borders.st", &program("borders.st"), 1_000_000_000);
    assert_eq!(end.trap, None, "{}", end.output);
    assert!(end.output.ends_with("false\n") && end.output.matches("#error").count() > 100, "{}", end.output);
}

#[test]
fn what_is_made_while_running_with_everything() {
    let end = everywhere("running.st", &program("running.st"), 3_000_000_000);
    assert_eq!(end.trap, None, "{}", end.output);
    assert!(end.output.ends_with("end\n"), "{}", end.output);
}

/// Class files name primitives, and methods can be called for any receiver: all of SOM's primitives, each
/// with everything as receiver and as arguments.
#[test]
fn primitives_of_som_with_everything() {
    let file = |name: &str| SourceFile { name: name.into(), text: program(&format!("som/{name}")).into() };
    let end = everywhere_files(&["Main.som", "Other.som", "Object.som"].map(file), 20_000_000_000);
    assert_eq!(end.trap, None, "{}", end.output);
    let (swept, last) = end.output.split_once("calls: ").expect("it comes to its end");
    assert_eq!((swept.lines().count(), last), (92, "true\n17\nfield\n"));
}

/// A class of a program's own does not lie over what the machine keeps in such objects.
#[test]
fn fields_in_built_in_classes_of_som_are_refused() {
    for class in
        ["Object", "Class", "Metaclass", "Method", "Primitive", "Array", "String", "Block1", "Integer"]
    {
        let above = if class == "Object" { "nil" } else { "Object" };
        let text = format!("{class} = {above} ( | a b c | corrupt = ( a := 5. b := 7. c := 9 ) )");
        let main = format!("Main = ( run = ( {class} println ) )");
        let file = |(name, text): (String, String)| SourceFile { name, text: text.into() };
        let files = [("Main.som".to_owned(), main), (format!("{class}.som"), text)].map(file);
        let errors = run_files(&files, Tier::Interp, "", 1_000_000).expect_err("they have fields");
        assert!(errors[0].contains("cannot have fields"), "{errors:?}");
    }
}

#[test]
fn every_message_to_everything() {
    // Some messages ask for more than there is: what counts is that all ways end alike, and none inside.
    let end = everywhere("all.st", &program("all.st"), 300_000_000);
    assert!(matches!(end.trap.as_deref(), None | Some("OutOfGas")), "{:?}: {}", end.trap, end.output);
}

#[test]
fn what_nothing_understands() {
    let end = everywhere("understood.st", &program("understood.st"), 1_000_000_000);
    // The class that answers every message by another one that it does not understand.
    assert_eq!(end.trap.as_deref(), Some("StackOverflow"), "{}", end.output);
}

#[test]
fn classes_that_are_defined_twice() {
    let end = everywhere("redefined.st", &program("redefined.st"), 1_000_000_000);
    assert!(end.trap.is_none() && end.output.starts_with("3\n3\n"), "{end:?}");
}

#[test]
fn classes_whose_objects_would_lie_wrong_are_refused() {
    let errors = run("refused.st", &program("refused.st"), Tier::Interp, "", 1).unwrap_err();
    for line in [1, 2, 3, 4, 5] {
        assert!(errors.iter().any(|e| e.starts_with(&format!("refused.st:{line}:"))), "{line}: {errors:?}");
    }
}

#[test]
fn programs_without_end_meet_a_limit() {
    let deep = "Object subclass: A [ foo [ ^self foo + 1 ] ]\nA new foo.";
    let cyclic = "| a | a := Array new: 1. a at: 1 put: a. a printNl.";
    let grown = "| a | a := OrderedCollection new. [a add: (Array new: 1000)] repeat.";
    let text = "| s | s := 'x'. [s := s , s] repeat.";
    let symbols = "| i | i := 0. [i := i + 1. ('a', i printString) asSymbol] repeat.";
    let long_symbols =
        "| i s | i := 0. s := String new: 100000. [i := i + 1. (i printString, s) asSymbol] repeat.";
    let globals = "| i | i := 0. [i := i + 1. Smalltalk at: ('G', i printString) asSymbol put: i] repeat.";
    let number = "| n | n := 3. [n := n * n] repeat.";
    let loops = "[true] whileTrue.";
    let printed = "[3 printNl] repeat.";
    let retried = "[3 zork] on: Error do: [:e | e retry].";
    let guarded = "Object subclass: A [ foo [ ^[self foo] ensure: [self foo] ] ]\nA new foo.";
    let becomes = "Object subclass: A [ |x| ]\nObject subclass: B [ |y| ]\n| a b | a := A new. b := B new. [a become: b] repeat.";
    for (name, text, expected) in [
        ("deep", deep, "StackOverflow"),
        ("cyclic", cyclic, "StackOverflow"),
        ("grown", grown, "OutOfMemory"),
        ("text", text, "OutOfMemory"),
        ("symbols", symbols, "OutOfMemory"),
        ("long symbols", long_symbols, "OutOfMemory"),
        ("globals", globals, "OutOfGas"),
        ("loops", loops, "OutOfGas"),
        ("printed", printed, "OutputLimit"),
        ("retried", retried, "OutOfGas"),
        ("guarded", guarded, "StackOverflow"),
        ("becomes", becomes, "OutOfGas"),
    ] {
        for (tier, stress) in ways().into_iter().filter(|way| way.1.is_empty()) {
            let end = run(&format!("{name}.st"), text, tier, stress, 300_000_000).expect("it compiles");
            assert_eq!(end.trap.as_deref(), Some(expected), "{name} in {tier:?}: {:.300}", end.output);
        }
    }
    // The number that is too large is an error of the statement's.
    let end = everywhere("number.st", number, 300_000_000);
    assert!(end.trap.is_none() && end.output.contains("error"), "{end:?}");
}

/// A generator of numbers, as good as damage needs.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A text with some words taken away, doubled, exchanged or replaced by those of another place.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    for _ in 0..1 + random.below(4) {
        let (a, b) = (random.below(words.len()), random.below(words.len()));
        match random.below(4) {
            0 => drop(words.remove(a)),
            1 => words.insert(a, words[b]),
            2 => words.swap(a, b),
            _ => words[a] = words[b],
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

/// `PURLIN_DAMAGED=N` asks for so many damaged programs.
#[test]
fn damaged_programs_are_errors_or_end() {
    let count = std::env::var("PURLIN_DAMAGED").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let corpus = ["tests/smalltalk", "tests/smalltalk-hostile"].map(|dir| folder().join("../..").join(dir));
    let mut texts: Vec<(String, String)> = Vec::new();
    for entry in corpus.iter().flat_map(|dir| std::fs::read_dir(dir).expect("a folder")) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        texts.push((name, std::fs::read_to_string(&path).expect("text")));
    }
    texts.sort();
    let (mut random, mut ran) = (Random(1), 0);
    for n in 0..count {
        let (name, text) = &texts[random.below(texts.len())];
        let text = damaged(text, &mut random);
        let tier = if cfg!(feature = "native") && n % 8 == 0 { Tier::Native } else { Tier::Interp };
        ran += usize::from(run(name, &text, tier, "", 3_000_000).is_ok());
    }
    assert!(ran * 20 > count, "of {count} damaged programs {ran} ran");
}
