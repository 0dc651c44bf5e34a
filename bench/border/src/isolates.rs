//! Isolates and what others have of the kind: how long one takes that is made, called and dropped; on two
//! threads; how much memory an idle one holds; and how a compiled program is loaded.

use std::os::unix::fs::DirBuilderExt as _;
use std::time::Instant;

use purlin::{Config, Engine, PoolConfig, Streams, Tier, Trusted};
use wasmtime::Store;

use crate::measure::{Cell, Outcome, Table, resident};
use crate::{components, cores, lua, purlins, rhais, states};

const ENGINES: [&str; 5] = ["purlin", "wasmtime", "component", "LuaJIT", "rhai"];

/// Isolates in a round.
const FRESH: u64 = 300;

/// Isolates that are idle at once; of peers, whose pools reserve more, a tenth.
const IDLE: u64 = 10_000;

/// Functions of ten lines each.
const FUNCTIONS: usize = 1_000;

fn times(n: u64, mut one: impl FnMut() -> Outcome<i64>) -> Outcome<i64> {
    (0..n).try_fold(0, |sum, _| Ok(sum + one()?))
}

pub fn fresh() -> Outcome<Table> {
    let mut table = Table::new("ns an isolate: made, called, dropped", ENGINES);
    let module = purlins::module()?;
    let add = module.function("Add")?;
    let engine = cores::engine(10)?;
    let (core, component) = (cores::prepare(&engine)?, components::prepare(&engine)?);
    let rhai = rhais::Calls::new()?;
    table.alternate(
        "a small module, fresh",
        FRESH,
        [
            Some(&mut || times(FRESH, || purlins::fresh(&module, &add))),
            Some(&mut || times(FRESH, || cores::fresh(&core))),
            Some(&mut || times(FRESH, || components::fresh(&engine, &component))),
            Some(&mut || times(FRESH, lua::fresh)),
            Some(&mut || times(FRESH, || rhai.fresh())),
        ],
    )?;
    let mut isolate = module.isolate((), purlins::limits(), Streams::default())?;
    table.alternate(
        "a small module, reset and called",
        FRESH,
        [
            Some(&mut || {
                times(FRESH, || {
                    isolate.reset();
                    Ok(add.call(&mut isolate, (1, 2))?)
                })
            }),
            None,
            None,
            None,
            None,
        ],
    )?;
    let pool = module.pool(PoolConfig::default());
    table.alternate(
        "a small module, from a warm pool",
        FRESH,
        [
            Some(&mut || times(FRESH, || purlins::pooled(&pool, &add))),
            Some(&mut || times(FRESH, || cores::fresh(&core))),
            Some(&mut || times(FRESH, || components::fresh(&engine, &component))),
            None,
            None,
        ],
    )?;
    let (purlin, state) = (states::Purlin::new()?, states::prepare(&engine)?);
    table.alternate(
        "1 MB of initialised state, 8 pages used",
        FRESH,
        [
            Some(&mut || times(FRESH, || purlin.fresh())),
            Some(&mut || times(FRESH, || states::fresh(&state))),
            None,
            None,
            None,
        ],
    )?;
    Ok(table)
}

