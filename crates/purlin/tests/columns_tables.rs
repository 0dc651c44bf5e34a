//! Functions of guests that return sequences, as tables of Arrow's columns, in every tier: what rows there
//! are, how calls end, and what mistaken hosts cannot do. Gas is the same in all tiers.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Decimal128Array, Float64Array, Int64Array, StringArray};
use arrow_schema::DataType;
use purlin::columns::{ColumnError, Rows, Table};
use purlin::{Config, Engine, Isolate, Limits, Module, SourceFile, Streams, Stress, Tier, TrapKind};

const TEXT: &str = r#"package main

import (
	"errors"
	"iter"
	"strings"
)

type Point struct{ X, Y float64 }

type Word struct {
	Text   string
	At     int64
	Before *int64
	Where  Point
	Long   bool
	_      int64
}

// Words has rows with pointers, structures and texts, and keeps what it has yielded.
func Words(text string, long int64) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		var before *int64
		for n, word := range strings.Fields(text) {
			at := int64(n)
			row := Word{strings.ToUpper(word), at, before, Point{float64(n), -1}, int64(len(word)) > long, 7}
			before = &at
			if !yield(row) {
				return
			}
		}
	}
}

// Numbers has no end.
func Numbers(from int64) func(yield func(int64) bool) {
	return func(yield func(int64) bool) {
		for n := from; yield(n); n++ {
		}
	}
}

type Wide struct {
	Lo uint64
	Hi int64
}

func Squares() iter.Seq[Wide] {
	return func(yield func(Wide) bool) {
		_ = yield(Wide{1 << 63, 1}) && yield(Wide{5, -1})
	}
}

var calls int64

// Checked returns an error beside the sequence, panics in the middle of it, or gives no sequence.
func Checked(what string, n *int64) (iter.Seq[int64], error) {
	calls++
	if what == "error" {
		return nil, errors.New("not this one")
	}
	if what == "nil" {
		return nil, nil
	}
	return func(yield func(int64) bool) {
		yield(calls)
		if what == "panic" {
			panic("in the middle")
		}
		if n != nil {
			yield(*n)
		}
	}, nil
}

// Late yields from another goroutine, one at a time.
func Late(n int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		words := make(chan string)
		go func() {
			defer close(words)
			for i := int64(0); i < n; i++ {
				words <- strings.Repeat("x", int(i))
			}
		}()
		for word := range words {
			if !yield(word) {
				return
			}
		}
	}
}

// Of none of these there is a table.
func Maps() iter.Seq[map[string]bool]              { return nil }
func Pairs() iter.Seq2[int64, int64]               { return nil }
func Takes(f func()) iter.Seq[int64]               { return nil }
func Many(list ...int64) iter.Seq[int64]           { return nil }
func Generic[T any]() iter.Seq[T]                  { return nil }
func Plain(n int64) int64                          { return n }
func hidden() iter.Seq[int64]                      { return nil }
func Empty() iter.Seq[struct{}]                    { return nil }
func (p *Point) All() iter.Seq[float64]            { return nil }

func main() { hidden() }
"#;

fn column<A: Array + 'static>(array: A) -> ArrayRef {
    Arc::new(array)
}

fn ints(list: &[i64]) -> ArrayRef {
    column(Int64Array::from(list.to_vec()))
}

fn texts(list: &[&str]) -> ArrayRef {
    column(StringArray::from(list.to_vec()))
}

