//! Parameters, results, receivers and type parameters: lists in which a name may stand for itself or for a
//! type, which shows only at the end of the list.

use super::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, Param, TypeParam};
use crate::lex::{Op, Tok};
use purlin_base::Pos;
use smallvec::SmallVec;

/// What brackets after a name turned out to be.
pub(super) enum ArrayOrArgs {
    /// `[n]E` or `[]E`: the type of what the name names.
    Type(Expr),
    /// `[A, B]`: type arguments of the name.
    Args { pos: Pos, args: Vec<Expr> },
}

/// What a list of parameters consists of.
#[derive(Clone, Copy)]
pub(super) struct ListForm {
    close: Tok,
    names_required: bool,
    variadic: bool,
}

impl ListForm {
    pub(super) const PARAMS: ListForm =
        ListForm { close: Tok::Rparen, names_required: false, variadic: true };
    /// Receivers too.
    pub(super) const RESULTS: ListForm =
        ListForm { close: Tok::Rparen, names_required: false, variadic: false };
    pub(super) const TYPE_PARAMS: ListForm =
        ListForm { close: Tok::Rbrack, names_required: true, variadic: false };
    /// In an interface after a name: type parameters of a method (an error) or type arguments.
    pub(super) const TYPE_PARAMS_OR_ARGS: ListForm =
        ListForm { close: Tok::Rbrack, names_required: false, variadic: false };
}

/// An entry before it is known what its name means.
struct Entry {
    pos: Pos,
    name: Option<Ident>,
    ty: Option<Expr>,
    variadic: Option<Pos>,
}

