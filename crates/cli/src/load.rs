//! From the options of a command to an engine and the sources that it is to compile.

use purlin::{CompileError, Config, Engine, Program};

use crate::exit::{self, Failure};
use crate::files::{self, Sources};
use crate::options::Compile;
use crate::terminal;

/// An engine, and what it is to compile.
pub(crate) struct Loaded {
    pub(crate) engine: Engine,
    sources: Sources,
}

impl Loaded {
    /// Reads the files, or opens the folder, that `paths` name; `words` are the program's arguments.
    /// `adjust` may change the configuration.
    pub(crate) fn open(
        paths: &[String],
        words: &[String],
        options: &Compile,
        engine: Engine,
        adjust: impl FnOnce(&mut Config),
    ) -> Result<Loaded, Failure> {
        let mut config = options.config().map_err(Failure::usage)?;
        adjust(&mut config);
        let engine = engine.with_config(config);
        let language = options.lang.clone();
        if let Some(name) = language.as_deref().filter(|name| engine.guests().all(|g| g.name() != *name)) {
            let known: Vec<&str> = engine.guests().map(|g| g.name()).collect();
            return Err(Failure::usage(format!(
                "there is no language {name} (there are {})",
                known.join(", ")
            )));
        }
        let most = options.source_bytes();
        let sources = match (&options.class_path, paths.first()) {
            (Some(path), Some(name)) => files::on_path(name, words, path, most, &engine),
            _ => files::read(paths, words, most, &engine, language.as_deref()),
        };
        let sources = sources.map_err(|message| Failure::new(exit::COMPILE, message))?;
        Ok(Loaded { engine, sources })
    }

    pub(crate) fn program(&self) -> Program<'_> {
        self.sources.program()
    }
}

/// The failure that a compile error is, with up to `max` errors.
pub(crate) fn compile_failure(error: &CompileError, max: usize) -> Failure {
    Failure::new(exit::COMPILE, terminal::errors(error, max, terminal::colours()))
}
