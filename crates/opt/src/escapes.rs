//! Where an object whose address is passed on may escape: what each op does with an address, and what
//! functions do with their parameters. Knows nothing of where the object is.

use purlin_base::map::{HashMap, HashSet};
use purlin_ir::{FuncId, Function, InstData, Module, Opcode, Value};

/// What an instruction does with an address that it takes.
pub(crate) enum Sees {
    /// Reads or writes there, compares it, or keeps it for the interpreter.
    Nothing,
    /// The result is an address in the same object.
    Address,
    /// Passes it to a function, as that parameter.
    Callee(FuncId, usize),
    /// Passes it to a block.
    Target,
    /// Anything.
    All,
}

/// What an instruction does with its `n`-th use (those of targets after its own).
pub(crate) fn sees(data: &InstData, n: usize) -> Sees {
    if n >= data.args.len() {
        return Sees::Target;
    }
    let is_state = data.frame_state().is_some_and(|(_, values)| n >= data.args.len() - values.len());
    // What states name is found anew after the passes.
    if is_state || matches!(data.op, Opcode::Load | Opcode::NilCheck | Opcode::Ieq | Opcode::Ine) {
        return Sees::Nothing;
    }
    if (data.op == Opcode::Copy && n < 2) || (matches!(data.op, Opcode::Store | Opcode::Zero) && n == 0) {
        return Sees::Nothing;
    }
    if matches!(data.op, Opcode::FieldAddr | Opcode::ElemAddr) && n == 0 {
        return Sees::Address;
    }
    if data.op == Opcode::Call {
        return Sees::Callee(data.func(), n);
    }
    Sees::All
}

/// Functions that are looked at for one question.
const MAX_FUNCS: usize = 12;
/// Instructions of one of them.
const MAX_INSTS: usize = 400;

/// What is known of the functions of a module, as the front end made them.
pub(crate) struct Callees<'a> {
    module: &'a Module,
    known: HashMap<(FuncId, usize), bool>,
}

impl Callees<'_> {
    pub(crate) fn new(module: &Module) -> Callees<'_> {
        Callees { module, known: HashMap::default() }
    }

    /// Whether a parameter escapes through a function, or one that it calls.
    pub(crate) fn keep(&mut self, func: FuncId, param: usize) -> bool {
        if let Some(known) = self.known.get(&(func, param)) {
            return *known;
        }
        let mut seen = HashSet::default();
        let mut work = vec![(func, param)];
        let mut keep = false;
        while let Some((func, param)) = work.pop().filter(|_| !keep) {
            if seen.insert((func, param)) {
                let body = self.module.funcs.get(func).and_then(|f| f.body.as_deref());
                let body = body.filter(|body| seen.len() <= MAX_FUNCS && body.insts.len() <= MAX_INSTS);
                keep = !body.is_some_and(|body| passes_on(body, param, &mut work));
            }
        }
        self.known.insert((func, param), keep);
        keep
    }
}

/// Whether a function does no more with a parameter than to pass it to others, which are noted.
fn passes_on(body: &Function, param: usize, work: &mut Vec<(FuncId, usize)>) -> bool {
    let Some(address) = body.blocks[body.entry()].params.get(param) else { return false };
    let mut addresses: HashSet<Value> = HashSet::from_iter([*address]);
    let mut more = true;
    // Addresses go around loops, so this is done until there are no more.
    while std::mem::take(&mut more) {
        for inst in body.layout.iter().flat_map(|b| &body.blocks[*b].insts).map(|i| &body.insts[*i]) {
            for (n, _) in inst.uses().enumerate().filter(|(_, v)| addresses.contains(v)).collect::<Vec<_>>() {
                match sees(inst, n) {
                    Sees::Nothing => {}
                    Sees::Address => more |= addresses.insert(inst.results[0]),
                    Sees::Callee(callee, param) => work.push((callee, param)),
                    Sees::Target => more |= addresses.insert(to_which(body, inst, n)),
                    Sees::All => return false,
                }
            }
        }
    }
    true
}

/// The parameter of a block that the `n`-th use of a branch becomes.
fn to_which(body: &Function, branch: &InstData, n: usize) -> Value {
    let mut at = n - branch.args.len();
    for target in &branch.targets {
        if at < target.args.len() {
            return body.blocks[target.block].params[at];
        }
        at -= target.args.len();
    }
    unreachable!("a use is an operand or goes to a target")
}
