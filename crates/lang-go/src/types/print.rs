//! Types as Go's compiler prints them in messages.

use purlin_base::{Interner, Name};

use super::{Basic, ChanDir, Field, Interface, NamedId, Signature, Type, TypeId, TypeTable};
use crate::constant::quote;
use crate::ids::PackageId;

/// Which of two names a program uses for one type; messages follow it, and prefer `byte` and `rune`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spelling {
    pub uint8: bool,
    pub byte: bool,
    pub int32: bool,
    pub rune: bool,
    pub interface_literal: bool,
}

/// Where the printer finds the names of packages.
pub(crate) trait PackageNames {
    fn package_name(&self, pkg: PackageId) -> Name;
    /// The path of the package, if its name does not tell it from others of the program.
    fn ambiguous(&self, pkg: PackageId) -> Option<&str>;
}

/// The names of the parameters and results of one function, which are no part of its type.
#[derive(Debug, Default)]
pub(crate) struct SignatureNames {
    pub params: Vec<Option<Name>>,
    pub results: Vec<Option<Name>>,
}

/// What it takes to print types.
#[derive(Clone, Copy)]
pub(crate) struct TypePrinter<'a> {
    pub types: &'a TypeTable,
    pub names: &'a Interner,
    pub packages: &'a dyn PackageNames,
    /// Names of this package are printed without it.
    pub here: Option<PackageId>,
    pub spelling: Spelling,
}

/// Longer types than this are cut.
const MAX_LEN: usize = 4000;

