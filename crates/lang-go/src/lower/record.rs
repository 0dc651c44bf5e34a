//! Lowered functions of the library as prepared ones: what their bodies refer to by number is written as
//! symbols. The inverse of `check/prepared.rs` and `link.rs`. See `crate::prepared`.

mod forms;

use purlin_base::map::{HashMap, HashSet};
use purlin_base::{EntityRef as _, Name, Pos};
use purlin_ir::template::{Reference, Renumber, marked, renumber};
use purlin_ir::{DataId, FuncId, Function, GlobalId, InterfaceId, Module, SelectorId};

use super::state::{Cx, FuncKey, Numbered, Recorder, ThunkTarget};
use crate::prepared::{
    BodyAt, Bytes, Facts, FieldSymbol, Inner, MethodSymbol, No, Notes, Recorded, RecordedPackage, Symbol,
    Template, written,
};
use crate::syntax::PackageKind;
use crate::types::{Basic, ChanDir, IfaceMethod, Type, TypeId};
use crate::universe::{Builtin, Instance, ObjId, ObjectKind, PackageId};

pub use forms::Finish;
use forms::{Finisher, Recording};

/// Numbers of each sort are below this.
const SORT: u32 = 1 << 28;

/// The constant that stands for a number while the library is recorded.
pub(super) fn constant(of: Numbered, number: u32) -> i64 {
    let sort = match of {
        Numbered::Type => 0,
        Numbered::Map => 1,
        Numbered::Class => 2,
    };
    marked(sort * SORT + number)
}

impl Cx<'_> {
    /// From now on what recording needs is kept.
    pub(crate) fn begin_recording(&mut self) {
        self.recorder = Some(Recorder::default());
    }

    /// Notes that a function was declared inside another.
    pub(super) fn note_inner(&mut self, outer: FuncId, inner: FuncId) {
        if let Some(recorder) = &mut self.recorder {
            let outer = recorder.outer.get(&outer).copied().unwrap_or(outer);
            recorder.outer.insert(inner, outer);
        }
    }

    /// Queues a function as if the program reached it.
    pub(crate) fn want(&mut self, module: &mut Module, obj: ObjId) {
        self.func(module, FuncKey::Decl(obj));
    }

    /// The packages of the library in their prepared form, by import path. `finish` makes final forms.
    pub(crate) fn recorded(
        &mut self,
        module: &Module,
        common: &HashSet<String>,
        finish: Finish<'_>,
    ) -> Vec<RecordedPackage> {
        let Some(recorder) = self.recorder.take() else { return Vec::new() };
        let sources = Sources::new(self, module, recorder);
        let (mut writers, mut entries) = (Vec::new(), Vec::new());
        for (pkg, package) in self.u.packages.iter() {
            if package.kind == PackageKind::Std && !package.objects.is_empty() {
                let mut writer = PackageWriter::new(self, module, &sources, pkg);
                let functions = package.objects.iter().filter_map(|obj| writer.function(*obj));
                entries.push(functions.collect::<Vec<Entry>>());
                writers.push(writer);
            }
        }
        let forms = self.forms(&mut writers, &entries, &Finisher::new(self, module, &sources, finish));
        let mut all = Vec::new();
        for ((writer, entries), forms) in writers.into_iter().zip(entries).zip(forms) {
            let entries = entries.into_iter().zip(forms);
            let recorded = entries.map(|(Entry { recorded, .. }, forms)| Recorded { forms, ..recorded });
            let (first, rest): (Vec<Recorded>, Vec<Recorded>) =
                recorded.partition(|f| common.contains(&f.name));
            let parts = written(&writer.symbols, vec![first, rest]);
            all.push(RecordedPackage { path: self.u.packages[writer.pkg].path.to_string(), parts });
        }
        all.sort_by(|a, b| a.path.cmp(&b.path));
        all
    }

    /// The final forms of all functions of each entry of each package.
    fn forms(
        &self,
        writers: &mut [PackageWriter<'_, '_>],
        entries: &[Vec<Entry>],
        finisher: &Finisher<'_>,
    ) -> Vec<Vec<Vec<Option<Vec<u8>>>>> {
        let recording = Recording::new(self, writers, entries);
        writers.iter_mut().for_each(|writer| writer.sealed = true);
        let mut of_entry =
            |entry: &Entry| entry.ids.iter().map(|id| recording.form(finisher, writers, *id)).collect();
        entries.iter().map(|entries| entries.iter().map(&mut of_entry).collect()).collect()
    }
}

