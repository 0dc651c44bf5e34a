//! LuaJIT by mlua, vendored. Numbers are floats there, which hold these sums exactly.

use mlua::{Function, Lua};

use crate::measure::Outcome;

pub const TEXT: &str = r#"
function guest_adds(n) local s = 0 for i = 0, n - 1 do s = add(s, i) end return s end
function guest_passes(n) local s = 0 for i = 0, n - 1 do s = s + len("twenty bytes of text") end return s end
function sum(a, b) return a + b end
function length(s) return #s end
function echo(s) return s end
"#;

pub fn state() -> Outcome<Lua> {
    let lua = Lua::new();
    let globals = lua.globals();
    globals.set("add", lua.create_function(|_, (a, b): (i64, i64)| Ok(a.wrapping_add(b)))?)?;
    globals.set("len", lua.create_function(|_, text: mlua::LuaString| Ok(text.to_str()?.len() as i64))?)?;
    lua.load(TEXT).exec()?;
    Ok(lua)
}

/// A state, and its functions.
pub struct Calls {
    _lua: Lua,
    functions: [Function; 5],
}

impl Calls {
    pub fn new() -> Outcome<Calls> {
        let lua = state()?;
        let function = |name: &str| lua.globals().get::<Function>(name);
        let functions = [
            function("guest_adds")?,
            function("guest_passes")?,
            function("sum")?,
            function("length")?,
            function("echo")?,
        ];
        Ok(Calls { functions, _lua: lua })
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.functions[0].call::<i64>(n as i64)?)
    }

    pub fn guest_passes(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.functions[1].call::<i64>(n as i64)?)
    }

    pub fn host_adds(&mut self, n: u64) -> Outcome<i64> {
        (0..n as i64).try_fold(0, |sum, i| Ok(self.functions[2].call::<i64>((sum, i))?))
    }

    pub fn host_passes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| Ok(sum + self.functions[3].call::<i64>(crate::TWENTY)?))
    }

    pub fn host_echoes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| Ok(sum + self.functions[4].call::<String>(crate::TWENTY)?.len() as i64))
    }
}

/// One state: made, called, dropped. The program is compiled each time, as a state takes no other.
pub fn fresh() -> Outcome<i64> {
    let lua = state()?;
    Ok(lua.globals().get::<Function>("sum")?.call::<i64>((1, 2))?)
}