impl TypePrinter<'_> {
    pub(crate) fn print(&self, ty: TypeId) -> String {
        let mut out = String::new();
        self.write(&mut out, ty, 0);
        out
    }

    fn write(&self, out: &mut String, ty: TypeId, depth: u32) {
        if depth > 100 || out.len() > MAX_LEN {
            out.push_str("...");
            return;
        }
        let next = depth + 1;
        match self.types.get(ty) {
            Type::Basic(Basic::Uint8) if !self.spelling.uint8 || self.spelling.byte => out.push_str("byte"),
            Type::Basic(Basic::Int32) if !self.spelling.int32 || self.spelling.rune => out.push_str("rune"),
            Type::Basic(b) => out.push_str(b.name()),
            Type::Array { elem, len } => {
                out.push_str(&format!("[{len}]"));
                self.write(out, *elem, next);
            }
            Type::Slice(elem) => {
                out.push_str("[]");
                self.write(out, *elem, next);
            }
            Type::Struct(fields) => self.write_struct(out, fields, next),
            Type::Pointer(elem) => {
                out.push('*');
                self.write(out, *elem, next);
            }
            Type::Tuple(types) => self.write_tuple(out, types, &[], false, next),
            Type::Signature(sig) => {
                out.push_str("func");
                self.write_signature(out, sig, &SignatureNames::default(), next);
            }
            Type::Interface(i) => self.write_interface(out, i, next),
            Type::Map { key, elem } => {
                out.push_str("map[");
                self.write(out, *key, next);
                out.push(']');
                self.write(out, *elem, next);
            }
            Type::Chan { dir, elem } => self.write_chan(out, *dir, *elem, next),
            Type::Named(id) => self.write_named(out, *id, next),
            Type::TypeParam(id) => out.push_str(self.names.text(self.types.param_by_id(*id).name)),
            Type::Generic { .. } => out.push_str("func"),
        }
    }

    fn write_struct(&self, out: &mut String, fields: &[Field], depth: u32) {
        out.push_str("struct{");
        for (i, f) in fields.iter().enumerate() {
            if out.len() > MAX_LEN {
                break;
            }
            if i > 0 {
                out.push_str("; ");
            }
            if !f.embedded {
                out.push_str(self.names.text(f.name));
                out.push(' ');
            }
            self.write(out, f.ty, depth);
            if !f.tag.is_empty() {
                out.push(' ');
                out.push_str(&quote(&f.tag));
            }
        }
        out.push('}');
    }

    fn write_chan(&self, out: &mut String, dir: ChanDir, elem: TypeId, depth: u32) {
        out.push_str(match dir {
            ChanDir::Send => "chan<- ",
            ChanDir::Recv => "<-chan ",
            ChanDir::Both => "chan ",
        });
        let receives = matches!(self.types.get(elem), Type::Chan { dir: ChanDir::Recv, .. });
        let paren = receives && dir == ChanDir::Both;
        out.push_str(if paren { "(" } else { "" });
        self.write(out, elem, depth);
        out.push_str(if paren { ")" } else { "" });
    }

    fn write_named(&self, out: &mut String, id: NamedId, depth: u32) {
        let named = self.types.named(id);
        if let Some(pkg) = named.pkg.filter(|p| Some(*p) != self.here) {
            match self.here.and_then(|_| self.packages.ambiguous(pkg)) {
                Some(path) => out.push_str(&quote(path.as_bytes())),
                None => out.push_str(self.names.text(self.packages.package_name(pkg))),
            }
            out.push('.');
        }
        out.push_str(self.names.text(named.name));
        if named.args.len() > named.hidden {
            out.push('[');
            self.write_list(out, &named.args[named.hidden..], depth);
            out.push(']');
        }
    }

    fn write_list(&self, out: &mut String, types: &[TypeId], depth: u32) {
        for (i, ty) in types.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            self.write(out, *ty, depth);
        }
    }

    /// Type parameters with their constraints: `[S ~[]E, E any]`.
    pub(crate) fn print_params(&self, params: &[TypeId]) -> String {
        let mut out = String::from("[");
        for (i, ty) in params.iter().enumerate() {
            let Some(param) = self.types.param(*ty) else { continue };
            out.push_str(if i > 0 { ", " } else { "" });
            out.push_str(self.names.text(param.name));
            // One constraint for several names stands after the last.
            let next = params.get(i + 1).and_then(|p| self.types.param(*p));
            if let Some(constraint) = param.constraint
                && next.is_none_or(|n| n.constraint != param.constraint)
            {
                out.push(' ');
                self.write(&mut out, constraint, 0);
            }
        }
        out.push(']');
        out
    }

    /// A union of terms.
    pub(crate) fn print_terms(&self, terms: &[super::Term]) -> String {
        let mut out = String::new();
        self.write_terms(&mut out, terms, 0);
        out
    }

    fn write_terms(&self, out: &mut String, terms: &[super::Term], depth: u32) {
        for (i, term) in terms.iter().enumerate() {
            if out.len() > MAX_LEN {
                break;
            }
            out.push_str(if i > 0 { " | " } else { "" });
            out.push_str(if term.tilde { "~" } else { "" });
            self.write(out, term.ty, depth);
        }
    }

    fn write_tuple(
        &self,
        out: &mut String,
        types: &[TypeId],
        names: &[Option<Name>],
        variadic: bool,
        depth: u32,
    ) {
        out.push('(');
        let last = types.len().wrapping_sub(1);
        for (i, ty) in types.iter().enumerate() {
            if out.len() > MAX_LEN {
                break;
            }
            if i > 0 {
                out.push_str(", ");
            }
            if let Some(Some(name)) = names.get(i) {
                out.push_str(self.names.text(*name));
                out.push(' ');
            }
            match self.types.get(*ty) {
                Type::Slice(elem) if variadic && i == last => {
                    out.push_str("...");
                    self.write(out, *elem, depth);
                }
                _ => self.write(out, *ty, depth),
            }
        }
        out.push(')');
    }

    fn write_signature(&self, out: &mut String, sig: &Signature, names: &SignatureNames, depth: u32) {
        self.write_tuple(out, &sig.params, &names.params, sig.variadic, depth);
        match &*sig.results {
            [] => {}
            [one] if !matches!(names.results[..], [Some(_)]) => {
                out.push(' ');
                self.write(out, *one, depth);
            }
            several => {
                out.push(' ');
                self.write_tuple(out, several, &names.results, false, depth);
            }
        }
    }

    /// A function type with the names of its parameters and results, if they are as many.
    pub(crate) fn signature_with(&self, sig: &Signature, names: &SignatureNames) -> Option<String> {
        let fits = names.params.len() == sig.params.len() && names.results.len() == sig.results.len();
        let mut out = String::from("func");
        self.write_signature(&mut out, sig, names, 0);
        fits.then_some(out)
    }

    /// Results of a call with their names.
    pub(crate) fn print_results(&self, types: &[TypeId], names: &SignatureNames) -> String {
        let mut out = String::new();
        self.write_tuple(&mut out, types, &names.results, false, 0);
        out
    }

    fn write_interface(&self, out: &mut String, i: &Interface, depth: u32) {
        if i.methods.is_empty() && i.terms.is_none() {
            let any = if self.spelling.interface_literal { "interface{}" } else { "any" };
            out.push_str(if i.comparable { "comparable" } else { any });
            return;
        }
        if let (true, Some(terms)) = (i.implicit, &i.terms) {
            self.write_terms(out, terms, depth);
            return;
        }
        out.push_str("interface{");
        for (n, m) in i.methods.iter().enumerate() {
            if out.len() > MAX_LEN {
                break;
            }
            if n > 0 {
                out.push_str("; ");
            }
            out.push_str(self.names.text(m.name));
            if let Some(sig) = self.types.signature(m.sig) {
                self.write_signature(out, sig, &SignatureNames::default(), depth);
            }
        }
        if i.comparable {
            out.push_str(if i.methods.is_empty() { "comparable" } else { "; comparable" });
        }
        if let Some(terms) = &i.terms {
            out.push_str(if i.methods.is_empty() && !i.comparable { "" } else { "; " });
            self.write_terms(out, terms, depth);
        }
        out.push('}');
    }

    /// A method with its signature: `name(int) string`.
    pub(crate) fn print_method(&self, name: Name, sig: TypeId) -> String {
        let mut out = self.names.text(name).to_string();
        if let Some(sig) = self.types.signature(sig) {
            self.write_signature(&mut out, sig, &SignatureNames::default(), 0);
        }
        out
    }
}
