//! Behaviours, method dictionaries, symbols and sites, for front ends of dynamic languages. `docs/dynamic.md`
//! describes the objects.
//!
//! Arguments that are no such objects end the run with a message. Nothing here calls guest code.

use std::marker::PhantomData;

use purlin_base::{gas, word};

use crate::dynamic::{self, Asked, Found, Key, Memory, Target};
use crate::fiber::OWN_WORDS;
use crate::native::{Caller, Dyn, DynRef, OpaqueRef, SliceRef, Span, Stop, Str, StrRef};
use crate::natives;
use crate::trap::{Trap, TrapKind};

natives! {
    /// What sends of dynamic languages need.
    pub(super) DYNAMIC in "dyn" {
        /// Makes a behaviour of an object: its number, which is also its fourth word from then on. The same
        /// number for an object that is one.
        light BEHAVIOUR "behaviour"(object: Dyn) -> (i64) = behaviour; [READS WRITES ENDS OUTSIDE] "20";
        /// Makes an object the behaviour of words that are no references: its number. 1 to 32 are immediates
        /// by kind, 33 integers, 34 floats.
        light FIXED "fixed"(object: Dyn, number: i64) -> (i64) = fixed; [READS WRITES ENDS OUTSIDE] "20";
        /// The object of a behaviour's number, or null.
        light BEHAVIOUR_AT "behaviour_at"(number: i64) -> (Dyn) = behaviour_at; [OUTSIDE] "nothing more";
        /// A method dictionary with room for so many methods. `class_word` is its first word.
        light DICTIONARY "dictionary"(class_word: i64, methods: i64) -> (Dyn) = dictionary; [ALLOCATES ENDS] "an allocation";
        /// Adds a method to a behaviour, or replaces it. What sends have found before by the symbol is
        /// forgotten.
        light PUT "put"(behaviour: Dyn, symbol: Dyn, method: Dyn) = put;
            [READS WRITES ALLOCATES ENDS OUTSIDE] "200; an allocation where the dictionary grows";
        /// Adds many methods: each row has the place of a behaviour in the first list, that of a symbol in
        /// the second, and the number of a function.
        light PUT_ALL "put_all"(behaviours: Span<u64>, symbols: Span<u64>, rows: Span<u32>) = put_all;
            [READS WRITES ALLOCATES ENDS OUTSIDE] "200 a method; an allocation where a dictionary grows";
        /// Takes a method from a behaviour: whether it was there. What sends have found before by the symbol
        /// is forgotten.
        light REMOVE "remove"(behaviour: Dyn, symbol: Dyn) -> (bool) = remove; [READS WRITES ENDS OUTSIDE] "200";
        /// Forgets all that sends have found: a superclass, a dictionary or a shape has changed.
        light CHANGED "changed"() = changed; [WRITES OUTSIDE] "200";
        /// The method that a behaviour has or inherits for a symbol, or null.
        light LOOKUP "lookup"(number: i64, symbol: Dyn) -> (Dyn) = lookup; [READS OUTSIDE] "1 a behaviour beyond 16";
        /// The function that a behaviour has for a symbol, by the table behind the sites; `fallback` if there
        /// is none, or one with other parameters.
        light FIND "find"(number: i64, symbol: Dyn, fallback: i64) -> (i64) = find; [READS OUTSIDE] "1 a behaviour beyond 16";
        /// `find`, for a site that has no answer. What it keeps of the answer, the isolate's rung says.
        light MISS "miss"(site: Span<u64>, number: i64, symbol: Dyn, fallback: i64) -> (i64) = miss;
            [READS WRITES OUTSIDE] "1 a behaviour beyond 16";
        /// `miss`, for the behaviour of a word.
        light MISS_OF "miss_of"(site: Span<u64>, receiver: Dyn, symbol: Dyn, fallback: i64) -> (i64) = miss_of;
            [READS WRITES OUTSIDE] "1 a behaviour beyond 16";
        /// The behaviour that a send asks the guest's own code to look through.
        light ASKED_BEHAVIOUR "asked_behaviour"() -> (Dyn) = asked_behaviour; [ENDS OUTSIDE] "nothing more";
        /// The symbol that it asks for.
        light ASKED_SELECTOR "asked_selector"() -> (Dyn) = asked_selector; [ENDS OUTSIDE] "nothing more";
        /// What such a send calls, of the method that was found, or of none, and how many behaviours were
        /// looked at.
        light ANSWERED "answered"(method: Dyn, depth: i64) -> (i64) = answered;
            [READS ENDS OUTSIDE] "1 a behaviour beyond 16";
        /// The symbol of a text.
        light INTERN "intern"(text: Str) -> (Dyn) = intern; [READS ALLOCATES ENDS OUTSIDE] "1 a 4 bytes; an allocation where it is new";
        /// The symbols of many texts, each of which has its length in bytes before it, in four bytes: written
        /// into a list, in their order.
        light INTERN_ALL "intern_all"(texts: Str, into: Span<u64>) = intern_all;
            [READS WRITES ALLOCATES ENDS OUTSIDE] "1 a 4 bytes; an allocation for each that is new";
        /// Sets the first word of symbols, those that are there included.
        light SYMBOL_CLASS "symbol_class"(class_word: i64) = symbol_class; [WRITES OUTSIDE] "1 a symbol";
        /// The running fiber's own word of that number, 0 to 7; null before it was set.
        light LOCAL "local"(n: i64) -> (Dyn) = local; [OUTSIDE] "nothing more";
        /// Sets the running fiber's own word of that number.
        light SET_LOCAL "set_local"(n: i64, word: Dyn) = set_local; [OUTSIDE] "nothing more";
    }
}

