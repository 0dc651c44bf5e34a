//! A running program: its memory, fibers, limits and streams. Knows nothing of how its module was compiled.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use purlin_base::{Pos, traceback};
use purlin_runtime::border::{Export, Params, Results};
use purlin_runtime::grants::Grants;
use purlin_runtime::hooks::Stress;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::{Canceller, Limits, Outcome, Streams, Vm};

use crate::measure::CodeStats;
use crate::module::Module;
use crate::tiers::Tiers;

/// A running program: memory, globals, fibers, gas, limits, streams, and a `T` of the host's.
pub struct Isolate<T> {
    vm: Box<Vm>,
    module: Module,
    /// Package initialisation has run, by `main` or before the first call.
    initialised: bool,
    _host: PhantomData<T>,
}

/// Exact counters. Gas and bytes are the same in every tier and on every machine; the rest describes this
/// run.
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
    pub collections: u64,
    /// Bytes alive after the last collection.
    pub live_bytes: u64,
    pub switches: u64,
    /// Functions compiled to native code, and those that could not be.
    pub compiled: u64,
    pub compile_failures: u64,
    pub code_bytes: u64,
    pub osr_entries: u64,
    pub deopts: u64,
}

impl Module {
    /// A fresh isolate with state of the host's own, which host functions reach through
    /// [`crate::Call::host`].
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
    pub fn isolate_under<T: Send + 'static>(
        &self,
        memory: Stress,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> std::io::Result<Isolate<T>> {
        let form = self.0.forms.for_limits(&limits)?;
        let mut shared = form.shared.clone();
        (shared.stress.gc, shared.stress.poison) = (memory.gc, memory.poison);
        let mut vm = Vm::new(shared, limits, streams, Box::new(host))?;
        form.tiers.prepare(&mut vm)?;
        Ok(Isolate { vm, module: self.clone(), initialised: false, _host: PhantomData })
    }
}

