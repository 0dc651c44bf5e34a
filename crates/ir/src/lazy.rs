//! A module whose functions get their final form when it is first asked for, and which can gain functions.
//! Knows nothing of what that form is: most programs run a small part of what they reach, and the mid-end's
//! work on the rest would be lost.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use purlin_base::EntityRef as _;
use purlin_base::grow::{Full, GrowingList};
use purlin_base::wire::{PackedList, Wire as _, Writer};

use crate::body::{Body, decoded};
use crate::func::Function;
use crate::ids::FuncId;
use crate::module::Module;

/// Makes the final form of a function's body from what the module has.
pub type Finish = Box<dyn Fn(&Module, FuncId, &Body) -> Result<Function, String> + Send + Sync>;

/// A final form, or what is wrong with the form before; empty until someone asks.
type Finished = OnceLock<Result<Box<Function>, Box<String>>>;

/// Why there is no body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyError {
    /// The function was only declared.
    Missing,
    /// What the front end made is not well formed: a defect of Purlin.
    Invalid(String),
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BodyError::Missing => f.write_str("the function has no body"),
            BodyError::Invalid(why) => write!(f, "internal error: {why}"),
        }
    }
}

impl std::error::Error for BodyError {}

/// A module, and the final form of those bodies that were asked for. It stands for the module as it is now
/// (`Deref`); a reference to that stays good when functions are added.
pub struct LazyModule {
    /// What was added at once, in order; the first is the module as it was linked. There is always one.
    units: GrowingList<Unit>,
    finish: Option<Finish>,
}

/// Functions that were added at once.
struct Unit {
    /// The module with these functions and all before. The final form of the unit's functions is made from
    /// this, so that it does not depend on what is added later.
    module: Module,
    /// The index of the first function of the unit.
    first: usize,
    /// Empty where bodies are final as they are.
    finished: Box<[Finished]>,
    /// Final forms that were made before, and are decoded when they are asked for. The list may end before
    /// the functions do.
    kept: PackedList,
}

impl Unit {
    fn new(module: Module, first: usize, lazy: bool) -> Unit {
        let count = if lazy { module.funcs.len() - first } else { 0 };
        Unit {
            module,
            first,
            finished: (0..count).map(|_| OnceLock::new()).collect(),
            kept: PackedList::default(),
        }
    }

    fn body(&self, id: FuncId, finish: Option<&Finish>) -> Result<&Function, BodyError> {
        let body = self.module.funcs.get(id).and_then(|f| f.body.as_ref()).ok_or(BodyError::Missing)?;
        let (Some(finish), Some(cell)) = (finish, self.finished.get(id.index() - self.first)) else {
            return Ok(body);
        };
        let made = cell.get_or_init(|| {
            let made = match self.kept.get(id.index() - self.first) {
                Some(kept) => Ok(decoded(Some(&kept))),
                None => finish(&self.module, id, body),
            };
            made.map(Box::new).map_err(Box::new)
        });
        made.as_deref().map_err(|why| BodyError::Invalid(String::clone(why)))
    }

    fn count(&self) -> usize {
        let kept = |n: usize| self.kept.get(n).is_some();
        let made = |n: usize| self.finished.get(n).is_none_or(|cell| cell.get().is_some_and(Result::is_ok));
        (0..self.module.funcs.len() - self.first).filter(|n| kept(*n) || made(*n)).count()
    }

    /// The bodies of the unit that are in their final form.
    fn done(&self) -> impl Iterator<Item = (FuncId, &Function)> {
        self.module.funcs.iter().skip(self.first).filter_map(|(id, decl)| {
            let body = match self.finished.get(id.index() - self.first) {
                Some(cell) => cell.get()?.as_deref().ok(),
                None => decl.body.as_deref(),
            };
            Some((id, body?))
        })
    }
}

impl LazyModule {
    /// Finishes nothing yet. Every thread that asks for a body gets the same one.
    pub fn new(module: Module, finish: Finish) -> LazyModule {
        LazyModule { units: [Unit::new(module, 0, true)].into_iter().collect(), finish: Some(finish) }
    }

    /// A module whose bodies are final as they are. What is added to it gets its final form from `finish`.
    pub fn with_final_bodies(module: Module, finish: Option<Finish>) -> LazyModule {
        LazyModule { units: [Unit::new(module, 0, false)].into_iter().collect(), finish }
    }

    /// A module some of whose functions have their final form already, by their numbers: those that a module
    /// was written with ([`LazyModule::put_finished`]), or that `finish` has made of the same functions
    /// before. All others get theirs from `finish`.
    pub fn restored(module: Module, kept: PackedList, finish: Finish) -> LazyModule {
        let unit = Unit { kept, ..Unit::new(module, 0, true) };
        LazyModule { units: [unit].into_iter().collect(), finish: Some(finish) }
    }

