//! The rows of the tables of natives. A row says everything of a native once: its name and signature in the
//! IR, what it does besides computing, what it costs, how it is called, and its function. What a front end
//! declares, what the linker binds and compares, how the tiers call, and the list in the documents all come
//! from the row.

use std::fmt;
use std::marker::PhantomData;

use purlin_base::machine::{Signature, Type};

use super::direct::{DIRECT_ARGS, DIRECT_RESULTS, Direct, run_direct};
use super::function::{NativeFn, function};
use super::value::NativeTypes;
use super::{Answer, Caller, Stop};
use crate::vm::Vm;

/// What a native does besides computing its results from its arguments' bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u8);

impl Effects {
    /// The results depend on the arguments' bits alone.
    pub const NONE: Effects = Effects(0);
    /// The native reads guest memory.
    pub const READS: Effects = Effects(1);
    /// The native writes guest memory that existed before.
    pub const WRITES: Effects = Effects(2);
    /// The native allocates.
    pub const ALLOCATES: Effects = Effects(4);
    /// The native may raise.
    pub const RAISES: Effects = Effects(8);
    /// The native may park or yield the fiber.
    pub const PARKS: Effects = Effects(16);
    /// The native may end the fiber or the run.
    pub const ENDS: Effects = Effects(32);
    /// The native uses state of the isolate or of the host outside guest memory: streams, files, clock,
    /// chance, raises in flight.
    pub const OUTSIDE: Effects = Effects(64);

    /// The effects of both.
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Whether all of the effects of `other` are among these.
    pub const fn has(self, other: Effects) -> bool {
        self.0 & other.0 == other.0
    }
}

const EFFECT_NAMES: [(Effects, &str); 7] = [
    (Effects::READS, "reads"),
    (Effects::WRITES, "writes"),
    (Effects::ALLOCATES, "allocates"),
    (Effects::RAISES, "raises"),
    (Effects::PARKS, "parks"),
    (Effects::ENDS, "ends"),
    (Effects::OUTSIDE, "outside"),
];

impl fmt::Display for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            EFFECT_NAMES.iter().filter(|(effect, _)| self.has(*effect)).map(|(_, name)| *name).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(" "))
    }
}

/// Where a native runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// On the fiber's own stack: it needs at most 8 KiB of it and does not panic on any arguments.
    Light,
    /// On the host's stack, which has the room that a fiber's stack lacks. A panic ends the run with a trap.
    Heavy,
}

/// The function of a native as the tiers reach it.
///
/// # Safety
/// On a stack of the running isolate of `vm`, with no reference to the Vm in use; `slots` has room for
/// arguments and results, and holds arguments of the row's kinds.
pub(crate) type Code = unsafe fn(vm: *mut Vm, slots: *mut u64) -> Answer;

/// A native.
#[derive(Clone, Copy)]
pub struct Row {
    name: &'static str,
    params: &'static [&'static [Type]],
    results: &'static [&'static [Type]],
    effects: Effects,
    gas: &'static str,
    doc: &'static str,
    weight: Weight,
    pub(crate) code: Code,
    pub(crate) direct: Option<Direct>,
}

impl Row {
    /// The name of the native: for a function without a body in package `p` of a library, `p.Func`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Parameters and results in the IR.
    pub fn signature(&self) -> Signature {
        Signature::new(self.params.concat(), self.results.concat())
    }

    /// What it may do besides giving results.
    pub const fn effects(&self) -> Effects {
        self.effects
    }

    /// What it costs besides [`purlin_base::gas::NATIVE`], in words.
    pub const fn gas(&self) -> &'static str {
        self.gas
    }

    /// What it does, in words.
    pub const fn doc(&self) -> &'static str {
        self.doc.trim_ascii()
    }

    /// How much stack it needs.
    pub const fn weight(&self) -> Weight {
        self.weight
    }

    /// Whether compiled code may call it with words in registers.
    pub const fn has_register_form(&self) -> bool {
        self.direct.is_some()
    }

    /// A native from its function: what [`natives!`](crate::natives!) expands to. `F` is a function by name,
    /// which the code that is made here calls directly; the kinds of its parameters and results are the
    /// signature, so that the two cannot differ.
    pub const fn new<P: NativeTypes, R: NativeTypes, F: NativeFn<P, R> + Copy>(
        name: &'static str,
        weight: Weight,
        _: F,
        effects: Effects,
        gas: &'static str,
        doc: &'static str,
    ) -> Row {
        const { assert!(size_of::<F>() == 0, "a function by name") };
        Row {
            name,
            params: P::TYPES,
            results: R::TYPES,
            effects,
            gas,
            doc,
            weight,
            code: run::<P, R, F>,
            direct: None,
        }
    }

    /// The native, which is light, with a form that takes its arguments in registers, if all words fit there.
    pub const fn in_registers<P: NativeTypes, R: NativeTypes, F: NativeFn<P, R> + Copy>(
        mut self,
        _: F,
    ) -> Row {
        assert!(matches!(self.weight, Weight::Light), "the register form runs on the fiber's stack");
        if P::SLOTS <= DIRECT_ARGS && R::SLOTS <= DIRECT_RESULTS {
            self.direct = Some(run_direct::<P, R, F>);
        }
        self
    }

    /// The native with a register form of its own making.
    ///
    /// # Safety
    /// `direct` does what the row's function does.
    pub(crate) const unsafe fn with_register_form(mut self, direct: Direct) -> Row {
        self.direct = Some(direct);
        self
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.signature())
    }
}

