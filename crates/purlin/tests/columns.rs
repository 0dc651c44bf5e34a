//! Functions of guests over Arrow's columns, in every tier: what rows give, what becomes of bad ones, and
//! what hostile rows cannot do. Gas is the same in all tiers.

use std::collections::HashMap;
use std::slice::from_ref;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int16Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, Float32Array, Float64Array,
    Int8Array, Int16Array, Int32Array, Int64Array, LargeStringArray, ListArray, StringArray, StructArray,
    TimestampMillisecondArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use purlin::columns::{BadRows, Batch, Batching, ColumnError, Columnar};
use purlin::{Config, Engine, Isolate, Limits, Module, SourceFile, Streams, Stress, Tier, TrapKind};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

const TEXT: &str = r#"package main

import (
	"errors"
	"os"
	"strings"
)

var calls int64
var kept *int64
var keptText string
var keptBytes []byte

func Gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func All(a int8, b int16, c int32, d int64, e uint8, f uint16, g uint32, h uint64) (int8, int16, int32, int64, uint8, uint16, uint32, uint64) {
	return -a, -b, -c, -d, ^e, ^f, ^g, ^h
}

func Floats(a float32, b float64, c bool) (float32, float64, bool) {
	return a * 2, b / 2, !c
}

func Count(a int64) int64 { calls++; return calls + a }

func Or(a *int64, b int64) int64 {
	if a == nil {
		return b
	}
	return *a
}

func Half(a *int64, yes *bool) (*int64, *bool) {
	if a == nil || *a%2 != 0 {
		return nil, yes
	}
	half := *a / 2
	return &half, nil
}

func Keep(a *int64, s string, b []byte) int64 {
	sum := int64(0)
	if kept != nil {
		*kept += 1000
		sum += *kept + int64(len(keptText)) + int64(keptBytes[0])
	}
	if a != nil {
		kept = a
	}
	keptText = keptText + s
	b[0]++
	keptBytes = append(b, 7)
	return sum
}

func Div(a, b int64) int64 { return a / b }

func Index(a int64) int64 {
	list := []int64{1, 2, 3}
	return list[a]
}

func Odd(a int64) (int64, error) {
	if a%2 != 0 {
		return 0, errors.New("odd: " + strings.Repeat("x", int(a)))
	}
	return a / 2, nil
}

func Panic(a int64) (int64, string) {
	if a == 1 {
		panic("one")
	}
	if a == 2 {
		var p *int64
		return *p, ""
	}
	if a == 3 {
		panic(strings.Repeat("y", 100000))
	}
	return a, "ok"
}

func Forever(a int64) int64 {
	for a > 2 {
		calls++
	}
	return a
}

func Bomb(a int64) string {
	s := "xxxxxxxx"
	for a > 2 {
		s += s
	}
	return s
}

func Exit(a int64) int64 { os.Exit(3); return a }

func Wait(a int64) int64 { <-make(chan bool); return a }

func Recovers(a int64) (n int64) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	return 10 / a
}

func Deep(a int64) int64 { return Deep(a+1) + 1 }

func Spawn(a int64) int64 {
	done := make(chan int64)
	go func() { done <- a * a }()
	go func() { <-make(chan bool) }()
	return <-done
}

func None() int64 { return 1 }

func Nothing(a int64) {}

func Chan(c chan int) int64 { return 0 }

func lower(a int64) int64 { return a }

func main() {}
"#;

fn column<A: Array + 'static>(array: A) -> ArrayRef {
    Arc::new(array)
}

fn ints(list: &[i64]) -> ArrayRef {
    column(Int64Array::from(list.to_vec()))
}

fn maybe(list: &[Option<i64>]) -> ArrayRef {
    column(Int64Array::from(list.to_vec()))
}

