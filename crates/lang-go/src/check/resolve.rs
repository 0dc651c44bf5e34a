//! Packages: declaring them, imports, their scopes, and which methods belong to which type.

use purlin_base::map::{HashMap, HashSet};
use std::sync::Arc;

use purlin_base::{Name, Pos};

use super::{Checker, Env};
use crate::ast::{self, Decl, Expr, ExprKind, FuncDecl, ImportSpec};
use crate::syntax::{PackageKind, Syntax};
use crate::types::Basic;
use crate::universe::{
    Builtin, DeclRef, Func, ObjId, Object, ObjectKind, Package, PackageId, Progress, Var, VarKind,
    is_exported,
};

const INVALID: crate::types::TypeId = Basic::Invalid.ty();

impl<'u> Checker<'u> {
    /// Declares the packages of a program, and checks those that are not of a library. The program's own
    /// package; none if there are syntax errors in it.
    pub(crate) fn check_program(&mut self, syntax: &Syntax) -> Option<PackageId> {
        let main = syntax.main.as_ref()?;
        let pkg = self.declare_package(syntax, "main", PackageKind::Program, main);
        self.packages.extend(pkg);
        for pkg in self.packages.clone() {
            self.check_unless_failed(pkg);
        }
        if !self.u.embeds.is_empty() {
            for pkg in self.packages.clone() {
                self.check_embeds(pkg);
            }
        }
        pkg
    }

    /// What can be checked only when everything that the program reaches has been.
    pub(crate) fn finish_program(&mut self) {
        self.report_instantiation_cycles();
        self.order_all_initialisations();
        for pkg in std::mem::take(&mut self.packages) {
            self.check_linkable(pkg);
        }
    }

    /// What Go's linker and code generator would complain about, in a program that is right otherwise.
    pub(super) fn check_linkable(&mut self, pkg: PackageId) {
        if self.u.diagnostics.has_errors() {
            return;
        }
        self.env = Env::new(pkg, 0);
        let main = self.u.words.main;
        if self.u.packages[pkg].name == main && !self.u.packages[pkg].scope.contains_key(&main) {
            let pos = self.u.packages[pkg].files[0].package.pos;
            self.error(pos, "function main is undeclared in the main package");
        }
        self.check_directives(pkg);
        for obj in self.u.packages[pkg].objects.clone() {
            let object = &self.u.objects[obj];
            if matches!(&object.kind, ObjectKind::Func(f) if f.native) {
                let imported = &*self.u.packages[pkg].path != "main";
                let why = if imported { " (functions in assembly are not supported)" } else { "" };
                self.error(object.pos, format!("missing function body{why}"));
            }
        }
        let sized: Vec<(Pos, crate::types::TypeId)> = self
            .u
            .objects
            .values()
            .filter(|o| o.pkg == Some(pkg))
            .filter(|o| matches!(o.kind, ObjectKind::Var(_) | ObjectKind::TypeName { .. }))
            .map(|o| (o.pos, o.ty))
            .collect();
        for (pos, ty) in sized {
            if self.u.types.size_of(ty).is_err() {
                let message = format!("type {} larger than address space", self.ty(ty));
                self.error(pos, message);
            }
        }
    }

    /// Directives that belong to nothing that they could speak of.
    fn check_directives(&mut self, pkg: PackageId) {
        for file in self.u.packages[pkg].files.clone() {
            for (pos, message) in &file.misplaced {
                self.error(*pos, message.as_str());
            }
            let imports =
                file.decls.iter().filter_map(|d| if let Decl::Import(s) = d { Some(s) } else { None });
            let has_unsafe = imports.flatten().any(|spec| self.u.names.text(spec.path) == "unsafe");
            let mut seen = HashSet::default();
            for link in &file.linknames {
                let obj = self.u.packages[pkg].scope.get(&link.local);
                let kind = obj.map(|obj| &self.u.objects[*obj].kind);
                let message = if !has_unsafe {
                    "//go:linkname only allowed in Go files that import \"unsafe\"".to_owned()
                } else if link.of_instance {
                    "//go:linkname reference of an instantiation is not allowed".to_owned()
                } else if !matches!(kind, Some(ObjectKind::Func(_) | ObjectKind::Var(_))) {
                    // Before Go 1.18 such a comment meant nothing.
                    if file.language.minor < 18 {
                        continue;
                    }
                    "//go:linkname must refer to declared function or variable".to_owned()
                } else if !seen.insert(link.local) {
                    format!("duplicate //go:linkname for {}", self.text(link.local))
                } else {
                    continue;
                };
                self.error(link.pos, message);
            }
        }
    }

