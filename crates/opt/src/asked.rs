//! What the passes ask of a module's types while a final form is made that is for any program: which methods
//! a selector can stand for.

use std::cell::RefCell;

use purlin_ir::SelectorId;

/// What was asked while one form was made.
#[derive(Default)]
pub(crate) struct Asked {
    /// The selectors whose methods were asked for.
    pub selectors: Vec<SelectorId>,
    /// The method of a type that is known was asked for.
    pub of_a_type: bool,
}

thread_local! {
    /// What was asked since [`begin`], in this thread.
    static ASKED: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// What is asked is kept from here on.
pub(crate) fn begin() {
    ASKED.set(Some(Asked::default()));
}

/// What was asked since [`begin`]. Nothing more is kept.
pub(crate) fn take() -> Asked {
    ASKED.take().unwrap_or_default()
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
