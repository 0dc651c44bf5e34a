//! Profiles as the Firefox Profiler reads them (<https://profiler.firefox.com>), in its processed format.
//! Every sample is one of a single thread; its weight is what it stands for. Knows nothing of how samples are
//! taken.

use std::fmt::Write as _;

use purlin_base::map::HashMap;

use super::text::json;
use super::{Measure, Profile};

/// The version of the format that is written; the viewer upgrades from it.
const VERSION: u32 = 46;

/// Tables that the viewer expects, each a list a column.
#[derive(Default)]
struct Tables {
    strings: Vec<String>,
    numbers: HashMap<String, usize>,
    /// Name, file and line of each function.
    functions: Vec<(usize, usize)>,
    /// Function and line of each site.
    frames: Vec<(usize, u32)>,
    /// The stack outside, and the frame.
    stacks: Vec<(Option<usize>, u32)>,
    known: HashMap<(Option<usize>, u32), usize>,
}

impl Tables {
    fn string(&mut self, text: &str) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        self.strings.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.strings.len() - 1);
        self.strings.len() - 1
    }

    fn sites(&mut self, profile: &Profile) {
        let mut known: HashMap<(usize, usize), usize> = HashMap::default();
        for site in &profile.sites {
            let key = (self.string(&site.function), self.string(&site.file));
            let next = self.functions.len();
            let function = *known.entry(key).or_insert(next);
            if function == next {
                self.functions.push(key);
            }
            self.frames.push((function, site.line));
        }
    }

    /// The number of a stack whose sites are given outermost first.
    fn stack(&mut self, sites: impl Iterator<Item = u32>) -> Option<usize> {
        let mut outside = None;
        for site in sites {
            let next = self.stacks.len();
            let number = *self.known.entry((outside, site)).or_insert(next);
            if number == next {
                self.stacks.push((outside, site));
            }
            outside = Some(number);
        }
        outside
    }
}

/// A list of JSON.
fn list<T>(items: impl IntoIterator<Item = T>, write: impl Fn(T) -> String) -> String {
    let mut out = String::from("[");
    for (n, item) in items.into_iter().enumerate() {
        if n > 0 {
            out.push(',');
        }
        out.push_str(&write(item));
    }
    out.push(']');
    out
}

/// A list of `count` equal items.
fn all(count: usize, item: &str) -> String {
    list(0..count, |_| item.to_owned())
}

/// The profile as a document of JSON.
pub(super) fn json_of(profile: &Profile) -> String {
    let mut tables = Tables::default();
    tables.sites(profile);
    let stacks: Vec<Option<usize>> =
        profile.samples.iter().map(|sample| tables.stack(sample.stack.iter().rev().copied())).collect();
    let mut out = String::new();
    meta(profile, &mut out);
    out.push_str(
        "\"libs\":[],\"pages\":[],\"threads\":[{\"processType\":\"default\",\"processStartupTime\":0,",
    );
    out.push_str(
        "\"processShutdownTime\":null,\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],",
    );
    out.push_str(
        "\"name\":\"guest\",\"isMainThread\":true,\"processName\":\"purlin\",\"pid\":\"1\",\"tid\":1,",
    );
    samples(profile, &stacks, &mut out);
    columns(&tables, &mut out);
    let _ = write!(out, "\"stringArray\":{}}}]}}", list(&tables.strings, |text| json(text)));
    out.push('\n');
    out
}

