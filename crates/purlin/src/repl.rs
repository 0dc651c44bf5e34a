//! A session with a program that grows by inputs, one after the other: what `purlin repl` is made of. Knows
//! no language, and nothing of terminals.

use std::fmt;

use purlin_base::SourceMap;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::{Limits, Streams};

use crate::engine::Engine;
use crate::error::CompileError;
use crate::guest::{LOAD, RUN, Session};
use crate::isolate::Isolate;

/// What diagnostics call an input.
const NAME: &str = "<repl>";

/// A session in one language, and the isolate that its program runs in.
///
/// An input that does not compile changes nothing. One that a limit ends, or a cancellation, leaves what it
/// has done until then: the classes that it defines are there, methods and values as far as it came, and of
/// its fibers none. An error of the program's that nothing handles is told by the program, and is no failure.
///
#[cfg_attr(feature = "smalltalk", doc = "```")]
#[cfg_attr(not(feature = "smalltalk"), doc = "```ignore")]
/// use purlin::repl::{Failure, Repl};
/// use purlin::{Config, Engine, Limits, Streams, TrapKind};
///
/// let engine = Engine::new(Config::default());
/// let mut repl = Repl::new(&engine, "smalltalk", Limits::default(), Streams::default())?;
/// repl.input("a := 3 + 4", Some(100_000))?;
/// assert_eq!(repl.isolate().stats().output_bytes, "7\n".len() as u64);
///
/// // What does not compile changes nothing.
/// let Err(Failure::Compile(error)) = repl.input("a := 5. b foo: )", None) else { panic!() };
/// assert_eq!(error.lines(), ["<repl>:1:16: expected an expression, found )"]);
/// // Gas is for each input by itself.
/// let Err(Failure::Ended(trap)) = repl.input("[true] whileTrue", Some(100_000)) else { panic!() };
/// assert_eq!(trap.kind, TrapKind::OutOfGas);
/// repl.input("a printNl", Some(100_000))?;
/// assert!(repl.is_unfinished("[:x |") && repl.complete("a pri").1.contains(&"printNl".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Repl {
    session: Box<dyn Session>,
    isolate: Isolate<()>,
}

/// Why an input, or a session, did not end well.
#[derive(Debug)]
pub enum Failure {
    /// What was typed is wrong, and has changed nothing; or there is no session in the language.
    Compile(CompileError),
    /// How what was running ended.
    Ended(Trap),
}

impl fmt::Display for Failure {
    /// The errors of a compilation as [`CompileError`] shows them; else the message of the trap.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Compile(error) => error.fmt(f),
            Failure::Ended(trap) => f.write_str(&trap.message),
        }
    }
}

impl std::error::Error for Failure {}

impl Repl {
    /// A session in the language of that name. All limits but gas hold for the whole session; gas is given
    /// with each input.
    ///
    /// # Errors
    /// There is no such language, or it has no sessions; the system gives no address space; or the memory is
    /// too small for the program itself.
    pub fn new(engine: &Engine, language: &str, limits: Limits, streams: Streams) -> Result<Repl, Failure> {
        let (session, module) = engine.session(language).map_err(Failure::Compile)?;
        let no_memory =
            |error: std::io::Error| Failure::Ended(Trap::new(TrapKind::OutOfMemory, error.to_string()));
        let limits = Limits { gas: None, ..limits };
        let mut isolate = module.isolate((), limits, streams).map_err(no_memory)?;
        isolate.run().map_err(Failure::Ended)?;
        Ok(Repl { session, isolate })
    }

    /// Whether the text may become a whole input by more lines.
    pub fn is_unfinished(&self, text: &str) -> bool {
        self.session.is_unfinished(text)
    }

    /// What the end of a line can become: where that begins, in bytes, and the words in their order.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        self.session.complete(line)
    }

    /// Compiles an input and runs it, with so many units of gas; `None` is no limit. Compiling takes none.
    ///
    /// # Errors
    /// The input does not compile; or how its run ended, of which [`Repl`] says what is left.
    pub fn input(&mut self, text: &str, gas: Option<u64>) -> Result<(), Failure> {
        let mut sources = SourceMap::new();
        let words = match self.session.read(&mut sources, NAME, text) {
            Ok(words) => words,
            Err(diagnostics) => return Err(Failure::Compile(CompileError::new(sources, diagnostics))),
        };
        let arguments = std::iter::once(NAME.to_owned()).chain(words).collect();
        self.isolate.set_args(arguments);
        self.isolate.set_gas(None);
        let loaded = self.isolate.call::<_, i64>(LOAD, ());
        self.isolate.set_args(vec![NAME.to_owned()]);
        if loaded.map_err(Failure::Ended)? != 1 {
            // The program has said why.
            return Ok(());
        }
        self.session.accept();
        self.isolate.set_gas(gas);
        let ran = self.isolate.call::<_, i64>(RUN, ());
        self.isolate.set_gas(None);
        ran.map(|_| ()).map_err(Failure::Ended)
    }

    /// The isolate that the session's program runs in.
    pub fn isolate(&self) -> &Isolate<()> {
        &self.isolate
    }

    /// Takes a cancellation back, by which an input was ended.
    ///
    #[cfg_attr(feature = "smalltalk", doc = "```")]
    #[cfg_attr(not(feature = "smalltalk"), doc = "```ignore")]
    /// use purlin::repl::{Failure, Repl};
    /// use purlin::{Config, Engine, Limits, Streams, TrapKind};
    ///
    /// let engine = Engine::new(Config::default());
    /// let mut repl = Repl::new(&engine, "smalltalk", Limits::default(), Streams::default())?;
    /// repl.isolate().canceller().cancel();
    /// let Err(Failure::Ended(trap)) = repl.input("3 + 4", None) else { panic!() };
    /// assert_eq!(trap.kind, TrapKind::Cancelled);
    /// repl.clear_cancellation();
    /// repl.input("3 + 4", None)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear_cancellation(&mut self) {
        self.isolate.clear_cancellation();
    }
}
