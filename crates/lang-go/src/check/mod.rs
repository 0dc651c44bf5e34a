//! The type checker: syntax in, facts in [`crate::universe`] out.
//!
//! Objects of packages are resolved when something first refers to them, so their order does not matter;
//! bodies of functions are checked after all declarations, those of library packages only when something
//! reaches them. Messages and their positions are those of Go's compiler. The checker does not stop at an
//! error: what is in error gets the invalid type, which everything accepts. Knows nothing of IR.

mod assign;
mod builtin;
mod call;
mod causes;
mod convert;
mod cycle;
mod decl;
mod embed;
mod expr;
mod flow;
mod generic;
mod index;
mod infer;
mod initorder;
mod language;
mod literal;
mod method;
mod operand;
mod prepared;
mod resolve;
mod select;
mod stmt;
mod switch;
#[cfg(test)]
mod tests;
mod typexpr;
mod untyped;

use purlin_base::map::{HashMap, HashSet};
use purlin_base::{Diagnostic, FileId, Name, Pos};

use crate::ast::{Expr, ExprId, FuncId, StmtId};
use crate::constant::Const;
use crate::types::{Basic, NamedId, TypeId};
use crate::universe::{
    FuncInfo, Mode, ObjId, Object, ObjectKind, PackageId, Progress, Universe, Var, VarKind, is_exported,
};

/// Expressions, types, statements and declarations nest at most so deep while they are checked.
const MAX_DEPTH: u32 = 10_000;
/// More errors than this are not even collected.
const MAX_ERRORS: usize = 4000;

/// The library functions that a program reaches. Their bodies are read and checked in the order in which they
/// are reached, which continues after the program itself has been checked: lowering may reach more.
#[derive(Default)]
pub(crate) struct Reached {
    functions: Vec<ObjId>,
    known: HashSet<ObjId>,
    /// How many of them were handed out.
    next: usize,
}

impl Reached {
    fn add(&mut self, obj: ObjId) {
        if self.known.insert(obj) {
            self.functions.push(obj);
        }
    }

    /// All so far.
    #[cfg(test)]
    pub(crate) fn functions(&self) -> &[ObjId] {
        &self.functions
    }
}

/// A block's names.
#[derive(Default)]
struct Scope {
    names: HashMap<Name, ObjId>,
}

/// A function around what is being checked.
struct FuncContext {
    id: FuncId,
    results: Vec<TypeId>,
    /// Whether this is the body of a loop in the function around it.
    is_loop: bool,
}

/// What surrounds the syntax that is being checked.
struct Env {
    pkg: PackageId,
    /// Index of the file in the package.
    file: usize,
    scopes: Vec<Scope>,
    funcs: Vec<FuncContext>,
    /// The value of `iota`, inside constant declarations.
    iota: Option<u32>,
    /// The package-level object whose dependencies are collected.
    decl: Option<ObjId>,
    /// Local variables of the outermost function, to find those that are not used.
    locals: Vec<ObjId>,
    /// Inside the length of an array type, where types that are not complete must not be used.
    array_len: u32,
    /// The type parameters in scope, outermost first.
    type_params: Vec<TypeId>,
    /// How many interface types enclose this one; literals that another one embeds do not count.
    interfaces: u32,
    /// The next type expression is embedded in an interface.
    embedded: bool,
    /// The type that is declared as an interface here.
    defining: Option<NamedId>,
    /// What that interface embeds and is not complete yet, and where, if it is an instance of that.
    blocked_on: Option<(NamedId, Option<Pos>)>,
}

impl Env {
    fn new(pkg: PackageId, file: usize) -> Env {
        Env {
            pkg,
            file,
            scopes: Vec::new(),
            funcs: Vec::new(),
            iota: None,
            decl: None,
            locals: Vec::new(),
            array_len: 0,
            type_params: Vec::new(),
            interfaces: 0,
            embedded: false,
            defining: None,
            blocked_on: None,
        }
    }
}

/// A type that is complete only after another one.
struct Awaiting {
    /// The declared type, and the declared (perhaps generic) type that it refers to.
    named: NamedId,
    on: NamedId,
    /// Where it refers to an instance of that.
    instance_at: Option<Pos>,
}

/// Where type parameters are given arguments: position of each, parameters, arguments.
type Instantiation = (Box<[Pos]>, Box<[TypeId]>, Box<[TypeId]>);

/// Type arguments whose constraints are still to be checked.
struct Verification {
    pos: Pos,
    /// Where each written argument stands.
    args_at: Vec<Pos>,
    params: Box<[TypeId]>,
    args: Box<[TypeId]>,
}

/// Checks that must wait until the types they look at are complete.
enum Later {
    MapKey { key: TypeId, pos: Pos },
    ChanElem { elem: TypeId, pos: Pos },
    Embedded { ty: TypeId, pos: Pos },
    VarType { ty: TypeId, pos: Pos },
    Verify(Verification),
}

