//! Compiled modules as bytes: what is read runs as what was written, in every tier and also where code is
//! compiled later; what is damaged, or belongs elsewhere, is refused.

mod helpers;

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use purlin::{
    Config, DeserializeError, Engine, HostPackage, Limits, Module, SourceFile, Streams, Stress, Tier, Trusted,
};

use helpers::Capture;

fn engine(tier: Tier, stress: &str) -> Engine {
    Engine::new(Config { tier, stress: Stress::parse(stress).unwrap(), ..Config::default() })
}

fn compile(engine: &Engine, name: &str, text: &str) -> Module {
    let source = SourceFile { name: name.into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

/// Reads a module from a file of this user's.
fn read(engine: &Engine, bytes: &[u8]) -> Result<Module, DeserializeError> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("purlin-serialize-{}-{number}", std::process::id()));
    fs::DirBuilder::new().mode(0o700).create(&folder).unwrap();
    let file = folder.join("module");
    fs::write(&file, bytes).unwrap();
    let trusted = Trusted::read(&file).unwrap();
    fs::remove_dir_all(folder).unwrap();
    engine.deserialize(&trusted)
}

/// What a run is compared by: its output, how it ended, and its gas.
type Seen = (String, String, u64);

fn run(module: &Module, stdin: &str, limits: Limits) -> Seen {
    let output = Capture::default();
    let streams = Streams {
        input: Box::new(Cursor::new(stdin.as_bytes().to_vec())),
        output: Box::new(output.clone()),
        errors: Box::new(output.clone()),
    };
    let mut isolate = module.isolate((), limits, streams).unwrap();
    isolate.set_args(vec!["program".into()]);
    let ended = match isolate.run() {
        Ok(()) => "done".to_string(),
        Err(trap) => isolate.report(&isolate.headline(&trap), &trap),
    };
    (output.text(), ended, isolate.stats().gas)
}

fn limits() -> Limits {
    Limits { gas: Some(20_000_000), ..Limits::default() }
}

/// The lines after `// Stdin:` at the end of a program.
fn stdin(text: &str) -> String {
    let Some((_, rest)) = text.split_once("\n// Stdin:\n") else { return String::new() };
    let lines = rest.lines().take_while(|line| line.starts_with("//") && !line.ends_with(':'));
    lines.map(|line| line.trim_start_matches('/').trim_start().to_owned() + "\n").collect()
}

/// Each `step`th program of a language's corpus, from `first` on.
fn corpus((folder, extension): (&str, &str), first: usize, step: usize) -> Vec<(String, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let mut all: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|ext| ext == extension));
    all.sort();
    let named = |path: &std::path::PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
    };
    all.iter().skip(first).step_by(step).map(named).collect()
}

/// Runs a program fresh, read before it ran, and read after it ran; in a tier, with stress modes.
fn round_trip(name: &str, text: &str, tier: Tier, stress: &str) {
    let engine = engine(tier, stress);
    let fresh = compile(&engine, name, text);
    let (unused, stdin) = (fresh.serialize().unwrap(), stdin(text));
    let wanted = run(&fresh, &stdin, limits());
    let what = format!("{name} ({tier}, {stress})");
    // Code that is compiled in a module that was read.
    let early = read(&engine, &unused).unwrap();
    assert_eq!(early.serialize().unwrap(), unused, "{what}");
    assert_eq!(run(&early, &stdin, limits()), wanted, "{what}, read before it ran");
    // Code that was read.
    let used = fresh.serialize().unwrap();
    let late = read(&engine, &used).unwrap();
    assert_eq!(run(&late, &stdin, limits()), wanted, "{what}, read after it ran");
    assert_eq!(run(&late, &stdin, limits()), wanted, "{what}, run again");
    if tier != Tier::Auto && stress.is_empty() {
        let functions = late.compilation().functions;
        assert!(functions.is_empty(), "{what}: compiled again: {functions:?}");
        assert!(late.counts().rewrites.iter().all(|(_, n)| *n == 0), "{what}: optimised again");
    }
    // Another tier leaves machine code aside.
    let interp = read(&self::engine(Tier::Interp, stress), &used);
    if !stress.contains("osr") {
        assert_eq!(run(&interp.unwrap(), &stdin, limits()), wanted, "{what}, interpreted");
    }
}

/// Programs that need more than this test gives them are compared, too: they end at the same place.
fn sample(first: usize, step: usize, tier: Tier, stress: &str) {
    sample_of(("go", "go"), first, step, tier, stress);
}

