//! Resolution: what names mean, which blocks are control structures, and what closures capture.
//!
//! Units are resolved in the order in which they run, so that each sees the classes of those before it and
//! of itself. What is wrong is reported, and the method or statement with the error is left out. Knows
//! nothing of the parser or of execution.

mod classes;
pub mod code;
mod elements;
mod expr;
mod given;
mod inline;
mod made;
mod named;
mod scope;
mod session;
#[cfg(test)]
mod tests;

use purlin_base::map::{HashMap, HashSet};
use purlin_base::{Diagnostics, EntityRef as _, Interner, Name, Pos};

pub use classes::{Class, ClassId, Shape};
pub(crate) use session::{Input, Known, Place};

use self::classes::{BESIDE, Classes};
use self::code::{Body, Code, Method, Program, Statement, Step};
use self::scope::Scopes;
use crate::ast::{self, Item, Superclass, Unit};
use crate::classpath;

/// Which language's rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Every name that is not declared is a global, which may be made later.
    Som,
    /// Names that begin with a small letter are declared; statements at top level declare what they assign
    /// to.
    Smalltalk80,
}

/// Resolves the units of a program, one after the other.
pub struct Resolver<'a> {
    names: &'a mut Interner,
    diags: &'a mut Diagnostics,
    rules: Rules,
    classes: Classes,
    steps: Vec<Step>,
    /// Variables of statements at top level, and the globals that they are.
    top: HashMap<Name, Name>,
    /// Names with a small letter of globals that the program makes: `Smalltalk at: #x put: 3`.
    named: HashSet<Name>,
    /// Fields and fields of the metaclass that extensions in the text give to classes, by the names in the
    /// text.
    later: HashMap<Name, [Vec<Name>; 2]>,
    /// Classes in namespaces that the text defines, those that have not been reached yet included.
    coming: HashSet<Name>,
    /// Whether a class of the program has the name of one of the library's.
    has_beside: bool,
    /// The program's classes that define themselves what `new` does.
    with_new: HashSet<ClassId>,
    /// The namespaces around the text, from the outside in.
    namespaces: Vec<Name>,
    /// The class whose methods are being resolved, and whether it is the metaclass.
    class: Option<(ClassId, bool)>,
    /// Whether a statement at top level is being resolved.
    at_top: bool,
    /// How many classes are the library's, once that is whole: what comes after is a program on it.
    library: Option<usize>,
    /// Whether what is read is made by Purlin, for the host.
    is_trusted: bool,
    library_steps: usize,
    /// How many classes there were before this input of a session. Of these, a program may define anew those
    /// that are not the library's.
    earlier: usize,
    uses_stack: bool,
    comments: Vec<(ClassId, String)>,
    scopes: Scopes,
}

/// Arguments of a message, at most.
const MAX_ARGUMENTS: usize = 120;

/// An error has been reported.
struct Failed;

type Resolved<T> = Result<T, Failed>;

