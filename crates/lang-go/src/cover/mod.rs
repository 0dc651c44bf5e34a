//! Coverage of statements, as `go test -cover` counts them: the parser hands over the bodies of functions of
//! a package that is covered, and gets them back with a statement more at the beginning of each block, which
//! counts (`insert`). A block is what always runs together; its extent is that of Go's own tool, so that the
//! profiles are the same.
//!
//! The counters of a file are a package variable, whose name no program can write. What stands in them is
//! read by the host when the tests are done. Knows nothing of tests.

mod conditions;
mod insert;
mod literals;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::BTreeSet;

use purlin_base::wire::{Malformed, Reader, Wire, Writer};
use purlin_base::{FileId, Pos, SourceMap};
use purlin_ir::Module;
use purlin_ir::layout::Layout;
use purlin_runtime::tests_host::{CoverMode, Coverage, CoveredBlock, CoveredFile, Hint};

pub(crate) use insert::FileCover;

/// What the names of counters begin with; a number follows. The dot in the middle is no character of Go's
/// identifiers.
const PREFIX: &str = "cover\u{b7}";

/// A block: its extent, and how many statements it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub from: Pos,
    pub to: Pos,
    pub statements: u32,
}

/// What is counted in a file.
#[derive(Debug)]
pub(crate) struct Counted {
    /// The path of its package.
    pub package: String,
    pub file: FileId,
    /// The blocks in the order of their counters.
    pub blocks: Vec<Span>,
    /// Literals of the file, where inputs are guided.
    pub hints: Vec<Hint>,
}

/// What a program counts: where the counters are, and what they stand for.
pub(crate) struct Covered {
    pub mode: CoverMode,
    pub note: String,
    pub files: Vec<CoveredAt>,
    /// Literals of the source, each once.
    pub hints: Vec<Hint>,
}

/// The blocks of a file, none of which has run, and where in the globals their counters are. Without a place
/// nothing of the file can run.
pub(crate) struct CoveredAt {
    pub file: CoveredFile,
    pub at: Option<u64>,
}

/// The name of the counters of the file with a number.
fn counters(number: usize) -> String {
    format!("{PREFIX}{number}")
}

/// The name of the function that counts conditions of the file with a number.
fn counting(number: usize) -> String {
    format!("{}\u{b7}hit", counters(number))
}

impl Covered {
    /// What a module counts whose files were counted so.
    pub(crate) fn new(
        coverage: &Coverage,
        counted: &[Counted],
        module: &Module,
        sources: &SourceMap,
    ) -> Covered {
        let layout = Layout::new(module);
        let place_of = |number: usize| {
            let name = counters(number);
            let is_it = |global: &str| global.strip_suffix(&*name).is_some_and(|rest| rest.ends_with('.'));
            let mut globals = module.globals.iter();
            globals.find(|(_, global)| is_it(&global.name)).map(|(id, _)| layout.globals[id])
        };
        let files = counted
            .iter()
            .enumerate()
            .map(|(number, counted)| CoveredAt { file: counted.covered(sources), at: place_of(number) });
        let hints: BTreeSet<Hint> = counted.iter().flat_map(|counted| &counted.hints).cloned().collect();
        let hints = hints.into_iter().collect();
        Covered { mode: coverage.mode, note: coverage.note.clone(), files: files.collect(), hints }
    }
}

impl CoveredAt {
    /// The blocks as often as they have run, by the globals of an isolate.
    pub(crate) fn read(&self, globals: &[u64]) -> CoveredFile {
        let mut file = self.file.clone();
        let Some(at) = self.at else { return file };
        for (i, block) in file.blocks.iter_mut().enumerate() {
            block.count = counter(globals, at, i);
        }
        file
    }

    /// Adds how often each block has run.
    pub(crate) fn counts(&self, globals: &[u64], counts: &mut Vec<u32>) {
        let Some(at) = self.at else { return };
        counts.extend((0..self.file.blocks.len()).map(|i| counter(globals, at, i)));
    }
}

/// A counter of those that begin at a byte of the globals.
fn counter(globals: &[u64], at: u64, i: usize) -> u32 {
    let at = at as usize + 4 * i;
    let word = globals.get(at / 8).copied().unwrap_or(0);
    (word >> (8 * (at % 8))) as u32
}

impl Counted {
    /// The blocks as lines and columns, under the name that profiles give the file.
    fn covered(&self, sources: &SourceMap) -> CoveredFile {
        let place = |pos: Pos| sources.line_col(pos).map_or((0, 0), |at| (at.line, at.col));
        let block = |span: &Span| CoveredBlock {
            from: place(span.from),
            to: place(span.to),
            statements: span.statements,
            count: 0,
        };
        let name = sources.name(self.file);
        let base = name.rsplit('/').next().unwrap_or(name);
        CoveredFile {
            name: format!("{}/{base}", self.package),
            source: name.to_string(),
            blocks: self.blocks.iter().map(block).collect(),
        }
    }
}

impl Wire for Covered {
    fn put(&self, out: &mut Writer) {
        self.mode.number().put(out);
        self.note.put(out);
        self.hints.len().put(out);
        for hint in &self.hints {
            let hint: Result<u64, Vec<u8>> = match hint {
                Hint::Number(number) => Ok(*number),
                Hint::Bytes(bytes) => Err(bytes.clone()),
            };
            hint.put(out);
        }
        self.files.len().put(out);
        for CoveredAt { file, at } in &self.files {
            at.map_or(0, |at| at + 1).put(out);
            file.name.put(out);
            file.source.put(out);
            file.blocks.len().put(out);
            for block in &file.blocks {
                let CoveredBlock { from, to, statements, count: _ } = block;
                [from.0, from.1, to.0, to.1, *statements].into_iter().for_each(|n| n.put(out));
            }
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<Covered, Malformed> {
        let mode = CoverMode::from_number(u32::take(from)?).ok_or(Malformed)?;
        let (note, mut files, mut hints) = (String::take(from)?, Vec::new(), Vec::new());
        for _ in 0..usize::take(from)? {
            let hint = Result::<u64, Vec<u8>>::take(from)?;
            hints.push(hint.map_or_else(Hint::Bytes, Hint::Number));
        }
        for _ in 0..usize::take(from)? {
            let at = u64::take(from)?.checked_sub(1);
            let (name, source, mut blocks) = (String::take(from)?, String::take(from)?, Vec::new());
            for _ in 0..usize::take(from)? {
                let mut number = || u32::take(from);
                blocks.push(CoveredBlock {
                    from: (number()?, number()?),
                    to: (number()?, number()?),
                    statements: number()?,
                    count: 0,
                });
            }
            files.push(CoveredAt { file: CoveredFile { name, source, blocks }, at });
        }
        Ok(Covered { mode, note, files, hints })
    }
}
