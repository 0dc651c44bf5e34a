//! Sums and differences of integers, taken as a whole: what is added at one place and taken off at another
//! cancels out. It is exact, as integers wrap around. Slices of slices are full of it: `s[i : i+n]` has `(i +
//! n) - i` elements. Knows nothing of ranges.

use purlin_ir::{Function, InstData, Opcode, Value};
use smallvec::SmallVec;

use crate::eval::Const;

/// How many definitions deep a sum is looked at.
const DEPTH: u32 = 3;
/// A sum of more values is none that gets simple.
const MAX_TERMS: usize = 4;

/// The sum of `plus`, less that of `minus`, and a constant.
#[derive(Default)]
pub(crate) struct Sum {
    pub plus: SmallVec<[Value; MAX_TERMS]>,
    pub minus: SmallVec<[Value; MAX_TERMS]>,
    pub constant: i64,
    /// How many constants that is the sum of.
    constants: u32,
    /// Whether a value was added and taken off.
    pub cancelled: bool,
}

impl Sum {
    /// What an addition or subtraction comes to, if something cancels out or two constants are one.
    pub(crate) fn simplified(func: &Function, data: &InstData) -> Option<Sum> {
        let mut sum = Sum::default();
        sum.add_operands(func, data, true, DEPTH)?;
        sum.constant = Const::int(data.ty, sum.constant).bits;
        (sum.cancelled || sum.constants > 1).then_some(sum)
    }

    fn add_operands(&mut self, func: &Function, data: &InstData, plus: bool, depth: u32) -> Option<()> {
        self.add(func, data.args[0], plus, depth)?;
        self.add(func, data.args[1], plus == (data.op == Opcode::Iadd), depth)
    }

    fn add(&mut self, func: &Function, value: Value, plus: bool, depth: u32) -> Option<()> {
        let def = func.made_by(value);
        match def.map(|d| d.op) {
            Some(Opcode::Iconst) => {
                let by = def?.int();
                self.constant = self.constant.wrapping_add(if plus { by } else { by.wrapping_neg() });
                self.constants += 1;
                Some(())
            }
            Some(Opcode::Ineg) if depth > 0 => self.add(func, def?.args[0], !plus, depth - 1),
            Some(Opcode::Iadd | Opcode::Isub) if depth > 0 => self.add_operands(func, def?, plus, depth - 1),
            // wildcard: a term of its own.
            _ => self.add_value(value, plus),
        }
    }

    fn add_value(&mut self, value: Value, plus: bool) -> Option<()> {
        let (same, opposite) =
            if plus { (&mut self.plus, &mut self.minus) } else { (&mut self.minus, &mut self.plus) };
        if let Some(n) = opposite.iter().position(|v| *v == value) {
            opposite.swap_remove(n);
            self.cancelled = true;
            return Some(());
        }
        same.push(value);
        (same.len() <= MAX_TERMS).then_some(())
    }
}
