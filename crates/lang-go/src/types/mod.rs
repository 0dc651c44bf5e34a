//! Go's types: hash-consed, so that identical types have equal ids.
//!
//! A type that recurs does so only through a [`Named`] type, whose underlying type is filled in later.
//! Parameter names, source positions and the spelling of aliases are not part of a type and are not kept
//! here. Knows nothing of syntax, of scopes, or of how constants are represented.

mod generic;
mod lookup;
mod print;
mod relations;
mod sizes;

use purlin_base::map::HashMap;

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use purlin_base::Name;

use crate::ids::{ObjId, PackageId};

pub(crate) use generic::{Subst, TypeParam, includes, intersect};
pub(crate) use lookup::{Found, Lookup, Missing};
pub(crate) use print::{PackageNames, SignatureNames, Spelling, TypePrinter};

/// A type of a [`TypeTable`]. Identical types have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypeId(u32);
entity_impl!(TypeId, "type");

/// A defined type of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NamedId(u32);
entity_impl!(NamedId, "named");

/// A type parameter of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ParamId(u32);
entity_impl!(ParamId, "param");

/// The predeclared types, the untyped kinds, and the type of what has no type because of an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Basic {
    Invalid,
    Bool,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uintptr,
    Float32,
    Float64,
    Complex64,
    Complex128,
    String,
    UnsafePointer,
    UntypedBool,
    UntypedInt,
    UntypedRune,
    UntypedFloat,
    UntypedComplex,
    UntypedString,
    UntypedNil,
}

impl Basic {
    /// All of them in the order of their type ids.
    pub(crate) const ALL: [Basic; 26] = [
        Basic::Invalid,
        Basic::Bool,
        Basic::Int,
        Basic::Int8,
        Basic::Int16,
        Basic::Int32,
        Basic::Int64,
        Basic::Uint,
        Basic::Uint8,
        Basic::Uint16,
        Basic::Uint32,
        Basic::Uint64,
        Basic::Uintptr,
        Basic::Float32,
        Basic::Float64,
        Basic::Complex64,
        Basic::Complex128,
        Basic::String,
        Basic::UnsafePointer,
        Basic::UntypedBool,
        Basic::UntypedInt,
        Basic::UntypedRune,
        Basic::UntypedFloat,
        Basic::UntypedComplex,
        Basic::UntypedString,
        Basic::UntypedNil,
    ];

    /// The type of this basic kind; the same in every table.
    pub(crate) const fn ty(self) -> TypeId {
        TypeId(self as u32)
    }

    /// The type's name, as Go's compiler prints it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Basic::Invalid => "invalid type",
            Basic::Bool => "bool",
            Basic::Int => "int",
            Basic::Int8 => "int8",
            Basic::Int16 => "int16",
            Basic::Int32 => "int32",
            Basic::Int64 => "int64",
            Basic::Uint => "uint",
            Basic::Uint8 => "uint8",
            Basic::Uint16 => "uint16",
            Basic::Uint32 => "uint32",
            Basic::Uint64 => "uint64",
            Basic::Uintptr => "uintptr",
            Basic::Float32 => "float32",
            Basic::Float64 => "float64",
            Basic::Complex64 => "complex64",
            Basic::Complex128 => "complex128",
            Basic::String => "string",
            Basic::UnsafePointer => "unsafe.Pointer",
            Basic::UntypedBool => "untyped bool",
            Basic::UntypedInt => "untyped int",
            Basic::UntypedRune => "untyped rune",
            Basic::UntypedFloat => "untyped float",
            Basic::UntypedComplex => "untyped complex",
            Basic::UntypedString => "untyped string",
            Basic::UntypedNil => "untyped nil",
        }
    }

    pub(crate) fn is_untyped(self) -> bool {
        self >= Basic::UntypedBool
    }

    pub(crate) fn is_boolean(self) -> bool {
        matches!(self, Basic::Bool | Basic::UntypedBool)
    }

    pub(crate) fn is_integer(self) -> bool {
        (Basic::Int..=Basic::Uintptr).contains(&self)
            || matches!(self, Basic::UntypedInt | Basic::UntypedRune)
    }

    pub(crate) fn is_unsigned(self) -> bool {
        (Basic::Uint..=Basic::Uintptr).contains(&self)
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Basic::Float32 | Basic::Float64 | Basic::UntypedFloat)
    }

    pub(crate) fn is_complex(self) -> bool {
        matches!(self, Basic::Complex64 | Basic::Complex128 | Basic::UntypedComplex)
    }

    pub(crate) fn is_numeric(self) -> bool {
        self.is_integer() || self.is_float() || self.is_complex()
    }

    pub(crate) fn is_string(self) -> bool {
        matches!(self, Basic::String | Basic::UntypedString)
    }

    pub(crate) fn is_ordered(self) -> bool {
        self.is_integer() || self.is_float() || self.is_string()
    }

    /// Whether constants of this type can exist.
    pub(crate) fn is_const(self) -> bool {
        self.is_boolean() || self.is_numeric() || self.is_string()
    }

    /// For a typed integer its width in bits and whether it is signed.
    pub(crate) fn int_width(self) -> Option<(u32, bool)> {
        Some(match self {
            Basic::Int | Basic::Int64 => (64, true),
            Basic::Int8 => (8, true),
            Basic::Int16 => (16, true),
            Basic::Int32 => (32, true),
            Basic::Uint | Basic::Uint64 | Basic::Uintptr => (64, false),
            Basic::Uint8 => (8, false),
            Basic::Uint16 => (16, false),
            Basic::Uint32 => (32, false),
            _ => return None,
        })
    }
}

