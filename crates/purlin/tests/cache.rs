//! The cache of compiled programs: what was compiled is found again, what has changed is not, and nothing
//! that lies in the folder does harm.

mod helpers;

use std::fs;
use std::path::{Path, PathBuf};

use purlin::{
    Cache, Cached, Config, DiskTree, Engine, Limits, MemoryTree, Program, SourceFile, Streams, Tier, Timings,
};

use helpers::Capture;

/// A folder that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("purlin-test-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn cache(&self) -> Cache {
        Cache::open(self.0.join("cache"), 64 << 20).unwrap()
    }

    fn entries(&self) -> Vec<PathBuf> {
        fs::read_dir(self.0.join("cache")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn engine(tier: Tier) -> Engine {
    Engine::new(Config { tier, ..Config::default() })
}

/// Compiles, runs and stores: the output, the gas, whether the program was found, and whether it was stored.
fn run<'a>(engine: &Engine, program: impl Into<Program<'a>>, cache: &Cache) -> (String, u64, bool, bool) {
    let mut timings = Timings::default();
    let cached = engine.compile_cached(program, cache, &mut timings).unwrap_or_else(|e| panic!("{e}"));
    let stages: Vec<&str> = timings.stages.iter().map(|(stage, _)| *stage).collect();
    assert_eq!(cached.was_found(), stages == ["cache"], "{stages:?}");
    let (output, gas) = output(&cached);
    if cached.was_found() && engine.config().tier != Tier::Auto {
        let compilation = cached.module().compilation();
        assert!(compilation.functions.is_empty(), "{compilation:?}");
    }
    let found = cached.was_found();
    (output, gas, found, cached.store().unwrap())
}

fn output(cached: &Cached) -> (String, u64) {
    let output = Capture::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let mut isolate = cached.module().isolate((), Limits::default(), streams).unwrap();
    isolate.run().unwrap();
    let text = output.text();
    (text, isolate.stats().gas)
}

fn source(text: &str) -> [SourceFile; 1] {
    [SourceFile { name: "main.go".into(), text: text.into() }]
}

const HELLO: &str = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\", 6*7) }\n";

#[test]
fn a_second_run_compiles_nothing() {
    let scratch = Scratch::new("second");
    let cache = scratch.cache();
    for (n, tier) in [Tier::Interp, Tier::Native].into_iter().enumerate() {
        let engine = engine(tier);
        let (text, gas, found, stored) = run(&engine, &source(HELLO), &cache);
        assert_eq!((&*text, found, stored), ("hello 42\n", false, true));
        assert_eq!(run(&engine, &source(HELLO), &cache), (text, gas, true, false));
        assert_eq!(scratch.entries().len(), n + 1);
    }
    let changed = HELLO.replace("6*7", "6*8");
    let (text, _, found, _) = run(&engine(Tier::Native), &source(&changed), &cache);
    assert_eq!((&*text, found), ("hello 48\n", false));
    let other = Engine::new(Config { unmetered: true, tier: Tier::Native, ..Config::default() });
    assert!(!run(&other, &source(HELLO), &cache).2);
}

#[test]
fn what_is_compiled_later_is_added() {
    let scratch = Scratch::new("later");
    let (cache, engine) = (scratch.cache(), engine(Tier::Native));
    let text = "package main\n\nimport \"os\"\n\nfunc rare(n int) int {\n\tif n < 2 {\n\t\treturn n\n\t}\n\treturn rare(n-1) + rare(n-2)\n}\n\nfunc main() {\n\tif len(os.Args) > 1 {\n\t\tprintln(rare(9))\n\t}\n}\n";
    let go = |args: &[&str]| {
        let cached = engine.compile_cached(&source(text), &cache, &mut Timings::default()).unwrap();
        let mut isolate = cached.module().isolate((), Limits::default(), Streams::default()).unwrap();
        isolate.set_args(args.iter().map(|arg| arg.to_string()).collect());
        isolate.run().unwrap();
        (cached.was_found(), !cached.module().compilation().functions.is_empty(), cached.store().unwrap())
    };
    assert_eq!(go(&["x"]), (false, true, true));
    assert_eq!(go(&["x"]), (true, false, false));
    assert_eq!(go(&["x", "y"]), (true, true, true));
    assert_eq!(go(&["x", "y"]), (true, false, false));
    assert_eq!(go(&["x"]), (true, false, false));
}

fn write(dir: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        fs::create_dir_all(dir.join(name).parent().unwrap()).unwrap();
        fs::write(dir.join(name), text).unwrap();
    }
}

