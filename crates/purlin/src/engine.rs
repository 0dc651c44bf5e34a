//! The engine: a configuration, the guests and the host packages that programs are compiled with.

use std::sync::Arc;

use purlin_base::SourceMap;

use crate::compile;
use crate::config::Config;
use crate::error::{CompileError, Findings};
use crate::guest::{Compiled, Guest, Input};
use crate::host::HostPackage;
use crate::module::Module;
use crate::program::Program;
use crate::registry::{Registry, built_in_guests};
use crate::timings::Timings;

/// A configuration, guests and host packages.
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

impl Engine {
    /// An engine with the guests that this build brings ([`built_in_guests`]) and the reader of IR text.
    pub fn new(config: Config) -> Engine {
        built_in_guests().into_iter().fold(Engine::bare(config), Engine::with_guest)
    }

    /// An engine that reads IR text and nothing else, until guests are added.
    pub fn bare(config: Config) -> Engine {
        Engine { config, guests: Registry::new(), host: Vec::new() }
    }

    /// The engine with another configuration, for the programs that it compiles from now on.
    pub fn with_config(self, config: Config) -> Engine {
        Engine { config, ..self }
    }

    /// The engine with one guest more, as [`Engine::register`] adds it.
    pub fn with_guest(mut self, guest: Box<dyn Guest>) -> Engine {
        self.register(guest);
        self
    }

    /// Adds a guest language. Of two guests with one file extension the later one has it; nothing else
    /// changes for the guests that were there before.
    pub fn register(&mut self, guest: Box<dyn Guest>) {
        self.guests.add(guest.into());
    }

    /// The guests, in the order in which they were added, and the reader of IR text last.
    pub fn guests(&self) -> impl Iterator<Item = &dyn Guest> {
        self.guests.iter().map(|guest| &**guest)
    }

    /// The guest that takes a program: the one that it names, or else by the extension of its first file, or
    /// by the files in its folder.
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
    pub fn compile<'a>(&self, program: impl Into<Program<'a>>) -> Result<Module, CompileError> {
        self.compile_timed(program, &mut Timings::default())
    }

    /// [`Engine::compile`], which notes how long each stage took.
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
        match result {
            Ok(mut compiled) => {
                if self.config.unmetered {
                    purlin_opt::unmeter::module(&mut compiled.module);
                }
                Ok(Front { guest, sources, compiled })
            }
            Err(diagnostics) => Err(CompileError::new(sources, diagnostics)),
        }
    }

    /// Looks for what is wrong with a program although it compiles ([`Guest::vet`]).
    ///
    /// # Errors
    /// Why the program does not compile, or no guest takes it.
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
            host: &self.host,
            budget: self.config.compile_bytes,
        }
    }

    /// The syntax tree as text.
    pub fn dump_ast<'a>(&self, program: impl Into<Program<'a>>) -> Result<String, CompileError> {
        let program = program.into();
        let mut sources = SourceMap::new();
        let result = self.guests.choose(&program)?.dump_ast(&mut sources, &self.input(&program));
        result.map_err(|diagnostics| CompileError::new(sources, diagnostics))
    }
}
