//! Where branches lead: resolves break, continue and goto in one function body, and says what is wrong with
//! labels, gotos and fallthroughs.
//!
//! Function literals inside are functions of their own and not entered. Positions and wording are those of
//! Go's compiler.

use purlin_base::map::HashMap;

use purlin_base::{Interner, Name, Pos, SourceMap};

use crate::ast::{Block, Branch, BranchKind, Decl, Expr, Ident, Stmt, StmtId, StmtKind, print};

/// Sets the targets of the branches in `body`; returns what is wrong, by position.
pub(super) fn resolve(
    body: &mut Block,
    sources: &SourceMap,
    names: &Interner,
    blank: Name,
) -> Vec<(Pos, String)> {
    let mut scope = Labels {
        sources,
        names,
        blank,
        labels: HashMap::default(),
        blocks: Vec::new(),
        targets: HashMap::default(),
        errors: Vec::new(),
    };
    let forward = scope.block(None, Context::default(), None, body.pos, &body.stmts);
    scope.finish(forward);
    let Labels { targets, mut errors, .. } = scope;
    errors.sort();
    if !targets.is_empty() {
        set_targets(&mut body.stmts, &targets);
    }
    errors
}

/// The labels of one function.
struct Labels<'a> {
    sources: &'a SourceMap,
    names: &'a Interner,
    blank: Name,
    labels: HashMap<Name, Label>,
    blocks: Vec<Nest>,
    /// From a branch statement to where it leads.
    targets: HashMap<StmtId, StmtId>,
    errors: Vec<(Pos, String)>,
}

struct Label {
    pos: Pos,
    /// The block that declares it.
    block: usize,
    /// The labelled statement as a whole, and what stands after the colon.
    id: StmtId,
    inner: StmtId,
    breakable: bool,
    continuable: bool,
    used: bool,
}

/// A block that has been entered.
struct Nest {
    parent: Option<usize>,
    start: Pos,
    /// The labelled statement that the block belongs to.
    label: Option<StmtId>,
}

/// What surrounds a statement.
#[derive(Clone, Copy, Default)]
struct Context {
    breaks: Option<StmtId>,
    continues: Option<StmtId>,
    /// Directly in a clause of a switch.
    clause: Option<Clause>,
    /// The innermost statement that `break` leaves is a type switch.
    type_switch: bool,
}

#[derive(Clone, Copy)]
struct Clause {
    last: bool,
}

/// A goto whose label has not been seen yet.
struct Forward {
    stmt: StmtId,
    pos: Pos,
    /// Index of the statement of the block that is being walked, which is the goto or holds it.
    index: usize,
}

/// Such gotos by their labels.
type Forwards = HashMap<Name, Vec<Forward>>;

/// What a declaration declares first.
#[derive(Clone, Copy)]
enum Variable<'t> {
    Var(Name),
    Define(&'t [Expr]),
}

/// The walk over the statements of one block.
struct Walk<'t> {
    block: usize,
    /// Index of the current statement.
    index: usize,
    forward: Forwards,
    /// The last variables declared here: the index of the statement, its position, and what they are called.
    variable: Option<(usize, Pos, Variable<'t>)>,
}

