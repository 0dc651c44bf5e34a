//! The functions in Rust, as the example `columns_bench` of the crate `purlin` has them. The guest for
//! WebAssembly is made of the same file, so that both run the same code.

pub fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a.wrapping_rem(b));
    }
    a
}

pub fn price(sku: &str, region: &str, n: i64, cents: i64) -> i64 {
    let mut total = n.wrapping_mul(cents);
    if sku.starts_with("BULK-") && n >= 10 {
        total = total.wrapping_sub(total / 10);
    }
    if region == "EU" {
        total = total.wrapping_add(total.wrapping_mul(19) / 100);
    }
    total
}
