//! All packages of one compilation: their objects, types, and what the checker found out about their syntax.
//!
//! One [`Universe`] holds one [`TypeTable`], one table of objects and one [`Info`] for all packages, so that
//! ids can be compared across them. It is filled by [`crate::check`] and read by lowering. Knows nothing of
//! IR.

use purlin_base::map::{HashMap, HashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use purlin_base::{Diagnostics, Interner, Name, Pos, SourceMap};
use smallvec::SmallVec;

use crate::ast::{self, ClauseId, ExprId, FuncId, IdentId, Ids};
use crate::constant::Const;
use crate::cover::Counted;
pub(crate) use crate::ids::{ObjId, PackageId};
use crate::prepared::Prepared;
use crate::syntax::{Embeds, PackageKind};
use crate::types::{
    Basic, IfaceMethod, Interface, NamedId, PackageNames, Signature, Spelling, Subst, Type, TypeId,
    TypePrinter, TypeTable,
};

/// The predeclared functions, and those of package unsafe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Builtin {
    Append,
    Cap,
    Clear,
    Close,
    Complex,
    Copy,
    Delete,
    Imag,
    Len,
    Make,
    Max,
    Min,
    New,
    Panic,
    Print,
    Println,
    Real,
    Recover,
    UnsafeAdd,
    UnsafeAlignof,
    UnsafeOffsetof,
    UnsafeSizeof,
    UnsafeSlice,
    UnsafeSliceData,
    UnsafeString,
    UnsafeStringData,
}

impl Builtin {
    /// The predeclared ones.
    pub(crate) const ALL: [Builtin; 18] = [
        Builtin::Append,
        Builtin::Cap,
        Builtin::Clear,
        Builtin::Close,
        Builtin::Complex,
        Builtin::Copy,
        Builtin::Delete,
        Builtin::Imag,
        Builtin::Len,
        Builtin::Make,
        Builtin::Max,
        Builtin::Min,
        Builtin::New,
        Builtin::Panic,
        Builtin::Print,
        Builtin::Println,
        Builtin::Real,
        Builtin::Recover,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Builtin::Append => "append",
            Builtin::Cap => "cap",
            Builtin::Clear => "clear",
            Builtin::Close => "close",
            Builtin::Complex => "complex",
            Builtin::Copy => "copy",
            Builtin::Delete => "delete",
            Builtin::Imag => "imag",
            Builtin::Len => "len",
            Builtin::Make => "make",
            Builtin::Max => "max",
            Builtin::Min => "min",
            Builtin::New => "new",
            Builtin::Panic => "panic",
            Builtin::Print => "print",
            Builtin::Println => "println",
            Builtin::Real => "real",
            Builtin::Recover => "recover",
            Builtin::UnsafeAdd => "unsafe.Add",
            Builtin::UnsafeSlice => "unsafe.Slice",
            Builtin::UnsafeSliceData => "unsafe.SliceData",
            Builtin::UnsafeString => "unsafe.String",
            Builtin::UnsafeStringData => "unsafe.StringData",
            Builtin::UnsafeAlignof => "unsafe.Alignof",
            Builtin::UnsafeOffsetof => "unsafe.Offsetof",
            Builtin::UnsafeSizeof => "unsafe.Sizeof",
        }
    }
}

/// Where a variable was declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VarKind {
    Package,
    Local,
    Receiver,
    Param,
    Result,
}

/// A variable. Lowering decides by the flags between register and heap.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub kind: VarKind,
    /// The function (declaration or literal) that it belongs to; none for package variables.
    pub func: Option<FuncId>,
    /// Read at least once, or its address taken.
    pub used: bool,
    /// Used in a function literal nested in its function.
    pub captured: bool,
    /// `&x`, `&x.f`, `&x[i]` or `x[:]` of an array, or the implicit address for a pointer method.
    pub address_taken: bool,
    /// Assigned as a whole or in part after its declaration; `x++` and range assignment included.
    pub reassigned: bool,
    /// Declared by a loop in a file before Go 1.22: all iterations have the same one.
    pub shared: bool,
}

