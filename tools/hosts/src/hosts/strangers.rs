//! What belongs to another: handles, isolates, traps and frames of other modules and engines.

use purlin::{Frame, Isolate, Pos, Tier, Trap, TrapKind, Waiting};

use crate::common::{
    Outcome, TIERS, compile, ends, holds, in_tiers, isolate, isolate_of, refused, same, well, with_gas,
};

const SMALL: &str = "func F(n int64) string { return \"small\" }";

fn large() -> String {
    let functions = (0..300).map(|n| format!("func F{n}(n int64) int64 {{ return fail(n, {n}) }}\n"));
    let all: String = functions.collect();
    format!(
        "func F(n int64) string {{ return \"large\" }}\nfunc fail(n, m int64) int64 {{ var none []int64; return none[n+m] }}\n{all}"
    )
}

pub(crate) fn handles() -> Outcome {
    in_tiers(|tier| {
        // Twice the same source: modules are of their own all the same.
        let modules = [compile(tier, &[], SMALL)?, compile(tier, &[], SMALL)?, compile(tier, &[], &large())?];
        let handle = |n: usize| modules[n].function::<(i64,), String>("F").map_err(|t| t.message);
        for (n, module) in modules.iter().enumerate() {
            for (m, other) in modules.iter().enumerate() {
                let mut i = isolate(other)?;
                let result = handle(n)?.call(&mut i, (1,));
                if n == m {
                    same(well(result)?, if n == 2 { "large".to_string() } else { "small".to_string() })?;
                } else {
                    refused(result, "another module")?;
                    well(i.call::<_, String>("F", (1i64,)))?;
                }
            }
            holds(module.function::<(i64,), String>("F300").is_err(), "there is no F300")?;
        }
        // A handle of another module leaves alone what is interrupted.
        let mut i = isolate_of(&modules[2], (), with_gas(1))?;
        ends(i.call::<_, i64>("F1", (1i64,)), TrapKind::OutOfGas)?;
        refused(handle(0)?.call(&mut i, (1,)), "another module")?;
        i.set_gas(None);
        ends(i.resume_call::<i64>(), TrapKind::Uncaught).map(|_| ())
    })?;
    // Handles of one tier's engine in isolates of another's.
    for a in TIERS {
        for b in TIERS.into_iter().filter(|b| *b != a) {
            let handle = compile(a, &[], SMALL)?.function::<(i64,), String>("F").map_err(|t| t.message)?;
            refused(handle.call(&mut isolate(&compile(b, &[], SMALL)?)?, (1,)), "another module")?;
        }
    }
    Ok(())
}

/// What a host can ask of an isolate about a trap.
fn shown(i: &Isolate<()>, trap: &Trap) -> Outcome {
    let (place, trace, headline) = (i.place(trap), i.traceback(trap), i.headline(trap));
    let report = i.report(&headline, trap);
    holds(place.is_none_or(|place| place.len() < 10_000), "a place without end")?;
    holds(trace.len() + report.len() < 10 << 20, "a report without end")?;
    for frame in &trap.frames {
        let _ = (i.module().line_col(frame.pos), i.module().func_name(frame.func).len());
        let _ = i.module().is_wrapper(frame.func);
    }
    Ok(())
}

pub(crate) fn traps() -> Outcome {
    let (small, large) = (compile(Tier::Interp, &[], SMALL)?, compile(Tier::Interp, &[], &large())?);
    let (mut inner, here) = (isolate(&large)?, isolate(&small)?);
    for name in ["F0", "F150", "F299"] {
        let trap = ends(inner.call::<_, i64>(name, (7i64,)), TrapKind::Uncaught)?;
        holds(inner.traceback(&trap).contains(name), "the frames are there")?;
        shown(&here, &trap)?;
    }
    let functions = [0, 1, 7, 1_000, 1 << 20, u32::MAX / 2, u32::MAX - 1, u32::MAX];
    let mut texts = Vec::new();
    let kinds = [TrapKind::Uncaught, TrapKind::Exit(i32::MIN), TrapKind::Deadlock, TrapKind::Internal];
    for kind in kinds {
        for func in functions {
            for pos in [Pos::NONE, here_pos(&large)?] {
                let mut trap = Trap::new(kind, "forged \0 \u{202e} text");
                trap.frames = vec![Frame { func, pos }; 50];
                trap.frames.push(Frame::raise());
                trap.fiber = u64::MAX;
                let frames = trap.frames.clone();
                trap.waiting = vec![Waiting { fiber: 0, what: "", frames, created: None }];
                shown(&here, &trap)?;
                shown(&inner, &trap)?;
                texts.push(here.traceback(&trap).len());
            }
        }
    }
    same(texts.len(), kinds.len() * functions.len() * 2)?;
    let many =
        Trap { frames: vec![Frame { func: 3, pos: Pos::NONE }; 200_000], ..Trap::new(TrapKind::Host, "") };
    shown(&here, &many)
}

/// A position near the end of a large module.
fn here_pos(module: &purlin::Module) -> Result<Pos, String> {
    let trap = ends(isolate(module)?.call::<_, i64>("F299", (1i64,)), TrapKind::Uncaught)?;
    trap.frames.last().map(|frame| frame.pos).ok_or_else(|| "no frames".to_string())
}
