//! Sessions: a program that grows by inputs, each of which is statements and definitions in bracket syntax.
//!
//! An input is parsed and resolved here, as a file is, and becomes words. The program, which is
//! `session/Session.st` on the library, makes nodes of them and evaluates these. Knows nothing of isolates.

mod words;

use std::collections::BTreeSet;
use std::ops::Bound;

use purlin_base::{Diagnostic, Diagnostics, Interner, Pos, SourceMap, TooMuchSource};
use purlin_ir::{FuncId, Module, Prepared};

use crate::resolve::code::Step;
use crate::resolve::{Known, Resolver};
use crate::{Library, Syntax, lex, library, lower, parse_file};

/// The program's source: its name, and its text.
const PROGRAM: (&str, &str) = ("session/Session.st", include_str!("../session/Session.st"));

/// What the classes of the program and of the library's own evaluator begin with, which are not for people.
const HIDDEN: [&str; 2] = ["Session.", "Running."];

/// What is known between inputs.
pub struct Session {
    names: Interner,
    known: Known,
    /// What was read last and is not accepted yet, with the selectors of its methods.
    read: Option<(Known, Vec<String>)>,
    /// What a person may send.
    selectors: BTreeSet<String>,
}

/// The program of a session.
pub struct SessionProgram {
    /// The module, which has a main function.
    pub module: Module,
    /// A function without parameters that takes the input which is in the words of the command line after the
    /// first: it gives 1, or 0 if it could not.
    pub load: FuncId,
    /// A function without parameters that evaluates what was taken. Its result says nothing.
    pub run: FuncId,
    /// What was made of the functions that the library has.
    pub prepared: Prepared,
}

impl Session {
    /// A session without inputs, and its program. Callers run on a
    /// [deep stack](purlin_base::on_deep_stack).
    ///
    /// # Errors
    /// There is too much source; a defect of the program itself.
    pub fn begin(
        library: Library,
        sources: &mut SourceMap,
    ) -> Result<(Session, SessionProgram), Vec<Diagnostic>> {
        let (texts, classes, lowered, prepared) = library.into_parts();
        let mut names = Interner::with_texts(texts.iter().map(|text| &**text));
        let mut diags = Diagnostics::default();
        for (name, text) in library::SOURCES {
            sources.add_embedded(*name, text).map_err(too_much)?;
        }
        let file = add(sources, PROGRAM.0, PROGRAM.1)?;
        let unit = parse_file(sources, file, Syntax::Bracket, &mut names, &mut diags);
        let program = Resolver::with_unit(&mut names, &mut diags, classes, &unit);
        if diags.has_errors() {
            return Err(diags.finish());
        }
        let known = Known::of(&program);
        let selectors = lowered.symbols().iter().map(|name| names.text(*name));
        let selectors: BTreeSet<String> =
            selectors.filter(|text| is_shown(text)).map(str::to_owned).collect();
        let (module, [load, run]) = lower::lower_session(&program, &mut names, lowered);
        let session = Session { names, known, read: None, selectors };
        Ok((session, SessionProgram { module, load, run, prepared }))
    }

    /// Whether more lines may make a whole input of the text.
    pub fn is_unfinished(text: &str) -> bool {
        lex::is_unfinished(text)
    }

    /// The words of an input. What it defines is known after [`Session::accept`]. Callers run on a
    /// [deep stack](purlin_base::on_deep_stack).
    ///
    /// # Errors
    /// What is wrong with the input.
    pub fn read(
        &mut self,
        sources: &mut SourceMap,
        name: &str,
        text: &str,
    ) -> Result<Vec<String>, Vec<Diagnostic>> {
        let mut diags = Diagnostics::default();
        self.read = None;
        let file = add(sources, name, text)?;
        let unit = parse_file(sources, file, Syntax::Bracket, &mut self.names, &mut diags);
        let input = self.known.resolve(&unit, &mut self.names, &mut diags);
        if diags.has_errors() {
            return Err(diags.finish());
        }
        let words = words::words(&input, &self.names, &mut diags);
        if diags.has_errors() {
            return Err(diags.finish());
        }
        let selectors = input.steps.iter().filter_map(|step| match step {
            Step::Method { method, .. } => Some(self.names.text(method.selector).to_owned()),
            Step::Define { .. } | Step::Run(_) => None,
        });
        self.read = Some((input.known, selectors.filter(|text| is_shown(text)).collect()));
        Ok(words)
    }

    /// The input that was read last has become a part of the program.
    pub fn accept(&mut self) {
        if let Some((known, selectors)) = self.read.take() {
            self.known = known;
            self.selectors.extend(selectors);
        }
    }

    /// What the end of a line can become: where that begins, in bytes, and the words in their order.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.');
        let start = line.char_indices().rev().take_while(|(_, c)| is_part(*c)).last();
        let Some((start, _)) = start else { return (line.len(), Vec::new()) };
        let begun = &line[start..];
        let known = self.known.names().map(|name| self.names.text(name)).filter(|text| is_shown(text));
        let mut all: BTreeSet<&str> = known.filter(|text| text.starts_with(begun)).collect();
        let from = (Bound::Included(begun), Bound::Unbounded);
        let selectors = self.selectors.range::<str, _>(from).take_while(|text| text.starts_with(begun));
        all.extend(selectors.map(String::as_str));
        (start, all.into_iter().map(str::to_owned).collect())
    }
}

fn add(sources: &mut SourceMap, name: &str, text: &str) -> Result<purlin_base::FileId, Vec<Diagnostic>> {
    sources.add(name, text).map_err(too_much)
}

fn too_much(_: TooMuchSource) -> Vec<Diagnostic> {
    vec![Diagnostic::error(Pos::NONE, "there is too much source")]
}

/// Whether a word is one that a person may type.
fn is_shown(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic()) && !HIDDEN.iter().any(|prefix| text.starts_with(prefix))
}
