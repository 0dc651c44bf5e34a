//! Tokens, literals and complaints, as text.

use super::*;

/// The tokens of `src`, separated by blanks; literals and names by their text.
fn tokens(src: &str) -> String {
    let mut lexer = Lexer::new(src.as_bytes());
    let mut out = Vec::new();
    loop {
        lexer.next();
        out.push(match lexer.tok {
            Tok::Eof => return out.join(" "),
            Tok::Name => lexer.text().into_owned(),
            Tok::Literal => format!("{:?}:{}", lexer.lit, lexer.text()),
            Tok::Operator => lexer.op.text().into(),
            Tok::AssignOp => format!("{}=", lexer.op.text()),
            Tok::IncOp => format!("{0}{0}", lexer.op.text()),
            Tok::Semi => format!("<{}>", lexer.semi.text()),
            tok => tok.text().into(),
        });
    }
}

/// The complaints about `src`, `offset: message`.
fn errors(src: &[u8]) -> Vec<String> {
    let mut lexer = Lexer::new(src);
    lexer.next();
    while lexer.tok != Tok::Eof {
        lexer.next();
    }
    lexer.errors.iter().map(|e| format!("{}: {}", e.offset, e.message)).collect()
}

#[test]
fn operators_and_punctuation() {
    assert_eq!(
        tokens("+ - * / % & | ^ << >> &^ += -= *= /= %= &= |= ^= <<= >>= &^= && || <- ++ --"),
        "+ - * / % & | ^ << >> &^ += -= *= /= %= &= |= ^= <<= >>= &^= && || <- ++ -- <EOF>"
    );
    assert_eq!(
        tokens("== < > = ! ~ != <= >= := ... ( [ { , . ) ] } ; :"),
        "== < > = ! ~ != <= >= := ... ( [ { , . ) ] } <semicolon> :"
    );
    assert_eq!(tokens("a..b"), "a . . b <EOF>");
}

#[test]
fn semicolons_come_at_line_ends() {
    assert_eq!(tokens("a\nb // c\n\n)\n"), "a <newline> b <newline> ) <newline>");
    assert_eq!(tokens("return\nif\nx++\n+\n"), "return <newline> if x ++ <newline> +");
    assert_eq!(tokens("a /* one */ b /* two\nlines */ c"), "a b <newline> c <EOF>");
    assert_eq!(tokens("a @\nb"), "a <newline> b <EOF>");
    assert_eq!(tokens("\u{feff}a"), "a <EOF>");
    assert_eq!(tokens("a // no newline"), "a <EOF>");
}

#[test]
fn names() {
    assert_eq!(tokens("breaker _x1 größe 世界 funcs"), "breaker _x1 größe 世界 funcs <EOF>");
    assert_eq!(errors("x۰".as_bytes()), Vec::<String>::new());
    assert_eq!(errors("۰".as_bytes()), ["0: identifier cannot begin with digit U+06F0 '۰'"]);
    assert_eq!(errors("a☺b".as_bytes()), ["1: invalid character U+263A '☺' in identifier"]);
    assert_eq!(errors("☺".as_bytes()), ["0: invalid character U+263A '☺' in identifier"]);
}

