//! arrow-udf's way through Python: CPython within the process, to which each row's values go as objects of
//! Python. Nothing is metered.

use arrow_array::RecordBatch;
use arrow_schema::DataType::Int64;
use arrow_udf_runtime::CallMode::ReturnNullOnNullInput;
use arrow_udf_runtime::python::Runtime;

use crate::measure::{Job, Outcome, only};

const GCD: &str = "
def gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
";

/// The price rule. No number is below zero, so `//` is the division of the others.
const PRICE: &str = r#"
def price(sku: str, region: str, n: int, cents: int) -> int:
    total = n * cents
    if sku.startswith("BULK-") and n >= 10:
        total -= total // 10
    if region == "EU":
        total += total * 19 // 100
    return total
"#;

/// The interpreter, with both functions.
pub struct Engine(Runtime);

impl Engine {
    pub fn new() -> Outcome<Engine> {
        let mut runtime = Runtime::new()?;
        runtime.add_function("gcd", Int64, ReturnNullOnNullInput, GCD)?;
        runtime.add_function("price", Int64, ReturnNullOnNullInput, PRICE)?;
        Ok(Engine(runtime))
    }

    pub fn job<'a>(&'a self, function: &str, batch: &'a RecordBatch) -> Job<'a> {
        let name = if function == "Gcd" { "gcd" } else { "price" };
        Box::new(move || only(&self.0.call(name, batch)?))
    }
}
