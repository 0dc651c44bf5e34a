//! Which packages a program consists of: reads and parses the program's files, and follows their imports.
//!
//! Bodies of library functions are left out: `driver` reads one when something reaches it. Knows nothing of
//! what declarations mean.

use std::sync::Arc;

use purlin_base::map::HashMap;
use purlin_base::{Diagnostics, FileId, Interner, Pos, SourceMap};
use purlin_runtime::tests_host::CoverMode;

use crate::ast::{Decl, File, Ids, ImportSpec};
use crate::budget::Budget;
use crate::cover::{Counted, FileCover};
use crate::embed;
use crate::language::{Language, NEWEST};
use crate::lex::{code_point, line_marks};
use crate::module::constraint::version_of;
use crate::module::embed::Files;
use crate::parse::{Bodies, parse_file};
use crate::syntax::{Import, PackageKind, ParsedPackage, Syntax};

/// Packages import each other at most so deep.
const MAX_CHAIN: usize = 1000;

/// What Go's compiler says of import paths that can be none.
fn well_formed(path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("invalid import path (empty string)".into());
    }
    let wrong =
        |c: char| "!\"#$%&'()*,:;<=>?[]\\^{|}`\u{fffd}".contains(c) || c.is_whitespace() || c.is_control();
    if let Some(c) = path.chars().find(|c| wrong(*c)) {
        return Err(format!("invalid import path (invalid character {})", code_point(c)));
    }
    if path.starts_with('/') {
        return Err(format!("could not import {path} (import path cannot be absolute path)"));
    }
    let parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
    let clean = parts.collect::<Vec<_>>().join("/");
    if clean == path || path.starts_with('.') {
        return Ok(());
    }
    Err(format!("could not import {path} (non-canonical import path {path:?} (should be {clean:?}))"))
}

/// The source of a package that a program imports.
pub(crate) struct PackageSource {
    pub kind: PackageKind,
    /// Name and text of each file.
    pub files: Vec<(String, Arc<str>)>,
}

/// Where imported packages come from.
pub(crate) trait Importer: Send {
    /// The source of the package with this import path; `None` if there is no such package.
    fn import(&mut self, path: &str) -> Option<PackageSource>;

    /// Why the program's package `importer` may not import `path`, if it may not.
    fn objection(&self, _path: &str, _importer: &str) -> Option<String> {
        None
    }

    /// The version of Go of the program's package with this import path, `main` for its own.
    fn language(&self, _path: &str) -> u32 {
        NEWEST
    }

    /// How a package is covered, if it is.
    fn covered(&self, _path: &str) -> Option<CoverMode> {
        None
    }

    /// What to say where `import` found nothing.
    fn missing(&self, path: &str) -> String {
        format!("could not import {path} (no such package)")
    }

    /// Adds the files that a `//go:embed` pattern in the program's package `importer` names.
    fn embedded(&self, _importer: &str, _pattern: &str, _files: &mut Files) -> Result<(), String> {
        Err("no matching files found".to_string())
    }

    /// Whether a package named main with this path may be imported all the same, as that under test is.
    fn may_import_program(&self, _path: &str) -> bool {
        false
    }

    /// The import path of the program's own package, as messages call it.
    fn main_path(&self) -> String {
        "command-line-arguments".to_string()
    }
}