fn module(config: Config, text: &str) -> Module {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    Engine::new(config).compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

/// Modules by their text, in each tier, and under stress: they are compiled once.
static MODULES: Mutex<Option<HashMap<&'static str, Vec<Module>>>> = Mutex::new(None);

fn modules(text: &'static str) -> Vec<Module> {
    let stress = Stress { gc: true, poison: true, deopt: true, osr: true, ..Stress::default() };
    let configs = TIERS.map(|tier| Config { tier, ..Config::default() }).into_iter().chain([
        Config { tier: Tier::Native, verify: true, stress, ..Config::default() },
        Config { tier: Tier::Interp, stress, ..Config::default() },
    ]);
    let mut all = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
    let made = || configs.map(|config| module(config, text)).collect();
    all.get_or_insert_default().entry(text).or_insert_with(made).clone()
}

fn limits() -> Limits {
    Limits { gas: Some(8_000_000), heap_bytes: 8 << 20, ..Limits::default() }
}

fn isolate(module: &Module) -> Isolate<()> {
    module.isolate((), limits(), Streams::default()).unwrap()
}

/// Runs a batch in all tiers and under stress, with the same results and gas; gives the first.
fn everywhere(
    text: &'static str,
    name: &str,
    columns: &[ArrayRef],
    batching: Batching,
) -> Result<Batch, ColumnError> {
    let mut first: Option<Result<Batch, ColumnError>> = None;
    for module in modules(text) {
        let function = module.columnar(name).unwrap();
        let mut isolate = isolate(&module);
        // The second batch finds nothing of the first.
        for _ in 0..2 {
            let got = function.call(&mut isolate, columns, batching);
            match (&got, &first) {
                (Ok(got), Some(Ok(first))) => {
                    let all = |batch: &Batch| (batch.columns.clone(), batch.errors.clone(), batch.gas);
                    assert_eq!(all(got), all(first));
                }
                (Err(got), Some(Err(first))) => assert_eq!(got.to_string(), first.to_string()),
                (_, None) => {}
                (got, first) => panic!("{got:?} and {first:?}"),
            }
            first.get_or_insert(got);
        }
    }
    first.unwrap()
}

fn results(name: &str, columns: &[ArrayRef]) -> Vec<ArrayRef> {
    everywhere(TEXT, name, columns, Batching::default()).unwrap_or_else(|e| panic!("{name}: {e}")).columns
}

fn collect() -> Batching {
    Batching { bad_rows: BadRows::Collect, ..Batching::default() }
}

#[test]
fn numbers_of_all_widths_cross() {
    let columns = [
        column(Int8Array::from(vec![1, -128, 5])),
        column(Int16Array::from(vec![2, -300, 5])),
        column(Int32Array::from(vec![3, 70_000, -5])),
        ints(&[4, i64::MIN, i64::MAX]),
        column(UInt8Array::from(vec![0, 255, 7])),
        column(UInt16Array::from(vec![0, 65_535, 7])),
        column(UInt32Array::from(vec![0, u32::MAX, 7])),
        column(UInt64Array::from(vec![0, u64::MAX, 7])),
    ];
    let expected = [
        column(Int8Array::from(vec![-1, -128, -5])),
        column(Int16Array::from(vec![-2, 300, -5])),
        column(Int32Array::from(vec![-3, -70_000, 5])),
        ints(&[-4, i64::MIN, -i64::MAX]),
        column(UInt8Array::from(vec![255, 0, 248])),
        column(UInt16Array::from(vec![65_535, 0, 65_528])),
        column(UInt32Array::from(vec![u32::MAX, 0, u32::MAX - 7])),
        column(UInt64Array::from(vec![u64::MAX, 0, u64::MAX - 7])),
    ];
    assert_eq!(results("All", &columns), expected);
    let columns = [
        column(Float32Array::from(vec![Some(1.5), None, Some(f32::INFINITY)])),
        column(Float64Array::from(vec![3.0, 1.0, -0.0])),
        column(BooleanArray::from(vec![true, false, false])),
    ];
    let expected = [
        column(Float32Array::from(vec![Some(3.0), None, Some(f32::INFINITY)])),
        column(Float64Array::from(vec![Some(1.5), None, Some(-0.0)])),
        column(BooleanArray::from(vec![Some(false), None, Some(true)])),
    ];
    assert_eq!(results("Floats", &columns), expected);
}

#[test]
fn a_row_with_a_null_is_not_run() {
    let a = maybe(&[Some(12), None, Some(35), Some(7)]);
    let b = maybe(&[Some(18), Some(1), None, Some(21)]);
    assert_eq!(results("Gcd", &[a.clone(), b.clone()]), [maybe(&[Some(6), None, None, Some(7)])]);
    // Parts of longer columns, whose bits begin anywhere.
    let sliced = [a.slice(1, 3), b.slice(1, 3)];
    assert_eq!(results("Gcd", &sliced), [maybe(&[None, None, Some(7)])]);
    assert_eq!(results("Count", &[maybe(&[Some(10), None, Some(30)])]), [maybe(&[Some(11), None, Some(32)])]);
    assert_eq!(results("Gcd", &[ints(&[]), ints(&[])]), [ints(&[])]);
    assert_eq!(results("Count", &[maybe(&[None, None])]), [maybe(&[None, None])]);
}

#[test]
fn pointers_are_null_where_columns_are() {
    let a = maybe(&[Some(1), None, Some(-3), None]);
    assert_eq!(results("Or", &[a.clone(), ints(&[9, 8, 7, 6])]), [ints(&[1, 8, -3, 6])]);
    let with_null = [a, maybe(&[Some(9), Some(8), None, None])];
    assert_eq!(results("Or", &with_null), [maybe(&[Some(1), Some(8), None, None])]);
    let columns =
        [maybe(&[Some(8), Some(7), None]), column(BooleanArray::from(vec![Some(true), Some(true), None]))];
    let expected = [maybe(&[Some(4), None, None]), column(BooleanArray::from(vec![None, Some(true), None]))];
    assert_eq!(results("Half", &columns), expected);
}

#[test]
fn what_a_guest_keeps_is_its_own() {
    // Pointers, strings and slices of earlier rows and batches, written through and read.
    let values = maybe(&[Some(1), None, Some(2)]);
    let texts = column(StringArray::from(vec!["ab", "", "c"]));
    let bytes = column(BinaryArray::from(vec![&b"A"[..], b"B", b"CD"]));
    let columns = [values.clone(), texts, bytes.clone()];
    for module in modules(TEXT) {
        let keep = module.columnar("Keep").unwrap();
        let mut isolate = isolate(&module);
        let batching = Batching { keep_state: true, ..Batching::default() };
        let first = keep.call(&mut isolate, &columns, batching).unwrap();
        assert_eq!(first.columns, [ints(&[0, 1001 + 2 + 66, 2001 + 2 + 67])]);
        isolate.call::<_, i64>("Gcd", (1i64, 2i64)).unwrap();
        let second = keep.call(&mut isolate, &columns, batching).unwrap();
        assert_eq!(second.columns, [ints(&[1002 + 3 + 68, 1001 + 5 + 66, 2001 + 5 + 67])]);
    }
    // The host's columns are as they were.
    assert_eq!(&bytes, &column(BinaryArray::from(vec![&b"A"[..], b"B", b"CD"])));
    assert_eq!(&values, &maybe(&[Some(1), None, Some(2)]));
}

#[test]
fn state_is_reset_by_batch_or_kept() {
    let module = modules(TEXT).remove(0);
    let count = module.columnar("Count").unwrap();
    let mut isolate = isolate(&module);
    let mut run = |keep_state: bool| {
        let batching = Batching { keep_state, ..Batching::default() };
        count.call(&mut isolate, &[ints(&[0, 0])], batching).unwrap().columns.remove(0)
    };
    assert_eq!(
        [run(true), run(true), run(false), run(true)],
        [ints(&[1, 2]), ints(&[3, 4]), ints(&[1, 2]), ints(&[3, 4])]
    );
}

#[test]
fn a_bad_row_fails_the_batch_or_is_null_or_is_collected() {
    let columns = [ints(&[10, 20, 30, 40]), maybe(&[Some(5), Some(0), None, Some(0)])];
    let run = |bad_rows| everywhere(TEXT, "Div", &columns, Batching { bad_rows, keep_state: false });
    let error = run(BadRows::Fail).unwrap_err();
    assert!(error.to_string().starts_with("row 1: "), "{error}");
    assert!(error.to_string().contains("integer divide by zero"), "{error}");
    let ColumnError::Row { trap: Some(trap), .. } = error else { panic!("{error:?}") };
    assert_eq!(trap.kind, TrapKind::Uncaught);
    let null = run(BadRows::Null).unwrap();
    assert_eq!(null.columns, [maybe(&[Some(2), None, None, None])]);
    assert!(null.errors.is_empty());
    let collected = run(BadRows::Collect).unwrap();
    assert_eq!(collected.columns, null.columns);
    let rows: Vec<usize> = collected.errors.iter().map(|error| error.row).collect();
    assert_eq!(rows, [1, 3]);
}

#[test]
fn messages_are_the_guests_and_bounded() {
    let batch = everywhere(TEXT, "Panic", &[ints(&[0, 1, 2, 3, 4])], collect()).unwrap();
    assert_eq!(&batch.columns[0], &maybe(&[Some(0), None, None, None, Some(4)]));
    let texts = StringArray::from(vec![Some("ok"), None, None, None, Some("ok")]);
    assert_eq!(&batch.columns[1], &column(texts));
    let [one, two, three] = &batch.errors[..] else { panic!("{:?}", batch.errors) };
    assert!(one.message.contains("one"), "{one:?}");
    assert!(two.message.contains("nil pointer dereference"), "{two:?}");
    assert!(three.message.contains("yyyy") && three.message.len() == 1024, "{}", three.message.len());
    let batch = everywhere(TEXT, "Index", &[ints(&[2, 3, -1])], collect()).unwrap();
    assert_eq!(batch.columns, [maybe(&[Some(3), None, None])]);
    assert!(batch.errors[0].message.contains("index out of range [3] with length 3"), "{:?}", batch.errors);
    let batch = everywhere(TEXT, "Odd", &[ints(&[2, 3, 2001, 6])], collect()).unwrap();
    assert_eq!(batch.columns, [maybe(&[Some(1), None, None, Some(3)])]);
    assert_eq!(batch.errors[0].message, "odd: xxx");
    assert_eq!(batch.errors[1].message.len(), 1024);
    // What the guest catches is no error.
    assert_eq!(results("Recovers", &[ints(&[5, 0, 2])]), [ints(&[2, -1, 5])]);
}

#[test]
fn every_row_may_be_bad() {
    let rows: Vec<i64> = (0..300).map(|n| n % 3).collect();
    let batch = everywhere(TEXT, "Panic", &[ints(&rows)], collect()).unwrap();
    assert_eq!(batch.errors.len(), 200);
    assert_eq!(batch.columns[0].null_count(), 200);
    // The messages count against the memory limit.
    let module = &modules(TEXT)[1];
    let tiny = Limits { heap_bytes: 4 << 20, ..Limits::default() };
    let mut isolate = module.isolate((), tiny, Streams::default()).unwrap();
    let odd = module.columnar("Odd").unwrap();
    let error = odd.call(&mut isolate, &[ints(&[2001; 5000])], collect()).unwrap_err();
    assert!(error.to_string().contains("errors of one batch"), "{error}");
}

/// The ending of a batch whose third row is hostile, whatever the policy.
fn ending(name: &str) -> TrapKind {
    let mut kinds = Vec::new();
    for bad_rows in [BadRows::Fail, BadRows::Null, BadRows::Collect] {
        let batching = Batching { bad_rows, ..Batching::default() };
        match everywhere(TEXT, name, &[ints(&[1, 2, 3, 4])], batching) {
            Err(ColumnError::Ended(trap)) => kinds.push(trap.kind),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(kinds.iter().all(|kind| *kind == kinds[0]), "{kinds:?}");
    kinds[0]
}

#[test]
fn hostile_rows_end_the_batch() {
    assert_eq!(ending("Forever"), TrapKind::OutOfGas);
    assert_eq!(ending("Bomb"), TrapKind::OutOfMemory);
    assert_eq!(ending("Exit"), TrapKind::Exit(3));
    assert_eq!(ending("Wait"), TrapKind::Deadlock);
    for module in modules(TEXT) {
        let limits = Limits { stack_bytes: 1 << 20, ..limits() };
        let mut isolate = module.isolate((), limits, Streams::default()).unwrap();
        let deep = module.columnar("Deep").unwrap();
        let error = deep.call(&mut isolate, &[ints(&[1])], Batching::default()).unwrap_err();
        assert!(
            matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::StackOverflow),
            "{error:?}"
        );
    }
}

#[test]
fn an_isolate_is_good_after_a_batch_that_ended() {
    for module in modules(TEXT) {
        let mut isolate = isolate(&module);
        let forever = module.columnar("Forever").unwrap();
        let gcd = module.columnar("Gcd").unwrap();
        for keep_state in [false, true] {
            let batching = Batching { keep_state, ..Batching::default() };
            let error = forever.call(&mut isolate, &[ints(&[1, 3])], batching).unwrap_err();
            assert!(matches!(error, ColumnError::Ended(_)), "{error:?}");
            // What was interrupted is gone: the memory that it was lent is the host's again.
            isolate.refuel(1_000_000);
            assert_eq!(isolate.resume().unwrap_err().kind, TrapKind::Internal);
            let batch = gcd.call(&mut isolate, &[ints(&[12]), ints(&[18])], batching).unwrap();
            assert_eq!(batch.columns, [ints(&[6])]);
        }
        isolate.canceller().cancel();
        let keep = Batching { keep_state: true, ..Batching::default() };
        let error = gcd.call(&mut isolate, &[ints(&[12]), ints(&[18])], keep).unwrap_err();
        assert!(matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::Cancelled), "{error:?}");
    }
}

#[test]
fn gas_and_memory_are_limited_by_batch() {
    let module = modules(TEXT).remove(0);
    let gcd = module.columnar("Gcd").unwrap();
    let mut isolate = isolate(&module);
    let columns = [ints(&[1_000_000_007; 1000]), ints(&[998_244_353; 1000])];
    let gas = gcd.call(&mut isolate, &columns, Batching::default()).unwrap().gas;
    isolate.set_gas(Some(gas));
    for _ in 0..3 {
        assert_eq!(gcd.call(&mut isolate, &columns, Batching::default()).unwrap().gas, gas);
    }
    let keep = Batching { keep_state: true, ..Batching::default() };
    let error = gcd.call(&mut isolate, &columns, keep).unwrap_err();
    assert!(matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::OutOfGas), "{error:?}");
}

