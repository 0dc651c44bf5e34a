//! The tree as indented text, for `purlin inspect --stage=ast` and for tests.
//!
//! A line a declaration or statement, what it contains indented below it; expressions are fully
//! parenthesized, operator first: `a + b*c` is `(+ a (* b c))`.

use purlin_base::Interner;

use super::*;

/// Deeper than this, expressions are `…`.
const MAX_DEPTH: u32 = 600;

/// The text of a file's tree.
pub(crate) fn dump(file: &File, names: &Interner) -> String {
    let mut d = Dump { names, out: String::new(), indent: 0, depth: 0 };
    d.line(|d| d.node("package", |d| d.ident(&file.package)));
    for directive in &file.directives {
        d.line(|d| d.text(&format!("directive {:?}", directive.text)));
    }
    file.decls.iter().for_each(|decl| d.decl(decl));
    d.out
}

struct Dump<'a> {
    names: &'a Interner,
    out: String,
    indent: usize,
    depth: u32,
}

impl Dump<'_> {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // One blank between two things, none after an opening or before a closing bracket.
        let glued =
            self.out.is_empty() || self.out.ends_with(['(', '[', ' ', '\n']) || text.starts_with([')', ']']);
        if !glued {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }

    fn line(&mut self, content: impl FnOnce(&mut Self)) {
        self.out.push_str(&"  ".repeat(self.indent));
        content(self);
        self.out.push('\n');
    }

    fn indented(&mut self, content: impl FnOnce(&mut Self)) {
        self.indent += 1;
        content(self);
        self.indent -= 1;
    }

    fn node(&mut self, head: &str, content: impl FnOnce(&mut Self)) {
        self.text(head);
        content(self);
    }

    fn paren(&mut self, head: &str, content: impl FnOnce(&mut Self)) {
        self.text("(");
        self.node(head, content);
        self.text(")");
    }

    fn ident(&mut self, ident: &Ident) {
        self.text(self.names.text(ident.name).to_owned().as_str());
    }

    fn idents(&mut self, idents: &[Ident]) {
        idents.iter().for_each(|ident| self.ident(ident));
    }

    // Declarations

    fn decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Import(specs) => specs.iter().for_each(|spec| {
                self.line(|d| {
                    d.text("import");
                    d.idents(spec.name.as_slice());
                    d.text(&format!("{:?}", d.names.text(spec.path)));
                })
            }),
            Decl::Const(specs) => specs.iter().for_each(|spec| {
                self.line(|d| {
                    d.values("const", &spec.names, &spec.ty, &spec.values);
                    d.text(&format!("iota={}", spec.iota));
                    if let Some(n) = spec.repeats {
                        d.text(&format!("repeats={n}"));
                    }
                })
            }),
            Decl::Var(specs) => {
                specs.iter().for_each(|s| self.line(|d| d.values("var", &s.names, &s.ty, &s.values)))
            }
            Decl::Type(specs) => specs.iter().for_each(|spec| {
                self.line(|d| {
                    d.node("type", |d| d.ident(&spec.name));
                    d.type_params(&spec.type_params);
                    d.text(if spec.alias { "=" } else { ":" });
                    d.expr(&spec.ty);
                })
            }),
            Decl::Func(func) => {
                self.line(|d| {
                    d.text("func");
                    d.params(func.recv.as_slice());
                    d.ident(&func.name);
                    d.type_params(&func.type_params);
                    d.func_type(&func.ty);
                });
                if let Some(body) = func.body.as_ref().and_then(FuncBody::parsed) {
                    self.block(body);
                }
            }
        }
    }

    fn values(&mut self, head: &str, names: &[Ident], ty: &Option<Expr>, values: &[Expr]) {
        self.node(head, |d| d.idents(names));
        ty.iter().for_each(|ty| self.node(":", |d| d.expr(ty)));
        if !values.is_empty() {
            self.node("=", |d| d.exprs(values));
        }
    }

    fn type_params(&mut self, list: &[TypeParam]) {
        for param in list {
            self.text("[");
            self.idents(&param.names);
            self.node(":", |d| d.expr(&param.constraint));
            self.text("]");
        }
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            self.text("(");
            self.idents(&param.names);
            self.text(if param.names.is_empty() { "" } else { ":" });
            self.text(if param.variadic.is_some() { "..." } else { "" });
            self.expr(&param.ty);
            self.text(")");
        }
    }

    fn func_type(&mut self, ty: &FuncType) {
        self.params(&ty.params);
        self.text("->");
        self.params(&ty.results);
    }

    // Expressions

    fn exprs(&mut self, list: &[Expr]) {
        list.iter().for_each(|x| self.expr(x));
    }

    fn optional(&mut self, x: &Option<Box<Expr>>) {
        match x {
            Some(x) => self.expr(x),
            None => self.text("_"),
        }
    }

    fn expr(&mut self, x: &Expr) {
        if self.depth == MAX_DEPTH {
            return self.text("…");
        }
        self.depth += 1;
        self.expr_here(x);
        self.depth -= 1;
    }

    fn expr_here(&mut self, x: &Expr) {
        match &x.kind {
            ExprKind::Bad => self.text("BAD"),
            ExprKind::Ident(ident) => self.ident(ident),
            ExprKind::Literal(lit) => self.text(self.names.text(lit.text).to_owned().as_str()),
            ExprKind::Composite { ty, elems, .. } => self.paren("lit", |d| {
                d.optional(ty);
                elems.iter().for_each(|elem| d.element(elem));
            }),
            ExprKind::Func(lit) => self.paren("func", |d| {
                d.func_type(&lit.ty);
                d.out.push('\n');
                d.indented(|d| d.block(&lit.body));
                d.out.push_str(&"  ".repeat(d.indent));
            }),
            ExprKind::Paren(x) => self.paren("paren", |d| d.expr(x)),
            ExprKind::Selector { x, sel } => self.paren(".", |d| {
                d.expr(x);
                d.ident(sel);
            }),
            ExprKind::Index { x, indices } => self.paren("index", |d| {
                d.expr(x);
                d.exprs(indices);
            }),
            ExprKind::Slice { x, lo, hi, max, full } => self.paren("slice", |d| {
                d.expr(x);
                d.optional(lo);
                d.optional(hi);
                if *full {
                    d.optional(max);
                }
            }),
            ExprKind::TypeAssert { x, ty } => self.paren("assert", |d| {
                d.expr(x);
                d.expr(ty);
            }),
            ExprKind::TypeGuard(x) => self.paren("guard", |d| d.expr(x)),
            ExprKind::Call { func, args, dots, .. } => self.paren("call", |d| {
                d.expr(func);
                d.exprs(args);
                d.text(if *dots { "..." } else { "" });
            }),
            ExprKind::Star(x) => self.paren("*", |d| d.expr(x)),
            ExprKind::Unary { op, x } => self.paren(op.text(), |d| d.expr(x)),
            ExprKind::Binary { op, x, y } => self.paren(op.text(), |d| {
                d.expr(x);
                d.expr(y);
            }),
            ExprKind::ArrayType { .. }
            | ExprKind::SliceType(_)
            | ExprKind::StructType(_)
            | ExprKind::InterfaceType(_)
            | ExprKind::FuncType(_)
            | ExprKind::MapType { .. }
            | ExprKind::ChanType { .. } => self.type_here(&x.kind),
        }
    }

    fn element(&mut self, elem: &Element) {
        if let Some(key) = &elem.key {
            self.node("key", |d| d.expr(key));
        }
        self.expr(&elem.value);
    }

    fn type_here(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::ArrayType { len, elem } => self.paren("array", |d| {
                d.optional(len);
                d.expr(elem);
            }),
            ExprKind::SliceType(elem) => self.paren("slice-of", |d| d.expr(elem)),
            ExprKind::StructType(fields) => self.paren("struct", |d| fields.iter().for_each(|f| d.field(f))),
            ExprKind::InterfaceType(elems) => self.paren("interface", |d| {
                for elem in elems {
                    match elem {
                        InterfaceElem::Method { name, ty } => {
                            d.paren(d.names.text(name.name), |d| d.func_type(ty))
                        }
                        InterfaceElem::Embedded(x) => d.expr(x),
                    }
                }
            }),
            ExprKind::FuncType(ty) => self.paren("func-type", |d| d.func_type(ty)),
            ExprKind::MapType { key, value } => self.paren("map", |d| {
                d.expr(key);
                d.expr(value);
            }),
            ExprKind::ChanType { dir, elem } => {
                let head = match dir {
                    ChanDir::Both => "chan",
                    ChanDir::Send => "chan<-",
                    ChanDir::Recv => "<-chan",
                };
                self.paren(head, |d| d.expr(elem))
            }
            // Not types.
            _ => {}
        }
    }

    fn field(&mut self, field: &StructField) {
        self.text("(");
        self.idents(&field.names);
        self.node(":", |d| d.expr(&field.ty));
        if let Some(tag) = &field.tag {
            self.text(self.names.text(tag.text).to_owned().as_str());
        }
        self.text(")");
    }

    // Statements

    fn block(&mut self, block: &Block) {
        self.stmts(&block.stmts);
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        self.indented(|d| stmts.iter().for_each(|s| d.stmt(s)));
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Empty => self.line(|d| d.text("empty")),
            StmtKind::Expr(x) => self.line(|d| d.node("expr", |d| d.expr(x))),
            StmtKind::Send { chan, value } => {
                self.assign("send", std::slice::from_ref(chan), std::slice::from_ref(value))
            }
            StmtKind::IncDec { x, inc } => {
                self.line(|d| d.node(if *inc { "++" } else { "--" }, |d| d.expr(x)))
            }
            StmtKind::Assign { lhs, rhs } => self.assign("=", lhs, rhs),
            StmtKind::OpAssign { op, lhs, rhs } => {
                self.assign(&format!("{}=", op.text()), std::slice::from_ref(lhs), std::slice::from_ref(rhs))
            }
            StmtKind::Define { lhs, rhs } => self.assign(":=", lhs, rhs),
            StmtKind::Decl(decl) => self.decl(decl),
            StmtKind::Go(x) => self.line(|d| d.node("go", |d| d.expr(x))),
            StmtKind::Defer(x) => self.line(|d| d.node("defer", |d| d.expr(x))),
            StmtKind::Return(list) => self.line(|d| d.node("return", |d| d.exprs(list))),
            StmtKind::Branch(branch) => self.line(|d| {
                d.text(match branch.kind {
                    BranchKind::Break => "break",
                    BranchKind::Continue => "continue",
                    BranchKind::Goto => "goto",
                    BranchKind::Fallthrough => "fallthrough",
                });
                d.idents(branch.label.as_slice());
                if let Some(target) = branch.target {
                    d.text(&format!("-> {target}"));
                }
            }),
            StmtKind::Labeled { label, stmt } => {
                self.line(|d| {
                    d.node("label", |d| {
                        d.ident(label);
                        d.text(&s.id.to_string());
                    })
                });
                self.stmt(stmt);
            }
            StmtKind::Block(block) => {
                self.line(|d| d.text("block"));
                self.block(block);
            }
            StmtKind::If { init, cond, then, els } => {
                self.line(|d| d.node("if", |d| d.expr(cond)));
                self.header_stmt("init", init);
                self.block(then);
                if let Some(els) = els {
                    self.line(|d| d.text("else"));
                    self.indented(|d| d.stmt(els));
                }
            }
            _ => self.loop_or_switch(s),
        }
    }

    fn loop_or_switch(&mut self, s: &Stmt) {
        let id = s.id.to_string();
        match &s.kind {
            StmtKind::For { init, cond, post, body } => {
                self.line(|d| {
                    d.text(&format!("for {id}"));
                    cond.iter().for_each(|x| d.expr(x));
                });
                self.header_stmt("init", init);
                self.header_stmt("post", post);
                self.block(body);
            }
            StmtKind::Range(range) => {
                self.line(|d| {
                    d.text(&format!("range {id}"));
                    d.exprs(&range.lhs);
                    d.text(if range.define { ":=" } else { "=" });
                    d.expr(&range.x);
                });
                self.block(&range.body);
            }
            StmtKind::Switch { init, tag, clauses, .. } => {
                self.line(|d| {
                    d.text(&format!("switch {id}"));
                    tag.iter().for_each(|x| d.expr(x));
                });
                self.header_stmt("init", init);
                self.clauses(clauses);
            }
            StmtKind::TypeSwitch(switch) => {
                self.line(|d| {
                    d.text(&format!("typeswitch {id}"));
                    d.idents(switch.bind.as_slice());
                    d.expr(&switch.x);
                });
                self.header_stmt("init", &switch.init);
                self.clauses(&switch.clauses);
            }
            StmtKind::Select { clauses, .. } => {
                self.line(|d| d.text(&format!("select {id}")));
                for clause in clauses {
                    self.line(|d| d.text(if clause.comm.is_some() { "case" } else { "default" }));
                    self.header_stmt("comm", &clause.comm);
                    self.stmts(&clause.body);
                }
            }
            _ => {}
        }
    }

    fn assign(&mut self, op: &str, lhs: &[Expr], rhs: &[Expr]) {
        self.line(|d| {
            d.text(op);
            d.exprs(lhs);
            d.node("<-", |d| d.exprs(rhs));
        });
    }

    fn header_stmt(&mut self, head: &str, stmt: &Option<Box<Stmt>>) {
        if let Some(stmt) = stmt {
            self.indented(|d| {
                d.line(|d| d.text(head));
                d.indented(|d| d.stmt(stmt));
            });
        }
    }

    fn clauses(&mut self, clauses: &[CaseClause]) {
        for clause in clauses {
            self.line(|d| match &clause.cases {
                Some(cases) => d.node("case", |d| d.exprs(cases)),
                None => d.text("default"),
            });
            self.stmts(&clause.body);
        }
    }
}