impl Memory for Caller<'_> {
    fn words(&self, at: u64) -> &[u64] {
        self.words_from(OpaqueRef { word: at, brand: PhantomData })
    }
}

fn refuse<T>(what: &str) -> Result<T, Stop> {
    Err(Stop::end(Trap::new(TrapKind::Uncaught, what)))
}

/// The word of an object that has at least so many words.
fn object(caller: &Caller<'_>, value: DynRef<'_>, words: usize, what: &str) -> Result<u64, Stop> {
    let word = value.word();
    let is_one = word != 0 && word::is_ref(word) && caller.words(word).len() >= words;
    if is_one { Ok(word) } else { refuse(what) }
}

fn behaviour_object(caller: &Caller<'_>, value: DynRef<'_>) -> Result<u64, Stop> {
    object(caller, value, dynamic::BEHAVIOUR_WORDS, "a behaviour has at least six words")
}

/// Writes a word of an object of the heap.
fn set_word(caller: &mut Caller<'_>, at: u64, n: usize, value: u64) {
    if let Some(word) = caller.words_mut(at).get_mut(n) {
        *word = value;
    }
}

fn behaviour<'c>(caller: &mut Caller<'c>, value: DynRef<'c>) -> Result<i64, Stop> {
    caller.charge(gas::BEHAVIOUR);
    let at = behaviour_object(caller, value)?;
    let known = caller.words(at)[dynamic::NUMBER];
    if word::is_int(known) && caller.vm().dynamic.behaviours.get(word::to_int(known)) == at {
        return Ok(word::to_int(known));
    }
    let Some(number) = caller.vm().dynamic.behaviours.add(at) else { return refuse("too many behaviours") };
    set_word(caller, at, dynamic::NUMBER, word::from_int(number));
    Ok(number)
}

fn fixed<'c>(caller: &mut Caller<'c>, value: DynRef<'c>, number: i64) -> Result<i64, Stop> {
    caller.charge(gas::BEHAVIOUR);
    let at = behaviour_object(caller, value)?;
    if caller.vm().dynamic.behaviours.set_fixed(number, at).is_none() {
        return refuse("no words have that behaviour");
    }
    set_word(caller, at, dynamic::NUMBER, word::from_int(number));
    forget(caller, None);
    Ok(number)
}