    /// The package with this import path, declared if it was not.
    pub(crate) fn package(&mut self, syntax: &Syntax, path: &str) -> Option<PackageId> {
        if let Some(pkg) = self.u.package(path) {
            return Some(pkg);
        }
        if path == "unsafe" {
            return Some(self.declare_unsafe());
        }
        let parsed = syntax.packages.get(path)?;
        let pkg = self.declare_package(syntax, path, parsed.kind, &parsed.files);
        if parsed.kind == PackageKind::Program {
            self.packages.extend(pkg);
            self.failed.extend(pkg.filter(|_| parsed.broken));
        }
        pkg
    }

    /// Checks a package of the program, except where something that it imports has errors: as Go, which does
    /// not compile what such a package is imported by.
    pub(super) fn check_unless_failed(&mut self, pkg: PackageId) {
        let errors = self.u.diagnostics.error_count();
        let mut fails = self.u.packages[pkg].imports.iter().any(|i| self.failed.contains(i));
        if !fails && !self.failed.contains(&pkg) {
            self.check_whole(pkg);
            fails = self.u.diagnostics.error_count() > errors;
        }
        if fails {
            self.failed.insert(pkg);
        }
    }

    fn new_package(
        &mut self,
        path: &str,
        name: Name,
        kind: PackageKind,
        files: Vec<Arc<ast::File>>,
    ) -> PackageId {
        let file_scopes = files.iter().map(|_| HashMap::default()).collect();
        let pkg = self.u.packages.push(Package {
            path: path.into(),
            missing: false,
            name,
            kind,
            files,
            scope: HashMap::default(),
            file_scopes,
            imports: Vec::new(),
            init_order: Vec::new(),
            inits: Vec::new(),
            objects: Vec::new(),
        });
        self.u.by_path.insert(path.into(), pkg);
        pkg
    }

    fn declare_unsafe(&mut self) -> PackageId {
        let name = self.u.names.intern("unsafe");
        let pkg = self.new_package("unsafe", name, PackageKind::Std, Vec::new());
        let mut items = vec![("Pointer", Basic::UnsafePointer.ty(), ObjectKind::TypeName { alias: false })];
        for (name, builtin) in [
            ("Add", Builtin::UnsafeAdd),
            ("Slice", Builtin::UnsafeSlice),
            ("SliceData", Builtin::UnsafeSliceData),
            ("String", Builtin::UnsafeString),
            ("StringData", Builtin::UnsafeStringData),
            ("Alignof", Builtin::UnsafeAlignof),
            ("Offsetof", Builtin::UnsafeOffsetof),
            ("Sizeof", Builtin::UnsafeSizeof),
        ] {
            items.push((name, INVALID, ObjectKind::Builtin(builtin)));
        }
        for (text, ty, kind) in items {
            let name = self.u.names.intern(text);
            let object = Object {
                name,
                pos: Pos::NONE,
                pkg: Some(pkg),
                ty,
                kind,
                decl: None,
                progress: Progress::Resolved,
            };
            let obj = self.u.objects.push(object);
            self.u.packages[pkg].scope.insert(name, obj);
        }
        pkg
    }

