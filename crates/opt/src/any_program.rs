//! Final forms that hold in any program that answers as the module did that a form was made in, in which no
//! type has a method: the form is what the passes make of the function in that program.

use purlin_ir::{FuncId, Function, Module, SelectorId};

use crate::asked;
use crate::passes::{self, Options, PassError, Report};
use crate::{devirtualise, dispatch};

/// A final form for any program, and the selectors that were asked about. None if it would depend on what
/// methods a type has that is known.
///
/// # Errors
/// A pass made what the verifier rejects.
pub fn form(
    module: &Module,
    id: FuncId,
    body: &Function,
) -> Result<Option<(Function, Vec<SelectorId>)>, PassError> {
    let mut form = body.clone();
    asked::begin();
    let made = passes::function(module, id, &mut form, &Options::default(), &mut Report::default());
    let asked = asked::take();
    made.map(|()| (!asked.of_a_type).then_some((form, asked.selectors)))
}

/// Whether a form that [`form`] made is what the passes make of the function in this module, by the selectors
/// that were asked about.
pub fn is_final(module: &Module, selectors: &[SelectorId]) -> bool {
    let none = |selector: &SelectorId| {
        devirtualise::only(module, *selector).is_none() && dispatch::few(module, *selector).is_none()
    };
    selectors.iter().all(none)
}