fn behaviour_at<'c>(caller: &mut Caller<'c>, number: i64) -> Result<DynRef<'c>, Stop> {
    Ok(DynRef::of_word(caller.vm().dynamic.behaviours.get(number)))
}

/// A dictionary with so many pairs, all empty.
fn new_dictionary(caller: &mut Caller<'_>, class_word: u64, capacity: usize) -> Result<u64, Stop> {
    let at = caller.new_words(dynamic::HEADER + 2 * capacity)? as u64;
    set_word(caller, at, 0, class_word);
    set_word(caller, at, dynamic::TALLY, word::from_int(0));
    set_word(caller, at, dynamic::CAPACITY, word::from_int(capacity as i64));
    set_word(caller, at, dynamic::SHIFT, word::from_int(i64::from(dynamic::shift(capacity))));
    Ok(at)
}

fn dictionary<'c>(caller: &mut Caller<'c>, class_word: i64, methods: i64) -> Result<DynRef<'c>, Stop> {
    let capacity = usize::try_from(methods).ok().and_then(dynamic::capacity_for);
    let Some(capacity) = capacity else { return refuse("too many methods") };
    Ok(DynRef::of_word(new_dictionary(caller, class_word as u64, capacity)?))
}

/// The pairs of a behaviour's dictionary, none if it has no dictionary, and the dictionary's first word.
fn pairs_of(caller: &Caller<'_>, behaviour: u64) -> (Vec<u64>, u64) {
    let dictionary = caller.words(behaviour)[dynamic::DICTIONARY];
    if dictionary == 0 || !word::is_ref(dictionary) {
        return (Vec::new(), 0);
    }
    let words = caller.words(dictionary);
    let capacity = words.get(dynamic::CAPACITY).copied().filter(|w| word::is_int(*w)).map_or(0, word::to_int);
    let end = usize::try_from(capacity).ok().and_then(|c| c.checked_mul(2)?.checked_add(dynamic::HEADER));
    let pairs = end.and_then(|end| words.get(dynamic::HEADER..end)).unwrap_or_default();
    (pairs.to_vec(), words.first().copied().unwrap_or_default())
}

fn put<'c>(
    caller: &mut Caller<'c>,
    value: DynRef<'c>,
    symbol: DynRef<'c>,
    method: DynRef<'c>,
) -> Result<(), Stop> {
    caller.charge(gas::METHOD_CHANGE);
    let behaviour = behaviour_object(caller, value)?;
    let symbol = object(caller, symbol, 3, "a method's name is a symbol")?;
    if !put_in_place(caller, behaviour, symbol, method.word()) {
        put_anew(caller, behaviour, symbol, method)?;
    }
    forget_symbol(caller, symbol);
    Ok(())
}

/// Whether the dictionary of a behaviour has the capacity of a new one for so many pairs more.
fn has_room(caller: &Caller<'_>, behaviour: u64, more: usize) -> bool {
    let Some((_, tally, capacity)) = dictionary_of(caller, behaviour) else { return false };
    let wanted = tally.checked_add(more).and_then(dynamic::capacity_for);
    wanted.is_some_and(|wanted| wanted <= capacity)
}

/// The dictionary of a behaviour, how many pairs it has, and for how many it has places.
fn dictionary_of(caller: &Caller<'_>, behaviour: u64) -> Option<(u64, usize, usize)> {
    let dictionary = caller.words(behaviour)[dynamic::DICTIONARY];
    if dictionary == 0 || !word::is_ref(dictionary) {
        return None;
    }
    let words = caller.words(dictionary);
    Some((dictionary, count_at(words, dynamic::TALLY)?, count_at(words, dynamic::CAPACITY)?))
}

