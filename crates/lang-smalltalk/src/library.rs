//! The class library, which is written in Smalltalk: the sources below `lib`, in the order in which they
//! are read.
//!
//! Knows nothing of what the classes do.

/// The name of each file, and its text.
pub const SOURCES: &[(&str, &str)] = &[
    ("lib/01-Kernel.st", include_str!("../lib/01-Kernel.st")),
    ("lib/02-Exceptions.st", include_str!("../lib/02-Exceptions.st")),
    ("lib/03-Numbers.st", include_str!("../lib/03-Numbers.st")),
    ("lib/04-Collections.st", include_str!("../lib/04-Collections.st")),
    ("lib/05-Text.st", include_str!("../lib/05-Text.st")),
    ("lib/06-Tools.st", include_str!("../lib/06-Tools.st")),
    ("lib/07-Json.st", include_str!("../lib/07-Json.st")),
    ("lib/08-Regex.st", include_str!("../lib/08-Regex.st")),
];
