//! Finds what every name stands for, and what every function captures. All variables are set once, so a
//! captured one is copied into the closure.
//!
//! Knows nothing of values or the IR. Recursion is bounded by the height of expressions, which the parser
//! bounds.

use std::collections::HashSet;

use purlin::{Diagnostic, Pos};
use purlin_dynamic::names::Names;

use crate::ast::*;

/// `1 argument`, `2 arguments`.
pub fn arguments(n: usize) -> String {
    format!("{n} argument{}", if n == 1 { "" } else { "s" })
}

/// Completes `program`.
pub fn resolve(program: &mut Program, errors: &mut Vec<Diagnostic>) {
    let Program { fns, items, globals } = program;
    let in_prelude = |i: &&Item| i.value().func().is_some_and(|func| fns[func].prelude);
    let rest = items.split_off(items.iter().take_while(in_prelude).count());
    let arities = fns.iter().map(|f| f.params.len()).collect();
    let mut resolver = Resolver { fns, globals, arities, names: Names::new(), errors };
    // The prelude comes first and alone, so that a program may take over its names without changing it.
    for mut part in [std::mem::take(items), rest] {
        let mut seen = HashSet::new();
        part.iter_mut().for_each(|item| resolver.declare(item, &mut seen));
        part.iter_mut().for_each(|item| resolver.item(item));
        items.append(&mut part);
    }
}

struct Resolver<'a> {
    fns: &'a mut Vec<Func>,
    globals: &'a mut Vec<String>,
    /// Parameters of each function.
    arities: Vec<usize>,
    names: Names<Fixed, Option<FnId>>,
    errors: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(pos, message));
    }

    /// All names of the top level can be seen everywhere in it.
    fn declare(&mut self, item: &mut Item, seen: &mut HashSet<String>) {
        let Item::Let { name, pos, value, place } = item else { return };
        let known = value.func();
        let fixed = known.map_or_else(
            || {
                self.globals.push(name.clone());
                Fixed::Global(self.globals.len() as u32 - 1)
            },
            Fixed::Func,
        );
        *place = Some(self.names.bind(name, Place::Fixed(fixed), known));
        if !seen.insert(name.clone()) {
            self.error(*pos, format!("{name} is defined twice"));
        }
    }

    fn item(&mut self, item: &mut Item) {
        let Item::Let { name, value, place: place @ None, .. } = item else {
            let (Item::Let { value, .. } | Item::Expr(value)) = item;
            return self.expr(value);
        };
        let known = value.func();
        match known {
            Some(func) => self.function(func, Some(name)),
            None => self.expr(value),
        }
        *place = Some(match known {
            Some(func) if self.fns[func].captures.is_empty() => {
                self.names.bind(name, Place::Fixed(Fixed::Func(func)), known)
            }
            _ => self.names.local(name, known),
        });
    }

    fn function(&mut self, func: FnId, own: Option<&str>) {
        let placeholder = Expr { kind: ExprKind::Nil, pos: Pos::NONE, height: 0 };
        let mut body = std::mem::replace(&mut self.fns[func].body, placeholder);
        self.names.begin();
        // Inside of a local definition its name is the running closure.
        if let Some(name) = own {
            self.names.bind(name, Place::Own, Some(func));
        }
        for (param, _) in &self.fns[func].params {
            self.names.local(param, None);
        }
        self.expr(&mut body);
        self.fns[func].body = body;
        self.fns[func].captures = self.names.end();
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Nil | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Str(_) => {}
            ExprKind::Name(name) => match self.names.find(&name.text) {
                Some((place, known)) => (name.place, name.known) = (Some(place), known),
                None => self.error(e.pos, format!("undefined: {}", name.text)),
            },
            ExprKind::Binary(_, both) => both.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::If(all) => all.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::List(list) | ExprKind::Prim(_, list) => list.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::Fn(func) => self.function(*func, None),
            ExprKind::Block(items) => {
                items.iter_mut().for_each(|item| self.item(item));
                for item in items.iter().rev() {
                    if let Item::Let { name, .. } = item {
                        self.names.unbind(name);
                    }
                }
            }
            ExprKind::Call(callee, args) => {
                self.expr(callee);
                args.iter_mut().for_each(|x| self.expr(x));
                if let ExprKind::Name(Name { text, known: Some(func), .. }) = &callee.kind
                    && self.arities[*func] != args.len()
                {
                    let want = arguments(self.arities[*func]);
                    self.error(e.pos, format!("{text} takes {want}, not {}", args.len()));
                }
            }
        }
    }
}
