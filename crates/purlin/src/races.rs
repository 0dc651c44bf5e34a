//! Data races that an isolate finds, as people are told of them. Knows nothing of how they are found.

use std::fmt::Write as _;

use purlin_runtime::races::{Race, Racing};
use purlin_runtime::trap::Frame;
use purlin_runtime::vm::{OnRace, Vm};

use crate::isolate::Isolate;
use crate::module::Module;

/// What stands around a report.
const LINE: &str = "==================";

/// Lets an isolate of a module whose code tells of its accesses find races, and report them on its stream for
/// errors.
pub(crate) fn find(vm: &mut Vm, module: &Module) {
    if module.0.forms.recipe.config.races {
        vm.find_races(Box::new(printed(module.clone())));
    }
}

fn printed(module: Module) -> impl FnMut(&Race) -> String + Send {
    move |race| report(&module, race)
}

impl<T: Send + 'static> Isolate<T> {
    /// How many data races were found since the isolate was made or reset last; 0 if its engine is not
    /// [configured](crate::Config::races) to look for them.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// var n int
    /// func main() {
    ///     done := make(chan bool)
    ///     go func() { n++; done <- true }()
    ///     n++
    ///     <-done
    /// }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let engine = Engine::new(Config { races: true, ..Config::default() });
    /// let module = engine.compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let (tell, told) = std::sync::mpsc::channel();
    /// isolate.on_race(move |report| tell.send(report.to_string()).unwrap());
    /// isolate.run()?;
    /// assert_eq!(isolate.races(), 1);
    /// assert!(told.recv()?.contains("WARNING: DATA RACE\nRead at 0x"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn races(&self) -> u64 {
        self.vm().races_found()
    }

    /// How many of them no test has failed for.
    pub(crate) fn races_outside_tests(&self) -> u64 {
        self.vm().races_not_accounted_for()
    }

    /// Lets `tell` have the report on each data race, in the place of the stream for errors. It is called
    /// while the program runs. Does nothing in an isolate that does not look for data races.
    ///
    /// The example of [`Isolate::races`] gathers reports.
    pub fn on_race(&mut self, mut tell: impl FnMut(&str) + Send + 'static) {
        if !self.module().0.forms.recipe.config.races {
            return;
        }
        let module = self.module().clone();
        let on_race: OnRace = Box::new(move |race| {
            tell(&report(&module, race));
            String::new()
        });
        self.vm_mut().find_races(on_race);
    }
}

/// The report on a race, in the form that Go's have.
fn report(module: &Module, race: &Race) -> String {
    let mut out = format!("{LINE}\nWARNING: DATA RACE\n");
    let [later, earlier] = &race.accesses;
    access(module, &mut out, race, later, what(later, ["Read", "Write", "Atomic read", "Atomic write"]));
    out.push('\n');
    let names = ["Previous read", "Previous write", "Previous atomic read", "Previous atomic write"];
    access(module, &mut out, race, earlier, what(earlier, names));
    let mut told = Vec::new();
    for racing in [later, earlier] {
        if !racing.created.is_empty() && !told.contains(&racing.fiber) {
            told.push(racing.fiber);
            let state = if racing.ended { "finished" } else { "running" };
            let fiber = capitalised(module.guest().fiber());
            let _ = write!(out, "\n{fiber} {} ({state}) created at:\n", racing.fiber);
            frames(module, &mut out, &racing.created);
        }
    }
    out + LINE + "\n"
}

fn what(racing: &Racing, names: [&'static str; 4]) -> &'static str {
    names[usize::from(racing.kind.write) + 2 * usize::from(racing.kind.atomic)]
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn access(module: &Module, out: &mut String, race: &Race, racing: &Racing, what: &str) {
    let fiber = module.guest().fiber();
    let who = if racing.fiber == 1 { format!("main {fiber}") } else { format!("{fiber} {}", racing.fiber) };
    let _ = writeln!(out, "{what} at {:#014x} by {who}:", race.address);
    frames(module, out, &racing.frames);
}

fn frames(module: &Module, out: &mut String, frames: &[Frame]) {
    for frame in module.shown_frames(frames).filter(|frame| frame.func != Frame::RAISE) {
        let _ = writeln!(out, "  {}()", module.func_name(frame.func));
        if let Some(at) = module.line_col(frame.pos) {
            let _ = writeln!(out, "      {}:{}", at.file, at.line);
        }
    }
}
