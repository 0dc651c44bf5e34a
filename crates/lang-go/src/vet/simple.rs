//! Statements and comparisons that do nothing, or always the same.

use purlin_base::Pos;

use super::Vet;
use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use crate::types::{Basic, Type};
use crate::universe::{Mode, SelectionKind};

/// Functions whose only effect is their result: path and name.
const PURE: &[(&str, &[&str])] = &[
    ("errors", &["New"]),
    ("fmt", &["Append", "Appendf", "Appendln", "Errorf", "Sprint", "Sprintf", "Sprintln"]),
    ("context", &["WithCancel", "WithDeadline", "WithTimeout", "WithValue"]),
    ("maps", &["All", "Clone", "Collect", "Equal", "EqualFunc", "Keys", "Values"]),
    (
        "slices",
        &[
            "All",
            "AppendSeq",
            "BinarySearch",
            "BinarySearchFunc",
            "Clip",
            "Clone",
            "Collect",
            "Compact",
            "CompactFunc",
            "Compare",
            "CompareFunc",
            "Concat",
            "Contains",
            "ContainsFunc",
            "Delete",
            "DeleteFunc",
            "Equal",
            "EqualFunc",
            "Grow",
            "Index",
            "IndexFunc",
            "Insert",
            "IsSorted",
            "IsSortedFunc",
            "Max",
            "MaxFunc",
            "Min",
            "MinFunc",
            "Repeat",
            "Replace",
            "Sorted",
            "SortedFunc",
            "Values",
        ],
    ),
    ("sort", &["Reverse"]),
];

