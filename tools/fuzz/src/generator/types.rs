//! The generator's model of Go's types: what a type is called, and what may be done with it (compare, use as
//! a map key, hand to a function without sharing memory). This module knows nothing of expressions or
//! statements.

use std::rc::Rc;

/// The integer types; the last is the common part of all of them, what a type parameter may hold for certain.
pub const INTS: [IntKind; 11] = [
    IntKind { name: "int", bits: 64, signed: true },
    IntKind { name: "int8", bits: 8, signed: true },
    IntKind { name: "int16", bits: 16, signed: true },
    IntKind { name: "int32", bits: 32, signed: true },
    IntKind { name: "int64", bits: 64, signed: true },
    IntKind { name: "uint", bits: 64, signed: false },
    IntKind { name: "uint8", bits: 8, signed: false },
    IntKind { name: "uint16", bits: 16, signed: false },
    IntKind { name: "uint32", bits: 32, signed: false },
    IntKind { name: "uint64", bits: 64, signed: false },
    IntKind { name: "uint8", bits: 7, signed: false },
];
/// How many of [`INTS`] are types of Go.
pub const INT_TYPES: usize = 10;
pub const INT: Ty = Ty::Int(0);
pub const BYTE: Ty = Ty::Int(6);
pub const RUNE: Ty = Ty::Int(3);
pub const UINT64: Ty = Ty::Int(9);

#[derive(Debug)]
pub struct IntKind {
    pub name: &'static str,
    pub bits: u32,
    pub signed: bool,
}

impl IntKind {
    pub fn min(&self) -> i128 {
        if self.signed { -(1i128 << (self.bits - 1)) } else { 0 }
    }

    pub fn max(&self) -> i128 {
        if self.signed { (1i128 << (self.bits - 1)) - 1 } else { (1i128 << self.bits) - 1 }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// An index into [`INTS`].
    Int(usize),
    F32,
    F64,
    C64,
    C128,
    Bool,
    Str,
    Any,
    /// An index into [`Types::named`].
    Named(usize),
    Array(usize, Rc<Ty>),
    Slice(Rc<Ty>),
    Map(Rc<Ty>, Rc<Ty>),
    Ptr(Rc<Ty>),
    Func(Rc<Sig>),
    /// A type parameter by its number, in what is kept of a generic declaration.
    Param(usize),
    /// An instance of [`Types::generics`], in what is kept of a generic declaration.
    Inst(usize, Rc<Vec<Ty>>),
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sig {
    pub params: Vec<Ty>,
    pub results: Vec<Ty>,
    /// The last parameter's type is a slice, passed as `...T`.
    pub variadic: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    pub embedded: bool,
}

#[derive(Clone, Debug)]
pub enum Under {
    Plain(Ty),
    Struct(Vec<Field>),
    Interface(Vec<(String, Sig)>),
    /// A type parameter of which nothing is known but, perhaps, that `==` is there.
    Opaque {
        comparable: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub sig: Sig,
    pub pointer: bool,
    /// The method neither writes through its receiver nor panics, so it may stand in any expression.
    pub pure: bool,
    pub cost: u64,
}

#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub under: Under,
    pub methods: Vec<Method>,
    /// The generic type and the arguments that this is an instance of.
    pub origin: Option<(usize, Vec<Ty>)>,
    pub parameter: bool,
}

/// The types that a type parameter's constraint allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Signed,
    Unsigned,
    Integer,
    Float,
    Text,
    Any,
    Comparable,
    /// The methods of the group's interface.
    Methods,
}

/// A generic type; its parameters are [`Ty::Param`].
#[derive(Clone, Debug)]
pub struct Generic {
    pub name: String,
    pub classes: Vec<Class>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
}

/// The declared types of one function group.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub named: Vec<Named>,
    pub generics: Vec<Generic>,
}

pub fn slice(of: Ty) -> Ty {
    Ty::Slice(Rc::new(of))
}

pub fn pointer(to: Ty) -> Ty {
    Ty::Ptr(Rc::new(to))
}

pub fn array(len: usize, of: Ty) -> Ty {
    Ty::Array(len, Rc::new(of))
}

pub fn map(key: Ty, value: Ty) -> Ty {
    Ty::Map(Rc::new(key), Rc::new(value))
}

