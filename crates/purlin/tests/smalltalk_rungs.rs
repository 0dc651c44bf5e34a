//! Programs that mean no good at the lowest rungs of dispatch, where a send looks up by the guest's own code:
//! they end as they do at the highest rung, whatever the tier, and a search never keeps its host waiting.

#![cfg(feature = "smalltalk")]

mod helpers;

use std::thread;
use std::time::Duration;

use helpers::Capture;
use purlin::smalltalk::Smalltalk;
use purlin::{Config, Dispatch, Engine, Limits, Module, SourceFile, Streams, Tier};

/// The two rungs that keep nothing, and the highest one.
const RUNGS: [Dispatch; 3] = [Dispatch::Poly, Dispatch::Lookup, Dispatch::Invoke];

fn tiers() -> &'static [Tier] {
    if cfg!(feature = "native") { &[Tier::Interp, Tier::Native, Tier::Auto] } else { &[Tier::Interp] }
}

fn limits(gas: i64) -> Limits {
    Limits {
        gas: Some(gas as u64),
        heap_bytes: 32 << 20,
        stack_bytes: 1 << 20,
        output_bytes: Some(1 << 20),
        ..Limits::default()
    }
}

/// How a run ended: the kind of its trap, or `done`; output, gas, and what is left of it.
#[derive(Debug, PartialEq, Eq, Clone)]
struct End {
    kind: String,
    output: String,
    gas: u64,
    left: Option<i64>,
}

fn compile(text: &str, tier: Tier) -> Module {
    let engine = Engine::bare(Config { tier, ..Config::default() }).with_guest(Box::new(Smalltalk));
    let source = SourceFile { name: "hostile.st".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|error| panic!("{error}"))
}

fn run(module: &Module, dispatch: Dispatch, limits: &Limits) -> End {
    let output = Capture::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let mut isolate = module.isolate((), limits.clone(), streams).expect("an isolate");
    isolate.set_dispatch(dispatch);
    let kind = isolate.run().err().map_or("done".into(), |trap| trap.kind.name().to_owned());
    End { kind, output: output.text(), gas: isolate.stats().gas, left: isolate.gas_left() }
}

/// How a program ends: the same at each rung, in each tier.
fn everywhere(text: &str, limits: &Limits) -> End {
    let mut expected = None;
    for tier in tiers() {
        let module = compile(text, *tier);
        for dispatch in RUNGS {
            let end = run(&module, dispatch, limits);
            let expected = expected.get_or_insert_with(|| end.clone());
            assert_eq!(&end, expected, "{tier} at {dispatch}");
        }
    }
    expected.expect("there is a tier")
}

