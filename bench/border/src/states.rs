//! A module whose initialised state is a megabyte, of which a call uses eight pages.

use purlin::{Config, Engine, Function, Pool, PoolConfig, SnapshotConfig, Streams, Tier};
use wasmtime::{InstancePre, Linker, Module, Store};

use crate::measure::Outcome;
use crate::purlins;

const GO: &str = r#"package main

var table [131072]int64

func init() {
	for i := range table {
		table[i] = int64(i)
	}
}

// Touch writes to eight pages.
func Touch(n int64) (s int64) {
	for i := int64(0); i < 8; i++ {
		table[i*16384] += n
		s += table[i*16384]
	}
	return
}

func main() {}
"#;

pub struct Purlin {
    pool: Pool,
    touch: Function<(i64,), i64>,
}

impl Purlin {
    pub fn new() -> Outcome<Purlin> {
        let engine = Engine::new(Config { tier: Tier::Native, ..Config::default() });
        let module = purlins::compile(&engine, GO)?;
        let touch = module.function("Touch")?;
        Ok(Purlin { pool: module.snapshot(SnapshotConfig::default())?.pool(PoolConfig::default()), touch })
    }

    pub fn fresh(&self) -> Outcome<i64> {
        let mut isolate = self.pool.isolate((), purlins::limits(), Streams::default())?;
        Ok(self.touch.call(&mut isolate, (3,))?)
    }
}

/// The module for wasmtime: its table is data, which an instance maps copy-on-write.
pub fn prepare(engine: &wasmtime::Engine) -> Outcome<InstancePre<()>> {
    let data: String = (0..131_072u64).flat_map(u64::to_le_bytes).map(|byte| format!("\\{byte:02x}")).collect();
    let text = format!(
        r#"(module (memory 17) (data (i32.const 65536) "{data}")
          (func (export "touch") (param $n i64) (result i64) (local $at i32) (local $s i64)
            (local.set $at (i32.const 65536))
            (loop $again
              (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (local.get $n)))
              (local.set $s (i64.add (local.get $s) (i64.load (local.get $at))))
              (local.set $at (i32.add (local.get $at) (i32.const 131072)))
              (br_if $again (i32.lt_u (local.get $at) (i32.const 1114112))))
            (local.get $s)))"#
    );
    Ok(Linker::new(engine).instantiate_pre(&Module::new(engine, text)?)?)
}

pub fn fresh(prepared: &InstancePre<()>) -> Outcome<i64> {
    let mut store = Store::new(prepared.module().engine(), ());
    let instance = prepared.instantiate(&mut store)?;
    Ok(instance.get_typed_func::<i64, i64>(&mut store, "touch")?.call(&mut store, 3)?)
}
