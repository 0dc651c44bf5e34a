//! The module in Rust beneath the Python package `purlin`: engines, modules, isolates and functions as
//! classes, values that cross, endings as exceptions. Signatures from annotations, decorators and awaiting
//! are the package's own, in Python. Uses the public API of the crate `purlin` and nothing else.

#![deny(unsafe_code)]

mod aggregates;
mod asynchronous;
mod columns;
mod endings;
mod engine;
mod function;
mod host;
mod isolate;
mod tables;
mod values;

use pyo3::prelude::*;

/// What the package `purlin` is made of.
#[pymodule(gil_used = true)]
fn _purlin(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<engine::CoreEngine>()?;
    module.add_class::<engine::Module>()?;
    module.add_class::<isolate::Isolate>()?;
    module.add_class::<function::Function>()?;
    module.add_class::<asynchronous::Running>()?;
    module.add_class::<host::Answer>()?;
    module.add_class::<aggregates::Aggregate>()?;
    module.add_class::<aggregates::States>()?;
    module.add_class::<columns::Columnar>()?;
    module.add_class::<columns::Batch>()?;
    module.add_class::<columns::Column>()?;
    module.add_class::<tables::Table>()?;
    module.add_class::<tables::Rows>()?;
    module.add_function(wrap_pyfunction!(host::charge, module)?)
}
