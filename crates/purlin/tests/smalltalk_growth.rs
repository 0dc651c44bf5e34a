//! Collections of Smalltalk's library take gas by how much they hold, whatever it is: hashes that are
//! multiples of something, equal halves of pairs and digits at one end of integers do not cluster.

#![cfg(feature = "smalltalk")]

use purlin::smalltalk::Smalltalk;
use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};

/// Statements with `N` for a size.
const PROGRAMS: [(&str, &str); 12] = [
    ("multiples", "| s | s := Set new. 1 to: N do: [:i | s add: i * 4096]"),
    ("texts", "| s | s := Set new. 1 to: N do: [:i | s add: i printString]"),
    (
        "texts and multiples",
        "| s | s := Set new. 1 to: N do: [:i | s add: i * 8; add: i printString; add: i negated]",
    ),
    ("equal pairs", "| s | s := Set new. 1 to: N do: [:i | s add: i -> i; add: i @ i; add: {i. i}]"),
    ("large integers", "| s | s := Set new. 1 to: N do: [:i | s add: i * (1 bitShift: 100)]"),
    ("floats", "| s | s := Set new. 1 to: N do: [:i | s add: i / 7.0; add: i / 7]"),
    ("identities", "| s | s := IdentitySet new. 1 to: N do: [:i | s add: i * 1024; add: Object new]"),
    (
        "keys that come and go",
        "| d | d := Dictionary new. 1 to: N do: [:i | d at: i * 16 put: i. i > 50 ifTrue: [d removeKey: i - 50 * 16]]",
    ),
    (
        "a bag",
        "| b | b := Bag new. 1 to: N do: [:i | b add: i; add: i \\\\ 10]. 1 to: N do: [:i | b remove: i]",
    ),
    ("sorted", "((N to: 1 by: -1) asSortedCollection: [:a :b | a <= b]) asArray"),
    ("a queue", "| q | q := OrderedCollection new. 1 to: N do: [:i | q add: i; add: i; removeFirst]"),
    (
        "a stream",
        "| w | w := WriteStream on: String new. 1 to: N do: [:i | w print: i; nl]. w contents lines size",
    ),
];

fn gas(program: &str, size: usize) -> u64 {
    let text = program.replace('N', &size.to_string()).into();
    let config = Config { tier: Tier::Interp, ..Config::default() };
    let engine = Engine::bare(config).with_guest(Box::new(Smalltalk));
    let module = engine.compile(&[SourceFile { name: "growth.st".into(), text }]).expect("it compiles");
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).expect("an isolate");
    isolate.run().unwrap_or_else(|trap| panic!("{program}: {trap}"));
    isolate.stats().gas
}

#[test]
fn gas_grows_with_the_size() {
    for (name, program) in PROGRAMS {
        let [none, small, large] = [1, 1000, 8000].map(|size| gas(program, size));
        let (small, large) = (small - none, large - none);
        // Tables are made twice as large at a time, and sorting takes a logarithm more.
        assert!(large < 16 * small, "{name}: {small} units for 1,000, {large} for 8,000");
    }
}
