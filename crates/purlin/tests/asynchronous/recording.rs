//! Recordings of answers, replayed in every tier, and those that do not fit.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use purlin::{
    DataError, HostData, HostPackage, HostType, Isolate, Limits, Module, Recording, Stop, Tier, ToGuest,
    Trap, TrapKind, TypeBuilder, Writer, Written, type_of,
};

use super::service::{Chance, Service, Turns, block_on};
use super::waits::{ALL, package};
use super::{Output, TIERS, compile, is_trap, isolate, limited};

/// What a call gave, with all that two runs must have in common.
#[derive(Debug, PartialEq)]
struct Seen {
    result: Result<String, (TrapKind, String)>,
    gas: u64,
    alloc_bytes: u64,
    output: String,
}

fn seen(i: &mut Isolate<()>, output: &Output, result: Result<String, Trap>) -> Seen {
    let stats = i.stats();
    let result = result.map_err(|trap| (trap.kind, trap.message));
    Seen { result, gas: stats.gas, alloc_bytes: stats.alloc_bytes, output: output.text() }
}

fn with_output(module: &Module, output: &Output) -> Isolate<()> {
    module.isolate((), Limits::default(), output.streams()).unwrap()
}

/// Records a call of `F` in one tier, and replays it in all of them, whole and in pieces of gas.
fn same_again(packages: &[HostPackage], text: &str) -> (Seen, Recording) {
    let modules = TIERS.map(|tier| compile(tier, packages.to_vec(), text));
    let mut first = None;
    for (tier, module) in TIERS.iter().zip(&modules) {
        let output = Output::default();
        let mut i = with_output(module, &output);
        i.record_answers().unwrap();
        let result = block_on(i.call_async::<_, String>("F", ()));
        let recording = i.take_recording();
        let recorded = seen(&mut i, &output, result);
        let bytes = recording.to_bytes();
        for (again, module) in TIERS.iter().zip(&modules) {
            for how in 0..3 {
                let output = Output::default();
                let mut i = with_output(module, &output);
                i.replay(Recording::from_bytes(&bytes).unwrap()).unwrap();
                let result = match how {
                    0 => i.call::<_, String>("F", ()),
                    1 => {
                        i.set_yield_interval(Some(1));
                        block_on(i.call_async::<_, String>("F", ()))
                    }
                    _ => in_pieces(&mut i),
                };
                assert_eq!(
                    seen(&mut i, &output, result),
                    recorded,
                    "recorded in {tier}, replayed in {again}"
                );
                assert_eq!(i.end_replay(), Ok(true));
            }
        }
        first.get_or_insert((recorded, recording));
    }
    first.unwrap()
}

/// A call that runs out of gas again and again.
fn in_pieces(i: &mut Isolate<()>) -> Result<String, Trap> {
    i.set_gas(Some(777));
    let mut result = i.call::<_, String>("F", ());
    while matches!(&result, Err(trap) if trap.kind == TrapKind::OutOfGas) {
        i.refuel(7_777);
        result = i.resume_call();
    }
    result
}

#[test]
fn values_of_all_kinds_are_replayed() {
    let service = Service::new(2);
    let text = format!("{ALL}\nfunc F() string {{ s, _ := All(3); return s }}\n");
    let (seen, recording) = same_again(&[package(&service)], &text);
    assert!(seen.result.unwrap().starts_with("0 7 PEN"));
    let names: Vec<_> = recording.answers().map(|a| (a.function.to_string(), a.waited)).collect();
    assert_eq!(names[1], ("host/x.Now".to_string(), false));
    assert_eq!(names[2], ("host/x.Get".to_string(), true));
    // Two calls in a row may be charged at once, so that gas alone does not tell them apart.
    let mut last = (0, 0);
    for answer in recording.answers() {
        assert!((answer.gas, answer.nanos) >= last, "{answer:?}");
        last = (answer.gas, answer.nanos);
    }
}

/// A map that is written with an entry twice, and a structure with its fields in another order.
struct Odd;

impl HostData for Odd {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        types.structure("odd", "Odd", |_| {
            vec![
                ("table".into(), type_of::<BTreeMap<String, i64>>()),
                ("list".into(), type_of::<Vec<Option<bool>>>()),
                ("name".into(), type_of::<String>()),
            ]
        })
    }
}