#[test]
fn whatever_a_program_consists_of_may_change() {
    let scratch = Scratch::new("parts");
    let (cache, engine, dir) = (scratch.cache(), engine(Tier::Interp), scratch.0.join("app"));
    write(
        &dir,
        &[
            ("go.mod", "module app\n\ngo 1.24\n"),
            ("main.go", "package main\n\nimport \"app/words\"\n\nfunc main() { print(words.Word()) }\n"),
            ("words/words.go", "package words\n\nfunc Word() string { return \"one\" }\n"),
        ],
    );
    let go = || {
        let (tree, inside) = DiskTree::around(&dir, Some("go.mod")).unwrap();
        let mut timings = Timings::default();
        let cached = engine.compile_cached(Program::in_tree(&tree, &inside), &cache, &mut timings);
        let cached = cached.map_err(|e| e.to_string())?;
        let errors = Capture::default();
        let streams = Streams { errors: Box::new(errors.clone()), ..Streams::default() };
        cached.module().isolate((), Limits::default(), streams).unwrap().run().unwrap();
        cached.store().unwrap();
        let text = errors.text();
        Ok::<_, String>((text, cached.was_found()))
    };
    let told = |text: &str, found: bool| Ok((text.to_string(), found));
    assert_eq!(go(), told("one", false));
    assert_eq!(go(), told("one", true));
    write(&dir, &[("words/words.go", "package words\n\nfunc Word() string { return \"two\" }\n")]);
    assert_eq!(go(), told("two", false));
    assert_eq!(go(), told("two", true));
    // A file more in an imported package, and one more in the program's own.
    write(&dir, &[("words/more.go", "package words\n\nfunc init() { print(\"init \") }\n")]);
    assert_eq!(go(), told("init two", false));
    write(&dir, &[("more.go", "package main\n\nfunc init() { print(\"more \") }\n")]);
    assert_eq!(go(), told("init more two", false));
    assert_eq!(go(), told("init more two", true));
    fs::remove_file(dir.join("words/more.go")).unwrap();
    fs::remove_file(dir.join("more.go")).unwrap();
    assert_eq!(go().map(|seen| seen.0), Ok("two".into()));
    write(&dir, &[("go.mod", "module other\n\ngo 1.24\n")]);
    assert!(go().is_err());
    write(&dir, &[("go.mod", "module app\n\ngo 1.24\n")]);
    assert_eq!(go(), told("two", true));
    // The same program elsewhere has other names in its traces.
    let tree = MemoryTree::default();
    assert!(engine.compile_cached(Program::in_tree(&tree, ""), &cache, &mut Timings::default()).is_err());
}

#[test]
fn damaged_entries_are_written_anew() {
    let scratch = Scratch::new("damaged");
    let (cache, engine) = (scratch.cache(), engine(Tier::Native));
    let wanted = run(&engine, &source(HELLO), &cache);
    let [entry] = &scratch.entries()[..] else { panic!("one entry") };
    let good = fs::read(entry).unwrap();
    let mut number = 7usize;
    let mut random = |below: usize| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % below
    };
    let mut bad: Vec<Vec<u8>> =
        [0, 1, 8, 12, 20, 21, good.len() / 2, good.len() - 1].map(|n| good[..n].to_vec()).into();
    bad.push(b"something else".to_vec());
    for _ in 0..20 {
        let mut bytes = good.clone();
        bytes[random(good.len())] ^= 1 << random(8);
        bad.push(bytes);
    }
    for at in 0..40 {
        let mut bytes = good.clone();
        bytes[at] ^= 0x41;
        bad.push(bytes);
    }
    for (n, bytes) in bad.into_iter().enumerate() {
        fs::write(entry, bytes).unwrap();
        // One that is found, as only a name in it is damaged, is impossible: all of it has a digest.
        let cached = engine.compile_cached(&source(HELLO), &cache, &mut Timings::default()).unwrap();
        assert!(!cached.was_found(), "{n}");
    }
    assert_eq!(run(&engine, &source(HELLO), &cache), wanted);
    assert!(run(&engine, &source(HELLO), &cache).2);
}

#[test]
fn folders_that_cannot_be_written_are_no_error() {
    let scratch = Scratch::new("unwritable");
    let (cache, engine) = (scratch.cache(), engine(Tier::Interp));
    fs::remove_dir_all(cache.path()).unwrap();
    let cached = engine.compile_cached(&source(HELLO), &cache, &mut Timings::default()).unwrap();
    assert_eq!(output(&cached).0, "hello 42\n");
    assert!(cached.store().is_err());
    // An entry that is larger than the cache.
    let small = Cache::open(scratch.0.join("small"), 1000).unwrap();
    let cached = engine.compile_cached(&source(HELLO), &small, &mut Timings::default()).unwrap();
    assert!(cached.store().is_err());
    assert_eq!(fs::read_dir(small.path()).unwrap().count(), 0);
}

#[test]
fn many_at_once() {
    let scratch = Scratch::new("many");
    let cache = scratch.cache();
    let engine = engine(Tier::Native);
    std::thread::scope(|threads| {
        for n in 0..4 {
            let (cache, engine) = (&cache, &engine);
            threads.spawn(move || {
                for i in 0..4 {
                    let text = HELLO.replace("6*7", &format!("{}", (n + i) % 3));
                    let (output, ..) = run(engine, &source(&text), cache);
                    assert_eq!(output, format!("hello {}\n", (n + i) % 3));
                }
            });
        }
    });
    assert_eq!(scratch.entries().len(), 3);
}
