//! The engine: a configuration, the guests and the host packages that programs are compiled with.

use std::sync::Arc;

use purlin_base::{Diagnostic, SourceMap};

use crate::compile;
use crate::config::Config;
use crate::error::{CompileError, Findings};
use crate::guest::{Build, Compiled, Guest, Input, Session};
use crate::host::HostPackage;
use crate::module::Module;
use crate::program::Program;
use crate::registry::{Registry, built_in_guests};
use crate::timings::Timings;

/// A configuration, guests and host packages.
///
/// Nothing runs in an engine; it may be dropped before what it has compiled. All methods that compile take
/// `&self`, so that threads may share it.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams};
///
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(HostPackage::new("host/clock").function("Now", || 1_700_000_000i64));
/// assert_eq!(engine.host_packages()[0].path, "host/clock");
/// assert_eq!(engine.declarations("go", "host/clock")?, "package clock\n\nfunc Now() int64\n");
///
/// let text = r#"package main
/// import "host/clock"
/// func Later(n int64) int64 { return clock.Now() + n }
/// func main() {}"#;
/// let program = [SourceFile { name: "main.go".into(), text: text.into() }];
/// assert_eq!(engine.guest_for(&program)?.title(), "Go");
/// let module = engine.compile(&program)?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.call::<_, i64>("Later", (1i64,))?, 1_700_000_001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    config: Config,
    guests: Registry,
    host: Vec<HostPackage>,
}

/// A front end's output, with the guest that made it.
pub(crate) struct Front {
    pub(crate) guest: Arc<dyn Guest>,
    pub(crate) sources: SourceMap,
    pub(crate) compiled: Compiled,
}

/// Sets what a configuration asks of the whole process.
fn obey(config: &Config) {
    if config.deterministic {
        purlin_base::map::fix();
        purlin_runtime::place::fix();
    }
}

impl Engine {
    /// An engine with the guests that this build brings ([`built_in_guests`]) and the reader of IR text.
    pub fn new(config: Config) -> Engine {
        built_in_guests().into_iter().fold(Engine::bare(config), Engine::with_guest)
    }

    /// An engine that reads IR text and nothing else, until guests are added.
    ///
    /// ```
    /// use purlin::{Config, Engine};
    ///
    /// let engine = Engine::bare(Config::default());
    /// assert_eq!(engine.guests().map(|guest| guest.name()).collect::<Vec<_>>(), ["ir"]);
    /// ```
    pub fn bare(config: Config) -> Engine {
        obey(&config);
        Engine { config, guests: Registry::new(), host: Vec::new() }
    }

    /// The engine with another configuration, for the programs that it compiles from now on.
    ///
    /// ```
    /// use purlin::{Config, Engine, Tier};
    ///
    /// let engine = Engine::new(Config::default());
    /// assert_eq!(engine.config().tier, Tier::Auto);
    /// let engine = engine.with_config(Config { tier: Tier::Interp, ..Config::default() });
    /// assert_eq!(engine.config().tier, Tier::Interp);
    /// ```
    pub fn with_config(self, config: Config) -> Engine {
        obey(&config);
        Engine { config, ..self }
    }

    /// The engine with one guest more, as [`Engine::register`] adds it.
    ///
    /// The example of [`Guest`] shows it.
    pub fn with_guest(mut self, guest: Box<dyn Guest>) -> Engine {
        self.register(guest);
        self
    }

    /// Adds a guest language. Of two guests with one file extension the later one has it; nothing else
    /// changes for the guests that were there before.
    ///
    /// The example of [`Guest`] shows it.
    pub fn register(&mut self, guest: Box<dyn Guest>) {
        self.guests.add(guest.into());
    }

    /// The guests, in the order in which they were added, and the reader of IR text last.
    pub fn guests(&self) -> impl Iterator<Item = &dyn Guest> {
        self.guests.iter().map(|guest| &**guest)
    }

