//! Small hosts on the public API, most of them hostile or wrong, each run in a process of its own: what ends
//! such a process otherwise than well is a defect of the border. `cargo xtask hosts` and `cargo xtask soak`
//! run it. Knows nothing of the crates' inside.

#![forbid(unsafe_code)]

mod common;
mod hosts;
mod kept;
mod runner;
mod soak;

use std::process::ExitCode;

const USAGE: &str = "\
usage: purlin-hosts [--filter TEXT] [--jobs N] [--limit SECONDS] [--slow N]
                                                   run all hosts, each in a process of its own
       purlin-hosts list                                   name them
       purlin-hosts run NAME                               run one, in this process
       purlin-hosts soak [--isolates N]                    make and drop so many isolates; memory must stay flat
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match &words[..] {
        ["list"] => {
            hosts::HOSTS.iter().for_each(|host| println!("{}", host.name));
            Ok(())
        }
        ["run", name] => runner::one(name),
        ["soak", rest @ ..] => soak::run(rest),
        ["help" | "--help"] => {
            print!("{USAGE}");
            Ok(())
        }
        options => runner::all(options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
