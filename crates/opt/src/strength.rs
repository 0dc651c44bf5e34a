//! Strength reduction of recurrences: a loop that carries a remainder only to multiply it carries the
//! product.
//!
//! `seed = (seed * a + c) % m` is what generators of pseudo-random numbers do. With the product next to the
//! division, the machine need not wait for the remainder: `(x % m) * a` is `x * a - (x / m) * (m * a)`,
//! modulo a power of two, and the first product does not wait for the quotient (`native/src/lower/arith.rs`
//! writes it so). Knows nothing of what else the loop does.

use purlin_base::SecondaryMap;
use purlin_base::map::HashMap;
use purlin_ir::cfg::Dominators;
use purlin_ir::{Block, Def, FuncId, Function, Inst, InstData, LocId, Module, Opcode, Type, Value};
use smallvec::{SmallVec, smallvec};

use crate::counts::{self, Rewrite};
use crate::loops::{self, Loop};

/// Carries the products of all loops that are worth it.
pub(crate) fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let remains = |data: &InstData| matches!(data.op, Opcode::Srem | Opcode::Urem);
    if !func.layout.iter().flat_map(|b| &func.blocks[*b].insts).any(|i| remains(&func.insts[*i])) {
        return false;
    }
    let dominators = Dominators::new(func);
    let mut changed = false;
    for of in loops::find(func, &dominators) {
        let products = products(func, &of);
        for product in products {
            counts::hit(Rewrite::StrengthProduct);
            product.carry(func, &of);
            changed = true;
        }
    }
    changed
}

/// A parameter of a header that is wanted for one product only.
struct Product {
    /// Which parameter it is.
    n: usize,
    /// The constant that it is multiplied by.
    by: i64,
    /// The product.
    value: Value,
    loc: LocId,
}

/// The use that a parameter has.
#[derive(Clone, Copy)]
enum Use {
    Product(Inst),
    Other,
}

fn products(func: &Function, of: &Loop) -> Vec<Product> {
    let params = &func.blocks[of.header].params;
    let mut uses: HashMap<Value, Use> = HashMap::default();
    for inst in func.layout.iter().flat_map(|b| &func.blocks[*b].insts) {
        let data = &func.insts[*inst];
        // What polls show is found again when all passes are done.
        if matches!(data.op, Opcode::Poll | Opcode::Guard) {
            continue;
        }
        let by_constant = data.op == Opcode::Imul
            && matches!(data.ty, Type::I32 | Type::I64)
            && func.as_iconst(data.args[1]).is_some();
        for arg in data.args.iter().chain(data.targets.iter().flat_map(|t| &t.args)) {
            let known = uses.contains_key(arg);
            uses.insert(*arg, if by_constant && !known { Use::Product(*inst) } else { Use::Other });
        }
    }
    let product = |(n, param): (usize, &Value)| {
        let Some(Use::Product(inst)) = uses.get(param).copied() else { return None };
        let data = &func.insts[inst];
        let by = func.as_iconst(data.args[1])?;
        let worth = data.args[0] == *param
            && of.latches.iter().all(|latch| comes_as_remainder(func, of.header, *latch, n));
        worth.then(|| Product { n, by, value: data.results[0], loc: data.loc })
    };
    params.iter().enumerate().filter_map(product).collect()
}

/// Whether an edge back brings what a division by a constant leaves.
fn comes_as_remainder(func: &Function, header: Block, latch: Block, n: usize) -> bool {
    let Some(end) = func.end(latch) else { return false };
    end.targets.iter().filter(|t| t.block == header).all(|target| {
        let Def::Result(def, _) = func.values[target.args[n]].def else { return false };
        let def = &func.insts[def];
        matches!(def.op, Opcode::Srem | Opcode::Urem)
            && func.as_iconst(def.args[1]).is_some_and(|by| !by.unsigned_abs().is_power_of_two() && by != 0)
    })
}

impl Product {
    /// Makes the product a parameter of its own; the old one is dropped as dead code.
    fn carry(&self, func: &mut Function, of: &Loop) {
        let mut made: SmallVec<[(Value, Value); 2]> = smallvec![];
        for block in func.layout.clone() {
            let Some(end) = func.blocks[block].insts.last().copied() else { continue };
            for n in 0..func.insts[end].targets.len() {
                let target = &func.insts[end].targets[n];
                if target.block != of.header {
                    continue;
                }
                let factor = target.args[self.n];
                let known = made
                    .iter()
                    .find(|(of, _)| *of == factor && is_remainder(func, *of))
                    .map(|(_, product)| *product);
                let product = known.unwrap_or_else(|| self.multiply(func, block, factor));
                made.push((factor, product));
                func.insts[end].targets[n].args.push(product);
            }
        }
        let param = func.add_param(of.header, func.ty(self.value));
        let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
        to[self.value] = Some(param);
        func.replace_uses(to);
    }

    /// The product of what an edge carries: next to the division, or else before the jump.
    fn multiply(&self, func: &mut Function, block: Block, factor: Value) -> Value {
        let ty = func.ty(self.value);
        let (number, by) = func.add_iconst(ty, self.by, self.loc);
        let data = InstData::new(Opcode::Imul, ty, &[factor, by], self.loc);
        let inst = func.add_inst(data, &[ty]);
        let home = match func.values[factor].def {
            Def::Result(def, _) if is_remainder(func, factor) => place_of(func, def),
            Def::Result(..) | Def::Param(..) => None,
        };
        let (block, at) = home.unwrap_or((block, func.blocks[block].insts.len() - 1));
        func.blocks[block].insts.splice(at..at, [number, inst]);
        func.insts[inst].results[0]
    }
}

fn is_remainder(func: &Function, value: Value) -> bool {
    match func.values[value].def {
        Def::Result(def, _) => matches!(func.insts[def].op, Opcode::Srem | Opcode::Urem),
        Def::Param(..) => false,
    }
}

/// After an instruction.
fn place_of(func: &Function, inst: Inst) -> Option<(Block, usize)> {
    func.layout.iter().find_map(|block| {
        let at = func.blocks[*block].insts.iter().position(|i| *i == inst)?;
        Some((*block, at + 1))
    })
}