/// Which way a channel goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ChanDir {
    Both,
    Send,
    Recv,
}

/// A field of a struct type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Field {
    pub name: Name,
    /// The package of an unexported name; exported names are the same everywhere.
    pub pkg: Option<PackageId>,
    pub ty: TypeId,
    pub embedded: bool,
    /// The tag's text, empty if there is none.
    pub tag: Box<[u8]>,
}

/// A method of an interface type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct IfaceMethod {
    pub name: Name,
    /// The package of an unexported name.
    pub pkg: Option<PackageId>,
    /// A [`Type::Signature`], without receiver.
    pub sig: TypeId,
}

/// One term of a type set: `T` or `~T`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Term {
    pub tilde: bool,
    pub ty: TypeId,
}

/// A function type. The last parameter of a variadic one is a slice.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Signature {
    pub params: Box<[TypeId]>,
    pub results: Box<[TypeId]>,
    pub variadic: bool,
}

/// An interface with what it embeds folded in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Interface {
    /// Sorted by name, then package.
    pub methods: Box<[IfaceMethod]>,
    /// The union of types that a constraint allows; `None` allows all.
    pub terms: Option<Box<[Term]>>,
    /// Whether only comparable types are in its type set (`comparable`).
    pub comparable: bool,
    /// A constraint written without `interface { … }`.
    pub implicit: bool,
}

impl Interface {
    /// Whether values can be of this type; otherwise it serves as a constraint only.
    pub(crate) fn is_basic(&self) -> bool {
        self.terms.is_none() && !self.comparable
    }
}

/// What a type is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
// "Type parameter" is what Go calls it.
#[allow(clippy::enum_variant_names)]
pub(crate) enum Type {
    Basic(Basic),
    Array {
        elem: TypeId,
        len: u64,
    },
    Slice(TypeId),
    Struct(Box<[Field]>),
    Pointer(TypeId),
    /// The type of a call with several results, or (empty) with none.
    Tuple(Box<[TypeId]>),
    Signature(Signature),
    Interface(Interface),
    Map {
        key: TypeId,
        elem: TypeId,
    },
    Chan {
        dir: ChanDir,
        elem: TypeId,
    },
    Named(NamedId),
    TypeParam(ParamId),
    /// What a generic function is as long as not all its type arguments are known.
    Generic {
        obj: ObjId,
        args: Box<[TypeId]>,
    },
}

/// A method of a defined type.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub name: Name,
    /// The package of an unexported name.
    pub pkg: Option<PackageId>,
    pub obj: ObjId,
    /// Declared with a pointer receiver.
    pub ptr_recv: bool,
    /// The method's signature without receiver, once it has been resolved.
    pub sig: Option<TypeId>,
}

/// A defined type. Unique: two of them are never identical.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub name: Name,
    /// `None` for predeclared ones (`error`, `comparable`).
    pub pkg: Option<PackageId>,
    pub obj: ObjId,
    /// The type's own id.
    pub ty: TypeId,
    /// Never itself a named type; `None` while its declaration is being resolved.
    pub underlying: Option<TypeId>,
    pub methods: Vec<Method>,
    /// The arguments of an instantiated generic type; the generic type itself has its own parameters here.
    pub args: Box<[TypeId]>,
    /// How many of these, the first ones, are not written: those of the function that declares the type.
    pub hidden: usize,
    /// The generic type that this is an instance of.
    pub origin: Option<NamedId>,
}

