//! Final forms of bodies that are prepared ([`crate::template`]): what the mid-end makes of a function was
//! found before the module is known, with code of other groups inlined into it. Its symbols are of several
//! groups therefore. Knows nothing of what symbols stand for, or of when a form may be taken.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use purlin_base::map::HashMap;
use purlin_base::wire::{Malformed, Packed, Reader, Wire, Writer};
use purlin_base::{EntityRef as _, Pos, wire_structs};

use crate::func::Function;
use crate::ids::{FuncId, SelectorId};
use crate::template::{LazyBytes, Reference, Renumber, Symbols, renumber};

/// A group of prepared bodies in one module.
#[derive(Clone, Debug)]
struct Group {
    symbols: Arc<Symbols>,
    /// What is added to the group's positions.
    base: u32,
}

/// The groups of prepared bodies that a module has, by name.
#[derive(Default)]
pub struct Groups(RwLock<HashMap<Arc<str>, Group>>);

impl Groups {
    /// Enters a group: its symbols, and what is added to positions in its bodies.
    pub fn add(&self, name: Arc<str>, symbols: Arc<Symbols>, base: u32) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(name, Group { symbols, base });
    }

    fn get(&self, name: &str) -> Option<Group> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

impl fmt::Debug for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("groups of prepared bodies")
    }
}

/// A group that a form mentions. The form's symbols are those of all that it mentions in a row, and so are
/// its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentioned {
    pub name: String,
    /// How many symbols the group has.
    pub symbols: u32,
    /// The first position after the group's.
    pub positions: u32,
}

wire_structs! {
    Mentioned { name, symbols, positions }
}

/// A final form, and what making it asked of the module.
#[derive(Clone, Debug)]
pub struct Form {
    pub function: Function,
    /// The selectors whose methods were asked for.
    pub asked: Vec<SelectorId>,
}

impl Form {
    /// Replaces everything that the form refers to.
    pub fn renumber(&mut self, to: &mut dyn Renumber) {
        renumber(&mut self.function, to);
        for selector in &mut self.asked {
            *selector = SelectorId::from_u32(to.number(Reference::Selector, selector.as_u32()));
        }
    }

    /// Writes the form, whose references are symbols of the groups that are mentioned.
    pub fn put(&self, mentioned: &Vec<Mentioned>, out: &mut Writer) {
        mentioned.put(out);
        self.asked.put(out);
        self.function.put(out);
    }
}

/// Where a prepared form is.
#[derive(Clone, Debug)]
pub struct FinalForm {
    pub part: Arc<LazyBytes>,
    pub offset: usize,
    pub groups: Arc<Groups>,
}

impl FinalForm {
    /// The form with the numbers of the module. None if the module does not have all that it mentions.
    pub fn read(&self) -> Option<Form> {
        let packed = self.part.from(self.offset);
        let (mut form, mut links) = self.parts(&packed).ok()??;
        form.renumber(&mut links);
        (!links.failed).then_some(form)
    }

    fn parts(&self, packed: &Packed) -> Result<Option<(Form, Links)>, Malformed> {
        let from: &mut Reader<'_> = &mut packed.reader();
        let mentioned: Vec<Mentioned> = Wire::take(from)?;
        let mut links = Links { groups: Vec::new(), failed: false };
        for Mentioned { name, symbols, positions } in mentioned {
            let Some(group) = self.groups.get(&name) else { return Ok(None) };
            links.groups.push((group, symbols, positions));
        }
        let asked = Wire::take(from)?;
        Ok(Some((Form { function: Function::take(from)?, asked }, links)))
    }
}

/// Turns the symbols of a form into numbers.
struct Links {
    /// The groups, and how many symbols and positions each has.
    groups: Vec<(Group, u32, u32)>,
    /// A symbol has no number in the module.
    failed: bool,
}

impl Links {
    fn find(&mut self, symbol: u32) -> u32 {
        let mut rest = symbol;
        for (group, count, _) in &self.groups {
            if rest < *count {
                if let Some(number) = group.symbols.get(rest) {
                    return number;
                }
                break;
            }
            rest -= count;
        }
        self.failed = true;
        0
    }
}

