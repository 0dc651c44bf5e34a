//! What crosses between programs in Smalltalk and their hosts: packages of functions as classes, and methods
//! of classes as exports. All of it is packed, as values say themselves what they are.

use std::cell::Cell;

use purlin_lang_smalltalk::{Exported, HostClass, HostFunction};
use purlin_runtime::border::{DataNo, Export, GuestTypes, HostType};

use crate::guest::{GuestTables, HostDeclaration};
use crate::host::HostPackage;

/// What programmers are told of anything that crosses.
const ANY: &str = "an object";

/// Whether objects of the host's are in a type: these cross only where the guest has types.
fn has_objects(ty: &HostType) -> bool {
    let found = Cell::new(false);
    ty.with_objects(&|object| {
        found.set(true);
        object.clone()
    });
    found.get()
}

/// The class of a package: its functions, without those that take or give objects of the host's.
pub(super) fn class(package: &HostPackage) -> HostClass {
    let crosses = |types: &[HostType]| !types.iter().any(has_objects);
    let functions = package
        .functions()
        .filter(|(name, params, results)| !name.contains('.') && crosses(params) && crosses(results));
    let function = |(name, params, _): (&str, &[HostType], &[HostType])| {
        let names = package.parameters_of(name);
        let parameter = |n: usize| names.get(n).filter(|_| names.len() == params.len()).cloned();
        HostFunction {
            native: format!("{}.{name}", package.path),
            name: name.to_owned(),
            parameters: (0..params.len()).map(|n| parameter(n).unwrap_or_default()).collect(),
            comment: package.doc_of(name).to_owned(),
        }
    };
    HostClass {
        path: package.path.clone(),
        comment: package.doc_of("").to_owned(),
        functions: functions.map(function).collect(),
    }
}

/// Describes to the border what crosses: the host's functions in the tables, and what a host may call.
pub(super) fn cross(tables: &mut GuestTables, host: &[HostClass], exported: &[Exported]) -> Vec<Export> {
    let packed: DataNo = tables.types.data.add(GuestTypes::packed(ANY));
    for function in host.iter().flat_map(|class| &class.functions) {
        let types = Ok((vec![packed; function.parameters.len()], vec![packed]));
        tables.host_functions.push(HostDeclaration { name: function.native.clone(), types });
    }
    let export = |method: &Exported| Export {
        name: method.name.clone(),
        func: method.func.as_u32(),
        params: vec![packed; method.arguments],
        results: vec![packed],
        signature: signature(method),
        inner: None,
    };
    exported.iter().map(export).collect()
}

fn signature(method: &Exported) -> String {
    format!("({}) -> {ANY}", vec![ANY; method.arguments].join(", "))
}