pub(crate) struct Checker<'u> {
    pub u: &'u mut Universe,
    reached: &'u mut Reached,
    env: Env,
    /// Package-level objects, and local types, that are being resolved, outermost first, and whether each is
    /// so for the length of an array.
    path: Vec<(ObjId, bool)>,
    depth: u32,
    /// The depth limit was reported already.
    too_deep: bool,
    /// A constant repeats the expression of an earlier one: errors in it are reported at its name.
    inherited_at: Option<Pos>,
    /// A call or a receive was seen: what `len` of an array looks for.
    has_call: bool,
    /// Untyped non-constant expressions that are the left operand of a shift.
    shift_lhs: HashSet<ExprId>,
    later: Vec<Later>,
    /// The statements that a `break` leaves.
    breaks: HashSet<StmtId>,
    /// Where the interface stands that a type is declared as.
    interface_pos: HashMap<ObjId, Pos>,
    /// The errors so far by line; one that is repeated on a line is reported once.
    reported: HashSet<(FileId, u32, String)>,
    /// Types whose declarations refer to another type that is not complete yet.
    awaiting: Vec<Awaiting>,
    /// How many bytes of strings constant expressions have made.
    string_bytes: usize,
    /// Which variables each function is known to capture.
    captured: HashSet<(FuncId, ObjId)>,
    /// Interfaces that were reported to contain themselves.
    cyclic: HashSet<ObjId>,
    /// The types that others are declared as: `type A B`.
    declared_as: HashMap<NamedId, NamedId>,
    /// Where each instance of a type is first written.
    instance_pos: HashMap<NamedId, Pos>,
    /// Types known to have a finite size.
    finite: HashSet<NamedId>,
    /// Types whose methods are reached because a value of theirs became an interface.
    reached_types: HashSet<TypeId>,
    /// Imports of `.`: package, file, position, what is imported.
    dot_imports: Vec<(PackageId, usize, Pos, PackageId)>,
    /// Imports whose name another one has: package, position, name, what is imported.
    hidden_imports: Vec<(PackageId, Pos, Name, PackageId)>,
    /// By file, the packages of which something was named through an import of `.`.
    dot_used: HashSet<(usize, PackageId)>,
    /// The packages of the program, each after those that it imports.
    packages: Vec<PackageId>,
    /// The packages with errors, and the packages that import them.
    failed: HashSet<PackageId>,
    /// The next name may be that of a generic type: its arguments follow.
    allow_generic: bool,
    /// The instantiations in the program: where, of which parameters, with what.
    instantiations: Vec<Instantiation>,
    /// Where an instance of a type was made that is too large.
    runaway: Option<Pos>,
    /// Which parameter of which function a value is given to, and its type.
    argument: Option<(ObjId, usize, TypeId)>,
}

