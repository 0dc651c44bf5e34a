//! What a row of a batch costs, beside the same function in Rust over the same arrays: both alternate, the
//! best of many batches of 1,024 rows, metered. Prints a line a function: name, ns a row of Purlin's and of
//! Rust's. Numbers come from SplitMix64 with the seed 68. `cargo xtask bench columns` judges.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int64Array, StringArray};
use purlin::columns::Batching;
use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};

/// Rows of a batch.
const ROWS: usize = 1024;
/// The seed of the numbers.
const SEED: u64 = 68;

const TEXT: &str = r#"package main

import "strings"

func Gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

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

func Add(a, b int64) int64 { return a + b }

func Label(sku, region string) string {
	if region == "EU" {
		return sku
	}
	return region
}

func main() {}
"#;

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a.wrapping_rem(b));
    }
    a
}

fn price(sku: &str, region: &str, n: i64, cents: i64) -> i64 {
    let mut total = n.wrapping_mul(cents);
    if sku.starts_with("BULK-") && n >= 10 {
        total = total.wrapping_sub(total / 10);
    }
    if region == "EU" {
        total = total.wrapping_add(total.wrapping_mul(19) / 100);
    }
    total
}

/// SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn ints(&mut self, below: u64) -> ArrayRef {
        Arc::new(Int64Array::from_iter_values((0..ROWS).map(|_| (self.next() % below) as i64)))
    }

    fn texts(&mut self, text: impl Fn(u64) -> String) -> ArrayRef {
        Arc::new(StringArray::from_iter_values((0..ROWS).map(|_| text(self.next()))))
    }
}

fn int(array: &ArrayRef) -> &[i64] {
    array.as_primitive::<Int64Type>().values()
}

/// A function of the guest's in Rust, over the same arrays.
fn rust(name: &str, columns: &[ArrayRef]) -> ArrayRef {
    match name {
        "Gcd" => {
            let rows = int(&columns[0]).iter().zip(int(&columns[1]));
            Arc::new(Int64Array::from_iter_values(rows.map(|(a, b)| gcd(*a, *b))))
        }
        "Add" => {
            let rows = int(&columns[0]).iter().zip(int(&columns[1]));
            Arc::new(Int64Array::from_iter_values(rows.map(|(a, b)| a.wrapping_add(*b))))
        }
        "Price" => {
            let (sku, region) = (columns[0].as_string::<i32>(), columns[1].as_string::<i32>());
            let (n, cents) = (int(&columns[2]), int(&columns[3]));
            let row = |row| price(sku.value(row), region.value(row), n[row], cents[row]);
            Arc::new(Int64Array::from_iter_values((0..n.len()).map(row)))
        }
        _ => {
            let (sku, region) = (columns[0].as_string::<i32>(), columns[1].as_string::<i32>());
            let row = |row| if region.value(row) == "EU" { sku.value(row) } else { region.value(row) };
            Arc::new(StringArray::from_iter_values((0..sku.len()).map(row)))
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let batches: u32 = std::env::args().nth(1).map_or(Ok(5_000), |n| n.parse())?;
    let mut numbers = Numbers(SEED);
    let pairs = vec![numbers.ints(1 << 31), numbers.ints(1 << 31)];
    let sku = |n: u64| format!("{}{:05}", if n.is_multiple_of(3) { "BULK-" } else { "ITEM-" }, n % 100_000);
    let region = |n: u64| ["EU", "US", "APAC"][(n % 3) as usize].to_string();
    let texts = vec![numbers.texts(sku), numbers.texts(region)];
    let orders = [texts.clone(), vec![numbers.ints(50), numbers.ints(100_000)]].concat();
    let engine = Engine::new(Config { tier: Tier::Native, ..Config::default() });
    let module = engine.compile(&[SourceFile { name: "main.go".into(), text: TEXT.into() }])?;
    let limits = Limits { gas: Some(1 << 40), ..Limits::default() };
    let mut isolate = module.isolate((), limits, Streams::default())?;
    for (name, columns) in [("Gcd", &pairs), ("Price", &orders), ("Add", &pairs), ("Label", &texts)] {
        let function = module.columnar(name)?;
        let mut best = [Duration::MAX; 2];
        for _ in 0..batches {
            let begun = Instant::now();
            let ours = function.call(&mut isolate, columns, Batching::default())?.columns.remove(0);
            best[0] = best[0].min(begun.elapsed());
            let begun = Instant::now();
            let theirs = black_box(rust(name, black_box(columns)));
            best[1] = best[1].min(begun.elapsed());
            if *ours != *theirs {
                return Err(format!("{name} gives another column").into());
            }
        }
        let [ours, theirs] = best.map(|time| time.as_nanos() as f64 / ROWS as f64);
        println!("{name}\t{ours:.2}\t{theirs:.2}");
    }
    Ok(())
}