#[test]
fn numbers() {
    assert_eq!(
        tokens("0 1_000 0b1_0 0o17 017 0xBad_Face 1. .5 1e-3 0x1p-2 0x.8P3 3i 0x1i 08i 1e3i 09.5"),
        "Int:0 Int:1_000 Int:0b1_0 Int:0o17 Int:017 Int:0xBad_Face Float:1. Float:.5 Float:1e-3 Float:0x1p-2 \
         Float:0x.8P3 Imag:3i Imag:0x1i Imag:08i Imag:1e3i Float:09.5 <EOF>"
    );
    for (src, error) in [
        ("0x", "2: hexadecimal literal has no digits"),
        ("0b", "2: binary literal has no digits"),
        ("0b12", "3: invalid digit '2' in binary literal"),
        ("0o8", "2: invalid digit '8' in octal literal"),
        ("0189", "2: invalid digit '8' in octal literal"),
        ("1__0", "2: '_' must separate successive digits"),
        ("0_x", "1: '_' must separate successive digits"),
        ("1_", "1: '_' must separate successive digits"),
        ("1_.5", "1: '_' must separate successive digits"),
        ("0b1.0", "3: invalid radix point in binary literal"),
        ("1e", "2: exponent has no digits"),
        ("1p3", "1: 'p' exponent requires hexadecimal mantissa"),
        ("0b1e3", "3: 'e' exponent requires decimal mantissa"),
        ("0x1.8", "5: hexadecimal mantissa requires a 'p' exponent"),
    ] {
        assert_eq!(errors(src.as_bytes()), [error], "{src}");
    }
}

#[test]
fn characters_and_strings() {
    for (src, value) in [
        (r"'a'", 97),
        (r"'\n'", 10),
        (r"'\''", 39),
        (r"'\xff'", 255),
        (r"'\377'", 255),
        (r"'\u00e9'", 0xe9),
        (r"'\U0010ffff'", 0x10ffff),
        ("'世'", 0x4e16),
    ] {
        assert_eq!(errors(src.as_bytes()), Vec::<String>::new(), "{src}");
        assert_eq!(char_value(src.as_bytes()), value, "{src}");
    }
    assert_eq!(string_value(br#""a\xff\u00e9\101\"\\""#), b"a\xff\xc3\xa9A\"\\");
    assert_eq!(string_value(b"`a\r\n\\n`"), b"a\n\\n");
    for (src, error) in [
        ("''", "1: empty rune literal or unescaped '"),
        ("'ab'", "0: more than one character in rune literal"),
        ("'a", "0: rune literal not terminated"),
        ("'\n", "1: newline in rune literal"),
        ("\"a\nb", "2: newline in string"),
        ("\"a", "0: string not terminated"),
        ("`a", "0: string not terminated"),
        ("\"\\q\"", "2: unknown escape"),
        ("\"\\'\"", "2: unknown escape"),
        ("\"\\xg\"", "3: invalid character 'g' in hexadecimal escape"),
        ("\"\\08\"", "3: invalid character '8' in octal escape"),
        ("\"\\400\"", "5: octal escape value 256 > 255"),
        ("\"\\ud800\"", "7: escape is invalid Unicode code point U+D800"),
        ("\"\\U00110000\"", "11: escape is invalid Unicode code point U+110000"),
        ("/* a", "0: comment not terminated"),
        ("a @ b", "2: invalid character U+0040 '@'"),
        ("#", "0: invalid character U+0023 '#'"),
        ("a \u{1}", "2: invalid character U+0001"),
    ] {
        assert_eq!(errors(src.as_bytes()), [error], "{src:?}");
    }
}

#[test]
fn encoding() {
    assert_eq!(errors(b"a\0b"), ["1: invalid NUL character"]);
    assert_eq!(errors(b"a \xff b"), ["2: invalid UTF-8 encoding"]);
    assert_eq!(errors("a \u{feff}b".as_bytes()), ["2: invalid BOM in the middle of the file"]);
    assert_eq!(errors(b"\"\xc3"), ["0: string not terminated", "1: invalid UTF-8 encoding"]);
}

#[test]
fn directives_are_kept() {
    let src = b"//go:build linux \r\n// go:no\npackage p //go:x\n";
    let mut lexer = Lexer::new(src);
    lexer.next();
    while lexer.tok != Tok::Eof {
        lexer.next();
    }
    let texts: Vec<_> =
        lexer.directives.iter().map(|(from, to)| std::str::from_utf8(&src[*from..*to]).unwrap()).collect();
    assert_eq!(texts, ["go:build linux", "go:x"]);
}
