//! The answers of asynchronous host functions as an input of an isolate: recorded with the points at which
//! the guest saw them, and replayed without calling the host. Knows neither futures nor fibers.

use std::fmt;
use std::sync::Arc;

use purlin_base::gas;

use super::digest::Digest;
use super::tape::{End, Tape, put_bytes, put_number, take_bytes, take_number, take_text};
use crate::trap::TrapKind;

/// The answers of asynchronous host functions during some runs of an isolate: in which order the guest saw
/// them, when, and their values.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Recording {
    /// In the order in which they began.
    calls: Vec<CallRecord>,
    /// In the order in which they were seen.
    answers: Vec<AnswerRecord>,
}

#[derive(Clone, PartialEq, Eq)]
struct CallRecord {
    function: Arc<str>,
    /// Of the arguments.
    digest: u64,
    /// Units that were used when it began.
    gas: u64,
}

#[derive(Clone, PartialEq, Eq)]
struct AnswerRecord {
    /// The number of the call.
    call: u64,
    /// The point at which it was seen; `None` if the call did not wait.
    point: Option<u64>,
    /// Units that were used then, and virtual nanoseconds that had passed.
    gas: u64,
    nanos: i64,
    /// `None` if the run ended before the guest used it.
    value: Option<Tape>,
}

/// One answer of a [`Recording`].
///
/// The example of [`Recording`] reads one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedAnswer<'a> {
    /// The function, with its package: `host/store.Get`.
    pub function: &'a str,
    /// The number of the call: the first of the recording is 0.
    pub call: u64,
    /// Units of gas that were used since the recording began when the guest saw the answer.
    pub gas: u64,
    /// Virtual nanoseconds that had passed since then.
    pub nanos: i64,
    /// Whether the call's fiber waited for it.
    pub waited: bool,
}

/// Bytes that are no recording.
/// [`Recording::from_bytes`] gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordingError(&'static str);

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no recording that can be replayed: {}", self.0)
    }
}

impl std::error::Error for RecordingError {}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.answers()).finish()
    }
}

/// What bytes of a recording begin with; the last byte is the version of the format.
const MAGIC: &[u8; 8] = b"purlinA\x01";

impl Recording {
    /// How many calls began.
    pub fn calls(&self) -> usize {
        self.calls.len()
    }

    /// The answers in the order in which the guest saw them.
    pub fn answers(&self) -> impl Iterator<Item = RecordedAnswer<'_>> {
        self.answers.iter().map(|answer| {
            let AnswerRecord { call, point, gas, nanos, .. } = answer;
            let function = self.calls.get(*call as usize).map_or("", |call| &call.function);
            RecordedAnswer { function, call: *call, gas: *gas, nanos: *nanos, waited: point.is_some() }
        })
    }

    /// The recording as bytes, which [`Recording::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put_number(&mut out, u64::from(gas::SCHEDULE_VERSION));
        let mut names: Vec<&Arc<str>> = Vec::new();
        let mut calls = Vec::new();
        for call in &self.calls {
            let known = names.iter().position(|name| **name == call.function);
            let name = known.unwrap_or_else(|| {
                names.push(&call.function);
                names.len() - 1
            });
            put_number(&mut calls, name as u64);
            calls.extend(call.digest.to_le_bytes());
            put_number(&mut calls, call.gas);
        }
        put_number(&mut out, names.len() as u64);
        names.iter().for_each(|name| put_bytes(&mut out, name.as_bytes()));
        put_number(&mut out, self.calls.len() as u64);
        out.extend(calls);
        put_number(&mut out, self.answers.len() as u64);
        self.answers.iter().for_each(|answer| answer.put(&mut out));
        let check = Digest::of(&out);
        out.extend(check.to_le_bytes());
        out
    }

    /// Reads what [`Recording::to_bytes`] gave. Any bytes may be passed; those of another version of the
    /// format or of the gas schedule are refused.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, RecordingError> {
        let damaged = RecordingError("it is damaged");
        let Some(mut from) = bytes.strip_prefix(MAGIC) else {
            return Err(RecordingError("it does not begin as one of this version does"));
        };
        let Some((_, check)) = bytes.split_last_chunk() else { return Err(damaged) };
        let Some(body) = from.len().checked_sub(check.len()) else { return Err(damaged) };
        if u64::from_le_bytes(*check) != Digest::of(&bytes[..bytes.len() - check.len()]) {
            return Err(damaged);
        }
        from = &from[..body];
        match take_number(&mut from) {
            Some(version) if version == u64::from(gas::SCHEDULE_VERSION) => {}
            Some(_) => return Err(RecordingError("its gas is of another schedule")),
            None => return Err(damaged),
        }
        Recording::take(&mut from).filter(|_| from.is_empty()).ok_or(damaged)
    }

    fn take(from: &mut &[u8]) -> Option<Recording> {
        let mut names: Vec<Arc<str>> = Vec::new();
        for _ in 0..take_number(from)? {
            names.push(take_text(from)?.into());
        }
        let mut recording = Recording::default();
        for _ in 0..take_number(from)? {
            let function = names.get(usize::try_from(take_number(from)?).ok()?)?.clone();
            let (digest, rest) = from.split_first_chunk()?;
            *from = rest;
            let (digest, gas) = (u64::from_le_bytes(*digest), take_number(from)?);
            recording.calls.push(CallRecord { function, digest, gas });
        }
        for _ in 0..take_number(from)? {
            let answer = AnswerRecord::take(from)?;
            recording.calls.get(usize::try_from(answer.call).ok()?)?;
            recording.answers.push(answer);
        }
        Some(recording)
    }
}

