//! The data of the rules: who may depend on whom, what is excused and why, which words no file holds.

/// What each crate of the workspace may depend on of the workspace. A crate without a row may not be depended
/// on by one that has a row, and may itself use whatever is public.
pub const DOORS: &[(&str, &[&str])] = &[
    ("purlin-base", &[]),
    ("purlin-kernels", &[]),
    ("purlin-ir", &["purlin-base"]),
    ("purlin-opt", &["purlin-ir", "purlin-base"]),
    ("purlin-bytecode", &["purlin-ir", "purlin-base"]),
    ("purlin-runtime", &["purlin-base"]),
    ("purlin-interp", &["purlin-bytecode", "purlin-runtime", "purlin-base"]),
    ("purlin-native", &["purlin-ir", "purlin-runtime", "purlin-base"]),
    ("purlin-json", &["purlin-kernels"]),
    ("purlin-macros", &[]),
    ("purlin-dynamic", &["purlin-base", "purlin-ir", "purlin-runtime"]),
    ("purlin-lang-go", GUEST),
    ("purlin-lang-smalltalk", DYNAMIC_GUEST),
    (
        "purlin",
        &[
            "purlin-base",
            "purlin-kernels",
            "purlin-ir",
            "purlin-opt",
            "purlin-bytecode",
            "purlin-runtime",
            "purlin-interp",
            "purlin-native",
            "purlin-json",
            "purlin-macros",
            "purlin-lang-go",
            "purlin-prepared",
            "purlin-lang-smalltalk",
        ],
    ),
    // What the guest's library is when Purlin has been built.
    (
        "purlin-prepared",
        &[
            "purlin-base",
            "purlin-bytecode",
            "purlin-ir",
            "purlin-lang-go",
            "purlin-lang-smalltalk",
            "purlin-opt",
        ],
    ),
    ("purlin-cli", &["purlin"]),
    ("purlin-c", &["purlin"]),
];

const DYNAMIC_GUEST: &[&str] =
    &["purlin-dynamic", "purlin-ir", "purlin-runtime", "purlin-json", "purlin-kernels", "purlin-base"];

const GUEST: &[&str] = &["purlin-ir", "purlin-runtime", "purlin-json", "purlin-kernels", "purlin-base"];

/// What a crate depends on by features only: the dependency's name begins so.
pub const ONLY_OPTIONAL: &[(&str, &str)] = &[("purlin", "purlin-lang-")];

/// The crates whose code may say `unsafe`.
pub const UNSAFE_CRATES: &[&str] =
    &["crates/runtime/", "crates/interp/", "crates/native/", "crates/json/", "crates/purlin-c/"];

pub const LONGEST_FILE: usize = 1500;

/// Files that are longer with a reason: the reason stands beside the name.
pub const LONG_FILES: &[(&str, &str)] = &[];

/// Lines of the longest function that needs no excuse.
pub const LONGEST_FUNCTION: usize = 60;

/// Functions that are longer with a reason: file, name, reason.
pub const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[
    ("crates/interp/src/run.rs", "run", "the dispatch loop: one arm an op, so that state stays in registers"),
    ("crates/bytecode/src/lower/select/mod.rs", "lower", "a table: an op, and the method that lowers it"),
    ("crates/native/src/lower/mod.rs", "inst", "a table: an op, and the method that lowers it"),
    ("crates/opt/src/eval.rs", "eval", "a table: an op, and what it computes of constants"),
    ("crates/opt/tests/machine/mod.rs", "inst", "a table: an op, and what it does in the reference machine"),
];

/// Files of circles that are one algorithm: any of its files, and the reason. The circle is excused as a
/// whole.
pub const CIRCLES: &[(&str, &str)] = &[
    (
        "crates/runtime/src/native/call.rs",
        "one algorithm: the call of a native, in registers and by slots; one that parks is made again by slots",
    ),
    (
        "crates/lang-smalltalk/src/lower/start.rs",
        "one algorithm: what a program does first, for the classes of all syntaxes, of SOM, and for globals",
    ),
];

/// Where an op enum is matched, each arm names its ops.
pub const OP_FOLDERS: &[&str] = &[
    "crates/ir/src/",
    "crates/opt/src/",
    "crates/bytecode/src/",
    "crates/interp/src/",
    "crates/native/src/",
    "crates/dynamic/src/",
    "crates/purlin/src/",
    "crates/lang-go/src/lower/",
    "crates/lang-smalltalk/src/lower/",
    "tools/fuzz/src/many/",
];

/// Programs that are not in gofmt's form on purpose: they are there to be hard to parse, or to have errors.
pub const UNFORMATTED: &[&str] = &[
    "tests/cli/setup/syntax/syntax_test.go",
    "tests/cli/setup/wrong/wrong.go",
    "tests/go/syntax_odd_forms.go",
];

/// Words that no tracked text file may hold. Written in halves so that this file may be checked too.
pub const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("..", "/shared"), "points outside the repository"),
    (concat!("/work", "/"), "names a directory of one machine"),
    (concat!("/home", "/"), "names a directory of one machine"),
    (concat!("<<<<", "<<< "), "is a merge conflict"),
    (concat!(">>>>", ">>> "), "is a merge conflict"),
];

/// Marks of unfinished Rust. Matched as whole words.
pub const UNFINISHED: &[&str] = &[
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("dbg", "!"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];
