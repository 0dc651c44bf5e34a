//! A running program: its memory, fibers, limits and streams. Knows nothing of how its module was compiled.

#[cfg(feature = "async")]
mod asynchronous;

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use purlin_base::machine::Signature;
use purlin_base::{Pos, traceback};
use purlin_runtime::border::{Callee, Export, Params, Results};
use purlin_runtime::dynamic::{Dispatch, SendCounts, SiteCounts};
use purlin_runtime::grants::Grants;
use purlin_runtime::hooks::Stress;
use purlin_runtime::trap::{Created, Frame, Trap, TrapKind};
use purlin_runtime::vm::{Canceller, Limits, Outcome, Streams, TRACE_FRAMES, Vm};

use crate::form::Form;
use crate::measure::CodeStats;
use crate::module::{Function, Module};
use crate::races;
use crate::slot::Slot;
use crate::tiers::{self, Tiers};

/// A running program: memory, globals, fibers, gas, limits, streams, and a `T` of the host's.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// let text = r#"package main
/// var calls int64
/// func Count() int64 { calls++; return calls }
/// func main() { calls = 100 }"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// isolate.run()?;
/// assert_eq!(isolate.call::<_, i64>("Count", ())?, 101);
/// assert!(isolate.module().has_main());
/// isolate.reset();
/// assert_eq!(isolate.call::<_, i64>("Count", ())?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Isolate<T> {
    vm: Slot,
    _host: PhantomData<T>,
}

/// Exact counters. Gas and bytes are the same in every tier and on every machine; the rest describes this
/// run.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// let text = "package main\nfunc main() { println(\"hello\") }";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// isolate.run()?;
/// let stats = isolate.stats();
/// assert_eq!((stats.output_bytes, stats.fibers), (6, 1));
/// assert!(stats.gas > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Units of gas used.
    pub gas: u64,
    /// Bytes allocated in all.
    pub alloc_bytes: u64,
    /// Fibers started.
    pub fibers: u64,
    /// Bytes written to the output streams.
    pub output_bytes: u64,
    /// Collections of the heap.
    pub collections: u64,
    /// Bytes alive after the last collection.
    pub live_bytes: u64,
    /// Changes from one fiber to another.
    pub switches: u64,
    /// Functions compiled to native code, and those that could not be.
    pub compiled: u64,
    /// Functions that could not be compiled and are interpreted.
    pub compile_failures: u64,
    /// Bytes of native code.
    pub code_bytes: u64,
    /// How often the interpreter continued a loop in native code (on-stack replacement).
    pub osr_entries: u64,
    /// How often native code was left for the interpreter, at a guard or a poll.
    pub deopts: u64,
    /// Instructions that the interpreter executed; zero unless [`crate::Config::count_bytecodes`] is on.
    pub bytecodes: u64,
    /// Polls that the interpreter executed; zero unless [`crate::Config::count_bytecodes`] is on.
    pub polls: u64,
    /// Natives that the interpreter called; zero unless [`crate::Config::count_bytecodes`] is on.
    pub native_calls: u64,
}

impl Module {
    /// A fresh isolate with state of the host's own, which host functions reach through
    /// [`crate::Call::host`].
    ///
    /// # Errors
    /// The system gives no address space, or limits of call depth or of bytes allocated ask for code that
    /// cannot be made.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let text = r#"package main
    /// import "os"
    /// func main() { os.Exit(len(os.Args)) }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let limits = Limits { gas: Some(1_000_000), ..Limits::default() };
    /// let mut isolate = module.isolate((), limits, Streams::default())?;
    /// isolate.set_args(vec!["prog".into(), "one".into()]);
    /// assert_eq!(isolate.run().unwrap_err().kind, TrapKind::Exit(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn isolate<T: Send + 'static>(
        &self,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> std::io::Result<Isolate<T>> {
        self.isolate_under(self.0.forms.plain.shared.stress, host, limits, streams)
    }

