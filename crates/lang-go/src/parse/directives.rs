//! Comments that speak to Go's compiler (`//go:noinline`, `//go:embed`, `//go:linkname`): which declaration
//! each of them belongs to, and what is wrong with those that belong to none. Nothing here changes what a
//! program does.

use super::{Bodies, Parser};
use crate::ast::{Decl, FuncDecl, Linkname, VarSpec};
use purlin_base::Pos;

/// What a directive stands before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Package,
    /// An import, a constant or a type.
    Plain,
    Var,
    Func,
}

/// Directives about a function, which stand before one.
const OF_FUNCTIONS: [&str; 12] = [
    "noinline",
    "noescape",
    "norace",
    "nosplit",
    "nocheckptr",
    "systemstack",
    "nowritebarrier",
    "nowritebarrierrec",
    "yeswritebarrierrec",
    "uintptrkeepalive",
    "uintptrescapes",
    "registerparams",
];
const OF_THE_RUNTIME: [&str; 4] =
    ["systemstack", "nowritebarrier", "nowritebarrierrec", "yeswritebarrierrec"];

const MISPLACED: &str = "misplaced compiler directive";
const MISPLACED_EMBED: &str = "misplaced go:embed directive";

/// A directive without its `go:`, cut into its name and the rest.
fn split(text: &str) -> (&str, &str) {
    let text = text.strip_prefix("go:").unwrap_or(text);
    text.split_once([' ', '\t']).unwrap_or((text, ""))
}

/// What is said of a directive that stands where it means nothing, if anything is.
fn complaint(name: &str) -> Option<&'static str> {
    match name {
        "embed" => Some(MISPLACED_EMBED),
        "build" => Some(MISPLACED),
        _ if OF_FUNCTIONS.contains(&name) => Some(MISPLACED),
        _ => None,
    }
}

impl<'a> Parser<'a> {
    /// The directives before the one of this number that belong to nothing yet.
    fn pending(&mut self, to: usize) -> Vec<(Pos, &'a str)> {
        let from = std::mem::replace(&mut self.settled, to);
        if self.bodies == Bodies::Later {
            return Vec::new();
        }
        let mut pending = Vec::new();
        for n in from..to {
            let (from, to) = self.lex.directives[n];
            let (pos, before) = (self.base.offset(from as u32), self.text.get(..from).unwrap_or(""));
            let line = before.rsplit('\n').next().unwrap_or(before);
            if line.trim_start() == "//" {
                pending.push((pos, self.text.get(from..to).unwrap_or("")));
            } else {
                // After code on its line it belongs to nothing, whatever it says.
                self.error_at(pos, MISPLACED);
            }
        }
        pending
    }

    /// Complains of the directives that were read since the last declaration: nothing takes them.
    pub(super) fn drop_directives(&mut self) {
        self.drop_directives_to(self.lex.directives.len());
    }

    /// Complains only of those before the one of this number.
    pub(super) fn drop_directives_to(&mut self, to: usize) {
        if self.settled == to {
            return;
        }
        for (pos, text) in self.pending(to) {
            let (name, rest) = split(text);
            self.check_directive(pos, text);
            if let Some(message) = complaint(name).filter(|_| name != "embed" || !rest.trim().is_empty()) {
                self.error_at(pos, message);
            }
        }
    }

    /// The directives that were read belong to the declaration that begins. What is wrong with that is
    /// reported if nothing else is wrong with the program, as by Go's compiler.
    pub(super) fn take_directives(&mut self, owner: Owner) {
        self.take_directives_to(self.lex.directives.len(), owner);
    }

    /// Only those before the one of this number.
    pub(super) fn take_directives_to(&mut self, to: usize, owner: Owner) {
        self.taken.clear();
        if self.settled == to {
            return;
        }
        for (pos, text) in self.pending(to) {
            self.check_directive(pos, text);
            let (name, _) = split(text);
            let message = match owner {
                Owner::Package if name == "build" => None,
                Owner::Func if name != "build" && name != "embed" => None,
                Owner::Var if name == "embed" => None,
                _ => complaint(name),
            };
            self.misplaced.extend(message.map(|m| (pos, m.to_owned())));
            self.taken.push((pos, text));
        }
    }

    /// What is wrong with a directive wherever it stands.
    fn check_directive(&mut self, pos: Pos, text: &str) {
        let (name, rest) = split(text);
        if OF_THE_RUNTIME.contains(&name) {
            self.restricted.push((pos, format!("//go:{name} only allowed in runtime")));
        } else if name == "uintptrkeepalive" {
            let message = format!("//go:{name} is only allowed in the standard library");
            self.restricted.push((pos, message));
        } else if name.starts_with("cgo_") {
            self.restricted.push((pos, format!("//{text} only allowed in cgo-generated code")));
            if name == "cgo_ldflag" && !(rest.len() > 1 && rest.starts_with('"') && rest.ends_with('"')) {
                self.restricted.push((pos, "usage: //go:cgo_ldflag \"arg\"".to_owned()));
            }
        } else if name == "embed" && rest.trim().is_empty() {
            self.error_at(pos, "usage: //go:embed pattern...");
        } else if name == "linkname" {
            let words: Vec<&str> = rest.split_whitespace().collect();
            match *words.as_slice() {
                [local] => self.linkname(pos, local, ""),
                [local, target] => self.linkname(pos, local, target),
                _ => self.error_at(pos, "usage: //go:linkname localname [linkname]"),
            }
        }
    }

    fn linkname(&mut self, pos: Pos, local: &str, target: &str) {
        let local = self.names.intern(local);
        self.linknames.push(Linkname { pos, local, of_instance: target.contains('[') });
    }

    /// After a function: a directive that speaks of functions without body.
    pub(super) fn check_func_directives(&mut self, taken: &[(Pos, &str)], f: &FuncDecl) {
        let found = taken.iter().filter(|(_, text)| split(text).0 == "noescape" && f.body.is_some());
        let message = "can only use //go:noescape with external func implementations";
        self.misplaced.extend(found.map(|_| (f.name.pos, message.to_owned())));
    }

    /// After a specification of variables: whether a file can be embedded in it.
    pub(super) fn check_embed(&mut self, taken: &[(Pos, &str)], spec: &VarSpec) {
        let message = if spec.names.len() > 1 {
            "go:embed cannot apply to multiple vars"
        } else if !spec.values.is_empty() {
            "go:embed cannot apply to var with initializer"
        } else if self.functions > 0 {
            "go:embed cannot apply to var inside func"
        } else {
            ""
        };
        for (pos, _) in taken.iter().filter(|(_, text)| split(text).0 == "embed") {
            self.embeds.push((*pos, message));
        }
    }

    /// At the end of the file: what is wrong with directives that need an import.
    pub(super) fn finish_directives(&mut self, decls: &[Decl]) {
        self.drop_directives();
        if self.embeds.is_empty() {
            return;
        }
        let embed = self.names.intern("embed");
        let specs = decls.iter().filter_map(|d| if let Decl::Import(specs) = d { Some(specs) } else { None });
        let imported = specs.flatten().any(|spec| spec.path == embed);
        for (pos, message) in std::mem::take(&mut self.embeds) {
            let message = match message {
                _ if !imported => {
                    "go:embed requires import \"embed\" (or import _ \"embed\", if package is not used)"
                }
                "" => continue,
                message => message,
            };
            self.misplaced.push((pos, message.to_owned()));
        }
    }
}
