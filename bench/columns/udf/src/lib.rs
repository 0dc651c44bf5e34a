//! The two functions as a guest of arrow-udf, for the target `wasm32-wasip1`. The macro makes the exports
//! that take a batch in Arrow's format for transport between processes, and give one.

#[path = "../../src/rules.rs"]
mod rules;

use arrow_udf::function;

#[function("gcd(int64, int64) -> int64")]
fn gcd(a: i64, b: i64) -> i64 {
    rules::gcd(a, b)
}

#[function("price(string, string, int64, int64) -> int64")]
fn price(sku: &str, region: &str, n: i64, cents: i64) -> i64 {
    rules::price(sku, region, n, cents)
}
