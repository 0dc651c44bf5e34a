//! The programs of `tests/ir`: IR text that is run in every tier and under stress. Comments at the head say
//! what goes in and comes out: `; Input: text`, `; Output: text` (both without a line end), `; Trap: index`,
//! by the names of `trap_if`.

mod helpers;

use std::io;
use std::path::Path;

use purlin::{Config, Engine, Limits, SourceFile, Streams, Stress, Tier, TrapCode, TrapKind};

use helpers::Capture;

/// What came of a program: its output, the trap's name or nothing, the gas that it used.
type Result = (String, Option<&'static str>, u64);

fn run(name: &str, text: &str, input: &str, tier: Tier, stress: Stress) -> Result {
    let engine = Engine::new(Config { tier, stress, verify: true, ..Config::default() });
    let source = SourceFile { name: name.into(), text: text.into() };
    let module = engine.compile(&[source]).unwrap_or_else(|e| panic!("{name}: {e}"));
    let written = Capture::default();
    let streams = Streams {
        input: Box::new(io::Cursor::new(input.as_bytes().to_vec())),
        output: Box::new(written.clone()),
        errors: Box::new(io::sink()),
    };
    let mut isolate = module.isolate((), Limits::default(), streams).unwrap();
    let trap = isolate.run().err().map(|trap| {
        assert_eq!(trap.kind, TrapKind::Uncaught, "{name}: {trap:?}");
        trap.code.map_or("no code", TrapCode::name)
    });
    let output = written.text();
    (output, trap, isolate.stats().gas)
}

#[test]
fn programs_do_the_same_everywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let said = |what: &str| text.lines().find_map(|line| line.strip_prefix(what));
        let input = said("; Input: ").unwrap_or_default();
        let expected = (said("; Output: ").unwrap_or_default(), said("; Trap: "));
        let mut gas = None;
        for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
            for modes in ["", "gc,poison", "osr,deopt", "gc,eager"] {
                let stress = Stress::parse(modes).unwrap();
                let (output, trap, used) = run(&name, &text, input, tier, stress);
                assert_eq!((output.as_str(), trap), expected, "{name} in tier {tier} under {modes:?}");
                assert_eq!(*gas.get_or_insert(used), used, "{name}: gas in tier {tier} under {modes:?}");
            }
        }
    }
}
