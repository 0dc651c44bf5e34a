//! Makes an input smaller as long as it does what it did: pieces of bytes are left out, bytes become `0`,
//! numbers come nearer to zero. Knows nothing of what an input is run on.

use super::value::{Input, InputKind, Value};

/// Rounds over all arguments; later ones find little.
const ROUNDS: u32 = 4;

/// What is tried next with one argument.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Leaves out so many bytes from a place on.
    Remove {
        length: usize,
        at: usize,
    },
    /// Makes the byte at a place `0`.
    Simplify {
        at: usize,
    },
    /// Shifts a number towards zero by so many bits.
    Shift {
        bits: u32,
    },
    /// Takes so much from the distance to zero.
    Step {
        by: u64,
    },
    Done,
}

/// An input that becomes smaller.
#[derive(Debug)]
pub(super) struct Minimiser {
    kinds: Vec<InputKind>,
    /// The smallest so far.
    pub best: Input,
    trial: Input,
    argument: usize,
    stage: Stage,
    round: u32,
    /// Whether something became smaller in this round.
    changed: bool,
}

impl Minimiser {
    pub(super) fn new(kinds: &[InputKind], input: Input) -> Minimiser {
        let mut minimiser = Minimiser {
            kinds: kinds.to_vec(),
            trial: input.clone(),
            best: input,
            argument: 0,
            stage: Stage::Done,
            round: 0,
            changed: false,
        };
        minimiser.stage = minimiser.first();
        minimiser
    }

    /// The first stage of the argument.
    fn first(&self) -> Stage {
        match (self.best.get(self.argument), self.kinds.get(self.argument)) {
            (Some(Value::Bytes(bytes)), _) => Stage::Remove { length: bytes.len().max(1), at: 0 },
            (Some(Value::Word(0)) | None, _) => Stage::Done,
            (Some(Value::Word(_)), _) => Stage::Shift { bits: 64 },
        }
    }

    /// An input to try, or that there is none that is smaller.
    pub(super) fn propose(&mut self) -> Option<&Input> {
        loop {
            if let Some(value) = self.candidate() {
                self.trial.clone_from(&self.best);
                self.trial[self.argument] = value;
                return Some(&self.trial);
            }
            match self.following() {
                Stage::Done if !self.next_argument() => return None,
                Stage::Done => self.stage = self.first(),
                stage => self.stage = stage,
            }
        }
    }

    /// Turns to the next argument, or to another pass; whether there is one.
    fn next_argument(&mut self) -> bool {
        self.argument += 1;
        if self.argument < self.best.len() {
            return true;
        }
        (self.argument, self.round) = (0, self.round + 1);
        std::mem::take(&mut self.changed) && self.round < ROUNDS
    }

    /// Whether what was proposed does what the input did.
    pub(super) fn judge(&mut self, same: bool) {
        if same {
            self.best.clone_from(&self.trial);
            self.changed = true;
        }
        // What follows has moved to where the piece was.
        let stays = same && matches!(self.stage, Stage::Remove { .. } | Stage::Shift { bits: 1 });
        if !stays {
            self.stage = self.following();
        }
    }

    /// The argument as the stage makes it; `None` if it makes nothing smaller.
    fn candidate(&self) -> Option<Value> {
        match (self.stage, &self.best[self.argument]) {
            (Stage::Remove { length, at }, Value::Bytes(bytes)) => {
                let end = bytes.len().min(at + length);
                (at < end).then(|| Value::Bytes([&bytes[..at], &bytes[end..]].concat()))
            }
            (Stage::Simplify { at }, Value::Bytes(bytes)) => {
                let mut bytes = bytes.clone();
                let byte = bytes.get_mut(at).filter(|byte| **byte != b'0')?;
                *byte = b'0';
                Some(Value::Bytes(bytes))
            }
            (Stage::Shift { bits }, Value::Word(word)) => {
                let new = self.nearer(*word, |distance| distance.checked_shr(bits).unwrap_or(0));
                (new != *word).then_some(Value::Word(new))
            }
            (Stage::Step { by }, Value::Word(word)) => {
                let new = self.nearer(*word, |distance| distance.checked_sub(by).unwrap_or(distance));
                (new != *word).then_some(Value::Word(new))
            }
            (_, Value::Bytes(_) | Value::Word(_)) => None,
        }
    }

