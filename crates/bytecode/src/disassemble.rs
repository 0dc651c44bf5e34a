//! Listings of bytecode, for people and for tests.

use std::fmt::Write as _;

use crate::func::Func;
use crate::table::{ArithmeticJump, BranchGas, Format, Op, SiteFunction, a, b, c, imm};

/// A function as text: one line an instruction, with its code offset.
pub fn disassemble(func: &Func) -> String {
    let mut out = String::new();
    let head = format!(
        "fn{} \"{}\": params {}, results {}, slots {}",
        func.id, func.name, func.params, func.results, func.frame_slots
    );
    let memory = func.memory.map_or(String::new(), |(first, n)| format!(", memory s{first}..{n}"));
    let handler = func.handler.map_or(String::new(), |pc| format!(", handler {pc}"));
    writeln!(out, "{head}{memory}{handler}").expect("writing to a string cannot fail");
    let mut pc = 0;
    while pc < func.code.len() {
        let words = line(&mut out, func, pc);
        pc += words;
    }
    out
}

/// Appends the instruction at `pc`; how many words it has.
fn line(out: &mut String, func: &Func, pc: usize) -> usize {
    let word = func.code[pc];
    let Some(op) = Op::decode(word) else {
        let _ = writeln!(out, "{pc:5}  ? {word:#018x}");
        return 1;
    };
    let next = func.code.get(pc + 1).copied().unwrap_or(0);
    let (ra, rb, rc) = (a(word), b(word), c(word));
    let to16 = |j: u16| pc as i64 + 1 + i64::from(j as i16);
    let to32 = pc as i64 + 1 + i64::from(imm(word));
    let text = match op.format() {
        Format::N => String::new(),
        Format::A => format!("s{ra}"),
        Format::Ab => format!("s{ra}, s{rb}"),
        Format::Abc => format!("s{ra}, s{rb}, s{rc}"),
        Format::Abi => format!("s{ra}, s{rb}, {}", rc as i16),
        Format::Ai | Format::Ag => format!("s{ra}, {}", imm(word)),
        Format::I => format!("{}", imm(word)),
        Format::Abj => format!("s{ra}, s{rb}, ->{}", to16(rc)),
        Format::Aij => format!("s{ra}, {}, ->{}", rb as i16, to16(rc)),
        Format::Aj => format!("s{ra}, ->{to32}"),
        Format::J => format!("->{to32}"),
        Format::Uj => format!("{ra}, ->{to32}"),
        Format::Aw => format!("s{ra}, {:#x}", next),
        Format::Abw | Format::Abg => format!("s{ra}, s{rb}, {next}"),
        Format::W => format!("{}", next as i64),
        Format::Abcd => format!("s{ra}, s{rb}, s{rc}, s{}", next as u16),
        Format::Abcs => format!("s{ra}, s{rb}, s{rc}, {}, {}", next as u32, (next >> 32) as i32),
        Format::Abcdef => {
            let (rd, re, rf) = (next as u16, (next >> 16) as u16, (next >> 32) as u16);
            format!("s{ra}, s{rb}, s{rc}, s{rd}, s{re}, s{rf}")
        }
        Format::Abid => format!("s{ra}, s{rb}, {}, s{}", rc as i16, next as u16),
        Format::Abiw => format!("s{ra}, s{rb}, {}, {next}", rc as i16),
        Format::Abcjt => format!("s{ra}, s{rb}, s{rc}{}", arithmetic_jump(pc, next)),
        Format::Abijt => format!("s{ra}, s{rb}, {}{}", rc as i16, arithmetic_jump(pc, next)),
        Format::Absjt => format!("s{ra}, s{rb}, {}", site_function(func, pc)),
        Format::Abjt => format!("s{ra}, s{rb}, ->{}{}", to16(rc), branch_gas(next)),
        Format::Aijt => format!("s{ra}, {}, ->{}{}", rb as i16, to16(rc), branch_gas(next)),
        Format::Ajt => format!("s{ra}, ->{to32}{}", branch_gas(next)),
        Format::Dense => {
            let count = imm(word) as usize;
            let jumps = &func.code[pc + 2..pc + 3 + count];
            let to = |n: usize| format!("->{}", pc as i64 + 1 + jumps[n] as i64);
            let cases: Vec<String> =
                (0..count).map(|n| format!("{}: {}", next as i64 + n as i64, to(n))).collect();
            format!("s{ra}, {}, else {}", cases.join(", "), to(count))
        }
        Format::Sparse => {
            let count = imm(word) as usize;
            let words = &func.code[pc + 1..pc + 2 + 2 * count];
            let to = |n: usize| format!("->{}", pc as i64 + 1 + words[n] as i64);
            let cases: Vec<String> =
                (0..count).map(|n| format!("{}: {}", words[2 * n] as i64, to(2 * n + 1))).collect();
            format!("s{ra}, {}, else {}", cases.join(", "), to(2 * count))
        }
    };
    let _ = writeln!(out, "{}", format!("{pc:5}  {} {text}", op.text()).trim_end());
    op.format().words(word)
}

/// Where a look-up looks, what it compares with, where it jumps, and what it takes.
fn site_function(func: &Func, pc: usize) -> String {
    let word = |n: usize| func.code.get(pc + n).copied().unwrap_or(0);
    let SiteFunction { site, function } = SiteFunction::decode(word(1));
    format!("{site}, fn{function}{}", arithmetic_jump(pc, word(2)))
}

/// Where arithmetic jumps, and what it takes.
fn arithmetic_jump(pc: usize, word: u64) -> String {
    let ArithmeticJump { taken, other, jump } = ArithmeticJump::decode(word);
    let gas = if (taken, other) == (0, 0) { String::new() } else { format!(", {taken} or {other}") };
    format!(", ->{}{gas}", pc as i64 + 1 + i64::from(jump))
}

/// What a branch takes, and what it adds first.
fn branch_gas(word: u64) -> String {
    let branch_gas = BranchGas::decode(word);
    let step = if branch_gas.step == 0 { String::new() } else { format!(", step {}", branch_gas.step) };
    format!(", {} or {}{step}", branch_gas.taken, branch_gas.other)
}
