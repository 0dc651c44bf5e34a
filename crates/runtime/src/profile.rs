//! Samples of a run for a profiler: where its gas, time and memory go.
//!
//! Profiled code has *probes*, which call the slow path of polls when gas is negative (`Vm::look`). A sampler
//! divides what is used into intervals and draws one unit of each; the meter is filled so that gas is
//! negative at the first probe or poll after that unit. Which charge the unit belongs to is then known from
//! how many units ago it was: the sampler keeps the probe's number and that distance, and the stack. It knows
//! nothing of names, lines or file formats, nor how code was made.

use std::time::Instant;

use purlin_base::map::HashMap;

use crate::cpu::thread_time;
use crate::heap::sampling::Claim;
use crate::trap::Frame;

/// A probe or a poll of profiled code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sight {
    /// A poll rather than a probe.
    pub is_poll: bool,
    /// The function whose code it is in.
    pub func: u32,
    /// The number of the probe, or of the poll's frame state.
    pub number: u32,
}

/// Set in the word of every sight.
const IS_SIGHT: u64 = 1 << 63;
const IS_POLL: u64 = 1 << 62;

impl Sight {
    pub fn probe(func: u32, number: u32) -> Sight {
        Sight { is_poll: false, func, number }
    }

    pub fn poll(func: u32, number: u32) -> Sight {
        Sight { is_poll: true, func, number }
    }

    /// As code keeps it in the context: never 0.
    pub fn to_word(self) -> u64 {
        let kind = if self.is_poll { IS_SIGHT | IS_POLL } else { IS_SIGHT };
        kind | u64::from(self.func) << 32 | u64::from(self.number)
    }

    /// The sight of a word; `None` for 0.
    pub fn of_word(word: u64) -> Option<Sight> {
        let func = ((word & !(IS_SIGHT | IS_POLL)) >> 32) as u32;
        (word & IS_SIGHT != 0).then_some(Sight { is_poll: word & IS_POLL != 0, func, number: word as u32 })
    }
}

/// What a profile is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Measure {
    /// Gas: the same profile from every run, tier and machine.
    #[default]
    Gas,
    /// CPU time of the thread that runs the program.
    Time,
    /// Bytes allocated, and those that are still in use at the end.
    Memory,
}

/// How a run is profiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profiling {
    pub measure: Measure,
    /// Units of gas of which one is sampled. With 0, all are counted, without stacks: exact, and slower.
    pub units: u64,
    /// The least nanoseconds of a sample by time.
    pub nanos: u64,
    /// Bytes allocated of which about one is sampled.
    pub bytes: u64,
}

impl Default for Profiling {
    fn default() -> Profiling {
        Profiling { measure: Measure::Gas, units: 250_000, nanos: 1_000_000, bytes: 128 << 10 }
    }
}

/// Units between two looks at the clock, for profiles by time.
const CLOCK_UNITS: u64 = 10_000;

/// Where samples were taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SamplePlace {
    /// The number of the stack in [`Samples::stacks`].
    pub stack: u32,
    pub sight: Option<Sight>,
    /// How many units ago the sampled one was charged; 1 is the last one. In exact profiles, how many units
    /// were charged since the look before, as a signed number; in profiles of memory 0.
    pub back: u64,
}

/// What was sampled at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weight {
    /// Samples, or objects.
    pub count: u64,
    /// Units, nanoseconds, or bytes. What is given back may make it negative in exact profiles.
    pub value: i64,
    /// Objects and bytes of them that are in use.
    pub live_count: u64,
    pub live: i64,
}

/// All samples of a run.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    pub profiling: Profiling,
    /// Guest frames, innermost first.
    pub stacks: Vec<Vec<Frame>>,
    /// Sorted by place.
    pub samples: Vec<(SamplePlace, Weight)>,
}

/// What takes the samples of an isolate.
pub(crate) struct Sampler {
    profiling: Profiling,
    random: u64,
    /// Where the next unit is that is sampled, and where its interval ends.
    next: u64,
    end: u64,
    /// What was used at the last look, for exact profiles.
    seen: u64,
    clock: Instant,
    cpu: std::time::Duration,
    stacks: HashMap<Vec<Frame>, u32>,
    /// How many different stacks are kept whole; of others only the innermost frame is.
    most_stacks: usize,
    samples: HashMap<SamplePlace, Weight>,
    /// Sampled objects that may be in use.
    objects: Vec<Object>,
}

