//! Which brackets belong together.
//!
//! A bracket without partner is an error at the bracket, wherever in the text the parser learns of it, and
//! the parser never has to search for an end that is not there: the time is linear in any text. Where
//! brackets do not match, the layout decides: what stands in the first column closes the outermost bracket
//! or begins a new definition.

use super::{Tok, Token};

/// The partner of a bracket without one.
pub(crate) const UNPAIRED: u32 = u32::MAX;

/// The index of the partner of each token that is a bracket; [`UNPAIRED`] for other tokens.
pub(crate) fn pairs(tokens: &[Token], text: &str) -> Vec<u32> {
    let plain = pair_up(tokens, |_| Layout::None);
    let is_bracket = |tok: Tok| tok.closer().is_some() || tok.is_closer();
    let complete = tokens.iter().zip(&plain).all(|(t, partner)| !is_bracket(t.tok) || *partner != UNPAIRED);
    if complete {
        return plain;
    }
    pair_up(tokens, |at| layout(tokens, at, text))
}

/// What the column of a token says.
#[derive(PartialEq, Eq)]
enum Layout {
    None,
    /// The bracket closes the outermost one of its kind.
    Outermost,
    /// A definition begins: no bracket is open.
    Definition,
    /// A statement ends: no parenthesis is open, as statements stand only in other brackets.
    Period,
}

fn in_first_column(token: Token, text: &str) -> bool {
    let start = token.start as usize;
    start == 0 || text.as_bytes()[start - 1] == b'\n'
}

fn layout(tokens: &[Token], at: usize, text: &str) -> Layout {
    if tokens[at].tok == Tok::Period {
        Layout::Period
    } else if tokens[at].tok.is_closer() && in_first_column(tokens[at], text) {
        Layout::Outermost
    } else if begins_definition(tokens, at, text) {
        Layout::Definition
    } else {
        Layout::None
    }
}

/// Whether the token is in the first column and begins what looks like a definition in bracket syntax.
pub(crate) fn begins_definition(tokens: &[Token], at: usize, text: &str) -> bool {
    let is = |n: usize, tok: Tok| tokens.get(at + n).is_some_and(|t| t.tok == tok);
    if !is(0, Tok::Name) || !in_first_column(tokens[at], text) {
        return false;
    }
    let word = |n: usize| {
        let t = tokens.get(at + n)?;
        text.get(t.start as usize..t.end as usize)
    };
    match word(1) {
        Some("subclass:") => is(2, Tok::Name) && is(3, Tok::Lbrack),
        Some("class") => matches!(word(2), Some("extend" | ">>")),
        Some("extend" | ">>") => true,
        _ => word(0) == Some("Eval") && is(1, Tok::Lbrack),
    }
}

fn pair_up(tokens: &[Token], layout: impl Fn(usize) -> Layout) -> Vec<u32> {
    let mut partners = vec![UNPAIRED; tokens.len()];
    // The open brackets, with what closes each, and how many of them each closer would close.
    let mut open: Vec<(usize, Tok)> = Vec::new();
    let mut counts = [0usize; 3];
    let slot = |tok: Tok| match tok {
        Tok::Rparen => 0,
        Tok::Rbrack => 1,
        _ => 2,
    };
    for (at, token) in tokens.iter().enumerate() {
        if let Some(closer) = token.tok.closer() {
            open.push((at, closer));
            counts[slot(closer)] += 1;
        }
        let place = layout(at);
        if place == Layout::Definition {
            open.clear();
            counts = [0; 3];
        }
        if place == Layout::Period {
            while open.pop_if(|(_, closer)| *closer == Tok::Rparen).is_some() {
                counts[slot(Tok::Rparen)] -= 1;
            }
        }
        if !token.tok.is_closer() || counts[slot(token.tok)] == 0 {
            continue;
        }
        if place == Layout::Outermost {
            let first = open.iter().position(|(_, closer)| *closer == token.tok).unwrap_or(0);
            open.truncate(first + 1);
            counts = [0; 3];
            open.iter().for_each(|(_, closer)| counts[slot(*closer)] += 1);
        }
        // Brackets of another kind inside have no partner.
        while let Some((opener, closer)) = open.pop() {
            counts[slot(closer)] -= 1;
            if closer == token.tok {
                partners[opener] = at as u32;
                partners[at] = opener as u32;
                break;
            }
        }
    }
    partners
}
