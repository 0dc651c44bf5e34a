//! What a guest language gives to the engine. Knows no guest.

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use purlin_base::wire::Embedded;
use purlin_base::{Diagnostic, Pos, SourceMap, SourceTree};
use purlin_ir as ir;
use purlin_runtime::border::{DataNo, Export};
use purlin_runtime::native::Row;
pub use purlin_runtime::tests_host::Coverage;
use purlin_runtime::tests_host::CoveredFile;
use purlin_runtime::trap::Trap;
use purlin_runtime::types::Types;
use purlin_runtime::words::Words;

use crate::host::HostPackage;

/// What functions and natives of a guest tell where data races are looked for.
///
/// ```
/// use purlin::guest::RaceRules;
///
/// // Every function tells all its accesses, and none says more.
/// let rule = (RaceRules::PLAIN.rule)("main.main");
/// assert!(rule.enter.is_empty() && rule.leave.is_empty());
/// ```
pub use purlin_ir::races::Rules as RaceRules;

/// A source file in memory.
///
/// ```
/// use purlin::SourceFile;
///
/// let source = SourceFile { name: "main.go".into(), text: "package main\nfunc main() {}".into() };
/// assert!(source.text.len() < 100);
/// ```
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// What diagnostics and tracebacks call it.
    pub name: String,
    /// The source, in UTF-8.
    pub text: Arc<str>,
}

/// What is to be compiled.
///
/// The example of [`Guest`] reads one.
pub struct Input<'a> {
    /// The files of the program's own package; if there are none, it is in the tree.
    pub files: &'a [SourceFile],
    /// Where the program's other packages are, and the folder of its own.
    pub tree: Option<(&'a dyn SourceTree, &'a str)>,
    /// Whether the program is the one that runs the tests of the package.
    pub tests: bool,
    /// In which variant it is compiled.
    pub build: &'a Build,
    /// Whether data races are looked for ([`Config::races`](crate::Config::races)).
    pub races: bool,
    /// Packages of the host's that the program may import.
    pub host: &'a [HostPackage],
    /// Bytes that compiling may take, as [`purlin_base::budget`] counts them; a program that would take more
    /// is an error.
    pub budget: Option<u64>,
}

impl<'a> Input<'a> {
    /// Adds the files to `sources`: the position of the first byte of each, and its text.
    ///
    /// # Errors
    /// The files have more than 2 GiB in all.
    pub fn add_files(&self, sources: &mut SourceMap) -> Result<Vec<(Pos, &'a str)>, Vec<Diagnostic>> {
        let add = |file: &'a SourceFile| {
            let id = sources.add(file.name.as_str(), file.text.clone());
            let id = id.map_err(|_| vec![Diagnostic::error(Pos::NONE, "there is too much source")])?;
            Ok((sources.pos(id, 0), &*file.text))
        };
        self.files.iter().map(add).collect()
    }
}

/// A function of a host package as the program declares it.
/// A front end lists those that the program calls in [`GuestTables::host_functions`].
///
/// ```
/// use purlin::HostDeclaration;
///
/// // Without parameters and results.
/// let flush = HostDeclaration { name: "host/log.Flush".into(), types: Ok((vec![], vec![])) };
/// assert!(flush.types.is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct HostDeclaration {
    /// The name with the path of the package: `host/ledger.Record`, and `host/ledger.Ledger.Total` for a
    /// method.
    pub name: String,
    /// Parameters and results, of the types in [`Types::data`]; or a type that cannot cross between host and
    /// guest.
    pub types: Result<(Vec<DataNo>, Vec<DataNo>), String>,
}

/// What a front end gives besides IR.
///
/// ```
/// use purlin::GuestTables;
///
/// let tables = GuestTables::default();
/// assert!(tables.natives.is_empty() && tables.host_functions.is_empty());
/// ```
#[derive(Clone)]
pub struct GuestTables {
    /// Run-time types; empty for guests without.
    pub types: Types,
    /// The natives of the guest's own that the module may call. Those for all guests (`rt.…`, and `text.…` of
    /// [`crate::substrate::text`]) need not be listed.
    pub natives: Vec<&'static Row>,
    /// The functions of host packages that the program calls.
    pub host_functions: Vec<HostDeclaration>,
    /// The function that fibers made by natives begin with; it takes a closure.
    pub start_func: u32,
    /// The guest's words for what ends a run.
    pub words: Words,
    /// What the guest's natives find with [`Caller::guest`](crate::Caller::guest).
    pub guest: Arc<dyn Any + Send + Sync>,
}

