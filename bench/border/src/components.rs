//! wasmtime with the component model: typed functions and strings by the canonical ABI.

use wasmtime::component::{Component, InstancePre, Linker, TypedFunc};
use wasmtime::{Engine, Store};

use crate::cores;
use crate::measure::Outcome;

const TEXT: &str = concat!(
    r#"(component
  (import "add" (func $add (param "a" s64) (param "b" s64) (result s64)))
  (import "len" (func $len (param "text" string) (result s64)))
  (core module $memory
    (memory (export "memory") 1)
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
  (core instance $m (instantiate $memory))
  (core func $add_core (canon lower (func $add)))
  (core func $len_core (canon lower (func $len) (memory (core memory $m "memory")) (realloc (core func $m "realloc"))))
  (core module $main
    (import "host" "add" (func $add (param i64 i64) (result i64)))
    (import "host" "len" (func $len (param i32 i32) (result i64)))
    (import "m" "memory" (memory 1))"#,
    cores::guest!(),
    r#"
    (func (export "echo") (param i32 i32) (result i32)
      (i32.store (i32.const 16) (local.get 0))
      (i32.store (i32.const 20) (local.get 1))
      (i32.const 16)))
  (core instance $i (instantiate $main
    (with "host" (instance (export "add" (func $add_core)) (export "len" (func $len_core))))
    (with "m" (instance $m))))
  (func (export "guest-adds") (param "n" s64) (result s64) (canon lift (core func $i "guest_adds")))
  (func (export "guest-passes") (param "n" s64) (result s64) (canon lift (core func $i "guest_passes")))
  (func (export "sum") (param "a" s64) (param "b" s64) (result s64) (canon lift (core func $i "add")))
  (func (export "length") (param "text" string) (result s64)
    (canon lift (core func $i "len") (memory (core memory $m "memory")) (realloc (core func $m "realloc"))))
  (func (export "echo") (param "text" string) (result string)
    (canon lift (core func $i "echo") (memory (core memory $m "memory")) (realloc (core func $m "realloc")))))"#
);

pub fn prepare(engine: &Engine) -> Outcome<InstancePre<()>> {
    let component = Component::new(engine, TEXT)?;
    let mut linker = Linker::new(engine);
    linker.root().func_wrap("add", |_, (a, b): (i64, i64)| Ok((a.wrapping_add(b),)))?;
    linker.root().func_wrap("len", |_, (text,): (String,)| Ok((text.len() as i64,)))?;
    Ok(linker.instantiate_pre(&component)?)
}

/// An instance, and its functions.
pub struct Calls {
    store: Store<()>,
    guest_adds: TypedFunc<(i64,), (i64,)>,
    guest_passes: TypedFunc<(i64,), (i64,)>,
    sum: TypedFunc<(i64, i64), (i64,)>,
    length: TypedFunc<(&'static str,), (i64,)>,
    echo: TypedFunc<(&'static str,), (String,)>,
}

impl Calls {
    pub fn new() -> Outcome<Calls> {
        let engine = cores::engine(10)?;
        let prepared = prepare(&engine)?;
        let mut store = Store::new(&engine, ());
        let instance = prepared.instantiate(&mut store)?;
        Ok(Calls {
            guest_adds: instance.get_typed_func(&mut store, "guest-adds")?,
            guest_passes: instance.get_typed_func(&mut store, "guest-passes")?,
            sum: instance.get_typed_func(&mut store, "sum")?,
            length: instance.get_typed_func(&mut store, "length")?,
            echo: instance.get_typed_func(&mut store, "echo")?,
            store,
        })
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.guest_adds.call(&mut self.store, (n as i64,))?.0)
    }

    pub fn guest_passes(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.guest_passes.call(&mut self.store, (n as i64,))?.0)
    }

    pub fn host_adds(&mut self, n: u64) -> Outcome<i64> {
        (0..n as i64).try_fold(0, |sum, i| Ok(self.sum.call(&mut self.store, (sum, i))?.0))
    }

    pub fn host_passes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| Ok(sum + self.length.call(&mut self.store, (crate::TWENTY,))?.0))
    }

    pub fn host_echoes(&mut self, n: u64) -> Outcome<i64> {
        (0..n)
            .try_fold(0, |sum, _| Ok(sum + self.echo.call(&mut self.store, (crate::TWENTY,))?.0.len() as i64))
    }
}

/// One instance: made, called, dropped.
pub fn fresh(engine: &Engine, prepared: &InstancePre<()>) -> Outcome<i64> {
    let mut store = Store::new(engine, ());
    let instance = prepared.instantiate(&mut store)?;
    let sum = instance.get_typed_func::<(i64, i64), (i64,)>(&mut store, "sum")?;
    Ok(sum.call(&mut store, (1, 2))?.0)
}
