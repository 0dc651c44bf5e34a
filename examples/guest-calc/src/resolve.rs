//! Finds what every name stands for, and what every function captures. All variables are set once, so a
//! captured one is copied into the closure.
//!
//! Knows nothing of values or the IR. Recursion is bounded by the height of expressions, which the parser
//! bounds.

use std::collections::HashMap;

use purlin::{Diagnostic, Pos};
use purlin_dynamic::names;

use crate::ast::*;

/// `1 argument`, `2 arguments`.
pub fn arguments(n: usize) -> String {
    format!("{n} argument{}", if n == 1 { "" } else { "s" })
}

/// Completes `program`.
pub fn resolve(program: &mut Program, errors: &mut Vec<Diagnostic>) {
    let Program { fns, items, globals } = program;
    let in_prelude = |i: &&Item| matches!(i, Item::Def { func, .. } if fns[*func].prelude);
    let rest = items.split_off(items.iter().take_while(in_prelude).count());
    let arities = fns.iter().map(|f| f.params.len()).collect();
    let names = names::Names::new();
    let mut resolver = Resolver { fns, globals, arities, top: HashMap::new(), names, errors };
    // The prelude comes first and alone, so that a program may take over its names without changing it.
    for mut part in [std::mem::take(items), rest] {
        part.iter_mut().for_each(|item| resolver.declare_top(item));
        part.iter_mut().for_each(|item| resolver.item(item));
        items.append(&mut part);
    }
}

/// The place of what a name stands for, and the function that it is if that is known.
type Binding = (Place, Option<FnId>);

struct Resolver<'a> {
    fns: &'a mut Vec<Func>,
    globals: &'a mut Vec<String>,
    /// Parameters of each function.
    arities: Vec<usize>,
    /// Names of the top level, and whether they are the prelude's.
    top: HashMap<String, (Binding, bool)>,
    /// Names of the functions around here.
    names: names::Names<Fixed, Option<FnId>>,
    errors: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(pos, message));
    }

    /// All names of the top level can be seen everywhere in it.
    fn declare_top(&mut self, item: &mut Item) {
        let (name, pos, place, fixed, known) = match item {
            Item::Expr(_) => return,
            Item::Let { name, pos, place, .. } => {
                self.globals.push(name.clone());
                (name, *pos, place, Fixed::Global(self.globals.len() as u32 - 1), None)
            }
            Item::Def { name, pos, func, place } => (name, *pos, place, Fixed::Func(*func), Some(*func)),
        };
        *place = Some(Place::Fixed(fixed));
        let prelude = known.is_some_and(|func| self.fns[func].prelude);
        if let Some((_, false)) = self.top.insert(name.clone(), ((Place::Fixed(fixed), known), prelude)) {
            self.error(pos, format!("{name} is defined twice"));
        }
    }

    fn item(&mut self, item: &mut Item) {
        match item {
            Item::Expr(value) => self.expr(value),
            Item::Let { name, value, place, .. } => {
                self.expr(value);
                place.get_or_insert_with(|| self.names.local(name, None));
            }
            Item::Def { func, place: Some(_), .. } => self.function(*func, None),
            Item::Def { name, func, place, .. } => {
                self.function(*func, Some(name));
                let known = Some(*func);
                if self.fns[*func].captures.is_empty() {
                    let fixed = Place::Fixed(Fixed::Func(*func));
                    self.names.bind(name, fixed, known);
                    *place = Some(fixed);
                } else {
                    *place = Some(self.names.local(name, known));
                }
            }
        }
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
            ExprKind::Name(name) => {
                let top = || self.top.get(&name.text).map(|(binding, _)| *binding);
                match self.names.find(&name.text).or_else(top) {
                    Some((place, known)) => (name.place, name.known) = (Some(place), known),
                    None => self.error(e.pos, format!("undefined: {}", name.text)),
                }
            }
            ExprKind::Binary(_, both) => both.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::If(all) => all.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::List(list) | ExprKind::Prim(_, list) => list.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::Fn(func) => self.function(*func, None),
            ExprKind::Block(items) => {
                items.iter_mut().for_each(|item| self.item(item));
                for item in items.iter().rev() {
                    if let Item::Let { name, .. } | Item::Def { name, .. } = item {
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