impl AnswerRecord {
    fn put(&self, out: &mut Vec<u8>) {
        let AnswerRecord { call, point, gas, nanos, value } = self;
        put_number(out, *call);
        // 0 stands for no point.
        put_number(out, point.map_or(0, |point| point.saturating_add(1)));
        put_number(out, *gas);
        out.extend(nanos.to_le_bytes());
        let Some(value) = value else { return out.push(0) };
        match &value.end {
            End::Done => out.push(1),
            End::Yield => out.push(2),
            End::Leave => out.push(3),
            End::Trap(kind, message) => {
                out.push(4);
                put_kind(out, *kind);
                put_bytes(out, message.as_bytes());
            }
        }
        put_bytes(out, &value.ops);
    }

    fn take(from: &mut &[u8]) -> Option<AnswerRecord> {
        let (call, point, gas) = (take_number(from)?, take_number(from)?, take_number(from)?);
        let (nanos, rest) = from.split_first_chunk()?;
        let nanos = i64::from_le_bytes(*nanos);
        let (tag, rest) = rest.split_first()?;
        *from = rest;
        let end = match tag {
            0 => {
                return Some(AnswerRecord { call, point: point.checked_sub(1), gas, nanos, value: None });
            }
            1 => End::Done,
            2 => End::Yield,
            3 => End::Leave,
            4 => End::Trap(take_kind(from)?, take_text(from)?.to_string()),
            _ => return None,
        };
        let value = Some(Tape { ops: take_bytes(from)?.to_vec(), end }).filter(Tape::is_whole);
        value.as_ref()?;
        Some(AnswerRecord { call, point: point.checked_sub(1), gas, nanos, value })
    }
}

/// Kinds of endings by their numbers; that of an exit has its code after it.
const KINDS: [TrapKind; 14] = [
    TrapKind::Uncaught,
    TrapKind::Exit(0),
    TrapKind::Deadlock,
    TrapKind::OutOfGas,
    TrapKind::AllocBytes,
    TrapKind::CallDepth,
    TrapKind::OutOfMemory,
    TrapKind::StackOverflow,
    TrapKind::OutputLimit,
    TrapKind::Deadline,
    TrapKind::Cancelled,
    TrapKind::Host,
    TrapKind::Io,
    TrapKind::Internal,
];

fn put_kind(out: &mut Vec<u8>, kind: TrapKind) {
    let same = |other: &TrapKind| std::mem::discriminant(other) == std::mem::discriminant(&kind);
    out.push(KINDS.iter().position(same).unwrap_or(KINDS.len()) as u8);
    if let TrapKind::Exit(code) = kind {
        out.extend(code.to_le_bytes());
    }
}

fn take_kind(from: &mut &[u8]) -> Option<TrapKind> {
    let (number, rest) = from.split_first()?;
    *from = rest;
    match KINDS.get(usize::from(*number))? {
        TrapKind::Exit(_) => {
            let (code, rest) = from.split_first_chunk()?;
            *from = rest;
            Some(TrapKind::Exit(i32::from_le_bytes(*code)))
        }
        kind => Some(*kind),
    }
}

/// What an isolate does with answers.
pub(crate) enum Log {
    Off,
    Record(Box<Recorder>),
    Replay(Box<Replay>),
}

