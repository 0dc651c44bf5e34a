//! IR text: what is printed reads back as the same text, what people write is understood, and nothing that
//! is thrown at the reader makes it panic.

use purlin_ir::{parse, print, verify};

/// Every form that the printer writes, at least once.
const EVERYTHING: &str = r#"
; A comment, and entries in an order of their own.
types 3
sig7 = (i64) -> (i64)
class4 = size 24 pointers 0b101
class5 = size 8 pointers none
class9 = size 16 pointers all
global2 = "main.x" size 16
data1 = "a\n\"\\\x00\xff"
native3 = "fmt.print" (ref, i64) -> ()
selector0 = "String" [1: fn20, 2: fn3]
iface1 = "Stringer" [1, 2]
main fn1

fn20 "main.T.String" (ref) -> (ref, i64) {
block0(v0: ref):
    nil_check v0
    v1 = load.i64 v0, 8 region 2
    v2 = load.ref v0, 0
    return v2, v1
}

fn3 wrapper "main.U.String" (ref) -> (ref, i64) {
block0(v0: ref):
    poll fs0 [v0]
    tail_call fn20(v0)
}

fn1 "main.main" () -> () {
    slot4 = size 16
    handler block9
block2:
    charge 17
    poll fs1 []
    v10 = iconst.i64 -5
    v11 = iconst.i8 200          ; kept as -56
    v12 = fconst.f64 1.5
    v13 = fconst.f64 bits 0x7ff8000000000000
    v14 = fconst.f32 -0.0
    v15 = null
    v16 = func fn8
    v17 = data data1, 1
    v18 = global global2, 8
    v19 = stack slot4
    v20 = alloc class4
    v21 = alloc_array class5(v10)
    v22 = field v20, 16
    v23 = elem v21, v10, 8, 4
    store.i64 v22, v10, 0
    copy v20, v21, v10
    zero v20, v10
    bounds v10, v10
    trap_if length v11
    v24 = call_indirect sig7(v16, v10)
    v25, v26 = call fn20(v20)
    call_native native3(v17, v26)
    v27 = iface_method selector0(v26)
    v28 = implements iface1(v26)
    v29 = itrunc.i32 v24
    v30 = sext.i64 v29
    v31 = select.f64 v28, v12, v13
    v32 = bitcast.i64 v31
    v33 = dyn_from_int v32
    v34 = dyn_is_int v33
    guard v34 fs2 [v33], block3(v33), block1
block3(v35: dyn):
    v36 = dyn_to_int v35
    jump block4(v36)
block4(v37: i64):
    charge 4
    poll fs3 [v37]
    v38 = slt.i64 v37, v10
    brif v38, block4(v37), block5
block5:
    switch.i64 v37, block6, 4: block7, -1: block6
block6 cold:
    return
block7:
    trap user
block1:
    trap unreachable
block9:
    return
}

fn8 "declared.only" (i64) -> (i64)
"#;