    /// The guest that takes a program: the one that it names, or else by the extension of its first file, or
    /// by the files in its folder.
    ///
    /// # Errors
    /// No guest takes the program, or there is none of the name.
    pub fn guest_for<'a>(&self, program: impl Into<Program<'a>>) -> Result<&dyn Guest, CompileError> {
        self.guests.choose(&program.into()).map(|guest| &**guest)
    }

    /// Adds a host package that programs compiled from now on may import.
    pub fn host_package(&mut self, package: HostPackage) {
        self.host.push(package);
        HostPackage::name_objects(&mut self.host);
    }

    /// The declarations of a host package in a guest's language: those that it was made with, or those that
    /// the guest derives from the types of its functions.
    ///
    /// # Errors
    /// There is no such guest or package, or the guest cannot say a type of the package.
    pub fn declarations(&self, language: &str, path: &str) -> Result<String, CompileError> {
        let guest = self.guests.named(language)?;
        let package = self.host.iter().find(|package| package.path == path);
        let package = package.ok_or_else(|| format!("there is no host package {path}"));
        let text = package.and_then(|package| match package.declarations() {
            Some(text) => Ok(text.to_string()),
            None => guest.declare(package),
        });
        text.map_err(CompileError::message)
    }

    pub(crate) fn guest_named(&self, name: &str) -> Result<&Arc<dyn Guest>, CompileError> {
        self.guests.named(name)
    }

    /// The host packages, in the order in which they were added.
    pub fn host_packages(&self) -> &[HostPackage] {
        &self.host
    }

    /// The configuration that programs are compiled with from now on.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Compiles one program: files, or the package in a folder of a tree ([`Program::in_tree`]). The guest is
    /// chosen as by [`Engine::guest_for`].
    ///
    /// # Errors
    /// Everything that is wrong with the program, as far as the front end could tell; or that no guest takes
    /// it, or that compiling it takes more than [`Config::compile_bytes`].
    pub fn compile<'a>(&self, program: impl Into<Program<'a>>) -> Result<Module, CompileError> {
        self.compile_timed(program, &mut Timings::default())
    }

    /// [`Engine::compile`], which notes how long each stage took.
    ///
    /// # Errors
    /// As from [`Engine::compile`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, SourceFile, Timings};
    ///
    /// let source = SourceFile { name: "main.go".into(), text: "package main\nfunc main() {}".into() };
    /// let mut timings = Timings::default();
    /// Engine::new(Config::default()).compile_timed(&[source], &mut timings)?;
    /// assert_eq!(timings.stages[0].0, "front end");
    /// # Ok::<(), purlin::CompileError>(())
    /// ```
    pub fn compile_timed<'a>(
        &self,
        program: impl Into<Program<'a>>,
        timings: &mut Timings,
    ) -> Result<Module, CompileError> {
        let front = self.front_end(&program.into(), timings)?;
        let Front { guest, sources, compiled } = front;
        compile::module(&self.config, guest, sources, compiled, &self.host, timings)
    }

    /// Source to IR, not yet optimised.
    pub(crate) fn front_end(
        &self,
        program: &Program<'_>,
        timings: &mut Timings,
    ) -> Result<Front, CompileError> {
        let guest = self.guests.choose(program)?.clone();
        let mut sources = SourceMap::new();
        let input = self.input(program);
        let result = timings.time("front end", || guest.compile(&mut sources, &input));
        self.front(guest, sources, result, timings)
    }

    /// What a front end gave, as the configuration asks for it.
    fn front(
        &self,
        guest: Arc<dyn Guest>,
        sources: SourceMap,
        result: Result<Compiled, Vec<Diagnostic>>,
        timings: &mut Timings,
    ) -> Result<Front, CompileError> {
        match result {
            Ok(mut compiled) => {
                if self.config.unmetered {
                    purlin_opt::unmeter::module(&mut compiled.module);
                }
                if self.config.races {
                    let rules = guest.races();
                    timings.time("races", || purlin_opt::races::module(&mut compiled.module, &rules, 0));
                }
                Ok(Front { guest, sources, compiled })
            }
            Err(diagnostics) => Err(CompileError::new(sources, diagnostics)),
        }
    }

    /// A new session of a guest, and its program.
    pub(crate) fn session(&self, language: &str) -> Result<(Box<dyn Session>, Module), CompileError> {
        let guest = self.guests.named(language)?.clone();
        let none = || CompileError::message(format!("there is no repl for {}", guest.title()));
        let mut session = guest.session().ok_or_else(none)?;
        let (mut sources, mut timings) = (SourceMap::new(), Timings::default());
        let result = session.program(&mut sources);
        let Front { guest, sources, compiled } = self.front(guest.clone(), sources, result, &mut timings)?;
        let module = compile::module(&self.config, guest, sources, compiled, &self.host, &mut timings)?;
        Ok((session, module))
    }

    /// Looks for what is wrong with a program although it compiles ([`Guest::vet`]).
    ///
    /// # Errors
    /// Why the program does not compile, or no guest takes it.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, SourceFile};
    ///
    /// let text = "package main\nimport \"fmt\"\nfunc main() { fmt.Printf(\"%d\\n\", \"one\") }";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let findings = Engine::new(Config::default()).vet(&[source])?;
    /// assert_eq!(findings.diagnostics.len(), 1);
    /// assert!(findings.render().starts_with("main.go:3:"));
    /// # Ok::<(), purlin::CompileError>(())
    /// ```
    pub fn vet<'a>(&self, program: impl Into<Program<'a>>) -> Result<Findings, CompileError> {
        let program = program.into();
        let mut sources = SourceMap::new();
        match self.guests.choose(&program)?.vet(&mut sources, &self.input(&program)) {
            Ok(diagnostics) => Ok(Findings { diagnostics, sources }),
            Err(diagnostics) => Err(CompileError::new(sources, diagnostics)),
        }
    }

    fn input<'a>(&'a self, program: &Program<'a>) -> Input<'a> {
        Input {
            files: program.files,
            tree: program.tree.map(|t| (t, program.dir)),
            tests: program.tests,
            build: program.build.unwrap_or(Build::USUAL),
            races: self.config.races,
            host: &self.host,
            budget: self.config.compile_bytes,
        }
    }

    /// The syntax tree as text.
    ///
    /// # Errors
    /// The program does not parse, or its guest shows no syntax tree.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, SourceFile};
    ///
    /// let source = SourceFile { name: "main.go".into(), text: "package main\nfunc main() {}".into() };
    /// assert!(Engine::new(Config::default()).dump_ast(&[source])?.contains("main"));
    /// # Ok::<(), purlin::CompileError>(())
    /// ```
    pub fn dump_ast<'a>(&self, program: impl Into<Program<'a>>) -> Result<String, CompileError> {
        let program = program.into();
        let mut sources = SourceMap::new();
        let result = self.guests.choose(&program)?.dump_ast(&mut sources, &self.input(&program));
        result.map_err(|diagnostics| CompileError::new(sources, diagnostics))
    }
}
