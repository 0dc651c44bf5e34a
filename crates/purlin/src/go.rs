//! The guest Go: the crate `lang-go` with the interface that every guest has, and its words for people.

use std::sync::Arc;

use purlin_base::{Diagnostic, Pos, SourceMap};
use purlin_lang_go as lang_go;
use purlin_runtime::trap::{Trap, TrapKind};

use crate::guest::{Compiled, Export, Guest, Input, Project};
use crate::value::HostType;

/// The guest language Go.
pub struct Go;

fn host_type(kind: lang_go::HostKind) -> HostType {
    match kind {
        lang_go::HostKind::Bool => HostType::Bool,
        lang_go::HostKind::Int(bytes, signed) => HostType::Int(bytes, signed),
        lang_go::HostKind::F32 => HostType::F32,
        lang_go::HostKind::F64 => HostType::F64,
        lang_go::HostKind::Str => HostType::Str,
        lang_go::HostKind::Bytes => HostType::Bytes,
    }
}

fn files(input: &Input<'_>) -> Vec<(String, Arc<str>)> {
    input.files.iter().map(|f| (f.name.clone(), f.text.clone())).collect()
}

fn program<'a>(input: &Input<'a>, files: &'a [(String, Arc<str>)]) -> lang_go::Program<'a> {
    lang_go::Program { files, tree: input.tree, budget: input.budget }
}

impl Guest for Go {
    fn name(&self) -> &'static str {
        "go"
    }

    fn title(&self) -> &'static str {
        "Go"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn project(&self) -> Option<Project> {
        Some(Project { marker: "go.mod" })
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let host: Vec<lang_go::HostSource> = input
            .host
            .iter()
            .map(|p| lang_go::HostSource { path: p.path.clone(), declarations: p.declarations.clone() })
            .collect();
        let out = lang_go::compile(sources, &program(input, &files(input)), &host)?;
        let types = |kinds: Vec<lang_go::HostKind>| kinds.into_iter().map(host_type).collect();
        let export = |e: lang_go::Export| Export {
            name: e.name,
            func: e.func,
            params: types(e.params),
            results: types(e.results),
        };
        Ok(Compiled {
            module: out.module,
            types: out.types,
            natives: out.natives,
            guest: out.guest,
            exports: out.exports.into_iter().map(export).collect(),
            init: out.init,
        })
    }

    fn dump_ast(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<String, Vec<Diagnostic>> {
        lang_go::dump_ast(sources, &program(input, &files(input)))
    }

    fn verifies_late(&self) -> bool {
        true
    }

    fn headline(&self, trap: &Trap, _: Pos, _: &SourceMap) -> String {
        let message = &trap.message;
        match trap.kind {
            TrapKind::Deadlock => format!("fatal error: {message}"),
            _ if message.starts_with("panic: ") || message.starts_with("fatal error: ") => message.clone(),
            _ => format!("panic: {message}"),
        }
    }

    fn trace_header(&self, _: &Trap) -> String {
        "goroutine 1 [running]:".to_string()
    }

    fn nothing_to_run(&self, shown: &str) -> String {
        format!("{shown} is not a main package")
    }
}
