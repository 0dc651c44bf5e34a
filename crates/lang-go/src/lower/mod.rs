//! Checked Go to IR. `docs/go-lowering.md` is the contract with the library and the runtime.
//!
//! Whole programs, lazily: a work list begins at the generated `runtime.main`; what nothing reaches is not
//! lowered. Where the list needs functions that have not been checked, lowering says which and stops;
//! `driver` resumes it. Knows nothing of optimisation: it emits straightforward code and leaves redundant
//! checks to `opt`.

mod assign;
mod border;
mod builtin;
mod call;
mod closure;
mod comm;
mod complex;
mod convert;
mod defer;
mod equal;
mod expr;
mod func;
mod generic;
mod headers;
mod hoist;
mod iface;
mod init;
mod kept;
mod layout;
mod link;
mod lists;
mod literal;
mod location;
mod loops;
mod maps;
mod operator;
mod pointers;
mod range;
mod rangefunc;
mod raw;
pub(crate) mod record;
mod rows;
mod rtypes;
mod select;
mod share;
mod state;
mod stmt;
mod strings;
mod switch;
#[cfg(test)]
mod tests;
mod views;
mod wrapper;

use purlin_base::{Name, Pos};
use purlin_ir::{FuncId, GlobalDecl, GlobalId, Module, NativeId};

use crate::ast;
use crate::budget;
use crate::prepared::Notes;
use crate::syntax::PackageKind;
use crate::types::TypeId;
use crate::universe::{DeclRef, ObjId, ObjectKind, PackageId};
use state::{FuncKey, Work};

#[cfg(test)]
pub(crate) use call::is_bits_operation;
pub(crate) use init::Entries;
#[cfg(test)]
pub(crate) use raw::is_operation as is_raw_operation;
pub use record::Finish;
pub(crate) use rows::wanted_by_exports;
pub(crate) use rtypes::RuntimeTypes;
pub(crate) use state::Cx;
pub use state::HostCall;

/// What lowering itself refers to in the library's package `runtime`, by name: it is to be resolved before,
/// whether or not the program refers to it.
pub(crate) const WANTED_OF_RUNTIME: [&str; 9] = [
    "fatal",
    "errorString",
    "boundsError",
    "plainError",
    "TypeAssertionError",
    "PanicNilError",
    "hostError",
    "errorText",
    "gatherRows",
];

impl<'a> Cx<'a> {
    /// Whether the budget suffices for the instructions of the function that is lowered, `size` by now. One
    /// function can be the whole program, so lowering asks at each statement and element, and leaves out the
    /// rest when it does not.
    fn affords(&mut self, size: usize, pos: Pos) -> bool {
        let price = budget::function(size) - budget::function(self.paid.min(size));
        self.paid = size;
        self.u.ids.budget.take(price, pos)
    }

    fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.errors.error(pos, message);
    }

    /// The function for a key; queued when it is first asked for.
    fn func(&mut self, module: &mut Module, key: FuncKey) -> FuncId {
        if let Some(id) = self.funcs.get(&key) {
            return *id;
        }
        let (name, sig) = self.describe(&key, module);
        let id = module.declare(name, &sig);
        module.funcs[id].wrapper = !matches!(key, FuncKey::Decl(_) | FuncKey::Init(..));
        self.funcs.insert(key.clone(), id);
        self.queue.push_back((id, Work::Key(key)));
        id
    }

    /// Lowers until the queue is empty, or until a function needs others that have not been checked, which it
    /// returns.
    fn run(&mut self, module: &mut Module) -> Vec<ObjId> {
        while let Some((id, work)) = self.queue.pop_front() {
            let unchecked = self.enter(work.instance());
            if !unchecked.is_empty() {
                self.leave();
                self.queue.push_front((id, work));
                return unchecked;
            }
            if self.may_have_its_like(&work) {
                self.candidates.funcs.push(id);
            }
            self.noted = Notes::default();
            match work {
                Work::Key(FuncKey::Decl(obj)) if self.link_prepared(module, id, obj) => {}
                Work::Key(FuncKey::Decl(obj)) => func::lower_declared(self, module, id, obj),
                Work::Key(FuncKey::Init(pkg, decl)) => init::lower_step(self, module, id, pkg, decl),
                Work::Key(key) => wrapper::generate(self, module, id, &key),
                Work::Literal { lit, names, .. } => func::lower_literal(self, module, id, lit, names),
                Work::Body { id: stmt, range, names, .. } => {
                    rangefunc::lower_body(self, module, id, stmt, range, names);
                }
            }
            self.leave();
            if let Some(recorder) = &mut self.recorder {
                recorder.notes.insert(id, self.noted);
            }
            let size = module.funcs[id].body.as_ref().map_or(0, |f| f.size().0);
            if !self.affords(size, self.pos) {
                return Vec::new();
            }
            self.paid = 0;
        }
        Vec::new()
    }

    /// Whether another function may come out alike.
    fn may_have_its_like(&self, work: &Work<'_>) -> bool {
        match work {
            Work::Key(FuncKey::Decl(obj)) => self.u.instances.contains_key(obj),
            Work::Key(key) => !matches!(key, FuncKey::Init(..)),
            Work::Literal { instance, .. } | Work::Body { instance, .. } => instance.is_some(),
        }
    }

    /// The syntax of a package-level object's declaration.
    fn decl(&self, pkg: PackageId, decl: DeclRef) -> Option<&'a ast::Decl> {
        let file = self.trees.get(pkg.as_u32() as usize)?.get(decl.file as usize)?;
        file.decls.get(decl.decl as usize)
    }

    fn func_decl(&self, obj: ObjId) -> Option<&'a ast::FuncDecl> {
        let object = &self.u.objects[obj];
        match self.decl(object.pkg?, object.decl?)? {
            ast::Decl::Func(f) => Some(f),
            _ => None,
        }
    }

    /// A package as names in tracebacks begin.
    fn package_name(&self, pkg: Option<PackageId>) -> String {
        let Some(pkg) = pkg else { return String::new() };
        let package = &self.u.packages[pkg];
        match package.kind {
            PackageKind::Program if &*package.path == "main" => self.u.name(package.name).to_string(),
            PackageKind::Program | PackageKind::Std | PackageKind::Host => package.path.to_string(),
        }
    }

    /// `main.f`, `main.T.m`, `main.(*T).m`
    fn func_name(&self, obj: ObjId) -> String {
        let object = &self.u.objects[obj];
        let (pkg, name) = (self.package_name(object.pkg), self.u.name(object.name));
        let args = if self.u.instances.contains_key(&obj) { "[...]" } else { "" };
        match object.as_func().and_then(|f| f.recv.map(|r| (r, f.ptr_recv))) {
            None => match self.init_number(obj) {
                Some(n) => format!("{pkg}.{name}.{n}"),
                None => format!("{pkg}.{name}{args}"),
            },
            Some((recv, ptr)) => {
                let recv = self.u.name(self.u.types.named(recv).name);
                if ptr {
                    format!("{pkg}.(*{recv}{args}).{name}")
                } else {
                    format!("{pkg}.{recv}{args}.{name}")
                }
            }
        }
    }

    /// Which one of its package's functions called `init` a function is.
    fn init_number(&self, obj: ObjId) -> Option<usize> {
        let object = &self.u.objects[obj];
        let inits = &self.u.packages[object.pkg?].inits;
        inits.iter().position(|init| *init == obj).filter(|_| object.name == self.u.words.init)
    }

    /// The receiver's type of a declared method.
    fn receiver(&mut self, obj: ObjId) -> Option<TypeId> {
        let f = self.u.objects[obj].as_func()?;
        let (named, ptr) = (f.recv?, f.ptr_recv);
        let ty = self.u.types.named(named).ty;
        Some(if ptr { self.u.types.pointer_to(ty) } else { ty })
    }

    /// Whether a function has no body: the name of its native, `path.F` or `path.T.m`.
    fn native_name(&self, obj: ObjId) -> Option<String> {
        let object = &self.u.objects[obj];
        let func = object.as_func().filter(|func| func.native)?;
        let (path, name) = (&self.u.packages[object.pkg?].path, self.u.name(object.name));
        Some(match func.recv {
            None => format!("{path}.{name}"),
            Some(recv) => format!("{path}.{}.{name}", self.u.name(self.u.types.named(recv).name)),
        })
    }

    fn native(&mut self, module: &mut Module, obj: ObjId, name: &str) -> NativeId {
        let (ty, recv) = (self.u.objects[obj].ty, self.receiver(obj));
        let first = recv.map_or(Vec::new(), |recv| self.irs(&[recv]));
        let sig = self.signature(&first, ty);
        if self.is_hosts(obj) && self.host_calls.iter().all(|call| call.name != name) {
            self.note_host_call(module, name, recv, ty);
        }
        module.native(name, &sig.params, &sig.results)
    }

    /// Whether an object is of a package of the host's.
    fn is_hosts(&self, obj: ObjId) -> bool {
        let package = self.u.objects[obj].pkg;
        package.is_some_and(|p| self.u.packages[p].kind == PackageKind::Host)
    }

    /// The memory of a package variable.
    fn global(&mut self, module: &mut Module, obj: ObjId) -> GlobalId {
        if let Some(id) = self.globals.get(&obj) {
            return *id;
        }
        let object = &self.u.objects[obj];
        let (ty, pos) = (object.ty, object.pos);
        let name = format!("{}.{}", self.package_name(object.pkg), self.u.name(object.name));
        self.pos = pos;
        let size = self.layout(ty).size;
        if size > 1 << 28 {
            self.error(pos, format!("{name} is too large"));
        }
        let id = module.globals.push(GlobalDecl { name, size: size.clamp(8, 1 << 28) as u32 });
        self.globals.insert(obj, id);
        id
    }

    /// Memory for a constant string that is kept in interfaces.
    fn string_box(&mut self, module: &mut Module, text: &[u8]) -> GlobalId {
        if let Some(id) = self.boxed_strings.get(text) {
            return *id;
        }
        let id = module.globals.push(GlobalDecl { name: "constant string".into(), size: 16 });
        self.boxed_strings.insert(text.to_vec(), id);
        id
    }

    fn is_blank(&self, name: Name) -> bool {
        self.u.name(name) == "_"
    }

    fn has_recover(&self, obj: ObjId) -> bool {
        self.func_decl(obj).is_some_and(|f| self.u.info.funcs[f.ty.id].has_recover)
    }

    fn is_func(&self, obj: ObjId) -> bool {
        matches!(self.u.objects[obj].kind, ObjectKind::Func(_))
    }
}
