//! One malformed module for each rule of the verifier's header, with what it says.

use purlin_ir::{FuncId, Imm, Module, Opcode, Pointers, SlotId, Type, Value, parse, verify};

/// Tables that the functions below may use.
const TABLES: &str = r#"
types 3
sig0 = (i64) -> (i64)
class0 = size 8 pointers none
global0 = "g" size 16
data0 = "abc"
native0 = "n" (i64) -> ()
fn9 "callee" (i64) -> (i64)
fn8 "other" () -> (f64)
"#;

fn check(text: &str, want: &str) {
    let text = format!("{TABLES}{text}");
    let module = parse::module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let error = verify::module(&module).expect_err(&text).to_string();
    assert!(error.ends_with(want), "{text}\nsays: {error}\n want: {want}");
}

/// A function `(i64, i8) -> (i64)` with that body; `v0` and `v1` are its parameters.
fn body(body: &str, want: &str) {
    check(&format!("fn0 \"f\" (i64, i8) -> (i64) {{\nblock0(v0: i64, v1: i8):\n{body}\n}}"), want);
}

#[test]
fn blocks_and_their_ends() {
    check("fn0 \"f\" () -> () {\n}", "fn2 f: no blocks");
    check(
        "fn0 \"f\" (i64) -> () {\nblock0:\n return\n}",
        "the entry's parameters are not those of (i64) -> ()",
    );
    body("jump block1\nblock1:\njump block0(v0, v1)", "a jump to the entry");
    body("v2 = iadd.i64 v0, v0", "a block end is its last instruction, and only that");
    body("return v0\nreturn v0", "a block end is its last instruction, and only that");
    body("jump block1\nblock1:", "block1 is empty");
    body("return v0\nblock1:\nreturn v0", "block1 is unreachable");
    body("jump block1", "block1 is not in the layout");
    body("jump block1(v1)\nblock1(v2: i64):\nreturn v2", "arguments are not block1's parameters");
    body("jump block1\nblock1(v2: i64):\nreturn v2", "arguments are not block1's parameters");
    body("brif v1, block1\nblock1:\nreturn v0", "1 targets, not 2");
    body("jump block1, block1\nblock1:\nreturn v0", "2 targets, not 1");
}

#[test]
fn operands_and_results() {
    body("v2 = iadd.i64 v0, v1\nreturn v2", "v1 is i8, not T");
    body("v2 = iadd.i64 v0\nreturn v2", "1 operands for 2");
    body("v2 = iadd.f64 v0, v0\nreturn v0", "not defined on f64");
    body("v2 = fneg.i64 v0\nreturn v2", "not defined on i64");
    body("v2 = load.i64 v0, 8\nreturn v2", "v0 is i64, not Is(Ref)");
    body("nil_check v0\nreturn v0", "v0 is i64, not Is(Ref)");
    body("iadd.i64 v0, v0\nreturn v0", "results are [], not [I64]");
    body("v2, v3 = iadd.i64 v0, v0\nreturn v2", "results are [I64, I64], not [I64]");
    body("v2 = charge 1\nreturn v0", "results are [I64], not []");
    body("return v1", "operands are [I8], not [I64]");
    body("return", "operands are [], not [I64]");
    body("v2 = call fn9(v1)\nreturn v2", "operands are [I8], not [I64]");
    body("v2 = call_native native0(v0)\nreturn v2", "results are [I64], not []");
    body("v2 = call_indirect sig0(v0)\nreturn v2", "operands are [], not [I64]");
    body("tail_call fn8()", "a tail call with other results");
    body("v2 = sext.i8 v0\nreturn v0", "i64 to i8");
    body("v2 = zext.i64 v0\nreturn v0", "i64 to i64");
    body("v2 = itrunc.i64 v1\nreturn v0", "i8 to i64");
    body("v2 = bitcast.f32 v0\nreturn v0", "i64 to f32");
    body("v2 = bitcast.f64 v0\nv3 = float_to_sint.i32 v2\nreturn v0", "f64 to i32");
}

#[test]
fn definitions_dominate_uses() {
    body(
        "v2 = iadd.i64 v3, v0\nv3 = iadd.i64 v0, v0\nreturn v2",
        "v3 is not defined on every way to its use",
    );
    body(
        "brif v1, block1, block2\nblock1:\nv2 = iadd.i64 v0, v0\njump block2\nblock2:\nreturn v2",
        "v2 is not defined on every way to its use",
    );
    let handler =
        "fn0 \"f\" (i64) -> (i64) {\nhandler block1\nblock0(v0: i64):\nreturn v0\nblock1:\nreturn v0\n}";
    check(handler, "block1: v0 is not defined on every way to its use");
}

#[test]
fn handlers() {
    let with =
        |rest: &str| format!("fn0 \"f\" (i64) -> (i64) {{\nhandler block1\nblock0(v0: i64):\n{rest}\n}}");
    check(&with("return v0\nblock1(v1: i64):\nreturn v1"), "the handler has parameters");
    check(&with("return v0"), "handler block1 is not in the layout");
    check(&with("jump block1\nblock1:\nv1 = iconst.i64 0\nreturn v1"), "a jump to the handler");
    let entry = "fn0 \"f\" () -> () {\nhandler block0\nblock0:\nreturn\n}";
    check(entry, "the handler is the entry");
}