fn module(config: Config) -> Module {
    let source = SourceFile { name: "main.go".into(), text: TEXT.into() };
    Engine::new(config).compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn modules() -> Vec<Module> {
    let stress = Stress { gc: true, poison: true, deopt: true, osr: true, ..Stress::default() };
    let tiers = [Tier::Interp, Tier::Native, Tier::Auto].map(|tier| Config { tier, ..Config::default() });
    let stressed = [Tier::Native, Tier::Interp];
    let stressed = stressed.map(|tier| Config { tier, verify: true, stress, ..Config::default() });
    tiers.into_iter().chain(stressed).map(module).collect()
}

fn isolate(module: &Module) -> Isolate<()> {
    let limits = Limits { gas: Some(8_000_000), heap_bytes: 8 << 20, ..Limits::default() };
    module.isolate((), limits, Streams::default()).unwrap()
}

/// All rows in batches of so many: the columns of each, and gas.
fn all(mut rows: Rows, isolate: &mut Isolate<()>, most: usize) -> (Vec<Vec<ArrayRef>>, u64) {
    let mut batches = Vec::new();
    while let Some(batch) = rows.next(isolate, most).unwrap() {
        batches.push(batch.columns);
    }
    let gas = rows.gas();
    rows.release(isolate);
    (batches, gas)
}

/// Does the same in all tiers and under stress; what it gives is the same, gas included.
fn everywhere<R: PartialEq + std::fmt::Debug>(mut work: impl FnMut(&Module, &mut Isolate<()>) -> R) -> R {
    let mut all = modules().into_iter().map(|module| {
        let mut isolate = isolate(&module);
        work(&module, &mut isolate)
    });
    let first = all.next().unwrap();
    all.for_each(|other| assert_eq!(other, first));
    first
}

fn opened(table: &Table, isolate: &mut Isolate<()>, arguments: &[ArrayRef]) -> Result<Rows, ColumnError> {
    table.open(isolate, arguments, None, false)
}

#[test]
fn fields_of_rows_are_columns() {
    let (batches, gas) = everywhere(|module, isolate| {
        let words = module.table("Words").unwrap();
        let columns = words.columns();
        let names: Vec<&str> = columns.iter().map(|field| field.name().as_str()).collect();
        assert_eq!(names, ["Text", "At", "Before", "Where", "Long"]);
        assert!(columns[2].is_nullable() && !columns[1].is_nullable());
        let rows = opened(&words, isolate, &[texts(&["a bc def gh i"]), ints(&[1])]).unwrap();
        assert!(rows.len() == 5 && !rows.is_empty());
        all(rows, isolate, 2)
    });
    assert!(gas > 0);
    assert_eq!(batches.len(), 3);
    assert_eq!(&batches[0][0], &texts(&["A", "BC"]));
    assert_eq!(&batches[1][0], &texts(&["DEF", "GH"]));
    assert_eq!(&batches[1][1], &ints(&[2, 3]));
    assert_eq!(&batches[0][2], &column(Int64Array::from(vec![None, Some(0)])));
    assert_eq!(&batches[2][2], &ints(&[3]));
    let place = batches[1][3].as_any().downcast_ref::<arrow_array::StructArray>().unwrap();
    assert_eq!(place.column(0), &column(Float64Array::from(vec![2.0, 3.0])));
    assert_eq!(&batches[2][4], &column(BooleanArray::from(vec![false])));
    assert_eq!(&batches[1][4], &column(BooleanArray::from(vec![true, true])));
}

#[test]
fn a_sequence_without_end_stops_at_the_most_rows() {
    let (batches, _) = everywhere(|module, isolate| {
        let numbers = module.table("Numbers").unwrap();
        assert_eq!(numbers.columns()[0].name(), "value");
        let rows = numbers.open(isolate, &[ints(&[10])], Some(3000), false).unwrap();
        all(rows, isolate, 1024)
    });
    let sizes: Vec<usize> = batches.iter().map(|columns| columns[0].len()).collect();
    assert_eq!(sizes, [1024, 1024, 952]);
    assert_eq!(&batches[2][0].slice(951, 1), &ints(&[3009]));
    let none = everywhere(|module, isolate| {
        let rows = module.table("Numbers").unwrap().open(isolate, &[ints(&[10])], Some(0), false).unwrap();
        assert!(rows.is_empty());
        all(rows, isolate, 10)
    });
    assert!(none.0.is_empty());
    for module in modules() {
        let mut isolate = isolate(&module);
        let error = opened(&module.table("Numbers").unwrap(), &mut isolate, &[ints(&[1])]).unwrap_err();
        let ColumnError::Ended(trap) = error else { panic!("{error:?}") };
        assert!(matches!(trap.kind, TrapKind::OutOfGas | TrapKind::OutOfMemory), "{trap:?}");
        // The isolate is good for another call.
        let rows = opened(&module.table("Squares").unwrap(), &mut isolate, &[]).unwrap();
        assert_eq!(rows.len(), 2);
    }
}

#[test]
fn rows_that_are_values_and_columns_of_other_types() {
    let (batches, _) = everywhere(|module, isolate| {
        let squares = module.table("Squares").unwrap();
        let squares = squares.with_columns(vec![DataType::Decimal128(30, 2)]).unwrap();
        let rows = opened(&squares, isolate, &[]).unwrap();
        all(rows, isolate, 10)
    });
    let values = vec![(1 << 64) + (1_i128 << 63), -(1_i128 << 64) + 5];
    let expected = Decimal128Array::from(values).with_precision_and_scale(30, 2).unwrap();
    assert_eq!(&batches[0][0], &column(expected));
    let module = &modules()[0];
    let error = module.table("Squares").unwrap().with_columns(vec![DataType::Utf8]).unwrap_err();
    assert_eq!(error.to_string(), "result 1 is Decimal128(38, 0), which is no Utf8");
}

#[test]
fn goroutines_may_feed_a_sequence() {
    let (batches, _) = everywhere(|module, isolate| {
        let late = module.table("Late").unwrap();
        let rows = late.open(isolate, &[ints(&[1000])], Some(4), false).unwrap();
        all(rows, isolate, 10)
    });
    assert_eq!(batches, [[texts(&["", "x", "xx", "xxx"])]]);
}

#[test]
fn errors_panics_and_missing_sequences_are_those_of_the_call() {
    everywhere(|module, isolate| {
        let checked = module.table("Checked").unwrap();
        let mut said = |what: &str| {
            let error = opened(&checked, isolate, &[texts(&[what]), ints(&[1])]).unwrap_err();
            let trace = match &error {
                ColumnError::Row { trap: Some(trap), .. } => isolate.traceback(trap).to_string(),
                _ => String::new(),
            };
            (error.to_string(), trace)
        };
        assert_eq!(said("error").0, "row 0: not this one");
        let (panicked, trace) = said("panic");
        assert!(panicked.contains("in the middle"), "{panicked}");
        assert!(trace.contains("main.go:6"), "{trace}");
        assert!(said("nil").0.contains("nil pointer"), "{}", said("nil").0);
    });
}

#[test]
fn state_is_kept_if_asked_for_and_arguments_may_be_null() {
    everywhere(|module, isolate| {
        let checked = module.table("Checked").unwrap();
        let null = column(Int64Array::from(vec![None::<i64>]));
        let arguments = [texts(&["x"]), null];
        for expected in [1, 1] {
            let rows = opened(&checked, isolate, &arguments).unwrap();
            assert_eq!(all(rows, isolate, 10).0, [[ints(&[expected])]]);
        }
        let kept = checked.open(isolate, &arguments, None, true).unwrap();
        let second = checked.open(isolate, &[texts(&["x"]), ints(&[9])], None, true).unwrap();
        assert_eq!(all(second, isolate, 10).0, [[ints(&[3, 9])]]);
        assert_eq!(all(kept, isolate, 10).0, [[ints(&[2])]]);
        let no_text = column(StringArray::from(vec![None::<&str>]));
        let rows = opened(&checked, isolate, &[no_text, ints(&[9])]).unwrap();
        assert!(rows.is_empty());
    });
}

#[test]
fn what_is_no_table_is_refused() {
    let module = &modules()[0];
    for name in ["Pairs", "Takes", "Many", "Generic", "Plain", "hidden", "Missing", "Point.All"] {
        let error = module.table(name).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{name} is no exported function")), "{error}");
    }
    let error = module.table("Maps").unwrap_err();
    assert_eq!(error.to_string(), "Maps yields map[string]bool, which is no column");
    let error = module.table("Empty").unwrap_err();
    assert!(error.to_string().contains("no fields that could be columns"), "{error}");
}

#[test]
fn mistaken_hosts_get_errors() {
    let all_modules = modules();
    let (module, other) = (&all_modules[1], &all_modules[0]);
    let (mut isolate, mut stranger) = (isolate(module), isolate(other));
    let words = module.table("Words").unwrap();
    let refused = |error: ColumnError| match error {
        ColumnError::Columns(why) => why,
        other => panic!("{other:?}"),
    };
    let few = refused(opened(&words, &mut isolate, &[texts(&["a"])]).unwrap_err());
    assert_eq!(few, "Words takes 2 arguments and was called with 1");
    let long = refused(opened(&words, &mut isolate, &[texts(&["a"]), ints(&[1, 2])]).unwrap_err());
    assert_eq!(long, "argument 2 of Words has 2 rows, and not one");
    let mixed = refused(opened(&words, &mut isolate, &[ints(&[1]), ints(&[1])]).unwrap_err());
    assert_eq!(mixed, "column 1: Int64 where the function takes Utf8");
    assert_eq!(refused(words.check_arguments(&[DataType::Int64, DataType::Int64]).unwrap_err()), mixed);
    assert!(words.check_arguments(&[DataType::Utf8, DataType::Int64]).is_ok());
    let arguments = [texts(&["a b c"]), ints(&[1])];
    assert!(matches!(opened(&words, &mut stranger, &arguments), Err(ColumnError::Ended(_))));
    let mut rows = opened(&words, &mut isolate, &arguments).unwrap();
    assert!(matches!(rows.next(&mut stranger, 1), Err(ColumnError::Ended(_))));
    assert_eq!(&rows.next(&mut isolate, 1).unwrap().unwrap().columns[1], &ints(&[0]));
    isolate.reset();
    assert!(matches!(rows.next(&mut isolate, 1), Err(ColumnError::Ended(_))));
    let rows = opened(&words, &mut isolate, &arguments).unwrap();
    assert_eq!(rows.len(), 3);
}
