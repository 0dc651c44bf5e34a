//! A function's body as a module holds it: made by a front end, or still packed as it was read with a
//! compiled module, and decoded at its first use. Most programs use a small part of what they consist of.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use purlin_base::wire::{Malformed, Packed, PackedList, Reader, Wire, Writer};

use crate::final_form::Form;
use crate::func::Function;
use crate::linked::Linked;
use crate::measure::Measure;
use crate::template::renumber;

/// See the file's header. It stands for the function (`Deref`).
#[derive(Clone, Debug)]
pub struct Body {
    made: OnceLock<Box<Function>>,
    /// What `made` is decoded from; `None` if it was built here, or changed.
    packed: Option<Source>,
}

#[derive(Clone, Debug)]
enum Source {
    /// An entry of the list of bodies that a module was read with, and how many instructions and values the
    /// function has.
    Listed { list: Arc<PackedList>, n: u32, insts: u32, values: u32 },
    /// Prepared for any module.
    Prepared(Box<Linked>),
}

impl Source {
    fn decode(&self) -> Box<Function> {
        Box::new(match self {
            Source::Listed { list, n, .. } => decoded(list.get(*n as usize).as_ref()),
            Source::Prepared(linked) => {
                let mut function = decoded(Some(&linked.part.from(linked.offset)));
                renumber(&mut function, &mut Linked::clone(linked));
                function
            }
        })
    }
}

impl Body {
    /// A body that was prepared ([`crate::template`]), whose symbols have numbers when it is first used.
    pub fn prepared(linked: Linked) -> Body {
        Body { made: OnceLock::new(), packed: Some(Source::Prepared(Box::new(linked))) }
    }

    /// The body that is an entry of a list, if something is there: a function of so many instructions and
    /// values.
    fn listed(list: &Arc<PackedList>, n: u32, (insts, values): (u32, u32)) -> Body {
        Body { made: OnceLock::new(), packed: Some(Source::Listed { list: list.clone(), n, insts, values }) }
    }

    /// Writes the body as an entry of a list.
    fn put_entry(&self, out: &mut Writer) {
        match &self.packed {
            Some(Source::Listed { list, n, .. }) => {
                list.get(*n as usize).iter().for_each(|body| out.again(body))
            }
            Some(Source::Prepared(_)) | None => Function::put(self, out),
        }
    }

    /// Whether the body was prepared and has not been used.
    pub fn is_prepared(&self) -> bool {
        self.made.get().is_none() && matches!(self.packed, Some(Source::Prepared(_)))
    }

    /// What the mid-end makes of the function, if that was prepared, and the module has all that it mentions.
    pub fn prepared_form(&self) -> Option<Form> {
        match &self.packed {
            Some(Source::Prepared(linked)) => linked.form.as_ref()?.read(),
            _ => None,
        }
    }

    /// The function's measures, where they are known without decoding it.
    pub fn measure(&self) -> Option<Measure> {
        match (self.made.get(), &self.packed) {
            (None, Some(Source::Prepared(linked))) => Some(linked.measure),
            _ => None,
        }
    }

    /// How many instructions and values the function has, without decoding it.
    pub fn size(&self) -> (usize, usize) {
        match (self.made.get(), &self.packed) {
            (None, Some(Source::Listed { insts, values, .. })) => (*insts as usize, *values as usize),
            (None, Some(Source::Prepared(linked))) => {
                (linked.measure.insts as usize, linked.measure.values as usize)
            }
            _ => (self.insts.len(), self.values.len()),
        }
    }

    fn decode(&self) -> Box<Function> {
        self.packed.as_ref().map_or_else(Default::default, |packed| packed.decode())
    }
}

/// Writes the bodies of so many functions, and how large each is.
pub(crate) fn put_bodies<'b>(count: usize, body: impl Fn(usize) -> Option<&'b Body>, out: &mut Writer) {
    out.packed_list(count, |n, out| body(n).iter().for_each(|body| body.put_entry(out)));
    for body in (0..count).filter_map(body) {
        let (insts, values) = body.size();
        out.number(insts as u64);
        out.number(values as u64);
    }
}

/// Gives so many functions the bodies that they were written with: `set` takes the number of each that has
/// one, and the body.
pub(crate) fn take_bodies(
    count: usize,
    from: &mut Reader<'_>,
    mut set: impl FnMut(usize, Body),
) -> Result<(), Malformed> {
    let bodies = Arc::new(PackedList::take(from)?);
    if bodies.len() != count {
        return Err(Malformed);
    }
    for n in (0..count).filter(|n| bodies.has(*n)) {
        let size = (Wire::take(from)?, Wire::take(from)?);
        set(n, Body::listed(&bodies, n as u32, size));
    }
    Ok(())
}

/// The function in bytes that are undamaged, as was made sure of when they were read. One that is not well
/// formed all the same has no blocks, which the verifier rejects.
pub(crate) fn decoded(packed: Option<&Packed>) -> Function {
    packed.and_then(|packed| packed.decode().ok()).unwrap_or_default()
}

impl From<Function> for Body {
    fn from(function: Function) -> Body {
        Body { made: OnceLock::from(Box::new(function)), packed: None }
    }
}

impl Deref for Body {
    type Target = Function;

    #[inline]
    fn deref(&self) -> &Function {
        self.made.get_or_init(|| self.decode())
    }
}

impl DerefMut for Body {
    fn deref_mut(&mut self) -> &mut Function {
        let made = self.made.take().unwrap_or_else(|| self.decode());
        self.packed = None;
        self.made.get_or_init(|| made);
        self.made.get_mut().expect("the function was just put there")
    }
}
