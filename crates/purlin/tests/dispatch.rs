//! The rungs of dispatch: programs print the same for the same gas at each, stop at the same place where gas
//! or calls run out, and see a method that has changed at the next send.

#![cfg(feature = "smalltalk")]

mod helpers;

use std::path::Path;

use helpers::Capture;
use purlin::smalltalk::Smalltalk;
use purlin::{Config, Dispatch, Engine, Isolate, Limits, Module, SourceFile, Streams, Stress, Tier};

/// The last comment of a program says what it prints.
const EXPECTED: &str = "\n\"Output:\n";

fn tiers() -> &'static [Tier] {
    if cfg!(feature = "native") { &[Tier::Interp, Tier::Native, Tier::Auto] } else { &[Tier::Interp] }
}

fn stresses() -> &'static [&'static str] {
    if cfg!(feature = "native") { &["gc,poison", "gc,poison,deopt", "osr,eager"] } else { &["gc,poison"] }
}

fn compile(name: &str, text: &str, tier: Tier, stress: &str) -> Module {
    let stress = Stress::parse(stress).expect("modes of stress");
    let engine = Engine::bare(Config { tier, stress, ..Config::default() }).with_guest(Box::new(Smalltalk));
    let source = SourceFile { name: name.into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What is known of a run when it has ended: output, gas, how and where it ended.
#[derive(PartialEq, Eq, Debug)]
struct Ending {
    output: String,
    gas: u64,
    left: Option<i64>,
    end: String,
}

fn ending(isolate: &mut Isolate<()>, output: &Capture, before: usize) -> Ending {
    let end = match isolate.run() {
        Ok(()) => "done".into(),
        Err(trap) => format!("{:?}\n{}", trap.kind, isolate.traceback(&trap)),
    };
    let output = output.text()[before..].to_owned();
    Ending { output, gas: isolate.stats().gas, left: isolate.gas_left(), end }
}

/// A fresh isolate, and the same one again.
fn run(module: &Module, dispatch: Dispatch, limits: &Limits) -> Ending {
    let output = Capture::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let mut isolate = module.isolate((), limits.clone(), streams).expect("an isolate");
    isolate.set_dispatch(dispatch);
    let first = ending(&mut isolate, &output, 0);
    isolate.reset();
    let second = ending(&mut isolate, &output, first.output.len());
    assert_eq!(first, second, "{dispatch}, the isolate is used again");
    first
}

fn agree(name: &str, text: &str, limits: &Limits, tier: Tier, stress: &str) -> Ending {
    let module = compile(name, text, tier, stress);
    let expected = run(&module, Dispatch::Poly, limits);
    for dispatch in Dispatch::ALL {
        assert_eq!(run(&module, dispatch, limits), expected, "{name} in {tier} at {dispatch}, {stress}");
    }
    expected
}

/// The text of a program of tests/smalltalk without what it is to print.
fn program(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/smalltalk").join(name);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    text.split_once(EXPECTED).map_or(text.clone(), |(program, _)| program.to_owned())
}

/// Programs of the corpus: every second one, as all take long.
#[test]
fn programs_agree_at_every_rung() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/smalltalk");
    let mut tested = 0;
    for folder in ["", "compiled"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the corpus is there");
        let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.retain(|path| path.extension().is_some_and(|e| e == "st"));
        files.sort();
        for path in files.into_iter().step_by(2) {
            let name = path.strip_prefix(&root).expect("below").to_string_lossy().into_owned();
            if name == "library_is_kept.st" {
                continue;
            }
            let text = program(&name);
            let endings: Vec<Ending> =
                tiers().iter().map(|tier| agree(&name, &text, &Limits::default(), *tier, "")).collect();
            assert!(endings.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
            tested += 1;
        }
    }
    assert!(tested >= 12, "{tested}");
}

const SMALL: &str = "
Object subclass: Shape [ area [ ^self subclassResponsibility ] double [ ^self area * 2 ] ]
Shape subclass: Square [ |side| side: n [ side := n ] area [ ^side * side ] ]
Shape subclass: Circle [ |radius| radius: n [ radius := n ] area [ ^radius * radius * 3 ] ]
Shape subclass: Nothing [ area [ ^super area ] ]
Shape subclass: Odd [ doesNotUnderstand: message [ ^message selector size ] area [ ^self zork ] ]
| shapes sum worker |
shapes := {Square new side: 3. Circle new radius: 2. Odd new. Square new side: 5}.
sum := 0.
worker := [1 to: 20 do: [:n | shapes do: [:each | sum := sum + each double]. Processor yield]] fork.
1 to: 20 do: [:n | shapes do: [:each | sum := sum + each area]. sum printNl. Processor yield].
(sum perform: #printString: with: 16) displayNl.
Nothing new double.
[:x | x foo: 1 bar: 2] value: 3.
(shapes inject: 0 into: [:a :b | a + b area]) printNl.
";

#[test]
fn stress_modes_and_tiers_agree() {
    let expected = agree("small.st", SMALL, &Limits::default(), Tier::Interp, "");
    assert!(
        expected.output.contains("did not understand") && expected.output.contains("subclass"),
        "{expected:?}"
    );
    for tier in tiers() {
        for stress in stresses() {
            let found = agree("small.st", SMALL, &Limits::default(), *tier, stress);
            assert_eq!(found, expected, "{tier} {stress}");
        }
    }
}

#[test]
fn a_program_stops_at_the_same_poll_where_gas_runs_out() {
    let whole = agree("small.st", SMALL, &Limits::default(), Tier::Interp, "").gas;
    for part in 1..12 {
        let limits = Limits { gas: Some(whole - whole * part / 4000 - part), ..Limits::default() };
        let expected = agree("small.st", SMALL, &limits, Tier::Interp, "");
        assert!(expected.end.starts_with("OutOfGas"), "{expected:?}");
        for tier in tiers() {
            assert_eq!(agree("small.st", SMALL, &limits, *tier, ""), expected, "{tier}");
        }
    }
}

#[test]
fn calls_run_out_at_the_same_place() {
    let text = "
Object subclass: Deep [ down: n [ n printNl. ^(self down: n + 1) + 1 ] ]
Deep new down: 0.
'never' printNl.";
    for depth in [100, 101, 102, 103] {
        let limits = Limits { call_depth: Some(depth), ..Limits::default() };
        let expected = agree("deep.st", text, &limits, Tier::Interp, "");
        assert!(expected.end.starts_with("CallDepth"), "{expected:?}");
        for tier in tiers() {
            assert_eq!(agree("deep.st", text, &limits, *tier, ""), expected, "{tier} {depth}");
        }
    }
}

const CHANGES: &str = "
Object subclass: Above [ answer [ ^1 ] ]
Above subclass: Below [ ]
Object subclass: Site [ ask: other [ ^other answer ] ]
Smalltalk at: #Told put: [:text | text displayNl].
| site above below all |
site := Site new. above := Above new. below := Below new.
all := [((1 to: 3) collect: [:n | {site ask: above. site ask: below}]) last displayNl].
all value.
Below extend [ answer [ ^2 ] ]
all value.
Above extend [ answer [ ^3 ] ]
all value.
Below compile: 'answer ^4'.
all value.
Below removeSelector: #answer.
all value.
Above compile: 'answer ^5'.
all value.
Above removeSelector: #answer.
site ask: above.
site ask: below.
Above extend [ doesNotUnderstand: message [ ^message selector ] ]
all value.
Above extend [ answer [ ^6 ] ]
all value.
Integer extend [ answer [ ^self + 1 ] ]
(site ask: 6) displayNl.
Integer extend [ answer [ ^self + 2 ] ]
(site ask: 6) displayNl.
";

#[test]
fn the_next_send_sees_a_change() {
    let mut endings = Vec::new();
    for tier in tiers() {
        for stress in [&[""][..], stresses()].concat() {
            endings.push(agree("changes.st", CHANGES, &Limits::default(), *tier, stress));
        }
    }
    let lines: Vec<&str> =
        endings[0].output.lines().filter(|line| !line.contains("did not understand")).collect();
    let expected = ["(1 1 )", "(1 2 )", "(3 2 )", "(3 4 )", "(3 3 )", "(5 5 )"];
    assert_eq!(lines[..6], expected, "{}", endings[0].output);
    assert_eq!(endings[0].output.matches("did not understand").count(), 2);
    assert_eq!(lines[lines.len() - 4..], ["(answer answer )", "(6 6 )", "7", "8"], "{}", endings[0].output);
    assert!(endings.windows(2).all(|pair| pair[0] == pair[1]));
}

/// Counting sends changes nothing, and what it counts is what each rung would keep.
#[test]
fn sends_are_counted() {
    let module = compile("small.st", SMALL, Tier::Interp, "");
    let plain = run(&module, Dispatch::Poly, &Limits::default());
    let mut all = Vec::new();
    for dispatch in Dispatch::ALL {
        let output = Capture::default();
        let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
        let mut isolate = module.isolate((), Limits::default(), streams).expect("an isolate");
        isolate.set_dispatch(dispatch);
        isolate.count_sends(true);
        assert_eq!(ending(&mut isolate, &output, 0), plain, "{dispatch}");
        let counts = isolate.send_counts();
        let sites = isolate.sites();
        let sum = |of: fn(&purlin::SiteCounts) -> u64| sites.iter().map(of).sum::<u64>();
        assert_eq!((sum(|s| s.hits), sum(|s| s.misses)), (counts.hits, counts.misses), "{dispatch}");
        assert_eq!(sum(|s| s.transitions), counts.transitions, "{dispatch}");
        assert!(sites.iter().all(|site| site.place.is_some()), "{dispatch}");
        all.push(counts);
    }
    // Each rung sees the same sends, and finds more of them in the site than the one before.
    let sends = all[0].hits + all[0].misses;
    assert!(all.iter().all(|counts| counts.hits + counts.misses == sends), "{all:?}");
    assert_eq!((all[0].hits, all[1].hits), (0, 0));
    assert!(all[2].hits > 0 && all[2].hits == all[3].hits, "{all:?}");
    assert!(all[4].hits >= all[3].hits && all[5].hits >= all[4].hits, "{all:?}");
    assert!(all.windows(2).all(|pair| pair[1].lookups <= pair[0].lookups), "{all:?}");
    // Without counting, the sites find just as many.
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).expect("an isolate");
    isolate.run().expect("a run");
    assert_eq!(isolate.send_counts().misses, all[5].misses);
}

/// Methods that a send calls directly where its site has them, and that change while it does.
const INLINED: &str = "
Object subclass: Pair [ |first second| first [ ^first ] second [ ^second ] first: a second: b [ first := a. second := b ] ]
Pair subclass: Swapped [ first [ ^second ] ]
Pair subclass: Counted [ |count| first [ count := (count ifNil: [0]) + 1. ^count ] ]
| all sum told array |
all := {Pair new first: 1 second: 2. Swapped new first: 3 second: 4. Counted new first: 5 second: 6}.
sum := 0.
1 to: 30 do: [:n |
    all do: [:each | sum := sum + each first + each second].
    n = 10 ifTrue: [Pair compile: 'first ^100'].
    n = 15 ifTrue: [Pair compile: 'second ^first * 2'].
    n = 20 ifTrue: [Swapped removeSelector: #first].
    sum printNl].
array := Array new: 3.
1 to: 6 do: [:n | (array at: n put: n * n) printNl. (array at: n) printNl. array size printNl].
('text' at: 2) printNl. ('text' at: 9) printNl. (#(1 2) at: 'x') printNl. (array at: 1.0) printNl.
told := [:x | x printNl].
1 to: 3 do: [:n | told value: n. told value. told value: n value: n. [n] value printNl].
Array extend [ at: n [ n = 2 ifTrue: [^#two]. ^super at: n ] ]
1 to: 3 do: [:n | (array at: n) printNl].
Array removeSelector: #at:.
1 to: 3 do: [:n | (array at: n) printNl].
[:n | n = 2 ifTrue: [#left printNl]. n foo] value: 2.
(1.5 = 1.5) printNl. (1.5 = 1) printNl. (1.0 = 1) printNl. (0.0 = 0.0 negated) printNl. (1 / 0.0) printNl.
";

#[test]
fn methods_that_are_inlined_change() {
    let expected = agree("inlined.st", INLINED, &Limits::default(), Tier::Interp, "");
    for text in ["#two", "$e", "Index value 9 out of range", "wrong argument count", "did not understand"] {
        assert!(expected.output.contains(text), "{text}: {}", expected.output);
    }
    for tier in tiers() {
        for stress in stresses().iter().chain(&[""]) {
            assert_eq!(
                agree("inlined.st", INLINED, &Limits::default(), *tier, stress),
                expected,
                "{tier} {stress}"
            );
        }
    }
    for part in 1..30 {
        let limits =
            Limits { gas: Some(expected.gas - expected.gas * part / 3000 - part), ..Limits::default() };
        let stopped = agree("inlined.st", INLINED, &limits, Tier::Interp, "");
        assert!(stopped.end.starts_with("OutOfGas"), "{stopped:?}");
        for tier in tiers() {
            assert_eq!(agree("inlined.st", INLINED, &limits, *tier, ""), stopped, "{tier}");
        }
    }
}

/// Sends whose functions have variants for a selector, a class or a shape that is known.
const KNOWN: &str = "
Object subclass: Pair [ |first second| first: a second: b [ first := a. second := b ] sum [ ^first + second ] ]
Object subclass: Odd [ doesNotUnderstand: message [ ^message arguments size ] ]
| sum |
sum := 0.
1 to: 40 do: [:n |
    | pair |
    pair := Pair new.
    pair perform: #first:second: with: n with: 2.
    sum := sum + (pair perform: #sum) + (n perform: #+ with: 1) + (n perform: #printString) size.
    sum := sum + (Odd new perform: #zork: with: 3) + pair copy sum + (Array new: n) size + ('text' at: 1) value].
sum printNl.
";

/// A program without gas has the same stack at each rung and in each tier, also within such a variant.
#[test]
fn stacks_within_variants_are_equal() {
    let expected = agree("known.st", KNOWN, &Limits::default(), Tier::Interp, "");
    let start = agree("empty.st", "nil.", &Limits::default(), Tier::Interp, "").gas;
    let modules = tiers().iter().map(|tier| (tier, compile("known.st", KNOWN, *tier, "")));
    let modules: Vec<_> = modules.collect();
    let mut stops = std::collections::BTreeSet::new();
    for part in 1..60 {
        let gas = start + (expected.gas - start) * part / 60 + part;
        let limits = Limits { gas: Some(gas), ..Limits::default() };
        let mut first = None;
        for (tier, module) in &modules {
            for dispatch in [Dispatch::Poly, Dispatch::Lookup, Dispatch::MonoGlobal] {
                let stopped = run(module, dispatch, &limits);
                assert!(stopped.end.starts_with("OutOfGas"), "{stopped:?}");
                let first = first.get_or_insert_with(|| stopped.end.clone());
                assert_eq!(&stopped.end, first, "{tier} at {dispatch}, {gas} units");
            }
        }
        stops.extend(first.filter(|end| end.contains("perform:")));
    }
    assert!(stops.len() > 2, "no stop is within a message by name: {stops:?}");
}
