//! Types that a program makes while it runs belong to its isolate: they neither show in other isolates of the
//! module nor use up what those may make, and there is an end to them.

#![cfg(feature = "go")]

use purlin::{Config, Engine, Isolate, Limits, Module, PoolConfig, SourceFile, Streams, Tier};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

const TEXT: &str = r#"package main

import (
	"fmt"
	"reflect"
	"strings"
)

var kept []any

// Makes n types of arrays, from one length on, and gives how many values of them could leave.
func Make(from, n int64) (made int64) {
	defer func() {
		if r := recover(); r != nil && !strings.Contains(fmt.Sprint(r), "too many types") {
			panic(r)
		}
	}()
	for i := range n {
		v := reflect.New(reflect.ArrayOf(int(from+i), reflect.TypeFor[uint16]())).Elem()
		v.Index(int(i) % v.Len()).SetUint(uint64(i))
		kept = append(kept, v.Interface())
		made++
	}
	return
}

// What a program sees of types that it makes: the order of maps with them as keys, and their names.
func See() string {
	set := map[any]int{}
	for i := range 40 {
		v := reflect.New(reflect.ArrayOf(i+3, reflect.TypeFor[int8]())).Elem()
		v.Index(2).SetInt(int64(i))
		set[v.Interface()] = i
	}
	text := ""
	for k, v := range set {
		text += fmt.Sprintf("%T=%d ", k, v)
	}
	_, is := kept[0].(fmt.Stringer)
	return fmt.Sprint(text, is, set)
}

// Asks for interfaces of all types that it makes.
func Ask(n int64) (count int64) {
	for i := range n {
		t := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.ArrayOf(int(i)+1, reflect.TypeFor[string]())}})
		x := reflect.New(t).Elem().Interface()
		if _, ok := x.(fmt.Stringer); ok {
			count++
		}
		if _, ok := x.(error); ok {
			count++
		}
		if x == any(nil) {
			count++
		}
	}
	return
}

// Names of types twice as long each time.
func Names(n int64) int64 {
	t := reflect.TypeFor[int]()
	for range n {
		t = reflect.StructOf([]reflect.StructField{{Name: "A", Type: t}, {Name: "B", Type: t}})
		kept = append(kept, reflect.New(t).Interface())
	}
	return int64(len(t.String()))
}

func main() {}
"#;

fn module(tier: Tier) -> Module {
    let source = SourceFile { name: "main.go".into(), text: TEXT.into() };
    Engine::new(Config { tier, ..Config::default() }).compile(&[source]).expect("compiles")
}

fn limits() -> Limits {
    Limits { gas: Some(500_000_000), heap_bytes: 64 << 20, ..Limits::default() }
}

fn isolate(module: &Module) -> Isolate<()> {
    module.isolate((), limits(), Streams::default()).expect("an isolate")
}

/// Everything that can be seen of some calls.
fn observe(mut isolate: Isolate<()>) -> (i64, String, i64, u64) {
    let made = isolate.call::<_, i64>("Make", (1i64, 100i64)).unwrap();
    let seen = isolate.call::<_, String>("See", ()).unwrap();
    let asked = isolate.call::<_, i64>("Ask", (50i64,)).unwrap();
    (made, seen, asked, isolate.stats().gas)
}

#[test]
fn made_types_are_the_isolates_own() {
    let mut all = Vec::new();
    for tier in TIERS {
        let module = module(tier);
        let first = observe(isolate(&module));
        assert_eq!((first.0, first.2), (100, 0));
        // Others that make as many as they may, at the same time.
        let mut others: Vec<_> = (0..3).map(|_| isolate(&module)).collect();
        for (n, other) in others.iter_mut().enumerate() {
            let made = other.call::<_, i64>("Make", (7 * n as i64 + 1, 3000i64)).unwrap();
            assert!((500..=1024).contains(&made), "{made}");
        }
        assert_eq!(observe(isolate(&module)), first);
        all.push(first);
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
}

#[test]
fn made_types_end_with_their_isolate() {
    let module = module(Tier::Auto);
    let pool = module.pool(PoolConfig::default());
    let mut seen = Vec::new();
    for _ in 0..3 {
        let mut isolate = pool.isolate((), limits(), Streams::default()).expect("an isolate");
        seen.push(isolate.call::<_, i64>("Make", (1i64, 3000i64)).unwrap());
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{seen:?}");
}

#[test]
fn names_of_made_types_are_bounded_by_the_heap() {
    let module = module(Tier::Auto);
    assert_eq!(isolate(&module).call::<_, i64>("Names", (3i64,)).unwrap(), 143);
    let trap = isolate(&module).call::<_, i64>("Names", (60i64,)).unwrap_err();
    assert!(["OutOfMemory", "OutOfGas"].contains(&format!("{:?}", trap.kind).as_str()), "{trap:?}");
}