/// The number in a word of an object, if it is one that is not negative.
fn count_at(words: &[u64], n: usize) -> Option<usize> {
    words.get(n).filter(|w| word::is_int(**w)).and_then(|w| usize::try_from(word::to_int(*w)).ok())
}

/// Writes a pair into one of its two places, if the symbol is there or the place is free: whether it did.
/// Otherwise pairs have to be moved.
fn put_in_place(caller: &mut Caller<'_>, behaviour: u64, symbol: u64, method: u64) -> bool {
    let Some((dictionary, tally, capacity)) = dictionary_of(caller, behaviour) else { return false };
    let serial = dynamic::serial(caller, symbol);
    let words = caller.words_mut(dictionary);
    let end = capacity.checked_mul(2).and_then(|pairs| pairs.checked_add(dynamic::HEADER));
    let Some(pairs) = end.and_then(|end| words.get_mut(dynamic::HEADER..end)) else { return false };
    if !capacity.is_power_of_two() {
        return false;
    }
    let both = dynamic::places(serial, capacity);
    let there = both.into_iter().find(|n| pairs[2 * n] == symbol);
    let free = both.into_iter().find(|n| pairs[2 * n] == 0).filter(|_| tally < capacity);
    let Some(at) = there.or(free) else { return false };
    pairs[2 * at..2 * at + 2].copy_from_slice(&[symbol, method]);
    if there.is_none() {
        words[dynamic::TALLY] = word::from_int(tally as i64 + 1);
    }
    true
}

/// Puts a pair into a table that is larger, or in which others are moved.
fn put_anew<'c>(
    caller: &mut Caller<'c>,
    behaviour: u64,
    symbol: u64,
    method: DynRef<'c>,
) -> Result<(), Stop> {
    let (mut pairs, class_word) = pairs_of(caller, behaviour);
    caller.charge_bytes(8 * pairs.len());
    let there = pairs.chunks_exact(2).any(|pair| pair[0] == symbol);
    let tally = pairs.chunks_exact(2).filter(|pair| pair[0] != 0).count() + usize::from(!there);
    let serial = |key: u64| dynamic::serial(caller, key);
    // What has no place goes into a larger table, with all others.
    let mut rest = vec![(symbol, method.word())];
    let has_room = 2 * tally <= pairs.len();
    if has_room && let Ok(()) = dynamic::insert(&mut pairs, symbol, method.word(), serial) {
        rest.clear();
    } else if has_room {
        // Moving has changed which pair is without a place: begin again from what was there.
        pairs = pairs_of(caller, behaviour).0;
    }
    if !rest.is_empty() {
        rest.extend(pairs.chunks_exact(2).filter(|p| p[0] != 0 && p[0] != symbol).map(|p| (p[0], p[1])));
        pairs = rehashed(&rest, pairs.len() / 2, serial)?;
    }
    store(caller, behaviour, class_word, &pairs, tally)
}

fn put_all<'c>(
    caller: &mut Caller<'c>,
    behaviours: SliceRef<'c, u64>,
    symbols: SliceRef<'c, u64>,
    rows: SliceRef<'c, u32>,
) -> Result<(), Stop> {
    let count = rows.len() / 3;
    let mut last = None;
    for n in 0..count {
        let [behaviour, symbol, function] = [0, 1, 2].map(|k| caller.slice(rows)[3 * n + k]);
        let word_at = |caller: &Caller<'c>, list, at: u32| caller.slice(list).get(at as usize).copied();
        let both = word_at(caller, behaviours, behaviour).zip(word_at(caller, symbols, symbol));
        let Some((behaviour, symbol)) = both else { return refuse("a method has a behaviour and a name") };
        let (behaviour, symbol) = (DynRef::of_word(behaviour), DynRef::of_word(symbol));
        if last.replace(behaviour.word()) != Some(behaviour.word()) {
            let of = caller.slice(rows)[3 * n];
            let more = caller.slice(rows)[3 * n..].chunks_exact(3).take_while(|row| row[0] == of).count();
            reserve(caller, behaviour, more)?;
        }
        put(caller, behaviour, symbol, DynRef::of_word(word::from_int(function.into())))?;
    }
    Ok(())
}

