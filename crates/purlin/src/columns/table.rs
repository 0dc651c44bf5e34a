//! The loops over columns that were added to a module. Knows neither how they are built nor what runs them.

use std::sync::{Arc, Mutex};

use purlin_base::map::HashMap;
use purlin_runtime::border::{Callee, Inner, RowLoop};

use super::plan::Plan;

/// The loops of a module, by the name of the function.
pub(crate) type LoopTable = Mutex<HashMap<String, Arc<Loops>>>;

/// The loops around one function.
pub(crate) struct Loops {
    pub(super) callee: Arc<Callee>,
    pub(super) inner: Inner,
    pub(super) plan: Plan,
    /// For batches without nulls, and for those with.
    pub(super) made: [Mutex<Option<RowLoop>>; 2],
}