/// A chain of superclasses, and an object of the last class.
fn chain(length: usize) -> String {
    format!(
        "Object subclass: Top [ far [ ^7 ] doesNotUnderstand: message [ ^message selector size ] ]
| class deep sum |
class := Top.
1 to: {length} do: [:n | class := class subclass: #Below].
deep := class new.
sum := 0.
"
    )
}

#[test]
fn long_chains_with_little_gas() {
    let text = chain(1000) + "1 to: 20 do: [:n | sum := sum + deep far + deep zork. sum printNl].";
    let whole = everywhere(&text, &limits(1_000_000_000));
    assert!(whole.kind == "done" && whole.output.ends_with("\n220\n"), "{whole:?}");
    // A lookup through a thousand classes is paid for wherever it was made.
    let start = everywhere(&chain(1000), &limits(1_000_000_000)).gas;
    assert!(whole.gas - start > 20 * 3 * 985, "{start} {}", whole.gas);
    for part in 1..4 {
        let gas = start + (whole.gas - start) * part / 4 + part;
        let end = everywhere(&text, &limits(gas as i64));
        assert_eq!(end.kind, "OutOfGas", "{end:?}");
        assert!(whole.output.starts_with(&end.output), "{end:?}");
    }
}

/// Beyond 1,024 classes the runtime looks up in the place of the guest's code.
#[test]
fn chains_that_the_guest_gives_up_on() {
    let text = chain(1100) + "1 to: 5 do: [:n | sum := sum + deep far + deep zork]. sum printNl.";
    let end = everywhere(&text, &limits(1_000_000_000));
    assert!(end.kind == "done" && end.output.ends_with("55\n"), "{end:?}");
}

/// What was lent to a search goes back where it ends by a trap: no gas is made or lost.
#[test]
fn the_stack_may_end_within_a_search() {
    const GAS: i64 = 100_000_000;
    let text = chain(30)
        + "Top extend [ down: n [ ^(self down: n + 1) + 1 ] ]
'begins' displayNl.
deep down: 0.
'never' displayNl.";
    for tier in tiers() {
        let module = compile(&text, *tier);
        for step in 0..24 {
            let limits = Limits { stack_bytes: (256 << 10) + 80 * step, ..limits(GAS) };
            for dispatch in RUNGS {
                let end = run(&module, dispatch, &limits);
                let (kind, output) = (end.kind.as_str(), end.output.as_str());
                assert_eq!((kind, output), ("StackOverflow", "begins\n"), "{tier} at {dispatch}, {step}");
                assert_eq!(end.gas as i64 + end.left.expect("a limit"), GAS, "{tier} at {dispatch}, {step}");
            }
        }
    }
}

#[test]
fn nothing_understands_what_says_so() {
    // Each answers a message by one that it does not understand either.
    let endless = "Object subclass: Deep [ doesNotUnderstand: message [ ^self foo: message ] ]
'begins' displayNl.
Deep new zork.";
    for tier in tiers() {
        let module = compile(endless, *tier);
        for dispatch in RUNGS {
            let end = run(&module, dispatch, &limits(1_000_000_000));
            let (kind, output) = (end.kind.as_str(), end.output.as_str());
            assert_eq!((kind, output), ("StackOverflow", "begins\n"), "{tier} at {dispatch}");
        }
    }
    let bounded = "Object subclass: Shy [
    doesNotUnderstand: message [ ^message selector == #zork ifTrue: [self zork2] ifFalse: [super doesNotUnderstand: message] ]
]
nil subclass: Root [ ]
Object subclass: Turn [ | n | n: k [ n := k ] doesNotUnderstand: message [ n = 0 ifTrue: [^message selector]. n := n - 1. ^self perform: message selector ] ]
([Shy new zork] on: MessageNotUnderstood do: [:e | e return: e message selector]) printNl.
((Turn new) n: 500; zork) printNl.
1 to: 200 do: [:n | ([Shy new zork] on: Error do: [:e | e return: n]) = n ifFalse: ['lost' displayNl]].
Root new zork.
'never' displayNl.";
    let end = everywhere(bounded, &limits(1_000_000_000));
    assert_eq!((end.kind.as_str(), end.output.as_str()), ("Uncaught", "#zork2\n#zork\n"), "{end:?}");
    let retried = everywhere("[3 zork] on: Error do: [:e | e retry].", &limits(30_000_000));
    assert_eq!(retried.kind, "OutOfGas");
}

#[test]
fn methods_that_change_in_a_loop() {
    let counted = "Object subclass: Above [ answer [ ^0 ] ]
Above subclass: Work [ ]
| work sum |
work := Work new. sum := 0.
1 to: 60 do: [:n |
    (n odd ifTrue: [Above] ifFalse: [Work]) compile: 'answer ^' , n printString.
    sum := sum * 3 \\\\ 1000003 + work answer.
    n \\\\ 4 = 0 ifTrue: [Work removeSelector: #answer. sum := sum + work answer]].
sum printNl.";
    let end = everywhere(counted, &limits(1_000_000_000));
    // The same by hand: what `work` answers is the last method of its own, or else of the class above.
    let (mut sum, mut above, mut own) = (0u64, 0, None);
    for n in 1..=60 {
        *if n % 2 == 1 { &mut above } else { own.insert(0) } = n;
        sum = sum * 3 % 1_000_003 + own.unwrap_or(above);
        if n % 4 == 0 {
            own = None;
            sum += above;
        }
    }
    assert_eq!((end.kind.as_str(), end.output.as_str()), ("done", format!("{sum}\n").as_str()));
    let endless = "Object subclass: Work [ ]
| work |
work := Work new.
[Work compile: 'answer ^1'. work answer. Work removeSelector: #answer. [work answer] on: Error do: [:e | e return: 2]] repeat.";
    assert_eq!(everywhere(endless, &limits(30_000_000)).kind, "OutOfGas");
}

#[test]
fn classes_without_end() {
    // Where the heap ends depends on the tier, so only the kind and the output are the same.
    let endless = "'begins' displayNl. [Object subclass: #Made instanceVariableNames: 'a b c d e f g h' classVariableNames: '' package: ''] repeat.";
    for tier in tiers() {
        let module = compile(endless, *tier);
        let limits = Limits { heap_bytes: 12 << 20, ..limits(100_000_000_000) };
        let end = run(&module, Dispatch::Lookup, &limits);
        assert_eq!((end.kind.as_str(), end.output.as_str()), ("OutOfMemory", "begins\n"), "{tier}");
    }
    // Each class is below the one before, and is asked for what only the first has: gas ends it.
    let deeper = "Object subclass: Top [ far [ ^7 ] ]
| class |
class := Top.
[class := class subclass: #Below. class new far] repeat.";
    assert_eq!(everywhere(deeper, &limits(5_000_000)).kind, "OutOfGas");
}

/// Another thread stops a program that does nothing but look up far: no search holds it for long.
#[test]
fn a_program_that_searches_is_cancelled() {
    let text = chain(3000) + "[deep far. deep zork] repeat.";
    for tier in tiers() {
        let module = compile(&text, *tier);
        for dispatch in RUNGS {
            let limits = limits(1 << 50);
            let mut isolate = module.isolate((), limits, Streams::default()).expect("an isolate");
            isolate.set_dispatch(dispatch);
            let canceller = isolate.canceller();
            let other = thread::spawn(move || {
                thread::sleep(Duration::from_millis(300));
                canceller.cancel();
            });
            let trap = isolate.run().expect_err("it has no end of its own");
            other.join().expect("the other thread");
            assert_eq!(trap.kind.name(), "Cancelled", "{tier} at {dispatch}");
        }
    }
}