impl ToGuest for Odd {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut fields = to.structure()?;
        fields.field_named("name", |to| to.str("odd"))?;
        fields.field_named("table", |to| {
            let mut map = to.map(100)?;
            for (key, value) in [("b", 1i64), ("a", 2), ("b", 3)] {
                map.entry(|to| to.str(key), |to| value.write(to))?;
            }
            map.end()
        })?;
        fields.field_named("list", |to| [Some(true), None].as_slice().write(to))?;
        fields.end_of_named()
    }
}

#[test]
fn odd_uses_of_cursors_are_replayed_as_they_were() {
    let package = HostPackage::declared(
        "host/x",
        "package x\ntype Odd struct { Table map[string]int64; List []*bool; Name string }\n\
         func Odd2(n int64) Odd\nfunc Many() (int8, bool, error)\nfunc List() []int64\n",
    )
    .async_function("Odd2", |n: i64| async move {
        Turns(n as u32).await;
        Odd
    })
    .async_function("Many", || async {
        Turns(1).await;
        Ok::<_, String>((-5i8, true))
    })
    .async_function("List", || async { (0..1000i64).collect::<Vec<_>>() });
    let text = "package main\n\nimport (\n\"fmt\"\n\"host/x\"\n)\n\nfunc F() string { s := \"\"\n\
        for n := int64(0); n < 3; n++ { o := x.Odd2(n); s += fmt.Sprint(o.Name, o.Table, *o.List[0], o.List[1] == nil) }\n\
        a, b, err := x.Many()\nfor k := range x.Odd2(1).Table { s += k }\n\
        return s + fmt.Sprint(a, b, err, len(x.List())) }\n\nfunc main() {}\n";
    let (seen, _) = same_again(&[package], text);
    let odd = "oddmap[a:2 b:3] true true";
    let result = seen.result.unwrap();
    assert!(result.starts_with(&odd.repeat(3)) && result.ends_with("ba-5 true <nil> 1000"), "{result}");
}

#[test]
fn ends_are_replayed_as_answers_are() {
    let package = HostPackage::new("host/x").async_function("End", |how: i64| async move {
        Turns(how as u32 % 2).await;
        match how / 2 {
            0 => Err(Stop::end(Trap::new(TrapKind::Exit(9), "left"))),
            1 => panic!("no good"),
            2 => Err(Stop::Leave),
            3 => Err(Stop::Yield),
            _ => Ok("fine".to_string()),
        }
    });
    for how in 0..10 {
        let text = format!(
            "package main\n\nimport \"host/x\"\n\nfunc F() string {{ return \"it is \" + x.End({how}) }}\n\nfunc main() {{}}\n"
        );
        let (seen, _) = same_again(std::slice::from_ref(&package), &text);
        match (how / 2, seen.result) {
            (0, Err((TrapKind::Exit(9), _))) | (2, Err((TrapKind::Deadlock, _))) => {}
            (1, Err((TrapKind::Host, message))) => assert_eq!(message, "a host function panicked: no good"),
            (3, Ok(text)) => assert_eq!(text, "it is "),
            (4, Ok(text)) => assert_eq!(text, "it is fine"),
            (_, other) => panic!("{how}: {other:?}"),
        }
    }
}

const MIXED: &str = r#"package main

import (
	"fmt"
	"host/x"
	"sync"
	"time"
)

func F() string {
	var wait sync.WaitGroup
	s := ""
	for i := int64(0); i < 40; i++ {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for k := int64(0); k < 3; k++ {
				n := x.Ask(i, k)
				for j := int64(0); j < n*400; j++ {
					n ^= j & 1
				}
				s += fmt.Sprint(" ", i, ".", k)
				if i%4 == 0 {
					time.Sleep(time.Duration(1+i) * time.Microsecond)
				}
			}
		}()
	}
	tick := time.NewTicker(70 * time.Microsecond)
	ticks := 0
	done := make(chan bool)
	go func() { wait.Wait(); done <- true }()
	for over := false; !over; {
		select {
		case <-tick.C:
			ticks++
		case over = <-done:
		}
	}
	fmt.Println(ticks, time.Now().UnixNano())
	return s
}

func main() {}
"#;

