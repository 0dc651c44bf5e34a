//! A compiled program, and what can be asked about it. Knows neither how it was compiled nor what runs it.

use std::sync::Arc;

use purlin_base::map::HashMap;
use purlin_base::{LineCol, Pos, SourceMap};
use purlin_ir as ir;
use purlin_opt::passes::Report;
use purlin_runtime::border::{Callee, Export, Linked, Params, Results};
use purlin_runtime::tests_host::CoveredFile;
use purlin_runtime::trap::{Frame, Trap, TrapKind};

use crate::form::Forms;
use crate::guest::Guest;
use crate::measure::{self, Compilation, Counts};

/// A compiled program: immutable for hosts, cheap to clone, shared by any number of isolates on any threads.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// let text = r#"package main
/// func Double(n int64) int64 { return 2 * n }
/// func Squares(c chan int) {}
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// assert_eq!(module.guest().name(), "go");
/// assert!(module.has_main() && module.compiled_bytes() > 0);
/// // What a host may call; a channel cannot cross.
/// let exports: Vec<&str> = module.exports().map(|export| &*export.name).collect();
/// assert_eq!(exports, ["Double"]);
/// let error = module.function::<(i64,), ()>("Squares").err().unwrap();
/// assert!(error.message.starts_with("a host cannot call Squares"), "{error}");
/// // Clones share the code.
/// let other = module.clone();
/// std::thread::spawn(move || {
///     let mut isolate = other.isolate((), Limits::default(), Streams::default()).unwrap();
///     assert_eq!(isolate.call::<_, i64>("Double", (21i64,)), Ok(42));
/// })
/// .join()
/// .unwrap();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Module(pub(crate) Arc<ModuleInner>);

pub(crate) struct ModuleInner {
    /// The guest that compiled it: words for people come from there.
    pub guest: Arc<dyn Guest>,
    pub sources: SourceMap,
    pub forms: Forms,
    pub exports: HashMap<String, Arc<Callee>>,
    /// Why a host cannot call a function, by its name.
    pub uncallable: HashMap<String, String>,
    pub init: Option<ir::FuncId>,
    /// The loops over columns that were added.
    #[cfg(feature = "arrow")]
    pub columns: crate::columns::table::LoopTable,
}

/// An exported function of a module, with the types that a host calls it with: see [`Module::function`].
/// [`Function::call`](crate::Function::call) calls it in any isolate of the module.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let double = module.function::<(i64,), i64>("Double")?;
/// assert_eq!(double.export().signature, "func(int64) int64");
/// for n in 0..3 {
///     assert_eq!(double.call(&mut isolate, (n,))?, 2 * n);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Function<P, R>(pub(crate) Linked<P, R>);

impl<P, R> Clone for Function<P, R> {
    fn clone(&self) -> Function<P, R> {
        Function(self.0.clone())
    }
}

impl<P, R> Function<P, R> {
    /// What the program exports.
    pub fn export(&self) -> &Export {
        self.0.callee().export()
    }
}

impl ModuleInner {
    /// The names and numbers of what the program consists of, which all forms have in common.
    pub(crate) fn ir(&self) -> &ir::LazyModule {
        &self.forms.plain.ir
    }

    /// The signature of a function, also of one that was added.
    pub(crate) fn func_signature(&self, func: u32) -> Option<ir::Signature> {
        let module = self.ir();
        // The highest number stands for no function.
        let decl = (func < u32::MAX).then(|| module.funcs.get(ir::FuncId::from_u32(func)))??;
        Some(module.sigs[decl.sig].clone())
    }
}

impl Module {
    /// The guest whose program this is.
    pub fn guest(&self) -> &dyn Guest {
        &*self.0.guest
    }

    /// The files that coverage counts, of which nothing has run.
    pub(crate) fn covered(&self) -> Vec<CoveredFile> {
        self.guest().covered(&*self.0.forms.recipe.parts.guest)
    }

    /// The texts that positions refer to.
    ///
    /// The example of [`Module::func_name`] looks positions up.
    pub fn sources(&self) -> &SourceMap {
        &self.0.sources
    }

    /// Bytes that the module's IR, bytecode and machine code take, by an estimate that is the same on every
    /// machine.
    pub fn compiled_bytes(&self) -> u64 {
        /// A large instruction of IR, its bytecode, and its share of the machine code.
        const INSTRUCTION: u64 = 250;
        /// The share of a function of any size: tables of its IR before and after the mid-end, of its
        /// bytecode and of its machine code.
        const FUNCTION: u64 = 5_000;
        let bodies = self.0.ir().funcs.values().filter_map(|f| f.body.as_ref());
        bodies.map(|f| FUNCTION + f.size().0 as u64 * INSTRUCTION).sum()
    }

    /// What compilation has taken so far, of all forms of the program that exist.
    ///
    /// The example of [`Compilation`] reads it.
    pub fn compilation(&self) -> Compilation {
        let mut sum = Compilation::default();
        for form in self.0.forms.all() {
            sum.preparing += form.ledger.times().iter().map(|(_, time)| *time).sum();
            let native = form.tiers.compilation(&form.ir, &form.ledger);
            sum.functions.extend(native.functions);
            sum.repeated += native.repeated;
        }
        sum
    }

