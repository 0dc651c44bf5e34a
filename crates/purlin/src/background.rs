//! Compilation in the background of a running program: one thread a module, started with the first job, ended
//! with the module.

use purlin_base::map::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

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

impl Job {
    fn func(self) -> FuncId {
        match self {
            Job::Entry(func) | Job::Careful(func) | Job::Loop(func, _) => func,
        }
    }
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

/// Instructions of a function's IR for which it must have been sampled once before it is compiled. To compile
/// so many takes about as long as the interpreter runs between two samples: what ran for less may never give
/// back what its code costs.
const INSTS_A_SAMPLE: usize = 16;

/// Samples of a function since its code for calls was made, before which none of its loops gets an entry: new
/// calls run in that code, and an old activation that stays in the interpreter soon has so many.
const STAYS: u32 = 2;

/// The queue of one module. The thread ends with it.
pub(crate) struct Background(Arc<Inner>);

struct Inner {
    compiler: Arc<Compiler>,
    program: Arc<Program>,
    asked: Mutex<Asked>,
    loops: Mutex<HashMap<FuncId, Loops>>,
    queue: Mutex<Queue>,
    /// Something was queued, or the queue was closed.
    changed: Condvar,
}

/// What was asked for.
#[derive(Default)]
struct Asked {
    /// Jobs but those of loops, each of which is done once.
    jobs: HashSet<Job>,
    /// How often each function was sampled.
    samples: HashMap<FuncId, u32>,
    /// How often a function had been sampled when its code for calls was made.
    made: HashMap<FuncId, u32>,
}

impl Asked {
    fn samples(&self, func: FuncId) -> u32 {
        self.samples.get(&func).copied().unwrap_or(0)
    }

    /// Whether all activations of a function may have ended since its code for calls was made, so that code
    /// for one of its loops would be for nothing.
    fn may_have_ended(&self, func: FuncId) -> bool {
        self.made.get(&func).is_some_and(|made| self.samples(func) - made < STAYS)
    }
}

/// Jobs that wait for the thread.
#[derive(Default)]
struct Queue {
    jobs: Vec<Job>,
    has_thread: bool,
    is_closed: bool,
}

impl Queue {
    /// Takes the job that is the most urgent, of equally urgent ones that which was queued first.
    fn take(&mut self, urgency: impl Fn(Job) -> u32) -> Option<Job> {
        let first = self.jobs.iter().enumerate().rev().max_by_key(|(_, job)| urgency(**job))?.0;
        Some(self.jobs.remove(first))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Background {
    fn drop(&mut self) {
        lock(&self.0.queue).is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Background {
    pub(crate) fn new(compiler: Arc<Compiler>, program: Arc<Program>) -> Background {
        let inner = Inner {
            compiler,
            program,
            asked: Mutex::default(),
            loops: Mutex::default(),
            queue: Mutex::default(),
            changed: Condvar::new(),
        };
        Background(Arc::new(inner))
    }

    /// Counts a sample that has met a function.
    pub(crate) fn note_sample(&self, func: FuncId) {
        let mut asked = lock(&self.0.asked);
        let samples = asked.samples.entry(func).or_default();
        *samples = samples.saturating_add(1);
    }

    /// Whether a function was sampled often enough to be compiled.
    pub(crate) fn is_hot(&self, func: FuncId) -> bool {
        let module = self.0.program.module();
        let insts = module.funcs[func].body.as_ref().map_or(0, |body| body.size().0);
        let samples = lock(&self.0.asked).samples(func);
        samples as usize > insts / INSTS_A_SAMPLE
    }

    /// Queues a job unless it was queued before, that of a loop if its function is hot. The code of a loop,
    /// if there is some by now, or 0.
    pub(crate) fn ask(&self, job: Job) -> usize {
        if let Job::Loop(func, state) = job {
            let mut loops = lock(&self.0.loops);
            let loops = loops.entry(func).or_default();
            if let Some(code) = loops.made.get(&state) {
                return *code;
            }
            if !self.is_hot(func) || !loops.wants_another() {
                return 0;
            }
        } else if !lock(&self.0.asked).jobs.insert(job) {
            return 0;
        }
        let mut queue = lock(&self.0.queue);
        queue.jobs.push(job);
        if !queue.has_thread {
            queue.has_thread = start(self.0.clone());
        }
        self.0.changed.notify_all();
        0
    }

    /// Notes code that exists already.
    pub(crate) fn know(&self, made: impl Iterator<Item = (FuncId, FrameStateId, usize)>) {
        let mut loops = lock(&self.0.loops);
        for (func, state, code) in made {
            loops.entry(func).or_default().made.insert(state, code);
        }
    }

    /// Compiles on this thread.
    pub(crate) fn now(&self, job: Job) -> usize {
        if let Job::Loop(func, state) = job
            && let Some(code) = lock(&self.0.loops).get(&func).and_then(|loops| loops.made.get(&state))
        {
            return *code;
        }
        self.0.compile(job)
    }
}

/// Starts the thread; without one everything is interpreted.
fn start(inner: Arc<Inner>) -> bool {
    let work = move || {
        while let Some(job) = inner.next() {
            inner.compile(job);
        }
    };
    std::thread::Builder::new().name("purlin-compile".into()).stack_size(8 << 20).spawn(work).is_ok()
}

impl Inner {
    /// Waits for the next job: that of the function which was sampled most. `None` once the queue is closed.
    fn next(&self) -> Option<Job> {
        let mut queue = lock(&self.queue);
        while !queue.is_closed {
            let asked = lock(&self.asked);
            if let Some(job) = queue.take(|job| asked.samples(job.func())) {
                match job {
                    Job::Loop(func, _) if asked.may_have_ended(func) => {
                        // An activation that is still in the loop asks again.
                        drop(asked);
                        lock(&self.loops).entry(func).or_default().is_pending = false;
                        continue;
                    }
                    _ => return Some(job),
                }
            }
            drop(asked);
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

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
        if let Job::Entry(func) = job
            && address != 0
        {
            let mut asked = lock(&self.asked);
            let samples = asked.samples(func);
            asked.made.insert(func, samples);
        }
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
    fn what_is_most_urgent_is_taken_first() {
        let entry = |n: u32| Job::Entry(FuncId::from_u32(n));
        let mut queue = Queue { jobs: [3, 1, 7, 2].map(entry).into(), ..Queue::default() };
        let urgency = |job: Job| if job.func().as_u32() == 7 { 5 } else { 1 };
        let taken: Vec<Option<Job>> = (0..5).map(|_| queue.take(urgency)).collect();
        assert_eq!(taken, [Some(entry(7)), Some(entry(3)), Some(entry(1)), Some(entry(2)), None]);
    }

    #[test]
    fn loops_wait_for_samples_of_an_activation_that_stays() {
        let func = FuncId::from_u32(4);
        let mut asked = Asked { samples: HashMap::from_iter([(func, 9)]), ..Asked::default() };
        assert!(!asked.may_have_ended(func), "there is no code for its calls");
        asked.made.insert(func, 9);
        assert!(asked.may_have_ended(func));
        asked.samples.insert(func, 9 + STAYS - 1);
        assert!(asked.may_have_ended(func));
        asked.samples.insert(func, 9 + STAYS);
        assert!(!asked.may_have_ended(func), "an activation stays in the interpreter");
    }

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