/// Where the syntax of a package-level object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct DeclRef {
    /// Index in [`Package::files`].
    pub file: u32,
    /// Index in the file's declarations.
    pub decl: u32,
    /// Index in the group; 0 for functions.
    pub spec: u32,
    /// Index of the name in the specification.
    pub name: u32,
}

/// A declared function or method.
#[derive(Clone, Debug)]
pub(crate) struct Func {
    /// The defined type that it is a method of.
    pub recv: Option<NamedId>,
    pub ptr_recv: bool,
    /// Declared without a body: implemented by the host or the runtime.
    pub native: bool,
    /// Whether the body has been checked.
    pub checked: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum ObjectKind {
    PkgName { imported: PackageId, used: bool },
    Const { value: Option<Const> },
    TypeName { alias: bool },
    Var(Var),
    Func(Func),
    Builtin(Builtin),
    Nil,
}

/// How far an object's type is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    Unresolved,
    Resolving,
    Resolved,
}

/// A constant, type, variable, function, package name, or predeclared object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub name: Name,
    pub pos: Pos,
    /// None for predeclared ones.
    pub pkg: Option<PackageId>,
    /// Of a method without its receiver. Invalid while it is not known.
    pub ty: TypeId,
    pub kind: ObjectKind,
    /// Of package-level objects.
    pub decl: Option<DeclRef>,
    pub progress: Progress,
}

impl Object {
    pub(crate) fn as_var(&self) -> Option<&Var> {
        match &self.kind {
            ObjectKind::Var(v) => Some(v),
            _ => None,
        }
    }

    pub(crate) fn as_func(&self) -> Option<&Func> {
        match &self.kind {
            ObjectKind::Func(f) => Some(f),
            _ => None,
        }
    }
}

/// What an expression denotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Mode {
    /// Not checked, or in error.
    #[default]
    Invalid,
    /// A call without result.
    NoValue,
    Builtin(Builtin),
    Type,
    Constant,
    /// Addressable.
    Variable,
    /// Not addressable, but assignable; has a comma-ok form.
    MapIndex,
    Value,
    Nil,
    /// A value that has a comma-ok form: a receive or a type assertion.
    CommaOk,
}

/// What the checker found out about an expression. In a comma-ok context its type is the tuple `(T, bool)`.
/// An untyped expression has the type that it takes from its context; only `nil` compared with nothing, and
/// what was in error, stay untyped.
#[derive(Clone, Debug)]
pub(crate) struct TypeAndValue {
    pub mode: Mode,
    pub ty: TypeId,
    /// Of constants: in the variant of [`Const`] that belongs to the type. Apart, as most expressions have
    /// none.
    pub value: Option<Box<Const>>,
}

