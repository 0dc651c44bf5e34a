//! What a row of a batch takes with arrow-udf, in WebAssembly and in Python, beside the same functions in
//! Rust over the same arrays, which are those of the example `columns_bench` of the crate `purlin`.
//!
//! The argument is the file of the guest for WebAssembly (`udf`); without it that engine has no rows, and
//! without the feature `python` Python has none. Prints a line for each function and engine: both names, and
//! nanoseconds a row. `cargo xtask bench columns --peers` builds and runs all of this.

mod inputs;
mod measure;
#[cfg(feature = "python")]
mod python;
mod rules;
mod rust;
mod wasm;

use std::path::Path;

use measure::{Job, Outcome};

fn main() -> Outcome<()> {
    let wasm = std::env::args_os().nth(1).map(|file| wasm::Engine::new(Path::new(&file))).transpose()?;
    #[cfg(feature = "python")]
    let python = python::Engine::new()?;
    for (function, batch) in inputs::batches()? {
        let mut jobs: Vec<(&str, Job<'_>)> = vec![("rust", rust::job(function, &batch))];
        if let Some(wasm) = &wasm {
            jobs.push(("wasm", wasm.job(function, &batch)?));
        }
        #[cfg(feature = "python")]
        jobs.push(("python", python.job(function, &batch)));
        for (engine, nanos) in measure::alternate(function, batch.num_rows(), jobs)? {
            println!("{function}\t{engine}\t{nanos:.2}");
        }
    }
    Ok(())
}
