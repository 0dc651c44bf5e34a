//! A function's body as a module holds it: made by a front end, or still packed as it was read with a
//! compiled module, and decoded at its first use. Most programs use a small part of what they consist of.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use purlin_base::wire::{Malformed, Packed, Reader, Wire, Writer};

use crate::func::Function;

/// See the file's header. It stands for the function (`Deref`).
#[derive(Clone, Debug)]
pub struct Body {
    made: OnceLock<Box<Function>>,
    /// What `made` is decoded from; `None` if it was built here, or changed.
    packed: Option<Packed>,
}

impl Body {
    /// How many instructions and values the function has, without decoding it.
    pub fn size(&self) -> (usize, usize) {
        match (self.made.get(), &self.packed) {
            (None, Some(packed)) => {
                let mut reader = packed.reader();
                let mut number = || reader.number().unwrap_or(0) as usize;
                (number(), number())
            }
            _ => (self.insts.len(), self.values.len()),
        }
    }

    /// The function itself.
    pub fn into_function(self) -> Function {
        let Body { made, packed } = self;
        made.into_inner().map_or_else(|| decoded(packed.as_ref()), |made| *made)
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
        self.made.get_or_init(|| Box::new(decoded(self.packed.as_ref())))
    }
}

impl DerefMut for Body {
    fn deref_mut(&mut self) -> &mut Function {
        let made = self.made.take().unwrap_or_else(|| Box::new(decoded(self.packed.as_ref())));
        self.packed = None;
        self.made.get_or_init(|| made);
        self.made.get_mut().expect("the function was just put there")
    }
}

impl Wire for Body {
    fn put(&self, out: &mut Writer) {
        out.packed(|out| match &self.packed {
            Some(packed) => out.raw(packed.bytes()),
            None => Function::put(self, out),
        });
    }

    fn take(from: &mut Reader<'_>) -> Result<Body, Malformed> {
        Ok(Body { made: OnceLock::new(), packed: Some(from.packed()?) })
    }
}