/// A function with all that is in it.
struct Entry {
    recorded: Recorded,
    /// The functions whose bodies it has.
    ids: Vec<FuncId>,
    /// The symbols that have numbers in every program that is linked with it.
    numbered: HashSet<No>,
}

/// What numbers in the module stand for.
struct Sources {
    keys: HashMap<FuncId, FuncKey>,
    /// The literals and loop bodies in each function, in order.
    inner: HashMap<FuncId, Vec<FuncId>>,
    recorder: Recorder,
    closures: HashMap<DataId, FuncId>,
    globals: HashMap<GlobalId, ObjId>,
    texts: HashMap<GlobalId, Vec<u8>>,
    selectors: HashMap<SelectorId, IfaceMethod>,
    interfaces: HashMap<InterfaceId, TypeId>,
}

impl Sources {
    fn new(cx: &Cx<'_>, module: &Module, recorder: Recorder) -> Sources {
        let mut inner: HashMap<FuncId, Vec<FuncId>> = HashMap::default();
        for id in module.funcs.keys() {
            if let Some(outer) = recorder.outer.get(&id) {
                inner.entry(*outer).or_default().push(id);
            }
        }
        Sources {
            keys: cx.funcs.iter().map(|(key, id)| (*id, key.clone())).collect(),
            inner,
            recorder,
            closures: cx.candidates.closures.iter().map(|(func, data)| (*data, *func)).collect(),
            globals: cx.globals.iter().map(|(obj, id)| (*id, *obj)).collect(),
            texts: cx.boxed_strings.iter().map(|(text, id)| (*id, text.clone())).collect(),
            selectors: cx.rtypes.selectors.iter().map(|(method, id)| (*id, method.clone())).collect(),
            interfaces: cx.rtypes.interfaces.iter().map(|(ty, id)| (*id, *ty)).collect(),
        }
    }
}

/// The symbols of one package.
struct PackageWriter<'r, 'c> {
    cx: &'r Cx<'c>,
    module: &'r Module,
    from: &'r Sources,
    pkg: PackageId,
    /// The position before the first of the package.
    base: u32,
    symbols: Vec<Symbol>,
    numbers: HashMap<Symbol, No>,
    /// The symbols in the function that is written.
    uses: Vec<No>,
    /// The function mentions what has no symbol.
    failed: bool,
    /// All symbols are there.
    sealed: bool,
    /// The symbols that were asked for since.
    found: HashMap<(Reference, u32), Option<No>>,
}

impl<'r, 'c> PackageWriter<'r, 'c> {
    fn new(cx: &'r Cx<'c>, module: &'r Module, from: &'r Sources, pkg: PackageId) -> PackageWriter<'r, 'c> {
        let base = cx.base_of(pkg).unwrap_or(0);
        PackageWriter {
            cx,
            module,
            from,
            pkg,
            base,
            symbols: Vec::new(),
            numbers: HashMap::default(),
            uses: Vec::new(),
            failed: false,
            sealed: false,
            found: HashMap::default(),
        }
    }

    /// A function with all that is in it; none if it is not one that is prepared.
    fn function(&mut self, obj: ObjId) -> Option<Entry> {
        let id = *self.cx.funcs.get(&FuncKey::Decl(obj))?;
        let object = &self.cx.u.objects[obj];
        let decl = object.decl.filter(|_| object.as_func().is_some_and(|f| !f.native))?;
        let body = self.module.funcs[id].body.as_ref()?;
        (self.uses, self.failed) = (Vec::new(), false);
        let inner = self.from.inner.get(&id).cloned().unwrap_or_default();
        let mut notes = self.notes(id);
        for id in &inner {
            let Notes { described, assertion, nil_panic } = self.notes(*id);
            notes.described |= described;
            notes.assertion |= assertion;
            notes.nil_panic |= nil_panic;
        }
        let mut bodies = vec![self.body(body)];
        let mut literals = Vec::new();
        for id in &inner {
            literals.push(self.inner(*id)?);
            bodies.push(self.body(self.module.funcs[*id].body.as_ref()?));
        }
        let own = self.own(id)?;
        let owned: Vec<No> = literals.iter().map(|inner| inner.own).chain([own]).collect();
        let deps = self.deps(obj)?;
        let mut uses = std::mem::take(&mut self.uses);
        uses.sort_unstable();
        uses.dedup();
        uses.retain(|symbol| !owned.contains(symbol));
        if self.failed {
            return None;
        }
        let numbered = owned.into_iter().chain(uses.iter().copied()).collect();
        let ids = std::iter::once(id).chain(inner).collect();
        let Notes { described, assertion, nil_panic } = notes;
        let facts = Facts { has_recover: self.cx.has_recover(obj), described, assertion, nil_panic };
        let template = Template { own, deps, uses, facts, inner: literals, body: BodyAt::NOWHERE };
        let (name, at) = (self.module.funcs[id].name.to_string(), (decl.file, decl.decl));
        Some(Entry { recorded: Recorded { name, at, template, bodies, forms: Vec::new() }, ids, numbered })
    }

