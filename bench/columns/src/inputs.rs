//! The columns that the functions run over: those of the example `columns_bench`, from the same seed.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};

use crate::measure::Outcome;

/// Rows of a batch.
const ROWS: usize = 1024;
/// The seed of the numbers.
const SEED: u64 = 68;

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

/// The functions' names with their batches. Numbers are drawn in the order in which the example draws them.
pub fn batches() -> Outcome<[(&'static str, RecordBatch); 2]> {
    let mut numbers = Numbers(SEED);
    let pairs = [("a", numbers.ints(1 << 31)), ("b", numbers.ints(1 << 31))];
    let sku = |n: u64| format!("{}{:05}", if n.is_multiple_of(3) { "BULK-" } else { "ITEM-" }, n % 100_000);
    let region = |n: u64| ["EU", "US", "APAC"][(n % 3) as usize].to_string();
    let texts = [("sku", numbers.texts(sku)), ("region", numbers.texts(region))];
    let orders = texts.into_iter().chain([("n", numbers.ints(50)), ("cents", numbers.ints(100_000))]);
    Ok([("Gcd", RecordBatch::try_from_iter(pairs)?), ("Price", RecordBatch::try_from_iter(orders)?)])
}