    /// Declares what the files declare; types and values stay unresolved.
    fn declare_package(
        &mut self,
        syntax: &Syntax,
        path: &str,
        kind: PackageKind,
        files: &[Arc<ast::File>],
    ) -> Option<PackageId> {
        let name = files.first()?.package.name;
        let pkg = self.new_package(path, name, kind, files.to_vec());
        let outer = std::mem::replace(&mut self.env, Env::new(pkg, 0));
        for (i, file) in files.iter().enumerate() {
            self.env.file = i;
            if file.package.name != name {
                let (found, expected) = (self.text(file.package.name), self.text(name));
                self.error(file.package.pos, format!("package {found}; expected package {expected}"));
            } else if name == self.u.words.blank {
                self.error(file.package.pos, "invalid package name _");
            }
            for directive in file.directives.iter().filter(|d| d.text.starts_with("go:embed ")) {
                self.require(16, directive.pos, "go:embed");
            }
            for (pos, message) in &file.restricted {
                self.error(*pos, message.as_str());
            }
            for (d, decl) in file.decls.iter().enumerate() {
                self.declare_group(syntax, pkg, kind, i as u32, d as u32, decl);
            }
        }
        self.check_import_names(pkg);
        self.associate_methods(pkg);
        self.env = outer;
        Some(pkg)
    }

    fn declare_group(
        &mut self,
        syntax: &Syntax,
        pkg: PackageId,
        kind: PackageKind,
        file: u32,
        decl: u32,
        group: &Decl,
    ) {
        let at = |spec: usize, name: usize| DeclRef { file, decl, spec: spec as u32, name: name as u32 };
        match group {
            Decl::Import(specs) => {
                for spec in specs {
                    self.import(syntax, pkg, spec);
                }
            }
            Decl::Const(specs) => {
                for (s, spec) in specs.iter().enumerate() {
                    for (n, id) in spec.names.iter().enumerate() {
                        self.declare_global(pkg, id, at(s, n), ObjectKind::Const { value: None });
                    }
                    self.extra_values(specs, spec);
                }
            }
            Decl::Type(specs) => {
                for (s, spec) in specs.iter().enumerate() {
                    self.declare_global(
                        pkg,
                        &spec.name,
                        at(s, 0),
                        ObjectKind::TypeName { alias: spec.alias },
                    );
                }
            }
            Decl::Var(specs) => {
                for (s, spec) in specs.iter().enumerate() {
                    for (n, id) in spec.names.iter().enumerate() {
                        let var = Var {
                            kind: VarKind::Package,
                            func: None,
                            used: true,
                            captured: false,
                            address_taken: false,
                            reassigned: false,
                            shared: false,
                        };
                        self.declare_global(pkg, id, at(s, n), ObjectKind::Var(var));
                    }
                }
            }
            Decl::Func(f) => self.declare_func(pkg, kind, f, at(0, 0)),
        }
    }

    fn global(&mut self, pkg: PackageId, id: &ast::Ident, decl: DeclRef, kind: ObjectKind) -> ObjId {
        let obj = self.u.objects.push(Object {
            name: id.name,
            pos: id.pos,
            pkg: Some(pkg),
            ty: INVALID,
            kind,
            decl: Some(decl),
            progress: Progress::Unresolved,
        });
        self.u.info.defs[id.id] = Some(obj);
        self.u.packages[pkg].objects.push(obj);
        obj
    }

    fn declare_global(&mut self, pkg: PackageId, id: &ast::Ident, decl: DeclRef, kind: ObjectKind) {
        let is_func = matches!(kind, ObjectKind::Func(_));
        let obj = self.global(pkg, id, decl, kind);
        let words = self.u.words;
        if id.name == words.blank {
            return;
        }
        let main = id.name == words.main && self.u.packages[pkg].name == words.main;
        if !is_func && (id.name == words.init || main) {
            let message = format!("cannot declare {} - must be func", self.u.name(id.name));
            self.error(id.pos, message);
            return;
        }
        if let Some(other) = self.u.packages[pkg].scope.get(&id.name) {
            let other = self.u.objects[*other].pos;
            self.redeclared(id.pos, id.name, other);
            return;
        }
        self.u.packages[pkg].scope.insert(id.name, obj);
    }

