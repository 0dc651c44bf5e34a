//! Final forms of recorded functions. The mid-end runs on the recording module, in which no type has a
//! method, so that a form assumes nothing of the types of a program. Numbers of the guest's are opaque to it:
//! a form is kept if it is the same, but for those numbers, when they are other numbers.

use purlin_base::Pos;
use purlin_base::map::HashSet;
use purlin_base::wire::Writer;
use purlin_ir::final_form::{self, Form, Mentioned};
use purlin_ir::template::{Reference, Renumber, function_of, marked, marked_function, renumber};
use purlin_ir::{FuncId, Module};

use super::{Entry, PackageWriter, SORT, Sources};
use crate::lower::share::closure_bytes;
use crate::lower::state::Cx;
use crate::prepared::No;

/// Makes the final form of a function of a module. None if that fails.
pub type Finish<'f> = &'f (dyn Fn(&Module, FuncId) -> Option<Form> + Sync);

/// The recording module with two sorts of numbers.
pub(super) struct Finisher<'f> {
    finish: Finish<'f>,
    /// Numbers are marked constants.
    marked: Module,
    /// Numbers are small and in the reverse order.
    small: Module,
    numbers: Small,
}

impl<'f> Finisher<'f> {
    pub(super) fn new(cx: &Cx<'_>, module: &Module, from: &Sources, finish: Finish<'f>) -> Finisher<'f> {
        let (types, maps, classes) = (cx.rtypes.list.len(), cx.rtypes.maps.len(), module.classes.len());
        let mut numbers = Small { types: types as u32, maps: maps as u32, classes: classes as u32 };
        let mut marked = module.clone();
        marked.selectors.values_mut().for_each(|row| row.methods.clear());
        marked.interfaces.values_mut().for_each(|row| row.types.clear());
        let mut small = marked.clone();
        for (data, func) in &from.closures {
            marked.data[*data].bytes = marked_function(*func).to_le_bytes().to_vec().into();
            small.data[*data].bytes = closure_bytes(*func).into();
        }
        for body in small.funcs.values_mut().filter_map(|decl| decl.body.as_mut()) {
            renumber(body, &mut numbers);
        }
        Finisher { finish, marked, small, numbers }
    }

    /// The final form of a function, its numbers being marked constants.
    fn form(&self, id: FuncId) -> Option<Form> {
        let form = (self.finish)(&self.marked, id)?;
        let mut other = form.clone();
        other.renumber(&mut Small { ..self.numbers });
        (written(&other) == written(&(self.finish)(&self.small, id)?)).then_some(form)
    }
}

fn written(form: &Form) -> Vec<u8> {
    let mut out = Writer::new();
    form.put(&Vec::new(), &mut out);
    out.into_bytes()
}

/// How many numbers there are of each sort. Gives each another number.
struct Small {
    types: u32,
    maps: u32,
    classes: u32,
}

impl Renumber for Small {
    fn number(&mut self, _: Reference, number: u32) -> u32 {
        number
    }

    fn constant(&mut self, number: u32) -> i64 {
        if let Some(func) = function_of(number) {
            return i64::from(func.as_u32());
        }
        let at = number % SORT;
        i64::from(match number / SORT {
            0 => 1 + self.types - at,
            1 => self.types + self.maps - at,
            _ => self.types + self.maps + self.classes - at,
        })
    }

    fn pos(&self, pos: Pos) -> Pos {
        pos
    }
}

/// Where a function's references have their numbers from in a program that is linked with it.
pub(super) struct Recording<'e> {
    /// By number of the function: its package, and the symbols that have numbers then.
    of: purlin_base::map::HashMap<FuncId, (usize, &'e HashSet<No>)>,
    /// The first position of each package of the program, in order, and which of the recorded ones it is.
    begins: Vec<(u32, Option<usize>)>,
    end: u32,
}

impl<'e> Recording<'e> {
    pub(super) fn new(cx: &Cx<'_>, writers: &[PackageWriter<'_, '_>], entries: &'e [Vec<Entry>]) -> Self {
        let all = entries.iter().enumerate().flat_map(|(pkg, entries)| entries.iter().map(move |e| (pkg, e)));
        let of = all.flat_map(|(pkg, entry)| entry.ids.iter().map(move |id| (*id, (pkg, &entry.numbered))));
        let recorded = |pkg| writers.iter().position(|writer| writer.pkg == pkg);
        let packages = cx.u.packages.keys();
        let mut begins: Vec<(u32, Option<usize>)> =
            packages.filter_map(|pkg| Some((cx.base_of(pkg)?, recorded(pkg)))).collect();
        begins.sort_unstable();
        Recording { of: of.collect(), begins, end: cx.u.sources.end().0 }
    }