impl<'a> Resolver<'a> {
    /// A resolver for a program that has no class yet.
    pub fn new(names: &'a mut Interner, diags: &'a mut Diagnostics) -> Resolver<'a> {
        Resolver {
            names,
            diags,
            rules: Rules::Smalltalk80,
            classes: Classes::default(),
            steps: Vec::new(),
            top: HashMap::default(),
            named: HashSet::default(),
            later: HashMap::default(),
            coming: HashSet::default(),
            has_beside: false,
            with_new: HashSet::default(),
            namespaces: Vec::new(),
            class: None,
            at_top: false,
            library: None,
            is_trusted: false,
            library_steps: 0,
            earlier: 0,
            uses_stack: false,
            comments: Vec::new(),
            scopes: Scopes::default(),
        }
    }

    /// A resolver for a program on a library whose classes are known, and whose names are in the interner.
    pub(crate) fn on_library(
        names: &'a mut Interner,
        diags: &'a mut Diagnostics,
        classes: Vec<Class>,
    ) -> Resolver<'a> {
        let mut resolver = Resolver::new(names, diags);
        for class in classes {
            resolver.classes.define(class);
        }
        resolver.seal();
        resolver
    }

    /// Adds a unit. Callers run on a [deep stack](purlin_base::on_deep_stack).
    pub fn unit(&mut self, unit: &Unit, rules: Rules) {
        self.rules = rules;
        self.find_named(&unit.items);
        self.items(&unit.items);
    }

    /// Adds a unit that Purlin has made: it may name primitives, as the library does.
    pub(crate) fn trusted_unit(&mut self, unit: &Unit) {
        self.is_trusted = true;
        self.unit(unit, Rules::Smalltalk80);
        self.is_trusted = false;
    }

    /// The library is whole. Programs name no primitives, and do not change which fields the library's
    /// classes have.
    pub fn seal(&mut self) {
        self.library = Some(self.classes.all.len());
        self.library_steps = self.steps.len();
    }

    /// Whether a class is the library's, and the library whole.
    fn is_sealed(&self, class: ClassId) -> bool {
        self.library.is_some_and(|count| class.index() < count)
    }

    /// Whether a class was made by an earlier input of a session.
    fn is_earlier(&self, class: ClassId) -> bool {
        class.index() < self.earlier && !self.is_sealed(class)
    }

    /// The name of a class that the text defines. One that the library has, too, gets a name beside it, which
    /// the text need not spell out: what the library does goes by its own class.
    fn name_beside_library(&mut self, name: Name) -> Name {
        let is_there = self.classes.get(name).is_some_and(|id| self.is_sealed(id));
        if !is_there || self.earlier > 0 || self.rules == Rules::Som {
            return name;
        }
        let beside = format!("{BESIDE}{}", self.text(name));
        let beside = self.names.intern(&beside);
        self.coming.insert(beside);
        self.has_beside = true;
        beside
    }

    /// Whether a program may define a class of this name, with these fields.
    fn may_define(
        &mut self,
        name: Name,
        superclass: Option<ClassId>,
        fields: &[Name],
        shape: Shape,
    ) -> Result<(), &'static str> {
        if self.library.is_none() {
            return Ok(());
        }
        if let Some(id) = self.classes.get(name).filter(|id| self.is_earlier(*id)) {
            let there = &self.classes.all[id];
            if there.superclass != superclass || there.fields != fields || there.shape != shape {
                self.classes.forget(name);
            }
        }
        match self.classes.get(name) {
            Some(id) if self.is_sealed(id) => Err("the library has a class of this name"),
            Some(id) if self.classes.all[id].superclass != superclass => {
                Err("the class has another superclass where it is defined first")
            }
            Some(id) if self.classes.all[id].fields != fields => {
                Err("the class has other fields where it is defined first")
            }
            _ if shape != Shape::Fields && !fields.is_empty() => Err("a class with elements has no fields"),
            _ => Ok(()),
        }
    }

    /// What all units are.
    pub fn finish(mut self) -> Program {
        self.check_layouts();
        let (is_som, uses_stack) = (self.rules == Rules::Som, self.uses_stack);
        let Resolver { library_steps, steps, comments, .. } = self;
        Program { classes: self.classes.all, is_som, uses_stack, library_steps, steps, comments }
    }

    /// Where an object is no row of fields, its class and all superclasses must have none: methods reach
    /// fields by their places, whatever the receiver is.
    fn check_layouts(&mut self) {
        let is_som = self.rules == Rules::Som;
        let with_elements = |class: &Class| class.shape != Shape::Fields;
        let mut wrong = Vec::new();
        for (id, class) in self.classes.all.iter() {
            let is_laid_out = is_som && classpath::CORE.contains(&self.names.text(class.name));
            if (with_elements(class) || is_laid_out) && self.classes.instance_size(id) > 0 {
                wrong.push((class.pos, class.name));
            }
        }
        for (pos, name) in wrong {
            let text = self.text(name).to_owned();
            self.diags.error(pos, format!("{text} has elements or is built in, and so cannot have fields"));
        }
    }

    /// Reports the classes that a SOM program needs whatever it does, and that no unit has defined: words are
    /// instances of some, and lowered code makes instances of others.
    pub fn require_core(&mut self) {
        let names = self.classes.all.values().map(|class| self.names.text(class.name));
        let there: std::collections::BTreeSet<&str> = names.collect();
        let missing = classpath::CORE.iter().filter(|name| !there.contains(*name));
        let missing: Vec<&str> = missing.copied().collect();
        if !missing.is_empty() {
            let message = format!("the class path has no {}", missing.join(", "));
            self.diags.error(Pos::NONE, message);
        }
    }

    fn fail<T>(&mut self, pos: Pos, message: impl Into<String>) -> Resolved<T> {
        self.diags.error(pos, message);
        Err(Failed)
    }

    fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    fn global_text(&self, path: &ast::Path) -> String {
        let parts: Vec<&str> = path.parts.iter().map(|part| self.text(part.name)).collect();
        parts.join(".")
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Class(class) => drop(self.class(class)),
                Item::Extension(extension) => drop(self.extension(extension)),
                Item::Statement(statement) => {
                    if self.class_made_by(&statement.expr) || self.class_extended_by(&statement.expr) {
                        continue;
                    }
                    let body = ast::Body { temporaries: vec![], statements: vec![statement.clone()] };
                    self.statements(&body, statement.pos);
                }
                Item::Eval(body) if self.class_made_in(body) => {}
                Item::Eval(body) => {
                    let pos = body.statements.first().map_or(Pos::NONE, |s| s.pos);
                    self.statements(body, pos);
                }
                Item::Temporaries(idents) => idents.iter().for_each(|i| self.declare_top(i.name)),
                Item::Namespace(namespace) => {
                    let name = self.global_name(&namespace.path);
                    self.namespaces.push(name);
                    self.items(&namespace.items);
                    self.namespaces.pop();
                }
            }
        }
    }

    /// A variable at top level is a global that no program can name otherwise.
    fn declare_top(&mut self, name: Name) {
        let text = format!("Undeclared.{}", self.text(name));
        let global = self.names.intern(&text);
        self.top.insert(name, global);
    }

    fn statements(&mut self, body: &ast::Body, pos: Pos) {
        self.class = None;
        self.at_top = true;
        let selector = self.names.intern("executeStatements");
        if let Ok(method) = self.code_of(selector, pos, &[], body) {
            self.steps.push(Step::Run(method));
        }
        self.at_top = false;
    }

    // Classes -------------------------------------------------------------------------------------------

    /// The name of a global in the text: without `Smalltalk.`, and dotted.
    fn global_name(&mut self, path: &ast::Path) -> Name {
        let mut parts: Vec<&str> = path.parts.iter().map(|p| self.names.text(p.name)).collect();
        if parts.len() > 1 && parts[0] == "Smalltalk" {
            parts.remove(0);
        }
        let joined = parts.join(".");
        self.names.intern(&joined)
    }

    /// A name within the innermost namespace.
    fn qualified(&mut self, name: Name) -> Name {
        match self.namespaces.last() {
            Some(space) => {
                let text = format!("{}.{}", self.names.text(*space), self.names.text(name));
                self.names.intern(&text)
            }
            None => name,
        }
    }

    /// The class of a name, which is looked up in the namespaces around.
    fn find_class(&mut self, path: &ast::Path) -> Option<ClassId> {
        let name = self.global_name(path);
        let found = self.in_namespaces(name).into_iter().find_map(|inner| self.classes.get(inner));
        found.or_else(|| self.classes.get(name))
    }

    /// The name within each of the namespaces around, from the inside out.
    fn in_namespaces(&mut self, name: Name) -> Vec<Name> {
        let inner = |space: &Name| format!("{}.{}", self.names.text(*space), self.names.text(name));
        let mut texts: Vec<String> = self.namespaces.iter().rev().map(inner).collect();
        if self.has_beside {
            texts.push(format!("{BESIDE}{}", self.text(name)));
        }
        texts.iter().map(|text| self.names.intern(text)).collect()
    }

    fn superclass(&mut self, class: &ast::Class, own: Name) -> Resolved<Option<ClassId>> {
        let path = match &class.superclass {
            Superclass::Nil => return Ok(None),
            Superclass::Default => {
                let object = self.names.intern("Object");
                // SOM's class of that name is the root.
                return Ok(self.classes.get(object).filter(|_| own != object));
            }
            Superclass::Named(path) => path,
        };
        let above = match self.find_class(path) {
            Some(above) => above,
            None => {
                let name = self.global_name(path);
                let message = format!("there is no class {}", self.text(name));
                return self.fail(path.pos(), message);
            }
        };
        if self.classes.get(own).is_some_and(|id| self.classes.is_above(above, id)) {
            let message = format!("{} would be a superclass of itself", self.text(own));
            return self.fail(path.pos(), message);
        }
        Ok(Some(above))
    }

    fn class(&mut self, class: &ast::Class) -> Resolved<()> {
        let name = self.global_name(&class.name);
        let name = self.qualified(name);
        let name = self.name_beside_library(name);
        let superclass = self.superclass(class, name)?;
        let body = &class.body;
        let variables: Vec<ast::Ident> = body.class_variables.iter().map(|v| v.ident).collect();
        let mut fields = self.distinct(&[], &body.fields);
        let mut class_fields = self.distinct(&[], &body.class_fields);
        let class_variables = self.distinct(&[], &variables);
        let named = self.global_name(&class.name);
        self.add_later_fields(named, &mut fields, &mut class_fields);
        let (pos, told) = (class.pos, self.shape(name, body, superclass));
        let shape = self.with_field_for_elements(superclass, &mut fields, told);
        if let Err(why) = self.may_define(name, superclass, &fields, shape) {
            return self.fail(pos, why);
        }
        let id = self.classes.define(Class {
            name,
            pos,
            superclass,
            fields,
            class_fields,
            class_variables,
            shape,
        });
        self.members(id, body);
        self.tell_of_elements(id, told);
        self.facts(&class.name, body);
        self.own_comment(id, body);
        Ok(())
    }

    /// What a program says of a class by pragmas, as statements: `<comment: 'text'>`, `<category: 'text'>`.
    fn facts(&mut self, class: &ast::Path, body: &ast::Members) {
        for pragma in &body.pragmas {
            let is_one = matches!(self.text(pragma.selector), "comment:" | "category:");
            if !is_one || self.library.is_none() || self.rules == Rules::Som {
                continue;
            }
            let (pos, selector, arguments) = (pragma.pos, pragma.selector, pragma.arguments.clone());
            self.told(class, ast::Message { selector, pos, arguments });
        }
    }

    /// What the library says of a class of its own by `<comment: 'text'>`: no statement of a program's.
    fn own_comment(&mut self, class: ClassId, body: &ast::Members) {
        if self.library.is_some() || self.rules == Rules::Som {
            return;
        }
        for pragma in body.pragmas.iter().filter(|p| self.names.text(p.selector) == "comment:") {
            if let Some(ast::ExprKind::Literal(ast::Literal::String(text))) =
                pragma.arguments.first().map(|argument| &argument.kind)
            {
                self.comments.push((class, text.clone()));
            }
        }
    }

    /// Adds a statement that sends a message to a class.
    fn told(&mut self, class: &ast::Path, message: ast::Message) {
        let pos = message.pos;
        let depth = 1 + message.arguments.iter().map(|a| a.depth).max().unwrap_or_default();
        let receiver = ast::Expr { kind: ast::ExprKind::Name(class.clone()), pos, depth: 1 };
        let kind = ast::ExprKind::Send(Box::new(receiver), message);
        let statement = ast::Statement { expr: ast::Expr { kind, pos, depth }, returns: false, pos };
        self.statements(&ast::Body { temporaries: vec![], statements: vec![statement] }, pos);
    }

    /// The shape that a pragma of the class names, or that of the superclass.
    fn shape(&mut self, name: Name, body: &ast::Members, superclass: Option<ClassId>) -> Shape {
        let inherited = superclass.map_or(Shape::Fields, |above| self.classes.all[above].shape);
        // SOM's files do not say so.
        match self.text(name) {
            "Array" if self.rules == Rules::Som => return Shape::Pointers,
            "String" | "Symbol" if self.rules == Rules::Som => return Shape::Characters,
            _ => {}
        }
        let Some(pragma) = body.pragmas.iter().find(|p| self.names.text(p.selector) == "shape:") else {
            return inherited;
        };
        let named = match pragma.arguments.first().map(|a| &a.kind) {
            Some(ast::ExprKind::Literal(ast::Literal::Symbol(name))) => self.text(*name),
            Some(_) | None => "",
        };
        match named {
            "pointer" | "inherit" => Shape::Pointers,
            "byte" => Shape::Bytes,
            "character" => Shape::Characters,
            _ => {
                self.diags.error(pragma.pos, "a shape is #pointer, #byte or #character");
                inherited
            }
        }
    }

    /// Names that are declared together with those that are there; it is an error if one is declared twice.
    fn distinct(&mut self, there: &[Name], idents: &[ast::Ident]) -> Vec<Name> {
        let mut seen: HashSet<Name> = there.iter().copied().collect();
        let mut names = Vec::new();
        for ident in idents {
            if seen.insert(ident.name) {
                names.push(ident.name);
            } else {
                let message = format!("{} is declared twice", self.text(ident.name));
                self.diags.error(ident.pos, message);
            }
        }
        names
    }

    fn extension(&mut self, extension: &ast::Extension) -> Resolved<()> {
        let Some(id) = self.find_class(&extension.class) else {
            let name = self.global_name(&extension.class);
            let message = format!("there is no class {}", self.text(name));
            return self.fail(extension.pos, message);
        };
        let body = &extension.body;
        if self.is_sealed(id) && !(body.fields.is_empty() && body.class_fields.is_empty()) {
            return self.fail(extension.pos, "the classes of the library get no fields");
        }
        if self.is_earlier(id) && !body.fields.is_empty() {
            return self.fail(extension.pos, "a class of an earlier input gets no fields: define it anew");
        }
        let there = &self.classes.all[id];
        let adds = body.fields.iter().any(|ident| !there.fields.contains(&ident.name))
            || body.class_fields.iter().any(|ident| !there.class_fields.contains(&ident.name));
        if adds && self.classes.all.values().any(|class| class.superclass == Some(id)) {
            // The methods of subclasses name their fields by places behind those of the class.
            return self.fail(extension.pos, "a class that has subclasses gets no more fields");
        }
        let class = &self.classes.all[id];
        let (fields, sides) = (class.fields.clone(), class.class_fields.clone());
        // A class variable that is there already gets another value.
        let variables = body.class_variables.iter().map(|v| v.ident);
        let variables: Vec<ast::Ident> =
            variables.filter(|ident| !class.class_variables.contains(&ident.name)).collect();
        let mut more = [
            self.distinct(&[], &body.fields),
            self.distinct(&[], &body.class_fields),
            self.distinct(&[], &variables),
        ];
        // The class has them from the beginning.
        more[0].retain(|field| !fields.contains(field));
        more[1].retain(|field| !sides.contains(field));
        let class = &mut self.classes.all[id];
        class.fields.append(&mut more[0]);
        class.class_fields.append(&mut more[1]);
        class.class_variables.append(&mut more[2]);
        self.members(id, body);
        Ok(())
    }

    /// The variables and methods of a class or an extension of it.
    fn members(&mut self, id: ClassId, body: &ast::Members) {
        let mut initialisers = Vec::new();
        self.class = Some((id, true));
        for variable in &body.class_variables {
            if let Some(value) = &variable.value {
                let statement = ast::Statement { expr: value.clone(), returns: true, pos: value.pos };
                let code = ast::Body { temporaries: vec![], statements: vec![statement] };
                let method = self.code_of(variable.ident.name, variable.ident.pos, &[], &code);
                initialisers.extend(method.map(|method| (variable.ident.name, method)));
            }
        }
        self.steps.push(Step::Define { class: id, initialisers });
        for method in &body.methods {
            let Ok(class) = self.owner(id, method) else { continue };
            self.class = Some((class, method.meta));
            if let Ok(resolved) = self.method(method) {
                self.steps.push(Step::Method { class, meta: method.meta, method: resolved });
            }
            if method.meta && self.text(method.selector) == "new" && !self.is_sealed(class) {
                self.with_new.insert(class);
            }
        }
        self.class = None;
        self.let_new_initialize(id, &body.methods);
    }

    /// The class that gets a method of a class's body: the class itself, or a superclass that the text names.
    fn owner(&mut self, class: ClassId, method: &ast::Method) -> Resolved<ClassId> {
        let Some(path) = &method.owner else { return Ok(class) };
        let found = self.find_class(path);
        match found.filter(|owner| self.classes.chain(class).any(|id| id == *owner)) {
            Some(owner) => Ok(owner),
            None => {
                let (own, other) = (self.text(self.classes.all[class].name), self.global_text(path));
                let message =
                    format!("the body of {own} defines nothing of {other}, which is no superclass of it");
                self.fail(path.pos(), message)
            }
        }
    }

    fn method(&mut self, method: &ast::Method) -> Resolved<Method> {
        let mut resolved = self.code_of(method.selector, method.pos, &method.parameters, &method.body)?;
        // The numbers of another machine's primitives say nothing here: the statements of the method do what
        // it does.
        let is_number =
            |p: &ast::Pragma| matches!(p.arguments.first().map(|a| &a.kind), Some(ast::ExprKind::Literal(_)));
        let named = method.pragmas.iter().find(|p| self.text(p.selector) == "primitive:" && !is_number(p));
        if self.library.is_some() && !self.is_trusted && (method.primitive || named.is_some()) {
            return self.fail(method.pos, "only the library names primitives");
        }
        resolved.primitive = match named.map(|p| &p.arguments[..]) {
            Some([ast::Expr { kind: ast::ExprKind::Name(path), .. }]) => path.single(),
            Some(_) => {
                let pos = named.map_or(method.pos, |p| p.pos);
                return self.fail(pos, "the argument of `primitive:` is a name");
            }
            None => method.primitive.then_some(method.selector),
        };
        let is_bound = method.pragmas.iter().any(|p| self.text(p.selector) == "bound");
        resolved.is_bound = is_bound && self.library.is_none() && self.rules != Rules::Som;
        Ok(resolved)
    }

    /// The code of a method or of what runs like one.
    fn code_of(
        &mut self,
        selector: Name,
        pos: Pos,
        parameters: &[ast::Ident],
        body: &ast::Body,
    ) -> Resolved<Method> {
        if crate::ast::arity(self.text(selector)) > MAX_ARGUMENTS {
            return self.fail(pos, "a method has at most 120 parameters");
        }
        let outer = std::mem::take(&mut self.scopes);
        let code = self.frame(pos, parameters, body);
        let scopes = std::mem::replace(&mut self.scopes, outer);
        let (code, has_home) = (code?, scopes.has_home);
        let (primitive, variables) = (None, scopes.finish());
        Ok(Method { selector, pos, primitive, is_bound: false, variables, code, has_home })
    }

    /// Code that becomes a function.
    fn frame(&mut self, pos: Pos, parameters: &[ast::Ident], body: &ast::Body) -> Resolved<Code> {
        if parameters.len() > MAX_ARGUMENTS {
            return self.fail(pos, "a block has at most 120 parameters");
        }
        self.scopes.begin_frame();
        let parameters = self.declare(parameters, true);
        let body = parameters.and_then(|parameters| Ok((parameters, self.body(body)?)));
        let ended = self.scopes.end_frame();
        let (parameters, body) = body?;
        let scope::Ended { captures, captures_self, leaves } = ended;
        Ok(Code { pos, parameters, captures, captures_self, leaves, body })
    }

    /// Declares variables in the innermost scope.
    fn declare(&mut self, idents: &[ast::Ident], are_parameters: bool) -> Resolved<Vec<code::VarId>> {
        let mut vars = Vec::new();
        let mut failed = Ok(());
        for ident in idents {
            if matches!(self.text(ident.name), "self" | "super" | "nil" | "true" | "false" | "thisContext") {
                let message = format!("{} is no name of a variable", self.text(ident.name));
                failed = self.fail(ident.pos, message);
                continue;
            }
            match self.scopes.declare(ident.name, ident.pos, are_parameters) {
                Some(var) => vars.push(var),
                None => {
                    let message = format!("{} is declared twice", self.text(ident.name));
                    failed = self.fail(ident.pos, message);
                }
            }
        }
        failed.map(|()| vars)
    }

    /// Temporaries and statements in the innermost scope.
    fn body(&mut self, body: &ast::Body) -> Resolved<Body> {
        let temporaries = self.declare(&body.temporaries, false)?;
        let (mut statements, mut failed) = (Vec::new(), Ok(()));
        for statement in &body.statements {
            match self.expr(&statement.expr) {
                Ok(expr) => {
                    if statement.returns {
                        self.scopes.leave();
                        if self.rules == Rules::Som {
                            // Gets `escapedBlock:` if the method is not active.
                            self.scopes.read_self();
                        }
                    }
                    statements.push(Statement { expr, returns: statement.returns });
                }
                Err(Failed) => failed = Err(Failed),
            }
        }
        failed.map(|()| Body { temporaries, statements })
    }
}
