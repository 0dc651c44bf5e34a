//! The linker: binds natives by name, lays out allocation classes, and gathers the tables that all isolates
//! of a module share. Knows nothing of tiers.

use std::any::Any;
use std::io;
use std::sync::Arc;

use purlin_base::SecondaryMap;
use purlin_base::machine::Signature;
use purlin_base::map::HashMap;
use purlin_ir as ir;
use purlin_runtime::abi::{Class, Shape};
use purlin_runtime::border::Export;
use purlin_runtime::heap::{Layout as HeapLayout, LayoutTable, LayoutTableBuilder};
use purlin_runtime::native::{Native, Row};
use purlin_runtime::table::Table;
use purlin_runtime::tables::{MOST_FUNCTIONS, Rows, Tables};
use purlin_runtime::types::Types;
use purlin_runtime::words::Words;

use crate::error::CompileError;
use crate::guest::{GuestTables, HostDeclaration};
use crate::host::HostPackage;
use crate::substrate::text;

fn class_of(ty: ir::Type) -> Class {
    match ty {
        ir::Type::I8 => Class::Int(1),
        ir::Type::I16 => Class::Int(2),
        ir::Type::I32 => Class::Int(4),
        ir::Type::I64 | ir::Type::Ref | ir::Type::Dyn => Class::Int(8),
        ir::Type::F32 => Class::F32,
        ir::Type::F64 => Class::F64,
    }
}

/// What a function takes and returns.
pub(crate) fn shape(module: &ir::Module, decl: &ir::FuncDecl) -> Shape {
    let sig = &module.sigs[decl.sig];
    let classes = |types: &[ir::Type]| types.iter().map(|t| class_of(*t)).collect();
    Shape::new(classes(&sig.params), classes(&sig.results))
}

/// The allocation classes of a module, under the same numbers.
pub(crate) fn layouts(module: &ir::Module) -> LayoutTableBuilder {
    let mut layouts = LayoutTableBuilder::new();
    for class in module.classes.values() {
        let words = class.size.div_ceil(8);
        let pointers = match class.pointers {
            ir::Pointers::None => HeapLayout::NO_POINTERS,
            ir::Pointers::All => HeapLayout::ALL,
            ir::Pointers::Words(bits) => HeapLayout::new(words, (0..64).filter(|n| bits & (1 << n) != 0)),
        };
        layouts.push_class(class.size as usize, pointers);
    }
    layouts
}

/// The natives of a module, in the order of their declarations there. Of several natives of one name, the
/// host's takes precedence over the guest's, and that over those for all guests. A native whose signature is
/// not the declared one is not bound.
pub(crate) fn bind_natives(
    module: &ir::Module,
    natives: &[&'static Row],
    declared: &[HostDeclaration],
    host: &[HostPackage],
    types: &Arc<Types>,
) -> Result<Vec<Native>, CompileError> {
    bind(module, module.natives.values(), natives, declared, host, types)
}

/// Binds some natives of a module, as [`bind_natives`] says.
pub(crate) fn bind<'a>(
    module: &ir::Module,
    wanted: impl Iterator<Item = &'a ir::NativeDecl>,
    natives: &[&'static Row],
    declared: &[HostDeclaration],
    host: &[HostPackage],
    types: &Arc<Types>,
) -> Result<Vec<Native>, CompileError> {
    let rows = purlin_runtime::natives::all().chain(text::NATIVES).chain(natives.iter().copied());
    let mut by_name: HashMap<&str, Native> = rows.map(|row| (row.name(), Native::Row(row))).collect();
    for (name, bound) in host.iter().flat_map(|p| &p.functions) {
        let Some(declaration) = declared.iter().find(|d| d.name == *name) else {
            by_name.extend(bound.link_scalars(name, types).map(|native| (name.as_str(), native)));
            continue;
        };
        let (params, results) = declaration.types.as_ref().map_err(|ty| {
            let why = format!("{name} is declared with {ty}, which cannot cross between host and guest");
            CompileError::message(why)
        })?;
        let native = bound.link(name, types, params, results).map_err(CompileError::message)?;
        by_name.insert(name, native);
    }
    let bind = |decl: &ir::NativeDecl| {
        let name = &decl.name;
        let found = by_name.get(name.as_str());
        let native = found.ok_or_else(|| CompileError::message(format!("{name}: no such native")))?;
        let (called, is) = (&module.sigs[decl.sig], native.signature());
        if *called != is {
            return Err(CompileError::message(format!(
                "the native {name} is {is}, and is called as {called}"
            )));
        }
        Ok(native.clone())
    };
    wanted.map(bind).collect()
}

/// Whether an exported function has the types that its export says.
pub(crate) fn compare_export(
    module: &ir::Module,
    types: &Types,
    export: &Export,
) -> Result<(), CompileError> {
    let wanted = Signature::new(types.data.flat(&export.params), types.data.flat(&export.results));
    // The highest number stands for no function.
    let func = (export.func < u32::MAX).then(|| ir::FuncId::from_u32(export.func));
    let found = func.and_then(|func| module.funcs.get(func)).map(|f| &module.sigs[f.sig]);
    match found {
        Some(found) if *found == wanted => Ok(()),
        Some(found) => Err(CompileError::message(format!(
            "internal error: the exported function {} is {found}, and is called as {wanted}",
            export.name
        ))),
        None => Err(CompileError::message(format!("internal error: no function for {}", export.name))),
    }
}

/// Joins a module with its natives, its run-time types and its layout.
pub(crate) fn link(
    module: &Arc<ir::LazyModule>,
    tables: GuestTables,
    host: &[HostPackage],
    layout: &ir::layout::Layout,
) -> Result<LinkParts, CompileError> {
    let GuestTables { mut types, natives, host_functions, start_func, words, guest } = tables;
    let mut layouts = layouts(module);
    types.bind(&mut layouts);
    types.number_added(layout.stride);
    let types = Arc::new(types);
    let natives = bind_natives(module, &natives, &host_functions, host, &types)?;
    let rows = Rows::new(&layout.dispatch, &layout.implements, layout.stride).map_err(no_addresses)?;
    let tables = Tables::new(natives, rows).map_err(no_addresses)?;
    Ok(LinkParts {
        layouts: Arc::new(layouts.finish()),
        data: layout.data_image.clone(),
        tables: Arc::new(tables),
        globals_bytes: layout.globals_bytes as usize,
        types,
        start_func,
        words,
        guest,
    })
}

/// The parameters and results of each function.
pub(crate) fn shapes(module: &ir::Module) -> Result<Arc<Table<Shape>>, CompileError> {
    // Many functions share a signature, and its lists.
    let mut known: SecondaryMap<ir::SigId, Option<Shape>> = SecondaryMap::new();
    let shape_of = |decl: &ir::FuncDecl| known[decl.sig].get_or_insert_with(|| shape(module, decl)).clone();
    let shapes = module.funcs.values().map(shape_of);
    Table::new(MOST_FUNCTIONS, shapes).map(Arc::new).map_err(no_addresses)
}

fn no_addresses(error: io::Error) -> CompileError {
    CompileError::message(format!("no address space for the module's tables: {error}"))
}

/// What all isolates of a module share, without what the tiers add.
#[derive(Clone)]
pub(crate) struct LinkParts {
    pub layouts: Arc<LayoutTable>,
    pub data: Arc<[u64]>,
    pub tables: Arc<Tables>,
    pub globals_bytes: usize,
    pub types: Arc<Types>,
    pub start_func: u32,
    pub words: Words,
    pub guest: Arc<dyn Any + Send + Sync>,
}
