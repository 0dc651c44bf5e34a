//! Packages that a host gives to its guests: an import path, functions, their signatures.

use purlin_runtime::border::{Bound, HostFn, HostType};

/// A package of the host's: functions that guest programs call.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams};
///
/// #[derive(Default)]
/// struct Ledger(Vec<(String, i64)>);
///
/// let package = HostPackage::new("host/ledger")
///     .function("Record", |ledger: &mut Ledger, who: &str, amount: i64| {
///         ledger.0.push((who.to_string(), amount));
///     })
///     .function("Double", |n: i64| n.checked_mul(2).ok_or("too much"));
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(package);
/// assert_eq!(
///     engine.declarations("go", "host/ledger").unwrap(),
///     "package ledger\n\nfunc Record(string, int64)\n\nfunc Double(int64) (int64, error)\n"
/// );
///
/// let text = r#"package main
/// import "host/ledger"
/// func main() {
///     n, err := ledger.Double(21)
///     if err == nil {
///         ledger.Record("ann", n)
///     }
/// }"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = engine.compile(&[source])?;
/// let mut isolate = module.isolate(Ledger::default(), Limits::default(), Streams::default())?;
/// isolate.run()?;
/// assert_eq!(isolate.host().0, [("ann".to_string(), 42)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HostPackage {
    pub path: String,
    declarations: Option<String>,
    pub(crate) functions: Vec<(String, Bound)>,
}

impl HostPackage {
    /// A package whose declarations the guest derives from the types of its functions.
    pub fn new(path: impl Into<String>) -> HostPackage {
        HostPackage { path: path.into(), declarations: None, functions: Vec::new() }
    }

    /// A package with declarations in the guest's language, functions without bodies. A front end checks
    /// their uses when a program is compiled; the functions are bound by name, if their types are the
    /// declared ones.
    ///
    /// ```
    /// # use purlin::HostPackage;
    /// let package = HostPackage::declared("host/clock", "package clock\nfunc Now() (seconds int64)\n")
    ///     .function("Now", || 1_700_000_000i64);
    /// assert_eq!(package.declarations(), Some("package clock\nfunc Now() (seconds int64)\n"));
    /// ```
    pub fn declared(path: impl Into<String>, declarations: impl Into<String>) -> HostPackage {
        HostPackage { declarations: Some(declarations.into()), ..HostPackage::new(path) }
    }

    /// Binds a function: a closure with parameters that are an [`Argument`](crate::Argument) each, and a
    /// [`HostAnswer`](crate::HostAnswer). Before those it may have a parameter `&mut T`, the state of the
    /// isolate, or [`&mut Call<'_>`](crate::Call). A panic in it ends the guest's run with a `Host` trap,
    /// and nothing else; so does a call in an isolate whose state is no `T`.
    ///
    /// Crossing costs gas: nothing for numbers and booleans, else by element and by byte.
    pub fn function<Marker>(mut self, name: impl Into<String>, f: impl HostFn<Marker>) -> HostPackage {
        self.functions.push((format!("{}.{}", self.path, name.into()), f.bind()));
        self
    }

    /// The declarations that it was made with, if it was.
    pub fn declarations(&self) -> Option<&str> {
        self.declarations.as_deref()
    }

    /// The functions: name, parameters and results.
    pub fn functions(&self) -> impl Iterator<Item = (&str, &[HostType], &[HostType])> {
        self.functions.iter().map(|(name, bound)| {
            let name = name.get(self.path.len() + 1..).unwrap_or(name);
            (name, bound.params(), bound.results())
        })
    }
}
