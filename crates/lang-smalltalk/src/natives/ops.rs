//! The operations of natives that have many, by number. Their names are those of primitives, without what
//! begins the name of each.

/// An enumeration of operations, their names in that order, and the operation of a number.
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $($op:ident)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name { $($op),* }

        impl $name {
            const ALL: &'static [$name] = &[$($name::$op),*];
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($op)),*];

            pub(crate) fn of(number: i64) -> Option<$name> {
                Self::ALL.get(usize::try_from(number).ok()?).copied()
            }
        }
    };
}

operations! {
    /// The operations of the native `integer`.
    IntegerOp {
        Add Subtract Multiply DivideExactly DivideFloor Modulo Quotient Gcd
        Less Greater LessOrEqual GreaterOrEqual Equal
        Hash And Or Xor Shift AsFloat Print
    }
}

operations! {
    /// The operations of the native `float`.
    FloatOp {
        Add Subtract Multiply Divide Less Greater LessOrEqual GreaterOrEqual Equal
        Hash Truncated FractionPart Sqrt Sin Cos Tan ArcTan Exp Ln Print
        ArcSin ArcCos Sinh Cosh Tanh ArcSinh ArcCosh ArcTanh LogTen Power ArcTanOver
    }
}

operations! {
    /// The operations of the native `text`.
    TextOp { Equal Compare Hash AsNumber }
}
