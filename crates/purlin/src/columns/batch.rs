//! A batch: what a caller asks for, what comes of it, and why nothing may. Knows nothing of how it runs.

use std::fmt;

use arrow_array::ArrayRef;
use purlin_runtime::trap::Trap;

/// What becomes of a row for which the guest's function panics, or returns an error.
///
/// The example of [`Columnar::call`](super::Columnar::call) chooses one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BadRows {
    /// The batch ends with [`ColumnError::Row`].
    #[default]
    Fail,
    /// All results of the row are null.
    Null,
    /// All results of the row are null, and [`Batch::errors`] says why.
    Collect,
}

/// How a batch runs.
///
/// ```
/// use purlin::columns::{BadRows, Batching};
///
/// let batching = Batching { bad_rows: BadRows::Null, ..Batching::default() };
/// assert!(!batching.keep_state);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Batching {
    /// What becomes of rows that fail.
    pub bad_rows: BadRows,
    /// Whether the isolate is left as it is before the batch. Without this it is reset: globals, gas and all
    /// limits begin anew with each batch.
    pub keep_state: bool,
}

/// A row that has no results.
///
/// The example of [`Columnar::call`](super::Columnar::call) reads one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowError {
    /// The number of the row in the batch, from 0.
    pub row: usize,
    /// What the panic or the error says; 1 KiB at most.
    pub message: String,
}

/// What became of a batch.
///
/// The example of [`Columnar::call`](super::Columnar::call) gets one.
#[derive(Clone, Debug)]
pub struct Batch {
    /// A column for each result of the function, which neither refers to the isolate nor to its module.
    pub columns: Vec<ArrayRef>,
    /// The rows that failed, in their order; empty unless they are collected.
    pub errors: Vec<RowError>,
    /// Units of gas that the batch took.
    pub gas: u64,
}

/// Why there are no columns.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, SourceFile, columns::ColumnError};
///
/// let text = "package main\nfunc F(c map[int64]bool) int64 { return 0 }\nfunc main() {}";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let error = module.columnar("F").unwrap_err();
/// assert_eq!(error.to_string(), "F takes map[int64]bool, which is no column");
/// assert!(matches!(error, ColumnError::Function(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ColumnError {
    /// The function cannot be one over columns, or cannot have such results.
    Function(String),
    /// The columns are not what the function takes.
    Columns(String),
    /// A row failed, and [`BadRows::Fail`] was asked for.
    Row {
        /// Which, and what it says.
        error: RowError,
        /// Where in the guest's source, if it was a panic.
        trap: Option<Box<Trap>>,
    },
    /// The whole batch ended: it ran out of gas or memory, was cancelled, the program asked to exit.
    Ended(Box<Trap>),
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnError::Function(why) | ColumnError::Columns(why) => f.write_str(why),
            ColumnError::Row { error, .. } => write!(f, "row {}: {}", error.row, error.message),
            ColumnError::Ended(trap) => f.write_str(&trap.message),
        }
    }
}

impl std::error::Error for ColumnError {}

impl ColumnError {
    /// The ending of the batch.
    pub(super) fn ended(trap: Trap) -> ColumnError {
        ColumnError::Ended(Box::new(trap))
    }
}
