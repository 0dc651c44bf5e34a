//! A module: functions, and what they refer to by number. Immutable once compiled, shared by all isolates.

use std::borrow::Cow;

use purlin_base::map::HashMap;

use purlin_base::wire::{Malformed, Reader, Wire, Writer};
use purlin_base::{EntityRef as _, PrimaryMap};

use crate::body::{Body, put_bodies, take_bodies};
use crate::ids::{ClassId, DataId, FuncId, GlobalId, InterfaceId, NativeId, SelectorId, SigId};
use crate::imm::Imm;
use crate::types::{Signature, Type};

/// A function's declaration and, unless it is never called, its body.
#[derive(Clone, Debug)]
pub struct FuncDecl {
    /// As tracebacks print it: `main.fib`.
    pub name: Cow<'static, str>,
    pub sig: SigId,
    pub body: Option<Body>,
    /// Left out of tracebacks, transparent to `recover`.
    pub wrapper: bool,
}

/// A native by name; the runtime or the host binds it before the module runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeDecl {
    pub name: String,
    pub sig: SigId,
}

/// Which words of an object may hold pointers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pointers {
    /// None does.
    None,
    /// Word `i` may if bit `i` is set; for objects of at most 64 words.
    Words(u64),
    /// Every word may.
    All,
}

/// An allocation class: bytes and pointer layout of one object, or of one element of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassDecl {
    pub size: u32,
    pub pointers: Pointers,
}

/// A piece of an isolate's globals, zeroed at its start and scanned for pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalDecl {
    pub name: String,
    /// Bytes; aligned to 8.
    pub size: u32,
}

/// Read-only bytes, aligned to 8, at one address for all isolates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataDecl {
    pub bytes: Cow<'static, [u8]>,
}

/// A selector's row: which function implements it for which run-time type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectorDecl {
    pub name: String,
    /// Type number, function; sorted by type.
    pub methods: Vec<(u32, FuncId)>,
}

/// An interface's row: the run-time types that have all its methods, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InterfaceDecl {
    pub name: String,
    pub types: Vec<u32>,
}

/// The numbers of types that were added after a module was linked: the first multiples of a stride that the
/// module's layout decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedTypes {
    /// 0 before the module is linked.
    pub stride: u32,
    pub count: u32,
}

/// What the code of a module counts besides gas, for isolates that limit it. What counts is what the front
/// end made, whatever passes leave of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counted {
    /// Every function takes, as its last parameter, how many calls may be nested in it.
    pub calls: bool,
    /// No pass removes an allocation, nor a poll, which may be where too many are noticed.
    pub allocations: bool,
    /// Charges stay where the work is that they are for, one for each position, and [`Opcode::Probe`] looks
    /// at them: the code is profiled.
    ///
    /// [`Opcode::Probe`]: crate::Opcode::Probe
    pub gas: bool,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub sigs: PrimaryMap<SigId, Signature>,
    pub funcs: PrimaryMap<FuncId, FuncDecl>,
    pub natives: PrimaryMap<NativeId, NativeDecl>,
    pub classes: PrimaryMap<ClassId, ClassDecl>,
    pub globals: PrimaryMap<GlobalId, GlobalDecl>,
    pub data: PrimaryMap<DataId, DataDecl>,
    pub selectors: PrimaryMap<SelectorId, SelectorDecl>,
    pub interfaces: PrimaryMap<InterfaceId, InterfaceDecl>,
    /// How many run-time types there are when the module is linked; their numbers are below it, and 0 is nil.
    pub type_count: u32,
    /// Types may be added that have methods of the module's selectors: nothing may rely on knowing all types
    /// that have a method.
    pub open_types: bool,
    /// Types that were added after the module was linked.
    pub added_types: AddedTypes,
    /// What runs first: takes nothing, returns nothing.
    pub main: Option<FuncId>,
    /// What is counted before the passes besides gas.
    pub counted: Counted,
    interned: Interned,
}

#[derive(Clone, Debug, Default)]
struct Interned {
    /// The tables were read with a compiled module, and are not in here yet.
    stale: bool,
    sigs: HashMap<Signature, SigId>,
    classes: HashMap<ClassDecl, ClassId>,
    data: HashMap<Cow<'static, [u8]>, DataId>,
    natives: HashMap<String, NativeId>,
}

impl Module {
    pub fn new() -> Module {
        Module::default()
    }

    fn interned(&mut self) -> &mut Interned {
        if self.interned.stale {
            self.interned = Interned {
                stale: false,
                sigs: self.sigs.iter().map(|(id, sig)| (sig.clone(), id)).collect(),
                classes: self.classes.iter().map(|(id, class)| (class.clone(), id)).collect(),
                data: self.data.iter().map(|(id, data)| (data.bytes.clone(), id)).collect(),
                natives: self.natives.iter().map(|(id, native)| (native.name.clone(), id)).collect(),
            };
        }
        &mut self.interned
    }