    fn declare_func(&mut self, pkg: PackageId, kind: PackageKind, f: &FuncDecl, decl: DeclRef) {
        let init = f.recv.is_none() && f.name.name == self.u.words.init;
        if f.body.is_none() && init && kind == PackageKind::Program {
            self.error(f.name.pos, "func init must have a body");
        }
        let ptr_recv = f.recv.as_ref().is_some_and(|r| matches!(r.ty.unparen().kind, ExprKind::Star(_)));
        let func = Func { recv: None, ptr_recv, native: f.body.is_none(), checked: false };
        let object = ObjectKind::Func(func);
        if f.recv.is_some() {
            self.global(pkg, &f.name, decl, object);
        } else if init {
            let obj = self.global(pkg, &f.name, decl, object);
            self.u.packages[pkg].inits.push(obj);
        } else {
            self.declare_global(pkg, &f.name, decl, object);
        }
    }

    // Imports --------------------------------------------------------------------------------------------

    fn import(&mut self, syntax: &Syntax, pkg: PackageId, spec: &ImportSpec) {
        let Some(import) = syntax.imports.get(&spec.path_pos) else { return };
        let imported = import.package.as_ref().and_then(|path| self.package(syntax, path));
        if let Some((pos, text)) = &import.refused {
            self.error(*pos, text.as_str());
            self.declare_missing(pkg, spec);
            return;
        }
        let Some(imported) = imported else { return };
        if !self.u.packages[pkg].imports.contains(&imported) {
            self.u.packages[pkg].imports.push(imported);
        }
        let words = self.u.words;
        // A package may be imported for what its functions `init` do, as those of digests, which register.
        let for_effect = spec.name.as_ref().is_some_and(|id| id.name == words.blank);
        if for_effect || self.u.packages[pkg].kind == PackageKind::Program {
            self.reach_inits_of(imported);
        }
        let (name, pos) = match &spec.name {
            Some(id) => (id.name, id.pos),
            None => (self.u.packages[imported].name, spec.path_pos),
        };
        if name == words.init {
            self.error(pos, "cannot import package as init - init must be a func");
            return;
        }
        if name == words.blank {
            return;
        }
        let file = self.env.file;
        if name == words.dot {
            let exported: Vec<(Name, ObjId)> = self.u.packages[imported]
                .scope
                .iter()
                .filter(|(n, _)| is_exported(self.u.names.text(**n)))
                .map(|(n, o)| (*n, *o))
                .collect();
            self.dot_imports.push((pkg, file, pos, imported));
            self.u.packages[pkg].file_scopes[file].extend(exported);
            return;
        }
        let kind = ObjectKind::PkgName { imported, used: false };
        let obj = self.new_object(name, pos, INVALID, kind);
        if let Some(id) = &spec.name {
            self.u.info.defs[id.id] = Some(obj);
        }
        if let Some(other) = self.u.packages[pkg].file_scopes[file].get(&name) {
            let other = self.u.objects[*other].pos;
            self.redeclared(pos, name, other);
            self.hidden_imports.push((pkg, pos, name, imported));
            return;
        }
        self.u.packages[pkg].file_scopes[file].insert(name, obj);
    }