impl Labels<'_> {
    fn error(&mut self, pos: Pos, message: String) {
        self.errors.push((pos, message));
    }

    fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    fn place(&self, pos: Pos) -> String {
        self.sources.line_col(pos).map_or_else(String::new, |at| at.to_string())
    }

    /// What is left at the end of the function: gotos without a label they can reach, labels without use.
    fn finish(&mut self, forward: Forwards) {
        for (label, goto) in
            forward.into_iter().flat_map(|(name, gotos)| gotos.into_iter().map(move |g| (name, g)))
        {
            let name = self.text(label).to_owned();
            let message = match self.labels.get_mut(&label) {
                Some(label) => {
                    label.used = true;
                    let start = self.blocks[label.block].start;
                    format!("goto {name} jumps into block starting at {}", self.place(start))
                }
                None => format!("label {name} not defined"),
            };
            self.error(goto.pos, message);
        }
        let unused = self.labels.iter().filter(|(_, label)| !label.used);
        let unused: Vec<_> = unused.map(|(name, label)| (label.pos, *name)).collect();
        for (pos, name) in unused {
            let message = format!("label {} defined and not used", self.text(name));
            self.error(pos, message);
        }
    }

    /// Resolves the branches in a block; returns the gotos that must find their labels further out.
    fn block(
        &mut self,
        parent: Option<usize>,
        context: Context,
        label: Option<StmtId>,
        start: Pos,
        stmts: &[Stmt],
    ) -> Forwards {
        let block = self.blocks.len();
        self.blocks.push(Nest { parent, start, label });
        let mut walk = Walk { block, index: 0, forward: HashMap::default(), variable: None };
        for (i, stmt) in stmts.iter().enumerate() {
            walk.index = i;
            self.stmt(&mut walk, context, i + 1 == stmts.len(), stmt);
        }
        walk.forward
    }

    fn stmt<'t>(&mut self, walk: &mut Walk<'t>, context: Context, last: bool, mut stmt: &'t Stmt) {
        let mut label = None;
        while let StmtKind::Labeled { label: ident, stmt: inner } = &stmt.kind {
            if ident.name != self.blank {
                self.declare(walk, ident, stmt.id, inner);
                label = Some(stmt.id);
            }
            stmt = inner;
        }
        let mut inner = |this: &mut Self, context: Context, start: Pos, stmts: &[Stmt]| {
            let forward = this.block(Some(walk.block), context, label, start, stmts);
            for (name, gotos) in forward {
                let moved = gotos.into_iter().map(|goto| Forward { index: walk.index, ..goto });
                walk.forward.entry(name).or_default().extend(moved);
            }
        };
        let plain = Context { clause: None, ..context };
        let this_loop =
            Context { breaks: Some(stmt.id), continues: Some(stmt.id), clause: None, type_switch: false };
        let this_switch = Context { continues: context.continues, ..this_loop };
        match &stmt.kind {
            StmtKind::Decl(Decl::Var(specs)) => {
                if let Some((spec, name)) = specs.first().and_then(|s| Some((s, s.names.first()?))) {
                    walk.variable = Some((walk.index, spec.pos, Variable::Var(name.name)));
                }
            }
            StmtKind::Define { lhs, .. } => {
                walk.variable = Some((walk.index, stmt.pos, Variable::Define(lhs)));
            }
            StmtKind::Branch(branch) => self.branch(walk, context, last, stmt, branch),
            StmtKind::Block(block) => inner(self, plain, block.pos, &block.stmts),
            StmtKind::If { then, els, .. } => {
                inner(self, plain, then.pos, &then.stmts);
                if let Some(els) = els {
                    inner(self, plain, els.pos, std::slice::from_ref(els));
                }
            }
            StmtKind::For { body, .. } => inner(self, this_loop, body.pos, &body.stmts),
            StmtKind::Range(range) => inner(self, this_loop, range.body.pos, &range.body.stmts),
            StmtKind::Switch { clauses, .. } => {
                for (i, clause) in clauses.iter().enumerate() {
                    let position = Some(Clause { last: i + 1 == clauses.len() });
                    inner(self, Context { clause: position, ..this_switch }, clause.pos, &clause.body);
                }
            }
            StmtKind::TypeSwitch(switch) => {
                let context = Context { type_switch: true, ..this_switch };
                switch.clauses.iter().for_each(|c| inner(self, context, c.pos, &c.body));
            }
            StmtKind::Select { clauses, .. } => {
                clauses.iter().for_each(|c| inner(self, this_switch, c.pos, &c.body));
            }
            _ => {}
        }
    }

    /// Declares a label and sends the gotos to it that came before.
    fn declare(&mut self, walk: &mut Walk<'_>, ident: &Ident, id: StmtId, inner: &Stmt) {
        let name = self.text(ident.name).to_owned();
        if let Some(other) = self.labels.get(&ident.name) {
            let message = format!("label {name} already defined at {}", self.place(other.pos));
            self.error(ident.pos, message);
        } else {
            let continuable = matches!(inner.kind, StmtKind::For { .. } | StmtKind::Range(_));
            let breakable = continuable
                || matches!(
                    inner.kind,
                    StmtKind::Switch { .. } | StmtKind::TypeSwitch(_) | StmtKind::Select { .. }
                );
            let (pos, block, inner) = (ident.pos, walk.block, inner.id);
            let label = Label { pos, block, id, inner, breakable, continuable, used: false };
            self.labels.insert(ident.name, label);
        }
        for goto in walk.forward.remove(&ident.name).unwrap_or_default() {
            self.targets.insert(goto.stmt, id);
            if let Some(label) = self.labels.get_mut(&ident.name) {
                label.used = true;
            }
            if let Some((index, pos, variable)) = walk.variable
                && goto.index < index
            {
                let variable = match variable {
                    Variable::Var(name) => self.text(name).to_owned(),
                    Variable::Define(list) => print::exprs(list, self.names),
                };
                let place = self.place(pos);
                let message = format!("goto {name} jumps over declaration of {variable} at {place}");
                self.error(goto.pos, message);
            }
        }
    }

    fn branch(&mut self, walk: &mut Walk<'_>, context: Context, last: bool, stmt: &Stmt, branch: &Branch) {
        let target = match (&branch.label, branch.kind) {
            (None, BranchKind::Break) => {
                context.breaks.ok_or((stmt.pos, "break is not in a loop, switch, or select".into()))
            }
            (None, BranchKind::Continue) => {
                context.continues.ok_or((stmt.pos, "continue is not in a loop".into()))
            }
            (_, BranchKind::Fallthrough) | (None, BranchKind::Goto) => {
                if let Some(message) = misplaced_fallthrough(context, last) {
                    self.error(stmt.pos, message.into());
                }
                return;
            }
            (Some(label), BranchKind::Goto) => {
                match self.reachable(walk.block, label.name) {
                    Some(target) => drop(self.targets.insert(stmt.id, target)),
                    None => {
                        let goto = Forward { stmt: stmt.id, pos: label.pos, index: walk.index };
                        walk.forward.entry(label.name).or_default().push(goto);
                    }
                }
                return;
            }
            (Some(label), kind) => self.enclosing(walk.block, label, kind),
        };
        match target {
            Ok(target) => drop(self.targets.insert(stmt.id, target)),
            Err((pos, message)) => self.error(pos, message),
        }
    }

    /// The statement labelled `name`, if it stands in `block` or around it.
    fn reachable(&mut self, block: usize, name: Name) -> Option<StmtId> {
        let label = self.labels.get_mut(&name)?;
        label.used = true;
        let mut at = Some(block);
        while let Some(block) = at {
            if block == label.block {
                return Some(label.id);
            }
            at = self.blocks[block].parent;
        }
        None
    }

    /// The statement around `block` that a labelled break or continue means.
    fn enclosing(&mut self, block: usize, ident: &Ident, kind: BranchKind) -> Result<StmtId, (Pos, String)> {
        let what = if kind == BranchKind::Break { "break" } else { "continue" };
        let text = self.names.text(ident.name);
        let Some(label) = self.labels.get_mut(&ident.name) else {
            return Err((ident.pos, format!("{what} label not defined: {text}")));
        };
        label.used = true;
        let fits = if kind == BranchKind::Break { label.breakable } else { label.continuable };
        let mut at = Some(block);
        while let Some(block) = at {
            if fits && self.blocks[block].label == Some(label.id) {
                return Ok(label.inner);
            }
            at = self.blocks[block].parent;
        }
        Err((ident.pos, format!("invalid {what} label {text}")))
    }
}

