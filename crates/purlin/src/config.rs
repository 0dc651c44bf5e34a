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
    /// Equal work from run to run, besides results and gas, which are equal anyway: in tier auto, code is
    /// compiled where it was found to be hot, on the thread that runs it; the keys of hash tables and the
    /// addresses that are reserved are the same in each process. What [`crate::Stats`] counts is then a
    /// function of program and input, but for programs that several threads or a clock have part in.
    ///
    /// Keys and addresses are the process's: from the first engine with this on, they hold for all engines of
    /// the process, but for the keys of maps that programs have made before. With keys that are known,
    /// programs can be written whose maps take long; so this is for measurements, not for hostile programs.
    ///
    #[cfg_attr(all(feature = "go", feature = "native"), doc = "```")]
    #[cfg_attr(not(all(feature = "go", feature = "native")), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// func work(n int) (s int) {
    ///     for i := 0; i < n; i++ { s += i % 7 }
    ///     return
    /// }
    /// func main() { for i := 0; i < 100; i++ { work(10_000) } }"#;
    /// let engine = Engine::new(Config { deterministic: true, ..Config::default() });
    /// let stats = || -> Result<purlin::Stats, Box<dyn std::error::Error>> {
    ///     let source = SourceFile { name: "main.go".into(), text: text.into() };
    ///     let module = engine.compile(&[source])?;
    ///     let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    ///     isolate.run()?;
    ///     Ok(isolate.stats())
    /// };
    /// assert_eq!(stats()?, stats()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub deterministic: bool,
    /// Count the instructions that the interpreter executes, for [`crate::Stats::bytecodes`] and the fields
    /// after it. A second instance of its loop does that, which takes about half as long again.
    pub count_bytecodes: bool,
}