impl Default for TypeAndValue {
    fn default() -> TypeAndValue {
        TypeAndValue { mode: Mode::Invalid, ty: Basic::Invalid.ty(), value: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SelectionKind {
    /// `x.f`
    Field,
    /// `x.m`, called or as a value bound to `x`.
    MethodVal,
    /// `T.m`: a function with the receiver as its first parameter.
    MethodExpr,
}

/// What a selector expression that is not qualified by a package denotes.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub kind: SelectionKind,
    /// The type of `x`.
    pub recv: TypeId,
    /// The declared method; none for fields and for methods of interfaces.
    pub obj: Option<ObjId>,
    /// For a method of an interface type: that type and the index of the method in it.
    pub iface: Option<(TypeId, u32)>,
    /// Field indices from the struct of `x`; for a field it is the last, for a method they lead to the
    /// embedded field that has it. Each step, the first included, may go through a pointer.
    pub path: SmallVec<[u32; 4]>,
    /// A pointer is followed on the way.
    pub indirect: bool,
    /// The type of the field, or the method's signature (with receiver for method expressions).
    pub ty: TypeId,
}

/// What is known of a function declaration or literal.
#[derive(Clone, Debug, Default)]
pub(crate) struct FuncInfo {
    /// The function's signature, without receiver.
    pub ty: Option<TypeId>,
    pub recv: Option<ObjId>,
    /// One per parameter, named `_` where it has no name.
    pub params: Vec<ObjId>,
    /// One per result.
    pub results: Vec<ObjId>,
    pub named_results: bool,
    /// For a literal the function around it; none in the initialisation of a package variable.
    pub outer: Option<FuncId>,
    pub has_defer: bool,
    pub has_recover: bool,
    pub has_literals: bool,
    /// Deferred calls are added to its own by bodies of loops over functions.
    pub has_loop_defer: bool,
    /// Variables of functions around it that are used here or in literals within.
    pub captures: Vec<ObjId>,
}

/// The initialisation of package variables by one specification or one of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Init {
    /// Several if one call gives all of them; blank ones included.
    pub lhs: Vec<ObjId>,
    /// The specification; `name` is the index of the value in it.
    pub decl: DeclRef,
}

/// What the checker knows about syntax, for all packages.
pub(crate) struct Info {
    pub types: SecondaryMap<ExprId, TypeAndValue>,
    /// The object that an identifier declares. In a type switch the binding declares none; see `implicits`.
    pub defs: SecondaryMap<IdentId, Option<ObjId>>,
    /// The object that an identifier refers to.
    pub uses: SecondaryMap<IdentId, Option<ObjId>>,
    pub selections: HashMap<ExprId, Selection>,
    /// The variable that a type switch binds in a clause.
    pub implicits: SecondaryMap<ClauseId, Option<ObjId>>,
    /// The type arguments of the generic function that an identifier refers to.
    pub instances: HashMap<IdentId, Box<[TypeId]>>,
    /// The ids of everything in the bodies that were parsed later than their files.
    pub bodies: HashMap<FuncId, (Ids, Ids)>,
    pub funcs: SecondaryMap<FuncId, FuncInfo>,
    /// The structs that pointers which were converted from `unsafe.Pointer` lead to.
    pub headers: HashSet<TypeId>,
}

/// Room for the facts of a program that prints with fmt. Pages that are not used are not touched; growing
/// would copy every fact several times, into pages that are.
const FACTS: usize = 1 << 15;

/// Objects of a program that imports a few packages. The list is large, and growing moves it.
const USUAL_OBJECTS: usize = 1200;

impl Default for Info {
    fn default() -> Info {
        Info {
            types: SecondaryMap::with_capacity(FACTS),
            defs: SecondaryMap::with_capacity(FACTS),
            uses: SecondaryMap::with_capacity(FACTS),
            selections: HashMap::default(),
            implicits: SecondaryMap::new(),
            instances: HashMap::default(),
            bodies: HashMap::default(),
            funcs: SecondaryMap::with_capacity(FACTS / 16),
            headers: HashSet::default(),
        }
    }
}

/// A package: its source and its scope.
pub(crate) struct Package {
    pub path: Arc<str>,
    /// Whether the package could not be found, which has been reported; whatever is asked of it is unknown
    /// without an error.
    pub missing: bool,
    pub name: Name,
    pub kind: PackageKind,
    pub files: Vec<Arc<ast::File>>,
    pub scope: HashMap<Name, ObjId>,
    /// What each file's imports declare.
    pub file_scopes: Vec<HashMap<Name, ObjId>>,
    /// In the order of their first import.
    pub imports: Vec<PackageId>,
    /// The package variables that are reached, in the order of their initialisation.
    pub init_order: Vec<Init>,
    /// The package's functions `init`, in order.
    pub inits: Vec<ObjId>,
    /// All package-level objects in source order, methods and blank ones included.
    pub objects: Vec<ObjId>,
}

impl PackageNames for PrimaryMap<PackageId, Package> {
    fn package_name(&self, pkg: PackageId) -> Name {
        self[pkg].name
    }

    fn ambiguous(&self, pkg: PackageId) -> Option<&str> {
        let programs = || self.iter().filter(|(_, p)| p.kind == PackageKind::Program);
        let seen = |id: PackageId| {
            self[id].kind == PackageKind::Program || programs().any(|(_, p)| p.imports.contains(&id))
        };
        let twin = |&(id, p): &(PackageId, &Package)| id != pkg && p.name == self[pkg].name && !p.missing;
        self.iter().filter(twin).any(|(id, _)| seen(id)).then(|| &*self[pkg].path)
    }
}

/// A generic function, or a method of a generic type, with type arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Instance {
    pub origin: ObjId,
    pub args: Box<[TypeId]>,
}