    /// [`Module::isolate`] with `memory` in the place of the engine's stress modes `gc` and `poison`: code is
    /// the same for both, so that a test need not compile twice.
    ///
    /// # Errors
    /// As from [`Module::isolate`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, Stress};
    ///
    /// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let stress = Stress { gc: true, poison: true, ..Stress::default() };
    /// let mut isolate = module.isolate_under(stress, (), Limits::default(), Streams::default())?;
    /// assert_eq!(isolate.call::<_, i64>("Double", (21i64,))?, 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn isolate_under<T: Send + 'static>(
        &self,
        memory: Stress,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> std::io::Result<Isolate<T>> {
        let form = self.0.forms.for_limits(&limits, false)?;
        let mut shared = form.shared.clone();
        (shared.stress.gc, shared.stress.poison) = (memory.gc, memory.poison);
        let mut vm = Vm::new(shared, limits, streams, Box::new(host))?;
        form.tiers.prepare(&mut vm)?;
        Ok(Isolate::in_slot(Slot::alone(vm, self.clone())))
    }
}

impl<P: Params, R: Results> Function<P, R> {
    /// Calls the function in an isolate of its module: as [`Isolate::call`], which looks it up first.
    ///
    /// # Errors
    /// A trap of kind `Host` if the isolate is one of another module, an argument cannot cross, or the
    /// packages are not initialised; else as from [`Isolate::call`].
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
    /// assert_eq!(double.call(&mut isolate, (21,))?, 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn call<T: Send + 'static>(&self, isolate: &mut Isolate<T>, params: P) -> Result<R, Trap> {
        isolate.vm.call_linked(&self.0, params)
    }
}

impl<T> Isolate<T> {
    /// An isolate, whose host state is a `T`, in a slot of its own or of a pool.
    pub(crate) fn in_slot(mut vm: Slot) -> Isolate<T> {
        races::find(&mut vm);
        Isolate { vm, _host: PhantomData }
    }
}

