//! Values that cross between host and guest: what a host passes to exported functions and gets from them, and
//! what its own functions get and give.
//!
//! Each side describes its types: the host by a [`HostType`], the guest's front end by [`GuestTypes`], which
//! says where the parts of a value lie. They are compared once, when a function is linked or looked up. A
//! value then crosses by a cursor, a [`Writer`] or [`Reader`], that follows the guest's description and
//! refuses what does not fit it: so nothing that a host says or does forges a reference. Numbers and booleans
//! cross as words, without a cursor. Nothing that a host gets from an isolate borrows from it, but what is
//! lent to a host function for the time of its call.

mod call;
mod callee;
mod calls;
mod columns;
mod data;
mod digest;
mod error;
mod functions;
mod handles;
mod lists;
mod methods;
mod objects;
mod packed;
mod plan;
mod play;
mod raise;
mod read;
mod recording;
mod scalars;
mod signature;
mod slots;
mod states;
mod tape;
mod types;
mod value;
mod write;

pub use call::Call;
pub(crate) use callee::{Awaited, Setup};
pub use callee::{Callee, Export, Inner};
pub use calls::{Linked, Resumed, Returned, Untyped, Words};
pub use columns::{Access, Appended, DONE, FAILED, FULL, Lent, MESSAGE_BYTES, RowLoop, Rows, Step, cut};
pub use data::{FromGuest, HostData, ToGuest, type_of};
pub use error::{DataError, GuestError, MAX_DEPTH};
pub use functions::{Argument, AsyncHostFn, Bound, Failure, HostFn, HostState, ValuesFuture};
pub use handles::{Object, ObjectMut, ObjectRef};
pub use lists::{HostAnswer, Params, Results};
pub use methods::HostMethod;
pub(crate) use objects::{Objects, contained_drop};
pub use plan::{DataKind, DataNo, GuestField, GuestType, GuestTypes, Plan, Shape, same_name};
pub use read::{MapReader, Reader, SliceReader, StructReader};
pub(crate) use recording::{Log, Next};
pub use recording::{RecordedAnswer, Recording, RecordingError};
pub use signature::{HostSignature, SignatureError};
pub(crate) use states::States;
pub use states::StatesId;
pub(crate) use tape::Tape;
pub use types::{EnumType, HostType, ObjectType, StructType, TypeBuilder, signature_text};
pub use value::Value;
pub use write::{MapWriter, SliceWriter, StructWriter, Writer, Written};
