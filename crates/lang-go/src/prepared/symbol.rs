//! Symbols: what prepared bodies refer to, in terms that do not depend on the program.

use purlin_base::wire::{Malformed, Reader, Wire, Writer};
use purlin_base::{wire_enum, wire_structs};
use purlin_ir::{ClassDecl, Signature, Type as Ir};

/// The number of a symbol in its package.
pub(crate) type No = u32;

/// A field of a struct type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FieldSymbol {
    pub name: String,
    /// The path of the package of an unexported name.
    pub package: Option<String>,
    pub ty: No,
    pub embedded: bool,
    pub tag: Bytes,
}

/// A method of an interface.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MethodSymbol {
    pub name: String,
    /// The path of the package of an unexported name.
    pub package: Option<String>,
    pub sig: No,
}

/// Bytes that are written as they are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Bytes(pub Vec<u8>);

impl Wire for Bytes {
    fn put(&self, out: &mut Writer) {
        purlin_base::wire::put_bytes(&self.0, out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Bytes, Malformed> {
        purlin_base::wire::take_bytes(from).map(|bytes| Bytes(bytes.to_vec()))
    }
}

/// See the file's header.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Symbol {
    // Objects of the checker's.
    /// A package-level object; without a path a predeclared one.
    Object {
        package: Option<String>,
        name: String,
    },
    /// A method that is declared for a type.
    Method {
        on: No,
        name: String,
    },
    /// An instance of a generic function or of a method of a generic type.
    Instance {
        origin: No,
        args: Vec<No>,
    },
    // Types.
    Basic {
        basic: u8,
    },
    Named {
        object: No,
        args: Vec<No>,
    },
    Array {
        elem: No,
        len: u64,
    },
    Slice {
        elem: No,
    },
    Struct {
        fields: Vec<FieldSymbol>,
    },
    Pointer {
        elem: No,
    },
    Tuple {
        types: Vec<No>,
    },
    FuncType {
        params: Vec<No>,
        results: Vec<No>,
        variadic: bool,
    },
    InterfaceType {
        methods: Vec<MethodSymbol>,
    },
    MapType {
        key: No,
        elem: No,
    },
    Chan {
        dir: u8,
        elem: No,
    },
    // Functions of the module, as `FuncKey` has them.
    Decl {
        object: No,
    },
    Value {
        object: No,
    },
    Entry {
        recv: No,
        name: String,
        package: Option<String>,
    },
    MethodExpr {
        recv: No,
        name: String,
        package: Option<String>,
    },
    Bound {
        object: No,
    },
    BoundIface {
        sig: No,
    },
    ThunkOfFunc {
        func: No,
        params: Vec<Ir>,
    },
    ThunkOfNative {
        native: No,
        params: Vec<Ir>,
    },
    ThunkOfClosure {
        sig: No,
        params: Vec<Ir>,
    },
    ThunkOfNumber {
        sig: No,
        params: Vec<Ir>,
    },
    BuiltinThunk {
        builtin: String,
        types: Vec<No>,
    },
    RaiseAgain {
        results: Vec<Ir>,
    },
    /// A literal or a loop's body in a prepared function of the package: the function, and which one.
    Inner {
        of: No,
        nth: u32,
    },
    /// A function `init` of the package, by its declaration: nothing refers to it but itself.
    Init {
        file: u32,
        decl: u32,
    },
    // What else has a number in a module.
    Sig {
        sig: Signature,
    },
    Native {
        name: String,
        sig: Signature,
    },
    Class {
        class: ClassDecl,
    },
    Data {
        bytes: Bytes,
    },
    /// The closure without captures of a function.
    Closure {
        func: No,
    },
    Global {
        object: No,
    },
    /// Where a constant string lies that is kept in interfaces.
    Text {
        bytes: Bytes,
    },
    Selector {
        method: MethodSymbol,
    },
    /// The row of the functions that are generated for reflection: of which kind.
    Hook {
        hook: u8,
    },
    Interface {
        ty: No,
    },
    // Numbers in constants.
    TypeNumber {
        ty: No,
    },
    MapNumber {
        ty: No,
    },
    ClassNumber {
        class: No,
    },
}

impl Symbol {
    /// Whether it stands for a function of the module.
    pub(crate) fn is_function(&self) -> bool {
        use Symbol as S;
        matches!(
            self,
            S::Decl { .. }
                | S::Value { .. }
                | S::Entry { .. }
                | S::MethodExpr { .. }
                | S::Bound { .. }
                | S::BoundIface { .. }
                | S::ThunkOfFunc { .. }
                | S::ThunkOfNative { .. }
                | S::ThunkOfClosure { .. }
                | S::ThunkOfNumber { .. }
                | S::BuiltinThunk { .. }
                | S::RaiseAgain { .. }
                | S::Inner { .. }
                | S::Init { .. }
        )
    }
}

wire_structs! {
    FieldSymbol { name, package, ty, embedded, tag }
    MethodSymbol { name, package, sig }
}

wire_enum!(Symbol {
    0 Object { package: package, name: name }
    1 Method { on: on, name: name }
    2 Instance { origin: origin, args: args }
    3 Basic { basic: basic }
    4 Named { object: object, args: args }
    5 Array { elem: elem, len: len }
    6 Slice { elem: elem }
    7 Struct { fields: fields }
    8 Pointer { elem: elem }
    9 Tuple { types: types }
    10 FuncType { params: params, results: results, variadic: variadic }
    11 InterfaceType { methods: methods }
    12 MapType { key: key, elem: elem }
    13 Chan { dir: dir, elem: elem }
    14 Decl { object: object }
    15 Value { object: object }
    16 Entry { recv: recv, name: name, package: package }
    17 MethodExpr { recv: recv, name: name, package: package }
    18 Bound { object: object }
    19 BoundIface { sig: sig }
    20 ThunkOfFunc { func: func, params: params }
    21 ThunkOfNative { native: native, params: params }
    22 ThunkOfClosure { sig: sig, params: params }
    23 ThunkOfNumber { sig: sig, params: params }
    24 BuiltinThunk { builtin: builtin, types: types }
    25 RaiseAgain { results: results }
    26 Inner { of: of, nth: nth }
    27 Sig { sig: sig }
    28 Native { name: name, sig: sig }
    29 Class { class: class }
    30 Data { bytes: bytes }
    31 Closure { func: func }
    32 Global { object: object }
    33 Text { bytes: bytes }
    34 Selector { method: method }
    35 Interface { ty: ty }
    36 TypeNumber { ty: ty }
    37 MapNumber { ty: ty }
    38 ClassNumber { class: class }
    39 Init { file: file, decl: decl }
    40 Hook { hook: hook }
});
