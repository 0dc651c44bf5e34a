//! The reasons for which a function has no machine code.

use std::fmt;

use crate::arch::Target;

/// Why there is no code. The program resumes in the interpreter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// There is no native tier for this architecture or system.
    Unsupported,
    /// The build generates no code for that target.
    UnknownTarget(Target),
    /// The system gives no memory for code.
    NoMemory(String),
    /// The module's code has used up its room.
    ArenaFull,
    /// The module has as many functions as it can have.
    TooManyFunctions,
    /// The function has no body.
    NoBody,
    /// The function is larger than the native tier takes.
    TooLarge,
    /// A call or frame state has more values than can be passed.
    TooManyValues,
    /// There is no such frame state, or the map of slots does not fit it.
    NoSuchState,
    /// Cranelift declined.
    Codegen(String),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Unsupported => f.write_str("there is no native tier on this machine"),
            CompileError::UnknownTarget(target) => {
                let target = target.name();
                write!(f, "this build generates no code for {target}: its feature all-targets is off")
            }
            CompileError::NoMemory(why) => write!(f, "no memory for machine code: {why}"),
            CompileError::ArenaFull => f.write_str("the module's memory for machine code is full"),
            CompileError::TooManyFunctions => f.write_str("the module cannot have further functions"),
            CompileError::NoBody => f.write_str("the function has no body"),
            CompileError::TooLarge => f.write_str("the function is too large for the native tier"),
            CompileError::TooManyValues => f.write_str("a call or frame state has too many values"),
            CompileError::NoSuchState => f.write_str("the frame state does not exist"),
            CompileError::Codegen(why) => write!(f, "the code generator declined: {why}"),
        }
    }
}

impl std::error::Error for CompileError {}

/// What a later process may read of why a function has no code. What depends on the machine's state is not
/// among that.
impl CompileError {
    pub(crate) fn lasts(&self) -> Option<u8> {
        match self {
            CompileError::TooLarge => Some(0),
            CompileError::TooManyValues => Some(1),
            CompileError::NoSuchState => Some(2),
            CompileError::Codegen(_) => Some(3),
            CompileError::Unsupported | CompileError::UnknownTarget(_) | CompileError::NoMemory(_) => None,
            CompileError::ArenaFull | CompileError::TooManyFunctions | CompileError::NoBody => None,
        }
    }

    pub(crate) fn lasting(number: u8) -> CompileError {
        match number {
            0 => CompileError::TooLarge,
            1 => CompileError::TooManyValues,
            2 => CompileError::NoSuchState,
            _ => CompileError::Codegen("it did so when the module was compiled".into()),
        }
    }
}
