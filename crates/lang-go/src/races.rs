//! What the functions of the library tell where data races are looked for: how those of package sync order
//! goroutines, as the memory model of Go says, and which functions tell no accesses since goroutines take
//! turns only where they wait. What functions of sync and sync/atomic do that are not named here is seen from
//! the accesses themselves, as these are in the region `SHARED`: a load acquires, a store releases.

use purlin_ir::races::{Accesses, Bytes, Event, NativeAccess, Operand, Rule, Rules, Step, When};

/// What Go's functions and natives tell.
pub const RACES: Rules = Rules { rule, natives: NATIVES };

/// Functions of package testing that other ones call only where data races are looked for.
pub(crate) const OF_TESTING: [&str; 2] = ["checkRaces", "passRaces"];

/// A step at an address that a parameter or result holds.
const fn at(event: Event, at: Operand, offset: i64) -> Step {
    Step { event, at, offset, when: When::Always }
}

const fn only(step: Step, when: When) -> Step {
    Step { when, ..step }
}

const RECEIVER: Operand = Operand::Param(0);
const TOUCH: Step = at(Event::Touch, RECEIVER, 0);
const ACQUIRE: Step = at(Event::Acquire, RECEIVER, 0);
const RELEASE: Step = at(Event::Release, RECEIVER, 0);
const RELEASE_MORE: Step = at(Event::ReleaseMore, RECEIVER, 0);
/// What was told on the result of a function that may fail.
const SUCCESS: When = When::NotZero(Operand::Result(0));

// Where a sync.RWMutex orders those that write after those that have read, and those that read after those
// that have written; and where a sync.WaitGroup is used for the first time, which must come before a wait.
const READERS: i64 = 8;
const WRITERS: i64 = 16;
const FIRST_USE: i64 = 8;

const fn steps(enter: &'static [Step], leave: &'static [Step]) -> Rule {
    Rule { accesses: Accesses::None, enter, leave, calls: None }
}

const ADD: &[Step] = &[
    TOUCH,
    only(RELEASE_MORE, When::Negative(Operand::Param(1))),
    only(at(Event::Read, RECEIVER, FIRST_USE), When::WordIsZero(0, 0)),
];
const WAIT: &[Step] = &[TOUCH, only(at(Event::Touch, RECEIVER, FIRST_USE), When::WordIsNotZero(0, 0))];

const TOUCHES: &[Step] = &[TOUCH];
const LOCKED: &[Step] = &[at(Event::Acquire, RECEIVER, READERS), at(Event::Acquire, RECEIVER, WRITERS)];
const LOCKED_IF: &[Step] = &[
    only(at(Event::Acquire, RECEIVER, READERS), SUCCESS),
    only(at(Event::Acquire, RECEIVER, WRITERS), SUCCESS),
];
const MAP_WRITES: Rule = steps(&[TOUCH, RELEASE_MORE], &[ACQUIRE]);

/// The functions of package sync that say themselves what they order.
const SYNC: &[(&str, Rule)] = &[
    ("(*Mutex).Lock", steps(TOUCHES, &[ACQUIRE])),
    ("(*Mutex).TryLock", steps(TOUCHES, &[only(ACQUIRE, SUCCESS)])),
    ("(*Mutex).Unlock", steps(&[TOUCH, RELEASE], &[])),
    ("(*RWMutex).Lock", steps(TOUCHES, LOCKED)),
    ("(*RWMutex).TryLock", steps(TOUCHES, LOCKED_IF)),
    ("(*RWMutex).Unlock", steps(&[TOUCH, at(Event::Release, RECEIVER, READERS)], &[])),
    ("(*RWMutex).RLock", steps(TOUCHES, &[at(Event::Acquire, RECEIVER, READERS)])),
    ("(*RWMutex).TryRLock", steps(TOUCHES, &[only(at(Event::Acquire, RECEIVER, READERS), SUCCESS)])),
    ("(*RWMutex).RUnlock", steps(&[TOUCH, at(Event::ReleaseMore, RECEIVER, WRITERS)], &[])),
    ("(*WaitGroup).Add", steps(ADD, &[])),
    ("(*WaitGroup).Wait", steps(WAIT, &[ACQUIRE])),
    ("(*queue).empty", steps(&[], &[])),
    ("(*Cond).Wait", steps(&[], &[])),
    ("(*Cond).Signal", steps(&[], &[])),
    ("(*Cond).Broadcast", steps(&[], &[])),
    ("(*Cond).check", steps(&[], &[])),
    // What a pool keeps is handed on where it lies.
    ("(*Pool).Put", steps(&[at(Event::ReleaseMore, Operand::Param(2), 0)], &[])),
    ("(*Pool).Get", steps(&[], &[at(Event::Acquire, Operand::Result(1), 0)])),
    ("(*Map).Load", steps(&[], &[ACQUIRE])),
    ("(*Map).Range", steps(&[ACQUIRE], &[])),
    ("(*Map).Store", MAP_WRITES),
    ("(*Map).Clear", MAP_WRITES),
    ("(*Map).LoadOrStore", MAP_WRITES),
    ("(*Map).LoadAndDelete", MAP_WRITES),
    ("(*Map).Delete", MAP_WRITES),
    ("(*Map).Swap", MAP_WRITES),
    ("(*Map).CompareAndSwap", MAP_WRITES),
    ("(*Map).CompareAndDelete", MAP_WRITES),
];

