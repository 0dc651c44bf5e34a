//! Aggregates of guests over Arrow's columns, in every tier: states by groups, states as columns, and what
//! hostile rows and mistaken hosts cannot do. Gas is the same in all tiers.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, ListArray, StringArray, types::Int64Type};
use arrow_schema::DataType;
use purlin::columns::{Aggregate, BadRows, Batch, Batching, ColumnError, States};
use purlin::{Config, Engine, Isolate, Limits, Module, SourceFile, Streams, Stress, Tier, TrapKind};

const TEXT: &str = r#"package main

import "errors"

// Sum, count and extremes.
type Stats struct {
	Sum      float64
	N        int64
	least    *int64
	Longest  string
	All      []int64
}

func (s *Stats) Update(x *int64, name string) {
	s.N++
	if len(name) > len(s.Longest) {
		s.Longest = name
	}
	if x == nil {
		return
	}
	s.Sum += float64(*x)
	s.All = append(s.All, *x)
	if s.least == nil || *x < *s.least {
		s.least = x
	}
}

func (s *Stats) Merge(other *Stats) {
	s.Sum += other.Sum
	s.N += other.N
	if len(other.Longest) > len(s.Longest) {
		s.Longest = other.Longest
	}
	s.All = append(s.All, other.All...)
	if s.least == nil || other.least != nil && *other.least < *s.least {
		s.least = other.least
	}
}

func (s *Stats) Result() (float64, int64, *int64, string, []int64) {
	return s.Sum, s.N, s.least, s.Longest, s.All
}

// Rows, which take no parameter.
type Rows struct{ N int64 }

func (r *Rows) Update()           { r.N++ }
func (r *Rows) Merge(other *Rows) { r.N += other.N }
func (r *Rows) Result() int64     { return r.N }

// Has methods that fail, and a field that is no column.
type Distinct struct {
	seen map[string]bool
}

func (d *Distinct) Update(s string) error {
	if s == "" {
		return errors.New("empty")
	}
	if s == "panic" {
		panic("as asked")
	}
	if d.seen == nil {
		d.seen = map[string]bool{}
	}
	for s == "forever" {
	}
	d.seen[s] = true
	return nil
}

func (d *Distinct) Merge(other *Distinct) error {
	for s := range other.seen {
		d.Update(s)
	}
	return nil
}

func (d *Distinct) Result() (int64, error) {
	if d.seen == nil {
		return 0, errors.New("nothing was seen")
	}
	return int64(len(d.seen)), nil
}

// Not aggregates: one has no Merge on pointers, one is not exported, one merges something else.
type Half struct{ N int64 }

func (h *Half) Update(x int64)  { h.N += x }
func (h Half) Merge(other *Half) {}
func (h *Half) Result() int64   { return h.N }

type hidden struct{ N int64 }

func (h *hidden) Update(x int64)      { h.N += x }
func (h *hidden) Merge(other *hidden) { h.N += other.N }
func (h *hidden) Result() int64       { return h.N }

type Odd struct{ N int64 }

func (o *Odd) Update(x int64)    { o.N += x }
func (o *Odd) Merge(other *Rows) { o.N += other.N }
func (o *Odd) Result() int64     { return o.N }

type Returns struct{ N int64 }

func (o *Returns) Update(x int64) int64 { return x }
func (o *Returns) Merge(other *Returns) {}
func (o *Returns) Result() int64        { return o.N }

type Takes struct{ N int64 }

func (o *Takes) Update(x map[string]bool) {}
func (o *Takes) Merge(other *Takes)       {}
func (o *Takes) Result() int64            { return o.N }

var kept *Rows

// Keep notes a state, which is the one that later rows change.
type Keep struct{ N int64 }

func (k *Keep) Update(x int64) {
	if all == nil {
		all = map[*Keep]int64{}
	}
	all[k] += x
	k.N = all[k]
}
func (k *Keep) Merge(other *Keep) { k.N += other.N }
func (k *Keep) Result() int64     { return k.N*100 + int64(len(all)) }

var all map[*Keep]int64

func main() { _ = hidden{} }
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

fn limits() -> Limits {
    Limits { gas: Some(8_000_000), heap_bytes: 8 << 20, ..Limits::default() }
}

fn isolate(module: &Module) -> Isolate<()> {
    module.isolate((), limits(), Streams::default()).unwrap()
}

fn plain() -> Batching {
    Batching::default()
}

