//! IR text: what is printed reads back as the same text, what people write is understood, and nothing that
//! is thrown at the reader makes it panic.

use purlin_ir::{parse, print, verify};

/// Every form that the printer writes, at least once.
const EVERYTHING: &str = include_str!("everything.ir");

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

/// Swaps, drops, doubles and replaces tokens and bytes. Nothing here may panic, verifier and printer
/// included.
#[test]
fn mutated_text_never_panics() {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let tokens: Vec<&str> = EVERYTHING.split_inclusive([' ', '\n', ',', '(', ')']).collect();
    let (mut read, mut verified) = (0, 0);
    for _ in 0..30_000 {
        let mut parts = tokens.clone();
        for _ in 0..rng.below(4) {
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
        let mut text = parts.concat();
        if rng.below(3) == 0 {
            let mut bytes = text.into_bytes();
            let at = rng.below(bytes.len());
            bytes[at] = rng.below(256) as u8;
            text = String::from_utf8_lossy(&bytes).into_owned();
        }
        let Ok(module) = parse::module(&text) else { continue };
        read += 1;
        let printed = print::module(&module);
        assert_eq!(reprint(&printed), printed, "{text}");
        verified += usize::from(verify::module(&module).is_ok());
    }
    assert!(read > 1000 && verified > 100, "too few mutants are read ({read}) or verify ({verified})");
}
