//! Tokens as text, and the values of literals.

use super::*;

fn tokens(text: &str, dialect: Dialect) -> String {
    let (tokens, errors) = lex(text, dialect);
    let shown = tokens.iter().filter(|t| t.tok != Tok::Eof).map(|t| {
        let word = &text[t.start as usize..t.end as usize];
        format!("{:?}<{word}>", t.tok)
    });
    let errors = errors.iter().map(|(at, e)| format!("{at}: {e}"));
    shown.chain(errors).collect::<Vec<_>>().join(" ")
}

#[test]
fn operators_leave_minus_signs_to_numbers() {
    let st80 = |text| tokens(text, Dialect::Smalltalk80);
    assert_eq!(st80("a--1"), "Name<a> Binary<-> Binary<-> Number<1>");
    assert_eq!(st80("a>=-1"), "Name<a> Binary<>=> Binary<-> Number<1>");
    assert_eq!(st80("a -- b"), "Name<a> Binary<--> Name<b>");
    assert_eq!(st80("a ==> b"), "Name<a> Binary<==>> Name<b>");
}

#[test]
fn dialects_differ_in_strings_characters_and_separators() {
    assert_eq!(tokens("'a''b'", Dialect::Smalltalk80), "String<'a''b'>");
    assert_eq!(tokens("'a''b'", Dialect::Som), "String<'a'> String<'b'>");
    assert_eq!(tokens("'a\\'b'", Dialect::Som), "String<'a\\'b'>");
    assert_eq!(tokens("-----", Dialect::Som), "Separator<----->");
    assert_eq!(tokens("-----", Dialect::Smalltalk80), "Binary<----->");
    assert_eq!(tokens("$a", Dialect::Som), "Bad<$> Name<a> 0: unexpected character '$'");
    assert_eq!(tokens("a ! b", Dialect::Smalltalk80), "Name<a> Bang<!> Name<b>");
    assert_eq!(tokens("#,! #=!", Dialect::Smalltalk80), "Symbol<#,> Bang<!> Symbol<#=> Bang<!>");
    assert_eq!(tokens("a ! b", Dialect::Som), "Name<a> Binary<!> Name<b>");
}

#[test]
fn symbols_and_keywords_end_where_assignments_begin() {
    let st80 = |text| tokens(text, Dialect::Smalltalk80);
    assert_eq!(st80("x:=3"), "Name<x> Assign<:=> Number<3>");
    assert_eq!(st80("#at:put: foo"), "Symbol<#at:put:> Name<foo>");
    assert_eq!(st80("#a.b #a. b"), "Symbol<#a.b> Symbol<#a> Period<.> Name<b>");
    assert_eq!(st80("##foo ##(3)"), "Symbol<##foo> Constant<##(> Number<3> Rparen<)>");
    assert_eq!(st80("# foo"), "Bad<#> Name<foo> 0: a literal is missing after #");
}

#[test]
fn numbers_end_where_they_must() {
    let st80 = |text| tokens(text, Dialect::Smalltalk80);
    assert_eq!(st80("3.foo"), "Number<3> Period<.> Name<foo>");
    assert_eq!(st80("3e foo"), "Number<3> Name<e> Name<foo>");
    assert_eq!(st80("5sqrt"), "Number<5> Name<sqrt>");
    assert_eq!(st80("1_000_ 5s 5s2"), "Number<1_000> Assign<_> Number<5s> Number<5s2>");
    assert_eq!(st80("16r1F 16rx"), "Number<16r1F> Number<16> Name<rx>");
    assert_eq!(tokens("16r1F 1.5e3", Dialect::Som), "Number<16> Name<r1F> Number<1.5> Name<e3>");
}

/// The value of a number, as Rust shows it, or the error.
fn value(text: &str) -> String {
    match number(text, false, Dialect::Smalltalk80) {
        Ok(crate::ast::Literal::Integer(value)) => value.to_string(),
        Ok(crate::ast::Literal::Float(value)) => format!("{:?} {:?}", value.value, value.precision),
        Ok(crate::ast::Literal::Scaled(s)) => format!("{}/10^{} s{}", s.unscaled, s.decimals, s.scale),
        Ok(_) => unreachable!("numbers are numbers"),
        Err(message) => message,
    }
}

#[test]
fn numbers_are_exact() {
    let cases = [
        ("16rFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175"),
        ("36rZZ", "1295"),
        ("2r1e10", "1024"),
        ("1e25", "10000000000000000000000000"),
        ("16r-A", "-10"),
        ("1e-2", "0.01 E"),
        ("1.5", "1.5 D"),
        ("1.5q3", "1500.0 Q"),
        ("1d", "1.0 D"),
        ("16r1.8", "1.5 D"),
        ("2r1.1e3", "12.0 E"),
        ("3r0.1", "0.3333333333333333 D"),
        ("2.2250738585072011e-308", "2.225073858507201e-308 E"),
        ("0.1s", "1/10^1 s1"),
        ("3.14s4", "314/10^2 s4"),
        ("37r1", "there is no radix 37: it is from 2 to 36"),
        ("1e400000", "this number has more than 131072 bits"),
        ("1.0e400", "this number is larger than any float"),
        ("2r1.0e99999", "this number is larger than any float"),
        ("2r1.0e-99999", "0.0 E"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn characters_have_numbers() {
    assert_eq!(character("$a"), Ok('a'));
    assert_eq!(character("$<"), Ok('<'));
    assert_eq!(character("$<65>"), Ok('A'));
    assert_eq!(character("$<16r41>"), Ok('A'));
    assert!(character("$<1114112>").is_err() && character("$<99r1>").is_err() && character("$").is_err());
}

#[test]
fn pairs_follow_the_layout_where_brackets_do_not_match() {
    let partners = |text: &str| {
        let (tokens, _) = lex(text, Dialect::Smalltalk80);
        let pairs = pairs(&tokens, text);
        let shown = pairs.iter().map(|p| if *p == UNPAIRED { "-".into() } else { p.to_string() });
        shown.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(partners("( [ ] )"), "3 2 1 0 -");
    assert_eq!(partners("( [ )"), "2 - 0 -");
    assert_eq!(partners(") ("), "- - -");
    // The bracket in the first column closes the outermost one.
    assert_eq!(partners("x [\n [ [ ]\n]"), "- 5 - 4 3 1 -");
    // A definition in the first column ends all before it.
    assert_eq!(partners("x [\nX extend [ ]"), "- - - - 5 4 -");
}
