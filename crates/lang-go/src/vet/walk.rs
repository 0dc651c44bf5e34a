//! Every expression and statement of a file, from the outside in. The walk does not recurse, so syntax may
//! nest as deep as it likes.

use crate::ast::{
    Block, Decl, Element, Expr, ExprKind, File, FuncDecl, FuncType, InterfaceElem, Param, Stmt, StmtKind,
};

/// A piece of syntax.
#[derive(Clone, Copy)]
pub(super) enum Node<'a> {
    Expr(&'a Expr),
    Stmt(&'a Stmt),
    Decl(&'a Decl),
    Func(&'a FuncDecl),
}

/// Calls `f` with each piece of syntax of a file, and with what contains it before.
pub(super) fn file<'a>(file: &'a File, mut f: impl FnMut(Node<'a>)) {
    walk(file.decls.iter().map(Node::Decl).collect(), &mut f);
}

/// Calls `f` with each expression in `x`, and with `x`.
pub(super) fn expr<'a>(x: &'a Expr, mut f: impl FnMut(&'a Expr)) {
    walk(vec![Node::Expr(x)], &mut |node| {
        if let Node::Expr(x) = node {
            f(x);
        }
    });
}

/// Calls `f` with each piece of syntax of a block.
pub(super) fn block<'a>(block: &'a Block, mut f: impl FnMut(Node<'a>)) {
    walk(block.stmts.iter().map(Node::Stmt).collect(), &mut f);
}

fn walk<'a>(mut work: Vec<Node<'a>>, f: &mut impl FnMut(Node<'a>)) {
    while let Some(node) = work.pop() {
        f(node);
        match node {
            Node::Expr(x) => in_expr(x, &mut work),
            Node::Stmt(s) => in_stmt(s, &mut work),
            Node::Decl(d) => in_decl(d, &mut work),
            Node::Func(func) => {
                work.extend(func.recv.iter().map(|p| Node::Expr(&p.ty)));
                in_func_type(&func.ty, &mut work);
                let body = func.body.as_ref().and_then(|body| body.parsed());
                body.into_iter().for_each(|body| in_block(body, &mut work));
            }
        }
    }
}

fn in_block<'a>(block: &'a Block, work: &mut Vec<Node<'a>>) {
    work.extend(block.stmts.iter().map(Node::Stmt));
}

fn in_func_type<'a>(ty: &'a FuncType, work: &mut Vec<Node<'a>>) {
    let params = |list: &'a [Param]| list.iter().map(|p| Node::Expr(&p.ty));
    work.extend(params(&ty.params).chain(params(&ty.results)));
}

fn in_decl<'a>(decl: &'a Decl, work: &mut Vec<Node<'a>>) {
    match decl {
        Decl::Import(_) => {}
        Decl::Const(specs) => {
            for spec in specs {
                work.extend(spec.ty.iter().chain(&spec.values).map(Node::Expr));
            }
        }
        Decl::Type(specs) => work.extend(specs.iter().map(|spec| Node::Expr(&spec.ty))),
        Decl::Var(specs) => {
            for spec in specs {
                work.extend(spec.ty.iter().chain(&spec.values).map(Node::Expr));
            }
        }
        Decl::Func(func) => work.push(Node::Func(func)),
    }
}

