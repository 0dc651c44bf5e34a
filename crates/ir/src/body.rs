//! A function's body as a module holds it: made by a front end, or still packed as it was read with a
//! compiled module, and decoded at its first use. Most programs use a small part of what they consist of.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use purlin_base::wire::{Malformed, Packed, Reader, Wire, Writer};

use crate::func::Function;
use crate::measure::Measure;
use crate::template::{Linked, renumber};

/// See the file's header. It stands for the function (`Deref`).
#[derive(Clone, Debug)]
pub struct Body {
    made: OnceLock<Box<Function>>,
    /// What `made` is decoded from; `None` if it was built here, or changed.
    packed: Option<Box<Source>>,
}

#[derive(Clone, Debug)]
enum Source {
    /// Of this module.
    Read(Packed),
    /// Prepared for any module.
    Prepared(Linked),
}

impl Source {
    fn decode(&self) -> Box<Function> {
        Box::new(match self {
            Source::Read(packed) => decoded(Some(packed)),
            Source::Prepared(linked) => {
                let mut function = decoded(Some(&linked.part.from(linked.offset)));
                renumber(&mut function, &mut linked.clone());
                function
            }
        })
    }
}

impl Body {
    /// A body that was prepared ([`crate::template`]), whose symbols have numbers when it is first used.
    pub fn prepared(linked: Linked) -> Body {
        Body { made: OnceLock::new(), packed: Some(Box::new(Source::Prepared(linked))) }
    }

    /// Whether the body was prepared and has not been used.
    pub fn is_prepared(&self) -> bool {
        self.made.get().is_none() && matches!(self.packed.as_deref(), Some(Source::Prepared(_)))
    }

    /// The function's measures, where they are known without decoding it.
    pub fn measure(&self) -> Option<Measure> {
        match (self.made.get(), self.packed.as_deref()) {
            (None, Some(Source::Prepared(linked))) => Some(linked.measure),
            _ => None,
        }
    }

    /// How many instructions and values the function has, without decoding it.
    pub fn size(&self) -> (usize, usize) {
        match (self.made.get(), self.packed.as_deref()) {
            (None, Some(Source::Read(packed))) => {
                let mut reader = packed.reader();
                let mut number = || reader.number().unwrap_or(0) as usize;
                (number(), number())
            }
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

impl Wire for Body {
    fn put(&self, out: &mut Writer) {
        out.packed(|out| match self.packed.as_deref() {
            Some(Source::Read(packed)) => out.raw(packed.bytes()),
            Some(Source::Prepared(_)) | None => Function::put(self, out),
        });
    }

    fn take(from: &mut Reader<'_>) -> Result<Body, Malformed> {
        let packed = Some(Box::new(Source::Read(from.packed()?)));
        Ok(Body { made: OnceLock::new(), packed })
    }
}
