//! Places charges and polls, before any optimisation, so that gas is the same in every tier.
//!
//! One `charge` at the head of each block pays for the block; a `poll` follows it at every loop header and
//! at the entry of every function that calls guest code. Where all such calls are tail calls in cold blocks,
//! these blocks poll instead, and the way past them takes none. What depends on sizes (bytes copied, arrays
//! allocated) is charged by the op or the native when it runs.

use purlin_base::{SecondaryMap, gas};

use crate::cfg;
use crate::func::*;
use crate::ids::*;
use crate::imm::Imm;
use crate::inst::InstData;
use crate::module::Module;
use crate::op::{GasClass, Opcode};
use crate::types::Type;

/// The units that one instruction costs, as far as that is known before it runs.
pub fn cost(inst: &InstData, module: &Module) -> i64 {
    match inst.op.row().gas {
        GasClass::Free => 0,
        GasClass::Simple => gas::SIMPLE,
        GasClass::Medium => gas::MEDIUM,
        GasClass::Slow => gas::SLOW,
        GasClass::Memory => gas::MEMORY,
        GasClass::Call => gas::CALL,
        GasClass::Native => gas::NATIVE,
        GasClass::Alloc => {
            let fixed = inst.op == Opcode::Alloc;
            let bytes =
                module.classes.get(inst.class()).map_or(0, |c| if fixed { u64::from(c.size) } else { 0 });
            gas::ALLOC + gas::bytes_allocated(bytes)
        }
    }
}

/// Whether running it can lead back into the same function.
pub(crate) fn calls_guest(op: Opcode) -> bool {
    matches!(op, Opcode::Call | Opcode::CallIndirect | Opcode::TailCall | Opcode::TailCallIndirect)
}

/// Places both in a function that has neither. Blocks cost what their ops do, unless prices say what.
pub fn place(func: &mut Function, id: FuncId, module: &Module, prices: Option<&SecondaryMap<Block, i64>>) {
    let headers = cfg::loop_headers(func);
    let entry = func.entry();
    let is_cold_tail =
        |block: Block, op| func.blocks[block].cold && block != entry && matches!(op, Opcode::TailCall);
    let calls = func.layout.iter().flat_map(|b| func.blocks[*b].insts.iter().map(move |i| (*b, *i)));
    let calls = calls.map(|(block, inst)| (block, func.insts[inst].op)).filter(|(_, op)| calls_guest(*op));
    let (cold, others): (Vec<_>, Vec<_>) = calls.partition(|(block, op)| is_cold_tail(*block, *op));
    let polling: Vec<Block> = match others.is_empty() {
        true => cold.into_iter().map(|(block, _)| block).collect(),
        false => vec![entry],
    };
    for block in func.layout.clone() {
        let insts = &func.blocks[block].insts;
        let units: i64 = match prices {
            Some(prices) => prices[block],
            None => insts.iter().map(|i| cost(&func.insts[*i], module)).sum(),
        };
        let loc = insts.first().map_or(LocId::from_u32(0), |i| func.insts[*i].loc);
        let mut head = Vec::new();
        if units > 0 {
            head.push(func.insts.push(plain(Opcode::Charge, Imm::Units(units), loc)));
        }
        if headers[block] || polling.contains(&block) {
            let origin = func.frame_states.next_key();
            let fs = func.frame_states.push(FrameStateData { func: id, origin });
            head.push(func.insts.push(plain(Opcode::Poll, Imm::State(fs), loc)));
        }
        func.blocks[block].insts.splice(0..0, head);
    }
}

fn plain(op: Opcode, imm: Imm, loc: LocId) -> InstData {
    InstData::new(op, Type::I64, &[], loc).with(imm)
}