/// A sampled object, and what it stands for.
struct Object {
    /// 0 while its address is not known.
    at: usize,
    place: SamplePlace,
    count: u64,
    bytes: i64,
}

impl Sampler {
    pub(crate) fn new(profiling: Profiling, used: u64) -> Sampler {
        let mut sampler = Sampler {
            profiling,
            random: 0x9e37_79b9_7f4a_7c15,
            next: used,
            end: used,
            seen: used,
            clock: Instant::now(),
            cpu: thread_time(),
            stacks: HashMap::default(),
            most_stacks: usize::MAX,
            samples: HashMap::default(),
            objects: Vec::new(),
        };
        if !sampler.is_exact() {
            sampler.advance();
        }
        sampler
    }

    /// Keeps only so many different stacks whole.
    pub(crate) fn with_stacks(self, most: usize) -> Sampler {
        Sampler { most_stacks: most, ..self }
    }

    fn is_exact(&self) -> bool {
        self.profiling.measure == Measure::Gas && self.profiling.units == 0
    }

    fn draw(&mut self, below: u64) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % below.max(1)
    }

    /// Draws a unit of the next interval.
    fn advance(&mut self) {
        let interval = match self.profiling.measure {
            Measure::Gas => self.profiling.units,
            Measure::Time => CLOCK_UNITS,
            Measure::Memory => u64::MAX >> 2,
        };
        let begin = self.end;
        self.end = begin.saturating_add(interval);
        self.next = begin.saturating_add(self.draw(interval));
    }

    /// What must have been used before anything is to be looked at.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Whether a stack is needed at a look with so much used.
    pub(crate) fn is_due(&self, used: u64) -> bool {
        if self.is_exact() { used != self.seen } else { used > self.next }
    }

    /// Whether the samples that are due need the stack. Those of an exact profile do where no probe tells
    /// what was charged.
    pub(crate) fn wants_stack(&mut self, sight: Option<Sight>) -> bool {
        match self.profiling.measure {
            Measure::Gas => !self.is_exact() || sight.is_none(),
            Measure::Time => self.clock.elapsed().as_nanos() as u64 >= self.profiling.nanos,
            Measure::Memory => false,
        }
    }

    /// Takes the samples that are due. `stack` is there if it was wanted.
    pub(crate) fn sample(&mut self, used: u64, sight: Option<Sight>, stack: Option<Vec<Frame>>) {
        let stack = stack.map(|stack| self.stack(stack));
        if self.is_exact() {
            let spent = used.wrapping_sub(self.seen) as i64;
            self.add(SamplePlace { stack: stack.unwrap_or(u32::MAX), sight, back: spent as u64 }, 1, spent);
            (self.seen, self.next) = (used, used);
            return;
        }
        match self.profiling.measure {
            Measure::Gas => {
                while self.next < used {
                    if let Some(stack) = stack {
                        let place = SamplePlace { stack, sight, back: used - self.next };
                        self.add(place, 1, self.profiling.units as i64);
                    }
                    self.advance();
                }
            }
            Measure::Time => {
                let back = used - self.next;
                while self.next < used {
                    self.advance();
                }
                if let Some(stack) = stack {
                    let cpu = thread_time();
                    let took = cpu.saturating_sub(self.cpu).as_nanos() as i64;
                    (self.clock, self.cpu) = (Instant::now(), cpu);
                    self.add(SamplePlace { stack, sight, back }, 1, took);
                }
            }
            Measure::Memory => {}
        }
    }

    fn stack(&mut self, mut stack: Vec<Frame>) -> u32 {
        if self.stacks.len() >= self.most_stacks && !self.stacks.contains_key(&stack) {
            stack.truncate(1);
        }
        let next = self.stacks.len() as u32;
        *self.stacks.entry(stack).or_insert(next)
    }

    fn add(&mut self, place: SamplePlace, count: u64, value: i64) {
        let weight = self.samples.entry(place).or_default();
        weight.count += count;
        weight.value += value;
    }

    /// Notes a sampled allocation.
    pub(crate) fn allocated(&mut self, claim: Claim, stack: Vec<Frame>) {
        let place = SamplePlace { stack: self.stack(stack), sight: None, back: 0 };
        let (count, bytes) = ((claim.bytes / claim.size.max(1) as u64).max(1), claim.bytes as i64);
        self.add(place, count, bytes);
        let weight = self.samples.entry(place).or_default();
        weight.live_count += count;
        weight.live += bytes;
        self.objects.push(Object { at: claim.at, place, count, bytes });
    }

    /// Says where the object of the last sample is.
    pub(crate) fn locate(&mut self, at: usize) {
        if let Some(object) = self.objects.last_mut().filter(|object| object.at == 0) {
            object.at = at;
        }
    }

    /// Forgets sampled objects that a collection has found dead.
    pub(crate) fn collected(&mut self, is_alive: impl Fn(usize) -> bool) {
        let samples = &mut self.samples;
        self.objects.retain(|object| {
            let alive = object.at == 0 || is_alive(object.at);
            if !alive && let Some(weight) = samples.get_mut(&object.place) {
                weight.live_count -= object.count;
                weight.live -= object.bytes;
            }
            alive
        });
    }

    /// All samples so far, in an order that does not depend on the machine.
    pub(crate) fn samples(&self) -> Samples {
        let mut stacks = vec![Vec::new(); self.stacks.len()];
        for (stack, number) in &self.stacks {
            stacks[*number as usize].clone_from(stack);
        }
        let mut samples: Vec<(SamplePlace, Weight)> = self.samples.iter().map(|(p, w)| (*p, *w)).collect();
        samples.sort_unstable_by_key(|(place, _)| *place);
        Samples { profiling: self.profiling, stacks, samples }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sight_is_a_word() {
        for sight in [Sight::probe(0, 0), Sight::poll(7, 3), Sight::probe((1 << 30) - 1, u32::MAX)] {
            assert_eq!(Sight::of_word(sight.to_word()), Some(sight));
        }
        assert_eq!(Sight::of_word(0), None);
    }

    #[test]
    fn each_interval_has_one_sample() {
        let mut sampler = Sampler::new(Profiling { units: 100, ..Profiling::default() }, 0);
        for used in (0..=10_000).step_by(37) {
            if sampler.is_due(used) {
                sampler.sample(used, None, Some(Vec::new()));
            }
        }
        let samples = sampler.samples();
        let count: u64 = samples.samples.iter().map(|(_, weight)| weight.count).sum();
        assert!((99..=100).contains(&count), "{count}");
        assert!(samples.samples.iter().all(|(place, _)| (1..=37).contains(&place.back)));
    }

    #[test]
    fn stacks_beyond_the_most_keep_their_innermost_frame() {
        let frame = |func| Frame { func, pos: purlin_base::Pos(0) };
        let mut sampler = Sampler::new(Profiling { units: 1, ..Profiling::default() }, 0).with_stacks(2);
        for (used, stack) in [(1, [1, 9]), (2, [2, 9]), (3, [3, 8]), (4, [1, 9]), (5, [3, 7])] {
            sampler.sample(used, None, Some(stack.map(frame).to_vec()));
        }
        let samples = sampler.samples();
        assert_eq!(samples.stacks, [vec![frame(1), frame(9)], vec![frame(2), frame(9)], vec![frame(3)]]);
        assert_eq!(samples.samples.iter().map(|(_, weight)| weight.count).collect::<Vec<_>>(), [2, 1, 2]);
    }

    #[test]
    fn an_exact_profile_counts_every_unit() {
        let mut sampler = Sampler::new(Profiling { units: 0, ..Profiling::default() }, 5);
        for used in [9, 20, 18, 40] {
            assert!(sampler.is_due(used));
            sampler.sample(used, Some(Sight::probe(1, 1)), None);
        }
        let samples = sampler.samples().samples;
        let spent: Vec<i64> = samples.iter().map(|(place, _)| place.back as i64).collect();
        assert_eq!(spent, [4, 11, 22, -2]);
        assert_eq!(samples.iter().map(|(_, weight)| weight.value).sum::<i64>(), 35);
    }
}