/// How many times as many isolates a second two threads make, by the clock.
fn speed_up(one: impl Fn() -> Outcome<i64> + Sync) -> Outcome<Cell> {
    const N: u64 = 3_000;
    let work = || times(N, &one).map_err(|e| e.to_string());
    let mut best = [f64::MAX; 2];
    for _ in 0..5 {
        let begun = Instant::now();
        work()?;
        best[0] = best[0].min(begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        std::thread::scope(|scope| {
            let other = scope.spawn(work);
            work()?;
            other.join().map_err(|_| "a thread panicked".to_string())?
        })?;
        best[1] = best[1].min(begun.elapsed().as_secs_f64());
    }
    Ok(Cell::Figure(2.0 * best[0] / best[1]))
}

pub fn threads() -> Outcome<Table> {
    let mut table = Table::new("isolates of two threads, of those of one", ENGINES);
    let module = purlins::module()?;
    let add = module.function("Add")?;
    let engine = cores::engine(10)?;
    let (core, component) = (cores::prepare(&engine)?, components::prepare(&engine)?);
    let pool = module.pool(PoolConfig::default());
    let cells = [
        speed_up(|| purlins::pooled(&pool, &add))?,
        speed_up(|| cores::fresh(&core))?,
        speed_up(|| components::fresh(&engine, &component))?,
        speed_up(lua::fresh)?,
        Cell::None,
    ];
    table.rows.push(("of a pool: made, called, dropped; by the clock".into(), cells));
    Ok(table)
}

/// Bytes of resident memory of each of many that were called once.
fn bytes_of<T>(n: u64, mut one: impl FnMut() -> Outcome<T>) -> Outcome<Cell> {
    let mut all = Vec::with_capacity(n as usize);
    let before = resident();
    for _ in 0..n {
        all.push(one()?);
    }
    let after = resident();
    Ok(Cell::Figure(after.saturating_sub(before) as f64 / n as f64))
}

pub fn idle() -> Outcome<Table> {
    let mut table = Table::new("bytes resident", ENGINES);
    let module = purlins::module()?;
    let add = module.function::<(i64, i64), i64>("Add")?;
    let engine = cores::engine(IDLE as u32 / 10 * 4)?;
    let (core, component) = (cores::prepare(&engine)?, components::prepare(&engine)?);
    let purlin = bytes_of(IDLE, || {
        let mut isolate = module.isolate((), purlins::limits(), Streams::default())?;
        add.call(&mut isolate, (1, 2))?;
        Ok(isolate)
    })?;
    let core = bytes_of(IDLE / 10, || {
        let mut store = Store::new(&engine, ());
        let instance = core.instantiate(&mut store)?;
        instance.get_typed_func::<(i64, i64), i64>(&mut store, "add")?.call(&mut store, (1, 2))?;
        Ok(store)
    })?;
    let component = bytes_of(IDLE / 10, || {
        let mut store = Store::new(&engine, ());
        let instance = component.instantiate(&mut store)?;
        instance.get_typed_func::<(i64, i64), (i64,)>(&mut store, "sum")?.call(&mut store, (1, 2))?;
        Ok(store)
    })?;
    let lua = bytes_of(IDLE / 10, lua::state)?;
    table.rows.push(("an idle isolate, after one call".into(), [purlin, core, component, lua, Cell::None]));
    Ok(table)
}

/// A program of ten thousand lines for Purlin, and one of as many functions for wasmtime.
fn large() -> (String, String) {
    let go = (0..FUNCTIONS).map(|n| {
        format!(
            "func F{n}(a, b int64) int64 {{\n\ts := a\n\tfor i := int64(0); i < b; i++ {{\n\t\tif s%2 == 0 {{\n\t\t\ts += i\n\t\t}} else {{\n\t\t\ts ^= {n}\n\t\t}}\n\t}}\n\treturn s\n}}\n"
        )
    });
    let wat = (0..FUNCTIONS).map(|n| {
        format!(
            "(func (export \"f{n}\") (param $a i64) (param $b i64) (result i64) (local $i i64)
              (block $done (loop $again
                (br_if $done (i64.ge_s (local.get $i) (local.get $b)))
                (if (i64.eqz (i64.rem_s (local.get $a) (i64.const 2)))
                  (then (local.set $a (i64.add (local.get $a) (local.get $i))))
                  (else (local.set $a (i64.xor (local.get $a) (i64.const {n})))))
                (local.set $i (i64.add (local.get $i) (i64.const 1)))
                (br $again)))
              (local.get $a))\n"
        )
    });
    (
        format!("package main\n{}\nfunc main() {{}}\n", go.collect::<String>()),
        format!("(module {})", wat.collect::<String>()),
    )
}

pub fn loading() -> Outcome<Table> {
    let mut table = Table::new("ns a program of 10,000 lines", ENGINES);
    let (go, wat) = large();
    let purlin = Engine::new(Config { tier: Tier::Native, ..Config::default() });
    let engine = wasmtime::Engine::default();
    table.alternate(
        "compiled (purlin: up to the first call)",
        1,
        [
            Some(&mut || purlins::compile(&purlin, &go).map(|module| module.exports().count() as i64)),
            Some(&mut || Ok(wasmtime::Module::new(&engine, &wat)?.exports().count() as i64)),
            None,
            None,
            None,
        ],
    )?;
    let trusted = stored(&purlins::compile(&purlin, &go)?)?;
    // Only unsafe code may have wasmtime load a compiled module, and this program has none.
    table.alternate(
        "read from what was serialised",
        1,
        [
            Some(&mut || Ok(purlin.deserialize(&trusted)?.exports().count() as i64)),
            None,
            None,
            None,
            None,
        ],
    )?;
    Ok(table)
}

/// A compiled module as it is read from a file that is only the user's.
fn stored(module: &purlin::Module) -> Outcome<Trusted> {
    let folder = std::env::temp_dir().join(format!("purlin-border-{}", std::process::id()));
    std::fs::DirBuilder::new().mode(0o700).create(&folder)?;
    let written = std::fs::write(folder.join("module"), module.serialize()?);
    let trusted = written.and_then(|()| Trusted::read(folder.join("module")));
    std::fs::remove_dir_all(folder)?;
    Ok(trusted?)
}