    /// Stands for a package that could not be found, so that its uses are no further errors.
    fn declare_missing(&mut self, pkg: PackageId, spec: &ImportSpec) {
        let path = &*self.text(spec.path);
        if path.is_empty() {
            return;
        }
        let last = path.rsplit('/').next().unwrap_or(path);
        let name = spec.name.as_ref().map_or_else(|| self.u.names.intern(last), |id| id.name);
        if name == self.u.words.blank || name == self.u.words.dot {
            return;
        }
        let real = self.u.by_path.get(path).copied();
        let imported = self.new_package(path, name, PackageKind::Host, Vec::new());
        self.u.packages[imported].missing = true;
        match real {
            Some(real) => self.u.by_path.insert(path.into(), real),
            None => self.u.by_path.remove(path),
        };
        let kind = ObjectKind::PkgName { imported, used: true };
        let obj = self.new_object(name, spec.path_pos, INVALID, kind);
        let file = self.env.file;
        self.u.packages[pkg].file_scopes[file].entry(name).or_insert(obj);
    }

    /// A name cannot be both of the package and of one of its files.
    fn check_import_names(&mut self, pkg: PackageId) {
        let mut clashes = Vec::new();
        for scope in &self.u.packages[pkg].file_scopes {
            for (name, obj) in scope {
                if let Some(other) = self.u.packages[pkg].scope.get(name) {
                    clashes.push((self.u.objects[*other].pos, *obj));
                }
            }
        }
        clashes.sort();
        for (pos, obj) in clashes {
            let (text, at) = (self.text(self.u.objects[obj].name), self.u.objects[obj].pos);
            let (imported, how) = match self.u.objects[obj].kind {
                ObjectKind::PkgName { imported, .. } => (imported, "import"),
                _ => match self.u.objects[obj].pkg {
                    Some(imported) if imported != pkg => (imported, "dot-import"),
                    _ => continue,
                },
            };
            let (name, path) = (self.u.packages[imported].name, self.u.packages[imported].path.clone());
            let library = how == "dot-import" && self.u.packages[imported].kind == PackageKind::Std;
            let other = format!("other declaration of {text}");
            let rest = if library { String::new() } else { self.line_at(at, &other) };
            let package = format!("package {} (\"{path}\")", self.text(name));
            self.error(pos, format!("{text} already declared through {how} of {package}{rest}"));
        }
    }

    fn check_unused_imports(&mut self, pkg: PackageId) {
        let mut unused = Vec::new();
        for scope in &self.u.packages[pkg].file_scopes {
            for obj in scope.values() {
                let object = &self.u.objects[*obj];
                if let ObjectKind::PkgName { imported, used: false } = object.kind {
                    unused.push((object.pos, object.name, imported));
                }
            }
        }
        for (pos, imported) in self.unused_dot_imports(pkg) {
            let name = self.u.packages[imported].name;
            unused.push((pos, name, imported));
        }
        let hidden = self.hidden_imports.iter().filter(|h| h.0 == pkg);
        unused.extend(hidden.map(|&(_, pos, name, imported)| (pos, name, imported)));
        unused.sort_by_key(|(pos, ..)| *pos);
        for (pos, name, imported) in unused {
            let (text, path) = (self.text(name), self.u.packages[imported].path.clone());
            let last = path.rsplit('/').next().unwrap_or(&path);
            let message = if text == last {
                format!("{path:?} imported and not used")
            } else {
                format!("{path:?} imported as {text} and not used")
            };
            self.minor_error(pos, message);
        }
    }

    /// An import of `.` is used if the file names something of it without saying whose it is.
    fn unused_dot_imports(&self, pkg: PackageId) -> Vec<(Pos, PackageId)> {
        let mine = self.dot_imports.iter().filter(|d| d.0 == pkg);
        mine.filter(|d| !self.dot_used.contains(&(d.1, d.3))).map(|d| (d.2, d.3)).collect()
    }

    // Methods --------------------------------------------------------------------------------------------

    /// Finds the type that each method belongs to, by the name of its receiver alone.
    fn associate_methods(&mut self, pkg: PackageId) {
        let files = self.u.packages[pkg].files.clone();
        for obj in self.u.packages[pkg].objects.clone() {
            let object = &self.u.objects[obj];
            let (ObjectKind::Func(_), Some(decl)) = (&object.kind, object.decl) else { continue };
            let file = &files[decl.file as usize];
            let Decl::Func(f) = &file.decls[decl.decl as usize] else { continue };
            let Some(recv) = &f.recv else { continue };
            if let Some((base, pointer)) = self.receiver_base(pkg, &recv.ty) {
                self.u.methods.entry(base).or_default().push(obj);
                if let ObjectKind::Func(func) = &mut self.u.objects[obj].kind {
                    func.ptr_recv = pointer;
                }
            }
        }
    }

