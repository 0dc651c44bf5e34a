//! Calc: a small dynamic language on Purlin, built on the public API of the crate `purlin` alone. See `README.md`.
//!
//! source ──lex──> tokens ──parse──> ast::Program ──resolve──> ──lower──> ir::Module

#![forbid(unsafe_code)]

mod ast;
mod lex;
mod lower;
mod natives;
mod parse;
mod resolve;

use std::sync::Arc;

use purlin::{Compiled, Diagnostic, Guest, Input, Pos, SourceFile, SourceMap};

const PRELUDE: &str = include_str!("prelude.calc");

/// The guest, to be registered with an engine. Takes files ending in `.calc`.
pub struct Calc;

/// All files are one program, in their order.
fn front_end(sources: &mut SourceMap, input: &Input<'_>) -> Result<ast::Program, Vec<Diagnostic>> {
    let (mut program, mut errors) = (ast::Program::default(), Vec::new());
    let prelude = SourceFile { name: "prelude.calc".into(), text: PRELUDE.into() };
    for (n, file) in std::iter::once(&prelude).chain(input.files).enumerate() {
        let Ok(id) = sources.add(file.name.as_str(), file.text.clone()) else {
            return Err(vec![Diagnostic::error(Pos::NONE, "there is too much source")]);
        };
        let tokens = lex::lex(&file.text, sources.pos(id, 0), n == 0, &mut errors);
        parse::parse(&tokens, n == 0, &mut program, &mut errors);
    }
    if errors.is_empty() {
        resolve::resolve(&mut program, &mut errors);
    }
    errors.sort_by_key(|e| e.pos);
    if errors.is_empty() { Ok(program) } else { Err(errors) }
}

impl Guest for Calc {
    fn name(&self) -> &'static str {
        "calc"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["calc"]
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let program = front_end(sources, input)?;
        Ok(Compiled {
            module: lower::lower(&program),
            types: Default::default(),
            natives: natives::natives(),
            guest: Arc::new(()),
            exports: Vec::new(),
            init: None,
        })
    }

    fn dump_ast(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<String, Vec<Diagnostic>> {
        front_end(sources, input).map(|program| format!("{program:#?}\n"))
    }
}