/// Gives the dictionary of a behaviour room for so many pairs more, so that few are moved when they are put.
fn reserve<'c>(caller: &mut Caller<'c>, behaviour: DynRef<'c>, more: usize) -> Result<(), Stop> {
    let behaviour = behaviour_object(caller, behaviour)?;
    // The dictionary is copied only where it has to grow, so each pair is copied a few times in all.
    if has_room(caller, behaviour, more) {
        return Ok(());
    }
    let (pairs, class_word) = pairs_of(caller, behaviour);
    caller.charge_bytes(8 * pairs.len());
    let all: Vec<(u64, u64)> =
        pairs.chunks_exact(2).filter(|pair| pair[0] != 0).map(|pair| (pair[0], pair[1])).collect();
    let wanted = all.len() + more;
    let pairs = rehashed(&all, 2 * wanted.saturating_sub(1), |key| dynamic::serial(caller, key))?;
    store(caller, behaviour, class_word, &pairs, all.len())
}

/// A table that has all pairs, larger than one of so many.
fn rehashed(all: &[(u64, u64)], before: usize, serial: impl Fn(u64) -> u64) -> Result<Vec<u64>, Stop> {
    let mut wanted = all.len().max(before / 2 + 1);
    while let Some(capacity) = dynamic::capacity_for(wanted) {
        let mut pairs = vec![0; 2 * capacity];
        if all.iter().all(|(key, value)| dynamic::insert(&mut pairs, *key, *value, &serial).is_ok()) {
            return Ok(pairs);
        }
        wanted = capacity;
    }
    refuse("too many methods")
}

/// Writes a table into a behaviour's dictionary, which is made anew if it has another size.
fn store(
    caller: &mut Caller<'_>,
    behaviour: u64,
    class_word: u64,
    pairs: &[u64],
    tally: usize,
) -> Result<(), Stop> {
    let mut dictionary = caller.words(behaviour)[dynamic::DICTIONARY];
    let same =
        dictionary != 0 && word::is_ref(dictionary) && pairs_of(caller, behaviour).0.len() == pairs.len();
    if !same {
        dictionary = new_dictionary(caller, class_word, pairs.len() / 2)?;
    }
    set_word(caller, dictionary, dynamic::TALLY, word::from_int(tally as i64));
    if let Some(words) = caller.words_mut(dictionary).get_mut(dynamic::HEADER..dynamic::HEADER + pairs.len())
    {
        words.copy_from_slice(pairs);
    }
    set_word(caller, behaviour, dynamic::DICTIONARY, dictionary);
    Ok(())
}

fn remove<'c>(caller: &mut Caller<'c>, value: DynRef<'c>, symbol: DynRef<'c>) -> Result<bool, Stop> {
    caller.charge(gas::METHOD_CHANGE);
    let behaviour = behaviour_object(caller, value)?;
    let symbol = object(caller, symbol, 3, "a method's name is a symbol")?;
    let (mut pairs, class_word) = pairs_of(caller, behaviour);
    caller.charge_bytes(8 * pairs.len());
    let Some(at) = pairs.chunks_exact(2).position(|pair| pair[0] == symbol) else { return Ok(false) };
    pairs[2 * at..2 * at + 2].fill(0);
    let tally = pairs.chunks_exact(2).filter(|pair| pair[0] != 0).count();
    store(caller, behaviour, class_word, &pairs, tally)?;
    forget_symbol(caller, symbol);
    Ok(true)
}

fn changed(caller: &mut Caller<'_>) -> Result<(), Stop> {
    caller.charge(gas::METHOD_CHANGE);
    forget(caller, None);
    Ok(())
}

fn forget_symbol(caller: &mut Caller<'_>, symbol: u64) {
    let serial = dynamic::serial(caller, symbol);
    if let Some(serial) = u32::try_from(serial).ok().filter(|serial| *serial != 0) {
        forget(caller, Some(serial));
    }
}