/// All packages of one compilation.
pub(crate) struct Universe {
    pub names: Interner,
    pub sources: SourceMap,
    pub ids: Ids,
    pub types: TypeTable,
    pub objects: PrimaryMap<ObjId, Object>,
    pub packages: PrimaryMap<PackageId, Package>,
    pub by_path: HashMap<Arc<str>, PackageId>,
    pub info: Info,
    pub diagnostics: Diagnostics,
    /// The scope of predeclared names.
    pub predeclared: HashMap<Name, ObjId>,
    /// What each package-level variable, constant and function refers to of its own package, in order of
    /// reference.
    pub deps: HashMap<ObjId, BTreeSet<ObjId>>,
    /// The methods declared for each type name, in source order; also while the type itself is not resolved.
    pub methods: HashMap<ObjId, Vec<ObjId>>,
    /// The type parameters of generic functions, types and aliases.
    pub generics: HashMap<ObjId, Box<[TypeId]>>,
    /// Objects that stand for instances of generic functions, and of methods of generic types.
    pub instances: HashMap<ObjId, Instance>,
    instance_ids: HashMap<Instance, ObjId>,
    pub(crate) words: Words,
    pub spelling: Spelling,
    pub error_type: TypeId,
    /// What is embedded in package variables of the program.
    pub embeds: Embeds,
    /// What coverage counts.
    pub counted: Vec<Counted>,
    /// Functions of the library that need not be checked and lowered.
    pub prepared: Prepared,
}

/// Names that the rules of the language mention.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub blank: Name,
    pub init: Name,
    pub main: Name,
    pub dot: Name,
    pub iota: Name,
    pub uint8: Name,
    pub byte: Name,
    pub int32: Name,
    pub rune: Name,
    pub error_method: Name,
}

impl Universe {
    /// A universe without packages, whose syntax these collections belong to.
    pub(crate) fn new(
        mut names: Interner,
        sources: SourceMap,
        ids: Ids,
        diagnostics: Diagnostics,
    ) -> Universe {
        let words = Words {
            blank: names.intern("_"),
            init: names.intern("init"),
            main: names.intern("main"),
            dot: names.intern("."),
            iota: names.intern("iota"),
            uint8: names.intern("uint8"),
            byte: names.intern("byte"),
            int32: names.intern("int32"),
            rune: names.intern("rune"),
            error_method: names.intern("Error"),
        };
        let mut u = Universe {
            names,
            sources,
            ids,
            types: TypeTable::new(),
            objects: PrimaryMap::with_capacity(USUAL_OBJECTS),
            packages: PrimaryMap::new(),
            by_path: HashMap::default(),
            info: Info::default(),
            diagnostics,
            predeclared: HashMap::default(),
            deps: HashMap::default(),
            methods: HashMap::default(),
            generics: HashMap::default(),
            instances: HashMap::default(),
            instance_ids: HashMap::default(),
            words,
            spelling: Spelling::default(),
            error_type: Basic::Invalid.ty(),
            embeds: Embeds::default(),
            counted: Vec::new(),
            prepared: Prepared::default(),
        };
        u.declare_types();
        u.declare_values();
        u
    }

    fn predeclare(&mut self, name: &str, ty: TypeId, kind: ObjectKind) -> ObjId {
        let name = self.names.intern(name);
        let obj = self.objects.push(Object {
            name,
            pos: Pos::NONE,
            pkg: None,
            ty,
            kind,
            decl: None,
            progress: Progress::Resolved,
        });
        self.predeclared.insert(name, obj);
        obj
    }

