//! A program that profiles itself by package runtime/pprof: the same profile in every tier, whether the host
//! profiles it, too, or not, and one that pprof reads.

mod helpers;

use std::process::Command;

use helpers::Capture;
use purlin::profile::Profiling;
use purlin::{Config, Engine, Isolate, Limits, SourceFile, Streams, Tier};

/// A program that prints the file that it makes, and what is compressed in it.
const PROGRAM: &str = r#"package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime/pprof"
)

func leaf(n int) (s int) {
	for i := range n {
		s += i ^ s
	}
	return
}

func work() int { return leaf(300000) }

func main() {
	leaf(500000)
	var out bytes.Buffer
	if err := pprof.StartCPUProfile(&out); err != nil {
		panic(err)
	}
	done := make(chan int)
	go func() { done <- work() }()
	for range 5 {
		work()
	}
	<-done
	pprof.StopCPUProfile()
	fmt.Printf("%x\n", out.Bytes())
	z, err := gzip.NewReader(&out)
	if err != nil {
		panic(err)
	}
	all, _ := io.ReadAll(z)
	fmt.Printf("%x\n", all)
}"#;

fn run(isolate: &mut Isolate<()>, output: &Capture) -> (String, u64) {
    let before = output.text().len();
    isolate.run().unwrap_or_else(|trap| panic!("{}", trap.message));
    (output.text()[before..].to_owned(), isolate.stats().gas)
}

fn streams(output: &Capture) -> Streams {
    Streams { output: Box::new(output.clone()), ..Streams::default() }
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).expect("two digits"));
    digits.map(|pair| u8::from_str_radix(pair, 16).expect("two digits")).collect()
}

#[test]
fn a_program_profiles_itself_in_the_same_way_in_every_tier_and_form() {
    let sources = [SourceFile { name: "main.go".into(), text: PROGRAM.into() }];
    let mut seen = Vec::new();
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let module = Engine::new(Config { tier, ..Config::default() }).compile(&sources).unwrap();
        let output = Capture::default();
        let mut isolate = module.isolate((), Limits::default(), streams(&output)).unwrap();
        let first = run(&mut isolate, &output);
        isolate.reset();
        assert_eq!(run(&mut isolate, &output), first, "a run after a reset begins without a profile");
        let profiling = Profiling { units: 10_000, ..Profiling::default() };
        let mut isolate =
            module.profiled_isolate(profiling, (), Limits::default(), streams(&output)).unwrap();
        assert_eq!(run(&mut isolate, &output), first);
        seen.push(first);
    }
    assert!(seen.iter().all(|other| *other == seen[0]));
    let (file, message) = seen[0].0.trim_end().split_once('\n').expect("two lines");
    let (file, message) = (from_hex(file), from_hex(message));
    let text = String::from_utf8_lossy(&message);
    assert!(["main.leaf", "main.work", "main.main", "gas", "units"].iter().all(|name| text.contains(name)));
    let samples = samples_of(&message);
    let (count, units) = samples.iter().fold((0, 0), |(c, u), values| (c + values[0], u + values[1]));
    assert!(count >= 20 && units == count * 250_000, "{samples:?}");
    assert_pprof_reads(&file, units);
}

/// `go tool pprof` says that most is in `main.leaf`; where Go is missing nothing is looked at.
fn assert_pprof_reads(profile: &[u8], units: u64) {
    let file = std::env::temp_dir().join(format!("purlin-own-profile-{}.pb.gz", std::process::id()));
    std::fs::write(&file, profile).expect("the folder can be written");
    let asked = Command::new("go").args(["tool", "pprof", "-top"]).arg(&file).output();
    std::fs::remove_file(&file).expect("it is there");
    let Ok(output) = asked else {
        eprintln!("skipped: go is not installed, so that pprof is not asked");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Type: gas") && text.contains(&format!("{units}units total")), "{text}");
    let first = text.lines().skip_while(|line| !line.contains("flat%")).nth(1).unwrap_or_default();
    assert!(first.ends_with(" main.leaf"), "{text}");
}

/// The values of the samples of a profile: each sample is field 2, and its values are packed in field 2.
fn samples_of(mut message: &[u8]) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    while !message.is_empty() {
        let (field, mut sample) = field_of(&mut message);
        while field == 2 && !sample.is_empty() {
            let (field, mut packed) = field_of(&mut sample);
            if field == 2 {
                all.push(std::iter::from_fn(|| (!packed.is_empty()).then(|| varint(&mut packed))).collect());
            }
        }
    }
    all
}

/// The next field of a message: its number, and its bytes unless it is a number itself.
fn field_of<'a>(message: &mut &'a [u8]) -> (u64, &'a [u8]) {
    let key = varint(message);
    let value = varint(message);
    if key & 7 == 0 {
        return (key >> 3, &[]);
    }
    let (body, rest) = message.split_at(value as usize);
    *message = rest;
    (key >> 3, body)
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let (first, rest) = bytes.split_first().expect("the number has an end");
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            break;
        }
    }
    value
}