/// All types of one compilation.
pub(crate) struct TypeTable {
    types: PrimaryMap<TypeId, Type>,
    ids: HashMap<Type, TypeId>,
    named: PrimaryMap<NamedId, Named>,
    params: PrimaryMap<ParamId, TypeParam>,
    /// By type: whether type parameters occur in it, and how deep it is.
    traits: SecondaryMap<TypeId, generic::Traits>,
    instances: HashMap<(NamedId, Box<[TypeId]>), TypeId>,
    /// Instances that have no underlying type yet.
    pub(crate) pending: Vec<NamedId>,
    /// An instance that has no end.
    pub(crate) runaway: Option<NamedId>,
    /// The name `_`, which is never looked up or identical to another field's.
    pub(crate) empty_interface: TypeId,
    pub(crate) empty_tuple: TypeId,
}

impl Default for TypeTable {
    fn default() -> TypeTable {
        TypeTable::new()
    }
}

impl TypeTable {
    pub(crate) fn new() -> TypeTable {
        let mut table = TypeTable {
            types: PrimaryMap::new(),
            ids: HashMap::default(),
            named: PrimaryMap::new(),
            params: PrimaryMap::new(),
            traits: SecondaryMap::new(),
            instances: HashMap::default(),
            pending: Vec::new(),
            runaway: None,
            empty_interface: Basic::Invalid.ty(),
            empty_tuple: Basic::Invalid.ty(),
        };
        for basic in Basic::ALL {
            let id = table.intern(Type::Basic(basic));
            debug_assert_eq!(id, basic.ty());
        }
        table.empty_interface = table.intern(Type::Interface(Interface::default()));
        table.empty_tuple = table.intern(Type::Tuple(Box::default()));
        table
    }