/// Empties the sites of a selector, or all, and the table.
fn forget(caller: &mut Caller<'_>, selector: Option<u32>) {
    caller.vm().forget_sends(selector);
}

/// Charges for the part of a lookup that a send's price does not cover.
fn charge_depth(caller: &Caller<'_>, depth: usize) {
    caller.charge(depth.saturating_sub(dynamic::FREE_DEPTH) as i64);
}

fn look(caller: &mut Caller<'_>, number: i64, symbol: u64) -> Found {
    let behaviour = caller.vm().dynamic.behaviours.get(number);
    caller.vm().dynamic.sites.counts.lookups += 1;
    dynamic::look_up(caller, behaviour, symbol)
}

fn lookup<'c>(caller: &mut Caller<'c>, number: i64, symbol: DynRef<'c>) -> Result<DynRef<'c>, Stop> {
    let found = look(caller, number, symbol.word());
    charge_depth(caller, found.depth);
    Ok(DynRef::of_word(found.method.unwrap_or_default()))
}

/// What a send asks for. A symbol that is none has the serial 0, and what it is asked for is never kept.
fn key(caller: &Caller<'_>, number: i64, symbol: u64, fallback: i64) -> Key {
    let selector = u32::try_from(dynamic::serial(caller, symbol)).unwrap_or_default();
    let fallback = u32::try_from(fallback).unwrap_or(u32::MAX);
    Key { selector, behaviour: number as u32, fallback }
}

/// What a send calls, by the table or by a lookup; charged.
fn target(caller: &mut Caller<'_>, key: Key, symbol: u64) -> Result<Target, Stop> {
    let dynamic = &mut caller.vm().dynamic;
    if dynamic.dispatch.has_table()
        && let Some(known) = dynamic.sites.known(key)
    {
        charge_depth(caller, known.depth as usize);
        return Ok(known);
    }
    if key.selector == 0 {
        return function_for(caller, key, Found { method: None, depth: 0 });
    }
    let found = look(caller, i64::from(key.behaviour), symbol);
    function_for(caller, key, found)
}

/// What a send calls whose lookup found that; charged, and kept in the table.
fn function_for(caller: &mut Caller<'_>, key: Key, found: Found) -> Result<Target, Stop> {
    charge_depth(caller, found.depth);
    let function = found.method.and_then(|method| dynamic::function_of(caller, method));
    let vm = caller.vm();
    let shapes = &vm.shared.shapes;
    let Some(wanted) = shapes.get(key.fallback as usize) else {
        return refuse("a site's fallback is no function");
    };
    let fits = |function: &u32| shapes.get(*function as usize) == Some(wanted);
    let function = function.filter(fits).unwrap_or(key.fallback);
    let target = Target { function, depth: found.depth as u32 };
    if vm.dynamic.dispatch.has_table() && key.selector != 0 {
        vm.dynamic.sites.keep(key, target);
    }
    Ok(target)
}

fn find<'c>(caller: &mut Caller<'c>, number: i64, symbol: DynRef<'c>, fallback: i64) -> Result<i64, Stop> {
    let key = key(caller, number, symbol.word(), fallback);
    target(caller, key, symbol.word()).map(|target| i64::from(target.function))
}

fn miss<'c>(
    caller: &mut Caller<'c>,
    site: SliceRef<'c, u64>,
    number: i64,
    symbol: DynRef<'c>,
    fallback: i64,
) -> Result<i64, Stop> {
    let key = key(caller, number, symbol.word(), fallback);
    let Some(record) = caller.slice(site).first_chunk::<{ dynamic::SITE_WORDS }>().copied() else {
        return refuse("a site has eight words");
    };
    let at = site.memory().word as usize;
    if caller.vm().dynamic.counting.is_some() && lasts(caller, at) {
        return counted_miss(caller, at, key, symbol.word());
    }
    if let Some(function) = caller.vm().dynamic.known_at(at, &record, key) {
        return Ok(i64::from(function));
    }
    let (function, record) = learnt(caller, (at, record), key, symbol.word())?;
    caller.slice_mut(site)[..dynamic::SITE_WORDS].copy_from_slice(&record);
    Ok(i64::from(function))
}

