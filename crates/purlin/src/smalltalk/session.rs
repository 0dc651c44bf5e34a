//! Sessions in Smalltalk, with the interface that those of every guest have.

use purlin_base::{Diagnostic, Pos, SourceMap, on_deep_stack};
use purlin_lang_smalltalk as lang;
use purlin_runtime::border::{Export, GuestTypes, HostType};

use super::tables;
use crate::guest::{Compiled, LOAD, RUN, Session};

/// A session that begins when its program is asked for.
#[derive(Default)]
pub(super) struct SmalltalkSession(Option<lang::Session>);

/// The error that a session without a program has.
fn not_begun() -> Vec<Diagnostic> {
    vec![Diagnostic::error(Pos::NONE, "internal error: the session has not begun")]
}

/// An exported function without parameters, with one integer as its result.
fn export(name: &str, func: purlin_ir::FuncId) -> Export {
    let results = GuestTypes::scalar(&HostType::Int(8, true)).into_iter().collect();
    Export {
        name: name.into(),
        func: func.as_u32(),
        params: Vec::new(),
        results,
        signature: "() -> an Integer".into(),
        inner: None,
    }
}

impl Session for SmalltalkSession {
    fn program(&mut self, sources: &mut SourceMap) -> Result<Compiled, Vec<Diagnostic>> {
        let library = lang::Library::read(purlin_prepared::smalltalk());
        let wrong = "internal error: the library of Smalltalk cannot be read";
        let library = library.ok_or_else(|| vec![Diagnostic::error(Pos::NONE, wrong)])?;
        let taken = std::mem::take(sources);
        let (result, given) = on_deep_stack(|| {
            let mut sources = taken;
            let result = lang::Session::begin(library, &mut sources);
            (result, sources)
        });
        *sources = given;
        let (session, program) = result?;
        self.0 = Some(session);
        let exports = vec![export(LOAD, program.load), export(RUN, program.run)];
        let prepared = program.prepared;
        Ok(Compiled { tables: tables(), exports, prepared, ..Compiled::new(program.module) })
    }

    fn is_unfinished(&self, text: &str) -> bool {
        lang::Session::is_unfinished(text)
    }

    fn read(
        &mut self,
        sources: &mut SourceMap,
        name: &str,
        text: &str,
    ) -> Result<Vec<String>, Vec<Diagnostic>> {
        let session = self.0.as_mut().ok_or_else(not_begun)?;
        let taken = std::mem::take(sources);
        let (result, given) = on_deep_stack(|| {
            let mut sources = taken;
            let result = session.read(&mut sources, name, text);
            (result, sources)
        });
        *sources = given;
        result
    }

    fn accept(&mut self) {
        if let Some(session) = &mut self.0 {
            session.accept();
        }
    }

    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        self.0.as_ref().map_or((line.len(), Vec::new()), |session| session.complete(line))
    }
}
