//! Behaviours by number: what class words name. Numbers are given in the order in which behaviours are made,
//! so they are the same in every run.

/// The numbers of the behaviours of words that are no references: immediates by kind, then integers and
/// floats.
pub(crate) const FIXED: usize = 34;

/// Behaviours, at most.
const MOST_BEHAVIOURS: usize = 1 << 31;

/// The behaviours of an isolate. Number 0 is none; 1 to [`FIXED`] are of words that are no references.
#[derive(Default)]
pub(crate) struct Behaviours {
    /// Addresses by number, 0 where there is none.
    all: Vec<u64>,
}

impl Behaviours {
    pub(crate) fn all(&self) -> &[u64] {
        &self.all
    }

    /// The object of a number; 0 if there is none.
    pub(crate) fn get(&self, number: i64) -> u64 {
        usize::try_from(number).ok().and_then(|n| self.all.get(n).copied()).unwrap_or_default()
    }

    /// Adds a behaviour: its number; `None` if there are no more.
    pub(crate) fn add(&mut self, object: u64) -> Option<i64> {
        self.reserve();
        let number = self.all.len();
        (number < MOST_BEHAVIOURS).then(|| {
            self.all.push(object);
            number as i64
        })
    }

    /// Makes an object the behaviour of words that are no references: its number; `None` if that is none of
    /// them.
    pub(crate) fn set_fixed(&mut self, number: i64, object: u64) -> Option<i64> {
        self.reserve();
        let n = usize::try_from(number).ok().filter(|n| (1..=FIXED).contains(n))?;
        self.all[n] = object;
        Some(number)
    }

    fn reserve(&mut self) {
        if self.all.is_empty() {
            self.all.resize(1 + FIXED, 0);
        }
    }
}
