//! Runs a program: `guest-calc [--tier=interp|native|auto] [--stats] FILE.calc…`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use guest_calc::Calc;
use purlin::{Config, Engine, Isolate, Limits, SourceFile, Streams, Stress, Trap};

const USAGE: &str = "usage: guest-calc [--tier=interp|native|auto] [--stress=MODES] [--stats] FILE.calc…";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut config = Config::default();
    let (mut files, mut stats) = (Vec::new(), false);
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some(("--tier", tier)) => config.tier = tier.parse()?,
            Some(("--stress", modes)) => config.stress = Stress::parse(modes)?,

            None if arg == "--stats" => stats = true,
            _ if arg.starts_with('-') => return Err(USAGE.into()),
            _ => {
                let text = std::fs::read_to_string(&arg).map_err(|e| format!("{arg}: {e}"))?;
                files.push(SourceFile { name: arg, text: text.into() });
            }
        }
    }
    if files.is_empty() {
        return Err(USAGE.into());
    }
    let mut engine = Engine::new(config);
    engine.register(Box::new(Calc));
    let module = engine.compile(&files).map_err(|e| e.to_string())?;
    let streams = Streams {
        input: Box::new(std::io::stdin()),
        output: Box::new(std::io::stdout()),
        errors: Box::new(std::io::stderr()),
    };
    let mut isolate = module.isolate((), Limits::default(), streams).map_err(|e| e.to_string())?;
    let result = isolate.run();
    if stats {
        eprintln!("{:#?}", isolate.stats());
    }
    result.map_err(|trap| report(&isolate, &trap, &files))
}

/// The message where it happened in the program, and who called.
fn report(isolate: &Isolate<()>, trap: &Trap, files: &[SourceFile]) -> String {
    let module = isolate.module();
    let place = trap.frames.iter().find(|f| !module.is_wrapper(f.func)).and_then(|f| module.line_col(f.pos));
    let trace = isolate.traceback(trap);
    let Some(at) = place else { return format!("{}\n{trace}", trap.message) };
    let file = files.iter().find(|f| *f.name == *at.file);
    let line = file.and_then(|f| f.text.lines().nth(at.line as usize - 1)).unwrap_or_default();
    let before = line.bytes().take(at.col as usize - 1);
    let pad: String = before.map(|b| if b == b'\t' { '\t' } else { ' ' }).collect();
    format!("{at}: {}\n    {line}\n    {pad}^\n{trace}", trap.message)
}