fn sample_of(language: (&str, &str), first: usize, step: usize, tier: Tier, stress: &str) {
    for (name, text) in corpus(language, first, step) {
        // In Smalltalk what is wrong with a program is a part of its output.
        let is_refused = text.contains("// Error:") || text.contains(&format!("\n{name}:"));
        if !is_refused {
            round_trip(&name, &text, tier, stress);
        }
    }
}

#[test]
fn programs_run_alike_interpreted() {
    sample(0, 10, Tier::Interp, "");
}

#[test]
fn programs_run_alike_in_machine_code() {
    sample(1, 14, Tier::Native, "");
}

#[test]
fn programs_run_alike_where_code_is_compiled_meanwhile() {
    sample(2, 14, Tier::Auto, "");
}

#[test]
fn programs_run_alike_under_stress() {
    sample(3, 50, Tier::Auto, "osr,deopt");
    sample(5, 90, Tier::Native, "eager");
}

#[cfg(feature = "smalltalk")]
#[test]
fn programs_of_a_prepared_library_run_alike() {
    for (first, tier) in [Tier::Interp, Tier::Native, Tier::Auto].into_iter().enumerate() {
        sample_of(("smalltalk", "st"), first, 8, tier, "");
    }
    sample_of(("smalltalk", "st"), 5, 40, Tier::Auto, "osr,deopt");
}

#[cfg(feature = "smalltalk")]
#[test]
fn what_the_program_has_of_a_library_is_not_written_again() {
    let engine = engine(Tier::Interp, "");
    let module = compile(&engine, "small.st", "(3 + 4) printNl. (Array new: 3) printNl");
    run(&module, "", limits());
    let bytes = module.serialize().unwrap();
    // The library alone has megabytes of functions.
    assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
    let read = read(&engine, &bytes).unwrap();
    assert_eq!(read.compiled_bytes(), module.compiled_bytes());
    assert_eq!(read.serialize().unwrap(), bytes);
}

const LOOPS: &str = r#"package main

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strings"
)

type shape interface{ area() int }
type square struct{ Side int `json:"side"` }
type named[T any] struct{ value T }

func (s square) area() int       { return s.Side * s.Side }
func (n named[T]) area() int     { return len(fmt.Sprint(n.value)) }
func sum[T int | float64](list []T) (total T) {
	for _, x := range list {
		total += x
	}
	return
}

func hot(n int) (x int) {
	shapes := []shape{square{3}, named[string]{"four"}, named[int]{12345}}
	for i := 0; i < n; i++ {
		for j := 0; j < 50; j++ {
			x += shapes[(i+j)%3].area() ^ j
		}
	}
	return
}

func where() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprint(file[strings.LastIndex(file, "/")+1:], ":", line)
}

