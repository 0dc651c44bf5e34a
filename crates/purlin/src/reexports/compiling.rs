//! What compiling programs has to do with: sources, diagnostics, passes; and what guests of a host's own are
//! built with.

/// One thing that is wrong with a program.
///
/// ```
/// use purlin::{Diagnostic, Excerpt, Severity, SourceMap};
///
/// let mut sources = SourceMap::new();
/// let file = sources.add("sum.calc", "1 + 2\n3 + x\n").unwrap();
/// let pos = sources.pos(file, 10);
/// let diagnostic = Diagnostic::error(pos, "undefined: x");
/// assert_eq!(diagnostic.severity, Severity::Error);
/// assert_eq!(diagnostic.render(&sources), "sum.calc:2:5: undefined: x\n    3 + x\n        ^\n");
///
/// // The same in pieces, for other forms.
/// let parts = diagnostic.parts(&sources);
/// assert_eq!((parts.place.as_deref(), parts.message), (Some("sum.calc:2:5"), "undefined: x"));
/// assert_eq!(parts.excerpt, Excerpt::at(&sources, pos));
/// assert_eq!(parts.excerpt.map(|excerpt| excerpt.line).as_deref(), Some("3 + x"));
///
/// // Of many errors, the first; errors that say little give way to others.
/// let all = [Diagnostic::minor(pos, "x is not used"), diagnostic.clone()];
/// assert!(all.iter().all(|d| d.severity.is_error()));
/// assert_eq!(Diagnostic::select(&all, 1), (vec![&diagnostic], true));
/// ```
pub use purlin_base::Diagnostic;

pub use purlin_base::{Excerpt, Severity};

/// The texts that positions refer to.
///
/// ```
/// use purlin::{Pos, SourceMap};
///
/// let mut sources = SourceMap::new();
/// let file = sources.add("a.go", "package a\nvar x int\n").unwrap();
/// let pos = sources.pos(file, 10).offset(4);
/// assert_eq!(sources.line_col(pos).unwrap().to_string(), "a.go:2:5");
/// assert_eq!(sources.line_text(pos), Some("var x int"));
/// assert_eq!(sources.file_of(pos), Some(file));
/// assert_eq!((&**sources.name(file), sources.text(file).len()), ("a.go", 20));
/// assert!(pos.is_some() && !Pos::NONE.is_some());
/// ```
pub use purlin_base::SourceMap;

pub use purlin_base::Pos;

/// Source files in memory.
///
/// ```
/// use purlin::{MemoryTree, SourceTree};
///
/// let mut tree = MemoryTree::new().with("go.mod", "module example.com/m\n");
/// tree.insert("half/half.go", "package half\n");
/// assert_eq!(tree.files("half"), Some(vec!["half.go".to_string()]));
/// assert_eq!(tree.read("go.mod").as_deref(), Ok("module example.com/m\n"));
/// ```
pub use purlin_base::MemoryTree;

/// Where programs of several files come from.
///
/// [`MemoryTree`] and [`DiskTree`](crate::DiskTree) are trees. One of a host's own:
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use std::sync::Arc;
/// use purlin::{Config, Engine, Program, SourceTree};
///
/// /// Programs in a data base, here of one.
/// struct Stored(u64);
///
/// impl SourceTree for Stored {
///     fn files(&self, dir: &str) -> Option<Vec<String>> {
///         dir.is_empty().then(|| vec!["main.go".to_string()])
///     }
///
///     fn read(&self, path: &str) -> Result<Arc<str>, String> {
///         if path != "main.go" { return Err("no such file".into()) }
///         Ok("package main\nfunc main() { x }\n".into())
///     }
///
///     fn name(&self, path: &str) -> String {
///         format!("program {}: {path}", self.0)
///     }
/// }
///
/// let error = Engine::new(Config::default()).compile(Program::in_tree(&Stored(7), "")).err().unwrap();
/// assert_eq!(error.lines(), ["program 7: main.go:2:15: undefined: x"]);
/// ```
pub use purlin_base::SourceTree;

pub use purlin_base::TrapCode;

/// What work costs.
///
/// The version tells whether two builds charge the same:
///
/// ```
/// use purlin::gas;
///
/// assert!(gas::SCHEDULE_VERSION >= 8 && gas::CALL > gas::SIMPLE);
/// ```
pub use purlin_base::gas;

/// Room for recursion, in front ends.
///
/// ```
/// fn depth(n: u64) -> u64 {
///     if n == 0 { 0 } else { 1 + depth(n - 1) }
/// }
/// assert_eq!(purlin::on_deep_stack(|| depth(1_000_000)), 1_000_000);
/// ```
pub use purlin_base::on_deep_stack;

/// The passes of the optimiser.
///
/// ```
/// use purlin::{Config, PASSES, Pass};
///
/// let optional: Vec<&Pass> = PASSES.iter().filter(|pass| pass.optional).collect();
/// assert!(optional.iter().any(|pass| pass.name == "unroll"));
/// // Passes can be left out, to see what they are worth.
/// let config = Config { disabled_passes: vec!["unroll".into()], ..Config::default() };
/// # let _ = config;
/// ```
pub use purlin_opt::{PASSES, Pass};

