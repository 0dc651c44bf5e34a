//! Where programs begin: initialisation, `runtime.main`, the first function of goroutines.
//!
//! Each step of a package's initialisation is a function of its own; the function that calls all of them is
//! made last, when it is known what the program reaches.

use purlin_base::Pos;
use purlin_ir::{FuncId, GlobalDecl, GlobalId, Module, Opcode, Signature, Type as Ir, Value};
use purlin_runtime::border::Export;
use purlin_runtime::natives::rows;
use smallvec::smallvec;

use super::RuntimeTypes;
use super::state::{Cx, FuncKey, LiteralNames, Location, Lower, Vals};
use crate::ast::Decl;
use crate::embed::EmbedKind;
use crate::module::embed::Files;
use crate::rt::ErrorTypes;
use crate::syntax::PackageKind;
use crate::types::Type;
use crate::universe::{DeclRef, ObjId, PackageId};

/// The functions that a program begins with, while they are generated.
pub(crate) struct Entries {
    fatal: Option<FuncId>,
    initialise: FuncId,
    main: FuncId,
    /// The program's own function `main`.
    main_func: Option<FuncId>,
    pub start: FuncId,
    pub init: FuncId,
    pub exports: Vec<Export>,
    /// Functions of the program's own package that a host cannot call: the name, and why.
    pub uncallable: Vec<(String, String)>,
    pkg: PackageId,
}

fn plain() -> Signature {
    Signature::default()
}

/// Lowers one specification of package variables, or one value of it.
pub(super) fn lower_step(cx: &mut Cx<'_>, module: &mut Module, id: FuncId, pkg: PackageId, decl: DeclRef) {
    let Some(Decl::Var(specs)) = cx.decl(pkg, decl) else { return };
    let spec = &specs[decl.spec as usize];
    let init = cx.u.packages[pkg].init_order.iter().find(|i| i.decl == decl).cloned();
    let Some(init) = init else { return };
    // Literals of all steps are counted together, as they are in one function of Go's compiler.
    let names = LiteralNames::new(&module.funcs[id].name, false);
    let names = cx.init_names.remove(&pkg).unwrap_or(names);
    let mut lower = Lower::new(cx, module, id, names);
    lower.at(spec.pos);
    lower.init_globals(&init.lhs, spec, decl.name as usize);
    lower.b.ret(&[]);
    let names = lower.names.clone();
    lower.b.finish();
    cx.init_names.insert(pkg, names);
}

impl<'a> Lower<'_, 'a> {
    fn init_globals(&mut self, lhs: &[ObjId], spec: &'a crate::ast::VarSpec, n: usize) {
        let stored = |lower: &Self, obj: ObjId| !lower.cx.is_blank(lower.cx.u.objects[obj].name);
        if spec.values.is_empty() {
            if let [obj] = *lhs
                && stored(self, obj)
            {
                self.init_embedded(obj);
            }
            return;
        }
        if let [obj] = *lhs {
            let value = &spec.values[n.min(spec.values.len() - 1)];
            self.prepare([value]);
            let ty = self.obj_type(obj);
            let vals = self.expr_now_as(value, ty);
            if stored(self, obj) {
                let place = self.variable(obj);
                self.store(&place, ty, &vals);
            }
            return;
        }
        self.prepare(&spec.values);
        let values = self.values(lhs.len(), &spec.values);
        for (obj, (vals, from)) in lhs.iter().zip(values) {
            let ty = self.obj_type(*obj);
            let vals = self.assignable(vals, from, ty);
            if stored(self, *obj) {
                let place = self.variable(*obj);
                self.store(&place, ty, &vals);
            }
        }
    }

    /// Gives a variable the files that it embeds.
    fn init_embedded(&mut self, obj: ObjId) {
        let (pos, ty) = (self.cx.u.objects[obj].pos, self.obj_type(obj));
        let Some(files) = self.cx.u.embeds.get(&pos).cloned() else { return };
        let vals = match self.cx.u.embed_kind(ty) {
            None => return,
            Some(EmbedKind::Tree) => self.tree_of(&files),
            Some(kind) => {
                let bytes = files.values().next().cloned().unwrap_or_default();
                let text = self.string_const(&bytes);
                if kind == EmbedKind::Text {
                    text
                } else {
                    let copy = self.call_rt(rows::STRING_TO_BYTES, &text);
                    smallvec![copy[0], copy[1], copy[1]]
                }
            }
        };
        let place = self.variable(obj);
        self.store(&place, ty, &vals);
    }

    /// An `embed.FS` with these files, as package embed makes it of names and contents.
    fn tree_of(&mut self, files: &Files) -> Vals {
        let library = self.cx.u.package("embed");
        let Some(of) = library.and_then(|library| self.cx.u.lookup(library, "of")) else {
            return Vals::new();
        };
        let sig = self.cx.u.types.signature(self.cx.u.objects[of].ty).cloned().unwrap_or_default();
        let Some(Type::Slice(file)) = sig.params.first().map(|list| self.cx.u.types.under(*list).clone())
        else {
            return Vals::new();
        };
        let size = self.layout(file).size;
        let count = self.int(files.len() as i64);
        let list = self.new_array(file, count);
        for (n, (name, bytes)) in files.iter().enumerate() {
            let name = self.string_const(name.as_bytes());
            let data = self.string_const(bytes);
            let at = Location::Mem { base: list, off: (n as u64 * size) as i64, stable: false };
            self.store(&at, file, &[name[0], name[1], data[0], data[1]]);
        }
        let of = self.func_of(FuncKey::Decl(of));
        self.b.call(of, &[list, count, count]).into_iter().collect()
    }

    /// Calls `f`, with a handler that reports what was not caught and ends the run.
    pub(super) fn guarded(&mut self, fatal: Option<FuncId>, f: impl FnOnce(&mut Self)) {
        let handler = self.b.block();
        f(self);
        self.b.cold(handler);
        self.b.switch_to(handler);
        if let Some(fatal) = fatal {
            self.b.call(fatal, &[]);
        }
        self.b.trap(purlin_base::TrapCode::Unreachable);
        self.b.func.handler = Some(handler);
    }
}