    /// Writes the final form of each function that is known, as a [`PackedList`]. `None`, and nothing is
    /// written, if functions were added to the module.
    pub fn put_finished(&self, out: &mut Writer) -> Option<()> {
        let unit = self.units.get(0).filter(|_| self.units.len() == 1)?;
        let decls: Vec<_> = unit.module.funcs.values().collect();
        out.packed_list(decls.len(), |n, out| {
            let made = match unit.finished.get(n) {
                Some(cell) => cell.get().and_then(|made| made.as_deref().ok()),
                None => decls[n].body.as_deref(),
            };
            match (unit.kept.get(n), made) {
                (Some(kept), _) => out.again(&kept),
                (None, Some(made)) => made.put(out),
                (None, None) => (),
            }
        });
        Some(())
    }

    /// How many functions are in their final form, those included that were so when the module was read.
    pub fn finished_count(&self) -> usize {
        self.units.iter().map(Unit::count).sum()
    }

    /// Replaces the module by one that has more functions and the same ones before; those that are there keep
    /// their bodies. The caller makes sure that there is only one such call at a time.
    ///
    /// # Errors
    /// Nothing can be added any more.
    pub fn extend(&self, module: Module) -> Result<(), Full> {
        let first = self.funcs.len();
        self.units.push(Unit::new(module, first, self.finish.is_some())).map(drop)
    }

    /// The unit that a function belongs to.
    fn unit(&self, id: FuncId) -> &Unit {
        let (mut from, mut to) = (0, self.units.len());
        while to - from > 1 {
            let middle = from.midpoint(to);
            let before = self.units.get(middle).is_none_or(|unit| id.index() < unit.first);
            if before { to = middle } else { from = middle }
        }
        self.units.get(from).expect("a module has a first unit")
    }

    /// The module as it was when a function was added: what the numbers in its code refer to.
    pub fn view(&self, id: FuncId) -> &Module {
        &self.unit(id).module
    }

    /// The body of a function in its final form, made now if this is the first call for it.
    pub fn body(&self, id: FuncId) -> Result<&Function, BodyError> {
        self.unit(id).body(id, self.finish.as_ref())
    }

    /// The bodies that are in their final form already.
    pub fn finished(&self) -> impl Iterator<Item = (FuncId, &Function)> {
        self.units.iter().flat_map(Unit::done)
    }
}

/// The bodies are final as they are.
impl From<Module> for LazyModule {
    fn from(module: Module) -> LazyModule {
        LazyModule::with_final_bodies(module, None)
    }
}

impl Deref for LazyModule {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.units.last().expect("a module has a first unit").module
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn finishes_once_and_what_is_asked_for() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let text = "fn0 \"f\" () -> () {\nblock0:\n    return\n}\n\nfn1 \"g\" () -> () {\nblock0:\n    return\n}\n\nfn2 \"declared\" () -> ()\n";
        let module =
            crate::parse::module(text).unwrap_or_else(|e| panic!("{}:{}: {}", e.line, e.col, e.message));
        let ids: Vec<FuncId> = module.funcs.keys().collect();
        let lazy = LazyModule::new(
            module,
            Box::new(|module, id, body| {
                CALLS.fetch_add(1, Ordering::Relaxed);
                if module.funcs[id].name == "g" { Err("bad".into()) } else { Ok(Function::clone(body)) }
            }),
        );
        assert!(std::ptr::eq(lazy.body(ids[0]).unwrap(), lazy.body(ids[0]).unwrap()));
        assert_eq!(CALLS.load(Ordering::Relaxed), 1);
        assert_eq!(lazy.finished().map(|(id, _)| id).collect::<Vec<_>>(), [ids[0]]);
        assert_eq!(lazy.body(ids[1]).err(), Some(BodyError::Invalid("bad".into())));
        assert_eq!(lazy.body(ids[2]).err(), Some(BodyError::Missing));
        assert_eq!(CALLS.load(Ordering::Relaxed), 2);
    }
    #[test]
    fn functions_are_added_while_bodies_are_asked_for() {
        let function = |n: usize| {
            format!("fn{n} \"f{n}\" () -> (i64) {{\nblock0:\n    v0 = iconst.i64 {n}\n    return v0\n}}\n\n")
        };
        let module = |n: usize| crate::parse::module(&(0..n).map(function).collect::<String>()).unwrap();
        // The form depends on how many functions the module had when the function was added.
        let finish = |module: &Module, _: FuncId, body: &Body| {
            let mut body = Function::clone(body);
            body.slots.push(crate::func::SlotData { size: module.funcs.len() as u32 });
            Ok(body)
        };
        let lazy = LazyModule::new(module(2), Box::new(finish));
        let linked: &Module = &lazy;
        let size = |id: usize| {
            lazy.body(FuncId::from_u32(id as u32)).unwrap().slots.values().next().map(|slot| slot.size)
        };
        assert_eq!(size(0), Some(2));
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while lazy.funcs.len() < 60 {
                    let last = lazy.funcs.len() - 1;
                    assert_eq!(size(last), Some((last as u32 + 1).next_multiple_of(2)));
                }
            });
            (4..=60).step_by(2).for_each(|n| lazy.extend(module(n)).unwrap());
        });
        assert_eq!((size(1), size(2), size(59)), (Some(2), Some(4), Some(60)));
        assert_eq!((linked.funcs.len(), lazy.funcs.len()), (2, 60));
        assert_eq!(lazy.body(FuncId::from_u32(60)).err(), Some(BodyError::Missing));
    }
}