#[test]
fn goroutines_end_with_the_batch() {
    assert_eq!(results("Spawn", &[ints(&[1, 2, 3])]), [ints(&[1, 4, 9])]);
}

#[test]
fn limits_of_calls_and_allocations_hold() {
    for module in modules(TEXT) {
        let limits = Limits { call_depth: Some(50), alloc_bytes: Some(64 << 20), ..limits() };
        let mut isolate = module.isolate((), limits, Streams::default()).unwrap();
        let run = |isolate: &mut Isolate<()>, name: &str, columns: &[ArrayRef]| {
            module.columnar(name).unwrap().call(isolate, columns, Batching::default())
        };
        let gcd = run(&mut isolate, "Gcd", &[ints(&[12]), ints(&[18])]).unwrap();
        assert_eq!(gcd.columns, [ints(&[6])]);
        let error = run(&mut isolate, "Deep", &[ints(&[1])]).unwrap_err();
        assert!(matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::CallDepth), "{error:?}");
    }
}

#[test]
fn what_is_no_column_is_refused() {
    let module = modules(TEXT).remove(0);
    let why = |name: &str| module.columnar(name).unwrap_err().to_string();
    assert_eq!(why("None"), "None takes no column");
    assert_eq!(why("Nothing"), "Nothing returns no column");
    assert!(why("Chan").contains("chan int"), "{}", why("Chan"));
    assert!(why("lower").contains("not exported"), "{}", why("lower"));
    assert!(why("Missing").contains("no function Missing"), "{}", why("Missing"));
    let mut isolate = isolate(&module);
    let mut refused = |name: &str, columns: &[ArrayRef]| {
        let function: Columnar = module.columnar(name).unwrap();
        function.call(&mut isolate, columns, Batching::default()).unwrap_err().to_string()
    };
    assert_eq!(refused("Gcd", &[ints(&[1])]), "Gcd takes 2 columns and was called with 1");
    let unequal = refused("Gcd", &[ints(&[1]), ints(&[1, 2])]);
    assert_eq!(unequal, "column 2 has 2 rows, and column 1 has 1");
    let wrong = refused("Gcd", &[ints(&[1]), column(Int32Array::from(vec![1]))]);
    assert_eq!(wrong, "column 2: Int32 where the function takes Int64");
    let wrong = refused("Count", &[column(StringArray::from(vec!["1"]))]);
    assert_eq!(wrong, "column 1: Utf8 where the function takes Int64");
    // A loop of one module is not run in another's isolate.
    let other = self::module(Config::default(), TEXT);
    let error =
        other.columnar("Gcd").unwrap().call(&mut isolate, &[ints(&[1]), ints(&[1])], Batching::default());
    assert!(error.unwrap_err().to_string().contains("another module"));
    let races = self::module(Config { races: true, ..Config::default() }, TEXT);
    assert!(races.columnar("Gcd").unwrap_err().to_string().contains("data races"));
}

