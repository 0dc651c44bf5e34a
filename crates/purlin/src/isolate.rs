//! One running world.

use std::any::Any;
use std::io;
use std::marker::PhantomData;

use purlin_runtime::grants::Grants;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::{Canceller, Limits, Outcome, Shared, Streams, Vm};

use crate::engine::Module;
use crate::value::{Params, Results};

/// An isolate: memory, globals, fibers, gas, limits, streams, and a `T` of the host's.
pub struct Isolate<T> {
    vm: Box<Vm>,
    module: Module,
    /// Package initialisation has run, by `main` or before the first call.
    initialised: bool,
    _host: PhantomData<T>,
}

/// Exact counters. Gas and bytes are the same in every tier and on every machine; the rest describes this run.
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

impl<T: Send + 'static> Isolate<T> {
    pub(crate) fn new(
        module: Module,
        shared: Shared,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> io::Result<Isolate<T>> {
        let mut vm = Vm::new(shared, limits, streams, Box::new(host))?;
        module.0.tiers.prepare(&mut vm);
        Ok(Isolate { vm, module, initialised: false, _host: PhantomData })
    }

    /// What `os.Args` holds; the program's own name first.
    pub fn set_args(&mut self, args: Vec<String>) {
        self.vm.args = args;
    }

    /// What it may see of the world outside: nothing if this is not called. Kept by [`Isolate::reset`].
    pub fn set_grants(&mut self, grants: Grants) {
        self.vm.grants = grants;
    }

    /// Runs the program's `main` to its end.
    pub fn run(&mut self) -> Result<(), Trap> {
        let Some(main) = self.module.0.ir.main else {
            return Err(Trap::new(TrapKind::Internal, "the program has no main function"));
        };
        self.initialised = true;
        let outcome = self.vm.run(main.as_u32(), Vec::new());
        self.finish(outcome).map(|_| ())
    }

    /// Calls an exported function. The first call of an isolate runs package initialisation before.
    ///
    /// # Errors
    /// A trap of kind `Host` if there is no such function or its types are others; else however the call ended.
    pub fn call<P: Params, R: Results>(&mut self, name: &str, params: P) -> Result<R, Trap> {
        let module = self.module.clone();
        let Some(export) = module.0.exports.get(name) else {
            return Err(Trap::new(
                TrapKind::Host,
                format!("there is no function {name} that a host can call"),
            ));
        };
        if export.params != P::types() || export.results != R::types() {
            return Err(Trap::new(
                TrapKind::Host,
                format!(
                    "{name} takes {:?} and returns {:?}, not {:?} and {:?}",
                    export.params,
                    export.results,
                    P::types(),
                    R::types()
                ),
            ));
        }
        self.initialise()?;
        let mut values = Vec::new();
        let lowered = params.lower(&mut self.vm, &mut values);
        if let Err(stop) = lowered {
            self.vm.handles.clear();
            return Err(match stop {
                purlin_runtime::native::Stop::End(trap) => trap,
                other => Trap::new(TrapKind::Internal, format!("lowering an argument: {other:?}")),
            });
        }
        let outcome = self.vm.run(export.func.as_u32(), values);
        self.vm.handles.clear();
        let slots = self.finish(outcome)?;
        Ok(R::lift(&self.vm, &slots))
    }

    fn initialise(&mut self) -> Result<(), Trap> {
        if std::mem::replace(&mut self.initialised, true) {
            return Ok(());
        }
        let Some(init) = self.module.0.init else { return Ok(()) };
        let outcome = self.vm.run(init.as_u32(), Vec::new());
        self.finish(outcome).map(|_| ())
    }

    /// Goes on after a trap of kind `OutOfGas`, once [`Isolate::refuel`] has added gas: as if it had never run out.
    /// The results of an exported function that was interrupted are returned by [`Isolate::resume_call`].
    pub fn resume(&mut self) -> Result<(), Trap> {
        let outcome = self.vm.resume();
        self.finish(outcome).map(|_| ())
    }

    /// [`Isolate::resume`] for an interrupted [`Isolate::call`] with results of type `R`.
    pub fn resume_call<R: Results>(&mut self) -> Result<R, Trap> {
        let outcome = self.vm.resume();
        let slots = self.finish(outcome)?;
        let want: usize = R::types().iter().map(|t| t.slots()).sum();
        if slots.len() != want {
            return Err(Trap::new(TrapKind::Host, "the interrupted function has other results"));
        }
        Ok(R::lift(&self.vm, &slots))
    }

    fn finish(&mut self, outcome: Outcome) -> Result<Vec<u64>, Trap> {
        if let Err(error) = self.vm.streams.output.flush() {
            return Err(Trap::new(TrapKind::Io, format!("writing standard output: {error}")));
        }
        match outcome {
            Outcome::Done(values) => Ok(values),
            // A program that ends itself with code 0 has ended well.
            Outcome::Trap(trap) if trap.kind == TrapKind::Exit(0) => Ok(Vec::new()),
            Outcome::Trap(trap) => Err(trap),
        }
    }

    /// Adds units of gas.
    pub fn refuel(&mut self, units: u64) {
        self.vm.refuel(units);
    }

    /// Back to a fresh isolate, with memory and compiled code kept.
    pub fn reset(&mut self) {
        self.vm.reset();
        self.module.0.tiers.prepare(&mut self.vm);
        self.initialised = false;
    }

    /// Stops a run from another thread. A new one after each [`Isolate::reset`].
    pub fn canceller(&self) -> Canceller {
        self.vm.canceller.clone()
    }

    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.vm.limits
    }

    pub fn set_streams(&mut self, streams: Streams) {
        self.vm.streams = streams;
    }

    /// The host's own state.
    pub fn host(&mut self) -> &mut T {
        let host: &mut dyn Any = &mut *self.vm.host;
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
        let code = self.module.0.tiers.code_stats();
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

    /// Where a trap met the program: the innermost function that the program wrote itself, and file and line.
    pub fn place(&self, trap: &Trap) -> Option<String> {
        let seen = trap.frames.iter().filter(|f| !self.module.is_wrapper(f.func));
        let mut seen = seen.filter_map(|f| Some((f, self.module.line_col(f.pos)?)));
        let (frame, at) = seen.find(|(_, at)| !at.file.starts_with('$'))?;
        Some(format!("{}, {}:{}", self.module.func_name(frame.func), at.file, at.line))
    }

    /// A trap's frames as people read them, innermost first: `main.f(...)` and `file:line` on the next line.
    pub fn traceback(&self, trap: &Trap) -> String {
        let mut out = String::new();
        for frame in trap.frames.iter().filter(|f| !self.module.is_wrapper(f.func)) {
            out.push_str(self.module.func_name(frame.func));
            out.push_str("(...)\n");
            if let Some(at) = self.module.line_col(frame.pos) {
                out.push_str(&format!("\t{}:{}\n", at.file, at.line));
            }
        }
        out
    }
}
