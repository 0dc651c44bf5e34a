//! A module whose functions get their final form when it is first asked for. Knows nothing of what that form
//! is: most programs run a small part of what they reach, and the mid-end's work on the rest would be lost.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use purlin_base::EntityRef as _;

use crate::func::Function;
use crate::ids::FuncId;
use crate::module::Module;

/// Makes the final form of a function's body from what the module has.
pub type Finish = Box<dyn Fn(&Module, FuncId, &Function) -> Result<Function, String> + Send + Sync>;

/// A final form, or what is wrong with the form before; empty until someone asks.
type Finished = OnceLock<Result<Box<Function>, String>>;

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

/// A module, and the final form of those bodies that were asked for.
pub struct LazyModule {
    module: Module,
    finish: Option<Finish>,
    finished: Box<[Finished]>,
}

impl LazyModule {
    /// Finishes nothing yet. Every thread that asks for a body gets the same one.
    pub fn new(module: Module, finish: Finish) -> LazyModule {
        let finished = module.funcs.keys().map(|_| OnceLock::new()).collect();
        LazyModule { module, finish: Some(finish), finished }
    }

    /// The body of a function in its final form, made now if this is the first call for it.
    pub fn body(&self, id: FuncId) -> Result<&Function, BodyError> {
        let body = self.module.funcs.get(id).and_then(|f| f.body.as_ref()).ok_or(BodyError::Missing)?;
        let Some(finish) = &self.finish else { return Ok(body) };
        let cell = &self.finished[id.index()];
        let made = cell.get_or_init(|| finish(&self.module, id, body).map(Box::new));
        made.as_deref().map_err(|why| BodyError::Invalid(why.clone()))
    }

    /// The bodies that are in their final form already.
    pub fn finished(&self) -> impl Iterator<Item = (FuncId, &Function)> {
        self.module.funcs.iter().filter_map(|(id, decl)| {
            let body = match self.finish {
                Some(_) => self.finished[id.index()].get()?.as_deref().ok(),
                None => decl.body.as_ref(),
            };
            Some((id, body?))
        })
    }
}

/// The bodies are final as they are.
impl From<Module> for LazyModule {
    fn from(module: Module) -> LazyModule {
        LazyModule { module, finish: None, finished: Box::default() }
    }
}

impl Deref for LazyModule {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.module
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
                if module.funcs[id].name == "g" { Err("bad".into()) } else { Ok(body.clone()) }
            }),
        );
        assert!(std::ptr::eq(lazy.body(ids[0]).unwrap(), lazy.body(ids[0]).unwrap()));
        assert_eq!(CALLS.load(Ordering::Relaxed), 1);
        assert_eq!(lazy.finished().map(|(id, _)| id).collect::<Vec<_>>(), [ids[0]]);
        assert_eq!(lazy.body(ids[1]).err(), Some(BodyError::Invalid("bad".into())));
        assert_eq!(lazy.body(ids[2]).err(), Some(BodyError::Missing));
        assert_eq!(CALLS.load(Ordering::Relaxed), 2);
    }
}