#[test]
fn gas_does_not_depend_on_what_was_asked_before() {
    let one = module(Config::default(), TEXT);
    let many = module(Config { tier: Tier::Native, ..Config::default() }, TEXT);
    for name in ["Div", "Or", "Count"] {
        many.columnar(name).unwrap();
    }
    let gas = |module: &Module| {
        let mut isolate = isolate(module);
        let gcd = module.columnar("Gcd").unwrap();
        gcd.call(&mut isolate, &[ints(&[12, 8]), ints(&[18, 6])], Batching::default()).unwrap().gas
    };
    assert_eq!(gas(&one), gas(&many));
}

const TEXTS: &str = r#"package main

import "strings"

type Wide struct {
	Lo uint64
	Hi int64
}

type Point struct {
	X     int64
	Label string
	Y     *float64
}

var all []string

func Join(a, b string) string { return a + "-" + b }

func Same(a string) string { return a }

func Part(a string) (string, string, []byte) { return a[1:], strings.ToUpper(a), []byte(a)[:1] }

func Len(a []byte) int64 { return int64(len(a)*100 + cap(a)) }

func Bad(a []byte) string { return string(a) }

func Nil(a int64) []byte { return nil }

func Keep(a string) string {
	all = append(all, a)
	return strings.Join(all, ",")
}