/// Gas that was used, and virtual time.
type Moment = (u64, i64);

/// A recording that is made.
pub(crate) struct Recorder {
    recording: Recording,
    base: Moment,
    /// Bytes that the recording takes, about.
    bytes: u64,
}

/// Bytes of a recorded call or answer, about, beside its value.
const RECORD: u64 = 64;

/// A recording that is replayed.
pub(crate) struct Replay {
    recording: Recording,
    base: Moment,
    /// The answer that comes next.
    next: usize,
    /// The place of the fiber of each call that has begun.
    places: Vec<usize>,
}

/// The answer that a replay comes to.
pub(crate) struct Next {
    /// Which of the recorded answers it is.
    pub(crate) event: usize,
    /// The number of the call, and the place of its fiber.
    pub(crate) number: u64,
    pub(crate) place: usize,
}

fn since(base: Moment, now: Moment) -> Moment {
    (now.0.wrapping_sub(base.0), now.1.wrapping_sub(base.1))
}

impl Log {
    pub(crate) fn record(base: Moment) -> Log {
        Log::Record(Box::new(Recorder { recording: Recording::default(), base, bytes: 0 }))
    }

    pub(crate) fn replay(recording: Recording, base: Moment) -> Log {
        Log::Replay(Box::new(Replay { recording, base, next: 0, places: Vec::new() }))
    }

    pub(crate) fn is_off(&self) -> bool {
        matches!(self, Log::Off)
    }

    /// Bytes that a recording takes, about.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Log::Record(recorder) => recorder.bytes,
            Log::Off | Log::Replay(_) => 0,
        }
    }

    /// A call begins, with arguments of this digest, on the fiber at a place.
    ///
    /// # Errors
    /// How it differs from the call that was recorded.
    pub(super) fn begins(
        &mut self,
        number: u64,
        function: &Arc<str>,
        digest: u64,
        now: Moment,
        place: usize,
    ) -> Result<(), String> {
        match self {
            Log::Off => Ok(()),
            Log::Record(recorder) => {
                let (function, gas) = (function.clone(), since(recorder.base, now).0);
                recorder.bytes += RECORD;
                recorder.recording.calls.push(CallRecord { function, digest, gas });
                Ok(())
            }
            Log::Replay(replay) => {
                replay.places.push(place);
                replay.compare(number, function, digest, now)
            }
        }
    }

    /// An answer is seen, at a point or at once. Which of the recorded ones it is, if there is a recording.
    pub(crate) fn answers(&mut self, call: u64, point: Option<u64>, now: Moment) -> Option<usize> {
        let Log::Record(recorder) = self else { return None };
        let (gas, nanos) = since(recorder.base, now);
        recorder.bytes += RECORD;
        let recording = &mut recorder.recording;
        recording.answers.push(AnswerRecord { call, point, gas, nanos, value: None });
        Some(recording.answers.len() - 1)
    }

    /// Keeps the value of a recorded answer.
    pub(super) fn keep(&mut self, event: usize, value: Tape) {
        if let Log::Record(recorder) = self
            && let Some(answer) = recorder.recording.answers.get_mut(event)
        {
            recorder.bytes += value.ops.len() as u64;
            answer.value = Some(value);
        }
    }
}

impl Recorder {
    pub(crate) fn finish(self) -> Recording {
        self.recording
    }
}

impl Replay {
    fn compare(&self, number: u64, function: &str, digest: u64, now: Moment) -> Result<(), String> {
        let Some(call) = self.recording.calls.get(number as usize) else {
            return Err(format!(
                "the recording does not fit: there is a call of {function} after the {} recorded ones",
                self.recording.calls.len()
            ));
        };
        let gas = since(self.base, now).0;
        let what = if *call.function != *function {
            format!("it is one of {function}, and {} was recorded", call.function)
        } else if call.digest != digest {
            format!("{function} has other arguments than were recorded")
        } else if call.gas != gas {
            format!("it begins after {gas} units of gas, and {} were recorded", call.gas)
        } else {
            return Ok(());
        };
        Err(format!("the recording does not fit: in call {number}, {what}"))
    }

    /// The next answer, if it is that of a call that begins, which did not wait.
    pub(super) fn next_at_once(&mut self, number: u64) -> Option<usize> {
        let next = self.recording.answers.get(self.next)?;
        if next.call != number || next.point.is_some() {
            return None;
        }
        self.next += 1;
        Some(self.next - 1)
    }

