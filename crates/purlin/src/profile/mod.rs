//! Profiles: where the gas, the time and the memory of a run went, by function and line, in the formats of
//! the usual viewers.
//!
//! A sample comes from the runtime as numbers; here it gets names. Knows the IR's positions and the tables of
//! the pass that places probes, and nothing of the tiers: what is sampled is the same in all of them.

mod annotate;
mod firefox;
mod flame;
mod page;
mod perf;
mod pprof;
mod symbols;
mod text;
mod trace;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use purlin_runtime::profile::Samples;
use purlin_runtime::vm::{Limits, Streams, Vm};

use crate::isolate::Isolate;
use crate::measure::Compilation;
use crate::module::Module;
use crate::slot::Slot;

pub use page::Run;
pub use perf::JitDump;
/// The example of [`Profile::report`] has one of each.
pub use purlin_runtime::profile::{Measure, Profiling};

/// One place in guest code, as people read it.
///
/// The example of [`Profile`] reads some.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The function's name, as tracebacks print it.
    pub function: Arc<str>,
    /// The file; empty where the place is unknown.
    pub file: Arc<str>,
    /// The line, from 1; 0 where the place is unknown.
    pub line: u32,
}

/// What was sampled with one stack.
///
/// The example of [`Profile`] reads some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Numbers of sites in [`Profile::sites`], innermost first, inlined calls included.
    pub stack: Vec<u32>,
    /// Samples, or objects in a profile of memory.
    pub count: u64,
    /// Units of gas, nanoseconds, or bytes, by the profile's measure.
    pub value: i64,
    /// In a profile of memory, the objects and bytes of these that are still in use.
    pub live_count: u64,
    /// See [`Sample::live_count`].
    pub live: i64,
}

/// Where the gas, the time or the memory of a run went.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::profile::Profiling;
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// let text = r#"package main
/// func work() (sum int) {
///     for i := 0; i < 1000000; i++ {
///         sum += i
///     }
///     return
/// }
/// func main() { println(work()) }"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// // One unit of gas in 10,000.
/// let profiling = Profiling { units: 10_000, ..Profiling::default() };
/// let mut isolate = module.profiled_isolate(profiling, (), Limits::default(), Streams::default())?;
/// isolate.run()?;
/// let profile = isolate.profile().expect("it was profiled");
/// let (function, units) = profile.functions()[0].clone();
/// assert!(&*function == "main.work" && units > profile.total() * 9 / 10);
/// assert!(profile.attributed() > 0.95);
/// let ((file, line), _) = profile.lines()[0].clone();
/// assert!(&*file == "main.go" && (3..=4).contains(&line));
/// assert!(profile.totals()["main.main"] >= units);
/// // For `go tool pprof`, the Firefox Profiler, as a picture, and for other tools.
/// assert_eq!(profile.pprof()[..2], [0x1f, 0x8b]);
/// assert!(profile.firefox().starts_with('{') && profile.flame_graph().contains("<svg"));
/// assert!(profile.folded().contains("main.main;main.work "));
/// println!("compiled functions: {}", isolate.compilation().functions.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// How it was made.
    pub profiling: Profiling,
    /// The sites that samples name, each once.
    pub sites: Vec<Site>,
    /// The samples, each stack once.
    pub samples: Vec<Sample>,
    /// The text of each file that a site names.
    texts: BTreeMap<Arc<str>, Arc<str>>,
}

impl Profile {
    /// The sum of all samples: units of gas, nanoseconds, or bytes.
    pub fn total(&self) -> i64 {
        self.samples.iter().map(|sample| sample.value).sum()
    }

    /// Takes in the samples of another run.
    pub(crate) fn merge(&mut self, other: Profile) {
        let mut numbers: BTreeMap<Site, u32> = self.sites.iter().cloned().zip(0..).collect();
        let mut places: BTreeMap<Vec<u32>, usize> =
            self.samples.iter().enumerate().map(|(n, sample)| (sample.stack.clone(), n)).collect();
        self.texts.extend(other.texts);
        let renumbered: Vec<u32> = other
            .sites
            .into_iter()
            .map(|site| {
                let next = self.sites.len() as u32;
                let number = *numbers.entry(site.clone()).or_insert(next);
                if number == next {
                    self.sites.push(site);
                }
                number
            })
            .collect();
        for mut sample in other.samples {
            sample.stack.iter_mut().for_each(|site| *site = renumbered[*site as usize]);
            match places.get(&sample.stack) {
                Some(at) => {
                    let sum = &mut self.samples[*at];
                    sum.count += sample.count;
                    sum.value += sample.value;
                    sum.live_count += sample.live_count;
                    sum.live += sample.live;
                }
                None => {
                    places.insert(sample.stack.clone(), self.samples.len());
                    self.samples.push(sample);
                }
            }
        }
    }

    /// What each function took itself, without what it called, most first.
    pub fn functions(&self) -> Vec<(Arc<str>, i64)> {
        self.by(|site| site.function.clone())
    }

