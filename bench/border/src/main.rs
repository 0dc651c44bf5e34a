//! What the border costs beside that of other engines: calls both ways, strings, isolates, memory. Peers are
//! wasmtime (core modules and the component model, with the pooling allocator), LuaJIT by mlua, and rhai.
//!
//! Rounds of all engines alternate in one process, CPU time counts, and the least of several rounds; results
//! are compared before anything is timed.

mod asynchronous;
mod components;
mod cores;
mod isolates;
mod lua;
mod measure;
mod purlins;
mod rhais;
mod states;

use measure::{Outcome, Table};

/// Iterations of a job that crosses once in each.
const CALLS: u64 = 10_000;

fn calls() -> Outcome<Table> {
    let mut table =
        Table::new("ns a call, loop included", ["purlin", "wasmtime", "component", "LuaJIT", "rhai"]);
    let (mut purlin, mut core, mut component) =
        (purlins::Calls::new()?, cores::Calls::new()?, components::Calls::new()?);
    let (mut lua, mut rhai) = (lua::Calls::new()?, rhais::Calls::new()?);
    table.alternate(
        "guest calls host: two integers",
        CALLS,
        [
            Some(&mut || purlin.guest_adds(CALLS)),
            Some(&mut || core.guest_adds(CALLS)),
            Some(&mut || component.guest_adds(CALLS)),
            Some(&mut || lua.guest_adds(CALLS)),
            Some(&mut || rhai.guest_adds(CALLS)),
        ],
    )?;
    table.alternate(
        "host calls guest: two integers",
        CALLS,
        [
            Some(&mut || purlin.host_adds(CALLS)),
            Some(&mut || core.host_adds(CALLS)),
            Some(&mut || component.host_adds(CALLS)),
            Some(&mut || lua.host_adds(CALLS)),
            Some(&mut || rhai.host_adds(CALLS)),
        ],
    )?;
    table.alternate(
        "guest passes a string of 20 bytes",
        CALLS,
        [
            Some(&mut || purlin.guest_passes(CALLS)),
            Some(&mut || core.guest_passes(CALLS)),
            Some(&mut || component.guest_passes(CALLS)),
            Some(&mut || lua.guest_passes(CALLS)),
            Some(&mut || rhai.guest_passes(CALLS)),
        ],
    )?;
    table.alternate(
        "host passes a string of 20 bytes",
        CALLS,
        [
            Some(&mut || purlin.host_passes(CALLS)),
            Some(&mut || core.host_passes(CALLS)),
            Some(&mut || component.host_passes(CALLS)),
            Some(&mut || lua.host_passes(CALLS)),
            Some(&mut || rhai.host_passes(CALLS)),
        ],
    )?;
    table.alternate(
        "host passes 20 bytes, and gets them back",
        CALLS,
        [
            Some(&mut || purlin.host_echoes(CALLS)),
            Some(&mut || core.host_echoes(CALLS)),
            Some(&mut || component.host_echoes(CALLS)),
            Some(&mut || lua.host_echoes(CALLS)),
            Some(&mut || rhai.host_echoes(CALLS)),
        ],
    )?;
    let (mut purlin, mut core) = (asynchronous::Purlin::new()?, asynchronous::Core::new()?);
    let mut lua = asynchronous::LuaJit::new()?;
    table.alternate(
        "guest calls async host: two integers, ready",
        CALLS,
        [
            Some(&mut || purlin.guest_adds(CALLS)),
            Some(&mut || core.guest_adds(CALLS)),
            None,
            Some(&mut || lua.guest_adds(CALLS)),
            None,
        ],
    )?;
    Ok(table)
}

fn main() -> Outcome<()> {
    println!("{}", calls()?);
    println!("{}", isolates::fresh()?);
    println!("{}", isolates::threads()?);
    println!("{}", isolates::idle()?);
    println!("{}", isolates::loading()?);
    Ok(())
}

/// A string of twenty bytes.
const TWENTY: &str = "twenty bytes of text";
