//! Finds what every name stands for, and what every function captures. All variables are set once, so a
//! captured one is copied into the closure.
//!
//! Knows nothing of values or the IR. Recursion is bounded by the height of expressions, which the parser
//! bounds.

use std::collections::HashMap;

use purlin::{Diagnostic, Pos};

use crate::ast::*;

/// `1 argument`, `2 arguments`.
pub fn arguments(n: usize) -> String {
    format!("{n} argument{}", if n == 1 { "" } else { "s" })
}

/// Completes `program`.
pub fn resolve(program: &mut Program, errors: &mut Vec<Diagnostic>) {
    let mut items = std::mem::take(&mut program.items);
    let in_prelude = |i: &Item| matches!(i, Item::Def { func, .. } if program.fns[*func].prelude);
    let rest = items.split_off(items.iter().take_while(|i| in_prelude(i)).count());
    let arities = program.fns.iter().map(|f| f.params.len()).collect();
    let mut resolver = Resolver { program, arities, top: HashMap::new(), frames: Vec::new(), errors };
    resolver.frames.push(Frame::default());
    // The prelude comes first and alone, so that a program may take over its names without changing it.
    for part in [items, rest] {
        let part = resolver.top_level(part);
        resolver.program.items.extend(part);
    }
}

#[derive(Clone, Copy)]
struct Binding {
    place: Location,
    known: Option<FnId>,
}

/// A function being resolved.
#[derive(Default)]
struct Frame {
    names: HashMap<String, Vec<Binding>>,
    locals: u32,
    captures: Vec<Location>,
    captured: HashMap<Location, u32>,
}

struct Resolver<'a> {
    program: &'a mut Program,
    /// Parameters of each function.
    arities: Vec<usize>,
    /// Names of the top level, and whether they are the prelude's.
    top: HashMap<String, (Binding, bool)>,
    /// The top level's, then one for each function around here.
    frames: Vec<Frame>,
    errors: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(pos, message));
    }

    fn top_level(&mut self, mut items: Vec<Item>) -> Vec<Item> {
        items.iter_mut().for_each(|item| self.declare_top(item));
        items.iter_mut().for_each(|item| self.item(item));
        items
    }

    /// All names of the top level can be seen everywhere in it.
    fn declare_top(&mut self, item: &mut Item) {
        let (name, pos, binding, prelude) = match item {
            Item::Expr(_) => return,
            Item::Let { name, pos, place, .. } => {
                *place = Location::Global(self.program.globals.len() as u32);
                self.program.globals.push(name.clone());
                (&*name, *pos, Binding { place: *place, known: None }, false)
            }
            Item::Def { name, pos, func, place } => {
                *place = Location::Func(*func);
                (&*name, *pos, Binding { place: *place, known: Some(*func) }, self.program.fns[*func].prelude)
            }
        };
        if let Some((_, false)) = self.top.insert(name.clone(), (binding, prelude)) {
            self.error(pos, format!("{name} is defined twice"));
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the top level's frame stays")
    }

    fn local(&mut self, name: &str, known: Option<FnId>) -> Location {
        let frame = self.frame();
        let place = Location::Local(frame.locals);
        frame.locals += 1;
        self.bind(name, Binding { place, known });
        place
    }

    fn bind(&mut self, name: &str, binding: Binding) {
        self.frame().names.entry(name.to_string()).or_default().push(binding);
    }

    /// Looks a name up from the frame at `depth` outwards; each function on the way captures it.
    fn find(&mut self, depth: usize, name: &str) -> Option<Binding> {
        let frame = &self.frames[depth];
        if let Some(binding) = frame.names.get(name).and_then(|b| b.last()) {
            return Some(*binding);
        }
        if depth == 0 {
            return self.top.get(name).map(|t| t.0);
        }
        let outer = self.find(depth - 1, name)?;
        let frame = &mut self.frames[depth];
        let place = match outer.place {
            Location::Local(_) | Location::Capture(_) | Location::Own => {
                let next = frame.captures.len() as u32;
                let n = *frame.captured.entry(outer.place).or_insert(next);
                if n == next {
                    frame.captures.push(outer.place);
                }
                Location::Capture(n)
            }
            Location::Unresolved | Location::Global(_) | Location::Func(_) => outer.place,
        };
        Some(Binding { place, known: outer.known })
    }

    fn item(&mut self, item: &mut Item) {
        match item {
            Item::Expr(value) => self.expr(value),
            Item::Let { name, value, place, .. } => {
                self.expr(value);
                if *place == Location::Unresolved {
                    *place = self.local(name, None);
                }
            }
            Item::Def { name, func, place, .. } => {
                let own = (*place == Location::Unresolved).then_some(name.as_str());
                self.function(*func, own);
                if *place == Location::Unresolved && self.program.fns[*func].captures.is_empty() {
                    *place = Location::Func(*func);
                    self.bind(name, Binding { place: *place, known: Some(*func) });
                } else if *place == Location::Unresolved {
                    *place = self.local(name, Some(*func));
                }
            }
        }
    }

    fn function(&mut self, func: FnId, own: Option<&str>) {
        let placeholder = Expr { kind: ExprKind::Nil, pos: Pos::NONE, height: 0 };
        let mut body = std::mem::replace(&mut self.program.fns[func].body, placeholder);
        self.frames.push(Frame::default());
        // Inside of a local definition its name is the running closure.
        if let Some(name) = own {
            self.bind(name, Binding { place: Location::Own, known: Some(func) });
        }
        for (param, _) in self.program.fns[func].params.clone() {
            self.local(&param, None);
        }
        self.expr(&mut body);
        let frame = self.frames.pop().expect("it was pushed above");
        self.program.fns[func].body = body;
        self.program.fns[func].captures = frame.captures;
    }

    fn name(&mut self, name: &mut Name, pos: Pos) {
        match self.find(self.frames.len() - 1, &name.text) {
            Some(binding) => (name.place, name.known) = (binding.place, binding.known),
            None => self.error(pos, format!("undefined: {}", name.text)),
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Nil | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Str(_) => {}
            ExprKind::Name(name) => self.name(name, e.pos),
            ExprKind::Binary(_, both) => both.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::If(all) => all.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::List(list) | ExprKind::Prim(_, list) => list.iter_mut().for_each(|x| self.expr(x)),
            ExprKind::Fn(func) => self.function(*func, None),
            ExprKind::Block(items) => {
                items.iter_mut().for_each(|item| self.item(item));
                for item in items.iter().rev() {
                    if let Item::Let { name, .. } | Item::Def { name, .. } = item {
                        self.frame().names.get_mut(name).and_then(Vec::pop);
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