    /// The symbol of what has a number in the module, if there is one.
    fn known(&mut self, kind: Reference, number: u32) -> Option<No> {
        if let Some(found) = self.found.get(&(kind, number)) {
            return *found;
        }
        let found = self.symbol_of(kind, number);
        self.found.insert((kind, number), found);
        found
    }

    fn notes(&self, id: FuncId) -> Notes {
        self.from.recorder.notes.get(&id).copied().unwrap_or_default()
    }

    fn inner(&mut self, id: FuncId) -> Option<Inner> {
        let decl = &self.module.funcs[id];
        let (own, sig) = (self.own(id)?, self.symbol_of(Reference::Sig, decl.sig.as_u32())?);
        Some(Inner { own, name: decl.name.to_string(), sig, body: BodyAt::NOWHERE })
    }

    fn body(&mut self, body: &Function) -> Function {
        let mut body = body.clone();
        renumber(&mut body, self);
        body
    }

    fn deps(&mut self, obj: ObjId) -> Option<Vec<No>> {
        let deps = self.cx.u.deps.get(&obj).cloned().unwrap_or_default();
        let matter = |obj: &ObjId| {
            matches!(self.cx.u.objects[*obj].kind, ObjectKind::Func(_) | ObjectKind::Var(_))
                && !self.is_blank(*obj)
        };
        let deps: Vec<ObjId> = deps.into_iter().filter(matter).collect();
        deps.into_iter().map(|obj| self.object(obj)).collect()
    }

    fn is_blank(&self, obj: ObjId) -> bool {
        self.cx.is_blank(self.cx.u.objects[obj].name)
    }

    fn add(&mut self, symbol: Symbol) -> Option<No> {
        if let Some(no) = self.numbers.get(&symbol) {
            return Some(*no);
        }
        if self.sealed {
            return None;
        }
        let no = self.symbols.len() as No;
        self.symbols.push(symbol.clone());
        self.numbers.insert(symbol, no);
        Some(no)
    }

    fn text(&self, name: Name) -> String {
        self.cx.u.name(name).to_string()
    }

    fn path(&self, pkg: Option<PackageId>) -> Option<String> {
        pkg.map(|pkg| self.cx.u.packages[pkg].path.to_string())
    }

    // Objects and types ----------------------------------------------------------------------------------

    fn object(&mut self, obj: ObjId) -> Option<No> {
        if let Some(Instance { origin, args }) = self.cx.u.instances.get(&obj).cloned() {
            let (origin, args) = (self.object(origin)?, self.types(&args)?);
            return self.add(Symbol::Instance { origin, args });
        }
        let object = &self.cx.u.objects[obj];
        let name = self.text(object.name);
        if let Some(recv) = object.as_func().and_then(|f| f.recv) {
            let named = self.cx.u.types.named(self.cx.u.types.origin(recv));
            let on = self.object(named.obj)?;
            return self.add(Symbol::Method { on, name });
        }
        let known = match object.pkg {
            None => self.cx.u.predeclared.get(&object.name),
            Some(pkg) => self.cx.u.packages[pkg].scope.get(&object.name),
        };
        let package = self.path(object.pkg);
        if known == Some(&obj) { self.add(Symbol::Object { package, name }) } else { None }
    }

    fn types(&mut self, types: &[TypeId]) -> Option<Vec<No>> {
        types.iter().map(|ty| self.ty(*ty)).collect()
    }

