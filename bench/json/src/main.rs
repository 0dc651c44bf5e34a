//! Times `purlin-json` and its peers by CPU time, in alternating runs (one run of each, repeated; the fastest run counts), and
//! compares what they produce before any time counts. `cargo xtask bench json` builds and runs it; it prints rows of
//! `what file program MB/s`, or with `strings` of `strings set kernel ns-per-string`.

#![forbid(unsafe_code)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cpu_time::ThreadTime;
use purlin_json::{Builder, Document, Handler, Kind, Number, ReadOptions, Value, WriteOptions, variants};
use sonic_rs::JsonNumberTrait as _;

/// Rounds of each program.
const ROUNDS: usize = 25;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, folder, rest @ ..] = args.as_slice() else {
        eprintln!("usage: purlin-bench-json generate|parse|events|strings FOLDER [NAME…]");
        std::process::exit(64);
    };
    let folder = PathBuf::from(folder);
    match what.as_str() {
        "generate" => each_file(&folder, rest, generate),
        "parse" => each_file(&folder, rest, parse),
        "events" => each_file(&folder, rest, events),
        "strings" => strings(&folder, rest),
        other => {
            eprintln!("no measurement is called {other}");
            std::process::exit(64);
        }
    }
}

fn each_file(folder: &Path, only: &[String], measure: fn(&str, &[u8])) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|dir| dir.flatten().map(|e| e.path()).collect()).unwrap_or_default();
    paths.retain(|p| p.extension().is_some_and(|e| e == "json"));
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if (only.is_empty() || only.contains(&name))
            && let Ok(text) = std::fs::read(&path)
        {
            measure(&name, &text);
        }
    }
}

/// The CPU time of one call of each, the fastest of many rounds in turns. A round repeats until about a millisecond has passed.
fn in_turns(bytes: usize, programs: &mut [(&str, &mut dyn FnMut())]) -> Vec<Duration> {
    let repeats = (2_000_000 / bytes.max(1)).clamp(1, 10_000) as u32;
    let mut best = vec![Duration::MAX; programs.len()];
    for round in 0..ROUNDS + 2 {
        for (i, (_, program)) in programs.iter_mut().enumerate() {
            let start = ThreadTime::now();
            for _ in 0..repeats {
                program();
            }
            // The first rounds warm caches and the allocator up.
            if round >= 2 {
                best[i] = best[i].min(start.elapsed() / repeats);
            }
        }
    }
    best
}

fn report(what: &str, file: &str, bytes: usize, programs: &mut [(&str, &mut dyn FnMut())]) {
    let times = in_turns(bytes, programs);
    for ((name, _), time) in programs.iter().zip(times) {
        println!("{what}\t{file}\t{name}\t{:.0}", bytes as f64 / time.as_secs_f64() / 1e6);
    }
}

/// A document made by calls, so that nothing of the text it once came from is left in it.
fn rebuild(value: Value<'_>, builder: &mut Builder<'_>) -> Result<(), purlin_json::WriteError> {
    match value.kind() {
        Kind::Null => builder.null(),
        Kind::Bool(value) => builder.bool(value),
        Kind::Number(number) => builder.number(number),
        Kind::String(text) => builder.string(text),
        Kind::Array(elements) => {
            builder.begin_array()?;
            for element in elements {
                rebuild(element, builder)?;
            }
            builder.end_array()
        }
        Kind::Object(members) => {
            builder.begin_object()?;
            for (key, value) in members {
                builder.key(key)?;
                rebuild(value, builder)?;
            }
            builder.end_object()
        }
    }
}

fn generate(name: &str, text: &[u8]) {
    let mut builder = Builder::new();
    rebuild(Document::parse(text).expect("a good file").root(), &mut builder).expect("in order");
    let document = builder.finish().expect("complete");
    let sonic: sonic_rs::Value = sonic_rs::from_slice(text).expect("a good file");
    let serde: serde_json::Value = serde_json::from_slice(text).expect("a good file");
    let ours = document.to_text().expect("finite");
    let theirs = sonic_rs::to_vec(&sonic).expect("finite");
    if ours.as_bytes() != theirs {
        println!("# {name}: text differs from sonic-rs's");
        let reread: serde_json::Value = serde_json::from_str(&ours).expect("JSON");
        assert!(reread == serde, "{name}: the values differ");
    }
    let options = WriteOptions::compact();
    report(
        "generate",
        name,
        ours.len(),
        &mut [
            ("purlin", &mut || {
                let mut out = Vec::new();
                document.write_onto(&mut out, &options).expect("finite");
                black_box(&out);
            }),
            ("sonic-rs", &mut || drop(black_box(sonic_rs::to_vec(black_box(&sonic))))),
            ("serde_json", &mut || drop(black_box(serde_json::to_vec(black_box(&serde))))),
        ],
    );
}

// ---- parsing, with everything in the tree seen once

#[derive(Default, PartialEq, Debug, Clone, Copy)]
struct Sum(u64);