impl Default for GuestTables {
    fn default() -> GuestTables {
        GuestTables {
            types: Types::default(),
            natives: Vec::new(),
            host_functions: Vec::new(),
            start_func: 0,
            words: Words::PLAIN,
            guest: Arc::new(()),
        }
    }
}

/// A front end's output.
///
/// The example of [`Guest`] makes one.
pub struct Compiled {
    /// The IR of the whole program, not yet optimised. The verifier reads it before anything runs.
    pub module: ir::Module,
    /// Types, natives and words that the IR refers to.
    pub tables: GuestTables,
    /// The functions that a host may call, with their types.
    pub exports: Vec<Export>,
    /// Functions that a host may ask for and cannot call: the name of each, and a sentence that says why,
    /// without a full stop.
    pub uncallable: Vec<(String, String)>,
    /// Runs before the first export of an isolate is called; the module's `main` initialises by itself.
    pub init: Option<ir::FuncId>,
    /// What was made of functions of the module when Purlin was built. It is used where the configuration
    /// asks for no other form.
    pub prepared: ir::Prepared,
}

impl Compiled {
    /// The output of a front end that has nothing but IR: no run-time types, natives, tables or exports.
    pub fn new(module: ir::Module) -> Compiled {
        let (exports, uncallable) = (Vec::new(), Vec::new());
        let (tables, prepared) = (GuestTables::default(), ir::Prepared::default());
        Compiled { module, tables, exports, uncallable, init: None, prepared }
    }
}

/// The export of a session's program that takes an input: see [`Session`].
pub const LOAD: &str = "load";

/// The export of a session's program that runs the input which was taken last: see [`Session`].
pub const RUN: &str = "run";

/// A program that grows by inputs, on the side of its front end: what [`Guest::session`] gives.
///
/// The program has a main function, which runs first, and two exports without parameters that return an
/// integer of 64 bits. An input is read to words. [`LOAD`] finds these among the program's arguments, after
/// the first, and returns 1 if it has taken the input, else 0; nothing of the input runs yet. [`RUN`] runs
/// what was taken. It prints what the language prints of an input, and what is said of errors that the
/// language catches. A limit may end either; the next input begins with what there is then.
///
/// Nothing of an input that does not compile, or is not taken, may be left.
///
#[cfg_attr(feature = "smalltalk", doc = "```")]
#[cfg_attr(not(feature = "smalltalk"), doc = "```ignore")]
/// use purlin::{Guest, SourceMap, smalltalk::Smalltalk};
///
/// let mut session = Smalltalk.session().expect("Smalltalk has sessions");
/// assert!(session.program(&mut SourceMap::new())?.module.main.is_some());
/// assert!(session.is_unfinished("#(1 2") && !session.is_unfinished("#(1 2) size"));
///
/// assert!(session.read(&mut SourceMap::new(), "<repl>", "answer := 6 * 7").is_ok());
/// assert_eq!(session.complete("answ"), (0, vec![]));
/// session.accept();
/// assert_eq!(session.complete("answ"), (0, vec!["answer".into()]));
/// # Ok::<(), Vec<purlin::Diagnostic>>(())
/// ```
pub trait Session: Send {
    /// The program, which is asked for once, before anything else.
    ///
    /// # Errors
    /// There is no program.
    fn program(&mut self, sources: &mut SourceMap) -> Result<Compiled, Vec<Diagnostic>>;

    /// Whether more lines may make a whole input of the text: a bracket or a string in it is open.
    fn is_unfinished(&self, text: &str) -> bool;

    /// The words of an input, which is added to `sources` by this name. Never panics and always ends,
    /// whatever the text.
    ///
    /// # Errors
    /// What is wrong with the input: at least one error, in the order of positions.
    fn read(
        &mut self,
        sources: &mut SourceMap,
        name: &str,
        text: &str,
    ) -> Result<Vec<String>, Vec<Diagnostic>>;