fn reprint(text: &str) -> String {
    print::module(&parse::module(text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

#[test]
fn prints_and_parses_back() {
    let module = parse::module(EVERYTHING).unwrap_or_else(|e| panic!("{e}"));
    verify::module(&module).unwrap_or_else(|e| panic!("{e}"));
    let first = print::module(&module);
    assert_eq!(reprint(&first), first);
}

fn message(text: &str) -> String {
    match parse::module(text) {
        Ok(_) => "no error".into(),
        Err(e) => e.to_string(),
    }
}

#[test]
fn errors_say_where_and_what() {
    let body = |body: &str| format!("fn0 \"f\" () -> () {{\nblock0:\n    {body}\n}}\n");
    let cases = [
        ("hello", "1:1: expected a declaration, found `hello`"),
        ("fn0 \"f\" () -> () {\nblock0:\n", "3:1: expected `}`, found the end of the text"),
        ("class1 = size -1 pointers all", "1:15: a size is not a number of 32 bits"),
        ("types 4000000000", "1:1: more than 1048576 types"),
        ("main fn3", "1:6: fn3 is not declared"),
        ("thing1 = 4", "1:1: `thing` is no kind of declaration"),
        ("sig1 = () -> ()\nsig1 = () -> ()", "2:1: sig1 is declared twice"),
        ("data0 = \"abc", "1:9: a string without its end"),
        ("data0 = \"\\q\"", "1:10: an escape other than \\n \\\\ \\\" \\xHH"),
        ("global0 = \"\\xff\" size 8", "1:11: a name that is not UTF-8"),
        (
            "native0 = \"n\" () -> ()\nnative1 = \"n\" (i8) -> ()",
            "2:1: that native was declared with another signature",
        ),
        ("§", "1:1: the character '§' means nothing here"),
        (&body("frob v1"), "3:5: expected an op, found `frob`"),
        (&body("v1 = iadd v2, v3"), "3:10: iadd needs a type, as in iadd.i64"),
        (&body("v1 = null.ref"), "3:10: null has no type"),
        (&body("v1 = iconst.int 4"), "3:10: int is not a type"),
        (
            &body("v1 = iconst.i64 99999999999999999999"),
            "3:21: expected an integer of 64 bits, found `99999999999999999999`",
        ),
        (&body("return v1"), "3:12: a value that nothing in this function defines"),
        (&body("v1 = null\n    v1 = null"), "4:5: a value of that number is defined already"),
        (&body("return\nblock0:\n    return"), "4:1: a block of that number is there already"),
        (&body("call fn4()"), "3:10: fn4 is not declared"),
        (&body("trap banana"), "3:10: expected the name of a trap, found `banana`"),
        (&body("jump 1"), "3:10: expected `block` and a number, found `1`"),
    ];
    for (text, want) in cases {
        assert_eq!(message(text), want, "{text}");
    }
}

#[test]
fn numbers_are_not_sizes() {
    let text = "fn4000000000 \"f\" () -> (i64) {\nblock4000000000:\n    jump block3999999999\n\
                block3999999999:\n    v4000000000 = iconst.i64 1\n    return v4000000000\n}\n";
    let module = parse::module(text).unwrap();
    verify::module(&module).unwrap();
    let func = module.funcs.values().next().unwrap().body.as_ref().unwrap();
    assert_eq!((func.values.len(), func.blocks.len()), (1, 2));
    assert!(parse::module("fn0 \"f\" () -> () {\nblock99999999999999999999:\n return\n}").is_err());
}

/// Small and deterministic; what matters is that it gets everywhere.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Swaps, drops, doubles and replaces tokens and bytes. Nothing here may panic, verifier and printer included.
#[test]
fn mutated_text_never_panics() {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let tokens: Vec<&str> = EVERYTHING.split_inclusive([' ', '\n', ',', '(', ')']).collect();
    let (mut read, mut verified) = (0, 0);
    for _ in 0..30_000 {
        let mut parts = tokens.clone();
        for _ in 0..1 + rng.below(3) {
            let (a, b) = (rng.below(parts.len()), rng.below(parts.len()));
            match rng.below(5) {
                0 => parts.swap(a, b),
                1 => drop(parts.remove(a)),
                2 => parts.insert(a, parts[b]),
                3 => parts[a] = parts[b],
                _ => {
                    parts[a] =
                        ["-1 ", "99999999999 ", "\"", "{", "}", "v1", "block1 ", "\u{e9}"][rng.below(8)]
                }
            }
        }
        let text = parts.concat();
        let Ok(module) = parse::module(&text) else { continue };
        read += 1;
        let printed = print::module(&module);
        assert_eq!(reprint(&printed), printed, "{text}");
        verified += usize::from(verify::module(&module).is_ok());
    }
    assert!(read > 1000 && verified > 100, "too few mutants are read ({read}) or verify ({verified})");
}