/// A change that passes make to code, for counting.
///
/// ```
/// use purlin::Rewrite;
///
/// let first = Rewrite::ALL[0];
/// assert_eq!((first.name(), first.doc()), ("inline.call", "a call becomes the body of the function"));
/// ```
pub use purlin_opt::Rewrite;

/// Modes in which rare events happen often, for tests.
///
/// ```
/// use purlin::{Config, Stress};
///
/// let stress = Stress::parse("gc,poison")?;
/// assert!(stress.gc && stress.poison && !stress.osr);
/// assert!(Stress::parse("everything").is_err());
/// let config = Config { stress, ..Config::default() };
/// # let _ = config;
/// # Ok::<(), String>(())
/// ```
pub use purlin_runtime::hooks::Stress;

/// How much sends of a dynamic guest keep, and what they did.
///
/// ```
/// use purlin::Dispatch;
///
/// assert_eq!("mono+global".parse(), Ok(Dispatch::MonoGlobal));
/// assert!("fast".parse::<Dispatch>().is_err());
/// assert!(Dispatch::Lookup < Dispatch::default());
/// ```
pub use purlin_runtime::dynamic::{Dispatch, SendCounts, SiteCounts};

/// The isolate, as natives of a guest see it.
///
/// A native is a function of a guest's library that is written in Rust. [`natives!`](crate::natives!)
/// declares some; the guest lists them in [`GuestTables::natives`](crate::GuestTables::natives):
///
/// ```
/// use purlin::substrate::ir::{FuncBuilder, Module, Signature};
/// use purlin::substrate::runtime::native::{Str, StrRef};
/// use purlin::substrate::text::{TextNatives, write_line};
/// use purlin::{Answer, Caller, Stop, Trap, TrapKind};
/// use purlin::{Compiled, Config, Diagnostic, Engine, Guest, Input, Limits, SourceFile, SourceMap, Streams};
///
/// purlin::natives! {
///     /// Work with text.
///     LIBRARY in "example" {
///         /// The text in upper case.
///         heavy UPPER "upper"(text: Str) -> (Str) = upper; [READS ALLOCATES] "an allocation";
///         /// Ends the program unless the number is positive.
///         light CHECK "check"(n: i64) = check; [ENDS] "nothing more";
///         /// Writes a line.
///         heavy SAY "say"(text: Str) = say; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
///     }
/// }
///
/// fn upper<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
///     caller.charge_bytes(text.len());
///     let upper = caller.text(text).to_uppercase();
///     caller.new_string(upper.as_bytes())
/// }
///
/// fn check(_: &mut Caller<'_>, n: i64) -> Answer {
///     if n > 0 { Ok(()) } else { Err(Stop::end(Trap::new(TrapKind::Uncaught, "not positive"))) }
/// }
///
/// fn say<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Answer {
///     let line = format!("({})", caller.text(text));
///     write_line(caller, line.as_bytes())
/// }
///
/// /// A guest whose only program checks a number and prints it in upper case.
/// struct Example;
///
/// impl Guest for Example {
///     fn name(&self) -> &'static str {
///         "example"
///     }
///
///     fn extensions(&self) -> &'static [&'static str] {
///         &["example"]
///     }
///
///     fn compile(&self, _: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
///         let mut module = Module::new();
///         let text = TextNatives::declare(&mut module);
///         let mut native = |row: &purlin::substrate::runtime::native::Row| {
///             let signature = row.signature();
///             module.native(row.name(), &signature.params, &signature.results)
///         };
///         let (upper, check, say) = (native(UPPER), native(CHECK), native(SAY));
///         let main = module.declare("main", &Signature::default());
///         module.main = Some(main);
///         let mut main = FuncBuilder::new(&mut module, main);
///         let number = main.f64const(input.files[0].text.len() as f64 * 1e300);
///         let whole = main.iconst(purlin::substrate::ir::Type::I64, input.files[0].text.len() as i64);
///         main.call_native(check, &[whole]);
///         let number = main.call_native(text.from_float, &[number]);
///         let number = main.call_native(upper, &number);
///         main.call_native(say, &number);
///         main.ret(&[]);
///         main.finish();
///         let mut compiled = Compiled::new(module);
///         compiled.tables.natives = LIBRARY.iter().collect();
///         Ok(compiled)
///     }
/// }
///
/// let engine = Engine::bare(Config::default()).with_guest(Box::new(Example));
/// let run = |text: &str| {
///     let source = SourceFile { name: "a.example".into(), text: text.into() };
///     let mut isolate = engine.compile(&[source])?.isolate((), Limits::default(), Streams::default())?;
///     Ok::<_, Box<dyn std::error::Error>>((isolate.run(), isolate.stats().output_bytes))
/// };
/// assert_eq!(run("12")?, (Ok(()), "(2E300)\n".len() as u64));
/// assert_eq!(run("")?.0.unwrap_err().message, "not positive");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::native::Caller;

pub use purlin_runtime::native::{Answer, Stop};

pub use purlin_runtime::natives;
