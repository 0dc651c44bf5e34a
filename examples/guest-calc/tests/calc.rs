//! Calc programs in every tier and stress mode: output, gas and ending agree, and what happens is what is
//! expected.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use guest_calc::Calc;
use purlin::{
    CompileError, Config, Engine, Limits, Module, SourceFile, Stats, Streams, Stress, Tier, Trap, TrapKind,
};

const CONFIGS: [(Tier, &str); 11] = [
    (Tier::Interp, ""),
    (Tier::Interp, "gc,poison"),
    (Tier::Native, ""),
    (Tier::Native, "gc,poison"),
    (Tier::Native, "deopt"),
    (Tier::Native, "gc,poison,deopt"),
    (Tier::Auto, ""),
    (Tier::Auto, "osr"),
    (Tier::Auto, "eager"),
    (Tier::Auto, "osr,deopt"),
    (Tier::Auto, "gc,poison,osr,deopt,eager"),
];

/// A stream that the test can read.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Ran {
    output: String,
    ending: Result<(), Trap>,
    stats: Stats,
    traceback: String,
}

fn compile(text: &str, config: Config) -> Result<Module, CompileError> {
    let mut engine = Engine::new(config);
    engine.register(Box::new(Calc));
    engine.compile(&[SourceFile { name: "t.calc".into(), text: text.into() }])
}

fn run_module(module: &Module, limits: Limits) -> Ran {
    let output = Buffer::default();
    let streams = Streams {
        input: Box::new(io::empty()),
        output: Box::new(output.clone()),
        errors: Box::new(io::sink()),
    };
    let mut isolate = module.isolate((), limits, streams).unwrap();
    let ending = isolate.run();
    let traceback = ending.as_ref().err().map(|trap| isolate.traceback(trap)).unwrap_or_default();
    let output = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    Ran { output, ending, stats: isolate.stats(), traceback }
}

fn run(text: &str, (tier, stress): (Tier, &str), limits: Limits) -> Ran {
    let stress = Stress::parse(stress).unwrap();
    let config = Config { tier, stress, verify: true, ..Config::default() };
    run_module(&compile(text, config).unwrap_or_else(|e| panic!("{e}")), limits)
}

/// What the program says of itself behind `# Output:`.
fn expected(text: &str) -> String {
    let (_, output) = text.split_once("\n# Output:\n").expect("a program ends with its output");
    output.lines().map(|line| format!("{}\n", line.strip_prefix("# ").unwrap_or(""))).collect()
}

fn programs() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut programs: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into(), std::fs::read_to_string(path).unwrap())
        })
        .collect();
    programs.sort();
    assert!(programs.len() >= 6);
    programs
}

/// Runs a program in all ways; they must agree.
fn everywhere(name: &str, text: &str) -> Vec<Ran> {
    let runs: Vec<Ran> = CONFIGS.iter().map(|config| run(text, *config, Limits::default())).collect();
    for (ran, config) in runs.iter().zip(CONFIGS) {
        let first = &runs[0];
        assert_eq!(ran.output, first.output, "{name} {config:?}: output");
        assert_eq!(ran.ending, first.ending, "{name} {config:?}: ending");
        assert_eq!(ran.stats.gas, first.stats.gas, "{name} {config:?}: gas");
        assert_eq!(ran.stats.alloc_bytes, first.stats.alloc_bytes, "{name} {config:?}: bytes allocated");
    }
    runs
}

#[test]
fn programs_do_the_same_everywhere() {
    for (name, text) in programs() {
        let runs = everywhere(&name, &text);
        assert_eq!(runs[0].ending, Ok(()), "{name}");
        assert_eq!(runs[0].output, expected(&text), "{name}");
    }
}

#[test]
fn overflow_stays_in_machine_code() {
    let text = "fn double(x) = x + x\nfn many(i, acc) =\n  if i == 0 then acc\n  \
                else many(i - 1, acc + (if double(2305843009213693951) > 1 then 1 else 0))\nprint(many(10000, 0))\n";
    let ran = run(text, (Tier::Native, ""), Limits::default());
    assert_eq!((ran.output.as_str(), ran.ending), ("10000\n", Ok(())));
    // Without feedback nothing is speculated on: the slow path is part of the code.
    assert_eq!(ran.stats.deopts, 0);
}

