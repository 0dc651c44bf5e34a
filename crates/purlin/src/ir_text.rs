//! IR text as a guest: the reader of files that end in `.ir`.

use std::any::Any;

use purlin_base::{Diagnostic, Pos, SourceMap};
use purlin_ir as ir;

use crate::guest::{Compiled, Guest, GuestTables, Input, SourceFile};

/// The reader of IR text. Each program is one file.
pub(crate) struct IrText;

impl Guest for IrText {
    fn name(&self) -> &'static str {
        "ir"
    }

    fn title(&self) -> &'static str {
        "IR"
    }

    fn line_comment(&self) -> Option<&'static str> {
        Some(";")
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ir"]
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let [file, ..] = input.files else {
            return Err(vec![Diagnostic::error(Pos::NONE, "IR text is read from a file")]);
        };
        let module = ir::parse::module(&file.text).map_err(|e| vec![diagnostic(sources, file, e)])?;
        Ok(Compiled::new(module))
    }

    fn save(&self, _: &(dyn Any + Send + Sync)) -> Result<Vec<u8>, String> {
        Ok(Vec::new())
    }

    fn restore(&self, _: &[u8], _: &ir::Module, _: &SourceMap) -> Result<GuestTables, String> {
        Ok(GuestTables::default())
    }
}

/// The parser's error at its place. The text becomes a source only here: positions in IR text refer to the
/// sources that the IR was made from.
fn diagnostic(sources: &mut SourceMap, file: &SourceFile, error: ir::parse::ParseError) -> Diagnostic {
    let lines = file.text.split_inclusive('\n').take(error.line.saturating_sub(1) as usize);
    let offset: usize = lines.map(str::len).sum::<usize>() + error.col.saturating_sub(1) as usize;
    match sources.add(file.name.as_str(), file.text.clone()) {
        Ok(id) => Diagnostic::error(sources.pos(id, offset.min(file.text.len())), error.message),
        Err(_) => Diagnostic::error(Pos::NONE, "too much source"),
    }
}