    fn ty(&mut self, ty: TypeId) -> Option<No> {
        let symbol = match self.cx.u.types.get(ty).clone() {
            Type::Basic(Basic::Invalid) | Type::TypeParam(_) | Type::Generic { .. } => return None,
            Type::Basic(basic) => Symbol::Basic { basic: basic as u8 },
            Type::Named(id) => {
                let named = self.cx.u.types.named(id).clone();
                if named.hidden > 0 {
                    return None;
                }
                let args = if named.origin.is_some() { self.types(&named.args)? } else { Vec::new() };
                Symbol::Named { object: self.object(named.obj)?, args }
            }
            Type::Array { elem, len } => Symbol::Array { elem: self.ty(elem)?, len },
            Type::Slice(elem) => Symbol::Slice { elem: self.ty(elem)? },
            Type::Pointer(elem) => Symbol::Pointer { elem: self.ty(elem)? },
            Type::Tuple(types) => Symbol::Tuple { types: self.types(&types)? },
            Type::Map { key, elem } => Symbol::MapType { key: self.ty(key)?, elem: self.ty(elem)? },
            Type::Chan { dir, elem } => {
                let dir = match dir {
                    ChanDir::Both => 0,
                    ChanDir::Send => 1,
                    ChanDir::Recv => 2,
                };
                Symbol::Chan { dir, elem: self.ty(elem)? }
            }
            Type::Signature(sig) => Symbol::FuncType {
                params: self.types(&sig.params)?,
                results: self.types(&sig.results)?,
                variadic: sig.variadic,
            },
            Type::Struct(fields) => {
                let fields: Option<Vec<_>> = fields.iter().map(|f| self.field(f)).collect();
                Symbol::Struct { fields: fields? }
            }
            Type::Interface(i) if i.is_basic() => {
                let methods: Option<Vec<_>> = i.methods.iter().map(|m| self.method(m)).collect();
                Symbol::InterfaceType { methods: methods? }
            }
            Type::Interface(_) => return None,
        };
        self.add(symbol)
    }

    fn field(&mut self, f: &crate::types::Field) -> Option<FieldSymbol> {
        let (name, package, ty) = (self.text(f.name), self.path(f.pkg), self.ty(f.ty)?);
        Some(FieldSymbol { name, package, ty, embedded: f.embedded, tag: Bytes(f.tag.to_vec()) })
    }

    fn method(&mut self, m: &IfaceMethod) -> Option<MethodSymbol> {
        Some(MethodSymbol { name: self.text(m.name), package: self.path(m.pkg), sig: self.ty(m.sig)? })
    }

    // What has a number in the module --------------------------------------------------------------------

    /// The symbol of a function whose body is in the package's prepared form.
    fn own(&mut self, id: FuncId) -> Option<No> {
        if let Some(outer) = self.from.recorder.outer.get(&id) {
            let of = self.own(*outer)?;
            let nth = self.from.inner.get(outer)?.iter().position(|inner| *inner == id)?;
            return self.add(Symbol::Inner { of, nth: nth as u32 });
        }
        let FuncKey::Decl(obj) = *self.from.keys.get(&id)? else { return None };
        let object = &self.cx.u.objects[obj];
        match object.decl {
            // There may be several of that name, which nothing can refer to.
            Some(decl) if self.is_init(obj) && object.pkg == Some(self.pkg) => {
                self.add(Symbol::Init { file: decl.file, decl: decl.decl })
            }
            _ => self.func(id),
        }
    }

    fn is_init(&self, obj: ObjId) -> bool {
        let object = &self.cx.u.objects[obj];
        object.name == self.cx.u.words.init && object.as_func().is_some_and(|f| f.recv.is_none())
    }

