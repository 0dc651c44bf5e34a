//! What profilers of the system (`perf`, samply) read to name machine code that a process has made: the map
//! of `perf`, a line a piece, and jitdump, which has the code too. Knows nothing of samples.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::isolate::Isolate;
use crate::measure::{Compilation, CompiledFunction};
use crate::native_tier;

impl Compilation {
    /// A line for each piece of machine code: where it lies, how long it is (both in hexadecimal digits), and
    /// its name. `perf` and samply read it from `/tmp/perf-PID.map`.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};
    ///
    /// let text = "package main
    /// func fib(n int) int {
    ///     if n < 2 {
    ///         return n
    ///     }
    ///     return fib(n-1) + fib(n-2)
    /// }
    /// func main() { println(fib(10)) }";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let engine = Engine::new(Config { tier: Tier::Native, ..Config::default() });
    /// let mut isolate = engine.compile(&[source])?.isolate((), Limits::default(), Streams::default())?;
    /// isolate.run()?;
    /// let compilation = isolate.compilation();
    /// # if compilation.functions.is_empty() { return Ok(()) } // Without the feature `native`.
    /// let map = compilation.perf_map();
    /// assert!(map.lines().any(|line| line.ends_with(" purlin: main.fib")));
    /// assert_eq!(map.lines().count(), compilation.functions.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perf_map(&self) -> String {
        let line = |f: &CompiledFunction| format!("{:x} {:x} purlin: {}\n", f.address, f.bytes, f.name);
        self.functions.iter().map(line).collect()
    }
}

/// A file in the format jitdump, for `perf inject --jit` and samply: begun before a program runs, so that a
/// profiler that watches the process finds it, and completed when it has run.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::profile::JitDump;
/// use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};
///
/// let text = "package main
/// func fib(n int) int {
///     if n < 2 {
///         return n
///     }
///     return fib(n-1) + fib(n-2)
/// }
/// func main() { println(fib(10)) }";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let engine = Engine::new(Config { tier: Tier::Native, ..Config::default() });
/// let mut isolate = engine.compile(&[source])?.isolate((), Limits::default(), Streams::default())?;
/// let folder = tempfile::tempdir()?;
/// # if cfg!(not(feature = "native")) { return Ok(()) }
/// let dump = JitDump::begin(folder.path())?;
/// isolate.run()?;
/// let path = dump.complete(&isolate)?;
/// let bytes = std::fs::read(path)?;
/// assert_eq!(bytes[..4], 0x4a69_5444_u32.to_ne_bytes());
/// assert!(bytes.windows(16).any(|part| part == b"purlin: main.fib"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct JitDump {
    file: File,
    path: PathBuf,
}

const MAGIC: u32 = 0x4a69_5444;
const VERSION: u32 = 1;
const HEADER: u32 = 40;
/// The kind of a record with code, and what it has before its name.
const CODE_LOAD: u32 = 0;
const LOAD_HEADER: usize = 56;

/// The machine's number in ELF.
const MACHINE: u32 = if cfg!(target_arch = "aarch64") { 183 } else { 62 };

impl JitDump {
    /// Creates `jit-PID.dump` in a folder.
    ///
    /// # Errors
    /// The file cannot be written, or this build makes no machine code.
    pub fn begin(folder: &Path) -> io::Result<JitDump> {
        let path = folder.join(format!("jit-{}.dump", std::process::id()));
        let mut file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        let words = [MAGIC, VERSION, HEADER, MACHINE, 0, std::process::id()];
        let mut header: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        header.extend(nanos(native_tier::now()).to_ne_bytes());
        header.extend(0_u64.to_ne_bytes());
        file.write_all(&header)?;
        native_tier::mark(&file)?;
        Ok(JitDump { file, path })
    }

    /// Writes the machine code of an isolate's form of its program; the file's path.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn complete<T: Send + 'static>(mut self, isolate: &Isolate<T>) -> io::Result<PathBuf> {
        let Some(form) = isolate.form() else { return Ok(self.path) };
        // Code that was made after the list of pieces is in neither.
        let (pieces, code) = (form.tiers.compilation(&form.ir, &form.ledger), form.tiers.code());
        for (number, (piece, code)) in pieces.functions.iter().zip(&code).enumerate() {
            self.file.write_all(&load(number as u64, piece, code))?;
        }
        Ok(self.path)
    }
}

/// A record for a piece of code.
fn load(number: u64, piece: &CompiledFunction, code: &[u8]) -> Vec<u8> {
    let name = format!("purlin: {}\0", piece.name.replace('\0', ""));
    let size = LOAD_HEADER + name.len() + code.len();
    let made = native_tier::now().saturating_sub(piece.began.elapsed());
    let mut out = Vec::with_capacity(size);
    [CODE_LOAD, size as u32].iter().for_each(|word| out.extend(word.to_ne_bytes()));
    out.extend(nanos(made).to_ne_bytes());
    // The thread is not known, and is not asked for by those who read the file.
    [std::process::id(); 2].iter().for_each(|word| out.extend(word.to_ne_bytes()));
    let address = piece.address as u64;
    [address, address, code.len() as u64, number].iter().for_each(|word| out.extend(word.to_ne_bytes()));
    out.extend(name.as_bytes());
    out.extend(code);
    out
}

fn nanos(time: Duration) -> u64 {
    time.as_nanos() as u64
}
