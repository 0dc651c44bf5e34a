//! The corpus of Smalltalk in every tier: programs print what they say, and take the same gas.

#![cfg(feature = "smalltalk")]

mod helpers;

use std::path::Path;

use helpers::Capture;
use purlin::smalltalk::Smalltalk;
use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};

/// The program that is not compiled, as it has errors.
const WRONG: &[&str] = &["library_is_kept.st"];

/// Programs that every machine runs, and those of what only compiled ones do: processes, and what is made
/// while the program runs.
const FOLDERS: [&str; 2] = ["tests/smalltalk", "tests/smalltalk/compiled"];

/// The last comment of a program says what it prints.
const EXPECTED: &str = "\n\"Output:\n";

fn tiers() -> &'static [Tier] {
    if cfg!(feature = "native") { &[Tier::Interp, Tier::Native, Tier::Auto] } else { &[Tier::Interp] }
}

/// The output and the gas of a program.
fn run(name: &str, text: &str, tier: Tier) -> (String, u64) {
    let verify = tier == Tier::Interp;
    let engine = Engine::bare(Config { tier, verify, ..Config::default() }).with_guest(Box::new(Smalltalk));
    let source = SourceFile { name: name.into(), text: text.into() };
    let module = engine.compile(&[source]).unwrap_or_else(|error| panic!("{name}: {error}"));
    let output = Capture::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let mut isolate = module.isolate((), Limits::default(), streams).expect("an isolate");
    isolate.run().unwrap_or_else(|trap| panic!("{name}: {trap:?}"));
    (output.text(), isolate.stats().gas)
}

#[test]
fn programs_print_what_they_say_in_every_tier() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut tested = 0;
    let entries =
        FOLDERS.iter().flat_map(|dir| std::fs::read_dir(root.join(dir)).expect("the corpus is there"));
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        if WRONG.contains(&&*name) || !name.ends_with(".st") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let (program, expected) = text.split_once(EXPECTED).expect("the program says what it prints");
        let expected = expected.trim_end().strip_suffix('"').expect("a comment");
        let mut gas = Vec::new();
        for tier in tiers() {
            let (output, used) = run(&name, program, *tier);
            assert_eq!(output, expected, "{name} in {tier:?}");
            gas.push(used);
        }
        assert!(gas.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {gas:?}");
        tested += 1;
    }
    assert!(tested >= 26);
}
