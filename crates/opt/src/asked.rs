//! What the passes ask of a module's types while a final form is made that is for any program: which methods
//! a selector can stand for. Where a program answers as the module did that it was made in, in which no type
//! has a method, the form is what the passes make of the function in that program.

use std::cell::RefCell;

use purlin_ir::{FuncId, Function, Module, SelectorId};

use crate::passes::{self, Options, PassError, Report};
use crate::{devirtualise, dispatch};

#[derive(Default)]
struct Asked {
    selectors: Vec<SelectorId>,
    /// The method of a type that is known was asked for.
    of_a_type: bool,
}

thread_local! {
    /// What was asked since [`form`] began.
    static ASKED: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// A pass asks which methods a selector can stand for.
pub(crate) fn about(selector: SelectorId) {
    ASKED.with_borrow_mut(|asked| {
        if let Some(asked) = asked
            && !asked.selectors.contains(&selector)
        {
            asked.selectors.push(selector);
        }
    });
}

/// A pass asks for the method of a type that is known.
pub(crate) fn about_a_type() {
    ASKED.with_borrow_mut(|asked| asked.iter_mut().for_each(|asked| asked.of_a_type = true));
}

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
    ASKED.set(Some(Asked::default()));
    let made = passes::function(module, id, &mut form, &Options::default(), &mut Report::default());
    let Asked { selectors, of_a_type } = ASKED.take().unwrap_or_default();
    made.map(|()| (!of_a_type).then_some((form, selectors)))
}

/// Whether a form that [`form`] made is what the passes make of the function in this module, by the selectors
/// that were asked about.
pub fn is_final(module: &Module, selectors: &[SelectorId]) -> bool {
    let none = |selector: &SelectorId| {
        devirtualise::only(module, *selector).is_none() && dispatch::few(module, *selector).is_none()
    };
    selectors.iter().all(none)
}
