//! Exported functions as an isolate knows them, and the call of one that is interrupted. Knows nothing of how
//! parameters and results cross.

use std::sync::Arc;

use super::plan::{DataNo, Plan};
use crate::types::Types;

/// A function that the host may call by name.
#[derive(Clone, Debug)]
pub struct Export {
    /// The name by which a host asks for it.
    pub name: String,
    /// The number of the function in the module.
    pub func: u32,
    /// Types of [`Types::data`].
    pub params: Vec<DataNo>,
    /// Types of [`Types::data`]; the last one may be an error.
    pub results: Vec<DataNo>,
    /// Parameters and results in the guest's language.
    pub signature: String,
    /// What is behind `func`, if a loop over the rows of columns may call it.
    pub inner: Option<Inner>,
}

/// The function that the function of an export wraps, for callers in the guest: it initialises nothing, lets
/// raises pass, and returns an error as the guest has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inner {
    /// The number of the function. It takes what the export takes, and returns what that returns but for the
    /// error.
    pub func: u32,
    /// Ends the run when a raise has not been caught. It takes nothing, and is called in a handler.
    pub uncaught: Option<u32>,
    /// Takes the components of the error that is the last result, and returns those of
    /// [`Shape::ErrorText`](super::Shape::ErrorText).
    pub error_text: Option<u32>,
}

/// An exported function of a module.
#[derive(Debug)]
pub struct Callee {
    pub(super) export: Export,
    /// What initialises the module's packages.
    pub(super) init: Option<u32>,
    pub(super) types: Arc<Types>,
    pub(super) params: Plan,
    pub(super) results: Plan,
}

impl Callee {
    /// The function of an export, of a module that has these types and may have to be initialised.
    pub fn new(export: Export, init: Option<u32>, types: &Arc<Types>) -> Callee {
        let (params, results) = (types.data.plan(&export.params), types.data.plan(&export.results));
        Callee { export, init, types: types.clone(), params, results }
    }

    /// What the front end says of it.
    pub fn export(&self) -> &Export {
        &self.export
    }
}

/// What is to be known of the call of an exported function while it is interrupted.
#[derive(Default)]
pub(crate) struct Awaited {
    /// The function.
    pub(super) callee: Option<Arc<Callee>>,
    /// The function and the slots of its arguments, while it waits for the initialisation that its call
    /// began. What the slots refer to is among the handles.
    pub(super) then: Option<(u32, Vec<u64>)>,
}

/// How far the packages of an isolate are initialised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Setup {
    /// Nothing has run yet.
    #[default]
    Fresh,
    /// A run or a call has begun that initialises them, and it is interrupted or has ended otherwise than
    /// well.
    Begun,
    Done,
}
