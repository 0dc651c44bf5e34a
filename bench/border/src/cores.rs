//! wasmtime with core modules: typed functions, strings in linear memory, the pooling allocator, fuel off and
//! epochs off (neither stops a program that a host has not prepared for).

use wasmtime::{
    Caller, Config, Engine, Extern, InstanceAllocationStrategy, InstancePre, Linker, Memory, Module,
    PoolingAllocationConfig, Store, TypedFunc,
};

use crate::measure::Outcome;

/// What the guest is in both forms of wasm: its text, the loops that call the host, and two functions.
macro_rules! guest {
    () => {
        r#"
  (data (i32.const 64) "twenty bytes of text")
  (func (export "guest_adds") (param $n i64) (result i64)
    (local $i i64) (local $s i64)
    (block $done
      (loop $again
        (br_if $done (i64.ge_s (local.get $i) (local.get $n)))
        (local.set $s (call $add (local.get $s) (local.get $i)))
        (local.set $i (i64.add (local.get $i) (i64.const 1)))
        (br $again)))
    (local.get $s))
  (func (export "guest_passes") (param $n i64) (result i64)
    (local $i i64) (local $s i64)
    (block $done
      (loop $again
        (br_if $done (i64.ge_s (local.get $i) (local.get $n)))
        (local.set $s (i64.add (local.get $s) (call $len (i32.const 64) (i32.const 20))))
        (local.set $i (i64.add (local.get $i) (i64.const 1)))
        (br $again)))
    (local.get $s))
  (func (export "len") (param i32 i32) (result i64) (i64.extend_i32_u (local.get 1)))
  (func (export "add") (param i64 i64) (result i64) (i64.add (local.get 0) (local.get 1)))"#
    };
}

pub(crate) use guest;

const TEXT: &str = concat!(
    r#"(module
  (import "host" "add" (func $add (param i64 i64) (result i64)))
  (import "host" "len" (func $len (param i32 i32) (result i64)))
  (memory (export "memory") 1)"#,
    guest!(),
    r#"
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "echo") (param i32 i32) (result i64)
    (i64.or (i64.shl (i64.extend_i32_u (local.get 0)) (i64.const 32)) (i64.extend_i32_u (local.get 1)))))"#
);

/// An engine whose instances come from a pool of so many.
pub fn engine(instances: u32) -> Outcome<Engine> {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(instances).total_memories(instances).total_tables(instances);
    pool.total_component_instances(instances).max_memory_size(64 << 20);
    let mut config = Config::new();
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    config.memory_reservation(64 << 20).memory_guard_size(64 << 10);
    Ok(Engine::new(&config)?)
}

pub fn module(engine: &Engine) -> Outcome<Module> {
    Ok(Module::new(engine, TEXT)?)
}

pub fn prepare(engine: &Engine) -> Outcome<InstancePre<()>> {
    let module = module(engine)?;
    let mut linker = Linker::new(engine);
    linker.func_wrap("host", "add", |a: i64, b: i64| a.wrapping_add(b))?;
    linker.func_wrap("host", "len", |mut caller: Caller<'_, ()>, at: i32, len: i32| -> i64 {
        let Some(Extern::Memory(memory)) = caller.get_export("memory") else { return -1 };
        let bytes = memory.data(&caller).get(at as usize..(at + len) as usize);
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).map_or(-1, |text| text.len() as i64)
    })?;
    Ok(linker.instantiate_pre(&module)?)
}

/// An instance, and its functions.
pub struct Calls {
    store: Store<()>,
    memory: Memory,
    guest_adds: TypedFunc<i64, i64>,
    guest_passes: TypedFunc<i64, i64>,
    add: TypedFunc<(i64, i64), i64>,
    alloc: TypedFunc<i32, i32>,
    len: TypedFunc<(i32, i32), i64>,
    echo: TypedFunc<(i32, i32), i64>,
}

impl Calls {
    pub fn new() -> Outcome<Calls> {
        let engine = engine(10)?;
        let prepared = prepare(&engine)?;
        let mut store = Store::new(&engine, ());
        let instance = prepared.instantiate(&mut store)?;
        Ok(Calls {
            memory: instance.get_memory(&mut store, "memory").ok_or("no memory")?,
            guest_adds: instance.get_typed_func(&mut store, "guest_adds")?,
            guest_passes: instance.get_typed_func(&mut store, "guest_passes")?,
            add: instance.get_typed_func(&mut store, "add")?,
            alloc: instance.get_typed_func(&mut store, "alloc")?,
            len: instance.get_typed_func(&mut store, "len")?,
            echo: instance.get_typed_func(&mut store, "echo")?,
            store,
        })
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.guest_adds.call(&mut self.store, n as i64)?)
    }

    pub fn guest_passes(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.guest_passes.call(&mut self.store, n as i64)?)
    }

    pub fn host_adds(&mut self, n: u64) -> Outcome<i64> {
        (0..n as i64).try_fold(0, |sum, i| Ok(self.add.call(&mut self.store, (sum, i))?))
    }

    /// Puts a string where the guest has room for it.
    fn put(&mut self, text: &str) -> Outcome<(i32, i32)> {
        let at = self.alloc.call(&mut self.store, text.len() as i32)?;
        self.memory.write(&mut self.store, at as usize, text.as_bytes())?;
        Ok((at, text.len() as i32))
    }

    pub fn host_passes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| {
            let place = self.put(crate::TWENTY)?;
            Ok(sum + self.len.call(&mut self.store, place)?)
        })
    }

    pub fn host_echoes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| {
            let place = self.put(crate::TWENTY)?;
            let back = self.echo.call(&mut self.store, place)? as u64;
            let (at, len) = ((back >> 32) as usize, back as u32 as usize);
            let bytes = self.memory.data(&self.store).get(at..at + len).ok_or("out of memory")?;
            Ok(sum + String::from_utf8(bytes.to_vec())?.len() as i64)
        })
    }
}

/// One instance: made, called, dropped.
pub fn fresh(prepared: &InstancePre<()>) -> Outcome<i64> {
    let mut store = Store::new(prepared.module().engine(), ());
    let instance = prepared.instantiate(&mut store)?;
    let add = instance.get_typed_func::<(i64, i64), i64>(&mut store, "add")?;
    Ok(add.call(&mut store, (1, 2))?)
}
