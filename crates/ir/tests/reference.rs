//! `docs/ir.md` is written from the op table, the verifier's header and the words below.
//! `BLESS=1 cargo test -p purlin-ir --test reference` writes it; else a stale page fails.

use std::fmt::Write as _;
use std::path::Path;

use purlin_ir::op::Row;
use purlin_ir::{Attr, Effects, Opcode, Operand, Type, TypeClass, Yield};

const INTRODUCTION: &str = "\
# The IR

Typed SSA with block parameters. This page is written from the op table (`crates/ir/src/op.rs`) and the header of the
verifier (`crates/ir/src/verify.rs`) by a test; `BLESS=1 cargo test -p purlin-ir --test reference` renews it.

## Types

| type | bytes | what |
|---|---|---|
";

const TEXT_FORM: &str = r#"
## Text

What the printer writes, the parser reads. By hand the numbers of values, blocks and table entries are free, blocks
and functions may stand in any order, and `;` begins a comment.

```
types 2                                 ; run-time types; 0 is nil; `types 2 open`: more with methods may come
class0 = size 24 pointers 0b101         ; or `none`, or `all`
global0 = "main.counter" size 8
data0 = "read-only bytes\n\x00"
sig0 = (i64) -> (i64)
native0 = "fmt.print" (ref, i64) -> ()
selector0 = "String" [1: fn1]           ; type: function
iface0 = "Stringer" [1]                 ; types
main fn2

fn0 "main.sum" (i64) -> (i64) {
    slot0 = size 16                     ; frame slots, then the handler, if any
block0(v0: i64):
    charge 1
    v1 = iconst.i64 0
    jump block1(v1, v0)
block1(v2: i64, v3: i64):
    charge 4
    poll fs0 [v1, v2, v3]
    v4 = iadd.i64 v2, v3
    v5 = iconst.i64 1
    v6 = isub.i64 v3, v5
    v7 = sgt.i64 v6, v1
    brif v7, block1(v4, v6), block2
block2 cold:
    return v4
}
```

An op that is defined on several types names its own after a dot. After the operands comes what else it carries:

| column *carries* | text |
|---|---|
"#;

/// One row for each [`Attr`]; the match makes sure that none is missing.
fn carries(attr: Attr) -> (&'static str, &'static str) {
    match attr {
        Attr::None => ("", "`nil_check v0`"),
        Attr::Int => ("integer", "`iconst.i64 -5`, `0x` and `0b` too"),
        Attr::Float => ("float", "`fconst.f64 1.5`, or `bits 0x7ff8000000000000`"),
        Attr::Mem => ("offset, region", "`load.i64 v0, 8 region 2`; no region is region 0"),
        Attr::Offset => ("offset", "`field v0, 16`"),
        Attr::Scaled => ("scale, offset", "`elem v0, v1, 8, 16`"),
        Attr::Units => ("units", "`charge 12`"),
        Attr::Func => ("function", "`call fn3(v0, v1)`"),
        Attr::Sig => ("signature", "`call_indirect sig0(v0, v1)`, the function's number first"),
        Attr::Native => ("native", "`call_native native0(v0)`"),
        Attr::Class => ("class", "`alloc class0`, `alloc_array class0(v0)`"),
        Attr::Slot => ("slot", "`stack slot0`"),
        Attr::Global => ("global, offset", "`global global0, 8`"),
        Attr::Data => ("data, offset", "`data data0, 8`"),
        Attr::Trap => ("trap", "`trap_if user v0`; `nil index divide shift length unreachable view user`"),
        Attr::Selector => ("selector", "`iface_method selector0(v0)`"),
        Attr::Interface => ("interface", "`implements iface0(v0)`"),
        Attr::Frame => ("frame state", "`poll fs0 [v0, v1]`"),
        Attr::Targets => ("targets", "`brif v0, block1, block2(v1)`"),
        Attr::Switch => ("cases", "`switch.i64 v0, block1, 5: block2, -1: block3(v1)`, the default first"),
        Attr::Guard => ("frame state, targets", "`guard v0 fs1 [v1], block1, block2`"),
    }
}

const ATTRS: [Attr; 21] = [
    Attr::None,
    Attr::Int,
    Attr::Float,
    Attr::Mem,
    Attr::Offset,
    Attr::Scaled,
    Attr::Units,
    Attr::Func,
    Attr::Sig,
    Attr::Native,
    Attr::Class,
    Attr::Slot,
    Attr::Global,
    Attr::Data,
    Attr::Trap,
    Attr::Selector,
    Attr::Interface,
    Attr::Frame,
    Attr::Targets,
    Attr::Switch,
    Attr::Guard,
];

