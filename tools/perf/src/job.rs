//! One benchmark: what its size means, and whether it did what it should. A program that runs checks its own
//! result and prints `ok`; of the other kinds the host checks the answers.
//!
//! Knows nothing of measuring.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use purlin::repl::Repl;
use purlin::{Config, Engine, HostPackage, Isolate, Limits, Module, SendCounts, SourceFile, Stats, Streams};

use crate::Outcome;

/// What is done as often as the size says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JobKind {
    /// The program's own work: the size is its argument.
    Run,
    /// Calls of the functions `Step` and `Name` by the host.
    Call,
    /// Isolates that are made, run and dropped.
    Isolate,
    /// Engines that compile the program and run it.
    Start,
    /// Copies of the program's functions, under other names.
    Compile,
    /// Inputs of a session, each a copy of the program under other names.
    Input,
}

/// What a benchmark was counted to do.
#[derive(Default)]
pub struct Counted {
    pub stats: Stats,
    pub sends: SendCounts,
}

/// A benchmark that is ready to run.
pub struct Job {
    kind: JobKind,
    size: usize,
    pub source: SourceFile,
    config: Config,
}

impl Job {
    /// Reads `KIND:SIZE:FILE`.
    pub fn read(text: &str, config: &Config) -> Outcome<Job> {
        let mut parts = text.splitn(3, ':');
        let mut part = || parts.next().ok_or_else(|| format!("`{text}` is not KIND:SIZE:FILE"));
        let kind = match part()? {
            "run" => JobKind::Run,
            "call" => JobKind::Call,
            "isolate" => JobKind::Isolate,
            "start" => JobKind::Start,
            "compile" => JobKind::Compile,
            "input" => JobKind::Input,
            other => return Err(format!("there is no kind `{other}`").into()),
        };
        let size = part()?.parse()?;
        let path = part()?;
        let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
        let text = if kind == JobKind::Compile { copies(path, &text, size)? } else { text };
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        Ok(Job { kind, size, source: SourceFile { name, text: text.into() }, config: config.clone() })
    }

    /// Runs the benchmark, and checks what it answers.
    pub fn run(&self) -> Outcome<Counted> {
        match self.kind {
            JobKind::Run | JobKind::Compile => self.once(&self.module()?),
            JobKind::Call => self.calls(),
            JobKind::Input => self.inputs(),
            JobKind::Isolate => self.repeated(&self.module()?),
            JobKind::Start => {
                let mut sum = Counted::default();
                for _ in 0..self.size {
                    add(&mut sum, &self.once(&self.module()?)?);
                }
                Ok(sum)
            }
        }
    }

    fn module(&self) -> Outcome<Module> {
        Ok(self.engine().compile(std::slice::from_ref(&self.source))?)
    }

    fn engine(&self) -> Engine {
        let mut engine = Engine::new(self.config.clone());
        engine.host_package(
            HostPackage::new("host/perf")
                .function("Add", |a: i64, b: i64| a + b)
                .function("Twice", |text: &str| format!("{text}{text}")),
        );
        engine
    }

    fn once(&self, module: &Module) -> Outcome<Counted> {
        let output = Output::default();
        let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
        let mut isolate = module.isolate((), Limits::default(), streams)?;
        isolate.set_args(vec![self.source.name.clone(), self.size.to_string()]);
        isolate.run().map_err(|trap| trap.to_string())?;
        match output.text().as_str() {
            "ok\n" => Ok(counted(&isolate)),
            other => Err(format!("printed {other:?} instead of ok").into()),
        }
    }

    fn repeated(&self, module: &Module) -> Outcome<Counted> {
        let mut sum = Counted::default();
        for _ in 0..self.size {
            add(&mut sum, &self.once(module)?);
        }
        Ok(sum)
    }

    fn inputs(&self) -> Outcome<Counted> {
        let output = Output::default();
        let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
        let mut session = Repl::new(&self.engine(), self.language()?, Limits::default(), streams)?;
        let text = &*self.source.text;
        for number in 0..self.size {
            session.input(&text.replace("_N", &format!("_{number}")), None)?;
        }
        match output.text().lines().filter(|line| *line == "ok").count() {
            all if all == self.size => Ok(counted(session.isolate())),
            some => Err(format!("{some} of {} inputs printed ok: {}", self.size, output.text()).into()),
        }
    }

