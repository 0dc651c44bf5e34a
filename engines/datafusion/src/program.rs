//! A compiled program with the pool of its isolates, found by the digest of its source. Knows no plans.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use datafusion::error::{DataFusionError, Result};
use purlin::columns::ColumnError;
use purlin::{Config, Engine, Isolate, Limits, Module, Pool, PoolConfig, SourceFile, Streams};
use sha2::{Digest as _, Sha256};

use crate::options::Bounds;

/// Programs that stay compiled although no function has them: those that were asked for last.
const MOST_KEPT: usize = 16;
/// Isolates of a program that wait for a batch; more may be in use at once.
const MOST_IDLE: usize = 16;
/// Bytes of heap that an isolate keeps while it waits.
const IDLE_BYTES: usize = 256 << 10;
/// Bytes of a message of the compiler that are shown: it may quote the source.
const MESSAGE_BYTES: usize = 4096;

/// The SHA-256 of a source text.
pub(crate) type Digest = [u8; 32];

/// A program, and isolates of it that wait for work.
pub(crate) struct Program {
    text: String,
    digest: Digest,
    pool: Pool,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("bytes", &self.text.len()).finish_non_exhaustive()
    }
}

/// A place for one program, which is locked while it is compiled: others are compiled meanwhile.
#[derive(Default)]
struct Slot(Mutex<Weak<Program>>);

/// The programs of the process.
#[derive(Default)]
struct Programs {
    slots: Vec<(Digest, Arc<Slot>)>,
    /// Programs that stay although no function may have them; the one that was asked for last is at the end.
    kept: VecDeque<Arc<Program>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn programs() -> MutexGuard<'static, Programs> {
    static ALL: OnceLock<Mutex<Programs>> = OnceLock::new();
    lock(ALL.get_or_init(Mutex::default))
}

impl Programs {
    /// The slot of a digest. Slots of programs that are gone are dropped on the way.
    fn slot(&mut self, digest: &Digest) -> Arc<Slot> {
        // A slot that is locked, or that a thread is about to lock, has a program soon.
        self.slots.retain(|(of, slot)| {
            of == digest || Arc::strong_count(slot) > 1 || lock(&slot.0).strong_count() > 0
        });
        if let Some((_, slot)) = self.slots.iter().find(|(of, _)| of == digest) {
            return slot.clone();
        }
        let slot = Arc::<Slot>::default();
        self.slots.push((*digest, slot.clone()));
        slot
    }

    /// Keeps a program for a while; the one that makes room for it.
    fn keep(&mut self, program: &Arc<Program>) -> Option<Arc<Program>> {
        self.kept.retain(|kept| !Arc::ptr_eq(kept, program));
        self.kept.push_back(program.clone());
        if self.kept.len() > MOST_KEPT { self.kept.pop_front() } else { None }
    }
}

impl Program {
    /// The program of a source text: the one of the same text that there is, or a new one.
    ///
    /// # Errors
    /// What the compiler says, with lines and carets.
    pub(crate) fn of(text: &str) -> Result<Arc<Program>, String> {
        let digest = digest(text);
        let slot = programs().slot(&digest);
        let mut there = lock(&slot.0);
        let program = match there.upgrade() {
            Some(program) => program,
            None => {
                let made = Arc::new(Program::compile(text, digest)?);
                *there = Arc::downgrade(&made);
                made
            }
        };
        drop(there);
        // The program that makes room is dropped once the lock is.
        let _dropped = programs().keep(&program);
        Ok(program)
    }

    fn compile(text: &str, digest: Digest) -> Result<Program, String> {
        let source = SourceFile { name: "main.go".into(), text: text.into() };
        let module = Engine::new(Config::default()).compile(&[source]);
        let module = module.map_err(|error| format!("\n{}", cut(&error.to_string(), MESSAGE_BYTES)))?;
        let config = PoolConfig { idle: MOST_IDLE, idle_bytes: IDLE_BYTES, ..PoolConfig::default() };
        Ok(Program { text: text.into(), digest, pool: module.pool(config) })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn digest(&self) -> &Digest {
        &self.digest
    }

    pub(crate) fn module(&self) -> &Module {
        self.pool.module()
    }

    /// A fresh isolate with these bounds, which goes back to the pool when it is dropped.
    pub(crate) fn isolate(&self, bounds: Bounds) -> Result<Isolate<()>> {
        let limits = Limits {
            gas: bounds.gas_limit(),
            heap_bytes: bounds.heap_bytes(),
            deadline: bounds.deadline(),
            ..Limits::default()
        };
        Ok(self.pool.isolate((), limits, Streams::default())?)
    }
}

/// The digest of a source text.
pub(crate) fn digest(text: &str) -> Digest {
    Sha256::digest(text.as_bytes()).into()
}

/// The beginning of a text, of at most so many bytes.
pub(crate) fn cut(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_string();
    }
    format!("{}…", &text[..text.floor_char_boundary(bytes)])
}

/// An error of a query plan, with the name of the function.
pub(crate) fn plan_error(name: &str, why: impl fmt::Display) -> DataFusionError {
    DataFusionError::Plan(format!("function {}: {why}", cut(name, 64)))
}

/// The error of the query for a batch that has none: the function, the kind of ending, and the place in the
/// source.
pub(crate) fn failed(name: &str, isolate: &Isolate<()>, error: &ColumnError) -> DataFusionError {
    let trap = match error {
        ColumnError::Row { trap, .. } => trap.as_deref(),
        ColumnError::Ended(trap) => Some(&**trap),
        _ => None,
    };
    let (kind, frames) = match trap {
        Some(trap) => (format!(" ({})", trap.kind.name()), format!("\n{}", isolate.traceback(trap))),
        None => Default::default(),
    };
    let text = format!("function {}: {error}{kind}{frames}", cut(name, 64));
    DataFusionError::Execution(text.trim_end().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_compiled_once_while_it_is_kept() {
        let text =
            |n: usize| format!("package main\nfunc F(n int64) int64 {{ return n + {n} }}\nfunc main() {{}}");
        let first = Program::of(&text(0)).unwrap();
        assert!(Arc::ptr_eq(&first, &Program::of(&text(0)).unwrap()));
        let weak = Arc::downgrade(&first);
        drop(first);
        assert!(weak.strong_count() > 0, "it is kept without a function");
        (1..=MOST_KEPT).for_each(|n| drop(Program::of(&text(n)).unwrap()));
        assert_eq!(weak.strong_count(), 0, "it has made room for others");
        assert!(Program::of(&text(0)).is_ok());
        assert!(programs().slots.len() <= MOST_KEPT + 1);
    }

    #[test]
    fn messages_are_cut_between_letters() {
        assert_eq!(cut("aé", 3), "aé");
        assert_eq!(cut("aéb", 2), "a…");
    }
}