    /// The package that has a position, where that begins, and how many positions it has.
    fn place(&self, pos: Pos) -> Option<(usize, u32, u32)> {
        let next = self.begins.partition_point(|(base, _)| *base <= pos.0);
        let (base, pkg) = *self.begins.get(next.checked_sub(1)?)?;
        let end = self.begins.get(next).map_or(self.end, |(base, _)| *base);
        Some((pkg?, base, end - base))
    }

    /// The final form of a function, in bytes.
    pub(super) fn form(
        &self,
        finisher: &Finisher<'_>,
        writers: &mut [PackageWriter<'_, '_>],
        id: FuncId,
    ) -> Option<Vec<u8>> {
        let mut form = finisher.form(id)?;
        let own = *self.of.get(&id)?;
        let mut links =
            Links { recording: self, writers, numbered: vec![own], groups: vec![own.0], failed: false };
        for func in final_form::sources(&form.function).filter(|func| *func != id) {
            if let Some(inlined) = self.of.get(&func) {
                links.numbered.push(*inlined);
                links.mention(inlined.0);
            }
        }
        for pos in form.function.locs.values().map(|loc| loc.pos).filter(|pos| pos.is_some()) {
            links.mention(self.place(pos)?.0);
        }
        form.renumber(&mut links);
        if links.failed {
            return None;
        }
        let mut out = Writer::new();
        form.put(&links.mentioned()?, &mut out);
        Some(out.into_bytes())
    }
}

/// Turns numbers of the recording module into symbols of the groups that a form mentions.
struct Links<'l, 'r, 'c> {
    recording: &'l Recording<'l>,
    writers: &'l mut [PackageWriter<'r, 'c>],
    /// The packages of the functions that are in the form, and of each the symbols that have numbers.
    numbered: Vec<(usize, &'l HashSet<No>)>,
    /// The packages that are mentioned, in order.
    groups: Vec<usize>,
    failed: bool,
}

impl Links<'_, '_, '_> {
    fn mention(&mut self, pkg: usize) {
        if !self.groups.contains(&pkg) {
            self.groups.push(pkg);
        }
    }

    fn mentioned(&self) -> Option<Vec<Mentioned>> {
        let one = |pkg: &usize| {
            let writer = &self.writers[*pkg];
            let name = writer.cx.u.packages[writer.pkg].path.to_string();
            let (_, _, positions) = self.recording.place(Pos(writer.base))?;
            Some(Mentioned { name, symbols: writer.symbols.len() as u32, positions })
        };
        self.groups.iter().map(one).collect()
    }

    /// The symbol of what has a number, where it has one in every program that the form is of.
    fn symbol(&mut self, kind: Reference, number: u32) -> Option<u32> {
        for (pkg, numbered) in &self.numbered {
            let Some(symbol) = self.writers[*pkg].known(kind, number) else { continue };
            if numbered.contains(&symbol) {
                let before = self.groups.iter().take_while(|group| *group != pkg);
                let before = before.map(|group| self.writers[*group].symbols.len() as u32).sum::<u32>();
                return Some(before + symbol);
            }
        }
        None
    }
}

impl Renumber for Links<'_, '_, '_> {
    fn number(&mut self, kind: Reference, number: u32) -> u32 {
        let symbol = self.symbol(kind, number);
        self.failed |= symbol.is_none();
        symbol.unwrap_or_default()
    }

    fn constant(&mut self, number: u32) -> i64 {
        marked(match function_of(number) {
            Some(func) => self.number(Reference::Func, func.as_u32()),
            None => self.number(Reference::Number, number),
        })
    }

    fn pos(&self, pos: Pos) -> Pos {
        let Some((pkg, base, _)) = self.recording.place(pos).filter(|_| pos.is_some()) else {
            return Pos::NONE;
        };
        let before = self.groups.iter().take_while(|group| **group != pkg);
        let sizes = before.filter_map(|group| self.recording.place(Pos(self.writers[*group].base)));
        Pos(sizes.map(|(_, _, size)| size).sum::<u32>() + pos.0 - base)
    }
}
