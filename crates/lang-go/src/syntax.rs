//! A program as syntax: the files of all its packages, and what each import in them means. `load` makes it,
//! and `check` takes it. Knows nothing of where files come from, and nothing of types.

use std::sync::Arc;

use purlin_base::map::HashMap;
use purlin_base::{Diagnostics, Interner, Pos, SourceMap};

use crate::ast::{File, Ids};
use crate::cover::Counted;
use crate::module::embed::Files;
use crate::prepared;

/// Whose a package is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PackageKind {
    /// Checked whole.
    Program,
    /// Go source of our own; bodies are read and checked when something reaches them, and functions without
    /// body are natives.
    Std,
    /// Declarations that the embedder implements.
    Host,
}

/// The files of a package that is imported.
pub(crate) struct ParsedPackage {
    pub kind: PackageKind,
    pub files: Vec<Arc<File>>,
    /// There are errors of syntax in it.
    pub broken: bool,
}

/// What an import declaration stands for.
pub(crate) struct Import {
    /// The path of a package of [`Syntax::packages`], or `unsafe`.
    pub package: Option<Arc<str>>,
    /// Why it may not be imported, and where to say so.
    pub refused: Option<(Pos, String)>,
}

/// What is embedded, by the positions of the variables' names.
pub(crate) type Embeds = HashMap<Pos, Files>;

/// A program as syntax, with the collections that later stages add to.
pub(crate) struct Syntax {
    pub names: Interner,
    pub sources: SourceMap,
    pub ids: Ids,
    pub diagnostics: Diagnostics,
    /// The program's own package; none if it has errors of syntax.
    pub main: Option<Vec<Arc<File>>>,
    /// By import path.
    pub packages: HashMap<Arc<str>, ParsedPackage>,
    /// By the positions of the paths in import declarations.
    pub imports: HashMap<Pos, Import>,
    pub embeds: Embeds,
    /// What coverage counts, by the numbers of counters.
    pub counted: Vec<Counted>,
    /// Where the prepared form of the library is, if it is to be used.
    pub prepared: Option<prepared::Source>,
}
