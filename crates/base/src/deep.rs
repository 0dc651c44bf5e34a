//! A thread with a deep stack, on which the recursion of a front end is safe. One thread serves all stages of
//! a compilation: a thread costs its start, and what it allocates comes from pages that no other thread has
//! touched. Knows nothing of what recurses.

use std::cell::Cell;

/// Bytes of stack: what the deepest recursion of a checker within that of lowering needs, at the bounds of
/// nesting that front ends set. Only touched pages take memory.
const STACK_BYTES: usize = 3 << 28;

thread_local! {
    static DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` on a thread with a deep stack, which is this one if it has one already.
///
/// # Panics
/// If `f` panics, or if the system gives no thread.
pub fn on_deep_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    if DEEP.get() {
        return f();
    }
    let marked = || {
        DEEP.set(true);
        f()
    };
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("front-end".into()).stack_size(STACK_BYTES);
        match builder.spawn_scoped(scope, marked).map(|h| h.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread for the front end: {error}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::on_deep_stack;

    #[test]
    fn one_thread_serves_calls_within_calls() {
        let outer = std::thread::current().id();
        let (first, second) = on_deep_stack(|| {
            let here = std::thread::current().id();
            (here, on_deep_stack(|| std::thread::current().id()))
        });
        assert_eq!(first, second);
        assert_ne!(first, outer);
    }
}