#[test]
fn the_order_of_answers_is_all_that_a_run_depends_on() {
    let service = Service::new(3);
    let asked = service.clone();
    let package = HostPackage::new("host/x").async_function("Ask", move |i: i64, k: i64| {
        let asked = (i % 5 > 0).then(|| asked.ask());
        async move {
            if let Some(asked) = asked {
                asked.await;
            }
            i * k
        }
    });
    for _ in 0..3 {
        let (seen, recording) = same_again(std::slice::from_ref(&package), MIXED);
        assert_eq!(seen.result.unwrap().split('.').count(), 121);
        assert_eq!(recording.calls(), 120);
    }
}

const CALLS: &str = "package main\n\nimport \"host/x\"\n\nfunc F(key string, n int64) string {\n\
    s := \"\"\n\tfor i := int64(0); i < n; i++ {\n\t\ts += x.Get(key, i)\n\t}\n\treturn s\n}\n\nfunc main() {}\n";

/// A program that is the same whatever the function gives.
const DROPS: &str = "package main\n\nimport \"host/x\"\n\n\
    func F(key string, n int64) string { x.Get(key, n); return key }\n\nfunc main() {}\n";

fn get(name: &'static str) -> HostPackage {
    HostPackage::new("host/x").async_function(name, |key: String, n: i64| async move {
        Turns(n as u32 % 2).await;
        format!("{key}{n} ")
    })
}

fn record(n: i64) -> Recording {
    let mut i = isolate(&compile(Tier::Auto, [get("Get")], CALLS));
    i.record_answers().unwrap();
    assert_eq!(i.call::<_, String>("F", ("k", n)).unwrap().split(' ').count(), n as usize + 1);
    i.take_recording()
}

#[test]
fn what_does_not_fit_is_said() {
    let recording = record(4);
    for tier in TIERS {
        let module = compile(tier, [get("Get")], CALLS);
        let replayed = |module: &Module, recording: &Recording, key: &str, n: i64| {
            let mut i = isolate(module);
            i.replay(recording.clone()).unwrap();
            let result = i.call::<_, String>("F", (key, n));
            (result, i.end_replay().unwrap())
        };
        assert_eq!(replayed(&module, &recording, "k", 4), (Ok("k0 k1 k2 k3 ".into()), true), "{tier}");
        // Less than was recorded.
        assert_eq!(replayed(&module, &recording, "k", 2), (Ok("k0 k1 ".into()), false), "{tier}");
        let host = TrapKind::Host;
        is_trap(
            replayed(&module, &recording, "k", 5).0,
            host,
            "call of host/x.Get after the 4 recorded ones",
        );
        is_trap(replayed(&module, &recording, "j", 4).0, host, "call 0, host/x.Get has other arguments");
        is_trap(replayed(&module, &Recording::default(), "k", 1).0, host, "after the 0 recorded ones");
        let other = compile(tier, [get("Put")], &CALLS.replace("x.Get", "x.Put"));
        is_trap(replayed(&other, &recording, "k", 4).0, host, "it is one of host/x.Put, and host/x.Get was");
        let later =
            compile(tier, [get("Get")], &CALLS.replace("s := \"\"", "s := \"\"; n += int64(len(key)-1)"));
        is_trap(replayed(&later, &recording, "k", 4).0, host, "units of gas");
        let number = HostPackage::new("host/x").async_function("Get", |_: String, n: i64| async move { n });
        let number = compile(tier, [number], DROPS);
        let mut i = isolate(&compile(tier, [get("Get")], DROPS));
        i.record_answers().unwrap();
        i.call::<_, String>("F", ("k", 4i64)).unwrap();
        is_trap(replayed(&number, &i.take_recording(), "k", 4).0, host, "crosses where the guest has int64");
    }
}

#[test]
fn a_recording_is_within_the_memory_limit() {
    let package = HostPackage::new("host/x").async_function("Nothing", || async {});
    let text = "package main\n\nimport \"host/x\"\n\nfunc F() { for { x.Nothing() } }\n\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        let mut i = limited(&module, Limits { heap_bytes: 16 << 20, ..Limits::default() });
        i.record_answers().unwrap();
        is_trap(i.call::<_, ()>("F", ()), TrapKind::OutOfMemory, "the recording of answers");
        assert!(i.take_recording().calls() <= (16 << 20) / 64);
    }
}