fn collect() -> Batching {
    Batching { bad_rows: BadRows::Collect, ..Batching::default() }
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

fn got(batch: Batch) -> (Vec<ArrayRef>, Vec<(usize, String)>, u64) {
    let errors = batch.errors.into_iter().map(|error| (error.row, error.message)).collect();
    (batch.columns, errors, batch.gas)
}

#[test]
fn rows_are_taken_in_by_groups() {
    let (results, _, gas) = everywhere(|module, isolate| {
        let stats = module.aggregate("Stats").unwrap();
        let states = stats.begin(isolate);
        let x = maybe(&[Some(1), Some(20), None, Some(-3)]);
        let name = column(StringArray::from(vec![Some("a"), Some("bc"), Some("def"), None]));
        let one = states.update(isolate, &[x, name], &[0, 2, 0, 0], plain()).unwrap();
        assert!(one.columns.is_empty() && one.gas > 0);
        let second = [ints(&[7, 5]), texts(&["", "long name"])];
        states.update(isolate, &second, &[2, 3], plain()).unwrap();
        assert_eq!(states.groups(isolate).unwrap(), 4);
        got(states.results(isolate, plain()).unwrap())
    });
    assert!(gas > 0);
    assert_eq!(&results[0], &column(Float64Array::from(vec![1.0, 0.0, 27.0, 5.0])));
    assert_eq!(&results[1], &ints(&[2, 0, 2, 1]));
    assert_eq!(&results[2], &maybe(&[Some(1), None, Some(7), Some(5)]));
    assert_eq!(&results[3], &texts(&["def", "", "bc", "long name"]));
    let lists = [vec![1], vec![], vec![20, 7], vec![5]];
    let lists = lists.map(|list| Some(list.into_iter().map(Some).collect::<Vec<_>>()));
    let expected = ListArray::from_iter_primitive::<Int64Type, _, _>(lists);
    let lists = results[4].as_any().downcast_ref::<ListArray>().unwrap();
    assert_eq!((lists.offsets(), lists.values()), (expected.offsets(), expected.values()));
}

#[test]
fn rows_without_parameters_are_counted() {
    let (results, ..) = everywhere(|module, isolate| {
        let states = module.aggregate("Rows").unwrap().begin(isolate);
        states.update(isolate, &[], &[1, 1, 0, 1], plain()).unwrap();
        states.grow(isolate, 3).unwrap();
        states.grow(isolate, 2).unwrap();
        states.drop_first(isolate, 1).unwrap();
        got(states.results(isolate, plain()).unwrap())
    });
    assert_eq!(results, [ints(&[3, 0])]);
}

#[test]
fn states_leave_as_columns_and_are_merged() {
    let (results, ..) = everywhere(|module, first| {
        let stats = module.aggregate("Stats").unwrap();
        let fields = stats.state_fields().unwrap();
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        assert_eq!(names, ["Sum", "N", "least", "Longest", "All"]);
        assert_eq!((fields[2].data_type(), fields[2].is_nullable()), (&DataType::Int64, true));
        let states = stats.begin(first);
        states.update(first, &[ints(&[4, 2, 9]), texts(&["x", "yy", "zzz"])], &[0, 0, 1], plain()).unwrap();
        let partial = states.state(first, plain()).unwrap().columns;
        assert_eq!(&partial[1], &ints(&[2, 1]));
        let mut second = isolate(module);
        let merged = stats.begin(&mut second);
        merged.update(&mut second, &[ints(&[1, -1]), texts(&["", "w"])], &[0, 2], plain()).unwrap();
        for _ in 0..2 {
            merged.merge(&mut second, &partial, &[2, 1], plain()).unwrap();
        }
        got(merged.results(&mut second, plain()).unwrap())
    });
    assert_eq!(&results[0], &column(Float64Array::from(vec![1.0, 18.0, 11.0])));
    assert_eq!(&results[1], &ints(&[1, 2, 5]));
    assert_eq!(&results[2], &maybe(&[Some(1), Some(9), Some(-1)]));
    assert_eq!(&results[3], &texts(&["", "zzz", "yy"]));
}

#[test]
fn bad_rows_are_left_out_and_listed() {
    let (updated, results) = everywhere(|module, isolate| {
        let states = module.aggregate("Distinct").unwrap().begin(isolate);
        let rows = [texts(&["a", "", "a", "panic", "b"])];
        let updated = got(states.update(isolate, &rows, &[0, 0, 0, 1, 1], collect()).unwrap());
        states.grow(isolate, 3).unwrap();
        (updated, got(states.results(isolate, collect()).unwrap()))
    });
    assert_eq!(updated.1[0], (1, "empty".to_string()));
    assert!(updated.1[1].0 == 3 && updated.1[1].1.contains("as asked"), "{:?}", updated.1);
    assert_eq!(results.0, [maybe(&[Some(1), Some(1), None])]);
    assert_eq!(results.1, [(2, "nothing was seen".to_string())]);
    let module = &modules()[1];
    let mut isolate = isolate(module);
    let states = module.aggregate("Distinct").unwrap().begin(&mut isolate);
    let error = states.update(&mut isolate, &[texts(&["a", ""])], &[0, 0], plain()).unwrap_err();
    assert_eq!(error.to_string(), "row 1: empty");
}

#[test]
fn an_ending_leaves_states_and_gas_begins_anew() {
    for module in modules() {
        let mut isolate = isolate(&module);
        let states = module.aggregate("Distinct").unwrap().begin(&mut isolate);
        states.update(&mut isolate, &[texts(&["a", "b"])], &[0, 0], plain()).unwrap();
        let error = states.update(&mut isolate, &[texts(&["c", "forever"])], &[0, 0], collect()).unwrap_err();
        assert!(matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::OutOfGas), "{error:?}");
        let keep = Batching { keep_state: true, ..Batching::default() };
        let error = states.results(&mut isolate, keep).unwrap_err();
        assert!(matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::OutOfGas), "{error:?}");
        assert_eq!(states.results(&mut isolate, plain()).unwrap().columns, [ints(&[3])]);
    }
}