#[test]
fn ten_million_tail_calls_need_no_stack() {
    let text = "fn even(n) = if n == 0 then true else odd(n - 1)\nfn odd(n) = if n == 0 then false else even(n - 1)\n\
                let go = fn(f, n) if n == 0 then nil else f(f, n - 1)\nprint(even(10000000))\nprint(go(go, 10000000))\n";
    for config in [(Tier::Interp, ""), (Tier::Native, ""), (Tier::Auto, "")] {
        let ran = run(text, config, Limits { stack_bytes: 256 << 10, ..Limits::default() });
        assert_eq!((ran.output.as_str(), ran.ending), ("true\nnil\n", Ok(())), "{config:?}");
    }
}

#[test]
fn deep_recursion_overflows_the_stack() {
    for config in CONFIGS {
        let limits = Limits { stack_bytes: 4 << 20, ..Limits::default() };
        let ran = run("fn f(n) = 1 + f(n + 1)\nprint(f(0))\n", config, limits);
        assert_eq!(ran.ending.unwrap_err().kind, TrapKind::StackOverflow, "{config:?}");
        let text = "fn f(n) = if n == 0 then 0 else 1 + f(n - 1)\nprint(f(5000))\n";
        let ran = run(text, config, Limits::default());
        assert_eq!((ran.output.as_str(), ran.ending), ("5000\n", Ok(())), "{config:?}");
    }
}

#[test]
fn limits_end_programs() {
    let endless = "fn f() = f()\nf()\n";
    let hoard = "fn f(xs) = f(1 :: xs)\nf(nil)\n";
    let grow = "fn f(s) = f(s + s)\nf(\"ab\")\n";
    let talk = "fn f() = { print(\"x\"); f() }\nf()\n";
    for config in CONFIGS {
        let ends = |text: &str, limits: Limits| run(text, config, limits).ending.unwrap_err().kind;
        let small = || Limits { heap_bytes: 4 << 20, ..Limits::default() };
        assert_eq!(ends(endless, Limits { gas: Some(400_000), ..small() }), TrapKind::OutOfGas, "{config:?}");
        assert_eq!(ends(grow, small()), TrapKind::OutOfMemory, "{config:?}");
        assert_eq!(
            ends(talk, Limits { output_bytes: Some(99), ..small() }),
            TrapKind::OutputLimit,
            "{config:?}"
        );
    }
    let limits = Limits { heap_bytes: 4 << 20, ..Limits::default() };
    assert_eq!(run(hoard, (Tier::Native, ""), limits).ending.unwrap_err().kind, TrapKind::OutOfMemory);
}

#[test]
fn faults_say_what_and_where() {
    for (text, message, place) in [
        ("print(1 + \"a\")", "cannot apply + to a number and a string", "t.calc:1"),
        ("let x = 2\n\nx - nil", "cannot apply - to a number and nil", "t.calc:3"),
        ("-[1]", "cannot apply - to a number and a list", "t.calc:1"),
        ("if 1 < \"2\" then 3", "cannot compare a number and a string", "t.calc:1"),
        ("if 1 then 2 else 3", "a condition is true or false, not 1", "t.calc:1"),
        ("print(true and nil or nil)", "a condition is true or false, not nil", "t.calc:1"),
        ("let f = 3\n\nf(1)", "called with 1 argument: 3", "t.calc:3"),
        (
            "let f = { let g = fn(x) x; g }\nf(1, 2)",
            "called with 2 arguments: a function of 1 argument",
            "t.calc:2",
        ),
        ("head([])", "only lists have head and tail, not nil", "t.calc:1"),
        ("tail(tail([1]))", "only lists have head and tail, not nil", "t.calc:1"),
        ("1 :: 2", "a list goes on with a list, not 2", "t.calc:1"),
        ("fn f() = x\nf()\nlet x = 1", "x is used before its definition", "t.calc:1"),
        ("let x = 1\nprint(y)\nlet y = 1", "y is used before its definition", "t.calc:2"),
        ("1 // 0", "division by zero", "t.calc:1"),
        ("fn f(x) = 1 + 7 % x\nprint(f(0))", "division by zero", "t.calc:1"),
        ("print(fold(fn(a, b) a + b, 0, [1, nil]))", "cannot apply + to a number and nil", "t.calc:1"),
        ("error(\"own \" + str(1))", "own 1", "t.calc:1"),
        ("len(4)", "a number has no length", "t.calc:1"),
    ] {
        for ran in everywhere(text, text) {
            let trap = ran.ending.expect_err(text);
            assert_eq!((trap.kind, trap.message.as_str()), (TrapKind::Uncaught, message), "{text}");
            assert!(ran.traceback.contains(place), "{text}: {}", ran.traceback);
        }
    }
}