    /// The id of `ty`; equal for identical types.
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let id = self.types.push(ty.clone());
        self.traits[id] = self.traits_of(&ty);
        self.ids.insert(ty, id);
        id
    }

    /// A new defined type without underlying type and methods.
    pub(crate) fn new_named(&mut self, name: Name, pkg: Option<PackageId>, obj: ObjId) -> TypeId {
        let id = self.named.next_key();
        let ty = self.intern(Type::Named(id));
        self.named.push(Named {
            name,
            pkg,
            obj,
            ty,
            underlying: None,
            methods: Vec::new(),
            args: Box::default(),
            hidden: 0,
            origin: None,
        });
        ty
    }

    /// What `ty` is made of, names not looked through.
    pub(crate) fn get(&self, ty: TypeId) -> &Type {
        &self.types[ty]
    }

    pub(crate) fn named(&self, id: NamedId) -> &Named {
        &self.named[id]
    }

    pub(crate) fn named_mut(&mut self, id: NamedId) -> &mut Named {
        &mut self.named[id]
    }

    /// The defined type that `ty` is, if it is one.
    pub(crate) fn as_named(&self, ty: TypeId) -> Option<NamedId> {
        match self.get(ty) {
            Type::Named(id) => Some(*id),
            _ => None,
        }
    }

    /// The underlying type. That of a type whose declaration is not resolved yet is invalid; that of a type
    /// parameter is the one that all types of its type set have, or itself.
    pub(crate) fn underlying(&self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Named(id) => self.named[*id].underlying.unwrap_or(Basic::Invalid.ty()),
            Type::TypeParam(_) => self.core(ty).unwrap_or(ty),
            _ => ty,
        }
    }

    /// What the underlying type of `ty` is made of.
    pub(crate) fn under(&self, ty: TypeId) -> &Type {
        self.get(self.underlying(ty))
    }

    /// The basic kind of the underlying type; `Basic::Invalid` for composite types too.
    pub(crate) fn basic(&self, ty: TypeId) -> Basic {
        match self.under(ty) {
            Type::Basic(b) => *b,
            _ => Basic::Invalid,
        }
    }

    pub(crate) fn is_invalid(&self, ty: TypeId) -> bool {
        ty == Basic::Invalid.ty()
    }

    /// Whether `ty` has a name: predeclared, defined, or a type parameter.
    pub(crate) fn has_name(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Basic(_) | Type::Named(_) | Type::TypeParam(_))
    }

    pub(crate) fn is_untyped(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Basic(b) if b.is_untyped())
    }

    pub(crate) fn is_interface(&self, ty: TypeId) -> bool {
        matches!(self.under(ty), Type::Interface(_))
    }

    /// The elements of a pointer type.
    pub(crate) fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.under(ty) {
            Type::Pointer(elem) => Some(*elem),
            _ => None,
        }
    }

    pub(crate) fn signature(&self, ty: TypeId) -> Option<&Signature> {
        match self.under(ty) {
            Type::Signature(sig) => Some(sig),
            _ => None,
        }
    }

    /// The fields of a struct type.
    pub(crate) fn fields(&self, ty: TypeId) -> Option<&[Field]> {
        match self.under(ty) {
            Type::Struct(fields) => Some(fields),
            _ => None,
        }
    }

    pub(crate) fn interface(&self, ty: TypeId) -> Option<&Interface> {
        match self.under(ty) {
            Type::Interface(i) => Some(i),
            _ => None,
        }
    }

    pub(crate) fn pointer_to(&mut self, elem: TypeId) -> TypeId {
        self.intern(Type::Pointer(elem))
    }

    pub(crate) fn slice_of(&mut self, elem: TypeId) -> TypeId {
        self.intern(Type::Slice(elem))
    }

    pub(crate) fn tuple(&mut self, types: &[TypeId]) -> TypeId {
        self.intern(Type::Tuple(types.into()))
    }

    pub(crate) fn empty_interface(&self) -> TypeId {
        self.empty_interface
    }

    /// The type of a call without results.
    pub(crate) fn empty_tuple(&self) -> TypeId {
        self.empty_tuple
    }

    /// The type that an untyped value takes when nothing else decides; other types stay.
    pub(crate) fn default_type(&self, ty: TypeId) -> TypeId {
        let basic = match self.get(ty) {
            Type::Basic(Basic::UntypedBool) => Basic::Bool,
            Type::Basic(Basic::UntypedInt) => Basic::Int,
            Type::Basic(Basic::UntypedRune) => Basic::Int32,
            Type::Basic(Basic::UntypedFloat) => Basic::Float64,
            Type::Basic(Basic::UntypedComplex) => Basic::Complex128,
            Type::Basic(Basic::UntypedString) => Basic::String,
            _ => return ty,
        };
        basic.ty()
    }

    /// A type without the tags of its structs, for conversions.
    pub(crate) fn without_tags(&mut self, ty: TypeId) -> TypeId {
        self.strip(ty, &mut HashMap::default())
    }

    fn strip_all(&mut self, types: &[TypeId], known: &mut HashMap<TypeId, TypeId>) -> Box<[TypeId]> {
        types.iter().map(|t| self.strip(*t, known)).collect()
    }

    /// Types share parts; each is done once. Recursion ends at defined types, as deep as the source nests.
    fn strip(&mut self, ty: TypeId, known: &mut HashMap<TypeId, TypeId>) -> TypeId {
        if let Some(done) = known.get(&ty) {
            return *done;
        }
        let stripped = match self.get(ty).clone() {
            Type::Struct(mut fields) => {
                for field in &mut fields {
                    field.tag = Box::default();
                    field.ty = self.strip(field.ty, known);
                }
                Type::Struct(fields)
            }
            Type::Pointer(elem) => Type::Pointer(self.strip(elem, known)),
            Type::Slice(elem) => Type::Slice(self.strip(elem, known)),
            Type::Array { elem, len } => Type::Array { elem: self.strip(elem, known), len },
            Type::Map { key, elem } => {
                Type::Map { key: self.strip(key, known), elem: self.strip(elem, known) }
            }
            Type::Chan { dir, elem } => Type::Chan { dir, elem: self.strip(elem, known) },
            Type::Tuple(types) => Type::Tuple(self.strip_all(&types, known)),
            Type::Signature(sig) => Type::Signature(Signature {
                params: self.strip_all(&sig.params, known),
                results: self.strip_all(&sig.results, known),
                variadic: sig.variadic,
            }),
            Type::Interface(mut i) => {
                for method in &mut i.methods {
                    method.sig = self.strip(method.sig, known);
                }
                Type::Interface(i)
            }
            Type::Basic(_) | Type::Named(_) | Type::TypeParam(_) | Type::Generic { .. } => return ty,
        };
        let id = self.intern(stripped);
        known.insert(ty, id);
        id
    }
}
