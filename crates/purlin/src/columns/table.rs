//! The loops over columns that were added to a module. Knows neither how they are built nor what runs them.

use std::sync::{Arc, Mutex};

use purlin_base::map::HashMap;
use purlin_runtime::border::{Callee, RowLoop};
use purlin_runtime::heap::ClassId;

use super::plan::Plan;

/// What a module keeps of the functions and types that columns were asked for of, by name.
pub(crate) type LoopTable = Mutex<Made>;

/// Functions, aggregates, and functions that give tables.
#[derive(Default)]
pub(crate) struct Made {
    pub(super) functions: HashMap<String, Arc<Loops>>,
    pub(super) aggregates: HashMap<String, Arc<Methods>>,
    pub(super) tables: HashMap<String, Arc<RowsLoops>>,
}

/// The loops around one function.
pub(crate) struct Loops {
    /// What the loops are named after.
    pub(super) name: String,
    pub(super) callee: Arc<Callee>,
    pub(super) plan: Plan,
    /// For batches without nulls, and for those with.
    pub(super) made: [Mutex<Option<RowLoop>>; 2],
}

/// The loops around the methods of an aggregate.
pub(crate) struct Methods {
    /// The class of a state.
    pub(super) class: ClassId,
    pub(super) update: Loops,
    pub(super) result: Loops,
    /// Or why states are no columns.
    pub(super) states: Result<StateLoops, String>,
}

/// The loops that take states in and out.
pub(super) struct StateLoops {
    /// Of the fields.
    pub names: Vec<String>,
    pub merge: Loops,
    pub fields: Loops,
}

/// The loops around a function that returns a sequence.
pub(crate) struct RowsLoops {
    /// The class of the slice that rows are gathered in.
    pub(super) class: ClassId,
    /// Calls the function, and appends what the sequence yields.
    pub gather: Loops,
    /// Of the columns.
    pub names: Vec<String>,
    pub elements: Loops,
}
