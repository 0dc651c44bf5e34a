//! Switches over values and types.

use purlin_ir::{Block, Opcode, Value};

use super::state::{Lower, Vals};
use crate::ast::{CaseClause, Expr, Stmt, StmtId, TypeSwitch};
use crate::types::{Basic, TypeId};
use crate::universe::Mode;

/// From so many constant cases on a switch is one instruction.
const MIN_TABLE: usize = 4;

impl<'a> Lower<'_, 'a> {
    /// A block per clause, and the one of `default`, which is `exit` if there is none.
    fn clause_blocks(&mut self, clauses: &'a [CaseClause], exit: Block) -> (Vec<Block>, Block) {
        let blocks: Vec<Block> = clauses.iter().map(|_| self.b.block()).collect();
        let default = clauses.iter().position(|c| c.cases.is_none());
        let default = default.map_or(exit, |n| blocks[n]);
        (blocks, default)
    }

    pub(super) fn switch(&mut self, stmt: &'a Stmt, tag: Option<&'a Expr>, clauses: &'a [CaseClause]) {
        let exit = self.b.block();
        self.breaks.insert(stmt.id, exit);
        let (blocks, default) = self.clause_blocks(clauses, exit);
        let cases =
            || clauses.iter().zip(&blocks).flat_map(|(c, b)| c.cases.iter().flatten().map(|e| (e, *b)));
        match tag {
            None => {
                for (case, block) in cases() {
                    let next = self.b.block();
                    let ty = self.typ(case);
                    if self.cx.u.types.is_interface(ty) {
                        // Compared with true.
                        self.prepare([case]);
                        let iface = self.expr(case);
                        let yes = self.b.iconst(purlin_ir::Type::I8, 1);
                        let equal = self.iface_holds(&iface, &[yes], Basic::Bool.ty());
                        self.b.brif(equal, block, next);
                    } else {
                        self.branch(case, block, next);
                    }
                    self.b.seal(next);
                    self.b.switch_to(next);
                }
                self.b.jump(default, &[]);
            }
            Some(tag) => {
                self.prepare([tag]);
                let ty = self.typ(tag);
                let vals = if cases().all(|(case, _)| self.is_const(case)) {
                    self.with_views(tag, |lower| lower.expr(tag))
                } else {
                    self.expr(tag)
                };
                match self.case_table(ty, cases()) {
                    Some(table) => self.b.switch(vals[0], &table, default),
                    None => {
                        for (case, block) in cases() {
                            self.test_case(&vals, ty, case, block);
                        }
                        self.b.jump(default, &[]);
                    }
                }
            }
        }
        let outer = self.next_clause;
        for (n, clause) in clauses.iter().enumerate() {
            self.next_clause = blocks.get(n + 1).copied();
            self.b.switch_to(blocks[n]);
            self.stmts(&clause.body);
            self.fall_into(exit);
        }
        self.next_clause = outer;
        for block in blocks {
            self.b.seal(block);
        }
        self.b.seal(exit);
        self.b.switch_to(exit);
    }

    /// The cases as integers, if all are constants and there are enough of them.
    fn case_table(
        &self,
        ty: TypeId,
        cases: impl Iterator<Item = (&'a Expr, Block)>,
    ) -> Option<Vec<(i64, Block)>> {
        let basic = self.cx.u.types.basic(ty);
        let (width, _) = basic.int_width()?;
        let mut table = Vec::new();
        let mut seen = purlin_base::map::HashSet::default();
        for (case, block) in cases {
            let tv = &self.cx.u.info.types[case.id];
            if tv.mode != Mode::Constant || self.cx.u.types.is_interface(self.cx.concrete(tv.ty)) {
                return None;
            }
            let bits = tv.value.as_ref()?.int_bits()?;
            let unused = 64 - width;
            let value = ((bits << unused) as i64) >> unused;
            if seen.insert(value) {
                table.push((value, block));
            }
        }
        (table.len() >= MIN_TABLE).then_some(table)
    }

    /// Goes to `block` if the tag equals the case.
    fn test_case(&mut self, tag: &[Value], ty: TypeId, case: &'a Expr, block: Block) {
        self.at(case.start);
        let next = self.b.block();
        let equal = if self.is_nil(case) {
            let zero = self.zero(ty);
            self.op(Opcode::Ieq, tag[0], zero[0])
        } else {
            self.prepare([case]);
            let own = self.typ(case);
            let vals = self.expr(case);
            let types = &self.cx.u.types;
            match (types.is_interface(ty), types.is_interface(own)) {
                (true, false) => self.iface_holds(tag, &vals, own),
                (false, true) => self.iface_holds(&vals, tag, ty),
                _ => self.compare_values(crate::ast::BinaryOp::Eq, ty, tag, &vals),
            }
        };
        self.b.brif(equal, block, next);
        self.b.seal(next);
        self.b.switch_to(next);
    }

    pub(super) fn type_switch(&mut self, id: StmtId, switch: &'a TypeSwitch) {
        if let Some(init) = &switch.init {
            self.stmt(init);
        }
        self.prepare([&switch.x]);
        let iface_ty = self.typ(&switch.x);
        let iface = self.expr(&switch.x);
        let exit = self.b.block();
        self.breaks.insert(id, exit);
        let (blocks, default) = self.clause_blocks(&switch.clauses, exit);
        let cases: Vec<(Option<TypeId>, Block)> = switch
            .clauses
            .iter()
            .zip(&blocks)
            .flat_map(|(c, b)| c.cases.iter().flatten().map(|e| (e, *b)))
            .map(|(e, b)| ((!self.is_nil(e)).then(|| self.typ(e)), b))
            .collect();
        self.test_types(iface[0], &cases, default);
        for (clause, block) in switch.clauses.iter().zip(&blocks) {
            self.b.seal(*block);
            self.b.switch_to(*block);
            self.bind_clause(clause, &iface, iface_ty);
            self.stmts(&clause.body);
            self.fall_into(exit);
        }
        self.b.seal(exit);
        self.b.switch_to(exit);
    }

    fn test_types(&mut self, word: Value, cases: &[(Option<TypeId>, Block)], default: Block) {
        let concrete = cases.iter().all(|(ty, _)| ty.is_none_or(|t| !self.cx.u.types.is_interface(t)));
        if concrete && cases.len() >= MIN_TABLE {
            let mut number = |ty: &Option<TypeId>| ty.map_or(0, |t| self.cx.type_constant(t));
            let mut table: Vec<(i64, Block)> = cases.iter().map(|(ty, b)| (number(ty), *b)).collect();
            // Different type parameters may stand for one type: the first case is taken.
            let mut seen = purlin_base::map::HashSet::default();
            table.retain(|(number, _)| seen.insert(*number));
            self.b.switch(word, &table, default);
            return;
        }
        for (ty, block) in cases {
            let matches = match ty {
                Some(ty) => self.type_matches(word, *ty),
                None => {
                    let zero = self.int(0);
                    self.op(Opcode::Ieq, word, zero)
                }
            };
            let next = self.b.block();
            self.b.brif(matches, *block, next);
            self.b.seal(next);
            self.b.switch_to(next);
        }
        self.b.jump(default, &[]);
    }

    /// Declares the variable that a clause binds.
    fn bind_clause(&mut self, clause: &'a CaseClause, iface: &[Value], iface_ty: TypeId) {
        let Some(obj) = self.cx.u.info.implicits[clause.id] else { return };
        let ty = self.obj_type(obj);
        let vals: Vals = if ty == iface_ty { iface.into() } else { self.taken(iface, ty) };
        self.declare_as(obj, &vals);
    }
}