fn meta(profile: &Profile, out: &mut String) {
    let categories = "[{\"name\":\"Guest\",\"color\":\"orange\",\"subcategories\":[\"Other\"]}]";
    let _ = write!(
        out,
        "{{\"meta\":{{\"version\":24,\"preprocessedProfileVersion\":{VERSION},\"interval\":1,\"startTime\":0,\
         \"processType\":0,\"product\":\"purlin\",\"stackwalk\":1,\"debug\":false,\"symbolicated\":true,\
         \"usesOnlyOneStackType\":true,\"doesNotUseFrameImplementation\":true,\
         \"sourceCodeIsNotOnSearchfox\":true,\"extensions\":{{\"length\":0,\"baseURL\":[],\"id\":[],\"name\":[]}},\
         \"categories\":{categories},\"markerSchema\":[],\"sampleUnits\":{{\"time\":\"ms\",\"eventDelay\":\"ms\",\
         \"threadCPUDelta\":\"ns\"}},\"purlinMeasure\":{}}},",
        json(super::text::noun(profile.profiling.measure)),
    );
}

fn samples(profile: &Profile, stacks: &[Option<usize>], out: &mut String) {
    let weights = match profile.profiling.measure {
        // The viewer has no unit for gas.
        Measure::Gas => ("samples", 1),
        Measure::Time => ("tracing-ms", 1_000_000),
        Measure::Memory => ("bytes", 1),
    };
    let weight = |value: i64| match weights.1 {
        1 => value.to_string(),
        by => format!("{:.3}", value as f64 / f64::from(by)),
    };
    let _ = write!(
        out,
        "\"samples\":{{\"length\":{},\"weightType\":\"{}\",\"stack\":{},\"time\":{},\"weight\":{}}},\
         \"markers\":{{\"length\":0,\"category\":[],\"data\":[],\"endTime\":[],\"name\":[],\"phase\":[],\
         \"startTime\":[]}},",
        stacks.len(),
        weights.0,
        list(stacks, |stack| stack.map_or("null".to_owned(), |n| n.to_string())),
        list(0..stacks.len(), |n| n.to_string()),
        list(&profile.samples, |sample| weight(sample.value)),
    );
}

fn columns(tables: &Tables, out: &mut String) {
    let (stacks, frames, functions) = (tables.stacks.len(), tables.frames.len(), tables.functions.len());
    let _ = write!(
        out,
        "\"stackTable\":{{\"length\":{stacks},\"prefix\":{},\"frame\":{},\"category\":{},\"subcategory\":{}}},",
        list(&tables.stacks, |(outside, _)| outside.map_or("null".to_owned(), |n| n.to_string())),
        list(&tables.stacks, |(_, frame)| frame.to_string()),
        all(stacks, "0"),
        all(stacks, "0"),
    );
    let line = |line: u32| if line == 0 { "null".to_owned() } else { line.to_string() };
    let _ = write!(
        out,
        "\"frameTable\":{{\"length\":{frames},\"address\":{},\"inlineDepth\":{},\"category\":{},\"subcategory\":{},\
         \"func\":{},\"nativeSymbol\":{},\"innerWindowID\":{},\"implementation\":{},\"line\":{},\"column\":{}}},",
        all(frames, "-1"),
        all(frames, "0"),
        all(frames, "0"),
        all(frames, "0"),
        list(&tables.frames, |(function, _)| function.to_string()),
        all(frames, "null"),
        all(frames, "0"),
        all(frames, "null"),
        list(&tables.frames, |(_, at)| line(*at)),
        all(frames, "null"),
    );
    let _ = write!(
        out,
        "\"funcTable\":{{\"length\":{functions},\"name\":{},\"isJS\":{},\"relevantForJS\":{},\"resource\":{},\
         \"fileName\":{},\"lineNumber\":{},\"columnNumber\":{}}},\
         \"resourceTable\":{{\"length\":0,\"lib\":[],\"name\":[],\"host\":[],\"type\":[]}},\
         \"nativeSymbols\":{{\"length\":0,\"address\":[],\"functionSize\":[],\"libIndex\":[],\"name\":[]}},",
        list(&tables.functions, |(name, _)| name.to_string()),
        all(functions, "false"),
        all(functions, "false"),
        all(functions, "-1"),
        list(&tables.functions, |(_, file)| file.to_string()),
        all(functions, "null"),
        all(functions, "null"),
    );
}
