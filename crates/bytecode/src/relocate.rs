//! Bytecode that was lowered when globals lay elsewhere. Which instructions name a place in globals is what
//! their formats say.

use purlin_base::EntityRef as _;
use purlin_ir::GlobalId;
use purlin_ir::layout::Layout;

use crate::func::Func;
use crate::table::{Format, Op, SiteFunction, imm, with_imm};

/// How far globals lie from where code takes them to be.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// Where each global was, and where all ended.
    from: Vec<u64>,
    /// What is added to a place in it.
    by: Vec<i64>,
}

impl Moves {
    /// From where globals were, with the end of the last, to where a layout has them. It has them all.
    pub fn new(from: &[u64], to: &Layout) -> Moves {
        let now = |n: usize| to.globals[GlobalId::new(n)] as i64;
        let by = from.iter().enumerate().map(|(n, was)| now(n) - *was as i64);
        Moves { from: from.to_vec(), by: by.take(from.len().saturating_sub(1)).collect() }
    }

    /// Where a place is now; none if it was in no global.
    fn moved(&self, at: i64) -> Option<i64> {
        let next = self.from.partition_point(|was| (*was as i64) <= at);
        Some(at + self.by.get(next.checked_sub(1)?)?)
    }
}

/// Lets code name places in globals where these lie now; none, and the code is of no use, if a place is in no
/// global or does not fit its instruction.
pub fn relocate(func: &mut Func, moves: &Moves) -> Option<()> {
    if moves.by.iter().all(|by| *by == 0) {
        return Some(());
    }
    let mut pc = 0;
    while let Some(word) = func.code.get(pc).copied() {
        let format = Op::decode(word)?.format();
        match format {
            Format::Ag => {
                let at = moves.moved(i64::from(imm(word)))?;
                func.code[pc] = with_imm(word, i32::try_from(at).ok()?);
            }
            Format::Abg => {
                let second = func.code.get_mut(pc + 1)?;
                *second = moves.moved(*second as i64)? as u64;
            }
            Format::Absjt => {
                let second = func.code.get_mut(pc + 1)?;
                let SiteFunction { site, function } = SiteFunction::decode(*second);
                let site = u32::try_from(moves.moved(i64::from(site))?).ok()?;
                *second = SiteFunction { site, function }.word();
            }
            Format::N | Format::A | Format::Ab | Format::Abc | Format::Abi | Format::Ai | Format::I => {}
            Format::Abj | Format::Aij | Format::Aj | Format::J | Format::Uj | Format::Aw | Format::Abw => {}
            Format::W | Format::Abcd | Format::Abcs | Format::Abcdef | Format::Abid | Format::Abiw => {}
            Format::Abcjt | Format::Abijt | Format::Abjt | Format::Aijt | Format::Ajt => {}
            Format::Dense | Format::Sparse => {}
        }
        pc += format.words(word);
    }
    Some(())
}

/// Where globals lie, as [`Moves::new`] takes it.
pub fn places(layout: &Layout, count: usize) -> Vec<u64> {
    let all = (0..count).map(|n| layout.globals[GlobalId::new(n)]);
    all.chain([layout.globals_bytes]).collect()
}

#[cfg(test)]
mod tests {
    use purlin_ir::{FuncId, parse};

    use super::*;
    use crate::lower::{Options, lower_function};

    fn lowered(sizes: [u32; 3]) -> (Func, Vec<u64>, Layout) {
        let [a, b, c] = sizes;
        let text = format!(
            "global0 = \"a\" size {a}\nglobal1 = \"b\" size {b}\nglobal2 = \"c\" size {c}\n\
             fn0 \"f\" (dyn) -> (ref, i64) {{\nblock0(v0: dyn):\n v1 = global global0, 8\n v2 = global global1, 0\n \
             v3 = load.i64 v2, 8\n v4 = global global2, 0\n store.i64 v4, v3, 0\n v5 = class_of v0\n v6 = find v4, v5, 0\n \
             return v1, v6\n}}\n"
        );
        let module = parse::module(&text).unwrap();
        let layout = Layout::new(&module);
        let func = lower_function(&module, &layout, FuncId::new(0), Options::default()).unwrap();
        (func, places(&layout, 3), layout)
    }

    #[test]
    fn code_is_as_if_it_were_lowered_anew() {
        let (mut old, from, layout) = lowered([16, 24, 64]);
        let (new, _, now) = lowered([160, 40, 64]);
        assert_ne!(old.code, new.code);
        let mut same = old.clone();
        relocate(&mut same, &Moves::new(&from, &layout)).unwrap();
        assert_eq!(same.code, old.code);
        relocate(&mut old, &Moves::new(&from, &now)).unwrap();
        assert_eq!(old.code, new.code);
    }

    #[test]
    fn a_place_in_no_global_is_none() {
        let (mut func, from, _) = lowered([16, 24, 64]);
        let (_, _, now) = lowered([160, 40, 64]);
        assert!(relocate(&mut func, &Moves::new(&from[..3], &now)).is_none());
    }
}