impl<'a> Cx<'a> {
    /// Declares what the program of package `pkg` begins with.
    pub(crate) fn begin(&mut self, module: &mut Module, pkg: PackageId) -> Entries {
        purlin_ir::natives::declare_bulk(module);
        let runtime = self.u.package("runtime");
        let fatal =
            runtime.and_then(|p| self.u.lookup(p, "fatal")).map(|obj| self.func(module, FuncKey::Decl(obj)));
        let error = |name: &str| {
            let error = runtime.and_then(|p| self.u.lookup(p, name));
            error.map_or(0, |error| self.number(self.u.objects[error].ty))
        };
        let [text, bounds, worded] = ["errorString", "boundsError", "plainError"].map(error);
        self.rtypes.errors = ErrorTypes { text, bounds, plain: worded, ..self.rtypes.errors };
        let initialise = module.declare("runtime.initialise", &plain());
        let main = module.declare("runtime.main", &plain());
        let start = module.declare("runtime.start", &Signature::new([Ir::Ref], []));
        let init = module.declare("runtime.init", &plain());
        for id in [initialise, main, start, init] {
            module.funcs[id].wrapper = true;
        }
        let main_func = self.u.lookup(pkg, "main").map(|obj| self.func(module, FuncKey::Decl(obj)));
        let (exports, uncallable) = self.exports(module, pkg, fatal, initialise);
        Entries { fatal, initialise, main, main_func, start, init, exports, uncallable, pkg }
    }

    /// Lowers until neither functions, types nor package variables are left to do, or until the bodies of
    /// some functions have to be checked first, which it returns.
    pub(crate) fn advance(&mut self, module: &mut Module) -> Vec<ObjId> {
        loop {
            let mut unchecked = self.run(module);
            if unchecked.is_empty() {
                unchecked = self.unchecked_methods();
            }
            if !unchecked.is_empty() {
                return unchecked;
            }
            let steps = self.queue_steps(module);
            let rows = self.queue_methods(module);
            if !steps && !rows {
                return Vec::new();
            }
        }
    }

