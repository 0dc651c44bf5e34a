//! Asynchronous functions of the host: what a call of one costs whose answer is ready at once.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mlua::Lua;
use purlin::{Config, Engine, HostPackage, Isolate, Module, SourceFile, Streams, Tier};
use wasmtime::{Linker, Store, TypedFunc};

use crate::measure::Outcome;
use crate::{cores, lua, purlins};

/// Drives a future that is ready whenever it is asked.
fn drive<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

pub struct Purlin {
    isolate: Isolate<()>,
    module: Module,
}

impl Purlin {
    pub fn new() -> Outcome<Purlin> {
        let package = HostPackage::new("host/bench")
            .async_function("Add", async |a: i64, b: i64| a.wrapping_add(b))
            .function("Len", |text: &str| text.len() as i64);
        let mut engine = Engine::new(Config { tier: Tier::Native, ..Config::default() });
        engine.host_package(package);
        let module = engine
            .compile(&[SourceFile { name: "main.go".into(), text: purlins::TEXT.into() }])
            .map_err(|error| error.to_string())?;
        Ok(Purlin { isolate: module.isolate((), purlins::limits(), Streams::default())?, module })
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        let adds = self.module.function::<(i64,), i64>("GuestAdds")?;
        Ok(drive(adds.call_async(&mut self.isolate, (n as i64,)))?)
    }
}

pub struct Core {
    store: Store<()>,
    guest_adds: TypedFunc<i64, i64>,
}

impl Core {
    pub fn new() -> Outcome<Core> {
        let engine = cores::engine(10)?;
        let module = cores::module(&engine)?;
        let mut linker = Linker::new(&engine);
        linker.func_wrap_async("host", "add", |_, (a, b): (i64, i64)| {
            Box::new(async move { a.wrapping_add(b) })
        })?;
        linker.func_wrap("host", "len", |_: i32, len: i32| i64::from(len))?;
        let mut store = Store::new(&engine, ());
        let instance = drive(linker.instantiate_async(&mut store, &module))?;
        Ok(Core { guest_adds: instance.get_typed_func(&mut store, "guest_adds")?, store })
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        Ok(drive(self.guest_adds.call_async(&mut self.store, n as i64))?)
    }
}

pub struct LuaJit(Lua);

impl LuaJit {
    pub fn new() -> Outcome<LuaJit> {
        let lua = Lua::new();
        let add = lua.create_async_function(|_, (a, b): (i64, i64)| async move { Ok(a.wrapping_add(b)) })?;
        lua.globals().set("add", add)?;
        lua.load(lua::TEXT).exec()?;
        Ok(LuaJit(lua))
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        let adds = self.0.globals().get::<mlua::Function>("guest_adds")?;
        Ok(drive(adds.call_async::<i64>(n as i64))?)
    }
}
