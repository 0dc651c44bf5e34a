//! Packages that a host gives to its guests: an import path, functions, their signatures.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::marker::PhantomData;

use purlin_runtime::border::{Bound, HostFn, HostMethod, HostType, ObjectType};

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
    /// The import path, `host/ledger`. What follows the last slash is the name of the package.
    pub path: String,
    declarations: Option<String>,
    /// Functions `path.F`, and methods `path.T.M`.
    pub(crate) functions: Vec<(String, Bound)>,
    /// Types of objects, and their names.
    objects: Vec<(TypeId, String)>,
    /// How many functions there were after the last of them was added.
    with_objects: usize,
    notes: Notes,
}

/// What only people read of a package, by name: `F`, `T`, `T.M`, and nothing for the package itself.
#[derive(Clone, Default)]
struct Notes {
    docs: BTreeMap<String, String>,
    parameters: BTreeMap<String, Vec<String>>,
}

impl HostPackage {
    /// A package whose declarations the guest derives from the types of its functions.
    pub fn new(path: impl Into<String>) -> HostPackage {
        HostPackage {
            path: path.into(),
            declarations: None,
            functions: Vec::new(),
            objects: Vec::new(),
            with_objects: 0,
            notes: Notes::default(),
        }
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

    /// Gives guests a type of objects: values of type `T` that live on the host's side of the border, in the
    /// isolate, and of which the guest has opaque handles with methods. A function that returns an
    /// [`Object<T>`](crate::Object) makes one.
    ///
    /// The isolate drops its objects when it is reset or dropped, the last one first, and before its host
    /// state; one that a method takes by value is closed then. A handle that the guest has lost keeps its
    /// object: when the guest's memory is collected does not show. How many objects there may be at once is
    /// [`Limits::host_objects`](crate::Limits::host_objects).
    ///
    /// A guest cannot make a handle: the use of one that is null, zero, a copy, closed or of another type is
    /// a panic of the guest's, which it can catch.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostPackage, Limits, Object, SourceFile, Streams};
    ///
    /// struct Ledger(Vec<(String, i64)>);
    ///
    /// let package = HostPackage::new("host/ledger")
    ///     .object::<Ledger>("Ledger", |object| {
    ///         object
    ///             .method("Record", |ledger: &mut Ledger, who: &str, amount: i64| {
    ///                 ledger.0.push((who.to_string(), amount));
    ///             })
    ///             .method("Total", |ledger: &Ledger| -> i64 { ledger.0.iter().map(|e| e.1).sum() })
    ///             .method("Close", |_: Ledger| ())
    ///     })
    ///     .function("Open", || Object::new(Ledger(Vec::new())));
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(package);
    /// assert_eq!(
    ///     engine.declarations("go", "host/ledger").unwrap(),
    ///     "package ledger\n\ntype Ledger struct {\n\thandle int64\n}\n\n\
    ///      func (l *Ledger) Record(string, int64)\n\nfunc (l *Ledger) Total() int64\n\n\
    ///      func (l *Ledger) Close()\n\nfunc Open() *Ledger\n"
    /// );
    ///
    /// let text = r#"package main
    /// import "host/ledger"
    /// func Total() int64 {
    ///     l := ledger.Open()
    ///     defer l.Close()
    ///     l.Record("ann", 40)
    ///     l.Record("ben", 2)
    ///     return l.Total()
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = engine.compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// assert_eq!(isolate.call::<_, i64>("Total", ())?, 42);
    /// assert_eq!(isolate.host_objects(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn object<T: Any + Send>(
        mut self,
        name: impl Into<String>,
        methods: impl FnOnce(ObjectMethods<T>) -> ObjectMethods<T>,
    ) -> HostPackage {
        let name = name.into();
        let given = methods(ObjectMethods::new());
        for (method, bound) in given.methods {
            self.functions.push((format!("{}.{name}.{method}", self.path), bound));
        }
        let full = |short: String| match short.is_empty() {
            true => name.clone(),
            false => format!("{name}.{short}"),
        };
        let Notes { docs, parameters, .. } = given.notes;
        self.notes.docs.extend(docs.into_iter().map(|(short, text)| (full(short), text)));
        self.notes.parameters.extend(parameters.into_iter().map(|(short, names)| (full(short), names)));
        self.objects.push((TypeId::of::<T>(), name));
        self.with_objects = self.functions.len();
        self
    }

    /// The name of what was added last; empty if nothing was.
    fn last(&self) -> String {
        match (self.objects.last(), self.functions.last()) {
            (Some((_, name)), _) if self.with_objects == self.functions.len() => name.clone(),
            (_, Some((name, _))) => self.short(name).to_string(),
            (_, None) => String::new(),
        }
    }

