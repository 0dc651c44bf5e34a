//! Functions of a host that knows their types when it runs: closures over lists of values, with types that
//! are data. Calls of these functions cross by cursors.

use std::sync::Arc;

use super::answers::{Answers, Failure, ValuesFuture, arguments};
use super::asynchronous::values_code;
use super::{Bound, Crossing, caller_of, cross};
use crate::border::call::Call;
use crate::border::signature::HostSignature;
use crate::border::types::HostType;
use crate::border::value::Value;
use crate::native::{Caller, HostCode};

impl Bound {
    /// A function over values, of these types.
    pub fn of_values(
        signature: &HostSignature,
        f: impl Fn(&mut Call<'_>, Vec<Value>) -> Result<Vec<Value>, Failure> + Send + Sync + 'static,
    ) -> Bound {
        let (function, fails) = (Arc::new(f), signature.fails());
        let make = move |crossing: Crossing| -> Box<HostCode> {
            let function = function.clone();
            Box::new(move |caller: &mut Caller<'_>, slots: &mut [u64]| {
                let count = crossing.params.items.len();
                cross(caller_of(caller), &crossing, slots, true, |caller, fields| {
                    let args = arguments(fields, count)?;
                    Ok(Answers::new(function(&mut Call::new(caller.vm()), args), fails))
                })
            })
        };
        Bound::new(signature.params.clone(), signature.results.clone(), true, Arc::new(make))
    }

    /// An asynchronous function over values, of these types.
    pub fn of_values_async(
        signature: &HostSignature,
        f: impl Fn(Vec<Value>) -> ValuesFuture + Send + Sync + 'static,
    ) -> Bound {
        let (function, fails) = (Arc::new(f), signature.fails());
        let make = move |crossing: Crossing| values_code(crossing, function.clone(), fails);
        Bound::new(signature.params.clone(), signature.results.clone(), true, Arc::new(make))
    }
}

impl HostSignature {
    /// Whether the last result is an error.
    pub fn fails(&self) -> bool {
        self.results.last() == Some(&HostType::Error)
    }
}