func main() {
	adders := []func(int) int{}
	for i := range 3 {
		adders = append(adders, func(n int) int { return n + i })
	}
	table := map[string][]int{"one": {1}, "two": {2, 2}}
	keys := []string{}
	for key := range table {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	fmt.Println(hot(300), sum([]int{1, 2, 3}), sum([]float64{0.5, 1}), adders[2](40), keys, where())
	ty := reflect.TypeOf(square{})
	fmt.Println(ty, ty.Field(0).Tag.Get("json"), ty.NumMethod(), reflect.ValueOf(named[int]{7}).Field(0).Int())
	defer func() {
		fmt.Println("recovered:", recover())
		var nothing *square
		if len(os.Args) > 0 {
			fmt.Println(nothing.Side)
		}
	}()
	fmt.Println(adders[len(keys)+1](1))
}
"#;

#[test]
fn loops_generics_reflection_and_traces() {
    for (tier, stress) in [
        (Tier::Interp, ""),
        (Tier::Native, ""),
        (Tier::Auto, ""),
        (Tier::Auto, "osr"),
        (Tier::Native, "deopt"),
        (Tier::Auto, "gc,poison"),
        (Tier::Native, "eager"),
    ] {
        round_trip("loops.go", LOOPS, tier, stress);
    }
    let (output, ended, _) = run(&compile(&engine(Tier::Interp, ""), "loops.go", LOOPS), "", limits());
    assert!(output.contains("recovered:") && ended.contains("loops.go:58"), "{output}{ended}");
}

#[test]
fn forms_that_count_are_made_of_what_was_read() {
    let text = "package main\n\nfunc f(n int) []int {\n\tif n == 0 {\n\t\treturn nil\n\t}\n\treturn append(f(n-1), n)\n}\n\nfunc main() {\n\tfor i := 0; i < 200; i++ {\n\t\tprintln(len(f(i)), cap(f(i)))\n\t}\n}\n";
    let engine = engine(Tier::Auto, "");
    let fresh = compile(&engine, "count.go", text);
    let read = read(&engine, &fresh.serialize().unwrap()).unwrap();
    for (depth, bytes) in [(Some(40), None), (None, Some(100_000)), (Some(300), Some(90_000))] {
        let limits = || Limits { call_depth: depth, alloc_bytes: bytes, ..Limits::default() };
        let wanted = run(&fresh, "", limits());
        assert_ne!(wanted.1, "done", "{depth:?} {bytes:?}");
        assert_eq!(run(&read, "", limits()), wanted);
    }
}

#[test]
fn whole_modules_that_were_optimised_first() {
    let config = || Config { eager: true, verify: true, ..Config::default() };
    let engine = Engine::new(config());
    let fresh = compile(&engine, "loops.go", LOOPS);
    let wanted = run(&fresh, "", limits());
    let again = read(&engine, &fresh.serialize().unwrap()).unwrap();
    assert_eq!(run(&again, "", limits()), wanted);
    assert!(again.counts().rewrites.iter().all(|(_, n)| *n == 0));
    let counted = || Limits { call_depth: Some(1000), ..limits() };
    assert_eq!(run(&again, "", counted()), run(&fresh, "", counted()));
}

#[test]
fn functions_that_are_added() {
    let engine = engine(Tier::Native, "");
    let fresh = compile(&engine, "loops.go", LOOPS);
    let wanted = run(&fresh, "", limits());
    let read = read(&engine, &fresh.serialize().unwrap()).unwrap();
    for module in [&fresh, &read] {
        module.extend(|_| ()).unwrap();
        assert_eq!(run(module, "", limits()), wanted);
        let error = module.serialize().unwrap_err();
        assert!(error.to_string().contains("functions were added"), "{error}");
    }
}

/// A linear congruential generator: the same damage on every machine.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

#[test]
fn what_is_damaged_is_refused() {
    let engine = engine(Tier::Native, "");
    let module = compile(&engine, "small.go", "package main\n\nfunc main() { println(\"hello\") }\n");
    assert_eq!(run(&module, "", limits()).1, "done");
    let bytes = module.serialize().unwrap();
    assert!(read(&engine, &bytes).is_ok());
    let refused = |bytes: &[u8]| {
        let error = read(&engine, bytes).err().expect("damaged bytes are read");
        let header = bytes.len() < 12 || bytes[..12] != self::header(&engine)[..];
        assert!(header || error == DeserializeError::Damaged, "{error}");
    };
    // A sample; unit tests of `saved.rs` try all lengths.
    let mut random = Rng(7);
    (0..40).for_each(|len| refused(&bytes[..len]));
    (0..40).for_each(|_| refused(&bytes[..random.below(bytes.len())]));
    for _ in 0..100 {
        let mut bad = bytes.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bad.len());
            bad[at] ^= 1 << random.below(8);
        }
        if bad != bytes {
            refused(&bad);
        }
    }
    let mut longer = bytes.clone();
    longer.push(0);
    refused(&longer);
    assert_eq!(read(&engine, b"package main").err(), Some(DeserializeError::NotAModule));
    let mut other = bytes;
    other[8] = 99;
    assert_eq!(read(&engine, &other).err(), Some(DeserializeError::Format(99)));
}

/// Magic and format.
fn header(engine: &Engine) -> Vec<u8> {
    let module = compile(engine, "empty.go", "package main\n\nfunc main() {}\n");
    module.serialize().unwrap()[..12].to_vec()
}

