//! The functions in Rust, over columns.

use std::hint::black_box;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, Int64Array, RecordBatch};

use crate::measure::Job;
use crate::rules::{gcd, price};

fn int(batch: &RecordBatch, column: usize) -> &[i64] {
    batch.column(column).as_primitive::<Int64Type>().values()
}

fn gcds(batch: &RecordBatch) -> ArrayRef {
    let rows = int(batch, 0).iter().zip(int(batch, 1));
    Arc::new(Int64Array::from_iter_values(rows.map(|(a, b)| gcd(*a, *b))))
}

fn prices(batch: &RecordBatch) -> ArrayRef {
    let (sku, region) = (batch.column(0).as_string::<i32>(), batch.column(1).as_string::<i32>());
    let (n, cents) = (int(batch, 2), int(batch, 3));
    let row = |row| price(sku.value(row), region.value(row), n[row], cents[row]);
    Arc::new(Int64Array::from_iter_values((0..n.len()).map(row)))
}

pub fn job<'a>(function: &str, batch: &'a RecordBatch) -> Job<'a> {
    let run = if function == "Gcd" { gcds } else { prices };
    Box::new(move || Ok(run(black_box(batch))))
}