#[test]
fn states_count_against_memory() {
    let module = &modules()[1];
    let mut isolate = isolate(module);
    let states = module.aggregate("Stats").unwrap().begin(&mut isolate);
    let error = states.grow(&mut isolate, 1 << 20).unwrap_err();
    assert!(matches!(&error, ColumnError::Ended(trap) if trap.kind == TrapKind::OutOfMemory), "{error:?}");
    assert!(states.groups(&isolate).unwrap() > 1000);
    states.release(&mut isolate);
    let states = module.aggregate("Stats").unwrap().begin(&mut isolate);
    states.grow(&mut isolate, 1000).unwrap();
}

#[test]
fn states_stay_where_they_are() {
    let (results, ..) = everywhere(|module, isolate| {
        let states = module.aggregate("Keep").unwrap().begin(isolate);
        for n in 0..50 {
            states.update(isolate, &[ints(&[n, 1])], &[0, n as u32 + 1], plain()).unwrap();
        }
        let (columns, _, gas) = got(states.results(isolate, plain()).unwrap());
        (columns[0].slice(0, 2), gas, 0)
    });
    assert_eq!(&results, &ints(&[1225 * 100 + 51, 151]));
}

#[test]
fn mistakes_of_hosts_are_errors() {
    let all = modules();
    let module = &all[1];
    let why = |name: &str| module.aggregate(name).unwrap_err().to_string();
    assert!(why("Missing").contains("no exported type"), "{}", why("Missing"));
    for name in ["Half", "hidden", "kept"] {
        assert!(why(name).contains("no exported type"), "{}", why(name));
    }
    assert_eq!(why("Returns"), "Returns.Update returns int64, and should not");
    assert_eq!(why("Takes"), "Takes.Update takes map[string]bool, which is no column");
    let states_of = |name: &str| -> String {
        let aggregate: Aggregate = module.aggregate(name).unwrap();
        aggregate.state_fields().unwrap_err().to_string()
    };
    assert!(states_of("Odd").starts_with("Odd.Merge takes *main.Rows"), "{}", states_of("Odd"));
    assert!(states_of("Distinct").contains("the field seen of main.Distinct is map[string]bool"));

    let mut isolate = isolate(module);
    let rows = module.aggregate("Rows").unwrap();
    let states: States = rows.begin(&mut isolate);
    let mut refused = |columns: &[ArrayRef], groups: &[u32]| {
        let stats = module.aggregate("Stats").unwrap().begin(&mut isolate);
        stats.update(&mut isolate, columns, groups, plain()).unwrap_err().to_string()
    };
    assert_eq!(refused(&[ints(&[1])], &[0]), "Stats.Update takes 2 columns and was called with 1");
    let unequal = refused(&[ints(&[1]), texts(&["a"])], &[0, 0]);
    assert_eq!(unequal, "column 1 has 1 rows, and there are groups of 2");
    // States of another isolate, of before a reset, of another module.
    let mut other = self::isolate(module);
    let error = states.update(&mut other, &[], &[0], plain()).unwrap_err().to_string();
    assert!(error.contains("another isolate"), "{error}");
    states.update(&mut isolate, &[], &[0], plain()).unwrap();
    isolate.reset();
    let error = states.results(&mut isolate, plain()).unwrap_err().to_string();
    assert!(error.contains("reset"), "{error}");
    let stranger = all[0].aggregate("Rows").unwrap().begin(&mut isolate);
    let error = stranger.update(&mut isolate, &[], &[0], plain()).unwrap_err().to_string();
    assert!(error.contains("another module"), "{error}");
    let floats = rows.with_results(vec![DataType::Float64]).unwrap_err().to_string();
    assert!(floats.contains("result 1 is Int64"), "{floats}");
}