    /// Generates the functions that the program begins with, and describes its types.
    pub(crate) fn finish(&mut self, module: &mut Module, entries: &Entries) -> RuntimeTypes {
        self.generate_init(module, entries.initialise);
        for (id, then) in [(entries.main, entries.main_func), (entries.init, None)] {
            let mut lower = Lower::new(self, module, id, LiteralNames::new("", false));
            lower.guarded(entries.fatal, |lower| {
                lower.b.call(entries.initialise, &[]);
                if let Some(then) = then {
                    lower.b.call(then, &[]);
                }
                lower.b.ret(&[]);
            });
            lower.b.finish();
        }
        let mut lower = Lower::new(self, module, entries.start, LiteralNames::new("", false));
        lower.guarded(entries.fatal, |lower| {
            let closure = lower.b.param(0);
            let number = lower.closure_func(closure);
            let sig = lower.b.module.sig(&Signature::new([Ir::Ref], []));
            lower.b.call_indirect(sig, number, &[closure]);
            lower.b.ret(&[]);
        });
        lower.b.finish();
        if self.u.packages[entries.pkg].name == self.u.words.main {
            module.main = Some(entries.main);
        }
        super::share::share(module, &self.candidates, self.u.prepared.packages_read());
        self.finish_types(module, entries.start)
    }

    /// Queues steps of initialisation that are not lowered yet.
    fn queue_steps(&mut self, module: &mut Module) -> bool {
        let all: Vec<(PackageId, DeclRef)> = self
            .u
            .packages
            .iter()
            .flat_map(|(id, p)| p.init_order.iter().map(move |i| (id, i.decl)))
            .collect();
        let packages: Vec<PackageId> = self.u.packages.keys().collect();
        let inits: Vec<ObjId> = packages.iter().flat_map(|p| self.inits_of(*p)).collect();
        let before = self.funcs.len();
        for (pkg, decl) in all {
            self.func(module, FuncKey::Init(pkg, decl));
        }
        for obj in inits {
            self.func(module, FuncKey::Decl(obj));
        }
        self.funcs.len() != before
    }

    /// A package's functions `init`, but for those of a package of the library of which nothing is used.
    fn inits_of(&self, pkg: PackageId) -> Vec<ObjId> {
        let checked = |obj: &ObjId| matches!(&self.u.objects[*obj].kind, crate::universe::ObjectKind::Func(f) if f.checked);
        self.u.packages[pkg].inits.iter().copied().filter(checked).collect()
    }

    /// Packages in the order of their initialisation: by path, each after those that it imports.
    fn package_order(&self) -> Vec<PackageId> {
        let mut rest: Vec<PackageId> = self.u.packages.keys().collect();
        let is_program = |p: &PackageId| self.u.packages[*p].kind == PackageKind::Program;
        rest.sort_by_key(|p| (is_program(p), self.u.packages[*p].path.clone()));
        let mut order: Vec<PackageId> = Vec::new();
        while !rest.is_empty() {
            let ready =
                |p: &PackageId| self.u.packages[*p].imports.iter().all(|i| order.contains(i) || i == p);
            let at = rest.iter().position(ready).unwrap_or(0);
            order.push(rest.remove(at));
        }
        order
    }

    /// The function that initialises all packages, once.
    fn generate_init(&mut self, module: &mut Module, id: FuncId) {
        let flag = module.globals.push(GlobalDecl { name: "runtime.initialised".into(), size: 8 });
        let mut calls = Vec::new();
        for pkg in self.package_order() {
            let steps: Vec<DeclRef> = self.u.packages[pkg].init_order.iter().map(|i| i.decl).collect();
            calls.extend(steps.into_iter().map(|decl| FuncKey::Init(pkg, decl)));
            calls.extend(self.inits_of(pkg).into_iter().map(FuncKey::Decl));
        }
        let mut lower = Lower::new(self, module, id, LiteralNames::new("", false));
        lower.once(flag);
        for key in calls {
            let func = lower.func_of(key);
            lower.b.call(func, &[]);
        }
        lower.b.ret(&[]);
        lower.b.finish();
    }
}

impl Lower<'_, '_> {
    /// Returns if the flag is set, else sets it.
    fn once(&mut self, flag: GlobalId) {
        self.at(Pos::NONE);
        let at = self.b.global_addr(flag, 0);
        let done: Value = self.b.load(Ir::I64, at, 0);
        let zero = self.int(0);
        let initialised = self.op(Opcode::Ine, done, zero);
        let (leave, first) = (self.b.block(), self.b.block());
        self.b.brif(initialised, leave, first);
        self.b.switch_to(leave);
        self.b.ret(&[]);
        self.b.switch_to(first);
        let one = self.int(1);
        self.b.store(at, 0, one);
    }
}
