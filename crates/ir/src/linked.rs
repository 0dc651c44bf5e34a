//! The body of a function that was prepared before its module is known ([`crate::template`]), in one module.

use std::sync::Arc;

use purlin_base::Pos;

use crate::final_form::FinalForm;
use crate::measure::Measure;
use crate::template::{LazyBytes, Reference, Renumber, Symbols};

/// A prepared body, and its place in a module.
#[derive(Clone, Debug)]
pub struct Linked {
    pub part: Arc<LazyBytes>,
    /// Where the body begins in the part.
    pub offset: usize,
    pub measure: Measure,
    pub symbols: Arc<Symbols>,
    /// What is added to the body's positions.
    pub base: u32,
    /// What the mid-end makes of it, where that was prepared as well.
    pub form: Option<FinalForm>,
}

impl Renumber for Linked {
    // A symbol without a number leads to a function that the verifier rejects.
    fn number(&mut self, _: Reference, symbol: u32) -> u32 {
        self.symbols.get(symbol).unwrap_or(u32::MAX - 1)
    }

    fn constant(&mut self, symbol: u32) -> i64 {
        self.symbols.get(symbol).map_or(-1, i64::from)
    }

    fn pos(&self, pos: Pos) -> Pos {
        if pos.is_some() { Pos(pos.0 + self.base) } else { pos }
    }
}

#[cfg(test)]
mod tests {
    use purlin_base::EntityRef as _;
    use purlin_base::wire::{Wire as _, Writer};

    use super::*;
    use crate::template::marked;
    use crate::{Body, FuncId, Function, Imm};

    #[test]
    fn a_prepared_body_gets_numbers_when_it_is_first_used() {
        let marked = marked(2);
        let text = format!(
            "fn0 \"f\" () -> (i64) {{\nblock0:\n    v0 = iconst.i64 {marked}\n    v1 = func fn1\n    v2 = iadd.i64 v0, v1\n    return v2\n}}\n\nfn1 \"g\" () -> ()\n"
        );
        let module = crate::parse::module(&text).unwrap_or_else(|e| panic!("{}", e.message));
        let made = module.funcs.values().find_map(|f| f.body.as_deref()).unwrap();
        let measure = Measure::new(made);
        let part = LazyBytes::new(move || {
            let mut out = Writer::new();
            out.byte(7);
            made_again(&text).put(&mut out);
            Some(out.into_bytes().into())
        });
        let symbols = Arc::new(Symbols::new(3));
        let linked = Linked {
            part: Arc::new(part),
            offset: 1,
            measure,
            symbols: symbols.clone(),
            base: 100,
            form: None,
        };
        let body = Body::prepared(linked);
        assert!(body.is_prepared());
        assert_eq!((body.size(), body.measure()), ((made.insts.len(), made.values.len()), Some(measure)));
        assert_eq!((measure.cost, measure.leaf), (2, true));
        [40, 41, 42].into_iter().zip(0..).for_each(|(number, symbol)| symbols.set(symbol, number));
        let data: Vec<Imm> = body.insts.values().map(|inst| inst.imm).collect();
        assert_eq!(data[0], Imm::Int(42));
        assert_eq!(data[1], Imm::Func(FuncId::new(41)));
        assert!(body.locs.values().all(|loc| loc.func == FuncId::new(40)));
        assert!(!body.is_prepared());
    }

    fn made_again(text: &str) -> Function {
        let module = crate::parse::module(text).unwrap_or_else(|e| panic!("{}", e.message));
        module.funcs.values().find_map(|f| f.body.as_deref().cloned()).unwrap()
    }

    #[test]
    fn a_body_that_cannot_be_read_has_no_blocks() {
        let part = Arc::new(LazyBytes::new(|| None));
        let symbols = Arc::new(Symbols::new(0));
        let body = Body::prepared(Linked {
            part,
            offset: 9,
            measure: Measure::default(),
            symbols,
            base: 0,
            form: None,
        });
        assert!(body.layout.is_empty());
    }
}