    fn declare_types(&mut self) {
        for basic in Basic::ALL {
            if basic != Basic::Invalid && basic != Basic::UnsafePointer && !basic.is_untyped() {
                self.predeclare(basic.name(), basic.ty(), ObjectKind::TypeName { alias: false });
            }
        }
        self.predeclare("byte", Basic::Uint8.ty(), ObjectKind::TypeName { alias: true });
        self.predeclare("rune", Basic::Int32.ty(), ObjectKind::TypeName { alias: true });
        let any = self.types.empty_interface();
        self.predeclare("any", any, ObjectKind::TypeName { alias: true });
        for name in ["error", "comparable"] {
            let obj = self.predeclare(name, Basic::Invalid.ty(), ObjectKind::TypeName { alias: false });
            let ty = self.types.new_named(self.objects[obj].name, None, obj);
            self.objects[obj].ty = ty;
            let interface = if name == "error" {
                self.error_type = ty;
                let sig = Signature { results: [Basic::String.ty()].into(), ..Signature::default() };
                let sig = self.types.intern(Type::Signature(sig));
                let method = IfaceMethod { name: self.words.error_method, pkg: None, sig };
                Interface { methods: [method].into(), ..Interface::default() }
            } else {
                Interface { comparable: true, ..Interface::default() }
            };
            let under = self.types.intern(Type::Interface(interface));
            if let Some(id) = self.types.as_named(ty) {
                self.types.named_mut(id).underlying = Some(under);
            }
        }
    }

    fn declare_values(&mut self) {
        for (name, value) in [("true", true), ("false", false)] {
            let value = Some(Const::Bool(value));
            self.predeclare(name, Basic::UntypedBool.ty(), ObjectKind::Const { value });
        }
        let zero = Some(Const::from(0));
        self.predeclare("iota", Basic::UntypedInt.ty(), ObjectKind::Const { value: zero });
        self.predeclare("nil", Basic::UntypedNil.ty(), ObjectKind::Nil);
        for builtin in Builtin::ALL {
            self.predeclare(builtin.name(), Basic::Invalid.ty(), ObjectKind::Builtin(builtin));
        }
    }

    // Generics -------------------------------------------------------------------------------------------

    /// The declared object that `obj` is an instance of, or itself.
    pub(crate) fn origin(&self, obj: ObjId) -> ObjId {
        self.instances.get(&obj).map_or(obj, |i| i.origin)
    }

    /// The type parameters of a generic function or type, or of the receiver of a method.
    pub(crate) fn type_params(&self, obj: ObjId) -> Box<[TypeId]> {
        if let Some(params) = self.generics.get(&obj) {
            return params.clone();
        }
        let recv = self.objects[obj].as_func().and_then(|f| f.recv);
        recv.map_or_else(Box::default, |r| self.types.named(self.types.origin(r)).args.clone())
    }

    pub(crate) fn subst(&mut self, ty: TypeId, s: &mut Subst) -> TypeId {
        let ty = self.types.subst(ty, s);
        self.settle();
        ty
    }

    /// The instance of a generic function, or of a method of a generic type, as an object of its own.
    pub(crate) fn instance(&mut self, origin: ObjId, args: &[TypeId]) -> ObjId {
        if *self.type_params(origin) == *args {
            return origin;
        }
        let key = Instance { origin, args: args.into() };
        if let Some(obj) = self.instance_ids.get(&key) {
            return *obj;
        }
        let mut object = self.objects[origin].clone();
        object.ty = Basic::Invalid.ty();
        object.progress = Progress::Unresolved;
        let obj = self.objects.push(object);
        self.instances.insert(obj, key.clone());
        self.instance_ids.insert(key, obj);
        self.resolve_instance(obj);
        obj
    }

    /// Gives an instance its signature, if that of the generic function is known.
    pub(crate) fn resolve_instance(&mut self, obj: ObjId) {
        let Some(Instance { origin, args }) = self.instances.get(&obj).cloned() else { return };
        let ty = self.objects[origin].ty;
        if self.objects[origin].progress != Progress::Resolved
            || self.objects[obj].progress == Progress::Resolved
        {
            return;
        }
        let params = self.type_params(origin);
        let ty = self.types.subst(ty, &mut Subst::new(&params, &args));
        self.objects[obj].ty = ty;
        self.objects[obj].progress = Progress::Resolved;
        if let Some(named) = self.objects[obj].as_func().and_then(|f| f.recv) {
            let methods = &mut self.types.named_mut(named).methods;
            if let Some(m) = methods.iter_mut().find(|m| m.obj == obj) {
                m.sig = Some(ty);
            }
        }
        self.settle();
    }

