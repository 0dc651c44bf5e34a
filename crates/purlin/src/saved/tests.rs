//! Damage of every kind, on a small module of IR text.

use std::sync::Arc;

use super::*;
use crate::{Limits, SourceFile, Streams};

const TEXT: &str = "fn0 \"double\" (i64) -> (i64) {\nblock0(v0: i64):\n    v1 = iadd.i64 v0, v0\n    return v1\n}\n\n\
                    fn1 \"main\" () -> () {\nblock0:\n    poll fs0 []\n    v0 = iconst.i64 21\n    v1 = call fn0(v0)\n    return\n}\n\nmain fn1\n";

fn module(engine: &Engine) -> Module {
    let source = SourceFile { name: "small.ir".into(), text: TEXT.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn read(engine: &Engine, bytes: Vec<u8>) -> Result<Module, DeserializeError> {
    engine.restore(&Packed::all(Arc::new(bytes), 0))
}

fn run(module: &Module) {
    module.isolate((), Limits::default(), Streams::default()).unwrap().run().unwrap();
}

#[test]
fn every_length_and_thousands_of_changes_are_refused() {
    let engine = Engine::bare(Config::default());
    let module = module(&engine);
    run(&module);
    let bytes = module.serialize().unwrap();
    run(&read(&engine, bytes.clone()).unwrap());
    for len in 0..bytes.len() {
        assert!(read(&engine, bytes[..len].to_vec()).is_err(), "{len}");
    }
    let mut state = 7u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for n in 0..5000 {
        let mut bad = bytes.clone();
        // A bit, a few bytes, or a piece that is moved.
        match n % 3 {
            0 => bad[random(bytes.len())] ^= 1 << random(8),
            1 => (0..4).for_each(|_| bad[random(bytes.len())] = random(256) as u8),
            _ => bad.rotate_left(1 + random(bytes.len() - 1)),
        }
        if bad != bytes {
            assert!(read(&engine, bad).is_err(), "{n}");
        }
    }
}

/// The bytes after a change, with a header that fits them.
fn resealed(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    change(&mut bytes);
    let mut out = Writer::new();
    out.raw(&bytes);
    sealed(out)
}

#[test]
fn what_was_compiled_by_another_build_is_refused() {
    let engine = Engine::bare(Config::default());
    let bytes = module(&engine).serialize().unwrap();
    for (n, (what, here)) in circumstances(engine.config()).into_iter().enumerate() {
        let at = bytes.windows(here.len()).position(|window| window == here.as_bytes()).unwrap();
        let other = resealed(&bytes, |bytes| bytes[at] ^= 1);
        match read(&engine, other).err() {
            Some(DeserializeError::Differs { what: named, module, here: found }) => {
                assert_eq!((&named, &found), (&what, &here));
                assert_ne!(module, here);
            }
            other => panic!("{n}: {other:?}"),
        }
    }
    // A list of what is compared that this build does not have.
    let none = resealed(&bytes, |bytes| bytes[HEADER] = 0);
    assert_eq!(read(&engine, none).err(), Some(DeserializeError::Damaged));
}

#[test]
#[cfg(feature = "native")]
fn code_for_other_processors_is_refused() {
    let engine = Engine::bare(Config { tier: crate::Tier::Native, ..Config::default() });
    let compiled = module(&engine);
    run(&compiled);
    let bytes = compiled.serialize().unwrap();
    let find = |bytes: &[u8]| bytes.windows(4).rposition(|window| window == b"has_");
    let Some(at) = find(&bytes) else { return };
    let other = resealed(&bytes, |bytes| bytes[at + 4] = b'?');
    match read(&engine, other).err() {
        Some(DeserializeError::Refused(why)) => assert!(why.contains("processor's has_?"), "{why}"),
        other => panic!("{other:?}"),
    }
    // The interpreter does not look at machine code.
    let other = resealed(&bytes, |bytes| bytes[at + 4] = b'?');
    run(&read(&Engine::bare(Config { tier: crate::Tier::Interp, ..Config::default() }), other).unwrap());
}
