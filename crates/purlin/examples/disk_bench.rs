//! How large a compiled module is on disk, and how long it takes to write and to read: the least of several
//! times. `cargo run --release -p purlin --example disk_bench -- FILE.go [TIER]`; the module is measured as
//! it was compiled, and after a run.

use std::os::unix::fs::DirBuilderExt as _;
use std::time::{Duration, Instant};

use purlin::{Config, Engine, Limits, Module, SourceFile, Streams, Trusted};

const TIMES: usize = 30;

/// The least time of several, and the last result.
fn least<R>(mut f: impl FnMut() -> R) -> (Duration, R) {
    let mut best: Option<Duration> = None;
    loop {
        let mut last = None;
        for _ in 0..TIMES {
            let start = Instant::now();
            last = Some(f());
            let took = start.elapsed();
            best = Some(best.map_or(took, |best| best.min(took)));
        }
        if let (Some(best), Some(last)) = (best, last) {
            return (best, last);
        }
    }
}

fn measure(engine: &Engine, what: &str, module: &Module) {
    let (writing, bytes) = least(|| module.serialize().expect("the module is serialised"));
    let folder = std::env::temp_dir().join(format!("purlin-disk-bench-{}", std::process::id()));
    std::fs::DirBuilder::new().mode(0o700).create(&folder).expect("a folder");
    std::fs::write(folder.join("module"), bytes).expect("the module is stored");
    let trusted = Trusted::read(folder.join("module"));
    std::fs::remove_dir_all(folder).expect("the folder is removed");
    let trusted = trusted.expect("the file is read");
    // What was read is dropped outside of what is measured.
    let mut read = Vec::with_capacity(TIMES);
    let (reading, ()) = least(|| read.push(engine.deserialize(&trusted).expect("the module is read")));
    let size = trusted.bytes().len();
    println!("{what}: {size} bytes, written in {writing:?}, read in {reading:?}");
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let file = args.get(1).expect("a program");
    let tier = args.get(2).map_or("auto", |tier| tier).parse().expect("a tier");
    let text = std::fs::read_to_string(file).expect("the file is read");
    println!("{} lines, {} bytes", text.lines().count(), text.len());
    let engine = Engine::new(Config { tier, ..Config::default() });
    let source = [SourceFile { name: file.clone(), text: text.into() }];
    let start = Instant::now();
    let module = engine.compile(&source).unwrap_or_else(|e| panic!("{e}"));
    println!("compiled in {:?}", start.elapsed());
    measure(&engine, "as compiled", &module);
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).expect("an isolate");
    let start = Instant::now();
    let ended = isolate.run();
    println!("run in {:?}: {}", start.elapsed(), ended.map_or_else(|trap| trap.message, |()| "done".into()));
    measure(&engine, "after a run", &module);
}
