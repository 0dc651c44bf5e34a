//! Of members with the same key, one stays, at the first one's place: the last value or the first. Knows the
//! tape's order only.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::tape::{Recorder, Tag, Tape};

/// Leaves no key twice in any object.
pub(crate) fn remove(tape: &mut Tape<'_>, keep_last: bool) {
    tape.rewritten(|tape, out| copy(tape, out, keep_last));
}

fn copy<'t>(tape: &Tape<'t>, out: &mut Recorder<'t>, keep_last: bool) {
    let mut open: Vec<Pending> = Vec::new();
    let mut at = 0;
    loop {
        let word = tape.word(at);
        let end = at + tape.size(word);
        match word.tag() {
            Tag::Array | Tag::LongArray => {
                out.begin(Tag::Array);
                open.push(Pending::Elements { at: at + 1, end });
            }
            Tag::Object | Tag::LongObject => {
                out.begin(Tag::Object);
                open.push(Pending::Members(members(tape, at + 1, end, keep_last)));
            }
            Tag::Simple
            | Tag::Small
            | Tag::NegativeZero
            | Tag::Signed
            | Tag::Unsigned
            | Tag::Float
            | Tag::NonFinite
            | Tag::TextString
            | Tag::OwnString
            | Tag::TextDigits
            | Tag::OwnDigits
            | Tag::Aside => {
                tape.copy_onto(at, out);
            }
        }
        // The value that comes next.
        loop {
            let next = match open.last_mut() {
                None => return,
                Some(Pending::Elements { at, end }) => {
                    let next = *at;
                    (next < *end).then(|| {
                        *at += tape.size(tape.word(next));
                        next
                    })
                }
                Some(Pending::Members(keys)) => keys.pop().map(|key| tape.copy_onto(key, out)),
            };
            if let Some(next) = next {
                at = next;
                break;
            }
            out.end();
            open.pop();
        }
    }
}

/// What of a container is still to be copied.
enum Pending {
    Elements {
        at: usize,
        end: usize,
    },
    /// Where the keys are, the next one last.
    Members(Vec<usize>),
}

/// The keys of the members that stay, in reverse.
fn members(tape: &Tape<'_>, mut at: usize, end: usize, keep_last: bool) -> Vec<usize> {
    let mut places = HashMap::new();
    let mut members: Vec<usize> = Vec::new();
    while at < end {
        // SAFETY: an object holds keys, which are strings, and values in turn.
        let (key, value) = unsafe { tape.text(at) };
        match places.entry(key) {
            Entry::Vacant(place) => {
                place.insert(members.len());
                members.push(at);
            }
            Entry::Occupied(place) if keep_last => members[*place.get()] = at,
            Entry::Occupied(_) => {}
        }
        at = value + tape.size(tape.word(value));
    }
    members.reverse();
    members
}
