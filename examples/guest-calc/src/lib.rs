//! Calc: a small dynamic language on Purlin, built on the public API of the crate `purlin` alone. See
//! `README.md`.
//!
//! source ──parse──> ast::Program ──resolve──> ──lower──> ir::Module

#![forbid(unsafe_code)]

mod ast;
mod lower;
mod natives;
mod parse;
mod resolve;

use purlin::{Compiled, Diagnostic, Guest, GuestTables, Input, SourceFile, SourceMap};

const PRELUDE: &str = include_str!("prelude.calc");

/// The guest, to be registered with an engine. Takes files ending in `.calc`.
pub struct Calc;

/// All files are one program, in their order.
fn front_end(sources: &mut SourceMap, input: &Input<'_>) -> Result<ast::Program, Vec<Diagnostic>> {
    let (mut program, mut errors) = (ast::Program::default(), Vec::new());
    let prelude = [SourceFile { name: "prelude.calc".into(), text: PRELUDE.into() }];
    let mut files = Input { files: &prelude, ..*input }.add_files(sources)?;
    files.extend(input.add_files(sources)?);
    for (n, (start, text)) in files.into_iter().enumerate() {
        parse::parse(text, start, n == 0, &mut program, &mut errors);
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
        let tables = GuestTables { natives: natives::NATIVES.iter().collect(), ..GuestTables::default() };
        Ok(Compiled { tables, ..Compiled::new(lower::lower(&program)) })
    }

    fn dump_ast(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<String, Vec<Diagnostic>> {
        front_end(sources, input).map(|program| format!("{program:#?}\n"))
    }
}