#[test]
fn wrong_sources_are_complained_of() {
    for (text, complaint) in [
        ("let x = 1\nprint(x + yy)\n", "t.calc:2:11: undefined: yy\n    print(x + yy)\n              ^\n"),
        ("let x = \n", "t.calc:2:1: expected an expression, found the end of the file\n    \n    ^\n"),
        ("print(1 2)", "t.calc:1:9: expected `,`, found a number\n    print(1 2)\n            ^\n"),
        ("1 2", "t.calc:1:3: expected a new line or `;`, found a number\n    1 2\n      ^\n"),
        ("fn f(a) = a\nf(1, 2)", "t.calc:2:1: f takes 1 argument, not 2\n    f(1, 2)\n    ^\n"),
        ("fn f(a, a) = a", "t.calc:1:9: there are two parameters a\n    fn f(a, a) = a\n            ^\n"),
        (
            "let a = 1; let a = 2",
            "t.calc:1:16: a is defined twice\n    let a = 1; let a = 2\n                   ^\n",
        ),
        ("1 < 2 < 3", "t.calc:1:7: comparisons do not chain; use `and`\n    1 < 2 < 3\n          ^\n"),
        (
            "{ let a = 1 }",
            "t.calc:1:1: a block ends with an expression, its value\n    { let a = 1 }\n    ^\n",
        ),
        ("print(\"a)", "t.calc:1:7: the string does not end on its line\n    print(\"a)\n          ^\n"),
        ("1 ? 2", "t.calc:1:3: unexpected character '?'\n    1 ? 2\n      ^\n"),
        ("@print(1)", "t.calc:1:1: unexpected character '@'\n    @print(1)\n    ^\n"),
    ] {
        let error = compile(text, Config::default()).err().unwrap_or_else(|| panic!("{text:?} compiles"));
        assert!(error.to_string().starts_with(complaint), "{text:?}: {error}");
    }
    let two = compile("let a = (\nlet b = )\n", Config::default()).err().unwrap();
    assert_eq!(two.diagnostics.len(), 2, "{two}");
}

#[test]
fn depth_is_bounded() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("-", ""), ("not ", ""), ("fn() ", ""), ("{", "}"), ("1 + ", "")]
    {
        let text = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let error = compile(&text, Config::default()).err().unwrap_or_else(|| panic!("{open:?} compiles"));
        assert!(error.to_string().contains("nested more than 250 deep"), "{open:?}: {error}");
    }
    let text = format!("print({}1{})", "(".repeat(100), ")".repeat(100));
    assert_eq!(run(&text, CONFIGS[0], Limits::default()).output, "1\n");
}

/// Programs with pieces missing, doubled or swapped compile or are complained of, and run within limits.
#[test]
fn mutants_do_no_harm() {
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut random = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % n.max(1) as u64) as usize
    };
    let (mut ran, mut refused) = (0, 0);
    for (_, text) in programs() {
        let words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        for _ in 0..60 {
            let mut mutant: Vec<&str> = words.clone();
            for _ in 0..=random(3) {
                let (a, b) = (random(mutant.len()), random(mutant.len()));
                match random(4) {
                    0 => drop(mutant.remove(a)),
                    1 => mutant.insert(a, words[random(words.len())]),
                    2 => mutant.swap(a, b),
                    _ => mutant[a] = ["(", "1", "fn(x) ", "nil", "\"", "é", "::", "\n"][random(8)],
                }
            }
            let tier = if random(4) == 0 { Tier::Native } else { Tier::Interp };
            match compile(&mutant.concat(), Config { tier, verify: true, ..Config::default() }) {
                Ok(module) => {
                    let limits = Limits { gas: Some(200_000), heap_bytes: 8 << 20, ..Limits::default() };
                    let ending = run_module(&module, limits).ending;
                    let kind = ending.err().map(|trap| trap.kind);
                    assert!(
                        !matches!(kind, Some(TrapKind::Internal | TrapKind::Host)),
                        "{kind:?}: {}",
                        mutant.concat()
                    );
                    ran += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(ran > 20 && refused > 20, "{ran} ran, {refused} were refused");
}

#[test]
fn the_tree_can_be_seen() {
    let mut engine = Engine::new(Config::default());
    engine.register(Box::new(Calc));
    let text = "fn f(x) = { let y = -x; [y, 1.5] }\nprint(if f(1) == nil and true then \"a\" else f)";
    let tree = engine.dump_ast(&[SourceFile { name: "t.calc".into(), text: text.into() }]).unwrap();
    assert!(["Let {", "Int(", "List(", "1.5", "Call("].iter().all(|part| tree.contains(part)), "{tree}");
}