    /// The id of a signature.
    pub fn sig(&mut self, sig: &Signature) -> SigId {
        if let Some(id) = self.interned().sigs.get(sig) {
            return *id;
        }
        let id = self.sigs.push(sig.clone());
        self.interned.sigs.insert(sig.clone(), id);
        id
    }

    /// The id of an allocation class.
    pub fn class(&mut self, class: ClassDecl) -> ClassId {
        if let Some(id) = self.interned().classes.get(&class) {
            return *id;
        }
        let id = self.classes.push(class.clone());
        self.interned.classes.insert(class, id);
        id
    }

    /// Read-only bytes; equal bytes are stored once.
    pub fn bytes(&mut self, bytes: &[u8]) -> DataId {
        if let Some(id) = self.interned().data.get(bytes) {
            return *id;
        }
        let id = self.data.push(DataDecl { bytes: bytes.to_vec().into() });
        self.interned.data.insert(bytes.to_vec().into(), id);
        id
    }

    /// The id of a native. The same name must always come with the same signature.
    pub fn native(&mut self, name: &str, params: &[Type], results: &[Type]) -> NativeId {
        if let Some(id) = self.interned().natives.get(name) {
            return *id;
        }
        let sig = self.sig(&Signature::new(params, results));
        let id = self.natives.push(NativeDecl { name: name.to_string(), sig });
        self.interned.natives.insert(name.to_string(), id);
        id
    }

    /// Whether a run-time type has that number.
    pub fn is_type(&self, ty: u32) -> bool {
        let AddedTypes { stride, count } = self.added_types;
        ty < self.type_count
            || stride > 0 && ty.is_multiple_of(stride) && (1..=count).contains(&(ty / stride))
    }

    /// Adds a run-time type to a module that is linked: its number, which is also the order in which types
    /// are added. `None` if there are no more numbers.
    pub fn add_type(&mut self) -> Option<u32> {
        let count = self.added_types.count.checked_add(1)?;
        let ty = self.added_types.stride.checked_mul(count).filter(|ty| *ty > 0)?;
        self.added_types.count = count;
        Some(ty)
    }

    /// The elements of a row that has one for each linked type, at least one.
    pub(crate) fn linked_types(&self) -> u32 {
        self.type_count.max(1)
    }

    /// Declares a function without a body.
    pub fn declare(&mut self, name: impl Into<String>, sig: &Signature) -> FuncId {
        let sig = self.sig(sig);
        self.funcs.push(FuncDecl { name: name.into().into(), sig, body: None, wrapper: false })
    }

    /// The signature of what a call with that immediate calls, if that exists.
    pub(crate) fn callee_sig(&self, callee: Imm) -> Option<SigId> {
        match callee {
            Imm::Func(func) => self.funcs.get(func).map(|f| f.sig),
            Imm::Sig(sig) => Some(sig),
            Imm::Native(native) => self.natives.get(native).map(|n| n.sig),
            Imm::None | Imm::Int(_) | Imm::Float(_) | Imm::Mem { .. } | Imm::Offset(_) => None,
            Imm::Scaled { .. } | Imm::Units(_) | Imm::Class(_) | Imm::Slot(_) | Imm::Global { .. } => None,
            Imm::Data { .. } | Imm::Trap(_) | Imm::Selector(_) | Imm::Interface(_) => None,
            Imm::State(_) | Imm::Switch(_) | Imm::Probe(_) => None,
        }
    }

    /// The signature of a function.
    pub fn func_sig(&self, func: FuncId) -> &Signature {
        &self.sigs[self.funcs[func].sig]
    }
}

impl Wire for Module {
    fn put(&self, out: &mut Writer) {
        let Module { sigs, funcs, natives, classes, globals, data, selectors, interfaces, .. } = self;
        let Module { type_count, open_types, added_types, main, counted, interned: _, .. } = self;
        sigs.put(out);
        funcs.put(out);
        natives.put(out);
        classes.put(out);
        globals.put(out);
        data.put(out);
        selectors.put(out);
        interfaces.put(out);
        type_count.put(out);
        open_types.put(out);
        added_types.put(out);
        main.put(out);
        counted.put(out);
        // Last: all that is read at once stands together.
        put_bodies(funcs.len(), |n| funcs[FuncId::new(n)].body.as_ref(), out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Module, Malformed> {
        let mut module = Module {
            sigs: Wire::take(from)?,
            funcs: Wire::take(from)?,
            natives: Wire::take(from)?,
            classes: Wire::take(from)?,
            globals: Wire::take(from)?,
            data: Wire::take(from)?,
            selectors: Wire::take(from)?,
            interfaces: Wire::take(from)?,
            type_count: Wire::take(from)?,
            open_types: Wire::take(from)?,
            added_types: Wire::take(from)?,
            main: Wire::take(from)?,
            counted: Wire::take(from)?,
            interned: Interned { stale: true, ..Interned::default() },
        };
        let funcs = &mut module.funcs;
        take_bodies(funcs.len(), from, |n, body| funcs[FuncId::new(n)].body = Some(body))?;
        Ok(module)
    }
}