/// Collects the packages of a program.
pub(crate) struct Loader<'a> {
    importer: &'a mut dyn Importer,
    syntax: Syntax,
    /// Import paths that are being loaded, each with the file that imports it.
    loading: Vec<(String, Arc<str>)>,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(sources: SourceMap, budget: Budget, importer: &'a mut dyn Importer) -> Loader<'a> {
        let syntax = Syntax {
            names: Interner::new(),
            sources,
            ids: Ids { budget, ..Ids::new() },
            diagnostics: Diagnostics::default(),
            main: None,
            packages: HashMap::default(),
            imports: HashMap::default(),
            embeds: Default::default(),
            counted: Vec::new(),
            prepared: None,
        };
        Loader { importer, syntax, loading: Vec::new() }
    }

    pub(crate) fn finish(self) -> Syntax {
        self.syntax
    }

    /// Loads the program of these files with what it imports. False, and nothing but the files, if there are
    /// syntax errors in them.
    pub(crate) fn program(&mut self, files: &[FileId]) -> bool {
        let language = Some(self.importer.language("main"));
        let parsed: Vec<_> = files.iter().map(|f| self.parse(*f, language, None)).collect();
        if self.syntax.ids.budget.exceeded().is_some() {
            return false;
        }
        // As in Go's compiler, errors that are not of syntax (a label not defined) do not end it here.
        let diagnostics = std::mem::take(&mut self.syntax.diagnostics).finish();
        let broken = diagnostics.iter().any(|d| d.message.starts_with("syntax error"));
        for diagnostic in diagnostics {
            self.syntax.diagnostics.push(diagnostic);
        }
        if !broken {
            self.imports("main", PackageKind::Program, &parsed);
            self.syntax.main = Some(parsed);
        }
        !broken
    }

    /// Loads a package with what it imports, if it was not. False if there is no such package.
    pub(crate) fn package(&mut self, path: &str) -> bool {
        self.imported(path, "".into())
    }

    /// Parses a file of a package that is covered.
    fn parse_covered(
        &mut self,
        file: FileId,
        language: Option<u32>,
        package: &str,
        mode: CoverMode,
    ) -> Arc<File> {
        let s = &mut self.syntax;
        let (text, base) = (s.sources.text(file).clone(), s.sources.pos(file, 0));
        let mut cover = FileCover::new(mode, s.counted.len(), base, &text, &mut s.names);
        let parsed = self.parse(file, language, Some(&mut cover));
        let FileCover { blocks, hints, .. } = cover;
        let package = package.to_string();
        self.syntax.counted.push(Counted { package, file, blocks, hints });
        parsed
    }

    /// Parses a file of the program, whose package is of this version of Go, or one of a library, which is of
    /// the newest and whose bodies are read later.
    fn parse(&mut self, file: FileId, of_package: Option<u32>, cover: Option<&mut FileCover>) -> Arc<File> {
        let s = &mut self.syntax;
        let mut language = Language::default();
        if let Some(of_package) = of_package {
            let (text, name) = (s.sources.text(file).clone(), s.sources.name(file).clone());
            language = Language::new(of_package, version_of(&text));
            let (marks, errors) = line_marks(text.as_bytes(), &name);
            for error in errors {
                s.diagnostics.error(s.sources.pos(file, error.offset), error.message);
            }
            s.sources.add_marks(file, marks);
        }
        let Syntax { sources, names, ids, diagnostics, .. } = s;
        let bodies = if of_package.is_some() { Bodies::Now } else { Bodies::Later };
        let parsed = parse_file(sources, file, names, ids, diagnostics, bodies, cover);
        Arc::new(File { language, ..parsed })
    }

    fn imports(&mut self, importer: &str, kind: PackageKind, files: &[Arc<File>]) {
        for file in files {
            if kind == PackageKind::Program && !file.directives.is_empty() && file.language.minor >= 16 {
                let Loader { importer: from, syntax, .. } = self;
                embed::collect(syntax, file, &mut |pattern, found| from.embedded(importer, pattern, found));
            }
            for decl in &file.decls {
                let Decl::Import(specs) = decl else { continue };
                for spec in specs {
                    let import = self.import(importer, kind, spec);
                    self.syntax.imports.insert(spec.path_pos, import);
                }
            }
        }
    }

    fn import(&mut self, importer: &str, kind: PackageKind, spec: &ImportSpec) -> Import {
        let path = self.syntax.names.text(spec.path).to_string();
        let pos = spec.path_pos;
        let refused = |text: String| Import { package: None, refused: Some((pos, text)) };
        if spec.bad {
            return Import { package: None, refused: None };
        }
        if let Err(text) = well_formed(&path) {
            return refused(text);
        }
        let in_program = kind == PackageKind::Program;
        if in_program && let Some(text) = self.importer.objection(&path, importer) {
            return refused(text);
        }
        let sources = &self.syntax.sources;
        let from = sources.file_of(pos).map_or_else(|| "".into(), |file| sources.name(file).clone());
        if self.loading.iter().any(|(p, _)| *p == path) || importer == path {
            return Import {
                package: None,
                refused: Some(self.import_cycle(spec, &path, in_program, &from)),
            };
        }
        if self.loading.len() >= MAX_CHAIN {
            return refused("packages import each other too deeply".into());
        }
        // What these packages do is safe only in the library's hands.
        if path.split('/').next() == Some("internal") && kind != PackageKind::Std {
            return refused(format!("use of internal package {path} not allowed"));
        }
        if !self.imported(&path, from) {
            return refused(self.importer.missing(&path));
        }
        let is_program = !self.importer.may_import_program(&path)
            && self.syntax.packages.get(&*path).is_some_and(|p| {
                p.kind == PackageKind::Program && self.syntax.names.text(p.files[0].package.name) == "main"
            });
        let text = || format!("import {path:?} is a program, not an importable package");
        Import { refused: is_program.then(|| (pos, text())), package: Some(path.as_str().into()) }
    }

    /// What to say of a package that imports itself, through others of the program in Go's words.
    fn import_cycle(&self, spec: &ImportSpec, path: &str, in_program: bool, from: &str) -> (Pos, String) {
        if !in_program || self.loading.is_empty() {
            return (spec.path_pos, format!("import cycle not allowed: {path}"));
        }
        let base = |file: &str| file.rsplit('/').next().unwrap_or(file).to_string();
        let mut text = format!("package {}", self.importer.main_path());
        // What imports the package under test is made for the tests, and no one has written it.
        let in_test = self.importer.may_import_program(path);
        for (path, from) in self.loading.iter().skip(usize::from(in_test)) {
            text += &format!("\n\timports {path} from {}", base(from));
        }
        let suffix = if in_test { " in test" } else { "" };
        text += &format!("\n\timports {path} from {}: import cycle not allowed{suffix}", base(from));
        (Pos::NONE, text)
    }

    /// Loads a package that the file `from` imports, if it was not. False if there is no such package.
    fn imported(&mut self, path: &str, from: Arc<str>) -> bool {
        if path == "unsafe" || self.syntax.packages.contains_key(path) {
            return true;
        }
        let Some(source) = self.importer.import(path) else { return false };
        let errors = self.syntax.diagnostics.error_count();
        let mut files = Vec::new();
        let is_program = source.kind == PackageKind::Program;
        let covered = self.importer.covered(path).filter(|_| is_program);
        let language = match source.kind {
            PackageKind::Program => Some(self.importer.language(path)),
            PackageKind::Host => Some(NEWEST),
            PackageKind::Std => None,
        };
        for (name, text) in source.files {
            // Inputs are guided by what tests do with them too.
            let is_counted = |mode: &CoverMode| *mode == CoverMode::Guide || !name.ends_with("_test.go");
            let covered = covered.filter(is_counted);
            let Ok(file) = self.syntax.sources.add(name, text) else { return false };
            files.push(match covered {
                Some(mode) => self.parse_covered(file, language, path, mode),
                None => self.parse(file, language, None),
            });
        }
        if files.is_empty() {
            return false;
        }
        let broken = self.syntax.diagnostics.error_count() > errors;
        let package = ParsedPackage { kind: source.kind, files: files.clone(), broken };
        self.syntax.packages.insert(path.into(), package);
        self.loading.push((path.to_string(), from));
        self.imports(path, source.kind, &files);
        self.loading.pop();
        true
    }
}
