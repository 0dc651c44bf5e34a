//! What a module gains while isolates of it run: functions, natives, types. Knows no front end.
//!
//! Everything is checked before anything is published, and published in an order in which nothing can be
//! named before it is there. Isolates need not stop for that: the tables that they read grow in place
//! (decision 0039).

use std::fmt;
use std::sync::PoisonError;

use purlin_base::PrimaryMap;
use purlin_ir as ir;
use purlin_runtime::native::{Native, Row};
use purlin_runtime::tables::Column;
use purlin_runtime::types::Desc;

use crate::error::CompileError;
use crate::host::HostPackage;
use crate::link;
use crate::module::{Module, ModuleInner};

/// Functions, natives and types that are added to a module at once.
pub struct Unit {
    /// The module as it will be. Functions, natives and signatures may be added, and what the types of
    /// [`Unit::add_type`] have in the rows of selectors and interfaces; nothing else may change.
    pub module: ir::Module,
    /// Natives that the functions may call besides those for all guests.
    pub natives: Vec<&'static Row>,
    /// Packages of the host's that the functions may call.
    pub host: Vec<HostPackage>,
    types: Vec<Desc>,
}

impl Unit {
    /// Adds a run-time type: its number. `None` if there are no more numbers.
    pub fn add_type(&mut self, desc: Desc) -> Option<u32> {
        let ty = self.module.add_type()?;
        self.types.push(desc);
        Some(ty)
    }
}

/// A unit that was checked, and what is to be published of it.
struct Checked {
    module: ir::Module,
    natives: Vec<Native>,
    types: Vec<(u32, Desc, Column)>,
}

fn refused(why: impl fmt::Display) -> CompileError {
    CompileError::message(format!("nothing was added to the module: {why}"))
}

fn require(holds: bool, why: &str) -> Result<(), CompileError> {
    if holds { Ok(()) } else { Err(refused(why)) }
}

impl Module {
    /// Adds what `build` adds to the unit, and gives its answer. Isolates may run meanwhile, and a native may
    /// call this; `build` must not. The interpreter lets an isolate call what is new once a native has told
    /// it, and from its next call by the host on.
    ///
    /// Not a part of the API for hosts yet.
    ///
    /// # Errors
    /// The unit is not well formed, or a table of the module is full.
    #[doc(hidden)]
    pub fn extend<R>(&self, build: impl FnOnce(&mut Unit) -> R) -> Result<R, CompileError> {
        let inner = &*self.0;
        let mut growth = inner.forms.growth.lock().unwrap_or_else(PoisonError::into_inner);
        require(!growth.failed, "an earlier addition failed halfway")?;
        let mut module = growth.source.as_ref().unwrap_or(inner.ir()).clone();
        module.added_types.stride = inner.forms.recipe.parts.tables.rows.stride();
        let mut unit = Unit { module, natives: Vec::new(), host: Vec::new(), types: Vec::new() };
        let answer = build(&mut unit);
        if inner.forms.recipe.config.unmetered {
            purlin_opt::unmeter::module(&mut unit.module);
        }
        if inner.forms.recipe.config.races {
            purlin_opt::races::module(&mut unit.module, &inner.guest.races(), inner.ir().funcs.len());
        }
        let checked = check(inner, unit)?;
        // A failure from here on would leave tables of different lengths.
        growth.failed = true;
        if let Some(source) = &mut growth.source {
            source.clone_from(&checked.module);
        }
        publish(inner, checked)?;
        growth.failed = false;
        Ok(answer)
    }
}

fn check(inner: &ModuleInner, unit: Unit) -> Result<Checked, CompileError> {
    let (old, new): (&ir::Module, &ir::Module) = (inner.ir(), &unit.module);
    check_fixed_tables(old, new)?;
    ir::verify::tables(new).map_err(refused)?;
    for (id, decl) in new.funcs.iter().skip(old.funcs.len()) {
        let Some(body) = &decl.body else { return Err(refused(format!("{} has no body", decl.name))) };
        ir::verify::body(new, id, body).map_err(refused)?;
        let fits = body.values.len() < purlin_bytecode::lower::MAX_SLOTS as usize;
        require(fits, "a function is too large")?;
    }
    let declared = new.natives.values().skip(old.natives.len());
    let natives = link::bind(new, declared, &unit.natives, &[], &unit.host, &inner.forms.recipe.parts.types)?;
    let types = columns(inner, &unit)?;
    let tables = &inner.forms.recipe.parts.tables;
    let room = inner.forms.all().map(|form| form.shared.shapes.room()).min();
    require(Some(new.funcs.len() - old.funcs.len()) <= room, "it has too many functions")?;
    require(natives.len() <= tables.natives.room(), "it has too many natives")?;
    require(types.len() <= tables.rows.room(), "it has too many types")?;
    Ok(Checked { module: unit.module, natives, types })
}

