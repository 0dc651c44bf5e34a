//! IR text. What it prints, [`crate::parse`] reads back.

use std::fmt::{self, Display, Write as _};

use crate::func::*;
use crate::ids::*;
use crate::inst::*;
use crate::module::*;
use crate::op::{Attr, Opcode, TypeClass};
use crate::types::Type;

/// A whole module as text.
pub fn module(module: &Module) -> String {
    let mut out = String::new();
    write_module(&mut out, module).expect("writing to a string cannot fail");
    out
}

/// One function as text.
pub fn function(module: &Module, id: FuncId) -> String {
    let mut out = String::new();
    write_func(&mut out, module, id).expect("writing to a string cannot fail");
    out
}

fn write_module(out: &mut String, m: &Module) -> fmt::Result {
    writeln!(out, "types {}{}", m.type_count, if m.open_types { " open" } else { "" })?;
    for (id, class) in m.classes.iter() {
        write!(out, "{id} = size {} pointers ", class.size)?;
        match class.pointers {
            Pointers::None => writeln!(out, "none")?,
            Pointers::Words(bits) => writeln!(out, "{bits:#b}")?,
            Pointers::All => writeln!(out, "all")?,
        }
    }
    for (id, global) in m.globals.iter() {
        writeln!(out, "{id} = {} size {}", Quoted(global.name.as_bytes()), global.size)?;
    }
    for (id, data) in m.data.iter() {
        writeln!(out, "{id} = {}", Quoted(&data.bytes))?;
    }
    for (id, sig) in m.sigs.iter() {
        writeln!(out, "{id} = {sig}")?;
    }
    for (id, native) in m.natives.iter() {
        writeln!(out, "{id} = {} {}", Quoted(native.name.as_bytes()), m.sigs[native.sig])?;
    }
    for (id, selector) in m.selectors.iter() {
        let rows = selector.methods.iter().map(|(t, f)| format!("{t}: {f}")).collect::<Vec<_>>().join(", ");
        writeln!(out, "{id} = {} [{rows}]", Quoted(selector.name.as_bytes()))?;
    }
    for (id, iface) in m.interfaces.iter() {
        let rows = iface.types.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(", ");
        writeln!(out, "{id} = {} [{rows}]", Quoted(iface.name.as_bytes()))?;
    }
    if let Some(main) = m.main {
        writeln!(out, "main {main}")?;
    }
    for id in m.funcs.keys() {
        out.push('\n');
        write_func(out, m, id)?;
    }
    Ok(())
}

fn write_func(out: &mut String, m: &Module, id: FuncId) -> fmt::Result {
    let decl = &m.funcs[id];
    let wrapper = if decl.wrapper { "wrapper " } else { "" };
    write!(out, "{id} {wrapper}{} {}", Quoted(decl.name.as_bytes()), m.sigs[decl.sig])?;
    let Some(f) = &decl.body else { return writeln!(out) };
    writeln!(out, " {{")?;
    for (slot, data) in f.slots.iter() {
        writeln!(out, "    {slot} = size {}", data.size)?;
    }
    if let Some(handler) = f.handler {
        writeln!(out, "    handler {handler}")?;
    }
    for block in &f.layout {
        let data = &f.blocks[*block];
        write!(out, "{block}")?;
        if !data.params.is_empty() {
            let params = data.params.iter().map(|p| format!("{p}: {}", f.ty(*p))).collect::<Vec<_>>();
            write!(out, "({})", params.join(", "))?;
        }
        writeln!(out, "{}:", if data.cold { " cold" } else { "" })?;
        for inst in &data.insts {
            out.push_str("    ");
            write_inst(out, f, *inst)?;
            out.push('\n');
        }
    }
    writeln!(out, "}}")
}

