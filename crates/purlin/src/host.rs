//! Packages that a host gives to its guests: an import path, functions, their signatures.

use purlin_runtime::border::{Bound, HostFn};

/// A package of the host's. Its declarations are text in the guest's language, functions without bodies; a
/// front end checks their uses when a program is compiled, and the functions are bound by name, if their
/// types are the declared ones.
#[derive(Clone)]
pub struct HostPackage {
    pub path: String,
    /// The declarations, in the guest's language.
    pub declarations: String,
    pub(crate) functions: Vec<(String, Bound)>,
}

impl HostPackage {
    pub fn new(path: impl Into<String>, declarations: impl Into<String>) -> HostPackage {
        HostPackage { path: path.into(), declarations: declarations.into(), functions: Vec::new() }
    }

    /// Binds a function: a closure that takes a [`Call`](crate::Call) and the values that the guest
    /// passes, and gives the results, or why there are none. A panic in it ends the guest's run with a `Host`
    /// trap, and nothing else.
    pub fn function<P, R>(mut self, name: impl Into<String>, f: impl HostFn<P, R>) -> HostPackage {
        self.functions.push((format!("{}.{}", self.path, name.into()), f.bind()));
        self
    }
}