    /// What each function took with what it called.
    pub fn totals(&self) -> BTreeMap<Arc<str>, i64> {
        let mut sums = BTreeMap::new();
        for sample in &self.samples {
            let names = sample.stack.iter().map(|site| &self.sites[*site as usize].function);
            for name in names.collect::<BTreeSet<_>>() {
                *sums.entry(name.clone()).or_insert(0) += sample.value;
            }
        }
        sums
    }

    /// What each line took itself, most first.
    pub fn lines(&self) -> Vec<((Arc<str>, u32), i64)> {
        self.by(|site| (site.file.clone(), site.line))
    }

    fn by<K: Ord + Clone>(&self, key: impl Fn(&Site) -> K) -> Vec<(K, i64)> {
        let mut sums = BTreeMap::new();
        for sample in &self.samples {
            if let Some(leaf) = sample.stack.first() {
                *sums.entry(key(&self.sites[*leaf as usize])).or_insert(0) += sample.value;
            }
        }
        let mut sums: Vec<(K, i64)> = sums.into_iter().collect();
        sums.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        sums
    }

    /// The share of all samples whose innermost line is known, from 0 to 1.
    pub fn attributed(&self) -> f64 {
        let known =
            |sample: &&Sample| sample.stack.first().is_some_and(|leaf| self.sites[*leaf as usize].line > 0);
        let sum: i64 = self.samples.iter().filter(known).map(|sample| sample.value).sum();
        if self.total() == 0 { 1.0 } else { sum as f64 / self.total() as f64 }
    }
}

/// The formats of profiles.
impl Profile {
    /// The profile for pprof (`go tool pprof`), compressed with gzip.
    pub fn pprof(&self) -> Vec<u8> {
        pprof::pprof(self)
    }

    /// The profile for the Firefox Profiler, as JSON.
    pub fn firefox(&self) -> String {
        firefox::json_of(self)
    }

    /// The profile as a flame graph, a picture in SVG.
    pub fn flame_graph(&self) -> String {
        flame::svg(self)
    }

    /// A line for each stack, outermost function first, with its value: what other tools for flame graphs
    /// read.
    pub fn folded(&self) -> String {
        tree::folded(self)
    }

    /// The profile in the format that the ending of a file's name asks for: `.pb.gz` or `.pprof` for pprof,
    /// `.json` for the Firefox Profiler, `.svg` for a flame graph, `.folded` for its lines.
    ///
    /// # Errors
    /// A sentence with the endings, if it has another one.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::profile::Profile;
    ///
    /// assert!(Profile::is_format("cpu.pb.gz").is_ok() && Profile::is_format("flames.svg").is_ok());
    /// assert!(Profile::is_format("profile.txt").unwrap_err().contains(".folded"));
    /// ```
    pub fn format_for(&self, file: &str) -> Result<Vec<u8>, String> {
        Profile::is_format(file)?;
        Ok(match file {
            _ if file.ends_with(".json") => self.firefox().into_bytes(),
            _ if file.ends_with(".svg") => self.flame_graph().into_bytes(),
            _ if file.ends_with(".folded") => self.folded().into_bytes(),
            _ => self.pprof(),
        })
    }

    /// Whether the ending of a file's name is that of a format.
    ///
    /// # Errors
    /// As from [`Profile::format_for`], whose example asks for some.
    pub fn is_format(file: &str) -> Result<(), String> {
        const ENDINGS: [&str; 5] = [".pb.gz", ".pprof", ".json", ".svg", ".folded"];
        let known = ENDINGS.iter().any(|ending| file.ends_with(ending));
        known.then_some(()).ok_or_else(|| format!("{file}: a profile ends in {}", ENDINGS.join(", ")))
    }
}

impl Module {
    /// [`Module::isolate`], of which a profile is made. By gas and by time it runs code of its own, which is
    /// compiled when the first such isolate runs; its gas is that of other isolates.
    ///
    /// # Errors
    /// As from [`Module::isolate`]; and if the program is not metered, as then no profile by gas or time can
    /// be made.
    pub fn profiled_isolate<T: Send + 'static>(
        &self,
        profiling: Profiling,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> std::io::Result<Isolate<T>> {
        let probed = profiling.measure != Measure::Memory;
        if probed && self.0.forms.recipe.config.unmetered {
            return Err(std::io::Error::other("a program without metering has no profile by gas or time"));
        }
        let form = self.0.forms.for_limits(&limits, probed)?;
        let mut vm = Vm::new(form.shared.clone(), limits, streams, Box::new(host))?;
        form.tiers.prepare(&mut vm)?;
        vm.profile(profiling);
        Ok(Isolate::in_slot(Slot::alone(vm, self.clone())))
    }
}

impl<T: Send + 'static> Isolate<T> {
    /// The profile of what has run so far; `None` if the isolate was not made by
    /// [`Module::profiled_isolate`].
    pub fn profile(&self) -> Option<Profile> {
        let samples: Samples = self.samples()?;
        Some(symbols::Symbols::new(self).profile(&samples))
    }

    /// What was compiled to machine code for this isolate's form of the program, as
    /// [`Module::compilation`] tells it of the plain form.
    pub fn compilation(&self) -> Compilation {
        let form = self.form();
        form.map_or_else(Compilation::default, |form| form.tiers.compilation(&form.ir, &form.ledger))
    }
}