impl Renumber for Links {
    fn number(&mut self, _: Reference, symbol: u32) -> u32 {
        self.find(symbol)
    }

    fn constant(&mut self, symbol: u32) -> i64 {
        i64::from(self.find(symbol))
    }

    fn pos(&self, pos: Pos) -> Pos {
        if !pos.is_some() {
            return pos;
        }
        let mut rest = pos.0;
        for (group, _, count) in &self.groups {
            if rest < *count {
                return Pos(rest + group.base);
            }
            rest -= count;
        }
        Pos::NONE
    }
}

/// The functions whose code is in a form: its own, and those that were inlined.
pub fn sources(form: &Function) -> impl Iterator<Item = FuncId> {
    let mut all: Vec<FuncId> = form.locs.values().map(|loc| loc.func).collect();
    all.extend(form.frame_states.values().map(|state| state.func));
    all.sort_unstable_by_key(|func| func.index());
    all.dedup();
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imm::Imm;
    use crate::template::marked;

    fn form(text: &str) -> Function {
        let module = crate::parse::module(text).unwrap_or_else(|e| panic!("{}", e.message));
        module.funcs.values().find_map(|f| f.body.as_deref().cloned()).unwrap()
    }

    fn group(name: &str, symbols: u32, positions: u32) -> Mentioned {
        Mentioned { name: name.into(), symbols, positions }
    }

    /// A form that mentions symbol 0 of its own group, and 1 and 2 of another's.
    fn written() -> FinalForm {
        let text = format!(
            "fn0 \"f\" () -> (i64) {{\nblock0:\n    v0 = iconst.i64 {}\n    v1 = func fn3\n    v2 = iadd.i64 v0, v1\n    return v2\n}}\n\nfn1 \"g\" () -> ()\n\nfn2 \"h\" () -> ()\n\nfn3 \"i\" () -> ()\n",
            marked(4)
        );
        let mut out = Writer::new();
        out.byte(9);
        let form = Form { function: form(&text), asked: vec![SelectorId::from_u32(3)] };
        form.put(&vec![group("own", 2, 100), group("other", 3, 50)], &mut out);
        let bytes = out.into_bytes();
        let part = Arc::new(LazyBytes::new(move || Some(bytes.clone().into())));
        FinalForm { part, offset: 1, groups: Arc::default() }
    }

    #[test]
    fn symbols_are_of_the_groups_that_a_form_mentions() {
        let form = written();
        assert!(form.read().is_none(), "the module has neither group");
        let (own, other) = (Arc::new(Symbols::new(2)), Arc::new(Symbols::new(3)));
        form.groups.add("own".into(), own.clone(), 1000);
        assert!(form.read().is_none(), "the module has one of the groups");
        form.groups.add("other".into(), other.clone(), 2000);
        own.set(0, 70);
        other.set(1, 81);
        assert!(form.read().is_none(), "a symbol has no number");
        other.set(2, 82);
        let read = form.read().unwrap();
        assert_eq!(read.asked, [SelectorId::from_u32(81)]);
        let data: Vec<Imm> = read.function.insts.values().map(|inst| inst.imm).collect();
        assert_eq!(data[..2], [Imm::Int(82), Imm::Func(FuncId::new(81))]);
        assert!(sources(&read.function).eq([FuncId::new(70)]));
    }

    #[test]
    fn positions_are_of_the_groups_that_a_form_mentions() {
        let form = written();
        let (own, other) = (Arc::new(Symbols::new(2)), Arc::new(Symbols::new(3)));
        form.groups.add("own".into(), own, 1000);
        form.groups.add("other".into(), other, 2000);
        let packed = form.part.from(form.offset);
        let (_, links) = form.parts(&packed).unwrap().unwrap();
        assert_eq!([1, 99, 100, 149].map(|at| links.pos(Pos(at)).0), [1001, 1099, 2000, 2049]);
        assert_eq!([Pos::NONE, Pos(150)].map(|at| links.pos(at)), [Pos::NONE; 2]);
    }

    #[test]
    fn a_form_that_cannot_be_read_is_none() {
        let part = Arc::new(LazyBytes::new(|| None));
        assert!(FinalForm { part, offset: 3, groups: Arc::default() }.read().is_none());
    }
}
