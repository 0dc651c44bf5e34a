//! `purlin completions` and `purlin man`: the command line as shells and `man` read it.

use clap::Args;
use clap_complete::Shell;

use crate::exit::{self, Failure, Outcome};
use crate::terminal;

pub(crate) const COMPLETIONS: &str = "\
Examples:
  purlin completions bash > ~/.local/share/bash-completion/completions/purlin
  purlin completions fish > ~/.config/fish/completions/purlin.fish
  purlin completions zsh > ~/.zfunc/_purlin";

pub(crate) const MAN: &str = "\
Examples:
  purlin man > purlin.1
  purlin man json check > purlin-json-check.1";

/// Arguments of `purlin completions`.
#[derive(Args)]
pub(crate) struct Completions {
    #[arg(value_enum)]
    shell: Shell,
}

/// Arguments of `purlin man`.
#[derive(Args)]
pub(crate) struct Man {
    /// The command, and its own command if it has some; without any, the page is about all of them
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

impl Completions {
    pub(crate) fn execute(self, mut cli: clap::Command) -> Outcome {
        let mut out = Vec::new();
        clap_complete::generate(self.shell, &mut cli, "purlin", &mut out);
        terminal::print(&String::from_utf8_lossy(&out));
        Ok(exit::OK)
    }
}

impl Man {
    pub(crate) fn execute(self, mut cli: clap::Command) -> Outcome {
        cli.build();
        let mut command = cli;
        for name in &self.path {
            let found = command.find_subcommand(name).cloned();
            command = found
                .ok_or_else(|| Failure::usage(format!("there is no command {}", self.path.join(" "))))?;
        }
        let name = [&["purlin".to_owned()], &*self.path].concat().join("-").leak();
        let mut out = Vec::new();
        let written = clap_mangen::Man::new(command.name(&*name)).render(&mut out);
        written.map_err(|error| Failure::new(exit::INTERNAL, format!("purlin man: {error}")))?;
        terminal::print(&String::from_utf8_lossy(&out));
        Ok(exit::OK)
    }
}