fn miss_of<'c>(
    caller: &mut Caller<'c>,
    site: SliceRef<'c, u64>,
    receiver: DynRef<'c>,
    symbol: DynRef<'c>,
    fallback: i64,
) -> Result<i64, Stop> {
    let receiver = receiver.word();
    let number = match word::is_ref(receiver) {
        true => caller.words(receiver).first().map_or(0, |first| i64::from(*first as u32)),
        false => word::fixed_class(receiver) as i64,
    };
    miss(caller, site, number, symbol, fallback)
}

/// Whether memory at an address is there for as long as the isolate's list of sites says so.
fn lasts(caller: &mut Caller<'_>, at: usize) -> bool {
    let vm = caller.vm();
    vm.roots.is_global(at) || vm.heap.object_start(at).is_some_and(|(_, size)| size >= 64)
}

/// What is called by a send that its site has no answer for, and what its record is from then on.
fn learnt(
    caller: &mut Caller<'_>,
    (at, mut record): (usize, [u64; dynamic::SITE_WORDS]),
    key: Key,
    symbol: u64,
) -> Result<(u32, [u64; dynamic::SITE_WORDS]), Stop> {
    caller.vm().dynamic.sites.count_miss(&mut record);
    if let Some(function) = ask(caller, key, symbol) {
        return Ok((function, record));
    }
    let target = target(caller, key, symbol)?;
    if key.selector != 0 && caller.vm().dynamic.learns(&record, target) && lasts(caller, at) {
        caller.vm().dynamic.learn(at, &mut record, key, target);
    }
    Ok((target.function, record))
}

/// [`miss`] of a site whose sends are counted: its record stays empty.
fn counted_miss(caller: &mut Caller<'_>, at: usize, key: Key, symbol: u64) -> Result<i64, Stop> {
    let known = caller.vm().dynamic.counting.as_ref().and_then(|counting| counting.record(at));
    let record = match known {
        Some(record) => record,
        None => {
            let place = caller.traceback().into_iter().next();
            if let Some(counting) = &mut caller.vm().dynamic.counting {
                counting.begin(at, key.selector, place);
            }
            Default::default()
        }
    };
    if let Some(function) = caller.vm().dynamic.known_at(at, &record, key) {
        return Ok(i64::from(function));
    }
    let before = caller.vm().dynamic.sites.counts;
    let (function, record) = learnt(caller, (at, record), key, symbol)?;
    let dynamic = &mut caller.vm().dynamic;
    let now = dynamic.sites.counts;
    if let Some(counting) = &mut dynamic.counting {
        counting.missed(at, record, &before, &now);
    }
    Ok(i64::from(function))
}

/// The function by which the guest's own code looks up what a send asks for, if that is to do it. The code
/// costs nothing, so no poll in it may find that there is no gas: there is more until the answer.
fn ask(caller: &mut Caller<'_>, key: Key, symbol: u64) -> Option<u32> {
    let vm = caller.vm();
    let function = vm.dynamic.looks_up_by(key, &vm.shared.shapes)?;
    vm.dynamic.asked = Some(Asked { key, symbol });
    vm.dynamic.sites.counts.lookups += 1;
    vm.meter.lend();
    Some(function)
}

fn asked(caller: &mut Caller<'_>) -> Result<Asked, Stop> {
    match caller.vm().dynamic.asked {
        Some(asked) => Ok(asked),
        None => refuse("no send asks"),
    }
}

fn asked_behaviour<'c>(caller: &mut Caller<'c>) -> Result<DynRef<'c>, Stop> {
    let number = i64::from(asked(caller)?.key.behaviour);
    Ok(DynRef::of_word(caller.vm().dynamic.behaviours.get(number)))
}

