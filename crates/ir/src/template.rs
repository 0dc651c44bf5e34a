//! Bodies that are prepared before the module is known that they become part of: what such a body refers to
//! by number is a *symbol*, and gets its number when the function is linked. Knows nothing of what symbols
//! stand for.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use purlin_base::wire::{Packed, Source};
use purlin_base::{EntityRef as _, Pos};

use crate::func::Function;
use crate::ids::{ClassId, DataId, FuncId, GlobalId, InterfaceId, NativeId, SelectorId, SigId};
use crate::imm::Imm;

/// What a body refers to by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reference {
    Func,
    Sig,
    Native,
    Class,
    Global,
    Data,
    Selector,
    Interface,
    /// A number that the guest gives out, such as that of a type: an integer constant with [`marked`] bits.
    Number,
}

/// The upper half of constants that are references. Only bodies that are recorded have such constants.
const MARK: i64 = 0x5eed_1e55_u32 as i64;

/// The constant that stands for a number of the guest's while bodies are recorded, and for a symbol in them.
pub fn marked(number: u32) -> i64 {
    MARK << 32 | i64::from(number)
}

/// The number in a constant that [`marked`] made.
pub fn number_in(constant: i64) -> Option<u32> {
    (constant >> 32 == MARK).then_some(constant as u32)
}

/// Numbers in marked constants are below this, but those of functions.
const FUNCTIONS: u32 = 1 << 30;

/// The constant that stands for a function's number while bodies are recorded.
pub fn marked_function(func: FuncId) -> i64 {
    marked(FUNCTIONS + func.as_u32())
}

/// The function that a number stands for which [`number_in`] found in a constant.
pub fn function_of(number: u32) -> Option<FuncId> {
    number.checked_sub(FUNCTIONS).map(FuncId::from_u32)
}

/// The function that a constant is the number of.
pub fn function_in(constant: i64) -> Option<FuncId> {
    match number_in(constant) {
        Some(number) => function_of(number),
        None => u32::try_from(constant).ok().map(FuncId::from_u32),
    }
}

/// Replaces what bodies refer to.
pub trait Renumber {
    /// The new number of what is referred to.
    fn number(&mut self, kind: Reference, number: u32) -> u32;
    /// The constant that stands for a marked one.
    fn constant(&mut self, number: u32) -> i64;
    /// A position in other numbers.
    fn pos(&self, pos: Pos) -> Pos;
}

/// Replaces everything that a function refers to in its module.
pub fn renumber(function: &mut Function, to: &mut dyn Renumber) {
    for inst in function.insts.values_mut() {
        immediate(&mut inst.imm, to);
    }
    for case in function.switches.values_mut().flatten() {
        if let Some(number) = number_in(*case) {
            *case = to.constant(number);
        }
    }
    for state in function.frame_states.values_mut() {
        state.func = FuncId::new(to.number(Reference::Func, state.func.as_u32()) as usize);
    }
    for loc in function.locs.values_mut() {
        loc.pos = to.pos(loc.pos);
        loc.func = FuncId::new(to.number(Reference::Func, loc.func.as_u32()) as usize);
    }
}

fn immediate(imm: &mut Imm, to: &mut dyn Renumber) {
    macro_rules! id {
        ($id:expr, $ty:ident, $kind:ident) => {
            *$id = $ty::new(to.number(Reference::$kind, $id.as_u32()) as usize)
        };
    }
    match imm {
        Imm::Int(value) => {
            if let Some(number) = number_in(*value) {
                *value = to.constant(number);
            }
        }
        Imm::Func(id) => id!(id, FuncId, Func),
        Imm::Sig(id) => id!(id, SigId, Sig),
        Imm::Native(id) => id!(id, NativeId, Native),
        Imm::Class(id) => id!(id, ClassId, Class),
        Imm::Global { global, .. } => id!(global, GlobalId, Global),
        Imm::Data { data, .. } => id!(data, DataId, Data),
        Imm::Selector(id) => id!(id, SelectorId, Selector),
        Imm::Interface(id) => id!(id, InterfaceId, Interface),
        Imm::None | Imm::Float(_) | Imm::Mem { .. } | Imm::Offset(_) | Imm::Scaled { .. } => {}
        Imm::Units(_) | Imm::Slot(_) | Imm::Trap(_) | Imm::State(_) | Imm::Switch(_) => {}
        Imm::Probe(_) => {}
    }
}

/// What the symbols of a group of bodies stand for in one module. Numbers are entered while the module is
/// made; a body is decoded when all of its symbols have theirs.
#[derive(Debug)]
pub struct Symbols(Box<[AtomicU32]>);

impl Symbols {
    /// So many symbols without numbers.
    pub fn new(count: usize) -> Symbols {
        Symbols((0..count).map(|_| AtomicU32::new(u32::MAX)).collect())
    }

    /// The number of a symbol, once it has one.
    pub fn get(&self, symbol: u32) -> Option<u32> {
        let number = self.0.get(symbol as usize)?.load(Ordering::Relaxed);
        (number != u32::MAX).then_some(number)
    }

    /// Gives a symbol its number. Symbols that do not exist are left out.
    pub fn set(&self, symbol: u32, number: u32) {
        if let Some(slot) = self.0.get(symbol as usize) {
            slot.store(number, Ordering::Relaxed);
        }
    }
}

/// Bytes of prepared bodies that are read when one of them is first used.
pub struct LazyBytes {
    read: Box<dyn Fn() -> Option<Cow<'static, [u8]>> + Send + Sync>,
    bytes: OnceLock<Source>,
}

impl LazyBytes {
    /// The bytes that `read` gives; it is called once.
    pub fn new(read: impl Fn() -> Option<Cow<'static, [u8]>> + Send + Sync + 'static) -> LazyBytes {
        LazyBytes { read: Box::new(read), bytes: OnceLock::new() }
    }

    /// The bytes from `offset` on; none if they cannot be read.
    pub fn from(&self, offset: usize) -> Packed {
        let bytes = self.bytes.get_or_init(|| (self.read)().unwrap_or_default().into());
        Packed::all(bytes.clone(), offset)
    }
}

impl fmt::Debug for LazyBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a part of prepared bodies")
    }
}
