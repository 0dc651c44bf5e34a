//! The prepared form of the library: the IR of its functions, made when Purlin is built, with symbols where
//! it refers to what has a number only in a program. `lower/record.rs` makes it; `check/prepared.rs` finds
//! what a prepared function reaches, in the place of checking its body; `lower/link.rs` gives the symbols
//! their numbers, in the place of lowering it. See `docs/decisions/0050-prepared-library.md`.
//!
//! This module is the form itself, as values and as bytes. Both sides are of one build.

mod symbol;

use std::borrow::Cow;
use std::sync::Arc;

use purlin_base::map::{HashMap, HashSet};
use purlin_base::wire::{Packed, Wire, Writer};
use purlin_base::wire_structs;
use purlin_ir::Body;
use purlin_ir::final_form::{FinalForm, Groups};
use purlin_ir::linked::Linked;
use purlin_ir::measure::Measure;
use purlin_ir::template::{LazyBytes, Symbols};

pub(crate) use symbol::{Bytes, FieldSymbol, MethodSymbol, No, Symbol};

use crate::types::TypeId;
use crate::universe::{ObjId, PackageId};

/// Gives a part of the prepared form of a package of the library: its symbols are part 0, and its functions
/// are in the others, as a program reaches few of them and runs fewer.
pub type Source = fn(&str, usize) -> Option<Cow<'static, [u8]>>;

/// A package of the library in its prepared form: see [`Source`] for its parts.
pub struct RecordedPackage {
    /// The import path.
    pub path: String,
    pub parts: Vec<Vec<u8>>,
}

/// Bytes that make a part of bodies full.
const BODIES: usize = 6 << 10;
/// Bytes that make a part of templates full.
const TEMPLATES: usize = 12 << 10;

/// Where the declaration of a function is: file and declaration, by number.
pub(crate) type At = (u32, u32);

/// What lowering a function takes note of besides its IR.
#[derive(Clone, Copy, Default)]
pub(crate) struct Notes {
    /// Types are described in full once the program reaches it, as it reflects.
    pub described: bool,
    /// The run-time error of a failed type assertion is needed.
    pub assertion: bool,
    /// The run-time error of `panic(nil)` is needed.
    pub nil_panic: bool,
}

/// Where the IR of a function is.
#[derive(Clone, Copy)]
pub(crate) struct BodyAt {
    part: usize,
    offset: usize,
    measure: Measure,
    /// Where the final form is, in the same sense, if there is one.
    form: Option<(usize, usize)>,
}

/// A function literal, or the body of a loop over a function, inside a prepared function.
pub(crate) struct Inner {
    /// The symbol that stands for it.
    pub own: No,
    pub name: String,
    pub sig: No,
    pub body: BodyAt,
}

/// A prepared function without its IR.
pub(crate) struct Template {
    /// The symbol that stands for it.
    pub own: No,
    /// The package-level objects of its own package that it refers to, for the order of initialisation.
    pub deps: Vec<No>,
    /// The symbols in its bodies.
    pub uses: Vec<No>,
    pub facts: Facts,
    pub inner: Vec<Inner>,
    pub body: BodyAt,
}

/// What else the front end knows of a function that it compiled.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub has_recover: bool,
    pub described: bool,
    pub assertion: bool,
    pub nil_panic: bool,
}

wire_structs! {
    BodyAt { part, offset, measure, form }
    Inner { own, name, sig, body }
    Facts { has_recover, described, assertion, nil_panic }
    Template { own, deps, uses, facts, inner, body }
}

/// A function as it is recorded: its template, the bodies of which lie nowhere yet, and the bodies, its own
/// first.
pub(crate) struct Recorded {
    pub name: String,
    pub at: At,
    pub template: Template,
    pub bodies: Vec<purlin_ir::Function>,
    /// The final form of each of the bodies, in bytes, if it has one.
    pub forms: Vec<Option<Vec<u8>>>,
}

impl Recorded {
    /// Where each body is, the body, and its final form.
    fn bodies(&mut self) -> impl Iterator<Item = (&mut BodyAt, &purlin_ir::Function, Option<&[u8]>)> {
        let Recorded { template: Template { body, inner, .. }, bodies, forms, .. } = self;
        let places = std::iter::once(body).chain(inner.iter_mut().map(|inner| &mut inner.body));
        let forms = forms.iter().map(|form| form.as_deref());
        places.zip(&*bodies).zip(forms).map(|((at, body), form)| (at, body, form))
    }
}

impl BodyAt {
    /// Of a body that is not written yet.
    pub(crate) const NOWHERE: BodyAt = BodyAt {
        part: 0,
        offset: 0,
        measure: Measure { insts: 0, values: 0, cost: 0, leaf: false },
        form: None,
    };
}

/// Collects bytes in parts.
struct Parts {
    parts: Vec<Vec<u8>>,
    open: Writer,
    /// Bytes that make a part full.
    full: usize,
}

impl Parts {
    /// Where the next value will be: the part's number, and the place in it.
    fn here(&self) -> (usize, usize) {
        (self.parts.len(), self.open.len())
    }

    fn end_value(&mut self) {
        if self.open.len() >= self.full {
            self.end_part();
        }
    }

    fn end_part(&mut self) {
        if !self.open.is_empty() {
            self.parts.push(std::mem::take(&mut self.open).into_bytes());
        }
    }
}

