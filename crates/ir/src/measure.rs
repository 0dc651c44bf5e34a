//! What is told of a body without decoding it: enough for a caller that wants to know whether it is worth
//! that. Knows nothing of who asks, nor of how much is too much.

use purlin_base::wire_structs;

use crate::func::Function;
use crate::op::{Effects, GasClass, Opcode};

/// The measures of one body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measure {
    /// Instructions, whether they are laid out or not.
    pub insts: u32,
    pub values: u32,
    /// Ops that cost something, up to [`Measure::LARGEST_COST`].
    pub cost: u8,
    /// Whether the body makes no calls but at polls.
    pub leaf: bool,
}

wire_structs! { Measure { insts, values, cost, leaf } }

impl Measure {
    /// The cost of everything that costs as much or more.
    pub const LARGEST_COST: u8 = u8::MAX;

    /// Takes the measures of a body.
    pub fn new(body: &Function) -> Measure {
        let all = || body.layout.iter().flat_map(|b| &body.blocks[*b].insts).map(|i| body.insts[*i].op);
        let calls = |op: Opcode| op != Opcode::Poll && op.row().effects.has(Effects::CALL);
        Measure {
            insts: body.insts.len() as u32,
            values: body.values.len() as u32,
            cost: all().filter(|op| costs(*op)).take(Measure::LARGEST_COST as usize).count() as u8,
            leaf: !all().any(calls),
        }
    }
}

/// Whether an op counts where the size of a body does.
pub fn costs(op: Opcode) -> bool {
    op.row().gas != GasClass::Free && op != Opcode::Jump
}