    fn func(&mut self, id: FuncId) -> Option<No> {
        if self.from.recorder.outer.contains_key(&id) {
            return self.own(id);
        }
        let symbol = match self.from.keys.get(&id)?.clone() {
            FuncKey::Decl(obj) => Symbol::Decl { object: self.object(obj)? },
            FuncKey::Value(obj) => Symbol::Value { object: self.object(obj)? },
            FuncKey::Bound(obj) => Symbol::Bound { object: self.object(obj)? },
            FuncKey::Entry { recv, name, pkg } => {
                Symbol::Entry { recv: self.ty(recv)?, name: self.text(name), package: self.path(pkg) }
            }
            FuncKey::MethodExpr { recv, name, pkg } => {
                Symbol::MethodExpr { recv: self.ty(recv)?, name: self.text(name), package: self.path(pkg) }
            }
            FuncKey::BoundIface(sig) => Symbol::BoundIface { sig: self.ty(sig)? },
            FuncKey::Thunk { target, params } => match target {
                ThunkTarget::Func(func) => Symbol::ThunkOfFunc { func: self.func(func)?, params },
                ThunkTarget::Native(native) => {
                    let native = self.symbol_of(Reference::Native, native.as_u32())?;
                    Symbol::ThunkOfNative { native, params }
                }
                ThunkTarget::Closure(sig) => {
                    Symbol::ThunkOfClosure { sig: self.symbol_of(Reference::Sig, sig.as_u32())?, params }
                }
                ThunkTarget::Number(sig) => {
                    Symbol::ThunkOfNumber { sig: self.symbol_of(Reference::Sig, sig.as_u32())?, params }
                }
            },
            FuncKey::BuiltinThunk { builtin, types } => {
                Builtin::ALL.contains(&builtin).then_some(())?;
                Symbol::BuiltinThunk { builtin: builtin.name().into(), types: self.types(&types)? }
            }
            FuncKey::RaiseAgain(results) => Symbol::RaiseAgain { results },
            FuncKey::Init(..) | FuncKey::Adapter(_) | FuncKey::Maker(_) | FuncKey::Methods(_) => return None,
        };
        self.add(symbol)
    }

    fn symbol_of(&mut self, kind: Reference, number: u32) -> Option<No> {
        let (module, at) = (self.module, number as usize);
        let symbol = match kind {
            Reference::Func => return self.own_or_func(FuncId::new(at)),
            Reference::Sig => Symbol::Sig { sig: module.sigs.values().nth(at)?.clone() },
            Reference::Native => {
                let native = &module.natives[purlin_ir::NativeId::new(at)];
                Symbol::Native { name: native.name.clone(), sig: module.sigs[native.sig].clone() }
            }
            Reference::Class => Symbol::Class { class: module.classes[purlin_ir::ClassId::new(at)].clone() },
            Reference::Global => match self.from.globals.get(&GlobalId::new(at)) {
                Some(obj) => Symbol::Global { object: self.object(*obj)? },
                None => Symbol::Text { bytes: Bytes(self.from.texts.get(&GlobalId::new(at))?.clone()) },
            },
            Reference::Data => match self.from.closures.get(&DataId::new(at)) {
                Some(func) => Symbol::Closure { func: self.own_or_func(*func)? },
                None => Symbol::Data { bytes: Bytes(module.data[DataId::new(at)].bytes.to_vec()) },
            },
            Reference::Selector => {
                let row = SelectorId::new(at);
                match self.from.selectors.get(&row) {
                    Some(method) => Symbol::Selector { method: self.method(method)? },
                    None => Symbol::Hook { hook: self.cx.hook_of(row)? },
                }
            }
            Reference::Interface => {
                let ty = *self.from.interfaces.get(&InterfaceId::new(at))?;
                Symbol::Interface { ty: self.ty(ty)? }
            }
            Reference::Number => self.numbered(number)?,
        };
        self.add(symbol)
    }

    fn own_or_func(&mut self, id: FuncId) -> Option<No> {
        let declared = matches!(self.from.keys.get(&id), Some(FuncKey::Decl(_)));
        if declared { self.own(id) } else { self.func(id) }
    }

    fn numbered(&mut self, number: u32) -> Option<Symbol> {
        let at = number % SORT;
        Some(match number / SORT {
            0 => {
                let ty = *self.cx.rtypes.list.get(at.checked_sub(1)? as usize)?;
                Symbol::TypeNumber { ty: self.ty(ty)? }
            }
            1 => {
                let ty = *self.cx.rtypes.maps.get(at as usize)?;
                Symbol::MapNumber { ty: self.ty(ty)? }
            }
            _ => Symbol::ClassNumber { class: self.symbol_of(Reference::Class, at)? },
        })
    }
}

impl Renumber for PackageWriter<'_, '_> {
    fn number(&mut self, kind: Reference, number: u32) -> u32 {
        match self.symbol_of(kind, number) {
            Some(symbol) => {
                self.uses.push(symbol);
                symbol
            }
            None => {
                self.failed = true;
                0
            }
        }
    }

    fn constant(&mut self, number: u32) -> i64 {
        marked(self.number(Reference::Number, number))
    }

    fn pos(&self, pos: Pos) -> Pos {
        if pos.is_some() { Pos(pos.0.wrapping_sub(self.base)) } else { pos }
    }
}
