//! Guests beside each other: which one takes a program, that IR text is always read, and that one more guest
//! changes nothing for the others. Needs no feature.

use purlin::substrate::ir::{FuncBuilder, Module, Signature};
use purlin::substrate::text::TextNatives;
use purlin::{
    Compiled, Config, Diagnostic, Engine, Export, Guest, HostType, Input, Limits, MemoryTree, Pos, Program,
    Project, SourceFile, SourceMap, Streams, Tier, Trap, TrapKind,
};
use purlin_runtime::border::GuestTypes;

/// A language whose programs end with their own text as the message.
struct Says {
    name: &'static str,
    extensions: &'static [&'static str],
    project: Option<Project>,
}

const ONE: Says = Says { name: "one", extensions: &["x", "one"], project: None };
const TWO: Says = Says { name: "two", extensions: &["x"], project: Some(Project { marker: "top" }) };

impl Guest for Says {
    fn name(&self) -> &'static str {
        self.name
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    fn project(&self) -> Option<Project> {
        self.project
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let files = input.add_files(sources)?;
        let (pos, text) = files.first().copied().unwrap_or((Pos::NONE, "a folder"));
        if text == "wrong" {
            return Err(vec![Diagnostic::error(pos, "this is wrong")]);
        }
        let mut module = Module::new();
        let natives = TextNatives::declare(&mut module);
        let main = module.declare("main", &Signature::default());
        module.main = Some(main);
        let said = module.bytes(format!("{}: {text}", self.name).as_bytes());
        let len = module.data[said].bytes.len() as i64;
        let mut b = FuncBuilder::new(&mut module, main);
        b.set_pos(pos);
        let words = [b.data_addr(said, 0), b.iconst(purlin::substrate::ir::Type::I64, len)];
        b.call_native(natives.fail, &words);
        b.ret(&[]);
        b.finish();
        Ok(Compiled::new(module))
    }
}

fn engine(guests: Vec<Says>) -> Engine {
    let config = Config { tier: Tier::Interp, ..Config::default() };
    guests.into_iter().fold(Engine::bare(config), |engine, guest| engine.with_guest(Box::new(guest)))
}

fn file(name: &str, text: &str) -> [SourceFile; 1] {
    [SourceFile { name: name.into(), text: text.into() }]
}

/// What the program says at its end, with the report.
fn said(engine: &Engine, program: Program<'_>) -> (String, String) {
    let module = engine.compile(program).unwrap_or_else(|e| panic!("{e}"));
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    let trap: Trap = isolate.run().expect_err("it fails");
    assert_eq!(trap.kind, TrapKind::Uncaught);
    let report = isolate.report(&isolate.headline(&trap), &trap);
    (trap.message, report)
}

#[test]
fn the_later_guest_has_an_extension_and_a_name_decides_before() {
    let engine = engine(vec![ONE, TWO]);
    let (x, one) = (file("a.x", "hello"), file("a.one", "hello"));
    assert_eq!(said(&engine, Program::from(&x)).0, "two: hello");
    assert_eq!(said(&engine, Program::from(&one)).0, "one: hello");
    assert_eq!(said(&engine, Program::from(&x).in_language("one")).0, "one: hello");
    assert_eq!(engine.guests().map(|g| g.name()).collect::<Vec<_>>(), ["one", "two", "ir"]);
    let error = |program: Program<'_>| engine.compile(program).err().unwrap().to_string();
    assert_eq!(
        error(Program::from(&file("a.y", ""))),
        "a.y: no guest for this file (there are .x, .one, .x, .ir)\n"
    );
    assert_eq!(
        error(Program::from(&x).in_language("three")),
        "no guest for the language \"three\" (there are one, two, ir)\n"
    );
}

#[test]
fn folders_belong_to_guests_with_projects() {
    let tree = MemoryTree::new().with("a/b.x", "").with("c/d.one", "");
    let in_folder = |dir| Program::in_tree(&tree, dir);
    let both = engine(vec![ONE, TWO]);
    assert_eq!(said(&both, in_folder("a")).0, "two: a folder");
    let error =
        |engine: &Engine, dir| engine.compile(Program::in_tree(&tree, dir)).err().unwrap().to_string();
    assert_eq!(error(&both, "c"), "no two files in c\n");
    assert_eq!(error(&both, "e"), "e: no such folder\n");
    assert!(error(&engine(vec![ONE]), "c").contains("no guest whose programs are folders"));
}