    /// The type name that a receiver's type comes down to, through aliases, and whether it is a pointer to
    /// that.
    fn receiver_base(&self, pkg: PackageId, ty: &Expr) -> Option<(ObjId, bool)> {
        let mut ty = ty.unparen();
        let mut pointer = false;
        if let ExprKind::Star(inner) = &ty.kind {
            pointer = true;
            ty = inner.unparen();
        }
        let files = &self.u.packages[pkg].files;
        let mut seen = Vec::new();
        loop {
            if let ExprKind::Index { x, .. } = &ty.unparen().kind {
                ty = x;
            }
            let id = ty.unparen().as_ident()?;
            let obj = *self.u.packages[pkg].scope.get(&id.name)?;
            let object = &self.u.objects[obj];
            let (ObjectKind::TypeName { alias }, Some(decl)) = (&object.kind, object.decl) else {
                return None;
            };
            if !alias {
                return Some((obj, pointer));
            }
            if seen.contains(&obj) {
                return None;
            }
            seen.push(obj);
            let Decl::Type(specs) = &files[decl.file as usize].decls[decl.decl as usize] else { return None };
            ty = specs[decl.spec as usize].ty.unparen();
            if let ExprKind::Star(inner) = &ty.kind {
                if pointer {
                    return None;
                }
                pointer = true;
                ty = inner.unparen();
            }
        }
    }

    // Checking -------------------------------------------------------------------------------------------

    /// Resolves everything that the package declares, except bodies.
    pub(crate) fn resolve_package(&mut self, pkg: PackageId) {
        let objects = self.u.packages[pkg].objects.clone();
        let rank = |c: &Self, o: ObjId| match c.u.objects[o].kind {
            ObjectKind::TypeName { alias: false } => 0,
            ObjectKind::TypeName { alias: true } => 1,
            _ => 2,
        };
        for wanted in 0..3 {
            for obj in &objects {
                if rank(self, *obj) == wanted {
                    self.resolve(*obj);
                }
            }
        }
    }

    /// Checks a whole package, bodies of functions included.
    pub(super) fn check_whole(&mut self, pkg: PackageId) {
        self.env = Env::new(pkg, 0);
        self.resolve_package(pkg);
        for obj in self.u.packages[pkg].objects.clone() {
            if matches!(self.u.objects[obj].kind, ObjectKind::Func(_)) {
                self.check_body(obj);
            }
        }
        self.check_unused_imports(pkg);
    }

    /// The next library function whose body is to be read and checked.
    pub(crate) fn next_reached(&mut self) -> Option<ObjId> {
        let obj = self.reached.functions.get(self.reached.next).copied()?;
        self.reached.next += 1;
        Some(obj)
    }

    /// Checks a library function that is reached, whose body has been read.
    pub(crate) fn check_reached(&mut self, obj: ObjId) {
        self.check_body(obj);
        self.reach_inits(obj);
    }

    /// What runs a function of a package, looks at a variable of it, or imports it with a blank name,
    /// also runs that package's `init` functions; so does the program by importing it. Otherwise library
    /// packages are not initialised.
    pub(super) fn reach_inits(&mut self, obj: ObjId) {
        if let Some(pkg) = self.u.objects[obj].pkg {
            self.reach_inits_of(pkg);
        }
    }

    fn reach_inits_of(&mut self, pkg: PackageId) {
        if self.u.packages[pkg].kind != PackageKind::Std {
            return;
        }
        for init in self.u.packages[pkg].inits.clone() {
            self.reach(init);
        }
    }
}