    /// A word whose distance to zero has become another one.
    fn nearer(&self, word: u64, change: impl Fn(u64) -> u64) -> u64 {
        match self.kinds[self.argument] {
            InputKind::Integer { signed: true, .. } if (word as i64) < 0 => {
                change((word as i64).unsigned_abs()).wrapping_neg()
            }
            // The bits of a fraction are no distance; it is zero or as it was.
            InputKind::Float(_) => {
                if change(1) == 0 && change(u64::MAX) == 0 {
                    0
                } else {
                    word
                }
            }
            InputKind::Bytes | InputKind::Text | InputKind::Bool | InputKind::Integer { .. } => change(word),
        }
    }

    /// How far the argument is from zero, if it is a number.
    fn distance(&self) -> u64 {
        match (&self.best[self.argument], self.kinds[self.argument]) {
            (Value::Word(word), InputKind::Integer { signed: true, .. }) => (*word as i64).unsigned_abs(),
            (Value::Word(word), _) => *word,
            (Value::Bytes(_), _) => 0,
        }
    }

    /// The stage after this one.
    fn following(&self) -> Stage {
        match self.stage {
            Stage::Remove { length, at } => {
                let all = match &self.best[self.argument] {
                    Value::Bytes(bytes) => bytes.len(),
                    Value::Word(_) => 0,
                };
                match at + length {
                    next if next < all => Stage::Remove { length, at: next },
                    _ if length > 1 => Stage::Remove { length: length.min(all).div_ceil(2).max(1), at: 0 },
                    _ => Stage::Simplify { at: 0 },
                }
            }
            Stage::Simplify { at } => match &self.best[self.argument] {
                Value::Bytes(bytes) if at + 1 < bytes.len() => Stage::Simplify { at: at + 1 },
                Value::Bytes(_) | Value::Word(_) => Stage::Done,
            },
            Stage::Shift { bits: 0 | 1 } => Stage::Step { by: self.distance() / 2 },
            Stage::Shift { bits } => Stage::Shift { bits: bits / 2 },
            Stage::Step { by } if by > 1 => Stage::Step { by: by / 2 },
            Stage::Step { .. } | Stage::Done => Stage::Done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest input for which something holds, and how many were tried.
    fn smallest(kinds: &[InputKind], input: Input, holds: impl Fn(&Input) -> bool) -> (Input, usize) {
        let mut minimiser = Minimiser::new(kinds, input);
        for tried in 0.. {
            let Some(trial) = minimiser.propose() else { return (minimiser.best, tried) };
            let same = holds(&trial.clone());
            minimiser.judge(same);
        }
        unreachable!()
    }

    #[test]
    fn what_is_not_needed_goes() {
        let text: Vec<u8> = (0..200).map(|n| b'a' + n % 26).collect();
        let has = |input: &Input| match &input[0] {
            Value::Bytes(bytes) => bytes.contains(&b'x') && bytes.len() > 2,
            Value::Word(_) => false,
        };
        let (found, tried) = smallest(&[InputKind::Text], vec![Value::Bytes(text)], has);
        let Value::Bytes(bytes) = &found[0] else { panic!("{found:?}") };
        assert!(bytes.len() == 3 && bytes.iter().filter(|b| **b == b'0').count() == 2, "{bytes:?}");
        assert!(tried < 400, "{tried}");
    }

    #[test]
    fn numbers_come_nearer_to_zero() {
        let signed = InputKind::Integer { bits: 32, signed: true };
        let minus = |n: i64| Value::Word((-n) as u64);
        let below = |input: &Input| matches!(input[0], Value::Word(word) if (word as i64) < -40);
        let (found, _) = smallest(&[signed], vec![minus(41 + 7)], below);
        assert_eq!(found, [minus(41)]);
        let (found, _) = smallest(&[signed, InputKind::Float(64)], vec![minus(9), Value::Word(77)], |_| true);
        assert_eq!(found, [Value::Word(0), Value::Word(0)]);
    }
}