impl Types {
    pub fn name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(kind) => INTS[*kind].name.to_string(),
            Ty::F32 => "float32".to_string(),
            Ty::F64 => "float64".to_string(),
            Ty::C64 => "complex64".to_string(),
            Ty::C128 => "complex128".to_string(),
            Ty::Bool => "bool".to_string(),
            Ty::Str => "string".to_string(),
            Ty::Any => "any".to_string(),
            Ty::Named(id) => self.named[*id].name.clone(),
            Ty::Array(len, of) => format!("[{len}]{}", self.name(of)),
            Ty::Slice(of) => format!("[]{}", self.name(of)),
            Ty::Map(key, value) => format!("map[{}]{}", self.name(key), self.name(value)),
            Ty::Ptr(to) => format!("*{}", self.name(to)),
            Ty::Func(sig) => format!("func{}", self.signature(sig)),
            Ty::Param(number) => format!("T{number}"),
            Ty::Inst(generic, args) => self.instance_name(*generic, args),
        }
    }

    fn signature(&self, sig: &Sig) -> String {
        let params: Vec<String> = sig.params.iter().map(|p| self.name(p)).collect();
        format!("({}){}", params.join(", "), self.results(&sig.results))
    }

    pub fn results(&self, results: &[Ty]) -> String {
        match results {
            [] => String::new(),
            [one] => format!(" {}", self.name(one)),
            many => format!(" ({})", many.iter().map(|r| self.name(r)).collect::<Vec<_>>().join(", ")),
        }
    }

    /// The type without its name, if it is not a struct or an interface.
    pub fn plain<'a>(&'a self, ty: &'a Ty) -> &'a Ty {
        match ty {
            Ty::Named(id) => match &self.named[*id].under {
                Under::Plain(under) => under,
                Under::Struct(_) | Under::Interface(_) | Under::Opaque { .. } => ty,
            },
            _ => ty,
        }
    }

    pub fn fields(&self, ty: &Ty) -> Option<&[Field]> {
        match ty {
            Ty::Named(id) => match &self.named[*id].under {
                Under::Struct(fields) => Some(fields),
                Under::Plain(_) | Under::Interface(_) | Under::Opaque { .. } => None,
            },
            _ => None,
        }
    }

    pub fn interface(&self, ty: &Ty) -> Option<&[(String, Sig)]> {
        match ty {
            Ty::Named(id) => match &self.named[*id].under {
                Under::Interface(methods) => Some(methods),
                Under::Plain(_) | Under::Struct(_) | Under::Opaque { .. } => None,
            },
            _ => None,
        }
    }

    pub fn int_kind(&self, ty: &Ty) -> Option<&'static IntKind> {
        match self.plain(ty) {
            Ty::Int(kind) => Some(&INTS[*kind]),
            _ => None,
        }
    }

    pub fn is_float(&self, ty: &Ty) -> bool {
        matches!(self.plain(ty), Ty::F32 | Ty::F64)
    }

    /// Bool, string or a number, perhaps under a name.
    pub fn is_basic(&self, ty: &Ty) -> bool {
        matches!(self.plain(ty), Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::C64 | Ty::C128 | Ty::Bool | Ty::Str)
    }

    pub fn is_interface(&self, ty: &Ty) -> bool {
        *ty == Ty::Any || self.interface(ty).is_some()
    }

    fn all(&self, ty: &Ty, test: &dyn Fn(&Ty) -> bool) -> bool {
        let plain = self.plain(ty);
        if let Some(fields) = self.fields(plain) {
            return fields.iter().all(|f| self.all(&f.ty, test));
        }
        match plain {
            Ty::Array(_, of) => self.all(of, test),
            other => test(other),
        }
    }

    /// `==` on it compiles. On interfaces it may panic.
    pub fn comparable(&self, ty: &Ty) -> bool {
        self.all(ty, &|t| {
            let opaque = self.is_opaque(t) && !self.is_comparable_parameter(t);
            !opaque && !matches!(t, Ty::Slice(_) | Ty::Map(..) | Ty::Func(_))
        })
    }

    /// Comparable, and comparing never panics.
    pub fn strictly_comparable(&self, ty: &Ty) -> bool {
        self.comparable(ty) && self.all(ty, &|t| !self.is_interface(t))
    }

    /// Copying it copies everything: no memory is shared.
    pub fn is_value(&self, ty: &Ty) -> bool {
        self.all(ty, &|t| self.is_basic(t))
    }

    pub fn is_parameter(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Named(id) if self.named[*id].parameter)
    }

    pub fn is_opaque(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Named(id) if matches!(self.named[*id].under, Under::Opaque { .. }))
    }

    fn is_comparable_parameter(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Named(id) if matches!(self.named[*id].under, Under::Opaque { comparable: true }))
    }

    /// Whether values of it hold a type parameter of which nothing is known.
    pub fn holds_opaque(&self, ty: &Ty) -> bool {
        !self.all(ty, &|t| !self.is_opaque(t))
    }

    /// A method set for `interface` is found on `ty` (or `*ty` if `pointer`).
    pub fn implements(&self, id: usize, pointer: bool, methods: &[(String, Sig)]) -> bool {
        // A pointer to a type parameter has no methods.
        !(pointer && self.named[id].parameter)
            && methods.iter().all(|(name, sig)| {
                self.named[id]
                    .methods
                    .iter()
                    .any(|m| m.name == *name && m.sig == *sig && (pointer || !m.pointer))
            })
    }
}