/// One instruction as text.
pub(crate) fn write_inst(out: &mut String, f: &Function, inst: Inst) -> fmt::Result {
    let data = &f.insts[inst];
    let row = data.op.row();
    if !data.results.is_empty() {
        write!(out, "{} = ", List(&data.results))?;
    }
    out.push_str(row.text);
    if row.class != TypeClass::None {
        write!(out, ".{}", data.ty)?;
    }
    match row.attr {
        Attr::None => write_args(out, &data.args),
        Attr::Int => with_number(out, data, data.int()),
        Attr::Offset => with_number(out, data, data.offset()),
        Attr::Units => with_number(out, data, data.units()),
        Attr::Probe => with_number(out, data, i64::from(data.probe())),
        Attr::Float => write!(out, " {}", FloatText(data.ty, data.float_bits())),
        Attr::Mem => {
            with_number(out, data, data.offset())?;
            if data.region() == 0 { Ok(()) } else { write!(out, " region {}", data.region()) }
        }
        Attr::Scaled => {
            with_number(out, data, i64::from(data.scale()))?;
            write!(out, ", {}", data.offset())
        }
        Attr::Func => callee(out, data.func(), data),
        Attr::Sig => callee(out, data.sig(), data),
        Attr::Native => callee(out, data.native(), data),
        Attr::Class => callee(out, data.class(), data),
        Attr::Slot => write!(out, " {}", data.slot()),
        Attr::Global => write!(out, " {}, {}", data.global(), data.offset()),
        Attr::Data => write!(out, " {}, {}", data.bytes(), data.offset()),
        Attr::Trap => {
            write!(out, " {}", data.trap_code().name())?;
            write_args(out, &data.args)
        }
        Attr::Selector => callee(out, data.selector(), data),
        Attr::Interface => callee(out, data.interface(), data),
        Attr::Frame => write!(out, " {} [{}]", data.state(), List(&data.args)),
        Attr::Targets => {
            write_args_comma(out, &data.args)?;
            let targets = data.targets.iter().map(|t| TargetText(t).to_string()).collect::<Vec<_>>();
            out.push_str(&targets.join(", "));
            Ok(())
        }
        Attr::Switch => {
            write_args_comma(out, &data.args)?;
            write!(out, "{}", TargetText(&data.targets[0]))?;
            for (case, target) in f.switches[data.switch()].iter().zip(&data.targets[1..]) {
                write!(out, ", {case}: {}", TargetText(target))?;
            }
            Ok(())
        }
        Attr::Guard => {
            write!(out, " {} {} [{}]", data.args[0], data.state(), List(&data.args[1..]))?;
            data.targets.iter().try_for_each(|t| write!(out, ", {}", TargetText(t)))
        }
    }
}

fn with_number(out: &mut String, data: &InstData, number: i64) -> fmt::Result {
    write_args_comma(out, &data.args)?;
    write!(out, "{number}")
}

fn callee(out: &mut String, what: impl Display, data: &InstData) -> fmt::Result {
    write!(out, " {what}")?;
    if matches!(data.op, Opcode::Alloc | Opcode::FuncRef) {
        Ok(())
    } else {
        write!(out, "({})", List(&data.args))
    }
}

fn write_args(out: &mut String, args: &[Value]) -> fmt::Result {
    if args.is_empty() { Ok(()) } else { write!(out, " {}", List(args)) }
}

fn write_args_comma(out: &mut String, args: &[Value]) -> fmt::Result {
    write_args(out, args)?;
    out.push_str(if args.is_empty() { " " } else { ", " });
    Ok(())
}

struct List<'a>(&'a [Value]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, value) in self.0.iter().enumerate() {
            write!(f, "{}{value}", if n == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

struct TargetText<'a>(&'a Target);

impl Display for TargetText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.block)?;
        if self.0.args.is_empty() { Ok(()) } else { write!(f, "({})", List(&self.0.args)) }
    }
}

/// A float as decimal where that reads back to the same bits, else its bits.
struct FloatText(Type, u64);

impl Display for FloatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (finite, text) = if self.0 == Type::F32 {
            let x = f32::from_bits(self.1 as u32);
            (x.is_finite(), format!("{x:?}"))
        } else {
            let x = f64::from_bits(self.1);
            (x.is_finite(), format!("{x:?}"))
        };
        if finite { f.write_str(&text) } else { write!(f, "bits {:#x}", self.1) }
    }
}

/// A byte string in quotes, with escapes.
pub(crate) struct Quoted<'a>(&'a [u8]);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{}", *byte as char)?,
                0x20..=0x7e => f.write_char(*byte as char)?,
                b'\n' => f.write_str("\\n")?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        f.write_char('"')
    }
}