    /// The language that sessions know the program's by.
    fn language(&self) -> Outcome<&'static str> {
        match self.source.name.rsplit('.').next() {
            Some("go") => Ok("go"),
            Some("st") => Ok("smalltalk"),
            _ => Err(format!("the language of {} is not known", self.source.name).into()),
        }
    }

    fn calls(&self) -> Outcome<Counted> {
        let module = self.module()?;
        let mut isolate: Isolate<()> = module.isolate((), Limits::default(), Streams::default())?;
        let [step, name] = match self.language()? {
            "go" => ["Step", "Name"],
            _ => ["Guest step:with:", "Guest name:"],
        };
        let step = module.function::<(i64, i64), i64>(step).map_err(|trap| trap.to_string())?;
        for n in 0..self.size as i64 {
            let answer = step.call(&mut isolate, (n, 1)).map_err(|trap| trap.to_string())?;
            if answer != n * 3 + 1 {
                return Err(format!("{} of {n} and 1 is {answer}", step.export().name).into());
            }
            if n % 16 == 0 {
                let given: String =
                    isolate.call(name, ("some text".to_owned(),)).map_err(|trap| trap.to_string())?;
                if given != "<some text>" {
                    return Err(format!("{name} gives {given}").into());
                }
            }
        }
        Ok(counted(&isolate))
    }
}

/// How a guest's program is copied.
struct Copied {
    /// The ending of the file.
    ending: &'static str,
    /// Begins what is copied.
    begin: &'static str,
    /// Before and after the calls of all checks.
    main: [&'static str; 2],
    /// The call of the check of a copy, whose number takes the place of `_N`.
    call: &'static str,
}

const COPIED: &[Copied] = &[
    Copied {
        ending: ".go",
        begin: "\ntype ",
        main: ["\nfunc main() {\n", "\tos.Stdout.WriteString(\"ok\\n\")\n}\n"],
        call: "\tcheck_N()\n",
    },
    Copied {
        ending: ".st",
        begin: "\nObject subclass: ",
        main: ["| good |\ngood := true.\n", "good ifTrue: ['ok' displayNl].\n"],
        call: "good := good & Check_N new run.\n",
    },
];

/// The program with as many copies of its functions, and a main program that calls the check of each.
fn copies(path: &str, text: &str, count: usize) -> Outcome<String> {
    let copied = COPIED.iter().find(|c| path.ends_with(c.ending)).ok_or("its guest has no copies")?;
    let at = text.find(copied.begin).ok_or("nothing begins what is copied")?;
    let (head, body) = text.split_at(at);
    let numbered = |text: &str| (0..count).map(|n| text.replace("_N", &format!("_{n}"))).collect::<String>();
    let [before, after] = copied.main;
    Ok(format!("{head}{}{before}{}{after}", numbered(body), numbered(copied.call)))
}

/// What an isolate's run was counted to do.
fn counted(isolate: &Isolate<()>) -> Counted {
    Counted { stats: isolate.stats(), sends: isolate.send_counts() }
}

/// Adds what a run counted. Code belongs to the module, of which each run counts all.
fn add(sum: &mut Counted, run: &Counted) {
    let (stats, more) = (&mut sum.stats, &run.stats);
    stats.gas += more.gas;
    stats.alloc_bytes += more.alloc_bytes;
    stats.fibers += more.fibers;
    stats.output_bytes += more.output_bytes;
    stats.collections += more.collections;
    stats.live_bytes += more.live_bytes;
    stats.switches += more.switches;
    stats.osr_entries += more.osr_entries;
    stats.deopts += more.deopts;
    stats.bytecodes += more.bytecodes;
    stats.polls += more.polls;
    stats.native_calls += more.native_calls;
    stats.compiled = more.compiled;
    stats.compile_failures = more.compile_failures;
    stats.code_bytes = more.code_bytes;
    let (sends, more) = (&mut sum.sends, &run.sends);
    sends.misses += more.misses;
    sends.table_hits += more.table_hits;
    sends.lookups += more.lookups;
    sends.transitions += more.transitions;
    sends.invalidated += more.invalidated;
}

/// An output stream that keeps what is written.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