    /// The next answer, if it is to be seen at this point.
    ///
    /// # Errors
    /// How the run differs from the one that was recorded.
    pub(crate) fn next_at(&mut self, point: u64, now: Moment) -> Result<Option<Next>, String> {
        let Some(next) = self.recording.answers.get(self.next) else { return Ok(None) };
        let number = next.call;
        let Some(at) = next.point else { return Ok(None) };
        if at > point {
            return Ok(None);
        }
        let place = self.places.get(number as usize).copied().filter(|_| at == point);
        let Some(place) = place else {
            return Err(format!("the recording does not fit: the answer of call {number} is not due"));
        };
        let (gas, nanos) = since(self.base, now);
        if (gas, nanos) != (next.gas, next.nanos) {
            return Err(format!(
                "the recording does not fit: the answer of call {number} was seen after {} units of gas and \
                 {} ns, and its point is after {gas} units and {nanos} ns",
                next.gas, next.nanos
            ));
        }
        self.next += 1;
        Ok(Some(Next { event: self.next - 1, number, place }))
    }

    /// What is wrong where everything waits for an answer, and none is due.
    pub(crate) fn nothing_left(&self) -> String {
        match self.recording.answers.get(self.next) {
            None => "the recording has no answer that the program waits for".into(),
            Some(next) => format!(
                "the recording does not fit: the answer of call {} is not due, and the program waits",
                next.call
            ),
        }
    }

    /// The value of a recorded answer; once.
    pub(super) fn value(&mut self, event: usize) -> Option<Tape> {
        self.recording.answers.get_mut(event)?.value.take()
    }

    /// Whether all calls and answers came.
    pub(crate) fn is_complete(&self) -> bool {
        self.next == self.recording.answers.len() && self.places.len() == self.recording.calls.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::border::tape::Op;

    fn some() -> Recording {
        let mut tape = Tape::default();
        tape.note(Op::Only);
        tape.note(Op::Str("text"));
        let mut log = Log::record((100, 1_000));
        let (get, put): (Arc<str>, Arc<str>) = ("host/x.Get".into(), "host/x.Put".into());
        for (n, name) in [(0, &get), (1, &put), (2, &get)] {
            log.begins(n, name, 7 * n, (110 + n, 1_010), 0).unwrap();
        }
        assert_eq!(log.answers(1, None, (112, 1_012)), Some(0));
        assert_eq!(log.answers(0, Some(4), (200, 1_100)), Some(1));
        let end = End::Trap(TrapKind::Exit(-3), "ended".into());
        log.keep(1, Tape { end, ..tape.clone() });
        assert_eq!(log.answers(2, Some(5), (300, 1_200)), Some(2));
        log.keep(2, tape);
        let Log::Record(recorder) = log else { unreachable!() };
        recorder.finish()
    }

    #[test]
    fn bytes_give_the_same_recording_and_damage_is_found() {
        let recording = some();
        let bytes = recording.to_bytes();
        let again = Recording::from_bytes(&bytes).unwrap();
        assert_eq!(again, recording);
        let seen: Vec<_> =
            again.answers().map(|a| (a.function.to_string(), a.call, a.gas, a.waited)).collect();
        assert_eq!(seen[1], ("host/x.Get".into(), 0, 100, true));
        assert!(!seen[0].3 && seen[2].2 == 200);
        for n in 0..bytes.len() {
            assert!(Recording::from_bytes(&bytes[..n]).is_err(), "{n}");
            let mut damaged = bytes.clone();
            damaged[n] ^= 0x41;
            assert!(Recording::from_bytes(&damaged).is_err(), "{n}");
            // With a digest that fits, damage may go unnoticed here; it must not do harm.
            let body = damaged.len() - 8;
            let check = Digest::of(&damaged[..body]).to_le_bytes();
            damaged[body..].copy_from_slice(&check);
            let _ = Recording::from_bytes(&damaged);
        }
    }

    #[test]
    fn counts_that_cannot_be_are_refused_without_memory() {
        let mut bytes = MAGIC.to_vec();
        put_number(&mut bytes, u64::from(gas::SCHEDULE_VERSION));
        put_number(&mut bytes, u64::MAX);
        let check = Digest::of(&bytes);
        bytes.extend(check.to_le_bytes());
        assert!(Recording::from_bytes(&bytes).is_err());
    }
}