fn asked_selector<'c>(caller: &mut Caller<'c>) -> Result<DynRef<'c>, Stop> {
    asked(caller).map(|asked| DynRef::of_word(asked.symbol))
}

fn answered<'c>(caller: &mut Caller<'c>, method: DynRef<'c>, depth: i64) -> Result<i64, Stop> {
    let key = asked(caller)?.key;
    caller.vm().dynamic.asked = None;
    caller.vm().meter.give_back();
    let found = Found { method: Some(method.word()), depth: usize::try_from(depth).unwrap_or_default() };
    function_for(caller, key, found).map(|target| i64::from(target.function))
}

fn intern<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<DynRef<'c>, Stop> {
    let bytes = caller.bytes(text).to_vec();
    interned(caller, &bytes)
}

fn intern_all<'c>(caller: &mut Caller<'c>, texts: StrRef<'c>, into: SliceRef<'c, u64>) -> Result<(), Stop> {
    let all = caller.bytes(texts).to_vec();
    let mut rest = &all[..];
    // Each symbol has a length of four bytes at least.
    caller.vm().dynamic.symbols.reserve(into.len().min(all.len() / 4));
    for n in 0..into.len() {
        let text = rest
            .split_first_chunk::<4>()
            .and_then(|(length, texts)| texts.split_at_checked(u32::from_ne_bytes(*length) as usize));
        let Some((text, others)) = text else { return refuse("there are fewer texts than symbols") };
        rest = others;
        let symbol = interned(caller, text)?;
        caller.slice_mut(into)[n] = symbol.word();
    }
    Ok(())
}

/// The symbol of a text, made if there is none.
fn interned<'c>(caller: &mut Caller<'c>, bytes: &[u8]) -> Result<DynRef<'c>, Stop> {
    caller.charge(gas::bytes_hashed(bytes.len() as u64));
    if let Some(symbol) = caller.vm().dynamic.symbols.get(bytes) {
        return Ok(DynRef::of_word(symbol));
    }
    let symbols = &caller.vm().dynamic.symbols;
    let (class_word, serial) = (symbols.class_word, symbols.next());
    let Some(serial) = serial else { return refuse("too many symbols") };
    let [serial, length] = [i64::from(serial), bytes.len() as i64].map(|n| word::from_int(n).to_ne_bytes());
    let object = caller.new_bytes_object(&[&class_word.to_ne_bytes(), &serial, &length, bytes])?;
    caller.vm().dynamic.symbols.add(bytes, object.word);
    caller.vm().account_outside();
    Ok(DynRef::of_word(object.word))
}

fn symbol_class(caller: &mut Caller<'_>, class_word: i64) -> Result<(), Stop> {
    let symbols = &mut caller.vm().dynamic.symbols;
    symbols.class_word = class_word as u64;
    let all = symbols.all().to_vec();
    caller.charge(all.len() as i64);
    all.into_iter().for_each(|symbol| set_word(caller, symbol, 0, class_word as u64));
    Ok(())
}

fn local<'c>(caller: &mut Caller<'c>, n: i64) -> Result<DynRef<'c>, Stop> {
    let locals = &caller.vm().fiber().locals;
    let word = locals.as_ref().and_then(|words| words.get(usize::try_from(n).ok()?).copied());
    Ok(DynRef::of_word(word.unwrap_or_default()))
}

fn set_local<'c>(caller: &mut Caller<'c>, n: i64, value: DynRef<'c>) -> Result<(), Stop> {
    let words = caller.vm().fiber().locals.get_or_insert_with(|| Box::new([0; OWN_WORDS]));
    match usize::try_from(n).ok().and_then(|n| words.get_mut(n)) {
        Some(word) => {
            *word = value.word();
            Ok(())
        }
        None => refuse("a fiber has eight words"),
    }
}
