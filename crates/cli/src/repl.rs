//! `purlin repl`: evaluates what is typed, input by input, within limits.

mod history;
mod lines;

use std::cell::RefCell;
use std::io::{self, IsTerminal as _};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use purlin::repl;
use purlin::{Config, Engine, Guest, Limits, Tier, Trap, TrapKind};

use self::lines::{Line, Lines, Pipe, Terminal};
use crate::exit::{self, Failure, Outcome};
use crate::interrupt::Interrupts;
use crate::terminal::MAX_ERRORS;
use crate::{options, streams, terminal};

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin repl
  purlin repl --gas=5M --memory=64M
  purlin repl < inputs.txt                  without prompts; what is printed is on standard output

An input is a line, or several where a bracket or a string is left open. What it defines lives on. Ctrl-C
gives up an input, also one that runs; Ctrl-D ends.

An input that does not compile changes nothing. One that a limit or Ctrl-C ends leaves what it has done until
then, and no processes. Without options an input may use any amount of gas and time, and the session 1 GiB of
memory. UNITS are 1000, 20k, 5M or 2G, where a k is 1000; SIZE is 1000, 64K, 512M or 2G, where a K is 1024.

The inputs of earlier sessions are kept in a file (--history, or $PURLIN_HISTORY) unless that is `off`; by
default it is purlin/history-NAME in the user's folder for the state of programs.

Exit codes: 0 it ended well; 1 an input could not be read; 2 the language has no repl; 64 wrong usage.";

/// Arguments of `purlin repl`.
#[derive(clap::Args)]
pub(crate) struct Repl {
    /// Language of the session [default: the first one that has sessions]
    #[arg(long, value_name = "NAME")]
    lang: Option<String>,
    /// Units of gas that an input may use; a unit is about one machine instruction [default: no limit]
    #[arg(long, value_name = "UNITS", value_parser = options::count)]
    gas: Option<u64>,
    /// Memory that the session's objects may take
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = options::size)]
    memory: usize,
    /// File where inputs are kept for the sessions to come, or `off` [default: in the user's folder for the
    /// state of programs]
    #[arg(long, value_name = "FILE")]
    history: Option<String>,
    /// Where code runs: interp (bytecode), native (machine code), or auto (hot code moves to machine code)
    #[arg(long, default_value = "auto", value_name = "TIER", help_heading = options::MEASURING,
        hide_short_help = true)]
    tier: Tier,
}

impl Repl {
    pub(crate) fn execute(self, engine: Engine) -> Outcome {
        let engine = engine.with_config(self.config().map_err(Failure::usage)?);
        let language = self.language(&engine)?;
        let closed = Arc::new(AtomicBool::new(false));
        let is_terminal = io::stdin().is_terminal();
        let internal = |e: io::Error| Failure::new(exit::INTERNAL, format!("purlin: {e}"));
        let mut streams = streams::standard(&closed).map_err(internal)?;
        if !is_terminal {
            // All of it is inputs.
            streams.input = Box::new(io::empty());
        }
        let limits = Limits { heap_bytes: self.memory, ..Limits::default() };
        let repl = repl::Repl::new(&engine, &language, limits, streams);
        let repl = Rc::new(RefCell::new(repl.map_err(|failure| self.no_session(failure))?));
        let mut lines = if is_terminal {
            let history = history::file(self.history.as_deref(), &language);
            Lines::Terminal(Box::new(Terminal::open(&language, repl.clone(), history).map_err(internal)?))
        } else {
            Lines::Pipe(Pipe::new(self.source_bytes()))
        };
        let interrupts = Interrupts::listen();
        loop {
            let Some(input) = read(&mut lines, &repl)? else { return Ok(exit::OK) };
            if input.trim().is_empty() {
                continue;
            }
            lines.keep(&input);
            if let Some(code) = self.evaluate(&mut repl.borrow_mut(), &input, &interrupts) {
                return Ok(code);
            }
            if closed.load(Ordering::Relaxed) {
                return Ok(exit::PIPE);
            }
        }
    }

    fn config(&self) -> Result<Config, String> {
        let stress = options::stress_of_environment()?;
        Ok(Config { tier: self.tier, stress, ..Config::default() })
    }