    /// How often each rewrite was made and each op was lowered so far, in all forms of the program that
    /// exist.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.call::<_, i64>("Double", (21i64,))?;
    /// let counts = module.counts();
    /// assert!(counts.ir_ops.iter().any(|(op, n)| *op == "return" && *n > 0), "{:?}", counts.ir_ops);
    /// assert!(counts.rewrites.len() > 50 && counts.bytecode_ops.len() > 50);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> Counts {
        let mut report = Report::default();
        self.0.forms.all().for_each(|form| report.add(&form.ledger.report()));
        let bodies = self.0.forms.all().flat_map(|form| form.ir.finished());
        Counts {
            rewrites: report.counts.iter().map(|(rewrite, n)| (rewrite.name(), n)).collect(),
            ir_ops: measure::ir_ops(bodies.map(|(_, body)| body)),
            bytecode_ops: measure::bytecode_ops(self.0.forms.all().flat_map(|form| form.tiers.lowered())),
        }
    }

    /// Whether the module is a program: whether [`crate::Isolate::run`] has anything to run.
    pub fn has_main(&self) -> bool {
        self.0.ir().main.is_some()
    }

    /// The functions that a host may call, in no order.
    pub fn exports(&self) -> impl Iterator<Item = &Export> {
        self.0.exports.values().map(|callee| callee.export())
    }

    /// Where a position is.
    ///
    /// The example of [`Module::func_name`] looks positions up.
    pub fn line_col(&self, pos: Pos) -> Option<LineCol> {
        self.0.sources.line_col(pos)
    }

    /// The exported function of that name, to be called with parameters `P` (a tuple, or one value) and
    /// results `R` (`()`, one value, a tuple, or a `Result` of those if its last result is an error). Types
    /// are compared here, and not when it is called.
    ///
    /// # Errors
    /// A trap of kind `Host` if there is no such function, the host cannot call it, or its types are others.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostData, Limits, SourceFile, Streams};
    ///
    /// #[derive(HostData)]
    /// struct Order {
    ///     item: String,
    ///     unit_price: i64,
    /// }
    ///
    /// let text = r#"package main
    /// import "errors"
    /// type Order struct {
    ///     Item      string
    ///     UnitPrice int64
    /// }
    /// func Price(order Order, n int64) (int64, error) {
    ///     if n <= 0 {
    ///         return 0, errors.New("how many?")
    ///     }
    ///     return n * order.UnitPrice, nil
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let price = module.function::<(Order, i64), Result<i64, String>>("Price")?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let pen = || Order { item: "pen".into(), unit_price: 120 };
    /// assert_eq!(price.call(&mut isolate, (pen(), 3))?, Ok(360));
    /// assert_eq!(price.call(&mut isolate, (pen(), 0))?, Err("how many?".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn function<P: Params, R: Results>(&self, name: &str) -> Result<Function<P, R>, Trap> {
        self.callee(name)?.link().map(Function).map_err(|why| Trap::new(TrapKind::Host, why))
    }

    /// The exported function of that name.
    pub(crate) fn callee(&self, name: &str) -> Result<&Arc<Callee>, Trap> {
        let callee = self.0.exports.get(name).ok_or_else(|| match self.0.uncallable.get(name) {
            Some(why) => format!("a host cannot call {name}: {why}"),
            None => format!("there is no function {name} that a host can call"),
        });
        callee.map_err(|why| Trap::new(TrapKind::Host, why))
    }

    /// Frames as tracebacks show them: without wrappers.
    pub(crate) fn shown_frames<'a>(&'a self, frames: &'a [Frame]) -> impl Iterator<Item = &'a Frame> {
        frames.iter().filter(|f| !self.is_wrapper(f.func))
    }

    /// The name of a function in a traceback; `?` for a number of none.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// func fail() { panic("no luck") }
    /// func main() { fail() }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let trap = isolate.run().unwrap_err();
    /// let frames = trap.frames.iter().filter(|frame| !module.is_wrapper(frame.func));
    /// let places: Vec<String> = frames
    ///     .map(|frame| {
    ///         let line = module.line_col(frame.pos).map_or(0, |at| at.line);
    ///         format!("{} at line {line}", module.func_name(frame.func))
    ///     })
    ///     .collect();
    /// assert_eq!(places, ["main.fail at line 2", "main.main at line 3"]);
    /// let line = module.sources().line_text(trap.frames[0].pos);
    /// assert_eq!(line, Some(r#"func fail() { panic("no luck") }"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn func_name(&self, func: u32) -> &str {
        self.decl(func).map_or("?", |f| f.name.as_ref())
    }

    /// Whether a function is generated and left out of tracebacks.
    pub fn is_wrapper(&self, func: u32) -> bool {
        self.decl(func).is_some_and(|f| f.wrapper)
    }

    fn decl(&self, func: u32) -> Option<&ir::FuncDecl> {
        // The highest number stands for no function.
        (func < u32::MAX).then(|| self.0.ir().funcs.get(ir::FuncId::from_u32(func)))?
    }
}
