//! Functions of test files that `go test` does not run although their names say that they are meant to be:
//! `go vet`'s analyzer `tests`. Names of tests and examples are looked at here, and what examples refer to;
//! calls of fuzz tests are the business of `fuzz`.

use purlin_base::Pos;

use super::Vet;
use crate::ast::{Decl, ExprKind, File, FuncDecl, Param};
use crate::testing::example;
use crate::types::Lookup;
use crate::universe::{ObjId, PackageId, Progress};

impl Vet<'_> {
    /// Looks at a file of a package, if it is one of tests.
    pub(super) fn tests_of(&mut self, package: PackageId, file: &File) {
        if !self.u.sources.name(file.file).ends_with("_test.go") {
            return;
        }
        for decl in &file.decls {
            let Decl::Func(f) = decl else { continue };
            let name = self.u.name(f.name.name).to_string();
            if f.recv.is_some() {
                continue;
            }
            if let Some(refers) = name.strip_prefix("Example") {
                self.example_signature(f, &name);
                self.example_name(package, f, &name, refers);
                self.example_output(file, f);
                continue;
            }
            for kind in ["Test", "Benchmark", "Fuzz"] {
                if let Some(rest) = name.strip_prefix(kind) {
                    self.test_name(f, &name, kind, rest);
                }
            }
            if name.starts_with("Fuzz") {
                self.fuzz_calls(f);
            }
        }
    }

    /// A function with the parameter of a test whose name is not one of a test.
    fn test_name(&mut self, f: &FuncDecl, name: &str, kind: &str, rest: &str) {
        let [param] = &f.ty.params[..] else { return };
        if !f.ty.results.is_empty() || param.names.len() > 1 || !self.is_pointer_to(param, &kind[..1]) {
            return;
        }
        if !f.type_params.is_empty() {
            // As in Go's own words, three letters stand for the rest of a name.
            let any = "X".repeat(3);
            let message = format!(
                "{name} has type parameters: it will not be run by go test as a {kind}{any} function"
            );
            self.report(f.ty.pos, message);
        }
        if rest.chars().next().is_some_and(char::is_lowercase) {
            let message =
                format!("{name} has malformed name: first letter after '{kind}' must not be lowercase");
            self.report(f.name.pos, message);
        }
    }

    /// Whether the type of a parameter is written as a pointer to what has this name, in whatever package.
    fn is_pointer_to(&self, param: &Param, name: &str) -> bool {
        let ExprKind::Star(element) = &param.ty.kind else { return false };
        match &element.kind {
            ExprKind::Ident(ident) => self.u.name(ident.name) == name,
            ExprKind::Selector { sel, .. } => self.u.name(sel.name) == name,
            _ => false,
        }
    }

    fn example_signature(&mut self, f: &FuncDecl, name: &str) {
        let at = self.keyword(f);
        if !f.ty.params.is_empty() {
            self.report(at, format!("{name} should be niladic"));
        }
        if !f.ty.results.is_empty() {
            self.report(at, format!("{name} should return nothing"));
        }
        if !f.type_params.is_empty() {
            self.report(at, format!("{name} should not have type params"));
        }
    }

    /// The position of the word `func` of a declaration.
    fn keyword(&self, f: &FuncDecl) -> Pos {
        let sources = &self.u.sources;
        let Some(file) = sources.file_of(f.name.pos) else { return f.name.pos };
        let base = sources.pos(file, 0).0;
        let before = &sources.text(file)[..(f.name.pos.0 - base) as usize];
        before.rfind("func").map_or(f.name.pos, |at| sources.pos(file, at))
    }

    /// What an example is called after must be there: `ExampleType_Method_suffix`.
    fn example_name(&mut self, package: PackageId, f: &FuncDecl, name: &str, refers: &str) {
        let is_suffix = |text: &str| text.chars().next().is_some_and(char::is_lowercase);
        let at = self.keyword(f);
        let parts: Vec<&str> = refers.splitn(3, '_').collect();
        let objects = self.named(package, parts[0]);
        if !parts[0].is_empty() && objects.is_empty() {
            return self.report(at, format!("{name} refers to unknown identifier: {}", parts[0]));
        }
        let [of, member, rest @ ..] = &parts[..] else { return };
        if of.is_empty() {
            let suffix = refers.strip_prefix('_').unwrap_or(refers);
            if !is_suffix(suffix) {
                self.report(at, format!("{name} has malformed example suffix: {suffix}"));
            }
            return;
        }
        if !is_suffix(member) && !objects.iter().any(|obj| self.may_have(*obj, member)) {
            self.report(at, format!("{name} refers to unknown field or method: {of}.{member}"));
        }
        if let [suffix] = rest
            && !is_suffix(suffix)
        {
            self.report(at, format!("{name} has malformed example suffix: {suffix}"));
        }
    }

    /// What has a name in a package, or else in those that it imports.
    fn named(&self, package: PackageId, name: &str) -> Vec<ObjId> {
        let own = self.u.lookup(package, name);
        let imported = self.u.packages[package].imports.iter();
        own.map_or_else(|| imported.filter_map(|p| self.u.lookup(*p, name)).collect(), |obj| vec![obj])
    }

    /// Whether what an object is has a field or method of that name; it may have what is not known.
    fn may_have(&self, obj: ObjId, member: &str) -> bool {
        let object = &self.u.objects[obj];
        if object.progress != Progress::Resolved {
            return true;
        }
        let found = |name| self.u.types.lookup(object.ty, name, object.pkg);
        self.u.names.known(member).is_some_and(|name| !matches!(found(name), Lookup::NotFound))
    }

    /// Comments that say what an example prints, after which there are more.
    fn example_output(&mut self, file: &File, f: &FuncDecl) {
        let Some(body) = f.body.as_ref().and_then(|body| Some((body.pos, body.parsed()?.rbrace))) else {
            return;
        };
        let base = self.u.sources.pos(file.file, 0);
        let text = self.u.sources.text(file.file).clone();
        let groups = example::groups(&text, (body.0.0 - base.0) as usize, (body.1.0 - base.0) as usize);
        let outputs: Vec<bool> = groups.iter().map(|group| example::says_output(group)).collect();
        let message = match outputs.iter().filter(|is_output| **is_output).count() {
            0 => return,
            1 => "output comment block must be the last comment block",
            _ => "there can only be one output comment block per example",
        };
        let before_last = outputs.len() - 1;
        for (group, _) in groups.iter().zip(outputs).take(before_last).filter(|(_, is_output)| *is_output) {
            self.report(base.offset(group[0].0 as u32), message);
        }
    }
}