func Grow(a int64) string { return strings.Repeat("x", int(a)) }

func Shared(a string) (string, string) { return a, a }

func Price(sku, region string, n, cents int64) int64 {
	total := n * cents
	if strings.HasPrefix(sku, "BULK-") && n >= 10 {
		total -= total / 10
	}
	if region == "EU" {
		total += total * 19 / 100
	}
	return total
}

func Add(a, b Wide) Wide {
	lo := a.Lo + b.Lo
	hi := a.Hi + b.Hi
	if lo < a.Lo {
		hi++
	}
	return Wide{lo, hi}
}

func Move(p Point) Point {
	if p.Y == nil {
		y := 0.5
		return Point{p.X + 1, "no " + p.Label, &y}
	}
	return Point{p.X + 1, p.Label, nil}
}

func Sum(list []int64) (s int64) {
	for i, n := range list {
		s += n
		list[i] = 0
	}
	return
}

func Squares(n int64) (a []int64, b []float32) {
	for i := int64(0); i < n; i++ {
		a = append(a, i*i)
		b = append(b, float32(i)/2)
	}
	return
}

func Double(list []int16) []int16 {
	for i := range list {
		list[i] *= 2
	}
	return append(list, 7)
}

func Bools(list []bool) int64 { return 0 }

func Big(a [3]int64) int64 { return a[0] }

