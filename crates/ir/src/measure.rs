//! What is told of a body without decoding it: enough for a caller that wants to know whether it is worth
//! that. Knows nothing of who asks, nor of how much is too much.

use purlin_base::wire_structs;

use crate::func::Function;
use crate::ids::Block;
use crate::op::{Effects, GasClass, Opcode};

/// The measures of one body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measure {
    /// Instructions, whether they are laid out or not.
    pub insts: u32,
    pub values: u32,
    /// Ops that cost something, up to [`Measure::LARGEST_COST`].
    pub cost: u8,
    /// Whether the body is a leaf: see [`is_leaf`].
    pub leaf: bool,
}

wire_structs! { Measure { insts, values, cost, leaf } }

impl Measure {
    /// The cost of everything that costs as much or more.
    pub const LARGEST_COST: u8 = u8::MAX;

    /// Takes the measures of a body.
    pub fn new(body: &Function) -> Measure {
        let ops = |b: &Block| body.blocks[*b].insts.iter().map(|i| body.insts[*i].op);
        let slow = has_slow_paths(body);
        let costly = body.layout.iter().flat_map(|b| ops(b).filter(move |op| counts(body, slow, *b, *op)));
        Measure {
            insts: body.insts.len() as u32,
            values: body.values.len() as u32,
            cost: costly.take(Measure::LARGEST_COST as usize).count() as u8,
            leaf: is_leaf(body),
        }
    }
}

/// Whether a function makes no calls but at polls, and tail calls in cold blocks.
pub fn is_leaf(body: &Function) -> bool {
    let calls = |block: Block, op: Opcode| {
        op != Opcode::Poll && !is_cold_tail(body, block, op) && op.row().effects.has(Effects::CALL)
    };
    let mut blocks = body.layout.iter();
    !blocks.any(|b| body.blocks[*b].insts.iter().any(|i| calls(*b, body.insts[*i].op)))
}

/// Whether sites decide what a function calls.
pub fn asks_sites(body: &Function) -> bool {
    let mut blocks = body.layout.iter();
    blocks.any(|b| body.blocks[*b].insts.iter().any(|i| body.insts[*i].op == Opcode::Find))
}

/// Whether the cold code of a function is that of slow paths, which its operations have where they ask sites,
/// and first parts have where they leave the rest to another function.
pub fn has_slow_paths(body: &Function) -> bool {
    let mut blocks = body.layout.iter();
    blocks.any(|b| {
        let mut ops = body.blocks[*b].insts.iter().map(|i| body.insts[*i].op);
        ops.any(|op| op == Opcode::Find || is_cold_tail(body, *b, op))
    })
}

/// Whether an op in a block counts where the size of a body does. The cold code of a function with slow paths
/// does not: most of its operations have no other ops than those.
pub fn counts(body: &Function, has_slow_paths: bool, block: Block, op: Opcode) -> bool {
    let is_left_out = has_slow_paths && body.blocks[block].cold;
    op.row().gas != GasClass::Free && op != Opcode::Jump && !is_left_out
}

fn is_cold_tail(body: &Function, block: Block, op: Opcode) -> bool {
    op == Opcode::TailCall && body.blocks[block].cold
}
