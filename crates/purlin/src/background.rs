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

/// Samples of a function at polls without an entry, after which another one is made: what runs in the
/// interpreter soon comes by the poll that has one, and leads all the rest of the function to machine code.
const PATIENCE: u32 = 16;

/// Entries into a function at its polls.
#[derive(Default)]
struct Loops {
    /// 0 where compilation failed.
    made: HashMap<FrameStateId, usize>,
    /// Whether one is queued or being compiled.
    is_pending: bool,
    /// Samples since the last one was made that found none where they were.
    missed: u32,
}

impl Loops {
    /// Whether a sample at a poll without an entry asks for one.
    fn wants_another(&mut self) -> bool {
        if self.is_pending {
            return false;
        }
        self.missed += 1;
        let wanted = self.made.is_empty() || self.missed >= PATIENCE;
        self.is_pending = wanted;
        wanted
    }
}

/// The queue of one module.
pub(crate) struct Background {
    inner: Arc<Inner>,
    queue: Mutex<Option<Sender<Job>>>,
}

struct Inner {
    compiler: Arc<Compiler>,
    program: Arc<Program>,
    /// Jobs but those of loops, each of which is done once.
    asked: Mutex<HashSet<Job>>,
    loops: Mutex<HashMap<FuncId, Loops>>,
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
        if let Job::Loop(func, state) = job {
            let mut loops = lock(&self.inner.loops);
            let loops = loops.entry(func).or_default();
            if let Some(code) = loops.made.get(&state) {
                return *code;
            }
            if !loops.wants_another() {
                return 0;
            }
        } else if !lock(&self.inner.asked).insert(job) {
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
    pub(crate) fn know(&self, made: impl Iterator<Item = (FuncId, FrameStateId, usize)>) {
        let mut loops = lock(&self.inner.loops);
        for (func, state, code) in made {
            loops.entry(func).or_default().made.insert(state, code);
        }
    }

    /// Compiles on this thread.
    pub(crate) fn now(&self, job: Job) -> usize {
        if let Job::Loop(func, state) = job
            && let Some(code) = lock(&self.inner.loops).get(&func).and_then(|loops| loops.made.get(&state))
        {
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
            Job::Entry(func) => self.compiler.compile(func).ok(),
            Job::Careful(func) => self.compiler.compile_without_speculation(func).ok(),
            Job::Loop(func, state) => {
                self.program.func(func.as_u32()).and_then(Result::ok).and_then(|code| {
                    let slots: Vec<Vec<u16>> = code.states.iter().map(|s| s.slots.clone()).collect();
                    self.compiler.compile_osr(func, state, &slots).ok()
                })
            }
        };
        let address = made.map_or(0, |code| code.address);
        if let Job::Loop(func, state) = job {
            let mut loops = lock(&self.loops);
            let loops = loops.entry(func).or_default();
            loops.made.insert(state, address);
            (loops.is_pending, loops.missed) = (false, 0);
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_entry_is_made_at_a_time_and_another_after_samples_without() {
        let mut loops = Loops::default();
        assert!(loops.wants_another(), "the first sample asks for one");
        assert!((0..100).all(|_| !loops.wants_another()), "while it is made nothing else is asked for");
        loops.made.insert(FrameStateId::from_u32(0), 1);
        (loops.is_pending, loops.missed) = (false, 0);
        let asked: Vec<bool> = (0..PATIENCE).map(|_| loops.wants_another()).collect();
        assert!(asked.iter().rev().skip(1).all(|asked| !asked) && asked.last() == Some(&true), "{asked:?}");
    }
}