impl<T: Send + 'static> Isolate<T> {
    /// The arguments that the program sees; its own name is the first.
    ///
    /// The example of [`Module::isolate`] sets some.
    pub fn set_args(&mut self, args: Vec<String>) {
        self.vm.world.args = args;
        self.vm.surroundings_changed();
    }

    /// Lets chance decide which goroutine, or other fiber of the guest, runs next and for how long, and what
    /// is chosen where several alternatives are ready. The same seed gives the same run, gas included; `None`
    /// is the usual order, in which they take turns. [`Isolate::reset`] keeps the seed, and begins with it
    /// again.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// func Order() string {
    ///     done := make(chan string, 3)
    ///     for _, name := range []string{"a", "b", "c"} {
    ///         go func() { done <- name }()
    ///     }
    ///     return <-done + <-done + <-done
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut orders = std::collections::BTreeSet::new();
    /// for seed in 0..100 {
    ///     let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    ///     isolate.set_schedule(Some(seed));
    ///     orders.insert(isolate.call::<_, String>("Order", ())?);
    /// }
    /// assert_eq!(orders.len(), 6, "all of them");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_schedule(&mut self, seed: Option<u64>) {
        self.vm.set_schedule(seed);
    }

    /// Sets how much sends of a dynamic guest keep of what they found before: [`Dispatch::Poly`] if this is
    /// not called. Output, gas and the order of everything are the same at each; only time differs.
    /// [`Isolate::reset`] keeps it. Guests without sends take no notice.
    ///
    #[cfg_attr(feature = "smalltalk", doc = "```")]
    #[cfg_attr(not(feature = "smalltalk"), doc = "```ignore")]
    /// use purlin::{Config, Dispatch, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "1 to: 1000 do: [:n | n printString size]. 3 zork";
    /// let source = SourceFile { name: "main.st".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let (mut gas, mut lookups) = (Vec::new(), Vec::new());
    /// for dispatch in Dispatch::ALL {
    ///     let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    ///     isolate.set_dispatch(dispatch);
    ///     isolate.run()?;
    ///     gas.push(isolate.stats().gas);
    ///     lookups.push(isolate.send_counts().lookups);
    /// }
    /// assert!(lookups[0] > 3000 && lookups[5] < 1000, "{lookups:?}");
    /// assert!(gas.iter().all(|units| *units == gas[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_dispatch(&mut self, dispatch: Dispatch) {
        let askers = match dispatch.askers() {
            Some(prefix) => {
                let all = self.vm.module().0.ir().funcs.iter();
                all.filter(|(_, f)| f.name.starts_with(prefix)).map(|(id, _)| id.as_u32()).collect()
            }
            None => Vec::new(),
        };
        self.vm.set_dispatch(dispatch, askers);
    }

    /// The counters of a dynamic guest's sends. They describe this run, and depend on what
    /// [`Isolate::set_dispatch`] says.
    ///
    /// The example of [`Isolate::set_dispatch`] reads them.
    pub fn send_counts(&self) -> SendCounts {
        self.vm.send_counts()
    }

    /// Keeps counters of the single sites of a dynamic guest's sends, for [`Isolate::sites`], or keeps none.
    /// They make sends slower, and change nothing else. [`Isolate::reset`] keeps this.
    ///
    #[cfg_attr(feature = "smalltalk", doc = "```")]
    #[cfg_attr(not(feature = "smalltalk"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "#(1 $a 'text' #sym 2.5) do: [:each | each printNl]";
    /// let source = SourceFile { name: "main.st".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.count_sends(true);
    /// isolate.run()?;
    /// let site = isolate.sites().into_iter().find(|site| site.selector == "printNl").expect("a send");
    /// assert_eq!((site.state, site.behaviours), ("several", 5));
    /// assert_eq!((site.hits, site.misses, site.transitions), (0, 5, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_sends(&mut self, yes: bool) {
        self.vm.count_sends(yes);
    }

    /// The sites that sends have come by since [`Isolate::count_sends`], in the order in which the program's
    /// code has them.
    ///
    /// The example of [`Isolate::count_sends`] looks one up.
    pub fn sites(&self) -> Vec<SiteCounts> {
        self.vm.site_counts()
    }

    /// What the program may see of the world outside: nothing if this is not called. [`Isolate::reset`] keeps
    /// the grants.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Denial, Engine, Grants, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// import "os"
    /// func Mode() string { return os.Getenv("MODE") + os.Getenv("HOME") }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let grants = Grants::none().set_env("MODE", "quick");
    /// isolate.set_grants(grants.clone());
    /// assert_eq!(isolate.call::<_, String>("Mode", ())?, "quick");
    /// // Clones share what was asked for in vain.
    /// assert_eq!(grants.denials(), [Denial::Env("HOME".into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_grants(&mut self, grants: Grants) {
        self.vm.world.grants = grants;
    }

    /// Runs the program's `main` to its end, after the initialisation of its packages.
    ///
    /// # Errors
    /// A trap that says how the run ended. An exit with code 0 is no error; any other is one of kind
    /// [`TrapKind::Exit`] with the code. One of kind `Host` if the initialisation was begun before and has
    /// not ended (see [`Isolate::call`]), and one of kind `Internal` if the program has no `main`.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let text = r#"package main
    /// func main() { panic("no luck") }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let trap = isolate.run().unwrap_err();
    /// assert_eq!(trap.kind, TrapKind::Uncaught);
    /// assert_eq!(isolate.headline(&trap), "panic: no luck");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self) -> Result<(), Trap> {
        let Some(main) = self.vm.module().0.ir().main else {
            return Err(Trap::new(TrapKind::Internal, "the program has no main function"));
        };
        // There, the initialisation is a part of the run.
        self.vm.leave_start();
        let initialises = self.vm.module().0.init.is_some();
        let outcome = self.vm.run_program(main.as_u32(), initialises);
        self.finish(outcome)
    }

    /// Calls an exported function. The first call of an isolate initialises the program's packages before,
    /// which is part of the call: what ends it ends the call, and if it runs out of gas, it is resumed as the
    /// call is.
    ///
    /// Packages are initialised once. If a run or a call began that and did not end well, nothing else can
    /// run in the isolate before [`Isolate::reset`], as the program's variables may be half set up. This
    /// holds for any run that ended by a trap, also after the initialisation; calls may fail in any way once
    /// a call or a run has ended well.
    ///
    /// # Errors
    /// A trap of kind `Host` if there is no such function, the host cannot call it, its types are others, or
    /// the packages are not initialised as described above; one of kind [`TrapKind::Exit`] if the program
    /// ended itself, with any code; else one that says how the call ended.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Isolate, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let text = r#"package main
    /// import "errors"
    /// func Half(n int64) (int64, error) {
    ///     if n%2 != 0 {
    ///         return 0, errors.New("odd")
    ///     }
    ///     return n / 2, nil
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let half = |isolate: &mut Isolate<()>, n: i64| isolate.call::<_, Result<i64, String>>("Half", (n,));
    /// assert_eq!(half(&mut isolate, 42)?, Ok(21));
    /// assert_eq!(half(&mut isolate, 7)?, Err("odd".into()));
    /// // What does not exist or has other types is a trap, and nothing runs.
    /// assert_eq!(isolate.call::<_, i64>("Third", (9i64,)).unwrap_err().kind, TrapKind::Host);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn call<P: Params, R: Results>(&mut self, name: &str, params: P) -> Result<R, Trap> {
        self.vm.module().function(name)?.call(self, params)
    }

    /// [`Isolate::call`] of a function of [`Module::extend`] that takes and returns numbers and booleans.
    /// Nothing is initialised before.
    #[doc(hidden)]
    pub fn call_added<P: Params, R: Results>(&mut self, func: u32, params: P) -> Result<R, Trap> {
        let refused = |why: &str| Trap::new(TrapKind::Host, format!("function {func}: {why}"));
        let sig = self.vm.module().0.func_signature(func).ok_or_else(|| refused("there is none"))?;
        let types = self.vm.shared.types.clone();
        let callee = Callee::of_scalars::<P, R>(func, &types).filter(|callee| {
            let Export { params, results, .. } = callee.export();
            sig == Signature::new(types.data.flat(params), types.data.flat(results))
        });
        let callee = callee.ok_or_else(|| refused("it has other types"))?;
        let linked = callee.link::<P, R>().map_err(|why| refused(&why))?;
        self.vm.call_linked(&linked, params)
    }

    /// Resumes after a trap of kind `OutOfGas`, once [`Isolate::refuel`] has added gas, as if it had never
    /// run out. The results of an exported function that was interrupted are returned by
    /// [`Isolate::resume_call`].
    ///
    /// # Errors
    /// A trap of kind `Internal` if nothing was interrupted; else one that says how the run ended, as from
    /// [`Isolate::run`]. If the isolate is cancelled, the run stays interrupted.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let text = r#"package main
    /// func main() {
    ///     for i := 0; i < 100_000; i++ {
    ///     }
    /// }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let limits = Limits { gas: Some(10_000), ..Limits::default() };
    /// let mut isolate = module.isolate((), limits, Streams::default())?;
    /// let mut ended = isolate.run();
    /// while ended.as_ref().is_err_and(|trap| trap.kind == TrapKind::OutOfGas) {
    ///     isolate.refuel(50_000);
    ///     ended = isolate.resume();
    /// }
    /// ended?;
    /// assert!(isolate.gas_left().is_some_and(|units| units >= 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(&mut self) -> Result<(), Trap> {
        let outcome = self.vm.resume_run();
        self.finish(outcome)
    }

    /// [`Isolate::resume`] for an interrupted [`Isolate::call`] with results of type `R`.
    ///
    /// # Errors
    /// A trap of kind `Host` if the interrupted function has other results, which leaves it interrupted; else
    /// as from [`Isolate::resume`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let text = r#"package main
    /// func Sum(n int64) (s int64) {
    ///     for i := int64(0); i < n; i++ {
    ///         s += i
    ///     }
    ///     return
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.set_gas(Some(1_000));
    /// let trap = isolate.call::<_, i64>("Sum", (10_000i64,)).unwrap_err();
    /// assert_eq!(trap.kind, TrapKind::OutOfGas);
    /// isolate.refuel(1_000_000);
    /// assert_eq!(isolate.resume_call::<i64>()?, 49_995_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_call<R: Results>(&mut self) -> Result<R, Trap> {
        let result = self.vm.resume_export();
        self.vm.flush_output()?;
        result
    }

    fn finish(&mut self, outcome: Outcome) -> Result<(), Trap> {
        self.vm.flush_output()?;
        match outcome {
            Outcome::Done(_) => Ok(()),
            // An exit with code 0 is no failure.
            Outcome::Trap(trap) if trap.kind == TrapKind::Exit(0) => Ok(()),
            Outcome::Trap(trap) => Err(trap),
        }
    }

    /// Adds units of gas to what is left, if there is a limit.
    ///
    /// The example of [`Isolate::resume`] refuels until the run has ended.
    pub fn refuel(&mut self, units: u64) {
        self.vm.refuel(units);
    }

    /// Brings the isolate back to the state of a fresh one, or to the snapshot that it began from. Memory and
    /// compiled code are kept for further use.
    pub fn reset(&mut self) {
        self.vm.reset();
        if let Some(tiers) = self.tiers() {
            // If the system gives no address space, the next run ends with a trap that says so.
            let _ = tiers.prepare(&mut self.vm);
        }
    }

    /// The machine.
    pub(crate) fn vm(&self) -> &Vm {
        &self.vm
    }

    /// The machine, to be changed.
    pub(crate) fn vm_mut(&mut self) -> &mut Vm {
        &mut self.vm
    }

    /// The samples that were taken, if the isolate is profiled.
    pub(crate) fn samples(&self) -> Option<purlin_runtime::profile::Samples> {
        self.vm.samples()
    }

    /// The form of the program that this isolate runs.
    pub(crate) fn form(&self) -> Option<&Form> {
        let tiers = self.tiers()?;
        self.vm.module().0.forms.all().find(|form| Arc::ptr_eq(&form.tiers, &tiers))
    }

    /// The tiers of the form of the program that this isolate runs.
    fn tiers(&self) -> Option<Arc<Tiers>> {
        self.vm.shared.tiers.clone().downcast().ok()
    }

    /// Stops the isolate from another thread: see [`Canceller`]. [`Isolate::reset`] makes a new one, and
    /// those that were taken before do nothing from then on.
    ///
    /// The example of [`Canceller`] cancels from another thread.
    pub fn canceller(&self) -> Canceller {
        self.vm.canceller.clone()
    }

    /// Takes a cancellation back, so that the isolate can run with the state that it has. The cancellers
    /// stay good.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.canceller().cancel();
    /// let ended = isolate.call::<_, i64>("Double", (21i64,));
    /// assert_eq!(ended.unwrap_err().kind, TrapKind::Cancelled);
    /// isolate.clear_cancellation();
    /// assert_eq!(isolate.call::<_, i64>("Double", (21i64,))?, 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear_cancellation(&mut self) {
        self.vm.clear_cancellation();
    }

    /// What the isolate may use. Bytes of heap and of stack, bytes allocated in all, and the depth of calls
    /// are fixed when the isolate is made; the other limits have setters, which take effect at once.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use std::time::{Duration, Instant};
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.set_gas(Some(1_000_000));
    /// isolate.set_output_bytes(Some(64 << 10));
    /// isolate.set_deadline(Some(Instant::now() + Duration::from_secs(60)));
    /// isolate.set_host_objects(100);
    /// assert_eq!(isolate.limits().output_bytes, Some(64 << 10));
    /// assert_eq!(isolate.limits().heap_bytes, 1 << 30);
    /// assert_eq!(isolate.call::<_, i64>("Double", (21i64,))?, 42);
    /// assert!(isolate.gas_left().is_some_and(|units| units < 1_000_000));
    /// assert_eq!(isolate.host_objects(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limits(&self) -> &Limits {
        &self.vm.limits
    }

    /// Sets how many units of gas the isolate may use from now on; `None` is no limit, and 2^62 is the
    /// largest one. What was used before does not count. After [`Isolate::reset`] there are as many again.
    pub fn set_gas(&mut self, units: Option<u64>) {
        self.vm.set_gas(units);
    }

    /// Sets how many bytes the isolate may write in all, from when it was made or reset last; `None` is no
    /// limit.
    pub fn set_output_bytes(&mut self, bytes: Option<u64>) {
        self.vm.limits.output_bytes = bytes;
    }

    /// Sets when runs are to stop by the clock; `None` is never. After that time no run begins.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.vm.limits.deadline = deadline;
    }

    /// Sets how many objects of the host's there may be at once; those that there are stay.
    pub fn set_host_objects(&mut self, most: usize) {
        self.vm.limits.host_objects = most;
    }

    /// How many objects of the host's there are: see [`HostPackage::object`](crate::HostPackage::object).
    pub fn host_objects(&self) -> usize {
        self.vm.object_count()
    }

    /// Sets what the program reads and writes from now on. [`Isolate::reset`] keeps the streams.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// import (
    ///     "fmt"
    ///     "io"
    ///     "os"
    /// )
    /// func main() {
    ///     text, _ := io.ReadAll(os.Stdin)
    ///     fmt.Println(len(text))
    /// }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.set_streams(Streams { input: Box::new(&b"twelve bytes"[..]), ..Streams::default() });
    /// isolate.run()?;
    /// assert_eq!(isolate.stats().output_bytes, "12\n".len() as u64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_streams(&mut self, streams: Streams) {
        self.vm.world.streams = streams;
    }

    /// The host's own state.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams};
    ///
    /// let log = HostPackage::new("host/log")
    ///     .function("Write", |lines: &mut Vec<String>, line: &str| lines.push(line.to_string()));
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(log);
    /// let text = "package main\nimport \"host/log\"\nfunc main() { log.Write(\"started\") }";
    /// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
    /// let mut isolate = module.isolate(Vec::<String>::new(), Limits::default(), Streams::default())?;
    /// isolate.run()?;
    /// assert_eq!(*isolate.host(), ["started"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn host(&mut self) -> &mut T {
        let host: &mut dyn Any = &mut *self.vm.world.host;
        host.downcast_mut().expect("the isolate was made with a T")
    }

    /// The module whose program the isolate runs.
    pub fn module(&self) -> &Module {
        self.vm.module()
    }

    /// The virtual time that has passed since the isolate began: a nanosecond a unit of gas, and what fibers
    /// have slept while none could run.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "package main\nimport \"time\"\nfunc main() { time.Sleep(time.Hour) }";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.run()?;
    /// assert!(isolate.elapsed().as_secs() >= 3600);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::from_nanos(u64::try_from(self.vm.elapsed()).unwrap_or(0))
    }

    /// Units of gas that are left, if there is a limit.
    pub fn gas_left(&self) -> Option<i64> {
        self.vm.gas_left()
    }

    /// How many data races were found since the isolate was made or reset last; 0 if its engine is not
    /// [configured](crate::Config::races) to look for them.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// var n int
    /// func main() {
    ///     done := make(chan bool)
    ///     go func() { n++; done <- true }()
    ///     n++
    ///     <-done
    /// }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let engine = Engine::new(Config { races: true, ..Config::default() });
    /// let module = engine.compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let (tell, told) = std::sync::mpsc::channel();
    /// isolate.on_race(move |report| tell.send(report.to_string()).unwrap());
    /// isolate.run()?;
    /// assert_eq!(isolate.races(), 1);
    /// assert!(told.recv()?.contains("WARNING: DATA RACE\nRead at 0x"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn races(&self) -> u64 {
        self.vm.races_found()
    }

    /// How many of them no test has failed for.
    pub(crate) fn races_outside_tests(&self) -> u64 {
        self.vm.races_not_accounted_for()
    }

    /// Lets `tell` have the report on each data race, in the place of the stream for errors. It is called
    /// while the program runs. Does nothing in an isolate that does not look for data races.
    ///
    /// The example of [`Isolate::races`] gathers reports.
    pub fn on_race(&mut self, tell: impl FnMut(&str) + Send + 'static) {
        races::tell(&mut self.vm, tell);
    }

    /// What the isolate has used since it was made or reset last.
    pub fn stats(&self) -> Stats {
        let heap = self.vm.heap.stats();
        let counters = self.vm.counters;
        let executed = tiers::executed(&self.vm);
        let code = self.tiers().map_or_else(CodeStats::default, |tiers| tiers.code_stats());
        Stats {
            gas: self.vm.gas_used(),
            alloc_bytes: self.vm.heap.allocated_bytes(),
            fibers: counters.fibers,
            output_bytes: counters.output_bytes,
            collections: heap.collections,
            live_bytes: heap.live_bytes as u64,
            switches: counters.switches,
            compiled: code.functions,
            compile_failures: code.failures,
            code_bytes: code.bytes,
            osr_entries: counters.osr_entries,
            deopts: counters.deopts,
            bytecodes: executed.instructions,
            polls: executed.polls,
            native_calls: executed.natives,
        }
    }

    /// Where a trap met the program: the innermost function of its own code, and file and line.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// func inner(list []int) int { return list[3] }
    /// func Outer() int64 { return int64(inner(nil)) }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let trap = isolate.call::<_, i64>("Outer", ()).unwrap_err();
    /// assert_eq!(isolate.place(&trap).as_deref(), Some("main.inner, main.go:2"));
    /// assert!(isolate.traceback(&trap).starts_with("main.inner(...)\n\tmain.go:2"));
    /// let headline = isolate.headline(&trap);
    /// assert!(headline.contains("index out of range [3] with length 0"), "{headline}");
    /// let report = isolate.report(&headline, &trap);
    /// assert!(report.starts_with(&headline) && report.contains("main.Outer(...)\n\tmain.go:3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, trap: &Trap) -> Option<String> {
        let shown = self.vm.module().shown_frames(&trap.frames);
        let mut frames = shown.filter_map(|f| Some((f, self.vm.module().line_col(f.pos)?)));
        let (frame, at) = frames.find(|(_, at)| !at.file.starts_with('$'))?;
        Some(format!("{}, {}:{}", self.vm.module().func_name(frame.func), at.file, at.line))
    }

    /// The frames of a trap as people read them, innermost first: `name(...)`, and `file:line` on the next
    /// line; below them where the fiber was started. Of a deadlock, the frames of each fiber that waits,
    /// under a line that says which it is. Frames that recur are folded, so the text has a few hundred lines
    /// at most.
    pub fn traceback(&self, trap: &Trap) -> String {
        let guest = self.vm.module().guest();
        let waiting = trap.waiting.iter().map(|w| {
            let frames = self.frames(&w.frames, w.created.as_ref());
            format!("{}\n{frames}", guest.waiting_header(w.fiber, w.what))
        });
        let own = self.frames(&trap.frames, trap.created.as_ref());
        let blocks = Some(own).into_iter().filter(|text| !text.is_empty()).chain(waiting);
        blocks.collect::<Vec<_>>().join("\n")
    }

    /// The frames of one fiber, and where it was started.
    fn frames(&self, frames: &[Frame], created: Option<&Created>) -> String {
        let mut out = String::new();
        // Frames are folded as they are read: at one line, the places of a call and of what it calls may
        // differ by their columns.
        let shown: Vec<String> =
            self.vm.module().shown_frames(frames).map(|frame| self.frame(frame)).collect();
        for piece in traceback::fold(&shown) {
            out.extend(shown[piece.shown.clone()].iter().map(String::as_str));
            out.push_str(&piece.rest());
        }
        if frames.len() >= TRACE_FRAMES {
            out.push_str("...additional frames elided...\n");
        }
        if let Some(Created { at, fiber }) = created.filter(|c| !self.vm.module().is_wrapper(c.at.func)) {
            let by = self.vm.module().guest().created_by(self.vm.module().func_name(at.func), *fiber);
            traceback::push_line(&mut out, &by, self.vm.module().line_col(at.pos).as_ref());
        }
        out
    }

    fn frame(&self, frame: &Frame) -> String {
        let mut out = String::new();
        if frame.func == Frame::RAISE {
            traceback::push_line(&mut out, self.vm.module().guest().raise_mark(), None);
        } else {
            let at = self.vm.module().line_col(frame.pos);
            traceback::push_frame(&mut out, self.vm.module().func_name(frame.func), at.as_ref());
        }
        out
    }

    /// What a person is told first of a trap, in the words of the program's language.
    pub fn headline(&self, trap: &Trap) -> String {
        let at = self.vm.module().shown_frames(&trap.frames).next().map_or(Pos::NONE, |frame| frame.pos);
        self.vm.module().guest().headline(trap, at, self.vm.module().sources())
    }

    /// `headline`, and below an empty line the frames of a trap under the line that the language puts above
    /// them.
    pub fn report(&self, headline: &str, trap: &Trap) -> String {
        let traceback = self.traceback(trap);
        if traceback.is_empty() {
            return format!("{headline}\n");
        }
        if trap.kind == TrapKind::Deadlock && !trap.waiting.is_empty() {
            return format!("{headline}\n\n{traceback}");
        }
        format!("{headline}\n\n{}\n{traceback}", self.vm.module().guest().trace_header(trap))
    }
}