    /// The input that was read last has been taken by the program: what it defines is known from now on.
    fn accept(&mut self);

    /// What the end of a line can become: where that begins, in bytes, and the words in their order.
    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        (line.len(), Vec::new())
    }
}

/// How the programs of a guest lie in folders.
///
/// ```
/// use purlin::guest::Project;
///
/// let project = Project { marker: "go.mod" };
/// assert_eq!(project.marker, "go.mod");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Project {
    /// The name of the file that marks the top folder of a project.
    pub marker: &'static str,
}

/// In which variant programs are compiled.
///
/// ```
/// use purlin::guest::{Build, Coverage};
/// use purlin::test::CoverMode;
///
/// let mode = CoverMode::Count;
/// let coverage = Coverage { mode, packages: vec!["example.com/m".into()], note: String::new() };
/// let build = Build { tags: vec!["slow".into()], coverage: Some(coverage), ..Build::default() };
/// assert!(build != Build::default() && !build.vetted);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// Conditions on which sources are included, besides those that always hold: for Go build tags.
    pub tags: Vec<String>,
    /// What counts, in programs of tests, how often it runs.
    pub coverage: Option<Coverage>,
    /// Whether programs of tests do not compile in which something is wrong whatever they do: as
    /// [`Guest::vet`] says, but for what is only superfluous.
    pub vetted: bool,
    /// Folders of the tree in which a guest looks for what a program names, in this order: the class path of
    /// SOM's. Without any it looks where the program is.
    pub search: Vec<String>,
    /// Words that the program is going to get, and that may name what it needs: for SOM classes.
    pub mentions: Vec<String>,
}

impl Build {
    /// The variant of programs that name no other.
    ///
    /// ```
    /// use purlin::guest::Build;
    ///
    /// assert_eq!(Build::USUAL, &Build::default());
    /// ```
    pub const USUAL: &'static Build =
        &Build { tags: Vec::new(), coverage: None, vetted: false, search: Vec::new(), mentions: Vec::new() };
}

/// A guest's words for how programs of tests end.
///
/// ```
/// use purlin::guest::TestWords;
///
/// assert!(TestWords::PLAIN.left.contains("while a test ran"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestWords {
    /// The headline for a program that ends as if all were well while a test runs.
    pub left: &'static str,
    /// The line for data races that no test has failed for.
    pub raced: &'static str,
    /// Begins the message of the raise that ends tests whose time is up.
    pub timed_out: &'static str,
}

impl TestWords {
    /// Words of no language, for guests that bring none.
    pub const PLAIN: TestWords = TestWords {
        left: "the program ended while a test ran",
        raced: "data races were found outside of tests",
        timed_out: "tests timed out after ",
    };
}

/// A package of a project, whose tests can be run.
///
/// ```
/// use purlin::guest::Package;
///
/// let path = "example.com/m/half".to_string();
/// let package = Package { dir: "half".into(), path, has_tests: true, file: None, missing: None };
/// assert!(package.path.ends_with(&package.dir));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The folder where it is, in the project's tree.
    pub dir: String,
    /// What people call it: for Go its import path.
    pub path: String,
    /// Whether it has tests.
    pub has_tests: bool,
    /// The golden file that it is, in the project's tree; `None` for a package of tests.
    pub file: Option<String>,
    /// Why there is no such package, if there is none: then `path` is the pattern that should have named it.
    pub missing: Option<String>,
}