fn in_expr<'a>(x: &'a Expr, work: &mut Vec<Node<'a>>) {
    match &x.kind {
        ExprKind::Bad | ExprKind::Ident(_) | ExprKind::Literal(_) => {}
        ExprKind::Composite { ty, elems, .. } => {
            work.extend(ty.iter().map(|ty| Node::Expr(ty)));
            let parts = |e: &'a Element| e.key.as_deref().into_iter().chain([&e.value]).map(Node::Expr);
            work.extend(elems.iter().flat_map(parts));
        }
        ExprKind::Func(lit) => {
            in_func_type(&lit.ty, work);
            in_block(&lit.body, work);
        }
        ExprKind::Paren(x) | ExprKind::TypeGuard(x) | ExprKind::Star(x) | ExprKind::SliceType(x) => {
            work.push(Node::Expr(x));
        }
        ExprKind::Selector { x, .. } | ExprKind::Unary { x, .. } => work.push(Node::Expr(x)),
        ExprKind::Index { x, indices } => {
            work.push(Node::Expr(x));
            work.extend(indices.iter().map(Node::Expr));
        }
        ExprKind::Slice { x, lo, hi, max, .. } => {
            work.push(Node::Expr(x));
            work.extend([lo, hi, max].into_iter().flatten().map(|x| Node::Expr(x)));
        }
        ExprKind::TypeAssert { x, ty } => work.extend([x, ty].map(|x| Node::Expr(x))),
        ExprKind::Call { func, args, .. } => {
            work.push(Node::Expr(func));
            work.extend(args.iter().map(Node::Expr));
        }
        ExprKind::Binary { x, y, .. } => work.extend([x, y].map(|x| Node::Expr(x))),
        ExprKind::ArrayType { len, elem } => {
            work.extend(len.iter().chain([elem]).map(|x| Node::Expr(x)));
        }
        ExprKind::StructType(fields) => work.extend(fields.iter().map(|f| Node::Expr(&f.ty))),
        ExprKind::InterfaceType(elems) => elems.iter().for_each(|elem| match elem {
            InterfaceElem::Method { ty, .. } => in_func_type(ty, work),
            InterfaceElem::Embedded(x) => work.push(Node::Expr(x)),
        }),
        ExprKind::FuncType(ty) => in_func_type(ty, work),
        ExprKind::MapType { key, value } => work.extend([key, value].map(|x| Node::Expr(x))),
        ExprKind::ChanType { elem, .. } => work.push(Node::Expr(elem)),
    }
}

fn in_stmt<'a>(stmt: &'a Stmt, work: &mut Vec<Node<'a>>) {
    match &stmt.kind {
        StmtKind::Empty | StmtKind::Branch(_) => {}
        StmtKind::Expr(x) | StmtKind::IncDec { x, .. } | StmtKind::Go(x) | StmtKind::Defer(x) => {
            work.push(Node::Expr(x));
        }
        StmtKind::Send { chan: x, value: y } | StmtKind::OpAssign { lhs: x, rhs: y, .. } => {
            work.extend([x, y].map(Node::Expr));
        }
        StmtKind::Assign { lhs, rhs } | StmtKind::Define { lhs, rhs } => {
            work.extend(lhs.iter().chain(rhs).map(Node::Expr));
        }
        StmtKind::Decl(decl) => work.push(Node::Decl(decl)),
        StmtKind::Return(values) => work.extend(values.iter().map(Node::Expr)),
        StmtKind::Labeled { stmt, .. } => work.push(Node::Stmt(stmt)),
        StmtKind::Block(block) => in_block(block, work),
        StmtKind::If { init, cond, then, els } => {
            work.extend([init, els].into_iter().flatten().map(|s| Node::Stmt(s)));
            work.push(Node::Expr(cond));
            in_block(then, work);
        }
        StmtKind::For { init, cond, post, body } => {
            work.extend([init, post].into_iter().flatten().map(|s| Node::Stmt(s)));
            work.extend(cond.iter().map(Node::Expr));
            in_block(body, work);
        }
        StmtKind::Range(range) => {
            work.extend(range.lhs.iter().chain([&range.x]).map(Node::Expr));
            in_block(&range.body, work);
        }
        StmtKind::Switch { init, tag, clauses, .. } => {
            work.extend(init.iter().map(|s| Node::Stmt(s)));
            work.extend(
                tag.iter().chain(clauses.iter().flat_map(|c| c.cases.iter().flatten())).map(Node::Expr),
            );
            work.extend(clauses.iter().flat_map(|c| &c.body).map(Node::Stmt));
        }
        StmtKind::TypeSwitch(switch) => {
            work.extend(switch.init.iter().map(|s| Node::Stmt(s)));
            work.push(Node::Expr(&switch.x));
            work.extend(switch.clauses.iter().flat_map(|c| c.cases.iter().flatten()).map(Node::Expr));
            work.extend(switch.clauses.iter().flat_map(|c| &c.body).map(Node::Stmt));
        }
        StmtKind::Select { clauses, .. } => {
            work.extend(clauses.iter().filter_map(|c| c.comm.as_deref()).map(Node::Stmt));
            work.extend(clauses.iter().flat_map(|c| &c.body).map(Node::Stmt));
        }
    }
}
