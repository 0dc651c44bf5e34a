//! Mini: the smallest guest that is complete, on the public API of the crate `purlin` alone. See `README.md`.
//!
//! source ──lex──> tokens ──compile──> ir::Module

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod compile;
mod lex;

use purlin::substrate::base::{Budget, budget};
use purlin::{Compiled, Diagnostic, Guest, Input, Pos, SourceMap, Trap, TrapCode};

/// The guest, to be registered with an engine. Takes files that end in `.mini`.
pub struct Mini;

impl Guest for Mini {
    fn name(&self) -> &'static str {
        "mini"
    }

    fn title(&self) -> &'static str {
        "Mini"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["mini"]
    }

    /// All files are one program, in their order.
    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let mut budget = input.budget.map_or_else(Budget::default, Budget::new);
        let (mut tokens, mut errors) = (lex::lex("", Pos::NONE, &mut Vec::new()), Vec::new());
        for (start, text) in input.add_files(sources)? {
            if budget.take(text.len() as u64 * budget::SOURCE_BYTE, start) {
                tokens.pop();
                tokens.extend(lex::lex(text, start, &mut errors));
            }
        }
        budget.take(tokens.len() as u64 * budget::TOKEN, Pos::NONE);
        let module = compile::program(&tokens, &mut budget, &mut errors);
        errors.extend(budget.exceeded().map(|(pos, message)| Diagnostic::error(pos, message)));
        errors.sort_by_key(|e| e.pos);
        if errors.is_empty() { Ok(Compiled::new(module)) } else { Err(errors) }
    }

    fn headline(&self, trap: &Trap, at: Pos, sources: &SourceMap) -> String {
        let message = match trap.code {
            Some(TrapCode::DivideByZero) => "division by zero",
            _ => &trap.message,
        };
        Diagnostic::error(at, message).render(sources).trim_end().to_string()
    }
}