    /// Bytes that may be read from a pipe.
    fn source_bytes(&self) -> u64 {
        self.memory as u64 / 4
    }

    /// The language that is named, or the first that has sessions.
    fn language(&self, engine: &Engine) -> Result<String, Failure> {
        let with_sessions = || engine.guests().filter(|guest| guest.session().is_some());
        let Some(name) = &self.lang else {
            let first = with_sessions().next().map(|guest| guest.name().to_owned());
            return first.ok_or_else(|| {
                Failure::new(exit::NO_REPL, "purlin: there is no language with a repl in this build")
            });
        };
        let Some(guest) = engine.guests().find(|guest| guest.name() == name) else {
            let known = names(engine.guests());
            return Err(Failure::usage(format!("there is no language {name} (there are {known})")));
        };
        if guest.session().is_none() {
            let known = names(with_sessions());
            let why = format!("purlin: {} has no repl (these have: {known})", guest.title());
            return Err(Failure::new(exit::NO_REPL, why));
        }
        Ok(name.clone())
    }

    /// Runs an input, and says what was wrong with it. The exit code, if the program has ended the session.
    fn evaluate(&self, repl: &mut repl::Repl, input: &str, interrupts: &Interrupts) -> Option<u8> {
        interrupts.watch_input(Some(repl.isolate().canceller()));
        let result = repl.input(input, self.gas);
        interrupts.watch_input(None);
        repl.clear_cancellation();
        match result {
            Ok(()) => None,
            Err(repl::Failure::Compile(error)) => {
                terminal::tell(&terminal::errors(&error, MAX_ERRORS, terminal::colours()));
                None
            }
            Err(repl::Failure::Ended(trap)) => match trap.kind {
                TrapKind::Exit(code) => Some(code as u8),
                _ => {
                    let headline = self.headline(repl, &trap);
                    say!("{}", terminal::headline(&headline, terminal::colours()));
                    None
                }
            },
        }
    }

    /// What has ended an input.
    fn headline(&self, repl: &repl::Repl, trap: &Trap) -> String {
        match trap.kind {
            TrapKind::Uncaught | TrapKind::Deadlock => repl.isolate().headline(trap),
            TrapKind::Cancelled => "purlin: interrupted".into(),
            _ => self.limit(trap),
        }
    }

    /// A limit that was reached, with the option that sets it.
    fn limit(&self, trap: &Trap) -> String {
        let option = match trap.kind {
            TrapKind::OutOfGas => self.gas.map(|gas| format!(": --gas={gas}")),
            TrapKind::OutOfMemory | TrapKind::StackOverflow => {
                Some(format!(": --memory={}", options::shown_size(self.memory)))
            }
            _ => None,
        };
        format!("purlin: {} ({}{})", trap.message, trap.kind.name(), option.unwrap_or_default())
    }

    /// Why there is no session.
    fn no_session(&self, failure: repl::Failure) -> Failure {
        match failure {
            repl::Failure::Compile(error) => crate::load::compile_failure(&error, MAX_ERRORS),
            repl::Failure::Ended(trap) => Failure::new(exit::LIMIT, self.limit(&trap)),
        }
    }
}

fn names<'a>(guests: impl Iterator<Item = &'a dyn Guest>) -> String {
    guests.map(|guest| guest.name()).collect::<Vec<_>>().join(", ")
}

/// Reads an input: as many lines as it takes. `None` at the end.
fn read(lines: &mut Lines, repl: &RefCell<repl::Repl>) -> Result<Option<String>, Failure> {
    let mut input = String::new();
    loop {
        let line = lines.next(!input.is_empty());
        match line.map_err(|e| Failure::new(exit::COMPILE, format!("purlin: standard input: {e}")))? {
            Line::Text(line) => {
                input.push_str(&line);
                if !repl.borrow().is_unfinished(&input) {
                    return Ok(Some(input));
                }
                input.push('\n');
            }
            Line::Cancelled => input.clear(),
            // What is not finished is read as it is, so that it is told what is missing.
            Line::End => return Ok(Some(input).filter(|input| !input.is_empty())),
        }
    }
}
