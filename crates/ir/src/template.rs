//! Bodies that are prepared before the module is known that they become part of: what such a body refers to
//! by number is a *symbol*, and gets its number when the function is linked. Knows nothing of what symbols
//! stand for.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use purlin_base::wire::{Packed, Source};
use purlin_base::{EntityRef as _, Pos};

use crate::final_form::FinalForm;
use crate::func::Function;
use crate::ids::{ClassId, DataId, FuncId, GlobalId, InterfaceId, NativeId, SelectorId, SigId};
use crate::imm::Imm;
use crate::measure::Measure;

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

/// A prepared body, and its place in a module.
#[derive(Clone, Debug)]
pub struct Linked {
    pub part: Arc<LazyBytes>,
    /// Where the body begins in the part.
    pub offset: usize,
    pub measure: Measure,
    pub symbols: Arc<Symbols>,
    /// What is added to the body's positions.
    pub base: u32,
    /// What the mid-end makes of it, where that was prepared as well.
    pub form: Option<FinalForm>,
}

impl Renumber for Linked {
    // A symbol without a number leads to a function that the verifier rejects.
    fn number(&mut self, _: Reference, symbol: u32) -> u32 {
        self.symbols.get(symbol).unwrap_or(u32::MAX - 1)
    }

    fn constant(&mut self, symbol: u32) -> i64 {
        self.symbols.get(symbol).map_or(-1, i64::from)
    }

    fn pos(&self, pos: Pos) -> Pos {
        if pos.is_some() { Pos(pos.0 + self.base) } else { pos }
    }
}

#[cfg(test)]
mod tests {
    use purlin_base::wire::{Wire as _, Writer};

    use super::*;
    use crate::Body;

    #[test]
    fn a_prepared_body_gets_numbers_when_it_is_first_used() {
        let marked = marked(2);
        let text = format!(
            "fn0 \"f\" () -> (i64) {{\nblock0:\n    v0 = iconst.i64 {marked}\n    v1 = func fn1\n    v2 = iadd.i64 v0, v1\n    return v2\n}}\n\nfn1 \"g\" () -> ()\n"
        );
        let module = crate::parse::module(&text).unwrap_or_else(|e| panic!("{}", e.message));
        let made = module.funcs.values().find_map(|f| f.body.as_deref()).unwrap();
        let measure = Measure::new(made);
        let part = LazyBytes::new(move || {
            let mut out = Writer::new();
            out.byte(7);
            made_again(&text).put(&mut out);
            Some(out.into_bytes().into())
        });
        let symbols = Arc::new(Symbols::new(3));
        let linked = Linked {
            part: Arc::new(part),
            offset: 1,
            measure,
            symbols: symbols.clone(),
            base: 100,
            form: None,
        };
        let body = Body::prepared(linked);
        assert!(body.is_prepared());
        assert_eq!((body.size(), body.measure()), ((made.insts.len(), made.values.len()), Some(measure)));
        assert_eq!((measure.cost, measure.leaf), (2, true));
        [40, 41, 42].into_iter().zip(0..).for_each(|(number, symbol)| symbols.set(symbol, number));
        let data: Vec<Imm> = body.insts.values().map(|inst| inst.imm).collect();
        assert_eq!(data[0], Imm::Int(42));
        assert_eq!(data[1], Imm::Func(FuncId::new(41)));
        assert!(body.locs.values().all(|loc| loc.func == FuncId::new(40)));
        assert!(!body.is_prepared());
    }

    fn made_again(text: &str) -> Function {
        let module = crate::parse::module(text).unwrap_or_else(|e| panic!("{}", e.message));
        module.funcs.values().find_map(|f| f.body.as_deref().cloned()).unwrap()
    }

    #[test]
    fn a_body_that_cannot_be_read_has_no_blocks() {
        let part = Arc::new(LazyBytes::new(|| None));
        let symbols = Arc::new(Symbols::new(0));
        let body = Body::prepared(Linked {
            part,
            offset: 9,
            measure: Measure::default(),
            symbols,
            base: 0,
            form: None,
        });
        assert!(body.layout.is_empty());
    }
}