func main() {}
"#;

fn texts(list: &[&str]) -> ArrayRef {
    column(StringArray::from(list.to_vec()))
}

fn of_texts(name: &str, columns: &[ArrayRef]) -> Vec<ArrayRef> {
    everywhere(TEXTS, name, columns, Batching::default()).unwrap_or_else(|e| panic!("{name}: {e}")).columns
}

#[test]
fn strings_and_bytes_cross() {
    let a = column(StringArray::from(vec![Some("x"), None, Some("żółw"), Some("")]));
    let b = texts(&["1", "2", "3", ""]);
    let joined = column(StringArray::from(vec![Some("x-1"), None, Some("żółw-3"), Some("-")]));
    assert_eq!(of_texts("Join", &[a.clone(), b.clone()]), [joined]);
    assert_eq!(of_texts("Same", from_ref(&a)), from_ref(&a));
    let large = column(LargeStringArray::from(vec!["long", "offsets"]));
    assert_eq!(of_texts("Same", &[large]), [texts(&["long", "offsets"])]);
    // A part of a column, whose offsets do not begin at 0.
    let part = texts(&["skipped", "one", "two", "skipped too"]).slice(1, 2);
    let expected =
        [texts(&["ne", "wo"]), texts(&["ONE", "TWO"]), column(BinaryArray::from(vec![&b"o"[..], b"t"]))];
    assert_eq!(of_texts("Part", &[part]), expected);
    let bytes = column(BinaryArray::from(vec![Some(&b"abc"[..]), None, Some(b"")]));
    assert_eq!(of_texts("Len", &[bytes]), [maybe(&[Some(303), None, Some(0)])]);
    let no_text = column(BinaryArray::from(vec![&b"a\xffb"[..], b"ok"]));
    assert_eq!(of_texts("Bad", &[no_text]), [texts(&["a\u{fffd}b", "ok"])]);
    assert_eq!(of_texts("Nil", &[ints(&[1])]), [column(BinaryArray::from(vec![&b""[..]]))]);
    // What is kept of earlier rows is still there after later ones.
    assert_eq!(of_texts("Keep", &[texts(&["a", "", "c"])]), [texts(&["a", "a,", "a,,c"])]);
    assert_eq!(of_texts("Same", &[texts(&[])]), [texts(&[])]);
}