#[test]
fn engines_that_are_configured_otherwise_refuse() {
    let text = "package main\n\nfunc main() { println(1) }\n";
    let bytes = compile(&engine(Tier::Auto, ""), "one.go", text).serialize().unwrap();
    for config in [
        Config { unmetered: true, ..Config::default() },
        Config { disabled_passes: vec!["inline".into()], ..Config::default() },
        Config { verify: true, ..Config::default() },
        Config { stress: Stress::parse("osr").unwrap(), ..Config::default() },
        Config { code_bytes: Some(1 << 20), ..Config::default() },
    ] {
        match read(&Engine::new(config), &bytes).err() {
            Some(DeserializeError::Differs { what, module, here }) => {
                assert_eq!(what, "configuration");
                assert_ne!(module, here);
            }
            other => panic!("{other:?}"),
        }
    }
    let error = read(&Engine::bare(Config::default()), &bytes).err().unwrap();
    assert!(error.to_string().contains("no guest for the language \"go\""), "{error}");
    // Settings that shape no code.
    for config in [
        Config { tier: Tier::Native, measure: true, ..Config::default() },
        Config { tier: Tier::Interp, compile_bytes: Some(1 << 30), ..Config::default() },
    ] {
        assert!(read(&Engine::new(config), &bytes).is_ok());
    }
}

#[test]
fn host_functions_are_bound_again_and_compared() {
    let with = |package: HostPackage| {
        let mut engine = engine(Tier::Native, "");
        engine.host_package(package);
        engine
    };
    let twice = || HostPackage::new("host/x").function("Twice", |n: i64| 2 * n);
    let text = "package main\n\nimport \"host/x\"\n\nfunc main() { println(x.Twice(21)) }\n";
    let module = compile(&with(twice()), "host.go", text);
    let wanted = run(&module, "", limits());
    assert_eq!(wanted.0, "42\n");
    let bytes = module.serialize().unwrap();
    assert_eq!(run(&read(&with(twice()), &bytes).unwrap(), "", limits()), wanted);
    let thrice = HostPackage::new("host/x").function("Twice", |n: i64| 3 * n);
    assert_eq!(run(&read(&with(thrice), &bytes).unwrap(), "", limits()).0, "63\n");
    for (other, why) in [
        (HostPackage::new("host/x").function("Twice", |n: i32| n), "int64"),
        (HostPackage::new("host/x").function("Twice", |n: &str| n.len() as i64), "int64"),
        (HostPackage::new("host/x").function("Thrice", |n: i64| n), "no such native"),
    ] {
        match read(&with(other), &bytes).err() {
            Some(DeserializeError::Refused(message)) => assert!(message.contains(why), "{message}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn exports_and_what_cannot_be_called() {
    let text = "package main\n\ntype Point struct{ X, Y int64 }\n\nvar base = int64(len(\"four\"))\n\nfunc Sum(p Point, more []int64, names map[string]int64) (int64, error) {\n\ts := base + p.X + p.Y + names[\"a\"]\n\tfor _, x := range more {\n\t\ts += x\n\t}\n\treturn s, nil\n}\n\nfunc Odd(c chan int) {}\n\nfunc main() {}\n";
    #[derive(purlin::HostData)]
    struct Point {
        x: i64,
        y: i64,
    }
    let engine = engine(Tier::Auto, "");
    let fresh = compile(&engine, "exports.go", text);
    let read = read(&engine, &fresh.serialize().unwrap()).unwrap();
    for module in [&fresh, &read] {
        type Map = std::collections::HashMap<String, i64>;
        let sum = module.function::<(Point, Vec<i64>, Map), Result<i64, String>>("Sum").unwrap();
        let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
        let names = Map::from([("a".to_string(), 1000)]);
        assert_eq!(sum.call(&mut isolate, (Point { x: 10, y: 20 }, vec![100, 200], names)), Ok(Ok(1334)));
        let why = |name: &str| module.function::<(), ()>(name).err().unwrap().message;
        assert!(why("Odd").contains("chan int"), "{}", why("Odd"));
        assert_eq!(module.exports().count(), 1);
    }
}

#[test]
fn isolates_on_many_threads_share_what_was_read() {
    let engine = engine(Tier::Auto, "");
    let fresh = compile(&engine, "loops.go", LOOPS);
    let wanted = run(&fresh, "", limits());
    for bytes in [compile(&engine, "loops.go", LOOPS).serialize().unwrap(), fresh.serialize().unwrap()] {
        let module = read(&engine, &bytes).unwrap();
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| assert_eq!(run(&module, "", limits()), wanted));
            }
        });
        // Written while others run.
        std::thread::scope(|threads| {
            threads.spawn(|| assert_eq!(run(&module, "", limits()), wanted));
            for _ in 0..5 {
                let bytes = module.serialize().unwrap();
                assert_eq!(run(&read(&engine, &bytes).unwrap(), "", limits()), wanted);
            }
        });
    }
}
