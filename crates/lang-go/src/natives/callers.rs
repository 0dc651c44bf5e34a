//! Package `runtime`: where the program is. A program counter is a function's number plus one, and a position.

use purlin_base::{Pos, SourceMap, gas, traceback};
use purlin_ir::Module;
use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("runtime.callers", Native::Heavy(callers)),
    ("runtime.function", Native::Heavy(function)),
    ("runtime.place", Native::Heavy(place)),
    ("runtime.trace", Native::Heavy(trace)),
];

/// What the natives need to know of the program; attached to modules that call one of them.
pub struct Symbols {
    /// Name by function; `None` for those that nobody has written.
    names: Vec<Option<String>>,
    sources: SourceMap,
}

impl Symbols {
    /// Those of the module, if it asks for them.
    pub fn of(module: &Module, sources: &SourceMap) -> Option<Symbols> {
        let asks = |name: &str| NATIVES.iter().any(|(n, _)| *n == name);
        if !module.natives.values().any(|n| asks(&n.name)) {
            return None;
        }
        let names = module.funcs.values().map(|f| (!f.wrapper).then(|| f.name.clone())).collect();
        Some(Symbols { names, sources: sources.clone() })
    }

    fn name(&self, pc: u64) -> Option<&str> {
        let func = ((pc >> 32) as usize).checked_sub(1)?;
        self.names.get(func)?.as_deref()
    }
}

/// Program counters of the running fiber, innermost first.
fn frames(call: &mut Call<'_>) -> Vec<u64> {
    let frames = call.vm.traceback();
    call.vm.charge(2 * gas::FRAME * frames.len() as i64);
    let symbols = call.guest::<Symbols>();
    let pc = |f: &purlin_runtime::trap::Frame| ((u64::from(f.func) + 1) << 32) | u64::from(f.pos.0);
    let known = |pc: &u64| symbols.as_ref().is_some_and(|s| s.name(*pc).is_some());
    frames.iter().map(pc).filter(known).collect()
}

/// `(skip int, pc []uintptr) int`
fn callers(call: &mut Call<'_>) -> Answer {
    let skip = usize::try_from(call.int(0)).unwrap_or(0);
    let room = call.int(2) as usize;
    let found: Vec<u64> = frames(call).into_iter().skip(skip).take(room).collect();
    if !found.is_empty() {
        let at = call.word(1);
        let out = call.view_mut(at, found.len() * 8);
        for (word, pc) in out.chunks_exact_mut(8).zip(&found) {
            word.copy_from_slice(&pc.to_ne_bytes());
        }
    }
    call.ret_int(0, found.len() as i64);
    Ok(())
}

fn function(call: &mut Call<'_>) -> Answer {
    let pc = call.word(0);
    let symbols = call.guest::<Symbols>();
    let name = symbols.as_ref().and_then(|s| s.name(pc)).unwrap_or("");
    call.ret_string(0, name.as_bytes())
}

/// `(pc uintptr) (file string, line int)`
fn place(call: &mut Call<'_>) -> Answer {
    let pc = call.word(0);
    let symbols = call.guest::<Symbols>();
    let at =
        symbols.as_ref().filter(|s| s.name(pc).is_some()).and_then(|s| s.sources.line_col(Pos(pc as u32)));
    let (file, line) = at.map_or_else(|| ("".into(), 0), |at| (at.file, at.line));
    call.ret_string(0, file.as_bytes())?;
    call.ret_int(2, i64::from(line));
    Ok(())
}

/// `(skip int) string`
fn trace(call: &mut Call<'_>) -> Answer {
    let skip = usize::try_from(call.int(0)).unwrap_or(0);
    let number = call.vm.fiber().number;
    let mut text = format!("goroutine {number} [running]:\n");
    let frames = frames(call);
    if let Some(symbols) = call.guest::<Symbols>() {
        for pc in frames.into_iter().skip(skip) {
            let at = symbols.sources.line_col(Pos(pc as u32));
            traceback::push_frame(&mut text, symbols.name(pc).unwrap_or("?"), at.as_ref());
        }
    }
    call.charge_bytes(text.len() * 4);
    call.ret_string(0, text.as_bytes())
}