#[test]
fn many_strings_find_room() {
    let lens: Vec<i64> = (0..500).map(|n| n * n % 997).collect();
    let expected: Vec<String> = lens.iter().map(|n| "x".repeat(*n as usize)).collect();
    assert_eq!(of_texts("Grow", &[ints(&lens)]), [column(StringArray::from(expected))]);
    // A bad row in the middle of those that fit.
    let batch = everywhere(TEXTS, "Grow", &[ints(&[3, -1, 200, 1])], collect()).unwrap();
    let expected = StringArray::from(vec![Some("xxx"), None, Some("x".repeat(200).as_str()), Some("x")]);
    assert_eq!(batch.columns, [column(expected)]);
    assert_eq!(batch.errors.len(), 1);
}

#[test]
fn strings_of_results_count_against_the_memory_limit() {
    // Each row returns the same 1 MiB: a hundred times that is more than the isolate may have.
    let text =
        "package main\nvar s = make([]byte, 1<<20)\nfunc F(a int64) []byte { return s }\nfunc main() {}";
    let error = everywhere(text, "F", &[ints(&[0; 100])], Batching::default()).unwrap_err();
    assert!(error.to_string().contains("texts of one batch are larger than the memory limit"), "{error}");
    // A column that is larger than the isolate's memory does not get in.
    let long = "y".repeat(20 << 20);
    let error = everywhere(TEXTS, "Same", &[texts(&[&long])], Batching::default()).unwrap_err();
    assert!(matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::OutOfMemory), "{error:?}");
}

#[test]
fn a_price_rule_with_strings() {
    let columns = [
        texts(&["BULK-1", "BULK-2", "ITEM-3", ""]),
        texts(&["EU", "US", "EU", "EU"]),
        ints(&[10, 9, 2, 0]),
        maybe(&[Some(100), Some(100), Some(50), None]),
    ];
    let expected = maybe(&[Some(900 + 171), Some(900), Some(119), None]);
    assert_eq!(of_texts("Price", &columns), [expected]);
}

#[test]
fn dates_and_decimals_are_their_words() {
    let times = TimestampMillisecondArray::from(vec![Some(1), None, Some(-5)]).with_timezone("UTC");
    let dates = Date32Array::from(vec![7, 8, 9]);
    let text =
        "package main\nfunc Next(t int64, d int32) (int64, int32) { return t + 1, d - 1 }\nfunc main() {}";
    let types = vec![times.data_type().clone(), DataType::Date32];
    let columns = [column(times), column(dates)];
    for module in modules(text) {
        let next = module.columnar("Next").unwrap().with_results(types.clone()).unwrap();
        let batch = next.call(&mut isolate(&module), &columns, Batching::default()).unwrap();
        let times = TimestampMillisecondArray::from(vec![Some(2), None, Some(-4)]).with_timezone("UTC");
        let dates = Date32Array::from(vec![Some(6), None, Some(8)]);
        assert_eq!(batch.columns, [column(times), column(dates)]);
    }
    let decimals = |list: &[Option<i128>]| {
        column(Decimal128Array::from(list.to_vec()).with_precision_and_scale(38, 0).unwrap())
    };
    let a = decimals(&[Some(1), Some(i128::from(u64::MAX)), Some(-1), None]);
    let b = decimals(&[Some(2), Some(1), Some(-(1 << 70)), Some(1)]);
    assert_eq!(of_texts("Add", &[a, b]), [decimals(&[Some(3), Some(1 << 64), Some(-1 - (1 << 70)), None])]);
    let module = modules(TEXTS).remove(0);
    let add = module.columnar("Add").unwrap();
    assert!(add.clone().with_results(vec![DataType::Decimal128(20, 4)]).is_ok());
    let error = add.clone().with_results(vec![DataType::Int64]).unwrap_err().to_string();
    assert!(error.starts_with("result 1 is Decimal128(38, 0)"), "{error}");
    assert!(add.with_results(Vec::new()).is_err());
}