    /// Gives new instances of types, as far as the generic types are known, their underlying types and
    /// methods. Returns the instances that were completed.
    pub(crate) fn settle(&mut self) -> Vec<NamedId> {
        let mut done = Vec::new();
        if self.types.pending.is_empty() {
            return done;
        }
        let mut waiting = Vec::new();
        while let Some(named) = self.types.pending.pop() {
            let (origin, args) = (self.types.origin(named), self.types.named(named).args.clone());
            let generic = self.types.named(origin);
            let Some(under) = generic.underlying else {
                waiting.push(named);
                continue;
            };
            let (params, methods) = (generic.args.clone(), generic.methods.clone());
            let under = self.types.subst(under, &mut Subst::new(&params, &args));
            self.types.named_mut(named).underlying = Some(under);
            for mut method in methods {
                method.sig = None;
                method.obj = self.method_instance(method.obj, &args, named);
                self.types.named_mut(named).methods.push(method);
            }
            done.push(named);
        }
        self.types.pending = waiting;
        done
    }

    fn method_instance(&mut self, origin: ObjId, args: &[TypeId], named: NamedId) -> ObjId {
        let mut object = self.objects[origin].clone();
        object.ty = Basic::Invalid.ty();
        object.progress = Progress::Unresolved;
        if let ObjectKind::Func(f) = &mut object.kind {
            f.recv = Some(named);
        }
        let obj = self.objects.push(object);
        let key = Instance { origin, args: args.into() };
        self.instances.insert(obj, key.clone());
        self.instance_ids.insert(key, obj);
        obj
    }

    pub(crate) fn name(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// Prints types for messages about `here`.
    pub(crate) fn printer(&self, here: Option<PackageId>) -> TypePrinter<'_> {
        TypePrinter {
            types: &self.types,
            names: &self.names,
            packages: &self.packages,
            here,
            spelling: self.spelling,
        }
    }

    /// A type as text, defined types with their packages.
    pub(crate) fn type_string(&self, ty: TypeId) -> String {
        self.printer(None).print(ty)
    }

    /// The package that has this import path, if it was loaded.
    pub(crate) fn package(&self, path: &str) -> Option<PackageId> {
        self.by_path.get(path).copied()
    }

    /// The package of a name that may be unexported: none without a path. `None` if it was not loaded.
    pub(crate) fn package_of_path(&self, path: Option<&str>) -> Option<Option<PackageId>> {
        match path {
            None => Some(None),
            Some(path) => self.package(path).map(Some),
        }
    }

    /// The package-level object of this name.
    pub(crate) fn lookup(&self, pkg: PackageId, name: &str) -> Option<ObjId> {
        let name = self.names.known(name)?;
        self.packages[pkg].scope.get(&name).copied()
    }

    /// The file that holds the declaration of a package-level object, and where in it.
    pub(crate) fn decl_of(&self, obj: ObjId) -> Option<(Arc<ast::File>, DeclRef)> {
        let object = &self.objects[obj];
        let (pkg, decl) = (object.pkg?, object.decl?);
        Some((self.packages[pkg].files[decl.file as usize].clone(), decl))
    }

    /// What is known about an expression.
    #[cfg(test)]
    pub(crate) fn type_of(&self, expr: ExprId) -> &TypeAndValue {
        &self.info.types[expr]
    }
}

/// Whether a name begins with an upper-case letter.
pub(crate) fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// The declaration of a function that [`Universe::decl_of`] found.
pub(crate) fn func_decl(file: &ast::File, decl: DeclRef) -> Option<&ast::FuncDecl> {
    match file.decls.get(decl.decl as usize)? {
        ast::Decl::Func(f) => Some(f),
        _ => None,
    }
}
