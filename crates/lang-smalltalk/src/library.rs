//! The class libraries, which are written in Smalltalk: the sources below `lib`, in the order in which they
//! are read, and SOM's below `som`.
//!
//! Knows nothing of what the classes do.

/// The name of each file, and its text.
pub static SOURCES: &[(&str, &str)] = &[
    ("lib/01-Kernel.st", include_str!("../lib/01-Kernel.st")),
    ("lib/02-Exceptions.st", include_str!("../lib/02-Exceptions.st")),
    ("lib/03-Numbers.st", include_str!("../lib/03-Numbers.st")),
    ("lib/04-Collections.st", include_str!("../lib/04-Collections.st")),
    ("lib/05-Text.st", include_str!("../lib/05-Text.st")),
    ("lib/06-Tools.st", include_str!("../lib/06-Tools.st")),
    ("lib/07-Json.st", include_str!("../lib/07-Json.st")),
    ("lib/08-Regex.st", include_str!("../lib/08-Regex.st")),
    ("lib/09-Processes.st", include_str!("../lib/09-Processes.st")),
    ("lib/10-Protocol.st", include_str!("../lib/10-Protocol.st")),
    ("lib/11-Compiler.st", include_str!("../lib/11-Compiler.st")),
    ("lib/12-Lookup.st", include_str!("../lib/12-Lookup.st")),
    ("lib/13-Files.st", include_str!("../lib/13-Files.st")),
    ("lib/14-Host.st", include_str!("../lib/14-Host.st")),
    ("lib/15-Reflection.st", include_str!("../lib/15-Reflection.st")),
    ("lib/16-Dates.st", include_str!("../lib/16-Dates.st")),
    ("lib/17-More.st", include_str!("../lib/17-More.st")),
];

/// The library of SOM's programs: the name of each class file, and its text.
pub const SOM: &[(&str, &str)] = &[
    ("Array.som", include_str!("../som/Array.som")),
    ("Block.som", include_str!("../som/Block.som")),
    ("Block1.som", include_str!("../som/Block1.som")),
    ("Block2.som", include_str!("../som/Block2.som")),
    ("Block3.som", include_str!("../som/Block3.som")),
    ("Boolean.som", include_str!("../som/Boolean.som")),
    ("Class.som", include_str!("../som/Class.som")),
    ("Dictionary.som", include_str!("../som/Dictionary.som")),
    ("Double.som", include_str!("../som/Double.som")),
    ("False.som", include_str!("../som/False.som")),
    ("Hashtable.som", include_str!("../som/Hashtable.som")),
    ("Integer.som", include_str!("../som/Integer.som")),
    ("Metaclass.som", include_str!("../som/Metaclass.som")),
    ("Method.som", include_str!("../som/Method.som")),
    ("Nil.som", include_str!("../som/Nil.som")),
    ("Object.som", include_str!("../som/Object.som")),
    ("Pair.som", include_str!("../som/Pair.som")),
    ("Primitive.som", include_str!("../som/Primitive.som")),
    ("Set.som", include_str!("../som/Set.som")),
    ("String.som", include_str!("../som/String.som")),
    ("Symbol.som", include_str!("../som/Symbol.som")),
    ("System.som", include_str!("../som/System.som")),
    ("True.som", include_str!("../som/True.som")),
    ("Vector.som", include_str!("../som/Vector.som")),
];
