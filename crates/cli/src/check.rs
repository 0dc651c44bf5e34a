//! `purlin check`: is it a program?

use purlin::Engine;

use crate::{exit, files, options};

/// Arguments of `purlin check`.
#[derive(clap::Args)]
pub struct Check {
    /// Source files, or one folder
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Errors to print, at most
    #[arg(long, default_value_t = 10, value_name = "N")]
    max_errors: usize,
    #[command(flatten)]
    compile: options::Compile,
}

impl Check {
    pub fn execute(self) -> u8 {
        let sources = match files::read(&self.files) {
            Ok(sources) => sources,
            Err(error) => {
                eprintln!("{error}");
                return exit::COMPILE;
            }
        };
        let config = match self.compile.config() {
            Ok(config) => config,
            Err(error) => {
                eprintln!("purlin: {error}");
                return exit::USAGE;
            }
        };
        match Engine::new(config).compile(&sources) {
            Ok(_) => exit::OK,
            Err(error) => {
                eprint!("{}", error.render(self.max_errors));
                exit::COMPILE
            }
        }
    }
}
