//! Why an operation is not defined on a value of a type parameter, in the words of Go's compiler.

use super::Checker;
use super::operand::Operand;
use crate::types::{ChanDir, Type, TypeId};

/// What is wrong with one type of a type set, given with its underlying type; none stands for a type set
/// without specific types.
type Fault<'f> = &'f dyn Fn(&Checker<'_>, Option<(TypeId, TypeId)>) -> Option<String>;

impl Checker<'_> {
    /// The specific types of a type parameter; any other type is its own only one.
    fn specific_types(&self, ty: TypeId) -> Vec<TypeId> {
        if !self.u.types.is_param(ty) {
            return vec![ty];
        }
        self.u.types.terms(ty).unwrap_or_default().iter().map(|term| term.ty).collect()
    }

    /// Why the specific types of `ty` have no underlying type in common for which `fault` finds nothing.
    pub(super) fn no_common_type(&self, ty: TypeId, fault: Fault<'_>) -> Option<String> {
        let types = &self.u.types;
        let all = self.specific_types(ty);
        if all.is_empty() {
            return Some(fault(self, None).unwrap_or_else(|| "no specific type".to_string()));
        }
        let mut common: Option<(TypeId, TypeId)> = None;
        for ty in all {
            let under = types.underlying(ty);
            if let Some(text) = fault(self, Some((ty, under))) {
                return Some(text);
            }
            let Some((first, first_under)) = common else {
                common = Some((ty, under));
                continue;
            };
            let (a, b) = (self.ty(first), self.ty(ty));
            match (types.get(first_under), types.get(under)) {
                (Type::Chan { elem: x, .. }, Type::Chan { elem: y, .. }) if x != y => {
                    return Some(format!("channels {a} and {b} have different element types"));
                }
                (Type::Chan { dir: x, .. }, Type::Chan { dir: y, .. }) if x == y || *y == ChanDir::Both => {}
                (Type::Chan { dir: ChanDir::Both, .. }, Type::Chan { .. }) => common = Some((ty, under)),
                (Type::Chan { .. }, Type::Chan { .. }) => {
                    return Some(format!("channels {a} and {b} have conflicting directions"));
                }
                _ if first_under != under => {
                    return Some(format!("{a} and {b} have different underlying types"));
                }
                _ => {}
            }
        }
        None
    }

    /// Why a value of the type parameter `ty` is not one to receive from, or to send to.
    pub(super) fn no_channel(&self, ty: TypeId, receive: bool) -> Option<String> {
        self.no_common_type(ty, &|c, part| {
            let Some((ty, under)) = part else { return Some("no specific channel type".to_string()) };
            let what = match c.u.types.get(under) {
                Type::Chan { dir: ChanDir::Send, .. } if receive => "send-only channel",
                Type::Chan { dir: ChanDir::Recv, .. } if !receive => "receive-only channel",
                Type::Chan { .. } => return None,
                _ => "non-channel",
            };
            Some(format!("{what} {}", c.ty(ty)))
        })
    }

    /// Why `x` cannot be assigned to `target`; at least one of both types is a type parameter.
    pub(super) fn assignment_cause(&mut self, x: &Operand<'_>, target: TypeId) -> Option<String> {
        let from = x.ty;
        let types = &self.u.types;
        if types.is_interface(from) && !types.is_param(from) && self.missing_method(target, from).is_none() {
            return Some("need type assertion".into());
        }
        let types = &self.u.types;
        let (named_from, named_to) = (types.has_name(from), types.has_name(target));
        if types.is_param(target) && !named_from {
            for part in self.specific_types(target) {
                if let Err(cause) = self.assignable_to(x, part) {
                    let (from, part, set) = (self.ty(from), self.ty(part), self.ty(target));
                    return Some(with_cause(format!("cannot assign {from} to {part} (in {set})"), cause));
                }
            }
        } else if types.is_param(from) && !named_to {
            for part in self.specific_types(from) {
                let one = Operand { ty: part, ..x.clone() };
                if let Err(cause) = self.assignable_to(&one, target) {
                    let (part, set, target) = (self.ty(part), self.ty(from), self.ty(target));
                    return Some(with_cause(format!("cannot assign {part} (in {set}) to {target}"), cause));
                }
            }
        }
        None
    }

    /// Why `x` does not convert to `target`, as far as there is more to say.
    pub(super) fn conversion_cause(&mut self, x: &Operand<'_>, target: TypeId) -> Option<String> {
        let cause = self.assignable_to(x, target).err().flatten();
        let (of_param, to_param) = (self.u.types.is_param(x.ty), self.u.types.is_param(target));
        if !of_param && !to_param {
            return cause;
        }
        for from in self.specific_types(x.ty) {
            let one = Operand { ty: from, ..x.clone() };
            for to in self.specific_types(target) {
                if self.value_converts(&one, to) {
                    continue;
                }
                let cause = self.assignable_to(&one, to).err().flatten().or(cause);
                let mut text = format!("cannot convert {}", self.ty(from));
                if of_param {
                    text += &format!(" (in {})", self.ty(x.ty));
                }
                text += &format!(" to type {}", self.ty(to));
                if to_param {
                    text += &format!(" (in {})", self.ty(target));
                }
                return Some(with_cause(text, cause));
            }
        }
        cause
    }

    /// Why the constant `x` does not convert to the type parameter `target`: it has to become a value of each
    /// type of its type set.
    pub(super) fn constant_cause(&self, x: &Operand<'_>, target: TypeId) -> Option<String> {
        let set = self.ty(target);
        let all = self.specific_types(target);
        if all.is_empty() {
            return Some(format!("{set} does not contain specific types"));
        }
        let types = &self.u.types;
        for part in all {
            let under = types.underlying(part);
            let text = types.is_string(x.ty) && types.is_bytes_or_runes(under);
            if text || types.is_const_type(under) && self.convert_constant(x, under).is_some() {
                continue;
            }
            let to = self.ty(under);
            return Some(match &x.value {
                Some(value) if types.is_integer(x.ty) && types.is_integer(under) => {
                    format!("constant {value} overflows {to} (in {set})")
                }
                _ => format!("cannot convert {} to type {to} (in {set})", self.describe(x)),
            });
        }
        None
    }

    /// Reports an operand that is one of a type parameter, where built-in `name` does not take such.
    pub(super) fn refuse_param(&mut self, x: &Operand<'_>, name: &str) -> bool {
        if !self.u.types.is_param(x.ty) {
            return false;
        }
        let why = "for go1.18 (see go.dev/issue/50937)";
        let message = format!("{} not supported as argument to built-in {name} {why}", self.describe(x));
        self.error(x.pos(), message);
        true
    }
}

fn with_cause(text: String, cause: Option<String>) -> String {
    match cause {
        Some(cause) => format!("{text}\n\t{cause}"),
        None => text,
    }
}