impl Sum {
    #[inline(always)]
    fn add(&mut self, value: u64) {
        self.0 = self.0.rotate_left(5).wrapping_add(value);
    }

    #[inline(always)]
    fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let ends =
            bytes.first().copied().unwrap_or(0) as u64 ^ (bytes.last().copied().unwrap_or(0) as u64) << 8;
        self.add(bytes.len() as u64 ^ ends << 32);
    }
}

fn sum_ours(value: Value<'_>, sum: &mut Sum) {
    match value.kind() {
        Kind::Null => sum.add(1),
        Kind::Bool(value) => sum.add(2 + value as u64),
        Kind::Number(Number::Signed(value)) => sum.add(value as u64),
        Kind::Number(Number::Unsigned(value)) => sum.add(value),
        Kind::Number(Number::Float(value)) => sum.add(value.to_bits()),
        Kind::Number(Number::Digits(text)) => sum.text(text),
        Kind::String(text) => sum.text(text),
        Kind::Array(elements) => elements.for_each(|element| sum_ours(element, sum)),
        Kind::Object(members) => members.for_each(|(key, value)| {
            sum.text(key);
            sum_ours(value, sum);
        }),
    }
}

fn sum_sonic(value: &sonic_rs::Value, sum: &mut Sum) {
    match value.as_ref() {
        sonic_rs::ValueRef::Null => sum.add(1),
        sonic_rs::ValueRef::Bool(value) => sum.add(2 + value as u64),
        sonic_rs::ValueRef::Number(number) => {
            if let Some(value) = number.as_i64() {
                sum.add(value as u64);
            } else if let Some(value) = number.as_u64() {
                sum.add(value);
            } else {
                sum.add(number.as_f64().unwrap_or(0.0).to_bits());
            }
        }
        sonic_rs::ValueRef::String(text) => sum.text(text),
        sonic_rs::ValueRef::Array(elements) => elements.iter().for_each(|element| sum_sonic(element, sum)),
        sonic_rs::ValueRef::Object(members) => members.iter().for_each(|(key, value)| {
            sum.text(key);
            sum_sonic(value, sum);
        }),
    }
}

fn parse_ours(text: &[u8]) -> Sum {
    let mut sum = Sum::default();
    sum_ours(Document::parse(text).expect("a good file").root(), &mut sum);
    sum
}

fn parse_sonic(text: &[u8]) -> Sum {
    let mut sum = Sum::default();
    sum_sonic(&sonic_rs::from_slice(text).expect("a good file"), &mut sum);
    sum
}

fn parse(name: &str, text: &[u8]) {
    assert_eq!(parse_ours(text), parse_sonic(text), "{name}");
    report(
        "parse",
        name,
        text.len(),
        &mut [
            ("purlin", &mut || {
                black_box(parse_ours(black_box(text)));
            }),
            ("purlin-only-tree", &mut || drop(black_box(Document::parse(black_box(text))))),
            ("sonic-rs", &mut || {
                black_box(parse_sonic(black_box(text)));
            }),
            ("sonic-rs-only-tree", &mut || {
                drop(black_box(sonic_rs::from_slice::<sonic_rs::Value>(black_box(text))));
            }),
            ("serde_json", &mut || {
                drop(black_box(serde_json::from_slice::<serde_json::Value>(black_box(text))))
            }),
        ],
    );
}

impl Handler for Sum {
    #[inline(always)]
    fn begin_object(&mut self) {}
    #[inline(always)]
    fn end_object(&mut self) {}
    #[inline(always)]
    fn begin_array(&mut self) {}
    #[inline(always)]
    fn end_array(&mut self) {}
    #[inline(always)]
    fn key(&mut self, key: &str) {
        self.text(key);
    }
    #[inline(always)]
    fn string(&mut self, text: &str) {
        self.text(text);
    }
    #[inline(always)]
    fn number(&mut self, number: Number<'_>) {
        match number {
            Number::Signed(value) => self.add(value as u64),
            Number::Unsigned(value) => self.add(value),
            Number::Float(value) => self.add(value.to_bits()),
            Number::Digits(text) => self.text(text),
        }
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) {
        self.add(2 + value as u64);
    }
    #[inline(always)]
    fn null(&mut self) {
        self.add(1);
    }
    fn restart(&mut self) {
        *self = Sum::default();
    }
}

fn events(name: &str, text: &[u8]) {
    let options = ReadOptions::default();
    let run = || {
        let mut sum = Sum::default();
        purlin_json::read(black_box(text), &options, &mut sum).expect("a good file");
        sum
    };
    assert_eq!(run(), parse_ours(text), "{name}");
    let mut programs: [(&str, &mut dyn FnMut()); 2] = [
        ("purlin", &mut || {
            black_box(run());
        }),
        ("sonic-rs", &mut || {
            black_box(parse_sonic(black_box(text)));
        }),
    ];
    report("events", name, text.len(), &mut programs);
}

