//! A program that changes its classes while their code is on the stack, beside one that does not, in two
//! isolates on one module: the next send sees the change there, and only there.

#![cfg(feature = "smalltalk")]

mod helpers;

use helpers::Capture;
use purlin::smalltalk::Smalltalk;
use purlin::{
    Config, Dispatch, Engine, Isolate, Limits, Module, SourceFile, Streams, Stress, Tier, TrapKind,
};

const CLASSES: &str = "
Object extend [ added [ ^'nothing added' ] ]
Object subclass: Left [
    |a|
    kind [ ^'left' ] removed [ ^'inherited' ]
    Left class >> made [ ^'left' ]
]
Object subclass: Right [
    |b|
    kind [ ^'right' ] removed [ ^'other' ]
    Right class >> made [ ^'right' ]
]
Left subclass: Shape [
    |own|
    own: x [ own := x ]
    answer [ ^'first' ]
    removed [ ^'there' ]
    above [ ^super kind ]
    Shape class >> above [ ^super made ]
    late [ ^self class instVarNames size printString ]
    told [ ^{self answer. self added. self removed. self kind. self above. self class above. self late. own} ]
    around: change depth: n [
        | before |
        before := self told.
        n > 0 ifTrue: [self around: change depth: n - 1] ifFalse: [change value].
        ^{before. self told}
    ]
]
| shape change pairs |
shape := Shape new own: 7; yourself.
change := [nil].
";

/// What changes, and what an object tells of itself then.
const CHANGES: [(&str, &str, &str); 6] = [
    (
        "a method is redefined",
        "Shape compile: 'answer ^''second'''",
        "('second' 'nothing added' 'there' 'left' 'left' 'left' '1' 7 )",
    ),
    (
        "a method is added",
        "Shape compile: 'added ^''added'''",
        "('first' 'added' 'there' 'left' 'left' 'left' '1' 7 )",
    ),
    (
        "a method is removed",
        "Shape removeSelector: #removed",
        "('first' 'nothing added' 'inherited' 'left' 'left' 'left' '1' 7 )",
    ),
    (
        "a superclass changes",
        "Shape superclass: Right",
        "('first' 'nothing added' 'there' 'right' 'right' 'right' '1' 7 )",
    ),
    (
        "a shape changes",
        "#('more' 'fields') do: [:each | Shape addInstVarName: each].
         Shape compile: 'late more isNil ifTrue: [more := 0. fields := 8]. more := more + fields. ^more printString'",
        // It is asked four times on the way out, then once more.
        "('first' 'nothing added' 'there' 'left' 'left' 'left' '40' 7 )",
    ),
    (
        "the method that runs is redefined",
        "Shape compile: 'told ^#new'. Shape compile: 'around: change depth: n ^#(4 5)'",
        "#new",
    ),
];

const BEFORE: &str = "('first' 'nothing added' 'there' 'left' 'left' 'left' '1' 7 )";

fn tiers() -> &'static [Tier] {
    if cfg!(feature = "native") { &[Tier::Interp, Tier::Native, Tier::Auto] } else { &[Tier::Interp] }
}

fn stresses() -> &'static [&'static str] {
    if cfg!(feature = "native") { &["", "gc,poison,deopt,osr,eager"] } else { &["", "gc,poison"] }
}

/// A program that makes the change where it is given an argument.
fn program(change: &str) -> String {
    format!(
        "{CLASSES}
        Smalltalk arguments isEmpty ifFalse: [change := [{change}]].
        pairs := (1 to: 3) collect: [:n | shape around: [nil] depth: n].
        pairs do: [:pair | pair first = pair last ifFalse: ['changed too soon' displayNl]].
        (shape around: change depth: 3) first printNl.
        shape told printNl.
        (shape around: [nil] depth: 1) size printNl."
    )
}

fn compile(text: &str, tier: Tier, stress: &str) -> Module {
    let stress = Stress::parse(stress).expect("modes of stress");
    let engine = Engine::bare(Config { tier, stress, ..Config::default() }).with_guest(Box::new(Smalltalk));
    let source = SourceFile { name: "changes.st".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|error| panic!("{error}"))
}

/// Gas that a run gets at a time.
const SLICE: u64 = 20_000;

/// A run in pieces.
struct Running {
    isolate: Isolate<()>,
    output: Capture,
    has_begun: bool,
    is_done: bool,
}

impl Running {
    fn new(module: &Module, dispatch: Dispatch, args: &[&str]) -> Running {
        let output = Capture::default();
        let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
        let limits = Limits { gas: Some(SLICE), ..Limits::default() };
        let mut isolate = module.isolate((), limits, streams).expect("an isolate");
        isolate.set_dispatch(dispatch);
        isolate.set_args(args.iter().map(|arg| (*arg).into()).collect());
        Running { isolate, output, has_begun: false, is_done: false }
    }

    /// Continues for one slice.
    fn continue_run(&mut self) {
        if self.is_done {
            return;
        }
        let result = if self.has_begun { self.isolate.resume() } else { self.isolate.run() };
        self.has_begun = true;
        match result {
            Ok(()) => self.is_done = true,
            Err(trap) if trap.kind == TrapKind::OutOfGas => self.isolate.refuel(SLICE),
            Err(trap) => panic!("{trap}\n{}", self.output.text()),
        }
    }
}

#[test]
fn the_next_send_sees_a_change_there_and_only_there() {
    for (what, change, after) in CHANGES {
        let text = program(change);
        for tier in tiers() {
            for stress in stresses() {
                let module = compile(&text, *tier, stress);
                for dispatch in [Dispatch::Lookup, Dispatch::MonoGlobal, Dispatch::Poly] {
                    let mut both = [&["changes.st", "change"][..], &["changes.st"]]
                        .map(|args| Running::new(&module, dispatch, args));
                    let mut slices = 0;
                    while both.iter().any(|one| !one.is_done) {
                        both.iter_mut().for_each(Running::continue_run);
                        slices += 1;
                    }
                    assert!(slices > 3, "the runs do not take turns: {slices}");
                    let [changed, other] = both.map(|one| one.output.text());
                    let place = format!("{what}, {tier}, {stress}, {dispatch}");
                    assert_eq!(changed, format!("{BEFORE}\n{after}\n2\n"), "{place}");
                    assert_eq!(other, format!("{BEFORE}\n{BEFORE}\n2\n"), "{place}");
                }
            }
        }
    }
}
