//! What functions over values get and give: arguments, results, failures. Knows neither how a function is
//! bound nor when it runs.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::border::data::sealed::{SlotWriter, Token, TypeList, Words};
use crate::border::data::{FromGuest, ToGuest, needs_cursor};
use crate::border::error::DataError;
use crate::border::lists::HostAnswer;
use crate::border::plan::DataKind;
use crate::border::read::StructReader;
use crate::border::value::Value;
use crate::border::write::{Writer, Written};
use crate::native::Stop;
use crate::trap::{Trap, TrapKind};

/// Why a function of the host's gives no results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The guest gets an error with this text, if the last result of the function is an error; else the run
    /// ends as with `End`.
    Error(String),
    /// The guest's run ends with a trap of kind `Host` with this message.
    End(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Error(text) | Failure::End(text) => f.write_str(text),
        }
    }
}

/// The future of an asynchronous function over values.
pub type ValuesFuture = Pin<Box<dyn Future<Output = Result<Vec<Value>, Failure>> + Send>>;

/// What a function gave.
pub(super) struct Answers {
    outcome: Result<Vec<Value>, Failure>,
    /// Whether the last result is an error.
    fails: bool,
}

impl Answers {
    pub(super) fn new(outcome: Result<Vec<Value>, Failure>, fails: bool) -> Answers {
        Answers { outcome, fails }
    }
}

/// The types of a particular function are in its signature, and not those of the Rust type.
impl HostAnswer for Answers {
    const WORDS: Words = Words::NONE;

    fn types(_: Token) -> TypeList {
        TypeList { types: Vec::new(), tuple: true }
    }

    fn write_list(self, mut to: Writer<'_>, _: bool, _: Token) -> Result<Written, DataError> {
        match self.outcome {
            Ok(values) => {
                let to = if self.fails { to.without_error() } else { to };
                if let (DataKind::Any, [only]) = (to.kind(), &values[..]) {
                    return only.write(to);
                }
                let mut fields = to.structure()?;
                values.iter().try_for_each(|value| fields.field(|to| value.write(to)))?;
                fields.end()
            }
            Err(Failure::Error(text)) if self.fails => to.failed(&text),
            Err(Failure::Error(text) | Failure::End(text)) => {
                Err(Stop::end(Trap::new(TrapKind::Host, text)).into())
            }
        }
    }

    fn put_list(self, _: SlotWriter<'_>, _: Token) -> Result<(), DataError> {
        Err(needs_cursor())
    }
}

/// The arguments of a call, one for each parameter.
pub(super) fn arguments(fields: &mut StructReader<'_>, count: usize) -> Result<Vec<Value>, DataError> {
    (0..count).map(|_| Value::read(fields.field()?)).collect()
}