// ---- the string kernel

fn collect(value: Value<'_>, out: &mut Vec<String>) {
    match value.kind() {
        Kind::String(text) => out.push(text.to_owned()),
        Kind::Array(elements) => elements.for_each(|e| collect(e, out)),
        Kind::Object(members) => members.for_each(|(key, value)| {
            out.push(key.to_owned());
            collect(value, out);
        }),
        _ => {}
    }
}

/// The strings to be measured: of the files, by length, by density of escapes.
fn string_sets(folder: &Path) -> Vec<(String, Vec<String>)> {
    let mut sets = Vec::new();
    for name in ["activitypub", "canada", "citm_catalog", "github_events", "ohai", "twitter", "update-center"]
    {
        if let Ok(text) = std::fs::read(folder.join(format!("{name}.json")))
            && let Ok(document) = Document::parse(&text)
        {
            let mut strings = Vec::new();
            collect(document.root(), &mut strings);
            sets.push((name.to_owned(), strings));
        }
    }
    let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
    for length in (1..=64).chain([256, 4096]) {
        let count = (200_000 / (length + 20)).max(20);
        let strings = (0..count).map(|i| (0..length).map(|k| letter(7 * i + 3 * k)).collect()).collect();
        sets.push((format!("length-{length}"), strings));
    }
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize
    };
    sets.push((
        "mixed-1-to-64".to_owned(),
        (0..4000).map(|_| (0..1 + random() % 64).map(letter).collect()).collect(),
    ));
    for every in [4, 8, 16, 32, 64, 128, 512] {
        let strings = (0..1000)
            .map(|_| (0..200).map(|k| if random() % every == 0 { '"' } else { letter(k) }).collect())
            .collect();
        sets.push((format!("escape-every-{every}"), strings));
    }
    sets
}

fn strings(folder: &Path, only: &[String]) {
    // Names of sets too: `set=twitter`, or all that start so.
    let (sets, only): (Vec<String>, Vec<String>) = only.iter().cloned().partition(|o| o.starts_with("set="));
    let wanted = |name: &str| sets.is_empty() || sets.iter().any(|s| name.starts_with(&s["set=".len()..]));
    let all = variants::all();
    let chosen: Vec<_> =
        all.into_iter().filter(|v| only.is_empty() || only.iter().any(|o| o == v.name)).collect();
    if chosen.is_empty() {
        eprintln!("no such kernel; there are:");
        variants::all().iter().for_each(|v| eprintln!("  {:18} {}", v.name, v.about));
        std::process::exit(64);
    }
    for (set, strings) in string_sets(folder).into_iter().filter(|set| wanted(&set.0)) {
        let bytes: usize = strings.iter().map(|s| s.len() + 2).sum();
        for variant in &chosen {
            for text in strings.iter().take(200) {
                let mut out = Vec::new();
                variant.quote(text, &mut out);
                assert_eq!(out, serde_json::to_vec(text).expect("a string"), "{}", variant.name);
            }
        }
        let strings = &strings;
        type Timed<'a> = (&'a str, Box<dyn FnMut() + 'a>);
        let mut closures: Vec<Timed<'_>> = Vec::new();
        let mut out = Vec::with_capacity(bytes * 2);
        closures.push((
            "memcpy",
            Box::new(move || {
                out.clear();
                for text in black_box(strings) {
                    out.reserve(text.len() + 2);
                    out.push(b'"');
                    out.extend_from_slice(text.as_bytes());
                    out.push(b'"');
                }
                black_box(&out);
            }),
        ));
        let mut out = Vec::with_capacity(bytes * 2);
        closures.push((
            "serde_json",
            Box::new(move || {
                out.clear();
                black_box(strings)
                    .iter()
                    .for_each(|t| serde_json::to_writer(&mut out, t).expect("in memory"));
                black_box(&out);
            }),
        ));
        let mut out = Vec::with_capacity(bytes * 8);
        closures.push((
            "sonic-rs",
            Box::new(move || {
                out.clear();
                black_box(strings).iter().for_each(|t| sonic_rs::to_writer(&mut out, t).expect("in memory"));
                black_box(&out);
            }),
        ));
        for variant in chosen.iter().copied() {
            let mut out = Vec::with_capacity(bytes * 2);
            closures.push((
                variant.name,
                Box::new(move || {
                    out.clear();
                    black_box(strings).iter().for_each(|t| variant.quote(t, &mut out));
                    black_box(&out);
                }),
            ));
        }
        let mut programs: Vec<(&str, &mut dyn FnMut())> =
            closures.iter_mut().map(|(name, f)| (*name, &mut **f as &mut dyn FnMut())).collect();
        let times = in_turns(bytes, &mut programs);
        for ((name, _), time) in programs.iter().zip(times) {
            println!("strings\t{set}\t{name}\t{:.2}", time.as_secs_f64() * 1e9 / strings.len() as f64);
        }
    }
}