fn misplaced_fallthrough(context: Context, last: bool) -> Option<&'static str> {
    match context.clause {
        _ if context.type_switch => Some("cannot fallthrough in type switch"),
        Some(clause) if last && clause.last => Some("cannot fallthrough final case in switch"),
        Some(_) if last => None,
        _ => Some("fallthrough statement out of place"),
    }
}

fn set_targets(stmts: &mut [Stmt], targets: &HashMap<StmtId, StmtId>) {
    for stmt in stmts {
        match &mut stmt.kind {
            StmtKind::Branch(branch) => branch.target = targets.get(&stmt.id).copied(),
            StmtKind::Labeled { stmt, .. } => set_targets(std::slice::from_mut(stmt), targets),
            StmtKind::Block(block) => set_targets(&mut block.stmts, targets),
            StmtKind::If { then, els, .. } => {
                set_targets(&mut then.stmts, targets);
                set_targets(els.as_mut().map_or(&mut [], |els| std::slice::from_mut(els)), targets);
            }
            StmtKind::For { body, .. } => set_targets(&mut body.stmts, targets),
            StmtKind::Range(range) => set_targets(&mut range.body.stmts, targets),
            StmtKind::Switch { clauses, .. } => {
                clauses.iter_mut().for_each(|c| set_targets(&mut c.body, targets))
            }
            StmtKind::TypeSwitch(s) => s.clauses.iter_mut().for_each(|c| set_targets(&mut c.body, targets)),
            StmtKind::Select { clauses, .. } => {
                clauses.iter_mut().for_each(|c| set_targets(&mut c.body, targets))
            }
            _ => {}
        }
    }
}