#[test]
fn numbers() {
    body(
        "charge -9223372036854775808\nreturn v0",
        "a number or offset that does not exist: Units(-9223372036854775808)",
    );
    body(
        "v2 = global global0, 17\nreturn v0",
        "a number or offset that does not exist: Global { global: global0, offset: 17 }",
    );
    body(
        "v2 = data data0, -1\nreturn v0",
        "a number or offset that does not exist: Data { data: data0, offset: -1 }",
    );
    body("switch.i64 v0, block1, 1: block1, 1: block1\nblock1:\nreturn v0", "two cases are equal");
    // What text cannot say: it names only what is declared.
    let text = format!(
        "{TABLES}\nfn0 \"f\" () -> () {{\nslot0 = size 8\nblock0:\nv0 = func fn9\nv1 = stack slot0\nreturn\n}}"
    );
    let wrong = [Imm::Func(FuncId::from_u32(77)), Imm::Slot(SlotId::from_u32(77))];
    for (n, imm) in wrong.into_iter().enumerate() {
        let mut module = parse::module(&text).unwrap();
        first_body(&mut module).insts.values_mut().nth(n).unwrap().imm = imm;
        let error = verify::module(&module).unwrap_err().to_string();
        let want = format!("a number or offset that does not exist: {imm:?}");
        assert!(error.ends_with(&want), "{error}");
    }
}

fn first_body(module: &mut Module) -> &mut purlin_ir::Function {
    module.funcs.values_mut().find_map(|decl| decl.body.as_deref_mut()).unwrap()
}

#[test]
fn what_text_cannot_say() {
    let text = "fn0 \"f\" (i64) -> () {\nblock0(v0: i64):\nv1 = iconst.i8 1\nv2 = switchless.i8\nreturn\n}";
    assert!(parse::module(text).is_err());
    let text = "fn0 \"f\" (i64) -> () {\nblock0(v0: i64):\nv1 = iconst.i8 1\nswitch.i8 v1, block1, 5: block1\nblock1:\nreturn\n}";
    let broken = |change: fn(&mut purlin_ir::Function), want: &str| {
        let mut module = parse::module(text).unwrap();
        change(first_body(&mut module));
        let error = verify::module(&module).unwrap_err().to_string();
        assert!(error.ends_with(want), "{error}");
    };
    broken(|f| f.insts.values_mut().next().unwrap().imm = Imm::Int(255), "255 is not an i8");
    broken(|f| f.switches.values_mut().next().unwrap()[0] = 300, "a case is not an i8");
    broken(|f| f.layout.push(f.layout[0]), "block0 is placed twice");
    broken(
        |f| {
            let entry = f.entry();
            let inst = f.blocks[entry].insts[0];
            f.blocks[entry].insts.insert(0, inst);
        },
        "inst0 is placed twice",
    );
    broken(
        |f| f.values[Value::from_u32(0)].ty = Type::I32,
        "the entry's parameters are not those of (i64) -> ()",
    );
    broken(|f| f.insts.values_mut().next().unwrap().op = Opcode::Null, "carries Int(1)");
    broken(
        |f| {
            let first = f.insts.values_mut().next().unwrap();
            (first.op, first.imm) = (Opcode::Null, Imm::None);
        },
        "results are [I8], not [Ref]",
    );
}

#[test]
fn polls_and_frame_states() {
    body(
        "jump block1\nblock1:\nbrif v1, block1, block2\nblock2:\nreturn v0",
        "block1 is on a cycle without a poll",
    );
    body(
        "jump block1\nblock1:\nv2 = iadd.i64 v0, v0\npoll fs0 [v0]\njump block1",
        "block1 is on a cycle without a poll",
    );
    body("v2 = call fn9(v0)\nreturn v2", "calls guest code where it may not have polled");
    body(
        "brif v1, block1, block2\nblock1:\npoll fs0 [v0]\njump block2\nblock2:\nv2 = call fn9(v0)\nreturn v2",
        "calls guest code where it may not have polled",
    );
    body("poll fs0 [v0]\npoll fs0 [v0]\nreturn v0", "fs0 is used twice");
    body(
        "brif v1, block1, block2\nblock1:\nguard v1 fs0 [v0], block3, block2\nblock2:\nreturn v0\nblock3:\nreturn v0",
        "block2: a guard's second target has other ways in",
    );
    body(
        "guard v1 fs0 [v0], block1, block1\nblock1:\nreturn v0",
        "block1: a guard's second target has other ways in",
    );
    // Either way into this cycle meets the one poll: that is enough.
    let text = "fn0 \"f\" (i8) -> () {\nblock0(v0: i8):\nbrif v0, block1, block2\nblock1:\njump block2\n\
                block2:\npoll fs0 [v0]\nbrif v0, block1, block3\nblock3:\nreturn\n}";
    verify::module(&parse::module(text).unwrap()).unwrap();
}

#[test]
fn tables() {
    check("main fn9", "module: main takes or returns something");
    check("selector0 = \"m\" [3: fn9]", "module: a selector names an unknown type or function");
    check("selector0 = \"m\" [2: fn9, 1: fn9]", "module: a selector's types are not sorted");
    check("iface0 = \"i\" [3]", "module: an interface names an unknown type");
    check("iface0 = \"i\" [1, 1]", "module: an interface's types are not sorted");
    let mut module = parse::module(TABLES).unwrap();
    module.main = Some(FuncId::from_u32(99));
    assert_eq!(verify::module(&module).unwrap_err().to_string(), "module: main is not a function");
    assert_eq!(module.classes.values().next().unwrap().pointers, Pointers::None);
}
