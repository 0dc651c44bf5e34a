//! Vector clocks: what of each thread happens before a moment.

/// How far each thread had come, by its number; what is not in the list is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock(Vec<u32>);

impl Clock {
    /// How far a thread had come.
    pub(super) fn of(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    /// How many threads are in the list.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn set(&mut self, thread: u32, moment: u32) {
        let thread = thread as usize;
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = moment;
    }

    /// All that happens before either.
    pub(super) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, moment) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*moment);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    #[test]
    fn a_join_has_the_later_moment_of_each_thread() {
        let mut a = Clock::default();
        a.set(1, 5);
        let mut b = Clock::default();
        b.set(1, 3);
        b.set(4, 2);
        a.join(&b);
        assert_eq!((0..6).map(|n| a.of(n)).collect::<Vec<_>>(), [0, 5, 0, 0, 2, 0]);
    }
}
