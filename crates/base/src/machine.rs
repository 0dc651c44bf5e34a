//! The machine-level types of values, which IR and natives share. Knows nothing of what code does with them.

use std::fmt;

use crate::wire::{Malformed, Reader, Wire, Writer};

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Type {
    /// An integer of 8 bits.
    I8,
    /// An integer of 16 bits.
    I16,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits.
    I64,
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
    /// A pointer into the isolate's heap, stack, globals or the module's data; interior pointers allowed.
    /// It may also hold bits that are no pointer (the data word of an interface): the collector looks.
    Ref,
    /// A tagged word, for dynamic guests.
    Dyn,
}

impl Type {
    /// All types.
    pub const ALL: [Type; 8] =
        [Type::I8, Type::I16, Type::I32, Type::I64, Type::F32, Type::F64, Type::Ref, Type::Dyn];

    /// Bytes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            Type::I8 => 1,
            Type::I16 => 2,
            Type::I32 | Type::F32 => 4,
            Type::I64 | Type::F64 | Type::Ref | Type::Dyn => 8,
        }
    }

    /// Bits in memory.
    pub fn bits(self) -> u32 {
        self.bytes() * 8
    }

    /// Whether it is one of the integers.
    pub fn is_int(self) -> bool {
        match self {
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => true,
            Type::F32 | Type::F64 | Type::Ref | Type::Dyn => false,
        }
    }

    /// Whether it is one of the floats.
    pub fn is_float(self) -> bool {
        match self {
            Type::F32 | Type::F64 => true,
            Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::Ref | Type::Dyn => false,
        }
    }

    /// A value in the form that slots hold: narrow integers are sign-extended, `f32` fills the low half.
    #[inline(always)]
    pub const fn canonical(self, bits: u64) -> u64 {
        match self {
            Type::I8 => bits as i8 as u64,
            Type::I16 => bits as i16 as u64,
            Type::I32 => bits as i32 as u64,
            Type::F32 => bits as u32 as u64,
            Type::I64 | Type::F64 | Type::Ref | Type::Dyn => bits,
        }
    }

    /// The name in IR text.
    pub fn text(self) -> &'static str {
        match self {
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::Ref => "ref",
            Type::Dyn => "dyn",
        }
    }

    /// The type of that name in IR text.
    pub fn from_text(text: &str) -> Option<Type> {
        Type::ALL.into_iter().find(|t| t.text() == text)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Parameters and results of a function or native.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Signature {
    /// The types of the parameters.
    pub params: Vec<Type>,
    /// The types of the results.
    pub results: Vec<Type>,
}

impl Signature {
    /// A signature of these parameters and results.
    pub fn new(params: impl Into<Vec<Type>>, results: impl Into<Vec<Type>>) -> Signature {
        Signature { params: params.into(), results: results.into() }
    }
}

crate::wire_structs! { Signature { params, results } }

impl Wire for Type {
    fn put(&self, out: &mut Writer) {
        out.byte(*self as u8);
    }

    fn take(from: &mut Reader<'_>) -> Result<Type, Malformed> {
        Type::ALL.get(usize::from(from.byte()?)).copied().ok_or(Malformed)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |types: &[Type]| types.iter().map(|t| t.text()).collect::<Vec<_>>().join(", ");
        write!(f, "({}) -> ({})", list(&self.params), list(&self.results))
    }
}