/// Whether the unit leaves alone what cannot grow.
fn check_fixed_tables(old: &ir::Module, new: &ir::Module) -> Result<(), CompileError> {
    require(old.data.len() == new.data.len(), "it has data of its own")?;
    require(old.globals == new.globals, "it has globals of its own")?;
    require(old.classes == new.classes, "it has allocation classes of its own")?;
    require(old.selectors.len() == new.selectors.len(), "it has selectors of its own")?;
    require(old.interfaces.len() == new.interfaces.len(), "it has interfaces of its own")?;
    let same_types = old.type_count == new.type_count && old.open_types == new.open_types;
    require(same_types, "it changes the types of the module")?;
    require(begins_with(&new.natives, &old.natives, PartialEq::eq), "it changes natives")?;
    let same = |a: &ir::FuncDecl, b: &ir::FuncDecl| a.name == b.name && a.sig == b.sig;
    require(begins_with(&new.funcs, &old.funcs, same), "it changes functions")
}

fn begins_with<K: purlin_base::EntityRef, V>(
    all: &PrimaryMap<K, V>,
    first: &PrimaryMap<K, V>,
    same: impl Fn(&V, &V) -> bool,
) -> bool {
    all.len() >= first.len() && all.values().zip(first.values()).all(|(a, b)| same(a, b))
}

/// The types of a unit, and what they have in the rows of selectors and interfaces.
fn columns(inner: &ModuleInner, unit: &Unit) -> Result<Vec<(u32, Desc, Column)>, CompileError> {
    let (old, new): (&ir::Module, &ir::Module) = (inner.ir(), &unit.module);
    let (before, after) = (old.added_types.count, new.added_types.count);
    let stride = new.added_types.stride;
    require(
        (before as usize).checked_add(unit.types.len()) == Some(after as usize),
        "a type has no description",
    )?;
    let numbers = (before + 1..=after).map(|n| n * stride);
    let column = |(ty, desc): (u32, &Desc)| (ty, desc.clone(), Column::default());
    let mut types: Vec<_> = numbers.zip(&unit.types).map(column).collect();
    let first = types.first().map_or(u32::MAX, |first| first.0);
    for (id, selector) in new.selectors.iter() {
        let (before, added) =
            selector.methods.split_at(old.selectors[id].methods.len().min(selector.methods.len()));
        let same = before == old.selectors[id].methods && added.iter().all(|(ty, _)| *ty >= first);
        require(same, "it changes methods of types that were there")?;
        require(added.is_empty() || new.open_types, "the types of the module are closed")?;
        for (ty, func) in added {
            let (_, _, column) = &mut types[((ty - first) / stride) as usize];
            column.methods.push((inner.forms.recipe.layout.rows[id], func.as_u32()));
        }
    }
    for (id, interface) in new.interfaces.iter() {
        let known = &old.interfaces[id].types;
        let (before, added) = interface.types.split_at(known.len().min(interface.types.len()));
        let same = before == known && added.iter().all(|ty| *ty >= first);
        require(same, "it changes interfaces of types that were there")?;
        for ty in added {
            types[((ty - first) / stride) as usize]
                .2
                .interfaces
                .push(inner.forms.recipe.layout.interfaces[id]);
        }
    }
    Ok(types)
}

/// Makes a unit known: first what functions and types refer to, then these.
fn publish(inner: &ModuleInner, checked: Checked) -> Result<(), CompileError> {
    let parts = &inner.forms.recipe.parts;
    let tables = &parts.tables;
    let Checked { module, natives, types } = checked;
    for native in natives {
        tables.add_native(native).map_err(refused)?;
    }
    for form in inner.forms.all() {
        form.grow(module.clone(), &tables.direct)?;
    }
    for (ty, desc, column) in types {
        let row = tables.rows.add(&column).map_err(refused)?;
        let described = parts.types.add(desc).map_err(refused)?;
        debug_assert!(row == ty && described == ty);
    }
    tables.note_growth();
    Ok(())
}