impl Parser<'_> {
    /// Type parameters up to and with `]`; `first` is a parameter's name, or its name and constraint, already
    /// read.
    pub(super) fn type_params(&mut self, first: Option<(Ident, Option<Expr>)>) -> Vec<TypeParam> {
        let list = self.param_list(first, ListForm::TYPE_PARAMS);
        list.into_iter().map(|p| TypeParam { names: p.names, constraint: p.ty }).collect()
    }

    /// A list after its opening bracket, up to and with the closing one.
    pub(super) fn param_list(&mut self, first: Option<(Ident, Option<Expr>)>, kind: ListForm) -> Vec<Param> {
        let (mut name, ty) = first.map_or((None, None), |(name, ty)| (Some(name), ty));
        let mut entries = SmallVec::<[Entry; 4]>::new();
        if ty.is_some() {
            let pos = name.as_ref().map_or(Pos::NONE, |n| n.pos);
            entries.push(Entry { pos, name: name.take(), ty, variadic: None });
        }
        let complete = !entries.is_empty();
        let mut skip = complete;
        let mut end = self.pos();
        if complete && self.at(kind.close) {
            self.next();
        } else {
            end = self.list("parameter list", Tok::Comma, kind.close, |p| {
                if !std::mem::take(&mut skip) {
                    entries.extend(p.param_entry(name.take(), kind));
                }
                false
            });
        }
        self.check_names(&mut entries, kind, end);
        self.check_variadic(&mut entries, kind);
        self.share_types(entries)
    }

    /// One entry; `name` has been read already.
    fn param_entry(&mut self, name: Option<Ident>, kind: ListForm) -> Option<Entry> {
        let type_sets = kind.close == Tok::Rbrack;
        let pos = name.as_ref().map_or(self.pos(), |n| n.pos);
        let mut entry = Entry { pos, name, ty: None, variadic: None };
        if entry.name.is_none() && type_sets && self.at_op(Op::Tilde) {
            entry.ty = Some(self.union(None));
            return Some(entry);
        }
        if self.at(Tok::Name) || entry.name.is_some() {
            let name = entry.name.take().unwrap_or_else(|| self.ident());
            match self.lex.tok {
                Tok::Lbrack => match self.array_or_type_args() {
                    ArrayOrArgs::Type(ty) => {
                        entry.name = Some(name);
                        entry.ty = Some(ty);
                    }
                    ArrayOrArgs::Args { pos, args } => {
                        let x = self.ident_expr(name);
                        entry.ty = Some(self.index_node(pos, x, args));
                    }
                },
                Tok::Dot => entry.ty = Some(self.qualified_name(Some(name))),
                _ if type_sets && self.at_op(Op::Binary(BinaryOp::Or)) => {
                    entry.ty = Some(self.ident_expr(name));
                }
                _ => entry.name = Some(name),
            }
            if entry.ty.is_some() {
                return Some(self.rest_of_union(entry, type_sets));
            }
        }
        if self.at(Tok::DotDotDot) {
            entry.variadic = Some(self.pos());
            self.next();
            entry.ty = self.type_or_none();
            if entry.ty.is_none() {
                entry.variadic = None;
                entry.ty = Some(self.bad_expr());
                self.syntax_error("... is missing type");
            }
            return Some(entry);
        }
        if type_sets && self.at_op(Op::Tilde) {
            entry.ty = Some(self.union(None));
            return Some(entry);
        }
        entry.ty = self.type_or_none();
        entry = self.rest_of_union(entry, type_sets);
        if entry.name.is_some() || entry.ty.is_some() {
            return Some(entry);
        }
        self.syntax_error(&format!("expected {}", kind.close.describe()));
        self.skip_to(&[Tok::Comma, kind.close]);
        None
    }

    fn rest_of_union(&mut self, mut entry: Entry, type_sets: bool) -> Entry {
        if type_sets && entry.ty.is_some() && self.at_op(Op::Binary(BinaryOp::Or)) {
            entry.ty = Some(self.union(entry.ty));
        }
        entry
    }

    /// Decides what the names are: all types, or all names; complains about mixtures.
    fn check_names(&mut self, entries: &mut [Entry], kind: ListForm, end: Pos) {
        let typed = entries.iter().filter(|e| e.ty.is_some()).count();
        let named = entries.iter().filter(|e| e.ty.is_some() && e.name.is_some()).count();
        if named == 0 && !kind.names_required {
            for entry in entries {
                if let Some(name) = entry.name.take() {
                    entry.ty = Some(self.ident_expr(name));
                }
            }
            return;
        }
        let mut first_error = None;
        let mut type_follows = false;
        let mut variadic = None;
        for entry in entries.iter_mut().rev() {
            match (&entry.ty, &entry.name) {
                (Some(ty), None) => {
                    let pos = entry.variadic.unwrap_or(ty.start);
                    entry.name = Some(self.blank_ident(pos));
                    first_error = Some(pos);
                }
                (None, _) if !type_follows => {
                    entry.ty = Some(self.bad_expr_at(entry.pos));
                    first_error = Some(entry.pos);
                    continue;
                }
                // `a, b ...T` makes both variadic, which is an error.
                (None, _) => entry.variadic = variadic,
                _ => {}
            }
            type_follows |= entry.ty.is_some();
            variadic = entry.variadic;
        }
        let Some(pos) = first_error else { return };
        if named == typed {
            // Names without types can only be missing theirs at the end of the list.
            let what = if kind.names_required { "missing type constraint" } else { "missing parameter type" };
            self.syntax_error_at(end, what);
        } else if !kind.names_required {
            self.syntax_error_at(pos, "missing parameter name");
        } else if entries.len() == 1 {
            self.syntax_error_at(pos, "missing type parameter name or invalid array length");
        } else {
            self.syntax_error_at(pos, "missing type parameter name");
        }
    }

    /// `...` stands with the last parameter of a function, or nowhere.
    fn check_variadic(&mut self, entries: &mut [Entry], kind: ListForm) {
        let last = entries.len().wrapping_sub(1);
        let mut complained = false;
        for (i, entry) in entries.iter_mut().enumerate() {
            let Some(pos) = entry.variadic else { continue };
            if kind.variadic && i == last {
                continue;
            }
            entry.variadic = None;
            if !std::mem::replace(&mut complained, true) {
                self.error_at(
                    pos,
                    match kind.variadic {
                        true => "can only use ... with final parameter",
                        false => "invalid use of ...",
                    },
                );
            }
        }
    }

    /// Gathers the names that stand before a type.
    fn share_types(&mut self, entries: SmallVec<[Entry; 4]>) -> Vec<Param> {
        // A library has thousands of such lists, most of one or two names: they take no more than they need.
        let mut params = Vec::with_capacity(entries.iter().filter(|entry| entry.ty.is_some()).count());
        let mut names = Vec::new();
        let mut start = None;
        for entry in entries {
            let pos = *start.get_or_insert(entry.pos);
            names.reserve_exact(usize::from(entry.name.is_some()));
            names.extend(entry.name);
            let Some(ty) = entry.ty else { continue };
            params.push(Param { pos, names: std::mem::take(&mut names), ty, variadic: entry.variadic });
            start = None;
        }
        params
    }

    pub(super) fn at_op(&self, op: Op) -> bool {
        self.at(Tok::Operator) && self.lex.op == op
    }

    pub(super) fn index_node(&mut self, pos: Pos, x: Expr, indices: Vec<Expr>) -> Expr {
        let start = x.start;
        self.expr_node(pos, start, ExprKind::Index { x: Box::new(x), indices })
    }
}
