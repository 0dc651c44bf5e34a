//! Compilation in the background of a running program: one thread a module, started with the first job, ended
//! with the module.

use purlin_base::map::{HashMap, HashSet};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use purlin_bytecode::program::Program;
use purlin_ir::{FrameStateId, FuncId};
use purlin_native::Compiler;

/// What is to be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Job {
    Entry(FuncId),
    /// Without speculation.
    Careful(FuncId),
    /// With an entry at a poll, for a function that is running.
    Loop(FuncId, FrameStateId),
}

/// The queue of one module.
pub(crate) struct Background {
    inner: Arc<Inner>,
    queue: Mutex<Option<Sender<Job>>>,
}

struct Inner {
    compiler: Arc<Compiler>,
    program: Arc<Program>,
    asked: Mutex<HashSet<Job>>,
    /// Code with entries at polls; 0 where compilation failed.
    loops: Mutex<HashMap<Job, usize>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Background {
    pub(crate) fn new(compiler: Arc<Compiler>, program: Arc<Program>) -> Background {
        let inner = Inner {
            compiler,
            program,
            asked: Mutex::new(HashSet::default()),
            loops: Mutex::new(HashMap::default()),
        };
        Background { inner: Arc::new(inner), queue: Mutex::new(None) }
    }

    /// Queues a job unless it was queued before. The code of a loop, if there is some by now, or 0.
    pub(crate) fn ask(&self, job: Job) -> usize {
        if let Some(code) = lock(&self.inner.loops).get(&job) {
            return *code;
        }
        if !lock(&self.inner.asked).insert(job) {
            return 0;
        }
        let mut queue = lock(&self.queue);
        if queue.is_none() {
            *queue = start(self.inner.clone());
        }
        if let Some(sender) = &*queue {
            // The thread is gone only if the module is.
            let _ = sender.send(job);
        }
        0
    }

    /// Notes code that exists already.
    pub(crate) fn know(&self, made: impl Iterator<Item = (Job, usize)>) {
        lock(&self.inner.loops).extend(made);
    }

    /// Compiles on this thread.
    pub(crate) fn now(&self, job: Job) -> usize {
        if let Some(code) = lock(&self.inner.loops).get(&job) {
            return *code;
        }
        self.inner.compile(job)
    }
}

/// Starts the thread; without one everything is interpreted.
fn start(inner: Arc<Inner>) -> Option<Sender<Job>> {
    let (sender, jobs) = channel::<Job>();
    let work = move || {
        for job in jobs {
            inner.compile(job);
        }
    };
    std::thread::Builder::new().name("purlin-compile".into()).stack_size(8 << 20).spawn(work).ok()?;
    Some(sender)
}

impl Inner {
    /// The address of the code, or 0.
    fn compile(&self, job: Job) -> usize {
        let made = match job {
            Job::Entry(func) => self.compiler.compile(func),
            Job::Careful(func) => self.compiler.compile_without_speculation(func),
            Job::Loop(func, state) => match self.program.func(func.as_u32()) {
                Some(Ok(code)) => {
                    let slots: Vec<Vec<u16>> = code.states.iter().map(|s| s.slots.clone()).collect();
                    self.compiler.compile_osr(func, state, &slots)
                }
                Some(Err(_)) | None => return 0,
            },
        };
        let address = made.map_or(0, |code| code.address);
        if let Job::Loop(..) = job {
            lock(&self.loops).insert(job, address);
        }
        address
    }
}
