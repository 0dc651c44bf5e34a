//! Programs given as IR text, for forms that no front end makes.

use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};

/// A guard whose second target takes arguments: the mid-end drops parameters that always get the same value,
/// so they are only there without that pass. What leaves the native code must bring them along.
const GUARD: &str = r#"
main fn0

fn0 "main" () -> () {
block0:
    charge 1
    poll fs0 []
    v0 = iconst.i64 7
    v1 = call fn1(v0)
    v2 = ine.i64 v1, v0
    trap_if length v2
    v3 = iconst.i64 50
    v4 = call fn1(v3)
    v5 = iconst.i64 440
    v6 = ine.i64 v4, v5
    trap_if length v6
    return
}

fn1 "f" (i64) -> (i64) {
block0(v0: i64):
    v1 = iconst.i64 10
    v2 = slt.i64 v0, v1
    v3 = iadd.i64 v0, v1
    v4 = imul.i64 v0, v1
    guard v2 fs0 [], block1, block2(v3, v4)
block1:
    return v0
block2(v5: i64, v6: i64):
    v7 = isub.i64 v6, v5
    return v7
}
"#;

#[test]
fn a_guard_that_fails_passes_its_arguments() {
    for tier in [Tier::Interp, Tier::Native] {
        // Inlined, the guard would have a known condition and be gone.
        for disabled in [&[][..], &["clean"], &["inline"], &["inline", "clean"]] {
            let disabled_passes = disabled.iter().map(|pass| pass.to_string()).collect();
            let engine = Engine::new(Config { tier, disabled_passes, verify: true, ..Config::default() });
            let source = SourceFile { name: "guard.ir".into(), text: GUARD.into() };
            let module = engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"));
            let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
            isolate.run().unwrap_or_else(|trap| panic!("{tier}: {trap:?}"));
        }
    }
}

#[test]
fn what_the_verifier_rejects_is_said_before_anything_runs() {
    let text = GUARD.replace("return v7", "return v7, v7").into();
    let source = SourceFile { name: "wrong.ir".into(), text };
    let error = Engine::new(Config::default()).compile(&[source]).err().expect("a result too many");
    assert!(error.to_string().contains("fn1"), "{error}");
}
