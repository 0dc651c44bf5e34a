//! The ids of objects and packages: what types mention of the universe that they are part of.

use cranelift_entity::entity_impl;

/// Something that a name denotes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjId(u32);
entity_impl!(ObjId, "obj");

/// A package of a [`Universe`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PackageId(u32);
entity_impl!(PackageId, "pkg");
