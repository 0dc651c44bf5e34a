//! Values that cross between host and guest.

use purlin_runtime::Vm;
use purlin_runtime::native::Stop;

/// A type that both sides know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostType {
    Bool,
    /// Bytes, signed.
    Int(u8, bool),
    F32,
    F64,
    Str,
    Bytes,
}

impl HostType {
    /// How many slots a value takes.
    pub fn slots(self) -> usize {
        match self {
            HostType::Bool | HostType::Int(..) | HostType::F32 | HostType::F64 => 1,
            HostType::Str => 2,
            HostType::Bytes => 3,
        }
    }
}

/// A Rust type that can be passed to guests.
pub trait Argument {
    const TYPE: HostType;

    /// Appends the value's slots. Fails if the isolate's memory does not hold it.
    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop>;
}

/// A Rust type that guests can return. Nothing borrows from an isolate.
pub trait Returned {
    const TYPE: HostType;

    /// Reads the value from its slots.
    fn lift(vm: &Vm, slots: &[u64]) -> Self;
}

macro_rules! ints {
    ($($t:ident $bytes:literal $signed:literal),*) => { $(
        impl Argument for $t {
            const TYPE: HostType = HostType::Int($bytes, $signed);

            fn lower(self, _: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
                out.push(sign_extend(self as u64, $bytes));
                Ok(())
            }
        }

        impl Returned for $t {
            const TYPE: HostType = HostType::Int($bytes, $signed);

            fn lift(_: &Vm, slots: &[u64]) -> $t {
                slots[0] as $t
            }
        }
    )* };
}

ints!(i8 1 true, i16 2 true, i32 4 true, i64 8 true, u8 1 false, u16 2 false, u32 4 false, u64 8 false);

/// Slots hold narrow integers sign-extended, unsigned ones too.
fn sign_extend(bits: u64, bytes: u32) -> u64 {
    let unused = 64 - bytes * 8;
    (((bits << unused) as i64) >> unused) as u64
}

impl Argument for bool {
    const TYPE: HostType = HostType::Bool;

    fn lower(self, _: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        out.push(u64::from(self));
        Ok(())
    }
}

impl Returned for bool {
    const TYPE: HostType = HostType::Bool;

    fn lift(_: &Vm, slots: &[u64]) -> bool {
        slots[0] & 0xff != 0
    }
}

impl Argument for f64 {
    const TYPE: HostType = HostType::F64;

    fn lower(self, _: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        out.push(self.to_bits());
        Ok(())
    }
}

impl Returned for f64 {
    const TYPE: HostType = HostType::F64;

    fn lift(_: &Vm, slots: &[u64]) -> f64 {
        f64::from_bits(slots[0])
    }
}

impl Argument for f32 {
    const TYPE: HostType = HostType::F32;

    fn lower(self, _: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        out.push(u64::from(self.to_bits()));
        Ok(())
    }
}

impl Returned for f32 {
    const TYPE: HostType = HostType::F32;

    fn lift(_: &Vm, slots: &[u64]) -> f32 {
        f32::from_bits(slots[0] as u32)
    }
}

impl Argument for &str {
    const TYPE: HostType = HostType::Str;

    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        let at = vm.new_bytes(self.as_bytes())?;
        out.extend([at as u64, self.len() as u64]);
        Ok(())
    }
}

impl Argument for String {
    const TYPE: HostType = HostType::Str;

    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        self.as_str().lower(vm, out)
    }
}

impl Returned for String {
    const TYPE: HostType = HostType::Str;

    /// Invalid UTF-8 becomes U+FFFD; `Vec<u8>` keeps every byte of a `[]byte`.
    fn lift(vm: &Vm, slots: &[u64]) -> String {
        String::from_utf8_lossy(&vm.guest_bytes(slots[0], slots[1])).into_owned()
    }
}

impl Argument for Vec<u8> {
    const TYPE: HostType = HostType::Bytes;

    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        let at = vm.new_bytes(&self)?;
        out.extend([at as u64, self.len() as u64, self.len() as u64]);
        Ok(())
    }
}

impl Returned for Vec<u8> {
    const TYPE: HostType = HostType::Bytes;

    fn lift(vm: &Vm, slots: &[u64]) -> Vec<u8> {
        vm.guest_bytes(slots[0], slots[1])
    }
}

/// The arguments of a call: a tuple of [`Argument`]s.
pub trait Params {
    fn types() -> Vec<HostType>;
    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop>;
}

/// The results of a call: `()`, one [`Returned`], or a tuple of them.
pub trait Results: Sized {
    fn types() -> Vec<HostType>;
    fn lift(vm: &Vm, slots: &[u64]) -> Self;
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: Argument),*> Params for ($($name,)*) {
            fn types() -> Vec<HostType> {
                vec![$($name::TYPE),*]
            }

            #[allow(non_snake_case, unused_variables)]
            fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
                let ($($name,)*) = self;
                $(
                    let before = out.len();
                    $name.lower(vm, out)?;
                    // The next argument may collect; handles keep this one until the call has begun.
                    vm.handles.extend_from_slice(&out[before..]);
                )*
                Ok(())
            }
        }

        impl<$($name: Returned),*> Results for ($($name,)*) {
            fn types() -> Vec<HostType> {
                vec![$($name::TYPE),*]
            }

            #[allow(unused_variables, unused_mut, unused_assignments, clippy::unused_unit)]
            fn lift(vm: &Vm, slots: &[u64]) -> Self {
                let mut at = 0;
                ($({
                    let value = $name::lift(vm, &slots[at..]);
                    at += $name::TYPE.slots();
                    value
                },)*)
            }
        }
    };
}

tuples!();
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);

macro_rules! single {
    ($($t:ty),*) => { $(
        impl Results for $t {
            fn types() -> Vec<HostType> {
                vec![<$t as Returned>::TYPE]
            }

            fn lift(vm: &Vm, slots: &[u64]) -> $t {
                <$t as Returned>::lift(vm, slots)
            }
        }
    )* };
}

single!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, String, Vec<u8>);