    /// The name of a function within the package.
    fn short<'a>(&self, name: &'a str) -> &'a str {
        name.get(self.path.len() + 1..).unwrap_or(name)
    }

    /// Documents the function or object that was added last, or the package if there is none: the text stands
    /// above its declaration, as a comment.
    ///
    /// ```
    /// # use purlin::HostPackage;
    /// let package = HostPackage::new("host/clock")
    ///     .doc("Package clock tells the time.")
    ///     .function("Now", || 1_700_000_000i64)
    ///     .doc("Now returns seconds since 1970.");
    /// assert_eq!(package.doc_of("Now"), "Now returns seconds since 1970.");
    /// ```
    #[must_use]
    pub fn doc(mut self, text: impl Into<String>) -> HostPackage {
        self.notes.docs.insert(self.last(), text.into());
        self
    }

    /// Names the parameters of the function that was added last, for its declaration. Without names, or with
    /// more or fewer than it has parameters, the declaration has types alone.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostPackage};
    ///
    /// let package = HostPackage::new("host/ledger")
    ///     .function("Record", |_who: &str, _amount: i64| ())
    ///     .parameters(["who", "amount"]);
    /// assert_eq!(package.parameters_of("Record"), ["who", "amount"]);
    /// let (name, params, results) = package.functions().next().unwrap();
    /// assert_eq!((name, params.len(), results.len()), ("Record", 2, 0));
    /// assert!(package.declarations().is_none(), "they are derived");
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(package);
    /// let text = engine.declarations("go", "host/ledger")?;
    /// assert!(text.ends_with("func Record(who string, amount int64)\n"));
    /// # Ok::<(), purlin::CompileError>(())
    /// ```
    #[must_use]
    pub fn parameters<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> HostPackage {
        let names = names.into_iter().map(Into::into).collect();
        self.notes.parameters.insert(self.last(), names);
        self
    }

    /// What documents a function `F`, a type of objects `T`, a method `T.M`, or the package, which has no
    /// name; empty if nothing does.
    pub fn doc_of(&self, name: &str) -> &str {
        self.notes.docs.get(name).map_or("", String::as_str)
    }

    /// The names of the parameters of a function `F` or method `T.M`, as far as they are known.
    pub fn parameters_of(&self, name: &str) -> &[String] {
        self.notes.parameters.get(name).map_or(&[], Vec::as_slice)
    }

    /// The names of its types of objects.
    pub fn objects(&self) -> impl Iterator<Item = &str> {
        self.objects.iter().map(|(_, name)| name.as_str())
    }

    /// Gives the objects in the types of all functions the names that the packages have for them: the
    /// function's own package first.
    pub(crate) fn name_objects(packages: &mut [HostPackage]) {
        let known: Vec<ObjectType> = packages.iter().flat_map(HostPackage::object_types).collect();
        for package in packages {
            let named = |object: &ObjectType| {
                let mut same = known.iter().filter(|other| other.id == object.id);
                let own = same.clone().find(|other| other.package == package.path);
                own.or_else(|| same.next()).unwrap_or(object).clone()
            };
            for (_, bound) in &mut package.functions {
                *bound = bound.with_objects(&named);
            }
        }
    }

    fn object_types(&self) -> impl Iterator<Item = ObjectType> {
        let package = &self.path;
        let ty = |(id, name): &(TypeId, String)| (*id, name.clone(), package.clone());
        self.objects.iter().map(ty).map(|(id, name, package)| ObjectType { id, name, package })
    }

    /// The declarations that it was made with, if it was.
    pub fn declarations(&self) -> Option<&str> {
        self.declarations.as_deref()
    }

    /// The functions: name, parameters and results. Those with names `T.M` are methods of objects, which are
    /// their first parameters.
    pub fn functions(&self) -> impl Iterator<Item = (&str, &[HostType], &[HostType])> {
        self.functions.iter().map(|(name, bound)| (self.short(name), bound.params(), bound.results()))
    }
}

/// The methods of a type of objects: see [`HostPackage::object`].
///
/// ```
/// use purlin::HostPackage;
///
/// let package = HostPackage::new("host/counter").object::<u64>("Counter", |object| {
///     object
///         .doc("Counter counts.")
///         .method("Add", |counter: &mut u64, n: u64| *counter += n)
///         .parameters(["n"])
///         .doc("Add adds n.")
/// });
/// assert_eq!(package.objects().collect::<Vec<_>>(), ["Counter"]);
/// assert_eq!(package.doc_of("Counter.Add"), "Add adds n.");
/// assert_eq!(package.parameters_of("Counter.Add"), ["n"]);
/// ```
pub struct ObjectMethods<T> {
    methods: Vec<(String, Bound)>,
    notes: Notes,
    object: PhantomData<fn(T)>,
}

impl<T: Any + Send> ObjectMethods<T> {
    fn new() -> ObjectMethods<T> {
        ObjectMethods { methods: Vec::new(), notes: Notes::default(), object: PhantomData }
    }

    /// Binds a method: a closure with a first parameter `&T`, `&mut T`, or `T`, which closes the guest's
    /// handle. After it there may be one `&mut S`, the state of the isolate, or
    /// [`&mut Call<'_>`](crate::Call); the rest is as for [`HostPackage::function`].
    pub fn method<Marker>(mut self, name: impl Into<String>, f: impl HostMethod<T, Marker>) -> Self {
        self.methods.push((name.into(), f.bind()));
        self
    }

    /// The name of the method that was added last; empty if none was.
    fn last(&self) -> String {
        self.methods.last().map_or(String::new(), |(name, _)| name.clone())
    }

    /// Documents the method that was added last, or the object if there is none, as [`HostPackage::doc`]
    /// does.
    #[must_use]
    pub fn doc(mut self, text: impl Into<String>) -> Self {
        self.notes.docs.insert(self.last(), text.into());
        self
    }

    /// Names the parameters of the method that was added last, without the object, as
    /// [`HostPackage::parameters`] does.
    #[must_use]
    pub fn parameters<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        self.notes.parameters.insert(self.last(), names);
        self
    }
}