#[test]
fn structures_cross_by_the_names_of_their_fields() {
    let fields = vec![
        Field::new("label", DataType::Utf8, true),
        Field::new("other", DataType::Int8, false),
        Field::new("y", DataType::Float64, true),
        Field::new("x", DataType::Int64, false),
    ];
    let columns: Vec<ArrayRef> = vec![
        column(StringArray::from(vec![Some("a"), None, Some("c"), Some("d")])),
        column(Int8Array::from(vec![0, 0, 0, 0])),
        column(Float64Array::from(vec![Some(1.0), None, None, None])),
        ints(&[1, 2, 3, 4]),
    ];
    let nulls = NullBuffer::from(vec![true, true, true, false]);
    let points = StructArray::new(fields.into(), columns, Some(nulls));
    let moved = of_texts("Move", &[column(points.clone())]).remove(0);
    let moved = moved.as_struct();
    // A null for a field that is no pointer, and a null structure.
    let valid: Vec<bool> = (0..4).map(|row| moved.is_valid(row)).collect();
    assert_eq!(valid, [true, false, true, false]);
    let x = moved.column_by_name("X").unwrap().as_primitive::<Int64Type>();
    assert_eq!((x.value(0), x.value(2)), (2, 4));
    let label = moved.column_by_name("Label").unwrap().as_string::<i32>();
    assert_eq!((label.value(0), label.value(2)), ("a", "no c"));
    let y = moved.column_by_name("Y").unwrap().as_primitive::<Float64Type>();
    assert!(y.is_null(0) && y.is_valid(2) && y.value(2) == 0.5);
    // The part of a column of structures.
    let part = of_texts("Move", &[column(points.slice(2, 1))]).remove(0);
    assert_eq!(part.as_struct().column_by_name("X").unwrap(), &ints(&[4]));
    let module = modules(TEXTS).remove(0);
    let without = StructArray::from(vec![(Arc::new(Field::new("x", DataType::Int64, false)), ints(&[1]))]);
    let function = module.columnar("Move").unwrap();
    let refused = function.call(&mut isolate(&module), &[column(without)], Batching::default());
    assert_eq!(refused.unwrap_err().to_string(), "column 1: there is no field Label");
}

#[test]
fn lists_of_numbers_cross() {
    let lists =
        |list: Vec<Option<Vec<Option<i64>>>>| column(ListArray::from_iter_primitive::<Int64Type, _, _>(list));
    let list = |list: &[i64]| Some(list.iter().map(|n| Some(*n)).collect::<Vec<_>>());
    let column_of = lists(vec![list(&[1, 2, 3]), None, list(&[]), list(&[40])]);
    assert_eq!(of_texts("Sum", from_ref(&column_of)), [maybe(&[Some(6), None, Some(0), Some(40)])]);
    assert_eq!(of_texts("Sum", &[column_of.slice(2, 2)]), [ints(&[0, 40])]);
    let made = of_texts("Squares", &[ints(&[0, 3, 1])]);
    let ends: Vec<i32> = made[0].as_list::<i32>().offsets().to_vec();
    assert_eq!(ends, [0, 0, 3, 4]);
    assert_eq!(made[0].as_list::<i32>().values(), &ints(&[0, 1, 4, 0]));
    let halves: ArrayRef = column(Float32Array::from(vec![0.0, 0.5, 1.0, 0.0]));
    assert_eq!(made[1].as_list::<i32>().values(), &halves);
    let shorts = ListArray::from_iter_primitive::<Int16Type, _, _>([Some(vec![Some(1), Some(2)]), None]);
    let doubled = of_texts("Double", &[column(shorts)]).remove(0);
    assert_eq!(doubled.as_list::<i32>().values().as_primitive::<Int16Type>().values(), &[2, 4, 7]);
    let module = modules(TEXTS).remove(0);
    let nulls = lists(vec![Some(vec![Some(1), None])]);
    let sum = module.columnar("Sum").unwrap();
    let error = sum.call(&mut isolate(&module), &[nulls], Batching::default()).unwrap_err();
    assert_eq!(error.to_string(), "column 1: its lists have null elements");
    let why = |name: &str| module.columnar(name).unwrap_err().to_string();
    assert_eq!(why("Bools"), "Bools takes []bool, which is no column");
    assert_eq!(why("Big"), "Big takes [3]int64, which is no column");
}

#[test]
fn results_outlive_the_isolate() {
    let module = modules(TEXTS).remove(0);
    let mut isolate = isolate(&module);
    let shared = module.columnar("Shared").unwrap();
    let first = shared.call(&mut isolate, &[texts(&["one", "two"])], Batching::default()).unwrap();
    let second = shared.call(&mut isolate, &[texts(&["six", "ten"])], Batching::default()).unwrap();
    drop((isolate, shared, module));
    assert_eq!(first.columns, [texts(&["one", "two"]), texts(&["one", "two"])]);
    assert_eq!(second.columns, [texts(&["six", "ten"]), texts(&["six", "ten"])]);
}
