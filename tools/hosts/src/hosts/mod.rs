//! The hosts by family, each with what it expects. A host that finds something else says so; one that crashes
//! or hangs is seen from outside.

mod calls;
mod cancelled;
mod dropped;
mod fibers;
mod limits;
mod numbers;
mod panics;
mod polls;
mod readers;
mod reentrant;
mod results;
mod resumed;
mod serde_values;
mod sizes;
mod strangers;
mod streams;
mod threads;
mod types;

use crate::common::Outcome;

/// A host: what it does, and what it expects of it.
pub(crate) struct Host {
    pub(crate) name: &'static str,
    pub(crate) expects: &'static str,
    pub(crate) run: fn() -> Outcome,
}

const fn host(name: &'static str, expects: &'static str, run: fn() -> Outcome) -> Host {
    Host { name, expects, run }
}

pub(crate) const HOSTS: &[Host] = &[
    host("types-of-calls", "a handle of other types is refused, and both types are named", types::calls),
    host(
        "types-of-packages",
        "a declaration that does not fit a closure is an error of the compiler",
        types::packages,
    ),
    host("names-of-packages", "names that are none are errors, never panics", types::names),
    host("types-that-are-none", "types that no value has are refused or described", types::impossible),
    host(
        "results-not-written",
        "what a host says it wrote and did not is zero, or refused",
        results::not_written,
    ),
    host(
        "results-too-many",
        "lists of other lengths than they were said to have are refused",
        results::other_lengths,
    ),
    host(
        "stops-forged",
        "a stop that a host forges ends the run, and the next call is well",
        results::forged_stops,
    ),
    host(
        "stops-in-values",
        "a value that stops while it is written or read ends the call",
        results::stops_in_values,
    ),
    host("panics-of-functions", "a panic with any payload ends the run as Host", panics::payloads),
    host(
        "panics-while-recovering",
        "a panic anywhere in the guest's unwinding ends the run as Host",
        panics::while_recovering,
    ),
    host(
        "panics-in-drop",
        "values, states and streams that panic when dropped harm nothing else",
        panics::in_drop,
    ),
    host(
        "panics-while-crossing",
        "a value that panics while it crosses leaves the isolate whole",
        panics::while_crossing,
    ),
    host(
        "reentrant-locked",
        "a function that reaches for its own isolate finds it locked",
        reentrant::locked,
    ),
    host(
        "reentrant-nested",
        "isolates run inside of functions of isolates of the same module",
        reentrant::nested,
    ),
    host(
        "reentrant-state",
        "an isolate that is part of a state is called, resumed and dropped there",
        reentrant::in_state,
    ),
    host(
        "dropped-in-a-call",
        "isolates dropped wherever gas ran out drop their state once",
        dropped::in_a_call,
    ),
    host(
        "dropped-in-any-order",
        "modules, engines, handles and isolates may be dropped in any order",
        dropped::any_order,
    ),
    host("dropped-never-run", "isolates that never ran keep nothing", dropped::never_run),
    host(
        "cancelled-at-random",
        "at 1,000 random moments a call is cancelled or done, and a reset isolate is whole",
        cancelled::random,
    ),
    host(
        "cancelled-by-functions",
        "whichever host call cancels, the run ends there",
        cancelled::by_functions,
    ),
    host(
        "deadlines",
        "deadlines in the past, now and soon end runs and spare the isolate",
        cancelled::deadlines,
    ),
    host(
        "gas-at-every-poll-of-init",
        "from each poll the call resumes to the same result and gas",
        polls::out_of_gas,
    ),
    host("exit-at-every-poll-of-init", "after an exit nothing runs before a reset", polls::exits),
    host("init-that-fails", "panics, deadlocks and exits of init leave nothing callable", polls::failing),
    host(
        "resume-misused",
        "refuelling and resuming at wrong times is refused and spares what waits",
        resumed::misused,
    ),
    host("gas-beyond-numbers", "the largest numbers of gas neither wrap nor panic", resumed::beyond_numbers),
    host("strange-handles", "handles of other modules and engines are refused", strangers::handles),
    host(
        "strange-traps",
        "traps and frames of other modules are shown as far as they can be",
        strangers::traps,
    ),
    host("huge-values", "strings and slices of many megabytes cross", sizes::huge),
    host("tiny-heaps", "what does not fit a heap ends as OutOfMemory, on either side", sizes::tiny_heaps),
    host("deep-values", "data that is nested too deeply is refused on either side", sizes::nested),
    host("cyclic-values", "data that contains itself is refused, and shared data is bounded", sizes::cyclic),
    host("floats", "each float crosses, also as the key of a map", numbers::floats),
    host("integers", "each width keeps its ends, and what is no character is refused", numbers::integers),
    host("bad-utf8", "bytes that are no text become U+FFFD, or stay bytes", numbers::texts),
    host("limits-of-nothing", "each limit of nothing ends the run as its own kind", limits::of_nothing),
    host(
        "limits-of-everything",
        "any limits at all end runs by limits, or not at all",
        limits::of_everything,
    ),
    host(
        "limits-in-each-state",
        "whatever is set in whichever state, a reset makes an isolate whole",
        limits::in_each_state,
    ),
    host(
        "streams-that-fail-to-write",
        "a writer that fails or lies ends the run as Io, one that panics as Host",
        streams::writers,
    ),
    host(
        "streams-that-fail-to-read",
        "a reader that fails or lies ends the run as Io, one that panics as Host",
        streams::readers,
    ),
    host(
        "threads-share-a-module",
        "isolates on twelve threads give the same results and gas",
        threads::share_a_module,
    ),
    host(
        "threads-pass-isolates",
        "an isolate resumes on other threads as if it had stayed",
        threads::move_isolates,
    ),
    host(
        "threads-of-little-stack",
        "compiling and running need no large stack of the host's",
        threads::little_stack,
    ),
    host("values-that-lie", "what reads or writes another type than it says is refused", readers::liars),
    host(
        "functions-that-lie",
        "so it is for parameters and results of host functions",
        readers::lying_functions,
    ),
    host(
        "serde-odd-serialize",
        "odd implementations of Serialize are refused or cross as what they are",
        serde_values::serialised,
    ),
    host(
        "serde-odd-deserialize",
        "odd implementations of Deserialize read nothing that is not there",
        serde_values::deserialised,
    ),
    host("goroutines-by-the-thousand", "100,000 goroutines run, block, and are given up", fibers::many),
    host("kept-across-calls", "closures, locks and channels outlive calls, goroutines do not", fibers::kept),
    host(
        "waiting-across-calls",
        "what waited when a call ended is gone from all queues and timers",
        fibers::waiting,
    ),
    host("exits-while-panicking", "an exit in deferred calls ends the call with its code", fibers::exits),
    host(
        "raises-of-hosts",
        "what a host raises is caught, and what it does not return is not raised",
        calls::raises,
    ),
    host("output-of-hosts", "output of host functions counts against the limit", calls::outputs),
];
