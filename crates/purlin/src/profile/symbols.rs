//! From numbers to names: the frames of a sample, its innermost one by the charge that it belongs to. Knows
//! nothing of formats.

use std::sync::Arc;

use purlin_base::map::HashMap;
use purlin_base::{EntityRef as _, Pos};
use purlin_ir as ir;
use purlin_opt::probes::{Sight as Seen, Sights};
use purlin_runtime::profile::{SamplePlace, Samples, Sight, Weight};
use purlin_runtime::trap::Frame;

use super::{Profile, Sample, Site};
use crate::form::Form;
use crate::isolate::Isolate;
use crate::module::Module;

/// A function and a position.
type Spot = (u32, Pos);

/// What finds the names of one isolate's samples.
pub(super) struct Symbols<'a> {
    module: &'a Module,
    /// The form that the isolate ran, if it is known.
    form: Option<&'a Form>,
    sights: HashMap<u32, Option<Arc<Sights>>>,
    sites: HashMap<Spot, u32>,
    /// Sites by what people read, so that two columns of a line are one site.
    known: HashMap<Site, u32>,
    out: Profile,
    stacks: HashMap<Vec<u32>, usize>,
}

impl<'a> Symbols<'a> {
    pub(super) fn new<T: Send + 'static>(isolate: &'a Isolate<T>) -> Symbols<'a> {
        Symbols {
            module: isolate.module(),
            form: isolate.form(),
            sights: HashMap::default(),
            sites: HashMap::default(),
            known: HashMap::default(),
            out: Profile {
                profiling: Default::default(),
                sites: Vec::new(),
                samples: Vec::new(),
                texts: Default::default(),
            },
            stacks: HashMap::default(),
        }
    }

    pub(super) fn profile(mut self, samples: &Samples) -> Profile {
        self.out.profiling = samples.profiling;
        for (place, weight) in &samples.samples {
            let stack = samples.stacks.get(place.stack as usize).map_or(&[][..], Vec::as_slice);
            for (spots, weight) in self.spots(place, weight, stack) {
                self.add(&spots, &weight);
            }
        }
        self.out.samples.retain(|sample| sample.value != 0 || sample.count != 0);
        self.out
    }

    /// The stacks of a sample, innermost first, with what is each one's.
    fn spots(&mut self, place: &SamplePlace, weight: &Weight, stack: &[Frame]) -> Vec<(Vec<Spot>, Weight)> {
        let frames = |frames: &[Frame]| -> Vec<Spot> {
            frames.iter().filter(|f| f.func != Frame::RAISE).map(|f| (f.func, f.pos)).collect()
        };
        let seen = place.sight.and_then(|sight| Some((sight, self.seen(sight)?)));
        let Some((sight, seen)) = seen else { return vec![(frames(stack), *weight)] };
        let Some(Ok(body)) = self.form.map(|form| form.ir.body(ir::FuncId::new(sight.func as usize))) else {
            return vec![(frames(stack), *weight)];
        };
        if place.stack == u32::MAX {
            let shares = seen.shares(place.back as i64);
            let times = weight.count as i64;
            let part = |(loc, units)| (self.chain(body, loc), Weight { value: units * times, ..*weight });
            return shares.into_iter().map(part).collect();
        }
        // The frames of the probe's own function are those of the charge instead.
        let own = self.chain(body, seen.at).len();
        let mut spots = seen.piece(place.back).map_or_else(Vec::new, |loc| self.chain(body, loc));
        if spots.is_empty() {
            return vec![(frames(stack), *weight)];
        }
        spots.extend(frames(stack.get(own..).unwrap_or_default()));
        vec![(spots, *weight)]
    }

    fn seen(&mut self, sight: Sight) -> Option<Seen> {
        let form = self.form?;
        let find = || form.sights.of(ir::FuncId::new(sight.func as usize));
        let sights = self.sights.entry(sight.func).or_insert_with(find).as_ref()?;
        if sight.is_poll {
            sights.polls.get(&ir::FrameStateId::new(sight.number as usize)).cloned()
        } else {
            sights.probes.get(sight.number as usize).cloned()
        }
    }

    /// The frames that a position of a function stands for, innermost first, as tracebacks have them.
    fn chain(&self, body: &ir::Function, loc: ir::LocId) -> Vec<Spot> {
        let mut out = Vec::new();
        let mut next = Some(loc);
        while let Some(here) = next.and_then(|loc| body.locs.get(loc)) {
            if !self.module.is_wrapper(here.func.as_u32()) {
                out.push((here.func.as_u32(), here.pos));
            }
            next = here.inlined_at;
        }
        out
    }

    fn add(&mut self, spots: &[Spot], weight: &Weight) {
        let stack: Vec<u32> = spots.iter().map(|spot| self.site(*spot)).collect();
        let next = self.out.samples.len();
        let at = *self.stacks.entry(stack.clone()).or_insert(next);
        if at == next {
            self.out.samples.push(Sample { stack, count: 0, value: 0, live_count: 0, live: 0 });
        }
        let sample = &mut self.out.samples[at];
        sample.count += weight.count;
        sample.value += weight.value;
        sample.live_count += weight.live_count;
        sample.live += weight.live;
    }

    /// Keeps the text of the file at a position.
    fn text(&mut self, pos: Pos) {
        let sources = self.module.sources();
        if let Some(file) = sources.file_of(pos) {
            let (name, text) = (sources.name(file), sources.text(file));
            self.out.texts.entry(name.clone()).or_insert_with(|| text.clone());
        }
    }

    fn site(&mut self, spot: Spot) -> u32 {
        if let Some(site) = self.sites.get(&spot) {
            return *site;
        }
        let at = self.module.line_col(spot.1);
        self.text(spot.1);
        let site = Site {
            function: self.module.func_name(spot.0).into(),
            file: at.as_ref().map_or_else(|| "".into(), |at| at.file.clone()),
            line: at.map_or(0, |at| at.line),
        };
        let next = self.out.sites.len() as u32;
        let number = *self.known.entry(site.clone()).or_insert(next);
        if number == next {
            self.out.sites.push(site);
        }
        self.sites.insert(spot, number);
        number
    }
}
