//! The function literals that stand in expressions and statements, but not in one another.

use crate::ast::{Decl, Expr, ExprKind, FuncLit, InterfaceElem, Param, Stmt, StmtKind};

/// Calls `found` for each literal in an expression.
pub(super) fn in_expr<'t>(x: &'t mut Expr, found: &mut dyn FnMut(&'t mut FuncLit)) {
    let mut x = x;
    loop {
        x = match &mut x.kind {
            ExprKind::Func(literal) => return found(literal),
            ExprKind::Bad | ExprKind::Ident(_) | ExprKind::Literal(_) => return,
            ExprKind::Composite { ty, elems, .. } => {
                ty.iter_mut().for_each(|ty| in_expr(ty, found));
                for element in elems {
                    element.key.iter_mut().for_each(|key| in_expr(key, found));
                    in_expr(&mut element.value, found);
                }
                return;
            }
            ExprKind::Index { x, indices } => {
                indices.iter_mut().for_each(|index| in_expr(index, found));
                x
            }
            ExprKind::Slice { x, lo, hi, max, .. } => {
                [lo, hi, max].into_iter().flatten().for_each(|bound| in_expr(bound, found));
                x
            }
            ExprKind::Call { func, args, .. } => {
                args.iter_mut().for_each(|arg| in_expr(arg, found));
                func
            }
            // The left operands of a chain nest as deep as it is long.
            ExprKind::Binary { x, y, .. } => {
                in_expr(y, found);
                x
            }
            ExprKind::TypeAssert { x, ty } => {
                in_expr(ty, found);
                x
            }
            ExprKind::ArrayType { len, elem } => {
                len.iter_mut().for_each(|len| in_expr(len, found));
                elem
            }
            ExprKind::MapType { key, value } => {
                in_expr(key, found);
                value
            }
            ExprKind::StructType(fields) => {
                return fields.iter_mut().for_each(|field| in_expr(&mut field.ty, found));
            }
            ExprKind::InterfaceType(elems) => {
                return elems.iter_mut().for_each(|elem| match elem {
                    InterfaceElem::Method { ty, .. } => in_params(&mut ty.params, &mut ty.results, found),
                    InterfaceElem::Embedded(ty) => in_expr(ty, found),
                });
            }
            ExprKind::FuncType(ty) => return in_params(&mut ty.params, &mut ty.results, found),
            ExprKind::Paren(x) | ExprKind::TypeGuard(x) | ExprKind::Star(x) | ExprKind::SliceType(x) => x,
            ExprKind::Selector { x, .. } | ExprKind::Unary { x, .. } => x,
            ExprKind::ChanType { elem, .. } => elem,
        };
    }
}

fn in_params<'t>(params: &'t mut [Param], results: &'t mut [Param], found: &mut dyn FnMut(&'t mut FuncLit)) {
    params.iter_mut().chain(results).for_each(|param| in_expr(&mut param.ty, found));
}

/// Calls `found` for each literal in a declaration inside a function, or of variables.
pub(super) fn in_decl<'t>(decl: &'t mut Decl, found: &mut dyn FnMut(&'t mut FuncLit)) {
    match decl {
        Decl::Var(specs) => {
            for spec in specs {
                spec.ty.iter_mut().chain(&mut spec.values).for_each(|x| in_expr(x, found));
            }
        }
        Decl::Const(specs) => {
            for spec in specs {
                spec.ty.iter_mut().chain(&mut spec.values).for_each(|x| in_expr(x, found));
            }
        }
        Decl::Type(specs) => specs.iter_mut().for_each(|spec| in_expr(&mut spec.ty, found)),
        Decl::Import(_) | Decl::Func(_) => {}
    }
}

/// Calls `found` for each literal in a statement that has no blocks.
pub(super) fn in_simple<'t>(stmt: &'t mut Stmt, found: &mut dyn FnMut(&'t mut FuncLit)) {
    match &mut stmt.kind {
        StmtKind::Expr(x) | StmtKind::IncDec { x, .. } | StmtKind::Go(x) | StmtKind::Defer(x) => {
            in_expr(x, found);
        }
        StmtKind::Send { chan: x, value: y } | StmtKind::OpAssign { lhs: x, rhs: y, .. } => {
            in_expr(x, found);
            in_expr(y, found);
        }
        StmtKind::Assign { lhs, rhs } | StmtKind::Define { lhs, rhs } => {
            lhs.iter_mut().chain(rhs).for_each(|x| in_expr(x, found));
        }
        StmtKind::Return(values) => values.iter_mut().for_each(|x| in_expr(x, found)),
        StmtKind::Decl(decl) => in_decl(decl, found),
        StmtKind::Empty | StmtKind::Branch(_) | StmtKind::Labeled { .. } | StmtKind::Block(_) => {}
        StmtKind::If { .. } | StmtKind::For { .. } | StmtKind::Range(_) => {}
        StmtKind::Switch { .. } | StmtKind::TypeSwitch(_) | StmtKind::Select { .. } => {}
    }
}