impl<T: Send + 'static> Isolate<T> {
    /// The arguments that the program sees; its own name is the first.
    pub fn set_args(&mut self, args: Vec<String>) {
        self.vm.world.args = args;
    }

    /// What the program may see of the world outside: nothing if this is not called. [`Isolate::reset`] keeps
    /// the grants.
    pub fn set_grants(&mut self, grants: Grants) {
        self.vm.world.grants = grants;
    }

    /// Runs the program's `main` to its end.
    pub fn run(&mut self) -> Result<(), Trap> {
        let Some(main) = self.module.0.ir().main else {
            return Err(Trap::new(TrapKind::Internal, "the program has no main function"));
        };
        self.initialised = true;
        let outcome = self.vm.run(main.as_u32(), Vec::new());
        self.finish(outcome)
    }

    /// Calls an exported function. The first call of an isolate runs package initialisation before.
    ///
    /// # Errors
    /// A trap of kind `Host` if there is no such function or its types are others; else however the call
    /// ended.
    pub fn call<P: Params, R: Results>(&mut self, name: &str, params: P) -> Result<R, Trap> {
        let module = self.module.clone();
        let Some(export) = module.0.exports.get(name) else {
            let message = format!("there is no function {name} that a host can call");
            return Err(Trap::new(TrapKind::Host, message));
        };
        self.initialise()?;
        let result = self.vm.call_export(export, params);
        self.flushed()?;
        result
    }

    /// [`Isolate::call`] of a function of [`Module::extend`]. Nothing is initialised before.
    #[doc(hidden)]
    pub fn call_added<P: Params, R: Results>(&mut self, function: &Export, params: P) -> Result<R, Trap> {
        let exists = (function.func as usize) < self.module.0.ir().funcs.len();
        if !exists {
            return Err(Trap::new(TrapKind::Host, format!("there is no function {}", function.name)));
        }
        let result = self.vm.call_export(function, params);
        self.flushed()?;
        result
    }

    fn initialise(&mut self) -> Result<(), Trap> {
        if std::mem::replace(&mut self.initialised, true) {
            return Ok(());
        }
        let Some(init) = self.module.0.init else { return Ok(()) };
        let outcome = self.vm.run(init.as_u32(), Vec::new());
        self.finish(outcome)
    }

    /// Resumes after a trap of kind `OutOfGas`, once [`Isolate::refuel`] has added gas, as if it had never
    /// run out. The results of an exported function that was interrupted are returned by
    /// [`Isolate::resume_call`].
    pub fn resume(&mut self) -> Result<(), Trap> {
        let outcome = self.vm.resume();
        self.finish(outcome)
    }

    /// [`Isolate::resume`] for an interrupted [`Isolate::call`] with results of type `R`.
    pub fn resume_call<R: Results>(&mut self) -> Result<R, Trap> {
        let result = self.vm.resume_export();
        self.flushed()?;
        result
    }

    /// Flushes the output stream, which the host may buffer.
    fn flushed(&mut self) -> Result<(), Trap> {
        let flushed = self.vm.world.streams.output.flush();
        flushed.map_err(|error| Trap::new(TrapKind::Io, format!("writing standard output: {error}")))
    }

    fn finish(&mut self, outcome: Outcome) -> Result<(), Trap> {
        self.flushed()?;
        match outcome {
            Outcome::Done(_) => Ok(()),
            // An exit with code 0 is no failure.
            Outcome::Trap(trap) if trap.kind == TrapKind::Exit(0) => Ok(()),
            Outcome::Trap(trap) => Err(trap),
        }
    }

    /// Adds units of gas.
    pub fn refuel(&mut self, units: u64) {
        self.vm.refuel(units);
    }

    /// Brings the isolate back to the state of a fresh one. Memory and compiled code are kept for further
    /// use.
    pub fn reset(&mut self) {
        self.vm.reset();
        if let Some(tiers) = self.tiers() {
            // If the system gives no address space, the next run ends with a trap that says so.
            let _ = tiers.prepare(&mut self.vm);
        }
        self.initialised = false;
    }

    /// The tiers of the form of the program that this isolate runs.
    fn tiers(&self) -> Option<Arc<Tiers>> {
        self.vm.shared.tiers.clone().downcast().ok()
    }

    /// Stops a run from another thread. [`Isolate::reset`] makes a new canceller.
    pub fn canceller(&self) -> Canceller {
        self.vm.canceller.clone()
    }

    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.vm.limits
    }

    pub fn set_streams(&mut self, streams: Streams) {
        self.vm.world.streams = streams;
    }

    /// The host's own state.
    pub fn host(&mut self) -> &mut T {
        let host: &mut dyn Any = &mut *self.vm.world.host;
        host.downcast_mut().expect("the isolate was made with a T")
    }

    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Units of gas that are left, if there is a limit.
    pub fn gas_left(&self) -> Option<i64> {
        self.vm.gas_left()
    }

    pub fn stats(&self) -> Stats {
        let heap = self.vm.heap.stats();
        let counters = self.vm.counters;
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
        }
    }

    /// Where a trap met the program: the innermost function of its own code, and file and line.
    pub fn place(&self, trap: &Trap) -> Option<String> {
        let mut frames =
            self.module.shown_frames(trap).filter_map(|f| Some((f, self.module.line_col(f.pos)?)));
        let (frame, at) = frames.find(|(_, at)| !at.file.starts_with('$'))?;
        Some(format!("{}, {}:{}", self.module.func_name(frame.func), at.file, at.line))
    }

    /// The frames of a trap as people read them, innermost first: `name(...)`, and `file:line` on the next
    /// line.
    pub fn traceback(&self, trap: &Trap) -> String {
        let mut out = String::new();
        for frame in self.module.shown_frames(trap) {
            let at = self.module.line_col(frame.pos);
            traceback::push_frame(&mut out, self.module.func_name(frame.func), at.as_ref());
        }
        out
    }

    /// What a person is told first of a trap, in the words of the program's language.
    pub fn headline(&self, trap: &Trap) -> String {
        let at = self.module.shown_frames(trap).next().map_or(Pos::NONE, |frame| frame.pos);
        self.module.guest().headline(trap, at, self.module.sources())
    }

    /// `headline`, and below an empty line the frames of a trap under the line that the language puts above
    /// them.
    pub fn report(&self, headline: &str, trap: &Trap) -> String {
        let traceback = self.traceback(trap);
        if traceback.is_empty() {
            return format!("{headline}\n");
        }
        format!("{headline}\n\n{}\n{traceback}", self.module.guest().trace_header(trap))
    }
}
