//! Packages that a host gives to its guests: an import path, functions, their signatures.

use std::sync::Arc;

use purlin_runtime::native::{Answer, Call, Native};

/// A package of the host's. Its declarations are text in the guest's language, functions without bodies; a front end
/// checks their uses when a program is compiled, and the functions are bound by name.
#[derive(Clone)]
pub struct HostPackage {
    pub path: String,
    /// The declarations, in the guest's language.
    pub declarations: String,
    pub(crate) functions: Vec<(String, Native)>,
}

impl HostPackage {
    pub fn new(path: impl Into<String>, declarations: impl Into<String>) -> HostPackage {
        HostPackage { path: path.into(), declarations: declarations.into(), functions: Vec::new() }
    }

    /// Binds a function. A panic in it ends the guest's run with a `Host` trap, and nothing else.
    pub fn function(
        mut self,
        name: impl Into<String>,
        f: impl Fn(&mut Call<'_>) -> Answer + Send + Sync + 'static,
    ) -> HostPackage {
        self.functions.push((format!("{}.{}", self.path, name.into()), Native::Host(Arc::new(f))));
        self
    }
}
