//! How long the stages of one compilation took. Knows nothing of what they do.

use std::time::{Duration, Instant};

/// How long the stages of a compilation took, in their order.
///
/// The example of [`Engine::compile_timed`](crate::Engine::compile_timed) fills one.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    /// The name of each stage, and how long it took by the clock.
    pub stages: Vec<(&'static str, Duration)>,
    /// The passes of the stage `optimise`, where all functions are optimised before any runs
    /// ([`crate::Config::eager`]).
    pub passes: Vec<(&'static str, Duration)>,
}

impl Timings {
    pub(crate) fn time<R>(&mut self, stage: &'static str, f: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = f();
        self.stages.push((stage, start.elapsed()));
        result
    }
}
