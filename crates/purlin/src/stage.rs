//! The stages of compilation at which a program can be seen, and the machines that code can be made for.

use std::str::FromStr;

/// A stage of compilation.
///
/// ```
/// use purlin::inspect::{Stage, Target};
///
/// assert_eq!("ir-opt".parse(), Ok(Stage::IrOpt));
/// assert_eq!(Stage::IrOpt.on(Target::Aarch64), None);
/// assert_eq!(Stage::Asm(Target::Host).on(Target::Aarch64), Some(Stage::Asm(Target::Aarch64)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The front end's syntax tree.
    Ast,
    /// IR as the front end made it.
    Ir,
    /// IR after the mid-end.
    IrOpt,
    /// What the interpreter runs.
    Bytecode,
    /// Cranelift's input.
    Clif(Target),
    /// Machine code.
    Asm(Target),
}

/// The machine that code is for.
///
/// ```
/// use purlin::inspect::Target;
///
/// assert_eq!("aarch64".parse(), Ok(Target::Aarch64));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// This machine.
    Host,
    /// Needs the feature `all-targets` where it is not this machine; so does [`Target::Aarch64`].
    X86_64,
    /// 64-bit Arm.
    Aarch64,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        match text {
            "host" => Ok(Target::Host),
            "x86_64" => Ok(Target::X86_64),
            "aarch64" => Ok(Target::Aarch64),
            other => Err(format!("unknown target {other:?} (there are host, x86_64, aarch64)")),
        }
    }
}

impl Stage {
    /// This stage of code for `target`; `None` if the stage belongs to no machine.
    pub fn on(self, target: Target) -> Option<Stage> {
        match self {
            Stage::Clif(_) => Some(Stage::Clif(target)),
            Stage::Asm(_) => Some(Stage::Asm(target)),
            Stage::Ast | Stage::Ir | Stage::IrOpt | Stage::Bytecode => None,
        }
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Stage, String> {
        match text {
            "ast" => Ok(Stage::Ast),
            "ir" => Ok(Stage::Ir),
            "ir-opt" => Ok(Stage::IrOpt),
            "bytecode" => Ok(Stage::Bytecode),
            "clif" => Ok(Stage::Clif(Target::Host)),
            "asm" => Ok(Stage::Asm(Target::Host)),
            other => Err(format!("unknown stage {other:?} (there are ast, ir, ir-opt, bytecode, clif, asm)")),
        }
    }
}