/// Packages whose variables are used by one goroutine at a time, as none gives up its turn meanwhile: what
/// they keep for the next call needs no lock here. Some of them have packages below, which are as they are.
const OWN_TURN: &[&str] = &[
    "runtime",
    "testing",
    "net",
    "fmt",
    "context",
    "time",
    "mime",
    "unique",
    "encoding/json",
    "text/template",
    "regexp/syntax",
    "hash/maphash",
    "crypto/x509",
    "math/rand",
    "math/rand/v2",
    "internal/rt",
    "internal/raw",
    "internal/stdio",
    "internal/bubble",
];
const BELOW: &[&str] = &["runtime/", "net/"];

/// What goes out of the program, and what comes in.
const OUT: &[Step] = &[at(Event::Out, RECEIVER, 0)];
const IN: &[Step] = &[at(Event::In, RECEIVER, 0)];

/// Functions of packages in which all that is in common is one place: what some do comes before what others
/// return.
const OUT_OR_IN: &[(&str, Rule)] = &[
    ("os.(*File).Read", in_files(&[], IN)),
    ("os.(*File).ReadAt", in_files(&[], IN)),
    ("os.(*File).readAll", in_files(&[], IN)),
    ("os.(*File).Write", in_files(OUT, &[])),
    ("os.(*File).WriteString", in_files(OUT, &[])),
    ("os.(*File).WriteAt", in_files(OUT, &[])),
    ("os.(*File).writeAll", in_files(OUT, &[])),
    ("net.connectTCP", steps(OUT, IN)),
    ("net.(*listener).accept", steps(&[], IN)),
    ("net.(*socket).read", steps(&[], IN)),
    ("net.(*socket).readFrom", steps(&[], IN)),
    ("net.(*socket).write", steps(OUT, &[])),
    ("net.(*socket).send", steps(OUT, &[])),
    ("net.(*socket).closeWrite", steps(OUT, &[])),
    ("net.(*socket).close", steps(OUT, &[])),
    ("testing/synctest.Wait", steps(&[], ALL)),
    ("testing/synctest.Test", steps(&[], ALL)),
];
const ALL: &[Step] = &[at(Event::AcquireAll, RECEIVER, 0)];

const fn in_files(enter: &'static [Step], leave: &'static [Step]) -> Rule {
    Rule { accesses: Accesses::Natives, ..steps(enter, leave) }
}

fn rule(name: &str) -> Rule {
    let package = package(name);
    let own = name.get(package.len() + 1..).unwrap_or_default();
    if let Some((_, rule)) = OUT_OR_IN.iter().find(|(function, _)| *function == name) {
        return *rule;
    }
    match package {
        "sync" => {
            SYNC.iter().find(|(function, _)| *function == own).map_or_else(Rule::default, |(_, rule)| *rule)
        }
        "testing" if own == "(*common).Failed" => calling("testing.checkRaces"),
        "testing" if own == "(*common).begin" => calling("testing.passRaces"),
        "context" if own.ends_with(").Err") => steps(&[], IN),
        "context" if own.contains("ancel") => steps(OUT, &[]),
        // Timers are the run time's.
        "time" if ["(*alarm)", "(*Timer)", "(*Ticker)"].iter().any(|ty| own.starts_with(ty)) => {
            steps(&[], &[])
        }
        "os" | "hash/crc32" => in_files(&[], &[]),
        _ if OWN_TURN.contains(&package) => steps(&[], &[]),
        _ if BELOW.iter().any(|above| package.starts_with(above)) => steps(&[], &[]),
        _ => Rule::default(),
    }
}

const fn calling(function: &'static str) -> Rule {
    Rule { calls: Some(function), ..steps(&[], &[]) }
}

/// The path of the package of a function, as tracebacks name it.
fn package(name: &str) -> &str {
    // A type argument may have a path too.
    let own = name.find(['[', '(']).map_or(name, |end| &name[..end]);
    let from = own.rfind('/').map_or(0, |slash| slash + 1);
    name[from..].find('.').map_or(name, |dot| &name[..from + dot])
}

const fn reads(native: &'static str, at: usize, bytes: Bytes) -> NativeAccess {
    NativeAccess { native, at, offset: 0, bytes, writes: false }
}

/// What natives access besides those of every guest.
const NATIVES: &[NativeAccess] = &[
    // The elements that move when a slice grows.
    reads("rt.grow", 0, Bytes::Objects { count: 1, class: 4 }),
    NativeAccess { writes: true, ..reads("os.readAt", 1, Bytes::Elements { count: 2, each: 1 }) },
    reads("os.writeAt", 1, Bytes::Elements { count: 2, each: 1 }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_functions() {
        assert_eq!(package("main.main"), "main");
        assert_eq!(package("sync.(*Mutex).Lock"), "sync");
        assert_eq!(package("sync/atomic.(*Pointer[example.com/m/a.T]).Load"), "sync/atomic");
        assert_eq!(package("example.com/m/a.F[example.com/m/b.T].func1"), "example.com/m/a");
    }
}