/// A guest language: a front end, and the words in which people are told what happened.
///
/// What has a default is for people or for features that a language need not have. `examples/guest-mini` and
/// `examples/guest-calc` in the repository are complete; this one has programs of one number, which they
/// print:
///
/// ```
/// use purlin::substrate::ir::{FuncBuilder, Module, Signature, Type};
/// use purlin::substrate::text::TextNatives;
/// use purlin::{Compiled, Config, Diagnostic, Engine, Guest, Input, Limits, SourceFile, SourceMap, Streams};
///
/// struct Number;
///
/// impl Guest for Number {
///     fn name(&self) -> &'static str {
///         "number"
///     }
///
///     fn extensions(&self) -> &'static [&'static str] {
///         &["number"]
///     }
///
///     fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
///         let files = input.add_files(sources)?;
///         let (start, text) = files[0];
///         let wrong = || vec![Diagnostic::error(start, "this is no number")];
///         let number: i64 = text.trim().parse().map_err(|_| wrong())?;
///
///         let mut module = Module::new();
///         let natives = TextNatives::declare(&mut module);
///         let main = module.declare("main", &Signature::default());
///         module.main = Some(main);
///         let mut main = FuncBuilder::new(&mut module, main);
///         main.set_pos(start);
///         let number = main.iconst(Type::I64, number);
///         let text = main.call_native(natives.from_int, &[number]);
///         main.call_native(natives.print, &text);
///         main.ret(&[]);
///         main.finish();
///         Ok(Compiled::new(module))
///     }
/// }
///
/// let mut engine = Engine::bare(Config::default()).with_guest(Box::new(Number));
/// let program = |text: &str| [SourceFile { name: "a.number".into(), text: text.into() }];
/// let error = engine.compile(&program("x")).err().unwrap();
/// assert_eq!(error.lines(), ["a.number:1:1: this is no number"]);
/// let mut isolate = engine.compile(&program("42"))?.isolate((), Limits::default(), Streams::default())?;
/// isolate.run()?;
/// assert_eq!(isolate.stats().output_bytes, 3);
///
/// // Without `Guest::save`, its modules stay in this process.
/// let refused: purlin::SerializeError = isolate.module().serialize().unwrap_err();
/// assert_eq!(refused.to_string(), "programs in number cannot be serialised");
///
/// // Of two guests with one extension the later one has it.
/// engine.register(Box::new(Number));
/// assert_eq!(engine.guests().filter(|guest| guest.name() == "number").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Guest: Send + Sync {
    /// The name for `--lang` and in messages: one word in lower case.
    fn name(&self) -> &'static str;

    /// The name of the language in prose.
    fn title(&self) -> &'static str {
        self.name()
    }

    /// The extensions of its source files, without dot.
    fn extensions(&self) -> &'static [&'static str];

    /// What begins a comment that ends with its line; `None` if there are no such comments. Golden files
    /// say in them what they expect.
    fn line_comment(&self) -> Option<&'static str> {
        None
    }

    /// How its programs lie in folders; `None` if a program consists of nothing but the files that are named.
    fn project(&self) -> Option<Project> {
        None
    }

    /// Source to IR. Never panics and always ends, whatever the source.
    ///
    /// # Errors
    /// What is wrong with the program: at least one error, in the order of positions.
    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>>;

    /// The packages that a pattern of the command line names, in the order of their paths: one folder, or all
    /// below one. `dir` is where in the tree the pattern is relative to. A pattern that should name one
    /// package and does not names one that is [missing](Package::missing).
    ///
    /// # Errors
    /// Why no pattern can name any: what is wrong with the project, or that the language has no packages of
    /// tests.
    fn packages(
        &self,
        _: &dyn SourceTree,
        _dir: &str,
        _pattern: &str,
        _: &Build,
    ) -> Result<Vec<Package>, String> {
        Err(format!("{} has no packages of tests", self.title()))
    }

    /// The paths of the packages in the tree that some packages need to be compiled, and their own.
    ///
    /// # Errors
    /// What is wrong with the project.
    fn dependencies(
        &self,
        _: &dyn SourceTree,
        paths: &[String],
        _: &Build,
    ) -> Result<BTreeSet<String>, String> {
        Ok(paths.iter().cloned().collect())
    }

    /// What is counted in a module with [`GuestTables::guest`] `_guest`, of which nothing has run: the files
    /// that [`Build::coverage`] covers.
    fn covered(&self, _guest: &(dyn Any + Send + Sync)) -> Vec<CoveredFile> {
        Vec::new()
    }

    /// What is wrong with a program that compiles, for `purlin vet`: warnings in the order of their
    /// positions. Only what is wrong whatever the program does belongs there. Never panics and always ends,
    /// whatever the source.
    ///
    /// # Errors
    /// Why the program does not compile.
    fn vet(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        self.compile(sources, input).map(|_| Vec::new())
    }

    /// The declarations of a package of the host's in the language, from the types of its functions.
    ///
    /// # Errors
    /// Why there are none.
    fn declare(&self, package: &HostPackage) -> Result<String, String> {
        Err(format!("{} derives no declarations, and {} has none", self.title(), package.path))
    }

    /// The syntax tree as text, for `purlin inspect --stage=ast`.
    ///
    /// # Errors
    /// Why there is none: what is wrong with the program, or that the language shows none.
    fn dump_ast(&self, _: &mut SourceMap, _: &Input<'_>) -> Result<String, Vec<Diagnostic>> {
        Err(vec![Diagnostic::error(Pos::NONE, format!("{} shows no syntax tree", self.title()))])
    }

    /// Whether a function is verified at its first use only. For front ends that are tested so well that
    /// wrong IR is a defect of Purlin: such a function then ends the run with a trap of kind `Internal`,
    /// where otherwise compilation fails.
    fn verifies_late(&self) -> bool {
        false
    }

    /// What functions and natives tell where data races are looked for: how fibers synchronise that do so
    /// otherwise than by channels, timers and the region `SHARED`. A guest without fibers needs none.
    fn races(&self) -> RaceRules {
        RaceRules::PLAIN
    }

    /// What a report on a data race calls a fiber.
    fn fiber(&self) -> &'static str {
        "fiber"
    }

    /// How what ends programs of tests is worded.
    fn test_words(&self) -> TestWords {
        TestWords::PLAIN
    }

    /// What a person is told first of a raise that nothing caught, or of a deadlock: here as a diagnostic,
    /// with an excerpt. `at` is the place in the innermost function of the program, if there is one.
    fn headline(&self, trap: &Trap, at: Pos, sources: &SourceMap) -> String {
        Diagnostic::error(at, trap.message.as_str()).render(sources).trim_end().to_string()
    }

    /// The line above the frames of a traceback.
    fn trace_header(&self, _: &Trap) -> String {
        "calls, innermost first:".to_string()
    }

    /// The line above the frames of a fiber that waits: its number, and what it waits for.
    fn waiting_header(&self, fiber: u64, what: &str) -> String {
        format!("fiber {fiber} [{what}], calls, innermost first:")
    }

    /// The line below the frames of a fiber that another one started, in this function of its.
    fn created_by(&self, function: &str, fiber: u64) -> String {
        format!("started by {function} in fiber {fiber}")
    }

    /// Parts of this program from which [`Guest::compile`] takes what a module begins with. A serialised
    /// module names places in them, and does not repeat what is there.
    fn embedded(&self) -> Embedded {
        &[]
    }

    /// What natives find with [`Caller::guest`](crate::Caller::guest) ([`GuestTables::guest`]), as bytes: for
    /// [`crate::Module::serialize`].
    ///
    /// # Errors
    /// A sentence without a full stop that says why there are none. Guests that do not say how their modules
    /// are read back cannot write any.
    fn save(&self, _: &(dyn Any + Send + Sync)) -> Result<Vec<u8>, String> {
        Err(format!("programs in {} cannot be serialised", self.title()))
    }

    /// Tables for a module that was read: the natives that it may call, the guest's words, and what
    /// [`Guest::save`] was given. All else in the tables is ignored. The module was checked when it was
    /// compiled, by this build.
    ///
    /// # Errors
    /// Why there are none.
    fn restore(&self, _saved: &[u8], _: &ir::Module, _: &SourceMap) -> Result<GuestTables, String> {
        Err(format!("programs in {} cannot be deserialised", self.title()))
    }

    /// The line between the frames of a raise and those of the earlier raise that was being handled.
    fn raise_mark(&self) -> &'static str {
        "raise(...)"
    }

    /// A new session, for a [`Repl`](crate::repl::Repl) and `purlin repl`; `None` if programs of the language
    /// cannot grow while they run.
    fn session(&self) -> Option<Box<dyn Session>> {
        None
    }

    /// The message for a program that compiles and has nothing to run. `shown` is what the command calls the
    /// program.
    fn nothing_to_run(&self, shown: &str) -> String {
        format!("{shown} has nothing to run")
    }
}