const EFFECTS: [(Effects, &str); 7] = [
    (Effects::READ, "reads"),
    (Effects::WRITE, "writes"),
    (Effects::TRAP, "traps"),
    (Effects::ALLOC, "allocates"),
    (Effects::CALL, "calls"),
    (Effects::METER, "meters"),
    (Effects::END, "ends the block"),
];

fn types(out: &mut String) {
    for ty in Type::ALL {
        let what = match ty {
            Type::I8 => "an integer; also a truth value, 1 or 0",
            Type::I16 | Type::I32 | Type::I64 => "an integer, signed or not as the op says",
            Type::F32 | Type::F64 => "IEEE 754",
            Type::Ref => {
                "a pointer into heap, stack, globals or read-only data, interior pointers allowed; or null"
            }
            Type::Dyn => {
                "a word of a dynamic guest: an integer of 62 bits, a float, an immediate or a ref (`docs/dynamic.md`)"
            }
        };
        writeln!(out, "| `{ty}` | {} | {what} |", ty.bytes()).unwrap();
    }
}

/// Operands and result, as in `(T, i64) -> i8`.
fn signature(row: &Row) -> String {
    let operand = |operand: &Operand| match operand {
        Operand::T => "T".to_string(),
        Operand::Is(ty) => ty.to_string(),
        Operand::AnyInt => "int".to_string(),
        Operand::AnyFloat => "float".to_string(),
        Operand::Any => "any".to_string(),
        Operand::Rest => "…".to_string(),
    };
    let operands = row.operands.iter().map(operand).collect::<Vec<_>>().join(", ");
    match row.yields {
        Yield::Nothing => format!("({operands})"),
        Yield::T => format!("({operands}) → T"),
        Yield::Is(ty) => format!("({operands}) → {ty}"),
        Yield::Callee => format!("({operands}) → …"),
    }
}

fn class(class: TypeClass) -> &'static str {
    match class {
        TypeClass::None => "",
        TypeClass::Int => "int",
        TypeClass::Float => "float",
        TypeClass::Bits => "int, ref, dyn",
        TypeClass::Any => "any",
    }
}

fn ops(out: &mut String) {
    out.push_str(
        "\n## Ops\n\n*T* is the type after the dot, one of the column's; *…* is what the callee, the signature or the frame state \
         asks for. Gas classes are priced in `crates/base/src/gas.rs`.\n\n\
         | op | T | operands → result | carries | effects | gas | meaning |\n|---|---|---|---|---|---|---|\n",
    );
    for row in Opcode::ALL.iter().map(|op| op.row()) {
        let effects = EFFECTS.iter().filter(|(e, _)| row.effects.has(*e)).map(|e| e.1);
        let cells = [
            format!("`{}`", row.text),
            class(row.class).to_string(),
            signature(row),
            carries(row.attr).0.to_string(),
            effects.collect::<Vec<_>>().join(", "),
            format!("{:?}", row.gas).to_lowercase(),
            row.doc.replace('|', "\\|"),
        ];
        writeln!(out, "| {} |", cells.join(" | ")).unwrap();
    }
}

fn well_formed(out: &mut String) {
    let source = include_str!("../src/verify.rs");
    let header = source.lines().map_while(|line| line.strip_prefix("//!"));
    out.push_str("\n## Well-formed modules\n\n");
    for line in header.skip(2) {
        writeln!(out, "{}", line.strip_prefix(' ').unwrap_or(line)).unwrap();
    }
}

fn page() -> String {
    let mut out = INTRODUCTION.to_string();
    types(&mut out);
    out.push_str(TEXT_FORM);
    for attr in ATTRS {
        let (name, text) = carries(attr);
        writeln!(out, "| {name} | {text} |").unwrap();
    }
    ops(&mut out);
    well_formed(&mut out);
    out
}

#[test]
fn docs_ir_md_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ir.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(), "docs/ir.md is stale; BLESS=1 writes it anew");
}

#[test]
fn the_example_is_ir() {
    let text = TEXT_FORM.split("```").nth(1).unwrap();
    let text = format!(
        "{text}fn1 \"String\" (ref) -> (ref, i64)\nfn2 \"main\" () -> () {{\nblock0:\n    return\n}}\n"
    );
    let module = purlin_ir::parse::module(&text).unwrap_or_else(|e| panic!("{e}"));
    purlin_ir::verify::module(&module).unwrap_or_else(|e| panic!("{e}"));
}