impl Vet<'_> {
    /// What is wrong with a statement by itself.
    pub(super) fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(x) => self.unused_result(x.unparen()),
            StmtKind::Assign { lhs, rhs } if lhs.len() == rhs.len() => {
                for (to, from) in lhs.iter().zip(rhs) {
                    self.self_assignment(to, from, lhs[0].start);
                }
            }
            _ => {}
        }
    }

    fn self_assignment(&mut self, to: &Expr, from: &Expr, at: Pos) {
        let text = self.shown(to);
        // Assigning an entry of a map to itself can make it; `_ = _` is no program.
        let is_variable = self.mode(to) == Mode::Variable && self.mode(from) == Mode::Variable;
        if is_variable && text == self.shown(from) && self.is_pure(to) {
            self.report(at, format!("self-assignment of {text}"));
        }
    }

    fn unused_result(&mut self, x: &Expr) {
        let ExprKind::Call { func, args, .. } = &x.kind else { return };
        if let ExprKind::Selector { x: of, sel } = &func.unparen().kind
            && args.is_empty()
            && (sel.name == self.names.error || sel.name == self.names.string)
            && self.ty(x) == Basic::String.ty()
            && self
                .u
                .info
                .selections
                .get(&func.unparen().id)
                .is_some_and(|s| s.kind == SelectionKind::MethodVal)
        {
            let (ty, name) = (self.u.type_string(self.ty(of)), self.u.name(sel.name));
            return self.report(x.start, format!("result of ({ty}).{name} call not used"));
        }
        let Some(callee) = self.callee(func) else { return };
        let listed = PURE.iter().find(|(path, _)| *path == &*callee.path);
        if callee.recv.is_none() && listed.is_some_and(|(_, names)| names.contains(&&*callee.name)) {
            self.report(x.start, format!("result of {} call not used", callee.shown()));
        }
    }

    /// A conversion of an integer to a string that was hardly meant.
    pub(super) fn conversion(&mut self, x: &Expr, func: &Expr, args: &[Expr]) {
        let [arg] = args else { return };
        if self.mode(func) != Mode::Type || self.mode(arg) == Mode::Constant {
            return;
        }
        let (to, from) = (self.u.types.basic(self.ty(func)), self.u.types.basic(self.ty(arg)));
        // Runes and bytes are meant to be characters.
        let number = from.is_integer() && !matches!(from, Basic::Int32 | Basic::Uint8 | Basic::UntypedRune);
        if to == Basic::String && number {
            let (to, from) = (self.u.type_string(self.ty(func)), self.u.type_string(self.ty(arg)));
            let what = "yields a string of one rune, not a string of digits";
            self.report(x.start, format!("conversion from {from} to {to} {what}"));
        }
    }

    /// Comparisons of functions with nil, and chains of `&&` or `||` whose parts repeat or exclude each
    /// other.
    pub(super) fn comparisons(&mut self, x: &Expr) {
        let ExprKind::Binary { op, x: left, y: right } = &x.kind else { return };
        match op {
            BinaryOp::Eq | BinaryOp::Ne => self.nil_function(x, *op, left, right),
            BinaryOp::LogAnd | BinaryOp::LogOr if !self.chained.contains(&x.id) => self.chain(x, *op),
            _ => {}
        }
    }

    fn nil_function(&mut self, x: &Expr, op: BinaryOp, left: &Expr, right: &Expr) {
        let other = match (self.mode(left), self.mode(right)) {
            (_, Mode::Nil) => left,
            (Mode::Nil, _) => right,
            _ => return,
        };
        let Some(callee) =
            self.callee(other).filter(|_| matches!(self.u.types.under(self.ty(other)), Type::Signature(_)))
        else {
            return;
        };
        let (name, op, always) =
            (self.u.name(self.u.objects[callee.obj].name), op.text(), op == BinaryOp::Ne);
        self.report(x.start, format!("comparison of function {name} {op} nil is always {always}"));
    }

    fn chain(&mut self, x: &Expr, op: BinaryOp) {
        let mut all = Vec::new();
        let mut work = vec![x];
        while let Some(x) = work.pop() {
            match &x.unparen().kind {
                ExprKind::Binary { op: inner, x: left, y: right } if *inner == op => {
                    self.chained.insert(x.unparen().id);
                    work.extend([&**right, &**left]);
                }
                _ => all.push(x.unparen()),
            }
        }
        // Between two operands that do nothing else, nothing changes what they are.
        let mut operands = &all[..];
        let pure: Vec<bool> = operands.iter().map(|x| self.is_pure(x)).collect();
        for part in pure.chunk_by(|a, b| *a && *b) {
            let (part, rest) = operands.split_at(part.len());
            operands = rest;
            self.repeated(part, op);
            self.excluding(part, op);
        }
    }

    /// `x || x`, `x && x`
    fn repeated(&mut self, operands: &[&Expr], op: BinaryOp) {
        let word = if op == BinaryOp::LogOr { "or" } else { "and" };
        let mut seen: Vec<String> = Vec::new();
        for x in operands {
            let text = self.shown(x);
            if seen.contains(&text) {
                self.report(operands[0].start, format!("redundant {word}: {text} {} {text}", op.text()));
            } else if seen.len() < 100 {
                seen.push(text);
            }
        }
    }

    /// `x != 1 || x != 2`, which is always true; `x == 1 && x == 2`, which is always false
    fn excluding(&mut self, operands: &[&Expr], op: BinaryOp) {
        let (word, comparison) = match op {
            BinaryOp::LogOr => ("or", BinaryOp::Ne),
            _ => ("and", BinaryOp::Eq),
        };
        let mut seen: Vec<(String, String, String)> = Vec::new();
        for x in operands {
            let ExprKind::Binary { op: inner, x: left, y: right } = &x.kind else { continue };
            if *inner != comparison {
                continue;
            }
            let (value, constant) = match (self.constant(left), self.constant(right)) {
                (None, Some(_)) => (left, right),
                (Some(_), None) => (right, left),
                _ => continue,
            };
            let (value, constant, text) = (self.shown(value), self.shown(constant), self.shown(x));
            let before = seen.iter().find(|(v, c, _)| *v == value && *c != constant);
            if let Some((_, _, before)) = before {
                let message = format!("suspect {word}: {before} {} {text}", op.text());
                self.report(operands[0].start, message);
            } else if seen.len() < 100 {
                seen.push((value, constant, text));
            }
        }
    }
}