#[test]
fn an_answer_that_is_missing_is_said() {
    // The run that is recorded ends while it waits.
    let service = Service::default();
    let asked = service.clone();
    let wait = HostPackage::new("host/x").async_function("Get", move |_: String, _: i64| {
        let asked = asked.ask();
        async move {
            asked.await;
            String::new()
        }
    });
    for tier in TIERS {
        let mut i = isolate(&compile(tier, [wait.clone()], CALLS));
        i.record_answers().unwrap();
        i.set_deadline(Some(Instant::now() + Duration::from_millis(10)));
        is_trap(i.call::<_, String>("F", ("k", 1i64)), TrapKind::Deadline, "");
        let recording = i.take_recording();
        assert_eq!((recording.calls(), recording.answers().count()), (1, 0));
        let mut i = isolate(&compile(tier, [get("Get")], CALLS));
        i.replay(recording).unwrap();
        is_trap(i.call::<_, String>("F", ("k", 1i64)), TrapKind::Host, "the recording has no answer");
    }
}

#[test]
fn a_recording_goes_over_several_calls_and_ends_with_a_reset() {
    let module = compile(Tier::Auto, [get("Get")], CALLS);
    let mut i = isolate(&module);
    assert_eq!(i.take_recording(), Recording::default());
    assert_eq!(i.end_replay(), Ok(false));
    i.call::<_, String>("F", ("before", 3i64)).unwrap();
    i.record_answers().unwrap();
    let calls = [("a", 2i64), ("b", 1), ("c", 4)];
    let whole = calls.map(|call| i.call::<_, String>("F", call).unwrap());
    let recording = i.take_recording();
    assert_eq!(recording.calls(), 7);
    i.call::<_, String>("F", ("after", 3i64)).unwrap();

    let mut i = isolate(&module);
    i.call::<_, String>("F", ("before", 3i64)).unwrap();
    i.replay(recording.clone()).unwrap();
    assert_eq!(calls.map(|call| i.call::<_, String>("F", call).unwrap()), whole);
    assert_eq!(i.end_replay(), Ok(true));
    assert_eq!(i.call::<_, String>("F", ("live", 1i64)).as_deref(), Ok("live0 "));
    i.replay(recording).unwrap();
    i.reset();
    assert_eq!(i.call::<_, String>("F", ("live", 1i64)).as_deref(), Ok("live0 "));
    i.record_answers().unwrap();
    i.reset();
    i.call::<_, String>("F", ("live", 1i64)).unwrap();
    assert_eq!(i.take_recording(), Recording::default());
}

/// The digest at the end of a recording's bytes.
fn check(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[test]
fn damaged_recordings_do_no_harm() {
    let service = Service::new(2);
    let text = format!("{ALL}\nfunc F() string {{ s, _ := All(3); return s }}\n");
    let modules = TIERS.map(|tier| compile(tier, [package(&service)], &text));
    let mut i = isolate(&modules[0]);
    i.record_answers().unwrap();
    let expected = i.call::<_, String>("F", ()).unwrap();
    let bytes = i.take_recording().to_bytes();
    let mut chance = Chance(11);
    let (mut fine, mut trapped, mut refused) = (0, 0, 0);
    for round in 0..3_000 {
        let mut damaged = bytes.clone();
        let body = bytes.len() - 8;
        for _ in 0..=chance.below(3) {
            // Most are in the answers, as the calls are compared.
            let at = if round % 4 == 0 { chance.below(body) } else { body / 2 + chance.below(body / 2) };
            damaged[at] = match chance.below(3) {
                0 => chance.below(256) as u8,
                1 => damaged[at].wrapping_add(1),
                _ => damaged[at] ^ 1 << chance.below(8),
            };
        }
        assert!(damaged == bytes || Recording::from_bytes(&damaged).is_err());
        let digest = check(&damaged[..body]).to_le_bytes();
        damaged[body..].copy_from_slice(&digest);
        let Ok(recording) = Recording::from_bytes(&damaged) else {
            refused += 1;
            continue;
        };
        let mut i = limited(&modules[round % 3], Limits { heap_bytes: 64 << 20, ..Limits::default() });
        i.replay(recording).unwrap();
        match i.call::<_, String>("F", ()) {
            Ok(_) => fine += 1,
            Err(_) => trapped += 1,
        }
        // It can be used as ever.
        if round % 50 == 0 {
            i.reset();
            assert_eq!(i.call::<_, String>("F", ()), Ok(expected.clone()));
        }
    }
    assert!(fine > 0 && trapped > 100 && refused > 100, "{fine} fine, {trapped} trapped, {refused} refused");
}