impl<'u> Checker<'u> {
    pub(crate) fn new(u: &'u mut Universe, reached: &'u mut Reached) -> Checker<'u> {
        Checker {
            u,
            reached,
            env: Env::new(PackageId::from_u32(0), 0),
            path: Vec::new(),
            depth: 0,
            too_deep: false,
            inherited_at: None,
            has_call: false,
            breaks: HashSet::default(),
            shift_lhs: HashSet::default(),
            later: Vec::new(),
            interface_pos: HashMap::default(),
            reported: HashSet::default(),
            awaiting: Vec::new(),
            string_bytes: 0,
            captured: HashSet::default(),
            cyclic: HashSet::default(),
            declared_as: HashMap::default(),
            instance_pos: HashMap::default(),
            finite: HashSet::default(),
            reached_types: HashSet::default(),
            dot_imports: Vec::new(),
            dot_used: HashSet::default(),
            hidden_imports: Vec::new(),
            packages: Vec::new(),
            failed: HashSet::default(),
            allow_generic: false,
            instantiations: Vec::new(),
            runaway: None,
            argument: None,
        }
    }

    // Messages -------------------------------------------------------------------------------------------

    /// Reports an error, except one that only follows from another.
    fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.report(Diagnostic::error(pos, message));
    }

    /// Reports that something is not used.
    fn minor_error(&mut self, pos: Pos, message: impl Into<String>) {
        self.report(Diagnostic::minor(pos, message));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.u.diagnostics.error_count() >= MAX_ERRORS {
            return;
        }
        let Diagnostic { severity, pos, message } = diagnostic;
        let follows = message.find("invalid type").is_some_and(|at| at > 0);
        if follows && self.u.diagnostics.has_errors() {
            return;
        }
        let pos = self.inherited_at.unwrap_or(pos);
        if let (Some(file), Some(at)) = (self.u.sources.file_of(pos), self.u.sources.line_col(pos))
            && !self.reported.insert((file, at.line, message.clone()))
        {
            return;
        }
        self.u.diagnostics.push(Diagnostic { severity, pos, message });
    }

    /// `invalid operation: …`
    fn invalid_op(&mut self, pos: Pos, message: impl AsRef<str>) {
        self.error(pos, format!("invalid operation: {}", message.as_ref()));
    }

    /// `invalid argument: …`
    fn invalid_arg(&mut self, pos: Pos, message: impl AsRef<str>) {
        self.error(pos, format!("invalid argument: {}", message.as_ref()));
    }

    /// A position as it stands inside a message.
    fn at(&self, pos: Pos) -> String {
        self.u.sources.line_col(pos).map(|p| p.to_string()).unwrap_or_default()
    }

    /// A second line of a message that points elsewhere.
    fn line_at(&self, pos: Pos, text: &str) -> String {
        if self.u.sources.line_col(pos).is_some() {
            format!("\n\t{}: {text}", self.at(pos))
        } else {
            String::new()
        }
    }

    fn redeclared(&mut self, pos: Pos, name: Name, other: Pos) {
        let text = self.text(name);
        let mut message = format!("{text} redeclared in this block");
        if other.is_some() {
            message += &self.line_at(other, &format!("other declaration of {text}"));
        }
        self.error(pos, message);
    }

    fn text(&self, name: Name) -> String {
        self.u.names.text(name).to_string()
    }

    fn ty(&self, ty: TypeId) -> String {
        self.u.printer(Some(self.env.pkg)).print(ty)
    }

    /// Whether to go deeper; if not, an error has been reported.
    fn enter(&mut self, pos: Pos) -> bool {
        if self.depth >= MAX_DEPTH {
            if !self.too_deep {
                self.too_deep = true;
                self.error(pos, "nested too deeply");
            }
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    // Scopes ---------------------------------------------------------------------------------------------

    fn open_scope(&mut self) {
        self.env.scopes.push(Scope::default());
    }

    fn close_scope(&mut self) {
        self.env.scopes.pop();
    }

    /// What `name` means here.
    fn lookup(&self, name: Name) -> Option<ObjId> {
        for scope in self.env.scopes.iter().rev() {
            if let Some(obj) = scope.names.get(&name) {
                return Some(*obj);
            }
        }
        let pkg = &self.u.packages[self.env.pkg];
        let obj = pkg.file_scopes.get(self.env.file).and_then(|s| s.get(&name));
        let obj = obj.or_else(|| pkg.scope.get(&name));
        obj.or_else(|| self.u.predeclared.get(&name)).copied()
    }

    /// Declares a local object in the innermost scope.
    fn declare(&mut self, obj: ObjId) {
        let (name, pos) = (self.u.objects[obj].name, self.u.objects[obj].pos);
        if name == self.u.words.blank {
            return;
        }
        let Some(scope) = self.env.scopes.last_mut() else { return };
        if let Some(other) = scope.names.get(&name) {
            let other = self.u.objects[*other].pos;
            self.redeclared(pos, name, other);
            if let Some(var) = self.var_mut(obj) {
                var.used = true;
            }
            return;
        }
        scope.names.insert(name, obj);
    }

    fn new_object(&mut self, name: Name, pos: Pos, ty: TypeId, kind: ObjectKind) -> ObjId {
        let pkg = Some(self.env.pkg);
        let progress = Progress::Resolved;
        self.u.objects.push(Object { name, pos, pkg, ty, kind, decl: None, progress })
    }

    /// A variable of the function that is being checked.
    fn new_var(&mut self, name: Name, pos: Pos, ty: TypeId, kind: VarKind) -> ObjId {
        let func = self.env.funcs.last().map(|f| f.id);
        let var = Var {
            kind,
            func,
            used: false,
            captured: false,
            address_taken: false,
            reassigned: false,
            shared: false,
        };
        let obj = self.new_object(name, pos, ty, ObjectKind::Var(var));
        if kind == VarKind::Local && name != self.u.words.blank {
            self.env.locals.push(obj);
        }
        obj
    }

    fn var_mut(&mut self, obj: ObjId) -> Option<&mut Var> {
        match &mut self.u.objects[obj].kind {
            ObjectKind::Var(v) => Some(v),
            _ => None,
        }
    }

    /// What is known of the innermost function.
    fn func_info(&mut self) -> Option<&mut FuncInfo> {
        let id = self.env.funcs.last()?.id;
        Some(&mut self.u.info.funcs[id])
    }

    // Facts ----------------------------------------------------------------------------------------------

    fn record(&mut self, e: &Expr, mode: Mode, ty: TypeId, value: Option<Const>) {
        let entry = &mut self.u.info.types[e.id];
        entry.mode = mode;
        entry.ty = ty;
        put_value(&mut entry.value, value);
    }

    /// The package of a selector, if the name is not exported.
    fn pkg_of(&self, name: Name) -> Option<PackageId> {
        (!is_exported(self.u.names.text(name))).then_some(self.env.pkg)
    }

    fn is_valid(&self, ty: TypeId) -> bool {
        ty != Basic::Invalid.ty()
    }
}

/// Sets the value of an expression, where it may have one already.
fn put_value(place: &mut Option<Box<Const>>, value: Option<Const>) {
    match (place, value) {
        (Some(old), Some(new)) => **old = new,
        (place, value) => *place = value.map(Box::new),
    }
}