/// The parts of a package. Functions of one group do not share a part with others.
pub(crate) fn written(symbols: &[Symbol], mut groups: Vec<Vec<Recorded>>) -> Vec<Vec<u8>> {
    let mut out = Parts { parts: vec![Vec::new()], open: Writer::new(), full: BODIES };
    for group in &mut groups {
        for function in &mut *group {
            for (at, body, _) in function.bodies() {
                let (part, offset) = out.here();
                *at = BodyAt { part, offset, measure: Measure::new(body), form: None };
                body.put(&mut out.open);
                out.end_value();
            }
        }
        out.end_part();
        for function in group {
            for (at, _, form) in function.bodies() {
                let Some(form) = form else { continue };
                at.form = Some(out.here());
                out.open.raw(form);
                out.end_value();
            }
        }
        out.end_part();
    }
    out.full = TEMPLATES;
    let mut directory: Vec<(At, (usize, usize))> = Vec::new();
    for group in &groups {
        for function in group {
            directory.push((function.at, out.here()));
            function.template.put(&mut out.open);
            out.end_value();
        }
        out.end_part();
    }
    let mut index = Writer::new();
    index.number(symbols.len() as u64);
    symbols.iter().for_each(|symbol| symbol.put(&mut index));
    directory.put(&mut index);
    out.parts[0] = index.into_bytes();
    out.parts
}

/// Whether what a symbol stands for has been looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Seen {
    #[default]
    Not,
    Known,
    /// There is no such thing in this program.
    Unknown,
}

/// A package of the library in its prepared form, and what its symbols stand for in this program.
pub(crate) struct PreparedPackage {
    pub symbols: Vec<Symbol>,
    path: Arc<str>,
    source: Source,
    /// In which part each function is, and where in it.
    functions: HashMap<At, (usize, usize)>,
    /// The parts that were read.
    parts: HashMap<usize, Arc<LazyBytes>>,
    /// Numbers in the module.
    pub table: Arc<Symbols>,
    groups: Arc<Groups>,
    /// Whether the package is among the groups.
    entered: bool,
    pub seen: Vec<Seen>,
    pub objects: HashMap<No, ObjId>,
    pub types: HashMap<No, TypeId>,
}

impl PreparedPackage {
    fn read(source: Source, groups: &Arc<Groups>, path: &str) -> Option<PreparedPackage> {
        let all = Packed::all(source(path, 0)?, 0);
        let from = &mut all.reader();
        let symbols: Vec<Symbol> = Wire::take(from).ok()?;
        let functions: Vec<(At, (usize, usize))> = Wire::take(from).ok()?;
        let count = symbols.len();
        Some(PreparedPackage {
            symbols,
            path: path.into(),
            source,
            functions: functions.into_iter().collect(),
            parts: HashMap::default(),
            table: Arc::new(Symbols::new(count)),
            groups: groups.clone(),
            entered: false,
            seen: vec![Seen::Not; count],
            objects: HashMap::default(),
            types: HashMap::default(),
        })
    }

    /// The symbols that stand for functions.
    pub(crate) fn functions_among_symbols(&self) -> impl Iterator<Item = No> {
        let all = self.symbols.iter().zip(0..);
        all.filter(|(symbol, _)| symbol.is_function()).map(|(_, no)| no)
    }

    /// The function that is declared there, if it is prepared.
    pub(crate) fn template(&mut self, at: At) -> Option<Template> {
        let (part, offset) = *self.functions.get(&at)?;
        self.part(part).from(offset).decode().ok()
    }

    /// Says where the package begins in this program, so that forms may mention it.
    pub(crate) fn begins_after(&mut self, base: u32) {
        if !std::mem::replace(&mut self.entered, true) {
            self.groups.add(self.path.clone(), self.table.clone(), base);
        }
    }

    /// A body, its package beginning after the position `base`.
    pub(crate) fn body(&mut self, at: BodyAt, base: u32) -> Body {
        let BodyAt { part, offset, measure, form } = at;
        let form = form.map(|(part, offset)| {
            let groups = self.groups.clone();
            FinalForm { part: self.part(part), offset, groups }
        });
        let (part, symbols) = (self.part(part), self.table.clone());
        Body::prepared(Linked { part, offset, measure, symbols, base, form })
    }

    fn part(&mut self, part: usize) -> Arc<LazyBytes> {
        let (source, path) = (self.source, &self.path);
        let new = || {
            let path = path.clone();
            Arc::new(LazyBytes::new(move || source(&path, part)))
        };
        self.parts.entry(part).or_insert_with(new).clone()
    }
}

/// The prepared packages that a program reaches.
#[derive(Default)]
pub(crate) struct Prepared {
    source: Option<Source>,
    packages: HashMap<PackageId, Option<Box<PreparedPackage>>>,
    groups: Arc<Groups>,
    /// The functions that are linked and not lowered.
    pub functions: HashSet<ObjId>,
}

impl Prepared {
    pub(crate) fn new(source: Option<Source>) -> Prepared {
        Prepared { source, ..Prepared::default() }
    }

    /// Takes out the prepared form of a package, to be put back. None if there is none.
    pub(crate) fn take(&mut self, pkg: PackageId, path: &str) -> Option<Box<PreparedPackage>> {
        let source = self.source?;
        let read = || PreparedPackage::read(source, &self.groups, path).map(Box::new);
        self.packages.entry(pkg).or_insert_with(read).take()
    }

    pub(crate) fn put(&mut self, pkg: PackageId, prepared: Box<PreparedPackage>) {
        self.packages.insert(pkg, Some(prepared));
    }

    /// The packages that were read.
    pub(crate) fn packages_read(&self) -> impl Iterator<Item = &PreparedPackage> {
        self.packages.values().flatten().map(|prepared| &**prepared)
    }
}
