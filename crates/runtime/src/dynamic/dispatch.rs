//! How much of an earlier lookup a send uses: the rungs of the ladder, and what the two rungs between full
//! lookup and sites with pairs keep of methods. Knows no heap.

use super::site::{FREE_DEPTH, Key, SELECTOR, STATE, Sites, Target, WORDS};

/// How much a send keeps of what it found before. The steps have the order in which they were published; each
/// gives the same results for the same gas.
///
/// Guests without sends take no notice of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub enum Dispatch {
    /// Nothing: each send looks through the method dictionaries, by code of the guest's library whose own
    /// calls go through method objects. By the runtime's code if the guest has none.
    Lookup,
    /// Nothing, as at [`Dispatch::Lookup`], but the calls of the library's code are direct ones.
    Invoke,
    /// A site keeps the method that it found last, and each method the behaviour that it was found for last:
    /// both must be the send's own.
    Mono,
    /// As [`Dispatch::Mono`], and where they are not, a table of all sends answers.
    MonoGlobal,
    /// A site keeps the behaviour with its method, and the table answers what it does not know.
    MonoSite,
    /// A site keeps up to six behaviours with their methods, and the table answers what it does not know.
    #[default]
    Poly,
}

impl Dispatch {
    /// All, in their order.
    pub const ALL: [Dispatch; 6] = [
        Dispatch::Lookup,
        Dispatch::Invoke,
        Dispatch::Mono,
        Dispatch::MonoGlobal,
        Dispatch::MonoSite,
        Dispatch::Poly,
    ];

    /// The name, as the option of a command has it.
    pub fn name(self) -> &'static str {
        match self {
            Dispatch::Lookup => "lookup",
            Dispatch::Invoke => "invoke",
            Dispatch::Mono => "mono",
            Dispatch::MonoGlobal => "mono+global",
            Dispatch::MonoSite => "mono-site",
            Dispatch::Poly => "poly",
        }
    }

    /// What the names of the functions begin with by which a guest looks up itself at this rung, if it may:
    /// one for sends of each number of operands. They take these, ask `dyn.asked_behaviour` and
    /// `dyn.asked_selector` what for, tell `dyn.answered` what they have found, and continue in the function
    /// that it names. They cost nothing, and their polls are never stopped at.
    pub fn askers(self) -> Option<&'static str> {
        match self {
            Dispatch::Lookup => Some("dyn.lookup/"),
            Dispatch::Invoke => Some("dyn.invoke/"),
            Dispatch::Mono | Dispatch::MonoGlobal | Dispatch::MonoSite | Dispatch::Poly => None,
        }
    }

    /// Whether what a lookup finds is kept in the table behind the sites.
    pub(crate) fn has_table(self) -> bool {
        self >= Dispatch::MonoGlobal
    }

    /// Pairs of a behaviour and a function that a site keeps.
    pub(crate) fn pairs(self) -> usize {
        match self {
            Dispatch::Lookup | Dispatch::Invoke | Dispatch::Mono | Dispatch::MonoGlobal => 0,
            Dispatch::MonoSite => 1,
            Dispatch::Poly => super::site::PAIRS,
        }
    }
}

impl std::str::FromStr for Dispatch {
    type Err = String;

    fn from_str(text: &str) -> Result<Dispatch, String> {
        let found = Dispatch::ALL.into_iter().find(|rung| rung.name() == text);
        found.ok_or_else(|| {
            let names = Dispatch::ALL.map(Dispatch::name).join(", ");
            format!("unknown dispatch {text:?} (there are {names})")
        })
    }
}

impl std::fmt::Display for Dispatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// What methods remember: the send that each was found for last, by the numbers of their functions.
#[derive(Default)]
pub(crate) struct Recent {
    of: Vec<Key>,
}

impl Recent {
    /// The method that a site's record names, if its own check lets the send pass.
    pub(crate) fn known(&self, record: &[u64; WORDS], key: Key) -> Option<u32> {
        let function = (record[0] >> 32) as u32;
        // A record whose low half is a behaviour belongs to another rung.
        let is_method = record[0] != 0 && record[0] as u32 == 0;
        (is_method && self.of.get(function as usize) == Some(&key)).then_some(function)
    }

    /// Lets a site name the method that was found, and the method remember the send. What costs by its depth
    /// at each send is not remembered.
    pub(crate) fn keep(
        &mut self,
        sites: &mut Sites,
        at: usize,
        record: &mut [u64; WORDS],
        (key, target): (Key, Target),
    ) {
        let function = target.function as usize;
        if target.depth as usize > FREE_DEPTH || function == 0 {
            return;
        }
        if self.of.len() <= function {
            self.of.resize(function + 1, Key::default());
        }
        self.of[function] = key;
        let was_empty = record[STATE] >> 32 == 0;
        record[0] = u64::from(target.function) << 32;
        record[SELECTOR] = u64::from(key.selector) | u64::from(key.fallback) << 32;
        record[STATE] = (record[STATE] & 0xffff_ffff) | 1 << 32;
        if was_empty {
            sites.note(key.selector, at);
        }
    }

    /// Lets methods forget the sends of a selector, or all.
    pub(crate) fn forget(&mut self, selector: Option<u32>) {
        match selector {
            Some(selector) => {
                let stale = self.of.iter_mut().filter(|key| key.selector == selector);
                stale.for_each(|key| *key = Key::default());
            }
            None => self.of.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_have_names() {
        for rung in Dispatch::ALL {
            assert_eq!(rung.name().parse(), Ok(rung));
        }
        assert_eq!(Dispatch::default(), Dispatch::Poly);
        assert!("fast".parse::<Dispatch>().unwrap_err().contains("mono+global"));
    }

    #[test]
    fn a_method_remembers_one_send_and_a_site_one_method() {
        let (mut recent, mut sites) = (Recent::default(), Sites::default());
        let [mut first, mut second] = [[0; WORDS]; 2];
        let key = |behaviour| Key { selector: 7, behaviour, fallback: 9 };
        let target = Target { function: 100, depth: 1 };
        recent.keep(&mut sites, 64, &mut first, (key(1), target));
        assert_eq!((recent.known(&first, key(1)), recent.known(&first, key(2))), (Some(100), None));
        assert_eq!(recent.known(&second, key(1)), None);
        // Another site finds the same method for another behaviour: the first one has to look again.
        recent.keep(&mut sites, 128, &mut second, (key(2), target));
        assert_eq!((recent.known(&first, key(1)), recent.known(&second, key(2))), (None, Some(100)));
        assert_eq!(sites.addresses().count(), 2);
        recent.forget(Some(7));
        assert_eq!(recent.known(&second, key(2)), None);
        // What is far away is never kept.
        let far = Target { function: 101, depth: FREE_DEPTH as u32 + 1 };
        recent.keep(&mut sites, 64, &mut first, (key(3), far));
        assert_eq!(recent.known(&first, key(3)), None);
    }
}