/// The code of a row.
///
/// # Safety
/// [`Code`] says what holds; the slots hold values of the kinds `P`.
unsafe fn run<P: NativeTypes, R: NativeTypes, F: NativeFn<P, R> + Copy>(
    vm: *mut Vm,
    slots: *mut u64,
) -> Answer {
    // SAFETY: the caller of `Code` promises that no reference to the Vm is in use, and this frame is on a
    // scanned stack.
    let mut caller = unsafe { Caller::new(vm) };
    // SAFETY: the slots hold arguments of the row's kinds, which are `P`.
    let arguments = unsafe { P::read(slots, PhantomData) };
    match function::<F>().call(&mut caller, arguments) {
        Ok(results) => {
            // SAFETY: the slots have room for the results.
            unsafe { R::write(results, slots) };
            Ok(())
        }
        Err(stop) => {
            if matches!(stop, Stop::Yield) {
                // It counts as done: what the guest then reads must not be the arguments.
                // SAFETY: the slots have room for the results, and zero is a value of every kind.
                unsafe { slots.write_bytes(0, R::SLOTS) };
            }
            Err(stop)
        }
    }
}

/// Declares a family of natives: a constant table of [`Row`]s, one for each.
///
/// ```text
/// natives! {
///     /// Searching in bytes.
///     pub TEXT in "internal/text" {
///         /// The first place of `part` in `text`, or -1.
///         light "Index"(text: Str, part: Str) -> (i64) = index;
///             [READS] "1 a 16 bytes passed";
///     }
/// }
/// ```
///
/// `light` and `heavy` say where the native runs; compiled code calls a light one of few words with these in
/// registers. The effects are names of [`Effects`]; the price is told in words, and the function charges it.
/// An identifier before the name makes a constant of the row, for front ends that call it themselves.
#[macro_export]
macro_rules! natives {
    (
        $(#[$meta:meta])*
        $vis:vis $table:ident in $package:literal {
            $(
                $(#[doc = $doc:literal])*
                $how:ident $($id:ident)? $name:literal($($param:ident: $kind:ty),* $(,)?) $(-> ($($result:ty),+))?
                    = $function:path;
                [$($effect:ident)*] $gas:literal;
            )*
        }
    ) => {
        $($crate::natives!(
            @constant [$($id)?] [$(#[doc = $doc])*]
            $how
            concat!($package, ".", $name),
            ($($kind,)*),
            ($($($result,)+)?),
            $function,
            $crate::native::Effects::NONE$(.and($crate::native::Effects::$effect))*,
            $gas,
            concat!($($doc, "\n"),*)
        );)*

        $(#[$meta])*
        $vis const $table: &[$crate::native::Row] = &[
            $($crate::natives!(
                @row $how
                concat!($package, ".", $name),
                ($($kind,)*),
                ($($($result,)+)?),
                $function,
                $crate::native::Effects::NONE$(.and($crate::native::Effects::$effect))*,
                $gas,
                concat!($($doc, "\n"),*)
            )),*
        ];
    };
    (@constant [] $($row:tt)*) => {};
    (@constant [$id:ident] [$($doc:tt)*] $($row:tt)*) => {
        $($doc)*
        #[allow(unreachable_pub)]
        pub const $id: &$crate::native::Row = &$crate::natives!(@row $($row)*);
    };
    (@row heavy $name:expr, $params:ty, $results:ty, $function:path, $effects:expr, $gas:literal, $doc:expr) => {
        $crate::native::Row::new::<$params, $results, _>(
            $name, $crate::native::Weight::Heavy, $function, $effects, $gas, $doc,
        )
    };
    (@row light $name:expr, $params:ty, $results:ty, $function:path, $effects:expr, $gas:literal, $doc:expr) => {
        $crate::native::Row::new::<$params, $results, _>(
            $name, $crate::native::Weight::Light, $function, $effects, $gas, $doc,
        )
        .in_registers::<$params, $results, _>($function)
    };
}
