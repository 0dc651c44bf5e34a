//! rhai: an interpreter of trees, whose engine and compiled program are shared by calls.

use rhai::{AST, Engine, ImmutableString, Scope};

use crate::measure::Outcome;

const TEXT: &str = r#"
fn guest_adds(n) { let s = 0; for i in 0..n { s = add(s, i); } s }
fn guest_passes(n) { let s = 0; let text = "twenty bytes of text"; for i in 0..n { s += length_of(text); } s }
fn sum(a, b) { a + b }
fn length(s) { s.len() }
fn echo(s) { s }
"#;

/// An engine, and a compiled program.
pub struct Calls {
    engine: Engine,
    program: AST,
    scope: Scope<'static>,
}

impl Calls {
    pub fn new() -> Outcome<Calls> {
        let mut engine = Engine::new();
        engine.register_fn("add", |a: i64, b: i64| a.wrapping_add(b));
        engine.register_fn("length_of", |text: ImmutableString| text.len() as i64);
        let program = engine.compile(TEXT)?;
        Ok(Calls { engine, program, scope: Scope::new() })
    }

    fn call<T: Clone + Send + Sync + 'static>(
        &mut self,
        name: &str,
        args: impl rhai::FuncArgs,
    ) -> Outcome<T> {
        Ok(self.engine.call_fn(&mut self.scope, &self.program, name, args)?)
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        self.call("guest_adds", (n as i64,))
    }

    pub fn guest_passes(&mut self, n: u64) -> Outcome<i64> {
        self.call("guest_passes", (n as i64,))
    }

    pub fn host_adds(&mut self, n: u64) -> Outcome<i64> {
        (0..n as i64).try_fold(0, |sum, i| self.call("sum", (sum, i)))
    }

    pub fn host_passes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| Ok(sum + self.call::<i64>("length", (crate::TWENTY.to_string(),))?))
    }

    pub fn host_echoes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| {
            Ok(sum + self.call::<String>("echo", (crate::TWENTY.to_string(),))?.len() as i64)
        })
    }

    /// One scope: made, called with, dropped. What is between two calls is in the scope.
    pub fn fresh(&self) -> Outcome<i64> {
        Ok(self.engine.call_fn(&mut Scope::new(), &self.program, "sum", (1i64, 2i64))?)
    }
}
