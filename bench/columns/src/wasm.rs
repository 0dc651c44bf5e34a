//! arrow-udf's way through WebAssembly: a batch is written in Arrow's format for transport, copied into the
//! guest's memory, read there, and what comes of it goes the same way back. Nothing is metered.

use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::DataType::{Int64, Utf8};
use arrow_udf_runtime::wasm::Runtime;

use crate::measure::{Job, Outcome, only};

/// The guest, compiled by wasmtime.
pub struct Engine(Runtime);

impl Engine {
    pub fn new(file: &Path) -> Outcome<Engine> {
        let binary = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(Engine(Runtime::new(&binary)?))
    }

    /// The instance that the first batch makes stays for all that follow.
    pub fn job<'a>(&'a self, function: &str, batch: &'a RecordBatch) -> Outcome<Job<'a>> {
        let (name, parameters) = if function == "Gcd" {
            ("gcd", vec![Int64, Int64])
        } else {
            ("price", vec![Utf8, Utf8, Int64, Int64])
        };
        let function = self.0.find_function(name, parameters, Int64)?;
        Ok(Box::new(move || only(&self.0.call(&function, batch)?)))
    }
}