#[test]
fn a_report_has_an_excerpt_and_the_calls() {
    let (message, report) = said(&engine(vec![ONE]), Program::from(&file("a.x", "hello")));
    assert_eq!(message, "one: hello");
    assert_eq!(
        report,
        "a.x:1:1: one: hello\n    hello\n    ^\n\ncalls, innermost first:\nmain(...)\n\ta.x:1\n"
    );
    let wrong = engine(vec![ONE]).compile(&file("a.x", "wrong")).err().unwrap();
    assert_eq!(wrong.to_string(), "a.x:1:1: this is wrong\n    wrong\n    ^\n");
}

#[test]
fn ir_text_is_always_read() {
    let text = "main fn0\n\nfn0 \"main\" () -> () {\nblock0:\n    return\n}\n";
    for engine in [engine(vec![]), engine(vec![ONE])] {
        let module = engine.compile(&file("a.ir", text)).unwrap();
        let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
        assert_eq!(isolate.run(), Ok(()));
        let error = engine.compile(&file("a.ir", "main fn0\nwhat\n")).err().unwrap().to_string();
        assert!(error.starts_with("a.ir:2:1: ") && error.ends_with("    what\n    ^\n"), "{error}");
    }
}

/// Gas, results and errors of Go are the same beside another guest.
#[test]
#[cfg(feature = "go")]
fn one_more_guest_changes_nothing_for_go() {
    let source =
        file("a.go", "package main\n\nfunc main() {\n\tfor i := range 100 {\n\t\tprintln(i)\n\t}\n}\n");
    let run = |engine: Engine| {
        let module = engine.compile(&source).unwrap();
        let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
        (isolate.run(), isolate.stats())
    };
    let config = Config { tier: Tier::Interp, ..Config::default() };
    let alone = run(Engine::new(config.clone()));
    assert_eq!(run(Engine::new(config).with_guest(Box::new(ONE)).with_guest(Box::new(TWO))), alone);
}

#[test]
fn a_guest_without_checks_of_its_own_only_compiles() {
    let file = |text: &str| [SourceFile { name: "a.x".into(), text: text.into() }];
    let engine = engine(vec![ONE]);
    assert!(engine.vet(&file("hello")).unwrap().diagnostics.is_empty());
    let error = engine.vet(&file("wrong")).map(|_| ()).unwrap_err();
    assert_eq!(error.lines(), ["a.x:1:1: this is wrong"]);
}

/// A language that says that its `main` has parameters.
struct Boasts(Export);

impl Guest for Boasts {
    fn name(&self) -> &'static str {
        "boasts"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["x"]
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let compiled = ONE.compile(sources, input)?;
        let uncallable = vec![("Other".to_string(), "it is of no use".to_string())];
        Ok(Compiled { exports: vec![self.0.clone()], uncallable, ..compiled })
    }
}

#[test]
fn an_export_has_the_types_of_its_function_or_does_not_compile() {
    let export = |func: u32, params: &[HostType]| {
        let params = params.iter().map(|ty| GuestTypes::scalar(ty).unwrap()).collect();
        let (results, signature) = (Vec::new(), String::new());
        Export { name: "main".into(), func, params, results, signature, inner: None }
    };
    let compiled = |export: Export| {
        let config = Config { tier: Tier::Interp, ..Config::default() };
        let engine = Engine::bare(config).with_guest(Box::new(Boasts(export)));
        engine.compile(&[SourceFile { name: "a.x".into(), text: "hello".into() }])
    };
    let error = |export| compiled(export).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error(export(0, &[HostType::F32, HostType::Bool])),
        "internal error: the exported function main is () -> (), and is called as (f32, i8) -> ()\n"
    );
    for func in [7, u32::MAX] {
        assert_eq!(error(export(func, &[])), "internal error: no function for main\n");
    }
    let module = compiled(export(0, &[])).unwrap();
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    assert_eq!(isolate.call::<_, ()>("main", ()).unwrap_err().message, "one: hello");
    let trap = isolate.call::<_, ()>("Other", ()).unwrap_err();
    assert_eq!((trap.kind, &*trap.message), (TrapKind::Host, "a host cannot call Other: it is of no use"));
}
