//! What an engine is configured with. Knows nothing of how any setting is carried out.

use std::fmt;
use std::str::FromStr;

use purlin_runtime::hooks::Stress;

/// How programs run. Results, output and gas are the same in all tiers.
///
/// ```
/// use purlin::Tier;
///
/// assert_eq!("native".parse(), Ok(Tier::Native));
/// assert_eq!(Tier::default().to_string(), "auto");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tier {
    /// Bytecode only: no code is generated.
    Interp,
    /// Everything is compiled to machine code before it first runs.
    Native,
    /// Starts in the interpreter and moves hot code to the native tier, compiled in the background.
    #[default]
    Auto,
}

impl FromStr for Tier {
    type Err = String;

    fn from_str(text: &str) -> Result<Tier, String> {
        match text {
            "interp" => Ok(Tier::Interp),
            "native" => Ok(Tier::Native),
            "auto" => Ok(Tier::Auto),
            other => Err(format!("unknown tier {other:?} (there are interp, native, auto)")),
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tier::Interp => "interp",
            Tier::Native => "native",
            Tier::Auto => "auto",
        })
    }
}

/// The settings of an engine, which hold for all modules that it compiles.
///
/// ```
/// use purlin::{Config, Engine, Tier};
///
/// // No machine code, and no more than 64 MiB for compiling a program.
/// let config = Config { tier: Tier::Interp, compile_bytes: Some(64 << 20), ..Config::default() };
/// let engine = Engine::new(config);
/// # let _ = engine;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// How programs run; [`Tier::Auto`] by default.
    pub tier: Tier,
    /// Modes in which rare events happen at every chance, for tests.
    pub stress: Stress,
    /// Passes of the mid-end that are left out, by name.
    pub disabled_passes: Vec<String>,
    /// Run the verifier after every pass, and Cranelift's on its input.
    pub verify: bool,
    /// Verify and optimise every function before any runs, instead of each before it runs first.
    pub eager: bool,
    /// Bytes that compiling one program may take, by an estimate that is the same everywhere.
    pub compile_bytes: Option<u64>,
    /// Note the processor time of compiling each function, for [`crate::Module::compilation`].
    pub measure: bool,
    /// Leave out what is charged for the program's own work: gas counts the iterations of loops, recursive
    /// calls, and what natives take. A program can still be cancelled; its gas says little.
    pub unmetered: bool,
    /// Look for data races. Code then tells of each access to memory, which takes several times as long; its
    /// results and its gas are what they are without. [`crate::Isolate::races`] says what was found, and each
    /// race is reported on the isolate's stream for errors.
    pub races: bool,
    /// Bytes of machine code that one program may have; functions that no longer fit are interpreted. 64 MiB
    /// if not set.
    pub code_bytes: Option<usize>,
}
